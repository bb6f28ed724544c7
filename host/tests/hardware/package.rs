//! The crates' packages: complete, with the metadata that a registry requires, and with the version of the changelog.
//! `make package` also builds each crate from its package alone, which takes minutes.

use crate::common;

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};
use std::process::Command;

use common::repository;
use serde_json::Value;

fn cargo(arguments: &[&str]) -> String {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let output = Command::new(cargo)
        .args(arguments)
        .args(["--offline", "--quiet"])
        .current_dir(repository("."))
        .output()
        .expect("cargo runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {said}");
    String::from_utf8(output.stdout).expect("text")
}

/// The published crates: name, folder, and cargo's metadata.
fn crates() -> Vec<(String, PathBuf, Value)> {
    let text = cargo(&["metadata", "--no-deps", "--format-version", "1"]);
    let metadata: Value = serde_json::from_str(&text).expect("JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    let published = packages
        .iter()
        .filter(|package| package["publish"].is_null());
    published
        .map(|package| {
            let text = |key: &str| package[key].as_str().expect("a string").to_owned();
            let manifest = PathBuf::from(text("manifest_path"));
            let folder = manifest.parent().expect("a folder").to_owned();
            (text("name"), folder, package.clone())
        })
        .collect()
}

/// A relative path without `.` and `..`; `None` if it is absolute or leads out of the folder in which it starts.
fn plain(path: &Path) -> Option<PathBuf> {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::Normal(name) => plain.push(name),
            Component::ParentDir if plain.pop() => {}
            Component::CurDir => {}
            _ => return None,
        }
    }
    Some(plain)
}

/// The attribute that gives the path of a module.
const MODULE: &str = "#[path = ";

/// The paths that a source file includes, relative to its package: those given as string literals to `include_str!` and similar macros, and
/// those of modules with [`MODULE`]. `None` stands for a path outside the package.
fn included(source: &Path, text: &str) -> Vec<Option<PathBuf>> {
    let beside = source.parent().expect("a folder");
    let mut found = Vec::new();
    for mark in [
        "include_str!(",
        "include_bytes!(",
        "include!(",
        "include_dir!(",
        MODULE,
    ] {
        for (at, _) in text.match_indices(mark) {
            let argument = text[at + mark.len()..].trim_start();
            // The value of another macro, or a word in a comment, is not a path.
            let Some(path) = argument
                .strip_prefix('"')
                .and_then(|rest| rest.split('"').next())
                .filter(|path| !path.contains('\n'))
            else {
                continue;
            };
            let path = match path.strip_prefix("$CARGO_MANIFEST_DIR/") {
                Some(path) => plain(Path::new(path)),
                None => plain(&beside.join(path)),
            };
            found.push(path);
        }
    }
    found
}

#[test]
fn packages_are_complete() {
    let (crates, mut checked) = (crates(), 0);
    assert_eq!(crates.len(), 7, "{crates:?}");
    for (name, folder, _) in crates {
        let list = cargo(&["package", "--list", "--allow-dirty", "--package", &name]);
        let files: BTreeSet<PathBuf> = list.lines().map(PathBuf::from).collect();
        assert!(files.contains(Path::new("README.md")), "{name}");
        for file in files
            .iter()
            .filter(|file| file.extension().is_some_and(|it| it == "rs"))
        {
            let text = std::fs::read_to_string(folder.join(file)).expect("a source file");
            for path in included(file, &text) {
                let path = path.unwrap_or_else(|| {
                    panic!("{name}, {}: a path leaves the package", file.display())
                });
                let is_there = files.iter().any(|file| file.starts_with(&path));
                assert!(
                    is_there,
                    "{name}, {}: {} is not in the package",
                    file.display(),
                    path.display()
                );
                checked += 1;
            }
        }
    }
    assert!(checked > 10, "{checked} paths");
}

#[test]
fn paths_out_of_a_package_are_detected() {
    let of = |text| included(Path::new("tests/a.rs"), text);
    assert_eq!(of("include_str!(\"../../x.v\")"), [None]);
    assert_eq!(of("include_str!(\"../x.v\")"), [Some("x.v".into())]);
    assert_eq!(of("include_dir!(\"$CARGO_MANIFEST_DIR/../c\")"), [None]);
    assert_eq!(
        of("include_dir!(\"$CARGO_MANIFEST_DIR/c\")"),
        [Some("c".into())]
    );
    assert_eq!(of("#[path = \"b/c.rs\"]"), [Some("tests/b/c.rs".into())]);
    assert_eq!(of("include!(concat!(env!(\"OUT_DIR\"), \"/x.rs\"))"), []);
}

#[test]
fn crates_have_the_metadata_of_a_registry() {
    for (name, _, package) in crates() {
        for key in ["description", "license", "readme"] {
            assert!(package[key].is_string(), "{name}: {key}");
        }
        for (key, most) in [("keywords", 5), ("categories", 5), ("authors", 5)] {
            let words = package[key].as_array().expect("a list");
            assert!((1..=most).contains(&words.len()), "{name}: {key}");
        }
        assert_eq!(package["version"], env!("CARGO_PKG_VERSION"), "{name}");
    }
    let changelog = std::fs::read_to_string(repository("CHANGELOG.md")).expect("a changelog");
    let heading = format!("## {} – 20", env!("CARGO_PKG_VERSION"));
    assert!(
        changelog.contains(&heading),
        "no {heading:?} in CHANGELOG.md"
    );
}

/// Builds the archives; [`packages_are_complete`] checks their contents.
#[test]
fn cargo_makes_a_package_of_every_crate() {
    let target = tempfile::tempdir().expect("a folder");
    let folder = target.path().to_str().expect("a path in UTF-8");
    cargo(&[
        "package",
        "--workspace",
        "--no-verify",
        "--allow-dirty",
        "--target-dir",
        folder,
    ]);
    for (name, ..) in crates() {
        let archive = format!("package/{name}-{}.crate", env!("CARGO_PKG_VERSION"));
        assert!(target.path().join(&archive).is_file(), "{archive}");
    }
}
