"""A server that runs is found by its file alone, and whoever else is there learns nothing."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from threading import Thread

import pytest
from aiohttp import ClientSession, CookieJar
from yarl import URL

from gipf_meta.desk.page_texts import words_of_page
from gipf_meta.library.settings import Settings
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.web import running_server
from gipf_meta.web.access import ADDRESS, Access, proof_of
from gipf_meta.web.running_server import RunningServer, find_server, registered, write_page
from gipf_meta.web.server import page_site_of
from tests.web.conftest import Visitor, running, visited

NEEDS_RIGHTS = pytest.mark.skipif(not hasattr(os, "getuid"), reason="Files have owners in POSIX.")


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "library.sqlite"


def files(tmp_path: Path) -> list[Path]:
    return sorted((tmp_path / "state/gipf-meta/serve").glob("*"))


@contextmanager
def left_behind(library: Path, port: int) -> Iterator[Path]:
    """The file of a server at *port* that was killed."""
    with registered(Access(port), 4, library) as page:
        assert page is not None
        yield page.with_suffix(".json")


@contextmanager
def listening(*answers: bytes) -> Iterator[tuple[int, list[bytes]]]:
    """A foreign program that gives *answers*, one each time; its port, and what it has heard."""
    heard: list[bytes] = []

    def serve(server: socket.socket) -> None:
        for answer in answers:
            line, _address = server.accept()
            with line:
                heard.append(line.recv(4096))
                line.sendall(answer)

    with socket.create_server((ADDRESS, 0)) as server:
        thread = Thread(target=serve, args=(server,))
        thread.start()
        yield server.getsockname()[1], heard
        thread.join()


async def test_a_running_server_is_found_and_ends_with_its_file(
    library: Path, tmp_path: Path
) -> None:
    assert find_server(library) is None
    async with running(library=library) as served:
        found = await asyncio.to_thread(find_server, library)
        assert found is not None
        assert URL(found.url) == served.url
        assert await asyncio.to_thread(find_server, tmp_path / "other.sqlite") is None
        (file,) = files(tmp_path)
        if hasattr(os, "getuid"):
            assert stat.S_IMODE(file.stat().st_mode) == 0o600
            assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    assert find_server(library) is None
    assert files(tmp_path) == []


async def test_the_page_that_opens_it_again_goes_with_the_first_visit(
    library: Path, tmp_path: Path
) -> None:
    async with running(library=library):
        found = await asyncio.to_thread(find_server, library)
        assert found is not None
        page = write_page(library, found)
        assert page is not None
        assert found.token in page.read_text()
        if hasattr(os, "getuid"):
            assert stat.S_IMODE(page.stat().st_mode) == 0o600
        async with ClientSession(cookie_jar=CookieJar(unsafe=True)) as client:
            await Visitor(URL(found.url), client).enter()
        assert not page.exists()


def test_a_killed_server_is_not_found_and_the_next_one_replaces_its_file(library: Path) -> None:
    with socket.create_server((ADDRESS, 0)) as taken:
        port = taken.getsockname()[1]
    with left_behind(library, port):
        assert find_server(library) is None
        with left_behind(library, port) as file:
            stands = json.loads(file.read_text())
            assert find_server(library) is None
        assert not file.exists()
    assert stands["port"] == port


def test_the_end_of_a_server_leaves_the_file_of_the_next(library: Path) -> None:
    with left_behind(library, 4001):
        again = registered(Access(4002), 4, library)
        again.__enter__()
    (file,) = files(library.parent)
    assert json.loads(file.read_text())["port"] == 4002


@pytest.mark.parametrize(
    "answer", [b"", b"HTTP/1.1 200 OK\r\n\r\n", b"x" * 40_000, b"HTTP/1.1 303\r\n\r\n" + b"0" * 64]
)
def test_a_foreign_program_at_the_port_gets_neither_token_nor_key(
    answer: bytes, library: Path
) -> None:
    with listening(answer) as (port, heard), left_behind(library, port) as file:
        about = json.loads(file.read_text())
        assert find_server(library) is None
    (request,) = heard
    assert request.startswith(b"GET /proof?nonce=")
    assert about["token"].encode() not in request
    assert about["key"].encode() not in request


def test_a_proof_that_was_overheard_proves_nothing(library: Path) -> None:
    access = Access(1)
    old = b"HTTP/1.1 200 OK\r\n\r\n" + proof_of(access.key, 1, "0" * 64).encode()
    with listening(old) as (port, _heard):
        access.port = port
        with registered(access, 4, library):
            assert find_server(library) is None


async def test_the_proof_is_of_this_port_and_for_whole_nonces_alone() -> None:
    async with visited() as visitor:
        answer = await visitor.get(f"/proof?nonce={'0' * 64}")
        assert (answer.status, len(await answer.text())) == (200, 64)
        for nonce in ("", "0" * 63, "0" * 65, "g" * 64, "A" * 64, "%00" * 64):
            assert (await visitor.get(f"/proof?nonce={nonce}")).status == 403
        assert (await visitor.get(f"/proof?nonce={'0' * 64}", Host="evil.example")).status == 403
        cross = await visitor.get(f"/proof?nonce={'0' * 64}", Origin="http://evil.example")
        assert cross.status == 403
    key = Access(1).key
    assert proof_of(key, 1, "0" * 64) != proof_of(key, 2, "0" * 64)


async def test_a_page_knows_what_to_type_when_the_program_has_ended() -> None:
    make = page_site_of(4, load_plugins(), None, Settings())
    async with (
        running(make_site=make) as served,
        ClientSession(cookie_jar=CookieJar(unsafe=True)) as client,
    ):
        visitor = Visitor(served.url, client)
        await visitor.enter()
        async with await visitor.connect() as line:
            await line.send_json({"do": "hello", "version": 1, "language": "en"})
            words = (await line.receive_json())["hello"]["words"]
    assert words["ended"] == "The program has ended: type gipf-meta serve to go on."
    assert "has ended" not in words_of_page()["ended"], "a host is not started by who plays there"


@NEEDS_RIGHTS
def test_a_planted_link_is_not_followed(library: Path, tmp_path: Path) -> None:
    target = tmp_path / "target"
    with left_behind(library, 4001) as file:
        about = file.read_text()
        target.write_text(about)
        target.chmod(0o600)
        file.unlink()
        file.symlink_to(target)
        assert running_server._read(file) is None
        with left_behind(library, 4002):
            assert not file.is_symlink()
    assert target.read_text() == about


@NEEDS_RIGHTS
def test_a_folder_that_is_a_link_is_not_used(library: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir(mode=0o700)
    (tmp_path / "state/gipf-meta").mkdir(parents=True)
    (tmp_path / "state/gipf-meta/serve").symlink_to(elsewhere)
    with registered(Access(4001), 4, library) as page:
        assert page is None
    assert list(elsewhere.iterdir()) == []


@NEEDS_RIGHTS
def test_a_file_or_folder_that_others_may_read_is_not_believed(library: Path) -> None:
    with left_behind(library, 4001) as file:
        assert running_server._read(file) is not None
        for path, loose, tight in ((file, 0o640, 0o600), (file.parent, 0o755, 0o700)):
            path.chmod(loose)
            assert running_server._read(file) is None
            path.chmod(tight)
        file.parent.chmod(0o777)
        with left_behind(library, 4002) as again:
            assert stat.S_IMODE(again.parent.stat().st_mode) == 0o700
            assert running_server._read(again) is not None


@NEEDS_RIGHTS
def test_the_file_of_another_user_is_not_believed(
    library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with left_behind(library, 4001) as file:
        mine = os.getuid()
        monkeypatch.setattr(os, "getuid", lambda: mine + 1)
        assert running_server._read(file) is None
        with registered(Access(4002), 4, library) as page:
            assert page is None


SOUND = asdict(RunningServer(4001, 4, "t" * 43, "k" * 43))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "[" * 5000,
        "\0\ud800",
        *(json.dumps(SOUND | {name: None}) for name in SOUND),
        json.dumps(SOUND | {"port": True}),
        json.dumps(SOUND | {"port": 65536}),
        json.dumps(SOUND | {"token": "t" * 42 + "\n"}),
        json.dumps(SOUND | {"version": "0.0.1"}),
        json.dumps(SOUND | {"more": 1}),
    ],
)
def test_a_damaged_file_or_one_of_another_version_is_no_server(text: str, library: Path) -> None:
    with left_behind(library, 4001) as file:
        file.write_text(json.dumps(SOUND))
        assert running_server._read(file) == RunningServer(**SOUND)
        file.write_bytes(text.encode("utf-8", "surrogatepass"))
        assert running_server._read(file) is None
