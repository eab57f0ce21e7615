"""Pasting into the terminal, also dropping a file on it, which pastes the file's name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from textual.screen import Screen
from textual.widgets import Input

from gipf_meta.desk.imported_games import FILE
from gipf_meta.line.clipboard import turns_pasted
from gipf_meta.line.line import Message
from gipf_meta.match.pasted_turns import PastedTurn, is_whole
from gipf_meta.records.game_files import pasted_file
from gipf_meta.records.models import RecordError
from gipf_meta.tui.parts.prompt import Prompt
from gipf_meta.tui.screens.base_screens import Interface, InterfaceModal
from gipf_meta.tui.screens.table_screen import TableScreen


class Pasting:
    """Opens pasted text in front of the screens of *app*, or plays it.

    *waits* is true until the desk has answered: the next screen that comes is its answer.
    """

    def __init__(self, app: Interface, call_later: Callable[..., object]) -> None:
        self._app, self._call_later = app, call_later
        self.waits = False

    def take(self, pasted: str, screen: Screen[Any]) -> bool:
        """Plays the turns in *pasted* if *screen* shows a match, and opens any other text; returns
        ``False`` for text that belongs into the focused line."""
        if isinstance(screen.focused, Input) and not is_whole(pasted):
            return False
        text = "\n".join(pasted.splitlines())  # terminals make other ends of lines of them
        turns: Sequence[PastedTurn] | None = ()
        if isinstance(screen, TableScreen):
            turns = screen.guarded(lambda: turns_pasted(screen.played, text))
            if screen.query_one(Prompt).display:
                screen.judge_line(is_taken=True)
        if turns:
            self.play(turns)
        elif turns is not None and not isinstance(screen, InterfaceModal):
            self.open(text)
        return True

    def open(self, text: str) -> None:
        """Opens the contents of *text*, or of the file with that name; shows why if there are
        none."""

        def show(answer: Message) -> None:
            self.waits = False
            if "refused" in answer:
                self._app.show_error(str(answer["why"]))

        try:
            values = {FILE: pasted_file(text).text}
        except RecordError as error:
            self._app.show_error(str(error))
            return
        self.waits = True
        do = {"do": "submit", "screen": "open_match", "about": {}, "values": values}
        self._app.talk.tell(do, show)

    def play(self, turns: Sequence[PastedTurn]) -> None:
        """Plays *turns* in the open match, up to the first that is refused; shows why."""
        played = self._app.talk.played
        if not turns or played is None:
            return
        turn, *rest = turns

        def go_on(answer: Message) -> None:
            if "refused" in answer:
                self._app.show_error(f"{turn.place}: {turn.text}: {answer['why']}")
            else:  # not from here: there may be a thousand of them
                self._call_later(self.play, rest)

        room = played.room
        do = {"do": "play", "room": room.id, "text": turn.text, "seen": room.number}
        self._app.talk.tell(do, go_on)
