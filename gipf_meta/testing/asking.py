"""A game that is asked with patience: what fails or hangs is a finding that names the method."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from gipf_meta.base.sentences import describe_error, one_line
from gipf_meta.base.timelimit import TookTooLong, time_limit
from gipf_meta.protocol.game import AnyGame, MoveError
from gipf_meta.testing.findings import Broken

READERS: Final = ("parse", "parse_turn", "play_line", "from_text")
"""Methods that refuse a text with a ``MoveError``."""

CONTRACT: Final = {
    "start": "returns a state for every count in seat_counts, or raises ValueError with a sentence"
    " where the options do not allow that count",
    "status": "answers Turn, Chance, Duel or Over for every state that can be reached",
    "legal_moves": "returns a tuple or list for every seat in every state, () where it may do"
    " nothing",
    "turn_moves": "returns those of legal_moves that make up the seat's turn",
    "apply": "takes every move that legal_moves, a Chance or settle gave, and returns a new state",
    "format": "writes every move that legal_moves, a Chance or settle gave",
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
    "playout": "finishes a game from every state and answers a number from -1 to 1 for each seat",
    "happenings": "takes every legal move, and any number of ms, and returns sentences, () where"
    " nothing happens by itself",
    "tally": "counts what there is in texts of whole turns, those in which luck drew or somebody"
    " decided out of turn too, and in none at all",
    "lessons": "returns the lessons of the game, a tuple or list of Lesson",
    "allies": "returns the seats that win and lose with each seat, itself included, in every state",
    "duels": "returns a pair (id, options) for every game that may be asked to decide a duel",
    "adapted_to": "takes any list of ids and returns the game as it can be played with these, and a"
    " tuple of notices",
}


class Hung(Broken):
    """An answer did not come in time."""


@contextmanager
def asking(
    what: str, advice: str, ms: int, lets: tuple[type[Exception], ...] = ()
) -> Iterator[None]:
    """Gives *what* so many *ms*. Raises ``Broken`` with *advice* for any error but a ``MoveError``
    and those that it *lets* pass."""
    passing: tuple[type[Exception], ...] = (Broken, MoveError, *lets)
    try:
        with time_limit(ms, what):
            yield
    except passing:
        raise
    except TookTooLong as error:
        raise Hung(str(error), f"{advice} Look for a loop that does not end.") from None
    except (Exception, SystemExit) as error:
        said = one_line(describe_error(error), 200).rstrip(".")
        raise Broken(f"{what} raised {said}.", advice) from error


class Asked:
    """The methods of a *game*, each given *ms* for its answer. Raises ``Broken`` where it fails.

    A method that has *hung* is not asked again.
    """

    def __init__(self, game: AnyGame, ms: int, hung: dict[str, Hung] | None = None) -> None:
        self.game = game
        self.ms = ms
        self.hung = {} if hung is None else hung

    def __getattr__(self, name: str) -> Any:
        advice = f"See to it that {name} {CONTRACT.get(name, 'answers without an error')}."
        with asking(name, advice, self.ms):
            value = getattr(self.game, name)
        if not callable(value):
            return value

        def ask(*args: Any, **named: Any) -> Any:
            if name in self.hung:
                raise self.hung[name]
            try:
                lets = (ValueError,) if name == "start" else ()
                with asking(name, advice, self.ms, lets):
                    answer = value(*args, **named)
                    return list(answer) if name == "play_line" else answer
            except Broken as broken:
                told = broken.what.replace(name, f"{name}{self._told(name, args)}", 1)
                if isinstance(broken, Hung):
                    self.hung[name] = broken = Hung(told, broken.advice)
                    raise broken from None
                raise Broken(told, broken.advice) from broken.__cause__
            except MoveError as error:
                if name in READERS:
                    raise
                raise Broken(
                    f"{name}{self._told(name, args)} raised {describe_error(error)}", advice
                ) from error

        return ask

    def _told(self, name: str, args: tuple[Any, ...]) -> str:
        """The text that was read, the move that was played, or the seats that were asked for;
        states are too long to tell."""
        if name in READERS and isinstance(args[-1], str):
            return f" of {one_line(repr(args[-1]), 60)}"
        if name == "apply":
            return f" of {one_line(repr(written(self.game, *args)), 60)}"
        return f"({args[0]})" if name == "start" else ""


def written(game: AnyGame, state: Any, move: Any) -> object:
    """The move as text, or itself where the game cannot write it."""
    try:
        return game.format(state, move)
    except Exception:  # another law's business
        return move
