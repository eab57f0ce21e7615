"""Everything that is kept where one person plays alone: as a file, and its deletion."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from gipf_meta.base.json_text import read_json
from gipf_meta.desk.context import Context
from gipf_meta.library.erasing import erase_everything
from gipf_meta.library.saved_drafts import board_files
from gipf_meta.library.settings import Settings
from gipf_meta.library.store import Library, LibraryError
from gipf_meta.practice.keeping import MemoryKeeper
from gipf_meta.records.record_files import to_data


def everything_here(context: Context) -> str:
    """The settings, the matches, the boards and the practice as JSON; a match that cannot be read
    has the sentence why. Raises ``LibraryError``."""
    library = context.library
    everything = {
        "settings": asdict(context.settings),
        "matches": [] if library is None else _matches(library),
        "boards": [] if library is None else _boards(library),
        "practice": [each.model_dump(mode="json") for each in context.practice.entries()],
    }
    return json.dumps(everything, ensure_ascii=False, indent=1) + "\n"


def _matches(library: Library) -> list[dict[str, Any]]:
    matches: list[dict[str, Any]] = []
    for entry in sorted(library.entries(), key=lambda each: each.id):
        about = {"number": entry.id, "begun": entry.begun, "changed": entry.changed}
        try:
            matches.append({**about, "record": to_data(library.record(entry.id))})
        except LibraryError as error:
            matches.append({**about, "why_not": str(error)})
    return matches


def _boards(library: Library) -> list[Any]:
    boards = []
    for path in board_files(library):
        try:
            boards.append(read_json(path.read_text("utf-8")))
        except (OSError, ValueError):
            continue
    return boards


def delete_everything(context: Context) -> None:
    """Closes all rooms, deletes the library's matches, boards and practice, and resets the
    settings. Raises ``LibraryError``."""
    for entry in [*context.hub.open_rooms]:
        context.hub.close_room(entry.state.id)
    if context.library is not None:
        erase_everything(context.library)
    else:
        context.practice = MemoryKeeper()
    context.keep_settings(Settings())
