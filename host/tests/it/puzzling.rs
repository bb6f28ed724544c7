//! Commands for people who solve by hand, or make puzzles: `hint`, `check` and `generate`, with random puzzles and puzzles from pictures; and
//! the size limit of grids, pictures and bitstreams.

use crate::common;

use std::collections::BTreeSet;

use common::{
    Folder, PICTURE, SOLVABLE, json_lines, json_lines_of, nonogram, pick, piped, run, stderr_of,
    stdout_of,
};
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
    let table = r#"
        solvable      | ???/???/??? | 0 | ["fine", null]          | []
        solvable      | #-#/###/-#- | 0 | ["solved", null]        | []
        solvable      | #?#/###/?#? | 0 | ["solved", null]        | []
        solvable      | ##?/???/?-? | 3 | ["wrong", "solution"]   | [[1,2],[3,2]]
        partial       | #??/???/??? | 0 | ["fine", null]          | []
        partial       | #-#/???/??? | 3 | ["wrong", "line"]       | [[1,3]]
        ambiguous     | #?/?-       | 3 | ["wrong", "line-logic"] | [[2,2]]
        contradictory | ???/???/??? | 3 | ["unsolvable", null]    | []
    "#;
    for row in table.lines().filter(|row| row.contains('|')) {
        let columns: Vec<&str> = row.split('|').map(str::trim).collect();
        let [puzzle, grid, code, status, mistakes] = columns[..] else {
            panic!("{row}");
        };
        let json = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
        folder.file("g.txt", grid.replace('/', "\n"));
        let checked = folder.run(&format!("check --json --grid g.txt {puzzle}.non"));
        let record = &json_lines(&checked.code(code.parse::<i32>().unwrap()))[0];
        assert_eq!(pick(record, "status against"), json(status));
        let found = record["mistakes"].as_array().unwrap().iter();
        let found: serde_json::Value = found.map(|cell| pick(cell, "row column")).collect();
        assert_eq!(found, json(mistakes), "{puzzle} {grid}");
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

#[test]
fn generated_puzzles_follow_the_options() {
    let generate = |seed: &str| {
        let options = "--size 6x9 --density 0.6 --line-solvable --count 4 --seed";
        stdout_of(&run!(&*format!("generate {options} {seed}")).success())
    };
    let seven = generate("7");
    assert_eq!(seven, generate("7"));
    assert_ne!(seven, generate("8"));
    let records = json_lines(&piped!(seven, "solve --on software --json -").success());
    assert_eq!(records.len(), 4);
    for record in records {
        assert_eq!(pick(&record, "rows columns unique"), json!([6, 9, true]));
    }
}

#[test]
fn reported_seed_reproduces_the_puzzle_and_bad_options_are_refused() {
    let drawn = run!("generate").success().stderr(contains("--seed "));
    let said = stderr_of(&drawn);
    let seed = said.trim().rsplit(' ').next().unwrap();
    let again = run!(&*format!("generate --seed {seed}")).success();
    again.stdout(stdout_of(&drawn));
    Folder::new().rows(
        r#"
        generate --seed 1 --size 30x30 --density 0.1 --line-solvable --tries 3 | 4 | "" | none of 3 random puzzles of 30 x 30 & seed 1
        generate --size 0x3        | 2
        generate --size 5          | 2
        generate --density 1.5     | 2
        generate --count 0         | 2
        generate --difficulty 3    | 2
        generate --difficulty 5..3 | 2
        "#,
    );
}

#[test]
fn generated_puzzles_have_the_requested_difficulty() {
    for (range, least, most) in [("..3", 0.0, 3.0), ("6..20", 6.0, 20.0), ("20..", 20.0, f64::MAX)]
    {
        let options = format!("--size 10x10 --seed 5 --count 3 --difficulty {range}");
        let generated = stdout_of(&run!(&*format!("generate {options}")).success());
        let records = json_lines(&piped!(generated, "validate --json -").success());
        assert_eq!(records.len(), 3);
        for record in records {
            let difficulty = record["difficulty"].as_f64().unwrap();
            let is_met = (least..=most).contains(&difficulty);
            assert!(is_met, "{difficulty} for {range}");
        }
    }
}

/// The puzzles that a run wrote to stdout.
fn puzzles(assert: &assert_cmd::assert::Assert) -> Vec<nonogram_puzzles::Puzzle> {
    let stdout = &assert.get_output().stdout;
    nonogram_puzzles::read_from(&stdout[..], "stdout", None).unwrap()
}

#[test]
fn generated_puzzles_are_unique_on_request() {
    // At this size and density few boards are line-solvable and many are ambiguous.
    let options = "--size 15x15 --density 0.5 --seed 3 --count 12 --unique";
    let unique = puzzles(&run!(&*format!("generate {options}")).success());
    assert_eq!(unique.len(), 12);
    for puzzle in &unique {
        let report = nonogram_solver::solve(puzzle, &Default::default());
        assert_eq!(report.verdict, nonogram_solver::Verdict::Unique);
        assert_eq!(Some(&report.solutions[0]), puzzle.goal());
    }
    let is_stalled = |puzzle| matches!(propagate(puzzle), LineOutcome::Stalled(_));
    assert!(unique.iter().any(is_stalled), "some need search");
}

#[test]
fn pictures_become_puzzles() {
    let folder = Folder::new();
    folder.file("drawing.txt", "-##-\n####\n####\n-##-\n");
    // One cell beside the diagonal is grey: the puzzle is ambiguous except at thresholds that fill this cell.
    folder.file("grey.pbm", "P1\n4 4\n1110\n1110\n0011\n0011\n");
    folder.file("switch.txt", "#-\n-#\n");
    folder.rows(
        r#"
        convert --output large.png drawing.txt                | 0
        generate --unique --image large.png --seed 1          | 2
        generate --unique --tries 1 --image switch.txt        | 4 | "" | switch.txt: the only picture tried does not qualify
        "#,
    );
    let generate = |options: &str| folder.run(&format!("generate --unique --image {options}"));
    for (options, lines) in [
        ("large.png", &["-##-", "####", "####", "-##-"][..]),
        // At the default threshold, every cell would be filled at this size.
        ("large.png --size 2x4", &["-##-", "-##-"]),
        ("grey.pbm --size 2x2 --threshold 100", &["##", "-#"]),
    ] {
        let puzzles = puzzles(&generate(options).success());
        assert_eq!(puzzles[0].goal().unwrap().to_lines(), lines);
    }
    generate("grey.pbm --size 2x2 --threshold 100").stderr(contains("--threshold "));
}

#[test]
fn a_picture_without_the_requested_property_is_refused() {
    let folder = Folder::new();
    let rows = |line: &str| format!("P1\n4 4\n{}", format!("{line}\n").repeat(4));
    folder.file("white.pbm", rows("0000"));
    folder.file("black.pbm", rows("1111"));
    // A diagonal on light grey has at least two solutions at every threshold between ink and paper.
    let ambiguous = common::repository("puzzles/cases/field/ambiguous-240.png");
    folder.file("ambiguous.png", std::fs::read(ambiguous).unwrap());
    for (picture, expected) in [
        ("white.pbm", "expected ink and paper"),
        ("black.pbm", "expected ink and paper"),
        ("ambiguous.png", "; expected one that does"),
    ] {
        folder.rows(&format!(
            r#"
            generate --image {picture} --unique            | 4 | "" | {expected}
            generate --image {picture} --line-solvable     | 4 | "" | {expected}
            generate --image {picture} --difficulty 0..    | 4 | "" | {expected}
            generate --image {picture} --unique --size 3x3 | 4 | "" | {expected}
            "#
        ));
    }
    folder.rows(
        "generate --image black.pbm | 0 | 4
         generate --image white.pbm | 2 | | a picture without any filled cell",
    );
}

#[test]
fn puzzles_are_written_in_the_format_of_the_output_name() {
    let folder = Folder::new();
    let generate = "generate --size 4x3 --seed 1 --count 2 --output";
    folder.rows(&format!(r#"{generate} random-%d.mk | 0 | """#));
    assert_eq!(folder.names(), ["random-1.mk", "random-2.mk"]);
    let text = folder.read("random-1.mk");
    assert!(text.starts_with("4 3\n"), "{text}");
    folder.rows(&format!(
        "
        {generate} both.mk      | 2 | | 2 puzzles for one mk file
        {generate} both.xyz     | 2 | | no format
        {generate} both.pattern | 0
        "
    ));
    assert_eq!(folder.read("both.pattern").lines().count(), 2);
}

/// Any number of puzzles can be generated, so they must not wait in memory.
#[cfg(unix)]
#[test]
fn puzzles_in_their_own_files_are_written_when_they_are_found() {
    let folder = Folder::new();
    let arguments = "generate --seed 1 --count 4294967295 -o x%d.non";
    let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin("nonogram"))
        .args(arguments.split(' '))
        .current_dir(folder.path(""))
        .spawn()
        .unwrap();
    let start = std::time::Instant::now();
    while !folder.path("x20.non").exists() {
        assert!(start.elapsed().as_secs() < 60, "time-out");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    child.kill().unwrap();
    child.wait().unwrap();
}
