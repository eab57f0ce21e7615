"""A match that may begin, in a few words: its players, its options, its clock."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gipf_meta.base.texts import _
from gipf_meta.desk.match_actions import ANYBODY, CLOCK, INVITED, person_in
from gipf_meta.narration.clock_words import words_of_control
from gipf_meta.protocol.game import AnyGame, seat_name
from gipf_meta.protocol.options import changed_options
from gipf_meta.protocol.presets import preset_of, title_of_preset
from gipf_meta.records.player_names import PERSON, bot_name, name_sides
from gipf_meta.table.players import first_person


def caption_of(game: AnyGame, choices: Mapping[str, Any], usual: Mapping[str, Any]) -> str:
    """The match in a caption: ``You · Mia, no clock``. *usual* are the options that it does not
    say."""
    called = _called(type(game), choices)
    own = first_person(choices["seats"])
    if own and choices.get("lot"):  # nobody knows yet who begins
        called.insert(0, called.pop(own))
    words = [" · ".join(called), _clock_words(choices)]
    if changed_options(game) not in ({}, usual):
        words.append(_options_words(game))
    return ", ".join(filter(None, words))


def summary_of(game: AnyGame, choices: Mapping[str, Any]) -> str:
    """The match beside the button that begins it: ``You against Mia · Blitz · no clock``."""
    kinds = choices["seats"]
    sides = name_sides(_called(type(game), choices), kinds)
    words = [sides, _options_words(game), _clock_words(choices)]
    return " · ".join(filter(None, words))


def _called(game: type[AnyGame], choices: Mapping[str, Any]) -> list[str]:
    kinds, names = choices["seats"], choices["names"]
    own = first_person(kinds)
    return [
        _("You") if seat == own else name or _called_at(game, seat, kinds)
        for seat, name in enumerate(names)
    ]


def _called_at(game: type[AnyGame], seat: int, kinds: Sequence[str]) -> str:
    kind = kinds[seat]
    if kind == ANYBODY:
        return _("whoever comes first")
    if kind == INVITED or person_in(kind) or (kind == PERSON and len(kinds) == 2):
        return _("your guest")
    return seat_name(game, seat) if kind == PERSON else bot_name(kind)


def _clock_words(choices: Mapping[str, Any]) -> str:
    return words_of_control(str(choices[CLOCK])) if choices.get(CLOCK) else _("no clock")


def _options_words(game: AnyGame) -> str:
    """The preset that the options of *game* make; ``""`` for the defaults of one without
    presets."""
    changed, kind = changed_options(game), type(game)
    if (preset := preset_of(kind, changed)) is not None:
        return title_of_preset(kind, preset)
    return _("options of your own") if changed else ""
