"""Words for the kinds of ways back, and the rows that add them or sign in by them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from gipf_meta.base.texts import N_, _
from gipf_meta.desk.identity import WAY_KINDS, Identity, ListedWay, Purpose, WayKind
from gipf_meta.desk.parts import Button, Do, ListRow, opening

NEXT: Final = "next"
"""The parameter of ``mail_address`` with the screen that follows: ``notices``, or else ``me``."""
CALLED: Final[Mapping[WayKind, str]] = {
    "passkey": N_("A passkey"),
    "mail": N_("A mail address"),
    "words": N_("Twelve words"),
}
"""The names of the kinds."""
MEANING: Final[Mapping[WayKind, str]] = {
    "passkey": N_("Your phone or computer keeps it, and asks for your finger, face or PIN."),
    "mail": N_("You get a link by mail. Notices come there only if you ask for them."),
    "words": N_("You write them on paper, and type them to come back."),
}
"""The sentence on each kind, for somebody who may add it."""
USED_BY: Final[Mapping[WayKind, str]] = {
    "passkey": N_("The one that you have added here before."),
    "mail": N_("A link and a code come to the address that you have added."),
    "words": N_("The ones that you have written down."),
}
"""The sentence on each kind, for somebody who comes back."""


def works_here(way: ListedWay) -> bool:
    """Returns whether *way* leads back at the present address of the host."""
    return not way.former_name


def passkey_deed(purpose: Purpose) -> Do:
    """The message of a button that begins with a passkey: a page acts on it alone, for only a
    browser has one."""
    return {"do": "passkey", "purpose": purpose}


def rows_to_add(identity: Identity, link: str, own: list[ListedWay]) -> Iterator[ListRow]:
    """A row for each kind: a button that adds one, or the sentence why it is not offered here;
    *own* are those that the person has."""
    leads: dict[WayKind, Do] = {
        "passkey": passkey_deed("add"),
        "mail": opening("mail_address"),
        "words": opening("words"),
    }
    for kind in WAY_KINDS:
        text = _("Add")
        if kind == "words" and any(way.kind == kind for way in own):
            text = _("Make new ones")
        yield _row(identity, link, kind, _(MEANING[kind]), Button(text=text, do=leads[kind]))


def rows_to_sign_in(identity: Identity, link: str) -> Iterator[ListRow]:
    """A row for each kind: a button that signs in by it, or the sentence why it cannot here."""
    leads: dict[WayKind, Do] = {
        "passkey": passkey_deed("sign_in"),
        "mail": opening("mail_address", {"purpose": "sign_in"}),
        "words": opening("by_words"),
    }
    for kind in WAY_KINDS:
        button = Button(text=_("Use it"), do=leads[kind])
        yield _row(identity, link, kind, _(USED_BY[kind]), button)


def _row(identity: Identity, link: str, kind: WayKind, words: str, button: Button) -> ListRow:
    if why := identity.why_not(link, kind):
        return ListRow(cells=(_(CALLED[kind]), why))
    return ListRow(cells=(_(CALLED[kind]), words), buttons=(button,))
