"""The reader of a text, beside his language: who he is in a match, and what its players are called.

A program speaks with several people at once. To one of them it says ``You push``, to the other
``Anna pushes``. Without a reader every player is called by his seat, as in records and exports.

Most of what is made for a reader is the same for all of them. What a making asks about the reader
goes through this module, which notes question and answer: ``shared`` gives a reader of whom all
answers are the same the very object that was made for another.
"""

from __future__ import annotations

from collections.abc import Callable, ItemsView, Mapping, Sequence
from contextlib import AbstractContextManager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal, TypeAlias, TypeVar

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


class _Seated:
    """The *players* of the match at the seats of the game that is told of."""

    def __init__(
        self, now: Addressee, players: Sequence[int], seat_names: Callable[[], Sequence[str]]
    ) -> None:
        self.players = tuple(players)
        self._reader, self._seat_names = now, seat_names

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names by which the reader knows the players."""
        return names_here(self._reader, self.players, self._seat_names)


ReaderQuestion: TypeAlias = int | Literal["names", "plays", "hand", "brief"]
"""A question about the reader: is he that player, by which names does he know the players, does he
play, how does he decide, does he want it brief?"""
Answers: TypeAlias = dict[ReaderQuestion, object]

_reader: ContextVar[Addressee | None] = ContextVar("reader", default=None)
_seated: ContextVar[_Seated | None] = ContextVar("seated", default=None)
_known: ContextVar[Mapping[ReaderQuestion, object] | None] = ContextVar("known", default=None)
"""The answers to all questions about the reader; ``None``: nobody reads."""
_noted: ContextVar[Answers | None] = ContextVar("noted", default=None)
"""The questions about the reader that the making of something has asked, with their answers."""


class told_to(AbstractContextManager[None]):
    """Speaks to *reader* inside its block, and only in this task or thread; ``None``: to nobody,
    so that players are called by their seats."""

    __slots__ = ("_reader", "_tokens")

    def __init__(self, reader: Addressee | None) -> None:
        self._reader = reader

    def __enter__(self) -> None:
        known = None if self._reader is None else _answers_of(self._reader)
        self._tokens = (
            _reader.set(self._reader), _seated.set(None), _noted.set(None), _known.set(known)
        )  # fmt: skip

    def __exit__(self, *_error: object) -> None:
        reader, seats, notes, known = self._tokens
        _known.reset(known)
        _noted.reset(notes)
        _seated.reset(seats)
        _reader.reset(reader)


# ---- questions about the reader ------------------------------------------------------------------


def addressee() -> Addressee | None:
    """The reader to whom the program speaks now; ``None``: to nobody. What is made of him as a
    whole is shared only with readers who are equal."""
    now = _reader.get()
    if _noted.get() is not None:
        for question in ("names", "plays", "hand", "brief", *range(len(now.names) if now else 0)):
            _ask(question)
    return now


def has_reader() -> bool:
    """Whether the program speaks to somebody."""
    return _ask("names") is not None


def names_known() -> tuple[str, ...] | None:
    """The names of the match's players as the reader knows them, with his own; ``None``: nobody
    reads."""
    _ask("names")
    now = _reader.get()
    return None if now is None else now.names


def is_reader(player: int) -> bool:
    """Whether that *player* of the match is the reader."""
    return bool(_ask(player))


def is_to_player() -> bool:
    """Whether the reader is one of the players, who is called ``You``."""
    return bool(_ask("plays"))


def hand_of_reader() -> Controls:
    """The way in which the reader decides; ``""`` where nobody reads."""
    _ask("hand")
    now = _reader.get()
    return "" if now is None else now.hand


def is_brief() -> bool:
    """Whether the reader has been asked the same before, and wants the question in a few words:
    without examples, and without what the rules say anyway."""
    return bool(_ask("brief"))


def _ask(question: ReaderQuestion) -> object:
    """The answer to a *question* about the reader, which is noted; ``None``: nobody reads."""
    known = _known.get()
    answer = None if known is None else known.get(question, False)
    if (notes := _noted.get()) is not None:
        notes[question] = answer
    return answer


def _answers_of(reader: Addressee) -> Mapping[ReaderQuestion, object]:
    """The answers to all questions about *reader*."""
    return {
        **{player: player == reader.you for player in range(len(reader.names))},
        "names": (reader.names, reader.unnamed),
        "plays": reader.you is not None,
        "hand": reader.hand,
        "brief": reader.is_brief,
    }


Setting: TypeAlias = tuple[tuple[str, ...], tuple[int, ...] | None]
"""The languages to look for, and the players at the seats of the game that is told of."""
T = TypeVar("T")


def _are_answers(answers: Answers, known: ItemsView[ReaderQuestion, object] | None) -> bool:
    """Whether *answers* are among those *known*; ``None``: nobody reads, and each is ``None``."""
    if known is None:
        return not any(answer is not None for answer in answers.values())
    return answers.items() <= known


MOST_SHARED: Final = 12
"""The most makings of one thing that are cached, for readers of whom different things are true."""


class unasked(AbstractContextManager[None]):
    """A block whose questions about the reader are not noted: what is used of its result is the
    same for all readers, as the pieces of an open game are."""

    __slots__ = ("_token",)

    def __enter__(self) -> None:
        self._token = _noted.set(None)

    def __exit__(self, *_error: object) -> None:
        _noted.reset(self._token)


class Shared(list[tuple[Setting, Answers, T]]):
    """The makings of one thing, each with its language and seats, and with what was asked about its
    reader and the answers."""

    def find(self, make: Callable[[], T]) -> T:
        """The value that was made for a reader of the same language of whom, as far as that was
        asked, the same is true as of the one of now; or the value that *make* makes.

        *make* may depend on nothing else that changes. Raises what *make* raises.
        """
        setting, outer, about = (languages(), seated_players()), _noted.get(), _known.get()
        known = None if about is None else about.items()
        for made_in, answers, made in self:
            if made_in == setting and _are_answers(answers, known):
                if outer is not None:
                    outer.update(answers)
                return made
        answers = {}
        token = _noted.set(answers)
        try:
            made = make()
        finally:
            _noted.reset(token)
            if outer is not None:
                outer.update(answers)
        if len(self) >= MOST_SHARED:
            del self[0]
        self.append((setting, answers, made))
        return made


# ---- the players at the seats of one game --------------------------------------------------------


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


class seated(AbstractContextManager[None]):  # a block like those of ``contextlib``
    """Tells inside its block of a game at whose seats sit the *players* of the match, and which has
    those *seat_names*."""

    __slots__ = ("_here", "_token")

    def __init__(self, players: Sequence[int], seat_names: Callable[[], Sequence[str]]) -> None:
        now = _reader.get()
        self._here = None if now is None else _Seated(now, players, seat_names)

    def __enter__(self) -> None:
        # no generator: a scene enters forty such blocks
        self._token = None if self._here is None else _seated.set(self._here)

    def __exit__(self, *_error: object) -> None:
        if self._token is not None:
            _seated.reset(self._token)


def seated_players() -> tuple[int, ...] | None:
    """The players of the match at the seats of the game that is told of; ``None``: nobody reads, or
    it is told of no game."""
    here = _seated.get()
    return None if here is None else here.players


def called(seat: int, default: str) -> str:
    """The name by which the reader knows the player at *seat* of the game that is told of.

    *default*, the name of the seat, where nobody reads. The reader himself is called ``You``: a
    sentence on him that needs another form asks ``is_you`` first.
    """
    _ask("names")
    here = _seated.get()
    if here is None or not 0 <= seat < len(here.players):
        return default
    return _("You") if _ask(here.players[seat]) else here.names[seat]


def is_you(seat: int | None) -> bool:
    """Whether the player at *seat* of the game that is told of reads the sentence himself."""
    here = _seated.get()
    if here is None or seat is None or not 0 <= seat < len(here.players):
        _ask("plays")
        return False
    return bool(_ask(here.players[seat]))


def has_you() -> bool:
    """Whether the reader plays in the game that is told of, and has one seat in it."""
    here = _seated.get()
    if here is None:
        _ask("plays")
        return False
    all_asked = [_ask(player) for player in here.players]
    return any(all_asked)
