"""Work for another worker as bytes, and its answer as bytes.

Both workers are of one build, so whatever can be pickled travels. A flag (``threading.Event``)
stays where it is: a flag that was set over there is set here when the answer is opened.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from io import BytesIO
from threading import Event
from typing import Any, Final


class Parcel:
    """The work *run* as ``content``, and what opens the answer to it, and parts of it before.

    *run* gets what tells such a part. Raises ``pickle.PicklingError`` and the like for work that
    cannot be sent.
    """

    def __init__(self, run: Callable[[Callable[[Any], object]], Any]) -> None:
        buffer = BytesIO()
        packer = _Packer(buffer, pickle.HIGHEST_PROTOCOL)
        packer.dump(run)
        self.content = buffer.getvalue()
        self._flags = packer.flags

    def open(self, answer: bytes) -> Callable[[], Any]:
        """What returns, or raises, what the work has come to; notes the flags that it has set."""
        is_error, found, flags = pickle.loads(answer)
        for number in flags:
            self._flags[number].set()

        def tell() -> Any:
            if is_error:
                raise found
            return found

        return tell


PART: Final = b"+"
"""What a part of an answer begins with."""


def open_part(message: bytes) -> Any | None:
    """The part of an answer in *message*; ``None`` if it is the whole answer."""
    return pickle.loads(message[len(PART) :]) if message.startswith(PART) else None


def do(parcel: bytes, tell: Callable[[bytes], object]) -> bytes:
    """Does the work in the content of a ``Parcel``; returns the answer to it, errors too.

    *tell* gets each part of the answer that comes before.
    """

    def tell_part(part: Any) -> None:
        tell(PART + pickle.dumps(part, pickle.HIGHEST_PROTOCOL))

    unpacker = _Unpacker(BytesIO(parcel))
    try:
        found, is_error = unpacker.load()(tell_part), False
    except BaseException as error:  # whoever waits for it is told, whatever it is
        found, is_error = error, True
    flags = [number for number, flag in unpacker.flags.items() if flag.is_set()]
    try:
        answer = pickle.dumps((is_error, found, flags), pickle.HIGHEST_PROTOCOL)
        pickle.loads(answer)
    except Exception:  # an error whose arguments are not those of its class, say
        found = RuntimeError(f"{type(found).__name__}: {found}" if is_error else repr(found))
        answer = pickle.dumps((True, found, flags), pickle.HIGHEST_PROTOCOL)
    return answer


class _Packer(pickle.Pickler):
    """Sends the number of a flag in place of the flag."""

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
    """Makes a flag of its own for each number."""

    def __init__(self, buffer: BytesIO) -> None:
        super().__init__(buffer)
        self.flags: dict[int, Event] = {}

    def persistent_load(self, number: int) -> Event:
        return self.flags.setdefault(number, Event())
