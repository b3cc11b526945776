"""A game told live in a terminal: one short block for every change, not the whole table again and again."""

from collections.abc import Iterator

from companion.columns import wrapped
from companion.games.vedrfolnir.account import Account
from companion.games.vedrfolnir.mistake_views import mistake_view
from companion.games.vedrfolnir.mistakes import Mistake
from companion.games.vedrfolnir.outcome_views import CLEARING, collection_view, pending_view, scores_view
from companion.games.vedrfolnir.phrases import Phrases
from companion.games.vedrfolnir.referee import Referee
from companion.games.vedrfolnir.setup import Setup
from companion.games.vedrfolnir.state import Collection
from companion.games.vedrfolnir.table_views import question_views, solo_chances, table_view
from companion.games.vedrfolnir.view_text import FEW_STEPS, ViewText
from companion.games.vedrfolnir.views import ArrivalView, PendingView, QuestionView, StepView, TableView
from companion.words import Message


class Telling:
    """Compares what there is to see with what was told, and tells the rest."""

    def __init__(self, phrases: Phrases, referee: Referee) -> None:
        self._phrases = phrases
        self._text = ViewText(phrases.words)
        self._seen, self._game = table_view(referee, phrases), referee.game
        self._turn = 0
        self._collections = referee.game.collections
        self._collected_at = 0
        self._step = ""
        self._to_clear = 0
        self._pending: PendingView | None = None
        self._steps: dict[int, tuple[StepView, ...]] = {}
        self._questions: tuple[QuestionView, ...] = ()

    def opening(self, setup: Setup) -> Iterator[str]:
        """What was settled before the first card."""
        for line in Account(self._phrases).opening(setup):
            yield from wrapped(line)

    def changes(self, referee: Referee) -> Iterator[str]:
        """What became different since the last time."""
        before, self._seen = self._seen, table_view(referee, self._phrases)
        yield from self._arrived(before, referee)
        yield from self._collected(referee)
        yield from self._mistaken(referee)
        yield from self._asked(referee)
        yield from self._owed(referee)
        self._game = referee.game

    def closing(self, referee: Referee) -> Iterator[str]:
        """An end that nobody has cleared away yet; the scores, and who has won."""
        if referee.game.collections != self._collections:
            for end in referee.game.collections[len(self._collections) :]:
                yield from self._text.collection(collection_view(end, self._phrases))
        yield ""
        yield from self._text.scores(scores_view(referee.game, self._phrases))

    def _arrived(self, before: TableView, referee: Referee) -> Iterator[str]:
        """A card came, or is read otherwise than before."""
        known, now = before.arrival, self._seen.arrival
        if now is None or now == known:
            return
        is_new = known is None or now.number != known.number
        if is_new and before.turn != self._turn:
            self._turn = before.turn
            yield from self._new_turn(before)
        said = now.said if is_new or known is None else _rest(known, now)
        if referee.game.collections != self._collections or now.number == self._collected_at:
            yield from wrapped(said, "  ")
        else:
            yield from self._text.arrival(self._seen, said)

    def _new_turn(self, before: TableView) -> Iterator[str]:
        yield ""
        yield from self._text.turn(before)
        if self._game.setup.is_solo:
            yield from wrapped(self._say("guide.pile", self._game.pile), "  ")
            chances = solo_chances(self._game, self._phrases)
            yield from () if chances is None else wrapped(chances.said, "  ")

    def _collected(self, referee: Referee) -> Iterator[str]:
        """A collection, that there is none after all, when the end waits for hands, and when its cards are gone."""
        before, self._pending = self._pending, pending_view(referee, self._phrases)
        to_clear = sum(each.step in CLEARING for each in referee.open_steps)
        known, self._collections = self._collections, self._certain(referee)
        new = [each for each in self._collections if each not in known]
        if len(self._collections) < len(known):
            yield f"  ≈ {self._phrases.words.text('play.no-collection')}"
        for collection in new:
            self._collected_at = 0 if self._seen.arrival is None else self._seen.arrival.number
            yield from self._text.collection(collection_view(collection, self._phrases))
        if self._pending is not None and self._pending != before:
            yield from self._text.next_step(self._pending.said, "VED-4.2")
        if new and to_clear:
            yield from self._text.next_step(self._say("play.clear", to_clear), None)
        elif self._to_clear and not to_clear and all(each.is_settled for each in referee.mistakes):
            yield f"    ✓ {self._phrases.words.text('play.cleared')}"
        self._to_clear = to_clear if new or self._to_clear else 0

    def _certain(self, referee: Referee) -> tuple[Collection, ...]:
        """The collections so far; one whose card may still be refused is none yet, unless it was told before."""
        collections = referee.game.collections
        return collections if self._pending is None or collections == self._collections else collections[:-1]

    def _mistaken(self, referee: Referee) -> Iterator[str]:
        """A mistake, its steps as they are done, and when it is put right."""
        for number, mistake in enumerate(referee.mistakes):
            yield from self._mistake(number, mistake, referee)
        for number in [each for each in self._steps if each >= len(referee.mistakes)]:
            del self._steps[number]

    def _mistake(self, number: int, mistake: Mistake, referee: Referee) -> Iterator[str]:
        told = self._steps.get(number)
        if told is not None and all(each.is_done for each in told):
            return
        view = mistake_view(referee, mistake, self._phrases)
        self._steps[number] = view.steps
        if told is None:
            yield from self._text.mistake(view)
            told = view.steps
        for each in view.steps if len(view.steps) <= FEW_STEPS else ():
            if each.is_done and each not in told:
                yield from self._text.step(each)
        if view.is_settled:
            yield from self._text.settled(view)

    def _asked(self, referee: Referee) -> Iterator[str]:
        """What only a person can say."""
        questions = question_views(referee, self._phrases)
        for each in questions:
            if each not in self._questions:
                yield from self._text.question(each)
        self._questions = questions

    def _owed(self, referee: Referee) -> Iterator[str]:
        """The step that hands owe next; those of a clearing and of a mistake were told together."""
        is_told = self._to_clear or self._pending is not None or any(not each.is_settled for each in referee.mistakes)
        step = "" if is_told or not referee.open_steps else self._seen.next_step
        if step and step != self._step:
            yield from self._text.next_step(step, self._seen.next_rule)
        self._step = step

    def _say(self, key: str, cards: int) -> str:
        return self._phrases.words.say(Message(key, {"cards": cards}))


def _rest(known: ArrivalView, now: ArrivalView) -> str:
    """What is new of an act that was told already; all of it, if it is read otherwise now."""
    return f"…{now.said.removeprefix(known.said)}" if now.said.startswith(known.said) else f"≈ {now.said}"
