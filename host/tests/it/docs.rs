//! The documentation: its commands run as written, and the manual has every subcommand. `scripts/docs` checks links, names and tables.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::{Folder, repository, run, stdout_of};

/// Parts of commands that the test does not run, because they need a board, keep running, take minutes, or use a feature of the shell.
const ELSEWHERE: [&str; 11] = [
    "/dev/",
    "udp://",
    "PORT",
    "flash",
    "virtual-board",
    "serve",
    "bitstream",
    "report",
    "ports",
    "$",
    ">>",
];

/// The Markdown files at the top of the repository, in `docs/guide`, `docs/reference`, `docs/reports` and `puzzles`, with their paths.
fn pages() -> Vec<(PathBuf, String)> {
    let folder = |path: &str| -> Vec<PathBuf> {
        let entries = fs::read_dir(repository(path)).expect("a folder");
        entries.map(|entry| entry.expect("an entry").path()).collect()
    };
    let folders = [".", "docs/guide", "docs/reference", "docs/reports", "puzzles"];
    let mut pages: Vec<PathBuf> = folders.into_iter().flat_map(folder).collect();
    pages.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    assert!(pages.len() > 15, "{pages:?}");
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("a page");
        (path, text)
    };
    pages.into_iter().map(read).collect()
}

/// Every `nonogram` command of the pages that contains none of [`ELSEWHERE`], and its page.
fn commands() -> Vec<(String, String)> {
    let mut commands = Vec::new();
    for (page, text) in pages() {
        let lines = text.lines().map(str::trim);
        for line in lines.filter(|line| line.starts_with("nonogram ")) {
            if !ELSEWHERE.iter().any(|word| line.contains(word)) {
                commands.push((page.display().to_string(), line.to_owned()));
            }
        }
    }
    commands
}

#[test]
fn commands_run_as_written() {
    let folder = Folder::new();
    let here = folder.path(".");
    std::os::unix::fs::symlink(
        repository("puzzles").canonicalize().expect("a folder"),
        here.join("puzzles"),
    )
    .expect("a link");
    fs::copy(repository("puzzles/library/08/over-easy.non"), here.join("puzzle.non"))
        .expect("a puzzle");
    fs::write(here.join("puzzles.jsonl"), "{\"rows\":[[1]],\"columns\":[[1]]}\n")
        .expect("free disk space");
    let commands = commands();
    assert!(commands.len() > 10, "{commands:?}");
    let programs = Path::new(env!("CARGO_BIN_EXE_nonogram")).parent().expect("a folder");
    let rest = std::env::var("PATH").expect("a path of programs");
    for (page, command) in commands {
        let output = Command::new("sh")
            .args(["-c", &command])
            .current_dir(&here)
            .env("PATH", format!("{}:{rest}", programs.display()))
            .output()
            .expect("sh");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{page}: {command}: {said}");
    }
}

/// Every subcommand except `help` has a section in `docs/guide/cli.md`, with an example, and a row in the table of that page.
#[test]
fn the_manual_has_every_subcommand() {
    let manual = std::fs::read_to_string(repository("docs/guide/cli.md")).unwrap();
    let names = subcommands();
    assert!(names.iter().any(|name| name == "solve"));
    for name in names {
        let (_, chapter) = manual.split_once(&format!("\n## {name}\n")).expect(&name);
        let chapter = chapter.split("\n## ").next().unwrap();
        let (example, row) = (format!("nonogram {name}"), format!("| [`{name}`](#{name}) |"));
        assert!(chapter.contains(&example), "{name}: an example");
        assert!(manual.contains(&row), "{name}: the table");
    }
}

/// The names of the subcommands in the help, except `help`.
fn subcommands() -> Vec<String> {
    let help = stdout_of(&run("--help", &[""; 0]).success());
    let (_, commands) = help.split_once("Commands:\n").expect("a list");
    let commands = commands.lines().take_while(|line| !line.is_empty());
    let names = commands.filter_map(|line| line.split_whitespace().next());
    let names = names.filter(|&name| name != "help");
    names.map(str::to_owned).collect()
}
