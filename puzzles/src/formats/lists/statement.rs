//! The meaning of a statement with brackets: clues of a side, sizes, metadata, a drawing, or a record of these.

use std::borrow::Cow;

use super::code::{Item, Node, items, numbers, of_side, unknown_name};
use super::part::{Form, IGNORED, Parts, is_singular};
use super::scan::{Atom, Kind};
use crate::excerpt::Excerpt;
use crate::formats::clues::is_number;
use crate::formats::error::{Fault, Side, refuse};
use crate::formats::words::Word;

impl<'a> Parts<'a> {
    pub(super) fn statement(&mut self, atoms: &[Atom<'a>]) -> Result<(), Fault> {
        // `- [1, 1]` is an element of a list in YAML and Markdown.
        let (is_element, atoms) = match atoms {
            [sign, rest @ ..]
                if (sign.is("-") || sign.is("*") || sign.is("•")) && !rest.is_empty() =>
            {
                (true, rest)
            }
            _ => (false, atoms),
        };
        if let [label, sign, clue] = atoms
            && matches!(label.kind, Kind::Number)
            && [":", "=", ")", "."].iter().any(|mark| sign.is(mark))
            && let Kind::Leaf(text) | Kind::Quoted(text) = clue.kind
        {
            return self.labelled(label.line, label.text, text);
        }
        let is_digit = |c: char| c.is_ascii_digit();
        if atoms[0].word().is_some_and(|word| IGNORED.contains(&word))
            && !atoms.iter().any(|atom| atom.text.contains(is_digit))
        {
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
        let is_row = found.iter().map(|item| item.values.len()).sum::<usize>() > 1;
        let is_row = is_row && found.iter().all(|item| item.name.is_none());
        self.is_apart |= is_row;
        found.into_iter().try_for_each(|item| self.item(item))?;
        self.is_apart |= is_row;
        if let Some(list) = self
            .lists
            .last_mut()
            .filter(|list| is_element && list.form == Form::Leaves)
        {
            list.is_singular = true;
        }
        Ok(())
    }

    fn item(&mut self, item: Item<'a>) -> Result<(), Fault> {
        // Numbers beside brackets without a comma, or beside each other, may be parts of one clue.
        let are_bracketed = item.values.iter().all(|value| value.depth() > 0);
        let are_texts = item
            .values
            .iter()
            .all(|value| matches!(value, Node::Text(..)));
        if item.values.len() > 1 && !item.is_list && !are_bracketed && !are_texts {
            return among_values(&item);
        }
        let line = item.line;
        let Some(name) = &item.name else {
            return item
                .values
                .into_iter()
                .try_for_each(|value| self.unnamed(value));
        };
        let is_record = matches!(item.values[..], [Node::Record(_)]);
        let fault = |kind| Err(Fault::at(line, kind));
        match (Word::of(name), &item.values[..]) {
            (_, []) if item.is_assigned => Ok(()),
            (Some(Word::Lines(side)), _) => self.side_values(side, item),
            (Some(Word::Size(side)), [Node::Number(_, text)]) => self.size(side, text, line),
            (Some(Word::Picture), [value]) => self.drawing(value),
            (Some(Word::Whole), _) => item
                .values
                .into_iter()
                .try_for_each(|value| self.unnamed(value)),
            (None, [Node::Leaf(_, text)]) if name.eq_ignore_ascii_case("size") => match text
                .split_once(',')
            {
                Some((height, width)) if is_number(height.trim()) && is_number(width.trim()) => {
                    let number = |text: &str| text.trim().parse().unwrap_or(usize::MAX);
                    self.sizes = Some((number(height), number(width)));
                    Ok(())
                }
                _ => fault(unknown_name(&item)),
            },
            (_, [Node::Text(_, text)]) if self.describe(name, text) => Ok(()),
            (_, _) if is_record => item
                .values
                .into_iter()
                .try_for_each(|value| self.unnamed(value)),
            _ => fault(unknown_name(&item)),
        }
    }

    /// Handles the values after the name of a side.
    fn side_values(&mut self, side: Side, item: Item<'a>) -> Result<(), Fault> {
        let line = item.line;
        let name = item.name.as_deref().unwrap_or_default();
        if let Some(label) = item.label {
            let [value] = &item.values[..] else {
                return Err(Fault::at(line, of_side(side, &item)));
            };
            self.begin(line, side, true, name)?;
            let Cow::Borrowed(text) = value.clue()? else {
                return Err(Fault::at(line, of_side(side, &item)));
            };
            return self.labelled(line, label, text);
        }
        match &item.values[..] {
            [] => self.begin(line, side, false, name),
            [Node::Number(_, text)] if item.is_assigned && !is_singular(name) => {
                self.size(side, text, line)
            }
            // A pair of brackets beside a name may be anything.
            [Node::Leaf(..)] if !item.is_assigned => refuse(
                line,
                format!("{:?} with one pair of brackets beside it", Excerpt(name)),
                "a colon or = before a list of clues",
                "add it, or put each clue on a line of its own",
            ),
            [value] if is_singular(name) && value.depth() < 2 => {
                self.begin(line, side, true, name)?;
                let form = if value.depth() == 0 {
                    Form::Lines
                } else {
                    Form::Leaves
                };
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
            Node::Leaf(_, text)
                if text
                    .lines()
                    .rev()
                    .skip(1)
                    .any(|line| !line.trim_end().ends_with([',', ';'])) =>
            {
                let what = format!(
                    "{:?}, one pair of brackets around several lines",
                    Excerpt(text)
                );
                refuse(
                    line,
                    what,
                    "the numbers of a clue with commas between them",
                    "correct the brackets",
                )
            }
            Node::Leaf(..) => self.clue(line, value.clue()?, Form::Leaves),
            Node::List(_, nodes)
                if nodes.iter().all(|node| matches!(node, Node::Record(_))) && nodes.len() == 1 =>
            {
                nodes.into_iter().try_for_each(|node| self.unnamed(node))
            }
            Node::List(_, ref nodes) if value.depth() > 2 => {
                let [first, second] = &nodes[..] else {
                    let what = format!("{} lists of clues in brackets", nodes.len());
                    return refuse(
                        line,
                        what,
                        "two, the rows and the columns",
                        "put each puzzle into its own file",
                    );
                };
                for list in [first, second] {
                    self.whole(None, list.line(), list.form(), list.clues()?)?;
                }
                Ok(())
            }
            Node::List(..) => {
                // A heading above it, if it has no clues yet, names its side.
                let side = self
                    .side
                    .filter(|&side| self.lists.iter().all(|list| list.side != Some(side)));
                self.whole(side, line, value.form(), value.clues()?)
            }
        }
    }

    /// Handles a drawing: rows as texts or lists of cells, or a list of all cells.
    fn drawing(&mut self, value: &Node<'a>) -> Result<(), Fault> {
        let line = value.line();
        if self.picture.is_some() {
            return refuse(
                line,
                "a second drawing",
                "one",
                "put each puzzle into its own file",
            );
        }
        let row = |node: &Node<'a>| match node {
            Node::Text(_, text) => Ok((*text).to_owned()),
            node => {
                let text = node.clue()?;
                match numbers(&text).find(|word| !["0", "1"].contains(word)) {
                    Some(other) => refuse(
                        node.line(),
                        format!("{other:?} in a drawing"),
                        "1 for filled and 0 for blank cells",
                        "correct it",
                    ),
                    None => Ok(numbers(&text).collect::<Vec<_>>().join(",")),
                }
            }
        };
        let rows = match value {
            Node::List(_, nodes) => nodes.iter().map(row).collect::<Result<Vec<_>, Fault>>()?,
            Node::Leaf(..) => vec![row(value)?],
            other => {
                let what = "a single value in place of a drawing".to_owned();
                return refuse(
                    other.line(),
                    what,
                    "its rows, such as [[1, 0], [0, 1]]",
                    "correct it",
                );
            }
        };
        self.picture = Some((line, rows));
        Ok(())
    }
}

/// Refuses values that may be parts of one clue.
fn among_values(item: &Item) -> Result<(), Fault> {
    let what = format!("{:?} among several values", Excerpt(item.text));
    refuse(
        item.line,
        what,
        "clues in brackets with commas between them",
        "correct it",
    )
}
