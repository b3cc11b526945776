"""The eye: pictures in, observations out."""
