"""A process that attacks one target until its time is over, and the watchdog of its inputs.

The input that is being fed stands in memory that the watchdog shares: it survives a worker that
crashes, hangs or runs out of memory.
"""

from __future__ import annotations

import hashlib
import mmap
import multiprocessing as mp
import os
import resource
import struct
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final

from gipf_meta.base.clock import RealClock, cpu_ms
from gipf_meta.base.errors import GipfMetaError
from tests.fuzz.targets import TARGETS, Broken, check_refusal

CORPUS: Final = Path(__file__).parents[1] / "corpus"
MEMORY_MIB: Final = 300
"""The most memory that one input may add."""
ADDRESSES: Final = 4 << 30
"""The most address space of a worker, in bytes."""
PATIENCE: Final = 4
"""The factor by which the wall clock may exceed the limit of processor time: others work, too."""
SHARED: Final = 64 << 20
HEAD: Final = struct.Struct("<QQQ")  # inputs so far, refusals so far, length of the input


@dataclass
class Report:
    """The report of one worker: *failures* are sentences, each with the file of its input."""

    target: str
    inputs: int = 0
    refused: int = 0
    failures: list[str] = field(default_factory=list)


def failure_of(target: str, content: bytes) -> str | None:
    """The fault that shows when *content* is fed to *target*; ``None``: no fault."""
    before, begun = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, cpu_ms()
    why = None
    try:
        TARGETS[target].feed(content)
    except GipfMetaError as error:
        try:
            check_refusal(error)
        except Broken as broken:
            why = str(broken)
    except Broken as broken:
        why = str(broken)
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise
        place = traceback.extract_tb(error.__traceback__)[-1]
        why = (
            f"{type(error).__name__} in {Path(place.filename).name}:{place.lineno}: {error!s:.200}"
        )
    took = cpu_ms() - begun
    more = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024
    if why is None and took > TARGETS[target].ms:
        why = f"it took {took:.0f} ms; {TARGETS[target].ms} are allowed"
    if why is None and more > MEMORY_MIB:
        why = f"it took {more} MiB of memory; {MEMORY_MIB} are allowed"
    return why


def keep(target: str, content: bytes) -> Path:
    """Writes an input that failed into the corpus; returns its file."""
    path = CORPUS / target / hashlib.sha256(content).hexdigest()[:16]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path


def attack(target: str, seed: int, ends_ms: int, report: Report, most: int) -> None:
    """Attacks *target* until the clock shows *ends_ms*, with workers that may die, and fills in
    *report*; stops after *most* failures."""
    clock, seen, lives = RealClock(), set[str](), 0
    while clock.now_ms() < ends_ms and len(report.failures) < most:
        lives += 1
        with mmap.mmap(-1, SHARED) as shared:
            receive, send = mp.Pipe(duplex=False)
            # forked, so that the memory is shared
            worker = mp.get_context("fork").Process(
                target=_work, args=(target, f"{seed} {target} {lives}", ends_ms, shared, send)
            )
            worker.start()
            send.close()
            why = _watch(worker, shared, receive, TARGETS[target].ms * PATIENCE)
            inputs, refused, length = HEAD.unpack_from(shared)
            content = shared[HEAD.size : HEAD.size + length]
        report.inputs += inputs
        report.refused += refused
        if why is not None and (kind := why[:60]) not in seen:
            seen.add(kind)
            report.failures.append(f"{why} ({keep(target, content)})")


def _watch(worker: mp.Process, shared: mmap.mmap, receive: Any, patience_ms: int) -> str | None:
    """Waits for the end of *worker*; what went wrong, or ``None``."""
    clock, count = RealClock(), -1
    since = clock.now_ms()
    while True:
        worker.join(0.2)
        if receive.poll() or not worker.is_alive():
            worker.join()
            try:
                return str(receive.recv())
            except EOFError:
                status = worker.exitcode
                return f"the process ended with status {status}" if status else None
        now = HEAD.unpack_from(shared)[0]
        if now != count:
            count, since = now, clock.now_ms()
        elif clock.now_ms() - since > patience_ms:
            worker.kill()
            worker.join()
            return f"it took longer than {patience_ms} ms by the wall clock"


def _work(target: str, seed: str, ends_ms: int, shared: mmap.mmap, send: Any) -> None:
    """Feeds inputs until one fails, which is sent, or the time is over."""
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESSES, ADDRESSES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    os.nice(5)  # the watchdog comes first
    rng, clock, inputs, refused = Random(seed), RealClock(), 0, 0
    make: Callable[[Random], bytes] = TARGETS[target].make
    while clock.now_ms() < ends_ms:
        content = make(rng)[: SHARED - HEAD.size]
        shared[HEAD.size : HEAD.size + len(content)] = content
        HEAD.pack_into(shared, 0, inputs, refused, len(content))
        why = failure_of(target, content)
        inputs += 1
        if why is not None:
            HEAD.pack_into(shared, 0, inputs, refused, len(content))
            send.send(why)
            return
    HEAD.pack_into(shared, 0, inputs, refused, 0)
