"""The engine against a second one, written from the rules alone with sets and loops: after every
turn of random games the same legal turns, the same position string, the same result."""

from __future__ import annotations

import pytest

from gipf_meta.protocol.options import configure
from gipf_meta_gipf import Gipf
from tests.gipf.naive import Naive
from tests.lockstep import lockstep, name
from tests.tiers import slow

POTENTIALS = {"tamsk_potentials": "3", "zertz_potentials": "3"}
LINKED = {**POTENTIALS, "challenges_enabled": "on"}
OPTIONS: list[dict[str, str]] = [
    {"variant": "basic"},
    {"variant": "standard"},
    {"variant": "tournament"},
    {"variant": "basic", "extra_pieces": "2/0"},
    {**POTENTIALS, "variant": "basic"},
    {**POTENTIALS, "variant": "standard"},
    {**POTENTIALS, "variant": "tournament"},
    {"tamsk_potentials": "6/2"},
    {"zertz_potentials": "2/6"},
    {**POTENTIALS, "loaded_only_rows": "may_stay"},
    {**POTENTIALS, "gipf_after_loaded": "on"},
    {**POTENTIALS, "potential_moves_avert_loss": "off"},
    {**POTENTIALS, "tamsk_extra_counts_as_move": "on"},
    LINKED,
    {**LINKED, "variant": "basic"},
    {**LINKED, "challenges_per_player": "2/0"},
    {**LINKED, "challenges_per_kind": "off"},
    {**LINKED, "challenge_kinds": "zertz"},
    {**LINKED, "challenge_kinds": "tamsk"},
    {**LINKED, "zertz_challenge": "centre"},
    {**LINKED, "challenge_when": "first_use", "challenges_per_player": "3"},
    {**LINKED, "tamsk_duel": "zatre", "zertz_duel": "die"},
    {**LINKED, "duel_winner_may_decline": "on", "challenges_per_player": "2"},
    {"variant": "basic", "max_turns": "9"},
]
MOST_TURNS = 250


def compare(options: dict[str, str], seed: int) -> int:
    """Plays one random game on both engines and returns the number of turns compared."""
    return lockstep(configure(Gipf, options), Naive(**options), seed, MOST_TURNS)


@pytest.mark.parametrize("seed", [0, *slow(1, 2)])
@pytest.mark.parametrize("options", OPTIONS, ids=name)
def test_both_engines_agree(options: dict[str, str], seed: int) -> None:
    assert compare(options, seed) > 6
