"""A match told in words; questions about a board and their answers; the rules as pages."""
