//! TypeScript types of the API: `make types` writes them to web/page/generated.ts, and a test checks that the file is up to date.
//! Interface: none; add new types to the list in [`generated`]. The type of search events, which another crate defines, is in
//! web/page/types.ts.

use nonogram_puzzles::render::book::Paper;
use nonogram_solver::Verdict;
use ts_rs::{Config, TS};

use crate::{advice, draw, paper, sheet, watch, wire};

/// Path of the generated file, relative to this crate.
const FILE: &str = "page/generated.ts";

/// Environment variable: if it is set, the test writes the file.
const WRITE: &str = "NONOGRAM_WRITE_TYPES";

/// The declaration of a type with its documentation: one line per comment, and one per field.
fn declared<T: TS>(config: &Config) -> String {
    let docs = T::docs().unwrap_or_default();
    let text = format!("{docs}export {}", T::decl(config));
    let text = text.replace("/**\n * ", "/** ").replace("\n */", " */");
    let (mut lines, mut indent) = (Vec::new(), "");
    for line in text.lines().map(str::trim_end) {
        let (line, is_last) = match line.strip_suffix(" };") {
            Some(field) if !indent.is_empty() => (field, true),
            _ => (line, false),
        };
        lines.push(format!("{indent}{line}"));
        if is_last {
            lines.push("};".to_owned());
        }
        if line.ends_with("= {") {
            indent = "  ";
        }
    }
    lines.join("\n")
}

/// The TypeScript type of a string that is one of `names`.
fn names<const N: usize>(names: [&str; N]) -> String {
    names.map(|name| format!("{name:?}")).join(" | ")
}

/// The content of the generated file.
fn generated() -> String {
    let config = &Config::new().with_large_int("number");
    let verdicts = [Verdict::Unique, Verdict::Multiple, Verdict::Unsolvable, Verdict::Stalled];
    let types = [
        declared::<sheet::Sheet>(config),
        declared::<sheet::Colours>(config),
        declared::<sheet::Paints>(config),
        declared::<sheet::Swatch>(config),
        declared::<sheet::Typed>(config),
        declared::<sheet::Complaint>(config),
        declared::<draw::Drawing>(config),
        declared::<draw::PictureOptions>(config),
        declared::<draw::Judged>(config),
        declared::<draw::Proposed>(config),
        declared::<draw::Change>(config),
        format!(
            "/** The solver's verdict on a puzzle. */\nexport type Verdict = {};",
            names(verdicts.map(Verdict::uniqueness))
        ),
        declared::<advice::Solved>(config),
        declared::<advice::Counted>(config),
        declared::<advice::Rated>(config),
        declared::<advice::Said>(config),
        declared::<draw::RandomOptions>(config),
        format!(
            "/** The name of a paper size. */\nexport type Paper = {};",
            names(Paper::ALL.map(Paper::name))
        ),
        declared::<paper::Wanted>(config),
        declared::<wire::Sizes>(config),
        declared::<wire::Met>(config),
        declared::<wire::Heard>(config),
        declared::<watch::Phase>(config),
        declared::<watch::State>(config),
        declared::<watch::Observed>(config),
        declared::<watch::Shown>(config),
        declared::<watch::Search>(config),
    ];
    let head = "// Types of the messages between the page and the worker. `make types` writes this file from the Rust types.";
    let head = format!("{head}\n\nimport type {{ SearchEvent }} from \"./types.js\";");
    format!("{head}\n\n{}\n", types.join("\n\n"))
}

#[test]
fn generated_types_are_up_to_date() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(FILE);
    let generated = generated();
    if std::env::var_os(WRITE).is_some() {
        std::fs::write(&path, &generated).expect("the page's folder can be written");
    }
    let there = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(there == generated, "web/{FILE} is out of date: run `make types`");
}
