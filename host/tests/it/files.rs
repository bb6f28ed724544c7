//! Files on the command line: those of other programs, options that resolve ambiguities, outputs, large boards, and settings.

use crate::common;

use std::process::Stdio;

use common::fake::FakeDevice;
use common::{Folder, PICTURE, SOLVABLE, repository, stderr_of};
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;

/// The picture of the fish, the drawing in `puzzles/cases/field`, as a column of a table.
const FISH: &str = "=--###--#/-#####-#/########/-#####-#/--#-#---/";

/// The files of other programs.
fn field() -> String {
    let field = repository("puzzles/cases/field");
    field.to_str().expect("UTF-8").to_owned()
}

#[test]
fn files_of_other_programs_are_solved() {
    let (field, folder) = (field(), Folder::new());
    for file in [
        "copied-spaces.txt",
        "sizeless-tabs.txt --columns-first",
        "margins.csv",
        "plain.json",
        "lists.dzn",
        "save.sgt",
        "latin1.xml",
    ] {
        folder.rows(&format!("solve --on software {field}/{file} | 0 | {FISH}"));
    }
    let validate = folder.run(&format!("validate --json {field}/several.jsonl"));
    let unique = contains("\"unique\"").count(3);
    validate.code(0).stdout(unique);
}

#[test]
fn pictures_of_the_fish_are_read() {
    let (field, folder) = (field(), Folder::new());
    for file in [
        "paper-240.png",
        "drawing.gif",
        "drawing.webp",
        "scan.jpg --size 5x8",
        "dark-mode.png --invert",
    ] {
        folder.rows(&format!("convert --to text {field}/{file} | 0 | {FISH}"));
    }
    folder.rows(&format!("convert --to text {field}/white.png | 2 | | without any filled cell"));
}

#[test]
fn notes_go_to_stderr_unless_quiet() {
    let (field, folder) = (field(), Folder::new());
    folder.rows(&format!(
        r#"
        solve --on software {field}/copied-spaces.txt         | 0 | | no headings: the rows are read first (5 clues)
        --quiet solve --on software {field}/copied-spaces.txt | 0 | | ""
        -v solve --on software {field}/several.jsonl          | 0 | | "id" has no meaning
        "#
    ));
    let solved = folder.run(&format!("solve --on software {field}/several.jsonl"));
    solved.stderr(contains("\"id\"").not());
}

#[test]
fn options_for_lists_of_clues_are_refused_for_other_formats() {
    Folder::of_puzzles().rows(
        "solve --on software --columns-first solvable.non | 2 | | --columns-first has no effect",
    );
}

/// A partial grid can use symbols other than `#`, `-` and `?`.
#[test]
fn a_grid_may_have_other_symbols() {
    let folder = Folder::of_puzzles();
    folder.file("digits", "1?1\n111\n010\n");
    folder.file("letters", "aba\na?a\nbab\n");
    folder.rows(
        "check --grid digits solvable.non              | 0
         check --filled a --grid letters solvable.non  | 0",
    );
}

#[test]
fn a_dash_is_stdout_everywhere() {
    let folder = Folder::new();
    folder.file("puzzle.non", SOLVABLE);
    folder.rows(
        r#"
        solve --on software --output - puzzle.non          | 0 | =#-#/###/-#-/
        solve --on software --to xbm --output - puzzle.non | 0 | #define
        render --output - puzzle.non                       | 0 | =#-#/###/-#-/
        render --to svg puzzle.non                         | 0 | <svg
        convert --to json --output - puzzle.non            | 0 | {"rows"
        generate --size 3x3 --seed 1 --output -            | 0 | width 3
        verilog --output -                                 | 0 | module
        encode --as hex --output - puzzle.non              | 0 | e0
        sim --core classic --vcd - puzzle.non              | 0 | $
        "#,
    );
    assert_eq!(folder.names(), ["puzzle.non"]);
}

#[test]
fn several_puzzles_to_one_file_are_refused_before_anything_is_written() {
    let folder = Folder::new();
    folder.file("two.nonpack", format!("{SOLVABLE}====\n{SOLVABLE}"));
    folder.file("one.non", SOLVABLE);
    for inputs in ["two.nonpack", "one.non two.nonpack"] {
        for subcommand in ["solve --on software", "render"] {
            let refused = folder.run(&format!("{subcommand} {inputs} --output out.txt"));
            let said = stderr_of(&refused.code(2));
            assert_eq!(said.lines().count(), 1, "{said}");
            assert!(said.contains("expected %d in --output"), "{said}");
        }
    }
    assert_eq!(folder.names(), ["one.non", "two.nonpack"]);
    folder.rows("render two.nonpack --output out-%03d.txt | 0");
    assert_eq!(folder.names(), ["one.non", "out-001.txt", "out-002.txt", "two.nonpack"]);
}

#[cfg(target_os = "linux")]
#[test]
fn help_reports_a_full_disk() {
    for arguments in [&["--help"][..], &["--version"], &["solve", "--help"]] {
        let full = std::fs::File::options().write(true).open("/dev/full");
        let program = assert_cmd::cargo::cargo_bin("nonogram");
        let mut command = std::process::Command::new(program);
        command.args(arguments).stdout(full.unwrap());
        let done = command.stderr(Stdio::piped()).output().unwrap();
        assert_eq!(done.status.code(), Some(1), "{arguments:?}");
        assert!(String::from_utf8_lossy(&done.stderr).contains("cannot write to stdout"));
    }
}

#[cfg(unix)]
#[test]
fn names_may_hold_any_bytes_and_messages_escape_them() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::of_puzzles();
    let name = OsStr::from_bytes(b"\xff-%d.txt");
    let mut render = folder.command("render solvable.non --output");
    render.arg(name).assert().code(0);
    let written = OsStr::from_bytes(b"\xff-1.txt");
    assert!(folder.path("").join(written).exists());
    let missing = folder.run("solve --on software a\u{1b}[31mb.non");
    let escaped = contains("\\u{1b}[31m").and(contains("\u{1b}").not());
    missing.code(2).stderr(escaped);
}

#[test]
fn mistyped_back_end_is_refused_with_the_list() {
    Folder::of_puzzles().rows("solve --on prot solvable.non | 2 | | expected sim, software, port");
}

/// The board takes about 19 GB, which would take minutes to write.
#[test]
fn a_board_of_gigabytes_is_not_written_without_force() {
    let folder = Folder::new();
    let row = "1,1,1,1,1,1,1,1\n";
    let blank = "0\n".repeat(48);
    let text = format!("width 48\nheight 2\nrows\n{row}{row}columns\n{blank}");
    folder.file("wide.non", text);
    folder.rows(
        r#"
        encode wide.non             | 2 | "" | on the wire at 9600 baud & --force
        encode --core clue wide.non | 0
        "#,
    );
}

/// With `--no-check` the host does not request the identity, so the limits of the device are unknown.
#[test]
fn a_board_of_gigabytes_is_not_sent_without_force() {
    let folder = Folder::new();
    let row = "1,1,1,1,1,1,1,1\n";
    // The columns get as many filled cells as the rows, so that the sums agree.
    let columns = "2\n".repeat(8) + &"0\n".repeat(40);
    let text = format!("width 48\nheight 2\nrows\n{row}{row}columns\n{columns}");
    folder.file("wide.non", text);
    let board = FakeDevice::published(|_| Vec::new());
    folder.rows(&format!(
        r#"solve --no-check --on {} wide.non | 2 | "" | on the wire at 9600 baud & or use --force"#,
        board.port
    ));
    assert!(board.boards.try_recv().is_err());
}

#[test]
fn a_board_that_takes_long_is_announced() {
    let folder = Folder::new();
    let row = "1,1,1,1,1\n";
    let columns = "0\n".repeat(22);
    let text = format!("width 22\nheight 2\nrows\n{row}{row}columns\n{columns}");
    folder.file("long.non", text);
    let done = folder.run("encode long.non").code(0);
    done.stderr(contains("long.non: the board takes 7").and(contains("minutes on the wire")));
}

#[test]
fn settings_keep_byte_order_mark_and_line_ends() {
    let folder = Folder::new();
    folder.file("config.toml", "\u{feff}# mine\r\non = \"sim\"\r\n");
    folder.rows("config set baud 115200 | 0");
    let text = "\u{feff}# mine\r\non = \"sim\"\r\nbaud = 115200\r\n";
    assert_eq!(folder.read("config.toml"), text);
}

/// A link to a missing file stays a link, and the file is created.
#[cfg(unix)]
#[test]
fn outputs_and_settings_follow_dangling_links() {
    let folder = Folder::of_puzzles();
    let links =
        [("out.txt", "picture.txt", PICTURE), ("config.toml", "mine.toml", "on = \"software\"\n")];
    for (link, file, _) in links {
        std::os::unix::fs::symlink(file, folder.path(link)).unwrap();
    }
    folder.rows(
        "render solvable.non --output out.txt | 0
         config set on software               | 0",
    );
    for (link, file, text) in links {
        assert!(folder.path(link).is_symlink(), "{link}");
        assert_eq!(folder.read(file), text);
    }
}
