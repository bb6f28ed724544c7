//! The parts of a puzzle by their names: keys of JSON, variables of source code, and headings above lines of clues.
//!
//! [`Parts::add`] identifies a name by its meaning. [`Parts::puzzle`] reads the values, when all colours are known. Nothing is guessed:
//! a value that may have two meanings is refused.

mod colours;
mod picture;

use super::Source;
use super::clues::{ClueLine, ClueReader, check_count, is_number};
use super::draft::{Colours, Draft};
use super::error::{Fault, OnLine, ParseErrorKind, Side, refuse};
use super::lists::split;
use super::notation::{Member, Node, Value, not_understood, twice};
use super::text::Sizes;
use super::words::{Word, changes_order, names_a_side};
use crate::{Cell, Excerpt, Grid, MAX_SIDE, Metadata, Puzzle, Rgb};
use colours::{block, rgb};

/// Separators between the clues in a text.
const SEPARATORS: [char; 4] = [';', '\n', '/', '|'];

/// Refuses a value that is not the `expected` one.
fn wrong<T>(line: usize, what: impl Into<String>, expected: impl Into<String>) -> Result<T, Fault> {
    refuse(line, what, expected, "correct it")
}

/// The clues of the rows and of the columns.
type Sides = (Vec<ClueLine>, Vec<ClueLine>);

/// What names without a meaning are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Others {
    /// Other data, which is ignored with a note.
    Ignored,
    /// Other data if they are numbers.
    Numbers,
    /// An error.
    Refused,
}

/// The parts of a puzzle, as they are written.
pub(crate) struct Parts<'a> {
    pub(crate) line: usize,
    others: Others,
    pub(crate) rows: Option<Node<'a>>,
    pub(crate) columns: Option<Node<'a>>,
    /// Lists of clues without a name.
    pub(crate) open: Vec<Node<'a>>,
    pub(crate) sizes: Sizes,
    pub(crate) picture: Option<Node<'a>>,
    pub(crate) colours: Colours,
    /// The names of colours in a list, in order.
    listed: Vec<String>,
    pub(crate) metadata: Metadata,
    /// A comment that names a side.
    named: Option<(usize, String)>,
    /// Values with other names that may hold puzzles.
    pub(crate) rest: Vec<(String, Node<'a>)>,
    ignored: Vec<(usize, String)>,
}

impl<'a> Parts<'a> {
    pub(crate) fn new(line: usize, others: Others) -> Self {
        Self {
            line,
            others,
            rows: None,
            columns: None,
            open: Vec::new(),
            sizes: Sizes::default(),
            picture: None,
            colours: Colours::with_default(""),
            listed: Vec::new(),
            metadata: Metadata::default(),
            named: None,
            rest: Vec::new(),
            ignored: Vec::new(),
        }
    }

    /// Adds a value, which has a name unless it is an object or a list.
    pub(crate) fn add(&mut self, name: Option<&str>, node: Node<'a>) -> Result<(), Fault> {
        match (name, node.value) {
            (Some(name), value) => self.add_named(name, Node { line: node.line, value }),
            (None, Value::Object(members)) => self.add_all(members),
            (None, Value::List(lists)) if is_pair(&lists) && self.open.is_empty() => {
                self.open.extend(lists);
                Ok(())
            }
            (None, value @ Value::List(_)) => {
                self.open.push(Node { line: node.line, value });
                Ok(())
            }
            (None, Value::Bare(word)) => Err(Fault::at(node.line, not_understood(word))),
            (None, Value::Text(text)) => Err(Fault::at(node.line, not_understood(&text))),
        }
    }

    /// Adds the members of an object below a name: both sides or none, because those of one side may be part of another puzzle.
    fn add_object(&mut self, line: usize, members: Vec<Member<'a>>) -> Result<(), Fault> {
        let sides = |parts: &Self| [parts.rows.is_some(), parts.columns.is_some()];
        let before = sides(self);
        self.add_all(members)?;
        if sides(self) == before || (before, sides(self)) == ([false; 2], [true; 2]) {
            return Ok(());
        }
        wrong(line, "the clues of one side in an object", "those of both sides in the same object")
    }

    fn add_all(&mut self, members: Vec<Member<'a>>) -> Result<(), Fault> {
        members.into_iter().try_for_each(|(name, node)| self.add_named(&name, node))
    }

    fn add_named(&mut self, name: &str, node: Node<'a>) -> Result<(), Fault> {
        let line = node.line;
        let word = match name {
            // The names of the sizes in MiniZinc's benchmark.
            "X" if self.others == Others::Numbers => Some(Word::Size(Side::Columns)),
            "Y" if self.others == Others::Numbers => Some(Word::Size(Side::Rows)),
            name => Word::of(name),
        };
        let is_null = matches!(node.value, Value::Bare("null" | "None" | "nil"));
        if let (Some(place), Some(text)) =
            (word.and_then(|word| word.field(&mut self.metadata)), node.word())
        {
            *place = place.take().or(Some(text.to_owned()).filter(|_| !is_null));
            return Ok(());
        }
        match (word, node.value) {
            (Some(_), Value::Bare(_)) if is_null => Ok(()),
            (Some(Word::Lines(side) | Word::Size(side)), Value::Bare(number)) => {
                self.sizes.declare(side, number).on(line)
            }
            (Some(Word::Size(side)), Value::Text(number)) => {
                self.sizes.declare(side, &number).on(line)
            }
            (Some(Word::Lines(side)), value) => {
                let place = side.of(&mut self.rows, &mut self.columns);
                match place.replace(Node { line, value }) {
                    Some(_) => twice(line, name),
                    None => Ok(()),
                }
            }
            (Some(Word::Sizes), Value::Object(members)) => self.add_all(members),
            (Some(Word::Sizes), value) => self.add_sizes(&Node { line, value }),
            (Some(Word::Puzzle | Word::Picture), Value::Object(members)) => {
                self.add_object(line, members)
            }
            // The name of a variable.
            (None, Value::Object(members)) if self.others == Others::Refused => {
                self.add_object(line, members)
            }
            (Some(Word::Puzzle), Value::List(lists)) if is_pair(&lists) && self.open.is_empty() => {
                self.open.extend(lists);
                Ok(())
            }
            // A text of one line may be the name of a file.
            (Some(Word::Picture), Value::Text(text)) if !text.contains('\n') => {
                self.unknown(name, Node { line, value: Value::Text(text) })
            }
            (Some(Word::Picture), value) => match self.picture.replace(Node { line, value }) {
                Some(_) => wrong(line, "two pictures of one puzzle", "one picture, its solution"),
                None => Ok(()),
            },
            (Some(Word::Palette), value @ (Value::List(_) | Value::Object(_))) => {
                self.add_palette(&Node { line, value })
            }
            (Some(Word::Background), value) => {
                self.colours.background = Some(rgb(&Node { line, value })?);
                Ok(())
            }
            (_, value) => self.unknown(name, Node { line, value }),
        }
    }

    /// Handles a name without a meaning here. One that states how other parts are to be read is refused.
    fn unknown(&mut self, name: &str, node: Node<'a>) -> Result<(), Fault> {
        let line = node.line;
        let is_off = matches!(node.value, Value::Bare("null" | "false" | "0"));
        if changes_order(name) && !is_off {
            let what =
                format!("{:?}, which may say that the clues are in another order", Excerpt(name));
            return refuse(
                line,
                what,
                "the rows from the top",
                "remove it, if it says nothing else",
            );
        }
        // It may state the order of two lists.
        if let Some(text) = node.word().filter(|text| names_a_side(text)) {
            self.named.get_or_insert_with(|| (line, text.to_owned()));
        }
        let is_bare = matches!(node.value, Value::Bare(_));
        if name.to_lowercase().contains("colo") && !is_bare {
            let what = format!("{:?}, colours apart from the lengths", Excerpt(name));
            return wrong(line, what, "the colour of each block in its clue, such as \"3a\"");
        }
        let is_number = matches!(node.value, Value::Bare(text) if is_number(text));
        if self.others == Others::Refused || self.others == Others::Numbers && !is_number {
            let what = format!(
                "{:?} is neither the rows nor the columns nor another part of a puzzle",
                Excerpt(name)
            );
            let help = "rename it, or remove what is not part of the puzzle";
            return refuse(line, what, "names such as rows and columns", help);
        }
        if matches!(node.value, Value::List(_) | Value::Object(_)) {
            self.rest.push((name.to_owned(), node));
        } else {
            self.ignored.push((line, name.to_owned()));
        }
        Ok(())
    }

    /// Adds both sizes: a text such as `5x8`, a list of two numbers, or the side of a square.
    fn add_sizes(&mut self, node: &Node) -> Result<(), Fault> {
        let words = match (node.items(), node.word()) {
            ([first, second], None) => first.word().zip(second.word()),
            ([], Some(text)) => text.split_once(['x', 'X', '×']).or(Some((text, text))),
            _ => None,
        };
        let number = |text: &str| text.trim().parse().ok().filter(|size| *size <= MAX_SIDE);
        match words.and_then(|(first, second)| number(first).zip(number(second))) {
            Some(sizes) => self.sizes.cross(sizes).on(node.line),
            None => node.refuse("two numbers such as [10, 10]"),
        }
    }

    /// Considers a comment or title: the sizes in it are checked, and a puzzle without headings is refused if it names a side.
    pub(crate) fn note(&mut self, line: usize, text: &str) -> Result<(), Fault> {
        if names_a_side(text) {
            self.named.get_or_insert_with(|| (line, text.to_owned()));
        }
        self.sizes.read(text).on(line)
    }

    /// Whether there are clues or a picture.
    pub(crate) fn is_puzzle(&self) -> bool {
        let parts = [&self.rows, &self.columns, &self.picture];
        !self.open.is_empty() || parts.iter().any(|part| part.is_some())
    }

    /// The puzzle of these parts.
    pub(crate) fn puzzle(mut self, source: &Source) -> Result<Puzzle, Fault> {
        let line = self.line;
        let is_list = self.others != Others::Ignored || !self.open.is_empty();
        if let Some(title) = self.metadata.title.clone().filter(|_| is_list) {
            self.note(line, &title)?;
        }
        if let [only] = &self.open[..]
            && is_drawing(only)
            && self.picture.is_none()
        {
            self.picture = self.open.pop();
        }
        let sides = self.sides(source)?;
        if self.colours.is_used("") && self.colours.names().len() > 1 {
            let expected = "a colour for each block, or for none";
            return wrong(line, "blocks with and without a colour", expected);
        }
        let goal = self.goal(sides.as_ref(), source.filled)?;
        if sides.is_none() && goal.is_none() {
            let expected = "the keys \"rows\" and \"columns\", or a \"grid\"";
            let what = "an object without clues and without a grid";
            return refuse(line, what, expected, "add what is missing");
        }
        for (name, node) in std::mem::take(&mut self.rest) {
            // A value for each block may be its colour.
            let is_alike = |clues: &[ClueLine]| {
                let lengths = node.items().iter().map(|line| line.items().len());
                lengths.eq(clues.iter().map(|line| line.clue.len()))
            };
            if sides.as_ref().is_some_and(|(rows, columns)| is_alike(rows) || is_alike(columns)) {
                let what = format!("{:?}, which may be the colours of blocks", Excerpt(&name));
                return wrong(
                    node.line,
                    what,
                    "the colour of each block in its clue, such as \"3a\"",
                );
            }
            self.ignored.push((node.line, name));
        }
        for (line, name) in &self.ignored {
            let text = format!("the key {:?} has no meaning here and is ignored", Excerpt(name));
            source.note(false, Some(*line), &text);
        }
        let inks = self.colours.inks();
        let goal = goal.map(|(line, grid)| {
            let cell = |row, column| match grid.get(row, column) {
                Cell::Colour(colour) => Cell::Colour(inks.colours[colour.index()]),
                cell => cell,
            };
            (line, Grid::from_cells(grid.rows(), grid.columns(), cell))
        });
        Draft { sides, inks: Some(inks), goal, metadata: self.metadata }.finish()
    }

    /// The clues of both sides, if there are any, with the declared sizes.
    fn sides(&mut self, source: &Source) -> Result<Option<Sides>, Fault> {
        let (rows, columns) = (self.rows.take(), self.columns.take());
        let missing = |line, side| Err(Fault::at(line, ParseErrorKind::no_clues(side)));
        let open = std::mem::take(&mut self.open);
        let (rows, columns) = match (rows, columns) {
            (Some(rows), Some(columns)) => (self.list(&rows)?, self.list(&columns)?),
            (None, Some(columns)) => return missing(columns.line, Side::Rows),
            (Some(rows), None) => {
                let last = rows.items().last().unwrap_or(&rows);
                return missing(last.line, Side::Columns);
            }
            (None, None) if open.is_empty() => return Ok(None),
            (None, None) => {
                if open.len() == 2 && open.iter().all(is_drawing) {
                    let expected = "objects with \"rows\" and \"columns\", or with a \"grid\"";
                    return wrong(self.line, "two lists that may be clues or drawings", expected);
                }
                let lists: Result<Vec<List>, Fault> =
                    open.iter().map(|list| self.list(list)).collect();
                return self.split(&lists?, source).map(Some);
            }
        };
        if let Some(list) = open.first() {
            let expected = "headings above all clues";
            return wrong(list.line, "clues without a heading beside rows and columns", expected);
        }
        for (side, list, other) in [(Side::Rows, &rows, &columns), (Side::Columns, &columns, &rows)]
        {
            let (count, size) = (list.clues.len(), *self.sizes.of(side));
            if count == 0 {
                return missing(list.line, side);
            }
            // What is missing is reported at the last clue.
            let at = size.map_or(0, |size| size.min(count - 1));
            check_count(side, count, size).on(list.clues[at].number)?;
            if let Some(clue) = split::stray_zero(&list.clues) {
                let what = "a 0 beside blocks, and not in other clues";
                let expected =
                    "zeros that make all clues of a side equally long, or end all of them";
                let help = "remove it, or write a clue without blocks apart";
                return refuse(clue.number, what, expected, help);
            }
            if list.is_flat && size != Some(count) && (other.is_flat || !other.is_nested) {
                return split::is_flat(list.line);
            }
        }
        if !self.sizes.fit(rows.clues.len(), columns.clues.len()) {
            let what = split::shown_sizes(rows.clues.len(), columns.clues.len());
            let help = "correct the sizes, or add the clues that are missing";
            let first = rows.line.min(columns.line);
            return refuse(first, what, self.sizes.expected(), help);
        }
        Ok(Some((rows.clues, columns.clues)))
    }

    /// Divides lists without names.
    fn split(&self, lists: &[List], source: &Source) -> Result<Sides, Fault> {
        let options = source.lists;
        let sides = split::sides(lists, options, self.sizes)?;
        if options.columns_first {
            return Ok(sides);
        }
        if let Some((line, text)) = &self.named {
            let what = format!(
                "{:?} beside lists without headings, of which the first are the rows",
                Excerpt(text)
            );
            let help = "put headings above the lists, or choose --columns-first";
            return refuse(*line, what, "headings such as Rows and Columns", help);
        }
        source.note_assumed_rows(sides.0.len());
        Ok(sides)
    }
}

/// The clues of a list, and how they are written.
pub(crate) struct List {
    pub(crate) line: usize,
    pub(crate) clues: Vec<ClueLine>,
    /// Whether each clue is a number, without brackets of its own.
    pub(crate) is_flat: bool,
    /// Whether each clue is in brackets.
    pub(crate) is_nested: bool,
}

/// Whether lists are two sides, each with all of its clues in brackets.
fn is_pair(lists: &[Node]) -> bool {
    let is_clue = |clue: &Node| clue.is_list() && !clue.items().iter().any(Node::is_list);
    let is_side = |side: &Node| !side.items().is_empty() && side.items().iter().all(is_clue);
    lists.len() == 2 && lists.iter().all(is_side)
}

/// Whether a list without a name consists of equally long rows of cells, of which one is blank. Two rows may be two clues.
fn is_drawing(node: &Node) -> bool {
    let rows = node.items();
    let width = rows.first().map_or(0, |row| row.items().len());
    let cells = || rows.iter().flat_map(Node::items);
    let is_cell = |cell: &Node| matches!(cell.value, Value::Bare("0" | "1" | "true" | "false"));
    let is_blank = |cell: &Node| matches!(cell.value, Value::Bare("0" | "false"));
    width > 1
        && rows.iter().all(|row| row.items().len() == width)
        && cells().all(is_cell)
        && cells().any(is_blank)
}

/// Whether a value is or contains an object with clues or a picture, or two lists of clues.
pub(crate) fn holds_puzzle(node: &Node) -> bool {
    match &node.value {
        Value::Bare(_) | Value::Text(_) => false,
        Value::List(items) => is_pair(items) || items.iter().any(holds_puzzle),
        Value::Object(members) => members.iter().any(|(name, node)| {
            let is_nested = node.word().is_none();
            let is_part = match Word::of(name) {
                Some(Word::Lines(_)) => is_nested || matches!(node.value, Value::Text(_)),
                Some(Word::Picture) => node.is_list(),
                _ => false,
            };
            is_part || is_nested && holds_puzzle(node)
        }),
    }
}

impl Parts<'_> {
    /// The clues of a side: a list of clues, or a text with separators between them.
    fn list(&mut self, node: &Node) -> Result<List, Fault> {
        let parts: Vec<Node>;
        let items = match &node.value {
            Value::Text(text) => {
                let text = text.strip_suffix('\n').unwrap_or(text);
                parts = text
                    .split(SEPARATORS)
                    .take(MAX_SIDE + 1)
                    .map(|part| Node::text(node.line, part))
                    .collect();
                if let Some(part) =
                    parts.iter().find(|part| part.word().is_some_and(|part| part.trim().is_empty()))
                {
                    return part.refuse("a clue between two separators, 0 for a blank line");
                }
                &parts
            }
            Value::List(items) => items,
            _ => return node.refuse("a list of clues"),
        };
        if items.len() > 2 * MAX_SIDE + 2 {
            let what = format!("more than {} clues", 2 * MAX_SIDE);
            let expected = format!("at most {MAX_SIDE} for each side");
            let help = "remove the lines that are not clues, or split the puzzle";
            return refuse(node.line, what, expected, help);
        }
        let is_alike = |node: &Node, other: &Node| {
            std::mem::discriminant(&node.value) == std::mem::discriminant(&other.value)
        };
        if let Some(other) = items.iter().find(|item| !is_alike(item, &items[0])) {
            return other.refuse("clues that are all written alike, such as [[1, 1], [3]]");
        }
        let clues = items.iter().map(|item| self.clue(item)).collect::<Result<Vec<_>, _>>()?;
        let first = items.first().map(|first| &first.value);
        Ok(List {
            line: items.first().map_or(node.line, |first| first.line),
            clues,
            is_flat: matches!(first, Some(Value::Bare(_))),
            is_nested: matches!(first, Some(Value::List(_))),
        })
    }

    fn clue(&mut self, node: &Node) -> Result<ClueLine, Fault> {
        let mut reader = ClueReader::coloured(std::mem::take(&mut self.colours));
        let clue = match &node.value {
            Value::Bare(text) => reader.line(node.line, text),
            Value::Text(text) => reader.line(node.line, text),
            Value::List(items) => {
                let blocks: Result<Vec<_>, Fault> = items
                    .iter()
                    .take(MAX_SIDE + 1)
                    .map(|item| match item.word() {
                        Some(word) => reader.block(word.trim()).on(item.line),
                        None => block(item, &self.listed, &mut reader.colours),
                    })
                    .collect();
                blocks.and_then(|blocks| reader.of_blocks(node.line, &blocks))
            }
            Value::Object(_) => node.refuse("a clue such as [3, 1], 3 or \"3 1\""),
        };
        self.colours = reader.colours;
        let clue = clue?;
        let background = self.colours.background.unwrap_or(Rgb::WHITE);
        let is_background = |name: &String| {
            self.colours.named(name).is_none() && self.colours.rgb(name) == Some(background)
        };
        if self.colours.names().iter().any(is_background) {
            let expected = "blocks in other colours, because blank cells are not blocks";
            return wrong(node.line, "a block in the colour of the background", expected);
        }
        Ok(clue)
    }
}
