"""Announcements in line mode: prints the board and the news of a match for its players."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from gipf_meta.base.texts import _
from gipf_meta.bots.analyst import AnalystFailed, analyst
from gipf_meta.deeds.table_elements import all_news
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
from gipf_meta.protocol.game import Turn
from gipf_meta.protocol.view import View
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
        self.is_drawing = True
        self._shown_turn: tuple[object, ...] | None = None
        self._told_match: Match | None = None
        self._has_answered = False
        self._told_standing = ""

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

    def announce_result(self) -> None:
        """Prints the last board of a match that is over, and how it ended: once."""
        played = self.played
        # its caption would tell the end a second time, or a turn that nobody takes
        self.terminal.say("", self.page(replace(played.view(), caption="")))
        self.terminal.tell(prompts.match_ending(played.match, played.seats, played.only_person))

    def tell_review(self) -> None:
        """Prints the verdict on each turn of the match."""
        match, effort = self.played.match, Effort()
        if self.terminal.is_interactive:
            effort = BY_TIME
            self.terminal.say(beginning_of_review(len(parts(moments(match)))))
        found = review(match, effort, look=analyst().look)
        try:
            for line in review_lines(found, self.names):
                self.terminal.say(text.wrap_lines([line]))
        except AnalystFailed as error:
            self.terminal.tell(str(error))

    def page(self, view: View) -> str:
        """The picture of *view* as text, or its description for people who use a screen reader."""
        if self.is_drawing:
            return text.page_for(view, self.terminal.out)
        game = self.played.match.top.game
        return text.wrap_lines(
            QuestionContext(view, game.seat_names, called=spoken_seats(game)).beside()
        )

    def show_turn(self, view: View) -> None:
        """Prints the board once a turn, and the question."""
        match = self.played.match
        turn = (len(match.sessions), match.top.status, len(match.top.turns()))
        is_new = turn != self._shown_turn
        if is_new:
            self.terminal.say("", self.page(view))
        elif self.played.time_acts and not self._has_answered:
            self.terminal.tell(view.caption)
        # after several questions in a row the prompt is not repeated
        if is_new or not self._has_answered:
            self.tell_clocks()
            if view.prompt:
                self.terminal.tell(view.prompt)
            if len(match.sessions) == 1:
                self.tell_stakes()
        self._shown_turn, self._has_answered = turn, False

    def tell_score(self) -> None:
        """Prints all that stands beside the board."""
        game = self.played.match.top.game
        scene = QuestionContext(self.seen_view(), game.seat_names, called=spoken_seats(game))
        self.terminal.say(text.wrap_lines(scene.beside()))

    def tell_stakes(self) -> None:
        """Prints the stakes of the duel that is played, or those of a challenge."""
        for sentence in story.stakes(self.played.match.sessions, self.played.only_person):
            self.terminal.tell(sentence)

    def show_turn_again(self) -> None:
        """Makes the next ``show_turn`` print the board, also if it has printed this turn."""
        self._shown_turn = None

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
        if line := clock_line(self.played.match, self.names):
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
        sentences = news(
            since.sessions, here, self.names, reader,
            in_words=True, at_once=self._players_here, with_notation=True,
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
