"""A game's notation at boardspace.net: the gestures in the site's SGF files, and their meaning.

The site writes down what people did with the mouse: picked, dropped, pressed Done. A gesture is its
words, ``("rtob", "2", "2", "C", "3")``, the first in small letters. How a file is laid out, who sat
where, and what was taken back is the host's business; a game only knows its own words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, Protocol, TypeAlias, runtime_checkable

from gipf_meta.protocol.capability_kind import CapabilityKind

SiteGesture: TypeAlias = tuple[str, ...]


def site_place(words: Sequence[str]) -> str:
    """The place that the site calls by two *words*: ``d4`` for ``D 4``. Raises ``ValueError``."""
    column, row = words
    return f"{column.lower()}{int(row)}"


class SiteTurn(NamedTuple):
    """The *gestures* of one *seat* up to Done, or until another seat's; Done is not among them.

    Seat 0 made the first of them. *side* is the player's number at the site, which chooses colours.
    """

    seat: int
    side: int
    gestures: tuple[SiteGesture, ...]


class SiteStart(NamedTuple):
    """How the site begins a game: the *words* of ``SU``, the *gestures* before the start, the side
    that moves *first*, at seat 0, and the *date*, such as ``2008-06-14``, where it is known."""

    words: SiteGesture
    gestures: tuple[SiteGesture, ...] = ()
    first: int = 0
    date: str = ""


class SiteHand(Protocol):
    """A turn that gestures make up, one after the other."""

    def take(self, gesture: SiteGesture, /) -> None:
        """Goes on by *gesture*. Raises ``BadNotation`` for one that is not understood."""
        ...

    def text(self) -> str:
        """The turn in the notation of the game."""
        ...


@dataclass(frozen=True, slots=True)
class Boardspace:
    """The notation of a game at boardspace.net: data and stateless functions.

    *number* stands in ``GM``. *setups* are the first words of ``SU`` that are this game's, in small
    letters; *example* are the gestures of some turns of the first of them, or of the
    *example_start*, the words of ``SU``. With *tells_time* each
    gesture in a file ends with the time of the game, in ms; here they come without it.

    *options* are those of a game that begins with a ``SiteStart``. *read* yields each turn of such
    a game in its notation: one text for each ``SiteTurn``, or one for each of its gestures; ``""``
    where nothing has happened. Both raise ``BadNotation`` where the site's game is another, or a
    gesture is not understood.

    *start* is the inverse of *options*, *write* of *read*: it returns the gestures of the decisions
    that one seat has made in a turn, each with the state before it, without Done; none, if they
    decide too little for the site to show. Both raise ``BadNotation`` for what it cannot show; both
    are ``None`` where it shows no match of ours.

    Where the site draws lots: *luck* is what it drew in a ``SiteStart`` for a game, configured, in
    the order in which that draws. Raises ``BadNotation`` where the file does not say it.

    Where people set positions up at the site: *position* is where a game, configured, begins in a
    ``SiteStart``, empty for the usual start of its options; in a position the site's players keep
    their seats, whichever side begins. *set_up* is its inverse.
    """

    number: str
    setups: tuple[str, ...]
    options: Callable[[SiteStart], Mapping[str, Any]]
    read: Callable[[Any, Iterable[SiteTurn]], Iterator[str | Sequence[str]]]
    start: Callable[[Any], SiteStart] | None
    write: Callable[[Any, Sequence[tuple[Any, Any]]], Sequence[SiteGesture]] | None
    example: Sequence[Sequence[SiteGesture]]
    tells_time: bool = False
    luck: Callable[[Any, SiteStart], Sequence[str]] | None = None
    position: Callable[[Any, SiteStart], str] | None = None
    set_up: Callable[[Any, str], SiteStart] | None = None
    example_start: SiteGesture = ()

    @staticmethod
    def words(place: str) -> SiteGesture:
        """Returns the words by which the site calls *place*: the inverse of ``site_place``."""
        return place[0].upper(), place[1:]

    @staticmethod
    def each_turn(
        begin: Callable[[], SiteHand],
    ) -> Callable[[Any, Iterable[SiteTurn]], Iterator[str]]:
        """Returns a *read* for turns that say all of themselves: *begin* makes a hand for each."""

        def read(game: Any, turns: Iterable[SiteTurn]) -> Iterator[str]:
            for turn in turns:
                hand = begin()
                for gesture in turn.gestures:
                    hand.take(gesture)
                yield hand.text()

        return read


@runtime_checkable
class KeptByBoardspace(Protocol, metaclass=CapabilityKind):
    """Games that boardspace.net has, too: its records of them are read, and ours are written so."""

    boardspace: ClassVar[Boardspace]
