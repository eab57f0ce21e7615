"""The level ``expert`` as people meet it, of two versions: what it is granted, what is told."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from itertools import count
from typing import Any

import pytest

from gipf_meta.base.clock import RealClock
from gipf_meta.bots.levels import LEVELS, SearchingBot
from gipf_meta.table.pilots import PATIENCE_MS, SHARE, THINKING
from gipf_meta.workshop.arena.referee import GameOutcome
from gipf_meta.workshop.arena.schedule import Sprt, Tournament
from gipf_meta.workshop.arena.standings import elo_at, standings
from tuning import engine
from tuning.champion import lines, words_of_scores
from tuning.engines import spent_words

TICK_MS = 500
"""The time that passes by each look at the clock, ms."""
PLAYED = Tournament(
    game="zatre",
    rules_version=1,
    options={},
    players=2,
    bots=("today", "before"),
    games=40,
    sprt=Sprt(elo_at(0.5), elo_at(0.6)),
)


@pytest.fixture
def home(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A level that decides at once, in a process whose time is counted by looks at the clock."""
    ticks, found = count(step=TICK_MS), engine.part
    monkeypatch.setattr(
        engine, "part", lambda name: partial(next, ticks) if name == "cpu_ms" else found(name)
    )
    monkeypatch.setattr(RealClock, "now_ms", RealClock.now_ms)  # as it is now again afterwards
    monkeypatch.setitem(LEVELS, "expert", partial(SearchingBot, nodes=5, level="expert"))
    engine.at_home.cache_clear()
    yield
    engine.at_home.cache_clear()


def ask(game: str, since: list[str], options: dict[str, str] | None = None, **others: Any) -> str:
    """A question on the decision of the first seat, after its decisions *since* the start."""
    steps = [{"seat": 0, "decision": decision} for decision in since]
    asked = {"ask": "expert", "game": game, "options": options or {}, "position": None}
    asked |= {"since": steps, "seat": 0, "seats": 2, "seed": 7, "patience_ms": PATIENCE_MS}
    return json.dumps({**asked, **others})


@pytest.mark.usefixtures("home")
def test_a_turn_of_several_decisions_is_granted_what_patience_leaves() -> None:
    """ZÈRTZ: a marble, then a ring. What the first has used is missing for the second."""
    _greeting, marble, ring = engine.answers(iter([ask("zertz", []), ask("zertz", ["Wd4"])]))
    assert marble["limit_ms"] == int(PATIENCE_MS * THINKING * SHARE)
    assert 0 < ring["limit_ms"] <= marble["limit_ms"] - TICK_MS * SHARE
    assert (len(marble["decision"]), len(ring["decision"])) == (3, 2)
    assert marble["peak_mb"] > 0
    assert marble["is_sure"] is False


@pytest.mark.usefixtures("home")
def test_where_time_acts_no_patience_is_divided() -> None:
    [_greeting, said] = engine.answers(iter([ask("tamsk", [], {"level": "3"})]))
    assert said["limit_ms"] is None


@pytest.mark.usefixtures("home")
def test_bots_think_by_the_time_of_their_processor() -> None:
    [*engine.answers(iter([ask("zertz", [])]))]
    first, second = RealClock().now_ms(), RealClock().now_ms()
    assert second - first == TICK_MS


def test_what_decisions_took_is_told_without_those_that_took_none() -> None:
    spent = [{"ms": 0.2, "peak_mb": 50}, {"ms": 1900.0, "peak_mb": 210}, {"ms": 2100, "peak_mb": 9}]
    assert spent_words(spent) == "2 decisions, 2.00 s each, 2.10 s at most; 210 MB"
    assert spent_words(spent[:1]) == "no decision took time"


def played(*pairs: int) -> dict[int, GameOutcome]:
    """Pairs of which today's bots win so many games, with scores."""
    outcomes = {}
    for pair, won in enumerate(pairs):
        for turned, is_won in enumerate((won > 0, won > 1)):
            winner = turned if is_won else 1 - turned
            scores = (40, 30) if winner == 0 else (30, 40)
            number = 2 * pair + turned
            outcomes[number] = GameOutcome(
                number=number, winners=(winner,), reason="", scores=scores
            )
    return outcomes


def told(*pairs: int) -> list[str]:
    """The lines of a report on *pairs* of matches, without the line on the pairs themselves."""
    outcomes = played(*pairs)
    return lines(standings(PLAYED, outcomes), words_of_scores(PLAYED, outcomes))[1:]


def test_a_match_tells_what_its_test_has_found_and_bounds_and_points() -> None:
    assert told(2, 2, 2, 2) == [
        "the test finds 60% rather than 50%, after 4 pairs",
        "whenever it ends: 28% to 100%",
        "+10.0 points a game, standard error 0.0",
    ]
    assert told(*[0] * 5)[0] == "the test finds 50% rather than 60%, after 3 pairs"
    assert told(1, 2, 1)[::2] == [
        "the test of 50% against 60% is open after 3 pairs: +0.42, where 2.94 decides",
        "+3.3 points a game, standard error 3.3",
    ]


def test_games_without_scores_tell_none() -> None:
    outcomes = {n: end.model_copy(update={"scores": None}) for n, end in played(2, 1).items()}
    assert words_of_scores(PLAYED, outcomes) is None
