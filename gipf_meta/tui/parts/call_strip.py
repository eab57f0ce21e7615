"""A strip above the board for what others have done: it takes no key and no focus, and can wait."""

from __future__ import annotations

from textual.message import Message
from textual.widgets import Static

from gipf_meta.base.texts import _


class CallStrip(Static, can_focus=False):
    """Words in front of the heading, and the key that opens what they are about."""

    class Chosen(Message):
        """Posted when the strip was clicked."""

    def __init__(self) -> None:
        super().__init__(id="call", markup=False)
        self.display = False

    def show(self, words: str) -> None:
        """Shows *words*; hides the strip without any."""
        self.display = bool(words)
        self.update(_("{words} O: go to it").format(words=words) if words else "")

    def on_click(self) -> None:
        """Posts ``Chosen``."""
        self.post_message(self.Chosen())
