//! Devices that never fall silent, or never answer: every wait ends, with exit code 5 and what was received.

use std::fs::File;
use std::io::{Read, Write};
use std::thread;
use std::time::{Duration, Instant};

use assert_cmd::assert::Assert;
use nonogram_protocol::{BuildIdentity, CoreKind, IDENTITY_REQUEST};
use predicates::prelude::*;
use predicates::str::contains;

use crate::common::Folder;
use crate::common::fake::{identity, pty};

/// A bound that shows that a command ends: far more than any takes.
const BOUND: Duration = Duration::from_secs(60);

/// Runs a command on a device that sends these bytes again and again, with a pause in milliseconds; for the first time on an identity
/// request if `asked`. The command ends with exit code 5. `PORT` stands for the port, and `FILE` for a puzzle.
fn on_talker(bytes: &[u8], pause: u64, asked: bool, command: &str) -> Assert {
    let folder = Folder::of_puzzles();
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
            thread::sleep(Duration::from_millis(pause));
        }
    });
    let start = Instant::now();
    let command = command.replace("PORT", &port);
    let assert = folder.run(&command.replace("FILE", "solvable.non"));
    assert!(start.elapsed() < BOUND, "{:?}", start.elapsed());
    drop(near);
    assert.code(5)
}

const SOLVE: &str = "solve --timeout 0.5 --time-limit 0.5 --retries 1 --on PORT FILE";

#[test]
fn a_device_that_talks_without_a_pause_is_reported() {
    let expected = || contains("sends without a pause").and(contains(r"status ok\r\n"));
    for pause in [0, 50, 300] {
        let refused = on_talker(b"status ok\r\n", pause, false, SOLVE).stdout("");
        if pause == 50 {
            refused.stderr(expected());
        }
    }
    for byte in [0x00, 0x55, 0xe0, 0xff] {
        on_talker(&[byte], 20, false, SOLVE);
    }
}

#[test]
fn the_probe_of_a_talking_device_ends() {
    let refused = on_talker(b"$GPGGA,1\r\n", 50, false, "ports --probe PORT");
    refused.stderr(contains("$GPGGA"));
}

#[test]
fn a_device_that_only_repeats_its_identity_is_reported() {
    for pause in [0, 100, 300] {
        let bytes = identity(CoreKind::Classic, true).bytes();
        on_talker(&bytes, pause, true, SOLVE).stdout("");
    }
    let bytes = identity(CoreKind::Clue, false).bytes();
    let refused = on_talker(&bytes, 300, true, SOLVE);
    refused.stderr(contains("times the device's identity"));
}

#[test]
fn an_identity_with_a_clock_of_0_and_then_silence_is_reported() {
    let stopped = BuildIdentity {
        clock_khz: 0,
        ..identity(CoreKind::Clue, false)
    };
    on_talker(&stopped.bytes(), 120_000, true, SOLVE).stdout("");
}
