"""The options of a new match: presets as cards, and every option behind them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, Final

from gipf_meta.base.texts import _
from gipf_meta.desk.context import Context
from gipf_meta.desk.option_entries import PREFIX, describe_changes, option_parts
from gipf_meta.desk.parts import AnyPart, ChoiceDetails, FieldValue, Fold, FormField
from gipf_meta.desk.pictures import picture_of_opening
from gipf_meta.protocol.game import AnyGame, Preset
from gipf_meta.protocol.options import changed_options, options_of
from gipf_meta.protocol.presets import preset_of, presets_of, title_of_preset, words_of_preset

PRESET: Final = "preset"
"""The field with the preset that the options make."""
BEFORE: Final = "preset-before"
"""Beside the fields of the form: the preset that it was filled in with. Whoever chooses another
one, and does not wait for its options to be shown, plays by these."""
OWN: Final = "own"
"""The value of the field where the options make no preset."""


def with_preset_chosen(
    game: type[AnyGame], values: Mapping[str, FieldValue], last: object
) -> tuple[Mapping[str, FieldValue], object]:
    """*values* and the *last* options as they are where another preset was just chosen."""
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
    """The presets, and behind a line all options: those that the *values* say, else the *last*.

    *changed* are those that differ from the defaults.
    """
    if presets_of(game):
        yield _presets(context, game, preset_made(game, changed))
    if not options_of(game):
        return
    words = describe_changes(game, changed, context.installed) or _("as usual")
    parts = tuple(option_parts(game, values, context.installed, last))
    yield Fold(text=_("Options: {options}").format(options=words), parts=parts)


def _presets(context: Context, game: type[AnyGame], made: str) -> FormField:
    choices = [(each.id, title_of_preset(game, each)) for each, _made in presets_of(game)]
    details = {each.id: _details(context, each, start) for each, start in presets_of(game)}
    if made == OWN:
        choices.append((OWN, _("your own")))
        details[OWN] = ChoiceDetails(note=_("As the options below say."))
    return FormField(
        name=PRESET, label=_("how it is played"), type="choice", value=made, live=True,
        choices=tuple(choices), details=details, shown_as="cards", note=details[made].note,
    )  # fmt: skip


def _details(context: Context, preset: Preset, game: AnyGame) -> ChoiceDetails:
    words = words_of_preset(type(game), preset)
    if not context.is_page or context.installed.is_own(type(game)):
        return ChoiceDetails(note=words)
    return ChoiceDetails(note=words, picture=_picture(context, game))


def _picture(context: Context, game: AnyGame) -> Any:
    draw = partial(picture_of_opening, game, context.installed.find)
    return context.once(("opening", game.id, game.model_dump_json()), draw)
