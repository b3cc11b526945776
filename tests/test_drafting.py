"""Acts given by touch: whatever is touched is lawful, and every lawful act can be touched."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from companion.games.vedrfolnir.acts import NO_CHOICE, Act, Finish, Give, Hide, Played, Reveal
from companion.games.vedrfolnir.drafting import START, Draft, DraftView, OptionView, draft_view
from companion.games.vedrfolnir.phrases import Phrases
from companion.games.vedrfolnir.rulebook import begin, step
from companion.games.vedrfolnir.rulings import Rulings
from companion.games.vedrfolnir.setup import Mode
from companion.games.vedrfolnir.simulation import Wishes, simulate
from companion.games.vedrfolnir.standing import standing
from companion.games.vedrfolnir.state import Game
from companion.words import Language, Words
from tests.games import EVERY_SET, setup
from tests.watched import PACKAGES


def words(game: Game) -> Phrases:
    return Phrases(Words(Language.ENGLISH, PACKAGES), game.setup.deck)


def said(options: Sequence[OptionView]) -> list[str]:
    return [each.said for each in options]


def touched(game: Game, *labels: str) -> DraftView:
    """What is asked after these touches."""
    view = draft_view(game, START, words(game))
    for label in labels:
        option = next(each for each in (*view.options, *view.refusals) if each.said == label)
        view = draft_view(game, option.draft, words(game))
    return view


def test_a_plain_card_takes_four_touches() -> None:
    view = touched(begin(setup()), "Thor", "3 runes", "2 stars", "Bo")
    assert view == DraftView("Thor 3r 2★ → Bo", (), (), Give(Played("thor-3r-2s"), "Bo"))  # type: ignore[arg-type]


def test_nothing_is_asked_that_the_deck_answers() -> None:
    game = begin(setup())
    assert said(touched(game, "Sleipnir").options) == ["Ana", "Bo", "Cy", "tribute"]
    assert touched(game, "Sleipnir", "Bo").said == "Bo draws: which card?"
    assert said(touched(game, "Tyr", "2 runes", "1 star", "Bo").options) == ["Odin", "Thor"]
    assert said(touched(game, "Skoll & Hati", "Bo").options) == ["first", "last"]


def test_a_served_seat_is_not_offered() -> None:
    game = step(begin(setup()), Give(Played("thor-3r-2s"), "Bo"))  # type: ignore[arg-type]
    assert isinstance(game, Game)
    assert said(touched(game, "Norns").options) == ["Ana", "Cy", "tribute"]


def test_whoever_holds_a_joker_may_refuse() -> None:
    game = begin(setup())
    for seat, joker in (("Ana", "nornes"), ("Bo", "heimdall"), ("Cy", "thor-1r-1s"), ("tribute", "thor-1r-1s")):
        after = step(game, Give(Played(joker), seat))  # type: ignore[arg-type]
        assert isinstance(after, Game)
        game = after
    view = touched(game, "Loki", "Ana")
    assert view.act is not None
    assert said(view.refusals) == ["Refused with Norns"]
    sent = touched(game, "Loki", "Bo")
    expected = [f"Sent on with Heimdall → {to}" for to in ("Ana", "Cy", "tribute")]
    assert said(sent.refusals) == expected
    assert said(touched(game, "Loki", "Bo", expected[0]).refusals) == ["Refused with Norns"]


@pytest.mark.parametrize("mode", Mode)
def test_whatever_is_touched_is_lawful(mode: Mode) -> None:
    chance = Random(f"touch-{mode}")
    game = begin(setup(mode))
    while not game.is_over:
        after = step(game, by_chance(game, chance))
        assert isinstance(after, Game)
        game = after


def by_chance(game: Game, chance: Random) -> Act:
    view = draft_view(game, START, words(game))
    while view.act is None or (view.refusals and chance.random() < 0.5):
        view = draft_view(game, chance.choice((*view.options, *view.refusals)).draft, words(game))
    return view.act


@pytest.mark.parametrize("seed", range(4))
def test_every_lawful_act_can_be_touched(seed: int) -> None:
    mode = list(Mode)[seed % 3]
    rulings = Rulings() if seed < 2 else None
    simulated = simulate(Wishes(mode, EVERY_SET, rulings=rulings), f"touched-{seed}")
    game = begin(simulated.setup)
    for act in simulated.acts:
        after = step(game, act)
        assert isinstance(after, Game)
        given = step(game, by_touch(game, _without_numbers(act)))
        assert isinstance(given, Game)
        assert standing(given) == standing(after)
        game = after


def by_touch(game: Game, act: Act) -> Act:
    view, draft = draft_view(game, START, words(game)), START
    while view.act is None or (_is_short(draft, act) and view.refusals):
        draft = next(each.draft for each in (*view.refusals, *view.options) if _leads_to(each.draft, act, game))
        view = draft_view(game, draft, words(game))
    return view.act


def _without_numbers(act: Act) -> Act:
    if not isinstance(act, Give | Reveal):
        return act
    return replace(act, played=_unnumbered(act.played), draws=tuple(map(_unnumbered, act.draws)))


def _unnumbered(played: Played) -> Played:
    """Heimdall's owner may declare anew; by touch the first declaration is simply the one that counts."""
    declared = next((each.choice for each in reversed(played.refusals) if each.choice != NO_CHOICE), played.choice)
    refusals = tuple(replace(each, choice=NO_CHOICE) for each in played.refusals)
    return replace(played, card=played.card.partition("#")[0], choice=declared, refusals=refusals)


def _cards(act: Act) -> tuple[Played, ...]:
    return (act.played, *act.draws) if isinstance(act, Give | Reveal) else ()


def _is_short(draft: Draft, act: Act) -> bool:
    """Whether the last card was refused once more than the draft says."""
    wanted = _cards(act)
    return 0 < len(draft.played) == len(wanted) and len(draft.played[-1].refusals) < len(wanted[-1].refusals)


def _leads_to(draft: Draft, act: Act, game: Game) -> bool:
    wanted = _cards(act)
    if draft.is_hidden or isinstance(act, Hide | Finish):
        return draft.is_hidden and isinstance(act, Hide)
    if draft.to is not None and isinstance(act, Give) and draft.to != act.to:
        return False
    if len(draft.played) > len(wanted) or not all(map(_begins, draft.played, wanted)):
        return False
    if draft.kind is None:
        return True
    card = game.setup.deck.card(wanted[len(draft.played)].card) if len(draft.played) < len(wanted) else None
    is_refused = bool(draft.played) and len(draft.played[-1].refusals) < len(wanted[len(draft.played) - 1].refusals)
    return (
        card is not None
        and card.print.kind == draft.kind
        and draft.runes in (None, card.print.runes)
        and not is_refused
    )


def _begins(drafted: Played, wanted: Played) -> bool:
    each, whole = drafted.each or (), wanted.each or ()
    return (
        drafted.card == wanted.card
        and (drafted.choice in (NO_CHOICE, wanted.choice) or wanted.choice == NO_CHOICE)
        and drafted.refusals == wanted.refusals[: len(drafted.refusals)]
        and each == whole[: len(each)]
    )
