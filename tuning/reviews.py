"""Whether reviews of games that were really played find what a deep search finds.

    python -m tuning.reviews zertz FOLDER --field board=rings --games 10 --file zertz.jsonl

Each whole game is reviewed as people see it, ``--ms`` milliseconds of processor time a search, or
over ``--nodes`` positions, as ``gipf-meta review`` does. Each of its turns is judged by searches
over ``--deep`` positions of how it stands before the turn, after it and after the best one; where
either finds that the turn has lost ``MISTAKE`` or more, over ``--deepest`` positions.
A turn that loses ``BLUNDER`` by the deepest search should have its sign, and no other. With
``--wheel`` the review of an older version stands beside it, over ``--shallow`` positions.

``--file`` keeps what was found turn by turn; the same command goes on with it, and adds it up.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

from gipf_meta.base.clock import cpu_ms
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.match.match import Match
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.game import AnyGame, MoveError, Over, Turn
from gipf_meta.protocol.options import configure
from gipf_meta.records.record_files import save
from gipf_meta.records.writer import to_record
from gipf_meta.search.analysis import Line, analyse
from gipf_meta.search.budget import Budget
from gipf_meta.search.effort import MS, Effort
from gipf_meta.search.review import review
from gipf_meta.search.verdict import BLUNDER, MISTAKE, Chances, Verdict
from tuning.archive import SEATS, ArchiveError, RealGame, read_games
from tuning.champion import ChampionError, unpacked
from tuning.real_games import add_games

LEAST_TURNS: Final = 12
"""A game of fewer turns was given up."""


@dataclass(frozen=True)
class Compared:
    """The figures of turn *turn* of a game: the sign and the loss, in percent, by each search.

    *deepest* is the loss over so many positions as *positions* says.
    """

    game: str
    turn: int
    played: str
    sign: str
    before: int
    left: int
    deepest: int
    positions: int
    old_sign: str | None = None
    old_loss: int | None = None

    @property
    def loss(self) -> int:
        """The loss by today's review."""
        return self.before - self.left

    @property
    def is_missed(self) -> bool:
        """Whether the turn is a blunder and has not its sign."""
        return self.deepest >= BLUNDER and self.sign != "??"

    @property
    def is_false(self) -> bool:
        """Whether the turn has the sign of a blunder and is none."""
        return self.deepest < BLUNDER and self.sign == "??"

    @property
    def old_is_missed(self) -> bool:
        """Whether the older review missed the blunder."""
        return self.deepest >= BLUNDER and self.old_sign != "??"

    @property
    def old_is_false(self) -> bool:
        """Whether the older review saw a blunder where none is."""
        return self.deepest < BLUNDER and self.old_sign == "??"

    def __str__(self) -> str:
        old = "" if self.old_loss is None else f", older {self.old_loss} {self.old_sign}"
        return (
            f"{self.game} {self.turn}. {self.played}: {self.deepest} over {self.positions},"
            f" review {self.loss} {self.sign}{old}"
        )


class ProcessorClock:
    """Tells the processor time of this program, so that others on the machine change nothing."""

    def now_ms(self) -> int:
        """Milliseconds since it began."""
        return round(cpu_ms())


class DeepJudge:
    """Judges the turns of games by searches over many positions that know nothing of reviews."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    def loss(self, before: Any, moves: Sequence[Any], nodes: int) -> int:
        """The loss of *moves*, a turn from *before*, in percent, over *nodes* positions."""
        now = self.game.status(before)
        assert isinstance(now, Turn)
        best = self._lines(before, nodes)[0]
        left = self._chances(self._after(before, moves), now.seat, nodes)
        if best.sure:
            return max(0, Chances.of(best.value, sure=True).percent - left.percent)
        better = self._chances(self._after(before, self._turn(before, best)), now.seat, nodes)
        return max(0, better.percent - left.percent)

    def _lines(self, state: Any, nodes: int) -> Sequence[Line]:
        return analyse(self.game, state, SEATS, Budget(nodes), Random(0), 1).lines

    def _chances(self, state: Any, seat: int, nodes: int) -> Chances:
        now = self.game.status(state)
        if isinstance(now, Over):
            won = 0.0 if not now.winners else 1.0 if seat in now.winners else -1.0
            return Chances.of(won, sure=True)
        assert isinstance(now, Turn), "no luck decides"
        line = self._lines(state, nodes)[0]
        return Chances.of(line.value if now.seat == seat else -line.value, line.sure)

    def _turn(self, state: Any, line: Line) -> Iterator[Any]:
        """The decisions of the first turn of *line*."""
        begun = self.game.status(state)
        for move in line.moves:
            yield move
            state = self.game.apply(state, move)
            if self.game.status(state) != begun:
                return

    def _after(self, state: Any, moves: Iterable[Any]) -> Any:
        for move in moves:
            state = self.game.apply(state, move)
        return state


def match_of(kind: type[AnyGame], real: RealGame) -> Match:
    """The match that *real* tells. Raises ``MoveError``, ``OptionError``."""
    match = Match.begin(configure(kind, real.options), SEATS, load_plugins().find, 1)
    for text in real.turns:
        match = match.play(text)
    return match


def older_review(
    match: Match, folder: Path, nodes: int, python: str
) -> Mapping[int, tuple[str, int]]:
    """The sign and the loss of each turn by the version that is unpacked in *folder*."""
    with TemporaryDirectory(prefix="reviewed") as place:
        save(to_record(match), Path(place) / "match.json")
        words = [python, "-P", "-m", "gipf_meta", "review", "match.json", "--json"]
        answer = subprocess.run(
            [*words, "--nodes", str(nodes)],
            cwd=place,
            env={**os.environ, "PYTHONPATH": str(folder), "XDG_DATA_HOME": place},
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
    if answer.returncode:
        raise ChampionError(f"The older review has failed: {answer.stderr.strip()}")
    told = [json.loads(line) for line in answer.stdout.splitlines()]
    signs = {"blunder": "??", "mistake": "?", "inaccurate": "?!", "good": ""}
    return {n: (signs[row["kind"]], row["loss"]) for n, row in enumerate(told) if "turn" in row}


def compare_game(
    kind: type[AnyGame], real: RealGame, older: Path | None, asked: argparse.Namespace
) -> Iterator[Compared]:
    """Compares the searches on each turn of *real*. Raises ``MoveError``, ``ChampionError``."""
    match = match_of(kind, real)
    by_time = Effort(None, asked.ms, clock=ProcessorClock())
    verdicts = list(review(match, by_time if asked.nodes is None else Effort(asked.nodes)))
    old = {} if older is None else older_review(match, older, asked.shallow, asked.python)
    for n, verdict in enumerate(verdicts):
        yield compare_turn(match, n, verdict, old, real.key, asked)


def compare_turn(
    match: Match,
    n: int,
    verdict: Verdict,
    old: Mapping[int, tuple[str, int]],
    key: str,
    asked: argparse.Namespace,
) -> Compared:
    """Compares the searches on the turn of *verdict*, the *n*-th of *match*."""
    session = match.sessions[0]
    steps = session.steps[verdict.first - 1 : verdict.last]
    judge = DeepJudge(session.game)
    positions = asked.deep
    deepest = judge.loss(steps[0].before, verdict.moves, positions)
    if max(deepest, verdict.loss) >= MISTAKE and asked.deepest > positions:
        positions = asked.deepest
        deepest = judge.loss(steps[0].before, verdict.moves, positions)
    old_sign, old_loss = old.get(n, (None, None))
    return Compared(
        key,
        verdict.turn,
        verdict.played,
        verdict.kind.value,
        verdict.before,
        verdict.left,
        deepest,
        positions,
        old_sign,
        old_loss,
    )


def draw_games(kind: type[AnyGame], asked: argparse.Namespace) -> list[RealGame]:
    """Whole, legal games, as lots fall for the seed. Raises ``ArchiveError``."""
    games = list(read_games(asked.folder, dict(asked.field)))
    Random(asked.seed).shuffle(games)
    found: list[RealGame] = []
    for real in games:
        if len(found) == asked.games:
            break
        try:
            if len(real.turns) >= LEAST_TURNS and match_of(kind, real).result is not None:
                found.append(real)
        except MoveError:
            continue
    if not found:
        raise ArchiveError("No game is whole and legal.")
    return found


def report_lines(found: Sequence[Compared]) -> Iterator[str]:
    """The figures of all turns that were *found*, and each turn on which the searches differ."""
    blunders = [each for each in found if each.deepest >= BLUNDER]
    missed = [each for each in found if each.is_missed]
    false = [each for each in found if each.is_false]
    games = len({each.game for each in found})
    yield f"{games} games, {len(found)} turns, {len(blunders)} of them blunders by the deep search"
    yield f"today: {len(missed)} without their sign, {len(false)} signs that are wrong"
    if any(each.old_loss is not None for each in found):
        old = [each.old_is_missed for each in found], [each.old_is_false for each in found]
        yield f"older: {sum(old[0])} without their sign, {sum(old[1])} signs that are wrong"
    for title, some in (("without its sign", missed), ("a wrong sign", false)):
        for each in some:
            yield f"{title}: {each}"


def known_turns(path: Path | None) -> list[Compared]:
    """The turns that *path* keeps."""
    if path is None or not path.exists():
        return []
    return [Compared(**json.loads(line)) for line in path.read_text("utf-8").splitlines()]


def parse_words(words: Sequence[str] | None) -> argparse.Namespace:
    """Reads the *words* of the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m tuning.reviews",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_games(parser)
    parser.add_argument("--games", type=int, default=10, help="default: 10")
    parser.add_argument("--nodes", type=int, help="of a search; default: by time")
    parser.add_argument("--ms", type=int, default=MS, help=f"of a search; default: {MS}")
    parser.add_argument("--deep", type=int, default=40_000, help="default: 40000")
    parser.add_argument("--deepest", type=int, default=400_000, help="default: 400000")
    parser.add_argument("--shallow", type=int, default=200, help="of the older one; default: 200")
    parser.add_argument("--seed", type=int, default=1, help="of what is drawn; default: 1")
    parser.add_argument("--wheel", type=Path, help="an older version, to compare")
    parser.add_argument("--python", default=sys.executable, help="runs the wheel")
    parser.add_argument("--file", type=Path, help="keeps what was found")
    return parser.parse_args(words)


def compare_games(asked: argparse.Namespace, folder: Path) -> list[Compared]:
    """Compares the games that are *asked* for and are not yet known; *folder* is for the wheel."""
    kind = load_plugins().find(asked.game)
    if asked.wheel is not None:
        unpacked(asked.wheel, folder, asked.python)
    found = known_turns(asked.file)
    known = {each.game for each in found}
    for real in draw_games(kind, asked):
        if real.key in known:
            continue
        older = None if asked.wheel is None else folder
        turns = list(compare_game(kind, real, older, asked))
        found += turns
        if asked.file is not None:
            with asked.file.open("a", encoding="utf-8") as kept:
                kept.writelines(f"{json.dumps(asdict(each))}\n" for each in turns)
        print("\n".join(report_lines(turns)), file=sys.stderr, flush=True)
    return found


def main(words: Sequence[str] | None = None) -> int:
    """Runs the command with *words* (``None``: the command line); returns the exit status."""
    asked = parse_words(words)
    try:
        with TemporaryDirectory(prefix="champion") as folder:
            found = compare_games(asked, Path(folder))
    except (ArchiveError, ChampionError, GipfMetaError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    print("\n".join(report_lines(found)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
