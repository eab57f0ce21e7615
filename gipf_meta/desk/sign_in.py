"""The screens by which somebody comes back as who he is, and lets his other devices in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from gipf_meta.base.texts import _
from gipf_meta.desk.context import Context
from gipf_meta.desk.identity import Purpose, SignedIn
from gipf_meta.desk.me import (
    delete_me,
    identity_of,
    me,
    submit_delete_me,
    submit_me,
    submit_take_away,
    submit_words,
    take_away,
    twelve_words,
)
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
from gipf_meta.desk.requests import DeskError, Submit, not_understood
from gipf_meta.desk.responses import PageMessages, show
from gipf_meta.desk.seat_hint import has_seats
from gipf_meta.desk.vacation import submit_vacation, vacation
from gipf_meta.desk.ways_back import NEXT, rows_to_sign_in

TOKEN: Final = "token"
"""The parameter of ``sign_in`` with the token of a mail's link."""
CODE: Final = "code"
"""The parameter of ``pair`` with the code that another device shows."""
LONGEST_WORDS: Final = 300
"""The most letters of twelve words with their numbers."""
LONGEST_ADDRESS: Final = 254
"""The most letters of a mail address."""
LONGEST_CODE: Final = 60
"""The most letters of a code, or of a mail's token that is pasted instead."""


def sign_in(context: Context, about: About) -> Screen:
    """The ways to come back; with a token, what a mail's link does. Raises ``GipfMetaError``."""
    identity = identity_of(context)
    if token := about.get(TOKEN):
        return _answer_to_mail(context, token)
    return Screen(
        name="sign_in",
        title=_("Come back"),
        back=ScreenPlace(screen="me"),
        parts=(
            Paragraph(text=_("Your seats and matches are those of a person. Say that it is you.")),
            *_present_seats(context),
            Rows(rows=(*rows_to_sign_in(identity, context.link), _another_device())),
            Heading(text=_("Nothing of that is left?")),
            Paragraph(text=_("A link with your key, if you have saved one, works as before.")),
            Paragraph(
                text=_(
                    "For one match: your opponent can free your seat, and send you a link to it."
                )
            ),
            Paragraph(text=_("For everything: whoever runs this server can give you a new key.")),
        ),
    )


def _present_seats(context: Context) -> Iterator[AnyPart]:
    """The sentence on the seats that this device leaves, if its person has any."""
    if has_seats(context):
        yield Paragraph(
            text=_(
                "This device has seats of its own. It leaves them when it becomes somebody else."
            )
        )


def _another_device() -> ListRow:
    button = Button(text=_("Use it"), do=opening("pairing"))
    return ListRow(
        cells=(_("Another device"), _("One where you are still yourself.")), buttons=(button,)
    )


def _welcome(signed_in: SignedIn, place: str) -> PageMessages:
    """The messages that make a device one of the person who was *signed_in* at the screen
    *place*."""
    words = _("This device is yours now.")
    if signed_in.name:
        words = _("You are {name}. This device is yours now.").format(name=signed_in.name)
    screen = Screen(
        name=place,
        title=_("Come back"),
        back=ScreenPlace(screen="launcher"),
        parts=(Heading(text=words), Button(text=_("Play"), do=opening("launcher"), primary=True)),
    )
    secret, name = signed_in.secret, signed_in.name
    return [{"signed_in": {"secret": secret, "name": name}}, show(screen)]


def _added(context: Context, notice: str, screen: str = "me") -> PageMessages:
    """The messages after something was added: a *notice*, and the way to a *screen*."""
    context.notices.append(notice)
    return [{"go": f"screen/{screen}"}]


def _after_adding(about: About) -> str:
    """The screen for somebody who has added a mail address: the one that led him here."""
    return "notices" if about.get(NEXT) == "notices" else "me"


# ---- words --------------------------------------------------------------------------------------


def by_words(context: Context, about: About) -> Screen:
    """The form for twelve words. Raises ``GipfMetaError``."""
    if why := identity_of(context).why_not(context.link, "words"):
        raise DeskError(why)
    field = text_field(
        "words",
        _("Your twelve words"),
        LONGEST_WORDS,
        note=_("in their order; the first four letters of each are enough"),
    )
    press = submitting("by_words", step="words")
    return Screen(
        name="by_words",
        title=_("Twelve words"),
        back=ScreenPlace(screen="sign_in"),
        parts=(Form(parts=(field,), do=press, button=_("Come back")),),
    )


# ---- mail ---------------------------------------------------------------------------------------


def mail_address(context: Context, about: About) -> Screen:
    """The form for a mail address, to add it or to sign in by it; once a mail was sent, that for
    its code. Raises ``GipfMetaError``."""
    if why := identity_of(context).why_not(context.link, "mail"):
        raise DeskError(why)
    purpose, was_sent = _purpose(about.get("purpose")), about.get("sent") == "yes"
    own = {name: words for name, words in about.items() if name in ("purpose", "sent", NEXT)}
    aim: About = {"purpose": purpose}
    if purpose == "add":
        aim = {name: words for name, words in own.items() if name == NEXT}
    return Screen(
        name="mail_address",
        about=own,
        title=_("By mail"),
        back=ScreenPlace(screen=_after_adding(own) if purpose == "add" else "sign_in"),
        parts=(*(_code_of_mail(purpose, aim) if was_sent else _address_of_mail(purpose, aim)),),
    )


def _address_of_mail(purpose: Purpose, about: About) -> Iterator[AnyPart]:
    words = _("The address that you have added as a way back.")
    if purpose == "add":
        words = _(
            "It is kept with your name here, and shown to nobody. It gets mails by which you come"
            " back, and news of your devices."
        )
    yield Form(
        parts=(text_field("address", _("Mail address"), LONGEST_ADDRESS, note=words),),
        do=submitting("mail_address", about, step="send_mail"),
        button=_("Send a mail"),
    )


def _code_of_mail(purpose: Purpose, about: About) -> Iterator[AnyPart]:
    words = _("A mail is on its way. Open its link, or type its code here.")
    if purpose == "sign_in":
        words = _(
            "If that address belongs to somebody here, a mail is on its way. Open its link, or"
            " type its code here."
        )
    yield Paragraph(text=words)
    yield Form(
        parts=(text_field("code", _("Code of the mail"), LONGEST_CODE),),
        do=submitting("mail_address", about, step="use_mail"),
        button=_("Add the address") if purpose == "add" else _("Come back"),
    )
    yield Button(
        text=_("Another mail"),
        do=opening("mail_address", about),
        note=_("to the same address, or to another one"),
    )


def _purpose(words: object) -> Purpose:
    return "sign_in" if words == "sign_in" else "add"


def _answer_to_mail(context: Context, token: str) -> Screen:
    """The effect of the mail's link with that *token*, and a button: opening the link alone does
    nothing. The token stands in no parameter of the screen. Raises ``GipfMetaError``."""
    offer = identity_of(context).mail_of(context.link, token)
    name = offer.name or _("Somebody without a name")
    if offer.purpose == "add":
        title, button = _("Add the address"), _("Add the address")
        words = _("The address of the mail becomes a way back for: {name}.").format(name=name)
    else:
        title, button = _("Come back"), _("Come back")
        words = _("This device becomes one of those of: {name}.").format(name=name)
    press = submitting("sign_in", step="use_mail", code=token)
    return Screen(
        name="sign_in",
        title=title,
        back=ScreenPlace(screen="launcher"),
        parts=(
            Heading(text=words),
            Paragraph(text=_("If you have not asked for that mail, do nothing.")),
            Button(text=button, do=press, primary=True),
            Button(text=_("Do nothing"), do=opening("launcher")),
        ),
    )


# ---- a code that another device confirms --------------------------------------------------------


def pairing(context: Context, about: About) -> Screen:
    """The screen that shows a code to be typed on a device of the person. Raises
    ``GipfMetaError``."""
    identity_of(context)
    begin = submitting("pairing", step="begin_pairing")
    return _pairing_screen(
        Heading(text=_("By another device")),
        Paragraph(text=_("This device shows a code. You type it where you are yourself.")),
        Button(text=_("Show the code"), do=begin, primary=True),
    )


def _waiting(code: str) -> Screen:
    is_confirmed = submitting("pairing", step="paired", code=code)
    return _pairing_screen(
        Heading(text=code),
        Paragraph(
            text=_(
                "On your other device: Settings, Who I am, Let another device in. Type this code."
            )
        ),
        Button(text=_("I have typed it there"), do=is_confirmed, primary=True),
    )


def _pairing_screen(*parts: AnyPart) -> Screen:
    return Screen(
        name="pairing", title=_("Another device"), back=ScreenPlace(screen="sign_in"), parts=parts
    )


def pair(context: Context, about: About) -> Screen:
    """The form for the code that another device shows. A code in the parameters is only filled in:
    nothing is done with it before somebody presses a button. Raises ``GipfMetaError``."""
    identity_of(context)
    code = about.get(CODE, "")[:LONGEST_CODE]
    note = _("as the other device shows it")
    return Screen(
        name="pair",
        title=_("Let another device in"),
        back=ScreenPlace(screen="me"),
        parts=(
            Paragraph(
                text=_(
                    "Type a code only if you see it on a device of your own. Whoever sends you"
                    " one wants to play as you."
                )
            ),
            Form(
                parts=(text_field("code", _("Code"), LONGEST_CODE, value=code, note=note),),
                do=submitting("pair", step="look"),
                button=_("Look who it is"),
            ),
        ),
    )


def _confirming(context: Context, code: str) -> Screen:
    """The device that shows *code*, and the question whether it is let in. Raises
    ``GipfMetaError``."""
    device = identity_of(context).pairing_of(context.link, code)
    name = context.settings.name
    words = _("It will play as you, and see all that you see.")
    if name:
        words = _("It will play as {name}, and see all that you see.").format(name=name)
    return Screen(
        name="pair",
        title=_("Let another device in"),
        back=ScreenPlace(screen="me"),
        parts=(
            Heading(text=device),
            Paragraph(text=words),
            Button(text=_("Keep it out"), do=opening("me"), primary=True),
            Button(
                text=_("It is mine: let it in"), do=submitting("pair", step="let_in", code=code)
            ),
        ),
    )


# ---- steps --------------------------------------------------------------------------------------

SCREENS_OF_PERSON: Final[Mapping[str, Callable[[Context, About], Screen]]] = {
    "me": me,
    "take_away": take_away,
    "words": twelve_words,
    "delete_me": delete_me,
    "sign_in": sign_in,
    "by_words": by_words,
    "mail_address": mail_address,
    "pairing": pairing,
    "pair": pair,
    "vacation": vacation,
}
"""The screens on the person by name; their steps may be submitted to any of them."""


def submit_of_person(context: Context, message: Submit) -> Screen | PageMessages:
    """Carries out a step of one of ``SCREENS_OF_PERSON``. Raises ``GipfMetaError``."""
    about, values = message.about, message.values
    match values.get("step"):
        case "name" | "data" | "others" | "not_now":
            return submit_me(context, values, message.id)
        case "take_away":
            return submit_take_away(context, about)
        case "make_words":
            return submit_words(context)
        case "delete":
            return submit_delete_me(context, values)
        case "announce" | "move" | "end":
            return submit_vacation(context, about, values)
    return _submit_sign_in(context, message.screen, about, values)


def _submit_sign_in(
    context: Context, place: str, about: About, values: Mapping[str, FieldValue]
) -> Screen | PageMessages:
    """Carries out a step of one of these screens, whose name is *place*. Raises
    ``GipfMetaError``."""
    identity, link = identity_of(context), context.link
    code = str(values.get("code", "")).strip()
    match values.get("step"):
        case "words":
            words = str(values.get("words", ""))
            return _welcome(identity.sign_in_by_words(link, words), place)
        case "send_mail":
            purpose = _purpose(about.get("purpose", values.get("purpose")))
            identity.send_mail(link, str(values.get("address", "")).strip(), purpose)
            return mail_address(context, {**about, "sent": "yes"})
        case "use_mail":
            if not code:
                raise DeskError(_("Type the code of the mail first."))
            used = identity.use_mail(link, code)
            if used is None:
                words = _("The address is a way back from now on.")
                return _added(context, words, _after_adding(about))
            return _welcome(used, place)
        case "passkey_options":
            purpose = _purpose(values.get("purpose"))
            options = identity.passkey_options(link, purpose)
            return [{"passkey": {"purpose": purpose, "options": options}}]
        case "passkey":
            purpose = _purpose(values.get("purpose"))
            used = identity.use_passkey(link, purpose, str(values.get("answer", "")))
            if used is None:
                return _added(context, _("The passkey is a way back from now on."))
            return _welcome(used, place)
        case "begin_pairing":
            shown = identity.begin_pairing(link)
            return [{"pairing": {"code": shown}}, show(_waiting(shown))]
        case "not_me":
            identity.decline(link, str(values.get("secret", "")))
            return []
        case "paired":
            return _finish_pairing(context, place, code)
        case "look":
            return _confirming(context, code)
        case "let_in":
            identity.confirm_pairing(link, code)
            return _added(context, _("The other device is yours now."))
    raise DeskError(not_understood())


def _finish_pairing(context: Context, place: str, code: str) -> PageMessages:
    """The messages for a device that waits; with a *code* somebody has pressed the button, else the
    device asks by itself."""
    if (signed_in := identity_of(context).finish_pairing(context.link)) is not None:
        return _welcome(signed_in, place)
    if not code:
        return []
    context.notices.append(_("Nobody has let this device in yet."))
    return [show(_waiting(code))]
