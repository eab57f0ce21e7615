"""The screen "Who I am": a person's name, his ways back and devices, and all that is stored."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from gipf_meta.base.ago import time_ago
from gipf_meta.base.clock import moment_of
from gipf_meta.base.names import fold
from gipf_meta.base.texts import _
from gipf_meta.desk.context import Context
from gipf_meta.desk.identity import DELETE, Identity, ListedDevice, ListedWay, is_confirmation
from gipf_meta.desk.launcher import launcher
from gipf_meta.desk.local_data import delete_everything, everything_here
from gipf_meta.desk.match_actions import send_file
from gipf_meta.desk.notice_screens import notices_button
from gipf_meta.desk.parts import (
    About,
    AnyPart,
    Button,
    Do,
    FieldValue,
    Fold,
    Form,
    Heading,
    ListRow,
    Paragraph,
    Rows,
    Screen,
    ScreenPlace,
    WarningText,
    opening,
    submitting,
    text_field,
)
from gipf_meta.desk.people_screens import others_form, submit_others
from gipf_meta.desk.requests import DeskError, not_understood
from gipf_meta.desk.responses import PageMessages, show
from gipf_meta.desk.settings_form import name_field, settings_of_page
from gipf_meta.desk.vacation import vacation_button
from gipf_meta.desk.ways_back import CALLED, rows_to_add, works_here
from gipf_meta.table.players import read_name

FILE: Final = "gipf-meta-my-data.json"
"""The name of the file with a person's data, the same for everybody."""
CONFIRMED: Final = "confirmed"
"""The field in which a deletion is confirmed."""
SHOW_KEY: Final[Do] = {"do": "show_key"}
"""The message of the button that shows the key: the page acts on it alone, for only it has the
key."""
RENEW_KEY: Final[Do] = {"do": "renew_key"}
"""The message of the button that renews the key; the page acts on it alone."""


def me(context: Context, about: About) -> Screen:
    """The screen on the person for whom it is made; where he plays alone, on what is kept here."""
    identity = context.identity
    return Screen(
        name="me",
        title=_("Who I am"),
        back=ScreenPlace(screen="launcher" if context.tables is not None else "settings"),
        parts=(
            Form(parts=(name_field(context.settings),), do=submitting("me", step="name")),
            *(_account(context, identity) if identity is not None else ()),
            *others_form(context, "me"),
            *notices_button(context),
            *vacation_button(context),
            Heading(text=_("What is kept of you")),
            *_kept(context),
        ),
    )


def _account(context: Context, identity: Identity) -> Iterator[AnyPart]:
    """The ways back and the devices of the person."""
    ways = identity.ways(context.link)
    yield Heading(text=_("Ways back"))
    if ways:
        yield Rows(rows=tuple(_way(context, way) for way in ways))
    if any(map(works_here, ways)):
        yield Heading(text=_("Add another"), level=3)
    elif ways:
        yield Paragraph(text=_("None of these works here any more: add another one."))
    else:
        yield Paragraph(
            text=_(
                "You have none yet. Only this device knows that your seats are yours; what it"
                " forgets is lost. Nobody needs a way back to play."
            )
        )
    yield Rows(rows=tuple(rows_to_add(identity, context.link, ways)))
    yield Heading(text=_("Devices"))
    yield Rows(rows=tuple(_device(context, each) for each in identity.devices(context.link)))
    yield Button(text=_("Let another device in"), do=opening("pair"), note=_("it shows you a code"))
    yield Button(
        text=_("Come back"),
        do=opening("sign_in"),
        note=_("if you were somebody here before, and this device does not know it"),
    )
    yield Fold(text=_("Your key"), parts=tuple(_own_key()))


def _way(context: Context, way: ListedWay) -> ListRow:
    since = time_ago(moment_of(way.added_ms), context.now())
    words = _("added {when}").format(when=since)
    if way.former_name:
        words = _("works only at the former address {name}").format(name=way.former_name)
    take_away = Button(text=_("Take away"), do=opening("take_away", {"way": way.id}))
    return ListRow(cells=(*_called(way), words), buttons=(take_away,))


def _called(way: ListedWay) -> tuple[str, ...]:
    """The kind of *way*, and its label, unless that says the same."""
    called = _(CALLED[way.kind])
    return (called, way.label) if fold(way.label) not in ("", fold(called)) else (called,)


def _device(context: Context, device: ListedDevice) -> ListRow:
    words, text = _("Take away"), time_ago(moment_of(device.seen_ms), context.now())
    if device.is_this:
        words, text = _("Sign out here"), _("this one")
    button = Button(text=words, do=opening("take_away", {"device": device.id}))
    return ListRow(cells=(device.label, text), buttons=(button,))


def _own_key() -> Iterator[AnyPart]:
    """A button that shows the device's key, and an explanation of it."""
    yield Paragraph(
        text=_(
            "There is no password: this browser keeps a key, and whoever has it plays at your "
            "tables. With it you sit at the same seats on another device."
        )
    )
    yield Button(text=_("Show my key"), do=SHOW_KEY)
    yield Button(text=_("Renew my key"), note=_("if somebody else may have it"), do=RENEW_KEY)


def _kept(context: Context) -> Iterator[AnyPart]:
    """The buttons that save and delete everything."""
    is_alone = context.tables is None
    if not is_alone and context.identity is None:
        return
    yield Button(
        text=_("Everything as a file"),
        do=submitting("me", step="data"),
        note=_("your matches and settings") if is_alone else _("all that is stored about you"),
    )
    yield Button(
        text=_("Delete everything here …") if is_alone else _("Delete me …"),
        do=opening("delete_me"),
        note=_("you are asked once more"),
    )


# ---- taking something away ----------------------------------------------------------------------


def take_away(context: Context, about: About) -> Screen:
    """The question whether a device or a way back is taken away. Raises ``GipfMetaError``."""
    title, keep, take = _("Take away?"), _("Keep it"), _("Take it away")
    if "way" not in about and _find_device(context, about.get("device", "")).is_this:
        title, keep, take = _("Sign out here?"), _("Stay signed in"), _("Sign out")
    return Screen(
        name="take_away",
        about={name: id for name, id in about.items() if name in ("device", "way")},
        title=title,
        back=ScreenPlace(screen="me"),
        parts=(
            *(Paragraph(text=words) for words in _effects(context, about)),
            Button(text=keep, do=opening("me"), primary=True),
            Button(text=take, do=submitting("take_away", about, step="take_away")),
        ),
    )


def _effects(context: Context, about: About) -> Iterator[str]:
    """The sentences on what taking it away does. Raises ``GipfMetaError``."""
    identity = identity_of(context)
    ways = identity.ways(context.link)
    if "way" in about:
        way = _find_way(ways, about["way"])
        yield ": ".join(_called(way))
        if [each for each in ways if works_here(each)] == [way]:
            yield _("It is your last way back. Without it, your devices alone know you.")
        return
    device = _find_device(context, about.get("device", ""))
    if not device.is_this:
        yield _("{device} is signed out within seconds, and knows your seats no more.").format(
            device=device.label
        )
    elif any(map(works_here, ways)):
        yield _("This device forgets who you are. With a way back you are yourself again.")
    else:
        yield _(
            "This device forgets who you are, and you have no way back: unless another device of"
            " yours is left, your seats are lost."
        )


def _find_way(ways: list[ListedWay], id: str) -> ListedWay:
    for way in ways:
        if way.id == id:
            return way
    raise DeskError(_("That way back is gone already."))


def _find_device(context: Context, id: str) -> ListedDevice:
    for device in identity_of(context).devices(context.link):
        if device.id == id:
            return device
    raise DeskError(_("That device is gone already."))


def submit_take_away(context: Context, about: About) -> Screen | PageMessages:
    """Takes a device or a way back away. Raises ``GipfMetaError``."""
    identity, link = identity_of(context), context.link
    if "way" in about:
        identity.remove_way(link, _find_way(identity.ways(link), about["way"]).id)
        notice = _("That way back is gone.")
        if any(way.id == about["way"] for way in identity.ways(link)):
            notice = _("That way back goes later, at the time that stands beside it.")
        context.notices.append(notice)
        return me(context, {})
    device = _find_device(context, about.get("device", ""))
    identity.remove_device(link, device.id)
    if device.is_this:
        return [{"signed_out": True}]
    context.notices.append(_("{device} is signed out.").format(device=device.label))
    return me(context, {})


# ---- twelve words -------------------------------------------------------------------------------


def twelve_words(context: Context, about: About) -> Screen:
    """The screen that makes twelve words. Raises ``GipfMetaError``."""
    ways = identity_of(context).ways(context.link)
    explained = _("They are shown once. Have paper and a pen at hand.")
    again = _("New words take the place of those that you have: the old ones are worth nothing.")
    has_words = any(way.kind == "words" for way in ways)
    return _words_screen(
        Heading(text=_("Write them down")),
        Paragraph(text=explained),
        *((Paragraph(text=again),) if has_words else ()),
        Button(
            text=_("Show twelve words"), do=submitting("words", step="make_words"), primary=True
        ),
    )


def submit_words(context: Context) -> Screen:
    """Makes twelve words, and shows them this once. Raises ``GipfMetaError``."""
    made = enumerate(identity_of(context).make_words(context.link).split(), 1)
    return _words_screen(
        Heading(text=_("Your twelve words")),
        Paragraph(text=" ".join(f"{n}.\N{NO-BREAK SPACE}{word}" for n, word in made)),
        WarningText(text=_("Nobody can show them again, and whoever has them is you.")),
        Button(text=_("I have written them down"), do=opening("me"), primary=True),
    )


def _words_screen(*parts: AnyPart) -> Screen:
    return Screen(name="words", title=_("Twelve words"), back=ScreenPlace(screen="me"), parts=parts)


# ---- deleting -----------------------------------------------------------------------------------


def delete_me(context: Context, about: About) -> Screen:
    """The form that deletes the person, or everything here where he plays alone."""
    is_alone = context.tables is None
    name = "" if is_alone else context.settings.name
    label = _("Your name") if name else _("The word {word}").format(word=_(DELETE))
    return Screen(
        name="delete_me",
        title=_("Delete everything here?") if is_alone else _("Delete me?"),
        back=ScreenPlace(screen="me"),
        parts=(
            *(Paragraph(text=words) for words in (_locally() if is_alone else _for_good())),
            Form(
                parts=(text_field(CONFIRMED, label, 100, note=_("type it to confirm")),),
                do=submitting("delete_me", step="delete"),
                button=_("Delete everything") if is_alone else _("Delete me"),
            ),
        ),
    )


def _locally() -> Iterator[str]:
    yield _(
        "Every match and board, your results, your name, the lessons that you have done and the"
        " settings are deleted for ever."
    )
    yield _("Your seats at servers that you have joined are not touched.")


def _for_good() -> Iterator[str]:
    yield _("Your name, your devices, your ways back and your settings are deleted for ever.")
    yield _(
        "Matches that you have played stay with the others, without your name. You give up your"
        " seats in those that go on."
    )
    yield _("Copies that others have saved, and backups of this server, are not reached.")


def submit_delete_me(context: Context, values: Mapping[str, FieldValue]) -> PageMessages:
    """Deletes the person, or everything here. Raises ``GipfMetaError``."""
    confirmed = str(values.get(CONFIRMED, ""))
    is_alone = context.tables is None
    if not is_confirmation(confirmed, "" if is_alone else context.settings.name):
        raise DeskError(_("That is not what has to be typed; nothing is deleted."), CONFIRMED)
    if is_alone:
        delete_everything(context)
        done = _("Everything here is deleted.")
        return [{"settings": settings_of_page(context.settings)}, show(_deleted(done))]
    identity_of(context).delete_me(context.link, confirmed)
    done = _("You are deleted. Whoever comes from this device now is somebody new.")
    return [{"signed_out": True}, show(_deleted(done))]


def _deleted(done: str) -> Screen:
    return Screen(
        name="delete_me",
        title=_("Deleted"),
        back=ScreenPlace(screen="launcher"),
        parts=(Heading(text=done), Button(text=_("Play"), do=opening("launcher"), primary=True)),
    )


# ---- other steps --------------------------------------------------------------------------------


def submit_me(context: Context, values: Mapping[str, FieldValue], id: str) -> Screen | PageMessages:
    """Carries out a step of the screen; *id* is that of the request. Raises ``GipfMetaError``."""
    step = values.get("step")
    if step == "name":
        return _rename(context, str(values.get("name", "")))
    if step == "data":
        identity = context.identity
        data = everything_here(context) if identity is None else identity.own_data(context.link)
        return [send_file(id, FILE, "application/json", data)]
    if step == "others":
        submit_others(context, values)
        return me(context, {})
    if step == "not_now":
        context.keep_settings(replace(context.settings, hint_dismissed=True))
        return [show(launcher(context, {}))]
    raise DeskError(not_understood())


def _rename(context: Context, name: str) -> PageMessages:
    """Gives the person another name. Raises ``OptionError``."""
    if name != context.settings.name:
        context.keep_settings(context.settings.with_name(read_name(name)))
    return [{"settings": settings_of_page(context.settings)}, show(me(context, {}))]


def identity_of(context: Context) -> Identity:
    """The contract with the people of a host. Raises ``DeskError`` where one plays alone."""
    if context.identity is None:
        raise DeskError(_("There is nobody else here: you play alone."))
    return context.identity
