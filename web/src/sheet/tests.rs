//! Tests of sheets: conversion from and to puzzles, files, typed clues and cells.

use super::*;

#[test]
fn extensions_are_those_of_the_readable_formats() {
    let found = extensions();
    assert_eq!(found[..3], ["non", "xml", "mk"]);
    for format in Format::ALL {
        let is_read = !matches!(format, Format::Svg | Format::Xbm);
        let usual = format.extensions()[0];
        assert_eq!(found.contains(&usual), is_read, "{usual}");
    }
}

#[test]
fn typed_clues_make_a_puzzle() {
    let found = typed("1 1\n\n3\n", "1,1\n1\n1, 1", [0, 0]);
    let sheet = found.sheet.unwrap();
    assert_eq!(sheet.rows, [vec![1, 1], vec![], vec![3]]);
    assert_eq!(found.sums, [5, 5]);
    assert_eq!(sheet.puzzle().unwrap().identity().short(), sheet.identity);
}

#[test]
fn wrong_clues_are_reported() {
    let found = typed("1 x\n4", "1\n1\n1", [0, 0]);
    assert_eq!(found.sheet, None);
    let places: Vec<_> = found
        .complaints
        .iter()
        .map(|c| (c.side, c.number))
        .collect();
    assert_eq!(places, [("row", 1), ("row", 2)]);
    assert_eq!(found.complaints[1].text, "needs 4 cells; the line has 3");
    assert_eq!(typed("", "", [0, 0]).sheet, None);
}

#[test]
fn clues_beyond_a_chosen_size_are_refused() {
    let wrong = |rows, columns, size| {
        let found = typed(rows, columns, size);
        assert_eq!(found.sheet, None);
        let complaints = found.complaints.into_iter();
        complaints
            .map(|complaint| (complaint.side, complaint.number, complaint.text))
            .collect::<Vec<_>>()
    };
    // With a given size, a row is checked even if no column is typed.
    let found = wrong("2 2", "", [1, 4]);
    let needs = "needs 5 cells; the line has 4".to_owned();
    assert_eq!(found[0], ("row", 1, needs));
    assert_eq!((found[1].0, found[1].1), ("column", 1));
    assert!(found[1].2.contains("0 of 4 columns"), "{}", found[1].2);
    let found = wrong("1\n1\n1", "1\n1", [2, 2]);
    assert_eq!((found[0].0, found[0].1), ("row", 3));
    assert!(found[0].2.contains("2 rows"), "{}", found[0].2);
    let found = wrong("1\n1", "1", [1, 1]);
    assert_eq!(found[0].2, "is one too many; the size is 1 row");
    assert!(
        wrong("1", "1", [LARGEST + 1, 1])[0]
            .2
            .contains("one too many")
    );
    assert!(typed("1\n0", "1\n0", [2, 2]).sheet.is_some());
}

#[test]
fn files_are_read_and_large_puzzles_are_refused() {
    let sheets = read("two.txt", b"#-#\n-#-\n\n##\n").unwrap();
    assert_eq!(sheets.len(), 2);
    assert_eq!(sheets[0].title.as_deref(), Some("two"));
    let wide = "#".repeat(LARGEST + 1) + "\n";
    assert!(
        read("wide.txt", wide.as_bytes())
            .unwrap_err()
            .contains("at most 128")
    );
    assert!(read("x.non", b"nonsense").is_err());
}

#[test]
fn grids_survive_conversion_to_text() {
    let cells = "#-?-#?";
    assert_eq!(text(&grid(2, 3, cells).unwrap()), cells);
    assert!(grid(2, 2, cells).is_err());
    assert!(grid(2, 3, "######x").is_err());
    assert!(grid(2, 3, "#####!").is_err());
    let coloured = "#b-?cz";
    assert_eq!(text(&grid(2, 3, coloured).unwrap()), coloured);
}

#[test]
fn colours_are_kept_with_the_clues() {
    let file = b"color x #d02020\ncolor b #2050d0\nwidth 3\nheight 2\nrows\n1x,1b\n2b\ncolumns\n1x\n2b\n1b\n\
        goal \"xb00bb\"\n";
    let sheets = read("two.non", file).unwrap();
    let colours = sheets[0].colours.as_ref().unwrap();
    assert_eq!(colours.rows, [vec![0, 1], vec![1]]);
    assert_eq!(
        (
            colours.paints.inks[0].name.as_str(),
            colours.paints.inks[0].letter
        ),
        ("red", 'x')
    );
    assert_eq!(sheets[0].goal.as_deref(), Some("#b--bb"));
    assert_eq!(Sheet::from(&sheets[0].puzzle().unwrap()), sheets[0]);
    let typed = typed("1a 1b\n2b", "1\n2b\n1b", [0, 0]).sheet.unwrap();
    assert_eq!(typed.identity, sheets[0].identity);
    assert_eq!(typed.colours.unwrap().paints.inks.len(), 2);
    let plain = read("one.txt", b"#-\n").unwrap();
    assert_eq!(plain[0].colours, None);
}
