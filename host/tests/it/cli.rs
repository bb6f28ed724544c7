//! The command line: usage, help, its manual, closed pipes, and the subcommands `verilog`, `ports` and `completions`.
//!
//! Output about the run and the program: the log, quiet runs, the version, manual pages.
//!
//! Options and their values: refusals, help, completions, and messages.

use predicates::prelude::*;
use predicates::str::{contains, is_match, starts_with};

use crate::common;
use crate::common::{
    Folder, json_lines, nonogram, pick, repository, run, stderr_of, stdout_of, uniform,
};
use serde_json::json;

#[test]
fn wrong_usage_has_exit_code_2() {
    Folder::new().rows(
        r#"
        solve                             | 2 | ""
        solve --baud 0 x.non              | 2 | ""
        solve --timeout 0 x.non           | 2 | ""
        solve --core no-such-core x.non   | 2 | ""
        no-such-command                   | 2 | ""
        solve /no/such/file.non           | 2 | | /no/such/file.non
        "#,
    );
    nonogram().assert().code(2).stdout("");
}

#[test]
fn verilog_writes_builds() {
    let folder = Folder::new();
    folder.rows(
        r#"
        verilog                       | 0 | module nonogram_classic11 #
        verilog --all verilog         | 0 | ""
        verilog --top stream          | 0 | module nonogram_classic11_stream #
        verilog --build no-such-build | 2 | | classic11
        "#,
    );
    // Regression test: the stream top was refused with clock frequencies that do not suit the default baud rate.
    folder.rows(
        r#"
        verilog --top stream                  | 0 | BAUD = 0 & PAUSE_CLOCKS = 5000000,
        verilog --top stream --clock 2000     | 0 | CLOCK_KHZ = 2, & PAUSE_CLOCKS = 200,
        verilog --top stream --clock 1e9      | 0 | CLOCK_KHZ = 1000000, & PAUSE_CLOCKS = 16777215,
        verilog --top stream --clock 999      | 2 | "" | expected 1000 to 4294967295 Hz
        verilog --clock 1e9                   | 2 | "" | 9600 baud
        "#,
    );
    let all = folder.path("verilog");
    assert!(all.join("classic11.sv").exists() && all.join("classic16.sv").exists());
}

#[test]
fn ports_succeeds_in_every_output_format() {
    run!("ports").success();
    run!("ports --names").success();
    for port in json_lines(&run!("ports --json").success()) {
        assert!(port["name"].is_string() && port["kind"].is_string());
    }
}

#[test]
fn every_shell_has_completions() {
    Folder::new().rows(
        "
        completions bash          | 0 | virtual-board
        completions zsh           | 0 | virtual-board
        completions fish          | 0 | virtual-board
        completions elvish        | 0 | virtual-board
        completions powershell    | 0 | virtual-board
        completions no-such-shell | 2
        --help                    | 0 | Exit codes
        ",
    );
}

#[test]
fn help_begins_with_the_purpose_of_the_program() {
    for (arguments, start) in [
        ("--help", "Solves nonograms on an FPGA"),
        ("-h", "Solves nonograms on an FPGA"),
        ("--version", "nonogram "),
    ] {
        run!(arguments).success().stdout(starts_with(start));
    }
    let manual = run!("man").success();
    manual.stdout(contains(r"nonogram \- Solves nonograms on an FPGA"));
}

/// `nonogram encode big | head -c 1` is not an error.
#[test]
fn a_closed_pipe_is_success() {
    let folder = Folder::new();
    let file = folder.file("worst.non", uniform(11, "1,1,1"));
    let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin("nonogram"))
        .args(["encode", "--as", "list"])
        .args(vec![&file; 20])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(output.stderr, b"");
}

/// Every subcommand except `help` has a section in `docs/guide/cli.md`, with an example, and a row in the table of that page.
#[test]
fn the_manual_has_every_subcommand() {
    let manual = std::fs::read_to_string(repository("docs/guide/cli.md")).unwrap();
    let names = common::subcommands();
    assert!(names.iter().any(|name| name == "solve"));
    for name in names {
        let (_, chapter) = manual.split_once(&format!("\n## {name}\n")).expect(&name);
        let chapter = chapter.split("\n## ").next().unwrap();
        let (example, row) = (format!("nonogram {name}"), format!("| [`{name}`](#{name}) |"));
        assert!(chapter.contains(&example), "{name}: an example");
        assert!(manual.contains(&row), "{name}: the table");
    }
}

/// The reader of stderr is gone, as in `nonogram solve … 2>&1 | head -1`.
#[test]
fn a_closed_stderr_does_not_change_the_exit_code() {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut solve = std::process::Command::new(env!("CARGO_BIN_EXE_nonogram"));
    let status = solve.args(["solve", "missing.non"]).stderr(writer).status();
    assert_eq!(status.unwrap().code(), Some(2));
}

#[test]
fn log_goes_to_stderr_on_request_only() {
    let folder = Folder::of_puzzles();
    for (options, logged) in [
        ("", r#""""#),
        ("-v", r#"INFO begins & subcommand="solve""#),
        ("-vv", r#"INFO begins & subcommand="solve""#),
        ("--verbose", r#"INFO begins & subcommand="solve""#),
        ("--log info", r#"INFO begins & subcommand="solve""#),
        ("--log trace", r#"INFO begins & subcommand="solve""#),
        ("-q", r#""""#),
        ("--log off", r#""""#),
        ("--log error", r#""""#),
    ] {
        let solve = format!("solve --on software {options} solvable.non");
        folder.rows(&format!("{solve} | 0 | =#-#/###/-#-/ | {logged}"));
    }
    // The option is accepted before and after the subcommand.
    folder.rows(
        "
        -v solve --on software solvable.non | 0 | | INFO begins
        solve -v -q solvable.non            | 2
        solve --log loud solvable.non       | 2
        solve -q --log info solvable.non    | 2
        ",
    );
}

#[test]
fn quiet_keeps_errors() {
    Folder::of_puzzles().rows(
        r#"
        solve -q ambiguous.non    | 4 | | ""
        solve -q no-such-file.non | 2 | | no-such-file.non
        "#,
    );
}

#[test]
fn programs_are_logged_with_their_arguments() {
    let folder = Folder::new();
    let mut bitstream = folder.command("bitstream -vv --board hx8k_breakout -o out");
    for tool in ["YOSYS", "NEXTPNR_ICE40", "ICEPACK"] {
        bitstream.env(format!("NONOGRAM_{tool}"), "/bin/true");
    }
    let logged = contains("synth_ice40 -top hx8k_breakout");
    bitstream.assert().stderr(logged);
}

#[test]
fn the_version_has_its_commit_and_designs() {
    let first = is_match(r"^nonogram \d+\.\d+\.\d+( \([0-9a-f]{10}\))?\n").unwrap();
    let long = run!("--version").success();
    let text = stdout_of(&long.stdout(first.and(contains("\ndesigns:\n"))));
    for build in nonogram_verilog::BUILDS {
        assert!(text.contains(&format!("\n  {} ", build.name)), "{text}");
    }
    let short = stdout_of(&run!("-V").success());
    assert_eq!(short, format!("{}\n", text.lines().next().unwrap()));
}

#[test]
fn every_subcommand_has_its_manual_page() {
    let folder = Folder::new();
    folder.rows(
        r#"
        man        | 0 | .TH nonogram 1 & Exit codes
        man man1   | 0 | ""
        "#,
    );
    for name in common::subcommands() {
        let page = folder.read(&format!("man1/nonogram-{name}.1"));
        assert!(page.contains(&format!(".TH nonogram-{name} 1")), "{page}");
        assert!(page.contains("nonogram "), "{page}");
    }
    let help = run!("man --help");
    help.stdout(starts_with("Print the manual page"));
}

#[test]
fn options_without_effect_are_refused() {
    let folder = Folder::of_puzzles();
    folder.rows(
        r#"
        solve --on sim --retries 3 solvable.non                              | 2 | "" | --retries has no effect with & leave it out
        solve --on sim --timeout 3 solvable.non                              | 2 | "" | --timeout has no effect with & leave it out
        solve --on sim --no-check solvable.non                               | 2 | "" | --no-check has no effect with & leave it out
        solve --on sim --engine sat solvable.non                             | 2 | "" | --engine has no effect with & or use `--on software`
        solve --on software --core classic solvable.non                      | 2 | "" | --core has no effect with & leave it out
        solve --on software --build classic11 solvable.non                   | 2 | "" | --build has no effect with & leave it out
        solve --on software --baud 9600 solvable.non                         | 2 | "" | --baud has no effect with & leave it out
        solve --on software --check solvable.non                             | 2 | "" | --check has no effect with & leave it out
        solve --on software --no-check solvable.non                          | 2 | "" | --no-check has no effect with & leave it out
        solve --on software --retries 3 solvable.non                         | 2 | "" | --retries has no effect with & leave it out
        solve --on software --timeout 3 solvable.non                         | 2 | "" | --timeout has no effect with & leave it out
        solve --on /dev/null --build classic11 solvable.non                  | 2 | "" | --build has no effect with & leave it out
        solve --on sim --core classic --time-limit 3 solvable.non            | 2 | "" | --time-limit has no effect with & leave it out
        solve --on sim --core parallel --line-logic solvable.non             | 2 | "" | --line-logic has no effect with & leave it out
        solve --on sim --build classic11 --max-solutions 1 solvable.non      | 2 | "" | --max-solutions has no effect with & leave it out
        solve --on software --engine lines --node-limit 3 solvable.non       | 2 | "" | --node-limit has no effect with & leave it out
        solve --on software --engine dnf --node-limit 3 solvable.non         | 2 | "" | --node-limit has no effect with & leave it out
        solve --on software --count --engine genetic --seed 7 solvable.non   | 2 | "" | --seed has no effect with & leave it out
        batch --engine lines --node-limit 3 solvable.non                     | 2 | "" | --node-limit has no effect with & leave it out
        batch --on sim --baud 9600 solvable.non                              | 2 | "" | --baud has no effect with & leave it out
        batch --on sim,sim --retries 2 solvable.non                          | 2 | "" | --retries has no effect with & leave it out
        batch --on sim --timeout 2 solvable.non                              | 2 | "" | --timeout has no effect with & leave it out
        convert --to non --max-side 2 solvable.non                           | 2 | "" | --max-side has no effect with & leave it out
        convert --to non --threshold 9 solvable.non                          | 2 | "" | --threshold has no effect with & leave it out
        convert --to non --size 2x2 solvable.non                             | 2 | "" | --size has no effect with & leave it out
        sim --engine icarus --no-lock-step solvable.non                      | 2 | "" | --no-lock-step has no effect with & leave it out
        sim --board hx8k_breakout --core classic --bitstream no.bin solvable.non | 2 | "" | --core has no effect with & leave it out
        virtual-board --seed 7                                               | 2 | "" | --faults
        generate --threshold 7                                               | 2 | "" | --threshold has no effect without --image: leave it out
        generate --tries 7                                                   | 2 | "" | --tries has no effect
        verilog --top stream --baud 9600                                     | 2 | "" | --baud has no effect with --top stream & leave it out
        solve --core clue --time-limit 3 solvable.non                        | 0
        "#,
    );
}

#[test]
fn options_of_the_clue_core_select_it_on_the_simulated_board() {
    let folder = Folder::of_puzzles();
    for option in ["--line-logic", "--time-limit 3", "--max-solutions 1"] {
        let solved = folder.run(&format!("solve --json {option} solvable.non"));
        assert_eq!(json_lines(&solved.success())[0]["core"], "clue", "{option}");
    }
}

#[test]
fn batch_refuses_software_as_a_device() {
    let folder = Folder::new();
    folder.file("lines.jsonl", "");
    let batch = |on: &str| folder.run(&format!("batch --on {on} lines.jsonl"));
    batch("software")
        .code(2)
        .stderr(contains("software is not a device").and(contains("leave --on out")));
    batch("/dev/none")
        .stderr(contains("expected `sim`, or a port").and(contains("software").not()));
}

#[test]
fn values_out_of_range_are_refused_with_the_expected_range() {
    let expected = "expected seconds, more than 0 and less than 2^64, such as 2.5";
    for option in ["--timeout", "--time-limit"] {
        for value in ["-1", "0", "x", "1e300"] {
            let refused = run!(&*format!("solve {option} {value} puzzle.non"));
            refused.code(2).stderr(contains(expected));
        }
    }
    let refused = run!("solve --baud -1 puzzle.non");
    refused.code(2).stderr(contains("-1 is not in"));
}

#[test]
fn help_lists_each_option_under_its_heading() {
    let help = stdout_of(&run!("solve --help").success());
    let heading = |option: &str| {
        let (before, _) = help.split_once(option).expect(option);
        let mut headings =
            before.lines().filter(|line| !line.starts_with(' ') && line.ends_with(':'));
        headings.next_back().expect("a heading").to_owned()
    };
    for (option, expected) in [
        ("--json", "Output:"),
        ("--output <", "Output:"),
        ("--on <", "Options:"),
        ("--retries <", "On a port:"),
        ("--engine <", "In software:"),
        ("--population <", "With --engine genetic:"),
    ] {
        assert_eq!(heading(option), expected, "{option}");
    }
}

/// The short help has the common options only.
#[test]
fn short_help_fits_a_screen() {
    let help = stdout_of(&run!("solve -h").success());
    for option in ["--on <", "--json", "--output <", "--style <", "--all"] {
        assert!(help.contains(option), "{help}");
    }
    for option in ["--population", "--line-solver", "--retries", "--build <", "--log"] {
        assert!(!help.contains(option), "{help}");
    }
    assert!(help.lines().count() < 60, "{help}");
}

#[test]
fn only_boards_report_that_nothing_was_sent() {
    Folder::of_puzzles().rows(
        "solve --on software unequal.non | 3 | | unequal.non: unsolvable: the row clues require 3 filled cells
         solve --on sim unequal.non      | 3 | | unequal.non: unsolvable, nothing was sent: the row clues",
    );
}

#[test]
fn every_unreadable_file_has_a_json_object() {
    let folder = Folder::of_puzzles();
    let files = "solvable.non malformed.non solvable.non missing.non";
    let assert = folder.run(&format!("solve --json {files}")).code(2);
    let records = json_lines(&assert);
    for (record, (file, status)) in records.iter().zip([
        ("solvable.non", "solved"),
        ("malformed.non", "error"),
        ("solvable.non", "solved"),
        ("missing.non", "error"),
    ]) {
        assert_eq!(pick(record, "file status"), json!([file, status]));
        if status == "error" {
            assert!(record["error"].as_str().unwrap().contains(file));
        }
    }
    assert_eq!(records.len(), 4);
    // A puzzle that is too large also has an object.
    folder.file("wide.non", uniform(65, "0"));
    let wide = folder.run("solve --on sim --json wide.non").code(2);
    let record = &common::json_lines(&wide)[0];
    assert!(record["error"].as_str().unwrap().contains("too large"));
}

#[test]
fn messages_name_no_temporary_files() {
    let folder = Folder::of_puzzles();
    for arguments in ["solve --output", "sim --vcd", "render --output"] {
        let gone = "gone/picture.png";
        let assert = folder.run(&format!("{arguments} {gone} solvable.non"));
        let said = stderr_of(&assert.code(1).stderr(contains(gone)));
        assert!(!said.contains(".tmp"), "{said}");
    }
}

#[test]
fn completions_offer_ports_boards_and_builds() {
    let script = |shell: &str| stdout_of(&run!(&*format!("completions {shell}")).success());
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
    let path = std::env::var("PATH").unwrap();
    let path = format!("{}:{path}", folder.path("").display());
    use std::os::unix::fs::PermissionsExt;
    let mode = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(folder.path("nonogram"), mode).unwrap();
    let mut bash = std::process::Command::new("bash");
    let output = bash.arg(file).env("PATH", path).output().unwrap();
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
    let folder = Folder::new();
    let file = folder.file("many.non", uniform(60, "1"));
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
    Folder::of_puzzles().rows(
        "sim --engine rust-hdl solvable.non      | 2 | | not built into this command & --features rust-hdl
         solve --simulator rust-hdl solvable.non | 2 | | not built into this command & --features rust-hdl",
    );
}

#[cfg(feature = "rust-hdl")]
#[test]
fn the_note_on_a_heavy_simulation_under_rust_hdl_names_the_faster_engine() {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};
    // The board has 715 options per line and takes 0.8 MB on the wire.
    let folder = Folder::new();
    let file = folder.file("heavy.non", uniform(16, "1,1,1,1"));
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
