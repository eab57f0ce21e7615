"""Made-up records, and some of those in tests/zertz, judged by today's engine in this process."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from gipf_meta.plugins.loading import load_plugins
from tests.zertz.test_real_games import GAMES
from tuning import real_games
from tuning.archive import (
    ArchiveError,
    Decision,
    RealGame,
    decisions_of,
    draw_decisions,
    read_games,
)
from tuning.champion import WHEEL
from tuning.engine import answer
from tuning.engines import EngineCommand
from tuning.real_games import main, question

ARCHIVE = Path(__file__).parents[3] / "shared" / "data" / "zertz" / "archive"
ZERTZ = load_plugins().find("zertz")
SHORT = GAMES["149e3cd1ded7"]["moves"]
WORDS = ["zertz", "--field", "board=rings", "--part", "all", "--sources"]


def write(folder: Path, *records: dict[str, Any], name: str = "games.jsonl") -> Path:
    """A *folder* with a file of *records*."""
    (folder / name).write_text("".join(f"{json.dumps(each)}\n" for each in records))
    return folder


def record(turns: Sequence[str] = SHORT, **others: Any) -> dict[str, Any]:
    """The record of a game on 37 rings between a rated player and a bot."""
    people = {"players": ["person", "bot"], "ratings": ["1777", None]}
    return {"rings": 37, "moves": turns, **people, **others}


def read(folder: Path) -> list[RealGame]:
    return [*read_games(folder, {"board": "rings"})]


def decisions(folder: Path, rating: float | None = None) -> list[Decision]:
    """The decisions of the only game in *folder*."""
    (real,) = read(folder)
    return decisions_of(ZERTZ, real, real.rated_seats(rating))


@pytest.fixture(autouse=True)
def no_champion(monkeypatch: pytest.MonkeyPatch) -> None:
    """The wheel of a champion is not wanted here."""
    monkeypatch.delenv(WHEEL, raising=False)


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """The questions that engines are asked; they answer in this process."""
    questions: list[dict[str, Any]] = []

    class Here:
        def __init__(self, command: EngineCommand) -> None:
            pass

        def ask(self, asked: dict[str, Any]) -> Any:
            questions.append(asked)
            return json.loads(json.dumps(answer(json.loads(json.dumps(asked)))))

        def close(self) -> None:
            pass

    monkeypatch.setattr(real_games, "EngineProcess", Here)
    return questions


# -- records -----------------------------------------------------------------------------------


def test_a_game_that_is_told_twice_is_one(tmp_path: Path) -> None:
    write(tmp_path, {"source": "nobody"}, record(id="1"), record(id="2", year="2020"))
    with gzip.open(tmp_path / "more.jsonl.gz", "wt") as file:
        file.write(json.dumps(record(id="3")) + "\n" + json.dumps(record(SHORT[:3])))
    games = read(tmp_path)
    assert sorted(len(each.turns) for each in games) == [3, 15]
    assert games[0].ratings == {0: 1777.0}
    assert games[0].players == ("person", "bot")


def test_a_fifth_is_held_out_whatever_else_a_record_says(tmp_path: Path) -> None:
    turns = [[f"{n}"] for n in range(1000)]
    games = read(write(tmp_path, *map(record, turns)))
    held = {each.turns for each in games if each.is_held_out}
    assert 160 < len(held) < 240
    others = read(write(tmp_path, *(record(each, id="x", ratings=None) for each in turns)))
    assert {each.turns for each in others if each.is_held_out} == held
    # trainers rely on it: these stay where they are
    assert [n for n in range(20) if (f"{n}",) in held] == [0, 7, 8, 9, 10, 19]


@pytest.mark.parametrize(
    ("content", "why"),
    [(None, "no file of games"), ("{", "holds no games that can be read"), ('{"moves": 3}', "can")],
)
def test_a_folder_without_games(tmp_path: Path, content: str | None, why: str) -> None:
    if content is not None:
        (tmp_path / "games.jsonl").write_text(content)
    with pytest.raises(ArchiveError, match=why):
        read(tmp_path)


def test_rated_players_are_people(tmp_path: Path) -> None:
    (game,) = read(write(tmp_path, record(players=["person", "guest"], ratings=["1600", "1500"])))
    assert game.rated_seats(1500) == game.rated_seats(None) == (0,)
    assert game.rated_seats(1601) == ()


# -- decisions ---------------------------------------------------------------------------------


def test_decisions_and_what_became_of_their_players(tmp_path: Path) -> None:
    found = decisions(write(tmp_path, record()))
    first, second = found[:2]
    assert (first.played, first.turn, first.choices, first.since) == ("Bb4", 1, 111, ())
    assert (second.played, second.turn) == ("b5", 1)
    assert second.since == ({"seat": 0, "decision": "Bb4"},)
    (forced,) = [each for each in found if each.turn == 3]
    assert (forced.played, forced.choices, forced.is_choice) == ("x a3Bc5", 1, False)
    assert first.is_choice
    assert not found[2].is_choice  # the bot's
    assert {(each.seat, each.is_rated, each.won) for each in found} == {(0, True, 1), (1, False, 0)}


@pytest.mark.parametrize(("winner", "won"), [(1, {1.0}), (2, {0.0}), (None, set())])
def test_the_winner_of_a_game_that_broke_off_is_that_of_the_record(
    tmp_path: Path, winner: int | None, won: set[float]
) -> None:
    found = decisions(write(tmp_path, record(SHORT[:6], winner=winner)))
    assert {each.won for each in found if each.seat == 0} == won


def test_a_repetition_is_half_a_point(tmp_path: Path) -> None:
    found = decisions(write(tmp_path, record(GAMES["661e9226ba42"]["moves"][:57], winner=None)))
    assert {each.won for each in found} == {0.5}


def test_lots_fall_alike_for_the_same_seed(tmp_path: Path) -> None:
    found = decisions(write(tmp_path, record()))
    drawn = draw_decisions(found, 4, 1)
    assert drawn == draw_decisions(found, 4, 1) != draw_decisions(found, 4, 2)
    assert len(drawn) == 4
    assert drawn == [each for each in found if each in drawn]
    assert draw_decisions(found, 1000, 1) == found


# -- judges ------------------------------------------------------------------------------------


def questions_of(folder: Path, nodes: int) -> Iterator[tuple[Decision, dict[str, Any]]]:
    for each in decisions(folder):
        yield each, json.loads(json.dumps(question(ZERTZ, each, nodes, 1)))


def test_the_engine_judges_every_decision_without_a_search(tmp_path: Path) -> None:
    game = ZERTZ(board=37)
    for each, what in questions_of(write(tmp_path, record()), 0):
        said = answer(what)
        state = game.from_text(each.position)
        for step in each.since:
            state = game.apply(state, game.parse(state, step["seat"], step["decision"]))
        assert said["value"] == game.evaluate(state, each.seat)
        assert len(said["decisions"]) == each.choices
        after = game.apply(state, game.parse(state, each.seat, each.played))
        assert [each.played, [game.evaluate(after, each.seat)]] in said["decisions"]


def test_the_engine_orders_decisions_by_its_search(tmp_path: Path) -> None:
    """Before the last turn, a capture that wins."""
    *_, (last, what) = questions_of(write(tmp_path, record(SHORT)), 30)
    said = answer(what)
    worths = [worth for _text, worth in said["decisions"]]
    assert worths == sorted(worths, reverse=True)
    assert len(worths) == last.choices
    assert answer(what) == said


def test_figures_tables_and_a_picture(
    tmp_path: Path, heard: list[dict[str, Any]], capsys: pytest.CaptureFixture[str]
) -> None:
    chosen = ["149e3cd1ded7", "5c9e411991ea", "35f635c8e9d0"]
    made = [record(GAMES[name]["moves"], rings=GAMES[name]["rings"]) for name in chosen]
    write(tmp_path, *made, record(["Wd4,d5"]), record(["x"], ratings=[None, None]))
    files = tmp_path / "figures.json", tmp_path / "figures.svg"
    words = [*WORDS, str(tmp_path), "--rating", "1700", "--nodes", "0", "5", "--positions", "2"]
    assert main([*words, "--json", str(files[0]), "--svg", str(files[1])]) == 0
    told = capsys.readouterr().out
    assert told.startswith("zertz, all: 6 positions of 3 games, seed 1\nnot legal: ")
    assert "| today, no search | " in told
    assert "| today, 5 positions | " in told
    assert [each["nodes"] for each in heard] == [0] * 6 + [5] * 6
    assert {each["options"].get("board", 37) for each in heard} == {37, 48}
    figures = json.loads(files[0].read_text())
    assert figures["settings"]["field"] == [["board", "rings"]]
    assert figures["judges"]["today, no search"]["winner"]["all"]["positions"] == 6
    assert str(tmp_path) not in files[0].read_text()
    assert files[1].read_text().startswith("<svg ")


def test_the_parts_have_no_game_in_common(tmp_path: Path, heard: list[dict[str, Any]]) -> None:
    write(
        tmp_path, *(record(each["moves"], rings=each["rings"]) for each in [*GAMES.values()][:24])
    )
    seen = []
    for part in ("held-out", "training"):
        words = [*WORDS, str(tmp_path), "--part", part, "--nodes", "0", "--positions", "1"]
        heard.clear()
        assert main(words) == 0
        seen.append({each["seed"] for each in heard})
    assert not seen[0] & seen[1]
    assert 0 < len(seen[0]) < len(seen[1])
    assert len(seen[0]) + len(seen[1]) == 21


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--rating", "2000"], "No game is of that part"),
        (
            ["--field", "board=ringz"],
            "games.jsonl holds no games that can be read: a record",
        ),
        (["--wheel", "none.whl"], "no wheel that can be read"),
    ],
)
def test_wrong_arguments_are_a_sentence(
    words: list[str], why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*WORDS, str(write(tmp_path, record())), *words]) == 2
    assert why in capsys.readouterr().err


def test_games_of_other_rules_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*WORDS, str(write(tmp_path, record(["b3", "a3"])))]) == 2
    assert "No game is legal; the first one is not because of this: " in capsys.readouterr().err


def test_a_field_names_an_option_and_an_entry(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["zertz", "folder", "--field", "board"])
    assert "'board' is not of the form OPTION=ENTRY" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.skipif(not ARCHIVE.is_dir(), reason="the whole collection is not part of the project")
def test_the_whole_collection_is_judged_by_a_process(capsys: pytest.CaptureFixture[str]) -> None:
    words = [*WORDS, str(ARCHIVE), "--rating", "1700", "--games", "20", "--nodes", "0", "20"]
    assert main(words) == 0
    told = capsys.readouterr().out
    assert told.startswith("zertz, all: 120 positions of 20 games, seed 1\n\n| who wins ")
