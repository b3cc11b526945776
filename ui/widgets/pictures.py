"""A picture that the camera took, as large as its box lets it be."""

from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.properties import ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.evidence import Pair
from companion.pictures import Picture
from ui.widgets.cards import Drawn
from ui.widgets.drawing import Area


class CameraPicture(Drawn):
    """Draws a `Picture`."""

    picture = ObjectProperty(None, allownone=True)
    redrawn_by = ("picture",)

    def draw(self, area: Area) -> None:
        """The picture in the middle, upright."""
        if self.picture is None:
            return
        scale = min(area.width / self.picture.width_px, area.height / self.picture.height_px)
        width, height = self.picture.width_px * scale, self.picture.height_px * scale
        Color(rgba=(1, 1, 1, 1))
        place = (area.x + (area.width - width) / 2, area.y + (area.height - height) / 2)
        Rectangle(texture=_texture(self.picture), pos=place, size=(width, height))


class PicturePair(BoxLayout):
    """A zone before something happened there, and after."""

    before = ObjectProperty(None, allownone=True)
    after = ObjectProperty(None, allownone=True)

    def show(self, pair: Pair | None) -> None:
        """Show a pair, or nothing."""
        self.before, self.after = (None, None) if pair is None else (pair.before, pair.after)


def _texture(picture: Picture) -> Texture:
    texture = Texture.create(size=(picture.width_px, picture.height_px), colorfmt="rgb")
    texture.blit_buffer(picture.rgb, colorfmt="rgb", bufferfmt="ubyte")
    texture.flip_vertical()
    return texture
