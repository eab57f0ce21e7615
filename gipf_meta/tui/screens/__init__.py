"""The screens, the questions in front of them, and what they need of the app."""
