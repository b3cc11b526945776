"""Printed cards: drawn once in millimetres, painted as pixels or on paper."""
