"""Whole public archives of boardspace.net, where somebody has them (they are not ours to pass on).

``GIPF_META_ARCHIVES=FOLDER`` names a folder with a folder for each game, called by its id, of files
and zips as the site makes them: ``FOLDER/zertz/games/archive-2007/games-May-8-2007.zip``.
"""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from typing import Final

import pytest

from gipf_meta.plugins.loading import load_plugins
from gipf_meta.records.game_files import found_files
from gipf_meta.records.text_formats import FoundGame, read_games

ARCHIVES: Final = Path(os.environ.get("GIPF_META_ARCHIVES", "/nowhere"))
FOLDERS: Final = sorted(ARCHIVES.glob("*/")) if ARCHIVES.is_dir() else []
MOST_CUT: Final = 0.002
"""The share of all games that may be cut short: some files are damaged, or older than a rule."""


@pytest.mark.soak
@pytest.mark.skipif(not FOLDERS, reason="GIPF_META_ARCHIVES names no folder with archives")
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_nearly_every_game_is_legal_to_its_last_turn(folder: Path) -> None:
    installed = load_plugins()
    readers = [installed.readers[f"boardspace-{folder.name}"]]
    count: Counter[str] = Counter()
    for file in found_files([str(folder)]):
        for found in read_games(file.text, readers, installed.find, file.name):
            if isinstance(found, FoundGame):
                count["cut" if found.cut else "whole"] += 1
                count["contradicted"] += bool(found.doubt)
    assert count["whole"] > 0
    assert count["cut"] <= MOST_CUT * count["whole"]
    assert count["contradicted"] <= MOST_CUT * count["whole"]
