"""Two hosts on one database that are killed at any moment: what was answered is still there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest
from aiohttp import ClientSession

from gipf_meta.rooms.ledger import LedgerEntry, MemoryLedger
from tests.host.kill import UnansweredPlayer, find_faults, kill_hosts
from tests.host.playing import Command, Match, Watcher
from tests.hub.test_hub import find, new_hub, opening, say
from tests.tiers import slow, soak

MATCH = Match("r", "wager", ["secret"], "secret of the watcher")


@pytest.mark.timeout(900)
@pytest.mark.parametrize("url", ["postgresql", *soak("sqlite")], indirect=True)
@pytest.mark.parametrize(
    "sorts",
    [*slow(["gipf-zatre"]), *soak(["zertz", "gipf-zatre", "tamsk"])],
    ids=" ".join,
)
def test_nothing_that_was_answered_is_lost_or_stands_twice_when_hosts_are_killed(
    url: str, tmp_path: Path, sorts: list[str]
) -> None:
    tally = kill_hosts(url, tmp_path, sorts, seed=1)
    assert tally.faults == []
    assert tally.matches == len(sorts)
    assert tally.kills > 0
    assert tally.recognised == tally.players == 2 * len(sorts), "each of them lost an answer"


def played() -> tuple[list[LedgerEntry], UnansweredPlayer, Watcher]:
    """A match that Ann has decided and given up; Ann, and somebody who has watched her."""
    ledger, about = MemoryLedger(), (cast(ClientSession, None), (), MATCH, Random(1))
    hub, ann, watcher = new_hub(ledger), UnansweredPlayer(*about, person="ann"), Watcher(*about)
    hub.open_room("r", opening("wager", "human", "human"), "ann")
    for number, sent in enumerate(({"do": "play", "text": "claim"}, {"do": "resign", "by": 0})):
        command = Command(f"d{number}", {**sent, "id": f"d{number}", "seen": number + 3}, 0)
        (done,) = [each for each in say(hub, **command.message) if "done" in each]
        ann.done.append((command, done["number"], 0))
    entries = ledger.read("r")
    watcher.events = [entry.event for entry in entries]
    return entries, ann, watcher


def lose_a_decision(entries: list[LedgerEntry], ann: UnansweredPlayer, watcher: Watcher) -> None:
    del entries[3]


def lose_the_end(entries: list[LedgerEntry], ann: UnansweredPlayer, watcher: Watcher) -> None:
    del entries[-1]


def keep_another_decision(
    entries: list[LedgerEntry], ann: UnansweredPlayer, watcher: Watcher
) -> None:
    ann.done[0][0].message["text"] = "allow"


def keep_what_was_refused(
    entries: list[LedgerEntry], ann: UnansweredPlayer, watcher: Watcher
) -> None:
    command, _number, _took_ms = ann.done.pop(0)
    ann.refused.append((command, "No."))


def keep_a_decision_twice(
    entries: list[LedgerEntry], ann: UnansweredPlayer, watcher: Watcher
) -> None:
    entries.insert(4, entries[3])


def answer_otherwise_again(
    entries: list[LedgerEntry], ann: UnansweredPlayer, watcher: Watcher
) -> None:
    command, number, _took_ms = ann.done[0]
    ann.lost = command, number + 1


def tell_otherwise(entries: list[LedgerEntry], ann: UnansweredPlayer, watcher: Watcher) -> None:
    watcher.events[-1] = watcher.events[-2]


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lose_a_decision, "is not kept"),
        (lose_the_end, "it is not over"),
        (keep_another_decision, "is kept as"),
        (keep_what_was_refused, "is kept though it was refused"),
        (keep_a_decision_twice, "stands twice"),
        (answer_otherwise_again, "not so when it came again"),
        (tell_otherwise, "was told as"),
    ],
)
def test_whoever_counts_what_was_lost_notices_it(
    spoil: Callable[[list[LedgerEntry], UnansweredPlayer, Watcher], Any], words: str
) -> None:
    entries, ann, watcher = played()
    assert [*find_faults("r", entries, [ann], watcher, find)] == []
    spoil(entries, ann, watcher)
    assert words in " ".join(find_faults("r", entries, [ann], watcher, find))
