"""``learn``: takes the lessons of a game, page by page."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Iterable
from typing import Any

from gipf_meta.base.texts import _, speak
from gipf_meta.commands.parser import LEARNING, UsageError, add_command
from gipf_meta.commands.play import add_display, is_plain, open_interface, open_library
from gipf_meta.commands.puzzle import take_puzzle
from gipf_meta.desk.puzzle_book import practised_id
from gipf_meta.library.settings import Settings, load_settings, save_settings
from gipf_meta.match.lesson_progress import LessonsFailed, begin_at, find_lesson, lessons_of
from gipf_meta.match.puzzle_lessons import is_puzzle, theme_after
from gipf_meta.plain.lessons import Tutor
from gipf_meta.plain.terminal import Terminal
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.game import AnyGame, title_of
from gipf_meta.render.text import WIDTH


def add_commands(commands: Any) -> None:
    """Adds ``learn`` to the program."""
    words, examples = (
        _("learn a game, page by page"),
        ("gipf-meta learn zertz", "gipf-meta learn zertz first"),
    )
    learn = add_command(commands, "learn", _learn, words, *examples, title=LEARNING)
    learn.add_argument(
        "game", nargs="?", metavar="GAME", help=_("default: which lessons there are")
    )
    learn.add_argument(
        "lesson", nargs="?", metavar="LESSON", help=_("default: the lessons of a game")
    )
    learn.add_argument(
        "--again", action="store_true", help=_("from its first page, not where you left it")
    )
    add_display(learn)


def _learn(arguments: argparse.Namespace) -> int:
    installed, terminal, settings = load_plugins(), Terminal(), load_settings()
    game = installed.find_typed(arguments.game) if arguments.game else None
    is_lesson = not is_puzzle(arguments.lesson or "")
    if game is not None and is_lesson and not lessons_of(game):
        raise UsageError(_("{title} has no lessons.").format(title=title_of(game)))
    lesson = find_lesson(game, arguments.lesson) if game is not None and arguments.lesson else None
    if game is not None and lesson is not None and is_puzzle(lesson.id):
        return take_puzzle(arguments, installed, {"puzzle": practised_id(game.id, lesson.id)})
    if game is not None and not is_plain(arguments, terminal):
        speak(settings.language)  # before the import of the screens, which translates their keys
        from gipf_meta.tui.screens.lesson import LessonList

        return open_interface(
            arguments,
            installed,
            open_library(terminal),
            first=LessonList(game, lesson, again=arguments.again),
        )
    if game is None or lesson is None:
        _list(terminal, [game] if game else installed.games.values(), settings)
        return 0
    page = 0 if arguments.again else settings.lesson_page(game.id, lesson.id)
    progress = begin_at(lesson, game, installed.find, min(page, len(lesson.pages) - 1))
    if progress.number:
        terminal.tell(_("You go on where you left it; with --again you begin anew."))

    def note(number: int) -> None:
        save_settings(load_settings().with_lesson_page(game.id, lesson.id, number))

    if Tutor(progress, terminal, note).run():
        save_settings(load_settings().with_lesson_done(game.id, lesson.id))
        if (theme := theme_after(lesson, game)) is not None:
            terminal.say(_("Five puzzles: {theme}").format(theme=theme.name))
            terminal.say(f"  gipf-meta puzzle {game.id} --theme {lesson.theme}")
    return 0


def _list(terminal: Terminal, games: Iterable[type[AnyGame]], settings: Settings) -> None:
    """Prints the lessons of *games*, each with the command that begins it."""
    for game in games:
        try:
            lessons = lessons_of(game)
        except LessonsFailed as error:
            terminal.say(str(error))
            continue
        for lesson in lessons:
            mark = _(" (done)") if settings.has_done(game.id, lesson.id) else ""
            if page := settings.lesson_page(game.id, lesson.id):
                left = _("page {n} of {all}").format(n=page + 1, all=len(lesson.pages))
                mark += f" ({left})"
            words = f"{lesson.title}{mark}: {lesson.summary}"
            terminal.say(f"gipf-meta learn {game.id} {lesson.id}")
            terminal.say(textwrap.fill(words, WIDTH, initial_indent="  ", subsequent_indent="  "))
