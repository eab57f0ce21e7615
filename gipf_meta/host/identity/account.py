"""The identity of people at their links, as the desk's screens ask for it: who hands on to devices,
ways back, mails, passkeys, pairings, and what is stored about a person."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Final, NoReturn

from pydantic import JsonValue
from sqlalchemy import Connection

from gipf_meta.base.clock import date_of
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _
from gipf_meta.desk.identity import (
    ListedDevice,
    ListedWay,
    MailOffer,
    Purpose,
    SignedIn,
    WayKind,
)
from gipf_meta.host.identity import words as twelve_words
from gipf_meta.host.identity.devices import Device, Devices, IdentityError
from gipf_meta.host.identity.identity_tables import Store
from gipf_meta.host.identity.mail import Mail, PersonNews
from gipf_meta.host.identity.mail_address import MailError
from gipf_meta.host.identity.pairing import Pairings
from gipf_meta.host.identity.passkeys import Passkeys, site_of, why_no_passkeys
from gipf_meta.host.identity.sign_ins import HOUR_MS, Asker, NotProved, SignIn
from gipf_meta.host.identity.tickets import Tickets
from gipf_meta.host.identity.ways import OLD_MS, WayBack, WaysBack

DATA_IN_AN_HOUR: Final = 30
"""How often a person asks in an hour for what is stored about him; for much of it he asks twice."""
GUESSES_OF_DEVICE: Final = 10
"""The most words that a device tries in an hour."""
GUESSES_AT_NETWORK: Final = 100
"""The most words that are tried from a network in an hour. All networks together have no limit: one
of 2¹²⁸ is never found, and somebody with many networks would use it up for everybody."""
DELETIONS_AT_NETWORK: Final = 30
"""The most people who delete themselves from a network in an hour: each deletion cleans the whole
database."""
DELETIONS_AT_NETWORKS: Final = 120
"""The same from the networks around it."""
CHALLENGES_OF_DEVICE: Final = 60
"""The most times that a device begins with a passkey in an hour."""
CHALLENGES_AT_NETWORK: Final = 600
"""The most times that the devices at a network begin with one in an hour."""


class Account:
    """The identity of the people in *database*: it is the desk's ``Identity``.

    *asker_of* returns the device at a link. *tell* sends the fresh key of a device to its link,
    where the screen that asked does not. Every method raises ``GipfMetaError``.
    """

    def __init__(
        self,
        database: Store,
        asker_of: Callable[[str], Asker],
        tell: Callable[[str, SignedIn], object],
    ) -> None:
        self._asker_of, self._tell = asker_of, tell
        self.tickets = Tickets(database)
        self.list_of_devices, self.list_of_ways = devices, ways = (
            Devices(database),
            WaysBack(database),
        )
        self._passkeys = Passkeys(ways, self.tickets)
        self.sign_in = SignIn(database, devices, ways, self.tickets)
        self.pairings = Pairings(database, self.tickets, devices, ways, self.sign_in)
        #: sends mails; ``None``: none are sent
        self.mail: Mail | None = None
        #: returns what is stored about a person, and deletes one
        self.data_of: Callable[[str], str] = lambda person: _refuse()
        self.delete: Callable[[str], object] = lambda person: _refuse()
        #: ends what a device was told as one of the person whose it was until now
        self.leave: Callable[[Asker], object] = lambda asker: None

    def sweep(self) -> None:
        """Deletes what has expired: tickets, charges, keys that were never used."""
        self.tickets.sweep()
        self.list_of_devices.sweep()
        self.list_of_ways.sweep()

    # ---- devices --------------------------------------------------------------------------------

    def devices(self, link: str) -> list[ListedDevice]:
        """Returns the devices of the person at *link*, the one seen last first."""
        asker = self._asker_of(link)
        return [
            ListedDevice(
                each.id,
                each.label or _("a device without a name"),
                each.seen_ms,
                each.secret_hash == asker.key_hash,
            )
            for each in self.list_of_devices.list(asker.person)
        ]

    def remove_device(self, link: str, id: str) -> None:
        """Takes a device of the person at *link* away; his own one signs out."""
        asker = self._asker_of(link)

        def check(db: Connection, device: Device) -> None:
            if device.secret_hash != asker.key_hash:
                self.list_of_ways.lock(db, asker.person)
                is_proved = self.sign_in.came_by_old_way(db, device)
                self.sign_in.require(db, asker, None if is_proved else device.created_ms)

        self.list_of_devices.remove(asker.person, id, check)

    # ---- ways back ------------------------------------------------------------------------------

    def ways(self, link: str) -> list[ListedWay]:
        """Returns the ways back of the person at *link*, the oldest first.

        A device whose key is older than the first of them gets a fresh one: somebody may know the
        old one. Not at once, for words are on the screen then.
        """
        asker = self._asker_of(link)
        ways = self.list_of_ways.list(asker.person)
        if ways and (fresh := self.sign_in.change_key(asker)) is not None:
            self._tell(link, fresh)
        former_name = self.list_of_ways.former_name
        return [
            ListedWay(
                each.id,
                each.kind,
                _label_of(each),
                each.created_ms,
                former_name(each.kind, each.public_key),
            )
            for each in ways
        ]

    def remove_way(self, link: str, id: str) -> None:
        """Takes a way back of the person at *link* away: at once, or three days later if he would
        have no old one then, or if it is a passkey or words, and only a mail has shown that it is
        he."""
        asker = self._asker_of(link)

        def delay_ms(db: Connection, way: WayBack) -> int:
            proof = self.sign_in.require(db, asker, way.created_ms)
            is_by_mail = proof == "mail" and way.kind != "mail"
            return OLD_MS if is_by_mail or self.list_of_ways.is_last_old(db, way) else 0

        with self._telling(asker.person, "removed"):
            self.list_of_ways.remove(asker.person, id, delay_ms)

    def why_not(self, link: str, kind: WayKind) -> str:
        """Returns the sentence why a *kind* of way back is not offered at *link*, or ``""``."""
        if kind == "passkey":
            return why_no_passkeys(self._asker_of(link).origin)
        if kind == "mail":
            return _no_mails() if self.mail is None else self.mail.why_not()
        return ""

    def add_way(self, asker: Asker, kind: WayKind, add: Callable[[], object]) -> None:
        """Calls *add*, which adds a way back of that *kind* to the person of *asker*, if his device
        may do so."""
        has_words = any(each.kind == "words" for each in self.list_of_ways.list(asker.person))

        def check(db: Connection) -> str:
            proof = self.sign_in.require(db, asker)
            if proof == "mail" and kind == "words" and has_words:
                raise NotProved(
                    _(
                        "Who came back by a mail does not replace words: take them away first,"
                        " which takes three days, or come back by them or by a passkey."
                    )
                )
            return self.sign_in.device_of(db, asker, asker.person)

        with self._telling(asker.person, "added"), self.list_of_ways.checked(check):
            add()

    def make_words(self, link: str) -> str:
        """Makes twelve new words for the person at *link*, and returns them this once."""
        asker = self._asker_of(link)
        words, key = twelve_words.make_words(asker.language)
        self.add_way(asker, "words", lambda: self._add_words(asker, key))
        return words

    def _add_words(self, asker: Asker, key: str) -> str:
        return self.list_of_ways.add(asker.person, "words", key, "")

    def sign_in_by_words(self, link: str, words: str) -> SignedIn:
        """Makes the device at *link* one of the person with these *words*."""
        asker = self._asker_of(link)
        keys = twelve_words.read_words(words)
        self.tickets.charge(f"words by {asker.key_hash}", GUESSES_OF_DEVICE, HOUR_MS)
        self.tickets.charge(f"words at {asker.network}", GUESSES_AT_NETWORK, HOUR_MS)
        for key in keys:
            way = self.list_of_ways.find("words", key)
            if way is not None and self.list_of_ways.use(way.id):
                return self._become(asker, way)
        raise IdentityError(
            _("Nobody here has these words; new ones may have replaced them, or it was elsewhere.")
        )

    def send_mail(self, link: str, address: str, purpose: Purpose) -> None:
        """Sends a link and a code to *address*; behaves alike whether anybody has that address."""
        asker = self._asker_of(link)
        if purpose == "add":
            self.sign_in.prove(asker)
        self._require_mail().send(asker, address, purpose)

    def mail_of(self, link: str, token: str) -> MailOffer:
        """Returns the effect of the mail's link with that *token*, without using it up."""
        return self._require_mail().offer(self._asker_of(link), token)

    def use_mail(self, link: str, token_or_code: str) -> SignedIn | None:
        """Uses up a mail's token or code; returns ``None`` where that added the address."""
        asker = self._asker_of(link)

        def add(address: str, label: str) -> None:
            adding = partial(self.list_of_ways.add, asker.person, "mail", address, label)
            self.add_way(asker, "mail", adding)

        way = self._require_mail().use(asker, token_or_code, add)
        return None if way is None else self._become(asker, way)

    def _require_mail(self) -> Mail:
        if self.mail is None:
            raise MailError(_no_mails())
        return self.mail

    def passkey_options(self, link: str, purpose: Purpose) -> dict[str, JsonValue]:
        """Returns the options that a browser needs to create a passkey, or to sign in by one."""
        asker = self._asker_of(link)
        site = site_of(asker.origin)
        self.tickets.charge(f"passkeys by {asker.key_hash}", CHALLENGES_OF_DEVICE, HOUR_MS)
        self.tickets.charge(f"passkeys at {asker.network}", CHALLENGES_AT_NETWORK, HOUR_MS)
        if purpose == "sign_in":
            return self._passkeys.options_to_sign_in(asker.key_hash, site)
        name = self.sign_in.prove(asker)
        return self._passkeys.options_to_add(asker.person, name, asker.key_hash, site)

    def use_passkey(self, link: str, purpose: Purpose, answer: str) -> SignedIn | None:
        """Takes a browser's *answer* in JSON; returns ``None`` where that added the passkey."""
        asker = self._asker_of(link)
        site = site_of(asker.origin)
        if purpose == "sign_in":
            way = self._passkeys.recognize(asker.key_hash, site, answer)
            return self._become(asker, way)
        label = asker.label
        add = partial(self._passkeys.add, asker.person, asker.key_hash, site, answer, label)
        self.add_way(asker, "passkey", add)
        return None

    # ---- another device -------------------------------------------------------------------------

    def begin_pairing(self, link: str) -> str:
        """Lets the device at *link* wait for another one to confirm it; returns the code that it
        shows."""
        return self.pairings.begin(self._asker_of(link))

    def pairing_of(self, link: str, code: str) -> str:
        """Returns the description of the device that shows *code*."""
        asker = self._asker_of(link)
        return self.pairings.find(asker, code).describe(asker)

    def confirm_pairing(self, link: str, code: str) -> None:
        """Lets the device that shows *code* become one of the person at *link*."""
        asker = self._asker_of(link)
        with self._telling(asker.person, "device"):
            self.pairings.confirm(asker, code)

    def finish_pairing(self, link: str) -> SignedIn | None:
        """Returns the end of the pairing that the device at *link* began."""
        asker = self._asker_of(link)
        if (signed_in := self.pairings.finish(asker)) is not None:
            self.leave(asker)
        return signed_in

    # ---- signing in -----------------------------------------------------------------------------

    def _become(self, asker: Asker, way: WayBack) -> SignedIn:
        """Makes the device of *asker* one of the person with that *way* back."""
        with self._telling(way.person, "device", way.id):
            signed_in = self.sign_in.become(asker, way)
        if way.person != asker.person:
            self.leave(asker)
        return signed_in

    def decline(self, link: str, secret: str) -> None:
        """Ends the key *secret* of a device that was signed in as somebody who is not at it: who
        knows a key may end it."""
        self.list_of_devices.end_key(secret)

    @contextmanager
    def _telling(self, person: str, news: PersonNews, by: str = "") -> Iterator[None]:
        """Tells *person* by mail what the block does, at the addresses that he had before: all but
        that *by* which it was done. It is done all the same if that fails."""
        ways = [] if self.mail is None else self.list_of_ways.list(person)
        yield
        if self.mail is not None:
            with suppress(GipfMetaError):
                self.mail.tell([way for way in ways if way.id != by], news)

    # ---- what is stored -------------------------------------------------------------------------

    def own_data(self, link: str) -> str:
        """Returns everything that is stored about the person at *link*, as JSON; a stolen device
        gets nothing, as in ``delete_me``."""
        asker = self._asker_of(link)
        self.sign_in.prove(asker)
        self.tickets.charge(f"data of {asker.person}", DATA_IN_AN_HOUR, HOUR_MS)
        return self.data_of(asker.person)

    def delete_me(self, link: str, confirmed: str) -> None:
        """Deletes the person at *link*, whose name or word *confirmed* is; who has ways back has
        just come by one."""
        asker = self._asker_of(link)
        self.sign_in.prove(asker)
        self.tickets.charge(f"deletions at {asker.network}", DELETIONS_AT_NETWORK, HOUR_MS)
        self.tickets.charge(f"deletions around {asker.around}", DELETIONS_AT_NETWORKS, HOUR_MS)
        self.delete(asker.person)


def _label_of(way: WayBack) -> str:
    label = _("twelve words") if way.kind == "words" else way.label
    if not way.ends_ms:
        return label
    until = _("until {date}").format(date=date_of(way.ends_ms))
    return f"{label}, {until}" if label else until


def _no_mails() -> str:
    return _("This host sends no mails.")


def _refuse() -> NoReturn:
    raise IdentityError(_("This host does not offer that."))
