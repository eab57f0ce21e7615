"""A match that comes to a page from elsewhere."""

from __future__ import annotations

from gipf_meta.records.models import Decision, PlayedTurn, Record

BEGUN = Record(
    game="zertz",
    players=(0, 1),
    turns=(
        PlayedTurn(
            number=1,
            text="Wd4,a1",
            decisions=(Decision(by=0, move="Wd4"), Decision(by=0, move="a1")),
        ),
    ),
)
"""A match of ZÈRTZ after its first turn."""
