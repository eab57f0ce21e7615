"""The folder of the tab, built once."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from building.tab import BuildError, build_tab


@pytest.fixture(scope="session")
def tab_folder() -> Path:
    """The folder that ``make tab`` writes; the test is skipped where it cannot be written."""
    lacking = [name for name in ("node", "npm") if shutil.which(name) is None]
    if lacking:
        pytest.skip(f"Tests of the tab were skipped: there is no {' and no '.join(lacking)}.")
    try:
        return build_tab()
    except BuildError as error:
        pytest.skip(f"Tests of the tab were skipped: {error}")
