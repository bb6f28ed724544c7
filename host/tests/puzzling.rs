//! What puzzle people use on its own: `hint`, `check` and `generate`.

mod common;

use std::collections::BTreeSet;

use common::{AMBIGUOUS, CONTRADICTORY, Folder, PARTIAL, PICTURE, SOLVABLE, json_lines, nonogram};
use nonogram_puzzles::{Cell, library, read_file};
use nonogram_solver::{LineOutcome, propagate};
use predicates::prelude::*;
use predicates::str::contains;

#[test]
fn hints_in_words() {
    let folder = Folder::new();
    let file = folder.file("puzzle.non", SOLVABLE);
    let hint = |grid: &str| {
        let grid = folder.file("grid.txt", grid);
        nonogram()
            .args(["hint", "--grid"])
            .args([&grid, &file])
            .assert()
    };
    nonogram()
        .arg("hint")
        .arg(&file)
        .assert()
        .success()
        .stdout("row 1: cells 1, 3 are filled, cell 2 is blank: the blocks 1,1 and a gap between each fill it exactly\n");
    hint("#-#\n???\n???\n")
        .success()
        .stdout("row 2: cells 1-3 are filled: the block 3 fills it exactly\n");
    hint("#-#\n###\n???\n")
        .success()
        .stdout("column 1: cell 3 is blank: every filled cell of its clue 2 is there\n");
    hint(PICTURE).success().stdout(contains("solved"));
    hint("##?\n???\n???\n").code(3).stdout(contains(
        "row 1, column 2 is filled; in the solution it is blank",
    ));
    hint("#-#\n")
        .code(2)
        .stderr(contains("grid.txt: a grid of 1 x 3; expected 3 x 3"));
    hint("#x#\n???\n???\n")
        .code(2)
        .stderr(contains("grid.txt: row 1, cell 2"));

    let partial = folder.file("partial.non", PARTIAL);
    nonogram()
        .arg("hint")
        .arg(&partial)
        .assert()
        .success()
        .stdout(contains("it has no block"));
    let ambiguous = folder.file("ambiguous.non", AMBIGUOUS);
    nonogram()
        .arg("hint")
        .arg(&ambiguous)
        .assert()
        .code(4)
        .stdout(contains("nothing more follows"));
}

#[test]
fn hints_as_json() {
    let folder = Folder::new();
    let file = folder.file("puzzle.non", PARTIAL);
    let assert = nonogram()
        .args(["hint", "--json"])
        .arg(&file)
        .assert()
        .success();
    let record = &json_lines(&assert.get_output().stdout)[0];
    assert_eq!(
        (&record["rule"], &record["line"]),
        (&"blank".into(), &"row 2".into())
    );
    let cell = serde_json::json!({"row": 2, "column": 1, "value": "blank"});
    assert_eq!(record["cells"][0], cell);
    let text = record["text"].as_str().unwrap();
    assert!(text.starts_with("row 2: cells 1-3 are blank"));

    let none = folder.file("none.non", CONTRADICTORY);
    let mut hint = nonogram();
    let assert = hint.args(["hint", "--json"]).arg(&none).assert().code(3);
    let record = &json_lines(&assert.get_output().stdout)[0];
    assert_eq!(record["rule"], "unsolvable");
}

/// From where line logic stalls, hints lead to the picture of every case that has just one.
#[test]
fn hints_go_on_where_line_logic_stalls() {
    let folder = Folder::new();
    for file in library::files(library::cases().join("search")).unwrap() {
        let puzzle = &read_file(&file, None).unwrap()[0];
        let LineOutcome::Stalled(mut grid) = propagate(puzzle) else {
            panic!("{file:?}");
        };
        let mut rules = BTreeSet::new();
        // Every hint tells a cell at least; no case has as many unknown ones.
        for _ in 0..200 {
            let partial = folder.file("grid.txt", grid.to_lines().join("\n"));
            let mut hint = nonogram();
            let hint = hint.args(["hint", "--json", "--grid"]);
            let assert = hint.args([&partial, &file]).assert().success();
            let record = &json_lines(&assert.get_output().stdout)[0];
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
fn mistakes_are_told() {
    let folder = Folder::new();
    let check = |puzzle: &str, grid: &str| {
        let (puzzle, grid) = (folder.file("p.non", puzzle), folder.file("g.txt", grid));
        let mut check = nonogram();
        check.args(["check", "--json", "--grid"]);
        let assert = check.args([grid, puzzle]).assert();
        let output = assert.get_output();
        let record = json_lines(&output.stdout).remove(0);
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
    assert_eq!(check(SOLVABLE, PICTURE), found(0, "complete", None, &[]));
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
fn check_in_words_and_its_bad_input() {
    let folder = Folder::new();
    let file = folder.file("puzzle.non", SOLVABLE);
    let check = |grid: &str| {
        let grid = folder.file("grid.txt", grid);
        nonogram()
            .args(["check", "--grid"])
            .args([&grid, &file])
            .assert()
    };
    check("#??\n???\n???\n")
        .success()
        .stdout("fine: 1 of 9 cells are known, all of them right\n");
    check("##?\n???\n???\n").code(3).stdout(
        "wrong: no solution has these cells\n\
         row 1, column 2 is filled; in the solution it is blank\n\
         row 1: its known cells leave its clue 1,1 no placement\n",
    );
    check("#?\n")
        .code(2)
        .stdout("")
        .stderr(contains("a grid of 1 x 2; expected 3 x 3"));
    check("").code(2).stderr(contains("the grid is empty"));
    nonogram()
        .arg("check")
        .arg(&file)
        .assert()
        .code(2)
        .stderr(contains("--grid"));
}

#[test]
fn generated_puzzles_are_as_asked() {
    let generate = |arguments: &[&str]| {
        let assert = nonogram()
            .arg("generate")
            .args(arguments)
            .assert()
            .success();
        String::from_utf8(assert.get_output().stdout.clone()).unwrap()
    };
    let arguments = [
        "--size",
        "6x9",
        "--density",
        "0.6",
        "--line-solvable",
        "--count",
        "4",
    ];
    let seven = generate(&[&arguments[..], &["--seed", "7"]].concat());
    assert_eq!(
        seven,
        generate(&[&arguments[..], &["--seed", "7"]].concat())
    );
    assert_ne!(
        seven,
        generate(&[&arguments[..], &["--seed", "8"]].concat())
    );
    let mut solve = nonogram();
    let solve = solve
        .args(["solve", "--on", "software", "--json", "-"])
        .write_stdin(seven);
    let records = json_lines(&solve.assert().success().get_output().stdout);
    assert_eq!(records.len(), 4);
    for record in records {
        assert_eq!(
            (&record["rows"], &record["columns"]),
            (&6.into(), &9.into())
        );
        assert_eq!(record["unique"], true);
    }
}

#[test]
fn generate_tells_its_seed_and_its_limits() {
    let drawn = nonogram()
        .arg("generate")
        .assert()
        .success()
        .stderr(contains("--seed "));
    let text = String::from_utf8(drawn.get_output().stderr.clone()).unwrap();
    let seed = text.trim().rsplit(' ').next().unwrap();
    let picture = drawn.get_output().stdout.clone();
    nonogram()
        .args(["generate", "--seed", seed])
        .assert()
        .success()
        .stdout(picture);

    let hopeless = [
        "--size",
        "30x30",
        "--density",
        "0.1",
        "--line-solvable",
        "--tries",
        "3",
    ];
    nonogram()
        .args(["generate", "--seed", "1"])
        .args(hopeless)
        .assert()
        .code(4)
        .stdout("")
        .stderr(contains("none of 3 random puzzles of 30 x 30").and(contains("seed 1")));
    for bad in [
        ["--size", "0x3"],
        ["--size", "5"],
        ["--density", "1.5"],
        ["--count", "0"],
        ["--difficulty", "3"],
        ["--difficulty", "5..3"],
    ] {
        nonogram().arg("generate").args(bad).assert().code(2);
    }
}

#[test]
fn generated_puzzles_are_as_hard_as_asked() {
    for (range, least, most) in [
        ("..3", 0.0, 3.0),
        ("6..20", 6.0, 20.0),
        ("20..", 20.0, f64::MAX),
    ] {
        let arguments = [
            "--size",
            "10x10",
            "--seed",
            "5",
            "--count",
            "3",
            "--difficulty",
            range,
        ];
        let assert = nonogram()
            .arg("generate")
            .args(arguments)
            .assert()
            .success();
        let generated = assert.get_output().stdout.clone();
        let mut validate = nonogram();
        let validate = validate
            .args(["validate", "--json", "-"])
            .write_stdin(generated);
        let records = json_lines(&validate.assert().success().get_output().stdout);
        assert_eq!(records.len(), 3);
        for record in records {
            let difficulty = record["difficulty"].as_f64().unwrap();
            assert!(
                (least..=most).contains(&difficulty),
                "{difficulty} for {range}"
            );
        }
    }
}

/// The only puzzle or puzzles of a run's stdout.
fn puzzles(assert: &assert_cmd::assert::Assert) -> Vec<nonogram_puzzles::Puzzle> {
    let stdout = &assert.get_output().stdout;
    nonogram_puzzles::read_from(&stdout[..], "stdout", None).unwrap()
}

#[test]
fn generated_puzzles_are_unique_when_asked() {
    // At this size and density few boards are line-solvable and many are ambiguous.
    let mut generate = nonogram();
    let arguments = [
        "generate",
        "--size",
        "15x15",
        "--density",
        "0.5",
        "--seed",
        "3",
    ];
    let assert = generate
        .args(arguments)
        .args(["--count", "12", "--unique"])
        .assert()
        .success();
    let unique = puzzles(&assert);
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
    let drawing = folder.file("drawing.txt", "-##-\n####\n####\n-##-\n");
    let large = folder.path("large.png");
    let mut convert = nonogram();
    convert
        .args(["convert", "--output"])
        .args([&large, &drawing])
        .assert()
        .success();
    let generate = |arguments: &[&str]| {
        let mut generate = nonogram();
        generate
            .args(["generate", "--unique", "--image"])
            .arg(&large)
            .args(arguments)
            .assert()
    };
    let lines = |assert| puzzles(&assert)[0].goal().unwrap().to_lines();
    assert_eq!(
        lines(generate(&[]).success()),
        ["-##-", "####", "####", "-##-"]
    );
    assert_eq!(
        lines(generate(&["--size", "2x4"]).success()),
        ["####", "####"]
    );
    generate(&["--seed", "1"]).code(2);

    // Grey beside the diagonal: ambiguous but at thresholds that see it.
    let grey = folder.file("grey.pbm", "P1\n4 4\n1110\n1110\n0011\n0011\n");
    let mut generate = nonogram();
    generate.args([
        "generate",
        "--unique",
        "--size",
        "2x2",
        "--threshold",
        "100",
        "--image",
    ]);
    let assert = generate
        .arg(&grey)
        .assert()
        .success()
        .stderr(contains("--threshold "));
    assert_eq!(lines(assert), ["##", "-#"]);
    let switch = folder.file("switch.txt", "#-\n-#\n");
    let mut generate = nonogram();
    generate
        .args(["generate", "--unique", "--tries", "1", "--image"])
        .arg(&switch);
    generate
        .assert()
        .code(4)
        .stdout("")
        .stderr(contains("switch.txt: none of its 1 pictures"));
}
