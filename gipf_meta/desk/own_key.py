"""What the settings say of the key by which somebody is known, where more than one plays."""

from __future__ import annotations

from collections.abc import Iterator

from gipf_meta.base.texts import _
from gipf_meta.desk.parts import AnyPart, Button, Do, Heading, Text

SHOW_KEY: Do = {"do": "show_key"}
"""What the page does by itself: it alone has the key."""


def own_key() -> Iterator[AnyPart]:
    """A button that shows the key, and what it is good for."""
    yield Heading(text=_("Your key"))
    yield Text(
        text=_(
            "There is no password: this browser keeps a key, and whoever has it plays at your "
            "tables. With it you sit at the same seats on another device."
        )
    )
    yield Button(text=_("Show my key"), do=SHOW_KEY)
    yield Button(
        text=_("Renew my key"), note=_("if somebody else may have it"), do={"do": "renew_key"}
    )
