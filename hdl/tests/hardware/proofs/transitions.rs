//! The transition table of the clue core's controller as a Verilog module.
//! Interface: [`control_table`] returns the module. Its inputs are the table's registers and conditions; its outputs are the commands and,
//! with the suffix `_d`, the registers' next values.

use std::collections::BTreeSet;
use std::fmt::Write;

use nonogram_hdl::core::clue::{State, Undoing};

const SOURCE: &str = include_str!("../../../src/core/clue/search/control.rs");

/// A row of the table: state, condition, next state, and effects (signal or register, and value).
struct Row {
    state: String,
    condition: String,
    next: String,
    effects: Vec<(String, String)>,
}

/// The Verilog number of a state or of a reason for undoing; other words are returned unchanged.
fn number(word: &str) -> String {
    let state = State::ALL.iter().position(|state| format!("{state:?}") == word);
    let undoing = Undoing::ALL.iter().position(|why| format!("{why:?}") == word);
    match (state, undoing) {
        (Some(number), _) => format!("4'd{number}"),
        (_, Some(number)) => format!("2'd{number}"),
        _ => word.to_owned(),
    }
}

/// A condition as a Verilog expression.
fn expression(condition: &str) -> String {
    let operators = condition.replace(" and ", " && ").replace(" or ", " || ").replace("not ", "!");
    let words =
        operators.split_inclusive(|letter: char| !letter.is_alphanumeric() && letter != '_');
    let text: String = words
        .map(|word| {
            let end =
                word.trim_end_matches(|letter: char| !letter.is_alphanumeric() && letter != '_');
            number(end) + &word[end.len()..]
        })
        .collect();
    if text.is_empty() { "1".to_owned() } else { text }
}

fn rows() -> Vec<Row> {
    let lines = SOURCE.lines().filter_map(|line| line.strip_prefix("//! | "));
    lines
        .skip(1)
        .map(|line| {
            let cells: Vec<&str> = line.split('|').map(str::trim).collect();
            let effects = cells[3].split(", ").filter(|effect| !effect.is_empty());
            let effects = effects.map(|effect| match effect.split_once('=') {
                Some((register, value)) => (format!("{register}_d"), number(value)),
                None => (effect.to_owned(), "1".to_owned()),
            });
            Row {
                state: number(cells[0]),
                condition: expression(cells[1]),
                next: number(cells[2]),
                effects: effects.collect(),
            }
        })
        .collect()
}

/// The names of signals in an expression. A number such as `2'd0` is one word, which starts with a digit.
fn names(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_alphanumeric() && !['_', '\''].contains(&letter)).filter(
        |word| word.starts_with(|letter: char| letter.is_ascii_lowercase()) && word.len() > 1,
    )
}

/// The width of a signal in the declaration.
fn width(name: &str) -> &str {
    if name.starts_with("undoing") { "[1:0] " } else { "" }
}

pub(super) fn control_table() -> String {
    let rows = rows();
    let effects: BTreeSet<&str> =
        (rows.iter()).flat_map(|row| row.effects.iter().map(|(name, _)| name.as_str())).collect();
    let registers: BTreeSet<&str> =
        (effects.iter()).filter_map(|name| name.strip_suffix("_d")).collect();
    let mut inputs = registers.clone();
    inputs.extend(rows.iter().flat_map(|row| names(&row.condition)));
    let mut text =
        "module control_table(\n    input [3:0] state,\n    output reg [3:0] state_d".to_owned();
    for name in &inputs {
        let _ = write!(text, ",\n    input {}{name}", width(name));
    }
    for name in &effects {
        let _ = write!(text, ",\n    output reg {}{name}", width(name));
    }
    text.push_str(");\n    always @* begin\n        state_d = 0;\n");
    for name in &effects {
        let value = name.strip_suffix("_d").unwrap_or("0");
        let _ = writeln!(text, "        {name} = {value};");
    }
    for state in State::ALL.map(|state| number(&format!("{state:?}"))) {
        let _ = writeln!(text, "        if (state == {state}) begin");
        for (place, row) in rows.iter().filter(|row| row.state == state).enumerate() {
            let lead = if place == 0 { "" } else { "else " };
            let _ = write!(
                text,
                "            {lead}if ({}) begin state_d = {};",
                row.condition, row.next
            );
            for (name, value) in &row.effects {
                let _ = write!(text, " {name} = {value};");
            }
            text.push_str(" end\n");
        }
        text.push_str("        end\n");
    }
    text.push_str("    end\nendmodule\n");
    text
}

#[test]
fn numbers_are_not_inputs() {
    let found: Vec<&str> = names("undoing == 2'd0 && at_mark").collect();
    assert_eq!(found, ["undoing", "at_mark"]);
}
