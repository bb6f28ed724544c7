//! Tests of JSON: alternative keys, drawings, colours, refused files, and written files.

use nonogram_puzzles::{Clue, Format, Grid, Metadata, Palette, Puzzle, ReadError, Rgb, read_from};

fn read(text: &str) -> Result<Vec<Puzzle>, ReadError> {
    read_from(text.as_bytes(), "t", None)
}

fn refusal(text: &str) -> String {
    read_from(text.as_bytes(), "t", Some(Format::Json))
        .unwrap_err()
        .to_string()
}

#[test]
fn what_is_written_is_read_again() {
    let grid = Grid::from_lines(&["#-#", "---", "###"]).unwrap();
    let metadata = Metadata {
        title: Some("A \"title\"\n".to_owned()),
        by: Some("é".to_owned()),
        ..Metadata::default()
    };
    let drawing = Puzzle::from_grid(&grid)
        .with_goal(grid)
        .unwrap()
        .with_metadata(metadata);
    let clues = Puzzle::new(
        vec![Clue::from([1])],
        vec![Clue::default(), Clue::from([1])],
    )
    .unwrap();
    for format in [Format::Json, Format::Jsonl] {
        for puzzles in [
            vec![drawing.clone()],
            vec![clues.clone()],
            vec![drawing.clone(), clues.clone()],
        ] {
            let text = format.write_all(&puzzles).unwrap();
            assert_eq!(read_from(&text[..], "t", None).unwrap(), puzzles);
        }
    }
    insta::assert_snapshot!(String::from_utf8(Format::Json.write_all(&[clues.clone(), clues]).unwrap()).unwrap(), @r#"
    [
    {"rows":[[1]],"columns":[[],[1]]},
    {"rows":[[1]],"columns":[[],[1]]}
    ]
    "#);
}

#[test]
fn a_reply_with_a_grid_is_read_as_a_drawing() {
    let replies = "{\"id\":1,\"status\":\"solved\",\"rows\":2,\"columns\":2,\"grid\":[\"#-\",\"-#\"]}\n\
                   {\"grid\": [[1, 0], [false, true]]}\n{\"grid\": \"X.\\n.X\"}";
    for puzzle in read(replies).unwrap() {
        assert_eq!(puzzle.goal().unwrap().to_lines(), ["#-", "-#"]);
    }
}

#[test]
fn complete_grid_beside_clues_is_the_goal() {
    let with = |grid: &str| {
        read(&format!(
            "{{\"rows\": [1, []], \"cols\": [[1], [0]], \"grid\": {grid}}}"
        ))
    };
    assert!(with("[\"#-\", \"--\"]").unwrap()[0].goal().is_some());
    assert!(with("[\"#-\", \"??\"]").unwrap()[0].goal().is_none());
    assert!(with("null").unwrap()[0].goal().is_none());
    let error = with("[\"-#\", \"--\"]").unwrap_err().to_string();
    assert!(
        error.starts_with("t:1: the goal has 0 in column 1"),
        "{error}"
    );
}

#[test]
fn clues_may_be_in_a_nested_object() {
    let nested =
        read("{\"title\": \"T\", \"clues\": {\"row\": [[1]], \"column\": [[1]]}}").unwrap();
    assert_eq!(
        (nested.len(), nested[0].metadata().title.as_deref()),
        (1, Some("T"))
    );
}

#[test]
fn invalid_objects_are_refused_with_their_line() {
    insta::assert_snapshot!(refusal("{\"rows\": [[1]]}"), @r#"t:1: an object without column clues; expected the keys "rows" and "columns", or a "grid"; add what is missing"#);
    insta::assert_snapshot!(refusal("{}"), @r#"t:1: an object without clues and without a grid; expected the keys "rows" and "columns", or a "grid"; add what is missing"#);
    insta::assert_snapshot!(refusal("[]"), @"t:1: no puzzle; expected clues or a drawing; check that this is the right file");
    insta::assert_snapshot!(refusal("[{\"rows\": [[1]],\n \"columns\": [[x]]}]"), @r#"t:2: not a JSON value; expected an object such as {"rows": [[1]], "columns": [[1]]}; correct it"#);
    insta::assert_snapshot!(refusal("[{\"rows\": [[1]], \"columns\": [[1]]}\n{}]"), @r#"t:2: an array that neither continues with a comma nor ends with `]`; expected `,` and another object, or `]`; add what is missing"#);
    insta::assert_snapshot!(refusal("\n{\"rows\": [[1]],\n \"columns\": [[-1]]}"), @r#"t:3: the number -1; expected a clue: a list of lengths; correct it"#);
    insta::assert_snapshot!(refusal("{\"rows\": [[2]], \"columns\": [[1]]}"), @"t:1: the clue 2 of row 1 needs 2 cells; expected at most 1, the width; correct the clue or the width");
    insta::assert_snapshot!(refusal("{\"rows\": [[1]], \"row\": [[1]], \"columns\": [[1]]}"), @r#"t:1: "row" appears twice, perhaps under another name; expected it once; correct it"#);
    insta::assert_snapshot!(refusal("{\"rows\": 5000, \"columns\": [[1]]}"), @"t:1: the size 5000; expected at most 4095; correct it");
    insta::assert_snapshot!(refusal("{\"rows\": [[true]], \"columns\": [[1]]}"), @"t:1: true; expected a clue: a list of lengths; correct it");
    insta::assert_snapshot!(refusal("{\"rows\": [[1]], \"columns\": [[1]], \"height\": 2}"), @"t:1: 1 row clue; expected 2 to match the height; add what is missing (0 for a blank row) or correct the height");
    insta::assert_snapshot!(refusal("{\"grid\": [\"#?\"]}"), @"t:1: a grid with unknown cells; expected cells that are filled or blank, or clues beside the grid; use the grid of a solved puzzle");
    insta::assert_snapshot!(refusal("{\"rows\": [[\"1x1\"]], \"columns\": [[1]]}"), @r#"t:1: "1x1" is not a block length; expected whole numbers such as 3,1; correct it"#);
    insta::assert_snapshot!(refusal("{\"rows\": {}, \"columns\": [[1]]}"), @r#"t:1: an object; expected a list of clues; correct it"#);
}

#[test]
fn colours_are_letters_of_a_palette() {
    let text = r##"{"palette": {"r": "#d02020", "k": "black"}, "rows": [["1r", "1k"], ["2r"]],
        "cols": ["2r", "1k 1r"], "grid": ["rk", "rr"]}"##;
    let puzzle = read(text).unwrap().remove(0);
    let palette = puzzle.palette();
    assert_eq!(palette.count(), 2);
    assert_eq!(palette.to_lines(puzzle.goal().unwrap()), ["rk", "rr"]);
    insta::assert_snapshot!(String::from_utf8(Format::Json.write(&puzzle, None).unwrap()).unwrap(), @r##"{"palette":{"r":"#d02020","k":"#000000"},"rows":[["1r","1k"],["2r"]],"columns":[["2r"],["1k","1r"]],"grid":["rk","rr"]}"##);

    let drawing =
        read(r##"{"palette": {"r": "red", "b": "#00f"}, "grid": ["rb", "-r"]}"##).unwrap();
    assert_eq!(drawing[0].palette().clue(&drawing[0].rows()[0]), "1r,1b");
    let red = read(r##"{"palette": {"a": "#ff0000"}, "rows": [[1]], "columns": [[1]]}"##).unwrap();
    assert_eq!(red[0].palette().inks()[0].rgb.to_string(), "#ff0000");

    for (text, said) in [
        (
            r#"{"palette": {"ab": "red"}, "rows": [[1]], "columns": [[1]]}"#,
            r#"t:1: "ab" is not the letter of a colour; expected one character such as "a"; correct it"#,
        ),
        (
            r#"{"palette": {"a": "reddish"}, "rows": [[1]], "columns": [[1]]}"#,
            r##"t:1: "reddish" is not a colour such as "#ff0000"; expected three or six hexadecimal digits, or a CSS name such as "red"; correct it"##,
        ),
        (
            r#"{"palette": {"a": "red", "b": "blue"}, "grid": ["ac"]}"#,
            "'c'",
        ),
    ] {
        assert!(refusal(text).contains(said), "{}", refusal(text));
    }
}

/// Regression test: the letter of the only colour in use was refused as a cell of the goal.
#[test]
fn goal_in_one_colour_of_a_larger_palette_is_read_again() {
    let palette = Palette::of([Rgb::BLACK, Rgb::new(255, 0, 0)]).unwrap();
    let grid = palette.to_grid(&["b-", "bb"]).unwrap();
    let puzzle = Puzzle::from_grid(&grid).with_palette(palette).unwrap();
    let text = Format::Json
        .write(&puzzle.with_goal(grid).unwrap(), None)
        .unwrap();
    let puzzle = read_from(&text[..], "t", None).unwrap().remove(0);
    assert_eq!(puzzle.goal().unwrap().to_lines(), ["#-", "##"]);
    let ink = puzzle.palette().inks()[0];
    assert_eq!((ink.letter, ink.rgb), ('b', Rgb::new(255, 0, 0)));
}

/// Regression test: the message gave only the number of cells, which may equal that of the puzzle.
#[test]
fn goal_of_another_size_is_refused_with_both_sizes() {
    let text = r##"{"rows": [[1], [], []], "columns": [[1], []], "grid": ["#--", "---"]}"##;
    insta::assert_snapshot!(refusal(text), @"t:1: the goal has 2 x 3 cells; expected 3 x 2; correct it or leave it out");
}

/// Regression test: the colours of each key were counted separately, and more than 26 in all caused a panic.
#[test]
fn more_than_26_colours_under_two_keys_are_refused() {
    let colour = |letter: char| format!("\"{letter}\": \"red\"");
    let letters: Vec<String> = ('a'..='z').map(colour).collect();
    let letters = letters.join(", ");
    let text =
        format!(r#"{{"palette": {{{letters}}}, "colors": {{"A": "blue"}}, "grid": ["ab"]}}"#);
    insta::assert_snapshot!(refusal(&text), @"t:1: more than 26 colours; expected at most 26 besides the background; correct it");
}
