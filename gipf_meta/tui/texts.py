"""The words of the interface: those of the whole program."""

from gipf_meta.texts import _, speak

__all__ = ["_", "speak"]
