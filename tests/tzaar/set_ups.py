"""Random positions of TZAAR that games rarely reach."""

from __future__ import annotations

from random import Random

from tests.tzaar import naive


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
