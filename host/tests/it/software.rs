//! The software engines on the command line: solutions, verdicts, limits; `validate`.
//!
//! The published engines on the command line, and the record of the genetic engine.

use predicates::str::contains;
use serde_json::{Value, json};

use crate::common;
use crate::common::{
    AMBIGUOUS, CONTRADICTORY, Folder, PARTIAL, SOLVABLE, json_lines, nonogram, pick, piped,
    repository,
};

const ENGINES: [&str; 4] = ["portfolio", "probing", "learning", "sat"];

/// Solves in software, and returns the exit code and the records.
fn solve(puzzle: &str, options: &str) -> (i32, Vec<Value>) {
    let solved = piped!(puzzle, &*format!("solve --on software --json - {options}"));
    let code = solved.get_output().status.code();
    (code.unwrap(), json_lines(&solved))
}

/// Solves in software, and asserts the exit code and the values of these keys of the only record.
fn solves(puzzle: &str, options: &str, code: i32, keys: &str, values: Value) {
    let (found, records) = solve(puzzle, options);
    assert_eq!((found, records.len()), (code, 1), "{options}");
    assert_eq!(pick(&records[0], keys), values, "{options}");
}

#[test]
fn engines_report_whether_the_solution_is_unique() {
    for engine in ENGINES {
        let (option, keys) = (format!("--engine {engine}"), "status unique engine solution");
        let found = |status, unique| json!([status, unique, engine, null]);
        let solves = |puzzle, code, values| solves(puzzle, &option, code, keys, values);
        solves(SOLVABLE, 0, found("solved", Some(true)));
        solves(AMBIGUOUS, 4, found("multiple", Some(false)));
        solves(CONTRADICTORY, 3, found("unsolvable", None));
    }
}

#[test]
fn solutions_are_counted() {
    for (file, count, exit) in [(AMBIGUOUS, 2, 4), (SOLVABLE, 1, 0), (CONTRADICTORY, 0, 3)] {
        solves(file, "--count", exit, "solutions complete", json!([count, true]));
    }
    let limited = "--count --max-solutions 1";
    solves(AMBIGUOUS, limited, 4, "solutions complete", json!([1, false]));
}

#[test]
fn solutions_are_numbered() {
    for most in ["--all", "--max-solutions 2", "--max-solutions 9"] {
        let (code, mut records) = solve(AMBIGUOUS, most);
        assert_eq!((code, records.len()), (4, 2));
        for (number, record) in (1..).zip(&records) {
            assert_eq!(pick(record, "solution status"), json!([number, "multiple"]));
        }
        records.sort_by_key(|record| record["grid"].to_string());
        assert_eq!(records[0]["grid"], json!(["#-", "-#"]));
        assert_eq!(records[1]["grid"], json!(["-#", "#-"]));
    }
    solves(SOLVABLE, "--all", 0, "solution status", json!([1, "solved"]));
    // With a limit of one solution, it is unknown whether the solution is unique.
    let (one, unknown) = ("--max-solutions 1", json!([null, "solved"]));
    solves(AMBIGUOUS, one, 0, "unique status", unknown);
}

#[test]
fn solutions_go_to_numbered_files() {
    let folder = Folder::new();
    folder.file("puzzle.non", AMBIGUOUS);
    let options = "--on software --all --output solution-%d.txt";
    folder.rows(&format!(r#"solve {options} puzzle.non | 4 | "" | not unique"#));
    let files = ["puzzle.non", "solution-1.txt", "solution-2.txt"];
    assert_eq!(folder.names(), files);
    let mut texts = [1, 2].map(|n| folder.read(&format!("solution-{n}.txt")));
    texts.sort();
    assert_eq!(texts, ["#-\n-#\n", "-#\n#-\n"]);
}

#[test]
fn limits_leave_the_puzzle_stalled() {
    let stalled = json!(["stalled", ["?-?", "---", "?-?"], null]);
    solves(PARTIAL, "--node-limit 0", 4, "status grid unique", stalled);
    let limit = "--time-limit 0.000001 --engine probing";
    solves(PARTIAL, limit, 4, "status", json!(["stalled"]));
}

/// The files of a folder of the repository.
fn files(folder: &str) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(repository(folder)).unwrap();
    entries.map(|entry| entry.unwrap().path()).collect()
}

#[test]
fn pictures_do_not_depend_on_the_number_of_threads() {
    let files = files("puzzles/library/32-search");
    let grids = |threads: &str| -> Vec<Value> {
        let mut solve = nonogram();
        let solve = solve.args(["solve", "--on", "software", "--json", "--threads", threads]);
        let records = json_lines(&solve.args(&files).assert().success()).into_iter();
        records.map(|record| record["grid"].clone()).collect()
    };
    assert_eq!(grids("1"), grids("3"));
}

#[test]
fn given_cells_restrict_the_solutions() {
    let folder = Folder::of_puzzles();
    folder.file("given.txt", "?#\n??\n");
    folder.file("none.txt", "##\n??\n");
    let solved = folder.run("solve --on software --json --grid given.txt ambiguous.non");
    let record = &json_lines(&solved.success())[0];
    assert_eq!(pick(record, "unique grid"), json!([true, ["-#", "#-"]]));
    folder.rows(
        "solve --on software ambiguous.non --grid none.txt | 3 | | no picture has the given cells",
    );
}

#[test]
fn engines_are_refused_without_software() {
    Folder::of_puzzles().rows(
        "solve --engine sat solvable.non                 | 2 | | --on software
         solve --on software --engine magic solvable.non | 2 | | portfolio",
    );
}

#[test]
fn lines_are_solved_by_the_requested_method() {
    let stalled = json!(["stalled", ["?-?", "---", "?-?"]]);
    for solver in ["bits", "complete", "fast", "olsak"] {
        for selection in ["round-robin", "dirty", "score"] {
            let options =
                format!("--engine lines --line-solver {solver} --line-selection {selection}");
            solves(SOLVABLE, &options, 0, "unique", json!([true]));
            solves(PARTIAL, &options, 4, "status grid", stalled.clone());
            assert_eq!(solve(CONTRADICTORY, &options).0, 3);
        }
    }
    let folder = Folder::of_puzzles();
    folder.file("given.txt", "#??\n???\n???\n");
    // The row has C(76, 25) placements.
    let (blocks, columns) = ("1,".repeat(24), "1\n".repeat(25) + &"0\n".repeat(75));
    let long = format!("width 100\nheight 1\nrows\n{blocks}1\ncolumns\n{columns}");
    folder.file("long.non", long);
    let lines = "solve --on software --engine lines";
    folder.rows(&format!(
        "
        {lines} --line-solver fast --grid given.txt partial.non | 0 | =#--/---/--#/
        solve --on software solvable.non --line-solver fast     | 2 | | --engine lines
        solve --on software solvable.non --line-solver slow     | 2 | | olsak
        solve solvable.non --line-solver fast                   | 2 | | --on software
        batch solvable.non --line-selection score               | 2 | | --engine lines
        {lines} --line-solver complete long.non                 | 2 | | options of a line; expected at most
        "
    ));
}

#[test]
fn numbers_out_of_range_are_refused() {
    let genetic = "solve --on software --engine genetic x.non";
    Folder::new().rows(&format!(
        "{genetic} --threads 100000         | 2 | | expected a number from
         {genetic} --population 99999999999 | 2 | | expected a number from"
    ));
}

#[test]
fn stdin_named_twice_is_refused() {
    for command in ["solve - -", "validate - -", "convert - - --to mk"] {
        let refused = piped!(SOLVABLE, command).code(2).stdout("");
        refused.stderr(contains("stdin is named more than once"));
    }
}

#[test]
fn validate_reports_the_verdict_and_its_reason() {
    let folder = Folder::of_puzzles();
    folder.rows(
        "
        validate solvable.non               | 0 | solvable.non: unique & line-solvable
        validate ambiguous.non              | 4 | ambiguous.non: multiple & first differ in row 1, column 1
        validate contradictory.non          | 3 | contradictory.non: none & no placement
        validate unequal.non                | 3 | unequal.non: none & the row clues require 3 filled cells, the column clues 2
        validate malformed.non solvable.non | 2 | solvable.non: unique | malformed.non:
        ",
    );
    for (name, verdict) in [
        ("solvable.non", "unique"),
        ("ambiguous.non", "multiple"),
        ("contradictory.non", "none"),
        ("unequal.non", "none"),
    ] {
        let record = &json_lines(&folder.run(&format!("validate --json {name}")))[0];
        let puzzle = &nonogram_puzzles::read_file(folder.path(name), None).unwrap()[0];
        let identity = puzzle.identity().to_string();
        assert_eq!(pick(record, "verdict identity"), json!([verdict, identity]));
        assert_eq!(record["difficulty"].is_number(), verdict == "unique");
        assert_eq!(record["differs"].is_object(), verdict == "multiple");
    }
}

#[test]
fn validate_rates_puzzles_that_need_search() {
    let files = files("puzzles/cases/search");
    let mut validate = nonogram();
    validate.args(["validate", "--json", "--threads", "2"]);
    let records = json_lines(&validate.args(&files).assert().success());
    assert_eq!(records.len(), files.len());
    for (record, file) in records.iter().zip(&files) {
        let expected = json!([file, "unique", "search"]);
        assert_eq!(pick(record, "file verdict logic"), expected);
        assert!(record["depth"].as_u64().unwrap() >= 1);
    }
}

#[test]
fn published_engines_report_solved_unsolvable_ambiguous_and_stalled() {
    let folder = Folder::of_puzzles();
    let solve = "solve --on software --engine";
    for engine in ["dnf", "placements", "permutations"] {
        folder.rows(&format!(
            r#"{solve} {engine} solvable.non      | 0 | =#-#/###/-#-/
               {solve} {engine} contradictory.non | 3 | """#
        ));
    }
    for engine in ["placements", "permutations"] {
        let solved = folder.run(&format!("{solve} {engine} --json --all ambiguous.non"));
        let records = json_lines(&solved.code(4));
        assert_eq!(records.len(), 2);
        assert_eq!(pick(&records[1], "solution engine"), json!([2, engine]));
    }
    folder.rows(&format!(
        "{solve} dnf ambiguous.non                    | 4 | =??/??/ | stalled
         {solve} genetic --rounds 1 contradictory.non | 4 | | --rounds stopped the search"
    ));
    let solved = folder.run(&format!("{solve} genetic --json solvable.non"));
    let record = &json_lines(&solved.success())[0];
    assert_eq!(pick(record, "status unique"), json!(["solved", null]));
}

#[test]
fn boards_too_large_for_an_engine_are_refused() {
    let folder = Folder::new();
    let large = repository("puzzles/library/64-search/no-two-alike.non");
    folder.file("large.non", std::fs::read(large).unwrap());
    folder.rows(
        r#"
        solve --on software --engine dnf large.non                       | 2 | "" | dnf would need a board of 35 x 35; expected at most 32 x 32
        solve --on software --engine placements --node-limit 0 large.non | 4 | | --node-limit stopped the search
        "#,
    );
}

#[test]
fn generations_are_recorded_and_reproduced() {
    let folder = Folder::new();
    let puzzle = repository("puzzles/library/11/pen-pal.non");
    folder.file("puzzle.non", std::fs::read(puzzle).unwrap());
    let run = |seed: &str, name: &str| {
        let options = format!("--seed {seed} --generations-csv {name}");
        let solve = format!("solve --on software --engine genetic {options} puzzle.non");
        folder.run(&solve).success();
        folder.read(name)
    };
    let seven = run("7", "seven.csv");
    assert_eq!(seven, run("7", "again.csv"));
    assert_ne!(seven, run("8", "eight.csv"));
    let (head, rows) = seven.split_once('\n').unwrap();
    assert!(head.starts_with("puzzle,round,generation,lines,weights,best,mean,"));
    assert!(rows.starts_with("1,1,0,rows,groups,"));
    let columns = head.split(',').count();
    assert!(rows.lines().all(|row| row.split(',').count() == columns));
    let per_generation = "one row per generation for each of the six experts";
    assert_eq!(rows.lines().count() % 6, 0, "{per_generation}");
}

#[test]
fn generations_are_drawn() {
    let folder = Folder::new();
    folder.file("puzzle.non", common::AMBIGUOUS);
    let options = "--max-solutions 3 --generations 2 --rounds 1 --generations-pictures g-%d.png";
    let solve = format!("solve --on software --engine genetic {options} puzzle.non");
    folder.run(&solve).code(4);
    let files = ["g-1.png", "g-2.png", "g-3.png", "puzzle.non"];
    assert_eq!(folder.names(), files);
    let picture = std::fs::read(folder.path("g-1.png")).unwrap();
    assert!(picture.starts_with(b"\x89PNG"));
}

#[test]
fn wrong_options_of_the_genetic_engine_are_refused() {
    Folder::of_puzzles().rows(
        "
        solve --on software --engine genetic --generations-pictures g.png ambiguous.non | 2 | | expected %d in the name
        solve --on software --engine lines --seed 1 ambiguous.non | 2 | | --seed has no effect with & --engine genetic
        solve --seed 1 ambiguous.non                              | 2
        ",
    );
}
