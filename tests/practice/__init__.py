"""Mistakes on purpose, to try a referee on: evenings with one slip of the hands, and how it is put right."""
