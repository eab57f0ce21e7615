"""The options of GIPF: its own, and those that the installed kinds of potentials bring."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Final, Literal

from pydantic import BeforeValidator, Field

from gipf_meta import N_, Game, OnOff, PerSide, Whole
from gipf_meta_gipf.installed import FIRST
from gipf_meta_gipf.kind import Kind, KindOption
from gipf_meta_gipf.state import Move, State
from gipf_meta_gipf.texts import _

ALL: Final = "all"
"""The value of ``challenge_kinds`` that names every kind in the game."""

DuelOptions = dict[str, str | int]


def _game_id(value: object) -> object:
    if not isinstance(value, str) or not re.fullmatch(r"[a-z0-9_]+", value, re.ASCII):
        raise ValueError(_("it should be the id of a game: lower-case letters, digits and _"))
    return value


GameId = Annotated[str, BeforeValidator(_game_id)]


class OwnOptions(Game[State, Move]):
    """The options of GIPF itself, whatever kinds of potentials there are."""

    variant: Literal["basic", "standard", "tournament"] = Field(
        default="tournament",
        description=N_("Which pieces are played with, and how the game begins."),
    )
    extra_pieces: PerSide = Field(
        default=(0, 0),
        description=N_(
            "More basic pieces, 0-3, basic and tournament variants; W/B as a handicap; 3 for the"
            " Ultimate GIPF."
        ),
    )
    challenges_enabled: OnOff = Field(
        default=False,
        description=N_("The use of a potential may be challenged to a duel in another game."),
    )
    challenges_per_player: PerSide = Field(
        default=(1, 1), description=N_("How many challenges each player has.")
    )
    challenges_per_kind: OnOff = Field(
        default=True,
        description=N_("That many for each kind of potential in play, not for all together."),
    )
    loaded_only_rows: Literal["break", "may_stay"] = Field(
        default="break", description=N_("What happens to a row of loaded pieces only.")
    )
    challenge_when: Literal["any", "first_use"] = Field(
        default="any",
        description=N_("Whether only a player's first use of each kind can be challenged."),
    )
    duel_draw_policy: Literal["replay", "owner_wins", "challenger_wins"] = Field(
        default="replay", description=N_("What a drawn duel means.")
    )
    duel_attempts: Annotated[int, Whole] = Field(
        default=3,
        strict=True,
        ge=1,
        description=N_("How many drawn duels are played before the owner has won."),
    )
    duel_first_player: Literal["lots", "owner", "challenger"] = Field(
        default="lots", description=N_("Who begins the duel.")
    )
    duel_winner_may_decline: OnOff = Field(
        default=False,
        description=N_("Whoever wins a duel about his power need not use the power."),
    )
    potential_moves_avert_loss: OnOff = Field(
        default=True,
        description=N_(
            "With an empty reserve a power that can be used keeps a player in the game."
        ),
    )
    gipf_after_loaded: OnOff = Field(
        default=False,
        description=N_("GIPF-pieces may still be entered after a loaded piece (tournament)."),
    )
    max_turns: Annotated[int, Whole] = Field(
        default=0,
        strict=True,
        ge=0,
        description=N_("The game ends without a winner after so many turns; 0: never."),
    )


def fields_for(kinds: Iterable[Kind]) -> dict[str, tuple[Any, Any]]:
    """The options that *kinds* bring, as fields of a model, by their names."""
    fields: dict[str, tuple[Any, Any]] = {}
    for kind in kinds:
        fields[f"{kind.key}_potentials"] = (
            PerSide,
            Field(default=(0, 0), description=kind.help),
        )
        for option in kind.options:
            fields[option.name] = _field_of(option)
        fields[f"{kind.key}_duel"] = (
            GameId,
            Field(
                default=kind.duel,
                description=f"The game that decides about a challenged {kind.name}-potential.",
            ),
        )
        fields[f"{kind.key}_duel_options"] = (
            DuelOptions,
            Field(
                default_factory=dict,
                description=f"Options of that game, as {kind.key}_duel.NAME=VALUE.",
            ),
        )
    return fields


def challenge_kinds_for(kinds: Iterable[Kind]) -> tuple[Any, Any]:
    """The option that says which of *kinds* may be challenged."""
    keys = sorted(kind.key for kind in kinds)

    def read(value: object) -> object:
        named = {part.strip() for part in value.split(",")} if isinstance(value, str) else set()
        if named == {ALL}:
            return ALL
        if not named or not named <= set(keys):
            raise ValueError(
                _("it should be all, or kinds with commas between them: {kinds}").format(
                    kinds=",".join(keys)
                )
            )
        return ",".join(sorted(named))

    return (
        Annotated[str, BeforeValidator(read)],
        Field(
            default=ALL,
            description=N_("Which potentials may be challenged: all, or names with commas."),
            json_schema_extra={"enum": [ALL, *keys]},
        ),
    )


def _field_of(option: KindOption) -> tuple[Any, Any]:
    """The field of an option that a kind brings."""
    if set(option.values) == {"on", "off"}:
        return OnOff, Field(default=option.values[0] == "on", description=option.help)
    return (
        Literal[option.values],
        Field(default=option.values[0], description=option.help),
    )


def in_order(names: Iterable[str], kinds: Iterable[Kind]) -> list[str]:
    """*names* of options in the order in which they are listed: numbers of potentials first, then
    challenges, duels, and what is seldom agreed on."""
    known = list(kinds)
    own = [option for kind in known for option in kind.options]
    switches = [option.name for option in own if set(option.values) == {"on", "off"}]
    choices = [option.name for option in own if option.name not in switches]
    duels = [f"{kind.key}_{end}" for kind in known for end in ("duel", "duel_options")]
    wanted = [
        "variant",
        "extra_pieces",
        *[f"{kind.key}_potentials" for kind in known],
        "challenges_enabled",
        "challenges_per_player",
        "challenges_per_kind",
        "loaded_only_rows",
        "challenge_kinds",
        *choices,
        "challenge_when",
        *duels,
    ]
    listed = list(dict.fromkeys(wanted))
    rest = [name for name in names if name not in {*listed, *switches, "max_turns"}]
    return [*listed, *rest, *dict.fromkeys(switches), "max_turns"]


def options_in_record(options: Mapping[str, Any], kinds: Iterable[Kind]) -> dict[str, Any]:
    """*options* as a record holds them: without those of kinds that are not in the game.

    So whoever lacks such a kind can replay the match. Those of T and Z are always written.
    """
    known = list(kinds)
    fields = fields_for(known)
    kept = {
        name
        for kind in known
        if kind.letter in FIRST or options[f"{kind.key}_potentials"] != "0"
        for name in fields_for([kind])
    }
    return {
        name: value
        for name, value in options.items()
        if name not in fields or name in kept or not _is_default(fields[name][1], value)
    }


def _is_default(field: Any, value: object) -> bool:
    """Whether *value*, as it is written, is the default of *field*."""
    default = field.get_default(call_default_factory=True)
    if default == (0, 0):
        return value == "0"
    written = "on" if default is True else "off" if default is False else default
    return bool(value in (default, written))
