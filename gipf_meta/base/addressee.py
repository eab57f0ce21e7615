"""The reader of a text, beside his language: who he is in a match, and what its players are called.

A program speaks with several people at once. To one of them it says ``You push``, to the other
``Anna pushes``. Without a reader every player is called by his seat, as in records and exports.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from gipf_meta.base.texts import _, languages

Controls: TypeAlias = Literal["", "mouse", "keys", "typed"]
"""The way in which a reader decides: he points, presses keys, or types notation; ``""``: unknown
or in no way."""


@dataclass(frozen=True, slots=True)
class Addressee:
    """A person who reads about a match.

    *names* has the name of each player of the match; the name of his seat there, where he has none
    of his own and is *unnamed*. *you*: the player who the reader is; ``None``: he watches, or plays
    several. *hand*: the way in which he decides. *is_brief*: he has been asked the same before.
    """

    names: tuple[str, ...]
    unnamed: frozenset[int] = frozenset()
    you: int | None = None
    hand: Controls = ""
    is_brief: bool = False


class _Seated(NamedTuple):
    """The players at the seats of one game: their *names*, and the seat that is *you*."""

    names: tuple[str, ...]
    you: int | None


_reader: ContextVar[Addressee | None] = ContextVar("reader", default=None)
_seated: ContextVar[_Seated | None] = ContextVar("seated", default=None)


@contextmanager
def told_to(reader: Addressee | None) -> Iterator[None]:
    """Speaks to *reader* inside its block, and only in this task or thread; ``None``: to nobody,
    so that players are called by their seats."""
    token, seats = _reader.set(reader), _seated.set(None)
    try:
        yield
    finally:
        _seated.reset(seats)
        _reader.reset(token)


def addressee() -> Addressee | None:
    """The reader to whom the program speaks now; ``None``: to nobody."""
    return _reader.get()


def is_reader(player: int) -> bool:
    """Whether that *player* of the match is the reader."""
    now = _reader.get()
    return now is not None and player == now.you


def is_to_player() -> bool:
    """Whether the reader is one of the players, who is called ``You``."""
    now = _reader.get()
    return now is not None and now.you is not None


def audience() -> Hashable:
    """The language, the reader and the seats of now: the key of all that is made in their words."""
    return languages(), _reader.get(), _seated.get()


def names_here(
    now: Addressee, players: Sequence[int], seat_names: Callable[[], Sequence[str]]
) -> tuple[str, ...]:
    """The names by which *now*, the reader, knows the *players* at the seats of one game, which
    has those *seat_names*.

    In a duel a player without a name of his own keeps that of his seat in the match, unless the
    duel calls another seat so: White of a duel may be Black of the match.
    """
    names = tuple(now.names[player] for player in players)
    if any(player in now.unnamed for player in players):
        seats = seat_names()
        is_mixed_up = any(
            player in now.unnamed and name in seats and seats[seat] != name
            for seat, (player, name) in enumerate(zip(players, names, strict=True))
        )
        if is_mixed_up:
            return tuple(
                seats[seat] if player in now.unnamed else name
                for seat, (player, name) in enumerate(zip(players, names, strict=True))
            )
    return names


@contextmanager
def seated(players: Sequence[int], seat_names: Callable[[], Sequence[str]]) -> Iterator[None]:
    """Tells inside its block of a game at whose seats sit the *players* of the match."""
    now = _reader.get()
    if now is None:
        yield
        return
    you = players.index(now.you) if now.you is not None and now.you in players else None
    token = _seated.set(_Seated(names_here(now, players, seat_names), you))
    try:
        yield
    finally:
        _seated.reset(token)


def called(seat: int, default: str) -> str:
    """The name by which the reader knows the player at *seat* of the game that is told of.

    *default*, the name of the seat, where nobody reads. The reader himself is called ``You``: a
    sentence on him that needs another form asks ``is_you`` first.
    """
    here = _seated.get()
    if here is None or not 0 <= seat < len(here.names):
        return default
    return _("You") if seat == here.you else here.names[seat]


def is_you(seat: int | None) -> bool:
    """Whether the player at *seat* of the game that is told of reads the sentence himself."""
    here = _seated.get()
    return here is not None and seat is not None and seat == here.you


def has_you() -> bool:
    """Whether the reader plays in the game that is told of, and has one seat in it."""
    here = _seated.get()
    return here is not None and here.you is not None


def hand_of_reader() -> Controls:
    """The way in which the reader decides; ``""`` where nobody reads."""
    now = _reader.get()
    return "" if now is None else now.hand


def is_brief() -> bool:
    """Whether the reader has been asked the same before, and wants the question in a few words:
    without examples, and without what the rules say anyway."""
    now = _reader.get()
    return now is not None and now.is_brief
