"""Are the pictures good enough to read cards in? Light, freezing, tearing, blur, flicker, noise, one line each."""

from collections.abc import Iterator, Sequence

import numpy as np

from calibration.light import GLARE_SHARE, glare_share
from companion.games.vedrfolnir.printing import TAG_SIDE_MM
from companion.profile import TableProfile
from deploy.doctor_findings import Finding, Grade, found
from vision.calmness import Calmness, calmness
from vision.frames import Picture, size_px
from vision.quality import Quality, quality

# Asked of a camera that no profile was made for yet.
PLENTY_PX = (1920, 1080)
# Where no profile tells: a table of a metre fills the picture.
TABLE_MM = 1000.0
# A printed tag has eight modules across.
MODULE_MM = TAG_SIDE_MM / 8
# Of full light: white paper under a good lamp is above; under the lower one noise covers the modules.
DIM, DARK = 0.35, 0.15
# Of the picture: so large a white patch is no lamp in a sleeve, but too much light for the camera.
BLINDING = 0.2
# In modules, measured on rendered tables: at 0.45 all tags are read, at 0.6 none.
SOFT, BLURRED = 0.5, 0.65
# Of the usual light; the eye evens out up to a fifth.
UNSTEADY, FLICKERING = 0.04, 0.2
# Of a second: a part of the picture that moves for longer is not read.
RESTLESS = 0.6


def picture_findings(pictures: Sequence[Picture], profile: TableProfile | None) -> Iterator[Finding]:
    """Everything that a second of pictures tells."""
    seen = quality(pictures)
    yield light_finding(seen)
    if seen.light < DARK:
        return
    if len(pictures) > 1:
        yield found("frozen", Grade.FAIL if seen.is_frozen else Grade.PASS, "frozen" if seen.is_frozen else "well")
        yield torn_finding(seen, len(pictures))
        yield flicker_finding(seen)
        calm = calmness(pictures)
        yield noise_finding(calm)
        if not seen.torn:
            yield rest_finding(calm)
    yield glare_finding(glare_share(pictures[-1]))
    yield blur_finding(seen, module_px(pictures[0], profile))


def module_px(picture: Picture, profile: TableProfile | None) -> float:
    """How large a module of a card's tag is in the middle of the picture."""
    width, height = size_px(picture)
    if profile is None or profile.camera.homography is None:
        return MODULE_MM * width / (TABLE_MM if profile is None else profile.width_mm)
    middles = (width / 2, height / 2), (width / 2 + 1, height / 2)
    here, beside = (np.array(profile.camera.homography) @ np.array([*middle, 1.0]) for middle in middles)
    return MODULE_MM / float(np.linalg.norm(here[:2] / here[2] - beside[:2] / beside[2]))


def light_finding(seen: Quality) -> Finding:
    """Whether white paper looks white."""
    values = {"light": round(100 * seen.light)}
    if seen.light >= DIM:
        return found("light", Grade.PASS, "well", values)
    return found("light", Grade.WARN, "dim", values) if seen.light >= DARK else found("light", Grade.FAIL, "dark")


def glare_finding(share: float) -> Finding:
    """Whether a lamp is mirrored, or everything is too bright."""
    if share <= GLARE_SHARE:
        return found("glare", Grade.PASS, "well")
    return found("glare", Grade.WARN, "patch") if share < BLINDING else found("glare", Grade.FAIL, "bright")


def torn_finding(seen: Quality, pictures: int) -> Finding:
    """One torn picture is passed over; many are a cable or a driver."""
    values = {"torn": seen.torn, "pictures": pictures}
    if not seen.torn:
        return found("torn", Grade.PASS, "well", values)
    return found("torn", Grade.WARN if seen.torn * 5 < pictures else Grade.FAIL, "torn", values)


def flicker_finding(seen: Quality) -> Finding:
    """Whether the lamp is steady."""
    values = {"flicker": round(100 * seen.flicker)}
    if seen.flicker < UNSTEADY:
        return found("flicker", Grade.PASS, "well", values)
    return found("flicker", Grade.WARN if seen.flicker < FLICKERING else Grade.FAIL, "flickers", values)


def noise_finding(calm: Calmness) -> Finding:
    """Whether there is so much noise that small pictures have to be softened, or can't be read at all."""
    values = {"noise": round(calm.noise, 1)}
    if not calm.is_softened:
        return found("noise", Grade.PASS, "well", values)
    return found("noise", Grade.FAIL if calm.is_too_loud else Grade.WARN, "noisy", values)


def rest_finding(calm: Calmness) -> Finding:
    """Whether any part of the picture never comes to rest."""
    is_restless = calm.unrest > RESTLESS
    return found("rest", Grade.WARN if is_restless else Grade.PASS, "restless" if is_restless else "well")


def blur_finding(seen: Quality, module: float) -> Finding:
    """Whether a module of a tag would show."""
    if seen.blur_px is None:
        return found("sharp", Grade.WARN, "bare")
    blur = seen.blur_px / module
    if blur < SOFT:
        return found("sharp", Grade.PASS, "well", {"blur": round(100 * blur)})
    return found("sharp", Grade.WARN if blur < BLURRED else Grade.FAIL, "blurred", {"blur": round(100 * blur)})
