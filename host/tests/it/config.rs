//! The user's settings: shown, changed, used as defaults, and refused with their line number if they are wrong.
//!
//! `--on port` uses the configured or the only serial port; on a terminal, the user can choose one of several.

use std::fs::File;
use std::io::{Read, Write};
use std::process::{Command, Stdio};

use assert_cmd::cargo::cargo_bin;
use predicates::prelude::PredicateBooleanExt;
use predicates::str::{contains, starts_with};

use crate::common::fake::{Board, FakeDevice, pty};
use crate::common::{Folder, SOLVABLE, json_lines, nonogram, stdout_of};

#[test]
fn settings_are_set_shown_and_removed() {
    let folder = Folder::new();
    let path = folder.path("config.toml").display().to_string();
    folder.rows(
        r#"
        config show             | 0 | "" | nothing is set
        config set on software  | 0 | ""
        config set baud 115200  | 0
        config show             | 0 | =on = "software"/baud = 115200/
        "#,
    );
    let shown = folder.run("config path").success();
    shown.stdout(format!("{path}\n"));

    // Other text in the file stays.
    let text = folder.read("config.toml");
    folder.file("config.toml", format!("# mine\n{text}"));
    folder.rows(
        "config unset baud        | 0
         config set no-such-key 1 | 2",
    );
    let rest = "# mine\non = \"software\"\n";
    assert_eq!(folder.read("config.toml"), rest);
    // The message names the given value, and not a line of the unchanged file.
    for (key, value, why) in [
        ("baud", "fast", "invalid type"),
        ("baud", "0", "it must be 1 or more"),
        ("port", "", "port is empty"),
        ("board", "nowhere", "no board is named"),
    ] {
        let start = format!("nonogram: cannot set {key} to {value:?}: ");
        let message = starts_with(start).and(contains(why));
        let mut set = folder.command("config set");
        let refused = set.args([key, value]).assert().code(2);
        refused.stderr(message.and(contains("config.toml").not()));
    }
    folder.rows(r#"config show | 0 | =on = "software"/"#);
}

#[test]
fn settings_are_defaults_of_options() {
    let folder = Folder::of_puzzles();
    folder.file("config.toml", "on = \"software\"\nboard = \"icebreaker\"\n");
    folder.file("top.bin", "");
    // Options on the command line take precedence.
    folder.rows(
        r#"
        solve --json solvable.non          | 0 | "backend":"software"
        solve --json --on sim solvable.non | 0 | "backend":"sim"
        flash --dry-run top.bin            | 0 | openFPGALoader --board ice40_generic | icebreaker:
        "#,
    );
}

#[cfg(unix)]
#[test]
fn settings_file_follows_the_xdg_directories() {
    let folder = Folder::new();
    for (variable, place) in
        [("XDG_CONFIG_HOME", "nonogram/config.toml"), ("HOME", ".config/nonogram/config.toml")]
    {
        let mut config = nonogram();
        for other in ["NONOGRAM_CONFIG", "XDG_CONFIG_HOME"] {
            config.env_remove(other);
        }
        config.env(variable, folder.path(""));
        let config = config.args(["config", "path"]).assert().success();
        config.stdout(format!("{}\n", folder.path(place).display()));
    }
}

#[test]
fn wrong_settings_are_refused_with_their_line() {
    let folder = Folder::of_puzzles();
    folder.file("config.toml", "# mine\nbuad = 9600\n");
    // Commands that do not need the contents of the file still work; `config set` and `config unset` are refused.
    folder.rows(
        r#"
        solve --on software solvable.non | 2 | "" | config.toml:2: unknown field `buad` & expected
        config path                      | 0
        --help                           | 0
        man                              | 0
        config unset on                  | 2 | | config.toml:2
        "#,
    );
    folder.file("config.toml", "on = \n");
    folder.rows("config set on sim | 2 | | config.toml:1");
    let help = folder.run("solve --help").success();
    help.stdout(starts_with("Solve"));
}

#[cfg(unix)]
#[test]
fn settings_that_are_changed_at_the_same_time_are_all_kept() {
    let folder = Folder::new();
    let values = ["on software", "port /dev/x", "baud 115200", "board ulx3s"];
    for _ in 0..5 {
        let change = |setting: &str| {
            std::process::Command::new(assert_cmd::cargo::cargo_bin("nonogram"))
                .env("NONOGRAM_CONFIG", folder.path("config.toml"))
                .args(["config", "set"])
                .args(setting.split(' '))
                .spawn()
                .unwrap()
        };
        for mut change in values.map(change) {
            assert!(change.wait().unwrap().success());
        }
        let shown = stdout_of(&folder.run("config show").success());
        assert_eq!(shown.lines().count(), values.len(), "{shown}");
        std::fs::remove_file(folder.path("config.toml")).unwrap();
    }
}

#[cfg(unix)]
#[test]
fn settings_without_an_end_are_refused() {
    let mut config = nonogram();
    config.env("NONOGRAM_CONFIG", "/dev/zero");
    let refused = config.args(["config", "show"]).assert().code(2);
    refused.stderr(contains("/dev/zero: more than").and(contains("expected")));
}

#[cfg(unix)]
#[test]
fn changed_settings_keep_the_mode_of_their_file() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    let file = folder.file("private.toml", "baud = 300\n");
    std::fs::set_permissions(&file, PermissionsExt::from_mode(0o600)).unwrap();
    std::os::unix::fs::symlink("private.toml", folder.path("config.toml")).unwrap();
    folder.rows("config set on sim | 0");
    assert!(folder.path("config.toml").is_symlink());
    let text = folder.read("private.toml");
    assert_eq!(text, "baud = 300\non = \"sim\"\n");
    let mode = std::fs::metadata(&file).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
}

fn board() -> FakeDevice {
    FakeDevice::published(Board::right)
}

/// `solve --on port` with only these ports present, or with the system's ports if the list is empty, and with the settings file of the
/// folder.
fn solve_among(ports: &[&FakeDevice], folder: &Folder) -> assert_cmd::Command {
    let ports: Vec<&str> = ports.iter().map(|board| board.port.as_str()).collect();
    folder.file("puzzle.non", SOLVABLE);
    let mut command = folder.command("solve --json --no-check --on port puzzle.non");
    command.env("NONOGRAM_PORTS", ports.join(":"));
    command
}

#[test]
fn the_only_port_is_used_and_reported() {
    let (folder, board) = (Folder::new(), board());
    let solved = solve_among(&[&board], &folder).assert().success();
    let solved = solved.stderr(contains(format!("{}: the only serial port", board.port)));
    let record = &json_lines(&solved)[0];
    assert_eq!(record["backend"], board.port.as_str());
    assert_eq!(record["status"], "solved");
}

#[test]
fn several_ports_are_refused_with_their_list() {
    let (folder, boards) = (Folder::new(), [board(), board()]);
    let ports = boards.each_ref();
    let refused = solve_among(&ports, &folder).assert().code(2).stdout("");
    let [one, other] = ports.map(|board| board.port.as_str());
    let listed = contains(one).and(contains(other));
    refused.stderr(contains("2 serial ports").and(listed));
}

#[test]
fn a_configured_port_that_is_missing_is_named() {
    let folder = Folder::new();
    folder.file("config.toml", "port = \"/no/port\"\n");
    // Without a list, the system's ports are used.
    let refused = solve_among(&[], &folder).assert().code(5);
    refused.stderr(contains("/no/port: the port that").and(contains("no such port")));
}

#[test]
fn the_configured_port_is_used() {
    let (folder, boards) = (Folder::new(), [board(), board()]);
    folder.rows(&format!("config set port {} | 0", boards[1].port));
    let solved = solve_among(&boards.each_ref(), &folder).assert().success();
    let [one, other] = boards.each_ref().map(|board| board.port.as_str());
    let named = format!("{other}: the port that `nonogram config`");
    solved.stderr(contains(named));
    assert_eq!(boards[1].board().rows, 3);
    // Another port on the command line takes precedence.
    folder.rows(&format!("solve --no-check --on {one} puzzle.non | 0 | =#-#/###/-#-/"));
    assert_eq!(boards[0].board().rows, 3);
}

/// Runs `solve --on port` on a terminal and types an answer; returns the exit code, the terminal's text, and the boards.
fn on_terminal(options: &[&str], answer: &str) -> (Option<i32>, String, [FakeDevice; 2]) {
    let (folder, boards) = (Folder::new(), [board(), board()]);
    let (far, _, near) = pty();
    let mut command = Command::new(cargo_bin("nonogram"));
    command
        .args(["solve", "--no-check", "--on", "port"])
        .args(options)
        .arg(folder.file("puzzle.non", SOLVABLE))
        .env("NONOGRAM_CONFIG", folder.path("config.toml"))
        .env("NONOGRAM_PORTS", boards.each_ref().map(|board| board.port.clone()).join(":"))
        .stdin(near.try_clone().unwrap())
        .stdout(Stdio::null())
        .stderr(near);
    let mut child = command.spawn().unwrap();
    drop(command);
    let mut far = File::from(far);
    far.write_all(answer.as_bytes()).unwrap();
    let mut shown = Vec::new();
    let mut buffer = [0; 4096];
    // Reading fails once the child has ended.
    while let Ok(count @ 1..) = far.read(&mut buffer) {
        shown.extend_from_slice(&buffer[..count]);
    }
    let code = child.wait().unwrap().code();
    (code, String::from_utf8(shown).unwrap(), boards)
}

#[test]
fn on_a_terminal_one_of_several_ports_is_chosen() {
    // After an answer that selects no port, the question is repeated.
    let (code, shown, boards) = on_terminal(&[], "0\nnone\n2\n");
    assert_eq!(code, Some(0), "{shown}");
    assert_eq!(shown.matches("Which port? 1 to 2").count(), 3, "{shown}");
    assert!(shown.contains(&format!("config set port {}", boards[1].port)), "{shown}");
    assert_eq!(boards[1].board().rows, 3);
}

#[test]
fn non_interactive_shows_no_prompt() {
    let (code, shown, _) = on_terminal(&["--non-interactive"], "");
    assert_eq!(code, Some(2));
    assert!(shown.contains("2 serial ports") && !shown.contains("Which"), "{shown}");
}
