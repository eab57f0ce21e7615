"""A match at a host, played or watched line by line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from gipf_meta.base.texts import N_, _
from gipf_meta.bots.levels import BOTS
from gipf_meta.narration import asking, story
from gipf_meta.online.client import BACK, GONE, HostLine, JoinError, Message
from gipf_meta.online.inviting import Invitations
from gipf_meta.online.replica import WHOLE_MS, Replica
from gipf_meta.plain.announcer import Announcer
from gipf_meta.plain.looking import Looking
from gipf_meta.plain.terminal import Line
from gipf_meta.records.file_names import read_new_name
from gipf_meta.records.files import save
from gipf_meta.records.models import RecordError
from gipf_meta.records.people import PERSON
from gipf_meta.records.writer import to_record
from gipf_meta.rooms.agreements import Answer, GoOn, Rematch
from gipf_meta.rooms.announcing import announce
from gipf_meta.rooms.events import TookBack
from gipf_meta.rooms.ledger import LedgerError
from gipf_meta.rooms.others import waiting_lines, wish_words

HELP: Final = N_("""\
Type a move in the game's notation, a whole turn or one decision of it, or:
  moves   what can be played now        moves PLACE  what can be played there
  board   the board again               board off    show it no more (board on)
  undo    take back, if others agree    draw         offer a draw
  resign  give up this game             rules        the rules of this game
  ready   time may pass                 pause        stop it, if others agree
  yes, no answer what is asked          hint         what to play, against bots
  leave   give up the seat and leave    quit         leave; the match goes on
  invite  links for others              save FILE    the match in a file
  help    this list
Or ask about the board: what is on d4, around d4, line d4, where is white, what
can I do with d4, what can I capture. `?` alone says what else can be asked.
In a duel, resign and draw end the duel only; the match below goes on.""")

LOOK_MS: Final = 50
"""Milliseconds between two looks at what the host says, while a terminal waits for a line."""
_SENT: Final = {
    "undo": "take_back",
    "resign": "resign",
    "draw": "offer",
    "pause": "pause",
    "ready": "go_on",
    "continue": "go_on",
    "hint": "hint",
    "again": "ask_again",
}
"""The words that are commands of rooms."""
_WITH_ARGUMENT: Final = ("moves", "board", "save")
"""The words that something may follow."""


class JoinedMatch:
    """The match that *replica* shows, at the *host*; *line* is the terminal.

    On a pipe a line is read when its writer is asked for something, so that a script plays its
    turns and not those of others. *next_room* is where the match leads on; *has_left* says that
    the seat here was given up.
    """

    def __init__(
        self, host: HostLine, replica: Replica, line: Line, invitations: Invitations
    ) -> None:
        self.host, self.replica, self.line = host, replica, line
        self.announcer = Announcer(replica, line)
        self.next_room = ""
        self.has_left = False
        self._invitations = invitations
        self._looking = Looking(replica, line, self.announcer)
        self._shown: dict[str, Callable[[str], None]] = {
            "help": lambda _argument: self.line.say(_(HELP)),
            "moves": self._looking.list_moves,
            "board": self._looking.show_board,
            "rules": self._looking.show_rules,
            "save": self._save,
            "invite": self._invite,
        }
        self._waits_for = ""
        self._is_leaving = False
        self._wants_rematch = False
        self._shown_turn = -1
        self._told_waiting: list[str] = []

    def run(self) -> None:
        """Shows the match until it is over, or until somebody leaves.

        Raises ``JoinError``, and ``EOFError`` when the input ends before.
        """
        self._begin_watching()
        self.announcer.announce_match()
        if self._is_to_answer:
            self.line.tell(self._question())
        while self.replica.over is None and not self._is_leaving:
            typed = self._next_line()
            if typed:
                self._execute(typed)
        if self.replica.over is not None:
            self.announcer.announce_result()
            self._lead_on()

    # ---- what the host says ---------------------------------------------------------------------

    def _begin_watching(self) -> None:
        """Hears what has happened so far. Raises ``JoinError`` if there is nothing to be seen."""
        watch = self._waits_for = self.host.watch(self.replica.id)
        while self._waits_for:
            said = self.host.hear(WHOLE_MS / 1000)
            if said is not None and said.get("refused") == watch:
                raise JoinError(str(said["why"]))
            if said is not None:
                self._take(said)
        self._catch_up()

    def _hear(self, wait_s: float) -> bool:
        """Takes what the host says within *wait_s*, and tells it; whether anything was said."""
        said = self.host.hear(wait_s)
        heard = said is not None
        while said is not None:
            self._take(said)
            said = self.host.hear()
        self._catch_up()
        return heard

    def _take(self, said: Message) -> None:
        if said is GONE and not self._is_over:
            self.line.tell(_("The host is away; the match goes on as soon as it is back."))
        elif said is BACK and not self._is_over:
            self.line.tell(_("The host is back."))
        elif "event" in said:
            if said.get("room") == self.replica.id:
                self.replica.hear(said)
        elif "present" in said:
            if said["present"]["room"] == self.replica.id:
                self.replica.hear_present(said["present"])
        elif "hint" in said:
            for sentence in said["hint"]["sentences"]:
                self.line.tell(sentence)
            self._waits_for = ""
        elif "refused" in said:
            self.line.tell(str(said["why"]))
        if self._waits_for and self._waits_for in (said.get("done"), said.get("refused")):
            self._waits_for = ""

    def _catch_up(self) -> None:
        """Lets come true what has come, and tells it. Raises ``JoinError`` if it never fits."""
        replica = self.replica
        if replica.is_whole:
            return
        before = replica.match if replica.is_there else None
        try:
            events = replica.catch_up()
        except LedgerError as error:
            raise JoinError(str(error)) from error
        if before is None or not events:
            return
        if any(isinstance(event, TookBack) for event in events):
            self._shown_turn = -1
            self.announcer.show_turn_again()
            self.line.say(_("Taken back."))
        else:
            self.announcer.tell_news(before)
        for sentence in announce(replica.room, replica.person, events):
            self.line.tell(sentence)

    # ---- what is typed --------------------------------------------------------------------------

    def _next_line(self) -> str | None:
        """Shows how the match stands, and waits; ``None`` if it goes on before a line is typed.

        Raises ``EOFError`` when the input ends.
        """
        while self._waits_for or not self.replica.is_whole:
            self._hear(WHOLE_MS / 1000)
        if self.replica.over is not None or self._is_leaving:
            return None
        self._show()
        if not (self.line.is_interactive or self._is_asked):
            while not self._hear(WHOLE_MS / 1000):
                pass
            return None
        self.line.show_prompt(self._prompt())
        turn = self.replica.room.turn_since
        while not self.line.wait_for_line(LOOK_MS):
            if (said := self.host.hear()) is not None:
                self.line.say("")
                self._take(said)
                self._hear(0)
                if self.replica.room.turn_since != turn and self._is_due:
                    self.line.drop_half_typed()
                return None
        return self.line.read()

    def _show(self) -> None:
        """Shows the board at a new turn, what is asked, and for whom the match waits."""
        self.replica.age()
        room, names = self.replica.room, self.announcer.names
        if self._shown_turn != room.turn_since:
            self._shown_turn = room.turn_since
            self.announcer.show_turn(self.replica.view())
        waiting = waiting_lines(room, self.replica.person, names)
        if waiting != self._told_waiting:
            self._told_waiting = waiting
            for sentence in waiting:
                self.line.tell(sentence)
        if room.table.fault is not None:
            self.line.tell(str(room.table.fault))
        elif room.table.trouble:
            self.line.tell(room.table.trouble)

    def _question(self) -> str:
        """What is asked of who sits here."""
        room, names = self.replica.room, self.announcer.names
        if room.request is not None:
            return wish_words(room.request.what, names[room.request.player])
        assert room.offer is not None
        return asking.draw_offer(names[room.offer], ()).words

    def _prompt(self) -> str:
        room, names = self.replica.room, self.announcer.names
        table = room.table
        if self._is_to_answer:
            return _("yes or no> ")
        if self._is_to_be_ready:
            return _("Time runs when all are ready. Type ready> ")
        if table.fault is not None and self._holds_seat:
            words = _("again, resign, or who plays on in its place ({players})> ")
            return words.format(players=", ".join((PERSON, *BOTS)))
        if table.trouble and self._holds_seat:
            return _("Which game shall decide instead? ")
        if table.player is None:
            return "> "
        players = story.players_by_seat(table.match.top, names)
        name = players[table.match.top.seat_of(table.player)]
        if table.bot_is_due:
            return _("({name} is thinking)> ").format(name=name)
        return f"{name}> " if self._is_due else _("({name} is on turn)> ").format(name=name)

    def _execute(self, typed: str) -> None:
        """Runs a command, answers a question about the board, or plays a decision."""
        self.replica.age()
        self._shown_turn = -1  # the prompt and the clocks are told again
        room, word = self.replica.room, typed.lower()
        shown, _blank, argument = typed.partition(" ")
        if typed in {choice.notation for choice in room.choices(self.replica.person)}:
            self._send("play", text=typed, seen=room.number)
        elif word == "quit":
            self._is_leaving = True
        elif self._is_to_answer and (accepts := _accepts(word)) is not None:
            self._send("answer", accept=accepts, seen=room.number)
        elif (fault := room.table.fault) is not None and word in ("resign", PERSON, *BOTS):
            if word == "resign":
                self._send("resign", by=fault.player)
            else:
                self._send("seat", player=fault.player, kind=word)
        elif word == "leave":
            self._leave()
        elif word in _SENT:
            self._send(_SENT[word])
        elif shown.lower() in self._shown and (not argument or shown.lower() in _WITH_ARGUMENT):
            self._shown[shown.lower()](argument.strip())
        elif room.table.trouble and self._holds_seat:
            self._send("choose_duel", game=word)
        elif not self.announcer.answer(typed):
            self._send("play", text=typed, seen=room.number)

    def _send(self, do: str, **fields: Any) -> None:
        """Sends a command; the next line is read when it is answered."""
        self._waits_for = self.host.send(do, room=self.replica.id, **fields)

    def _leave(self) -> None:
        """Gives the seats up, and leaves unless the host refuses that."""
        try:
            heard = self.host.ask("leave", room=self.replica.id)
        except JoinError as error:
            self.line.tell(str(error))
        else:
            self._is_leaving = self.has_left = True
            for said in heard:
                self._take(said)

    def _invite(self, _argument: str) -> None:
        """Shows the links that let others come to the free seats, and watch."""
        offered = self._invitations.offer(self.replica.room)
        if not offered:
            self.line.tell(_("No seat is free, and anybody may watch."))
        for each in offered:
            try:
                heard = self.host.ask(**each.command) if each.command else []
            except JoinError as error:
                self.line.tell(str(error))
                return
            for said in heard:
                self._take(said)
            self.line.say(f"{each.words}:", each.link)

    def _save(self, name: str) -> None:
        """Saves the match in the file *name*, as far as it has been played."""
        if not name:
            self.line.tell(_("Say save FILE: in which file?"))
            return
        try:
            path = read_new_name(name)
            save(to_record(self.replica.match, self.replica.seats), path)
        except RecordError as error:
            self.line.tell(str(error))
        else:
            self.line.say(_("Saved in {place}.").format(place=path))

    def _lead_on(self) -> None:
        """Offers a review and a rematch to a person, until he leaves or that begins."""
        while self.line.is_interactive:
            if self._wants_rematch and self.replica.room.rematch:
                self.next_room = self.replica.room.rematch
                return
            if (answer := self._line_at_end()) is None:
                continue
            typed = answer.lower()
            accepts = _accepts(typed) if self._is_to_answer else None
            if typed == "review":
                self.announcer.tell_review()
            elif typed.partition(" ")[0] == "save":
                self._save(answer.partition(" ")[2].strip())
            elif accepts or (typed == "rematch" and self._holds_seat):
                self._wants_rematch = True
                self._ask("rematch")
            else:
                if self._is_to_answer:  # who leaves lets nobody wait
                    self._ask("answer", accept=False, seen=self.replica.room.number)
                if accepts is None:
                    return

    def _line_at_end(self) -> str | None:
        """Says what can be done after the end, and waits; ``None`` if the host says something."""
        offered = _("Type review, save FILE, or Enter to leave: ")
        if self._is_to_answer:
            offered = _("Type yes or no, review, save FILE, or Enter to leave: ")
        elif Rematch.may(self.replica.room, self.replica.person):
            offered = _("Type review, save FILE, rematch, or Enter to leave: ")
        self.line.show_prompt(offered)
        while not self.line.wait_for_line(LOOK_MS):
            if (said := self.host.hear()) is not None:
                self.line.say("")
                self._take(said)
                self._hear(0)
                return None
        return self.line.read()

    def _ask(self, do: str, **fields: Any) -> None:
        """Sends a command, and tells what has come of it."""
        try:
            heard = self.host.ask(do, room=self.replica.id, **fields)
        except JoinError as error:
            self.line.tell(str(error))
            return
        for said in heard:
            self._take(said)
        self._catch_up()

    # ---- what is asked of whom ------------------------------------------------------------------

    @property
    def _is_over(self) -> bool:
        """Whether the match has ended, as far as is known here."""
        return self.replica.is_there and self.replica.over is not None

    @property
    def _holds_seat(self) -> bool:
        return bool(self.replica.room.seats.held_by(self.replica.person))

    @property
    def _is_due(self) -> bool:
        """Whether who sits here decides next."""
        room = self.replica.room
        table = room.table
        return not table.bot_is_due and table.player in room.deciders(self.replica.person)

    @property
    def _is_to_answer(self) -> bool:
        """Whether who sits here must say yes or no: to a request, or to a draw."""
        return Answer.may(self.replica.room, self.replica.person)

    @property
    def _is_to_be_ready(self) -> bool:
        """Whether who sits here has not said yet that time may pass."""
        return GoOn.may(self.replica.room, self.replica.person)

    @property
    def _is_asked(self) -> bool:
        """Whether anything is asked of who sits here."""
        room, person = self.replica.room, self.replica.person
        if self._is_to_answer or self._is_to_be_ready:
            return True
        held = room.seats.held_by(person)
        asks = room.request.player if room.request is not None else room.offer
        if asks in held or room.table.paused:
            return False  # others answer first
        if room.table.fault is not None or room.table.trouble:
            return bool(held)
        return self._is_due


def _accepts(word: str) -> bool | None:
    """Whether *word* accepts; ``None`` if it is no answer."""
    if word in ("yes", "y", _("yes")):
        return True
    return False if word in ("no", "n", _("no")) else None
