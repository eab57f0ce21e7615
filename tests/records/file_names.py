"""Names that no file can be saved under, and the faces in which people give one."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import gipf_meta as gm
from gipf_meta import api
from gipf_meta.match.match import Match
from gipf_meta.plain.saving import Saving
from gipf_meta.records.models import RecordError
from gipf_meta.records.writer import to_record
from gipf_meta.tui.screens.dialogs import MatchFile
from tests.plain import lines
from tests.small_games.finding import find
from tests.small_games.wager import Wager

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
    """Saves by ``Match.save`` of the library, and returns its answer."""
    try:
        api.new_match(Wager()).play("claim").save(name)
    except RecordError as error:
        return str(error)
    return "Saved."


def load_by_door(name: str) -> str:
    """Loads by ``gipf_meta.load``, and returns its answer."""
    try:
        gm.load(name, games=(Wager,))
    except RecordError as error:
        return str(error)
    return "Loaded"


def save_line_by_line(name: str) -> str:
    """Saves in a match line by line, then plays on; returns the output."""
    line, terminal = (
        lines.open_line(lines.Found(finder=find)),
        lines.pipe(f"save {' '.join(name.splitlines())}", "allow", "resign"),
    )
    lines.begin(line, match_of_wager(), ["human", "human"], ["Ann", "Bob"])
    said = lines.said_at(terminal)
    assert (lines.play(line, terminal), lines.table(line).over is not None) == (0, True), said
    assert lines.table(line).match.top.steps[1].text == "allow"
    return lines.said_at(terminal)


def save_at_a_host(name: str) -> str:
    """Saves a match at a host by somebody who joined it; returns the output."""
    record = to_record(match_of_wager(), ())
    far: Any = SimpleNamespace(is_far=True, local_room=None, record=lambda: record)
    terminal = lines.pipe()
    Saving(far, terminal).save(name)
    return lines.said_at(terminal)


def save_in_the_dialog(name: str) -> str:
    """Saves as the dialog and the line of the terminal do; returns the text that it shows."""
    try:
        return f"Saved in {MatchFile(match_of_wager(), ()).write(name, 'light')}."
    except gm.GipfMetaError as error:
        return str(error)


FACES: Final[dict[str, Callable[[str], str]]] = {
    "door": save_by_door,
    "lines": save_line_by_line,
    "join": save_at_a_host,
    "terminal": save_in_the_dialog,
}
"""Ways to save a match under a name, by face; each returns the answer of the face."""
