"""Storage is lost in the middle of a match, and a mail of a real server brings the seat back."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from gipf_meta.host.identity.mail_server import MailServer, OutgoingMail
from gipf_meta.web.access import ADDRESS
from tests.host.hosting import Hosted, Visitor, hosted, visitor
from tests.host.mail_people import CODE, LINK, ORIGIN
from tests.host.mail_servers import Sink, mail_server
from tests.host.serving.test_host_server_coming_back import is_seated_again, timed_match, typing_at

MAILBOX = "ann@example.org"


@asynccontextmanager
async def host_with_mail(url: str) -> AsyncIterator[tuple[Hosted, Sink]]:
    """A host that hands its mails to a mail server of this process."""
    async with mail_server() as sink, hosted(url, mail=mail_by(sink)) as host:
        yield host, sink


def mail_by(sink: Sink) -> OutgoingMail:
    """The mail of a host by that mail server."""
    return OutgoingMail(MailServer(ADDRESS, sink.port, "none"), "host@games.example", ORIGIN)


async def submit(guest: Visitor, screen: str, about: dict[str, str], **values: str) -> Any:
    """The answers after somebody has sent a form or pressed a button."""
    message = {"do": "submit", "screen": screen, "about": about, "values": values}
    return await guest.page.ask(message)


async def mail_to(host: Hosted, sink: Sink, guest: Visitor, purpose: str) -> str:
    """The text of the mail for which *guest* asks."""
    about = {"purpose": purpose}
    *_, done = await submit(guest, "mail_address", about, step="send_mail", address=MAILBOX)
    assert "done" in done, done
    assert host.served.mailer is not None
    await host.served.mailer.send_due()
    return str(sink.letters[-1].get_content()).replace("\r\n", "\n")


def secret_in(told: list[dict[str, Any]]) -> str:
    return str(next(each["signed_in"] for each in told if "signed_in" in each)["secret"])


@pytest.mark.parametrize("by", [pytest.param("link", marks=pytest.mark.slow), "code"])
async def test_a_seat_comes_back_by_mail(file_url: str, by: str) -> None:
    async with host_with_mail(file_url) as (host, sink):
        async with visitor(host, name="Ann") as ann, visitor(host, name="Bob") as bob:
            room = host.open_room("r", ann.person, bob.person)
            text = await mail_to(host, sink, ann, "add")
            link = LINK.search(text)
            assert link is not None
            told = await ann.page.ask(
                {"do": "open", "screen": "sign_in", "about": {"token": link[1]}}
            )
            assert "become" in str(told) or "becomes a way back for: Ann" in str(told)
            told = await submit(ann, "sign_in", {}, step="use_mail", code=link[1])
            assert "done" in told[-1], told
            person = ann.person
        # the storage is empty: whoever comes is somebody new, and has no seat
        async with visitor(host) as new:
            assert new.person != person
            *_, done = await new.page.watch(room)
            assert "refused" in (await new.page.play(room, "claim", done.get("number", 1)))[-1]
            text = await mail_to(host, sink, new, "sign_in")
            found = (LINK if by == "link" else CODE).search(text)
            assert found is not None
            said = found[found.lastindex or 0]
            told = await submit(new, "sign_in", {}, step="use_mail", code=said)
            secret = secret_in(told)
            assert secret not in (new.hello["secret"], "")
            assert "refused" in (await submit(new, "sign_in", {}, step="use_mail", code=said))[-1]
        async with visitor(host, secret=secret) as back:
            assert (back.person, back.hello["name"]) == (person, "Ann")
            *_, done = await back.page.watch(room)
            assert "done" in (await back.page.play(room, "claim", done["number"]))[-1]
        assert MAILBOX not in host.lines.getvalue()
        assert said not in host.lines.getvalue()


async def test_a_code_of_a_mail_gives_a_terminal_the_seat_back(
    file_url: str, tmp_path: Path
) -> None:
    async with (
        mail_server() as sink,
        timed_match(file_url, mail=mail_by(sink)) as (host, ann, bob),
    ):
        code = CODE.search(await mail_to(host, sink, ann, "add"))
        assert code is not None
        await submit(ann, "mail_address", {}, step="use_mail", code=code[0])
        async with typing_at(host, tmp_path) as (terminal, typing):
            typing.write(f"a mail address\n1\n{MAILBOX}\n")
            await terminal.out.until("a mail is on its way")
            assert host.served.mailer is not None
            await host.served.mailer.send_due()
            code = CODE.search(str(sink.letters[-1].get_content()))
            assert code is not None
            typing.write(f"1\n{code[0].lower()}\n")
            await is_seated_again(host, ann, bob, terminal)


@pytest.mark.slow
async def test_while_the_mail_server_fails_everybody_reads_the_same_on_the_page(
    file_url: str,
) -> None:
    async with host_with_mail(file_url) as (host, sink), visitor(host) as ann, visitor(host) as bob:
        text = await mail_to(host, sink, ann, "add")
        code = CODE.search(text)
        assert code is not None
        await submit(ann, "mail_address", {}, step="use_mail", code=code[0])
        sink.to_sender = "451 later"
        about = {"purpose": "sign_in"}
        await submit(bob, "mail_address", about, step="send_mail", address=MAILBOX)
        assert host.served.mailer is not None
        await host.served.mailer.send_due()
        refusals = [
            (await submit(bob, "mail_address", about, step="send_mail", address=address))[-1]["why"]
            for address in (MAILBOX, "nobody@example.org")
        ]
        assert refusals == 2 * ["This host cannot send mail at the moment; try again in a while."]
        told = await bob.page.ask({"do": "open", "screen": "sign_in", "about": {}})
        assert "This host cannot send mail at the moment" in str(told)


async def test_a_host_without_mail_server_says_so_and_takes_no_mail_by_hand(file_url: str) -> None:
    """Attack 198."""
    async with hosted(file_url) as host, visitor(host) as ann:
        for step, values in (
            ("send_mail", {"address": MAILBOX}),
            ("use_mail", {"code": "BCDF-GHJK-LMNP"}),
        ):
            *_, refused = await submit(ann, "mail_address", {}, step=step, **values)
            assert refused["why"] == "This host sends no mails."
        told = await ann.page.ask({"do": "open", "screen": "sign_in", "about": {"token": "x" * 43}})
        assert told[-1]["why"] == "This host sends no mails."
