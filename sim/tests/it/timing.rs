//! docs/reference/timing.md and its picture are up to date with the design (`make timing`).

#[path = "../../examples/timing/main.rs"]
mod example;

use std::fs;
use std::path::Path;

#[test]
fn timing_page_is_up_to_date() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
    let (page, picture) = example::page();
    for (name, text) in [("reference/timing.md", page), ("images/visit.svg", picture)] {
        let there = fs::read_to_string(folder.join(name)).unwrap_or_default();
        assert!(
            there == text,
            "docs/{name} is out of date: run `make timing`"
        );
    }
}
