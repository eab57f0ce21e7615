"""A large study on two pages: both are told what has changed alone, and list the tree in order."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from gipf_meta.match.match import Match
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.records import tree
from gipf_meta.records.models import PlayedTurn, Seat
from gipf_meta.records.study import Study
from gipf_meta.records.writer import to_record
from gipf_meta.table.openings import Opening
from tests.web.browsers import Browser, Page
from tests.web.table_for_two import sit_down, visit
from tests.web.test_study_for_two import press
from tests.web.test_study_in_browsers import ROWS, WHERE
from tests.web.walking import legal

pytestmark = [pytest.mark.slow, pytest.mark.needs("zertz")]

TITLES = "[...document.querySelectorAll('#turn-list button')].map((each) => each.title)"


def walked(seed: int, begun: Match, turns: int) -> Match:
    """*begun* after so many turns more at random."""
    rng, match = Random(seed), begun
    while match.result is None and len(match.sessions[0].turns()) < turns:
        match = match.play(rng.choice(legal(match)))
    return match


def large_study() -> Study:
    """A study of some thirty turns, one with a variation of eleven, and comments."""
    find = installed_plugins().find
    beginning = Match.begin(find("zertz")(), 2, find, 1)
    people = (Seat(name="White"), Seat(name="Black"))
    study = Study.of(to_record(walked(0, beginning, 21), people))
    for n, place in enumerate([(1,), (9,), (9,)]):
        there = study.step(place)
        match = there.match(find).resolve()
        study = there.add(walked(5 + n, match, (13, 12, 10)[n]), match)
    for n, node in enumerate([*tree.nodes(study.turns)]):
        if n % 4 == 0:
            study = study.write(node, comment=f"What is thought of turn {n}.")
    return study.step((19,))


def listed(turns: tuple[PlayedTurn, ...]) -> Iterator[Any]:
    """The rows of a page that shows the tree of *turns*, and the names of them."""
    rows = [*tree.turns_by_node(turns)]
    yield [" ".join(filter(None, (t.text, t.signs, t.comment))) for _node, t in rows]
    yield [tree.name_of(node) for node, _turn in rows]


def lists(page: Page, turns: tuple[PlayedTurn, ...]) -> None:
    """Waits until *page* lists just these turns, as one reads them."""
    rows, names = listed(turns)
    page.wait_until(f"(rows) => JSON.stringify({ROWS}) === JSON.stringify(rows)", rows)
    assert page.evaluate(TITLES) == names


def walk_to(page: Page, name: str) -> None:
    """Clicks the turn of that *name* in the list, wherever that is scrolled to."""
    page.evaluate(
        "(name) => document.querySelector(`#turn-list button[title='${name}']`).click()", name
    )


def test_what_changes_in_a_large_study_is_listed_in_its_place(browser: Browser) -> None:
    study, find = large_study(), installed_plugins().find
    assert len([*tree.nodes(study.turns)]) >= 30

    def walk(address: str) -> None:
        turns = study.turns
        ann, bob = browser.new_page(), browser.new_page()
        for page in (ann, bob):
            sit_down(page, address)
            lists(page, turns)
        walk_to(ann, "2")
        bob.wait_until(f"{WHERE}.startsWith('2 ')")
        ann.evaluate(
            "() => { const t = document.querySelector('#study textarea'); t.value = 'Hm';"
            " t.dispatchEvent(new Event('change', { bubbles: true })); }"
        )
        written = tree.write_beside(turns, (1,), comment="Hm")
        for page in (ann, bob):
            lists(page, written)
        bob.wait_until("document.querySelector('#study textarea').value === 'Hm'")
        walk_to(ann, "3.1.10")
        bob.wait_until(f"{WHERE}.startsWith('3.1.10 ')")
        press(bob, "Promote this line")
        promoted = tree.promote(written, (2, 0, 9))
        for page in (ann, bob):
            lists(page, promoted)
        press(ann, "Delete from here")
        deleted = Study.of(study.record.model_copy(update={"turns": promoted}))
        deleted = deleted.delete((11,), find)
        for page in (ann, bob):
            lists(page, deleted.turns)
        for before in (promoted, written, turns):
            press(bob, "Take the last change back")
            for page in (ann, bob):
                lists(page, before)
        ann.close()
        bob.close()

    visit(Opening.of_record(study.record), {}, walk)
