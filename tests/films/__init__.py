"""Films of busy tables with their truth: what the eye has to tell of them, and how soon."""
