"""Lessons as rooms: each belongs to one link, and begins at the page that the link names.

Nothing is stored here: the client knows its page, and names it again after a reconnect.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Final, Protocol, TypeAlias

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _
from gipf_meta.deeds.agreements import TakeBack
from gipf_meta.deeds.boards import course_elements, drawer_of, waiting_game
from gipf_meta.deeds.deed import Deed, Inquiring, Reading, not_in_lessons
from gipf_meta.deeds.elements import LessonButton, LessonElement, Scene, by_key
from gipf_meta.deeds.inquiry_deeds import Hint
from gipf_meta.deeds.messages import Head, RoomMessage, Said, tell_scene
from gipf_meta.deeds.view_deeds import Unwatch, Watch
from gipf_meta.match.lesson_progress import (
    Astray,
    LessonProgress,
    begin_at,
    end_of_page,
    find_lesson,
    lessons_of,
    marks_of_position,
    sets_up,
)
from gipf_meta.match.lesson_words import places_in_brackets, words_for_eye, words_in_full
from gipf_meta.match.match import GameFinder, Match
from gipf_meta.match.puzzle_lessons import OWN, is_puzzle, theme_after
from gipf_meta.narration import story
from gipf_meta.narration.lesson_requests import page_in_words
from gipf_meta.narration.news import news
from gipf_meta.narration.puzzle_words import (
    after_wrong_turn,
    solution_in_words,
    why_it_solves,
    words_of_solving,
)
from gipf_meta.narration.scene_motion import moved_element
from gipf_meta.protocol.capabilities import Lesson
from gipf_meta.protocol.game import AnyGame, Turn, seat_name, title_of
from gipf_meta.protocol.options import read_settings
from gipf_meta.protocol.view import View
from gipf_meta.render.scene import view_scene
from gipf_meta.table.openings import LESSON_ID
from gipf_meta.table.seats import Refused

FindOwn: TypeAlias = Callable[[str, str, str], Lesson | None]
"""Finds the mistake of a person in a game that is the lesson of that id; ``None``: there is none.
"""
END_MS: Final = 1500
"""The time for which the end of a page is shown before the board is set up anew, in
milliseconds."""
READING_MS: Final = 50
"""The time that a letter takes to be read, while a wrong move is shown, in milliseconds."""


def lesson_room(game: type[AnyGame], lesson: str) -> str:
    """The id of the room in which *lesson* of *game* is taken."""
    return f"{LESSON_ID}{game.id}-{lesson}"


class FindNext(Protocol):
    """Finds the puzzle that comes next for a *person*."""

    def __call__(self, person: str, game: str, theme: str, but: str) -> str:
        """The address of a puzzle of *game* that is not solved yet, of *theme*, ``""``: of any, and
        not the lesson *but*; ``""``: there is none. Raises ``GipfMetaError``."""
        ...


@dataclass(frozen=True)
class AfterPuzzle:
    """The end of a puzzle: the *sentences* on what it was worth to whom took it, and the addresses
    of the *next* puzzle and of one *alike*; ``""``: there is none."""

    sentences: Sequence[str] = ()
    next: str = ""
    alike: str = ""


@dataclass
class LessonRoom:
    """A lesson of *game* in the room *id*; *scene* is the scene that was sent last, *end* what
    comes after a puzzle."""

    id: str
    game: type[AnyGame]
    progress: LessonProgress
    scene: Scene | None = field(default=None, repr=False)
    end: AfterPuzzle = AfterPuzzle()

    def tell(self, seen: LessonProgress | None = None) -> RoomMessage:
        """Returns the message that brings the scene up to date, after *seen* was seen of the same
        board.

        Raises the errors of the game.
        """
        number, match = self.progress.number, self.progress.match
        scene = lesson_scene(self.progress, self.game, self.end)
        return self._tell(number, scene, match, seen)

    def tell_end(self, seen: LessonProgress, ended: Match) -> RoomMessage:
        """Returns the message with the end of the page of *seen*, whose match has *ended*. Raises
        as ``tell``."""
        return self._tell(seen.number, _scene_of_end(seen, ended, self.game), ended, seen)

    def tell_astray(self, seen: LessonProgress, error: Astray) -> RoomMessage:
        """Returns the message with the move of *error*, played out after *seen* was seen. Raises as
        ``tell``."""
        scene = _scene_astray(error, self.game)
        return self._tell(seen.number, scene, error.match, seen)

    def _tell(
        self, number: int, scene: Scene, match: Match, seen: LessonProgress | None
    ) -> RoomMessage:
        head: Head = {"room": self.id, "number": number, "at_ms": 0}
        lines, moved = list[str](), None
        if seen is not None:
            sessions = seen.match.sessions, match.sessions
            every = news(*sessions, seen.names, in_words=True, again=True)
            lines = [line for line in every if line]
            moved = moved_element(*sessions, match.player, drawer_of(match))
        before, self.scene = self.scene, scene | by_key({"said": {"lines": lines}})
        return tell_scene(head, before, self.scene, lines, moved)


class Lessons:
    """The lessons that are open, at most one for each link. *finder* finds games.

    *note_done* is called when a lesson was taken to its end, with the person, the game, the
    lesson's id and its end, and returns sentences on what that was worth; of a puzzle also at the
    first wrong turn or hint; *note_page*, when another page was opened, with its number. *find_own*
    finds a mistake of a person's own as the lesson of a game with that id, *find_next* the next
    puzzle.
    """

    def __init__(self, finder: GameFinder) -> None:
        self.note_done: Callable[[str, str, str, LessonProgress], Sequence[str]] = lambda *about: ()
        self.note_page: Callable[[str, str, str, int], object] = lambda *about: None
        self.find_own: FindOwn = lambda person, game, lesson: None
        self.find_next: FindNext = lambda person, game, theme, but: ""
        self._finder = finder
        self._taken: dict[str, LessonRoom] = {}

    def leave(self, link: str) -> None:
        """Ends the lesson of *link*, if it has one."""
        self._taken.pop(link, None)

    # ---- commands -------------------------------------------------------------------------------

    def answer(self, deed: Deed, said: Said) -> list[RoomMessage]:
        """Returns the answers to each command that comes to a lesson. Raises ``GipfMetaError``."""
        match deed:
            case Watch():
                taken = self._begin(deed.room, deed.since, said.person)
                self._taken[said.link] = taken
                return [taken.tell(), _done(deed, taken)]
            case Unwatch():
                self.leave(said.link)
                return [{"done": deed.id, "number": 0}]
            case Reading() | Inquiring():
                taken = self._find(deed, said)
                if not isinstance(deed, Hint) or not taken.progress.has_to_be_found:
                    return [deed.in_lesson(taken.progress)]
                before = taken.progress
                taken.progress = before.take_hint()
                self._note_help(before, taken, said.person)
                return [taken.tell(), deed.in_lesson(taken.progress)]
            case _:
                return self._change(deed, said)

    def _change(self, deed: Deed, said: Said) -> list[RoomMessage]:
        """Goes on in the lesson; a command to another page counts as done.

        Raises ``GipfMetaError``.
        """
        taken = self._find(deed, said)
        before = taken.progress
        if deed.seen not in (None, before.number):
            return [{"done": deed.id, "number": before.number}]
        if before.page is None and not (is_puzzle(before.lesson.id) and isinstance(deed, TakeBack)):
            raise not_in_lessons()
        try:
            after = deed.step(before)
        except Astray as error:
            taken.progress = after_wrong_turn(before, error)
            self._note_help(before, taken, said.person)
            shown = taken.tell_astray(
                before, Astray(taken.progress.why, error.match, taken.progress)
            )
            return [shown, taken.tell(), _done(deed, taken)]
        taken.progress = after
        self._note_help(before, taken, said.person)
        if after.page is None:
            taken.end = self._end(taken, said.person)
        elif after.number != before.number:
            self.note_page(said.person, taken.game.id, after.lesson.id, after.number)
        ended = end_of_page(before, after)
        end = [] if ended is None else [taken.tell_end(before, ended)]
        return [*end, taken.tell(None if sets_up(before, after) else before), _done(deed, taken)]

    def _note_help(self, before: LessonProgress, taken: LessonRoom, person: str) -> None:
        """Notes at once that *person* needs help in the puzzle that is *taken*, if he did not until
        *before*: to begin anew does not undo it."""
        after = taken.progress
        is_first = after.was_helped and not before.was_helped
        if is_first and after.page is not None and is_puzzle(after.lesson.id):
            with suppress(GipfMetaError):  # the puzzle goes on all the same
                self.note_done(person, taken.game.id, after.lesson.id, after)

    def _end(self, taken: LessonRoom, person: str) -> AfterPuzzle:
        """Notes that *person* has *taken* a lesson to its end, and finds what comes next. Raises
        ``GipfMetaError``."""
        game, lesson = taken.game.id, taken.progress.lesson
        sentences = self.note_done(person, game, lesson.id, taken.progress)
        if not is_puzzle(lesson.id):
            return AfterPuzzle()
        alike = self.find_next(person, game, lesson.theme, lesson.id) if lesson.theme else ""
        return AfterPuzzle(sentences, self.find_next(person, game, "", lesson.id), alike)

    def _find(self, deed: Deed, said: Said) -> LessonRoom:
        """The lesson that is open at the link. Raises ``Refused``."""
        taken = self._taken.get(said.link)
        if taken is None or taken.id != deed.room:
            raise Refused(_("This lesson is not open here any more: open it again."))
        return taken

    def _begin(self, room: str, number: int, person: str) -> LessonRoom:
        """The lesson of that room for *person*, from page *number* on. Raises ``GipfMetaError``."""
        game_id, _dash, name = room.removeprefix(LESSON_ID).partition("-")
        game = self._finder(game_id)
        lesson = self.find_own(person, game.id, name) if name.startswith(OWN) else None
        progress = begin_at(lesson or find_lesson(game, name), game, self._finder, number)
        return LessonRoom(room, game, progress)


def _done(deed: Deed, taken: LessonRoom) -> RoomMessage:
    return {"done": deed.id, "number": taken.progress.number}


def lesson_scene(
    progress: LessonProgress, game: type[AnyGame], end: AfterPuzzle = AfterPuzzle()
) -> Scene:
    """The scene of a lesson of *game*, where a puzzle has that *end*. Raises the errors of the
    game."""
    page = _page(progress, game, end)
    return _scene(progress, progress.match, page, game, asks=not progress.asks_nothing)


def _scene_of_end(seen: LessonProgress, ended: Match, game: type[AnyGame]) -> Scene:
    """The scene of the page of *seen* as it has *ended*: without a question, and for a while.
    Raises the errors of the game."""
    seen = replace(seen, why="")  # the move that has ended the page was right
    page: LessonElement = {**_page(seen, game), "rests_ms": END_MS, "targets": [], "named": []}
    return _scene(seen, ended, page, game, asks=False) | by_key({"may": {"do": []}})


def _scene_astray(error: Astray, game: type[AnyGame]) -> Scene:
    """The scene after the move of *error*, until it was seen and read why it is taken back. Raises
    the errors of the game."""
    page: LessonElement = {
        **_page(error.progress, game),
        "rests_ms": END_MS + READING_MS * len(str(error)),
        "buttons": [{"text": _("Take it back"), "primary": True}],
    }
    page["targets"], page["named"] = [], []
    return _scene(error.progress, error.match, page, game, asks=False) | by_key({"may": {"do": []}})


def _scene(
    progress: LessonProgress, match: Match, page: LessonElement, game: type[AnyGame], *, asks: bool
) -> Scene:
    """The board of *match*, which *asks* for a decision or not, beside the *page* of *progress*."""
    top = match.top
    view = _at_rest(top.view(None))
    if not asks:
        view = replace(view, prompt="", marks=marks_of_position(view), choices=())
    names = [seat_name(top.game, seat) for seat in range(len(top.players))]
    title = f"{story.path(match.sessions)}   {progress.lesson.title}"
    depth = len(match.sessions) - 1
    beside = by_key({
        "heading": {"text": title, "games": title},
        "state": {"game": game.id, "depth": depth, "turn": progress.number},
        "may": {"do": _may(progress)},
        "lesson": page,
    })  # fmt: skip
    if depth:
        stakes = list(story.stakes(match.sessions))
        below = waiting_game(match.sessions[-2], None, None)
        beside |= by_key({"stakes": {"lines": stakes}, "below": below})
    elif isinstance(now := top.status, Turn) and asks:
        beside |= course_elements(top, top.players[now.seat], None)
    return {**view_scene(view, names, title_of(top.game)), **beside}


def _at_rest(view: View) -> View:
    """*view* with all sand as it stands: in a lesson time passes only between pages."""
    return replace(
        view,
        pieces=tuple(replace(piece, ends_in_ms=0, of_ms=0) for piece in view.pieces),
        countdowns=tuple(replace(each, runs=False) for each in view.countdowns),
    )


def _may(progress: LessonProgress) -> list[str]:
    """The commands that the room would do now."""
    return ["ask"] if progress.asks_nothing else ["ask", "play", "choose", "hint"]


def _page(
    progress: LessonProgress, game: type[AnyGame], end: AfterPuzzle = AfterPuzzle()
) -> LessonElement:
    """The page: its words, its address, whether it is only read, and its buttons.

    The first button leads back, the last one on. Each has a command, or the address of a screen.
    """
    lesson, page, number = progress.lesson, progress.page, progress.number
    if page is None:
        return _end_page(progress, game, end)
    of = _("{n} of {all}").format(n=number + 1, all=len(lesson.pages))
    shown = () if progress.has_to_be_found else progress.targets
    places = {point.id for point in progress.match.top.view(None).points}
    words = " ".join((page.words, *progress.hints_given))
    element: LessonElement = {
        "title": lesson.title,
        "of": of if len(lesson.pages) > 1 else "",
        "words": page_in_words(progress),
        "address": f"{_address(lesson, game)}/{number}",
        "reads": progress.asks_nothing,
        "buttons": _buttons(progress, game),
        "eye": words_for_eye(words),
        "named": [*places_in_brackets(words, places)],
        "targets": [[*choice.path] for choice in shown],
    }
    if progress.why:
        element["why"] = progress.why
    return element


def _address(lesson: Lesson, game: type[AnyGame]) -> str:
    """The address of *lesson* of *game*."""
    return f"lesson/{game.id}/{lesson.id}"


def _buttons(progress: LessonProgress, game: type[AnyGame]) -> list[LessonButton]:
    """The buttons of a page that is open."""
    back: LessonButton
    if progress.match is not progress.began:
        back = {"text": _("Again"), "do": "take_back"}
    elif progress.before is not None:
        back = {"text": _("Back"), "do": "take_back"}
    else:
        back = _to_all(progress.lesson, game)
    if progress.asks_nothing:
        return [back, {"text": _("Go on"), "do": "turn_page", "primary": True}]
    page = progress.page
    if page is not None and page.hints and progress.has_to_be_found:
        step = {"n": progress.hints + 1, "all": len(page.hints) + 1}
        return [back, {"text": _("Hint {n} of {all}").format(**step), "asks": "hint"}]
    return [back, {"text": _("Show me"), "do": "show_me"}]


def _to_all(lesson: Lesson, game: type[AnyGame]) -> LessonButton:
    """The button that leads to the list in which *lesson* is."""
    if is_puzzle(lesson.id):
        return {"text": _("All puzzles"), "go": "screen/puzzles"}
    return {"text": _("All lessons"), "go": _screen("lessons", game)}


def _end_page(progress: LessonProgress, game: type[AnyGame], end: AfterPuzzle) -> LessonElement:
    """The page after the last one: what was learned, and the ways on."""
    lesson = progress.lesson
    is_solved = is_puzzle(lesson.id)
    return {
        "title": lesson.title,
        "of": "",
        "words": _("The puzzle is over.") if is_solved else _("The lesson is over."),
        "address": f"{_address(lesson, game)}/{progress.number}",
        "reads": True,
        "buttons": _ways_on(progress, game, end),
        "learned": _end_of_puzzle(progress, end) if is_solved else lesson.summary,
    }


def _end_of_puzzle(progress: LessonProgress, end: AfterPuzzle) -> str:
    """The lines at the end of a puzzle: how it was solved, why that is best, and the solution."""
    solved = " ".join(end.sentences) or words_of_solving(progress)
    first = progress.first.page
    about = words_in_full(first.hints[0]) if first is not None and first.hints else ""
    why = " ".join(filter(None, (about, why_it_solves(progress))))
    return "\n".join(filter(None, (solved, why, " ".join(solution_in_words(progress)))))


def _ways_on(progress: LessonProgress, game: type[AnyGame], end: AfterPuzzle) -> list[LessonButton]:
    """The buttons at the end of a lesson: all lessons, what to play or look at, and what is
    next."""
    lesson = progress.lesson
    more = _after_puzzle(progress, end) if is_puzzle(lesson.id) else _after_lesson(lesson, game)
    buttons = [_to_all(lesson, game), *more]
    buttons[-1]["primary"] = True
    return buttons


def _after_puzzle(progress: LessonProgress, end: AfterPuzzle) -> list[LessonButton]:
    """The buttons after a puzzle, but for the first."""
    first = progress.first
    position = first.page.position if first.page is not None else ""
    about = {"game": first.began.top.game.id, "position": position}
    if options := read_settings(progress.lesson.options):
        about["options"] = json.dumps(options, sort_keys=True)
    buttons = list[LessonButton]()
    if progress.lesson.id.startswith(OWN):  # never the last, which Enter presses
        number = {"number": progress.lesson.id.removeprefix(OWN)}
        go = _address_of_screen("mistakes", number)
        buttons.append({"text": _("Do not show it again"), "go": go})
    buttons.append({"text": _("Again"), "do": "take_back"})
    buttons.append({"text": _("Analyse"), "study": about})
    if end.alike and end.alike != end.next:
        buttons.append({"text": _("Another of this theme"), "go": end.alike})
    if end.next:
        buttons.append({"text": _("Next puzzle"), "go": end.next})
    return buttons


def _after_lesson(lesson: Lesson, game: type[AnyGame]) -> list[LessonButton]:
    """The buttons after a lesson, but for the first: a match, puzzles, and the next lesson."""
    every = lessons_of(game)
    ids = [each.id for each in every]
    after = every[ids.index(lesson.id) + 1 :] if lesson.id in ids else ()
    buttons: list[LessonButton] = [{"text": _("Play a match"), "go": _screen("setup", game)}]
    if theme := theme_after(lesson, game):
        text = _("Five puzzles: {theme}").format(theme=theme.name)
        buttons.append({"text": text, "go": _screen("puzzles", game, theme=lesson.theme)})
    if after:
        text = _("Next lesson: {title}").format(title=after[0].title)
        buttons.append({"text": text, "go": _address(after[0], game)})
    return buttons


def _screen(name: str, game: type[AnyGame], **about: str) -> str:
    """The address of the screen *name*, about *game* and what else it is *about*."""
    return _address_of_screen(name, {"game": game.id, **about})


def _address_of_screen(name: str, about: Mapping[str, str]) -> str:
    """The address of the screen *name*, and what it is *about*."""
    return f"screen/{name}/" + json.dumps(about, separators=(",", ":"))
