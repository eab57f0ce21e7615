"""Messages to older programs: all that they can read, and nothing else."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import count
from typing import Any, ClassVar

import pytest

from docs.wire import wire_schema
from gipf_meta.bots import levels
from gipf_meta.deeds.messages import RoomMessage
from gipf_meta.deeds.seat_deeds import Sit
from gipf_meta.hub import revisions
from gipf_meta.hub.hub import Hub
from gipf_meta.hub.revisions import (
    FIRST_REVISION,
    REVISION,
    SINCE,
    TooNew,
    as_read_by,
    revision_said,
)
from gipf_meta.records.models import PlayedTurn, Record, Seat
from gipf_meta.rooms.consequences import Ended
from gipf_meta.rooms.events import EVENT, Happened, Opened, Played, Resigned
from gipf_meta.rooms.ledger import MemoryLedger
from gipf_meta.rooms.people_events import INVITED_MS
from gipf_meta.rooms.rebuilding import rebuild
from gipf_meta.rooms.room import Room
from gipf_meta.rooms.study_events import Reviewed, ReviewMark, Stepped
from gipf_meta.table.openings import Opening
from gipf_meta.table.seats import SeatInvitation
from tests.rooms.law_of_answers import AskedHub
from tests.rooms.simulation import Clumsy, Simulation
from tests.rooms.test_room_simulations import games
from tests.rooms.wire_of_before import (
    Schema,
    event_faults,
    named,
    sample,
    still_heard,
    still_told,
    wire_of_before,
)
from tests.small_games.finding import find

TODAY = wire_schema()
IDS = count()
EVENTS: dict[str, Schema] = {
    schema["properties"]["event"]["const"]: schema
    for each in TODAY["properties"]["event"]["oneOf"]
    for schema in [named(TODAY, each)]
}
"""The schema of each event, by its name."""


@pytest.mark.parametrize("name", EVENTS)
def test_an_old_client_reads_every_event_with_all_its_fields(name: str) -> None:
    """A field that is new is refused there: it stands in ``SINCE``, and is left out."""
    event = EVENT.validate_python(sample(EVENTS[name], TODAY))
    told = as_read_by(event, FIRST_REVISION)
    assert event_faults(told) == []
    assert (told["number"], told["at_ms"]) == (event.number, event.at_ms)
    assert as_read_by(event, REVISION) == EVENT.dump_python(event, mode="json")


def test_the_sample_of_an_event_sets_every_field() -> None:
    """Also those of a record, of the duel in it, and of what a review has written."""
    opened, reviewed = (sample(EVENTS[name], TODAY) for name in ("opened", "reviewed"))
    record = opened["opening"]["record"]
    assert opened["opening"].keys() == Opening.model_fields.keys()
    duel = record["turns"][0]["decisions"][0]["duel"]
    assert record.keys() == duel.keys() == Record.model_fields.keys()
    better = reviewed["marks"][0]["better"][0]
    assert better["variations"]
    assert better["decisions"][0]["duel"]["thinking"]
    assert better["variations"][0][0]["decisions"][0]["duel"]["thinking"]
    assert event_faults(opened), "what is new is seen there"
    assert event_faults(reviewed)


def test_every_field_that_is_new_says_since_when() -> None:
    new = set()
    for name, schema in TODAY["$defs"].items():
        if name in wire_of_before()["$defs"]:
            known = wire_of_before()["$defs"][name].get("properties", {})
            new |= {(name, field) for field in schema.get("properties", {}) if field not in known}
    strict = {each.__name__ for each in _told_in_events()}
    said = {(kind.__name__, field) for kind, fields in SINCE.items() for field in fields}
    assert {each for each in new if each[0] in strict} <= said


def _told_in_events() -> Iterator[type[Any]]:
    yield from (Opening, Record, PlayedTurn, ReviewMark)
    yield from (type(EVENT.validate_python(sample(each, TODAY))) for each in EVENTS.values())


@pytest.mark.parametrize("part", ["command", "request"])
def test_whatever_old_programs_say_is_still_read(part: str) -> None:
    old, new = wire_of_before()["properties"][part], TODAY["properties"][part]
    gone = [each for each in old["oneOf"] if not still_heard(each, new, TODAY)]
    assert gone == []


@pytest.mark.parametrize("part", ["answer", "beside"])
def test_whatever_old_programs_are_told_for_certain_is_still_told(part: str) -> None:
    old, new = wire_of_before()["properties"][part], TODAY["properties"][part]
    gone = [each for each in old["anyOf"] if not still_told(each, new, TODAY)]
    assert gone == []


# ---- what is told otherwise ----------------------------------------------------------------------


def opened(**about: Any) -> Opened:
    """The event of a new room."""
    return Opened(number=1, at_ms=5, opening=Opening(game="zertz", players=(), **about))


def test_what_is_known_to_old_clients_is_told_as_it_is() -> None:
    event = Played(number=3, at_ms=70, player=1, text="Wd4,d1", given_ms=0, arrived_ms=90)
    assert as_read_by(event, FIRST_REVISION) == as_read_by(event, REVISION)


def test_the_end_of_thinking_is_told_to_new_clients_alone() -> None:
    event = opened(thinking="time", record=Record(game="zertz", players=(), thinking="time"))
    assert "thinking" in json.dumps(as_read_by(event, REVISION))
    assert "thinking" not in json.dumps(as_read_by(event, FIRST_REVISION))


def test_a_reason_that_old_clients_do_not_know_is_the_one_that_they_find() -> None:
    event = Ended(number=9, at_ms=5, winners=(1,), reason="absence", seed=4)
    told = EVENT.validate_python(as_read_by(event, FIRST_REVISION))
    assert told == event.model_copy(update={"reason": "resign"})
    assert as_read_by(event, REVISION)["reason"] == "absence"


def test_a_flag_that_falls_in_a_duel_is_told_to_old_clients_as_giving_up() -> None:
    """Old clients know no clock of a duel."""
    if "flagged" not in Happened.model_fields:
        pytest.skip("duels have no clocks yet")
    event = EVENT.validate_python({"event": "happened", "number": 9, "at_ms": 5, "flagged": 1})
    told = EVENT.validate_python(as_read_by(event, FIRST_REVISION))
    assert told == Resigned(number=9, at_ms=5, player=1)


@pytest.mark.parametrize("levels", [1, 12, 30])
def test_deep_variations_are_nested_where_old_clients_read_that(levels: int) -> None:
    event = opened(record=_deep(levels))
    assert event_faults(as_read_by(event, FIRST_REVISION)) == []


@pytest.mark.parametrize(
    "event",
    [
        Stepped(number=4, at_ms=5, node=(1,) * 100),
        Reviewed(
            number=4,
            at_ms=5,
            marks=(ReviewMark(node=(1,) * 100, signs="!", comment=""),),
        ),
    ],
)
def test_what_is_deeper_than_an_old_client_reads_is_refused(event: Any) -> None:
    with pytest.raises(TooNew):
        as_read_by(event, FIRST_REVISION)


def test_a_study_too_deep_for_an_old_client_is_refused() -> None:
    with pytest.raises(TooNew):
        as_read_by(opened(record=_deep(60)), FIRST_REVISION)


def _deep(levels: int) -> Record:
    """A record with so many variations inside each other."""
    turn: dict[str, Any] = {"number": 1, "text": "x", "decisions": [{"by": 0, "move": "x"}]}
    inner = turn
    for _level in range(levels):
        inner = {**turn, "variations": [[inner]]}
    return Record.model_validate({"game": "zertz", "players": [], "turns": [inner]})


@pytest.mark.parametrize(
    ("said", "revision"),
    [(None, 1), (0, 1), (-5, 1), (1, 1), (2, 2), (99, REVISION), (True, 1), ("2", 1), (2.0, 1)],
)
def test_who_says_no_revision_reads_the_first_one(said: Any, revision: int) -> None:
    assert revision_said({} if said is None else {"revision": said}) == revision


@pytest.fixture
def study() -> Hub:
    """A study that Ann watches by a new program; Bob, who may, comes by an old one."""
    hub = Hub(MemoryLedger(), games().__getitem__, patience_ms=None)
    for person, revision in (("ann", REVISION), ("bob", FIRST_REVISION)):
        hub.connect(person, person, "en", "", revision)
    return hub


def say(hub: Hub, person: str, do: str, **values: Any) -> list[Any]:
    """Sends a command; returns the messages to everybody."""
    hub.receive(person, {"do": do, "id": f"{do}-{next(IDS)}", "room": "r", **values}, 10)
    return hub.take_outbox()


def open_study(hub: Hub, levels: int) -> None:
    """Opens a study with so many variations inside each other."""
    hub.open_room("r", Opening.of_record(_tree(levels)), "ann", 0)


def _tree(levels: int) -> Record:
    """A study of ZÈRTZ of one turn, with so many variations inside each other."""
    decisions = [{"by": 0, "move": move} for move in ("Wd4", "a1")]
    turn = {"number": 1, "text": "Wd4,a1", "decisions": decisions}
    inner = turn
    for _level in range(levels):
        inner = {**turn, "variations": [[inner]]}
    data = {"game": "zertz", "players": [0, 1], "turns": [inner], "study": True}
    people = [{"name": "Ann"}, {"name": "Bob"}]
    return Record.model_validate({**data, "people": people})


@pytest.mark.needs("zertz")
def test_a_study_too_deep_for_an_old_program_is_refused_with_a_sentence(study: Hub) -> None:
    open_study(study, 50)
    ((link, refusal),) = say(study, "bob", "watch", want="events")
    assert (link, refusal["why"]) == ("bob", str(TooNew()))
    assert refusal["refused"].startswith("watch")
    assert any("done" in message for _link, message in say(study, "ann", "watch", want="events"))
    told = say(study, "bob", "watch", want="scene")
    assert any("scene" in message for _link, message in told), "a scene has no depth"


@pytest.mark.needs("zertz")
def test_old_clients_are_told_once_that_a_study_has_become_too_new(
    study: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_study(study, 1)
    for person in ("ann", "bob"):
        say(study, person, "watch", want="events")
    monkeypatch.setattr(revisions, "LONGEST_NODE", 0)
    refused = {"refused": "", "why": str(TooNew())}
    for at, wanted in (("", "stepped"), ("1", refused), ("", None)):
        told = say(study, "ann", "walk", at=at, seen=study.room("r").number)
        said = [message for link, message in told if link == "bob"]
        assert [message.get("event", message) for message in said] == [wanted] * bool(wanted)
        assert any(message.get("event") == "stepped" for _link, message in told)


# ---- whole matches -------------------------------------------------------------------------------


class HubOfMixed(AskedHub):
    """Rooms which old programs reach as well as new ones: every second link is one of before.

    *told* counts the events told to those of each revision.
    """

    told: ClassVar[Counter[int]] = Counter()
    links_so_far = 0

    def connect(
        self, link: str, person: str, language: str, name: str = "", revision: int = REVISION
    ) -> None:
        self.links_so_far += 1
        super().connect(link, person, language, name, 1 + self.links_so_far % 2)

    def take_outbox(self) -> list[tuple[str, RoomMessage]]:
        outbox = super().take_outbox()
        for name, message in outbox:
            link = self.links.get(name)
            if link is not None and "event" in message:
                self.told[link.revision] += 1
                faults = event_faults({k: v for k, v in message.items() if k != "room"})
                has_rules = message["event"] in ("opened", "duel_began")
                assert bool(faults) == (link.revision > FIRST_REVISION and has_rules), faults
        return outbox


class MixedSimulation(Simulation):
    """One room that programs of both versions reach."""

    wants = ("events",)

    def _new_hub(self) -> Hub:
        hub = super()._new_hub()
        hub.__class__ = HubOfMixed
        return hub


def test_what_old_clients_are_told_of_whole_matches_tells_them_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Old clients can rebuild the match from their messages; newer ones get more."""
    monkeypatch.setitem(levels.BOTS, "clumsy", Clumsy)
    for seed in range(2):
        simulation = MixedSimulation(seed, games())
        simulation.run()
        simulation.check()
    assert min(HubOfMixed.told[revision] for revision in (FIRST_REVISION, REVISION)) > 9


@pytest.mark.parametrize("revision", [1, 2])
def test_an_invitation_by_name_is_one_by_a_link_for_who_does_not_know_it(revision: int) -> None:
    seats = (Seat(name="a"), Seat(name="b"))
    opening = Opening(game="wager", players=seats, is_private=True, seed=1)
    asked = {1: SeatInvitation("bob", INVITED_MS)}
    room = Room.open("r", opening, find, "ann", 0, {1: ""}, invited=asked)
    room.pass_time(INVITED_MS)
    *before, last = room.take_emitted()
    told = [as_read_by(each, revision) for each in (*before, last)]
    assert [{"person", "until_ms"} <= {*each} for each in told if each["event"] == "invited"] == [
        revision > 1
    ]
    assert told[-1]["event"] == "uninvited"
    assert told[-1].get("how") == ("expired" if revision > 1 else None)
    events = [EVENT.validate_python(each) for each in told[:-1]]
    state = rebuild("r", events, find).state
    assert [*state.admission.keys] == [1]
    assert state.admission.seats_for("bob") == ((1,) if revision > 1 else ())
    assert Sit.may(state, "bob") is (revision > 1)
    assert not Sit.may(state, "eve")
