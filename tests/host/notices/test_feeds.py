"""Feeds are Atom that any reader takes, with entries that stay what they are, and name nobody."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime  # noqa: TID251 - reads no clock
from typing import get_args
from xml.etree import ElementTree

import pytest

from gipf_meta.base.texts import spoken
from gipf_meta.host.notices.feeds import ATOM, write_feed
from gipf_meta.host.notices.sending import ToldNotice
from gipf_meta.rooms.notices import NoticeKind

ORIGIN = "https://games.example:8443"
TURN = ToldNotice(
    "turn", "r1", 7, "gipf", ("Ana", "Bo"), False, 1_796_324_400_000, f"{ORIGIN}/#room/r1",
    left_ms=5_000_000, hour_ms=1_796_324_400_000,
)  # fmt: skip
FEED = {"a": ATOM}


def feed_of(*notices: ToldNotice, way: str = "nab", title: str = "GIPF") -> ElementTree.Element:
    """The feed of *notices*, as a parser of XML reads it."""
    body = write_feed(way, 1_000_000_000_000, notices, ORIGIN, lambda game: title)
    return ElementTree.fromstring(body)


def texts(feed: ElementTree.Element, path: str) -> list[str]:
    return [found.text or "" for found in feed.findall(path, FEED)]


def check_atom(feed: ElementTree.Element) -> None:
    """Asserts what RFC 4287 demands of a feed."""
    assert feed.tag == f"{{{ATOM}}}feed"
    for element in (feed, *feed.findall("a:entry", FEED)):
        names = [child.tag.removeprefix(f"{{{ATOM}}}") for child in element]
        for once in ("id", "title", "updated"):
            assert names.count(once) == 1
        assert re.fullmatch(r"tag:[a-z.]+,2026:[a-z]+/[A-Za-z0-9/_-]+", texts(element, "a:id")[0])
        moment = datetime.fromisoformat(texts(element, "a:updated")[0])
        assert moment.tzinfo is not None
        (link,) = element.findall("a:link", FEED)
        assert (link.get("rel"), link.get("type")) == ("alternate", "text/html")
        assert str(link.get("href")).startswith(f"{ORIGIN}/")
    assert texts(feed, "a:author/a:name") == ["gipf_meta"]
    ids = texts(feed, "a:entry/a:id")
    assert len({*ids}) == len(ids)


def test_feed_of_nothing_is_one_already() -> None:
    feed = feed_of()
    check_atom(feed)
    assert texts(feed, "a:title") == ["Your matches at games.example:8443"]
    assert texts(feed, "a:updated") == ["2001-09-09T01:46:40Z"]
    assert feed.findall("a:entry", FEED) == []


def test_entry_tells_a_notice_and_leads_to_its_room() -> None:
    feed = feed_of(TURN, replace(TURN, room="r2", created_ms=0, link=f"{ORIGIN}/#room/r2"))
    check_atom(feed)
    assert texts(feed, "a:updated") == ["2026-12-03T19:00:00Z"]
    assert texts(feed, "a:entry/a:title") == ["It is your move: GIPF."] * 2
    assert [each.get("href") for each in feed.findall("a:entry/a:link", FEED)] == [
        f"{ORIGIN}/#room/r1", f"{ORIGIN}/#room/r2",
    ]  # fmt: skip


@pytest.mark.parametrize("is_private", [False, True])
def test_no_entry_names_anybody(is_private: bool) -> None:
    notices = [replace(TURN, kind=kind, is_private=is_private) for kind in get_args(NoticeKind)]
    body = write_feed("nab", 0, notices, ORIGIN, str.upper)
    assert b"Ana" not in body
    assert b"Bo" not in body
    check_atom(ElementTree.fromstring(body))


def test_ids_stay_while_time_runs_out_and_the_feed_with_them() -> None:
    def body(notices: Sequence[ToldNotice]) -> bytes:
        return write_feed("nab", 0, notices, ORIGIN, str.upper)

    assert body([TURN]) == body([replace(TURN, left_ms=1)])
    later = replace(TURN, created_ms=TURN.created_ms + 1000)
    assert body([TURN]) != body([later])
    one, other = feed_of(TURN), feed_of(later, way="nother")
    assert texts(one, "a:entry/a:id") == texts(other, "a:entry/a:id")
    assert texts(one, "a:id") != texts(other, "a:id")


def test_title_of_a_game_is_text_whatever_it_has() -> None:
    feed = feed_of(TURN, title='<b>&amp; "G\x00IPF\u202e</b>')
    check_atom(feed)
    assert "<b>&amp;" in texts(feed, "a:entry/a:title")[0]


def test_feed_says_its_language() -> None:
    with spoken("cs"):
        feed = feed_of(TURN)
    assert feed.get("{http://www.w3.org/XML/1998/namespace}lang") == "cs"
