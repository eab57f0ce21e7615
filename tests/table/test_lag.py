"""Time of the network that is given back to players: the table of cases."""

from __future__ import annotations

import pytest

from gipf_meta.match.timecontrol import TimeControl
from gipf_meta.table.lag import SAND_MS, Charge, LagQuota


def charged(control: str, *lags_ms: int) -> list[int]:
    """The ms that the network costs a player with each of his decisions, by their *lags_ms*."""
    quota, costs = LagQuota.begin(TimeControl.read(control)), []
    for lag_ms in lags_ms:
        charge = Charge.of(10**6, lag_ms, quota.left_ms, 0)
        quota = quota.after(charge.given_ms)
        costs.append(lag_ms - charge.given_ms)
    return costs


@pytest.mark.parametrize(
    ("control", "gain_ms"),
    [
        ("10s", 190),
        ("60s", 390),
        ("60s+1s", 550),
        ("3m+2s", 1000),
        ("10m", 1000),
        ("90m+30s", 1000),
        ("500ms/turn", 230),
        ("10s/turn", 1000),
    ],
)
def test_a_quota_follows_from_how_long_a_player_is_expected_to_play(
    control: str, gain_ms: int
) -> None:
    quota = LagQuota.begin(TimeControl.read(control))
    assert (quota.gain_ms, quota.left_ms) == (gain_ms, 3 * gain_ms)


@pytest.mark.parametrize(
    ("control", "lags_ms", "costs_ms"),
    [
        # three gains at first
        ("10m", [0], [0]),
        ("10m", [3000], [0]),
        ("10m", [3001], [1]),
        ("60s", [1170], [0]),
        ("60s", [2000], [830]),
        # then one with each decision
        ("10m", [3000, 1000], [0, 0]),
        ("10m", [3000, 1500], [0, 500]),
        ("60s", [2000, 390, 391], [830, 0, 1]),
        # what is not needed is saved up, to seven gains at most
        ("10m", [0, 0, 5000], [0, 0, 0]),
        ("10m", [0, 0, 5001], [0, 0, 1]),
        ("10m", [0] * 30 + [8000], [0] * 30 + [1000]),
        ("60s", [0] * 30 + [2731], [0] * 30 + [1]),
        # a network that is always slow costs nothing up to a gain a decision
        ("10m", [1000] * 50, [0] * 50),
        ("60s", [300] * 50, [0] * 50),
        ("10s", [300] * 6, [0, 0, 0, 60, 110, 110]),
        # one cut costs what is above the quota, and the next decisions are fair again
        ("10m", [200, 200, 30_000, 200, 200], [0, 0, 25_400, 0, 0]),
        ("2s/turn", [1500] * 4, [90, 1030, 1030, 1030]),
    ],
)
def test_the_table_of_cases(control: str, lags_ms: list[int], costs_ms: list[int]) -> None:
    assert charged(control, *lags_ms) == costs_ms


def test_who_delays_his_answers_gains_the_quota_at_most() -> None:
    quota = LagQuota.begin(TimeControl.read("60s"))
    given_ms = sum(60_000 - cost for cost in charged("60s", *[60_000] * 40))
    assert given_ms == quota.left_ms + 39 * quota.gain_ms


def test_sand_gives_back_the_same_for_every_decision() -> None:
    charges = [Charge.of(9000, lag_ms, SAND_MS, 0) for lag_ms in (0, 300, 500, 501, 9000)]
    assert [charge.at_ms for charge in charges] == [9000, 8700, 8500, 8500, 8500]


def test_time_never_runs_backwards() -> None:
    assert Charge.of(9000, 400, 1000, 8900) == Charge(8900, 9000, 400, 100, None)
    assert Charge.of(9000, 400, 1000, 9200) == Charge(9200, 9000, 400, 0, None)
