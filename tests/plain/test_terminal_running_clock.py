"""Line mode with a running clock: a person at a terminal, whose keys come at given moments."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import pytest

from gipf_meta.base.clock import StillClock
from gipf_meta.library.store import FileKeeper
from gipf_meta.match.match import Match
from gipf_meta.match.timecontrol import TimeControl
from gipf_meta.plain.terminal import Terminal
from gipf_meta.records.record_files import load
from gipf_meta.table.table import Table
from tests.plain import lines
from tests.small_games.finding import find, played
from tests.small_games.fuse import Fuse
from tests.small_games.wager import Wager


class Keyboard(Terminal):
    """A terminal at which each line is finished at its moment."""

    def __init__(self, clock: StillClock, *typed: tuple[int, str]) -> None:
        super().__init__(io.StringIO(), io.StringIO())
        self.clock, self.typed = clock, list(typed)

    @property
    def is_interactive(self) -> bool:
        return True

    def wait_for_line(self, ms: int | None) -> bool:
        due = self.typed[0][0] if self.typed else 10**9
        if ms is not None and self.clock.ms + ms < due:
            self.clock.ms += ms
            return False
        self.clock.ms = due
        return True

    def read(self) -> str:
        if not self.typed:
            raise EOFError
        at, line = self.typed.pop(0)
        self.clock.ms = max(self.clock.ms, at)
        return line

    @property
    def said(self) -> str:
        out = self.out
        assert isinstance(out, io.StringIO)
        return out.getvalue()


FOUND = lines.Found(finder=find)


def play(match: Match, kinds: tuple[str, str], *typed: tuple[int, str]) -> tuple[Table, str]:
    clock = StillClock()
    line = lines.open_line(FOUND, clock=clock)
    lines.begin(line, match, kinds)
    table = lines.table(line)
    ready = [(0, "")] if table.paused and table.clock_runs else []
    terminal = Keyboard(clock, *ready, *typed)
    lines.play(line, terminal)
    return table, terminal.said


@pytest.fixture(autouse=True)
def elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def fuse(**options: Any) -> Match:
    return Match.begin(Fuse(**options), 2, find, 1)


PEOPLE = ("human", "human")


def test_a_decision_counts_when_its_line_is_complete() -> None:
    table, said = play(fuse(), PEOPLE, (250, "pass"), (600, "quit"))
    assert [step.at_ms for step in table.match.top.steps] == [250]
    assert table.match.top.time_ms == 600
    assert "Left> Left: pass" in said


def test_what_happens_by_itself_is_announced_while_the_prompt_is_open() -> None:
    table, said = play(fuse(), PEOPLE, (250, "pass"))
    assert table.match.top.time_ms == 1250
    assert "Right> \nThe fuse is burnt down.\n" in said
    assert "Left won: burnt.\n" in said


def test_who_waits_can_act_at_the_other_ones_prompt() -> None:
    table, said = play(fuse(), PEOPLE, (100, "trim"), (200, "pass"), (300, "quit"))
    assert "Left> Right: trim.\n" in said
    assert [step.seat for step in table.match.top.steps] == [1, 0]


def test_a_bot_answers_while_the_prompt_is_open() -> None:
    table, said = play(fuse(), ("human", "greedy:300"), (100, "pass"), (350, "trim"), (700, "quit"))
    assert "(Bruno is thinking)> " in said
    assert [(step.text, step.at_ms) for step in table.match.top.steps] == [
        ("pass", 100), ("trim", 350), ("pass", 650),
    ]  # fmt: skip
    assert "Bruno: pass.\n" in said


def test_only_the_person_resigns_while_a_bot_thinks() -> None:
    table, _ = play(fuse(), ("human", "greedy:300"), (100, "pass"), (150, "resign"))
    assert table.over is not None
    assert table.over.winners == (1,)


def test_every_prompt_shows_the_time() -> None:
    _, said = play(fuse(), PEOPLE, (250, "help"), (600, ""), (700, "quit"))
    assert re.findall(r"The fuse burns (\d+) ms", said) == ["1000", "750", "400"]


@pytest.mark.parametrize("pause", ["pause", "pause 15m"])
def test_a_pause_stops_the_clock_until_it_is_ended(pause: str) -> None:
    typed = (
        (400, pause),
        (5_000, "what"),
        (90_000, "continue"),
        (90_100, "pass"),
        (90_200, "quit"),
    )
    table, said = play(fuse(), PEOPLE, *typed)
    assert [step.at_ms for step in table.match.top.steps] == [500]
    assert "Paused: no time passes." in said
    assert ("Nobody else is asked" in said) == (pause != "pause")


def test_a_duel_with_a_clock_of_its_own_says_so_at_one_keyboard_and_a_flag_loses_it() -> None:
    game = Wager(duel="wager")
    match = Match.begin(game, 2, find, 1, control=TimeControl.with_duels("60m", "20s"))
    typed = (1_000, "claim"), (2_000, "challenge"), (3_000, ""), (4_000, "moves"), (30_000, "moves")
    table, said = play(match, PEOPLE, *typed, (31_000, "quit"))
    assert "Each has 20 seconds for this duel; the clock of the match is stopped meanwhile." in said
    assert "The clock of the match is stopped: Left 59:59, Right 59:59." in said
    assert said.count("won the duel in Wager by time.") == 1
    assert len(table.match.sessions) == 1


def test_a_match_can_be_left_in_a_pause() -> None:
    table, said = play(fuse(), PEOPLE, (100, "pass"), (400, "pause"), (9_000, "quit"))
    assert table.match.top.time_ms == 400
    assert "go on with: gipf-meta resume" in said


def test_a_resumed_match_is_paused_until_somebody_goes_on(tmp_path: Path) -> None:
    play(fuse(), PEOPLE, (100, "pass"), (400, "save here.json"), (450, "quit"))
    clock = StillClock()
    clock.ms = 77_000
    line, record = lines.open_line(FOUND, clock=clock), load(tmp_path / "here.json")
    lines.resume(line, record, FileKeeper(tmp_path / "here.json", record.people))
    terminal = Keyboard(clock, (78_000, "continue"), (78_100, "quit"))
    lines.play(line, terminal)
    table = lines.table(line)
    assert "Paused: no time passes." in terminal.said
    assert table.match.top.time_ms == 450 + 100


def test_the_time_is_not_told_where_a_clock_runs() -> None:
    table, said = play(fuse(), PEOPLE, (100, "@900 pass"), (200, "quit"))
    assert "Leave @900 out: the clock runs by itself." in said
    assert not table.match.top.steps


def test_a_duel_that_burns_down_pops_under_the_open_prompt() -> None:
    match = played(Match.begin(Wager(duel="fuse"), 2, find, 1), "claim", "challenge")
    table, said = play(match, PEOPLE, (1500, "one"), (1600, "quit"))
    assert "Right won the duel in Fuse: burnt." in said
    assert "Wager goes on." in said
    assert table.match.top.state.points == (1, 0)


def test_words_for_a_turn_that_is_over_become_nobody_elses() -> None:
    """Right resigns at the very moment at which the turn passes: nobody has resigned."""
    game = Pipe(fuse(turns=50))
    said = game.says("@100 pass", "@150 pass", "@1150 resign")
    assert " won: burnt." in said
    said = game.says("@100 pass", "@99 pass", "@ 5", "@1.5", "@123456789", "@@")
    assert "Time must not go backwards: it is 100 ms already." in said
    assert said.count("Write a time in whole milliseconds") == 3


class Pipe:
    """Line mode on a pipe, without a running clock."""

    def __init__(self, match: Match) -> None:
        self.match = match

    def says(self, *typed: str) -> str:
        line, pipe = lines.open_line(FOUND), lines.pipe(*typed)
        lines.begin(line, self.match, PEOPLE)
        lines.play(line, pipe)
        return lines.said_at(pipe)


def test_bots_alone_are_ready_where_time_acts() -> None:
    """Nobody holds a seat who could say that he is."""
    line, pipe = lines.open_line(FOUND), lines.pipe()
    lines.begin(line, fuse(), ["random", "random"])
    assert not lines.table(line).paused
    assert lines.play(line, pipe) == 0
    assert lines.said_at(pipe).endswith(" won: burnt.\n")
