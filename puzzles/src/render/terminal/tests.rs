//! Tests of drawings on a terminal, in each form and with colours.

use super::*;
use crate::Cell;

fn drawing() -> (Puzzle, Grid) {
    let whole = Grid::from_lines(&[
        "##-##--", "#######", "-##-##-", "-----#-", "-------", "#-----#",
    ])
    .unwrap();
    let mut grid = whole.clone();
    grid.set(1, 6, Cell::Unknown);
    (Puzzle::from_grid(&whole), grid)
}

#[test]
fn clues_are_above_and_to_the_left_of_the_cells() {
    let (puzzle, grid) = drawing();
    let text = terminal(&puzzle, &grid, Look::default());
    insta::assert_snapshot!(text, @"
          2            1
          1 3 2 2 3  3 1
        ┌──────────┬────┐
    2 2 │████  ████│    │
      7 │██████████│██░░│
    2 2 │  ████  ██│██  │
      1 │          │██  │
      0 │          │    │
        ├──────────┼────┤
    1 1 │██        │  ██│
        └──────────┴────┘
    ");
    let widest = text.lines().map(|line| line.chars().count()).max();
    assert_eq!(widest, Look::default().width(&puzzle));
}

#[test]
fn ascii_form_uses_ascii_characters() {
    let (puzzle, grid) = drawing();
    let look = Look::new(Form::Ascii, Colours::True);
    let text = terminal(&puzzle, &grid, look);
    insta::assert_snapshot!(text, @"
          2            1
          1 3 2 2 3  3 1
        +----------+----+
    2 2 |####  ####|    |
      7 |##########|##??|
    2 2 |  ####  ##|##  |
      1 |          |##  |
      0 |          |    |
        +----------+----+
    1 1 |##        |  ##|
        +----------+----+
    ");
    let widest = text.lines().map(str::len).max();
    assert_eq!(widest, look.width(&puzzle));
    let text = terminal(&puzzle, &grid, Look::new(Form::Text, Colours::True));
    assert_eq!(text, crate::render::text(puzzle.palette(), &grid));
}

#[test]
fn half_block_shows_two_cells_per_character() {
    let (puzzle, grid) = drawing();
    let look = Look::new(Form::Half, Colours::None);
    insta::assert_snapshot!(terminal(&puzzle, &grid, look), @"
    ██▄██▄░
     ▀▀ ▀█ 
    ▄     ▄
    ");
    assert_eq!(look.width(&puzzle), Some(7));
}

#[test]
fn quadrant_shows_four_cells_per_character() {
    let (puzzle, grid) = drawing();
    let look = Look::new(Form::Quarter, Colours::None);
    insta::assert_snapshot!(terminal(&puzzle, &grid, look), @"
    █▟▙░
    ▝▘▜ 
    ▖  ▖
    ");
    assert_eq!(look.width(&puzzle), Some(4));
}

/// With an odd number of rows, the lower half of the last line is blank.
#[test]
fn cells_below_an_odd_number_of_rows_are_blank() {
    let grid = Grid::from_lines(&["##-", "#--", "-##"]).unwrap();
    let look = |form| Look::new(form, Colours::None);
    let draw = |form| terminal(&Puzzle::from_grid(&grid), &grid, look(form));
    assert_eq!(draw(Form::Half), "█▀ \n ▀▀\n");
    assert_eq!(draw(Form::Quarter), "▛ \n▝▘\n");
}

/// Regression test: a blank column had no number, although a blank row has a 0.
#[test]
fn a_blank_column_has_a_zero() {
    let grid = Grid::from_lines(&["#--", "---", "#-#"]).unwrap();
    let text = terminal(&Puzzle::from_grid(&grid), &grid, Look::default());
    insta::assert_snapshot!(text, @"
          1
          1 0 1
        ┌──────┐
      1 │██    │
      0 │      │
    1 1 │██  ██│
        └──────┘
    ");
}

#[test]
fn colour_marks_unknown_cells() {
    let puzzle = Puzzle::from_grid(&Grid::from_lines(&["#-"]).unwrap());
    let grid = Grid::from_lines(&["#?"]).unwrap();
    let draw = |colours| terminal(&puzzle, &grid, Look::new(Form::Half, colours));
    assert_eq!(draw(Colours::Indexed), "▀\u{1b}[33m░\u{1b}[0m\n");
    assert_eq!(draw(Colours::None), "▀░\n");
}

/// Colours are shown as letters, as 256 colours or as 24-bit colours.
#[test]
fn colours_are_shown_or_named_by_letters() {
    let red = Rgb::new(255, 0, 0);
    let palette = Palette::of([Rgb::BLACK, red]).unwrap();
    let grid = palette.to_grid(&["aab", "---", "b-a"]).unwrap();
    let puzzle = Puzzle::from_grid(&grid).with_palette(palette).unwrap();
    insta::assert_snapshot!(terminal(&puzzle, &grid, Look::default()), @"
            1a    1b
            1b 1a 1a
          ┌─────────┐
    2a 1b │aaaaaabbb│
        0 │         │
    1b 1a │bbb   aaa│
          └─────────┘
    ");
    let draw = |form, colours| terminal(&puzzle, &grid, Look::new(form, colours));
    assert!(
        draw(Form::Half, Colours::True).starts_with("\u{1b}[38;2;0;0;0m\u{1b}[48;2;255;255;255m▀")
    );
    let indexed = draw(Form::Full, Colours::Indexed);
    assert!(indexed.contains("\u{1b}[38;5;9m") || indexed.contains("38;5;196"));
    assert_eq!(draw(Form::Half, Colours::None), "aab\n---\nb-a\n");
    // A quadrant character cannot show more than one colour and the background.
    assert_eq!(Look::new(Form::Quarter, Colours::True).width(&puzzle), None);
    assert_eq!(draw(Form::Quarter, Colours::True), "aab\n---\nb-a\n");
    insta::assert_snapshot!(draw(Form::Ascii, Colours::True), @"
            1a    1b
            1b 1a 1a
          +---------+
    2a 1b |aaaaaabbb|
        0 |         |
    1b 1a |bbb   aaa|
          +---------+
    ");
}

#[test]
fn puzzle_in_one_colour_can_be_drawn_in_quadrants() {
    let palette = Palette::of([Rgb::new(255, 0, 0)]).unwrap();
    let grid = Grid::from_lines(&["#-", "##"]).unwrap();
    let puzzle = Puzzle::from_grid(&grid).with_palette(palette).unwrap();
    let look = Look::new(Form::Quarter, Colours::True);
    let text = terminal(&puzzle, &grid, look);
    assert_eq!(
        text,
        "\u{1b}[38;2;255;0;0m\u{1b}[48;2;255;255;255m▙\u{1b}[0m\n"
    );
}
