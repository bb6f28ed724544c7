use super::*;
use crate::formats::{ImageOptions, png as format};

/// The pixels of a sheet, and its width.
fn pixels(bytes: &[u8]) -> (Vec<u8>, usize) {
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes))
        .read_info()
        .unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    (pixels, reader.info().width as usize)
}

fn puzzle() -> (Puzzle, Grid) {
    let rows = [
        "##-##--", "#######", "-##-##-", "-----#-", "-------", "#-----#",
    ];
    let grid = Grid::from_lines(&rows).unwrap();
    (Puzzle::from_grid(&grid), grid)
}

#[test]
fn an_empty_sheet_has_lines() {
    let (puzzle, grid) = puzzle();
    let empty = Grid::new(grid.rows(), grid.columns());
    let (pixels, width) = pixels(&png_sheet(&puzzle, &empty, false));
    assert_eq!(width, 7 * CELL);
    // A line of pixels through the middle of the first row shows thin lines between cells, and a bold line every five cells.
    let row = &pixels[CELL / 2 * width..][..width];
    let lines: Vec<(usize, u8)> = row
        .iter()
        .copied()
        .enumerate()
        .filter(|&(_, level)| level != PAGE)
        .collect();
    let fine = |cell: usize| (cell * CELL, FINE);
    let expected = [
        (0, BOLD),
        fine(1),
        fine(2),
        fine(3),
        fine(4),
        (5 * CELL - 1, BOLD),
        (5 * CELL, BOLD),
        fine(6),
        (7 * CELL - 1, BOLD),
    ];
    assert_eq!(lines, expected);
}

#[test]
fn a_sheet_without_clues_is_read_again() {
    let (puzzle, grid) = puzzle();
    let bytes = png_sheet(&puzzle, &grid, false);
    let again = format::parse(&bytes, "sheet.png", ImageOptions::default()).unwrap();
    assert_eq!(again.goal(), Some(&grid));
}

#[test]
fn clues_stand_above_and_to_the_left() {
    let (puzzle, grid) = puzzle();
    let empty = Grid::new(grid.rows(), grid.columns());
    let (sheet, width) = pixels(&png_sheet(&puzzle, &empty, true));
    // The longest row clue is "2 2", and the longest column clue has two numbers.
    let (left, top) = (MARGIN + 4 * DIGIT, MARGIN + 2 * LINE);
    assert_eq!(
        (width, sheet.len() / width),
        (left + 7 * CELL + MARGIN, top + 6 * CELL + MARGIN)
    );
    let ink = |xs: std::ops::Range<usize>, ys: std::ops::Range<usize>| {
        ys.flat_map(|y| &sheet[y * width..][xs.clone()])
            .filter(|&&level| level == INK)
            .count()
    };
    // The digits of the font: row 7, and column 2 above 1.
    let bits = |digit: char| -> usize {
        FONT[digit as usize]
            .iter()
            .map(|line| line.count_ones() as usize)
            .sum()
    };
    assert_eq!(ink(0..left - 1, top + CELL..top + 2 * CELL), bits('7'));
    let first = left + CELL..left + 2 * CELL;
    let column: Vec<char> = puzzle.columns()[1]
        .iter()
        .map(|n| char::from(b'0' + *n as u8))
        .collect();
    assert_eq!(
        ink(first, 0..top - 1),
        column.into_iter().map(bits).sum::<usize>()
    );
}

/// Snapshot of every pixel: digits, grid lines and cells.
#[test]
fn a_sheet_with_clues() {
    let grid = Grid::from_lines(&["#-#?##", "------", "#####-"]).unwrap();
    let solution = Grid::from_lines(&["#-#-##", "------", "#####-"]).unwrap();
    let (pixels, width) = pixels(&png_sheet(&Puzzle::from_grid(&solution), &grid, true));
    let letter = |&level: &u8| match level {
        PAGE => ' ',
        UNKNOWN => '?',
        FINE => '.',
        BOLD => '+',
        _ => '#',
    };
    let lines = pixels.chunks(width).map(|line| {
        let text: String = line.iter().map(letter).collect();
        text.trim_end().to_owned() + "\n"
    });
    insta::assert_snapshot!(lines.collect::<String>());
}

#[test]
fn small_cells_and_long_clues_are_drawn() {
    let long = Grid::from_lines(&["#".repeat(1000)]).unwrap();
    let puzzle = Puzzle::from_grid(&long);
    let (_, width) = pixels(&png_sheet(&puzzle, &long, false));
    assert_eq!(width, 4 * 1000);
    let (_, width) = pixels(&png_sheet(&puzzle, &long, true));
    assert_eq!(width, 2 * MARGIN + 5 * DIGIT + 1000 * CELL);
}
