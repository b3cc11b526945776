"""What day it is: a computer without a clock of its own has to be told."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta

# No day on which somebody plays is earlier.
RELEASED = datetime(2026, 11, 16, tzinfo=UTC)


def _utc_now() -> datetime:
    return datetime.now(UTC)


class Calendar:
    """The day and hour as the computer has it; if that can't be, as somebody said once. What is said may be kept."""

    def __init__(
        self,
        earliest: datetime = RELEASED,
        days_off: int | None = None,
        clock: Callable[[], datetime] = _utc_now,
    ) -> None:
        self.days_off = days_off
        self._earliest, self._clock = earliest, clock

    def now(self) -> datetime:
        """The moment, in UTC."""
        return self._clock() + timedelta(days=0 if self._may_be or self.days_off is None else self.days_off)

    def local(self) -> datetime:
        """The same as a clock on the wall has it."""
        return self.now().astimezone().replace(tzinfo=None)

    @property
    def is_known(self) -> bool:
        """Whether nobody has to be asked."""
        return self._may_be or self.days_off is not None

    def say(self, day: date) -> None:
        """Somebody says what day it is; the computer's hour counts on."""
        self.days_off = (day - self._clock().astimezone().date()).days

    @property
    def _may_be(self) -> bool:
        """Whether the computer's day is none that lies behind us."""
        return self._clock().date() >= self._earliest.date()
