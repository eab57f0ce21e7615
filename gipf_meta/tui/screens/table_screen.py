"""What the keys do at a table beside deciding: taking back, resigning, pausing, looking again."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, ClassVar, TypeVar

from textual.binding import Binding, BindingType
from textual.screen import Screen

from gipf_meta.base.stops import stops
from gipf_meta.base.texts import _
from gipf_meta.match.match import CannotUndo
from gipf_meta.match.partial_decision import PartialDecision
from gipf_meta.narration import asking, story
from gipf_meta.narration.advice import Advice
from gipf_meta.protocol.game import MoveError, seat_name, title_of
from gipf_meta.table.players import BotFailed, GameFailed
from gipf_meta.table.table import Table
from gipf_meta.tui.parts.background import run_in_background
from gipf_meta.tui.parts.bot_thread import BotThread
from gipf_meta.tui.parts.side_panel import SidePanel
from gipf_meta.tui.screens.decision_screen import DecisionScreen
from gipf_meta.tui.screens.dialogs import Ask, Pick
from gipf_meta.tui.screens.pages import HelpPage, RulesPage
from gipf_meta.tui.screens.replay import Replay
from gipf_meta.tui.screens.save_dialog import SaveDialog

T = TypeVar("T")


class TableScreen(DecisionScreen[str]):
    """A screen at *table*; ``refresh_table`` shows how the match stands."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u", "undo", _("take back")),
        Binding("U", "redo", _("again"), show=False),
        Binding("R", "resign", _("resign"), show=False),
        Binding("D", "draw", _("offer a draw"), show=False),
        Binding("P", "pause", _("pause"), show=False),
        Binding("V", "replay", show=False),
        Binding("S", "save", show=False),
        Binding("H", "hint", show=False),
        Binding("A", "analyse", show=False),
        Binding("m", "menu", _("menu")),
        Binding("pageup", "scroll_side(-1)", show=False),
        Binding("pagedown", "scroll_side(1)", show=False),
        Binding("f1", "rules", _("rules")),
        Binding("question_mark", "keys", _("keys")),
        Binding("ctrl+l", "leave", _("leave")),
    ]

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        self.bot_thread = BotThread(self, table, self.act)

    @property
    def names(self) -> list[str]:
        """The players' names, each once."""
        return story.names_of(self.table.seats, self.table.match)

    @property
    def seat_names(self) -> list[str]:
        """What the seats of the game on top are called."""
        game = self.table.match.top.game
        return [seat_name(game, seat) for seat in range(len(game.seat_names))]

    def refresh_table(self) -> None:
        """Shows how the match stands, and starts what comes next."""
        raise NotImplementedError

    def show_anew(self) -> None:
        """Shows the match as if it had just been opened, after it has gone back or forth."""
        self.bot_thread.cancel()
        self.decision, self.hinted = PartialDecision(), None
        self.say("")
        self.refresh_table()

    def on_unmount(self) -> None:
        """Tells a bot that thinks to stop."""
        self.bot_thread.cancel()

    # ---- errors of games ----------------------------------------------------------------------

    def guarded(self, do: Callable[[], T]) -> T | None:
        """Returns what *do* returns; ``None`` if a game or a bot failed in it.

        A game that fails ends the screen with one sentence; the match is kept. A bot that fails is
        the table's *fault*, which ``refresh_table`` asks about. Raises ``MoveError`` and
        ``CannotUndo`` as they come.
        """
        try:
            return do()
        except (MoveError, CannotUndo):
            raise
        except BotFailed:
            return None
        except stops():
            raise
        except BaseException as error:
            failure = GameFailed.of(self.table.match.top.game, error)
            self.interface.leave_failed_match(str(failure))
            return None

    def act(self, do: Callable[[], object]) -> None:
        """Does *do* at the table, guarded, and shows what came of it."""
        self.guarded(do)
        self.refresh_table()

    # ---- back and forth -----------------------------------------------------------------------

    def action_undo(self) -> None:
        """Takes back to the last decision of a person."""
        self._go_to(self.table.undo)

    def action_redo(self) -> None:
        """Plays again what was taken back last."""
        self._go_to(self.table.redo)

    def _go_to(self, undo_or_redo: Callable[[], None]) -> None:
        try:
            self.guarded(undo_or_redo)
        except CannotUndo as error:
            self.say(str(error))
        else:
            self.show_anew()

    # ---- ending the game ----------------------------------------------------------------------

    def action_resign(self) -> None:
        """Asks whether the player who decides next resigns."""
        if self.table.match.player is None or self.table.over is not None:
            return

        def resign(answer: str | None) -> None:
            if answer == "yes":
                self.act(lambda: self.table.resign(self.table.speaker))

        match, name = self.table.match, self.names[self.table.speaker]
        question = asking.resignation(match, name, self.table.only_person)
        self.push_paused(Ask(*question), resign)

    def action_draw(self) -> None:
        """Offers the other players a draw."""
        if self.table.over is not None or self.table.match.player is None:
            return
        asker, names = self.table.speaker, self.names
        others = [
            names[player]
            for player in self.table.match.top.players
            if player != asker and self.table.players[player].bot is None
        ]

        def agree(answer: str | None) -> None:
            if answer != "yes":
                return
            accepted = self.guarded(lambda: self.table.bots_accept_draw(asker))
            if accepted:
                self.act(self.table.agree_draw)
            elif accepted is not None:
                self.say(_("The bot declines the draw."))

        self.app.push_screen(Ask(*asking.draw_offer(names[asker], others)), agree)

    def action_leave(self) -> None:
        """Leaves the match, which is kept."""
        self.interface.leave_match()

    # ---- while no time passes -----------------------------------------------------------------

    def action_pause(self) -> None:
        """Stops a running clock until somebody goes on."""
        if not self.table.clock_runs:
            self.say(_("No clock runs in this game."))
            return
        self.table.go_on()
        self.push_paused(Ask(_("Paused"), _("No time passes."), {"on": _("Go on")}))

    def action_replay(self) -> None:
        """Shows the turns so far."""
        self._show_replay(analysed=False)

    def action_analyse(self) -> None:
        """Shows the turns so far, with the best lines of the position; not for everybody."""
        if why := self._why_no_advice():
            self.say(why)
        else:
            self._show_replay(analysed=True)

    def _show_replay(self, analysed: bool) -> None:
        match, seats, unadvised = self.table.match, self.table.seats, self._why_no_advice()
        self.push_paused(Replay(match, seats, at_end=True, analysed=analysed, unadvised=unadvised))

    def _why_no_advice(self) -> str:
        """Why nobody may be told what to play; empty if somebody may, as by a hint."""
        if self.table.over is not None:
            return ""
        if self.table.clock_runs:
            return _("Nothing is analysed while a clock runs; H gives a hint.")
        return "" if self.table.advice() is not None else _("It is not your turn.")

    def action_save(self) -> None:
        """Asks for a file name, and saves the match there."""
        dialog = SaveDialog(self.table.match, self.table.seats)
        self.push_paused(dialog, self.interface.report_saved)

    def push_paused(self, screen: Screen[Any], then: Callable[[Any], None] | None = None) -> None:
        """Shows *screen*; no time passes until it is left."""
        is_running = self.table.clock_runs and not self.table.paused
        if is_running:
            self.guarded(self.table.pause)
            if not self.table.paused:
                return  # the game has failed, and the match has been left

        def go_on(answer: Any) -> None:
            if is_running:
                self.table.go_on()
            if then is not None:
                then(answer)

        self.app.push_screen(screen, go_on)

    # ---- help ---------------------------------------------------------------------------------

    def action_menu(self) -> None:
        """Lists what the keys do, to choose from: a mouse has no other way. At the end of the match
        lists what can be done then."""
        if self.table.over is not None:
            self.interface.ask_after_end(self.table)
            return
        things = [each for each in self.menu_things() if self.check_action(each[0], ())]

        def do(thing: str | None) -> None:
            if thing:
                getattr(self, f"action_{thing}")()

        keys = self.keys_of(name for name, _label in things)
        self.push_paused(Pick(title_of(self.table.match.top.game), "", things, keys), do)

    def menu_things(self) -> list[tuple[str, str]]:
        """The actions of the menu, and what they are called."""
        return [
            ("hint", _("What to play, and why")), ("analyse", _("The best lines of the position")),
            ("undo", _("Take back")), ("redo", _("Play again what was taken back")),
            ("resign", _("Resign")), ("draw", _("Offer a draw")), ("pause", _("Pause")),
            ("replay", _("Look at the match again")), ("save", _("Save it, or a picture")),
            ("rules", _("Rules")), ("leave", _("Leave; the match is kept")),
        ]  # fmt: skip

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offers no key to decide with once the match is over."""
        return action != "type" or self.table.over is None

    def action_keys(self) -> None:
        """Opens the page with the keys of a match; no time passes."""
        self.push_paused(HelpPage(self.own_keys))

    def action_hint(self) -> None:
        """Looks for a hint, and shows it unless the match has gone on meanwhile."""
        advice, match = self.table.advice(), self.table.match
        if advice is None:
            self.say(_("It is not your turn."))
            return
        self.say(_("A hint is looked for …"))

        def show(answer: Future[Advice]) -> None:
            if self.is_current and len(match.top.steps) == len(self.table.match.top.steps):
                self.guarded(lambda: self.show_hint(answer.result()))

        run_in_background(self, advice, show)

    def action_scroll_side(self, by: int) -> None:
        """Scrolls the panel beside the board by *by* pages."""
        side = self.query_one(SidePanel)
        side.scroll_relative(y=by * max(1, side.size.height - 1), animate=False)

    def action_rules(self) -> None:
        """Opens the rules of the game on top; no time passes."""
        self.push_paused(RulesPage(self.table.match.top.game))
