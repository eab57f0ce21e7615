"""The keys in the last row: as many as have room, none of them cut."""

from __future__ import annotations

from typing import Final, Protocol, runtime_checkable

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.widgets import Footer

ALWAYS: Final = ("escape", "ctrl+l", "ctrl+q", "m")
"""The keys that stay where others have no room: the ways out, and the menu of the others."""
PADDING: Final = 3
"""The columns around a key and what it does."""


@runtime_checkable
class ShownKey(Protocol):
    """A key of the footer, and what it does."""

    key: str
    key_display: str
    description: str


class KeyBar(Footer):
    """The keys of the screen that have room; the page of all keys names the rest."""

    _shown: object = None
    """What the keys were composed of."""

    def compose(self) -> ComposeResult:
        """The keys, in their order."""
        self._shown = self._read_keys()
        every = list(super().compose())
        keys = [key for key in every if isinstance(key, ShownKey)]
        free = self.app.size.width - sum(_columns(key) for key in keys if key.key in ALWAYS)
        for key in keys:
            if key.key not in ALWAYS:
                free -= _columns(key)
                if free < 0:
                    every.remove(key)
        self.styles.grid_size_columns = max(1, len(every))
        yield from every

    def _read_keys(self) -> object:
        """All that the keys depend on: the bindings that are shown, and the room for them."""
        every = self.screen.active_bindings.values()
        keys = [active[1:] for active in every if active.binding.show]
        return self._bindings_ready, self.app.size.width, keys

    async def recompose(self) -> None:
        """Composes the keys anew, unless they stay the same.

        It is asked for whenever something else gets the focus.
        """
        if self.is_attached and self._read_keys() != self._shown:
            await super().recompose()

    def on_resize(self, event: events.Resize) -> None:
        """Chooses the keys anew."""
        self.call_after_refresh(self.recompose)


def _columns(key: ShownKey) -> int:
    return cell_len(key.key_display) + cell_len(key.description) + PADDING
