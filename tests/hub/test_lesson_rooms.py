"""Lessons as rooms: page by page, refused in a sentence, and gone on with from any page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any

import pytest

from gipf_meta.base.texts import speak
from gipf_meta.hub.hub import Hub
from gipf_meta.hub.lesson_rooms import END_MS, lesson_room
from gipf_meta.match.lesson_progress import LessonProgress, begin_at, find_lesson, lessons_of
from gipf_meta.match.lesson_words import words_for_eye, words_in_full
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.rooms.ledger import MemoryLedger
from tests.answered_page import find_answered_page
from tests.rooms.law_of_types import check_said

LESSONS = [
    pytest.param(game.id, lesson.id, marks=pytest.mark.needs(*sorted({"gipf", "tamsk", "zertz"}))
                 if game.id.startswith("gipf") else ())
    for game in installed_plugins().sorted_games()
    for lesson in lessons_of(game)
]  # fmt: skip

OTHERWISE = "The rules allow that, but this page is about another move. Try once more."


class Pupil:
    """A pupil in a lesson: *scene* is the one that he sees, *done* are the lessons he took."""

    def __init__(
        self, game: str, lesson: str, since: int = 0, language: str = "", hub: Hub | None = None
    ) -> None:
        self.hub = hub or Hub(MemoryLedger(), installed_plugins().find, patience_ms=None)
        self.done: list[tuple[str, str]] = []
        self.sentences: Sequence[str] = ()
        self.hub.lessons.note_done = self._note_done
        self.hub.connect("link", "ann", language)
        self.room = lesson_room(installed_plugins().find(game), lesson)
        self.scene: dict[str, Any] = {}
        self.number, self.news = -1, list[str]()
        self._ids: Iterator[int] = count()
        self.answers = self.say("watch", since=since)

    def say(self, do: str, **values: Any) -> list[dict[str, Any]]:
        """Sends a command, and returns the messages to him."""
        told = {"do": do, "id": f"c{next(self._ids)}", "room": self.room, **values}
        self.hub.receive("link", told, 0)
        answers = [message for _link, message in self.hub.take_outbox()]
        for answer in answers:
            check_said(answer)
            if "scene" in answer:
                self.number, self.news = answer["scene"]["number"], answer["news"]
                if answer["scene"]["whole"]:
                    self.scene = {}
                self.scene |= answer["scene"]["set"]
                for key in answer["scene"]["gone"]:
                    del self.scene[key]
        return answers

    def step(self, do: str, **values: Any) -> str:
        """Sends a command about the page that he sees; returns why it is refused, or ``""``."""
        return str(self.say(do, seen=self.number, **values)[-1].get("why", ""))

    def _note_done(
        self, person: str, game: str, lesson: str, progress: LessonProgress
    ) -> Sequence[str]:
        self.done.append((game, lesson))
        return self.sentences

    @property
    def buttons(self) -> list[str]:
        """The texts of his buttons."""
        return [button["text"] for button in self.scene["lesson"]["buttons"]]

    def go_on(self) -> None:
        """Does what leads on: turns a page that is read, has others shown."""
        assert self.step("turn_page" if self.scene["lesson"]["reads"] else "show_me") == ""


@pytest.mark.parametrize(("game", "lesson"), LESSONS)
@pytest.mark.parametrize("language", ["en", "cs"])
@pytest.mark.sample(4)
def test_every_lesson_is_taken_to_its_end(game: str, lesson: str, language: str) -> None:
    pupil = Pupil(game, lesson, language=language)
    speak(language)
    pages = find_lesson(installed_plugins().find(game), lesson).pages
    seen = {}
    while not pupil.done:
        shown = seen[pupil.number] = pupil.scene["lesson"]
        assert shown["address"] == f"lesson/{game}/{lesson}/{pupil.number}"
        asks = bool(pages[pupil.number].asked)
        assert shown["reads"] is not asks
        assert ("hint" in pupil.scene["may"]["do"]) is asks
        assert bool(pupil.scene["choices"]["all"]) is asks
        hints = [answer["hint"] for answer in pupil.say("hint") if "hint" in answer]
        assert bool(hints) is asks
        if asks:
            (taught,) = hints
            notations = [choice[0] for choice in pupil.scene["choices"]["all"]]
            assert taught["notation"] in notations
            assert taught["sentences"][0].startswith(f"{taught['notation']}: ")
            assert pupil.scene["lesson"]["targets"], "a hint shows what is to be found"
        again = Pupil(game, lesson, pupil.number, language)
        if pages[pupil.number].find:
            again.say("hint")
        if pupil.buttons[0] != ("Again" if language == "en" else "Znovu"):
            unsaid = {"said": {"lines": []}}  # what has just happened is no news on coming again
            assert again.scene == pupil.scene | unsaid, "it goes on from there"
        pupil.go_on()
    for n, page in enumerate(pages):
        assert seen[n]["eye"] == words_for_eye(page.words)
        assert seen[n]["words"].startswith(words_in_full(page.words))
    assert pupil.done == [(game, lesson)]
    assert Pupil(game, lesson, pupil.number).done == [], "who comes back did not take it again"


@pytest.mark.needs("zertz")
def test_a_wrong_move_is_played_out_explained_and_taken_back() -> None:
    pupil = Pupil("zertz", "first", since=2)
    before = pupil.scene
    astray, back, done = pupil.say("play", text="Wd4", seen=2)
    assert {piece for piece in astray["scene"]["set"] if piece.startswith("piece:")} == {"piece:d4"}
    assert any("d4" in line for line in astray["news"])
    assert astray["moved"]["motions"]
    shown = astray["scene"]["set"]
    assert shown["lesson"]["rests_ms"] > END_MS
    assert shown["lesson"]["why"] == OTHERWISE
    assert (shown["choices"]["all"], shown["may"]["do"]) == ([], [])
    assert done["number"] == back["scene"]["number"] == 2
    assert pupil.scene["lesson"].pop("why")
    assert "moved" not in back
    assert pupil.scene == before
    (*_told, done) = pupil.say("choose", path=["pool:W", "d4"], seen=2)
    assert done["number"] == 2
    pupil.scene["lesson"].pop("why")
    assert pupil.step("choose", path=["d4"]) == ("What you clicked cannot be played now.")
    assert pupil.step("choose", path=["pool:W", "a9"]).startswith("a9 is not possible here.")
    assert pupil.step("play", text="Wz9").endswith(".")
    assert pupil.step("turn_page").startswith("This page asks for a move")
    assert pupil.scene == before
    assert pupil.step("choose", path=["pool:W", "b2"]) == ""
    assert pupil.number == 3
    assert any("b2" in line for line in pupil.news)


def test_what_was_played_is_seen_before_the_board_is_set_up_anew() -> None:
    page = find_answered_page()
    pupil = Pupil(page.game, page.lesson, since=page.number)
    end, anew, done = pupil.say("show_me", seen=pupil.number)
    assert end["scene"]["number"] == page.number
    assert end["moved"]["motions"]
    pieces = {key for key in end["scene"]["set"] if key.startswith("piece:")}
    assert pieces == {f"piece:{page.asked}", f"piece:{page.answer}"}
    assert len(end["news"]) == 2
    shown = end["scene"]["set"]
    assert shown["lesson"]["rests_ms"] > 0
    assert (shown["choices"]["all"], shown["may"]["do"]) == ([], [])
    assert anew["scene"]["number"] == done["number"] == page.number + 1
    assert "moved" not in anew
    assert "rests_ms" not in pupil.scene["lesson"]
    assert pupil.scene["choices"]["all"]


def test_the_reason_why_a_move_was_wrong_is_not_said_of_the_right_one() -> None:
    page = find_answered_page()
    pupil = Pupil(page.game, page.lesson, since=page.number)
    wanted = begin_at(
        find_lesson(installed_plugins().find(page.game), page.lesson),
        installed_plugins().find(page.game),
        installed_plugins().find,
        page.number,
    ).wanted
    wrong = next(c[0] for c in pupil.scene["choices"]["all"] if c[0] not in wanted)
    pupil.say("play", text=wrong, seen=page.number)
    assert pupil.scene["lesson"]["why"] == OTHERWISE
    end, _anew, _done = pupil.say("show_me", seen=page.number)
    assert "rests_ms" in end["scene"]["set"]["lesson"]
    assert "why" not in end["scene"]["set"]["lesson"]


@pytest.mark.needs("zertz")
def test_a_page_begins_again_and_then_the_page_before_comes() -> None:
    pupil = Pupil("zertz", "first", since=4)
    assert pupil.buttons == ["Back", "Show me"]
    before = pupil.scene
    assert pupil.step("play", text="Ge2") == ""
    assert (pupil.number, pupil.buttons) == (4, ["Again", "Show me"])
    pupil.step("take_back")
    assert pupil.scene == before
    pupil.step("take_back")
    assert (pupil.number, pupil.buttons) == (3, ["Back", "Show me"])
    assert Pupil("zertz", "first").buttons == ["All lessons", "Show me"]


@pytest.mark.needs("tamsk")
def test_what_is_said_twice_or_too_late_is_done_once() -> None:
    pupil = Pupil("tamsk", "sand")
    pupil.step("turn_page")
    assert pupil.say("turn_page", seen=0) == [{"done": "c2", "number": 1, "id": "c2"}]
    assert pupil.number == 1


@pytest.mark.needs("tamsk")
def test_the_sand_of_a_lesson_stands_still() -> None:
    pupil = Pupil("tamsk", "sand", since=4)
    pieces = [part for key, part in pupil.scene.items() if key.startswith("piece:")]
    assert pieces
    assert not any("ends_in_ms" in part for part in pieces)
    (answer,) = pupil.say("ask", question="whose turn is it")
    assert "2:00" in answer["answer"]["lines"][0]
    assert pupil.hub.wait_ms(0) is None
    timed = Pupil("tamsk", "timer", since=4).scene
    glasses = [part for key, part in timed.items() if key.startswith("countdown:")]
    assert [part["runs"] for part in glasses] == [False]


@pytest.mark.needs("gipf", "tamsk", "zertz")
def test_a_duel_of_a_lesson_is_told_with_the_game_that_waits() -> None:
    pupil = Pupil("gipf", "challenge")
    while pupil.scene["state"]["depth"] == 0:
        pupil.go_on()
    assert pupil.scene["below"]["markup"]
    assert pupil.scene["stakes"]["lines"]
    while pupil.scene["state"]["depth"]:
        pupil.go_on()
    assert "below" not in pupil.scene


@pytest.mark.needs("zertz")
def test_questions_are_answered_and_all_else_is_refused() -> None:
    pupil = Pupil("zertz", "first", since=3)
    (answer,) = pupil.say("ask", question="what is on b2")
    assert "white marble" in answer["answer"]["lines"][0]
    (back,) = pupil.say("ask", question="back")
    assert back["answer"] == {"id": back["id"], "lines": [], "word": "back"}
    (undo,) = pupil.say("ask", question="undo")
    assert undo["answer"]["refuses"]
    assert pupil.say("ask", question="Wd4")[-1]["why"] == "That is no question about the board."
    assert pupil.step("resign") == "You cannot do that in a lesson."
    assert pupil.say("unwatch")[-1]["done"]
    assert pupil.step("take_back") == "This lesson is not open here any more: open it again."
    assert "no lesson 'chess'" in Pupil("zertz", "chess").answers[-1]["why"]
    pupil.room = "lesson-nowhere-first"
    assert "nowhere" in pupil.say("watch")[-1]["why"]
    assert Pupil("zertz", "first", since=10**9).scene["lesson"]["of"] == ""
