"""Options of pytest for ``GameConformance``. Loaded in every session, so it imports nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the options ``--gipf-games`` and ``--gipf-seed`` to pytest."""
    group = parser.getgroup("gipf_meta", "examining games of gipf_meta")
    group.addoption(
        "--gipf-games",
        dest="gipf_games",
        type=int,
        default=None,
        help="how many random games GameConformance plays for each count of seats",
    )
    group.addoption(
        "--gipf-seed",
        dest="gipf_seed",
        type=int,
        default=None,
        help="the seed of those games",
    )
