"""Tickets, which can be used once and not for long: links, codes, challenges, pairings; and rate
limits that all processes share.

The database has only the SHA-256 of each token. Whatever is taken is deleted by one statement, so
of two processes one gets it. Time is the database's.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import sqlalchemy as sa
from pydantic import JsonValue
from sqlalchemy import Connection
from sqlalchemy.dialects import postgresql, sqlite

from gipf_meta.base.json_text import read_object
from gipf_meta.base.texts import _
from gipf_meta.host.identity.devices import IdentityError
from gipf_meta.host.identity.identity_tables import CHARGE, TICKET, Store

LETTERS: Final = "BCDFGHJKLMNPQRSTVWXZ"
"""The letters of codes that people type: without vowels, so that none is a word, and without
digits, so that none is taken for another (RFC 8628, 6.1)."""
LONGEST_TOKEN: Final = 200
"""The most letters of a token; a longer one is none."""
MOST_OF_DEVICE: Final = 10
"""The most tickets of one kind for one device; of more, the oldest are void."""


class TooOften(IdentityError):
    """Something was tried more often than all processes together allow; one sentence."""


@dataclass(frozen=True, slots=True)
class Ticket:
    """A ticket for *person* (``""``: not known), *bound* to the device with that hash (``""``: to
    none). *tries* counts the guesses at it; it is valid until *expires_ms*, the database's time."""

    hash: str
    kind: str
    person: str
    bound: str
    about: dict[str, Any]
    tries: int
    expires_ms: int


class Tickets:
    """The tickets and charges in *database*. Every method raises ``DatabaseError``."""

    def __init__(self, database: Store) -> None:
        self._database = database

    def issue(
        self,
        kind: str,
        lasts_ms: int,
        *,
        person: str = "",
        bound: str = "",
        about: Mapping[str, JsonValue] | None = None,
    ) -> str:
        """Returns the token of a new ticket, which is valid for *lasts_ms*: 256 random bits."""
        token = secrets.token_urlsafe(32)
        new = self.new(token, kind, lasts_ms, person=person, bound=bound, about=about)
        own = sa.select(TICKET.c.hash).where(TICKET.c.kind == kind, TICKET.c.bound == bound)
        latest = own.order_by(TICKET.c.created_ms.desc(), TICKET.c.hash)

        def change(db: Connection) -> None:
            db.execute(new)
            if bound and (old := db.execute(latest.offset(MOST_OF_DEVICE)).scalars().all()):
                db.execute(sa.delete(TICKET).where(TICKET.c.hash.in_(old)))

        self._database.write(change)
        return token

    def new(
        self,
        token: str,
        kind: str,
        lasts_ms: int,
        *,
        person: str = "",
        bound: str = "",
        about: Mapping[str, JsonValue] | None = None,
    ) -> postgresql.Insert | sqlite.Insert:
        """Returns the statement that adds a ticket with that *token*, valid for *lasts_ms*."""
        now = self._database.now
        return self._database.insert(TICKET).values(
            hash=hash_token(kind, token),
            kind=kind,
            person=person,
            bound=bound,
            about=json.dumps({} if about is None else dict(about)),
            tries=0,
            created_ms=now,
            expires_ms=now + lasts_ms,
        )

    def peek(self, token: str, kind: str) -> Ticket | None:
        """Returns the ticket with that *token*, without using it up; ``None``: it is not valid."""
        if len(token) > LONGEST_TOKEN:
            return None
        query = _select().where(*self._valid(kind), TICKET.c.hash == hash_token(kind, token))
        row = self._database.read(lambda db: db.execute(query).one_or_none())
        return None if row is None else _ticket(row)

    def take(self, token: str, kind: str) -> Ticket | None:
        """Uses up the ticket with that *token*, and returns it; ``None``: it is not valid, or was
        used before."""
        return None if len(token) > LONGEST_TOKEN else self.take_hash(hash_token(kind, token), kind)

    def take_hash(self, hash: str, kind: str) -> Ticket | None:
        """Uses up the ticket whose token has that *hash*, likewise."""
        own = sa.delete(TICKET).where(*self._valid(kind), TICKET.c.hash == hash)
        taking = own.returning(*_COLUMNS)
        row = self._database.write(lambda db: db.execute(taking).one_or_none())
        return None if row is None else _ticket(row)

    def guess(self, kind: str, bound: str, most: int) -> list[Ticket]:
        """Counts a guess at all tickets of a *kind* that are *bound* to a device, and returns those
        that were guessed at *most* times at most; the others are void."""
        own = *self._valid(kind), TICKET.c.bound == bound
        count = sa.update(TICKET).where(*own).values(tries=TICKET.c.tries + 1)
        void = sa.delete(TICKET).where(*own, TICKET.c.tries > most)
        query = _select().where(*own).order_by(TICKET.c.created_ms.desc())

        def change(db: Connection) -> list[Ticket]:
            db.execute(count)
            db.execute(void)
            return [_ticket(row) for row in db.execute(query)]

        return self._database.write(change)

    def void(self, person: str) -> None:
        """Makes all tickets of *person* void, as when a way back of his changes."""
        own = sa.delete(TICKET).where(TICKET.c.person == person)
        self._database.write(lambda db: db.execute(own))

    def _valid(self, kind: str) -> tuple[sa.ColumnElement[bool], ...]:
        return TICKET.c.kind == kind, TICKET.c.expires_ms > self._database.now

    # ---- limits ---------------------------------------------------------------------------------

    def charge(self, key: str, most: int, within_ms: int) -> None:
        """Charges one attempt to *key*, of which *most* are allowed at once, and as many again each
        *within_ms*. Raises ``TooOften``."""
        if not self.try_charge(key, most, within_ms):
            raise TooOften(_("That was tried too often; wait a while."))

    def try_charge(self, key: str, most: int, within_ms: int) -> bool:
        """Charges one attempt to *key*, likewise; returns false, and charges nothing, if *key* has
        none left. One statement, so that no two processes allow the same one."""
        now, step = self._database.now, max(1, within_ms // most)
        hashed = hashlib.sha256(f"charge {key}".encode()).hexdigest()
        # what is charged beyond that was charged before the clock was set back
        is_charged = CHARGE.c.full_ms.between(now, now + within_ms)
        full = sa.case((is_charged, CHARGE.c.full_ms), else_=now) + step
        new = self._database.insert(CHARGE).values(key=hashed, full_ms=now + step)
        charging = new.on_conflict_do_update(
            index_elements=["key"], set_={"full_ms": full}, where=full <= now + within_ms
        ).returning(CHARGE.c.key)
        return self._database.write(lambda db: db.execute(charging).one_or_none()) is not None

    def sweep(self) -> None:
        """Deletes what is not valid any more, and charges that are paid."""
        now = self._database.now
        for old in (
            sa.delete(TICKET).where(TICKET.c.expires_ms <= now),
            sa.delete(CHARGE).where(CHARGE.c.full_ms <= now),
        ):
            # each by itself: a transaction that holds both waits for others, and they for it
            self._delete(old)

    def _delete(self, old: sa.Delete) -> None:
        self._database.write(lambda db: db.execute(old))


_COLUMNS: Final = (
    TICKET.c.hash,
    TICKET.c.kind,
    TICKET.c.person,
    TICKET.c.bound,
    TICKET.c.about,
    TICKET.c.tries,
    TICKET.c.expires_ms,
)


def _select() -> sa.Select[Any]:
    return sa.select(*_COLUMNS)


def _ticket(row: Any) -> Ticket:
    about = read_object(row.about) or {}
    return Ticket(row.hash, row.kind, row.person, row.bound, about, row.tries, row.expires_ms)


def new_code(groups: int) -> str:
    """Returns a new code of so many *groups* of four letters, as ``BCDF-GHJK``."""
    words = ("".join(secrets.choice(LETTERS) for _letter in range(4)) for _group in range(groups))
    return "-".join(words)


def hash_token(kind: str, token: str) -> str:
    """Returns the hash under which the *token* of a ticket of that *kind* is stored."""
    return hashlib.sha256(f"ticket {kind} {token}".encode()).hexdigest()
