"""The seventeen rulings (VED-9), the default first."""

RULINGS: dict[str, tuple[str | int, ...]] = {
    "VED-R1": ("once", "each-landing"),
    "VED-R2": ("no", "yes"),
    "VED-R3": ("per-type", "one"),
    "VED-R4": ("drawn", "both", "raven"),
    "VED-R5": ("lands", "discard"),
    "VED-R6": ("tribute", "active"),
    "VED-R7": (2, 3),
    "VED-R8": ("shared", "fewest-cards"),
    "VED-R9": ("players-first", "paired"),
    "VED-R10": ("top", "bottom"),
    "VED-R11": ("discard", "hold"),
    "VED-R12": ("yes", "heilheim-only"),
    "VED-R13": ("hugin-right", "swapped"),
    "VED-R14": ("nothing", "end"),
    "VED-R15": ("no", "each"),
    "VED-R16": ("no", "nornes"),
    "VED-R17": ("every-share", "bust-only"),
}
