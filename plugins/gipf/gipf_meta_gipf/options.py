"""The options of GIPF: its own, and those that the installed kinds of potentials bring."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Final, Literal

from pydantic import BeforeValidator

from gipf_meta import N_, OnOff, Option, PerSide, RulesGame, Whole
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


class OwnOptions(RulesGame[State, Move]):
    """The options of GIPF itself, whatever kinds of potentials there are."""

    variant: Literal["basic", "standard", "tournament"] = Option(
        "tournament",
        N_("variant"),
        N_("Which pieces are played with, and how the game begins."),
        {"basic": N_("basic"), "standard": N_("standard"), "tournament": N_("tournament")},
    )
    extra_pieces: PerSide = Option(
        (0, 0),
        N_("more basic pieces"),
        N_(
            "More basic pieces, 0-3, basic and tournament variants; W/B as a handicap; 3 for the"
            " Ultimate GIPF."
        ),
    )
    challenges_enabled: OnOff = Option(
        False,
        N_("challenges"),
        N_("The use of a potential may be challenged to a duel in another game."),
    )
    challenges_per_player: PerSide = Option(
        (1, 1), N_("challenges per player"), N_("How many challenges each player has.")
    )
    challenges_per_kind: OnOff = Option(
        True,
        N_("that many per kind"),
        N_("That many for each kind of potential in play, not for all together."),
    )
    loaded_only_rows: Literal["break", "may_stay"] = Option(
        "break",
        N_("rows of loaded pieces"),
        N_("What happens to a row of loaded pieces only."),
        {"break": N_("are taken apart"), "may_stay": N_("may stay")},
    )
    challenge_when: Literal["any", "first_use"] = Option(
        "any",
        N_("when"),
        N_("Whether only a player's first use of each kind can be challenged."),
        {"any": N_("at every use"), "first_use": N_("at the first use")},
    )
    duel_draw_policy: Literal["replay", "owner_wins", "challenger_wins"] = Option(
        "replay",
        N_("a drawn duel"),
        N_("What a drawn duel means."),
        {
            "replay": N_("is played again"),
            "owner_wins": N_("the owner wins"),
            "challenger_wins": N_("the challenger wins"),
        },
    )
    duel_attempts: Annotated[int, Whole] = Option(
        3,
        N_("drawn duels at most"),
        N_("How many drawn duels are played before the owner has won."),
        strict=True,
        ge=1,
    )
    duel_first_player: Literal["lots", "owner", "challenger"] = Option(
        "lots",
        N_("the duel is begun by"),
        N_("Who begins the duel."),
        {
            "lots": N_("whom the lot draws"),
            "owner": N_("the owner"),
            "challenger": N_("the challenger"),
        },
    )
    duel_winner_may_decline: OnOff = Option(
        False,
        N_("the winner may decline"),
        N_("Whoever wins a duel about his power need not use the power."),
    )
    potential_moves_avert_loss: OnOff = Option(
        True,
        N_("a power averts loss"),
        N_("With an empty reserve a power that can be used keeps a player in the game."),
    )
    gipf_after_loaded: OnOff = Option(
        False,
        N_("GIPF after potentials"),
        N_("GIPF-pieces may still be entered after a loaded piece (tournament)."),
    )
    max_turns: Annotated[int, Whole] = Option(
        0,
        N_("turns at most"),
        N_("The game ends without a winner after so many turns; 0: never."),
        strict=True,
        ge=0,
    )


def fields_for(kinds: Iterable[Kind]) -> dict[str, tuple[Any, Any]]:
    """The options that *kinds* bring, as fields of a model, by their names."""
    fields: dict[str, tuple[Any, Any]] = {}
    for kind in kinds:
        name = kind.name
        potentials = Option((0, 0), f"{name}-potentials", kind.help)
        fields[f"{kind.key}_potentials"] = PerSide, potentials
        for option in kind.options:
            fields[option.name] = _field_of(option)
        decides = f"The game that decides about a challenged {name}-potential."
        fields[f"{kind.key}_duel"] = GameId, Option(kind.duel, f"duel about {name}", decides)
        fields[f"{kind.key}_duel_options"] = (
            DuelOptions,
            Option(
                {},
                f"options of the {name} duel",
                f"Options of that game, as {kind.key}_duel.NAME=VALUE.",
            ),
        )
    return fields


def challenge_kinds_for(kinds: Iterable[Kind]) -> tuple[Any, Any]:
    """The option that says which of *kinds* may be challenged."""
    known = list(kinds)
    keys = sorted(kind.key for kind in known)

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
        Option(
            ALL,
            N_("to be challenged"),
            N_("Which potentials may be challenged: all, or names with commas."),
            {
                ALL: N_("all kinds"),
                "tamsk,zertz": N_("TAMSK and ZÈRTZ"),
                **{kind.key: f"{kind.name} only" for kind in known},
            },
            json_schema_extra={"enum": [ALL, *keys]},
        ),
    )


def _field_of(option: KindOption) -> tuple[Any, Any]:
    """The field of an option that a kind brings."""
    default: object = option.values[0]
    kind: Any = Literal[option.values]
    if set(option.values) == {"on", "off"}:
        kind, default = OnOff, default == "on"
    words = dict(zip(option.values, option.words, strict=False))
    return kind, Option(default, option.title, option.help, words)


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


TEXTS_OF_KINDS: Final = (
    N_("TAMSK-potentials"),
    N_("ZÈRTZ-potentials"),
    N_("DVONN-potentials"),
    N_("PÜNCT-potentials"),
    N_("YINSH-potentials"),
    N_("TAMSK only"),
    N_("ZÈRTZ only"),
    N_("DVONN only"),
    N_("PÜNCT only"),
    N_("YINSH only"),
    N_("duel about TAMSK"),
    N_("duel about ZÈRTZ"),
    N_("duel about DVONN"),
    N_("duel about PÜNCT"),
    N_("duel about YINSH"),
    N_("options of the TAMSK duel"),
    N_("options of the ZÈRTZ duel"),
    N_("options of the DVONN duel"),
    N_("options of the PÜNCT duel"),
    N_("options of the YINSH duel"),
    N_("The game that decides about a challenged TAMSK-potential."),
    N_("The game that decides about a challenged ZÈRTZ-potential."),
    N_("The game that decides about a challenged DVONN-potential."),
    N_("The game that decides about a challenged PÜNCT-potential."),
    N_("The game that decides about a challenged YINSH-potential."),
    N_("Options of that game, as tamsk_duel.NAME=VALUE."),
    N_("Options of that game, as zertz_duel.NAME=VALUE."),
    N_("Options of that game, as dvonn_duel.NAME=VALUE."),
    N_("Options of that game, as punct_duel.NAME=VALUE."),
    N_("Options of that game, as yinsh_duel.NAME=VALUE."),
)
"""The texts about options of the kinds that come with GIPF, for translation: at run time they are
made from the name of each kind that is installed."""
