//! Pictures: `render`, `convert`, `sim` with its waveforms, and the handling of output files.

use crate::common;

use common::{
    AMBIGUOUS, CONTRADICTORY, Folder, PARTIAL, PICTURE, SOLVABLE, json_lines, nonogram, run,
};
use predicates::prelude::*;
use predicates::str::contains;

#[test]
fn output_files_are_complete_or_absent() {
    let folder = Folder::new();
    let file = folder.file("puzzle.non", SOLVABLE);
    let out = folder.path("out.txt");
    let solve = |file: &std::path::Path, out: &std::path::Path| {
        run!("solve --on software --output", out, file)
    };
    solve(&file, &out).success().stdout("");
    assert_eq!(std::fs::read_to_string(&out).unwrap(), PICTURE);

    // Without a solution the file keeps its contents.
    let unsolvable = folder.file("none.non", CONTRADICTORY);
    solve(&unsolvable, &out).code(3);
    assert_eq!(std::fs::read_to_string(&out).unwrap(), PICTURE);

    solve(&file, &folder.path("no/such/folder.txt"))
        .code(1)
        .stderr(contains("folder.txt"));
    solve(&file, &folder.path("out.gif"))
        .code(2)
        .stderr(contains("expected one of non"));
    assert_eq!(folder.names(), ["none.non", "out.txt", "puzzle.non"]);
}

#[test]
fn outputs_of_several_puzzles_are_numbered() {
    let folder = Folder::new();
    let files = ["a.non", "b.non"].map(|name| folder.file(name, SOLVABLE));
    let solve = |out: &str| run!("solve --on software --output", folder.path(out), &files);
    solve("out-%d.txt").success();
    solve("out.txt")
        .code(2)
        .stderr(contains("b.non").and(contains("%d")));
    // The refused command has written no file.
    assert_eq!(folder.names(), ["a.non", "b.non", "out-1.txt", "out-2.txt"]);
}

#[test]
fn render_shows_goals_solutions_and_sheets() {
    let folder = Folder::new();
    let file = folder.file("puzzle.non", SOLVABLE);
    run!("render", &file).success().stdout(PICTURE);
    run!("render --empty", &file)
        .success()
        .stdout("???\n???\n???\n");
    run!("render --clues", &file)
        .success()
        .stdout(contains("1 1"));
    let goal = folder.file("goal.non", format!("{AMBIGUOUS}\ngoal 0110\n"));
    run!("render", goal).success().stdout("-#\n#-\n");
    let partial = folder.file("partial.non", PARTIAL);
    run!("render", partial).code(4);
    let none = folder.file("none.non", CONTRADICTORY);
    run!("render", none)
        .code(3)
        .stderr(contains("none.non: no picture"));
    let out = folder.path("out.txt");
    run!("render -o", &out, &file).success().stdout("");
    assert_eq!(std::fs::read_to_string(out).unwrap(), PICTURE);
}

#[test]
fn sim_reports_cycles_and_writes_waveforms() {
    let folder = Folder::new();
    let file = folder.file("puzzle.non", SOLVABLE);
    let vcd = folder.path("out.vcd");
    run!("sim --vcd", &vcd, &file)
        .success()
        .stdout(PICTURE)
        .stderr(contains("solved").and(contains("cycles from board to verdict")));
    let text = std::fs::read_to_string(&vcd).unwrap();
    assert!(text.contains("$enddefinitions") && text.contains("$scope module"));
    assert_eq!(folder.names(), ["out.vcd", "puzzle.non"]);

    let json = run!("sim --json --drive bytes", &file).success();
    let record = &json_lines(&json)[0];
    assert!(record["clocks"].as_u64().unwrap() > record["cycles"].as_u64().unwrap());
}

#[test]
fn extension_selects_the_output_format() {
    let folder = Folder::new();
    let file = folder.file("puzzle.non", SOLVABLE);
    let solved = |name: &str| {
        let out = folder.path(name);
        let mut solve = nonogram();
        solve
            .args(["solve", "--on", "software", "--output"])
            .args([&out, &file]);
        solve.assert().success().stdout("");
        std::fs::read(out).unwrap()
    };
    assert_eq!(solved("a.txt"), PICTURE.as_bytes());
    assert!(solved("a.pbm").starts_with(b"P4"));
    assert!(solved("a.xbm").starts_with(b"#define"));
    assert!(solved("a.png").starts_with(b"\x89PNG\r\n\x1a\n"));
    assert!(String::from_utf8(solved("a.svg")).unwrap().contains("<svg"));
    // A picture can be read as a puzzle again.
    run!(
        "solve --on software",
        ["a.pbm", "a.png"].map(|n| folder.path(n))
    )
    .success()
    .stdout(format!("{PICTURE}\n{PICTURE}"));
}

#[test]
fn convert_round_trip_keeps_the_puzzle() {
    let folder = Folder::new();
    let file = folder.file("puzzle.non", SOLVABLE);
    for name in ["a.xml", "a.mk", "a.nin", "a.cwd", "a.g"] {
        let out = folder.path(name);
        run!("convert --output", &out, &file).success().stdout("");
        run!("solve --on software", out).success().stdout(PICTURE);
    }
    run!("convert --to mk", &file).stdout(contains("1 1"));
    run!("convert", &file).code(2).stderr(contains("--to"));
    // A puzzle without a goal has no picture.
    run!("convert --to pbm", &file).code(2).stdout("");
    run!("convert -o a.gif", &file).code(2);
}

#[test]
fn convert_bundles_and_splits() {
    let folder = Folder::new();
    let files = [("a.non", SOLVABLE), ("b.non", PARTIAL)].map(|(n, text)| folder.file(n, text));
    let bundle = folder.path("both.nonpack");
    run!("convert --output", &bundle, &files).success();
    let solve = run!("solve --on software --engine lines", &bundle).code(4);
    solve.stdout(format!("{PICTURE}\n?-?\n---\n?-?\n"));
    let parts = folder.path("part-%d.mk");
    run!("convert --output", &parts, &bundle).success();
    assert!(folder.path("part-1.mk").exists() && folder.path("part-2.mk").exists());
}

#[test]
fn convert_shrinks_pictures() {
    let folder = Folder::new();
    let drawing = folder.file("drawing.txt", "####----\n####----\n----####\n----####\n");
    let mut convert = nonogram();
    convert
        .args(["convert", "--to", "pbm", "--output"])
        .arg(folder.path("large.pbm"))
        .arg(drawing);
    convert.assert().success();
    let large = folder.path("large.pbm");
    let mut convert = nonogram();
    convert
        .args(["convert", "--to", "text", "--max-side", "4"])
        .arg(large);
    convert.assert().success().stdout("##--\n--##\n");
    run!("convert --to text --size 4x2", folder.path("large.pbm"))
        .success()
        .stdout("#-\n#-\n-#\n-#\n");
    run!("convert --to text --size 4 a.pbm")
        .code(2)
        .stderr(contains("rows x columns"));
}
