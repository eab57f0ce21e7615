"""Archives unfold within bounds, file by file and in all, and all within bounds is read."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from gipf_meta.records import archives, decoded_file
from gipf_meta.records.game_files import found_files

MEMBER = 1_000
"""Letters of each file."""


def read(folder: Path, members: int) -> list[str]:
    """The reason why each file of an archive of *members* is not read, or ``""``."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(members):
            archive.writestr(f"m{number}", "0" * MEMBER)
    (folder / "a.zip").write_bytes(content.getvalue())
    return [file.why for file in found_files([str(folder / "a.zip")])]


@pytest.mark.parametrize("members", [1, 2, 3, 4, 5, 20])
def test_no_more_is_unfolded_in_all_than_an_archive_may_hold(
    members: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archives, "LARGEST_IN_ALL", 3 * MEMBER)
    whys = read(tmp_path, members)
    assert whys[:3] == [""] * min(members, 3)
    assert len(whys) == min(members, 4), "the first that is refused is the last that is looked at"
    assert all("the archive unfolds to far too much" in why for why in whys[3:])


@pytest.mark.parametrize("more", [-1, 0, 1])
def test_a_file_in_an_archive_is_as_large_as_any_other_may_be(
    more: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decoded_file, "LARGEST_FILE", MEMBER - more)
    (why,) = read(tmp_path, 1)
    assert ("far too large" in why) is (more > 0)
