"""The key pair by which push services know the host, on both kinds of databases."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
import sqlalchemy as sa

from gipf_meta.cli import run
from gipf_meta.host.database import Database
from gipf_meta.host.notice_tables import HOST_KEY
from gipf_meta.host.notices.push_addresses import read_bytes
from gipf_meta.host.notices.push_keys import PushKeys
from tests.host.conftest import make_tables


def test_the_pair_is_made_once_and_known_to_all_processes(url: str) -> None:
    make_tables(url)
    databases = [Database.open(url) for _process in range(4)]
    try:
        with ThreadPoolExecutor(len(databases)) as threads:
            pairs = list(threads.map(lambda each: PushKeys(each).public(), databases))
        assert len(set(pairs)) == 1
        assert read_bytes(pairs[0], 65)[0] == 4
        count = sa.select(sa.func.count()).select_from(HOST_KEY)
        assert databases[0].read(lambda db: db.execute(count).scalar_one()) == 1
    finally:
        for database in databases:
            database.close()


def test_new_keys_are_read_by_other_processes_at_once(url: str) -> None:
    make_tables(url)
    one, other = Database.open(url), Database.open(url)
    try:
        before = PushKeys(other).public()
        assert PushKeys(one).public() == before
        assert PushKeys(one).renew() == 0
        after = PushKeys(other).public()
        assert after != before
        assert PushKeys(one).public() == after
    finally:
        one.close()
        other.close()


def test_an_operator_sees_the_public_key_and_makes_new_ones(
    file_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    def keys(*words: str) -> list[str]:
        assert run(["host", "push-keys", *words, "--database", file_url]) == 0
        return capsys.readouterr().out.splitlines()

    (first,) = keys()
    assert keys() == [first]
    told, second = keys("--renew")
    assert (
        told == "The keys are new. 0 browsers get no notices until their owners turn them on again."
    )
    assert second != first
    assert keys() == [second]


def test_a_service_that_is_none_is_refused_in_one_sentence(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["host", "--push-service", "127.0.0.1"]) == 2
    assert (
        "'127.0.0.1' is no name of a push service, as push.example.org" in capsys.readouterr().err
    )
