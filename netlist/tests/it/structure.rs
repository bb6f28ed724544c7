//! The structure of modules for block diagrams, and their documentation.

use nonogram_netlist::structure::{About, about_port, signals};
use nonogram_netlist::{print, read};

const TEXT: &str = "
// Title.

// Pair: Two of them: a pair
// of inverters.
// Interface: y follows a. Latency: none.
// Source: src/pair.rs
module pair(
    input wire clock,
    input wire reset,
    // The input.
    input wire a,
    // bus: The bus.

    // The output, on two
    // lines.
    output wire bus$y,
    output reg z
);
    reg one$a;
    wire one$y;
    reg two$reset;
    reg two$a;
    wire two$y;
    reg local;
    not one(.clock(clock), .a(one$a), .y(one$y));
    not two(.clock(clock), .reset(two$reset), .a(two$a), .y(bus$y));
    not three(.a(a & (local ? one$y : two$y)));
    always @(*) begin
        one$a = a;
        local = a;
        two$reset = reset;
        two$a = 1;
        if (local) two$a = one$y | a;
        case (a) 1: z = two$y; endcase
    end
    always @(posedge clock) local <= one$y;
endmodule
module not(input wire a, output wire y); endmodule
";

#[test]
fn signals_pass_between_ports_and_instances() {
    let source = read::source(TEXT).unwrap();
    let module = source.module("pair").unwrap();
    let names: Vec<&str> = module.instances().map(|one| one.name.as_str()).collect();
    assert_eq!(names, ["one", "two", "three"]);
    let signals = signals(&source, module);
    let none: [&str; 0] = [];
    let expected = [
        // From the ports, from one, from two, from three.
        [&none[..], &["a"], &["a"], &["a"]],
        [&[], &[], &["y"], &["y"]],
        [&["y"], &[], &[], &["y"]],
        [&[], &[], &[], &[]],
    ];
    for (from, row) in expected.iter().enumerate() {
        for (to, names) in row.iter().enumerate() {
            assert_eq!(signals[from][to], *names, "from {from} to {to}");
        }
    }
    assert!(module.is_clocked());
    assert!(!source.module("not").unwrap().is_clocked());
}

#[test]
fn documentation_is_read_from_comments() {
    let source = read::source(TEXT).unwrap();
    let module = source.module("pair").unwrap();
    let expected = About {
        name: "Pair".to_owned(),
        about: "Two of them: a pair of inverters.".to_owned(),
        interface: "y follows a. Latency: none.".to_owned(),
        source: "src/pair.rs".to_owned(),
    };
    assert_eq!(About::of(module), expected);
    let ports: Vec<String> = module.ports.iter().map(about_port).collect();
    let expected = ["", "", "The input.", "The output, on two lines.", ""];
    assert_eq!(ports, expected);
    assert_eq!(About::of(source.module("not").unwrap()), About::default());
    let text = print::module(module);
    assert!(text.starts_with("module pair(\n") && text.ends_with("endmodule // pair\n"));
}
