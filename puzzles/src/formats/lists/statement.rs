//! The meaning of a statement with brackets: clues of a side, sizes, metadata, a drawing, or a record of these.

use std::borrow::Cow;

use super::code::{Item, Node, items, numbers, unknown_name};
use super::part::{Form, IGNORED, Parts, is_singular};
use super::scan::{Atom, Kind};
use crate::Excerpt;
use crate::formats::clues::is_number;
use crate::formats::draft::Word;
use crate::formats::error::{Fault, Side, refuse};

/// The next step for a name with one pair of brackets.
const ADD_OR_SPLIT: &str = "add it, or put each clue on a line of its own";

impl<'a> Parts<'a> {
    pub(super) fn statement(&mut self, atoms: &[Atom<'a>]) -> Result<(), Fault> {
        // `- [1, 1]` is an element of a list in YAML and Markdown.
        let (is_element, atoms) = match atoms {
            [sign, rest @ ..] if sign.is_any("- * •") && !rest.is_empty() => (true, rest),
            _ => (false, atoms),
        };
        if let [label, sign, clue] = atoms
            && matches!(label.kind, Kind::Number)
            && sign.is_any(": = ) .")
            && let Kind::Leaf(text) | Kind::Quoted(text) = clue.kind
        {
            return self.labelled(label.line, label.text, text);
        }
        let has_digit = |atom: &Atom| atom.text.contains(|c: char| c.is_ascii_digit());
        let is_ignored = atoms[0].word().is_some_and(|word| IGNORED.contains(&word));
        if is_ignored && !atoms.iter().any(has_digit) {
            return Ok(());
        }
        let mut found: Vec<Item<'a>> = Vec::new();
        for item in items(atoms)? {
            // `Rows: [1, 1], 5, [1, 1]` is one list.
            match found.last_mut() {
                Some(last)
                    if last.name.is_some()
                        && item.name.is_none()
                        && (last.is_list || last.values.len() == 1)
                        && item.values.len() == 1 =>
                {
                    last.is_list = true;
                    last.values.extend(item.values);
                }
                _ => found.push(item),
            }
        }
        for item in &found {
            let is_odd = is_element && item.values.len() > 1;
            let is_bare = found.len() > 1
                && item.name.is_none()
                && item.values.iter().all(|value| value.depth() == 0);
            if is_odd || is_bare {
                return among_values(item);
            }
        }
        // `(1 1) (3)` is a list.
        let count: usize = found.iter().map(|item| item.values.len()).sum();
        let is_row = count > 1 && found.iter().all(|item| item.name.is_none());
        self.is_apart |= is_row;
        found.into_iter().try_for_each(|item| self.item(item))?;
        self.is_apart |= is_row;
        let last = self.lists.last_mut();
        if let Some(list) = last.filter(|list| is_element && list.form == Form::Leaves) {
            list.is_singular = true;
        }
        Ok(())
    }

    fn item(&mut self, item: Item<'a>) -> Result<(), Fault> {
        // Numbers beside brackets without a comma, or beside each other, may be parts of one clue.
        let are_bracketed = item.values.iter().all(|value| value.depth() > 0);
        let are_texts = item.values.iter().all(|value| matches!(value, Node::Text(..)));
        if item.values.len() > 1 && !item.is_list && !are_bracketed && !are_texts {
            return among_values(&item);
        }
        let line = item.line;
        let is_record = matches!(item.values[..], [Node::Record(_)]);
        let word = item.name.as_deref().map(Word::of);
        match (word, &item.values[..]) {
            (None | Some(Some(Word::Whole)), _) => self.all(item.values),
            (_, []) if item.is_assigned => Ok(()),
            (Some(Some(Word::Lines(side))), _) => self.side_values(side, item),
            (Some(Some(Word::Size(side))), [Node::Number(_, text)]) => self.size(side, text, line),
            (Some(Some(Word::Picture)), [value]) => self.drawing(value),
            (Some(None), [Node::Leaf(_, text)]) if item.name().eq_ignore_ascii_case("size") => {
                let sizes = text.split_once(',');
                let sizes = sizes.map(|(height, width)| (height.trim(), width.trim()));
                let Some((height, width)) =
                    sizes.filter(|(height, width)| is_number(height) && is_number(width))
                else {
                    return Err(Fault::at(line, unknown_name(&item)));
                };
                let number = |text: &str| text.parse().unwrap_or(usize::MAX);
                self.sizes.crossed = Some((number(height), number(width)));
                Ok(())
            }
            (_, [Node::Text(_, text)]) if self.describe(item.name(), text) => Ok(()),
            _ if is_record => self.all(item.values),
            _ => Err(Fault::at(line, unknown_name(&item))),
        }
    }

    /// Handles values without a name.
    fn all(&mut self, values: Vec<Node<'a>>) -> Result<(), Fault> {
        values.into_iter().try_for_each(|value| self.unnamed(value))
    }

    /// Handles the values after the name of a side.
    fn side_values(&mut self, side: Side, item: Item<'a>) -> Result<(), Fault> {
        let (line, name) = (item.line, item.name());
        if let Some(label) = item.label {
            if let [value] = &item.values[..]
                && let Cow::Borrowed(text) = value.clue()?
            {
                self.begin(line, side, true, name)?;
                return self.labelled(line, label, text);
            }
            let what = format!("{:?} without a list of clues", Excerpt(name));
            let lines = side.lines();
            let expected = format!("the clues of the {lines}, such as [[1, 1], [3]]");
            return refuse(line, what, expected, "correct it");
        }
        match &item.values[..] {
            [] => self.begin(line, side, false, name),
            [Node::Number(_, text)] if item.is_assigned && !is_singular(name) => {
                self.size(side, text, line)
            }
            // A pair of brackets beside a name may be anything.
            [Node::Leaf(..)] if !item.is_assigned => {
                let name = Excerpt(name);
                let what = format!("{name:?} with one pair of brackets beside it");
                let expected = "a colon or = before a list of clues";
                refuse(line, what, expected, ADD_OR_SPLIT)
            }
            [value] if is_singular(name) && value.depth() < 2 => {
                self.begin(line, side, true, name)?;
                let is_bare = value.depth() == 0;
                let form = if is_bare { Form::Lines } else { Form::Leaves };
                self.clue(line, value.clue()?, form)?;
                self.lists.last_mut().expect("a list was begun").is_singular = true;
                Ok(())
            }
            [value] => self.whole(Some(side), line, value.form(), value.clues()?),
            values => {
                let clues = values.iter().map(|value| Ok((value.line(), value.clue()?)));
                let clues = clues.collect::<Result<Vec<_>, Fault>>()?;
                self.whole(Some(side), line, Form::Whole, clues)
            }
        }
    }

    /// Handles a value without a name.
    fn unnamed(&mut self, value: Node<'a>) -> Result<(), Fault> {
        let line = value.line();
        match value {
            Node::Record(items) => items.into_iter().try_for_each(|item| self.item(item)),
            Node::Number(_, text) | Node::Text(_, text) => self.clue(line, text, Form::Leaves),
            Node::Leaf(_, text) if is_broken(text) => {
                let text = Excerpt(text);
                let what = format!("{text:?}, one pair of brackets around several lines");
                let expected = "the numbers of a clue with commas between them";
                refuse(line, what, expected, "correct the brackets")
            }
            Node::Leaf(..) => self.clue(line, value.clue()?, Form::Leaves),
            Node::List(_, nodes) if matches!(nodes[..], [Node::Record(_)]) => self.all(nodes),
            Node::List(_, ref nodes) if value.depth() > 2 => {
                let [first, second] = &nodes[..] else {
                    let what = format!("{} lists of clues in brackets", nodes.len());
                    let help = "put each puzzle into its own file";
                    return refuse(line, what, "two, the rows and the columns", help);
                };
                for list in [first, second] {
                    self.whole(None, list.line(), list.form(), list.clues()?)?;
                }
                Ok(())
            }
            Node::List(..) => {
                // A heading above it, if it has no clues yet, names its side.
                let side =
                    self.side.filter(|&side| self.lists.iter().all(|list| list.side != Some(side)));
                self.whole(side, line, value.form(), value.clues()?)
            }
        }
    }

    /// Handles a drawing: rows as texts or lists of cells, or a list of all cells.
    fn drawing(&mut self, value: &Node<'a>) -> Result<(), Fault> {
        let line = value.line();
        if self.picture.is_some() {
            let help = "put each puzzle into its own file";
            return refuse(line, "a second drawing", "one", help);
        }
        let row = |node: &Node<'a>| {
            if let Node::Text(_, text) = node {
                return Ok((*text).to_owned());
            }
            let text = node.clue()?;
            let cells: Vec<&str> = numbers(&text).collect();
            if let Some(other) = cells.iter().find(|word| !["0", "1"].contains(*word)) {
                let expected = "1 for filled and 0 for blank cells";
                let what = format!("{other:?} in a drawing");
                return refuse(node.line(), what, expected, "correct it");
            }
            Ok(cells.join(","))
        };
        let rows = match value {
            Node::List(_, nodes) => nodes.iter().map(row).collect::<Result<Vec<_>, Fault>>()?,
            Node::Leaf(..) => vec![row(value)?],
            other => {
                let expected = "its rows, such as [[1, 0], [0, 1]]";
                let what = "a single value in place of a drawing";
                return refuse(other.line(), what, expected, "correct it");
            }
        };
        self.picture = Some((line, rows));
        Ok(())
    }
}

/// Refuses values that may be parts of one clue.
fn among_values(item: &Item) -> Result<(), Fault> {
    let what = format!("{:?} among several values", Excerpt(item.text));
    let expected = "clues in brackets with commas between them";
    refuse(item.line, what, expected, "correct it")
}

/// Whether a line other than the last does not end with a comma or semicolon, so that a bracket may be lost.
fn is_broken(text: &str) -> bool {
    let mut lines = text.lines().rev().skip(1);
    lines.any(|line| !line.trim_end().ends_with([',', ';']))
}
