//! Outputs: protection of inputs, the formats that the help lists, printed sheets, and traces.

use crate::common;

use std::path::Path;

use common::{AMBIGUOUS, Folder, SOLVABLE, nonogram, run, run_in, stdout_of};
use nonogram_puzzles::Format;
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;

/// Runs a command that must refuse to overwrite its input, and must leave the input unchanged.
fn refuses(folder: &Folder, input: &Path, arguments: &[&str]) {
    let before = std::fs::read(input).unwrap();
    let refused = run_in!(folder, &arguments).code(2);
    // The message does not name an option, because several options name outputs.
    refused.stderr(
        contains("is one of the inputs")
            .and(contains("expected another file"))
            .and(contains("--output").not()),
    );
    assert_eq!(std::fs::read(input).unwrap(), before, "{arguments:?}");
}

#[test]
fn no_output_replaces_its_input() {
    let folder = Folder::new();
    let input = folder.file("puzzle.non", SOLVABLE);
    let software = ["solve", "--on", "software", "--output"];
    let whole = input.to_str().unwrap();
    for output in ["puzzle.non", "./puzzle.non", whole] {
        refuses(
            &folder,
            &input,
            &[&software[..], &[output, "puzzle.non"]].concat(),
        );
        refuses(
            &folder,
            &input,
            &["render", "--output", output, "puzzle.non"],
        );
        refuses(
            &folder,
            &input,
            &["convert", "--output", output, "puzzle.non"],
        );
        refuses(
            &folder,
            &input,
            &["encode", "--output", output, "puzzle.non"],
        );
        refuses(&folder, &input, &["sim", "--vcd", output, "puzzle.non"]);
        refuses(
            &folder,
            &input,
            &[
                &["solve", "--on", "software", "--engine", "genetic"][..],
                &["--generations-csv", output, "puzzle.non"],
            ]
            .concat(),
        );
    }
    assert_eq!(folder.names(), ["puzzle.non"]);
}

#[test]
fn no_output_replaces_another_input() {
    let folder = Folder::new();
    let [_, b] = ["a.non", "b.non"].map(|name| folder.file(name, SOLVABLE));
    let solve = ["solve", "--on", "software", "--output"];
    refuses(
        &folder,
        &b,
        &[&solve[..], &["b.non", "a.non", "b.non"]].concat(),
    );
    // The name of a numbered output is known only when its number is reached.
    let second = folder.file("x-2.non", SOLVABLE);
    refuses(
        &folder,
        &second,
        &[&solve[..], &["x-%d.non", "a.non", "x-2.non"]].concat(),
    );
    refuses(
        &folder,
        &second,
        &["convert", "--output", "x-%d.non", "a.non", "x-2.non"],
    );
    let grid = folder.file("grid.txt", "???\n???\n???\n");
    refuses(
        &folder,
        &grid,
        &[&solve[..], &["grid.txt", "--grid", "grid.txt", "a.non"]].concat(),
    );
    let picture = folder.file("photo.pbm", "P1\n2 2\n1 0\n0 1\n");
    refuses(
        &folder,
        &picture,
        &["generate", "--image", "photo.pbm", "--output", "photo.pbm"],
    );
}

#[cfg(unix)]
#[test]
fn links_to_an_input_are_followed() {
    let folder = Folder::new();
    let input = folder.file("puzzle.non", SOLVABLE);
    std::os::unix::fs::symlink(&input, folder.path("link.non")).unwrap();
    for (output, file) in [("link.non", "puzzle.non"), ("puzzle.non", "link.non")] {
        refuses(
            &folder,
            &input,
            &["solve", "--on", "software", "-o", output, file],
        );
        refuses(&folder, &input, &["convert", "-o", output, file]);
    }
    // A file that is not an input can be replaced.
    folder.file("other.non", "replaced");
    run!("solve --on software -o", folder.path("other.non"), input).success();
}

#[test]
fn help_lists_every_format_of_outputs() {
    for command in ["solve", "render", "convert"] {
        let help = run!(command, "--help").success();
        let help = stdout_of(&help);
        let (_, output) = help.split_once("--output").unwrap();
        let (output, _) = output.split_once("%d").unwrap();
        let words: Vec<&str> = output.split([' ', ',', ';', '\n']).collect();
        let written = Format::ALL.iter().filter(|format| format.is_written());
        for extension in written.flat_map(|format| format.extensions()) {
            assert!(
                words.contains(extension),
                "{command}: {extension}: {output}"
            );
        }
    }
}

#[test]
fn an_empty_sheet_is_ruled_and_has_clues() {
    let folder = Folder::new();
    let puzzle = folder.file("puzzle.non", SOLVABLE);
    let draw = |name: &str, options: &[&str]| {
        run!("render", &options, "-o", &folder.path(name), &puzzle).success();
        std::fs::read(folder.path(name)).unwrap()
    };
    let size = |png: &[u8]| {
        let side = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
        (side(16), side(20))
    };
    let empty = draw("empty.png", &["--empty"]);
    assert_eq!(size(&empty), (60, 60));
    let clues = draw("clues.png", &["--empty", "--clues"]);
    // Margins of 10 pixels; "1 1" and a space on the left, a line of clues at the top.
    assert_eq!(size(&clues), (10 + 32 + 60 + 10, 10 + 14 + 60 + 10));
    draw("clues.svg", &["--empty", "--clues"]);
    run!("render --clues -o", &folder.path("clues.txt"), &puzzle)
        .code(2)
        .stderr(contains("expected png or svg"));
}

#[test]
fn a_trace_has_the_events_of_the_search() {
    let folder = Folder::new();
    let puzzle = folder.file("two.non", AMBIGUOUS);
    let trace = folder.path("search.jsonl");
    let sim = |options: &[&str]| run!("sim", &options, &puzzle);
    sim(&["--trace", trace.to_str().unwrap()]).code(4);
    let text = std::fs::read_to_string(&trace).unwrap();
    let events: Vec<serde_json::Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let kinds: Vec<&str> = events
        .iter()
        .filter_map(|event| event["event"].as_str())
        .collect();
    assert_eq!(kinds.len(), events.len());
    assert_eq!((kinds[0], kinds[kinds.len() - 1]), ("board", "verdict"));
    for kind in [
        "search",
        "probe",
        "consistent",
        "decision",
        "reversal",
        "solution",
    ] {
        assert!(kinds.contains(&kind), "{kind}: {text}");
    }
    assert_eq!(events[events.len() - 1]["status"], "multiple");
    assert!(events.is_sorted_by_key(|event| event["cycle"].as_u64()));
    let printed = sim(&["--trace", "-"]).code(4).get_output().stdout.clone();
    assert_eq!(String::from_utf8(printed).unwrap(), text);
    for options in [
        &["--core", "classic"][..],
        &["--build", "parallel11x4"],
        &["--core", "clue", "--engine", "rust-hdl"],
    ] {
        let refused = sim(&[options, &["--trace", "out.jsonl"]].concat()).code(2);
        refused.stderr(contains("--trace").and(contains("expected")));
    }
    sim(&["--trace", "-", "--json"])
        .code(2)
        .stderr(contains("both write to stdout"));
}

#[test]
fn outputs_of_one_command_must_be_different_files() {
    let folder = Folder::new();
    folder.file("puzzle.non", SOLVABLE);
    let refused = |arguments: &[&str]| {
        let mut command = nonogram();
        command
            .args(arguments)
            .arg("puzzle.non")
            .current_dir(folder.path(""));
        let message = contains("two outputs").and(contains("expected different files"));
        command.assert().code(2).stderr(message);
    };
    refused(&["sim", "--vcd", "x.out", "--trace", "./x.out"]);
    assert_eq!(folder.names(), ["puzzle.non"]);
    let genetic = ["solve", "--on", "software", "--engine", "genetic"];
    refused(
        &[
            &genetic[..],
            &["--generations-pictures", "g%d.txt", "-o", "g1.txt"],
        ]
        .concat(),
    );
    refused(&[&genetic[..], &["--generations-csv", "g.txt", "-o", "g.txt"]].concat());
}

#[cfg(unix)]
#[test]
fn replaced_file_keeps_its_mode() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    let puzzle = folder.file("puzzle.non", SOLVABLE);
    let output = folder.file("private.txt", "old");
    let mode = |mode| std::fs::set_permissions(&output, PermissionsExt::from_mode(mode)).unwrap();
    for wanted in [0o600, 0o664, 0o640] {
        mode(wanted);
        run!("solve --on software -o", &output, &puzzle).success();
        assert_eq!(std::fs::read_to_string(&output).unwrap(), common::PICTURE);
        let found = std::fs::metadata(&output).unwrap().permissions().mode();
        assert_eq!(found & 0o777, wanted);
    }
}

#[cfg(unix)]
#[test]
fn control_characters_of_names_are_escaped() {
    let folder = Folder::new();
    let puzzle = folder.file("a\x1b[31m\nb.non", SOLVABLE);
    for command in [&["validate"][..], &["bench"], &["bench", "--json"]] {
        let shown = run!(&command, &puzzle).success();
        let shown = stdout_of(&shown);
        assert!(
            !shown.contains('\x1b') && !shown.contains("\nb.non"),
            "{shown:?}"
        );
        let escaped = shown.contains("a\\u{1b}[31m\\nb.non");
        // JSON has its own escapes, so that the name can be read.
        assert_ne!(escaped, command.contains(&"--json"), "{shown:?}");
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
    let arguments = ["generate", "--size", "300x300", "--seed", "1"];
    let expected = run!(&arguments).success();
    let expected = &expected.get_output().stdout;
    assert!(expected.len() > LEAST, "{} bytes", expected.len());

    let (mut reader, writer) = std::io::pipe().unwrap();
    let flags = fcntl_getfl(&writer).unwrap();
    fcntl_setfl(&writer, flags | OFlags::NONBLOCK).unwrap();
    let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin("nonogram"))
        .args(arguments)
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
    let exited = child.wait().unwrap();
    let mut said = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut said)
        .unwrap();
    assert!(exited.success(), "{said}");
    assert!(
        received == *expected,
        "{} bytes of {}",
        received.len(),
        expected.len()
    );
}
