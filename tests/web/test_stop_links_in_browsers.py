"""Somebody opens the link of a mail that stops such mails, and presses the button there."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from gipf_meta.commands.host import database_in
from gipf_meta.host.database import Database
from gipf_meta.host.notices.stop_links import stop_links_of
from tests.host.notices.post import add_way, ways_of
from tests.web.browsers import Browser
from tests.web.hosting import hosting


@pytest.mark.slow
def test_link_in_a_mail_shows_a_button_that_stops_mails(browser: Browser, tmp_path: Path) -> None:
    with hosting(tmp_path) as host, closing(Database.open(database_in(tmp_path))) as database:
        way = add_way(database, "ann", "mail", id="n1")
        link = stop_links_of(database, host.address.rstrip("/")).link(way)
        page = browser.new_page()
        page.go(link)
        page.wait_for_text("Do you want no more mails from here?")
        assert ways_of(database, "id") == [("n1",)]
        assert page.axe() == []
        page.click("button")
        page.wait_for_text("You get no more of these mails.")
        assert ways_of(database, "id") == []
        page.close()
