"""Position strings (docs/reference/tamsk.md §8): a whole state on one line."""

from __future__ import annotations

import re
from typing import Final

from gipf_meta import N_, BadNotation, understood
from gipf_meta_tamsk.board import CAPACITY, NAMES, SPACE, SPACES
from gipf_meta_tamsk.rules import Rules
from gipf_meta_tamsk.state import GLASSES, NONE, Ending, State, owner
from gipf_meta_tamsk.texts import _

SEATS: Final = "RB"
REASONS: Final = {
    "rings": N_("fewer rings left"),
    "last_running": N_("the sand runs longest"),
    "draw": N_("draw"),
    "full_space": N_("a glass on a full space"),
    "stall": N_("no ring was dropped for too long"),
    "resign": N_("resignation"),
}
"""Why a game is over (§7.7), each with its words."""
#: digits of a time that is read; a match of years has fewer
_MS: Final = r"\d{1,15}"
_GLASS: Final = re.compile(rf"([a-g][1-7])(?:([~x])({_MS}))?")
_RINGS: Final = re.compile(r"([a-g][1-7])([1-4])")
_FIELDS: Final = ("rings:", "timer:", "skip:", "open:", "t:")


def position_text(rules: Rules, state: State, ending: Ending | None = None) -> str:
    """The position string of §8; *ending* is an end from outside the rules."""
    ending = ending or state.ending
    over = ending is not None
    fields = [
        f"T{rules.level}",
        "-" if over else SEATS[state.to_move],
        f"{state.left[0]}/{state.left[1]}",
        *(f"{SEATS[seat]}:" + ",".join(_glass(state, g) for g in GLASSES[seat]) for seat in (0, 1)),
        "rings:" + (",".join(f"{NAMES[s]}{n}" for s, n in enumerate(state.rings) if n) or "-"),
        "timer:" + ("-" if over or state.timer_at == NONE else _timer(state)),
        "skip:" + ("0/0" if over else f"{state.skip[0]}/{state.skip[1]}"),
        "open:"
        + (
            "-"
            if over or state.open_space == NONE
            else NAMES[state.open_space] + SEATS[state.open_owner]
        ),
        f"t:{state.t}",
    ]
    if state.idle:
        fields.append(f"idle:{state.idle}")
    if state.lifted != NONE and not over:
        fields.append(f"lift:{NAMES[state.spaces[state.lifted]]}")
    if state.late != NONE and not over:
        fields.append(f"late:{NAMES[state.spaces[state.late]]}{SEATS[owner(state.late)]}")
    if ending is not None:
        fields.append(
            f"end:{'=' if ending.winner == NONE else SEATS[ending.winner]},{ending.reason}"
        )
    return " ".join(fields)


def _glass(state: State, glass: int) -> str:
    space, empty_at = state.spaces[glass], state.empty_at[glass]
    if space == NONE:
        return "-"
    if empty_at == NONE:
        return NAMES[space]
    if state.dead >> glass & 1:
        return f"{NAMES[space]}x{empty_at}"
    return f"{NAMES[space]}~{empty_at - state.t}"


def _timer(state: State) -> str:
    target = "-" if state.target == NONE else SEATS[state.target]
    return f"{state.timer_at - state.t}@{target}"


def read_position(rules: Rules, text: str) -> State:
    """The position that *text* describes. Raises ``BadNotation``.

    If the side to move cannot move, it is passed over, as in play.
    """
    if not text.strip().isprintable():
        raise BadNotation(_("A position is one line of printable signs."))
    fields = text.split()
    if len(fields) < 10:
        raise BadNotation(
            _("A position has ten fields or more, such as {example}; this one has {count}.").format(
                example=position_text(rules, rules.start()), count=len(fields)
            )
        )
    level, to_move, holders, red, black = fields[:5]
    if level != f"T{rules.level}":
        raise BadNotation(
            _("The position begins with {begun}, but level {level} is set.").format(
                begun=level, level=rules.level
            )
        )
    rings_on, timer, skip, opened, time = (
        _strip_head(field, head) for field, head in zip(fields[5:10], _FIELDS, strict=True)
    )
    extra = _read_extras(fields[10:])
    t = _read_number(time, "t:")
    ending = _read_end(extra.get("end"), to_move)
    # only the end of the game can keep a glass from dying that has no sand left
    spaces, empty_at, dead = _read_glasses(rules, red, black, t, least=0 if ending else 1)
    rings = _read_rings(rings_on)
    state = State(
        t,
        max(SEATS.find(to_move), 0),
        1,
        _read_pair(holders, _("rings left"), rules.rings),
        rings,
        sum(1 << space for space in range(SPACES) if rings[space] == CAPACITY[space]),
        spaces,
        empty_at,
        dead,
        *_read_timer(rules, timer, t),
        _read_pair(skip, _("turns to be lost"), 999),
        *_read_open(rings, spaces, opened),
        idle=_read_number(extra.get("idle", "0"), "idle:"),
        lifted=_read_held(rules, extra, "lift", spaces, dead),
        late=_read_held(rules, extra, "late", spaces, dead),
        ending=ending,
    )
    if state.lifted != NONE and owner(state.lifted) != state.to_move:
        raise BadNotation(
            _("lift:{held} is no glass of the player on turn.").format(held=extra["lift"])
        )
    if state.target not in (NONE, state.to_move):
        raise BadNotation(
            _("timer:{timer} is turned against a player who is not on turn.").format(timer=timer)
        )
    if ending:
        if (timer, skip, opened) != ("-", "0/0", "-") or {"lift", "late"} & set(extra):
            raise BadNotation(_("In a finished game timer, skip and open are -, 0/0 and -."))
        return state
    return rules.skip_lost_turns(state)


def _strip_head(field: str, head: str) -> str:
    """*field* without its *head*. Raises ``BadNotation``."""
    if not field.startswith(head):
        raise BadNotation(
            _("{field!r} stands where {head}… should be.").format(field=field, head=head)
        )
    return field.removeprefix(head)


def _read_extras(fields: list[str]) -> dict[str, str]:
    """The optional fields by their heads. Raises ``BadNotation``."""
    order = ("idle", "lift", "late", "end")
    extra: dict[str, str] = {}
    for field in fields:
        name, colon, value = field.partition(":")
        if name not in order or not colon:
            raise BadNotation(
                _("{field!r} is not understood; idle:, lift:, late: or end: may follow.").format(
                    field=field
                )
            )
        if any(order.index(name) <= order.index(earlier) for earlier in extra):
            raise BadNotation(_("idle:, lift:, late: and end: come once each, in this order."))
        extra[name] = value
    return extra


def _read_number(text: str, what: str) -> int:
    """A whole number. Raises ``BadNotation``, which names the field *what*."""
    if not re.fullmatch(_MS, text, re.ASCII):
        raise BadNotation(_("{what}{text} should be a whole number.").format(what=what, text=text))
    return int(text)


def _read_pair(text: str, what: str, most: int) -> tuple[int, int]:
    """Red's and Black's number, *most* at most. Raises ``BadNotation``, which calls them *what*."""
    if not re.fullmatch(r"\d{1,3}/\d{1,3}", text, re.ASCII):
        raise BadNotation(
            _("{text!r} should be the {what} of Red and Black, such as 3/5.").format(
                text=text, what=what
            )
        )
    red, black = text.split("/")
    if max(int(red), int(black)) > most:
        raise BadNotation(
            _("{text!r}: nobody can have more than {most} {what}.").format(
                text=text, most=most, what=what
            )
        )
    return int(red), int(black)


def _read_space(name: str) -> int:
    if name not in SPACE:
        raise BadNotation(_("{name!r} is no space of the board.").format(name=name))
    return SPACE[name]


def _read_glasses(
    rules: Rules, red: str, black: str, t: int, least: int
) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    spaces, empty_at, dead = [], [], 0
    for seat, field in enumerate((red, black)):
        texts = _strip_head(field, f"{SEATS[seat]}:").split(",")
        if len(texts) != 3:
            raise BadNotation(_("{field!r} should name three glasses.").format(field=field))
        for text in texts:
            found = _GLASS.fullmatch(text)
            if text == "-" and rules.placement:
                spaces.append(NONE)
                empty_at.append(NONE)
                continue
            if text == "-":
                words = _("{field!r} should name three glasses that stand on the board.")
                raise BadNotation(words.format(field=field))
            if not found:
                raise BadNotation(
                    _("{text!r} is no glass: write a1, a1~178500 or a1x30000.").format(text=text)
                )
            spaces.append(_read_space(found[1]))
            sand, ms = found[2], int(found[3] or 0)
            if sand and rules.level == 1:
                raise BadNotation(_("{text!r}: no sand runs at level 1.").format(text=text))
            if sand == "~" and not least <= ms <= rules.sand_ms:
                raise BadNotation(
                    _("{text!r}: a running glass has {least} to {sand_ms} ms left.").format(
                        text=text, least=least, sand_ms=rules.sand_ms
                    )
                )
            if sand == "x":
                if ms > t:
                    raise BadNotation(
                        _("{text!r}: it is only {t} ms, so nothing died at {ms}.").format(
                            text=text, t=t, ms=ms
                        )
                    )
                dead |= 1 << len(empty_at)
            empty_at.append({"~": t + ms, "x": ms}.get(sand or "", NONE))
    standing = [space for space in spaces if space != NONE]
    if len(set(standing)) != len(standing):
        raise BadNotation(_("Two glasses stand on the same space."))
    if any(spaces[g] == NONE != spaces[g + 1] for g in (0, 1, 3, 4)):
        raise BadNotation(_("Glasses are named in the order they were placed, - at the end."))
    return tuple(spaces), tuple(empty_at), dead


def _read_rings(text: str) -> tuple[int, ...]:
    rings = [0] * SPACES
    for item in text.split(",") if text != "-" else ():
        found = understood(
            _RINGS.fullmatch(item),
            _("{item!r} is no heap of rings: write a space and a number, a21.").format(item=item),
        )
        space = _read_space(found[1])
        if rings[space]:
            raise BadNotation(_("The rings on {space} are told twice.").format(space=found[1]))
        rings[space] = int(found[2])
        if rings[space] > CAPACITY[space]:
            raise BadNotation(
                _("{space} holds {most} rings, not {count}.").format(
                    space=found[1], most=CAPACITY[space], count=found[2]
                )
            )
    return tuple(rings)


def _read_timer(rules: Rules, text: str, t: int) -> tuple[int, int]:
    if text == "-":
        return NONE, NONE
    found = re.fullmatch(rf"({_MS})@([RB-])", text, re.ASCII)
    if not found or not 0 < int(found[1]) <= rules.timer_ms:
        raise BadNotation(
            _(
                "timer:{text} should be - or 1 to {timer_ms} ms and whom it is turned against,"
                " such as 12500@R."
            ).format(text=text, timer_ms=rules.timer_ms)
        )
    if rules.level != 3 or rules.beat_ms:
        raise BadNotation(_("The 15-second glass belongs to level 3 in real time."))
    return t + int(found[1]), SEATS.find(found[2])


def _read_open(rings: tuple[int, ...], spaces: tuple[int, ...], text: str) -> tuple[int, int]:
    if text == "-":
        return NONE, NONE
    space, seat = _read_space(text[:-1]), SEATS.find(text[-1:])
    if seat == NONE or space not in spaces or owner(spaces.index(space)) != seat:
        raise BadNotation(
            _("open:{text} should name a space and the owner of the glass there.").format(text=text)
        )
    if rings[space] == CAPACITY[space]:
        raise BadNotation(_("open:{text}: that space is full.").format(text=text))
    return space, seat


def _read_end(text: str | None, to_move: str) -> Ending | None:
    if text is None:
        if len(to_move) != 1 or to_move not in SEATS:
            raise BadNotation(
                _("The side to move is R or B, not {to_move!r}.").format(to_move=to_move)
            )
        return None
    winner, comma, reason = text.partition(",")
    if not comma or winner not in ("R", "B", "=") or reason not in REASONS:
        raise BadNotation(
            _("end:{text} should be R, B or =, and one of {reasons}.").format(
                text=text, reasons=", ".join(REASONS)
            )
        )
    if to_move != "-":
        raise BadNotation(_("In a finished game the side to move is -."))
    return Ending(SEATS.find(winner), reason)


def _read_held(
    rules: Rules, extra: dict[str, str], name: str, spaces: tuple[int, ...], dead: int
) -> int:
    """The glass that the field *name*, ``lift`` or ``late``, names; ``NONE`` without the field."""
    if name not in extra:
        return NONE
    text = extra[name]
    seat = SEATS.find(text[-1]) if name == "late" and text else NONE
    space = _read_space(text[:-1] if name == "late" else text)
    glass = spaces.index(space) if space in spaces else NONE
    wrong = name == "late" and glass != NONE and owner(glass) != seat
    if glass != NONE and any(spaces[own] == NONE for own in GLASSES[owner(glass)]):
        raise BadNotation(
            _("{name}:{text}: nothing is lifted before all three glasses stand.").format(
                name=name, text=text
            )
        )
    if glass == NONE or dead >> glass & 1 or wrong or not rules.two_phase:
        raise BadNotation(
            _("{name}:{text} names no glass that can be in a player's hand.").format(
                name=name, text=text
            )
        )
    return glass
