"""The engine against a second one, written from the rules alone with dicts and loops: after every
turn of random games, also from starts that luck draws, and in set-ups with few and high stacks the
same legal turns, the same position string, the same result; and the same is read and refused.

A turn on a full board has thousands of forms. There all first captures are compared, and after one
of them, which is played, all second moves; boards with fewer stacks are compared in whole turns.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from random import Random

import pytest

from gipf_meta import BadNotation, Chance, MoveError, Over
from gipf_meta.match.turns import legal_turns
from gipf_meta.protocol.options import configure
from gipf_meta_tzaar import Tzaar
from gipf_meta_tzaar.state import State
from tests.lockstep import name
from tests.tiers import slow, soak
from tests.tzaar import naive
from tests.tzaar.naive import Naive

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
"""Who has won and why; ``None`` while the game runs."""
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
    state, likely = game.start(2), Fraction(1)
    while isinstance(now := game.status(state), Chance):
        moves, weights = zip(*now.outcomes, strict=True)
        number = rng.choices(range(len(moves)), weights)[0]
        likely *= Fraction(weights[number], sum(weights))
        state = game.apply(state, moves[number])
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


def set_up(rng: Random) -> naive.State:
    """A random position of playing: many or few stacks, flat or high, near or far, perhaps inside a
    turn; the game may be over."""
    count = rng.choice((6, 8, 10, 14, 20))
    spaces = naive.SPACES
    if rng.random() < 0.4:
        # all around one space: stacks that are surrounded, and the hole
        c, y = naive.inner(rng.choice(spaces))
        far = {s: max(abs(a - c), abs(b - y)) for s in spaces for a, b in [naive.inner(s)]}
        spaces = sorted(spaces, key=far.__getitem__)[: count + 4]
    spaces = rng.sample(spaces, count)
    stacks: naive.Stacks = {}
    for colour, own in zip("WB", (spaces[::2], spaces[1::2]), strict=True):
        bag = list("Z" * 5 + "A" * 8 + "T" * 14)
        rng.shuffle(bag)
        tops = [*"ZAT", *bag]
        for space in own:
            stacks[space] = (colour, tops.pop(0))
        for _ in range(rng.choice((0, 2, 6, len(tops)))):
            space = rng.choice(own)
            stacks[space] = (colour, tops.pop() + stacks[space][1])
    return naive.State(stacks, naive.no_hand(), rng.choice("WB"), second=rng.random() < 0.2)


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


# --- what is written and miswritten -----------------------------------------------------------


def or_none(read: Callable[[str], str], text: str) -> str | None:
    """What *text* is read as; ``None`` if it is refused."""
    try:
        return read(text)
    except (BadNotation, MoveError, ValueError):
        return None


def reading(game: Tzaar, state: State) -> Callable[[str], str]:
    """Reads a turn and writes it in canonical notation."""
    return lambda text: game.format_turn(state, game.parse_turn(state, text))


def slip(rng: Random, text: str, keys: str) -> str:
    """*text* with one character more, less, or another."""
    at = rng.randrange(len(text) + 1)
    return text[:at] + rng.choice(("", rng.choice(keys))) + text[at + rng.randrange(2) :]


def typed(rng: Random, text: str) -> str:
    """A turn as a player may write it: with other signs, blanks and capitals, or a slip."""
    parts = []
    for part in text.split(";"):
        if part == "-":
            parts.append(rng.choice(("-", "pass")))
        else:
            sign = rng.choice((part[2:-2], "x", "-", "", " ", " - "))
            parts.append(f"{part[:2]}{sign}{part[-2:]}")
    text = rng.choice((";", ";", ",", "/", "-", " ", " ; ", "\t", "", ";;")).join(parts)
    if rng.random() < 0.2:
        text = slip(rng, text, "abei12569x-;, z")
    return f" {text.upper()} " if rng.random() < 0.2 else text


def compare_typed(most: int) -> Counter[bool]:
    """Compares how both engines read so many typed turns; counts which were refused."""
    rng = Random(most)
    refused: Counter[bool] = Counter()
    while refused.total() < most:
        options = rng.choice((*OPTIONS[:2], OPTIONS[4]))
        game, referee = configure(Tzaar, options), Naive(**options)
        theirs = set_up(rng)
        if referee.setup == "place":
            theirs = referee.start()
            for _ in range(rng.randrange(20)):
                theirs = rng.choice([*referee.turns(theirs).values()])
        if naive.result(theirs) is not None and theirs.second:
            continue
        ours = game.from_text(naive.position(theirs))
        legal = sorted(referee.turns(theirs))
        other = [*sorted(Naive().turns(theirs)), "-", "Ze4", "c3xd4", "c3xd4;-"]
        for _ in range(8):
            text = typed(rng, rng.choice(legal if legal and rng.random() < 0.6 else other))
            read = or_none(reading(game, ours), text)
            assert read == or_none(partial(referee.parse, theirs), text), text
            refused[read is None] += 1
    return refused


def miswritten(rng: Random, text: str) -> str:
    """A position string with a fault, or another right one."""
    side, hand, white, black, *second = text.split()
    fault = rng.randrange(8)
    if fault == 0:
        side = rng.choice(("w", "b", "-w", "-b"))
    elif fault == 1:
        hand = re.sub(r"\d+", lambda n: str(int(n[0]) + rng.choice((0, 0, 1, -1)) % 20), hand)
    elif fault == 2:
        second = [] if second else ["second"]
    elif fault == 3:
        white, black = "W" + black[1:], "B" + white[1:]
    elif fault < 6:
        # an item is lost, comes twice, or goes to the other player
        items = white[2:].split(",")
        item = items.pop(rng.randrange(len(items)))
        white = "W:" + ",".join(rng.choice((items, [*items, item, item], [*items[::-1], item])))
        black += rng.choice(("", f",{item}"))
    text = " ".join((side, hand, white, black, *second))
    return slip(rng, text, "ZATWB:,abei12569-/ w") if fault > 5 else text


def some_position(rng: Random) -> str:
    """A position string of any phase; now and then of one that cannot be."""
    kind = rng.randrange(4)
    theirs = set_up(rng)
    if kind == 0:
        theirs = Naive(setup="place").start()
        for _ in range(rng.randrange(61)):
            theirs = rng.choice([*Naive(setup="place").turns(theirs).values()])
    elif kind == 1:
        theirs = Naive(setup="fixed").start()
    return naive.position(theirs)


def compare_read(most: int) -> Counter[bool]:
    """Compares how both engines read so many position strings; counts which were refused."""
    rng, game = Random(most), configure(Tzaar, {"setup": "place"})
    refused: Counter[bool] = Counter()
    while refused.total() < most:
        whole = some_position(rng)
        for _ in range(6):
            text = miswritten(rng, whole)
            read = or_none(lambda t: game.to_text(game.from_text(t)), text)
            assert read == or_none(lambda t: naive.position(naive.read(t)), text), text
            refused[read is None] += 1
    return refused


# --- the tests --------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [0, *slow(*range(1, 9))])
@pytest.mark.parametrize("options", [*OPTIONS[:5], *slow(*OPTIONS[5:])], ids=name)
def test_both_engines_agree(options: dict[str, str], seed: int) -> None:
    assert compare(options, seed) > 20


@pytest.mark.soak
@pytest.mark.parametrize("options", OPTIONS, ids=name)
def test_both_engines_agree_in_many_games(options: dict[str, str]) -> None:
    assert sum(compare(options, seed) for seed in range(9, 9 + MANY_GAMES)) > 20 * MANY_GAMES


@pytest.mark.parametrize("most", [25, *slow(1_000), *soak(10_000)])
def test_both_engines_agree_in_set_ups(most: int) -> None:
    reached = compare_set_ups(most)
    for what in ("None", "captured", "covered", "no_capture", "forbidden"):
        assert reached[what] > 0, what


@pytest.mark.parametrize("most", [300, *slow(10_000), *soak(50_000)])
def test_both_engines_read_and_refuse_the_same_turns(most: int) -> None:
    refused = compare_typed(most)
    assert min(refused[True], refused[False]) > most / 5


@pytest.mark.parametrize("most", [300, *slow(10_000), *soak(50_000)])
def test_both_engines_read_and_refuse_the_same_positions(most: int) -> None:
    refused = compare_read(most)
    assert min(refused[True], refused[False]) > most / 8


@pytest.mark.parametrize("seed", [0, *slow(*range(1, 50))])
def test_both_engines_read_and_refuse_the_same_tags(seed: int) -> None:
    rng, game, referee = Random(seed), Tzaar(), Naive()
    tag = naive.tag(referee.start(rng))

    def read(text: str) -> str:
        ((_turn, state),) = game.play_line(game.start(2), text)
        return game.to_text(state)

    assert read(tag) == naive.position(referee.from_tag(tag))
    for _ in range(6):
        _side, _hand, stacks = miswritten(rng, f"w - {tag[8:-2]}").split(" ", 2)
        text = f'[Setup "{stacks}"]'
        told = or_none(lambda t: naive.position(referee.from_tag(t)), text)
        assert or_none(read, text) == told, text
