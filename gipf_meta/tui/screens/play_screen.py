"""The play screen: one game of a match, with its board, and a duel's screen in front of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Static

from gipf_meta.base.texts import _
from gipf_meta.deeds.table_elements import unread_news
from gipf_meta.library.saved_drafts import as_it_was_left
from gipf_meta.line.bot_lines import result_against_bot, said_by_bots
from gipf_meta.line.people_actions import flag_ms_of, gone, missed
from gipf_meta.line.played_match import PlayedMatch, telling
from gipf_meta.line.study_commands import file_notice
from gipf_meta.line.typed_completion import Completions
from gipf_meta.match.match import Match
from gipf_meta.narration import prompts, story
from gipf_meta.narration.duel_verdicts import duel_verdict
from gipf_meta.narration.note_lines import where_lines
from gipf_meta.narration.plan_words import lines_beside
from gipf_meta.narration.prospects import name_answers
from gipf_meta.plugins.setting_up import game_on_board, sets_board_up
from gipf_meta.protocol.game import MoveError
from gipf_meta.protocol.option_words import changed_in_words
from gipf_meta.protocol.view import Choice, Hand, View
from gipf_meta.records.study import Study
from gipf_meta.render import speech
from gipf_meta.render.board import mark_last_turn
from gipf_meta.render.whole_seconds import caption_beside, round_clocks
from gipf_meta.tui.parts.animation import captions_between, frames_between
from gipf_meta.tui.parts.below_board import JOIN, Asking
from gipf_meta.tui.parts.board_widget import Board
from gipf_meta.tui.parts.call_strip import CallStrip
from gipf_meta.tui.parts.chances_row import ChancesRow
from gipf_meta.tui.parts.countdowns import Countdowns
from gipf_meta.tui.parts.prompt import Prompt
from gipf_meta.tui.parts.side_panel import SidePanel
from gipf_meta.tui.parts.verdict_line import VerdictLine
from gipf_meta.tui.screens.decision_screen import Deciding
from gipf_meta.tui.screens.drawn_marks import show_drawn
from gipf_meta.tui.screens.table_parts import Alarm, Duels, Fitting, ScreenQuestions
from gipf_meta.tui.screens.table_screen import TableScreen
from gipf_meta.tui.screens.typed_actions import TypedActions


class MatchDeciding(Deciding):
    """``Deciding`` on the screen of a match, *table*: the room accepts a decision, or refuses
    it."""

    def __init__(self, table: TableScreen) -> None:
        super().__init__(table)
        self.table, self.played = table, table.played
        self.is_playing = False
        """Whether a decision is just being sent to the room."""
        self._refusal = ""

    def click(self, word: str) -> None:
        """Adds *word* to the decision; once it is made, its last word or one that was left out
        confirms it."""
        done = self.decision.done
        if done is not None and word in (self.decision.path[-1], *self.decision.unsaid):
            self.screen.play(done.notation)
        else:
            super().click(word)

    def why_no_click(self, path: Sequence[str]) -> str:
        """Why not, as the room says it."""
        return self.played.why_not("choose", path=tuple(path), seen=self.played.room.number)

    def finish(self, choice: Choice) -> None:
        """Plays *choice*; asks for confirmation first if the settings require it and no sand
        runs."""
        if self.screen.interface.settings.confirm and not self.played.time_acts:
            self.show_next_words()
            self.screen.say(_("{label}? Once more to play it, Escape to take it back.").format(
                label=speech.begin_sentence(choice.label)))  # fmt: skip
        else:
            super().finish(choice)

    def why_not(self, word: str) -> str:
        """Why *word* cannot be clicked; one sentence."""
        if not self.decision.choices:
            return _("It is not your turn.")
        kinds = {point.id: point.kind for point in self.view.points}
        if self.view.hand is None or word not in kinds:
            return super().why_not(word)
        if kinds[word] == "dot":
            return _("Nothing can stand on {place}.").format(place=word)
        return _("Nothing stands on {place}.").format(place=word)

    def go_back(self) -> None:
        """Takes back the last word of the decision, the hint, or the premove."""
        if self.played.plan.waits and not (self.decision.path or self.hinted):
            self.table.act(lambda: self.played.plan.premove(None))
        else:
            super().go_back()

    def play(self, text: str) -> bool:
        """Sends the room the decision *text*; if that is refused at once, shows why and returns
        ``False``."""
        if len(self.played.match.sessions) - 1 != self.table.depth:
            self._refusal = _("Something has happened meanwhile: O shows it.")
            self._refuse()
            return False
        self._refusal, self.is_playing = "", True
        try:
            self.table.guarded(lambda: self.played.decide(text))
        except MoveError as error:
            self._refusal = str(error)
        finally:
            self.is_playing = False
        if not self.table.is_attached:
            return True
        if self._refusal:
            self._refuse()
            return False
        self.forget()
        self.follow_hint(text)
        self.table.say("")
        return True

    def hear_answer(self, is_taken: bool, why: str) -> None:
        """Closes the typed line if its move is accepted; else shows *why* it is not."""
        self._refusal = "" if is_taken else why
        if self.is_playing or not self.table.was_shown:
            return  # ``play`` says it
        if not is_taken:
            self._refuse()
        if self.table.query_one(Prompt).waits:
            self.table.judge_line(is_taken)

    def _refuse(self) -> None:
        self.begin_anew()
        self.table.say(self._refusal)


class MatchPicture:
    """The display of a match on *screen*: the board, the widgets around it, and the news."""

    def __init__(self, screen: TableScreen) -> None:
        self.screen, self.played = screen, screen.played
        self._before: tuple[object, View] | None = None
        self._shown: Match | None = None
        self._untimed: object = None
        """All that was shown last but for the time that is left."""
        self._hand: Hand | None = None
        self._is_laid_back = False
        self._told_study: Study | None = None

    def show(self, match: Match) -> None:
        """Shows the state of *match*."""
        with telling(self.played):
            self._show(match)

    def show_time(self, match: Match) -> bool:
        """Shows the time that is left in *match*; ``False`` if more than time has passed since it
        was shown last, so that all of it must be shown."""
        is_other = len(match.sessions) != self.screen.depth + 1
        if is_other or self.screen.failure or self.played.over:
            return False
        with telling(self.played):
            view = self._view_of(match)
            prompt, choices = self._prompt_of(match, view), self.played.choices()
            if self._untimed != _untimed(match, view, prompt, choices):
                return False
            self._shown = self.screen.seen = match
            self._show_glasses(view)
            side = self.screen.query_one(SidePanel)
            side.flag_ms = flag_ms_of(self.played)
            side.show_time(match, view, self.screen.names)
            self.screen.deciding.show_pieces(view)
            return True

    def _view_of(self, match: Match) -> View:
        """The view of *match* with marks on its last turn, and times that do not flicker."""
        view = self.played.view()
        if not self.played.trouble:  # else the game below the duel is shown
            view = mark_last_turn(view, self._view_before(match))
        return name_answers(round_clocks(view), match.top)

    def _show_glasses(self, view: View) -> None:
        """Shows the caption of *view*, and its glasses where the panel beside the board has no
        room."""
        # the caption of a match keeps its rows, but a position that is set up grows
        is_growing = sets_board_up(self.played.match.top.game)
        self._show_line("caption", caption_beside(view), layout=is_growing)
        palette = self.screen.interface.looks.palette
        self.screen.query_one("#countdown-strip", Countdowns).show(view.countdowns, palette)

    def _show(self, match: Match) -> None:
        view = self._view_of(match)
        stakes = story.stakes(match.sessions, self.played.only_person)
        self._show_line("heading", self._heading(match, stakes))
        self._show_glasses(view)
        side = self.screen.query_one(SidePanel)
        side.palette, side.study = self.screen.interface.looks.palette, self.played.study
        side.flag_ms = flag_ms_of(self.played)
        person = match.player if self.played.only_person is None else self.played.only_person
        is_known = person is not None and person in match.top.players
        own = match.top.seat_of(person) if is_known and person is not None else None
        below = match.sessions[-2] if self.screen.depth else None
        # the heading of a duel has the first sentence already
        side.show_stakes(stakes[1:] if below else stakes, below.view(None) if below else None)
        how = [_("I lists what you can do.")] if gone(self.played) else []
        planned = lines_beside(self.played.plan.lines)
        side.show_others([*self.played.others(), *missed(self.played), *how, *planned])
        settings = self.screen.interface.settings
        tell = self.screen.say if settings.faces else None
        side.query_one(ChancesRow).look(self.played, settings.chances, tell)
        side.show(match, view, self.screen.names, own)
        prompt = self.played.trouble_with_place or self._prompt_of(match, view)
        frames = self._frames(match)
        before, self._hand = self._hand, view.hand
        self._is_laid_back = bool(before and view.hand and before.word != view.hand.word
                                  and not view.hand.is_full)  # fmt: skip
        choices = self.played.choices()
        self._untimed = _untimed(match, view, prompt, choices)
        show_drawn(self.screen, self.screen.query_one(Board).pen, self.played, match)
        self.screen.deciding.offer(view, choices, prompt, _turn_of(match), frames)

    def _frames(self, match: Match) -> list[View]:
        """The frames of the motion from the match that was shown last to *match*."""
        shown, self._shown = self._shown, match
        if shown is None or shown is match or self.played.trouble:
            return []
        seen, now, person = shown.sessions, match.sessions, self.played.only_person
        verdict = duel_verdict(seen, now, self.played.names, person, person)
        line = self.screen.query_one(VerdictLine)
        line.tell([*verdict, *captions_between(seen, now, person)])
        if match.result is not None and shown.result is None:
            end = prompts.match_ends(match, self.played.seats, person)
            line.tell_end(end.title, moves=self.screen.interface.looks.motion)
        return frames_between(seen, now, person)

    def _heading(self, match: Match, stakes: Sequence[str]) -> str:
        """The games, down to the one on the screen; its players and unusual options, or the stakes
        of the duel."""
        heading = prompts.heading(match.sessions, self.screen.names)
        if self.played.study is not None and not self.screen.depth:
            heading = prompts.study_heading(match.sessions, self.screen.names)
        if not self.screen.depth:
            room = self.screen.size.width - len(heading) - 5
            return f"{heading}   {changed_in_words(game_on_board(match.top.game), room)}".rstrip()
        if not stakes:
            return heading
        path = story.path(match.sessions)
        about = f"{path}   {stakes[0]}"
        whole = about + heading.removeprefix(path)
        return whole if len(whole) < self.screen.size.width - 1 else about

    def _prompt_of(self, match: Match, view: View) -> str:
        """The question, and the player who answers it; or who has won *match*, of which the call or
        dialog of its end tells more."""
        played = self.played
        if played.over is None:
            return " ".join(filter(None, (played.prompt(view), played.plan.sentence)))
        end = prompts.match_ends(match, played.seats, played.only_person)
        waiting = " ".join([end.title, *played.waiting()])
        return _("{ended} m: what you can do now.").format(ended=waiting)

    def _view_before(self, match: Match) -> View | None:
        """The view before the last turn; cached while only time passes."""
        turn = story.after_draws(match.top.last_turn)
        if not turn:
            return None
        state = turn[0].before
        if self._before is None or self._before[0] is not state:
            self._before = state, match.top.view_of(state, None)
        return self._before[1]

    def tell_news(self, match: Match) -> None:
        """Tells the news since the person here decided last, and notices; marks *match* as seen.

        The turn that goes on is described as a whole: in words or, where they have no room, in
        notation. Of a board that is being set up there is no news: the question describes it.
        """
        with telling(self.played):
            self._tell_news(match)

    def _tell_news(self, match: Match) -> None:
        is_seen, self.screen.seen = match is self.screen.seen, match
        asking, notices = self.screen.query_one(Asking), self.played.take_notices()
        if ended := self.played.plan.take_ended():
            if self.screen.interface.settings.sound:
                self.screen.app.bell()
            notices += [each for each in ended if each != self.played.plan.sentence]
        if (study := self.played.study) is not None:
            known, self._told_study = self._told_study, study
            file = file_notice(self.played) if known is None else ""
            notices = [*(where_lines(study, match) if study is not known else ()), file, *notices]
        elif sets_board_up(match.top.game):
            empty = _("Nothing is in hand: click a piece to move it.")
            notices = [empty if self._is_laid_back and not is_seen else "", *notices]
        else:
            about = self.played.room, self.played.person
            unread = unread_news(*about)
            spoken = said_by_bots(self.played, self.screen.interface.settings)
            if self.played.over is not None:
                spoken += filter(None, [result_against_bot(self.played)])
            asking.tell_news([*unread, *spoken], [*unread_news(*about, in_words=False), *spoken])
            notices = [notice for notice in notices if notice not in unread]
        if line := JOIN.join(filter(None, notices)):
            self.screen.say(line)

    def _show_line(self, name: str, words: str, *, layout: bool = True) -> None:
        """Shows *words* in the line *name*; words that are shown already are not drawn again."""
        line = self.screen.query_one(f"#{name}", Static)
        if line.content != words:
            line.update(words, layout=layout)


class PlayScreen(TableScreen):
    """The session at *depth* of a match that is *played*, here or at a host.

    At a host the clock does not stop while another page is open: the others play on.
    """

    def __init__(self, played: PlayedMatch, depth: int = 0) -> None:
        super().__init__(played, depth)
        self.deciding: MatchDeciding = MatchDeciding(self)
        self.alarm = Alarm(self)
        self._picture, self._fitting = MatchPicture(self), Fitting(self)
        self._duels, self._questions = Duels(self), ScreenQuestions(self)
        self._typed = TypedActions(self)

    def compose(self) -> ComposeResult:
        """The board, the panel beside it, and the widgets below."""
        yield CallStrip()
        yield VerdictLine()
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
        with self.calls.as_own():
            self.refresh_table()
        if sets_board_up(self.played.match.top.game) and self.played.match.top.steps:
            self.say(as_it_was_left())
        self.watch(self.app, "app_focus", self.read_clock, init=False)
        self._fitting.fit_soon()

    def on_resize(self) -> None:
        """Fits the widgets around the board to its new size."""
        self._fitting.fit_soon()

    def on_screen_resume(self) -> None:
        """Shows the news since another screen covered this one."""
        if self.was_shown:
            self.refresh_table()

    # ---- following the table ------------------------------------------------------------------

    def refresh_table(self, *, only_time: bool = False) -> None:
        """Shows the match, and starts what comes next; does nothing behind another screen."""
        if self.is_current:
            self.guarded(lambda: self._follow_match(only_time))

    def show_anew(self) -> None:
        """Shows the match as if it had just been opened: nothing of it is news."""
        self.seen = self.played.match
        self.has_told_end = False
        self.refresh_bindings()
        super().show_anew()

    def _follow_match(self, only_time: bool) -> None:
        match, self.was_shown = self.played.match, True
        if only_time and self._picture.show_time(match):
            return
        if self._duels.follow(match):
            return
        self.show_match(match)
        if self._duels.is_open:
            return  # its screen is closing
        self._picture.tell_news(match)
        self.alarm.set()
        self._questions.ask_next()

    def show_match(self, match: Match) -> None:
        """Shows the state of *match*."""
        self._picture.show(match)

    def read_clock(self) -> None:
        """Advances the clock to the present."""
        self.alarm.read_clock()

    def hear_news(self, *, is_own: bool) -> None:
        """Shows the news, caused by the person here if *is_own*; closes dialogs whose question no
        longer exists."""
        if self.deciding.is_playing or not self.was_shown:
            return  # ``play`` shows it, or it is shown as soon as this is open
        with self.calls.as_own(is_own):
            self._questions.withdraw()
            self.refresh_bindings()
            self.refresh_table()

    @property
    def awaits_answer(self) -> bool:
        """Whether the room has not answered the last decision yet."""
        return self.played.is_sending

    # ---- deciding -----------------------------------------------------------------------------

    def play(self, text: str) -> bool:
        """Plays *text*; if that is refused at once, shows why and returns ``False``."""
        is_taken = self.deciding.play(text)
        if is_taken and self.is_attached:
            self.hear_news(is_own=True)
        return is_taken

    def completions(self, typed: str) -> Completions:
        """The completions of the *typed* text: moves, words and what follows them."""
        return self._typed.completions(typed)

    def play_typed(self, text: str) -> bool:
        """Carries out *text* if it is a word, answers it if it is a question, or plays it."""
        return self._typed.take_or_play(text)

    def hear_answer(self, is_taken: bool, why: str) -> None:
        """Handles the room's answer to the last decision: accepted, or *why* it is not."""
        self.deciding.hear_answer(is_taken, why)


def _untimed(match: Match, view: View, prompt: str, choices: Sequence[Choice]) -> object:
    """All that is shown of *match*, but for the time that is left: sand, clocks, and their words in
    the caption. Its steps count, too: what is told of them depends on no time."""
    pieces = tuple(
        replace(piece, sand=None, clock="", ends_in_ms=0) if piece.clock else piece
        for piece in view.pieces
    )
    still = [(each.id, each.title, each.note, each.runs) for each in view.countdowns]
    caption = caption_beside(view, is_live=True)
    bare = replace(view, pieces=pieces, countdowns=(), times=(), seen=(), caption=caption)
    return bare, still, prompt, tuple(choices), [len(each.steps) for each in match.sessions]


def _turn_of(match: Match) -> object:
    """A value that changes when the player to decide has decided, or another one is to decide."""
    seat = None if match.player is None else match.top.seat_of(match.player)
    return match.player, sum(step.seat == seat for step in match.top.steps)
