//! `nonogram virtual-board` as a child process of a test.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader};
use std::os::unix::fs::OpenOptionsExt;
use std::process::{Child, Command, Stdio};

use rustix::fs::OFlags;
use rustix::process::{Pid, Signal, kill_process};

use super::nonogram;

/// A running virtual board.
pub struct VirtualBoard {
    /// The process of the virtual board.
    pub process: Child,
    /// The path of the port that hosts open.
    pub port: String,
}

impl VirtualBoard {
    /// Starts a virtual board with these arguments, and waits until it has printed its port.
    pub fn start(arguments: &[&str]) -> Self {
        Self::start_with(arguments, Stdio::null())
    }

    /// Starts a virtual board as [`VirtualBoard::start`] does, with this stderr.
    pub fn start_with(arguments: &[&str], stderr: Stdio) -> Self {
        let mut process = Command::new(assert_cmd::cargo::cargo_bin("nonogram"))
            .arg("virtual-board")
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(stderr)
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let port = lines.next().unwrap().unwrap();
        Self { process, port }
    }

    /// A `solve` command that sends its puzzles to this board.
    pub fn solve(&self) -> assert_cmd::Command {
        let mut command = nonogram();
        command.args(["solve", "--on", &self.port]);
        command
    }

    /// Opens the port as a plain file, as a program in any language can.
    pub fn open(&self) -> File {
        let flags = OFlags::NOCTTY.bits().cast_signed();
        let mut options = OpenOptions::new();
        options.read(true).write(true).custom_flags(flags);
        options.open(&self.port).unwrap()
    }

    /// Sends a signal, waits until the process ends, and returns what it wrote to its piped stderr.
    pub fn stderr(mut self, signal: Signal) -> String {
        kill_process(Pid::from_child(&self.process), signal).unwrap();
        let mut pipe = self.process.stderr.take().unwrap();
        io::read_to_string(&mut pipe).unwrap()
    }

    /// Sends a signal, waits until the process ends, and returns its exit code; `None` if the signal killed the process.
    pub fn stop(mut self, signal: Signal) -> Option<i32> {
        kill_process(Pid::from_child(&self.process), signal).unwrap();
        self.process.wait().unwrap().code()
    }
}

impl Drop for VirtualBoard {
    fn drop(&mut self) {
        // If `stop` has already ended the process, the calls have no effect.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
