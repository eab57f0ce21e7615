"""Copies of a match for the clipboard: the position, the game in each form that holds it, a link.

A person chooses one of them. Each is read again wherever a text may be pasted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

from gipf_meta.base.addresses import address_of_screen
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _
from gipf_meta.match.match import GameFinder
from gipf_meta.match.session import NoPosition, Session
from gipf_meta.match.starting_point import how_to_begin
from gipf_meta.protocol.capabilities import LeadsOn, Positions, other_positions
from gipf_meta.protocol.gate import Gate
from gipf_meta.protocol.readers import AnyReader
from gipf_meta.records.exporting import SGF, SHEET, WRITERS, export, other_forms
from gipf_meta.records.models import Record
from gipf_meta.records.record_files import link_of

POSITION: Final = "position"
"""The name of the copy that is a board on one line."""
LINK: Final = "link"
"""The name of the copy that is an address within a page: ``#screen/…``."""


@dataclass(frozen=True, slots=True)
class Copy:
    """A *text* to be copied; it is chosen by its *name*, and *words* describe it."""

    name: str
    words: str
    text: str


@dataclass(frozen=True, slots=True)
class Copies:
    """The copies *found*, and sentences on why others are *missing*."""

    found: tuple[Copy, ...]
    missing: tuple[str, ...] = ()

    def named(self, name: str) -> Copy | None:
        """The copy of that *name*."""
        return next((each for each in self.found if each.name == name), None)


def copies_of(
    session: Session,
    record: Record,
    finder: GameFinder,
    readers: Iterable[AnyReader] = (),
    why_no_position: str = "",
) -> Copies:
    """The copies of the match of *record*, at the moment of *session*; a board that is set up has
    its position and a link alone. Those of *readers* that write files add their forms.

    *why_no_position* is the reason why the position must not be copied, or ``""``.
    """
    found, missing = list[Copy](), [why_no_position] if why_no_position else list[str]()
    for name, words, write in _forms(session, record, finder):
        if name == POSITION and why_no_position:
            continue
        try:
            found.append(Copy(name, words, write()))
        except GipfMetaError as error:
            if str(error) not in missing:
                missing.append(str(error))
        if name == POSITION:
            found.extend(_positions_of_others(session))
    if not isinstance(session.game, LeadsOn):
        found[-1:-1] = _forms_of_others(record, finder, readers)
    return Copies(tuple(found), tuple(missing))


def _positions_of_others(session: Session) -> Iterator[Copy]:
    """The position in the forms of others, where it is one of them."""
    with Gate(session.game):
        positions = other_positions(session.game, session.state)
    for form, text in positions.items():
        yield Copy(form.lower(), _("The position as {form}").format(form=form), text)


def _forms_of_others(
    record: Record, finder: GameFinder, readers: Iterable[AnyReader]
) -> Iterator[Copy]:
    """The match in the forms of those of *readers* that have files and can hold it."""
    named = {reader.name: reader for reader in readers if reader.ending}
    for name, text in other_forms(record, finder, named.values()).items():
        ending = named[name].ending
        yield Copy(_name(ending), _words(ending), text)


def _forms(
    session: Session, record: Record, finder: GameFinder
) -> list[tuple[str, str, Callable[[], str]]]:
    """The forms to be tried: each with its name, its description, and the function that writes
    it."""
    if isinstance(session.game, LeadsOn):
        return [
            (POSITION, _("The position"), lambda: how_to_begin(session)["position"]),
            (LINK, _("A link to a match from this position"), partial(_link_from, session)),
        ]
    forms: list[tuple[str, str, Callable[[], str]]] = []
    if isinstance(session.game, Positions):
        forms.append((POSITION, _("The position"), partial(_position, session)))
    write = partial(export, record, finder)
    forms.append(("game", _("The game, to go on elsewhere"), write))
    for ending in sorted(WRITERS, key=lambda each: each != SHEET):
        forms.append((_name(ending), _words(ending), partial(write, ending)))
    forms.append((LINK, _("A link to the game"), partial(link_to, record)))
    return forms


def _position(session: Session) -> str:
    """The position of *session* on one line. Raises ``NoPosition``."""
    text = session.position()
    if text is None:
        raise NoPosition(_("Nothing of this board can be copied."))
    return text


def _link_from(session: Session) -> str:
    """The address of the form for a match from the position of *session*. Raises ``NoPosition``."""
    return f"#{address_of_screen('setup', how_to_begin(session))}"


def link_to(record: Record) -> str:
    """The address of *record* within any page of this program. Raises ``RecordError``."""
    return f"#{address_of_screen('shared_match', {'match': link_of(record)})}"


def _name(ending: str) -> str:
    """The name by which a person chooses the form whose files have that *ending*."""
    return "sheet" if ending == SHEET else ending.removeprefix(".")


def _words(ending: str) -> str:
    names: Mapping[str, str] = {
        SHEET: _("The game as a note sheet"),
        SGF: _("The game as SGF, for boardspace.net"),
    }
    form = ending.removeprefix(".").upper()
    return names.get(ending) or _("The game as {form}").format(form=form)
