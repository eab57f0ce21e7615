"""The commands of a host's operator on its database: lists, backups, and checks of every match."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import asdict
from typing import Final

from gipf_meta.base.clock import date_of
from gipf_meta.base.sentences import pad, show_unprintable
from gipf_meta.base.texts import _
from gipf_meta.commands import forgetting
from gipf_meta.commands.arguments import print_json, print_record
from gipf_meta.desk.context import ListedRoom
from gipf_meta.host import backups, rewritings
from gipf_meta.host.backups import Copied, close_match, free_seat
from gipf_meta.host.database import Database
from gipf_meta.host.deletion import Deletions, read_deletions
from gipf_meta.host.notices.push_keys import PushKeys
from gipf_meta.host.people import HOUR_MS, DatabasePeople, Guest
from gipf_meta.host.pruning import read_age
from gipf_meta.host.rewritings import Rewritings
from gipf_meta.host.room_lists import Lists
from gipf_meta.plugins.loading import load_plugins


def administer(task: str, address: str, arguments: argparse.Namespace) -> int:
    """Runs the command *task* on the database at *address*; returns the exit status. Raises
    ``GipfMetaError``."""
    if task == "restore":
        with backups.removed_if_it_fails(address), closing(Database.open(address)) as database:
            return TASKS[task](database, arguments)
    with closing(Database.open(address)) as database:
        return TASKS[task](database, arguments)


def _list_rooms(database: Database, arguments: argparse.Namespace) -> int:
    rooms = Lists(database).all_rooms(arguments.most)
    for room in rooms:
        print_json(asdict(room)) if arguments.json else print(show_unprintable(_room_line(room)))
    if not rooms and not arguments.json:
        print(_("No match."))
    return 0


def _room_line(room: ListedRoom) -> str:
    how = _("over") if room.is_over else _("turn {turns}, not over").format(turns=room.turns)
    names = " - ".join(_("free") if seat.is_free else seat.name for seat in room.seats)
    return f"{room.room}  {date_of(room.changed_ms)}  {pad(room.game, 9)} {names}: {how}"


def _list_people(database: Database, arguments: argparse.Namespace) -> int:
    people = DatabasePeople(database).list(arguments.most)
    for person in people:
        print_json(asdict(person)) if arguments.json else print(
            show_unprintable(_person_line(person))
        )
    if not people and not arguments.json:
        print(_("Nobody has come in yet."))
    return 0


def _person_line(person: Guest) -> str:
    line = f"{person.id}  {date_of(person.seen_ms)}  {person.name}"
    if person.devices != 1:
        devices = _.many("{count} device", "{count} devices", person.devices)
        line = f"{line}  ({devices.format(count=person.devices)})"
    return _("{person}  (banned)").format(person=line) if person.is_banned else line


def _close(database: Database, arguments: argparse.Namespace) -> int:
    close_match(database, load_plugins().find, arguments.room)
    print(_("The match {room} has ended; it is kept.").format(room=arguments.room))
    return 0


def _reseat(database: Database, arguments: argparse.Namespace) -> int:
    key = free_seat(database, load_plugins().find, arguments.room, arguments.seat - 1)
    words = _("Seat {seat} of {room} is free. The first who opens this link takes it:")
    print(words.format(seat=arguments.seat, room=arguments.room))
    print(f"{_site(arguments)}/#enter/{arguments.room}/{key}")
    return 0


def _ban(database: Database, arguments: argparse.Namespace) -> int:
    people = DatabasePeople(database)
    if arguments.lift:
        people.lift_ban(arguments.person)
        print(_("{person} may come in again.").format(person=arguments.person))
        return 0
    banned = people.ban(arguments.person, arguments.hours * HOUR_MS, arguments.newcomers)
    print(_("{person} may not come in again.").format(person=arguments.person))
    if more := banned.people - 1:
        words = _.many(
            "Nor may {count} person who came from the same address in the last day.",
            "Nor may {count} people who came from the same address in the last day.",
            more,
        )
        print(words.format(count=more))
    if banned.is_held:
        words = _.many(
            "For {count} hour nobody new comes in from that address.",
            "For {count} hours nobody new comes in from that address.",
            arguments.hours,
        )
        print(words.format(count=arguments.hours))
    elif arguments.hours:
        print(_("This person's address is not known, so he may come back under a new name."))
    return 0


def _renew(database: Database, arguments: argparse.Namespace) -> int:
    secret = DatabasePeople(database).renew(arguments.person)
    words = _("No key and no way back of {person} works any more. The one new key is in this link:")
    print(words.format(person=arguments.person))
    print(f"{_site(arguments)}/#person/{secret}")
    return 0


def _site(arguments: argparse.Namespace) -> str:
    """The address of the host, or a placeholder where it was not given."""
    return str(arguments.origin[0]) if arguments.origin else _("ADDRESS OF THE HOST")


def _export(database: Database, arguments: argparse.Namespace) -> int:
    print_record(backups.export(database, load_plugins().find, arguments.room))
    return 0


def _back_up(database: Database, arguments: argparse.Namespace) -> int:
    keep_ms = read_age(arguments.keep) if arguments.keep else None
    print(_copied_line(backups.backup(database, arguments.file)))
    if keep_ms is not None:
        for old in backups.remove_old_backups(arguments.file, keep_ms):
            print(_("Removed: {what}.").format(what=show_unprintable(str(old))))
    return 0


def _restore(database: Database, arguments: argparse.Namespace) -> int:
    gone = read_deletions(arguments.deletions) if arguments.deletions else []
    print(_copied_line(backups.restore(database, arguments.file)))
    if arguments.deletions:
        count = Deletions(database, load_plugins().find).delete_again(gone)
        words = _.many(
            "{count} person was deleted again who was deleted after the backup.",
            "{count} people were deleted again who were deleted after the backup.",
            count,
        )
        print(words.format(count=count))
    return 0


def _copied_line(copied: Copied) -> str:
    rooms = _.many("{count} match", "{count} matches", copied.rooms).format(count=copied.rooms)
    people = _.many("{count} person", "{count} people", copied.people).format(count=copied.people)
    return _("Copied: {rooms}, {people}.").format(rooms=rooms, people=people)


def _verify(database: Database, arguments: argparse.Namespace) -> int:
    rooms = damaged = 0
    for room, fault in backups.verify(database, load_plugins().find):
        rooms += 1
        if fault:
            damaged += 1
            print(show_unprintable(f"{room}: {fault}"))
    for change in database.read(rewritings.of_days):
        print(_rewriting_line(change))
    for line in forgetting.lines_of_removals(database):
        print(line)
    checked = _.many("{count} match checked", "{count} matches checked", rooms).format(count=rooms)
    if damaged:
        print(_("{checked}, {damaged} damaged.").format(checked=checked, damaged=damaged))
        return 1
    print(_("{checked}, all in order.").format(checked=checked))
    return 0


def _rewriting_line(change: Rewritings) -> str:
    count, day = change.rooms, date_of(change.at_ms)
    match change.why:
        case rewritings.MOVED:
            words = _.many(
                "{count} match was rewritten on {day}: names were moved out.",
                "{count} matches were rewritten on {day}: names were moved out.",
                count,
            )
        case rewritings.FORGOTTEN:
            words = _.many(
                "In {count} match names were forgotten on {day}.",
                "In {count} matches names were forgotten on {day}.",
                count,
            )
        case _:
            words = _.many(
                "{count} match was rewritten on {day}: names were taken out of texts.",
                "{count} matches were rewritten on {day}: names were taken out of texts.",
                count,
            )
    return words.format(count=count, day=day)


def _push_keys(database: Database, arguments: argparse.Namespace) -> int:
    keys = PushKeys(database)
    if arguments.renew:
        count = keys.renew()
        words = _.many(
            "The keys are new. {count} browser gets no notices until its owner turns them on"
            " again.",
            "The keys are new. {count} browsers get no notices until their owners turn them on"
            " again.",
            count,
        )
        print(words.format(count=count))
    print(keys.public())
    return 0


TASKS: Final[Mapping[str, Callable[[Database, argparse.Namespace], int]]] = {
    "rooms": _list_rooms,
    "people": _list_people,
    "close": _close,
    "renew": _renew,
    "reseat": _reseat,
    "ban": _ban,
    "export": _export,
    "backup": _back_up,
    "restore": _restore,
    "verify": _verify,
    "push-keys": _push_keys,
    **forgetting.TASKS,
}
"""The functions of the commands on an open database; each returns the exit status."""
