"""The engine against a second one, written from the rules alone with sets and loops: after every
turn of random games the same legal turns, the same position string, the same result."""

from __future__ import annotations

from random import Random

import pytest

from gipf_meta.match.turns import legal_turns, whole_turns
from gipf_meta.protocol.options import configure
from gipf_meta_zertz import Zertz
from tests.lockstep import lockstep, name
from tests.tiers import slow, soak, spread
from tests.zertz.naive import Naive

LARGER: list[dict[str, str]] = [
    {"variant": "tournament"},
    {"variant": "extended"},
    *({"board": board} for board in ("40", "43", "44")),
]
OTHERS: list[dict[str, str]] = [
    {},
    {"variant": "blitz"},
    {"variant": "tournament", "capture_enforcement": "on_demand"},
    {"pool": "3/3/3", "goals": "9/9/9/9"},
    {"pool": "2/2/2", "goals": "9/9/9/9", "no_marbles": "pass"},
    {"pool": "2/2/2", "goals": "9/9/9/9", "no_marbles": "draw"},
    {"pool": "2/2/2", "goals": "9/9/9/9", "no_marbles": "both_lose"},
    {"goals": "20/20/20/20", "board_full": "goal_only"},
    {"goals": "20/20/20/20", "board_full": "both_lose_if_no_captures"},
    {"goals": "20/20/20/20", "isolation_scope": "spare_largest"},
    {"goals": "20/20/20/20", "isolation_claim": "optional"},
    {"goals": "20/20/20/20", "isolation_claim": "optional", "isolation_scope": "spare_largest"},
    {"goals": "9/9/9/9", "pool": "3/3/3", "repetition_count": "2"},
    {"goals": "9/9/9/9", "pool": "3/3/3", "repetition_colours": "ignore"},
    {"capture_enforcement": "on_demand"},
    {"handicap": "p1=1/0/2"},
    {
        "handicap": "p1=1/0/2",
        "pool": "2/2/3",
        "goals": "20/20/20/20",
        "capture_enforcement": "on_demand",
        "board_full": "both_lose_if_no_captures",
    },
    {"handicap": "p2=0/1/0", "variant": "blitz"},
]
OPTIONS = LARGER + OTHERS
MOST_TURNS = 120


def compare(options: dict[str, str], seed: int) -> int:
    """Plays one random game on both engines and returns the number of turns compared."""
    return lockstep(configure(Zertz, options), Naive(**options), seed, MOST_TURNS)


@pytest.mark.parametrize(
    "options", [*spread(OTHERS, 2), *slow(LARGER[0]), *soak(*LARGER[1:])], ids=name
)
def test_two_ways_of_deciding_a_turn_never_write_the_same_text(options: dict[str, str]) -> None:
    game, rng = configure(Zertz, options), Random(7)
    assert game.one_text_per_path
    state = game.start(2)
    for _ in range(20):
        turns = legal_turns(game, state)
        assert sum(1 for _ in whole_turns(game, state)) == len(turns)
        if turns:
            state = turns[rng.choice(list(turns))]


@pytest.mark.parametrize("seed", [0, *soak(1, 2)])
@pytest.mark.parametrize(
    "options",
    [LARGER[0], *soak(*LARGER[1:4]), *spread([LARGER[4], *OTHERS], 6)],
    ids=name,
)
@pytest.mark.sample(2, "slow")
def test_both_engines_agree(options: dict[str, str], seed: int) -> None:
    assert compare(options, seed) > 3
