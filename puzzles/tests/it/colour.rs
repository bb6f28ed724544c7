//! Tests of colours in files: what each format preserves and refuses, and peculiarities of other programs.

use nonogram_puzzles::{
    Colour, Format, Grid, Palette, Puzzle, PuzzleFile, Rgb, WriteError, read_from,
};

const RED: Rgb = Rgb::new(0xd0, 0x20, 0x20);
const SKY: Rgb = Rgb::new(0x90, 0xc8, 0xf8);

fn one(text: &str, name: &str) -> Puzzle {
    let puzzles = read_from(
        text.as_bytes(),
        name,
        Format::from_extension(name.split('.').next_back().unwrap()),
    );
    puzzles.unwrap_or_else(|error| panic!("{error}")).remove(0)
}

fn refusal(text: &str, name: &str) -> String {
    let format = Format::from_extension(name.split('.').next_back().unwrap());
    read_from(text.as_bytes(), name, format).unwrap_err().to_string()
}

/// A grid from rows of the letters a, b and so on.
fn letters(lines: &[&str]) -> Grid {
    Palette::standard(26).to_grid(lines).unwrap()
}

/// A flag of two colours on a background in a third colour.
fn flag() -> Puzzle {
    let grid = letters(&["aabb", "a--b", "----", "bbaa"]);
    let palette = Palette::of([RED, Rgb::BLACK]).unwrap().with_background(SKY);
    let puzzle = Puzzle::from_grid(&grid).with_palette(palette).unwrap();
    puzzle.with_goal(grid).unwrap()
}

fn in_red() -> Puzzle {
    let grid = Grid::from_lines(&["#-#", "##-"]).unwrap();
    let palette = Palette::of([RED]).unwrap();
    let puzzle = Puzzle::from_grid(&grid).with_palette(palette).unwrap();
    puzzle.with_goal(grid).unwrap()
}

#[test]
fn coloured_puzzles_round_trip_in_every_format_with_colours() {
    for puzzle in [flag(), in_red()] {
        for format in [Format::Non, Format::Webpbn, Format::G, Format::Json, Format::Jsonl] {
            let bytes = format.write(&puzzle, None).unwrap();
            let again = read_from(&bytes[..], "t", Some(format)).unwrap().remove(0);
            assert_eq!(again.palette(), puzzle.palette(), "{format}");
            assert_eq!(again.rows(), puzzle.rows(), "{format}");
            assert_eq!(again.columns(), puzzle.columns(), "{format}");
            if format != Format::G {
                assert_eq!(again, puzzle, "{format}");
            }
        }
    }
}

#[test]
fn a_written_file_has_its_colours() {
    let written = |format: Format| String::from_utf8(format.write(&flag(), None).unwrap()).unwrap();
    insta::assert_snapshot!(written(Format::Non), @r#"
    color 0 #90c8f8
    color a #d02020
    color b #000000
    width 4
    height 4

    rows
    2a,2b
    1a,1b
    0
    2b,2a

    columns
    2a,1b
    1a,1b
    1b,1a
    2b,1a

    goal "aabba00b0000bbaa"
    "#);
    insta::assert_snapshot!(written(Format::G), @"
    #d
       0:   #90c8f8
       a:a  #d02020
       b:b  #000000
    : rows
    2a 2b
    1a 1b

    2b 2a
    : columns
    2a 1b
    1a 1b
    1b 1a
    2b 1a
    :
    ");
    assert_eq!(written(Format::Text), "aabb\na--b\n----\nbbaa\n");
    let red = String::from_utf8(Format::Non.write(&in_red(), None).unwrap()).unwrap();
    assert!(red.contains("color a #d02020\n") && red.contains("\n2a\n"), "{red}");
}

#[test]
fn formats_of_one_colour_refuse_several() {
    for format in [Format::Mk, Format::Nin, Format::Cwd, Format::Pattern, Format::Pbm, Format::Xbm]
    {
        assert_eq!(format.write(&flag(), None), Err(WriteError::Coloured { format, count: 2 }));
        assert!(format.write(&in_red(), None).is_ok());
    }
    let two = [flag(), flag()];
    assert!(matches!(Format::Pattern.write_all(&two), Err(WriteError::Coloured { .. })));
}

#[test]
fn undeclared_colours_are_read_and_unused_ones_are_dropped() {
    let text = "width 2\nheight 1\nrows\n1r,1B\ncolumns\n1r\n1B\ngoal \"rB\"\n";
    let puzzle = one(text, "t.non");
    assert_eq!(puzzle.palette().to_lines(puzzle.goal().unwrap()), ["rb"]);
    assert_eq!(puzzle.palette().clue(&puzzle.rows()[0]), "1r,1b");
    let declared = format!("color x #123456\ncolor B #00f\ncolor r #ff0000\n{text}");
    let puzzle = one(&declared, "t.non");
    let inks: Vec<String> =
        (puzzle.palette().inks().iter()).map(|ink| format!("{} {}", ink.letter, ink.rgb)).collect();
    assert_eq!(inks, ["b #0000ff", "r #ff0000"]);
    assert!(puzzle.sums_agree());
}

#[test]
fn a_single_colour_keeps_its_rgb_value_and_may_have_a_letter_in_the_goal() {
    let text = "width 2\nheight 1\nrows\n2a\ncolumns\n1a\n1a\ngoal \"aa\"\n";
    assert_eq!(one(text, "t.non").palette(), &Palette::default());
    let red = one(&format!("color a #ff0000\n{text}"), "t.non");
    assert_eq!(red.palette().rgb(Colour::FIRST), Rgb::new(255, 0, 0));
    assert_eq!(red.goal().unwrap().to_lines(), ["##"]);
    // A colour without a letter applies to the blocks if it is the only one.
    let bare = "width 2\nheight 1\nrows\n2\ncolumns\n1\n1\ngoal \"11\"\n";
    let red = one(&format!("color a #ff0000\n{bare}"), "t.non");
    assert_eq!(red.palette().rgb(Colour::FIRST), Rgb::new(255, 0, 0));
}

#[test]
fn malformed_colours_are_refused_with_their_place() {
    let text = "width 1\nheight 1\nrows\n1\ncolumns\n1\n";
    let with = |line: &str| refusal(&format!("{line}\n{text}"), "t.non");
    insta::assert_snapshot!(with("color red FF0000 #"), @r#"t.non:1: "red FF0000 #" names its colour with more than one character, as Nonny does; expected a letter, 0 for the background or 1 for blocks without a letter, and three or six hexadecimal digits, such as color a #ff0000; use one letter per colour, here and in the clues"#);
    insta::assert_snapshot!(with("color a red"), @r#"t.non:1: "red" is not a colour; expected a letter, 0 for the background or 1 for blocks without a letter, and three or six hexadecimal digits, such as color a #ff0000; correct it"#);
    insta::assert_snapshot!(with("color a"), @r#"t.non:1: "a" is not a colour; expected a letter, 0 for the background or 1 for blocks without a letter, and three or six hexadecimal digits, such as color a #ff0000; correct it"#);
    let goal = "width 2\nheight 1\nrows\n1a,1b\ncolumns\n1a\n1b\ngoal \"ac\"\n";
    insta::assert_snapshot!(refusal(goal, "t.non"), @"t.non:8: 'c' in the goal; expected 1 for a filled and 0 for a blank cell, or the letter of a colour; correct it");
    let goal = goal.replace("ac", "ba");
    insta::assert_snapshot!(refusal(&goal, "t.non"), @"t.non:8: the goal has 1b,1a in row 1; expected its clue 1a,1b; correct one of them or leave the goal out");
    let many: String = ('a'..='z').chain(['é']).map(|letter| format!("1{letter},")).collect();
    let many = format!("width 99\nheight 1\nrows\n{many}\ncolumns\n");
    insta::assert_snapshot!(refusal(&many, "t.non"), @"t.non:4: more than 26 colours; expected at most 26 besides the background; choose a puzzle with fewer");
}

fn xml(attributes: &str, colours: &str, count: &str) -> String {
    format!(
        "<puzzle {attributes}>{colours}<clues type=\"columns\"><line><!-- one -->{count}</line><line>\
         <count>1</count></line></clues><clues type=\"rows\"><line>{count}<count>1</count></line>\
         </clues></puzzle>"
    )
}

/// The files have names in another case, undeclared colours, a comment in a `<line>` element, or a default colour.
#[test]
fn colours_of_webpbn_are_found_by_name() {
    let red = "<color name=\"Red\" char=\"R\">f00</color>";
    let count = "<count color=\"red\">1</count>";
    let puzzle = one(&xml("", red, count), "t.xml");
    assert_eq!(puzzle.palette().clue(&puzzle.rows()[0]), "1r,1b");
    assert_eq!(puzzle.palette().rgb(Colour::FIRST).to_string(), "#ff0000");
    let undeclared = one(&xml("", "", count), "t.xml");
    assert_eq!(undeclared.palette(), puzzle.palette());
    let unknown =
        one(&xml("defaultcolor=\"Red\"", red, &count.replace("red", "mauveish")), "t.xml");
    assert_eq!(unknown.palette().count(), 2);
    assert!(unknown.sums_agree());
    let red_alone = xml("defaultcolor=\"RED\"", "", "");
    let red_alone = one(&red_alone, "t.xml");
    assert_eq!(
        (red_alone.palette().count(), red_alone.palette().rgb(Colour::FIRST)),
        (1, Rgb::new(255, 0, 0))
    );
}

#[test]
fn background_of_webpbn_is_read_and_blocks_in_its_colour_are_refused() {
    let blue = "<color name=\"sky\" char=\"s\">90c8f8</color>";
    let puzzle = one(
        &xml("backgroundcolor=\"SKY\"", blue, "<count>1</count>")
            .replace("<count>1</count><count>1</count>", "<count>2</count>"),
        "t.xml",
    );
    assert_eq!(puzzle.palette().background(), SKY);
    let text = xml("backgroundcolor=\"sky\"", blue, "<count color=\"Sky\">1</count>");
    insta::assert_snapshot!(refusal(&text, "t.xml"), @r#"t.xml:1: a block in the background's colour "sky"; expected blocks in other colours, because blank cells are not blocks; correct the block, or the backgroundcolor of the puzzle"#);
}

/// The colour of a block without a letter is that of `1:`; there are comments after a colour and among the clues.
#[test]
fn colours_of_olsak_are_read() {
    let text = "words\n#declaration of the colors:\n   m:%  blue   the sea\n   0:   #90C8F8\n   1:*  \
                black\n: rows\n1 1m # a remark\n: columns\n# another\n1\n1m\n: end\n";
    let puzzle = one(text, "t.g");
    let palette = puzzle.palette();
    assert_eq!(palette.background(), SKY);
    let blocks: Vec<String> = (puzzle.rows()[0].blocks())
        .map(|block| format!("{} {}", block.length, palette.rgb(block.colour)))
        .collect();
    assert_eq!(blocks, ["1 #000000", "1 #0000ff"]);
    insta::assert_snapshot!(refusal("#t\n: rows\n1\n: columns\n1\n:\n", "t.g"), @r##"t.g:1: "#t" begins a puzzle of triangles; expected rows and columns; choose a rectangular puzzle"##);
    let triangle = text.replace("m:%  blue", "m:%  blue/red");
    insta::assert_snapshot!(refusal(&triangle, "t.g"), @r#"t.g:3: "blue/red" is a cell divided into two triangles; expected cells in one colour each; choose a puzzle without triangles"#);
}

/// Regression test: a colour with an unknown name was ignored without a note.
#[test]
fn unknown_colours_of_olsak_are_noted() {
    let text = "#d\n   m:%  mauveish\n: rows\n1m\n: columns\n1m\n:\n";
    let file = PuzzleFile::from_stream(text.as_bytes(), "t.g", Some(Format::G)).unwrap();
    assert_eq!(file.count().unwrap(), 1);
    let note = file.notes().remove(0);
    assert!(note.matters);
    insta::assert_snapshot!(note.text, @r#"t.g:2: "mauveish" is not a colour and is ignored: use a CSS name or #rrggbb"#);
}

#[test]
fn identities_do_not_depend_on_the_order_of_colours() {
    let puzzle = flag();
    let swap = |lines: &[&str]| Puzzle::from_grid(&letters(lines)).identity();
    assert_eq!(puzzle.identity(), swap(&["bbaa", "b--a", "----", "aabb"]));
    assert_ne!(puzzle.identity(), swap(&["bbaa", "b--a", "----", "bbaa"]));
}

/// A triddler is a puzzle of triangles, without rows and columns.
#[test]
fn triddlers_are_refused() {
    insta::assert_snapshot!(refusal("<puzzle type=\"triddler\"></puzzle>", "t.xml"), @r#"t.xml:1: a puzzle of type "triddler"; expected a puzzle of rows and columns; choose one of type "grid""#);
    insta::assert_snapshot!(refusal("#Triddlers\n: a\n1\n: b\n1\n:\n", "t.g"), @r##"t.g:1: "#Triddlers" begins a puzzle of triangles; expected rows and columns; choose a rectangular puzzle"##);
}

/// In clues of the program Nonny, the name of a colour precedes the lengths.
#[test]
fn clues_of_nonny_are_refused() {
    let text = "width 1\nheight 2\nrows\nred 1\nblue 1\ncolumns\nred 1 blue 1\n";
    insta::assert_snapshot!(refusal(text, "t.non"), @r#"t.non:4: "red" is not a block length; expected whole numbers such as 3,1; correct it"#);
}

/// Rows `2a|1b`, columns `1a 1b|1b`: the totals agree, but the sums per colour do not.
#[test]
fn sums_are_compared_per_colour() {
    let text = "width 2\nheight 2\nrows\n2a\n1b\ncolumns\n1a,1b\n1b\n";
    let puzzle = one(text, "t.non");
    assert_eq!(puzzle.sums(), (3, 3));
    assert_eq!(puzzle.sums_differ(), Some((Colour::FIRST, 2, 1)));
    assert!(!puzzle.sums_agree());
}
