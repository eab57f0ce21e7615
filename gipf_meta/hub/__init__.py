"""The hub runs the open rooms: hears commands, lets time pass, tells who watches. It waits for
nothing."""
