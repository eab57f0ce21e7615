"""Drawings that take long and never change, made when the tab is built, in its own runtime."""

from __future__ import annotations

import pickle
from importlib.resources import files
from typing import Any, Final

from gipf_meta.base.texts import language_names, spoken
from gipf_meta.desk.context import Context
from gipf_meta.desk.first_duel import frames_of_story, has_first_duel
from gipf_meta.desk.launcher import launcher
from gipf_meta.hub.hub import Hub
from gipf_meta.library.settings import Settings
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.rooms.ledger import MemoryLedger

NAME: Final = "prepared.pickle"


def prepare() -> bytes:
    """Returns the cache ``Context.known`` of a launcher in all languages, pickled: pictures, faults
    of games, the story of the first duel."""
    installed = installed_plugins()
    context = Context(installed, None, Settings(), Hub(MemoryLedger(), installed.find))
    for language in language_names():
        with spoken(language):
            launcher(context, {})
            if has_first_duel(context):
                frames_of_story(context)
    return pickle.dumps(context.known)


def read_prepared() -> dict[tuple[object, ...], Any]:
    """Returns the prepared cache for ``Context.known``; ``{}`` outside a built tab."""
    path = files("gipf_meta.web.tab") / NAME
    found: dict[tuple[object, ...], Any] = pickle.loads(path.read_bytes()) if path.is_file() else {}
    return found
