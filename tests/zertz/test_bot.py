"""What positions are worth (gipf_meta_zertz.bot), told by positions in which one side is better."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from gipf_meta_zertz import bot
from gipf_meta_zertz.bot import WEIGHTS, WON, evaluate, marbles_cut_off
from gipf_meta_zertz.game import Zertz
from gipf_meta_zertz.rules import after_jump
from gipf_meta_zertz.state import REMOVE, State, cell_of, kind_of
from tests.zertz.boards import position

GAME = Zertz()


def worth(text: str, seat: int = 0) -> float:
    return GAME.evaluate(GAME.from_text(text), seat)


def random_states(game: Zertz, seed: int) -> list[State]:
    """Every state of a random game."""
    rng = Random(seed)
    states = [game.start(2)]
    while states[-1].ending is None:
        state = states[-1]
        states.append(game.apply(state, rng.choice(game.legal_moves(state, state.seat))))
    return states


@pytest.mark.parametrize("captured", ["1/0/0", "0/1/0", "0/0/1"])
def test_every_captured_marble_helps(captured: str) -> None:
    before = worth(position())
    assert worth(position(captured=(captured, "0/0/0"))) > before
    assert worth(position(captured=("0/0/0", captured))) < before


def test_a_goal_that_is_nearer_is_worth_more() -> None:
    three_whites = worth(position(captured=("3/0/0", "0/0/0")))
    three_blacks = worth(position(captured=("0/0/3", "0/0/0")))
    assert three_whites > three_blacks


@pytest.mark.parametrize("side", [1, 2])
def test_to_be_on_turn_in_quiet_is_worth_something(side: int) -> None:
    assert (worth(position("Wd4", side=side)) > 0) == (side == 1)


def test_the_last_white_that_can_be_captured_wins() -> None:
    """The one on turn chooses the jump over the white marble, and has four."""
    text = position("Wd4 Bd5", captured=("3/0/0", "0/0/0"))
    assert worth(text) == WON
    assert worth(text, seat=1) == -WON


SACRIFICE = {"rings": "e4 d4 a1 a2", "captured": ("0/0/0", "3/0/0")}
"""Player 1 has one capture, and his white marble lands beside another one."""


def test_a_capture_that_must_be_made_and_answered_counts() -> None:
    """``x d2Gd4`` is forced, and then ``x c3We4`` brings player 2 his fourth white marble."""
    assert GAME.legal_moves(GAME.from_text(position("Wd2 Gd3 Bc3", **SACRIFICE)), 0)
    assert worth(position("Wd2 Gd3 Bc3", **SACRIFICE)) == -WON
    assert worth(position("Wd2 Gd3 Ba1", **SACRIFICE)) > -WON


def test_after_placing_it_is_the_other_one_who_captures() -> None:
    """A ring is still to be removed, but the white marble beside d5 is lost, and the game."""
    before = GAME.from_text(position("Bd5", captured=("0/0/0", "3/0/0")))
    placed = GAME.apply(before, GAME.parse(before, 0, "Wd4"))
    assert placed.free
    assert evaluate(GAME.rules, placed, 0) == -WON


def test_a_chain_counts_to_its_end() -> None:
    """Two whites in one chain, the second of which wins; in the middle of it, too."""
    chain = GAME.from_text(position("Bd1 Wd2 Wd4", captured=("2/0/0", "0/0/0")))
    assert evaluate(GAME.rules, chain, 0) == WON
    first = GAME.parse(chain, 0, "x d1Wd3")
    assert evaluate(GAME.rules, GAME.apply(chain, first), 0) == WON


def test_a_marble_on_the_rim_that_can_be_cut_off_is_worth_most_to_whoever_is_on_turn() -> None:
    """White on a1 hangs on a2 alone, and a2 can be taken away."""
    hanging = {"missing": "b1 b2", "captured": ("2/0/0", "2/0/0")}
    without = replace(WEIGHTS, rim=1e-9)
    for side, sign in ((1, 1), (2, -1)):
        state = GAME.from_text(position("Wa1", side=side, **hanging))
        more = evaluate(GAME.rules, state, 0) - evaluate(GAME.rules, state, 0, without)
        assert more * sign > 0.01


def test_whoever_has_placed_may_cut_off_with_the_ring_he_removes() -> None:
    """After the fourth white was left hanging the removal of a2 is all that is missing."""
    text = position("Wa1", missing="b1 b2", captured=("2/0/0", "0/0/0"))
    placed = GAME.apply(GAME.from_text(text), GAME.parse(GAME.from_text(text), 0, "Bd4"))
    assert placed.free
    quiet = GAME.from_text(position("We4", missing="b1 b2", captured=("2/0/0", "0/0/0")))
    assert evaluate(GAME.rules, placed, 0) > evaluate(GAME.rules, quiet, 0)


def test_marbles_that_one_ring_cuts_off_are_found() -> None:
    """As by removing each free ring and looking for full regions of one marble."""
    found = 0
    for seed in range(30):
        for state in random_states(GAME, seed):
            if not state.free:
                continue
            occupied = state.white | state.grey | state.black
            naive = 0
            for move in GAME.legal_moves(state, state.seat):
                assert kind_of(move) == REMOVE
                rings = state.rings ^ 1 << cell_of(move)
                for region in GAME.rules.regions(rings):
                    if region.bit_count() == 1 and region & occupied:
                        naive |= region
            # a marble that is cut off already does not hang on anything
            naive &= ~sum(r for r in GAME.rules.regions(state.rings) if r.bit_count() == 1)
            assert marbles_cut_off(GAME.rules, state.rings, occupied, state.free) == naive
            found += naive.bit_count()
    assert found > 20


@pytest.mark.parametrize("capture_enforcement", ["strict", "on_demand"])
def test_any_weights_judge_alike_for_both_and_never_claim_a_win_before_the_end(
    capture_enforcement: str,
) -> None:
    game = Zertz.model_validate({"capture_enforcement": capture_enforcement})
    weights = replace(WEIGHTS, nearest=50.0, white=20.0)
    for state in random_states(game, 7):
        for judged in (WEIGHTS, weights):
            mine, theirs = (evaluate(game.rules, state, seat, judged) for seat in (0, 1))
            assert mine == -theirs
            assert (abs(mine) == 1) == (state.ending is not None and bool(state.ending.winners))


@pytest.mark.parametrize("capture_enforcement", ["strict", "on_demand"])
def test_a_judgement_follows_few_captures(
    capture_enforcement: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where captures can be left standing a board is full of them: eight in a row, in every order,
    took seconds, and no search can be stopped in the middle of a judgement."""
    made = 0

    def counted(*jump: int) -> tuple[int, int, int, int]:
        nonlocal made
        made += 1
        assert made < 1000
        return after_jump(*jump)

    monkeypatch.setattr(bot, "after_jump", counted)
    game = Zertz.model_validate({"capture_enforcement": capture_enforcement})
    most = 0
    for seed in range(4):
        for state in random_states(game, seed):
            made = 0
            evaluate(game.rules, state, 0)
            most = max(most, made)
    assert most > 0
