"""How the players of a match sit and are called, now or at an earlier moment."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cached_property

from gipf_meta.base.texts import _
from gipf_meta.bots.characters import CHARACTERS
from gipf_meta.match.clocks import Clocks, clocks_of
from gipf_meta.match.match import Match
from gipf_meta.narration import asking, story
from gipf_meta.protocol.game import seat_name
from gipf_meta.protocol.view import View
from gipf_meta.records.people import call_players, kind_word
from gipf_meta.render.speech import owner_of
from gipf_meta.rooms.elements import PlayerElement, Scene
from gipf_meta.rooms.state import RoomState


class CommonStanding:
    """How the match of *room* stands at one moment, as all who read one language are told it: now,
    or as it was *then*."""

    def __init__(self, room: RoomState, then: Match | None = None) -> None:
        self.room, self.table = room, room.table
        self.match: Match = then or room.table.match
        self.over, self.on_turn = self.table.over, self.match.player
        self.to_decide = self.on_turn if then else self.table.player
        self.is_ended = room.is_ended and then is None
        self.bot_is_due = self.table.bot_is_due
        people = [number for number, each in enumerate(self.table.players) if each.bot is None]
        self.only_person = people[0] if len(people) == 1 else None
        self._called: dict[str, list[str]] = {}

    def called(self, own: str) -> list[str]:
        """How the players are called beside the board: ``You``, ``expert``. *own* is what the only
        person is called; ``""``: ``You``."""
        if own not in self._called:
            people = self.table.seats
            names, kinds = [seat.name for seat in people], [seat.player for seat in people]
            self._called[own] = call_players(names, kinds, type(self.match.sessions[0].game), own)
        return self._called[own]

    @cached_property
    def names(self) -> list[str]:
        """The names of the match's players."""
        return story.names_of(self.table.seats, self.match)

    @cached_property
    def players(self) -> list[PlayerElement]:
        """The players, but for what each is called, his colour, and who of them is the reader."""
        return [self._player(player) for player in range(len(self.table.players))]

    def _player(self, player: int) -> PlayerElement:
        top, seated = self.match.top, self.table.players[player]
        seat = top.seat_of(player) if player in top.players else None
        is_due = not self.is_ended and self.to_decide == player
        element: PlayerElement = {
            "name": "",
            "seat_name": "" if seat is None else seat_name(top.game, seat),
            "seat": seat,
            "role": "",
            "kind": seated.kind,
            "bot": seated.bot is not None,
            "due": is_due,
            "you": False,
            "free": player in self.free_seats,
            "ready": player in self.room.ready,
        }
        if (clocks := self._clocks) is not None:
            element["clock_ms"] = clocks.left_ms[player]
            element["clock_runs"] = is_due and not self.table.paused and clocks.runs
        return element

    @cached_property
    def free_seats(self) -> tuple[int, ...]:
        """The players whose seats nobody holds."""
        return self.room.free_seats

    @cached_property
    def _clocks(self) -> Clocks | None:
        """What each player has left; ``None`` without a players' clock."""
        return clocks_of(self.match)

    @cached_property
    def heading(self) -> str:
        """The games, down to the one on top, and who plays it; who reads it may be *you*."""
        if self.room.study is not None:
            return asking.study_heading(self.match.sessions, self.room.study.record)
        return asking.heading(self.match.sessions, self.table.seats)

    @cached_property
    def thinking(self) -> str:
        """That a bot is thinking, if one is."""
        if (
            not self.bot_is_due
            or self.on_turn is None
            or self.is_ended
            or self.table.fault is not None
        ):
            return ""
        seat = self.match.top.seat_of(self.on_turn)
        return asking.prompt("", self.match.top, seat, self.names, is_asked=False)

    # ---- as somebody is told it ---------------------------------------------------------------

    def own_name(self, held: Collection[int]) -> str:
        """What the only person is called where he is not the reader, who has the seats *held*;
        ``""``: ``You``."""
        only = self.only_person
        return "" if only is None or only in held else self.names[only]

    def players_for(self, held: Collection[int], view: View) -> Scene:
        """The players as the reader is told it, who has the seats *held* and sees *view*: what each
        is called, his colour, and who of them is the reader."""
        called, roles = self.called(self.own_name(held)), self._roles(view)
        return {
            f"player:{number}": self._told(number, called, number in held, roles)
            for number in range(len(self.players))
        }

    def _told(
        self, number: int, called: list[str], you: bool, roles: Mapping[int, str]
    ) -> PlayerElement:
        seat, top, name = self.players[number]["seat"], self.match.top, called[number]
        is_duel = len(self.match.sessions) > 1
        if is_duel and seat is not None and story.is_mixed_up(top, seat, called):
            name = _("{name} in the match").format(name=name)
        kind = self.players[number]["kind"]
        if kind in CHARACTERS and name == kind_word(kind):
            name = CHARACTERS[kind].called
        role = "" if seat is None else roles.get(seat, "")
        return {**self.players[number], "name": name, "role": role, "you": you}

    def _roles(self, view: View) -> dict[int, str]:
        """The colours of the seats: those of the things in *view*, the first one counts."""
        things = [item.role for tray in view.trays for item in tray.items]
        names, roles = self.match.top.game.seat_names, dict[int, str]()
        for role in dict.fromkeys([*things, *(piece.role for piece in view.pieces)]):
            if (seat := owner_of(role, names)) is not None:
                roles.setdefault(seat, role)
        return roles
