//! Writes docs/reference/timing.md and its picture: the contents of each pipeline stage of the design, cycle by cycle, as simulated.
//! Interface: `make timing`; [`page`] returns both. The page has one diagram each for the link, the classic core and the parallel core.
//! Source: the signals of the simulated design.

mod waves;

use std::collections::HashMap;

use nonogram_protocol::BoardStream;
use nonogram_sim::compiled::CompiledDesign;
use nonogram_sim::design::{ByteDesign, Design};
use nonogram_sim::signals::{self, Selection};
use nonogram_verilog::Parameters;

/// Cycles in the diagram of the classic core, which starts at the board's launch.
const CLASSIC_CLOCKS: usize = 40;
/// Cycles in the picture of the classic core, which shows the visits of the first rows.
const PICTURE_CLOCKS: usize = 18;
/// Maximum number of cycles in the diagram of the link: four messages, with the CRCs of the first three.
const LINK_CLOCKS: usize = 64;

/// The values of all signals of a design, by path.
#[derive(Default)]
struct Values {
    values: HashMap<String, u64>,
}

impl Values {
    fn of(design: &dyn Design) -> Self {
        let signals = signals::list(design);
        let all = Selection::new(&signals).read(design);
        let names = signals.into_iter().map(|signal| signal.name);
        Self {
            values: names.zip(all).collect(),
        }
    }

    /// The value of the signal `name` of `block`, or else of a signal below `block` whose path ends with `name`.
    fn get(&self, block: &str, name: &str) -> u64 {
        let (start, end) = (format!("{block}."), format!(".{name}"));
        let below = |(path, _): &(&String, &u64)| path.starts_with(&start) && path.ends_with(&end);
        let own = self.values.get(&format!("{start}{name}"));
        *own.or_else(|| self.values.iter().find(below).map(|(_, value)| value))
            .unwrap_or_else(|| panic!("the design has no signal {block}.{name}"))
    }

    fn is(&self, block: &str, name: &str) -> bool {
        self.get(block, name) == 1
    }
}

fn when(shown: bool, text: impl FnOnce() -> String) -> String {
    if shown { text() } else { String::new() }
}

/// The name of a line: "r2" is row 2, "c0" is column 0.
fn line(column: bool, place: u64) -> String {
    format!("{}{place}", if column { 'c' } else { 'r' })
}

/// The texts of the link's stages, from bytes to messages to actions; the text of an idle stage is empty.
fn link(values: &Values) -> Vec<String> {
    let byte = values.is("framer", "byte_valid");
    let message = values.get("framer", "message");
    vec![
        when(byte, || {
            format!("{:02x}", values.get("framer", "byte_data"))
        }),
        when(values.is("framer", "have"), || {
            format!("{:02x}", values.get("framer", "high"))
        }),
        when(values.get("framer", "sum.left") > 0, || {
            values.get("framer", "sum.left").to_string()
        }),
        when(values.is("framer", "valid"), || format!("{message:04x}")),
        when(values.is("parser", "decoded"), || "yes".into()),
        when(values.is("parser", "judged"), || "yes".into()),
        when(values.is("parser", "take"), || "taken".into()),
        when(values.is("parser", "store_write"), || {
            format!("{:04x}", values.get("parser", "store_data"))
        }),
    ]
}

/// The texts of the stages of the classic core, which reads one word per cycle.
fn classic(values: &Values) -> Vec<String> {
    let get = |name| values.get("core.visitor", name);
    let is = |name| values.is("core.visitor", name);
    let word = |word: u64, header: bool| {
        if header {
            line(word >> 15 == 1, word & 0x1f)
        } else {
            format!("{word:05b}")
        }
    };
    let place = get("line");
    vec![
        when(is("fetch"), || get("read_pointer").to_string()),
        when(is("word_valid"), || word(get("word"), is("at_header"))),
        when(is("k_valid"), || word(get("k_word"), is("k_header"))),
        when(is("a_valid"), || word(get("a_word"), is("a_header"))),
        when(is("a_header") || is("a_keep"), || "requeued".into()),
        when(is("finished"), || {
            format!(
                "{} {:05b}",
                line(place >> 5 == 1, place & 0x1f),
                get("fresh")
            )
        }),
        when(is("e_valid"), || {
            format!(
                "left {}, quiet {}",
                get("verdict.lines_left"),
                get("verdict.quiet")
            )
        }),
    ]
}

/// The texts of the stages of one side of the parallel core.
fn side(values: &Values, name: &str) -> Vec<String> {
    let block = format!("core.{name}");
    let get = |name| values.get(&block, name);
    let is = |name| values.is(&block, name);
    let line = |place| line(name == "columns", place);
    let chosen = get("scheduler.chosen");
    vec![
        when(is("scheduler.chosen_valid"), || {
            line(u64::from(chosen.trailing_zeros()))
        }),
        when(is("scheduler.issue"), || {
            format!(
                "{}.{}",
                line(get("scheduler.place")),
                get("scheduler.offset")
            )
        }),
        when(is("w_valid"), || {
            format!("{}.{}", line(get("w_place")), get("w_offset"))
        }),
        when(is("lanes_0.k_valid"), || {
            format!("{} {:05b}", line(get("k_place")), get("lanes_0.k_word"))
        }),
        when(is("lanes_0.keep"), || {
            format!("{} {:05b}", line(get("a_place")), get("lanes_0.a_word"))
        }),
        when(is("d_last"), || line(get("d_place"))),
        when(is("e_ended"), || {
            format!("{:05b} of {:05b}", get("e_fresh"), get("e_known"))
        }),
    ]
}

fn clock(design: &mut dyn ByteDesign) {
    design.rise();
    design.settle();
}

/// A design without its UART; every byte that it sends is accepted at once.
fn design(build: &str) -> Box<dyn ByteDesign> {
    let build = nonogram_verilog::build(build).expect("in the table");
    let netlist = build.netlist(false, &Parameters::default().without_uart());
    let netlist = netlist.expect("the design's Verilog");
    let design = CompiledDesign::new(build, netlist, false);
    let mut design = Box::new(design.expect("a design"));
    design.set_ready(true);
    design.settle();
    design
}

/// The bytes of the board of a 5 x 5 drawing of the library.
fn board() -> Vec<u8> {
    let drawing = nonogram_puzzles::library::root().join("08/pond-traffic.non");
    let drawing = std::fs::read_to_string(drawing).expect("a drawing of the library");
    let puzzle = &nonogram_puzzles::formats::non::parse(&drawing, "the drawing").expect("valid")[0];
    let stream = BoardStream::new(puzzle.rows(), puzzle.columns()).expect("a small board");
    stream.bytes().collect()
}

/// Sends bytes, each as soon as the previous one is accepted, and calls `each` once per cycle, before its clock edge.
fn send(design: &mut dyn ByteDesign, bytes: &[u8], each: &mut dyn FnMut(&dyn ByteDesign)) {
    for &byte in bytes {
        design.offer(Some(byte));
        design.settle();
        while !design.takes() {
            each(design);
            clock(design);
        }
        each(design);
        clock(design);
    }
    design.offer(None);
    design.settle();
}

/// Returns the texts of the stages in each cycle from the board's launch to its verdict, for at most `most` cycles.
fn solve(build: &str, most: usize, stages: &dyn Fn(&Values) -> Vec<String>) -> Vec<Vec<String>> {
    let mut design = design(build);
    send(&mut *design, &board(), &mut |_| {});
    while !design.events().launched {
        clock(&mut *design);
    }
    let mut rows = Vec::new();
    while rows.len() < most {
        rows.push(stages(&Values::of(&*design)));
        if design.events().decided {
            break;
        }
        clock(&mut *design);
    }
    rows
}

/// A table of texts as aligned plain text, with one numbered row per cycle.
fn diagram(heads: &[&str], rows: &[Vec<String>]) -> String {
    let width = |column: usize| {
        let cells = rows.iter().map(|row| row[column].len());
        cells.chain([heads[column].len()]).max().unwrap_or_default()
    };
    let line = |first: &str, cells: &[&str]| {
        let cells = cells.iter().enumerate();
        let cells = cells.map(|(column, cell)| format!("{cell:<0$}", width(column)));
        let text = format!("{first:>5}  {}", cells.collect::<Vec<_>>().join(" | "));
        text.trim_end().to_owned() + "\n"
    };
    let mut text = "```text\n".to_owned() + &line("cycle", heads);
    for (number, row) in rows.iter().enumerate() {
        let cells: Vec<&str> = row.iter().map(String::as_str).collect();
        text += &line(&number.to_string(), &cells);
    }
    text + "```\n"
}

/// The text of the page, and the picture of the classic core's first visits.
pub fn page() -> (String, String) {
    let mut rows = Vec::new();
    let mut waiting = design("classic11");
    send(&mut *waiting, &board()[..8], &mut |design| {
        if rows.len() < LINK_CLOCKS {
            rows.push(link(&Values::of(design)));
        }
    });
    let heads = [
        "byte", "first", "sum", "message", "decoded", "judged", "act", "store",
    ];
    let link = diagram(&heads, &rows);

    let heads = ["fetch", "W", "K", "A", "store", "D new", "E"];
    let rows = solve("classic11", CLASSIC_CLOCKS, &classic);
    let title = "What the stages of the classic core hold, cycle by cycle";
    // The picture has shorter texts in the last lane, because every cycle is as wide as the longest text.
    let mut drawn = rows[..PICTURE_CLOCKS].to_vec();
    for row in &mut drawn {
        row[6] = row[6].replace("left ", "").replace(", quiet ", "/");
    }
    let lanes = ["fetch", "W", "K", "A", "store", "D new", "left/quiet"];
    let picture = waves::draw(title, &lanes, &drawn);
    let classic = diagram(&heads, &rows);

    let heads = ["P", "R", "W", "K", "A kept", "D", "E new of known"];
    let both = |values: &Values| [side(values, "rows"), side(values, "columns")].concat();
    let rows = solve("parallel11x4", usize::MAX, &both);
    let parallel = diagram(&[heads, heads].concat(), &rows);

    let page = format!(
        "\
# Timing

This page shows what each pipeline stage holds in each cycle, as simulated; `make timing` generates it. The board is a 5 x 5 drawing of the
library (`08/pond-traffic.non`). An option is written with cell 0 on the right; `r2` is row 2, `c0` is column 0.

## The link

The diagram shows `classic11` without its UART, so that bytes arrive as fast as they are accepted. They form the two start boards, the start
line of row 0 and its first assignment. A message is decoded in its first cycle, judged in the second and executed in the third; *decoded*
and *judged* are registers, set one cycle later. Then its 16 bits are added to the CRC, one per cycle, while the second byte of the next
message waits; *sum* is the number of bits left. A serial line leaves far more time: 333 cycles per message at 3 Mbaud and 50 MHz.

{link}

## The classic core

The diagram shows the first {CLASSIC_CLOCKS} cycles of `classic11` from the board's launch, by the [stages](classic-core.md) of the core.
*fetch* is an address of the store, in which a line's header precedes its options. *requeued* marks a word that is written back to the
store. D has the line and which of its cells are new. E has the number of lines left and of consecutive visits without progress, both
before its visit is counted. A header of the other kind (a column after a row, or a row after a column) stalls in W until the line before
it has reached D. The picture shows the first {PICTURE_CLOCKS} cycles as waveforms:

![The stages of the classic core during its first visits](../images/visit.svg)

{classic}

## The parallel core

The diagram shows `parallel11x4` from the board's launch to its verdict: the [stages](parallel-core.md) of the rows, then those of the
columns. P has the line chosen for the next visit, R the line and the offset of the options whose fetch is issued, K and A the option in
lane 0, and E which cells are new, and which are known. Every line was already visited while it was received, so it is visited here only
if a crossing line has found one of its cells since.

{parallel}
"
    );
    (page, picture)
}

#[allow(dead_code, reason = "the page's test includes this file as a module")]
fn main() {
    let folder = std::path::PathBuf::from(std::env::args().nth(1).unwrap_or("docs".to_owned()));
    let (page, picture) = page();
    for (name, text) in [("reference/timing.md", page), ("images/visit.svg", picture)] {
        let path = folder.join(name);
        std::fs::write(&path, text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }
}
