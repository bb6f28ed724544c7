//! Passes the commit of the source to the compiler, in the variable `NONOGRAM_COMMIT`.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=constraints");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=NONOGRAM_COMMIT");
    if std::env::var_os("CARGO_FEATURE_PAGE").is_some() {
        println!("cargo::rerun-if-changed=../web/dist");
    }
    let given = std::env::var("NONOGRAM_COMMIT").ok();
    let commit = given.or_else(git).or_else(packaged);
    // The first ten digits of the hash identify a commit.
    let commit: String = commit.unwrap_or_default().chars().take(10).collect();
    println!("cargo::rustc-env=NONOGRAM_COMMIT={}", commit.trim());
}

/// The commit of this file's repository. `None` if git does not track the file, as in a package unpacked inside another repository, or if
/// git cannot be run.
fn git() -> Option<String> {
    let git = |arguments: &[&str]| {
        let output = Command::new("git").args(arguments).output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        output.status.success().then(|| text.trim().to_owned())
    };
    git(&["ls-files", "--error-unmatch", "build.rs"])?;
    // Git appends a line to `logs/HEAD` whenever the commit changes.
    let log = git(&["rev-parse", "--git-path", "logs/HEAD"])?;
    if Path::new(&log).exists() {
        println!("cargo::rerun-if-changed={log}");
    }
    git(&["rev-parse", "HEAD"])
}

/// The commit that `cargo package` records in a package; `None` outside a package.
fn packaged() -> Option<String> {
    let info = std::fs::read_to_string(".cargo_vcs_info.json").ok()?;
    let (_, commit) = info.split_once("\"sha1\": \"")?;
    let (commit, _) = commit.split_once('"')?;
    Some(commit.to_owned())
}
