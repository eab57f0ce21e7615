"""Who sits at a table, people and bots, and the errors of games and bots that fail."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.ids import match_id
from gipf_meta.base.texts import _
from gipf_meta.bots.bot import Bot
from gipf_meta.bots.levels import BOTS, UnknownBot, is_bot, make_bot
from gipf_meta.protocol.failures import failure_sentence
from gipf_meta.protocol.game import AnyGame, title_of
from gipf_meta.records.models import Seat
from gipf_meta.records.people import PERSON


@dataclass(frozen=True)
class Player:
    """A person or a *bot* at the table. *kind* is ``human`` or the name of the bot."""

    name: str
    bot: Bot | None = None
    kind: str = PERSON

    @classmethod
    def of_kind(cls, kind: str, name: str) -> Player:
        """The player that a user wrote: ``human`` or a bot's name, in whatever case.

        Raises ``UnknownBot``.
        """
        if match_id(kind, [PERSON]) == PERSON:
            return cls(name)
        try:
            return cls(name, make_bot(kind), kind.lower())
        except UnknownBot as error:
            if is_bot(kind):
                raise
            why = _("There is no player {words!r}; a seat is human or one of: {known}.")
            raise UnknownBot(why.format(words=kind, known=", ".join(BOTS))) from error


def players_of(kinds: Sequence[str], names: Sequence[str]) -> list[Player]:
    """The players, seat by seat; *names* may be longer than *kinds*. Raises ``UnknownBot``."""
    return [Player.of_kind(kind, name) for kind, name in zip(kinds, names, strict=False)]


def seats_of(players: Sequence[Player]) -> tuple[Seat, ...]:
    """The seats of the table as a record holds them."""
    return tuple(Seat(name=player.name, player=player.kind) for player in players)


class GameFailed(GipfMetaError, RuntimeError):
    """The game of the match, not of a duel, raised an error of its own; one sentence."""

    @classmethod
    def of(cls, game: AnyGame, error: BaseException) -> GameFailed:
        """The failure of *game*, which raised *error*."""
        if isinstance(error, GameFailed):
            return error
        return cls(failure_sentence(title_of(game), error))


class BotFailed(GameFailed):
    """The bot of *player* raised an error, took too long, or chose an illegal move; one sentence.

    The match has not changed.
    """

    def __init__(self, sentence: str, player: int) -> None:
        super().__init__(sentence)
        self.player = player
