"""Today's bots against the players that gipf-zero was measured against (``gipf_rivals.py``).

    python -m tuning.baselines mcts --file games.jsonl

The match is that of its report: standard GIPF, 40 pairs of games that begin with the same four
random turns, 50 ms of processor time a decision for both, a draw after 300 turns. The rivals are
compiled as today's bots are, and use the same compiled rules.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from building.compiled import BuildError, check_compiler
from building.sources import ROOT, top_packages
from tuning.champion import ChampionError, add_options, meet, of_today, tell
from tuning.engines import EngineCommand

RIVALS: Final = Path(__file__).with_name("gipf_rivals.py")


def compile_rivals(folder: Path) -> None:
    """Compiles the rivals in *folder*. Raises ``ChampionError`` if they cannot be compiled."""
    shutil.copy(RIVALS, folder)
    try:
        check_compiler()
    except BuildError as error:
        raise ChampionError(str(error)) from None
    paths = [str(top.parent) for top in top_packages(ROOT)]
    environment = {**os.environ, "MYPYPATH": os.pathsep.join(paths), "MYPYC_OPT_LEVEL": "3"}
    done = subprocess.run(
        [sys.executable, "-m", "mypyc", "--follow-imports=silent", RIVALS.name],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise ChampionError(f"The rivals cannot be compiled: {(done.stdout + done.stderr)[-500:]}")


def rival_of(name: str, today: EngineCommand, folder: Path) -> EngineCommand:
    """The engine of the rival *name* in *folder*, with the rules of *today*."""
    words = [*today.words, f"{RIVALS.stem}:{name}"]
    paths = [str(folder), *filter(None, [today.environment.get("PYTHONPATH")])]
    return EngineCommand(words, {**today.environment, "PYTHONPATH": os.pathsep.join(paths)})


def meet_rival(asked: argparse.Namespace) -> list[str]:
    """Lets today's bots meet the rival that is *asked* for. Raises as ``meet``."""
    name, today = of_today(not asked.sources)
    with TemporaryDirectory(prefix="rivals") as folder:
        if asked.sources or asked.interpreted:
            shutil.copy(RIVALS, folder)
        else:
            compile_rivals(Path(folder))
        rival = rival_of(asked.rival, today, Path(folder))
        rival_name = f"{asked.rival}-interpreted" if asked.interpreted else asked.rival
        return meet(asked, {name: today, rival_name: rival}, check=not asked.interpreted)


def main(words: Sequence[str] | None = None) -> int:
    """Runs the command with *words* (``None``: the command line); returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m tuning.baselines",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("rival", choices=("mcts", "minimax"))
    parser.set_defaults(game="gipf", by_default=False)
    parser.add_argument(
        "--interpreted",
        action="store_true",
        help="the rival is a Python program over compiled rules, as in gipf-zero",
    )
    add_options(parser, 50, 40, 4, "variant=standard", "max_turns=300")
    asked = parser.parse_args(words)
    return tell(partial(meet_rival, asked))


if __name__ == "__main__":
    sys.exit(main())
