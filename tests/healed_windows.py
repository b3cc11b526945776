"""What was healed on the screen, asked on one real window: `python -m tests.healed_windows FOLDER`.

Only what the window had from its first day is used: a camera's thread, words on buttons, and fingers. So a program
from before can be asked, too, and answers otherwise.
"""

import json
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from traceback import format_exception_only

from kivy.uix.widget import Widget

from companion.cards import Deck
from companion.facts import Moved, Placed, Way
from companion.games.vedrfolnir.acts import Give, Played
from companion.games.vedrfolnir.catalogue import Set
from companion.games.vedrfolnir.decks import default_deck
from companion.games.vedrfolnir.rulings import Rulings
from companion.games.vedrfolnir.session import Perform
from companion.games.vedrfolnir.setup import Mode, Setup, deck_in_play
from companion.games.vedrfolnir.zones import DISCARD, TRIBUTE, jokers, stake, won
from companion.places import Seat
from tests.games import setup
from tests.window_evening import Evening
from ui.flow import Place
from ui.widgets.records import GameRow

ANA, BO, CY = map(Seat, ("Ana", "Bo", "Cy"))
# Four turns after which Bo, who holds Nornes, has twelve stars: what Ana, Bo, Cy and the tribute get.
TURNS = (
    "thor-1r-0s#01 nornes#01 thor-2r-0s#01 odin-1r-0s#01",
    "thor-1r-0s#02 thor-1r-4s#01 thor-2r-0s#02 odin-1r-0s#02",
    "thor-3r-0s#01 thor-2r-4s#01 thor-3r-0s#02 odin-2r-0s#01",
)
EXACT = Placed(90.0, "thor-3r-4s#01", stake(BO), 2, Way.UPRIGHT)
CLEARED = Moved(100.0, "thor-1r-4s#01", stake(BO), won(BO), from_index=0)
NEXT = Placed(100.0, "odin-3r-0s#01", stake(ANA), 3, Way.UPRIGHT)
FOREIGN = ("surtr-1r-1s#01", "surtr-2r-1s#01", "fenrir-0s#01")
LAST = (
    "nornes#01",
    *("thor-1r-0s#01", "thor-1r-0s#02", "odin-1r-0s#01", "thor-2r-0s#01", "thor-2r-0s#02"),
    *("odin-1r-0s#02", "odin-2r-0s#01"),
)
GRAVE = ("Undo", "End the game", "Keep it as it is", "Yes, do that")


def undo_asks(evening: Evening) -> object:
    """One card given by hand, and the finger on Undo."""
    evening.given(("thor-1r-1s", BO))
    evening.touch("Undo")
    return [*evening.says("Take back “Thor 1r 1★ → Bo”?"), evening.lying(stake(BO))]


def redo_is_offered(evening: Evening) -> object:
    """The same card taken back, and brought back."""
    evening.given(("thor-1r-1s", BO))
    evening.touch("Undo", "Yes, do that")
    gone = evening.lying(stake(BO))
    evening.touch("Redo", "Yes, do that")
    return [gone, evening.lying(stake(BO))]


def another_card(evening: Evening) -> object:
    """A card on the table is another one: what that changes is told before it is so."""
    evening.given(("thor-1r-1s", BO))
    evening.window.app.look_at_card(stake(BO), 0)
    evening.window.settle()
    evening.touch("It is another card …", "Odin", "2 runes", "3 stars")
    told = evening.says("It is not Thor 1r 1★, it is Odin 2r 3★.", "Bo: 1/12★ becomes 3/12★")
    before = evening.lying(stake(BO))
    evening.touch("Yes, do that")
    return [told, before, evening.lying(stake(BO))]


def not_there(evening: Evening) -> object:
    """A card that the camera sees is not there."""
    evening.watched()
    evening.sees(Placed(1.0, "thor-1r-1s#01", stake(BO), 0, Way.UPRIGHT))
    evening.window.app.look_at_card(stake(BO), 0)
    evening.window.settle()
    evening.touch("It is not there")
    told = evening.says("Thor 1r 1★ is not there", "Bo: 1/12★ becomes 0/12★")
    evening.touch("Yes, do that")
    return [told, evening.lying(stake(BO))]


def busy(evening: Evening) -> None:
    """Somebody gives a card by hand while the camera sees a card of no game come."""
    evening.watched()
    evening.go(Place.BY_HAND)
    evening.sees(Placed(1.0, "baldr", stake(BO), 0, Way.UPRIGHT))


def nothing_opens_by_itself(evening: Evening) -> object:
    """Where people are when a mistake came while they were busy."""
    busy(evening)
    return evening.place


def banner_waits(evening: Evening) -> object:
    """What the edge of the window says meanwhile, and where a touch on it leads."""
    busy(evening)
    waits = evening.says("Look →")
    evening.touch("Look →")
    return [waits, evening.place]


def deaf_for_a_moment(evening: Evening) -> object:
    """A finger that was on its way when the mistake came up, and one that has seen it."""
    evening.watched()
    evening.sees(Placed(1.0, "baldr", stake(BO), 0, Way.UPRIGHT))
    evening.touch_at_once("Later")
    at_once = evening.place
    evening.touch("Later")
    return [at_once, evening.place]


def nothing_grave_under_later(evening: Evening) -> object:
    """Grave buttons that lie where Later or Continue was touched, before or after."""
    evening.watched()
    evening.sees(Placed(1.0, "baldr", stake(BO), 0, Way.UPRIGHT))
    asides, found = [middle(evening.widget("Later"))], grave(evening)
    evening.touch("Later")
    found += grave(evening)
    evening.given(("thor-1r-1s", BO))
    found += grave(evening)
    evening.go(Place.BY_HAND)
    found += grave(evening)
    evening.touch("End the game", "End it now?")
    asides.append(middle(evening.widget("Continue")))
    return sorted({said for said, box in found if any(is_in(each, box) for each in asides)})


def grave(evening: Evening) -> list[tuple[str, tuple[float, float, float, float]]]:
    """What takes something back or away, and where it is touched."""
    return [(each.said, area(each)) for each in evening.window.buttons() if each.said in GRAVE]


def middle(widget: Widget) -> tuple[float, float]:
    x, y = widget.to_window(*widget.center)
    return x, y


def area(widget: Widget) -> tuple[float, float, float, float]:
    (left, low), (right, high) = widget.to_window(*widget.pos), widget.to_window(widget.right, widget.top)
    return left, low, right, high


def is_in(point: tuple[float, float], box: tuple[float, float, float, float]) -> bool:
    return box[0] <= point[0] <= box[2] and box[1] <= point[1] <= box[3]


def exact(evening: Evening) -> None:
    """Bo has twelve stars, and Nornes."""
    evening.watched()
    evening.sees(*(given(turn, number) for turn in range(len(TURNS)) for number in range(4)), EXACT)


def given(turn: int, number: int) -> Placed:
    """One card of a turn; Bo's first one is a joker."""
    card, zone = TURNS[turn].split()[number], (stake(ANA), stake(BO), stake(CY), TRIBUTE)[number]
    place = (jokers(BO), 0) if card.startswith("nornes") else (zone, turn - (zone == stake(BO)))
    return Placed(20.0 * turn + 4.0 * number, card, *place, Way.UPRIGHT)


def may_be_refused(evening: Evening) -> object:
    """What the table says while Bo may still refuse."""
    exact(evening)
    return [evening.place, *evening.says("Bo 12/12: collects, or refuses with Norns")]


def shown_when_cleared(evening: Evening) -> object:
    """The collection before and after its first card is cleared."""
    exact(evening)
    before = evening.place
    evening.sees(CLEARED)
    return [before, evening.place]


def counted_when_play_goes_on(evening: Evening) -> object:
    """How many collections are told before and after the next card is given, and what is shown then."""
    exact(evening)
    before = evening.collected
    evening.sees(NEXT)
    return [before, evening.collected, evening.place]


def shown_when_touched(evening: Evening) -> object:
    """The collection before and after somebody touched what is said of it."""
    exact(evening)
    before = evening.place
    evening.touch("Bo 12/12: collects, or refuses with Norns (VED-4.2)")
    return [before, evening.place]


def end_may_be_refused(evening: Evening) -> object:
    """The last card of a game of two turns goes to Ana, who holds Nornes; then the first card is cleared."""
    counts = Counter(card.partition("#")[0] for card in LAST)
    deck = Deck({each: counts[each.name] for each in default_deck().copies})
    evening.watched(setup(deck=deck))
    zones = (jokers(ANA), stake(BO), stake(CY), TRIBUTE, stake(BO), stake(CY), TRIBUTE, stake(ANA))
    indices = (0, 0, 0, 0, 1, 1, 1, 0)
    laid = enumerate(zip(LAST, zones, indices, strict=True))
    evening.sees(*(Placed(4.0 * number, card, zone, index, Way.UPRIGHT) for number, (card, zone, index) in laid))
    before = [evening.place, evening.says("The game ends, or Ana refuses with Norns")]
    evening.sees(Moved(90.0, LAST[3], TRIBUTE, DISCARD, from_index=0))
    return [*before, evening.place]


def new_game_tells(evening: Evening) -> object:
    """New game at home while one is under way."""
    evening.given(("thor-1r-1s", BO))
    evening.go(Place.HOME)
    evening.touch("New game")
    told = evening.says("A game is under way", "Go on with the game", "Put it aside")
    evening.touch("Go on with the game")
    return [told, evening.place, evening.lying(stake(BO))]


def put_aside_and_gone_on_with(evening: Evening) -> object:
    """The game under way put aside for another, and gone on with from the past ones."""
    evening.given(("thor-1r-1s", BO), ("odin-1r-1s", CY))
    evening.go(Place.HOME)
    evening.touch("New game", "Put it aside", "Start the game")
    begun = evening.lying(stake(CY))
    evening.go(Place.HOME, Place.HISTORY)
    past(evening, 1)
    evening.touch("Go on")
    return [begun, evening.place, evening.lying(stake(CY))]


def past(evening: Evening, number: int) -> None:
    """Look at one of the past games, the newest is 0."""
    evening.until(lambda: len(rows(evening)) > number)
    evening.window.slide_at_once(middle(rows(evening)[number]))


def rows(evening: Evening) -> list[GameRow]:
    found = [each for each in evening.window.shown() if isinstance(each, GameRow) and each.game is not None]
    return sorted(found, key=lambda each: -each.y)


def exported(evening: Evening) -> object:
    """A past game kept as a file."""
    evening.given(("thor-1r-1s", BO))
    evening.go(Place.HOME, Place.HISTORY)
    past(evening, 0)
    evening.touch("Export")
    return evening.says("Kept: ")


def deleted(evening: Evening) -> object:
    """A past game deleted, once that was asked."""
    evening.given(("thor-1r-1s", BO))
    evening.go(Place.HOME, Place.HISTORY)
    past(evening, 0)
    there = evening.games
    evening.touch("Delete")
    asked = [*evening.says("Delete this game?"), evening.games - there]
    evening.touch("Delete it")
    return [asked, evening.games - there]


def ended(evening: Evening) -> None:
    """A game by hand that people ended."""
    evening.given(("thor-1r-1s", BO))
    evening.go(Place.BY_HAND)
    evening.touch("End the game", "End it now?", "Continue")


def play_again(evening: Evening) -> object:
    """The main button after the end, and where it leads."""
    ended(evening)
    place, there = evening.place, evening.games
    main = [each.said for each in evening.window.buttons() if each.is_main]
    evening.touch("Play again")
    return [place, main, evening.place, evening.games - there]


def last_scores_at_home(evening: Evening) -> object:
    """What the menu says after the end."""
    ended(evening)
    evening.touch("Menu")
    evening.until(lambda: all(evening.says("Last game")))
    return evening.says("Last game", "Ana\u00a00")


def base_setup() -> Setup:
    """A game without expansions."""
    deck = deck_in_play(default_deck(), Mode.STANDARD, (Set.BASE,))
    return Setup(Mode.STANDARD, (Set.BASE,), (ANA, BO, CY), ANA, Rulings(), deck)


def three_foreign_cards(evening: Evening) -> object:
    """Three cards of a set that nobody plays with."""
    evening.watched(base_setup())
    for number, (card, seat) in enumerate(zip(FOREIGN, (ANA, BO, CY), strict=True), start=1):
        evening.sees(Placed(5.0 * number, card, stake(seat), 0, Way.UPRIGHT))
    return evening.says("Do we play with Winter?")


def one_thing_instead_of_three(evening: Evening) -> object:
    """The same three cards, told as one thing."""
    three_foreign_cards(evening)
    return evening.says("I have lost the thread since line 2.")


def what_we_play(evening: Evening) -> object:
    """A running game put right from the menu, and what is told first."""
    evening.given(("thor-1r-1s", BO))
    evening.go(Place.HOME)
    evening.touch("What we play")
    winter = [each for each in evening.window.shown() if getattr(each, "name", "") == "Winter"]
    evening.window.slide_at_once(middle(winter[0]))
    evening.touch("What this changes …")
    told = evening.says("Expansions: Spring. What this changes:")
    session = evening.window.desk.session
    before = [] if session is None else [*session.game.setup.sets]
    evening.touch("Yes, do that")
    after = [] if session is None else [*session.game.setup.sets]
    return [told, before, after]


def given_by_hand_and_then_laid(evening: Evening) -> object:
    """A card given by touch before the camera sees it laid down is one card."""
    evening.watched()
    evening.window.desk.do(Perform(Give(Played("thor-1r-2s"), ANA)))
    laid = Placed(1.0, "thor-1r-2s#03", stake(ANA), 0, Way.UPRIGHT)
    evening.tells(laid, Placed(9.0, "odin-2r-2s#01", stake(BO), 0, Way.UPRIGHT))
    evening.until(lambda: bool(evening.lying(stake(BO))))
    return [evening.lying(stake(ANA)), evening.accused]


CASES = (
    undo_asks,
    redo_is_offered,
    another_card,
    not_there,
    nothing_opens_by_itself,
    banner_waits,
    deaf_for_a_moment,
    nothing_grave_under_later,
    may_be_refused,
    end_may_be_refused,
    shown_when_cleared,
    counted_when_play_goes_on,
    shown_when_touched,
    new_game_tells,
    put_aside_and_gone_on_with,
    exported,
    deleted,
    play_again,
    last_scores_at_home,
    three_foreign_cards,
    one_thing_instead_of_three,
    what_we_play,
    given_by_hand_and_then_laid,
)


def answer(case: Callable[[Evening], object], evening: Evening) -> object:
    """What a case found; what cannot be touched is an answer, too."""
    try:
        return case(evening)
    except (AttributeError, LookupError) as missing:
        return "".join(format_exception_only(missing)).strip()
    finally:
        evening.window.desk.stop_watching()
        evening.go(Place.HOME)


if __name__ == "__main__":
    EVENING = Evening(Path(sys.argv[1]))
    sys.stdout.write(json.dumps({each.__name__: answer(each, EVENING) for each in CASES}))
