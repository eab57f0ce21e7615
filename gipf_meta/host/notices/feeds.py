"""An Atom feed (RFC 4287) of a person's notices, which names nobody.

The id of an entry follows from what it tells alone, so no reader shows it twice. The address of the
feed, which is its key, does not stand in it: people pass entries on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime  # noqa: TID251 - reads no clock
from typing import Final
from urllib.parse import urlsplit
from xml.etree import ElementTree

from gipf_meta.base.texts import _, language
from gipf_meta.host.notices.notice_words import notice_sentence
from gipf_meta.host.notices.sending import ToldNotice

ATOM: Final = "http://www.w3.org/2005/Atom"
"""The namespace of feeds."""
_LANGUAGE: Final = "{http://www.w3.org/XML/1998/namespace}lang"


def write_feed(
    way: str,
    created_ms: int,
    notices: Sequence[ToldNotice],
    origin: str,
    title: Callable[[str], str],
) -> bytes:
    """Returns the feed of the *way* of *created_ms* with *notices*, in the language that is spoken.

    *origin* is the address of the host, *title* returns how a game is called. The same notices make
    the same feed: the time that is left stands not in it.
    """
    site = urlsplit(origin).hostname or "localhost"
    feed = ElementTree.Element("feed", {"xmlns": ATOM, _LANGUAGE: language()})
    _add(feed, "id", f"tag:{site},2026:notices/{way}")
    _add(feed, "title", _("Your matches at {site}").format(site=urlsplit(origin).netloc))
    _add(feed, "updated", _moment(max([created_ms, *(each.created_ms for each in notices)])))
    _add(ElementTree.SubElement(feed, "author"), "name", "gipf_meta")
    _link(feed, f"{origin}/")
    for notice in notices:
        entry = ElementTree.SubElement(feed, "entry")
        _add(entry, "id", f"tag:{site},2026:notice/{notice.room}/{notice.number}/{notice.kind}")
        bare = replace(notice, others=(), left_ms=None)
        _add(entry, "title", notice_sentence(bare, title(notice.game)))
        _add(entry, "updated", _moment(notice.created_ms))
        _link(entry, notice.link)
    return bytes(ElementTree.tostring(feed, "utf-8", xml_declaration=True))


def _add(parent: ElementTree.Element, name: str, text: str) -> None:
    ElementTree.SubElement(parent, name).text = text


def _link(parent: ElementTree.Element, to: str) -> None:
    ElementTree.SubElement(parent, "link", {"rel": "alternate", "type": "text/html", "href": to})


def _moment(at_ms: int) -> str:
    """Returns the moment *at_ms* as RFC 3339 writes it."""
    return datetime.fromtimestamp(at_ms // 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
