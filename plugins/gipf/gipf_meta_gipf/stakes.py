"""Sentences on a duel: its subject, the effect of each result, and the result that it has had
(`docs/reference/gipf.md` §10)."""

from __future__ import annotations

from gipf_meta import has_you, is_you
from gipf_meta_gipf.board import NAME_OF
from gipf_meta_gipf.kind import Kind
from gipf_meta_gipf.positions import player_name, side_name, told_of
from gipf_meta_gipf.potentials import challenge_slot, power_works
from gipf_meta_gipf.rules import Rules
from gipf_meta_gipf.state import (
    ASK_ANSWER,
    ASK_DUEL,
    ASK_LOT,
    OWNER_BEGINS,
    Announcement,
    Outcome,
    State,
)
from gipf_meta_gipf.texts import _


def stakes(rules: Rules, state: State, seat: int | None) -> tuple[str, ...]:
    """The sentences for *seat* (``None``: everybody) on the duel that decides, or that a challenge
    would begin; none where no power is contested."""
    if state.ask not in (ASK_ANSWER, ASK_LOT, ASK_DUEL):
        return ()
    now, owner = state.announcement(), state.mover
    if has_you():
        seat = owner if is_you(owner) else 1 - owner
    elif state.ask == ASK_ANSWER:
        seat = None  # without a reader, who acts sees what everybody sees
    return (
        _if_challenged(owner) if state.ask == ASK_ANSWER else _claim(rules, now, owner, seat),
        _if_wins(owner, seat, _power_made(rules, now)),
        _if_wins(1 - owner, seat, _power_lost(rules, now)),
        _if_drawn(rules, state, now),
        _challenges_left(rules, state, now.kind),
    )


def duel_news(rules: Rules, state: State, outcome: Outcome) -> str:
    """A sentence on what *outcome*, the end of the duel that *state* waits for, means here."""
    now, owner = state.announcement(), state.mover
    works = power_works(rules, state, outcome)
    if works is None:
        return told_of(
            1 - now.first,
            _("You begin duel {n} of {most}."),
            _("{name} begins duel {n} of {most}."),
            n=now.attempt + 1,
            most=rules.attempts,
        )
    what = _power_lost(rules, now)
    if works:
        power = _the_power(rules, now)
        what = _("{power} from {spot} is saved").format(power=power, spot=NAME_OF[now.bit])
    if outcome.winner is not None:
        return f"{what[:1].upper()}{what[1:]}."
    name = side_name(owner if works else 1 - owner)
    if rules.draw_policy == "replay":
        return _("The last draw counts for {name}: {what}.").format(name=name, what=what)
    return _("The draw counts for {name}: {what}.").format(name=name, what=what)


def power_made_news(kind: Kind, owner: int, start: int, end: str) -> str:
    """A sentence on the power of *kind* that *owner* uses: its potential goes from *start* to
    *end*."""
    return told_of(
        owner,
        _("Your {power} is made: {start} → {end}."),
        _("{name}'s {power} is made: {start} → {end}."),
        power=_bare(kind.say(kind.the_power)),
        start=NAME_OF[start],
        end=end,
    )


def power_denied_news(kind: Kind, owner: int, bit: int) -> str:
    """A sentence on the power of *kind* that *owner* does not use, and on its potential, which
    leaves the spot of *bit*."""
    return told_of(
        owner,
        _("Your {power} is not made: the {kind}-potential on {spot} is lost."),
        _("{name}'s {power} is not made: the {kind}-potential on {spot} is lost."),
        power=_bare(kind.say(kind.the_power)),
        kind=kind.say(kind.name),
        spot=NAME_OF[bit],
    )


def lot_news(state: State, lot: int) -> str:
    """A sentence on the effect of *lot*, drawn before a duel."""
    first = state.mover if lot == OWNER_BEGINS else 1 - state.mover
    return told_of(
        first,
        _("The lot falls on you: you begin the duel."),
        _("The lot falls on {name}, who begins the duel."),
    )


def _the_power(rules: Rules, now: Announcement) -> str:
    kind = rules.table.kinds[now.kind]
    return kind.say(kind.the_power)


def _if_challenged(owner: int) -> str:
    """The sentence on what a challenge of the power of *owner* leads to."""
    if is_you(1 - owner):
        return _("If you challenge it, a duel decides.")
    if is_you(owner):
        return _("If {name} challenges it, a duel decides.").format(name=player_name(1 - owner))
    return _("If it is challenged, a duel decides.")


def _claim(rules: Rules, now: Announcement, owner: int, seat: int | None) -> str:
    """The sentence that names the challenger and the power, as *seat* reads it."""
    power = _bare(_the_power(rules, now))
    if seat == owner:
        text = _("{other} challenges your {power} from {spot}.")
    elif seat == 1 - owner:
        text = _("You challenge {name}'s {power} from {spot}.")
    else:
        text = _("{other} challenges {name}'s {power} from {spot}.")
    return text.format(
        name=player_name(owner), other=player_name(1 - owner), power=power, spot=NAME_OF[now.bit]
    )


def _bare(power: str) -> str:
    """A power without its article: ``jump`` of ``the jump``."""
    return power.removeprefix("the ")


def _if_wins(player: int, seat: int | None, what: str) -> str:
    if player == seat:
        return _("If you win the duel, {what}.").format(what=what)
    return _("If {name} wins the duel, {what}.").format(name=player_name(player), what=what)


def _power_made(rules: Rules, now: Announcement) -> str:
    if rules.winner_may_decline:
        return _("{power} may be made").format(power=_the_power(rules, now))
    return _("{power} is made").format(power=_the_power(rules, now))


def _power_lost(rules: Rules, now: Announcement) -> str:
    kind = rules.table.kinds[now.kind]
    words = _("{power} is lost, and with it the {kind}-potential on {spot}; the piece below stays")
    return words.format(
        power=kind.say(kind.the_power), kind=kind.say(kind.name), spot=NAME_OF[now.bit]
    )


def _if_drawn(rules: Rules, state: State, now: Announcement) -> str:
    if rules.draw_policy == "replay" and now.attempt < rules.attempts:
        if state.ask == ASK_ANSWER:
            text = _("After a draw another duel is played, {most} at most.")
        else:
            text = _("After a draw another duel is played; this is duel {n} of {most}.")
        return text.format(n=now.attempt, most=rules.attempts)
    winner = 1 - state.mover if rules.draw_policy == "challenger_wins" else state.mover
    return told_of(winner, _("A draw counts as your win."), _("A draw counts as a win of {name}."))


def _challenges_left(rules: Rules, state: State, kind: int) -> str:
    white, black = (state.books.challenges[challenge_slot(rules, who, kind)] for who in (0, 1))
    if rules.shared_challenges:
        text = _("Challenges left: {first} {white}, {second} {black}.")
    else:
        text = _("Challenges left against {kind}: {first} {white}, {second} {black}.")
    here = rules.table.kinds[kind]
    return text.format(
        kind=here.say(here.name),
        first=side_name(0),
        second=side_name(1),
        white=white,
        black=black,
    )
