"""The commands of ``gipf-meta``: each module adds and runs some of them."""
