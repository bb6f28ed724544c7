//! `generate`: random puzzles, and puzzles from pictures.

use crate::common;

use common::{Folder, json_lines, pick, piped, run, stderr_of, stdout_of};
use nonogram_solver::{LineOutcome, propagate};
use predicates::str::contains;
use serde_json::json;

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
    for (range, least, most) in [
        ("..3", 0.0, 3.0),
        ("6..20", 6.0, 20.0),
        ("20..", 20.0, f64::MAX),
    ] {
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
