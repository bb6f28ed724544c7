//! Options and their values: refusals, help, completions, and messages.

use crate::common;

use common::{Folder, MALFORMED, SOLVABLE, UNEQUAL, json_lines, nonogram, run, stdout_of};
use predicates::prelude::*;
use predicates::str::contains;

/// Runs the command with these arguments and a puzzle file at the end.
fn run(arguments: &[&str]) -> assert_cmd::assert::Assert {
    let folder = Folder::new();
    let file = folder.file("puzzle.non", SOLVABLE);
    run!(&arguments, file)
}

#[test]
fn options_without_effect_are_refused() {
    let solve =
        |on: &'static str, option: &[&'static str]| [&["solve", "--on", on], option].concat();
    let cases = [
        (solve("sim", &["--retries", "3"]), "--retries"),
        (solve("sim", &["--timeout", "3"]), "--timeout"),
        (solve("sim", &["--no-check"]), "--no-check"),
        (solve("software", &["--core", "classic"]), "--core"),
        (solve("software", &["--build", "classic11"]), "--build"),
        (solve("software", &["--baud", "9600"]), "--baud"),
        (solve("software", &["--check"]), "--check"),
        (solve("software", &["--no-check"]), "--no-check"),
        (solve("software", &["--retries", "3"]), "--retries"),
        (solve("software", &["--timeout", "3"]), "--timeout"),
        (solve("/dev/null", &["--build", "classic11"]), "--build"),
        (
            solve("sim", &["--core", "classic", "--time-limit", "3"]),
            "--time-limit",
        ),
        (
            solve("sim", &["--core", "parallel", "--line-logic"]),
            "--line-logic",
        ),
        (
            solve("sim", &["--build", "classic11", "--max-solutions", "1"]),
            "--max-solutions",
        ),
        (
            solve("software", &["--engine", "lines", "--node-limit", "3"]),
            "--node-limit",
        ),
        (
            solve("software", &["--engine", "dnf", "--node-limit", "3"]),
            "--node-limit",
        ),
        (
            solve(
                "software",
                &["--count", "--engine", "genetic", "--seed", "7"],
            ),
            "--seed",
        ),
        (
            vec!["batch", "--engine", "lines", "--node-limit", "3"],
            "--node-limit",
        ),
        (vec!["batch", "--on", "sim", "--baud", "9600"], "--baud"),
        (
            vec!["batch", "--on", "sim,sim", "--retries", "2"],
            "--retries",
        ),
        (vec!["batch", "--on", "sim", "--timeout", "2"], "--timeout"),
        (
            vec!["convert", "--to", "non", "--max-side", "2"],
            "--max-side",
        ),
        (
            vec!["convert", "--to", "non", "--threshold", "9"],
            "--threshold",
        ),
        (vec!["convert", "--to", "non", "--size", "2x2"], "--size"),
        (
            vec!["sim", "--engine", "icarus", "--no-lock-step"],
            "--no-lock-step",
        ),
        (
            [
                &["sim", "--board", "hx8k_breakout", "--core", "classic"][..],
                &["--bitstream"],
            ]
            .concat(),
            "--core",
        ),
    ];
    for (arguments, option) in cases {
        // The options are checked before the bitstream is read.
        let bitstream = arguments.ends_with(&["--bitstream"]);
        let arguments = if bitstream {
            [&arguments[..], &["no.bin"]].concat()
        } else {
            arguments
        };
        run(&arguments)
            .code(2)
            .stdout("")
            .stderr(contains(format!("{option} has no effect with")).and(contains("leave it out")));
    }
    run!("virtual-board --seed 7")
        .code(2)
        .stderr(contains("--faults"));
    run!("generate --threshold 7").code(2).stderr(contains(
        "--threshold has no effect without --image: leave it out",
    ));
    run!("generate --tries 7")
        .code(2)
        .stderr(contains("--tries has no effect"));
    run(&["solve", "--core", "clue", "--time-limit", "3"]).success();
}

#[test]
fn options_of_the_clue_core_select_it_on_the_simulated_board() {
    for option in [
        &["--line-logic"][..],
        &["--time-limit", "3"],
        &["--max-solutions", "1"],
    ] {
        let assert = run(&[&["solve", "--json"], option].concat()).success();
        let record = &json_lines(&assert)[0];
        assert_eq!(record["core"], "clue", "{option:?}");
    }
}

#[test]
fn batch_refuses_software_as_a_device() {
    let folder = Folder::new();
    let file = folder.file("lines.jsonl", "");
    let batch = |on: &str| run!("batch --on", on, &file);
    batch("software")
        .code(2)
        .stderr(contains("software is not a device").and(contains("leave --on out")));
    batch("/dev/none")
        .stderr(contains("expected `sim`, or a port").and(contains("software").not()));
}

#[test]
fn values_out_of_range_are_refused_with_the_expected_range() {
    for option in ["--timeout", "--time-limit"] {
        for value in ["-1", "0", "x", "1e300"] {
            run(&["solve", option, value]).code(2).stderr(contains(
                "expected seconds, more than 0 and less than 2^64, such as 2.5",
            ));
        }
    }
    run(&["solve", "--baud", "-1"])
        .code(2)
        .stderr(contains("-1 is not in"));
}

#[test]
fn help_lists_each_option_under_its_heading() {
    let help = run!("solve --help").success();
    let help = stdout_of(&help);
    let heading = |option: &str| {
        let (before, _) = help.split_once(option).expect(option);
        let mut headings = before
            .lines()
            .filter(|line| !line.starts_with(' ') && line.ends_with(':'));
        headings.next_back().expect("a heading").to_owned()
    };
    for (option, expected) in [
        ("--json", "Output:"),
        ("--output <", "Output:"),
        ("--on <", "Options:"),
        ("--retries <", "On a serial port:"),
        ("--engine <", "In software:"),
        ("--population <", "With --engine genetic:"),
    ] {
        assert_eq!(heading(option), expected, "{option}");
    }
}

/// The short help has the common options only.
#[test]
fn short_help_fits_a_screen() {
    let help = run!("solve -h").success();
    let help = stdout_of(&help);
    for option in ["--on <", "--json", "--output <", "--style <", "--all"] {
        assert!(help.contains(option), "{help}");
    }
    for option in [
        "--population",
        "--line-solver",
        "--retries",
        "--build <",
        "--log",
    ] {
        assert!(!help.contains(option), "{help}");
    }
    assert!(help.lines().count() < 60, "{help}");
}

#[test]
fn only_boards_report_that_nothing_was_sent() {
    let folder = Folder::new();
    let file = folder.file("unequal.non", UNEQUAL);
    let solve = |on: &str| run!("solve --on", on, &file);
    solve("software").code(3).stderr(contains(
        "unequal.non: unsolvable: the row clues require 3 filled cells",
    ));
    solve("sim").code(3).stderr(contains(
        "unequal.non: unsolvable, nothing was sent: the row clues",
    ));
}

#[test]
fn every_unreadable_file_has_a_json_object() {
    let folder = Folder::new();
    let files = [
        ("a.non", SOLVABLE),
        ("b.non", MALFORMED),
        ("c.non", SOLVABLE),
    ];
    let files = files.map(|(name, text)| folder.file(name, text));
    let assert = run!("solve --json", &files, folder.path("d.non")).code(2);
    let records = json_lines(&assert);
    let statuses: Vec<&str> = (records.iter())
        .map(|record| record["status"].as_str().unwrap())
        .collect();
    assert_eq!(statuses, ["solved", "error", "solved", "error"]);
    for (record, name) in [(&records[1], "b.non"), (&records[3], "d.non")] {
        assert!(record["file"].as_str().unwrap().ends_with(name));
        assert!(record["error"].as_str().unwrap().contains(name));
    }
    // A puzzle that is too large also has an object.
    let blank = "0\n".repeat(33);
    let text = format!("width 33\nheight 33\n\nrows\n{blank}\ncolumns\n{blank}");
    let file = folder.file("wide.non", text);
    let assert = run!("solve --json", file).code(2);
    let records = json_lines(&assert);
    assert!(records[0]["error"].as_str().unwrap().contains("too large"));
}

#[test]
fn messages_name_no_temporary_files() {
    let folder = Folder::new();
    let gone = folder.path("gone/picture.png");
    let gone = gone.to_str().unwrap();
    for arguments in [
        &["solve", "--output", gone][..],
        &["sim", "--vcd", gone],
        &["render", "--output", gone],
    ] {
        let assert = run(arguments).code(1).stderr(contains(gone));
        let said = String::from_utf8_lossy(&assert.get_output().stderr).replace(gone, "");
        assert!(!said.contains(".tmp"), "{said}");
    }
}

#[test]
fn completions_offer_ports_boards_and_builds() {
    let script = |shell: &str| {
        let assert = run!("completions", shell).success();
        stdout_of(&assert)
    };
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(!script(shell).contains("@PORTS@"), "{shell}");
    }
    for shell in ["bash", "zsh", "fish"] {
        assert!(script(shell).contains("nonogram ports --names"), "{shell}");
    }

    // bash runs the script with a stand-in for `nonogram` that lists one port.
    let folder = Folder::new();
    folder.file("nonogram", "#!/bin/sh\necho /dev/ttyUSB7\n");
    let words = |option: &str, typed: &str| {
        let [subcommand, option] = option.split_once(' ').map(|(a, b)| [a, b]).unwrap();
        format!(
            "COMP_WORDS=(nonogram {subcommand} {option} '{typed}') COMP_CWORD=3\n\
             _nonogram nonogram '{typed}' {option}\n\
             echo \"${{COMPREPLY[@]}}\"\n"
        )
    };
    let complete = [
        script("bash"),
        words("solve --on", ""),
        words("batch --on", ""),
        words("bitstream --board", "ice"),
        words("report --build", "clue10"),
        words("solve --output", "my pu"),
        "complete -p nonogram\n".to_owned(),
    ]
    .concat();
    let file = folder.file("complete.bash", complete);
    let path = format!(
        "{}:{}",
        folder.path("").display(),
        std::env::var("PATH").unwrap()
    );
    use std::os::unix::fs::PermissionsExt;
    let mode = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(folder.path("nonogram"), mode).unwrap();
    let output = std::process::Command::new("bash")
        .arg(file)
        .env("PATH", path)
        .output()
        .unwrap();
    let words = String::from_utf8_lossy(&output.stdout);
    let words: Vec<&str> = words.lines().collect();
    let [on, devices, boards, builds, files, rest] = words[..] else {
        panic!("{output:?}");
    };
    assert_eq!(on, "sim software port /dev/ttyUSB7");
    assert_eq!(devices, "sim /dev/ttyUSB7");
    assert_eq!(boards, "icebreaker icesugar");
    assert_eq!(builds, "clue10");
    // The script returns no words for file names: bash completes them itself, and does not split names with spaces.
    assert_eq!(files, "");
    assert!(rest.contains("-o default"), "{rest}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_during_a_search_is_reported() {
    use std::process::{Command, Stdio};
    // A board of 60 x 60 cells with one filled cell per line has 60! solutions, too many to list.
    let ones = "1\n".repeat(60);
    let text = format!("width 60\nheight 60\n\nrows\n{ones}\ncolumns\n{ones}");
    let folder = Folder::new();
    let file = folder.file("many.non", text);
    let child = Command::new(assert_cmd::cargo::cargo_bin("nonogram"))
        .args(["solve", "--on", "software", "--all"])
        .arg(file)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_secs(2));
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.ends_with("nonogram: interrupted\n"), "{said}");
}

#[cfg(not(feature = "rust-hdl"))]
#[test]
fn an_engine_that_is_not_built_in_is_refused_with_the_way_to_get_it() {
    let folder = Folder::new();
    let puzzle = folder.file("puzzle.non", SOLVABLE);
    for arguments in [["sim", "--engine"], ["solve", "--simulator"]] {
        let mut command = nonogram();
        command.args(arguments).arg("rust-hdl").arg(&puzzle);
        let message = contains("not built into this command").and(contains("--features rust-hdl"));
        command.assert().code(2).stderr(message);
    }
}

#[cfg(feature = "rust-hdl")]
#[test]
fn the_note_on_a_heavy_simulation_under_rust_hdl_names_the_faster_engine() {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};
    // The board has 715 options per line and takes 0.8 MB on the wire.
    let clues = "1,1,1,1\n".repeat(16);
    let text = format!("width 16\nheight 16\n\nrows\n{clues}\ncolumns\n{clues}");
    let folder = Folder::new();
    let file = folder.file("heavy.non", text);
    let mut child = Command::new(assert_cmd::cargo::cargo_bin("nonogram"))
        .args(["solve", "--simulator", "rust-hdl"])
        .arg(file)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let line = lines.next().unwrap().unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(line.contains("the engine compiled takes seconds"), "{line}");
}
