"""Two matches side by side: in one Bob plans his decisions, in the other he makes the same by hand.

``Beside`` plays both at random. What Bob does by hand, ``Notepad`` tells him: it reads his lines as
they were sent, and knows nothing of how rooms follow plans.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from gipf_meta.deeds.messages import RoomMessage
from gipf_meta.hub.hub import Hub
from gipf_meta.match.match import Match
from gipf_meta.match.plans import DUEL_ENDS, imagine, outcomes_of
from gipf_meta.match.session import Session
from gipf_meta.protocol.game import Chance, Duel, Over, Turn
from gipf_meta.rooms.ledger import MemoryLedger
from gipf_meta.table.openings import Opening
from tests.hub.test_hub import new_hub

BOB = 1
"""The player who plans; Ann is the other."""
PEOPLE = ("ann", "bob")
STEP_MS = 100
"""The time between two commands."""

Line = dict[str, Any]
"""A node of a plan, as it is sent."""


class Happened(NamedTuple):
    """A decision in a game, and whose it was: ``own`` is Bob's."""

    whose: str
    text: str


def whose_turn(now: object, players: Sequence[int]) -> str:
    """The one whose decision comes where a game's status is *now*."""
    if isinstance(now, Turn):
        return "own" if players[now.seat] == BOB else "other"
    return {Chance: "luck", Duel: "duel"}.get(type(now), "nobody")


def happened(session: Session, since: int) -> list[Happened]:
    """The decisions of *session* after so many steps."""
    found = []
    for step in session.steps[since:]:
        whose, text = whose_turn(session.status_of(step), session.players), step.text
        if isinstance(step.duel, Session):
            over = step.duel.status
            assert isinstance(over, Over)
            winners = [step.duel.players[seat] for seat in over.winners]
            text = "drawn" if not winners else "won" if BOB in winners else "lost"
        elif step.seat is not None and whose == "own" and session.players[step.seat] != BOB:
            whose = "beside"
        found.append(Happened(whose, text))
    return found


class Notepad:
    """Bob's *lines* for the game at *depth*, at a *place*, which begin after *at* steps."""

    def __init__(self, lines: list[Line], match: Match) -> None:
        self.lines, self.depth = lines, len(match.sessions) - 1
        self.place = [len(session.steps) for session in match.sessions[:-1]]
        self.at = len(match.top.steps)
        self.is_crossed_out, self.is_turn = False, match.player == BOB

    def find(self, match: Match) -> str | None:
        """The decision that Bob has noted for now; ``None``: nothing."""
        place = [len(session.steps) for session in match.sessions[:-1]]
        if self.is_crossed_out or self.depth != len(match.sessions) - 1 or place != self.place:
            return None
        past = happened(match.top, self.at)
        if match.player != BOB or (self.is_turn and not past):
            return None
        return next(self._follow(self.lines, past), None)

    def _follow(self, lines: list[Line], past: Sequence[Happened]) -> Iterator[str]:
        """The decisions in *lines* after all that is *past*, what was named first."""
        if not past:
            for line in lines:  # time may have passed the turn of the others
                yield from [line["do"]] if line["do"] else (each["do"] for each in line["then"])
            return
        first, *rest = past
        for line in lines:
            if line["do"] == first.text and first.whose != "beside":
                yield from self._follow(line["then"], rest)
        if first.whose in ("other", "luck"):
            others = 0
            while others < len(past) and past[others].whose in ("other", "luck"):
                others += 1
            if others == len(past) or past[others].whose == "own":
                for line in lines:
                    if line["do"] is None:
                        yield from self._follow(line["then"], past[others:])
        if first.whose == "luck":
            ends = [line for line in lines if line["do"] in DUEL_ENDS]
            yield from self._follow(ends, rest) if ends else ()


class Imagination:
    """Plans that Bob may think of, as *rng* has it."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def lines(self, session: Session) -> list[Line]:
        """The lines of a random plan from *session* on; none where he thinks of nothing."""
        lines = self._grow(session)
        if whose_turn(session.status, session.players) == "own":
            return [line for line in lines if line["then"]]
        return lines

    def _grow(self, session: Session, depth: int = 0) -> list[Line]:
        """A random tree of what may come after *session*, to Bob's decisions."""
        whose = whose_turn(session.status, session.players)
        if depth >= 7 or whose == "nobody":
            return []
        lines: list[Line] = []
        for text in self._some(session, whose):
            then = self._grow(imagine(session, BOB, text)[0], depth + 1)
            if whose == "own" or then:
                lines.append({"do": text, "then": then if self._rng.random() < 0.9 else then[:1]})
        if whose in ("other", "luck") and self._rng.random() < 0.3:
            answer: Line = {"do": self._any_answer(session), "then": []}
            if self._rng.random() < 0.3:
                last = {"do": self._any_answer(session), "then": []}
                answer["then"] = [{"do": None, "then": [last]}]
            lines.append({"do": None, "then": [answer]})
        return lines

    def _some(self, session: Session, whose: str) -> list[str]:
        """Some decisions that are possible next: one of Bob, one to three of others."""
        if whose == "luck":
            every = outcomes_of(session)
        elif whose == "duel":
            every = [*DUEL_ENDS]
        else:
            now = session.status
            assert isinstance(now, Turn)
            choices = session.view(session.players[now.seat]).choices
            every = list(dict.fromkeys(each.notation for each in choices))
        count = 1 if whose == "own" else self._rng.randint(1, 3)
        return self._rng.sample(every, min(count, len(every)))

    def _any_answer(self, session: Session) -> str:
        """A decision that Bob might make some time after *session*, or none that he could."""
        for _decision in range(8):
            whose = whose_turn(session.status, session.players)
            if whose == "nobody":
                break
            text = self._rng.choice(self._some(session, whose))
            if whose == "own":
                return text
            session = imagine(session, BOB, text)[0]
        return "nix"


class Beside:
    """Two rooms of the match *opening*, played at random from *seed*: in ``planned`` Bob plans, in
    ``by_hand`` he looks at his notes."""

    def __init__(self, opening: Opening, seed: int) -> None:
        self.rng = Random(f"{opening.game} {seed}")
        self._imagination = Imagination(self.rng)
        self.ledgers = MemoryLedger(), MemoryLedger()
        self.planned, self.by_hand = map(new_hub, self.ledgers)
        self.trees = self.answers = self.duels = 0
        self._ids, self.now_ms = 0, 0
        self._notes: list[Notepad] = []
        for hub in self.hubs:
            hub.connect("bob", "bob", "")
            hub.open_room("r", opening, "ann", 0, {BOB: "bob"})
        for person in PEOPLE:
            self._both(person, {"do": "go_on"})

    @property
    def hubs(self) -> tuple[Hub, Hub]:
        """Both hubs."""
        return self.planned, self.by_hand

    @property
    def match(self) -> Match:
        """The match, which is the same in both rooms."""
        return self.planned.room("r").table.match

    def play(self, decisions: int) -> None:
        """Plays so many decisions, or until the match is over; compares after each of them."""
        for _decision in range(decisions):
            if self.match.result is not None:
                break
            self._go_on()
            if self.match.result is None:
                if self.rng.random() < 0.4:
                    self._plan()
                self._decide()
            self.check()

    def check(self) -> None:
        """Raises ``AssertionError`` unless both matches are the same, with the same events."""
        told = [[each.event.model_dump() for each in ledger.read("r")] for ledger in self.ledgers]
        assert told[0] == told[1]

    # ---- what people do -----------------------------------------------------------------------

    def _say(self, hub: Hub, person: str, message: dict[str, Any]) -> Sequence[RoomMessage]:
        self._ids += 1
        hub.take_outbox()
        about = {"id": f"c{self._ids}", "room": "r", **message}
        hub.receive(person, about, self.now_ms)
        return [told for link, told in hub.take_outbox() if link == person]

    def _both(self, person: str, message: dict[str, Any]) -> None:
        """Lets *person* say the same in both rooms; then Bob does what he has planned."""
        self.now_ms += STEP_MS
        for hub in self.hubs:
            hub.pass_time(self.now_ms)
            self._say(hub, person, message)
        self._do_by_hand()

    def _do_by_hand(self) -> None:
        """Lets Bob do by hand what stands on his notes."""
        room = self.by_hand.room("r")
        while not room.is_paused and room.table.over is None:
            match = room.table.match
            found = [(each.find(match), each) for each in self._notes]
            text, notes = next((pair for pair in found if pair[0] is not None), (None, None))
            if text is None or notes is None:
                break
            said = {"do": "play", "text": text, "seen": room.number}
            if any("refused" in told for told in self._say(self.by_hand, "bob", said)):
                notes.is_crossed_out = True
            else:
                self.answers += 1

    def _go_on(self) -> None:
        """Lets everybody go on after a pause."""
        if self.planned.room("r").is_paused:
            for person in PEOPLE:
                self._both(person, {"do": "go_on"})

    def _decide(self) -> None:
        """Lets the player on turn decide: often what Bob has planned for, now and then something
        else, or he gives up a duel."""
        match, room = self.match, self.planned.room("r")
        player = match.player
        if player is None or room.is_paused:
            return
        if len(match.sessions) > 1 and self.rng.random() < 0.15:
            self.duels += 1
            loser = self.rng.randrange(2)
            self._both(PEOPLE[loser], {"do": "resign", "by": loser})
            return
        choices = [each.notation for each in match.top.view(player).choices]
        wanted = [text for text in self._wanted() if text in choices]
        powers = [text for text in choices if "^" in text or text in ("challenge", "claim")]
        some = wanted if wanted and self.rng.random() < 0.7 else powers or choices
        text = self.rng.choice(some if self.rng.random() < 0.8 else choices)
        self._both(PEOPLE[player], {"do": "play", "text": text, "seen": room.number})

    def _wanted(self) -> list[str]:
        """The decisions that come next in the plan that Bob is shown."""
        (message,) = self._say(self.planned, "bob", {"do": "imagine", "path": []})
        imagined: Any = message
        known = imagined["imagined"]["known"] if "imagined" in imagined else []
        return [line["do"] for line in known if line["do"] is not None]

    def _plan(self) -> None:
        """Lets Bob plan a tree, in the other room on paper."""
        match = self.match
        if self.planned.room("r").is_paused or BOB not in match.top.players:
            return
        lines = self._imagination.lines(match.top)
        if not lines:
            return
        told = self._say(self.planned, "bob", {"do": "plan", "lines": lines})
        assert not any("refused" in each for each in told), (told, lines)
        self.trees += 1
        depth = len(match.sessions) - 1
        self._notes = [each for each in self._notes if each.depth != depth]
        self._notes.append(Notepad(lines, match))
