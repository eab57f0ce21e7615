"""LYNGK for gipf_meta."""

from __future__ import annotations

from gipf_meta import AnyGame, hookimpl
from gipf_meta_lyngk.game import Lyngk


@hookimpl
def games() -> list[type[AnyGame]]:
    """The game this plugin brings."""
    return [Lyngk]
