"""The bots' judgement (strength.bot), tested by positions in which one side is better."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gipf_meta_zertz.game import Zertz
from gipf_meta_zertz.rules import after_jump
from gipf_meta_zertz.state import REMOVE, State, cell_of, kind_of
from gipf_meta_zertz.strength import bot
from gipf_meta_zertz.strength.bot import WEIGHTS, WON, evaluate, marbles_cut_off, rings_that_matter
from tests.random_positions import states_played
from tests.whole_turns import turns
from tests.zertz.boards import position

GAME = Zertz()


def worth(text: str, seat: int = 0) -> float:
    return GAME.evaluate(GAME.from_text(text), seat)


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


def after_placing(marbles: str, placement: str, missing: str, captured: tuple[str, str]) -> State:
    """Player 1 makes *placement* beside *marbles*; then a ring is to be removed."""
    before = GAME.from_text(position(marbles, missing=missing, captured=captured))
    after = GAME.apply(before, GAME.parse(before, 0, placement))
    assert after.free
    return after


def after_removal(state: State, ring: str) -> float:
    """The value of *state* to player 1 after the removal of *ring*."""
    return evaluate(GAME.rules, GAME.apply(state, GAME.parse(state, 0, ring)), 0)


def test_removal_1_the_ring_on_which_a_jump_would_land_saves_a_marble() -> None:
    """``Bd1`` is placed. ``x d1Wd3`` would bring player 2 his fourth white, but d3 can go.

    The part of the board with the jump::

         -     .     .         (b2) d3 f2
            -     .               c2 e2
         -     W     .            d2 f1
            -     .               (c1) e1
               B                  d1
    """
    state = after_placing("Wd2", "Bd1", "b2 b3 c1 c2 c3", ("0/0/0", "3/0/0"))
    assert after_removal(state, "g4") == -WON
    assert evaluate(GAME.rules, state, 0) == after_removal(state, "d3") > -WON
    assert not GAME.rules.jumps(GAME.apply(state, GAME.parse(state, 0, "d3")))


def test_removal_2_the_other_side_is_left_the_worse_capture() -> None:
    """``Bd5`` is placed. Without d7 player 2 has to take the black one, by ``x d6Bd4``.

    The part of the board with the jumps::

               .                  d7
            .     .               c6 e6
         .     W     .            b5 d6 f5
            .     .               c5 e5
         .     B     .            b4 d5 f4
            .     .               c4 e4
         .     .     .            b3 d4 f3
    """
    state = after_placing("Wd6", "Bd5", "", ("0/0/0", "3/0/0"))
    assert after_removal(state, "a1") == -WON
    assert turns(GAME, GAME.apply(state, GAME.parse(state, 0, "d7"))) == {"x d6Bd4"}
    assert evaluate(GAME.rules, state, 0) == after_removal(state, "d7") > -WON


def test_removal_3_one_ring_does_not_save_two_marbles() -> None:
    """``Bd5`` is placed. Player 2 wins by ``x d5Wd7``, and without d7 by ``x d5Wd3``.

    The board is that of removal 2, with a white marble on d4, too; d3 is vacant behind it.
    """
    state = after_placing("Wd6 Wd4", "Bd5", "", ("0/0/0", "3/0/0"))
    assert evaluate(GAME.rules, state, 0) == after_removal(state, "d7") == -WON


def test_removal_4_the_landing_ring_of_a_sacrifice_stays() -> None:
    """``Gd3`` is placed. ``x d2Gd4`` is forced, and ``x c3We4`` wins: d4 could go, but should not.

    The part of the board with the jumps::

            -     .               (c4) e4
         -     .     .            (b3) d4 f3
            B     .               c3 e3
         -     G     .            (b2) d3 f2
            .     -               c2 (e2)
         .     W     .            b1 d2 f1
            .     .               c1 e1
               -                  (d1)
    """
    state = after_placing("Wd2 Bc3", "Gd3", "b2 b3 c4 d1 d5 e2", ("3/0/0", "0/0/0"))
    assert after_removal(state, "d4") < WON
    assert evaluate(GAME.rules, state, 0) == after_removal(state, "g4") == WON


def test_removal_5_the_ring_that_wins_is_worth_a_win() -> None:
    """``Bd4`` is placed. Without a2 the white on a1 is cut off, player 1's fourth.

    The part of the board with that marble::

         .     .               a2 c3
            -     .            (b2) d3
         W     .               a1 c2
            -                  (b1)
    """
    state = after_placing("Wa1", "Bd4", "b1 b2", ("3/0/0", "0/0/0"))
    assert evaluate(GAME.rules, state, 0) == after_removal(state, "a2") == 1.0


def test_removals_of_other_rings_capture_nothing_and_leave_the_jumps_as_they_are() -> None:
    rules, matter, others = GAME.rules, 0, 0
    for seed in range(30):
        for state in states_played(GAME, seed):
            if not state.free:
                continue
            occupied = state.white | state.grey | state.black
            found = rings_that_matter(rules, state.rings, occupied, state.free)
            assert found & ~state.free == 0
            jumps = rules.jumps_of(occupied, state.rings ^ occupied, occupied)
            for move in GAME.legal_moves(state, state.seat):
                after = rules.apply(state, move)
                taken = (after.first, after.second) != (state.first, state.second)
                same = rules.jumps(after) == jumps
                if found >> cell_of(move) & 1:
                    assert taken or not same
                    matter += 1
                else:
                    assert same or taken
                    others += not taken
    assert matter > 100
    assert others > 1000


def test_marbles_that_one_ring_cuts_off_are_found() -> None:
    """As by removing each free ring and looking for full regions of one marble."""
    found = 0
    for seed in range(30):
        for state in states_played(GAME, seed):
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
    for state in states_played(game, 7):
        for judged in (WEIGHTS, weights):
            mine, theirs = (evaluate(game.rules, state, seat, judged) for seat in (0, 1))
            assert mine == -theirs
            assert (abs(mine) == 1) == (state.ending is not None and bool(state.ending.winners))


@pytest.mark.interpreted
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
        for state in states_played(game, seed):
            made = 0
            evaluate(game.rules, state, 0)
            most = max(most, made)
    assert most > 0
