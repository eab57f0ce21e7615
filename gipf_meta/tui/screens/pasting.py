"""What is pasted into the terminal, or dropped on it, which pastes the name of a file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gipf_meta.desk.brought import FILE
from gipf_meta.line.line import Message
from gipf_meta.match.pasted_turns import PastedTurn
from gipf_meta.records.found_files import pasted_file
from gipf_meta.records.models import RecordError

if TYPE_CHECKING:
    from gipf_meta.tui.app import GipfApp


class Pasting:
    """Opens what is pasted in front of what *app* shows, or plays it.

    *waits*: the desk has not answered yet, and the next screen that comes is its answer.
    """

    def __init__(self, app: GipfApp) -> None:
        self._app = app
        self.waits = False

    def open(self, text: str) -> None:
        """Opens what *text*, or the file of that name, holds; says why if that is nothing."""

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
        """Plays *turns* in the match that is open, up to the first that is refused; says why."""
        played = self._app.played
        if not turns or played is None:
            return
        turn, *rest = turns

        def go_on(answer: Message) -> None:
            if "refused" in answer:
                self._app.show_error(f"{turn.place}: {turn.text}: {answer['why']}")
            else:  # not from here: there may be a thousand of them
                self._app.call_later(self.play, rest)

        room = played.room
        do = {"do": "play", "room": room.id, "text": turn.text, "seen": room.number}
        self._app.talk.tell(do, go_on)
