//! What people see: on a terminal, blocks and clues on stdout, a progress bar on stderr.

mod common;

use std::fs::File;
use std::io::Read;
use std::os::fd::OwnedFd;
use std::process::{Command, Stdio};

use common::fake::{FakeBoard, bytes, pty, solve};
use common::{Folder, SOLVABLE};

/// Runs the binary with stdout and stderr on a terminal, and gives what it wrote there.
fn on_terminal(arguments: &[&str]) -> (Option<i32>, String) {
    let (far, _, near): (OwnedFd, _, OwnedFd) = pty();
    let mut child = Command::new(assert_cmd::cargo::cargo_bin("nonogram"))
        .args(arguments)
        .env("TERM", "xterm")
        .env_remove("NO_COLOR")
        .stdin(Stdio::null())
        .stdout(near.try_clone().unwrap())
        .stderr(near)
        .spawn()
        .unwrap();
    let mut shown = Vec::new();
    // Reading ends with an error once the child, the last holder of the near end, is gone.
    let mut buffer = [0; 4096];
    let mut far = File::from(far);
    while let Ok(count @ 1..) = far.read(&mut buffer) {
        shown.extend_from_slice(&buffer[..count]);
    }
    (
        child.wait().unwrap().code(),
        String::from_utf8(shown).unwrap(),
    )
}

#[test]
fn a_picture_has_clues_and_blocks() {
    let folder = Folder::new();
    let file = folder.file("puzzle.non", SOLVABLE);
    let file = file.to_str().unwrap();
    let (code, shown) = on_terminal(&["solve", "--on", "software", file]);
    assert_eq!(code, Some(0));
    assert!(shown.contains("██") && shown.contains("1 1"), "{shown:?}");
    assert!(!shown.contains("###"));
}

#[test]
fn boards_are_listed_instead_of_raw_bytes() {
    let folder = Folder::new();
    let file = folder.file("puzzle.non", SOLVABLE);
    let (code, shown) = on_terminal(&["encode", file.to_str().unwrap()]);
    assert_eq!(code, Some(0));
    assert!(
        shown.starts_with("     1  e006  start board 3"),
        "{shown:?}"
    );
}

#[test]
fn a_board_on_its_way_shows_progress_and_clears_it() {
    let folder = Folder::new();
    let clues = "1,1,1\n".repeat(11);
    let text = format!("width 11\nheight 11\n\nrows\n{clues}\ncolumns\n{clues}");
    let file = folder.file("worst.non", text);
    let board = FakeBoard::new(|board| bytes(&solve(board)));
    let port = board.port.as_str();
    let (code, shown) = on_terminal(&["solve", "--json", "--on", port, file.to_str().unwrap()]);
    assert_eq!(code, Some(4));
    assert!(
        shown.contains("worst.non sending [") && shown.contains(" left"),
        "{shown:?}"
    );
    let (_, after_bar) = shown.rsplit_once(" left").unwrap();
    assert!(
        after_bar.contains("\x1b[2K"),
        "the bar is erased: {after_bar:?}"
    );
}
