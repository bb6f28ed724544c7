//! Coloured puzzles on the command line: solved in software, validated, converted, generated, checked, explained and edited; refused where
//! only black and white is supported.

use crate::common;

use nonogram_protocol::{ReplyStream, Status};

use common::{Folder, json_lines, pick, piped, repository, run, stderr_of, stdout_of};
use predicates::prelude::*;
use predicates::str::contains;
use serde_json::json;

/// A coloured puzzle whose only solution is `aba`.
const LINE: &str = "color a #ff0000\ncolor b #0000ff\nwidth 3\nheight 1\n\nrows\n1a,1b,1a\n\ncolumns\n1a\n1b\n1a\n";
/// A puzzle whose row clues and column clues require the same number of filled cells, but different numbers of each colour.
const UNEQUAL: &str =
    "color a #ff0000\ncolor b #0000ff\nwidth 2\nheight 2\n\nrows\n2a\n1b\n\ncolumns\n1a,1b\n1b\n";

#[test]
fn a_coloured_puzzle_is_solved_in_software() {
    for engine in ["portfolio", "lines", "probing", "sat"] {
        let solve = format!("solve --on software --engine {engine} --json -");
        let record = &json_lines(&piped!(LINE, &*solve).success())[0];
        let palette = json!({"a": "#ff0000", "b": "#0000ff"});
        let expected = json!([["aba"], palette, true]);
        assert_eq!(pick(record, "grid palette unique"), expected);
    }
}

#[test]
fn engines_and_devices_for_black_and_white_refuse_colours() {
    for engine in ["learning", "learning --count", "dnf", "placements", "permutations", "genetic"] {
        let solve = format!("solve --on software --engine {engine} -");
        let refused = piped!(LINE, &*solve).code(2).stdout("");
        let named = contains("nonogram: -: ").and(contains("2 colours"));
        refused.stderr(named.and(contains("black and white")));
    }
    for command in ["solve --core classic -", "encode --core classic -"] {
        let named = contains("nonogram: -: ").and(contains("nonogram solve --on software"));
        piped!(LINE, command).code(2).stderr(named);
    }
}

#[test]
fn the_simulated_board_solves_and_traces_colours() {
    for command in ["solve --on sim -", "solve -", "sim --core clue -"] {
        piped!(LINE, command).success().stdout("aba\n");
    }
    // Letters are those of the puzzle, in the order of its palette.
    let puzzle = LINE.replace("color a", "color x").replace("1a", "1x");
    let events = json_lines(&piped!(&*puzzle, "sim --trace - -").success());
    assert_eq!(pick(&events[0], "event colours"), json!(["board", "xb"]));
    let cells = events.iter().filter_map(|event| event["cells"].as_array());
    let cells: Vec<_> = cells.flatten().collect();
    for cell in [json!([1, 1, "x"]), json!([1, 2, "b"]), json!([1, 3, "x"])] {
        assert!(cells.contains(&&cell), "{cell}: {events:?}");
    }
    let solution = events.iter().find(|event| event["event"] == "solution");
    assert_eq!(solution.map(|event| &event["grid"]), Some(&json!(["xbx"])));
    // A board in one colour has no other values, even if the design has.
    let puzzle = "width 2\nheight 1\nrows\n1\ncolumns\n1\n0\n";
    let events = json_lines(&piped!(puzzle, "sim --trace - --build clue16c3 -").success());
    let cells = events.iter().filter_map(|event| event["cells"].as_array());
    let mut cells = cells.flatten().filter_map(|cell| cell[2].as_str());
    assert!(cells.all(|values| ["#", "-"].contains(&values)), "{events:?}");
}

#[test]
fn a_refused_puzzle_leaves_no_trace_and_no_waveform() {
    let folder = Folder::new();
    folder
        .file("large.non", format!("width 1\nheight 65\nrows\n{}columns\n65\n", "1\n".repeat(65)));
    folder.rows("sim --trace out.jsonl --vcd out.vcd large.non | 2");
    assert_eq!(folder.names(), ["large.non"]);
}

#[test]
fn a_puzzle_that_fits_no_design_is_solved_in_software() {
    let blocks = |between: &str| ["1a", "1b", "1c", "1d", "1e", "1f", "1g", "1h"].join(between);
    let colours = (b'a'..=b'h').map(|name| format!("color {} #{name:02x}0000\n", name as char));
    let colours: String = colours.collect();
    let many =
        format!("{colours}width 8\nheight 1\nrows\n{}\ncolumns\n{}\n", blocks(","), blocks("\n"));
    let solved = piped!(&*many, "solve -").success().stdout("abcdefgh\n");
    let why = "solved in software, because it fits no design: a board of 8 colours cannot be sent in this form; expected 1 to 7";
    solved.stderr(contains(why));
    let record = &json_lines(&piped!(&*many, "solve --json -").success())[0];
    let expected = json!(["software", null, "portfolio", ["abcdefgh"]]);
    assert_eq!(pick(record, "backend core engine grid"), expected);
}

#[test]
fn coloured_boards_and_replies_are_encoded_and_decoded() {
    let encoded = piped!(LINE, "encode --core clue --check -").success();
    let bytes = encoded.get_output().stdout.clone();
    let record = &json_lines(&piped!(bytes.clone(), "decode --json").success())[0];
    let expected = json!(["board", true, [["1a", "1b", "1a"], ["1a"], ["1b"], ["1a"]]]);
    assert_eq!(pick(record, "kind check clues"), expected);
    let decoded = stdout_of(&piped!(bytes.clone(), "decode").success());
    let again = piped!(decoded, "encode --core clue --check -").success();
    again.stdout(bytes.clone());
    let listed = piped!(bytes, "decode --list").success();
    let words = contains("request 0x0302 (2 colours)").and(contains("(block of 1, colour 2)"));
    listed.stdout(words);

    let cells = [Some(1), Some(2), None];
    let reply = ReplyStream::new(1, 3, &cells, Status::Stalled).with_packed_colours(2);
    let reply: Vec<u8> = reply.bytes().collect();
    piped!(reply, "decode").code(4).stdout("ab?\n");
}

/// Regression test: the message did not name the puzzle.
#[test]
fn formats_in_one_colour_name_the_puzzle_that_they_refuse() {
    let folder = Folder::new();
    folder.file("second.non", LINE);
    for (format, command) in [
        ("pbm", "solve --on software -"),
        ("pbm", "render -"),
        ("pbm", "convert -"),
        ("pattern", "convert - second.non"),
    ] {
        let mut command = folder.command(&format!("{command} --to {format}"));
        let refused = command.write_stdin(LINE).assert().code(2).stdout("");
        let message = format!("nonogram: -: {format} files have one colour");
        refused.stderr(contains(message));
    }
}

#[test]
fn sums_that_differ_in_a_colour_are_named() {
    for command in ["solve -", "solve --on software -", "validate -"] {
        let refused = piped!(UNEQUAL, command).code(3);
        let text = stdout_of(&refused) + &stderr_of(&refused);
        let sums = "the row clues require 2 red cells, the column clues 1";
        assert!(text.contains(sums), "{text}");
    }
}

#[test]
fn a_coloured_drawing_is_solved_and_converted() {
    let folder = Folder::new();
    let drawing = repository("puzzles/library/colour-08/drink-me.non");
    folder.file("drawing.non", std::fs::read(drawing).unwrap());
    let solve = |name: &str| folder.run(&format!("solve --on software {name}")).success();
    let picture = stdout_of(&solve("drawing.non"));
    assert_eq!(picture.lines().next(), Some("---aa---"));
    for name in ["puzzle.xml", "puzzle.json", "puzzle.g", "puzzle.non"] {
        folder.rows(&format!("convert drawing.non --output {name} | 0"));
        solve(name).stdout(picture.clone());
    }
}

#[test]
fn mistakes_and_hints_name_colours() {
    let folder = Folder::new();
    folder.file("line.non", LINE);
    folder.file("grid.txt", "b??\n");
    folder.rows(
        "check line.non --grid grid.txt | 3 | row 1, column 1 is blue; in the solution it is red
         hint line.non                  | 0 | red",
    );
}

/// A PNG of a red and blue flag with a black mast on white; each cell has 4 x 4 pixels.
fn flag() -> Vec<u8> {
    let lines = ["krrrr-", "kbbbr-", "krrrr-", "k-----", "kk----"];
    let (width, height) = (lines[0].len() * 4, lines.len() * 4);
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width as u32, height as u32);
    encoder.set_color(png::ColorType::Rgb);
    let cells = (0..height).flat_map(|y| (0..width).map(move |x| lines[y / 4].as_bytes()[x / 4]));
    let samples = cells.flat_map(|cell| match cell {
        b'k' => [20, 16, 24],
        b'r' => [208, 32, 32],
        b'b' => [32, 80, 208],
        _ => [255; 3],
    });
    let samples: Vec<u8> = samples.collect();
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(&samples).unwrap();
    drop(writer);
    bytes
}

#[test]
fn a_coloured_picture_becomes_a_unique_puzzle_with_one_command() {
    let folder = Folder::new();
    folder.file("flag.png", flag());
    // The same picture is converted in black and white, and in two colours.
    folder.rows(
        r#"
        generate --size 5x6 --unique --image flag.png --output flag.xml | 0 | | ""
        solve --on software flag.xml                         | 0 | =baaaa-/bccca-/baaaa-/b-----/bb----/
        convert --to text --size 5x6 --colours 1 flag.png    | 0 | =#####-/#####-/#####-/#-----/##----/
        convert --to text --size 5x6 --colours 2 flag.png    | 0 | | its colours were merged into 2
        convert --to text --colours 2 flag.xml               | 2 | | --colours has no effect
        convert --colours 27 flag.png                        | 2
        "#,
    );
}

#[test]
fn random_coloured_puzzles_are_reproducible_and_have_the_requested_difficulty() {
    let generate = |options: &str| stdout_of(&run!(&*format!("generate {options}")).success());
    let several = |seed: &str| {
        let options = "--size 8x8 --colours 3 --count 4 --difficulty 2..20 --seed";
        generate(&format!("{options} {seed}"))
    };
    let puzzles = several("5");
    assert_eq!(puzzles, several("5"));
    assert_ne!(puzzles, several("6"));
    let records = json_lines(&piped!(puzzles, "validate --json -").success());
    assert_eq!(records.len(), 4);
    for record in records {
        assert_eq!(record["verdict"], "unique");
        let difficulty = record["difficulty"].as_f64().unwrap();
        assert!((2.0..=20.0).contains(&difficulty), "{difficulty}");
    }
    assert_eq!(generate("--colours 1 --seed 3"), generate("--seed 3"));
}

#[test]
fn edits_of_a_coloured_drawing_name_the_colours() {
    let folder = Folder::new();
    let drawing = "color a #ff0000\ncolor b #0000ff\nwidth 2\nheight 3\nrows\n1a\n1a\n2b\ncolumns\n1a,1b\n1a,1b\n\
                   goal \"a00abb\"\n";
    folder.file("two.non", drawing);
    folder.rows("disambiguate two.non | 0 | make row 1, column 1 & blue");
    let record = &json_lines(&folder.run("disambiguate --json two.non").success())[0];
    let edit = &record["edits"][0];
    assert_eq!(edit["cells"].as_array().map(Vec::len), Some(1));
    assert_eq!(edit["values"].as_str().map(str::len), Some(1));
}
