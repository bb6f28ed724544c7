//! Errors in the text: each has the number of its line, and says what was expected. No text makes the reader panic.

use nonogram_netlist::{elaborate, print, read};

use crate::evaluation::Numbers;

/// The error of a text whose module `top` is elaborated.
fn error(text: &str) -> String {
    let netlist = read::source(text).and_then(|source| elaborate::netlist(&source, "top", &[]));
    netlist.map(|_| ()).expect_err(text).to_string()
}

/// The error of a module body that begins on line 2.
fn in_body(body: &str) -> String {
    error(&format!(
        "module top(input wire clock, input wire [3:0] a, output reg [3:0] y);\n{body}\nendmodule\n\
         module below #(parameter N = 1) (input wire clock, input wire [3:0] a, output wire [3:0] y);\n\
         assign y = a;\nendmodule\n"
    ))
}

/// Checks the errors of a table of module bodies: each row is a body, in which `\n` ends a line, and after `=>` its error.
fn refused(table: &str) {
    for row in table.lines() {
        let (body, expected) = row.split_once(" => ").expect(row);
        let body = body.replace("\\n", "\n");
        assert_eq!(in_body(&body), format!("Verilog {expected}"), "{body}");
    }
}

#[test]
fn errors_of_syntax_have_line_and_expectation() {
    refused(include_str!("../cases/syntax.txt"));
    let expected = "Verilog line 2: expected module instead of modul";
    assert_eq!(error("\nmodul top"), expected);
    let expected = "Verilog line 1: expected input or output instead of a";
    assert_eq!(error("module top(a);"), expected);
    let expected = "Verilog line 3: expected a declaration, a process, an instance or endmodule before the end of the text";
    assert_eq!(error("module top();\nwire a;\n"), expected);
}

#[test]
fn errors_of_meaning_have_line_and_expectation() {
    refused(include_str!("../cases/meaning.txt"));
    let missing = read::source("module a(); endmodule").unwrap();
    let error = elaborate::netlist(&missing, "top", &[]).unwrap_err();
    assert_eq!(error.to_string(), "the design has no module, signal or state top");
    let error = elaborate::netlist(&missing, "a", &[("N", 1)]).unwrap_err();
    assert_eq!(error.to_string(), "the design has no parameter N");
    let twice = in_body("endmodule\nmodule top();");
    assert_eq!(twice, "Verilog line 3: module top is defined twice");
}

#[test]
fn deeply_nested_text_is_refused() {
    let refused = |body: String| {
        let error = in_body(&body);
        let expected = "line 2: nested more than 300 levels";
        assert!(error.contains(expected), "{error}");
    };
    for (open, close) in [("(", ")"), ("{", "}"), ("~", ""), ("a[", "]"), ("a ? ", " : a")] {
        let [open, close] = [open, close].map(|part| part.repeat(100_000));
        refused(format!("assign y = {open}a{close};"));
    }
    refused(format!("always @(*) {}", "begin ".repeat(100_000)));
}

#[test]
fn a_hierarchy_that_doubles_at_each_level_is_refused() {
    let mut text = "module m0(); endmodule\n".to_owned();
    for level in 1..=60 {
        let below = level - 1;
        text += &format!("module m{level}(); m{below} a(); m{below} b(); endmodule\n");
    }
    text += "module top(); m60 a(); endmodule\n";
    let error = error(&text);
    assert!(
        error.contains("is instantiated more than 100 levels deep or more than 65536 times"),
        "{error}"
    );
}

#[test]
fn damaged_text_never_panics() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../hdl/verilog/classic11.sv");
    let text = std::fs::read_to_string(path).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let mut numbers = Numbers::new(1);
    let mut refused = 0;
    for _ in 0..300 {
        let begin = numbers.next() as usize % (lines.len() - 200);
        let mut part: Vec<char> = lines[begin..begin + 200].join("\n").chars().collect();
        for _ in 0..3 {
            let place = numbers.next() as usize % part.len();
            let symbols = "()[]{};,.:=<~&|?'\"/*\n a0$@#";
            let symbols: Vec<char> = symbols.chars().collect();
            part[place] = symbols[numbers.next() as usize % symbols.len()];
        }
        let part: String = part.into_iter().collect();
        // Begin with the first whole module.
        let start = part.find("\nmodule ").unwrap_or(0);
        match read::source(&part[start..]) {
            Ok(source) => {
                let name = source.modules.first().map(|module| module.name.clone());
                let _ = elaborate::netlist(&source, &name.unwrap_or_default(), &[]);
                assert!(read::source(&print::source(&source)).is_ok());
            }
            Err(_) => refused += 1,
        }
    }
    assert!(refused > 100, "{refused}");
}
