"""Pictures: what is written in them can be read, as SVG and as PNG."""

from pathlib import Path

from klaverjas.plumbing.svg import FONT, save_picture

PICTURE = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 40" {FONT}>{{}}</svg>'


def test_the_words_of_a_picture_are_there_as_png_too(tmp_path: Path) -> None:
    for name, inside in (("words", '<text x="5" y="20" font-size="14">troef</text>'), ("empty", "")):
        save_picture(tmp_path / f"{name}.png", PICTURE.format(inside))
    assert (tmp_path / "words.png").read_bytes() != (tmp_path / "empty.png").read_bytes()
