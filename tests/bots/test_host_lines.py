"""Lines of a host while one of the engines thinks: to stop, to quit, and the end of input."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from queue import SimpleQueue
from threading import Event

import pytest

from gipf_meta.bots.host_lines import HostLines

SOON_S = 60
"""The most seconds to wait for a flag, on a very busy machine."""


def heard(*said: str) -> tuple[HostLines, list[tuple[str, Event]]]:
    """The lines of a host that has *said* all these, of which none is answered."""
    with open(os.devnull, "w") as output:
        lines = HostLines(said, output)
        return lines, [*iter(lines.next, None)]


def test_stop_ends_the_oldest_search_that_is_not_answered() -> None:
    says = SimpleQueue[str]()
    with open(os.devnull, "w") as output:
        lines = HostLines(iter(says.get, ""), output)
        for line in ("legal", "go", "go", "stop", "hello 1"):
            says.put(line)
        _legal, first, second, _hello = (lines.next() for _line in range(4))
        assert first is not None
        assert second is not None
        assert (first[1].is_set(), second[1].is_set()) == (True, False)
        lines.note_answered()
        lines.note_answered()
        for line in ("stop", "hello 1", ""):
            says.put(line)
        lines.next()
        assert second[1].is_set()


def test_nobody_ends_a_search_for_ever_when_no_line_follows() -> None:
    _lines, ((_forever, ends), (_go, goes_on), _hello) = heard(
        "go forever", "go positions 9", "hello 1"
    )
    assert ends.wait(SOON_S)
    assert not goes_on.is_set()


def test_quit_ends_every_search_and_nothing_is_answered_any_more() -> None:
    begun = SimpleQueue[None]()

    def says() -> Iterator[str]:
        yield "go"
        yield "go"
        begun.get()
        yield "quit"

    with open(os.devnull, "w") as output:
        lines = HostLines(says(), output)
        searching = lines.next()
        assert searching is not None
        begun.put(None)
        assert searching[1].wait(SOON_S)
        assert lines.next() is None


@pytest.mark.skipif(sys.platform == "win32", reason="it does not tell who reads a pipe")
def test_a_search_ends_when_nobody_reads_any_more() -> None:
    reader, writer = os.pipe()
    with open(writer, "w") as output:
        lines = HostLines(["go positions 1000000"], output)
        search = lines.next()
        assert search is not None
        os.close(reader)
        assert search[1].wait(SOON_S)
