"""Many matches at a time play what single matches play with the same decisions and seeds."""

from __future__ import annotations

import pickle
import subprocess
import sys
from copy import deepcopy
from random import Random
from typing import Any

import pytest

import gipf_meta as gm
from gipf_meta.duels import Die
from gipf_meta.match.match import Match
from gipf_meta.plugins.loading import Finder, installed_plugins
from gipf_meta.protocol.capabilities import timed
from gipf_meta.protocol.game import AnyGame
from gipf_meta.protocol.options import configure
from gipf_meta.protocol.planes import numbers_of_set
from gipf_meta.search.playout import A_DECISION_MS, utilities
from gipf_meta.workshop.environments.match_rows import MatchRows
from gipf_meta.workshop.environments.numbered_match import NumberedMatch
from tests.tiers import slow

COMBINED = {"variant": "tournament", "zertz_potentials": 3, "challenges_enabled": "on"}
POINTS = {**COMBINED, "zertz_duel": "die", "max_turns": 30}
SHORT_DUEL = {**COMBINED, "zertz_duel": "zertz", "max_turns": 30}
GAMES: dict[str, tuple[str, dict[str, Any], int]] = {
    name: (name, {}, kind.seat_counts[0])
    for name, kind in installed_plugins().games.items()
    if hasattr(kind, "number_of")
}
OTHERS: dict[str, tuple[str, dict[str, Any], int]] = {
    "duels by dice": ("gipf", POINTS, 2),
    "duels in a game": ("gipf", SHORT_DUEL, 2),
    "four players": ("zatre", {"hands": "hidden"}, 4),
}


def kept(game: AnyGame, seats: int, seed: int) -> Match:
    """A match that is told what rows play."""
    return Match.begin(game, seats, Finder(), seed)


def with_decision(match: Match, move: Any) -> Match:
    """*match* after *move* of who is on turn, and after the time that a decision takes."""
    after = match.play_move(match.top.status.seat, move)  # type: ignore[union-attr]
    return after.advance(A_DECISION_MS) if timed(after.top.game) else after


def _play(game: AnyGame, seats: int, count: int, steps: int) -> int:
    """Plays that many rows; returns how many games were played at a time."""
    most = 1
    numbered, rng = NumberedMatch(game, seats, Finder()), Random(5)
    rows = MatchRows(numbered, count, 7, 10_000)
    matches = [kept(game, seats, seed) for seed in rows.seeds]
    for _step in range(steps):
        chosen = [rng.choice(numbers_of_set(numbered.legal_numbers(s))) for s in rows.states]
        moves = [
            numbered.decision_of(state, number)
            for state, number in zip(rows.states, chosen, strict=True)
        ]
        matches = [with_decision(m, move) for m, move in zip(matches, moves, strict=True)]
        rows.step(chosen)
        for row, match in enumerate(matches):
            if match.result is not None:
                assert rows.over[row]
                assert rows.utilities[row] == utilities(match.result, seats)
                matches[row] = match = kept(game, seats, rows.seeds[row])
            state = rows.states[row]
            most = max(most, len(state.games))
            assert [each.state for each in state.games] == [each.state for each in match.sessions]
            assert state.player == match.player
    return most


@pytest.mark.parametrize("name", [*slow(*GAMES, *OTHERS)])
def test_rows_play_the_matches_that_single_matches_play(name: str) -> None:
    game, options, seats = {**GAMES, **OTHERS}[name]
    most = _play(configure(installed_plugins().find(game), options), seats, 4, 150)
    assert (most > 1) == name.startswith("duels")


def test_rows_of_dice_play_the_matches_that_single_matches_play() -> None:
    _play(Die(), 2, 3, 8)


def test_a_match_that_is_too_long_is_broken_off() -> None:
    rows = MatchRows(NumberedMatch(Die(), 2, Finder()), 2, 0, 1)
    rows.step([0, 0])
    assert (rows.over, rows.cut, rows.seeds) == (b"\x01\x01", b"\x01\x01", [2, 3])
    assert rows.utilities == {0: (0.0, 0.0), 1: (0.0, 0.0)}


@pytest.mark.slow
def test_arrays_have_a_row_for_each_match() -> None:
    matches = gm.vector("zertz", matches=3, seed=1)
    now = matches.now
    assert (now.observations.shape, now.masks.shape) == ((3, 21, 7, 8), (3, 784))
    after = matches.step(now.masks.argmax(axis=1))
    assert after.masks.sum(axis=1).tolist() == [17, 17, 17]
    assert (after.rewards.tolist(), after.over.any()) == ([[0.0, 0.0]] * 3, False)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("numbers", "words"),
    [
        ([0, 0, 783], "Match 2: the number 783 is no decision"),
        ([0, -1, 0], "Match 1: the number -1 is"),
        ([0, 10**6, 0], "Match 1: the number 1000000 is"),
        ([0, 0], "whole numbers are needed as there are matches: 3"),
        ([0.0, 0.0, 0.0], "whole numbers are needed as there are matches: 3"),
        *(
            (shapeless, "whole numbers are needed as there are matches: 3")
            for shapeless in (
                [[0], [0, 0], 0], [0, [0], 0], [[0, 0, 0]], [0, None, 0], [0, 2**70, 0],
                "000", None, {0: 0, 1: 0, 2: 0},
            )
        ),
    ],
)  # fmt: skip
def test_numbers_that_are_no_decisions_are_refused(numbers: Any, words: str) -> None:
    matches = gm.vector("zertz", matches=3)
    before = matches.now
    with pytest.raises(gm.IllegalMove, match=words):
        matches.step(numbers)
    assert matches.now is before


@pytest.mark.slow
def test_without_numpy_one_sentence_says_what_to_install() -> None:
    program = (
        "import sys; sys.modules['numpy'] = None\n"
        "import gipf_meta as gm\n"
        "try: gm.vector('zertz', matches=2)\n"
        "except gm.GipfMetaError as error: print(error)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert "pip install '.[learning]'" in done.stdout


@pytest.mark.slow
def test_a_vector_that_is_copied_or_pickled_goes_on_alike() -> None:
    matches = gm.vector("zatre", matches=2, seed=3, seats=3, most_decisions=12)
    for _step in range(10):
        matches.step(matches.now.masks.argmax(axis=1))
    copies = deepcopy(matches), pickle.loads(pickle.dumps(matches))
    for _step in range(8):  # over the end of a match
        numbers = matches.now.masks.argmax(axis=1)
        after = matches.step(numbers)
        for copy in copies:
            for ours, theirs in zip(after, copy.step(numbers), strict=True):
                assert (ours == theirs).all()


@pytest.mark.slow
def test_what_is_written_into_masks_makes_nothing_legal() -> None:
    matches = gm.vector("zertz", matches=1)
    possible = int(matches.now.masks[0].argmax())
    matches.now.masks[:] = True
    with pytest.raises(gm.IllegalMove, match="the number 783 is no decision"):
        matches.step([783])
    matches.now.masks[:] = False
    matches.step([possible])


@pytest.mark.slow
def test_texts_are_of_what_is_possible_and_numbers_of_numpy_are_numbers() -> None:
    import numpy as np

    matches = gm.vector("zertz", matches=np.int64(2), seed=np.int32(1))
    assert matches.text(np.int64(1), matches.now.masks[1].argmax()) == "Wa1"
    for number, words in [(783, "has the number 783"), (1.5, "whole number, and not 1.5")]:
        with pytest.raises(gm.IllegalMove, match=words):
            matches.text(0, number)  # type: ignore[arg-type]
    with pytest.raises(gm.OptionError, match="from 0 to 1, and not 2"):
        matches.text(2, 0)
