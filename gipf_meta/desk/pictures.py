"""Boards as pictures inside a screen."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from typing import Final
from zlib import crc32

from gipf_meta.base.clock import StillClock
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _
from gipf_meta.bots.greedy import GreedyBot
from gipf_meta.desk.parts import Picture
from gipf_meta.match.lesson_progress import begin, set_up
from gipf_meta.match.match import GameFinder
from gipf_meta.narration.answers import QuestionContext, spoken_seats
from gipf_meta.protocol.capabilities import Lesson
from gipf_meta.protocol.game import AnyGame
from gipf_meta.protocol.gate import Gate
from gipf_meta.protocol.view import BoardMaterial, Piece, Point, View
from gipf_meta.render.svg import still_board
from gipf_meta.render.svg_elements import tag
from gipf_meta.table.new_table import begin_table
from gipf_meta.table.players import Player

DECISIONS, NODES = 16, 50
"""The most decisions that are played before the picture of a game, and the positions that the bot
searches for each: a game may have thousands of turns."""
FRONT: Final = 0.72
"""The height of a duel's board, as a share of the height of the board below it."""
OVERLAP: Final = 0.12
"""The share of the lower board's width that the duel's board covers."""


def picture_of(
    game: AnyGame, view: View, name: str = "", *, is_bare: bool = False
) -> Picture | None:
    """The board of a *view* of *game*, with the description *name*; ``None`` if the game has no
    board, or describes one that cannot be drawn.

    With *is_bare* the board has no names of places and no marks.
    """
    with suppress(GipfMetaError), Gate(game):
        shown = replace(view, choices=(), marks=()) if is_bare else view
        if (block := still_board(shown, is_bare=is_bare)) is not None:
            box = 0, 0, round(block.width, 1), round(block.height, 1)
            return Picture(box=box, markup=block.markup, name=name)
    return None


@lru_cache(maxsize=128)
def board_of(game: type[AnyGame]) -> BoardMaterial:
    """The material of the board of *game*: wood for one that fails."""
    with suppress(GipfMetaError), Gate(game):
        usual = game()
        return usual.view(usual.start(usual.seat_counts[0]), None).board
    return "wood"


def picture_of_game(game: AnyGame, find: GameFinder) -> Picture | None:
    """The board of *game* in the middle of a match; ``None`` where there is none to show.

    It is the position that the game proposes; where it proposes none, and with other options, it is
    the fullest board of some turns that bots play, always the same ones. A duel ends them. A game
    that fails has no picture: the form for a new match says why.
    """
    if game.shown_position and game == type(game)():
        picture = picture_of_position(game, game.shown_position)
        if picture is not None:
            return picture
    count, seed = game.seat_counts[0], crc32(game.model_dump_json().encode())
    with suppress(GipfMetaError), Gate(game):
        bots = [Player("", GreedyBot(NODES), "greedy")] * count
        table = begin_table(game, bots, find, StillClock(), seed=seed)
        fullest = table.match.top.view(None)
        for _decision in range(DECISIONS):
            if table.over is not None or table.fault is not None or len(table.match.sessions) > 1:
                break
            view = table.match.top.view(None)
            fullest = max(fullest, view, key=lambda each: len(each.pieces))
            table.play_bot()
        return picture_of(game, fullest, is_bare=True)
    return None


def picture_of_position(game: AnyGame, position: str) -> Picture | None:
    """The board of a *position* of *game*; ``None`` if it cannot be shown here."""
    with suppress(GipfMetaError), Gate(game):
        return picture_of(game, game.view(set_up(game, position), None), is_bare=True)
    return None


def picture_of_opening(game: AnyGame, find: GameFinder) -> Picture | None:
    """The board at the start of *game*; where it is empty then, the board some turns later."""
    with suppress(GipfMetaError), Gate(game):
        view = game.view(game.start(game.seat_counts[0]), None)
        if not view.pieces and all(point.kind != "ring" for point in view.points):
            return picture_of_game(game, find)
        return picture_of(game, view, is_bare=True)
    return None


def picture_of_lesson(lesson: Lesson, game: type[AnyGame], find: GameFinder) -> Picture | None:
    """The first board of *lesson* with pieces on it; ``None`` if it cannot be shown here."""
    with suppress(GipfMetaError), Gate(game):
        progress = begin(lesson, game, find)
        view = progress.match.top.view(None)
        while not view.pieces and progress.page is not None:
            wanted = progress.wanted
            progress = progress.play(wanted[0]) if wanted else progress.turn_page()
            view = progress.match.top.view(None)
        return picture_of(progress.match.top.game, view, is_bare=True)
    return None


BAR: Final = 0.035
"""The height of a bar of progress, as a share of that of the board above it."""


def with_progress(board: Picture, share: float) -> Picture:
    """*board* with a *share* (0 to 1) of a bar below it; at 1 with a tick in a corner instead."""
    width, height = board.box[2:]
    unit = BAR * height
    if share >= 1:
        radius = 2.6 * unit
        disc = tag("circle", r=radius, fill="var(--mark-legal)")
        tick = tag("path", d="M-5 .5-1.5 4 5-3.5", fill="none", stroke="var(--on-mark-legal)",
                   stroke_width=2.4, stroke_linecap="round", stroke_linejoin="round",
                   transform=f"scale({radius / 9:.2f})")  # fmt: skip
        at = f"translate({width - radius:.1f} {radius:.1f})"
        drawn = tag("g", disc, tick, transform=at, data_share="1")
    else:
        line = {"stroke_width": f"{unit:.1f}", "stroke_linecap": "round", "fill": "none"}
        way, y = width - 2 * unit, height + 2 * unit
        under = tag("path", d=f"M{unit:.1f} {y:.1f}h{way:.1f}", stroke="var(--edge)", **line)
        done = tag("path", d=f"M{unit:.1f} {y:.1f}h{share * way:.1f}", stroke="var(--tint)", **line)
        drawn = tag("g", under, done, data_share=f"{share:.2f}") if share else ""
    box = (*board.box[:3], round(height + 3 * unit, 1))
    return Picture(box=box, markup=board.markup + drawn, name=board.name)


def picture_of_side(game: type[AnyGame], seat: int) -> Picture | None:
    """A piece of *seat*, in its colour; ``None`` where *seat* has no colour of its own."""
    with suppress(GipfMetaError), Gate(game):
        usual = game()
        view = usual.view(usual.start(usual.seat_counts[0]), None)
        own, others = (
            {(item.kind, item.role) for tray in view.trays if wanted(tray) for item in tray.items}
            for wanted in (
                lambda tray: tray.seat == seat,
                lambda tray: tray.seat not in (None, seat),
            )
        )
        roles = {role for _kind, role in own}
        if len(roles) != 1 or roles & {role for _kind, role in others}:
            return None
        kind, role = sorted(own)[0]
        alone = View((Point("a1", 0, 0, "gone"),), (Piece("a1", kind, role, ""),))
        return picture_of(usual, alone, is_bare=True)
    return None


def with_duel(below: Picture, duel: Picture) -> Picture:
    """The board *below*, and to its right, smaller, that of a *duel* for it."""
    width, height = below.box[2:]
    scale = FRONT * height / duel.box[3]
    left, top = width * (1 - OVERLAP), height * (1 - FRONT)
    in_front = f"translate({left:.1f} {top:.1f}) scale({scale:.3f})"
    markup = tag("g", below.markup, opacity="0.8") + tag("g", duel.markup, transform=in_front)
    return Picture(box=(0, 0, round(left + duel.box[2] * scale, 1), height), markup=markup)


def pieces_in_words(game: AnyGame, view: View) -> str:
    """The pieces on the board of *view* in words, for people who use a screen reader."""
    scene = QuestionContext(view, game.seat_names, called=spoken_seats(game))
    return " ".join(scene.piece_lines(view.pieces)) or _("A board without pieces.")
