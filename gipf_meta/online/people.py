"""The people of a server: each is known by a secret that his browser keeps, and by no password.

The database has the SHA-256 of a secret only: whoever reads it cannot come in as anybody.
"""

from __future__ import annotations

import hashlib
import json
import re
import secrets
from dataclasses import dataclass
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import Connection

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.json_text import read_json
from gipf_meta.base.names import BadName, check_name, clean_name, why_no_name
from gipf_meta.base.texts import _
from gipf_meta.online.database import Database
from gipf_meta.online.tables import PERSON

SECRET: Final = re.compile(r"[A-Za-z0-9_-]{22,128}")
"""What a secret looks like: base64url, 128 random bits at least."""
SEEN_MS: Final = 60_000
"""How exactly it is known when somebody was here last: not every reload costs a commit."""
LONGEST_SETTINGS: Final = 100_000
"""The most letters of the settings of a person, as JSON."""


class PeopleError(GipfMetaError, ValueError):
    """A person cannot come in, or be found or called so; one sentence."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who has come in; times are milliseconds of the database."""

    id: str
    name: str
    created_ms: int
    seen_ms: int
    is_banned: bool


class DatabasePeople:
    """The people in *database*. Every method raises ``DatabaseError``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def identify(self, hello: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        """The person whose secret *hello* tells, and what his page must know of him.

        Without a secret he is new and gets one; a secret that nobody has is that of somebody new,
        so a page that says the same twice is one person. A name that nobody can have is ignored.
        Raises ``PeopleError`` for a secret of another form, and for somebody who is banned.
        """
        secret, name = hello.get("secret"), hello.get("name")
        about: dict[str, Any] = {}
        if secret is None:
            secret = about["secret"] = secrets.token_urlsafe(24)
        if not isinstance(secret, str) or not SECRET.fullmatch(secret):
            raise PeopleError(_("This key is none: copy it once more, to its last letter."))
        name = "" if why_no_name(name if isinstance(name, str) else "") else _check_name(name)
        hashed = hash_secret(secret)

        found = self._database.read(lambda db: db.execute(self._find(hashed)).one_or_none())
        if found is None:
            found = self._database.write(lambda db: self._add(db, hashed, name))
        if found.is_banned:
            raise PeopleError(_("You may not come in here any more."))
        if found.ago_ms > SEEN_MS or (name and name != found.name):
            self._change(found.id, seen_ms=self._database.now, name=name or found.name)
        return found.id, {"name": name or clean_name(found.name), **about}

    def is_known(self, secret: object) -> bool:
        """Whether somebody has this *secret*."""
        if not isinstance(secret, str) or not SECRET.fullmatch(secret):
            return False
        asked = self._find(hash_secret(secret))
        return self._database.read(lambda db: db.execute(asked).one_or_none()) is not None

    def _find(self, hashed: str) -> sa.Select[Any]:
        ago = (self._database.now - PERSON.c.seen_ms).label("ago_ms")
        columns = PERSON.c.id, PERSON.c.name, PERSON.c.is_banned
        return sa.select(*columns, ago).where(PERSON.c.secret_hash == hashed)

    def _add(self, db: Connection, hashed: str, name: str) -> sa.Row[Any]:
        """Adds somebody new, unless another page of his was first."""
        now = self._database.now
        new = self._database.insert(PERSON).values(
            id=f"p{secrets.token_hex(8)}",
            secret_hash=hashed,
            name=name,
            settings="{}",
            created_ms=now,
            seen_ms=now,
            is_banned=False,
        )
        db.execute(new.on_conflict_do_nothing(index_elements=["secret_hash"]))
        return db.execute(self._find(hashed)).one()

    def name_of(self, person: str) -> str:
        """What *person* is called; empty for nobody who is known, and for who has no name."""
        asked = sa.select(PERSON.c.name).where(PERSON.c.id == person)
        kept = self._database.read(lambda db: db.execute(asked).scalar())
        return clean_name(kept or "")

    def rename(self, person: str, name: str) -> str:
        """Lets *person* be called *name*, and returns it as it is kept. Raises ``PeopleError``."""
        checked = _check_name(name)
        self._change(person, name=checked)
        return checked

    def settings_of(self, person: str) -> dict[str, Any]:
        """The settings of *person*; empty for who has none."""
        asked = sa.select(PERSON.c.settings).where(PERSON.c.id == person)
        kept = self._database.read(lambda db: db.execute(asked).scalar())
        try:
            settings = read_json(kept or "{}")
        except ValueError:
            return {}
        return settings if isinstance(settings, dict) else {}

    def keep_settings(self, person: str, settings: dict[str, Any]) -> None:
        """Keeps the *settings* of *person*. Raises ``PeopleError`` if they are too long."""
        told = json.dumps(settings)
        if len(told) > LONGEST_SETTINGS:
            raise PeopleError(_("These settings are too long to be kept."))
        self._change(person, settings=told)

    def ban(self, person: str, is_banned: bool = True) -> None:
        """Lets *person* not come in any more, or (not *is_banned*) again.

        Raises ``PeopleError`` if nobody is known by that id.
        """
        self._change(person, is_banned=is_banned)

    def banned(self) -> frozenset[str]:
        """The people who may not come in."""
        asked = sa.select(PERSON.c.id).where(PERSON.c.is_banned)
        return self._database.read(lambda db: frozenset(db.execute(asked).scalars()))

    def list(self, most: int = 1000) -> list[Person]:
        """The people who were here last, at most *most*, the last one first."""
        columns = PERSON.c.id, PERSON.c.name, PERSON.c.created_ms, PERSON.c.seen_ms
        asked = sa.select(*columns, PERSON.c.is_banned)
        asked = asked.order_by(PERSON.c.seen_ms.desc(), PERSON.c.id).limit(most)
        return self._database.read(lambda db: [Person(*row) for row in db.execute(asked)])

    def _change(self, person: str, **values: Any) -> None:
        """Raises ``PeopleError`` if nobody is known by that id."""
        statement = sa.update(PERSON).where(PERSON.c.id == person).values(**values)
        if not self._database.write(lambda db: db.execute(statement).rowcount):
            raise PeopleError(_("Nobody here has the id {person}.").format(person=person))


def hash_secret(secret: str) -> str:
    """What the database keeps of a *secret*: it is random, so a plain hash tells nothing of it."""
    return hashlib.sha256(secret.encode()).hexdigest()


def _check_name(name: Any) -> str:
    """*name* as it is kept. Raises ``PeopleError`` unless a player can be called so."""
    try:
        return check_name(name if isinstance(name, str) else "")
    except BadName as error:
        raise PeopleError(str(error)) from None
