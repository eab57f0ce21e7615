"""The form for a new match: its players, the clock, the options of the game."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

from pydantic import JsonValue

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _
from gipf_meta.desk import parts
from gipf_meta.desk.context import Context
from gipf_meta.desk.match_actions import (
    GUEST,
    INVITED,
    NAMED,
    POSITION,
    WATCHED,
    begin_match,
    without_names,
)
from gipf_meta.desk.match_words import summary_of
from gipf_meta.desk.opening_pictures import picture_of_start
from gipf_meta.desk.option_entries import PREFIX, OptionForm, describe_changes
from gipf_meta.desk.parts import About, AnyPart, FieldValue, Screen, ScreenPlace, submitting
from gipf_meta.desk.pictures import picture_of_opening
from gipf_meta.desk.requests import OPTIONS, DeskError, impossible, options_in
from gipf_meta.desk.responses import PageMessages
from gipf_meta.desk.seat_form import (
    EACH,
    name_fields,
    own_seat,
    read_seating,
    seating_fields,
    usual_seating,
    with_name_moved,
)
from gipf_meta.desk.settings_form import settings_of_page
from gipf_meta.desk.time_fields import read_times, time_fields, usual_times
from gipf_meta.library.store import is_first_match
from gipf_meta.plugins.playable import check_new_match, configure_here, playable_showcase
from gipf_meta.protocol.capabilities import Positions, read_position
from gipf_meta.protocol.drafts import can_be_set_up
from gipf_meta.protocol.first_match import gentle_game, gentle_words_of
from gipf_meta.protocol.game import AnyGame, Preset, tagline_of, title_of
from gipf_meta.protocol.options import changed_options, configure, options_of
from gipf_meta.protocol.presets import preset_of, presets_of, title_of_preset, words_of_preset
from gipf_meta.records.player_names import PERSON

SHOWCASE: Final = {"showcase": "yes"}
"""The parameters of the form when it sets up a plugin's showcase."""
LONGEST_GUEST: Final = 40
"""The most letters of the id of a person who is invited."""
LONGEST_POSITION: Final = 2_000
"""The most letters of a position that is typed; the longest of the games have a quarter of it."""


@dataclass(frozen=True)
class SetUp:
    """The match that a form sets up: a *game*, under a *title*; *last* are the choices of the last
    time, *usual* the options of the first time. The match begins from *position*, or, with ``""``,
    at the start of the game.

    The choices are remembered under *key*.
    """

    game: type[AnyGame]
    title: str
    tagline: str
    key: str
    last: Mapping[str, Any]
    about: About
    usual: Mapping[str, Any]
    position: str = ""

    @property
    def options(self) -> object:
        """The options of the last time, of any type: a person may have damaged the file of
        settings."""
        return self.last.get("options", {})


def find_set_up(context: Context, about: About) -> SetUp:
    """Reads the parameters of the form: a game or the showcase, and perhaps a position and options.

    Raises ``UnknownGame`` or ``DeskError``.
    """
    about_given, position = about, about.get(POSITION, "")[:LONGEST_POSITION]
    if "showcase" in about:
        show = playable_showcase(context.installed)
        if show is None:
            raise DeskError(_("There is no demo here; choose a game."))
        game, title, key = type(show.game), show.title, "showcase"
        tagline = show.tagline or tagline_of(game)
        usual: Mapping[str, Any] = changed_options(show.game)
        about = SHOWCASE
    else:
        game = context.game_of(about)
        title, tagline, key, usual = title_of(game), tagline_of(game), game.id, {}
        about = {"game": game.id, **({POSITION: position} if position else {})}
    last = context.settings.set_ups.get(key, {"options": usual} if usual else {})
    if OPTIONS in about_given:
        about = {**about, OPTIONS: about_given[OPTIONS]}
        last = {**last, "options": options_in(about_given[OPTIONS])}
    if position:
        last = {**last, **_seats_of(game, position, last)}
    if guest := about_given.get(GUEST, "")[:LONGEST_GUEST]:
        about = {**about, GUEST: guest}
        last = {**last, **_seats_with(game, guest, last)}
    return SetUp(game, title, tagline, key, last, about, usual, position)


def _seats_of(
    game: type[AnyGame], position: str, last: Mapping[str, Any]
) -> Mapping[str, Sequence[str]]:
    """The seats of a set-up for *position* (a person and bots), where it has another number of
    players than the *last* set-up; else ``{}``, also where the position cannot be read."""
    with suppress(GipfMetaError):
        options = last.get("options", {})
        seats = read_position(configure(game, options), position, None)[1]
        before = [kind for kind in last.get("seats", ()) if kind]
        if seats != (len(before) or game.seat_counts[0]):
            return {"seats": [PERSON, *["medium"] * (seats - 1)], "names": [""] * seats}
    return {}


def _seats_with(
    game: type[AnyGame], guest: str, last: Mapping[str, Any]
) -> Mapping[str, Sequence[str]]:
    """The seats of a set-up in which the person *guest* is invited; the side of the user is that
    of the *last* one; where more play, the others come by a link."""
    seats = game.seat_counts[0]
    kinds = [PERSON, f"{NAMED}{guest}", *[INVITED] * (seats - 2)][:seats]
    before = [kind for kind in last.get("seats", ()) if kind]
    if len(before) == seats == 2 and before[1] == PERSON != before[0]:
        kinds.reverse()
    return {"seats": kinds, "names": [""] * seats}


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
    """Begins the match; where only a field has *changed*, returns the updated form.

    Fields that are missing have their defaults. Raises ``GipfMetaError``, one sentence on what is
    wrong with the form.
    """
    set_up = find_set_up(context, about)
    usual = _usual_values(context, set_up)
    if any(name.startswith("seat-") for name in values):
        usual |= {"opponent": EACH, **_no_names(set_up.game)}
    values = {**usual, **values}
    values, last = with_preset_chosen(set_up.game, values, set_up.options)
    set_up = replace(set_up, last={**set_up.last, "options": last})
    if changed:
        return _screen(context, set_up, with_name_moved(context, set_up.game, values, changed))
    options = OptionForm(set_up.game, values, context.installed, set_up.options).options()
    game, choices = _read(context, set_up, values, options)
    is_first = POSITION not in choices and is_first_match(context.library, set_up.game.id)
    if values.get("gentle") is True and is_first:
        game = gentle_game(game) or game
    answer = begin_match(context, game, choices, person, at_ms)
    remembered = without_names({name: choices[name] for name in choices if name != POSITION})
    settings = context.settings.with_set_up(set_up.key, remembered)
    seat = own_seat(set_up.game, values)
    if seat is not None and not settings.name_asked:
        settings = settings.with_name(choices["names"][seat])
    is_named = settings.name != context.settings.name
    context.keep_settings(settings)
    if is_named and not (context.is_page and context.tables is None):  # so he is called elsewhere
        return [{"settings": settings_of_page(settings)}, *answer]
    return answer


def _usual_values(context: Context, set_up: SetUp) -> dict[str, FieldValue]:
    """The values of the fields that the form always has, filled in as the last time."""
    values = usual_seating(context, set_up.game, set_up.last)
    values |= usual_times(set_up.last)
    values[POSITION] = set_up.position
    if context.tables is not None:
        values[WATCHED] = set_up.last.get(WATCHED) is True
    return values


def _no_names(game: type[AnyGame]) -> dict[str, FieldValue]:
    """Empty values for the fields of names: a seat without a player has no such field."""
    return {f"name-{seat}": "" for seat in range(game.seat_counts[-1])}


def _read(
    context: Context,
    set_up: SetUp,
    values: Mapping[str, FieldValue],
    options: Mapping[str, Any],
) -> tuple[AnyGame, dict[str, Any]]:
    """The game with its *options*, and all choices as they are saved.

    Raises ``DeskError``, ``OptionError`` or ``TimeControlError``.
    """
    game = set_up.game
    chosen = configure_here(game, options, context.installed)
    times = {entry.name: entry for entry in time_fields(context, chosen, values)}
    for entry in (
        *seating_fields(context, game(), values),
        *times.values(),
        *name_fields(context, game, values),
        *_watched(context, values),
        *_position(game, values),
    ):
        if not entry.can_be(values[entry.name]):
            raise impossible(entry)
    choices: dict[str, Any] = {"options": options, **read_seating(game, values)}
    choices |= read_times(times, values)
    if values.get(WATCHED) is True:
        choices[WATCHED] = True
    if position := str(values[POSITION]).strip():
        choices[POSITION] = position
        try:
            read_position(chosen, position, len(choices["seats"]))
        except GipfMetaError as error:
            raise DeskError(str(error), field=POSITION) from error
    return chosen, choices


# ---- the screen ---------------------------------------------------------------------------------


def _screen(context: Context, set_up: SetUp, values: Mapping[str, FieldValue]) -> Screen:
    game, about = set_up.game, set_up.about
    options = OptionForm(game, values, context.installed, set_up.options).options()
    now = _game_now(game, options)
    summary, trouble = _outcome(context, set_up, values, options)
    before: dict[str, JsonValue] = {}
    if presets_of(game):
        before = {BEFORE: preset_made(game, options)}
    return Screen(
        name="setup",
        about=about,
        title=set_up.title,
        back=ScreenPlace(screen="launcher"),
        parts=(
            parts.Paragraph(text=set_up.tagline),
            parts.Form(
                parts=(
                    *seating_fields(context, now, values),
                    *time_fields(context, now, values),
                    *name_fields(context, game, values),
                    *_watched(context, values),
                    *_gentle(context, set_up, values),
                    *game_option_parts(context, game, values, set_up.options, options),
                    *_folded_position(game, values),
                    *_start(context, now, values),
                    *(parts.WarningText(text=text) for text in (trouble,) if text),
                    *(parts.Paragraph(text=text) for text in (summary,) if text),
                ),
                button=_("Play"),
                do=submitting("setup", about, **before),
            ),
            *_other_beginnings(game, values, options),
            parts.Button(text=_("Rules"), do=parts.opening("rules", _rules_about(now))),
        ),
    )


def _other_beginnings(
    game: type[AnyGame], values: Mapping[str, FieldValue], options: Mapping[str, Any]
) -> Iterator[parts.Button]:
    """The ways to a study of the game as it is set up, and to a board for the position."""
    about = {"game": game.id, OPTIONS: json.dumps(options, sort_keys=True)}
    if can_be_set_up(game):
        board = {**about, POSITION: str(values[POSITION])}
        yield parts.Button(text=_("Set up a board"), do=submitting("board_setup", board))
    if position := str(values[POSITION]).strip():
        about[POSITION] = position
    yield parts.Button(text=_("Study"), do=submitting("study", about))


def _start(
    context: Context, game: AnyGame, values: Mapping[str, FieldValue]
) -> Iterator[parts.Picture]:
    """The picture of the match at its start, with the options of *game*."""
    picture = picture_of_start(context, game, str(values[POSITION]).strip())
    if picture is not None:
        yield picture


def _rules_about(game: AnyGame) -> parts.About:
    """The parameters of the rules of *game* with its options."""
    changed = changed_options(game)
    return {"game": game.id, **({OPTIONS: json.dumps(changed, sort_keys=True)} if changed else {})}


def _game_now(game: type[AnyGame], options: Mapping[str, Any]) -> AnyGame:
    """The game with the *options*; with its defaults while they are invalid."""
    with suppress(GipfMetaError):
        return configure(game, options)
    return game()


def _position(game: type[AnyGame], values: Mapping[str, FieldValue]) -> Iterator[parts.FormField]:
    """The field for the position from which the match begins, if the game has a notation for
    them."""
    if issubclass(game, Positions):
        yield parts.FormField(
            name=POSITION, label=_("begins from"), type="text", value=values[POSITION],
            longest=LONGEST_POSITION, live=True,
            note=_("a position on one line; empty: the start of the game"),
        )  # fmt: skip


def _folded_position(game: type[AnyGame], values: Mapping[str, FieldValue]) -> Iterator[AnyPart]:
    """The field for a position, folded unless it is used."""
    for entry in _position(game, values):
        yield entry if entry.value else parts.Fold(text=_("From a position"), parts=(entry,))


def _watched(context: Context, values: Mapping[str, FieldValue]) -> Iterator[parts.FormField]:
    """The field for whether others may watch, at a host."""
    if context.tables is not None:
        yield parts.FormField(
            name=WATCHED, label=_("others may watch"), type="switch",
            value=values.get(WATCHED) is True,
            note=_("otherwise only players and those you invite; all see an open table"),
        )  # fmt: skip


def _gentle(context: Context, set_up: SetUp, values: Mapping[str, FieldValue]) -> Iterator[AnyPart]:
    """The offer of a gentle start in a first match, unless a preset of the game is the same."""
    game = set_up.game
    if not game.gentle_start or preset_of(game, game.gentle_start) is not None:
        return
    if is_first_match(context.library, game.id) and not values[POSITION]:
        yield parts.FormField(
            name="gentle", label=_("a gentle start"), type="switch",
            value=values.get("gentle") is True, note=gentle_words_of(set_up.game()),
        )  # fmt: skip


def _outcome(
    context: Context,
    set_up: SetUp,
    values: Mapping[str, FieldValue],
    options: Mapping[str, Any],
) -> tuple[str, str]:
    """The match that the form begins, as it is filled in, in a few words; and what is wrong."""
    try:
        game, choices = _read(context, set_up, values, options)
        if POSITION not in choices:
            check_new_match(game)
        return summary_of(game, choices), ""
    except GipfMetaError as error:
        return "", str(error)


# ---- the options of a new match ------------------------------------------------------------------

PRESET: Final = "preset"
"""The name of the field for the preset."""
BEFORE: Final = "preset-before"
"""The name of a value that is sent beside those of the fields: the preset that the form was filled
in with. A person who chooses another preset and begins before its options are shown plays by that
preset's options."""
OWN: Final = "own"
"""The value of the field for the preset where the options make no preset."""


def with_preset_chosen(
    game: type[AnyGame], values: Mapping[str, FieldValue], last: object
) -> tuple[Mapping[str, FieldValue], object]:
    """*values* and the *last* options, replaced by those of a preset that was just chosen in the
    form."""
    chosen = values.get(PRESET)
    made = next((made for preset, made in presets_of(game) if preset.id == chosen), None)
    if made is None or values.get(BEFORE, chosen) == chosen:
        return values, last
    rest = {name: value for name, value in values.items() if not name.startswith(PREFIX)}
    return rest, changed_options(made)


def preset_made(game: type[AnyGame], changed: Mapping[str, Any]) -> str:
    """The id of the preset that the *changed* options make, ``OWN`` if they make none."""
    preset = preset_of(game, changed)
    return OWN if preset is None else preset.id


def game_option_parts(
    context: Context,
    game: type[AnyGame],
    values: Mapping[str, FieldValue],
    last: object,
    changed: Mapping[str, Any],
) -> Iterator[AnyPart]:
    """The field for the preset, and, folded, all options, from *values*, else from *last*.

    *changed* are those that differ from the defaults.
    """
    if presets_of(game):
        yield _presets(context, game, preset_made(game, changed))
    if not options_of(game):
        return
    words = describe_changes(game, changed, context.installed) or _("as usual")
    every = tuple(OptionForm(game, values, context.installed, last).parts())
    yield parts.Fold(text=_("Options: {options}").format(options=words), parts=every)


def _presets(context: Context, game: type[AnyGame], made: str) -> parts.FormField:
    choices = [(each.id, title_of_preset(game, each)) for each, _made in presets_of(game)]
    details = {each.id: _details(context, each, start) for each, start in presets_of(game)}
    if made == OWN:
        choices.append((OWN, _("your own")))
        details[OWN] = parts.ChoiceDetails(note=_("As the options below say."))
    return parts.FormField(
        name=PRESET, label=_("how it is played"), type="choice", value=made, live=True,
        choices=tuple(choices), details=details, shown_as="cards", note=details[made].note,
    )  # fmt: skip


def _details(context: Context, preset: Preset, game: AnyGame) -> parts.ChoiceDetails:
    words = words_of_preset(type(game), preset)
    if not context.is_page or context.installed.is_own(type(game)):
        return parts.ChoiceDetails(note=words)
    return parts.ChoiceDetails(note=words, picture=_picture(context, game))


def _picture(context: Context, game: AnyGame) -> Any:
    draw = partial(picture_of_opening, game, context.installed.find)
    return context.cached(("opening", game.id, game.model_dump_json()), draw)
