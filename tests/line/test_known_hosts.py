"""The file with the secrets for hosts: planted, damaged, spelled twice, written by two at once."""

from __future__ import annotations

import json
import os
from pathlib import Path
from threading import Thread

import pytest
from yarl import URL

from gipf_meta.line.joining import Address
from gipf_meta.line.known_hosts import KnownHosts
from gipf_meta.line.line import JoinError

SECRET = "a-secret_of_this_device"
SITE = URL("https://games.example")


def test_hosts_stand_in_the_order_of_the_last_visit(tmp_path: Path) -> None:
    known = KnownHosts(tmp_path / "hosts.json")
    sites = [URL(f"https://{name}.example") for name in "abc"]
    for site in sites:
        known.keep(site, SECRET)
    stored = json.loads((tmp_path / "hosts.json").read_text())
    stored |= {
        f"{sites[1]} visit": "2026-11-30 10:00:00+00:00",
        f"{sites[2]} visit": "2026-11-29 10:00:00+00:00",
        f"{sites[0]} visit": "\x1b[2Jnow",
    }
    (tmp_path / "hosts.json").write_text(json.dumps(stored))
    assert known.sites() == [sites[1], sites[2], sites[0]]
    assert known.last_visit(sites[0]) == ""
    known.note_visit(sites[0])
    assert known.sites()[0] == sites[0]
    known.forget(sites[0])
    assert not [name for name in json.loads((tmp_path / "hosts.json").read_text()) if "a." in name]


@pytest.mark.parametrize(
    "name",
    [
        "https://GAMES.example", "https://games.example:443", "https://games.example/",
        "https://user:pass@games.example", "https://good.example@evil.example",
        "https://evil.example#good", "https://evil.example?x", "https:\\\\games.example",
        "https://gаmes.example", "ftp://games.example", "games.example", "javascript:alert(1)", "",
        "https://games.example before", "https://games.example visit",
    ],
)  # fmt: skip
def test_a_name_that_is_not_exactly_a_site_is_no_host(tmp_path: Path, name: str) -> None:
    file = tmp_path / "hosts.json"
    file.write_text(json.dumps({name: SECRET, str(SITE): SECRET}))
    assert KnownHosts(file).sites() == [SITE]


@pytest.mark.parametrize("secret", ["short", 7, None, {}, "x" * 200, "with blanks in it, many"])
def test_what_is_no_secret_is_none(tmp_path: Path, secret: object) -> None:
    file = tmp_path / "hosts.json"
    file.write_text(json.dumps({str(SITE): secret}))
    assert KnownHosts(file).sites() == []
    assert KnownHosts(file).secret_at(SITE) is None


@pytest.mark.parametrize(
    "text",
    ["{", "[]", "[" * 100_000, json.dumps({f"http://h{n}": SECRET for n in range(5_000)})],
    ids=["half", "list", "deep", "many"],
)
def test_a_file_that_cannot_be_read_is_set_aside_and_not_lost(tmp_path: Path, text: str) -> None:
    file = tmp_path / "hosts.json"
    file.write_text(text)
    known = KnownHosts(file)
    assert known.sites() == []
    known.keep(SITE, SECRET)
    assert known.sites() == [SITE]
    assert (tmp_path / "hosts.json.unread").read_text() == text


def test_a_file_into_which_anybody_may_write_is_not_believed(tmp_path: Path) -> None:
    file = tmp_path / "hosts.json"
    file.write_text(json.dumps({str(SITE): SECRET}))
    file.chmod(0o666)
    assert KnownHosts(file).sites() == []
    file.chmod(0o644)
    assert KnownHosts(file).sites() == [SITE]


def test_a_pipe_in_place_of_the_file_stops_nobody(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "hosts.json")
    assert KnownHosts(tmp_path / "hosts.json").sites() == []


def test_programs_that_write_at_once_lose_no_key_of_each_other(tmp_path: Path) -> None:
    file = tmp_path / "hosts.json"

    def keep(many: range) -> None:
        for n in many:
            KnownHosts(file).keep(URL(f"http://h{n}.example"), SECRET)

    threads = [Thread(target=keep, args=(range(n, n + 10),)) for n in range(0, 40, 10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(KnownHosts(file).sites()) == 40
    assert [each.name for each in tmp_path.iterdir()] == ["hosts.json"]


@pytest.mark.parametrize(
    "words",
    [
        "https://good.example@evil.example", "https://user:pass@games.example",
        "https://evil.example\\@good.example", "https://games.example/?to=https://evil.example",
        "https://games.example/#person/short", "https://games.example/#room/r1/../../x",
        "file:///etc/passwd", "javascript:alert(1)", "https://", "http://a b",
    ],
)  # fmt: skip
def test_a_crafted_link_leads_to_no_host(words: str) -> None:
    with pytest.raises(JoinError):
        Address.parse(words)


def test_a_link_never_says_which_key_to_use(tmp_path: Path) -> None:
    """The key is that of the origin in the link, however the link is spelled."""
    known = KnownHosts(tmp_path / "hosts.json")
    known.keep(SITE, SECRET)
    for words in (
        "https://GAMES.example:443/#room/r1",
        "https://games.example/#enter/r1/" + "k" * 22,
    ):
        assert known.secret_at(Address.parse(words).site) == SECRET
    for words in (
        "http://games.example/#room/r1",
        "https://games.example:8443/#room/r1",
        "https://games.example.evil.example/#room/r1",
        "https://evil.example/#room/games",
    ):
        assert known.secret_at(Address.parse(words).site) is None
