"""Line mode, for pipes and screen readers: the desk, a match, saving, a lesson, as lines of
text."""
