"""The screens, the dialogs in front of them, and the interface of the app that they use."""
