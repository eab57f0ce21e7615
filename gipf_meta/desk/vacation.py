"""The screen on a person's vacations: he announces them, moves them, calls them off."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from gipf_meta.base.dates import day_words, read_day, zone_name
from gipf_meta.base.names import fold
from gipf_meta.base.texts import _
from gipf_meta.desk.context import Context
from gipf_meta.desk.own_vacations import ListedVacation, OwnVacations, Vacations, WantedVacation
from gipf_meta.desk.parts import (
    About,
    AnyPart,
    Button,
    FieldValue,
    Form,
    Heading,
    ListRow,
    Paragraph,
    Rows,
    Screen,
    ScreenPlace,
    opening,
    submitting,
    text_field,
)
from gipf_meta.desk.requests import DeskError, not_understood
from gipf_meta.match.timecontrol import DAY_MS

FROM: Final = "from"
UNTIL: Final = "until"
LONGEST: Final = 40
"""The most letters of a date."""
MOST_NAMED: Final = 400
"""The most days that can be named."""
_NUMBER: Final = re.compile(r"(?<![0-9])[0-9]{1,3}(?![0-9])")


def vacation(context: Context, about: About) -> Screen:
    """The vacations of the person, and a form for another one, or to move one. Raises
    ``GipfMetaError``."""
    own = _vacations(context).own(context.link)
    moved = next((each for each in own.vacations if each.id == about.get("id")), None)
    return Screen(
        name="vacation",
        about={} if moved is None else {"id": moved.id},
        title=_("Vacation"),
        back=ScreenPlace(screen="me"),
        parts=(*_explained(own), *_announced(own), *_form(moved)),
    )


def _explained(own: OwnVacations) -> Iterator[AnyPart]:
    yield Paragraph(
        text=_(
            "While you are away, no clock of days runs in your matches, neither yours nor those of"
            " the others; everybody may play on. The others are told from when until when."
        )
    )
    left = _.many(
        "You have {count} day left: 30 in any 365, a day or more at a time.",
        "You have {count} days left: 30 in any 365, a day or more at a time.",
        own.left,
    )
    yield Paragraph(text=left.format(count=own.left))
    if zone_name() == "":
        yield Paragraph(
            text=_("Your program does not tell in which time zone you are: days are those of UTC.")
        )


def _announced(own: OwnVacations) -> Iterator[AnyPart]:
    """The vacations that have not ended."""
    if not own.vacations:
        return
    yield Heading(text=_("Announced"))
    yield Rows(rows=tuple(_row(each) for each in own.vacations))


def _row(each: ListedVacation) -> ListRow:
    end = submitting("vacation", {"id": each.id}, step="end")
    if each.runs:
        note = _("days that have begun count")
        return ListRow(
            cells=(span_words(each),), buttons=(Button(text=_("End now"), do=end, note=note),)
        )
    move = Button(text=_("Move"), do=opening("vacation", {"id": each.id}))
    return ListRow(cells=(span_words(each),), buttons=(move, Button(text=_("Call off"), do=end)))


def span_words(each: ListedVacation) -> str:
    """The days of a vacation in words."""
    until = day_words(each.until_ms)
    if each.runs:
        return _("You are away until {until}").format(until=until)
    begin = day_words(each.from_ms)
    return _("{from} until {until}").format(**{"from": begin, "until": until})


def _form(moved: ListedVacation | None) -> Iterator[AnyPart]:
    """The form for another vacation; or that moves the one that is *moved*."""
    yield Heading(text=_("Another vacation") if moved is None else _("Move it"))
    step = {"step": "announce" if moved is None else "move"}
    about = None if moved is None else {"id": moved.id}
    begin, until = "", ""
    if moved is not None:
        begin, until = day_words(moved.from_ms), day_words(moved.until_ms)
    yield Form(
        parts=(
            text_field(
                FROM, _("from"), LONGEST, value=begin,
                note=_("2026-12-20, 20 Dec or in 3 days; a day from now or later"),
            ),
            text_field(
                UNTIL, _("until"), LONGEST, value=until,
                note=_("2027-01-03, 3 Jan or for 10 days; the day on which you are back"),
            ),
        ),
        do=submitting("vacation", about, **step),
        button=_("Announce") if moved is None else _("Move"),
    )  # fmt: skip


def submit_vacation(context: Context, about: About, values: Mapping[str, FieldValue]) -> Screen:
    """Announces a vacation, moves or ends one. Raises ``GipfMetaError``."""
    vacations, link, id = _vacations(context), context.link, about.get("id", "")
    step = values.get("step")
    if step == "end":
        runs = any(each.id == id and each.runs for each in vacations.own(link).vacations)
        vacations.end(link, id)
        notice = _("Your vacation has ended.") if runs else _("That vacation is called off.")
        context.notices.append(notice)
        return vacation(context, {})
    if step not in ("announce", "move"):
        raise DeskError(not_understood())
    now_ms = vacations.own(link).now_ms
    said = str(values.get(FROM, "")), str(values.get(UNTIL, ""))
    wanted = read_wanted(*said, now_ms)
    if step == "move":
        vacations.move(link, id, wanted)
        context.notices.append(_("The vacation is moved; the others are told."))
    else:
        vacations.announce(link, wanted)
        context.notices.append(_("The vacation is announced; the others are told."))
    return vacation(context, {})


def own_vacation(context: Context) -> Iterator[AnyPart]:
    """The button of Home for the vacation that runs or comes next; nothing where there is none."""
    if context.vacations is not None and context.link:
        for each in context.vacations.own(context.link).vacations[:1]:
            yield Button(text=_("Vacation"), do=opening("vacation"), note=span_words(each))


def vacation_button(context: Context) -> Iterator[AnyPart]:
    """The button of "Who I am" that leads to the vacations, at a host."""
    if context.vacations is not None:
        note = _("no clock of days runs while you are away")
        yield Button(text=_("Vacation"), do=opening("vacation"), note=note)


# ---- dates --------------------------------------------------------------------------------------


def read_wanted(begin: str, until: str, now_ms: int) -> WantedVacation:
    """Reads the two fields of the form, at *now_ms*. Raises ``DeskError``."""
    from_ms = _read_from(begin[:LONGEST], now_ms)
    if (days := _read_span(until[:LONGEST])) is not None:
        return WantedVacation(from_ms, None, days)
    until_ms = read_day(until[:LONGEST], now_ms if from_ms is None else from_ms)
    if until_ms is None:
        words = _("Until when? Write 2027-01-03, 3 Jan or for 10 days.")
        raise DeskError(words, UNTIL)
    return WantedVacation(from_ms, until_ms)


def _read_from(text: str, now_ms: int) -> int | None:
    """The beginning that *text* names; ``None``: as soon as possible, which is in a day."""
    days = _read_days(text, _ahead)
    if days is None and fold(text) in (fold("tomorrow"), fold(_("tomorrow"))):
        days = 1
    if days is not None:
        return None if days == 1 else now_ms + days * DAY_MS
    at_ms = read_day(text, now_ms)
    if at_ms is None:
        words = _("From when? Write 2026-12-20, 20 Dec or in 3 days.")
        raise DeskError(words, FROM)
    return at_ms


def _read_span(text: str) -> int | None:
    """The days of ``for 10 days`` or ``10 days``; ``None``: *text* is no such span."""
    return _read_days(text, _lasting)


def _read_days(text: str, forms: Callable[[int], Sequence[str]]) -> int | None:
    """The number in *text* if it is one of the *forms* of it; ``None``: it is none."""
    found = _NUMBER.search(text)
    count = 0 if found is None else int(found[0])
    if not 0 < count <= MOST_NAMED:
        return None
    said = fold(" ".join(text.split()))
    return count if said in {fold(form.format(count=count)) for form in forms(count)} else None


def _ahead(count: int) -> Sequence[str]:
    """The ways to write so many days from now, in English and in the reader's language."""
    english = "in {count} day", "in {count} days"
    return (*english, _.many("in {count} day", "in {count} days", count))


def _lasting(count: int) -> Sequence[str]:
    """The ways to write that something lasts so many days, likewise."""
    english = "for {count} day", "for {count} days", "{count} day", "{count} days"
    own = (
        _.many("for {count} day", "for {count} days", count),
        _.many("{count} day", "{count} days", count),
    )
    return (*english, *own)


def _vacations(context: Context) -> Vacations:
    """The vacations of people. Raises ``DeskError`` where one plays alone."""
    if context.vacations is None:
        raise DeskError(_("There is nobody else here: you play alone."))
    return context.vacations
