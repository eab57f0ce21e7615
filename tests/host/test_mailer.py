"""Letters reach a mail server, wait while it fails, and are given up in the end."""

from __future__ import annotations

import asyncio
import itertools
import shutil
import socket
import ssl
import subprocess
from collections.abc import Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from gipf_meta.base.clock import StillClock
from gipf_meta.host.identity.mail_address import MailError
from gipf_meta.host.identity.mail_server import MailServer, read_server
from gipf_meta.host.identity.mailer import (
    FIRST_PAUSE_MS,
    LONGEST_PAUSE_MS,
    MOST_WAITING,
    PATIENCE_MS,
    Delivery,
    Letter,
    Mailer,
)
from gipf_meta.web.access import ADDRESS
from tests.host.mail_servers import mail_server, talking

NOT_NOW = "This host cannot send mail at the moment; try again in a while."
LASTS_MS = 600_000


class Post:
    """A mailer of a test, its clock, and what it notes."""

    def __init__(self, port: int, **about: Any) -> None:
        self.clock = StillClock()
        self.results: list[str] = []
        self.failures: list[tuple[str, int]] = []
        answer_s = about.pop("answer_s", 15.0)
        server = MailServer(ADDRESS, port, **{"encryption": "none", **about})
        self.mailer = Mailer(
            server,
            "host@games.example",
            "games.example",
            self.clock,
            self.results.append,
            lambda kind, code: self.failures.append((kind, code)),
            answer_s,
        )

    def write(self, to: str = "ann@example.org", **about: Any) -> None:
        self.mailer.post(Letter(to, "A subject", "Žluťoučký\n\n.\n.dot\n", LASTS_MS, **about))

    async def send(self, after_ms: int = 0) -> list[str]:
        """Sends what is due after so long, and returns the results since the last time."""
        self.clock.ms += after_ms
        await self.mailer.send_due()
        found, self.results[:] = [*self.results], []
        return found


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


def certificate(folder: Path) -> ssl.SSLContext:
    """A context with a new certificate for this machine, written as ``c.pem`` into *folder*."""
    if shutil.which("openssl") is None:
        pytest.skip("Install openssl to try encrypted lines to a mail server.")
    kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
    key = ["openssl", "req", "-x509", "-nodes", "-days", "2", *kind]
    names = ["-subj", "/CN=localhost", "-addext", f"subjectAltName=IP:{ADDRESS}"]
    files = ["-keyout", folder / "k.pem", "-out", folder / "c.pem"]
    subprocess.run([*key, *names, *files], check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "c.pem", folder / "k.pem")
    return context


# ---- what is sent --------------------------------------------------------------------------------


def test_a_letter_is_sent_once_with_the_heads_of_a_program() -> None:
    async def look() -> None:
        async with mail_server() as sink:
            post = Post(sink.port)
            post.write()
            assert post.mailer.waiting == 1
            assert await post.send() == ["sent"]
            assert await post.send(60_000) == []
            (letter,) = sink.letters
            assert sink.recipients == [["ann@example.org"]]
            assert letter["From"] == "host@games.example"
            assert letter["To"] == "ann@example.org"
            assert letter["Subject"] == "A subject"
            assert letter["Auto-Submitted"] == "auto-generated"
            assert letter["Date"].datetime is not None
            assert letter["Message-ID"].endswith("@games.example>")
            assert letter.get_content_type() == "text/plain"
            assert letter.get_content().split() == ["Žluťoučký", ".", ".dot"]
            assert {*letter.keys()} == {
                "From", "To", "Subject", "Date", "Message-ID", "Auto-Submitted",
                "X-Auto-Response-Suppress", "Content-Type", "Content-Transfer-Encoding",
                "MIME-Version", "X-Peer", "X-MailFrom", "X-RcptTo",
            } - ({"X-Peer", "X-MailFrom", "X-RcptTo"} - {*letter.keys()})  # fmt: skip

    run(look())


def test_a_letter_that_nobody_wants_any_more_is_not_sent_and_one_that_is_not_real_neither() -> None:
    async def look() -> None:
        async with mail_server() as sink:
            post = Post(sink.port)
            post.write(is_wanted=lambda: False)
            post.mailer.post(Letter("bob@example.org", "s", "t", LASTS_MS), is_real=False)
            assert await post.send() == []
            assert (sink.letters, post.mailer.waiting) == ([], 0)

    run(look())


def test_a_user_and_his_password_are_handed_over() -> None:
    async def look() -> None:
        async with mail_server(wants_user=True) as sink:
            post = Post(sink.port, user="ann", password="opensesame")
            post.write()
            assert await post.send() == ["sent"]
            assert sink.signed_in == [("ann", "opensesame")]
            wrong = Post(sink.port, user="ann", password="secret")
            wrong.write()
            assert await wrong.send() == []
            (told,) = wrong.mailer.find_trouble()
            assert told == f"The mail server {ADDRESS} fails: it refuses user or password."
            assert wrong.failures == [("SMTPAuthenticationError", 535)]

    run(look())


# ---- a server that fails -------------------------------------------------------------------------


async def fails(post: Post, why: str) -> None:
    """Asserts that the server fails for the operator because of *why*, and for others alike."""
    post.write()
    assert await post.send() == []
    assert post.mailer.find_trouble() == [f"The mail server {ADDRESS} fails: {why}."]
    assert post.mailer.waiting == 1
    for to in ("ann@example.org", "bob@example.org"):
        with pytest.raises(MailError, match=NOT_NOW):
            post.write(to)
        with pytest.raises(MailError, match=NOT_NOW):
            post.mailer.post(Letter(to, "s", "t", LASTS_MS), is_real=False)


def test_a_server_that_refuses_the_connection() -> None:
    with socket.create_server((ADDRESS, 0)) as free:
        port = free.getsockname()[1]
    run(fails(Post(port), "it cannot be reached, or breaks off"))


def test_a_server_that_hangs_is_given_up() -> None:
    async def look() -> None:
        is_over = asyncio.Event()
        async with talking(lambda _reader, _writer: is_over.wait()) as port:
            await fails(Post(port, answer_s=0.05), "it does not answer")
            is_over.set()

    run(look())


def test_a_server_that_answers_without_end_is_cut_off() -> None:
    async def look() -> None:
        async def talk(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            while not writer.is_closing():
                writer.write(b"220-" + b"x" * 4000 + b"\r\n")
                with suppress(ConnectionError):
                    await writer.drain()

        async with talking(talk) as port:
            await fails(Post(port), "it cannot be reached, or breaks off")

    run(look())


def test_a_server_that_dies_in_the_middle_gets_the_letter_again() -> None:
    async def look() -> None:
        async with mail_server() as sink:
            post = Post(sink.port)
            sink.dies_at_letter = True
            await fails(post, "it cannot be reached, or breaks off")
            sink.dies_at_letter = False
            assert await post.send(FIRST_PAUSE_MS) == ["sent"]
            assert len(sink.letters) == 1

    run(look())


@pytest.mark.parametrize("code", [421, 451, 550])
def test_a_server_that_takes_no_sender(code: int) -> None:
    async def look() -> None:
        async with mail_server() as sink:
            sink.to_sender = f"{code} not now"
            await fails(Post(sink.port), f"it answers {code}")

    run(look())


def test_a_letter_is_tried_again_after_growing_pauses_and_given_up_in_the_end() -> None:
    async def look() -> None:
        async with mail_server() as sink:
            post = Post(sink.port)
            post.write()
            sink.to_letter = "451 later"
            assert await post.send() == []
            pauses_ms, failed = [], 1
            while post.mailer.waiting:
                assert await post.send(999) in ([], ["failed"])
                post.clock.ms += 1
                if len(post.failures) > failed:
                    failed = len(post.failures)
                    pauses_ms.append(post.clock.ms)
            between = [b - a for a, b in itertools.pairwise(pauses_ms)]
            assert between == sorted(between)
            assert max(between) <= LONGEST_PAUSE_MS + 1000
            assert LASTS_MS <= post.clock.ms <= LASTS_MS + 1000
            assert 5 < failed < 15
            assert sink.peers == failed  # nor is the server asked anything in between
            sink.to_letter = ""
            await post.send(LONGEST_PAUSE_MS)
            assert post.mailer.find_trouble() == []  # it looks again with nothing to send
            assert post.mailer.why_not() == ""

    run(look())


def test_a_server_that_takes_no_letter_is_known_to_fail_and_the_letter_is_gone() -> None:
    async def look() -> None:
        async with mail_server() as sink:
            sink.to_letter = "554 unwanted"
            post = Post(sink.port)
            post.write()
            assert await post.send() == ["failed"]
            assert post.mailer.why_not() == NOT_NOW
            assert post.failures == [("SMTPDataError", 554)]

    run(look())


def test_an_address_that_a_server_refuses_stops_nobody_elses_mail() -> None:
    async def look() -> None:
        async with mail_server() as sink:
            post = Post(sink.port)
            sink.to_recipient["bad@example.org"] = "550 <bad@example.org> no such user"
            sink.to_recipient["grey@example.org"] = "451 come again"
            for to in ("bad@example.org", "grey@example.org", "ann@example.org"):
                post.write(to)
            assert await post.send() == ["failed", "sent"]
            assert post.mailer.why_not() == ""
            assert post.failures == [("recipient", 550), ("recipient", 451)]
            sink.to_recipient.clear()
            assert await post.send(FIRST_PAUSE_MS - 1) == []
            assert await post.send(1) == ["sent"]

    run(look())


def test_a_server_that_goes_away_while_it_is_told_an_address_fails() -> None:
    async def look() -> None:
        async with mail_server() as sink:
            post = Post(sink.port)
            sink.to_recipient["ann@example.org"] = "421 shutting down"
            await fails(post, "it cannot be reached, or breaks off")

    run(look())


def test_the_server_is_tried_at_once_so_that_the_operator_reads_what_is_wrong() -> None:
    with socket.create_server((ADDRESS, 0)) as free:
        post = Post(free.getsockname()[1])
    run(look_only(post))
    assert post.mailer.find_trouble() != []


async def look_only(post: Post) -> None:
    assert await post.send() == []


@pytest.mark.slow
def test_so_many_letters_wait_and_no_more() -> None:
    post = Post(1)
    for _letter in range(MOST_WAITING):
        post.write()
    with pytest.raises(MailError, match=NOT_NOW):
        post.write()


# ---- messages whose senders wait for the end -----------------------------------------------------


async def deliver(post: Post, to: str = "ann@example.org") -> Delivery:
    message = post.mailer.write_message(to, "News", "A line.\n", "<one@games.example>")
    return await post.mailer.deliver(message, to)


def test_message_is_delivered_at_once_and_its_sender_hears_it() -> None:
    async def look() -> None:
        async with mail_server() as sink:
            post = Post(sink.port)
            assert await deliver(post) == Delivery("sent")
            (letter,) = sink.letters
            assert letter["Message-ID"] == "<one@games.example>"
            assert (post.results, post.mailer.waiting) == (["sent"], 0)

    run(look())


def test_many_messages_and_a_letter_share_a_connection_and_the_letter_goes_first() -> None:
    async def look() -> None:
        async with mail_server() as sink:
            post = Post(sink.port)
            post.write("bob@example.org")
            ends = await asyncio.gather(*(deliver(post, f"p{n}@example.org") for n in range(15)))
            assert {end.result for end in ends} == {"sent"}
            assert sink.recipients[0] == ["bob@example.org"]
            assert len(sink.letters) == 16
            assert sink.peers == 1

    run(look())


def test_letter_that_is_asked_for_meanwhile_overtakes_messages() -> None:
    async def look() -> None:
        async with mail_server() as sink:
            post = Post(sink.port)
            ask = sink.handle_RCPT

            async def write_first(*about: Any) -> str:
                if not sink.letters and not post.mailer.waiting:
                    post.write("bob@example.org")
                return await ask(*about)

            sink.handle_RCPT = write_first  # type: ignore[method-assign, assignment]
            await asyncio.gather(*(deliver(post, f"p{n}@example.org") for n in range(5)))
            assert sink.recipients[1] == ["bob@example.org"]
            assert len(sink.letters) == 6

    run(look())


@pytest.mark.parametrize(
    ("code", "result"), [(550, "nobody"), (551, "nobody"), (450, "later"), (451, "later")]
)
def test_address_that_is_refused_ends_one_message_and_stops_nothing_else(
    code: int, result: str
) -> None:
    async def look() -> None:
        async with mail_server() as sink:
            post = Post(sink.port)
            sink.to_recipient["bad@example.org"] = f"{code} no"
            ends = await asyncio.gather(deliver(post, "bad@example.org"), deliver(post))
            assert [end.result for end in ends] == [result, "sent"]
            assert post.mailer.why_not() == ""
            assert post.failures == [("recipient", code)]

    run(look())


@pytest.mark.parametrize(("code", "result"), [(554, "refused"), (452, "later")])
def test_message_that_is_refused_stops_nothing_else(code: int, result: str) -> None:
    async def look() -> None:
        async with mail_server() as sink:
            post = Post(sink.port)
            sink.to_letter = f"{code} no"
            assert (await deliver(post)).result == result
            assert post.mailer.why_not() == ""
            sink.to_letter = ""
            assert await deliver(post) == Delivery("sent")

    run(look())


def test_server_that_fails_ends_all_deliveries_until_its_pause_is_over() -> None:
    async def look() -> None:
        async with mail_server() as sink:
            post = Post(sink.port)
            sink.dies_at_letter = True
            ends = await asyncio.gather(*(deliver(post, f"p{n}@example.org") for n in range(3)))
            assert ends == [Delivery("later", FIRST_PAUSE_MS)] * 3
            assert sink.peers == 1  # it is not asked again for each of them
            assert post.mailer.why_not() == NOT_NOW
            sink.dies_at_letter = False
            assert await deliver(post) == Delivery("later", FIRST_PAUSE_MS)
            assert sink.peers == 1
            post.clock.ms += FIRST_PAUSE_MS
            assert await deliver(post) == Delivery("sent")
            assert post.mailer.why_not() == ""

    run(look())


def test_server_that_hangs_or_refuses_to_be_reached_ends_a_delivery() -> None:
    async def look() -> None:
        is_over = asyncio.Event()
        async with talking(lambda _reader, _writer: is_over.wait()) as port:
            assert (await deliver(Post(port, answer_s=0.05))).result == "later"
            is_over.set()
        with socket.create_server((ADDRESS, 0)) as free:
            port = free.getsockname()[1]
        assert (await deliver(Post(port))).result == "later"

    run(look())


def test_server_that_says_421_to_a_message_is_known_to_fail() -> None:
    async def look() -> None:
        async with mail_server() as sink:
            post = Post(sink.port)
            sink.to_letter = "421 shutting down"
            assert (await deliver(post)).result == "later"
            assert post.mailer.why_not() == NOT_NOW

    run(look())


def test_message_whose_sender_is_gone_is_not_sent() -> None:
    async def look() -> None:
        async with mail_server() as sink:
            post = Post(sink.port)
            tasks = [asyncio.create_task(deliver(post, f"p{n}@example.org")) for n in range(2)]
            await asyncio.sleep(0)
            tasks[1].cancel()
            assert await tasks[0] == Delivery("sent")
            assert sink.recipients == [["p0@example.org"]]

    run(look())


def test_sender_that_gives_up_while_a_message_is_handed_over_breaks_off_nobody_elses() -> None:
    async def look() -> None:
        async with mail_server() as sink:
            post = Post(sink.port)
            take = sink.handle_DATA

            async def take_while_one_gives_up(*about: Any) -> str:
                tasks[0].cancel()
                await asyncio.sleep(0)
                return await take(*about)

            sink.handle_DATA = take_while_one_gives_up  # type: ignore[method-assign, assignment]
            tasks = [asyncio.create_task(deliver(post, f"p{n}@example.org")) for n in range(2)]
            assert await tasks[1] == Delivery("sent")
            assert sink.recipients == [["p0@example.org"], ["p1@example.org"]]
            assert sink.peers == 1

    run(look())


def test_message_behind_a_slow_one_is_left_for_later() -> None:
    async def look() -> None:
        async with mail_server() as sink:
            post = Post(sink.port)
            take = sink.handle_DATA

            async def take_slowly(*about: Any) -> str:
                post.clock.ms += PATIENCE_MS + 1
                return await take(*about)

            sink.handle_DATA = take_slowly  # type: ignore[method-assign, assignment]
            ends = await asyncio.gather(deliver(post), deliver(post, "bob@example.org"))
            assert [*ends] == [Delivery("sent"), Delivery("later")]
            assert post.mailer.why_not() == ""

    run(look())


# ---- encryption ----------------------------------------------------------------------------------


@pytest.mark.parametrize("encryption", ["tls", "starttls"])
def test_a_line_is_encrypted_for_a_server_whose_certificate_is_trusted(
    tmp_path: Path, encryption: str
) -> None:
    async def look() -> None:
        context = certificate(tmp_path)
        async with mail_server(context, is_encrypted=encryption == "tls") as sink:
            known = ssl.create_default_context(cafile=tmp_path / "c.pem")
            post = Post(sink.port, encryption=encryption, context=known)
            post.write()
            assert await post.send() == ["sent"]
            assert len(sink.letters) == 1
            unknown = Post(sink.port, encryption=encryption, user="ann", password="x")
            await fails(unknown, "its certificate or its encryption does not fit")
            assert sink.signed_in == []

    run(look())


def test_a_server_without_encryption_gets_neither_password_nor_letter() -> None:
    async def look() -> None:
        async with mail_server(wants_user=True) as sink:
            post = Post(sink.port, encryption="starttls", user="ann", password="opensesame")
            await fails(post, "it offers no encryption, or no password")
            assert (sink.signed_in, sink.letters) == ([], [])
            secure = Post(sink.port, encryption="tls", user="ann", password="opensesame")
            await fails(secure, "its certificate or its encryption does not fit")
            assert (sink.signed_in, sink.letters) == ([], [])

    run(look())


# ---- addresses of servers ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("url", "server"),
    [
        ("smtps://a%40b.org:p%3Aw@m.example", ("m.example", 465, "tls", "a@b.org", "p:w")),
        ("smtp://a@b.org:pw@m.example", ("m.example", 587, "starttls", "a@b.org", "pw")),
        ("smtp://m.example:25?tls=no", ("m.example", 25, "none", "", "")),
        ("smtp://localhost", ("localhost", 25, "none", "", "")),
        ("smtp://localhost:2525?tls=yes", ("localhost", 2525, "starttls", "", "")),
    ],
)
def test_a_server_is_read_from_its_address(url: str, server: tuple[object, ...]) -> None:
    found = read_server(url)
    assert (found.host, found.port, found.encryption, found.user, found.password) == server
    assert "pw" not in repr(found)


@pytest.mark.parametrize(
    "url",
    [
        "", "m.example", "http://m.example", "smtp://", "smtp://m:x", "smtp://m/path",
        "smtp://m?tls=maybe", "smtps://m?tls=no", "smtp://m#x", "smtp://[", "smtp://ann@m.example",
        "smtp://ann:opensesame@m.example?tls=no",
    ],
)  # fmt: skip
def test_what_is_no_address_of_a_server_is_one_sentence_without_the_password(url: str) -> None:
    with pytest.raises(MailError) as caught:
        read_server(url)
    assert "opensesame" not in str(caught.value)
