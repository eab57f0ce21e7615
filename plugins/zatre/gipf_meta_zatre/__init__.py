"""Zatre, and a score pad for the real board, for gipf_meta. Unofficial."""

from __future__ import annotations

from gipf_meta import AnyGame, hookimpl
from gipf_meta_zatre.game import Zatre
from gipf_meta_zatre.pad import ZatrePad

__all__ = ["Zatre", "ZatrePad", "games"]


@hookimpl
def games() -> list[type[AnyGame]]:
    """The games this plugin brings."""
    return [Zatre, ZatrePad]
