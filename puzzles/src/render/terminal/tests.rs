use super::*;

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
fn clues_stand_around_the_cells() {
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
    assert_eq!(widest, Some(Look::default().width(&puzzle)));
}

#[test]
fn half_blocks_are_small() {
    let (puzzle, grid) = drawing();
    let look = Look {
        half: true,
        ..Look::default()
    };
    insta::assert_snapshot!(terminal(&puzzle, &grid, look), @"
    ██▄██▄░
     ▀▀ ▀█ 
    ▄     ▄
    ");
    assert_eq!(look.width(&puzzle), 7);
}

/// The last row of an odd number has none below it.
#[test]
fn half_blocks_of_an_odd_number_of_rows() {
    let grid = Grid::from_lines(&["##-", "#--", "-##"]).unwrap();
    let look = Look {
        half: true,
        ..Look::default()
    };
    let text = terminal(&Puzzle::from_grid(&grid), &grid, look);
    assert_eq!(text, "█▀ \n ▀▀\n");
}

/// A blank column had no number, where a blank row has a 0.
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
    let look = Look {
        colours: Colours::Indexed,
        clues: false,
        half: false,
    };
    assert_eq!(terminal(&puzzle, &grid, look), "██\u{1b}[33m░░\u{1b}[0m\n");
    let plain = Look {
        colours: Colours::None,
        ..look
    };
    assert_eq!(terminal(&puzzle, &grid, plain), "██░░\n");
}

/// Letters, 256 colours and any colour.
#[test]
fn colours_are_seen_or_named() {
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
    let seen = |colours| {
        let look = Look {
            colours,
            clues: false,
            half: false,
        };
        terminal(&puzzle, &grid, look)
    };
    assert!(seen(Colours::True).starts_with("\u{1b}[38;2;0;0;0m\u{1b}[48;2;255;255;255m██"));
    assert!(
        seen(Colours::Indexed).contains("\u{1b}[38;5;9m")
            || seen(Colours::Indexed).contains("38;5;196")
    );
}
