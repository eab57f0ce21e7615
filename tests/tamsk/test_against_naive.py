"""The engine against a second one, written from the rules alone, whose sand falls millisecond by
millisecond: random events, many of them on exact boundaries, and after each the same position
string, the same legal turns and events, the same happenings, the same refusals."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from gipf_meta import MoveError, Over
from gipf_meta.protocol.options import configure
from gipf_meta_tamsk import Tamsk
from gipf_meta_tamsk.course import DEAD, LATE, TIMEOUT
from gipf_meta_tamsk.notation import legal_decision, read_items
from gipf_meta_tamsk.state import NONE, State, owner
from tests.lockstep import name
from tests.tamsk.naive import Naive, Refused
from tests.tiers import spread

SHORT = {"sand_ms": "60", "timer_ms": "9"}
OPTIONS: list[dict[str, str]] = [
    SHORT,
    {**SHORT, "two_phase": "off"},
    {**SHORT, "full_space": "reject", "zero_rings": "stop", "two_phase": "off"},
    {**SHORT, "rings": "4"},
    {**SHORT, "rings": "4", "zero_rings": "stop", "sand_ms": "400"},
    {**SHORT, "rings": "3", "zero_rings": "stop", "start": "placement"},
    {**SHORT, "start": "placement"},
    {**SHORT, "claim": "off", "late_ring": "off", "stall_limit": "5"},
    {**SHORT, "voluntary_pass": "free", "first_moves": "free", "stall_limit": "0"},
    {**SHORT, "voluntary_pass": "forbidden", "tie": "draw"},
    {"sand_ms": "25", "timer_ms": "9"},
    {"sand_ms": "9", "timer_ms": "9"},
    {"sand_ms": "1000", "timer_ms": "20", "rings": "12"},
    {},
    {"level": "1"},
    {"level": "1", "rings": "3", "zero_rings": "stop"},
    {"level": "1", "voluntary_pass": "free", "tie": "last_running", "stall_limit": "7"},
    {"level": "1", "start": "placement", "full_space": "reject"},
    {"level": "1", "voluntary_pass": "costs_next", "time_mode": "metronome", "two_phase": "on"},
    {**SHORT, "level": "2"},
    {**SHORT, "level": "2", "two_phase": "on", "start": "placement"},
    {**SHORT, "level": "2", "voluntary_pass": "costs_next", "rings": "2", "zero_rings": "stop"},
    {"level": "2", "sand_ms": "400", "rings": "10", "tie": "draw"},
    {"level": "2", "time_mode": "metronome"},
    {"level": "2", "time_mode": "metronome", "zero_rings": "stop", "rings": "6"},
    {"level": "2", "time_mode": "metronome", "metronome_ms": "30000", "allow_wait": "on"},
    {"level": "3", "time_mode": "metronome", "metronome_ms": "7000", "start": "placement"},
    {"level": "3", "time_mode": "metronome", "metronome_ms": "45000", "allow_wait": "on"},
    {"level": "3", "time_mode": "metronome", "full_space": "reject", "stall_limit": "6"},
]
MOST_EVENTS = 120
GLASS_NAMES = ("R1", "R2", "R3", "B1", "B2", "B3")
WILD = ("F", "--", "<", "T", "P", "W2", "resign", "x", "*", "+d4", "*b2", "^a1", ">b2/")


def compare(options: dict[str, str], seed: int) -> int:
    """Plays one random game on both engines and returns the number of events compared."""
    game, naive = configure(Tamsk, options), Naive(**options)
    ours, theirs = game.start(2), naive.start()
    rng = Random(seed)
    log: tuple[str, ...] = ()
    for number in range(MOST_EVENTS):
        check(game, ours, naive, theirs)
        over = naive.result(theirs) is not None
        item = wild_item(game, ours, rng) if over or rng.random() < 0.08 else None
        item = item or likely_item(game, ours, naive, theirs, rng)
        mine = play(game, ours, item)
        other: Any
        refusal = ""
        try:
            other = naive.event(theirs, item)
        except Refused as refused:
            refusal = str(refused)
        if refusal:
            assert mine is None, f"{item} should be refused: {refusal}"
            if re.match(r"@\d", item):
                log += happened(game, ours, item.split(" ")[0] + " T")
            ours, theirs = waited(game, ours, naive, theirs, item)
            assert log == naive.log(theirs)
        else:
            assert mine is not None, f"{item} should not be refused"
            log += happened(game, ours, item)
            assert log == naive.log(other)
            ours, theirs = mine, other
        if over and rng.random() < 0.5:
            return number
    return MOST_EVENTS


def check(game: Tamsk, ours: State, naive: Naive, theirs: Any) -> None:
    position = game.to_text(ours)
    assert position == naive.position(theirs)
    again = game.from_text(position)
    assert game.to_text(again) == position
    now, result = game.status(ours), naive.result(theirs)
    turns = {game.format(ours, move) for seat in (0, 1) for move in game.turn_moves(ours, seat)}
    legal = {game.format(ours, move) for seat in (0, 1) for move in game.legal_moves(ours, seat)}
    assert turns == naive.moves(theirs)
    assert legal == turns | naive.beside(theirs)
    assert {
        game.format(again, move) for seat in (0, 1) for move in game.legal_moves(again, seat)
    } == legal
    if isinstance(now, Over):
        assert (now.winners, now.reason) == result
    else:
        assert result is None
        assert "RB"[now.seat] == naive.mover(theirs)


def play(game: Tamsk, state: State, item: str) -> State | None:
    """The state after *item*, ``None`` if it is refused."""
    try:
        ((_, after),) = game.play_line(state, item)
    except MoveError:
        return None
    return after


def happened(game: Tamsk, state: State, item: str) -> tuple[str, ...]:
    """The events that happen by themselves on *item*, in the words of the naive engine's log."""
    log = []
    (read,) = read_items(item)
    if game.real_time and read.ms is not None and read.ms >= state.t:
        course = game.rules.advance(state, read.ms)
        log += course.log
        state = course.state()
    if read.token not in ("T", "P", "C"):
        log += game.rules.play(state, legal_decision(game.rules, state, read)).log
    who = {DEAD: GLASS_NAMES}
    return tuple(
        f"@{t} {TIMEOUT if what == LATE else what} {who.get(what, 'RB')[one]}"
        for t, what, one in log
    )


def waited(game: Tamsk, ours: State, naive: Naive, theirs: Any, item: str) -> tuple[State, Any]:
    """A refused event leaves only the sand that ran out before it (§7.6)."""
    ms = re.match(r"@(\d+)", item)
    if not ms or not game.real_time or int(ms[1]) < ours.t:
        return ours, theirs
    return game.advance(ours, int(ms[1]) - ours.t), naive.advanced(theirs, int(ms[1]))


def likely_item(game: Tamsk, ours: State, naive: Naive, theirs: Any, rng: Random) -> str:
    """An event that is legal at some moment from now on."""
    at = ""
    if game.real_time:
        ms = ours.t + delay(game, ours, rng)
        at = f"@{ms} "
        theirs = naive.advanced(theirs, ms)
    beside = sorted(naive.beside(theirs))
    moves = sorted(naive.moves(theirs))
    hand = [item for item in beside if item[2] in "^>"]
    if hand and rng.random() < 0.5:
        return at + rng.choice(hand)
    if beside and (not moves or rng.random() < 0.35):
        return at + rng.choice(beside)
    rings = [move for move in moves if not move.endswith("/")]
    if rings and rng.random() < 0.5:
        moves = rings
    return at + rng.choice(moves) if moves else at + "T"


def delay(game: Tamsk, state: State, rng: Random) -> int:
    """Milliseconds to wait: often none, often just before, on or after a boundary."""
    if state.lifted != NONE and state.target == state.to_move and rng.random() < 0.5:
        return state.timer_at - state.t
    due = game.deadline(state)
    if due is not None and rng.random() < 0.3:
        return max(0, due + rng.choice((-1, 0, 0, 1)))
    return rng.choice((0, 0, 1, 2, rng.randrange(max(2, game.sand_ms // 12))))


def wild_item(game: Tamsk, state: State, rng: Random) -> str:
    """Anything that looks like an event."""
    spaces = [f"{c}{n}" for c in "abcdefg" for n in range(1, 8)]
    glasses = [space for space in game.to_text(state).replace("~", ",").split(",") if space]
    a, b = rng.choice(spaces), rng.choice(spaces)
    if glasses and rng.random() < 0.5:
        a = re.sub(r".*:", "", rng.choice(glasses))[:2]
    token = rng.choice((*WILD, f"{a}-{b}", f"{a}-{b}/", f"@@{b}", f">{b}", f"^{a}", f"*{a}"))
    colour = rng.choice(("", "R:", "B:"))
    at = rng.choice(("", f"@{max(0, state.t + rng.randrange(-3, 12))} ")) if state.t >= 0 else ""
    return f"{at}{colour}{token}"


@pytest.mark.parametrize("options", spread(OPTIONS, 10), ids=name)
@pytest.mark.sample(2, "slow")
def test_both_engines_agree(options: dict[str, str]) -> None:
    events = sum(compare(options, seed) for seed in range(6))
    assert events > 30


@pytest.mark.slow
def test_the_random_games_reach_what_is_rare() -> None:
    """Late places, deaths in the hand, double time-outs: else the comparison proves little."""
    seen = set()
    for seed in range(40):
        game, state = configure(Tamsk, SHORT), configure(Tamsk, SHORT).start(2)
        naive = Naive(**SHORT)
        theirs, rng = naive.start(), Random(seed)
        for _ in range(MOST_EVENTS):
            item = likely_item(game, state, naive, theirs, rng)
            before = state
            theirs, after = naive.event(theirs, item), play(game, state, item)
            assert after is not None
            state = after
            if state.ending:
                seen.add(state.ending.reason)
                break
            if before.lifted != NONE and state.dead >> before.lifted & 1:
                seen.add("died in the hand")
            if state.late != NONE:
                seen.add("late")
            if before.late != NONE and ":>" in item and owner(before.late) != before.to_move:
                seen.add("late place")
            if ":F" in item and state.skip != (0, 0):
                seen.add("flip in a doubled turn")
    assert seen >= {"rings", "died in the hand", "late", "late place", "flip in a doubled turn"}
