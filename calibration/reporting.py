"""What was measured in a set-up, in words: for people, and as remarks in the profile."""

from collections.abc import Iterator

from calibration.measuring import PUBLISHED_PX_PER_MM, Accuracy, Corner
from companion.profile import TableProfile
from companion.profile_writing import profile_text
from companion.words import Message, Values, Words


def corner_said(corner: Corner) -> Message:
    """Pixels a millimetre and error at one corner."""
    values: Values = {
        "right": corner.at.x_mm,
        "down": corner.at.y_mm,
        "px": corner.px_per_mm,
        "error": _error_said(corner.error_mm),
    }
    return Message("set-up.corner", values)


def _error_said(error_mm: float | None) -> Message:
    return Message("set-up.unmeasured") if error_mm is None else Message("set-up.measured", {"error": error_mm})


def accuracy_said(found: Accuracy) -> Iterator[Message]:
    """What it is enough for, and what was measured."""
    px: Values = {"px": found.least_px_per_mm, "needed": found.needed_px_per_mm}
    yield Message("set-up.enough-for-tags" if found.is_enough_for_tags else "set-up.too-little-for-tags", px)
    art: Values = {"px": found.least_px_per_mm, "needed": PUBLISHED_PX_PER_MM}
    yield Message("set-up.enough-for-art" if found.is_enough_for_art else "set-up.too-little-for-art", art)
    yield from map(corner_said, found.corners)
    if found.lens_error_px is not None:
        yield Message("set-up.lens-error", {"error": found.lens_error_px})
    if found.doubt_mm is not None:
        said = "set-up.lens-guessed" if found.is_lens_guessed else "set-up.lens-unmeasured"
        yield Message(said, {"doubt": found.doubt_mm})


def noted_profile(profile: TableProfile, found: Accuracy, words: Words) -> str:
    """The text of a profile, what was measured before it as remarks."""
    remarks = "".join(f"# {words.say(each)}\n" for each in accuracy_said(found))
    return f"{remarks}{profile_text(profile)}"
