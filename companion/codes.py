"""The words of a card's QR code: `VF1/THOR-3R-2S/07/` and two check characters."""

import re
import string

from companion.cards import CardName, split_name

# What QR codes write in their short alphanumeric form, in the order that gives each character its value.
ALPHABET = string.digits + string.ascii_uppercase + " $%*+-./:"
CHECKS = string.digits + string.ascii_uppercase
# The largest prime below 36², so that two check characters can say every remainder. The powers of 45 repeat only after
# 645 places: in any shorter code every wrong character, and every swap of two, changes the remainder.
PRIME = 1291

_CODE = re.compile(
    r"(?P<said>(?P<edition>[A-Z0-9]+)/(?P<print>[A-Z0-9.-]+)/(?P<number>[0-9]{2,9})/)(?P<check>[0-9A-Z]{2})"
)


def code_text(edition: str, card_print: str, number: int) -> str:
    """What the QR code of a copy says; `edition` is the game and the version of its printed deck."""
    said = f"{edition}/{card_print.upper().replace('_', '.')}/{number:02d}/"
    return said + _check(said)


def read_code(edition: str, text: str) -> CardName | None:
    """The copy that a code names; None if it is not a code of this edition, or its check is wrong."""
    match = _CODE.fullmatch(text)
    if match is None or match["edition"] != edition or match["check"] != _check(match["said"]):
        return None
    return split_name(f"{match['print'].lower().replace('.', '_')}#{match['number']}")


def _check(said: str) -> str:
    """Two characters that change with every wrong or swapped character of what is said."""
    remainder = 0
    for character in said:
        remainder = (remainder * len(ALPHABET) + ALPHABET.index(character)) % PRIME
    tens, ones = divmod(remainder, len(CHECKS))
    return CHECKS[tens] + CHECKS[ones]
