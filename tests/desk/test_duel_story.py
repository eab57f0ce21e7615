"""The story of the first duel: pictures and captions that are made from the record, of any game."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace
from importlib.metadata import EntryPoint
from random import Random
from typing import Any

import pytest

from gipf_meta.desk.context import Face
from gipf_meta.desk.duel_story import LONGEST, MOST_TURNS
from gipf_meta.library.store import Library
from gipf_meta.match.match import Match
from gipf_meta.plugins.loading import Installed, installed_plugins, installed_points, load_plugins
from gipf_meta.plugins.playable import playable_showcase
from gipf_meta.records.models import Seat
from gipf_meta.records.record_files import dumps
from gipf_meta.records.writer import to_record
from tests.desk.conftest import Page, new_page, parts
from tests.web.walking import POTENTIALS, legal, may_challenge, reach

pytestmark = pytest.mark.needs("gipf", "zertz")

MOST_BYTES = 30_000
SECONDS = 11, 15

Frames = list[dict[str, Any]]


def story(page: Page) -> Frames:
    """The frames that the desk answers with."""
    (frames,) = (
        answer["story"] for answer in page.send(do="open", screen="story") if "story" in answer
    )
    return json.loads(json.dumps(frames))  # as a page gets them


def captions(frames: Frames) -> list[str]:
    """The captions, in order."""
    return [frame["words"] for frame in frames if frame["words"]]


def boards(frames: Frames) -> list[dict[str, Any]]:
    """The elements of the board that each frame shows."""
    shown: dict[int, dict[str, Any]] = {}
    every = []
    for frame in frames:
        before = shown.get(frame["depth"], {})
        now = {key: one for key, one in before.items() if key not in frame["gone"]}
        shown[frame["depth"]] = now | frame["set"]
        every.append(shown[frame["depth"]])
    return every


def stranger(monkeypatch: pytest.MonkeyPatch, match: Match) -> None:
    """Lets the showcase be one whose recorded duel is in *match*."""
    show = playable_showcase(installed_plugins())
    assert show is not None
    record = dumps(to_record(match, (Seat(name="Ann"), Seat(name="Ben"))))
    other = replace(show, first_duel=record)
    monkeypatch.setattr(Installed, "showcase", lambda installed: other)


def fought(options: dict[str, str], seed: int) -> Match:
    """A match that goes on for some decisions after its duel, all by lot."""
    rng, match = Random(seed), reach("gipf", options, 2, seed, may_challenge).play("challenge")
    while len(match.sessions) > 1:
        match = match.play(rng.choice(legal(match)))
    for _decision in range(3):
        match = match.play(rng.choice(legal(match)))
    return match


def test_it_goes_from_an_announcement_over_a_duel_to_what_was_announced(page: Page) -> None:
    frames = story(page)
    assert captions(frames) == [
        "Mia announces a jump of the ZÈRTZ-potential on d6.",
        "You doubt it.",
        "A duel in ZÈRTZ decides.",
        "Mia won the duel in ZÈRTZ: 1 white marble.",
        "The jump from d6 is saved.",
        "Mia makes the jump to d4.",
        "Mia takes c3, d4, e5, f5 off the board and captures b2, g5, h5.",
    ]
    assert [frame["depth"] for frame in frames] == [0, 0, 0, 1, 1, 1, 1, 1, 0, 0, 0]
    assert [frame["answers"] for frame in frames if "answers" in frame] == [
        [["Allow", False], ["Challenge to a duel in ZÈRTZ", False]],
        [["Allow", False], ["Challenge to a duel in ZÈRTZ", True]],
    ]


def test_each_motion_begins_and_ends_with_what_is_seen(page: Page) -> None:
    frames = story(page)
    every = boards(frames)
    assert "way:d4" in every[0], "the arrow of the announced jump"
    jumped, left = every[-2:]
    assert "way:d4" not in jumped
    assert {"piece:d4", "piece:b2", "piece:h5"} <= jumped.keys()
    assert not {"piece:d4", "piece:b2", "piece:h5"} & left.keys()
    (jump,), (row,) = (frame["moved"]["motions"] for frame in frames[-2:])
    assert [(way["start"], way["end"]) for way in jump["ways"]] == [("d6", "d4")]
    assert {way["start"] for way in row["taken"]} >= {"b2", "g5", "h5"}
    assert "pieces" not in jump
    assert "pieces" not in row


def test_it_takes_some_twelve_seconds_and_few_bytes(page: Page) -> None:
    frames = story(page)
    least, most = SECONDS
    assert least <= sum(frame["ms"] for frame in frames) / 1000 <= most
    assert len(gzip.compress(json.dumps(frames).encode())) <= MOST_BYTES
    kinds = {key.partition(":")[0] for frame in frames for key in frame["set"]}
    assert kinds == {"board", "under", "point", "piece", "mark", "way"}, "nothing that is chosen"


def test_the_first_picture_is_the_rows_and_tells_it_all(page: Page) -> None:
    (hero,) = (part for part in parts(page.open("launcher")) if part.get("look") == "large")
    picture, frames = hero["rows"][0]["picture"], story(page)
    assert picture["name"] == " ".join(captions(frames))
    first = frames[0]["set"]
    assert picture["box"] == first["board"]["box"]
    assert first["way:d4"]["markup"] in picture["markup"]
    assert picture["markup"].count("<g transform") >= len(first) - 2


@pytest.mark.parametrize("face", ["terminal", "lines"])
def test_a_terminal_has_no_picture_of_it(page: Page, face: Face) -> None:
    page.context.face = face
    assert '"picture"' not in json.dumps(page.open("launcher"))


@pytest.mark.parametrize(("options", "seed"), [(POTENTIALS, 11)])
def test_a_strangers_duel_is_told_like_ours(
    library: Library, monkeypatch: pytest.MonkeyPatch, options: dict[str, str], seed: int
) -> None:
    """The story goes with any game that is fought, and with any end."""
    stranger(monkeypatch, fought(options, seed))
    page = new_page(library, installed_plugins())
    frames = story(page)
    depths = [frame["depth"] for frame in frames]
    assert depths[:3] == [0, 0, 0]
    assert depths[-1] == 0
    assert 2 <= depths.count(1) <= MOST_TURNS + 1
    said = captions(frames)
    assert "Mia announces" in said[0]
    assert said[1] == "You doubt it."
    assert said[2].startswith("A duel in ")
    assert "duel in" in said[3]
    assert len(said) >= 5
    assert all(len(words) <= LONGEST or words.count(".") == 1 for words in said)
    assert any("moved" in frame for frame in frames)


def every_but(name: str) -> list[EntryPoint]:
    """The plugins that are installed here, without the one of that *name*."""
    return [point for point in installed_points() if point.name != name]


def test_without_a_duel_there_is_no_story(library: Library) -> None:
    page = new_page(library, load_plugins(every_but("zertz")))
    why = page.why(page.send(do="open", screen="story"))
    assert why == "No installed plugin has a first duel to play."
