"""The form for the settings; every change is saved at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Any

from gipf_meta.base.texts import _, language_names
from gipf_meta.desk.context import Context
from gipf_meta.desk.notice_screens import notices_button
from gipf_meta.desk.parts import (
    About,
    AnyPart,
    Button,
    FieldValue,
    Form,
    FormField,
    Paragraph,
    Screen,
    ScreenPlace,
    opening,
    submitting,
)
from gipf_meta.desk.pictures import picture_of_game, with_duel
from gipf_meta.desk.requests import DeskError, impossible
from gipf_meta.desk.responses import PageMessages, PageSettings, show
from gipf_meta.library.settings import GRAPHICS, MADE_OF, THEMES, Settings
from gipf_meta.search.bench import how_rules_run
from gipf_meta.table.players import read_name

BY_ITSELF = ""
"""The value of a field whose setting the program chooses."""


def settings_form(context: Context, about: About) -> Screen:
    """The screen with a field for each setting that has an effect where the screen is shown."""
    return Screen(
        name="settings",
        title=_("Settings"),
        back=ScreenPlace(screen="launcher"),
        parts=(
            *_boards(context),
            Form(parts=_entries(context), do=submitting("settings")),
            Button(text=_("Who I am"), do=opening("me"), note=_note_on_me(context)),
            *notices_button(context),
            *(() if context.is_page else (Paragraph(text=how_rules_run()),)),
        ),
    )


def _note_on_me(context: Context) -> str:
    """The note on what the screen of the person is for."""
    if context.identity is None:
        return _("everything that is kept here: as a file, or deleted")
    return _("ways back, devices, your data")


def _boards(context: Context) -> Iterator[AnyPart]:
    """Two boards with pieces, of two materials, on which colours and materials are seen at once."""
    if not context.is_page:
        return
    pictures = (
        context.cached(
            ("picture", game.id), partial(picture_of_game, game(), context.installed.find)
        )
        for game in context.installed.games_to_choose()
    )
    found = [*islice(filter(None, pictures), 2)]
    if found:
        yield with_duel(found[1], found[0]) if len(found) > 1 else found[0]


def settings_of_page(settings: Settings) -> PageSettings:
    """The *settings* that a page needs; an unknown theme becomes ``""``, that of the system."""
    return {
        "name": settings.name,
        "theme": settings.theme if settings.theme in THEMES else BY_ITSELF,
        "boards": _made_of(settings.boards),
        "pieces": _made_of(settings.pieces),
        "language": settings.language,
        "motion": settings.motion,
        "sound": settings.sound,
        "confirm": settings.confirm,
        "chances": settings.chances,
        "faces": settings.faces,
        "toured": settings.toured,
    }


def _made_of(chosen: str) -> str:
    """The material that was *chosen*; each game's own where it is none that can be chosen."""
    return chosen if chosen in MADE_OF else BY_ITSELF


def submit_settings(context: Context, values: Mapping[str, FieldValue]) -> PageMessages:
    """Saves the *values* of the fields, sends the new settings and the updated form.

    Fields that are missing stay as they are. Raises ``OptionError`` or ``DeskError``.
    """
    entries = {entry.name: entry for entry in _entries(context)}
    settings = context.settings
    for name, value in values.items():
        if name not in entries:
            raise DeskError(_("There is no setting {name!r}.").format(name=name))
        if not entries[name].can_be(value):
            raise impossible(entries[name])
        if name == "name":
            if value != settings.name:
                settings = settings.with_name(read_name(str(value)))
        elif name == "thinking_s":
            settings = replace(settings, thinking_s=int(value))
        else:
            changes: dict[str, Any] = {name: value}
            settings = replace(settings, **changes)
    if settings.thinking_s != context.settings.thinking_s:
        context.hub.rooms.change_patience(settings.patience_ms)
    context.keep_settings(settings)
    return [
        {"settings": settings_of_page(context.settings)},
        show(settings_form(context, {})),
    ]


def _entries(context: Context) -> tuple[FormField, ...]:
    """The fields on a page. The thinking time of bots is left out where other people play, too."""
    if not context.is_page:
        return _entries_of_terminal(
            context.settings,
            changes_at_once=context.face == "lines",
            is_at_host=context.tables is not None,
        )
    entries = _all_entries(context.settings)
    return entries if context.tables is None else entries[:-1]


def _entries_of_terminal(
    settings: Settings, changes_at_once: bool, is_at_host: bool
) -> tuple[FormField, ...]:
    """The fields in a terminal, which draws boards of characters and makes no sound but a bell. The
    language *changes at once* where no screen has been made in another language."""
    fields = {entry.name: entry for entry in _all_entries(settings)}
    theme, language = fields["theme"], fields["language"]
    graphics = settings.graphics if settings.graphics in GRAPHICS else BY_ITSELF
    note = "" if changes_at_once else _("changes when the program is started again")
    return (
        fields["name"],
        theme.model_copy(
            update={"value": theme.value or THEMES[0], "choices": theme.choices[1:]}
        ),
        FormField(name="graphics", label=_("Graphics"), type="choice", value=graphics, live=True,
              choices=((BY_ITSELF, _("what the terminal can")),
                       *((name, name) for name in GRAPHICS)),
              note=_("take the first that shows three whole discs below")),
        language.model_copy(
            update={
                "choices": ((BY_ITSELF, _("that of the computer")), *language.choices[1:]),
                "note": note,
            }
        ),
        fields["motion"].model_copy(update={"note": _("pieces slide; bots wait a moment first")}),
        *((_bell(fields["sound"]),) if is_at_host else ()),
        fields["confirm"].model_copy(
            update={"note": _("each move must be chosen twice, against slips")}
        ),
        fields["faces"].model_copy(update={"note": _("bots say something now and then")}),
        *(() if changes_at_once else (
            _flat_boards(fields["boards"]),
            fields["chances"],
            FormField(name="cursor", label=_("Cursor"), type="switch", value=settings.cursor,
                      live=True, note=_("seen, for magnifiers")),
        )),
        fields["thinking_s"],
    )  # fmt: skip


def _bell(field: FormField) -> FormField:
    """The *field* of sounds where the only one is a bell."""
    return field.model_copy(update={"note": _("a bell when another match begins to wait for you")})


def _flat_boards(field: FormField) -> FormField:
    """The *field* of the boards where these are of characters, in the hue of a material or not."""
    plain = MADE_OF[1]
    choices = ((BY_ITSELF, _("each game's own colour")), (plain, _(plain)))
    value = plain if field.value == plain else BY_ITSELF
    return field.model_copy(update={"choices": choices, "value": value, "shown_as": "list"})


def name_field(settings: Settings) -> FormField:
    """The field for the person's name."""
    return FormField(
        name="name",
        label=_("Your name"),
        type="text",
        value=settings.name,
        live=True,
        note=_("in lists, titles and new matches"),
        longest=60,
    )


def _all_entries(settings: Settings) -> tuple[FormField, ...]:
    by_itself = (BY_ITSELF, _("automatic"))
    theme = settings.theme if settings.theme in THEMES else BY_ITSELF
    language = settings.language if settings.language in language_names() else BY_ITSELF
    made_of = ((BY_ITSELF, _("each game's own")), *((name, _(name)) for name in MADE_OF))
    return (
        name_field(settings),
        FormField(name="theme", label=_("Colours"), type="choice", value=theme, live=True,
              choices=((BY_ITSELF, _("as the system has them")),
                       *((name, _(name)) for name in THEMES)),
              note=_("boards and screens")),
        FormField(name="boards", label=_("Boards"), type="choice", value=_made_of(settings.boards),
              live=True, shown_as="buttons", choices=made_of),
        FormField(name="pieces", label=_("Pieces"), type="choice", value=_made_of(settings.pieces),
              live=True, shown_as="buttons", choices=made_of),
        FormField(name="language", label=_("Language"), type="choice", value=language, live=True,
              choices=(by_itself, *language_names().items()), note=_("all texts")),
        FormField(name="motion", label=_("Motion"), type="switch", value=settings.motion,
              live=True,              note=_("pieces move; bots wait a moment")),
        FormField(name="sound", label=_("Sound"), type="switch", value=settings.sound,
              live=True,              note=_("moves and the end of a clock can be heard")),
        FormField(name="confirm", label=_("Confirm"), type="switch", value=settings.confirm,
              live=True,              note=_("each move must be chosen twice, against slips")),
        FormField(name="chances", label=_("Chances"), type="switch", value=settings.chances,
              live=True,              note=_("a bar beside the board shows them against bots")),
        FormField(name="faces", label=_("Faces"), type="switch", value=settings.faces,
              live=True,              note=_("bots have portraits, and say something")),
        FormField(name="thinking_s", label=_("Thinking"), type="choice",
              value=str(settings.patience_ms // 1000), live=True,
              choices=tuple((str(n), f"{n} s") for n in settings.thinking_choices_s),
              note=_("how long a bot may think; more makes strong bots stronger")),
    )  # fmt: skip
