"""Invitations to a match at a host: a link for each free seat, and one to watch."""

from __future__ import annotations

import secrets
from typing import NamedTuple

from yarl import URL

from gipf_meta.desk.people_words import words_of_people
from gipf_meta.line.line import Message
from gipf_meta.protocol.game import seat_name
from gipf_meta.rooms.state import RoomState


class Invitation(NamedTuple):
    """A *link*, and what it is for in *words*. *command* makes it valid; ``None``: it is."""

    words: str
    link: str
    command: Message | None


class Invitations:
    """The invitations of somebody at the host that is to be found at *site*."""

    def __init__(self, site: URL) -> None:
        self.site = site
        self._keys: dict[tuple[str, int | None], str] = {}

    def offer(self, room: RoomState) -> list[Invitation]:
        """The invitations to *room*. Those that are out already stay valid."""
        players: list[int | None] = [*([] if room.table.over else room.free_seats)]
        if room.admission.is_private:
            players.append(None)
        return [self._invitation(room, player) for player in players]

    def _invitation(self, room: RoomState, player: int | None) -> Invitation:
        key, command = self._keys.get((room.id, player), ""), None
        if not key or player not in room.admission.keys:
            key = self._keys[room.id, player] = secrets.token_urlsafe(18)
            command = {"do": "invite", "room": room.id, "player": player, "key": key}
        words = words_of_people()
        told = words["link_to_watch"]
        if player is not None:
            game = room.table.match.sessions[0].game
            told = words["link_to_play"].format(seat=seat_name(game, player))
        return Invitation(told, str(self.site.with_fragment(f"enter/{room.id}/{key}")), command)
