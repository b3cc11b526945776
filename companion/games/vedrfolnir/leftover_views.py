"""A card that was given by hand and taken back: what is asked about it, and how that is answered."""

from dataclasses import dataclass, replace

from companion.games.vedrfolnir.acts import Played
from companion.games.vedrfolnir.drafting import START, Draft, OptionView, draft_view
from companion.games.vedrfolnir.leftovers import Leftover
from companion.games.vedrfolnir.phrases import Phrases
from companion.games.vedrfolnir.state import Game
from companion.games.vedrfolnir.table_views import card_view
from companion.games.vedrfolnir.views import CardView
from companion.games.vedrfolnir.zones import TRIBUTE, recipients
from companion.words import Message


@dataclass(frozen=True, slots=True)
class LeftoverView:
    """A card that may still lie there: whose it is then (`others`), or how another card is given in its place."""

    key: str
    card: CardView | None
    said: str
    whose: str
    others: tuple[OptionView, ...]
    another: Draft | None


def leftover_view(leftover: Leftover, game: Game, phrases: Phrases) -> LeftoverView:
    """One card, and what may be said of it as the game stands."""
    card, name = phrases.known_card(leftover.card), phrases.card_named(leftover.card)
    return LeftoverView(
        key=leftover.key,
        card=None if card is None else card_view(card, phrases),
        said=phrases.words.say(_asked(leftover, name)),
        whose=phrases.words.say(Message("draft.to", {"card": name})),
        others=tuple(_others(leftover, game, phrases)),
        another=_another(leftover, game, phrases),
    )


def _asked(leftover: Leftover, name: str) -> Message:
    if leftover.to is None:
        return Message("leftover.laid", {"card": name})
    key = "leftover.tribute" if leftover.to == TRIBUTE else "leftover.seat"
    return Message(key, {"card": name, "seat": leftover.to})


def _others(leftover: Leftover, game: Game, phrases: Phrases) -> list[OptionView]:
    """Everybody else who may have been given the card."""
    options = () if game.is_over else draft_view(game, Draft((Played(leftover.card),)), phrases).options
    others = [each for each in options if each.draft.to not in (None, leftover.to)]
    return [each for each in others if _may_go_on(each.draft, game, phrases)]


def _another(leftover: Leftover, game: Game, phrases: Phrases) -> Draft | None:
    """Another card for the same recipient; where that one has been given a card, for anybody."""
    is_free = leftover.to in recipients(game.seats_in_play) and leftover.to not in game.served
    draft = replace(START, to=leftover.to) if is_free and not game.is_revealing else START
    return draft if not game.is_over and _may_go_on(draft, game, phrases) else None


def _may_go_on(draft: Draft, game: Game, phrases: Phrases) -> bool:
    view = draft_view(game, draft, phrases)
    return bool(view.options) or view.act is not None
