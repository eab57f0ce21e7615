"""Claims of the win against a person who has left a match, or was away longer than was agreed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar, Literal, NamedTuple, Self

from gipf_meta.base.texts import _
from gipf_meta.deeds.deed import Deed, RoomFacts
from gipf_meta.deeds.elements import ClaimQuestion, Scene, question_element
from gipf_meta.match.timecontrol import span_words
from gipf_meta.narration import prompts
from gipf_meta.narration.prompts import Question
from gipf_meta.records.models import PlayerNumber
from gipf_meta.rooms import events
from gipf_meta.rooms.conditions import (
    why_no_match,
    why_no_seat,
    why_no_such_seat,
    why_over,
)
from gipf_meta.rooms.room import Room
from gipf_meta.rooms.state import RoomState


class Claim(Deed):
    """Claims the win against *player*, who has left or was away longer than was agreed: of the
    match, and of the duel in it.

    Where others play on, nobody can claim it: a bot goes on for *player* instead (``seat``).
    """

    needs_say: ClassVar[bool] = True
    in_study: ClassVar[bool] = False
    when_full: ClassVar[bool] = True

    do: Literal["claim"]
    player: PlayerNumber

    @classmethod
    def is_open(cls, facts: RoomFacts) -> bool:
        return not facts.is_over and _is_anybody_gone(facts.state)

    @classmethod
    def examples(cls, state: RoomState, person: str) -> Iterable[Self]:
        return [cls.of(player=player) for player in range(len(state.table.players))]

    def _why_not(self, state: RoomState, person: str) -> str:
        if why := why_no_match(state) or why_not_gone(state, person, self.player):
            return why
        if _others_play_on(state, person, self.player, state.at_ms):
            return _("Others play on: a bot can go on for {name}.").format(
                name=state.table.players[self.player].name
            )
        return ""

    def act(self, room: Room, person: str, name: str) -> None:
        claimant = room.state.seats.held_by(person)[0]
        while room.state.table.over is None:  # first the duel, then the game below it
            number = room.state.number
            room.emit(events.Resigned, player=self.player, claimed_by=claimant)
            if room.state.number == number:
                return  # the duel failed instead of ending: another game must be chosen for it


class Claimable(NamedTuple):
    """A *player* who is away: from *from_ms* on the others may let a bot go on for him or, if it
    *wins* the match, claim it."""

    player: int
    from_ms: int
    wins: bool


def claimable_players(state: RoomState, person: str) -> list[Claimable]:
    """The players without whom *person*, who plays in the room, may go on, now or later if nothing
    else happens."""
    if state.study is not None or not _is_anybody_gone(state):
        return []
    if why_no_match(state) or why_no_seat(state, person):
        return []
    found = list[Claimable]()
    for player in range(len(state.table.players)):
        if _why_never_gone(state, person, player):
            continue
        if (from_ms := _claimable_from_ms(state, player)) is not None:
            wins = not _others_play_on(state, person, player, max(state.at_ms, from_ms))
            found.append(Claimable(player, from_ms, wins))
    return found


def _is_anybody_gone(state: RoomState) -> bool:
    """Whether a player has left, or does not look at a match for which it was agreed how long he
    may be away."""
    if state.abandoned:
        return True
    players = range(len(state.table.players)) if state.opening.away_ms else ()
    return any(_gone_since_ms(state, player) is not None for player in players)


def _others_play_on(state: RoomState, person: str, player: int, at_ms: int) -> bool:
    """Whether people other than *person* and *player* still play at *at_ms*."""
    people = {one for one, each in enumerate(state.table.players) if each.bot is None}
    others = people - {player, *state.seats.held_by(person)}
    gone_from_ms = [_claimable_from_ms(state, one) for one in sorted(others)]
    return any(from_ms is None or from_ms > at_ms for from_ms in gone_from_ms)


def why_not_gone(state: RoomState, person: str, player: int) -> str:
    """Why not: *player* is neither gone for good nor away for so long that *person*, who plays
    there, may claim the win or let a bot go on."""
    if why := _why_never_gone(state, person, player):
        return why
    if player in state.abandoned:
        return ""
    return _why_not_away(state, player, state.table.players[player].name)


def _why_never_gone(state: RoomState, person: str, player: int) -> str:
    """Why not: *person* does not play with *player*, or the match never counts him as gone."""
    if why := why_no_seat(state, person) or why_no_such_seat(state, player) or why_over(state):
        return why
    name = state.table.players[player].name
    if state.table.players[player].bot is not None:
        return _("A bot plays for {name}.").format(name=name)
    if state.seats.holders.get(player) == person:
        return _("You play for {name} yourself.").format(name=name)
    if not state.has_begun:
        return _("Nothing has been played yet: nobody is missed in this match.")
    if _is_left_to_slow_clock(state) and player not in state.abandoned:
        return _(
            "A turn may take a day or more here: only the clock decides when somebody is away."
        )
    return ""


def _claimable_from_ms(state: RoomState, player: int) -> int | None:
    """The time from which *player* counts as gone if nothing else happens; ``None``: he is here, or
    the match does not wait for him."""
    if player in state.abandoned:
        return state.vacant_since_ms.get(player, 0)
    return _away_until_ms(state, player) if state.opening.away_ms else None


def claimable_ms(state: RoomState) -> int | None:
    """The next time at which a player will have been away as long as was agreed, so that the others
    may go on without him; ``None``: there is none."""
    if state.is_ended or state.study is not None or not state.opening.away_ms:
        return None
    if not state.has_begun or _is_left_to_slow_clock(state):
        return None
    times_ms = [_away_until_ms(state, player) for player in state.table.match.top.players]
    return min((ms for ms in times_ms if ms is not None and ms > state.reached_ms), default=None)


def _is_left_to_slow_clock(state: RoomState) -> bool:
    """Whether the clock that runs in the game on top allows a day or more for a turn."""
    control = state.table.match.running_control
    return control is not None and control.is_slow


def _why_not_away(state: RoomState, player: int, name: str) -> str:
    """Why not: the match does not wait for *player*, who has that *name*, or he was not away for
    long enough."""
    most_ms = state.opening.away_ms
    if not most_ms:
        return _("It was not agreed how long somebody may be away from this match.")
    if _gone_since_ms(state, player) is None:
        return _("{name} is here.").format(name=name)
    until_ms = _away_until_ms(state, player)
    if until_ms is None:
        return _("The match does not wait for {name} now.").format(name=name)
    if until_ms <= state.reached_ms:
        return ""
    words = _("{name} may be away for {agreed}: {left} of it are left.")
    left = span_words(until_ms - state.reached_ms)
    return words.format(name=name, agreed=span_words(most_ms), left=left)


def _gone_since_ms(state: RoomState, player: int) -> int | None:
    """The time since which no holder of the seat of *player* watches the match; ``None``: he
    does."""
    holder = state.seats.holders.get(player)
    if holder is None:
        return state.vacant_since_ms.get(player)
    since_ms, rests = state.gone_since_ms(holder), state.rests
    if since_ms is None or rests.until_ms(player, state.reached_ms) is not None:
        return None  # who is on vacation is not away
    return max(since_ms, rests.ended_ms(player, state.reached_ms))


def _away_until_ms(state: RoomState, player: int) -> int | None:
    """The time until which *player* may be away; ``None``: he is not away, or the match does not
    wait for him.

    Only the time counts in which it waits: nobody need be there while others think, or before the
    end of a pause that was agreed on.
    """
    since_ms = _gone_since_ms(state, player)
    if since_ms is None or not _is_waited_for(state, player):
        return None
    return max(since_ms, state.waits_since_ms) + (state.opening.away_ms or 0)


def _is_waited_for(state: RoomState, player: int) -> bool:
    """Whether the match waits for *player* to decide, or to be ready where no time ends the
    pause."""
    if state.is_paused:
        return player in state.unready and state.pause_ends_ms is None
    return state.table.player == player


def claim_elements(state: RoomState, person: str, names: Sequence[str]) -> Scene:
    """The questions to *person*, who plays, on how the match goes on without each player who is
    away."""
    return {
        f"claim:{each.player}": _claim_question(state, each, names[each.player])
        for each in claimable_players(state, person)
    }


def claim_question(state: RoomState, person: str, player: int, name: str) -> Question | None:
    """The question that *person* may answer now about *player*, who has that *name*; ``None``: he
    may not go on without him."""
    for each in claimable_players(state, person):
        if each.player == player and each.from_ms <= state.reached_ms:
            return _question_without(state, each, name)
    return None


def _claim_question(state: RoomState, claimable: Claimable, name: str) -> ClaimQuestion:
    element = question_element(*_question_without(state, claimable, name))
    return {**element, "from_ms": claimable.from_ms}


def _question_without(state: RoomState, claimable: Claimable, name: str) -> Question:
    """The question on how the match goes on without *claimable*, who has that *name*."""
    away = _("{name} has left the match.")
    if claimable.player not in state.abandoned:
        away = _("{name} has been away for {time} or more.")
    away = away.format(name=name, time=span_words(state.opening.away_ms or 0))
    return prompts.absence(name, away, claimable.wins)


def missed_lines(state: RoomState, person: str, names: Sequence[str]) -> Iterator[str]:
    """The players without whom *person*, who plays, may go on, now or at which time, a line
    each."""
    for each in claimable_players(state, person):
        name, left_ms = names[each.player], each.from_ms - state.at_ms
        if left_ms <= 0:
            yield _("You may go on without {name}.").format(name=name)
        else:
            words = _("You may go on without {name} in {time}.")
            yield words.format(name=name, time=span_words(left_ms))
