"""The engine against a second one, written from the rules alone with sets and loops: after every
turn of random games the same legal turns, the same position string, the same result; the same at
the benchmark positions, as random games come too seldom to high stacks and to rows that
appear by uncovering."""

from __future__ import annotations

import pytest

from gipf_meta import Over
from gipf_meta.match.turns import legal_turns
from gipf_meta.plugins.benchmark_positions import benchmark_positions
from gipf_meta.protocol.options import configure
from gipf_meta_gipf import Gipf
from tests.gipf.naive import Naive
from tests.lockstep import lockstep, name
from tests.perft import Case
from tests.tiers import slow, soak, thinned

FIRST = [Case(each, 1) for each in benchmark_positions(Gipf)]
NEW_KINDS = ("dvonn", "yinsh", "punct")

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
ALL_KINDS = {
    **POTENTIALS,
    "dvonn_potentials": "3",
    "yinsh_potentials": "3",
    "punct_potentials": "3",
}
COVERING = {"dvonn_potentials": "5", "punct_potentials": "5"}
# One challenge each for all kinds: every denied use doubles what the turn can still be.
ALL_LINKED = {
    **dict.fromkeys(ALL_KINDS, "1"),
    "challenges_enabled": "on",
    "challenges_per_kind": "off",
}
TWO_LINKED = {**dict.fromkeys(COVERING, "2"), "challenges_enabled": "on"}
MORE_OPTIONS: list[dict[str, str]] = [
    {**ALL_KINDS, "extra_pieces": "3"},
    {**ALL_KINDS, "variant": "basic"},
    {**ALL_KINDS, "variant": "standard"},
    {"dvonn_potentials": "6"},
    {"yinsh_potentials": "6/2"},
    {"punct_potentials": "2/6"},
    {**COVERING, "dvonn_targets": "own_kind", "variant": "basic"},
    {**COVERING, "jump_range": "line"},
    {**COVERING, "punct_gipf": "convert", "gipf_after_loaded": "on"},
    {**COVERING, "punct_gipf": "convert", "jump_range": "line", "variant": "standard"},
    {**COVERING, "punct_gipf": "off"},
    {**ALL_KINDS, "loaded_only_rows": "may_stay"},
    {**ALL_KINDS, "potential_moves_avert_loss": "off"},
    {**ALL_KINDS, "tamsk_extra_counts_as_move": "on"},
    {"yinsh_potentials": "2", "zertz_potentials": "2", "challenges_enabled": "on"},
    ALL_LINKED,
    {**ALL_LINKED, "variant": "basic", "challenge_kinds": "dvonn,tamsk"},
    {**ALL_LINKED, "challenge_when": "first_use", "duel_winner_may_decline": "on"},
    {**TWO_LINKED, "challenges_per_player": "1/0"},
    {**TWO_LINKED, "dvonn_duel": "die", "punct_duel": "zatre", "punct_gipf": "convert"},
]
MOST_TURNS = 250


def compare(options: dict[str, str], seed: int) -> int:
    """Plays one random game on both engines and returns the number of turns compared."""
    return lockstep(configure(Gipf, options), Naive(**options), seed, MOST_TURNS)


@pytest.mark.parametrize("seed", [0, *soak(1, 2)])
@pytest.mark.parametrize("options", OPTIONS, ids=name)
@pytest.mark.sample(4, "slow")
def test_both_engines_agree(options: dict[str, str], seed: int) -> None:
    assert compare(options, seed) > 6


@pytest.mark.parametrize("seed", [*slow(0), *soak(1, 2, 3)])
@pytest.mark.parametrize("options", thinned(MORE_OPTIONS, 8), ids=name)
def test_both_engines_agree_with_more_kinds(options: dict[str, str], seed: int) -> None:
    assert compare(options, seed) > 6


def is_fast(case: Case) -> bool:
    """Whether this is a position with DVONN-, YINSH- or PÜNCT-potentials and not too many turns."""
    return case.count < 500 and any(kind in str(case.benchmark.options) for kind in NEW_KINDS)


@pytest.mark.parametrize(
    "case",
    [
        *(case for case in FIRST if is_fast(case)),
        *slow(*(case for case in FIRST if not is_fast(case))),
    ],
    ids=str,
)
def test_both_engines_agree_at_positions(case: Case) -> None:
    options, position = case.benchmark.options, case.benchmark.position
    game, naive = configure(Gipf, options), Naive(**options)
    state, other = game.start(2), naive.start()
    if position is not None:
        state, other = game.from_text(position), naive.read(position)
    ours, theirs = legal_turns(game, state), naive.turns(other)
    assert set(ours) == set(theirs)
    assert len(theirs) == case.count
    for text, after in theirs.items():
        now = game.status(ours[text])
        assert game.to_text(ours[text]) == naive.position(after)
        ended = (now.winners, now.reason) if isinstance(now, Over) else None
        assert ended == naive.result(after)
