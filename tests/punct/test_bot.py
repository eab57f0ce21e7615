"""The evaluation of positions (strength.bot), by positions in which one side is better."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from gipf_meta.bots.bot import Request
from gipf_meta.bots.levels import make_bot
from gipf_meta.protocol.capabilities import with_worths
from gipf_meta_punct.board import DOT, KIND, MINOR, OTHER, SPACE_OF, SPACES
from gipf_meta_punct.game import Punct
from gipf_meta_punct.state import FULL, State, go_to, lie_as, pack
from gipf_meta_punct.strength.footprints import FOOTPRINT, OF_FOOTPRINT
from gipf_meta_punct.strength.judging import Sight, judge, see
from gipf_meta_punct.strength.outlook import find_prices
from gipf_meta_punct.strength.turns import (
    CHOICE_BITS,
    CHOICE_MASK,
    CODES,
    NEW_PIECES,
    find_turns,
)
from gipf_meta_punct.strength.ways import NO_DOTS
from tests.tiers import soak

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


def test_turns_that_end_the_game_by_their_number_are_worth_a_draw() -> None:
    game, rng = Punct(max_turns=3), Random(4)
    state = game.start(2)
    while state.ending is None:
        moves = game.legal_moves(state, state.seat)
        if state.kind >= 0:
            worths = game.evaluate_moves(state, 0, moves)
            after = [game.apply(state, move) for move in moves]
            assert worths == [game.evaluate(each, 0) for each in after]
            if state.number == 3:
                assert {worths[n] for n, each in enumerate(after) if each.ending} <= {0.0}
        state = game.apply(state, rng.choice(moves))
    assert over(state) == ((), "unfinished")


def test_a_turn_may_leave_the_other_seat_no_room_where_a_few_places_are_left() -> None:
    rows = [[SPACE_OF[f"{column}{row}"] for column in "def"] for row in (5, 7, 9, 11)]
    for places, may_end in ((rows[:3], True), (rows, False)):
        tops = [-1 if any(space in row for row in places) else 0 for space in range(SPACES)]
        state = State((), FULL, pack((0, 0, 4, 0, 0, 0)), 0, 5, tops=tops)
        assert GAME.rules.may_end_otherwise(state) == may_end


@pytest.mark.parametrize("gain", [1, 9, 120])
def test_the_new_pieces_that_are_judged_are_those_that_gain_most(gain: int) -> None:
    rng, state = Random(gain), at(LINE)
    turns = find_turns(GAME.rules, GAME.judgement, state.pieces, FULL, FULL, 0)
    gains = [rng.randrange(gain) for _space in range(SPACES)]
    found = {code % CODES for code in turns._find_new(gains, gain, bytes(SPACES))}
    for kind in "TCM":
        chosen = GAME.apply(state, GAME.parse(state, 0, kind))
        codes = {
            (sum(gains[space] for space in (DOT[one], MINOR[one], OTHER[one])), FOOTPRINT[one])
            for one in GAME.rules.ways(chosen)
        }
        assert {number for _gain, number in sorted(codes)[-NEW_PIECES:]} <= found


@pytest.mark.parametrize("options", [{}, {"variant": "basic"}])
def test_a_position_is_worth_more_by_its_features_alone(options: dict[str, Any]) -> None:
    game, rng = Punct(**options), Random(5)
    state = game.start(2)
    met: set[int] = set()
    while state.ending is None:
        if state.kind < 0 and state.number % 9 == 1:
            found = game.features(state, state.seat)
            met.update(found)
            here = [100 * (feature in found) for feature in range(len(game.worths))]
            none, more, elsewhere = (
                with_worths(game, worths).evaluate(state, state.seat)  # type: ignore[attr-defined]
                for worths in ([0] * len(here), here, [100 - worth for worth in here])
            )
            assert more > none == elsewhere
        state = game.apply(state, rng.choice(game.legal_moves(state, state.seat)))
    assert len(met) > 20
    assert game.features(state, state.seat) == []


def test_the_centre_is_worth_more_the_nearer_the_end() -> None:
    """The last piece of a reserve ends the game, and whoever is seen more in the centre wins."""
    few = pack((1, 0, 0, 0, 0, 0))
    even = see([-1] * SPACES, ())
    ahead = Sight([2, 0], even.covered)

    def judged(sight: Sight, white: int, black: int, is_added: bool, game: Punct = GAME) -> float:
        prices = find_prices(NO_DOTS, NO_DOTS, game.rules.basic)
        return judge(game.rules, game.judgement, sight, prices, prices, white, black, 0, is_added)

    def gain(reserve: int) -> float:
        return judged(ahead, reserve, FULL, False) - judged(even, reserve, FULL, False)

    assert gain(few) > gain(FULL) >= 0
    assert judged(ahead, FULL, 0, True) == 1.0
    assert judged(even, FULL, 0, True) == 0.0
    basic = Punct(variant="basic")
    assert judged(ahead, few, FULL, False, basic) == judged(even, few, FULL, False, basic)


@pytest.mark.parametrize("seed", [1, *soak(*range(2, 20))])
@pytest.mark.parametrize("options", [{}, {"variant": "basic", "middle_bridge": "free"}])
def test_a_turn_is_worth_what_the_position_after_it_is(seed: int, options: dict[str, Any]) -> None:
    """Turns are judged by what they change alone; here each is played, and judged anew."""
    game, rng = Punct(**options), Random(seed)
    state = game.start(2)
    judged = 0
    while state.ending is None:
        if state.kind < 0 and state.number % 4 == 1:
            turns = find_turns(
                game.rules, game.judgement, state.pieces, state.white, state.black, state.seat
            )
            for code, worth in turns.moves.items():
                judged += check(game, state, code & CHOICE_MASK, code >> CHOICE_BITS, worth)
            for footprint, worth in turns.additions.items():
                for one in OF_FOOTPRINT[footprint]:
                    judged += check(game, state, KIND[one], one, worth)
        state = game.apply(state, rng.choice(game.legal_moves(state, state.seat)))
    assert judged > 100


def check(game: Punct, state: State, choice: int, placement: int, worth: float) -> bool:
    """Whether the turn is legal; it is *worth* that then, unless it ends the game otherwise."""
    seat = state.seat
    if choice not in game.legal_moves(state, seat):
        return False
    for move in (choice, go_to(DOT[placement]), lie_as(placement)):
        if state.seat == seat:
            state = game.apply(state, move)
    if state.ending is None or state.ending.reason in ("connection", "last_piece"):
        assert game.evaluate(state, seat) == worth
    return True
