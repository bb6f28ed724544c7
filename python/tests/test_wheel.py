"""The wheel contains licences and types besides the module."""

from importlib import metadata

import nonogram


def test_wheel_has_licences_and_types():
    names = {path.name for path in metadata.files("nonogram-fpga")}
    assert {"LICENSE-MIT", "LICENSE-APACHE", "LICENSE-THIRD-PARTY", "py.typed", "__init__.pyi"} <= names
    assert metadata.version("nonogram-fpga") == nonogram.__version__
