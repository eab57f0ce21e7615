"""The words of this plugin, in the player's language."""

from gipf_meta import catalogue

_ = catalogue("gipf_meta_lyngk")
