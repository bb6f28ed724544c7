//! Ports that cannot be opened or disappear, and a host that is interrupted.

use std::os::fd::AsFd;

use predicates::prelude::*;
use predicates::str::contains;

use crate::common::fake::{FakeBoard, pty};
use crate::common::{Folder, SOLVABLE, run};

#[test]
fn ports_that_do_not_open_are_reported() {
    let folder = Folder::new();
    let file = folder.file("puzzle.non", SOLVABLE);
    let solve_on = |port: &str| run!("solve --on", port, &file).code(5).stdout("");
    solve_on("/dev/no-such-port").stderr(contains(
        "/dev/no-such-port: no such port; expected `sim`, `software`, `port`, or a port",
    ));
    solve_on("/dev/null").stderr(contains("cannot open it as a serial port"));

    let (_far, port, near) = pty();
    let lock = rustix::fs::FlockOperation::NonBlockingLockExclusive;
    rustix::fs::flock(near.as_fd(), lock).unwrap();
    solve_on(&port).stderr(contains("busy").and(contains("close the other program")));
}

#[test]
fn a_file_given_as_a_port_is_refused() {
    let folder = Folder::new();
    let file = folder.file("puzzle.non", SOLVABLE);
    for port in [file.to_str().unwrap(), folder.path("").to_str().unwrap()] {
        run!("solve --on", port, &file)
            .code(5)
            .stderr(contains("a file or a folder, not a serial port").and(contains("`sim`")));
    }
}

#[test]
fn the_probe_of_a_missing_port_suggests_only_ports() {
    run!("ports --probe /dev/no-such-port")
        .code(5)
        .stderr(contains("no such port; expected a port: ").and(contains("software").not()));
}

#[test]
fn an_unplugged_port_is_reported() {
    let folder = Folder::new();
    let file = folder.file("puzzle.non", SOLVABLE);
    let (far, port, near) = pty();
    let unplug = std::thread::spawn(move || {
        use std::io::Read;
        let mut far = std::fs::File::from(far);
        far.read_exact(&mut [0; 8]).unwrap();
        drop(near);
    });
    run!("solve --on", &port, file)
        .code(5)
        .stderr(contains("the port failed"));
    unplug.join().unwrap();
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_solve_at_once_and_leaves_no_files() {
    let folder = Folder::new();
    let file = folder.file("puzzle.non", SOLVABLE);
    let board = FakeBoard::new(|_| Vec::new());
    let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin("nonogram"))
        .args([
            "solve",
            "--output",
            folder.path("out.txt").to_str().unwrap(),
            "--on",
            &board.port,
        ])
        .arg(file)
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    // The board has arrived: the host waits for a reply that never comes.
    board.board();
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!(folder.names(), ["puzzle.non"]);
}
