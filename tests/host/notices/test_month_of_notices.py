"""Months of matches whose people want notices, in simulated time."""

from __future__ import annotations

from pathlib import Path

import pytest

from gipf_meta.host.notices.notice_outbox import LEASE_MS
from tests.host.conftest import make_tables
from tests.host.notices.posting import AT_ONCE_MS, PostedWeeks
from tests.host.test_month import FEW, MARCH_MS, TWELVE, files, games
from tests.host.weeks import HOUR_MS, MINUTE_MS, Pairing
from tests.tiers import soak

NEEDED = pytest.mark.needs()
STEPS_MS = 20 * MINUTE_MS, HOUR_MS, 3 * HOUR_MS
LONG = Pairing("wager", {"goal": 1000}, "10080m/turn", None, ("ann", "bob"))
REPEATING = ("after its acceptance", "before a write", "before a commit")
"""Where a process that dies has delivered something, and not noted it."""


def live(url: str, seed: int, steps: int, pairings: tuple[Pairing, ...] = FEW) -> PostedWeeks:
    """Weeks of *pairings* at *url*, which end well."""
    weeks = PostedWeeks(make_tables(url), seed, games(), MARCH_MS)
    for pairing in pairings:
        weeks.open(pairing)
    weeks.check()
    for _step in range(steps):
        weeks.step(STEPS_MS)
    weeks.check_whole()
    weeks.end()
    assert weeks.post.delivered
    return weeks


@pytest.mark.slow
def test_notices_of_three_matches_come_once(tmp_path: Path) -> None:
    live(next(files(tmp_path)), 2, 60)


@NEEDED
@pytest.mark.parametrize("seed", soak(*range(100, 120)))
def test_months_of_notices_come_once(seed: int, url: str) -> None:
    weeks = live(url, seed, 400, TWELVE)
    print(seed, weeks.tally, weeks.post.delivered, weeks.post.repeats, weeks.kills_at)


@pytest.mark.slow
def test_each_death_at_a_delivery_repeats_only_what_was_accepted(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.host.notices.posting.BUNDLE_HOURS", range(24))
    weeks = PostedWeeks(make_tables(url), 1, games(), MARCH_MS)
    weeks.weights = 1, 0, 0, 0
    room = weeks.open(LONG)
    weeks.catch_up()
    died, left = True, 0
    while died:
        died = False
        for _person in ("ann", "bob"):  # who have other ways
            dying, other = weeks.posted()
            take_turn(weeks, room)
            dying.fuse.left = left
            weeks.look_at_outbox([dying])
            if where := dying.fuse.where:
                died = True
                weeks.bury(dying)
                owed = {each for each, said in weeks.post.may_repeat.items() if said == where}
                assert not owed or where in REPEATING
            weeks.pass_time(LEASE_MS + HOUR_MS)
            weeks.look_at_outbox([other])
            weeks.check_post()
            weeks.post.check_delivered(weeks.now_ms)
        left += 1
    assert set(weeks.kills_at) > {"before its acceptance", *REPEATING}
    assert {parcel for parcel, _where in weeks.post.repeats} == {*weeks.post.may_repeat}
    assert left >= 20
    weeks.end()


def take_turn(weeks: PostedWeeks, room: str) -> None:
    """The player whose turn it is in *room* comes, makes one decision, and leaves."""
    weeks.pass_time(AT_ONCE_MS)
    state = weeks.state(room)
    person = state.seats.holders[state.table.player or 0]
    face = weeks.look(person, room)
    choices = [each.notation for each in state.choices(person)]
    weeks.say(face, "play", text=choices[0], seen=state.number)
    weeks.leave(face)
    weeks.catch_up()
    weeks.share_presence()
    weeks.pass_time(MINUTE_MS)
