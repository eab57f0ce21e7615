"""The pack of modules that a first visit does not need; the first import of one fetches it."""

from __future__ import annotations

import importlib
import json
import sys
import zlib
from collections.abc import Callable, Sequence
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType
from typing import Any, Final

NAMES: Final = "rest.json"
"""The file, beside this one, with the names of all modules in the pack."""
GZIP: Final = 31
"""The ``wbits`` of ``zlib`` for gzip."""


class _RestFinder:
    """Finds modules in a pack; at the first of its *names*, fetches and unpacks it to *place*."""

    def __init__(self, names: Sequence[str], fetch: Callable[[], bytes], place: Path) -> None:
        self._names, self._fetch, self._place = frozenset(names), fetch, place

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Returns the spec of *name*; ``None`` unless it is in the pack, not fetched so far."""
        if name not in self._names:
            return None
        self._names = frozenset[str]()
        unpack(zlib.decompress(self._fetch(), GZIP), self._place)
        importlib.invalidate_caches()
        return PathFinder.find_spec(name, path, target)


def unpack(pack: bytes, place: Path) -> None:
    """Writes the files of a *pack* below *place*, as ``packs.js`` does."""
    at = 4 + int.from_bytes(pack[:4])
    for name, size in json.loads(pack[4:at]):
        path = place / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(pack[at : at + size])
        at += size


def install(fetch: Any) -> None:
    """Lets Python import the modules of the pack that *fetch*, a JavaScript function, returns."""
    names = json.loads(Path(__file__).with_name(NAMES).read_text("utf-8"))
    place = Path(importlib.__file__).parents[1]
    finder = _RestFinder(names, lambda: bytes(fetch().to_bytes()), place)
    sys.meta_path.append(finder)
