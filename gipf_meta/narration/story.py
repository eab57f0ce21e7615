"""Tells a match in lines of text: turn by turn, duels included."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile
from typing import Any, Final, NamedTuple, overload

from gipf_meta.base.addressee import (
    Addressee,
    Controls,
    addressee,
    called,
    has_reader,
    is_reader,
    names_here,
    names_known,
)
from gipf_meta.base.names import is_numbered, other_name
from gipf_meta.base.texts import _, catalogue_of
from gipf_meta.match.match import Match
from gipf_meta.match.printed_match import AS_SEAT, DRAW, IN_DUEL, LUCK, WON
from gipf_meta.match.session import Session, Step, UnreadDuel
from gipf_meta.match.starting_point import beginning, from_a_position, title_with_goal
from gipf_meta.match.timecontrol import minutes
from gipf_meta.narration.note_lines import about_lines, note_lines
from gipf_meta.narration.step_words import happenings_of
from gipf_meta.protocol.capabilities import Eventful, LeadsOn, aim_of, timed
from gipf_meta.protocol.game import (
    DRAWN,
    AnyGame,
    Over,
    Turn,
    reason_of,
    seat_name,
    title_of,
)
from gipf_meta.protocol.gate import Gate
from gipf_meta.protocol.view import View
from gipf_meta.records.models import Seat
from gipf_meta.records.notes import NO_NOTES, Notes
from gipf_meta.records.player_names import PERSON, bot_name, shown_name
from gipf_meta.render.text import board

MOST_DRAWN: Final = 4
"""The most draws of luck at the beginning of a turn that are told one by one."""
Names = Sequence[str]
"""The names of the match's players."""
Draw = Callable[[View], str]
"""The technique by which a board is drawn as text."""

INDENT = "    "


def result(game: AnyGame, end: Over, names: Names) -> str:
    """A sentence on how a game ended; *names* are those of the players by seat."""
    why = [] if end.reason == DRAWN else [reason_of(game, end)]
    if end.scores:
        why.append(":".join(map(str, end.scores)))
    reasons = f" ({', '.join(why)})" if why else ""
    if not end.winners:
        return _(DRAW).format(title=title_of(game), why=reasons)
    winners = _(" and ").join(names[seat] for seat in end.winners)
    return _(WON).format(title=title_of(game), winners=winners, why=reasons)


def addressee_of(
    people: Sequence[Seat], match: Match, you: int | None = None, hand: Controls = ""
) -> Addressee:
    """A reader of *match*, who decides by *hand* for the player *you*; ``None``: he watches, or
    plays several.

    People are called by their names, bots by those that the host gave them, no two alike; a person
    without a name by his seat. *people* are the players as a record has them.
    """
    own, bottom = names_of(people, match), match.sessions[0].game
    kinds = [seat.player for seat in people] or [PERSON] * len(own)
    is_seat = [not people or seat.name in bottom.seat_names for seat in people]
    unnamed = [
        player
        for player, kind in enumerate(kinds)
        if kind == PERSON and (not people or is_seat[player])
    ]
    for player, kind in enumerate(kinds):
        if kind != PERSON and (is_seat[player] or people[player].name == kind):
            others = (*own[:player], *own[player + 1 :])
            own[player] = other_name(bot_name(kind), others)
    return Addressee(tuple(own), frozenset(unnamed), you, hand)


def owner_of_record(people: Sequence[Seat], match: Match) -> Addressee:
    """The owner of a record of *match* as he reads it: *you* if he was its only person, and is not
    called by a name in it."""
    seats = match.sessions[0].game.seat_names
    persons = [player for player, seat in enumerate(people) if seat.player == PERSON]
    is_his = len(persons) == 1 and people[persons[0]].name in seats
    return addressee_of(people, match, persons[0] if is_his else None)


def names_told(people: Sequence[Seat], match: Match) -> list[str]:
    """The names of the match's players as the reader knows them; without a reader, ``names_of``."""
    now = addressee()
    return names_of(people, match) if now is None else called_by(now)


class NamesTold(Sequence[str]):
    """The same names as ``names_told``, each asked for only when it is needed: a sentence on one
    player is the same for all but him."""

    def __init__(self, people: Sequence[Seat], match: Match) -> None:
        self._people, self._match = people, match

    def __len__(self) -> int:
        return len(self._match.sessions[0].players)

    @overload
    def __getitem__(self, at: int) -> str: ...
    @overload
    def __getitem__(self, at: slice) -> list[str]: ...
    def __getitem__(self, at: int | slice) -> str | list[str]:
        if isinstance(at, slice):
            return [self[player] for player in range(len(self))[at]]
        player = range(len(self))[at]
        names = names_known()
        if names is None:
            return names_of(self._people, self._match)[player]
        return _("You") if is_reader(player) else names[player]


def called_by(now: Addressee) -> list[str]:
    """The names of the match's players in lists for *now*, the reader: his own is ``You``."""
    return [_("You") if player == now.you else name for player, name in enumerate(now.names)]


def players_by_seat(session: Session, names: Names) -> list[str]:
    """The players of *session* by seat, as the reader knows them: ``You``, ``Mia``.

    Without a reader: ``Anna as White``, or the name if it is the seat's.
    There a player who is named in a duel like another seat of it is called by his seat, with his
    own behind it: ``White (Black in the match)``.
    """
    if (now := addressee()) is not None:
        called = names_here(now, session.players, session.called_seats)
        return [
            _("You") if player == now.you else name
            for player, name in zip(session.players, called, strict=True)
        ]
    players = []
    for seat, player in enumerate(session.players):
        own, name = seat_name(session.game, seat), names[player]
        if own == name:
            players.append(own)
        elif is_mixed_up(session, seat, names):
            players.append(_(IN_DUEL).format(name=name, own=own))
        else:
            players.append(_(AS_SEAT).format(name=name, own=own))
    return players


def player_at(session: Session, seat: int) -> str:
    """The player at *seat* of *session*, as the reader knows him, as in ``players_by_seat``. Asks
    for him alone, so that it is the same for all others."""
    with session.seated():
        return called(seat, seat_name(session.game, seat))


def is_mixed_up(session: Session, seat: int, names: Names) -> bool:
    """Whether the player at *seat* is called like another seat, or another player is called like
    his seat."""
    name, own = names[session.players[seat]], seat_name(session.game, seat)
    if name == own:
        return False
    seats = [seat_name(session.game, each) for each in range(len(session.players))]
    return name in seats or own in (names[player] for player in session.players)


def address(prompt: str, session: Session, seat: int, names: Names) -> str:
    """Adds to *prompt* the name of the player at *seat*; by name alone if the sentence names the
    seat. The reader himself is told that it is his turn."""
    if (now := addressee()) is not None:
        if session.players[seat] == now.you:
            return _("Your turn. {prompt}").format(prompt=prompt)
        name = players_by_seat(session, names)[seat]
        return prompt if name in prompt else f"{name}: {prompt}"
    name = names[session.players[seat]]
    if is_mixed_up(session, seat, names):
        return f"{players_by_seat(session, names)[seat]}: {prompt}"
    if name in prompt:
        return prompt
    if seat_name(session.game, seat) not in prompt:
        name = players_by_seat(session, names)[seat]
    return f"{name}: {prompt}"


def names_of(people: Sequence[Seat], match: Match) -> list[str]:
    """The names of the match's players; those of their seats if *people* is empty.

    A player who is named like his seat gets the seat's name in the language of the user, and so
    does somebody who was forgotten.
    """
    session = match.sessions[0]
    seats = session.game.seat_names
    if people:
        return [
            seat_name(session.game, seats.index(each.name))
            if each.name in seats
            else shown_name(each.name)
            for each in people
        ]
    names = [""] * (max(session.players) + 1)
    for seat, player in enumerate(session.players):
        names[player] = seat_name(session.game, seat)
    return names


def session_story(
    session: Session,
    names: Names,
    boards: bool = False,
    draw: Draw = board,
    notes: Notes = NO_NOTES,
) -> Iterator[str]:
    """Tells a session turn by turn, with everything that happened by itself.

    *boards* adds the board after every turn, as *draw* draws it; *notes* are the notes beside the
    turns.
    """
    here = players_by_seat(session, names)
    reached = AgedState.start(session)
    for turn in session.turns():
        after: list[str] = []
        for step in turn:
            yield from _indent(reached.happenings_until(step.at_ms))
            reached = AgedState.after(session, step)
            if step.seat is not None:
                after += happenings_of(session, step)
        yield from _turn_story(session, turn, here, names)
        if notes is not NO_NOTES:
            yield from _indent(note_lines(notes, turn[0].number, session.turn_text(turn)))
        if boards:
            yield from _indent(draw(session.view_of(reached.state, None)).split("\n"))
        yield from _indent(after)
    yield from _indent(reached.happenings_until(session.time_ms))
    if isinstance(session.status, Over):
        yield result(session.game, session.status, here)


class AgedState(NamedTuple):
    """The state of the game of *session* when it was *ms* milliseconds old: *known*, or that to
    which *step* has led."""

    session: Session
    known: Any
    ms: int
    step: Step | None = None

    @classmethod
    def start(cls, session: Session) -> AgedState:
        """The start of *session*."""
        return cls(session, session.first_state, 0)

    @classmethod
    def after(cls, session: Session, step: Step) -> AgedState:
        """The moment after *step* of *session*."""
        return cls(session, None, step.at_ms, step)

    @property
    def state(self) -> Any:
        """The state of the game."""
        return self.known if self.step is None else self.session.state_after(self.step)

    def happenings_until(self, ms: int) -> Sequence[str]:
        """The events that happen by themselves from this moment until the game is *ms* old: none
        where time does not act."""
        game = self.session.game
        if ms <= self.ms or timed(game) is None or not isinstance(game, Eventful):
            return ()
        with self.session.seated(), Gate(game):
            return game.happenings(self.state, ms=ms - self.ms)


def _turn_story(
    session: Session, turn: Sequence[Step], here: Sequence[str], names: Names
) -> Iterator[str]:
    status = session.status_of(turn[0])
    who = here[status.seat] if isinstance(status, Turn) else luck()
    if (drawn := draws_at_begin(turn)) > MOST_DRAWN:
        yield f"{turn[0].number:>3}. {luck()}: {session.turn_text(turn[:drawn])}"
        if drawn == len(turn):
            return
        turn, status = turn[drawn:], session.status_of(turn[drawn])
        who = here[status.seat] if isinstance(status, Turn) else luck()
    head = f"{turn[0].number:>3}. {who}: "
    if all(step.duel is None for step in turn):
        yield head + session.turn_text(turn)
        return
    for step in turn:
        if step.duel is not None:
            title = title_of(session.game)
            yield INDENT + _("{title} is suspended in this position:").format(title=title)
            yield from _indent(board(session.view_of(step.before, None)).split("\n"))
            yield from _indent(_duel_story(step, names))
            goes_on = _("{title} goes on where it stopped: {result}.")
            yield INDENT + goes_on.format(title=title, result=decision_words(session, step))
        else:
            yield f"{INDENT}{_step_story(session, step, here)}"
    yield head + session.turn_text(turn)


def luck() -> str:
    """The name of luck where players are named."""
    return _(LUCK)


def _step_story(session: Session, step: Step, here: Sequence[str]) -> str:
    """Tells who decided what, in the game's notation."""
    return luck_story(session, step) if step.seat is None else f"{here[step.seat]}: {step.text}"


def luck_story(session: Session, step: Step) -> str:
    """Tells the outcome that luck drew, in the words of its game."""
    return f"{luck()}: {catalogue_of(session.game)(step.text)}"


def _duel_story(step: Step, names: Names) -> Iterator[str]:
    if isinstance(step.duel, Session):
        yield duel_head(step.duel, names)
        yield from session_story(step.duel, names)
    elif isinstance(step.duel, UnreadDuel):
        game = step.duel.record["game"]
        yield _("A duel in {game}, which is not installed here.").format(game=game)


def head(session: Session, names: Names) -> str:
    """The title of the game and its players; a board that is set up has none."""
    if isinstance(session.game, LeadsOn):
        return title_with_goal(session.game)
    players = with_colours(session, names) if has_reader() else players_by_seat(session, names)
    return f"{title_of(session.game)}: {', '.join(players)}"


def with_colours(session: Session, names: Names) -> list[str]:
    """The players of *session* as the reader knows them, each with the name of his seat where that
    is a colour: ``You (White)``. A number says nothing that a person must know."""
    return [
        name if own == name or is_numbered(own) else f"{name} ({own})"
        for name, own in zip(players_by_seat(session, names), session.called_seats(), strict=True)
    ]


def path(sessions: Sequence[Session]) -> str:
    """The titles of a match's game and of its duels, down to the one that is played; and whether
    the match began from a position."""
    first, *duels = [title_with_goal(session.game) for session in sessions]
    if sessions[0].begun_from:
        first = f"{first} ({from_a_position()})"
    return " ▸ ".join([first, *duels])


def duel_head(duel: Session, names: Names) -> str:
    """The sentences that open a duel: in which game, between whom, and how it is won."""
    opening = _("A duel decides. {head}.").format(head=head(duel, names))
    return f"{opening} {aim_words(duel)}".rstrip()


def aim_words(session: Session) -> str:
    """How the game of *session* is won, in a sentence; ``""`` where it does not say."""
    with Gate(session.game):
        return aim_of(session.game)


def stakes(sessions: Sequence[Session], player: int | None = None) -> tuple[str, ...]:
    """The stakes of the duel on top of the stack *sessions*, in the words of *player*: first who
    contests what; then, where their seats' names in the duel could confuse, who is who.

    Without a duel: the stakes of a challenge, where one can be made.
    """
    if len(sessions) < 2:
        return sessions[-1].view(player).stakes
    below, duel = sessions[-2:]
    below_stakes = below.view(player).stakes
    return (*below_stakes[:1], *who_is_who(below, duel), *below_stakes[1:])


def who_is_who(below: Session, duel: Session) -> tuple[str, ...]:
    """Tells the name of each player of *below* in its *duel*, if one has there the name that
    another has here (White of a duel is Black of GIPF). Else nothing."""
    names = {
        player: (seat_name(below.game, below.seat_of(player)), seat_name(duel.game, seat))
        for seat, player in enumerate(duel.players)
    }
    now = addressee()
    if now is not None and now.you in names:
        return _who_you_are(*names[now.you])
    here = {name for name, _there in names.values()}
    if all(there == name or there not in here for name, there in names.values()):
        return ()
    parts = [
        _("{name} of {game} is {other}").format(name=name, game=title_of(below.game), other=there)
        for name, there in sorted(names.values())
    ]
    return (_("In this duel {who_is_who}.").format(who_is_who=_(" and ").join(parts)),)


def _who_you_are(below: str, here: str) -> tuple[str, ...]:
    """Tells the reader his colour in a duel, *here*, where it is not his in the match *below*."""
    if below == here or is_numbered(here):
        return ()
    words = _("You play {here} here; in the match you are {below}.")
    return (words.format(here=here, below=below),)


def decision_words(session: Session, step: Step, names: Names = ()) -> str:
    """A decision as the game's lists show it; the end of a duel as ``White won ZÈRTZ``, with the
    winner's name if the players have *names*."""
    if step.duel is None:
        return session.game.list_text(step.before, [step.move]) or step.text
    if isinstance(step.duel, Session):
        title, players, end = title_of(step.duel.game), step.duel.players, step.duel.status
        winners = end.winners if isinstance(end, Over) else ()
    else:
        record = step.duel.record
        title, players, winners = record["game"], record["players"], record["result"]["winners"]
    if len(winners) != 1:
        return _("{title} drawn").format(title=title)
    winner = players[winners[0]]
    name = names[winner] if names else seat_name(session.game, session.seat_of(winner))
    return _("{name} won {title}").format(name=name, title=title)


def timed_words(session: Session, step: Step) -> str:
    """``decision_words``, where time acts with the moment before them: ``0:15.2 B:F``."""
    words = decision_words(session, step)
    return f"{minutes(step.at_ms)} {words}" if timed(session.game) else words


def draws_at_begin(steps: Sequence[Step]) -> int:
    """The number of draws of luck with which *steps* begin."""
    drawn = (step.seat is None and step.duel is None for step in steps)
    return sum(1 for _step in takewhile(bool, drawn))


def after_draws(turn: Sequence[Step]) -> Sequence[Step]:
    """*turn* without the draws that it begins with, if these are too many to be told one by one:
    they set the board up, and what moves begins after them."""
    drawn = draws_at_begin(turn)
    return turn[drawn:] if drawn > MOST_DRAWN else turn


def turn_words(session: Session, turn: Sequence[Step], names: Names = ()) -> str:
    """A turn as the game's lists show it; one with a duel decision by decision: ``Jump from g2,
    challenged: Mia won ZÈRTZ``, if the players have *names*.

    Where time acts, the moment stands before each decision, as clocks show it: ``0:15.2 B:F``. A
    start that luck draws piece by piece is counted, so that it does not fill the list.
    """
    if (drawn := draws_at_begin(turn)) > MOST_DRAWN:
        counted = _.many("({count} drawn by luck)", "({count} drawn by luck)", drawn)
        rest = turn_words(session, turn[drawn:], names) if turn[drawn:] else ""
        return f"{counted.format(count=drawn)} {rest}".rstrip()
    if timed(session.game):
        return " ".join(timed_words(session, each) for each in turn)
    if all(step.duel is None for step in turn):
        return session.list_text(turn)
    words, join = "", ""
    for step in turn:
        if step.duel is None and step.seat is None:
            continue  # a lot before a duel says nothing of what came of it
        if step.duel is not None and join:
            join = ": "
        words += join + decision_words(session, step, names)
        join = ", "
    return words


def _indent(lines: Iterator[str] | Sequence[str]) -> Iterator[str]:
    for line in lines:
        yield (INDENT + line).rstrip()


def match_story(
    match: Match, names: Names, boards: bool = False, draw: Draw = board, notes: Notes = NO_NOTES
) -> Iterator[str]:
    """Tells the whole match, with the duels that are being played; *draw* draws its *boards*.

    *notes* are the notes beside its turns.
    """
    yield from about_lines(notes)
    yield from beginning(match.sessions[0])
    yield from session_story(match.sessions[0], names, boards, draw, notes)
    for session in match.sessions[1:]:
        yield INDENT + _("The match is suspended.")
        yield from _indent([duel_head(session, names), *session_story(session, names)])
