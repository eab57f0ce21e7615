"""The play screen: one game of a match, with its board, and a duel's screen in front of it."""

from __future__ import annotations

from collections.abc import Callable

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.timer import Timer
from textual.widgets import Static

from gipf_meta.base.texts import _
from gipf_meta.match.continuation import play_begun
from gipf_meta.match.match import Match
from gipf_meta.match.partial_decision import PartialDecision
from gipf_meta.narration import asking, questions, story
from gipf_meta.narration.news import news
from gipf_meta.protocol.first_match import gentle_game
from gipf_meta.protocol.game import MoveError
from gipf_meta.protocol.view import Choice, View
from gipf_meta.render import speech
from gipf_meta.render.clocks import caption_beside, round_clocks
from gipf_meta.render.last_turn import mark_last_turn
from gipf_meta.table.players import BotFailed, Player
from gipf_meta.table.table import Table
from gipf_meta.tui.parts.board import Board
from gipf_meta.tui.parts.clock_display import pause_ms
from gipf_meta.tui.parts.countdowns import Countdowns
from gipf_meta.tui.parts.side_panel import SidePanel
from gipf_meta.tui.screens.dialogs import Ask
from gipf_meta.tui.screens.session_screen import SessionScreen

JOIN = " · "
"""What stands between two sentences of the status line."""
BOT_PAUSE_S = 0.4
"""How long a bot waits before it thinks, so that its decisions can be followed."""


class PlayScreen(SessionScreen):
    """The session at *depth* of a table's match, as it is played."""

    def __init__(self, table: Table, depth: int = 0) -> None:
        super().__init__(table, depth)
        self._alarm: Timer | None = None
        self._before: tuple[object, View] | None = None
        self._was_shown = False

    def compose(self) -> ComposeResult:
        """The board, the panel beside it, and what is asked below."""
        yield Static(id="heading", markup=False)
        with Horizontal(id="middle"):
            yield Board(self.interface.looks, id="board")
            yield SidePanel(self.interface.looks, id="side")
        yield Countdowns(large=False, id="countdown-strip")
        yield from self.below()

    def on_mount(self) -> None:
        """Shows the match."""
        self.query_one(Board).focus()
        if self.depth:
            self.add_class("duel")
        self.refresh_table()
        self.watch(self.app, "app_focus", self.read_clock, init=False)
        if not self.depth:
            self.begin_time()

    def begin_time(self) -> None:
        """Asks whether time may run, unless it runs already."""
        if self.table.paused:
            self.action_pause() if self.table.clock_runs else self.table.go_on()
        elif self.table.is_untouched:
            self._ask_ready()

    def _ask_ready(self) -> None:
        """Lets no time pass until somebody is ready; offers newcomers a gentle start."""
        table, game = self.table, self.table.match.top.game
        is_first = gentle_game(game) is not None and self.interface.is_first_match(game)
        if not table.clock_runs and not is_first:
            return

        def begin(answer: str) -> None:
            if answer == "gentle":
                self.interface.begin_gently(table)

        table.go_on()  # what has passed since the table was laid does not count
        self.push_paused(Ask(*asking.ready(game, table.clock_runs, is_first)), begin)

    def on_screen_resume(self) -> None:
        """Shows what has happened behind another screen."""
        if self._was_shown:
            self.refresh_table()

    # ---- following the table ------------------------------------------------------------------

    def refresh_table(self) -> None:
        """Shows how the match stands, and starts what comes next; nothing behind a screen."""
        if self.is_current:
            self.guarded(self._follow_match)

    def show_anew(self) -> None:
        """Shows the match as if it had just been opened: nothing of it is news."""
        self.seen = self.table.match
        self.has_told_end = False
        self.refresh_bindings()
        super().show_anew()

    def _follow_match(self) -> None:
        self._was_shown = True
        match = self.table.match
        depth = len(match.sessions) - 1
        if depth < self.depth:
            self.leave_duel(match)
        elif depth > self.depth:
            self.enter_duel(match)
        else:
            if self.another_duel(match):
                self.query_one(Board).show(match.top.view(None))
                return
            if self.is_in_duel:  # whose end is told first, in a dialog
                self.show_match(match)
                return
            self.show_match(match)
            if told := self.take_news(match):
                self.say(told)
            self.start_next()

    def show_match(self, match: Match) -> None:
        """Shows how *match* stands."""
        view = self.table.view()
        if not self.table.trouble:  # else the game below the duel is shown
            view = mark_last_turn(view, self._view_before(match))
        view = round_clocks(view)
        stakes = story.stakes(match.sessions, self.table.only_person)
        self.show_line("heading", self.heading(match, stakes))
        self.show_line("caption", caption_beside(view), layout=False)
        side, palette = self.query_one(SidePanel), self.interface.looks.palette
        side.palette = palette
        self.query_one("#countdown-strip", Countdowns).show(view.countdowns, palette)
        person = match.player if self.table.only_person is None else self.table.only_person
        is_known = person is not None and person in match.top.players
        own = match.top.seat_of(person) if is_known and person is not None else None
        side.show(match, view, self.names, own)
        below = match.sessions[-2] if self.depth else None
        # the heading of a duel says what the first sentence says
        side.show_stakes(stakes[1:] if below else stakes, below.view(None) if below else None)
        asked = self.table.keep_error or self.prompt_of(match, view)
        self.offer(view, self.table.choices_of_people(view), asked, _turn_of(match))

    def prompt_of(self, match: Match, view: View) -> str:
        """What is asked, and of whom; or how *match* ended."""
        table = self.table
        if match.player is not None:
            is_asked = not table.bot_is_due and table.over is None and not table.trouble
            seat = match.top.seat_of(match.player)
            return asking.prompt(view.prompt, match.top, seat, self.names, is_asked)
        if table.over is None:
            return view.prompt
        ended = asking.ending(match, table.seats, table.only_person)
        return _("{ended} m: what you can do now.").format(ended=ended)

    def _view_before(self, match: Match) -> View | None:
        """The view before the last turn; kept while only time passes."""
        turns = match.top.turns()
        if not turns:
            return None
        state = turns[-1][0].before
        if self._before is None or self._before[0] is not state:
            self._before = state, match.top.game.view(state, None)
        return self._before[1]

    def take_news(self, match: Match) -> str:
        """What has happened since the match was last seen, on one line; it is seen now.

        The turn that goes on is told in whole: in words or, where they have no room, in notation.
        """
        if match is self.seen:
            return ""
        seen, self.seen = self.seen, match
        only, notice = self.table.only_person, self.table.take_notice()
        told = ""
        for in_words, again in ((True, True), (True, False), (False, False)):
            said = news(seen.sessions, match.sessions, self.names, only, in_words, again)
            told = JOIN.join(line for line in (*said, notice) if line)
            if self.has_room_for(told):
                break
        return told

    def start_next(self) -> None:
        """Starts a bot, or asks about a duel, a fault or the end; else people decide."""
        self.bot_thread.unschedule()
        self._set_alarm()
        if self.table.trouble:
            self.ask_for_duel()
        elif self.table.over is not None:
            if not self.has_told_end:
                self.has_told_end = True
                self.refresh_bindings()
                self.interface.ask_after_end(self.table)
        elif self.table.fault is not None:
            self._ask_for_player(self.table.fault)
        elif self.table.bot_is_due and not self.table.time_acts:
            self.bot_thread.schedule(BOT_PAUSE_S if self.interface.looks.motion else 0.001)

    # ---- a bot that fails ---------------------------------------------------------------------

    def _ask_for_player(self, fault: BotFailed) -> None:
        """Asks who decides instead of the bot that has failed, or how the game ends."""
        name = self.names[fault.player]
        table = self.table
        deeds: dict[str, Callable[[], object]] = {
            "again": table.ask_again,
            "resign": lambda: table.resign(fault.player),
            "draw": table.agree_draw,
        }

        def choose(what: str | None) -> None:
            if not what:
                self.interface.leave_match()
            elif what in deeds:
                self.act(deeds[what])
            else:
                newcomer = Player.of_kind(what, name)
                self.act(lambda: table.seat(fault.player, newcomer))

        self.ask_once(asking.other_player(str(fault), name), choose)

    # ---- time ---------------------------------------------------------------------------------

    @property
    def _time_passes(self) -> bool:
        is_shown = self._was_shown and self.is_current
        return is_shown and self.table.clock_runs and not self.table.paused

    def read_clock(self) -> None:
        """Lets the time pass that has passed, and shows the match if that has changed it."""
        if self._time_passes:
            before = self.table.match
            self.guarded(self.table.tick)
            if self.table.match is not before:
                self.refresh_table()
        self._set_alarm()

    def _set_alarm(self) -> None:
        """Sets the timer to when the next event is due, or when clocks are to be drawn again."""
        if self._alarm is not None:
            self._alarm.stop()
        due_ms = self.guarded(self.table.wait_ms) if self._time_passes else None
        pause = pause_ms(due_ms, self.app.app_focus)
        self._alarm = self.set_timer(pause / 1000, self.read_clock)

    # ---- deciding -----------------------------------------------------------------------------

    def click_word(self, word: str) -> None:
        """Adds *word* to the decision; once it is made, its last word or one that was left out
        confirms it."""
        done = self.decision.done
        if done is not None and word in (self.decision.path[-1], *self.decision.unsaid):
            self.play(done.notation)
        else:
            super().click_word(word)

    def finish_decision(self, choice: Choice) -> None:
        """Plays *choice*; asks first if the settings say so and no sand runs."""
        if self.interface.settings.confirm and not self.table.time_acts:
            self.show_next_words()
            self.say(_("{label}? Once more to play it, Escape to take it back.").format(
                label=speech.begin_sentence(choice.label)))  # fmt: skip
        else:
            super().finish_decision(choice)

    def why_not(self, word: str) -> str:
        """Why *word* cannot be clicked; one sentence."""
        return super().why_not(word) if self.decision.choices else _("It is not your turn.")

    def play(self, text: str) -> bool:
        """Plays *text* for a person; says why if that is refused, and is false."""
        try:
            table = self.table
            self.guarded(lambda: play_begun(table.play, table.match, table.people, text))
        except MoveError as error:
            self.decision = self.decision.begun_anew()
            self.show_next_words()
            self.say(str(error))
            return False
        self.decision = PartialDecision()
        self.follow_hint(text)
        self.say("")
        self.refresh_table()
        return True

    def play_typed(self, text: str) -> bool:
        """Answers *text* if it is a question about the board; else plays it."""
        match = self.table.match
        asker = self.table.asker
        scene = questions.scene_of(match, self.names, asker)
        answer = questions.answer(scene, text)
        if answer is None:
            return self.play(text)
        if "\n" in answer or len(answer) > self.size.width - 2:
            self.app.push_screen(Ask(text, answer, {"on": _("Go on")}))
        else:
            self.say(answer)
        return True


def _turn_of(match: Match) -> object:
    """A value that changes when whoever is asked has decided, or somebody else is asked."""
    seat = None if match.player is None else match.top.seat_of(match.player)
    return match.player, sum(step.seat == seat for step in match.top.steps)
