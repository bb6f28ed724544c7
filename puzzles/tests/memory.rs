//! Memory of the readers: peak allocation in proportion to the input.
//!
//! There is only one test because the allocator counts the whole process. docs/guide/formats.md states the factors.

use nonogram_puzzles::{Format, Grid, MAX_SIDE, Puzzle, PuzzleFile};
use peak_alloc::PeakAlloc;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// Bytes of memory per byte of text, and per byte of a PBM picture; a byte of a raw picture holds eight cells.
const PER_BYTE: usize = 24;
const PER_JSON_BYTE: usize = 64;
const PER_PBM_BYTE: usize = 96;

/// Bytes of memory per byte of TOML, and the maximum size of a file in bytes.
const PER_TOML_BYTE: usize = 160;
const TOML: usize = 256 << 10;

/// Constant part of the memory in bytes, except for PNG pictures.
const FIXED: usize = 2 << 20;

/// Bytes of memory per pixel of a PNG picture.
const PER_PIXEL: usize = 16;

/// Constant part of the memory in bytes for a PNG picture: the decoder's windows and buffers.
const PNG: usize = 8 << 20;

/// Peak allocation while every puzzle of `bytes` is read, input included.
fn peak(bytes: &[u8], format: Format) -> usize {
    let before = ALLOCATOR.current_usage();
    ALLOCATOR.reset_peak_usage();
    let outcome = PuzzleFile::from_stream(bytes, "t", Some(format)).and_then(|file| file.count());
    // The message counts too. It must not contain the whole input.
    let message = outcome.map_or_else(|error| error.to_string(), |_| String::new());
    assert!(message.len() < 1000, "{message}");
    ALLOCATOR.peak_usage() - before
}

/// A text of at least 1 MiB that starts with `head` and repeats `part`.
fn long(head: &str, part: &str) -> Vec<u8> {
    (head.to_owned() + &part.repeat(1 + (1 << 20) / part.len())).into_bytes()
}

/// A grid in which every second cell is filled: the maximum number of blocks.
fn dense(rows: usize, columns: usize) -> Grid {
    Grid::from_fn(rows, columns, |row, column| (row + column) % 2 == 0)
}

/// A picture of a grid.
fn picture(format: Format, grid: &Grid) -> Vec<u8> {
    format.write(&Puzzle::from_grid(grid), Some(grid)).unwrap()
}

/// Texts that could make a reader allocate much memory.
fn texts() -> Vec<(Format, Vec<u8>)> {
    use Format::{Cwc, Cwd, G, Json, Mk, Nin, Non, Pattern, Pbnsol, Text, Toml, Webpbn};
    let sized = "width 4095\nheight 4095\nrows\n";
    let one = "<puzzle><clues type=\"rows\"><line><count>1</count></line></clues><clues \
               type=\"columns\"><line><count>1</count></line></clues></puzzle>";
    let clues = "<puzzle><clues type=\"rows\">";
    let mut texts = vec![
        (Non, long("", "\n")),
        (Non, long(sized, "\n")),
        (Non, long(sized, "1\n")),
        (Non, long(sized, "1 ")),
        (Non, long("width 1\nheight 1\ngoal ", "1")),
        (Non, long("title ", "&#1;")),
        (Non, long("", "x\n")),
        (Non, long("", "====\n")),
        (Non, long("", "width 1\nheight 1\nrows\n1\ncolumns\n1\n====\n")),
        (Text, long("", "#\n\n")),
        (Text, long("", "#\n")),
        (Text, long("", "\n")),
        (Text, long(&("#".repeat(MAX_SIDE) + "\n"), "#\n")),
        (Text, (dense(1000, 1000).to_string() + "\n").into_bytes()),
        (Pattern, long("", "1x1:1/1\n")),
        (Pattern, long("4095x4095:", "/")),
        (Pattern, long("4095x4095:", "1.")),
        (Pattern, [long("4095x4095:", "/"), b"x".to_vec()].concat()[..49_000].to_vec()),
        (Webpbn, long("<a>", "<b/>")),
        (Webpbn, long("", "<a>")),
        (Webpbn, long("<a ", "b=\"\" ")),
        (Webpbn, long("<puzzle ", "b=\"\" ")),
        (Webpbn, long("<a>", "&amp;")),
        (Webpbn, long("<puzzle><title>", "&amp;")),
        (Webpbn, long("<puzzle><image>", "|X")),
        (Webpbn, long("<puzzle><solution><image>", "|X")),
        (Webpbn, long("<puzzle>", "<color char=\"X\" name=\"\"/>")),
        (Webpbn, long("<puzzle>", "<note>License: x</note>")),
        (Webpbn, long(clues, "<line/>")),
        (Webpbn, long(&format!("{clues}<line>"), "<count>1</count>")),
        (Webpbn, long("<a>", one)),
        (Webpbn, long("<a>", "\n")),
        (Mk, long("4095 4095\n", "\n")),
        (Mk, long("4095 4095\n", "#\n")),
        (Mk, long("4095 4095\n", "1 ")),
        (Nin, long("4095 4095\n", "\n")),
        (Nin, long("4095 4095\n", "1\n")),
        (Cwd, long("4095\n4095\n", "\n")),
        (Cwd, long("4095\n4095\n", "1 ")),
        (G, long(":\n", "\n")),
        (G, long("", ":\n")),
        (G, long(":\n", "1 ")),
        (Cwc, long("4095\n4095\n1\n", "\n")),
        (Cwc, long("4095\n4095\n1\n", "1 ")),
        (Pbnsol, long("1\n&\n", "\n")),
        (Pbnsol, long("1\n&\n", "1\n")),
        (Json, long("[", "{},")),
        (Json, long("[", "[1],")),
        (Json, long("", "[")),
        (Json, long("", "{\"a\":")),
        (Json, long("{\"rows\":", "[")),
        (Json, long("{\"rows\":[", "1,")),
    ];
    let closed = |head: &str, part: &str, end: &str| {
        let mut text = long(head, part);
        text.pop();
        (Json, [text, end.as_bytes().to_vec()].concat())
    };
    texts.extend([
        closed("[", "{\"rows\":[[1]],\"columns\":[[1]]},", "]"),
        closed("[", "[1],", "]"),
        closed("[", "1,", "]"),
        closed("{\"columns\":[[1]],\"rows\":[", "1,", "]}"),
        closed("{\"columns\":[[1]],\"rows\":[[", "1,", "]]}"),
        closed("{\"grid\":[[", "1,", "]]}"),
        closed("{\"grid\":[", "\"#\",", "]}"),
        closed("{\"grid\":[[", "\"ab\",", "]]}"),
        closed("{\"palette\":[", "\"#000\",", "]}"),
        closed("{\"title\":\"", "\\n,", "\"}"),
    ]);
    let keys: Vec<String> = (0..200_000).map(|number| format!("\"{number:x}\":[]")).collect();
    texts.push((Json, format!("{{{}}}", keys.join(",")).into_bytes()));
    for part in ["a=1\n", "#\n", "\n", "[a.b]\n", "a=[[1],\n", "'a'=''\n"] {
        texts.push((Toml, long("", part)[..TOML].to_vec()));
    }
    let numbered: String = (0..20_000).map(|number| format!("k{number:x}=1\n")).collect();
    texts.push((Toml, numbered.into_bytes()));
    let distinct = (0..20_000).map(|n| {
        let character = char::from_u32(0x4e00 + n).expect("a character");
        format!("<color char=\"{character}\" name=\"{n}\"/>")
    });
    texts.push((Webpbn, format!("<puzzle>{}", distinct.collect::<String>()).into_bytes()));
    texts
}

#[test]
fn memory_is_in_proportion_to_the_input() {
    let mut inputs = texts();
    let goal = dense(700, 700);
    let whole = Puzzle::from_grid(&goal).with_goal(goal).unwrap();
    for format in Format::ALL.iter().copied().filter(|format| format.is_written()) {
        if ![Format::Png, Format::Xbm, Format::Svg].contains(&format) {
            inputs.push((format, format.write(&whole, None).unwrap()));
        }
    }
    inputs.push((Format::Pbm, picture(Format::Pbm, &dense(2048, 2048))));
    inputs.push((Format::Pbm, picture(Format::Pbm, &dense(1, 1)).repeat(100_000)));
    for (format, bytes) in &inputs {
        let per_byte = match format {
            Format::Pbm => PER_PBM_BYTE,
            Format::Toml => PER_TOML_BYTE,
            Format::Json | Format::Jsonl => PER_JSON_BYTE,
            _ => PER_BYTE,
        };
        let peak = peak(bytes, *format);
        let begin = String::from_utf8_lossy(&bytes[..bytes.len().min(40)]).into_owned();
        let place = format!("{format} {begin:?}, {} bytes", bytes.len());
        assert!(peak <= FIXED + per_byte * bytes.len(), "{place}: {peak} bytes");
    }
    // A PNG picture of few bytes may have many pixels.
    for grid in [dense(1024, 1024), Grid::from_fn(4095, 1024, |_, _| false)] {
        let bytes = picture(Format::Png, &grid);
        let side = (2048 / grid.rows()).max(1);
        let pixels = grid.rows() * grid.columns() * side * side;
        let peak = peak(&bytes, Format::Png);
        assert!(peak <= PNG + PER_PIXEL * pixels, "{peak} for {pixels} pixels");
    }
}
