//! Boards are part of the program, and so is the commit that it was built from, where that is known.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=constraints");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=NONOGRAM_COMMIT");
    let given = std::env::var("NONOGRAM_COMMIT").ok();
    let commit = given.or_else(git).or_else(packaged);
    // Enough of it to be the only one.
    let commit: String = commit.unwrap_or_default().chars().take(10).collect();
    println!("cargo::rustc-env=NONOGRAM_COMMIT={}", commit.trim());
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
