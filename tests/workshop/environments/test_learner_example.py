"""The example that trains a network by self-play, examples/learner: its sums, its files, its
search, its engine."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from shutil import copytree
from threading import Event
from types import ModuleType
from typing import Any

import pytest

np = pytest.importorskip("numpy")

GAME = "zertz"
FOLDER = Path(__file__).parents[3] / "examples" / "learner"
MODULES = ("network", "player", "learner", "engine")
TINY = {
    "first_games": 1,
    "first_visits": 4,
    "first_passes": 1,
    "games": 1,
    "visits": 4,
    "passes": 1,
    "rated_games": 1,
}


@pytest.fixture(scope="module")
def example() -> Iterator[dict[str, ModuleType]]:
    """The modules of the example by name, as its folder has them on the path of a program there."""
    before = {name: sys.modules.pop(name) for name in MODULES if name in sys.modules}
    sys.path.insert(0, str(FOLDER))
    yield {name: __import__(name) for name in MODULES}
    sys.path.remove(str(FOLDER))
    for name in MODULES:
        del sys.modules[name]
    sys.modules.update(before)


@pytest.fixture(scope="module")
def trained(example: dict[str, ModuleType], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a training of two generations."""
    folder = tmp_path_factory.mktemp("learner") / "training"
    words = [f"--{name.replace('_', '-')}={value}" for name, value in TINY.items()]
    assert example["learner"].main(["train", str(folder), "--generations=2", *words]) == 0
    return folder


def weights_of(path: Path) -> dict[str, Any]:
    with np.load(path) as found:
        return {name: found[name] for name in found if name != "about"}


@pytest.mark.parametrize(
    ("shape", "decisions", "used"),
    [((5, 3, 4), 36, (0, 1, 2, 4, 5, 6, 7, 8, 9, 11)), ((10,), 7, None)],
)
def test_gradients_are_those_of_the_losses(
    example: dict[str, ModuleType], shape: tuple[int, ...], decisions: int, used: Any
) -> None:
    rng = np.random.default_rng(0)
    network = example["network"].Network(shape, decisions, used, 1)
    for name, each in network.weights.items():
        network.weights[name] = each.astype("f8") + 0.01 * rng.standard_normal(each.shape)
    seen = rng.random((6, network.size)) < 0.3
    masks = rng.random((6, decisions)) < 0.5
    masks[:, 0] = True
    chances = rng.random((6, decisions)) * masks
    chances /= chances.sum(axis=1, keepdims=True)
    worths = rng.uniform(-1, 1, 6)
    gradients, _chances, _worths = network.gradients(seen, masks, chances, worths)
    assert set(gradients) == set(network.weights)
    for name, each in gradients.items():
        at = np.unravel_index(np.abs(each).argmax(), each.shape)
        weights, before = network.weights[name], network.weights[name][at]
        losses = []
        for shift in (1e-3, -1e-3):
            weights[at] = before + shift
            losses.append(sum(network.gradients(seen, masks, chances, worths)[1:]))
        weights[at] = before
        assert (losses[0] - losses[1]) / 2e-3 == pytest.approx(each[at], rel=0.05), name


@pytest.mark.slow
def test_a_training_that_was_cut_goes_on_to_equal_weights(
    example: dict[str, ModuleType], trained: Path, tmp_path: Path
) -> None:
    copy = copytree(trained, tmp_path / "cut")
    for name in ("games-1.npz", "generation-1.npz", "curve.svg"):
        (copy / name).unlink()
    (copy / "games-1.npz.half").write_bytes(b"cut")
    plan = example["learner"].Plan(**json.loads((copy / "plan.json").read_text()))
    training = example["learner"].Training(copy, plan)
    assert [each["generation"] for each in training.figures] == [0]
    training.run_generation()
    whole, again = (weights_of(each / "generation-1.npz") for each in (trained, copy))
    assert whole.keys() == again.keys()
    assert all(np.array_equal(whole[name], again[name]) for name in whole)


def test_what_cannot_go_on_is_said_in_a_sentence(
    example: dict[str, ModuleType], trained: Path, tmp_path: Path, capsys: Any
) -> None:
    learner, engine = example["learner"], example["engine"]
    broken = tmp_path / "broken.npz"
    broken.write_bytes((trained / "generation-1.npz").read_bytes()[:-999])
    other = tmp_path / "other.npz"
    network = example["network"].Network((3,), 4)
    example["player"].save(other, learner.Plan.game, network, {}, None)
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "letter").write_text("Dear")
    for words, why in (
        (["rate", str(tmp_path / "nowhere")], "is not there."),
        (["rate", str(trained), "--games", "3"], "an even number"),
        (["rate", str(broken)], "is damaged, or no network."),
        (["rate", str(other)], "holds another network than that of "),
        (["export", str(tmp_path / "full"), "weights.npz"], "holds no generation of a network."),
        (["train", str(trained), "--seed", "5"], "holds a training with other arguments"),
        (["train", str(tmp_path / "full")], "holds something else"),
        (["train", str(tmp_path / "new"), "--game", "nothing"], "'nothing'"),
    ):
        assert learner.main(words) == 1
        said = capsys.readouterr().err
        assert why in said
        assert said.count("\n") == 1
    for given in ([str(broken)], [str(other)], [str(trained), "0"], []):
        assert engine.main(given) == 1
        assert capsys.readouterr().err.count("\n") == 1


def test_a_forced_decision_is_judged_by_what_follows(example: dict[str, ModuleType]) -> None:
    player = example["player"]
    game = player.game_of(GAME)
    network = player.new_network(game, 1)
    judge = player.NetworkJudge(player.Player(game, network, 1), network, None, None)
    rng, state = Random(3), game.start(2)
    while len(moves := game.turn_moves(state, seat := game.status(state).seat)) > 1:
        state = game.apply(state, rng.choice(moves))
    after = game.apply(state, moves[0])
    assert judge(state, seat) == judge(after, seat) == -judge(after, 1 - seat) != 0


def test_weights_play_as_an_engine(
    example: dict[str, ModuleType], trained: Path, tmp_path: Path
) -> None:
    weights = tmp_path / "weights.npz"
    assert example["learner"].main(["export", str(trained), str(weights)]) == 0
    assert weights.stat().st_size < (trained / "generation-1.npz").stat().st_size / 3
    engine = example["engine"].NetworkEngine(weights, 4)

    def answer(line: str) -> list[str]:
        return [*engine.answer(line, Event())]

    assert f"plays {GAME}" in answer("hello 1")
    assert answer(f"game {GAME} 2") == ["ok"]
    assert answer("start") == ["ok"]
    legal = {line.removeprefix("legal ") for line in answer("legal")[:-1]}
    best, end = answer("go seed 1")
    assert end == "ok"
    assert best.removeprefix("best ") in legal
    assert answer(f"game {GAME} 3")[0].startswith("error")


def test_the_curve_shows_every_generation(
    example: dict[str, ModuleType], trained: Path, tmp_path: Path
) -> None:
    assert (trained / "curve.svg").read_text().count("<circle") == 2
    picture = tmp_path / "both.svg"
    assert example["learner"].main(["draw", str(picture), str(trained), str(trained)]) == 0
    assert picture.read_text().count("<circle") == 4
