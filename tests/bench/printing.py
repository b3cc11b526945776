"""How benches print: tables whose columns stand below each other, a figure beside its bar, how far a long one is."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from companion.words import Language, Words
from deploy.terminal import Terminal

# A bar on standard error while items come, where somebody watches.
progress = Terminal(Words(Language.ENGLISH, ())).progress


@dataclass(frozen=True, slots=True)
class Table:
    """Columns of one width behind a name; rows are made one by one, as some take minutes."""

    titles: tuple[str, ...]
    name_width: int = 46
    width: int = 14

    @property
    def head(self) -> str:
        """The titles."""
        return self.row("", self.titles)

    def row(self, name: str, cells: Iterable[str]) -> str:
        """A name and what is in its columns."""
        return (f"{name:<{self.name_width}}" + "".join(f"{each:>{self.width}}" for each in cells)).rstrip()


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure; `bar` is what it has to reach, `is_rate` says that more is better."""

    what: str
    value: float
    bar: float | None = None
    is_rate: bool = True

    @property
    def cells(self) -> Sequence[str]:
        """The figure, its bar, and by how much it is better than that."""
        value = f"{self.value:,.1f}"
        if self.bar is None:
            return (value,)
        ratio = self.value / self.bar if self.is_rate else self.bar / self.value
        return value, f"{'≥' if self.is_rate else '<'} {self.bar:,.0f}", f"×{ratio:.1f}"


FIGURES = Table(("measured", "bar", "ratio"))


def figures(them: Iterable[Figure]) -> Iterator[str]:
    """A line for each."""
    yield FIGURES.head
    yield from (FIGURES.row(each.what, each.cells) for each in them)


def show(lines: Iterable[str]) -> None:
    """Print each line at once, for somebody who waits."""
    for line in lines:
        print(line, flush=True)
