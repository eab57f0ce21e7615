"""The protocol between a game and the host. ``Game`` holds the methods, the rest are values.

A game is a configured, immutable set of pure functions over immutable states. Its fields are its
options. ``status(state)`` answers the only question a host asks: who acts next? Time, luck and
duels enter a state from outside, as values, so a replay is a fold and a suspended game is a state
that does not change.

A player can cause two errors; each text is one sentence to the player
(``gipf_meta/base/errors.py`` draws the whole family):

    MoveError
      BadNotation     the text is no move of this game
      IllegalMove     it is a move, but not here: what was tried, why not, what is possible
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, ClassVar, Final, Generic, Literal, Self, TypeAlias, TypeVar

from pydantic import BaseModel, ConfigDict

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.names import plain_letters
from gipf_meta.base.texts import N_, _, catalogue_of, language_names, spoken
from gipf_meta.protocol.view import View

PROTOCOL = "1.0"
"""The version of the names that plugins import from ``gipf_meta``. A plugin says which version it
needs by ``PROTOCOL = "1.0"`` in its module; a 1.x host takes plugins of the same or a smaller x."""

NOBODY: Final = -1
"""The seat for which spectators get a view: a seat that no player has."""

S = TypeVar("S")
M = TypeVar("M")


class MoveError(GipfMetaError, ValueError):
    """The move cannot be played; one sentence to the player."""


class BadNotation(MoveError):
    """The text is no move of this game."""


class IllegalMove(MoveError):
    """The text is a move, but the rules forbid it here."""


@dataclass(frozen=True, slots=True)
class Turn:
    """*seat* decides. Decisions with the same *number* are one turn in records and move lists.

    Seats count from 0, turns from 1.
    """

    seat: int
    number: int


@lru_cache(maxsize=4096)
def turn(seat: int, number: int) -> Turn:
    """A shared ``Turn`` value, for ``status``: it is called for every decision."""
    return Turn(seat, number)


@dataclass(frozen=True, slots=True)
class Chance(Generic[M]):
    """Luck decides: the host draws one of the *outcomes*, pairs ``(move, weight)``, and plays it.

    The move belongs to turn *number*; ``None``: to the turn before it.
    """

    outcomes: tuple[tuple[M, int], ...]
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Duel:
    """Another game decides. ``Game.settle`` tells this game who won.

    *game* is the id of the other game, *options* its options as text or values. *seats* are the
    seats of this game that sit at seat 0, 1, … of the duel; the duel's seat 0 begins. *claimant*
    is the seat of this game whose claim is contested. If the duel's game has an option
    ``claimant``, the host sets it to that player's seat in the duel.
    """

    game: str
    seats: tuple[int, ...]
    claimant: int
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Over:
    """The game is over. No winners is a draw.

    *scores* and *sheets* (columns of entries, as JSON takes them) have one item for each side, in
    games that keep them.
    """

    winners: tuple[int, ...]
    reason: str
    scores: tuple[int, ...] | None = None
    sheets: tuple[Mapping[str, Any], ...] | None = field(default=None, hash=False)


Status: TypeAlias = Turn | Chance[M] | Duel | Over


@dataclass(frozen=True, slots=True)
class Preset:
    """A way to play a game that has a name: a *title*, a sentence, and the *options* that make it.

    Hosts offer presets to a person who sets a match up. *id* has lower-case letters, digits, ``_``.
    """

    id: str
    title: str
    words: str
    options: Mapping[str, Any] = field(default_factory=dict)


class Game(BaseModel, Generic[S, M]):
    """A game with its options. States and moves are frozen, hashable values.

    A move is one decision, not one turn; several decisions with one turn number are one turn.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", serialize_by_alias=True)

    id: ClassVar[str]
    title: ClassVar[str]
    tagline: ClassVar[str]
    motto: ClassVar[str] = ""
    """The game's character in a few words, below its board; by default the tagline stands there."""
    seat_counts: ClassVar[range] = range(2, 3)
    seat_names: ClassVar[tuple[str, ...]]
    option_words: ClassVar[Mapping[str, str]] = {}
    """Words for options and their values, in place of those in their declarations (``Option``):
    ``{"end": N_("the end"), "end=bag": N_("an empty bag")}``. An option without words is called by
    its name."""
    end_words: ClassVar[Mapping[str, str]] = {}
    """Words for each reason of ``Over``: ``{"no_move": N_("no move is left")}``. They stand in
    brackets behind the winner. A reason without words is its id with spaces."""
    rules_version: ClassVar[int] = 1
    positions_forget: ClassVar[Mapping[str, Mapping[str, Any]]] = {}
    """The facts that positions on one line leave out, in words, each with the options under which
    it does not matter: ``{N_("how often a position has stood"): {"repetition_count": 0}}``.
    Positions hold all else that decides how a match goes on."""
    one_text_per_path: ClassVar[bool] = True
    """``False`` if two ways of deciding a turn may have one text; ``perft`` then counts texts."""
    needs_people: ClassVar[bool] = False
    """Only people can decide here: where some play, the host asks them for a bot's decisions."""
    decides_duels: ClassVar[bool] = True
    """A duel of another game can be played in it. A pad that keeps scores decides none."""
    is_open: ClassVar[bool] = False
    """Seats that are not on turn see exactly what spectators see, and nothing differs in pieces."""
    is_kept: ClassVar[bool] = True
    """Libraries keep its matches. A board that is set up is no match."""
    list_order: ClassVar[int] = 1000
    """The place of the game in lists: lower numbers come first, those of one number by title."""
    shown_position: ClassVar[str] = ""
    """A position by which pictures show the game; without one bots play some turns for them."""
    playouts_tell: ClassVar[float] = 0.0
    """The weight of random playouts, against ``evaluate``, in a search's judgement: 0 to 1."""
    searched_by: ClassVar[Literal["tree", "alpha-beta"]] = "tree"
    """How a search looks ahead. A tree grows where moves look good: it suits many moves, and more
    than two always. Alpha-beta looks at all answers: it suits tactical games with little luck."""
    levels: ClassVar[Mapping[str, tuple[int, float]]] = {}
    """The levels of bots that differ from other games: positions, errors in their judgement."""
    positions_a_second: ClassVar[int] = 20_000
    """The positions that a compiled search looks at in a second: a hint's, or ``expert``'s."""
    writes_resignations: ClassVar[bool] = False
    """The game's own notation has a token for resigning."""
    gentle_start: ClassVar[Mapping[str, Any]] = {}
    """Options for a first match, which hosts offer to a person who has never played the game."""
    gentle_words: ClassVar[str] = ""
    """One sentence on what is gentle in a match with these options."""
    own_tags: ClassVar[Mapping[str, Mapping[str, Any]]] = {}
    """The tags for draws of luck, spelled so, each with the options under which luck draws so."""
    presets: ClassVar[tuple[Preset, ...]] = ()
    """The ways to play that hosts offer by name, with the usual one; none: the options alone."""

    @classmethod
    def of_rules_version(cls, version: int) -> type[Self]:
        """The class that plays by the rules *version*, for older records; by default this one."""
        return cls

    def start(self, seats: int) -> S:
        """The state before the first decision. Raises ``ValueError`` for impossible options."""
        raise NotImplementedError

    def check_new_match(self) -> None:
        """Raises ``ValueError`` if no new match may begin with these options.

        Options that a record of an earlier match may have are refused here, not when they are read.
        """

    def status(self, state: S) -> Status[M]:
        """The next to act: a seat, luck, another game, or nobody."""
        raise NotImplementedError

    def legal_moves(self, state: S, seat: int) -> Sequence[M]:
        """All decisions *seat* may take now, also out of turn; empty when it may do nothing."""
        raise NotImplementedError

    def turn_moves(self, state: S, seat: int) -> Sequence[M]:
        """Those of ``legal_moves`` that make up the seat's turn; the others stand beside it. Bots
        choose among these, and counts of turns use them alone."""
        return self.legal_moves(state, seat)

    def apply(self, state: S, move: M) -> S:
        """The state after *move*. Trusts it: legality is checked once, in ``parse``."""
        raise NotImplementedError

    def format(self, state: S, move: M) -> str:
        """The canonical text of one decision, of luck, or of a duel's end."""
        raise NotImplementedError

    def view(self, state: S, seat: int | None) -> View:
        """The picture for *seat*; ``None``: for the seat that acts.

        ``NOBODY``: for spectators, with nothing that a player hides from others and no choices.
        """
        raise NotImplementedError

    def parse(self, state: S, seat: int, text: str) -> M:
        """The move that *text* names: the one gate of legality, the inverse of ``format``.

        Small and capital letters may be mixed up where only one legal move can be meant. Raises
        ``BadNotation`` or ``IllegalMove`` with a sentence to the player.
        """
        wanted = text.strip()
        texts: list[str] = []
        legal = self.legal_moves(state, seat)
        for move in legal:
            texts.append(self.format(state, move))
            if texts[-1] == wanted:
                return move
        meant = same_but_for_case(wanted, texts)
        if len(meant) == 1:
            return legal[meant[0]]
        if meant:
            raise IllegalMove(_which_case(wanted, [texts[n] for n in meant]))
        some = ", ".join(texts[:8])
        more = _.many(" and {count} more", " and {count} more", len(legal) - 8) if legal[8:] else ""
        raise IllegalMove(
            _("{wanted!r} cannot be played now; possible: {some}{more}.").format(
                wanted=wanted, some=some or _("nothing"), more=more.format(count=len(legal) - 8)
            )
        )

    def format_turn(self, state: S, moves: Sequence[M]) -> str:
        """The canonical text of a whole turn: *moves* played from *state*, where the turn began.

        *moves* may stop short of the end of the turn.
        """
        return ",".join(text for text, _ in self.texts(state, moves))

    def list_text(self, state: S, moves: Sequence[M]) -> str:
        """*moves* of one turn, played from *state*, as a list of turns shows them to people.

        Empty where the notation is clear enough. Nothing reads this text.
        """
        return ""

    def parse_turn(self, state: S, text: str) -> tuple[M, ...]:
        """The decisions of a whole turn: the inverse of ``format_turn``.

        The text contains the draws of luck inside the turn and, in games that ask for duels, the
        end of a duel. Raises like ``parse``.
        """
        moves: list[M] = []
        number: int | None = None
        for part in text.split(","):
            now = self.status(state)
            turn_number = now.number if isinstance(now, Turn | Chance) else None
            if number is not None and turn_number not in (number, None):
                raise IllegalMove(_("{text!r} goes on after its turn is over.").format(text=text))
            number = turn_number or number
            if isinstance(now, Turn):
                moves.append(self.parse(state, now.seat, part))
            elif isinstance(now, Chance):
                moves.append(self._parse_outcome(state, now, part))
            else:
                raise IllegalMove(_("{text!r} goes on after its turn is over.").format(text=text))
            state = self.apply(state, moves[-1])
        return tuple(moves)

    def _parse_outcome(self, state: S, luck: Chance[M], text: str) -> M:
        """The outcome of *luck* that *text* names, as ``parse``. Raises ``IllegalMove``."""
        texts = {self.format(state, outcome): outcome for outcome, _ in luck.outcomes}
        wanted = text.strip()
        if wanted in texts:
            return texts[wanted]
        names = list(texts)
        meant = [names[n] for n in same_but_for_case(wanted, names)]
        if len(meant) == 1:
            return texts[meant[0]]
        if meant:
            raise IllegalMove(_which_case(wanted, meant))
        raise IllegalMove(
            _("luck cannot draw {text!r} there; possible: {some}.").format(
                text=wanted, some=", ".join(names[:8])
            )
        )

    def play_line(
        self, state: S, text: str, following: Callable[[], str] = str
    ) -> Iterator[tuple[str | None, S]]:
        """Plays one line of a game written in its notation: by default, one turn.

        Yields the canonical text of the play, ``None`` for a line that plays nothing, and the
        state after it. *following* returns the next line, for games that need it to understand
        this one. Raises like ``parse``.
        """
        now = self.status(state)
        if isinstance(now, Over):
            raise IllegalMove(_("the game is over ({reason}).").format(reason=reason_of(self, now)))
        moves = self.parse_turn(state, text)
        canonical = self.format_turn(state, moves)
        for move in moves:
            state = self.apply(state, move)
        yield canonical, state

    def read_own_tag(self, state: S, name: str, value: str) -> Sequence[M]:
        """The draws that a tag of ``own_tags`` says, from *state*. Raises like ``parse``."""
        raise NotImplementedError(f"{self.id} does not read its tags")

    def allies(self, state: S, seat: int) -> Sequence[int]:
        """The seats that win and lose together with *seat*, itself included."""
        return (seat,)

    def seats_of(self, state: S) -> int | None:
        """The number of players in *state*; ``None`` if a state does not tell it."""
        return None

    def settle(self, state: S, winner: int | None, game: str) -> M:
        """The move that ends the duel of this state: seat *winner* won *game*; ``None``: a draw."""
        raise NotImplementedError(f"{self.id} never asks for a duel")

    @property
    def parts(self) -> Mapping[str, str]:
        """The parts from other packages that a match needs, by name, with package and version.

        A record says it; without one of these parts it can be listed, but not replayed.
        """
        return {}

    def options_in_record(self) -> dict[str, Any]:
        """The options as a record holds them, as JSON. A game may leave out those that have their
        defaults, so that a program that lacks a part which is not used reads the record."""
        return self.model_dump(mode="json")

    @classmethod
    def installed_parts(cls) -> Mapping[str, str]:
        """All that ``parts`` can name here, each with its package and version."""
        return {}

    @classmethod
    def refused_parts(cls) -> Mapping[str, tuple[str, str]]:
        """The parts that packages bring to this game and it does not use, by name: the package with
        its version, and a sentence why."""
        return {}

    @property
    def rules_text(self) -> str:
        """The rules in short, for players: plain text or Markdown."""
        return ""

    @property
    def starter_words(self) -> str:
        """Words for the player who begins where the game itself decides that, in the player's
        language: ``who draws the highest tile``. Empty where seat 0 begins."""
        return ""

    def texts(self, state: S, moves: Sequence[M]) -> Iterator[tuple[str, S]]:
        """Each of *moves*, played from *state*, as text with the state before it."""
        for move in moves:
            yield self.format(state, move), state
            state = self.apply(state, move)


AnyGame: TypeAlias = Game[Any, Any]


def same_but_for_case(wanted: str, texts: Sequence[str]) -> list[int]:
    """The places in *texts* of those that are *wanted* but for small and capital letters."""
    folded = wanted.casefold()
    return [n for n, text in enumerate(texts) if text.casefold() == folded]


def _which_case(wanted: str, meant: Sequence[str]) -> str:
    """The sentence on a text that, but for its case, is more than one move."""
    return _("{wanted!r} can be {some}: mind small and capital letters.").format(
        wanted=wanted, some=_(" or ").join(meant)
    )


DRAWN: Final = "draw"
"""The reason of a game that is drawn, where there is nothing more to say."""
END_WORDS: Final[Mapping[str, str]] = {
    "resign": N_("resignation"),
    DRAWN: N_("draw"),
    "time": N_("no time left"),
    "absence": N_("absence"),
}
"""Words for the reasons for which the host ends a game; as ``Game.end_words``."""


def title_of(game: AnyGame | type[AnyGame]) -> str:
    """The game's title in the player's language."""
    return catalogue_of(game)(game.title)


def game_called(words: str, games: Iterable[type[AnyGame]]) -> type[AnyGame] | None:
    """The one of *games* that *words* name, by its id or its title: accents, signs and capitals do
    not count; ``None``: none of them."""
    meant = plain_letters(words)
    for game in games:
        if meant in map(plain_letters, (game.id, game.title, title_of(game))):
            return game
    return None


def tagline_of(game: AnyGame | type[AnyGame]) -> str:
    """The game's tagline in the player's language."""
    return catalogue_of(game)(game.tagline)


def motto_of(game: type[AnyGame]) -> str:
    """The game's motto in the player's language; its tagline if it has none."""
    return catalogue_of(game)(game.motto or game.tagline)


def seat_name(game: AnyGame | type[AnyGame], seat: int) -> str:
    """The name of a seat in the player's language."""
    return catalogue_of(game)(game.seat_names[seat])


def seat_names(game: AnyGame | type[AnyGame], seat: int) -> tuple[str, ...]:
    """The names of a seat in all languages of the program, its own name first."""
    called = [game.seat_names[seat]]
    for code in language_names():
        with spoken(code):
            called.append(seat_name(game, seat))
    return tuple(dict.fromkeys(called))


def reason_of(game: AnyGame, end: Over) -> str:
    """The reason why the game is over, in words of ``reason_words``."""
    return reason_words(game, end.reason)


def reason_words(game: AnyGame | type[AnyGame] | None, reason: str) -> str:
    """Words for the *reason* of *game*, in the player's language; *game* ``None``: not installed.

    Words come from the game's ``end_words``, else from its catalogue, else from the host. A reason
    that has none is its id with spaces: ``no move``.
    """
    if game is not None:
        words = catalogue_of(game)(game.end_words.get(reason, reason))
        if words != reason:
            return words
    return _(END_WORDS.get(reason, reason)).replace("_", " ")


def beside_moves(game: AnyGame, state: Any, seat: int) -> list[Any]:
    """The legal decisions of *seat* that make up no turn: claims, replies out of turn."""
    turn_moves = game.turn_moves(state, seat)
    return [move for move in game.legal_moves(state, seat) if move not in turn_moves]
