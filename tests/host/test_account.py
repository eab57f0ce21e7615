"""The identity of a person: his devices and ways back, and what a device may change of them.

A thief has a device, and its owner a way back: the owner wins, whoever is first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
import sqlalchemy as sa

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.desk.identity import Identity, SignedIn, WayKind
from gipf_meta.host.database import Database
from gipf_meta.host.identity import account, sign_ins
from gipf_meta.host.identity.account import Account
from gipf_meta.host.identity.devices import IdentityError, hash_secret
from gipf_meta.host.identity.identity_tables import DEVICE, METADATA, WAY_BACK
from gipf_meta.host.identity.sign_ins import PROOF_MS, Asker, NotProved
from gipf_meta.host.identity.tickets import TooOften
from gipf_meta.host.identity.ways import OLD_MS
from gipf_meta.host.people import DatabasePeople, PeopleError
from gipf_meta.host.tables import TICKET
from tests.tiers import spread


class Club:
    """People at their devices, each with a link of its name; fresh keys that were told."""

    def __init__(self, database: Database) -> None:
        self.database, self.people = database, DatabasePeople(database)
        self.keys = dict[str, str]()
        self.askers = dict[str, Asker]()
        self.told = list[tuple[str, SignedIn]]()
        self.account = Account(
            database, self.askers.__getitem__, lambda link, fresh: self.told.append((link, fresh))
        )

    def come(self, link: str, secret: str = "", network: str = "home", **about: str) -> str:
        """Somebody comes by a key, or as a new person; his id."""
        secret = secret or f"{link}-secret-{'x' * 20}"
        person, _about = self.people.identify({"secret": secret, **about}, network, link)
        self.keys[link] = secret
        self.askers[link] = Asker(person, hash_secret(secret), link, network, "en")
        return person

    def add(self, person: str, kind: WayKind, key: str, age_ms: int = 0) -> str:
        """Gives *person* a way back that is so old; its id."""
        id = self.account.list_of_ways.add(person, kind, key, key)
        self.age(WAY_BACK, WAY_BACK.c.id == id, age_ms)
        return id

    def age(self, table: sa.Table, which: sa.ColumnElement[bool], age_ms: int) -> None:
        """Lets rows be older."""
        older = sa.update(table).where(which).values(created_ms=table.c.created_ms - age_ms)
        self.database.write(lambda db: db.execute(older))

    def age_all(self, age_ms: int) -> None:
        """Lets all devices, ways and proofs be older."""
        for table in (DEVICE, WAY_BACK):
            self.age(table, sa.true(), age_ms)
        proved = sa.update(DEVICE).values(proved_ms=DEVICE.c.proved_ms - age_ms)
        self.database.write(lambda db: db.execute(proved))

    def device(self, link: str) -> str:
        """The id of the device at *link*."""
        (id,) = [each.id for each in self.account.devices(link) if each.is_this]
        return id

    def ways(self, link: str) -> list[str]:
        return [each.kind for each in self.account.ways(link)]


@pytest.fixture
def club(database: Database) -> Club:
    """Nobody yet."""
    return Club(database)


@pytest.fixture
def other(url: str, club: Club) -> Iterator[Club]:
    """The same club at another process."""
    database = Database.open(url)
    there = Club(database)
    there.askers.update(club.askers)
    there.account._asker_of = club.askers.__getitem__
    yield there
    database.close()


def test_the_desk_is_given_all_that_its_contract_says(club: Club) -> None:
    identity: Identity = club.account
    assert identity.why_not("ann", "words") == ""


def test_words_make_a_device_one_of_the_person_with_a_key_that_nobody_had(club: Club) -> None:
    ann = club.come("ann", name="Ann")
    words = club.account.make_words("ann")
    assert club.account.list_of_ways.list(ann)[0].key not in words
    guest = club.come("guest")
    signed_in = club.account.sign_in_by_words("guest", words.upper())
    assert signed_in.name == "Ann"
    assert signed_in.secret not in club.keys.values()
    assert club.come("guest", signed_in.secret) == ann != guest
    assert [each.is_this for each in club.account.devices("guest")].count(True) == 1
    assert len(club.account.devices("ann")) == 2
    assert club.people.identify({"secret": f"guest-secret-{'x' * 20}"})[0] == guest


def test_who_was_signed_in_as_somebody_else_leaves_him_no_device(club: Club) -> None:
    club.come("ann", name="Ann")
    words = club.account.make_words("ann")
    guest = club.come("guest")
    fresh = club.account.sign_in_by_words("guest", words).secret
    club.account.decline("guest", "nobody's secret")
    assert len(club.account.devices("ann")) == 2
    club.account.decline("guest", fresh)
    assert [each.is_this for each in club.account.devices("ann")] == [True]
    assert club.come("guest") == guest
    again = club.account.sign_in_by_words("ann", words).secret  # to prove that it is he
    club.account.decline("ann", again)
    assert [each.is_this for each in club.account.devices("ann")] == [True]


def test_new_words_replace_those_before_and_all_that_was_sent(club: Club) -> None:
    ann = club.come("ann")
    club.come("guest")
    old = club.account.make_words("ann")
    token = club.account.tickets.issue("mail", OLD_MS, person=ann)
    new = club.account.make_words("ann")
    assert club.account.tickets.peek(token, "mail") is None
    assert club.ways("ann") == ["words"]
    with pytest.raises(IdentityError, match="Nobody here has these words"):
        club.account.sign_in_by_words("guest", old)
    assert club.account.sign_in_by_words("guest", new)


def test_who_knew_the_key_before_the_first_way_back_is_out(club: Club) -> None:
    """He had copied it on a computer that both use."""
    ann = club.come("ann", name="Ann")
    copied = club.keys["ann"]
    assert club.ways("ann") == []
    club.account.make_words("ann")
    assert club.told == [], "words are on the screen, which would be drawn anew"
    for _time in range(2):  # another page of the device looks, too
        assert club.ways("ann") == ["words"]
    ((link, fresh),) = club.told
    assert (link, fresh.name) == ("ann", "Ann")
    hashes = {hash_secret(copied), hash_secret(fresh.secret)}
    assert club.account.list_of_devices.gone(hashes) == set(), "it may not have arrived"
    assert len(club.account.devices("ann")) == 1
    assert club.come("ann", fresh.secret) == ann
    assert club.account.list_of_devices.gone(hashes) == {hash_secret(copied)}
    assert club.come("thief", copied) != ann
    assert (club.ways("ann"), len(club.told)) == (["words"], 1), "it is fresh already"
    assert len(club.account.devices("ann")) == 1


def test_guessing_ends_at_a_device_and_at_a_network(
    club: Club, other: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(account, "GUESSES_OF_DEVICE", 3)
    monkeypatch.setattr(account, "GUESSES_AT_NETWORK", 5)
    wrong = "legal winner thank year wave sausage worth useful legal winner thank yellow"
    for link, guesses in (("guest", 3), ("another", 2)):
        club.come(link)
        for attempt in range(guesses):
            with pytest.raises(IdentityError, match="Nobody here"):
                (club, other)[attempt % 2].account.sign_in_by_words(link, wrong)
        with pytest.raises(TooOften):
            other.account.sign_in_by_words(link, wrong)
    club.come("elsewhere", network="elsewhere")
    with pytest.raises(IdentityError, match="Nobody here"):
        club.account.sign_in_by_words("elsewhere", wrong)


def test_a_person_gets_only_so_many_new_keys_in_an_hour(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sign_ins, "SIGN_INS", 2)
    club.come("ann")
    words = club.account.make_words("ann")
    club.come("guest")
    for _time in range(2):
        club.account.sign_in_by_words("guest", words)
    with pytest.raises(TooOften):
        club.account.sign_in_by_words("guest", words)


def test_who_is_banned_signs_in_nowhere(club: Club) -> None:
    eve = club.come("eve")
    words = club.account.make_words("eve")
    club.come("guest")
    club.people.ban(eve)
    with pytest.raises(IdentityError, match="may not come in"):
        club.account.sign_in_by_words("guest", words)
    with pytest.raises(IdentityError, match="may not come in"):
        club.account.make_words("eve")
    with pytest.raises(PeopleError, match="may not come in"):
        club.come("eve", club.keys["eve"])


def test_nothing_that_stands_in_the_database_signs_in(club: Club, database: Database) -> None:
    ann = club.come("ann")
    club.account.make_words("ann")
    club.account.tickets.issue("mail", OLD_MS, person=ann)
    rows = [
        str(value)
        for table in METADATA.sorted_tables
        for row in database.read(lambda db, table=table: db.execute(sa.select(table)).all())  # type: ignore[misc]
        for value in row
    ]
    club.come("thief")
    for value in filter(None, rows):
        with pytest.raises(IdentityError):
            club.account.sign_in_by_words("thief", value)
        assert club.account.tickets.take(value, "mail") is None
        if len(value) >= 22:
            assert club.come("thief", value) != ann


# ---- what a device may change -------------------------------------------------------------------

OLD_WORDS = "w" * 64
DAY_MS = 24 * 3_600_000


def stolen(club: Club) -> str:
    """Ann has had words for a year, and two devices; one of them is stolen. Her id."""
    ann = club.come("ann", name="Ann")
    club.come("stolen", club.account.list_of_devices.add(ann, "stolen"))
    club.add(ann, "words", OLD_WORDS)
    club.age_all(365 * DAY_MS)
    return ann


def prove(club: Club, link: str, key: str, kind: WayKind = "words") -> None:
    """The device at *link* comes back by a way, and by its fresh key."""
    way = club.account.list_of_ways.find(kind, key)
    assert way is not None
    fresh = club.account.sign_in.become(club.askers[link], way)
    club.come(link, fresh.secret)


DEEDS: dict[str, Callable[[Club], object]] = {
    "removes a device": lambda club: club.account.remove_device("stolen", club.device("ann")),
    "removes a way": lambda club: club.account.remove_way(
        "stolen", club.account.ways("stolen")[0].id
    ),
    "makes words": lambda club: club.account.make_words("stolen"),
    "confirms a device": lambda club: club.account.confirm_pairing(
        "stolen", club.account.begin_pairing("phone")
    ),
}


@pytest.mark.parametrize("deed", spread(DEEDS, 1))
def test_who_has_a_device_alone_neither_shuts_its_owner_out_nor_comes_in_again(
    club: Club, deed: str
) -> None:
    ann = stolen(club)
    club.add(ann, "mail", "ann@a.example", 100 * DAY_MS)
    club.come("phone")
    with pytest.raises(NotProved, match="Show first that it is you"):
        DEEDS[deed](club)
    assert len(club.account.devices("ann")) == len(club.ways("ann")) == 2
    prove(club, "stolen", OLD_WORDS)
    DEEDS[deed](club)


def test_the_owner_takes_a_stolen_device_away_by_a_way_back(club: Club) -> None:
    stolen(club)
    id, own = club.device("stolen"), club.device("ann")
    with pytest.raises(NotProved):
        club.account.remove_device("ann", id)
    prove(club, "ann", OLD_WORDS)
    assert len(club.account.devices("ann")) == 2
    assert club.device("ann") == own, "the device is the same, by a fresh key"
    club.account.remove_device("ann", id)
    gone = {hash_secret(club.keys["stolen"])}
    assert club.account.list_of_devices.gone(gone) == gone
    club.come("phone")
    for deed in DEEDS.values():
        with pytest.raises(IdentityError):
            deed(club)


def test_a_device_always_signs_itself_out(club: Club) -> None:
    stolen(club)
    club.account.remove_device("stolen", club.device("stolen"))
    assert len(club.account.devices("ann")) == 1


def test_a_proof_is_of_one_device_and_ends(club: Club) -> None:
    stolen(club)
    prove(club, "ann", OLD_WORDS)
    with pytest.raises(NotProved):
        club.account.make_words("stolen")
    proved = sa.update(DEVICE).values(proved_ms=DEVICE.c.proved_ms - PROOF_MS)
    club.database.write(lambda db: db.execute(proved))
    with pytest.raises(NotProved):
        club.account.make_words("ann")


def test_a_young_way_back_proves_nothing_and_any_older_device_takes_it_away(club: Club) -> None:
    """A thief had a device for ten minutes in which it was proved."""
    ann = stolen(club)
    young = club.add(ann, "passkey", "a thief's")
    prove(club, "stolen", "a thief's", "passkey")
    with pytest.raises(NotProved):
        club.account.remove_device("stolen", club.device("ann"))
    club.account.remove_way("ann", young)
    assert club.ways("ann") == ["words"]


def test_a_young_device_is_taken_away_by_an_older_one_and_not_the_other_way_round(
    club: Club,
) -> None:
    ann = stolen(club)
    club.come("new", club.account.list_of_devices.add(ann, "a thief's terminal"))
    club.age(DEVICE, DEVICE.c.label == "new", -1000)
    club.come("newest", club.account.list_of_devices.add(ann, "one more"))
    club.age(DEVICE, DEVICE.c.label == "newest", -2000)
    for link, other in (("new", "ann"), ("newest", "new")):
        with pytest.raises(NotProved):
            club.account.remove_device(link, club.device(other))
    club.account.remove_device("new", club.device("newest"))
    club.account.remove_device("ann", club.device("new"))
    assert len(club.account.devices("ann")) == 2


def test_without_an_old_way_back_the_device_at_hand_suffices(club: Club) -> None:
    ann = club.come("ann")
    club.come("stolen", club.account.list_of_devices.add(ann, "stolen"))
    club.account.remove_device("ann", club.device("stolen"))
    club.account.make_words("ann")
    club.add(ann, "mail", "ann@a.example")
    club.account.remove_way("ann", club.account.ways("ann")[0].id)
    assert club.ways("ann") == ["mail"]


def test_a_mailbox_alone_takes_passkeys_and_words_away_only_after_three_days(club: Club) -> None:
    ann = stolen(club)
    club.add(ann, "mail", "ann@a.example", 100 * DAY_MS)
    words, _mail = club.account.ways("ann")
    prove(club, "stolen", "ann@a.example", "mail")
    with pytest.raises(NotProved, match="does not replace words"):
        club.account.make_words("stolen")
    club.account.remove_way("stolen", words.id)
    assert ", until " in club.account.ways("ann")[0].label
    with pytest.raises(IdentityError, match="only way back"):
        club.account.remove_way("stolen", club.account.ways("ann")[1].id)
    ends = sa.update(WAY_BACK).where(WAY_BACK.c.id == words.id)
    club.database.write(lambda db: db.execute(ends.values(ends_ms=WAY_BACK.c.ends_ms - OLD_MS)))
    assert club.ways("ann") == ["mail"]
    assert not club.account.list_of_ways.use(words.id), "it has ended"


def test_who_uses_a_way_back_that_was_to_be_taken_away_keeps_it(club: Club) -> None:
    ann = stolen(club)
    club.add(ann, "mail", "ann@a.example", 100 * DAY_MS)
    prove(club, "stolen", "ann@a.example", "mail")
    words, _mail = club.account.ways("ann")
    club.account.remove_way("stolen", words.id)
    assert club.account.list_of_ways.use(words.id)
    assert club.account.ways("ann")[0].label == "twelve words"


def test_the_last_way_back_stays_until_there_is_another(club: Club) -> None:
    club.come("ann")
    club.account.make_words("ann")
    (words,) = club.account.ways("ann")
    with pytest.raises(IdentityError, match="only way back: add another one first"):
        club.account.remove_way("ann", words.id)


@pytest.mark.slow
@pytest.mark.parametrize("times", [5, pytest.param(200, marks=pytest.mark.soak)])
def test_of_two_ways_that_are_taken_away_at_two_processes_at_once_one_stays(
    club: Club, other: Club, times: int
) -> None:
    ann = club.come("ann")
    for _time in range(times):
        for each in club.account.list_of_ways.list(ann):
            one = sa.delete(WAY_BACK).where(WAY_BACK.c.id == each.id)
            club.database.write(lambda db, one=one: db.execute(one))  # type: ignore[misc]
        ids = [club.add(ann, "mail", "ann@a.example"), club.add(ann, "passkey", "key")]
        at_once = Barrier(2)

        def remove(n: int, ids: list[str] = ids, at_once: Barrier = at_once) -> bool:
            at_once.wait()
            try:
                (club, other)[n].account.remove_way("ann", ids[n])
            except IdentityError:
                return False
            return True

        with ThreadPoolExecutor(2) as pool:
            assert sorted(pool.map(remove, range(2))) == [False, True]
        assert len(club.account.ways("ann")) == 1


def test_of_two_devices_that_take_each_other_away_one_stays(club: Club, other: Club) -> None:
    ann = club.come("ann")
    club.come("phone", club.account.list_of_devices.add(ann, "phone"))
    ids, at_once = (club.device("phone"), club.device("ann")), Barrier(2)

    def remove(n: int) -> bool:
        at_once.wait()
        try:
            (club, other)[n].account.remove_device(("ann", "phone")[n], ids[n])
        except IdentityError:
            return False
        return True

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(remove, range(2))) == [False, True]
    assert len(club.account.list_of_devices.list(ann)) == 1


def test_what_was_asked_before_a_device_was_taken_away_is_not_done_after_it(club: Club) -> None:
    ann = club.come("ann")
    club.come("stolen", club.account.list_of_devices.add(ann, "stolen"))
    club.add(ann, "mail", "ann@a.example")
    waiting = club.askers["stolen"]
    club.account.remove_device("ann", club.device("stolen"))
    with pytest.raises(IdentityError, match="was taken away"):
        club.account.add_way(waiting, "words", lambda: club.account._add_words(waiting, "thief's"))
    assert club.ways("ann") == ["mail"]
    assert club.account.sign_in.change_key(waiting) is None, "nobody gets a key for it"


def test_what_others_have_is_found_by_nobody(club: Club) -> None:
    club.come("ann")
    club.account.make_words("ann")
    (way,) = club.account.ways("ann")
    club.come("eve")
    for remove, id in (
        (club.account.remove_device, club.device("ann")),
        (club.account.remove_device, "*"),
        (club.account.remove_way, way.id),
        (club.account.remove_way, ""),
    ):
        with pytest.raises(IdentityError, match="You have no such"):
            remove("eve", id)


def test_one_way_back_is_of_one_person(club: Club) -> None:
    ann, bob = club.come("ann"), club.come("bob")
    club.add(ann, "mail", "a@a.example")
    with pytest.raises(IdentityError, match="cannot be a way back"):
        club.add(bob, "mail", "a@a.example")
    assert club.account.list_of_ways.person_of("mail", "a@a.example") == ann
    with pytest.raises(IdentityError):
        club.add("nobody", "mail", "b@b.example")


def test_a_passkey_whose_counter_does_not_rise_is_a_copy(club: Club) -> None:
    ways, ann = club.account.list_of_ways, club.come("ann")
    id = ways.add(ann, "passkey", "key", "telephone", public_key="p", sign_count=0)
    assert ways.use(id, 0)
    assert ways.use(id, 7)
    assert not ways.use(id, 7)
    assert not ways.use(id, 0)
    assert not ways.use("none", 8)
    way = ways.find("passkey", "key")
    assert way is not None
    assert (way.public_key, way.sign_count, way.used_ms > 0) == ("p", 7, True)


def test_the_operator_s_new_key_ends_all_ways_and_tickets(club: Club) -> None:
    ann = club.come("ann")
    words = club.account.make_words("ann")
    club.account.tickets.issue("mail", OLD_MS, person=ann)
    secret = club.people.renew(ann)
    assert club.come("ann", secret) == ann
    assert club.ways("ann") == []
    with pytest.raises(GipfMetaError, match="Nobody here"):
        club.account.sign_in_by_words("ann", words)
    assert club.database.read(lambda db: db.execute(sa.select(TICKET)).all()) == []
