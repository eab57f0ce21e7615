"""Figures on judgements whose truth is known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import log
from typing import Any
from xml.etree import ElementTree

import pytest

from tuning.archive import Decision, RealGame
from tuning.calibration_picture import FEWEST, draw_calibrations
from tuning.forecast import (
    SUREST,
    Mean,
    Verdict,
    best_stretch,
    calibration,
    chosen,
    differences,
    foretold,
    groups_of_choices,
    groups_of_positions,
    log_loss,
    mean_by_games,
    report,
    stretch,
    table_of_differences,
    tables,
    thirds,
    verdict,
)

SVG = "{http://www.w3.org/2000/svg}"


def decision(key: str = "a", **others: Any) -> Decision:
    """A decision in the game *key*."""
    players = others.pop("players", ("person", "bot"))
    real = RealGame(key, others.pop("options", {}), (), 0, players, {})
    given = {"position": "", "since": (), "turn": 1, "seat": 0, "played": "Wd4", "choices": 4}
    return Decision(real, **{**given, "is_rated": True, **others})


def verdicts(chances: Iterable[tuple[float, float]], a_game: int = 1) -> Iterator[Verdict]:
    """Verdicts with these chances and results; *a_game* of them belong to one game."""
    for number, (chance, won) in enumerate(chances):
        yield Verdict(decision(f"{number // a_game}", won=won), chance, 0.5, 1.0)


@pytest.mark.parametrize(
    ("played", "first", "three"),
    [("a", 1, 1), ("b", 0, 1), ("c", 0, 1 / 3), ("e", 0, 1 / 3), ("f", 0, 0)],
)
def test_equally_good_decisions_are_told_apart_by_lot(
    played: str, first: float, three: float
) -> None:
    worths = {"f": [0, 1], "c": [0, 5], "a": [1, 0], "d": [0, 5], "b": [0, 6], "e": [0, 5]}
    answer = {"value": 0.5, "decisions": [*worths.items()]}
    found = verdict(decision(played=played), answer)
    assert (found.chance, found.first) == (0.75, first)
    assert found.three == pytest.approx(three)


def test_a_decision_that_the_engine_does_not_know_has_no_verdict() -> None:
    with pytest.raises(LookupError):
        verdict(decision(played="x"), {"value": 0, "decisions": [["a", [1.0]]]})


def test_the_game_is_the_unit_of_errors() -> None:
    """Four games of one decision each, and the same with each decision counted five times."""
    values = [0.0, 1.0, 1.0, 0.0]
    once = mean_by_games((decision(f"{n}"), value) for n, value in enumerate(values))
    often = mean_by_games((decision(f"{n}"), v) for n, v in enumerate(values) for _ in range(5))
    assert once.mean == often.mean == 0.5
    assert once.error == pytest.approx((1 / 3 / 4) ** 0.5)
    assert often.error == pytest.approx(once.error)
    assert (once.count, often.count) == (4, 20)
    assert mean_by_games([(decision(), 1.0), (decision(), 0.0)]) == Mean(0.5, None, 2)
    assert str(Mean(0.5, None, 2)) == "0.500"
    assert str(Mean(-1e-9, 1e-9, 2)) == "0.000 ± 0.000"
    assert Mean(0.5, 0.0123, 20).percent == "50.0 ± 1.2 %"


def test_log_loss_is_bounded() -> None:
    assert log_loss(0.5, 1) == log_loss(0.5, 0) == pytest.approx(log(2))
    assert log_loss(0.8, 0) == pytest.approx(-log(0.2))
    assert log_loss(0.0, 1) == log_loss(1.0, 0) == pytest.approx(-log(1 - SUREST))


def test_figures_on_foretold_winners() -> None:
    found = foretold([*verdicts([(0.8, 1), (0.6, 0), (0.5, 1), (1.0, 1)])])
    assert found["won"].mean == 0.75
    assert found["said"] == pytest.approx((0.8 + 0.6 + 0.5 + 1) / 4)
    assert found["constant"] == pytest.approx(-(0.75 * log(0.75) + 0.25 * log(0.25)))
    losses = [log(0.8), log(0.4), log(0.5), log(SUREST)]
    assert found["log_loss"].mean == pytest.approx(-sum(losses) / 4)
    assert found["brier"].mean == pytest.approx((0.04 + 0.36 + 0.25 + 0) / 4)
    assert found["right"].mean == (1 + 0 + 0.5 + 1) / 4
    assert (found["positions"], found["games"], found["clipped"]) == (4, 4, 1)


@pytest.mark.parametrize("factor", [0.5, 2.0])
def test_a_judge_who_is_too_careful_or_too_sure_is_stretched(factor: float) -> None:
    """The judge says smaller, or larger, chances than the share won in a hundred games each."""
    truths = [share / 10 for share in range(1, 10)]
    said = [
        (stretch(truth, 1 / factor), float(n < 100 * truth)) for truth in truths for n in range(100)
    ]
    found = [*verdicts(said)]
    assert best_stretch(found) == pytest.approx(factor, abs=0.02)
    figures = foretold(found)
    wise = [Verdict(each.decision, stretch(each.chance, factor), 0, 0) for each in found]
    assert figures["stretched"] < figures["log_loss"].mean
    assert figures["stretched"] == pytest.approx(foretold(wise)["log_loss"].mean, abs=1e-4)


def test_calibration() -> None:
    low, high = calibration([*verdicts([(0.02, 0), (0.99, 1), (1.0, 0), (0.95, 1)])])
    assert (low.mean, low.won.mean, low.won.count) == (0.02, 0, 1)
    assert high.mean == pytest.approx(0.98)
    assert (high.won.mean, high.won.count) == (pytest.approx(2 / 3), 3)


def test_first_choices_are_compared_with_lots() -> None:
    few, many = decision("a", choices=2), decision("b", choices=12)
    found = chosen([Verdict(few, 0.5, 1.0, 1.0), Verdict(many, 0.5, 0.0, 0.5)])
    assert found["chance_first"] == pytest.approx((1 / 2 + 1 / 12) / 2)
    assert found["chance_three"] == pytest.approx((1 + 3 / 12) / 2)
    assert (found["first"].mean, found["three"].mean) == (0.5, 0.75)


def test_groups() -> None:
    made = [
        decision(
            f"{n}",
            turn=n + 1,
            options={"board": 37 if n < 50 else 48},
            players=("person", "bot") if n % 2 else ("bot", "person"),
            played="d1" if n % 3 else "Wd4",
            since=({},) if n % 3 else (),
            is_rated=n < 90,
        )
        for n in range(150)
    ]
    made[0] = decision("0", played="claim a1", options={"board": 37})
    made[1] = decision("1", choices=1, options={"board": 37})
    found = groups_of_positions(made)
    assert [*found] == [
        "all", "turns to 51", "turns 52 to 101", "turns from 102", "a turn begins",
        "a turn goes on", "one decision is legal", "board 37", "board 48",
    ]  # fmt: skip
    assert {name: len(inside) for name, inside in found.items()}["board 37"] == 50
    assert found["turns 52 to 101"] == [*range(51, 101)]
    forms = groups_of_choices(made)
    assert {name: len(inside) for name, inside in forms.items()} == {
        "all": 89,
        "then, as d1": 59,
        "others": 30,
    }


def test_thirds_have_about_as_many() -> None:
    found = thirds("rated", {n: 1500 + n % 100 for n in range(300)})
    assert {name: len(inside) for name, inside in found.items()} == {
        "rated to 1533": 102,
        "rated 1534 to 1566": 99,
        "rated from 1567": 99,
    }
    assert thirds("rated", {3: 7, 4: 7}) == {"rated to 7": [3, 4]}
    assert thirds("rated", {}) == {}


def test_a_judge_who_is_better_on_the_same_decisions() -> None:
    decisions = [decision(f"{n}", won=n % 2, is_rated=n > 1) for n in range(8)]
    wise = [Verdict(each, 0.3 + 0.4 * each.won, 1.0, 1.0) for each in decisions]
    dull = [Verdict(each, 0.5, 0.25, 0.5) for each in decisions]
    found = differences(wise, dull)
    assert found["log_loss"].mean == pytest.approx(log(0.5) - log(0.7))
    assert found["log_loss"].error == pytest.approx(0)
    assert (found["first"].mean, found["first"].count) == (0.75, 6)
    assert "three" not in differences(wise[:2], dull[:2])
    told = tables(report({"wise": wise, "dull": dull}))
    assert "| wise | 0.357 ± 0.000 |" in told
    assert "| all | 50.0 ± 18.9 % | 50.0 % | 50.0 % |" in told
    assert "| all | 6 | 25.0 % | 100.0 ± 0.0 % | 25.0 ± 0.0 % |" in told
    assert "| 9 positions | -0.336 ± 0.000 | 75.0 ± 0.0 % |" in table_of_differences(
        {"9 positions": found}
    )


def test_the_picture_has_a_point_for_each_interval() -> None:
    enough = [*verdicts((0.7, n % 3 > 0) for n in range(FEWEST))]
    few = [*verdicts([(0.2, 0)])]
    bins = {"new": calibration(few + enough), "old": calibration(enough)}
    picture = draw_calibrations("x < y", {"no search": bins, "9 positions": {"new": bins["new"]}})
    root = ElementTree.fromstring(picture)
    points = [each for each in root.iter(f"{SVG}circle") if each.get("stroke")]
    assert len(points) == 3 + 2
    assert len([each for each in points if each.get("fill") != each.get("stroke")]) == 2
    at = {each.get("cx") for each in points}
    assert at == {"48", "168", "171"}  # 20 and 70 % of 240, and the second judge beside
    words = [each.text for each in root.iter(f"{SVG}text")]
    assert {"x < y", "new", "old", "no search", "9 positions"} <= {*words}
    assert "var(" not in picture
