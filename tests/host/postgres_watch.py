"""Ends the PostgreSQL of a test run when the last test process is gone, however that has ended.

``python postgres_watch.py FOLDER`` is started beside each process that uses the server of FOLDER;
its standard input ends with that process. A process that ends in order has ended the server itself.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from contextlib import suppress
from pathlib import Path

NAMES = ("postgres", "pg_ctl", "initdb")
"""The programs that may be running in the folder."""


def main(folder: Path) -> None:
    """Waits for the end of standard input, and leaves nothing if nobody is left."""
    sys.stdin.buffer.read()
    if not folder.exists():
        return
    import psutil  # only where it is needed: these processes wait all the time

    users = []
    with suppress(OSError, ValueError):
        users = json.loads((folder / ".handle_pids.json").read_text())
    for pid in users:
        with suppress(psutil.NoSuchProcess):
            if psutil.Process(pid).status() != psutil.STATUS_ZOMBIE:
                return
    while running := [
        each
        for each in psutil.process_iter(["name", "cmdline"])
        if each.info["name"] in NAMES and str(folder) in (each.info["cmdline"] or ())
    ]:
        for each in running:
            with suppress(psutil.Error):
                each.kill()
        psutil.wait_procs(running)
    shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    os.chdir("/")
    main(Path(sys.argv[1]))
