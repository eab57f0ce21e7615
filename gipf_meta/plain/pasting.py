"""What is pasted line by line: told from what is typed, and taken whole."""

from __future__ import annotations

from gipf_meta.base.texts import _
from gipf_meta.match.pasted_turns import is_more_than_turns, is_numbered
from gipf_meta.plain.terminal import Terminal
from gipf_meta.plugins.loading import Installed
from gipf_meta.records.files import read_new_name, write_whole
from gipf_meta.records.found_files import first_file, pasted_file
from gipf_meta.records.models import RecordError
from gipf_meta.records.positions import positions_in


def game_begun_by(line: str, terminal: Terminal) -> str:
    """The whole text of a game that *line* begins, with its headers or in a form of its own; empty
    if the line begins none."""
    return terminal.rest_of(line) if is_more_than_turns(line) else ""


def text_begun_by(line: str, terminal: Terminal, installed: Installed) -> str:
    """The text that *line*, which is nothing else, begins where matches are chosen: a game, turns,
    a position, or the file whose name it is; empty: it is none. Raises ``RecordError``."""
    if terminal.has_more() or is_numbered(line) or is_more_than_turns(line):
        return terminal.rest_of(line)
    text = pasted_file(line).text
    return text if text != line or positions_in(line, installed.games.values()) else ""


def text_of_file(name: str, terminal: Terminal) -> str:
    """What the file *name* holds; empty, and somebody hears why, if it cannot be read."""
    try:
        return first_file(name).text if name else ""
    except RecordError as error:
        terminal.tell(str(error))
        return ""


def save_file(terminal: Terminal, name: str, text: str) -> None:
    """Saves the *text* of a file that is called *name*, or otherwise."""
    question = _("File (Enter for {name}): ").format(name=name)
    try:
        path = read_new_name(terminal.ask(question) or name)
        write_whole(text.encode(), path)
    except RecordError as error:
        terminal.tell(str(error))
    else:
        terminal.tell(_("Saved in {place}.").format(place=path))
