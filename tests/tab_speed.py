"""How fast a tab without a server is: ``python -m tests.tab_speed``. No test.

For Chromium and Firefox: seconds from the address to the first screen and to the first board, the
first time and when the browser has the files; the reply of a bot at each level, in TAMSK with the
time that it needs to react; the memory of the browser. And the size of the folder, and of what a
first visit fetches. Run it on an idle machine.
"""

from __future__ import annotations

import argparse
import gzip
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from building.tab import build_tab
from gipf_meta.base.clock import RealClock
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.protocol.game import title_of
from tests.web.browsers import PROGRAMS, Browser, BrowserError, Driver, Page
from tests.web.tab.serving import static

DESK = "() => !!document.querySelector('#screen .desk')"
BOARD = "() => !!document.querySelector('#board .place')"
TURN = "document.querySelectorAll('#turn-list li').length > 0"
READY = "document.querySelector('dialog[open] .primary')"
"""The button of the question whether time may run."""
LEVELS = ("beginner", "easy", "medium", "hard", "expert")
LIMIT_S = 120


def now_s() -> float:
    """Seconds since some fixed moment."""
    return RealClock().now_ms() / 1000


def wait(page: Page, code: str) -> Any:
    """Waits for ``LIMIT_S`` at most until *code* gives something true, and gives it."""
    end = now_s() + LIMIT_S
    while True:
        try:
            return page.wait_until(code)
        except BrowserError:
            if now_s() > end:
                raise


def reply_s(page: Page, game: str, level: str) -> float:
    """Seconds from the first board of a match that a bot of *level* begins to its first turn."""
    page.evaluate("location.hash = 'screen/launcher'")
    page.wait_until("() => document.body.dataset.screen === 'launcher'")
    page.click(f"aria/Change …: {game}")
    page.wait_until("() => !!document.querySelector('[name=opponent]')")
    page.click(f"[name=opponent][value={level}]")
    page.click("[name=side][value='1']")
    page.click("#screen form button.primary")
    page.wait_until("() => location.hash.startsWith('#room/')")
    wait(page, BOARD)
    begun = now_s()
    if wait(page, f"() => {TURN} ? 'turn' : {READY} && 'ready'") == "ready":
        begun = now_s()
        page.evaluate(f"() => {READY}.click()")
    wait(page, f"() => {TURN}")
    return now_s() - begun


def games_with_boards(page: Page) -> list[str]:
    """The titles of the games on the first screen that have a picture."""
    cards = "document.querySelectorAll('.rows:has(.picture) .row-of-desk strong')"
    titles: list[str] = page.evaluate(f"[...{cards}].map((one) => one.textContent)")
    return titles


def memory_mb(name: str) -> float:
    """The memory that the processes of a browser hold and share with nobody, MB."""
    held = 0
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                if any(part in (folder / "comm").read_text() for part in (name[:7], "Web Content")):
                    rows = (folder / "smaps_rollup").read_text().splitlines()
                    held += sum(int(row.split()[1]) for row in rows if row.startswith("Private_"))
            except OSError:
                continue  # it has ended, or is somebody else's
    return held / 1000


def measure(driver: Driver, name: str, folder: Path, games: list[str], levels: list[str]) -> None:
    """Prints what is measured in one browser."""
    with static(folder) as served, TemporaryDirectory() as profile:
        browser = Browser(driver, name, Path(profile))
        page = browser.new_page()
        for start in ("cold", "warm", "warm"):
            begun = now_s()
            page.go(served.address)
            wait(page, DESK)
            screen = now_s() - begun
            if start == "cold":
                print(f"{name}: a first visit fetches {served.bytes / 1e6:.1f} MB", flush=True)
            page.evaluate("location.hash = location.hash")
            page.click("aria/Change …: ZÈRTZ")
            page.click("#screen form button.primary")
            wait(page, BOARD)
            board = now_s() - begun
            print(f"{name}: {start} start: screen {screen:.1f} s, board {board:.1f} s", flush=True)
            wait(page, "() => navigator.serviceWorker.ready.then(({ active }) => !!active)")
            page.go("about:blank")
        page.go(served.address)
        wait(page, DESK)
        games = games or games_with_boards(page)
        told = f"{reply_s(page, games[0], LEVELS[0]):.1f} s"
        print(f"{name}: a first turn, while the worker of bots begins: {told}", flush=True)
        for game in games:
            for level in levels:
                told = f"{reply_s(page, game, level):.1f} s"
                print(f"{name}: a turn of {game}, {level}: {told}", flush=True)
        print(f"{name}: memory {memory_mb(name):.0f} MB", flush=True)
        browser.close()


def main() -> None:
    """Builds the folder if needed, and prints what is measured."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--browser", choices=[*PROGRAMS], action="append")
    parser.add_argument("--game", action="append")
    parser.add_argument("--level", choices=LEVELS, action="append")
    asked = parser.parse_args()
    folder = build_tab()
    files = [path for path in folder.rglob("*") if path.is_file()]
    size = sum(path.stat().st_size for path in files)
    packed = sum(len(gzip.compress(path.read_bytes(), 6)) for path in files)
    print(f"the folder: {size / 1e6:.1f} MB, gzipped file by file {packed / 1e6:.1f} MB")
    workers = (folder / "tab").glob("*.js")
    ours = sum(len(gzip.compress(path.read_bytes(), 9)) for path in workers)
    print(f"its own JavaScript beside the page: {ours} B gzipped")
    known = installed_plugins().games
    games = [title_of(known[game]) if game in known else game for game in asked.game or ()]
    driver = Driver()
    try:
        for name in asked.browser or PROGRAMS:
            measure(driver, name, folder, games, asked.level or list(LEVELS))
    finally:
        driver.stop()


if __name__ == "__main__":
    main()
