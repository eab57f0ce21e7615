"""Plays a first visit to a tab, in its runtime, when the tab is built.

    python building/first_visit.py PICTURES CODES MODULES

writes the prepared drawings, the code that Python compiles from text, and, as JSON, the names of
the files of all modules that the visit imports: a tab loads these first.
"""

from __future__ import annotations

import asyncio
import json
import marshal
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.web.parcels import do
from gipf_meta.web.tab import bots_worker, browser, later_files
from gipf_meta.web.tab.bytecode_cache import CODES
from gipf_meta.web.tab.prepared_drawings import prepare
from gipf_meta.web.tab.rooms_worker import Tab
from gipf_meta.web.thought_queue import TakeAnswer

NEEDED: Final = (bots_worker, browser, later_files)
"""The modules with which the workers begin."""

BOT_FIRST: Final = {"opponent": "beginner", "side": "1"}
"""The values in the form for a match: a bot begins."""
PAUSES: Final = 100
"""The turns of the loop within which a bot decides and its turn is played."""


class _Worker:
    """A worker of bots in this process; *tell* is called with its answers."""

    def __init__(self, tell: TakeAnswer) -> None:
        self._tell = tell

    def ask(self, parcel: bytes) -> None:
        """Does the work of *parcel* in a later turn of the loop."""
        asyncio.get_event_loop().call_soon(lambda: self._tell(do(parcel, self._tell)))

    def end(self) -> None:
        """Does nothing."""


async def visit(folder: Path) -> None:
    """Begins a match of each game, as a person at a page does, and waits for a bot's turn."""
    told = list[Any]()
    failures = list[object]()
    tab = Tab(
        folder / "library.sqlite",
        lambda _name, text: told.append(json.loads(text or "{}")),
        _Worker,
        None,
        failures.append,
    )
    await tab.open()
    tab.join("1")

    async def ask(**message: Any) -> None:
        id = f"visit-{len(told)}-{message.get('game', '')}"
        tab.receive("1", json.dumps({**message, "id": id}))
        while not any(id in (each.get("done"), each.get("refused")) for each in told):
            await asyncio.sleep(0)

    tab.receive("1", json.dumps({"do": "hello", "version": 1, "language": "en"}))
    for game in installed_plugins().games:
        about = {"game": game}
        await ask(do="open", screen="setup", about=about)
        screen = next(each["screen"] for each in reversed(told) if "screen" in each)
        fields = dict(_fields(screen["parts"]))
        fields |= {name: value for name, value in BOT_FIRST.items() if name in fields}
        await ask(do="submit", screen="setup", about=about, values=fields)
        going = [each["go"] for each in told if "go" in each]
        if going:
            room = going[-1].rpartition("/")[2]
            await ask(do="watch", room=room, since=0, want="scene")
            for _pause in range(PAUSES):
                await asyncio.sleep(0)
    tab.close()


def _fields(part: Any) -> Iterator[tuple[str, Any]]:
    """Yields the fields of a form with their values."""
    if isinstance(part, list):
        for each in part:
            yield from _fields(each)
    elif isinstance(part, Mapping):
        if {"name", "value"} <= part.keys():
            yield part["name"], part["value"]
        for each in part.values():
            yield from _fields(each)


def files_of_modules() -> list[str]:
    """Returns the files of all imported modules, relative to the library's folder."""
    library = Path(json.__file__).parents[1]
    origins = [getattr(module.__spec__, "origin", None) for module in [*sys.modules.values()]]
    paths = [Path(origin) for origin in origins if origin is not None]
    return sorted(str(path.relative_to(library)) for path in paths if library in path.parents)


async def main(pictures: Path, codes: Path, modules: Path) -> None:
    """Plays the visit, and writes the three files."""
    pictures.write_bytes(prepare())
    with TemporaryDirectory() as folder:
        await visit(Path(folder))
    codes.write_bytes(marshal.dumps(dict(sorted(CODES.items()))))
    modules.write_text(json.dumps(files_of_modules()), "utf-8")


if __name__ == "__main__":
    later = main(*map(Path, sys.argv[1:]))
