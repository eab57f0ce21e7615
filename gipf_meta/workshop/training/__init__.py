"""Bots that learn: self-play, weights that fit how games ended, and games as a proof."""
