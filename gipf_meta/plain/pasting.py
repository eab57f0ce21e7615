"""What is pasted line by line: told from what is typed, and taken whole."""

from __future__ import annotations

from gipf_meta.match.pasted_turns import is_more_than_turns, is_numbered
from gipf_meta.plain.terminal import Terminal
from gipf_meta.plugins.loading import Installed
from gipf_meta.records.found_files import pasted_file
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
