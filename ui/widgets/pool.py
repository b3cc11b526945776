"""Rows of a kind, kept and filled again: making widgets costs more than anything else a screen does."""

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from kivy.uix.layout import Layout

Value = TypeVar("Value")
Shown_contra = TypeVar("Shown_contra", contravariant=True)


class Row(Protocol[Shown_contra]):
    """A widget that shows one value."""

    def show(self, value: Shown_contra) -> None:
        """Show another value."""
        ...


def fill(layout: Layout, values: Sequence[Value], make: Callable[[], Row[Value]]) -> None:
    """One widget for every value, in their order; those that are there already are kept."""
    while len(layout.children) > len(values):
        layout.remove_widget(layout.children[0])
    while len(layout.children) < len(values):
        layout.add_widget(make())
    for row, value in zip(reversed(layout.children), values, strict=True):
        row.show(value)
