"""The engine and a second one, written from the rules alone, read and refuse the same: turns as
players type and mistype them, positions, and starts that a tag tells."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from functools import partial
from random import Random

import pytest

from gipf_meta import MoveError
from gipf_meta.protocol.options import configure
from gipf_meta_tzaar import Tzaar
from gipf_meta_tzaar.state import State
from tests.tiers import slow, soak
from tests.tzaar import naive
from tests.tzaar.naive import Naive
from tests.tzaar.set_ups import set_up

OPTIONS: list[dict[str, str]] = [{}, {"cover_last": "forbid"}, {"setup": "place"}]


def or_none(
    read: Callable[[str], str], text: str, refusal: type[Exception] = MoveError
) -> str | None:
    """The result of reading *text*; ``None`` if it is refused."""
    try:
        return read(text)
    except refusal:
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
            head, space = part[:-2].rstrip("x-"), part[-2:]
            sign = part[len(head) : -2]
            parts.append(head + rng.choice((sign, sign, "x", "-", "", " ", " - ")) + space)
    text = rng.choice((";", ";", ",", "/", "-", " ", " ; ", "\t", "", ";;")).join(parts)
    if rng.random() < 0.2:
        text = slip(rng, text, "abei12569x-;, z")
    return f" {text.upper()} " if rng.random() < 0.2 else text


def compare_typed(most: int) -> Counter[bool]:
    """Compares how both engines read so many typed turns; counts which were refused."""
    rng = Random(most)
    refused: Counter[bool] = Counter()
    while refused.total() < most:
        options = rng.choice(OPTIONS)
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
            assert read == or_none(partial(referee.parse, theirs), text, ValueError), text
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
            other = or_none(lambda t: naive.position(naive.read(t)), text, ValueError)
            assert read == other, text
            refused[read is None] += 1
    return refused


# --- the tests --------------------------------------------------------------------------------


@pytest.mark.parametrize("most", [200, *slow(2_500), *soak(50_000)])
def test_both_engines_read_and_refuse_the_same_turns(most: int) -> None:
    refused = compare_typed(most)
    assert min(refused[True], refused[False]) > most / 5


@pytest.mark.parametrize("most", [200, *slow(2_500), *soak(50_000)])
def test_both_engines_read_and_refuse_the_same_positions(most: int) -> None:
    refused = compare_read(most)
    assert min(refused[True], refused[False]) > most / 8


@pytest.mark.parametrize("seed", [0, *slow(*range(1, 10)), *soak(*range(10, 50))])
def test_both_engines_read_and_refuse_the_same_tags(seed: int) -> None:
    rng, game, referee = Random(seed), Tzaar(), Naive()
    full = referee.start(rng)
    tag = naive.tag(full)

    def read(text: str) -> str:
        ((_turn, state),) = game.play_line(game.start(2), text)
        return game.to_text(state)

    assert read(tag) == naive.position(referee.from_tag(tag)) == naive.position(full)
    for _ in range(6):
        stacks = miswritten(rng, naive.position(full)).partition(" - ")[2]
        text = f'[Setup "{stacks}"]'
        told = or_none(lambda t: naive.position(referee.from_tag(t)), text, ValueError)
        assert or_none(read, text) == told, text
