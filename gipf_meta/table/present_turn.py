"""The players who decide at a table now, found once for each match that it shows."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property

from gipf_meta.match.match import Match
from gipf_meta.protocol.game import Over
from gipf_meta.table.history import match_before_last_decision
from gipf_meta.table.players import Player


class PresentTurn:
    """The turn in *match* between *players*, in which nobody decides while there is *trouble*.

    It holds only what follows from these, which never change: a table whose match, players or
    trouble are others has another one.
    """

    def __init__(self, match: Match, players: Sequence[Player], trouble: str) -> None:
        self.match, self.players, self.trouble = match, players, trouble
        self._before: dict[tuple[int, ...], Match] = {}
        self._deciders: dict[tuple[int, ...], tuple[int, ...]] = {}

    @cached_property
    def over(self) -> Over | None:
        """The end of the match; ``None`` while it goes on."""
        return self.match.result

    @cached_property
    def player(self) -> int | None:
        """The player who decides next; ``None``: no player does."""
        return None if self.trouble else self.match.player

    @cached_property
    def persons(self) -> tuple[int, ...]:
        """The players who are people, whatever they play."""
        return tuple(number for number, player in enumerate(self.players) if player.bot is None)

    @cached_property
    def bot_is_due(self) -> bool:
        """Whether a bot decides next. In games that need people, a person decides for it."""
        player = self.player
        if player is None or self.players[player].bot is None:
            return False
        return not (self.match.top.game.needs_people and self.persons)

    @cached_property
    def people(self) -> tuple[int, ...]:
        """The people who play the game on top, first the one who decides next."""
        on_turn = self.player
        people = tuple(p for p in self.match.top.players if self.players[p].bot is None)
        if on_turn is not None and (on_turn in people or not self.bot_is_due):
            people = (on_turn, *(player for player in people if player != on_turn))
        return people

    def deciders(self, held: tuple[int, ...]) -> tuple[int, ...]:
        """The players of the game on top for whom a person may decide who has *held* their seats,
        the one on turn first."""
        if held not in self._deciders:
            on_turn = None if self.bot_is_due else self.player
            self._deciders[held] = tuple(
                player
                for player in self.people
                # where only people can decide, they do so for a bot as well
                if player in held or (player == on_turn and self.players[player].bot is not None)
            )
        return self._deciders[held]

    def before_undo(self, of: Collection[int]) -> Match:
        """The match before the last decision of one of the players *of* (of any person), and all
        after. Raises ``CannotUndo``."""
        players = tuple(of or self.persons)
        if players not in self._before:
            self._before[players] = match_before_last_decision(self.match, players)
        return self._before[players]
