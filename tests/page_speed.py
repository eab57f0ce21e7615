"""How fast the page is: ``python -m tests.page_speed``. No test.

For Chromium and Firefox, medians in ms: from the page's arrival to the first board, from a move
that is played to its picture, from a key to its mark. And the size of the page's modules, gzipped.
"""

from __future__ import annotations

import argparse
import gzip
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from gipf_meta.web.page_files import FOLDER, join_modules
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


def modules_bytes() -> int:
    """The size of the page's modules as they are served: joined, gzipped."""
    return len(gzip.compress(join_modules(FOLDER).main.encode(), 9))


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


def main() -> None:
    """Prints the size of the modules, and a line for each browser."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    asked = parser.parse_args()
    print(f"modules, gzipped: {modules_bytes():,} bytes")
    print(f"{'':<10}{'first board':>12}{'move':>8}{'key':>8}   ms, medians")
    driver = Driver()
    for name in PROGRAMS:
        browser = Browser(driver, name)
        board, move, key = measure(browser, asked.rounds)
        print(f"{name:<10}{board:12.0f}{move:8.1f}{key:8.2f}")
        browser.close()
    driver.stop()


if __name__ == "__main__":
    main()
