"""Runs ``gipf-meta``: ``make play ARGS="WORDS"`` does it by ``python -m building.launch WORDS``.

It runs the compiled program where that is built for the sources as they are now. Otherwise it runs
the sources at once and starts the build beside them, so that the next start is compiled.
``GIPF_META_PURE=1`` runs the sources and builds nothing.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

from building.compiled import BuildError, Builds, check_compiler
from building.sources import ROOT


def choose_program(
    builds: Builds, start_build: Callable[[], None], check: Callable[[], None] = check_compiler
) -> tuple[Path | None, str]:
    """Returns the folder of the compiled program (``None``: the sources), and a notice for people.

    Starts a build where one is needed, may succeed and is not under way. *check* raises
    ``BuildError`` where nothing can be compiled.
    """
    if program := builds.program():
        return program, ""
    if builds.is_building():
        return None, ""
    fault = builds.fault()
    try:
        check()
    except BuildError as error:
        fault = error
    if fault is not None and fault.is_final:
        return None, say_once(builds, f"{fault} The rules run interpreted: bots think less far.")
    start_build()
    if fault is not None:
        return None, say_once(builds, f"{fault} The rules run interpreted; each start tries again.")
    return None, "The rules are being compiled in the background; the next start uses them."


def say_once(builds: Builds, sentence: str) -> str:
    """Returns *sentence*, or ``""`` if it was the last one printed."""
    said = builds.folder / "said.txt"
    if said.exists() and said.read_text(encoding="utf-8") == sentence:
        return ""
    said.write_text(sentence, encoding="utf-8")
    return sentence


def start_build() -> None:
    """Starts a build at low priority. It outlives this program and its terminal."""
    gently = [["nice", "-n", "19"], ["ionice", "-c", "3"]]
    prefix = [word for words in gently if shutil.which(words[0]) for word in words]
    subprocess.Popen(
        [*prefix, sys.executable, "-m", "building.compiled"],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def environment(program: Path | None, own: Mapping[str, str]) -> dict[str, str]:
    """Returns the environment in which Python runs *program*; ``None``: the sources."""
    if program is None:
        return dict(own)
    paths = [str(program), *filter(None, [own.get("PYTHONPATH")])]
    # nothing may come before the program: not the sources in the working directory either
    return {**own, "PYTHONPATH": os.pathsep.join(paths), "PYTHONSAFEPATH": "1"}


def main() -> None:
    """Chooses the program, and replaces this process by it."""
    program = None
    if os.environ.get("GIPF_META_PURE") != "1":
        with suppress(OSError):  # a folder that cannot be written keeps nobody from playing
            program, sentence = choose_program(Builds(), start_build)
            if sentence:
                print(sentence, file=sys.stderr)
    command = [sys.executable, "-P", "-m", "gipf_meta", *sys.argv[1:]]
    os.execve(sys.executable, command, environment(program, os.environ))


if __name__ == "__main__":
    main()
