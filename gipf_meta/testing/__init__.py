"""The conformance kit: with it the author of a game proves the game.

The public names are imported at their first use, because pytest loads this package in every
session.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gipf_meta.testing.checking import check
    from gipf_meta.testing.conformance import GameConformance
    from gipf_meta.testing.trial.findings import Finding

__all__ = ["Finding", "GameConformance", "check"]

_PLACES = {"Finding": "trial.findings", "GameConformance": "conformance", "check": "checking"}


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_PLACES[name]}"), name)
