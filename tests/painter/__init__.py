"""A second renderer of a filmed card table, and a judge of what the eye tells of its films.

Written from the published formats alone; it imports nothing of the project. `python -m tests.painter --help`.
"""
