"""The board in imagination: a person walks how the game may go on, whoever decides, and keeps ways
of it as a plan."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Static

from gipf_meta.base.texts import _
from gipf_meta.line.imagined_walk import ImaginedWalk
from gipf_meta.line.played_match import PlayedMatch, telling
from gipf_meta.line.typed_completion import Completions
from gipf_meta.line.typed_words import without_words
from gipf_meta.match.match import Match
from gipf_meta.match.plans import PlanNode
from gipf_meta.narration import prompts
from gipf_meta.narration.answers import spoken_seats
from gipf_meta.narration.click_refusals import why_no_click
from gipf_meta.protocol.failures import GameFailed
from gipf_meta.protocol.game import MoveError
from gipf_meta.protocol.view import Choice
from gipf_meta.render.whole_seconds import round_clocks
from gipf_meta.tui.parts.board_widget import Board
from gipf_meta.tui.parts.keys import PLAN_KEYS
from gipf_meta.tui.parts.side_panel import Trays, panel_columns, sheet_lines
from gipf_meta.tui.screens.base_screens import KEYS_BINDING
from gipf_meta.tui.screens.decision_screen import JUMP_BINDING, Deciding, DecisionScreen
from gipf_meta.tui.screens.typed_at_board import TypedAtBoard

PLAN_BINDINGS: Final[Sequence[BindingType]] = (
    Binding(
        "S", "keep", _("keep"),
        tooltip=_("keep the way to this board as part of your plan"),
    ),
    Binding("escape", "back", _("back"), tooltip=_("one step back")),
    Binding("u,comma", "step_back", show=False, tooltip=_("one step back")),
    Binding("full_stop", "on", _("along"), tooltip=_("a step on, along your plan")),
    Binding("less_than_sign", "first", show=False, tooltip=_("back to the match as it stands")),
    Binding(
        "delete", "take_away", _("away"),
        tooltip=_("take this way out of your plan; at the beginning: all of it"),
    ),
    Binding("f1", "rules", _("rules"), show=False, tooltip=_("the rules of the game")),
    Binding("ctrl+l", "leave", _("leave"), tooltip=_("back to the match")),
    JUMP_BINDING,
    KEYS_BINDING,
)  # fmt: skip
"""The keys of the screen."""


class WalkDeciding(Deciding):
    """``Deciding`` on *walker*, for whoever decides next in imagination."""

    def __init__(self, walker: PlanScreen) -> None:
        super().__init__(walker)
        self.walker = walker

    def why_no_click(self, path: Sequence[str]) -> str:
        """Why not, for whoever decides there."""
        session = self.walker.walk.session
        view = replace(self.view, choices=self.decision.choices)
        return why_no_click(session, session.players, view, path)


class PlanScreen(DecisionScreen[None]):
    """A walk in imagination from where the match that is *played* stands."""

    CSS = """
    PlanScreen #side #walked { text-style: bold; }
    PlanScreen #side #planned { margin: 1 0; color: $accent; }
    PlanScreen.-tiny.-high #middle #side { height: 10; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [*PLAN_BINDINGS]
    own_keys = PLAN_KEYS

    def __init__(self, played: PlayedMatch, walk: ImaginedWalk) -> None:
        super().__init__()
        self.played, self.walk = played, walk
        self.deciding: WalkDeciding = WalkDeciding(self)
        done = {
            "undo": self.action_step_back, "rules": self.action_rules, "quit": self.action_leave,
        }  # fmt: skip
        first = _("Nothing is played here. Type a move of whoever is next, or:")
        self.words = TypedAtBoard(
            self,
            self,
            frozenset({"match"}),
            self._imagined,
            {**without_words(done), "plan": self._answer_plan},
            first,
            self._choices,
        )

    def compose(self) -> ComposeResult:
        """The board, the walk and the plan beside it, and the widgets below."""
        yield Static(id="heading", markup=False)
        with Horizontal(id="middle"):
            yield Board(self.interface.looks, id="board")
            with VerticalScroll(id="side", can_focus=False):
                yield Static(id="walked", markup=False)
                yield Static(id="planned", markup=False)
                yield Static(id="caption", markup=False)
                yield Trays(self.interface.looks, id="trays")
                yield Static(id="sheets", markup=False)
        yield from self.below()

    def on_mount(self) -> None:
        """Shows the board from which the walk begins."""
        self.query_one(Board).focus()
        self.show()

    # ---- showing ------------------------------------------------------------------------------

    @property
    def seat_names(self) -> list[str]:
        """The names of the seats of the game on top."""
        return [*spoken_seats(self.walk.session.game)]

    def show(self) -> None:
        """Shows the board as it is imagined."""
        try:
            with telling(self.played):
                self._show()
        except GameFailed as error:
            self.say(str(error))

    def _show(self) -> None:
        walk = self.walk
        view = round_clocks(walk.view)
        heading = prompts.heading(walk.sessions, walk.names)
        self.query_one("#heading", Static).update(
            _("In imagination: {match}").format(match=heading)
        )
        begins = _("The match as it stands.")
        self.query_one("#walked", Static).update(walk.words or begins)
        self.query_one("#planned", Static).update("\n".join(planned_here(self.walk, self.played)))
        self.query_one("#caption", Static).update(view.caption)
        self.query_one(Trays).show(view.trays)
        sheets = sheet_lines(view, panel_columns(self.app.size.width))
        self.query_one("#sheets", Static).update("\n".join(sheets))
        self.deciding.offer(view, view.choices, walk.prompt)
        self.refresh_bindings()

    def _go_to(self, walk: ImaginedWalk, words: str = "") -> None:
        """Shows *walk*, and *words* below it."""
        self.walk = walk
        self.deciding.forget()
        self.say(words)
        self.show()

    def follow_match(self) -> None:
        """Walks on from the match as it has gone on meanwhile, or from what was planned anew."""
        match, before = self.played.match, self.walk
        if self.played.over is not None or len(match.sessions) != len(before.match.sessions):
            self.dismiss(None)
            return
        walk = before.to_match(match)
        walk = replace(walk, planned=self.played.plan.planned)
        if match.top.steps == before.match.top.steps:
            self.walk = replace(before, match=match, planned=walk.planned)
            self.query_one("#planned", Static).update(
                "\n".join(planned_here(self.walk, self.played))
            )
            return
        gone_on = _("The match has gone on; you walk from where it stands now.")
        self._go_to(walk, "" if walk.path else gone_on)

    # ---- walking ------------------------------------------------------------------------------

    def play(self, text: str) -> bool:
        """Walks on with *text*; returns whether it is possible, and shows why not."""
        try:
            walk = self.walk.go(text)
        except MoveError as error:
            self.deciding.begin_anew()
            self.say(str(error))
            return False
        self._go_to(walk)
        return True

    def action_back(self) -> None:
        """Takes back a word, else a step; leaves the beginning."""
        if self.decision.path:
            super().action_back()
        elif self.walk.path:
            self.action_step_back()
        else:
            self.action_leave()

    def action_step_back(self) -> None:
        """Takes a step back."""
        at_begin = "" if self.walk.path else _("This is the match as it stands.")
        self._go_to(self.walk.back(), at_begin)

    def action_first(self) -> None:
        """Goes back to the match as it stands."""
        self._go_to(self.walk.first())

    def action_on(self) -> None:
        """Takes a step along the plan."""
        try:
            walk = self.walk.on()
        except MoveError as error:
            self.say(str(error))
            return
        if walk is None:
            self.say(_("Nothing is planned from here on."))
        else:
            self._go_to(walk)

    # ---- planning -----------------------------------------------------------------------------

    def action_keep(self) -> None:
        """Keeps the way to this board as part of the plan."""
        try:
            self.played.plan.player()
            lines = self.walk.lines()
        except MoveError as error:
            self.say(str(error))
            return
        self._plan(lines)

    def action_take_away(self) -> None:
        """Takes the way to this board out of the plan; at the beginning all of it."""
        lines = self.walk.without() if self.walk.path else ()
        if lines == self.walk.planned:
            away = _("This way is not in your plan.")
            self.say(away if lines else _("You have planned nothing."))
        else:
            self._plan(lines)

    def _plan(self, lines: tuple[PlanNode, ...]) -> None:
        """Plans *lines*, and shows that."""
        self.played.plan.keep(lines)
        self.played.plan.take_notices()  # this screen says it
        if not self.is_attached:
            return
        self.walk = replace(self.walk, planned=lines)
        self.show()
        self.say(_("Kept in your plan.") if lines else _("You have planned nothing any more."))

    def _answer_plan(self, argument: str) -> None:
        """Tells what is planned; ``off`` withdraws it."""
        if why := self.played.plan.answer_typed(argument):
            self.say(why)
        elif argument:
            self.follow_match()
            self.say(_("You have planned nothing any more."))
        else:
            self.words.show(self.played.plan.told_lines)

    # ---- typing -------------------------------------------------------------------------------

    def _imagined(self) -> tuple[Match, Sequence[str]]:
        """The match as it is imagined, and the names of its players."""
        return replace(self.walk.match, sessions=self.walk.sessions), self.walk.names

    def _choices(self) -> Sequence[Choice]:
        return self.decision.choices

    def completions(self, typed: str) -> Completions:
        """The completions of the *typed* text."""
        return self.words.completions(typed)

    def play_typed(self, text: str) -> bool:
        """Carries out the word, answers the question, or walks on with the typed line."""
        with telling(self.played):
            if self.words.take(text):
                return True
            if why := self.words.why_mistyped(text):
                self.say(why)
                return False
        return self.play(text.removeprefix(":").strip())

    # ---- leaving ------------------------------------------------------------------------------

    def action_rules(self) -> None:
        """Opens the rules of the game."""
        self.interface.show_rules(self.walk.session.game)

    def action_leave(self) -> None:
        """Goes back to the match."""
        self.dismiss(None)


def planned_here(walk: ImaginedWalk, played: PlayedMatch) -> list[str]:
    """The lines that tell what is planned where *walk* stands, or at all."""
    known = [_("whatever comes") if node.do is None else node.do for node in walk.known]
    if known:
        return [_("Planned here: {moves}").format(moves=", ".join(known))]
    lines = played.plan.lines
    return [_("Planned"), *lines] if lines else [_("You have planned nothing.")]


def begin_walk(played: PlayedMatch) -> PlanScreen:
    """The screen of a walk from where the match that is *played* stands. Raises ``MoveError``, a
    sentence, if nothing can be planned now."""
    walk = ImaginedWalk(played.match, played.plan.player(), played.names, played.plan.planned)
    return PlanScreen(played, walk)
