//! Ports that cannot be opened or disappear, and a host that is interrupted.

use std::os::fd::AsFd;

use predicates::prelude::*;
use predicates::str::contains;

use crate::common::fake::{FakeDevice, pty};
use crate::common::{Folder, SOLVABLE, run};

#[test]
fn ports_that_do_not_open_are_reported() {
    let folder = Folder::of_puzzles();
    let (_far, port, near) = pty();
    let lock = rustix::fs::FlockOperation::NonBlockingLockExclusive;
    rustix::fs::flock(near.as_fd(), lock).unwrap();
    folder.rows(&format!(
        r#"
        solve --on /dev/no-such-port solvable.non | 5 | "" | /dev/no-such-port: no such port; expected `sim`, `software`, `port`, or a port
        solve --on /dev/null solvable.non         | 5 | "" | cannot open it as a serial port
        solve --on {port} solvable.non            | 5 | "" | busy & close the other program
        solve --on ./solvable.non solvable.non    | 5 | "" | a file or a folder, not a serial port & `sim`
        solve --on ./ solvable.non                | 5 | "" | a file or a folder, not a serial port & `sim`
        "#
    ));
}

#[test]
fn the_probe_of_a_missing_port_suggests_only_ports() {
    let probed = run!("ports --probe /dev/no-such-port").code(5);
    let expected = contains("no such port; expected a port: ");
    probed.stderr(expected.and(contains("software").not()));
}

#[test]
fn an_unplugged_port_is_reported() {
    let folder = Folder::new();
    folder.file("puzzle.non", SOLVABLE);
    let (far, port, near) = pty();
    let unplug = std::thread::spawn(move || {
        use std::io::Read;
        let mut far = std::fs::File::from(far);
        far.read_exact(&mut [0; 8]).unwrap();
        drop(near);
    });
    folder.rows(&format!(
        "solve --on {port} puzzle.non | 5 | | the port failed"
    ));
    unplug.join().unwrap();
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_solve_at_once_and_leaves_no_files() {
    let folder = Folder::new();
    let file = folder.file("puzzle.non", SOLVABLE);
    let board = FakeDevice::published(|_| Vec::new());
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
