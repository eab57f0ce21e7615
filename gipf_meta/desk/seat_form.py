"""The fields of the form for the players of a new match: opponent and side, or a player for each
seat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, Final

from gipf_meta.base.texts import _
from gipf_meta.bots.characters import CHARACTERS
from gipf_meta.bots.engine_bot import allowed_engines
from gipf_meta.desk.bot_results import tallies_here
from gipf_meta.desk.context import Context
from gipf_meta.desk.match_actions import (
    ANYBODY,
    INVITED,
    choices_for_seat,
    is_free,
    person_in,
    usual_kind_at_tables,
)
from gipf_meta.desk.parts import ChoiceDetails, FieldValue, FormField
from gipf_meta.desk.people_to_ask import people_to_ask, words_about
from gipf_meta.desk.pictures import picture_of_side
from gipf_meta.desk.portraits import portrait_of, seat_picture
from gipf_meta.protocol.game import AnyGame, seat_name
from gipf_meta.records.player_names import PERSON
from gipf_meta.render.seat_signs import SeatSign
from gipf_meta.table.players import (
    NOBODY,
    describe_kind,
    first_person,
    read_seats,
    usual_kind,
    usual_name,
    words_of_starter,
)

EACH: Final = "each"
"""The value of the field ``opponent`` that shows a field for each seat instead."""
LOT: Final = "lot"
"""The value of the fields ``side`` and ``lot`` where a lot decides the seats."""
FIRST: Final = "first"
"""The value of the field ``lot`` where the form, and no lot, decides the seats."""
LONGEST_NAME: Final = 60
SIGNS: Final[Mapping[str, SeatSign]] = {
    PERSON: "two", INVITED: "guest", ANYBODY: "open", EACH: "seats",
}  # fmt: skip
"""The sign of each opponent who has no portrait."""


def usual_seating(
    context: Context, game: type[AnyGame], last: Mapping[str, Any]
) -> dict[str, FieldValue]:
    """The values of all fields for the players, filled in as the *last* time."""
    usual = usual_kind if context.tables is None else usual_kind_at_tables
    seats = range(game.seat_counts[-1])
    kinds = [usual(game, last, seat) for seat in seats]
    names = [usual_name(game, last, seat) for seat in seats]
    values: dict[str, FieldValue] = {f"seat-{seat}": kinds[seat] for seat in seats}
    values |= {f"name-{seat}": names[seat] for seat in seats}
    people = [seat for seat in seats if kinds[seat] == PERSON]
    called = (seat for seat in people if names[seat] == context.settings.name != "")
    own = next(called, first_person(kinds))
    if own is not None and not names[own]:
        values[f"name-{own}"] = context.settings.name
    is_lot = last.get("lot") is True
    values["lot"] = LOT if is_lot else FIRST
    if has_opponents(game):
        taken = [seat for seat in seats if kinds[seat] != NOBODY]
        other = next((seat for seat in taken if seat != own), 0)
        is_plain = len(taken) == 2 and own is not None
        is_named = bool(names[other]) and kinds[other] != PERSON
        values["opponent"] = kinds[other] if is_plain and not is_named else EACH
        values["side"] = LOT if is_lot else str(own or 0)
        values["name"] = context.settings.name or (names[own] if own is not None else "")
        values["other"] = names[other] if kinds[other] == PERSON else ""
    return values


def has_opponents(game: type[AnyGame]) -> bool:
    """Whether one can play *game* against a single opponent, who may be a bot."""
    return game.seat_counts[0] == 2 and not game.needs_people


def says_each_seat(game: type[AnyGame], values: Mapping[str, FieldValue]) -> bool:
    """Whether the form has a field for the player at each seat."""
    return not has_opponents(game) or values["opponent"] == EACH


def seating_fields(
    context: Context, game: AnyGame, values: Mapping[str, FieldValue]
) -> Iterator[FormField]:
    """The fields for the players of *game*: opponent and side, or one for each seat."""
    kind = type(game)
    if has_opponents(kind):
        yield _opponent(context, kind, values)
    if says_each_seat(kind, values):
        yield from _seats(context, kind, values)
        yield _starter(game, values)
    elif not game.starter_words:
        yield _side(context, game, values)


def name_fields(
    context: Context, game: type[AnyGame], values: Mapping[str, FieldValue]
) -> Iterator[FormField]:
    """The fields for the names of players at seats that have no name field of their own."""
    if says_each_seat(game, values):
        return
    is_shared = values["opponent"] == PERSON
    if is_shared or not context.settings.name_asked:
        note = "" if context.settings.name_asked else _("it is kept for the next time")
        yield _name("name", _("your name"), values, note)
    if is_shared:
        yield _name("other", _("name of the other"), values, _("if you like"))


def read_seating(game: type[AnyGame], values: Mapping[str, FieldValue]) -> dict[str, Any]:
    """The players that the form names, as set-ups save them. Raises ``OptionError``."""
    seats = range(game.seat_counts[-1])
    if says_each_seat(game, values):
        names = [str(values[f"name-{seat}"]) for seat in seats]
        return read_seats(game, kinds_in(game, values), names, values["lot"] == LOT)
    own = own_seat(game, values) or 0
    kinds, names = [NOBODY for _seat in seats], ["" for _seat in seats]
    kinds[own], names[own] = PERSON, str(values["name"])
    kinds[1 - own] = str(values["opponent"])
    if kinds[1 - own] == PERSON:
        names[1 - own] = str(values["other"])
    return read_seats(game, kinds, names, values["side"] == LOT)


def own_seat(game: type[AnyGame], values: Mapping[str, FieldValue]) -> int | None:
    """The seat of the person who fills the form in, which bears his name; ``None`` without one."""
    if says_each_seat(game, values):
        return first_person(kinds_in(game, values))
    return 1 if values["side"] == "1" else 0


def kinds_in(game: type[AnyGame], values: Mapping[str, FieldValue]) -> list[str]:
    """The kind of player at each seat, from the fields of the seats."""
    return [str(values[f"seat-{seat}"]) for seat in range(game.seat_counts[-1])]


def with_name_moved(
    context: Context, game: type[AnyGame], values: Mapping[str, FieldValue], changed: str
) -> Mapping[str, FieldValue]:
    """*values* with the user's name at the first seat of a person, where a seat has *changed*."""
    kinds = kinds_in(game, values)
    own, name = first_person(kinds), context.settings.name
    if own is None or not changed.startswith("seat-") or values[f"name-{own}"]:
        return values
    others = [seat for seat in range(len(kinds)) if seat != own and values[f"name-{seat}"]]
    for seat in others:
        called = values[f"name-{seat}"]
        # a person without a saved name may just have typed it at the old seat
        if called == name or (not name and changed == f"seat-{seat}"):
            return {**values, f"name-{own}": called, f"name-{seat}": ""}
    return {**values, f"name-{own}": name}


# ---- one opponent -------------------------------------------------------------------------------


def _opponent(context: Context, game: type[AnyGame], values: Mapping[str, FieldValue]) -> FormField:
    known = tallies_here(context, game.id)
    is_drawn = context.is_page and context.settings.faces
    details = {
        kind: ChoiceDetails(
            note=" ".join([bot.words, *([known[kind].words] if kind in known else [])]),
            strength=bot.strength,
            picture=portrait_of(kind) if is_drawn else None,
        )
        for kind, bot in CHARACTERS.items()
    }
    people = [(PERSON, _("two at this screen"), _("You take turns at one keyboard."))]
    known_people = people_to_ask(context, [str(values["opponent"])])
    if context.tables is not None:
        people[:0] = [
            *((kind, each.name, words_about(each)) for kind, each in known_people.items()),
            (INVITED, _("somebody whom you invite"), _("You get a link for your friend.")),
            (ANYBODY, _("anybody: the table is open"), _("Whoever comes first plays against you.")),
        ]
    people.append((EACH, _("seat by seat"), _("More players, bots among themselves, names.")))
    bots = [(kind, describe_kind(kind)) for kind in (*CHARACTERS, *allowed_engines())]
    others = [(kind, words) for kind, words, _note in people]
    # at a host, people come first
    choices = [*bots, *others] if context.tables is None else [*others, *bots]
    details |= {
        kind: ChoiceDetails(note=note, picture=seat_picture(_sign(kind)) if is_drawn else None)
        for kind, _words, note in people
    }
    value = str(values["opponent"])
    note = details[value].note if value in details else ""
    if value in CHARACTERS and context.face == "terminal":  # it shows no dots
        strength = _("strength {strength} of 5").format(strength=CHARACTERS[value].strength)
        note = f"{strength} · {note}"
    return FormField(
        name="opponent", label=_("opponent"), type="choice", value=value, live=True,
        choices=tuple(choices), details=details, shown_as="cards", note=note,
    )  # fmt: skip


def _sign(kind: str) -> SeatSign:
    """The sign of an opponent of that *kind*, who has no portrait."""
    return SIGNS[INVITED if person_in(kind) else kind]


def _side(context: Context, game: AnyGame, values: Mapping[str, FieldValue]) -> FormField:
    details: dict[str, ChoiceDetails] = {}
    for seat in range(2) if context.is_page else ():
        picture = context.cached(
            ("side", game.id, seat), partial(picture_of_side, type(game), seat)
        )
        if picture is not None:
            details[str(seat)] = ChoiceDetails(picture=picture)
    return FormField(
        name="side", label=_("you play"), type="choice", value=values["side"],
        choices=(
            *((str(seat), seat_name(type(game), seat)) for seat in range(2)), (LOT, _("by lot")),
        ),
        details=details, shown_as="buttons",
        note=_("{starter} begins").format(starter=words_of_starter(game)),
    )  # fmt: skip


# ---- each seat ----------------------------------------------------------------------------------


def _seats(
    context: Context, game: type[AnyGame], values: Mapping[str, FieldValue]
) -> Iterator[FormField]:
    kinds = kinds_in(game, values)
    own = first_person(kinds)
    people = {kind: each.name for kind, each in people_to_ask(context, kinds).items()}
    for seat in range(game.seat_counts[-1]):
        group = seat_name(game, seat)
        yield FormField(
            name=f"seat-{seat}", label=_("who plays"), type="choice", value=kinds[seat],
            group=group,
            choices=choices_for_seat(game, seat, context.tables is not None, people),
            live=True,
        )  # fmt: skip
        if kinds[seat] == NOBODY or is_free(kinds[seat]):
            continue
        note = _("a name, if you like")
        if seat == own and not context.settings.name_asked:
            note = _("your name?")
        yield _name(f"name-{seat}", _("name"), values, note, group)


def _name(
    name: str, label: str, values: Mapping[str, FieldValue], note: str, group: str = ""
) -> FormField:
    return FormField(
        name=name, label=label, type="text", value=str(values[name]), group=group, note=note,
        longest=LONGEST_NAME,
    )  # fmt: skip


def _starter(game: AnyGame, values: Mapping[str, FieldValue]) -> FormField:
    first = words_of_starter(game)
    return FormField(
        name="lot", label=_("begins"), type="choice", value=values["lot"],
        choices=((FIRST, first), (LOT, _("whoever is drawn by lot"))),
        note=_("a lot seats the players anew"),
    )  # fmt: skip
