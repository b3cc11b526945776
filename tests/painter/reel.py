"""Shoots a film: picture by picture, with its table profile and its truth."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.painter.film import Film, Order
from tests.painter.hands import somebody
from tests.painter.moves import Change
from tests.painter.photo import Photographer, Traits
from tests.painter.plane import Pic
from tests.painter.sight import readable
from tests.painter.stage import Stage
from tests.painter.truth import FPS, Truth, facts


class Reel:
    """Draws a film picture by picture and follows what can be seen."""

    def __init__(self, film: Film, truth: Truth) -> None:
        self.film, self.truth = film, truth
        self.ground = film.ground()
        people = {s.number: (s, somebody(film.rng)) for s in film.layout.seats}
        self.stage = Stage(film.painter, film.evening.script, film.items, people)
        self.waiting = list(film.evening.script.changes)
        self._survey()

    def _survey(self) -> None:
        self.owners, self.numbers = self.ground.owners(), readable(self.ground, self.film.layout)

    def picture(self, t: float) -> Pic:
        """The scene of this second."""
        changed, sliding = self._apply(t), self._slide(t)
        if changed or sliding:
            self._survey()
        frame = self.ground.picture.copy()
        covered = self.stage.draw(frame, t)
        self.truth.look(t, self.owners, self.numbers, covered, sliding)
        return frame

    def _apply(self, t: float) -> bool:
        due = [c for c in self.waiting if c.at <= t]
        self.waiting = self.waiting[len(due) :]
        for change in due:
            self.truth.change(change, self.ground)
            if change.do == "put":
                self._put(change)
            else:
                self.ground.take(change.key)
        return bool(due)

    def _put(self, change: Change) -> None:
        here = change.pose
        below = [o for o in self.ground.lying if abs(o.pose.x - here.x) < 20 and abs(o.pose.y - here.y) < 20]
        self.ground.put(self.film.items[change.key], here, 0.3 * len(below))

    def _slide(self, t: float) -> set[str]:
        """Move what is being pushed; a push ends exactly at its last pose."""
        lying = {o.item.key for o in self.ground.lying}
        moving = set()
        for slide in self.film.evening.script.slides:
            if slide.track.start < t < slide.track.end + 1 / FPS and slide.key in lying:
                self.ground.slide(slide.key, slide.track.at(t))
                moving.add(slide.key)
        return moving


def shoot(order: Order, faces: Path, out: Path) -> dict[str, Any]:
    """Shoot a film into a folder: pictures, table.toml and truth.json."""
    film = Film(order, faces)
    (out / "pictures").mkdir(parents=True, exist_ok=True)
    truth = Truth(film.layout, set(film.things))
    reel = Reel(film, truth)
    traits = Traits.of(film.level, film.rng, film.camera.px_per_mm)
    camera = Photographer(traits, film.camera.size_px, film.rng)
    for number in range(int(film.evening.script.end * FPS)):
        picture = camera.shoot(reel.picture(number / FPS), number / FPS)
        camera.write(picture, out / "pictures" / f"{number:06d}.jpg")
    (out / "table.toml").write_text(film.profile(), "utf-8")
    story = _story(film, truth, traits)
    (out / "truth.json").write_text(json.dumps(story, indent=1), "utf-8")
    return story


def _story(film: Film, truth: Truth, traits: Traits) -> dict[str, Any]:
    seen = frozenset(z.name for z in film.layout.zones) - film.without - {"draw"}
    order = film.order
    return {
        "level": order.level,
        "size": order.size,
        "seed": order.seed,
        "changes": order.changes,
        "arguments": film.arguments(),
        "marks": film.with_marks,
        "bent": bool(film.camera.bend.any()),
        "traits": traits.__dict__,
        "sleeves": film.finishes[0],
        "zones": {z.name: z.kind for z in film.layout.zones if z.name in seen},
        "pictures": int(film.evening.script.end * FPS),
        "notes": film.evening.script.notes,
        "orders": [o for o in truth.orders if o[1] in seen],
        "facts": facts(truth, seen),
    }
