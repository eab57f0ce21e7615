"""The checker of engines: the sample is right, and each of many faulty ones is found out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from docs.draw import find_games
from gipf_meta.bots.engine_lines import EngineAnswer
from gipf_meta.cli import run
from gipf_meta.match.session import Session
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.options import configure
from gipf_meta.testing.trial.findings import Broken, NotAsked
from gipf_meta.workshop.engine_checks import trial as engine_trial
from gipf_meta.workshop.engine_checks.laws import (
    GAME_LAWS,
    LAWS,
    begins_anew,
    knows_what_is_legal,
    repeats_itself,
)
from gipf_meta.workshop.engine_checks.match_laws import follows_records, plays_duels
from gipf_meta.workshop.engine_checks.refutation import EngineFinding, check_engine
from gipf_meta.workshop.engine_checks.trial import EngineTrial
from tests.bots.engines import SAMPLE, SAMPLE_COMMAND, ClockOfHangs, command
from tests.bots.test_engine_server import InThisProcess, find
from tests.tiers import spread

HANGING = """
import os, signal, sys
def mark():
    open(sys.argv[1], "w").close()
def hang():
    mark()
    while True:
        signal.pause()
def for_ever(lines):
    yield from lines
    hang()
def wait_for_stop():
    mark()
    sys.stdin.readline()
    os.unlink(sys.argv[1])
"""
"""An engine that hangs, or waits to be stopped, says so by a file: see ``ClockOfHangs``."""
FAULTS: dict[str, tuple[str, str, str, str]] = {
    "has no name": ('"engine Tic-tac-toe sample", ', "", "greets", "does not name itself"),
    "names no game": ('"plays tictactoe", ', "", "greets", "names no game"),
    "cannot be read": ("import sys", "import sys !", "greets", "It has ended with status 1"),
    "hangs at once": ("    for line", "    hang()\n    for line", "greets", "does not answer"),
    "does not say ok": (
        '"plays tictactoe", "ok"]', '"plays tictactoe", mark() or ""]', "greets",
        "does not answer",
    ),
    "has options without a kind": (
        '"plays tictactoe"', '"plays tictactoe", "option level"', "offers_options", "'level'",
    ),
    "has options without a default": (
        '"plays tictactoe"', '"plays tictactoe", "option level choice"', "offers_options", "'level",
    ),
    "knows no text that it offers": (
        '"plays tictactoe"', '"plays tictactoe", "option a text", "option book text my games"',
        "offers_options", "To 'set book my games'",
    ),
    "knows no word that it offers": (
        '"plays tictactoe"', '"plays tictactoe", "option level choice 1 1 2"', "offers_options",
        "I do not know 'set'",
    ),
    "takes nonsense": (
        'return [f"error I do not know {word!r}."]', 'return ["ok"]', "refuses", "It takes 'sing",
    ),
    "refuses without a word": (
        'return [f"error I do not know {word!r}."]', 'return ["error"]', "refuses",
        "without a word",
    ),
    "dies of garbage": (
        'return [f"error I do not know {word!r}."]', "sys.exit(3)", "refuses", "status 3",
    ),
    "answers to stop": (
        'if line and line != "stop"', "if line", "says_nothing_unasked", "nothing was asked",
    ),
    "goes on after quit": ("            break", "            hang()", "ends", "after quit"),
    "goes on without input": (
        "in sys.stdin", "in for_ever(sys.stdin)", "ends", "after its input ended",
    ),
    "crashes when it plays": (
        "taken.append(cell)", "sys.exit(4)", "knows_what_is_legal", "status 4",
    ),
    "lacks a legal decision": (
        "(f\"legal {cell}\" for cell in free(taken))",
        "(f\"legal {cell}\" for cell in free(taken)[1:])", "knows_what_is_legal", "It lacks 'a3'",
    ),
    "lists what is illegal": (
        "(f\"legal {cell}\" for cell in free(taken))", "(f\"legal {cell}\" for cell in CELLS)",
        "knows_what_is_legal", "which is not legal",
    ),
    "lists a decision twice": (
        "(f\"legal {cell}\" for cell in free(taken))",
        "(f\"legal {cell}\" for cell in free(taken) * 2)", "knows_what_is_legal", "twice",
    ),
    "does not see three in a row": (
        "return any(line <= set(taken[::-2]) for line in LINES)", "return False",
        "knows_the_end", "the game is over",
    ),
    "does not see one row": (' a3b2c1"', '"', "knows_the_end", "the game is over"),
    "takes what is illegal": (
        "cell not in free(taken)", "cell not in CELLS", "refuses_what_is_illegal",
        "that is not legal here",
    ),
    "minds no seat": (
        'seat != str(len(taken) % 2) or ', "", "refuses_what_is_illegal", "not on turn",
    ),
    "changes what it refuses": (
        "            return [f\"error {cell} cannot",
        "            taken.append('a3')\n            return [f\"error {cell} cannot",
        "refuses_what_is_illegal", "other decisions are legal now",
    ),
    "decides what is illegal": (
        'f"best {best}"', 'f"best {taken[0] if taken else best}"', "decides", "It decides ",
    ),
    "does not decide": ('f"best {best}", ', "", "decides", "It says 0 decisions"),
    "is too sure": ("chances = 50 *", "chances = 200 + 50 *", "decides", "from 0 to 100"),
    "tells an impossible line": (
        'line {best}"', 'line {best}; {best}"', "decides", "It tells the line",
    ),
    "does not look at the clock": (
        "        best = max", "        if ' ms ' in line: wait_for_stop()\n        best = max",
        "keeps_its_time", "had to be stopped",
    ),
    "minds one limit of two": (
        "        best = max", "        if 'forever' in line: wait_for_stop()\n        best = max",
        "keeps_its_time", "To 'go ms 200 forever' it had to be stopped",
    ),
    "thinks for ever": (
        "        best = max", "        if line == 'go forever': hang()\n        best = max",
        "keeps_its_time", "does not answer 'go forever'",
    ),
    "decides otherwise each time": (
        "best = max(free(taken), key=lambda cell: -worth([*taken, cell]))",
        "best = free(taken)[next(vars(worth).setdefault('n', iter(range(99)))) % len(free(taken))]",
        "repeats_itself",
        "From one seed it decides",
    ),
    "does not go back to the start": (
        "        taken.clear()", "        taken[:] = taken if word == 'start' else []",
        "begins_anew", "at the start",
    ),
}  # fmt: skip
"""Faulty engines: what of the sample is written otherwise, the law that is broken, what is seen."""


def findings(source: str, folder: Path) -> Iterator[EngineFinding]:
    """The findings on an engine with this *source*, until something is wrong."""
    path, sign = folder / "engine.py", folder / "hangs"
    path.write_text(HANGING + source)
    find: Any = find_games()
    for finding in check_engine(
        command(str(path), str(sign)), find, count=2, clock=ClockOfHangs(sign)
    ):
        yield finding
        sign.unlink(missing_ok=True)
        if not finding.ok:
            return


@pytest.mark.parametrize("fault", spread(FAULTS, 4))
def test_a_faulty_engine_is_found_out(fault: str, tmp_path: Path) -> None:
    old, new, law, what = FAULTS[fault]
    source = SAMPLE.read_text("utf-8")
    assert source.count(old) == 1
    *_before, last = findings(source.replace(old, new), tmp_path)
    assert (last.law, last.ok) == (law, False), last
    assert what in last.what
    assert last.advice
    assert last.repeat.startswith("printf ")
    assert last.repeat.endswith(str(tmp_path / "hangs"))


def test_nothing_is_wrong_with_the_sample() -> None:
    find: Any = find_games()
    found = [*check_engine(SAMPLE_COMMAND, find, count=2)]
    assert [str(finding) for finding in found if not finding.ok] == []
    assert len(found) == len(LAWS) + len(GAME_LAWS)


def test_an_engine_that_cannot_be_started_is_one_finding() -> None:
    find: Any = find_games()
    (found,) = check_engine("/no/such/engine", find)
    assert not found.ok
    assert "cannot be started" in found.what


class HearingWrong(InThisProcess):
    """An engine of ours that hears lines otherwise than they are said."""

    was_stopped = False

    def __init__(self, wrong: Callable[[str], str], command: str, clock: Any = None) -> None:
        super().__init__(command)
        answer = self._engine.answer
        self._engine.answer = lambda line, flag: answer(wrong(line), flag)  # type: ignore[method-assign]


@pytest.mark.parametrize(
    ("law", "game", "word", "heard", "what"),
    [
        (knows_what_is_legal, "die", "luck", "legal", "Luck decides here"),
        (repeats_itself, "zatre", "luck", "legal", "Luck decides here"),
        (begins_anew, "zatre", "start", "legal", "cannot happen here"),
        (begins_anew, "zertz", "start ", "start", "It reads a position, and lists"),
    ],
)
def test_one_that_minds_no_luck_or_position_is_found_out(
    law: Callable[[EngineTrial, Any], None],
    game: str,
    word: str,
    heard: str,
    what: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def check(hears: Callable[[str], str]) -> None:
        monkeypatch.setattr(engine_trial, "EngineProcess", partial(HearingWrong, hears))
        law(EngineTrial("random", find, 1, 1, None), configure(find(game), {}))

    check(lambda line: line)
    with pytest.raises(Broken, match=what):
        check(lambda line: heard if line.startswith(word) else line)


ZERTZ: Any = configure(find("zertz"), {})
WAGER: Any = configure(find("wager"), {"duel": "zertz", "goal": 1})
"""A game in which every challenge is decided in another one."""
BEGUN = "b3,c3,c4,Wd3,d4,g1,g2 1/1/1 0/0/0 0/0/0 1"
"""A position of ZÈRTZ."""


def only_the_first(begins: str) -> Callable[[str], str]:
    """Hears the first line that *begins* so, and the later ones as `start`."""
    heard = Counter[str]()

    def hear(line: str) -> str:
        heard[begins] += line.startswith(begins)
        return "start" if line.startswith(begins) and heard[begins] > 1 else line

    return hear


@pytest.mark.parametrize(
    ("law", "game", "hears", "what"),
    [
        (plays_duels, WAGER, str, ""),
        (plays_duels, WAGER, only_the_first("game wager"), "'claim' is no move of ZÈRTZ"),
        (plays_duels, WAGER, lambda line: re.sub("^duel .", "duel draw", line), "A duel decides"),
        (follows_records, ZERTZ, str, ""),
        (follows_records, ZERTZ, lambda line: line.partition(" b3")[0], "It lists "),
    ],
)
def test_one_that_loses_its_way_in_a_match_is_found_out(
    law: Callable[[EngineTrial, Any], None],
    game: Any,
    hears: Callable[[str], str],
    what: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(engine_trial, "EngineProcess", partial(HearingWrong, hears))
    trial = EngineTrial("random", find, 1, 1, None, [Session.begin(ZERTZ, (0, 1), BEGUN)])
    trial.greeting = EngineAnswer((("plays", "zertz"),))
    if not what:
        law(trial, game)
        return
    with pytest.raises(Broken, match=what):
        law(trial, game)
    if law is plays_duels:
        assert "'game zertz 2'" in trial.repeat  # the duel is told, too: it may be to blame


def test_one_that_goes_on_behind_the_end_of_a_record_is_found_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    over = Session.begin(ZERTZ, (0, 1), "Wd4,d5 6/8/10 0/0/0 0/0/6 1")
    monkeypatch.setattr(engine_trial, "EngineProcess", partial(HearingWrong, str))
    follows_records(EngineTrial("random", find, 1, 1, None, [over]), ZERTZ)
    not_over = partial(HearingWrong, lambda line: line.replace("0/0/6", "0/0/5"))
    monkeypatch.setattr(engine_trial, "EngineProcess", not_over)
    with pytest.raises(Broken, match="the game is over"):
        follows_records(EngineTrial("random", find, 1, 1, None, [over]), ZERTZ)


def test_records_of_other_games_are_not_followed() -> None:
    trial = EngineTrial("random", find, 1, 1, None, [Session.begin(ZERTZ, (0, 1), BEGUN)])
    with pytest.raises(NotAsked, match="No game of it was recorded"):
        follows_records(trial, WAGER)


def test_where_nothing_is_recorded_nothing_is_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    song, damaged, missing = tmp_path / "none.txt", tmp_path / "cut.json", tmp_path / "missing"
    song.write_text("sing a song\n", "utf-8")
    damaged.write_text('{"game": "zertz", "seats": [', "utf-8")
    files = map(str, (song, damaged, missing))
    assert run(["engine-check", SAMPLE_COMMAND, "zertz", "--records", *files]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert "cut.json" in said.err
    assert "missing cannot be read" in said.err
    assert said.err.endswith("No game is recorded there.\n")


def test_one_that_plays_no_more_when_it_is_started_anew_is_a_finding(tmp_path: Path) -> None:
    """The check itself never fails."""
    source, began = SAMPLE.read_text("utf-8"), tmp_path / "began"
    dies = f"""
import os
from pathlib import Path
began = Path({str(began)!r})
began.write_text("x" * (1 + (len(began.read_text()) if began.exists() else 0)))
if len(began.read_text()) > 5:
    sys.exit(3)
"""
    *_before, last = findings(source.replace("import sys\n", f"import sys\n{dies}"), tmp_path)
    assert "It has ended with status 3" in last.what


def test_a_check_that_asked_about_no_game_does_not_say_that_all_is_well(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["engine-check", SAMPLE_COMMAND, "elsewhere"]) == 2  # people play it
    assert capsys.readouterr().out.endswith("No game was asked about.\n")


@pytest.mark.slow
def test_nothing_is_wrong_with_ours_where_luck_draws() -> None:
    ours = command("-m", "gipf_meta", "engine", "--bot", "random").replace(" -ISB", "")
    found = [*check_engine(ours, load_plugins().find, ["zatre"], count=1)]
    assert [str(finding) for finding in found if not finding.ok] == []
    assert sum(finding.game == "zatre" for finding in found) == len(GAME_LAWS)


@pytest.mark.parametrize("words", ["", " ", "x" * 200, "a\nb"])
def test_what_starts_nothing_is_refused(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["engine-check", words]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.endswith(
        "An engine has a command that starts it, of 190 printable letters at most.\n"
    )
