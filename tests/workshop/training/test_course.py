"""``gipf-meta train``: a small training from end to end, and one sentence for wrong input."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from gipf_meta.base.sentences import printable_streams
from gipf_meta.cli import run
from gipf_meta.commands.train import show_progress
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.capabilities import Learning
from gipf_meta.protocol.options import configure
from gipf_meta.workshop.training.selfplay import play_to_learn
from tests.tiers import thinned

SMALL = ["--games=6", "--nodes=2", "--pairs=2", "--proof-nodes=2", "--seed=5"]
SETS = ["--set", "variant=basic", "--also", "variant=tournament"]


@pytest.mark.slow
@pytest.mark.needs("gipf")
def test_a_training_plays_learns_and_is_put_to_the_proof(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "learning"
    asked = ["train", "gipf", "--folder", str(folder), *SMALL, *SETS]
    assert run([*asked, "--generations", "1"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith("Generation 1: ")
    assert told[1].startswith("The best weights are those of generation ")
    games = (folder / "games-1.jsonl").read_text().splitlines()
    assert len(games) == 6
    # it goes on, and what was done stays
    assert run([*asked, "--generations", "2"]) == 0
    again = capsys.readouterr().out.splitlines()
    assert again[0] == told[0]
    assert again[1].startswith("Generation 2: ")
    assert (folder / "games-1.jsonl").read_text().splitlines() == games
    # elsewhere the same seed finds the same, whoever plays how many games at a time
    other = tmp_path / "other"
    asked[3] = str(other)
    assert run([*asked, "--generations", "1", "--jobs", "3"]) == 0
    assert (other / "worths-1.json").read_text() == (folder / "worths-1.json").read_text()


@pytest.mark.needs("gipf")
def test_a_training_anew_begins_with_worths_of_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "learning"
    assert run(["train", "gipf", "--folder", str(folder), "--anew", *SMALL, "--games=0"]) == 2
    assert run(["train", "gipf", "--folder", str(folder), "--anew", "--games=1", "--nodes=1"]) == 2
    assert {*json.loads((folder / "worths-0.json").read_text())} == {0}


@pytest.mark.needs("gipf")
def test_a_game_to_learn_from_begins_with_as_many_random_turns_as_asked_at_most() -> None:
    game: Any = configure(load_plugins().find("gipf"), {"variant": "basic"})
    first = play_to_learn(game, 1, "seed", 0)[0]
    assert first.features == [*game.features(game.start(2), 0)]


def test_progress_stays_on_one_line_of_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with printable_streams():
        show_progress("3 of 4 games.")
    assert terminal.getvalue() == "\r\x1b[K3 of 4 games."


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["duels:die"], "There is no game"),
        (["die"], "does not learn: it has no features"),
        (["die", "--games", "-1"], "is no number from 0"),
        (["die", "--pairs", "0"], "is no number from 1"),
        (["die", "--jobs", "2", "--executor", "dask:x"], "not allowed with argument"),
        (["die", "--proof-nodes", "-1"], "is no number from 1"),
    ],
)
def test_what_cannot_be_trained_is_refused_in_a_sentence(
    words: list[str], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["train", *words, "--folder", str(tmp_path / "learning")]) == 2
    assert told in capsys.readouterr().err
    assert not (tmp_path / "learning").exists()


@pytest.mark.soak  # tests/workshop/arena/test_workers_cluster.py plays on one in make test-slow
@pytest.mark.needs("gipf")
def test_a_cluster_finds_the_same(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    asked = ["train", "gipf", *SETS, "--games=2", "--nodes=1", "--pairs=1", "--proof-nodes=1"]
    asked += ["--generations=1", "--folder"]
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50
    ) as local:
        there = ["--executor", f"dask:{local.scheduler_address}"]
        assert run([*asked, str(tmp_path / "there"), *there]) == 0
    assert run([*asked, str(tmp_path / "here"), "--jobs=1"]) == 0
    found = [(tmp_path / where / "worths-1.json").read_text() for where in ("there", "here")]
    assert found[0] == found[1]


def learning_games() -> list[str]:
    """The ids of all installed games that learn."""
    games = load_plugins().games_to_choose()
    return sorted(game.id for game in games if isinstance(configure(game, {}), Learning))


@pytest.mark.slow
@pytest.mark.parametrize("game", thinned(learning_games(), 3))
def test_every_game_with_features_can_be_trained(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "learning"
    small = ["--games=2", "--nodes=1", "--pairs=1", "--proof-nodes=1", "--generations=1"]
    assert run(["train", game, "--folder", str(folder), *small]) == 0
    assert capsys.readouterr().out.startswith("Generation 1: ")
    before, after = (json.loads((folder / f"worths-{n}.json").read_text()) for n in (0, 1))
    assert len(before) == len(after)
    assert before != after
