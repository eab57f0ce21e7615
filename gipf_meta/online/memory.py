"""People who are known as long as the program runs."""

from __future__ import annotations

import hashlib
import re
import secrets
from typing import Any, Final

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _

SECRET: Final = re.compile(r"[A-Za-z0-9_-]{22,128}")
"""What a secret looks like: base64url, 128 random bits at least."""
LONGEST_NAME: Final = 60


class PeopleError(GipfMetaError, ValueError):
    """A person cannot come in; one sentence."""


class MemoryPeople:
    """Knows people by the hashes of their secrets."""

    def __init__(self) -> None:
        self._ids: dict[str, str] = {}
        self._names: dict[str, str] = {}
        self._settings: dict[str, dict[str, Any]] = {}

    def is_known(self, secret: object) -> bool:
        """Whether somebody has this *secret*."""
        return isinstance(secret, str) and _hash(secret) in self._ids

    def identify(self, hello: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        """The person who says *hello*, and what his page must know. Raises ``PeopleError``."""
        about: dict[str, Any] = {}
        secret = hello.get("secret")
        if secret is None:
            secret = about["secret"] = secrets.token_urlsafe(24)
        if not isinstance(secret, str) or not SECRET.fullmatch(secret):
            raise PeopleError(_("This key is none: copy it once more, to its last letter."))
        person = self._ids.setdefault(_hash(secret), f"p{secrets.token_hex(8)}")
        if isinstance(name := hello.get("name"), str) and 0 < len(name) <= LONGEST_NAME:
            self._names[person] = name
        return person, {"name": self.name_of(person), **about}

    def name_of(self, person: str) -> str:
        """What *person* is called; empty for who has no name."""
        return self._names.get(person, "")

    def rename(self, person: str, name: str) -> str:
        """Lets *person* be called *name*."""
        self._names[person] = name
        return name

    def settings_of(self, person: str) -> dict[str, Any]:
        """The settings of *person*."""
        return self._settings.get(person, {})

    def keep_settings(self, person: str, settings: dict[str, Any]) -> None:
        """Keeps the *settings* of *person*."""
        self._settings[person] = settings


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
