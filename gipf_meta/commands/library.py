"""``library``: the list of matches, one match, files in and out, checks, statistics."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any

from gipf_meta.base.clock import local_date
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.names import match_game
from gipf_meta.base.sentences import pad, show_unprintable, widest
from gipf_meta.base.texts import _
from gipf_meta.commands import library_import
from gipf_meta.commands.arguments import (
    add_json,
    print_json,
    print_record,
    read_number,
)
from gipf_meta.commands.given_games import replay_known
from gipf_meta.commands.parser import RECORDS, Parser, add_command, add_group_of_commands
from gipf_meta.desk.progress_curves import progress_curves
from gipf_meta.desk.progress_picture import progress_svg
from gipf_meta.desk.progress_screen import results_by_opponent
from gipf_meta.desk.puzzle_book import PuzzleBook
from gipf_meta.library.library_practice import practice_in
from gipf_meta.library.listed_matches import GamesById, player_word, player_words, result_words
from gipf_meta.library.settings import load_settings
from gipf_meta.library.statistics import (
    KIND_WORDS,
    Count,
    counted_words,
    counts_line,
    statistics,
)
from gipf_meta.library.store import Library, LibraryEntry
from gipf_meta.match.starting_point import from_a_position
from gipf_meta.narration import story
from gipf_meta.plugins.loading import Installed, load_plugins
from gipf_meta.practice.practice import Practice
from gipf_meta.protocol.game import AnyGame, game_called
from gipf_meta.records.exporting import SGF, SHEET, export, form_of
from gipf_meta.records.models import Record, RecordError
from gipf_meta.records.notes import Notes
from gipf_meta.records.reader import idle_premoves
from gipf_meta.records.record_files import read_new_name, to_data, write_whole
from gipf_meta.records.soundness import contradiction, missing_games
from gipf_meta.render import text

MOST_NUMBER = 10**9 - 1
"""The greatest number of a match that can be typed."""


def add_commands(commands: Any) -> None:
    """Adds ``library`` and its subcommands to the program."""
    words = _("the matches that were played here")
    library = commands.add_parser("library", help=words, description=words)
    library.examples, library.title = (
        ("gipf-meta library list", "gipf-meta library show 1"),
        RECORDS,
    )
    below = add_group_of_commands(library, is_needed=True)

    def command(
        name: str, do: Callable[..., int], words: str, example: str = "", number: bool = False
    ) -> Parser:
        example = f"gipf-meta library {name} {example}".rstrip()
        added = add_command(below, name, lambda found: _answer(do, found), words, example)
        if number:
            words = _("its number in the list")
            added.add_argument("id", type=read_number(MOST_NUMBER, 0), metavar="ID", help=words)
        if name not in ("export", "delete"):
            add_json(added)
        return added

    listing = command("list", _list, _("the matches, the one played last first"), "--game zertz")
    listing.add_argument("--game", type=_read_text, metavar="GAME", help=_("only this game"))
    listing.add_argument(
        "--name", type=_read_text, metavar="NAME", help=_("only with somebody of this name")
    )
    listing.add_argument("--open", action="store_true", help=_("only those that are not over"))
    listing.add_argument(
        "--most", type=read_number(MOST_NUMBER), metavar="N", help=_("only the first N")
    )
    words = _("print a match turn by turn, with its duels")
    show = command("show", _show, words, "1 --boards", number=True)
    show.add_argument("--boards", action="store_true", help=_("with a board after each turn"))
    words = _("write a match into a file")
    export = command("export", _export, words, "1 zertz.sgf", number=True)
    export.add_argument("file", nargs="?", metavar="FILE", help=_("default: standard output"))
    forms = export.add_mutually_exclusive_group()
    words = _("SGF, as boardspace.net's viewers read it; so is a FILE that ends in .sgf")
    forms.add_argument("--sgf", action="store_true", help=words)
    words = _("a note sheet, as people write it; so is a FILE that ends in .txt")
    forms.add_argument("--sheet", action="store_true", help=words)
    words = _("the form of a reader that writes; so is a FILE whose name ends like its files")
    forms.add_argument("--form", metavar="NAME", help=words)
    library_import.add_arguments(
        command("import", library_import.answer, _("add games to the library"), "match.json")
    )
    command("delete", _delete, _("delete a match for ever"), "1", number=True)
    verify = command("verify", _verify, _("replay matches and check every decision and time"))
    verify.add_argument(
        "ids", nargs="*", type=read_number(MOST_NUMBER, 0), metavar="ID", help=_("default: all")
    )
    stats = command("stats", _stats, _("how often each game was played, and who won"))
    words = _("write your progress as a picture instead: ratings, accuracy, results")
    stats.add_argument("--svg", metavar="FILE", help=words)


def _read_text(words: str) -> str:
    """A text to search for. Raises what argparse expects: a terminal may pass bytes that are no
    text."""
    try:
        words.encode()
    except UnicodeEncodeError:
        raise argparse.ArgumentTypeError(_("the name is no text")) from None
    return words


def _answer(do: Callable[..., int], arguments: argparse.Namespace) -> int:
    with Library() as library:
        try:
            return do(library, arguments)
        finally:
            if library.notice:
                print(library.notice, file=sys.stderr)


def _game_meant(words: str, games: Mapping[str, type[AnyGame]]) -> str:
    """The id of the game that *words* name, which need not be installed here."""
    found = game_called(words, games.values())
    return match_game(words) if found is None else found.id


# ---- the answers -------------------------------------------------------------------------------


def _list(library: Library, arguments: argparse.Namespace) -> int:
    library.check()
    over = False if arguments.open else None
    games = load_plugins().games
    game = arguments.game and _game_meant(arguments.game, games)
    entries = library.entries(game=game, name=arguments.name, over=over, most=arguments.most)
    for entry in entries:
        print_json(asdict(entry)) if arguments.json else print(
            show_unprintable(_line(entry, games))
        )
    if not entries and not arguments.json:
        print(_("No match."))
    return 0


def _line(entry: LibraryEntry, games: GamesById) -> str:
    how = _("turn {turns}, not over").format(turns=entry.turns)
    how = result_words(entry, games) if entry.over else how
    if entry.study:
        how = _("a study")
    if entry.position:
        how = f"{how}, {from_a_position()}"
    names = player_words(entry, games)
    return f"{entry.id:>5}  {local_date(entry.changed)}  {pad(entry.game, 9)} {names}: {how}"


def _show(library: Library, arguments: argparse.Namespace) -> int:
    record = library.record(arguments.id)
    if arguments.json:
        print_json(to_data(record))
        return 0
    match = replay_known(record, load_plugins())
    names, notes = story.names_of(record.people, match), Notes.of(record)
    for line in story.match_story(match, names, arguments.boards, text.board_on_stdout, notes):
        print(show_unprintable(line))
    if record.study:
        words = _("Match {number} is a study; gipf-meta study {number} goes on with it.")
        print(words.format(number=arguments.id))
    elif match.result is None:
        print(
            _("Match {number} is not over; gipf-meta resume {number} goes on with it.").format(
                number=arguments.id
            )
        )
    return 0


def _export(library: Library, arguments: argparse.Namespace) -> int:
    record, file = library.record(arguments.id), arguments.file
    name = None if file in (None, "-") else read_new_name(file)
    installed = load_plugins()
    readers = installed.readers.values()
    chosen = SGF if arguments.sgf else SHEET if arguments.sheet else arguments.form
    form = form_of(name or "", readers) if chosen is None else chosen
    if name is None and not form:
        print_record(record)
        return 0
    text = export(record, installed.find, form, readers)
    if name is None:
        print(text, end="")
    else:
        write_whole(text.encode(), name, makes_folders=False)
    return 0


def _delete(library: Library, arguments: argparse.Namespace) -> int:
    library.begin_date(arguments.id)
    library.delete(arguments.id)
    print(_("Match {number} is deleted.").format(number=arguments.id))
    return 0


def _verify(library: Library, arguments: argparse.Namespace) -> int:
    library.check()
    faults, installed = 0, load_plugins()
    for number in arguments.ids:
        library.begin_date(number)  # a number that no match has is no finding but a mistake
    for number in arguments.ids or [entry.id for entry in reversed(library.entries())]:
        try:
            sound, finding = True, _finding(library, number, installed)
        except GipfMetaError as error:
            sound, finding = False, str(error)
        faults += not sound
        if arguments.json:
            print_json({"id": number, "sound": sound, "finding": finding})
        else:
            print(_("Match {number}: {finding}").format(number=number, finding=finding))
    return 2 if faults else 0


def _finding(library: Library, number: int, installed: Installed) -> str:
    """The result of checking the match *number*, in words. Raises ``GipfMetaError`` if it is not
    sound."""
    record = library.record(number)
    installed.find(record.game)
    if not library.is_intact(number):
        raise RecordError(_("it was changed after it was written."))
    return _finding_of(record, installed)


def _finding_of(record: Record, installed: Installed) -> str:
    """The result of replaying *record*, in words. Raises ``GipfMetaError`` if it is not sound."""
    if contradiction(record, installed.find):
        raise RecordError(_("replaying it comes to other decisions or times."))
    if place := idle_premoves(record):
        words = _("sound; at {place} it has words beside luck or a duel (then), which do nothing")
        return words.format(place=place)
    missing = missing_games(record, installed.find)
    if not missing:
        return _("sound")
    return _("sound as far as it can be replayed here, without {games}").format(
        games=", ".join(sorted(missing))
    )


# ---- statistics --------------------------------------------------------------------------------


def _stats(library: Library, arguments: argparse.Namespace) -> int:
    library.check()
    if arguments.svg:
        return _draw_progress(library, arguments.svg)
    games = load_plugins().games
    counts, troubles = statistics(library, games)
    for trouble in troubles:
        print(trouble, file=sys.stderr)
    wide = widest((show_unprintable(_counted(count, games)) for count in counts), 24)
    for count in counts:
        if arguments.json:
            print_json(asdict(count))
        else:
            words = counts_line(count.counts, games.values())
            print(
                f"{pad(_(KIND_WORDS[count.kind]), 7)} {pad(_counted(count, games), wide)} {words}"
            )
    if not counts and not arguments.json:
        print(_("Nothing has been played."))
    return 0


def _draw_progress(library: Library, file: str) -> int:
    """Writes the progress of the person here as a picture into *file*; ``-`` is standard output."""
    installed, own = load_plugins(), load_settings().name
    book = PuzzleBook.of(installed)
    practice = Practice.of(practice_in(library).entries(), book.rated)
    titles = {id: installed.title(id) for id in installed.games}
    results = results_by_opponent(library.entries(), installed.games, own)
    drawn = progress_svg([*progress_curves(practice, titles)], results, _("Progress"))
    if file == "-":
        print(drawn)
        return 0
    path = read_new_name(file)
    write_whole(drawn.encode(), path, makes_folders=False)
    return 0


def _counted(count: Count, games: GamesById) -> str:
    """The name of the thing that *count* counts; of games the ids, as one types them."""
    if count.kind == "player":
        name, blank, kind = count.name.rpartition(" (")
        return f"{player_word(name, games)}{blank}{kind}"
    return counted_words(count.name, games.values()) if count.kind == "use" else count.name
