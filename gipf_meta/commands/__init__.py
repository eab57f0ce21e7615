"""The commands of ``gipf-meta``: each module adds some, and answers them."""
