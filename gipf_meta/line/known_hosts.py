"""The hosts at which somebody has been from here: the secrets by which they recognise him, and when
he was there last."""

from __future__ import annotations

import json
import os
import re
import stat
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from yarl import URL

from gipf_meta.base.clock import date
from gipf_meta.base.files import regular
from gipf_meta.base.json_text import LARGEST, read_json
from gipf_meta.base.sentences import system_reason
from gipf_meta.base.texts import _
from gipf_meta.line.line import JoinError

_SECRET: Final = re.compile(r"[A-Za-z0-9_-]{22,128}")
"""The form of a person's secret."""
_HOST: Final = re.compile(r"[A-Za-z0-9._:\[\]-]+")
"""The form of a host in the name of a site."""
_DATE: Final = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}[+-][0-9]{2}:[0-9]{2}"
)
"""The form of the date on which somebody was at a host last."""


class KnownHosts:
    """The secrets by which hosts recognise the person here, in the file at *path*, which nobody
    else may read.

    Programs of before read the same file: what a secret has replaced stands beside it under another
    name, until the host has accepted the new one, as does the date of the last visit. A file that
    another user could have written is not read.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def secret_at(self, site: URL) -> str | None:
        """The secret for the host at *site*; ``None``: there is none yet."""
        return self._secret(self._read(), site)

    @staticmethod
    def _secret(known: Mapping[str, Any], site: URL) -> str | None:
        secret = known.get(str(site))
        return secret if isinstance(secret, str) and _SECRET.fullmatch(secret) else None

    def sites(self) -> list[URL]:
        """The hosts for which there is a secret, that of the last visit first. A name that is not
        exactly that of a site is none: a secret goes only to the site under which it stands."""
        known = self._read()
        found = [site for site in map(_site_named, known) if site and self._secret(known, site)]
        return sorted(found, key=lambda site: _last_visit(known, site), reverse=True)

    def last_visit(self, site: URL) -> str:
        """The date of the last visit at *site*, as ``clock.date`` writes it; ``""``: not known."""
        return _last_visit(self._read(), site)

    def note_visit(self, site: URL) -> None:
        """Stores that somebody is at *site* now. Raises ``JoinError``."""
        with self._alone():
            self._write({**self._read(), _visit(site): date()})

    def keep(self, site: URL, secret: str) -> None:
        """Stores the *secret* for the host at *site*, and the one before. Raises ``JoinError``."""
        with self._alone():
            known = self._read()
            before = self._secret(known, site)
            if before not in (None, secret):
                known[_before(site)] = before
            self._write({**known, str(site): secret})

    def accept(self, site: URL) -> None:
        """Removes the secret before the last one at *site*. Raises ``JoinError``."""
        with self._alone():
            known = self._read()
            if known.pop(_before(site), None) is not None:
                self._write(known)

    def drop(self, site: URL, secret: str) -> None:
        """Removes the *secret* for the host at *site*; the one before holds again. Raises
        ``JoinError``."""
        with self._alone():
            known = self._read()
            if known.get(str(site)) != secret:
                return
            del known[str(site)]
            if (before := known.pop(_before(site), None)) is not None:
                known[str(site)] = before
            self._write(known)

    def forget(self, site: URL) -> None:
        """Removes all that is stored of the host at *site*. Raises ``JoinError``."""
        names = (str(site), _before(site), _visit(site))
        with self._alone():
            self._write({name: each for name, each in self._read().items() if name not in names})

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Lets one program after the other change the file, where the system can; none loses what
        another has stored. Raises ``JoinError``."""
        try:
            import fcntl
        except ImportError:  # Windows
            yield
            return
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            folder = os.open(self._path.parent, os.O_RDONLY)
        except OSError as error:
            raise self._unusable(error) from None
        try:
            with suppress(OSError):  # a file system without locks
                fcntl.flock(folder, fcntl.LOCK_EX)
            yield
        finally:
            os.close(folder)

    def _unusable(self, error: OSError) -> JoinError:
        words = _("{path} cannot be used: {why}.")
        return JoinError(words.format(path=self._path, why=system_reason(error)))

    def _write(self, known: Mapping[str, Any]) -> None:
        """Writes the file anew, or leaves it as it is; one that cannot be read is set aside. Raises
        ``JoinError``."""
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=self._path.parent)  # nobody else may read it
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(json.dumps(known, indent=1))
                file.flush()
                os.fsync(file.fileno())
            if self._stored() is None and self._path.exists():
                os.replace(self._path, f"{self._path}.unread")
            os.replace(name, self._path)
        except OSError as error:
            raise self._unusable(error) from None

    def _read(self) -> dict[str, Any]:
        return self._stored() or {}

    def _stored(self) -> dict[str, Any] | None:
        """The content of the file; ``None``: there is none that can be read and trusted."""
        try:
            with open(self._path, encoding="utf-8", opener=regular) as file:
                if _is_of_others(os.fstat(file.fileno())):
                    return None
                known = read_json(file.read(LARGEST))
        except (OSError, ValueError):
            return None
        return known if isinstance(known, dict) else None


def _before(site: URL) -> str:
    """The name under which the secret before the last one at *site* is stored."""
    return f"{site} before"


def _visit(site: URL) -> str:
    """The name under which the date of the last visit at *site* is stored."""
    return f"{site} visit"


def _last_visit(known: Mapping[str, Any], site: URL) -> str:
    visit = known.get(_visit(site))
    return visit if isinstance(visit, str) and _DATE.fullmatch(visit) else ""


def _site_named(name: str) -> URL | None:
    """The site with that *name* in the file; ``None``: it is none, or is written otherwise."""
    try:
        site = URL(name)
        is_site = site.scheme in ("http", "https") and _HOST.fullmatch(site.raw_authority)
        return site if is_site and str(site.origin()) == name else None
    except ValueError:
        return None


def _is_of_others(about: os.stat_result) -> bool:
    """Whether another user owns a file, or anybody may write into it."""
    if not hasattr(os, "getuid"):  # its folder is the user's own there
        return False
    return about.st_uid != os.getuid() or bool(about.st_mode & stat.S_IWOTH)


@dataclass(frozen=True)
class KeptSecret:
    """The secret for the host at *site* among those of *known*."""

    known: KnownHosts
    site: URL

    def keep(self, secret: str) -> None:
        """Stores *secret* beside the one before. Raises ``JoinError``."""
        self.known.keep(self.site, secret)

    def accept(self) -> None:
        """Removes the one before: the host has accepted the secret."""
        with suppress(JoinError):  # it is only not needed any more
            self.known.accept(self.site)

    def drop(self, secret: str) -> None:
        """Removes *secret*, which the host does not know, so that the one before holds again."""
        with suppress(JoinError):  # the host refuses it the next time, too
            self.known.drop(self.site, secret)

    def forget(self) -> None:
        """Removes all secrets for the host. Raises ``JoinError``."""
        self.known.forget(self.site)
