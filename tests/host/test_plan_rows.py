"""Plans in a database: every process knows them, none plays what was withdrawn, and a death between
a move and its answer loses nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy import event

from gipf_meta.base.clock import StillClock
from gipf_meta.host import plan_rows
from gipf_meta.host.database import Database
from gipf_meta.host.database_ledger import DatabaseLedger
from gipf_meta.host.notice_tables import PLAN
from gipf_meta.host.plan_rows import PlanWatch, delete_old_plans
from gipf_meta.host.tables import ROOM
from gipf_meta.hub.hub import Hub
from gipf_meta.hub.scenes import room_scene
from gipf_meta.match.clock_readings import clocks_of
from gipf_meta.rooms.ledger import Batch, LedgerError
from tests.deeds.test_decisions_plans import node, plan, told
from tests.hub.test_hub import find, opening, play, say
from tests.rooms.law_of_answers import AskedHub


class AtOnce:
    """A driver that does everything at once."""

    def do_in(self, room: str, act: Callable[[], object]) -> None:
        """Calls *act*."""
        act()


class Served:
    """A process of a host, without its loop: its *hub*, with links of Ann and Bob."""

    def __init__(self, database: Database) -> None:
        self.ledger = DatabaseLedger(database)
        self.hub: Hub = AskedHub(
            self.ledger, find, patience_ms=None, pauses_alone=False, idle_ms=60_000
        )
        for person in ("ann", "bob"):
            self.hub.connect(person, person, "")
        self.errors: list[object] = []
        self._watch = PlanWatch(database, self.hub, AtOnce(), StillClock(), self.errors.append)

    async def look(self) -> None:
        """Lets it look for plans once."""
        await self._watch.look()
        assert not self.errors

    def open(self, **settings: Any) -> None:
        """Opens a match of Ann and Bob in a game of duels; Ann decides first."""
        people = opening("wager", "human", "human", options={"duel": "wager"}, **settings)
        self.hub.open_room("r", people, "ann", others={1: "bob"})

    def texts(self) -> list[str]:
        """The decisions in the game on top, as this process has them."""
        return [step.text for step in self.hub.room("r").table.match.top.steps]

    def read(self) -> list[str]:
        """The decisions, after the news of other processes."""
        count = self.ledger.count("r")
        self.hub.read_news("r", count, 0)
        return self.texts()


ALLOWS = node("claim", node("allow", node("two", node("claim"))))


def versions(database: Database) -> list[str]:
    """The texts of the rows of plans."""
    query = sa.select(PLAN.c.text).order_by(PLAN.c.player, PLAN.c.depth)
    return database.read(lambda db: list(db.execute(query).scalars()))


def test_another_process_plays_the_plan(database: Database) -> None:
    one, two = Served(database), Served(database)
    one.open()
    plan(one.hub, ALLOWS)
    play(two.hub, "claim")
    assert two.texts() == ["claim", "allow"]
    assert one.read() == ["claim", "allow"]
    play(one.hub, "two")
    assert one.texts() == two.read() == ["claim", "allow", "two", "claim"]


async def test_a_process_that_has_the_room_open_reads_a_plan_of_another(
    database: Database,
) -> None:
    one, two = Served(database), Served(database)
    one.open()
    say(two.hub, "watch", "bob", want="scene")
    plan(one.hub, ALLOWS)
    assert told(two.hub.room("r")) == []
    await two.look()
    assert told(two.hub.room("r")) == [
        "If claim comes, you play allow; if two comes, you play claim."
    ]
    plan(one.hub)
    await two.look()
    assert told(two.hub.room("r")) == []


async def test_a_move_that_was_first_is_answered_by_the_next_look(database: Database) -> None:
    """The process of the move does not know the plan yet, the one of the plan not the move."""
    one, two = Served(database), Served(database)
    one.open()
    two.hub.room("r")
    plan(one.hub, ALLOWS)
    play(two.hub, "claim")
    assert two.texts() == ["claim"]
    await two.look()
    assert two.texts() == ["claim", "allow"]
    assert one.read() == ["claim", "allow"]


def test_what_was_withdrawn_is_played_by_no_process(database: Database) -> None:
    one, two = Served(database), Served(database)
    one.open()
    plan(one.hub, ALLOWS)
    two.hub.room("r")  # it knows the plan, and will not hear that it is withdrawn
    plan(one.hub)
    play(two.hub, "claim")
    assert two.texts() == ["claim"]
    assert one.read() == ["claim"]


def test_what_was_planned_anew_is_played_as_it_is_now(database: Database) -> None:
    one, two = Served(database), Served(database)
    one.open()
    plan(one.hub, ALLOWS)
    two.hub.room("r")
    plan(one.hub, node("claim", node("challenge", node("won", node("claim")))))
    play(two.hub, "claim")
    assert len(two.hub.room("r").table.match.sessions) == 2
    one.read()
    assert len(one.hub.room("r").table.match.sessions) == 2


async def test_a_death_before_the_answer_loses_nothing(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = Served(database)
    one.open()
    plan(one.hub, ALLOWS)
    monkeypatch.setattr(one.hub.time, "follow_up", lambda room, at_ms: None)  # it dies there
    play(one.hub, "claim")
    assert one.texts() == ["claim"]
    two = Served(database)
    await two.look()  # the turn has come a moment ago: a process that has the room open is faster
    monkeypatch.setattr(plan_rows, "WAITED_MS", -1_000)
    await two.look()
    assert two.texts() == ["claim", "allow"]


def fail_at_plans(served: Served, monkeypatch: pytest.MonkeyPatch) -> list[Batch]:
    """Lets *served* append no decisions of plans; returns those that it tried."""
    append, tried = served.ledger.append, list[Batch]()

    def append_but_plans(batch: Batch) -> None:
        if batch.plan is None:
            append(batch)
            return
        tried.append(batch)
        assert len(tried) < 10
        raise LedgerError("The disk is full.")

    monkeypatch.setattr(served.ledger, "append", append_but_plans)
    return tried


async def test_a_decision_that_cannot_be_written_holds_nothing_up_and_comes_later(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = Served(database)
    one.open()
    plan(one.hub, ALLOWS)
    monkeypatch.setattr(plan_rows, "WAITED_MS", -1_000)
    with monkeypatch.context() as failing:
        tried = fail_at_plans(one, failing)
        play(one.hub, "claim")
        await one.look()
    assert len(tried) == 2
    assert one.texts() == ["claim"]
    await one.look()
    assert one.texts() == ["claim", "allow"]


async def test_a_room_that_could_not_be_opened_is_opened_at_the_next_look(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = Served(database)
    one.open()
    two = Served(database)
    two.hub.room("r")
    plan(one.hub, ALLOWS)
    play(two.hub, "claim")  # it does not know the plan
    three = Served(database)
    monkeypatch.setattr(plan_rows, "WAITED_MS", -1_000)
    with monkeypatch.context() as failing:
        failing.setattr(three.hub.rooms, "find", lambda room: fail())
        with pytest.raises(AssertionError):
            await three.look()
    three.errors.clear()
    await three.look()
    assert three.texts() == ["claim", "allow"]


def fail() -> None:
    """Raises ``LedgerError``."""
    raise LedgerError("The database is away.")


@pytest.mark.parametrize("by", ["time", "deed", "look"])
def test_an_answer_that_comes_late_counts_before_the_clock_ran(database: Database, by: str) -> None:
    """No process has played the plan: the time since the turn came is not its owner's."""
    one = Served(database)
    one.open(control="8s")
    two = Served(database)
    for person in ("ann", "bob"):
        say(two.hub, "go_on", person)
    one.read()
    plan(one.hub, ALLOWS)
    play(two.hub, "claim")  # it does not know the plan
    three = Served(database).hub
    later_ms = 20_000
    if by == "time":
        three.time.sweep(["r"], later_ms)
    elif by == "deed":
        say(three, "offer", "ann", later_ms)
    else:
        say(three, "look", "ann", later_ms, at=0)
    assert [step.text for step in three.room("r").table.match.top.steps] == ["claim", "allow"]
    clocks = clocks_of(three.room("r").table.match)
    assert clocks is not None
    assert clocks.left_ms[1] == 8_000


def test_a_plan_of_a_process_that_is_behind_is_judged_as_it_is_now(database: Database) -> None:
    """A player who has left his seat, or taken back, is not told that his plan waits."""
    one, two = Served(database), Served(database)
    one.open()
    two.hub.room("r")
    play(one.hub, "claim")
    (refused,) = say(two.hub, "plan", "bob", lines=[node(None, node("allow"))])
    assert refused["why"] == "You decide there: say what you play."
    say(one.hub, "take_back", "ann")
    say(one.hub, "answer", "bob", accept=True)
    lines = [node("challenge", node("won", node("claim")))]
    (refused,) = say(two.hub, "plan", "bob", lines=lines)
    assert refused["why"] == "'challenge' is not asked now."
    say(one.hub, "leave", "bob")
    (refused,) = say(two.hub, "plan", "bob", lines=[ALLOWS])
    assert refused["why"] == "You only watch this match: you hold no seat in it."
    assert versions(database) == []


def test_what_was_made_elsewhere_is_withdrawn_here(database: Database) -> None:
    one, two = Served(database), Served(database)
    one.open()
    two.hub.room("r")
    plan(one.hub, ALLOWS)
    plan(two.hub)  # it has not heard of it
    play(one.hub, "claim")
    assert one.texts() == ["claim"]
    assert two.read() == ["claim"]


async def test_a_room_in_which_nothing_is_decided_is_opened_once(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the decision comes first that one makes oneself, the plan waits for it."""
    one, two = Served(database), Served(database)
    one.open()
    plan(one.hub, node("claim", node("allow", node("two"))), link="ann")
    monkeypatch.setattr(plan_rows, "WAITED_MS", -1_000)
    await two.look()
    assert "r" in two.hub.open_rooms
    two.hub.open_rooms.close("r")
    await two.look()
    assert "r" not in two.hub.open_rooms


def test_a_taking_back_elsewhere_ends_a_plan(database: Database) -> None:
    one, two = Served(database), Served(database)
    one.open()
    play(one.hub, "claim")
    plan(one.hub, node("allow", node("two", node("claim", node("allow")))), link="ann")
    say(two.hub, "take_back", "ann")
    say(two.hub, "answer", "bob", accept=True)
    three = Served(database)
    assert not three.hub.room("r").plans.pending
    play(three.hub, "claim")
    play(three.hub, "allow", link="bob")
    assert three.texts() == ["claim", "allow"]


def test_a_seat_that_somebody_else_holds_has_no_plan(database: Database) -> None:
    one, two = Served(database), Served(database)
    one.open()
    plan(one.hub, ALLOWS)
    say(two.hub, "leave", "bob")
    for hub in (two.hub, one.hub, Served(database).hub):
        hub.connect("ann", "ann", "")
    one.read()
    assert not one.hub.room("r").plans.pending
    play(one.hub, "claim")
    assert one.texts() == ["claim"]
    assert not Served(database).hub.room("r").plans.pending


async def test_rows_of_plans_that_decide_nothing_more_are_deleted(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = Served(database)
    one.open()
    plan(one.hub, ALLOWS)
    await one.look()
    play(one.hub, "claim")
    play(one.hub, "one")
    assert len(versions(database)) == 1
    await one.look()
    monkeypatch.setattr(plan_rows, "ENDED_MS", 0)
    await one.look()
    assert versions(database) == []
    assert told(one.hub.room("r")) == ["What has come is not in your plan: decide anew."]


def test_a_plan_that_was_withdrawn_leaves_a_row_for_a_while(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = Served(database)
    one.open()
    plan(one.hub, ALLOWS)
    plan(one.hub)
    assert delete_old_plans(database) == {"plans": 0}
    assert versions(database) == [""]
    monkeypatch.setattr(plan_rows, "WITHDRAWN_MS", -1_000)
    assert delete_old_plans(database) == {"plans": 1}


def test_a_plan_and_its_withdrawal_count_as_written(database: Database) -> None:
    one = Served(database)
    one.open()
    written = list[tuple[str, int, int]]()
    one.hub.rooms.note_written = lambda *about: written.append(about)
    plan(one.hub, ALLOWS)
    plan(one.hub)
    assert [(person, events) for person, events, _letters in written] == [("bob", 1)] * 2
    assert written[0][2] > written[1][2]


def test_rows_of_a_match_that_is_over_are_deleted(database: Database) -> None:
    one = Served(database)
    one.open()
    plan(one.hub, ALLOWS)
    assert delete_old_plans(database) == {"plans": 0}
    say(one.hub, "resign", "ann", by=0)
    assert delete_old_plans(database) == {"plans": 1}


def test_nobody_else_is_told_by_a_number_or_a_message(database: Database) -> None:
    one = Served(database)
    one.open()
    for link in ("ann", "bob"):
        say(one.hub, "watch", link, want="scene")
    number = one.hub.room("r").number
    message = {"do": "plan", "id": "p", "room": "r", "lines": [ALLOWS]}
    one.hub.receive("bob", message, 0)
    assert {link for link, _message in one.hub.take_outbox()} == {"bob"}
    query = sa.select(ROOM.c.number)
    assert database.read(lambda db: db.execute(query).scalar()) == number
    assert "plan" not in room_scene(one.hub.room("r"), "ann")


@pytest.mark.parametrize("with_plan", [False, True])
def test_an_ordinary_move_costs_what_it_did(database: Database, with_plan: bool) -> None:
    """One statement of PostgreSQL, two of SQLite; a move by a plan asks first for the plan."""
    one = Served(database)
    one.open()
    for link in ("ann", "bob"):
        say(one.hub, "watch", link, want="scene")
    play(one.hub, "claim")
    play(one.hub, "allow", link="bob")
    if with_plan:
        plan(one.hub, node("one", node("claim")), link="bob")
    said: list[str] = []

    def note(_db: Any, _cursor: Any, statement: str, *_about: Any) -> None:
        if not statement.startswith(("BEGIN", "COMMIT")) and "notify" not in statement.lower():
            said.append(statement)

    event.listen(database.engine, "before_cursor_execute", note)
    play(one.hub, "one")
    event.remove(database.engine, "before_cursor_execute", note)
    usual = 1 if database.is_postgresql else 2
    assert len(said) == (2 * usual + 1 if with_plan else usual), said
