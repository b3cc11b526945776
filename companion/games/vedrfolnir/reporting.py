"""The referee's verdict as other programs read it, and its mistakes and steps in the words of a reader."""

from collections.abc import Iterator

from companion.facts import BACK
from companion.games.vedrfolnir.account import Account
from companion.games.vedrfolnir.amending import Amendment
from companion.games.vedrfolnir.difference import Misplaced
from companion.games.vedrfolnir.mistakes import Mistake, MistakeId
from companion.games.vedrfolnir.odds import Chances, Fate, chances, decision_odds, next_card_odds
from companion.games.vedrfolnir.owing import OpenStep
from companion.games.vedrfolnir.phrases import Phrases, zone_message
from companion.games.vedrfolnir.referee import Referee
from companion.games.vedrfolnir.standing import Fields, standing
from companion.games.vedrfolnir.state import Game
from companion.games.vedrfolnir.zones import BRYNHILDR, DISCARD, PILE, VALHALLA, Recipient, recipients
from companion.places import Zone
from companion.words import Message, Values


class Report:
    """Says what a referee found in one language."""

    def __init__(self, phrases: Phrases) -> None:
        self._phrases = phrases

    def verdict(self, referee: Referee) -> Fields:
        """The object that `referee --json` prints."""
        mistakes = [self._mistake(each) for each in referee.mistakes]
        return standing(referee.game) | {"mistakes": mistakes, "open": [_step(each) for each in referee.open_steps]}

    def lines(self, referee: Referee) -> Iterator[str]:
        """Every mistake with its steps, then what is still to do."""
        for mistake in referee.mistakes:
            values: Values = {"line": mistake.line, "rule": mistake.finding.rule, "said": self.message(mistake)}
            yield self._say("referee.settled" if mistake.is_settled else "referee.mistake", values)
            yield from (f"  - {each}" for each in self.fix(mistake))
        for step in referee.open_steps:
            yield self._say("referee.open", {"said": self.step(step), "rule": step.rule})
        yield self._say("referee.next", {"said": self.next_step(referee)})
        if referee.game.setup.is_solo and not referee.game.is_over:
            yield from self.solo_view(referee.game)

    def solo_view(self, game: Game) -> Iterator[str]:
        """What the solo player keeps in view: Brynhildr's pile, and the chances of the next card."""
        yield self._say("guide.pile", {"cards": game.pile})
        seat = BRYNHILDR if game.is_revealing else VALHALLA
        yield self.chances(seat, chances(game, seat))

    def odds(self, game: Game, card: str | None = None) -> Iterator[str]:
        """The chances of every seat, or of everybody who may be given a revealed card."""
        if game.is_over:
            yield self._text("guide.over")
            return
        revealed = "" if card is None else self.card(card)
        yield self._say("odds.next" if card is None else "odds.revealed", {"card": revealed})
        each_odds = next_card_odds(game) if card is None else decision_odds(game, card)
        yield from (f"  {self.chances(to, each)}" for to, each in each_odds.items())

    def chances(self, to: Recipient, each: Chances | None) -> str:
        """What the next card does to a seat, in percent; a choice is named only if something hangs on one."""
        if each is None:
            return self._say("odds.too-many-ways", {"to": self._phrases.recipient(to)})
        shown = {fate.value: self._percent(float(each[fate])) for fate in Fate}
        key = "odds.chances-and-choice" if each[Fate.DEPENDS] else "odds.chances"
        return self._say(key, {"to": self._phrases.recipient(to), **shown})

    def _percent(self, share: float) -> str:
        """A share in percent with one digit; what is possible is never shown as nothing."""
        percent = round(100 * share, 1)
        shown = min(max(percent, 0.1 if share else 0.0), 99.9 if share < 1 else 100.0)
        sign = "<" if percent < shown else ">" if percent > shown else ""
        return sign + self._phrases.words.number(shown, 1)

    def amendment(self, change: Amendment) -> Iterator[str]:
        """What a correction would change: collections, mistakes, stars, scores."""
        lines = [*self._judged_otherwise(change), *self._standing_otherwise(change), *self._seated_otherwise(change)]
        yield from lines or [self._text("amend.nothing")]

    def _judged_otherwise(self, change: Amendment) -> Iterator[str]:
        """What goes and what comes; a collection that is only shared otherwise is told once."""
        account = Account(self._phrases)
        gone, new = (list(map(account.cause, each)) for each in (change.collections_gone, change.collections_new))
        wrong, right = (list(map(self.message, each)) for each in (change.mistakes_new, change.mistakes_gone))
        told = (
            ("amend.gone", [*_without(gone, new), *_without(right, wrong)]),
            ("amend.new", [*_without(new, gone), *_without(wrong, right)]),
            ("amend.shared", [each for each in new if each in gone]),
        )
        yield from (self._say(key, {"said": each}) for key, said in told for each in said)

    def _standing_otherwise(self, change: Amendment) -> Iterator[str]:
        for seat, stars in change.stars.items():
            now, then = (f"{each.stars}/{each.objective}★" for each in stars)
            yield self._say("amend.seat", {"seat": seat, "now": now, "then": then})
        for seat, points in change.points.items():
            yield self._say("amend.points", {"seat": seat, "now": points.now, "then": points.then})

    def _seated_otherwise(self, change: Amendment) -> Iterator[str]:
        """Who sits where, and whose turn it is."""
        now, then = change.now, change.then
        if now.seats != then.seats:
            yield self._say("amend.order", {"now": ", ".join(now.seats), "then": ", ".join(then.seats)})
        if now.active != then.active and now.active is not None and then.active is not None:
            yield self._say("amend.hand", {"now": now.active, "then": then.active})

    def next_step(self, referee: Referee) -> str:
        """The one thing to do next, in plain words; in solo that is Brynhildr's guide."""
        if referee.open_steps:
            return self.step(referee.open_steps[0])
        game = referee.game
        if game.is_over:
            return self._text("guide.over")
        unserved = [each for each in recipients(game.seats_in_play) if each not in game.served]
        names = ", ".join(map(self._phrases.recipient, unserved))
        if not game.setup.is_solo:
            return self._say("guide.give", {"active": game.active or "", "recipients": names})
        if BRYNHILDR in game.served:
            return self._say("guide.solo", {"recipients": names})
        return self._say("guide.hide-or-give" if unserved else "guide.hide", {"recipients": names})

    def message(self, mistake: Mistake) -> str:
        """What the table shows that it should not."""
        finding = mistake.finding
        card = "" if finding.card is None else self.card(finding.card)
        zone = "" if finding.zone is None else self.zone(finding.zone)
        return self._say(f"mistake.{finding.id}", {"card": card, "zone": zone})

    def fix(self, mistake: Mistake) -> list[str]:
        """The steps that put it right."""
        finding = mistake.finding
        if finding.steps:
            return [self._move(each, is_void=finding.id in _VOID) for each in finding.steps]
        if finding.zone == DISCARD and finding.card is not None:
            return [self._say("fix.give-anew", {"card": self.card(finding.card)})]
        return [self._say(f"fix.{finding.id}", {"zone": "" if finding.zone is None else self.zone(finding.zone)})]

    def step(self, step: OpenStep) -> str:
        """What hands have to do next."""
        card = "" if step.card is None else self.card(step.card)
        source = "" if step.source is None else self.zone(step.source)
        return self._say(_step_key(step), {"card": card, "source": source, "target": self.zone(step.target)})

    def card(self, name: str) -> str:
        """A card as people name it."""
        if name == BACK:
            return self._text("card.back")
        return self._phrases.card_named(name)

    def zone(self, zone: Zone) -> str:
        """A zone as people name it."""
        return self._phrases.words.say(zone_message(zone))

    def _move(self, each: Misplaced, *, is_void: bool) -> str:
        source = self.zone(each.source or DISCARD)
        values: Values = {"card": self.card(each.name), "source": source, "target": self.zone(each.target)}
        if each.target == each.source:
            return self._say("fix.send-on", values)
        if each.target == PILE:
            return self._say("fix.back-on-pile", values)
        return self._say("fix.take-off" if is_void else "fix.move", values)

    def _mistake(self, mistake: Mistake) -> Fields:
        finding = mistake.finding
        return {
            "line": mistake.line,
            "at": mistake.at_s,
            "id": finding.id.value,
            "rule": finding.rule,
            "zone": finding.zone,
            "card": finding.card,
            "message": self.message(mistake),
            "fix": self.fix(mistake),
            "settled": mistake.is_settled,
        }

    def _text(self, key: str) -> str:
        return self._phrases.words.text(key)

    def _say(self, key: str, values: Values) -> str:
        return self._phrases.words.say(Message(key, values))


_VOID = (
    MistakeId.FOREIGN_CARD,
    MistakeId.TOO_MANY_COPIES,
    MistakeId.PLAYED_ON,
    MistakeId.BRYNHILDR_SEEN,
    MistakeId.BRYNHILDR_SKIPPED,
    MistakeId.SECOND_CARD,
)


def _step_key(step: OpenStep) -> str:
    """How a step is said: a choice by what it decides, a card in somebody's hand without where it is."""
    if step.step == "choose":
        return {"VED-4.2": "step.send-on", "VED-4.11": "step.aim"}.get(step.rule, "step.choose")
    return "step.lay-back" if step.step == "discard" and step.source is None else f"step.{step.step}"


def _step(each: OpenStep) -> Fields:
    return {"step": each.step, "rule": each.rule, "card": each.card, "from": each.source, "to": each.target}


def _without(some: list[str], others: list[str]) -> list[str]:
    return [each for each in some if each not in others]
