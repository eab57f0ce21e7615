"""Plans: decisions that a player makes in advance, as a tree of *if … then …*. Pure.

A plan is about one game of a match, and begins at a place of it. Each node is a decision: one of
the others or of luck is a condition, one of the owner an answer. As the game goes on, its steps
lead down the tree; where they leave it, the plan is lost. A move for one's next turn, whatever
comes, is the smallest plan.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from gipf_meta.base.texts import _
from gipf_meta.match.match import Match
from gipf_meta.match.session import Session, Step, UnreadDuel
from gipf_meta.match.typed_turns import read_decisions
from gipf_meta.protocol.game import Chance, Duel, IllegalMove, MoveError, Over, Turn, title_of
from gipf_meta.protocol.gate import Gate

MOST_LETTERS: Final = 10_000
"""The most letters of a plan."""
MOST_NODES: Final = 200
"""The most decisions of a plan."""
DEEPEST: Final = 60
"""The most decisions of a plan that follow one another."""
DuelEnd: TypeAlias = Literal["won", "lost", "drawn"]
DUEL_ENDS: Final[tuple[DuelEnd, ...]] = ("won", "lost", "drawn")
"""The ends of a duel for the owner of a plan, as conditions."""
Decider: TypeAlias = Literal["own", "other", "luck", "duel", "nobody"]
"""The one whose decision is next: the owner's, another player's, luck's, that of a duel, or
nobody's."""


@dataclass(frozen=True, slots=True)
class PlanNode:
    """The decision *do* in its game's notation, and those that may follow it; ``None``: whatever
    others decide until the owner is to decide again.

    *own*: it is the owner's decision.
    """

    do: str | None
    then: tuple[PlanNode, ...] = ()
    own: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """The *lines* that *person*, at the seat of *player*, has planned for one game of a match.

    It is the game at *depth* of the match, 0 the bottom one; *place* are the numbers of steps in
    the games below it. The lines begin after *at* steps of it, of which *digest* is a short sign.
    *number* is that of the last event of the room then. Each plan has another *version*: who plays
    a decision of it makes sure that it is still there.
    """

    player: int
    person: str
    depth: int
    place: tuple[int, ...]
    at: int
    digest: str
    lines: tuple[PlanNode, ...]
    number: int = 0
    version: str = ""

    @classmethod
    def of(
        cls,
        match: Match,
        player: int,
        person: str,
        lines: tuple[PlanNode, ...],
        number: int = 0,
        version: str = "",
    ) -> Plan:
        """The plan of *lines* that begin where the game on top of *match* stands."""
        place, steps = place_of(match), match.top.steps
        about = place, len(steps), _sign(steps), lines, number, version
        return cls(player, person, len(place), *about)

    @property
    def key(self) -> tuple[int, int]:
        """The player and the depth of the game, of which there is one plan at a time."""
        return self.player, self.depth

    @property
    def move_for_next_turn(self) -> str | None:
        """The decision that it plays whatever comes, if it is nothing but that."""
        if len(self.lines) != 1 or self.lines[0].do is not None or len(self.lines[0].then) != 1:
            return None
        answer = self.lines[0].then[0]
        return None if answer.then else answer.do


def place_of(match: Match) -> tuple[int, ...]:
    """The numbers of steps in the games below that on top of *match*, which tell it from others."""
    return tuple(len(session.steps) for session in match.sessions[:-1])


def whatever_comes(text: str) -> tuple[PlanNode, ...]:
    """The lines that play *text* at the owner's next turn."""
    return (PlanNode(None, (PlanNode(text, own=True),)),)


# ---- where a plan stands ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlanStanding:
    """Where a plan stands: *waits*: what it asks for may still come; *answer* is the decision that
    it makes now. Neither: it is *done*, or what has come is not in it."""

    waits: bool = False
    answer: str | None = None
    done: bool = False
    nodes: tuple[PlanNode, ...] = ()


LOST: Final = PlanStanding()


class _Front(NamedTuple):
    """A way down the tree: one of *nodes* comes next. *any* is the node with whose decision, which
    may be several, others go on; ``None``: with none."""

    nodes: tuple[PlanNode, ...]
    any: PlanNode | None = None


def standing_of(plan: Plan, match: Match) -> PlanStanding:
    """Where *plan* stands in *match*. Raises ``GameFailed``."""
    if len(match.sessions) <= plan.depth or match.result is not None:
        return LOST
    session = match.sessions[plan.depth]
    begun = session.steps[: plan.at]
    if (
        place_of(match)[: plan.depth] != plan.place
        or len(begun) < plan.at
        or _sign(begun) != plan.digest
    ):
        return LOST
    fronts = [_Front(plan.lines)]
    for step in session.steps[plan.at :]:
        fronts = [after for front in fronts for after in _walk(front, session, step, plan.player)]
    return _judge(fronts, session, plan)


def _walk(front: _Front, session: Session, step: Step, player: int) -> Iterable[_Front]:
    """The ways on from *front* after *step*; those that name it come first."""
    now = session.status_of(step)
    is_own = _decides(session, now, player) == "own"
    nodes = front.nodes
    if front.any is not None:
        if not is_own:
            if step.duel is None:
                yield front
            return
        nodes = front.any.then
    if is_own and (step.seat is None or session.players[step.seat] != player):
        return  # somebody has decided beside him
    for node in nodes:
        if node.do is not None and (rest := _rest(node, session, step, player)) is not None:
            yield _Front(rest)
    if not is_own and step.duel is None:
        yield from (_Front((), node) for node in nodes if node.do is None)
    if isinstance(now, Chance):  # luck decides who begins a duel
        yield from (_Front((node,)) for node in nodes if node.do in DUEL_ENDS)


def _rest(node: PlanNode, session: Session, step: Step, player: int) -> tuple[PlanNode, ...] | None:
    """The nodes that follow if *step* is the decision of *node*; ``None``: it is another one."""
    said = node.do or ""
    if step.duel is not None:
        return node.then if said == _end_for(session, step.duel, player) else None
    if said == step.text or " ".join(said.split()) == step.text:
        return node.then
    if step.seat is None:
        return None
    try:
        texts = _texts(session, step.before, step.seat, said)
    except MoveError:
        return None
    if texts[0] != step.text:
        return None
    then = node.then
    for text in reversed(texts[1:]):
        then = (PlanNode(text, then, node.own),)
    return then


def _judge(fronts: Sequence[_Front], session: Session, plan: Plan) -> PlanStanding:
    """Where a plan stands whose ways are *fronts*, now that *session* has come so far."""
    decider = _decides(session, session.status, plan.player)
    if decider == "nobody":
        return LOST
    is_done, coming = False, list[PlanNode]()
    for front in fronts:
        nodes = front.nodes
        if front.any is not None:
            if decider not in ("own", "duel"):
                coming.append(front.any)
                continue
            nodes = front.any.then if decider == "own" else ()
        if not nodes:
            is_done = is_done or front.any is None
        elif decider == "own":
            if nodes[0].own and len(session.steps) == plan.at:  # he makes that decision himself
                return PlanStanding(waits=True, nodes=nodes)
            if not nodes[0].own:  # his turn has come by time: nobody has decided
                nodes = tuple(each for node in nodes if node.do is None for each in node.then)
            if nodes:
                return PlanStanding(answer=nodes[0].do, nodes=nodes)
        elif decider == "duel":
            coming += [node for node in nodes if node.do in DUEL_ENDS]
        else:
            coming += nodes
    if coming:
        return PlanStanding(waits=True, nodes=tuple(coming))
    return PlanStanding(done=True) if is_done else LOST


def _decides(session: Session, now: object, player: int) -> Decider:
    """The one whose decision is next where the status of *session* is *now*."""
    if isinstance(now, Turn):
        return "own" if session.players[now.seat] == player else "other"
    if isinstance(now, Chance):
        return "luck"
    return "duel" if isinstance(now, Duel) else "nobody"


def _end_for(session: Session, duel: Session | UnreadDuel, player: int) -> DuelEnd | None:
    """The end of *duel*, which *session* had asked for, for *player*; ``None``: it is not known."""
    if isinstance(duel, UnreadDuel) or not isinstance(over := duel.status, Over):
        return None
    if len(over.winners) != 1:
        return "drawn"
    winner = session.seat_of(duel.players[over.winners[0]])
    side = session.allies(session.seat_of(player))
    return "won" if winner in side else "lost"


def _sign(steps: Sequence[Step]) -> str:
    """A short sign of *steps*: other steps have another one."""
    return sha256("\n".join(step.text for step in steps).encode()).hexdigest()[:16]


# ---- imagined decisions -----------------------------------------------------------------------


def decider_of(session: Session, player: int) -> Decider:
    """The one whose decision is next in *session*, for a plan of *player*."""
    return _decides(session, session.status, player)


def imagine(session: Session, player: int, text: str) -> tuple[Session, tuple[str, ...]]:
    """The session after whoever decides next has decided *text*, a decision or a whole turn, and
    its decisions one by one. An end of a duel is said for *player*.

    Raises ``MoveError``.
    """
    now = session.status
    if isinstance(now, Turn):
        if is_hidden(session, player):
            raise IllegalMove(
                _("You do not see all that is played from there: plan for whatever comes.")
            )
        with session.seated():
            texts = _texts(session, session.state, now.seat, text)
        for each in texts:
            with Gate(session.game):
                move = session.game.parse(session.state, now.seat, each)
            session = session.play(now.seat, move)
        return session, texts
    said = text.strip()
    if said in DUEL_ENDS and isinstance(now, Chance):
        session = _before_duel(session) or session
        now = session.status
    if isinstance(now, Chance):
        for outcome, _weight in now.outcomes:
            if session.text_of(outcome) == said:
                return session.play(None, outcome), (said,)
        raise IllegalMove(_("Luck cannot draw {text!r} here.").format(text=said))
    if isinstance(now, Duel):
        winner = _winner(session, now, player, said)
        move = session.settle(winner, now.game)
        return session.play(None, move, duel=UnreadDuel({})), (said,)
    raise IllegalMove(
        _("{title} is over; nothing more can be played.").format(title=title_of(session.game))
    )


def is_hidden(session: Session, player: int) -> bool:
    """Whether another player decides next in *session* who sees what *player* does not."""
    now = session.status
    if session.game.is_open or decider_of(session, player) != "other":
        return False
    assert isinstance(now, Turn)
    own, his = session.view(player), session.view(session.players[now.seat])
    return (own.pieces, own.trays) != (his.pieces, his.trays)


def viewer_of(session: Session, player: int) -> int:
    """The player as whom *player* sees the imagined *session*: whoever decides next, unless he sees
    more."""
    now = session.status
    if isinstance(now, Turn) and not is_hidden(session, player):
        return session.players[now.seat]
    return player


def require_sight(session: Session, player: int) -> None:
    """Raises ``IllegalMove`` if another player sees in *session* what *player* does not: what can
    be decided next, and what comes of it, would tell him that."""
    if session.game.is_open:
        return
    seen = [(view.pieces, view.trays) for view in map(session.view, (player, *session.players))]
    if any(each != seen[0] for each in seen):
        raise IllegalMove(
            _("You do not see all that is played from there: plan for whatever comes.")
        )


def _before_duel(session: Session) -> Session | None:
    """The session after some lots, which draw who begins, where a duel comes next; ``None``: no
    duel comes."""
    while isinstance(now := session.status, Chance):
        session = session.play(None, now.outcomes[0][0])
    return session if isinstance(now, Duel) else None


def ends_of(session: Session) -> list[DuelEnd]:
    """The ends that a duel may have which comes next in *session*; elsewhere none."""
    is_due = isinstance(session.status, Duel | Chance) and _before_duel(session) is not None
    return [*DUEL_ENDS] if is_due else []


def outcomes_of(session: Session) -> list[str]:
    """The draws that are possible where luck decides next in *session*; elsewhere none."""
    now = session.status
    if not isinstance(now, Chance):
        return []
    return list(dict.fromkeys(session.text_of(outcome) for outcome, _weight in now.outcomes))


def _winner(session: Session, duel: Duel, player: int, said: str) -> int | None:
    """The seat that wins *duel* where it is *said* to end so for *player*; ``None``: a draw."""
    if said == "drawn":
        return None
    side = session.allies(session.seat_of(player))
    for seat in duel.seats:
        if said == ("won" if seat in side else "lost"):
            return seat
    raise IllegalMove(_("A duel comes there: say whether you have won, lost or drawn it."))


def _texts(session: Session, state: Any, seat: int, text: str) -> tuple[str, ...]:
    """The decisions of *seat* in *text*, which is one or a whole turn, played in *state*, in the
    notation of the game. Raises ``MoveError``."""
    game, texts = session.game, list[str]()
    with Gate(game):
        first = game.status(state)
    for move in read_decisions(
        game, state, seat, on_turn=first == _turn_of(first, seat), text=text
    ):
        with Gate(game):
            if game.status(state) != first:
                raise IllegalMove(
                    _("Others decide within {text!r}: say one decision after the other.").format(
                        text=text
                    )
                )
            texts.append(game.format(state, move))
            state = game.apply(state, move)
    return tuple(texts)


def _turn_of(now: object, seat: int) -> object:
    """*now*, if it is the turn of *seat*."""
    return now if isinstance(now, Turn) and now.seat == seat else None


# ---- checking ---------------------------------------------------------------------------------


def checked(
    lines: Sequence[PlanNode], session: Session, player: int, *, last_holds: bool = False
) -> tuple[PlanNode, ...]:
    """The *lines* of a plan of *player*, played in imagination from *session* on: in the notation
    of the game, a node for each decision, and without conditions that nothing follows.

    Where he decides, a plan has one answer; of several the last one *holds* or, if not, they are
    refused. Raises ``MoveError``, a sentence.
    """
    _require_size(lines)
    if any(node.do is not None for node in lines):
        require_sight(session, player)
    checker = _Checker(player, last_holds)
    found = checker.check(lines, session, decider_of(session, player) == "own")
    _require_size(found)
    if decider_of(session, player) == "own":
        found = tuple(node for node in found if node.then)
    if lines and not found:
        raise IllegalMove(_("Say what you play then: a plan ends with a decision of yours."))
    return found


@dataclass(frozen=True)
class _Checker:
    """Checks the lines of a plan of *player*. *last_holds* as in ``checked``."""

    player: int
    last_holds: bool

    def check(
        self, nodes: Sequence[PlanNode], session: Session | None, is_own: bool
    ) -> tuple[PlanNode, ...]:
        """The *nodes*, which follow each other's alternatives in *session*; ``None``: what has
        come is not known. *is_own*: the owner decides there."""
        if is_own and any(node.do is None for node in nodes):
            raise IllegalMove(_("You decide there: say what you play."))
        alternatives = self._alternatives(nodes, session)
        if is_own and len(alternatives) > 1:
            if not self.last_holds:
                raise IllegalMove(_("You decide there: a plan has one answer, not several."))
            alternatives = dict([[*alternatives.items()][-1]])
        found = list[PlanNode]()
        for do, (later, then) in alternatives.items():
            is_next = do is None if later is None else decider_of(later, self.player) == "own"
            below = self.check(then, later, is_next)
            if is_own or below or (session is None and do is not None):
                found.append(PlanNode(do, below, is_own))
        return tuple(found)

    def _alternatives(
        self, nodes: Sequence[PlanNode], session: Session | None
    ) -> dict[str | None, tuple[Session | None, list[PlanNode]]]:
        """The first decisions of *nodes*, each with the session after it, and what follows."""
        found: dict[str | None, tuple[Session | None, list[PlanNode]]] = {}
        for node in nodes:
            do, then, later = node.do, node.then, session
            if do is None and session is not None:
                _require_others(session, self.player)
                later = None
            elif do is not None and session is not None:
                later, texts = imagine(session, self.player, do)
                if len(texts) > 1:
                    later, _first = imagine(session, self.player, texts[0])
                do = texts[0]
                for text in reversed(texts[1:]):
                    then = (PlanNode(text, then),)
            found.setdefault(do, (later, []))[1].extend(then)
        return found


def _require_others(session: Session, player: int) -> None:
    """Raises ``IllegalMove`` unless others, or luck, decide next in *session*."""
    decider = decider_of(session, player)
    if decider == "duel":
        raise IllegalMove(_("A duel comes there: say whether you have won, lost or drawn it."))
    if decider == "nobody":
        raise IllegalMove(_("Nothing more comes there: the game is over."))


def _require_size(lines: Sequence[PlanNode]) -> None:
    """Raises ``IllegalMove`` if *lines* are too many, or too long."""
    count, deep, letters, level = 0, 0, 0, list(lines)
    while level:
        count, deep = count + len(level), deep + 1
        letters += sum(len(node.do or "") for node in level)
        if count > MOST_NODES or deep > DEEPEST or letters > MOST_LETTERS:
            raise IllegalMove(
                _(
                    "This plan is too long: at most {most} decisions, and at most {deep} of them"
                    " one after the other."
                ).format(most=MOST_NODES, deep=DEEPEST)
            )
        level = [node for each in level for node in each.then]


def nodes_after(nodes: tuple[PlanNode, ...], path: Iterable[str]) -> tuple[PlanNode, ...]:
    """The nodes that follow *nodes* after the decisions of *path*."""
    for text in path:
        nodes = next((node.then for node in nodes if node.do == text), ())
    return nodes
