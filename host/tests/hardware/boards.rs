//! Utilisation and Fmax that `nonogram report` measures.

use crate::FLOW_TIMEOUT;
use crate::common::{Folder, nonogram};

/// The table that a successful `nonogram report` prints.
fn table(mut report: assert_cmd::Command) -> String {
    let output = report.timeout(FLOW_TIMEOUT).assert().success();
    String::from_utf8(output.get_output().stdout.clone()).expect("text")
}

/// A figure in the table of `nonogram report`.
fn figure(table: &str, board: &str, build: &str, column: usize) -> f64 {
    let row = table
        .lines()
        .find(|line| line.starts_with(&format!("| {board} | `{build}` |")))
        .unwrap_or_else(|| panic!("{board}, {build}: {table}"));
    let cell = row.split('|').nth(column).expect("a column").trim();
    cell.parse().unwrap_or_else(|_| panic!("{row}"))
}

/// Columns of the table of `nonogram report`: LUTs, and the median of Fmax in MHz.
const LUTS: usize = 3;
const MEDIAN: usize = 7;

/// `nonogram report` succeeds: a build fits a board of the open flow, meets its clock, and is synthesised for AMD's parts.
/// [`super::pins`] and [`super::bitstream`] cover other boards and designs.
#[test]
fn builds_fit_and_meet_their_clocks() {
    let folder = Folder::new();
    let mut report = nonogram();
    report.current_dir(folder.path("."));
    report.args(["report", "--seeds", "1", "--build", "classic11"]);
    report.args(["--board", "alchitry_cu", "--board", "nexys4ddr"]);
    let table = table(report);
    let of = |board, column| figure(&table, board, "classic11", column);
    assert!(of("`alchitry_cu`", LUTS) <= 3400.0, "{table}");
    assert!(of("AMD 7 series", LUTS) <= 4340.0, "{table}");
    assert!(of("`alchitry_cu`", MEDIAN) >= 50.0, "{table}");
}
