"""Whatever is done in whatever order: cards are conserved, the journal is the game, nothing raises."""

import shutil
import tempfile
from pathlib import Path
from random import Random

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from companion.games.vedrfolnir.acts import (
    Act,
    Choice,
    Finish,
    Give,
    Hide,
    JokerTarget,
    KeepTable,
    Played,
    Refusal,
    Reveal,
    StakeTarget,
)
from companion.games.vedrfolnir.catalogue import Side
from companion.games.vedrfolnir.decks import default_deck
from companion.games.vedrfolnir.effects import End, Joker
from companion.games.vedrfolnir.replaying import replay
from companion.games.vedrfolnir.rulings import RULINGS, Rulings, decided
from companion.games.vedrfolnir.session import Perform, Session, journal_record
from companion.games.vedrfolnir.setup import Mode
from companion.games.vedrfolnir.simulation import lawful_act
from companion.games.vedrfolnir.standing import standing
from companion.games.vedrfolnir.state import Game
from companion.games.vedrfolnir.zones import TRIBUTE, zones
from companion.intents import Undo
from companion.journal import Journal
from companion.places import Seat
from tests.games import counted, named, setup

PRINTS = sorted(each.name for each in default_deck().copies)
SEATS = [Seat(name) for name in ("Ana", "Bo", "Cy", "Ase Ana", "Valhalla", "Heilheim", "Brynhildr")]

rulings = st.fixed_dictionaries({}, optional={rule: st.sampled_from(each.values) for rule, each in RULINGS.items()})
cards = st.one_of(
    st.sampled_from(PRINTS),
    st.builds("{}#{:02d}".format, st.sampled_from(PRINTS), st.integers(1, 5)),
    st.sampled_from(["brynhildr", "nornes", "heimdall", "sleipnir-1s", "hugin-0s", "hell-0s", "no card", ""]),
)
choices = st.builds(
    Choice,
    side=st.none() | st.sampled_from(Side),
    end=st.none() | st.sampled_from(End),
    joker=st.none() | st.builds(JokerTarget, st.sampled_from(SEATS), st.sampled_from(Joker)),
    stake=st.none() | st.builds(StakeTarget, st.sampled_from(SEATS), st.sampled_from(End)),
)
recipients = st.sampled_from([*SEATS, TRIBUTE])
nornes = st.just(Refusal(Joker.NORNES))
heimdall = st.builds(Refusal, st.just(Joker.HEIMDALL), recipients, choices)
rarely_refused = st.just(()) | st.lists(nornes | heimdall, max_size=2).map(tuple)
played = st.builds(Played, cards, choices, rarely_refused, st.none() | st.lists(choices, max_size=4).map(tuple))


class Evening(RuleBasedStateMachine):
    """A session played by anybody, lawful or not, closed and opened at any moment."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())

    @initialize(mode=st.sampled_from(Mode), chosen=rulings)
    def start(self, mode: Mode, chosen: dict[str, object]) -> None:
        ruled = decided(chosen) if chosen else Rulings()  # type: ignore[arg-type]
        self.journal = Journal(self.folder / "games.sqlite")
        self.session = Session.start(self.journal, setup(mode, ruled), None, "2026-11-16T20:00:00+00:00")

    def seats(self) -> set[str]:
        return {*self.session.game.setup.seats, TRIBUTE}

    def play(self, act: Act) -> None:
        before = standing(self.session.game)
        refused = self.session.do(Perform(act), 0.5)
        if refused is not None:
            assert standing(self.session.game) == before
            assert str(refused.values["rule"]).startswith("VED-")

    @rule(card=played, to=recipients, draws=st.lists(played, max_size=3).map(tuple))
    def give(self, card: Played, to: Seat, draws: tuple[Played, ...]) -> None:
        if all(_known(each, self.seats()) for each in (card, *draws)) and to in self.seats():
            self.play(Give(card, to, draws))

    @rule(chance=st.randoms(use_true_random=False), acts=st.integers(1, 30))
    def play_on(self, chance: Random, acts: int) -> None:
        """A stretch of a lawful game, so that collections and reveals really come about."""
        for _ in range(acts):
            if not self.session.game.is_over:
                assert self.session.do(Perform(lawful_act(self.session.game, chance)), 0.1) is None

    @rule()
    def hide(self) -> None:
        self.play(Hide())

    @rule(card=played, draws=st.lists(played, max_size=2).map(tuple))
    def reveal(self, card: Played, draws: tuple[Played, ...]) -> None:
        if all(_known(each, self.seats()) for each in (card, *draws)):
            self.play(Reveal(card, draws))

    @precondition(lambda self: self.session.game.turn > 3)
    @rule()
    def finish(self) -> None:
        self.play(Finish())

    @rule(data=st.data())
    def keep(self, data: st.DataObject) -> None:
        places = zones(self.session.game.setup.seats)
        listed = st.dictionaries(st.sampled_from(places), st.lists(cards, max_size=4).map(tuple), max_size=3)
        self.play(KeepTable(data.draw(listed)))

    @rule()
    def retract(self) -> None:
        self.session.do(Undo(), 2.0)

    @rule(card=st.sampled_from(PRINTS), to=recipients)
    def play_and_retract(self, card: str, to: Seat) -> None:
        before = standing(self.session.game)
        if to in self.seats() and self.session.do(Perform(Give(Played(card), to)), 3.0) is None:
            self.session.do(Undo(), 3.5)
        assert standing(self.session.game) == before

    @rule()
    def close_and_open(self) -> None:
        before = standing(self.session.game)
        self.journal.close()
        self.journal = Journal(self.folder / "games.sqlite")
        self.session = Session.resume(self.journal, self.session.id)
        assert standing(self.session.game) == before

    @invariant()
    def cards_are_conserved(self) -> None:
        if hasattr(self, "session"):
            game = self.session.game
            assert counted(game) == game.setup.deck.size
            assert named(game) == sorted(set(named(game)))
            assert min(game.draw, game.hand, game.pile, game.unseen_discarded) >= 0

    @invariant()
    def live_game_is_the_replayed_one(self) -> None:
        if hasattr(self, "session"):
            replayed = replay(journal_record(self.journal, self.session.id))
            assert isinstance(replayed, Game)
            assert standing(replayed) == standing(self.session.game)

    def teardown(self) -> None:
        if hasattr(self, "journal"):
            self.journal.close()
        shutil.rmtree(self.folder)


def _known(card: Played, seats: set[str]) -> bool:
    """Whether all seats that the card names are in this game: the reader lets no others through."""
    choices_made = [card.choice, *(card.each or ()), *(refusal.choice for refusal in card.refusals)]
    targets = [target for choice in choices_made for target in (choice.joker, choice.stake) if target]
    sent_to = [refusal.to for refusal in card.refusals if refusal.to]
    return {*sent_to, *(target.seat for target in targets)} <= seats


TestEvening = Evening.TestCase
# An evening is large: of 40 steps, 20 of 29 were once too large to be tried; so there are more, shorter ones.
TestEvening.settings = settings(
    max_examples=90, stateful_step_count=26, deadline=None, suppress_health_check=[HealthCheck.data_too_large]
)
