"""Actions on one match: choosing its players, beginning, resuming, saving, deleting it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from gipf_meta.base.numbers import read_whole
from gipf_meta.base.texts import _
from gipf_meta.deeds.messages import FileMessage, GoMessage
from gipf_meta.desk.context import Context
from gipf_meta.desk.parts import (
    About,
    Button,
    Do,
    Paragraph,
    Screen,
    ScreenPlace,
    opening,
    submitting,
)
from gipf_meta.desk.requests import DeskError, not_understood
from gipf_meta.desk.responses import PageMessages
from gipf_meta.library.listed_matches import match_of_library, sides_words
from gipf_meta.library.store import Library, LibraryEntry
from gipf_meta.match.starting_point import what_is_forgotten
from gipf_meta.match.timecontrol import TimeControl
from gipf_meta.plugins.loading import Installed
from gipf_meta.plugins.playable import playable
from gipf_meta.protocol.game import AnyGame, seat_name, title_of
from gipf_meta.protocol.gate import Gate
from gipf_meta.records.models import Record
from gipf_meta.records.player_names import PERSON
from gipf_meta.records.record_files import dumps
from gipf_meta.rooms.people_events import INVITED_MS
from gipf_meta.table.new_table import draw_seats, take_seats
from gipf_meta.table.openings import Opening
from gipf_meta.table.players import describe_kind, possible_kinds, usual_kind
from gipf_meta.table.seats import SeatInvitation


def begin_match(
    context: Context, game: AnyGame, choices: Mapping[str, Any], person: str, at_ms: int
) -> PageMessages:
    """Opens a room for a match of *game* by the *choices*, with *person* at the seats of people
    that are not left free for others. Raises ``GipfMetaError``."""
    seed = context.new_seed()
    kinds, names = choices["seats"], choices["names"]
    if choices.get("lot"):
        seating = draw_seats(game, kinds, names, seed, context.settings.name)
    else:
        seating = take_seats(game, kinds, names)
    clock, position = choices.get(CLOCK), str(choices.get(POSITION, ""))
    game, notices = playable(game, context.installed, is_new=not position)
    free = free_players(seating.kinds)
    sat = [PERSON if player in free else kind for player, kind in enumerate(seating.kinds)]
    seats = replace(seating, kinds=tuple(sat)).seats
    control = TimeControl.read(clock) if clock else None
    come = who_may_come(context, seating.kinds, choices.get(WATCHED) is True)
    opening_of_match = Opening.of_match(game, seats, seed, control, position=position)
    beginning = opening_of_match.model_copy(update={**come, **_agreed_times(choices)})
    room, invited = context.new_room(), _invite(context, seating.kinds, at_ms)
    context.hub.open_room(room, beginning, person, at_ms, free, invited=invited)
    notice = seating.sentence if not is_free(seating.kinds[0]) else ""
    forgotten = what_is_forgotten(game) if position else ""
    context.notices += [*notices, *filter(None, (notice, forgotten))]
    return [going_to_room(room)]


def _invite(context: Context, kinds: Sequence[str], at_ms: int) -> dict[int, SeatInvitation]:
    """The invitations of people by name to the seats of those *kinds*. Raises ``GipfMetaError``
    where one of them cannot be invited."""
    guests = {player: person for player, kind in enumerate(kinds) if (person := person_in(kind))}
    if guests:
        if context.acquaintances is None:
            raise DeskError(not_understood())
        context.acquaintances.ask(context.link, [*guests.values()])
    until_ms = at_ms + INVITED_MS
    return {player: SeatInvitation(person, until_ms) for player, person in guests.items()}


def without_names(choices: Mapping[str, Any]) -> dict[str, Any]:
    """*choices* as they are remembered: a seat for one person is a seat for a guest then."""
    kinds = [INVITED if person_in(kind) else kind for kind in choices["seats"]]
    return {**choices, "seats": kinds}


def _agreed_times(choices: Mapping[str, Any]) -> dict[str, object]:
    """The fields of an opening for the clock of duels and the longest absence, from the
    *choices*."""
    agreed: dict[str, object] = {}
    if choices.get(CLOCK) and (duel_clock := choices.get(DUEL_CLOCK)):
        agreed["duel_control"] = duel_clock
    if away := choices.get(AWAY):
        agreed["away_ms"] = int(away)
    return agreed


def who_may_come(context: Context, kinds: Sequence[str], is_watched: bool) -> dict[str, bool]:
    """The fields of an opening for privacy; ``{}`` where one person plays alone."""
    return {} if context.tables is None else privacy(kinds, is_watched)


def going_to_room(room: str) -> GoMessage:
    """The answer that leads the page to a room."""
    return {"go": f"room/{room}"}


def asking_for(entry: LibraryEntry, what: str) -> Do:
    """The message that requests *what* of a match: ``go_on``, ``record`` or ``picture``."""
    return submitting("match", {"match": str(entry.id), "do": what})


def reviewing(going: Do) -> Do:
    """The message *going*, which leads to a match that is over, for a page that then opens the
    review of it: the address of the room gets the part ``review``."""
    about = going["about"]
    assert isinstance(about, dict), "it is about a match"
    return {**going, "about": {**about, "at": "review"}}


def submit_match(context: Context, about: About, id: str) -> PageMessages:
    """Resumes a match of the library, or sends its record or its picture. *id* is that of the
    request.

    Raises ``GipfMetaError``.
    """
    library, number = _library_and_number(context, about)
    wanted = about.get("do")
    if wanted == "go_on":
        library.begin_date(number)
        return [going_to_room(str(number))]
    if wanted == "record":
        record = library.record(number)
        return [send_file(id, f"{record.game}-{number}.json", "application/json", dumps(record))]
    if wanted == "picture":
        return [_picture(context, library, number, id)]
    raise DeskError(not_understood())


def _picture(context: Context, library: Library, number: int, id: str) -> FileMessage:
    """The last board of the match as an SVG file. Raises ``GipfMetaError``."""
    # drawing is slow to import, and rarely wanted
    from gipf_meta.render.svg import svg
    from gipf_meta.render.theme import DARK, LIGHT

    match, _people, _notes, why = match_of_library(library, context.installed, number)
    if match is None:
        raise DeskError(why)
    top, theme = match.top, DARK if context.settings.theme == "dark" else LIGHT
    with Gate(top.game):
        drawn = svg(top.view(None), title=title_of(top.game), theme=theme)
    return send_file(id, f"{top.game.id}-{number}.svg", "image/svg+xml", drawn)


def send_file(id: str, name: str, type: str, text: str) -> FileMessage:
    """The message with a file called *name*, in the answer to the request *id*."""
    return {"file": {"id": id, "name": name, "type": type, "text": text}}


# ---- deleting -----------------------------------------------------------------------------------


def deletion(context: Context, about: About) -> Screen:
    """The screen that asks whether to delete a match. Raises ``GipfMetaError``."""
    entry = _entry(context, about)
    title = context.installed.title(entry.game)
    match = {"match": str(entry.id)}
    return Screen(
        name="delete",
        about=match,
        title=_("Delete?"),
        back=ScreenPlace(screen="library"),
        parts=(
            Paragraph(
                text=_("Match {n} of {game} is deleted for ever.").format(n=entry.id, game=title)
            ),
            Paragraph(text=sides_words(entry, context.installed.games, context.settings.name)),
            Button(text=_("Keep it"), do=opening("library"), primary=True),
            Button(text=_("Delete it"), do=submitting("delete", match)),
        ),
    )


def submit_deletion(context: Context, about: About) -> None:
    """Deletes the match. Raises ``GipfMetaError``, also while somebody plays it."""
    library, number = _library_and_number(context, about)
    library.begin_date(number)
    library.delete(number)
    context.notices.append(_("Match {n} is deleted.").format(n=number))


def saved_match(context: Context, number: str) -> Record:
    """The record of the match in the library with that *number*. Raises ``GipfMetaError``."""
    library, found = _library_and_number(context, {"match": number})
    return library.record(found)


def _library_and_number(context: Context, about: About) -> tuple[Library, int]:
    """The library, and the number of the match in *about*. Raises ``DeskError``."""
    if context.library is None:
        raise DeskError(_("No match is kept here."))
    words = about.get("match", "")
    number = read_whole(words)
    if number is None:
        raise DeskError(_("This screen needs the number of a match."))
    return context.library, number


def _entry(context: Context, about: About) -> LibraryEntry:
    """The row of the match in the list. Raises ``LibraryError`` or ``DeskError``."""
    library, number = _library_and_number(context, about)
    library.begin_date(number)
    return next(entry for entry in library.entries() if entry.id == number)


INVITED: Final = "invited"
"""The kind of a seat that is free for the person who gets its link."""
ANYBODY: Final = "anybody"
"""The kind of a seat that anybody may take: the table is open."""
FREE: Final = (INVITED, ANYBODY)
"""The kinds of free seats that are for no one in particular."""
NAMED: Final = "person:"
"""The beginning of the kind of a seat that is free for one person, whose id follows."""
GUEST: Final = "guest"
"""The parameter of the form with the person who is to be invited."""
POSITION: Final = "position"
"""The key of the position from which a match begins."""
CLOCK: Final = "clock"
"""The key of the players' clock."""
DUEL_CLOCK: Final = "duel_clock"
"""The key of the clock of each duel; without it: the default."""
AWAY: Final = "away"
"""The key of the longest absence, in milliseconds; without it: the default."""
WATCHED: Final = "watched"
"""The key of whether anybody may watch."""


def person_in(kind: str) -> str:
    """The id of the person for whom a seat of that *kind* is reserved; ``""``: for nobody."""
    return kind.removeprefix(NAMED) if kind.startswith(NAMED) else ""


def is_free(kind: str) -> bool:
    """Whether nobody sits at a seat of that *kind* when the match is opened."""
    return kind in FREE or bool(person_in(kind))


def choices_for_seat(
    game: type[AnyGame], seat: int, has_tables: bool, people: Mapping[str, str] | None = None
) -> tuple[tuple[str, str], ...]:
    """The kinds of players that can be chosen for *seat*, each with its words; at a host also free
    seats, for those who come later, and for *people* by their kinds and names."""
    kinds = possible_kinds(game, seat)
    if not has_tables:
        return tuple((kind, describe_kind(kind)) for kind in kinds)
    bots = [kind for kind in kinds if kind != PERSON]
    return (
        (PERSON, _("you, at this screen")),
        *(people or {}).items(),
        (INVITED, _("somebody whom you invite")),
        (ANYBODY, _("anybody: the table is open")),
        *((kind, describe_kind(kind)) for kind in bots),
    )


def usual_kind_at_tables(game: type[AnyGame], last: Mapping[str, Any], seat: int) -> str:
    """The kind of player at *seat* in the *last* set-up; without one, seats are for invited
    people."""
    seats = last.get("seats", ())
    if not isinstance(seats, Sequence) or seat >= len(seats):
        return INVITED if 0 < seat < game.seat_counts[0] else usual_kind(game, last, seat)
    kind = str(seats[seat])
    return kind if is_free(kind) else usual_kind(game, last, seat)


def free_players(kinds: Sequence[str]) -> dict[int, str]:
    """The seats that stay free, each with ``""`` for its holder."""
    return {player: "" for player, kind in enumerate(kinds) if is_free(kind)}


def privacy(kinds: Sequence[str], is_watched: bool) -> dict[str, bool]:
    """The fields of an ``Opening`` for privacy: a table with an open seat is open to anybody, else
    only where *is_watched* may anybody watch."""
    is_open = ANYBODY in kinds
    return {"is_open": is_open, "is_private": not (is_open or is_watched)}


def seat_words(installed: Installed, game: str, seat: int) -> str:
    """The name of a seat of a game; its number where the game is not installed."""
    found = installed.games.get(game)
    return str(seat + 1) if found is None else seat_name(found, seat)
