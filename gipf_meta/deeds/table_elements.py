"""The parts of a scene about the others at a table: free seats, readiness, requests, news."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache

from gipf_meta.base.addressee import is_reader
from gipf_meta.base.texts import _
from gipf_meta.bots.spoken_lines import lines_at_slips
from gipf_meta.deeds.elements import (
    AgreementQuestion,
    FaceElement,
    HereElement,
    Scene,
    agreement_element,
    question_element,
)
from gipf_meta.deeds.weeks import vacation_lines, vacation_news
from gipf_meta.match.playback import last_decision
from gipf_meta.match.timecontrol import span_words
from gipf_meta.narration import prompts
from gipf_meta.narration.bot_speech import levels_of, lines_of_bots, quoted
from gipf_meta.narration.clock_words import agreed_words, time_for_duel
from gipf_meta.narration.hour_words import hour_from_now
from gipf_meta.narration.live_words import agreed_hour, begun_live, offered_hour
from gipf_meta.narration.news_so_far import ToldTurn, news_so_far, news_unanswered
from gipf_meta.narration.prompts import Question
from gipf_meta.narration.story import NamesTold, names_told
from gipf_meta.records.player_names import PERSON, bot_name
from gipf_meta.records.study_changes import StudyChange
from gipf_meta.records.tree import name_of
from gipf_meta.render.bot_faces import SIDE, portrait
from gipf_meta.rooms import events as room_events
from gipf_meta.rooms import study_events
from gipf_meta.rooms.conditions import answering_offer, closed_words
from gipf_meta.rooms.consequences import DuelBegan
from gipf_meta.rooms.events import Event
from gipf_meta.rooms.people_events import Invited, Rested, Uninvited
from gipf_meta.rooms.state import RoomState, Wish


def lost_words(state: RoomState, person: str) -> str:
    """The sentence to *person* on how he lost his seat in the room; ``""``: he has lost none."""
    player = state.seats.lost_by(person)
    if player is None:
        return ""
    if state.table.players[player].bot is not None:
        return _("A bot has your seat in this match now.")
    if player in state.seats.holders:
        return _(
            "Another person has your seat in this match now: it got a new link while you were away."
        )
    return _("Your seat in this match was freed: a new link leads to it.")


def shut_out_words(state: RoomState, person: str) -> str:
    """The sentences to *person*, who has held a seat and may not watch the room now, on the reason
    and on what he can do; ``""`` for a stranger, who must not learn of it."""
    if person not in state.seats.people:
        return ""
    what = lost_words(state, person) or _("You have left this match.")
    ask = _("Ask those who play for a link to watch, or to a free seat.")
    return f"{what} {ask}"


def no_longer_words() -> str:
    """The sentence to a person who may no longer watch."""
    return _("You may not watch this match any more: ask those who play for a new link.")


def wish_words(
    what: Wish, player: int, name: str, ms: int | None = None, clock: str | None = None
) -> str:
    """The sentence on the request of *player*, who has that *name*, for example for a pause of *ms*
    milliseconds, or for a duel that is played live at *ms*, by *clock*."""
    if what == "live":
        return offered_hour(player, name, ms, clock)
    if is_reader(player):
        return _own_wish_words(what, ms)
    if what == "pause" and ms is not None:
        return _("{name} asks for a pause of {time}.").format(name=name, time=span_words(ms))
    if what == "pause":
        return _("{name} asks for a pause.").format(name=name)
    if what == "rematch":
        return _("{name} asks for a rematch.").format(name=name)
    return _("{name} asks to take back the last decision.").format(name=name)


def _own_wish_words(what: Wish, ms: int | None) -> str:
    """The sentence to the reader on his own request."""
    if what == "pause" and ms is not None:
        return _("You ask for a pause of {time}.").format(time=span_words(ms))
    if what == "pause":
        return _("You ask for a pause.")
    if what == "rematch":
        return _("You ask for a rematch.")
    return _("You ask to take back the last decision.")


def draw_question(state: RoomState, person: str, names: Sequence[str]) -> Question:
    """The question to *person* whether he accepts the draw; an offer from his own keyboard is put
    to the others there, by name."""
    assert state.offer is not None
    is_from_here = state.offer in state.seats.held_by(person)
    others = answering_offer(state, person) if is_from_here else ()
    return prompts.draw_offer(names[state.offer], [names[player] for player in others])


def request_element(
    state: RoomState, person: str, names: Sequence[str]
) -> AgreementQuestion | None:
    """The element of the request that is open; ``None``: there is none."""
    request = state.request
    if request is None:
        return None
    titles = {
        "pause": _("A pause?"),
        "rematch": _("A rematch?"),
        "take_back": _("Undo?"),
        "live": _("Play it live?"),
    }
    held, player, ms = state.seats.held_by(person), request.player, request.ms
    words = wish_words(request.what, player, names[player], ms, request.clock)
    question = question_element(titles[request.what], words, {"no": _("No"), "yes": _("Yes")})
    asks = any(one in held for one in state.players_to_agree)
    element = agreement_element(question, player, asks)
    if request.what == "live" and ms is not None:
        element["at_ms"] = ms
    return element


def waiting_lines(state: RoomState, person: str, names: Sequence[str]) -> list[str]:
    """The lines for *person* on the people for whom the match waits, to sit down or to be ready,
    and, before his first decision, on what was agreed on time. A line on the loss of his own seat
    comes first."""
    lost, watched = lost_words(state, person), _("You watch it now.")
    own = [f"{lost} {watched}"] if lost else []
    if state.is_ended or state.study is not None:
        return own
    return [
        *own,
        *_seats_to_fill(state, person, names),
        *_people_to_start(state, person, names),
        *vacation_lines(state, person, names),
        *filter(None, [agreed_on_time(state, person)]),
    ]


def agreed_on_time(state: RoomState, person: str) -> str:
    """The sentence on what several people agreed on time, before the first decision of *person*;
    ``""``: nothing was agreed, or he has decided."""
    bottom, held = state.table.match.sessions[0], state.seats.held_by(person)
    deciders = {bottom.players[step.seat] for step in bottom.steps if step.seat is not None}
    is_new = not deciders & set(held) if held else bool(state.free_seats)
    is_shared = len(set(state.seats.holders.values())) + bool(state.free_seats) > 1
    opening = state.opening
    if not (is_new and is_shared):
        return ""
    return agreed_words(opening.control, opening.duel_control, opening.away_ms)


def here_element(state: RoomState, people: Collection[str]) -> HereElement | None:
    """The players whose seats are held by the *people* who are there, and the number of those who
    only watch.

    ``None`` where one person plays alone: he knows that he is there.
    """
    holders = state.seats.holders
    if state.study is not None:
        return {"players": [], "watchers": len(people) - 1} if len(people) > 1 else None
    if len(set(holders.values())) < 2 and not state.free_seats:
        return None
    players = [player for player, person in holders.items() if person in people]
    return {"players": players, "watchers": len(set(people) - set(holders.values()))}


def free_seat_words(name: str) -> str:
    """The sentence that the seat with that *name* is free."""
    return _("{name}: waiting for somebody to sit here.").format(name=name)


def _seats_to_fill(state: RoomState, person: str, names: Sequence[str]) -> Iterator[str]:
    for player in state.free_seats:
        if player in state.admission.seats_for(person):
            yield _("{name}: you are asked to play; sit down, or decline.").format(
                name=names[player]
            )
        elif player in state.admission.invited:
            words = _("{name}: somebody is asked by name, and has not answered yet.")
            yield words.format(name=names[player])
        else:
            yield free_seat_words(names[player])


def _people_to_start(state: RoomState, person: str, names: Sequence[str]) -> Iterator[str]:
    if not (state.table.paused and state.ready):
        return
    held = state.seats.held_by(person)
    for player in state.unready:
        if player not in held and player not in state.free_seats:
            yield _("{name} is not ready yet.").format(name=names[player])


def face_elements(state: RoomState, names: Sequence[str]) -> Scene:
    """The faces of the bots of a match, and what they say now; in a study nobody speaks."""
    if state.study is not None:
        return {}
    match, people = state.table.match, state.table.seats
    said = lines_of_bots(match, people)
    return {
        f"face:{player}": _face(
            level,
            quoted(names[player], said[player]) if player in said else "",
            tuple(quoted(names[player], line) for line in lines_at_slips(level, match.seed)),
        )
        for player, level in levels_of(people).items()
    }


@lru_cache(maxsize=256)
def _face(level: str, line: str, slips: tuple[str, ...]) -> FaceElement:
    """The same object each time: most scenes change no face."""
    return {
        "box": [0, 0, SIDE, SIDE],
        "markup": portrait(level),
        "line": line,
        "slips": [*slips],
    }


def names_people(events: Iterable[Event]) -> bool:
    """Whether the sentences of ``announce`` on *events* depend on the person who reads them."""
    return any(isinstance(event, room_events.SeatGiven | Rested) for event in events)


def announce(state: RoomState, person: str, events: Iterable[Event]) -> Iterator[str]:
    """The sentences for *person* on *events*: offers, requests and answers, and people who came or
    left."""
    names = names_told(state.table.seats, state.table.match)
    for event in _each_claim_once(events):
        if isinstance(event, room_events.DrawAgreed):
            yield from _accepted_by_bots(state, names)
        words = (
            _sentence(event, names)
            or _sentence_on_time(state, event, names)
            or _sentence_on_tree(state, event)
        )
        if words:
            yield words
        elif isinstance(event, room_events.SeatGiven) and event.person not in ("", person):
            yield _("{name} sits down.").format(name=names[event.player])
        elif isinstance(event, Invited | Uninvited) and event.player is not None:
            yield from _about_link(state, event, names)
            yield from _about_invitation(event, names)
        elif isinstance(event, Rested):
            yield from vacation_news(state, person, event, names[event.player])
        elif isinstance(event, room_events.SeatGiven) and not event.person:
            words = _(
                "Whoever runs this host has freed the seat of {name}; a new link leads to it."
            )
            yield words.format(name=names[event.player])


def _accepted_by_bots(state: RoomState, names: list[str]) -> Iterator[str]:
    """The sentences on the bots that have accepted a draw; of people their own events tell it."""
    for player, name in enumerate(names):
        if state.table.players[player].bot is not None:
            yield _("{name} accepts the draw.").format(name=name)


def _about_invitation(event: Invited | Uninvited, names: list[str]) -> Iterator[str]:
    """The sentence on an invitation by name that ended otherwise than by its sender."""
    if isinstance(event, Uninvited) and event.player is not None and event.how is not None:
        words = _("{name}: whoever was asked does not come. The seat is free.")
        if event.how == "expired":
            words = _("{name}: whoever was asked has not answered in time. The seat is free.")
        yield words.format(name=names[event.player])


def _about_link(state: RoomState, event: Invited | Uninvited, names: list[str]) -> Iterator[str]:
    """The sentence on a new link to a seat, or on its end, while somebody still holds the seat."""
    if event.player not in state.seats.holders:
        return
    name = names[event.player] if event.player is not None else ""
    is_own = event.player is not None and is_reader(event.player)
    if isinstance(event, Invited):
        words = _("A new link leads to the seat of {name}; it stops working once {name} is back.")
        if is_own:
            words = _("A new link leads to your seat; it does not work now that you are back.")
    else:
        words = _("The new link to the seat of {name} does not work any more.")
        if is_own:
            words = _("The new link to your seat does not work any more.")
    yield words.format(name=name)


def _sentence(event: Event, names: list[str]) -> str:
    """The sentence on *event*; ``""``: there is none."""
    if is_reader(getattr(event, "player", -1)) and (own := _own_sentence(event)):
        return own
    match event:
        case room_events.DrawOffered(player=player):
            return _("{name} offers a draw.").format(name=names[player])
        case room_events.DrawAccepted(player=player):
            return _("{name} accepts the draw.").format(name=names[player])
        case room_events.DrawRefused(player=player):
            return _("{name} declines the draw.").format(name=names[player])
        case room_events.Asked(player=player, what=what, ms=ms, clock=clock):
            return wish_words(what, player, names[player], ms, clock)
        case room_events.Agreed(player=player):
            return _("{name} agrees.").format(name=names[player])
        case room_events.Declined(player=player):
            return _("{name} declines.").format(name=names[player])
        case room_events.Readied(player=player):
            return _("{name} is ready.").format(name=names[player])
        case room_events.Left(players=players) if players:
            called = ", ".join(names[player] for player in players)
            return _("{name} has left the match.").format(name=called)
        case room_events.Closed():
            return closed_words()
        case _:
            return ""


def _own_sentence(event: Event) -> str:
    """The sentence to the reader on an *event* that he has caused; ``""``: there is none."""
    match event:
        case room_events.DrawOffered():
            return _("You offer a draw.")
        case room_events.DrawRefused():
            return _("You decline the draw.")
        case room_events.Agreed():
            return _("You agree.")
        case room_events.Declined():
            return _("You decline.")
        case room_events.Readied():
            return _("You are ready.")
        case _:
            return ""


def _each_claim_once(events: Iterable[Event]) -> Iterator[Event]:
    """*events* with only the first event of a claim, which ends the duel and then the match."""
    has_claimed = False
    for event in events:
        is_claim = isinstance(event, room_events.Resigned) and event.claimed_by is not None
        if not (is_claim and has_claimed):
            yield event
        has_claimed |= is_claim


def _sentence_on_time(state: RoomState, event: Event, names: list[str]) -> str:
    """The sentence on time that passes or stops, and on players who were away; ``""``: there is
    none on *event*."""
    match event:
        case room_events.Paused(until_ms=int(until_ms), live=str(clock)):
            return agreed_hour(until_ms, clock)
        case room_events.WentOn(live=str(clock)):
            return begun_live(clock, state.table.time_acts)
        case room_events.Paused(until_ms=int(until_ms), at_ms=at_ms):
            words = _("The match pauses for {time}; then time goes on by itself.")
            return words.format(time=span_words(until_ms - at_ms))
        case room_events.WentOn() if len(set(state.seats.holders.values())) > 1:
            return _("Time goes on.")
        case DuelBegan() if len(state.table.match.sessions) > 1:
            return time_for_duel(state.table.match, state.table.match.top.game)
        case room_events.Resigned(player=player, claimed_by=int(winner)):
            words = away_words(state, player, names[player])
            if is_reader(winner):
                return _("{away} You have claimed the win.").format(away=words)
            return _("{away} {name} has claimed the win.").format(away=words, name=names[winner])
        case room_events.Seated(player=player, kind=kind) if kind != PERSON:
            words = _("A bot goes on for {name}: {bot}.")
            return words.format(name=names[player], bot=bot_name(kind))
        case _:
            return ""


def away_words(state: RoomState, player: int, name: str) -> str:
    """The sentence that *player*, who has that *name*, has left, or was away for too long."""
    if player in state.abandoned:
        return _("{name} has left the match.").format(name=name)
    away_ms = state.opening.away_ms or 0
    return _("{name} was away for {time}.").format(name=name, time=span_words(away_ms))


def time_goes_on(state: RoomState) -> Iterator[str]:
    """The sentence on the time after which the pause ends by itself, if it does."""
    if state.hour is not None and (end_ms := state.pause_ends_ms) is not None:
        yield _("This duel begins on {hour}, or as soon as all are ready.").format(
            hour=hour_from_now(end_ms, state.at_ms)
        )
    elif (end_ms := state.pause_ends_ms) is not None:
        time = span_words(max(0, end_ms - state.at_ms))
        yield _("Time goes on by itself in {time}.").format(time=time)


def _sentence_on_tree(state: RoomState, event: Event) -> str:
    """The sentence on the change of a study's tree by *event*, the last one; ``""`` where the
    change is plain to see."""
    match event:
        case study_events.Deleted(node=node):
            words = _("Turn {name} is deleted, with what followed from it; it can be restored.")
            return words.format(name=name_of(node))
        case study_events.Restored() if state.changes.taken_back:
            return _restored_words(state.changes.taken_back[-1])
        case study_events.ChangedAgain():
            return _("The change is made again.")
        case _:
            return ""


def _restored_words(change: StudyChange) -> str:
    """The sentence that *change* was taken back."""
    match change.kind:
        case "deleted":
            words = _("Turn {name} is there again, with what followed from it.")
        case "promoted":
            words = _("The line of turn {name} has its old place again.")
        case "wrote_beside" if change.node:
            words = _("Comment and sign of turn {name} are as before again.")
        case "wrote_beside":
            words = _("The comment on the whole study is as before again.")
        case "reviewed":
            words = _("The marks of the review are taken away.")
    return words.format(name=name_of(change.node))


# ---- all news -----------------------------------------------------------------------------------


def players_told(room: RoomState, person: str) -> tuple[int, ...]:
    """The players whose last decision shows what *person* has read: his own, the one on turn if he
    plays several. A spectator reads as the one on turn does; after the end, as who decided last."""
    held, on_turn = room.seats.held_by(person), room.table.player
    if on_turn is not None and (on_turn in held or not held):
        return (on_turn,)
    if held:
        return held
    steps = room.table.match.top.steps
    seat = next((step.seat for step in reversed(steps) if step.seat is not None), None)
    return () if seat is None else (room.table.match.top.players[seat],)


def unread_news(room: RoomState, person: str, in_words: bool = True) -> list[str]:
    """The sentences on what has happened since the last decision that *person* made."""
    match, reader = room.table.match, room.reader(person)
    names, players = NamesTold(room.table.seats, match), players_told(room, person)
    sentences = news_unanswered(match.sessions, names, players, reader, in_words)
    acts = [*_acts_told(room, person)]
    if not acts:  # to count the moments takes longer, the longer the match
        return sentences
    last = last_decision(match.sessions, players)
    since = 0 if last is None else last.moments
    return [*sentences, *(sentence for at, sentence in acts if at >= since)]


def all_news(room: RoomState, person: str) -> list[ToldTurn]:
    """All that was said to *person* since the match began, turn by turn, to its end."""
    match, seats = room.table.match, room.table.seats
    reader, acts = room.reader(person), _acts_told(room, person)
    turns = [*news_so_far(match, names_told(seats, match), reader, acts)]
    if room.table.over is not None and room.study is None:
        number = turns[-1].number if turns else 1
        turns.append(ToldTurn(number, 0, (prompts.match_ending(match, seats, reader),)))
    return turns


def later_acts(room: RoomState) -> list[tuple[int, Event]]:
    """The acts of people beside deciding since the room was opened, each with the number of moments
    that the match had then."""
    opened_ms = room.acts[0][1].at_ms if room.acts else 0
    return [
        (at, event)
        for at, event in room.acts[1:]
        if not (isinstance(event, room_events.SeatGiven) and event.at_ms == opened_ms)
    ]


def _acts_told(room: RoomState, person: str) -> Iterator[tuple[int, str]]:
    """The sentences on what people did, each with the number of moments that the match had then; a
    claim that ends two games is told once, and nothing of who sat there from the opening on. What
    the sentence before has said already, that somebody has left, is not said again."""
    before = ""
    for at, event in later_acts(room):
        for sentence in announce(room, person, [event]):
            if sentence != before:
                yield at, sentence.removeprefix(f"{before} ") if before else sentence
            before = sentence
