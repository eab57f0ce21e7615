"""What the features of a game that learns are worth: a file of its package, or other numbers."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib.resources import files

from gipf_meta.protocol.game import AnyGame


def read_worths(package: str) -> tuple[int, ...]:
    """The numbers in ``worths.json`` of *package*, as ``gipf-meta train`` writes them."""
    return tuple(json.loads((files(package) / "worths.json").read_text(encoding="ascii")))


def with_worths(game: AnyGame, worths: Sequence[int]) -> AnyGame:
    """*game*, which is ``Learning``, made anew with a judgement by other *worths*."""
    other = type(game)(**game.model_dump())
    other.__dict__["worths"] = tuple(worths)  # games are frozen, and this is no option
    return other
