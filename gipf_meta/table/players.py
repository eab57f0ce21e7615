"""Who sits at a table: people and bots, what bots think and plan, and how they fail."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.sentences import describe_error
from gipf_meta.base.texts import _
from gipf_meta.bots.bot import Bot
from gipf_meta.bots.levels import make_bot
from gipf_meta.protocol.game import AnyGame, title_of
from gipf_meta.records.models import Seat


@dataclass(frozen=True)
class Player:
    """Somebody at the table: a person, or a bot."""

    name: str
    bot: Bot | None = None
    kind: str = "human"

    @classmethod
    def of_kind(cls, kind: str, name: str) -> Player:
        """A player from what a user wrote: ``human`` or a bot's name. Raises ``UnknownBot``."""
        return cls(name) if kind == "human" else cls(name, make_bot(kind), kind)


def players_of(kinds: Sequence[str], names: Sequence[str]) -> list[Player]:
    """Who plays, seat by seat; there may be more names than seats. Raises ``UnknownBot``."""
    return [Player.of_kind(kind, name) for kind, name in zip(kinds, names, strict=False)]


def seats_of(players: Sequence[Player]) -> tuple[Seat, ...]:
    """Who sits at the table, as a record tells it."""
    return tuple(Seat(name=player.name, player=player.kind) for player in players)


def failed(title: str, error: BaseException) -> str:
    """The sentence on *error*, which came out of a game or a bot called *title*."""
    return _("{title} failed ({fault}).").format(title=title, fault=describe_error(error))


class GameFailed(GipfMetaError, RuntimeError):
    """A game of the match, not of a duel, raised an error of its own; one sentence."""

    @classmethod
    def of(cls, game: AnyGame, error: BaseException) -> GameFailed:
        """The sentence on *error*, which came out of *game*."""
        if isinstance(error, GameFailed):
            return error
        return cls(failed(title_of(game), error))


class BotFailed(GameFailed):
    """The bot that plays *player* raised an error, took too long, or decided what cannot be played;
    one sentence. The match is as it was."""

    def __init__(self, told: str, player: int) -> None:
        super().__init__(told)
        self.player = player
