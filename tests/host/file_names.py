"""Names that no file can be saved under, and the faces in which people give one."""

from __future__ import annotations

import os
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import gipf_meta as gm
from gipf_meta import api
from gipf_meta.base.clock import StillClock
from gipf_meta.match.match import Match
from gipf_meta.online.joined_match import JoinedMatch
from gipf_meta.plain.play import PlainGame
from gipf_meta.plain.terminal import Line
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.records.models import RecordError
from gipf_meta.table.players import Player
from gipf_meta.table.table import Table
from gipf_meta.tui.screens.save_dialog import SaveDialog
from tests.host.conftest import find
from tests.host.wager import Wager

BAD_NAMES: Final = {
    "~nosuch/x.json": "nobody has the folder ~nosuch here",
    f"{'x' * 300}.json": "File name too long",
    "a\0b.json": "is no name of a file: it has a character that no name can have",
    "\ud800.json": "is no name of a file: it has a character that no name can have",
    "locked/x.json": "Permission denied",
    "folder.json": "",  # what is there already: said in other words where it is read
    "pipe.json": "",
    "null.json": "",
    "loop.json": "Too many levels of symbolic links",
    "file.json/x.json": "",
}
"""Each name, as said in a folder that ``furnish`` made, with words of the sentence on it."""


def furnish(folder: Path) -> None:
    """Puts what a name may meet into *folder*."""
    (folder / "folder.json").mkdir()
    (folder / "locked").mkdir(mode=0)
    (folder / "file.json").touch()
    os.mkfifo(folder / "pipe.json")
    (folder / "null.json").symlink_to("/dev/null")
    (folder / "loop.json").symlink_to("loop.json")


def match_of_wager() -> Match:
    return Match.begin(Wager(), 2, find, 1).play("claim")


def save_by_door(name: str) -> str:
    """What ``Match.save`` of the library says."""
    try:
        api.new_match(Wager()).play("claim").save(name)
    except RecordError as error:
        return str(error)
    return "Saved."


def load_by_door(name: str) -> str:
    """What ``gipf_meta.load`` says."""
    try:
        gm.load(name, games=(Wager,))
    except RecordError as error:
        return str(error)
    return "Loaded"


def save_line_by_line(name: str) -> str:
    """What a match line by line says, in which somebody saves and then plays on."""
    out = StringIO()
    table = Table(match_of_wager(), [Player("Ann"), Player("Bob")], StillClock())
    line = name.replace("\n", " ")
    typed = StringIO(f"save {line}\nallow\nresign\n")
    status = PlainGame(table, load_plugins([]), Line(typed, out)).run()
    assert (status, table.over is not None) == (0, True), out.getvalue()
    assert table.match.top.steps[1].text == "allow"
    return out.getvalue()


def save_at_a_host(name: str) -> str:
    """What a match at a host says when somebody who joined it saves it."""
    out = StringIO()
    replica: Any = SimpleNamespace(match=match_of_wager(), seats=(), id="r", room=None)
    nothing: Any = None
    joined = JoinedMatch(nothing, replica, Line(StringIO(), out), nothing)
    joined._shown["save"](name)
    return out.getvalue()


def save_in_the_dialog(name: str) -> str:
    """What the dialog of the terminal says under its line."""
    dialog = SaveDialog(match_of_wager(), ())
    dialog._picture = lambda _path: b"<svg/>"  # type: ignore[method-assign]  # asks the interface
    try:
        return f"Saved in {dialog._write(name)}."
    except gm.GipfMetaError as error:
        return str(error)


FACES: Final[dict[str, Callable[[str], str]]] = {
    "door": save_by_door,
    "lines": save_line_by_line,
    "join": save_at_a_host,
    "terminal": save_in_the_dialog,
}
"""What each face says when a match is saved under a name."""
