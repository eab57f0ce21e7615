"""Links in mails by which one click ends them (RFC 8058), and the page behind such a link.

A link is signed and bound to its way, and lasts as long as that: a mail of last year can be stopped
by. Mail programs use it without cookies, and without asking anybody; programs that only look where
links lead must not, so a visit shows a button. The answers are the same for every link, also for
one that nobody has sent.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
from functools import partial
from html import escape
from typing import Final

import sqlalchemy as sa
from sqlalchemy import Connection

from gipf_meta.base.texts import _
from gipf_meta.host.identity.identity_tables import Store
from gipf_meta.host.notice_tables import NOTICE_WAY, OUTBOX
from gipf_meta.host.notices.host_keys import shared_key
from gipf_meta.web.door import STYLE

STOP_PATH: Final = "stop"
"""The path of stop links at the host: ``https://host/stop/TOKEN``."""
_TOKEN: Final = re.compile(r"([a-z0-9]{1,40})\.([A-Za-z0-9_-]{22})")
_MAC_BYTES: Final = 16


class StopLinks:
    """The stop links to *origin* of the mails of people in *database*, signed with *secret*."""

    def __init__(self, database: Store, origin: str, secret: str) -> None:
        self._database, self._origin, self._secret = database, origin, secret.encode()

    def link(self, way: str) -> str:
        """Returns the link that ends the mails of *way*."""
        return f"{self._origin}/{STOP_PATH}/{way}.{self._sign(way)}"

    def stop(self, token: str) -> None:
        """Ends the mails of the way that *token* names; one that is not signed, or names none, ends
        nothing. Raises ``LedgerError``."""
        if way := self.way_of(token):
            self._database.write(lambda db: self._remove(db, way))

    def way_of(self, token: str) -> str:
        """Returns the way of the link with that *token*; ``""``: it was not signed here."""
        found = _TOKEN.fullmatch(token)
        way, mac = found.groups() if found else ("", "")
        return way if hmac.compare_digest(mac, self._sign(way)) else ""

    def _remove(self, db: Connection, way: str) -> None:
        own = NOTICE_WAY.c.id == way, NOTICE_WAY.c.kind == "mail"
        if db.execute(sa.delete(NOTICE_WAY).where(*own)).rowcount:
            db.execute(sa.delete(OUTBOX).where(OUTBOX.c.way == way))

    def _sign(self, way: str) -> str:
        mac = hmac.digest(self._secret, f"stop mail {way}".encode(), hashlib.sha256)
        return base64.urlsafe_b64encode(mac[:_MAC_BYTES]).rstrip(b"=").decode()


def stop_links_of(database: Store, origin: str) -> StopLinks:
    """Returns the stop links of a host at *origin*, whose secret *database* has: that of all its
    processes. Raises ``LedgerError``."""
    return StopLinks(database, origin, shared_key(database, SECRET, partial(secrets.token_hex, 32)))


SECRET: Final = "stop"
"""The name of the secret among the keys of the host."""
PAGE: Final = """<!doctype html>
<html lang="{language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="/page/icon.svg">
<title>gipf_meta</title>
<style>{style}</style>
<main>
<h1>{heading}</h1>
<p>{sentence}</p>
{form}</main>
</html>
"""
_FORM: Final = '<form method="post"><button>{button}</button></form>\n'


def asking_page(language: str) -> str:
    """Returns the page with the button that stops mails, in the *language* that is spoken."""
    form = _FORM.format(button=escape(_("Stop these mails")))
    return _page(language, _("Do you want no more mails from here?"), form)


def stopped_page(language: str) -> str:
    """Returns the page after the button was pressed."""
    sentence = _(
        "You get no more of these mails. Your matches go on: look at them yourself now and then."
    )
    return _page(language, sentence)


def _page(language: str, sentence: str, form: str = "") -> str:
    heading, words = escape(_("Mails about your matches")), escape(sentence)
    return PAGE.format(language=language, style=STYLE, heading=heading, sentence=words, form=form)
