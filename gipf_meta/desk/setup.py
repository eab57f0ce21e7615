"""The form for a new match: who plays, the clock, every option of the game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _
from gipf_meta.desk.answers import PageMessages
from gipf_meta.desk.context import Context
from gipf_meta.desk.matches import (
    FREE,
    WATCHED,
    begin_match,
    choices_for_seat,
    usual_kind_at_tables,
)
from gipf_meta.desk.messages import DeskError, impossible
from gipf_meta.desk.option_entries import describe_changes, option_parts, options_in
from gipf_meta.desk.parts import (
    About,
    AnyPart,
    Button,
    FieldValue,
    Fold,
    Form,
    FormField,
    Paragraph,
    Screen,
    ScreenPlace,
    WarningText,
    opening,
    submitting,
)
from gipf_meta.desk.settings_form import settings_of_page
from gipf_meta.library.store import is_first_match
from gipf_meta.match.timecontrol import TimeControl
from gipf_meta.plugins.playable import check_new_match, configure_here, playable_showcase
from gipf_meta.protocol.first_match import gentle_game, gentle_words_of
from gipf_meta.protocol.game import AnyGame, seat_name, tagline_of, title_of
from gipf_meta.protocol.options import changed_options, options_of
from gipf_meta.table.players import (
    NOBODY,
    SECTIONS,
    first_person,
    lot_words,
    note_on_lot,
    read_seats,
    usual_kind,
    usual_name,
    words_of_starter,
)

SHOWCASE: Final = {"showcase": "yes"}
"""What the form is about when it sets up the way of playing that a plugin shows off."""
LONGEST_NAME: Final = 60
LONGEST_CLOCK: Final = 40


@dataclass(frozen=True)
class SetUp:
    """What is set up: a *game*, under a *title*; *last* is what was chosen the last time.

    The choices are remembered under *key*.
    """

    game: type[AnyGame]
    title: str
    tagline: str
    key: str
    last: Mapping[str, Any]
    about: About


def find_set_up(context: Context, about: About) -> SetUp:
    """What the form is *about*. Raises ``UnknownGame`` or ``DeskError``."""
    if "showcase" in about:
        show = playable_showcase(context.installed)
        if show is None:
            raise DeskError(_("Nothing is shown off here; choose a game."))
        game, title, key = type(show.game), show.title, "showcase"
        tagline = show.tagline or tagline_of(game)
        preset: Mapping[str, Any] = {"options": changed_options(show.game)}
        about = SHOWCASE
    else:
        game = context.game_of(about)
        title, tagline, key, preset = title_of(game), tagline_of(game), game.id, {}
        about = {"game": game.id}
    return SetUp(game, title, tagline, key, context.settings.set_ups.get(key, preset), about)


def setup(context: Context, about: About) -> Screen:
    """The form, filled in as the last time."""
    set_up = find_set_up(context, about)
    return _screen(context, set_up, _usual_values(context, set_up))


def submit_setup(
    context: Context,
    about: About,
    values: Mapping[str, FieldValue],
    changed: str,
    person: str,
    at_ms: int,
) -> Screen | PageMessages:
    """Begins the match; where only a field has *changed*, shows the form as it is then.

    Raises ``GipfMetaError``, a sentence on what is wrong with the form.
    """
    set_up = find_set_up(context, about)
    usual = _usual_values(context, set_up)
    values = {**_no_names(set_up.game), **values}
    missing = sorted(usual.keys() - values.keys())
    if missing:
        raise DeskError(_("The form lacks the field {field}.").format(field=missing[0]), missing[0])
    if changed:
        return _screen(context, set_up, _with_name_moved(context, set_up, values, changed))
    game, choices = _read(context, set_up, values)
    if values.get("gentle") is True and is_first_match(context.library, set_up.game.id):
        game = gentle_game(game) or game
    answer = begin_match(context, game, choices, person, at_ms)
    settings = context.settings.with_set_up(set_up.key, choices)
    seat = first_person(choices["seats"])
    if seat is not None and not settings.name_asked:
        settings = settings.with_name(choices["names"][seat])
    is_named = settings.name != context.settings.name
    context.keep_settings(settings)
    if is_named and not (context.is_page and context.tables is None):  # so he is called elsewhere
        return [{"settings": settings_of_page(settings)}, *answer]
    return answer


def _usual_values(context: Context, set_up: SetUp) -> dict[str, FieldValue]:
    """The fields that the form always has, filled in as the last time."""
    game, last = set_up.game, set_up.last
    values: dict[str, FieldValue] = {}
    for seat in range(game.seat_counts[-1]):
        usual = usual_kind if context.tables is None else usual_kind_at_tables
        values[f"seat-{seat}"] = usual(game, last, seat)
        values[f"name-{seat}"] = usual_name(game, last, seat)
    own = first_person(_kinds(game, values))
    if own is not None and not values[f"name-{own}"]:
        values[f"name-{own}"] = context.settings.name
    values["lot"] = "lot" if last.get("lot") is True else "first"
    values["clock"] = str(last.get("clock", ""))
    if context.tables is not None:
        values[WATCHED] = last.get(WATCHED) is True
    return values


def _no_names(game: type[AnyGame]) -> dict[str, FieldValue]:
    """The fields of names, empty: a seat that stays empty shows none."""
    return {f"name-{seat}": "" for seat in range(game.seat_counts[-1])}


def _kinds(game: type[AnyGame], values: Mapping[str, FieldValue]) -> list[str]:
    return [str(values[f"seat-{seat}"]) for seat in range(game.seat_counts[-1])]


def _with_name_moved(
    context: Context, set_up: SetUp, values: Mapping[str, FieldValue], changed: str
) -> Mapping[str, FieldValue]:
    """*values* with the user's name at the first seat of a person, where a seat has *changed*."""
    kinds = _kinds(set_up.game, values)
    own, name = first_person(kinds), context.settings.name
    if own is None or not changed.startswith("seat-") or values[f"name-{own}"]:
        return values
    others = [seat for seat in range(len(kinds)) if seat != own and values[f"name-{seat}"]]
    for seat in others:
        called = values[f"name-{seat}"]
        # whoever has not said his name yet may just have typed it
        if called == name or (not name and changed == f"seat-{seat}"):
            return {**values, f"name-{own}": called, f"name-{seat}": ""}
    return {**values, f"name-{own}": name}


def _read(
    context: Context, set_up: SetUp, values: Mapping[str, FieldValue]
) -> tuple[AnyGame, dict[str, Any]]:
    """The game with its options, and all choices as they are remembered.

    Raises ``DeskError``, ``OptionError`` or ``TimeControlError``.
    """
    game = set_up.game
    for entry in (
        *_seats(context, game, values),
        *_starter(game, values),
        *_clock(values),
        *_watched(context, values),
    ):
        if not entry.can_be(values[entry.name]):
            raise impossible(entry)
    options = options_in(game, values, context.installed, set_up.last.get("options", {}))
    names = [str(values[f"name-{seat}"]) for seat in range(game.seat_counts[-1])]
    seats = read_seats(game, _kinds(game, values), names, values["lot"] == "lot")
    choices = {"options": options, **seats}
    if clock := str(values["clock"]).strip():
        choices["clock"] = str(TimeControl.read(clock))
    if values.get(WATCHED) is True:
        choices[WATCHED] = True
    return configure_here(game, options, context.installed), choices


# ---- the screen ---------------------------------------------------------------------------------


def _screen(context: Context, set_up: SetUp, values: Mapping[str, FieldValue]) -> Screen:
    game = set_up.game
    sections: dict[str, Iterable[AnyPart]] = {
        "seats": (*_seats(context, game, values), *_starter(game, values)),
        "clock": (*_clock(values), *_watched(context, values)),
        "gentle": _gentle(context, set_up, values),
        "options": _options(context, set_up, values),
    }
    return Screen(
        name="setup",
        about=set_up.about,
        title=set_up.title,
        back=ScreenPlace(screen="launcher"),
        parts=(
            Paragraph(text=set_up.tagline),
            Form(
                parts=(
                    *chain.from_iterable(sections[name] for name in SECTIONS),
                    *_trouble(context, set_up, values),
                ),
                button=_("Play"),
                do=submitting("setup", set_up.about),
            ),
            Button(text=_("Rules"), do=opening("rules", {"game": game.id})),
        ),
    )


def _seats(
    context: Context, game: type[AnyGame], values: Mapping[str, FieldValue]
) -> Iterator[FormField]:
    kinds = _kinds(game, values)
    own = first_person(kinds)
    for seat in range(game.seat_counts[-1]):
        group = seat_name(game, seat)
        yield FormField(
            name=f"seat-{seat}", label=_("who plays"), type="choice", value=kinds[seat],
            group=group,
            choices=choices_for_seat(game, seat, context.tables is not None),
            live=True,
        )  # fmt: skip
        if kinds[seat] in (NOBODY, *FREE):
            continue
        note = _("a name, if you like")
        if seat == own and not context.settings.name_asked:
            note = _("your name?")
        yield FormField(
            name=f"name-{seat}", label=_("name"), type="text", value=str(values[f"name-{seat}"]),
            group=group, note=note, longest=LONGEST_NAME,
        )  # fmt: skip


def _starter(game: type[AnyGame], values: Mapping[str, FieldValue]) -> Iterator[FormField]:
    first = words_of_starter(game())
    yield FormField(
        name="lot", label=_("begins"), type="choice", value=values["lot"],
        choices=(("first", first), ("lot", lot_words())), note=note_on_lot(),
    )  # fmt: skip


def _clock(values: Mapping[str, FieldValue]) -> Iterator[FormField]:
    yield FormField(
        name="clock", label=_("clock"), type="text", value=values["clock"], longest=LONGEST_CLOCK,
        note=_("10m+5s, 10m or 30s/turn; empty: no clock."), live=True,
    )  # fmt: skip


def _watched(context: Context, values: Mapping[str, FieldValue]) -> Iterator[FormField]:
    """Who may watch, where others could."""
    if context.tables is not None:
        yield FormField(
            name=WATCHED, label=_("others may watch"), type="switch",
            value=values.get(WATCHED) is True,
            note=_("else only who plays and whom you invite; an open table is seen by all"),
        )  # fmt: skip


def _gentle(context: Context, set_up: SetUp, values: Mapping[str, FieldValue]) -> Iterator[AnyPart]:
    """The offer of a gentle start, for a first match."""
    if set_up.game.gentle_start and is_first_match(context.library, set_up.game.id):
        yield FormField(
            name="gentle", label=_("a gentle start"), type="switch",
            value=values.get("gentle") is True, note=gentle_words_of(set_up.game()),
        )  # fmt: skip


def _options(
    context: Context, set_up: SetUp, values: Mapping[str, FieldValue]
) -> Iterator[AnyPart]:
    if not options_of(set_up.game):
        return
    last = set_up.last.get("options", {})
    changed = options_in(set_up.game, values, context.installed, last)
    words = describe_changes(set_up.game, changed, context.installed) or _("as usual")
    parts = tuple(option_parts(set_up.game, values, context.installed, last))
    yield Fold(text=_("Options: {options}").format(options=words), parts=parts)


def _trouble(
    context: Context, set_up: SetUp, values: Mapping[str, FieldValue]
) -> Iterator[AnyPart]:
    """What is wrong with the form as it is."""
    try:
        check_new_match(_read(context, set_up, values)[0])
    except GipfMetaError as error:
        yield WarningText(text=str(error))
