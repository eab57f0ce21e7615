"""The commands about the people at a table, as one list for the terminal and line by line.

Each row is a deed that the room allows the person here. A new deed of this kind needs a function in
``_ROWS`` and, if it has a word of its own, that word in ``PEOPLE_WORDS``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from gipf_meta.base.addressee import is_reader
from gipf_meta.base.names import is_numbered
from gipf_meta.base.texts import _
from gipf_meta.bots.levels import BOTS
from gipf_meta.deeds.claims import claim_question, claimable_players, missed_lines
from gipf_meta.deeds.commands import DEEDS
from gipf_meta.deeds.table_elements import free_seat_words, time_goes_on
from gipf_meta.line.played_match import PlayedMatch, telling
from gipf_meta.narration import typed_answers
from gipf_meta.narration.prompts import Question
from gipf_meta.narration.typed_answers import NO_SEAT
from gipf_meta.narration.typed_answers import WATCH as WATCH
from gipf_meta.protocol.game import AnyGame, seat_name
from gipf_meta.records.player_names import bot_name
from gipf_meta.rooms.summaries import slow_flag_ms

PEOPLE_WORDS: Final = ("invite", "uninvite", "sit", "seat", "claim", "leave")
"""The words that begin these commands line by line; most of them take a seat."""


class AboutPeople(NamedTuple):
    """The deed *do* with its *fields*, in *words*. *typed* is its command line by line."""

    do: str
    fields: Mapping[str, Any]
    words: str
    typed: str

    @property
    def player(self) -> int | None:
        """The player whose seat it is about; ``None``: no seat, or all spectators."""
        player: int | None = self.fields.get("player")
        return player


def about_people(played: PlayedMatch) -> list[AboutPeople]:
    """The commands of the person here about the people of the match *played*; none but at a
    host."""
    return [row for rows in _ROWS for row in rows(played)] if played.is_far else []


def _links(played: PlayedMatch) -> Iterator[AboutPeople]:
    if "invite" in played.may:
        yield AboutPeople("invite", {}, _("Links that invite others"), "invite")


def _new_links(played: PlayedMatch) -> Iterator[AboutPeople]:
    """New links to the seats of those who are away; the host judges whether for long enough."""
    connected = played.seen.connected
    for player in played.room.others_seats(played.person):
        if connected is not None and player not in connected:
            yield _row(played, "invite", player, _("A new link to the seat of {name}, who is away"))


def _withdrawals(played: PlayedMatch) -> Iterator[AboutPeople]:
    for player in (*range(len(played.names)), None):
        if played.why_not("uninvite", player=player):
            continue
        words = _("Take back the link to play as {name}")
        if player is None:
            words = _("Take back the link to watch: nobody comes in by it any more")
        elif player in played.room.seats.holders:
            words = _("Take back the new link to the seat of {name}")
        yield _row(played, "uninvite", player, words)


def _free_seats(played: PlayedMatch) -> Iterator[AboutPeople]:
    for player in played.room.free_seats:
        if not played.why_not("sit", player=player):
            yield _row(played, "sit", player, _("Sit down as {name}"))


def _bots(played: PlayedMatch) -> Iterator[AboutPeople]:
    missing = gone(played)
    for player in played.room.free_seats:
        is_listed = played.over is None and player not in missing
        if is_listed and not played.why_not("seat", player=player, kind="easy"):
            yield _row(played, "seat", player, _("Let a bot play as {name}"))


def _wins(played: PlayedMatch) -> Iterator[AboutPeople]:
    """The claims of the win against each player who has left, or was away for too long."""
    for player in gone(played):
        if not played.why_not("claim", player=player):
            yield _row(played, "claim", player, _("Claim the win against {name}"))


def _bots_for_the_gone(played: PlayedMatch) -> Iterator[AboutPeople]:
    """A bot in the place of each player without whom the match may go on."""
    for player in gone(played):
        yield _row(played, "seat", player, _("Let a bot go on for {name}"))


def _leaving(played: PlayedMatch) -> Iterator[AboutPeople]:
    if "leave" in played.may:
        seated, watching = _("Give up the seat, and leave"), _("Watch this match no longer")
        yield AboutPeople("leave", {}, seated if played.holds_seat else watching, "leave")


_ROWS: Final[tuple[Callable[[PlayedMatch], Iterator[AboutPeople]], ...]] = (
    _links, _new_links, _withdrawals, _free_seats, _bots, _wins, _bots_for_the_gone, _leaving,
)  # fmt: skip
"""The functions that yield the rows of each deed, in the order of the list."""


def _row(played: PlayedMatch, do: str, player: int | None, words: str) -> AboutPeople:
    name = "" if player is None else played.names[player]
    typed = f"{do} {WATCH if player is None else player + 1}"
    return AboutPeople(do, {"player": player}, words.format(name=name), typed)


def missed(played: PlayedMatch) -> list[str]:
    """The lines on the players without whom the person here may go on, now or later."""
    return [*missed_lines(played.room, played.person, played.names)] if played.is_far else []


def gone(played: PlayedMatch) -> tuple[int, ...]:
    """The players without whom the person here may go on now."""
    claimable = claimable_players(played.room, played.person) if played.is_far else []
    return tuple(each.player for each in claimable if each.from_ms <= played.room.at_ms)


def question_without(played: PlayedMatch, player: int | None) -> Question | None:
    """The question on how the match goes on without *player*; ``None``: it waits for him."""
    if player is None:
        return None
    return claim_question(played.room, played.person, player, played.names[player])


def countdown(played: PlayedMatch) -> list[str]:
    """The lines that change with time though nothing happens in the match."""
    return [*time_goes_on(played.room), *missed(played)]


def seat_lines(played: PlayedMatch) -> Iterator[str]:
    """The lines on the seats, each with the number that names it and its player; and on
    spectators."""
    game = type(played.match.sessions[0].game)
    if played.study is None:
        with telling(played):
            yield from [*_players_at_seats(played, game)]
    yield from (*played.others(), *missed(played))


def _players_at_seats(played: PlayedMatch, game: type[AnyGame]) -> Iterator[str]:
    for player, name in enumerate(played.names):
        words = free_seat_words(name) if player in played.room.free_seats else name
        bot = bot_name(played.seats[player].player)
        if played.table.players[player].bot is not None and not name.startswith(bot):
            words = f"{words} ({bot})"
        seat = seat_name(game, player)
        if seat != name and not is_numbered(seat):  # the line has a number already
            words = f"{seat}: {words}"
        if player in played.players_here and not is_reader(player):
            words = _("{name} (you)").format(name=words)
        yield f"{player + 1}. {words}"


class TypedAboutPeople(NamedTuple):
    """The *row* that was typed about people, with the bot *kind* that takes a seat; or *why* none
    was."""

    row: AboutPeople | None = None
    kind: str = ""
    why: str = ""


def typed_about_people(played: PlayedMatch, do: str, argument: str) -> TypedAboutPeople:
    """The row that the word *do* means in the match that is *played*; its *argument* is a seat, and
    perhaps a bot."""
    where, kind = argument, ""
    if do == "seat":
        where, _blank, kind = argument.rpartition(" ")
    rows = [row for row in about_people(played) if row.do == do]
    player = seat_named(played, where)
    if do == "invite" and player in played.room.free_seats:
        return TypedAboutPeople(AboutPeople("invite", {"player": player}, "", "invite"))
    row = _named_row(rows, where, player)
    if row is not None and (kind in BOTS or do != "seat"):
        return TypedAboutPeople(row, kind)
    if rows and (player is None or row is not None):
        listed = ", ".join(as_typed(row) for row in rows)
        return TypedAboutPeople(why=_("Type one of these: {typed}.").format(typed=listed))
    return TypedAboutPeople(why=_why_not(played, do, player))


def as_typed(row: AboutPeople) -> str:
    """The command to type for *row*; after a seat, with the bot that takes it."""
    return f"{row.typed} easy" if row.do == "seat" else row.typed


def _named_row(rows: list[AboutPeople], where: str, player: int | None) -> AboutPeople | None:
    """The row of *rows* about the seat of *player*, named *where*, or about the spectators; without
    *where* the only one, ``None`` if there are several."""
    if not where:
        only = [row for row in rows if row.player is None] if len(rows) > 1 else rows
        return only[0] if len(only) == 1 else None
    if player is None and where.casefold() != WATCH:
        return None
    return next((row for row in rows if row.player == player), None)


def _why_not(played: PlayedMatch, do: str, player: int | None) -> str:
    """The reason why *do* is not possible for the seat of *player*; ``None``: no seat was named."""
    if do == "claim" and player is None:
        here = played.players_here
        others = [each for each in range(len(played.names)) if each not in here]
        player = others[0] if len(others) == 1 else None
    given = {"player": player, "kind": "easy", "key": ""}
    needed = DEEDS[do].model_fields.keys() & given.keys()
    if "player" in needed and player is None and do in ("sit", "seat", "claim"):
        return _(NO_SEAT)
    why = played.why_not(do, **{name: given[name] for name in sorted(needed)})
    if do == "invite":
        return why or _("No seat is free, and anybody may watch.")
    return why or _("That is not possible now.")


def seat_named(played: PlayedMatch, typed: str) -> int | None:
    """The player whose seat *typed* names, as ``typed_answers.seat_named`` reads it."""
    game = type(played.match.sessions[0].game)
    return typed_answers.seat_named(game, played.names, typed)


def flag_ms_of(played: PlayedMatch) -> int | None:
    """The time at which the flag of the player on turn falls, in milliseconds since 1970, where a
    clock of days runs at a host; ``None`` elsewhere: here no clock runs while nobody looks."""
    return slow_flag_ms(played.room) if played.is_far else None
