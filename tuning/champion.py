"""Today's bots against the frozen champion, the bots of an older version, which lie in its wheel.

    python -m tuning.champion --wheel gipf_meta-0.1.0-….whl zertz --ms 200 --pairs 200

Both search as ``expert`` does, each in processes of its own (``engine.py``): so long that each
decision takes ``--ms`` milliseconds of processor time, or over ``--nodes`` positions. The arena
plays the games, in pairs that begin alike and swap seats; the seed says beforehand which. Today's
bots are compiled for it, as those of the wheel are.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from zipfile import BadZipFile, ZipFile

from building.compiled import BuildError, Builds, make_wheel_with_pip
from building.launch import environment
from gipf_meta.arena.journal import TournamentJournal
from gipf_meta.arena.referee import GameOutcome
from gipf_meta.arena.schedule import Tournament
from gipf_meta.arena.standings import Standings, standings
from gipf_meta.arena.tournament import play_tasks
from gipf_meta.arena.workers import processes
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.options import changed_options, configure, read_settings
from tuning.compare import told
from tuning.courses import EngineError
from tuning.engines import Engine, EngineCommand, play_with_engines

ENGINE: Final = Path(__file__).with_name("engine.py")
WHEEL: Final = "GIPF_META_CHAMPION"
"""The variable that holds the path of the wheel, where no ``--wheel`` does."""


class ChampionError(Exception):
    """Why no game is played; one sentence."""


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
    if any(each.ms for each in engines.values()) and len({*found.values()}) == 2:
        slow = next(name for name, is_compiled in found.items() if not is_compiled)
        raise ChampionError(
            f"{slow} is not compiled and the other one is, so equal time is not fair: name a Python"
            " that fits the wheel with --python, or count positions with --nodes."
        )


def lines(result: Standings) -> list[str]:
    """What is told of a *result*: a line on the pairs, and one on each game that went wrong."""
    (pair,) = result.pairs
    first, second = pair.bots
    won = f"{pair.won} won, {pair.drawn} drawn, {pair.lost} lost"
    counts = "/".join(map(str, pair.pairs))
    share = told(pair.pairs) if any(pair.pairs) else "no pair counts"
    found = [f"{first} against {second}: {won}; {share}; pairs of 0 to 2 points {counts}"]
    for outcome in [*result.faults, *result.failed]:
        found.append(f"game {outcome.number}, seat {outcome.at_fault}: {outcome.reason}")
    return found


def play_tournament(
    tournament: Tournament, engines: dict[str, EngineCommand], file: Path | None, jobs: int
) -> Standings:
    """Plays the games that *file* does not hold yet. Raises ``GipfMetaError``, ``OSError``."""
    play = partial(play_with_engines, engines)
    with ExitStack() as stack:
        outcomes: dict[int, GameOutcome] = {}
        journal = None
        if file is not None:
            journal = stack.enter_context(closing(TournamentJournal(file, tournament)))
            outcomes |= journal.outcomes
        missing = [n for n in range(tournament.total) if n not in outcomes]
        tasks = map(tournament.task, missing)
        games = stack.enter_context(closing(play_tasks(tasks, processes(jobs), play)))
        for outcome in games:
            outcomes[outcome.number] = outcome
            if journal is not None:
                journal.append(outcome)
            print(f"{len(outcomes)} of {tournament.total} games", file=sys.stderr, flush=True)
    return standings(tournament, outcomes)


def meet(
    asked: argparse.Namespace, commands: Mapping[str, EngineCommand], check: bool = True
) -> list[str]:
    """Lets two engines play what is *asked* for; returns the lines that tell it.

    *check*: equal time is refused where only one of them is compiled. Raises ``ChampionError``,
    ``GipfMetaError``, ``OSError``.
    """
    game = configure(load_plugins().find(asked.game), read_settings(asked.set))
    ms, nodes = (None, asked.nodes) if asked.nodes else (asked.ms, None)
    budget = f"nodes={nodes}" if nodes else f"ms={ms}"
    engines = {
        f"{bot} {budget}": EngineCommand(command.words, command.environment, ms, nodes)
        for bot, command in commands.items()
    }
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
    )
    tournament.check()
    result = play_tournament(tournament, engines, asked.file, asked.jobs)
    settings = " ".join([game.id, *asked.set])
    return [f"{settings}: {line}" for line in lines(result)]


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
    add("--sources", action="store_true", help="today's bots as they are, not compiled")


def tell(play: Callable[[], list[str]]) -> int:
    """Prints the lines of a match, or why there is none; returns the exit status."""
    try:
        told_lines = play()
    except (ChampionError, GipfMetaError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    print(*told_lines, sep="\n")
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
    add_options(parser, ms=200, pairs=200, opening=2)
    asked = parser.parse_args(words)
    return tell(partial(meet_champion, asked))


if __name__ == "__main__":
    sys.exit(main())
