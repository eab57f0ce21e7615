"""Whole matches with all five kinds: ``python -m tests.gipf.five_kinds --matches 200``.

Bots play GIPF with duels in the games of the kinds. Each match is saved at random points, also
inside duels, and goes on from what was read. Counted is how often each kind was announced,
challenged, denied and used.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

import gipf_meta as gm
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.protocol.capabilities import Tallied
from tests.gipf.specimens import KINDS, with_every_kind

SAVED: Final = 6
"""How often a match is saved, more or less."""
LIKING: Final = 0.5
"""How often a bot takes a potential where it could."""
GREED: Final = 0.5
"""How often it is greedy otherwise: chance alone loses its pieces before much has happened."""
TO_THE_CENTRE: Final = ("a1", "a5", "e1", "e9", "i1", "i5")
"""The dots from which a piece is pushed through the centre."""
LEAST: Final = 20
"""How often each kind should be used, challenged and denied in 200 matches."""


def options() -> dict[str, Any]:
    """GIPF with potentials of each kind, and challenges against all of them."""
    return {
        "variant": "tournament",
        **with_every_kind(2),
        "challenges_enabled": "on",
        "challenges_per_player": 2,
        "max_turns": 200,
    }


class Bot:
    """Likes potentials: half the time it enters one, uses one, or challenges; it pushes a
    TAMSK-potential on towards the centre. Else it does what the greedy bot or chance would."""

    def __init__(self, lots: Random) -> None:
        self.lots = lots
        self.dot = ""

    def choose(self, match: gm.Match) -> str:
        """The next decision."""
        if match.depth:
            return gm.bot("random").choose(match)
        legal = [*match.legal]
        liked = [text for text in legal if text[0] in "ZDYP+" or text == "challenge"]
        loaded = [text for text in legal if text[0] == "T" and text[1:3] in TO_THE_CENTRE]
        pushes = [text for text in legal if self.dot and text.startswith(self.dot)]
        for wanted in (pushes, liked, loaded):
            if wanted and self.lots.random() < LIKING:
                text: str = self.lots.choice(wanted)
                self.dot = text[1:3] if text in loaded else self.dot
                return text
        return gm.bot("greedy" if self.lots.random() < GREED else "random").choose(match)


def play_match(seed: int, folder: Path) -> gm.Match:
    """The match of *seed*, between bots. Raises ``AssertionError`` if one that
    was saved is not what was read."""
    lots = Random(seed)
    match = gm.new_match("gipf", seed=seed, **options())
    bots = (Bot(lots), Bot(lots))
    while match.result is None:
        assert match.to_move is not None
        match = match.play(bots[match.to_move].choose(match))
        if lots.randrange(100) < SAVED:
            file = folder / f"{seed}.json"
            match.save(file)
            again = gm.load(file)
            assert again == match, f"seed {seed} after {match.turns[-1]}"
            match = again
    return match


def count(matches: list[gm.Match]) -> dict[str, Counter[str]]:
    """How often each kind was announced, challenged, used, and so on, in *matches*."""
    game = installed_plugins().find("gipf")
    assert issubclass(game, Tallied)
    counts: dict[str, Counter[str]] = {}
    for match in matches:
        for kind, events in game.tally(match.turns).items():
            counts.setdefault(kind, Counter()).update(events)
    return counts


def main() -> int:
    """Plays, counts, and returns 1 if a kind was seldom used, challenged or denied."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=200)
    asked = parser.parse_args()
    played = list[gm.Match]()
    with TemporaryDirectory() as folder:
        for seed in range(asked.matches):
            played.append(play_match(seed, Path(folder)))
            if (seed + 1) % 20 == 0:
                print(seed + 1, "matches,", sum(len(m.duels) for m in played), "duels", flush=True)
    counts = count(played)
    for kind, events in sorted(counts.items()):
        print(f"{kind:<16}", ", ".join(f"{event} {n}" for event, n in events.items()))
    share = asked.matches / 200
    seldom = [
        kind
        for kind, events in counts.items()
        if min(events["used"], events["challenged"], events["lost"]) < LEAST * share
    ]
    print("seldom:", ", ".join(seldom) or "none")
    return int(bool(seldom) or len(counts) < len(KINDS))


if __name__ == "__main__":
    sys.exit(main())
