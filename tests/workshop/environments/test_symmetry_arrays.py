"""Symmetries as arrays: a vector that plays mirrored numbers shows mirrored matches."""

from __future__ import annotations

import numpy as np

import gipf_meta as gm
from tests.testing.broken.sound import NumberedNim
from tests.workshop.environments.test_vector import SHORT_DUEL


def test_a_vector_that_plays_mirrored_numbers_is_the_mirrored_vector() -> None:
    rng = np.random.default_rng(3)
    for symmetry in gm.vector("zertz", matches=1).symmetries[1::5]:
        here, there = (gm.vector("zertz", matches=4, seed=1, most_decisions=12) for _ in range(2))
        for _step in range(14):
            flat = here.now.observations.reshape(4, -1)
            assert (flat[:, symmetry.observation] == there.now.observations.reshape(4, -1)).all()
            assert (here.now.masks[:, symmetry.decisions] == there.now.masks).all()
            chosen = (rng.random(here.now.masks.shape) * here.now.masks).argmax(axis=1)
            here.step(chosen)
            there.step(symmetry.numbers[chosen])
        assert (there.now.players == here.now.players).all()


def test_games_of_duels_are_mirrored_alone() -> None:
    vector = gm.vector("gipf", matches=1, **SHORT_DUEL)
    symmetries = vector.symmetries
    assert [each.game for each in symmetries] == 12 * ["gipf"] + 11 * ["zertz"]
    assert symmetries[0].name == "unchanged"
    assert len({(each.game, each.name) for each in symmetries}) == len(symmetries)
    alone = gm.vector("zertz", matches=1)
    for each in symmetries:
        assert len(each.observation) == vector.now.observations.size
        assert len(each.decisions) == len(each.numbers) == vector.decision_count
        assert (each.numbers[each.decisions] == np.arange(vector.decision_count)).all()
    inner = symmetries[12]
    assert inner.name == alone.symmetries[1].name
    first = vector.decision_count - alone.decision_count
    assert (inner.decisions[:first] == np.arange(first)).all()
    assert (inner.decisions[first:] - first == alone.symmetries[1].decisions).all()


def test_a_game_without_symmetries_has_the_one_that_changes_nothing() -> None:
    (only,) = gm.vector(NumberedNim, matches=1).symmetries
    assert only.name == "unchanged"
    assert (only.observation == np.arange(len(only.observation))).all()
