//! Outputs: `render`, `convert`, `sim` with its waveforms and traces; files that are complete or absent; protection of inputs, the formats
//! that the help lists, and printed sheets.
//!
//! Books of puzzles in PDF: pages, text and solutions, rendered by poppler.

use std::process::Command;

use nonogram_puzzles::Format;
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;

use crate::common;
use crate::common::{AMBIGUOUS, Folder, PARTIAL, PICTURE, SOLVABLE, json_lines, run, stdout_of};

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

/// Runs commands that must refuse to overwrite the input `name`, and must leave it unchanged.
fn refuses(folder: &Folder, name: &str, commands: &[&str]) {
    let before = folder.read(name);
    for command in commands {
        // The message does not name an option, because several options name outputs.
        folder.run(command).code(2).stderr(
            contains("is one of the inputs")
                .and(contains("expected another file"))
                .and(contains("--output").not()),
        );
        assert_eq!(folder.read(name), before, "{command}");
    }
}

#[test]
fn no_output_replaces_its_input() {
    let folder = Folder::new();
    let input = folder.file("puzzle.non", SOLVABLE);
    for output in ["puzzle.non", "./puzzle.non", input.to_str().unwrap()] {
        for command in [
            "solve --on software --output",
            "render --output",
            "convert --output",
            "encode --output",
            "sim --vcd",
            "solve --on software --engine genetic --generations-csv",
        ] {
            let command = format!("{command} {output} puzzle.non");
            refuses(&folder, "puzzle.non", &[&command]);
        }
    }
    assert_eq!(folder.names(), ["puzzle.non"]);
}

#[test]
fn no_output_replaces_another_input() {
    let folder = Folder::new();
    for name in ["a.non", "b.non", "x-2.non"] {
        folder.file(name, SOLVABLE);
    }
    folder.file("grid.txt", "???\n???\n???\n");
    folder.file("photo.pbm", "P1\n2 2\n1 0\n0 1\n");
    let solve = "solve --on software --output b.non a.non b.non";
    refuses(&folder, "b.non", &[solve]);
    // The name of a numbered output is known only when its number is reached.
    let numbered = [
        "solve --on software --output x-%d.non a.non x-2.non",
        "convert --output x-%d.non a.non x-2.non",
    ];
    refuses(&folder, "x-2.non", &numbered);
    let grid = "solve --on software --output grid.txt --grid grid.txt a.non";
    refuses(&folder, "grid.txt", &[grid]);
    let picture = "generate --image photo.pbm --output photo.pbm";
    refuses(&folder, "photo.pbm", &[picture]);
}

#[cfg(unix)]
#[test]
fn links_to_an_input_are_followed() {
    let folder = Folder::new();
    let input = folder.file("puzzle.non", SOLVABLE);
    std::os::unix::fs::symlink(&input, folder.path("link.non")).unwrap();
    let commands = [
        "solve --on software -o link.non puzzle.non",
        "convert -o link.non puzzle.non",
        "solve --on software -o puzzle.non link.non",
        "convert -o puzzle.non link.non",
    ];
    refuses(&folder, "puzzle.non", &commands);
    // A file that is not an input can be replaced.
    folder.file("other.non", "replaced");
    folder.rows("solve --on software -o other.non puzzle.non | 0");
}

#[test]
fn help_lists_every_format_of_outputs() {
    for command in ["solve", "render", "convert"] {
        let help = stdout_of(&run!(&*format!("{command} --help")).success());
        let (_, output) = help.split_once("--output").unwrap();
        let (output, _) = output.split_once("%d").unwrap();
        let words: Vec<&str> = output.split([' ', ',', ';', '\n']).collect();
        let written = Format::ALL.iter().filter(|format| format.is_written());
        for extension in written.flat_map(|format| format.extensions()) {
            assert!(words.contains(extension), "{command}: {extension}: {output}");
        }
    }
}

#[test]
fn an_empty_sheet_is_ruled_and_has_clues() {
    let folder = Folder::of_puzzles();
    let draw = |name: &str, options: &str| {
        let render = format!("render {options} -o {name} solvable.non");
        folder.run(&render).success();
        std::fs::read(folder.path(name)).unwrap()
    };
    let size = |png: &[u8]| {
        let side = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
        (side(16), side(20))
    };
    assert_eq!(size(&draw("empty.png", "--empty")), (60, 60));
    let clues = draw("clues.png", "--empty --clues");
    // Margins of 10 pixels; "1 1" and a space on the left, a line of clues at the top.
    assert_eq!(size(&clues), (10 + 32 + 60 + 10, 10 + 14 + 60 + 10));
    draw("clues.svg", "--empty --clues");
    folder.rows("render --clues -o clues.txt solvable.non | 2 | | expected png or svg");
}

#[test]
fn a_trace_has_the_events_of_the_search() {
    let folder = Folder::new();
    folder.file("two.non", AMBIGUOUS);
    folder.rows("sim --trace search.jsonl two.non | 4");
    let text = folder.read("search.jsonl");
    let events = common::json_lines_of(text.as_bytes());
    let kinds = events.iter().filter_map(|event| event["event"].as_str());
    let kinds: Vec<&str> = kinds.collect();
    assert_eq!(kinds.len(), events.len());
    assert_eq!((kinds[0], kinds[kinds.len() - 1]), ("board", "verdict"));
    for kind in "search decision reversal solution".split(' ') {
        assert!(kinds.contains(&kind), "{kind}: {text}");
    }
    // A contradiction ends the decisions without probes.
    let lines = "2 1 3 1,2 2".replace(' ', "\n");
    let probed = format!("width 5\nheight 5\nrows\n{lines}\ncolumns\n{lines}\n");
    folder.file("five.non", &probed);
    folder.rows("sim --core clue --trace probed.jsonl five.non | 4");
    let probed = folder.read("probed.jsonl");
    for kind in "decision conflict withdrawal probe consistent fact".split(' ') {
        let key = format!("\"event\":\"{kind}\"");
        assert!(probed.contains(&key), "{kind}: {probed}");
    }
    assert_eq!(events[events.len() - 1]["status"], "multiple");
    assert!(events.is_sorted_by_key(|event| event["cycle"].as_u64()));
    let printed = stdout_of(&folder.run("sim --trace - two.non").code(4));
    assert_eq!(printed, text);
    folder.rows(
        "
        sim --core classic --trace out.jsonl two.non                | 2 | | --trace & expected
        sim --build parallel11x4 --trace out.jsonl two.non          | 2 | | --trace & expected
        sim --core clue --engine rust-hdl --trace out.jsonl two.non | 2 | | --trace & expected
        sim --trace - --json two.non                                | 2 | | both write to stdout
        ",
    );
}

#[test]
fn outputs_of_one_command_must_be_different_files() {
    let folder = Folder::new();
    folder.file("puzzle.non", SOLVABLE);
    let message = "two outputs & expected different files";
    folder.rows(&format!("sim --vcd x.out --trace ./x.out puzzle.non | 2 | | {message}"));
    assert_eq!(folder.names(), ["puzzle.non"]);
    let genetic = "solve --on software --engine genetic puzzle.non";
    folder.rows(&format!(
        "{genetic} --generations-pictures g%d.txt -o g1.txt | 2 | | {message}
         {genetic} --generations-csv g.txt -o g.txt         | 2 | | {message}"
    ));
}

#[cfg(unix)]
#[test]
fn replaced_file_keeps_its_mode() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::of_puzzles();
    let output = folder.file("private.txt", "old");
    for wanted in [0o600, 0o664, 0o640] {
        std::fs::set_permissions(&output, PermissionsExt::from_mode(wanted)).unwrap();
        folder.rows("solve --on software -o private.txt solvable.non | 0");
        assert_eq!(folder.read("private.txt"), common::PICTURE);
        let found = std::fs::metadata(&output).unwrap().permissions().mode();
        assert_eq!(found & 0o777, wanted);
    }
}

#[cfg(unix)]
#[test]
fn control_characters_of_names_are_escaped() {
    let folder = Folder::new();
    let puzzle = folder.file("a\x1b[31m\nb.non", SOLVABLE);
    for command in ["validate", "bench", "bench --json"] {
        let shown = stdout_of(&folder.command(command).arg(&puzzle).assert().success());
        let is_raw = shown.contains('\x1b') || shown.contains("\nb.non");
        assert!(!is_raw, "{shown:?}");
        let escaped = shown.contains("a\\u{1b}[31m\\nb.non");
        // JSON has its own escapes, so that the name can be read.
        assert_ne!(escaped, command.contains("--json"), "{shown:?}");
    }
}

/// A parent process such as Node.js can make the pipe non-blocking: a write to a full pipe then fails instead of waiting.
#[cfg(unix)]
#[test]
fn nothing_is_lost_on_a_non_blocking_stdout() {
    use std::io::Read;
    use std::process::Stdio;
    use std::time::Duration;

    use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};

    /// A pipe holds 64 KiB on Linux, and the puzzle takes more.
    const LEAST: usize = 100_000;
    let arguments = "generate --size 300x300 --seed 1";
    let expected = stdout_of(&run!(arguments).success()).into_bytes();
    assert!(expected.len() > LEAST, "{} bytes", expected.len());

    let (mut reader, writer) = std::io::pipe().unwrap();
    let flags = fcntl_getfl(&writer).unwrap();
    fcntl_setfl(&writer, flags | OFlags::NONBLOCK).unwrap();
    let child = std::process::Command::new(assert_cmd::cargo::cargo_bin("nonogram"))
        .args(arguments.split(' '))
        .stdout(writer)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut received: Vec<u8> = Vec::new();
    let mut part = [0; 4096];
    loop {
        // The program finds the pipe full, because it writes faster than this test reads.
        std::thread::sleep(Duration::from_millis(5));
        match reader.read(&mut part).unwrap() {
            0 => break,
            count => received.extend(&part[..count]),
        }
    }
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let (found, wanted) = (received.len(), expected.len());
    assert!(received == expected, "{found} bytes of {wanted}");
}

/// Runs a program of poppler-utils in the folder; returns its stdout.
fn poppler(program: &str, arguments: &str, folder: &Folder) -> String {
    let run =
        Command::new(program).args(arguments.split(' ')).current_dir(folder.path("")).output();
    let done = run.unwrap_or_else(|error| panic!("{program}: {error}; install poppler-utils"));
    let stderr = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success() && !stderr.contains("Syntax Error"), "{program}: {stderr}");
    String::from_utf8_lossy(&done.stdout).into_owned()
}

#[test]
fn a_book_of_a_hundred_puzzles_has_every_page() {
    let folder = Folder::new();
    folder.file("hundred.nonpack", vec![SOLVABLE; 100].join("====\n"));
    let options = "--per-page 6 --link https://example.org/ --output book.pdf";
    let mut book = folder.command(&format!("book {options} hundred.nonpack --title"));
    book.arg("Für unterwegs").assert().code(0);
    // The puzzles take 17 pages of 6, their solutions 5 pages of 20.
    let about = poppler("pdfinfo", "book.pdf", &folder);
    assert!(about.contains("Pages:           22") && about.contains("A4"), "{about}");
    assert!(about.contains("Für unterwegs"), "{about}");
    poppler("pdftoppm", "-r 20 -gray book.pdf page", &folder);
    let names = folder.names();
    let pages = names.iter().filter(|name| name.starts_with("page-"));
    assert_eq!(pages.count(), 22);
}

#[test]
fn a_sheet_has_its_text_and_the_solution_on_the_last_page() {
    let folder = Folder::new();
    let text = format!("title \"Heart\"\nby \"Ada\"\n{SOLVABLE}");
    folder.file("puzzle.non", text);
    folder.rows("book --paper letter puzzle.non --output sheet.pdf | 0");
    let text = poppler("pdftotext", "-layout sheet.pdf -", &folder);
    for words in ["1. Heart", "3 x 3", "difficulty", "by Ada", "1/2", "2/2", "Nonograms"] {
        assert!(text.contains(words), "{words}: {text}");
    }
    let options = "-r 72 -gray -f 2 sheet.pdf solution";
    poppler("pdftoppm", options, &folder);
    let picture = std::fs::read(folder.path("solution-2.pgm")).unwrap();
    assert!(picture.starts_with(b"P5\n612 792\n"));
    // The first cell of the solution is filled, the second is not.
    let pixel = |x: usize, y: usize| picture[picture.len() - 612 * 792 + y * 612 + x];
    assert!(pixel(60, 75) < 64 && pixel(100, 75) > 192);
}

#[test]
fn a_puzzle_without_a_unique_solution_is_left_out_and_reported() {
    let folder = Folder::new();
    folder.file("two.non", AMBIGUOUS);
    folder.rows(
        "book two.non --output book.pdf | 4 | | two.non: more than one solution & --no-solutions",
    );
    assert_eq!(folder.names(), ["two.non"]);
}

#[test]
fn link_that_is_too_long_for_a_code_is_reported() {
    let folder = Folder::new();
    folder.file("small.non", SOLVABLE);
    let book = "book --no-solutions --link https://example.org/ -o book.pdf";
    folder.rows(&format!(
        "
        generate --seed 1 --size 128x128 --density 0.85 -o large.pattern | 0
        {book} large.pattern | 0 | | large.pattern: no QR code & expected at most
        "
    ));
    let small = folder.run(&format!("{book} small.non")).success();
    small.stderr(contains("QR").not());
}
