//! Files on the command line: those of other programs, options that resolve ambiguities, outputs, large boards, and settings.

use crate::common;

use std::process::Stdio;

use common::fake::FakeBoard;
use common::{Folder, PICTURE, SOLVABLE, command, repository, run, run_in, stderr_of, stdout_of};
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
        run!(&SOFTWARE, &options, field.join(file))
            .code(0)
            .stdout(FISH);
    }
    run!("validate --json", field.join("several.jsonl"))
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
        run!("convert --to text", &options, field.join(file))
            .code(0)
            .stdout(FISH);
    }
    run!("convert --to text", field.join("white.png"))
        .code(2)
        .stderr(contains("without any filled cell"));
}

#[test]
fn notes_go_to_stderr_unless_quiet() {
    let file = repository("puzzles/cases/field/copied-spaces.txt");
    let note = contains("no headings: the rows are read first (5 clues)");
    run!(&SOFTWARE, &file).stderr(note);
    run!("--quiet", &SOFTWARE, &file).stderr(is_empty());
    let json = repository("puzzles/cases/field/several.jsonl");
    run!(&SOFTWARE, &json).stderr(contains("\"id\"").not());
    run!("-v", &SOFTWARE, &json).stderr(contains("\"id\" has no meaning"));
}

#[test]
fn options_for_lists_of_clues_are_refused_for_other_formats() {
    let folder = Folder::new();
    let puzzle = folder.file("puzzle.non", SOLVABLE);
    run!(&SOFTWARE, "--columns-first", &puzzle)
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
        run!("check", &options, "--grid", &grid, &puzzle).code(0);
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
        let done = run_in!(folder, &arguments).code(0);
        let stdout = stdout_of(&done);
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
            let refused = run_in!(folder, &subcommand, &inputs, "--output out.txt").code(2);
            let stderr = stderr_of(&refused);
            assert_eq!(stderr.lines().count(), 1, "{stderr}");
            assert!(stderr.contains("expected %d in --output"), "{stderr}");
        }
    }
    assert_eq!(folder.names(), ["one.non", "two.nonpack"]);
    run_in!(folder, "render two.nonpack --output out-%03d.txt").code(0);
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
    run_in!(folder, "render puzzle.non --output", [name]).code(0);
    assert!(
        folder
            .path("")
            .join(OsStr::from_bytes(b"\xff-1.txt"))
            .exists()
    );
    run!(&SOFTWARE, "a\u{1b}[31mb.non")
        .code(2)
        .stderr(contains("\\u{1b}[31m").and(contains("\u{1b}").not()));
}

#[test]
fn mistyped_back_end_is_refused_with_the_list() {
    let folder = Folder::new();
    let puzzle = folder.file("puzzle.non", SOLVABLE);
    run!("solve --on prot", &puzzle)
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
    run!("encode", &puzzle)
        .code(2)
        .stdout(is_empty())
        .stderr(contains("on the wire at 9600 baud").and(contains("--force")));
    run!("encode --core clue", &puzzle).code(0);
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
    let refused = run!("solve --no-check --on", &board.port, &puzzle)
        .code(2)
        .stdout(is_empty());
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
    let done = run!("encode", &puzzle).code(0);
    done.stderr(contains("long.non: the board takes 7").and(contains("minutes on the wire")));
}

#[test]
fn settings_keep_byte_order_mark_and_line_ends() {
    let folder = Folder::new();
    let path = folder.file("config.toml", "\u{feff}# mine\r\non = \"sim\"\r\n");
    command!("config set baud 115200")
        .env("NONOGRAM_CONFIG", &path)
        .assert()
        .code(0);
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
        command!(&arguments)
            .current_dir(folder.path(""))
            .env("NONOGRAM_CONFIG", "config.toml")
            .assert()
            .code(0);
    }
    for (link, file, text) in [
        ("out.txt", "picture.txt", PICTURE),
        ("config.toml", "mine.toml", "on = \"software\"\n"),
    ] {
        assert!(folder.path(link).is_symlink(), "{link}");
        assert_eq!(std::fs::read_to_string(folder.path(file)).unwrap(), text);
    }
}
