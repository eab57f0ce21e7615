"""Contains a plugin's accidents while it is loaded: the program goes on, and names the plugin.

Plugins are trusted code: nothing here stops one that means harm. It contains accidents. A crash of
the interpreter cannot be contained, so the next start says which plugin was loading.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from pathlib import Path

import platformdirs

from gipf_meta.base.files import regular
from gipf_meta.base.sentences import one_line
from gipf_meta.base.stops import CtrlC, raise_ctrl_c


@contextmanager
def contain_interrupts() -> Iterator[None]:
    """Raises ``RuntimeError`` for a ``KeyboardInterrupt`` that its block raises by itself.

    Ctrl-C raises ``KeyboardInterrupt`` as ever, or ``CtrlC`` where that is told apart.
    """
    # other threads hear no signals, and a shell has programs in the background ignore this one
    in_main_thread = threading.current_thread() is threading.main_thread()
    before = signal.getsignal(signal.SIGINT) if in_main_thread else signal.SIG_IGN
    if before not in (signal.default_int_handler, signal.SIG_IGN, raise_ctrl_c):
        yield
        return
    is_pythons = before is signal.default_int_handler
    if is_pythons:
        signal.signal(signal.SIGINT, raise_ctrl_c)
    try:
        yield
    except CtrlC as error:
        raise (KeyboardInterrupt if is_pythons else error) from None
    except KeyboardInterrupt as error:
        raise RuntimeError("it raised KeyboardInterrupt") from error
    finally:
        if is_pythons:
            signal.signal(signal.SIGINT, signal.default_int_handler)


@contextmanager
def keep_streams() -> Iterator[None]:
    """Gives the program its own streams back after its block, whatever stands in ``sys`` then."""
    streams = {name: vars(sys).get(name) for name in ("stdin", "stdout", "stderr")}
    try:
        yield
    finally:
        vars(sys).update(streams)


def keep_streams_open() -> None:
    """Makes ``close`` of the program's own streams do no more than ``flush``."""
    for stream in (sys.__stdin__, sys.__stdout__, sys.__stderr__):
        if isinstance(stream, TextIOWrapper):
            vars(stream)["close"] = stream.flush


# ---- crashes -----------------------------------------------------------------------------------


def crash_folder() -> Path:
    """The folder of the marks: a file for each program that loads a plugin now, or crashed then."""
    return platformdirs.user_state_path("gipf-meta", appauthor=False) / "loading"


@contextmanager
def mark_loading(plugin: str) -> Iterator[None]:
    """Marks that *plugin* is loading, for a program that ends in the block.

    The mark is locked as long as this program lives. Where it cannot be made, nothing is marked.
    """
    lock = mark = None
    with suppress(ImportError, OSError):
        import fcntl

        folder = crash_folder()
        folder.mkdir(parents=True, exist_ok=True)
        # nobody may see the mark before it is locked
        fresh = folder / f".{os.getpid()}"
        lock = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        os.write(lock, plugin.encode("utf-8", "replace"))
        mark = fresh.rename(folder / str(os.getpid()))
    try:
        yield
    finally:
        with suppress(OSError):
            if mark is not None:
                mark.unlink(missing_ok=True)
            if lock is not None:
                os.close(lock)


def take_crashed_plugins() -> list[str]:
    """The plugins that were loading when a program crashed; each crash is returned once."""
    names: list[str] = []
    with suppress(ImportError, OSError):
        import fcntl

        for mark in sorted(crash_folder().glob("[0-9]*")):
            with (
                suppress(OSError),
                open(mark, encoding="utf-8", errors="replace", opener=regular) as file,
            ):
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)  # OSError: that program lives
                mark.unlink()  # OSError: it has loaded the plugin just now, and taken the mark away
                names.append(one_line(file.read(1000), 100))
    return list(dict.fromkeys(names))
