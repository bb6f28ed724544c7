//! Devices that never fall silent, or never answer: every wait ends, with exit code 5 and what was received.

use std::fs::File;
use std::io::{Read, Write};
use std::thread;
use std::time::{Duration, Instant};

use nonogram_protocol::{BuildIdentity, CoreKind, IDENTITY_REQUEST};
use predicates::prelude::*;
use predicates::str::contains;

use super::device::identity;
use crate::common::fake::pty;
use crate::common::{Folder, SOLVABLE, run};

/// A bound that shows that a command ends: far more than any takes.
const BOUND: Duration = Duration::from_secs(60);

/// Runs a command on a device that sends these bytes again and again with this pause; for the first time on an identity request if
/// `asked`.
fn on_talker(
    bytes: &[u8],
    pause: Duration,
    asked: bool,
    command: &[&str],
) -> assert_cmd::assert::Assert {
    let folder = Folder::new();
    let file = folder.file("puzzle.non", SOLVABLE);
    let (far, port, near) = pty();
    let mut far = File::from(far);
    let bytes = bytes.to_vec();
    thread::spawn(move || {
        let mut request = IDENTITY_REQUEST;
        if asked && far.read_exact(&mut request).is_err() {
            return;
        }
        // Sending fails once the test has ended.
        while far.write_all(&bytes).is_ok() {
            thread::sleep(pause);
        }
    });
    let start = Instant::now();
    let arguments = command.iter().map(|&argument| match argument {
        "PORT" => port.as_str(),
        "FILE" => file.to_str().expect("UTF-8"),
        other => other,
    });
    let assert = run!(arguments.collect::<Vec<_>>());
    assert!(start.elapsed() < BOUND, "{:?}", start.elapsed());
    drop(near);
    assert
}

const SOLVE: [&str; 9] = [
    "solve",
    "--timeout",
    "0.5",
    "--time-limit",
    "0.5",
    "--retries",
    "1",
    "--on",
    "PORT",
];

#[test]
fn a_device_that_talks_without_a_pause_is_reported() {
    let solve = [&SOLVE[..], &["FILE"]].concat();
    for pause in [0, 50, 300] {
        let pause = Duration::from_millis(pause);
        on_talker(b"status ok\r\n", pause, false, &solve)
            .code(5)
            .stdout("");
    }
    on_talker(b"status ok\r\n", Duration::from_millis(50), false, &solve)
        .code(5)
        .stderr(contains("sends without a pause").and(contains(r"status ok\r\n")));
    for byte in [0x00, 0x55, 0xe0, 0xff] {
        on_talker(&[byte], Duration::from_millis(20), false, &solve).code(5);
    }
}

#[test]
fn the_probe_of_a_talking_device_ends() {
    let probe = ["ports", "--probe", "PORT"];
    on_talker(b"$GPGGA,1\r\n", Duration::from_millis(50), false, &probe)
        .code(5)
        .stderr(contains("$GPGGA"));
}

#[test]
fn a_device_that_only_repeats_its_identity_is_reported() {
    let solve = [&SOLVE[..], &["FILE"]].concat();
    for pause in [0, 100, 300] {
        let bytes = identity(CoreKind::Classic, true).bytes();
        let pause = Duration::from_millis(pause);
        on_talker(&bytes, pause, true, &solve).code(5).stdout("");
    }
    let bytes = identity(CoreKind::Clue, false).bytes();
    on_talker(&bytes, Duration::from_millis(300), true, &solve)
        .code(5)
        .stderr(contains("times the device's identity"));
}

#[test]
fn an_identity_with_a_clock_of_0_and_then_silence_is_reported() {
    let solve = [&SOLVE[..], &["FILE"]].concat();
    let stopped = BuildIdentity {
        clock_khz: 0,
        ..identity(CoreKind::Clue, false)
    };
    on_talker(&stopped.bytes(), 2 * BOUND, true, &solve)
        .code(5)
        .stdout("");
}
