"""Tables taken as they lie: when the camera begins to look, and when somebody says what lies where."""

from companion.cards import Card
from companion.facts import BACK, Way
from companion.games.vedrfolnir.acts import KeepTable
from companion.games.vedrfolnir.catalogue import is_sided
from companion.games.vedrfolnir.difference import SIDES, identity_of, seen_name
from companion.games.vedrfolnir.rulebook import begin
from companion.games.vedrfolnir.setup import Setup
from companion.games.vedrfolnir.state import Game
from companion.games.vedrfolnir.zones import DISCARD, PILE
from companion.mirror import Lying, Mirror, identity, print_name
from companion.places import Zone


def lying_start(setup: Setup, mirror: Mirror) -> Game:
    """The first turn at this table: its cards were not given, and are taken from the draw pile."""
    game = begin(setup)
    for zone in game.cards:
        for lying in mirror.real(zone):
            _take(game, zone, lying)
    game.unseen_discarded = _backs(mirror, DISCARD)
    game.pile = _backs(mirror, PILE) if setup.is_solo else 0
    game.draw -= game.unseen_discarded + game.pile
    game.is_unchecked = True
    return game


def identified(act: KeepTable, game: Game, mirror: Mirror, line: int) -> tuple[KeepTable, dict[int, str]]:
    """An act that keeps the table, with the cards of the game; those that nobody had seen come with its line."""
    rest = _rest(game, mirror)
    pool = [_known(each, mirror) for zone in (*act.zones, DISCARD) for each in game.cards.get(zone, ())] + rest
    listed = [(zone, name) for zone, names in act.zones.items() for name in names]
    numbered = [_full_name(name) for _, name in listed if "#" in name]
    found: dict[int, int] = {}
    for place, (_, name) in enumerate(listed):
        meant = [each for each in pool if _is_meant(each, name, numbered)]
        # The card that is known by this number comes before one whose number nobody has seen.
        meant.sort(key=lambda each: "#" in name and "#" not in each.name)
        lying = meant[0] if meant else None
        found[place] = identity(line, place) if lying is None else lying.id
        pool = [each for each in pool if each is not lying]
    known = {found[place]: _full_name(name) for place, (_, name) in enumerate(listed)}
    ids = {zone: tuple(found[place] for place, (there, _) in enumerate(listed) if there == zone) for zone in act.zones}
    zones = {zone: tuple(map(_unnumbered, names)) for zone, names in act.zones.items()}
    return KeepTable(zones, ids, frozenset(each.id for each in rest)), known


def _rest(game: Game, mirror: Mirror) -> list[Lying]:
    """The cards that were laid on the discard face up with a hand: the game counts them and does not know them."""
    known = {identity_of(card) for cards in game.cards.values() for card in cards}
    faces = (each for each in mirror.real(DISCARD) if game.setup.deck.card(print_name(each.name)) is not None)
    return [each for each in faces if each.id not in known][: game.unseen_discarded]


def _known(card: Card, mirror: Mirror) -> Lying:
    """A card of the game by the name that is known of it."""
    return mirror.card(identity_of(card)) or Lying(seen_name(card), Way.UPRIGHT, identity_of(card))


def _is_meant(lying: Lying, name: str, numbered: list[str]) -> bool:
    """Whether a name in the list means this card: the one of its number, else any of its print that no name numbers."""
    full = _full_name(name)
    if "#" in full:
        return lying.name == full or lying.name == print_name(full)
    return print_name(lying.name) == full and lying.name not in numbered


def _full_name(name: str) -> str:
    return name.partition("@")[0]


def _unnumbered(name: str) -> str:
    print_, at, side = name.partition("@")
    return f"{print_name(print_)}{at}{side}"


def _take(game: Game, zone: Zone, lying: Lying) -> None:
    """A card that lies there, if there can be one more of it."""
    card = game.setup.deck.card(print_name(lying.name))
    if card is None:
        return
    seen = game.seen.get(card.print, ())
    if len(seen) < game.setup.deck.copies[card.print]:
        game.seen[card.print] = (*seen, None)
        game.draw -= 1
        side = SIDES.get(lying.way, "odin") if is_sided(card) else None
        game.lay(Card(card.print, None, side, lying.id), zone)


def _backs(mirror: Mirror, zone: Zone) -> int:
    return sum(each.name == BACK for each in mirror.real(zone))
