"""The replay of a match: step by step or automatically, in and out of duels; play on from any
moment."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import ClassVar, Final

from textual.actions import SkipAction
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from gipf_meta.base.addressee import told_to
from gipf_meta.base.texts import _
from gipf_meta.line.own_reviews import OwnTurns
from gipf_meta.match.match import DuelUnavailable, Match
from gipf_meta.match.playback import Moment, branch
from gipf_meta.match.session import NoPosition, Session
from gipf_meta.match.starting_point import how_to_begin
from gipf_meta.narration import story
from gipf_meta.narration.news import news
from gipf_meta.narration.prompts import heading
from gipf_meta.protocol.failures import GameFailed
from gipf_meta.protocol.view import View
from gipf_meta.records.copies import copies_of
from gipf_meta.records.models import Seat
from gipf_meta.records.notes import NO_NOTES, Notes
from gipf_meta.records.writer import to_record
from gipf_meta.render.whole_seconds import round_clocks
from gipf_meta.tui.parts.animation import frames_between
from gipf_meta.tui.parts.below_board import StatusLine
from gipf_meta.tui.parts.board_widget import Board
from gipf_meta.tui.parts.chances_row import ChancesRow
from gipf_meta.tui.parts.keys import REPLAY_KEYS, KeyBar
from gipf_meta.tui.parts.prompt import Prompt
from gipf_meta.tui.parts.side_panel import Trays, panel_columns, sheet_lines
from gipf_meta.tui.parts.thought_panels import AnalysisPanel, ReviewPanel
from gipf_meta.tui.screens.autoplay import Autoplay
from gipf_meta.tui.screens.base_screens import KEYS_BINDING, keys_of
from gipf_meta.tui.screens.dialogs import CopyDialog, ListDialog, MatchFile, SaveDialog
from gipf_meta.tui.screens.moments_screen import MomentsScreen
from gipf_meta.tui.screens.replay_words import replay_words

REPLAY_BINDINGS: Final[Sequence[BindingType]] = (
    Binding("escape,ctrl+l", "leave", _("leave"), tooltip=_("leave")),
    Binding("left,h", "step(-1)", _("back"), key_display="←", tooltip=_("a decision back")),
    Binding("right,l", "step(1)", _("next"), key_display="→", tooltip=_("a decision on")),
    Binding(
        "pageup,up", "turn(-1)", _("turn"), key_display="↑↓",
        tooltip=_("a turn back, over its duel"),
    ),
    Binding("pagedown,down", "turn(1)", show=False, tooltip=_("a turn on, over its duel")),
    Binding("home", "go(0)", show=False, tooltip=_("the beginning")),
    Binding("end", "go(-1)", show=False, tooltip=_("the end")),
    Binding("o", "out", _("out"), tooltip=_("out of the duel")),
    Binding("i", "into", _("duel"), tooltip=_("into the next duel")),
    Binding("m", "menu", _("menu"), tooltip=_("a menu of what can be done")),
    Binding("left_square_bracket", "faster(1)", show=False, tooltip=_("play slower")),
    Binding("right_square_bracket", "faster(-1)", show=False, tooltip=_("play faster")),
    Binding(
        "a,A", "analyse", _("analyse"), key_display="a",
        tooltip=_("the best lines of each position, and the chances; or no more"),
    ),
    Binding(
        "r", "review", _("review"),
        tooltip=_("a review: what each turn was worth; stops it; sums it up"),
    ),
    Binding("space", "play", _("play"), tooltip=_("play on its own, or stop")),
    Binding("n", "mark(1)", show=False, tooltip=_("the next turn that the review has marked")),
    Binding("N", "mark(-1)", show=False, tooltip=_("the previous turn that it has marked")),
    Binding("T", "try_again", show=False, tooltip=_("your blunder once more, as a puzzle")),
    Binding("b", "branch", show=False, tooltip=_("play on from here, in a match of its own")),
    Binding("M", "begin_here", show=False, tooltip=_("a new match from this position")),
    Binding("S", "save", _("save"), show=False, tooltip=_("save the match, or a picture")),
    Binding("C", "copy", show=False, tooltip=_("copy the position, the game, a link")),
    # before all others: keys right after the colon must not go to the replay
    Binding(
        "colon,slash", "type", show=False, priority=True,
        tooltip=_("type a question or a word"),
    ),
    Binding("f1", "rules", show=False, tooltip=_("the rules of the game")),
    KEYS_BINDING,
)  # fmt: skip
"""The keys of the screen."""


class Replay(MomentsScreen):
    """The moments of *match*, played by *people*; begins at the first moment, or *at_end*.

    With *analysed*, it begins with an analysis. *unadvised* is why analysis and review stay closed:
    the match is being played. *own* are the turns of the person here, where they are known.
    """

    BINDINGS: ClassVar[list[BindingType]] = [*REPLAY_BINDINGS]
    own_keys = REPLAY_KEYS

    def __init__(
        self,
        match: Match,
        people: tuple[Seat, ...],
        notes: Notes = NO_NOTES,
        *,
        at_end: bool = False,
        analysed: bool = False,
        unadvised: str = "",
        own: OwnTurns | None = None,
    ) -> None:
        super().__init__(match, story.owner_of_record(people, match), analysed, unadvised)
        self.people, self.notes, self.own = people, notes, own
        self.at = len(self.moments) - 1 if at_end else 0
        self.autoplay = Autoplay(self, self.show_next)
        alone = {
            "begin": self.action_begin_here, "rules": self.action_rules, "copy": self.action_copy,
            "quit": self.action_leave, "save": self.action_save,
        }  # fmt: skip
        self.words = replay_words(self, self, alone, lambda: self.file)

    def compose(self) -> ComposeResult:
        """The board, the panels and the list of moments beside it, the lines below."""
        yield Static(id="heading", markup=False)
        with Horizontal(id="middle"):
            board = Board(self.interface.looks, id="board")
            board.can_focus = False
            yield board
            with Vertical(id="side"):
                with VerticalScroll(id="heaps", can_focus=False):
                    yield Trays(self.interface.looks, id="trays")
                    yield Static(id="sheets", markup=False)
                yield ChancesRow(self.interface.looks)
                yield AnalysisPanel(id="analysis", markup=False)
                lines = OptionList(id="moments", markup=False)
                lines.can_focus = False  # before the screen looks for what to focus
                yield lines
        with Vertical(id="below"):
            yield ReviewPanel(self.match, self.names, self.mark_turn, self.own, self.interface.talk)
            yield Static(id="caption", markup=False)
            yield StatusLine()
            yield Prompt(self.words.completions, self.interface.typed_lines, id="prompt")
        yield KeyBar(show_command_palette=False)

    def on_mount(self) -> None:
        """Lists the moments, and shows one."""
        lines = self.query_one("#moments", OptionList)
        lines.add_options(Option(self.line(moment)) for moment in self.moments)
        self._show(None)

    # ---- showing ------------------------------------------------------------------------------

    def _show(self, before: Moment | None) -> None:
        """Shows the moment; the status line shows the news since *before*."""
        with told_to(self.addressee):
            self._show_told(before)

    def _show_told(self, before: Moment | None) -> None:
        now = self.moment
        view = round_clocks(_view(now))
        self.query_one("#heading", Static).update(heading(now.sessions, self.names))
        frames: Sequence[View] = ()
        if before is not None and self.at and self.moments[self.at - 1] is before:
            frames = frames_between(before.sessions, now.sessions, None)
        self.query_one(Board).show(view, frames=frames)
        self.set_class(not view.points, "boardless")
        self.query_one(Trays).show(view.trays)
        columns = self.app.size.width
        sheets = sheet_lines(view, panel_columns(columns) if view.points else columns - 4)
        self.query_one("#sheets", Static).update("\n".join(sheets))
        self.query_one("#caption", Static).update(view.caption, layout=False)
        place = _("{n} of {all}").format(n=self.at + 1, all=len(self.moments))
        happened = self._news(before)
        line = " · ".join(part for part in (place, self.autoplay.pace, happened) if part)
        self.say(line)
        lines = self.query_one("#moments", OptionList)
        with lines.prevent(OptionList.OptionHighlighted):
            lines.highlighted = self.at
        self.show_advice()

    def _news(self, before: Moment | None) -> str:
        """The news since *before*, if that is the moment before this one; else the player who is to
        decide."""
        if before is not None and self.at and before is self.moments[self.at - 1]:
            lines = news(before.sessions, self.moment.sessions, self.names, in_words=True)
            return " · ".join(line for line in lines if line)
        return _view(self.moment).prompt

    def go_to(self, at: int) -> None:
        """Shows moment *at*; the first or the last if no moment has that number."""
        before, self.at = self.moment, min(max(at, 0), len(self.moments) - 1)
        self._show(before)

    # ---- moving -------------------------------------------------------------------------------

    def action_step(self, by: int) -> None:
        """Goes *by* moments on; back if negative."""
        self._stop()
        self.go_to(self.at + by)

    def action_go(self, to: int) -> None:
        """Goes to moment *to*, counted from the end if negative."""
        self._stop()
        self.go_to(to if to >= 0 else len(self.moments) + to)

    def action_turn(self, by: int) -> None:
        """Goes to the next turn of the game shown, over its duels; -1: to the previous turn."""
        self._stop()
        here = self.moment
        at = self.at + by
        while 0 < at < len(self.moments) - 1:
            there = self.moments[at]
            if there.depth < here.depth:
                break
            if there.depth == here.depth and there.turn != here.turn:
                break
            at += by
        self.go_to(at)

    def action_out(self) -> None:
        """Goes to the moment at which the game below the duel is resumed."""
        self._jump(lambda there: there.depth < self.moment.depth, _("No duel is shown here."))

    def action_into(self) -> None:
        """Goes to the beginning of the next duel."""
        self._jump(lambda there: bool(there.depth) and not there.text, _("No duel follows."))

    def _jump(self, wanted: Callable[[Moment], bool], otherwise: str) -> None:
        """Goes to the next moment that is *wanted*; shows *otherwise* if none follows."""
        self._stop()
        later = range(self.at + 1, len(self.moments))
        found = next((at for at in later if wanted(self.moments[at])), None)
        if found is None:
            self.say(otherwise)
        else:
            self.go_to(found)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Goes to the moment that was clicked in the list."""
        if event.option_index != self.at:
            self._stop()
            self.go_to(event.option_index)

    # ---- typing -------------------------------------------------------------------------------

    @property
    def answer_rows(self) -> int:
        """The rows that an answer may have below the board."""
        return 1

    def action_type(self) -> None:
        """Opens the line; in it, the key is a character."""
        self._stop()
        line = self.query_one(Prompt)
        if line.display:
            raise SkipAction
        line.ask()

    def on_prompt_typed(self, event: Prompt.Typed) -> None:
        """Carries out the word, or answers the question."""
        if not self.words.take(event.text):
            why = self.words.why_mistyped(event.text)
            self.say(why or _("Nothing is played in a match that is shown again: b plays on here."))
        if self.is_attached:
            self.on_prompt_left()

    def on_prompt_left(self) -> None:
        """Closes the line."""
        if self.query_one(Prompt).close():
            self.set_focus(None)

    # ---- by itself ----------------------------------------------------------------------------

    def action_play(self) -> None:
        """Starts or stops autoplay; at the end, starts from the beginning."""
        if self.autoplay.runs:
            self._stop()
            return
        if self.at == len(self.moments) - 1:
            self.go_to(0)
        self.autoplay.start()
        self._show(None)

    def action_faster(self, by: int) -> None:
        """Shows moments *by* speeds faster; slower if negative."""
        if self.autoplay.change_speed(by):
            self._show(None)

    def _stop(self) -> None:
        self.autoplay.stop()

    def show_next(self) -> None:
        """Goes to the next moment; after the last one, stops."""
        if self.at < len(self.moments) - 1:
            self.go_to(self.at + 1)
        else:
            self._stop()
            self._show(None)

    # ---- leaving, and playing on --------------------------------------------------------------

    def action_branch(self) -> None:
        """Asks for the players who go on from the moment shown, and begins that match."""
        self._stop()
        if (match := self.match_here()) is not None:
            _ask_who_plays(self, match)

    def match_here(self) -> Match | None:
        """The match at the moment shown; ``None`` if nobody can play on from it, and shows why."""
        why = ""
        try:
            match = branch(self.match, self.moment, secrets.randbelow(2**31))
        except DuelUnavailable as error:
            match, why = self.match, str(error)
        if not why and match.result is not None:
            why = _("The match is over here; go back a step to play on.")
        if why:
            self.say(why)
        return None if why else match

    def action_begin_here(self) -> None:
        """Opens the form for a match that begins from the position shown."""
        about, why = _form_to_begin(self.moment.sessions[-1])
        self.say(why) if why else self.interface.open_desk("setup", about)

    @property
    def file(self) -> MatchFile:
        """The match, to be written into a file."""
        return MatchFile(self.match, self.people, self.notes)

    def action_save(self) -> None:
        """Asks for a file name, and saves the match there."""
        self.app.push_screen(SaveDialog(self.file), self.interface.report_saved)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offers the keys into and out of duels only if the match has a duel."""
        return action not in ("out", "into") or any(moment.depth for moment in self.moments)

    def action_menu(self) -> None:
        """Lists the actions of the keys, to choose from."""
        things = _menu_things()

        def do(thing: str | None) -> None:
            if thing:
                getattr(self, f"action_{thing}")()

        keys = keys_of(self, (name for name, _label in things))
        self.app.push_screen(ListDialog(_("The match again"), "", things, keys), do)

    def action_copy(self) -> None:
        """Asks what to copy of the moment shown, and copies it."""
        record = self.notes.beside(to_record(self.match, self.people))
        readers = self.interface.installed.readers.values()
        copies = copies_of(self.moment.sessions[-1], record, self.match.finder, readers)
        self.app.push_screen(CopyDialog(copies))

    def action_rules(self) -> None:
        """Opens the rules of the game shown."""
        self.interface.show_rules(self.moment.sessions[-1].game)

    def action_leave(self) -> None:
        """Closes the replay."""
        self.dismiss(None)


def _ask_who_plays(replay: Replay, match: Match) -> None:
    """Asks for the players who go on with *match*, and begins it."""
    seats = replay.people or tuple(Seat(name=name) for name in replay.names)
    choices = {
        "same": _("Everybody as before"),
        "people": _("People at all seats"),
        **{f"{n}": _("{name} against bots").format(name=each.name) for n, each in enumerate(seats)},
    }

    def begin(who: str | None) -> None:
        if not who:
            return
        kinds = [
            seat.player if who == "same" else "human" if who in ("people", str(n)) else "greedy"
            for n, seat in enumerate(seats)
        ]
        replay.interface.begin_branch(match, [seat.name for seat in seats], kinds)

    words = _("A new match goes on from this moment; the old one stays as it is.")
    replay.app.push_screen(ListDialog(_("Who plays?"), words, list(choices.items())), begin)


def _menu_things() -> list[tuple[str, str]]:
    """The actions of the menu, each with its words."""
    return [
        ("analyse", _("The best lines of each position, or no more")),
        ("review", _("What each turn was worth")),
        ("try_again", _("Your blunder once more, as a puzzle")),
        ("play", _("Play on its own, or stop")),
        ("branch", _("Play on from here, in a new match")),
        ("begin_here", _("A new match from this position")),
        ("save", _("Save it, or a picture")),
        ("copy", _("Copy the position, the game, a link")),
        ("rules", _("Rules")),
        ("keys", _("All keys")),
        ("leave", _("Leave")),
    ]


def _form_to_begin(session: Session) -> tuple[dict[str, str], str]:
    """The parameters of the form for a match that begins at this position; or the reason why there
    are none."""
    try:
        return how_to_begin(session), ""
    except NoPosition as error:
        return {}, str(error)


def _view(moment: Moment) -> View:
    """The view of *moment*; an empty one with a sentence if the game cannot show itself."""
    try:
        return moment.sessions[-1].view(None)
    except GameFailed as error:
        return View((), caption=str(error))
