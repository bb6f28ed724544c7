//! Commands for people who solve by hand: `hint` and `check`; and the size limit of grids, pictures and bitstreams.

use crate::common;

use std::collections::BTreeSet;

use common::{
    AMBIGUOUS, CONTRADICTORY, Folder, PARTIAL, PICTURE, SOLVABLE, json_lines, json_lines_of,
    nonogram, piped, run,
};
use nonogram_puzzles::{Cell, library, read_file};
use nonogram_solver::{LineOutcome, propagate};
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;

#[test]
fn hints_are_printed_as_text() {
    let folder = Folder::new();
    let file = folder.file("puzzle.non", SOLVABLE);
    let hint = |grid: &str| {
        let grid = folder.file("grid.txt", grid);
        run!("hint --grid", &grid, &file)
    };
    run!("hint", &file)
        .success()
        .stdout("row 1: the blocks 1 1, with one blank between neighbours, fill the whole line, so cells 1, 3 are filled and cell 2 is blank\n");
    hint("#-#\n???\n???\n")
        .success()
        .stdout("row 2: the 3 fills the whole line, so cells 1-3 are filled\n");
    hint("#-#\n###\n???\n")
        .success()
        .stdout("column 1: every block of the clue 2 is complete, so cell 3 is blank\n");
    hint(PICTURE).success().stdout(contains("solved"));
    hint("##?\n???\n???\n").code(3).stdout(contains(
        "row 1, column 2 is filled; in the solution it is blank",
    ));
    hint("#-#\n")
        .code(2)
        .stderr(contains("grid.txt: a grid of 1 x 3; expected 3 x 3"));
    hint("#x#\n???\n???\n")
        .code(2)
        .stderr(contains("grid.txt:1: '#' and 'x' both stand for filled"));

    let partial = folder.file("partial.non", PARTIAL);
    run!("hint", &partial)
        .success()
        .stdout(contains("the clue is 0"));
    let ambiguous = folder.file("ambiguous.non", AMBIGUOUS);
    run!("hint", &ambiguous)
        .code(4)
        .stdout(contains("nothing more follows"));
}

#[test]
fn hints_are_printed_as_json() {
    let folder = Folder::new();
    let file = folder.file("puzzle.non", PARTIAL);
    let assert = run!("hint --json", &file).success();
    let record = &json_lines(&assert)[0];
    assert_eq!(
        (&record["rule"], &record["line"]),
        (&"blank".into(), &"row 2".into())
    );
    let cell = serde_json::json!({"row": 2, "column": 1, "value": "blank"});
    assert_eq!(record["cells"][0], cell);
    let text = record["text"].as_str().unwrap();
    assert!(text.starts_with("row 2: the clue is 0, so cells 1-3 are blank"));

    let none = folder.file("none.non", CONTRADICTORY);
    let assert = run!("hint --json", &none).code(3);
    let record = &json_lines(&assert)[0];
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
            let record = &json_lines(&assert)[0];
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
    let folder = Folder::new();
    let check = |puzzle: &str, grid: &str| {
        let (puzzle, grid) = (folder.file("p.non", puzzle), folder.file("g.txt", grid));
        let assert = run!("check --json --grid", grid, puzzle);
        let output = assert.get_output();
        let record = json_lines_of(&output.stdout).remove(0);
        let word = |key: &str| record[key].as_str().map(ToOwned::to_owned);
        let mistakes: Vec<_> = (record["mistakes"].as_array().unwrap().iter())
            .map(|cell| (cell["row"].clone(), cell["column"].clone()))
            .map(|(row, column)| (row.as_u64().unwrap(), column.as_u64().unwrap()))
            .collect();
        (
            output.status.code(),
            word("status"),
            word("against"),
            mistakes,
        )
    };
    let found = |code, status: &str, against: Option<&str>, mistakes: &[(u64, u64)]| {
        let against = against.map(ToOwned::to_owned);
        (
            Some(code),
            Some(status.to_owned()),
            against,
            mistakes.to_vec(),
        )
    };
    let nothing = "???\n???\n???\n";
    assert_eq!(check(SOLVABLE, nothing), found(0, "fine", None, &[]));
    assert_eq!(check(SOLVABLE, PICTURE), found(0, "solved", None, &[]));
    let unmarked = PICTURE.replace('-', "?");
    assert_eq!(check(SOLVABLE, &unmarked), found(0, "solved", None, &[]));
    let wrong = check(SOLVABLE, "##?\n???\n?-?\n");
    assert_eq!(
        wrong,
        found(3, "wrong", Some("solution"), &[(1, 2), (3, 2)])
    );
    assert_eq!(
        check(PARTIAL, "#??\n???\n???\n"),
        found(0, "fine", None, &[])
    );
    let line = check(PARTIAL, "#-#\n???\n???\n");
    assert_eq!(line, found(3, "wrong", Some("line"), &[(1, 3)]));
    let logic = check(PARTIAL, "#-?\n---\n#??\n");
    assert_eq!(logic.2.as_deref(), Some("line"));
    let diagonal = check(AMBIGUOUS, "#?\n?-\n");
    assert_eq!(diagonal, found(3, "wrong", Some("line-logic"), &[(2, 2)]));
    assert_eq!(
        check(CONTRADICTORY, nothing),
        found(3, "unsolvable", None, &[])
    );
}

#[test]
fn check_prints_text_and_refuses_bad_input() {
    let folder = Folder::new();
    let file = folder.file("puzzle.non", SOLVABLE);
    let check = |grid: &str| {
        let grid = folder.file("grid.txt", grid);
        run!("check --grid", &grid, &file)
    };
    check("#??\n???\n???\n")
        .success()
        .stdout("fine: 1 of 9 cells are known, all of them right\n");
    check("##?\n???\n???\n").code(3).stdout(
        "wrong: no solution has these cells\n\
         row 1, column 2 is filled; in the solution it is blank\n\
         row 1: no placement of its clue 1,1 agrees with its known cells\n",
    );
    check("#?\n")
        .code(2)
        .stdout("")
        .stderr(contains("a grid of 1 x 2; expected 3 x 3"));
    check("")
        .code(2)
        .stderr(contains("grid.txt:1: no cells; expected a grid"));
    run!("check", &file).code(2).stderr(contains("--grid"));
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
    let grid = folder.file("grid.txt", grid.to_lines().join("\n"));
    let hint = |limit: &str| run!("hint --time-limit", limit, "--grid", &grid, &file);
    hint("60").success();
    hint("0.000000003")
        .code(4)
        .stdout(contains("nothing more follows"));
}

#[test]
fn grids_pictures_and_bitstreams_above_64_mib_are_refused() {
    let folder = Folder::new();
    let file = folder.file("puzzle.non", SOLVABLE);
    let endless = folder.path("endless");
    let sparse = std::fs::File::create(&endless).unwrap();
    sparse.set_len((64 << 20) + 1).unwrap();
    let said = "endless: more than 67108864 bytes";
    run!("check --grid", &endless, &file)
        .code(2)
        .stderr(contains(said));
    for command in [
        &["generate", "--image"][..],
        &["sim", "--board", "hx8k_breakout", "--bitstream"],
    ] {
        let mut run = nonogram();
        run.args(command).arg(&endless);
        if command[0] == "sim" {
            run.arg(&file);
        }
        run.assert().code(2).stderr(contains(said));
    }
}

#[test]
fn messages_about_bad_grids_name_place_and_remedy() {
    let folder = Folder::new();
    let file = folder.file("puzzle.non", SOLVABLE);
    let check = |grid: &std::path::Path| run!("check --grid", grid, &file);
    let expected = "expected a grid: 3 lines of 3 cells";
    check(&folder.path("missing.txt"))
        .code(2)
        .stderr(contains("missing.txt: cannot read it").and(contains(expected)));
    let binary = folder.path("binary");
    std::fs::write(&binary, b"\xff\xfe").unwrap();
    check(&binary)
        .code(2)
        .stderr(contains("binary: not UTF-8 text").and(contains(expected)));
    let ragged = folder.file("ragged.txt", "???\n????\n???\n");
    check(&ragged)
        .code(2)
        .stderr(contains("ragged.txt:2: 4 cells; expected 3"));
    let marked = folder.file("marked.txt", "\u{feff}???\r\n???\r\n???\r\n");
    check(&marked).success().stdout(contains("fine"));
    for command in ["check", "hint"] {
        let assert = piped!(SOLVABLE, command, "--grid - -");
        assert
            .code(2)
            .stderr(contains("stdin is named more than once"));
    }
}
