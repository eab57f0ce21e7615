"""All that leaves the board together, and is no ordinary capture, is told as a row."""

from __future__ import annotations

from random import Random

import pytest

from gipf_meta.match.match import Match
from gipf_meta.narration.scene_motion import MotionElement, moved_element
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.capabilities import Moving
from gipf_meta.protocol.game import Duel
from gipf_meta.protocol.options import configure
from gipf_meta.render.scene import SceneDrawer
from tests.specimens import find_specimens
from tests.web.walking import legal

MATCHES, DECISIONS = 3, 170
"""How many random matches of a game are played, and how long at most."""
SEVERAL = 3
"""From so many pieces on that leave the board together it is no ordinary capture."""


def steps_of(name: str) -> list[tuple[set[str], list[MotionElement]]]:
    """The decisions of random matches of a game: the places that have lost their pieces, and the
    motions that a page is told."""
    found = list[tuple[set[str], list[MotionElement]]]()
    find = load_plugins().find
    for seed in range(MATCHES):
        rng = Random(f"{name} {seed}")
        match = Match.begin(configure(find(name), {}), min(find(name)().seat_counts), find, seed)
        for _ in range(DECISIONS):
            choices = legal(match)
            if match.result is not None or not choices or isinstance(match.top.status, Duel):
                break
            before, match = match, match.play(rng.choice(choices))
            old, new = (
                {piece.at for piece in each.top.view(None).pieces} for each in (before, match)
            )
            moved = moved_element(before.sessions, match.sessions, None, SceneDrawer())
            found.append((old - new, moved["motions"] if moved else []))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name, each in find_specimens().items() if each.boards])
def test_all_that_leaves_the_board_together_is_one_row(name: str) -> None:
    game = load_plugins().find(name)()
    assert isinstance(game, Moving)

    for left, motions in steps_of(name):
        lit = [motion["row"] for motion in motions if "row" in motion]
        gone = left - {way["start"] for motion in motions for way in motion.get("ways", [])}
        if len(gone) >= SEVERAL:
            assert gone <= {at for row in lit for at in row}, motions
        for motion in motions:
            taken = {way["start"] for way in motion.get("taken", [])}
            assert len(taken) < SEVERAL or taken <= {*motion.get("row", ())}, motion
        for row in lit:
            assert len({*row}) == len(row)
