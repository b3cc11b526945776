"""Acts with every card as one physical copy: a film needs to know which Thor it was."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from companion.cards import split_name
from companion.games.vedrfolnir.acts import Act, Give, Played, Reveal


def numbered(acts: Sequence[Act]) -> tuple[Act, ...]:
    """The same acts; a card named without its number becomes the first copy that nobody names."""
    named = {each.card for act in acts for each in _played(act)}
    numbers = defaultdict[str, Iterator[int]](lambda: iter(range(1, 1_000_000)))

    def copy(played: Played) -> Played:
        parts = split_name(played.card)
        if parts is None or parts.number is not None:
            return played
        names = (f"{parts.print}#{number:02d}" for number in numbers[parts.print])
        return replace(played, card=next(name for name in names if name not in named))

    return tuple(_with(act, copy) for act in acts)


def _played(act: Act) -> tuple[Played, ...]:
    return (act.played, *act.draws) if isinstance(act, Give | Reveal) else ()


def _with(act: Act, copy: Callable[[Played], Played]) -> Act:
    if not isinstance(act, Give | Reveal):
        return act
    return replace(act, played=copy(act.played), draws=tuple(map(copy, act.draws)))
