"""What those who watch a room are told of its events, beside what happens on the board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gipf_meta.base.texts import _
from gipf_meta.narration.story import names_of
from gipf_meta.rooms import events as told
from gipf_meta.rooms.events import Event
from gipf_meta.rooms.others import closed_words, wish_words
from gipf_meta.rooms.state import RoomState


def names_people(events: Iterable[Event]) -> bool:
    """Whether ``announce`` tells of *events* by whom they are told to."""
    return any(isinstance(event, told.SeatGiven) for event in events)


def announce(room: RoomState, person: str, events: Iterable[Event]) -> Iterator[str]:
    """Tells *person* who has offered, asked, agreed and declined, who has come and who has left."""
    names = names_of(room.table.seats, room.table.match)
    for event in events:
        if isinstance(event, told.DrawRefused) and room.table.players[event.player].bot is not None:
            yield _("The bot declines the draw.")
            continue
        words = _sentence(event, names)
        if words:
            yield words
        elif isinstance(event, told.SeatGiven) and event.person not in ("", person):
            yield _("{name} sits down.").format(name=names[event.player])
        elif isinstance(event, told.Invited | told.Uninvited) and event.player is not None:
            yield from _about_link(room, event, names)
        elif isinstance(event, told.SeatGiven) and not event.person:
            words = _(
                "Whoever runs this host has freed the seat of {name}; a new link leads to it."
            )
            yield words.format(name=names[event.player])


def _about_link(
    room: RoomState, event: told.Invited | told.Uninvited, names: list[str]
) -> Iterator[str]:
    """What is told of a new link to a seat, or of its end, while somebody still holds the seat."""
    if event.player not in room.seats.holders:
        return
    name = names[event.player] if event.player is not None else ""
    if isinstance(event, told.Invited):
        words = _(
            "A new link leads to the seat of {name}; it is worth nothing once {name} is back."
        )
    else:
        words = _("The new link to the seat of {name} is worth nothing any more.")
    yield words.format(name=name)


def _sentence(event: Event, names: list[str]) -> str:
    """The sentence on *event* that all are told, ``""`` if there is none."""
    match event:
        case told.DrawOffered(player=player):
            return _("{name} offers a draw.").format(name=names[player])
        case told.DrawRefused(player=player):
            return _("{name} declines the draw.").format(name=names[player])
        case told.Asked(player=player, what=what):
            return wish_words(what, names[player])
        case told.Agreed(player=player):
            return _("{name} agrees.").format(name=names[player])
        case told.Declined(player=player):
            return _("{name} declines.").format(name=names[player])
        case told.Readied(player=player):
            return _("{name} is ready.").format(name=names[player])
        case told.Left(players=players) if players:
            called = ", ".join(names[player] for player in players)
            return _("{name} has left the match.").format(name=called)
        case told.Closed():
            return closed_words()
        case _:
            return ""
