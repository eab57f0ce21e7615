"""The conformance kit: what the author of a game uses to prove it.

These are the public names; they are fetched when they are asked for, because pytest loads this
package in every session.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gipf_meta.testing.checking import check
    from gipf_meta.testing.conformance import GameConformance
    from gipf_meta.testing.findings import Finding

__all__ = ["Finding", "GameConformance", "check"]

_PLACES = {"Finding": "findings", "GameConformance": "conformance", "check": "checking"}


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_PLACES[name]}"), name)
