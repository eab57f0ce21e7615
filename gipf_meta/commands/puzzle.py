"""``puzzle``: the puzzle of the day, the next one of a game, a mistake of one's own."""

from __future__ import annotations

import argparse
import re
from contextlib import closing
from typing import Any, Final

from gipf_meta.base.names import match_id
from gipf_meta.base.sentences import did_you_mean
from gipf_meta.base.texts import _, speak
from gipf_meta.commands.arguments import add_json, print_json
from gipf_meta.commands.parser import LEARNING, UsageError, add_command
from gipf_meta.commands.play import (
    add_display,
    is_plain,
    line_for_lines,
    open_interface,
    open_library,
)
from gipf_meta.desk.puzzle_book import PuzzleBook
from gipf_meta.library.library_practice import practice_in
from gipf_meta.library.settings import load_settings
from gipf_meta.line.puzzle_messages import PUZZLES
from gipf_meta.plain.desk_prompts import PlainDesk
from gipf_meta.plain.terminal import Terminal
from gipf_meta.plugins.loading import Installed, load_plugins
from gipf_meta.practice.practice import Practice
from gipf_meta.protocol.game import title_of
from gipf_meta.protocol.puzzles import Puzzle, data_of

_ID: Final = re.compile(r"\w+-[0-9]+")


def add_commands(commands: Any) -> None:
    """Adds ``puzzle`` to the program."""
    words = _("find the best turn: the puzzle of the day, or of a game")
    examples = ("gipf-meta puzzle", "gipf-meta puzzle --list")
    puzzle = add_command(commands, "puzzle", _puzzle, words, *examples, title=LEARNING)
    words = _("a game, for its next puzzle, or the id of one; default: the puzzle of the day")
    puzzle.add_argument("what", nargs="?", metavar=_("GAME or ID"), help=words)
    words = _("one about this, as --list GAME names it")
    puzzle.add_argument("--theme", metavar="NAME", help=words)
    words = _("a mistake of your own that comes back")
    puzzle.add_argument("--mistakes", action="store_true", help=words)
    puzzle.add_argument("--list", action="store_true", help=_("print which puzzles there are"))
    add_json(puzzle, _("with --list: one object a line"))
    add_display(puzzle)


def _puzzle(arguments: argparse.Namespace) -> int:
    installed = load_plugins()
    book = PuzzleBook.of(installed)
    if arguments.json and not arguments.list:
        raise UsageError(_("--json goes with --list."))
    if arguments.mistakes:
        if arguments.what or arguments.theme or arguments.list:
            raise UsageError(_("--mistakes goes with no game, theme or --list."))
        return take_puzzle(arguments, installed, {"own": "next"})
    about = _asked(arguments, installed, book)
    if arguments.list:
        solved = Practice.of(practice_in(open_library(Terminal())).entries(), book.rated).solved
        for each in book.among(about.get("game", ""), about.get("theme", "")):
            _tell(each, book, is_solved=each.id in solved, as_json=arguments.json)
        return 0
    if "puzzle" in about:
        book.find(about["puzzle"])
    elif not book.among(about.get("game", ""), about.get("theme", "")):
        Terminal().tell(_("No game here has puzzles."))
        return 0
    return take_puzzle(arguments, installed, about)


def take_puzzle(arguments: argparse.Namespace, installed: Installed, about: dict[str, str]) -> int:
    """Opens the puzzle that the desk finds by *about*; returns the exit status."""
    terminal = Terminal()
    library = open_library(terminal)
    if not is_plain(arguments, terminal):
        speak(load_settings().language)  # before the import of the screens
        from gipf_meta.tui.screens.puzzle_ends import PuzzleDoor

        return open_interface(arguments, installed, library, first=PuzzleDoor(about))
    line = line_for_lines(installed, library, terminal)
    with closing(line):
        return PlainDesk(line, terminal, installed).run(first=(PUZZLES, about))


def _asked(arguments: argparse.Namespace, installed: Installed, book: PuzzleBook) -> dict[str, str]:
    """The parameters by which the desk finds the puzzle that was asked for. Raises
    ``GipfMetaError``."""
    what = arguments.what or ""
    if _ID.fullmatch(what):
        if arguments.theme:
            raise UsageError(_("--theme goes with a game, not with a puzzle."))
        return {"puzzle": what.lower()}
    if not what:
        if arguments.theme:
            raise UsageError(_("--theme needs a game."))
        return {} if arguments.list else {"day": "today"}
    game = installed.find_typed(what)
    if game.id not in book.games:
        raise UsageError(_("{game} has no puzzles.").format(game=title_of(game)))
    about = {"next": "1", "game": game.id}
    if arguments.theme:
        about["theme"] = _theme(arguments.theme, book, game.id)
    return about


def _theme(typed: str, book: PuzzleBook, game: str) -> str:
    """The id of the theme *typed*, by its id or its name. Raises ``UsageError``."""
    names = book.themes(game)
    by_name = {name.casefold(): id for id, name in names.items()}
    id = by_name.get(typed.casefold()) or match_id(typed, names)
    if id not in names:
        words = _("{game} has no puzzles about {theme!r}.").format(
            game=title_of(book.games[game]), theme=typed
        )
        hint = did_you_mean(typed, [*names])
        raise UsageError(
            words + (hint or " " + _("It has: {known}.").format(known=", ".join(names)))
        )
    return id


def _tell(puzzle: Puzzle, book: PuzzleBook, *, is_solved: bool, as_json: bool) -> None:
    """Prints one line on *puzzle*."""
    title = book.title(puzzle)
    if as_json:
        about = {"id": puzzle.id, "game": puzzle.game, "title": title, "solved": is_solved}
        print_json({**about, **data_of(puzzle)})
        return
    names = book.themes(puzzle.game)
    themes = ", ".join(names[each] for each in puzzle.themes if each in names)
    mark = "✓" if is_solved else " "
    rating = _("rating {rating}").format(rating=puzzle.rating)
    line = f"{mark} {puzzle.id:12} {rating}  {title}"
    print(f"{line}  ({themes})" if themes else line)
