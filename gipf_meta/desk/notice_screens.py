"""The screen "Notices": how a person is told what waits for him while he does not sit at the board,
how each way works, and the hours of mails."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from gipf_meta.base.ago import time_ago
from gipf_meta.base.clock import moment_of
from gipf_meta.base.dates import zone_name
from gipf_meta.base.json_text import read_object
from gipf_meta.base.numbers import read_whole
from gipf_meta.base.texts import N_, _
from gipf_meta.deeds.messages import NoticeMessage
from gipf_meta.desk.context import Context
from gipf_meta.desk.own_notices import (
    MODES,
    ListedNoticeWay,
    MailHours,
    Mode,
    NoticeWayKind,
    NoticeWays,
    usual_hours,
)
from gipf_meta.desk.parts import (
    About,
    AnyPart,
    Button,
    Do,
    FieldValue,
    Form,
    FormField,
    Heading,
    ListRow,
    Paragraph,
    Rows,
    Screen,
    ScreenPlace,
    WarningText,
    opening,
    submitting,
)
from gipf_meta.desk.requests import DeskError, Submit, not_understood
from gipf_meta.desk.responses import PageMessages
from gipf_meta.desk.ways_back import NEXT

ADDRESS: Final = "address"
"""The parameter of ``notice_mail`` with the mail address, as a way back, that is to get notices."""
WAY: Final = "way"
"""The parameter with the way whose hours are changed, or that is taken away."""
MODE_WORDS: Final[Mapping[Mode, str]] = {
    "daily": N_("one a day"),
    "twice": N_("two a day"),
    "each": N_("one for each notice"),
}
"""The words of each mode."""
CALLED: Final[Mapping[NoticeWayKind, str]] = {
    "push": N_("This browser"),
    "mail": N_("Mails"),
    "feed": N_("A feed"),
    "calendar": N_("A calendar"),
}
"""The names of the kinds, for somebody who may add one."""
MEANING: Final[Mapping[NoticeWayKind, str]] = {
    "push": N_("It shows a notice, even while no page of this host is open."),
    "mail": N_("One or two a day with all that waits, or one for each notice."),
    "feed": N_("For a feed reader; no names stand in it."),
    "calendar": N_("When your time ends, and agreed hours, in your own calendar; without names."),
}
"""The sentence on each kind."""
NO_QUIET: Final = "no"
"""The value of the field ``quiet`` for somebody without quiet hours."""
DAY_HOURS: Final = range(24)
PUSH_KEYS: Final = ("p256dh", "auth")
"""The names of the keys of a browser that a push needs."""


def notices(context: Context, about: About) -> Screen:
    """The ways by which the person is told, and those that he may add. Raises ``GipfMetaError``."""
    ways = ways_of(context)
    own = ways.own(context.link)
    if why := ways.why_not(context.link, "feed"):  # everybody may have one where any are told
        return _screen(Paragraph(text=why), *_own(context, own))
    return _screen(*_explained(own), *_own(context, own), *_to_add(context, ways, own))


def _screen(*parts: AnyPart) -> Screen:
    return Screen(name="notices", title=_("Notices"), back=ScreenPlace(screen="me"), parts=parts)


def _explained(own: list[ListedNoticeWay]) -> Iterator[AnyPart]:
    yield Paragraph(
        text=_(
            "You are told once when a match waits for you, when you are invited, before an agreed"
            " hour, and at the end; not while you sit at that board. A private match is told"
            " without names."
        )
    )
    if not own:
        yield Paragraph(text=_("So far you see what waits only when you come here."))


# ---- the ways of a person -----------------------------------------------------------------------


def _own(context: Context, own: list[ListedNoticeWay]) -> Iterator[AnyPart]:
    if own:
        yield Heading(text=_("How you are told"))
        yield Rows(rows=tuple(_row(context, way) for way in own))


def _row(context: Context, way: ListedNoticeWay) -> ListRow:
    remove = submitting("notices", {WAY: way.id}, step="remove")
    buttons = [Button(text=_("Take away"), do=remove)]
    if way.mails is not None:
        change = Button(text=_("Change"), do=opening("notice_mail", {WAY: way.id}))
        buttons.insert(0, change)
    if way.kind in ("push", "mail") and not way.trouble and not _why_not(context, way.kind):
        send = submitting("notices", {WAY: way.id}, step="trial")
        buttons.insert(0, Button(text=_("Send one to try"), do=send))
    called = _called(way)
    hours = () if way.mails is None else (hours_words(way.mails),)
    return ListRow(cells=(called, *hours, _state(context, way)), buttons=tuple(buttons))


def _why_not(context: Context, kind: NoticeWayKind) -> str:
    """The sentence why nothing is sent on ways of that *kind*, or ``""``. A push goes to its
    browser wherever one asks for it."""
    ways = ways_of(context)
    if kind == "push":
        return "" if ways.push_key() else ways.why_not(context.link, kind)
    return ways.why_not(context.link, kind)


def _called(way: ListedNoticeWay) -> str:
    if way.kind == "push":
        label = way.label or _("a browser")
        return _("{browser}, this one").format(browser=label) if way.is_this else label
    called = _(CALLED[way.kind])
    return _("{kind} to {address}").format(kind=called, address=way.label) if way.label else called


def _state(context: Context, way: ListedNoticeWay) -> str:
    """The words for how a way works."""
    when = time_ago(moment_of(way.used_ms), context.now())
    if way.trouble:
        return _("given up: {why}").format(why=way.trouble)
    if way.kind in ("feed", "calendar"):
        return _("last read {when}").format(when=when) if way.used_ms else _("not read yet")
    if way.failures:
        return _("the last one failed; it is tried again")
    return _("last delivered {when}").format(when=when) if way.used_ms else _("nothing sent yet")


def hours_words(mails: MailHours) -> str:
    """The hours of mails in words."""
    words = _(MODE_WORDS[mails.mode])
    if mails.hours:
        hours = [_hour(each) for each in mails.hours]
        words = _("one a day at {hour}").format(hour=hours[0])
        if len(hours) > 1:
            words = _("two a day at {hour} and {other}").format(hour=hours[0], other=hours[1])
    if mails.quiet is None:
        return words
    begin, end = map(_hour, mails.quiet)
    return _("{mails}, none from {hour} to {other}").format(mails=words, hour=begin, other=end)


def _hour(hour: int) -> str:
    return f"{hour}:00"


# ---- adding -------------------------------------------------------------------------------------


def _to_add(context: Context, ways: NoticeWays, own: list[ListedNoticeWay]) -> Iterator[AnyPart]:
    rows = [*_push_rows(context, ways, own), *_mail_rows(context, ways)]
    make = _("Make one")
    for kind in ("feed", "calendar"):
        why = ways.why_not(context.link, kind)
        rows.append(_row_to_add(kind, why, make, submitting("notices", step=kind)))
    yield Heading(text=_("Add"))
    yield Rows(rows=tuple(rows))


def _push_rows(context: Context, ways: NoticeWays, own: list[ListedNoticeWay]) -> Iterator[ListRow]:
    here = next((way for way in own if way.is_this), None)
    if here is None or here.trouble:
        why = ways.why_not(context.link, "push")
        yield _row_to_add("push", why, _("Turn on"), {"do": "push", "key": ways.push_key()})


def _mail_rows(context: Context, ways: NoticeWays) -> Iterator[ListRow]:
    why = ways.why_not(context.link, "mail")
    addresses = () if why else ways.addresses(context.link)
    for address in addresses:
        about = {ADDRESS: address.id}
        words = _("{kind} to {address}").format(kind=_(CALLED["mail"]), address=address.label)
        button = Button(text=_("Choose the hours"), do=opening("notice_mail", about))
        yield ListRow(cells=(words, _(MEANING["mail"])), buttons=(button,))
    if why or not addresses:
        yield _row_to_add(
            "mail", why, _("Add a mail address"), opening("mail_address", {NEXT: "notices"})
        )


def _row_to_add(kind: NoticeWayKind, why: str, text: str, do: Do) -> ListRow:
    if why:
        return ListRow(cells=(_(CALLED[kind]), why))
    button = Button(text=text, do=do)
    return ListRow(cells=(_(CALLED[kind]), _(MEANING[kind])), buttons=(button,))


def _made(address: str, words: str) -> Screen:
    """The screen that shows the *address* of a feed or a calendar this once."""
    return _screen(
        Heading(text=words),
        Paragraph(text=address),
        WarningText(
            text=_("It is shown this once, and whoever has it reads what waits for you there.")
        ),
        Button(text=_("I have copied it"), do=opening("notices"), primary=True),
    )


# ---- the hours of mails -------------------------------------------------------------------------


def notice_mail(context: Context, about: About) -> Screen:
    """The form for the hours of mails: to a further address, or of a way that there is. Raises
    ``GipfMetaError``."""
    return _mail_form(context, about, _hours_before(context, about))


def _hours_before(context: Context, about: About) -> MailHours:
    """The hours that mails have now; by default one a day in the evening."""
    if WAY not in about:
        return usual_hours("daily", zone_name() or "")
    for way in ways_of(context).own(context.link):
        if way.id == about[WAY] and way.mails is not None:
            return replace(way.mails, zone=zone_name() or way.mails.zone)
    raise DeskError(_("That is gone already."))


def _mail_form(context: Context, about: About, hours: MailHours) -> Screen:
    ways_of(context)
    about = {name: id for name, id in about.items() if name in (ADDRESS, WAY)}
    return Screen(
        name="notice_mail",
        about=about,
        title=_("Notices by mail"),
        back=ScreenPlace(screen="notices"),
        parts=(
            Paragraph(text=_zone_words(hours.zone)),
            Form(
                parts=tuple(_fields(hours)),
                do=submitting("notice_mail", about, step="hours"),
                button=_("Save") if WAY in about else _("Send them"),
            ),
            Paragraph(text=_("A link in each mail ends them.")),
        ),
    )


def _fields(hours: MailHours) -> Iterator[FormField]:
    modes = tuple((mode, _(words)) for mode, words in MODE_WORDS.items())
    yield FormField(
        name="mode", label=_("Mails"), type="choice", value=hours.mode, choices=modes, live=True,
        note=_("a mail is sent only if something waits"),
    )  # fmt: skip
    labels = (_("at"),) if hours.mode == "daily" else (_("in the morning"), _("in the evening"))
    names = (*zip(("hour", "other"), labels, strict=False),)
    for (name, label), hour in zip(names, hours.hours, strict=False):
        yield _hour_field(name, label, hour)
    if hours.mode == "each":
        begin, end = hours.quiet or (None, 7)
        yield _hour_field("quiet", _("none from"), begin, (NO_QUIET, _("no quiet hours")))
        yield _hour_field("until", _("until"), end)


def _hour_field(name: str, label: str, hour: int | None, *first: tuple[str, str]) -> FormField:
    value = NO_QUIET if hour is None else str(hour)
    choices = (*first, *((str(each), _hour(each)) for each in DAY_HOURS))
    return FormField(name=name, label=label, type="choice", value=value, choices=choices)


def _zone_words(zone: str) -> str:
    """The sentence on whose hours are meant."""
    if not zone:
        return _("Your program does not tell in which time zone you are: hours are those of UTC.")
    minutes = read_whole(zone.removeprefix("-"))
    if minutes is not None:
        sign = "-" if zone.startswith("-") else "+"
        zone = f"UTC{sign}{minutes // 60}:{minutes % 60:02}"
    return _("Hours are those of {zone}.").format(zone=zone)


def _read_hours(values: Mapping[str, FieldValue], zone: str) -> MailHours:
    """The hours in the *values* of the form; a field that was not shown has its default. Raises
    ``DeskError``."""
    mode = next((each for each in MODES if each == values.get("mode")), None)
    if mode is None:
        raise DeskError(not_understood(), field="mode")
    usual = usual_hours(mode, zone)
    hours = tuple(
        _read_hour(values, name, hour)
        for name, hour in zip(("hour", "other"), usual.hours, strict=False)
    )
    if usual.quiet is None or values.get("quiet") == NO_QUIET:
        return replace(usual, hours=hours, quiet=None)
    begin, end = usual.quiet
    quiet = _read_hour(values, "quiet", begin), _read_hour(values, "until", end)
    return replace(usual, hours=hours, quiet=quiet)


def _read_hour(values: Mapping[str, FieldValue], name: str, usual: int) -> int:
    """The hour in the field *name*. Raises ``DeskError``."""
    hour = read_whole(str(values.get(name, usual)))
    if hour is None or hour not in DAY_HOURS:
        raise DeskError(_("An hour is a number from 0 to 23."), name)
    return hour


# ---- steps --------------------------------------------------------------------------------------

SCREENS_OF_NOTICES: Final[Mapping[str, Callable[[Context, About], Screen]]] = {
    "notices": notices,
    "notice_mail": notice_mail,
}
"""The screens on notices by name."""


def submit_of_notices(context: Context, message: Submit) -> Screen | PageMessages:
    """Carries out a step of one of ``SCREENS_OF_NOTICES``. Raises ``GipfMetaError``."""
    ways, link, about = ways_of(context), context.link, message.about
    match message.values.get("step"):
        case "push":
            return _submit_push(context, str(message.values.get("answer", "")))
        case "hours":
            return _submit_hours(context, message)
        case "feed":
            return _made(ways.make_feed(link), _("The address of your feed"))
        case "calendar":
            return _made(ways.make_calendar(link), _("The address of your calendar"))
        case "trial":
            ways.send_trial(link, about.get(WAY, ""))
            context.notices.append(_("It is on its way: it should be there within a minute."))
            return notices(context, {})
        case "remove":
            ways.remove(link, about.get(WAY, ""))
            context.notices.append(_("That is taken away; nothing more comes there."))
            return notices(context, {})
    raise DeskError(not_understood())


def _submit_push(context: Context, answer: str) -> Screen | PageMessages:
    """Takes the address of a browser for pushes, in JSON. A browser that only has another one now
    shows nothing of it."""
    ways = ways_of(context)
    said = read_object(answer) or {}
    keys = said.get("keys")
    found = [said.get("endpoint"), *map((keys if isinstance(keys, dict) else {}).get, PUSH_KEYS)]
    endpoint, p256dh, auth = (each if isinstance(each, str) else "" for each in found)
    if said.get("key", ways.push_key()) != ways.push_key():
        raise DeskError(_("The key of this host has changed: turn the notices on once more."))
    is_known = any(way.is_this and not way.trouble for way in ways.own(context.link))
    ways.add_push(context.link, endpoint, p256dh, auth)
    if is_known:
        return []
    context.notices.append(_("This browser tells you from now on."))
    return notices(context, {})


def _submit_hours(context: Context, message: Submit) -> Screen:
    """Sends mails at the hours of the form; shows the form with the fields of another mode."""
    ways, link, about = ways_of(context), context.link, message.about
    before = _hours_before(context, about)
    if message.changed:
        mode = next((each for each in MODES if each == message.values.get("mode")), before.mode)
        return _mail_form(context, about, usual_hours(mode, before.zone))
    hours = _read_hours(message.values, before.zone)
    if WAY in about:
        ways.change_mail(link, about[WAY], hours)
        context.notices.append(_("The mails come at these hours from now on."))
    else:
        ways.add_mail(link, about.get(ADDRESS, ""), hours)
        context.notices.append(_("Notices come to that address from now on."))
    return notices(context, {})


# ---- the way to the screen ----------------------------------------------------------------------


def notices_button(context: Context) -> Iterator[AnyPart]:
    """The button that leads to the screen, at a host."""
    if context.notice_ways is not None:
        note = _("how you are told what waits for you")
        yield Button(text=_("Notices"), do=opening("notices"), note=note)


def tell_of_notices(context: Context, room: str) -> list[NoticeMessage]:
    """The sentence on the screen, once, for somebody who has made his move in a match of days in
    that *room*, and is told by nothing yet."""
    ways, tables = context.notice_ways, context.tables
    if ways is None or tables is None or context.settings.notices_offered:
        return []
    if ways.why_not(context.link, "feed"):
        return []
    table = next((each for each in tables.tables_of(context.person) if each.room == room), None)
    if table is None or table.is_over or not table.is_slow or ways.own(context.link):
        return []
    if ways.why_not(context.link, "feed"):  # nobody is told anything
        return []
    context.keep_settings(replace(context.settings, notices_offered=True))
    words = _("You may go: Notices, under Who I am, tell you when it is your move again.")
    return [{"notice": words}]


def ways_of(context: Context) -> NoticeWays:
    """The ways by which people are told. Raises ``DeskError`` where one plays alone."""
    if context.notice_ways is None:
        raise DeskError(_("There is nobody else here: you play alone."))
    return context.notice_ways
