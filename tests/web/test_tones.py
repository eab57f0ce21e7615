"""The sounds of the page are those of wood, glass and sand: how they ring, and die away."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.web.browsers import Page
from tests.web.serving import serving_here

pytestmark = pytest.mark.slow

MEASURE = Path(__file__).with_name("measure_sound.js").read_text("utf-8").partition("*/")[2].strip()
"""JavaScript: renders a sound without playing it, and measures it."""


class Range(NamedTuple):
    """From *least* to *most*."""

    least: float
    most: float

    def has(self, value: float) -> bool:
        return self.least <= value <= self.most


WOOD, GLASS = Range(250, 2000), Range(2000, 6500)
"""Where the middle of the spectrum of a struck block of wood lies, and of a marble, in Hz."""
SINGLE = {
    "click": Range(900, 4500),
    "disc": WOOD,
    "marble": GLASS,
    "ring": Range(900, 3500),
    "tile": Range(1100, 3800),
}
"""Single strokes, and the middle of their spectra, in Hz."""
SEVERAL = {
    "stack": WOOD,
    "push": WOOD,
    "capture": WOOD,
    "capture_marble": GLASS,
    "row": WOOD,
    "row_marble": Range(1000, 6500),
    "row_ring": Range(500, 3500),
    "row_tile": Range(500, 3800),
    "row_bell": Range(400, 1600),
    "hourglass": Range(1200, 9000),
    "duel": Range(60, 500),
    "duel_over": Range(60, 900),
    "duel_won": Range(60, 1200),
    "duel_lost": Range(60, 900),
    "duel_drew": Range(60, 900),
    "turn": Range(500, 2000),
    "won": Range(400, 1600),
    "lost": Range(200, 900),
    "drew": Range(200, 900),
    "low": Range(5000, 13_000),
}
"""Sounds of several strokes, or of sand."""


def measured(page: Page, name: str) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate(MEASURE, name)
    return found


def test_the_sounds_are_those_of_wood_glass_and_sand(page: Page, tmp_path: Path) -> None:
    with serving_here(tmp_path) as served:
        page.go(served.told)
        page.wait_until("document.body.dataset.screen === 'launcher'")
        found = {name: measured(page, name) for name in (*SINGLE, *SEVERAL)}
        page.close()
    for name, middle in (SINGLE | SEVERAL).items():
        sound = found[name]
        assert middle.has(sound["centroid"]), (name, sound)
        assert Range(0.02, 0.9).has(sound["loudest"]), (name, sound)
    for name in SINGLE:
        sound = found[name]
        assert Range(40, 200).has(sound["ends_ms"]), (name, sound)
        assert sound["rises_ms"] <= 12, (name, "a stroke begins at once", sound)
    glass = found["marble"]
    assert glass["flatness"] < 0.1, ("glass rings", glass)
    modes = [peak for peak in glass["peaks"] if peak > 1800]
    assert len(modes) >= 3, ("glass has several modes", glass)
    parts = [mode / modes[0] % 1 for mode in modes[1:4]]
    assert all(0.1 < part < 0.9 for part in parts), ("no mode is a multiple of the lowest", glass)
    wood = found["disc"]
    assert wood["ends_ms"] < glass["ends_ms"], "wood is soon silent"
    assert wood["centroid"] < glass["centroid"] / 2, "wood is deep"
    sand = found["low"]
    assert sand["flatness"] > 0.12, ("sand is noise", sand)
    assert sand["flatness"] > 5 * max(glass["flatness"], found["won"]["flatness"])
    assert sand["rises_ms"] > 12, ("sand is not struck", sand)


def test_every_event_has_a_sound_of_its_own(page: Page, tmp_path: Path) -> None:
    with serving_here(tmp_path) as served:
        page.go(served.told)
        page.wait_until("document.body.dataset.screen === 'launcher'")
        names = page.evaluate(
            """async () => {
                const later = await import(document.querySelector("link[rel=modulepreload]").href);
                const { soundOf, sounds } = later.tones_js;
                const kinds = ["disc", "marble", "ring", "tile", "hourglass"];
                return {
                    all: Object.keys(sounds),
                    set: kinds.map((kind) => soundOf("set", kind)),
                    rows: ["disc", "marble", "ring", "tile"].map((kind) => soundOf("row", kind)),
                    duels: ["won", "lost", "drew", null].map((you) => soundOf("duel_over", you)),
                    others: ["stack", "push", "row", "duel", "turn", "won", "lost", "drew"]
                        .map((event) => soundOf(event, "disc")),
                };
            }"""
        )
        page.close()
    assert set(names["all"]) == {*SINGLE, *SEVERAL}, "each is measured above"
    assert len(set(names["set"])) == len(names["set"])
    for several in ("rows", "duels", "others"):
        assert len(set(names[several])) == len(names[several]), several


def test_a_row_is_heard_piece_by_piece_and_rises(page: Page, tmp_path: Path) -> None:
    """As many tones as pieces, each higher than the one before."""
    with serving_here(tmp_path) as served:
        page.go(served.told)
        page.wait_until("document.body.dataset.screen === 'launcher'")
        heard, tones = page.evaluate(
            """async () => {
                const later = await import(document.querySelector("link[rel=modulepreload]").href);
                const { heardIn, heardBetween, playInto } = later.tones_js;
                const pieces = new Map(["a", "b", "c", "d"].map((at) => [at, { kind: "marble" }]));
                const row = [...pieces.keys()];
                const taken = row.map((start) => ({ start, end: "", over: [] }));
                const tones = [];
                const { createOscillator } = BaseAudioContext.prototype;
                BaseAudioContext.prototype.createOscillator = function () {
                    const made = createOscillator.apply(this);
                    const { start } = made;
                    made.start = (at) => (tones.push([at, made.frequency.value]), start.call(made, at));
                    return made;
                };
                playInto(new OfflineAudioContext(1, 44100, 44100), "row_marble", 0, 4);
                BaseAudioContext.prototype.createOscillator = createOscillator;
                const heard = [
                    heardIn({ row, taken }, pieces, new Map()),
                    heardIn({ taken: taken.slice(1, 2) }, pieces, new Map()),
                    heardBetween(pieces, new Map(), { motions: [{ row, taken }] }),
                    heardBetween(pieces, new Map([...pieces].slice(1))),
                ];
                return [heard, tones];
            }"""  # noqa: E501
        )
        page.close()
    row = [["row", "marble", 4]]
    assert heard == [row, [["capture", "marble", 1]], row, [["capture", "marble", 1]]]
    by_time: dict[float, float] = {}
    for at, frequency in tones:
        by_time[at] = min(frequency, by_time.get(at, frequency))
    lowest = [by_time[at] for at in sorted(by_time)]
    assert len(lowest) == 4
    assert lowest == sorted(set(lowest)), "each is higher than the one before"
