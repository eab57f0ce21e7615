"""The lists of lessons, of one game and of all games: paths, with how far one has gone on them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from gipf_meta.base.numbers import read_whole
from gipf_meta.base.texts import _
from gipf_meta.desk import parts
from gipf_meta.desk.context import Context
from gipf_meta.desk.parts import About, AnyPart, Screen, ScreenPlace, opening, submitting
from gipf_meta.desk.pictures import picture_of_lesson, with_progress
from gipf_meta.desk.quick_start import beginning_at_once, begins_at_once, words_at_once
from gipf_meta.desk.requests import DeskError
from gipf_meta.desk.responses import PageMessages
from gipf_meta.match.lesson_progress import LessonsFailed, find_lesson, lessons_of
from gipf_meta.protocol.capabilities import Lesson
from gipf_meta.protocol.game import AnyGame, title_of


@dataclass(frozen=True)
class LessonInList:
    """A *lesson* of *game*, and whether it *is_done*; it was left at *page*, counted from 0."""

    game: str
    lesson: Lesson
    is_done: bool
    page: int

    @property
    def pages(self) -> int:
        """The number of its pages."""
        return len(self.lesson.pages)

    @property
    def share(self) -> float:
        """How far the user has gone, from 0 to 1."""
        return self.page / self.pages if self.page else float(self.is_done)

    @property
    def standing(self) -> str:
        """How far the user has gone, in words."""
        if self.page:
            return _("{n} of {all}").format(n=self.page + 1, all=self.pages)
        if self.is_done:
            return _("Done")
        return _.many("{count} page", "{count} pages", self.pages).format(count=self.pages)


ListedLessons: TypeAlias = list[LessonInList] | str
"""The lessons of a game, or the sentence that says why none can be shown."""


def lesson_list(context: Context, about: About) -> Screen:
    """The lessons of the game that the screen is *about*, or of all. Raises ``UnknownGame``."""
    if "game" not in about:
        return _every_lesson(context)
    game = context.game_of(about)
    listed = _lessons(context, game)
    none = parts.Paragraph(text=_("{game} has no lessons.").format(game=title_of(game)))
    taken = [parts.Paragraph(text=_how_many(listed))] if isinstance(listed, list) and listed else []
    return Screen(
        name="lessons",
        about={"game": game.id},
        title=_("{game}: lessons").format(game=title_of(game)),
        back=ScreenPlace(screen="launcher"),
        parts=(
            *taken,
            _list(context, game, listed, _next([listed])) if listed else none,
            parts.Button(text=_("Rules"), do=opening("rules", {"game": game.id})),
            _match_button(context, game),
        ),
    )


def _match_button(context: Context, game: type[AnyGame]) -> parts.Button:
    """The button to a match of *game*, which begins at once where one person can play it."""
    do, about = opening("setup", {"game": game.id}), {"game": game.id}
    if not begins_at_once(game) or context.installed.is_tool(game):
        return parts.Button(text=_("Play a match"), do=do)
    words = words_at_once(context, about)
    return parts.Button(text=_("Play a match"), do=beginning_at_once(game), note=words)


def _every_lesson(context: Context) -> Screen:
    """The lessons of all games, those of the game with the most first; the first that was not taken
    is proposed."""
    games = context.installed.games_to_choose()
    found = {game: listed for game in games if (listed := _lessons(context, game))}
    long = sorted(found, key=lambda game: -len(found[game]) if isinstance(found[game], list) else 0)
    by_game = {game: found[game] for game in long}
    every = [each for listed in by_game.values() if isinstance(listed, list) for each in listed]
    return Screen(
        name="lessons",
        title=_("Lessons"),
        back=ScreenPlace(screen="launcher"),
        parts=(
            parts.Paragraph(text=_how_many(every)),
            *_lists(context, by_game, _next(by_game.values())),
        ),
    )


def _lists(
    context: Context,
    by_game: Mapping[type[AnyGame], ListedLessons],
    next_one: LessonInList | None,
) -> Iterator[AnyPart]:
    for game, listed in by_game.items():
        text = title_of(game)
        if isinstance(listed, list):
            done = sum(each.is_done for each in listed)
            words = _("{title} · {done} of {all} done")
            text = words.format(title=text, done=done, all=len(listed)) if done else text
        yield parts.Heading(text=text)
        yield _list(context, game, listed, next_one)


def _list(
    context: Context,
    game: type[AnyGame],
    listed: ListedLessons,
    next_one: LessonInList | None,
) -> AnyPart:
    if isinstance(listed, str):
        return parts.WarningText(text=listed)
    return parts.Rows(
        rows=tuple(_row(context, game, each, is_next=each == next_one) for each in listed),
        look="boards",
    )


def _next(all_listed: Iterable[ListedLessons]) -> LessonInList | None:
    """The first lesson that was begun, else the first that was not taken."""
    every = [each for listed in all_listed if isinstance(listed, list) for each in listed]
    begun = (each for each in every if each.page)
    return next(begun, None) or next((each for each in every if not each.is_done), None)


def _how_many(every: list[LessonInList]) -> str:
    if not every:
        return _("No game here has lessons.")
    done = sum(each.is_done for each in every)
    if not done:
        return _("A lesson takes a few minutes: you read a little, and move on a real board.")
    return _("You have taken {done} of {all} lessons.").format(done=done, all=len(every))


def _row(
    context: Context, game: type[AnyGame], listed: LessonInList, *, is_next: bool
) -> parts.ListRow:
    """The tile of a lesson: its board, and how far the user has gone."""
    lesson, title = listed.lesson, listed.lesson.title
    picture = None
    if context.is_page:
        draw = partial(picture_of_lesson, lesson, game, context.installed.find)
        picture = context.cached(("lesson", game.id, lesson.id), draw)
        picture = picture and with_progress(picture, listed.share)
    elif listed.is_done:
        title = f"✓ {title}"
    return parts.ListRow(
        cells=(title, lesson.summary, listed.standing),
        buttons=tuple(_ways_in(listed, is_next=is_next, is_page=context.is_page)),
        picture=picture,
    )


def _ways_in(lesson: LessonInList, *, is_next: bool, is_page: bool) -> Iterator[parts.Button]:
    """The buttons that open *lesson*: where it was left, and at its beginning."""
    about = {"game": lesson.game, "lesson": lesson.lesson.id}
    first = _("Take it again") if lesson.is_done else _("Begin")
    if lesson.page:
        left = _("Go on with page {n} of {all}").format(n=lesson.page + 1, all=lesson.pages)
        left = _("Go on") if is_page else left  # the tile says how far
        there = submitting("lessons", {**about, "page": str(lesson.page)})
        yield parts.Button(text=left, do=there, primary=is_next)
        first = _("From the beginning")
    yield parts.Button(
        text=first, do=submitting("lessons", about), primary=is_next and not lesson.page
    )


def _lessons(context: Context, game: type[AnyGame]) -> ListedLessons:
    """The lessons of *game*, with a mark on those that were taken; else the reason why there are
    none."""
    settings = context.settings
    try:
        lessons = lessons_of(game)
    except LessonsFailed as error:
        return str(error)
    return [
        LessonInList(
            game.id,
            each,
            settings.has_done(game.id, each.id),
            min(settings.lesson_page(game.id, each.id), len(each.pages) - 1),
        )
        for each in lessons
    ]


def submit_lesson(context: Context, about: About) -> PageMessages:
    """Leads the page to a lesson. Raises ``GipfMetaError``."""
    game = context.game_of(about)
    if "lesson" not in about:
        raise DeskError(_("This screen needs a lesson."))
    lesson = find_lesson(game, about["lesson"])
    page = read_whole(about.get("page", ""), 1, len(lesson.pages) - 1)
    return [{"go": f"lesson/{game.id}/{lesson.id}" + (f"/{page}" if page else "")}]


def lessons_button(context: Context, game: type[AnyGame]) -> tuple[parts.Button, ...]:
    """The button to the lessons of *game*, with the number of those taken; ``()`` without
    lessons."""
    every = context.cached(("lessons", game.id), partial(_ids, game))
    if not every:
        return ()
    done = sum(context.settings.has_done(game.id, lesson) for lesson in every)
    words = _("Lessons ({done} of {all} done)").format(done=done, all=len(every))
    return (
        parts.Button(
            text=words if done else _("Lessons"), do=opening("lessons", {"game": game.id})
        ),
    )


def _ids(game: type[AnyGame]) -> list[str]:
    """The ids of the lessons of *game*; none where the game fails: the list of lessons says why."""
    try:
        return [each.id for each in lessons_of(game)]
    except LessonsFailed:
        return []
