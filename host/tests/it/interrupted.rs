//! Ctrl-C and SIGTERM: child programs end, and no temporary files are left in the working folder or the output folder.
#![cfg(unix)]

use crate::common;

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use common::Folder;
use rustix::process::{Pid, Signal, kill_process, test_kill_process};

/// Time limit of each wait, far longer than any wait takes.
const LIMIT: Duration = Duration::from_secs(60);

/// Waits until a condition holds; panics after [`LIMIT`].
fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < LIMIT, "time-out: {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// A program that would outlast the test, as would its child; it writes the ids of both processes to `ids`.
fn endless(folder: &Folder, name: &str, ids: &Path) -> PathBuf {
    let ids = ids.display();
    let script =
        format!("#!/bin/sh\nsleep 1000 &\necho $$ $! >{ids}.new\nmv {ids}.new {ids}\nwait\n");
    let program = folder.file(name, script);
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).expect("its mode");
    program
}

/// Programs that are killed at the end of the test, whether it passes or fails.
struct Programs(Vec<Pid>);

impl Drop for Programs {
    fn drop(&mut self) {
        for &id in &self.0 {
            // The program has ended already if the test passed.
            let _ = kill_process(id, Signal::KILL);
        }
    }
}

/// Starts a command with [`endless`] as its `tool`; returns the command and the processes of the tool.
fn start(folder: &Folder, arguments: &[&str], tool: &str) -> (Child, Programs) {
    let ids = folder.path("ids");
    let program = endless(folder, "endless", &ids);
    let work = folder.path("work");
    std::fs::create_dir(&work).expect("a folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_nonogram"));
    command.args(arguments).current_dir(work);
    for variable in ["YOSYS", "NEXTPNR_ICE40", "ICEPACK"] {
        command.env(format!("NONOGRAM_{variable}"), "/bin/true");
    }
    command.env(format!("NONOGRAM_{tool}"), program);
    let child = command.stdin(Stdio::null()).stderr(Stdio::piped()).spawn().expect("the command");
    until("the program runs", || ids.exists());
    let ids = std::fs::read_to_string(ids).expect("the ids");
    let pid = |id: &str| Pid::from_raw(id.parse().expect("a number")).expect("an id");
    (child, Programs(ids.split_whitespace().map(pid).collect()))
}

/// Sends a signal to the command only; asserts that its programs end and that it leaves no files.
fn ends(arguments: &[&str], tool: &str, signal: Signal) {
    let folder = Folder::new();
    let (mut child, programs) = start(&folder, arguments, tool);
    kill_process(Pid::from_child(&child), signal).expect("a signal");
    let mut code = None;
    until("the command ends", || {
        code = child.try_wait().expect("its state");
        code.is_some()
    });
    assert_eq!(code.and_then(|code| code.code()), Some(130));
    for &id in &programs.0 {
        until("its programs end", || test_kill_process(id).is_err());
    }
    let mut words = String::new();
    let mut stderr = child.stderr.take().expect("a pipe");
    std::io::Read::read_to_string(&mut stderr, &mut words).expect("UTF-8");
    assert!(words.ends_with("nonogram: interrupted\n"), "{words:?}");
    let mut left = Vec::new();
    for place in ["work", "work/out"] {
        let entries = std::fs::read_dir(folder.path(place)).into_iter().flatten();
        left.extend(entries.map(|entry| entry.expect("an entry").file_name()));
    }
    left.retain(|name| name != "out");
    assert!(left.is_empty(), "left behind: {left:?}");
}

const BITSTREAM: [&str; 5] = ["bitstream", "--board", "hx8k_breakout", "--output", "out"];
const REPORT: [&str; 3] = ["report", "--board", "hx8k_breakout"];

#[test]
fn interrupted_bitstreams_leave_no_programs_and_no_files() {
    for signal in [Signal::INT, Signal::TERM] {
        ends(&BITSTREAM, "YOSYS", signal);
        ends(&BITSTREAM, "NEXTPNR_ICE40", signal);
    }
}

#[test]
fn interrupted_reports_leave_no_programs_and_no_files() {
    for signal in [Signal::INT, Signal::TERM] {
        ends(&REPORT, "YOSYS", signal);
    }
}

#[test]
fn interrupted_flashing_leaves_no_programs() {
    let folder = Folder::new();
    let file = folder.file("top.bin", "a bitstream");
    let file = file.to_str().expect("UTF-8");
    ends(&["flash", "--board", "hx8k_breakout", file], "OPENFPGALOADER", Signal::TERM);
}

/// The Verilog compiler is a child program, too.
#[test]
fn interrupted_simulations_leave_no_programs() {
    let puzzle = common::repository("puzzles/library/08/over-easy.non");
    let puzzle = puzzle.to_str().expect("UTF-8");
    ends(&["sim", "--engine", "icarus", puzzle], "IVERILOG", Signal::INT);
}

/// Files that are written one after the other: at any moment, one of them may be incomplete.
#[test]
fn interrupted_writing_leaves_no_temporary_files() {
    for _ in 0..5 {
        let folder = Folder::new();
        // 9! solutions.
        let lines = |side: &str| format!("{side}\n{}", "1\n".repeat(9));
        let puzzle = format!("width 9\nheight 9\n{}{}", lines("rows"), lines("columns"));
        folder.file("many.non", puzzle);
        let mut child = Command::new(env!("CARGO_BIN_EXE_nonogram"))
            .args(["solve", "--on", "software", "--all", "-o", "s%d.txt", "many.non"])
            .current_dir(folder.path(""))
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the command");
        until("solutions are written", || folder.path("s20.txt").exists());
        kill_process(Pid::from_child(&child), Signal::INT).expect("a signal");
        assert_eq!(child.wait().expect("its end").code(), Some(130));
        for name in folder.names() {
            assert!(name == "many.non" || name.starts_with('s'), "left behind: {name}");
        }
    }
}
