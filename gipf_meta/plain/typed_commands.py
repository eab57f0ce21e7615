"""The questions to players in line mode, and what each typed word does: ``moves``, ``undo``, …"""

from __future__ import annotations

from typing import Final

from gipf_meta.base.numbers import read_whole
from gipf_meta.base.texts import _
from gipf_meta.bots.analyst import AnalystFailed, analyst
from gipf_meta.bots.levels import BOTS
from gipf_meta.line.clipboard import copied
from gipf_meta.line.line import OfferLinks
from gipf_meta.line.live_offers import hours_to_offer, offer_live, why_no_offer
from gipf_meta.line.people_actions import gone
from gipf_meta.line.played_match import PlayedMatch, telling
from gipf_meta.line.study_commands import StudyCommands
from gipf_meta.line.typed_completion import match_completions
from gipf_meta.line.typed_words import Action, TypedWords
from gipf_meta.narration import rulebook, story, vocabulary
from gipf_meta.narration.clock_words import NO_PAUSE, read_pause, time_to_begin
from gipf_meta.narration.hour_words import HOW
from gipf_meta.narration.move_lists import move_lines
from gipf_meta.narration.news_so_far import NO_COUNT
from gipf_meta.narration.shares import chances_now
from gipf_meta.plain.announcer import Announcer
from gipf_meta.plain.next_match import NextMatch
from gipf_meta.plain.people_commands import PeopleCommands
from gipf_meta.plain.saving import Saving
from gipf_meta.plain.terminal import Terminal, accepts
from gipf_meta.plugins.loading import Installed
from gipf_meta.protocol.game import Turn, title_of
from gipf_meta.records.models import MOST_DECISIONS
from gipf_meta.records.player_names import PERSON
from gipf_meta.render import text
from gipf_meta.table.new_table import hint_budget

OF_WHO_IS_ASKED: Final = ("resign", "draw", "undo")
"""The commands that belong to the player to move."""


class Commands:
    """The commands in the match that is *played*. *is_leaving* is true after ``quit``, and
    *has_left* after the seats here were given up; *has_paused*, while ``pause`` stops the clock.

    *way* leads to the next match. *offer_links* makes invitation links; ``None``: nobody can be
    invited.
    """

    def __init__(
        self,
        played: PlayedMatch,
        terminal: Terminal,
        saving: Saving,
        announcer: Announcer,
        way: NextMatch,
        offer_links: OfferLinks | None = None,
    ) -> None:
        self.played, self.terminal = played, terminal
        self.saving, self.announcer, self._way = saving, announcer, way
        self.is_leaving = self.has_left = self.has_paused = self.wants_rematch = False
        self._people = PeopleCommands(played, terminal, offer_links, self._note_left)
        self._unsaved: object = None
        actions: dict[str, Action] = {
            "help": lambda _argument: self.terminal.say(*self.words.help_lines()),
            "moves": self._list_moves,
            "board": self._show_board,
            "score": lambda _argument: announcer.tell_score(),
            "news": self.tell_news,
            "hint": self._hint,
            "analyse": self._analyse,
            "undo": lambda _argument: played.undo(),
            "redo": lambda _argument: played.redo(),
            "save": saving.save,
            "copy": self.copy,
            "resign": self._resign,
            "draw": lambda _argument: played.offer_draw(),
            "pause": self._pause,
            "live": self._offer_live,
            "continue": lambda _argument: played.do("go_on"),
            "yes": lambda _argument: played.answer(True),
            "no": lambda _argument: played.answer(False),
            "next": lambda text: played.plan.premove(text or None),
            "if": lambda typed: self._tell(played.plan.add_typed(typed)),
            "plan": lambda argument: self._tell(played.plan.answer_typed(argument)),
            "begin": lambda _argument: played.do("begin_here"),
            "study": lambda _argument: played.do("study"),
            "review": lambda _argument: announcer.tell_review(),
            "retry": announcer.tried_again.take,
            "rematch": self._begin_rematch,
            "rules": self._show_rules,
            "waiting": self._go_to_next,
            "quit": self._quit,
        }
        walking = StudyCommands(played, self._tell_lines).actions
        self.words = TypedWords(
            played, {**walking, **actions, **self._people.actions}, terminal.tell
        )

    def run(self, typed: str) -> bool:
        """Carries out the word in *typed*; returns whether it is one."""
        try:
            return self.words.run(typed)
        except AnalystFailed as error:
            self.terminal.tell(str(error))
            return True

    def completions(self, begun: str) -> list[str]:
        """The lines that begin with *begun*: decisions, once something is typed, and words."""
        with telling(self.played):
            choices = self.played.choices() if begun else ()
            return match_completions(self.played, begun, choices).lines

    def _tell_lines(self, lines: list[str]) -> None:
        self.terminal.say(text.wrap_lines(lines))

    def _tell(self, sentence: str) -> None:
        if sentence:
            self.terminal.tell(sentence)

    def _begin_rematch(self, _argument: str) -> None:
        """Offers a rematch, into which the person here is led as soon as it begins."""
        self.wants_rematch = True
        self.played.rematch()

    # ---- what only looks ------------------------------------------------------------------------

    def _list_moves(self, place_name: str) -> None:
        """Prints the choices, all of them or those that concern a place."""
        self.terminal.say(*move_lines(self.announcer.seen_view(), place_name))

    def _show_board(self, argument: str) -> None:
        """Prints the board; ``on`` and ``off`` set whether it is printed at every turn."""
        if argument.lower() in ("on", "off"):
            self.announcer.is_drawing = argument.lower() == "on"
            self.terminal.say(
                _("The board is shown at every turn.")
                if self.announcer.is_drawing
                else _("The board is shown no more: ask about it.")
            )
        elif argument:
            self.terminal.say(_("Type board, board off or board on."))
        else:
            self.terminal.say(text.page(self.announcer.seen_view()))

    def tell_news(self, turns: str) -> None:
        """Prints all that was said of the match, or of its last *turns*, if a number is given."""
        if (count := read_whole(turns or str(MOST_DECISIONS), 1)) is None:
            self.terminal.tell(_(NO_COUNT))
        else:
            self.announcer.tell_all_news(count)

    def _show_rules(self, _argument: str) -> None:
        """Prints the rules of the game on top."""
        game = self.played.match.top.game
        self.terminal.say(rulebook.rules_page(game, drawn=self.announcer.is_drawing))

    # ---- what helps -----------------------------------------------------------------------------

    def _hint(self, _argument: str) -> None:
        advice = self.played.advice()
        if advice and self.terminal.is_interactive:  # a hint may take a while
            self.terminal.say(_("A hint is looked for …"))
        self.terminal.tell(str(advice()) if advice else self.played.why_not("hint"))

    def _analyse(self, _argument: str) -> None:
        if why := self.played.why_not("analyse"):
            self.terminal.tell(why)
            return
        match, now = self.played.match, self.played.match.top.status
        if not isinstance(now, Turn):
            self.terminal.say(_("There is nothing to play now."))
            return
        top = match.top
        analysis = analyst().analyse(top, hint_budget(self.played.table))
        name = story.players_by_seat(top, self.announcer.names)[now.seat]
        with telling(self.played):
            chances = chances_now(top, self.announcer.names, analysis.chances)
        words = [chances["words"]] if chances else []
        lines = [analysis.headline(name), *words, *map(str, analysis.lines)]
        self.terminal.say(text.wrap_lines(lines))

    # ---- what the match is asked for ------------------------------------------------------------

    def _resign(self, _argument: str) -> None:
        if (speaker := self.played.speaker) is None:
            self.terminal.tell(self.played.why_not("resign"))
        else:
            self.played.resign(speaker)

    def _pause(self, span: str) -> None:
        """Stops the clock, or requests that from the others, for the time *span*; for a lone
        player, until ``continue`` is typed."""
        if not self.played.is_alone:
            if (ms := read_pause(span)) is not None or not span:
                self.played.pause(ms)
            else:
                self.terminal.tell(_(NO_PAUSE))
            return
        if why := self.played.why_not("pause"):
            self.terminal.tell(why)
            return
        if span:
            self.terminal.tell(_("Nobody else is asked: the pause lasts until you type continue."))
        self.played.pause()
        self.has_paused = True

    def _offer_live(self, typed: str) -> None:
        """Offers the others to play the duel live at the hour that was *typed*; without one, lists
        some."""
        if why := why_no_offer(self.played) if not typed else offer_live(self.played, typed):
            self.terminal.tell(why)
        elif not typed:
            hours = hours_to_offer(self.played).answers.items()
            self.terminal.say(*(f"  live {hour}  {words}" for hour, words in hours if hour))
            self.terminal.tell(_(HOW))

    def copy(self, name: str) -> None:
        """Prints the text with that *name*, to be copied; without one, the names."""
        self.terminal.say(*copied(self.played, name))

    def _go_to_next(self, _argument: str) -> None:
        """Leads to the next match that waits, here or at another host."""
        self._way.go(self.played.seen.id)
        self.is_leaving |= self._way.goes_elsewhere

    # ---- leaving --------------------------------------------------------------------------------

    def _quit(self, _argument: str) -> None:
        """Leaves the match if it is saved, or if saving it has failed before."""
        if self.played.is_far:
            self.is_leaving = True
            return
        place = self.saving.keep()
        if place:
            self.terminal.tell(place)
        if place or self._unsaved is self.played.match:
            self.is_leaving = True
            return
        self.saving.save()
        if self.saving.place:
            self.is_leaving = True
        else:
            self._unsaved = self.played.match
            self.terminal.say(
                _("Not saved: give another file with save FILE, or quit again without it.")
            )

    def is_about_people(self, typed: str) -> bool:
        """Whether *typed* is a word about the people at the table."""
        return self.words.is_typed(typed, *self._people.actions)

    def _note_left(self) -> None:
        self.is_leaving = self.has_left = True


class LineQuestions:
    """The questions of the match that is *played* to the person at the terminal of *announcer*."""

    def __init__(
        self, played: PlayedMatch, installed: Installed, commands: Commands, announcer: Announcer
    ) -> None:
        self.played, self.installed = played, installed
        self.commands, self.announcer, self.terminal = commands, announcer, announcer.terminal

    @property
    def clock_runs_here(self) -> bool:
        """Whether a person sits at the terminal while a clock runs."""
        return self.terminal.is_interactive and self.played.clock_runs

    def prompt(self) -> str:
        """The prompt: the player who is to answer, and the question."""
        played, names = self.played, self.announcer.names
        if self.is_to_answer:
            return _("yes or no> ")
        if played.paused and "go_on" in played.may:
            return _("Time runs when all are ready. Type ready> ")
        if played.fault is not None and played.has_say:
            words = _(
                "{name} is stuck: again, resign or draw for it, or who plays on in its place"
                " ({players})? "
            )
            return words.format(name=names[played.fault.player], players=", ".join((PERSON, *BOTS)))
        if played.trouble and played.has_say:
            words = _("Which game shall decide instead ({games})? ")
            return words.format(games=", ".join(sorted(self._games_instead)))
        player = played.match.player
        if player is None:
            return "> "
        name = story.players_by_seat(played.match.top, names)[played.match.top.seat_of(player)]
        if played.bot_is_due:
            return _("({name} is thinking)> ").format(name=name)
        return f"{name}> " if played.is_due else _("({name} is on turn)> ").format(name=name)

    @property
    def _games_instead(self) -> list[str]:
        """The games that can decide instead of the duel that cannot be played."""
        match = self.played.match
        failed = match.top.game.id if len(match.sessions) > 1 else ""
        return [game for game in self.installed.games_for(2) if game != failed]

    def ask_ready(self) -> None:
        """Starts the clock once a person at the terminal is ready; until then words are carried
        out, and questions answered. On a pipe it starts at once."""
        if self.clock_runs_here:
            self.terminal.say(*filter(None, [time_to_begin(self.played.match)]))
            question = _("Time runs as soon as you press Enter. Ready? ")
            while typed := self.terminal.ask(question):
                if self.commands.words.is_typed(typed, "continue"):
                    break
                if not (self.commands.run(typed) or self.announcer.answer(typed)):
                    break
                if self.commands.is_leaving:
                    return
        self.played.go_on()

    def wait_for_continue(self) -> None:
        """Waits until ``continue`` or ``quit`` is typed. The clock stands meanwhile."""
        self.terminal.say(_("Paused: no time passes."))
        words = self.commands.words
        while not words.is_typed(
            typed := self.terminal.ask(_("Type continue, or quit: ")), "continue"
        ):
            if words.is_typed(typed, "quit"):
                self.commands.run(typed)
                if self.commands.is_leaving:
                    return
        self.commands.has_paused = False
        self.played.go_on()

    @property
    def draw_is_asked_here(self) -> bool:
        """Whether a player at this keyboard has offered a draw to others at it."""
        return self.played.room.offer in self.played.players_here and self.is_to_answer

    def ask_about_draw(self) -> None:
        """Asks the others at this keyboard, each by name, whether they accept a draw."""
        played, names = self.played, self.announcer.names
        for player in played.asked_about_draw:
            words = _("{asked}, do you accept the draw (yes or no)? ").format(asked=names[player])
            while (accepted := accepts(self.terminal.ask(words).lower())) is None:
                pass
            if not accepted:
                words = _("{asked} declines the draw; {title} goes on.")
                title = title_of(played.match.top.game)
                played.answer(False)
                self.terminal.say(words.format(asked=names[player], title=title))
                return
        played.answer(True)

    @property
    def is_to_answer(self) -> bool:
        """Whether the person here must answer yes or no: to a request, or to a draw."""
        return not self.played.why_not("answer", accept=True)

    @property
    def is_asked(self) -> bool:
        """Whether the match waits for an answer or a decision of the person here."""
        played, room = self.played, self.played.room
        if played.study is not None:
            return True  # to go on, or to walk
        if self.is_to_answer or (played.paused and "go_on" in played.may) or "sit" in played.may:
            return True
        if gone(played):
            return True  # the question what becomes of the match without them
        asks = room.request.player if room.request is not None else room.offer
        if asks in played.players_here or played.paused:
            return False  # others answer first
        if played.fault is not None or played.trouble:
            return played.has_say
        return played.is_due

    def offered_at_end(self) -> str:
        """The prompt after the end of the match, with what can be done then."""
        if self.is_to_answer:
            return _("Type yes or no, review, study, save FILE, copy, or Enter to leave: ")
        if "rematch" in self.played.may:
            return _("Type review, study, save FILE, copy, rematch, or Enter to leave: ")
        return _("Type review, study, save FILE, copy, or Enter to leave: ")


def ends_fault(played: PlayedMatch, text: str) -> bool:
    """Carries out *text* as the decision about the bot that has failed; returns whether *text* is
    one."""
    word = text.partition(" ")[0].lower()
    if (named := vocabulary.named(word)) is not None:
        word = named.name
    fault = played.fault
    assert fault is not None
    if word in ("quit", "save") or not played.has_say:
        return False
    if word == "again":
        played.ask_again()
    elif word == "resign":
        played.resign(fault.player)
    elif word == "draw":
        played.offer_draw()
    elif played.is_far and text.lower() not in (PERSON, *BOTS):
        return False
    else:
        played.seat(fault.player, text)
    return True
