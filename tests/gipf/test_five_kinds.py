"""Whole matches with all five kinds of potentials."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.gipf.five_kinds import count, play_match

MATCHES, LEAST = 8, 1


@pytest.mark.slow
def test_every_kind_is_used_challenged_and_denied_in_matches_that_are_saved(tmp_path: Path) -> None:
    counts = count([play_match(seed, tmp_path) for seed in range(MATCHES)])
    assert len(counts) == 5
    for kind, events in counts.items():
        assert min(events["used"], events["challenged"], events["lost"]) >= LEAST, kind
