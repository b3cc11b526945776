"""What was measured in a set-up, in words: for people, and as remarks in the profile."""

from collections.abc import Iterator

from calibration.measuring import PUBLISHED_PX_PER_MM, Accuracy, Corner
from companion.profile import TableProfile
from companion.profile_writing import profile_text
from companion.words import Message, Values, Words


def corner_said(corner: Corner) -> Message:
    """Pixels a millimetre and error at one corner."""
    error = Message("set-up.unmeasured") if corner.error_mm is None else f"{corner.error_mm:.2f} mm"
    values: Values = {
        "right": f"{corner.at.x_mm:g}",
        "down": f"{corner.at.y_mm:g}",
        "px": f"{corner.px_per_mm:.2f}",
        "error": error,
    }
    return Message("set-up.corner", values)


def accuracy_said(found: Accuracy) -> Iterator[Message]:
    """What it is enough for, and what was measured."""
    px: Values = {"px": f"{found.least_px_per_mm:.2f}", "needed": f"{found.needed_px_per_mm:.2f}"}
    yield Message("set-up.enough-for-tags" if found.is_enough_for_tags else "set-up.too-little-for-tags", px)
    art: Values = {"px": f"{found.least_px_per_mm:.2f}", "needed": f"{PUBLISHED_PX_PER_MM:.1f}"}
    yield Message("set-up.enough-for-art" if found.is_enough_for_art else "set-up.too-little-for-art", art)
    yield from map(corner_said, found.corners)
    if found.lens_error_px is not None:
        yield Message("set-up.lens-error", {"error": f"{found.lens_error_px:.2f}"})
    if found.is_lens_guessed:
        yield Message("set-up.lens-guessed")


def noted_profile(profile: TableProfile, found: Accuracy, words: Words) -> str:
    """The text of a profile, what was measured before it as remarks."""
    remarks = "".join(f"# {words.say(each)}\n" for each in accuracy_said(found))
    return f"{remarks}{profile_text(profile)}"
