//! The documentation: its commands run as written, and its tables and names agree with the repository. `scripts/docs` checks links, paths
//! and the length of lines.
//!
//! The book that `scripts/book` collects: its summary lists every page once, and each relative link of a page has a target.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::{Folder, repository};

/// Parts of commands that the test does not run, because they need a board, keep running, take minutes, or use a feature of the shell.
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

/// The Markdown files at the top of the repository, in `docs/guide`, `docs/reference`, `docs/reports` and `puzzles`, with their paths.
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
    fs::copy(
        repository("puzzles/library/08/over-easy.non"),
        here.join("puzzle.non"),
    )
    .expect("a puzzle");
    fs::write(
        here.join("puzzles.jsonl"),
        "{\"rows\":[[1]],\"columns\":[[1]]}\n",
    )
    .expect("free disk space");
    let commands = commands();
    assert!(commands.len() > 10, "{commands:?}");
    for (name, words) in commands {
        // A redirection is left out, because the test does not use a shell.
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

/// The ports of a block in its source: name, direction and width, without the clock.
fn ports(source: &str, block: &str) -> Vec<[String; 3]> {
    let (_, body) = source
        .split_once(&format!("pub struct {block}"))
        .expect("a block");
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
        let (source, rest) = rest
            .trim_start()
            .strip_prefix("Source: `")?
            .split_once('`')?;
        let (_, rest) = rest.split_once("| signal | direction | width | meaning |\n")?;
        let rows = rest
            .lines()
            .skip(1)
            .take_while(|line| line.starts_with('|'));
        let row = |line: &str| {
            let mut cells = line
                .split(" | ")
                .map(|cell| cell.trim_matches(['|', ' ', '`']));
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
    assert!(
        said.contains(&format!("seeded.md:3:{phrase}   [style: per]")),
        "{said}"
    );
}

/// The start of a board's rows in the tables of resources, in which all of AMD's parts share their rows.
fn in_resources(name: &str, flow: &str) -> String {
    match flow {
        "vivado" => "| AMD 7 series |".to_owned(),
        _ => format!("| `{name}` |"),
    }
}

#[test]
fn every_design_of_every_board_is_measured_or_listed() {
    let page = fs::read_to_string(repository("docs/reports/resources.md")).expect("a page");
    let mut builds = 0;
    for entry in fs::read_dir(repository("constraints")).expect("a folder") {
        let folder = entry.expect("an entry").path();
        let Ok(text) = fs::read_to_string(folder.join("board.toml")) else {
            continue;
        };
        let board: toml::Table = text.parse().expect("a board");
        let name = folder.file_name().expect("a name").to_string_lossy();
        let row = in_resources(&name, board["flow"].as_str().expect("a flow"));
        for build in board["designs"].as_array().expect("designs") {
            let quoted = format!("`{}`", build.as_str().expect("a name"));
            let rows = page.lines().filter(|line| line.starts_with(&row));
            let count = rows.filter(|line| line.contains(&quoted)).count();
            assert!(count > 0, "{name}, {build:?}: no row");
            builds += 1;
        }
    }
    assert!(builds > 60, "{builds} builds");
}

/// All Rust source in a folder and its subfolders, as one text.
fn rust_below(folder: &Path) -> String {
    let mut text = String::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            text += &rust_below(&path);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            text += &fs::read_to_string(&path).expect("a file");
        }
    }
    text
}

#[test]
fn tests_that_pages_name_exist() {
    let folders = ["protocol", "puzzles", "solver", "hdl", "sim", "host", "web"];
    let below = |folder: &str| {
        let parts = ["src", "tests"].map(|part| repository(folder).join(part));
        let parts = parts.iter().filter(|part| part.exists());
        parts.map(|part| rust_below(part)).collect::<String>()
    };
    let source: String = folders.into_iter().map(below).collect();
    let mut named = 0;
    for (page, text) in pages() {
        for word in text.split('`').skip(1).step_by(2) {
            let is_name = word
                .chars()
                .all(|letter| letter.is_ascii_lowercase() || letter == '_');
            if is_name && word.matches('_').count() > 3 {
                let test = format!("fn {word}(");
                assert!(source.contains(&test), "{}: no {word}", page.display());
                named += 1;
            }
        }
    }
    assert!(named > 1, "{named} tests");
}

#[test]
fn tutorial_counts_and_names_modules_of_the_emitted_verilog() {
    let read = |name: &str| fs::read_to_string(repository(name)).expect("a file");
    let verilog = read("hdl/verilog/classic11.sv");
    let tutorial = read("docs/guide/tutorial.md");
    let modules = verilog.lines().filter(|line| line.starts_with("module "));
    let count = format!("{} modules", modules.count());
    assert!(tutorial.contains(&count), "tutorial.md: no {count:?}");
    let mut named = 0;
    for word in tutorial.split('`').skip(1).step_by(2) {
        if word.starts_with("nonogram_classic11_") {
            assert!(verilog.contains(&format!("module {word}(")), "no {word}");
            named += 1;
        }
    }
    assert!(named > 0, "no module is named");
}

#[test]
fn changelog_has_the_version() {
    let changelog = fs::read_to_string(repository("CHANGELOG.md")).expect("a changelog");
    let heading = format!("## {} – 20", env!("CARGO_PKG_VERSION"));
    assert!(changelog.contains(&heading), "no {heading:?}");
}

/// The targets of a page's Markdown links, without web addresses and without fragments.
fn links(text: &str) -> Vec<&str> {
    let after = text.split("](").skip(1);
    after
        .filter_map(|rest| rest.split([')', '#', ' ']).next())
        .filter(|link| !link.is_empty() && !link.contains("://"))
        .collect()
}

#[test]
fn every_page_is_in_the_book_and_every_link_has_a_target() {
    let folder = Folder::new();
    let source = folder.path("source");
    let status = Command::new(repository("scripts/book"))
        .arg("sources")
        .arg(&source)
        .status()
        .expect("the script runs");
    assert!(status.success());

    let read = |name: &str| fs::read_to_string(source.join(name)).expect("a page");
    let summary = read("SUMMARY.md");
    let listed = links(&summary);
    let shelf = |name: &str| -> Vec<String> {
        let entries = fs::read_dir(repository("docs").join(name)).expect("a folder");
        entries
            .map(|entry| entry.expect("an entry").file_name())
            .map(|file| format!("{name}/{}", file.to_string_lossy()))
            .filter(|page| page.ends_with(".md"))
            .collect()
    };
    let mut pages: Vec<String> = ["guide", "reference", "reports"]
        .into_iter()
        .flat_map(shelf)
        .collect();
    pages.extend(
        [
            "introduction.md",
            "architecture.md",
            "contributing.md",
            "changelog.md",
        ]
        .map(String::from),
    );
    for page in &pages {
        let times = listed.iter().filter(|listed| *listed == page).count();
        assert_eq!(times, 1, "{page} in SUMMARY.md");
    }
    assert_eq!(listed.len(), pages.len(), "{listed:?}");

    let mut followed = 0;
    for page in &pages {
        for link in links(&read(page)) {
            let folder = source.join(page);
            let target = folder.parent().expect("a folder").join(link);
            assert!(target.exists(), "{page}: {link}");
            followed += 1;
        }
    }
    assert!(followed > 60, "{followed} links");
}
