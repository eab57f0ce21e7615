"""What is said in lessons alone: a room of its own kind, in which nobody else plays."""

from __future__ import annotations

from typing import Literal

from gipf_meta.match.lesson_progress import Progress
from gipf_meta.rooms.deed import Deed, changes_nothing
from gipf_meta.rooms.state import RoomState


class Paging(Deed):
    """Something that leads on in a lesson, and is nothing in a match."""

    def _why_not(self, room: RoomState, person: str) -> str:
        return changes_nothing()


class TurnPage(Paging):
    """Show me the next page of the lesson. *seen* is the page that I have read."""

    do: Literal["turn_page"]

    def step(self, progress: Progress) -> Progress:
        return progress.turn_page()


class ShowMe(Paging):
    """Play what the page of the lesson asks for. *seen* is the number of that page."""

    do: Literal["show_me"]

    def step(self, progress: Progress) -> Progress:
        wanted = progress.wanted
        return progress.play(wanted[0]) if wanted else progress.turn_page()
