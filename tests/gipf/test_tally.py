"""Counting uses of potentials from the turns' texts."""

from __future__ import annotations

import pytest

from gipf_meta_gipf import Gipf

KEYS = ("announced", "challenged", "won", "lost", "used")


@pytest.mark.parametrize(
    ("turn", "kind", "counts"),
    [
        ("Zc3^g5", "ZÈRTZ", (1, 0, 0, 0, 1)),
        ("Zb2^d4?(zertz:W)", "ZÈRTZ", (1, 1, 1, 0, 1)),
        ("Zb2^?(zertz:B);a1-b2", "ZÈRTZ", (1, 1, 0, 1, 0)),
        ("a1-b2;+e1-e2;xb2,c3,d4,e5,f5*", "TAMSK", (1, 0, 0, 0, 1)),
        ("e1-e2;+?(tamsk:B);xe2,e3,e4,e5", "TAMSK", (1, 1, 0, 1, 0)),
        ("e1-e2;+a5-b5?(tamsk:W)", "TAMSK", (1, 1, 1, 0, 1)),
    ],
)
def test_a_use_is_counted(turn: str, kind: str, counts: tuple[int, ...]) -> None:
    told = Gipf.tally([turn, "a1-b2", "Za1-b2", "Ta1-b2", "e1-e2;+-"])
    assert told == {f"{kind}-potential": dict(zip(KEYS, counts, strict=True))}


def test_nothing_is_counted_where_nothing_was_used() -> None:
    assert Gipf.tally(["Za1-b2", "e1-e2;+-", "b1-c2;xb2,Gc3*"]) == {}
