"""Faults of light and camera, thought up without sight of the eye's code; `rows` has the list."""
