"""The keeper of an engine: a process that starts the engine, and ends all that the engine has
started.

It ends them when the engine has ended, in whatever way, and when nobody holds the other end of its
pipe any more: that closes with the program that wants the engine, even one that is killed. Linux
gives the keeper every process whose parent is gone, so none gets away, whatever session it has made
for itself; elsewhere the keeper ends the group.

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
"""Numbers of ``prctl``: the signal to a process when its parent ends; the adoption of its
orphans."""
AGAIN_S = 0.01
"""The seconds between two tries to kill processes whose parents have just ended."""
TRIES = 200
"""The number of tries; a process that may not be killed, for another user runs it, is left."""


def main(wanted: int, begun: int, memory_mb: int, words: list[str]) -> NoReturn:
    """Runs the engine of these *words* until the pipe *wanted* ends.

    The engine may have *memory_mb* megabytes (0: as it likes). Writes a line into the pipe *begun*:
    the engine has started, or the number of the system's error. Ends with the status of the engine.
    """
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
    """A copy of *pipe* for this process alone, by a low number: ``select`` knows no high ones."""
    own = os.dup(pipe)
    os.close(pipe)
    return own


def _become(fails: int, memory_mb: int, words: list[str]) -> NoReturn:
    """Makes this process the engine. On failure writes the error into the pipe *fails*."""
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
    """Calls ``prctl``; returns whether the system is Linux, and grants the call."""
    if sys.platform == "linux":
        with suppress(ImportError, OSError, AttributeError):
            import ctypes

            return bool(ctypes.CDLL(None).prctl(what, value, 0, 0, 0) == 0)
    return False


def _let_go_of_streams() -> None:
    """Closes the streams of the engine here, so that they are closed as soon as the engine closes
    them."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)


def _reap(engine: int) -> int | None:
    """The status with which the *engine* has ended; ``None``: it runs. Reaps all other children."""
    with suppress(ChildProcessError):
        while True:
            process, status = os.waitpid(-1, os.WNOHANG)
            if process == engine:
                return status
            if process == 0:
                break
    return None


def _end_all(engine: int, has_orphans: bool) -> None:
    """Kills every child of this process until there is none.

    *has_orphans*: the children of a killed process become children of this one. Otherwise kills the
    group of the *engine*, too.
    """
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
    """The children of this process, where the system lists processes as files."""
    found, own = [], [str(os.getpid()).encode()]
    with suppress(OSError):
        for name in filter(str.isdigit, os.listdir("/proc")):
            with suppress(OSError), open(f"/proc/{name}/stat", "rb") as file:
                _state, *parent = file.read().rpartition(b")")[2].split()[:2]
                if parent == own:
                    found.append(int(name))
    return found


def _end_as(status: int) -> NoReturn:
    """Ends this process with *status*: by the same signal, if it was one."""
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
