"""A link in a mail stops the mails of its way and nothing else; no answer tells which links are."""

from __future__ import annotations

import pytest

from gipf_meta.host.database import Database
from gipf_meta.host.notices.host_keys import shared_key
from gipf_meta.host.notices.stop_links import StopLinks, asking_page, stop_links_of, stopped_page
from tests.host.notices.post import add_way, ways_of

ORIGIN = "https://games.example"


def token_of(links: StopLinks, way: str) -> str:
    return links.link(way).removeprefix(f"{ORIGIN}/stop/")


@pytest.fixture
def links(database: Database) -> StopLinks:
    """The links of a host where ann and eve get mails, and ann pushes, too."""
    for id, person, kind in (("n1", "ann", "mail"), ("n2", "eve", "mail"), ("n3", "ann", "push")):
        add_way(database, person, kind, id=id, key=id)  # type: ignore[arg-type]
    return StopLinks(database, ORIGIN, "secret")


def test_link_ends_its_way_once_and_for_all(database: Database, links: StopLinks) -> None:
    token = token_of(links, "n1")
    for _visit in range(2):
        links.stop(token)
        assert ways_of(database, "id") == [("n2",), ("n3",)]


def test_link_ends_only_mails(database: Database, links: StopLinks) -> None:
    links.stop(token_of(links, "n3"))
    assert len(ways_of(database, "id")) == 3


def test_what_was_not_signed_here_ends_nothing(database: Database, links: StopLinks) -> None:
    own = token_of(links, "n1")
    foreign = token_of(StopLinks(database, ORIGIN, "another"), "n1")
    mac = own.partition(".")[2]
    for token in (
        foreign, f"n2.{mac}", own[:-1], own + "A", own.upper(), f"n1.{'A' * 22}", "n1.", ".", "",
        f"n1.{mac[:-1]}=", f" {own}", f"{own}\n", "n1." + "é" * 22, "x" * 10_000, f"{own}/..",
    ):  # fmt: skip
        assert links.way_of(token) == ""
        links.stop(token)
    assert len(ways_of(database, "id")) == 3


def test_every_process_signs_with_the_same_secret(database: Database) -> None:
    one, other = stop_links_of(database, ORIGIN), stop_links_of(database, ORIGIN)
    assert one.link("n1") == other.link("n1")
    assert one.link("n1") != one.link("n2")


def test_secret_is_made_once_by_whoever_is_first(database: Database) -> None:
    def make_late() -> str:
        shared_key(database, "k", lambda: "first")
        return "second"

    assert shared_key(database, "k", make_late) == "first"
    assert shared_key(database, "k", lambda: "third") == "first"
    assert shared_key(database, "other", lambda: "fourth") == "fourth"


def test_pages_have_a_button_before_and_none_after() -> None:
    asking, stopped = asking_page("en"), stopped_page("en")
    assert '<form method="post"><button>Stop these mails</button></form>' in asking
    assert "<form" not in stopped
    for page in (asking, stopped):
        assert "<script" not in page
        assert '<html lang="en">' in page
