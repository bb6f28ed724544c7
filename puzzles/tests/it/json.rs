//! Tests of JSON: alternative keys, drawings, colours, refused files, and written files.

use crate::common::halves;
use nonogram_puzzles::{Clue, Format, Palette, Puzzle, ReadError, Rgb, read_from};

fn read(text: &str) -> Result<Vec<Puzzle>, ReadError> {
    read_from(text.as_bytes(), "t", None)
}

fn refusal(text: &str) -> String {
    read_from(text.as_bytes(), "t", Some(Format::Json)).unwrap_err().to_string()
}

#[test]
fn several_puzzles_are_written_as_an_array() {
    let rows = vec![Clue::from([1])];
    let clues = Puzzle::new(rows, vec![Clue::default(), Clue::from([1])]).unwrap();
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
        read(&format!("{{\"rows\": [1, []], \"cols\": [[1], [0]], \"grid\": {grid}}}"))
    };
    assert!(with("[\"#-\", \"--\"]").unwrap()[0].goal().is_some());
    assert!(with("[\"#-\", \"??\"]").unwrap()[0].goal().is_none());
    assert!(with("null").unwrap()[0].goal().is_none());
    let error = with("[\"-#\", \"--\"]").unwrap_err().to_string();
    assert!(error.starts_with("t:1: the goal has 0 in column 1"), "{error}");
}

#[test]
fn clues_may_be_in_a_nested_object() {
    let nested =
        read("{\"title\": \"T\", \"clues\": {\"row\": [[1]], \"column\": [[1]]}}").unwrap();
    assert_eq!((nested.len(), nested[0].metadata().title.as_deref()), (1, Some("T")));
}

#[test]
fn invalid_objects_are_refused_with_their_line() {
    insta::assert_snapshot!(refusal("{\"rows\": [[1]]}"), @r#"t:1: an object without column clues; expected the keys "rows" and "columns", or a "grid"; add what is missing"#);
    insta::assert_snapshot!(refusal("{}"), @r#"t:1: an object without clues and without a grid; expected the keys "rows" and "columns", or a "grid"; add what is missing"#);
    insta::assert_snapshot!(refusal("[]"), @"t:1: no puzzle; expected clues or a drawing; check that this is the right file");
    insta::assert_snapshot!(refusal("[{\"rows\": [[1]],\n \"columns\": [[x]]}]"), @r#"t:2: not a JSON value; expected an object such as {"rows": [[1]], "columns": [[1]]}; correct it"#);
    insta::assert_snapshot!(refusal("[{\"rows\": [[1]], \"columns\": [[1]]}\n{}]"), @r#"t:2: no `,` or `]`; expected an object such as {"rows": [[1]], "columns": [[1]]}; correct it"#);
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

    for case in [
        r##"{"palette": {"a": "reddish"}, "rows": [[1]], "columns": [[1]]} ⇒ t:1: "reddish" is not a colour such as "#ff0000"; expected three or six hexadecimal digits, or a CSS name such as "red"; correct it"##,
        r#"{"palette": {"a": "red", "b": "blue"}, "grid": ["ac"]} ⇒ "c" in a picture in colours; expected one of the colours a, b"#,
    ] {
        let (text, said) = halves(case);
        assert!(refusal(text).contains(said), "{}", refusal(text));
    }
}

/// Regression test: the letter of the only colour in use was refused as a cell of the goal.
#[test]
fn goal_in_one_colour_of_a_larger_palette_is_read_again() {
    let palette = Palette::of([Rgb::BLACK, Rgb::new(255, 0, 0)]).unwrap();
    let grid = palette.to_grid(&["b-", "bb"]).unwrap();
    let puzzle = Puzzle::from_grid(&grid).with_palette(palette).unwrap();
    let text = Format::Json.write(&puzzle.with_goal(grid).unwrap(), None).unwrap();
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

/// The clues of each puzzle of a text: rows and columns, with the letters of colours.
#[track_caller]
fn clues(text: &str) -> Vec<String> {
    let puzzles = read_from(text.as_bytes(), "t", Some(Format::Json));
    let puzzles = puzzles.unwrap_or_else(|error| panic!("{text}: {error}"));
    let side = |puzzle: &Puzzle, clues: &[Clue]| {
        let clues = clues.iter().map(|clue| puzzle.palette().clue(clue));
        clues.collect::<Vec<_>>().join(" ")
    };
    let sides = |puzzle: &Puzzle| {
        format!("{} / {}", side(puzzle, puzzle.rows()), side(puzzle, puzzle.columns()))
    };
    puzzles.iter().map(sides).collect()
}

#[test]
fn puzzles_are_found_in_other_objects() {
    let one = r#"{"rows": [[2], [1]], "cols": [[1], [2]]}"#;
    let two = r#"{"rowHints": [[1]], "colHints": [[1]]}"#;
    for text in [
        format!(r#"{{"version": 1, "puzzles": [{one}, {two}]}}"#),
        format!(r#"{{"levels": {{"easy": [{one}], "hard": [{two}]}}}}"#),
        format!(r#"{{"heart": {one}, "cat": {two}, "author": "me"}}"#),
        format!(r#"[{{"data": {one}}}, {{"puzzle": {two}}}]"#),
        format!(r#"{{"meta": {{"a": [1]}}, "pack": {{"items": [{one}, {two}]}}}}"#),
        "[[[[2], [1]], [[1], [2]]], [[[1]], [[1]]]]".to_owned(),
    ] {
        assert_eq!(clues(&text), ["2 1 / 1 2", "1 / 1"], "{text}");
    }
    let beside = refusal(&format!(r#"{{"puzzles": [{one}], "rows": [[1]], "columns": [[1]]}}"#));
    assert!(beside.contains("clues or a picture beside a list of puzzles"), "{beside}");
    let named = read(&format!(r#"{{"heart": {one}}}"#)).unwrap();
    assert_eq!(named[0].metadata().title.as_deref(), Some("heart"));
    let constraints = |width| format!(r#"{{"width": {width}, "height": 2, "constraints": {one}}}"#);
    assert_eq!(clues(&constraints(2)), ["2 1 / 1 2"]);
    assert!(refusal(&constraints(3)).contains("2 column clues; expected 3 to match the width"));
}

#[test]
fn two_lists_of_clues_are_a_puzzle() {
    for text in [
        "[[[2], [1]], [[1], [2]]]",
        "[[[2], 1], [[1], \"2\"]]",
        r#"{"puzzle": [[[2], [1]], [[1], [2]]]}"#,
        r#"{"clues": [[[0, 2], [1, 0]], [[1, 0], [0, 2]]]}"#,
    ] {
        assert_eq!(clues(text), ["2 1 / 1 2"], "{text}");
    }
    assert_eq!(clues("[[[], [1]], [[1], []]]"), ["0 1 / 1 0"]);
    let columns_first = nonogram_puzzles::ReadOptions {
        lists: nonogram_puzzles::formats::ListOptions { columns_first: true, rows: None },
        ..Default::default()
    };
    let pair = "[[[3]], [[1], [1], [1]]]".as_bytes();
    assert_eq!(read_from(pair, "t", columns_first).unwrap()[0].row_count(), 3);
    assert_eq!(read_from(pair, "t", None).unwrap()[0].row_count(), 1);
    for case in [
        "[[1, 1], [1, 1]] ⇒ two lists that may be clues or a drawing",
        "[[[1, 0], [0, 0]], [[1, 0], [0, 0]]] ⇒ two lists that may be clues or drawings",
        "[[[2], [1]], [[1], [2]], [[1]]] ⇒ a list; expected an object, or two lists of clues",
        "[[[[1]], [[1]]], [[1], [1], [1]]] ⇒ a puzzle in a list of puzzles, with brackets that differ",
        "[[[[1], [2]], [[1], 2]]] ⇒ a puzzle in a list of puzzles, with brackets that differ",
        "[[0], [1], [1]]\n[[1], [0], [1]] ⇒ several lists of numbers; expected one drawing",
    ] {
        let (text, said) = halves(case);
        assert!(refusal(text).contains(said), "{text}: {}", refusal(text));
    }
}

#[test]
fn blocks_have_colours_in_many_forms() {
    let expected = ["1r,1b 1r / 2r 1b"];
    // A red block of one cell, one of two cells, and a blue one; and a member with the colours.
    let forms = r##"
["red", 1] | ["red", 2] | ["blue", 1]
[1, "red"] | [2, "red"] | [1, "blue"]
{"color": "red", "count": 1} | {"color": "red", "count": 2} | {"count": 1, "color": "blue"}
{"length": 1, "colour": "red", "done": false} | {"n": 2, "color": "red"} | {"value": 1, "color": "blue"}
{"char": "r", "count": 1} | {"char": "r", "count": 2, "multi": false} | {"char": "b", "count": 1}
{"val": "r", "count": 1} | {"val": "r", "count": 2} | {"val": "b", "count": 1}
{"red": 1} | {"red": 2} | {"blue": 1}
"1r" | "2r" | "1b"
"1rot" | "2rot" | "1blau" | "palette": {"rot": "#ff0000", "blau": "#00f"}
"1red" | "2red" | "1blue"
["1", 1] | ["1", 2] | ["2", 1] | "palette": {"1": {"letter": "r", "hex": "f00"}, "2": {"letter": "b", "hex": "00f"}}
["rot", 1] | ["rot", 2] | ["blau", 1] | "colors": [{"name": "rot", "hex": "#ff0000"}, {"name": "blau", "rgb": [0, 0, 255]}]
{"color": 0, "count": 1} | {"color": 0, "count": 2} | {"color": 1, "count": 1} | "palette": [{"letter": "r", "hex": "#ff0000"}, {"letter": "b", "hex": "#0000ff"}]
{"color": 1, "count": 1} | {"color": 1, "count": 2} | {"color": 2, "count": 1} | "palette": [{"letter": "r", "rgb": [255, 0, 0]}, {"letter": "b", "hex": "00f"}]
"##;
    for form in forms.trim().lines() {
        let mut parts = form.split(" | ");
        let mut next = || parts.next().unwrap_or_default();
        let (one, two, three, colours) = (next(), next(), next(), next());
        let comma = if colours.is_empty() { "" } else { ", " };
        let text = format!(
            r#"{{{colours}{comma}"rows": [[{one}, {three}], [{one}]], "columns": [[{two}], [{three}]]}}"#
        );
        assert_eq!(clues(&text), expected, "{text}");
    }
    for case in [
        r#"1, "1r" ⇒ blocks with and without a colour; expected a colour for each block"#,
        r#"[3, 1] ⇒ a list; expected a block such as 3 or ["red", 3]"#,
        r#"{"color": "red"} ⇒ an object; expected a block such as {"color": "red", "count": 3}"#,
        r#"{"color": "red", "count": 1, "length": 2} ⇒ the number 2; expected one length and one colour"#,
        r##"{"char": "#", "count": 1, "multi": true} ⇒ true; expected one length and one colour of a block"##,
        r#"{"color": "red", "value": 1, "count": 2} ⇒ the number 2; expected one length and one colour"#,
        r#"{"color": "white", "count": 1} ⇒ a block in the colour of the background"#,
        r#"{"color": null, "size": [1]} ⇒ a list; expected a clue"#,
        "2.0 ⇒ the number 2.0; expected a clue",
        r#""3*" ⇒ "3*" is not a block length"#,
        "1, 0, 1 ⇒ a block of length 0 between others",
    ] {
        let (block, said) = halves(case);
        let error = refusal(&format!(r#"{{"rows": [[{block}]], "columns": [[1]]}}"#));
        assert!(error.contains(said), "{block}: {error}");
    }
    let beyond = r#"{"palette": ["red", "blue"], "rows": [[["x", 1], {"color": 3, "count": 1}]], "columns": [[["x", 1]], [["x", 1]]]}"#;
    assert!(
        refusal(beyond)
            .contains("the colour number 3; expected one of the 2 colours of the palette")
    );
}

#[test]
fn pictures_have_cells_in_many_forms() {
    let palette = r##""palette": ["#ff0000", "#00ff00"], "##;
    for text in [
        format!(r#"{{{palette}"cells": [[null, 0, 1], [0, 0, null]]}}"#),
        format!(r#"{{{palette}"grid": [[0, 1, 2], [1, 1, 0]]}}"#),
        r##"{"colors": ["white", "#ff0000", "#00ff00"], "grid": [[0, 1, 2], [1, 1, 0]]}"##
            .to_owned(),
        r##"{"palette": {"1": "ff0000", "2": "00ff00"}, "mask": " 12\n11 "}"##.to_owned(),
        r##"{"grid": [["white", "#ff0000", "#00ff00"], ["#ff0000", "#ff0000", "white"]]}"##
            .to_owned(),
        r##"{"palette": {"p": "#ff0000", "q": "#00ff00"}, "grid": ["-pq", "pp-"]}"##.to_owned(),
    ] {
        let puzzle = read(&text).unwrap().remove(0);
        let inks: Vec<String> =
            puzzle.palette().inks().iter().map(|ink| ink.rgb.to_string()).collect();
        assert_eq!(inks, ["#ff0000", "#00ff00"], "{text}");
        let lines = puzzle.palette().to_lines(puzzle.goal().unwrap());
        let [a, b] = [0, 1].map(|place| puzzle.palette().inks()[place].letter);
        assert_eq!(lines, [format!("-{a}{b}"), format!("{a}{a}-")], "{text}");
    }
    for text in [
        r#"{"width": 3, "height": 2, "solution": [true, false, true, false, true, false]}"#,
        r#"{"size": [3, 2], "grid": [[1, 0, 1], [0, 1, 0]]}"#,
        r#"{"rows": 2, "columns": 3, "board": [[0, 0, 0], [0, 0, 0]], "grid": ["X.X", ".X."]}"#,
    ] {
        assert_eq!(clues(text), ["1,1 1 / 1 1 1"], "{text}");
    }
    for case in [
        r#"{"width": 9, "height": 9, "grid": ["101", "010"]} ⇒ a puzzle of 2 x 3 cells; expected the declared height 9 and width 9"#,
        r#"{"size": [3, 3], "grid": ["101", "010"]} ⇒ expected the declared sizes, 3 and 3"#,
        r#"{"size": 4, "rows": [[1]], "columns": [[1]]} ⇒ expected the declared sizes, 4 and 4"#,
        r#"{"grid": [1, 0, 1, 0]} ⇒ cells that are not in rows"#,
        r#"{"width": 3, "height": 2, "grid": [1, 0, 1, 0]} ⇒ 4 cells; expected 2 x 3, the declared size"#,
        r#"{"grid": [[0, 1], [2, 1]]} ⇒ "2" is not a cell"#,
        r###"{"grid": ["# #", "##"]} ⇒ row 2 has length 2; expected 3"###,
        r#"{"palette": ["red", "blue"], "grid": [[0, 1], [3, 1]]} ⇒ the colour number 3"#,
        r#"{"grid": ["1-"], "solution": ["-1"]} ⇒ two pictures that differ"#,
        r#"{"height": 2, "rows": 3, "grid": ["1-"]} ⇒ the sizes 2 and 3 for one side"#,
    ] {
        let (text, said) = halves(case);
        let error = refusal(text);
        assert!(error.contains(said), "{text}: {error}");
    }
}

#[test]
fn an_empty_board_is_no_goal() {
    let board = r#"{"rows": [[2], [1]], "columns": [[1], [2]], "board": [[0, 0], [0, 0]]}"#;
    assert!(read(board).unwrap()[0].goal().is_none());
}

#[test]
fn a_key_that_appears_twice_is_refused_with_its_line() {
    insta::assert_snapshot!(refusal("{\"rows\": [[1]],\n\"rows\": [[2]],\n\"columns\": [[1]]}"), @r#"t:2: "rows" appears twice, perhaps under another name; expected it once; correct it"#);
    insta::assert_snapshot!(refusal("{\"rows\": [[1],\n[\"x\"]],\n\"columns\": [[1]]}"), @r#"t:2: "x" is not a block length; expected whole numbers such as 3,1; correct it"#);
}

/// Nesting is limited, so that no text exhausts the stack.
#[test]
fn deep_nesting_is_refused() {
    for (open, close) in
        [("[", "]"), ("{\"a\":", "}"), ("{\"clues\":", "}"), ("[{\"puzzles\":", "}]")]
    {
        for depth in [10, 100, 100_000] {
            refusal(&format!("{}1{}", open.repeat(depth), close.repeat(depth)));
        }
    }
}
