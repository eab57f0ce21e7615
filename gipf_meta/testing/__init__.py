"""The conformance kit: with it the author of a game proves the game.

A plugin whose game is extended by others can bring a kit of its own: its laws raise ``Broken``,
``NotAsked`` and ``Advised``, and ``add_test`` and ``report`` make tests of them.

The public names are imported at their first use, because pytest loads this package in every
session.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gipf_meta.base.timelimit import TookTooLong, time_limit
    from gipf_meta.testing.checking import GameConformance, add_test, check, report
    from gipf_meta.testing.reader_laws import ReaderConformance, check_reader
    from gipf_meta.testing.trial.findings import Advised, Broken, Finding, NotAsked, need

__all__ = [
    "Advised",
    "Broken",
    "Finding",
    "GameConformance",
    "NotAsked",
    "ReaderConformance",
    "TookTooLong",
    "add_test",
    "check",
    "check_reader",
    "need",
    "report",
    "time_limit",
]

_PLACES = {
    "Advised": "trial.findings",
    "Broken": "trial.findings",
    "Finding": "trial.findings",
    "GameConformance": "checking",
    "NotAsked": "trial.findings",
    "ReaderConformance": "reader_laws",
    "TookTooLong": "trial.findings",
    "add_test": "checking",
    "check": "checking",
    "check_reader": "reader_laws",
    "need": "trial.findings",
    "report": "checking",
    "time_limit": "trial.findings",
}


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_PLACES[name]}"), name)
