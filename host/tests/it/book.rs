//! The book that `scripts/book` collects: its summary lists every page once, and each relative link of a page has a target.

use crate::common;

use std::fs;
use std::process::Command;

use common::{Folder, repository};

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
