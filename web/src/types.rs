//! TypeScript types of the API: `make types` writes them to web/page/generated.ts, and a test checks that the file is up to date.
//! Interface: none; add new types to the list in [`generated`]. The types of values that other crates define are in web/page/types.ts;
//! a test compares their keys, so add a value to the list in [`values`].

use std::collections::BTreeSet;
use std::time::Duration;

use nonogram_kit::{ProposalRecord, judge};
use nonogram_puzzles::render::book::Paper;
use nonogram_puzzles::{Palette, Puzzle};
use nonogram_sim::search::{Event, What};
use nonogram_solver::{SolveOptions, Verdict, disambiguate};
use serde::Serialize;
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

/// The TypeScript type of a string that is one of `names`.
fn names<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    names.into_iter().map(|name| format!("{name:?}")).collect::<Vec<_>>().join(" | ")
}

/// The content of the generated file.
fn generated() -> String {
    let config = &Config::new().with_large_int("number");
    let verdicts: BTreeSet<_> = Verdict::ALL.map(Verdict::uniqueness).into();
    let types = [
        declared::<sheet::Sheet>(config),
        declared::<sheet::Colours>(config),
        declared::<sheet::Paints>(config),
        declared::<sheet::Swatch>(config),
        declared::<sheet::Typed>(config),
        declared::<sheet::Complaint>(config),
        declared::<draw::Drawing>(config),
        declared::<draw::PictureOptions>(config),
        format!(
            "/** The solver's verdict on a puzzle. */\nexport type Verdict = {};",
            names(verdicts)
        ),
        declared::<advice::Solved>(config),
        declared::<advice::Advice>(config),
        declared::<draw::RandomOptions>(config),
        format!(
            "/** The name of a paper size. */\nexport type Paper = {};",
            names(Paper::ALL.map(Paper::name))
        ),
        declared::<paper::BookOptions>(config),
        declared::<wire::Sizes>(config),
        declared::<wire::ReceivedReply>(config),
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

/// A value of each type of web/page/types.ts that other crates define, with the name of the type.
fn values() -> [(&'static str, Value); 6] {
    fn json<T: Serialize>(value: &T) -> Value {
        serde_json::to_value(value).expect("these types are JSON")
    }
    let limit = Duration::from_secs(60);
    let drawing = Palette::standard(2).to_grid(&["a-b-", "-ab-", "b--a"]).unwrap();
    let puzzle = Puzzle::from_grid(&drawing);
    let proposal = ProposalRecord::new(&disambiguate(&drawing, limit), 1, puzzle.palette());
    let event = Event { cycle: 0, what: What::Search, level: 0, in_probe: false, trail: 0 };
    let build = nonogram_verilog::BUILDS[0].identity(&nonogram_verilog::Parameters::default());
    [
        ("Counted", json(&nonogram_kit::count(&puzzle, &SolveOptions::default()))),
        ("Judgement", json(&judge(&puzzle, limit))),
        ("Proposal", json(&proposal)),
        ("Edit", json(&proposal.edits[0])),
        ("SearchState", json(&event)),
        ("Identity", json(&wire::identity(&build.bytes()))),
    ]
}

#[test]
fn types_of_other_crates_have_the_keys_of_their_values() {
    let declared = include_str!("../page/types.ts");
    for (name, value) in values() {
        let head = format!("export interface {name} {{\n");
        let (_, body) = declared.split_once(&head).unwrap_or_else(|| panic!("no type {name}"));
        let (body, _) = body.split_once("\n}").expect("the end of the type");
        let fields = body.lines().filter_map(|line| line.trim_start().split_once(": "));
        // An optional key is absent from some values.
        let (optional, mut required): (Vec<&str>, Vec<&str>) =
            fields.map(|(key, _)| key).partition(|key| key.ends_with('?'));
        required.retain(|key| !key.starts_with("/**"));
        let found = value.as_object().expect("an object");
        let is_optional = |key: &&String| optional.contains(&&*format!("{key}?"));
        let mut keys: Vec<&String> = found.keys().filter(|key| !is_optional(key)).collect();
        keys.sort_unstable();
        required.sort_unstable();
        assert_eq!(keys, required, "{name}");
    }
}
