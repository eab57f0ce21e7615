"""A tab that has loaded once, and has neither server nor network any more."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from gipf_meta.library.settings import Settings, save_settings
from gipf_meta.library.store import Library
from gipf_meta.match.match import Match
from gipf_meta.web.tab.kept_rows import KeptRows, RowChange
from gipf_meta.web.tab.rooms_worker import SETTINGS
from tests.web.browsers import Browser
from tests.web.tab.serving import static
from tests.web.walking import keep_in

WAYS = {
    "gone": "self.close()",  # as a browser ends a worker that takes too much
    "aborted": "run('os.abort()')",
    "trapped": "run('ctypes.memset(0xfffffff0, 1, 64)')",  # outside of the memory
}
"""How the worker of the rooms ends when a test says so, by a name: as JavaScript in it. Python runs
as it does when a page asks."""
HOOK = f"""
const run = (code) => self.thePython.runPython(
  `import asyncio, ctypes, os\\nasyncio.get_event_loop().call_soon(lambda: ${{code}})`
);
const ways = {{ {", ".join(f"{name}: () => {{ {code} }}" for name, code in WAYS.items())} }};
new BroadcastChannel("crash").onmessage = ({{ data }}) => ways[data]();
"""
LIBRARY = '\'"screen":"library"\''
DESK = "() => !!document.querySelector('#screen .desk')"
"""JavaScript: whether the launcher or a screen is there."""
STORED = """(async ([address, does, ...given]) => {
    const { Storage } = await import(address);
    const storage = await Storage.open();
    try { return await storage[does](...given) } finally { storage.db.close() }
})"""
"""JavaScript: what a method of the browser's storage gives, as another tab would call it."""


def with_ways(content: bytes) -> bytes:
    """The module of the worker, which a test may end; opening the library ends it, too."""
    text = content.decode()
    for there, more in (
        ("await startPython(", "self.thePython = await startPython("),
        (
            "if (text !== null)",
            f"if (text?.includes({LIBRARY})) return self.close();\nif (text !== null)",
        ),
    ):
        assert there in text
        text = text.replace(there, more)
    return (text + HOOK).encode()


class LoadedTab:
    """A tab that was loaded from *folder* into *browser*; then its server was stopped.

    *page* is the tab. What is kept for it beforehand lies in *scratch* first. The worker of its
    rooms ends in one of ``WAYS`` when a test says so.
    """

    def __init__(self, browser: Browser, folder: Path, scratch: Path) -> None:
        self.browser, self._scratch = browser, scratch
        self.page = page = browser.new_page()
        with static(folder, may_be_kept=False, tab__rooms=with_ways) as served:
            self._address = served.address
            page.expected_errors.append(r"404.*/favicon\.ico")  # a style sheet alone has no icon
            page.go(f"{served.address}tab/loading.css")  # the tab's place, but not yet the tab
            save_settings(Settings(toured=True), scratch / "settings.json")
            self._write([RowChange(SETTINGS, ((scratch / "settings.json").read_text("utf-8"),))])
            page.go(served.address)
            page.wait_until(DESK)
            page.wait_until("() => !!navigator.serviceWorker.controller")
        page.set_offline(True)

    def keep(self, match: Match, *kinds: str) -> str:
        """Has the browser keep *match*, played by *kinds* as for ``keep``; its room's address."""
        number: int = self._store("reserve", 0)
        path = self._scratch / f"{number}.sqlite"
        with Library(path) as library:
            rows = KeptRows(library.database)
            rows.reserve(number)
            assert keep_in(library, match, *kinds) == number
            changes = rows.take_changes()
        self._write([change for change in changes if change.key[0] == number])
        return f"room/{number}"

    def enter(self, address: str) -> None:
        """Goes to a room or screen, and forgets the spoken texts before."""
        self.page.spoken()
        self.page.evaluate("(hash) => { location.hash = hash }", address)

    def read_settings(self) -> dict[str, Any]:
        """The settings that the browser keeps."""
        for key, columns in json.loads(self._store("read", 0)):
            if tuple(key) == SETTINGS:
                settings: dict[str, Any] = json.loads(columns[0])
                return settings
        return {}

    def _write(self, changes: list[RowChange]) -> None:
        rows = [(change.key, change.columns, change.is_new) for change in changes]
        self._store("write", json.dumps(rows))

    def _store(self, does: str, *given: Any) -> Any:
        return self.page.evaluate(STORED, [f"{self._address}tab/storage.js", does, *given])
