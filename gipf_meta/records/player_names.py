"""Names of the players of a match in lists, titles and statistics: ``You against Adela``.

A record names a player who has no name of his own like his seat, and a bot by its level. Lists say
more: a bot has its given name, and the only person of a match is ``You``, or has the user's name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from gipf_meta.base.bot_names import BOT_NAMES
from gipf_meta.base.engine_names import command_of, engine_name, is_engine
from gipf_meta.base.names import BadName, check_name, have_same_name
from gipf_meta.base.texts import N_, _
from gipf_meta.protocol.game import AnyGame, seat_name
from gipf_meta.protocol.given_values import require_text
from gipf_meta.protocol.options import OptionError
from gipf_meta.records.models import Seat

PERSON = Seat.model_fields["player"].default
"""The kind of a player who is no bot."""
KIND_WORDS = {
    "beginner": N_("beginner"), "easy": N_("easy"), "medium": N_("medium"), "hard": N_("hard"),
    "expert": N_("expert"), "greedy": N_("greedy"), "random": N_("random"),
}  # fmt: skip
"""The words for the levels of the host's bots."""


SOMEBODY = N_("Somebody")
"""The name of a person who has been forgotten; of several, the others have a number behind it."""


def shown_name(name: str) -> str:
    """The *name* of a player as people read it: that of somebody who was forgotten is in their
    language."""
    if not name.startswith(SOMEBODY):
        return name
    behind = name.removeprefix(SOMEBODY)
    return _(SOMEBODY) + behind if not behind or behind.startswith(" (") else name


def bot_name(kind: str) -> str:
    """The name of a bot of that *kind* to people: ``Mia`` of the beginner; the name of an engine's
    program."""
    return BOT_NAMES.get(kind.partition(":")[0]) or kind_word(kind)


def kind_word(kind: str) -> str:
    """The level of a bot of that *kind*, with its reaction time: ``greedy:500``; the name of an
    engine's program."""
    if is_engine(kind):
        return engine_name(command_of(kind))
    name, colon, reaction = kind.partition(":")
    return f"{_(KIND_WORDS[name])}{colon}{reaction}" if name in KIND_WORDS else kind


def call_players(
    names: Sequence[str],
    kinds: Sequence[str],
    game: type[AnyGame] | None,
    own: str = "",
) -> list[str]:
    """The names in lists of the players with those *names* and *kinds* in a record.

    *own* is the name of the user, ``""`` if he has given none. *game* is ``None`` where it is not
    installed; then every name stays as the record has it. Bots of one kind are called by their
    seats, too.
    """
    seats = () if game is None else game.seat_names
    if game is None or len(kinds) != len(names):
        return list(names)
    people = [seat for seat, kind in enumerate(kinds) if kind == PERSON]
    unnamed = [kind for name, kind in zip(names, kinds, strict=True) if name in seats]
    bots = Counter(map(bot_name, unnamed))
    called = []
    for seat, (name, kind) in enumerate(zip(names, kinds, strict=True)):
        if name == kind != PERSON:
            called.append(bot_name(kind))
        elif name not in seats:
            called.append(shown_name(name))
        elif kind != PERSON:
            place, word = seat_name(game, seats.index(name)), bot_name(kind)
            called.append(word if bots[word] == 1 else f"{word} ({place})")
        elif people == [seat]:
            called.append(own or _("You"))
        else:
            called.append(seat_name(game, seats.index(name)))
    return called


def name_sides(called: Sequence[str], kinds: Sequence[str]) -> str:
    """The players as a title, ``You against Adela``: the only person first, then by seats."""
    people = [seat for seat, kind in enumerate(kinds) if kind == PERSON]
    first = people[0] if len(people) == 1 and people[0] < len(called) else 0
    others = [name for seat, name in enumerate(called) if seat != first]
    if not others:
        return " ".join(called)
    return _("{first} against {others}").format(first=called[first], others=", ".join(others))


def people_called(names: Sequence[str], seats: int) -> tuple[Seat, ...]:
    """The players of a match with these *names*; none if there are no names.

    Raises ``OptionError``, also where two of them have one name.
    """
    for name in names:
        require_text(name, _("A name"))
    try:
        people = tuple(Seat(name=check_name(name)) for name in names)
    except BadName as error:
        raise OptionError(str(error)) from None
    if people and (len(people) != seats or have_same_name(names)):
        raise OptionError(_("Give {seats} different names, one for each seat.").format(seats=seats))
    return people
