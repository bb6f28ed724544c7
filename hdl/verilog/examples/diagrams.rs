//! Draws the block diagrams in docs/images: the blocks of the design and of its cores, and the signals between them.
//! Interface: `make diagrams` writes the files; [`drawings`] returns their names and texts.
//! An N² chart of the Verilog: blocks on the diagonal, forward signals above it, backward signals below.

use nonogram_netlist::{read, structure};

/// The drawings: file name without extension, design, end of the module's name, and title of each.
const DRAWINGS: [(&str, &str, &str, &str); 6] = [
    ("design", "classic11", "", "The design"),
    ("solver", "classic11", "_stream", "Link and core"),
    ("classic", "classic11", "_classic", "The classic core"),
    ("parallel", "parallel11x4", "_parallel", "The parallel core"),
    ("clue", "clue32", "_clue_core", "The clue core"),
    ("clue-search", "clue32", "_search", "Search of the clue core"),
];

/// Width of a character of DejaVu Sans Mono at 12 pixels, in pixels.
const LETTER: f64 = 7.3;
/// Height of a line of text, in pixels.
const LINE: f64 = 15.0;
/// Space left and right of the text of a label or block, in pixels; a label has half of it above and below.
const PADDING: f64 = 10.0;
/// Space between rows and between columns, in pixels.
const GAP: f64 = 22.0;
/// Height reserved for the title, in pixels.
const TOP: f64 = 52.0;
/// Maximum number of lines in a label. If there are more signals, the last line counts those that are not listed.
const MOST_NAMES: usize = 5;

/// The blocks of a module, preceded by its ports as block 0, and the names of the signals from each block to every other block.
struct Module {
    blocks: Vec<String>,
    signals: Vec<Vec<Vec<String>>>,
}

impl Module {
    /// Reads a module of a design's Verilog.
    fn read(verilog: &str, name: &str) -> Self {
        let source = read::source(verilog).unwrap_or_else(|error| panic!("{error}"));
        let module = source.module(name);
        let module = module.unwrap_or_else(|| panic!("the Verilog has no module {name}"));
        let blocks = module.instances().into_iter().map(|block| block.name);
        Self {
            blocks: ["ports".to_owned()].into_iter().chain(blocks).collect(),
            signals: structure::signals(&source, module),
        }
    }

    /// Lines of the label of the signals from one block to another.
    fn label(&self, from: usize, to: usize) -> Vec<String> {
        let names = &self.signals[from][to];
        if names.len() <= MOST_NAMES {
            return names.clone();
        }
        let (shown, rest) = names.split_at(MOST_NAMES - 1);
        let more = format!("and {} more", rest.len());
        shown.iter().cloned().chain([more]).collect()
    }
}

/// Start of each column or row, and the end of the last one with its gap.
fn places(sizes: &[f64], start: f64) -> Vec<f64> {
    let mut at = start;
    let mut places = vec![at];
    for size in sizes {
        at += size + GAP;
        places.push(at);
    }
    places
}

fn draw(module: &Module, title: &str, source: &str) -> String {
    let count = module.blocks.len();
    let wide = |text: &str| text.chars().count() as f64 * LETTER + 2.0 * PADDING;
    let high = |lines: usize| lines as f64 * LINE + PADDING;
    let (mut widths, mut heights) = (vec![0.0f64; count], vec![0.0f64; count]);
    for block in 0..count {
        widths[block] = wide(&module.blocks[block]).max(90.0);
        heights[block] = 44.0;
    }
    for (from, height) in heights.iter_mut().enumerate() {
        for (to, width) in widths.iter_mut().enumerate() {
            let label = module.label(from, to);
            let longest = label.iter().map(|line| wide(line)).fold(0.0, f64::max);
            *width = width.max(longest);
            *height = height.max(high(label.len()));
        }
    }
    let (x, y) = (places(&widths, GAP), places(&heights, TOP));
    let (width, height) = (x[count], y[count]);
    let middle = |places: &[f64], sizes: &[f64], at: usize| places[at] + sizes[at] / 2.0;
    let (mut lines, mut labels) = (Vec::new(), Vec::new());
    for from in 0..count {
        let row = middle(&y, &heights, from);
        for to in (0..count).filter(|&to| !module.signals[from][to].is_empty()) {
            let column = middle(&x, &widths, to);
            // Forward: to the right, then down to the block. Backward: to the left, then up.
            let (start, end, tip) = if from < to {
                (x[from] + widths[from], middle(&y, &heights, to) - 22.0, -7.0)
            } else {
                (x[from], middle(&y, &heights, to) + 22.0, 7.0)
            };
            let before = end + tip;
            lines.push(format!(
                r#"<path class="wire" d="M{start:.1} {row:.1}H{column:.1}V{before:.1}"/>"#
            ));
            lines.push(format!(
                r#"<path class="tip" d="M{:.1} {before:.1}H{:.1}L{column:.1} {end:.1}Z"/>"#,
                column - 4.0,
                column + 4.0
            ));
            let label = module.label(from, to);
            let longest = label.iter().map(|line| wide(line)).fold(0.0, f64::max);
            let tall = high(label.len());
            labels.push(format!(r#"<rect class="label" x="{:.1}" y="{:.1}" width="{longest:.1}" height="{tall:.1}" rx="3"/>"#,
                column - longest / 2.0,
                row - tall / 2.0));
            for (number, line) in label.iter().enumerate() {
                let below = (number as f64 + 0.5) * LINE + PADDING / 2.0 + 4.0;
                labels.push(format!(
                    r#"<text x="{column:.1}" y="{:.1}">{line}</text>"#,
                    row - tall / 2.0 + below
                ));
            }
        }
    }
    for (number, block) in module.blocks.iter().enumerate() {
        let (left, middle) = (x[number], middle(&y, &heights, number));
        let class = if number == 0 { "block outside" } else { "block" };
        labels.push(format!(
            r#"<rect class="{class}" x="{left:.1}" y="{:.1}" width="{:.1}" height="44" rx="6"/>"#,
            middle - 22.0,
            widths[number]
        ));
        labels.push(format!(
            r#"<text class="name" x="{:.1}" y="{:.1}">{block}</text>"#,
            left + widths[number] / 2.0,
            middle + 4.5
        ));
    }
    let shapes = [lines, labels].concat().join("\n");
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0} {height:.0}" width="{width:.0}" height="{height:.0}" role="img">
<title>{title}: its blocks and the signals between them</title>
<style>
text {{ font: 12px "DejaVu Sans Mono", Menlo, Consolas, monospace; fill: #3c4652; text-anchor: middle; }}
.title {{ font-size: 17px; font-weight: bold; fill: #17324d; text-anchor: start; }}
.source {{ text-anchor: start; }}
.name {{ font-size: 13px; font-weight: bold; fill: #ffffff; }}
.paper {{ fill: #fffefa; }}
.block {{ fill: #17324d; }}
.outside {{ fill: #5d7186; }}
.label {{ fill: #f1ece1; stroke: #c9bfac; }}
.wire {{ fill: none; stroke: #0e7490; stroke-width: 1.6; }}
.tip {{ fill: #0e7490; }}
@media (prefers-color-scheme: dark) {{
text {{ fill: #d5dce4; }}
.title {{ fill: #f2ead8; }}
.name {{ fill: #0e1722; }}
.paper {{ fill: #121b26; }}
.block {{ fill: #9ec5e8; }}
.outside {{ fill: #7f93a8; }}
.label {{ fill: #1e2b3a; stroke: #3c4f63; }}
.wire {{ stroke: #4fb6cf; }}
.tip {{ fill: #4fb6cf; }}
}}
</style>
<rect class="paper" width="{width:.0}" height="{height:.0}"/>
<text class="title" x="{GAP}" y="28">{title}</text>
<text class="source" x="{GAP}" y="44">{source}</text>
{shapes}
</svg>
"##
    )
}

/// All drawings: file name and text.
pub fn drawings() -> Vec<(String, String)> {
    let draw = |(name, build, module, title): &(&str, &str, &str, &str)| {
        let design = nonogram_verilog::build(build).expect("in the table");
        let module = design.top() + module;
        let read = Module::read(design.text, &module);
        let source = module;
        (format!("{name}.svg"), draw(&read, title, &source))
    };
    DRAWINGS.iter().map(draw).collect()
}

#[allow(dead_code, reason = "the test of the drawings includes this file as a module")]
fn main() {
    let folder = std::env::args().nth(1).unwrap_or("docs/images".to_owned());
    for (name, text) in drawings() {
        let path = std::path::Path::new(&folder).join(name);
        std::fs::write(&path, text)
            .unwrap_or_else(|error| panic!("{} cannot be written: {error}", path.display()));
    }
}
