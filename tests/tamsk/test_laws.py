"""Laws that hold in every game, under every option."""

from __future__ import annotations

import pickle
import re
from inspect import isdatadescriptor
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gipf_meta import IllegalMove, Over, Turn
from gipf_meta.protocol.options import configure
from gipf_meta_tamsk import Tamsk
from gipf_meta_tamsk.board import CAPACITY
from gipf_meta_tamsk.course import DEAD
from gipf_meta_tamsk.state import ENTER, MOVE, NONE, PASS, PLACE, Move, State
from tests.random_positions import check_applied

SHORT = {"sand_ms": "60", "timer_ms": "9"}
BEATS = {"level": "2", "time_mode": "metronome"}
OPTIONS: list[dict[str, str]] = [
    SHORT,
    {},
    {**SHORT, "two_phase": "off", "full_space": "reject", "zero_rings": "stop", "rings": "4"},
    {**SHORT, "rings": "3", "zero_rings": "stop"},
    {**SHORT, "start": "placement", "rings": "6"},
    {**SHORT, "voluntary_pass": "free", "first_moves": "free", "claim": "off", "tie": "draw"},
    {"sand_ms": "400", "timer_ms": "30", "full_space": "reject", "rings": "12"},
    {"level": "1"},
    {"level": "1", "rings": "3", "zero_rings": "stop", "full_space": "reject"},
    {"level": "1", "start": "placement", "voluntary_pass": "costs_next", "tie": "last_running"},
    {**SHORT, "level": "2"},
    {**SHORT, "level": "2", "two_phase": "on", "late_ring": "off"},
    {**SHORT, "level": "2", "start": "placement", "two_phase": "on", "full_space": "reject"},
    {**BEATS, "zero_rings": "stop", "rings": "6"},
    {**BEATS, "metronome_ms": "30000", "allow_wait": "on", "full_space": "reject"},
    {**BEATS, "level": "3", "metronome_ms": "45000", "start": "placement"},
]
GAMES = [configure(Tamsk, options) for options in OPTIONS]
TIMED = [game for game in GAMES if game.real_time]
#: decisions that a turn ends with
LAST_OF_TURN = (MOVE, ENTER, PASS, PLACE)
BUTTONS = {"no ring", "late", "pass", "back", "late ring", "claim", "flip", "wait"}


def cases(games: list[Tamsk]) -> st.SearchStrategy[tuple[Tamsk, int, int]]:
    return st.tuples(st.sampled_from(games), st.integers(0, 2**32), st.integers(0, 120))


random_games = cases(GAMES)
timed_games = cases(TIMED)


def moves_of(game: Tamsk, state: State) -> list[Move]:
    """The legal moves of both seats now."""
    return [move for seat in (0, 1) for move in game.legal_moves(state, seat)]


def played(game: Tamsk, seed: int, steps: int) -> list[tuple[State, Move | int | None]]:
    """States of a random game, each with the decision taken there or the ms waited; the last one
    has none."""
    random = Random(seed)
    state = game.start(2)
    out: list[tuple[State, Move | int | None]] = []
    for _ in range(steps):
        if isinstance(now := game.status(state), Over):
            break
        event: Move | int
        if game.real_time and random.random() < 0.3:
            event = wait(game, state, random)
            out.append((state, event))
            state = game.advance(state, event)
            continue
        turn, anything = game.turn_moves(state, now.seat), moves_of(game, state)
        beside = [move for move in anything if move not in turn]
        event = random.choice(beside if beside and random.random() < 0.4 else turn or beside)
        out.append((state, event))
        state = game.apply(state, event)
    out.append((state, None))
    return out


def wait(game: Tamsk, state: State, random: Random) -> int:
    """Milliseconds: often just before, on or after the moment when something happens."""
    if state.lifted != NONE and state.target == state.to_move:
        return max(0, state.timer_at - state.t - random.randrange(2))
    due = game.deadline(state) or 1
    return random.choice((0, 1, 1, 2, due - 1, due, due + 1, random.randrange(game.sand_ms // 9)))


def last_of(case: tuple[Tamsk, int, int]) -> State:
    return played(*case)[-1][0]


# --- shorter ways -----------------------------------------------------------------------------


@settings(max_examples=40, deadline=None)
@given(random_games)
def test_shorter_ways_lead_where_the_procedures_do(case: tuple[Tamsk, int, int]) -> None:
    game = case[0]
    for state, event in played(*case):
        if isinstance(event, Move):
            assert game.apply(state, event) == game.rules.play(state, event).state()
        elif event is not None:
            later = game.rules.advance(state, state.t + event).state()
            assert game.advance(state, event) == later
        for seat in (0, 1):
            assert game.is_forced(state, seat) == (len(game.turn_moves(state, seat)) == 1)


# --- time -----------------------------------------------------------------------------------


@settings(max_examples=30, deadline=None)
@given(timed_games)
def test_two_waits_are_one_of_their_sum(case: tuple[Tamsk, int, int]) -> None:
    game, seed, _ = case
    random = Random(seed)
    for state, _ in played(*case)[-8:]:
        first = wait(game, state, random)
        second = random.randrange(2 * game.sand_ms)
        whole = game.advance(state, first + second)
        assert game.advance(game.advance(state, first), second) == whole
        assert game.advance(state, 0) == state
        told = game.happenings(state, ms=first + second)
        rest = game.happenings(game.advance(state, first), ms=second)
        assert [*told] == [*game.happenings(state, ms=first), *rest]


@settings(max_examples=30, deadline=None)
@given(timed_games)
def test_something_happens_at_the_deadline_and_nothing_before(
    case: tuple[Tamsk, int, int],
) -> None:
    game = case[0]
    for state, _ in played(*case):
        due = game.deadline(state)
        if due is None:
            later = game.advance(state, 10 * game.sand_ms)
            assert later.at(state.t) == state
            continue
        assert due > 0
        before, at = game.advance(state, due - 1), game.advance(state, due)
        assert before == state.at(state.t + due - 1)
        assert at != state.at(state.t + due)
        assert at.t == state.t + due


@settings(max_examples=30, deadline=None)
@given(random_games)
def test_time_never_goes_backwards(case: tuple[Tamsk, int, int]) -> None:
    game = case[0]
    for (before, event), (after, _) in pairwise(played(*case)):
        if isinstance(event, int):
            passed = after.t - before.t
            assert passed == event or (game.rules.level > 1 and after.ending and passed < event)
        elif game.real_time or game.level == 1:
            assert after.t == before.t
        else:
            beats, rest = divmod(after.t - before.t, game.metronome_ms)
            assert beats >= 0
            assert rest == 0 or after.ending


# --- material -------------------------------------------------------------------------------


@settings(max_examples=30, deadline=None)
@given(random_games)
def test_rings_are_conserved_and_no_space_overflows(case: tuple[Tamsk, int, int]) -> None:
    game = case[0]
    for state, _ in played(*case):
        assert sum(state.left) + sum(state.rings) == 2 * game.rings
        assert min(state.left) >= 0
        assert all(0 <= count <= most for count, most in zip(state.rings, CAPACITY, strict=True))
        full = {space for space, most in enumerate(CAPACITY) if state.rings[space] == most}
        assert {space for space in range(37) if state.full >> space & 1} == full


@settings(max_examples=30, deadline=None)
@given(random_games)
def test_dead_glasses_stay_and_none_stand_together(case: tuple[Tamsk, int, int]) -> None:
    states = [state for state, _ in played(*case)]
    for before, after in pairwise(states):
        assert before.dead & ~after.dead == 0
        for glass in range(6):
            if before.dead >> glass & 1:
                assert after.spaces[glass] == before.spaces[glass]
                assert after.empty_at[glass] == before.empty_at[glass] <= after.t
        standing = [space for space in after.spaces if space != NONE]
        assert len(set(standing)) == len(standing)


# --- turns ----------------------------------------------------------------------------------


@settings(max_examples=30, deadline=None)
@given(random_games)
def test_somebody_can_make_a_turn_until_it_is_over(case: tuple[Tamsk, int, int]) -> None:
    game = case[0]
    for state, _ in played(*case):
        status = game.status(state)
        moves = moves_of(game, state)
        assert len(set(moves)) == len(moves)
        if isinstance(status, Over):
            assert not moves
            continue
        assert isinstance(status, Turn)
        assert status.number == state.number
        assert game.turn_moves(state, status.seat) or state.lifted != NONE
        assert moves
        assert not game.turn_moves(state, 1 - status.seat)
        for seat in (0, 1):
            assert set(game.turn_moves(state, seat)) <= set(game.legal_moves(state, seat))


@settings(max_examples=30, deadline=None)
@given(random_games)
def test_the_turn_number_goes_up_exactly_when_the_turn_passes(
    case: tuple[Tamsk, int, int],
) -> None:
    game = case[0]
    for (before, event), (after, _) in pairwise(played(*case)):
        assert (after.number - 1) % 2 == after.to_move
        course = (
            game.rules.advance(before, before.t + event)
            if isinstance(event, int)
            else game.rules.play(before, event)  # type: ignore[arg-type]
        )
        passes = [what for _, what, _ in course.log if what != DEAD]
        if isinstance(event, Move) and event.kind in LAST_OF_TURN:
            lost = after.ending is not None and after.ending.reason == "full_space"
            passes += [] if lost else ["done"]
        assert after.number - before.number == len(passes)


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(OPTIONS), st.integers(0, 2**32))
def test_games_end(options: dict[str, str], seed: int) -> None:
    """A ring has to be dropped within `stall_limit` turns, and there are so many rings."""
    game = configure(Tamsk, {**options, "stall_limit": "4", "rings": "6"})
    random = Random(seed)
    state = game.start(2)
    for _ in range((2 * game.rings + 1) * game.stall_limit):
        if isinstance(now := game.status(state), Over):
            break
        state = game.apply(state, random.choice(game.turn_moves(state, now.seat)))
        if game.real_time:
            state = game.advance(state, random.randrange(6))
    assert isinstance(game.status(state), Over)


@settings(max_examples=40, deadline=None)
@given(random_games)
def test_apply_leaves_the_old_state_alone(case: tuple[Tamsk, int, int]) -> None:
    game = case[0]
    for state, event in played(*case):
        if isinstance(event, Move):
            check_applied(game, state, event)
            assert hash(pickle.loads(pickle.dumps(state))) == hash(state)


@settings(max_examples=30, deadline=None)
@given(random_games)
def test_what_happens_is_told_in_sentences(case: tuple[Tamsk, int, int]) -> None:
    game = case[0]
    for state, event in played(*case):
        if isinstance(event, Move):
            told, log = game.happenings(state, event), game.rules.play(state, event).log
        else:
            told = game.happenings(state, ms=event or 0)
            log = game.rules.advance(state, state.t + (event or 0)).log
        assert len(told) == len(log)
        stamp = r"" if game.level == 1 else r"\[\d+:\d\d\.\d\] "
        assert all(re.fullmatch(stamp + r"(Red|Black|The)\b[^{}]+\.", text) for text in told)


# --- notation -------------------------------------------------------------------------------


@settings(max_examples=30, deadline=None)
@given(random_games)
def test_decisions_read_as_they_are_written(case: tuple[Tamsk, int, int]) -> None:
    game, state = case[0], last_of(case)
    texts = [game.format(state, move) for move in moves_of(game, state)]
    assert len(set(texts)) == len(texts)
    for seat in (0, 1):
        for move in game.legal_moves(state, seat):
            text = game.format(state, move)
            assert text.startswith("RB"[seat] + ":")
            assert game.parse(state, seat, text) == move
            with pytest.raises(IllegalMove, match="now, not for"):
                game.parse(state, 1 - seat, text)
            ((canonical, after),) = game.play_line(state, text)
            assert canonical == (f"@{state.t} {text}" if game.real_time else text)
            assert after == game.apply(state, move)


@settings(max_examples=30, deadline=None)
@given(random_games)
def test_the_colour_may_be_left_out(case: tuple[Tamsk, int, int]) -> None:
    """Two players may put down a glass in the hand on the same space; waiting is tested alone."""
    game, state = case[0], last_of(case)
    for seat in (0, 1):
        for move in game.legal_moves(state, seat):
            text = game.format(state, move)[2:]
            if text[0] not in ">W":
                assert game.parse(state, seat, text) == move
                ((canonical, _),) = game.play_line(state, text)
                assert (canonical or "").endswith(game.format(state, move))


@settings(max_examples=30, deadline=None)
@given(random_games)
def test_turns_read_as_they_are_written(case: tuple[Tamsk, int, int]) -> None:
    game, state = case[0], last_of(case)
    random = Random(case[1])
    line: list[tuple[State, Move]] = []
    begin = state
    while state.number == begin.number and not state.ending:
        moves = moves_of(game, state)
        line.append((state, random.choice(moves)))
        state = game.apply(*line[-1])
    turn = [move for _, move in line]
    for number, (inner, _) in enumerate(line):
        text = game.format_turn(inner, turn[number:])
        assert game.parse_turn(inner, text) == tuple(turn[number:])
        if number:
            with pytest.raises(IllegalMove, match="not the whole turn"):
                game.parse_turn(begin, game.format_turn(begin, turn[:number]))


@settings(max_examples=30, deadline=None)
@given(random_games)
def test_positions_read_as_they_are_written(case: tuple[Tamsk, int, int]) -> None:
    game = case[0]
    for state, _ in played(*case)[-6:]:
        text = game.to_text(state)
        again = game.from_text(text)
        assert game.to_text(again) == text
        if state.ending:
            assert again.ending == state.ending
            assert game.status(again) == game.status(state)
        else:
            # only the number of the turn is forgotten
            kept = [name for name, each in vars(State).items() if isdatadescriptor(each)]
            kept.remove("number")
            assert all(getattr(again, name) == getattr(state, name) for name in kept)
            assert moves_of(game, again) == moves_of(game, state)


# --- view and worth -------------------------------------------------------------------------


@settings(max_examples=40, deadline=None)
@given(random_games)
def test_choices_of_the_view_are_the_legal_moves(case: tuple[Tamsk, int, int]) -> None:
    game, state = case[0], last_of(case)
    for seat in (None, 0, 1):
        view = game.view(state, seat)
        moves = moves_of(game, state) if seat is None else game.legal_moves(state, seat)
        assert {choice.notation for choice in view.choices} == {
            game.format(state, move) for move in moves
        }
        paths = sorted(choice.path for choice in view.choices)
        for path, following in pairwise(paths):
            assert following[: len(path)] != path
        points = {point.id for point in view.points}
        assert all(choice.label for choice in view.choices)
        assert {step for path in paths for step in path} <= points | BUTTONS
        assert len(view.pieces) == sum(space != NONE for space in state.spaces)
        assert {piece.at for piece in view.pieces} <= points
        assert {mark.at for mark in view.marks} <= points
        assert all(0 <= (piece.sand or 0) <= 1 for piece in view.pieces)
        assert [tray.items[0].count for tray in view.trays] == [*state.left]
        assert sum(point.load for point in view.points) == sum(state.rings)
        assert view.caption.endswith(".")
        assert view.prompt.endswith(".")


@settings(max_examples=30, deadline=None)
@given(random_games)
def test_what_a_position_is_worth(case: tuple[Tamsk, int, int]) -> None:
    game = case[0]
    for state, _ in played(*case):
        mine, theirs = game.evaluate(state, 0), game.evaluate(state, 1)
        assert mine == pytest.approx(-theirs)
        if isinstance(status := game.status(state), Over) and status.winners:
            assert (1.0 if status.winners == (0,) else -1.0) == mine
        else:
            assert -1 < mine < 1
