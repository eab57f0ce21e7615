"""The way back by mail: links and codes, each once, for the right person and device."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest

from gipf_meta.base.texts import spoken
from gipf_meta.desk.identity import MailOffer
from gipf_meta.host.database import Database
from gipf_meta.host.identity.account import Account
from gipf_meta.host.identity.devices import IdentityError
from gipf_meta.host.identity.mail import EACH_HOUR_OF_NEWS, GROUPS, HOUR_MS, LASTS_MS, read_code
from gipf_meta.host.identity.mail_address import MailError
from gipf_meta.host.identity.tickets import TooOften, new_code
from tests.host.mail_people import MailPeople

NOT_VALID = "That is no link or code that is valid now"
ADDRESS = "ann@example.org"


@pytest.fixture
def host(file_url: str) -> Iterator[MailPeople]:
    with closing(Database.open(file_url)) as database:
        yield MailPeople(database)


def test_an_address_is_added_on_the_device_that_asked(host: MailPeople) -> None:
    ann = host.come("Ann")
    host.mail.send(ann, " Ann@Example.org ", "add")
    got = host.get()
    assert got.to == ADDRESS
    assert host.ways.list(ann.person) == []
    assert host.mail.offer(ann, got.token) == MailOffer("add", "Ann")
    assert host.use(ann, got.token) == ""
    (way,) = host.ways.list(ann.person)
    assert (way.kind, way.key, way.label) == ("mail", ADDRESS, "a…@example.org")


def test_a_link_brings_the_person_to_a_new_device_and_looking_uses_nothing_up(
    host: MailPeople,
) -> None:
    ann = host.with_address("Ann", ADDRESS)
    new, elsewhere = host.come(), host.come()
    host.mail.send(new, ADDRESS, "sign_in")
    token = host.get().token
    for _look in range(3):
        assert host.mail.offer(elsewhere, token) == MailOffer("sign_in", "Ann")
    assert host.use(elsewhere, token) == ann.person
    assert host.ways.list(ann.person)[0].used_ms > 0
    for ask in (host.mail.offer, host.use):
        with pytest.raises(MailError, match=NOT_VALID):
            ask(elsewhere, token)


def test_a_code_counts_where_it_was_asked_for_however_it_is_typed(host: MailPeople) -> None:
    ann = host.with_address("Ann", ADDRESS)
    new = host.come()
    host.mail.send(new, ADDRESS, "sign_in")
    code = host.get().code
    with pytest.raises(MailError, match=NOT_VALID):
        host.use(host.come(), code)
    assert host.use(new, f" {code.lower().replace('-', ' ')} ") == ann.person
    with pytest.raises(MailError, match=NOT_VALID):
        host.use(new, code)


def test_a_link_is_gone_with_its_code_and_the_code_with_its_link(host: MailPeople) -> None:
    host.with_address("Ann", ADDRESS)
    new = host.come()
    for first, second in (("token", "code"), ("code", "token")):
        host.mail.send(new, ADDRESS, "sign_in")
        got = host.get()
        host.use(new, getattr(got, first))
        with pytest.raises(MailError, match=NOT_VALID):
            host.use(new, getattr(got, second))
        host.pass_time(HOUR_MS)


def test_link_and_code_are_valid_for_a_quarter_of_an_hour(host: MailPeople) -> None:
    host.with_address("Ann", ADDRESS)
    new = host.come()
    host.mail.send(new, ADDRESS, "sign_in")
    got = host.get()
    assert host.mailer.letters[-1].is_wanted()
    host.pass_time(LASTS_MS - 60_000)
    assert host.mail.offer(new, got.token).name == "Ann"
    host.pass_time(60_001)
    assert not host.mailer.letters[-1].is_wanted()
    for each in (got.token, got.code):
        with pytest.raises(MailError, match=NOT_VALID):
            host.use(new, each)


def test_the_words_of_a_mail_are_those_of_the_reader_and_of_nobody_else(host: MailPeople) -> None:
    ann = host.with_address("Canary", ADDRESS)
    for purpose in ("sign_in", "add"):
        for asker in (ann, host.come("Canary")):
            host.mail.send(asker, f"{purpose}{asker.person}@example.org", "add")
    host.mail.send(host.come("Canary"), ADDRESS, "sign_in")
    for letter in host.mailer.letters:
        assert "Canary" not in letter.text + letter.subject
        assert "games.example" in letter.text
    assert "15 minutes" in host.get().text
    assert host.mailer.letters[-1].subject == "Come back to games.example"
    with spoken("cs"):
        host.mail.send(host.come(), "jan@example.org", "add")
    assert host.get().token
    assert host.get().code


def test_a_second_address_is_added_and_each_brings_the_same_person(host: MailPeople) -> None:
    ann = host.with_address("Ann", ADDRESS)
    host.mail.send(ann, "lee@example.org", "add")
    host.use(ann, host.get().code)
    for address in (ADDRESS, "lee@example.org"):
        host.mail.send(new := host.come(), address, "sign_in")
        assert host.use(new, host.get().token) == ann.person


def test_a_mail_stays_valid_while_the_person_must_show_first_that_it_is_he(
    host: MailPeople,
) -> None:
    ann = host.come("Ann")
    host.mail.send(ann, ADDRESS, "add")

    def refuse(_address: str, _label: str) -> None:
        raise IdentityError("Show first that it is you.")

    for each in (host.get().token, host.get().code):
        with pytest.raises(IdentityError, match="Show first"):
            host.mail.use(ann, each, refuse)
    assert host.use(ann, host.get().code) == ""


def test_a_code_has_twelve_letters_of_an_alphabet_without_mistakes() -> None:
    codes = {new_code(GROUPS) for _code in range(200)}
    assert len(codes) == 200
    for code in codes:
        assert len(read_code(code)) == 12
    assert {letter for code in codes for letter in read_code(code)} == set("bcdfghjklmnpqrstvwxz")
    for words in ("", "BCDF-GHJK", "ACDF-GHJK-LMNP", "BCDF-GHJK-LMNP-QRST", "B" * 9999):
        assert read_code(words) == ""


def test_after_an_hour_one_can_ask_again(host: MailPeople) -> None:
    ann = host.come()
    for _mail in range(3):
        host.mail.send(ann, ADDRESS, "add")
    with pytest.raises(TooOften, match="Several mails were asked for to this address"):
        host.mail.send(ann, ADDRESS, "add")
    host.pass_time(HOUR_MS)
    host.mail.send(ann, ADDRESS, "add")


def test_news_of_a_person_go_to_all_his_addresses_but_that_by_which_it_happened(
    host: MailPeople,
) -> None:
    """Attacks 64, 103, 197: a thief adds, and takes away; the owner reads of it."""
    ann = host.with_address("Ann", ADDRESS)
    host.pass_time(HOUR_MS)
    account = Account(host.database, {"ann": ann}.__getitem__, lambda link, fresh: None)
    account.mail = host.mail

    def news() -> list[tuple[str, str]]:
        found = [(letter.to, letter.text.partition("\n")[0]) for letter in host.mailer.letters]
        host.mailer.letters.clear()
        return found

    def code() -> str:
        return host.get().code

    host.mailer.letters.clear()
    account.send_mail("ann", "lee@example.org", "add")
    account.use_mail("ann", code())
    added = "A new way back to games.example was added to those that you have."
    assert news()[1:] == [(ADDRESS, added)]
    account.send_mail("ann", ADDRESS, "sign_in")
    account.use_mail("ann", code())
    assert news()[1:] == [("lee@example.org", "A new device came back to games.example as you.")]
    first, second = account.ways("ann")
    account.remove_way("ann", second.id)
    told = "A way back of yours to games.example was taken away, or will be in three days."
    assert news() == [(ADDRESS, told), ("lee@example.org", told)]
    for _wave in range(9):
        host.mail.tell(host.ways.list(ann.person), "device")
    assert len(news()) <= EACH_HOUR_OF_NEWS
    host.mailer.is_broken = True
    host.mail.tell(host.ways.list(ann.person), "device")
    assert first.label == "a…@example.org"


def test_what_was_done_stays_done_though_nobody_can_be_told_of_it(
    host: MailPeople, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = host.with_address("Ann", ADDRESS)
    account = Account(host.database, {"ann": ann}.__getitem__, lambda link, fresh: None)
    account.mail = host.mail

    def fail(*_about: object) -> None:
        raise MailError

    monkeypatch.setattr(host.mail, "tell", fail)
    assert len(account.make_words("ann").split()) >= 12
    assert {way.kind for way in account.ways("ann")} == {"mail", "words"}
