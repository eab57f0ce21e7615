"""A view as text, words, SVG and PNG."""
