"""The play screen: one game of a match, with its board, and a duel's screen on top of it."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Static

from gipf_meta.base.texts import _
from gipf_meta.bots import BOTS
from gipf_meta.match.match import CannotUndo, Match
from gipf_meta.narration import questions, story
from gipf_meta.protocol.game import MoveError, title_of
from gipf_meta.protocol.view import Choice, View
from gipf_meta.table.pilots import ANSWER_MS, Thinking
from gipf_meta.table.players import (
    BotFailed,
    GameFailed,
    Player,
)
from gipf_meta.table.table import Table
from gipf_meta.tui.parts.background import beside
from gipf_meta.tui.parts.board import Board
from gipf_meta.tui.parts.choosing import Choosing
from gipf_meta.tui.parts.deciding import Deciding
from gipf_meta.tui.parts.dialogs import Ask, Pick
from gipf_meta.tui.parts.motion import with_last
from gipf_meta.tui.parts.pace import in_seconds, pause_ms
from gipf_meta.tui.parts.side import Side
from gipf_meta.tui.screens.replay import Replay
from gipf_meta.tui.screens.saving import Saving

if TYPE_CHECKING:
    from gipf_meta.tui.app import GipfApp

T = TypeVar("T")

BOT_PAUSE_S = 0.4
"""How long a bot's decision is looked forward to, so that it can be followed."""


class PlayScreen(Deciding[str]):
    """The session at *depth* of a table's match: 0 is the match itself, 1 a duel, …"""

    app: GipfApp

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
        Binding("question_mark", "app.keys", _("keys")),
        Binding("ctrl+l", "leave", _("leave")),
    ]

    def __init__(self, table: Table, depth: int = 0) -> None:
        super().__init__()
        self.table = table
        self.depth = depth
        self.seen = table.match
        self._timer: Timer | None = None
        self._alarm: Timer | None = None
        self._thinking: Thinking | None = None
        self._before: tuple[object, View] | None = None
        self._announced = False
        self._in_duel = False
        self._told_end = False

    @property
    def names(self) -> list[str]:
        return story.names_of(self.table.seats, self.table.match)

    def compose(self) -> ComposeResult:
        yield Static(id="heading", markup=False)
        with Horizontal(id="middle"):
            yield Board(self.app.looks, id="board")
            yield Side(id="side")
        yield from self.below(Static(id="caption", markup=False))

    def on_mount(self) -> None:
        self.query_one(Board).focus()
        if self.depth:
            self.add_class("duel")
        self.refresh_table()
        self.watch(self.app, "app_focus", self._look_at_time, init=False)
        if self.table.paused and not self.depth:
            # a match that is gone on with waits until somebody is ready
            self.action_pause() if self.table.clock_runs else self.table.go_on()

    def on_screen_resume(self) -> None:
        if self._announced:
            self.refresh_table()

    # ---- following the table ------------------------------------------------------------------

    def refresh_table(self) -> None:
        """Shows how the match stands, and sees to what comes next."""
        if self.is_current:
            self._guarded(self._refreshed)

    def _refreshed(self) -> None:
        self._announced = True
        self.app.note_match()
        match = self.table.match
        if len(match.sessions) - 1 < self.depth:
            if not self._told_end:  # it stays the current screen until it is gone
                self._told_end = True
                news = story.news(self.seen.sessions, match.sessions, self.names)
                self.dismiss("\n".join(line.strip("= ") for line in news if line))
            return
        if len(match.sessions) - 1 > self.depth:
            if not self._in_duel:
                self._announce_duel(match)
            return
        happened = self._news(match)
        self._show(match)
        if happened:
            self.say(happened)
        self._go_on()

    def _show(self, match: Match) -> None:
        top = match.top
        view = in_seconds(with_last(self.table.view(), self._view_before(match)))
        mine = not self.table.bot_is_due and self.table.over is None and not self.table.trouble
        seated = story.seated(top, self.names)
        path = story.path(match.sessions)
        self.tell("heading", f"{path}   {' · '.join(seated)}")
        self.tell("caption", view.caption, layout=False)
        self.query_one(Side).show(match, view, self.names)
        prompt = view.prompt
        if match.player is not None:
            name = seated[top.seat_of(match.player)]
            thinks = _("{name} is thinking …").format(name=name)
            asked = view.prompt if name in view.prompt else f"{name}: {view.prompt}"
            prompt = asked if mine else thinks
        self.tell("prompt-words", self.table.unkept or prompt)
        self.offer(view, view.choices if mine else ())

    def _view_before(self, match: Match) -> View | None:
        """What was seen before the last turn; it stays while only time passes."""
        turns = match.top.turns()
        if not turns:
            return None
        state = turns[-1][0].before
        if self._before is None or self._before[0] is not state:
            self._before = state, match.top.game.view(state, None)
        return self._before[1]

    def _news(self, match: Match) -> str:
        """What has happened since the last time, on one line."""
        if match is self.seen:
            return ""
        news = story.news(self.seen.sessions, match.sessions, self.names)
        self.seen = match
        return " · ".join(line for line in news if line)

    def _announce_duel(self, match: Match) -> None:
        duel = match.sessions[self.depth + 1]
        self._in_duel = True
        self.seen = match
        words = _(
            "{game} waits. Whoever wins this game of {duel} decides whether the power works;"
            " then {game} goes on exactly here."
        ).format(game=title_of(match.sessions[self.depth].game), duel=title_of(duel.game))
        head = story.duel_head(duel, self.names)
        self._show_suspended(match)

        def begin(_answer: str | None) -> None:
            self.app.push_screen(PlayScreen(self.table, self.depth + 1), self._after_duel)

        answers = {"begin": _("Begin the duel")}
        self.app.push_screen(Ask(head, words, answers), begin)

    def _after_duel(self, news: str | None) -> None:
        def go_on(_answer: str | None) -> None:
            self._in_duel = False
            self.refresh_table()

        self.seen = self.table.match
        game = title_of(self.table.match.sessions[self.depth].game)
        title = _("The duel is over; {game} goes on").format(game=game)
        self._show(self.table.match)
        words = f"{news}\n\n{self.view.prompt}"
        self.app.push_screen(Ask(title, words, {"on": _("Go on")}), go_on)

    def _show_suspended(self, match: Match) -> None:
        session = match.sessions[self.depth]
        self.query_one(Board).show(session.game.view(session.state, None))

    def _go_on(self) -> None:
        """Whoever comes next: a bot, a question about a duel, the end; else the people."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        self._set_alarm()
        if self.table.trouble:
            self._other_duel()
        elif self.table.over is not None:
            if not self._told_end:
                self._told_end = True
                self.app.finished(self.table)
        elif self.table.fault is not None:
            self._other_player(self.table.fault)
        elif self.table.bot_is_due and not self.table.time_acts:
            pause = BOT_PAUSE_S if self.app.looks.motion else 0.001
            self._timer = self.set_timer(pause, self._bot)

    def _bot(self) -> None:
        """The bot thinks beside the interface; its decision is played when it comes."""
        if self._thinking is not None or (thinking := self.table.thinking()) is None:
            return
        self._thinking = thinking
        self.set_timer(ANSWER_MS / 1000, lambda: self._give_up(thinking))
        beside(self.app, thinking.choose, lambda answer: self._has_thought(thinking, answer))

    def _has_thought(self, thinking: Thinking, answer: Future[Any]) -> None:
        if self._thinking is thinking:
            self._thinking = None
            self._guarded(lambda: self.table.bot_chose(thinking, answer.result))
            self.refresh_table()

    def _give_up(self, thinking: Thinking) -> None:
        """Nobody waits for ever: the thread of a bot that hangs is left alone with it."""
        if self._thinking is thinking:
            self._thinking = None
            self._guarded(lambda: self.table.give_up(thinking))
            self.refresh_table()

    def _stop_thinking(self) -> None:
        if self._thinking is not None:
            self._thinking.cancel()
            self._thinking = None

    def on_unmount(self) -> None:
        self._stop_thinking()

    @property
    def _time_passes(self) -> bool:
        is_shown = self._announced and self.is_current
        return is_shown and self.table.clock_runs and not self.table.paused

    def _look_at_time(self) -> None:
        if self._time_passes:
            before = self.table.match
            self._guarded(self.table.tick)
            if self.table.match is not before:
                self.refresh_table()
        self._set_alarm()

    def _set_alarm(self) -> None:
        """Time is looked at again when the next thing is due, and as often as it is drawn."""
        if self._alarm is not None:
            self._alarm.stop()
        due = self._guarded(self.table.wait_ms) if self._time_passes else None
        pause = pause_ms(due, self.app.app_focus)
        self._alarm = self.set_timer(pause / 1000, self._look_at_time)

    def _guarded(self, do: Callable[[], T]) -> T | None:
        """What comes of *do*, which asks the game; one that fails ends in a sentence.

        About a bot that fails the players are asked when the screen is refreshed.
        """
        try:
            return do()
        except MoveError:
            raise
        except BotFailed:
            return None
        except (Exception, SystemExit) as error:
            self.app.failed(str(GameFailed.of(self.table.match.top.game, error)))
            return None

    def _other_duel(self) -> None:
        def chosen(game: str | None) -> None:
            if game:
                self._guarded(lambda: self.table.choose_duel(game))
                self.refresh_table()
            else:
                self.app.leave_match()

        installed = self.app.installed
        fit = [(game, installed.title(game)) for game in installed.for_seats(2)]
        question = Pick(_("Which game shall decide instead?"), self.table.trouble, fit)
        self.app.push_screen(question, chosen)

    def _other_player(self, fault: BotFailed) -> None:
        name = self.names[fault.player]
        deeds: dict[str, Callable[[], object]] = {
            "again": self.table.ask_again,
            "resign": lambda: self.table.resign(fault.player),
            "draw": self.table.agree_draw,
        }

        def chosen(what: str | None) -> None:
            if not what:
                self.app.leave_match()
                return
            newcomer = Player.of_kind(what, name) if what not in deeds else None
            self._guarded(
                deeds[what] if newcomer is None else lambda: self.table.seat(fault.player, newcomer)
            )
            self.refresh_table()

        things = [
            ("again", _("Ask it again")),
            *((kind, _("{player} plays on").format(player=kind)) for kind in ("human", *BOTS)),
            ("resign", _("{name} resigns").format(name=name)),
            ("draw", _("A draw")),
        ]
        self.app.push_screen(
            Pick(_("{name} is stuck").format(name=name), str(fault), things), chosen
        )

    # ---- what people do -------------------------------------------------------------------------

    def click_word(self, word: str) -> None:
        sure = self.choosing.done
        if sure is not None and word == sure.path[-1]:
            self.play(sure.notation)
        else:
            super().click_word(word)

    def decided(self, choice: Choice) -> None:
        if self.app.settings.confirm and not self.table.time_acts:
            self.narrow()
            self.say(_("{label}? Once more to play it, Escape to take it back.").format(
                label=choice.label[:1].upper() + choice.label[1:]))  # fmt: skip
        else:
            self.play(choice.notation)

    def why_not(self, word: str) -> str:
        return super().why_not(word) if self.choosing.choices else _("It is not your turn.")

    def play(self, text: str) -> None:
        """A person plays *text*."""
        try:
            self._guarded(lambda: self.table.play(text))
        except MoveError as error:
            self.choosing = Choosing(self.choosing.choices)
            self.narrow()
            self.say(str(error))
        else:
            self.choosing = Choosing()
            self.say("")
            self.refresh_table()

    def typed(self, text: str) -> None:
        match = self.table.match
        asker = None if match.player is None else self.table.speaker
        scene = questions.scene_of(match, self.names, asker)
        told = questions.answer(scene, text)
        if told is None:
            self.play(text)
        elif "\n" in told or len(told) > self.size.width - 2:
            self.app.push_screen(Ask(text, told, {"on": _("Go on")}))
        else:
            self.say(told)

    def action_undo(self) -> None:
        try:
            self.table.undo()
        except CannotUndo as error:
            self.say(str(error))
        else:
            self._back_in_time()

    def action_redo(self) -> None:
        try:
            self.table.redo()
        except CannotUndo as error:
            self.say(str(error))
        else:
            self._back_in_time()

    def _back_in_time(self) -> None:
        self._stop_thinking()
        self.seen = self.table.match
        self.choosing = Choosing()
        self._told_end = False
        self.say("")
        self.refresh_table()

    def action_resign(self) -> None:
        player = self.table.match.player
        if player is None or self.table.over is not None:
            return

        def answered(answer: str | None) -> None:
            if answer == "yes":
                self._guarded(lambda: self.table.resign(self.table.speaker))
                self.refresh_table()

        title = title_of(self.table.match.top.game)
        question = Ask(
            _("Resign?"),
            _("{name} gives up this game of {game}.").format(
                name=self.names[self.table.speaker], game=title
            ),
            {"no": _("No"), "yes": _("Yes, resign")},
        )
        self.app.push_screen(question, answered)

    def action_draw(self) -> None:
        if self.table.over is not None or self.table.match.player is None:
            return
        asker = self.table.speaker
        others = [
            self.names[player]
            for player in self.table.match.top.players
            if player != asker and self.table.players[player].bot is None
        ]

        def answered(answer: str | None) -> None:
            if answer != "yes":
                return
            if self.table.bots_accept_draw(asker):
                self._guarded(self.table.agree_draw)
                self.refresh_table()
            else:
                self.say(_("The bot declines the draw."))

        who = " ".join([self.names[asker], _("offers a draw."), *others])
        self.app.push_screen(
            Ask(_("A draw?"), who, {"no": _("No"), "yes": _("Yes, a draw")}), answered
        )

    def action_pause(self) -> None:
        if not self.table.clock_runs:
            self.say(_("No clock runs in this game."))
            return
        self.table.go_on()
        self._waiting_for(Ask(_("Paused"), _("No time passes."), {"on": _("Go on")}))

    def action_replay(self) -> None:
        """What was played so far; a running clock waits meanwhile."""
        self._replay(analysed=False)

    def action_analyse(self) -> None:
        """The same with the best lines of how it stands."""
        if why := self._unadvised():
            self.say(why)
        else:
            self._replay(analysed=True)

    def _replay(self, analysed: bool) -> None:
        match, seats, unadvised = self.table.match, self.table.seats, self._unadvised()
        again = Replay(match, seats, at_end=True, analysed=analysed, unadvised=unadvised)
        self._waiting_for(again)

    def _unadvised(self) -> str:
        """Why nobody may be told what to play; empty if it may be, as by a hint."""
        if self.table.over is not None:
            return ""
        if self.table.clock_runs:
            return _("Nothing is analysed while a clock runs; H gives a hint.")
        return "" if self.table.advice() is not None else _("It is not your turn.")

    def action_save(self) -> None:
        self._waiting_for(Saving(self.table.match, self.table.seats), self.app.saved)

    def _waiting_for(self, screen: Screen[Any], then: Callable[[Any], None] | None = None) -> None:
        """Shows *screen*; no time passes until it is left."""
        running = self.table.clock_runs and not self.table.paused
        if running:
            self.table.pause()

        def left(answer: Any) -> None:
            if running:
                self.table.go_on()
            if then is not None:
                then(answer)

        self.app.push_screen(screen, left)

    def action_menu(self) -> None:
        """Everything there is a key for, to choose from: a mouse has no other way."""
        things = [
            ("hint", _("What to play, and why")), ("analyse", _("The best lines of the position")),
            ("undo", _("Take back")), ("redo", _("Play again what was taken back")),
            ("resign", _("Resign")), ("draw", _("Offer a draw")), ("pause", _("Pause")),
            ("replay", _("Look at the match again")), ("save", _("Save it, or a picture")),
            ("rules", _("Rules")), ("leave", _("Leave; the match is kept")),
        ]  # fmt: skip

        def chosen(thing: str | None) -> None:
            if thing:
                getattr(self, f"action_{thing}")()

        self.app.push_screen(Pick(title_of(self.table.match.top.game), "", things), chosen)

    def action_hint(self) -> None:
        """Says what to play, once it has been found."""
        advice, match = self.table.advice(), self.table.match
        if advice is None:
            self.say(_("It is not your turn."))
            return
        self.say(_("A hint is looked for …"))

        def found(answer: Future[Any]) -> None:
            if self.is_current and len(match.top.steps) == len(self.table.match.top.steps):
                self._guarded(lambda: self.say(answer.result()))

        beside(self.app, advice, found)

    def action_scroll_side(self, by: int) -> None:
        side = self.query_one(Side)
        side.scroll_relative(y=by * max(1, side.size.height - 1), animate=False)

    def action_rules(self) -> None:
        self.app.show_rules(self.table.match.top.game)

    def action_leave(self) -> None:
        self.app.leave_match()
