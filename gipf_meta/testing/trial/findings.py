"""The findings of the kit: a law holds, or is broken; a method that fails or hangs is named."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.sentences import describe_error, one_line
from gipf_meta.base.timelimit import TookTooLong, time_limit
from gipf_meta.protocol.failures import GameFailed, origin_of
from gipf_meta.protocol.game import AnyGame, MoveError
from gipf_meta.protocol.gate import Gate


class Broken(Exception):
    """A law does not hold: *what* the kit saw, and *advice* that names a method to look at."""

    def __init__(self, what: str, advice: str) -> None:
        super().__init__(what)
        self.what = what
        self.advice = advice


class NotAsked(Exception):
    """A law cannot be checked in this game; the text is the reason, one sentence."""


class Advised(Exception):
    """A law holds, but the kit saw *what*, probably a mistake; *advice* says what could be done."""

    def __init__(self, what: str, advice: str) -> None:
        super().__init__(what)
        self.what = what
        self.advice = advice


def need(holds: object, what: str, advice: str) -> None:
    """Raises ``Broken`` unless *holds*."""
    if not holds:
        raise Broken(what, advice)


@dataclass(frozen=True)
class Finding:
    """The result of checking one *law*, which *says* what must hold.

    If it is not *ok*, *what* says what the kit saw and where, and *advice* what the author can do.
    If the law could not be *asked*, *what* says why. A law that holds may come with *what* and
    *advice*, too: the kit saw something that is probably a mistake.
    """

    law: str
    says: str
    ok: bool = True
    what: str = ""
    advice: str = ""
    asked: bool = True

    def __str__(self) -> str:
        return f"{self.law}: {f'{self.what} {self.advice}'.strip() or 'holds'}"


READERS: Final = ("parse", "parse_turn", "play_line", "from_text")
"""Methods that read a text, and may refuse it with a ``MoveError``."""

CONTRACT: Final = {  # what each method does, for the advice of a finding
    "start": "returns a state for every count in seat_counts, or raises ValueError with a sentence"
    " where the options do not allow that count",
    "status": "answers Turn, Chance, Duel or Over for every state that can be reached",
    "legal_moves": "returns a tuple or list for every seat in every state, () where it may do"
    " nothing",
    "turn_moves": "returns those of legal_moves that make up the seat's turn",
    "apply": "takes every move that legal_moves, a Chance or settle gave, and returns a new state",
    "format": "writes every move that legal_moves, a Chance or settle gave",
    "list_text": "tells moves of one turn, from the first or from later on, as a text on one line",
    "format_turn": "writes every whole turn, and every beginning of one, a single decision too",
    "parse": "returns a legal move or raises BadNotation or IllegalMove with a sentence, whatever"
    " is typed",
    "parse_turn": "returns legal moves or raises BadNotation or IllegalMove with a sentence,"
    " whatever is typed",
    "play_line": "plays a line or raises BadNotation or IllegalMove with a sentence, whatever is"
    " typed",
    "from_text": "returns a state or raises BadNotation with a sentence, whatever is typed",
    "to_text": "writes every state on one line",
    "view": "draws every state, finished ones too, for None and for every seat",
    "settle": "takes None and each seat of this game that is in the duel, as the winner, and any"
    " game's id",
    "advance": "returns the state any number of ms later, also over several deadlines",
    "deadline": "answers a number of ms above 0, or None",
    "evaluate": "judges every state for every seat, finished ones too",
    "evaluate_moves": "judges the states after any of the legal moves, for every seat",
    "evaluate_quiet_moves": "judges the states after quiet ones of the legal moves, for the seat on"
    " turn",
    "is_forced": "tells of every seat in every state whether it has exactly one move",
    "playout": "finishes a game from every state and answers a number from -1 to 1 for each seat",
    "number_of": "answers the number of every decision of turn_moves",
    "decision_of": "answers the decision of every number of legal_numbers",
    "legal_numbers": "answers the numbers of turn_moves as bits for every seat, 0 where there are"
    " none",
    "observe": "answers what each seat sees of every state as bits, finished ones too",
    "symmetries": "answers a tuple or list of Symmetry",
    "asks_in_order": "tells of every state whether its decision is about the first of several"
    " things",
    "happenings": "takes every legal move, and any number of ms, and returns sentences, () where"
    " nothing happens by itself",
    "moved": "answers a tuple or list of Motion for every decision, draw of luck and end of a duel",
    "tally": "counts what there is in texts of whole turns, those in which luck drew or somebody"
    " decided out of turn too, and in none at all",
    "lessons": "returns the lessons of the game, a tuple or list of Lesson",
    "puzzles": "returns the puzzles of the game, a tuple or list of Puzzle",
    "themes": "returns a Theme for each id",
    "themes_of": "returns ids of themes for the decisions of any turns that follow each other",
    "allies": "returns the seats that win and lose with each seat, itself included, in every state",
    "seats_of": "tells of every state how many play in it, or of none",
    "duels": "returns a pair (id, options) for every game that may be asked to decide a duel",
    "adapted_to": "takes any list of ids and returns the game as it can be played with these, and a"
    " tuple of notices",
}


class Hung(Broken):
    """A method took too long."""


@contextmanager
def guard(
    what: str,
    advice: str,
    ms: int,
    lets: tuple[type[Exception], ...] = (),
    game: AnyGame | None = None,
) -> Iterator[None]:
    """Runs its block for at most *ms* milliseconds; *what* names the block, which asks *game*, in a
    finding.

    Raises ``Broken`` with *advice* for every error except ``MoveError`` and the errors of *lets*,
    and ``Hung`` if the block takes too long.
    """
    passing: tuple[type[Exception], ...] = (Broken, MoveError, *lets)
    try:
        with time_limit(ms, what), Gate(game or what, *passing):
            yield
    except passing:
        raise
    except TookTooLong as error:
        raise Hung(str(error), f"{advice} Look for a loop that does not end.") from None
    except GipfMetaError as error:
        origin = origin_of(error)
        sentence = one_line(describe_error(origin), 200).rstrip(".")
        raise Broken(f"{what} raised {sentence}{place_words(error)}.", advice) from origin


def place_words(error: GipfMetaError) -> str:
    """The file and line where a game failed, to follow its *error*; ``""`` if that is not known."""
    place = error.place if isinstance(error, GameFailed) else None
    return "" if place is None else f" at {Path(place.file).name}:{place.line}"


class GuardedGame:
    """A *game* whose methods raise ``Broken`` where they fail, or take longer than *ms*.

    A method in *hung* took too long once, and is not called again.
    """

    def __init__(self, game: AnyGame, ms: int, hung: dict[str, Hung] | None = None) -> None:
        self.game = game
        self.ms = ms
        self.hung = {} if hung is None else hung

    def __getattr__(self, name: str) -> Any:
        advice = f"See to it that {name} {CONTRACT.get(name, 'answers without an error')}."
        with guard(name, advice, self.ms, game=self.game):
            value = getattr(self.game, name)
        if not callable(value):
            return value
        ask = self._guarded(name, value, advice)
        if getattr(value, "__self__", None) is self.game:
            vars(self)[name] = ask  # a method stays what it is, and is looked for once
        return ask

    def _guarded(self, name: str, value: Callable[..., Any], advice: str) -> Callable[..., Any]:
        """The method *value* of that *name*, which raises ``Broken`` where it fails."""
        lets = (ValueError,) if name == "start" else ()

        def ask(*args: Any, **named: Any) -> Any:
            if name in self.hung:
                raise self.hung[name]
            try:
                with guard(name, advice, self.ms, lets, self.game):
                    answer = value(*args, **named)
                    return list(answer) if name == "play_line" else answer
            except Broken as broken:
                what = broken.what.replace(name, f"{name}{self._subject(name, args)}", 1)
                if isinstance(broken, Hung):
                    self.hung[name] = broken = Hung(what, broken.advice)
                    raise broken from None
                raise Broken(what, broken.advice) from broken.__cause__
            except MoveError as error:
                if name in READERS:
                    raise
                raise Broken(
                    f"{name}{self._subject(name, args)} raised {describe_error(error)}", advice
                ) from error

        return ask

    def _subject(self, name: str, args: tuple[Any, ...]) -> str:
        """The argument that a finding names: the text, the move, or the number of seats."""
        if name in READERS and isinstance(args[-1], str):
            return f" of {one_line(repr(args[-1]), 60)}"
        if name == "apply":
            return f" of {one_line(repr(move_text(self.game, *args)), 60)}"
        return f"({args[0]})" if name == "start" else ""


def move_text(game: AnyGame, state: Any, move: Any) -> object:
    """*move* as text; *move* itself if the game cannot write it."""
    try:
        with Gate(game):
            return game.format(state, move)
    except GipfMetaError:  # another law's business
        return move
