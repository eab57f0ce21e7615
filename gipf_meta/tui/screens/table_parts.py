"""Parts of the screen of a match: its layout, the timer of its clock, the dialogs."""

from __future__ import annotations

from collections.abc import Callable

from textual.timer import Timer

from gipf_meta.line.people_actions import countdown
from gipf_meta.line.played_match import telling
from gipf_meta.match.match import Match
from gipf_meta.narration import prompts
from gipf_meta.paint.fitting import fit_layout, lacking_columns, spare_columns
from gipf_meta.protocol.first_match import gentle_game
from gipf_meta.table.players import BotFailed
from gipf_meta.tui.parts.background import while_open
from gipf_meta.tui.parts.below_board import Asking
from gipf_meta.tui.parts.board_widget import Board
from gipf_meta.tui.parts.countdowns import pause_ms
from gipf_meta.tui.parts.side_panel import NARROW_SCREEN, WIDE_SCREEN, SidePanel
from gipf_meta.tui.screens.calls import OpenQuestion
from gipf_meta.tui.screens.dialogs import ListDialog, QuestionDialog
from gipf_meta.tui.screens.plan_screen import PlanScreen
from gipf_meta.tui.screens.table_screen import TableScreen

PANEL, WIDEST_PANEL = 38, 64
"""The columns of the panel on a wide screen (``app.tcss``), and of the widest one."""
NARROW_PANEL, NARROWEST_PANEL = 30, 14
"""The columns of the panel on a narrow screen (``app.tcss``), and beside a wide board."""
ASKED = 4
"""The rows of the question below a board on a low screen (``app.tcss``)."""


class Fitting:
    """The layout of *screen*: divides its columns and rows between the board and the widgets around
    it."""

    def __init__(self, screen: TableScreen) -> None:
        self.screen = screen

    def fit_soon(self) -> None:
        """Divides them once the board has its rows."""
        self.screen.call_after_refresh(while_open(self.screen, self._fit))

    def _fit(self) -> None:
        self._fit_rows()
        panel = self.screen.query_one(SidePanel)
        panel.styles.width = self._panel_columns()
        self.screen.call_after_refresh(while_open(panel, panel.fit))

    def _panel_columns(self) -> int | None:
        """The columns of the panel; ``None`` if it keeps those that every such screen has.

        On a wide screen the panel beside a duel has those that the board does not need. On a narrow
        one it gives up some to a board that would be cramped.
        """
        width, rows = self.screen.size.width, self.screen.query_one(Board).size.height
        view, technique = self.screen.deciding.view, self.screen.interface.looks.technique
        if width >= WIDE_SCREEN and self.screen.depth:
            most = WIDEST_PANEL - PANEL
            return PANEL + spare_columns(view, width - PANEL, rows, technique, most)
        if NARROW_SCREEN <= width < WIDE_SCREEN:
            most = NARROW_PANEL - NARROWEST_PANEL
            lacking = lacking_columns(view, width - NARROW_PANEL, rows, technique, most)
            return NARROW_PANEL - lacking if lacking else None
        return None

    def _fit_rows(self) -> None:
        """Marks a low screen whose board needs one more row to stand upright (``app.tcss``).

        A board that can be drawn in shapes is laid on its side rather than drawn upright in
        letters.
        """
        width, height = self.screen.query_one(Board).size
        height += self.screen.query_one(Asking).size.height - ASKED
        technique, is_tall = self.screen.interface.looks.technique, False
        if self.screen.has_class("-low") and not self.screen.has_class("-tiny") and width:
            now, taller = (
                fit_layout(self.screen.deciding.view, width, rows, technique)
                for rows in (height, height + 1)
            )
            is_upright = taller is not None and not taller.turned
            is_tall = is_upright and (now is None or now.turned)
        self.screen.set_class(is_tall, "tall")


class Alarm:
    """The timer of *screen*, which reads the clock of the match as long as time passes there."""

    def __init__(self, screen: TableScreen) -> None:
        self.screen, self.played = screen, screen.played
        self.timer: Timer | None = None

    @property
    def _time_passes(self) -> bool:
        is_shown = self.screen.was_shown and self.screen.is_current
        return is_shown and self.played.clock_runs and not self.played.paused

    @property
    def _is_counting(self) -> bool:
        """Whether a countdown is shown though no clock runs: of a pause, or of an absence."""
        is_shown = self.screen.was_shown and self.screen.is_current
        return is_shown and self.played.is_far and bool(countdown(self.played))

    def read_clock(self) -> None:
        """Advances the clock to the present, and shows the match if that has changed it."""
        if self._time_passes or self._is_counting:
            before = self.played.match, countdown(self.played)
            self.screen.guarded(self.played.tick)
            match, lines = self.played.match, countdown(self.played)
            if lines != before[1]:
                self.screen.refresh_table()
            elif match is not before[0]:
                self.screen.refresh_table(only_time=True)
        self.set()

    def set(self) -> None:
        """Sets the timer to the next deadline, or to the next drawing of the clocks."""
        if self.timer is not None:
            self.timer.stop()
        wait_ms = self.screen.guarded(self.played.wait_ms) if self._time_passes else None
        pause = pause_ms(wait_ms, self.screen.app.app_focus)
        self.timer = self.screen.set_timer(pause / 1000, self.read_clock)


class Duels:
    """Opens the screen of a duel in front of *screen*, which shows one session, and closes it."""

    def __init__(self, screen: TableScreen) -> None:
        self.screen, self.played = screen, screen.played
        self.is_open = False
        """Whether the screen of a duel is in front."""

    def follow(self, match: Match) -> bool:
        """Opens or closes the screen of a duel, with an announcement, if *match* is at another
        session than the screen, or at another duel; returns whether it is."""
        depth = len(match.sessions) - 1
        if self.is_open and depth == self.screen.depth and self.screen.calls.drop("duel"):
            self.is_open = False  # it was over before anybody here turned to it
        if depth < self.screen.depth:
            self._leave(match)
        elif depth > self.screen.depth:
            self._enter(match)
        elif self._announce_another(match):
            self.screen.query_one(Board).show(match.top.view(None))
        else:
            return False
        return True

    def _enter(self, match: Match) -> None:
        """Announces, once, the duel that has begun, then opens its screen."""
        if self.is_open:
            return
        screen, played, depth = self.screen, self.played, self.screen.depth
        self.is_open = True
        screen.seen = match
        with telling(played):
            question = prompts.duel_begins(match, depth, played.only_person)
            screen.query_one(Board).show(match.sessions[depth].view(None))

        def begin(_answer: str | None) -> None:
            screen.app.push_screen(type(screen)(played, depth + 1), self._end)

        def announce() -> None:
            screen.push_paused(QuestionDialog(*question), begin)

        screen.calls.call("duel", question, announce, holds_time=True)

    def _announce_another(self, match: Match) -> bool:
        """Announces why another duel has replaced the one on the screen; returns whether one
        has."""
        screen, depth, seen = self.screen, self.screen.depth, self.screen.seen
        if not depth or self.played.trouble or len(seen.sessions) <= depth:
            return False
        made, known = (len(each.sessions[depth - 1].steps) for each in (match, seen))
        if made == known:
            return False
        screen.seen = match
        with telling(self.played):
            names, reader = self.played.names, self.played.only_person
            question = prompts.duel_follows(match, depth, names, reader)

        def announce() -> None:
            screen.push_paused(QuestionDialog(*question), lambda _answer: screen.refresh_table())

        screen.calls.drop("another_duel")
        screen.calls.call("another_duel", question, announce, holds_time=True)
        return True

    def _leave(self, match: Match) -> None:
        """Closes the screen of a duel that is over, once the person opens the news of its end;
        until then it stays the current screen."""
        screen = self.screen
        if screen.has_told_end:
            return
        screen.has_told_end = True
        with telling(self.played):
            below = match.sessions[screen.depth - 1]
            question = prompts.duel_ends(below, self.played.names, self.played.only_person)
        screen.calls.call("end_of_duel", question, screen.dismiss)

    def _end(self, _answer: str | None) -> None:
        """Goes on with the game below the duel whose screen has closed; its verdict is told above
        the board, and its news below."""
        self.is_open = False
        self.screen.refresh_table()


class ScreenQuestions:
    """The dialogs that *screen* shows beside the next decision, each once."""

    def __init__(self, screen: TableScreen) -> None:
        self.screen, self.played = screen, screen.played
        self._asked = OpenQuestion(screen.calls)
        self._answered: object = None
        self._told_host: object = None
        """The failure for which the host got an instruction: its answer is on its way."""
        self._has_offered_gentle = False

    def ask_next(self) -> None:
        """Asks about a duel, a bot that failed, the end, or an open question of the room; without
        any, people decide. A spectator gets a sentence on the failure."""
        played = self.played
        if self.screen.failure and not played.holds_seat and played.is_far:
            self.screen.say(str(self.screen.failure))
        elif self.screen.failure and self.screen.failure == self._told_host:
            return
        elif played.trouble:
            self._ask_for_duel()
        elif played.over is not None and not self.screen.has_told_end:
            self.screen.has_told_end = True
            self.screen.refresh_bindings()
            keys = self.screen.keys
            self.screen.calls.call("end", keys.question_after_end(), keys.ask_after_end)
        elif played.fault is not None:
            self._ask_for_player(played.fault)
        elif not self._offer_gentle_start():
            self._ask_question_of_room()

    def _ask_question_of_room(self) -> None:
        """Shows, once, the room's open question to the person here."""
        question = self.played.question()
        if question is None or question.about == self._answered or self.screen.held_time.is_held:
            return
        if self.screen.app.screen is not self.screen:
            return  # the dialog after the end can agree to a rematch, too
        if question.about == ("ready",) and self.screen.depth and not self.screen.seen.top.steps:
            self._answered = question.about  # beginning the duel counts as being ready
            self.screen.guarded(self.played.go_on)
            return

        def take(answer: str | None) -> None:
            self._answered = question.about
            if answer or question.about == ("ready",):
                self.screen.guarded(lambda: question.answer(answer or "on"))

        self._asked.ask(question.about, QuestionDialog(*question.question), take)

    def withdraw(self) -> None:
        """Closes a dialog whose question no longer exists; the same question later is a new one. A
        walk in imagination follows the match."""
        for each in self.screen.app.screen_stack:
            if isinstance(each, PlanScreen) and each.played is self.played:
                each.follow_match()
        question = self.played.question()
        if self._answered is not None and (question is None or question.about != self._answered):
            self._answered = None
        if self.screen.failure != self._told_host:
            self._told_host = None
        self._asked.withdraw(question and question.about, self.screen.failure)

    def _offer_gentle_start(self) -> bool:
        """Offers newcomers a gentle start, once; returns whether it does."""
        played, game = self.played, self.played.match.top.game
        if self._has_offered_gentle or played.is_far or not (
            played.is_untouched and played.is_alone
            and not played.match.sessions[0].begun_from
        ):  # fmt: skip
            return False
        self._has_offered_gentle = True
        if gentle_game(game) is None or not self.screen.interface.is_first_match(game):
            return False

        def begin(answer: str | None) -> None:
            if answer == "gentle":
                self.screen.interface.begin_gently(played)
            else:
                self.screen.guarded(played.go_on)

        self.screen.app.push_screen(
            QuestionDialog(*prompts.ready(game, played.clock_runs, True)), begin
        )
        return True

    def _ask_for_duel(self) -> None:
        """Asks for another game to decide the duel that cannot be played."""

        def choose(game: str | None) -> None:
            if game:
                self._act_on_failure(lambda: self.played.choose_duel(game))
            else:
                self.screen.interface.leave_match()

        question = prompts.other_duel(self.played.trouble, self.screen.interface.installed)
        self._asked.ask(self.screen.failure, ListDialog.answer(question), choose)

    def _act_on_failure(self, do: Callable[[], object]) -> None:
        """Calls *do*, the answer to a failure, and does not ask again before the host has
        replied."""
        self._told_host = self.screen.failure if self.played.is_far else None
        self.screen.act(do)

    def _ask_for_player(self, fault: BotFailed) -> None:
        """Asks which player replaces the bot that has failed, or how the game ends."""
        name = self.screen.names[fault.player]
        played = self.played
        deeds: dict[str, Callable[[], object]] = {
            "again": played.ask_again,
            "resign": lambda: played.resign(fault.player),
            "draw": played.offer_draw,
        }

        def choose(what: str | None) -> None:
            if not what:
                self.screen.interface.leave_match()
            else:
                self._act_on_failure(deeds.get(what, lambda: played.seat(fault.player, what)))

        question = prompts.other_player(str(fault), name)
        self._asked.ask(self.screen.failure, ListDialog.answer(question), choose)
