//! Random puzzles written in every shape in which puzzles are kept, and damaged: a token added or dropped, or a type name around a part.
//!
//! [`check`] reads a damaged text: it must give the puzzle or an error. A puzzle whose rows and columns differ in their sums is as good as
//! an error, because no solver accepts it.

#![allow(dead_code, reason = "each program uses a part")]

use nonogram_puzzles::{Clue, Format, Grid, Palette, Puzzle, Rgb, read_from};
use rand::Rng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// A shape of a puzzle in a text.
struct Shape {
    /// File name; the extension shows the format.
    name: &'static str,
    /// Whether the shape has several colours.
    coloured: bool,
    sides: Sides,
    write: fn(&Puzzle) -> String,
}

/// How a text states which clues are the rows; it determines what damage can be noticed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sides {
    /// Sizes or brackets: every change of a number is noticed, at least by the sums.
    Fixed,
    /// Names of the sides without sizes: a lost line without blocks cannot be noticed.
    Named,
    /// Two lists without names, of which a changed number may give another split that fits; a whole text may be refused, too.
    Open,
    /// A drawing: a lost row cannot be noticed.
    Drawn,
}

use Sides::{Drawn, Fixed, Named, Open};

const fn shape(name: &'static str, sides: Sides, write: fn(&Puzzle) -> String) -> Shape {
    Shape {
        name,
        coloured: false,
        sides,
        write,
    }
}

const fn coloured(name: &'static str, sides: Sides, write: fn(&Puzzle) -> String) -> Shape {
    Shape {
        name,
        coloured: true,
        sides,
        write,
    }
}

const SHAPES: &[Shape] = &[
    shape("a.non", Fixed, |puzzle| in_format(Format::Non, puzzle)),
    coloured("colours.non", Fixed, |puzzle| {
        in_format(Format::Non, puzzle)
    }),
    shape("a.xml", Named, |puzzle| in_format(Format::Webpbn, puzzle)),
    coloured("colours.xml", Named, |puzzle| {
        in_format(Format::Webpbn, puzzle)
    }),
    shape("a.json", Named, |puzzle| in_format(Format::Json, puzzle)),
    coloured("colours.json", Named, |puzzle| {
        in_format(Format::Json, puzzle)
    }),
    shape("a.mk", Fixed, |puzzle| in_format(Format::Mk, puzzle)),
    shape("a.nin", Fixed, |puzzle| in_format(Format::Nin, puzzle)),
    shape("a.cwd", Fixed, |puzzle| in_format(Format::Cwd, puzzle)),
    shape("a.g", Named, |puzzle| in_format(Format::G, puzzle)),
    coloured("colours.g", Named, |puzzle| in_format(Format::G, puzzle)),
    shape("a.pattern", Fixed, |puzzle| {
        in_format(Format::Pattern, puzzle)
    }),
    shape("drawing.txt", Drawn, |puzzle| {
        in_format(Format::Text, puzzle)
    }),
    shape("drawing.json", Drawn, |puzzle| {
        format!("{{\"grid\": {:?}}}\n", goal(puzzle))
    }),
    shape("sized-drawing.json", Drawn, |puzzle| {
        let cells = puzzle.goal().unwrap().to_lines().concat();
        let cells: Vec<bool> = cells.chars().map(|cell| cell == '#').collect();
        let (height, width) = (puzzle.row_count(), puzzle.column_count());
        format!("{{\"width\": {width}, \"height\": {height}, \"solution\": {cells:?}}}\n")
    }),
    shape("picture.pbm", Drawn, |puzzle| {
        let cells = goal(puzzle)
            .join("\n")
            .replace('#', "1 ")
            .replace('-', "0 ");
        format!(
            "P1\n{} {}\n{cells}\n",
            puzzle.column_count(),
            puzzle.row_count()
        )
    }),
    shape("wrapped.json", Named, |puzzle| {
        let [rows, columns] = lists(puzzle);
        format!(
            "{{\"levels\": [{{\"name\": \"A\", \"constraints\": {{\"row_clues\": {rows}, \"col_clues\": {columns}}}}}]}}\n"
        )
    }),
    shape("sized.json", Fixed, |puzzle| {
        let [rows, columns] = lists(puzzle);
        let (height, width) = (puzzle.row_count(), puzzle.column_count());
        format!(
            "{{\"rows\": {height}, \"cols\": {width}, \"rowHints\": {rows}, \"colHints\": {columns}}}\n"
        )
    }),
    shape("pair.json", Fixed, |puzzle| {
        format!("[{}]\n", lists(puzzle).join(", "))
    }),
    shape("pair.txt", Fixed, |puzzle| {
        format!("[{}]\n", lists(puzzle).join(",\n "))
    }),
    coloured("pairs.json", Named, |puzzle| {
        sides(
            puzzle,
            |puzzle, clue| {
                let palette = puzzle.palette();
                let block = |block: nonogram_puzzles::Block| {
                    format!(
                        "[\"{}\", {}]",
                        palette.rgb(block.colour).name(),
                        block.length
                    )
                };
                format!(
                    "[{}]",
                    clue.blocks().map(block).collect::<Vec<_>>().join(", ")
                )
            },
            ", ",
            |rows, columns| format!("{{\"rows\": [{rows}], \"columns\": [{columns}]}}\n"),
        )
    }),
    coloured("objects.json", Named, |puzzle| {
        sides(
            puzzle,
            |_, clue| {
                let block = |block: nonogram_puzzles::Block| {
                    format!(
                        "{{\"color\": {}, \"count\": {}}}",
                        block.colour.index(),
                        block.length
                    )
                };
                format!(
                    "[{}]",
                    clue.blocks().map(block).collect::<Vec<_>>().join(", ")
                )
            },
            ", ",
            |rows, columns| {
                format!(
                    "{{\"palette\": [\"#000000\", \"#ff0000\", \"#0000ff\"], \"rows\": [{rows}], \"columns\": [{columns}]}}\n"
                )
            },
        )
    }),
    coloured("a.toml", Named, |puzzle| {
        let [rows, columns] = lines(puzzle);
        let inks = puzzle.palette().inks().iter();
        let inks: String = inks
            .map(|ink| format!("  '{} = ({}) %',\n", ink.letter, ink.rgb))
            .collect();
        format!(
            "[colors]\ndefs = [\n{inks}]\n\n[clues]\nrows = \"\"\"\n{rows}\"\"\"\ncolumns = \"\"\"\n{columns}\"\"\"\n"
        )
    }),
    coloured("a.cwc", Fixed, cwc),
    shape("mono.cwc", Fixed, cwc),
    shape("a.pbnsol", Named, |puzzle| {
        let [rows, columns] = lines(puzzle);
        format!("* a puzzle\n{rows}&\n{columns}")
    }),
    shape("ranges.dzn", Fixed, |puzzle| {
        let side = |name: &str, clues: &[Clue]| {
            let (width, padded) = padded(clues);
            format!(
                "{name} = array2d(1..{}, 1..{width}, [{}]);\n",
                clues.len(),
                padded.concat().join(", ")
            )
        };
        side("row_rules", puzzle.rows()) + &side("col_rules", puzzle.columns())
    }),
    shape("bars.dzn", Fixed, |puzzle| {
        let side = |name: &str, clues: &[Clue]| {
            let (_, padded) = padded(clues);
            let lines: Vec<String> = padded.iter().map(|line| line.join(", ")).collect();
            format!("{name} = [| {} |];\n", lines.join("\n | "))
        };
        side("rows", puzzle.rows()) + &side("columns", puzzle.columns())
    }),
    shape("a.csv", Fixed, |puzzle| table(puzzle, ",")),
    shape("a.tsv", Fixed, |puzzle| table(puzzle, "\t")),
    shape("sep.csv", Fixed, |puzzle| {
        "sep=;\n".to_owned() + &table(puzzle, ";")
    }),
    shape("quoted.csv", Fixed, |puzzle| {
        let line = |line: &str| format!("\"{}\"\n", line.replace(',', "\",\""));
        table(puzzle, ",").lines().map(line).collect()
    }),
    shape("headings.txt", Named, |puzzle| {
        let [rows, columns] = lines(puzzle);
        format!("Rows:\n{rows}\nColumns:\n{columns}")
    }),
    shape("sized.txt", Fixed, |puzzle| {
        let [rows, columns] = lines(puzzle);
        let (height, width) = (puzzle.row_count(), puzzle.column_count());
        format!("height: {height}\nwidth: {width}\nrows\n{rows}\ncolumns\n{columns}")
    }),
    shape("lists.txt", Open, |puzzle| lines(puzzle).join("\n")),
    shape("brackets.txt", Named, |puzzle| {
        code(puzzle, "rows = ", "columns = ", ["[", "]"], "")
    }),
    shape("python.txt", Named, |puzzle| {
        code(
            puzzle,
            "rows: list[list[int]] = ",
            "columns: list[list[int]] = ",
            ["[", "]"],
            "",
        )
    }),
    shape("go.txt", Named, |puzzle| {
        code(
            puzzle,
            "rowHints := [][]int",
            "columnHints := [][]int",
            ["{", "}"],
            "",
        )
    }),
    shape("typescript.txt", Named, |puzzle| {
        code(
            puzzle,
            "const rows: number[][] = ",
            "const columns: number[][] = ",
            ["[", "]"],
            ";",
        )
    }),
    shape("java.txt", Named, |puzzle| {
        code(
            puzzle,
            "int[][] rows = ",
            "int[][] cols = ",
            ["{", "}"],
            ";",
        )
    }),
    shape("csharp.txt", Named, |puzzle| {
        code(
            puzzle,
            "int[][] rows = new int[][] ",
            "int[][] cols = new int[][] ",
            ["{", "}"],
            ";",
        )
    }),
    shape("rust.txt", Named, |puzzle| {
        code(
            puzzle,
            "let rows: Vec<Vec<usize>> = vec!",
            "let columns: Vec<Vec<usize>> = vec!",
            ["[", "]"],
            ";",
        )
    }),
    shape("cpp.txt", Named, |puzzle| {
        code(
            puzzle,
            "std::vector<std::vector<int>> rows = ",
            "std::vector<std::vector<int>> columns = ",
            ["{", "}"],
            ";",
        )
    }),
    shape("swift.txt", Named, |puzzle| {
        code(
            puzzle,
            "let rows: [[Int]] = ",
            "let columns: [[Int]] = ",
            ["[", "]"],
            "",
        )
    }),
    shape("kotlin.txt", Open, |puzzle| {
        code(
            puzzle,
            "val rows = listOf(",
            "val columns = listOf(",
            ["listOf(", ")"],
            ")",
        )
        .replace("listOf(listOf(", "listOf(")
        .replace(")))", "))")
    }),
];

fn in_format(format: Format, puzzle: &Puzzle) -> String {
    String::from_utf8(format.write(puzzle, None).expect("a puzzle with a goal")).expect("a text")
}

fn goal(puzzle: &Puzzle) -> Vec<String> {
    puzzle.palette().to_lines(puzzle.goal().expect("a goal"))
}

/// The rows and the columns, each clue in a text of its own, joined.
fn sides(
    puzzle: &Puzzle,
    clue: fn(&Puzzle, &Clue) -> String,
    between: &str,
    file: fn(&str, &str) -> String,
) -> String {
    let side = |clues: &[Clue]| {
        let clues = clues.iter().map(|line| clue(puzzle, line));
        clues.collect::<Vec<_>>().join(between)
    };
    file(&side(puzzle.rows()), &side(puzzle.columns()))
}

/// The rows and the columns as JSON.
fn lists(puzzle: &Puzzle) -> [String; 2] {
    [puzzle.rows(), puzzle.columns()].map(|clues| {
        format!(
            "{:?}",
            clues.iter().map(|clue| clue.to_vec()).collect::<Vec<_>>()
        )
    })
}

/// The rows and the columns, one clue per line.
fn lines(puzzle: &Puzzle) -> [String; 2] {
    let line = |clue: &Clue| puzzle.palette().clue(clue).replace(',', " ") + "\n";
    [puzzle.rows(), puzzle.columns()].map(|clues| clues.iter().map(line).collect())
}

fn code(puzzle: &Puzzle, rows: &str, columns: &str, [open, close]: [&str; 2], end: &str) -> String {
    let side = |clues: &[Clue]| {
        let clue = |clue: &Clue| {
            let lengths: Vec<String> = clue.iter().map(usize::to_string).collect();
            format!("{open}{}{close}", lengths.join(", "))
        };
        format!(
            "{open}{}{close}",
            clues.iter().map(clue).collect::<Vec<_>>().join(", ")
        )
    };
    format!(
        "{rows}{}{end}\n{columns}{}{end}\n",
        side(puzzle.rows()),
        side(puzzle.columns())
    )
}

fn padded(clues: &[Clue]) -> (usize, Vec<Vec<String>>) {
    let width = clues
        .iter()
        .map(|clue| clue.len())
        .max()
        .unwrap_or(0)
        .max(1);
    let line = |clue: &Clue| {
        let zeros = std::iter::repeat_n(0, width - clue.len());
        zeros
            .chain(clue.iter().copied())
            .map(|length| length.to_string())
            .collect()
    };
    (width, clues.iter().map(line).collect())
}

/// A table with the clues above and to the left of an empty body.
fn table(puzzle: &Puzzle, mark: &str) -> String {
    let blank = |text: &String| {
        if text == "0" {
            String::new()
        } else {
            text.clone()
        }
    };
    let (side, rows) = padded(puzzle.rows());
    let (head, columns) = padded(puzzle.columns());
    let mut lines: Vec<Vec<String>> = Vec::new();
    for place in 0..head {
        let corner = std::iter::repeat_n(String::new(), side);
        lines.push(
            corner
                .chain(columns.iter().map(|column| blank(&column[place])))
                .collect(),
        );
    }
    for row in rows {
        let body = std::iter::repeat_n(String::new(), columns.len());
        lines.push(row.iter().map(blank).chain(body).collect());
    }
    lines.iter().map(|line| line.join(mark) + "\n").collect()
}

/// webpbn's export of numbers with colours.
fn cwc(puzzle: &Puzzle) -> String {
    let colours = puzzle.palette().count();
    let block = |clues: &[Clue], number: fn(nonogram_puzzles::Block) -> usize| -> String {
        let line = |clue: &Clue| match clue.is_empty() {
            true => "0\n".to_owned(),
            false => {
                clue.blocks()
                    .map(|block| number(block).to_string())
                    .collect::<Vec<_>>()
                    .join(" ")
                    + "\n"
            }
        };
        clues.iter().map(line).collect()
    };
    let side = |clues: &[Clue]| {
        let lengths = block(clues, |block| block.length);
        format!(
            "{lengths}\n{}",
            block(clues, |block| block.colour.index() + 1)
        )
    };
    format!(
        "{}\n{}\n{colours}\n{}\n{}",
        puzzle.row_count(),
        puzzle.column_count(),
        side(puzzle.rows()),
        side(puzzle.columns())
    )
}

/// A random puzzle. No line is blank if `is_full` is true.
fn puzzle(random: &mut ChaCha8Rng, is_coloured: bool, is_full: bool) -> Puzzle {
    let colours = if is_coloured { 3 } else { 1 };
    let palette = match is_coloured {
        true => Palette::of([
            Rgb::BLACK,
            Rgb::new(0xd0, 0x20, 0x20),
            Rgb::new(0x20, 0x50, 0xd0),
        ]),
        false => Ok(Palette::default()),
    };
    loop {
        let (rows, columns) = (random.random_range(2..=7), random.random_range(2..=7));
        let share = random.random_range(0.3..0.9);
        let cells: Vec<Option<usize>> = (0..rows * columns)
            .map(|_| {
                random
                    .random_bool(share)
                    .then(|| random.random_range(0..colours))
            })
            .collect();
        let grid = Grid::from_cells(rows, columns, |row, column| {
            let colour = cells[row * columns + column].and_then(nonogram_puzzles::Colour::new);
            colour.map_or(
                nonogram_puzzles::Cell::Blank,
                nonogram_puzzles::Cell::Colour,
            )
        });
        let palette = palette.clone().expect("three colours");
        let puzzle = Puzzle::from_grid(&grid)
            .with_palette(palette)
            .expect("its own colours");
        let puzzle = puzzle.with_goal(grid).expect("its own clues");
        let is_blank = |clue: &Clue| clue.is_empty();
        let blanks = puzzle
            .rows()
            .iter()
            .chain(puzzle.columns())
            .filter(|clue| is_blank(clue))
            .count();
        let count = |colour: usize| cells.iter().filter(|cell| **cell == Some(colour)).count();
        if (0..colours).all(|colour| count(colour) > 0) && (blanks == 0 || !is_full) {
            return puzzle;
        }
    }
}

/// Tokens that may be added to a text.
const TOKENS: &[&str] = &[
    "foo", "int", "List", "x", "a", "rows", "7", "12", "1", "-1", "1.5", "*", "+", "!", "?", "~",
    "=", ":", "&", "%", "@", "$", "(", ")", "[", "]", "{", "}", "<", ">", "\"", "'", "#", "//",
    "/*", "--", "null", "true", "\u{e9}", "\u{2588}",
];

/// Beginnings and ends of a type or call around a part of a text.
const TYPES: &[(&str, &str)] = &[
    ("int[]{", "}"),
    ("List<", ">"),
    ("vec![", "]"),
    ("listOf(", ")"),
    ("new int[] {", "}"),
    ("Vec<", ">"),
    ("number[] = [", "]"),
    ("(", ")"),
    ("[", "]"),
    ("{", "}"),
    ("np.array(", ")"),
    ("[]int{", "}"),
    ("tuple(", ")"),
    ("<b>", "</b>"),
    ("\"", "\""),
];

/// The places of the tokens of a text: numbers, words, and other characters.
fn tokens(text: &str) -> Vec<std::ops::Range<usize>> {
    let mut tokens: Vec<std::ops::Range<usize>> = Vec::new();
    let kind = |c: char| (c.is_ascii_digit(), c.is_alphabetic());
    let mut last = (false, false);
    for (at, character) in text.char_indices().filter(|(_, c)| !c.is_whitespace()) {
        let end = at + character.len_utf8();
        match tokens.last_mut() {
            Some(token) if token.end == at && kind(character) == last && last != (false, false) => {
                token.end = end
            }
            _ => tokens.push(at..end),
        }
        last = kind(character);
    }
    tokens
}

fn is_number(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Damages a text in one place. Returns what was done, and whether a number was added or dropped.
fn damage(random: &mut ChaCha8Rng, text: &mut String, sides: Sides) -> (String, bool) {
    let places = match sides {
        Drawn => text
            .char_indices()
            .filter(|(_, c)| !c.is_whitespace())
            .map(|(at, c)| at..at + c.len_utf8())
            .collect(),
        _ => tokens(text),
    };
    let may_change = |token: &str| !(sides == Open && is_number(token));
    loop {
        let place = places.choose(random).expect("a text has tokens").clone();
        // A space is a cell of a drawing.
        let space = if sides != Drawn && random.random_bool(0.5) {
            " "
        } else {
            ""
        };
        match random.random_range(0..3) {
            0 => {
                let token = *TOKENS.choose(random).expect("there are tokens");
                if may_change(token) {
                    let (at, token) = match random.random_bool(0.5) {
                        true => (place.start, format!("{token}{space}")),
                        false => (place.end, format!("{space}{token}")),
                    };
                    text.insert_str(at, &token);
                    return (format!("{token:?} added at {at}"), is_number(token.trim()));
                }
            }
            1 if may_change(&text[place.clone()]) => {
                let token = text[place.clone()].to_owned();
                text.replace_range(place.clone(), "");
                return (
                    format!("{token:?} dropped at {}", place.start),
                    is_number(&token),
                );
            }
            1 => {}
            _ => {
                let (begin, end) = *TYPES.choose(random).expect("there are types");
                let other = places.choose(random).expect("a text has tokens").clone();
                let (first, last) = (place.start.min(other.start), place.end.max(other.end));
                text.insert_str(last, end);
                text.insert_str(first, begin);
                return (
                    format!("{begin:?} and {end:?} around {first}..{last}"),
                    false,
                );
            }
        }
    }
}

/// Whether rows and columns have the same sums, in each colour.
fn has_equal_sums(puzzle: &Puzzle) -> bool {
    puzzle.palette().colours().all(|colour| {
        let sum = |clues: &[Clue]| -> usize {
            let blocks = clues.iter().flat_map(|clue| clue.blocks());
            blocks
                .filter(|block| block.colour == colour)
                .map(|block| block.length)
                .sum()
        };
        sum(puzzle.rows()) == sum(puzzle.columns())
    })
}

/// Number of shapes.
pub fn count() -> usize {
    SHAPES.len()
}

/// Name of the shape of a number.
pub fn name(number: u64) -> &'static str {
    SHAPES[(number % SHAPES.len() as u64) as usize].name
}

/// Writes, damages and reads a puzzle; a third of them stay whole. Everything depends only on `number`, and the shape on its remainder by
/// [`count`]. The error describes a text that became another puzzle, or a whole one that was refused.
pub fn check(number: u64) -> Result<(), String> {
    let mut random = ChaCha8Rng::seed_from_u64(number);
    let shape = &SHAPES[(number % SHAPES.len() as u64) as usize];
    let is_whole = random.random_bool(0.3);
    let extension = shape.name.rsplit('.').next().unwrap_or_default();
    // A blank line at the end of a table is not part of the puzzle.
    let is_table = Format::from_extension(extension) == Some(Format::Table);
    let is_full = is_table || !is_whole && shape.sides != Fixed;
    let puzzle = puzzle(&mut random, shape.coloured, is_full);
    let mut text = (shape.write)(&puzzle);
    let (done, is_of_number) = match is_whole {
        true => ("nothing".to_owned(), false),
        false => damage(&mut random, &mut text, shape.sides),
    };
    let named = Format::from_extension(extension);
    // The content decides the format of texts and tables, as it does for a stream.
    let named = named.filter(|format| !matches!(format, Format::Text | Format::Table));
    for format in [named, None] {
        // A changed number may make a text fit another format, if only the content shows the format.
        if format.is_none() && is_of_number && (named.is_some() || is_table) {
            continue;
        }
        let read_as = format.map_or("its content shows", Format::name);
        let fault = |what: String| {
            Err(format!(
                "{number}: {} read as {read_as}, {done}: {what}\n{text}",
                shape.name
            ))
        };
        match read_from(text.as_bytes(), shape.name, format) {
            Err(error) if is_whole && format == named && shape.sides != Open => {
                return fault(error.to_string());
            }
            Err(_) => {}
            Ok(found) => {
                let is_same = |other: &Puzzle| other.identity() == puzzle.identity();
                let is_other = |other: &Puzzle| !is_same(other) && has_equal_sums(other);
                let clues: Vec<String> = found
                    .iter()
                    .map(|found| format!("{:?} / {:?}", found.rows(), found.columns()))
                    .collect();
                if is_whole && !(found.len() == 1 && is_same(&found[0]))
                    || found.iter().any(is_other)
                {
                    return fault(format!("another puzzle, {}", clues.join(" and ")));
                }
            }
        }
    }
    Ok(())
}
