//! Tests of sheets as PNG: lines, clues and reading.

use super::*;

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

/// Regression test: grid lines had the colour of the background unless it was white.
#[test]
fn sheet_on_a_coloured_background_has_lines() {
    let (puzzle, grid) = puzzle();
    let palette = Palette::default().with_background(Rgb::new(200, 220, 255));
    let puzzle = puzzle.with_palette(palette).unwrap();
    let blank = Grid::from_fn(grid.rows(), grid.columns(), |_, _| false);
    let bytes = png_sheet(&puzzle, &blank, false);
    let (pixels, width) = pixels(&bytes);
    let row = &pixels[CELL / 2 * width..][..width];
    assert_eq!(
        [row[CELL - 1], row[CELL], row[5 * CELL]],
        [BACKGROUND, FINE, BOLD]
    );
}

#[test]
fn a_sheet_without_clues_can_be_read() {
    let (puzzle, grid) = puzzle();
    let bytes = png_sheet(&puzzle, &grid, false);
    let again = crate::read_from(&bytes[..], "sheet.png", None).unwrap();
    assert_eq!(again[0].goal(), Some(&grid));
}

#[test]
fn clues_are_above_and_to_the_left() {
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
    // The clue of the second row is 7; the clue of the second column is 3.
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
fn sheet_shows_clues_lines_and_cells() {
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
fn cells_of_a_large_sheet_are_small_only_without_clues() {
    let long = Grid::from_lines(&["#".repeat(1000)]).unwrap();
    let puzzle = Puzzle::from_grid(&long);
    let (_, width) = pixels(&png_sheet(&puzzle, &long, false));
    assert_eq!(width, 4 * 1000);
    let (_, width) = pixels(&png_sheet(&puzzle, &long, true));
    assert_eq!(width, 2 * MARGIN + 5 * DIGIT + 1000 * CELL);
}
