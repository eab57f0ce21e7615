"""Lessons being taken, without any screen: page by page, refused in a sentence, and back."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

import pytest

from gipf_meta import Lesson, MoveError, Page
from gipf_meta.base.texts import spoken
from gipf_meta.match import lesson_progress as learning
from gipf_meta.match.lesson_progress import (
    Astray,
    LessonProgress,
    UnknownLesson,
    begin,
    end_of_page,
    find_lesson,
    lessons_of,
)
from gipf_meta.narration import rulebook
from gipf_meta.plain.lessons import Tutor
from gipf_meta.plain.terminal import Terminal
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.game import AnyGame
from gipf_meta.protocol.options import OptionError
from gipf_meta.protocol.view import View
from tests.specimens import find_specimens
from tests.testing.broken.sound import Heaps, Nim, SoundFuse, SoundWager

INSTALLED = load_plugins()
OTHERWISE = "The rules allow that, but this page is about another move. Try once more."


def taking(
    *pages: Page, game: type[AnyGame] = Nim, options: tuple[str, ...] = ()
) -> LessonProgress:
    return begin(Lesson("one", "One", "Some pages.", pages, options), game, INSTALLED.find)


def test_a_page_to_read_goes_on_and_one_that_asks_does_not() -> None:
    progress = taking(Page("Read."), Page("Point at a.", ("a",)))
    assert progress.asks_nothing
    with pytest.raises(MoveError, match="nothing to play on this page"):
        progress.play("a")
    asking = progress.turn_page()
    assert (asking.number, asking.asks_nothing) == (1, False)
    with pytest.raises(MoveError, match="This page asks for a move"):
        asking.turn_page()


def test_a_turn_that_is_asked_for_may_be_made_decision_by_decision() -> None:
    progress = taking(Page("Two from a.", ("a-2",)), Page("Well done."))
    assert progress.wanted == ("a",)
    halfway = progress.play("a")
    assert (halfway.number, halfway.wanted) == (0, ("2",))
    whole = progress.play("a-2")
    assert whole.match == halfway.play("2").match
    assert whole.number == 1


def test_any_of_several_things_that_are_asked_goes_on() -> None:
    progress = taking(Page("Take from a.", ("a-2", "a-1")), Page("Well done."))
    assert progress.play("a").wanted == ("2", "1")
    assert progress.play("a-1").number == progress.play("a-2").number == 1


def test_what_is_legal_but_not_asked_is_explained_and_taken_back() -> None:
    mistakes = (("a-1", "One is too few."), ("a-3", "Three is all."), ("b", "Not from b."))
    asking = Page("Two from a.", ("a-2", "b-1"), mistakes=mistakes[:2])
    progress = taking(asking, Page("Well done."))

    def why(progress: LessonProgress, text: str) -> str:
        with pytest.raises(Astray) as caught:
            progress.play(text)
        error = caught.value
        assert error.progress.match is progress.match
        assert error.match != progress.match
        assert error.progress.why == str(error)
        assert error.progress.play(progress.wanted[0]).why == "", "the next move is another one"
        return str(error)

    assert why(progress, "a-1") == "One is too few."
    assert why(progress, "a-3") == "Three is all."
    assert why(progress.play("a"), "3") == "Three is all.", "decided one by one"
    assert why(progress, "b-2") == OTHERWISE
    only_a = taking(Page("Two from a.", ("a-2",), mistakes=mistakes))
    assert why(only_a, "b") == why(only_a, "b-2") == "Not from b.", "that is where it went wrong"


def test_what_is_to_be_found_is_shown_after_a_wrong_try() -> None:
    progress = taking(Page("Find it.", ("a-2",), find=True), Page("Again.", ("a",), find=True))
    assert progress.has_to_be_found
    assert not progress.take_hint().has_to_be_found
    with pytest.raises(Astray) as caught:
        progress.play("a-1")
    shown = caught.value.progress
    assert not shown.has_to_be_found
    assert [choice.notation for choice in shown.targets] == ["a"]
    assert not shown.play("a").has_to_be_found
    assert shown.play("a-2").has_to_be_found, "the next page has it found again"


def test_hints_come_one_after_the_other_and_a_wrong_try_shows_nothing() -> None:
    hints = ("Not from b.", "It begins here[: a].")
    asks = Page("Find it.", ("a-2",), find=True, hints=hints)
    progress = taking(asks, Page("And now?", ("b-1",), find=True, hints=("From b.",)))
    with pytest.raises(Astray, match=r"^That is not it\.$") as caught:
        progress.play("a-1")
    tried = caught.value.progress
    assert (tried.has_to_be_found, tried.hints_given, tried.wrong) == (True, (), 1)
    with pytest.raises(Astray, match=r"^That is not how it begins\.$"):
        tried.play("b")
    with pytest.raises(Astray, match=r"^That is not it\.$"):
        tried.play("a").play("3")
    once = tried.take_hint()
    twice = once.take_hint()
    shown = twice.take_hint()
    assert [each.hints_given for each in (once, twice)] == [hints[:1], hints]
    assert [each.has_to_be_found for each in (once, twice, shown)] == [True, True, False]
    assert shown.take_hint() is shown
    after = shown.play("a-2")
    assert after.has_to_be_found, "each page has hints of its own"
    assert (after.hints, after.hints_taken, after.wrong) == (0, 3, 1)
    back = after.go_back()
    assert (back.number, back.hints_taken, back.wrong) == (0, 3, 1), "that stays counted"


class TwoByTwo(Nim):
    """Take one twice in a turn, from one pile or from both."""

    id: ClassVar[str] = "two_by_two"

    def legal_moves(self, state: Heaps, seat: int) -> Sequence[str]:
        return super().legal_moves(state._replace(pile=""), seat)

    def apply(self, state: Heaps, move: str) -> Heaps:
        after = super().apply(state._replace(pile=move), "1")
        return after if state.pile else state._replace(pile=move, piles=after.piles)


def test_the_turn_of_a_puzzle_may_be_made_in_another_order() -> None:
    page = Page("Find it.", ("a-b",), find=True, hints=("From both.",))
    progress = taking(page, Page("So."), game=TwoByTwo)
    assert progress.play("a").play("b").number == 1
    assert progress.play("b").play("a").number == 1
    assert progress.play("b-a").number == 1
    with pytest.raises(Astray, match=r"^That is not it\.$"):
        progress.play("b").play("b")
    without = taking(replace(page, hints=()), Page("So."), game=TwoByTwo)
    with pytest.raises(Astray):
        without.play("b")


def test_a_puzzle_that_is_over_begins_anew() -> None:
    page = Page("Find it.", ("a-2",), find=True, hints=("From a.",))
    progress = begin(Lesson("own_1", "One", "", (page, page)), Nim, INSTALLED.find)
    over = progress.take_hint().play("a-2").play("a-2")
    assert over.page is None
    anew = over.go_back()
    assert (anew.number, anew.hints, anew.hints_taken, anew.wrong) == (0, 0, 0, 0)
    assert anew.match is anew.began


def test_what_is_illegal_is_refused_in_the_words_of_the_game() -> None:
    with pytest.raises(MoveError, match="name a pile"):
        taking(Page("Two from a.", ("a-2",))).play("c")


def test_the_others_answer_before_the_next_page() -> None:
    progress = taking(Page("Two from a.", ("a-2",), ("b-3",)), Page("Look."))
    assert progress.play("a-2").match.top.state.piles == (3, 2)


def test_a_page_sets_the_board_up_anew() -> None:
    progress = taking(Page("Read."), Page("Look.", position="1 0 R . ."), options=("size=3",))
    assert progress.match.top.state.piles == (3, 3)
    assert progress.turn_page().match.top.state.piles == (1, 0)


def test_how_a_page_ended_is_known_where_the_next_one_sets_the_board_up_anew() -> None:
    asks = Page("Two from a.", ("a-2",), ("b-3",))
    before = taking(asks, Page("Look.", position="1 0 R . ."), Page("So.", position="1 1 L . ."))
    after = before.play("a-2")
    ended = end_of_page(before, after)
    assert ended is not None
    assert ended.top.state.piles == (3, 2)
    assert after.match.top.state.piles == (1, 0)
    assert end_of_page(after, after.turn_page()) is None, "nothing was played"
    assert end_of_page(after, after.go_back()) is None
    going_on = taking(asks, Page("Look."))
    assert end_of_page(going_on, going_on.play("a-2")) is None, "the board goes on"


def test_back_goes_to_the_beginning_of_the_page_and_then_to_the_page_before() -> None:
    first = taking(Page("Two from a.", ("a-2",), ("b-3",)), Page("One from a.", ("a-1",)))
    second = first.play("a-2")
    assert second.play("a").go_back() == second
    assert second.go_back() == first
    assert first.go_back() is first


def test_a_lesson_is_over_after_its_last_page() -> None:
    over = taking(Page("Read.")).turn_page()
    assert over.page is None
    assert over.wanted == ()


def test_a_duel_happens_inside_a_lesson() -> None:
    progress = taking(
        Page("Claim.", ("claim",), ("challenge",)),
        Page("Roll.", ("roll",)),
        Page("And Left.", ("roll",)),
        Page("Look."),
        game=SoundWager,
    )
    inside = progress.play("claim")
    assert [session.game.id for session in inside.match.sessions] == ["sound_wager", "die"]
    last = inside.play("roll")
    assert last.wanted == ("roll",)
    after = last.play("roll")
    assert [session.game.id for session in after.match.sessions] == ["sound_wager"]
    assert after.number == 3


def test_time_passes_where_a_page_says_so() -> None:
    progress = taking(Page("Read."), Page("Later.", ms=400), game=SoundFuse)
    before = progress.match.top.state.left_ms
    assert progress.turn_page().match.top.state.left_ms == before - 400


def test_options_that_do_not_exist_are_refused() -> None:
    with pytest.raises(OptionError, match="no option seize"):
        taking(Page("Read."), options=("seize=1",))


def test_a_lesson_that_does_not_exist_is_named_with_those_that_do() -> None:
    assert find_lesson(Nim, "first") == lessons_of(Nim)[0]
    with pytest.raises(UnknownLesson, match=r"Nim has no lesson 'last'; its lessons: first\."):
        find_lesson(Nim, "last")
    assert lessons_of(INSTALLED.find("die")) == ()


def test_every_game_of_the_project_teaches_and_says_little_a_page() -> None:
    for game in find_specimens():
        for lesson in lessons_of(INSTALLED.find(game)):
            for page in lesson.pages:
                assert len(page.words.split()) <= 51, page.words


# ---- pictures in the rules ---------------------------------------------------------------------


def test_rules_are_words_and_pictures_in_turn() -> None:
    words, board, more = rulebook.rules_of(Nim())
    assert isinstance(words, str)
    assert words.startswith("Point at a pile")
    assert isinstance(board, View)
    assert [point.load for point in board.points] == [1, 0]
    assert (board.choices, board.marks, board.prompt) == ((), (), "")
    assert more == "Left takes it."


def test_printed_rules_show_boards_as_text() -> None:
    assert "\n\na 1/9       b\n\nLeft takes it." in rulebook.rules_page(Nim())


def test_printed_rules_tell_pieces_to_those_who_hear_the_screen() -> None:
    class Pointing(Nim):
        @property
        def rules_text(self) -> str:
            return "Like this:\n\n```position\n1 0 L a .\n```\n"

    assert rulebook.rules_page(Pointing(), drawn=False).startswith("Like this:\n\n")
    assert "1: a." in rulebook.rules_page(Pointing(), drawn=False)


def test_a_picture_that_fails_is_left_out_and_the_words_stay() -> None:
    class Failing(Nim):
        def from_text(self, text: str) -> None:  # type: ignore[override]
            raise KeyError(text)

    assert [type(part) for part in rulebook.rules_of(Failing())] == [str, str]


# ---- line by line ------------------------------------------------------------------------------


def told(*typed: str, lesson: str = "first") -> tuple[bool, str]:
    """Whether a lesson of Nim was taken to its end, and its output."""
    out = io.StringIO()
    terminal = Terminal(io.StringIO("".join(f"{each}\n" for each in typed)), out)
    progress = begin(find_lesson(Nim, lesson), Nim, INSTALLED.find)
    done = Tutor(progress, terminal, lambda _page: None).run()
    return done, out.getvalue()


def test_a_lesson_is_taken_line_by_line() -> None:
    done, said = told("", "a-2", "a", "1", "")
    assert done
    assert "A first game, 2 of 5\nTake two from a, or one.\n" in said
    assert "\nType a.\nLeft> a-2" in said
    assert said.endswith("The lesson is over.\n")


def test_line_by_line_what_was_played_is_seen_before_another_board() -> None:
    out = io.StringIO()
    pages = taking(Page("Two from a.", ("a-2",), ("b-3",)), Page("Other.", position="1 0 R . ."))
    Tutor(pages, Terminal(io.StringIO("a-2\n"), out), lambda _page: None).run()
    asked, played, anew = re.split("Left> |Other", out.getvalue())
    assert "a 5/9" in asked
    assert "b-3" in played
    assert "a 3/9     b 2/9" in played
    assert "a 1/9" in anew


def test_line_by_line_one_is_helped_goes_back_and_leaves() -> None:
    done, said = told("", "a-3", "c", "hint", "help", "back", "back", "quit")
    assert said.count("The lesson begins here.") == 1
    assert not done
    wrong, back = said.split("Left> a-3\n")[1].split("The rules allow that, but this page is about")
    assert "a       b 3/9" in wrong
    assert "taken back." in " ".join(back.split())
    assert "a 3/9     b 3/9" in back
    assert "Type a.\n" in said
    assert re.search(r"^  back \[TURNS\] +to the turn, or the page, before", said, re.MULTILINE)
    assert said.count("A first game, 1 of 5") == 2


def test_line_by_line_one_can_ask_and_go_without_the_drawing() -> None:
    _, said = told("board off", "", "what can I do", "moves", "board", "a", "quit")
    assert "Left> what can I do\nSay what you take.\na: pile a\nb: pile b\n" in said
    assert "Left> moves\n2 decisions are possible now:\n  a  pile a\n  b  pile b\n" in said
    drawing = "a 3/9     b 3/9"
    asked_for, later = said.split("Left> board\n")
    assert asked_for.count(drawing) == 1
    assert later.count(drawing) == 1


def test_words_of_a_lesson_are_those_of_every_prompt() -> None:
    _, said = told("", ":moves a", "score", "rules", "undo", "moevs", ":quit", "nobody reads this")
    assert "Left> :moves a\n" in said
    assert "Left> score\nLeft: Left's disc o 6.\nPiles:\na 3, b 3.\n" in said
    assert "undo is for a match that goes on; help lists what can be typed here." in said
    assert "moevs is neither a word nor a move here. Did you mean moves?" in said
    assert said.endswith("Left> :quit\n")
    with spoken("cs"):
        done, said = told("", "napoveda", "tahy", "konec", "nobody reads this")
    assert not done
    assert "možn" in said
    assert "nobody" not in said


def test_one_goes_several_steps_back_in_a_lesson() -> None:
    _, said = told("", "a", "back 9", "back x", "quit")
    assert said.count("A first game, 1 of 5") == 2
    assert "Type back, or back 3 for three steps." in said


def test_an_input_that_ends_leaves_the_lesson() -> None:
    assert not told("")[0]


def test_marks_on_what_may_be_played_are_not_shown_where_one_looks() -> None:
    view = Nim().view(Nim().start(2), None)
    assert view.marks
    assert learning.marks_of_position(view) == ()
