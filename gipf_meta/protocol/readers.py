"""Readers of the records of others, and the games that they read, as values.

A reader knows one form in which games are written elsewhere. It returns what a text says, and
judges nothing: the host plays it through the gate of legality, keeps all turns before the first
fault, and says where that is. Turns come in the game's notation, as people may type it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from gipf_meta.base.sgf import GameTree

DEEPEST_VARIATIONS: Final = 2_000
"""The most variations inside each other that a text or a record tells: names of turns grow with
them. People make half as many; to promote a line makes them a little deeper."""


@dataclass(frozen=True, slots=True)
class WrittenTurn:
    """A turn, or a decision, as a text says it: *text* in the game's notation.

    *seat* is whose it is, *ms* the milliseconds of the game when it was played, where the text says
    so. *signs* judge it, such as ``!`` or ``?!``. *variations* are lines that begin instead of this
    turn. *place* is where in the text it stands, for sentences: ``line 12``.
    """

    text: str
    seat: int | None = None
    comment: str = ""
    signs: str = ""
    ms: int | None = None
    variations: tuple[tuple[WrittenTurn, ...], ...] = ()
    place: str = ""


@dataclass(frozen=True, slots=True)
class WrittenResult:
    """How a text says that a game ended: the seats that won, none after a draw, and the reason.

    The reason counts where the rules have not ended the game: ``resign``, ``draw``, ``time``;
    empty where the text says no reason.
    """

    winners: tuple[int, ...]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class WrittenGame:
    """A game as a text says it; fields that the text does not tell stay empty.

    *game* is the id of a game, *options* are its options as values or texts. *names* are those of
    the players, seat by seat, and as many as play. *about* are other facts in the text, by words
    such as ``date`` (``2008-06-14``), ``event``, ``place``, ``source``, ``annotator``, ``clock``.
    *comment* stands before the first turn. *position* is where the game begins, if not at its
    start. *luck* are the draws of luck, in their order, where the turns do not tell
    them. *leaves_out_forced*: the text may leave out decisions of seats that have no other one.
    *fault* is a sentence on unreadable text behind the last turn. *ms* is the time of the
    game when it ended, where the text says so. *told* are sentences on parts of the text that no
    record holds, such as lines that are passed over.
    """

    game: str
    turns: tuple[WrittenTurn, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    names: tuple[str, ...] = ("", "")
    about: Mapping[str, str] = field(default_factory=dict)
    comment: str = ""
    position: str = ""
    luck: tuple[str, ...] = ()
    result: WrittenResult | None = None
    leaves_out_forced: bool = False
    fault: str = ""
    ms: int | None = None
    told: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RefusedGame:
    """A game of a text that cannot be read, and a sentence *why*; the others of it are."""

    why: str


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads one form of records of others. *name* is ASCII and its own; *words* describe the form.

    *looks_like* tells by the content whether a text may be of that form, quickly: it is called for
    every text. *read* yields the games of such a text, in order, and a ``RefusedGame`` for one that
    it cannot read; it raises ``ValueError``, with a sentence, where it finds none. A fault inside a
    game is no error but the game's *fault*. *example* is a short text of that form, made by the
    author: the kit damages it in every way it knows.

    *write* is the inverse, where there is one: the text of a game, such that *read* says that game
    again; it raises ``ValueError``, with a sentence, for what the form cannot tell. *ending* is how
    the names of such files end, ``.zen``, where people say the form by it.
    """

    name: str
    words: str
    looks_like: Callable[[str], bool]
    read: Callable[[str], Iterable[WrittenGame | RefusedGame]]
    example: str = ""
    write: Callable[[WrittenGame], str] | None = None
    ending: str = ""


PlaceOf: TypeAlias = Callable[[int], str]
"""The place of a letter of a text, by its index, for sentences: ``line 12``."""


@dataclass(frozen=True, slots=True)
class SgfReader:
    """As ``Reader``, for a form that is SGF: the host parses it, and calls this for each game.

    *knows* is called with the properties of the first node of a game, each with its first value.
    *read* returns the game of a tree that it knows; it raises ``ValueError``, with a sentence,
    where it cannot.
    """

    name: str
    words: str
    knows: Callable[[Mapping[str, str]], bool]
    read: Callable[[GameTree, PlaceOf], WrittenGame]
    example: str = ""
    write: Callable[[WrittenGame], str] | None = None
    ending: str = ""


AnyReader: TypeAlias = Reader | SgfReader
