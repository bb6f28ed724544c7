//! Files on the command line: those of other programs, options that resolve ambiguities, outputs, large boards, and settings.

use crate::common;

use std::process::Stdio;

use common::fake::FakeBoard;
use common::{Folder, PICTURE, SOLVABLE, nonogram, repository};
use predicates::prelude::PredicateBooleanExt;
use predicates::str::{contains, is_empty};

/// The picture of the fish, the drawing in `puzzles/cases/field`.
const FISH: &str = "--###--#\n-#####-#\n########\n-#####-#\n--#-#---\n";

const SOFTWARE: [&str; 3] = ["solve", "--on", "software"];

#[test]
fn files_of_other_programs_are_solved() {
    let field = repository("puzzles/cases/field");
    for (file, options) in [
        ("copied-spaces.txt", &[][..]),
        ("sizeless-tabs.txt", &["--columns-first"]),
        ("margins.csv", &[]),
        ("plain.json", &[]),
        ("lists.dzn", &[]),
        ("save.sgt", &[]),
        ("latin1.xml", &[]),
    ] {
        let mut command = nonogram();
        command.args(SOFTWARE).args(options).arg(field.join(file));
        command.assert().code(0).stdout(FISH);
    }
    let mut validate = nonogram();
    validate
        .args(["validate", "--json"])
        .arg(field.join("several.jsonl"));
    validate
        .assert()
        .code(0)
        .stdout(contains("\"unique\"").count(3));
}

#[test]
fn pictures_of_the_fish_are_read() {
    let field = repository("puzzles/cases/field");
    for (file, options) in [
        ("paper-240.png", &[][..]),
        ("drawing.gif", &[]),
        ("drawing.webp", &[]),
        ("scan.jpg", &["--size", "5x8"]),
        ("dark-mode.png", &["--invert"]),
    ] {
        let mut command = nonogram();
        command
            .args(["convert", "--to", "text"])
            .args(options)
            .arg(field.join(file));
        command.assert().code(0).stdout(FISH);
    }
    let mut white = nonogram();
    white
        .args(["convert", "--to", "text"])
        .arg(field.join("white.png"));
    white
        .assert()
        .code(2)
        .stderr(contains("without any filled cell"));
}

#[test]
fn notes_go_to_stderr_unless_quiet() {
    let file = repository("puzzles/cases/field/copied-spaces.txt");
    let note = contains("no headings: the rows are read first (5 clues)");
    nonogram().args(SOFTWARE).arg(&file).assert().stderr(note);
    nonogram()
        .arg("--quiet")
        .args(SOFTWARE)
        .arg(&file)
        .assert()
        .stderr(is_empty());
    let json = repository("puzzles/cases/field/several.jsonl");
    nonogram()
        .args(SOFTWARE)
        .arg(&json)
        .assert()
        .stderr(contains("\"id\"").not());
    nonogram()
        .arg("-v")
        .args(SOFTWARE)
        .arg(&json)
        .assert()
        .stderr(contains("\"id\" has no meaning"));
}

#[test]
fn options_for_lists_of_clues_are_refused_for_other_formats() {
    let folder = Folder::new();
    let puzzle = folder.file("puzzle.non", SOLVABLE);
    let mut command = nonogram();
    command.args(SOFTWARE).arg("--columns-first").arg(&puzzle);
    command
        .assert()
        .code(2)
        .stderr(contains("--columns-first has no effect"));
}

/// A partial grid can use symbols other than `#`, `-` and `?`.
#[test]
fn a_grid_may_have_other_symbols() {
    let folder = Folder::new();
    let puzzle = folder.file("puzzle.non", SOLVABLE);
    for (grid, options) in [
        ("1?1\n111\n010\n", &[][..]),
        ("aba\na?a\nbab\n", &["--filled", "a"]),
    ] {
        let grid = folder.file("grid", grid);
        let mut check = nonogram();
        check
            .arg("check")
            .args(options)
            .arg("--grid")
            .arg(&grid)
            .arg(&puzzle);
        check.assert().code(0);
    }
}

#[test]
fn a_dash_is_stdout_everywhere() {
    let folder = Folder::new();
    folder.file("puzzle.non", SOLVABLE);
    for (arguments, begins) in [
        (
            &["solve", "--on", "software", "--output", "-", "puzzle.non"][..],
            PICTURE,
        ),
        (
            &[
                "solve",
                "--on",
                "software",
                "--to",
                "xbm",
                "--output",
                "-",
                "puzzle.non",
            ],
            "#define",
        ),
        (&["render", "--output", "-", "puzzle.non"], PICTURE),
        (&["render", "--to", "svg", "puzzle.non"], "<svg"),
        (
            &["convert", "--to", "json", "--output", "-", "puzzle.non"],
            "{\"rows\"",
        ),
        (
            &["generate", "--size", "3x3", "--seed", "1", "--output", "-"],
            "",
        ),
        (&["verilog", "--output", "-"], ""),
        (
            &["encode", "--as", "hex", "--output", "-", "puzzle.non"],
            "e0",
        ),
        (
            &["sim", "--core", "classic", "--vcd", "-", "puzzle.non"],
            "$",
        ),
    ] {
        let mut command = nonogram();
        command.args(arguments).current_dir(folder.path(""));
        let done = command.assert().code(0);
        let stdout = String::from_utf8_lossy(&done.get_output().stdout).into_owned();
        assert!(
            !stdout.is_empty() && stdout.contains(begins),
            "{arguments:?}: {stdout}"
        );
    }
    assert_eq!(folder.names(), ["puzzle.non"]);
}

#[test]
fn several_puzzles_to_one_file_are_refused_before_anything_is_written() {
    let folder = Folder::new();
    folder.file("two.nonpack", format!("{SOLVABLE}====\n{SOLVABLE}"));
    folder.file("one.non", SOLVABLE);
    for inputs in [&["two.nonpack"][..], &["one.non", "two.nonpack"]] {
        for subcommand in [&SOFTWARE[..], &["render"]] {
            let mut command = nonogram();
            command
                .args(subcommand)
                .args(inputs)
                .args(["--output", "out.txt"]);
            let refused = command.current_dir(folder.path("")).assert().code(2);
            let stderr = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
            assert_eq!(stderr.lines().count(), 1, "{stderr}");
            assert!(stderr.contains("expected %d in --output"), "{stderr}");
        }
    }
    assert_eq!(folder.names(), ["one.non", "two.nonpack"]);
    let mut numbered = nonogram();
    numbered.args(["render", "two.nonpack", "--output", "out-%03d.txt"]);
    numbered.current_dir(folder.path("")).assert().code(0);
    assert_eq!(
        folder.names(),
        ["one.non", "out-001.txt", "out-002.txt", "two.nonpack"]
    );
}

#[cfg(target_os = "linux")]
#[test]
fn help_reports_a_full_disk() {
    for arguments in [&["--help"][..], &["--version"], &["solve", "--help"]] {
        let full = std::fs::File::options()
            .write(true)
            .open("/dev/full")
            .unwrap();
        let program = assert_cmd::cargo::cargo_bin("nonogram");
        let mut command = std::process::Command::new(program);
        command.args(arguments).stdout(full).stderr(Stdio::piped());
        let done = command.output().unwrap();
        assert_eq!(done.status.code(), Some(1), "{arguments:?}");
        assert!(String::from_utf8_lossy(&done.stderr).contains("cannot write to stdout"));
    }
}

#[cfg(unix)]
#[test]
fn names_may_hold_any_bytes_and_messages_escape_them() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::new();
    folder.file("puzzle.non", SOLVABLE);
    let name = OsStr::from_bytes(b"\xff-%d.txt");
    let mut command = nonogram();
    command.args(["render", "puzzle.non", "--output"]).arg(name);
    command.current_dir(folder.path("")).assert().code(0);
    assert!(
        folder
            .path("")
            .join(OsStr::from_bytes(b"\xff-1.txt"))
            .exists()
    );
    let mut missing = nonogram();
    missing.args(SOFTWARE).arg("a\u{1b}[31mb.non");
    missing
        .assert()
        .code(2)
        .stderr(contains("\\u{1b}[31m").and(contains("\u{1b}").not()));
}

#[test]
fn mistyped_back_end_is_refused_with_the_list() {
    let folder = Folder::new();
    let puzzle = folder.file("puzzle.non", SOLVABLE);
    let mut command = nonogram();
    command.args(["solve", "--on", "prot"]).arg(&puzzle);
    command
        .assert()
        .code(2)
        .stderr(contains("expected sim, software, port"));
}

/// The board takes about 19 GB, which would take minutes to write.
#[test]
fn a_board_of_gigabytes_is_not_written_without_force() {
    let folder = Folder::new();
    let row = "1,1,1,1,1,1,1,1\n";
    let text = format!(
        "width 48\nheight 2\nrows\n{row}{row}columns\n{}",
        "0\n".repeat(48)
    );
    let puzzle = folder.file("wide.non", text);
    let mut command = nonogram();
    command.arg("encode").arg(&puzzle);
    command
        .assert()
        .code(2)
        .stdout(is_empty())
        .stderr(contains("on the wire at 9600 baud").and(contains("--force")));
    let mut clues = nonogram();
    clues.args(["encode", "--core", "clue"]).arg(&puzzle);
    clues.assert().code(0);
}

/// With `--no-check` the host does not request the identity, so the limits of the device are unknown.
#[test]
fn a_board_of_gigabytes_is_not_sent_without_force() {
    let folder = Folder::new();
    let row = "1,1,1,1,1,1,1,1\n";
    let blank = "0\n".repeat(48);
    let text = format!("width 48\nheight 2\nrows\n{row}{row}columns\n{blank}");
    // The columns get as many filled cells as the rows, so that the sums agree.
    let text = text.replacen(&blank, &("2\n".repeat(8) + &"0\n".repeat(40)), 1);
    let puzzle = folder.file("wide.non", text);
    let board = FakeBoard::new(|_| Vec::new());
    let mut command = nonogram();
    command.args(["solve", "--no-check", "--on", &board.port]);
    let refused = command.arg(&puzzle).assert().code(2).stdout(is_empty());
    refused.stderr(contains("on the wire at 9600 baud").and(contains("or use --force")));
    assert!(board.boards.try_recv().is_err());
}

#[test]
fn a_board_that_takes_long_is_announced() {
    let folder = Folder::new();
    let row = "1,1,1,1,1\n";
    let columns = "0\n".repeat(22);
    let text = format!("width 22\nheight 2\nrows\n{row}{row}columns\n{columns}");
    let puzzle = folder.file("long.non", text);
    let mut command = nonogram();
    let done = command.arg("encode").arg(&puzzle).assert().code(0);
    done.stderr(contains("long.non: the board takes 7").and(contains("minutes on the wire")));
}

#[test]
fn settings_keep_byte_order_mark_and_line_ends() {
    let folder = Folder::new();
    let path = folder.file("config.toml", "\u{feff}# mine\r\non = \"sim\"\r\n");
    let mut command = nonogram();
    command
        .args(["config", "set", "baud", "115200"])
        .env("NONOGRAM_CONFIG", &path);
    command.assert().code(0);
    let text = std::fs::read_to_string(&path).unwrap();
    assert_eq!(text, "\u{feff}# mine\r\non = \"sim\"\r\nbaud = 115200\r\n");
}

/// A link to a missing file stays a link, and the file is created.
#[cfg(unix)]
#[test]
fn outputs_and_settings_follow_dangling_links() {
    let folder = Folder::new();
    folder.file("puzzle.non", SOLVABLE);
    for (link, file) in [("out.txt", "picture.txt"), ("config.toml", "mine.toml")] {
        std::os::unix::fs::symlink(file, folder.path(link)).unwrap();
    }
    for arguments in [
        &["render", "puzzle.non", "--output", "out.txt"][..],
        &["config", "set", "on", "software"],
    ] {
        let mut command = nonogram();
        command.args(arguments).current_dir(folder.path(""));
        command.env("NONOGRAM_CONFIG", "config.toml");
        command.assert().code(0);
    }
    for (link, file, text) in [
        ("out.txt", "picture.txt", PICTURE),
        ("config.toml", "mine.toml", "on = \"software\"\n"),
    ] {
        assert!(folder.path(link).is_symlink(), "{link}");
        assert_eq!(std::fs::read_to_string(folder.path(file)).unwrap(), text);
    }
}
