//! Damaged files are read or refused without a panic; `make mutated-files` tries many more.

use crate::common::mutants;

#[test]
fn damaged_files_are_read_or_refused() {
    let seeds = mutants::seeds();
    assert!(seeds.len() > 45, "{}", seeds.len());
    for number in 0..500 {
        mutants::read_all(&mutants::mutant(&seeds, number));
    }
}
