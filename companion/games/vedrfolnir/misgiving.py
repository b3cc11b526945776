"""What is wrong with a card as it is laid, before any of its effects."""

from collections import Counter
from collections.abc import Mapping

from companion.cards import Deck
from companion.facts import BACK
from companion.games.vedrfolnir.acts import Act, Give, Reveal
from companion.games.vedrfolnir.catalogue import is_brynhildr
from companion.games.vedrfolnir.difference import place_of
from companion.games.vedrfolnir.evidence import recipient
from companion.games.vedrfolnir.mistakes import Finding, MistakeId
from companion.games.vedrfolnir.moves import place
from companion.games.vedrfolnir.rulebook import step
from companion.games.vedrfolnir.state import Game
from companion.games.vedrfolnir.verdicts import Forbidden, forbid
from companion.games.vedrfolnir.zones import BRYNHILDR, DISCARD, PILE, stake
from companion.mirror import Mirror, print_name
from companion.places import Zone

_FORBIDDEN = {
    "VED-1.1": MistakeId.TOO_MANY_COPIES,
    "VED-2.4": MistakeId.FOREIGN_CARD,
    "VED-3.2": MistakeId.SECOND_CARD,
    "VED-4.2": MistakeId.REFUSED_WITHOUT_JOKER,
    "VED-4.9": MistakeId.NO_DRAW,
    "VED-4.10": MistakeId.NO_DRAW,
    "VED-7.1": MistakeId.PLAYED_ON,
    "VED-8.1": MistakeId.BRYNHILDR_SEEN,
    "VED-8.4": MistakeId.BRYNHILDR_SKIPPED,
}
# What the rules ask of an act before they look at its number (formats.md, forbidden acts).
_ASKED_FIRST = frozenset({"VED-2.4", "VED-7.1", "VED-8.4"})
_HIDDEN_WRONGLY = {"VED-3.2": MistakeId.SECOND_CARD, "VED-7.1": MistakeId.PLAYED_ON}


def fault(game: Game, mirror: Mirror, card: int, name: str) -> Finding | None:
    """What is wrong with a card wherever it was laid: it is none, there are too many, or the game is over."""
    known = game.setup.deck.card(name)
    if known is None or known.side is not None:
        return Finding(MistakeId.FOREIGN_CARD, "VED-2.4")
    copies = game.setup.deck.copies[known.print]
    seen = len(game.seen.get(known.print, ())) + _rested(game, mirror, card, known.print.name)
    is_too_many = seen >= copies or (known.number or 0) > copies
    if is_too_many or (known.number is not None and _is_elsewhere(game, mirror, card, name)):
        return Finding(MistakeId.TOO_MANY_COPIES, "VED-1.1")
    return Finding(MistakeId.PLAYED_ON, "VED-7.1") if game.is_over else None


def _is_elsewhere(game: Game, mirror: Mirror, card: int, name: str) -> bool:
    """Whether another card of this very number is known; one that never counted and was taken off the table is not."""
    others = [each for each in mirror.numbered(name) if each != card]
    return any(mirror.spot(each) is not None or place_of(game, each) is not None for each in others)


def _rested(game: Game, mirror: Mirror, card: int, wanted: str) -> int:
    """How many other cards of a print were laid down on the discard with a hand: the game does not know these."""
    there = [each.id for each in mirror.real(DISCARD) if print_name(each.name) == wanted and each.id != card]
    return sum(place_of(game, each) is None for each in there)


def misgiven(game: Game, name: str, target: Zone) -> Finding | None:
    """What is wrong with giving this card there now."""
    to = recipient(target)
    if target == PILE:
        return Finding(MistakeId.BRYNHILDR_SEEN, "VED-8.1")
    card = game.setup.deck.card(print_name(name))
    if card is not None and is_brynhildr(card):
        return None
    if to is not None and game.is_revealing != (to == BRYNHILDR):
        return Finding(MistakeId.BRYNHILDR_SKIPPED, "VED-8.4")
    is_served = not game.is_revealing and to in game.served
    return Finding(MistakeId.SECOND_CARD, "VED-3.2") if is_served else None


def doubled(known: Mapping[int, str], mirror: Mirror, deck: Deck) -> Forbidden | None:
    """What the rules say of an act by hand that names one number twice, or one that lies elsewhere (VED-1.1)."""
    times = Counter(known.values())
    for identity, name in known.items():
        card = deck.card(name) if "#" in name else None
        if card is not None and (times[name] > 1 or not {identity}.issuperset(mirror.numbered(name))):
            return forbid("VED-1.1", "too-many-copies", {"card": name, "copies": deck.copies[card.print]}).forbidden
    return None


def after_act(game: Game, act: Act, twice: Forbidden | None) -> Game | Forbidden:
    """The game after an act by hand, or the rule that forbids it."""
    after = step(game, act)
    is_asked_first = isinstance(after, Forbidden) and after.rule in _ASKED_FIRST
    return after if twice is None or is_asked_first else twice


def forbidden_act(forbidden: Forbidden, act: Act) -> Finding:
    """The mistake that an act given by hand would be, with the card it gives and where."""
    mistake, zone = _FORBIDDEN.get(forbidden.rule, MistakeId.EARLY_REVEAL), given_to(act)
    if zone is None or mistake is MistakeId.BRYNHILDR_SEEN or not isinstance(act, Give | Reveal):
        return Finding(mistake, forbidden.rule)
    return Finding(mistake, forbidden.rule, zone, act.played.card)


def given_to(act: Act) -> Zone | None:
    """Where an act by hand gives a card."""
    match act:
        case Reveal():
            return stake(BRYNHILDR)
        case Give(_, to) if to is not None:
            return place(to)
    return None


def foreign(known: Mapping[int, str], deck: Deck) -> str | None:
    """The first of the cards of an act by hand that is none of this game's (VED-2.4)."""
    cards = ((name, deck.card(name)) for name in known.values())
    return next((name for name, card in cards if card is None or card.side is not None), None)


def hidden_wrongly(forbidden: Forbidden) -> Finding:
    """The mistake of a face-down card that may not go on Brynhildr's pile now."""
    mistake = _HIDDEN_WRONGLY.get(forbidden.rule, MistakeId.BRYNHILDR_SKIPPED)
    return Finding(mistake, forbidden.rule, PILE, BACK)
