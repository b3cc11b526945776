"""Past games: how each ended, any of them at any of its lines, and what they say of each player."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean

from companion.games.vedrfolnir.ledger import judged
from companion.games.vedrfolnir.outcome_views import certain_game
from companion.games.vedrfolnir.scoring import scores, winners
from companion.games.vedrfolnir.session import entry_sightings
from companion.games.vedrfolnir.setup import Mode
from companion.games.vedrfolnir.state import Cause
from companion.games.vedrfolnir.views import PointsView
from companion.games.vedrfolnir.zones import VALHALLA
from companion.journal import GameEntry, GameId
from companion.lines import Unreadable
from companion.places import Seat


@dataclass(frozen=True, slots=True)
class PastGame:
    """How a game of the journal stands; one that can't be read has no mode."""

    id: GameId
    started: str
    lines: int
    mode: Mode | None = None
    players: tuple[Seat, ...] = ()
    points: tuple[PointsView, ...] = ()
    winners: tuple[Seat, ...] = ()
    exact: tuple[Seat, ...] = ()
    bust: tuple[Seat, ...] = ()
    mistakes: int = 0
    is_over: bool = False


def past_game(entry: GameEntry, lines: tuple[str, ...], certain: int = 0) -> PastGame:
    """A game of the journal as far as its lines make it certain; so many collections are, because somebody said so."""
    try:
        sightings = entry_sightings(entry, lines)
    except Unreadable:
        return PastGame(entry.id, entry.started, entry.facts)
    referee = judged(sightings).referee
    game = certain_game(referee, certain)
    setup = game.setup
    ended = [(each.cause, each.seat) for each in game.collections if each.seat is not None]
    return PastGame(
        entry.id,
        entry.started,
        entry.facts,
        setup.mode,
        setup.players or (VALHALLA,),
        tuple(PointsView(seat, points) for seat, points in scores(game).items()),
        winners(game),
        tuple(seat for cause, seat in ended if cause is Cause.EXACT),
        tuple(seat for cause, seat in ended if cause is Cause.BUST),
        len(referee.mistakes),
        game.is_over,
    )


@dataclass(frozen=True, slots=True)
class Result:
    """A player's points in one game, and whether they were enough."""

    points: int
    is_won: bool


@dataclass(frozen=True, slots=True)
class PlayerView:
    """What finished games say of one player, the oldest first."""

    name: Seat
    results: tuple[Result, ...]
    won: int
    best: int
    mean: float
    exact: int
    bust: int


def player_views(games: Iterable[PastGame]) -> tuple[PlayerView, ...]:
    """Everybody who finished a game; who played most comes first."""
    over = sorted((each for each in games if each.is_over), key=lambda each: each.id)
    names = dict.fromkeys(player for each in over for player in each.players)
    views = [_player(name, [each for each in over if name in each.players]) for name in names]
    return tuple(sorted(views, key=lambda each: (-len(each.results), -each.won, each.name)))


def _player(name: Seat, games: Sequence[PastGame]) -> PlayerView:
    points = [each.points for game in games for each in game.points if each.seat == name]
    results = tuple(Result(each, name in game.winners) for each, game in zip(points, games, strict=True))
    exact, bust = (Counter(seat for game in games for seat in seats(game)) for seats in (_exact, _bust))
    won = sum(each.is_won for each in results)
    return PlayerView(name, results, won, max(points), fmean(points), exact[name], bust[name])


def _exact(game: PastGame) -> tuple[Seat, ...]:
    return game.exact


def _bust(game: PastGame) -> tuple[Seat, ...]:
    return game.bust
