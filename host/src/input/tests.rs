//! Tests of the input: the size limit, stdin, protected files, and the numbers of puzzles.

use super::stream::read_at_most;
use super::*;
use nonogram_puzzles::Grid;

fn input(files: &[&Path]) -> Input {
    Input {
        files: files.iter().map(|file| file.to_path_buf()).collect(),
        format: None,
        reading: Reading::default(),
    }
}

#[test]
fn file_of_the_largest_size_is_read_and_a_larger_one_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("three");
    std::fs::write(&path, "abc").unwrap();
    assert_eq!(read_at_most(&path, 3, "letters").unwrap(), b"abc");
    assert_eq!(
        read_at_most(&path, 2, "letters").unwrap_err().exit(),
        Exit::Usage
    );
    assert_eq!(read_whole(&path, "letters").unwrap(), b"abc");
}

#[test]
fn stdin_is_refused_for_the_grid_if_it_holds_the_puzzles() {
    let (stdin, file) = (Path::new("-"), Path::new("puzzle.non"));
    assert!(input(&[file, stdin]).goes_with(Some(stdin)).is_err());
    input(&[file, stdin]).goes_with(Some(file)).unwrap();
    input(&[file]).goes_with(Some(stdin)).unwrap();
    input(&[stdin]).goes_with(None).unwrap();
}

#[test]
fn stdin_named_twice_is_refused() {
    let (stdin, file) = (Path::new("-"), Path::new("puzzle.non"));
    for files in [&[file][..], &[stdin], &[stdin, file]] {
        input(files).stdin_once().unwrap();
    }
    for files in [&[stdin, stdin][..], &[stdin, stdin, stdin]] {
        let run = input(files).for_each(|_| panic!("a puzzle was read"));
        assert_eq!(run.unwrap_err().exit(), Exit::Usage);
    }
}

#[test]
fn output_that_is_an_input_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let [puzzle, output] = ["in.non", "out.non"].map(|name| folder.path().join(name));
    std::fs::write(&puzzle, "").unwrap();
    std::fs::write(&output, "").unwrap();
    let files = input(&[&puzzle]);
    files.spare(None).unwrap();
    files.spare(Some(&output)).unwrap();
    assert_eq!(files.spare(Some(&puzzle)).unwrap_err().exit(), Exit::Usage);
}

#[test]
fn grid_file_that_was_read_is_protected() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("grid");
    std::fs::write(&path, "#?\n").unwrap();
    let puzzle = Puzzle::from_grid(&Grid::from_fn(1, 2, |_, column| column == 0));
    let grid = GridFile::new(&path, None).read(&puzzle).unwrap();
    assert_eq!(grid.to_lines(), ["#?"]);
    assert!(overwrite::check(&path).is_err());
}

#[test]
fn puzzles_of_a_bundle_are_numbered() {
    let folder = tempfile::tempdir().unwrap();
    let one = "width 1\nheight 1\nrows\n1\ncolumns\n1\n";
    let [single, bundle] = [
        ("one.non", one.to_owned()),
        ("two.non", format!("{one}====\n{one}")),
    ]
    .map(|(name, text)| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path
    });
    let mut numbers = Vec::new();
    let all = input(&[&single, &bundle]).for_each(|source| {
        numbers.push(source.number);
        Ok(Exit::Solved)
    });
    assert_eq!(all.unwrap(), Exit::Solved);
    assert_eq!(numbers, [None, Some(1), Some(2)]);
}
