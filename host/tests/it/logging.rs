//! Output about the run and the program: the log, quiet runs, the version, manual pages.

use crate::common;

use common::{AMBIGUOUS, Folder, PICTURE, SOLVABLE, nonogram, run, stdout_of};
use predicates::prelude::PredicateBooleanExt;
use predicates::str::{contains, is_match, starts_with};

#[test]
fn log_goes_to_stderr_on_request_only() {
    let folder = Folder::new();
    let puzzle = folder.file("puzzle.non", SOLVABLE);
    let solve = |options: &[&str]| {
        let mut solve = nonogram();
        solve
            .args(["solve", "--on", "software"])
            .args(options)
            .arg(&puzzle);
        solve.assert().success().stdout(PICTURE)
    };
    solve(&[]).stderr("");
    for options in [
        &["-v"][..],
        &["-vv"],
        &["--verbose"],
        &["--log", "info"],
        &["--log", "trace"],
    ] {
        solve(options).stderr(contains("INFO begins").and(contains("subcommand=\"solve\"")));
    }
    for options in [&["-q"][..], &["--log", "off"], &["--log", "error"]] {
        solve(options).stderr("");
    }
    // The option is accepted before and after the subcommand.
    run!("-v solve --on software", &puzzle)
        .success()
        .stderr(contains("INFO begins"));
    for wrong in [
        &["-v", "-q"][..],
        &["--log", "loud"],
        &["-q", "--log", "info"],
    ] {
        run!("solve", &wrong, &puzzle).code(2);
    }
}

#[test]
fn quiet_keeps_errors() {
    let folder = Folder::new();
    let puzzle = folder.file("puzzle.non", AMBIGUOUS);
    let stalled = run!("solve -q", &puzzle).code(4);
    stalled.stderr("");
    let missing = run!("solve -q no-such-file.non").code(2);
    missing.stderr(contains("no-such-file.non"));
}

#[test]
fn programs_are_logged_with_their_arguments() {
    let folder = Folder::new();
    let mut bitstream = nonogram();
    bitstream
        .args(["bitstream", "-vv", "--board", "hx8k_breakout", "-o"])
        .arg(folder.path("out"));
    for tool in ["YOSYS", "NEXTPNR_ICE40", "ICEPACK"] {
        bitstream.env(format!("NONOGRAM_{tool}"), "/bin/true");
    }
    bitstream
        .assert()
        .stderr(contains("synth_ice40 -top hx8k_breakout"));
}

#[test]
fn the_version_has_its_commit_and_designs() {
    let first = is_match(r"^nonogram \d+\.\d+\.\d+( \([0-9a-f]{10}\))?\n").unwrap();
    let long = run!("--version").success();
    let long = long.stdout(first.and(contains("\ndesigns:\n")));
    let text = stdout_of(&long);
    for build in nonogram_verilog::BUILDS {
        assert!(text.contains(&format!("\n  {} ", build.name)), "{text}");
    }
    let short = run!("-V").success();
    let short = stdout_of(&short);
    assert_eq!(short, format!("{}\n", text.lines().next().unwrap()));
}

#[test]
fn every_subcommand_has_its_manual_page() {
    let page = run!("man").success();
    page.stdout(contains(".TH nonogram 1").and(contains("Exit codes")));
    let folder = Folder::new();
    let pages = folder.path("man1");
    run!("man", &pages).success().stdout("");
    let help = run!("--help").success();
    let help = stdout_of(&help);
    let (_, commands) = help.split_once("Commands:\n").unwrap();
    let commands = commands.lines().take_while(|line| !line.is_empty());
    let names = commands.filter_map(|line| line.split_whitespace().next());
    for name in names.filter(|&name| name != "help") {
        let page = std::fs::read_to_string(pages.join(format!("nonogram-{name}.1"))).expect(name);
        assert!(page.contains(&format!(".TH nonogram-{name} 1")), "{page}");
        assert!(page.contains("nonogram "), "{page}");
    }
    run!("man --help").stdout(starts_with("Print the manual page"));
}
