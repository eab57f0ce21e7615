"""A match imported by a link or as a text: to look at it, and to play on from there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from gipf_meta.base.names import clean_name, other_name
from gipf_meta.base.texts import _
from gipf_meta.desk import parts
from gipf_meta.desk.context import Context
from gipf_meta.desk.imported_games import BroughtMatch, link_in
from gipf_meta.desk.match_actions import (
    FREE,
    INVITED,
    choices_for_seat,
    free_players,
    going_to_room,
    who_may_come,
)
from gipf_meta.desk.parts import About, AnyPart, FieldValue, Screen, ScreenPlace, submitting
from gipf_meta.desk.pictures import picture_of, pieces_in_words
from gipf_meta.desk.requests import impossible
from gipf_meta.desk.responses import PageMessages
from gipf_meta.desk.study_start import submit_study
from gipf_meta.match.match import Match
from gipf_meta.match.session import Session
from gipf_meta.protocol.game import NOBODY, seat_name, title_of
from gipf_meta.records.models import Record, Seat
from gipf_meta.records.player_names import PERSON
from gipf_meta.table.openings import Opening


def shared_match(context: Context, about: About) -> Screen:
    """The screen of the match in *about*: its board, and the form for playing it on.

    Raises ``GipfMetaError``.
    """
    return show_match(context, context.read_match(link_in(about)))


def show_match(context: Context, read: BroughtMatch) -> Screen:
    """The screen of the match that was *read*. Raises ``GipfMetaError``."""
    match = read.match(context.installed.find)
    game = match.top.game
    return Screen(
        name="shared_match",
        about={"match": read.link},
        title=title_of(game),
        back=ScreenPlace(screen="launcher"),
        parts=(
            *(parts.Paragraph(text=words) for words in read.notices),
            *board_of(context, match.top),
            _form(context, match, read),
            parts.Button(text=_("Study"), do=submitting("study", {"match": read.link})),
        ),
    )


def submit_shared_match(
    context: Context, about: About, values: Mapping[str, FieldValue], person: str, at_ms: int
) -> PageMessages:
    """Opens a room in which the match is resumed. Raises ``GipfMetaError``."""
    read = context.read_match(link_in(about))
    if read.record.study:
        return submit_study(context, about, person, at_ms)
    record, match = read.record, read.match(context.installed.find)
    kinds: list[str] = []
    if match.result is None:
        kinds = _kinds(context, match, record, values)
        record = record.model_copy(
            update={"people": _people(match, record, kinds), "seed": context.new_seed()}
        )
    else:
        record = record.model_copy(update={"people": _known_people(match, record)})
    room = context.new_room()
    beginning = Opening.of_record(record).model_copy(update=who_may_come(context, kinds, False))
    before = replace(read.before, finder=context.installed.find, seed=record.seed)
    context.hub.open_room(room, beginning, person, at_ms, free_players(kinds), before)
    return [going_to_room(room)]


def board_of(context: Context, top: Session) -> Iterator[AnyPart]:
    """The board of *top*, and whose turn it is. Raises ``GameFailed``."""
    view = top.view(NOBODY)
    if (picture := picture_of(top.game, view, pieces_in_words(top.game, view))) is not None:
        yield picture
    yield parts.Paragraph(text=view.caption)


def _form(context: Context, match: Match, read: BroughtMatch) -> parts.Form:
    do = submitting("shared_match", {"match": read.link})
    if match.result is not None or read.record.study:
        return parts.Form(parts=(), button=_("Look at it"), do=do)
    entries = tuple(_seats(context, match, read.record))
    return parts.Form(parts=entries, button=_("Play on from here"), do=do)


def _seats(context: Context, match: Match, record: Record) -> Iterator[parts.FormField]:
    """The fields for the player at each seat from here on: by default a person at the seat to
    move."""
    has_tables = context.tables is not None
    game = match.sessions[0].game
    for player, known in enumerate(_known_people(match, record)):
        others = INVITED if has_tables else PERSON if game.needs_people else "medium"
        yield parts.FormField(
            name=f"seat-{player}", label=known.name, type="choice",
            value=PERSON if player == match.player else others,
            choices=choices_for_seat(type(game), 0, has_tables),
        )  # fmt: skip


def _known_people(match: Match, record: Record) -> tuple[Seat, ...]:
    """The players of the record; the names of the seats where it has none."""
    game = match.sessions[0].game
    return record.people or tuple(Seat(name=seat_name(game, p)) for p in record.players)


def _kinds(
    context: Context, match: Match, record: Record, values: Mapping[str, FieldValue]
) -> list[str]:
    """The kind of player at each seat from here on, from the form. Raises ``DeskError``."""
    kinds = []
    for entry in _seats(context, match, record):
        kind = values.get(entry.name, entry.value)
        if not entry.can_be(kind):
            raise impossible(entry)
        kinds.append(str(kind))
    return kinds


def _people(match: Match, record: Record, kinds: Sequence[str]) -> tuple[Seat, ...]:
    """The people and bots of those *kinds*, with the names of the record, made valid and
    distinct."""
    game, people = match.sessions[0].game, list[Seat]()
    for seat, (known, kind) in enumerate(zip(_known_people(match, record), kinds, strict=True)):
        wanted = clean_name(known.name) or game.seat_names[seat]
        name = other_name(wanted, (each.name for each in people))
        people.append(Seat(name=name, player=PERSON if kind in FREE else kind))
    return tuple(people)
