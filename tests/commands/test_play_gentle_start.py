"""In line mode no time runs before a person is ready, and a newcomer is offered a gentle start."""

from __future__ import annotations

from pathlib import Path

import pytest

from gipf_meta.base.clock import StillClock
from gipf_meta.commands import play as command
from gipf_meta.library.store import Library
from gipf_meta.line.local_line import LocalLine
from gipf_meta.match.match import Match
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.first_match import gentle_game, gentle_words_of
from gipf_meta.protocol.options import configure
from tests.plain import lines

LEVEL_2 = {"level": "2"}


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Library:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return Library(tmp_path / "library.sqlite")


class Slow(lines.Typist):
    """A typist who thinks a minute before each line."""

    clock: StillClock

    def read(self) -> str:
        self.clock.ms += 60_000
        return super().read()


def line_with_sand(clock: StillClock) -> LocalLine:
    line = lines.open_line(clock=clock)
    game = configure(line.installed.find("tamsk"), LEVEL_2)
    lines.begin(line, Match.begin(game, 2, line.installed.find, 1), ["human", "human"])
    return line


@pytest.mark.usefixtures("library")
def test_time_waits_for_enter() -> None:
    terminal, clock = Slow("", "quit"), StillClock()
    terminal.clock = clock
    line = line_with_sand(clock)
    lines.play(line, terminal)
    assert terminal.said.count("Ready? ") == 1
    assert (clock.ms, lines.table(line).match.top.time_ms) == (120_000, 60_000), "the first is free"


@pytest.mark.usefixtures("library")
def test_quit_is_heard_before_time_runs() -> None:
    terminal = lines.Typist("quit")
    lines.play(line_with_sand(StillClock()), terminal)
    assert "go on with: gipf-meta resume" in " ".join(terminal.said.split())


@pytest.mark.usefixtures("library")
def test_words_and_questions_are_answered_before_time_runs() -> None:
    terminal, clock = Slow("help", "what is on a1", "", "quit"), StillClock()
    terminal.clock = clock
    line = line_with_sand(clock)
    lines.play(line, terminal)
    assert terminal.said.count("Ready? ") == 3
    assert "a1: red hourglass" in terminal.said
    assert (clock.ms, lines.table(line).match.top.time_ms) == (240_000, 60_000)


@pytest.mark.parametrize(("answer", "level"), [("gentle", 1), ("", 3)])
def test_a_gentle_start_is_offered(library: Library, answer: str, level: int) -> None:
    game = configure(load_plugins().find("tamsk"), {})
    terminal = lines.Typist(answer)
    chosen = command._offer_gentle_start(terminal, library, game)
    assert chosen.model_dump()["level"] == level
    assert terminal.said.startswith("Your first match of TAMSK.\nAt level 1 no sand runs")


def test_it_is_not_offered_to_who_has_played_or_chosen(library: Library) -> None:
    game = configure(load_plugins().find("tamsk"), {})
    chosen = configure(load_plugins().find("tamsk"), LEVEL_2)
    silent = lines.Typist()
    assert command._offer_gentle_start(silent, library, chosen) is chosen
    given = configure(load_plugins().find("tamsk"), {"level": "3"})  # the usual value, but chosen
    assert command._offer_gentle_start(silent, library, given) is given
    assert command._offer_gentle_start(silent, None, game) is game
    line = lines.open_line(library=library)
    easy = configure(load_plugins().find("tamsk"), {"level": "1"})
    lines.begin(line, Match.begin(easy, 2, line.installed.find, 1), ["human", "human"])
    lines.play(line, lines.pipe("a1-b2", "quit"))
    assert command._offer_gentle_start(silent, library, game) is game


def test_every_gentle_start_can_be_played_and_says_what_is_gentle() -> None:
    starts = 0
    for kind in load_plugins().games.values():
        gentle = gentle_game(kind())
        assert bool(kind.gentle_start) == bool(kind.gentle_words) == (gentle is not None)
        if gentle is not None:
            starts += 1
            gentle.start(gentle.seat_counts[0])
            assert gentle_game(gentle) is None
            assert gentle_words_of(gentle).endswith(".")
    assert starts >= 1
