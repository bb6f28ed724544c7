//! `generate`: random puzzles, and puzzles from pictures.

use crate::common;

use common::{Folder, json_lines, nonogram, run, stderr_of, stdout_of};
use nonogram_solver::{LineOutcome, propagate};
use predicates::prelude::*;
use predicates::str::contains;

#[test]
fn generated_puzzles_follow_the_options() {
    let generate = |arguments: &[&str]| {
        let assert = run!("generate", &arguments).success();
        stdout_of(&assert)
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
    let records = json_lines(&solve.assert().success());
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
fn reported_seed_reproduces_the_puzzle_and_bad_options_are_refused() {
    let drawn = run!("generate").success().stderr(contains("--seed "));
    let text = stderr_of(&drawn);
    let seed = text.trim().rsplit(' ').next().unwrap();
    let picture = drawn.get_output().stdout.clone();
    run!("generate --seed", seed).success().stdout(picture);

    let hopeless = [
        "--size",
        "30x30",
        "--density",
        "0.1",
        "--line-solvable",
        "--tries",
        "3",
    ];
    run!("generate --seed 1", &hopeless)
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
        run!("generate", &bad).code(2);
    }
}

#[test]
fn generated_puzzles_have_the_requested_difficulty() {
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
        let assert = run!("generate", &arguments).success();
        let generated = assert.get_output().stdout.clone();
        let mut validate = nonogram();
        let validate = validate
            .args(["validate", "--json", "-"])
            .write_stdin(generated);
        let records = json_lines(&validate.assert().success());
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

/// The puzzles that a run wrote to stdout.
fn puzzles(assert: &assert_cmd::assert::Assert) -> Vec<nonogram_puzzles::Puzzle> {
    let stdout = &assert.get_output().stdout;
    nonogram_puzzles::read_from(&stdout[..], "stdout", None).unwrap()
}

#[test]
fn generated_puzzles_are_unique_on_request() {
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
    run!("convert --output", &large, &drawing).success();
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
    // At the default threshold, every cell would be filled at this size.
    assert_eq!(
        lines(generate(&["--size", "2x4"]).success()),
        ["-##-", "-##-"]
    );
    generate(&["--seed", "1"]).code(2);

    // One cell beside the diagonal is grey: the puzzle is ambiguous except at thresholds that fill this cell.
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
    run!("generate --unique --tries 1 --image", &switch)
        .code(4)
        .stdout("")
        .stderr(contains(
            "switch.txt: the only picture tried does not qualify",
        ));
}

#[test]
fn a_picture_without_the_requested_property_is_refused() {
    let folder = Folder::new();
    let rows = |line: &str| format!("P1\n4 4\n{}", format!("{line}\n").repeat(4));
    let white = folder.file("white.pbm", rows("0000"));
    let black = folder.file("black.pbm", rows("1111"));
    // A diagonal on light grey has at least two solutions at every threshold between ink and paper.
    let ambiguous = std::path::PathBuf::from("../puzzles/cases/field/ambiguous-240.png");
    for picture in [&white, &black, &ambiguous] {
        for asked in [
            &["--unique"][..],
            &["--line-solvable"],
            &["--difficulty", "0.."],
            &["--unique", "--size", "3x3"],
        ] {
            let mut generate = nonogram();
            generate.args(["generate", "--image"]).arg(picture);
            let assert = generate.args(asked).assert().code(4).stdout("");
            let expected = if picture == &ambiguous {
                "; expected one that does"
            } else {
                "expected ink and paper"
            };
            assert.stderr(contains(expected));
        }
    }
    let generate = |picture: &std::path::Path| run!("generate --image", picture);
    generate(&black).success().stdout(contains("4"));
    generate(&white)
        .code(2)
        .stderr(contains("a picture without any filled cell"));
}

#[test]
fn puzzles_are_written_in_the_format_of_the_output_name() {
    let folder = Folder::new();
    let generate = |name: &str| {
        run!(
            "generate --size 4x3 --seed 1 --count 2 --output",
            folder.path(name)
        )
    };
    generate("random-%d.mk").success().stdout("");
    assert_eq!(folder.names(), ["random-1.mk", "random-2.mk"]);
    let text = std::fs::read_to_string(folder.path("random-1.mk")).unwrap();
    assert!(text.starts_with("4 3\n"), "{text}");
    generate("both.mk")
        .code(2)
        .stderr(contains("2 puzzles for one mk file"));
    generate("both.xyz").code(2).stderr(contains("no format"));
    generate("both.pattern").success();
    let both = std::fs::read_to_string(folder.path("both.pattern")).unwrap();
    assert_eq!(both.lines().count(), 2);
}

/// Any number of puzzles can be generated, so they must not wait in memory.
#[cfg(unix)]
#[test]
fn puzzles_in_their_own_files_are_written_when_they_are_found() {
    let folder = Folder::new();
    let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin("nonogram"))
        .args([
            "generate",
            "--seed",
            "1",
            "--count",
            "4294967295",
            "-o",
            "x%d.non",
        ])
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
