//! The structure of modules for block diagrams, and their documentation.

use nonogram_netlist::structure::{About, about_port, signals};
use nonogram_netlist::{print, read};

const TEXT: &str = include_str!("../cases/structure.sv");

#[test]
fn signals_pass_between_ports_and_instances() {
    let source = read::source(TEXT).unwrap();
    let module = source.module("pair").unwrap();
    let instances = module.instances();
    let names: Vec<&str> = instances.iter().map(|one| one.name.as_str()).collect();
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

/// The instances of a loop have the number of their iteration, and pass signals through an array.
#[test]
fn instances_of_a_loop_are_blocks_of_their_own() {
    let source = read::source(TEXT).unwrap();
    let module = source.module("chain").unwrap();
    let instances = module.instances();
    let names: Vec<&str> = instances.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(names, ["nots_0", "nots_1", "nots_2"]);
    let signals = signals(&source, module);
    let passes: Vec<(usize, usize)> = (0..4)
        .flat_map(|from| (0..4).map(move |to| (from, to)))
        .filter(|&(from, to)| !signals[from][to].is_empty())
        .collect();
    assert_eq!(passes, [(1, 2), (2, 3), (3, 0)]);
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
    let ports: Vec<String> =
        (module.ports.iter()).map(|port| about_port(&source, module, port)).collect();
    let expected = ["", "", "The input.", "The output, on two lines.", ""];
    assert_eq!(ports, expected);
    assert_eq!(About::of(source.module("not").unwrap()), About::default());
    let text = print::module(module);
    assert!(text.starts_with("module pair(\n") && text.ends_with("endmodule // pair\n"));
}

#[test]
fn port_of_an_interface_is_documented_where_the_comment_refers_to() {
    let source = read::source(TEXT).unwrap();
    let module = source.module("second").unwrap();
    let ports = module.ports.iter();
    let ports: Vec<String> = ports.map(|port| about_port(&source, module, port)).collect();
    let expected = ["Clock.", "put: A word. The word is present.", "The word, while valid.", ""];
    assert_eq!(ports, expected);
}
