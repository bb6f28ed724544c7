//! One `<puzzle>` element: its colours, words, clues and goal.
//!
//! [`Reader::puzzle`]; everything else of the format is passed over.

use std::collections::HashMap;

use roxmltree::Node;

use super::{BLACK, LICENSE, WHITE, syntax};
use crate::formats::clues::{ClueLine, ClueReader, add_goal, assemble};
use crate::formats::error::{ParseError, ParseErrorKind, Side};
use crate::{Grid, MAX_SIDE, Metadata, Puzzle};

/// Reads puzzles out of one document.
pub(super) struct Reader<'a> {
    name: &'a str,
    /// Where each line of the document ends.
    ends: Vec<usize>,
}

/// An `<image>` and its rows of cells.
type Image<'n> = (Node<'n, 'n>, Vec<Vec<bool>>);

/// The colours of a puzzle.
struct Palette<'a> {
    background: &'a str,
    /// The colour of blocks that do not name theirs.
    default: &'a str,
    /// The colour of the first block, and so of all.
    ink: &'a str,
    /// What the characters of an image stand for.
    characters: HashMap<char, &'a str>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &str, name: &'a str) -> Self {
        Self { name, ends: text.match_indices('\n').map(|(at, _)| at).collect() }
    }

    /// The line of an element, from 1.
    fn line(&self, node: Node) -> usize {
        1 + self.ends.partition_point(|&end| end < node.range().start)
    }

    fn error(&self, node: Node, kind: ParseErrorKind) -> ParseError {
        ParseError::at(self.name, self.line(node), kind)
    }

    pub(super) fn puzzle(&self, node: Node) -> Result<Puzzle, ParseError> {
        let kind = node.attribute("type").unwrap_or("grid");
        if kind != "grid" {
            let what = format!("a puzzle of type {kind:?}");
            let kind = syntax(what, "rows and columns, type \"grid\"", "choose such a puzzle");
            return Err(self.error(node, kind));
        }
        let palette = Palette::of(node);
        let goal = self.goal(node, &palette)?;
        let rows = self.clues(node, Side::Rows, &palette)?;
        let columns = self.clues(node, Side::Columns, &palette)?;
        let puzzle = match (rows, columns, goal) {
            (Some(rows), Some(columns), goal) => {
                let puzzle = assemble(self.name, rows, columns)?;
                match goal {
                    None => puzzle,
                    Some((image, rows)) => add_goal(puzzle, &rows.concat())
                        .map_err(|kind| self.error(image, kind))?,
                }
            }
            (None, None, Some((image, rows))) => self.of_goal(image, &rows)?,
            _ => {
                let what = "clues of rows or columns are missing".to_owned();
                let expected = "both, or neither and a goal";
                return Err(self.error(node, syntax(what, expected, "add what is missing")));
            }
        };
        Ok(puzzle.with_metadata(words(node)))
    }

    /// The clues of one side, when there are any.
    fn clues(
        &self,
        puzzle: Node,
        side: Side,
        palette: &Palette,
    ) -> Result<Option<Vec<ClueLine>>, ParseError> {
        let kind = match side {
            Side::Rows => "rows",
            Side::Columns => "columns",
        };
        let mut all =
            children(puzzle, "clues").filter(|clues| clues.attribute("type") == Some(kind));
        let Some(clues) = all.next() else {
            return Ok(None);
        };
        if let Some(second) = all.next() {
            let what = format!("a second <clues type=\"{kind}\">");
            return Err(self.error(second, syntax(what, "one a puzzle", "remove it")));
        }
        let mut lines = Vec::new();
        for line in children(clues, "line") {
            if lines.len() == MAX_SIDE {
                let kind = ParseErrorKind::TooManyLines { side, expected: MAX_SIDE };
                return Err(self.error(line, kind));
            }
            lines.push(self.clue(line, palette)?);
        }
        if lines.is_empty() {
            let kind = syntax(format!("no {kind}"), "a <line> for each", "add them");
            return Err(self.error(clues, kind));
        }
        Ok(Some(lines))
    }

    fn clue(&self, line: Node, palette: &Palette) -> Result<ClueLine, ParseError> {
        let mut lengths = Vec::new();
        for count in children(line, "count") {
            let at = |kind| self.error(count, kind);
            let text = text_of(count);
            let clue = ClueReader::default().read(text).map_err(at)?;
            let length = match clue[..] {
                [length] => length,
                [] if !text.is_empty() => continue,
                _ => return Err(at(ParseErrorKind::NotANumber { found: text.to_owned() })),
            };
            if palette.colour_of(count) != palette.ink {
                return Err(at(ParseErrorKind::Coloured { length }));
            }
            lengths.push(length);
        }
        Ok(ClueLine { number: self.line(line), clue: lengths.into() })
    }

    /// The rows of the goal's image, when there is one.
    fn goal<'n>(
        &self,
        puzzle: Node<'n, 'n>,
        palette: &Palette,
    ) -> Result<Option<Image<'n>>, ParseError> {
        let is_goal = |node: &Node| node.attribute("type").unwrap_or("goal") == "goal";
        let goal = children(puzzle, "solution").find(is_goal);
        let Some(image) = goal.and_then(|goal| children(goal, "image").next()) else {
            return Ok(None);
        };
        let cell = |found| palette.filled(found).map_err(|kind| self.error(image, kind));
        let rows = (text_of(image).split('|'))
            .map(str::trim)
            .filter(|row| !row.is_empty())
            .map(|row| row.chars().map(cell).collect())
            .collect::<Result<Vec<Vec<bool>>, _>>()?;
        Ok(Some((image, rows)))
    }

    /// The puzzle of a goal without clues.
    fn of_goal(&self, image: Node, rows: &[Vec<bool>]) -> Result<Puzzle, ParseError> {
        let (height, width) = (rows.len(), rows.first().map_or(0, Vec::len));
        let sides = 1..=MAX_SIDE;
        let is_grid = rows.iter().all(|row| row.len() == width);
        if !is_grid || !sides.contains(&height) || !sides.contains(&width) {
            let what = "an image that is no grid".to_owned();
            let expected = format!("rows |..X.| of one length, up to {MAX_SIDE} x {MAX_SIDE}");
            return Err(self.error(image, syntax(what, &expected, "correct it")));
        }
        let grid = Grid::from_fn(height, width, |row, column| rows[row][column]);
        let puzzle = Puzzle::from_grid(&grid);
        Ok(puzzle.with_goal(grid).expect("a grid has its own clues"))
    }
}

impl<'a> Palette<'a> {
    fn of(puzzle: Node<'a, 'a>) -> Self {
        let mut characters = HashMap::from([('.', WHITE), ('X', BLACK)]);
        for color in children(puzzle, "color") {
            let character = color.attribute("char").and_then(|text| text.chars().next());
            if let (Some(character), Some(name)) = (character, color.attribute("name")) {
                characters.insert(character, name);
            }
        }
        let default = puzzle.attribute("defaultcolor").unwrap_or(BLACK);
        let first = puzzle.descendants().find(|node| node.has_tag_name("count"));
        Self {
            background: puzzle.attribute("backgroundcolor").unwrap_or(WHITE),
            default,
            ink: first.and_then(|count| count.attribute("color")).unwrap_or(default),
            characters,
        }
    }

    fn colour_of(&self, count: Node<'a, 'a>) -> &'a str {
        count.attribute("color").unwrap_or(self.default)
    }

    /// Whether a character of an image is a filled cell.
    fn filled(&self, found: char) -> Result<bool, ParseErrorKind> {
        match self.characters.get(&found) {
            Some(&name) if name == self.background => Ok(false),
            Some(&name) if name == self.ink => Ok(true),
            _ => {
                let what = format!("{found:?} in the goal");
                let expected = "the characters of the background and of one colour";
                Err(syntax(what, expected, "choose a puzzle in black and white"))
            }
        }
    }
}

fn words(puzzle: Node) -> Metadata {
    let text = |name| {
        let text = children(puzzle, name).map(text_of).find(|text| !text.is_empty());
        text.map(str::to_owned)
    };
    let catalogue = match (text("source"), text("id")) {
        (Some(source), Some(id)) => Some(format!("{source} {id}")),
        (source, id) => source.or(id),
    };
    let license = children(puzzle, "note").find_map(|note| text_of(note).strip_prefix(LICENSE));
    Metadata {
        catalogue,
        title: text("title"),
        by: text("author"),
        copyright: text("copyright"),
        license: license.map(str::to_owned),
    }
}

fn children<'n>(
    node: Node<'n, 'n>,
    name: &'static str,
) -> impl Iterator<Item = Node<'n, 'n>> {
    node.children().filter(move |child| child.has_tag_name(name))
}

fn text_of<'n>(node: Node<'n, 'n>) -> &'n str {
    node.text().unwrap_or("").trim()
}
