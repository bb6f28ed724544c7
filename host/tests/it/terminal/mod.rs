//! Output for people: on a terminal, blocks and clues on stdout, a progress bar on stderr.

use crate::common;
mod looks;

use std::fs::File;
use std::io::Read;
use std::os::fd::AsFd;
use std::process::{Command, Stdio};

use common::fake::{FakeBoard, bytes, pty, solve};
use common::{Folder, SOLVABLE, repository, run};
use rustix::termios::{
    LocalModes, OptionalActions, OutputModes, Winsize, tcgetattr, tcsetattr, tcsetwinsize,
};

/// Rows of the terminal in most tests.
const ROWS: u16 = 50;

/// The exit code and the output on a terminal of 80 columns.
fn on_terminal(arguments: &[&str]) -> (Option<i32>, String) {
    let (code, shown) = on_terminal_of(80, arguments);
    (code, String::from_utf8(shown).unwrap())
}

/// Runs the binary with stdout and stderr on a terminal of `columns` columns; returns the exit code and the output.
fn on_terminal_of(columns: u16, arguments: &[&str]) -> (Option<i32>, Vec<u8>) {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("nonogram"));
    run_on_terminal(columns, command.args(arguments))
}

/// Runs a command with stdout and stderr on a terminal of `columns` columns; returns the exit code and the output.
fn run_on_terminal(columns: u16, command: &mut Command) -> (Option<i32>, Vec<u8>) {
    run_on_terminal_of((ROWS, columns), command)
}

/// Runs a command with stdout and stderr on a terminal of a given size; returns the exit code and the output.
fn run_on_terminal_of(
    (rows, columns): (u16, u16),
    command: &mut Command,
) -> (Option<i32>, Vec<u8>) {
    let (far, _, near) = pty();
    let mut modes = tcgetattr(near.as_fd()).unwrap();
    modes.output_modes |= OutputModes::OPOST | OutputModes::ONLCR;
    tcsetattr(near.as_fd(), OptionalActions::Now, &modes).unwrap();
    let size = Winsize {
        ws_row: rows,
        ws_col: columns,
        ws_xpixel: 0,
        ws_ypixel: 0,
    };
    tcsetwinsize(near.as_fd(), size).unwrap();
    let mut child = command
        .env("TERM", "xterm")
        .env_remove("NO_COLOR")
        .stdin(Stdio::null())
        .stdout(near.try_clone().unwrap())
        .stderr(near)
        .spawn()
        .unwrap();
    // Only the child keeps the near end.
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let mut shown = Vec::new();
    // Reading fails once the child, the last holder of the near end, has ended.
    let mut buffer = [0; 4096];
    let mut far = File::from(far);
    while let Ok(count @ 1..) = far.read(&mut buffer) {
        shown.extend_from_slice(&buffer[..count]);
    }
    (child.wait().unwrap().code(), shown)
}

/// The screen, with wrapped lines joined, after a run on a terminal of this width. Asserts that the run succeeds and shows a bar.
fn screen_after(columns: u16, arguments: &[&str]) -> String {
    let (code, shown) = on_terminal_of(columns, arguments);
    let raw = String::from_utf8_lossy(&shown);
    assert_eq!(code, Some(0), "{raw:?}");
    assert!(raw.contains("sending "), "no bar was shown: {raw:?}");
    let mut terminal = vt100::Parser::new(ROWS, columns, 0);
    terminal.process(&shown);
    terminal.screen().contents()
}

/// The screen after a run, without the lines that report the elapsed time of each puzzle.
fn results_after(columns: u16, arguments: &[&str]) -> String {
    let screen = screen_after(columns, arguments);
    let lines: Vec<&str> = screen.lines().collect();
    let (ends, rest): (Vec<&str>, Vec<&str>) = lines
        .into_iter()
        .partition(|line| line.ends_with(" s elapsed"));
    assert!(!ends.is_empty(), "{screen}");
    rest.join("\n")
}

/// A drawing of 8 x 8 cells.
const DRAWING: &str = "puzzles/library/08/over-easy.non";

/// The picture of a puzzle on a terminal, without a progress bar.
fn undisturbed(columns: u16, path: &str) -> String {
    let arguments = ["solve", "--on", "software", path];
    let (code, shown) = on_terminal_of(columns, &arguments);
    assert_eq!(code, Some(0));
    let mut terminal = vt100::Parser::new(ROWS, columns, 0);
    terminal.process(&shown);
    let picture = terminal.screen().contents();
    assert!(picture.contains('┘'), "{picture}");
    picture
}

#[test]
fn readme_shows_what_its_command_prints() {
    let readme = std::fs::read_to_string(repository("README.md")).unwrap();
    let drawing = repository("puzzles/library/11/cave-canem.non");
    let picture = undisturbed(80, drawing.to_str().unwrap());
    let indented: Vec<String> = picture.lines().map(|line| format!("    {line}")).collect();
    assert!(readme.contains(&indented.join("\n")), "{picture}");
}

#[test]
fn the_bar_erases_no_line_of_the_picture() {
    let folder = Folder::new();
    let long = "a-name-of-a-puzzle-that-is-rather-long-".repeat(4) + ".non";
    let long = folder.file(&long, std::fs::read(repository(DRAWING)).unwrap());
    let short = folder.file("short.non", std::fs::read(repository(DRAWING)).unwrap());
    for columns in [80, 40] {
        for path in [&short, &long] {
            let path = path.to_str().unwrap();
            let picture = undisturbed(columns, path);
            assert_eq!(results_after(columns, &["solve", path]), picture);
            let several = results_after(columns, &["solve", path, path]);
            assert_eq!(several, format!("{picture}\n\n{picture}"));
        }
    }
}

#[test]
fn the_bar_does_not_come_back_after_the_last_picture() {
    let folder = Folder::new();
    let path = folder.file("short.non", std::fs::read(repository(DRAWING)).unwrap());
    let path = path.to_str().unwrap();
    for arguments in [vec!["solve", path], vec!["solve", path, path]] {
        let (_, shown) = on_terminal_of(80, &arguments);
        let shown = String::from_utf8(shown).unwrap();
        let (_, after_picture) = shown.rsplit_once('┘').unwrap();
        assert!(!after_picture.contains(" left"), "{after_picture:?}");
    }
}

#[test]
fn the_bar_erases_no_line_of_json() {
    let folder = Folder::new();
    let long = "a-name-of-a-puzzle-that-is-rather-long-".repeat(4) + ".non";
    let paths = ["short.non", long.as_str()]
        .map(|name| folder.file(name, std::fs::read(repository(DRAWING)).unwrap()));
    for columns in [80, 40] {
        for path in &paths {
            let screen = screen_after(columns, &["solve", "--json", path.to_str().unwrap()]);
            let object: serde_json::Value =
                serde_json::from_str(&screen).unwrap_or_else(|error| panic!("{error}: {screen}"));
            assert_eq!(object["status"], "solved");
        }
    }
}

/// A bar wider than its terminal wraps, and leaves lines behind when it is redrawn.
#[test]
fn the_bar_fits_the_terminal() {
    let folder = Folder::new();
    let long = "a-name-of-a-puzzle-that-is-rather-long-".repeat(4) + ".non";
    let path = folder.file(&long, std::fs::read(repository(DRAWING)).unwrap());
    for columns in [80, 40] {
        let (_, shown) = on_terminal_of(columns, &["solve", "--json", path.to_str().unwrap()]);
        let shown = String::from_utf8(shown).unwrap();
        let drawn: Vec<&str> = shown
            .split(['\r', '\n', '\x1b'])
            .filter(|piece| piece.contains(" left"))
            .collect();
        assert!(!drawn.is_empty(), "{shown:?}");
        for bar in drawn {
            let bar = bar.split_once("sending").or(bar.split_once("receiving"));
            let (_, bar) = bar.expect("what is being done");
            assert!(bar.chars().count() < columns.into(), "{bar:?}");
        }
    }
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
fn transmission_shows_progress_and_clears_it() {
    let folder = Folder::new();
    let clues = "1,1,1\n".repeat(11);
    let text = format!("width 11\nheight 11\n\nrows\n{clues}\ncolumns\n{clues}");
    let file = folder.file("worst.non", text);
    let board = FakeBoard::new(|board| bytes(&solve(board)));
    let port = board.port.as_str();
    let (code, shown) = on_terminal(&["solve", "--json", "--on", port, file.to_str().unwrap()]);
    assert_eq!(code, Some(4));
    assert!(
        shown.contains("sending worst.non ") && shown.contains(" left"),
        "{shown:?}"
    );
    let (_, after_bar) = shown.rsplit_once(" left").unwrap();
    assert!(
        after_bar.contains("\x1b[2K"),
        "the bar is not erased: {after_bar:?}"
    );
}

#[test]
fn the_steps_of_a_bitstream_are_shown_and_cleared() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    // The tool writes a report without a clock, so the run ends after place and route.
    let slow = folder.file("slow", "#!/bin/sh\nsleep 0.5\necho '{}' >report.json\n");
    std::fs::set_permissions(&slow, std::fs::Permissions::from_mode(0o755)).unwrap();
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("nonogram"));
    command.args(["bitstream", "--board", "hx8k_breakout"]);
    command.current_dir(folder.path(""));
    for tool in ["YOSYS", "NEXTPNR_ICE40", "ICEPACK"] {
        command.env(format!("NONOGRAM_{tool}"), &slow);
    }
    let (code, shown) = run_on_terminal(80, &mut command);
    assert_eq!(code, Some(1));
    let raw = String::from_utf8_lossy(&shown);
    for step in [
        "1 of 3, synthesis (yosys)",
        "2 of 3, place and route, seed 1 (nextpnr-ice40)",
    ] {
        assert!(raw.contains(&format!("hx8k_breakout: {step}")), "{raw:?}");
    }
    let mut terminal = vt100::Parser::new(ROWS, 80, 0);
    terminal.process(&shown);
    let left = terminal.screen().contents();
    assert!(
        left.starts_with("nonogram: ") && !left.contains(" of 3"),
        "{left}"
    );
}

/// The number of known cells comes before the file's name, which a narrow terminal cuts off.
#[test]
fn a_narrow_terminal_shows_the_known_cells_of_a_search() {
    let folder = Folder::new();
    let file = folder.path("a-board-that-takes-minutes.non");
    let path = file.to_str().unwrap();
    let board = ["--size", "45x45", "--density", "0.45", "--seed", "1"];
    let generate = run!([&["generate", "--output", path][..], &board].concat());
    generate.success();
    for columns in [80, 40] {
        let limits = ["--engine", "probing", "--time-limit", "3"];
        let solve = [&["solve", "--on", "software"][..], &limits, &[path]].concat();
        let (code, shown) = on_terminal_of(columns, &solve);
        let shown = String::from_utf8_lossy(&shown);
        assert_eq!(code, Some(4), "{shown:?}");
        let (before, after) = shown.split_once(" of 2025 cells known").expect(&shown);
        assert!(before.ends_with(|digit: char| digit.is_ascii_digit()));
        assert!(after.contains("1s"), "{after:?}");
        // The bar is removed before the picture.
        let mut terminal = vt100::Parser::new(120, columns, 0);
        terminal.process(shown.as_bytes());
        assert!(!terminal.screen().contents().contains("cells known"));
    }
}

/// The screen of a terminal of this width after a run with exit code `exit`.
fn screen_of(columns: u16, exit: i32, command: &mut Command) -> String {
    let (code, shown) = run_on_terminal(columns, command);
    let raw = String::from_utf8_lossy(&shown);
    assert_eq!(code, Some(exit), "{raw:?}");
    let mut terminal = vt100::Parser::new(ROWS, columns, 0);
    terminal.process(&shown);
    terminal.screen().contents()
}

fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("nonogram"));
    command.args(arguments);
    command.env_remove("LC_ALL").env_remove("LC_CTYPE");
    command.env("LANG", "C.UTF-8");
    command
}

/// After the board has been sent, the bar shows the time of the search, not of the transmission.
#[test]
fn a_search_on_the_device_is_shown_as_a_search() {
    let drawing = repository("puzzles/library/32-search/beats-paper.non");
    let arguments = ["solve", "--core", "clue", drawing.to_str().unwrap()];
    for columns in [80, 40] {
        let (code, shown) = run_on_terminal(columns, &mut program(&arguments));
        let shown = String::from_utf8(shown).unwrap();
        assert_eq!(code, Some(0), "{shown:?}");
        assert!(
            shown.contains("searching, 0 s: beats-paper.non"),
            "{shown:?}"
        );
        let screen = screen_of(columns, 0, &mut program(&arguments));
        assert!(!screen.contains("searching"), "{screen}");
        let end = screen.lines().last().unwrap();
        assert!(
            end.starts_with("beats-paper.non: solved, clue core, ") && end.ends_with(" s elapsed"),
            "{end}"
        );
    }
}

/// The bar of a failed attempt is erased.
#[test]
fn a_fault_leaves_nothing_of_the_bar() {
    let folder = Folder::new();
    let file = folder.file("puzzle.non", SOLVABLE);
    for columns in [80, 40] {
        let mut good = 0;
        let board = FakeBoard::new(move |board| {
            good += 1;
            let reply = bytes(&solve(board));
            reply[..if good < 3 { 7 } else { reply.len() }].to_vec()
        });
        let mut command = program(&["solve", "--timeout", "0.3", "--on", &board.port]);
        let screen = screen_of(columns, 0, command.arg(&file));
        let faults = screen.matches("retransmitted, ").count();
        assert_eq!(faults, 2, "{screen}");
        for left in ["sending", "receiving", " left", "solve again"] {
            assert!(!screen.contains(left), "{screen}");
        }
    }
}

/// The settings of a serial line would make the terminal unusable.
#[test]
fn own_terminal_is_not_a_port() {
    let folder = Folder::new();
    let puzzle = folder.file("puzzle.non", SOLVABLE);
    let (far, path, near) = pty();
    let mut usual = tcgetattr(near.as_fd()).unwrap();
    usual.local_modes |= LocalModes::ECHO | LocalModes::ICANON;
    tcsetattr(near.as_fd(), OptionalActions::Now, &usual).unwrap();
    let child = Command::new(assert_cmd::cargo::cargo_bin("nonogram"))
        .args(["solve", "--timeout", "1", "--retries", "0", "--on", &path])
        .arg(&puzzle)
        .stdin(near.try_clone().unwrap())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let ended = child.wait_with_output().unwrap();
    let said = String::from_utf8(ended.stderr).unwrap();
    assert!(
        said.contains("the terminal of this command, not a board"),
        "{said}"
    );
    assert_eq!(ended.status.code(), Some(5), "{said}");
    let after = tcgetattr(near.as_fd()).unwrap();
    assert_eq!(after.local_modes, usual.local_modes);
    drop(far);
}
