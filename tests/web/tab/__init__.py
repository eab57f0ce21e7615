"""The tab without a server."""
