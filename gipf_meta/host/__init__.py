"""A server for many people on many machines: who they are, the ledger in a database, the host."""
