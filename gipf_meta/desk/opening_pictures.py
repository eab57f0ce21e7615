"""The start of a match with the options of a form: its board, and below it what lies ready."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Final

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.last_used import LastUsed
from gipf_meta.desk.context import Context
from gipf_meta.desk.parts import Picture
from gipf_meta.desk.pictures import picture_of
from gipf_meta.match.lesson_progress import set_up
from gipf_meta.protocol.game import AnyGame
from gipf_meta.protocol.gate import Gate
from gipf_meta.render.svg import cards
from gipf_meta.render.svg_elements import tag

MOST_KEPT: Final = 60
"""The most pictures in memory: whoever fills a form in may try any options."""
GAP: Final = 16.0
"""The distance of the board from what lies ready, in pixels."""
LARGEST: Final = 1.5
"""The most by which what lies ready is enlarged to be as wide as the board."""


def picture_of_start(context: Context, game: AnyGame, position: str = "") -> Picture | None:
    """The start of *game*, or *position* if one is given; ``None`` without a board, or where the
    game fails: the form says why."""
    if not context.is_page or context.installed.is_own(type(game)):
        return None
    known = context.cached(("starts",), partial(LastUsed[Picture | None], MOST_KEPT))
    key = game.id, game.model_dump_json(), position
    return known.find(key) or known.keep(key, _draw(game, position))


def _draw(game: AnyGame, position: str) -> Picture | None:
    with suppress(GipfMetaError, ValueError), Gate(game):
        state = set_up(game, position) if position else game.start(game.seat_counts[0])
        view = game.view(state, None)
        if (board := picture_of(game, view, is_bare=True)) is None:
            return None
        trays = tuple(tray for tray in view.trays if any(item.count for item in tray.items))
        below = cards(replace(view, trays=trays, sheets=(), countdowns=()), 0)
        if below is None or position:
            return board
        width, height = board.box[2:]
        scale = min(width / below.width, LARGEST)
        place = f"translate({(width - below.width * scale) / 2:.1f} {height + GAP:.1f})"
        ready = tag("g", below.markup, transform=f"{place} scale({scale:.3f})")
        tall = round(height + GAP + below.height * scale, 1)
        return Picture(box=(0, 0, width, tall), markup=board.markup + ready)
    return None
