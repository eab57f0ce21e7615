"""The screens on the people whom somebody knows at a host: a list of them, and the profile of each,
from which one asks him for a match, makes him a favourite, or blocks him."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from gipf_meta.base.numbers import read_whole
from gipf_meta.base.texts import _
from gipf_meta.desk.acquaintance import (
    OPEN_TO,
    Acquaintance,
    Acquaintances,
    GameResults,
    OpenTo,
    Profile,
)
from gipf_meta.desk.context import Context
from gipf_meta.desk.match_actions import GUEST
from gipf_meta.desk.parts import (
    About,
    AnyPart,
    Button,
    FieldValue,
    Form,
    FormField,
    Heading,
    ListRow,
    Paragraph,
    Rows,
    Screen,
    ScreenPlace,
    opening,
    submitting,
)
from gipf_meta.desk.people_to_ask import words_about
from gipf_meta.desk.requests import DeskError, Submit, not_understood
from gipf_meta.protocol.game import tagline_of, title_of

PERSON_ID: Final = "person"
"""The parameter of a profile with the id of a person."""
MARKS: Final[Mapping[str, tuple[bool | None, bool | None]]] = {
    "favourite": (True, None),
    "no_favourite": (False, None),
    "block": (None, True),
    "unblock": (None, False),
}
"""The steps that mark a person: whether he is a favourite, and whether he is blocked."""


def _acquaintances(context: Context) -> Acquaintances:
    """The contract with the people of a host. Raises ``DeskError`` where one plays alone."""
    if context.acquaintances is None:
        raise DeskError(_("There is nobody else here: you play alone."))
    return context.acquaintances


# ---- the list -----------------------------------------------------------------------------------


def people(context: Context, about: About) -> Screen:
    """The people whom one has played, favourites, and those who are blocked. Raises
    ``GipfMetaError``."""
    every = _acquaintances(context).people(context.link)
    known = [each for each in every if not each.is_blocked]
    blocked = [each for each in every if each.is_blocked]
    return Screen(
        name="people",
        title=_("People"),
        back=ScreenPlace(screen="launcher"),
        parts=(
            *_known(known),
            *_blocked(blocked),
            *others_form(context, "people"),
            Button(text=_("Your profile"), do=opening("profile"), note=_("as others see it")),
        ),
    )


def _known(known: list[Acquaintance]) -> Iterator[AnyPart]:
    if not known:
        yield Paragraph(
            text=_("Here you find whom you have played. You ask them for a match by name.")
        )
        return
    yield Rows(rows=tuple(_row(each, _asking(each)) for each in known))


def _blocked(blocked: list[Acquaintance]) -> Iterator[AnyPart]:
    if blocked:
        yield Heading(text=_("Blocked"))
        yield Rows(rows=tuple(_row(each, _marking(each, "unblock")) for each in blocked))


def _row(each: Acquaintance, button: Button) -> ListRow:
    look = Button(text=_("Profile"), do=opening("profile", {PERSON_ID: each.person}))
    cells = (each.name, *filter(None, (words_about(each),)))
    return ListRow(cells=cells, buttons=(button, look))


def _asking(each: Acquaintance) -> Button:
    return Button(text=_("Ask for a match"), do=opening("ask", {GUEST: each.person}))


def _marking(each: Acquaintance, step: str) -> Button:
    words = {
        "favourite": _("Make a favourite"),
        "no_favourite": _("No favourite any more"),
        "block": _("Block …"),
        "unblock": _("Block no more"),
    }
    do = submitting("profile", {PERSON_ID: each.person}, step=step)
    if step == "block":
        do = opening("block", {PERSON_ID: each.person})
    return Button(text=words[step], do=do)


def others_form(context: Context, screen: str) -> Iterator[AnyPart]:
    """The settings about other people, submitted to *screen*; none where one plays alone."""
    if context.acquaintances is None:
        return
    own = context.acquaintances.settings(context.link)
    yield Heading(text=_("You among others"))
    choices = tuple((value, _(words)) for value, words in OPEN_TO)
    fields = (
        FormField(
            name="open_to", label=_("who may ask you"), type="choice", value=own.open_to,
            choices=choices, live=True, note=_("for a match, by your name"),
        ),
        FormField(
            name="is_hidden", label=_("hide your profile"), type="switch", value=own.is_hidden,
            live=True, note=_("those who have played you see your name, and no more"),
        ),
    )  # fmt: skip
    yield Form(parts=fields, do=submitting(screen, step="others"))


# ---- a profile ----------------------------------------------------------------------------------


def profile(context: Context, about: About) -> Screen:
    """The profile of a person, by his id or by the seat that he holds in a room; without either
    one's own. Raises ``GipfMetaError``."""
    known = _acquaintances(context)
    person = about.get(PERSON_ID, "")
    if "room" in about:
        player = read_whole(about.get("player", ""))
        if player is None:
            raise DeskError(not_understood())
        person = known.person_at(context.link, about["room"], player)
    found = known.profile(context.link, person)
    return Screen(
        name="profile",
        about={} if found.is_own else {PERSON_ID: found.about.person},
        title=found.about.name,
        back=ScreenPlace(screen="people"),
        parts=(*_facts(context, found), *_what_to_do(context, found)),
    )


def _facts(context: Context, found: Profile) -> Iterator[AnyPart]:
    """The lines about a person, as far as the reader may see them."""
    words = words_about(found.about)
    if found.about.is_blocked:
        words = _("You have blocked this person.")
    since = _("here since {month}").format(month=found.since) if found.since else ""
    if line := " · ".join(filter(None, (since, words))):
        yield Paragraph(text=line)
    if found.against_you:
        yield Heading(text=_("You against {name}").format(name=found.about.name))
        yield _table(context, found.against_you, is_turned=True)
    if found.results:
        yield Heading(text=_("Against people"))
        yield _table(context, found.results)
    elif found.since:
        yield Paragraph(text=_("No match against people is over yet."))


def _table(context: Context, results: tuple[GameResults, ...], *, is_turned: bool = False) -> Rows:
    """The results by game; *is_turned*: they are told of the reader, and not of the other."""
    rows = []
    for each in results:
        won, lost = (each.lost, each.won) if is_turned else (each.won, each.lost)
        title = context.installed.title(each.game)
        rows.append(ListRow(cells=(title, str(won), str(each.drawn), str(lost))))
    return Rows(rows=tuple(rows), columns=(_("game"), _("won"), _("drawn"), _("lost")))


def _what_to_do(context: Context, found: Profile) -> Iterator[AnyPart]:
    """The buttons under a profile."""
    about = found.about
    if found.is_own:
        settings = _acquaintances(context).settings(context.link)
        words = _("A link to this page is your profile: {link}").format(link=_link_to(about.person))
        if settings.open_to == "anybody" and not settings.is_hidden:
            yield Paragraph(text=words)
        yield Button(text=_("Who may see it, and ask you"), do=opening("people"))
        return
    if about.is_blocked:
        yield _marking(about, "unblock")
        return
    ask = _asking(about)
    yield ask.model_copy(update={"primary": True})
    yield _marking(about, "no_favourite" if about.is_favourite else "favourite")
    yield _marking(about, "block")


def _link_to(person: str) -> str:
    """The end of the address that leads to the profile of *person* at this host."""
    return f"#profile/{person}"


def block(context: Context, about: About) -> Screen:
    """The question whether a person is blocked. Raises ``GipfMetaError``."""
    found = _acquaintances(context).profile(context.link, about.get(PERSON_ID, "-")).about
    sentences = (
        _("Neither of you can invite the other, or sit down at the other's tables."),
        _("Invitations between you end. Matches that you play go on."),
        _("Nobody is told."),
    )
    return Screen(
        name="block",
        about={PERSON_ID: found.person},
        title=_("Block {name}?").format(name=found.name),
        back=ScreenPlace(screen="profile", about={PERSON_ID: found.person}),
        parts=(
            *(Paragraph(text=words) for words in sentences),
            Button(
                text=_("Do not block"),
                do=opening("profile", {PERSON_ID: found.person}),
                primary=True,
            ),
            Button(
                text=_("Block"),
                do=submitting("profile", {PERSON_ID: found.person}, step="block"),
            ),
        ),
    )


# ---- asking -------------------------------------------------------------------------------------


def ask(context: Context, about: About) -> Screen:
    """The games for which a person can be asked, each leading to its form with him chosen. Raises
    ``GipfMetaError``."""
    known, guest = _acquaintances(context), about.get(GUEST, "-")
    known.may_ask(context.link, guest)
    found = known.profile(context.link, guest).about
    rows = []
    for game in context.installed.games_to_choose():
        if game.seat_counts[-1] > 1:
            form = opening("setup", {"game": game.id, GUEST: guest})
            button = Button(text=_("Choose"), do=form)
            rows.append(ListRow(cells=(title_of(game), tagline_of(game)), buttons=(button,)))
    return Screen(
        name="ask",
        about={GUEST: guest},
        title=_("A match with {name}").format(name=found.name),
        back=ScreenPlace(screen="people"),
        parts=(Paragraph(text=_("Which game?")), Rows(rows=tuple(rows))),
    )


# ---- steps --------------------------------------------------------------------------------------

SCREENS_OF_PEOPLE: Final[Mapping[str, Callable[[Context, About], Screen]]] = {
    "people": people,
    "profile": profile,
    "block": block,
    "ask": ask,
}
"""The screens on other people by name."""


def submit_of_people(context: Context, message: Submit) -> Screen:
    """Carries out a step of one of ``SCREENS_OF_PEOPLE``. Raises ``GipfMetaError``."""
    known, values = _acquaintances(context), message.values
    step = str(values.get("step"))
    if step in MARKS:
        person = message.about.get(PERSON_ID, "")
        favourite, blocked = MARKS[step]
        known.mark(context.link, person, favourite=favourite, blocked=blocked)
        return (
            people(context, {}) if step in ("block", "unblock") else profile(context, message.about)
        )
    if step == "others":
        submit_others(context, values)
        return people(context, {})
    raise DeskError(not_understood())


def submit_others(context: Context, values: Mapping[str, FieldValue]) -> None:
    """Takes the settings about other people. Raises ``GipfMetaError``."""
    known = _acquaintances(context)
    before = known.settings(context.link)
    is_hidden, open_to = values.get("is_hidden"), values.get("open_to")
    if isinstance(is_hidden, bool) and is_hidden != before.is_hidden:
        known.set_hidden(context.link, is_hidden)
    chosen: OpenTo | None = next((value for value, _words in OPEN_TO if value == open_to), None)
    if chosen is not None and chosen != before.open_to:
        known.set_open_to(context.link, chosen)
