"""The ways to play GIPF that have names."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from gipf_meta import N_, Preset
from gipf_meta_gipf.kind import Kind

EACH: Final = "3"
"""The number of potentials of a kind that a player has, where there are any (gipf.md §9)."""
FIRST: Final = ("tamsk", "zertz")
"""The kinds that came out first."""


def presets_for(kinds: Iterable[Kind]) -> tuple[Preset, ...]:
    """The ways to play with *kinds* of potentials, from the simplest to the longest."""
    keys = [kind.key for kind in kinds]
    every = _with_potentials(keys)
    return (
        Preset(
            "basic", N_("Basic"), N_("Plain pieces alone: for a first game."), {"variant": "basic"}
        ),
        Preset(
            "standard",
            N_("Standard"),
            N_("Three GIPF-pieces each stand on the board; who loses them has lost."),
            {"variant": "standard"},
        ),
        Preset(
            "tournament",
            N_("Tournament"),
            N_("The board is empty; everybody enters as many GIPF-pieces as he dares."),
        ),
        Preset(
            "three_and_three",
            N_("3 + 3 potentials"),
            N_("Three TAMSK- and three ZÈRTZ-potentials each; their use can be challenged."),
            _with_potentials([key for key in keys if key in FIRST]),
        ),
        Preset(
            "successor",
            N_("TZAAR for TAMSK"),
            N_(
                "The same potentials; TZAAR, which took the place of TAMSK in the project, decides"
                " the duels over those of TAMSK."
            ),
            {**_with_potentials([key for key in keys if key in FIRST]), "tamsk_duel": "tzaar"},
        ),
        Preset(
            "all_kinds",
            N_("All kinds"),
            N_("Three potentials of every kind; their use can be challenged to a duel."),
            every,
        ),
        Preset(
            "united",
            N_("LYNGK decides"),
            N_("All kinds; LYNGK, which unites the games of the project, decides every duel."),
            {**every, **{f"{key}_duel": "lyngk" for key in keys}},
        ),
        Preset(
            "ultimate",
            N_("Ultimate"),
            N_("All kinds, and three more pieces each: the longest game."),
            {**every, "extra_pieces": "3"},
        ),
    )


def _with_potentials(keys: Iterable[str]) -> dict[str, Any]:
    return {**{f"{key}_potentials": EACH for key in keys}, "challenges_enabled": "on"}
