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
fn every_drawing_has_goal_title_licence_and_author() {
    for (path, puzzle) in puzzles(library::root()) {
        let place = path.display();
        let words = puzzle.metadata();
        let goal = puzzle.goal().unwrap_or_else(|| panic!("{place}: no goal"));
        assert!(puzzle.is_solved_by(goal), "{place}");
        assert!(words.title.as_ref().is_some_and(|title| !title.is_empty()), "{place}: no title");
        assert_eq!(words.license.as_deref(), Some("CC0-1.0"), "{place}");
        assert_eq!(words.by.as_deref(), Some("nonogram-fpga contributors"), "{place}");
        assert_eq!(fs::read_to_string(&path).unwrap(), non::write(&puzzle), "{place}");
    }
}

#[test]
fn number_in_the_name_of_a_folder_is_the_smallest_size_that_fits() {
    let root = library::root();
    for (path, puzzle) in puzzles(root.clone()) {
        let size = folder(&path, &root);
        let coloured = puzzle.palette().is_coloured();
        assert_eq!(size.starts_with(COLOURED), coloured, "{}", path.display());
        let limit = size.trim_start_matches(COLOURED).split('-').next();
        let limit: usize = limit.unwrap().parse().unwrap();
        let side = puzzle.row_count().max(puzzle.column_count());
        let least = [8, 11, 16, 32, 64].into_iter().find(|&least| side <= least);
        assert_eq!(least, Some(limit), "{}: {side} cells", path.display());
        // Line logic solves every black-and-white drawing of up to 16 x 16 cells in the library.
        assert!(side > 16 || coloured || !size.ends_with("-search"), "{}", path.display());
    }
}

#[test]
fn coloured_drawings_have_two_to_six_colours_and_sides_of_8_to_32_cells() {
    let (mut drawings, mut search, mut sides) = (0, 0, HashSet::new());
    let root = library::root();
    for (path, puzzle) in puzzles(root.clone()) {
        if !puzzle.palette().is_coloured() {
            continue;
        }
        let colours = puzzle.palette().count();
        assert!((2..=6).contains(&colours), "{}", path.display());
        let (rows, columns) = (puzzle.row_count(), puzzle.column_count());
        assert!(rows.min(columns) >= 8, "{}", path.display());
        assert!(rows.max(columns) <= 32, "{}", path.display());
        sides.insert(rows.max(columns));
        drawings += 1;
        search += usize::from(folder(&path, &root).ends_with("-search"));
    }
    assert!(drawings >= 40, "{drawings} drawings");
    assert!(search * 3 >= drawings, "{search} of {drawings} drawings need search");
    assert!(sides.contains(&8) && sides.contains(&32), "{sides:?}");
}

#[test]
fn drawings_and_titles_are_unique() {
    let (mut titles, mut clues) = (HashSet::new(), HashSet::new());
    for (path, puzzle) in puzzles(library::root()) {
        assert!(titles.insert(puzzle.metadata().title.clone()), "{}", path.display());
        let lines = (puzzle.rows().to_vec(), puzzle.columns().to_vec());
        assert!(clues.insert(lines), "{}", path.display());
    }
    assert!(titles.len() >= 100, "{} drawings", titles.len());
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
