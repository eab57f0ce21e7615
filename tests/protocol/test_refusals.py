"""Refusals that the gates of many notations share."""

from __future__ import annotations

import re

import pytest

from gipf_meta import BadNotation, split_fields, understood

FAULT = "A position has two fields; this one has {count}."


def test_a_position_of_other_fields_is_refused_with_their_number() -> None:
    assert split_fields(" w  a1,b2\n", (2, 3), FAULT) == ["w", "a1,b2"]
    with pytest.raises(BadNotation, match="this one has 1"):
        split_fields("w", (2, 3), FAULT)


def test_a_found_value_that_is_falsy_is_understood() -> None:
    assert understood({"a1": 0}.get("a1"), "There is no a1.") == 0
    assert understood(re.fullmatch("[ab]?", ""), "There is no text.")[0] == ""
    with pytest.raises(BadNotation, match="There is no z9"):
        understood({"a1": 0}.get("z9"), "There is no z9.")
