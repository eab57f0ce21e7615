"""Somebody has stolen a device, and its owner comes back: nothing that he does helps the thief."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from gipf_meta.host.database import Database
from gipf_meta.host.identity import account
from gipf_meta.host.identity.devices import MOST_DEVICES, IdentityError
from gipf_meta.host.identity.identity_tables import DEVICE
from gipf_meta.host.identity.sign_ins import NotProved
from gipf_meta.host.identity.tickets import TooOften
from gipf_meta.host.identity.ways import OLD_MS
from tests.host.test_account import DAY_MS, OLD_WORDS, Club, prove, stolen


@pytest.fixture
def club(database: Database) -> Club:
    """Nobody yet."""
    return Club(database)


def require_thief_is_refused(club: Club) -> None:
    """The stolen device takes nothing away, and adds nothing."""
    for device in club.account.devices("stolen"):
        if not device.is_this:
            with pytest.raises(NotProved):
                club.account.remove_device("stolen", device.id)
    with pytest.raises(NotProved):
        club.account.make_words("stolen")
    for way in club.account.ways("stolen"):
        with pytest.raises(IdentityError, match=r"Show first|only way back"):
            club.account.remove_way("stolen", way.id)


def test_new_words_are_as_old_as_those_that_they_replace(club: Club) -> None:
    """Else the stolen device would need no proof for three days."""
    stolen(club)
    prove(club, "ann", OLD_WORDS)
    words = club.account.make_words("ann")
    require_thief_is_refused(club)
    club.account.remove_device("ann", club.device("stolen"))  # what the old words have proved
    club.come("guest")
    assert club.account.sign_in_by_words("guest", words).name == "Ann"


def test_words_that_replace_young_ones_are_young(club: Club) -> None:
    ann = club.come("ann")
    club.come("thief", club.account.list_of_devices.add(ann, "a thief's"))
    club.account.make_words("ann")
    club.age_all(OLD_MS - 60_000)
    club.account.make_words("thief")
    club.age_all(120_000)
    club.account.remove_device("ann", club.device("thief"))


def test_the_last_old_way_back_goes_when_another_is_old(club: Club) -> None:
    """Until then a stolen device needs it."""
    ann = stolen(club)
    prove(club, "ann", OLD_WORDS)
    club.add(ann, "passkey", "a key's")
    old, _young = club.account.ways("ann")
    club.account.remove_way("ann", old.id)
    assert ", until " in club.account.ways("ann")[0].label
    require_thief_is_refused(club)
    club.add(ann, "mail", "ann@a.example", 100 * DAY_MS)
    club.account.remove_way("ann", old.id)
    assert club.ways("ann") == ["mail", "passkey"]


def test_no_stolen_device_takes_those_away_by_which_its_owner_comes_back(club: Club) -> None:
    """It would be faster each time; a pairing or a mailbox alone may be a thief's."""
    ann = stolen(club)
    club.account.remove_device("ann", club.device("ann"))
    club.come("phone")
    prove(club, "phone", OLD_WORDS)
    require_thief_is_refused(club)
    club.add(ann, "mail", "ann@a.example", 100 * DAY_MS)
    club.come("by_mail")
    prove(club, "by_mail", "ann@a.example", "mail")
    club.account.remove_device("stolen", club.device("by_mail"))


def test_who_has_a_mailbox_alone_comes_back_by_it_in_spite_of_a_stolen_device(club: Club) -> None:
    ann = club.come("stolen")
    club.add(ann, "mail", "ann@a.example")
    club.age_all(100 * DAY_MS)
    club.come("phone")
    prove(club, "phone", "ann@a.example", "mail")
    require_thief_is_refused(club)
    club.account.remove_device("phone", club.device("stolen"))


def test_who_always_begins_with_an_empty_browser_comes_back_all_the_same(club: Club) -> None:
    ann = stolen(club)
    for number in range(MOST_DEVICES - 2):
        club.account.list_of_devices.add(ann, f"{number}")
    seen = sa.update(DEVICE).values(seen_ms=club.database.now - DAY_MS - 1)
    club.database.write(lambda db: db.execute(seen.where(DEVICE.c.label == "7")))
    club.come("phone")
    prove(club, "phone", OLD_WORDS)
    labels = [each.label for each in club.account.devices("phone")]
    assert len(labels) == MOST_DEVICES
    assert "7" not in labels
    club.come("another")
    with pytest.raises(IdentityError, match="take one away first"):
        prove(club, "another", OLD_WORDS)  # none was away for a day


def test_nobody_lets_the_host_clean_its_database_without_end(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(account, "DELETIONS_AT_NETWORK", 2)
    monkeypatch.setattr(account, "DELETIONS_AT_NETWORKS", 3)
    club.account.delete = lambda person: None
    networks = "192.0.2.1", "192.0.2.1", "192.0.2.2"
    for number, network in enumerate(networks):
        club.come(f"guest{number}", network=network)
        club.account.delete_me(f"guest{number}", "")
    for number, network in enumerate((*networks, "192.0.2.3")):
        club.come(f"last{number}", network=network)
        with pytest.raises(TooOften):
            club.account.delete_me(f"last{number}", "")
