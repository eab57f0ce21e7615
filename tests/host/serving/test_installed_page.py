"""The page of a host can be installed: its manifest, its icons, and the link to them."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from gipf_meta.host.serving import installed_page
from gipf_meta.host.serving.installed_page import WIDTHS, icon, manifest, page_to_install
from gipf_meta.render.svg import PngUnavailable
from gipf_meta.web.page_files import page_files
from tests.host.hosting import visited
from tests.web.test_page_files import MOST_BYTES_AT_FIRST

PNG = b"\x89PNG\r\n\x1a\n"
LATER = {"later.js", "later.css", "host.js", "ahead.js", "grains.svg"}


async def test_the_page_of_a_host_names_a_manifest_whose_addresses_all_answer(
    tmp_path: Path,
) -> None:
    async with visited(f"sqlite:///{tmp_path / 'rooms.sqlite'}") as host:
        async with host.client.get(host.url) as answer:
            page = await answer.text()
            assert "manifest-src 'self'" in answer.headers["Content-Security-Policy"]
        assert page.count('<link rel="manifest" href="manifest.webmanifest" />') == 1
        async with host.client.get(host.url / "manifest.webmanifest") as answer:
            assert answer.content_type == "application/manifest+json"
            about = await answer.json()
        assert (about["display"], about["start_url"], about["scope"]) == ("standalone", "./", "./")
        kinds = dict[str, bytes]()
        for each in about["icons"]:
            async with host.client.get(host.url / each["src"]) as answer:
                assert (answer.status, answer.content_type) == (200, each["type"])
                kinds[each["sizes"]] = await answer.read()
        assert kinds["any"].startswith(b"<svg")
        assert kinds["512x512"].startswith(PNG)
        async with host.client.get(host.url / "icon-9999.png") as answer:
            assert answer.status == 404


def test_a_host_that_draws_no_png_names_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(text: str, width: int) -> bytes:
        raise PngUnavailable

    monkeypatch.setattr(installed_page, "png", fail)
    icon.cache_clear()
    manifest.cache_clear()
    try:
        assert "page/icon.svg" in manifest()
        assert "png" not in manifest()
    finally:
        icon.cache_clear()
        manifest.cache_clear()


def test_the_icons_have_a_ground_of_their_own() -> None:
    """A device shows black where an icon is not drawn."""
    drawn = icon(WIDTHS[0])
    assert drawn.startswith(PNG)
    assert int.from_bytes(drawn[16:20], "big") == WIDTHS[0]


def test_a_page_that_can_be_installed_is_no_larger_than_any_may_be() -> None:
    sent = [page_to_install(), *(d for n, d in page_files().by_name.items() if n not in LATER)]
    assert sum(len(gzip.compress(data, 9)) for data in sent) <= MOST_BYTES_AT_FIRST
