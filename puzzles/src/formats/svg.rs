//! SVG with clues: a page to view, or to print and solve by hand. The format is written only.

use super::{BARE, Description, Write};
use crate::render;

pub(super) const DESCRIPTION: Description = Description {
    name: "svg",
    about: "a drawing with its clues, written only",
    extensions: &["svg"],
    write: Write::Page(render::svg),
    ..BARE
};
