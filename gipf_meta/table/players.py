"""The players at a table, people and bots, and the errors of games and bots that fail."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from gipf_meta.base.engine_names import bot_names
from gipf_meta.base.names import BadName, check_name, have_same_name, match_id
from gipf_meta.base.sentences import did_you_mean
from gipf_meta.base.texts import N_, _
from gipf_meta.bots.bot import Bot
from gipf_meta.bots.characters import CHARACTERS, EASIEST
from gipf_meta.bots.engine_bot import allowed_engines
from gipf_meta.bots.levels import BOTS, UnknownBot, is_bot, make_bot, name_of_bot
from gipf_meta.protocol.failures import GameFailed
from gipf_meta.protocol.game import AnyGame, seat_name
from gipf_meta.protocol.options import OptionError
from gipf_meta.records.models import Seat
from gipf_meta.records.player_names import PERSON


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
            return cls(name, make_bot(kind), name_of_bot(kind))
        except UnknownBot as error:
            if is_bot(kind):
                raise
            why = _("There is no player {words!r}; a seat is human or one of: {known}.")
            hint = did_you_mean(kind.lower(), (PERSON, *BOTS))
            raise UnknownBot(why.format(words=kind, known=", ".join(BOTS)) + hint) from error


def players_of(kinds: Sequence[str], names: Sequence[str]) -> list[Player]:
    """The players, seat by seat; *names* may be longer than *kinds*. Raises ``UnknownBot``."""
    return [Player.of_kind(kind, name) for kind, name in zip(kinds, names, strict=False)]


def seats_of(players: Sequence[Player]) -> tuple[Seat, ...]:
    """The seats of the table as a record holds them."""
    return tuple(Seat(name=player.name, player=player.kind) for player in players)


class BotFailed(GameFailed):
    """The bot of *player* raised an error, took too long, or chose an illegal move; one sentence.

    The match has not changed.
    """

    def __init__(self, sentence: str, player: int) -> None:
        super().__init__(sentence)
        self.player = player


NOBODY: Final = "none"
"""The kind of player at a seat that stays empty."""
NO_BOTS: Final = {PERSON: N_("a person"), NOBODY: N_("nobody")}
"""The names of the kinds of players that are no bots."""


def describe_kind(kind: str) -> str:
    """The name of a kind of player in a form."""
    if kind in CHARACTERS:
        return CHARACTERS[kind].called
    return _(NO_BOTS[kind]) if kind in NO_BOTS else bot_names((kind, *allowed_engines()))[kind]


def possible_kinds(game: type[AnyGame], seat: int) -> list[str]:
    """The kinds of players that can sit at *seat*, people first, then bots, then engines.

    ``NOBODY`` comes last, where it may stay empty.
    """
    return [
        PERSON,
        *CHARACTERS,
        *allowed_engines(),
        *([NOBODY] if seat >= game.seat_counts[0] else []),
    ]


def usual_kind(game: type[AnyGame], last: Mapping[str, Any], seat: int) -> str:
    """The kind of player at *seat* in the *last* set-up; at first, a person against beginners."""
    seats = last.get("seats", ())
    if (
        isinstance(seats, Sequence)
        and seat < len(seats)
        and seats[seat] in possible_kinds(game, seat)
    ):
        return str(seats[seat])
    if seat >= game.seat_counts[0]:
        return NOBODY
    return PERSON if seat == 0 or game.needs_people else EASIEST


def usual_name(game: type[AnyGame], last: Mapping[str, Any], seat: int) -> str:
    """The name given at *seat* in the *last* set-up; empty for none."""
    names = last.get("names", ())
    if not isinstance(names, Sequence) or seat >= len(names):
        return ""
    name = str(names[seat])
    return "" if name == game.seat_names[seat] else name


def words_of_starter(game: AnyGame) -> str:
    """The words of a form for the seat that begins in *game* without a lot."""
    return game.starter_words or seat_name(game, 0)


def first_person(kinds: Sequence[str]) -> int | None:
    """The seat of the user, at which his name stands: the first of a person, if there is one."""
    return next((seat for seat, kind in enumerate(kinds) if kind == PERSON), None)


def read_seats(
    game: type[AnyGame], kinds: Sequence[str], names: Sequence[str], lot: bool
) -> dict[str, Any]:
    """The ``seats``, the ``names`` (``""`` for none) and whether by ``lot``, as set-ups keep them.

    *kinds* and *names* are those of all seats. Raises ``OptionError``.
    """
    choices: dict[str, Any] = {"seats": [], "names": []}
    for kind, name in zip(kinds, names, strict=True):
        if kind != NOBODY:
            choices["seats"].append(kind)
            choices["names"].append(read_name(name))
    given = [name or game.seat_names[seat] for seat, name in enumerate(choices["names"])]
    if have_same_name(given):
        raise OptionError(_("Give everybody a name of his own."))
    if lot:
        choices["lot"] = True
    return choices


def read_name(typed: str) -> str:
    """The name that was *typed*, ``""`` for none. Raises ``OptionError``."""
    try:
        return check_name(typed) if typed.strip() else ""
    except BadName as error:
        raise OptionError(str(error)) from None
