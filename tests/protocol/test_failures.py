"""A game that fails is named, with the method in which it failed, at every face."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from typing import Any

import pytest

from gipf_meta.base.clock import StillClock
from gipf_meta.base.timelimit import TookTooLong, time_limit
from gipf_meta.host.metrics import Failures, Figures, make_log
from gipf_meta.hub.audience import why
from gipf_meta.match.match import DuelUnavailable, Match
from gipf_meta.protocol.failures import (
    describe_failure,
    failing_method,
    failure,
    failure_sentence,
)
from tests.small_games.finding import GAMES
from tests.small_games.wager import Wager

Begin = Callable[..., Match]


class Broken(Wager):
    """A wager whose ``apply`` asks a helper that fails, and whose texts cannot be written."""

    def apply(self, state: Any, move: Any) -> Any:
        return self._divide()

    def _divide(self) -> Any:
        raise ZeroDivisionError("a bug")

    def format(self, state: Any, move: Any) -> str:
        raise KeyError(move)

    def start(self, seats: int) -> Any:
        raise ZeroDivisionError("a bug")

    @property
    def rules_text(self) -> str:
        raise OSError("no rules")

    def allies(*every: Any) -> Any:
        raise ZeroDivisionError("a bug")

    @classmethod
    def lessons(cls) -> Any:
        raise ZeroDivisionError("a bug")


def error_of(call: Any) -> BaseException:
    try:
        call()
    except BaseException as error:
        return error
    raise AssertionError("nothing was raised")


STATE = Wager().start(2)
CALLS = {
    "apply": lambda: Broken().apply(STATE, "claim"),
    "format": lambda: super(Wager, Broken()).parse(STATE, 0, "claim"),
    "rules_text": lambda: Broken().rules_text,
    "allies": lambda: Broken().allies(STATE, 0),
    "lessons": lambda: Broken.lessons(),
}


@pytest.mark.parametrize("method", CALLS)
def test_the_innermost_public_method_is_named(method: str) -> None:
    error = error_of(CALLS[method])
    assert failing_method(error) == (Broken, method)
    assert failure_sentence("Wager", error).startswith(f"Wager failed in {method} (")
    assert describe_failure(error).startswith(f"Wager, {method}: ")


def test_a_bot_that_trips_over_a_game_names_the_game() -> None:
    said = failure_sentence("Black", error_of(CALLS["apply"]))
    assert said == "Black failed (Wager, apply: ZeroDivisionError: a bug)."


def test_an_error_of_no_game_is_said_as_ever() -> None:
    error = error_of(lambda: 1 // 0)
    assert failing_method(error) is None
    assert failure_sentence("Wager", error) == (
        "Wager failed (ZeroDivisionError: integer division or modulo by zero)."
    )
    assert failure(error).startswith("test_failures.py, line ")


def test_a_method_that_never_returns_is_named() -> None:
    class Endless(Wager):
        def status(self, state: Any) -> Any:
            while True:
                pass

    def ask() -> None:
        with time_limit(20, "Its answer"):
            Endless().status(STATE)

    error = error_of(ask)
    assert isinstance(error, TookTooLong)
    assert failure_sentence("Wager", error) == (
        "Wager failed in status (Its answer took longer than 0.02 s)."
    )


def test_a_page_and_a_command_are_told_the_place_too() -> None:
    error = error_of(CALLS["apply"])
    assert why(error) == failure(error)
    assert failure(error).startswith("Wager failed in apply, test_failures.py:")
    assert failure(error).endswith(" (ZeroDivisionError: a bug).")


def test_the_log_of_a_host_names_game_and_method() -> None:
    written = io.StringIO()
    log = make_log("1", written)
    Failures(log, Figures(), StillClock()).note(error_of(CALLS["apply"]))
    line = json.loads(written.getvalue())
    assert (line["game"], line["method"], line["error"]) == ("wager", "apply", "ZeroDivisionError")


def test_a_duel_that_cannot_begin_names_the_method(
    begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES, "broken", Broken)
    match = begin(duel="broken").play("claim")
    with pytest.raises(DuelUnavailable, match="played: Wager, start: ZeroDivisionError: a bug"):
        match.play("challenge")


def test_an_error_that_is_its_own_cause_is_told_like_any_other() -> None:
    error = ValueError("round")
    error.__cause__ = error
    assert failing_method(error) is None
    assert describe_failure(error) == "ValueError: round"
