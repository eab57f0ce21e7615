"""A process that thinks for a server: parcels come in on standard input, answers go out on standard
output.

Each frame is its length in four bytes, and so many bytes. The process ends at once with its input,
and so with its server.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import BinaryIO, Final

from gipf_meta.base.garbage import collect_seldom
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.web.parcels import do

LENGTH_BYTES: Final = 4
"""The number of bytes of a frame's length, the most significant one first."""
NICENESS: Final = 5
"""The niceness of the process: the server comes before bots."""


def read_frame(source: BinaryIO) -> bytes:
    """Returns the content of the next frame; ``b""`` at the end."""
    length = int.from_bytes(source.read(LENGTH_BYTES), "big")
    return source.read(length)


def frame_of(content: bytes) -> bytes:
    """Returns the frame with that *content*."""
    return len(content).to_bytes(LENGTH_BYTES, "big") + content


def main() -> None:
    """Does the work of each parcel, until the input ends."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    collect_seldom()
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # where a plugin may print
    parcels: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_read_parcels, args=(parcels,), daemon=True).start()
    installed_plugins()  # now, so that the first answer does not wait for it

    def tell(content: bytes) -> None:
        answers.write(frame_of(content))
        answers.flush()

    with suppress(BrokenPipeError, KeyboardInterrupt):
        while True:
            tell(do(parcels.get(), tell))


def _read_parcels(parcels: SimpleQueue[bytes]) -> None:
    """Queues the parcels from standard input; ends the process when the input ends."""
    while parcel := read_frame(sys.stdin.buffer):
        parcels.put(parcel)
    os._exit(0)


if __name__ == "__main__":
    main()
