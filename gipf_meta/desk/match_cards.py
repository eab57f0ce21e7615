"""Matches in lists: the board of each, whose move it is, and since when."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _
from gipf_meta.desk.parts import Picture
from gipf_meta.desk.pictures import picture_of
from gipf_meta.match.match import Match
from gipf_meta.protocol.game import title_of
from gipf_meta.protocol.gate import Gate
from gipf_meta.protocol.view import View


@dataclass(frozen=True)
class MatchInList:
    """The board of a match, where one is shown, the title of the game of a *duel* that runs, the
    *player* who decides next, and the *winners*, ``None`` while the match goes on. *question* is
    the request that the person has to answer: ``draw``, ``ready``, or what somebody wishes."""

    picture: Picture | None = None
    duel: str = ""
    player: int | None = None
    winners: tuple[int, ...] | None = None
    question: str = ""


UNSEEN = MatchInList()
"""The state of a match whose board is not shown."""
COMING = MatchInList(Picture(box=(0, 0, 1, 1), markup=""))
"""The state of a match whose board is still being drawn: an empty picture holds its space."""


def standing_of(match: Match, see: Callable[[], View], *, is_drawn: bool = True) -> MatchInList:
    """The state of *match*, with the board that *see* returns; ``UNSEEN`` where its game fails: the
    person who resumes the match gets the reason."""
    game = match.top.game
    with suppress(GipfMetaError), Gate(game):
        duel = title_of(game) if len(match.sessions) > 1 else ""
        picture = picture_of(game, see(), is_bare=True) if is_drawn else None
        winners = match.result.winners if match.result is not None else None
        return MatchInList(picture, duel, match.player, winners)
    return UNSEEN


def words_of_standing(duel: str, whose: str, *more: str) -> str:
    """The line under a board: the game of a running *duel*, *whose* move it is, and *more*."""
    runs = _("a duel in {game} runs").format(game=duel) if duel else ""
    return " · ".join(filter(None, (runs, whose, *more)))


def move_of(name: str, *, is_own: bool) -> str:
    """The words for whose move it is: the person's own, or that of *name*."""
    return _("your move") if is_own else _("{name}'s move").format(name=name)
