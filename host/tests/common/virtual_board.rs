//! `nonogram virtual-board` as a process, for as long as the test has it.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader};
use std::os::unix::fs::OpenOptionsExt;
use std::process::{Child, Command, Stdio};

use rustix::fs::OFlags;
use rustix::process::{Pid, Signal, kill_process};

use super::nonogram;

/// A running virtual board.
pub struct VirtualBoard {
    /// Its process.
    pub process: Child,
    /// The port to open.
    pub port: String,
}

impl VirtualBoard {
    /// Starts one with these arguments.
    pub fn start(arguments: &[&str]) -> Self {
        let mut process = Command::new(assert_cmd::cargo::cargo_bin("nonogram"))
            .arg("virtual-board")
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let port = lines.next().unwrap().unwrap();
        Self { process, port }
    }

    /// `solve` on it.
    pub fn solve(&self) -> assert_cmd::Command {
        let mut command = nonogram();
        command.args(["solve", "--on", &self.port]);
        command
    }

    /// The port as a plain file: what a program in any language has.
    pub fn open(&self) -> File {
        let flags = OFlags::NOCTTY.bits().cast_signed();
        let mut options = OpenOptions::new();
        options.read(true).write(true).custom_flags(flags);
        options.open(&self.port).unwrap()
    }

    /// Asks it to stop, and gives its exit code.
    pub fn stop(mut self, signal: Signal) -> Option<i32> {
        kill_process(Pid::from_child(&self.process), signal).unwrap();
        self.process.wait().unwrap().code()
    }
}

impl Drop for VirtualBoard {
    fn drop(&mut self) {
        // Already gone where a test has stopped it.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
