"""The fold: one act after another makes the game (VED-3, 5, 7, 8)."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from types import MappingProxyType

from companion.cards import Card
from companion.games.vedrfolnir import zones
from companion.games.vedrfolnir.acts import Act, Finish, Give, Hide, KeepTable, Played, Reveal
from companion.games.vedrfolnir.catalogue import is_brynhildr
from companion.games.vedrfolnir.chain import Chain
from companion.games.vedrfolnir.events import Cleared, HandDropped
from companion.games.vedrfolnir.keeping import keep_table
from companion.games.vedrfolnir.moves import Due
from companion.games.vedrfolnir.setup import Setup
from companion.games.vedrfolnir.sharing import Stakes, exact_taking, majorities, shares
from companion.games.vedrfolnir.state import Cause, Collection, Game, Majority, outcome, start
from companion.games.vedrfolnir.verdicts import Forbidden, Refused, forbid, named
from companion.games.vedrfolnir.zones import BRYNHILDR, DISCARD, TRIBUTE, VALHALLA, Recipient
from companion.places import Seat, Zone

NOTHING_TAKEN: Mapping[Seat, tuple[Card, ...]] = MappingProxyType({})


def begin(setup: Setup) -> Game:
    """The table with the first hand drawn."""
    game = start(setup)
    _start_turn(game)
    return game


def step(game: Game, act: Act) -> Game | Forbidden:
    """The game after this act, or the rule that forbids it; the game before stays as it was."""
    after = game.copy()
    try:
        _STEPS[type(act)](after, act)
    except Refused as refused:
        return refused.forbidden
    return after


def discard_from_hand(game: Game, played: Played) -> Game:
    """The game after a card of the hand was laid aside instead of being given."""
    if not game.hand:
        return game
    after = game.copy()
    try:
        card = Chain(after, ()).identify(played)
    except Refused:
        return game
    after.lay(card, DISCARD)
    after.hand -= 1
    if not after.hand:
        _start_turn(after)
    return after


def go_on_undrawn(game: Game) -> Game:
    """The game after an act whose drawn card never came: the turn goes on, or the next one starts."""
    after = game.copy()
    if not after.hand and not after.is_revealing:
        _start_turn(after)
    return after


def play(setup: Setup, acts: Iterable[Act]) -> Game | Forbidden:
    """The game that these acts make, or the first one forbidden."""

    def next_step(game: Game | Forbidden, act: Act) -> Game | Forbidden:
        return game if isinstance(game, Forbidden) else step(game, act)

    opening: Game | Forbidden = begin(setup)
    return reduce(next_step, acts, opening)


# The acts


def _give(game: Game, act: Give) -> None:
    """A card from the hand is resolved completely (VED-3.2, 3.3)."""
    _require(game, is_revealing=False)
    chain = Chain(game, act.draws)
    card = chain.identify(act.played)
    if is_brynhildr(card):
        chain.turn_brynhildr(card, act.played)
        chain.require_all_drawn()
        game.hand -= 1
        _open_reveal(game)
        _go_on(game, chain)
        return
    to = _unserved(game, act.to)
    game.hand -= 1
    game.served = (*game.served, to)
    landed = chain.resolve(card, act.played, to, game.active)
    _conclude(game, chain, landed)


def _hide(game: Game, _: Hide) -> None:
    """A card nobody looks at goes on Brynhildr's pile (VED-8.1)."""
    _require(game, is_revealing=False)
    if not game.setup.is_solo:
        raise forbid("VED-8.1", "hidden-outside-solo")
    if BRYNHILDR in game.served:
        raise forbid("VED-3.2", "served", {"recipient": BRYNHILDR})
    game.hand -= 1
    game.pile += 1
    game.served = (*game.served, BRYNHILDR)
    if not game.hand:
        _start_turn(game)


def _reveal(game: Game, act: Reveal) -> None:
    """The next card of Brynhildr's pile is received by her (VED-8.4)."""
    _require(game, is_revealing=True)
    chain = Chain(game, act.draws)
    card = chain.identify(act.played)
    game.pile -= 1
    if is_brynhildr(card):
        chain.turn_brynhildr(card, act.played)
        chain.require_all_drawn()
        _stop_reveal(game)
        _go_on(game, chain)
        return
    landed = chain.resolve(card, act.played, BRYNHILDR, BRYNHILDR)
    _conclude(game, chain, landed)


def _finish(game: Game, _: Finish) -> None:
    """The players stop here (VED-7.2)."""
    _require_going_on(game)
    _end(game)


def _keep(game: Game, act: KeepTable) -> None:
    """The players keep the table as it lies."""
    _require(game, is_revealing=False)
    keep_table(game, act)
    game.is_unchecked = True


_STEPS: Mapping[type[Act], Callable[[Game, Act], None]] = MappingProxyType(
    {Give: _give, Hide: _hide, Reveal: _reveal, Finish: _finish, KeepTable: _keep}  # type: ignore[dict-item]
)


def _require_going_on(game: Game) -> None:
    if game.is_over:
        raise forbid("VED-7.1", "over")


def _require(game: Game, *, is_revealing: bool) -> None:
    """Refuse what comes after the end, and what is out of place while a reveal is open or not."""
    _require_going_on(game)
    if game.is_revealing != is_revealing:
        raise forbid("VED-8.4", "reveal-open" if game.is_revealing else "no-reveal")


def _unserved(game: Game, to: Recipient | None) -> Recipient:
    """The recipient, if it may be given a card now (VED-8.1, 3.2)."""
    if to is None or to == BRYNHILDR:
        raise forbid("VED-8.1", "given-to-brynhildr")
    if to in game.served:
        raise forbid("VED-3.2", "served", {"recipient": named(to)})
    return to


# Turns


def _start_turn(game: Game) -> None:
    """The next seat draws its hand, or the game ends (VED-3.1, 3.5, 7.1)."""
    game.served = ()
    if game.draw < game.setup.hand_size:
        _end(game)
        return
    game.hand = game.setup.hand_size
    game.draw -= game.hand
    game.turn += 1
    game.active = _next_active(game)


def _next_active(game: Game) -> Seat | None:
    seats = game.setup.seats
    return game.setup.first if game.active is None else seats[(seats.index(game.active) + 1) % len(seats)]


def _conclude(game: Game, chain: Chain, landed: Seat | None) -> None:
    """Stars are checked, then what the card led to is carried out (VED-4.5, 8.4)."""
    due = chain.due or _first_due(game, landed, chain.touched)
    if due is not None:
        _collect(game, due.cause, due.seat)
    elif chain.is_brynhildr_drawn and game.is_revealing:
        _stop_reveal(game)
    elif chain.is_brynhildr_drawn:
        _open_reveal(game)
    elif game.is_revealing and not game.pile:
        _collect(game, Cause.MAJORITY)
    _go_on(game, chain)


def _go_on(game: Game, chain: Chain) -> None:
    """The game ends, the next turn starts, or this one goes on (VED-3.4, 3.5, R14)."""
    if chain.is_game_ending:
        _end(game)
    elif not game.hand and not game.is_revealing:
        _start_turn(game)


def _first_due(game: Game, landed: Seat | None, touched: set[Recipient]) -> Due | None:
    """The first seat that is exact or bust, from where the card landed (VED-4.5, 5.6); only what changed can be."""
    is_unchecked, game.is_unchecked = game.is_unchecked, game.is_unchecked and not _is_whole_table_checked(game)
    for seat in game.from_seat(landed or game.active or VALHALLA):
        cause = outcome(game.stake(seat)) if is_unchecked or seat in touched else None
        if cause is not None:
            return Due(seat, cause)
    return None


def _is_whole_table_checked(game: Game) -> bool:
    return game.seats_in_play == game.setup.seats


def _drop_hand(game: Game) -> None:
    """The rest of the hand goes to the discard, unseen (VED-3.4)."""
    if game.hand:
        game.events.append(HandDropped(game.hand))
    game.unseen_discarded += game.hand
    game.hand = 0


# Brynhildr


def _open_reveal(game: Game) -> None:
    """A brynhildr card: the hand is dropped and her pile is revealed, or shared at once if empty (VED-8.4)."""
    _drop_hand(game)
    game.is_revealing = True
    if not game.pile:
        _collect(game, Cause.MAJORITY)


def _stop_reveal(game: Game) -> None:
    """Brynhildr appeared: her revealed cards go to the discard, nothing else moves (VED-8.4b)."""
    _clear(game, (zones.stake(BRYNHILDR),))
    game.is_revealing = False


# Collections


def _collect(game: Game, cause: Cause, seat: Seat | None = None) -> None:
    """Cards are won, the table is cleared, the round and the hand end (VED-5, 8.3)."""
    stakes = {each: game.stake(each) for each in game.seats_in_play}
    tribute = game.tribute
    majority, taken = _taking(game, cause, seat, stakes)
    entry = Collection(game.round, game.turn, cause, seat, majority, taken, stakes, tribute)
    cleared = game.setup.seats if cause is Cause.FINAL else game.seats_in_play
    winners_first = sorted(cleared, key=lambda each: each not in taken)
    _clear(game, (TRIBUTE, *map(zones.stake, winners_first)), taken)
    game.collections = (*game.collections, entry)
    game.is_revealing = False
    _drop_hand(game)


def _taking(
    game: Game, cause: Cause, seat: Seat | None, stakes: Stakes
) -> tuple[tuple[Majority, ...], Mapping[Seat, tuple[Card, ...]]]:
    """The majority counts and who takes what (VED-5.2, 5.3)."""
    if cause is Cause.EXACT and seat is not None:
        taking = exact_taking(stakes[seat], game.tribute)
        return (), ({seat: taking} if taking else {})
    others = {each: cards for each, cards in stakes.items() if each != seat}
    majority = majorities(others, game.tribute, game.setup, cause)
    return majority, shares(majority, game.tribute)


def _clear(game: Game, cleared: Iterable[Zone], taken: Mapping[Seat, tuple[Card, ...]] = NOTHING_TAKEN) -> None:
    """What was won goes to the won piles, all else of these zones to the discard."""
    for seat, cards in taken.items():
        game.cards[zones.won(seat)] += cards
    shares = [(zones.won(seat), Counter(cards)) for seat, cards in taken.items()]
    for zone in cleared:
        if game.cards[zone]:
            targets = tuple((card, _target(card, shares)) for card in game.cards[zone])
            game.events.append(Cleared(zone, targets))
            game.cards[DISCARD] += tuple(card for card, target in targets if target == DISCARD)
            game.cards[zone] = ()


def _target(card: Card, shares: list[tuple[Zone, Counter[Card]]]) -> Zone:
    """Where a cleared card goes: to the won pile of whoever takes it, each card once, else to the discard."""
    for zone, share in shares:
        if share[card] > 0:
            share[card] -= 1
            return zone
    return DISCARD


def _end(game: Game) -> None:
    """The tribute is shared among all seats, in solo without Brynhildr, and the game is over (VED-7.2, 8.6)."""
    game.is_revealing = False
    _collect(game, Cause.FINAL)
    game.is_over = True
    game.active = None
    game.served = ()
