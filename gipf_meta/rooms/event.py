"""What every event of a room is."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from gipf_meta.records.models import LONGEST_NAME
from gipf_meta.rooms.state import RoomState

MOMENT_MOST: Final = 2**53
"""Every time of a room is less, in milliseconds: what JavaScript counts exactly."""

Moment: TypeAlias = Annotated[int, Field(strict=True, ge=0, lt=MOMENT_MOST)]
EventNumber: TypeAlias = Annotated[int, Field(strict=True, ge=1)]
Person: TypeAlias = Annotated[str, Field(max_length=LONGEST_NAME)]
Sentence: TypeAlias = Annotated[str, Field(max_length=4000)]
PlayerKind: TypeAlias = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]


class RoomEvent(BaseModel):
    """*number* counts the events of a room from 1; *at_ms* is when it happened."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)

    number: EventNumber
    at_ms: Moment

    def come_true(self, room: RoomState) -> None:
        """Changes *room* as this says, live and when it is told again: nothing else changes rooms.

        What follows from another event, or what time did, is true already. Raises whatever a game
        raises; then nothing has changed.
        """
