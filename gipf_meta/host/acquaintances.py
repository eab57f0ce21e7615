"""The people whom a person of a host knows: those he has played, his favourites, those he has
blocked, their profiles, and whom he may invite by name.

Whatever is refused because of the other person has one sentence and costs the same statement:
nobody learns whether he was blocked, or whether the other is hidden, banned, deleted, or was never
there.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import Connection

from gipf_meta.base.clock import moment_of
from gipf_meta.base.names import clean_name
from gipf_meta.base.texts import _
from gipf_meta.desk.acquaintance import (
    OPEN_TO,
    Acquaintance,
    GameResults,
    OpenTo,
    OwnSettings,
    Profile,
)
from gipf_meta.host.company import (
    MOST_OPEN,
    MOST_TO_ONE,
    OtherPerson,
    find_standing,
    is_invited,
    lock_companies,
)
from gipf_meta.host.database import Database
from gipf_meta.host.identity.sign_ins import Asker
from gipf_meta.host.identity.tickets import Tickets
from gipf_meta.host.limits import TooMany
from gipf_meta.host.people import PeopleError
from gipf_meta.host.tables import PERSON, RELATION, ROOM, SEAT
from gipf_meta.match.timecontrol import DAY_MS
from gipf_meta.records.player_names import SOMEBODY
from gipf_meta.rooms.people_events import EndOfInvitation

MOST_KNOWN: Final = 500
"""The most favourites and blocked people of one person."""
MOST_PLAYED: Final = 200
"""The most people whom one has played that a list shows."""
SENT_IN_A_DAY: Final = 20
"""The most invitations by name that one person sends in a day."""
SENT_BY_NETWORK: Final = 60
"""The most that come from one network in a day."""
NOBODY: Final = "-"
"""The id that no person has."""
LONGEST_ID: Final = 40
"""The most letters of the id of a person."""
_ID: Final = re.compile(r"[0-9A-Za-z_-]{1,80}")
"""The form of the id of a person or a room."""


class DatabaseAcquaintances:
    """The acquaintances of the people in *database*: it is the desk's ``Acquaintances``.

    *asker_of* returns the device at a link, *holder_of* the person at a seat of a room that a
    person may watch. *end* ends the invitations of a person in a room, as its last argument tells.
    Every method raises ``GipfMetaError``.
    """

    def __init__(
        self,
        database: Database,
        asker_of: Callable[[str], Asker],
        holder_of: Callable[[str, int, str], str] = lambda room, player, person: "",
        end: Callable[[str, str, EndOfInvitation | None], object] = lambda room, person, how: None,
    ) -> None:
        self._database, self._asker_of = database, asker_of
        self.holder_of, self.end = holder_of, end
        self._tickets = Tickets(database)

    # ---- looking --------------------------------------------------------------------------------

    def people(self, link: str) -> list[Acquaintance]:
        """Returns the favourites of the person at *link*, those whom he has played, the last one
        first, and those whom he has blocked."""
        asker = self._asker_of(link).person
        self._database.commit_unfinished()
        found = self._database.read(lambda db: _people(db, asker))
        return sorted(found, key=_rank)

    def profile(self, link: str, person: str) -> Profile:
        """Returns the profile of *person*; ``""``: that of the person at *link*."""
        asker = self._asker_of(link).person
        about = person or asker
        self._database.commit_unfinished()
        standing, results, against = self._database.read(lambda db: _facts(db, asker, about))
        if about == asker:
            shown = Acquaintance(asker, _called(standing.name))
            return Profile(shown, _month(standing), results, is_own=True)
        if not standing.is_known:
            raise PeopleError(nobody_to_see())
        known = _acquaintance(about, standing)
        if not standing.is_visible:
            return Profile(known)
        return Profile(known, _month(standing), results, against)

    def person_at(self, link: str, room: str, player: int) -> str:
        """Returns the id of the person who holds the seat of *player* in a *room*."""
        if person := self.holder_of(room, player, self._asker_of(link).person):
            return person
        raise PeopleError(nobody_to_see())

    # ---- inviting -------------------------------------------------------------------------------

    def may_ask(self, link: str, person: str) -> None:
        """Raises the sentence why *person* cannot be invited by name by the person at *link*."""
        self._require(self._asker_of(link).person, [person])

    def ask(self, link: str, people: Sequence[str]) -> None:
        """Charges an invitation of each of *people* to the person at *link* and to his network.
        Raises the sentence why one of them cannot be invited."""
        asker = self._asker_of(link)
        self._require(asker.person, people)
        for _each in people:
            charges = (
                (f"invitations by {asker.person}", SENT_IN_A_DAY),
                (f"invitations at {asker.network}", SENT_BY_NETWORK),
            )
            if not all(self._tickets.try_charge(key, most, DAY_MS) for key, most in charges):
                raise TooMany(_("You have invited many people today; wait a day."))

    def _require(self, asker: str, people: Sequence[str]) -> None:
        self._database.commit_unfinished()
        counts = Counter(people)
        for person, count in counts.items():
            if person == asker:
                raise PeopleError(_("You cannot invite yourself."))
            if count > 1:
                raise PeopleError(_("One person takes one seat at a table."))
            id = _id(person)
            standing = self._database.read(lambda db: find_standing(db, asker, id))  # noqa: B023
            _require_own(standing, len(people))
            if not standing.takes():
                raise PeopleError(takes_no_invitation())

    def end_invitation(self, link: str, room: str) -> None:
        """Declines the invitation of the person at *link* by name in *room*, or takes back those
        that he has sent there."""
        asker = self._asker_of(link).person
        invited = sa.select(SEAT.c.invited, ROOM.c.by).join(ROOM, ROOM.c.id == SEAT.c.room)
        query = invited.where(SEAT.c.room == _id(room), SEAT.c.invited != "")
        self._database.commit_unfinished()
        rows = self._database.read(lambda db: db.execute(query).all())
        own = [row.invited for row in rows if asker in (row.invited, row.by)]
        if not own:
            raise PeopleError(_("That invitation is not there any more."))
        for person in own:
            self.end(room, person, "declined" if person == asker else None)

    # ---- marking --------------------------------------------------------------------------------

    def mark(
        self, link: str, person: str, *, favourite: bool | None = None, blocked: bool | None = None
    ) -> None:
        """Makes *person* a favourite of the person at *link*, or blocks him, or ends either."""
        asker = self._asker_of(link).person
        if person == asker:
            raise PeopleError(_("That is you yourself."))
        if _id(person) != person or len(person) > LONGEST_ID:
            raise PeopleError(nobody_to_see())
        changes = {"is_favourite": favourite, "is_blocked": blocked}
        changes = {name: value for name, value in changes.items() if value is not None}
        if blocked:
            changes["is_favourite"] = False
        elif favourite:
            changes["is_blocked"] = False
        if changes:
            self._database.write(lambda db: self._mark(db, asker, person, changes))
        if blocked:
            self._end_invitations(asker, person)

    def _mark(self, db: Connection, asker: str, person: str, changes: dict[str, Any]) -> None:
        lock_companies(db)
        if changes.get("is_favourite") and not find_standing(db, asker, person).is_known:
            raise PeopleError(nobody_to_see())
        count = sa.select(sa.func.count()).where(
            RELATION.c.person == asker, RELATION.c.other != person
        )
        if any(changes.values()) and db.execute(count).scalar_one() >= MOST_KNOWN:
            raise TooMany(_("Your lists of people are full: take somebody off them first."))
        values = {**changes, "changed_ms": self._database.now}
        row = {"is_favourite": False, "is_blocked": False, **values}
        new = self._database.insert(RELATION).values(person=asker, other=person, **row)
        own = RELATION.c.person == asker, RELATION.c.other == person
        db.execute(new.on_conflict_do_update(index_elements=["person", "other"], set_=values))
        is_empty = sa.not_(sa.or_(RELATION.c.is_favourite, RELATION.c.is_blocked))
        db.execute(sa.delete(RELATION).where(*own, is_empty))

    def _end_invitations(self, one: str, other: str) -> None:
        """Ends the invitations between *one* and *other*, who are apart from now on."""
        between = sa.or_(
            sa.and_(is_invited(one), ROOM.c.opened_by == other),
            sa.and_(is_invited(other), ROOM.c.opened_by == one),
        )
        query = sa.select(SEAT.c.room, SEAT.c.invited).join(ROOM, ROOM.c.id == SEAT.c.room)
        query = query.where(between)
        self._database.commit_unfinished()
        for room, invited in self._database.read(lambda db: db.execute(query).all()):
            self.end(room, invited, "declined" if invited == one else None)

    # ---- settings -------------------------------------------------------------------------------

    def settings(self, link: str) -> OwnSettings:
        """Returns the settings of the person at *link* about other people."""
        asker = self._asker_of(link).person
        query = sa.select(PERSON.c.open_to, PERSON.c.is_hidden).where(PERSON.c.id == asker)
        row = self._database.read(lambda db: db.execute(query).one_or_none())
        if row is None:
            raise PeopleError(nobody_to_see())
        return OwnSettings(row.open_to, bool(row.is_hidden))

    def set_open_to(self, link: str, open_to: OpenTo) -> None:
        """Sets who may invite the person at *link* by name."""
        if open_to not in [value for value, _words in OPEN_TO]:
            raise PeopleError(_("Nobody can be chosen so."))
        self._set(link, open_to=open_to)

    def set_hidden(self, link: str, hidden: bool) -> None:
        """Hides the profile of the person at *link*, or shows it."""
        self._set(link, is_hidden=hidden)

    def _set(self, link: str, **values: Any) -> None:
        change = sa.update(PERSON).where(PERSON.c.id == self._asker_of(link).person)
        self._database.write(lambda db: db.execute(change.values(**values)))


def takes_no_invitation() -> str:
    """The one sentence for all refusals that depend on the other person."""
    return _("This person takes no invitation from you now.")


def nobody_to_see() -> str:
    """The one sentence for people who are hidden, and for those who do not exist."""
    return _("There is nobody here whom you may see.")


def _require_own(standing: OtherPerson, more: int) -> None:
    """Raises the sentence on what stands against *more* invitations on the side of the one who
    asks."""
    if standing.is_blocked:
        raise PeopleError(_("You have blocked this person."))
    if standing.own_open + more > MOST_OPEN:
        words = _("{count} invitations of yours wait for an answer; take one back first.")
        raise TooMany(words.format(count=MOST_OPEN))
    if standing.own_to_him >= MOST_TO_ONE:
        raise TooMany(_("Two invitations of yours wait for this person's answer already."))


def _id(said: str) -> str:
    """The id that somebody *said*; ``NOBODY`` for what is none."""
    return said if _ID.fullmatch(said) else NOBODY


def _called(name: str) -> str:
    return clean_name(name) or _(SOMEBODY)


def _month(standing: OtherPerson) -> str:
    return moment_of(standing.created_ms)[:7]


def _acquaintance(person: str, standing: OtherPerson) -> Acquaintance:
    return Acquaintance(
        person,
        _called(standing.name),
        int(standing.played),
        is_favourite=bool(standing.is_favourite),
        is_blocked=bool(standing.is_blocked),
    )


def _rank(each: Acquaintance) -> tuple[bool, bool, int, str]:
    """Favourites come first, then who was played last; blocked people come last."""
    return each.is_blocked, not each.is_favourite, -each.last_ms, each.name


# ---- queries ------------------------------------------------------------------------------------


def _people(db: Connection, asker: str) -> list[Acquaintance]:
    """Returns the people whom *asker* knows, in no order."""
    mine, theirs = sa.alias(SEAT, "mine"), sa.alias(SEAT, "theirs")
    last = sa.func.max(ROOM.c.changed_ms)
    count = sa.func.count(sa.distinct(mine.c.room))
    played = (
        sa.select(theirs.c.person, count.label("matches"), last.label("last_ms"))
        .select_from(mine)
        .join(theirs, theirs.c.room == mine.c.room)
        .join(ROOM, ROOM.c.id == mine.c.room)
        .where(
            mine.c.person == asker,
            mine.c.has_decided,
            theirs.c.has_decided,
            theirs.c.person.not_in(("", asker)),
        )
        .group_by(theirs.c.person)
        .order_by(last.desc())
        .limit(MOST_PLAYED)
    )
    found = {row.person: (int(row.matches), int(row.last_ms)) for row in db.execute(played)}
    own = sa.select(RELATION).where(RELATION.c.person == asker).limit(MOST_KNOWN)
    marked = {row.other: (row.is_favourite, row.is_blocked) for row in db.execute(own)}
    blocks = sa.select(RELATION.c.person).where(RELATION.c.other == asker, RELATION.c.is_blocked)
    blockers = {*db.execute(blocks).scalars()}
    people: list[Acquaintance] = []
    ids = sorted({*found, *marked})
    rows = {row.id: row for row in db.execute(_NAMES, {"people": ids})} if ids else {}
    for id in ids:
        row = rows.get(id)
        is_favourite, is_blocked = marked.get(id, (False, False))
        matches, last_ms = found.get(id, (0, 0))
        is_seen = row is not None and not (row.is_hidden or row.is_banned or id in blockers)
        is_shown = row is not None and (bool(matches) or is_seen)
        if not (is_shown or is_blocked):
            continue
        name = _called(row.name if row is not None and is_shown else "")
        people.append(Acquaintance(id, name, matches, last_ms, is_favourite, is_blocked))
    return people


_NAMES: Final = sa.select(PERSON.c.id, PERSON.c.name, PERSON.c.is_hidden, PERSON.c.is_banned).where(
    PERSON.c.id.in_(sa.bindparam("people", expanding=True))
)
"""The query of the names of some people."""


def _facts(
    db: Connection, asker: str, person: str
) -> tuple[OtherPerson, tuple[GameResults, ...], tuple[GameResults, ...]]:
    """Returns what a profile of *person* may have, by the same statements whether *asker* may see
    it or not, and whether he exists."""
    standing = find_standing(db, asker, _id(person))
    shown = person if standing.is_visible or person == asker else NOBODY
    mine = sa.alias(SEAT, "mine")
    counted = _count_results(shown)
    against = counted.join(mine, mine.c.room == SEAT.c.room).where(mine.c.person == asker)
    return standing, _results(db.execute(counted)), _results(db.execute(against))


def _count_results(person: str) -> sa.Select[Any]:
    """Returns the query of how many matches of several people *person* has won, lost and drawn."""
    query = sa.select(ROOM.c.game, SEAT.c.result, sa.func.count().label("matches"))
    query = query.select_from(sa.join(SEAT, ROOM, ROOM.c.id == SEAT.c.room))
    is_his = SEAT.c.person == person, SEAT.c.result != ""
    return query.where(*is_his).group_by(ROOM.c.game, SEAT.c.result)


def _results(rows: Iterable[Any]) -> tuple[GameResults, ...]:
    """Returns the results in *rows* by game, the one with the most matches first."""
    counts: dict[str, Counter[str]] = {}
    for game, result, count in rows:
        counts.setdefault(game, Counter())[result] += count
    found = [
        GameResults(game, each["won"], each["lost"], each["drawn"]) for game, each in counts.items()
    ]
    return tuple(sorted(found, key=lambda each: (-(each.won + each.lost + each.drawn), each.game)))
