//! Output about the run and the program: the log, quiet runs, the version, manual pages.

use crate::common;

use common::{Folder, run, stdout_of};
use predicates::prelude::PredicateBooleanExt;
use predicates::str::{contains, is_match, starts_with};

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
