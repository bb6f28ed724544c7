//! The command line: usage, help, its manual, closed pipes, and the subcommands `verilog`, `ports` and `completions`.
//!
//! Output about the run and the program: the log, quiet runs, the version, manual pages.

use predicates::prelude::PredicateBooleanExt;
use predicates::str::{contains, is_match, starts_with};

use crate::common;
use crate::common::{Folder, json_lines, nonogram, repository, run, stdout_of, uniform};

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
        let (example, row) = (
            format!("nonogram {name}"),
            format!("| [`{name}`](#{name}) |"),
        );
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
