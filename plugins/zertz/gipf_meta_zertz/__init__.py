"""ZÈRTZ for gipf_meta."""

from __future__ import annotations

from gipf_meta import AnyGame, Reader, SgfReader, boardspace_reader, hookimpl
from gipf_meta_zertz.game import Zertz
from gipf_meta_zertz.zertz3d import ZERTZ3D
from gipf_meta_zertz.zertz_app import ZEN


@hookimpl
def games() -> list[type[AnyGame]]:
    """The game this plugin brings."""
    return [Zertz]


@hookimpl
def readers() -> list[Reader | SgfReader]:
    """The readers of records of ZÈRTZ from elsewhere."""
    return [boardspace_reader(Zertz), ZEN, ZERTZ3D]
