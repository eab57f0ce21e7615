"""Views that cannot be written are found without writing them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from gipf_meta.match.match import Match
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.protocol.view import View
from gipf_meta.render.text import page
from gipf_meta.render.written_parts import require_parts
from tests.specimens import bundled_games

Change = Callable[[View], Any]


def of_first(part: str, **values: Any) -> Change:
    """A view whose first *part* has other *values*."""

    def change(view: View) -> View:
        first, *rest = getattr(view, part)
        return replace(view, **{part: (replace(first, **values), *rest)})

    return change


def of_item(**values: Any) -> Change:
    """A view of which the first thing beside the board has other *values*."""

    def change(view: View) -> View:
        tray, *rest = view.trays
        item, *items = tray.items
        changed = replace(tray, items=(replace(item, **values), *items))
        return replace(view, trays=(changed, *rest))

    return change


BROKEN: dict[str, Change] = {
    "no view": lambda view: None,
    "no pieces": lambda view: replace(view, pieces=None),
    "no sheets": lambda view: replace(view, sheets=None),
    "no caption": lambda view: replace(view, caption=None),
    "a point without a name": of_first("points", id=None),
    "a piece without letters": of_first("pieces", label=None),
    "a piece with a number as its sign": of_first("pieces", glyph=3),
    "a piece with a number as its badge": of_first("pieces", badge=3),
    "a stack of words": of_first("pieces", stack="two"),
    "a piece on no key": of_first("pieces", at=["a1"]),
    "a tile without letters": of_item(label=None, glyph="", kind="tile", count=1),
}


def a_view() -> View:
    """A board with pieces and trays."""
    match = Match.begin(bundled_games()["zertz"](), 2, installed_plugins().find)
    return match.play("Wa1,g3").top.view(None)


@pytest.mark.parametrize("broken", BROKEN)
def test_what_cannot_be_written_is_found_without_writing_it(broken: str) -> None:
    view = BROKEN[broken](a_view())
    with pytest.raises(Exception):  # noqa: B017, PT011 - whatever Python raises
        page(view)
    with pytest.raises(Exception):  # noqa: B017, PT011
        require_parts(view)


@pytest.mark.parametrize("game", bundled_games())
def test_what_can_be_written_is_let_through(game: str) -> None:
    rng, kind = Random(5), bundled_games()[game]
    match = Match.begin(kind(), kind.seat_counts[0], installed_plugins().find)
    for _decision in range(12):
        if match.result is not None:
            break
        view = match.top.view(None)
        page(view)
        require_parts(view)
        if not view.choices:
            break
        match = match.play(rng.choice(match.top.view(match.player).choices).notation, match.player)
