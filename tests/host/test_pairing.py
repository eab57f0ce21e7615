"""Pairings: the code alone gives nothing, and the key goes once to the device that waits."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa

from gipf_meta.host.database import Database
from gipf_meta.host.identity import pairing
from gipf_meta.host.identity.account import Account
from gipf_meta.host.identity.devices import IdentityError, hash_secret
from gipf_meta.host.identity.identity_tables import CHARGE, TICKET, WAY_BACK
from gipf_meta.host.identity.pairing import (
    GUESSED_BY_DEVICE,
    VALID_MS,
    WaitingDevice,
    read_code,
)
from gipf_meta.host.identity.sign_ins import Asker, NotProved
from gipf_meta.host.identity.tickets import LETTERS, TooOften
from gipf_meta.host.identity.ways import OLD_MS
from gipf_meta.host.people import DatabasePeople
from tests.tiers import slow

HOME, AWAY = "192.0.2.1", "198.51.100.7"


def account_of(database: Database) -> Account:
    """The account of everybody, at a process of its own."""
    return Account(database, lambda link: Asker("", ""), lambda link, signed_in: None)


class House:
    """A database with Ann at her browser, and devices that say hello as somebody new."""

    def __init__(self, database: Database) -> None:
        self.database, self.people = database, DatabasePeople(database)
        self.account = account_of(database)
        self.pairings, self.devices = self.account.pairings, self.account.list_of_devices
        self.ann = self.come("a" * 22, "Firefox on Linux", name="Ann")

    def come(self, secret: str, label: str, network: str = HOME, **about: Any) -> Asker:
        """Somebody with that *secret* comes."""
        person, _about = self.people.identify({"secret": secret, **about}, network, label)
        return Asker(person, hash_secret(secret), label, network)

    def pass_time(self, ms: int) -> None:
        """Lets the tickets grow older."""
        older = sa.update(TICKET).values(expires_ms=TICKET.c.expires_ms - ms)
        self.database.write(lambda db: db.execute(older))


@pytest.fixture
def house(database: Database) -> House:
    """Ann at her browser."""
    return House(database)


def test_a_device_that_waits_becomes_one_of_the_person_who_confirms_its_code(house: House) -> None:
    terminal = house.come("t" * 22, "A terminal on thinkpad", AWAY)
    code = house.pairings.begin(terminal)
    assert len(code) == 9
    assert {*code} <= {*LETTERS, "-"}
    assert house.pairings.finish(terminal) is None
    seen = house.pairings.find(house.ann, code.lower().replace("-", " "))
    assert seen == WaitingDevice("A terminal on thinkpad", AWAY)
    assert house.pairings.finish(terminal) is None  # to look is not to confirm
    house.pairings.confirm(house.ann, code)
    finished = house.pairings.finish(terminal)
    assert finished is not None
    person, secret = house.ann.person, finished.secret
    assert finished.name == "Ann"
    assert hash_secret(secret) != terminal.key_hash  # a key that nobody had before
    assert house.people.identify({"secret": secret})[0] == house.ann.person
    assert house.people.identify({"secret": "t" * 22})[0] == terminal.person  # as before
    assert {each.label for each in house.devices.list(person)} == {
        "Firefox on Linux",
        "A terminal on thinkpad",
    }
    with pytest.raises(IdentityError, match="valid no more"):  # once
        house.pairings.finish(terminal)


def test_who_has_seen_the_code_gets_nothing_by_it(house: House) -> None:
    terminal, thief = house.come("t" * 22, "A terminal"), house.come("x" * 22, "A thief")
    code = house.pairings.begin(terminal)
    house.pairings.confirm(house.ann, code)
    with pytest.raises(IdentityError):
        house.pairings.finish(thief)
    house.pairings.begin(thief)
    assert house.pairings.finish(thief) is None
    assert house.pairings.finish(terminal) is not None


def test_a_code_is_confirmed_once_and_by_one_person(house: House) -> None:
    """Also by two processes at once: the second finds no code that waits."""
    terminal, bob = house.come("t" * 22, "A terminal"), house.come("b" * 22, "Bob's")
    code = house.pairings.begin(terminal)
    house.pairings.confirm(house.ann, code)
    beside = account_of(house.database).pairings
    for again in (house.ann, bob):
        with pytest.raises(IdentityError, match="No device waits"):
            beside.confirm(again, code)
    finished = house.pairings.finish(terminal)
    assert finished is not None
    assert finished.name == "Ann"


def _wait_too_long(house: House, _terminal: Asker) -> None:
    house.pass_time(VALID_MS)


def _show_another(house: House, terminal: Asker) -> None:
    house.pairings.begin(terminal)


@pytest.mark.parametrize("spoil", [_wait_too_long, _show_another])
def test_a_code_that_is_old_or_was_replaced_is_as_good_as_none(
    house: House, spoil: Callable[[House, Asker], None]
) -> None:
    terminal = house.come("t" * 22, "A terminal")
    code = house.pairings.begin(terminal)
    spoil(house, terminal)
    sentences = set()
    for typed in (code, "BCDF-GHJK"):
        for do in (house.pairings.find, house.pairings.confirm):
            with pytest.raises(IdentityError) as refused:
                do(house.ann, typed)
            sentences.add(str(refused.value))
    assert len(sentences) == 1  # nobody learns which it was


def test_what_was_confirmed_is_fetched_in_time(house: House) -> None:
    terminal = house.come("t" * 22, "A terminal")
    house.pairings.confirm(house.ann, house.pairings.begin(terminal))
    house.pass_time(VALID_MS)
    with pytest.raises(IdentityError, match="valid no more"):
        house.pairings.finish(terminal)


def test_a_device_does_not_confirm_itself(house: House) -> None:
    code = house.pairings.begin(house.ann)
    with pytest.raises(IdentityError, match="of this device itself"):
        house.pairings.find(house.ann, code)
    with pytest.raises(IdentityError):
        house.pairings.confirm(house.ann, code)


def _take_away(house: House) -> None:
    (id,) = [each.id for each in house.devices.list(house.ann.person) if "Firefox" in each.label]
    house.devices.remove(house.ann.person, id)


def _ban(house: House) -> None:
    house.people.ban(house.ann.person)


@pytest.mark.parametrize("end", [_take_away, *slow(_ban)])
def test_what_a_device_has_confirmed_that_was_taken_away_is_void(
    house: House, end: Callable[[House], None]
) -> None:
    """A thief's browser confirms a code, and is taken away before his terminal asks."""
    terminal = house.come("t" * 22, "A terminal")
    waiting = house.come("w" * 22, "Another")
    house.pairings.confirm(house.ann, house.pairings.begin(terminal))
    code = house.pairings.begin(waiting)
    before = len(house.devices.list(house.ann.person))
    end(house)
    with pytest.raises(IdentityError, match="was taken away"):
        house.pairings.finish(terminal)
    assert len(house.devices.list(house.ann.person)) <= before
    with pytest.raises(IdentityError):
        house.pairings.confirm(house.ann, code)


def test_codes_cannot_be_guessed_one_after_the_other(house: House) -> None:
    """Not by one device, nor by many of one person or one network, right ones neither."""
    code = house.pairings.begin(house.come("t" * 22, "A terminal", AWAY))
    for _guess in range(GUESSED_BY_DEVICE):
        with pytest.raises(IdentityError):
            house.pairings.confirm(house.ann, "BBBB-BBBB")
    with pytest.raises(TooOften):
        house.pairings.confirm(house.ann, code)
    house.database.write(lambda db: db.execute(sa.delete(CHARGE)))
    house.pairings.confirm(house.ann, code)  # and it was right
    most = pairing.GUESSED_AT_HOST * 24 * 365
    assert (
        most / len(LETTERS) ** (4 * pairing.GROUPS) < 0.002
    )  # found in a year, if one always waits


def test_the_limit_of_guesses_is_that_of_all_processes_persons_and_networks(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, count in (("PERSON", 3), ("NETWORK", 5), ("HOST", 7)):
        where = "AT" if name != "PERSON" else "BY"
        monkeypatch.setattr(pairing, f"GUESSED_{where}_{name}", count)
    beside = account_of(house.database).pairings
    other = house.come("o" * 22, "Ann's other")
    guessed = [
        (house.pairings, house.ann, 3),  # then his person has none left
        (beside, other, 2),  # then the network
        (beside, house.come("x" * 22, "Far away", AWAY), 2),  # then the host
    ]
    for pairings, asker, most in guessed:
        for _guess in range(most):
            with pytest.raises(IdentityError, match="No device waits"):
                pairings.find(asker, "BBBB-BBBB")
        with pytest.raises(TooOften):
            pairings.find(asker, "BBBB-BBBB")


def test_who_has_had_a_way_back_for_long_shows_first_that_it_is_he(house: House) -> None:
    """Else a stolen device would let the thief's others in."""
    house.account.list_of_ways.add(house.ann.person, "words", "k" * 64, "words")
    code = house.pairings.begin(house.come("t" * 22, "A terminal", AWAY))
    older = sa.update(WAY_BACK).values(created_ms=WAY_BACK.c.created_ms - OLD_MS)
    house.database.write(lambda db: db.execute(older))
    with pytest.raises(NotProved):
        house.pairings.confirm(house.ann, code)
    (way,) = house.account.list_of_ways.list(house.ann.person)
    fresh = house.account.sign_in.become(house.ann, way)
    house.people.identify({"secret": fresh.secret})
    again = Asker(house.ann.person, hash_secret(fresh.secret), "Firefox on Linux", HOME)
    house.pairings.confirm(again, code)


def test_a_device_shows_itself_with_the_address_from_which_it_asks(house: House) -> None:
    near, far = house.come("t" * 22, "A terminal"), house.come("u" * 22, "", AWAY)
    liar = house.come("v" * 22, "Mine”, at the same address as you", AWAY)
    words = [
        house.pairings.find(house.ann, house.pairings.begin(each)).describe(house.ann)
        for each in (near, far, liar)
    ]
    assert words == [
        "“A terminal”, at the same address as you",
        f"a device without a name, at the address {AWAY}",
        f"“Mine, at the same address as you”, at the address {AWAY}",
    ]


@pytest.mark.slow
def test_codes_cannot_be_begun_without_end(house: House) -> None:
    terminal = house.come("t" * 22, "A terminal")
    for _code in range(pairing.BEGUN_BY_DEVICE):
        house.pairings.begin(terminal)
    with pytest.raises(TooOften):
        house.pairings.begin(terminal)
    count = sa.select(sa.func.count()).select_from(TICKET)
    assert house.database.read(lambda db: db.execute(count).scalar()) == 1


def test_two_devices_never_show_the_same_code(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    letters = iter("B" * 16 + "C" * 8)
    monkeypatch.setattr(secrets, "choice", lambda _letters: next(letters))
    one, other = house.come("t" * 22, "One"), house.come("u" * 22, "Other")
    assert house.pairings.begin(one) == "BBBB-BBBB"
    assert house.pairings.begin(other) == "CCCC-CCCC"
    assert house.pairings.finish(one) is None


def test_neither_code_nor_key_stands_in_the_database(house: House) -> None:
    terminal = house.come("t" * 22, "A \x1b[2Jterminal\n on\u202e x" + "y" * 99)
    code = read_code(house.pairings.begin(terminal))
    rows = house.database.read(lambda db: db.execute(sa.select(TICKET)).all())
    assert code not in repr(rows)
    label = house.pairings.find(house.ann, code).label
    assert label.isprintable()
    assert len(label) <= 60


@pytest.mark.parametrize("typed", ["", "BCDF-GHJ", "BCDF-GHJKL", "BCDF-GHJA", "BCDF-GHJ1", "é" * 8])
def test_what_is_no_code_is_refused_with_a_sentence(typed: str) -> None:
    with pytest.raises(IdentityError, match="eight letters"):
        read_code(typed)
    assert read_code(" bcdf·ghjk ") == "BCDFGHJK"
