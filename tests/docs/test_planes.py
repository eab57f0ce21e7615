"""The page of planes and numbers is made from the games."""

from __future__ import annotations

from docs.planes import PAGE, page


def test_the_page_of_planes_is_as_the_games_say() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "make planes writes it"
