"""No room grows for ever, and nobody fills the disk: how much a host keeps of each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import sqlalchemy as sa

from gipf_meta.base.clock import StillClock
from gipf_meta.host.database import Database
from gipf_meta.host.database_ledger import DatabaseLedger
from gipf_meta.host.host_hub import HostHub
from gipf_meta.host.limits import HOUR_S, HostBudget, Limits
from gipf_meta.host.metrics import Figures
from gipf_meta.host.room_lists import Lists
from gipf_meta.host.tables import ENTRY
from gipf_meta.records.record_files import loads
from gipf_meta.records.study import Study
from gipf_meta.records.writer import to_record
from gipf_meta.rooms.ledger import write_events
from gipf_meta.table.openings import Opening
from tests.hub.test_hub import find, opening, say, why

FULL = "as many as this server keeps of one"


class Crowded(HostHub):
    """The hub of a host of *database* with *limits*, at which Ann and Eve play; time stands."""

    def __init__(self, database: Database, **limits: int) -> None:
        self.clock = StillClock()
        self.database = database
        budget = HostBudget(Limits(**limits), self.clock)
        ledger = DatabaseLedger(database)
        about: dict[str, Any] = {"patience_ms": None, "pauses_alone": False}
        super().__init__(budget, Lists(database), Figures(), ledger, find, **about)
        for person in ("ann", "eve"):
            self.connect(person, person, "en")

    def open_match(self, room: str = "r") -> None:
        """Opens a match of both."""
        self.open_room(
            room, opening("wager", "human", "human", options={"goal": "9"}), "ann", 0, {1: "eve"}
        )

    def play(self, room: str = "r", times: int = 1) -> list[dict[str, Any]]:
        """Tries *times* decisions, one after the other; returns the answers to the last one."""
        answers = list[dict[str, Any]]()
        for _time in range(times):
            state = self.room(room)
            person = state.seats.holders.get(state.table.player or 0, "ann")
            text = state.choices(person)[0].notation
            answers = say(self, "play", person, room=room, text=text, seen=state.number)
        return answers


def study_of(hub: HostHub) -> Opening:
    """A study of the match in the room ``r``."""
    return Opening.of_record(Study.of(to_record(hub.room("r").table.match)).record)


@pytest.mark.parametrize("ending", ["resign", "draw", "leave"])
def test_a_match_that_is_full_is_still_ended(database: Database, ending: str) -> None:
    hub = Crowded(database, events_of_room=10)
    hub.open_match()
    refused = hub.play(times=10)
    number = hub.room("r").number
    assert why(refused) == (f"This match has {number} events, {FULL}: resign, or agree on a draw.")
    assert FULL in why(say(hub, "take_back"))
    if ending == "resign":
        say(hub, "resign")
    elif ending == "draw":
        say(hub, "offer")
        say(hub, "answer", "eve", accept=True)
    else:
        say(hub, "leave", "eve")
        assert list(hub.room("r").seats.holders) == [0]
        say(hub, "resign")
    assert hub.room("r").is_ended
    assert FULL in why(say(hub, "show", at=0))
    assert any("look" in each for each in say(hub, "look", at=1))


@pytest.mark.parametrize("limits", [{"events_of_room": 40}, {"letters_of_room": 4_000}])
def test_nobody_fills_up_a_match_in_which_another_one_is_due(
    database: Database, limits: dict[str, int]
) -> None:
    hub = Crowded(database, **limits)
    asked = opening("wager", "human", "human", options={"goal": "9"}, is_private=True)
    hub.open_room("r", asked, "ann", 0, {1: "eve"})
    hub.play()
    assert hub.room("r").table.player == 1
    for n in range(40):
        refused = say(hub, "invite", player=None, key=f"{n:032}")
    assert why(refused) == "So much was done in this match that now only its decisions are kept."
    for _turn in range(4):
        assert "done" in hub.play()[-1]
    assert "done" in say(hub, "resign")[-1]
    assert "done" in say(hub, "show", at=0)[-1], "nobody is due any more"


def test_a_study_that_is_full_is_looked_at_and_goes_on_as_another_one(database: Database) -> None:
    hub = Crowded(database, events_of_room=10)
    hub.open_match()
    hub.play(times=2)
    hub.open_room("s", study_of(hub), "ann")
    steps = 0
    while not (refused := [a for a in say(hub, "walk", room="s", at="first") if "refused" in a]):
        say(hub, "walk", room="s", at="last")
        steps += 1
    assert "study has 10 events" in why(refused)
    assert "save it, and open the file as another one" in why(refused)
    hub.close_room("s")
    (file,) = (each["file"] for each in say(hub, "record", room="s") if "file" in each)
    hub.open_room("t", Opening.of_record(loads(file["text"])), "ann")
    assert "done" in say(hub, "walk", room="t", at="first")[-1]


def test_a_room_that_was_larger_before_there_was_a_limit_is_read(database: Database) -> None:
    """Nothing of what is in a ledger is refused, whatever a host keeps of new ones."""
    before = Crowded(database)
    before.open_match()
    before.play(times=20)
    hub = Crowded(database, events_of_room=10, letters_of_room=100)
    told = say(hub, "watch", "eve", want="events")
    assert [each["number"] for each in told if "event" in each] == [*range(1, 24)]
    assert FULL in why(hub.play())
    assert "done" in say(hub, "resign")[-1]


def letters_in(database: Database, room: str) -> int:
    """The letters of the events of *room* in the database, with the names that stand beside."""
    events = [entry.event for entry in DatabaseLedger(database).read(room)]
    query = sa.select(ENTRY.c.number, ENTRY.c.last).where(ENTRY.c.room == room)
    rows = database.read(lambda db: db.execute(query).all())
    return sum(len(write_events(events[row.number - 1 : row.last])) for row in rows)


def test_the_letters_of_a_room_are_counted_alike_however_it_came_into_memory(
    database: Database,
) -> None:
    """Opened here, continued here, updated from the ledger, rebuilt, or rebuilt ahead."""
    here, there = Crowded(database), Crowded(database)
    here.open_match()
    there.room("r")
    here.play(times=3)
    there.time.read_news("r", here.room("r").number)
    ahead = Crowded(database)
    rebuild = ahead.rooms.ahead.work("r")
    assert rebuild is not None
    ahead.rooms.ahead.take("r", rebuild(lambda: True))
    counted = {hub.rooms.find("r").letters for hub in (here, there, ahead, Crowded(database))}
    assert counted == {letters_in(database, "r")}


def test_a_room_has_so_many_letters_at_most(database: Database) -> None:
    hub = Crowded(database, letters_of_room=2_000)
    hub.open_match()
    hub.open_room("s", study_of(hub), "ann")
    answers = list[dict[str, Any]]()
    for n in range(20):
        answers = say(hub, "write_beside", room="s", at="", comment=f"{n}" * 100)
    assert f"study has {letters_in(database, 's')} letters, {FULL}" in why(answers)
    assert 2_000 <= letters_in(database, "s") < 2_500


@pytest.mark.parametrize("limits", [{"events_at_once": 10}, {"written_at_once": 2_000}])
def test_who_writes_too_much_waits_whatever_the_rooms_are_and_nobody_else_does(
    database: Database, limits: dict[str, int]
) -> None:
    hourly = {"events_per_hour": 10, "written_per_hour": 2_000}
    hub = Crowded(database, **limits, **hourly)
    refused = next(answer for answer in walk(hub) if "refused" in answer)
    assert refused["why"] == (
        "You have done more in matches and studies than this server keeps of one person in so"
        " short a time: wait a while. You can still resign, offer a draw, or leave."
    )
    assert "done" in say(hub, "walk", "eve", room="s", at="first")[-1]
    hub.open_room("e", opening("wager", "human", "human"), "eve", 0, {1: "ann"})
    assert "done" in say(hub, "resign", room="e", by=1)[-1]
    with pytest.raises(Exception, match="wait a while"):
        hub.open_match("another")
    hub.clock.ms += HOUR_S * 1000
    hub.open_match("another")


def walk(hub: Crowded) -> Iterator[dict[str, Any]]:
    """Yields the last answers to Ann, who walks in a study that Eve may see."""
    hub.open_match()
    hub.play(times=2)
    hub.open_room("s", study_of(hub), "eve")
    for n in range(200):
        yield say(hub, "walk", room="s", at=("first", "last")[n % 2])[-1]
