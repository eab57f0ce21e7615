"""A blunder of one's own, tried once more from the replay in the terminal."""

from __future__ import annotations

import pytest

from gipf_meta.library.library_practice import practice_in
from gipf_meta.library.store import Library
from gipf_meta.practice.entries import Missed, Reviewed, Tried
from gipf_meta.records.models import Seat
from gipf_meta.records.writer import to_record
from gipf_meta.search.effort import Effort
from gipf_meta.tui.parts.thought_panels import ReviewPanel
from gipf_meta.tui.screens.lesson import LessonScreen
from gipf_meta.tui.screens.replay import Replay
from tests.tiers import soak
from tests.tui.conftest import Driver, table_of, until, words

pytestmark = pytest.mark.needs("zertz")

SIZES = [(80, 24), *soak((120, 40))]
OVERLOOKED = ("Wd4,d1", "Bd5,a1", "x d4Bd6", "Wd3,a2")
"""Player 1 takes the black marble, though the white one would win."""


@pytest.fixture(autouse=True)
def positions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Positions end the searches of reviews, not time."""
    effort = Effort(20, is_rough_first=True)
    monkeypatch.setattr("gipf_meta.tui.parts.thought_panels.BY_TIME", effort)


def kept(library: Library) -> int:
    """The number of a match that a person has lost to a bot, after he has overlooked a win."""
    table = table_of(library, "zertz", {"goals": "1/5/6/3"}, ["human", "human"])
    for move in OVERLOOKED:
        table.play(move)
    table.resign(0)
    people = (Seat(name="Ann", player="human"), Seat(name="Bob", player="greedy"))
    return library.add(to_record(table.match, people))


@pytest.mark.parametrize("size", SIZES)
async def test_a_blunder_is_tried_once_more_and_comes_back(
    driven: Driver, library: Library, size: tuple[int, int]
) -> None:
    number = kept(library)
    async with driven(size) as (app, pilot):
        app.replay_match(number)
        await pilot.pause()
        await pilot.press("T")
        assert "Here is no blunder of yours" in words(app, "status")
        await pilot.press("r")
        await until(pilot, lambda: app.screen.query_one(ReviewPanel).is_done)
        await pilot.press("n")
        review = app.screen.query_one(ReviewPanel)
        assert review.own is not None
        (blunder,) = review.own.blunders(review.verdicts)
        assert isinstance(app.screen, Replay)
        app.screen.go_to(blunder.last)
        assert "T tries it once more." in words(app, "review")
        await pilot.press("T")
        await until(pilot, lambda: isinstance(app.screen, LessonScreen))
        lesson = app.screen
        assert isinstance(lesson, LessonScreen)
        assert lesson.progress.lesson.id == "own_1"
        await pilot.press("colon", "x", "space", *"d5Wd3", "enter")
        await until(pilot, lambda: lesson.progress.page is None)
        await until(pilot, lambda: len(practice_in(library).entries()) == 3)
    kinds = {type(each) for each in practice_in(library).entries()}
    assert kinds == {Missed, Reviewed, Tried}
