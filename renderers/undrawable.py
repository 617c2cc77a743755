"""What goes wrong on the way to a picture: a scene that cannot be drawn, an asset that did not come along."""


class Undrawable(ValueError):
    """A scene, or a look, of which no picture can be made. One sentence: what is wrong with it."""


class MissingAsset(RuntimeError):
    """The program was installed without one of its fonts. One sentence that names the file."""
