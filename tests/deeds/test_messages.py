"""Each message is done or refused with one sentence, and the room goes on."""

from __future__ import annotations

import copy
from functools import partial
from random import Random
from typing import Any

import pytest

from gipf_meta.hub.hub import Hub
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.rooms.ledger import MemoryLedger
from gipf_meta.rooms.rebuilding import rebuild
from gipf_meta.rooms.state import RoomState
from tests.hub.test_hub import opening
from tests.rooms.simulation import snapshot
from tests.tiers import slow

IN_ALL = 10_000
AT_A_TIME = 500
"""After so many messages the room is compared with its ledger."""

JUNK: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2**31, 2**53, 2**64, 10**400, 0.5, float("nan"), float("inf"),
    "", " ", "r", "x" * 65, "x" * 100_000, "é", "\x00", "\x1b[2J", "\ud800", "\u202e", "0", "-1",
    [], [[]], ["a"] * 201, ["a1", None], {}, {"do": "play"}, [[[[[[[[]]]]]]]], b"bytes",
    "../../etc",
    "'; DROP TABLE ledger; --", "<script>", "{0.__class__}", "%s%n", "__proto__", "human", "random",
)  # fmt: skip

LEGAL: tuple[dict[str, Any], ...] = (
    {"do": "watch", "since": 0, "want": "events"},
    {"do": "watch", "want": "view"},
    {"do": "unwatch"},
    {"do": "play", "text": "Wd4,a1", "seen": 3},
    {"do": "choose", "path": ["d4", "a1"], "seen": 3},
    {"do": "resign", "by": 1},
    {"do": "offer"},
    {"do": "answer", "accept": False},
    {"do": "take_back"},
    {"do": "play_again"},
    {"do": "pause"},
    {"do": "go_on"},
    {"do": "seat", "player": 1, "kind": "random", "name": "Robot"},
    {"do": "seat", "player": 1, "kind": "human"},
    {"do": "ask_again"},
    {"do": "choose_duel", "game": "die"},
    {"do": "hint"},
    {"do": "ask", "question": "what is on d4"},
    {"do": "look", "at": 0},
    {"do": "rematch"},
    {"do": "branch", "at": 0},
    {"do": "begin_here", "at": 0},
    {"do": "record"},
    {"do": "picture", "at": 0},
    {"do": "copy", "at": 0},
    {"do": "paste", "text": "1. Wd4,d1"},
    {"do": "premove", "text": "Wd4"},
    {"do": "plan", "lines": [{"do": None, "then": [{"do": "Wd4", "then": []}]}]},
    {"do": "imagine", "path": ["Wd4"]},
    {"do": "invite", "player": 1, "key": "k" * 22},
    {"do": "invite", "player": None, "key": "w" * 22},
    {"do": "uninvite", "player": 1},
    {"do": "enter", "key": "k" * 22},
    {"do": "sit", "player": 1},
    {"do": "show", "at": 0},
)


def damage(message: dict[str, Any], rng: Random) -> dict[Any, Any]:
    """*message* with one to three things wrong or different."""
    damaged: dict[Any, Any] = copy.deepcopy(message)
    for _time in range(rng.choice((1, 1, 1, 2, 3))):
        keys = list(damaged)
        key = rng.choice(keys) if keys else "do"
        change = rng.randrange(6)
        if change == 0:
            damaged.pop(key, None)
        elif change == 1:
            damaged[rng.choice(("by", "seen", "extra", "", "at_ms", "player", 5))] = rng.choice(
                JUNK
            )
        elif change == 2 and isinstance(damaged.get(key), str):
            text = list(damaged[key])
            text.insert(rng.randrange(len(text) + 1), rng.choice("a1^\x00ž,-\n"))
            damaged[key] = "".join(text)
        elif change == 3 and isinstance(damaged.get(key), list):
            damaged[key].insert(0, rng.choice(JUNK))
        elif change == 4:
            damaged["do"] = rng.choice(LEGAL)["do"]
        else:
            damaged[key] = rng.choice(JUNK)
    return damaged


def check_sentence(why: str) -> None:
    """Raises ``AssertionError`` unless *why* is one sentence that can be printed."""
    assert why.strip()
    assert "\n" not in why
    assert why.isprintable(), ascii(why)
    assert len(why) < 2000
    assert "Traceback" not in why


@pytest.mark.parametrize("count", [IN_ALL // 4, *slow(IN_ALL)])
@pytest.mark.needs("zertz")
def test_a_damaged_message_is_refused_with_one_sentence_and_the_room_stays_intact(
    count: int,
) -> None:
    rng, ledger, find = Random(23), MemoryLedger(), installed_plugins().find
    hub = Hub(ledger, find, patience_ms=None, most_idle=5)
    room = hub.open_room("r", opening("zertz", "human", "human"), "ann")
    hub.connect("1", "ann", "")
    hub.connect("2", "eve", "cs")
    refused = 0
    for number in range(count):
        room = _keep_going(hub, room, number)
        message = {"id": f"m{number}", "room": "r", **rng.choice(LEGAL)}
        link = rng.choice(("1", "1", "2"))
        hub.receive(link, damage(message, rng), number)
        hub.wait_ms(number)
        for thought in hub.take_thoughts():
            hub.take_answer(thought, partial(thought.run, repr), number)
        for _link, answer in hub.take_outbox():
            if "refused" in answer:
                refused += 1
                check_sentence(answer["why"])
        if number % AT_A_TIME == 0:
            again = rebuild(room.id, [each.event for each in ledger.read(room.id)], find)
            assert snapshot(again.state) == snapshot(hub.room(room.id))
    assert refused > count // 2


def _keep_going(hub: Hub, room: RoomState, number: int) -> RoomState:
    """The room, or a rematch once it is over; a decision is still possible in it."""
    if room.table.over is not None:
        hub.receive("1", {"do": "rematch", "id": f"n{number}", "room": room.id}, number)
        room = hub.room(room.rematch)
    if number % AT_A_TIME == 0 and room.choices("ann"):
        before = room.number
        text, seen = room.choices("ann")[0].notation, room.number
        play = {"do": "play", "id": f"p{number}", "room": room.id, "text": text, "seen": seen}
        hub.receive("1", play, number)
        assert room.number > before
    return room


def test_a_message_that_is_no_object_is_refused(hub_of_ann: Hub) -> None:
    for junk in JUNK:
        hub_of_ann.receive("1", junk, 0)
        (link, answer), *others = hub_of_ann.take_outbox()
        assert (link, answer["refused"], others) == ("1", "", [])
        check_sentence(answer["why"])


@pytest.fixture
def hub_of_ann() -> Hub:
    """A hub with one connection."""
    hub = Hub(MemoryLedger(), installed_plugins().find)
    hub.connect("1", "ann", "")
    return hub
