//! The command line: usage, help, its manual, closed pipes, and the subcommands `verilog`, `ports` and `completions`.

use crate::common;

use common::{Folder, json_lines, repository, run};
use predicates::str::{contains, starts_with};

#[test]
fn wrong_usage_has_exit_code_2() {
    for arguments in [
        &["solve"][..],
        &["solve", "--baud", "0", "x.non"],
        &["solve", "--timeout", "0", "x.non"],
        &["solve", "--core", "no-such-core", "x.non"],
        &["no-such-command"],
        &[],
    ] {
        run!(&arguments).code(2).stdout("");
    }
    run!("solve /no/such/file.non")
        .code(2)
        .stderr(contains("/no/such/file.non"));
}

#[test]
fn verilog_writes_builds() {
    let folder = Folder::new();
    run!("verilog").success().stdout(contains("module top"));
    let all = folder.path("verilog");
    run!("verilog --all", &all).success().stdout("");
    assert!(all.join("classic11.v").exists() && all.join("classic16.v").exists());
    run!("verilog --build no-such-build")
        .code(2)
        .stderr(contains("classic11"));
}

#[test]
fn ports_succeeds_in_every_output_format() {
    run!("ports").success();
    run!("ports --names").success();
    let json = run!("ports --json").success();
    for port in json_lines(&json) {
        assert!(port["name"].is_string() && port["kind"].is_string());
    }
}

#[test]
fn every_shell_has_completions() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        run!("completions", shell)
            .success()
            .stdout(contains("virtual-board"));
    }
    run!("completions no-such-shell").code(2);
}

#[test]
fn help_lists_the_exit_codes_and_version_names_the_program() {
    run!("--help").success().stdout(contains("Exit codes"));
    run!("--version").success().stdout(starts_with("nonogram "));
}

#[test]
fn help_begins_with_the_purpose_of_the_program() {
    for (arguments, begin) in [
        (&["--help"][..], "Solves nonograms on an FPGA"),
        (&["-h"], "Solves nonograms on an FPGA"),
    ] {
        let help = run!(&arguments).success();
        help.stdout(starts_with(begin));
    }
    let manual = run!("man").success();
    manual.stdout(contains(r"nonogram \- Solves nonograms on an FPGA"));
}

/// `nonogram encode big | head -c 1` is not an error.
#[test]
fn a_closed_pipe_is_success() {
    let folder = Folder::new();
    let clues = "1,1,1\n".repeat(11);
    let text = format!("width 11\nheight 11\n\nrows\n{clues}\ncolumns\n{clues}");
    let file = folder.file("worst.non", text);
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
    let help = run!("--help").success().get_output().stdout.clone();
    let help = String::from_utf8(help).unwrap();
    let (_, commands) = help.split_once("Commands:\n").unwrap();
    let commands = commands.lines().take_while(|line| !line.is_empty());
    let names: Vec<&str> = commands
        .filter_map(|line| line.split_whitespace().next())
        .filter(|&name| name != "help")
        .collect();
    assert!(names.contains(&"solve"));
    for name in names {
        let (_, chapter) = manual.split_once(&format!("\n## {name}\n")).expect(name);
        let chapter = chapter.split("\n## ").next().unwrap();
        assert!(
            chapter.contains(&format!("nonogram {name}")),
            "{name}: an example"
        );
        assert!(
            manual.contains(&format!("| [`{name}`](#{name}) |")),
            "{name}: the table"
        );
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
