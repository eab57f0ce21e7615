"""A small network in NumPy: what a seat sees goes in, chances and a worth come out.

Where observations are planes on a board, and decisions so many kinds on its places, three layers
look at each place and its eight neighbours, and share a view of the whole; else the board has one
place, and the layers are dense.
"""

from __future__ import annotations

import os

# one process, one core; and sums are added in one order, so that results are equal again
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from math import prod
from typing import Any, Final

import numpy as np

WIDTH: Final = 32
"""The features of a place."""
WHOLE: Final = 32
"""The features of the whole."""
DECAY: Final = 1e-4
"""The part of the weights that each step of learning takes away, in units of its length."""

Array = Any
"""An array of NumPy."""


def _neighbours(rows: int, columns: int, used: Array) -> tuple[Array, Array]:
    """The places around each of the *used* places, itself among them, and the way back: for each
    place, where the gradient of its features stands. One place behind all others is outside."""
    outside = len(used)
    number_of = {place: number for number, place in enumerate(used.tolist())}
    steps = [
        (down, right)
        for down in (-1, 0, 1)
        for right in (-1, 0, 1)
        if abs(down) < rows and abs(right) < columns
    ]
    there = np.full((outside, len(steps)), outside)
    back = np.full((outside, len(steps)), outside * len(steps))
    for place, number in number_of.items():
        for at, (down, right) in enumerate(steps):
            row, column = place // columns + down, place % columns + right
            other = number_of.get(row * columns + column, outside)
            if 0 <= row < rows and 0 <= column < columns and other < outside:
                there[number, at] = other
                back[other, at] = number * len(steps) + at
    return there.ravel(), back.ravel()


def has_places(shape: tuple[int, ...], decisions: int) -> bool:
    """Whether observations of that *shape* are planes, and *decisions* kinds on their places."""
    return len(shape) == 3 and decisions % prod(shape[1:]) == 0


class Network:
    """The network of a game with this *shape* of observations and so many *decisions*.

    Only those places count that are *used*, by default all. *weights* are arrays by name; *seed*
    draws them.
    """

    def __init__(
        self, shape: tuple[int, ...], decisions: int, used: Array = None, seed: int = 0
    ) -> None:
        size = prod(shape)
        if not has_places(shape, decisions):
            shape, used = (size, 1, 1), None
        self.size: Final = size
        self.planes, rows, columns = shape
        self.decisions: Final = decisions
        self.used: Final = np.arange(rows * columns) if used is None else np.asarray(used)
        self.places: Final = len(self.used)
        self.kinds: Final = decisions // (rows * columns)
        self._there, self._back = _neighbours(rows, columns, self.used)
        self._rooms: dict[tuple[Any, ...], Array] = {}
        around = len(self._there) // self.places
        shapes = {
            "whole": (size, WHOLE),
            "first": (around * self.planes, WIDTH),
            "spread": (WHOLE, WIDTH),
            "second": (around * WIDTH, WIDTH),
            "third": (around * WIDTH, WIDTH),
            "join": (WIDTH + WHOLE, WHOLE),
            "kinds": (WIDTH, self.kinds),
            "all_kinds": (WHOLE, self.kinds),
            "worth": (WHOLE, 1),
        }
        rng = np.random.default_rng(seed)
        self.weights: dict[str, Array] = {}
        for name, (inputs, outputs) in shapes.items():
            # planes are mostly empty, so that few inputs add up
            spread = (2 / inputs) ** 0.5 * (2 if inputs % self.planes == 0 else 1)
            if name in ("kinds", "all_kinds", "worth"):
                spread *= 0.1
            self.weights[name] = (spread * rng.standard_normal((inputs, outputs))).astype("f4")
            if name not in ("spread", "all_kinds"):
                self.weights[f"{name}_0"] = np.zeros(outputs, "f4")

    def run(self, seen: Array) -> tuple[Array, Array]:
        """The logits of all decisions, and the worth to who sees it, for each row of *seen*."""
        logits, worth, _parts = self._forward(seen)
        return logits, worth

    def _room(self, name: str, *shape: int) -> Array:
        """An array for what is large, made once: new memory costs more than the sums in it."""
        room = self._rooms.get((name, *shape))
        if room is None:
            room = self._rooms[name, *shape] = np.zeros(shape, "f4")
        return room

    def _around(self, features: Array, name: str) -> Array:
        """The features of each place and its neighbours, side by side."""
        count, places, width = features.shape
        padded = self._room("padded", count, places + 1, width)
        padded[:, :places] = features
        around = self._room(name, count, len(self._there), width)
        padded.take(self._there, axis=1, out=around, mode="clip")
        return around.reshape(count * places, -1)

    def _forward(self, seen: Array) -> tuple[Array, Array, tuple[Array, ...]]:
        w, count, places = self.weights, len(seen), self.places
        seen = seen.reshape(count, -1).astype("f4")
        board = seen.reshape(count, self.planes, -1)[:, :, self.used].transpose(0, 2, 1)
        whole = np.maximum(seen @ w["whole"] + w["whole_0"], 0)
        around_1 = self._around(board, "first")
        first = (around_1 @ w["first"]).reshape(count, places, WIDTH)
        first += (whole @ w["spread"] + w["first_0"])[:, None]
        first = np.maximum(first, 0)
        around_2 = self._around(first, "second")
        second = np.maximum(around_2 @ w["second"] + w["second_0"], 0)
        second = second.reshape(count, places, WIDTH)
        around_3 = self._around(second, "third")
        third = (around_3 @ w["third"] + w["third_0"]).reshape(count, places, WIDTH)
        third = np.maximum(third + first, 0)
        both = np.concatenate([third.mean(axis=1), whole], axis=1)
        joined = np.maximum(both @ w["join"] + w["join_0"], 0)
        worth = np.tanh(joined @ w["worth"] + w["worth_0"])[:, 0]
        kinds = (third.reshape(count * places, WIDTH) @ w["kinds"]).reshape(count, places, -1)
        kinds += (joined @ w["all_kinds"] + w["kinds_0"])[:, None]
        logits = np.zeros((count, self.kinds, self.decisions // self.kinds), "f4")
        logits[:, :, self.used] = kinds.transpose(0, 2, 1)
        logits = logits.reshape(count, self.decisions)
        parts = seen, whole, around_1, first, around_2, second, around_3, third, both, joined
        return logits, worth, parts

    def gradients(
        self, seen: Array, masks: Array, chances: Array, worths: Array
    ) -> tuple[dict[str, Array], float, float]:
        """The gradients of both losses by the weights, and the losses: the cross entropy of the
        *chances* of legal decisions, in nats, and the squared error of *worths*."""
        w, count, places = self.weights, len(seen), self.places
        logits, worth, parts = self._forward(seen)
        seen, whole, around_1, first, around_2, second, around_3, third, both, joined = parts
        logits = np.where(masks, logits, -1e9)
        logits -= logits.max(axis=1, keepdims=True)
        logs = logits - np.log(np.exp(logits).sum(axis=1, keepdims=True))
        chances_loss = -float((chances * np.where(masks, logs, 0)).sum() / count)
        error = worth - worths
        g: dict[str, Array] = {}

        by_logits = ((np.exp(logs) - chances) / count).astype("f4")
        by_kinds = by_logits.reshape(count, self.kinds, -1)[:, :, self.used].transpose(0, 2, 1)
        by_kinds_sum = by_kinds.sum(axis=1)
        by_rows = np.ascontiguousarray(by_kinds).reshape(count * places, -1)
        g["kinds"] = third.reshape(count * places, WIDTH).T @ by_rows
        g["kinds_0"] = by_kinds_sum.sum(axis=0)
        g["all_kinds"] = joined.T @ by_kinds_sum
        by_worth = (2 * error * (1 - worth**2) / count).astype("f4")[:, None]
        g["worth"], g["worth_0"] = joined.T @ by_worth, by_worth.sum(axis=0)
        by_joined = by_worth @ w["worth"].T + by_kinds_sum @ w["all_kinds"].T
        by_joined *= joined > 0
        g["join"], g["join_0"] = both.T @ by_joined, by_joined.sum(axis=0)
        by_both = by_joined @ w["join"].T
        by_third = (by_rows @ w["kinds"].T).reshape(count, places, WIDTH)
        by_third += by_both[:, None, :WIDTH] / places
        by_third *= third > 0
        flat = by_third.reshape(count * places, WIDTH)
        g["third"], g["third_0"] = around_3.T @ flat, flat.sum(axis=0)
        by_second = self._back_to_places(flat @ w["third"].T, count) * (second > 0)
        flat = by_second.reshape(count * places, WIDTH)
        g["second"], g["second_0"] = around_2.T @ flat, flat.sum(axis=0)
        by_first = (self._back_to_places(flat @ w["second"].T, count) + by_third) * (first > 0)
        flat = by_first.reshape(count * places, WIDTH)
        g["first"] = around_1.T @ flat
        by_spread = by_first.sum(axis=1)
        g["spread"], g["first_0"] = whole.T @ by_spread, by_spread.sum(axis=0)
        by_whole = (by_both[:, WIDTH:] + by_spread @ w["spread"].T) * (whole > 0)
        g["whole"], g["whole_0"] = seen.T @ by_whole, by_whole.sum(axis=0)
        return g, chances_loss, float((error**2).mean())

    def _back_to_places(self, by_around: Array, count: int) -> Array:
        """The gradient by the features of places, of that by what ``_around`` made of them."""
        padded = self._room("back_padded", count, len(self._there) + 1, WIDTH)
        padded[:, :-1] = by_around.reshape(count, -1, WIDTH)
        back = self._room("back", count, len(self._back), WIDTH)
        padded.take(self._back, axis=1, out=back, mode="clip")
        return back.reshape(count, self.places, -1, WIDTH).sum(axis=2)


class Adam:
    """Adam's steps of learning for *weights*, in place; *state* is what it remembers."""

    def __init__(self, weights: dict[str, Array]) -> None:
        self.weights = weights
        self.steps = 0
        self.means = {name: np.zeros_like(each) for name, each in weights.items()}
        self.squares = {name: np.zeros_like(each) for name, each in weights.items()}

    def step(self, gradients: dict[str, Array], length: float) -> None:
        """A step of that *length* against the *gradients*."""
        self.steps += 1
        for name, each in gradients.items():
            mean, square = self.means[name], self.squares[name]
            mean += 0.1 * (each - mean)
            square += 0.001 * (each * each - square)
            right = (1 - 0.999**self.steps) ** 0.5 / (1 - 0.9**self.steps)
            self.weights[name] -= length * (right * mean / (np.sqrt(square) + 1e-7))
            self.weights[name] *= 1 - length * DECAY
