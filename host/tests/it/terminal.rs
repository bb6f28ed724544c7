//! Output for people: on a terminal, blocks and clues on stdout, a progress bar on stderr.
//!
//! Pictures on a terminal: they fit its width and its locale, and have the requested style. A picture that is too wide is refused.

use std::fs::File;
use std::io::Read;
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use rustix::termios::{OptionalActions, OutputModes, Winsize, tcgetattr, tcsetattr, tcsetwinsize};

use crate::common::fake::{FakeDevice, pty};
use crate::common::{Folder, SOLVABLE, repository, run, stdout_of};

/// Rows of the terminal in most tests.
const ROWS: u16 = 50;

/// The binary under test with these arguments, in a locale with UTF-8.
fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("nonogram"));
    command.args(arguments);
    command.env_remove("LC_ALL").env_remove("LC_CTYPE");
    command.env("LANG", "C.UTF-8");
    command
}

/// What a command wrote to a terminal.
struct Shown {
    columns: u16,
    text: String,
}

impl Shown {
    /// Runs a command with stdout and stderr on a terminal of a given size; asserts its exit code.
    fn of((rows, columns): (u16, u16), code: i32, command: &mut Command) -> Self {
        let (far, _, near) = pty();
        let mut modes = tcgetattr(near.as_fd()).unwrap();
        modes.output_modes |= OutputModes::OPOST | OutputModes::ONLCR;
        tcsetattr(near.as_fd(), OptionalActions::Now, &modes).unwrap();
        let size = Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
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
        let text = String::from_utf8(shown).expect("UTF-8");
        assert_eq!(child.wait().unwrap().code(), Some(code), "{text:?}");
        Self { columns, text }
    }

    /// Runs the binary under test on a terminal of this width.
    fn at(columns: u16, code: i32, arguments: &[&str]) -> Self {
        Self::of((ROWS, columns), code, &mut program(arguments))
    }

    /// The screen, with wrapped lines joined.
    fn screen(&self) -> String {
        let mut terminal = vt100::Parser::new(ROWS, self.columns, 0);
        terminal.process(self.text.as_bytes());
        terminal.screen().contents()
    }
}

/// A drawing of 8 x 8 cells.
const DRAWING: &str = "puzzles/library/08/over-easy.non";

/// A folder with the drawing in a file with a short and in one with a long name.
fn drawings() -> (Folder, [PathBuf; 2]) {
    let folder = Folder::new();
    let long = "a-name-of-a-puzzle-that-is-rather-long-".repeat(4) + ".non";
    let drawing = std::fs::read(repository(DRAWING)).unwrap();
    let files = ["short.non", &long].map(|name| folder.file(name, &drawing));
    (folder, files)
}

/// The path as an argument.
fn argument(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

/// The picture of a puzzle on a terminal, without a progress bar.
fn undisturbed(columns: u16, path: &str) -> String {
    let picture = Shown::at(columns, 0, &["solve", "--on", "software", path]).screen();
    assert!(picture.contains('┘'), "{picture}");
    picture
}

#[test]
fn readme_shows_what_its_command_prints() {
    let readme = std::fs::read_to_string(repository("README.md")).unwrap();
    let drawing = repository("puzzles/library/11/cave-canem.non");
    let picture = undisturbed(80, argument(&drawing));
    let indented: Vec<String> = picture.lines().map(|line| format!("    {line}")).collect();
    assert!(readme.contains(&indented.join("\n")), "{picture}");
}

#[test]
fn the_bar_erases_no_line_of_the_picture() {
    let (_folder, files) = drawings();
    for columns in [80, 40] {
        for path in files.iter().map(|path| argument(path)) {
            let picture = undisturbed(columns, path);
            let shown = Shown::at(columns, 0, &["solve", path, path]);
            assert!(shown.text.contains("sending "), "{:?}", shown.text);
            // After the last picture, the bar does not come back.
            let (_, after_picture) = shown.text.rsplit_once('┘').expect("a picture");
            assert!(!after_picture.contains(" left"), "{after_picture:?}");
            // The lines that report the elapsed time follow the pictures.
            let screen = shown.screen();
            let rest = screen.lines().filter(|line| !line.ends_with(" s elapsed"));
            let rest: Vec<&str> = rest.collect();
            assert_eq!(rest.join("\n"), format!("{picture}\n\n{picture}"));
        }
    }
}

/// A bar wider than its terminal wraps, and leaves lines behind when it is redrawn.
#[test]
fn the_bar_fits_the_terminal_and_erases_no_line_of_json() {
    let (_folder, files) = drawings();
    for columns in [80, 40] {
        for path in &files {
            let shown = Shown::at(columns, 0, &["solve", "--json", argument(path)]);
            let pieces = shown.text.split(['\r', '\n', '\x1b']);
            let drawn: Vec<&str> = pieces.filter(|piece| piece.contains(" left")).collect();
            assert!(!drawn.is_empty(), "{:?}", shown.text);
            for bar in drawn {
                let bar = bar.split_once("sending").or(bar.split_once("receiving"));
                let (_, bar) = bar.expect("what is being done");
                assert!(bar.chars().count() < columns.into(), "{bar:?}");
            }
            let screen = shown.screen();
            let object: serde_json::Value =
                serde_json::from_str(&screen).unwrap_or_else(|error| panic!("{error}: {screen}"));
            assert_eq!(object["status"], "solved");
        }
    }
}

#[test]
fn boards_are_listed_instead_of_raw_bytes() {
    let folder = Folder::of_puzzles();
    let file = folder.path("solvable.non");
    let shown = Shown::at(80, 0, &["encode", argument(&file)]).text;
    let first = "     1  e006  start board 3";
    assert!(shown.starts_with(first), "{shown:?}");
}

#[test]
fn the_steps_of_a_bitstream_are_shown_and_cleared() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    // The tool writes a report without a clock, so the run ends after place and route.
    let slow = folder.file("slow", "#!/bin/sh\nsleep 0.5\necho '{}' >report.json\n");
    std::fs::set_permissions(&slow, std::fs::Permissions::from_mode(0o755)).unwrap();
    let mut command = program(&["bitstream", "--board", "hx8k_breakout"]);
    command.current_dir(folder.path(""));
    for tool in ["YOSYS", "NEXTPNR_ICE40", "ICEPACK"] {
        command.env(format!("NONOGRAM_{tool}"), &slow);
    }
    let shown = Shown::of((ROWS, 80), 1, &mut command);
    for step in ["1 of 3, synthesis (yosys)", "2 of 3, place and route, seed 1 (nextpnr-ice40)"] {
        let step = format!("hx8k_breakout: {step}");
        assert!(shown.text.contains(&step), "{:?}", shown.text);
    }
    let left = shown.screen();
    let is_cleared = left.starts_with("nonogram: ") && !left.contains(" of 3");
    assert!(is_cleared, "{left}");
}

/// The number of known cells comes before the file's name, which a narrow terminal cuts off.
#[test]
fn a_narrow_terminal_shows_the_known_cells_of_a_search() {
    let folder = Folder::new();
    let file = folder.path("a-board-that-takes-minutes.non");
    run("generate --size 45x45 --density 0.45 --seed 1 --output", &[&file]).success();
    for columns in [80, 40] {
        let limits = ["--engine", "probing", "--time-limit", "3"];
        let solve = [&["solve", "--on", "software"][..], &limits].concat();
        let mut solve = program(&solve);
        let shown = Shown::of((120, columns), 4, solve.arg(&file));
        let (before, after) = (shown.text).split_once(" of 2025 cells known").expect(&shown.text);
        assert!(before.ends_with(|digit: char| digit.is_ascii_digit()));
        assert!(after.contains("1s"), "{after:?}");
        // The bar is removed before the picture.
        assert!(!shown.screen().contains("cells known"));
    }
}

/// After the board has been sent, the bar shows the time of the search, not of the transmission.
#[test]
fn a_search_on_the_device_is_shown_as_a_search() {
    let drawing = repository("puzzles/library/32-search/beats-paper.non");
    for columns in [80, 40] {
        let arguments = ["solve", "--core", "clue", argument(&drawing)];
        let shown = Shown::at(columns, 0, &arguments);
        let search = "searching, 0 s: beats-paper.non";
        assert!(shown.text.contains(search), "{:?}", shown.text);
        let screen = shown.screen();
        assert!(!screen.contains("searching"), "{screen}");
        let end = screen.lines().last().unwrap();
        let start = "beats-paper.non: solved, clue core, ";
        assert!(end.starts_with(start) && end.ends_with(" s elapsed"), "{end}");
    }
}

/// The bar of a failed attempt is erased.
#[test]
fn a_fault_leaves_nothing_of_the_bar() {
    let folder = Folder::new();
    let file = folder.file("puzzle.non", SOLVABLE);
    for columns in [80, 40] {
        let mut good = 0;
        let board = FakeDevice::published(move |board| {
            good += 1;
            let reply = board.right();
            reply[..if good < 3 { 7 } else { reply.len() }].to_vec()
        });
        let mut command = program(&["solve", "--timeout", "0.3", "--on", &board.port]);
        let screen = Shown::of((ROWS, columns), 0, command.arg(&file)).screen();
        let faults = screen.matches("retransmitted, ").count();
        assert_eq!(faults, 2, "{screen}");
        for left in ["sending", "receiving", " left", "solve again"] {
            assert!(!screen.contains(left), "{screen}");
        }
    }
}

/// The settings of a serial line would make the terminal unusable.
/// The lines of a picture wider than the terminal would wrap.
#[test]
fn a_picture_takes_no_more_columns_than_the_terminal_has() {
    let folder = Folder::new();
    let wide = folder.file("wide.txt", format!("{}\n", "#-".repeat(50)).repeat(4));
    let wide = argument(&wide);
    let at = |columns, options: &[&str]| {
        let arguments = [&["render"], options, &[wide]].concat();
        Shown::at(columns, 0, &arguments).screen()
    };
    let first = |screen: &str| screen.lines().next().unwrap().to_owned();
    assert!(at(450, &[]).contains('┘'));
    assert_eq!(first(&at(120, &[])), "█ ".repeat(50));
    assert_eq!(first(&at(80, &[])), "▌".repeat(50));
    assert_eq!(first(&at(80, &["--style", "compact"])), "▌".repeat(50));
    assert_eq!(
        at(40, &[]),
        format!(
            "nonogram: {wide}: the picture needs 50 columns, and the terminal has 40; widen the terminal, or \
             send stdout to a file"
        )
    );
    assert!(at(80, &["--style", "full"]).contains(" columns, and the terminal has 80"));
    assert!(at(80, &["--clues"]).contains(" columns, and the terminal has 80"));
    assert_eq!(first(&at(120, &["--style", "ascii"])), "#-".repeat(50));
    // A terminal can report its columns, but 0 rows.
    let shown = Shown::of((0, 40), 0, &mut program(&["render", wide])).text;
    assert!(shown.contains("and the terminal has 40"), "{shown}");
}

#[test]
fn a_locale_without_utf_8_gets_ascii() {
    let drawing = repository(DRAWING);
    for (variable, is_ascii, symbols) in
        [("C", true, "|####"), ("en_US.ISO-8859-1", true, "|####"), ("C.UTF-8", false, "│████")]
    {
        let mut command = program(&["solve", argument(&drawing)]);
        command.env("LC_ALL", variable);
        let shown = Shown::of((ROWS, 80), 0, &mut command).text;
        assert_eq!(shown.is_ascii(), is_ascii, "{variable}");
        assert!(shown.contains(symbols), "{shown}");
    }
}

/// A parent process such as Node.js can make the pipe non-blocking: a write to a full pipe then fails instead of waiting.
#[test]
fn nothing_is_lost_on_a_non_blocking_stdout() {
    // More than the 64 KiB that a pipe holds on Linux.
    let arguments = "generate --size 300x300 --seed 1";
    let expected = stdout_of(&run(arguments, &[""; 0]).success());
    assert!(expected.len() > 100_000, "{} bytes", expected.len());

    let (mut reader, writer) = std::io::pipe().unwrap();
    let flags = rustix::fs::fcntl_getfl(&writer).unwrap();
    rustix::fs::fcntl_setfl(&writer, flags | rustix::fs::OFlags::NONBLOCK).unwrap();
    let mut child =
        program(&arguments.split(' ').collect::<Vec<_>>()).stdout(writer).spawn().unwrap();
    // The program finds the pipe full.
    std::thread::sleep(std::time::Duration::from_millis(300));
    let mut received = String::new();
    reader.read_to_string(&mut received).unwrap();
    assert!(child.wait().unwrap().success());
    assert!(received == expected, "{} bytes of {}", received.len(), expected.len());
}
