"""Parcels: work for another worker, pickled, and its answer.

Both workers are of one build, so anything that can be pickled may be sent. A flag
(``threading.Event``) is not sent: a flag that the worker set is set here when the answer is opened.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from io import BytesIO
from threading import Event
from typing import Any, Final


class Parcel:
    """The work *run*, pickled as ``content``, and the way to open its answer.

    *run* is called with a callback that takes parts of the answer. Raises ``pickle.PicklingError``
    and the like for work that cannot be pickled.
    """

    def __init__(self, run: Callable[[Callable[[Any], object]], Any]) -> None:
        buffer = BytesIO()
        packer = _Packer(buffer, pickle.HIGHEST_PROTOCOL)
        packer.dump(run)
        self.content = buffer.getvalue()
        self._flags = packer.flags

    def open(self, answer: bytes) -> Callable[[], Any]:
        """Returns a function that returns the result of the work, or raises its error; sets the
        flags that the work has set."""
        is_error, found, flags = pickle.loads(answer)
        for number in flags:
            self._flags[number].set()

        def tell() -> Any:
            if is_error:
                raise found
            return found

        return tell


PART: Final = b"+"
"""The first byte of a part of an answer."""


def open_part(message: bytes) -> Any | None:
    """Returns the part of an answer in *message*; ``None`` if it is the whole answer."""
    return pickle.loads(message[len(PART) :]) if message.startswith(PART) else None


def do(parcel: bytes, tell: Callable[[bytes], object]) -> bytes:
    """Does the work of *parcel*, the content of a ``Parcel``; returns its answer, or its error, as
    bytes.

    *tell* is called with each part of the answer that comes before.
    """

    def tell_part(part: Any) -> None:
        tell(PART + pickle.dumps(part, pickle.HIGHEST_PROTOCOL))

    unpacker = _Unpacker(BytesIO(parcel))
    try:
        found, is_error = unpacker.load()(tell_part), False
    except BaseException as error:  # any error is sent back to the caller
        found, is_error = error, True
    flags = [number for number, flag in unpacker.flags.items() if flag.is_set()]
    try:
        answer = pickle.dumps((is_error, found, flags), pickle.HIGHEST_PROTOCOL)
        pickle.loads(answer)
    except Exception:  # for example an error whose arguments do not fit its class
        found = RuntimeError(f"{type(found).__name__}: {found}" if is_error else repr(found))
        answer = pickle.dumps((True, found, flags), pickle.HIGHEST_PROTOCOL)
    return answer


class _Packer(pickle.Pickler):
    """Writes the number of each flag in its place."""

    def __init__(self, buffer: BytesIO, protocol: int) -> None:
        super().__init__(buffer, protocol)
        self.flags: list[Event] = []

    def persistent_id(self, thing: Any) -> int | None:
        if not isinstance(thing, Event):
            return None
        for number, flag in enumerate(self.flags):
            if flag is thing:
                return number
        self.flags.append(thing)
        return len(self.flags) - 1


class _Unpacker(pickle.Unpickler):
    """Makes a new flag for each number."""

    def __init__(self, buffer: BytesIO) -> None:
        super().__init__(buffer)
        self.flags: dict[int, Event] = {}

    def persistent_load(self, number: int) -> Event:
        return self.flags.setdefault(number, Event())
