//! Games of Gnonograms (`.gno`): sections such as `[Row clues]`, and a grid of 0 (unknown), 1 (blank) and 2 (filled).
//!
//! Source: the format description in the manual of the program.

use super::clues::{Lines, Numbered, is_empty};
use super::error::{Fault, OnLine, Side};
use super::members::{Others, Parts};
use super::notation::{Node, Value};
use super::{BARE, Description, Read, Sniff};
use crate::MAX_SIDE;

pub(super) const DESCRIPTION: Description = Description {
    name: "gno",
    about: "games of Gnonograms",
    extensions: &["gno"],
    sniff: Sniff::Text(looks_like),
    read: Read::Puzzle(|text, source| parts(text)?.puzzle(source)),
    ..BARE
};

fn looks_like(text: &str) -> bool {
    let is_sizes = |line: &str| section(line).as_deref() == Some("dimensions");
    text.trim_start().starts_with('[') && text.lines().any(is_sizes)
}

/// The name of a section in its heading, such as `row clues` in `[Row clues]`; `None` for other lines.
fn section(line: &str) -> Option<String> {
    let (name, _) = line.trim().strip_prefix('[')?.split_once(']')?;
    Some(name.trim().to_ascii_lowercase())
}

fn parts(text: &str) -> Result<Parts<'_>, Fault> {
    let mut parts = Parts::new(1, Others::Ignored);
    let mut lines = Lines::of(text);
    while let Some((line, name)) = lines.next() {
        let Some(name) = section(name) else { continue };
        let below = lines.take_until(|line| section(line).is_some()).map(without_remark);
        let mut written = below.clone().filter(|(_, line)| !line.is_empty());
        match name.as_str() {
            "dimensions" => {
                for side in [Side::Rows, Side::Columns] {
                    let (number, size) = written.next().unwrap_or((line, ""));
                    parts.sizes.declare(side, size).on(number)?;
                }
            }
            "row clues" => parts.add(Some("rows"), clues(line, below, parts.sizes.height))?,
            "column clues" => parts.add(Some("columns"), clues(line, below, parts.sizes.width))?,
            "solution" | "solution grid" => {
                // One more than the largest puzzle has is refused later.
                let rows = written.take(MAX_SIDE + 1).map(|(number, line)| {
                    let cell = |cell: &str| {
                        if cell == "1" {
                            '-'
                        } else if cell == "2" {
                            '#'
                        } else {
                            '?'
                        }
                    };
                    Node::text(number, line.split_whitespace().map(cell).collect::<String>())
                });
                parts.add(Some("grid"), Node { line, value: Value::List(rows.collect()) })?;
            }
            "description" => {
                let text = |line: Option<Numbered>| Some(line?.1.to_owned());
                (parts.metadata.title, parts.metadata.by) =
                    (text(written.next()), text(written.next()));
            }
            "license" | "licence" => {
                parts.metadata.license = written.next().map(|(_, line)| line.to_owned());
            }
            _ => {}
        }
    }
    Ok(parts)
}

/// The clues of a section. Empty lines are clues if there are not enough others.
fn clues<'a>(
    line: usize,
    lines: impl Iterator<Item = Numbered<'a>> + Clone,
    size: Option<usize>,
) -> Node<'a> {
    let written = lines.clone().filter(|line| !is_empty(line));
    let size = size.filter(|&size| written.clone().count() < size);
    let node = |(number, text)| Node::text(number, text);
    let clues = match size {
        Some(size) => lines.take(size).map(node).collect(),
        None => written.map(node).collect(),
    };
    Node { line, value: Value::List(clues) }
}

/// The text of a line before a `//` comment.
fn without_remark((number, line): Numbered) -> Numbered {
    (number, line.split("//").next().unwrap_or_default().trim())
}
