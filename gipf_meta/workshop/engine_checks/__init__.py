"""Checks that an engine keeps its protocol: laws, and the walks on which they are tried."""
