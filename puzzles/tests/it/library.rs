//! Tests of the drawings and cases as files: drawings are complete and unique and have the sizes and colours that their folder states;
//! cases have agreeing or differing sums as their folder states, or are malformed and refused.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use nonogram_puzzles::formats::non;
use nonogram_puzzles::{Puzzle, library, read_file};

/// Prefix of the folders with coloured drawings.
const COLOURED: &str = "colour-";

/// Each file in a folder and its subfolders, with its only puzzle.
fn puzzles(folder: PathBuf) -> Vec<(PathBuf, Puzzle)> {
    let read = |path: PathBuf| {
        let mut puzzles = read_file(&path, None).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(puzzles.len(), 1, "{}", path.display());
        (path, puzzles.remove(0))
    };
    library::files(folder).unwrap().into_iter().map(read).collect()
}

/// The first folder of `path` below `root`.
fn folder<'a>(path: &'a Path, root: &Path) -> &'a str {
    path.strip_prefix(root).unwrap().components().next().unwrap().as_os_str().to_str().unwrap()
}

#[test]
fn every_drawing_is_complete_unique_and_in_the_folder_of_its_size() {
    let root = library::root();
    let (mut titles, mut clues, mut sides) = (HashSet::new(), HashSet::new(), HashSet::new());
    let (mut coloured, mut search) = (0, 0);
    for (path, puzzle) in puzzles(root.clone()) {
        let place = path.display();
        let words = puzzle.metadata();
        let goal = puzzle.goal().unwrap_or_else(|| panic!("{place}: no goal"));
        assert!(puzzle.is_solved_by(goal), "{place}");
        assert!(words.title.as_ref().is_some_and(|title| !title.is_empty()), "{place}: no title");
        assert_eq!(words.license.as_deref(), Some("CC0-1.0"), "{place}");
        assert_eq!(words.by.as_deref(), Some("nonogram-fpga contributors"), "{place}");
        assert_eq!(fs::read_to_string(&path).unwrap(), non::write(&puzzle), "{place}");
        assert!(titles.insert(words.title.clone()), "{place}");
        assert!(clues.insert((puzzle.rows().to_vec(), puzzle.columns().to_vec())), "{place}");
        // The number in the name of a folder is the smallest size that fits.
        let folder = folder(&path, &root);
        let is_coloured = puzzle.palette().is_coloured();
        assert_eq!(folder.starts_with(COLOURED), is_coloured, "{place}");
        let limit = folder.trim_start_matches(COLOURED).split('-').next().unwrap();
        let (rows, columns) = (puzzle.row_count(), puzzle.column_count());
        let side = rows.max(columns);
        let least = [8, 11, 16, 32, 64].into_iter().find(|&least| side <= least);
        assert_eq!(least, limit.parse().ok(), "{place}: {side} cells");
        // Line logic solves every black-and-white drawing of up to 16 x 16 cells in the library.
        let needs_search = folder.ends_with("-search");
        assert!(side > 16 || is_coloured || !needs_search, "{place}");
        if is_coloured {
            assert!((2..=6).contains(&puzzle.palette().count()), "{place}");
            assert!(rows.min(columns) >= 8 && side <= 32, "{place}");
            sides.insert(side);
            coloured += 1;
            search += usize::from(needs_search);
        }
    }
    assert!(titles.len() >= 100, "{} drawings", titles.len());
    assert!(coloured >= 40, "{coloured} drawings");
    assert!(search * 3 >= coloured, "{search} of {coloured} drawings need search");
    assert!(sides.contains(&8) && sides.contains(&32), "{sides:?}");
}

#[test]
fn sums_differ_only_in_the_folder_for_differing_sums() {
    for kind in ["ambiguous", "contradictory", "contradictory-search", "search", "sums-differ"] {
        let cases = puzzles(library::cases().join(kind));
        assert!(cases.len() >= 3, "{kind}");
        for (path, puzzle) in cases {
            assert_eq!(puzzle.sums_agree(), kind != "sums-differ", "{}", path.display());
        }
    }
}
