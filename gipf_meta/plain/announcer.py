"""Announcements in line mode: prints the board and the news of a match for its players."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from gipf_meta.base.addressee import Controls, addressee, told_to
from gipf_meta.base.texts import _
from gipf_meta.bots.analyst import AnalystFailed, analyst
from gipf_meta.deeds.table_elements import all_news
from gipf_meta.line.bot_lines import result_against_bot, said_by_bots, settings_at
from gipf_meta.line.people_actions import flag_ms_of
from gipf_meta.line.played_match import PlayedMatch
from gipf_meta.match.match import Match
from gipf_meta.match.playback import moments
from gipf_meta.match.starting_point import beginning
from gipf_meta.narration import prompts, questions, story
from gipf_meta.narration.answers import QuestionContext, spoken_seats
from gipf_meta.narration.clock_words import clock_line, standing_clock
from gipf_meta.narration.news import news
from gipf_meta.narration.news_so_far import nothing_yet, told_lines
from gipf_meta.narration.note_lines import where_lines
from gipf_meta.plain.terminal import Terminal
from gipf_meta.plain.told_aloud import ToldAloud, without_repeated_events
from gipf_meta.plain.tried_again import TriedAgain
from gipf_meta.protocol.game import Turn
from gipf_meta.protocol.view import Choice, View
from gipf_meta.records.player_names import PERSON
from gipf_meta.render import text
from gipf_meta.rooms.events import Event
from gipf_meta.rooms.study_events import STUDIED, WroteBeside
from gipf_meta.search.effort import BY_TIME, Effort
from gipf_meta.search.review import parts, review
from gipf_meta.search.verdict import beginning_of_review, review_lines


class Announcer:
    """Prints at *terminal* what happens in the match that is *played*, and answers questions.

    While *is_drawing* is false, descriptions replace the drawings of the board.
    """

    def __init__(self, played: PlayedMatch, terminal: Terminal) -> None:
        self.played = played
        self.terminal = terminal
        self.tried_again = TriedAgain(played, terminal)
        self._is_drawing = True
        self._aloud = ToldAloud()
        self._told_turn: tuple[object, ...] | None = None
        self._asked_at: tuple[int, ...] = ()
        self._only_way = ""
        self._shown_turn: tuple[object, ...] | None = None
        self._told_match: Match | None = None
        self._has_answered = self._has_looked = False
        self._told_standing = ""
        self._told_stakes: frozenset[str] = frozenset()

    @property
    def is_drawing(self) -> bool:
        """Whether boards are drawn, and not told of."""
        return self._is_drawing

    @is_drawing.setter
    def is_drawing(self, is_drawing: bool) -> None:
        """Sets whether boards are drawn."""
        if self._is_drawing and not is_drawing:
            self.show_turn_again()  # what lies beside the board is told from now on
        self._is_drawing = is_drawing

    @property
    def names(self) -> list[str]:
        """The names of the match's players."""
        return self.played.names

    def seen_view(self) -> View:
        """The view of the game on top for the people here, with the prompt and the choices that are
        theirs."""
        played = self.played
        view = played.view()
        if played.over is not None or not played.is_far:
            return view
        prompt = view.prompt if played.is_due else played.standing_prompt(view)
        return replace(view, prompt=prompt, choices=played.choices())

    def announce_match(self) -> None:
        """Prints the game, its players, and the duels that are being played in it."""
        bottom, *duels = self.played.match.sessions
        study, seats = self.played.study, self.played.seats
        people = seats if study is None else study.record.people or seats
        head = story.head(bottom, story.names_told(people, self.played.match))
        head = head if study is None else _("Study: {match}").format(match=head)
        self.terminal.tell(f"{head}.")
        self.terminal.say(*beginning(bottom))  # not wrapped: positions are copied
        for duel in duels:
            self.terminal.say(story.duel_head(duel, self.names))
        if duels:
            self.tell_stakes()
        self._tell_lines_of_bots()

    def announce_result(self) -> None:
        """Prints the last board of a match that is over, and how it ended: once."""
        played = self.played
        # its caption would tell the end a second time, or a turn that nobody takes
        self._tell_board(replace(played.view(), caption=""))
        self.terminal.tell(prompts.match_ending(played.match, played.seats, played.only_person))
        self._tell_lines_of_bots()
        if words := result_against_bot(played):
            self.terminal.tell(words)

    def _tell_lines_of_bots(self) -> None:
        """Prints what bots say now."""
        for line in said_by_bots(self.played, settings_at(self.played.line)):
            self.terminal.tell(line)

    def tell_notices(self) -> None:
        """Prints the notices that are told once; that a plan has ended with a bell."""
        for notice in self.played.take_notices():
            self.terminal.tell(notice)
        ended = self.played.plan.take_ended()
        if ended and settings_at(self.played.line).sound:
            self.terminal.ring()
        for sentence in ended:
            self.terminal.tell(sentence)

    def tell_review(self) -> None:
        """Prints the verdict on each turn of the match."""
        match, effort = self.played.match, Effort()
        if self.terminal.is_interactive:
            effort = BY_TIME
            self.terminal.say(beginning_of_review(len(parts(moments(match)))))
        found = self.tried_again.note(review(match, effort, look=analyst().look))
        try:
            for line in review_lines(found, self.names):
                self.terminal.say(text.wrap_lines([line]))
            self.tried_again.tell()
        except AnalystFailed as error:
            self.terminal.tell(str(error))

    def _tell_board(self, view: View) -> None:
        """Prints the picture of *view* as text; for those who hear it, what has changed beside the
        board since they were told last."""
        if self.is_drawing:
            self.terminal.say("", text.page_for(view, self.terminal.out))
        else:
            self._say_aloud(self._aloud.changes(self._game, self._context(view)))

    def tell_score(self) -> None:
        """Prints all that lies beside the board: every tray, all rows of score sheets, the
        caption."""
        self._say_aloud(self._aloud.all_beside(self._game, self._context(self.seen_view())))
        self._has_answered = True

    def _say_aloud(self, lines: Sequence[str]) -> None:
        if lines:
            self.terminal.say(text.wrap_lines(lines))

    @property
    def _game(self) -> tuple[int, ...]:
        """The place of the game on top in the match: a duel begins after so many decisions."""
        return self._decision[:-1]

    def _context(self, view: View) -> QuestionContext:
        top = self.played.match.top
        players = story.players_by_seat(top, self.names)
        return QuestionContext(view, top.game.seat_names, players, called=spoken_seats(top.game))

    def show_turn(self, view: View) -> None:
        """Prints the board once a turn, and the question."""
        match = self.played.match
        turn = (len(match.sessions), match.top.status, len(match.top.turns()))
        is_new = turn != self._shown_turn
        if is_new:
            self._show_board(view)
        elif self.played.time_acts and not self._has_answered:
            self._tell_time(view)
        is_other = self._decision != self._asked_at
        # after several questions in a row the prompt is not repeated
        if (is_new and self.is_drawing) or is_other or not self._has_answered:
            self.tell_clocks()
            if is_other or not self._has_looked:
                self._tell_prompt(view, is_other)
        self._shown_turn, self._asked_at = turn, self._decision
        self._has_answered = self._has_looked = False

    def _show_board(self, view: View) -> None:
        """Prints the board at a new decision; for those who hear it, what has changed, once a
        turn."""
        now = self.played.match.top.status
        turn = (self._game, now.number, now.seat) if isinstance(now, Turn) else None
        if self.is_drawing or turn is None or turn != self._told_turn:
            self._tell_board(view)
            self._told_turn = None if self.is_drawing else turn

    def _tell_time(self, view: View) -> None:
        """Prints the caption of *view*, in which time has passed."""
        if self.is_drawing:
            self.terminal.tell(view.caption)
        else:
            self._tell_board(view)

    def _tell_prompt(self, view: View, is_new: bool) -> None:
        """Prints the question of the game, how to play the only decision that is possible, and the
        stakes of a challenge; *is_new*: it was not asked before."""
        question = view.prompt
        if (way := self._note_only_way()) is not None:
            self._aloud.forget_question()
            words = _("{prompt} Enter plays the only way: {label} ({move}).")
            prompt = self._prompt_for("", is_brief=not self.is_drawing)
            question = words.format(prompt=prompt, label=way.label, move=way.notation).lstrip()
        elif self.played.is_due:
            plain, short = self._prompt_for("keys"), self._prompt_for("", is_brief=True)
            new_part = self._aloud.question(plain, short, question)
            question = new_part if is_new and not self.is_drawing else question
        if question:
            self.terminal.tell(question)
        if len(self.played.match.sessions) == 1:
            self.tell_stakes()

    @property
    def _decision(self) -> tuple[int, ...]:
        """The number of decisions before this one, in the match and in its duels."""
        return tuple(len(each.steps) for each in self.played.match.sessions)

    def _prompt_for(self, hand: Controls, is_brief: bool = False) -> str:
        """The question of the game to somebody who decides by *hand*; *is_brief*: who knows it."""
        match, reader = self.played.match, addressee()
        if reader is None or match.player is None:
            return self.seen_view().prompt
        with told_to(replace(reader, hand=hand, is_brief=is_brief)):
            return match.top.view(match.player).prompt

    def _note_only_way(self) -> Choice | None:
        """The only decision that is possible, where Enter plays it: for a person at a terminal. An
        empty line of a pipe plays nothing."""
        played = self.played
        can_enter = self.terminal.is_interactive and played.is_due and played.study is None
        choices = played.choices() if can_enter else ()
        self._only_way = choices[0].notation if len(choices) == 1 else ""
        return choices[0] if self._only_way else None

    def complete(self, typed: str | None) -> str | None:
        """The line that was *typed*; for a bare Enter the only decision that is possible, if it was
        told that Enter plays it."""
        if typed != "" or not self._only_way or not self.played.is_due:
            return typed
        possible = [each.notation for each in self.played.choices()]
        return self._only_way if possible == [self._only_way] else ""

    def note_look(self) -> None:
        """Notes that a command only looked: the question is not repeated after it, but time is."""
        self._has_looked = True

    def tell_stakes(self) -> None:
        """Prints the stakes of the duel that is played, or those of a challenge."""
        sessions, reader = self.played.match.sessions, self.played.only_person
        sentences: Sequence[str] = story.stakes(sessions, reader)
        new = self._aloud.new_sentences(sentences)
        for sentence in sentences if self.is_drawing else new:
            self.terminal.tell(sentence)
        self._told_stakes |= frozenset(new)

    def show_turn_again(self) -> None:
        """Makes the next ``show_turn`` print the board, also if it has printed this turn."""
        self._shown_turn = self._told_turn = None

    def tell_study(self, events: Sequence[Event]) -> bool:
        """Prints the position in the tree of a study; returns whether one has walked, or the tree
        has changed."""
        study = self.played.study
        if study is None or not any(isinstance(event, STUDIED) for event in events):
            return False
        if not all(isinstance(event, WroteBeside) for event in events):
            self._shown_turn = self._told_match = None  # the match is another one now
        lines = [*where_lines(study, self.played.match), *self.played.announce(events)]
        self.terminal.say(text.wrap_lines(lines))
        return True

    def tell_clocks(self) -> None:
        """Prints the time left on the players' clocks; and, once in a duel that has a clock of its
        own, that on the clock of the match."""
        if line := clock_line(self.played.match, self.names, flag_ms_of(self.played)):
            self.terminal.tell(line)
        stands, before = standing_clock(self.played.match, self.names), self._told_standing
        self._told_standing = stands
        if stands not in ("", before):  # it stays the same during the duel
            self.terminal.tell(stands)

    def tell_news(self, before: Match) -> None:
        """Prints the news since *before*, unless they were printed already. While the turn of
        others goes on, prints nothing: their decisions follow with the whole turn."""
        since = self._told_match if self._told_match is not None else before
        self._told_match = since if self._others_go_on else None
        if not self._others_go_on:
            self._say_news(since)

    def tell_news_now(self, before: Match) -> None:
        """Prints the news since *before*; the next ``tell_news`` begins here."""
        self._say_news(self._told_match if self._told_match is not None else before)
        self._told_match = self.played.match

    def _say_news(self, since: Match) -> None:
        lines = self.news(since)
        while lines and not lines[-1]:
            lines.pop()
        if not self.is_drawing:  # what was told of a challenge is not told again of its duel
            untold = [line for line in lines if line not in self._told_stakes]
            lines, self._told_stakes = without_repeated_events(untold), frozenset()
        for line in lines:
            self.terminal.say(textwrap.fill(line, text.WIDTH))

    @property
    def _others_go_on(self) -> bool:
        """Whether the last turn goes on, and its seat is that of a bot or of a person elsewhere."""
        top = self.played.match.top
        now, last = top.status, top.steps[-1] if top.steps else None
        if last is None or not isinstance(now, Turn) or self.played.over is not None:
            return False
        is_elsewhere = top.players[now.seat] not in self._players_here
        return is_elsewhere and (now.number, now.seat) == (last.number, last.seat)

    @property
    def _players_here(self) -> list[int]:
        """The players who decide at this terminal."""
        people = [n for n, seat in enumerate(self.played.seats) if seat.player == PERSON]
        return [n for n in people if self.played.only_person in (None, n)]

    def news(self, since: Match) -> list[str]:
        """The sentences on the news since the match was *since*."""
        if self.played.match is since:
            return []
        here, reader = self.played.match.sessions, self.played.only_person
        everybody = range(len(self.names))  # who hears the news has heard how a turn has begun
        at_once = self._players_here if self.is_drawing else everybody
        sentences = news(
            since.sessions, here, self.names, reader,
            in_words=True, at_once=at_once, with_notation=self.is_drawing,
        )  # fmt: skip
        return list(sentences)

    def tell_all_news(self, count: int) -> None:
        """Prints all that was said of the last *count* turns of the match and its duels."""
        every = all_news(self.played.room, self.played.person)
        turns = [[*parts] for _turn, parts in groupby(every, lambda part: part[:2])]
        last = (part for parts in turns[-count:] for part in parts)
        self.terminal.say(*told_lines(last, text.WIDTH))
        if not turns:
            self.terminal.say(nothing_yet())

    def answer(self, typed: str) -> bool:
        """Prints the answer to a question about the board; ``False`` if *typed* is no question."""
        scene = questions.scene_of(self.played.match, self.names, self.played.asker)
        answer = questions.answer(replace(scene, view=self.seen_view()), typed)
        if answer is None:
            return False
        self._has_answered = True
        self.terminal.say(text.wrap_lines(answer.split("\n")))
        return True
