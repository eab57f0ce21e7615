"""Checks puzzles by another hand than the one that has made them.

    python -m tests.puzzles.checker [GAME …] [--positions N] [--sample N] [--root FOLDER]

reads the files itself, plays positions and turns by the second engines of the tests and by the
game, looks for puzzles that are alike and, with ``--positions``, for other turns as good as the
solution. A line tells each finding; the exit status is 1 if there is one.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.protocol.game import NOBODY, Chance, Over, Turn
from gipf_meta.protocol.options import configure
from gipf_meta.protocol.puzzles import Puzzling, moves_of
from gipf_meta.search.analysis import analyse
from gipf_meta.search.budget import Budget
from tests.puzzles.likeness import pairs_alike
from tests.puzzles.rivals import doubts
from tests.puzzles.second_engines import replayed
from tests.puzzles.written import ROOT, Finding, Written, crowded_themes, files, read

DEEP: Final = 3
"""The decisions of a turn that is a puzzle by itself."""
SHORT: Final = 200
"""The positions of a short look: what it does not find is a puzzle by itself, too."""


def standing(puzzle: Written) -> tuple[Any, Any]:
    """The game of *puzzle* and the state in which it begins. Raises ``GipfMetaError``."""
    game: Any = configure(installed_plugins().games[puzzle.game], puzzle.options)
    return game, game.from_text(puzzle.position)


def illegal(puzzle: Written) -> Iterator[Finding]:
    """The ways in which the game refuses or writes otherwise what *puzzle* says."""
    try:
        game, state = standing(puzzle)
        yield from _otherwise(puzzle, game, state)
    except GipfMetaError as error:
        yield Finding(puzzle.id, "rules", str(error))


def _otherwise(puzzle: Written, game: Any, state: Any) -> Iterator[Finding]:
    now = game.status(state)
    if not isinstance(now, Turn):
        yield Finding(puzzle.id, "rules", f"nobody is to move: {type(now).__name__}")
        return
    if game.to_text(state) != puzzle.position:
        yield Finding(puzzle.id, "rules", f"the position is written {game.to_text(state)!r}")
    if len(game.turn_moves(state, now.seat)) < 2:
        yield Finding(puzzle.id, "choice", "there is nothing to choose")
    defaults = type(game)().model_dump(mode="json")
    for name, value in puzzle.options.items():
        if str(defaults.get(name)) == value:
            yield Finding(puzzle.id, "options", f"{name}={value} need not be said")
    solver = now.seat
    for n, text in enumerate(puzzle.turns, 1):
        now = game.status(state)
        if not isinstance(now, Turn):
            yield Finding(puzzle.id, "rules", f"nobody is to move at turn {n}, {text}")
            return
        if (now.seat == solver) != (n % 2 == 1):
            yield Finding(puzzle.id, "rules", f"turn {n}, {text}, is the other seat's")
        moves, most = moves_of(game, state, text), 1
        before = state
        if n == len(puzzle.turns):
            yield from _other_endings(puzzle, game, state, moves)
        for move in moves:
            offered = game.legal_moves(state, game.status(state).seat)
            most = max(most, len(offered))
            if move not in offered:
                yield Finding(puzzle.id, "rules", f"turn {n}, {text}, is not offered")
                return
            state = game.apply(state, move)
        after = game.status(state)
        if isinstance(after, Turn) and (after.seat, after.number) == (now.seat, now.number):
            yield Finding(puzzle.id, "rules", f"turn {n}, {text}, is not ended")
    over = game.status(state)
    if most == 1 and not isinstance(over, Over) and _pieces(game, before) <= _pieces(game, state):
        yield Finding(
            puzzle.id, "forced", f"the last turn, {text}, has no choice, and nothing happens"
        )
    is_answer = game.format_turn(before, moves) != puzzle.turns[-1]  # to a power, within a turn
    is_short = len(puzzle.turns) == 1 and len(moves) < DEEP and not is_answer
    if is_short and not isinstance(over, Over | Chance) and _is_seen(game, before, state):
        yield Finding(puzzle.id, "one-mover", f"{puzzle.turns[0]} is all")
    if isinstance(over, Over) and solver not in over.winners:
        yield Finding(puzzle.id, "rules", "the solver does not win in the end")


def _pieces(game: Any, state: Any) -> int:
    """The number of the pieces on the board of *state*."""
    return len(game.view(state, NOBODY).pieces)


def _is_seen(game: Any, before: Any, after: Any) -> bool:
    """Whether a short look from *before* finds the turn that leads to the state *after*."""
    seat, number = game.status(before).seat, game.status(before).number
    while isinstance(now := game.status(before), Turn) and (now.seat, now.number) == (seat, number):
        line = analyse(game, before, 2, Budget(SHORT), Random(SHORT), 1).lines[0]
        before = game.apply(before, line.moves[0])
    return bool(before == after)


def _wins(game: Any, state: Any, moves: Sequence[Any]) -> bool:
    """Whether *moves* from *state* win at once."""
    seat = game.status(state).seat
    for move in moves:
        state = game.apply(state, move)
    now = game.status(state)
    return isinstance(now, Over) and now.winners == (seat,)


def _other_endings(
    puzzle: Written, game: Any, state: Any, moves: Sequence[Any]
) -> Iterator[Finding]:
    """The ways in which turns that are as good as the last one, *moves*, are not such turns."""
    for text in puzzle.also:
        try:
            others = moves_of(game, state, text)
        except GipfMetaError as error:
            yield Finding(puzzle.id, "rules", str(error))
            continue
        wins = _wins(game, state, moves) and _wins(game, state, others)
        if not wins and (others[0] != moves[0] or len(others) == 1):
            yield Finding(puzzle.id, "also", f"{text} begins otherwise")
        if game.format_turn(state, others) != text or text == puzzle.turns[-1]:
            yield Finding(puzzle.id, "also", f"{text} is not how the game writes it, or said twice")


def unknown_themes(puzzle: Written) -> Iterator[Finding]:
    """The themes of *puzzle* that its game does not know."""
    kind = installed_plugins().games[puzzle.game]
    known = kind.themes() if issubclass(kind, Puzzling) else {}
    for theme in puzzle.themes:
        if theme not in known:
            yield Finding(puzzle.id, "theme", f"{theme} is none of the game's")


def check_rules(game: str, path: Path) -> tuple[list[Written], list[Finding]]:
    """The puzzles of *game* that the rules allow, and what was found without a search."""
    puzzles, findings = read(game, path)
    sound = []
    for puzzle in puzzles:
        wrong = [*illegal(puzzle), *replayed(puzzle), *unknown_themes(puzzle)]
        if all(each.kind not in ("rules", "second engine") for each in wrong):
            sound.append(puzzle)
        findings += wrong
    findings += crowded_themes(game, puzzles)
    findings += pairs_alike([(puzzle, *standing(puzzle)) for puzzle in sound])
    return sound, findings


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit status: 1 if something is wrong."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--positions", type=int, default=0, help="look at so many after each turn")
    parser.add_argument("--sample", type=int, help="search only so many puzzles of each game")
    parser.add_argument("--seed", type=int, default=1, help="of the searches and the sample")
    parser.add_argument("--root", type=Path, default=ROOT, help="the repository that is read")
    asked = parser.parse_args(arguments)
    found = files(asked.root)
    unknown = [each for each in asked.games if each not in found]
    if unknown:
        parser.error(f"no puzzles of {', '.join(unknown)}; there are those of {', '.join(found)}")
    wrong = 0
    for game in asked.games or found:
        sound, findings = check_rules(game, found[game])
        for each in findings:
            print(each, flush=True)
        wrong += len(findings)
        count = len(sound) if asked.sample is None else min(asked.sample, len(sound))
        some = Random(asked.seed).sample(sound, count) if asked.positions else []
        for puzzle in sorted(some, key=lambda each: each.number):
            for each in doubts(puzzle, standing(puzzle)[0], asked.positions, asked.seed):
                print(each, flush=True)
                wrong += 1
        print(f"{game}: {len(sound)} puzzles, {len(some)} of them searched.", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
