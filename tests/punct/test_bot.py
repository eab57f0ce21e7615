"""What positions are worth (gipf_meta_punct.bot), told by positions in which one side is better."""

from __future__ import annotations

from random import Random

import pytest

from gipf_meta.bots.bot import Request
from gipf_meta.bots.levels import make_bot
from gipf_meta_punct.board import SPACES
from gipf_meta_punct.game import Punct
from gipf_meta_punct.judging import Sight, judge, see
from gipf_meta_punct.state import FULL, State, pack

from .boards import at, over

GAME = Punct()
LINE = "WEa8:b8,c8 WEd8:e8,f8 WEg8:h8,i8 WEj8:k8,l8 WCn8:m8,o8"


def worth(pieces: str, side: str = "w", seat: int = 0) -> float:
    return GAME.evaluate(at(pieces, side), seat)


def test_worth_is_the_opposite_for_the_other() -> None:
    assert worth(LINE, seat=0) == -worth(LINE, seat=1) > 0.3


def test_whoever_is_next_is_ahead_on_an_empty_board() -> None:
    start = GAME.start(2)
    assert GAME.evaluate(start, 0) > 0 > GAME.evaluate(start, 1)


def test_a_longer_chain_is_worth_more() -> None:
    pieces = LINE.split()
    worths = [worth(" ".join(pieces[:count])) for count in range(1, 6)]
    assert worths == sorted(worths)


def test_inside_a_turn_the_best_place_looks_best() -> None:
    state = GAME.apply(at(LINE), GAME.parse(at(LINE), 0, "T"))
    places = {
        GAME.format(state, move): GAME.evaluate(GAME.apply(state, move), 0)
        for move in GAME.legal_moves(state, 0)
    }
    best = max(places, key=lambda place: places[place])
    assert best in ("p8", "p9", "q10", "q9", "p10", "o9", "p7")


def choose_turn(state: State, name: str, seed: int = 1) -> State:
    """The state after a turn of the bot."""
    bot, rng = make_bot(name), Random(seed)
    number = state.number
    while state.ending is None and state.number == number:
        request = Request(GAME, state, state.seat, 2, rng)
        state = GAME.apply(state, bot.choose(request))
    return state


def test_greedy_judges_few_of_the_thousands_of_turns() -> None:
    judged: list[State] = []

    class Counted(Punct):
        def evaluate(self, state: State, seat: int) -> float:
            judged.append(state)
            return super().evaluate(state, seat)

    state = at(LINE)
    bot, rng = make_bot("greedy"), Random(1)
    while state.ending is None and state.number == 1:
        state = GAME.apply(state, bot.choose(Request(Counted(), state, 0, 2, rng)))
    assert over(state) == ((0,), "connection")
    assert len(judged) < 2000


@pytest.mark.slow
@pytest.mark.parametrize("name", ["medium", "hard"])
def test_bots_take_a_win(name: str) -> None:
    assert over(choose_turn(at(LINE), name)) == ((0,), "connection")


def test_all_decisions_at_once_are_worth_what_they_are_one_by_one() -> None:
    rng = Random(4)
    state = GAME.start(2)
    while state.number < 17 and state.ending is None:
        moves = GAME.legal_moves(state, state.seat)
        if state.number % 4 == 0:
            worths = GAME.evaluate_moves(state, 1, moves)
            assert worths == [GAME.evaluate(GAME.apply(state, move), 1) for move in moves]
        state = GAME.apply(state, rng.choice(moves))


def test_the_centre_is_worth_more_the_nearer_the_end() -> None:
    """The last piece of a reserve ends the game, and whoever is seen more in the centre wins."""
    rules, few = GAME.rules, pack((1, 0, 0, 0, 0, 0))
    even = see([-1] * SPACES, ())
    ahead = Sight(even.dots, [2, 0], even.covered)

    def gain(reserve: int) -> float:
        worths = [judge(rules, sight, reserve, FULL, 0, False) for sight in (even, ahead)]
        return worths[1] - worths[0]

    assert gain(few) > gain(FULL) >= 0
    assert judge(rules, ahead, FULL, 0, 0, True) == 1.0
    assert judge(rules, even, FULL, 0, 0, True) == 0.0
    basic = Punct(variant="basic").rules
    assert judge(basic, ahead, few, FULL, 0, False) == judge(basic, even, few, FULL, 0, False)
