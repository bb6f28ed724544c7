//! Boards are part of the program, and so are the page and the commit that it was built from, where they are known.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=constraints");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=NONOGRAM_COMMIT");
    page();
    let given = std::env::var("NONOGRAM_COMMIT").ok();
    let commit = given.or_else(git).or_else(packaged);
    // Enough of it to be the only one.
    let commit: String = commit.unwrap_or_default().chars().take(10).collect();
    println!("cargo::rustc-env=NONOGRAM_COMMIT={}", commit.trim());
}

/// Writes a table of the page's files, name and content; an empty one where `make page` has not been run.
fn page() {
    const FOLDER: &str = "../web/dist";
    let root = Path::new(&std::env::var_os("CARGO_MANIFEST_DIR").unwrap()).join(FOLDER);
    // Not in a package of this crate; cargo takes what is missing for changed.
    if root.exists() {
        println!("cargo::rerun-if-changed={FOLDER}");
    }
    let files = std::fs::read_dir(root).into_iter().flatten().flatten();
    let is_hidden = |name: &std::ffi::OsStr| name.to_string_lossy().starts_with('.');
    let mut rows: Vec<String> = files
        .filter(|file| !is_hidden(&file.file_name()))
        .map(|file| {
            format!(
                "({:?}, include_bytes!({:?})),",
                file.file_name(),
                file.path()
            )
        })
        .collect();
    rows.sort();
    let table = format!("&[{}]", rows.concat());
    let place = Path::new(&std::env::var_os("OUT_DIR").unwrap()).join("page.rs");
    std::fs::write(place, table).expect("cargo's folder for output can be written");
}

/// The commit of the repository that this file belongs to; a package may lie in somebody else's.
fn git() -> Option<String> {
    let git = |arguments: &[&str]| {
        let output = Command::new("git").args(arguments).output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        output.status.success().then(|| text.trim().to_owned())
    };
    git(&["ls-files", "--error-unmatch", "build.rs"])?;
    // Written whenever the commit changes.
    let log = git(&["rev-parse", "--git-path", "logs/HEAD"])?;
    if Path::new(&log).exists() {
        println!("cargo::rerun-if-changed={log}");
    }
    git(&["rev-parse", "HEAD"])
}

/// The commit that `cargo package` notes in a package.
fn packaged() -> Option<String> {
    let info = std::fs::read_to_string(".cargo_vcs_info.json").ok()?;
    let (_, commit) = info.split_once("\"sha1\": \"")?;
    let (commit, _) = commit.split_once('"')?;
    Some(commit.to_owned())
}
