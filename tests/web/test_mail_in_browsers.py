"""Storage is lost in the middle of a match: a link of a mail, or its code, brings the seat back on
the page."""

from __future__ import annotations

import re
from io import StringIO
from pathlib import Path

import pytest

from gipf_meta.commands.host import database_in
from gipf_meta.host.admission import HostDoor, names_of_machine
from gipf_meta.host.identity.mail_server import MailServer, OutgoingMail
from gipf_meta.host.serving.host_server import Host, listen, running_host
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.web.access import ADDRESS
from tests.host.mail_people import CODE
from tests.host.mail_servers import Sink, mail_server
from tests.web.beside import KNOWN, beside
from tests.web.browsers import Browser
from tests.web.hosting import Hosting, close, hosting
from tests.web.pages import LIMIT_S
from tests.web.test_invite_in_browsers import fill
from tests.web.test_ways_back_in_browsers import (
    KEY,
    begin_to_come_back,
    lose_storage,
    open_table,
    see_room,
    show,
)

MAILBOX = "ann@example.org"
LINK = re.compile(r"http://localhost:[0-9]+/#sign-in/([\w-]+)")


class HostingMails(Hosting):
    """A host that hands its mails to a mail server beside the test."""

    sink: Sink

    def start(self) -> None:
        self.sink = self._running.enter_context(beside(mail_server()))
        listening = self._running.enter_context(listen(ADDRESS, self._port))
        door = HostDoor(self.origins, names=names_of_machine())
        server = MailServer(ADDRESS, self.sink.port, "none")
        mail = OutgoingMail(server, "host@games.example", self.address_by_name.rstrip("/"))
        made = Host(installed_plugins(), database_in(self._folder), door, mail=mail, known=KNOWN)
        self._running.enter_context(beside(running_host(listening, made, lines=StringIO())))

    def read(self) -> str:
        """The text of the next mail."""
        return str(self.sink.arrived.get(timeout=LIMIT_S).get_content())


@pytest.mark.slow
@pytest.mark.needs("zertz")
def test_a_mail_brings_somebody_back_into_his_match(browser: Browser, tmp_path: Path) -> None:
    ann = browser.new_page()
    with hosting(tmp_path, HostingMails) as host:
        assert isinstance(host, HostingMails)
        room = open_table(ann, host, "Ann")
        first = ann.evaluate(KEY)
        show(ann, "screen/me")
        ann.click("aria/Add: A mail address")
        fill(ann, address=MAILBOX)
        ann.click("#screen form .primary")
        ann.wait_for_text("A mail is on its way.", "#screen")
        code = CODE.search(host.read())
        assert code is not None
        fill(ann, code=code[0].lower())
        ann.click("#screen form .primary")
        ann.wait_for_text("The address is a way back from now on.", "#connection")
        ann.wait_until(f"(first) => {KEY} !== first", first)  # who knew the old key has nothing
        show(ann, room)
        see_room(ann, room)

        lose_storage(ann)
        begin_to_come_back(ann)
        ann.click("aria/Use it: A mail address")
        fill(ann, address=MAILBOX)
        ann.click("#screen form .primary")
        ann.wait_for_text("a mail is on its way", "#screen")
        link = LINK.search(host.read())
        assert link is not None
        # a program that reads mails opens it, looks, and goes away
        scanner = browser.new_page()
        scanner.go(link[0])
        scanner.wait_for_text("This device becomes one of those of: Ann.", "#screen")
        scanner.close()
        ann.go(link[0])
        ann.wait_for_text("This device becomes one of those of: Ann.", "#screen")
        assert link[1] not in "".join(ann.visited())
        assert ann.axe() == []
        ann.click("#screen .primary")
        see_room(ann, room)
        close(ann)
