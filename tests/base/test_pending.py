"""Pending values are given up after the step that may fail, never before it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from gipf_meta.base.pending import Noted
from tests.parsed import parsed

ROOT = Path(__file__).parents[2] / "gipf_meta"
FOLDERS = ("deeds", "desk", "host", "hub", "rooms", "web")

TAKEN = {
    "host/metrics.py __enter__": "a measurement inside another one",
    "host/group_commit.py announce": "what is not told is found by the next poll",
    "host/group_commit.py commit": "each that cannot be kept is lost, which is said",
    "host/identity/ways.py checked": "it is put back when the block ends",
    "hub/audience.py take_drawn": "what is sent to a link that is gone is never sent",
    "hub/inquiries.py take_thoughts": "the caller starts each, whatever becomes of the others",
    "hub/lesson_rooms.py _tell": "what is told next is compared with it, in memory",
    "hub/held_commands.py judge_again": "each waits again at once, in memory",
    "rooms/slow_time.py emit_rests": "it is put back where the event after them is refused",
    "rooms/room.py take_emitted": "where they cannot be kept the room is read again",
    "rooms/room.py take_failure": "it fails again as soon as it is asked again",
    "web/connections.py feed_data": "the rest of a frame, in memory",
    "web/driver.py _note_held": "it is compared with a clock",
    "web/tab/rooms_worker.py _undo_unstored": "all pages come back",
    "web/tab/rooms_worker.py _write_once": "what cannot be kept is refused, and all begins anew",
    "web/thought_queue.py _finish": "its timer is stopped",
}
"""Methods that take pending values before these are dealt with, and why none can be lost.
Anywhere else it is ``Noted``."""


def taken(tree: ast.AST, function: str = "") -> Iterator[str]:
    """The functions in which an attribute is replaced in the moment in which it is taken."""
    for node in ast.iter_child_nodes(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield from taken(node, name)
                continue
            case ast.Assign(
                targets=[ast.Tuple(elts=[_, ast.Attribute(attr=given)])],
                value=ast.Tuple(elts=[ast.Attribute(attr=found), _]),
            ) if given == found:
                yield function
        yield from taken(node, function)


def test_nothing_is_taken_before_it_was_dealt_with() -> None:
    found = {
        f"{path.relative_to(ROOT)} {function}"
        for folder in FOLDERS
        for path in (ROOT / folder).rglob("*.py")
        for function in taken(parsed(path))
    }
    assert found - {*TAKEN} == set()


def test_a_method_that_takes_before_it_deals_is_found() -> None:
    code = (
        "def tell(self):\n    changed, self._changed = self._changed, set()\n    self.ask(changed)"
    )
    assert [*taken(ast.parse(code))] == ["tell"]


def test_noted_things_stay_until_a_step_deals_with_them() -> None:
    noted = Noted[str]()
    noted.note("a", "b")
    noted.note("a")
    assert noted.first(1) == ["b"]
    with suppress(ZeroDivisionError), noted.dealt_with() as things:
        assert things == ["b", "a"]
        assert not noted
        noted.note("c")
        raise ZeroDivisionError
    assert noted.first(9) == ["b", "a", "c"]
    with noted.dealt_with():
        noted.note("d")
    assert noted.first(9) == ["d"]
    assert "d" in noted
    noted.forget("d")
    assert not noted
