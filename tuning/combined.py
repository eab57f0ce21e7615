"""``python -m tuning.combined``: what the levels do with potentials and challenges in GIPF.

Each level plays matches of the preset ``three_and_three`` against itself, from the empty board. A
lot decides duels, for both sides are as strong. Told is what a match saw on average, of both sides
and by the kind of potential: how many were entered, which uses were announced, allowed and
challenged, which were declined; in how many series of three matches, one after the other, there was
a duel; how many GIPF-pieces went back to their owner's reserve; how many first turns there were.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from gipf_meta.bots.bot import Bot
from gipf_meta.bots.duel_odds import duel_odds
from gipf_meta.bots.levels import LEVELS, make_bot
from gipf_meta.protocol.game import Chance, Duel, Over
from gipf_meta.protocol.options import configure
from gipf_meta_gipf.pieces import LOADED
from gipf_meta_gipf.state import (
    ANNOUNCE,
    ASK_ANSWER,
    ASK_MAIN,
    ASK_PIECE,
    ASK_USE,
    CHALLENGE,
    DECLINE,
    ROW,
    TAKE,
    USE,
    entered,
)
from tuning.games import PatientRequest, installed

PRESET: Final = "three_and_three"
SERIES: Final = 3
"""The matches of a series."""
USES: Final = ("entered", "announced", "allowed", "challenged", "declined")
"""The deeds that are counted by kind, in the order of the columns."""
MOST_TURNS: Final = 400
"""A match that is longer counts as it stands."""


@dataclass(frozen=True)
class MatchCounts:
    """The counts of one match: each deed by the kind of its potential, and the first turn."""

    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    first: str = ""

    @property
    def has_duel(self) -> bool:
        """Whether somebody challenged."""
        return any(count and what == "challenged" for (what, _kind), count in self.counts.items())


def combined_game(most_turns: int = MOST_TURNS) -> Any:
    """GIPF with potentials and challenges, as people begin it."""
    kind = installed().find("gipf")
    preset = next(each for each in kind.presets if each.id == PRESET)
    return configure(kind, {**preset.options, "max_turns": most_turns})


def play(game: Any, bots: Sequence[Bot], names: Sequence[str], seed: str) -> MatchCounts:
    """A match between *bots* of these *names*."""
    rng = Random(seed)
    odds = duel_odds(names, installed().find)
    counts = Counter[tuple[str, str]]()
    state, first = game.start(2), ""
    while not isinstance(now := game.status(state), Over):
        if isinstance(now, Duel):
            move = game.settle(state, rng.randrange(2), now.game)
        elif isinstance(now, Chance):
            move = rng.choice(now.outcomes)[0]
        else:
            request = PatientRequest(game, state, now.seat, 2, Random(rng.random()), odds)
            move = bots[now.seat].choose(request)
            first = first or game.format(state, move)
            counts.update(uses(game, state, move))
        state = game.apply(state, move)
    return MatchCounts(counts, first)


def uses(game: Any, state: Any, move: int) -> Iterator[tuple[str, str]]:
    """The deeds of *move* with potentials, each with the kind of its potential."""
    kinds = game.rules.table.kinds
    code, _entry = entered(move)
    if code >= LOADED:
        yield "entered", kinds[code - LOADED].key
    elif state.ask == ASK_ANSWER:
        answer = "challenged" if move == CHALLENGE else "allowed"
        yield answer, kinds[state.announcement().kind].key
    elif state.ask == ASK_USE:
        used, kind = (True, move - USE) if move < DECLINE else (False, move - DECLINE)
        yield "announced" if used else "declined", kinds[kind].key
    elif state.ask == ASK_MAIN and ANNOUNCE <= move < ROW:
        yield "announced", kinds[state.kinds.of(move - ANNOUNCE) - LOADED].key
    elif state.ask == ASK_PIECE and TAKE <= move < USE:
        bit = 1 << move - TAKE
        if bit & state.kinds.gipf & state.pieces(state.mover):
            yield "taken back", "GIPF-pieces"


def summary(level: str, kinds: Sequence[str], matches: Sequence[MatchCounts]) -> Iterator[str]:
    """The lines of the table on *level*, one for each of *kinds*."""
    series = [matches[at : at + SERIES] for at in range(len(matches) - SERIES + 1)]
    seen = sum(any(match.has_duel for match in each) for each in series)
    total = sum((match.counts for match in matches), Counter[tuple[str, str]]())
    for kind in kinds:
        means = [f"{total[what, kind] / len(matches):.2f}" for what in USES]
        cells = [level, kind, *means]
        if kind == kinds[0]:
            firsts = Counter(match.first for match in matches)
            cells += [
                f"{sum(match.has_duel for match in matches)} of {len(matches)}",
                f"{seen} of {len(series)}",
                f"{total['taken back', 'GIPF-pieces'] / len(matches):.2f}",
                f"{len(firsts)}, {max(firsts.values())} of them alike",
            ]
        yield "| " + " | ".join(cells) + " |"


def main() -> int:
    """Runs the command; returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m tuning.combined",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("levels", nargs="*", default=[*LEVELS], metavar="LEVEL")
    parser.add_argument("--matches", type=int, default=20, help="of each level; default: 20")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    game = combined_game()
    kinds = [kind.key for kind in game.rules.table.kinds]
    heads = ["level", "kind", *USES, "with a duel", "series", "GIPF-pieces taken back", "firsts"]
    print(f"| {' | '.join(heads)} |", "|---" * len(heads) + "|", sep="\n", flush=True)
    for level in asked.levels:
        matches = [
            play(game, [make_bot(level), make_bot(level)], [level, level], f"{asked.seed}/{number}")
            for number in range(asked.matches)
        ]
        print(*summary(level, kinds, matches), sep="\n", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
