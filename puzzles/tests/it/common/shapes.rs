//! Random puzzles written in every shape in which puzzles are kept, and damaged: a token added or dropped, or a type name around a part.
//!
//! [`check`] reads a damaged text: it must give the puzzle or an error. A puzzle whose rows and columns differ in their sums is as good as
//! an error, because no solver accepts it.

use nonogram_puzzles::{Block, Cell, Clue, Colour, Format, Grid, Palette, Puzzle, Rgb, read_from};
use rand::Rng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// How a text states which clues are the rows; it determines what damage can be noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sides {
    /// Sizes or brackets: every change of a number is noticed, at least by the sums.
    Fixed,
    /// Names of the sides without sizes: a lost line without blocks cannot be noticed.
    Named,
    /// Two lists without names, of which a changed number may give another split that fits; an undamaged text may be refused, too.
    Open,
    /// A drawing: a lost row cannot be noticed.
    Drawn,
}

use Sides::{Drawn, Fixed, Named, Open};

/// The shapes: file name, whose extension shows the format; how the text states which clues are the rows; number of colours; and the text,
/// in which [`written`] replaces what is in braces. A text such as `=non` is that of a format.
const SHAPES: &str = r##"
a.non Fixed 1 =non
colours.non Fixed 3 =non
a.xml Named 1 =xml
colours.xml Named 3 =xml
a.json Named 1 =json
colours.json Named 3 =json
a.jsonl Named 1 =jsonl
a.mk Fixed 1 =mk
a.nin Fixed 1 =nin
a.cwd Fixed 1 =cwd
a.g Named 1 =g
colours.g Named 3 =g
a.pattern Fixed 1 =pattern
a.sgt Fixed 1 {saved}
drawing.txt Drawn 1 =text
drawing.json Drawn 1 {"grid": {goal}}\n
objects.json Named 3 {"palette": ["#000000", "#ff0000", "#0000ff"], "rows": {rows obj}, "columns": {cols obj}}\n
a.cwc Fixed 3 {h}\n{w}\n3\n{rows len}\n{rows ink}\n{cols len}\n{cols ink}
bars.dzn Fixed 1 rows = [| {rows |} |];\ncolumns = [| {cols |} |];\n
a.csv Fixed 1 {table ,}
sep.csv Fixed 1 sep=;\n{table ;}
wrapped.json Named 1 {"levels": [{"name": "A", "constraints": {"row_clues": {rows []}, "col_clues": {cols []}}}]}\n
sized.json Fixed 1 {"rows": {h}, "cols": {w}, "rowHints": {rows []}, "colHints": {cols []}}\n
pair.json Fixed 1 [{rows []}, {cols []}]\n
pair.txt Fixed 1 [{rows []},\n {cols []}]\n
a.pbnsol Named 1 * a puzzle\n{rows}&\n{cols}
headings.txt Named 1 Rows:\n{rows}\nColumns:\n{cols}
sized.txt Fixed 1 height: {h}\nwidth: {w}\nrows\n{rows}\ncolumns\n{cols}
lists.txt Open 1 {rows}\n{cols}
lists.clues Open 1 {rows}\n{cols}
a.gno Named 1 [Dimensions]\n{h}\n{w}\n[Row clues]\n{rows}[Column clues]\n{cols}
brackets.txt Named 1 rows = {rows []}\ncolumns = {cols []}\n
python.txt Named 1 rows: list[list[int]] = {rows []}\ncolumns: list[list[int]] = {cols []}\n
go.txt Named 1 rowHints := [][]int{rows {}}\ncolumnHints := [][]int{cols {}}\n
typescript.txt Named 1 const rows: number[][] = {rows []};\nconst columns: number[][] = {cols []};\n
java.txt Named 1 int[][] rows = {rows {}};\nint[][] cols = {cols {}};\n
csharp.txt Named 1 int[][] rows = new int[][] {rows {}};\nint[][] cols = new int[][] {cols {}};\n
cpp.txt Named 1 std::vector<std::vector<int>> rows = {rows {}};\nstd::vector<std::vector<int>> columns = {cols {}};\n
swift.txt Named 1 let rows: [[Int]] = {rows []}\nlet columns: [[Int]] = {cols []}\n
"##;

/// Whether a shape has a format: as its text if the format is written, otherwise by its extension.
pub fn has(format: Format) -> bool {
    SHAPES.trim().lines().any(|shape| {
        let written = shape.strip_suffix(&format!("={format}"));
        let is_text = written.is_some_and(|start| start.ends_with(' '));
        let name = shape.split(' ').next().unwrap_or_default();
        let is_named = format.extensions().iter().any(|known| name.ends_with(&format!(".{known}")));
        is_text || is_named && !format.is_written()
    })
}

/// The text of a puzzle in a shape.
fn written(puzzle: &Puzzle, text: &str) -> String {
    if let Some(format) = text.strip_prefix('=') {
        let format: Format = format.parse().expect("the name of a format");
        let bytes = format.write(puzzle, None).expect("a puzzle with a goal");
        return String::from_utf8(bytes).expect("a text");
    }
    let goal = puzzle.palette().to_lines(puzzle.goal().expect("a goal"));
    let mut text = text.replace("\\n", "\n").replace("{goal}", &format!("{goal:?}"));
    if text == "{saved}" {
        let id = String::from_utf8(Format::Pattern.write(puzzle, None).unwrap()).unwrap();
        let entries = [("PARAMS", "DESC"), id.trim_end().split_once(':').unwrap()];
        let [keys, values] = entries;
        let entry = |key: &str, value: &str| format!("{key}:{}:{value}\n", value.len());
        text = entry("SAVEFILE", "A") + &entry("GAME", "Pattern");
        text += &(entry(keys.0, values.0) + &entry(keys.1, values.1));
    }
    text = text.replace("{h}", &puzzle.row_count().to_string());
    text = text.replace("{w}", &puzzle.column_count().to_string());
    for mark in [",", ";"] {
        text = text.replace(&format!("{{table {mark}}}"), &table(puzzle, mark));
    }
    for (name, clues) in [("rows", puzzle.rows()), ("cols", puzzle.columns())] {
        let side = |line: &dyn Fn(&Clue) -> String, mark: &str| {
            clues.iter().map(line).collect::<Vec<_>>().join(mark)
        };
        let numbers = |clue: &Clue, number: fn(Block) -> usize, mark: &str| {
            let numbers = clue.blocks().map(|block| number(block).to_string());
            numbers.collect::<Vec<_>>().join(mark)
        };
        let lengths = |clue: &Clue| numbers(clue, |block| block.length, ", ");
        let line = |clue: &Clue, number| {
            if clue.is_empty() { "0\n".to_owned() } else { numbers(clue, number, " ") + "\n" }
        };
        let object = |block: Block| {
            format!("{{\"color\": {}, \"count\": {}}}", block.colour.index(), block.length)
        };
        let objects = |clue: &Clue| clue.blocks().map(object).collect::<Vec<_>>().join(", ");
        for (kind, value) in [
            ("", side(&|clue| line(clue, |block| block.length), "")),
            (" len", side(&|clue| line(clue, |block| block.length), "")),
            (" ink", side(&|clue| line(clue, |block| block.colour.index() + 1), "")),
            (" []", format!("[{}]", side(&|clue| format!("[{}]", lengths(clue)), ", "))),
            (" {}", format!("{{{}}}", side(&|clue| format!("{{{}}}", lengths(clue)), ", "))),
            (" obj", format!("[{}]", side(&|clue| format!("[{}]", objects(clue)), ", "))),
            (
                " |",
                padded(clues)
                    .1
                    .iter()
                    .map(|line| line.join(", "))
                    .collect::<Vec<_>>()
                    .join("\n | "),
            ),
        ] {
            text = text.replace(&format!("{{{name}{kind}}}"), &value);
        }
    }
    text
}

fn padded(clues: &[Clue]) -> (usize, Vec<Vec<String>>) {
    let width = clues.iter().map(|clue| clue.len()).fold(1, usize::max);
    let line = |clue: &Clue| {
        let zeros = std::iter::repeat_n(0, width - clue.len());
        zeros.chain(clue.iter().copied()).map(|length| length.to_string()).collect()
    };
    (width, clues.iter().map(line).collect())
}

/// A table with the clues above and to the left of an empty body.
fn table(puzzle: &Puzzle, mark: &str) -> String {
    let blank = |text: &String| {
        if text == "0" { String::new() } else { text.clone() }
    };
    let (side, rows) = padded(puzzle.rows());
    let (head, columns) = padded(puzzle.columns());
    let mut lines: Vec<Vec<String>> = Vec::new();
    for place in 0..head {
        let corner = std::iter::repeat_n(String::new(), side);
        let numbers = columns.iter().map(|column| blank(&column[place]));
        lines.push(corner.chain(numbers).collect());
    }
    for row in rows {
        let body = std::iter::repeat_n(String::new(), columns.len());
        lines.push(row.iter().map(blank).chain(body).collect());
    }
    lines.iter().map(|line| line.join(mark) + "\n").collect()
}

/// A random puzzle. No line is blank if `is_full` is true.
fn puzzle(random: &mut ChaCha8Rng, colours: usize, is_full: bool) -> Puzzle {
    let inks = [Rgb::BLACK, Rgb::new(0xd0, 0x20, 0x20), Rgb::new(0x20, 0x50, 0xd0)];
    let palette = Palette::of(inks.into_iter().take(colours)).expect("few colours");
    loop {
        let (rows, columns) = (random.random_range(2..=7), random.random_range(2..=7));
        let share = random.random_range(0.3..0.9);
        let mut cell = || random.random_bool(share).then(|| random.random_range(0..colours));
        let cells: Vec<Option<usize>> = (0..rows * columns).map(|_| cell()).collect();
        let grid = Grid::from_cells(rows, columns, |row, column| {
            let colour = cells[row * columns + column].and_then(Colour::new);
            colour.map_or(Cell::Blank, Cell::Colour)
        });
        let puzzle = Puzzle::from_grid(&grid).with_palette(palette.clone());
        let puzzle = puzzle.and_then(|puzzle| puzzle.with_goal(grid));
        let puzzle = puzzle.expect("its own clues and colours");
        let has_all = (0..colours).all(|colour| cells.contains(&Some(colour)));
        let has_blank = puzzle.lines().any(|(_, clue)| clue.is_empty());
        if has_all && !(has_blank && is_full) {
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
        let space = if sides != Drawn && random.random_bool(0.5) { " " } else { "" };
        match random.random_range(0..3) {
            0 => {
                let token = *TOKENS.choose(random).expect("there are tokens");
                if may_change(token) {
                    let (at, token) = if random.random_bool(0.5) {
                        (place.start, format!("{token}{space}"))
                    } else {
                        (place.end, format!("{space}{token}"))
                    };
                    text.insert_str(at, &token);
                    return (format!("{token:?} added at {at}"), is_number(token.trim()));
                }
            }
            1 if may_change(&text[place.clone()]) => {
                let token = text[place.clone()].to_owned();
                text.replace_range(place.clone(), "");
                return (format!("{token:?} dropped at {}", place.start), is_number(&token));
            }
            1 => {}
            _ => {
                let (begin, end) = *TYPES.choose(random).expect("there are types");
                let other = places.choose(random).expect("a text has tokens").clone();
                let (first, last) = (place.start.min(other.start), place.end.max(other.end));
                text.insert_str(last, end);
                text.insert_str(first, begin);
                return (format!("{begin:?} and {end:?} around {first}..{last}"), false);
            }
        }
    }
}

/// Writes, damages and reads a puzzle; a third of them stay undamaged. Everything depends only on `number`. The error describes a text that became another puzzle, or an undamaged one that was refused.
pub fn check(number: u64) -> Result<(), String> {
    let mut random = ChaCha8Rng::seed_from_u64(number);
    let shapes = || SHAPES.trim().lines();
    let shape = shapes().nth(number as usize % shapes().count()).expect("there are shapes");
    let [name, sides, colours, text] = shape.splitn(4, ' ').collect::<Vec<_>>()[..] else {
        panic!("{shape}");
    };
    let sides = [Fixed, Named, Open, Drawn].into_iter().find(|kind| format!("{kind:?}") == sides);
    let sides = sides.expect("one of the four");
    let colours = colours.parse().expect("a number");
    let is_undamaged = random.random_bool(0.3);
    let extension = name.rsplit('.').next().unwrap_or_default();
    // A blank line at the end of a table is not part of the puzzle.
    let is_table = Format::from_extension(extension) == Some(Format::Table);
    let is_full = is_table || !is_undamaged && sides != Fixed;
    let puzzle = puzzle(&mut random, colours, is_full);
    let mut text = written(&puzzle, text);
    let (done, is_of_number) = if is_undamaged {
        ("nothing".to_owned(), false)
    } else {
        damage(&mut random, &mut text, sides)
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
            Err(format!("{number}: {} read as {read_as}, {done}: {what}\n{text}", name))
        };
        match read_from(text.as_bytes(), name, format) {
            Err(error) if is_undamaged && format == named && sides != Open => {
                return fault(error.to_string());
            }
            Err(_) => {}
            Ok(found) => {
                let is_same = |other: &Puzzle| other.identity() == puzzle.identity();
                let is_other = |other: &Puzzle| !is_same(other) && other.sums_agree();
                let clues: Vec<String> = found
                    .iter()
                    .map(|found| format!("{:?} / {:?}", found.rows(), found.columns()))
                    .collect();
                if is_undamaged && !(found.len() == 1 && is_same(&found[0]))
                    || found.iter().any(is_other)
                {
                    return fault(format!("another puzzle, {}", clues.join(" and ")));
                }
            }
        }
    }
    Ok(())
}
