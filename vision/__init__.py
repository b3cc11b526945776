"""Pixels to observations: sources, recognition, the printed deck, the rendered table."""
