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
    for row in table.lines().map(str::trim).filter(|row| !row.is_empty()) {
        let (body, expected) = row.split_once(" => ").expect(row);
        let body = body.replace("\\n", "\n");
        assert_eq!(in_body(&body), format!("Verilog {expected}"), "{body}");
    }
}

#[test]
fn errors_of_syntax_have_line_and_expectation() {
    refused(
        r#"
        wire [3:0 b; => line 2: expected ] instead of b
        \nwire b => line 4: expected , or ; instead of endmodule
        wire; => line 2: expected a name instead of ;
        wire wire; => line 2: expected a name instead of wire
        assign y == a; => line 2: expected = instead of ==
        assign y = a +; => line 2: expected an operand instead of ;
        assign y = (a; => line 2: expected ) instead of ;
        assign y = {a; => line 2: expected } instead of ;
        assign y = {2{a}; => line 2: expected } instead of ;
        assign y = a ? a; => line 2: expected : instead of ;
        assign y = 4'h1ff; => line 2: expected a number such as 12 or 4'hf, which fits in 32 bits or in its width of at most 64, instead of 4'h1ff
        assign y = 4'q1; => line 2: expected a number such as 12 or 4'hf, which fits in 32 bits or in its width of at most 64, instead of 4'q1
        assign y = 4'b12; => line 2: expected a number such as 12 or 4'hf, which fits in 32 bits or in its width of at most 64, instead of 4'b12
        assign y = 5000000000; => line 2: expected a number such as 12 or 4'hf, which fits in 32 bits or in its width of at most 64, instead of 5000000000
        assign y = 0'd0; => line 2: expected a number such as 12 or 4'hf, which fits in 32 bits or in its width of at most 64, instead of 0'd0
        always y = a; => line 2: expected @ instead of y
        always @(negedge clock) y <= a; => line 2: expected * or posedge instead of negedge
        always @(*) y + a; => line 2: expected = or <= instead of +
        always @(*) begin\ny = a;\n => line 5: expected a statement or the left side of an assignment instead of endmodule
        always @(*) if a y = a; => line 2: expected ( instead of a
        always @(*) case (a) 1: y = a; => line 3: expected an operand instead of endmodule
        \n\n42; => line 4: expected a declaration, a process, an instance or endmodule instead of 42
        function f; => line 2: expected a declaration, a process, an instance or endmodule instead of function
        below b(clock, a, y); => line 2: expected a named port or parameter, such as .name(value) instead of clock
        `define x => line 2: compiler directives other than `ifdef, `else and `endif are not supported
        initial $display; => line 2: system functions are not supported
        wire \x ; => line 2: escaped names are not supported
        wire ä; => line 2: 'ä' does not begin a name, number or symbol
        /* a\ncomment => line 2: this comment does not end: expected */
        (* keep = "true *) wire b; => line 2: this string does not end on its line: expected "
        assign y = a === 1; => line 2: expected ; instead of ===
        "#,
    );
    let expected = "Verilog line 2: expected module instead of modul";
    assert_eq!(error("\nmodul top"), expected);
    let expected = "Verilog line 1: expected input or output instead of a";
    assert_eq!(error("module top(a);"), expected);
    let expected = "Verilog line 3: expected a declaration, a process, an instance or endmodule before the end of the text";
    assert_eq!(error("module top();\nwire a;\n"), expected);
}

#[test]
fn errors_of_meaning_have_line_and_expectation() {
    refused(
        r#"
        assign y = b; => line 2: b is not declared
        for (genvar i = 0; i < 2; i = i + 1) begin : lines\nwire b = a;\nend\nassign y = b; => line 5: b is not declared
        wire b;\nwire b; => line 3: b is declared twice
        reg clock; => line 2: clock is declared twice
        assign a = y; => line 2: a is an input or a constant, and cannot be assigned
        localparam c = 1'b1;\nassign c = 1'b0; => line 3: c is an input or a constant, and cannot be assigned
        localparam T_A = 0;\nassign T_A = 1; => line 3: T_A is an input or a constant, and cannot be assigned
        localparam c = a; => line 2: expected a constant
        localparam c = {64'h0, 64'h0} + 1; => line 2: a constant expression has 128 bits: expected at most 64
        localparam c = 4 / (2 - 2); => line 2: a constant expression divides by zero
        localparam c = 4 % 1'b0; => line 2: a constant expression divides by zero
        wire [a:0] b; => line 2: expected a constant
        wire [4:1] b; => line 2: the range [4:1] does not end at 0
        wire [99999999:0] b; => line 2: 100000000 bits: expected 1 to 16777216
        reg [1:0] m [4:1]; => line 2: the words of m are not numbered from 0
        reg m [99999999:0]; => line 2: 100000000 words: expected 1 to 16777216
        reg m [1:0] = 1; => line 2: m is a memory, whose value at power-on cannot be given
        reg m [1:0];\nassign y = m; => line 3: m is a memory: expected the index of a word
        reg m [1:0];\nassign m = y; => line 3: m is a memory: expected the index of a word
        reg m [1:0];\nassign y = m[1:0]; => line 3: m is a memory: expected the index of a word
        reg [1:0] m [1:0];\nalways @(posedge clock) m[1][2:1] <= a; => line 3: m_1 has 2 bits, fewer than are assigned
        assign y = a[1][0]; => line 2: only a word of a memory can be selected from twice
        assign y = a[0:1]; => line 2: [0:1]: expected the higher bit first
        assign y[4] = a; => line 2: y has 4 bits, fewer than are assigned
        assign y[5:2] = a; => line 2: y has 4 bits, fewer than are assigned
        assign y = {a, 1}; => line 2: 1 has no width, which a concatenation needs: expected a number such as 4'd1
        assign y = {0{a}}; => line 2: 0 repeated bits: expected 1 to 16777216
        assign y = {a{a}}; => line 2: expected a constant
        assign y = "text"; => line 2: a string is not supported in an expression
        localparam T_A = 0;\nassign y = T_A[0]; => line 3: T_A is a number, which has no parts
        always @(*)\nbegin\ny <= a;\nend => line 4: expected = instead of <= in a combinational process
        always @(posedge clock)\ny = a; => line 3: expected <= instead of = in a clocked process
        always @(posedge a) y <= a; => line 2: the clock a is not an input port of one bit
        reg b;\nalways @(posedge b) y <= a; => line 3: the clock b is not an input port of one bit
        always @(*) case (a)\n1: y = a;\ndefault: y = 1;\ndefault: y = 2;\nendcase => line 2: this case has two defaults
        initial y = a; => line 2: expected a constant
        initial y[1] = 1; => line 2: expected a whole signal, whose value at power-on is assigned, or several that are 0
        initial\nif (1) y = 1; => line 3: expected an assignment with = of a value at power-on
        other b(.a(a)); => line 2: module other is not in the text
        below b(.clock(clock),\n.c(a)); => line 3: module below has no port c
        below b(.clock(clock), .a(a),\n.a(a)); => line 2: port a is connected twice
        below b(.clock(clock)); => line 2: the input b.a is not connected
        below b(.clock(clock), .a(a), .y(y + 1)); => line 2: expected a signal on the left side of an assignment
        below #(.M(1)) b(.clock(clock), .a(a)); => line 2: module below has no parameter M
        below #(.N()) b(.clock(clock), .a(a)); => line 2: parameter N has no value
        below #(.N(a)) b(.clock(clock), .a(a)); => line 2: expected a constant
        below #(.N(1), .N(2)) b(.clock(clock), .a(a)); => line 2: parameter N is given twice
        below b(.clock(clock), .a(a));\nbelow b(.clock(clock), .a(a)); => line 3: b is instantiated twice
        wire b;\ntop top(.clock(clock), .a(a)); => line 1: module top is instantiated more than 100 levels deep or more than 65536 times
        "#,
    );
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
