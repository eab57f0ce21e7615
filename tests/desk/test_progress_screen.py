"""Progress: curves of ratings and accuracy, results by opponent, as parts and as a picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

import pytest

from gipf_meta.desk.progress_curves import accuracy_by_month, accuracy_by_phase, progress_curves
from gipf_meta.desk.progress_picture import progress_svg
from gipf_meta.desk.progress_screen import results_by_opponent
from gipf_meta.desk.puzzle_book import PuzzleBook
from gipf_meta.library.statistics import Outcome
from gipf_meta.library.store import LibraryEntry
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.practice.entries import Reviewed, Tried
from gipf_meta.practice.keeping import MemoryKeeper
from gipf_meta.practice.practice import Practice
from gipf_meta.protocol.puzzles import Puzzle
from tests.desk.conftest import Page, new_page, parts, texts_of
from tests.puzzles_of_zertz import give_puzzles

pytestmark = pytest.mark.needs("zertz")
NOVEMBER, DECEMBER = 1_794_500_000_000, 1_797_500_000_000  # in 2026

REVIEWS = (
    Reviewed(at_ms=NOVEMBER, match="a", game="zertz", turns=(2, 2, 0), accuracy=(180, 100, 0)),
    Reviewed(at_ms=DECEMBER, match="b", game="zertz", turns=(1, 1, 2), accuracy=(90, 50, 160)),
)
TRIES = (
    Tried(at_ms=NOVEMBER, puzzle="zertz-1"),
    Tried(at_ms=NOVEMBER + 1, puzzle="zertz-2", wrong=1),
    Tried(at_ms=DECEMBER, puzzle="zertz-3"),
)


@pytest.fixture
def puzzles(monkeypatch: pytest.MonkeyPatch) -> Sequence[Puzzle]:
    """The puzzles of ZÈRTZ."""
    return give_puzzles(monkeypatch, installed_plugins())


def practice() -> Practice:
    """The practice of somebody who has taken three puzzles and reviewed two matches."""
    rated = PuzzleBook.of(installed_plugins()).rated
    return Practice.of([*TRIES, *REVIEWS], rated)


def test_accuracy_is_that_of_the_turns() -> None:
    assert accuracy_by_month(REVIEWS) == {"2026-11": 70, "2026-12": 75}
    assert accuracy_by_phase(REVIEWS) == [90, 50, 80]
    assert accuracy_by_phase([]) == [0, 0, 0]


@pytest.mark.usefixtures("puzzles")
def test_curves_are_those_that_were_measured() -> None:
    made = [*progress_curves(practice(), {"zertz": "ZÈRTZ"})]
    assert [curve.title for curve in made] == [
        "Rating by puzzles",
        "Accuracy by month",
        "Accuracy by phase",
    ]
    rating, month, phase = made
    assert len(rating.values) == 3
    assert rating.low <= min(rating.values) <= max(rating.values) <= rating.high
    assert month.words == "2026-11: 70 %, 2026-12: 75 %."
    assert phase.words == "opening: 90 %, middle: 50 %, end: 80 %."
    assert not [*progress_curves(Practice(), {})]


@pytest.mark.usefixtures("puzzles")
def test_picture_is_sound_whatever_is_missing() -> None:
    results: dict[str, Counter[Outcome]] = {
        "Bob <b>": Counter({"won": 3, "lost": 1}),
        "x" * 40: Counter({"drawn": 2}),
    }
    for curves, found in (
        ([*progress_curves(practice(), {})], results),
        ([], {}),
    ):
        drawn = progress_svg(curves, found, "Progress")
        root = ElementTree.fromstring(drawn)
        assert root.tag.endswith("svg")
        assert "var(--" not in drawn
        told = " ".join(root.itertext())
        assert ("Bob <b>" in told) == bool(found)
        assert ("will stand here" in told) == (not curves)


def test_empty_progress_says_what_will_stand_there(page: Page) -> None:
    texts = " ".join(texts_of(page.open("progress")))
    assert "Here will stand your rating" in texts
    assert "Here will stand whom you have played" in texts


@pytest.mark.usefixtures("puzzles")
@pytest.mark.parametrize("face", ["page", "terminal", "lines"])
def test_each_face_has_its_curves(face: str) -> None:
    page = new_page(None, installed_plugins())
    page.context.face = face  # type: ignore[assignment]
    page.context.practice = MemoryKeeper([*TRIES, *REVIEWS])
    screen = page.open("progress")
    pictures = [part for part in parts(screen) if part["part"] == "picture"]
    assert len(pictures) == (3 if face == "page" else 0)
    texts = [*texts_of(screen)]
    assert any(text.startswith("Your rating by puzzles is ") for text in texts)
    blocks = [text for text in texts if text and not text.strip("▁▂▃▄▅▆▇█")]
    assert bool(blocks) == (face == "terminal")


def test_results_are_counted_by_opponent() -> None:
    def entry(names: str, kinds: str, winners: tuple[int, ...]) -> LibraryEntry:
        about = 1, "zertz", tuple(names.split()), 3, True, "?", "", ""
        return LibraryEntry(*about, tuple(kinds.split()), winners, "goal")

    entries = [
        entry("Ann Bob", "human human", (0,)),
        entry("Bob Ann", "human human", (0,)),
        entry("Bob Cid", "human human", (0,)),
        entry("Ann expert", "human expert", ()),
    ]
    found = results_by_opponent(entries, installed_plugins().games, "Ann")
    (bot,) = found.keys() - {"Bob"}
    assert found == {"Bob": {"won": 1, "lost": 1}, bot: {"drawn": 1}}


def test_statistics_are_written_as_a_picture(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from gipf_meta.cli import run

    file = tmp_path / "progress.svg"
    assert run(["library", "stats", "--svg", str(file)]) == 0
    assert ElementTree.fromstring(file.read_text()).tag.endswith("svg")
    assert run(["library", "stats", "--svg", str(file)]) == 2
    assert "exists already" in capsys.readouterr().err
    assert run(["library", "stats", "--svg", "-"]) == 0
    assert capsys.readouterr().out.startswith("<svg")
