"""The engine against a second one, written from the rules alone with sets and loops: after every
turn of random games, and in crowded positions that games rarely reach, the same legal turns, the
same position strings between and inside turns, the same result."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from gipf_meta import MoveError, Over
from gipf_meta.match.turns import legal_turns, perft
from gipf_meta.protocol.options import configure
from gipf_meta_yinsh import Yinsh
from gipf_meta_yinsh.state import State
from tests.lockstep import lockstep, name
from tests.tiers import slow, soak, thinned
from tests.whole_turns import play
from tests.yinsh import naive
from tests.yinsh.naive import Naive

STANDARD: list[dict[str, str]] = [
    {},
    {"exhausted": "draw"},
    {"no_move": "lose"},
    {"markers": "85"},
    {"markers": "85", "no_move": "lose"},
    {"max_turns": "60"},
    {"max_turns": "60", "exhausted": "draw"},
]
SHORT: list[dict[str, str]] = [
    {"variant": "blitz"},
    {"variant": "blitz", "markers": "85"},
    {"variant": "blitz", "exhausted": "draw", "no_move": "lose"},
    {"markers": "20"},
    {"markers": "20", "exhausted": "draw"},
    {"markers": "33", "variant": "blitz", "no_move": "lose"},
    {"max_turns": "7"},
    {"max_turns": "10", "no_move": "lose", "exhausted": "draw"},
]
OPTIONS = STANDARD + SHORT
CROWDED: list[dict[str, str]] = [
    {},
    {"exhausted": "draw"},
    {"variant": "blitz", "no_move": "lose"},
    {"variant": "blitz", "markers": "85"},
    {"markers": "75"},
    {"markers": "80", "no_move": "lose"},
    {"markers": "85", "exhausted": "draw"},
    {"markers": "20"},
    {"max_turns": "2"},
    {"max_turns": "2", "markers": "76", "no_move": "lose", "exhausted": "draw"},
]
MOST_TURNS = 250


def agree(game: Yinsh, referee: Naive, ours: State, theirs: naive.State) -> dict[str, State]:
    """Compares position, result and all turns with what they lead to; returns the turns."""
    assert game.to_text(ours) == referee.position(theirs)
    now = game.status(ours)
    assert referee.result(theirs) == ((now.winners, now.reason) if isinstance(now, Over) else None)
    turns, others = legal_turns(game, ours), referee.turns(theirs)
    assert turns.keys() == others.keys()
    for text, after in turns.items():
        assert game.to_text(after) == referee.position(others[text]), text
        now, result = game.status(after), referee.result(others[text])
        assert result == ((now.winners, now.reason) if isinstance(now, Over) else None), text
    return turns


def inside(game: Yinsh, state: State) -> set[str]:
    """The position strings inside all turns, ``rows:pre`` as the sheet reads it: no field (§9)."""
    found: set[str] = set()
    open_ = [state]
    while open_:
        now = open_.pop()
        for move in game.legal_moves(now, now.seat):
            after = game.apply(now, move)
            if after.number == state.number and not isinstance(game.status(after), Over):
                found.add(game.to_text(after).removesuffix(" rows:pre"))
                open_.append(after)
    return found


# --- crowded positions ------------------------------------------------------------------------


def scattered(rng: Random, points: list[str]) -> dict[str, str]:
    """Markers on all points, in which few rows stand."""
    markers: dict[str, str] = {}
    bias = rng.choice((0.5, 0.65, 0.8))
    for point in points:
        markers[point] = "W" if rng.random() < bias else "B"
        through = [window for window in naive.WINDOWS if point in window]
        row = any(len({markers.get(other) for other in window}) == 1 for window in through)
        if row and rng.random() < 0.97:
            markers[point] = naive.opponent(markers[point])
    return markers


def lined_up(rng: Random, points: list[str]) -> dict[str, str]:
    """Markers that almost are rows, or are."""
    markers: dict[str, str] = {}
    for window in rng.sample(naive.WINDOWS, rng.randrange(3, 8)):
        colour = rng.choice("WB")
        markers |= {point: colour for point in window if point in points and rng.random() < 0.9}
    return markers


def crowded(referee: Naive, rng: Random) -> naive.State | None:
    """A random position with many markers, White or Black on turn; None where it is over or has
    so many rows that all ways to remove them are too many."""
    removed = {colour: rng.randrange(referee.goal) for colour in "WB"}
    points = rng.sample(naive.POINTS, len(naive.POINTS))
    if rng.random() < 0.3:
        # Rings in a corner, in the way of each other.
        points.sort(key=lambda point: naive.POINTS.index(point) > 15)
    spots, vacant = points[: 10 - sum(removed.values())], points[10 - sum(removed.values()) :]
    white = naive.RINGS - removed["W"]
    rings = {point: "W" if n < white else "B" for n, point in enumerate(spots)}
    most = min(referee.markers, len(vacant))
    if rng.random() < 0.6:
        number = rng.choice((most // 3, most - 4, most - 2, most - 1, most))
        markers = scattered(rng, rng.sample(vacant, number))
    else:
        markers = lined_up(rng, vacant)
    if len(markers) > most:
        return None
    state = naive.State(rings, markers, referee.markers - len(markers), removed, rng.choice("WB"))
    if len(naive.rows(state, "W")) > 3 or len(naive.rows(state, "B")) > 3:
        return None
    return None if referee.result(state) else state


def read_leniently(game: Yinsh, referee: Naive, ours: State, text: str, after: State) -> None:
    """A turn is read in its short form, and the row may not be left out where two stand (§8)."""
    theirs = referee.read(game.to_text(ours))
    for short, is_clear in referee.shortened(theirs, text):
        if is_clear:
            assert game.to_text(play(game, ours, short)) == game.to_text(after)
        else:
            with pytest.raises(MoveError):
                play(game, ours, short)


def compare_crowded(options: dict[str, str], seed: int, most: int) -> Counter[str]:
    """Compares so many crowded positions and the turns after them; counts what was reached."""
    game, referee, rng = configure(Yinsh, options), Naive(**options), Random(seed)
    reached: Counter[str] = Counter()
    while reached["positions"] < most:
        theirs = crowded(referee, rng)
        if theirs is None:
            continue
        ours = game.from_text(referee.position(theirs))
        for _ in range(3):
            turns = agree(game, referee, ours, theirs)
            assert inside(game, ours) == referee.inside(theirs)
            reached["positions"] += 1
            reached["turns"] += len(turns)
            if not turns:
                break
            # Turns that remove rows, win or pass are rare among all: they are taken more often.
            long = [text for text in turns if ";" in text] or list(turns)
            text = rng.choice(sorted(rng.choice((long, list(turns)))))
            read_leniently(game, referee, ours, text, turns[text])
            reached["passes"] += text.endswith("-")
            reached[f"{text.count('x') // 2} rows"] += 1
            ours, theirs = turns[text], referee.turns(theirs)[text]
        result = referee.result(theirs)
        reached[f"over: {result[1]}" if result else "goes on"] += 1
    return reached


# --- the tests --------------------------------------------------------------------------------


def compare(options: dict[str, str], seed: int) -> int:
    """Plays one random game on both engines and returns the number of turns compared."""
    return lockstep(configure(Yinsh, options), Naive(**options), seed, MOST_TURNS)


def count(referee: Naive, state: naive.State, depth: int) -> int:
    """The number of series of turns, by the second engine."""
    turns = referee.turns(state)
    if depth == 1:
        return len(turns)
    return sum(count(referee, after, depth - 1) for after in turns.values())


@pytest.mark.parametrize("seed", [0, *soak(1, 2)])
@pytest.mark.parametrize("options", [*slow(*thinned(STANDARD, 3)), *SHORT], ids=name)
@pytest.mark.sample(3)
def test_both_engines_agree(options: dict[str, str], seed: int) -> None:
    assert compare(options, seed) > 6


@pytest.mark.parametrize("options", CROWDED, ids=name)
@pytest.mark.sample(4, "slow")
def test_both_engines_agree_in_crowded_positions(options: dict[str, str]) -> None:
    assert compare_crowded(options, 0, 4)["positions"] >= 4


@pytest.mark.parametrize("most", [*slow(24), *soak(150)])
@pytest.mark.parametrize("options", thinned(CROWDED, 4), ids=name)
def test_both_engines_agree_in_many_crowded_positions(options: dict[str, str], most: int) -> None:
    reached = compare_crowded(options, 1, most)
    assert reached["1 rows"] > most / 30
    assert reached["over: rings"] > most / 30


@pytest.mark.slow
@pytest.mark.parametrize("options", CROWDED, ids=name)
def test_both_engines_count_the_same_two_turns_deep(options: dict[str, str]) -> None:
    game, referee, rng = configure(Yinsh, options), Naive(**options), Random(2)
    found: list[naive.State] = []
    while len(found) < 2:
        state = crowded(referee, rng)
        if state is not None and len(referee.turns(state)) < 150:
            found.append(state)
    for state in found:
        ours = game.from_text(referee.position(state))
        assert perft(game, ours, 2) == count(referee, state, 2), referee.position(state)
