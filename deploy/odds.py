"""`companion odds`: what the next card, or one just revealed, would do."""

from companion.games.vedrfolnir.odds import Chances, decision_odds, next_card_odds
from companion.games.vedrfolnir.phrases import Phrases
from companion.games.vedrfolnir.reporting import Report
from companion.games.vedrfolnir.state import Game
from deploy.opening import opened, record_in
from deploy.telling import at_line, has_line, warn_forbidden
from deploy.terminal import BAD_FILE, DONE, Terminal


def run_odds(terminal: Terminal, file: str, at: int | None, card: str | None, *, is_json: bool) -> int:
    """Tell the odds of a record after one of its lines, or at its end."""
    record = opened(terminal, file, record_in)
    if record is None:
        return BAD_FILE
    if not has_line(terminal, file, record, at):
        return BAD_FILE
    game, stopped = at_line(record, at)
    if card is not None and not _is_unseen(game, card):
        terminal.warn(terminal.say("odds.not-unseen", {"card": card}))
        return BAD_FILE
    if is_json:
        odds = next_card_odds(game) if card is None else decision_odds(game, card)
        terminal.show_json({to: _fields(each) for to, each in odds.items()})
    else:
        terminal.show(Report(Phrases(terminal.words, record.setup.deck)).odds(game, card))
    return DONE if stopped is None else warn_forbidden(terminal, file, stopped)


def _fields(chances: Chances | None) -> dict[str, float] | None:
    """A chance for every fate; null where they could not be counted in time."""
    return None if chances is None else {fate.value: float(chance) for fate, chance in chances.items()}


def _is_unseen(game: Game, name: str) -> bool:
    """Whether such a card can still be revealed."""
    card = game.setup.deck.card(name)
    if card is None or card.side is not None:
        return False
    seen, copies = game.seen.get(card.print, ()), game.setup.deck.copies[card.print]
    return len(seen) < copies and (card.number is None or (card.number not in seen and card.number <= copies))
