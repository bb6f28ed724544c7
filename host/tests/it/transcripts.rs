//! The transcripts in `tests/cmd`: commands with their output and exit code, as on a terminal.
//!
//! In a block of the kind `console`, a line that starts with `$ ` is a command for `sh`, and `> ` continues it. The lines below it are its
//! output, stdout and stderr as they appear, and `[N]` its exit code unless that is 0. The commands of a page run in order in one folder, which
//! has the puzzles of [`Folder::of_puzzles`] and `puzzles`, the folder of the repository, whose path is in `REPOSITORY`. `INSTA_UPDATE=always` rewrites the pages with the
//! outputs found.

use std::fmt::Write;
use std::process::{Command, Stdio};

use regex::Regex;
use similar::TextDiff;

use crate::common::{Folder, repository};

/// What differs from run to run, or from version to version, and what stands for it.
const VARIABLE: [(&str, &str); 6] = [
    (r#"("(?:elapsed|software)_seconds":)[0-9.e-]+"#, "${1}T"),
    (r"\d+ per second", "N per second"),
    (r"/dev/pts/\d+", "/dev/pts/N"),
    (r"(127\.0\.0\.1|ADDRESS):\d{5}\b", "${1}:N"),
    (r"(?m)^ +\d+\.\d+s  ", "T  "),
    (concat!(r"\b", env!("CARGO_PKG_VERSION"), r"\b( \([0-9a-f]{10}\))?"), "VERSION"),
];

/// The time limit of a command, in seconds, far longer than any takes.
const LIMIT: &str = "300";

/// Runs the commands of a page; returns the page with the outputs found.
fn play(page: &str) -> String {
    let folder = Folder::of_puzzles();
    let repository = repository("").canonicalize().expect("a folder");
    std::os::unix::fs::symlink(repository.join("puzzles"), folder.path("puzzles")).expect("a link");
    let place = folder.path("").canonicalize().expect("a folder");
    let programs = std::path::Path::new(env!("CARGO_BIN_EXE_nonogram")).parent().expect("a folder");
    let rest = std::env::var("PATH").expect("a path of programs");
    let path = format!("{}:{rest}", programs.display());
    let variable =
        VARIABLE.map(|(found, shown)| (Regex::new(found).expect("an expression"), shown));

    let (mut found, mut is_console) = (String::new(), false);
    let mut lines = page.lines().peekable();
    while let Some(line) = lines.next() {
        writeln!(found, "{line}").expect("a text");
        if line.starts_with("```") {
            is_console = line == "```console";
        }
        let Some(first) = line.strip_prefix("$ ").filter(|_| is_console) else { continue };
        let mut script = format!("exec 2>&1\n{first}\n");
        while let Some(line) = lines.next_if(|line| line.starts_with("> ") || *line == ">") {
            writeln!(found, "{line}").expect("a text");
            script += line.get(2..).unwrap_or_default();
            script.push('\n');
        }
        // The recorded output is replaced.
        while lines.next_if(|line| !line.starts_with("$ ") && *line != "```").is_some() {}
        let output = Command::new("timeout")
            .args([LIMIT, "sh", "-c", &script])
            .current_dir(&place)
            .env("PATH", &path)
            .env("REPOSITORY", &repository)
            .env("NONOGRAM_CONFIG", "config.toml")
            .env("LC_ALL", "C.UTF-8")
            .stdin(Stdio::null())
            .output()
            .expect("sh");
        let text = String::from_utf8_lossy(&output.stdout);
        let text = text.replace(&*place.to_string_lossy(), "FOLDER");
        let mut text = text.replace(&*repository.to_string_lossy(), "REPOSITORY");
        for (found, shown) in &variable {
            text = found.replace_all(&text, *shown).into_owned();
        }
        found += &text;
        if !found.ends_with('\n') {
            found.push('\n');
        }
        let code = output.status.code().expect("no signal");
        if code != 0 {
            writeln!(found, "[{code}]").expect("a text");
        }
    }
    found
}

/// Compares the outputs on a page with those found.
fn compare(name: &str) {
    let path = repository("host/tests/cmd").join(name).with_extension("md");
    let page = std::fs::read_to_string(&path).expect("a page");
    let found = play(&page);
    if std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        std::fs::write(path, found).expect("an updated page");
    } else if found != page {
        let difference = TextDiff::from_lines(&page, &found).unified_diff().to_string();
        panic!("{}:\n{difference}", path.display());
    }
}

macro_rules! transcripts {
    ($($name:ident),+ $(,)?) => {
        $(#[test]
        fn $name() {
            compare(stringify!($name));
        })+

        #[test]
        fn every_page_is_compared() {
            let entries = std::fs::read_dir(repository("host/tests/cmd")).expect("a folder");
            let mut names: Vec<_> = entries.map(|entry| entry.expect("an entry").file_name()).collect();
            names.sort();
            assert_eq!(names, [$(concat!(stringify!($name), ".md")),+]);
        }
    };
}

transcripts! {
    batch,
    boards,
    codec,
    colours,
    devices,
    docs,
    files,
    hints,
    links,
    outputs,
    page,
    pictures,
    program,
    release,
    settings,
    software,
    solve,
    streams,
    udp,
    vivado,
}

#[cfg(not(feature = "rust-hdl"))]
#[test]
fn an_engine_that_is_not_built_in_is_refused_with_the_way_to_get_it() {
    Folder::of_puzzles().rows(
        "sim --engine rust-hdl solvable.non      | 2 | | not built into this command & --features rust-hdl
         solve --simulator rust-hdl solvable.non | 2 | | not built into this command & --features rust-hdl",
    );
}
