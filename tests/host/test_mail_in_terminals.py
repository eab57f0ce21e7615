"""Mails bring somebody back in a terminal: by the link, and by the code at the interface."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import Input

from tests.host.mail_people import CODE, LINK
from tests.host.mail_servers import mail_server
from tests.host.serving.test_host_server_coming_back import (
    Returning,
    interface_at,
    is_seated_at,
    timed_match,
    typed_letters,
)
from tests.host.test_mail_at_host import MAILBOX, mail_by, mail_to, submit


@pytest.mark.slow
async def test_the_link_of_a_mail_is_pressed_in_a_terminal_which_is_oneself_then(
    file_url: str, tmp_path: Path
) -> None:
    async with mail_server() as sink, timed_match(file_url, mail=mail_by(sink)) as (host, ann, _b):
        code = CODE.search(await mail_to(host, sink, ann, "add"))
        assert code is not None
        await submit(ann, "mail_address", {}, step="use_mail", code=code[0])
        link = LINK.search(await mail_to(host, sink, ann, "sign_in"))
        assert link is not None
        terminal = Returning(host, tmp_path, "do nothing", "q")
        assert "You are" not in await terminal.join(f"sign-in/{link[1]}", comes_back=False)
        terminal = Returning(host, tmp_path, "come back", "q")
        shown = await terminal.join(f"sign-in/{link[1]}", comes_back=False)
        assert "This device becomes one of those of: Ann." in shown
        assert "You are Ann here." in shown
        assert link[1] not in shown


@pytest.mark.slow
async def test_at_the_interface_the_code_of_a_mail_gives_the_seat_back(
    file_url: str, tmp_path: Path
) -> None:
    async with mail_server() as sink, timed_match(file_url, mail=mail_by(sink)) as (host, ann, bob):
        code = CODE.search(await mail_to(host, sink, ann, "add"))
        assert code is not None
        await submit(ann, "mail_address", {}, step="use_mail", code=code[0])
        async with interface_at(host, tmp_path) as (seat, known):
            await seat.choose("A mail address")
            await seat.until(lambda: isinstance(seat.app.focused, Input))
            await typed_letters(seat, MAILBOX)
            await seat.press("enter")
            await seat.until("a mail is on its way")
            assert host.served.mailer is not None
            await host.served.mailer.send_due()
            code = CODE.search(str(sink.letters[-1].get_content()))
            assert code is not None
            await seat.until(lambda: isinstance(seat.app.focused, Input))
            await typed_letters(seat, code[0])
            await seat.press("enter")
            await is_seated_at(host, ann, bob, seat, known)
