"""A sound game, one method of which fails on demand, and its callers meanwhile."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, ClassVar, NoReturn

from gipf_meta import Motion, Way
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.stops import CtrlC
from gipf_meta.protocol.game import AnyGame
from tests.testing.broken.sound import FastNim, Heaps, NumberedNim

TITLE = "Odd"
"""The title of the game that fails."""


class Odd(NumberedNim, FastNim):
    """Nim with everything that a face may ask a game for."""

    id: ClassVar[str] = "odd"
    title: ClassVar[str] = TITLE

    def list_text(self, state: Heaps, moves: Sequence[str]) -> str:
        return "-".join(moves)

    def moved(self, before: Heaps, move: str, after: Heaps) -> Sequence[Motion]:
        return (Motion((Way("", "a"),)),) if move == "a" else ()

    def reasons(
        self, before: Heaps, moves: Sequence[str], after: Heaps, seat: int
    ) -> Iterable[str]:
        return ("It leaves fewer.",)

    def sensible_moves(self, state: Heaps, seat: int, moves: Sequence[str]) -> Sequence[str]:
        return moves

    @property
    def rules_facts(self) -> dict[str, int]:
        return {"piles": 2}

    def other_positions(self, state: Heaps) -> dict[str, str]:
        return {"heaps": f"{state.piles[0]}+{state.piles[1]}"}


# ---- what goes wrong -----------------------------------------------------------------------------


class Mute(Exception):
    """An error that has no text."""

    def __str__(self) -> str:
        raise self

    __repr__ = __str__


class Unspeakable:
    """An answer that is none, and that cannot even be written."""

    def __repr__(self) -> str:
        raise ZeroDivisionError("repr")


def _raises(error: type[BaseException], *about: Any) -> Callable[[], NoReturn]:
    def fail() -> NoReturn:
        raise error(*about)  # a new one each time: an error keeps where it was raised

    return fail


def _recursion() -> Any:
    return _recursion()


def _press_ctrl_c() -> None:
    signal.raise_signal(signal.SIGINT)


NONE = "an answer that is none"
FAULTS: dict[str, Callable[[], Any]] = {
    "ZeroDivisionError": lambda: 1 / 0,
    "SystemExit": _raises(SystemExit, 3),
    "recursion": _recursion,
    "KeyboardInterrupt": _raises(KeyboardInterrupt),
    "GeneratorExit": _raises(GeneratorExit),
    "no text": _raises(Mute),
    "BaseException": _raises(BaseException, "oh"),
    "MemoryError": _raises(MemoryError),
    "StopIteration": _raises(StopIteration),
    "LookupError": _raises(LookupError, "x"),
    "OSError": _raises(OSError, 5, "x"),
    "EOFError": _raises(EOFError),
    NONE: Unspeakable,
}
"""Faults by name: each is called in place of an answer."""
CTRL_C = "Ctrl-C"
"""Ctrl-C pressed while the method works: no fault of the game."""

METHODS = (
    *("start", "status", "legal_moves", "turn_moves", "apply", "format", "parse", "view"),
    *("format_turn", "list_text", "parse_turn", "allies", "to_text", "from_text", "happenings"),
    *("moved", "reasons", "evaluate", "sensible_moves", "playout", "other_positions", "tally"),
    *("lessons", "rules_text", "number_of", "decision_of", "legal_numbers", "observe"),
    "rules_facts",
)
"""The methods that fail, one at a time."""


class Watch:
    """A game whose *method* has a *fault*, and the sentences that are *said* of it.

    An error that is none of the program's own leaves ``ask`` and fails the test.
    """

    def __init__(self, method: str, fault: str, base: type[AnyGame] = Odd) -> None:
        self.method, self.fault = method, fault
        self.said: list[str] = []
        self.is_broken = False
        self.calls = 0
        self.has_stopped = False
        self.game = self._game(base)

    def _game(self, base: type[AnyGame]) -> type[AnyGame]:
        kind: type[AnyGame] = type(base.__name__, (base,), {"__module__": base.__module__})
        found = next(vars(each)[self.method] for each in base.__mro__ if self.method in vars(each))
        sound = getattr(found, "__func__", found)
        sound = sound.fget if isinstance(found, property) else sound

        def broken(*args: Any, **more: Any) -> Any:
            if self.is_broken:
                self.calls += 1
                if self.fault == CTRL_C:
                    _press_ctrl_c()
                return FAULTS[self.fault]()
            return sound(*args, **more)

        made = type(found)(broken) if isinstance(found, (property, classmethod)) else broken
        setattr(kind, self.method, made)
        return kind

    @contextmanager
    def broken(self) -> Iterator[None]:
        """Lets the game fail in the block."""
        self.is_broken = True
        try:
            yield
        finally:
            self.is_broken = False

    def ask(self, do: Callable[[], Any]) -> Any:
        """Returns the result of *do*; ``None`` if it raises a sentence. Ctrl-C must leave it."""
        calls = self.calls
        try:
            found = do()
        except GipfMetaError as error:
            self.said.append(str(error))
            found = None
        except CtrlC:
            assert self.fault == CTRL_C
            self.has_stopped = True
            return None
        except BaseException as error:  # a SystemExit would end the tests
            raise AssertionError(f"{type(error).__name__} has left {self.method}") from error
        if self.fault == CTRL_C:
            assert self.calls == calls, f"Ctrl-C in {self.method} is swallowed by {do}"
        return found

    def check(self) -> None:
        """Asserts that *said* has sentences alone, and those on a failure name the game."""
        for words in self.said:
            assert "Traceback" not in words
            assert "\n" not in words or "failed" not in words, words
            if f"failed in {self.method}" in words:
                assert words.startswith(TITLE) or f" {TITLE} failed" in words, words


def diagonal(face: int) -> list[tuple[str, str]]:
    """Each method with one fault, another one at each *face*: each fault comes several times."""
    faults = list(FAULTS)
    return [(method, faults[(n + 5 * face) % len(faults)]) for n, method in enumerate(METHODS)]


def every() -> list[tuple[str, str]]:
    """Each method with each fault."""
    return [(method, fault) for method in METHODS for fault in FAULTS]
