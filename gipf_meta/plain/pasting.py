"""Pasting in line mode: several pasted lines are recognized, and handled as one text."""

from __future__ import annotations

from typing import Protocol

from gipf_meta.base.texts import _
from gipf_meta.line.clipboard import turns_pasted
from gipf_meta.line.played_match import PlayedMatch
from gipf_meta.match.pasted_turns import is_more_than_turns, is_numbered
from gipf_meta.plain.terminal import Terminal
from gipf_meta.plain.typed_commands import Commands
from gipf_meta.plugins.loading import Installed
from gipf_meta.records.game_files import first_file, pasted_file
from gipf_meta.records.models import RecordError
from gipf_meta.records.pasted_positions import positions_in
from gipf_meta.records.record_files import read_new_name, write_whole


class TypedMatch(Protocol):
    """The match in line mode, as ``PastedLines`` uses it."""

    terminal: Terminal
    commands: Commands
    played: PlayedMatch
    pasted: str
    is_refused: bool

    def execute(self, typed: str) -> None:
        """Carries out the line *typed*."""
        ...

    def note_player_to_move(self) -> None:
        """Notes the player to move at the time when a line is typed."""
        ...

    def wait_for_answer(self) -> None:
        """Waits until the line sent last is answered."""
        ...


def game_begun_by(line: str, terminal: Terminal) -> str:
    """The whole text of a game whose first line is *line*, with headers or in another form; ``""``
    if *line* begins none."""
    return terminal.rest_of(line) if is_more_than_turns(line) else ""


def text_begun_by(line: str, terminal: Terminal, installed: Installed) -> str:
    """The text that begins with *line*, which is no choice at the desk: a game, turns, a position,
    or the contents of the file with that name; ``""`` if it is none of these. Raises
    ``RecordError``."""
    if terminal.has_more() or is_numbered(line) or is_more_than_turns(line):
        return terminal.rest_of(line)
    text = pasted_file(line).text
    return text if text != line or positions_in(line, installed.games.values()) else ""


def text_of_file(name: str, terminal: Terminal) -> str:
    """The contents of the file *name*; ``""``, with a printed reason, if it cannot be read."""
    try:
        return first_file(name).text if name else ""
    except RecordError as error:
        terminal.tell(str(error))
        return ""


def save_file(terminal: Terminal, name: str, text: str) -> None:
    """Saves *text* in a file: asks for its name, and proposes *name*."""
    question = _("File (Enter for {name}): ").format(name=name)
    try:
        path = read_new_name(terminal.ask(question) or name)
        write_whole(text.encode(), path)
    except RecordError as error:
        terminal.tell(str(error))
    else:
        terminal.tell(_("Saved in {place}.").format(place=path))


class PastedLines:
    """The handler of lines pasted while *match* is played: several turns, or a game."""

    def __init__(self, match: TypedMatch) -> None:
        self._match = match

    def take(self, line: str) -> bool:
        """Handles a *line* that begins a game, or has turns after a number; returns whether it is
        such a line."""
        if text := game_begun_by(line, self._match.terminal):
            self._ask_to_open(text)
        elif is_numbered(line):
            self._play(line)
        else:
            return False
        return True

    def _ask_to_open(self, text: str) -> None:
        """Leaves the match for the pasted game, after a confirmation."""
        match = self._match
        question = _("That is a game, no turn. Leave this match for it (yes or no)? ")
        if match.terminal.confirms(question):
            match.commands.run("quit")
            match.pasted = text if match.commands.is_leaving else ""

    def _play(self, line: str) -> None:
        """Plays the turns of a *line* one after the other, up to the first that is refused."""
        match = self._match
        turns = turns_pasted(match.played, line)
        for turn in turns:
            if turn is not turns[0]:
                match.terminal.say(turn.text)
                match.note_player_to_move()
            match.execute(turn.text)
            match.wait_for_answer()
            if match.is_refused or match.played.over is not None:
                return

    def leave_rest_out(self) -> None:
        """Drops the lines that were pasted after one that was refused, and prints how many."""
        match = self._match
        if match.played.is_far and match.terminal.has_more():
            match.wait_for_answer()
        is_refused, match.is_refused = match.is_refused, False
        if is_refused and (count := match.terminal.drop_rest()):
            words = _.many(
                "The line behind it is left out.", "{count} lines behind it are left out.", count
            )
            match.terminal.tell(words.format(count=count))
