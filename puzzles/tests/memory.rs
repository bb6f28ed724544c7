//! Memory of the readers: peak allocation in proportion to the input.
//!
//! There is only one test because the allocator counts the whole process. docs/guide/formats.md states the factors.

use nonogram_puzzles::{Format, Grid, MAX_SIDE, Puzzle, PuzzleFile};
use peak_alloc::PeakAlloc;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// Bytes of memory per byte of text, of a table, of a value in JSON or source code, and of a PBM picture; a byte of a raw picture holds
/// eight cells.
const PER_BYTE: usize = 24;
const PER_TABLE_BYTE: usize = 72;
const PER_VALUE_BYTE: usize = 64;
const PER_PBM_BYTE: usize = 96;

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

/// Texts that could make a reader allocate much memory: a format, the beginning, the end in place of the last byte, and parts of which each is
/// repeated; `_` is a space and `¦` is `|`.
const TEXTS: &str = r##"
non|||\n x\n ====\n width_1\nheight_1\nrows\n1\ncolumns\n1\n====\n
non|width_4095\nheight_4095\nrows\n||\n 1\n 1_
non|width_1\nheight_1\ngoal_||1
non|title_||&#1;
text|||#\n\n #\n \n
pattern|||1x1:1/1\n
pattern|4095x4095:||/ 1.
xml|||<a>
xml|<a>||<b/> &amp; \n <puzzle><clues_type="rows"><line><count>1</count></line></clues><clues_type="columns"><line><count>1</count></line></clues></puzzle>
xml|<a_||b=""_
xml|<puzzle_||b=""_
xml|<puzzle>||<color_char="X"_name=""/> <note>License:_x</note>
xml|<puzzle><title>||&amp;
xml|<puzzle><image>||¦X
xml|<puzzle><solution><image>||¦X
xml|<puzzle><clues_type="rows">||<line/>
xml|<puzzle><clues_type="rows"><line>||<count>1</count>
mk|4095_4095\n||\n #\n 1_
nin|4095_4095\n||\n 1\n
cwd|4095\n4095\n||\n 1_
g|:\n||\n 1_
g|||:\n
cwc|4095\n4095\n1\n||\n 1_
pbnsol|1\n&\n||\n 1\n
json|||[ {"a":
json|[||{}, [1],
json|[|]|{"rows":[[1]],"columns":[[1]]}, [1], 1,
json|{"rows":||[
json|{"rows":[||1,
json|{"columns":[[1]],"rows":[|]}|1,
json|{"columns":[[1]],"rows":[[|]]}|1,
json|{"grid":[[|]]}|1, "ab",
json|{"grid":[|]}|"#",
json|{"palette":[|]}|"#000",
json|{"title":"|"}|\\n,
jsonl|||{}\n [1]\n
lists|||1\n 1_ [1],\n rows:
dzn|rows_=_[¦||1, 1¦
dzn|rows_=_array2d(1..2,1..2,[||1,
table|,1\n||1,\n 1,
table|||, ;
gno|[Dimensions]\n4095\n4095\n[Row_clues]\n||\n 1\n 1,
gno|[Dimensions]\n1\n1\n[Solution_grid]\n||1_ 1\n
sgt|SAVEFILE:||1:A\nSAVEFILE: 1:
"##;

fn texts() -> Vec<(Format, Vec<u8>)> {
    use Format::{Json, Text, Webpbn};
    let mut texts = Vec::new();
    for line in TEXTS.trim().lines() {
        let [format, head, end, parts] = line.split('|').collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        let text = |text: &str| text.replace("\\n", "\n").replace('_', " ").replace('¦', "|");
        for part in parts.split(' ') {
            let mut bytes = long(&text(head), &text(part));
            if !end.is_empty() {
                bytes.pop();
            }
            bytes.extend(text(end).bytes());
            texts.push((format.parse().unwrap(), bytes));
        }
    }
    texts.push((Text, long(&("#".repeat(MAX_SIDE) + "\n"), "#\n")));
    texts.push((Text, (dense(1000, 1000).to_string() + "\n").into_bytes()));
    let keys: Vec<String> = (0..200_000).map(|number| format!("\"{number:x}\":[]")).collect();
    texts.push((Json, format!("{{{}}}", keys.join(",")).into_bytes()));
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
    let large = Puzzle::from_grid(&goal).with_goal(goal).unwrap();
    for &format in Format::ALL.iter().filter(|format| format.is_read() && !format.is_picture()) {
        let has_text = inputs.iter().any(|(other, _)| *other == format);
        assert!(
            has_text,
            "no text of the format {format} in TEXTS in puzzles/tests/memory.rs: add one"
        );
    }
    for &format in Format::ALL.iter().filter(|format| format.is_written() && format.is_read()) {
        // A PNG picture of few bytes may have many pixels: see below.
        if format != Format::Png {
            inputs.push((format, format.write(&large, None).unwrap()));
        }
    }
    inputs.push((Format::Pbm, picture(Format::Pbm, &dense(2048, 2048))));
    inputs.push((Format::Pbm, picture(Format::Pbm, &dense(1, 1)).repeat(100_000)));
    for (format, bytes) in &inputs {
        let per_byte = match format {
            Format::Pbm => PER_PBM_BYTE,
            Format::Table => PER_TABLE_BYTE,
            Format::Json | Format::Jsonl | Format::Lists | Format::Gno | Format::Dzn => {
                PER_VALUE_BYTE
            }
            _ => PER_BYTE,
        };
        let peak = peak(bytes, *format);
        let begin = String::from_utf8_lossy(&bytes[..bytes.len().min(40)]).into_owned();
        let place = format!("{format} {begin:?}, {} bytes", bytes.len());
        assert!(peak <= FIXED + per_byte * bytes.len(), "{place}: {peak} bytes");
    }
    for grid in [dense(1024, 1024), Grid::from_fn(4095, 1024, |_, _| false)] {
        let bytes = picture(Format::Png, &grid);
        let side = (2048 / grid.rows()).max(1);
        let pixels = grid.rows() * grid.columns() * side * side;
        let peak = peak(&bytes, Format::Png);
        assert!(peak <= PNG + PER_PIXEL * pixels, "{peak} for {pixels} pixels");
    }
}
