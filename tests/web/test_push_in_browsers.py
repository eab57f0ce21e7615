"""Notices to a browser: asked for on a press, sent as a push service gets them, shown by the real
service worker, and pressed."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from gipf_meta.host.database import Database
from gipf_meta.host.notice_tables import NOTICE_WAY
from gipf_meta.host.notices.notice_rows import WAY_COLUMNS, way_of
from gipf_meta.host.notices.push import PushSender
from gipf_meta.host.notices.push_keys import PushKeys
from gipf_meta.host.notices.sending import DeliveryEnd, NoticeParcel, ToldNotice
from tests.host.notices.push_servers import BrowserKeys, PushService, push_service
from tests.web.beside import beside
from tests.web.browsers import Browser, Page
from tests.web.hosting import Hosting, close, come_in, hosting, links_of, see_match
from tests.web.test_ways_back_in_browsers import open_table, show
from tests.web.walking import place
from tests.web.walks import wait_for_turns

pytestmark = [pytest.mark.slow, pytest.mark.needs("zertz")]

in_chromium = pytest.mark.parametrize("browser", ["chromium"], indirect=True)
"""Firefox delivers no push that a test gives it: see ``test_push_in_firefox``."""
NOW_MS = 1_800_000_000_000
SUBSCRIBE = """(() => {
    const FOUND = () => JSON.parse(localStorage.getItem('test-push') ?? 'null');
    const made = (key) => ({
        endpoint: %s,
        options: { applicationServerKey: Uint8Array.from(
            atob(key.replaceAll('-', '+').replaceAll('_', '/')), (l) => l.charCodeAt(0)).buffer },
        toJSON() { return { endpoint: this.endpoint, keys: %s }; },
        async unsubscribe() { localStorage.removeItem('test-push'); return true; },
    });
    PushManager.prototype.getSubscription = async () => FOUND() && made(FOUND());
    PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
        localStorage.setItem('test-push', JSON.stringify(applicationServerKey));
        return made(applicationServerKey);
    };
})()"""
"""JavaScript: subscribes to the service of the test; a browser's own asks its maker's."""
SHOWN = """navigator.serviceWorker.ready.then((worker) => worker.getNotifications()).then((all) =>
    all.map(({ title, body, tag, data }) => [title, body, tag, data.link]))"""
"""JavaScript: the notices that the browser shows."""
PRESS = """(tag) => self.registration.getNotifications({ tag }).then(([notification]) => {
    self.opened = [];
    self.clients.openWindow = async (address) => void self.opened.push(address);
    self.dispatchEvent(new NotificationEvent('notificationclick', { notification }));
})"""
"""JavaScript for the worker: its reader presses the notice of that tag; windows that this opens are
noted, for a browser opens none without a hand."""


@contextmanager
def pushing(folder: Path) -> Iterator[tuple[Hosting, PushService]]:
    """A host, and the push service of its pages."""
    with beside(push_service()) as service:

        class PushHosting(Hosting):
            def start(self) -> None:
                self.about["push_services"] = service.services()
                super().start()

        with hosting(folder, PushHosting) as host:
            yield host, service


def subscribe_by(page: Page, service: PushService) -> BrowserKeys:
    """Lets *page* subscribe to *service*; the keys of its browser."""
    keys = BrowserKeys()
    code = SUBSCRIBE % (json.dumps(service.endpoint), json.dumps(keys.about))
    page.run_before_page(code)
    return keys


def turn_on(page: Page, host: Hosting) -> None:
    """Turns the notices of this browser on, as its reader does."""
    page.allow_notices(host.address_by_name)
    show(page, "screen/notices")
    page.click("aria/Turn on: This browser")
    page.wait_for_text("This browser tells you from now on.")


def send(host: Hosting, service: PushService, parcel: str, *notices: ToldNotice) -> DeliveryEnd:
    """Sends *notices* to the one browser that wants any, as the host does."""
    database = Database.open(host.database)
    try:
        way = way_of(database.read(lambda db: db.execute(sa.select(*WAY_COLUMNS)).one()))
        services, origin = service.services(), host.address_by_name
        keys = PushKeys(database)
        sender = PushSender(keys, services, origin, lambda: NOW_MS, lambda game: "ZÈRTZ")
        return asyncio.run(sender.send(NoticeParcel(parcel, way, notices)))
    finally:
        database.close()


def told(host: Hosting, room: str, *others: str, number: int = 1) -> ToldNotice:
    """The notice that one is to move in *room*, the address of a page."""
    link = f"{host.address_by_name}{room}"
    return ToldNotice("turn", room, number, "zertz", others, not others, NOW_MS, link)


def deliver(page: Page, service: PushService, keys: BrowserKeys) -> Any:
    """Delivers what the service has got last, as the browser has decrypted it."""
    said = keys.read(service.got[-1].body)
    page.deliver_push(json.dumps(said))
    return said


@in_chromium
def test_a_push_is_shown_replaced_and_leads_to_its_room(browser: Browser, tmp_path: Path) -> None:
    ann = browser.new_page()
    with pushing(tmp_path) as (host, service):
        keys = subscribe_by(ann, service)
        room = open_table(ann, host, "Ann")
        turn_on(ann, host)
        for parcel, notice in (
            ("p1", told(host, room, "Bob")),
            ("p2", told(host, room, "Bob", "Cy", number=2)),
            ("p3", told(host, "#room/other")),
        ):
            assert send(host, service, parcel, notice).result == "sent"
            deliver(ann, service, keys)
        ann.wait_until(f"{SHOWN}.then((all) => all.length === 2)")
        address = host.address_by_name
        assert sorted(ann.evaluate(SHOWN)) == [
            ["ZÈRTZ", "It is your move: ZÈRTZ with Bob, Cy.", room, f"{address}{room}"],
            ["ZÈRTZ", "It is your move: ZÈRTZ.", "#room/other", f"{address}#room/other"],
        ]
        # one page shows no match: it goes there
        ann.evaluate_in_worker(PRESS, room)
        ann.wait_until("(room) => location.hash === room", room)
        ann.wait_until("!!document.querySelector('.players .you')")
        # nobody is led away from a board
        ann.evaluate_in_worker(PRESS, "#room/other")
        ann.wait_until(f"{SHOWN}.then((all) => all.length === 0)")
        opened = "new Promise((done) => setTimeout(() => done(self.opened), 1500))"
        assert ann.evaluate_in_worker(opened) == [f"{address}#room/other"]
        assert ann.evaluate("location.hash") == room
        close(ann)


@in_chromium
def test_a_move_of_another_reaches_a_browser_that_shows_no_board(
    browser: Browser, tmp_path: Path
) -> None:
    """From his move over outbox, dispatcher, push service and worker back to the board."""
    ann, bob = browser.new_page(), browser.new_page()
    with pushing(tmp_path) as (host, service):
        keys = subscribe_by(ann, service)
        room = open_table(ann, host, "Ann")
        play, _watch = links_of(ann)
        ann.press("Escape")
        come_in(bob, play, "Bob")
        see_match(bob)
        turn_on(ann, host)
        place(bob, "d5", "g1")
        service.arrived.get()
        (notice,) = deliver(ann, service, keys)["notices"]
        assert notice["body"].startswith("It is your move: ZÈRTZ")
        assert "Bob" not in notice["body"]  # a private match names nobody
        assert notice["link"].endswith(room)
        ann.wait_until(f"{SHOWN}.then((all) => all.length === 1)")
        ann.evaluate_in_worker(PRESS, notice["tag"])
        ann.wait_until("(room) => location.hash === room", room)
        wait_for_turns(ann, 2)
        close(ann, bob)


@in_chromium
def test_a_push_that_came_twice_or_cannot_be_read_is_no_trouble(
    browser: Browser, tmp_path: Path
) -> None:
    ann = browser.new_page()
    with pushing(tmp_path) as (host, service):
        keys = subscribe_by(ann, service)
        room = open_table(ann, host, "Ann")
        turn_on(ann, host)
        for _time in range(2):
            assert send(host, service, "p1", told(host, room, "Bob")).result == "sent"
            deliver(ann, service, keys)
        ann.wait_until(f"{SHOWN}.then((all) => all.length === 1)")
        silent = "self.registration.getNotifications().then((all) => all.map((one) => one.silent))"
        assert ann.evaluate_in_worker(silent) == [True]
        ann.deliver_push("nonsense")
        ann.wait_until(f"{SHOWN}.then((all) => all.some(([title]) => title === 'GIPF Meta'))")
        evil = {"title": "x", "body": "", "tag": "evil", "link": "https://evil.example/"}
        ann.deliver_push(json.dumps({"id": "p9", "notices": [evil]}))
        ann.wait_until(f"{SHOWN}.then((all) => all.length === 3)")
        ann.evaluate_in_worker(PRESS, "evil")
        ann.wait_until("document.body.dataset.screen === 'launcher'")  # home, and nowhere else
        assert ann.evaluate("location.origin") == host.address_by_name.rstrip("/")
        close(ann)


@in_chromium
def test_the_worker_keeps_nothing_and_answers_no_request(browser: Browser, tmp_path: Path) -> None:
    ann = browser.new_page()
    with pushing(tmp_path) as (host, service):
        subscribe_by(ann, service)
        open_table(ann, host, "Ann")
        turn_on(ann, host)
        ann.reload()
        ann.wait_until("!!navigator.serviceWorker.controller")
        assert ann.evaluate("caches.keys()") == []
        answered = "performance.getEntriesByType('resource').filter((one) => one.workerStart > 0)"
        assert ann.evaluate(f"{answered}.map((one) => one.name)") == []
        host.end()
        ann.wait_until("document.body.dataset.line === 'lost'")
        host.start()
        ann.wait_until("document.body.dataset.line === 'open'")
        close(ann)


@in_chromium
def test_who_refuses_notices_reads_what_to_do(browser: Browser, tmp_path: Path) -> None:
    ann = browser.new_page()
    with pushing(tmp_path) as (host, service):
        subscribe_by(ann, service)
        ann.run_before_page("Notification.requestPermission = async () => 'denied';")
        open_table(ann, host, "Ann")
        show(ann, "screen/notices")
        ann.click("aria/Turn on: This browser")
        ann.wait_for_text("The browser does not let this page show notices")
        ann.evaluate("void (Notification.requestPermission = async () => 'granted')")
        fails = "PushManager.prototype.subscribe = async () => { throw new Error('no') }"
        ann.evaluate(f"void ({fails})")
        ann.click("aria/Turn on: This browser")
        ann.wait_for_text("The browser could not turn its notices on")
        ann.evaluate("delete globalThis.PushManager")
        ann.click("aria/Turn on: This browser")
        ann.wait_for_text("This browser cannot show notices of a page that is closed.")
        close(ann)


@in_chromium
def test_a_page_tells_the_new_address_of_its_browser_and_one_who_signs_out_has_none(
    browser: Browser, tmp_path: Path
) -> None:
    ann = browser.new_page()
    with pushing(tmp_path) as (host, service):
        subscribe_by(ann, service)
        open_table(ann, host, "Ann")
        turn_on(ann, host)
        assert endpoints(host) == [service.endpoint]
        ann.run_before_page(
            SUBSCRIBE % (json.dumps(f"{service.endpoint}-new"), json.dumps(BrowserKeys().about))
        )
        ann.reload()
        ann.wait_until(
            "(of) => localStorage.getItem('gipf_meta.push') === of", f"{service.endpoint}-new"
        )
        assert endpoints(host) == [f"{service.endpoint}-new"]
        show(ann, "me")
        ann.click("#screen [aria-label^='Sign out here: ']")
        ann.click("aria/Sign out")
        ann.wait_for_text("You are signed out", "dialog")
        ann.wait_until("localStorage.getItem('test-push') === null")
        assert endpoints(host) == []
        close(ann)


def endpoints(host: Hosting) -> list[str]:
    """Where pushes go."""
    database = Database.open(host.database)
    try:
        return database.read(lambda db: list(db.execute(sa.select(NOTICE_WAY.c.key)).scalars()))
    finally:
        database.close()
