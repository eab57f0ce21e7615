"""Mistakes of one's own: noted from a review, listed, taken as lessons, and dropped."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest

from gipf_meta.deeds.thoughts import ReviewThought
from gipf_meta.hub.lesson_rooms import lesson_room
from gipf_meta.practice.entries import Dropped, Entry, Missed, Reviewed, Tried
from gipf_meta.practice.keeping import MemoryKeeper
from gipf_meta.records.models import Seat
from gipf_meta.search.effort import Effort
from gipf_meta.table.openings import Opening
from tests.desk.conftest import Page, buttons, texts_of

pytestmark = pytest.mark.needs("zertz")

OVERLOOKED = ("Wd4,d1", "Bd5,a1", "x d4Bd6", "Wd3,a2")
"""Ann takes the black marble, though the white one would win."""
_ids = count()


def begin(page: Page, *, goals: str = "1/5/6/3", people: tuple[str, str] = ("ann", "bob")) -> None:
    """Plays the match ``r``, in which Ann overlooks a win."""
    players = (Seat(name="Ann", player="human"), Seat(name="Bob", player="human"))
    opening = Opening(game="zertz", players=players, options={"goals": goals}, seed=1)
    hub = page.context.hub
    hub.open_room("r", opening, people[0], 0, {1: people[1]})
    for person in dict.fromkeys(people):
        hub.connect(person, person, "")
    for n, text in enumerate(OVERLOOKED):
        say(page, "play", people[n % 2], text=text, seen=hub.room("r").number)


def say(page: Page, do: str, link: str = "ann", **fields: Any) -> list[Any]:
    """Says a command about the match; returns the answers to that link."""
    hub = page.context.hub
    hub.take_outbox()
    hub.receive(link, {"do": do, "id": f"c{next(_ids)}", "room": "r", **fields}, 0)
    answers = [message for to, message in hub.take_outbox() if to == link]
    assert not any("refused" in each for each in answers), answers
    return answers


def end(page: Page) -> None:
    """Ends the match: Ann resigns."""
    say(page, "resign", "ann", seen=page.context.hub.room("r").number)


def review(page: Page, link: str = "ann") -> list[dict[str, Any]]:
    """Reviews the match by a quick search; returns the verdicts."""
    hub = page.context.hub
    say(page, "review", link)
    (thought,) = (each for each in hub.take_thoughts() if isinstance(each, ReviewThought))
    object.__setattr__(thought, "effort", Effort(40))
    answer = thought.run(lambda part: hub.take_part(thought, part))
    hub.take_answer(thought, lambda: answer, 0)
    found: dict[str, Any] = {}
    told: list[Any] = [message for _link, message in hub.take_outbox()]
    for message in told:
        found |= message["review"]["set"] if "review" in message else {}
    return [each for key, each in sorted(found.items()) if key.startswith("point:")]


def entries(page: Page) -> list[Entry]:
    return [*page.context.practice.entries()]


@pytest.fixture
def reviewed(page: Page) -> dict[str, Any]:
    """The verdict on the turn at which Ann has overlooked the win."""
    begin(page)
    end(page)
    (blunder,) = (each for each in review(page) if each["again"])
    assert blunder["mark"] == "??"
    return blunder


def try_again(page: Page, at: int, **about: str) -> list[dict[str, Any]]:
    """Presses “Try again” at moment *at* of the review."""
    return page.send(do="submit", screen="mistakes", about={"room": "r", "at": str(at), **about})


def test_a_blunder_of_ones_own_is_noted_and_opens_as_a_lesson(
    page: Page, reviewed: dict[str, Any]
) -> None:
    answer, _done = try_again(page, reviewed["at"])
    assert answer["go"] == "lesson/zertz/own_1"
    (missed,) = (each for each in entries(page) if isinstance(each, Missed))
    assert (missed.asked, missed.played) == ("x d5Wd3", "x d4Bd6")
    assert answer["mistake"]["position"] == missed.position
    hub = page.context.hub
    game = page.context.installed.find("zertz")
    hub.receive("ann", {"do": "watch", "id": "w", "room": lesson_room(game, "own_1")}, 0)
    told: list[Any] = [message for _link, message in hub.take_outbox()]
    assert told[0]["scene"]["set"]["lesson"]["title"] == "Your own mistake"


def test_the_same_mistake_twice_is_one(page: Page, reviewed: dict[str, Any]) -> None:
    first, second = try_again(page, reviewed["at"]), try_again(page, reviewed["at"])
    assert first[0]["go"] == second[0]["go"]
    assert sum(isinstance(each, Missed) for each in entries(page)) == 1


def test_turns_of_others_do_not_come_back(page: Page, reviewed: dict[str, Any]) -> None:
    (refusal,) = try_again(page, 2)
    assert refusal["why"] == "Only turns of your own come back as puzzles."


@pytest.mark.parametrize(
    ("about", "why"),
    [
        ({"room": "r", "at": "99"}, "review the match again"),
        ({"room": "r", "at": "x"}, "nobody here understands"),
        ({"room": "nowhere", "at": "1"}, "."),
        ({"room": "r", "at": "4", "last": "9999", "asked": "x d5Wd3"}, "nobody here understands"),
        ({"room": "r", "at": "4", "last": "5", "asked": "x d9"}, "d9"),
        ({"room": "r", "at": "4", "last": "5", "asked": "x d4Bd6"}, "nothing to mend"),
        ({"number": "7"}, "does not come back any more"),
        ({}, "does not come back any more"),
        ({"room": "r", "losses": "1,x"}, "nobody here understands"),
        ({"room": "r", "losses": ",".join(["0"] * 50)}, "nobody here understands"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(
    page: Page, reviewed: dict[str, Any], about: dict[str, str], why: str
) -> None:
    before = entries(page)
    answers = page.send(do="submit", screen="mistakes", about=about)
    assert why in page.why(answers)
    assert entries(page) == before


def test_a_terminal_which_reviews_by_itself_says_what_was_better(page: Page) -> None:
    begin(page)
    answer, _done = try_again(page, 4, last="5", asked="x d5Wd3")
    assert answer["go"] == "lesson/zertz/own_1"


def test_nobody_who_watches_notes_anything(page: Page, reviewed: dict[str, Any]) -> None:
    answers = page.desk.receive("link", "eve", {
        "do": "submit", "id": "e", "screen": "mistakes",
        "about": {"room": "r", "at": str(reviewed["at"])},
    }, 0)  # fmt: skip
    assert "Only turns of your own" in str(answers)


def test_mistakes_are_listed_and_need_not_come_back(page: Page, reviewed: dict[str, Any]) -> None:
    assert "No mistake of yours comes back." in " ".join(texts_of(page.open("mistakes")))
    try_again(page, reviewed["at"])
    screen = page.open("mistakes")
    words = " ".join(texts_of(screen))
    assert "You missed this just now" in words
    assert "it comes back tomorrow" in words
    assert page.press(screen, "Try again")[0]["go"] == "lesson/zertz/own_1"
    one = page.open("mistakes", number="1")
    assert len([each for each in buttons(one) if each["text"] == "Try again"]) == 1
    after = page.screen_of(page.press(one, "Do not show it again"))
    assert "No mistake of yours comes back." in " ".join(texts_of(after))
    assert any(isinstance(each, Dropped) for each in entries(page))
    assert page.desk.find_own("ann", "zertz", "own_1") is None


def test_a_mistake_made_once_more_after_it_was_dropped_is_new(
    page: Page, reviewed: dict[str, Any]
) -> None:
    try_again(page, reviewed["at"])
    page.press(page.open("mistakes"), "Do not show it again")
    answer, _done = try_again(page, reviewed["at"])
    assert answer["go"] == "lesson/zertz/own_2"


def test_mistakes_of_another_game_or_of_no_number_are_none(
    page: Page, reviewed: dict[str, Any]
) -> None:
    try_again(page, reviewed["at"])
    assert page.desk.find_own("ann", "gipf", "own_1") is None
    assert page.desk.find_own("ann", "zertz", "own_x") is None
    assert page.desk.find_own("ann", "zertz", "own_1") is not None


def test_a_review_of_a_finished_match_notes_how_accurately_one_played(
    page: Page, reviewed: dict[str, Any]
) -> None:
    (noted,) = (each for each in entries(page) if isinstance(each, Reviewed))
    assert noted.game == "zertz"
    assert noted.turns == (1, 1, 0)
    assert noted.accuracy[0] > noted.accuracy[1] > 0 == noted.accuracy[2]
    review(page)
    assert sum(isinstance(each, Reviewed) for each in entries(page)) == 1


def test_a_review_of_a_match_that_goes_on_or_of_others_notes_nothing(page: Page) -> None:
    begin(page, people=("ann", "ann"))
    review(page)
    assert entries(page) == []
    end(page)
    review(page)
    assert entries(page) == [], "Ann played against herself"


def test_a_terminal_tells_what_its_review_has_found(page: Page) -> None:
    begin(page)
    end(page)
    page.send(do="submit", screen="mistakes", about={"room": "r", "losses": "0,100,5"})
    (noted,) = entries(page)
    assert isinstance(noted, Reviewed)
    assert (noted.turns, noted.accuracy) == ((1, 1, 1), (100.0, 0.0, 95.0))


def test_entries_of_another_program_are_looked_over(page: Page) -> None:
    page.context.practice = MemoryKeeper([Tried(at_ms=1, puzzle="own-9", wrong=1)])
    assert "No mistake of yours comes back." in " ".join(texts_of(page.open("mistakes")))
