"""The longest match that is legal: pieces that go to and fro where nothing ends a repetition."""

from __future__ import annotations

import json
from itertools import cycle
from typing import Final

from gipf_meta.records.record_files import link_of, loads

_FIRST: Final = (("T", "e5", "e6,f6"), ("T", "m13", "m14,n14"))
_TO_AND_FRO: Final = (
    ("e5", "e5", "d4,d5"),
    ("m13", "m13", "l12,l13"),
    ("e5", "e5", "d4,e4"),
    ("m13", "m13", "l12,m12"),
)
"""Turns of PÜNCT that can be played for ever where nothing ends a repetition."""


def long_match(decisions: int) -> str:
    """The link of a match of PÜNCT with about so many *decisions*."""
    turns, more = list(_FIRST), cycle(_TO_AND_FRO)
    while 3 * (len(turns) + 1) <= decisions:
        turns.append(next(more))
    told = [
        {
            "number": n + 1,
            "text": f"{moves[0]}{'' if n < len(_FIRST) else '-'}{moves[1]}:{moves[2]}",
            "decisions": [{"by": n % 2, "move": move} for move in moves],
        }
        for n, moves in enumerate(turns)
    ]
    head = {"format": 1, "game": "punct", "options": {"repetition_count": 0}, "players": [0, 1]}
    return link_of(loads(json.dumps({**head, "turns": told}), "The match"))
