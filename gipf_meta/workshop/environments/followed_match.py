"""From numbers of decisions to the match of the host that they make up, with its whole past."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from gipf_meta.base.texts import _
from gipf_meta.match.match import Match
from gipf_meta.protocol.capabilities import read_position, timed
from gipf_meta.protocol.game import AnyGame, BadNotation, Duel, IllegalMove, Turn, title_of
from gipf_meta.protocol.gate import Gate
from gipf_meta.protocol.given_values import require_text
from gipf_meta.protocol.options import OptionError
from gipf_meta.search.playout import A_DECISION_MS
from gipf_meta.workshop.environments.moment import MatchMoment
from gipf_meta.workshop.environments.numbered_match import MatchState, NumberedMatch


def state_of(numbered: NumberedMatch, match: Match) -> MatchState:
    """The state of a *match* of the game that is *numbered*. Raises ``NotNumbered`` for a duel
    without numbers, ``GameFailed``."""
    with Gate(numbered.game):
        return numbered.resume([(each.game, each.state, each.players) for each in match.sessions])


def after_number(numbered: NumberedMatch, match: Match, number: int) -> Match:
    """The *match* after the legal decision with that *number*, which takes a second where time
    acts. Raises ``GameFailed``."""
    now = match.top.status
    assert isinstance(now, Turn)
    with Gate(numbered.game):
        move = numbered.decision_of(state_of(numbered, match), number)
    after = match.play_move(now.seat, move)
    return after.advance(A_DECISION_MS) if timed(after.top.game) else after


@dataclass(frozen=True)
class Start:
    """The start of matches of a game that is *numbered*: that of the game or, if they are given, a
    *position* or another match, as it stands after all it has *begun* with."""

    numbered: NumberedMatch
    position: str = ""
    begun: Match | None = None

    def begin(self, seed: int) -> Match:
        """The match of that *seed*, before its first decision: luck draws by the seed from now
        on."""
        if self.begun is not None:
            return replace(self.begun, seed=seed)
        match, position = self.numbered, self.position
        return Match.begin(
            match.game, match.seats, match.finder, seed, position=position, thinking="positions"
        )

    @property
    def draws(self) -> int:
        """The draws of luck that lie before the start."""
        return 0 if self.begun is None else self.begun.draws

    @cached_property
    def state(self) -> MatchState:
        """The state of a match that begins here, before luck draws. Raises ``GameFailed``."""
        numbered = self.numbered
        if self.begun is not None:
            return state_of(numbered, self.begun)
        with Gate(numbered.game):
            if not self.position:
                return numbered.begin()
            state, seats = read_position(numbered.game, self.position, numbered.seats)
            return numbered.resume([(numbered.game, state, tuple(range(seats)))])

    def replayed(self, seed: int, numbers: Sequence[int]) -> Match:
        """The match of that *seed* after the decisions with these *numbers*."""
        match = self.begin(seed)
        for number in numbers:
            match = after_number(self.numbered, match, number)
        return match


def read_starts(numbered: NumberedMatch, given: Any) -> tuple[Start, ...]:
    """The starts that are *given*: a position as a text, or a match, or several of these; ``None``:
    that of the game.

    Raises ``BadNotation`` for what is no position of so many players, ``OptionError`` for a match
    of another game or for other players, and for one that is over.
    """
    if given is None:
        return (Start(numbered),)
    starts, several = list[Start](), _several(given)
    for each in several:
        try:
            starts.append(_read_start(numbered, each))
        except (BadNotation, OptionError) as error:
            if len(several) == 1:
                raise
            sentence = _("Start {number}: {why}").format(number=len(starts), why=error)
            raise type(error)(sentence) from error
    return tuple(starts)


def seats_of_start(game: AnyGame, given: Any) -> int | None:
    """The number of players in the first of the starts that are *given*; ``None`` without any.

    Raises as ``read_starts``.
    """
    if given is None:
        return None
    first = _several(given)[0]
    match = _host_match(first)
    if match is not None:
        return len(match.sessions[0].players)
    require_text(first, _("A position"), BadNotation)
    with Gate(game):
        return read_position(game, first, None)[1]


def _several(given: Any) -> Sequence[Any]:
    """The starts that are *given*, of which one may stand alone. Raises ``OptionError``."""
    if isinstance(given, str) or _host_match(given) is not None:
        return (given,)
    if isinstance(given, Sequence) and given:
        return given
    raise OptionError(_("Matches start from a position, from a match, or from a list of these."))


def _read_start(numbered: NumberedMatch, given: Any) -> Start:
    """The start that is *given*. Raises as ``read_starts``."""
    begun = _host_match(given)
    if begun is None:
        require_text(given, _("A position"), BadNotation)
        start = Start(numbered, given)
    else:
        _require_same_game(numbered, begun)
        start = Start(numbered, begun=replace(begun, control=None, thinking="positions"))
    if (begun is not None and begun.result is not None) or start.state.is_over:
        why = _("{title} is over; nothing more can be played.")
        raise OptionError(why.format(title=title_of(numbered.game)))
    return start


def _require_same_game(numbered: NumberedMatch, begun: Match) -> None:
    """Raises ``OptionError`` if the match that has *begun* is of another game than is *numbered*,
    with other options, or for other players, or cannot go on."""
    game, bottom = numbered.game, begun.sessions[0]
    if bottom.game != game:
        raise OptionError(_other_game(game, bottom.game))
    if len(bottom.players) != numbered.seats:
        why = _("The match is one of {found} players, not of {seats}.")
        raise OptionError(why.format(found=len(bottom.players), seats=numbered.seats))
    if begun.result is None and isinstance(begun.top.status, Duel):
        raise OptionError(_("A duel waits in the match that cannot be played here."))


def _other_game(game: AnyGame, found: AnyGame) -> str:
    """The sentence that a match of the game that was *found* is none of *game*."""
    if found.id == game.id:
        why = _("The match is one of {title} with other options.")
        return why.format(title=title_of(game))
    return _("The match is one of {found}, not of {title}.").format(
        found=title_of(found), title=title_of(game)
    )


def _host_match(given: Any) -> Match | None:
    """The match of the host that *given* is or, as one of the public API, has; ``None``: none."""
    match = getattr(given, "_stack", given)
    return match if isinstance(match, Match) else None


def match_with_lots(beginning: MatchMoment, actions: Sequence[int]) -> Match:
    """The match after *actions* from its *beginning*: numbers of decisions and, where luck draws,
    places among its outcomes. Raises ``IllegalMove`` if luck draws next."""
    moment, numbers, lots = beginning, list[int](), list[str]()
    for action in actions:
        if moment.luck:
            lots.append(moment.luck_text(action))
            moment = moment.after_luck(action)
        else:
            numbers.append(action)
            moment = moment.after(action)
    if moment.luck:
        raise IllegalMove(_("Luck draws next: a match stands where a player decides."))
    numbered = beginning.match
    game, seats, finder = numbered.game, numbered.seats, numbered.finder
    match = Match.begin(game, seats, finder, known_luck=tuple(lots), thinking="positions")
    for number in numbers:
        match = after_number(numbered, match, number)
    return match


class Follower:
    """A match of the host that follows one that is played by numbers, and then the next one."""

    def __init__(self) -> None:
        self._start: Start | None = None
        self._match: Match | None = None
        self._numbers: list[int] = []

    def follow(self, start: Start, seed: int, numbers: Sequence[int]) -> Match:
        """The match of that *seed* from *start* after the decisions with these *numbers*."""
        match, played = self._match, len(self._numbers)
        goes_on = self._start is start and list(numbers[:played]) == self._numbers
        if match is None or match.seed != seed or not goes_on:
            match, self._start, played = start.begin(seed), start, 0
        for number in numbers[played:]:
            match = after_number(start.numbered, match, number)
        self._match, self._numbers = match, list(numbers)
        return match
