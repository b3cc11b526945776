"""What has happened put right on a real window: undone and brought back, cards named anew or said to be absent."""

from pathlib import Path

from companion.facts import Placed, Way
from companion.games.vedrfolnir.acts import Give, Played
from companion.games.vedrfolnir.session import Perform
from companion.games.vedrfolnir.zones import DISCARD, TRIBUTE, Recipient, stake
from companion.places import Seat, Zone
from tests.games import setup
from tests.settling_cases import hear, opened
from tests.touched import Touched
from ui.flow import Place

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
    touch(window, "player.later", "player.cancel")
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


AMENDING = (undone, put_right, set_up_anew)
