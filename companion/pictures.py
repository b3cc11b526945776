"""A picture that a person has to see: plain bytes, so that it may cross from the camera to the screen."""

from dataclasses import dataclass

from companion.places import Zone


@dataclass(frozen=True, slots=True)
class Picture:
    """Rows from the top, three bytes a pixel: red, green, blue."""

    width_px: int
    height_px: int
    rgb: bytes


@dataclass(frozen=True, slots=True)
class CardPicture:
    """What a card that could not be read looks like where it lies."""

    zone: Zone
    index: int
    picture: Picture
