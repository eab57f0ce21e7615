"""Feeds as their readers read them."""

from __future__ import annotations

from xml.etree import ElementTree

from gipf_meta.host.notices.feeds import ATOM


def entries_of(body: bytes) -> list[tuple[str, str]]:
    """The id and the title of each entry of a feed."""
    feed = ElementTree.fromstring(body)
    names = {"a": ATOM}
    return [
        (entry.findtext("a:id", "", names), entry.findtext("a:title", "", names))
        for entry in feed.findall("a:entry", names)
    ]
