"""The engine against a second one, written from the rules alone with dicts and loops: after every
turn of random games, also from starts that luck draws, and in set-ups with few and high stacks the
same legal turns, the same position string, the same result.

A turn on a full board has thousands of forms. There all first captures are compared, and after one
of them, which is played, all second moves; boards with fewer stacks are compared in whole turns.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from gipf_meta import Over
from gipf_meta.match.turns import legal_turns
from gipf_meta.protocol.options import configure
from gipf_meta_tzaar import Tzaar
from gipf_meta_tzaar.state import State
from tests.lockstep import name
from tests.random_positions import drawn_start
from tests.tiers import slow, soak
from tests.tzaar import naive
from tests.tzaar.naive import Naive
from tests.tzaar.set_ups import set_up

OPTIONS: list[dict[str, str]] = [
    {},
    {"cover_last": "forbid"},
    {"setup": "fixed"},
    {"setup": "fixed", "cover_last": "forbid"},
    {"setup": "place"},
    {"setup": "place", "cover_last": "forbid"},
]
MANY_GAMES = 334
"""For each set of options: 2,004 in all."""
FEW_TURNS = 400
"""Boards with so many turns or fewer are compared in whole turns."""

Told = tuple[tuple[int, ...], str | None] | None
"""The winners and the reason; ``None`` while the game runs."""
Parts = dict[str, State]


def result(game: Tzaar, state: State) -> Told:
    """The result in the words of the second engine."""
    now = game.status(state)
    return (now.winners, now.reason) if isinstance(now, Over) else None


def other_result(before: naive.State, after: naive.State) -> Told:
    """The same by the second engine, which sees by the turn why it is over."""
    won = naive.result(after)
    return won and (won, naive.reason(before, after))


def agree(
    game: Tzaar, before: naive.State, ours: Parts, theirs: dict[str, naive.State], some: list[str]
) -> None:
    """Compares what is legal, and position and result after *some* of it."""
    assert ours.keys() == theirs.keys()
    for text in some:
        assert game.to_text(ours[text]) == naive.position(theirs[text]), text
        assert result(game, ours[text]) == other_result(before, theirs[text]), text


def decisions(game: Tzaar, state: State) -> Parts:
    """All decisions as texts, each with the state after it."""
    moves = game.legal_moves(state, state.seat)
    return {game.format(state, move): game.apply(state, move) for move in moves}


def decisions_of(referee: Naive, state: naive.State) -> dict[str, naive.State]:
    """The same by the second engine."""
    if naive.result(state) is not None:
        return {}
    if naive.is_placing(state) or state.second:
        return referee.turns(state)
    return referee.first_parts(state)


# --- starts -----------------------------------------------------------------------------------


def drawn(game: Tzaar, rng: Random) -> State:
    """A start that luck draws; the whole drawing is as likely as the sheet says."""
    state, likely = drawn_start(game, rng)
    assert likely == naive.chance_of_start()
    assert naive.is_start(naive.read(game.to_text(state)).stacks)
    return state


def start(options: dict[str, str], rng: Random) -> tuple[Tzaar, State, Naive, naive.State]:
    """Both engines with these options, each at the same start."""
    game, referee = configure(Tzaar, options), Naive(**options)
    if referee.setup != "random":
        return game, game.start(2), referee, referee.start()
    ours = drawn(game, rng)
    return game, ours, referee, naive.read(game.to_text(ours))


# --- games ------------------------------------------------------------------------------------


def compare(options: dict[str, str], seed: int, most: int = 12) -> int:
    """Plays one random game on both engines and returns the number of decisions compared.

    After each, *most* of those that could be next are played, too. In every other game nobody ends
    it as long as he can do something else among these: such games become long and stacks high.
    """
    rng = Random(seed)
    game, ours, referee, theirs = start(options, rng)
    number = 0
    assert game.to_text(ours) == naive.position(theirs)
    while decided := decisions(game, ours):
        others = decisions_of(referee, theirs)
        some = rng.sample(sorted(decided), min(most, len(decided)))
        agree(game, theirs, decided, others, some)
        going_on = [text for text in some if decided[text].ending is None]
        text = rng.choice(going_on if seed % 2 and going_on else some)
        ours, theirs = decided[text], others[text]
        number += 1
    assert naive.result(theirs)
    assert not decisions_of(referee, theirs)
    return number


# --- set-ups ----------------------------------------------------------------------------------


def compare_set_ups(most: int) -> Counter[str]:
    """Compares the whole turns of so many set-ups; counts what was reached."""
    rng = Random(most)
    reached: Counter[str] = Counter()
    games = [(configure(Tzaar, options), Naive(**options)) for options in OPTIONS[:2]]
    while reached["positions"] < most:
        theirs = set_up(rng)
        if naive.result(theirs):
            continue
        game, referee = rng.choice(games)
        ours, others = game.from_text(naive.position(theirs)), referee.turns(theirs)
        if len(others) > FEW_TURNS:
            continue
        turns = legal_turns(game, ours)
        agree(game, theirs, turns, others, [*turns])
        reached["positions"] += 1
        reached["turns"] += len(turns)
        for after in others.values():
            reached[str(naive.result(after) and naive.reason(theirs, after))] += 1
        if game.cover_last == "forbid":
            reached["forbidden"] += others.keys() != Naive().turns(theirs).keys()
    return reached


# --- the tests --------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [0, *slow(1, 2), *soak(*range(3, 9))])
@pytest.mark.parametrize("options", [*OPTIONS[:5], *slow(*OPTIONS[5:])], ids=name)
@pytest.mark.sample(2)
def test_both_engines_agree(options: dict[str, str], seed: int) -> None:
    assert compare(options, seed) > 20


@pytest.mark.soak
@pytest.mark.parametrize("options", OPTIONS, ids=name)
def test_both_engines_agree_in_many_games(options: dict[str, str]) -> None:
    assert sum(compare(options, seed) for seed in range(9, 9 + MANY_GAMES)) > 20 * MANY_GAMES


@pytest.mark.parametrize("most", [25, *slow(250), *soak(10_000)])
def test_both_engines_agree_in_set_ups(most: int) -> None:
    reached = compare_set_ups(most)
    for what in ("None", "captured", "covered", "no_capture", "forbidden"):
        assert reached[what] > 0, what
