//! The crates' packages: with the metadata that a registry requires, and with the version of the changelog. `scripts/test-hardware` makes
//! the packages, and `make package` also builds each crate from its package alone.

use crate::common;

use std::process::Command;

use common::repository;
use serde_json::Value;

/// The published crates: name, and cargo's metadata.
fn crates() -> Vec<(String, Value)> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let output = Command::new(cargo)
        .args([
            "metadata",
            "--no-deps",
            "--format-version",
            "1",
            "--offline",
        ])
        .current_dir(repository("."))
        .output()
        .expect("cargo runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    let published = (packages.iter()).filter(|package| package["publish"].is_null());
    published
        .map(|package| {
            let name = package["name"].as_str().expect("a string").to_owned();
            (name, package.clone())
        })
        .collect()
}

#[test]
fn crates_have_the_metadata_of_a_registry() {
    let crates = crates();
    assert_eq!(crates.len(), 8, "{crates:?}");
    for (name, package) in crates {
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
