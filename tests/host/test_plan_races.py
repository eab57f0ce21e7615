"""Plans are played once, only as long as they stand, and seen by nobody else."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gipf_meta.records.models import Seat
from gipf_meta.table.openings import Opening
from tests.host.conftest import make_tables
from tests.host.plan_races import ROOM, PlanRaces
from tests.host.weeks import Machine
from tests.small_games.finding import find
from tests.tiers import soak

STEPS = 60
SETTLED = 12
"""The number of steps after which all processes hear of all."""


def race(url: str, seed: int) -> PlanRaces:
    """A match at *url* in which plans race with all that ends them."""
    races = PlanRaces(make_tables(url), seed, find)
    for step in range(STEPS):
        races.step()
        if step % SETTLED == SETTLED - 1:
            races.settle()
    return races


@pytest.mark.slow
def test_a_plan_is_played_only_as_long_as_it_stands(tmp_path: Path) -> None:
    told = Counter[str]()
    for seed in (1, 3):
        told += race(f"sqlite:///{tmp_path / f'{seed}.sqlite'}", seed).told
    assert told["by plan"]
    assert told["withdrawn"]


@pytest.mark.parametrize("seed", soak(*range(1000, 1060)))
def test_plans_race_with_all_that_ends_them(seed: int, url: str) -> None:
    race(url, seed)


@pytest.mark.parametrize("want", ["scene", "events", "view"])
@pytest.mark.sample(1, "slow")
def test_others_hear_nothing_of_plans(want: str, tmp_path: Path) -> None:
    without, withs = (
        heard(f"sqlite:///{tmp_path / f'{n}.sqlite'}", want, plans=bool(n)) for n in range(2)
    )
    assert withs == without
    assert len(without) > 10


def heard(url: str, want: str, *, plans: bool) -> list[list[str]]:
    """The messages that another player, a watcher, and somebody who comes late get after each step
    of a match, in which a player makes *plans*, or not."""
    rng = Random(5)
    machine = Machine(make_tables(url), find, lambda: "n")
    hub, now_ms = machine.hub, 1_800_000_000_000
    seats = tuple(Seat(name=name, player="human") for name in ("Ann", "Bob"))
    opening = Opening(game="wager", players=seats, options={"goal": 9}, seed=1, control="2880m")
    hub.open_room(ROOM, opening, "ann", now_ms, {0: "ann", 1: "bob"})
    found = list[list[str]]()

    def say(who: str, do: str, **values: Any) -> None:
        message = {"do": do, "id": f"{who}{len(found)}{do}", "room": ROOM, **values}
        hub.receive(who, message, now_ms)

    for who in ("ann", "bob", "eve"):
        hub.connect(who, who, "en", who.title())
        say(who, "watch", want=want, since=0)
    for step in range(24):
        now_ms += 1000
        hub.time.pass_time(now_ms)
        state = hub.room(ROOM)
        on_turn = state.table.player
        if plans and on_turn != 0 and len(state.table.match.sessions) == 1:
            never = [{"do": None, "then": [{"do": "claim", "then": []}]}]
            say("ann", "plan", lines=never)
            say("ann", "imagine", path=[])
            say("ann", "plan", lines=[])
            say("ann", "premove", text="one")
            say("ann", "premove")
        assert on_turn is not None
        who = ("ann", "bob")[on_turn]
        choices = [each.notation for each in state.choices(who)]
        say(who, "play", text=rng.choice(choices), seen=state.number)
        late = f"late{step}"
        hub.connect(late, "zoe", "en", "Zoe")
        say(late, "watch", want=want, since=0)
        found.append(
            [
                json.dumps([link, told], sort_keys=True)
                for link, told in hub.take_outbox()
                if link != "ann"
            ]
        )
        hub.disconnect(late, now_ms)
    machine.die()
    return found
