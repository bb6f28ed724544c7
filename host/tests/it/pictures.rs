//! Pictures: `render`, `convert`, `sim` with its waveforms, and the handling of output files.

use crate::common;

use common::{AMBIGUOUS, Folder, PARTIAL, PICTURE, SOLVABLE, json_lines};

#[test]
fn output_files_are_complete_or_absent() {
    let folder = Folder::new();
    folder.file("puzzle.non", SOLVABLE);
    folder.file("none.non", common::CONTRADICTORY);
    folder.rows(r#"solve --on software --output out.txt puzzle.non | 0 | """#);
    assert_eq!(folder.read("out.txt"), PICTURE);
    // Without a solution the file keeps its contents.
    folder.rows(
        "
        solve --on software --output out.txt none.non                | 3
        solve --on software --output no/such/folder.txt puzzle.non   | 1 | | folder.txt
        solve --on software --output out.gif puzzle.non              | 2 | | expected one of non
        ",
    );
    assert_eq!(folder.read("out.txt"), PICTURE);
    assert_eq!(folder.names(), ["none.non", "out.txt", "puzzle.non"]);
}

#[test]
fn outputs_of_several_puzzles_are_numbered() {
    let folder = Folder::new();
    for name in ["a.non", "b.non"] {
        folder.file(name, SOLVABLE);
    }
    folder.rows(
        "solve --on software --output out-%d.txt a.non b.non | 0
         solve --on software --output out.txt a.non b.non    | 2 | | b.non & %d",
    );
    // The refused command has written no file.
    assert_eq!(folder.names(), ["a.non", "b.non", "out-1.txt", "out-2.txt"]);
}

#[test]
fn render_shows_goals_solutions_and_sheets() {
    let folder = Folder::of_puzzles();
    folder.file("goal.non", format!("{AMBIGUOUS}\ngoal 0110\n"));
    folder.rows(
        r#"
        render solvable.non            | 0 | =#-#/###/-#-/
        render --empty solvable.non    | 0 | =???/???/???/
        render --clues solvable.non    | 0 | 1 1
        render goal.non                | 0 | =-#/#-/
        render partial.non             | 4
        render contradictory.non       | 3 | | contradictory.non: no picture
        render -o out.txt solvable.non | 0 | ""
        "#,
    );
    assert_eq!(folder.read("out.txt"), PICTURE);
}

#[test]
fn sim_reports_cycles_and_writes_waveforms() {
    let folder = Folder::new();
    folder.file("puzzle.non", SOLVABLE);
    folder.rows(
        "sim --vcd out.vcd puzzle.non | 0 | =#-#/###/-#-/ | solved & cycles from board to verdict",
    );
    let text = folder.read("out.vcd");
    assert!(text.contains("$enddefinitions") && text.contains("$scope module"));
    assert_eq!(folder.names(), ["out.vcd", "puzzle.non"]);
    let record = &json_lines(&folder.run("sim --json --drive bytes puzzle.non").success())[0];
    assert!(record["clocks"].as_u64().unwrap() > record["cycles"].as_u64().unwrap());
}

#[test]
fn extension_selects_the_output_format() {
    let folder = Folder::of_puzzles();
    for (name, start) in [
        ("a.txt", PICTURE.as_bytes()),
        ("a.pbm", b"P4"),
        ("a.xbm", b"#define"),
        ("a.png", b"\x89PNG\r\n\x1a\n"),
        ("a.svg", b"<"),
    ] {
        let options = format!("--on software --output {name}");
        folder.rows(&format!(r#"solve {options} solvable.non | 0 | """#));
        let data = std::fs::read(folder.path(name)).unwrap();
        assert!(data.starts_with(start), "{name}");
    }
    assert_eq!(folder.read("a.txt"), PICTURE);
    assert!(folder.read("a.svg").contains("<svg"));
    // A picture can be read as a puzzle again.
    folder.rows("solve --on software a.pbm a.png | 0 | =#-#/###/-#-//#-#/###/-#-/");
}

#[test]
fn convert_round_trip_keeps_the_puzzle() {
    let folder = Folder::of_puzzles();
    for name in ["a.xml", "a.mk", "a.nin", "a.cwd", "a.g"] {
        folder.rows(&format!(
            r#"convert --output {name} solvable.non | 0 | ""
               solve --on software {name}           | 0 | =#-#/###/-#-/"#
        ));
    }
    // A puzzle without a goal has no picture.
    folder.rows(
        r#"
        convert --to mk solvable.non  | 0 | 1 1
        convert solvable.non          | 2 | | --to
        convert --to pbm solvable.non | 2 | ""
        convert -o a.gif solvable.non | 2
        "#,
    );
}

#[test]
fn convert_bundles_and_splits() {
    let folder = Folder::new();
    folder.file("a.non", SOLVABLE);
    folder.file("b.non", PARTIAL);
    folder.rows(
        "
        convert --output both.nonpack a.non b.non        | 0
        solve --on software --engine lines both.nonpack  | 4 | =#-#/###/-#-//?-?/---/?-?/
        convert --output part-%d.mk both.nonpack         | 0
        ",
    );
    assert!(folder.path("part-1.mk").exists() && folder.path("part-2.mk").exists());
}

#[test]
fn convert_shrinks_pictures() {
    let folder = Folder::new();
    folder.file("drawing.txt", "####----\n####----\n----####\n----####\n");
    folder.rows(
        "
        convert --to pbm --output large.pbm drawing.txt | 0
        convert --to text --max-side 4 large.pbm        | 0 | =##--/--##/
        convert --to text --size 4x2 large.pbm          | 0 | =#-/#-/-#/-#/
        convert --to text --size 4 a.pbm                | 2 | | rows x columns
        ",
    );
}
