"""The outcomes of each answer to an announced move: how the game would stand, by its own rules."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from gipf_meta.base.addressee import called
from gipf_meta.base.texts import _
from gipf_meta.match.session import Session
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.protocol.game import NOBODY, AnyGame, Chance, Duel, Turn, seat_name
from gipf_meta.protocol.gate import Gate
from gipf_meta.protocol.view import Mark, Piece, View
from gipf_meta.render.board import changed_places, mark_last_turn, pieces_by_place

MOST_ANSWERS: Final = 4
"""The most answers of an announced move; a decision among more is none about a duel."""
MOST_LOTS: Final = 4
"""The most lots drawn before a duel."""
MOST_GOALS: Final = 6
"""The most ends of a move that are shown in one picture; of more, only the places are marked."""


class Prospect(NamedTuple):
    """A state that an answer may lead to: *words* name the case, *view* shows it.

    *ways* are those that the announced move may have gone. Where there are several, one of the
    pieces at their ends would come: they are *possible*.
    """

    words: str
    view: View
    ways: tuple[tuple[str, ...], ...] = ()
    possible: frozenset[str] = frozenset()


class AnswerCourse(NamedTuple):
    """The answer *word*, its *title*, and the *prospects* that it may lead to."""

    word: str
    title: str
    prospects: tuple[Prospect, ...]


class _Answer(NamedTuple):
    """An answer to an announced move: its *word* and *title*, the state *after* it, and the duel
    that follows, if one does, with the state that waits for it."""

    word: str
    title: str
    after: Any
    duel: tuple[Any, Duel] | None


def courses(session: Session, player: int | None, reader: int | None) -> tuple[AnswerCourse, ...]:
    """The outcomes of each answer, where at least one of them leads to a duel; else nothing.

    As *player*, who decides, sees them; in the words of *reader*. Raises ``GameFailed``.
    """
    with session.seated(), Gate(session.game):
        found = list[AnswerCourse]()
        for word, title, after, duel in _answers(session, player):
            if duel is None:
                ends: tuple[Prospect, ...] = (_looked_on(session, after, player),)
            else:
                ends = _ends(session, *duel, player, reader)
            found.append(AnswerCourse(word, title, ends))
        return tuple(found)


def _answers(session: Session, player: int | None) -> list[_Answer]:
    """The answers of *player* where one of them leads to a duel; else none."""
    view, now, game = session.view(player), session.status, session.game
    choices = view.choices
    if not (view.stakes and isinstance(now, Turn) and 0 < len(choices) <= MOST_ANSWERS):
        return []
    if any(len(choice.path) != 1 for choice in choices):
        return []
    found, names = list[_Answer](), dict(view.names)
    for choice in choices:
        (word,) = choice.path
        after = game.apply(session.state, game.parse(session.state, now.seat, choice.notation))
        duel = _duel_of(game, after)
        title = names.get(word, choice.label)
        if duel is not None and duel[1].claimant != now.seat:
            called = installed_plugins().title(duel[1].game)
            title = _("Challenge to a duel in {game}").format(game=called)
        found.append(_Answer(word, title, after, duel))
    return found if any(each.duel for each in found) else []


def ends_of_duel(session: Session, player: int | None, reader: int | None) -> tuple[Prospect, ...]:
    """The states of the game of *session* after each end of the duel for which it waits, as
    *player* sees them, in the words of *reader*; none where it waits for no duel."""
    with session.seated(), Gate(session.game):
        now = session.status
        return _ends(session, session.state, now, player, reader) if isinstance(now, Duel) else ()


def _duel_of(game: AnyGame, state: Any) -> tuple[Any, Duel] | None:
    """The duel to which *state* leads by lots alone, if so, and the state that waits for it."""
    for _lot in range(MOST_LOTS):
        now = game.status(state)
        if isinstance(now, Duel):
            return state, now
        if not isinstance(now, Chance):
            return None
        state = game.apply(state, now.outcomes[0][0])
    return None


def _ends(
    session: Session, state: Any, duel: Duel, player: int | None, reader: int | None
) -> tuple[Prospect, ...]:
    """The states of the game if one or the other wins the *duel*; the reader's victory first."""
    game = session.game
    own = session.seat_of(reader) if reader in session.players and reader is not None else None
    seats = sorted(duel.seats, key=lambda seat: (seat != own, seat != duel.claimant))
    found = []
    for seat in seats:
        after = game.apply(state, game.settle(state, seat, duel.game))
        if own is None:
            words = _("If {name} wins").format(name=called(seat, seat_name(game, seat)))
        else:
            words = _("If you win") if seat == own else _("If you lose")
        found.append(_looked_on(session, after, player, words))
    return tuple(found)


def _looked_on(session: Session, state: Any, player: int | None, words: str = "") -> Prospect:
    """*state*, with the announced move made as far as the game tells where it may go; marks show
    the differences from the *session*."""
    game, before, seat = session.game, session.view(player), _seat_of(session, player)
    after = game.view(state, seat)
    now, ways = game.status(state), after.announced
    shown = replace(after, choices=(), announced=(), marks=())
    if not isinstance(now, Turn) or not ways:
        return Prospect(words, _mark_loss(shown, before))
    # the ways are told to everybody, so nothing is given away by following them
    moves = game.turn_moves(state, now.seat)
    made = [game.view(game.apply(state, move), seat) for move in moves[:MOST_GOALS]]
    ends = {way[-1] for way in ways if len(way) > 1}
    shown = replace(shown, pieces=_merged(shown, made, ends, {way[0] for way in ways}))
    if not ends:
        return Prospect(words, replace(shown, marks=_first_places(game.view(state, now.seat))))
    possible = frozenset(ends if len(made) > 1 else ())
    return Prospect(words, shown, tuple(way for way in ways if len(way) > 1), possible)


def _merged(
    before: View, made: Sequence[View], ends: Collection[str], starts: Collection[str]
) -> tuple[Piece, ...]:
    """The pieces of *before* after one of several moves, which leave *starts* and have their
    *ends*.

    These are the pieces that come to each end, and those left behind. After a single move: all.
    """
    if len(made) == 1:
        return made[0].pieces
    standing = pieces_by_place(before)
    changed = {at: piece for each in made for at, piece in _come(before, each).items()}
    for at in starts:
        standing.pop(at, None)
    # what else a move does, such as resolving a row, another one does not do
    standing |= {at: changed[at] for at in sorted({*starts, *ends} & {*changed})}
    return tuple(standing.values())


def _come(before: View, after: View) -> dict[str, Piece]:
    """The pieces of *after* that are new or look different in *before*, by their places."""
    there = pieces_by_place(after)
    return {at: there[at] for at in changed_places(before, after) if at in there}


def _mark_loss(after: View, before: View) -> View:
    """Marks in *after* the loss of the announced move, or else the difference from *before*."""
    lost = changed_places(before, after)
    if {*lost} <= {way[0] for way in before.announced}:
        return replace(after, marks=tuple(Mark(at, "capture") for at in lost))
    return mark_last_turn(after, before)


def _seat_of(session: Session, player: int | None) -> int | None:
    """The seat whose view *player* sees, as ``Game.view`` takes it."""
    if player is None or player == NOBODY:
        return player
    return session.seat_of(player)


def _first_places(view: View) -> tuple[Mark, ...]:
    """Marks on the places with which the choices of *view* begin."""
    points = {point.id for point in view.points}
    places = (next((word for word in each.path if word in points), "") for each in view.choices)
    return tuple(Mark(at, "legal") for at in dict.fromkeys(places) if at)


def places_at_stake(view: View, prospects: Sequence[Prospect]) -> tuple[str, ...]:
    """The places of *view* on which the announced move or a prospect changes something."""
    places = [at for way in view.announced for at in way]
    for each in prospects:
        places += [*changed_places(view, each.view), *(mark.at for mark in each.view.marks)]
    return tuple(dict.fromkeys(places))


def name_answers(view: View, session: Session) -> View:
    """*view* of the *session*, whose decisions are called as its ``courses`` are, if it has any."""
    if not (view.stakes and view.choices and isinstance(now := session.status, Turn)):
        return view
    titles = {each.word: each.title for each in _answers(session, session.players[now.seat])}
    return replace(view, names=tuple({**dict(view.names), **titles}.items())) if titles else view
