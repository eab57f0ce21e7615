"""The way back by mail: a link and a code, sent to an address, that count once.

A link ``ORIGIN/#sign-in/TOKEN`` does nothing by being opened, since programs open links in mails:
a button uses it up. The code counts only for the device that asked. Nothing shows the one who asks
whether anybody has the address: nobody's address costs the same work, and gets no mail.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Final, Literal, TypeAlias
from urllib.parse import urlsplit

from gipf_meta.base.texts import N_, _
from gipf_meta.desk.identity import MailOffer, Purpose
from gipf_meta.host.identity.mail_address import (
    MailError,
    mailbox_of,
    read_address,
    shortened,
)
from gipf_meta.host.identity.mailer import Letter, Mailer
from gipf_meta.host.identity.sign_ins import HOUR_MS, Asker
from gipf_meta.host.identity.tickets import LETTERS, Ticket, Tickets, TooOften, new_code
from gipf_meta.host.identity.ways import WayBack, WaysBack

KINDS: Final[dict[Purpose, str]] = {"add": "mail_add", "sign_in": "mail_sign_in"}
"""The kind of the ticket for each purpose, so that none serves another one."""
MINUTES: Final = 15
"""The minutes for which a link and its code are valid."""
LASTS_MS: Final = MINUTES * 60_000
"""The same in milliseconds."""
SEND_MS: Final = LASTS_MS - 5 * 60_000
"""Milliseconds for which a letter may wait: the link must be valid for a while afterwards."""
TRIES: Final = 5
"""The number of codes that may be typed for one mail."""
EACH_HOUR: Final = {"mailbox": 3, "person": 6, "network": 30, "networks": 120}
"""The mails in an hour to a mailbox, and for those who ask: a person, his network (of IPv6 a /64),
and the networks around it (a /24, of IPv6 a /48)."""
EACH_DAY: Final = 12
"""The mails to a mailbox in a day."""
GROUPS: Final = 3
"""The number of groups of a code.

20 to the 12th codes: too many to try all of them within their minutes, even for somebody who reads
the database.
"""


EACH_HOUR_OF_NEWS: Final = 6
"""The mails with news in an hour to an address, beside all others."""
PersonNews: TypeAlias = Literal["device", "added", "removed"]
"""An event about a person: a new device is his, a way back was added, or taken away."""
NEWS: Final[dict[PersonNews, str]] = {
    "device": N_("A new device came back to {site} as you."),
    "added": N_("A new way back to {site} was added to those that you have."),
    "removed": N_("A way back of yours to {site} was taken away, or will be in three days."),
}
"""The sentence of a mail on each."""

Add: TypeAlias = Callable[[str, str], object]
"""Adds the address to the person who asks, with the label by which it is listed."""


class Mail:
    """The mails of a host at *origin* to the people in *tickets* and *ways*, through *mailer*.

    At most *mails* are sent in an hour for each purpose, by all processes together. *name_of*
    returns the name of a person. Every method raises ``DatabaseError``.
    """

    def __init__(
        self,
        origin: str,
        mailer: Mailer,
        tickets: Tickets,
        ways: WaysBack,
        mails: int,
        name_of: Callable[[str], str],
    ) -> None:
        self._origin, self._mailer = origin, mailer
        self._tickets, self._ways = tickets, ways
        self._mails, self._name_of = mails, name_of

    def why_not(self) -> str:
        """Returns the sentence why no mail can be sent now, or ``""``."""
        return self._mailer.why_not()

    # ---- asking ---------------------------------------------------------------------------------

    def send(self, asker: Asker, address: str, purpose: Purpose) -> None:
        """Sends a link and a code to *address*, if that is in vain for nobody.

        Raises ``TooOften`` for too many mails, and ``MailError`` for what is no address, and while
        none can be sent.
        """
        if why := self.why_not():
            raise MailError(why)
        if purpose == "add" and self._mailer.is_crowded:
            raise TooOften(_("This host has been asked for many mails; wait an hour."))
        to = read_address(address)
        if mailbox_of(to) == mailbox_of(self._mailer.sender):
            raise MailError(_("That is the address of this host itself."))
        self._charge(asker, to)
        person, is_adding = self._ways.person_of("mail", to), purpose == "add"
        is_real = self._charge_host(purpose, is_adding or bool(person))
        code = new_code(GROUPS)
        token = self._tickets.issue(
            KINDS[purpose],
            LASTS_MS,
            person=asker.person if is_adding else person,
            bound=asker.key_hash,
            about={"address": to, "code": _hash(code, asker.key_hash)},
        )
        link = f"{self._origin}/#sign-in/{token}"
        subject, text = _text(purpose, bool(person), urlsplit(self._origin).netloc, link, code)
        is_wanted = self._is_valid(token, KINDS[purpose])
        self._mailer.post(Letter(to, subject, text, SEND_MS, is_wanted), is_real)

    def _is_valid(self, token: str, kind: str) -> Callable[[], bool]:
        return lambda: self._tickets.peek(token, kind) is not None

    def _charge_host(self, purpose: Purpose, is_real: bool) -> bool:
        """Charges a mail to the host; returns whether it *is_real* and may be sent.

        Who asks for nobody's address uses up nothing that others need; and no refusal shows whose
        address it is. Raises ``TooOften`` for an address that is to be added.
        """
        is_within = self._take(purpose if is_real else "nobody", self._mails, HOUR_MS)
        if not is_within and is_real:
            self._mailer.withhold()
        if not is_within and purpose == "add":
            raise TooOften(_("This host has been asked for many mails; wait an hour."))
        return is_within and is_real

    def _charge(self, asker: Asker, to: str) -> None:
        """Charges a mail to those who ask and to the mailbox. Raises ``TooOften``."""
        own = {
            "person": asker.person,
            "network": asker.network,
            "networks": asker.around,
        }
        for name, key in own.items():
            if key and not self._take(f"{name} {key}", EACH_HOUR[name], HOUR_MS):
                raise TooOften(
                    _("You, or others near you, have asked for many mails; wait an hour.")
                )
        mailbox = mailbox_of(to)
        if not (
            self._take(f"mailbox {mailbox}", EACH_HOUR["mailbox"], HOUR_MS)
            and self._take(f"daily {mailbox}", EACH_DAY, 24 * HOUR_MS)
        ):
            raise TooOften(
                _(
                    "Several mails were asked for to this address; look also where unwanted mail"
                    " goes, or wait an hour."
                )
            )

    def _take(self, key: str, most: int, within_ms: int) -> bool:
        return self._tickets.try_charge(f"mail {key}", most, within_ms)

    # ---- news -----------------------------------------------------------------------------------

    def tell(self, ways: Iterable[WayBack], news: PersonNews) -> None:
        """Writes to the addresses among a person's *ways* back that something happened, in case it
        was not he. Does nothing while no mail can be sent."""
        site = urlsplit(self._origin).netloc
        subject = _("Something new about you at {site}").format(site=site)
        paragraphs = [
            _(NEWS[news]),
            _(
                "Was it you? Then do nothing. If not: open Who I am there, and take away the device"
                " and the way back that are not yours."
            ),
            "{link}",
        ]
        text = _joined(paragraphs, site=site, link=f"{self._origin}/#me")
        for way in ways:
            if way.kind != "mail" or self.why_not():
                continue
            if self._take(f"news {mailbox_of(way.key)}", EACH_HOUR_OF_NEWS, HOUR_MS):
                is_there = partial(self._has_ways, way.person)
                self._mailer.post(Letter(way.key, subject, text, SEND_MS, is_there))

    def _has_ways(self, person: str) -> bool:
        """Returns whether *person* has ways back: nobody writes to who was deleted meanwhile."""
        return bool(self._ways.list(person))

    # ---- using ----------------------------------------------------------------------------------

    def offer(self, asker: Asker, token: str) -> MailOffer:
        """Returns the effect of the link with *token* for *asker*, without using it up.

        Raises ``MailError``.
        """
        for purpose, kind in KINDS.items():
            if ticket := self._tickets.peek(token, kind):
                person = self._person(asker, purpose, ticket)
                return MailOffer(purpose, self._name_of(person))
        raise MailError(_not_valid())

    def use(self, asker: Asker, token_or_code: str, add: Add) -> WayBack | None:
        """Uses up a mail by its token, or by its code on the device that asked for it.

        Returns the way back by which *asker* signs in; ``None``: the mail was to confirm an
        address, and *add* has added it. If *add* raises, the mail stays valid. Raises
        ``MailError``, and what *add* raises.
        """
        code = read_code(token_or_code)
        for purpose, kind in KINDS.items():
            found = (
                self._guess(asker, kind, code) if code else self._tickets.peek(token_or_code, kind)
            )
            if found is not None:
                return self._use(asker, purpose, found, add)
        raise MailError(_not_valid())

    def _guess(self, asker: Asker, kind: str, code: str) -> Ticket | None:
        """Returns the ticket that *asker* has asked for with this *code*; counts the attempt."""
        hashed = _hash(code, asker.key_hash)
        for ticket in self._tickets.guess(kind, asker.key_hash, TRIES):
            if secrets.compare_digest(hashed, str(ticket.about.get("code"))):
                return ticket
        return None

    def _use(self, asker: Asker, purpose: Purpose, ticket: Ticket, add: Add) -> WayBack | None:
        address = str(ticket.about["address"])
        self._person(asker, purpose, ticket)  # a link that is opened in a wrong place stays valid
        if purpose == "add":
            add(address, shortened(address))
            self._tickets.take_hash(ticket.hash, ticket.kind)
            return None
        if self._tickets.take_hash(ticket.hash, ticket.kind) is None:
            raise MailError(_not_valid())  # another process was faster
        way = self._ways.find("mail", address)
        if way is None or way.person != ticket.person or not self._ways.use(way.id):
            raise MailError(_not_valid())
        return way

    def _person(self, asker: Asker, purpose: Purpose, ticket: Ticket) -> str:
        """Returns the person whom a *ticket* is about. Raises ``MailError`` if *asker* may not use
        it, or the address belongs to somebody else by now."""
        owner = self._ways.person_of("mail", str(ticket.about["address"]))
        if purpose == "sign_in":
            if not owner or owner != ticket.person:
                raise MailError(_not_valid())
            return owner
        if owner:
            raise MailError(_not_valid())
        if not ticket.person or asker.person != ticket.person:
            raise MailError(
                _("Open this link on a device of the person who asked for it, or type the code.")
            )
        return ticket.person


def _not_valid() -> str:
    """Returns the one sentence for links and codes that were used up, are too old, or are none."""
    return _(
        "That is no link or code that is valid now. Look whether it stands in the mail like that;"
        " after 15 minutes or five attempts ask for another mail."
    )


def read_code(words: str) -> str:
    """Returns the letters of a code that was typed somehow; ``""`` for what has not its form."""
    letters = words.lower().replace("-", "").replace(" ", "") if len(words) < 40 else ""
    is_code = len(letters) == 4 * GROUPS and set(letters) <= set(LETTERS.lower())
    return letters if is_code else ""


def _hash(code: str, device: str) -> str:
    """Returns the hash of a *code* for *device* alone."""
    return hashlib.sha256(f"{device} {read_code(code)}".encode()).hexdigest()


def _text(purpose: Purpose, is_known: bool, site: str, link: str, code: str) -> tuple[str, str]:
    """Returns the subject and the text of a mail, in the language that is spoken; nothing in them
    was written by a person."""
    if purpose == "add" and is_known:
        paragraphs = [
            _(
                "Somebody, you perhaps, wants this address as a way back to {site}. It is one"
                " already, so nothing has changed. Choose Come back there to come in by it."
            )
        ]
        return _("Your address at {site}").format(site=site), _joined(paragraphs, site=site)
    if purpose == "add":
        subject = _("Confirm your address at {site}")
        paragraphs = [
            _("Somebody, you perhaps, wants this address as a way back to {site}."),
            _("Was it you? Open this link on the same device, and press the button there:"),
        ]
    else:
        subject = _("Come back to {site}")
        paragraphs = [
            _("Somebody, you perhaps, wants to come back to {site} by this address."),
            _("Was it you? Open this link on the device that is to be yours, and press the button"
              " there:"),
        ]  # fmt: skip
    paragraphs += [
        "{link}",
        _("Or type this code where you asked for it: {code}"),
        _(
            "Both are valid once, for {minutes} minutes. Nobody will ask you for them: never tell"
            " them to anybody."
        ),
        _("Was it somebody else? Then do nothing: without this mail he cannot come in."),
    ]
    return subject.format(site=site), _joined(paragraphs, site=site, link=link, code=code)


def _joined(paragraphs: list[str], **facts: Any) -> str:
    return "\n\n".join(each.format(**facts, minutes=MINUTES) for each in paragraphs) + "\n"
