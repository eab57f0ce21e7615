"""Pages in Debian's Chromium and Firefox, driven as a person does: by mouse, touch and keys.

A test takes the fixture ``page`` (or ``browser``, for several people) and runs in both browsers::

    @pytest.mark.slow
    def test_a_marble_is_placed(page: Page, tmp_path: Path) -> None:
        with serving(tmp_path) as served:
            page.go(served.told)
            page.click("aria/New match")
            page.wait_until("() => document.querySelector('#turn').textContent === '2'")

Where something on the page is meant, *where* is a point in CSS pixels or a selector: CSS, or
``aria/NAME`` for what has that accessible name, or ``text/TEXT``. It is waited for until it is
visible, at rest and not deaf (``inert``). The rest is waited for with ``wait_until``, never by
sleeping. A page that logs an error or throws one fails its test, unless ``expected_errors``
foretells it, or unless it only did not find a server that has ended (``GONE``).
"""

from __future__ import annotations

import itertools
import json
import os
import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from subprocess import PIPE, Popen
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple

from gipf_meta.library.settings import THEMES

ROOT = Path(__file__).parents[2]
PACKAGES = ROOT / "node_modules"
BRIDGE = Path(__file__).with_suffix(".mjs")
PROGRAMS = {
    "chromium": ("chromium", "chromium-browser", "google-chrome"),
    "firefox": ("firefox-esr", "firefox"),
}
"""The names of each browser's program; the first is Debian's, of its package too."""
SIZE = (1000, 800)
MOUSE = "--blink-settings=" + ",".join(
    f"{whose}={what}"
    for whose, what in (
        *(("primaryHoverType", 2), ("availableHoverTypes", 2)),
        *(("primaryPointerType", 4), ("availablePointerTypes", 4)),
    )
)
"""Tells Chromium of a mouse, which it does not see without a screen."""
NO_POPUPS = "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup"
"""Lets Chromium do without pages of its own address bar, which it would load for every person."""
SET_THEME = """(theme) => {
    if (theme) document.documentElement.dataset.theme = theme;
    else delete document.documentElement.dataset.theme;
}"""
SKIPPED = "Tests in browsers were skipped"

GONE: Final = set[str]()
"""The addresses (``HOST:PORT``) of servers that have ended: it is no error of a page that was still
open that it does not find them."""
_UNFOUND = re.compile("WebSocket|ERR_CONNECTION|a connection|The connection")
_LEFT = re.compile(
    r"/icon\.svg' from origin 'null' .*about:blank"
    r"|ERR_(?:FAILED|SOCKET_NOT_CONNECTED) \S+/icon\.svg"
)
"""Chromium looks for the icon of a page beside it, in vain if that has just been left."""

Point = tuple[float, float]
Where = str | Point


def find_program(name: str) -> str | None:
    """The path of a browser's program, or None."""
    return next(filter(None, map(shutil.which, PROGRAMS[name])), None)


def find_missing() -> str | None:
    """A sentence that says what the tests in browsers lack, or None."""
    lacking = [names[0] for name, names in PROGRAMS.items() if find_program(name) is None]
    lacking += [] if shutil.which("node") else ["nodejs"]
    lacking += [name for name in ("puppeteer-core", "axe-core") if not (PACKAGES / name).exists()]
    if not lacking:
        return None
    return f"{SKIPPED}: `make browsers` installs what is missing ({', '.join(lacking)})."


class BrowserError(AssertionError):
    """A browser could not do what it was asked, or the page waited in vain."""


class LateError(BrowserError):
    """A wait has exceeded its timeout."""


class Violation(NamedTuple):
    """A rule of axe that a page breaks: its id, what it asks for, the elements that break it."""

    rule: str
    help: str
    elements: tuple[str, ...]


class Driver:
    """The process that drives all browsers, and the pages that it tells of."""

    def __init__(self) -> None:
        node = shutil.which("node")
        assert node is not None
        self._process = Popen([node, BRIDGE], stdin=PIPE, stdout=PIPE, text=True, cwd=ROOT)
        self._numbers = itertools.count()
        self._pages: dict[int, Page] = {}
        self._launched: dict[str, int] = {}
        self._front: Page | None = None

    def ask(self, command: str, **about: Any) -> Any:
        """Returns the answer of the bridge. Raises ``BrowserError``; ``LateError`` at a timeout."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        number = next(self._numbers)
        asked = {"number": number, "command": command, "about": about}
        self._process.stdin.write(json.dumps(asked) + "\n")
        self._process.stdin.flush()
        for line in self._process.stdout:
            told = json.loads(line)
            if "page" in told:
                self._hear(told)
            elif told["number"] != number:
                continue  # of a question whose test has ended while it waited
            elif "failure" in told:
                failed = LateError if _LATE.search(told["failure"]) else BrowserError
                raise failed(told["failure"])
            else:
                return told["answer"]
        raise BrowserError(f"The process that drives the browsers has ended before {command}")

    def _hear(self, told: dict[str, Any]) -> None:
        page = self._pages.get(told["page"])
        if page is not None:
            page.errors += [told["error"]] if "error" in told else []
            page.requests += [told["asked"]] if "asked" in told else []

    def launch(
        self,
        name: str,
        profile: Path | None = None,
        private: bool = False,
        preferences: Mapping[str, bool | int | str] = MappingProxyType({}),
    ) -> int:
        """Starts a browser, whose profile is kept if one is named, and gives its number.

        If it is *private*, its pages stand in private windows, and are forgotten when it ends.
        *preferences* are Firefox's, as in ``about:config``.
        """
        # Firefox pretends media features from its own process only; Chromium's sandbox refuses root
        flags = ["--remote-allow-system-access"] if name == "firefox" else [MOUSE, NO_POPUPS]
        flags += ["--no-sandbox"] if name == "chromium" and os.geteuid() == 0 else []
        number: int = self.ask(
            "launch",
            browser="chrome" if name == "chromium" else name,
            program=find_program(name),
            profile=None if profile is None else str(profile),
            keeps=profile is not None and not (private and name == "chromium"),
            args=flags,
            preferences={"browser.privatebrowsing.autostart": private, **preferences},
        )
        return number

    def shared(self, name: str) -> int:
        """The number of the one browser of that name that all tests share."""
        if name not in self._launched:
            self._launched[name] = self.launch(name)
        return self._launched[name]

    def add(self, page: Page) -> None:
        """Tells *page* from now on what it asks for and what errors it makes."""
        self._pages[page.number] = page

    def show(self, page: Page) -> None:
        """Puts a page before all others: the ones behind get no keys and draw nothing."""
        if self._front is not page:
            self.ask("call", page=page.number, path="bringToFront", args=[])
            self._front = page

    def stop(self) -> None:
        """Ends all browsers."""
        self._process.communicate()


class Page:
    """A page. *requests* are the addresses it has asked for, *errors* what it has logged as errors.

    An error that one of *expected_errors* (patterns of ``re.search``) matches fails no test.
    """

    def __init__(self, driver: Driver, browser: Browser, number: int) -> None:
        self.browser = browser
        self.number = number
        self.requests: list[str] = []
        self.errors: list[str] = []
        self.expected_errors: list[str] = []
        self._driver = driver
        driver.add(self)

    def _ask(self, command: str, **about: Any) -> Any:
        return self._driver.ask(command, page=self.number, **about)

    def _call(self, path: str, *args: Any) -> Any:
        return self._ask("call", path=path, args=args)

    def _input(self, path: str, *args: Any) -> None:
        self._driver.show(self)
        self._call(path, *args)

    # to another address

    def go(self, address: str) -> None:
        """Goes to *address* and waits until it has loaded."""
        self._call("goto", address)

    def reload(self) -> None:
        """Loads the page anew and waits until it has loaded.

        What its workers were still fetching is cut off, which Firefox logs where a service worker
        answers.
        """
        self.expected_errors.append("A ServiceWorker intercepted the request")
        self._call("reload")

    def run_before_page(self, code: str) -> None:
        """Runs a line of JavaScript before the code of every page that is loaded from now on."""
        self._call("evaluateOnNewDocument", code)

    def visited(self) -> list[str]:
        """The addresses that going back would lead to, and this one."""
        addresses: list[str] = self._ask("listVisited")
        return addresses

    def close(self) -> None:
        """Closes the page."""
        self._call("close")

    # the page's own code

    def evaluate(self, code: str, *values: Any) -> Any:
        """Returns the value of *code*, an expression, or a function called with *values*, as JSON.

        Promises are awaited.
        """
        return self._ask("evaluate", code=_call_of(code, values))

    def wait_until(self, code: str, *values: Any) -> Any:
        """Waits until ``evaluate`` gives something true, and gives it.

        Raises ``LateError`` after minutes.
        """
        return self._ask("waitUntil", code=_call_of(code, values))

    def wait_for_text(self, text: str, selector: str = "body") -> None:
        """Waits until what is visible in *selector* contains *text*.

        Raises ``LateError`` after minutes.
        """
        try:
            self.wait_until(f"(...of) => {_TEXT}.includes(of[1])", selector, text)
        except LateError:
            raise LateError(f"{text!r} is not in {self.text(selector)!r}") from None

    def text(self, selector: str = "body") -> str:
        """Returns the visible text in *selector*; ``""`` if nothing is visible."""
        text: str = self.evaluate(f"(...of) => {_TEXT}", selector)
        return text

    # by mouse

    def point(self, where: Where) -> Point:
        """The middle of *where*, in CSS pixels, as soon as it is visible, at rest and not
        deaf."""
        if not isinstance(where, str):
            return where
        self._driver.show(self)
        found = self._ask("findPoint", selector=where)
        return found["x"], found["y"]

    def click(self, where: Where) -> None:
        """Clicks with the mouse."""
        self._input("mouse.click", *self.point(where))

    def move(self, where: Where) -> None:
        """Moves the mouse, in steps as a hand does."""
        self._input("mouse.move", *self.point(where), {"steps": 5})

    def hold(self, where: Where, button: str = "left") -> None:
        """Moves the mouse and presses that *button*, until ``release``."""
        self.move(where)
        self._input("mouse.down", {"button": button})

    def release(self, button: str = "left") -> None:
        """Releases that *button* of the mouse."""
        self._input("mouse.up", {"button": button})

    def drag_right(self, *ways: Where) -> None:
        """Drags over all *ways* with the right button; over one: presses it there."""
        self.hold(ways[0], "right")
        for way in ways[1:]:
            self.move(way)
        self.release("right")

    def drag(self, *ways: Where, by: Literal["mouse", "touch"] = "mouse") -> None:
        """Drags from the first of *ways* over all others to the last, with mouse or finger."""
        hold, move, release = (
            (self.hold, self.move, self.release)
            if by == "mouse"
            else (self.touch, self.move_touch, self.end_touch)
        )
        hold(ways[0])
        for way in ways[1:]:
            move(way)
        release()

    # by touch

    def touch(self, where: Where) -> None:
        """Puts a finger down, until ``end_touch``."""
        x, y = self.point(where)
        self._driver.show(self)
        self._ask("touchStart", x=x, y=y)

    def move_touch(self, where: Where) -> None:
        """Moves the finger that is down."""
        x, y = self.point(where)
        self._ask("touchMove", x=x, y=y)

    def end_touch(self) -> None:
        """Takes the finger away."""
        self._ask("touchEnd")

    def tap(self, where: Where) -> None:
        """Touches with a finger, and takes it away."""
        self.touch(where)
        self.end_touch()

    # by keys

    def press(self, *keys: str) -> None:
        """Presses keys: characters, names such as ``ArrowDown``, or held ones as ``Shift+Tab``."""
        for key in keys:
            *held, last = key.split("+") if len(key) > 1 else [key]
            for name in held:
                self._input("keyboard.down", name)
            self._input("keyboard.press", last)
            for name in reversed(held):
                self._input("keyboard.up", name)

    def press_tab_to(self, value: str) -> None:
        """Presses Tab, or Shift+Tab where that is nearer, until a button of that *value*, which
        hears by now, has the focus.

        At most thirty times, and not past the last button: a browser has buttons of its own there.
        """
        self.wait_until("(v) => !!document.querySelector(`:not([inert]) > [value='${v}']`)", value)
        is_before = """(v) => document.activeElement === document.body ||
            Boolean(document.activeElement.compareDocumentPosition(
                document.querySelector(`:not([inert]) > [value='${v}']`)) & 2)"""
        for _ in range(30):
            self.press("Shift+Tab" if self.evaluate(is_before, value) else "Tab")
            if self.evaluate("document.activeElement.value") == value:
                return
        raise BrowserError(f"Tab leads to no button {value!r}")

    def type(self, text: str) -> None:
        """Types a text into what has the focus."""
        self._input("keyboard.type", text)

    # what surrounds the page

    def resize(self, width: int, height: int) -> None:
        """Gives the page a size in CSS pixels: a phone has 390x844, a wide screen 1600x1000."""
        self._call("setViewport", {"width": width, "height": height, "deviceScaleFactor": 1})

    def pretend(
        self,
        *,
        dark: bool = False,
        reduced_motion: bool = False,
        forced_colors: bool = False,
        more_contrast: bool = False,
        touch: bool = False,
    ) -> None:
        """Pretends that the person has chosen all this, and nothing else; *touch*: has no mouse.

        Chromium never forgets *touch*. In Firefox all this holds for all pages of the test,
        *forced_colors* are light, and *more_contrast* raises ``BrowserError``.
        """
        features = {
            "prefers-color-scheme": "dark" if dark else "light",
            "prefers-reduced-motion": "reduce" if reduced_motion else "no-preference",
            "forced-colors": "active" if forced_colors else "none",
            "prefers-contrast": "more" if more_contrast else "no-preference",
        }
        self._ask("pretendMedia", features=features, touch=touch)

    def add_authenticator(self) -> None:
        """Gives the page an authenticator: a finger that touches it at once, by passkeys that it
        keeps as long as the page is open. Raises ``BrowserError`` in Firefox."""
        self._ask("addAuthenticator")

    def allow_notices(self, address: str) -> None:
        """Lets pages of *address* show notices, in Chromium, as if its reader had agreed."""
        self._ask("allowNotices", origin=address.rstrip("/"))

    def deliver_push(self, text: str) -> None:
        """Has Chromium deliver a push of that *text* to the service worker of the page."""
        self._ask("deliverPush", text=text)

    def evaluate_in_worker(self, code: str, *values: Any) -> Any:
        """Returns the value of *code* in the service worker of the page, as ``evaluate``."""
        return self._ask("evaluateInWorker", code=_call_of(code, values))

    def install_errors(self) -> list[str]:
        """Why Chromium would not install what this page belongs to.

        Raises ``BrowserError`` in Firefox.
        """
        errors: list[str] = self._ask("listInstallErrors")
        return errors

    def count(self) -> Mapping[str, int]:
        """Returns how many ``listeners`` and ``nodes`` the page has once garbage is collected.

        Raises ``BrowserError`` in Firefox.
        """
        counts: dict[str, int] = self._ask("count")
        return counts

    def processor_s(self) -> Mapping[str, float]:
        """Returns the processor time that each process of the browser has used, in seconds, by its
        kind and number. Raises ``BrowserError`` in Firefox."""
        times: dict[str, float] = self._ask("listProcessorTimes")
        return times

    def set_offline(self, offline: bool) -> None:
        """Takes the network away, or gives it back."""
        self._call("setOfflineMode", offline)

    # what others see and hear of it

    def screenshot(self, file: Path, full: bool = False) -> None:
        """Writes a picture of what is visible, or of the *full* page, as PNG."""
        self._driver.show(self)
        self._call("screenshot", {"path": str(file), "fullPage": full})

    def spoken(self) -> list[str]:
        """Returns the texts of live regions since the page was loaded, or since the last call."""
        texts: list[str] = self.evaluate("() => window.spokenTexts.splice(0)")
        return texts

    def accessible_name(self, selector: str = ":focus") -> str:
        """The name by which a screen reader knows an element; of what has the focus if none is
        named."""
        self._load_axe()
        name: str = self.evaluate(
            """(selector) => {
                axe.setup();
                try { return axe.commons.text.accessibleText(document.querySelector(selector)) }
                finally { axe.teardown() }
            }""",
            selector,
        )
        return name

    def axe(self, selector: str = "html", rule: str = "") -> list[Violation]:
        """The rules of accessibility that the page, or a part of it, breaks; of all, or of one.
        What fades in has come then."""
        self._load_axe()
        found = self.evaluate(
            """async (selector, rule) => {
                const only = rule ? {runOnly: {type: "rule", values: [rule]}} : {};
                const asked = {resultTypes: ["violations"], ...only};
                const ends = ({playState, effect}) =>
                    playState === "running" && effect.getComputedTiming().endTime < Infinity;
                const moving = document.getAnimations().filter(ends);
                await Promise.allSettled(moving.map((one) => one.finished));
                const {violations} = await axe.run(selector, asked);
                return violations.map(({id, help, nodes}) => [id, help, nodes.map((n) => n.html)]);
            }""",
            selector,
            rule,
        )
        return [Violation(rule, told, tuple(elements)) for rule, told, elements in found]

    def axe_in_other_themes(self) -> list[Violation]:
        """Where the contrast is too low in a theme that was not chosen: a theme is nothing but
        colours."""
        found = list[Violation]()
        own = self.evaluate("document.documentElement.dataset.theme ?? ''")
        for theme in [*THEMES, own]:
            self.evaluate(SET_THEME, theme)
            found += self.axe(rule="color-contrast") if theme != own else []
        return found

    def _load_axe(self) -> None:
        if not self.evaluate("'axe' in window"):
            self._ask("evaluate", code=(PACKAGES / "axe-core/axe.min.js").read_text())

    def unexpected_errors(self) -> list[str]:
        """Those of *errors* that nothing foretold, and of which the end of a server or of the page
        is not the cause."""
        found = [e for e in self.errors if not (_is_of_gone_server(e) or _LEFT.search(e))]
        pattern = "|".join(self.expected_errors)
        return [error for error in found if not pattern or not re.search(pattern, error)]


_LATE = re.compile(r"^After \d+ ms there is still no |(?i:timeout of \d+ ms exceeded|timed out)")
"""The failures of the bridge, and of Puppeteer, in which somebody has waited in vain."""
_TEXT = "(document.querySelector(of[0])?.innerText ?? '')"


@contextmanager
def until_gone(*addresses: str) -> Iterator[None]:
    """Servers stand at *addresses* until this ends; pages that are still open then look for them
    in vain."""
    places = {address.removeprefix("http://").rstrip("/") for address in addresses}
    GONE.difference_update(places)
    yield
    GONE.update(places)


def _is_of_gone_server(error: str) -> bool:
    """Whether a page has logged only that it did not find a server that has ended."""
    return bool(_UNFOUND.search(error)) and any(address in error for address in GONE)


def _call_of(code: str, values: Sequence[Any]) -> str:
    """One expression that gives what *code* gives, or the function that it is."""
    given = json.dumps(values)[1:-1]
    return (
        f"(async (...given) => {{ const it = ({code});"
        f" return typeof it === 'function' ? it(...given) : it }})({given})"
    )


class Browser:
    """A browser of that *name* (chromium, firefox), and the people who have a page in it.

    *profile* is the folder of a browser of its own, which remembers what it is told unless it is
    *private*; without one it is shared by all tests, and every person has a fresh context in it.
    *preferences* are for a Firefox of its own.
    """

    def __init__(
        self,
        driver: Driver,
        name: str,
        profile: Path | None = None,
        *,
        private: bool = False,
        preferences: Mapping[str, bool | int | str] = MappingProxyType({}),
    ) -> None:
        self.name = name
        self._driver = driver
        self._own = profile is not None
        self._number = (
            driver.launch(name, profile, private, preferences) if profile else driver.shared(name)
        )
        self._pages: list[Page] = []
        self._people: list[Page] = []

    def new_page(self, beside: Page | None = None) -> Page:
        """A page for another person, or one more tab of the person of the page *beside*."""
        page = None if beside is None else beside.number
        number = self._driver.ask("open", browser=self._number, beside=page)
        opened = Page(self._driver, self, number)
        self._pages.append(opened)
        self._people += [opened] if beside is None else []
        opened.resize(*SIZE)
        return opened

    def another(self, profile: Path) -> Browser:
        """A browser of the same name with a profile of its own."""
        return Browser(self._driver, self.name, profile)

    def close(self) -> None:
        """Closes all pages."""
        if self._own:
            self._driver.ask("closeBrowser", browser=self._number)
        else:
            for page in self._people:
                self._driver.ask("closeContext", page=page.number)

    def check_errors(self) -> None:
        """Raises ``BrowserError`` if a page has logged an error that nothing foretold."""
        errors = [error for page in self._pages for error in page.unexpected_errors()]
        if errors:
            raise BrowserError("The page has logged errors:\n" + "\n".join(errors))
