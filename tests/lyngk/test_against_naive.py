"""The engine against a second one, written from the rules alone with dicts and loops: after every
turn of random games from starts that luck draws the same legal turns, position and result, and the
same reading of what players type.

All turns are compared by their texts; some of them, and the one that is played, with the positions
after them. In every other game claims are put off: such games have many neutral stacks of five.
"""

from __future__ import annotations

from random import Random

import pytest

from gipf_meta import BadNotation, IllegalMove, Over
from gipf_meta.protocol.options import configure
from gipf_meta_lyngk import Lyngk
from gipf_meta_lyngk.rules import count_heights
from gipf_meta_lyngk.state import State
from tests.lockstep import name
from tests.lyngk import naive
from tests.lyngk.naive import Naive
from tests.random_positions import drawn_start
from tests.tiers import slow, soak

OPTIONS: list[dict[str, str]] = [{}, {"obstacles": "taken"}, {"variant": "stack6"}]
MANY_GAMES = 667
"""For each set of options: 2,001 in all."""
PUT_OFF = 0.9
"""How often no colour is claimed in games in which claims are put off."""


def drawn(game: Lyngk, rng: Random) -> State:
    """A start that luck draws; the whole drawing is as likely as the sheet says."""
    state, likely = drawn_start(game, rng)
    assert likely == naive.chance_of_start()
    return state


def result(game: Lyngk, state: State) -> naive.Result | None:
    """The result as the second engine tells it: who has won, and what was compared."""
    now = game.status(state)
    if not isinstance(now, Over):
        return None
    highest = game.rules.limit - 1
    white, black = (
        (state.taken[seat], *count_heights(state.stacks, state.claims[seat], highest))
        for seat in range(2)
    )
    return now.winners, (white, black)


def compare(options: dict[str, str], seed: int, most: int = 6) -> int:
    """Plays one random game on both engines and returns the number of turns compared.

    After each, *most* of those that could be next are played, too.
    """
    rng = Random(seed)
    game, referee = configure(Lyngk, options), Naive(**options)
    ours = drawn(game, rng)
    theirs = referee.read(game.to_text(ours))
    assert naive.is_start(theirs.stacks)
    number = 0
    while moves := {game.format(ours, move): move for move in game.legal_moves(ours, ours.seat)}:
        others = referee.turns(theirs)
        assert moves.keys() == others.keys()
        some = rng.sample(sorted(moves), min(most, len(moves)))
        text = some[0]
        if seed % 2 and rng.random() < PUT_OFF:
            text = rng.choice([each for each in sorted(moves) if "," not in each] or [text])
        for each in {*some, text}:
            after = game.apply(ours, moves[each])
            assert game.to_text(after) == referee.position(others[each]), each
            assert result(game, after) == referee.result(others[each]), each
        ours, theirs = game.apply(ours, moves[text]), others[text]
        number += 1
    assert referee.result(theirs)
    assert not referee.turns(theirs)
    return number


# --- reading ----------------------------------------------------------------------------------

WORDS = {"I": "Ivory", "B": "blue", "R": "RED", "G": "green", "K": "Black"}


def typed(text: str, rng: Random) -> str:
    """A turn as somebody might type it, or something near it that is none."""
    claim, _comma, way = text.rpartition(",")
    if rng.random() < 0.3:
        at = rng.randrange(len(way))
        way = way[:at] + rng.choice(["", "a", "-", "z9", "j1", "c3-", "0"]) + way[at + 1 :]
    if rng.random() < 0.3:
        way = way[:2] + "-" + rng.choice(naive.POINTS) + way[2:]
    if claim:
        claim = rng.choice([claim, claim.lower(), WORDS[claim]]) + rng.choice(
            [",", ";", ":", "", ", "]
        )
    elif rng.random() < 0.1:
        claim = rng.choice("IBRGK")
    return claim + rng.choice([way, way.upper(), way.replace("-", ""), way.replace("-", " - ")])


def read(game: Lyngk, state: State, text: str) -> str | None:
    """The turn that *text* says in canonical notation; ``None``: it is refused."""
    try:
        return game.format(state, game.parse(state, state.seat, text))
    except (BadNotation, IllegalMove):
        return None


def read_by_other(referee: Naive, state: naive.State, text: str) -> str | None:
    """The same by the second engine."""
    try:
        return referee.parse(state, text)
    except ValueError:
        return None


def compare_reading(options: dict[str, str], seed: int, most: int = 4) -> int:
    """Lets both engines read what is typed in a random game; how many texts both understood."""
    rng = Random(seed)
    game, referee = configure(Lyngk, options), Naive(**options)
    ours = drawn(game, rng)
    understood = 0
    while moves := game.legal_moves(ours, ours.seat):
        theirs = referee.read(game.to_text(ours))
        for move in rng.sample(list(moves), min(most, len(moves))):
            text = typed(game.format(ours, move), rng)
            found = read(game, ours, text)
            assert found == read_by_other(referee, theirs, text), text
            understood += found is not None
        ours = game.apply(ours, rng.choice(moves))
    return understood


# --- the tests --------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [0, *slow(*range(1, 5))])
@pytest.mark.parametrize("options", OPTIONS, ids=name)
def test_both_engines_agree(options: dict[str, str], seed: int) -> None:
    assert compare(options, seed) > 20


@pytest.mark.soak
@pytest.mark.parametrize("options", OPTIONS, ids=name)
def test_both_engines_agree_in_many_games(options: dict[str, str]) -> None:
    assert sum(compare(options, seed) for seed in range(5, 5 + MANY_GAMES)) > 20 * MANY_GAMES


@pytest.mark.parametrize("seed", [*slow(*range(3)), *soak(*range(3, 60))])
@pytest.mark.parametrize("options", OPTIONS, ids=name)
def test_both_engines_read_the_same(options: dict[str, str], seed: int) -> None:
    assert compare_reading(options, seed) > 20
