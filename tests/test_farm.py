"""The simulation of many machines: its times add up, and what is too much waits."""

from __future__ import annotations

from dataclasses import replace
from statistics import fmean

import pytest

from tests.farm import Costs, Farm, Servers, Timeline, most_tables, simulate, within

COSTS = Costs(
    judge_ms=2,
    commit_ms=1,
    answer_ms=1,
    draw_ms=4,
    news_ms=0,
    statement_ms=1,
    flush_ms=2,
    trip_ms=1,
)
SMALL = Farm(
    *(1, 1, 1, 1),
    tables=1,
    pace_s=0.2,
    burst_s=0,
    seconds=300,
    costs=COSTS,
)
"""One process, at whose table nobody waits for anybody else."""


def test_servers_serve_in_order_and_one_at_a_time() -> None:
    timeline, ends = Timeline(), list[tuple[str, float]]()
    servers = Servers(timeline, 2)
    for name, ms in (("a", 10), ("b", 4), ("c", 3), ("d", 5)):
        servers.use(ms, lambda name=name: ends.append((name, timeline.ms)))
    timeline.run(100)
    assert ends == [("b", 4), ("c", 7), ("a", 10), ("d", 12)]
    assert servers.busy_ms == 22


def test_where_nobody_waits_an_answer_takes_what_its_parts_take() -> None:
    outcome = simulate(SMALL)
    assert fmean(outcome.answers_ms) == pytest.approx(2 + 1 + 1 + 1 + 2 + 2 * 0.5 + 1, rel=0.05)
    assert fmean(outcome.scenes_ms) == pytest.approx(fmean(outcome.answers_ms) + 4, rel=0.05)
    decisions = len(outcome.answers_ms) / (SMALL.seconds - 2)
    assert outcome.machines_busy == pytest.approx(decisions * 8 / 1000, rel=0.05)
    assert outcome.together == 1


def test_a_seed_tells_everything() -> None:
    farm = replace(SMALL, tables=20, seconds=10)
    assert simulate(farm) == simulate(farm)
    assert simulate(farm).answers_ms != simulate(replace(farm, seed=2)).answers_ms


def test_more_tables_wait_longer_until_they_are_too_many() -> None:
    farm = replace(SMALL, pace_s=1, seconds=20)
    most = most_tables(replace(farm, tables=40))
    assert 40 < most < 1000 / 8, "a processor has 1,000 ms in a second"
    few, many = (simulate(replace(farm, tables=most * times // 4)) for times in (1, 8))
    assert within(few.answers_ms, 0.99) < 60 < 100 < within(many.answers_ms, 0.99)
    assert many.together > few.together
    assert many.machines_busy > 0.6


def test_a_dead_machine_costs_its_tables_a_reconnect() -> None:
    farm = replace(SMALL, machines=3, tables=30, pace_s=1, seconds=20)
    whole, broken = simulate(farm), simulate(replace(farm, dies_s=10))
    assert whole.answers_ms[-1] < 100
    assert 500 < broken.answers_ms[-1] < 3000, "who has sent it comes back and sends it again"
    assert len(broken.answers_ms) > 0.9 * len(whole.answers_ms)


def test_commits_with_news_follow_each_other_and_bound_all_processes() -> None:
    costs = replace(COSTS, flush_ms=20)
    farm = Farm(8, 1, 1, 4, tables=400, pace_s=1, burst_s=0, seconds=10, costs=costs, in_turn=True)
    outcome = simulate(farm)
    assert outcome.commits_busy > 0.95
    assert outcome.machines_busy < 0.8
    assert outcome.together > 4
    assert within(outcome.answers_ms, 0.5) > 100
