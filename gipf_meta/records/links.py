"""A record as a short text that fits into a link, and back."""

from __future__ import annotations

import json
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Final

from gipf_meta.base.texts import _
from gipf_meta.records.files import loads, to_data
from gipf_meta.records.models import Record, RecordError

LONGEST_LINK: Final = 60_000
"""The most letters of a record in a link."""
LARGEST: Final = 4 << 20
"""The most bytes of JSON that a link unfolds to."""


def link_of(record: Record) -> str:
    """The record as letters, digits, ``-`` and ``_``; inverse of ``record_of_link``."""
    text = json.dumps(to_data(record), ensure_ascii=False, separators=(",", ":"))
    return urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def record_of_link(link: str, largest: int = LARGEST) -> Record:
    """The record that ``link_of`` has written, if it unfolds to no more bytes than the *largest*.

    Raises ``RecordError``.
    """
    if len(link) > LONGEST_LINK:
        raise RecordError(_("The link is too long to be that of a match."))
    try:
        packed = urlsafe_b64decode(link + "=" * (-len(link) % 4))
        unfolding = zlib.decompressobj()
        content = unfolding.decompress(packed, largest)
        if unfolding.unconsumed_tail:
            raise RecordError(_("The link is too long to be that of a match."))
        if not unfolding.eof:
            raise ValueError
        text = content.decode()
    except (ValueError, zlib.error):
        raise RecordError(
            _("The link to a match is damaged: copy it whole, or ask for it again.")
        ) from None
    return loads(text, _("The link"))
