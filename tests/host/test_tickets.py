"""Tickets are used once, by whichever process is first, and not for long; charges are shared."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
import sqlalchemy as sa

from gipf_meta.host.database import Database
from gipf_meta.host.identity.identity_tables import CHARGE, TICKET
from gipf_meta.host.identity.tickets import MOST_OF_DEVICE, Tickets, TooOften, hash_token

HOUR_MS = 3_600_000


@pytest.fixture
def tickets(database: Database) -> Tickets:
    """None yet."""
    return Tickets(database)


@pytest.fixture
def both(url: str, database: Database) -> Iterator[tuple[Tickets, Tickets]]:
    """Those of two processes."""
    other = Database.open(url)
    yield Tickets(database), Tickets(other)
    other.close()


def pass_time(database: Database, ms: int) -> None:
    """Lets everything be older."""
    tickets = sa.update(TICKET).values(expires_ms=TICKET.c.expires_ms - ms)
    charges = sa.update(CHARGE).values(full_ms=CHARGE.c.full_ms - ms)
    for older in (tickets, charges):
        database.write(lambda db, older=older: db.execute(older))  # type: ignore[misc]


def count(database: Database, table: sa.Table) -> int:
    query = sa.select(sa.func.count()).select_from(table)
    return database.read(lambda db: db.execute(query).scalar_one())


def test_a_ticket_is_used_once_and_says_what_it_is_about(
    tickets: Tickets, database: Database
) -> None:
    token = tickets.issue("mail", HOUR_MS, person="ann", bound="device", about={"to": "a@b"})
    for _time in range(2):
        seen = tickets.peek(token, "mail")
        assert seen is not None
        assert (seen.person, seen.bound, seen.about) == ("ann", "device", {"to": "a@b"})
    assert tickets.peek(token, "pairing") is tickets.take(token, "pairing") is None
    assert tickets.take(token, "mail") == seen
    assert tickets.take(token, "mail") is tickets.peek(token, "mail") is None
    assert tickets.take("x" * 1_000_000, "mail") is None
    assert count(database, TICKET) == 0


def test_a_ticket_ends_by_the_clock_of_the_database(tickets: Tickets, database: Database) -> None:
    token = tickets.issue("mail", HOUR_MS)
    pass_time(database, HOUR_MS - 60_000)
    assert tickets.peek(token, "mail")
    pass_time(database, 60_000)
    assert tickets.take(token, "mail") is tickets.peek(token, "mail") is None


def test_no_token_stands_in_the_database(tickets: Tickets, database: Database) -> None:
    token = tickets.issue("mail", HOUR_MS)
    rows = str(database.read(lambda db: db.execute(sa.select(TICKET)).all()))
    assert token not in rows
    assert tickets.take(hash_token("mail", token), "mail") is None, "the hash is no token"


@pytest.mark.parametrize("times", [5, pytest.param(200, marks=pytest.mark.soak)])
def test_one_of_two_processes_gets_a_ticket(both: tuple[Tickets, Tickets], times: int) -> None:
    for _time in range(times):
        token, at_once = both[0].issue("mail", HOUR_MS), Barrier(4)

        def take(process: int, token: str = token, at_once: Barrier = at_once) -> bool:
            at_once.wait()
            return both[process % 2].take(token, "mail") is not None

        with ThreadPoolExecutor(4) as pool:
            assert sum(pool.map(take, range(4))) == 1


def test_guesses_are_counted_at_all_tickets_of_a_device_until_they_are_void(
    both: tuple[Tickets, Tickets],
) -> None:
    one, other = both
    token = one.issue("code", HOUR_MS, bound="device", about={"code": "x"})
    another = one.issue("code", HOUR_MS, bound="another device")
    for tries in (1, 2, 3):
        (seen,) = both[tries % 2].guess("code", "device", 3)
        assert (seen.tries, seen.about) == (tries, {"code": "x"})
    assert one.guess("code", "device", 3) == []
    assert other.take(token, "code") is None
    assert other.take(another, "code")


def test_a_device_has_only_so_many_tickets_of_a_kind(tickets: Tickets, database: Database) -> None:
    tokens = [tickets.issue("passkey", HOUR_MS, bound="device") for _ in range(MOST_OF_DEVICE + 3)]
    tickets.issue("passkey", HOUR_MS, bound="another")
    assert count(database, TICKET) == MOST_OF_DEVICE + 1
    assert tickets.peek(tokens[-1], "passkey")


def test_what_a_person_was_sent_is_void_when_his_ways_change(tickets: Tickets) -> None:
    token, others = tickets.issue("mail", HOUR_MS, person="ann"), tickets.issue("mail", HOUR_MS)
    tickets.void("ann")
    assert tickets.peek(token, "mail") is None
    assert tickets.peek(others, "mail")


def test_all_processes_together_allow_so_many_attempts(
    both: tuple[Tickets, Tickets], database: Database
) -> None:
    at_once = Barrier(4)

    def attempt(process: int) -> int:
        at_once.wait()
        return sum(both[process % 2].try_charge("key", 5, HOUR_MS) for _ in range(4))

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(attempt, range(4))) == 5
    assert both[0].try_charge("another", 5, HOUR_MS)
    with pytest.raises(TooOften, match="wait a while"):
        both[1].charge("key", 5, HOUR_MS)
    pass_time(database, HOUR_MS // 5)
    both[1].charge("key", 5, HOUR_MS)
    with pytest.raises(TooOften):
        both[0].charge("key", 5, HOUR_MS)
    assert "key" not in str(database.read(lambda db: db.execute(sa.select(CHARGE)).all()))


def test_a_clock_that_leapt_and_was_set_back_bars_nobody(
    tickets: Tickets, database: Database
) -> None:
    """Else a limit that all share would hold until the leap comes true."""
    for _attempt in range(5):
        tickets.charge("key", 5, HOUR_MS)
    pass_time(database, -10 * 24 * HOUR_MS)
    for _attempt in range(5):
        tickets.charge("key", 5, HOUR_MS)
    with pytest.raises(TooOften):
        tickets.charge("key", 5, HOUR_MS)


def test_what_has_expired_is_swept(tickets: Tickets, database: Database) -> None:
    tickets.issue("mail", HOUR_MS)
    lasting = tickets.issue("mail", 3 * HOUR_MS)
    tickets.charge("short", 1, HOUR_MS)
    tickets.charge("long", 1, 3 * HOUR_MS)
    pass_time(database, 2 * HOUR_MS)
    tickets.sweep()
    assert (count(database, TICKET), count(database, CHARGE)) == (1, 1)
    assert tickets.peek(lasting, "mail")
    assert not tickets.try_charge("long", 1, 3 * HOUR_MS)
