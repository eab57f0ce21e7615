"""``gipf-meta serve``: one line with the address, an end without a fuss, and clear refusals."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from aiohttp import ClientSession, CookieJar
from yarl import URL

from tests.plugins.test_containing import install
from tests.program import variables
from tests.tiers import slow, soak
from tests.web.conftest import Visitor, answers
from tests.web.serving import refusal_of


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    return refusal_of(capsys, "serve", *arguments)


@pytest.mark.parametrize("words", ["0", "-1", "65536", "x", "", "9" * 5000, "²"])
def test_a_port_is_a_number(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "is no number from 1 to 65535" in refused(capsys, f"--port={words}")


def test_there_is_a_cap_on_the_cap(capsys: pytest.CaptureFixture[str]) -> None:
    assert "is no number from 1 to 99" in refused(capsys, "--sessions", "100")


def test_a_port_that_is_taken_is_said_to_be(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert refused(capsys, "--port", str(port)) == (
            f"gipf-meta: Port {port} cannot be used (Address already in use); leave --port out for"
            " a free one."
        )


@pytest.mark.parametrize("name", [*slow("SIGTERM", "SIGINT"), *soak("SIGHUP")])
def test_it_tells_its_address_and_ends_when_it_is_told_to(name: str) -> None:
    command = [sys.executable, "-m", "gipf_meta", "serve"]
    hidden = dict.fromkeys(("DISPLAY", "WAYLAND_DISPLAY"), "")
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, **hidden},
    ) as serving:  # fmt: skip
        assert serving.stdout is not None
        line = serving.stdout.readline()
        assert re.fullmatch(
            r"Open http://127\.0\.0\.1:\d+/\?token=[\w-]{43} \(Ctrl-C ends the server\)\n",
            line,
        )
        serving.send_signal(getattr(signal, name))
        rest = serving.communicate()
    assert (serving.returncode, rest) == (0, ("", ""))


@pytest.mark.slow
def test_a_second_one_opens_the_first_and_asks_for_its_own_by_an_option(tmp_path: Path) -> None:
    environment = variables(tmp_path, "") | {"XDG_STATE_HOME": str(tmp_path / "state")}
    command = [sys.executable, "-m", "gipf_meta", "serve", "--no-browser"]

    def begin(*options: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [*command, *options], env=environment, stdout=subprocess.PIPE, text=True
        )

    def told(process: subprocess.Popen[str]) -> str:
        assert process.stdout is not None
        return process.stdout.readline()

    with begin() as first:
        address = told(first).split()[1]
        with begin() as second:
            assert told(second) == f"Your server runs already. Open {address}\n"
        assert second.returncode == 0
        with begin("--sessions", "9") as third:
            assert address not in told(third)
            third.terminate()
        first.kill()  # its file stays
    with begin() as fourth:
        line = told(fourth)
        assert line.startswith("Open http://")
        assert address not in line
        fourth.terminate()
    assert list((tmp_path / "state/gipf-meta/serve").iterdir()) == []


@pytest.mark.slow
def test_a_plugin_that_crashes_is_left_out_of_each_page(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    install(tmp_path / "site", "import os\nos._exit(7)")
    command = [
        sys.executable,
        "-m",
        "gipf_meta",
        "--without",
        "odd",
        "serve",
        "--no-browser",
    ]

    async def visit(url: URL) -> str:
        async with ClientSession(cookie_jar=CookieJar(unsafe=True)) as client:
            visitor = Visitor(url, client)
            await visitor.enter()
            page = await visitor.connect()
            assert await answers(page)
            await page.send_json({"do": "open", "id": "a", "screen": "launcher", "about": {}})
            return await page.receive_str()

    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env=variables(tmp_path, str(tmp_path / "site")),
    ) as serving:  # fmt: skip
        assert serving.stdout is not None
        url = URL(serving.stdout.readline().split()[1])
        shown = asyncio.run(visit(url))
        serving.terminate()
        rest = serving.communicate()
    assert "ZÈRTZ" in shown
    assert (serving.returncode, rest) == (0, ("", ""))
