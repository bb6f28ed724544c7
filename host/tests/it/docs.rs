//! The documentation: its commands run as written, and its tables of signals have the ports of their blocks. `scripts/docs` checks links,
//! names and the other tables.

use std::fs;
use std::path::PathBuf;
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

/// Every `nonogram` command of the pages that contains none of [`ELSEWHERE`]: its page and line, and its arguments without comments.
fn commands() -> Vec<(String, Vec<String>)> {
    let mut commands = Vec::new();
    for (page, text) in pages() {
        let lines = text.lines().map(str::trim);
        for line in lines.filter(|line| line.starts_with("nonogram ")) {
            let command = line.split(" # ").next().unwrap_or(line).trim();
            if !ELSEWHERE.iter().any(|word| command.contains(word)) {
                let words = command.split_whitespace().skip(1).map(String::from);
                commands.push((format!("{}: {line}", page.display()), words.collect()));
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
    for (name, words) in commands {
        // A redirection is left out, because the test does not use a shell.
        let end = words.iter().position(|word| word == ">").unwrap_or(words.len());
        let output = Command::new(env!("CARGO_BIN_EXE_nonogram"))
            .args(&words[..end])
            .current_dir(&here)
            .output()
            .expect("the command");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{name}: {said}");
    }
}

/// The ports of a block in its source: name, direction and width, without the clock.
fn ports(source: &str, block: &str) -> Vec<[String; 3]> {
    let (_, body) = source.split_once(&format!("pub struct {block}")).expect("a block");
    let (body, _) = body.split_once("\n}").expect("its end");
    let signal = |line: &str| {
        let line = line.trim().strip_prefix("pub ")?;
        let (name, rest) = line.split_once(": Signal<")?;
        let (direction, kind) = rest.strip_suffix(">,")?.split_once(", ")?;
        let width = match kind {
            "Clock" => return None,
            "Bit" => "1",
            bits => bits.strip_prefix("Bits<")?.strip_suffix('>')?,
        };
        Some([name.into(), direction.to_lowercase(), width.into()])
    };
    body.lines().filter_map(signal).collect()
}

/// The signal tables of a page: the block that the heading names, its source, and the first three columns of each row.
fn signal_tables(text: &str) -> Vec<(String, String, Vec<[String; 3]>)> {
    let sections = text.split("\n## `").skip(1);
    let table = |section: &str| {
        let (block, rest) = section.split_once("`\n")?;
        let (source, rest) = rest.trim_start().strip_prefix("Source: `")?.split_once('`')?;
        let (_, rest) = rest.split_once("| signal | direction | width | meaning |\n")?;
        let rows = rest.lines().skip(1).take_while(|line| line.starts_with('|'));
        let row = |line: &str| {
            let mut cells = line.split(" | ").map(|cell| cell.trim_matches(['|', ' ', '`']));
            [(); 3].map(|()| cells.next().unwrap_or_default().to_owned())
        };
        Some((block.into(), source.into(), rows.map(row).collect()))
    };
    sections.filter_map(table).collect()
}

#[test]
fn signal_tables_have_the_ports_of_their_blocks() {
    let mut tables = 0;
    for (page, text) in pages() {
        for (block, path, rows) in signal_tables(&text) {
            let source = fs::read_to_string(repository(&path)).expect("the block's source");
            assert_eq!(rows, ports(&source, &block), "{}: {block}", page.display());
            tables += 1;
        }
    }
    assert!(tables > 15, "{tables} tables");
}

#[test]
fn style_finds_a_seeded_phrase() {
    let folder = Folder::new();
    let style = |text: &str| {
        Command::new(repository("scripts/style"))
            .arg(folder.file("seeded.md", text))
            .output()
            .expect("the script runs")
    };
    assert!(style("Four options per cycle.\n").status.success());
    // The phrase is split, because the script also checks this file.
    let phrase = ["Four options a", "clock."].join(" ");
    let found = style(&format!("A heading\n\n{phrase}\n"));
    assert_eq!(found.status.code(), Some(1));
    let said = String::from_utf8_lossy(&found.stdout).into_owned();
    assert!(said.contains(&format!("seeded.md:3:{phrase}   [style: per]")), "{said}");
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
