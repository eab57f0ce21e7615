"""The commands of a host's operator that remove: old rooms and people, a person; and all that is
stored about one."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from gipf_meta.base.clock import date_of
from gipf_meta.base.sentences import show_unprintable
from gipf_meta.base.texts import _
from gipf_meta.commands.parser import UsageError
from gipf_meta.host.database import Database
from gipf_meta.host.deletion import Deletions
from gipf_meta.host.own_data import OwnData
from gipf_meta.host.people import DatabasePeople
from gipf_meta.host.pruning import Pruned, Pruning, Rule, read_age
from gipf_meta.plugins.loading import load_plugins

MOST_LINES: Final = 12
"""The most removals that are listed one by one."""


def _prune(database: Database, arguments: argparse.Namespace) -> int:
    pruning = Pruning(database, load_plugins().find)
    rule = Rule(read_age(arguments.older), arguments.rooms, arguments.people)
    if arguments.removes:
        print(_("Removed: {what}.").format(what=_numbers(pruning.prune(rule))))
        return 0
    found = pruning.find(rule)
    for room in found.examples:
        print(show_unprintable(f"{room.id}  {date_of(room.changed_ms)}  {room.game}"))
    if found.rooms > len(found.examples):
        print("…")
    print(_("Would be removed: {what}.").format(what=_numbers(found)))
    if found.rooms or found.people:
        print(_("Nothing was removed: with --do it is, for good."))
    return 0


def _numbers(pruned: Pruned) -> str:
    """The numbers of rooms and people in words."""
    rooms = _.many("{count} room", "{count} rooms", pruned.rooms).format(count=pruned.rooms)
    people = _.many("{count} person", "{count} people", pruned.people).format(count=pruned.people)
    return f"{rooms}, {people}"


def _forget(database: Database, arguments: argparse.Namespace) -> int:
    deletions, person = Deletions(database, load_plugins().find), arguments.person
    name = DatabasePeople(database).name_of(person)
    until_ms = deletions.hold_of(person)
    if sys.stdin.isatty() and not arguments.yes:
        words = _("Delete {name} ({person}) for good? Type yes: ")
        if input(show_unprintable(words.format(name=name, person=person))).strip() != _("yes"):
            raise UsageError(_("Nobody was deleted."))
    deletions.delete(person)
    print(_("{person} was deleted; matches stay without the name.").format(person=person))
    if until_ms is not None:
        words = _("Nobody new comes in from that address until {time}: the ban holds it.")
        print(words.format(time=date_of(until_ms)))
    if deletions.unfinished():
        print(_("The host that serves does the rest: within seconds, under load within a minute."))
    return 0


def _forgotten(database: Database, arguments: argparse.Namespace) -> int:
    for each in Deletions(database, load_plugins().find).all():
        print(f"{each.person} {each.at_ms}")
    return 0


def _data(database: Database, arguments: argparse.Namespace) -> int:
    for part in OwnData(database, load_plugins().find).parts(arguments.person):
        print(part)
    return 0


def lines_of_removals(database: Database) -> Iterator[str]:
    """Yields a line for each of the last removals because of age, for all those before, and for
    the people who were deleted."""
    finder = load_plugins().find
    past = Pruning(database, finder).past()
    earlier, last = past[:-MOST_LINES], past[-MOST_LINES:]
    if earlier:
        rooms, people = (sum(each) for each in zip(*(each[2:] for each in earlier), strict=True))
        day = date_of(earlier[-1].at_ms)
        words = _("Until {day} were removed because of their age: {what}.")
        yield words.format(day=day, what=_numbers(Pruned(rooms, people)))
    for each in last:
        words = _("On {day} were removed because of their age: {what}.")
        numbers = _numbers(Pruned(each.rooms, each.people))
        yield words.format(day=date_of(each.at_ms), what=numbers)
    if gone := Deletions(database, finder).all():
        words = _.many(
            "{count} person was deleted, the last on {day}.",
            "{count} people were deleted, the last on {day}.",
            len(gone),
        )
        yield words.format(count=len(gone), day=date_of(gone[-1].at_ms))


TASKS: Final[Mapping[str, Callable[[Database, argparse.Namespace], int]]] = {
    "prune": _prune,
    "forget": _forget,
    "forgotten": _forgotten,
    "data": _data,
}
"""The functions of the commands on an open database; each returns the exit status."""
