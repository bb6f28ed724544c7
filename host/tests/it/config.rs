//! `--on port` uses the configured or the only serial port; on a terminal, the user can choose one of several.

use std::fs::File;
use std::io::{Read, Write};
use std::process::{Command, Stdio};

use assert_cmd::cargo::cargo_bin;
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;

use crate::common::fake::{Board, FakeDevice, pty};
use crate::common::{Folder, SOLVABLE, json_lines};

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
