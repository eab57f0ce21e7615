"""A process beside each engine: it starts the engine, and ends all that the engine has started.

It does so when the engine has ended, however that came, and when nobody holds the pipe any more by
which the engine is wanted: that closes with its program, even one that is killed. Linux gives it
every process whose parent is gone, so none gets away, whatever session it has made for itself;
elsewhere it ends the group.

``engine_process`` runs this file by itself: it must start fast, and imports nothing of ours.
"""

from __future__ import annotations

import os
import select
import signal
import sys
from contextlib import suppress
from typing import NoReturn

PDEATHSIG, SUBREAPER = 1, 36
"""Numbers of ``prctl``: what a process gets when its parent ends; who gets its orphans."""
AGAIN_S = 0.01
"""Seconds until those are looked for again whose parents have just ended."""
TRIES = 200
"""How often; a process that may not be killed, for it runs as somebody else, is left."""


def main(wanted: int, begun: int, memory_mb: int, words: list[str]) -> NoReturn:
    """Keeps the engine of these *words*, which may have *memory_mb* megabytes (0: as it likes),
    until the pipe *wanted* ends. Writes a line into the pipe *begun* when it is started, or why it
    cannot be, as a number of the system; and ends as the engine has ended."""
    wanted, begun = _own(wanted), _own(begun)
    woken, wakes = os.pipe()
    os.set_blocking(wakes, False)
    signal.set_wakeup_fd(wakes, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda number, frame: None)
    has_orphans = _call_prctl(SUBREAPER, 1)
    failing, fails = os.pipe()
    engine = os.fork()
    if engine == 0:
        _become(fails, memory_mb, words)
    os.close(fails)
    _let_go_of_streams()
    os.write(begun, os.read(failing, 1000) + b"\n")
    os.close(begun)
    while True:
        ready, _, _ = select.select([wanted, woken], [], [])
        if wanted in ready:
            _end_all(engine, has_orphans)
            os._exit(0)
        os.read(woken, 1000)
        status = _reap(engine)
        if status is not None:
            _end_all(engine, has_orphans)
            _end_as(status)


def _own(pipe: int) -> int:
    """The same *pipe* for this process alone, by a low number: ``select`` knows no high ones."""
    own = os.dup(pipe)
    os.close(pipe)
    return own


def _become(fails: int, memory_mb: int, words: list[str]) -> NoReturn:
    """Makes this process the engine. Writes into the pipe *fails* why it cannot."""
    try:
        os.setpgid(0, 0)
        for ignored in (signal.SIGPIPE, signal.SIGXFSZ):  # by Python
            signal.signal(ignored, signal.SIG_DFL)
        _call_prctl(PDEATHSIG, signal.SIGKILL)
        if memory_mb:
            import resource

            resource.setrlimit(resource.RLIMIT_AS, (memory_mb << 20, memory_mb << 20))
        os.execvp(words[0], words)
    except OSError as error:
        os.write(fails, str(error.errno).encode())
    except ValueError as error:  # a word that no system takes
        os.write(fails, str(error).encode())
    finally:
        os._exit(127)


def _call_prctl(what: int, value: int) -> bool:
    """Asks Linux for it; whether that is the system, and grants it."""
    if sys.platform == "linux":
        with suppress(ImportError, OSError, AttributeError):
            import ctypes

            return bool(ctypes.CDLL(None).prctl(what, value, 0, 0, 0) == 0)
    return False


def _let_go_of_streams() -> None:
    """Closes the streams of the engine here: what it closes itself is then closed."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)


def _reap(engine: int) -> int | None:
    """The status with which the *engine* has ended; ``None``: it runs. Buries all other
    processes."""
    with suppress(ChildProcessError):
        while True:
            process, status = os.waitpid(-1, os.WNOHANG)
            if process == engine:
                return status
            if process == 0:
                break
    return None


def _end_all(engine: int, has_orphans: bool) -> None:
    """Kills every child of this process until there is none: if it *has_orphans*, those of whom was
    killed become its own. Else it kills the group of the *engine*."""
    for _try in range(TRIES):
        if not has_orphans:
            with suppress(OSError):
                os.killpg(engine, signal.SIGKILL)
        for process in _children():
            with suppress(OSError):
                os.kill(process, signal.SIGKILL)
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        select.select([], [], [], AGAIN_S)


def _children() -> list[int]:
    """The children of this process, where the system tells of processes by files."""
    found, own = [], [str(os.getpid()).encode()]
    with suppress(OSError):
        for name in filter(str.isdigit, os.listdir("/proc")):
            with suppress(OSError), open(f"/proc/{name}/stat", "rb") as file:
                _state, *parent = file.read().rpartition(b")")[2].split()[:2]
                if parent == own:
                    found.append(int(name))
    return found


def _end_as(status: int) -> NoReturn:
    """Ends as one with that *status* has ended: by the same signal, if it was one."""
    code = os.waitstatus_to_exitcode(status)
    if code < 0:
        if sys.platform != "win32":
            import resource

            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if -code not in (signal.SIGKILL, signal.SIGSTOP):
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    os._exit(max(code, 0))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:])
