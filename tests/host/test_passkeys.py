"""Passkeys: somebody adds one, and is recognized by it; nobody is by anything else."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from gipf_meta.host.database import Database
from gipf_meta.host.identity import passkeys
from gipf_meta.host.identity.account import Account
from gipf_meta.host.identity.devices import IdentityError
from gipf_meta.host.identity.passkeys import (
    MOST,
    Passkeys,
    rp_ids_of,
    site_of,
    why_no_passkeys,
)
from gipf_meta.host.identity.sign_ins import Asker
from gipf_meta.host.identity.tickets import Tickets
from gipf_meta.host.identity.ways import WaysBack
from gipf_meta.host.people import DatabasePeople
from gipf_meta.host.tables import TICKET
from tests.host.authenticator import (
    PRESENT,
    SYNCABLE,
    SYNCED,
    VERIFIED,
    Authenticator,
    Ceremony,
)
from tests.host.conftest import open_new

DOCS = Path(__file__).parents[2] / "docs/security.md"
SITE = site_of("https://play.example.org")
HERE = Ceremony(SITE.origin, SITE.rp_id)
LAPTOP, PHONE = "a" * 64, "b" * 64
NOT_VALID = "This passkey is not valid here, or came too late"


class Kept:
    """The passkeys of a host on *database*, with Ann's authenticator beside it."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.ways, self.tickets = WaysBack(database), Tickets(database)
        self.passkeys = Passkeys(self.ways, self.tickets)
        self.own = Authenticator()
        people = DatabasePeople(database)
        self.ann, self.bob = (people.identify({"name": name})[0] for name in ("Ann", "Bob"))

    def add(
        self, person: str = "", by: Authenticator | None = None, about: Ceremony = HERE
    ) -> None:
        """Adds a passkey for *person*, for Ann if nobody is named."""
        options = self.to_add(person, LAPTOP)
        answer = (by or self.own).make(options, about)
        self.passkeys.add(person or self.ann, LAPTOP, SITE, answer, "Firefox on Linux")

    def to_add(self, person: str = "", device: str = PHONE, name: str = "Ann") -> dict[str, Any]:
        """The options to add a passkey."""
        return self.passkeys.options_to_add(person or self.ann, name, device, SITE)

    def options(self, device: str = PHONE) -> dict[str, Any]:
        """The options to sign in."""
        return self.passkeys.options_to_sign_in(device, SITE)

    def recognize(self, answer: str, device: str = PHONE) -> str:
        """The person who signs in by an *answer*."""
        return self.passkeys.recognize(device, SITE, answer).person


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    """One for all tests, each of which has people of its own."""
    file = tmp_path_factory.mktemp("passkeys") / "rooms.sqlite"
    with closing(open_new(f"sqlite:///{file}")) as database:
        yield database


@pytest.fixture
def kept(database: Database) -> Kept:
    """A host at which Ann has a passkey."""
    kept = Kept(database)
    kept.add()
    return kept


def test_somebody_comes_back_by_a_passkey_without_saying_a_name(kept: Kept) -> None:
    options = kept.options()
    assert options["allowCredentials"] == []  # the browser offers what it has
    assert options["userVerification"] == "required"
    assert kept.recognize(kept.own.sign(options, HERE)) == kept.ann
    [way] = kept.ways.list(kept.ann)
    assert (way.kind, way.label) == ("passkey", "Firefox on Linux")


def test_a_passkey_is_made_to_be_found_by_itself_and_not_twice_on_a_device(kept: Kept) -> None:
    options = kept.to_add(name="")
    assert options["authenticatorSelection"] == {
        "residentKey": "required",
        "requireResidentKey": True,
        "userVerification": "required",
    }
    assert options["attestation"] == "none"
    assert [each["id"] for each in options["excludeCredentials"]] == [
        way.key for way in kept.ways.list(kept.ann)
    ]
    assert kept.ann not in json.dumps(options)
    assert options["user"]["name"] == "Somebody"
    other = kept.to_add(kept.bob)
    assert other["excludeCredentials"] == []
    assert other["user"]["id"] != options["user"]["id"]


@pytest.mark.parametrize(
    ("origin", "why"),
    [
        ("https://play.example.org", ""),
        ("https://play.example.org:8443", ""),
        ("http://localhost:8064", ""),
        ("http://ann.localhost", ""),
        ("http://127.0.0.1:8064", "Passkeys need the name localhost: open http://localhost:8064/."),
        ("http://[::1]:8064", "Passkeys need the name localhost: open http://localhost:8064/."),
        ("http://play.example.org", "Passkeys need https, which this address does not have."),
        ("http://localhost.evil.org", "Passkeys need https, which this address does not have."),
        ("http://192.168.1.5:8064", "Passkeys need an address with a name and https"),
        ("https://192.168.1.5", "Passkeys need an address with a name and https"),
        ("", "Passkeys are for pages in a browser."),
        ("null", "Passkeys are for pages in a browser."),
        ("https://[", "Passkeys are for pages in a browser."),
    ],
)  # fmt: skip
def test_passkeys_belong_to_a_page_with_a_name_by_https_or_on_this_machine(
    origin: str, why: str
) -> None:
    assert why_no_passkeys(origin).startswith(why)
    assert bool(why_no_passkeys(origin)) == bool(why)
    if why:
        with pytest.raises(IdentityError):
            site_of(origin)
    else:
        assert origin.split("://")[1].startswith(site_of(origin).rp_id)


def test_every_attempt_that_is_documented_is_a_test_here() -> None:
    section = DOCS.read_text("utf-8").partition("### Passkeys\n")[2].partition("\n##")[0]
    attempts = re.findall(r"\| `(test_\w+)` \|", section)
    assert len(attempts) > 10
    assert all(name in globals() for name in attempts)


def test_a_device_becomes_one_of_the_person_by_a_fresh_key_and_is_told_why_not(
    kept: Kept,
) -> None:
    askers = {
        "phone": Asker(kept.bob, PHONE, origin=SITE.origin),
        "plain": Asker(kept.bob, PHONE, origin="http://192.168.1.5:8064"),
    }
    account = Account(kept.database, askers.__getitem__, lambda link, fresh: None)
    assert account.why_not("phone", "passkey") == ""
    assert account.why_not("plain", "passkey")
    with pytest.raises(IdentityError, match="Passkeys need"):
        account.passkey_options("plain", "sign_in")  # nor by a message of one's own
    options = account.passkey_options("phone", "sign_in")
    signed_in = account.use_passkey("phone", "sign_in", kept.own.sign(options, HERE))
    assert signed_in is not None
    assert signed_in.name == "Ann"
    people = DatabasePeople(kept.database)
    assert people.identify({"secret": signed_in.secret})[0] == kept.ann
    people.ban(kept.ann)
    options = account.passkey_options("phone", "sign_in")
    with pytest.raises(IdentityError, match="You may not come in here any more"):
        account.use_passkey("phone", "sign_in", kept.own.sign(options, HERE))


# ---- attacks -------------------------------------------------------------------------------------


def test_an_answer_is_good_once_right_or_wrong(kept: Kept) -> None:
    options = kept.options()
    answer = kept.own.sign(options, HERE)
    assert kept.recognize(answer) == kept.ann
    refuse(kept, answer)
    options = kept.options()
    refuse(kept, kept.own.sign(options, replace(HERE, flags=PRESENT)))
    refuse(kept, kept.own.sign(options, HERE))


def test_a_challenge_ends_after_five_minutes(kept: Kept) -> None:
    options = kept.options()
    later = sa.update(TICKET).values(expires_ms=TICKET.c.expires_ms - 300_000)
    kept.database.write(lambda db: db.execute(later))
    refuse(kept, kept.own.sign(options, HERE))


def test_a_challenge_is_of_the_device_and_the_purpose_for_which_it_was_issued(kept: Kept) -> None:
    refuse(kept, kept.own.sign(kept.options(LAPTOP), HERE))
    to_add = kept.to_add()
    refuse(kept, kept.own.sign(to_add, HERE))
    refuse(kept, kept.own.sign({"challenge": "AAAA"}, HERE))
    made = kept.own.make({**to_add, "challenge": kept.options()["challenge"]}, HERE)
    refuse_to_add(kept, made, kept.ann, PHONE)
    # what was asked for Ann is no passkey of Bob's, nor one from another device
    for person, device in ((kept.bob, PHONE), (kept.ann, LAPTOP)):
        to_add = kept.to_add()
        refuse_to_add(kept, kept.own.make(to_add, HERE), person, device)


@pytest.mark.parametrize(
    "changed",
    [
        {"origin": "https://evil.org"},
        {"origin": "https://play.example.org.evil.org"},
        {"origin": "https://play.example.org:444"},
        {"origin": "http://play.example.org"},
        {"origin": "https://PLAY.example.org"},
        {"origin": "https://play.example.org/"},
        {"origin": "android:apk-key-hash:x"},
        {"rp_id": "evil.org"},
        {"rp_id": "example.org"},
        {"rp_id": "https://play.example.org"},
        {"kind": "webauthn.get "},
        {"kind": "webauthn.create/webauthn.get"},
        {"flags": 0},
        {"flags": PRESENT},
        {"flags": VERIFIED},
        {"flags": PRESENT | VERIFIED | SYNCED},
        {"more": {"crossOrigin": True}},
        {"more": {"topOrigin": "https://evil.org"}},
        {"challenge": ""},
        {"challenge": "ž"},
    ],
    ids=str,
)  # fmt: skip
def test_an_answer_from_elsewhere_or_without_its_person_is_refused(
    kept: Kept, changed: dict[str, Any]
) -> None:
    about = replace(HERE, **changed)
    options = kept.options()
    if changed == {"challenge": ""}:
        options["challenge"] = ""
    refuse(kept, kept.own.sign(options, about))
    to_add = kept.to_add()
    if changed == {"challenge": ""}:
        to_add["challenge"] = ""
    refuse_to_add(kept, Authenticator().make(to_add, about), kept.ann, PHONE)
    assert len(kept.ways.list(kept.ann)) == 1


def test_nobody_registers_or_uses_the_passkey_of_somebody_else(kept: Kept) -> None:
    eve = Authenticator()
    kept.add(kept.bob, eve)
    [ann], [bob] = kept.own.passkeys, eve.passkeys
    refuse(kept, eve.sign(kept.options(), HERE, id=ann.id))
    refuse(kept, eve.sign(kept.options(), HERE, handle=ann.handle))
    refuse(kept, eve.sign(kept.options(), HERE, id=ann.id, handle=ann.handle))
    refuse(kept, eve.sign(kept.options(), HERE, handle=b""))
    to_add = kept.to_add(kept.bob)
    with pytest.raises(IdentityError, match="That cannot be a way back here"):
        kept.passkeys.add(kept.bob, PHONE, SITE, eve.make(to_add, HERE, id=ann.id), "")
    assert kept.recognize(eve.sign(kept.options(), HERE, by=bob)) == kept.bob
    assert kept.recognize(kept.own.sign(kept.options(), HERE)) == kept.ann


def test_a_passkey_that_was_taken_away_or_is_of_another_site_signs_nobody_in(kept: Kept) -> None:
    other = site_of("https://b.example.org")
    answer = kept.own.sign(kept.options(), Ceremony(other.origin, other.rp_id))
    with pytest.raises(IdentityError, match=NOT_VALID):
        kept.passkeys.recognize(PHONE, other, answer)
    [way] = kept.ways.list(kept.ann)
    kept.add()  # the last way back stays
    kept.ways.remove(kept.ann, way.id)
    refuse(kept, kept.own.sign(kept.options(), HERE, by=kept.own.passkeys[0]))


def test_a_passkey_works_at_the_names_of_the_host_alone(kept: Kept) -> None:
    [way] = kept.ways.list(kept.ann)
    for origins, names, former in (
        (["https://play.example.org:8443", "https://b.example.org"], ["localhost"], ""),
        (["https://b.example.org"], ["play.example.org"], SITE.rp_id),
        (["http://play.example.org", "what is no address"], [], SITE.rp_id),  # has no passkeys
        ([], ["play.example.org"], SITE.rp_id),
    ):
        kept.ways.rp_ids = rp_ids_of(origins, names)
        assert kept.ways.former_name(way.kind, way.public_key) == former
        assert kept.ways.former_name("mail", "") == ""
        assert kept.ways.count_former().get(SITE.rp_id, 0) >= bool(former)
    assert rp_ids_of([], ["localhost", "box", "127.0.0.1"]) == {"localhost"}


def test_a_copied_authenticator_is_noticed_by_its_counter_and_none_is_needed(kept: Kept) -> None:
    for _ in range(2):
        assert (
            kept.recognize(kept.own.sign(kept.options(), HERE)) == kept.ann
        )  # always 0, as if synced
    counted = [replace(HERE, sign_count=count) for count in (10, 10, 9, 0, 11)]
    answers = [kept.own.sign(kept.options(), about) for about in counted]
    assert kept.recognize(answers[0]) == kept.ann
    for answer in answers[1:4]:
        refuse(kept, answer)
    assert kept.recognize(answers[4]) == kept.ann


def test_a_passkey_does_not_become_one_that_can_be_copied(kept: Kept) -> None:
    refuse(kept, kept.own.sign(kept.options(), replace(HERE, flags=HERE.flags | SYNCABLE)))
    synced = Authenticator()
    kept.add(kept.bob, synced, replace(HERE, flags=HERE.flags | SYNCABLE | SYNCED))
    refuse(kept, synced.sign(kept.options(), HERE))
    stays = replace(HERE, flags=HERE.flags | SYNCABLE)
    assert kept.recognize(synced.sign(kept.options(), stays)) == kept.bob


@pytest.mark.parametrize(
    "key",
    [
        {1: 2, 3: -7, -1: 1, -2: bytes(32), -3: bytes(32)},
        {1: 2, 3: -7, -1: 1, -2: b"\1" * 32, -3: b"\1" * 32},
        {1: 2, 3: -8, -1: 1, -2: bytes(32), -3: bytes(32)},
        {1: 3, 3: -257, -1: b"\xff" * 64, -2: b"\1\0\1"},
        {1: 3, 3: -257, -1: b"\xff" * 256, -2: b"\3"},
        {1: 3, 3: -257, -1: b"\xff" * 4096, -2: b"\1\0\1"},
        {1: 3, 3: -65535, -1: b"\xff" * 256, -2: b"\1\0\1"},
        {1: 1, 3: -8, -1: 6, -2: bytes(31)},
        {},
        {1: 2},
    ],
    ids=["zero", "off the curve", "mixed", "short", "e = 3", "huge", "SHA-1", "cut", "none", "no"],
)
def test_no_weak_public_key_is_taken(kept: Kept, key: dict[int, Any]) -> None:
    options = kept.to_add(device=LAPTOP)
    refuse_to_add(kept, kept.own.make(options, HERE, cose=key), kept.ann, LAPTOP)


@pytest.mark.parametrize(
    "statement",
    [
        {"fmt": "android-safetynet", "attStmt": {"ver": "1", "response": b"x.y.z"}},
        {"fmt": "packed", "attStmt": {"alg": -7, "sig": b"x", "x5c": [b"x"] * 100}},
        {"fmt": "none", "attStmt": {"sig": b"x"}},
        {"fmt": "other"},
        {"authData": b""},
        {"authData": bytes(37)},
    ],
    ids=["SafetyNet", "certificates", "none with more", "other", "cut", "no passkey"],
)
def test_a_statement_about_the_authenticator_is_of_no_use(
    kept: Kept, statement: dict[str, Any]
) -> None:
    options = kept.to_add(device=LAPTOP)
    refuse_to_add(kept, kept.own.make(options, HERE, statement=statement), kept.ann, LAPTOP)


def test_no_certificate_is_even_read(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    verified: list[Any] = []
    monkeypatch.setattr(passkeys, "verify_registration_response", lambda **it: verified.append(it))
    statement = {"fmt": "android-safetynet", "attStmt": {"ver": "1", "response": b"x.y.z"}}
    answer = kept.own.make(kept.to_add(), HERE, statement=statement)
    refuse_to_add(kept, answer, kept.ann, PHONE)
    assert verified == []


@pytest.mark.slow
def test_nobody_has_more_passkeys_than_so_many(kept: Kept) -> None:
    before = kept.to_add(device=LAPTOP)
    for _ in range(MOST - 1):
        kept.add()
    with pytest.raises(IdentityError, match=f"You have {MOST} passkeys"):
        kept.add()
    refuse_to_add(kept, kept.own.make(before, HERE), kept.ann, LAPTOP)  # and by nothing from before


def test_what_is_too_long_is_not_read(kept: Kept) -> None:
    answer = json.loads(kept.own.sign(kept.options(), HERE))
    refuse(kept, json.dumps({**answer, "more": "A" * 20_000}))
    assert kept.recognize(json.dumps({**answer, "more": "A" * 10_000})) == kept.ann


def test_what_is_no_answer_is_one_sentence(kept: Kept) -> None:
    """Cut off at every tenth letter, and with each part of another kind."""
    whole = kept.own.sign(kept.options(), HERE)
    made = Authenticator().make(kept.to_add(), HERE)
    for answer in (whole, made):
        broken = [answer[:end] for end in range(0, len(answer), 10)]
        read = json.loads(answer)
        for other in (None, 1, [], {}, "", "x", "é", "A" * 40_000):
            broken += [json.dumps({**read, name: other}) for name in read]
            for name in read["response"]:
                changed = {**read["response"], name: other}
                broken.append(json.dumps({**read, "response": changed}))
        data = read["response"].get("attestationObject") or read["response"]["authenticatorData"]
        name = (
            "attestationObject" if "attestationObject" in read["response"] else "authenticatorData"
        )
        for end in range(0, len(data), 8):
            changed = {**read["response"], name: data[:end]}
            broken.append(json.dumps({**read, "response": changed}))
        for each in ("", "[]", "null", "[" * 60_000, "\udc00", *broken):
            if each != answer:
                refuse(kept, each)
                refuse_to_add(kept, each, kept.ann, PHONE)


def test_an_id_of_other_letters_is_looked_up_nowhere(
    kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PostgreSQL fails where a text has a zero."""
    answer = json.loads(kept.own.sign(kept.options(), HERE))
    monkeypatch.setattr(WaysBack, "find", lambda *_about: pytest.fail("it was looked up"))
    refuse(kept, json.dumps({**answer, "id": "a\0b"}))


def refuse(kept: Kept, answer: str) -> None:
    """Asserts that nobody signs in by an *answer*."""
    with pytest.raises(IdentityError, match=NOT_VALID):
        kept.recognize(answer)


def refuse_to_add(kept: Kept, answer: str, person: str, device: str) -> None:
    """Asserts that an *answer* adds no passkey."""
    with pytest.raises(IdentityError, match=NOT_VALID):
        kept.passkeys.add(person, device, SITE, answer, "")
