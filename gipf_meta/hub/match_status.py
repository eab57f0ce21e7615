"""The state of a match for one person in its room: players, stakes, questions, and his commands."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from gipf_meta.deeds.boards import CommonStanding
from gipf_meta.deeds.claims import claim_elements
from gipf_meta.deeds.commands import OpenDeeds
from gipf_meta.deeds.elements import (
    AgreementQuestion,
    DuelEndQuestion,
    DuelQuestion,
    EndElement,
    FaultQuestion,
    QuestionElement,
    Scene,
    SceneParts,
    StateElement,
    agreement_element,
    by_key,
    plan_lines,
    question_element,
)
from gipf_meta.deeds.table_elements import (
    agreed_on_time,
    draw_question,
    free_seat_words,
    request_element,
    waiting_lines,
)
from gipf_meta.match.match import Match
from gipf_meta.match.plan_lines import sentences
from gipf_meta.match.plans import standing_of
from gipf_meta.match.session import Session
from gipf_meta.narration import prompts, story
from gipf_meta.narration.clock_words import standing_clock
from gipf_meta.narration.duel_verdicts import contested_places
from gipf_meta.narration.endings import how_it_ended, outcome, winning_players
from gipf_meta.narration.note_lines import inside_words
from gipf_meta.narration.plan_words import lost_plan_words, premove_words
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.protocol.first_match import gentle_game
from gipf_meta.protocol.game import NOBODY
from gipf_meta.protocol.view import View
from gipf_meta.records import tree
from gipf_meta.rooms.conditions import answering_offer, closed_words
from gipf_meta.rooms.slow_time import needs_nobody_ready
from gipf_meta.rooms.state import RoomState


class CommonStatus(CommonStanding):
    """The state of the match that is the same for all who look, with the commands that the room
    offers to somebody."""

    @cached_property
    def open_deeds(self) -> OpenDeeds:
        """The commands that the room offers now."""
        return OpenDeeds(self.room)


class Standing:
    """The state of the match of *room* for *person*, who sees *view*; in words of his language.

    *common* is the part that is the same for everybody.
    """

    def __init__(
        self, room: RoomState, person: str, view: View, common: CommonStatus | None = None
    ) -> None:
        self.room = room
        self.person = person
        self.view = view
        self.common = common or CommonStatus(room)
        self.table = room.table
        self.match: Match = room.table.match
        self.held = room.seats.held_by(person)
        self.reader = room.reader(person)
        self.deciders = room.deciders(person)

    @cached_property
    def names(self) -> list[str]:
        """The names of the match's players."""
        return self.common.names

    def prompt(self) -> str:
        """The prompt of the player on turn; or the player who is thinking, or the end of the
        match."""
        common, on_turn = self.common, self.common.on_turn
        if common.over is not None:
            return prompts.match_ending(self.match, self.table.seats, self.reader)
        if self.room.is_closed:
            return closed_words()
        if on_turn is None or self.table.trouble:
            return self.view.prompt
        if on_turn in common.free_seats:
            return free_seat_words(self.names[on_turn])
        top, is_asked = self.match.top, not common.bot_is_due
        return prompts.prompt(self.view.prompt, top, top.seat_of(on_turn), self.names, is_asked)

    def heading(self) -> str:
        """The games, down to the one on top, and its players."""
        return self.common.heading

    def elements(self) -> Scene:
        """The players, the stakes, the state, the end, and the commands of *person*."""
        # a spectator gets the stakes of his own view, which has been made already
        eyes = self.reader if self.held else NOBODY
        parts: SceneParts = {
            "stakes": {"lines": [*self._stakes(eyes)]},
            "state": self._state(),
        }
        if self.common.over is not None and self.room.study is None:
            parts["over"] = self._over()
        if self.room.study is not None:
            parts["stand"] = {"at": tree.name_of(self.room.study.node)}
            if (part := self.room.study.part_of_turn(self.match)) is not None:
                parts["stand"]["part"] = inside_words(part)
        if (shown := self.room.shown) is not None:
            parts["shown"] = {
                "at": shown.at,
                "to": shown.to,
                "name": self.names[shown.player],
                "you": shown.player in self.held,
            }
        parts["may"] = {"do": self.common.open_deeds.to(self.person)}
        if others_seats := self.room.others_seats(self.person):
            parts["may"]["reseat"] = list(others_seats)
        if self.room.is_host(self.person) and (invited := list(self.room.admission.keys)):
            parts["may"]["invited"] = invited
        for player in self.held:
            self._add_plans(parts, player)
        claims = claim_elements(self.room, self.person, self.names)
        return self.common.players_for(self.held, self.view) | by_key(parts) | claims

    def _stakes(self, eyes: int | None) -> Iterator[str]:
        """The stakes of the duel on top, as *eyes* see them, and the time used on the clock of the
        match, which stands still meanwhile."""
        shown_to = self.deciders[0] if self.deciders else NOBODY
        if len(self.match.sessions) == 1 and eyes == shown_to:
            yield from self.view.stakes
        else:
            yield from story.stakes(self.match.sessions, eyes)
        if stands := standing_clock(self.match, self.names):
            yield stands

    # ---- elements and questions ---------------------------------------------------------------

    def _state(self) -> StateElement:
        table, match = self.table, self.match
        state: StateElement = {
            "game": match.top.game.id,
            "depth": len(match.sessions) - 1,
            "turn": self.room.turn_since,
            "paused": self.room.is_paused,
            "over": self.common.is_ended,
            "untouched": table.is_untouched,
            "thinking": self.common.thinking,
            "ready": self._ready(),
            "gentle": self._gentle(),
            "duel": self._duel(),
            "duel_over": self._duel_over(),
            "trouble": self._trouble(),
            "fault": self._fault(),
            "offer": self._offer(),
            "request": request_element(self.room, self.person, self.names),
            "waiting": waiting_lines(self.room, self.person, self.names),
        }
        if options := self.common.options:
            state["options"] = options
        if (ends_ms := self.room.pause_ends_ms) is not None:
            state["goes_on_ms"] = ends_ms
            if (hour := self.room.hour) is not None:
                state["hour_ms"], state["hour_clock"] = ends_ms, hour.clock
        return state

    def _ready(self) -> QuestionElement | None:
        """The question whether time may run, before the first decision."""
        table = self.table
        is_said = bool(self.held) and set(self.held) <= self.room.ready
        waits = table.is_untouched and table.clock_runs and not needs_nobody_ready(self.room)
        if is_said or not (waits and self.held):
            return None
        is_alone = self.room.is_played_by(self.person)
        agreed = agreed_on_time(self.room, self.person)
        return question_element(
            *prompts.ready(self.match.top.game, table.clock_runs, False, is_alone, agreed)
        )

    def _gentle(self) -> QuestionElement | None:
        """The offer of a gentle start, for a person's first match; the client knows whether it
        is."""
        table, game = self.table, self.match.top.game
        if self.match.sessions[0].begun_from:
            return None
        is_his = bool(self.held) and self.room.is_played_by(self.person)
        if not (table.is_untouched and is_his) or gentle_game(game) is None or self.room.is_closed:
            return None
        return question_element(*prompts.ready(game, table.clock_runs, True))

    def _duel(self) -> DuelQuestion | None:
        """The announcement of the duel on top. *number* tells it from other duels."""
        match, depth = self.match, len(self.match.sessions) - 1
        if not depth or self.table.trouble:
            return None
        below, number = match.sessions[-2], len(match.sessions[-2].steps)
        follows = bool(below.steps) and below.steps[-1].duel is not None
        if follows:
            duel_question = prompts.duel_follows(match, depth, self.names, self.reader)
        else:
            duel_question = prompts.duel_begins(match, depth - 1, self.reader)
        return {**question_element(*duel_question), "number": number}

    def _duel_over(self) -> DuelEndQuestion | None:
        """The end of the last duel, until the next decision. *number* as for a duel."""
        top = self.match.top
        if not top.steps or top.steps[-1].duel is None:
            return None
        step = top.steps[-1]
        played = step.duel if isinstance(step.duel, Session) else None
        return {
            **question_element(*prompts.duel_ends(top, self.names, self.reader)),
            "number": len(top.steps) - 1,
            "you": how_it_ended(played, self.reader) if played else None,
            "winners": winning_players(played) if played else [],
            "contested": contested_places(top, step, self.reader),
        }

    def _trouble(self) -> QuestionElement | None:
        """The question for another game for the duel that cannot be played: answers of
        ``choose_duel``."""
        trouble = self.table.trouble
        if not trouble or self.room.is_closed:
            return None
        return question_element(*prompts.other_duel(trouble, installed_plugins()))

    def _fault(self) -> FaultQuestion | None:
        """The question who plays on instead of the bot of *player*, which has failed."""
        fault = self.table.fault
        if fault is None or self.room.is_closed:
            return None
        question = prompts.other_player(str(fault), self.names[fault.player])
        element = question_element(*question)
        again, *others = element["answers"]  # a page takes the last answer as the default
        return {**element, "answers": [*others, again], "player": fault.player}

    def _offer(self) -> AgreementQuestion | None:
        """The question whether the draw that player *by* offers is accepted; *asks*: the reader
        must answer."""
        by = self.room.offer
        if by is None:
            return None
        question = question_element(*draw_question(self.room, self.person, self.names))
        asks = bool(answering_offer(self.room, self.person))
        return agreement_element(question, by, asks)

    def _over(self) -> EndElement:
        """The end of the match."""
        bottom = self.match.sessions[0]
        ending = prompts.match_ends(self.match, self.table.seats, self.reader)
        return {
            **question_element(*ending),
            "sentence": ending.title,
            "head": outcome(bottom, self.names, self.reader),
            "you": how_it_ended(bottom, self.reader),
            "winners": winning_players(bottom),
            "rematch": self.room.rematch,
        }

    def _add_plans(self, parts: SceneParts, player: int) -> None:
        """Adds the decisions that *player* has made in advance to *parts*, or their failure: for
        the game on top or, if there are none, for the nearest one below."""
        room = self.room
        if (lost := room.plans.lost.get(player)) is not None:
            words = premove_words(lost.text, waits=False) if lost.text else lost_plan_words()
            if lost.was_simple:
                parts["premove"] = {"words": words, "waits": False}
            else:
                depth = len(self.match.sessions) - 1
                parts["plan"] = {"words": [words], "lines": [], "waits": False, "depth": depth}
            return
        plan = room.plans.shown(player)
        if plan is not None and (text := plan.move_for_next_turn) is not None:
            parts["premove"] = {"words": premove_words(text, waits=True), "waits": True}
        elif plan is not None:
            nodes = standing_of(plan, self.match).nodes
            parts["plan"] = {
                "words": sentences(nodes),
                "lines": plan_lines(nodes),
                "waits": True,
                "depth": plan.depth,
            }
