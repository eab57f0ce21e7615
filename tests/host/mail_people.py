"""People of a database who ask for mails, and a mailer that keeps them."""

from __future__ import annotations

import re
from dataclasses import dataclass

import sqlalchemy as sa

from gipf_meta.base.clock import StillClock
from gipf_meta.host.database import Database
from gipf_meta.host.identity.devices import hash_secret
from gipf_meta.host.identity.identity_tables import CHARGE, TICKET
from gipf_meta.host.identity.mail import Mail
from gipf_meta.host.identity.mail_server import MailServer
from gipf_meta.host.identity.mailer import Letter, Mailer
from gipf_meta.host.identity.sign_ins import Asker
from gipf_meta.host.identity.tickets import Tickets
from gipf_meta.host.identity.ways import WaysBack
from gipf_meta.host.people import DatabasePeople

ORIGIN = "https://games.example"
LINK = re.compile(r"^https://games\.example/#sign-in/([A-Za-z0-9_-]{43})$", re.M)
CODE = re.compile(r"\b[A-Z]{4}-[A-Z]{4}-[A-Z]{4}\b")


@dataclass(frozen=True)
class Got:
    """A letter that was sent: to whom, and its link's token and code."""

    to: str
    text: str
    token: str
    code: str


class KeptMailer(Mailer):
    """A mailer that keeps letters, real ones and others."""

    def __init__(self) -> None:
        server = MailServer("mail.example", 25, "none")
        self.results: list[str] = []
        about = server, "host@games.example", "games.example", StillClock(), self.results.append
        super().__init__(*about)
        self.letters: list[Letter] = []
        self.unreal: list[Letter] = []
        self.is_broken = False

    def why_not(self) -> str:
        return "Not now." if self.is_broken else ""

    def post(self, letter: Letter, is_real: bool = True) -> None:
        (self.letters if is_real else self.unreal).append(letter)


class MailPeople:
    """A host's mails and people in *database*."""

    def __init__(self, database: Database, mails: int = 300) -> None:
        self.database, self.people = database, DatabasePeople(database)
        self.tickets, self.ways = Tickets(database), WaysBack(database)
        self.mailer = KeptMailer()
        self.mail = Mail(ORIGIN, self.mailer, self.tickets, self.ways, mails, self.people.name_of)
        self._networks = 0

    def come(self, name: str = "", network: str = "") -> Asker:
        """Somebody new, by default from a network of his own."""
        self._networks += 1
        network = network or f"198.{18 + self._networks // 250}.{self._networks % 250}.7"
        person, about = self.people.identify({"name": name}, network)
        return Asker(person, hash_secret(about["secret"]), network=network)

    def get(self) -> Got:
        """The last letter."""
        letter = self.mailer.letters[-1]
        link, code = LINK.search(letter.text), CODE.search(letter.text)
        return Got(letter.to, letter.text, link[1] if link else "", code[0] if code else "")

    def with_address(self, name: str, address: str) -> Asker:
        """Somebody who has confirmed *address*."""
        asker = self.come(name)
        self.mail.send(asker, address, "add")
        assert self.use(asker, self.get().token) == ""
        return asker

    def use(self, asker: Asker, token_or_code: str) -> str:
        """The person who is signed in by a mail; ``""``: his address was added."""

        def add(address: str, label: str) -> None:
            self.ways.add(asker.person, "mail", address, label)

        way = self.mail.use(asker, token_or_code, add)
        return "" if way is None else way.person

    def pass_time(self, ms: int) -> None:
        """Lets so much time pass for tickets and limits."""

        def change(db: sa.Connection) -> None:
            db.execute(
                sa.update(TICKET).values(
                    created_ms=TICKET.c.created_ms - ms, expires_ms=TICKET.c.expires_ms - ms
                )
            )
            db.execute(sa.update(CHARGE).values(full_ms=CHARGE.c.full_ms - ms))

        self.database.write(change)
