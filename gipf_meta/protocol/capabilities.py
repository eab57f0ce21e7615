"""Capabilities: methods that a game may offer beside ``Game``, with lessons and worths as data."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from random import Random
from typing import Any, ClassVar, Final, Protocol, runtime_checkable

from gipf_meta.base.texts import _
from gipf_meta.protocol.capability_kind import CapabilityKind
from gipf_meta.protocol.game import AnyGame, BadNotation, Game, Over, title_of
from gipf_meta.protocol.motion import Motion
from gipf_meta.protocol.searching import SearchBoard


@runtime_checkable
class LeadsOn(Protocol, metaclass=CapabilityKind):
    """A game that leads to a match of another game, as a board that is set up does."""

    @property
    def of(self) -> AnyGame:
        """The game to which it leads."""
        ...

    def how_to_begin(self, state: Any) -> dict[str, str]:
        """As the function of that name. Raises ``MoveError`` if no match can begin so."""
        ...


@runtime_checkable
class Positions(Protocol, metaclass=CapabilityKind):
    """Positions as one line of text: an inverse pair, which may forget the past."""

    def to_text(self, state: Any, ended: Over | None = None) -> str:
        """The position of *state*. *ended* is an end from outside the rules: resigned, drawn."""
        ...

    def from_text(self, text: str) -> Any:
        """The state of a position; the inverse of ``to_text``. Raises ``BadNotation``."""
        ...


_POSITION_TAG: Final = re.compile(r'\[\s*(?:FEN|Position)\s+"([^"]*)"\s*\]', re.IGNORECASE)
"""A position as the header of a text says it."""
_QUOTES: Final = ('""', "''", "“”", "„“", "«»", "``")


def bare_position(text: str) -> str:
    """A position without the signs around it where it was copied: a byte order mark, blanks,
    quotes, the header ``[Position "…"]`` or ``[FEN "…"]``."""
    bare = text.replace("\ufeff", "").strip()
    if tag := _POSITION_TAG.fullmatch(bare):
        return tag[1].strip()
    if len(bare) > 1 and bare[0] + bare[-1] in _QUOTES:
        return bare[1:-1].strip()
    return bare


def read_position(game: AnyGame, text: str, seats: int | None) -> tuple[Any, int]:
    """The state that *text* describes, and how many play in it: *seats*, if they are given. It may
    stand in quotes or in a header.

    Raises ``BadNotation``, also where the position is of another number of players.
    """
    if not isinstance(game, Positions):
        raise BadNotation(_("{game} has no positions on one line.").format(game=title_of(game)))
    state = game.from_text(bare_position(text))
    found = game.seats_of(state) or seats or game.seat_counts[0]
    if seats not in (None, found):
        raise BadNotation(
            _("The position is one of {found} players, not of {seats}.").format(
                found=found, seats=seats
            )
        )
    return state, found


@runtime_checkable
class OtherPositions(Protocol, metaclass=CapabilityKind):
    """Games whose positions others write on one line, too; ``from_text`` reads those as well."""

    def other_positions(self, state: Any) -> Mapping[str, str]:
        """The position of *state* in the forms of others, by their names; a form that cannot tell
        it is left out."""
        ...


def other_positions(game: AnyGame, state: Any) -> Mapping[str, str]:
    """The position of *state* in the forms of others, by their names, if *game* has any."""
    return game.other_positions(state) if isinstance(game, OtherPositions) else {}


@runtime_checkable
class Timed(Protocol, metaclass=CapabilityKind):
    """Games in which time can act. Times are whole milliseconds of a session's time."""

    @property
    def real_time(self) -> bool:
        """Whether time acts under these options; if not, the two methods are never called."""
        ...

    def advance(self, state: Any, ms: int) -> Any:
        """The state *ms* milliseconds later; two steps equal one step of their sum."""
        ...

    def deadline(self, state: Any) -> int | None:
        """The milliseconds until something happens if nobody acts; ``None``: never."""
        ...


def timed(game: AnyGame) -> Timed | None:
    """The game, if time acts in it under its options; ``None`` otherwise."""
    clock: Any = game
    return clock if _offers_time(type(game)) and clock.real_time else None


@cache
def _offers_time(kind: type[AnyGame]) -> bool:
    """Whether games of that *kind* are ``Timed``. Cached: every decision asks it."""
    return all(hasattr(kind, name) for name in ("real_time", "advance", "deadline"))


@runtime_checkable
class Eventful(Protocol, metaclass=CapabilityKind):
    """Games in which something happens without a decision: a glass runs out, a turn is lost."""

    def happenings(self, state: Any, move: Any = None, ms: int = 0) -> Sequence[str]:
        """A sentence on each thing that happens when *move* is played, or in *ms* milliseconds."""
        ...


@runtime_checkable
class Aimed(Protocol, metaclass=CapabilityKind):
    """Games that say how they are won."""

    def aim(self) -> str:
        """How the game is won as its options have it, in a sentence: ``The first row of five
        wins.``"""
        ...


def aim_of(game: AnyGame) -> str:
    """How *game* is won, in a sentence; ``""`` where it does not say."""
    return game.aim() if isinstance(game, Aimed) else ""


@runtime_checkable
class Explained(Protocol, metaclass=CapabilityKind):
    """Games that say why they are over in more words than ``Game.end_words``."""

    def explain_end(self, state: Any, end: Over) -> str:
        """Why the game is over in *state*, in words that follow the winner and a colon: ``three
        white, three grey and three black marbles``.

        They count what counted, and name what lies on the board rather than players.
        """
        ...


@runtime_checkable
class Narrated(Protocol, metaclass=CapabilityKind):
    """Games that say what a player has done, as the label of a choice says what he may do.

    Their labels follow ``You``, too: ``place a ring on c3``.
    """

    def predicate(self, state: Any, move: Any) -> str:
        """The decision *move* in *state*, in words that follow the player's name, with what it
        captures: ``places a ring on c3``.

        ``""``: it is a part of a later decision, which says it. What ``happenings`` tell is left
        out.
        """
        ...


@runtime_checkable
class Moving(Protocol, metaclass=CapabilityKind):
    """Games that report which piece moved where, so that interfaces need not guess it."""

    def moved(self, before: Any, move: Any, after: Any) -> Sequence[Motion]:
        """The motions, in order, by which *move* leads from *before* to *after*: a decision, a draw
        of luck, or the end of a duel."""
        ...


@runtime_checkable
class Evaluated(Protocol, metaclass=CapabilityKind):
    """Games that can judge a position."""

    def evaluate(self, state: Any, seat: int) -> float:
        """The worth of the position to *seat*, from -1 (lost) to 1 (won)."""
        ...


@runtime_checkable
class MovesEvaluated(Protocol, metaclass=CapabilityKind):
    """Games that judge all decisions in a position at once, faster than one after the other."""

    def evaluate_moves(self, state: Any, seat: int, moves: Sequence[Any]) -> Sequence[float]:
        """The worth of *state* to *seat* after each of *moves*, which are legal.

        The answers are those of ``evaluate`` for the states after ``apply``, to the last digit.
        """
        ...


@runtime_checkable
class QuietMovesEvaluated(Protocol, metaclass=CapabilityKind):
    """Games that judge many decisions without playing them, so that a search may stop there."""

    def evaluate_quiet_moves(
        self, state: Any, seat: int, moves: Sequence[Any]
    ) -> Sequence[float | None]:
        """The worth of *state* to *seat*, which is on turn, after each quiet one of *moves*, as
        ``evaluate`` gives it; ``None`` for the others.

        A quiet move ends the turn, and the seat on turn then has more than one decision. ``None``
        is always allowed, also for a quiet move.
        """
        ...


@runtime_checkable
class Solved(Protocol, metaclass=CapabilityKind):
    """Games that know the outcome of some positions without a search."""

    def solve(self, state: Any) -> float | None:
        """The certain outcome of *state* for the seat on turn, -1, 0 or 1; ``None`` where a search
        has to find it."""
        ...


@runtime_checkable
class Learning(Protocol, metaclass=CapabilityKind):
    """Games whose judgement learns: it adds the worths of features to a lead of its own.

    A lead is the logarithm of the odds of winning. ``gipf-meta train`` finds the worths.
    """

    @property
    def worths(self) -> Sequence[int]:
        """The worth of each feature to the seat that has it, in thousandths of the lead's unit.

        A constant of the class or a cached property, for ``with_worths`` puts others beside it.
        """
        ...

    def features(self, state: Any, seat: int) -> Sequence[int]:
        """The numbers of the features in *state* as *seat* sees it, which is on turn.

        A feature that is there twice is named twice.
        """
        ...


@runtime_checkable
class Searchable(Protocol, metaclass=CapabilityKind):
    """Games whose positions a search can play on and take back, much faster than by new states."""

    def search_board(self, state: Any) -> SearchBoard | None:
        """A board of *state*, in which a seat is on turn, for a match of two.

        ``None`` where luck or a duel may come or the options forbid it: then it is searched by
        its states.
        """
        ...


@runtime_checkable
class Reasoned(Protocol, metaclass=CapabilityKind):
    """Games that explain a turn in their own terms; hints show it."""

    def reasons(self, before: Any, moves: Sequence[Any], after: Any, seat: int) -> Iterable[str]:
        """Sentences to *seat*, the weightiest first, on the effects of its *moves* that led from
        *before* to *after*: a whole turn of it, or the rest of one.

        Each is true by the rules, whatever is played later.
        """
        ...


@runtime_checkable
class ForcedMoves(Protocol, metaclass=CapabilityKind):
    """Games that know without a list of moves whether there is a choice."""

    def is_forced(self, state: Any, seat: int) -> bool:
        """Whether ``turn_moves`` has exactly one move."""
        ...


@runtime_checkable
class Measured(Protocol, metaclass=CapabilityKind):
    """Games with measured strengths of bots, from which the odds of duels follow."""

    strengths: ClassVar[Mapping[str, float]]
    """Points of Elo by the names of bots, from ``beginner`` on."""


@runtime_checkable
class Varied(Protocol, metaclass=CapabilityKind):
    """Games whose matches begin differently, though many first turns are equally good."""

    varied_turns: ClassVar[int]
    """The number of first turns in which bots choose by lot among equally good moves."""


@runtime_checkable
class Sensible(Protocol, metaclass=CapabilityKind):
    """Games with rules of thumb that every beginner knows, however much he misjudges."""

    def sensible_moves(self, state: Any, seat: int, moves: Sequence[Any]) -> Sequence[Any]:
        """Those of *moves* that such a rule leaves to *seat*; at least one."""
        ...


@runtime_checkable
class Fast(Protocol, metaclass=CapabilityKind):
    """Games that finish a position at random faster than the host can, for bots that search."""

    def playout(self, state: Any, rng: Random) -> tuple[float, ...]:
        """Plays on at random and returns each seat's utility: 1 won, 0 drawn, -1 lost.

        All decisions of a turn are equally likely, luck draws by its weights, a lot decides duels,
        and where time acts every decision after the first takes 1000 ms. Of several winners each
        gets 1.
        """
        ...


@runtime_checkable
class Tallied(Protocol, metaclass=CapabilityKind):
    """Games with events that statistics count over many matches."""

    @classmethod
    def tally(cls, turns: Iterable[str]) -> Mapping[str, Mapping[str, int]]:
        """The number of times that each event occurs in *turns*, the texts of whole turns.

        The answer groups the events: ``{group: {event: count}}``.
        """
        ...


@runtime_checkable
class Taught(Protocol, metaclass=CapabilityKind):
    """Games that bring lessons: a first game, page by page."""

    @classmethod
    def lessons(cls) -> Sequence[Lesson]:
        """The lessons, in the order in which a beginner takes them."""
        ...


@runtime_checkable
class Factual(Protocol, metaclass=CapabilityKind):
    """Games whose rules text names what follows from the options, beside the options themselves."""

    @property
    def rules_facts(self) -> Mapping[str, str | int]:
        """Values by the names that the text has for them, perhaps those of options."""
        ...


@runtime_checkable
class Adaptable(Protocol, metaclass=CapabilityKind):
    """Games whose options name the games that decide their duels."""

    def duels(self) -> Sequence[tuple[str, Mapping[str, Any]]]:
        """The ids of the games that may decide a duel, with their options."""
        ...

    def adapted_to(self, installed: Sequence[str]) -> tuple[AnyGame, tuple[str, ...]]:
        """The game as it can be played where the games with ids *installed* are installed.

        Comes with a notice, one sentence, for each option that had to change.
        """
        ...


@dataclass(frozen=True, slots=True)
class Page:
    """*words* to read, and perhaps a move to make.

    *words* are written for the eye, which is led on the board; what stands in square brackets in
    them is for those who read line by line or by ear, and the places that it names are lit:
    ``"White has three in a line[: c5, d5 and e5]."``

    *asked* are texts of decisions or whole turns; each of them leads to the next page. A page
    without them asks for no move. The host shows and says what to choose, unless the page has the
    pupil *find* it: then only after a wrong try. *mistakes* are tempting decisions, each with the
    sentence that says why not. *hints* are sentences, written as *words* are, that a page that has
    to be found gives one after the other, when it is asked, before it shows what it asks for; such
    a page is tried until it is found, and a wrong try shows nothing. *answer* are the moves of
    others before the next page. Before the
    page is shown, *position* sets the board up anew, as ``Positions.from_text`` reads it, and *ms*
    milliseconds pass.
    """

    words: str
    asked: tuple[str, ...] = ()
    answer: tuple[str, ...] = ()
    position: str = ""
    ms: int = 0
    find: bool = False
    mistakes: tuple[tuple[str, str], ...] = ()
    hints: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Lesson:
    """*pages* from the start of a game with *options*, texts ``NAME=VALUE`` as for ``--set``.

    *id* names the lesson where the host remembers that it was taken: lower-case letters, digits
    and ``_``. *theme* is that of the puzzles that are offered after it.
    """

    id: str
    title: str
    summary: str
    pages: tuple[Page, ...]
    options: tuple[str, ...] = ()
    theme: str = ""


def asks_for_duels(game: AnyGame) -> bool:
    """Whether a duel may decide a question of *game*."""
    if isinstance(game, Adaptable):
        return bool(game.duels())
    return type(game).settle is not Game.settle


def read_worths(package: str) -> tuple[int, ...]:
    """The numbers in ``worths.json`` of *package*, as ``gipf-meta train`` writes them."""
    return tuple(json.loads((files(package) / "worths.json").read_text(encoding="ascii")))


def with_worths(game: AnyGame, worths: Sequence[int]) -> AnyGame:
    """*game*, which is ``Learning``, made anew with a judgement by other *worths*."""
    other = type(game)(**game.model_dump())
    other.__dict__["worths"] = tuple(worths)  # games are frozen, and this is no option
    return other
