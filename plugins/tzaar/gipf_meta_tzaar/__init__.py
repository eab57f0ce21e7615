"""TZAAR for gipf_meta."""

from __future__ import annotations

from gipf_meta import AnyGame, SgfReader, boardspace_reader, hookimpl
from gipf_meta_tzaar.game import Tzaar
from gipf_meta_tzaar.little_golem import LITTLE_GOLEM


@hookimpl
def games() -> list[type[AnyGame]]:
    """Returns the game that this plugin adds."""
    return [Tzaar]


@hookimpl
def readers() -> list[SgfReader]:
    """Returns the readers of files with games of TZAAR, one for each site."""
    return [boardspace_reader(Tzaar), LITTLE_GOLEM]
