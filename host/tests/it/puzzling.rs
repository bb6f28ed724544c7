//! Commands for people who solve by hand: `hint` and `check`; and the size limit of grids, pictures and bitstreams.

use crate::common;

use std::collections::BTreeSet;

use common::{Folder, PICTURE, SOLVABLE, json_lines, json_lines_of, nonogram, pick, piped};
use nonogram_puzzles::{Cell, library, read_file};
use nonogram_solver::{LineOutcome, propagate};
use predicates::str::contains;
use serde_json::json;

/// The grids that the tables name.
fn with_grids() -> Folder {
    let folder = Folder::of_puzzles();
    for (name, text) in [
        ("one.txt", "#-#\n???\n???\n"),
        ("two.txt", "#-#\n###\n???\n"),
        ("all.txt", PICTURE),
        ("right.txt", "#??\n???\n???\n"),
        ("wrong.txt", "##?\n???\n???\n"),
        ("short.txt", "#-#\n"),
        ("narrow.txt", "#?\n"),
        ("mixed.txt", "#x#\n???\n???\n"),
        ("empty.txt", ""),
        ("ragged.txt", "???\n????\n???\n"),
        ("marked.txt", "\u{feff}???\r\n???\r\n???\r\n"),
    ] {
        folder.file(name, text);
    }
    folder.file("binary", b"\xff\xfe");
    folder
}

#[test]
fn hints_are_printed_as_text() {
    with_grids().rows(
        "
        hint solvable.non                   | 0 | =row 1: the blocks 1 1, with one blank between neighbours, fill the whole line, so cells 1, 3 are filled and cell 2 is blank/
        hint --grid one.txt solvable.non    | 0 | =row 2: the 3 fills the whole line, so cells 1-3 are filled/
        hint --grid two.txt solvable.non    | 0 | =column 1: every block of the clue 2 is complete, so cell 3 is blank/
        hint --grid all.txt solvable.non    | 0 | solved
        hint --grid wrong.txt solvable.non  | 3 | row 1, column 2 is filled; in the solution it is blank
        hint --grid short.txt solvable.non  | 2 | | short.txt: a grid of 1 x 3; expected 3 x 3
        hint --grid mixed.txt solvable.non  | 2 | | mixed.txt:1: '#' and 'x' both stand for filled
        hint partial.non                    | 0 | the clue is 0
        hint ambiguous.non                  | 4 | nothing more follows
        ",
    );
}

#[test]
fn hints_are_printed_as_json() {
    let folder = Folder::of_puzzles();
    let record = &json_lines(&folder.run("hint --json partial.non").success())[0];
    assert_eq!(pick(record, "rule line"), json!(["blank", "row 2"]));
    let cell = json!({"row": 2, "column": 1, "value": "blank"});
    assert_eq!(record["cells"][0], cell);
    let text = record["text"].as_str().unwrap();
    assert!(text.starts_with("row 2: the clue is 0, so cells 1-3 are blank"));
    let record = &json_lines(&folder.run("hint --json contradictory.non").code(3))[0];
    assert_eq!(record["rule"], "unsolvable");
}

/// From the grid at which line logic stalls, hints lead to the picture of every search case.
#[test]
fn hints_go_on_where_line_logic_stalls() {
    let folder = Folder::new();
    for file in library::files(library::cases().join("search")).unwrap() {
        let puzzle = &read_file(&file, None).unwrap()[0];
        let LineOutcome::Stalled(mut grid) = propagate(puzzle) else {
            panic!("{file:?}");
        };
        let mut rules = BTreeSet::new();
        // Every hint but the last, `solved`, gives at least one cell, and every case has fewer than 200 unknown cells.
        for _ in 0..200 {
            let partial = folder.file("grid.txt", grid.to_lines().join("\n"));
            let mut hint = nonogram();
            let hint = hint.args(["hint", "--json", "--grid"]);
            let assert = hint.args([&partial, &file]).assert().success();
            let record = &json_lines_of(&assert.get_output().stdout)[0];
            rules.insert(record["rule"].as_str().unwrap().to_owned());
            for cell in record["cells"].as_array().unwrap() {
                let place = |key: &str| cell[key].as_u64().unwrap() as usize - 1;
                let filled = cell["value"] == "filled";
                assert_eq!(grid.get(place("row"), place("column")), Cell::Unknown);
                grid.set(place("row"), place("column"), Cell::from(filled));
            }
            if rules.contains("solved") {
                break;
            }
        }
        assert!(puzzle.is_solved_by(&grid), "{file:?}");
        let beyond = ["contradiction", "agreement", "search"];
        assert!(beyond.iter().any(|&rule| rules.contains(rule)), "{rules:?}");
    }
}

#[test]
fn mistakes_are_listed() {
    let folder = Folder::of_puzzles();
    for (puzzle, grid, code, status, against, mistakes) in [
        ("solvable", "???/???/???", 0, "fine", None, json!([])),
        ("solvable", "#-#/###/-#-", 0, "solved", None, json!([])),
        ("solvable", "#?#/###/?#?", 0, "solved", None, json!([])),
        (
            "solvable",
            "##?/???/?-?",
            3,
            "wrong",
            Some("solution"),
            json!([[1, 2], [3, 2]]),
        ),
        ("partial", "#??/???/???", 0, "fine", None, json!([])),
        (
            "partial",
            "#-#/???/???",
            3,
            "wrong",
            Some("line"),
            json!([[1, 3]]),
        ),
        (
            "ambiguous",
            "#?/?-",
            3,
            "wrong",
            Some("line-logic"),
            json!([[2, 2]]),
        ),
        (
            "contradictory",
            "???/???/???",
            3,
            "unsolvable",
            None,
            json!([]),
        ),
    ] {
        folder.file("g.txt", grid.replace('/', "\n"));
        let checked = folder.run(&format!("check --json --grid g.txt {puzzle}.non"));
        let record = &json_lines(&checked.code(code))[0];
        assert_eq!(pick(record, "status against"), json!([status, against]));
        let found = record["mistakes"].as_array().unwrap().iter();
        let found: serde_json::Value = found.map(|cell| pick(cell, "row column")).collect();
        assert_eq!(found, mistakes, "{puzzle} {grid}");
    }
    folder.file("g.txt", "#-?\n---\n#??\n");
    let checked = folder.run("check --json --grid g.txt partial.non");
    assert_eq!(json_lines(&checked)[0]["against"], "line");
}

#[test]
fn check_prints_text_and_refuses_bad_input() {
    with_grids().rows(
        r#"
        check --grid right.txt solvable.non  | 0 | =fine: 1 of 9 cells are known, all of them right/
        check --grid wrong.txt solvable.non  | 3 | =wrong: no solution has these cells/row 1, column 2 is filled; in the solution it is blank/row 1: no placement of its clue 1,1 agrees with its known cells/
        check --grid narrow.txt solvable.non | 2 | "" | a grid of 1 x 2; expected 3 x 3
        check --grid empty.txt solvable.non  | 2 | | empty.txt:1: no cells; expected a grid
        check solvable.non                   | 2 | | --grid
        "#,
    );
}

/// The first step after line logic takes longer than the short limit.
#[test]
fn hint_gives_up_at_its_time_limit() {
    let folder = Folder::new();
    let file = library::cases().join("search/ghost-16x16.non");
    let puzzle = &read_file(&file, None).unwrap()[0];
    let LineOutcome::Stalled(grid) = propagate(puzzle) else {
        panic!("line logic does not stall");
    };
    folder.file("grid.txt", grid.to_lines().join("\n"));
    let hint = format!("--grid grid.txt {}", file.canonicalize().unwrap().display());
    folder.rows(&format!(
        "hint --time-limit 60 {hint}          | 0
         hint --time-limit 0.000000003 {hint} | 4 | nothing more follows"
    ));
}

#[test]
fn grids_pictures_and_bitstreams_above_64_mib_are_refused() {
    let folder = Folder::of_puzzles();
    let sparse = std::fs::File::create(folder.path("endless")).unwrap();
    sparse.set_len((64 << 20) + 1).unwrap();
    folder.rows(
        "
        check --grid endless solvable.non                          | 2 | | endless: more than 67108864 bytes
        generate --image endless                                   | 2 | | endless: more than 67108864 bytes
        sim --board hx8k_breakout --bitstream endless solvable.non | 2 | | endless: more than 67108864 bytes
        ",
    );
}

#[test]
fn messages_about_bad_grids_name_place_and_remedy() {
    with_grids().rows(
        "
        check --grid missing.txt solvable.non | 2 | | missing.txt: cannot read it & expected a grid: 3 lines of 3 cells
        check --grid binary solvable.non      | 2 | | binary: not UTF-8 text & expected a grid: 3 lines of 3 cells
        check --grid ragged.txt solvable.non  | 2 | | ragged.txt:2: 4 cells; expected 3
        check --grid marked.txt solvable.non  | 0 | fine
        ",
    );
    for command in ["check --grid - -", "hint --grid - -"] {
        let refused = piped!(SOLVABLE, command).code(2);
        refused.stderr(contains("stdin is named more than once"));
    }
}
