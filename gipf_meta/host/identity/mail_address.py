"""Mail addresses as people type them: one form of each, and nothing that a mail server could read
as anything else."""

from __future__ import annotations

import re
from email.errors import MessageError
from email.headerregistry import Address
from typing import Final
from unicodedata import category, is_normalized

from gipf_meta.base.texts import _
from gipf_meta.host.identity.devices import IdentityError

LONGEST_ADDRESS: Final = 254
"""The most letters of an address (RFC 5321)."""
LONGEST_LOCAL: Final = 64
"""The most letters before the ``@``."""
LOCAL: Final = re.compile(r"(?!-)[a-z0-9#$&'*+/=?^_{}~-]+(\.[a-z0-9#$&'*+/=?^_{}~-]+)*")
"""The part before the ``@``, in small letters: no quotes, comments or spaces, and nothing that led
servers and their programs astray (``%``, ``!``, ``|``, a dash at the beginning)."""
DOMAIN: Final = re.compile(
    r"([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+(?![0-9]+$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?"
)
"""The part after it, as the domain name system has it: no number of a machine."""
AMBIGUOUS: Final = frozenset("ßςẞ。")
"""Letters that two versions of the standard turn into two different domains, and another dot."""
NO_LETTERS: Final = ("C", "Z")
"""The first letters of the categories of what cannot be seen."""
SERVERS: Final = ("abuse", "mailer-daemon", "postmaster")
"""Addresses behind which there is a program, or the people of a mail server."""


class MailError(IdentityError):
    """An address, a link or a code was refused, or no mail can be sent; one sentence."""


def read_address(words: str) -> str:
    """Returns the address *words* in the one form in which it is stored and written to.

    Small letters, the domain in ASCII. Raises ``MailError``.
    """
    typed = words.strip(" ") if len(words) <= LONGEST_ADDRESS else ""
    local, _at, domain = typed.rpartition("@")
    address = f"{local.lower()}@{_read_domain(domain)}" if local.isascii() else ""
    local, _at, domain = address.rpartition("@")
    is_address = (
        len(address) <= LONGEST_ADDRESS
        and len(local) <= LONGEST_LOCAL
        and LOCAL.fullmatch(local)
        and DOMAIN.fullmatch(domain)
        and _is_one(address)
    )
    if not is_address or local in SERVERS:
        raise MailError(_("That is no mail address; write one, as ann@example.org."))
    return address


def _read_domain(words: str) -> str:
    """Returns the domain *words* in ASCII and small letters; ``""`` for what is none.

    Letters that only look like others are none, so that each domain is typed in one way.
    """
    is_plain = is_normalized("NFKC", words) and AMBIGUOUS.isdisjoint(words)
    if not is_plain or any(category(letter)[0] in NO_LETTERS for letter in words):
        return ""
    try:
        return words.lower().encode("idna").decode("ascii").lower()
    except UnicodeError:
        return ""


def _is_one(address: str) -> bool:
    """Returns whether the library that writes mails reads *address* as it stands, too."""
    try:
        return Address(addr_spec=address).addr_spec == address
    except (MessageError, ValueError, IndexError):
        return False


def mailbox_of(address: str) -> str:
    """Returns the mailbox of a normalised *address* for limits: without ``+words`` and dots.

    Many providers deliver all such addresses to one person.
    """
    local, _at, domain = address.rpartition("@")
    plain = local.partition("+")[0].replace(".", "")
    return f"{plain or local}@{domain}"


def shortened(address: str) -> str:
    """Returns a normalised *address* as a list shows it to its person: ``a…@example.org``.

    So who looks over his shoulder does not learn it. The domain is in ASCII, where no letter looks
    like another one.
    """
    local, _at, domain = address.rpartition("@")
    return f"{local[0]}…@{domain}"
