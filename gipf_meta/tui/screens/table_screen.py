"""The actions of the keys at a table beside deciding: undoing, resigning, pausing, replaying."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, ClassVar, TypeVar

from textual.binding import BindingType
from textual.screen import Screen

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _
from gipf_meta.bots.analyst import AnalystFailed
from gipf_meta.deeds.table_elements import all_news
from gipf_meta.line.clipboard import copies_in
from gipf_meta.line.live_offers import hours_to_offer, offer_live, why_no_offer
from gipf_meta.line.own_reviews import OwnTurns
from gipf_meta.line.people_actions import about_people
from gipf_meta.line.played_match import PlayedMatch, telling
from gipf_meta.match.match import CannotUndo, Match
from gipf_meta.narration import prompts
from gipf_meta.narration.advice import Advice
from gipf_meta.narration.answers import spoken_seats
from gipf_meta.narration.news_so_far import ToldTurn
from gipf_meta.narration.prompts import Question
from gipf_meta.plugins.setting_up import sets_board_up
from gipf_meta.protocol.failures import GameFailed
from gipf_meta.protocol.game import MoveError, title_of
from gipf_meta.protocol.gate import Gate
from gipf_meta.table.players import BotFailed
from gipf_meta.tui.parts.background import run_in_background
from gipf_meta.tui.parts.keys import PLAY_KEYS, SET_UP_KEYS
from gipf_meta.tui.parts.side_panel import SidePanel
from gipf_meta.tui.screens.base_screens import keys_of
from gipf_meta.tui.screens.calls import Calls, HeldTime
from gipf_meta.tui.screens.decision_screen import DecisionScreen
from gipf_meta.tui.screens.dialogs import (
    CopyDialog,
    ListDialog,
    QuestionDialog,
    SaveDialog,
)
from gipf_meta.tui.screens.keys_list import page_of_keys
from gipf_meta.tui.screens.pages import NewsPage, RulesPage
from gipf_meta.tui.screens.people_dialogs import PeopleDialogs
from gipf_meta.tui.screens.plan_screen import begin_walk
from gipf_meta.tui.screens.replay import Replay
from gipf_meta.tui.screens.study_keys import StudyKeys
from gipf_meta.tui.screens.table_bindings import TABLE_BINDINGS
from gipf_meta.tui.screens.turning import open_turning
from gipf_meta.tui.screens.way_to_next import go_to_next

T = TypeVar("T")


NEEDS = {
    "analyse": {"analyse"},
    "undo": {"take_back"},
    "redo": {"play_again"},
    "resign": {"resign"},
    "draw": {"offer"},
    "live": {"live"},
    "hint": {"hint"},
    "plan": {"plan"},
    "begin_here": {"begin_here"},
    "give_up": {"leave"},
    "study": {"study"},
    **{step: {"walk"} for step in ("back", "on", "first", "last", "up", "down")},
    "promote": {"promote"},
    "delete_turn": {"delete_turn"},
    "restore": {"restore"},
    "change_again": {"change_again"},
}
"""The commands of which the room must allow at least one for an action to be in the menu."""


KEYS_AT_END = {
    "turned": "G", "replay": "V", "save": "S", "copy": "C", "study": "W",
    "look": "escape", "leave": "ctrl+l",
}  # fmt: skip
"""The keys of the answers at the end of a match."""


def is_offered(played: PlayedMatch, what: str) -> bool:
    """Whether the room would allow the action *what*."""
    if what == "people":
        return bool(about_people(played))
    return what not in NEEDS or bool(NEEDS[what] & played.may)


class TableKeys(StudyKeys):
    """The actions of the keys at the table of a match that is *played*, beside deciding; *screen*
    shows it."""

    def __init__(self, screen: TableScreen, played: PlayedMatch) -> None:
        super().__init__(screen, played)
        self.screen: TableScreen = screen
        self.people_dialogs = PeopleDialogs(screen, played)

    def undo(self) -> None:
        """Undoes the last decision, or sends the others a request for that."""
        self.screen.act(self.played.undo)

    def begin_here(self) -> None:
        """Opens the form for a match that begins from this position."""
        self.screen.act(lambda: self.played.do("begin_here"))

    def redo(self) -> None:
        """Redoes the decision that was undone last."""
        self.screen.act(self.played.redo)

    def resign(self) -> None:
        """Lets the player who decides next resign, after a confirmation."""
        speaker = self.played.speaker
        if speaker is None or self.played.over is not None:
            self.screen.say(self.played.why_not("resign"))
            return

        def resign(answer: str | None) -> None:
            if answer == "yes":
                self.screen.act(lambda: self.played.resign(speaker))

        match, name = self.played.match, self.screen.names[speaker]
        with telling(self.played):
            question = prompts.resignation(match, name, self.played.only_person)
        self.screen.push_paused(QuestionDialog(*question), resign)

    def draw(self) -> None:
        """Offers the others a draw; those at the same keyboard are asked by name."""
        played, speaker = self.played, self.played.speaker
        if why := played.why_not("offer"):
            self.screen.say(why)
            return
        if speaker is None or len(played.players_here) > 1:
            self.screen.act(played.offer_draw)
            return

        def offer(answer: str | None) -> None:
            if answer == "yes":
                self.screen.act(played.offer_draw)

        self.screen.app.push_screen(
            QuestionDialog(*prompts.draw_offer(self.screen.names[speaker], ())), offer
        )

    def leave(self) -> None:
        """Leaves the match, which is saved."""
        self.screen.interface.leave_match()

    def pause(self) -> None:
        """Stops the clock, or sends the others a request for that; in a pause, declares this player
        ready."""
        if self.played.paused:
            self.screen.act(self.played.go_on)
        elif not self.played.clock_runs:
            self.screen.say(_("No clock runs in this game."))
        elif self.played.is_far:
            self._ask_for_pause()
        else:
            self.screen.push_paused(
                QuestionDialog(_("Paused"), _("No time passes."), {"on": _("Go on")})
            )

    def _ask_for_pause(self) -> None:
        """Asks for the length of the pause, and sends the others a request; a lone player pauses at
        once."""
        if self.played.is_alone or self.played.why_not("pause"):
            self.screen.act(self.played.pause)  # the room says why not
            return

        def pause(answer: str | None) -> None:
            if answer:
                self.screen.act(lambda: self.played.pause(int(answer)))

        self.screen.app.push_screen(ListDialog.answer(prompts.pause()), pause)

    def live(self, typed: str = "") -> None:
        """Offers the others to play the duel live at the hour that was *typed*; without one, asks
        for it."""
        if why := why_no_offer(self.played) if not typed else offer_live(self.played, typed):
            self.screen.say(why)
        elif not typed:

            def offer(answer: str | None) -> None:
                if answer:
                    self.live(answer)

            self.screen.push_paused(ListDialog.answer(hours_to_offer(self.played)), offer)

    def plan(self) -> None:
        """Opens the board in imagination, where moves are planned in advance."""
        try:
            self.screen.push_paused(begin_walk(self.played))
        except MoveError as error:
            self.screen.say(str(error))

    def replay(self) -> None:
        """Shows the turns so far."""
        self._show_replay()

    def analyse(self) -> None:
        """Shows the turns so far, with the best lines of the position; not to a player of a running
        match at a host."""
        if why := self._why_no_advice():
            self.screen.say(why)
        else:
            self._show_replay(analysed=True)

    def _show_replay(self, *, analysed: bool = False, reviewed: bool = False) -> None:
        match, seats, notes = self.played.match, self.played.seats, self.played.room.opening.notes
        replay = Replay(
            match, seats, notes, at_end=True, analysed=analysed,
            unadvised=self._why_no_advice(), own=OwnTurns.of_played(self.played),
        )  # fmt: skip
        self.screen.push_paused(replay)
        if reviewed:
            replay.call_after_refresh(replay.action_review)

    def review(self) -> None:
        """Shows the turns so far, and reviews them."""
        if why := self._why_no_advice():
            self.screen.say(why)
        else:
            self._show_replay(reviewed=True)

    def _why_no_advice(self) -> str:
        """The reason why nobody here may get advice, such as a hint, or ``""``."""
        return self.played.why_not("analyse")

    def copy(self) -> None:
        """Asks what to copy: the position, the match in some form, a link; and copies it."""
        copies = self.screen.guarded(lambda: copies_in(self.played))
        if copies is not None:
            self.screen.push_paused(CopyDialog(copies))

    def open_call(self) -> None:
        """Opens the latest call that others have caused."""
        if not self.screen.calls.open_last():
            self.screen.say(_("Nothing waits for you."))

    def menu(self) -> None:
        """Lists the actions of the keys, to choose from: a mouse has no other access to them. At
        the end of the match lists what can be done then."""
        if self.played.over is not None:
            self.ask_after_end()
            return
        things = [each for each in self._menu_things() if is_offered(self.played, each[0])]

        def do(thing: str | None) -> None:
            if thing:
                getattr(self, thing)()

        bound = {f"table('{name}')": name for name, _label in things}
        keys = {bound[action]: key for action, key in keys_of(self.screen, bound).items()}
        self.screen.push_paused(
            ListDialog(title_of(self.played.match.top.game), "", things, keys), do
        )

    def _menu_things(self) -> list[tuple[str, str]]:
        """The actions of the menu, each with its words."""
        played = self.played
        pause = _("Let time run") if played.paused else _("Pause")
        leave = _("Leave; the match is kept")
        if played.is_far:
            leave = _("Leave; the match goes on")
        elif sets_board_up(played.match.top.game):
            leave = _("Leave; the board is kept")
        at_host = [
            ("next_match", _("The next match that waits for you")),
            ("people", _("People: invite, sit down, a new link")),
            ("give_up", _("Give up the seat, and leave")),
        ] if played.is_far else []  # fmt: skip
        return [
            ("hint", _("What to play, and why")), ("analyse", _("The best lines of the position")),
            ("undo", _("Undo")), ("redo", _("Redo")),
            ("resign", _("Resign")), ("draw", _("Offer a draw")), ("pause", pause),
            ("live", _("Play this duel live, at an hour")),
            ("plan", _("Plan moves in advance")),
            ("replay", _("Replay")), *self.study_things,
            ("begin_here", _("A new match from this position")),
            ("save", _("Save it, or a picture")),
            ("copy", _("Copy the position, the game, a link")),
            ("news", _("What happened")), ("rules", _("Rules")), *at_host, ("leave", leave),
        ]  # fmt: skip

    def ask_after_end(self) -> None:
        """Shows how the match ended, and asks what to do next."""
        played, interface = self.played, self.screen.interface
        self.screen.calls.drop("end")

        def do(answer: str | None) -> None:
            if answer == "rematch":
                self.rematch()
            elif answer == "replay":
                interface.open_replay(played.match, played.seats, played.room.opening.notes)
            elif answer == "turned":
                open_turning(self.screen.app, played)
            elif answer == "save":
                self.screen.app.push_screen(SaveDialog(self.file), interface.report_saved)
            elif answer == "copy":
                self.copy()
            elif answer == "study":
                self.study()
            elif answer == "leave":
                interface.leave_match()

        dialog = ListDialog.answer(self.question_after_end(), KEYS_AT_END)
        self.screen.app.push_screen(dialog, do)

    def question_after_end(self) -> Question:
        """The question at the end of a match: its result, and what can be done next."""
        played = self.played
        local = played.local_room
        place = "" if local is None else local.kept_match.place
        with telling(played):
            question = prompts.match_ends(played.match, played.seats, played.only_person, place)
        if not ("rematch" in played.may or played.room.rematch):
            answers = {key: words for key, words in question.answers.items() if key != "rematch"}
            question = question._replace(answers=answers)
        (*before, look, leave) = question.answers.items()
        more = [("copy", _("Copy"))]
        if "study" in played.may:
            more.append(("study", _("Study")))
        at = 1 if before[0][0] == "rematch" else 0
        before.insert(at, ("turned", _("See where it turned")))
        return question._replace(answers=dict([*before, *more, look, leave]))

    def rematch(self) -> None:
        """Requests a rematch, or agrees to one; a spectator follows the players into theirs."""
        if self.played.holds_seat:
            self.played.rematch()
        else:
            self.screen.interface.talk.go_to(self.played.room.rematch)

    def people(self) -> None:
        """Lists the people at their seats and the possible actions, to choose from."""
        self.people_dialogs.list_them()

    def next_match(self) -> None:
        """Leads to the next match that waits, unless a decision is half made."""
        if not self.played.is_far:
            self.screen.say(_("That is for matches at a host."))
        elif self.screen.decision.path:
            self.screen.say(_("Finish what you have begun, or take it back with Escape."))
        else:
            go_to_next(self.screen.app)

    def give_up(self) -> None:
        """Asks whether to give up the seat, and gives it up."""
        self.people_dialogs.give_up()

    def keys(self) -> None:
        """Opens the page of keys; the clock stands meanwhile."""
        self.screen.push_paused(page_of_keys(self.screen))

    def hint(self) -> None:
        """Searches for a hint, and shows it unless the match has gone on meanwhile."""
        advice, match = self.played.advice(), self.played.match
        if advice is None:
            self.screen.say(self.played.why_not("hint"))
            return
        self.screen.say(_("A hint is looked for …"))

        def show(answer: Future[Advice]) -> None:
            if self.screen.is_current and len(match.top.steps) == len(self.played.match.top.steps):
                if isinstance(failure := answer.exception(), AnalystFailed):
                    self.screen.say(str(failure))
                else:
                    self.screen.guarded(lambda: self.screen.deciding.show_hint(answer.result()))

        run_in_background(self.screen, advice, show)

    def news(self) -> None:
        """Opens the page with all that was said of the match; the clock stands meanwhile."""
        self.screen.push_paused(NewsPage(self._all_news))

    def _all_news(self) -> list[ToldTurn]:
        with telling(self.played):
            return all_news(self.played.room, self.played.person)

    def rules(self) -> None:
        """Opens the rules of the game on top; the clock stands meanwhile."""
        self.screen.push_paused(RulesPage(self.played.match.top.game))


class TableScreen(DecisionScreen[str]):
    """The session at *depth* of a match that is *played*: 0 is the match itself, 1 a duel, …

    ``refresh_table`` shows its state; *seen* is the match as it was last described.
    """

    BINDINGS: ClassVar[list[BindingType]] = [*TABLE_BINDINGS]
    pasted_here = _("paste: turns, a game, a link"), _("paste: turns")

    def __init__(self, played: PlayedMatch, depth: int = 0) -> None:
        super().__init__()
        self.played, self.depth, self.keys = played, depth, TableKeys(self, played)
        self.own_keys = SET_UP_KEYS if sets_board_up(played.match.top.game) else PLAY_KEYS
        self.seen = played.match
        self.was_shown = self.has_told_end = False
        self.held_time = HeldTime(self.guarded, played)
        self.calls = Calls(self, self.held_time)

    @property
    def names(self) -> list[str]:
        """The players' names, made distinct."""
        return self.played.names

    @property
    def seat_names(self) -> list[str]:
        """The names of the seats of the game on top."""
        return [*spoken_seats(self.played.match.top.game)]

    @property
    def failure(self) -> object:
        """The failure that needs an answer, or ``""``."""
        return self.played.trouble or str(self.played.fault or "")

    def show_match(self, match: Match) -> None:
        """Shows the state of *match*."""
        raise NotImplementedError

    def refresh_table(self, *, only_time: bool = False) -> None:
        """Shows the match, and starts what comes next; only the time, if *only_time* passed."""
        raise NotImplementedError

    def show_anew(self) -> None:
        """Shows the match as if it had just been opened, after it has gone back or forward."""
        self.deciding.forget()
        self.deciding.hinted = None
        self.say("")
        self.refresh_table()

    # ---- errors of games ----------------------------------------------------------------------

    def guarded(self, do: Callable[[], T]) -> T | None:
        """Calls *do* and returns its result; ``None`` if a game or a bot failed in it.

        A game that fails ends the screen with one sentence; the match is saved. A bot that fails is
        the table's *fault*, which ``refresh_table`` asks about. Raises ``MoveError`` and
        ``CannotUndo`` as they come.
        """
        game = self.played.match.top.game
        try:
            with Gate(game):  # it may describe a board that is none, and cannot be shown
                return do()
        except (MoveError, CannotUndo):
            raise
        except BotFailed:
            return None
        except GipfMetaError as error:
            self.interface.leave_failed_match(str(GameFailed.of(game, error)))
            return None

    def act(self, do: Callable[[], object]) -> None:
        """Calls *do*, guarded, and shows its effect."""
        self.guarded(do)
        with self.calls.as_own():
            self.refresh_table()

    # ---- while no time passes -----------------------------------------------------------------

    def push_paused(self, screen: Screen[Any], then: Callable[[Any], None] | None = None) -> None:
        """Shows *screen*; the clock stands until it is closed, unless others go on meanwhile."""
        is_stopped = self.held_time.begin()

        def go_on(answer: Any) -> None:
            if is_stopped:
                self.held_time.end()
            if then is not None:
                then(answer)

        self.app.push_screen(screen, go_on)

    def on_call_strip_chosen(self) -> None:
        """Opens the latest waiting call."""
        self.calls.open_last()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Enables every key for players: a key without effect shows why. A spectator at a host has
        only the keys for spectators."""
        if action == "table" and self.played.is_far and not self.played.holds_seat:
            return is_offered(self.played, str(parameters[0]))
        return True

    def action_table(self, what: str) -> None:
        """Carries out the action of a key."""
        getattr(self.keys, what)()

    def action_scroll_side(self, by: int) -> None:
        """Scrolls the panel beside the board by *by* pages."""
        side = self.query_one(SidePanel)
        side.scroll_relative(y=by * max(1, side.size.height - 1), animate=False)
