"""The contract of the people of a host: the desk passes on who asks, and over which connection."""

from __future__ import annotations

from typing import get_args

from gipf_meta.desk.identity import WAY_KINDS, WayKind
from gipf_meta.desk.parts import Screen
from tests.desk.conftest import Page


def test_each_kind_of_way_back_has_its_place_on_the_screen() -> None:
    assert get_args(WayKind) == WAY_KINDS


def test_a_screen_is_made_for_a_person_at_a_connection(page: Page) -> None:
    served = []

    def make(about: object) -> Screen:
        served.append((page.context.person, page.context.link))
        return Screen(name="here", title="Here", parts=())

    page.desk._open = lambda screen, about: make(about)  # type: ignore[method-assign]
    page.open("here")
    assert served == [("ann", "link")]
