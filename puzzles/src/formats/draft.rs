//! A puzzle as its file is read: clues with their lines, colours, goal and metadata.
//!
//! [`Draft::finish`] creates the puzzle of every format with clues, and checks that the clues fit and the goal matches them.

use super::clues::ClueLine;
use super::error::{Fault, ParseErrorKind};
use crate::{
    Clue, Colour, Grid, Ink, Line, MAX_COLOURS, Metadata, Palette, Puzzle, PuzzleError, Rgb,
};

/// The parts of a puzzle. Without clues, the goal is a drawing from which they follow.
#[derive(Default)]
pub(crate) struct Draft {
    pub(crate) sides: Option<(Vec<ClueLine>, Vec<ClueLine>)>,
    pub(crate) inks: Option<Inks>,
    /// The goal in the colours of the palette, every cell known, and its line.
    pub(crate) goal: Option<(usize, Grid)>,
    pub(crate) metadata: Metadata,
}

/// A puzzle in black and white of nothing but clues.
pub(crate) fn assemble(sides: (Vec<ClueLine>, Vec<ClueLine>)) -> Result<Puzzle, Fault> {
    let draft = Draft { sides: Some(sides), ..Draft::default() };
    draft.finish()
}

impl Draft {
    /// Creates the puzzle. A clue that does not fit is reported with its line in the file.
    pub(crate) fn finish(self) -> Result<Puzzle, Fault> {
        let palette = self.inks.as_ref().map(|inks| inks.palette.clone());
        let palette = palette.unwrap_or_default();
        let Some((rows, columns)) = self.sides else {
            let Some((_, grid)) = self.goal else {
                return Err(ParseErrorKind::Empty.into());
            };
            return Ok(drawn(grid, palette).with_metadata(self.metadata));
        };
        let number = |line: Line| match line {
            Line::Row(index) => rows[index].number,
            Line::Column(index) => columns[index].number,
        };
        let clues = |lines: &[ClueLine]| -> Vec<Clue> {
            let clues = lines.iter().map(|line| &line.clue);
            match &self.inks {
                Some(inks) => clues.map(|clue| inks.recolour(clue)).collect(),
                None => clues.cloned().collect(),
            }
        };
        let puzzle = Puzzle::in_colours(clues(&rows), clues(&columns), palette);
        let puzzle = puzzle.map_err(|error| Fault {
            line: match error {
                PuzzleError::ClueTooLong { line, .. } => Some(number(line)),
                _ => None,
            },
            kind: error.into(),
        })?;
        let puzzle = puzzle.with_metadata(self.metadata);
        match self.goal {
            None => Ok(puzzle),
            Some((line, goal)) => {
                puzzle.with_goal(goal).map_err(|error| Fault::at(line, error.into()))
            }
        }
    }
}

/// The puzzle of a drawing, which becomes its goal. Every cell is known and in the colours of the palette.
pub(crate) fn drawn(grid: Grid, palette: Palette) -> Puzzle {
    let puzzle = Puzzle::from_grid(&grid).with_palette(palette);
    let puzzle = puzzle.and_then(|puzzle| puzzle.with_goal(grid));
    puzzle.expect("a drawing has its own clues and colours")
}

/// Creates a palette from at most [`MAX_COLOURS`] letters and colours of a file. Letters become lower case. A letter that is missing,
/// invalid or already taken is replaced by a free one, and a missing colour by an unused standard colour. Black on white becomes the
/// default palette.
pub(crate) fn palette_of(
    wanted: &[(Option<char>, Option<Rgb>)],
    background: Option<Rgb>,
) -> Palette {
    let is_seen = |rgb: &Rgb| {
        let is_taken = wanted.iter().any(|(_, other)| *other == Some(*rgb));
        !is_taken && background != Some(*rgb)
    };
    let standard = Palette::standard(MAX_COLOURS);
    let mut spare = standard.inks().iter().map(|ink| ink.rgb).filter(is_seen);
    let own = |mark: Option<char>| mark.map(|mark| mark.to_ascii_lowercase());
    let mut inks: Vec<Ink> = Vec::new();
    for &(mark, rgb) in wanted {
        let is_free = |letter: &char| !inks.iter().any(|ink| ink.letter == *letter);
        let is_spare = |letter: &char| {
            let is_other = |&(mark, _): &(Option<char>, _)| own(mark) == Some(*letter);
            is_free(letter) && !wanted.iter().any(is_other)
        };
        let letter = (own(mark).filter(char::is_ascii_lowercase).filter(is_free))
            .or_else(|| ('a'..='z').find(is_spare))
            .or_else(|| ('a'..='z').find(is_free));
        inks.push(Ink {
            letter: letter.expect("no more colours than letters"),
            rgb: rgb.or_else(|| spare.next()).unwrap_or_default(),
        });
    }
    let palette = Palette::new(inks).expect("letters that differ");
    let palette = palette.with_background(background.unwrap_or(Rgb::WHITE));
    if palette.is_black_and_white() {
        return Palette::default();
    }
    palette
}

/// The palette of a file, and the index in that palette of each colour found in the clues, in order of appearance.
#[derive(Default)]
pub(crate) struct Inks {
    pub(crate) palette: Palette,
    pub(crate) colours: Vec<Colour>,
}

impl Inks {
    pub(crate) fn recolour(&self, clue: &Clue) -> Clue {
        clue.recoloured(|colour| self.colours[colour.index()])
    }
}

/// The colours of a puzzle read so far. Names are compared exactly.
#[derive(Default)]
pub(crate) struct Colours {
    pub(crate) background: Option<Rgb>,
    /// Name of the colour of blocks without a name.
    default: &'static str,
    declared: Vec<Named>,
    /// Names of the used colours, in order of first appearance.
    used: Vec<String>,
}

pub(crate) struct Named {
    pub(crate) name: String,
    /// The character of its cells in a picture.
    pub(crate) character: Option<char>,
    pub(crate) rgb: Option<Rgb>,
}

impl Named {
    /// A colour whose name is its letter, or empty without one.
    pub(crate) fn lettered(letter: Option<char>, rgb: Option<Rgb>) -> Self {
        let name = letter.map(String::from).unwrap_or_default();
        Self { name, character: letter, rgb }
    }
}

impl Colours {
    /// No colours so far. Blocks without a name have the colour `default`.
    pub(crate) fn with_default(default: &'static str) -> Self {
        Self { default, ..Self::default() }
    }

    /// Adds a colour, unless its name has been declared before.
    pub(crate) fn declare(&mut self, colour: Named) {
        if self.named(&colour.name).is_none() {
            self.declared.push(colour);
        }
    }

    pub(crate) fn declared(&self) -> &[Named] {
        &self.declared
    }

    /// The declared colour of this name.
    pub(crate) fn named(&self, name: &str) -> Option<&Named> {
        self.declared.iter().find(|declared| declared.name == name)
    }

    /// Names of the used colours, in order of first appearance.
    pub(crate) fn names(&self) -> &[String] {
        &self.used
    }

    /// Whether a block or a cell has the colour.
    pub(crate) fn is_used(&self, name: &str) -> bool {
        self.place(name).is_some()
    }

    /// Place of a name among the used colours.
    pub(crate) fn place(&self, name: &str) -> Option<usize> {
        self.used.iter().position(|used| used == name)
    }

    /// The RGB value of a colour: the declared one or that of its name.
    pub(crate) fn rgb(&self, name: &str) -> Option<Rgb> {
        let declared = self.named(name).and_then(|declared| declared.rgb);
        declared.or_else(|| of_name(name))
    }

    /// The colour of a name, or of blocks without a name, as an index into the used colours.
    pub(crate) fn used(&mut self, name: Option<&str>) -> Result<Colour, ParseErrorKind> {
        let name = name.unwrap_or(self.default);
        let known = self.place(name);
        let place = known.unwrap_or(self.used.len());
        let colour = Colour::new(place).ok_or_else(ParseErrorKind::too_many_colours)?;
        if known.is_none() {
            self.used.push(name.to_owned());
        }
        Ok(colour)
    }

    /// The palette of the used colours: first the declared ones, then the others; the default colour if no colour is used. If one colour
    /// is declared and one is used, a used one without a name, or with a letter as its name, has the declared RGB value.
    pub(crate) fn inks(&self) -> Inks {
        let names = self.declared.iter().map(|declared| declared.name.as_str());
        let mut names: Vec<&str> = names.filter(|name| self.is_used(name)).collect();
        let rest = self.used.iter().map(String::as_str);
        names.extend(rest.filter(|name| self.named(name).is_none()));
        if names.is_empty() {
            names.push(self.default);
        }
        let only = match &self.declared[..] {
            [only] if names.len() == 1 && names[0].chars().nth(1).is_none() => Some(only),
            _ => None,
        };
        let wanted = |name: &&str| {
            let declared = self.named(name).or(only);
            let character = declared.and_then(|declared| declared.character);
            let initial = || declared.map_or(*name, |declared| &declared.name).chars().next();
            let rgb = declared.and_then(|declared| declared.rgb).or_else(|| of_name(name));
            (character.or_else(initial), rgb)
        };
        let wanted: Vec<_> = names.iter().map(wanted).collect();
        let place = |name: &String| names.iter().position(|other| other == name);
        Inks {
            palette: palette_of(&wanted, self.background),
            colours: self.used.iter().filter_map(place).filter_map(Colour::new).collect(),
        }
    }
}

/// The RGB value of a name of CSS, or of digits such as `#ff0000`.
pub(crate) fn of_name(name: &str) -> Option<Rgb> {
    if name.starts_with('#') {
        return name.parse().ok();
    }
    Rgb::from_name(name)
}
