"""What takes long to draw and never changes, drawn when the tab is built, in its own runtime."""

from __future__ import annotations

import pickle
from importlib.resources import files
from typing import Any, Final

from gipf_meta.base.texts import language_names, spoken
from gipf_meta.desk.context import Context
from gipf_meta.desk.launcher import launcher
from gipf_meta.hub.hub import Hub
from gipf_meta.library.settings import Settings
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.rooms.ledger import MemoryLedger

NAME: Final = "prepared.pickle"


def prepare() -> bytes:
    """What the launcher looks for once, in all languages: pictures, what is wrong with games."""
    installed = installed_plugins()
    context = Context(installed, None, Settings(), Hub(MemoryLedger(), installed.find))
    for language in language_names():
        with spoken(language):
            launcher(context, {})
    return pickle.dumps(context.known)


def read_prepared() -> dict[tuple[object, ...], Any]:
    """What was prepared for ``Context.known``; nothing outside a built tab."""
    path = files("gipf_meta.web.tab") / NAME
    found: dict[tuple[object, ...], Any] = pickle.loads(path.read_bytes()) if path.is_file() else {}
    return found
