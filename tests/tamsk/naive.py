"""A plain referee of TAMSK for tests: dicts and loops, straight from the rules file (unofficial).

The paragraph signs (§) name the sections of `docs/reference/tamsk.md`. Nothing here is clever or
fast; it shares no code with the game it is used to check. A comment that starts with "Silent:"
marks a place where the rules file does not decide and the plainest reading was taken.

Spaces are texts such as "d4", players are "R" and "B", glasses are "R1" .. "B3".
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

# §2.1: spaces per column.
COLUMNS = {"a": 4, "b": 5, "c": 6, "d": 7, "e": 6, "f": 5, "g": 4}
SPACES = [f"{column}{row}" for column, size in COLUMNS.items() for row in range(1, size + 1)]

# §2.4.
CORNERS = {"R1": "a1", "R2": "d7", "R3": "g1", "B1": "d1", "B2": "a4", "B3": "g4"}
GLASSES = ("R1", "R2", "R3", "B1", "B2", "B3")
OTHER = {"R": "B", "B": "R"}

# §9: option -> its values; None stands for a whole number with its smallest and largest value.
WORDS = {
    "level": ("1", "2", "3"),
    "start": ("corners", "placement"),
    "full_space": ("loss", "reject"),
    "claim": ("on", "off"),
    "late_ring": ("on", "off"),
    "voluntary_pass": ("forbidden", "free", "costs_next"),
    "first_moves": ("must", "free"),
    "tie": ("draw", "last_running"),
    "zero_rings": ("move_on", "stop"),
    "time_mode": ("realtime", "metronome"),
    "allow_wait": ("on", "off"),
    "two_phase": ("on", "off"),
    "timer_side": ("left", "right"),
}
NUMBERS: dict[str, tuple[int, int | None]] = {
    "sand_ms": (1, None),
    "timer_ms": (1, None),
    "rings": (1, 32),
    "stall_limit": (0, None),
    "metronome_ms": (1, None),
}

ITEM = re.compile(r"(?:@([0-9]+)\s*)?(?:([RB]):)?([^\s{}]+)\s*(?:\{[^{}]*\})?")


class Refused(Exception):
    """A refused event; its first argument is a short reason."""


@dataclass
class Glass:
    """§7.2: where a glass stands and its sand: "idle", "running" (until at) or "dead" (at)."""

    space: str | None
    sand: str = "idle"
    at: int = 0


@dataclass
class State:
    """§7.2, and the log of derived happenings."""

    rings_left: dict[str, int]
    glass: dict[str, Glass]
    t: int = 0
    to_move: str = "R"
    rings_on: dict[str, int] = field(default_factory=dict)
    timer_at: int | None = None
    timer_target: str | None = None
    skip: dict[str, int] = field(default_factory=lambda: {"R": 0, "B": 0})
    open_ring: tuple[str, str] | None = None
    idle_turns: int = 0
    # The names of the glasses in the hand and late (§7.9).
    lifted: str | None = None
    late: str | None = None
    # Winner or none, reason (§7.7).
    result: tuple[str | None, str] | None = None
    log: tuple[str, ...] = ()


def copied(s: State) -> State:
    """A copy that shares nothing that can change."""
    return replace(
        s,
        rings_left=dict(s.rings_left),
        glass={name: replace(glass) for name, glass in s.glass.items()},
        rings_on=dict(s.rings_on),
        skip=dict(s.skip),
    )


def neighbours(space: str) -> list[str]:
    """§2.2, word for word."""
    i, n = "abcdefg".index(space[0]), int(space[1:])
    found = [(i, n - 1), (i, n + 1)]
    found += [(i + 1, n), (i + 1, n + 1)] if i < 3 else [(i + 1, n - 1), (i + 1, n)]
    found += [(i - 1, n), (i - 1, n + 1)] if i > 3 else [(i - 1, n - 1), (i - 1, n)]
    names = [f"{'abcdefg'[column]}{row}" for column, row in found if 0 <= column <= 6]
    return [name for name in names if name in SPACES]


def capacities() -> dict[str, int]:
    """§2.3: four on d4, one less with every step away from it."""
    found = {"d4": 4}
    for capacity in (3, 2, 1):
        for space in [space for space, known in found.items() if known == capacity + 1]:
            for near in neighbours(space):
                found.setdefault(near, capacity)
    return found


NEIGHBOURS = {space: neighbours(space) for space in SPACES}
CAPACITY = capacities()


class Naive:
    """The referee, with the options of §9 as texts."""

    def __init__(self, **options: str) -> None:
        """§9: the defaults depend on the level."""
        for name, value in options.items():
            if name in WORDS:
                if value not in WORDS[name]:
                    raise ValueError(f"{name}={value!r} is not one of {WORDS[name]}")
            elif name in NUMBERS:
                low, high = NUMBERS[name]
                if re.fullmatch(r"[0-9]+", value) is None or int(value) < low:
                    raise ValueError(f"{name}={value!r} is not a number from {low} on")
                if high is not None and int(value) > high:
                    raise ValueError(f"{name}={value!r} is more than {high}")
            else:
                raise ValueError(f"no option {name!r}")
        self.level = int(options.get("level", "3"))
        self.sand_ms = int(options.get("sand_ms", "180000"))
        self.timer_ms = int(options.get("timer_ms", "15000"))
        self.start_kind = options.get("start", "corners")
        self.rings = int(options.get("rings", "32"))
        self.full_space = options.get("full_space", "loss")
        self.claim = options.get("claim", "on") == "on"
        self.late_ring = options.get("late_ring", "on") == "on"
        self.voluntary_pass = options.get(
            "voluntary_pass", "costs_next" if self.level == 3 else "forbidden"
        )
        self.first_moves = options.get("first_moves", "must")
        self.tie = options.get("tie", "draw" if self.level == 1 else "last_running")
        self.zero_rings = options.get("zero_rings", "move_on")
        self.stall_limit = int(options.get("stall_limit", "40"))
        # §7.10: level 1 ignores time_mode.
        self.metronome = self.level > 1 and options.get("time_mode") == "metronome"
        self.metronome_ms = int(options.get("metronome_ms", "10000"))
        # Silent: allow_wait=on without metronome, two_phase=on without real time (metronome, level
        # 1): §7.10 (e) and §8 say what they need, not that the options are wrong. No effect.
        self.allow_wait = self.metronome and options.get("allow_wait", "off") == "on"
        real_time = self.level > 1 and not self.metronome
        default = "on" if self.level == 3 else "off"
        self.two_phase = real_time and options.get("two_phase", default) == "on"

    # The interface

    def start(self) -> State:
        """§2.4, or §6.6: nothing on the board."""
        corners = self.start_kind == "corners"
        return State(
            rings_left={"R": self.rings, "B": self.rings},
            glass={name: Glass(CORNERS[name] if corners else None) for name in GLASSES},
        )

    def advanced(self, state: State, ms: int) -> State:
        """§7.6 tick: the time runs on to *ms*."""
        s = copied(state)
        self._check_time(s, ms)
        self._advance(s, ms)
        return s

    def event(self, state: State, item: str) -> State:
        """§7.6 and §8: one item."""
        match = ITEM.fullmatch(item.strip())
        if match is None:
            raise Refused("not an item")
        stamp, colour, token = match.groups()
        s = copied(state)
        time = s.t if stamp is None else int(stamp)
        self._check_time(s, time)
        if token in ("T", "P", "C"):
            # Silent: a colour before T, P or C. They "belong to nobody" (§8): refused.
            if colour is not None:
                raise Refused("a tick belongs to nobody")
            self._advance(s, time)
        else:
            if s.result is not None:
                raise Refused("the game is over")
            # §7.10: in the metronome the beat comes first. A placement is a move.
            beat = self.metronome and (token[0] in "abcdefg@" or token == "--")
            self._advance(s, s.t + self.metronome_ms if beat else time)
            if s.result is not None:
                raise Refused("the game is over")
            s = self._applied(s, colour, token)
        if self.metronome and s.result is None:
            # §7.10 (c).
            further = copied(s)
            self._advance(further, s.t + self.metronome_ms)
            if further.result is not None:
                s = further
        return s

    def position(self, state: State) -> str:
        """§8: the canonical position string."""
        s = state
        over = s.result is not None
        timer = opened = "-"
        if not over and s.timer_at is not None:
            timer = f"{s.timer_at - s.t}@{s.timer_target or '-'}"
        if not over and s.open_ring is not None:
            opened = s.open_ring[0] + s.open_ring[1]
        rings = [f"{space}{s.rings_on[space]}" for space in SPACES if s.rings_on.get(space, 0) > 0]
        fields = [
            f"T{self.level}",
            "-" if over else s.to_move,
            f"{s.rings_left['R']}/{s.rings_left['B']}",
            "R:" + ",".join(self._glass_text(s, name) for name in ("R1", "R2", "R3")),
            "B:" + ",".join(self._glass_text(s, name) for name in ("B1", "B2", "B3")),
            "rings:" + (",".join(rings) or "-"),
            f"timer:{timer}",
            "skip:0/0" if over else f"skip:{s.skip['R']}/{s.skip['B']}",
            f"open:{opened}",
            f"t:{s.t}",
        ]
        if s.idle_turns > 0:
            fields.append(f"idle:{s.idle_turns}")
        if not over and s.lifted is not None:
            fields.append(f"lift:{s.glass[s.lifted].space}")
        if not over and s.late is not None:
            fields.append(f"late:{s.glass[s.late].space}{s.late[0]}")
        if s.result is not None:
            fields.append(f"end:{s.result[0] or '='},{s.result[1]}")
        return " ".join(fields)

    def moves(self, state: State) -> set[str]:
        """§7.5: the complete turns of whoever makes the next move (§7.10 (b): after the beat)."""
        s = self._after_beat(state)
        if s.result is not None:
            return set()
        p = s.to_move
        found = set()
        for name, to, _ in self._choices(s, p):
            if s.lifted is not None:
                if name != s.lifted:
                    continue
                text = f"{p}:>{to}"
            elif s.glass[name].space is None:
                text = f"{p}:@@{to}"
            else:
                text = f"{p}:{s.glass[name].space}-{to}"
            found.add(text + "/")
            if s.rings_left[p] > 0:
                found.add(text)
        if self.voluntary_pass != "forbidden" and s.lifted is None:
            found.add(f"{p}:--")
        return found

    def mover(self, state: State) -> str | None:
        """The side that makes the next move; ``None`` when the game is over."""
        s = self._after_beat(state)
        return None if s.result is not None else s.to_move

    def beside(self, state: State) -> set[str]:
        """Every event that is legal now and neither a complete turn nor a tick or resignation."""
        if state.result is not None:
            return set()
        tokens = ["F", "<", "W1"]
        if state.open_ring is not None:
            tokens += ["+" + state.open_ring[0], "*" + state.open_ring[0]]
        tokens += [f"^{glass.space}" for glass in state.glass.values() if glass.space is not None]
        if state.late is not None:
            for space in SPACES:
                tokens += [f">{space}", f">{space}/"]
        turns = self.moves(state)
        found = set()
        for item in [f"{p}:{token}" for p in "RB" for token in tokens]:
            try:
                self.event(state, item)
            except Refused:
                continue
            found.add(item)
        return found - turns

    def result(self, state: State) -> tuple[tuple[int, ...], str] | None:
        """§7.7: the winning seats and the reason."""
        if state.result is None:
            return None
        winner, reason = state.result
        return (() if winner is None else ("RB".index(winner),), reason)

    def log(self, state: State) -> tuple[str, ...]:
        """All derived happenings so far."""
        return state.log

    # Time

    def _check_time(self, s: State, ms: int) -> None:
        """§7.6 step 1; level 1 and the metronome have no time of their own (§7.10)."""
        if ms < s.t:
            raise Refused("time runs backwards")
        if ms != s.t and (self.level == 1 or self.metronome):
            raise Refused("events carry no time")

    def _after_beat(self, state: State) -> State:
        s = copied(state)
        if self.metronome:
            self._advance(s, s.t + self.metronome_ms)
        return s

    def _advance(self, s: State, until: int) -> None:
        """§7.4, millisecond by millisecond, the present one first."""
        while s.result is None:
            self._millisecond(s)
            if s.result is not None or s.t == until:
                return
            # SKIPPING MILLISECONDS: nothing can happen before the next sand runs out.
            ends = [glass.at for glass in s.glass.values() if glass.sand == "running"]
            ends += [] if s.timer_at is None else [s.timer_at]
            s.t = min([until, *ends])

    def _millisecond(self, s: State) -> None:
        """§7.4: what happens at time t."""
        dying = [n for n in GLASSES if s.glass[n].sand == "running" and s.glass[n].at <= s.t]
        for name in dying:
            s.glass[name].sand = "dead"
            s.glass[name].at = s.t
            s.log += (f"@{s.t} dead {name}",)
            # §7.9: a glass that dies in the hand, or late, is back on its space.
            if s.lifted == name:
                s.lifted = None
            if s.late == name:
                s.late = None
        empty = s.timer_at is not None and s.timer_at <= s.t
        if dying or empty:
            self._settle(s)
        if empty:
            s.timer_at = None
            if s.result is None and s.timer_target == s.to_move:
                p = s.to_move
                s.log += (f"@{s.t} timeout {p}",)
                s.timer_target = None
                s.skip[p] += 1
                s.to_move = OTHER[p]
                if s.lifted is not None:
                    # Silent: the opponent may still be late himself. There is one field `late`
                    # (§7.2, §8), so his chance is gone, although "time-outs" do not end it (§7.9).
                    s.late = s.lifted
                    s.lifted = None
                self._settle(s)
            s.timer_target = None

    # Turns

    def _settle(self, s: State) -> None:
        """§7.5."""
        while s.result is None:
            if not self._can_move(s, "R") and not self._can_move(s, "B"):
                self._finish(s)
                return
            p = s.to_move
            if s.skip[p] > 0:
                s.skip[p] -= 1
                s.log += (f"@{s.t} skip {p}",)
            elif not self._can_move(s, p):
                s.log += (f"@{s.t} forced pass {p}",)
                # Silent: a player with a glass in the hand is force-passed (his last ring went
                # into a claim, or a late glass took the last target). The glass is back.
                s.lifted = None
            else:
                return
            s.to_move = OTHER[p]
            s.timer_target = None

    def _finish(self, s: State) -> None:
        """§7.7 and §5.6."""
        red, black = s.rings_left["R"], s.rings_left["B"]
        if red != black:
            s.result = ("R" if red < black else "B", "rings")
            return
        if self.level == 1 or self.tie == "draw":
            s.result = (None, "draw")
            return
        last = {"R": -1, "B": -1}
        for name, glass in s.glass.items():
            if glass.sand != "idle":
                last[name[0]] = max(last[name[0]], glass.at)
        if last["R"] == last["B"]:
            s.result = (None, "draw")
        else:
            s.result = ("R" if last["R"] > last["B"] else "B", "last_running")

    def _counted(self, s: State, ring: bool) -> None:
        """§7.7: the stall test after a move or pass."""
        if ring:
            s.idle_turns = 0
            return
        s.idle_turns += 1
        if self.stall_limit > 0 and s.idle_turns >= self.stall_limit:
            self._finish(s)
            s.result = (s.result[0] if s.result else None, "stall")

    def _end_turn(self, s: State, ring: bool) -> None:
        """§7.6 end of turn."""
        s.to_move = OTHER[s.to_move]
        s.timer_target = None
        self._counted(s, ring)
        self._settle(s)
        self._advance(s, s.t)

    # What a player may do

    def _own(self, p: str) -> list[str]:
        return [name for name in GLASSES if name[0] == p]

    def _full(self, s: State, space: str) -> bool:
        return s.rings_on.get(space, 0) >= CAPACITY[space]

    def _vacant(self, s: State, space: str) -> bool:
        # A glass in the hand and a late glass keep their space (§7.9): they still count there.
        return all(glass.space != space for glass in s.glass.values())

    def _targets(self, s: State, name: str) -> list[str]:
        """Adjacent, vacant and not full; none for a dead glass (§5.4)."""
        glass = s.glass[name]
        if glass.space is None or glass.sand == "dead":
            return []
        near = NEIGHBOURS[glass.space]
        return [to for to in near if self._vacant(s, to) and not self._full(s, to)]

    def _finished(self, s: State, p: str) -> bool:
        return self.zero_rings == "stop" and s.rings_left[p] == 0

    def _can_move(self, s: State, p: str) -> bool:
        """§7.5."""
        if self._finished(s, p):
            return False
        if any(s.glass[name].space is None for name in self._own(p)):
            return True
        return any(self._targets(s, name) for name in self._own(p))

    def _choices(self, s: State, p: str) -> list[tuple[str, str, bool]]:
        """§7.5 legal moves: glass, target, and whether the move loses (§4.4)."""
        if self._finished(s, p):
            return []
        pairs = []
        unplaced = [name for name in self._own(p) if s.glass[name].space is None]
        if unplaced:
            pairs = [(unplaced[0], space) for space in SPACES]
        else:
            names = [name for name in self._own(p) if s.glass[name].sand != "dead"]
            if self.level >= 2 and self.first_moves == "must":
                idle = [name for name in names if s.glass[name].sand == "idle"]
                # §7.5: a full space is not a target, so it does not bind (§4.4).
                if any(self._targets(s, name) for name in idle):
                    names = idle
            for name in names:
                space = s.glass[name].space
                assert space is not None
                pairs += [(name, to) for to in NEIGHBOURS[space]]
        vacant = [(name, to) for name, to in pairs if self._vacant(s, to)]
        choices = [(name, to, self._full(s, to)) for name, to in vacant]
        return [c for c in choices if self.full_space == "loss" or not c[2]]

    # Events

    def _applied(self, s: State, colour: str | None, token: str) -> State:
        """The event of *colour*, or of the only player who could do it (§8)."""
        if colour is not None:
            self._apply(s, colour, token)
            return s
        done = []
        reasons = []
        for p in "RB":
            trial = copied(s)
            try:
                self._apply(trial, p, token)
            except Refused as refused:
                reasons.append(f"{p}: {refused.args[0]}")
                continue
            done.append(trial)
        if len(done) != 1:
            raise Refused("either player could" if done else ", ".join(reasons))
        return done[0]

    def _apply(self, s: State, p: str, token: str) -> None:
        """§7.6 step 4."""
        if match := re.fullmatch(r"([a-g][1-7])-([a-g][1-7])(/?)", token):
            self._move(s, p, match[1], match[2], not match[3])
        elif match := re.fullmatch(r"@@([a-g][1-7])(/?)", token):
            self._placement(s, p, match[1], not match[2])
        elif match := re.fullmatch(r"([+*])([a-g][1-7])", token):
            self._open_ring(s, p, match[2], claim=match[1] == "*")
        elif token == "F":
            self._flip(s, p)
        elif token == "--":
            self._pass(s, p)
        elif match := re.fullmatch(r"W([0-9]+)", token):
            self._wait(s, p, int(match[1]))
        elif match := re.fullmatch(r"\^([a-g][1-7])", token):
            self._lift(s, p, match[1])
        elif match := re.fullmatch(r">([a-g][1-7])(/?)", token):
            self._place(s, p, match[1], not match[2])
        elif token == "<":
            # R19
            if s.lifted is not None and s.lifted[0] == p:
                s.lifted = None
            elif s.late is not None and s.late[0] == p:
                s.late = None
            else:
                raise Refused("no glass in the hand")
        elif token == "resign":
            s.result = (OTHER[p], "resign")
        else:
            raise Refused("unknown event")

    def _on_turn(self, s: State, p: str) -> None:
        if p != s.to_move:
            raise Refused("not your turn")

    def _glass_on(self, s: State, p: str, space: str) -> str:
        for name in self._own(p):
            if s.glass[name].space == space:
                return name
        raise Refused("no glass of yours there")

    def _move(self, s: State, p: str, source: str, to: str, ring: bool) -> None:
        self._on_turn(s, p)
        if s.lifted is not None:
            raise Refused("a glass is in the hand")
        self._carry(s, self._glass_on(s, p, source), to, ring, ends_turn=True)

    def _placement(self, s: State, p: str, to: str, ring: bool) -> None:
        """§6.6."""
        self._on_turn(s, p)
        unplaced = [name for name in self._own(p) if s.glass[name].space is None]
        if not unplaced:
            raise Refused("all your glasses stand")
        self._carry(s, unplaced[0], to, ring, ends_turn=True)

    def _place(self, s: State, p: str, to: str, ring: bool) -> None:
        """§7.9."""
        if s.lifted is not None and s.lifted[0] == p:
            self._carry(s, s.lifted, to, ring, ends_turn=True)
        elif s.late is not None and s.late[0] == p:
            self._carry(s, s.late, to, ring, ends_turn=False)
        else:
            raise Refused("no glass in the hand")

    def _carry(self, s: State, name: str, to: str, ring: bool, *, ends_turn: bool) -> None:
        """A glass goes to a space, with or without a ring (§7.6 `move`)."""
        p = name[0]
        losing = {target: loses for n, target, loses in self._choices(s, p) if n == name}
        if to not in losing:
            raise Refused("not a legal move")
        if ring and s.rings_left[p] == 0:
            raise Refused("no ring left")
        if losing[to]:
            s.result = (OTHER[p], "full_space")
            return
        glass = s.glass[name]
        glass.space = to
        if self.level >= 2:
            left = glass.at - s.t if glass.sand == "running" else 0
            glass.sand = "running"
            glass.at = s.t + self.sand_ms - left
        if ring:
            s.rings_left[p] -= 1
            s.rings_on[to] = s.rings_on.get(to, 0) + 1
        s.open_ring = None if ring else (to, p)
        s.lifted = None if ends_turn else s.lifted
        # §7.9: a move or place of either player ends the chance of the late one.
        # Silent: a placement (§6.6) of the opponent; it is a move here as well.
        s.late = None
        if ends_turn:
            self._end_turn(s, ring)
        else:
            self._counted(s, ring)
            self._settle(s)
            self._advance(s, s.t)

    def _open_ring(self, s: State, p: str, space: str, *, claim: bool) -> None:
        """§7.6 `ring` and `claim`; allowed with a glass in the hand, it is not about that glass."""
        if s.open_ring is None or s.open_ring[0] != space:
            raise Refused("no forgotten ring there")
        if not (self.claim if claim else self.late_ring):
            raise Refused("not allowed by the options")
        if (s.open_ring[1] == p) == claim:
            raise Refused("not your right")
        if s.rings_left[p] == 0:
            raise Refused("no ring left")
        s.rings_left[p] -= 1
        s.rings_on[space] = s.rings_on.get(space, 0) + 1
        s.open_ring = None
        s.idle_turns = 0
        self._settle(s)

    def _flip(self, s: State, p: str) -> None:
        if self.level != 3 or self.metronome:
            raise Refused("there is no timer")
        if p == s.to_move:
            raise Refused("your own turn")
        if s.timer_at is not None:
            raise Refused("the timer runs")
        s.timer_at = s.t + self.timer_ms
        s.timer_target = s.to_move

    def _pass(self, s: State, p: str) -> None:
        self._on_turn(s, p)
        if self.voluntary_pass == "forbidden":
            raise Refused("passing is forbidden")
        if s.lifted is not None:
            raise Refused("a glass is in the hand")
        if self.voluntary_pass == "costs_next":
            s.skip[p] += 1
        s.open_ring = None
        self._end_turn(s, ring=False)

    def _wait(self, s: State, p: str, beats: int) -> None:
        """§7.10 (d): of the player on turn before the wait."""
        self._on_turn(s, p)
        if not self.allow_wait:
            raise Refused("no waiting")
        if beats < 1:
            raise Refused("wait at least one beat")
        self._advance(s, s.t + beats * self.metronome_ms)

    def _lift(self, s: State, p: str, space: str) -> None:
        """§7.9."""
        if not self.two_phase:
            raise Refused("no lifting")
        self._on_turn(s, p)
        if s.lifted is not None:
            raise Refused("a glass is in the hand")
        name = self._glass_on(s, p, space)
        if any(s.glass[own].space is None for own in self._own(p)):
            raise Refused("place your glasses first")
        # Silent: a glass whose only moves lose. §4.4 counts them among the legal moves.
        if all(n != name for n, _, _ in self._choices(s, p)):
            raise Refused("that glass has no legal move")
        s.lifted = name
        if s.late is not None and s.late[0] == p:
            s.late = None

    def _glass_text(self, s: State, name: str) -> str:
        """§8, field g."""
        glass = s.glass[name]
        if glass.space is None:
            return "-"
        if glass.sand == "running":
            return f"{glass.space}~{glass.at - s.t}"
        if glass.sand == "dead":
            return f"{glass.space}x{glass.at}"
        return glass.space
