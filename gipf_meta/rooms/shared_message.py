"""A message that several people are sent."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class SharedMessage(dict[str, Any]):
    """A message that several people are sent, so it is written once. Nobody may change it."""

    __slots__ = ("_text",)

    def text(self, write: Callable[[dict[str, Any]], str]) -> str:
        """The message as *write* writes it."""
        try:
            return self._text
        except AttributeError:
            self._text: str = write(self)
            return self._text
