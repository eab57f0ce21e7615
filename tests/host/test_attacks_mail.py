"""Attacks on the way back by mail: floods, addresses, enumeration, replay and guesses."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from typing import Any, cast

import pytest
import sqlalchemy as sa
from sqlalchemy import Engine, event

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.host.database import Database
from gipf_meta.host.deletion import Deletions
from gipf_meta.host.identity.account import Account
from gipf_meta.host.identity.identity_tables import CHARGE, TICKET, WAY_BACK
from gipf_meta.host.identity.mail import (
    EACH_DAY,
    EACH_HOUR,
    GROUPS,
    HOUR_MS,
    KINDS,
    LASTS_MS,
    TRIES,
)
from gipf_meta.host.identity.mail_address import MailError, read_address
from gipf_meta.host.identity.mailer import MOST_WAITING
from gipf_meta.host.identity.sign_ins import Asker
from gipf_meta.host.identity.tickets import TooOften, new_code
from tests.host.mail_people import CODE, LINK, Got, MailPeople
from tests.small_games.finding import find
from tests.tiers import slow

ADDRESS = "ann@example.org"
NOT_VALID = (
    "That is no link or code that is valid now. Look whether it stands in the mail like that; after"
    " 15 minutes or five attempts ask for another mail."
)


@pytest.fixture
def host(file_url: str) -> Iterator[MailPeople]:
    """A host on SQLite: what no race decides is the same with both."""
    with closing(Database.open(file_url)) as database:
        yield MailPeople(database)


@pytest.fixture
def shared(database: Database) -> MailPeople:
    """A host on a database of either kind."""
    return MailPeople(database)


@contextmanager
def processes(host: MailPeople, url: str, count: int = 2) -> Iterator[list[MailPeople]]:
    """*count* processes on the database of *host*."""
    databases = [Database.open(url) for _process in range(count)]
    try:
        yield [MailPeople(each) for each in databases]
    finally:
        for each in databases:
            each.close()


def at_once(*works: Callable[[], Any]) -> list[Any]:
    """The results of *works*, each in a thread, or what they raised."""
    results: list[Any] = [None] * len(works)
    ready = threading.Barrier(len(works))

    def do(place: int) -> None:
        ready.wait()
        try:
            results[place] = works[place]()
        except GipfMetaError as error:
            results[place] = error

    threads = [threading.Thread(target=do, args=(place,)) for place in range(len(works))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def count(host: MailPeople, table: sa.Table) -> int:
    query = sa.select(sa.func.count()).select_from(table)
    return host.database.read(lambda db: int(db.execute(query).scalar_one()))


def refusal(work: Callable[..., Any], *about: Any) -> str:
    with pytest.raises(GipfMetaError) as caught:
        work(*about)
    return str(caught.value)


# ---- floods --------------------------------------------------------------------------------------


def test_an_address_gets_three_mails_whoever_asks_and_however_it_is_written(
    host: MailPeople,
) -> None:
    """Attacks 10, 15, 20, 24: guests without end, and a mailbox's many spellings."""
    spellings = ["v@x.org", "V@X.org", "v+1@x.org", "v+2@x.org", "v+3@X.ORG", "v+a.b@x.org"]
    for spelling in 3 * spellings:
        with suppress(TooOften):
            host.mail.send(host.come(), spelling, "add")
    assert len(host.mailer.letters) == EACH_HOUR["mailbox"]


@pytest.mark.slow
def test_an_address_gets_so_many_mails_in_a_day(host: MailPeople) -> None:
    for _hour in range(6):
        for _mail in range(3):
            with suppress(TooOften):
                host.mail.send(host.come(), ADDRESS, "add")
        host.pass_time(HOUR_MS)
    assert len(host.mailer.letters) <= EACH_DAY + 3  # a day's, and what six hours give back


@pytest.mark.parametrize(
    ("networks", "name"),
    [
        (["203.0.113.7"], "network"),
        *slow(
            pytest.param([f"203.0.113.{n}" for n in range(9)], "networks"),
            pytest.param(["2001:db8:1:2::/64"], "network"),
            pytest.param([f"2001:db8:1:{n:x}::/64" for n in range(9)], "networks"),
        ),
    ],
    ids=["address", "addresses", "IPv6", "IPv6 networks"],
)
def test_a_network_has_so_many_mails_to_different_addresses(
    host: MailPeople, networks: list[str], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Attack 11."""
    assert EACH_HOUR["network"] < EACH_HOUR["networks"] < 200
    monkeypatch.setitem(EACH_HOUR, name, 4)
    for n in range(EACH_HOUR[name] + 2):
        asker = Asker(f"p{n}", f"d{n}", network=networks[n % len(networks)])
        if n < EACH_HOUR[name]:
            host.mail.send(asker, f"a{n}@x.org", "sign_in")
        else:
            assert "have asked for many mails" in refusal(
                host.mail.send, asker, f"a{n}@x.org", "sign_in"
            )


def test_a_person_has_so_many_mails(host: MailPeople) -> None:
    ann = host.come()
    for n in range(EACH_HOUR["person"]):
        host.mail.send(ann, f"a{n}@x.org", "add")
    assert "have asked for many mails" in refusal(host.mail.send, ann, "b@x.org", "add")


@pytest.mark.slow
def test_mails_to_anybody_use_up_none_of_those_to_come_back(host: MailPeople) -> None:
    """Attack 12: neither those that confirm addresses, nor those to nobody's address."""
    host = MailPeople(host.database, mails=4)
    ann = host.with_address("Ann", ADDRESS)
    for n in range(3):
        host.mail.send(host.come(), f"a{n}@x.org", "add")
    assert "This host has been asked for many mails" in refusal(
        host.mail.send, host.come(), "b@x.org", "add"
    )
    for n in range(6):
        host.mail.send(host.come(), f"b{n}@x.org", "sign_in")
    host.mail.send(new := host.come(), ADDRESS, "sign_in")
    assert host.use(new, host.get().token) == ann.person


def test_letters_that_a_mail_server_does_not_take_leave_room_for_who_comes_back(
    host: MailPeople,
) -> None:
    """Attack 12: addresses at a mail server of one's own that says "later" to each."""
    ann = host.with_address("Ann", ADDRESS)
    host.mailer._waiting += [cast("Any", None)] * (MOST_WAITING // 2)
    assert "asked for many mails" in refusal(host.mail.send, host.come(), "b@x.org", "add")
    host.mail.send(new := host.come(), ADDRESS, "sign_in")
    assert host.use(new, host.get().token) == ann.person


@pytest.mark.slow
def test_a_host_sends_so_many_mails_and_shows_by_that_whose_address_is_known_to_nobody(
    host: MailPeople,
) -> None:
    """Attacks 12, 43."""
    addresses = [f"a{n}@x.org" for n in range(5)]
    for address in addresses:
        host.with_address("Ann", address)
    few = MailPeople(host.database, mails=2)
    for address in (*addresses, "nobody@x.org"):
        few.mail.send(host.come(), address, "sign_in")
    assert len(few.mailer.letters) == few.mailer.results.count("withheld") - 1 == 2


@pytest.mark.slow
def test_who_is_refused_writes_nothing_and_what_was_written_goes(host: MailPeople) -> None:
    """Attack 17."""
    ann = host.come()
    for n in range(EACH_HOUR["person"]):
        host.mail.send(ann, f"a{n}@x.org", "add")
    before = count(host, TICKET), count(host, CHARGE)
    for n in range(20):
        refusal(host.mail.send, ann, f"b{n}@x.org", "add")
    assert (count(host, TICKET), count(host, CHARGE)) == before
    host.pass_time(25 * HOUR_MS)
    host.tickets.sweep()
    assert (count(host, TICKET), count(host, CHARGE)) == (0, 0)


@pytest.mark.slow
def test_who_asks_at_two_processes_at_once_gets_no_more(shared: MailPeople, url: str) -> None:
    """Attack 14; a restart forgets nothing, for each of these processes is new."""
    askers = [shared.come() for _asker in range(12)]
    with processes(shared, url) as both:
        at_once(
            *(
                lambda n=n, asker=asker: both[n % 2].mail.send(asker, ADDRESS, "add")
                for n, asker in enumerate(askers)
            )
        )
        assert sum(len(each.mailer.letters) for each in both) == EACH_HOUR["mailbox"]


@pytest.mark.slow
def test_who_floods_an_address_takes_its_owner_no_way_back(host: MailPeople) -> None:
    """Attack 16: the links of mails that a stranger asked for bring its owner in, too."""
    ann = host.with_address("Ann", ADDRESS)
    host.pass_time(HOUR_MS)
    host.mail.send(new := host.come(), ADDRESS, "sign_in")
    first = host.get()
    stranger = host.come()
    for _mail in range(2):
        host.mail.send(stranger, ADDRESS, "sign_in")
    refusal(host.mail.send, new, ADDRESS, "sign_in")
    assert host.use(new, first.code) == ann.person
    assert host.use(new, host.get().token) == ann.person


# ---- addresses -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "address",
    [
        # 21: heads and recipients
        "a@x.org\r\nBcc: all@y.org", "a@x.org\nSubject: x", "a@x.org\r\n\r\nbody", "a@x.org\r",
        "a%0d%0a@x.org", "a@x.org\x85", "a@x.org\u2028", "a\x00@x.org", "a@x.org\r\n Bcc:",
        "a\t@x.org", "a@x.\x0borg", "\na@x.org", "a@x.org\u00a0",
        # 22: several recipients
        "v@x.org,a@evil.org", "v@x.org;a@evil.org", '["v@x.org","a@evil.org"]',
        "v@x.org a@evil.org", "Group: v@x.org, a@evil.org;", '"v@x.org"<a@evil.org>',
        "v@x.org(a@evil.org)", "Ann <a@x.org>", "<a@x.org>", "v@x.org@evil.org",
        # 23: commands
        "a@x.org> NOTIFY=SUCCESS", "a@x.org>\r\nDATA", "a@x.org\r\n.\r\nMAIL FROM:<b@y.org>",
        # 24: old forms
        '"a b"@x.org', '"a@b"@x.org', "@r1,@r2:a@x.org", "a%y.org@x.org", "a!b@x.org",
        "a@[127.0.0.1]", "a@[IPv6:::1]", "a@localhost", "a@x", "a@10.0.0.1", "-oQ/tmp/x@x.org",
        "|cmd@x.org", ".a@x.org", "a.@x.org", "a..b@x.org", "@x.org", "a@", "@", "", "a",
        "a@x..org", "a@.x.org", "a@x.org.", "a@-x.org", "a@x-.org", "a@x_y.org", "a@x.123",
        # 25: letters that fold into others
        "m\u0131ke@github.example", "M\u0130KE@github.example", "mi\u212ae@github.example",
        "\ufb01@github.example", "\uff4dike@github.example", "mike@github.example\uff0e",
        "mike@\uff47ithub.example", "mike@git\u212aub.example",
        # 26: domains that look like others
        "v@fa\xdf.de", "v@ex\xadample.org", "v@example\u3002org", "v@ex\u200dample.org",
        "v@ex\u200bample.org", "v@\u202eexample.org",
        # 27: other letters before the @
        "\u043f\u0451\u0442\u0440@x.org", "e\u0301@x.org", "\U0001f600@x.org", "a\u202e@x.org",
        # 28: too long
        f"{'a' * 65}@x.org", f"a@{'b' * 64}.org", f"a@{'b.' * 125}org", f"{'a' * 320}@x.org",
        "a" * 1_000_000, f"a@{'a.' * 500_000}!", "a@" * 127,
        # 30: programs
        "mailer-daemon@x.org", "Postmaster@x.org", "abuse@x.org",
    ],
)  # fmt: skip
def test_what_a_mail_server_could_misread_is_no_address(address: str) -> None:
    with pytest.raises(MailError, match=r"That is no mail address; write one, as ann@example\.org"):
        read_address(address)


def test_no_letter_leads_a_mail_to_another_address(host: MailPeople) -> None:
    """Attack 25: whatever letter replaces one of an address, the mail goes where it is stored."""
    stored = "mike@example.org"
    kept = {chr(n) for n in range(128)}
    others = [
        chr(n)
        for n in range(128, 0x3000)
        if chr(n).lower().upper().isascii() or chr(n).casefold().isascii()
    ]
    assert len(others) > 3
    for letter in {*others, *kept}:
        for place in range(len(stored)):
            try:
                found = read_address(stored[:place] + letter + stored[place + 1 :])
            except MailError:
                continue
            assert (found == stored) == (letter.lower() == stored[place]), (letter, place)


def test_the_host_writes_no_mail_to_itself(host: MailPeople) -> None:
    """Attack 30."""
    assert "the address of this host itself" in refusal(
        host.mail.send, host.come(), "Host+1@games.example", "add"
    )


# ---- mails ---------------------------------------------------------------------------------------


def test_nothing_that_anybody_wrote_stands_in_a_mail(host: MailPeople) -> None:
    """Attacks 29, 33, 34: a name is an advertisement, a head, a link."""
    for name in ("evil.example/x", "Win 1000 EUR", "Support <s@bank.org>", "www\u2024evil.com"):
        ann = host.come(name)
        host.mail.send(ann, f"a{len(host.mailer.letters)}@x.org", "add")
        host.use(ann, host.get().token)
        host.mail.send(ann, host.get().to, "sign_in")
    texts = {each.subject + _bare(each.text) for each in host.mailer.letters}
    assert len(texts) == 2  # all mails of a purpose are alike


def _bare(text: str) -> str:
    """*text* without link and code."""
    assert LINK.search(text)
    return CODE.sub("CODE", LINK.sub("LINK", text))


def test_a_mail_says_for_what_it_is_and_that_nobody_will_ask_for_it(host: MailPeople) -> None:
    """Attack 39."""
    host.with_address("Ann", ADDRESS)
    host.mail.send(host.come(), ADDRESS, "sign_in")
    assert "wants to come back to games.example" in host.get().text
    assert "Nobody will ask you for them: never tell them to anybody." in host.get().text


# ---- enumeration ---------------------------------------------------------------------------------


@contextmanager
def statements() -> Iterator[list[str]]:
    """The statements that go to the database."""
    told: list[str] = []

    def listen(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        told.append(statement)

    event.listen(Engine, "before_cursor_execute", listen)
    yield told
    event.remove(Engine, "before_cursor_execute", listen)


@pytest.mark.slow
def test_who_asks_does_not_learn_whether_an_address_is_known(host: MailPeople) -> None:
    """Attacks 40, 41, 43: the same answer, the same work in the database, the same limits."""
    gone = host.with_address("Gone", "gone@example.org")
    host.with_address("Bad", "banned@example.org")
    host.with_address("Ann", ADDRESS)
    _forget(host, "gone@example.org")
    host.people.ban(host.ways.person_of("mail", "banned@example.org"))
    assert gone.person
    host.pass_time(25 * HOUR_MS)
    host.tickets.sweep()
    asker = host.come()
    for purpose in ("sign_in", "add"):
        works, limits = [], []
        for address in (ADDRESS, "nobody@example.org", "gone@example.org", "banned@example.org")[
            : 4 if purpose == "sign_in" else 2
        ]:
            asker = host.come()
            with statements() as told:
                assert host.mail.send(asker, address, purpose) is None  # type: ignore[arg-type]
            works.append([*told])
            host.mail.send(asker, address, purpose)  # type: ignore[arg-type]
            host.mail.send(host.come(), address, purpose)  # type: ignore[arg-type]
            limits.append(refusal(host.mail.send, host.come(), address, purpose))
        assert all(work == works[0] for work in works)
        assert len({*limits}) == 1
        host.pass_time(25 * HOUR_MS)
        host.tickets.sweep()
    assert {letter.to for letter in host.mailer.unreal} == {
        "nobody@example.org", "gone@example.org",
    }  # fmt: skip


def _forget(host: MailPeople, address: str) -> None:
    own = sa.delete(WAY_BACK).where(WAY_BACK.c.key == address)
    host.database.write(lambda db: db.execute(own))


def test_who_adds_an_address_that_is_in_use_learns_nothing_and_gets_nothing(
    host: MailPeople,
) -> None:
    """Attacks 42, 65, 66: the mail says so to its owner, and has neither link nor code."""
    ann = host.with_address("Ann", ADDRESS)
    thief = host.come()
    host.mail.send(thief, ADDRESS, "add")
    got = host.get()
    assert (got.token, got.code) == ("", "")
    assert "It is one already, so nothing has changed." in got.text
    assert host.ways.person_of("mail", ADDRESS) == ann.person
    host.mail.send(thief, "free@example.org", "add")
    late = host.get()
    host.pass_time(1)
    bob = host.with_address("Bob", "free@example.org")
    for each in (late.token, late.code):
        assert refusal(host.use, thief, each) == NOT_VALID
    assert host.ways.person_of("mail", "free@example.org") == bob.person


def test_whatever_is_not_valid_is_refused_alike(host: MailPeople) -> None:
    """Attack 45."""
    host.with_address("Ann", ADDRESS)
    asker = host.come()
    used, old = _asked(host, asker), _asked(host, asker)
    host.use(asker, used.token)
    host.pass_time(LASTS_MS + 1)
    for each in (used.token, used.code, old.token, old.code, "x" * 43, new_code(GROUPS), "", "x"):
        assert refusal(host.use, asker, each) == NOT_VALID
        assert refusal(host.mail.offer, asker, each) == NOT_VALID


def _asked(host: MailPeople, asker: Asker) -> Got:
    host.mail.send(asker, ADDRESS, "sign_in")
    return host.get()


# ---- replay, races, guesses ----------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("by", ["token", "code"])
def test_a_link_that_is_pressed_at_once_at_two_processes_signs_in_once(
    shared: MailPeople, url: str, by: str
) -> None:
    """Attack 49."""
    ann = shared.with_address("Ann", ADDRESS)
    asker = shared.come()
    said = getattr(_asked(shared, asker), by)
    with processes(shared, url) as both:
        results = at_once(*(lambda n=n: both[n % 2].use(asker, said) for n in range(TRIES - 1)))
    assert [each for each in results if each == ann.person] == [ann.person]
    assert {str(each) for each in results if each != ann.person} == {NOT_VALID}


@pytest.mark.slow
def test_an_address_that_two_confirm_at_once_is_of_one(shared: MailPeople, url: str) -> None:
    """Attack 67."""
    people = [shared.come(), shared.come()]
    tokens = []
    for each, address in zip(people, (ADDRESS, ADDRESS.upper()), strict=True):
        shared.mail.send(each, address, "add")
        tokens.append(shared.get().token)
    with processes(shared, url) as both:
        results = at_once(*(lambda n=n: both[n].use(people[n], tokens[n]) for n in range(2)))
    assert count(shared, WAY_BACK) == 1
    assert sorted(each == "" for each in results) == [False, True], results


def test_the_sixth_code_fails_though_it_is_right(host: MailPeople) -> None:
    """Attack 53."""
    ann = host.with_address("Ann", ADDRESS)
    asker = host.come()
    code = _asked(host, asker).code
    assert TRIES == 5
    for _try in range(TRIES):
        assert refusal(host.use, asker, new_code(GROUPS)) == NOT_VALID
    assert refusal(host.use, asker, code) == NOT_VALID
    asker = host.come()
    code = _asked(host, asker).code
    for _try in range(TRIES - 1):
        refusal(host.use, asker, new_code(GROUPS))
    assert host.use(asker, code) == ann.person


@pytest.mark.slow
def test_codes_that_are_typed_at_once_at_two_processes_are_counted_before_they_are_read(
    shared: MailPeople, url: str
) -> None:
    """Attacks 53, 54: of forty guesses no more than five are compared."""
    shared.with_address("Ann", ADDRESS)
    asker = shared.come()
    code = _asked(shared, asker).code
    with processes(shared, url) as both:
        guesses = [new_code(GROUPS) for _guess in range(TRIES)]
        at_once(*(lambda n=n, g=g: both[n % 2].use(asker, g) for n, g in enumerate(guesses)))
        assert refusal(both[0].use, asker, code) == NOT_VALID
    for kind in KINDS.values():
        assert shared.tickets.guess(kind, asker.key_hash, TRIES) == []


def test_a_code_of_one_request_opens_no_other(host: MailPeople) -> None:
    """Attack 55: of another device, another purpose, another address; a link's token is no code."""
    host.with_address("Ann", ADDRESS)
    thief, owner = host.come(), host.come()
    _asked(host, thief)
    got = _asked(host, owner)
    assert refusal(host.use, thief, got.code) == NOT_VALID
    host.mail.send(thief, "thief@example.org", "add")
    adding = host.get()
    with pytest.raises(MailError, match="Open this link on a device of the person who asked"):
        host.use(owner, adding.token)
    with pytest.raises(MailError, match="Open this link on a device of the person who asked"):
        host.mail.offer(owner, adding.token)
    assert host.tickets.take(adding.token, KINDS["sign_in"]) is None
    assert host.use(thief, adding.code) == ""
    assert host.ways.person_of("mail", "thief@example.org") == thief.person


def test_the_page_of_who_asked_gets_nothing_by_the_press_of_another(host: MailPeople) -> None:
    """Attack 52: the one who presses is signed in, the one who asked stays who he is."""
    ann = host.with_address("Ann", ADDRESS)
    thief, owner = host.come(), host.come()
    got = _asked(host, thief)
    assert host.use(owner, got.token) == ann.person
    assert refusal(host.use, thief, got.code) == NOT_VALID
    assert refusal(host.use, thief, got.token) == NOT_VALID


@pytest.mark.parametrize("then", ["removed", "moved"])
def test_a_link_to_an_address_that_is_somebodys_no_more_is_not_valid(
    host: MailPeople, then: str
) -> None:
    """Attack 56."""
    host.with_address("Ann", ADDRESS)
    asker = host.come()
    got = _asked(host, asker)
    _forget(host, ADDRESS)
    if then == "moved":
        host.ways.add(host.come().person, "mail", ADDRESS, "a…")
    for each in (got.token, got.code):
        assert refusal(host.mail.offer, asker, each) == NOT_VALID
        assert refusal(host.use, asker, each) == NOT_VALID


def test_a_link_of_somebody_who_was_banned_since_signs_nobody_in(host: MailPeople) -> None:
    """Attack 56."""
    ann = host.with_address("Ann", ADDRESS)
    asker = host.come()
    got = _asked(host, asker)
    account = Account(host.database, lambda link: asker, lambda link, fresh: None)
    account.mail = host.mail
    host.people.ban(ann.person)
    assert refusal(account.use_mail, "link", got.token) == "You may not come in here any more."


@pytest.mark.slow
def test_no_mail_that_waits_goes_to_who_was_deleted(host: MailPeople) -> None:
    """Attack 169; also none goes out whose link was used meanwhile (attack 19)."""
    ann = host.with_address("Ann", ADDRESS)
    assert not host.mailer.letters[-1].is_wanted()  # its link is used up
    _asked(host, host.come())
    host.mail.tell(host.ways.list(ann.person), "device")
    asked, news = host.mailer.letters[-2:]
    assert asked.is_wanted()
    assert news.is_wanted()
    Deletions(host.database, find).delete(ann.person)
    assert not asked.is_wanted()
    assert not news.is_wanted()


def test_a_token_has_one_spelling(host: MailPeople) -> None:
    """Attack 57."""
    host.with_address("Ann", ADDRESS)
    asker = host.come()
    token = _asked(host, asker).token
    for each in (
        token[:-1], f"{token} ", f" {token}", f"{token}=", token.swapcase(), f"{token}\n",
        token.replace("-", "+").replace("_", "/") + "/", f"{token}\x00", token * 9,
    ):  # fmt: skip
        assert refusal(host.use, asker, each) == NOT_VALID
    assert host.use(asker, token)


@pytest.mark.slow
def test_a_reader_of_the_database_comes_in_by_nothing_that_is_in_it(host: MailPeople) -> None:
    """Attacks 122, 123: of links and codes there are hashes, bound to a device."""
    host.with_address("Ann", ADDRESS)
    asker = host.come()
    got = _asked(host, asker)
    thief = host.come()
    rows = host.database.read(
        lambda db: [row for table in (TICKET, CHARGE) for row in db.execute(sa.select(table))]
    )
    values = {str(value) for row in rows for value in row}
    for letters in (got.token, got.code, got.code.replace("-", "").lower()):
        assert not any(letters in value for value in values)
    found = {piece for value in values for piece in value.replace('"', " ").split()}
    for each in found:
        assert refusal(host.use, thief, each) == NOT_VALID


def test_a_host_that_cannot_send_says_so_to_everybody_and_writes_nothing(host: MailPeople) -> None:
    """Attacks 32, 198."""
    host.with_address("Ann", ADDRESS)
    host.mailer.is_broken = True
    before = count(host, TICKET), count(host, CHARGE)
    told = {
        refusal(host.mail.send, host.come(), address, purpose)
        for address in (ADDRESS, "nobody@example.org", "no address")
        for purpose in ("add", "sign_in")
    }
    assert told == {"Not now."}
    assert (count(host, TICKET), count(host, CHARGE)) == before
