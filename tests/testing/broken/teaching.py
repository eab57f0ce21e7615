"""Games whose rules and lessons show what is not there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Literal

from gipf_meta import Lesson, Page, Puzzle, Theme
from tests.testing.broken.defect import found_by
from tests.testing.broken.sound import Nim


@found_by("rules_show_real_positions", "from_text")
class PictureOfNothing(Nim):
    @property
    def rules_text(self) -> str:
        return "Like this:\n\n```position\n9 9 L . .\n```\n"


@found_by("rules_show_real_positions", "NAME=VALUE")
class PictureWithoutSuchAnOption(Nim):
    @property
    def rules_text(self) -> str:
        return "```position seize=3\n```\n"


@found_by("rules_show_real_positions", "NAME=VALUE")
class PictureWithoutAnEnd(Nim):
    @property
    def rules_text(self) -> str:
        return "```position\n1 0 L . .\n"


@found_by("rules_name_real_options", "Name an option")
class PassageOfNoOption(Nim):
    @property
    def rules_text(self) -> str:
        return "::: colour=red\nRed begins.\n:::\n"


@found_by("rules_name_real_options", "wins, loses")
class PassageOfNoValue(Nim):
    last: Literal["wins", "loses"] = "wins"

    @property
    def rules_text(self) -> str:
        return "::: last=draws\nWho takes the last counter draws.\n:::\n"


@found_by("rules_name_real_options", "NAME=VALUE")
class PassageWithoutACondition(Nim):
    @property
    def rules_text(self) -> str:
        return "::: blitz\nThis is quick.\n:::\n"


@found_by("rules_name_real_options", "alone in the line")
class PassageWithoutAnEnd(Nim):
    @property
    def rules_text(self) -> str:
        return "::: match=on\nThis is never closed.\n"


@found_by("rules_name_real_options", "rules_facts")
class FactsThatFail(Nim):
    @property
    def rules_facts(self) -> Any:
        raise LookupError("a bug")


class Changed(Nim):
    """The lesson of Nim with one page, or the lesson, changed."""

    @classmethod
    def changed(cls, page: int, **parts: Any) -> Sequence[Lesson]:
        (lesson,) = Nim.lessons()
        pages = list(lesson.pages)
        pages[page] = replace(pages[page], **parts)
        return (replace(lesson, pages=tuple(pages)),)


@found_by("lessons_can_be_taken", "say something")
class WordlessPage(Changed):
    @classmethod
    def lessons(cls) -> Sequence[Lesson]:
        return cls.changed(4, words=" ")


@found_by("lessons_can_be_taken", "asked")
class SecondThingAskedIsIllegal(Changed):
    @classmethod
    def lessons(cls) -> Sequence[Lesson]:
        return cls.changed(1, asked=("a-2", "c-1"))


@found_by("lessons_can_be_taken", "answer")
class IllegalAnswer(Changed):
    @classmethod
    def lessons(cls) -> Sequence[Lesson]:
        return cls.changed(1, answer=("a-3",))


@found_by("lessons_can_be_taken", "position")
class StrangePosition(Changed):
    @classmethod
    def lessons(cls) -> Sequence[Lesson]:
        return cls.changed(2, position="7 7 L . .")


@found_by("lessons_can_be_taken", "texts as behind --set")
class OptionsInPairs(Nim):
    @classmethod
    def lessons(cls) -> Sequence[Lesson]:
        (lesson,) = Nim.lessons()
        return (replace(lesson, options=(("size", "6"),)),)  # type: ignore[arg-type]


@found_by("lessons_can_be_taken", "id of its own")
class TwinLessons(Nim):
    @classmethod
    def lessons(cls) -> Sequence[Lesson]:
        return (*Nim.lessons(), *Nim.lessons())


@found_by("lessons_can_be_taken", "summary")
class NoSummary(Nim):
    @classmethod
    def lessons(cls) -> Sequence[Lesson]:
        return (Lesson("first", "A first game", "", (Page("One page."),)),)


@found_by("lessons_can_be_taken", "choice")
class NotToBeClicked(Nim):
    def view(self, state: Any, seat: int | None) -> Any:
        view = super().view(state, seat)
        return replace(view, choices=tuple(c for c in view.choices if c.notation != "2"))


@found_by("lessons_can_be_taken", "lessons returns")
class LessonsFail(Nim):
    @classmethod
    def lessons(cls) -> Sequence[Lesson]:
        raise KeyError("first")


@found_by("lessons_can_be_taken", "square brackets in words")
class OpenBracket(Changed):
    @classmethod
    def lessons(cls) -> Sequence[Lesson]:
        return cls.changed(1, words="Take two[ from a.")


@found_by("lessons_can_be_taken", "not only in square brackets")
class WordsForTheEarAlone(Changed):
    @classmethod
    def lessons(cls) -> Sequence[Lesson]:
        return cls.changed(1, words="[Take two from a.]")


@found_by("lessons_can_be_taken", "only beside asked")
class NothingToFind(Changed):
    @classmethod
    def lessons(cls) -> Sequence[Lesson]:
        return cls.changed(0, find=True)


@found_by("lessons_can_be_taken", "legal on the page")
class IllegalMistake(Changed):
    @classmethod
    def lessons(cls) -> Sequence[Lesson]:
        return cls.changed(1, mistakes=(("a-9", "There are not so many."),))


@found_by("lessons_can_be_taken", "does not ask for")
class MistakeThatIsAsked(Changed):
    @classmethod
    def lessons(cls) -> Sequence[Lesson]:
        (lesson,) = Nim.lessons()
        return cls.changed(1, mistakes=((lesson.pages[1].asked[0], "Not that."),))


@found_by("lessons_can_be_taken", "its own sentence")
class MistakeTwice(Changed):
    @classmethod
    def lessons(cls) -> Sequence[Lesson]:
        return cls.changed(1, mistakes=(("b", "One."), ("b-1", "Another.")))


@found_by("lessons_can_be_taken", "a decision and the sentence")
class MistakeWithoutReason(Changed):
    @classmethod
    def lessons(cls) -> Sequence[Lesson]:
        return cls.changed(1, mistakes=(("b-1", " "),))


@found_by("lessons_can_be_taken", "the method themes")
class LessonOfNoTheme(Nim):
    @classmethod
    def lessons(cls) -> Sequence[Lesson]:
        (lesson,) = Nim.lessons()
        return (replace(lesson, theme="greed"),)


class Puzzled(Nim):
    """Nim with a puzzle, which is sound."""

    puzzle: ClassVar[Puzzle] = Puzzle("nim", 1, "3 0 L . .", ("a-3",), ("last",))

    @classmethod
    def puzzles(cls) -> Sequence[Puzzle]:
        return (cls.puzzle,)

    @classmethod
    def themes(cls) -> Mapping[str, Theme]:
        return {"last": Theme("the last ones", "takes the last ones")}

    def themes_of(self, states: Sequence[Any], moves: Sequence[Any]) -> Sequence[str]:
        return () if any(states[-1].piles) else ("last",)


@found_by("themes_are_known", "a name and a predicate")
class ThemeWithoutAPredicate(Puzzled):
    @classmethod
    def themes(cls) -> Mapping[str, Theme]:
        return {"last": Theme("the last ones", "")}


@found_by("themes_are_known", "each once")
class ThemeThatIsNotNamed(Puzzled):
    def themes_of(self, states: Sequence[Any], moves: Sequence[Any]) -> Sequence[str]:
        return ("greed",)


@found_by("themes_are_known", "each once")
class ThemeNamedTwice(Puzzled):
    def themes_of(self, states: Sequence[Any], moves: Sequence[Any]) -> Sequence[str]:
        return ("last", "last")


@found_by("puzzles_can_be_solved", "never given twice")
class TwinPuzzles(Puzzled):
    @classmethod
    def puzzles(cls) -> Sequence[Puzzle]:
        return (cls.puzzle, cls.puzzle)


@found_by("puzzles_can_be_solved", "the method themes")
class PuzzleOfNoTheme(Puzzled):
    puzzle = replace(Puzzled.puzzle, themes=("greed",))


@found_by("puzzles_can_be_solved", "the solver's")
class PuzzleThatTheOtherEnds(Puzzled):
    puzzle = replace(Puzzled.puzzle, position="3 2 L . .", turns=("a-3", "b-2"))


@found_by("puzzles_can_be_solved", "position, options and turns")
class PuzzleWithAnIllegalTurn(Puzzled):
    puzzle = replace(Puzzled.puzzle, position="2 0 L . .")
