"""Engines in the arena, and today's bots against the champion, whose wheel ``GIPF_META_CHAMPION``
names."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from gipf_meta.bots.bot import Request
from gipf_meta.bots.greedy import RandomBot
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.capabilities import Evaluated, timed
from gipf_meta.protocol.options import changed_options, configure, read_settings
from gipf_meta.workshop.arena.referee import play
from tests.tiers import slow, soak
from tests.workshop.arena.conftest import task
from tuning.champion import WHEEL, ChampionError, check_engines, main
from tuning.courses import course_of
from tuning.engine import Reader, answers
from tuning.engines import EngineCommand, play_with_engines

DUELS = {
    "variant": "basic",
    "zertz_potentials": "3",
    "challenges_enabled": "on",
    "zertz_duel_options": {"variant": "blitz"},
}
SETTINGS = [
    "zertz variant=blitz",
    "gipf variant=basic",
    "gipf variant=tournament",
    "gipf variant=tournament tamsk_potentials=3 zertz_potentials=3 challenges_enabled=on",
    "tamsk level=1",
    "tamsk level=3",
    "zatre",
]
GREETING = "import sys\nprint('{\"compiled\": false}', flush=True)\n"


def fake(script: str, *words: str) -> EngineCommand:
    return EngineCommand([sys.executable, "-c", GREETING + script, *words], os.environ, nodes=5)


class Recording(RandomBot):
    """Plays at random, and keeps what it has played."""

    def __init__(self) -> None:
        super().__init__()
        self.played: list[str] = []

    def choose(self, request: Request) -> Any:
        move = super().choose(request)
        self.played.append(request.game.format(request.state, move))
        return move


def test_engines_play_a_game_in_the_arena() -> None:
    """Two that know their decisions by heart."""
    bots: dict[str, Recording] = {name: Recording() for name in ("first", "second")}
    outcome = play(task(*bots), bots.__getitem__)
    by_heart = "for line, word in zip(sys.stdin, sys.argv[1:]): print(word, flush=True)"
    engines = {
        name: fake(by_heart, *(json.dumps({"decision": text}) for text in bot.played))
        for name, bot in bots.items()
    }
    assert outcome.reason == "goal"
    assert play_with_engines(engines, task(*bots)) == outcome


@pytest.mark.parametrize(
    ("script", "why"),
    [
        ("", "The engine has ended."),
        ("sys.stdin.readline()", "The engine has ended."),
        ("print('checkmate', flush=True); sys.stdin.read()", "no object of JSON but 'checkmate"),
        ('print(\'{"decision": "Wz9"}\', flush=True); sys.stdin.read()', "Wz9"),
        ("print('{}', flush=True); sys.stdin.read()", "None"),
    ],
)
def test_an_engine_that_cannot_go_on_loses(script: str, why: str) -> None:
    engines = {"good": fake("sys.stdin.read()"), "bad": fake(script)}
    outcome = play_with_engines(engines, task("bad", "good"))
    assert outcome.at_fault == 0
    assert outcome.winners == (1,)
    assert why in outcome.reason


class ComparingBot(RandomBot):
    """Plays at random, and compares each state with the one that an engine would have."""

    def __init__(self, seen: set[str]) -> None:
        super().__init__()
        self.seen, self.reader = seen, Reader()

    def choose(self, request: Request) -> Any:
        game, course = request.game, course_of(request)
        asked = {"game": game.id, "options": changed_options(game), "seats": request.seats}
        told = {**asked, "position": course.position, "since": [*course.since]}
        _game, state = self.reader.read(told)
        self.seen.update(*course.since)
        assert course.position is None or timed(game)
        if course.position is None:
            assert state == request.state
        assert game.status(state).seat == request.seat
        for seat in range(request.seats):  # where time has acted only the past is forgotten
            assert game.legal_moves(state, seat) == game.legal_moves(request.state, seat)
            if isinstance(game, Evaluated):
                assert game.evaluate(state, seat) == game.evaluate(request.state, seat)
        return super().choose(request)


def play_step_by_step(seen: set[str], **others: Any) -> None:
    """Plays a game between two that get it step by step, as engines do."""
    played = task("", "", **others)
    outcome = play(played, lambda name: ComparingBot(seen))
    assert (outcome.counts, outcome.at_fault) == (True, None), outcome.reason


def test_engines_are_told_what_has_happened() -> None:
    seen: set[str] = set()
    for number in range(6):
        play_step_by_step(seen, game="gipf", options=DUELS, number=number, seed=number)
    assert {"decision", "luck", "duel"} <= seen


@pytest.mark.parametrize("seed", [0, 1, *slow(2), *soak(*range(3, 30))])
def test_engines_are_told_who_begins_in_zatre_and_what_stands_on_the_sheets(seed: int) -> None:
    """By the lottery of seed 0 the second seat begins, of which a position says nothing."""
    play_step_by_step(set(), game="zatre", seed=seed)


@pytest.mark.parametrize("settings", ["tamsk level=3", *slow(*map(str, load_plugins().games))])
def test_engines_are_told_the_state_of_every_game(settings: str) -> None:
    game, *options = settings.split()
    if 2 in load_plugins().find(game).seat_counts:
        play_step_by_step(set(), game=game, options=read_settings(options), seed=3)


def ask(settings: str, **others: Any) -> dict[str, Any]:
    """A question on the start of a game."""
    game, *options = settings.split()
    told = dict(each.split("=") for each in options)
    made = configure(load_plugins().find(game), told)
    position = made.to_text(made.start(2))  # type: ignore[attr-defined]
    first = {"ask": "choose", "game": game, "options": told, "position": position, "since": []}
    return {**first, "seat": 0, "seats": 2, "pace_ms": 1500, "seed": 7, "ms": None, **others}


def test_the_engine_answers_questions() -> None:
    questions = [
        ask("zertz", nodes=5),
        ask("zertz", nodes=5, since=[{"seat": 0, "decision": "Wd4"}]),
        ask("tamsk level=3", nodes=5, ask="beside"),
        ask("gipf", nodes=None, ms=1),
    ]
    greeting, first, second, beside, gipf = answers(map(json.dumps, questions))
    assert greeting == {"compiled": False}
    assert first["decision"][0] in "WGB"
    assert len(second["decision"]) == 2  # a ring
    assert beside["decision"] is None
    assert gipf["decision"].startswith("G")
    assert gipf["ms"] > 0


def test_equal_time_is_refused_where_one_alone_is_compiled() -> None:
    compiled = [sys.executable, "-c", "print('{\"compiled\": true}')"]
    engines = {
        "today": EngineCommand(compiled, os.environ, ms=50),
        "champion": EngineCommand(fake("").words, os.environ, ms=50),
    }
    with pytest.raises(ChampionError, match="champion is not compiled"):
        check_engines(engines)
    check_engines({"today": engines["today"]})
    with pytest.raises(ChampionError, match="today does not start"):
        check_engines({"today": EngineCommand([sys.executable, "-c", ""], os.environ)})


def test_without_the_wheel_a_sentence_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(WHEEL, raising=False)
    assert main(["zertz"]) == 2
    assert main(["zertz", "--wheel", str(tmp_path / "none.whl")]) == 2
    name, _nothing = capsys.readouterr().err.splitlines()
    assert name == f"Name the champion's wheel with --wheel or {WHEEL}; it is not here."
    broken = tmp_path / "broken.whl"
    broken.write_text("no wheel")
    assert main(["zertz", "--wheel", str(broken), "--sources"]) == 2
    assert "no wheel that can be read" in capsys.readouterr().err


@pytest.mark.slow
def test_the_champion_of_a_wheel_meets_todays_bots(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A wheel that holds nothing: then the champion is the gipf_meta that is installed."""
    wheel, file = tmp_path / "gipf_meta-9.9-py3-none-any.whl", tmp_path / "games.jsonl"
    with ZipFile(wheel, "w") as packed:
        packed.writestr("nothing.txt", "")
    words = ["zertz", "--set", "variant=blitz", "--nodes", "5", "--pairs", "1", "--sources"]
    words += ["--wheel", str(wheel), "--file", str(file)]
    assert main(words) == 0
    told = capsys.readouterr().out
    assert told.startswith(
        "zertz variant=blitz: today nodes=5 against gipf_meta-9.9 nodes=5: 1 won, 0 drawn, 1 lost;"
    )
    assert len(file.read_text().splitlines()) == 3
    assert main(words) == 0
    assert capsys.readouterr().out == told


@pytest.fixture
def wheel() -> str:
    """The path of the champion's wheel."""
    found = os.environ.get(WHEEL, "")
    if not Path(found).is_file():
        pytest.skip(f"The champion's wheel is not here: {WHEEL} names none.")
    return found


@pytest.mark.slow
@pytest.mark.parametrize("settings", SETTINGS)
def test_the_frozen_champion_plays(
    settings: str, wheel: str, capsys: pytest.CaptureFixture[str]
) -> None:
    game, *options = settings.split()
    words = [game, *(["--set", *options] if options else []), "--wheel", wheel]
    assert main([*words, "--nodes", "5", "--pairs", "1", "--sources"]) == 0
    (told,) = capsys.readouterr().out.splitlines()  # more lines tell faults
    assert told.startswith(f"{settings}: today nodes=5 against gipf_meta-0.1.0 nodes=5: ")
    assert " of 2 games; " in told
