"""Puzzles for tests of faces: short ones of ZÈRTZ, whose turns are merely legal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from gipf_meta.plugins.loading import Installed
from gipf_meta.protocol.puzzles import Puzzle, Puzzling, Theme


def give_puzzles(monkeypatch: pytest.MonkeyPatch, installed: Installed) -> Sequence[Puzzle]:
    """Gives ZÈRTZ the puzzles that are returned: two of one turn, one of two turns; takes those of
    other games away."""
    for other in installed.games.values():
        if issubclass(other, Puzzling):
            monkeypatch.setattr(other, "puzzles", classmethod(lambda _kind: ()))
    kind = installed.find("zertz")
    game: Any = kind()
    state = game.start(2)
    start = game.to_text(state)
    for move in game.parse_turn(state, "Wd4,a1"):
        state = game.apply(state, move)
    second = game.to_text(state)
    puzzles = (
        Puzzle("zertz", 1, start, ("Wd4,a1",), ("open",), rating=1400, deviation=80),
        Puzzle("zertz", 2, second, ("Gd3,b1",), ("open", "row"), rating=1500, deviation=80),
        Puzzle("zertz", 3, start, ("Wd4,a1", "Gd3,b1", "x d3Wd5"), ("row",), rating=1600),
    )

    def themes(_kind: object) -> Mapping[str, Theme]:
        return {"open": Theme("Opening", "opens"), "row": Theme("Rows", "takes a row")}

    monkeypatch.setattr(kind, "puzzles", classmethod(lambda _kind: puzzles), raising=False)
    monkeypatch.setattr(kind, "themes", classmethod(themes), raising=False)
    monkeypatch.setattr(kind, "themes_of", lambda *_states: (), raising=False)
    return puzzles
