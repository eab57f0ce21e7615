"""Today's bots against the frozen champion, the bots of an older version, which lie in its wheel.

    python -m tuning.champion --wheel gipf_meta-0.1.0-….whl zertz --ms 200 --pairs 200

Both search as ``expert`` does, each in processes of its own (``engine.py``): so long that each
decision takes ``--ms`` milliseconds of processor time, or over ``--nodes`` positions. The arena
plays the games, in pairs that begin alike and swap seats; the seed says beforehand which. Today's
bots are compiled for it, as those of the wheel are.

With ``--by-default`` the level ``expert`` itself plays, in both versions, as people meet it at home
and with the time that each of them takes there. ``--test 0.5 0.6`` ends the match as soon as it is
clear which share of the points today's bots win rather, and after ``--pairs`` at the latest.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import replace
from functools import partial
from itertools import count
from pathlib import Path
from statistics import fmean, stdev
from tempfile import TemporaryDirectory
from typing import Final
from zipfile import BadZipFile, ZipFile

from building.compiled import BuildError, Builds, make_wheel_with_pip
from building.launch import environment
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.options import changed_options, configure, read_settings
from gipf_meta.table.pilots import PATIENCE_MS
from gipf_meta.workshop.arena.journal import TournamentJournal
from gipf_meta.workshop.arena.referee import GameOutcome
from gipf_meta.workshop.arena.schedule import Sprt, Tournament
from gipf_meta.workshop.arena.standings import (
    ACCEPTED,
    Outcomes,
    SequentialTest,
    Standings,
    elo_at,
    score_at,
    standings,
)
from gipf_meta.workshop.arena.tournament import run
from gipf_meta.workshop.arena.workers import processes
from tuning.bounds import bounds
from tuning.compare import score_words
from tuning.courses import EngineError
from tuning.engines import Engine, EngineCommand, play_with_engines

ENGINE: Final = Path(__file__).with_name("engine.py")
WHEEL: Final = "GIPF_META_CHAMPION"
"""The variable that holds the path of the wheel, where no ``--wheel`` does."""


class ChampionError(Exception):
    """The reason why no game is played; one sentence."""


def unpacked(wheel: Path, folder: Path, python: str) -> EngineCommand:
    """The engine of *wheel*, which is unpacked into *folder* and run by *python*.

    Raises ``ChampionError`` if it cannot be read.
    """
    try:
        with ZipFile(wheel) as packed:
            packed.extractall(folder)
    except (OSError, BadZipFile) as error:
        raise ChampionError(f"{wheel} is no wheel that can be read: {error}.") from None
    return EngineCommand([python, "-P", str(ENGINE)], environment(folder, os.environ))


def of_today(is_compiled: bool) -> tuple[str, EngineCommand]:
    """The engine of today's bots with its name, which says which sources are compiled.

    Raises ``ChampionError`` if they cannot be compiled.
    """
    program, name = None, "today"
    if is_compiled:
        try:
            program = Builds().build(make_wheel_with_pip)
        except BuildError as error:
            raise ChampionError(str(error)) from None
        name = f"today-{program.name[:8]}"
    words = [sys.executable, "-P", str(ENGINE)]
    return name, EngineCommand(words, environment(program, os.environ))


def check_engines(engines: dict[str, EngineCommand]) -> None:
    """Starts both *engines* once. Raises ``ChampionError`` if only one of them is compiled."""
    found = {}
    for name, command in engines.items():
        try:
            with closing(Engine(command)) as engine:
                found[name] = engine.is_compiled
        except EngineError:
            raise ChampionError(f"{name} does not start; what it says stands above.") from None
    if any(each.nodes is None for each in engines.values()) and len({*found.values()}) == 2:
        slow = next(name for name, is_compiled in found.items() if not is_compiled)
        raise ChampionError(
            f"{slow} is not compiled and the other one is, so equal time is not fair: name a Python"
            " that fits the wheel with --python, or count positions with --nodes."
        )


def words_of_test(test: SequentialTest) -> str:
    """The state of a sequential *test*, in a sentence."""
    sprt = test.tournament.sprt
    assert sprt is not None
    low, high = score_at(sprt.elo0), score_at(sprt.elo1)
    if test.accepted is None:
        return (
            f"the test of {low:.0%} against {high:.0%} is open after {test.rounds} pairs:"
            f" {test.ratio:+.2f}, where {ACCEPTED:.2f} decides"
        )
    found, other = (high, low) if test.accepted == sprt.elo1 else (low, high)
    return f"the test finds {found:.0%} rather than {other:.0%}, after {test.rounds} pairs"


def words_of_scores(tournament: Tournament, outcomes: Outcomes) -> str | None:
    """Tells the mean lead of the first bot, in points of a game; ``None`` where no two pairs have
    scores.

    A pair counts as one, for its games begin alike and have the same luck.
    """
    leads = []
    for _match_up, numbers in tournament.rounds():
        scores = [outcomes[number].scores for number in numbers if number in outcomes]
        if len(scores) == len(numbers) and all(scores):
            ahead = [each[0] - each[1] for each in scores if each]
            leads.append((ahead[0] - ahead[1]) / 2)
    if len(leads) < 2:
        return None
    error = stdev(leads) / math.sqrt(len(leads))
    return f"{fmean(leads):+.1f} points a game, standard error {error:.1f}"


def lines(result: Standings, scores: str | None = None) -> list[str]:
    """The report on a *result*, with its *scores*: a line on the pairs, one on the test, and one on
    each game that went wrong."""
    (pair,) = result.pairs
    first, second = pair.bots
    won = f"{pair.won} won, {pair.drawn} drawn, {pair.lost} lost"
    counts = "/".join(map(str, pair.pairs))
    share = score_words(pair.pairs) if any(pair.pairs) else "no pair counts"
    found = [f"{first} against {second}: {won}; {share}; pairs of 0 to 2 points {counts}"]
    if result.test is not None:
        low, high = bounds(pair.pairs)
        found += [words_of_test(result.test), f"whenever it ends: {low:.0%} to {high:.0%}"]
    if scores is not None:
        found.append(scores)
    for outcome in [*result.faults, *result.failed]:
        found.append(f"game {outcome.number}, seat {outcome.at_fault}: {outcome.reason}")
    return found


def play_tournament(
    tournament: Tournament, engines: dict[str, EngineCommand], file: Path | None, jobs: int
) -> Outcomes:
    """Plays the games that *file* does not hold yet. Raises ``GipfMetaError``, ``OSError``."""
    with ExitStack() as stack:
        journal = None
        if file is not None:
            journal = stack.enter_context(closing(TournamentJournal(file, tournament)))
        played = count(1 + (len(journal.outcomes) if journal else 0))

        def finished(outcome: GameOutcome) -> None:
            ended = f"{outcome.number}: seats {outcome.winners} won, {outcome.reason}"
            print(
                f"{next(played)} of {tournament.total} games; {ended}", file=sys.stderr, flush=True
            )

        play = partial(play_with_engines, engines)
        return run(tournament, processes(jobs), journal, finished, play)


def meet(
    asked: argparse.Namespace, commands: Mapping[str, EngineCommand], check: bool = True
) -> list[str]:
    """Lets two engines play what is *asked* for; returns the lines that tell it.

    *check*: equal time is refused where only one of them is compiled. Raises ``ChampionError``,
    ``GipfMetaError``, ``OSError``.
    """
    game = configure(load_plugins().find(asked.game), read_settings(asked.set))
    if asked.by_default:
        budget, granted = "by default", {"patience_ms": PATIENCE_MS}
    else:
        budget = f"nodes={asked.nodes}" if asked.nodes else f"ms={asked.ms}"
        granted = {"nodes": asked.nodes} if asked.nodes else {"ms": asked.ms}
    engines = {f"{bot} {budget}": replace(command, **granted) for bot, command in commands.items()}
    if check:
        check_engines(engines)
    tournament = Tournament(
        game=game.id,
        rules_version=game.rules_version,
        options=changed_options(game),
        players=2,
        bots=tuple(engines),
        games=2 * asked.pairs,
        seed=asked.seed,
        opening=asked.opening,
        limit_ms=1000 * asked.limit,
        sprt=Sprt(*(elo_at(share) + 0.0 for share in asked.test)) if asked.test else None,
    )
    tournament.check()
    outcomes = play_tournament(tournament, engines, asked.file, asked.jobs)
    printed = lines(standings(tournament, outcomes), words_of_scores(tournament, outcomes))
    settings = " ".join([game.id, *asked.set])
    return [f"{settings}: {line}" for line in printed]


def meet_champion(asked: argparse.Namespace) -> list[str]:
    """Lets today's bots meet the champion. Raises as ``meet``."""
    if asked.wheel is None or not asked.wheel.is_file():
        raise ChampionError(f"Name the champion's wheel with --wheel or {WHEEL}; it is not here.")
    name, today = of_today(not asked.sources)
    with TemporaryDirectory(prefix="champion") as folder:
        champion = unpacked(asked.wheel, Path(folder), asked.python)
        return meet(asked, {name: today, "-".join(asked.wheel.name.split("-")[:2]): champion})


def add_options(
    parser: argparse.ArgumentParser, ms: int, pairs: int, opening: int, *options: str
) -> None:
    """Adds what can be asked of every such match to *parser*, with these defaults."""
    add = parser.add_argument
    add("--set", nargs="*", default=list(options), metavar="OPTION=VALUE", help="of the game")
    add("--ms", type=int, default=ms, help="a decision; default: %(default)s")
    add("--nodes", type=int, help="positions a decision, in place of time")
    add("--pairs", type=int, default=pairs, help="default: %(default)s")
    add("--seed", type=int, default=1, help="of the games; default: 1")
    add("--opening", type=int, default=opening, help="random turns; default: %(default)s")
    add("--limit", type=int, default=3600, metavar="SECONDS", help="a game; default: 3600")
    add("--jobs", type=int, default=1, help="games at a time; default: 1")
    add("--file", type=Path, help="keep every game there; go on with it")
    add(
        "--test",
        type=float,
        nargs=2,
        metavar=("LOW", "HIGH"),
        help="end when it is clear which share of the points is won rather, such as 0.5 0.6",
    )
    add("--sources", action="store_true", help="today's bots as they are, not compiled")


def tell(play: Callable[[], list[str]]) -> int:
    """Prints the lines of a match, or why there is none; returns the exit status."""
    try:
        printed = play()
    except (ChampionError, GipfMetaError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    print(*printed, sep="\n")
    return 0


def main(words: Sequence[str] | None = None) -> int:
    """Runs the command with *words* (``None``: the command line); returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m tuning.champion",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("game")
    wheel = os.environ.get(WHEEL)
    parser.add_argument("--wheel", type=Path, default=wheel and Path(wheel), help="the champion")
    parser.add_argument(
        "--python", default=sys.executable, help="runs the champion; default: the one of this"
    )
    parser.add_argument(
        "--by-default",
        action="store_true",
        help="the level expert as people meet it, in place of a budget",
    )
    add_options(parser, ms=200, pairs=200, opening=2)
    asked = parser.parse_args(words)
    return tell(partial(meet_champion, asked))


if __name__ == "__main__":
    sys.exit(main())
