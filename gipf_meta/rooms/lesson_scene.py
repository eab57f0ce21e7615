"""What somebody who takes a lesson is shown: the board, the page beside it, what he may do."""

from __future__ import annotations

from dataclasses import replace

from gipf_meta.base.texts import _
from gipf_meta.match.lesson_progress import Progress, lessons_of, marks_of_position
from gipf_meta.narration import story
from gipf_meta.protocol.game import AnyGame, seat_name, title_of
from gipf_meta.protocol.lesson import Lesson
from gipf_meta.protocol.view import View
from gipf_meta.render.scene import view_scene
from gipf_meta.rooms.boards import waiting_game
from gipf_meta.rooms.elements import LessonButton, LessonElement, Scene, by_key


def lesson_scene(progress: Progress, game: type[AnyGame]) -> Scene:
    """The scene of a lesson of *game*. Raises whatever a game raises."""
    match, top = progress.match, progress.match.top
    view = _at_rest(top.view(None))
    if progress.asks_nothing:
        view = replace(view, prompt="", marks=marks_of_position(view), choices=())
    names = [seat_name(top.game, seat) for seat in range(len(top.players))]
    title = f"{story.path(match.sessions)}   {progress.lesson.title}"
    depth = len(match.sessions) - 1
    beside = by_key({
        "heading": {"text": title},
        "state": {"game": game.id, "depth": depth, "turn": progress.number},
        "may": {"do": _may(progress)},
        "lesson": _page(progress, game),
    })  # fmt: skip
    if depth:
        stakes = list(story.stakes(match.sessions))
        below = waiting_game(match.sessions[-2], None)
        beside |= by_key({"stakes": {"lines": stakes}, "below": below})
    return {**view_scene(view, names, title_of(top.game)), **beside}


def _at_rest(view: View) -> View:
    """*view* with all sand as it stands: in a lesson time passes only between pages."""
    return replace(
        view,
        pieces=tuple(replace(piece, ends_in_ms=0, of_ms=0) for piece in view.pieces),
        countdowns=tuple(replace(each, runs=False) for each in view.countdowns),
    )


def _may(progress: Progress) -> list[str]:
    """The commands that the room would do now."""
    return ["ask"] if progress.asks_nothing else ["ask", "play", "choose", "hint"]


def _page(progress: Progress, game: type[AnyGame]) -> LessonElement:
    """The page: its words, its address, whether it is only read, and its buttons.

    The first button leads back, the last one on. Each says a command, or the address of a screen.
    """
    lesson, page, number = progress.lesson, progress.page, progress.number
    of = _("{n} of {all}").format(n=number + 1, all=len(lesson.pages))
    return {
        "title": lesson.title,
        "of": of if page is not None else "",
        "words": page.words if page is not None else _("The lesson is over."),
        "address": f"lesson/{game.id}/{lesson.id}/{number}",
        "reads": progress.asks_nothing,
        "buttons": _ways_on(lesson, game) if page is None else _buttons(progress, game),
    }


def _buttons(progress: Progress, game: type[AnyGame]) -> list[LessonButton]:
    """The buttons of a page that is open."""
    back: LessonButton
    if progress.match is not progress.began:
        back = {"text": _("Again"), "do": "take_back"}
    elif progress.before is not None:
        back = {"text": _("Back"), "do": "take_back"}
    else:
        back = {"text": _("All lessons"), "go": _list_of(game)}
    if progress.asks_nothing:
        return [back, {"text": _("Go on"), "do": "turn_page", "primary": True}]
    return [back, {"text": _("Show me"), "do": "show_me"}]


def _ways_on(lesson: Lesson, game: type[AnyGame]) -> list[LessonButton]:
    """The buttons at the end of a lesson: all lessons, a match, and the next lesson."""
    every = lessons_of(game)
    after = every[[each.id for each in every].index(lesson.id) + 1 :]
    buttons: list[LessonButton] = [
        {"text": _("All lessons"), "go": _list_of(game)},
        {"text": _("Play a match"), "go": _screen("setup", game)},
    ]
    if after:
        text = _("Next lesson: {title}").format(title=after[0].title)
        buttons.append({"text": text, "go": f"lesson/{game.id}/{after[0].id}"})
    buttons[-1]["primary"] = True
    return buttons


def _list_of(game: type[AnyGame]) -> str:
    """The address of the list of the lessons of *game*."""
    return _screen("lessons", game)


def _screen(name: str, game: type[AnyGame]) -> str:
    """The address of the screen *name*, about *game*."""
    return f'screen/{name}/{{"game":"{game.id}"}}'
