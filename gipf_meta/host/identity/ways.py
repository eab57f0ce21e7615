"""The ways back to people: a passkey, a mail address, or twelve words makes a new device theirs."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import Connection

from gipf_meta.base.json_text import read_object
from gipf_meta.base.texts import _
from gipf_meta.desk.identity import WayKind
from gipf_meta.host.identity.devices import IdentityError
from gipf_meta.host.identity.identity_tables import DEVICE, PERSON, TICKET, WAY_BACK, Store

MOST_WAYS: Final = 25
"""The most ways back of a person."""
OLD_MS: Final = 72 * 3_600_000
"""Milliseconds after which a way back or a device counts as its person's beyond doubt."""


@dataclass(frozen=True, slots=True)
class WayBack:
    """A way back to *person*, found by *kind* and *key*; times are milliseconds of the database.

    It is taken away at *ends_ms*, unless that is 0.
    """

    id: str
    person: str
    kind: WayKind
    key: str
    public_key: str
    sign_count: int
    label: str
    created_ms: int
    used_ms: int
    ends_ms: int


class WaysBack:
    """The ways back in *database*. Every method raises ``DatabaseError``."""

    def __init__(self, database: Store) -> None:
        self._database = database
        self._check: Callable[[Connection], str] = lambda db: ""
        #: deletes what ends with the ways back of a person, once one of them is gone
        self.forget_with: Callable[[Connection, str], object] = lambda db, person: None
        #: the names under which the host is reached, where passkeys work; ``None``: all names
        self.rp_ids: Collection[str] | None = None

    def former_name(self, kind: WayKind, public_key: str) -> str:
        """Returns the name of the host at which alone a passkey with that *public_key* works, if
        the host has that name no more; ``""``: it works here, as every other *kind* does."""
        if kind != "passkey" or self.rp_ids is None:
            return ""
        rp_id = str((read_object(public_key) or {}).get("rp_id", ""))
        return "" if rp_id in self.rp_ids else rp_id

    def count_former(self) -> Mapping[str, int]:
        """Returns the numbers of passkeys that work no more, by the former names of the host."""
        query = sa.select(WAY_BACK.c.public_key)
        query = query.where(WAY_BACK.c.kind == "passkey", ~self._has_ended())
        keys = self._database.read(lambda db: db.execute(query).scalars().all())
        return Counter(name for key in keys if (name := self.former_name("passkey", key)))

    @contextmanager
    def checked(self, check: Callable[[Connection], str]) -> Iterator[None]:
        """Within the block, ways back are added only after *check*, in the same transaction; it
        returns the device that adds them, and raises where it may not."""
        before, self._check = self._check, check
        try:
            yield
        finally:
            self._check = before

    def list(self, person: str) -> list[WayBack]:
        """Returns the ways back of *person*, the oldest first."""
        query = self._select().where(WAY_BACK.c.person == person)
        query = query.order_by(WAY_BACK.c.created_ms, WAY_BACK.c.id)
        return self._database.read(lambda db: [WayBack(*row) for row in db.execute(query)])

    def find(self, kind: WayKind, key: str) -> WayBack | None:
        """Returns the way back of that *kind* with that *key*, whoever has it."""
        query = self._select().where(WAY_BACK.c.kind == kind, WAY_BACK.c.key == key)
        row = self._database.read(lambda db: db.execute(query).one_or_none())
        return None if row is None else WayBack(*row)

    def person_of(self, kind: WayKind, key: str) -> str:
        """Returns the person who has that way back; ``""`` if nobody has."""
        found = self.find(kind, key)
        return "" if found is None else found.person

    def add(
        self,
        person: str,
        kind: WayKind,
        key: str,
        label: str,
        *,
        public_key: str = "",
        sign_count: int = 0,
    ) -> str:
        """Adds a way back to *person*, and returns its id. Words replace the words before, and are
        as old as those, if these were old: else whoever has stolen a device would need no proof any
        more.

        Raises ``IdentityError`` if somebody has that way back already, or *person* too many.
        """
        id, now = f"w{secrets.token_hex(8)}", self._database.now
        values = {
            "id": id,
            "person": person,
            "kind": kind,
            "key": key,
            "public_key": public_key,
            "sign_count": sign_count,
            "label": label,
            "created_ms": now,
            "used_ms": 0,
            "ends_ms": 0,
        }
        new = self._database.insert(WAY_BACK)
        own = WAY_BACK.c.person == person
        count = sa.select(sa.func.count()).where(own)

        def change(db: Connection) -> None:
            self.lock(db, person)
            by = self._check(db)
            same = sa.and_(WAY_BACK.c.kind == kind, WAY_BACK.c.key == key)
            db.execute(sa.delete(WAY_BACK).where(sa.or_(own, same), self._has_ended()))
            created_ms = self._replace_words(db, person, id, by) if kind == "words" else None
            if db.execute(count).scalar_one() >= MOST_WAYS:
                raise IdentityError(_("You have many ways back already: take one away first."))
            # what was asked for before this change is void
            db.execute(sa.delete(TICKET).where(TICKET.c.person == person))
            # PostgreSQL counts no rows here
            row = new.values(**values, added_by=by)
            if created_ms is not None:
                row = row.values(created_ms=created_ms)
            row = row.on_conflict_do_nothing(index_elements=["kind", "key"])
            if db.execute(row.returning(WAY_BACK.c.id)).one_or_none() is None:
                raise IdentityError(_("That cannot be a way back here."))

        self._database.write(change)
        return id

    def _replace_words(self, db: Connection, person: str, id: str, by: str) -> int | None:
        """Deletes the words of *person*, which those of *id* replace, and returns since when he has
        had old ones; ``None``: he had none. They still prove what they have proved to the device
        *by*."""
        words = WAY_BACK.c.person == person, WAY_BACK.c.kind == "words"
        since = sa.select(sa.func.min(WAY_BACK.c.created_ms)).where(
            *words, WAY_BACK.c.created_ms <= self._database.now - OLD_MS
        )
        created_ms = db.execute(since).scalar()
        before = sa.delete(WAY_BACK).where(*words).returning(WAY_BACK.c.id)
        replaced = db.execute(before).scalars().all()
        own = DEVICE.c.id == by, DEVICE.c.person == person, DEVICE.c.proved_by.in_(replaced)
        db.execute(sa.update(DEVICE).where(*own).values(proved_by=id))
        return created_ms

    def use(self, id: str, sign_count: int | None = None) -> bool:
        """Notes that the way back *id* is used; one that was to be taken away stays.

        Returns false if it is none any more, or if *sign_count*, the counter of a passkey, has not
        risen: then a copy of it was used.
        """
        now = self._database.now
        values: dict[str, Any] = {"used_ms": now, "ends_ms": 0}
        using = sa.update(WAY_BACK).where(WAY_BACK.c.id == id, ~self._has_ended())
        if sign_count is not None:
            values["sign_count"] = sign_count
            has_risen = WAY_BACK.c.sign_count < sign_count
            has_none = sa.and_(WAY_BACK.c.sign_count == 0, sa.literal(sign_count) == 0)
            using = using.where(sa.or_(has_risen, has_none))
        return bool(self._database.write(lambda db: db.execute(using.values(values)).rowcount))

    def remove(
        self,
        person: str,
        id: str,
        delay_ms: Callable[[Connection, WayBack], int] = lambda db, way: 0,
    ) -> None:
        """Takes the way back *id* of *person* away, so many milliseconds later as *delay_ms* says,
        which is called in the same transaction, and raises where it may not be.

        Raises ``IdentityError`` if he has no such way back, or no other one that stays and works,
        while this one does.
        """
        own, now = WAY_BACK.c.person == person, self._database.now
        stays = sa.select(WAY_BACK.c.kind, WAY_BACK.c.public_key)
        stays = stays.where(own, WAY_BACK.c.ends_ms == 0, WAY_BACK.c.id != id)

        def change(db: Connection) -> None:
            self.lock(db, person)
            this = own, WAY_BACK.c.id == id
            row = db.execute(self._select().where(*this)).one_or_none()
            if row is None:
                raise IdentityError(_("You have no such way back any more."))
            way = WayBack(*row)
            after_ms = delay_ms(db, way)
            is_former = self.former_name(way.kind, way.public_key)
            if not is_former and all(self.former_name(*other) for other in db.execute(stays)):
                raise IdentityError(
                    _("That is your only way back: add another one first, such as twelve words.")
                )
            if after_ms:
                db.execute(sa.update(WAY_BACK).where(*this).values(ends_ms=now + after_ms))
            else:
                db.execute(sa.delete(WAY_BACK).where(*this))
                self.forget_with(db, person)
            db.execute(sa.delete(TICKET).where(TICKET.c.person == person))

        self._database.write(change)

    def old(self, db: Connection, person: str) -> dict[str, WayKind]:
        """Returns the kinds of the old ways back of *person*, by their ids: not passkeys of a
        former name of the host, by which nobody can prove anything."""
        is_old = WAY_BACK.c.created_ms <= self._database.now - OLD_MS
        ways = sa.select(WAY_BACK.c.id, WAY_BACK.c.kind, WAY_BACK.c.public_key)
        ways = ways.where(WAY_BACK.c.person == person, is_old, ~self._has_ended())
        return {
            id: kind
            for id, kind, public_key in db.execute(ways)
            if not self.former_name(kind, public_key)
        }

    def is_last_old(self, db: Connection, way: WayBack) -> bool:
        """Returns whether *way* is the only old way back of its person that stays: without it,
        whoever has a device of his would need no proof."""
        stays = sa.select(WAY_BACK.c.id).where(
            WAY_BACK.c.person == way.person, WAY_BACK.c.ends_ms == 0, WAY_BACK.c.id != way.id
        )
        old = self.old(db, way.person)
        return way.id in old and not old.keys() & {*db.execute(stays).scalars()}

    def added(self, since_ms: int) -> Sequence[tuple[WayBack, str]]:
        """Returns the ways back that were added after *since_ms*, each with the hash of the key of
        the device that did; ``""``: it is not known."""
        by = sa.select(DEVICE.c.secret_hash).where(DEVICE.c.id == WAY_BACK.c.added_by)
        query = self._select().add_columns(by.scalar_subquery())
        query = query.where(WAY_BACK.c.created_ms > since_ms).order_by(WAY_BACK.c.created_ms)
        return self._database.read(
            lambda db: [(WayBack(*row[:-1]), row[-1] or "") for row in db.execute(query)]
        )

    def sweep(self) -> None:
        """Deletes the ways back that have ended."""
        self._database.write(lambda db: db.execute(sa.delete(WAY_BACK).where(self._has_ended())))

    def lock(self, db: Connection, person: str) -> None:
        """Lets all other changes of the ways and devices of *person* wait for this transaction.

        Raises ``IdentityError`` if there is no such person, or he is banned.
        """
        query = sa.select(PERSON.c.is_banned).where(PERSON.c.id == person)
        if db.execute(query.with_for_update()).scalar() is not False:
            raise IdentityError(_("You may not come in here any more."))

    def _has_ended(self) -> sa.ColumnElement[bool]:
        return sa.and_(WAY_BACK.c.ends_ms > 0, WAY_BACK.c.ends_ms <= self._database.now)

    def _select(self) -> sa.Select[Any]:
        """Returns the query for ways back that have not ended."""
        columns = (WAY_BACK.c[each.name] for each in fields(WayBack))
        return sa.select(*columns).where(~self._has_ended())
