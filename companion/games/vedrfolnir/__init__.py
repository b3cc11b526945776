"""Vedrfölnir: its cards, its rules, its files."""
