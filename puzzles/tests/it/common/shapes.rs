//! Random puzzles written in every shape in which puzzles are kept, and damaged: a token added or dropped, or a type name around a part.
//!
//! [`check`] reads a damaged text: it must give the puzzle or an error. A puzzle whose rows and columns differ in their sums is as good as
//! an error, because no solver accepts it.

use std::sync::LazyLock;

use nonogram_puzzles::{Block, Cell, Clue, Colour, Format, Grid, Palette, Puzzle, Rgb, read_from};
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
    text: Text,
}

/// How a puzzle is written in a shape.
enum Text {
    In(Format),
    /// A text in which [`filled`] replaces `{R}` and the like, and the brackets of its lists.
    Filled(String, [&'static str; 2]),
    By(fn(&Puzzle) -> String),
}

use Text::{By, Filled, In};

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

fn shape(name: &'static str, sides: Sides, text: Text) -> Shape {
    Shape { name, coloured: false, sides, text }
}

fn coloured(name: &'static str, sides: Sides, text: Text) -> Shape {
    Shape { coloured: true, ..shape(name, sides, text) }
}

/// Shapes in which [`filled`] replaces `{R}` and the like: the file name, how the text states which clues are the rows, the brackets of its
/// lists, and the text.
const FILLED: &str = r#"
wrapped.json Named [ ] {"levels": [{"name": "A", "constraints": {"row_clues": {R}, "col_clues": {C}}}]}
sized.json Fixed [ ] {"rows": {h}, "cols": {w}, "rowHints": {R}, "colHints": {C}}
pair.json Fixed [ ] [{R}, {C}]
pair.txt Fixed [ ] [{R},\n {C}]
a.pbnsol Named [ ] * a puzzle\n{r}&\n{c}
headings.txt Named [ ] Rows:\n{r}\nColumns:\n{c}
sized.txt Fixed [ ] height: {h}\nwidth: {w}\nrows\n{r}\ncolumns\n{c}
lists.txt Open [ ] {r}\n{c}
brackets.txt Named [ ] rows = {R}\ncolumns = {C}
python.txt Named [ ] rows: list[list[int]] = {R}\ncolumns: list[list[int]] = {C}
go.txt Named { } rowHints := [][]int{R}\ncolumnHints := [][]int{C}
typescript.txt Named [ ] const rows: number[][] = {R};\nconst columns: number[][] = {C};
java.txt Named { } int[][] rows = {R};\nint[][] cols = {C};
csharp.txt Named { } int[][] rows = new int[][] {R};\nint[][] cols = new int[][] {C};
cpp.txt Named { } std::vector<std::vector<int>> rows = {R};\nstd::vector<std::vector<int>> columns = {C};
swift.txt Named [ ] let rows: [[Int]] = {R}\nlet columns: [[Int]] = {C}
"#;

/// Every shape.
static SHAPES: LazyLock<Vec<Shape>> = LazyLock::new(|| {
    let mut shapes = vec![
        shape("a.non", Fixed, In(Format::Non)),
        coloured("colours.non", Fixed, In(Format::Non)),
        shape("a.xml", Named, In(Format::Webpbn)),
        coloured("colours.xml", Named, In(Format::Webpbn)),
        shape("a.json", Named, In(Format::Json)),
        coloured("colours.json", Named, In(Format::Json)),
        shape("a.mk", Fixed, In(Format::Mk)),
        shape("a.nin", Fixed, In(Format::Nin)),
        shape("a.cwd", Fixed, In(Format::Cwd)),
        shape("a.g", Named, In(Format::G)),
        coloured("colours.g", Named, In(Format::G)),
        shape("a.pattern", Fixed, In(Format::Pattern)),
        shape("drawing.txt", Drawn, In(Format::Text)),
        shape("drawing.json", Drawn, By(|puzzle| format!("{{\"grid\": {:?}}}\n", goal(puzzle)))),
        coloured("objects.json", Named, By(objects)),
        coloured("a.cwc", Fixed, By(cwc)),
        shape("bars.dzn", Fixed, By(bars)),
        shape("a.csv", Fixed, By(|puzzle| table(puzzle, ","))),
        shape("sep.csv", Fixed, By(|puzzle| "sep=;\n".to_owned() + &table(puzzle, ";"))),
    ];
    shapes.extend(FILLED.lines().filter(|line| !line.is_empty()).map(|line| {
        let parts: Vec<&str> = line.splitn(5, ' ').collect();
        let sides = match parts[1] {
            "Fixed" => Fixed,
            "Named" => Named,
            _ => Open,
        };
        let text = parts[4].replace("\\n", "\n");
        shape(parts[0], sides, Filled(text, [parts[2], parts[3]]))
    }));
    shapes
});

fn written(puzzle: &Puzzle, text: &Text) -> String {
    match text {
        In(format) => {
            let bytes = format.write(puzzle, None).expect("a puzzle with a goal");
            String::from_utf8(bytes).expect("a text")
        }
        Filled(text, brackets) => filled(puzzle, text, brackets),
        By(write) => write(puzzle),
    }
}

/// The text with the rows and columns as lists in these brackets, `{R}` and `{C}`, as lines, `{r}` and `{c}`, and the sizes, `{h}` and `{w}`.
fn filled(puzzle: &Puzzle, text: &str, [open, close]: &[&str; 2]) -> String {
    let list = |clues: &[Clue]| {
        let lengths = |clue: &Clue| clue.iter().map(usize::to_string).collect::<Vec<_>>();
        let clue = |clue: &Clue| format!("{open}{}{close}", lengths(clue).join(", "));
        let clues: Vec<String> = clues.iter().map(clue).collect();
        format!("{open}{}{close}", clues.join(", "))
    };
    let [rows, columns] = lines(puzzle);
    let end = if text.ends_with("{c}") { "" } else { "\n" };
    let text = text.replace("{R}", &list(puzzle.rows())).replace("{C}", &list(puzzle.columns()));
    let text = text.replace("{h}", &puzzle.row_count().to_string());
    let text = text.replace("{w}", &puzzle.column_count().to_string());
    text.replace("{r}", &rows).replace("{c}", &columns) + end
}

/// The blocks of the rows and of the columns in JSON, each block as `block` writes it.
fn blocks(puzzle: &Puzzle, block: impl Fn(Block) -> String) -> [String; 2] {
    let line = |clue: &Clue| {
        let blocks: Vec<String> = clue.blocks().map(&block).collect();
        format!("[{}]", blocks.join(", "))
    };
    let side = |clues: &[Clue]| clues.iter().map(line).collect::<Vec<_>>().join(", ");
    [puzzle.rows(), puzzle.columns()].map(side)
}

fn objects(puzzle: &Puzzle) -> String {
    let block = |block: Block| {
        let (ink, length) = (block.colour.index(), block.length);
        format!("{{\"color\": {ink}, \"count\": {length}}}")
    };
    let [rows, columns] = blocks(puzzle, block);
    let palette = r##"["#000000", "#ff0000", "#0000ff"]"##;
    format!("{{\"palette\": {palette}, \"rows\": [{rows}], \"columns\": [{columns}]}}\n")
}

fn bars(puzzle: &Puzzle) -> String {
    let side = |name: &str, clues: &[Clue]| {
        let lines: Vec<String> = padded(clues).1.iter().map(|line| line.join(", ")).collect();
        format!("{name} = [| {} |];\n", lines.join("\n | "))
    };
    side("rows", puzzle.rows()) + &side("columns", puzzle.columns())
}

fn goal(puzzle: &Puzzle) -> Vec<String> {
    puzzle.palette().to_lines(puzzle.goal().expect("a goal"))
}

/// The rows and the columns, one clue per line.
fn lines(puzzle: &Puzzle) -> [String; 2] {
    let line = |clue: &Clue| puzzle.palette().clue(clue).replace(',', " ") + "\n";
    [puzzle.rows(), puzzle.columns()].map(|clues| clues.iter().map(line).collect())
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

/// webpbn's export of numbers with colours.
fn cwc(puzzle: &Puzzle) -> String {
    let block = |clues: &[Clue], number: fn(Block) -> usize| -> String {
        let line = |clue: &Clue| {
            let numbers: Vec<String> =
                clue.blocks().map(|block| number(block).to_string()).collect();
            if clue.is_empty() { "0\n".to_owned() } else { numbers.join(" ") + "\n" }
        };
        clues.iter().map(line).collect()
    };
    let side = |clues: &[Clue]| {
        let inks = block(clues, |block| block.colour.index() + 1);
        block(clues, |block| block.length) + "\n" + &inks
    };
    let (height, width) = (puzzle.row_count(), puzzle.column_count());
    let (rows, columns) = (side(puzzle.rows()), side(puzzle.columns()));
    format!("{height}\n{width}\n{}\n{rows}\n{columns}", puzzle.palette().count())
}

/// A random puzzle. No line is blank if `is_full` is true.
fn puzzle(random: &mut ChaCha8Rng, is_coloured: bool, is_full: bool) -> Puzzle {
    let colours = if is_coloured { 3 } else { 1 };
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

/// Writes, damages and reads a puzzle; a third of them stay whole. Everything depends only on `number`. The error describes a text that became another puzzle, or a whole one that was refused.
pub fn check(number: u64) -> Result<(), String> {
    let mut random = ChaCha8Rng::seed_from_u64(number);
    let shape = &SHAPES[(number % SHAPES.len() as u64) as usize];
    let is_whole = random.random_bool(0.3);
    let extension = shape.name.rsplit('.').next().unwrap_or_default();
    // A blank line at the end of a table is not part of the puzzle.
    let is_table = Format::from_extension(extension) == Some(Format::Table);
    let is_full = is_table || !is_whole && shape.sides != Fixed;
    let puzzle = puzzle(&mut random, shape.coloured, is_full);
    let mut text = written(&puzzle, &shape.text);
    let (done, is_of_number) = if is_whole {
        ("nothing".to_owned(), false)
    } else {
        damage(&mut random, &mut text, shape.sides)
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
            Err(format!("{number}: {} read as {read_as}, {done}: {what}\n{text}", shape.name))
        };
        match read_from(text.as_bytes(), shape.name, format) {
            Err(error) if is_whole && format == named && shape.sides != Open => {
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
