"""The engine against a second one, written from the rules alone with sets and loops: after every
turn of random games, also from starts that luck draws, and in set-ups with few and high stacks the
same legal turns, the same position string, the same result."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from gipf_meta import Chance, Over
from gipf_meta.match.turns import legal_turns, perft
from gipf_meta.protocol.options import configure
from gipf_meta_dvonn import Dvonn
from gipf_meta_dvonn.state import State
from tests.dvonn import naive
from tests.lockstep import name
from tests.tiers import slow, soak

RANDOM: list[dict[str, str]] = [
    {"setup": "random"},
    {"setup": "random", "random_balance": "on"},
    {"setup": "symmetric"},
]
OPTIONS: list[dict[str, str]] = [{}, *RANDOM]


def agree(game: Dvonn, ours: State, theirs: naive.State) -> dict[str, State]:
    """Compares position, result and all turns with what they lead to; returns the turns."""
    assert game.to_text(ours) == naive.position(theirs)
    assert told(game, ours) == naive.result(theirs)
    turns, others = legal_turns(game, ours), naive.turns(theirs)
    assert turns.keys() == others.keys()
    for text, after in turns.items():
        assert game.to_text(after) == naive.position(others[text]), text
        assert told(game, after) == naive.result(others[text]), text
    return turns


def told(game: Dvonn, state: State) -> naive.Result | None:
    """The result in the words of the second engine."""
    now = game.status(state)
    if not isinstance(now, Over):
        return None
    assert now.scores is not None
    white, black = now.scores
    return now.winners, (int(white), int(black))


# --- starts -----------------------------------------------------------------------------------


def drawn(game: Dvonn, options: dict[str, str], rng: Random) -> tuple[State, int]:
    """A start that luck draws, and how often all was drawn again for it.

    Each whole drawing is as likely as the sheet says, and it stays where the sheet says so.
    """
    setup, balance = options["setup"], options.get("random_balance", "off")
    state, again, likely = game.start(2), 0, Fraction(1)
    while isinstance(now := game.status(state), Chance):
        moves, weights = zip(*now.outcomes, strict=True)
        number = rng.choices(range(len(moves)), weights)[0]
        likely *= Fraction(weights[number], sum(weights))
        before, state = naive.read(game.to_text(state)), game.apply(state, moves[number])
        after = naive.read(game.to_text(state))
        if len(after.stacks) < len(before.stacks):
            assert not after.stacks
            assert likely == naive.chance_of_start(setup)
            (space,) = set(naive.SPACES).difference(before.stacks)
            (piece,) = [piece for piece, left in before.hand.items() if left]
            assert not naive.is_start({**before.stacks, space: piece}, setup, balance)
            again, likely = again + 1, Fraction(1)
    assert likely == naive.chance_of_start(setup)
    theirs = naive.read(game.to_text(state))
    assert naive.is_start(theirs.stacks, setup, balance)
    assert theirs.side == "W"
    return state, again


# --- games ------------------------------------------------------------------------------------


def compare(options: dict[str, str], seed: int) -> int:
    """Plays one random game on both engines and returns the number of turns compared."""
    game, rng = configure(Dvonn, options), Random(seed)
    ours, theirs = game.start(2), naive.start()
    if options:
        ours, _ = drawn(game, options, rng)
        theirs = naive.read(game.to_text(ours))
    number = 0
    while turns := agree(game, ours, theirs):
        text = rng.choice(sorted(turns))
        ours, theirs = turns[text], naive.turns(theirs)[text]
        number += 1
    assert naive.result(theirs)
    return number


# --- set-ups ----------------------------------------------------------------------------------


def set_up(rng: Random) -> naive.State | None:
    """A random position of the second phase: many or few stacks, flat or high; None where it is
    over."""
    most = rng.choice((4, 8, 15, 25, 40, 49))
    spaces = rng.sample(naive.SPACES, rng.randrange(2, most + 1))
    if rng.random() < 0.4:
        # All close together: stacks that are surrounded.
        spaces = sorted(naive.SPACES, key=lambda s: abs(ord(s[0]) - 102) + 2 * abs(int(s[1]) - 3))
        spaces = spaces[: rng.randrange(2, most + 1)]
    bag = rng.sample("D" * 3 + "W" * 23 + "B" * 23, 49)
    stacks = {space: bag.pop() for space in spaces}
    for _ in range(rng.choice((0, 0, 2, 5, 20))):
        if bag:
            space = rng.choice(spaces)
            stacks[space] = "".join(sorted(stacks[space] + bag.pop(), key="DBW".index))
            if rng.random() < 0.5:
                stacks[space] = stacks[space].replace("BW", "WB")
    if any(len(stack) > 1 and stack[-1] == "D" for stack in stacks.values()):
        return None
    state = naive.State(stacks, dict.fromkeys(naive.PIECES, 0), rng.choice("WB"))
    return None if naive.result(state) else state


def compare_set_ups(seed: int, most: int) -> Counter[str]:
    """Compares so many set-ups and the turns after them; counts what was reached."""
    game, rng = Dvonn(), Random(seed)
    reached: Counter[str] = Counter()
    while reached["positions"] < most:
        theirs = set_up(rng)
        if theirs is None:
            continue
        ours = game.from_text(naive.position(theirs))
        for _ in range(4):
            turns = agree(game, ours, theirs)
            reached["positions"] += 1
            reached["turns"] += len(turns)
            reached["passes"] += "-" in turns
            if not turns:
                reached["over"] += 1
                break
            text = rng.choice(sorted(turns))
            before = len(theirs.stacks)
            ours, theirs = turns[text], naive.turns(theirs)[text]
            reached["contact lost"] += before - len(theirs.stacks) > 1
    return reached


def count(state: naive.State, depth: int) -> int:
    """The number of series of turns, by the second engine."""
    turns = naive.turns(state)
    return len(turns) if depth == 1 else sum(count(after, depth - 1) for after in turns.values())


# --- the tests --------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [0, *slow(1), *soak(*range(2, 6))])
@pytest.mark.parametrize("options", OPTIONS, ids=name)
@pytest.mark.sample(2)
def test_both_engines_agree(options: dict[str, str], seed: int) -> None:
    assert compare(options, seed) > 20


def test_both_engines_agree_in_set_ups() -> None:
    assert compare_set_ups(0, 40)["passes"] > 1


@pytest.mark.parametrize("seed", [*slow(1), *soak(2, 3)])
def test_both_engines_agree_in_many_set_ups(seed: int) -> None:
    reached = compare_set_ups(seed, 700)
    assert min(reached[what] for what in ("passes", "over", "contact lost")) > 15


@pytest.mark.parametrize("seed", [0, *slow(1, 2), *soak(*range(3, 20))])
@pytest.mark.parametrize("options", RANDOM, ids=name)
def test_luck_draws_what_the_sheet_says(options: dict[str, str], seed: int) -> None:
    _, again = drawn(configure(Dvonn, options), options, Random(seed))
    assert again == 0 or "random_balance" in options


@pytest.mark.parametrize("seed", [*slow(0, 1), *soak(*range(2, 8))])
def test_both_engines_count_the_same_in_the_middle_of_games(seed: int) -> None:
    rng, state = Random(seed), naive.start()
    for _ in range(rng.randrange(55, 75)):
        state = rng.choice(list(naive.turns(state).values()))
    ours = Dvonn().from_text(naive.position(state))
    assert count(state, 2) == perft(Dvonn(), ours, 2)
