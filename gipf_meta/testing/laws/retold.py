"""Random games told in texts, for a comparison with another process."""

from __future__ import annotations

import json
import sys
from importlib import import_module
from typing import Any

from gipf_meta.game import Chance, MoveError
from gipf_meta.options import configure
from gipf_meta.testing.asking import Asked
from gipf_meta.testing.findings import Broken
from gipf_meta.testing.walks import Moment

MOST = 12
"""Moves that are told of a moment; the order of all decides what is played."""


def told(game: Asked, moment: Moment) -> list[str]:
    """What can happen at a moment and what does happen, in the game's order."""
    moves = [move for offered in moment.offers for move in offered]
    if isinstance(moment.now, Chance):
        moves += [outcome for outcome, _ in moment.now.outcomes]
    texts = [moment.event]
    for move in moves[:MOST]:
        try:
            texts.append(str(game.format(moment.state, move)))
        except (Broken, MoveError):
            texts.append("")
    return texts


def retell() -> None:
    """Plays the games that standard input names, and tells them on standard output as JSON."""
    from gipf_meta.testing.case import Case

    asked: dict[str, Any] = json.loads(sys.stdin.read())
    found: Any = import_module(asked["module"])
    for part in asked["name"].split("."):
        found = getattr(found, part)
    game = configure(found, asked["options"])
    case = Case(game, 0, asked["seed"], asked["most"], asked["ms"], None)
    walks = [case.walk(seats, number) for seats, number in asked["walks"]]
    print(json.dumps([[told(case.ask, m) for m in walk.moments] if walk else [] for walk in walks]))
