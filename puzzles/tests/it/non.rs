//! Tests of `.non` files through the public interface: reading, writing and refusals.

use nonogram_puzzles::formats::non::write;
use nonogram_puzzles::{Clue, Format, Metadata, Puzzle, ReadError, read_from};

fn parse(text: &str, name: &str) -> Result<Vec<Puzzle>, ReadError> {
    read_from(text.as_bytes(), name, Some(Format::Non))
}

fn one(text: &str) -> Puzzle {
    let mut puzzles = parse(text, "t.non").unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(puzzles.len(), 1);
    puzzles.remove(0)
}

fn refusal(text: &str) -> String {
    parse(text, "t.non").unwrap_err().to_string()
}

/// The row clues of a puzzle as text.
fn rows(puzzle: &Puzzle) -> Vec<String> {
    puzzle.rows().iter().map(Clue::to_string).collect()
}

#[test]
fn complete_file_is_read() {
    let puzzle =
        one("catalogue \"c 1\"\ntitle \"A \"b\" &amp; &eacute;\"\nby me\ncopyright \"x\"\n\
         license CC0-1.0\ncolor a #ff0000\nmaxrule 3\nwidth 3\nheight 2\n\nrows\n1,1\n1\n\n\
         columns\n1\n1\n1\n\ngoal \"101010\"\nsaved \"??????\"\n");
    assert_eq!(
        puzzle.metadata(),
        &Metadata {
            catalogue: Some("c 1".into()),
            title: Some("A \"b\" & é".into()),
            by: Some("me".into()),
            copyright: Some("x".into()),
            license: Some("CC0-1.0".into()),
        }
    );
    assert_eq!(puzzle.goal().unwrap().to_lines(), ["#-#", "-#-"]);
    assert_eq!((puzzle.row_count(), puzzle.column_count()), (2, 3));
}

#[test]
fn keys_come_in_any_order_after_the_size_that_they_need() {
    let expected = one("width 2\nheight 1\nrows\n1\ncolumns\n1\n0\ngoal \"10\"\n");
    for text in [
        "height 1\nwidth 2\ngoal \"10\"\ncolumns\n1\n0\nrows\n1\n",
        "height 1\nwidth 2\ncolumns\n1\n0\nrows\n1\ngoal 10",
        "rows 1\ncolumns 2\nrows\n1\ncolumns\n1\n0\ngoal \"1 0\"\n",
        "\u{feff}height 1\r\nwidth 2\r\n\r\nrows\r\n1\r\n\r\ncolumns\r\n1\r\n0\r\ngoal \"10\"\r\n",
        "height 1\nrows\n1\nwidth 2\ncolumns\n1\n0\ngoal\n10\n",
        "HEIGHT 1\nWidth 2\nwhatever \"x\"\nrows\n 1 \ncolumns\n1,\n0\n# a remark\ngoal \"10\"",
    ] {
        assert_eq!(one(text), expected, "{text:?}");
    }
}

#[test]
fn an_empty_line_is_an_empty_clue_or_a_separator() {
    let blank = ["2", "0", "1"];
    for text in [
        "width 2\nheight 3\nrows\n2\n\n1\ncolumns\n2\n1\n",
        "width 2\nheight 3\nrows\n2\n\n1\n\ncolumns\n2\n1\n",
        "width 2\nheight 3\nrows\n\n2\n\n0\n1\n\ncolumns\n2\n1\n",
    ] {
        assert_eq!(rows(&one(text)), blank, "{text:?}");
    }
    let at_the_end = one("width 2\nheight 3\nrows\n2\n1\n\ncolumns\n2\n1\n");
    assert_eq!(rows(&at_the_end), ["2", "1", "0"]);
    let at_the_start = one("width 2\nheight 3\nrows\n\n2\n1\n\ncolumns\n2\n1\n");
    assert_eq!(rows(&at_the_start), ["0", "2", "1"]);
}

#[test]
fn an_empty_line_does_not_hide_a_missing_clue() {
    insta::assert_snapshot!(
        refusal("width 2\nheight 3\nrows\n2\n1\n\ncolumns\n2\n2\n"),
        @"t.non:5: 2 row clues; expected 3 to match the height; add what is missing (0 for a blank row) or correct the height"
    );
}

#[test]
fn bundles_are_split() {
    let text = "width 1\nheight 1\nrows\n1\ncolumns\n1\n====\n\n=======\nwidth 1\nheight 1\nrows\n\
                0\ncolumns\n0\n====\n";
    let puzzles = parse(text, "t.nonpack").unwrap();
    assert_eq!(puzzles.iter().map(rows).collect::<Vec<_>>(), [["1"], ["0"]]);
    insta::assert_snapshot!(refusal("width 1\nheight 1\nrows\n1\ncolumns\n1\n====\nwidth 1\n"), @r#"t.non:8: no height; expected it before the clues and the goal; add a line such as "height 10""#);
}

#[test]
fn puzzle_with_differing_sums_is_read() {
    assert!(!one("width 1\nheight 2\nrows\n1\n1\ncolumns\n1\n").sums_agree());
}

#[test]
fn written_file_has_metadata_clues_and_goal() {
    let puzzle = one("height 2\nwidth 3\nrows\n1,1\n0\ncolumns\n1\n0\n1\ngoal \"101000\"")
        .with_metadata(Metadata {
            title: Some("A \"quoted\" <name> & more".into()),
            license: Some("CC0-1.0".into()),
            copyright: Some("2026\nall of it".into()),
            ..Metadata::default()
        });
    insta::assert_snapshot!(write(&puzzle), @r#"
    title "A &quot;quoted&quot; <name> &amp; more"
    copyright "2026&#10;all of it"
    license CC0-1.0
    width 3
    height 2

    rows
    1,1
    0

    columns
    1
    0
    1

    goal "101000"
    "#);
}

/// Signs after a number are ignored everywhere, unless they are declared as colours.
#[test]
fn unknown_signs_after_a_number_are_ignored() {
    let file = |colours: &str, clues: &str| {
        format!("{colours}width 3\nheight 1\nrows\n{clues}\ncolumns\n1*\n0\n1+ # last\n")
    };
    for clues in ["1*,1*", "1!, 1.", "1* 1*!", "1 * 1 -", "1\u{2713}, 1", "1-,1 # two"] {
        let puzzle = one(&file("", clues));
        assert_eq!(rows(&puzzle), ["1,1"], "{clues}");
        assert_eq!(puzzle.palette().count(), 1, "{clues}");
    }
    for clues in ["*1,1", "1*1,1", "1,-1", "1 -1", "1.5,1", "1,*,1", "+1 1", "1*a*b,1"] {
        let said = refusal(&file("", clues));
        assert!(said.starts_with("t.non:4: ") && said.contains("is not a block length"), "{said}");
    }
    // A colour may be declared below the clues that it belongs to.
    let text =
        "width 2\nheight 1\nrows\n1*,1#!\ncolumns\n1*\n1#\ncolor * #ff0000\ncolor # #0000ff\n";
    let puzzle = one(text);
    assert_eq!(puzzle.palette().clue(&puzzle.rows()[0]), "1a,1b");
    assert_eq!(puzzle.palette().inks()[1].rgb.to_string(), "#0000ff");
    let undeclared = one(&text.replace("color * ", "color + "));
    assert_eq!(undeclared.palette().count(), 2);
}
