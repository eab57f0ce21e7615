"""The contract between the desk's screens and the people of a host: a person's devices, his ways
back, and what is stored about him (docs/decisions/0025).

A face submits to the screens ``me`` and ``sign_in`` a ``step`` with its values. Beside what buttons
and forms send, a page submits ``passkey_options`` with a ``purpose``, and gets a ``passkey`` with
options; then ``passkey`` with the ``purpose`` and the browser's ``answer`` in JSON. A device that
was shown a ``pairing`` code submits ``paired`` to ``sign_in`` now and then. Where that makes it
another person's, ``signed_in`` stands beside the screen; whoever is not that person submits
``not_me`` with the ``secret``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, Protocol, TypeAlias

from pydantic import JsonValue

from gipf_meta.base.names import fold
from gipf_meta.base.texts import N_, _

WayKind: TypeAlias = Literal["passkey", "mail", "words"]
"""A kind of way back: a passkey, a mail address, or twelve words."""
WAY_KINDS: Final[tuple[WayKind, ...]] = ("passkey", "mail", "words")
"""The kinds of ways back in the order in which a screen shows them."""
Purpose: TypeAlias = Literal["add", "sign_in"]
"""The purpose of a mail or of a passkey: to add a way back, or to sign in by it."""
DELETE: Final = N_("delete")
"""The word that confirms a deletion where there is no name to type; people type it in their own
language, or in English."""


@dataclass(frozen=True, slots=True)
class ListedDevice:
    """A device of a person: its *label*, as "Firefox on Linux", and when it was last connected, in
    milliseconds since 1970.

    *is_this*: it is the device that asks.
    """

    id: str
    label: str
    seen_ms: int
    is_this: bool


@dataclass(frozen=True, slots=True)
class ListedWay:
    """A way back of a person: its kind, its *label*, as a shortened address, and when it was added,
    in milliseconds since 1970.

    *former_name*: the name of the host of before at which alone it works; ``""``: it works here.
    """

    id: str
    kind: WayKind
    label: str
    added_ms: int
    former_name: str = ""


@dataclass(frozen=True, slots=True)
class SignedIn:
    """The fresh *secret* with which a device becomes a person, and the person's *name*."""

    secret: str
    name: str


@dataclass(frozen=True, slots=True)
class MailOffer:
    """The effect of a mail's link: it adds its address to the person called *name*, or makes the
    device that opens it one of his."""

    purpose: Purpose
    name: str


class Identity(Protocol):
    """The identity of the person at a connection, as a host keeps it.

    In every method *link* is the name of the connection that asks; each raises ``GipfMetaError``
    with the sentence for the person.
    """

    def devices(self, link: str) -> list[ListedDevice]:
        """The devices of the person, the one seen last first."""
        ...

    def remove_device(self, link: str, id: str) -> None:
        """Takes a device of the person away: its connections are closed, and its secret is worth
        nothing. This device: signs out."""
        ...

    def ways(self, link: str) -> list[ListedWay]:
        """The ways back of the person, the oldest first."""
        ...

    def remove_way(self, link: str, id: str) -> None:
        """Takes a way back of the person away."""
        ...

    def why_not(self, link: str, kind: WayKind) -> str:
        """The sentence why a kind of way back is not offered here; ``""`` where it is."""
        ...

    def make_words(self, link: str) -> str:
        """Makes twelve new words, which replace those before, and returns them this once."""
        ...

    def sign_in_by_words(self, link: str, words: str) -> SignedIn:
        """Makes the device that asks one of the person with these *words*."""
        ...

    def send_mail(self, link: str, address: str, purpose: Purpose) -> None:
        """Sends a link and a code to *address*; behaves alike whether anybody has that address."""
        ...

    def mail_of(self, link: str, token: str) -> MailOffer:
        """The effect of the mail's link with that *token*, which it does not use up."""
        ...

    def use_mail(self, link: str, token_or_code: str) -> SignedIn | None:
        """Uses up a mail's token or code; returns ``None`` where that added the address."""
        ...

    def passkey_options(self, link: str, purpose: Purpose) -> dict[str, JsonValue]:
        """The options that a browser needs to create a passkey, or to sign in by one."""
        ...

    def use_passkey(self, link: str, purpose: Purpose, answer: str) -> SignedIn | None:
        """Takes a browser's *answer* in JSON; returns ``None`` where that added the passkey."""
        ...

    def begin_pairing(self, link: str) -> str:
        """Begins to wait for another device to confirm this one; returns the code to type there, as
        "BCDF-GHJK"."""
        ...

    def pairing_of(self, link: str, code: str) -> str:
        """The description of the device that shows *code*, as "a terminal on thinkpad"."""
        ...

    def confirm_pairing(self, link: str, code: str) -> None:
        """Lets the device that shows *code* become one of the person."""
        ...

    def finish_pairing(self, link: str) -> SignedIn | None:
        """The end of the pairing that this device began; ``None`` while nobody has confirmed it."""
        ...

    def decline(self, link: str, secret: str) -> None:
        """Ends the key *secret*, by which this device was signed in as somebody who is not at it:
        that person has no such device."""
        ...

    def own_data(self, link: str) -> str:
        """Everything that is stored about the person, as JSON."""
        ...

    def delete_me(self, link: str, confirmed: str) -> None:
        """Deletes the person, if *confirmed* is his name or the word ``DELETE``, as
        ``is_confirmation`` judges it."""
        ...


def is_confirmation(typed: str, name: str) -> bool:
    """Whether what was *typed* confirms the deletion of the person called *name*; ``""``: he has
    none, and types the word ``DELETE``."""
    wanted = (name,) if name else (DELETE, _(DELETE))
    return fold(typed.strip()) in map(fold, wanted)
