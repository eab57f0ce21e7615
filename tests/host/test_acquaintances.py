"""Attempts on people at a host: invitations as spam, blocking evaded, profiles enumerated."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy import event

from gipf_meta.base.clock import StillClock
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.host.acquaintances import DatabaseAcquaintances, nobody_to_see, takes_no_invitation
from gipf_meta.host.company import MOST_OF_STRANGERS, MOST_OPEN, MOST_TO_ONE, MOST_WAITING
from gipf_meta.host.database import Database
from gipf_meta.host.database_ledger import DatabaseLedger
from gipf_meta.host.deletion import Deletions
from gipf_meta.host.doors import Doors
from gipf_meta.host.host_hub import HostHub
from gipf_meta.host.identity.sign_ins import Asker
from gipf_meta.host.limits import HostBudget, Limits
from gipf_meta.host.metrics import Figures
from gipf_meta.host.own_data import OwnData
from gipf_meta.host.people import DatabasePeople
from gipf_meta.host.pruning import Pruning, Rule
from gipf_meta.host.room_lists import Lists
from gipf_meta.host.tables import PERSON, RELATION, ROOM, SEAT
from gipf_meta.match.timecontrol import DAY_MS
from gipf_meta.records.models import Seat
from gipf_meta.rooms.ledger import Conflict
from gipf_meta.rooms.people_events import INVITED_MS
from gipf_meta.table.openings import Opening
from gipf_meta.table.seats import SeatInvitation
from tests.small_games.finding import find

NOT_HERE = "pffffffffffffffff"


class People:
    """A host's people and rooms in *database*, without sockets: a link has its person's id."""

    def __init__(self, database: Database) -> None:
        self.database, self.clock = database, StillClock()
        self.clock.ms = database.now_ms()
        self.budget = HostBudget(Limits(), self.clock)
        self.lists = Lists(database)
        self.hub = self.new_hub()
        self.doors = Doors(database, self.hub, self.clock.now_ms)
        self.hub.limits.check_company = self.doors.check
        self.known = DatabaseAcquaintances(
            database,
            lambda link: Asker(link, f"key of {link}", network=f"net of {link}"),
            self.doors.holder_of,
            self.doors.end_invitations,
        )
        self.ids: dict[str, str] = {}
        self.rooms = 0

    def new_hub(self) -> HostHub:
        """Another process on the database."""
        about = {"pauses_alone": False, "patience_ms": None}
        ledger = DatabaseLedger(self.database)
        return HostHub(self.budget, self.lists, Figures(), ledger, find, **about)

    def add(self, *names: str) -> list[str]:
        """The ids of new people of those names."""
        people = DatabasePeople(self.database)
        for name in names:
            secret = f"{name.replace(' ', '-')}-{'s' * 30}"[:40]
            self.ids[name], _about = people.identify({"secret": secret, "name": name})
        return [self.ids[name] for name in names]

    def open(
        self, by: str, other: str = "", *, invited: str = "", is_open: bool = False, seats: int = 2
    ) -> str:
        """A new room of *by*, with *other* at the second seat, or somebody invited to it."""
        self.rooms += 1
        room = f"r{self.rooms}"
        opening = Opening(
            game="wager",
            players=tuple(Seat(name=f"{room} {n}") for n in range(seats)),
            is_open=is_open,
            is_private=not is_open,
        )
        asked = {1: SeatInvitation(invited, self.clock.ms + INVITED_MS)} if invited else None
        if invited:
            self.known.ask(by, [invited])
        self.hub.open_room(room, opening, by, self.clock.ms, {1: other}, invited=asked)
        return room

    def invitations(self, person: str) -> list[str]:
        """The rooms that wait for *person* because he is invited to them."""
        found = self.lists.waiting_for(person, self.clock.ms).rooms
        return [each.room for each in found if any(s.invited == person for s in each.seats)]

    def say(self, person: str, do: str, room: str, hub: HostHub | None = None, **about: Any) -> str:
        """Why what *person* says in *room* is refused; empty if it is done."""
        hub, link = hub or self.hub, f"link of {person}"
        hub.connect(link, person, "en", person)
        self.rooms += 1
        seen = {"seen": hub.room(room).number} if do == "play" else {}
        message = {**seen, "do": do, "id": f"c{self.rooms}", "room": room, **about}
        hub.receive(link, message, self.clock.ms)
        answers: list[Any] = [each for to, each in hub.take_answers() if to == link]
        return next((str(each["why"]) for each in answers if "why" in each), "")

    def play(self, one: str, other: str) -> str:
        """Lets both decide in a match; its room."""
        room = self.open(one, other)
        for person in (one, other):
            state = self.hub.room(room)
            text = state.table.match.top.view(None).choices[0].notation
            assert self.say(person, "play", room, text=text) == ""
        return room


@pytest.fixture
def people(database: Database) -> People:
    return People(database)


def why_not(act: Callable[[], object]) -> str:
    """The sentence with which something is refused; empty if it is done."""
    try:
        act()
    except GipfMetaError as error:
        return str(error)
    return ""


@contextmanager
def statements(database: Database) -> Iterator[list[str]]:
    """The statements of a block."""
    found: list[str] = []

    def note(_db: Any, _cursor: Any, statement: str, *_more: Any) -> None:
        found.append(statement)

    event.listen(database.engine, "before_cursor_execute", note)
    try:
        yield found
    finally:
        event.remove(database.engine, "before_cursor_execute", note)


def set_person(database: Database, person: str, **values: Any) -> None:
    change = sa.update(PERSON).where(PERSON.c.id == person).values(**values)
    database.write(lambda db: db.execute(change))


# ---- whom one knows -----------------------------------------------------------------------------


def test_people_have_played_who_have_both_decided(people: People) -> None:
    ann, bob, cyd = people.add("Ann", "Bob", "Cyd")
    people.open(ann, cyd)
    room = people.open(ann, bob)
    text = people.hub.room(room).table.match.top.view(None).choices[0].notation
    people.say(ann, "play", room, text=text)
    assert people.known.people(ann) == []
    text = people.hub.room(room).table.match.top.view(None).choices[0].notation
    people.say(bob, "play", room, text=text)
    (known,) = people.known.people(ann)
    assert (known.person, known.name, known.played) == (bob, "Bob", 1)
    assert people.known.people(cyd) == []


def test_a_profile_counts_results_against_people(people: People) -> None:
    ann, bob, cyd = people.add("Ann", "Bob", "Cyd")
    room = people.play(ann, bob)
    assert people.say(bob, "resign", room) == ""
    seen = people.known.profile(cyd, ann)
    assert [(each.game, each.won, each.lost, each.drawn) for each in seen.results] == [
        ("wager", 1, 0, 0)
    ]
    assert seen.against_you == ()
    (mine,) = people.known.profile(bob, ann).against_you
    assert (mine.won, mine.lost) == (1, 0)
    assert people.known.person_at(ann, room, 1) == bob
    assert why_not(lambda: people.known.person_at(cyd, room, 1)) != ""


# ---- refusals -----------------------------------------------------------------------------------


def test_all_refusals_for_the_other_are_one_sentence_and_the_same_statements(
    people: People,
) -> None:
    database = people.database
    names = ("blocks", "nobody", "favourites", "hidden", "banned", "deleted", "full", "met")
    ids = dict(zip(names, people.add(*names), strict=True))
    (ann,) = people.add("Ann")
    for name in ("blocks", "nobody", "favourites", "banned", "deleted", "full"):
        people.play(ann, ids[name])
    people.known.mark(ids["blocks"], ann, blocked=True)
    people.known.set_open_to(ids["nobody"], "nobody")
    people.known.set_open_to(ids["favourites"], "favourites")
    people.known.set_hidden(ids["hidden"], True)
    people.known.set_open_to(ids["hidden"], "anybody")
    set_person(database, ids["banned"], is_banned=True)
    Deletions(database, find).delete(ids["deleted"])
    for n in range(MOST_WAITING):
        (one,) = people.add(f"one {n}")
        people.play(one, ids["full"])
        people.open(one, invited=ids["full"])
    seen = set[tuple[str, tuple[str, ...]]]()
    strange = (NOT_HERE, "%", "' OR 1=1", "x" * 10_000, "", "-", "\x00", "\ud800")
    for person in (*ids.values(), *strange):
        with statements(database) as found:
            why = why_not(lambda: people.known.may_ask(ann, person))  # noqa: B023
        seen.add((why, tuple(found)))
    assert {why for why, _found in seen} == {takes_no_invitation()}
    assert len(seen) == 1
    assert people.database.read(lambda db: db.execute(sa.select(RELATION)).all())


def test_hidden_and_unknown_people_have_one_answer(people: People) -> None:
    ann, eve, bob = people.add("Ann", "Eve", "Bob")
    people.known.set_hidden(ann, True)
    (cyd,) = people.add("Cyd")
    people.known.mark(cyd, eve, blocked=True)
    seen = set[tuple[str, tuple[str, ...]]]()
    for person in (ann, cyd, NOT_HERE, "%", "x" * 1000, "\x00", "\ud800"):
        with statements(people.database) as found:
            why = why_not(lambda: people.known.profile(eve, person))  # noqa: B023
        seen.add((why, tuple(found)))
    assert {why for why, _found in seen} == {nobody_to_see()}
    assert len(seen) == 1
    assert why_not(lambda: people.known.mark(eve, ann, favourite=True)) == nobody_to_see()
    lists = set[tuple[str, ...]]()
    for person in (ann, cyd, NOT_HERE):
        people.known.mark(eve, person, blocked=True)
        lists.add(tuple(each.name for each in people.known.people(eve)))
        people.known.mark(eve, person, blocked=False)
    assert lists == {("Somebody",)}
    people.play(ann, bob)
    assert people.known.profile(bob, ann).about.name == "Ann"
    assert people.known.profile(bob, ann).since == ""


def test_who_hides_can_be_blocked_by_those_whom_he_meets(people: People) -> None:
    ann, bob, eve = people.add("Ann", "Bob", "Eve")
    people.known.set_hidden(eve, True)
    people.known.set_open_to(bob, "anybody")
    people.open(ann, eve)  # nobody has decided yet
    people.open(eve, invited=bob)
    assert people.invitations(bob) != []
    for person in (ann, bob):
        found = people.known.profile(person, eve)
        assert (found.about.name, found.since, found.results) == ("Eve", "", ())
        people.known.mark(person, eve, blocked=True)
    assert people.invitations(bob) == []
    (cyd,) = people.add("Cyd")
    assert why_not(lambda: people.known.profile(cyd, eve)) == nobody_to_see()
    assert why_not(lambda: people.known.profile(bob, eve)) == nobody_to_see()


def test_who_may_ask_is_what_the_other_has_chosen(people: People) -> None:
    ann, bob, cyd = people.add("Ann", "Bob", "Cyd")
    refused = takes_no_invitation()
    assert why_not(lambda: people.known.may_ask(bob, ann)) == refused
    people.known.set_open_to(ann, "anybody")
    assert why_not(lambda: people.known.may_ask(bob, ann)) == ""
    people.known.set_open_to(ann, "met")
    people.play(ann, bob)
    assert why_not(lambda: people.known.may_ask(bob, ann)) == ""
    people.known.set_open_to(ann, "favourites")
    assert why_not(lambda: people.known.may_ask(bob, ann)) == refused
    people.known.mark(ann, bob, favourite=True)
    assert why_not(lambda: people.known.may_ask(bob, ann)) == ""
    assert why_not(lambda: people.known.may_ask(cyd, ann)) == refused
    assert why_not(lambda: people.known.may_ask(ann, ann)) == "You cannot invite yourself."


# ---- limits -------------------------------------------------------------------------------------


def test_invitations_that_wait_are_limited_also_past_the_first_look(people: People) -> None:
    (ann,) = people.add("Ann")
    others = people.add(*(f"friend {n}" for n in range(MOST_OPEN + 1)))
    for other in others:
        people.known.set_open_to(other, "anybody")
    for _again in range(MOST_TO_ONE):
        people.open(ann, invited=others[0])
    assert "Two invitations" in why_not(lambda: people.open(ann, invited=others[0]))
    for other in others[1 : MOST_OPEN - 1]:
        people.open(ann, invited=other)
    assert "10 invitations" in why_not(lambda: people.open(ann, invited=others[-1]))
    # two processes at once: the second has looked before the first has written
    opening = Opening(game="wager", players=(Seat(name="a"), Seat(name="b")), is_private=True)
    asked = {1: SeatInvitation(others[-1], people.clock.ms + INVITED_MS)}
    with pytest.raises(Conflict):
        people.new_hub().open_room("late", opening, ann, people.clock.ms, {1: ""}, invited=asked)
    assert (
        people.database.read(
            lambda db: db.execute(sa.select(ROOM.c.id).where(ROOM.c.id == "late")).all()
        )
        == []
    )


def test_strangers_leave_room_for_the_invitations_of_others(people: People) -> None:
    ann, bob, cyd = people.add("Ann", "Bob", "Cyd")
    people.play(ann, cyd)
    people.known.set_open_to(ann, "anybody")
    strangers = people.add(*(f"stranger {n}" for n in range(MOST_OF_STRANGERS)))
    for stranger in strangers:
        people.open(stranger, invited=ann)
    assert why_not(lambda: people.open(bob, invited=ann)) == takes_no_invitation()
    people.open(cyd, invited=ann)
    for stranger in strangers[:2]:  # their invitations are not shown any more
        set_person(people.database, stranger, is_banned=True)
    people.open(bob, invited=ann)
    assert len(people.invitations(ann)) == MOST_OF_STRANGERS


def test_invitations_of_a_day_are_limited_for_a_person_and_a_network(people: People) -> None:
    ann, bob = people.add("Ann", "Bob")
    people.known.set_open_to(bob, "anybody")
    why = ""
    for n in range(21):
        assert why == "", n
        why = why_not(lambda: people.known.ask(ann, [bob]))
    assert why == "You have invited many people today; wait a day."


# ---- answers ------------------------------------------------------------------------------------


def test_an_invitation_is_for_one_person_alone(people: People) -> None:
    ann, bob, eve = people.add("Ann", "Bob", "Eve")
    people.play(ann, bob)
    room = people.open(ann, invited=bob)
    assert people.invitations(bob) == [room]
    assert people.say(eve, "sit", room, player=1).startswith("There is no match here")
    assert people.say(eve, "watch", room, want="scene").startswith("There is no match here")
    assert people.say(eve, "uninvite", room, player=1).startswith("There is no match here")
    assert people.say(eve, "enter", room, key="k" * 22).startswith("This invitation is not valid")
    named = "Somebody is invited to this seat by name: take that back first."
    assert people.say(ann, "invite", room, player=1, key="k" * 22) == named
    assert people.say(bob, "watch", room, want="scene") == ""
    assert people.say(bob, "sit", room, player=1) == ""
    assert people.invitations(bob) == []
    assert people.say(bob, "sit", room, player=1) != ""


def test_of_an_acceptance_and_any_end_at_two_processes_one_comes_true(people: People) -> None:
    ann, bob = people.add("Ann", "Bob")
    people.play(ann, bob)
    ends: tuple[Callable[[str], object], ...] = (
        lambda room: people.say(ann, "uninvite", room, player=1),
        lambda room: people.say(bob, "uninvite", room, player=1),
        lambda room: people.known.mark(ann, bob, blocked=True),
        lambda room: people.known.mark(bob, ann, blocked=True),
    )
    for end in ends:
        room = people.open(ann, invited=bob)
        other = people.new_hub()
        other.limits.check_company = people.doors.check
        other.room(room)  # it is open there, and knows of no end
        end(room)
        assert people.say(bob, "sit", room, hub=other, player=1) != ""
        assert people.hub.room(room).seats.held_by(bob) == ()
        for person, one in ((ann, bob), (bob, ann)):
            people.known.mark(person, one, blocked=False)
        assert people.invitations(bob) == []
        assert invited_rows(people.database) == []


def test_an_invitation_ends_by_itself_with_nobody_there(people: People) -> None:
    ann, bob = people.add("Ann", "Bob")
    people.play(ann, bob)
    room = people.open(ann, invited=bob)
    due_ms = people.clock.ms + INVITED_MS
    assert [*DatabaseLedger(people.database).due_rooms(due_ms, 5)] == [[room]]
    people.clock.ms = due_ms
    hub = people.new_hub()
    hub.time.sweep([room], people.clock.ms)
    assert invited_rows(people.database) == []
    assert people.say(bob, "sit", room, hub=hub, player=1) != ""
    (seat,) = [each for each in people.lists.tables_of(ann)[0].seats if each.player == 1]
    assert (seat.invited, seat.invited_until_ms) == ("", due_ms)


def invited_rows(database: Database) -> list[Any]:
    query = sa.select(SEAT.c.room, SEAT.c.invited).where(SEAT.c.invited != "")
    return [*database.read(lambda db: db.execute(query).all())]


# ---- blocking -----------------------------------------------------------------------------------


@pytest.mark.parametrize("is_blocker", [True, False])
def test_people_who_are_apart_meet_at_no_door(people: People, is_blocker: bool) -> None:
    ann, bob = people.add("Ann", "Bob")
    before = people.play(ann, bob)
    table = people.open(ann, is_open=True)
    private = people.open(ann)
    assert people.say(ann, "invite", private, player=1, key="k" * 22) == ""
    one, other = (ann, bob) if is_blocker else (bob, ann)
    people.known.mark(one, other, blocked=True)
    assert people.lists.open_tables(bob) == []
    assert [each.room for each in people.lists.open_tables(one if one != bob else "")] == [table]
    assert people.say(bob, "sit", table, player=1) == "This seat is taken."
    assert people.say(bob, "enter", private, key="k" * 22).startswith("This invitation is not")
    refused = {"You have blocked this person."} if not is_blocker else {takes_no_invitation()}
    assert {why_not(lambda: people.known.may_ask(bob, ann))} == refused
    # what is played goes on
    text = people.hub.room(before).table.match.top.view(None).choices[0].notation
    on_turn = people.hub.room(before).table.player
    assert people.say((ann, bob)[on_turn or 0], "play", before, text=text) == ""
    assert people.say(bob, "resign", before) == ""
    for person in (ann, bob):
        assert people.say(person, "rematch", before) == takes_no_invitation()


def test_a_block_at_one_process_holds_at_the_other_at_once(people: People) -> None:
    ann, bob = people.add("Ann", "Bob")
    table = people.open(ann, is_open=True)
    late = people.new_hub()  # its look at the door came before the block
    late.limits.check_company = lambda *about: None
    late.room(table)
    people.known.mark(ann, bob, blocked=True)
    assert people.say(bob, "sit", table, hub=late, player=1) != ""
    assert people.hub.room(table).seats.held_by(bob) == ()


def test_nobody_learns_who_has_marked_him(people: People) -> None:
    ann, bob = people.add("Ann", "Bob")
    people.known.mark(ann, bob, blocked=True)
    data = json.loads(OwnData(people.database, find).text(bob))
    assert data["people"] == []
    (own,) = json.loads(OwnData(people.database, find).text(ann))["people"]
    assert (own["id"], own["is_blocked"], own["is_favourite"]) == (bob, True, False)
    people.known.mark(ann, bob, blocked=False)
    assert people.database.read(lambda db: db.execute(sa.select(RELATION)).all()) == []


# ---- those who are gone -------------------------------------------------------------------------


@pytest.mark.parametrize("who", ["Ann", "Bob"])
def test_a_deletion_ends_invitations_and_what_others_have_marked(people: People, who: str) -> None:
    ann, bob = people.add("Ann", "Bob")
    people.play(ann, bob)
    people.known.mark(ann, bob, favourite=True)
    people.known.mark(bob, ann, favourite=True)
    room = people.open(ann, invited=bob)
    Deletions(people.database, find).delete(people.ids[who])
    assert invited_rows(people.database) == []
    assert people.database.read(lambda db: db.execute(sa.select(RELATION)).all()) == []
    other = bob if who == "Ann" else ann
    assert people.known.people(other) == []
    hub = people.new_hub()
    assert people.say(bob, "sit", room, hub=hub, player=1) != ""


def test_invitations_of_a_banned_person_are_neither_shown_nor_accepted(people: People) -> None:
    ann, bob = people.add("Ann", "Bob")
    people.play(ann, bob)
    room = people.open(ann, invited=bob)
    DatabasePeople(people.database).ban(ann)
    assert people.invitations(bob) == []
    assert people.say(bob, "sit", room, player=1) == "This seat is taken."


def test_an_open_invitation_and_a_clock_of_weeks_are_not_old(people: People) -> None:
    ann, bob = people.add("Ann", "Bob")
    people.play(ann, bob)
    invited, thinking = people.open(ann, invited=bob), people.open(ann)
    left = people.open(ann)
    long_ago = people.clock.ms - 60 * DAY_MS

    def age(db: Any) -> None:
        db.execute(sa.update(ROOM).values(changed_ms=long_ago))
        slow = {"is_slow": True, "flag_ms": people.clock.ms + DAY_MS}
        db.execute(sa.update(ROOM).where(ROOM.c.id == thinking).values(**slow))

    people.database.write(age)
    rule = Rule(30 * DAY_MS, "unfinished")
    Pruning(people.database, find).prune(rule)
    rooms = people.database.read(lambda db: {*db.execute(sa.select(ROOM.c.id)).scalars()})
    assert {invited, thinking} <= rooms
    assert left not in rooms


def test_the_lists_of_people_use_indexes(people: People) -> None:
    ann, bob = people.add("Ann", "Bob")
    people.play(ann, bob)
    if people.database.is_postgresql:
        return
    with statements(people.database) as found:
        people.known.people(ann)
        people.known.profile(ann, bob)
        people.known.may_ask(ann, bob)
        people.invitations(ann)

    def explain(db: Any) -> list[str]:
        plans = []
        for each in found:
            if each.lstrip().upper().startswith("SELECT"):
                count = each.count("?")
                rows = db.exec_driver_sql(f"EXPLAIN QUERY PLAN {each}", ("x",) * count).all()
                plans += [row[3] for row in rows]
        return plans

    scans = [plan for plan in people.database.read(explain) if plan.startswith("SCAN")]
    assert [plan for plan in scans if any(t in plan for t in ("room", "relation", "person"))] == []
    assert [plan for plan in scans if "seat" in plan or "mine" in plan or "theirs" in plan] == []
