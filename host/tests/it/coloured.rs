//! Coloured puzzles on the command line: solved in software, validated, converted, generated, checked, explained and edited; refused where
//! only black and white is supported.

use crate::common;

use common::{Folder, json_lines, nonogram, piped, repository, run, stdout_of};
use predicates::prelude::*;
use predicates::str::contains;
use serde_json::json;

/// A coloured puzzle whose only solution is `aba`.
const LINE: &str = "color a #ff0000\ncolor b #0000ff\nwidth 3\nheight 1\n\nrows\n1a,1b,1a\n\ncolumns\n1a\n1b\n1a\n";
/// A puzzle whose row clues and column clues require the same number of filled cells, but different numbers of each colour.
const UNEQUAL: &str =
    "color a #ff0000\ncolor b #0000ff\nwidth 2\nheight 2\n\nrows\n2a\n1b\n\ncolumns\n1a,1b\n1b\n";

#[test]
fn a_coloured_puzzle_is_solved_in_software() {
    for engine in ["portfolio", "lines", "probing", "sat"] {
        let assert = piped!(LINE, "solve --on software --engine", engine, "--json -").success();
        let record = &json_lines(&assert)[0];
        assert_eq!(record["grid"], json!(["aba"]));
        assert_eq!(record["palette"], json!({"a": "#ff0000", "b": "#0000ff"}));
        assert_eq!(record["unique"], true);
    }
}

#[test]
fn engines_and_devices_for_black_and_white_refuse_colours() {
    for (engine, option) in [
        ("learning", None),
        ("learning", Some("--count")),
        ("dnf", None),
        ("placements", None),
        ("permutations", None),
        ("genetic", None),
    ] {
        let mut solve = nonogram();
        solve.args(["solve", "--on", "software", "--engine", engine, "-"]);
        let solve = solve.args(option).write_stdin(LINE);
        let assert = solve.assert().code(2).stdout("");
        let named = contains("nonogram: -: ");
        assert.stderr(named.and(contains("2 colours").and(contains("black and white"))));
    }
    for arguments in [
        &["solve", "-"][..],
        &["solve", "--core", "clue", "-"],
        &["sim", "-"],
        &["encode", "-"],
        &["bench", "-"],
    ] {
        let assert = piped!(LINE, &arguments).code(2);
        let named = contains("nonogram: -: ");
        assert.stderr(named.and(contains("nonogram solve --on software")));
    }
}

/// Regression test: the message did not name the puzzle.
#[test]
fn formats_in_one_colour_name_the_puzzle_that_they_refuse() {
    let folder = Folder::new();
    folder.file("second.non", LINE);
    for (format, arguments) in [
        ("pbm", &["solve", "--on", "software", "-"][..]),
        ("pbm", &["render", "-"][..]),
        ("pbm", &["convert", "-"][..]),
        ("pattern", &["convert", "-", "second.non"][..]),
    ] {
        let mut command = nonogram();
        command.args(arguments).args(["--to", format]);
        let command = command.current_dir(folder.path(""));
        let assert = command.write_stdin(LINE).assert().code(2).stdout("");
        assert.stderr(contains(format!(
            "nonogram: -: {format} files have one colour"
        )));
    }
}

#[test]
fn sums_that_differ_in_a_colour_are_named() {
    for arguments in [
        &["solve", "-"][..],
        &["solve", "--on", "software", "-"],
        &["validate", "-"],
    ] {
        let output = piped!(UNEQUAL, &arguments).code(3).get_output().clone();
        let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert!(
            text.contains("the row clues require 2 red cells, the column clues 1"),
            "{text}"
        );
    }
}

#[test]
fn a_coloured_drawing_is_solved_and_converted() {
    let folder = Folder::new();
    let drawing = repository("puzzles/library/colour-08/drink-me.non");
    let solved = run!("solve --on software", &drawing).success();
    let picture = stdout_of(&solved);
    assert_eq!(picture.lines().next(), Some("---aa---"));
    for name in ["puzzle.xml", "puzzle.json", "puzzle.g", "puzzle.non"] {
        let path = folder.path(name);
        run!("convert", &drawing, "--output", &path).success();
        run!("solve --on software", &path)
            .success()
            .stdout(picture.clone());
    }
}

#[test]
fn mistakes_and_hints_name_colours() {
    let folder = Folder::new();
    let (puzzle, grid) = (
        folder.file("line.non", LINE),
        folder.file("grid.txt", "b??\n"),
    );
    run!("check", &puzzle, "--grid", &grid)
        .code(3)
        .stdout(contains(
            "row 1, column 1 is blue; in the solution it is red",
        ));
    run!("hint", &puzzle).success().stdout(contains("red"));
}

/// A PNG of a red and blue flag with a black mast on white; each cell has 4 x 4 pixels.
fn flag() -> Vec<u8> {
    let lines = ["krrrr-", "kbbbr-", "krrrr-", "k-----", "kk----"];
    let (width, height) = (lines[0].len() * 4, lines.len() * 4);
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width as u32, height as u32);
    encoder.set_color(png::ColorType::Rgb);
    let cells = (0..height).flat_map(|y| (0..width).map(move |x| lines[y / 4].as_bytes()[x / 4]));
    let samples = cells.flat_map(|cell| match cell {
        b'k' => [20, 16, 24],
        b'r' => [208, 32, 32],
        b'b' => [32, 80, 208],
        _ => [255; 3],
    });
    let samples: Vec<u8> = samples.collect();
    encoder
        .write_header()
        .unwrap()
        .write_image_data(&samples)
        .unwrap();
    bytes
}

#[test]
fn a_coloured_picture_becomes_a_unique_puzzle_with_one_command() {
    let folder = Folder::new();
    let picture = folder.file("flag.png", flag());
    let puzzle = folder.path("flag.xml");
    run!(
        "generate --size 5x6 --unique --image",
        &picture,
        "--output",
        &puzzle
    )
    .success()
    .stderr("");
    let drawn = "baaaa-\nbccca-\nbaaaa-\nb-----\nbb----\n";
    let mut solve = nonogram();
    let solve = solve.args(["solve", "--on", "software"]).arg(&puzzle);
    solve.assert().success().stdout(drawn);
    // The same picture in black and white, and in two colours.
    let convert =
        |colours: &str| run!("convert --to text --size 5x6 --colours", colours, &picture).success();
    convert("1").stdout("#####-\n#####-\n#####-\n#-----\n##----\n");
    convert("2").stderr(contains("its colours were merged into 2"));
    let mut refused = nonogram();
    let refused = refused
        .args(["convert", "--to", "text", "--colours", "2"])
        .arg(&puzzle);
    refused
        .assert()
        .code(2)
        .stderr(contains("--colours has no effect"));
    run!("convert --colours 27", &picture).code(2);
}

#[test]
fn random_coloured_puzzles_are_reproducible_and_have_the_requested_difficulty() {
    let generate = |seed: &str| {
        let mut generate = nonogram();
        let size = [
            "generate",
            "--size",
            "8x8",
            "--colours",
            "3",
            "--count",
            "4",
        ];
        generate
            .args(size)
            .args(["--difficulty", "2..20", "--seed", seed]);
        let assert = generate.assert().success();
        assert.get_output().stdout.clone()
    };
    let puzzles = generate("5");
    assert_eq!(puzzles, generate("5"));
    assert_ne!(puzzles, generate("6"));
    let mut validate = nonogram();
    let validate = validate
        .args(["validate", "--json", "-"])
        .write_stdin(puzzles);
    let records = json_lines(&validate.assert().success());
    assert_eq!(records.len(), 4);
    for record in records {
        assert_eq!(record["verdict"], "unique");
        let difficulty = record["difficulty"].as_f64().unwrap();
        assert!((2.0..=20.0).contains(&difficulty), "{difficulty}");
    }
    let mut mono = nonogram();
    let mono = mono.args(["generate", "--colours", "1", "--seed", "3"]);
    let one = mono.assert().success().get_output().stdout.clone();
    run!("generate --seed 3").success().stdout(one);
}

#[test]
fn edits_of_a_coloured_drawing_name_the_colours() {
    let folder = Folder::new();
    let drawing = "color a #ff0000\ncolor b #0000ff\nwidth 2\nheight 3\nrows\n1a\n1a\n2b\ncolumns\n1a,1b\n1a,1b\n\
                   goal \"a00abb\"\n";
    let file = folder.file("two.non", drawing);
    let run = |json: &[&str]| run!("disambiguate", &json, &file).success();
    run(&[]).stdout(contains("make row 1, column 1 ").and(contains("blue")));
    let record = &json_lines(&run(&["--json"]))[0];
    let edit = &record["edits"][0];
    assert_eq!(edit["cells"].as_array().map(Vec::len), Some(1));
    assert_eq!(edit["values"].as_str().map(str::len), Some(1));
}
