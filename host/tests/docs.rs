//! The documentation holds: its links lead somewhere, its lines are short, and its commands run as they are typed.

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use common::{Folder, repository};

/// The longest line outside of tables, in characters.
const LONGEST: usize = 140;
/// What commands have in them that need a board, a program that runs on, a minute of tools, or a shell's variables.
const ELSEWHERE: [&str; 10] = [
    "/dev/",
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

/// All pages, by path.
fn pages() -> Vec<(PathBuf, String)> {
    let folder = |path: &str| -> Vec<PathBuf> {
        let entries = fs::read_dir(repository(path)).expect("a folder");
        entries
            .map(|entry| entry.expect("an entry").path())
            .collect()
    };
    let folders = [
        ".",
        "docs/guide",
        "docs/reference",
        "docs/reports",
        "puzzles",
    ];
    let mut pages: Vec<PathBuf> = folders.into_iter().flat_map(folder).collect();
    pages.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    assert!(pages.len() > 15, "{pages:?}");
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("a page");
        (path, text)
    };
    pages.into_iter().map(read).collect()
}

/// A heading as the fragment of a link to it.
fn fragment(heading: &str) -> String {
    heading
        .trim()
        .to_lowercase()
        .chars()
        .filter_map(|letter| match letter {
            ' ' | '-' => Some('-'),
            '_' => Some('_'),
            _ if letter.is_alphanumeric() => Some(letter),
            _ => None,
        })
        .collect()
}

fn has_heading(page: &Path, wanted: &str) -> bool {
    let text = fs::read_to_string(page).expect("a page");
    let headings = text.lines().filter_map(|line| line.strip_prefix('#'));
    headings
        .map(|line| fragment(line.trim_start_matches('#')))
        .any(|name| name == wanted)
}

#[test]
fn relative_links_lead_somewhere() {
    let mut checked = 0;
    for (page, text) in pages() {
        for (_, rest) in text
            .match_indices("](")
            .map(|(at, _)| text.split_at(at + 2))
        {
            let link = rest.split([')', ' ']).next().expect("a word");
            if link.contains("://") || link.starts_with("mailto:") {
                continue;
            }
            let (path, heading) = link.split_once('#').unwrap_or((link, ""));
            let target = match path {
                "" => page.clone(),
                path => page.parent().expect("a folder").join(path),
            };
            assert!(target.exists(), "{}: no {link}", page.display());
            let is_there = heading.is_empty() || has_heading(&target, heading);
            assert!(is_there, "{}: no heading {link}", page.display());
            checked += 1;
        }
    }
    assert!(checked > 60, "{checked} links");
}

#[test]
fn lines_are_short() {
    for (page, text) in pages() {
        for (number, line) in text.lines().enumerate() {
            let is_table = line.trim_start().starts_with('|');
            let length = line.chars().count();
            assert!(
                is_table || length <= LONGEST,
                "{}:{}: {length} characters",
                page.display(),
                number + 1
            );
        }
    }
}

/// The words of the pages' lines that are commands of ours, without their comments.
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
fn commands_run_as_they_are_typed() {
    let folder = Folder::new();
    let here = folder.path(".");
    std::os::unix::fs::symlink(
        repository("puzzles").canonicalize().expect("a folder"),
        here.join("puzzles"),
    )
    .expect("a link");
    fs::copy(
        repository("puzzles/library/08/over-easy.non"),
        here.join("puzzle.non"),
    )
    .expect("a puzzle");
    fs::write(
        here.join("puzzles.jsonl"),
        "{\"rows\":[[1]],\"columns\":[[1]]}\n",
    )
    .expect("a free disk");
    let commands = commands();
    assert!(commands.len() > 10, "{commands:?}");
    for (name, words) in commands {
        // A redirection is the shell's.
        let end = words
            .iter()
            .position(|word| word == ">")
            .unwrap_or(words.len());
        let output = Command::new(env!("CARGO_BIN_EXE_nonogram"))
            .args(&words[..end])
            .current_dir(&here)
            .output()
            .expect("the command");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{name}: {said}");
    }
}
