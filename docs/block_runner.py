"""Runs the blocks of Python of one document, in the environment of somebody who installed the
program; ``docs/as_installed.py`` begins it. It needs the standard library alone.

Standard input has the blocks as JSON: marks, numbers of the first lines, lines. The last line of
what it prints is JSON, too: how many blocks ran, and a text for each that does otherwise.
"""

from __future__ import annotations

import doctest
import io
import json
import re
import subprocess
import sys
import traceback
from contextlib import redirect_stdout
from pathlib import Path
from types import ModuleType
from typing import Final

PAGE: Final = ModuleType("page")
"""The module whose names the blocks share."""


def main() -> None:
    """Runs the blocks in order, with names in common; tests stand below the programs so far."""
    sys.path[0] = "."  # files that a document has written, instead of those beside this one
    sys.modules[PAGE.__name__] = PAGE
    faults: list[str] = []
    sources: list[str] = []
    printed: str | None = None
    ran = 0
    for mark, first, lines in json.load(sys.stdin):
        text, before = "\n".join([*lines, ""]), printed
        printed, fault = None, ""
        if mark == "text" and before is not None:
            fault = "" if before == text else f"prints\n{before}"
        elif mark.startswith("py") and "by-hand" not in mark:
            ran += 1
            if mark == "pycon":
                fault = in_session(text, first)
            elif re.search(r"^(class Test|def test_)", text, re.MULTILINE):
                fault = in_pytest("\n".join([*sources, text]))
            else:
                sources.append(text)
                fault, printed = run(text)
        if fault:
            faults.append(f"{first}: {fault}")
    print(json.dumps([ran, faults]))


def in_session(text: str, first: int) -> str:
    """The fault of a session of Python, or ``""``."""
    names = vars(PAGE)
    session = doctest.DocTestParser().get_doctest(text, names, "page", "page", first - 1)
    session.globs = names
    told: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(session, out=told.append, clear_globs=False)
    return "".join(told)


def in_pytest(text: str) -> str:
    """The fault of tests, with the programs above them, or ``""``."""
    Path("test_page.py").write_text(text, encoding="utf-8")
    words = [sys.executable, "-m", "pytest", "-q", "test_page.py"]
    done = subprocess.run(words, capture_output=True, text=True, encoding="utf-8", check=False)
    return (done.stdout + done.stderr)[-1500:] if done.returncode else ""


def run(text: str) -> tuple[str, str | None]:
    """The fault of a program, or ``""``, and what it printed; ``None`` if it prints nothing.

    One that begins with the name of a file is written there.
    """
    if name := re.match(r'"""([a-z_]+\.py)"""', text):
        Path(name[1]).write_text(text, encoding="utf-8")
    out = io.StringIO()
    try:
        with redirect_stdout(out):
            exec(compile(text, "page", "exec"), vars(PAGE))
    except Exception:
        return traceback.format_exc(limit=-3), None
    return "", out.getvalue() if "print(" in text else None


if __name__ == "__main__":
    main()
