"""The folder of the tab, built once, and a tab that is loaded once for all walks in it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from building.tab import BuildError, build_tab
from tests.web.browsers import SIZE, Browser, Driver
from tests.web.tab.loaded import DESK, LoadedTab


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


@pytest.fixture(scope="session", params=["chromium", "firefox"])
def loaded(
    request: pytest.FixtureRequest,
    driver: Driver,
    tab_folder: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[LoadedTab]:
    """The tab of each browser in turn, loaded once; its server is stopped."""
    browser = Browser(driver, request.param)
    yield LoadedTab(browser, tab_folder, tmp_path_factory.mktemp("tab"))
    browser.close()


@pytest.fixture
def tab(loaded: LoadedTab) -> LoadedTab:
    """The tab at its launcher, which has logged no error so far."""
    loaded.page.resize(*SIZE)
    loaded.page.evaluate("location.hash = ''")
    loaded.page.wait_until(DESK)
    loaded.page.errors.clear()
    return loaded
