//! A puzzle and its colours, as the page stores them.
//! Interface: [`Sheet`] converts from and to [`Puzzle`], [`Paints`] from and to [`Palette`]; [`read`] reads files, whose `formats` are
//! listed, and [`typed`] parses clues; [`grid`] and [`text`] convert cells, and `places` returns those of a line.

use nonogram_puzzles::{
    Block, Cell, Clue, Colour, Format, Grid, Ink, Line, MAX_COLOURS, Metadata, Palette, Puzzle,
    ReadOptions, Rgb, counted, read_from,
};
use serde::{Deserialize, Serialize};

/// Clues and metadata of a puzzle, and its solution if its file, link or drawing contains one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Sheet {
    /// Block lengths of the rows, from the top.
    pub rows: Vec<Vec<usize>>,
    /// Block lengths of the columns, from the left.
    pub columns: Vec<Vec<usize>>,
    /// Title of the puzzle.
    #[serde(default)]
    pub title: Option<String>,
    /// Author of the puzzle.
    #[serde(default)]
    pub by: Option<String>,
    /// Licence of the puzzle.
    #[serde(default)]
    pub license: Option<String>,
    /// The solution as text, in row-major order; the page writes it to files and links, but does not show it to players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub goal: Option<String>,
    /// Colours of the puzzle, unless it is black and white.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub colours: Option<Colours>,
    /// First 16 hexadecimal digits of the hash of the clues; the page stores progress under it.
    #[serde(default)]
    pub identity: String,
}

/// Builds the clues of lines from block lengths and palette indices. A missing or invalid index stands for the first colour.
fn clues(lengths: &[Vec<usize>], places: Option<&Vec<Vec<usize>>>) -> Vec<Clue> {
    let clue = |(line, lengths): (usize, &Vec<usize>)| {
        let places = places.and_then(|places| places.get(line));
        let blocks = lengths.iter().enumerate().map(|(nth, &length)| {
            let place = places.and_then(|places| places.get(nth));
            let colour = place.and_then(|place| Colour::new(*place));
            Block { length, colour: colour.unwrap_or_default() }
        });
        Clue::of_blocks(blocks)
    };
    lengths.iter().enumerate().map(clue).collect()
}

/// Maximum number of rows and of columns that the page shows.
pub const LARGEST: usize = nonogram_puzzles::link::LARGEST;

/// Maximum number of puzzles that the page takes from a file; further puzzles are ignored.
const MOST: usize = 500;

impl From<&Puzzle> for Sheet {
    fn from(puzzle: &Puzzle) -> Self {
        let lengths = |clues: &[Clue]| clues.iter().map(|clue| clue.to_vec()).collect();
        let words = puzzle.metadata();
        Self {
            rows: lengths(puzzle.rows()),
            columns: lengths(puzzle.columns()),
            title: words.title.clone(),
            by: words.by.clone(),
            license: words.license.clone(),
            goal: puzzle.goal().map(text),
            colours: Colours::of(puzzle),
            identity: puzzle.identity().short(),
        }
    }
}

impl Sheet {
    /// Converts to a puzzle.
    pub fn puzzle(&self) -> Result<Puzzle, String> {
        check_size(self.rows.len(), self.columns.len())?;
        let colours = self.colours.as_ref();
        let rows = clues(&self.rows, colours.map(|colours| &colours.rows));
        let columns = clues(&self.columns, colours.map(|colours| &colours.columns));
        let palette =
            colours.map_or(Ok(Palette::default()), |colours| colours.paints().palette())?;
        let puzzle = Puzzle::in_colours(rows, columns, palette);
        let words = Metadata {
            title: self.title.clone(),
            by: self.by.clone(),
            license: self.license.clone(),
            ..Metadata::default()
        };
        let puzzle =
            puzzle.map(|puzzle| puzzle.with_metadata(words)).map_err(|error| error.to_string())?;
        match &self.goal {
            Some(goal) => {
                let goal = grid(puzzle.row_count(), puzzle.column_count(), goal)?;
                puzzle.with_goal(goal).map_err(|error| error.to_string())
            }
            None => Ok(puzzle),
        }
    }
}

/// A row of the table of formats, for the build and the tests of the page.
#[derive(Debug, Serialize)]
pub struct FormatRow {
    name: &'static str,
    /// File name extensions without the dot, the usual one first.
    extensions: &'static [&'static str],
    is_read: bool,
    is_written: bool,
}

/// The table of formats, in the order of [`Format::ALL`].
pub fn formats() -> Vec<FormatRow> {
    let row = |format: &Format| FormatRow {
        name: format.name(),
        extensions: format.extensions(),
        is_read: format.is_read(),
        is_written: format.is_written(),
    };
    Format::ALL.iter().map(row).collect()
}

/// Reads the puzzles of a file, from its name and content, and returns at most the first `MOST`. A puzzle without a title gets the
/// name of the file, without its extension.
pub fn read(name: &str, bytes: &[u8]) -> Result<Vec<Sheet>, String> {
    let extension = name.rsplit_once('.').map(|(_, extension)| extension);
    // The extension of text files is used for several formats, so the content decides.
    let format =
        extension.and_then(Format::from_extension).filter(|format| *format != Format::Text);
    let puzzles =
        read_from(bytes, name, ReadOptions::from(format)).map_err(|error| error.to_string())?;
    puzzles.iter().take(MOST).map(|puzzle| shown(name, puzzle)).collect()
}

/// Refuses a puzzle that is too large to show.
pub(crate) fn check_size(rows: usize, columns: usize) -> Result<(), String> {
    if rows.max(columns) <= LARGEST {
        return Ok(());
    }
    Err(format!(
        "the puzzle has {rows} × {columns} cells; the page shows at most {LARGEST} × {LARGEST}: choose a smaller one"
    ))
}

fn shown(name: &str, puzzle: &Puzzle) -> Result<Sheet, String> {
    let (rows, columns) = (puzzle.row_count(), puzzle.column_count());
    check_size(rows, columns).map_err(|error| format!("{name}: {error}"))?;
    let mut sheet = Sheet::from(puzzle);
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    sheet.title.get_or_insert_with(|| stem.to_owned());
    Ok(sheet)
}

/// An error in a line of typed clues.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Complaint {
    /// "row" or "column".
    pub side: &'static str,
    /// Number of the line, from 1.
    pub number: usize,
    /// What is wrong, and what is expected.
    pub text: String,
}

/// Result of parsing typed clues.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Typed {
    /// The puzzle, even if the sums differ; none if there are complaints, or if no rows or no columns are typed.
    pub sheet: Option<Sheet>,
    /// Number of filled cells according to the rows, and according to the columns.
    pub sums: [usize; 2],
    /// Errors in the typed lines, and missing or excess lines.
    pub complaints: Vec<Complaint>,
}

/// Parses a block: its length, then the letter of its colour, which may be omitted for the first colour.
fn block(word: &str) -> Option<Block> {
    let letter = word.chars().next_back().filter(char::is_ascii_alphabetic);
    let place = letter.map_or(0, |letter| usize::from(letter.to_ascii_lowercase() as u8 - b'a'));
    let digits = &word[..word.len() - usize::from(letter.is_some())];
    Some(Block { length: digits.parse().ok()?, colour: Colour::new(place)? })
}

/// Parses typed clues: one line of text per line of the puzzle. Blocks are separated by spaces, tabs, commas, semicolons or full stops;
/// in a puzzle of several colours, a block ends with the letter of its colour (optional for the first colour), as in `3a 1b`. A line
/// without blocks is 0 or, before the last clue, empty. `size` is the number of rows and of columns; 0 means the number of lines typed.
pub fn typed(rows: &str, columns: &str, size: [usize; 2]) -> Typed {
    let mut complaints = Vec::new();
    let mut complain = |side, place: usize, text: String| {
        complaints.push(Complaint { side, number: place + 1, text });
    };
    let sides = [("row", rows), ("column", columns)].map(|(side, text)| {
        // Empty lines after the last clue are ignored; those before it are lines without blocks.
        let lines = text.trim_end().lines().enumerate();
        let clue = |(place, line): (usize, &str)| {
            let words = line.split([' ', ',', '\t', '.', ';']).filter(|word| !word.is_empty());
            let blocks: Result<Vec<Block>, &str> =
                words.map(|word| block(word).ok_or(word)).collect();
            Clue::of_blocks(blocks.unwrap_or_else(|wrong| {
                let text = format!(
                    "has “{wrong}”, which is not a block; expected lengths such as 3 1 2, or 3a 1b in colours"
                );
                complain(side, place, text);
                Vec::new()
            }))
        };
        lines.map(clue).collect::<Vec<Clue>>()
    });
    let counts = [0, 1].map(|side| if size[side] > 0 { size[side] } else { sides[side].len() });
    for (side, name) in ["row", "column"].into_iter().enumerate() {
        let (clues, count, length) = (&sides[side], counts[side], counts[1 - side]);
        for (place, clue) in clues.iter().enumerate() {
            let needs = clue.min_length();
            if length > 0 && needs > length {
                complain(name, place, format!("needs {needs} cells; the line has {length}"));
            }
        }
        let (typed, all) = (clues.len(), counted(count, name));
        if count > LARGEST {
            let text = format!("is one too many; the page shows at most {LARGEST}");
            complain(name, LARGEST, text);
        } else if typed > count {
            complain(name, count, format!("is one too many; the size is {all}"));
        } else if typed < count {
            let text =
                format!("is missing: {typed} of {all} typed; type 0 for a {name} without blocks");
            complain(name, typed, text);
        }
    }
    let sums = sides.each_ref().map(|clues| clues.iter().map(Clue::filled).sum());
    let is_whole = complaints.is_empty() && sides.iter().all(|clues| !clues.is_empty());
    let [rows, columns] = sides;
    let puzzle = Puzzle::new(rows, columns).ok().filter(|_| is_whole);
    Typed { sheet: puzzle.as_ref().map(Sheet::from), sums, complaints }
}

/// The cells of a grid as text, in row-major order: `#` for the first colour, `b` to `z` for the others, `-` for blank, `?` for unknown.
pub fn text(grid: &Grid) -> String {
    let rows = (0..grid.rows()).flat_map(|row| grid.row(row));
    rows.map(Cell::to_char).collect()
}

/// Parses the cells of a grid of `rows` x `columns` cells, in the form of [`text`].
pub fn grid(rows: usize, columns: usize, text: &str) -> Result<Grid, String> {
    let cell = |character: char| match character {
        'b'..='z' => Colour::new(usize::from(character as u8 - b'a')).map(Cell::Colour),
        _ => Cell::from_char(character),
    };
    let decoded = text.chars().map(|character| {
        cell(character).ok_or_else(|| {
            format!(
                "the grid has the character {character:?}; expected #, -, ? or a letter from b to z"
            )
        })
    });
    let cells = decoded.collect::<Result<Vec<Cell>, String>>()?;
    if cells.len() != rows * columns {
        let count = cells.len();
        return Err(format!("the grid has {count} characters; expected {rows} x {columns}"));
    }
    let mut grid = Grid::new(rows, columns);
    for (place, cell) in cells.into_iter().enumerate() {
        grid.set(place / columns, place % columns, cell);
    }
    Ok(grid)
}

/// The cells of a line, as indices in the text of a grid.
pub fn places(line: Line, rows: usize, columns: usize) -> Vec<usize> {
    match line {
        Line::Row(row) => (0..columns).map(|column| row * columns + column).collect(),
        Line::Column(column) => (0..rows).map(|row| row * columns + column).collect(),
    }
}

/// The palette of a puzzle, and the colour of each of its blocks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Colours {
    /// Colour of blank cells, as `#rrggbb`.
    pub background: String,
    /// Colours of filled cells, in palette order.
    pub inks: Vec<Swatch>,
    /// For each row, the palette index of each block's colour.
    pub rows: Vec<Vec<usize>>,
    /// For each column, the palette index of each block's colour.
    pub columns: Vec<Vec<usize>>,
}

/// A palette: the colours of filled cells, and the background.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Paints {
    /// Colour of blank cells, as `#rrggbb`.
    pub background: String,
    /// Colours of filled cells, in palette order.
    pub inks: Vec<Swatch>,
}

/// A colour, as the page shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Swatch {
    /// The colour, as `#rrggbb`.
    pub rgb: String,
    /// English name of the colour, with its letter if other colours of the palette have the same name.
    #[serde(default)]
    pub name: String,
    /// The letter that stands for the colour.
    pub letter: char,
    /// Colour of legible text on this colour, black or white, as `#rrggbb`.
    #[serde(default)]
    pub text: String,
}

impl From<&Palette> for Paints {
    fn from(palette: &Palette) -> Self {
        let swatch = |colour: Colour| Swatch {
            rgb: palette.rgb(colour).to_string(),
            name: palette.name(colour),
            letter: palette.letter(colour),
            text: palette.rgb(colour).readable().to_string(),
        };
        Self {
            background: palette.background().to_string(),
            inks: palette.colours().map(swatch).collect(),
        }
    }
}

impl Paints {
    /// Converts to a palette.
    pub fn palette(&self) -> Result<Palette, String> {
        let rgb = |text: &String| text.parse::<Rgb>().map_err(|error| error.to_string());
        let ink = |swatch: &Swatch| {
            let rgb = rgb(&swatch.rgb)?;
            Ok(Ink { letter: swatch.letter, rgb })
        };
        let inks = self.inks.iter().map(ink).collect::<Result<_, String>>()?;
        let palette = Palette::new(inks).map_err(|error| error.to_string())?;
        Ok(palette.with_background(rgb(&self.background)?))
    }

    /// Adds the first standard colour that is neither in the palette nor its background, with an unused letter. Without such a colour or
    /// letter, the palette is returned unchanged.
    pub fn another(&self) -> Result<Self, String> {
        let palette = self.palette()?;
        let mut inks = palette.inks().to_vec();
        let is_new = |rgb: &Rgb| {
            *rgb != palette.background() && palette.inks().iter().all(|ink| ink.rgb != *rgb)
        };
        let standard = Palette::standard(MAX_COLOURS);
        let mut colours = standard.inks().iter().map(|ink| ink.rgb);
        let letter = ('a'..='z').find(|letter| palette.colour(*letter).is_none());
        inks.extend(letter.zip(colours.find(is_new)).map(|(letter, rgb)| Ink { letter, rgb }));
        let more = Palette::new(inks).map_err(|error| error.to_string())?;
        Ok(Self::from(&more.with_background(palette.background())))
    }
}

impl Colours {
    /// The colours of a puzzle; `None` if it is black and white.
    pub fn of(puzzle: &Puzzle) -> Option<Self> {
        let palette = puzzle.palette();
        if palette.is_black_and_white() {
            return None;
        }
        let places = |clue: &Clue| clue.blocks().map(|block| block.colour.index()).collect();
        let lines = |clues: &[Clue]| clues.iter().map(places).collect();
        let Paints { background, inks } = palette.into();
        let (rows, columns) = (lines(puzzle.rows()), lines(puzzle.columns()));
        Some(Self { background, inks, rows, columns })
    }

    /// The palette.
    fn paints(&self) -> Paints {
        Paints { background: self.background.clone(), inks: self.inks.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn svg_and_xbm_are_the_formats_that_are_not_read() {
        let written = formats().into_iter().filter(|format| !format.is_read);
        let names: Vec<_> = written.map(|format| format.name).collect();
        assert_eq!(names, ["xbm", "svg"]);
        assert_eq!(formats()[1].extensions[0], "xml");
    }

    #[test]
    fn typed_clues_make_a_puzzle() {
        let found = typed("1 1\n\n3\n", "1,1\n1\n1, 1", [0, 0]);
        let sheet = found.sheet.unwrap();
        assert_eq!(sheet.rows, [vec![1, 1], vec![], vec![3]]);
        assert_eq!(found.sums, [5, 5]);
        assert_eq!(sheet.puzzle().unwrap().identity().short(), sheet.identity);
    }

    #[test]
    fn wrong_clues_are_reported() {
        let found = typed("1 x\n4", "1\n1\n1", [0, 0]);
        assert_eq!(found.sheet, None);
        let places: Vec<_> = found.complaints.iter().map(|c| (c.side, c.number)).collect();
        assert_eq!(places, [("row", 1), ("row", 2)]);
        assert_eq!(found.complaints[1].text, "needs 4 cells; the line has 3");
        assert_eq!(typed("", "", [0, 0]).sheet, None);
    }

    #[test]
    fn files_are_read_and_large_puzzles_are_refused() {
        let sheets = read("two.txt", b"#-#\n-#-\n\n##\n").unwrap();
        assert_eq!(sheets.len(), 2);
        assert_eq!(sheets[0].title.as_deref(), Some("two"));
        let wide = "#".repeat(LARGEST + 1) + "\n";
        assert!(read("wide.txt", wide.as_bytes()).unwrap_err().contains("at most 128"));
        let line = Puzzle::new(vec![Clue::default()], vec![Clue::default(); LARGEST + 1]).unwrap();
        let error = Sheet::from(&line).puzzle().unwrap_err();
        assert!(error.contains("at most 128"), "{error}");
        assert!(read("x.non", b"nonsense").is_err());
    }

    #[test]
    fn grids_survive_conversion_to_text() {
        let cells = "#-?-#?";
        assert_eq!(text(&grid(2, 3, cells).unwrap()), cells);
        assert!(grid(2, 2, cells).is_err());
        assert!(grid(2, 3, "######x").is_err());
        assert!(grid(2, 3, "#####!").is_err());
        let coloured = "#b-?cz";
        assert_eq!(text(&grid(2, 3, coloured).unwrap()), coloured);
    }

    #[test]
    fn colours_are_kept_with_the_clues() {
        let file = b"color x #d02020\ncolor b #2050d0\nwidth 3\nheight 2\nrows\n1x,1b\n2b\ncolumns\n1x\n2b\n1b\n\
            goal \"xb00bb\"\n";
        let sheets = read("two.non", file).unwrap();
        let colours = sheets[0].colours.as_ref().unwrap();
        assert_eq!(colours.rows, [vec![0, 1], vec![1]]);
        assert_eq!((colours.inks[0].name.as_str(), colours.inks[0].letter), ("red", 'x'));
        assert_eq!(sheets[0].goal.as_deref(), Some("#b--bb"));
        assert_eq!(Sheet::from(&sheets[0].puzzle().unwrap()), sheets[0]);
        let typed = typed("1a 1b\n2b", "1\n2b\n1b", [0, 0]).sheet.unwrap();
        assert_eq!(typed.identity, sheets[0].identity);
        assert_eq!(typed.colours.unwrap().inks.len(), 2);
        let plain = read("one.txt", b"#-\n").unwrap();
        assert_eq!(plain[0].colours, None);
    }

    #[test]
    fn names_and_contrast_follow_from_the_colours() {
        let swatch = |rgb: &str, letter| Swatch {
            rgb: rgb.to_owned(),
            name: String::new(),
            letter,
            text: String::new(),
        };
        let chosen = Paints {
            background: "#fff0e0".to_owned(),
            inks: vec![swatch("#000000", 'k'), swatch("#f0d020", 'y')],
        };
        let named = Paints::from(&chosen.palette().unwrap());
        let words = named.inks.iter().map(|ink| (ink.name.as_str(), ink.letter, ink.text.as_str()));
        assert_eq!(
            words.collect::<Vec<_>>(),
            [("black", 'k', "#ffffff"), ("yellow", 'y', "#000000")]
        );
        assert_eq!(named.background, "#fff0e0");
        let twice = Paints { inks: vec![swatch("#000000", 'k'), swatch("#f0d020", 'k')], ..chosen };
        assert!(twice.palette().unwrap_err().contains('k'));
    }

    #[test]
    fn colours_are_added_until_the_palette_is_full() {
        let mut paints = Paints::from(&Palette::default());
        for count in 2..=MAX_COLOURS {
            paints = paints.another().unwrap();
            assert_eq!(paints.inks.len(), count);
        }
        let mut seen: Vec<&str> = paints.inks.iter().map(|ink| ink.rgb.as_str()).collect();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), MAX_COLOURS);
        assert_eq!(paints.another(), Ok(paints));
    }
}
