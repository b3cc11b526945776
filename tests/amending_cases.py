"""What has happened put right on a real window: undone and brought back, cards named anew or said to be absent."""

from pathlib import Path

from companion.facts import Fact, Placed, Way
from companion.games.vedrfolnir.acts import Give, Played
from companion.games.vedrfolnir.catalogue import Set
from companion.games.vedrfolnir.decks import default_deck
from companion.games.vedrfolnir.mistakes import MistakeId
from companion.games.vedrfolnir.referee import Referee
from companion.games.vedrfolnir.rulings import Rulings
from companion.games.vedrfolnir.session import Perform
from companion.games.vedrfolnir.setup import Mode, Setup, deck_in_play
from companion.games.vedrfolnir.simulation import simulate_from
from companion.games.vedrfolnir.zones import DISCARD, HEILHEIM, TRIBUTE, VALHALLA, Recipient, stake, won
from companion.places import Seat, Zone
from deploy.evening import played_evening
from tests.games import setup
from tests.practice.blunders import Evening, blunder_evening
from tests.settling_cases import hear, offered, opened, ticks
from tests.touched import Touched
from ui.flow import Place
from ui.widgets.choosing import StepRow

# After so many facts of an evening a collection, and the end, may still be refused.
PENDING, LAST = 64, 395
# The same alone; and after so many facts of the first evening the collection is cleared.
ALONE, CLEARED = 62, 86
ANA, BO, CY = map(Seat, ("Ana", "Bo", "Cy"))


def begun(window: Touched, *gives: Give) -> None:
    """A game with these cards given by hand, at the table."""
    window.desk.begin(setup())
    for each in gives:
        window.desk.do(Perform(each))
    window.app.sit_down()
    window.settle()


def lying(window: Touched, zone: Zone) -> list[str]:
    session = window.desk.session
    return [] if session is None else [each.name for each in session.referee.game.cards[zone]]


def touch(window: Touched, *keys: str) -> None:
    """Touch what these keys say."""
    for key in keys:
        window.touch_text(window.app.words.text(key))


def says(window: Touched, key: str) -> bool:
    """Whether something to be touched says this."""
    return window.app.words.text(key) in [each.said for each in window.buttons() if not each.disabled]


def undone(folder: Path) -> object:
    """A card given, taken back, brought back; and once another card was given, the chance is gone."""
    window = opened(folder)
    begun(window, Give(Played("thor-1r-1s"), BO))
    found: dict[str, object] = {"redo": [says(window, "go.redo")]}
    touch(window, "go.undo")
    found["asked"] = window.app.screen.place, window.app.screen.ids.page.heading, lying(window, stake(BO))
    touch(window, "go.back")
    found["not_done"] = lying(window, stake(BO)), window.app.screen.place
    touch(window, "go.undo", "mistake-screen.do")
    found["done"] = lying(window, stake(BO)), window.app.screen.place, says(window, "go.redo")
    touch(window, "go.redo")
    found["again"] = window.app.screen.ids.page.heading
    touch(window, "mistake-screen.do")
    found["back"] = lying(window, stake(BO)), says(window, "go.redo")
    touch(window, "go.undo", "mistake-screen.do")
    window.app.do(Perform(Give(Played("odin-1r-1s"), BO)))
    window.settle()
    found["gone"] = says(window, "go.redo")
    touch(window, "go.by-hand", "go.undo", "mistake-screen.do")
    found["by_hand"] = window.app.screen.place, says(window, "go.redo")
    window.close()
    return found


def put_right(folder: Path) -> object:
    """A card of a stake named anew, one of the tribute that is not there, the uppermost of the discard."""
    window = opened(folder)
    cards: dict[Recipient, str] = {
        BO: "thor-1r-1s",
        TRIBUTE: "odin-2r-3s",
        CY: "thor-2r-2s",
        ANA: "odin-1r-1s",
    }
    begun(window, *(Give(Played(card), to) for to, card in cards.items()), Give(Played("loki-0s"), ANA))
    window.app.look_at_card(stake(BO), 0)
    window.settle()
    touch(window, "card-screen.another")
    for said in ("Odin", "2 runes", "3 stars"):
        window.touch_text(said)
    found: dict[str, object] = {"asked": [window.app.screen.place, *told(window)], "before": lying(window, stake(BO))}
    touch(window, "mistake-screen.do")
    found["named"] = lying(window, stake(BO)), window.app.screen.place, window.app.screen.name_words
    found["given"] = says(window, "card-screen.absent")
    found["discard"] = discarded(window)
    hear(window, Placed(1.0, "thor-2r-2s#01", TRIBUTE, 1, Way.UPRIGHT))
    window.app.look_at_card(TRIBUTE, 1)
    window.settle()
    touch(window, "card-screen.absent")
    found["absent"] = [window.app.screen.ids.page.heading, lying(window, TRIBUTE)]
    touch(window, "mistake-screen.do")
    found["gone"] = lying(window, TRIBUTE), window.app.screen.place
    window.close()
    return found


def discarded(window: Touched) -> list[object]:
    """What a touch on the discard shows."""
    window.app.go(Place.TABLE)
    window.settle()
    window.touch_text(window.app.words.text("table.discard"))
    return [lying(window, DISCARD), window.app.screen.name_words, says(window, "card-screen.another")]


def told(window: Touched) -> list[str]:
    """What is asked, and what it would change."""
    page = window.app.screen.ids.page
    return [page.heading, *(each.said for each in reversed(page.ids.lines.children))]


def set_up_anew(folder: Path) -> object:
    """A running game with another expansion, another name, another order, somebody else who begins, another ruling."""
    window = opened(folder)
    begun(window, Give(Played("thor-1r-1s"), BO))
    touch(window, "go.home", "home.what-we-play")
    found: dict[str, object] = {"place": window.app.screen.place, "same": window.app.screen.changed}
    touch_named(window, window.app.words.text("new.winter"))
    rename(window, "Bo", "Bob")
    touch_named(window, window.app.words.text("new.starts"))
    touch_named(window, "Cy")
    touch(window, "go.back")
    found["changed"] = window.app.screen.changed
    touch(window, "running.preview")
    session = window.desk.session
    found["asked"] = told(window), [] if session is None else [*session.setup.players]
    touch(window, "mistake-screen.do")
    setup_now = None if session is None else session.setup
    found["done"] = [] if setup_now is None else [[*setup_now.sets], [*setup_now.players], setup_now.first]
    found["after"] = window.app.screen.place, [each.name for each in window.app.sheet.people][:3]
    touch(window, "home.what-we-play")
    touch_named(window, "Bob")
    touch(window, "player.later")
    found["seat"] = window.app.screen.moved
    touch(window, "player.cancel")
    found["cancelled"] = window.app.screen.changed
    touch_named(window, "Bob")
    touch(window, "player.later", "player.done")
    found["moved"] = window.app.screen.changed
    touch(window, "go.back", "home.new-game")
    found["new_game"] = window.app.screen.place, window.app.sheet.is_running
    window.close()
    return found


def touch_named(window: Touched, name: str) -> None:
    """Touch what has this name."""
    window.touch(next(each for each in window.shown() if getattr(each, "name", "") == name))


def rename(window: Touched, before: str, after: str) -> None:
    """Type another name."""
    touch_named(window, before)
    window.app.screen.typed = after
    window.app.look()
    touch(window, "player.done")


def base_setup() -> Setup:
    """A game without any expansion."""
    deck = deck_in_play(default_deck(), Mode.STANDARD, (Set.BASE,))
    return Setup(Mode.STANDARD, (Set.BASE,), (ANA, BO, CY), ANA, Rulings(), deck, default_deck())


def lost_thread(folder: Path) -> object:
    """Three cards of a set that nobody plays with: one thing is said, and the set is offered."""
    window = opened(folder)
    window.desk.begin(base_setup())
    cards = {ANA: "surtr-1r-1s#01", BO: "surtr-2r-1s#01", CY: "fenrir-0s#01"}
    facts = [Placed(float(at), card, stake(to), 0, Way.UPRIGHT) for at, (to, card) in enumerate(cards.items(), start=1)]
    hear(window, *facts[:2])
    before = window.app.screen.said, window.app.screen.many, window.app.screen.offer
    hear(window, facts[2])
    screen = window.app.screen
    found = {"before": before, "said": screen.said, "many": screen.many, "steps": len(ticks(window))}
    found["keep"] = says(window, "lost.keep")
    found["hidden"] = hidden_steps(window)
    window.touch_text(screen.offer)
    found["asked"] = told(window)
    touch(window, "mistake-screen.do")
    found["after"] = window.app.screen.place, [] if window.desk.scene is None else window.desk.scene.mistakes
    window.close()
    return found


def hidden_steps(window: Touched) -> list[str]:
    """The steps that are cut off at the lower edge."""
    window.settle()
    rows = [each for each in window.shown() if isinstance(each, StepRow)]
    low = window.app.screen.page.ids.scroll.to_window(*window.app.screen.page.ids.scroll.pos)[1]
    return [each.said for each in rows if each.to_window(*each.pos)[1] < low - 1]


def seen_evening(seed: int, mode: Mode = Mode.STANDARD) -> tuple[Fact, ...]:
    """What a perfect camera tells of an evening."""
    return played_evening(setup(mode), simulate_from(setup(mode), f"p{seed}").acts, seed).facts


def not_celebrated(folder: Path) -> object:
    """A collection that may still be refused: told, not celebrated, until a card is cleared or the line is touched."""
    window = opened(folder)
    facts, found = seen_evening(1), []
    for is_touched in (False, True):
        window.desk.begin(setup())
        hear(window, *facts[:PENDING])
        while window.app.screen.place is Place.COLLECTION:
            touch(window, "go.continue")
        hear(window, facts[PENDING])
        step = window.app.screen.step
        found.append([window.app.screen.place, step, bo_stars(window)])
        if is_touched:
            window.touch_text(step)
        else:
            hear(window, facts[PENDING + 1])
        found.append([window.app.screen.place, window.app.screen.figure])
    found.append(ended(window, facts))
    found.append(alone(window))
    window.close()
    return {"found": found}


def alone(window: Touched) -> list[object]:
    """A collection of Brynhildr's game that may still be refused: her guide says so, until that is touched."""
    window.desk.begin(setup(Mode.SOLO))
    window.app.sit_down()
    hear(window, *seen_evening(4, Mode.SOLO)[: ALONE + 1])
    while window.app.screen.place is Place.COLLECTION:
        touch(window, "go.continue")
    step = window.app.screen.step
    before = [window.app.screen.place, step]
    window.touch_text(step)
    return [*before, window.app.screen.place]


def bo_stars(window: Touched) -> int:
    """How far the first seat is shown to be."""
    return 0 if window.desk.scene is None else window.desk.scene.table.seats[0].stars


def ended(window: Touched, facts: tuple[Fact, ...]) -> list[object]:
    """The last card of a game, which may still be refused; then the first card is cleared."""
    window.desk.begin(setup())
    hear(window, *facts[: LAST + 1])
    while window.app.screen.place is Place.COLLECTION:
        touch(window, "go.continue")
    before = [window.app.screen.place, window.app.screen.step]
    hear(window, *facts[LAST + 1 : LAST + 3])
    return [*before, window.app.screen.place]


def likely_told(folder: Path) -> object:
    """Two readings that are as good: the table says so until one of them is left."""
    window = opened(folder)
    evening = next(each for each in map(unremoved, range(20)) if each is not None and likely_after(each) is not None)
    told_after = likely_after(evening) or 0
    window.desk.begin(evening.setup)
    hear(window, *evening.facts[:told_after])
    at_the_table(window)
    said = [window.app.screen.likely]
    hear(window, *evening.facts[told_after:])
    at_the_table(window)
    said.append(window.app.screen.likely)
    window.close()
    return {"said": said}


def likely_elsewhere(folder: Path) -> object:
    """The same on the scores, and where cards are given by hand."""
    window = opened(folder)
    evening = next(each for each in map(unremoved, range(20)) if each is not None and likely_after(each) is not None)
    window.desk.begin(evening.setup)
    hear(window, *evening.facts[: likely_after(evening)])
    at_the_table(window)
    said = {}
    for key in ("go.scores", "go.by-hand"):
        touch(window, key)
        likely = window.app.words.text("likely.said")
        said[key] = [likely in each.said for each in window.shown() if "said" in each.properties()].count(True)
        window.app.go(Place.TABLE)
        window.settle()
    window.close()
    return said


def unremoved(seed: int) -> Evening | None:
    return blunder_evening(MistakeId.NO_REMOVAL, seed)


def likely_after(evening: Evening) -> int | None:
    """After how many facts of an evening another reading is as good."""
    referee = Referee(evening.setup)
    for number, fact in enumerate(evening.facts, start=1):
        referee.follow(fact)
        if referee.is_likely:
            return number
    return None


def at_the_table(window: Touched) -> None:
    """Put everything aside."""
    while window.app.screen.place is not Place.TABLE:
        window.app.back()
    window.settle()


def piles(folder: Path) -> object:
    """A stake that may still be refused, touched as it lies; then the uppermost card of what it won, put right."""
    window = opened(folder)
    begun(window)
    facts, app = seen_evening(1), window.app
    hear(window, *facts[: PENDING + 1])
    at_the_table(window)
    app.look_at_card(stake(ANA), 0)
    window.settle()
    found: dict[str, object] = {
        "pending": [app.screen.name_words, app.screen.where, says(window, "card-screen.another")]
    }
    hear(window, *facts[PENDING + 1 : CLEARED])
    at_the_table(window)
    app.look_at(BO)
    window.settle()
    touch(window, "seat-screen.won", "won-screen.top")
    found["top"] = [app.screen.name_words, app.screen.where, says(window, "card-screen.absent")]
    found["why"] = app.screen.ids.why.children[-1].said
    window.touch_text("→")
    found["under"] = [app.screen.name_words, app.screen.where, says(window, "card-screen.another")]
    window.touch_text("←")
    touch(window, "card-screen.another")
    for said in ("Odin", "2 runes", "3 stars"):
        window.touch_text(said)
    found["asked"] = told(window)
    touch(window, "mistake-screen.do")
    found["named"] = [app.screen.place, app.screen.name_words, lying(window, won(BO))]
    window.close()
    return found


def left_over(folder: Path) -> object:
    """A card given by hand and taken back while a camera watches: what lies there is asked once, or later."""
    window = opened(folder)
    begun(window)
    hear(window, Placed(1.0, "odin-1r-1s#01", stake(ANA), 0, Way.UPRIGHT))
    found: dict[str, object] = {"asked": [*taken_back(window, "thor-1r-1s"), offered(window)]}
    touch(window, "mistake-screen.later")
    found["aside"] = [window.app.screen.place, window.app.screen.aside, lying(window, stake(BO))]
    window.touch_text("? 1")
    touch(window, "leftover-screen.others")
    found["whose"] = [window.app.screen.said, offered(window)]
    window.touch_text("Cy")
    found["given"] = [window.app.screen.place, window.app.screen.aside, lying(window, stake(CY))]
    taken_back(window, "thor-2r-2s")
    touch(window, "card-screen.another")
    found["by_hand"] = [window.app.screen.place, window.app.screen.question]
    for said in ("Odin", "2 runes", "3 stars"):
        window.touch_text(said)
    found["another"] = [window.app.screen.place, lying(window, stake(BO)), window.app.screen.refused]
    found["alone"] = left_over_alone(window)
    window.close()
    return found


def left_over_alone(window: Touched) -> list[object]:
    """The same beside Brynhildr's guide: put aside there, and come back to."""
    window.desk.begin(setup(Mode.SOLO))
    window.app.sit_down()
    hear(window, Placed(1.0, "odin-1r-1s#01", stake(VALHALLA), 0, Way.UPRIGHT))
    window.app.do(Perform(Give(Played("thor-1r-1s"), HEILHEIM)))
    window.settle()
    touch(window, "go.undo", "mistake-screen.do", "mistake-screen.later")
    aside = [window.app.screen.place, window.app.screen.aside]
    window.touch_text("? 1")
    came = window.app.screen.place
    touch(window, "go.redo", "mistake-screen.do")
    return [*aside, came, window.app.screen.place, lying(window, stake(HEILHEIM))]


def taken_back(window: Touched, card: str) -> list[object]:
    """A card given to Bo by touch, and taken back at the table: where that leads, and what is said."""
    window.app.do(Perform(Give(Played(card), BO)))
    window.app.go(Place.TABLE)
    window.settle()
    touch(window, "go.undo", "mistake-screen.do")
    return [window.app.screen.place, getattr(window.app.screen, "said", "")]


def gone(folder: Path) -> object:
    """It is not there: that is not asked again, not even by another window; a game by hand asks nothing."""
    window = opened(folder)
    begun(window)
    unwatched = taken_back(window, "thor-1r-1s")[0]
    hear(window, Placed(1.0, "odin-1r-1s#01", stake(ANA), 0, Way.UPRIGHT))
    came = taken_back(window, "thor-1r-1s")[0]
    touch(window, "card-screen.absent")
    answered = [window.app.screen.place, window.app.screen.aside]
    touch(window, "go.redo", "mistake-screen.do", "go.undo", "mistake-screen.do")
    again = window.app.screen.place
    touch(window, "card-screen.absent")
    game = window.desk.session.id if window.desk.session is not None else None
    window.app.root_window.remove_widget(window.app.root)
    other = Touched(folder / "games.sqlite")
    if game is not None:
        other.desk.resume(game)
    other.open()
    left = [] if other.desk.session is None else [each.card for each in other.desk.session.leftovers]
    reopened = [other.app.screen.place, other.app.screen.aside, left]
    other.close()
    return {"unwatched": unwatched, "came": came, "answered": answered, "again": again, "reopened": reopened}


def chosen_late(folder: Path) -> object:
    """Somebody says whose the card is when the camera sees something there: nothing vanishes, nothing is done."""
    window = opened(folder)
    begun(window)
    hear(window, Placed(1.0, "odin-1r-1s#01", stake(ANA), 0, Way.UPRIGHT))
    taken_back(window, "thor-1r-1s")
    touch(window, "leftover-screen.others")
    hear(window, Placed(2.0, "thor-1r-1s#01", stake(BO), 0, Way.UPRIGHT))
    held = [window.app.screen.place, window.app.root.waiting]
    window.touch_text("Cy")
    said = {"held": held, "after": window.app.screen.place, "lying": [lying(window, stake(each)) for each in (BO, CY)]}
    window.close()
    return said


AMENDING = (
    undone,
    put_right,
    set_up_anew,
    lost_thread,
    not_celebrated,
    likely_told,
    likely_elsewhere,
    piles,
    left_over,
    gone,
    chosen_late,
)
