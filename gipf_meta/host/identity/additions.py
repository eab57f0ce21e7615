"""The devices and ways back that were added to people, as their other pages are told.

Each process asks the database: a table to ask needs no message that could be lost.
"""

from __future__ import annotations

from dataclasses import dataclass

from gipf_meta.base.texts import _
from gipf_meta.host.identity.devices import Devices
from gipf_meta.host.identity.ways import WaysBack


@dataclass(frozen=True, slots=True)
class Addition:
    """Something that was added to *person* by the device whose key has the hash *by*: a way back of
    that *kind*, or (``device``) this device itself, which is called *label*."""

    person: str
    by: str
    kind: str
    label: str

    def notice(self) -> str:
        """Returns the sentence for the other pages of the person."""
        if self.kind != "device":
            added = {
                "passkey": _("A passkey was added to your ways back."),
                "mail": _("A mail address was added to your ways back."),
                "words": _("Twelve words were added to your ways back."),
            }[self.kind]
            return _("{added} Was it not you? Take it away under “Who I am”.").format(added=added)
        if not self.label:
            return _(
                "Another device has come in as you. Is it not yours? Take it away under “Who I am”."
            )
        return _(
            "Another device has come in as you: “{device}”. Is it not yours? Take it away under"
            " “Who I am”."
        ).format(device=self.label)


class Additions:
    """The devices and ways back that were added to people after *since_ms*, the database's time."""

    def __init__(self, devices: Devices, ways: WaysBack, since_ms: int) -> None:
        self._devices, self._ways = devices, ways
        self._devices_ms = self._ways_ms = since_ms

    def look(self) -> list[Addition]:
        """Returns the additions since the last look. Raises ``DatabaseError``."""
        devices, ways = self._devices.added(self._devices_ms), self._ways.added(self._ways_ms)
        self._devices_ms = max((self._devices_ms, *(each.created_ms for each in devices)))
        self._ways_ms = max((self._ways_ms, *(way.created_ms for way, _by in ways)))
        return [
            *(Addition(each.person, each.secret_hash, "device", each.label) for each in devices),
            *(Addition(way.person, by, way.kind, way.label) for way, by in ways),
        ]
