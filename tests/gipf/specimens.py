"""Specimens of GIPF for the tests of all games."""

from __future__ import annotations

from typing import Any, Final

from building.sources import kinds_of_potentials
from tests.combined_match import GAME as COMBINED
from tests.specimens import Alike, Picture, Specimens

KINDS: Final = tuple(entry.partition(" = ")[0] for entry in kinds_of_potentials())
"""The kinds of potentials that come with GIPF."""
ROW: Final = ("a5-b5", "i1-h2", "a5-b5", "i1-h2")
ANNOUNCED: Final = ("Ga1-b2", "Gi5-h5", "Za1-b2", "Zi5-h5", "Zi1-h2", "Zi1-h2")
TWO_KINDS: Final = {"zertz_potentials": "3", "tamsk_potentials": "3", "challenges_enabled": "on"}
DUELS: Final[dict[str, Any]] = {
    "variant": "tournament", "tamsk_potentials": 3, "zertz_potentials": 3,
    "challenges_enabled": True,
}  # fmt: skip
OTHER_KINDS: Final = tuple(kind for kind in KINDS if kind not in ("tamsk", "zertz"))


def with_every_kind(each: Any) -> dict[str, Any]:
    """The options by which each side has so many potentials of each kind."""
    return {f"{kind}_potentials": each for kind in KINDS}


SPECIMENS: Final = Specimens(
    scenarios=64,
    symmetries=12,
    pictures=(
        Picture(
            "gipf-challenge",
            "gipf",
            "White announces a jump, and Black may challenge it",
            (*ANNOUNCED, "Zb2^"),
            options={"zertz_potentials": "3", "challenges_enabled": "on"},
            scale=0.8,
        ),
        Picture(
            "gipf-start",
            "gipf",
            "The start of the standard game",
            options={"variant": "standard"},
            hints=False,
        ),
        Picture(
            "gipf-row",
            "gipf",
            "White has four in a row",
            (*ROW, "a5-b5"),
            options={"variant": "standard"},
            sides=False,
        ),
        Picture(
            "gipf-jump",
            "gipf",
            "A jump from b2 lands on d4",
            ("Za1-b2", "e9-e8", "Zb2^"),
            options={"variant": "basic", "zertz_potentials": "1/0"},
            sides=False,
        ),
    ),
    boards={
        "gipf": Picture("gipf", "gipf", "", (*ANNOUNCED, "Ta1-b2", "Te1-e2"), options=TWO_KINDS),
        "gipf-row": "gipf-row",
        "gipf-jump": "gipf-jump",
    },
    alike=(Alike("ac79c56db5dd0fd4"), Alike("04f220e2284ed1bd", COMBINED)),
    playouts=("tamsk_potentials=2 zertz_potentials=2 challenges_enabled=on",),
    more_playouts=(
        "",
        "variant=standard max_turns=30",
        "tamsk_potentials=3 zertz_potentials=3 loaded_only_rows=may_stay",
    ),
    transcripts=(
        ({"variant": "basic"}, 2),
        ({"variant": "standard"}, 2),
        (DUELS, 2),
        ({**with_every_kind(1), "challenges_enabled": True}, 2),
    ),
    worded=TWO_KINDS,
    told={"variant": "basic", "zertz_potentials": "2/2", "dvonn_potentials": "2/2"},
    inside=(
        {"variant": "tournament", "loaded_only_rows": "may_stay"},
        {"variant": "basic", "zertz_potentials": "2/2", "tamsk_potentials": "2/2"},
        {f"{kind}_potentials": "2/2" for kind in OTHER_KINDS},
    ),
    clicked={"gipf basic": {"variant": "basic"}, "gipf": {}},
    set_up={"gipf": (17, 0)},
)
