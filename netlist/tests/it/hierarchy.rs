//! Instances, their parameters and ports, loops, memories, and the states of signals.

use nonogram_netlist::ir::{Kind, Netlist};
use nonogram_netlist::tree::Source;
use nonogram_netlist::{elaborate, print, read, verilog};

/// Modules with parameters, instances, loops and memories.
const HIERARCHY: &str = include_str!("../cases/hierarchy.sv");

fn netlist(text: &str, top: &str, parameters: &[(&str, u64)]) -> Netlist {
    let source = read::source(text).unwrap_or_else(|error| panic!("{error}"));
    elaborate::netlist(&source, top, parameters).unwrap_or_else(|error| panic!("{error}"))
}

/// The modules of a netlist as Verilog, in which parameters have values, and loops are unrolled. The name of each is the path of its instance.
fn printed(netlist: &Netlist, top: &str) -> String {
    let path = |number| format!("{top}.{}", netlist.path(number)).trim_end_matches('.').to_owned();
    let numbers = 0..netlist.modules.len() as u32;
    let modules = numbers.map(|number| verilog::module(netlist, number, &path)).collect();
    print::source(&Source { modules, end: Vec::new() })
}

#[test]
fn instances_loops_and_memories_are_elaborated_as_before() {
    let tops: [(&str, &[_]); 5] = [
        ("counters", &[]),
        ("counters", &[("SIZE", 6)]),
        ("loops", &[]),
        ("blocks", &[]),
        ("memories", &[]),
    ];
    let all = tops.map(|(top, parameters)| printed(&netlist(HIERARCHY, top, parameters), top));
    insta::assert_snapshot!(all.join("\n"));
}

#[test]
fn values_too_large_for_a_parameter_are_refused() {
    let source = read::source(HIERARCHY).unwrap();
    let error = |value| {
        let netlist = elaborate::netlist(&source, "counters", &[("SIZE", value)]);
        netlist.unwrap_err().to_string()
    };
    let expected = "parameter SIZE has 32 bits, which is too few for 4294967296";
    assert_eq!(error(1 << 32), format!("Verilog line 9: {expected}"));
    let expected = "parameter LAST has 8 bits, which is too few for 260";
    assert_eq!(error(52), format!("Verilog line 12: {expected}"));
    assert_eq!(error(0), "Verilog line 9: 4294967296 bits: expected 1 to 16777216");
}

#[test]
fn signals_that_meet_a_state_have_its_names() {
    let netlist = netlist(HIERARCHY, "steps", &[]);
    let states = |path: &str| {
        let (module, signal) = netlist.signal(path).unwrap_or_else(|| panic!("{path}"));
        &netlist.modules[module as usize].signals[signal as usize].states
    };
    let steps = ["Step::Wait", "Step::Go", "Step::Stop"];
    for path in ["step", "step_d", "next$now", "next.now", "next.then"] {
        assert_eq!(*states(path), steps, "{path}");
    }
    assert_eq!(*states("other"), ["Other::A"]);
    for path in ["is_over", "count", "wide", "clock"] {
        assert!(states(path).is_empty(), "{path}");
    }
}

#[test]
fn a_body_is_added_to_a_module_with_ports() {
    let text = "module top(input wire clock, input wire a, output reg y); endmodule";
    let mut module = netlist(text, "top", &[]).modules.remove(0);
    let items = read::items("reg kept = 1;\nalways @(posedge clock) kept <= a;\nassign y = kept;");
    elaborate::body(&mut module, &items.unwrap()).unwrap();
    assert_eq!(module.signals[3].kind, Kind::Hidden);
    assert_eq!(module.initial, [(3, 1)]);
    assert_eq!(module.processes.len(), 2);
    let items = read::items("\nother one(.a(a));").unwrap();
    let error = elaborate::body(&mut module, &items).unwrap_err();
    assert_eq!(error.to_string(), "Verilog line 2: instances are not supported here");
}
