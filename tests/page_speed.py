"""How fast the page is: ``python -m tests.page_speed``. No test.

For Chromium and Firefox, medians in ms: from the page's arrival to the first board, from a move
that is played to its picture, from a key to its mark. Frames a second while five jumps are seen one
after the other, while the sand of six glasses runs, and while a review is refined. And what is
sent, gzipped.
"""

from __future__ import annotations

import argparse
import gzip
from collections.abc import Callable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from gipf_meta.web.page_files import page_files
from tests.web.browsers import PROGRAMS, Browser, Driver, Page
from tests.web.serving import serving
from tests.web.walking import BOARD, enter, keep, reach

ARRIVAL = "performance.getEntriesByType('navigation')[0].responseEnd"
PIECES = "document.querySelectorAll('#board .pieces > g').length"
FIRST_BOARD = """addEventListener('DOMContentLoaded', () => {
    const seen = new MutationObserver(() => {
        if (!document.querySelector('#board .place')) return;
        seen.disconnect();
        requestAnimationFrame(() => { window.firstBoard = performance.now() });
    });
    seen.observe(document.body, { childList: true, subtree: true });
})"""
MOVE = f"""(text) => new Promise((done) => {{
    const before = {PIECES};
    const seen = new MutationObserver(() => {{
        if ({PIECES} === before) return;
        seen.disconnect();
        requestAnimationFrame(() => done(performance.now() - begun));
    }});
    seen.observe(document.querySelector('#board .pieces'), {{ childList: true }});
    document.querySelector('#typed-text').value = text;
    const begun = performance.now();
    document.querySelector('#typed').requestSubmit();
}})"""
KEY = """() => {
    const begun = performance.now();
    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: 'n', bubbles: true}));
    document.activeElement.getBoundingClientRect();
    return performance.now() - begun;
}"""
MOVES = ("Gd2,a2", "Bd6,a3", "Wf4,a4", "Gf2,g1", "Bb2,g2")
"""Turns of ZÈRTZ after Wd4,a1: a marble and a ring each, and nothing to capture."""


FRAMES = """(ms) => new Promise((done) => {
    const begun = performance.now();
    let count = 0;
    const step = (now) => {
        count += 1;
        if (now - begun < ms) requestAnimationFrame(step);
        else done(1000 * count / (now - begun));
    };
    requestAnimationFrame(step);
})"""
FIVE_JUMPS = "x f3Gh3Wf5Gd5Bb3Wb1"
BEFORE_THEM = (
    "Bc4,a3", "Wh1,a2", "Ge5,g5", "Wg4,a5", "Wb2,c1", "Wf1,a4", "Wd2,b5", "We2,d8", "x d2Wf2",
    "x f1Wf3", "Gg3,h2",
)  # fmt: skip
"""Turns of ZÈRTZ on 48 rings after which a marble jumps five times."""
JUMPING_MS, SAND_MS, REVIEW_MS = 1200, 3000, 5000


def sent_bytes() -> list[int]:
    """The bytes that are sent until the first board, and later: gzipped."""
    page, files, _version = page_files()
    sizes = {name: len(gzip.compress(data, 9)) for name, data in files.items()}
    later = sizes.pop("later.js")
    for name in ("host.js", "ahead.js"):  # a first match needs none of them
        del sizes[name]
    return [len(gzip.compress(page, 9)) + sum(sizes.values()), later]


def frames_while_jumping(page: Page, folder: Path) -> float:
    """Frames a second while a marble jumps five times."""
    match = reach("zertz", {"board": "48"}, 2, 1, lambda match: True)
    for turn in BEFORE_THEM:
        match = match.play(turn)
    with serving(folder) as served:
        enter(page, served.told, keep(folder, match, "human", "human"))
        page.wait_until(BOARD)
        page.press(":")
        page.type(FIVE_JUMPS)
        page.press("Enter")
        return float(page.evaluate(FRAMES, JUMPING_MS))


def frames_while_sand_runs(page: Page, folder: Path) -> float:
    """Frames a second while the sand of all glasses of TAMSK runs."""
    match = reach("tamsk", {}, 2, 1, lambda match: len(match.top.turns()) > 12)
    with serving(folder) as served:
        enter(page, served.told, keep(folder, match, "human", "human"))
        page.wait_until(BOARD)
        page.wait_until("document.querySelector('dialog[open] .primary')")
        page.click("dialog[open] .primary")
        return float(page.evaluate(FRAMES, SAND_MS))


def frames_while_a_review_is_refined(page: Page, folder: Path) -> float:
    """Frames a second while verdicts replace those that were rough."""
    match = reach("zertz", {}, 2, 1, lambda match: len(match.top.turns()) > 20).resign(0)
    with serving(folder) as served:
        enter(page, served.told, keep(folder, match, "human", "human"))
        page.wait_until(BOARD)
        page.press("G")
        page.wait_for_text("Reviewed: 1 of", "#review")
        return float(page.evaluate(FRAMES, REVIEW_MS))


def first_board_ms(page: Page) -> float:
    """From the arrival of the page to its first board."""
    page.reload()
    page.wait_until("window.firstBoard")
    return float(page.evaluate(f"window.firstBoard - {ARRIVAL}"))


def move_ms(page: Page, turn: str) -> float:
    """From a move that is played to its picture."""
    place, ring = turn.split(",")
    took = float(page.evaluate(MOVE, place))
    page.wait_until("document.querySelector('#prompt').textContent.includes('emove')")
    page.press(":")
    page.type(ring)
    page.press("Enter")
    page.wait_until("document.querySelector('#prompt').textContent.includes('Place')")
    return took


def measure(browser: Browser, rounds: int) -> tuple[float, float, float]:
    """The medians of one browser: first board, move to picture, key to mark; in ms."""
    with TemporaryDirectory() as folder:
        begun = reach("zertz", {}, 2, 1, lambda match: True).play("Wd4").play("a1")
        room = keep(Path(folder), begun, "human", "human")
        with serving(Path(folder)) as served:
            page = browser.new_page()
            page.run_before_page(FIRST_BOARD)
            enter(page, served.told, room)
            page.wait_until(BOARD)
            boards = [first_board_ms(page) for _round in range(rounds)]
            moves = [move_ms(page, turn) for turn in MOVES]
            keys = [float(page.evaluate(KEY)) for _round in range(5 * rounds)]
            page.close()
    return median(boards), median(moves), median(keys)


FRAMED = (frames_while_jumping, frames_while_sand_runs, frames_while_a_review_is_refined)


def measure_frames(browser: Browser, count: Callable[[Page, Path], float]) -> float:
    """The result of *count* in a new page."""
    with TemporaryDirectory() as folder:
        page = browser.new_page()
        frames = count(page, Path(folder))
        page.close()
    return frames


def main() -> None:
    """Prints what is sent, and a line for each browser."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    asked = parser.parse_args()
    first, later = sent_bytes()
    print(f"sent, gzipped: {first:,} bytes until the first board, {later:,} later")
    print(f"{'':<10}{'first board':>12}{'move':>8}{'key':>8}   ms, medians{'frames a second':>20}")
    driver = Driver()
    for name in PROGRAMS:
        browser = Browser(driver, name)
        board, move, key = measure(browser, asked.rounds)
        frames = [measure_frames(browser, each) for each in FRAMED if name == "chromium"]
        seen = ", ".join(f"{each:.0f}" for each in frames)
        print(f"{name:<10}{board:12.0f}{move:8.1f}{key:8.2f}{seen:>28}")
        browser.close()
    driver.stop()


if __name__ == "__main__":
    main()
