"""The clock that ``play`` is given: told as it was understood, where a person sees it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from gipf_meta.cli import run
from gipf_meta.commands import play
from tests.plain import lines

TWO = ("--seats", "human", "human")


@pytest.mark.needs("zertz")
@pytest.mark.parametrize(
    ("clock", "first"), [("300", "Clock: 5 minutes each."), ("5m", "ZÈRTZ: "), ("300s", "ZÈRTZ: ")]
)
def test_at_a_terminal_a_clock_without_a_unit_is_told(
    clock: str, first: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    terminal = lines.Typist("", "quit")
    monkeypatch.setattr(play, "Terminal", lambda: terminal)
    assert run(("play", "zertz", "--plain", *TWO, "--clock", clock)) == 0
    assert terminal.said.startswith(first)


@pytest.mark.needs("zertz")
def test_on_a_pipe_nothing_is_told(said: Callable[..., tuple[int, str, str]]) -> None:
    with_unit, without = (
        said("play", "zertz", "--plain", *TWO, "--clock", clock, typed="quit\n")
        for clock in ("300s", "300")
    )
    assert with_unit == without
    assert without[0] == 0


@pytest.mark.parametrize("more", [("--clock", "5m"), ()])
def test_what_is_no_clock_of_duels_is_told_of_none(
    more: tuple[str, ...], said: Callable[..., tuple[int, str, str]]
) -> None:
    status, _out, err = said("play", "zertz", *more, "--duel-clock", "x")
    assert status == 2
    assert "'x' is no time control: write 10m+5s" in err
    assert "Without a clock in duels: none;" in err


@pytest.mark.needs("zertz")
@pytest.mark.parametrize("clock", ["3d/turn", "3 days a turn"])
def test_a_clock_of_days_is_said_and_told_in_days(
    clock: str, said: Callable[..., tuple[int, str, str]]
) -> None:
    typed = "quit\n"
    status, out, err = said("play", "zertz", "--plain", *TWO, "--clock", clock, typed=typed)
    assert (status, err) == (0, "")
    assert "Clock: " in out
    assert "3 days" in out
    assert "4320" not in out
