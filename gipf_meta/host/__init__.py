"""The host, a server for many people on many machines: people, ledger in a database, server."""
