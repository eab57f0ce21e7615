"""The server of the page in a browser, for one person on this machine; hosts and tabs use parts."""
