//! TypeScript types of the API: `make types` writes them to web/page/generated.ts, and a test checks that the file is up to date.
//! Interface: none; add new types to the list in [`generated`]. The type of search events, which another crate defines, is derived
//! from samples.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use nonogram_protocol::Status;
use nonogram_puzzles::Line;
use nonogram_puzzles::render::book::Paper;
use nonogram_sim::search::{Cell, Event, Letters, What};
use nonogram_solver::Verdict;
use serde_json::Value;
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

/// An event of each kind, with and without its optional fields.
fn events() -> Vec<Event> {
    let cell = Cell { row: 0, column: 0, values: Letters::standard(1).all() };
    let board = |colours| What::Board { rows: 1, columns: 1, letters: Letters::standard(colours) };
    let samples = [
        board(1),
        board(2),
        What::Search,
        What::Learned { line: Line::Row(0), cells: vec![cell] },
        What::Probe { cell },
        What::Consistent,
        What::Conflict { line: None },
        What::Conflict { line: Some(Line::Row(0)) },
        What::Fact { cell },
        What::Decision { cell },
        What::Reversal { cell },
        What::Solution { grid: vec!["#".to_owned()] },
        What::Withdrawal,
        What::Abandoned,
        What::Verdict { status: None },
        What::Verdict { status: Some(Status::Solved) },
    ];
    // The match is exhaustive: a new kind must be added here, and to the samples.
    let is_known = |what: &What| match what {
        What::Board { .. } | What::Search | What::Learned { .. } | What::Probe { .. } => true,
        What::Consistent | What::Conflict { .. } | What::Fact { .. } | What::Decision { .. } => {
            true
        }
        What::Reversal { .. } | What::Withdrawal | What::Solution { .. } => true,
        What::Abandoned | What::Verdict { .. } => true,
    };
    assert!(samples.iter().all(is_known));
    let event = |what| Event { cycle: 0, what, level: 0, in_probe: false, trail: 0 };
    samples.map(event).into()
}

/// The TypeScript type of a JSON value.
fn shape(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(_) => "boolean".to_owned(),
        Value::Number(_) => "number".to_owned(),
        Value::String(_) => "string".to_owned(),
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(shape).collect();
            match &items[..] {
                [one] => format!("Array<{one}>"),
                several => format!("[{}]", several.join(", ")),
            }
        }
        Value::Object(_) => unreachable!("no event has an object in it"),
    }
}

/// The TypeScript type of search events: a union of all kinds. A field that some sample of a kind lacks is optional.
fn search_event() -> String {
    let mut kinds: BTreeMap<String, Vec<serde_json::Map<String, Value>>> = BTreeMap::new();
    for event in events() {
        let Ok(Value::Object(mut fields)) = serde_json::to_value(&event) else {
            panic!("an event is an object");
        };
        let kind = fields.remove("event").expect("the kind").to_string();
        kinds.entry(kind).or_default().push(fields);
    }
    let mut text =
        "/** An event in the search of a clue core. */\nexport type SearchEvent =".to_owned();
    for (kind, samples) in kinds {
        let _ = write!(text, "\n  | {{ event: {kind}");
        let names: BTreeSet<&String> = samples.iter().flat_map(|fields| fields.keys()).collect();
        for name in names {
            let values: Vec<&Value> =
                samples.iter().filter_map(|fields| fields.get(name)).collect();
            let shapes: BTreeSet<String> = values.iter().map(|value| shape(value)).collect();
            let shapes: Vec<String> = shapes.into_iter().rev().collect();
            let optional = if values.len() < samples.len() { "?" } else { "" };
            let _ = write!(text, "; {name}{optional}: {}", shapes.join(" | "));
        }
        text += " }";
    }
    text + ";"
}

/// The TypeScript type of a string that is one of `names`.
fn names<const N: usize>(names: [&str; N]) -> String {
    names.map(|name| format!("{name:?}")).join(" | ")
}

/// The content of the generated file.
fn generated() -> String {
    let config = &Config::new().with_large_int("number");
    let verdicts = [Verdict::Unique, Verdict::Multiple, Verdict::None, Verdict::Unsettled];
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
            names(verdicts.map(Verdict::name))
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
        search_event(),
    ];
    let head = "// Types of the messages between the page and the worker. `make types` writes this file from the Rust types.";
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
