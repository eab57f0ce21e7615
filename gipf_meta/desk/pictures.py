"""Boards as pictures inside a screen."""

from __future__ import annotations

from dataclasses import replace

from gipf_meta.base.stops import stops
from gipf_meta.base.texts import _
from gipf_meta.desk.parts import Picture
from gipf_meta.narration.answers import Scene, spoken_seats
from gipf_meta.protocol.game import AnyGame
from gipf_meta.protocol.view import View
from gipf_meta.render.svg import still_board


def picture_of(view: View, name: str = "") -> Picture | None:
    """The board of *view*, called *name*; ``None`` if it has none, or if it cannot be drawn."""
    try:
        block = still_board(view)
    except stops():
        raise
    except BaseException:  # a game may describe a board that is none
        return None
    if block is None:
        return None
    return Picture(
        box=(0, 0, round(block.width, 1), round(block.height, 1)), markup=block.markup, name=name
    )


def first_picture(game: AnyGame) -> Picture | None:
    """The board of *game* before the first decision; ``None`` where there is none to show."""
    try:
        view = game.view(game.start(game.seat_counts[0]), None)
    except stops():
        raise
    except BaseException:  # a game may fail in any way; setting it up says why
        return None
    return picture_of(replace(view, choices=(), marks=()))


def pieces_in_words(game: AnyGame, view: View) -> str:
    """What stands on the board of *view*, for those who hear the screen."""
    scene = Scene(view, game.seat_names, called=spoken_seats(game))
    return " ".join(scene.piece_lines(view.pieces)) or _("A board without pieces.")
