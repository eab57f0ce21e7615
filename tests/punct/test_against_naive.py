"""The engine against a second one, written from the rule sheet alone with sets and loops: after
every turn of random games the same legal turns, the same position string, the same result."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

import pytest

from gipf_meta import MoveError, Over
from gipf_meta.match.turns import legal_turns, perft
from gipf_meta.protocol.options import configure
from gipf_meta_punct import Punct
from tests.lockstep import any_turn, lockstep, name
from tests.punct.naive import (
    LETTERS,
    LINES,
    NEIGHBOURS,
    ORIENTATIONS,
    PIECES,
    Naive,
    State,
    find_tops,
)
from tests.tiers import slow, soak, thinned

Turns = dict[str, State]
Chooser = Callable[[Random, Turns], str]

OPTIONS: list[dict[str, str]] = [
    {},
    {"variant": "basic"},
    {"bridge_ends": "two_pieces"},
    {"middle_bridge": "forbidden"},
    {"middle_bridge": "free"},
    {"middle_bridge": "free", "bridge_ends": "two_pieces"},
    {"both_connected": "opponent"},
    {"both_connected": "draw"},
    {"last_piece": "centre", "variant": "basic"},
    {"last_piece": "draw"},
    {"repetition_count": "2"},
    {"repetition_count": "0"},
    {"max_turns": "9"},
]
MOST_TURNS = 60

# Positions late in a game, with stacks, bridges and few pieces left to add.
LATE = [
    (
        "b T2C0E0M0R0L2 T0C0E2M0R0L0 BLb7:b6,c6;BCb8:a7,c9;BTd7:e7,e8;BEe3:e1,e2;WEe4:c4,d4;"
        "WCe6:d5,f7;WEf11:d9,e10;WTg1:f1,g2;BTg14:f13,f14;BEh12:f10,g11;WTi6:j6,j7;WTi8:h7,i7;"
        "WRi15:j16,k16;BTj5:k5,k6;WRk8:k9,l10;WEl9:l7,l8;BTl14:m14,m15;BTn11:m11,n12;"
        "WMn13:m13,o14;WMn16:m16,o17;WEo9:o10,o11;WTp11:p10,q11;BTa7:b7,b8^1;BRc6:d5,d6^1;"
        "BCe7:d7,f7^1;WCe10:d9,f11^1;BMm14:l14,m13^1;BMm14:l14,m13^2;BLl14:l13,m13^3;"
        "BRm13:l13,l14^4"
    ),
    (
        "w T0C2E0M0R0L0 T5C1E2M0R0L0 WTc5:c4,d5;BRd11:d12,e13;WTe1:d1,e2;BEe3:c3,d3;"
        "WTf12:e11,f11;WMf13:e12,g13;WLg12:h12,i13;WEh1:h2,h3;BLh4:i4,j5;WEi6:j6,k6;WRk7:l8,m8;"
        "WEk12:i12,j12;BMl5:k4,m5;WTl13:l12,m13;WTl16:k15,k16;WTn15:m14,n14;WLn17:n16,o16;"
        "WEp9:n7,o8;WRp11:n10,o10;BLd11:e11,f12^1;BTd12:e12,e13^1;BEe3:c3,d3^1;WMh12:g12,i13^1;"
        "BCd3:c3,e3^2;BMe12:d12,e11^2;BRd12:e11,e12^3"
    ),
    (
        "w T2C0E0M0R0L0 T2C0E2M0R1L0 BMc10:c11,d10;WEd4:b4,c4;BTd9:e9,e10;WRe6:c5,d5;BTf1:f2,g2;"
        "WMf10:f9,g11;WTg4:f3,f4;WLg5:h5,i6;BCg6:f6,h6;BEg13:g14,g15;BTh15:h16,i16;BTi3:h2,h3;"
        "WTi14:h13,h14;BLj14:j13,k13;WTk3:j3,k4;WEk7:i5,j6;WCk11:k10,k12;WLk15:j16,k16;"
        "WTl6:m6,m7;BEl11:m12,n13;WRm11:n10,n11;WEm16:k14,l15;WMn8:n9,o8;WEo14:o12,o13;"
        "WCp10:p9,p11;BMp15:p16,q15;BCd10:c10,e10^1;BLh3:i4,i5^1;BRi5:h3,i4^2"
    ),
]

# Each player lacks one dot in a row: White's triangle covers Black's and is White's missing piece.
TWO_ROWS = (
    "w T5C1E0M2R2L2 T5C1E0M2R2L2 "
    "WEa3:b3,c3;BEa8:b8,c8;WEd3:e3,f3;BEd8:e8,f8;WEg3:h3,i3;BEg8:h8,i8;WEj4:k5,l6;BEj9:k10,l11;"
    "WCn8:m7,o9;BCn13:m12,o14;BTp15:q15,q16;WTp15:q15,q16^1"
)


def build(rng: Random, turns: Turns) -> str:
    """A turn of any sort: adding or moving, to every level with the same likelihood."""
    sorts: dict[tuple[bool, int], list[str]] = {}
    for text, after in sorted(turns.items()):
        sorts.setdefault(("-" in text, after.pieces[-1].level), []).append(text)
    return rng.choice(sorts[rng.choice(sorted(sorts))])


def spread(state: State) -> int:
    """How far the best group of the player who has just moved reaches from side to side."""
    colour = "B" if state.side == "W" else "W"
    unseen = {dot for dot, piece in find_tops(state.pieces).items() if piece.colour == colour}
    best = 0
    while unseen:
        group = [unseen.pop()]
        for space in group:
            near = [dot for dot in NEIGHBOURS[space] if dot in unseen]
            unseen.difference_update(near)
            group += near
        columns = [LETTERS.index(space[0]) for space in group]
        numbers = [int(space[1:]) for space in group]
        slants = [column - number for column, number in zip(columns, numbers, strict=True)]
        best = max(best, *(max(line) - min(line) for line in (columns, numbers, slants)))
    return best


def connect(rng: Random, turns: Turns) -> str:
    """Often the turn that reaches farthest, of some, and sometimes a turn of any sort."""
    if rng.random() < 0.3:
        return build(rng, turns)
    some = rng.sample(sorted(turns), min(len(turns), 300))
    return max(some, key=lambda text: spread(turns[text]))


def go_back(rng: Random, turns: Turns, seen: set[object]) -> str:
    """Often a turn to a position that was there, with any player to move."""
    found = [text for text, state in sorted(turns.items()) if frozenset(state.pieces) in seen]
    moves = [text for text in sorted(turns) if "-" in text]
    text = rng.choice(found if found and rng.random() < 0.8 else moves or sorted(turns))
    seen.add(frozenset(turns[text].pieces))
    return text


def lenient(text: str) -> list[str]:
    """§7: other ways to write a whole turn."""
    lying, _, minors = text.partition(":")
    one, other = minors.split(",")
    ways = [text, f"{lying}:{other},{one}", text.upper()]
    before, _, after = lying.partition("-")
    if before == after:
        ways += [f"{after}:{minors}", f"{after}:{other},{one}".upper()]
    return ways


def short(text: str) -> list[str]:
    """§7: ways to write a turn that needs no minor dots, if it needs none."""
    lying = text.partition(":")[0]
    before, _, after = lying.partition("-")
    return [lying, lying.upper(), *([after] if before == after else [])]


def anything(rng: Random, state: State) -> str:
    """A turn of some piece to some space, mostly illegal."""
    piece = rng.choice(state.pieces)
    target = rng.choice(sorted(LINES[piece.punct]) if rng.random() < 0.7 else list(NEIGHBOURS))
    kind = rng.choice(list(PIECES)) if rng.random() < 0.4 else piece.kind
    lying = rng.choice(ORIENTATIONS["W", kind, target] or ORIENTATIONS["W", "T", "e5"])
    return (kind if rng.random() < 0.3 else f"{piece.punct}-") + lying.text


def choosers() -> list[Chooser]:
    """The ways in which turns are chosen, with nothing remembered yet."""
    return [build, connect, partial(go_back, seen=set()), any_turn]


def compare(
    options: dict[str, str], seed: int, most: int = MOST_TURNS, position: str | None = None
) -> int:
    """Plays one random game on both engines and returns the number of turns compared."""
    choose = choosers()[seed % 4]
    game, naive = configure(Punct, options), Naive(**options)
    return lockstep(game, naive, seed, most, choose, position)


@pytest.mark.parametrize("options", OPTIONS[:5], ids=name)
@pytest.mark.sample(2, "slow")
def test_both_engines_agree_late_in_a_game(options: dict[str, str]) -> None:
    assert compare(options, seed=0, most=4, position=LATE[0]) > 0


@pytest.mark.parametrize("seed", [*slow(1), *soak(0, 2, 3)])
def test_both_engines_agree(seed: int) -> None:
    """Whole games, each with turns chosen another way; chance seldom ends one."""
    assert compare({}, seed) > 8


@pytest.mark.parametrize("most", [*slow(4), *soak(24)])
@pytest.mark.parametrize("number", thinned(range(len(OPTIONS)), 5))
def test_both_engines_agree_with_every_option(number: int, most: int) -> None:
    assert compare(OPTIONS[number], seed=number, most=most) >= 4
    late = [compare(OPTIONS[number], number + at, most // 3, LATE[at]) for at in range(len(LATE))]
    assert sum(late) > 2


@pytest.mark.parametrize("number", [0, *slow(1, 2)])
def test_both_engines_read_turns_alike(number: int) -> None:
    game, naive, rng = configure(Punct, {}), Naive(), Random(number)
    state, other = game.from_text(LATE[number]), naive.read(LATE[number])
    turns = naive.turns(other)
    legal = [build(rng, turns) for _ in range(20)]
    for text in [*legal, *(anything(rng, other) for _ in range(80))]:
        ways = [each for each in turns if each.startswith(text.partition(":")[0] + ":")]
        means = dict.fromkeys(lenient(text), text if text in turns else None)
        means.update({each: ways[0] if len(ways) == 1 else None for each in short(text)})
        for written, meant in means.items():
            if meant is None:
                with pytest.raises(MoveError):
                    game.parse_turn(state, written)
            else:
                after = state
                for move in game.parse_turn(state, written):
                    after = game.apply(after, move)
                assert game.to_text(after) == naive.position(turns[meant])


@pytest.mark.parametrize("both_connected", ["mover", "opponent", "draw"])
def test_both_engines_agree_who_wins_when_both_are_connected(both_connected: str) -> None:
    options = {"both_connected": both_connected}
    game, naive = configure(Punct, options), Naive(**options)
    ours = legal_turns(game, game.from_text(TWO_ROWS))
    theirs = naive.turns(naive.read(TWO_ROWS))
    text = "p15-p10:q10,q11"
    now = game.status(ours[text])
    assert isinstance(now, Over)
    assert (now.winners, now.reason) == naive.result(theirs[text])
    assert now.winners == {"mover": (0,), "opponent": (1,), "draw": ()}[both_connected]


@pytest.mark.parametrize("number", [*slow(0), *soak(None, 1, 2)], ids=str)
def test_both_engines_count_alike_after_some_turns(number: int | None) -> None:
    """After all turns: ``python -m tests.punct.counts``."""
    game, naive = Punct(), Naive()
    state, other = game.start(2), naive.start()
    if number is not None:
        state, other = game.from_text(LATE[number]), naive.read(LATE[number])
    ours, theirs = legal_turns(game, state), naive.turns(other)
    for text in Random(1).sample(sorted(theirs), 60):
        assert perft(game, ours[text], 1) == len(naive.turns(theirs[text])), text


def test_the_counts_of_each_kind() -> None:
    free = {kind: sum(len(ORIENTATIONS["W", kind, s]) for s in NEIGHBOURS) for kind in PIECES}
    assert free == {"T": 1_116, "C": 531, "E": 1_062, "M": 1_074, "R": 1_074, "L": 1_074}
    naive = Naive()
    adds = [text[0] for text in naive.turns(naive.start())]
    kinds = {kind: adds.count(kind) for kind in PIECES}
    assert kinds == {"T": 954, "C": 444, "E": 888, "M": 900, "R": 900, "L": 900}
