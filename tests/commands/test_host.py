"""``gipf-meta host``: its refusals, its addresses, how it ends, and how it comes back."""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from subprocess import PIPE, Popen, check_output
from typing import Any, NamedTuple

import pytest
from aiohttp import ClientSession

from gipf_meta.cli import run
from gipf_meta.commands import host
from tests.desk.conftest import values_of
from tests.host.hosting import GuestPage
from tests.web.pages import LIMIT_S
from tests.web.serving import printed_address, refusal_of


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    return refusal_of(capsys, "host", *words)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--port", "65536"], "is no number from 0 to 65535"),
        (["--address", "nowhere"], "is no address of a machine"),
        (["--origin", "games.example"], "is no site, as https://games.example"),
        (["--origin", "https://games.example/path"], "is no site"),
        (["--origin", "https://me@games.example"], "is no site"),
        (["--folder", "x", "--database", "sqlite:///y"], "not in both"),
        (["--database", "mysql://y", "--port", "0"], "A database is named like"),
        (["--database", "postgresql://127.0.0.1:1/x", "--port", "0"], "The database cannot be"),
        (["--folder", "/dev/null/x"], "/dev/null/x cannot be used"),
        (["--limit", "rooms=9"], "There is no limit 'rooms'; docs/host.md has the names."),
        (["--limit", "open_table=9"], "has the names. Did you mean open_tables?"),
        (["--limit", "open_tables=x"], "'x' is no number from 0"),
        (["--mail", "smtp://m.example"], "Mails need --origin, the address to which"),
        (["--mail-from", "a@m.example"], "That is no mail server, as smtp://user:password@"),
        (
            ["--mail", "smtp://m.example", "--origin", "http://games.example"],
            "Mails need an --origin with https",
        ),
        (
            ["--mail", "smtp://localhost", "--origin", "http://localhost:8064"],
            "gipf-meta@localhost is no address to send mails from; name one by --mail-from.",
        ),
        (["--address", "192.0.2.77"], "Port 8064 of 192.0.2.77 cannot be used"),
    ],
)
def test_what_cannot_be_is_said_in_one_sentence(
    words: list[str], why: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    if not {"--folder", "--database"} & set(words):
        words = [*words, "--folder", str(tmp_path)]
    line = refused(capsys, *words)
    assert why in line
    assert " … " not in line


def test_without_the_extra_it_says_what_to_install(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(host, "NEEDED", ("a_package_that_is_not_there",))
    assert refused(capsys).endswith("in a clone by pip install '.[online]'.")


class Hosting(NamedTuple):
    """``gipf-meta host`` as a process, and the address that it has printed."""

    process: Popen[str]
    address: str


@contextmanager
def hosting(folder: Path, port: int = 0) -> Iterator[Hosting]:
    """``gipf-meta host`` with its matches in *folder*, for this machine alone."""
    words = ["--folder", str(folder / "host"), "--address", "127.0.0.1", "--port", str(port)]
    homes = {f"XDG_{name}_HOME": str(folder / name) for name in ("DATA", "CONFIG")}
    process = Popen(
        [sys.executable, "-m", "gipf_meta", "host", *words],
        env={**os.environ, **homes, "LANGUAGE": "en"},
        stdout=PIPE,
        stderr=PIPE,
        text=True,
    )
    with process:
        try:
            yield Hosting(process, printed_address(process))
        finally:
            process.kill()


async def come_in(address: str, client: ClientSession, **told: Any) -> tuple[GuestPage, Any]:
    """Returns a page that has said hello, and the answer."""
    headers = {"Origin": address.rstrip("/")}
    socket = await client.ws_connect(f"{address}socket", headers=headers, max_msg_size=0)
    await socket.send_json({"do": "hello", "version": 1, "language": "en", **told})
    page = GuestPage(socket)
    return page, (await page.next())["hello"]


async def begin(page: GuestPage) -> str:
    """Begins a match against a bot; its room."""
    about = {"game": "zertz"}
    told = await page.ask({"do": "open", "screen": "setup", "about": about})
    values = {**values_of(told[-2]["screen"]), "opponent": "random"}
    told = await page.ask({"do": "submit", "screen": "setup", "about": about, "values": values})
    (hash,) = [each["go"] for each in told if "go" in each]
    return str(hash).removeprefix("room/")


@pytest.mark.slow
def test_it_ends_when_it_is_told_to_and_says_so_in_its_log(tmp_path: Path) -> None:
    with hosting(tmp_path) as running:
        running.process.send_signal(signal.SIGTERM)
        _said, told = running.process.communicate(timeout=LIMIT_S)
        assert running.process.returncode == 0
        events = [json.loads(line)["event"] for line in told.splitlines()]
        assert events == ["serving", "ending", "ended"]


@pytest.mark.slow
async def test_what_was_answered_is_there_after_the_process_was_killed(tmp_path: Path) -> None:
    async with ClientSession() as client:
        with hosting(tmp_path) as running:
            page, hello = await come_in(running.address, client, name="Ann")
            room = await begin(page)
            *events, _done = await page.watch(room)
            running.process.kill()
        with hosting(tmp_path) as running:
            page, again = await come_in(running.address, client, secret=hello["secret"])
            assert (again["person"], again["name"]) == (hello["person"], "Ann")
            *same, _done = await page.watch(room)
            assert same[: len(events)] == events


def test_secrets_in_arguments_are_told_of_and_read_from_elsewhere(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    address = "postgresql://ann:opensesame@localhost:1/db"
    assert run(["host", "rooms", "--database", address]) == 2
    told = capsys.readouterr().err
    assert "put the address into the environment, as GIPF_META_DATABASE" in told
    assert "opensesame" not in told
    monkeypatch.setenv("GIPF_META_DATABASE", address)
    told = refused(capsys, "rooms")
    assert "port 1 failed" in told
    assert "argument" not in told
    assert "No host has kept matches" in refused(capsys, "rooms", "--folder", str(tmp_path))
    key = "k" * 22
    assert run(["join", f"http://localhost:1/#person/{key}", "--plain"]) == 2
    assert "type gipf-meta join - and paste" in capsys.readouterr().err
    monkeypatch.setattr("sys.stdin", StringIO(f"http://localhost:1/#person/{key}\n"))
    assert run(["join", "-", "--plain"]) == 2
    told = capsys.readouterr().err
    assert "argument" not in told
    assert "http://localhost:1" in told


def test_the_password_of_a_mail_server_is_told_of_and_read_from_elsewhere(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, server = ["--folder", str(tmp_path)], "smtp://ann:opensesame@m.example"
    assert run(["host", *folder, "--mail", server]) == 2
    told = capsys.readouterr().err
    assert "put the address into the environment, as GIPF_META_MAIL." in told
    assert "opensesame" not in told
    monkeypatch.setenv("GIPF_META_MAIL", server)
    told = refused(capsys, *folder)
    assert "Mails need --origin" in told
    assert "argument" not in told


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="only there a process can hide its arguments")
def test_secrets_in_arguments_are_overwritten() -> None:
    program = (
        "import sys; from gipf_meta.commands.arguments import hide_argument;"
        " hide_argument('opensesame', 'x'); print(open('/proc/self/cmdline').read())"
    )
    told = check_output([sys.executable, "-c", program, "a:opensesame@b"], text=True)
    assert "a:**********@b" in told
    assert "opensesame@" not in told
