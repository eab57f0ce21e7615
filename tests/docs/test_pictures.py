"""The pictures of the documentation show what the program draws today, and all are used."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from docs import challenge_picture, page_screens
from docs.draw import FOLDER, PICTURES, Picture, draw_pictures
from docs.screens import MATCHES, begin_match, is_challenge_due
from docs.screens import PICTURE as SCREENS
from gipf_meta import Turn
from gipf_meta.match.session import Session

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])


@cache
def drawn() -> dict[str, str]:
    """Today's pictures, by the names of their files."""
    return dict(draw_pictures())


def used(page: Path) -> list[tuple[str, Path]]:
    """The pictures of a page: the alternative text of each, and its file."""
    found = re.findall(r"!\[(.*?)\]\((\S+?)\)", page.read_text(encoding="utf-8"), re.DOTALL)
    return [(words, (page.parent / target).resolve()) for words, target in found]


USED = [(page, words, file) for page in PAGES for words, file in used(page)]


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.name)
def test_a_picture_is_what_is_drawn_today(picture: Picture) -> None:
    name = f"{picture.name}.svg"
    assert (FOLDER / name).read_text(encoding="utf-8") == drawn()[name], "run `make pictures`"


def test_no_picture_is_left_that_nobody_draws() -> None:
    assert {file.name for file in FOLDER.iterdir()} == {
        *drawn(),
        SCREENS.name,
        page_screens.PICTURE.name,
        *challenge_picture.PICTURES.values(),
    }


@pytest.mark.slow
def test_the_matches_of_the_screens_are_where_their_keys_expect_them() -> None:
    """Four wait for somebody, the last of them for an answer to a power; two are over."""
    shown = [begin_match(played) for played in MATCHES]
    assert [match.result is None for match in shown] == [True] * 4 + [False] * 2
    assert [is_challenge_due(match.top) for match in shown] == [False] * 3 + [True] + [False] * 2


def first_letters(session: Session) -> set[str]:
    """The first letters of the legal moves."""
    game, state, now = session.game, session.state, session.status
    assert isinstance(now, Turn)
    return {game.format(state, move)[0] for move in game.turn_moves(state, now.seat)}


@pytest.mark.slow
def test_the_matches_of_the_pages_screens_are_where_their_clicks_expect_them() -> None:
    """A placement, a capture that is due, two powers that may be challenged."""
    middle, capture, _gipf, jump, move = (
        begin_match(played).top for played in page_screens.MATCHES[:5]
    )
    placing, capturing = (first_letters(top) for top in (middle, capture))
    assert placing == {*"WGB"}
    assert capturing == {"x"}
    assert is_challenge_due(jump)
    assert is_challenge_due(move)
    assert "a jump" in jump.view(None).prompt
    assert "an extra move" in move.view(None).prompt


def test_every_picture_is_on_a_page() -> None:
    assert {file for _, _, file in USED} >= {FOLDER / name for name in drawn()}


@pytest.mark.parametrize(
    ("page", "words", "file"), USED, ids=[f"{page.stem}-{file.stem}" for page, _, file in USED]
)
def test_a_picture_on_a_page_exists_and_is_told_in_words(
    page: Path, words: str, file: Path
) -> None:
    assert file.is_file(), f"{page.name} shows {file}, which is not there"
    assert len(words.split()) >= 5, f"{page.name} does not say what {file.name} shows"
