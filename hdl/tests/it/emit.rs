//! The emitter: registers in place, merged modules, documentation, name clashes, and no blocks that re-evaluate each other endlessly.

use std::collections::HashMap;

use nonogram_hdl::widgets::{Dff, Synchronizer};
use nonogram_hdl::{block_verilog, dff_setup};
use nonogram_verilog::{BUILDS, fast_verilog};
use rust_hdl::prelude::*;

/// A one-bit and a two-bit counter with a common enable.
#[derive(LogicBlock, Default)]
struct Counter {
    clock: Signal<In, Clock>,
    count: Signal<In, Bit>,
    odd: Signal<Out, Bit>,
    low: Dff<Bit>,
    total: Dff<Bits<2>>,
}

impl Logic for Counter {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, low, total);
        if self.count.val() {
            self.low.d.next = !self.low.q.val();
            self.total.d.next = self.total.q.val() + 1;
        }
        self.odd.next = self.low.q.val();
    }
}

/// Two counters: the first has an enable from a pin, the second counts while the first is odd.
#[derive(LogicBlock, Default)]
struct Pair {
    clock: Signal<In, Clock>,
    count: Signal<In, Bit>,
    odd: Signal<Out, Bit>,
    counters: [Counter; 2],
    rx_sync: Synchronizer,
}

impl Logic for Pair {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, rx_sync);
        for i in 0..2 {
            self.counters[i].clock.next = self.clock.val();
        }
        self.rx_sync.pin.next = self.count.val();
        self.counters[0].count.next = self.rx_sync.stable.val();
        self.counters[1].count.next = self.counters[0].odd.val();
        self.odd.next = self.counters[1].odd.val();
    }
}

#[test]
fn registers_are_in_place_and_equal_modules_are_merged() {
    let mut pair = Pair::default();
    pair.clock.connect();
    pair.count.connect();
    pair.connect_all();
    insta::assert_snapshot!(block_verilog(&pair), @r#"
    module top(
        input wire clock,
        input wire count,
        output reg odd
    );
        // Ports of the modules below
        reg counters$0$count;
        wire counters$0$odd;
        reg counters$1$count;
        wire counters$1$odd;
        reg rx_sync$pin;
        wire rx_sync$stable;

        // Sub module instances
        top$counter counters$0(
            .clock(clock),
            .count(counters$0$count),
            .odd(counters$0$odd)
        );
        top$counter counters$1(
            .clock(clock),
            .count(counters$1$count),
            .odd(counters$1$odd)
        );
        top$synchronizer rx_sync(
            .clock(clock),
            .pin(rx_sync$pin),
            .stable(rx_sync$stable)
        );

        // Update code
        always @(*) begin
            rx_sync$pin = count;
            counters$0$count = rx_sync$stable;
            counters$1$count = counters$0$odd;
            odd = counters$1$odd;
        end
    endmodule // top

    module top$counter(
        input wire clock,
        input wire count,
        output reg odd
    );
        // Registers, and their next values
        reg low, low_d;
        reg [1:0] total, total_d;

        // Update code
        always @(*) begin
            low_d = low;
            total_d = total;
            if (count) begin
                low_d = ~low;
                total_d = total + 32'h1;
            end
            odd = low;
        end

        always @(posedge clock) begin
            low <= low_d;
            total <= total_d;
        end

        initial begin
            low = 1'h0;
            total = 2'h0;
        end
    endmodule // top$counter

    // Synchronizer: Two-flop synchroniser, for a signal from a pin or from another clock domain.
    // Interface: pin appears on stable two clock edges later.
    // Source: src/widgets/synchronizer.rs
    module top$synchronizer(
        // Clock of the receiving domain.
        input wire clock,
        // Asynchronous input.
        input wire pin,
        // pin, synchronised to clock; two cycles of latency.
        output reg stable
    );
        // Update code
        (* ASYNC_REG = "TRUE", keep = "true", syn_preserve = 1 *)
        reg first;
        (* ASYNC_REG = "TRUE", keep = "true", syn_preserve = 1 *)
        reg second;

        always @(*) stable = second;

        always @(posedge clock) begin
            first <= pin;
            second <= first;
        end

        initial begin
            first = 1'b0;
            second = 1'b0;
        end
    endmodule // top$synchronizer
    "#);
}

/// The register `bit`, and the register `bit_d`, whose name is also the emitted name of the next value of `bit`.
#[derive(LogicBlock, Default)]
struct Clash {
    clock: Signal<In, Clock>,
    seen: Signal<Out, Bit>,
    bit: Dff<Bit>,
    bit_d: Dff<Bit>,
}

impl Logic for Clash {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, bit, bit_d);
        self.bit.d.next = !self.bit.q.val();
        self.bit_d.d.next = self.bit.q.val();
        self.seen.next = self.bit_d.q.val();
    }
}

#[test]
#[should_panic(expected = "bit_d is taken")]
fn register_whose_next_value_has_a_taken_name_is_refused() {
    let mut clash = Clash::default();
    clash.clock.connect();
    clash.connect_all();
    block_verilog(&clash);
}

#[test]
fn comment_line_has_at_most_110_bytes() {
    let verilog = fast_verilog("clue16").expect("a known build");
    let is_comment = |line: &&str| line.trim_start().starts_with("//");
    for line in verilog.lines().filter(is_comment) {
        assert!(line.len() <= 110, "{} bytes: {line}", line.len());
    }
}

/// Names that a module's combinational block assigns in more than one place, for instance a default and then another value.
fn driven_again(module: &str) -> Vec<&str> {
    let mut times: HashMap<&str, usize> = HashMap::new();
    let mut in_block = false;
    for line in module.lines() {
        in_block = (in_block || line == "    always @(*) begin") && line != "    end";
        if let Some((lvalue, _)) = line.trim().split_once(" = ").filter(|_| in_block) {
            let name = lvalue.split('[').next().unwrap_or(lvalue);
            *times.entry(name).or_default() += 1;
        }
    }
    let again = times.into_iter().filter(|(_, times)| *times > 1);
    again.map(|(name, _)| name).collect()
}

/// Instances in `module` of which `module` assigns an input, and the instance itself an output, in more than one place.
fn mutual(module: &str, modules: &HashMap<&str, &str>) -> Vec<String> {
    let driven = driven_again(module);
    let instances = module.lines().filter_map(|line| {
        let (of, name) = line.trim().strip_suffix('(')?.split_once(' ')?;
        let name = name.rsplit(' ').next()?;
        Some((*modules.get(of)?, name))
    });
    let mut found = Vec::new();
    for (inner, name) in instances {
        let inputs = driven.iter().any(|port| {
            let port = port
                .strip_prefix(name)
                .and_then(|port| port.strip_prefix('$'));
            port.is_some_and(|port| !port.contains('$'))
        });
        let again = driven_again(inner);
        let outputs = inner.lines().any(|line| {
            let port = line.trim().strip_prefix("output reg ");
            let port = port.and_then(|port| port.trim_end_matches(',').split(' ').next_back());
            port.is_some_and(|port| again.contains(&port))
        });
        if inputs && outputs {
            found.push(name.to_owned());
        }
    }
    found
}

/// If two blocks assign ports between them more than once per pass, an event-driven simulator such as Icarus can re-evaluate both
/// endlessly without advancing time.
#[test]
fn no_two_blocks_re_evaluate_each_other_endlessly() {
    for build in BUILDS {
        let verilog = fast_verilog(build.name).expect("a known build");
        let modules: HashMap<&str, &str> = (verilog.split("\nmodule "))
            .filter_map(|module| {
                Some((
                    module
                        .trim_start_matches("module ")
                        .split([' ', '('])
                        .next()?,
                    module,
                ))
            })
            .collect();
        assert!(
            modules.len() > 10,
            "{}: {} modules",
            build.name,
            modules.len()
        );
        for (name, module) in &modules {
            let found = mutual(module, &modules);
            assert!(found.is_empty(), "{}: {name} and {found:?}", build.name);
        }
    }
}

#[test]
fn blocks_that_re_evaluate_each_other_are_found() {
    let inner = "inner(\n    input wire a,\n    output reg [3:0] b\n);\n    always @(*) begin\n        b = 0;\n        if (a) begin\n            b = 1;\n        end\n    end\n";
    let outer = |default: &str| {
        format!(
            "outer(c);\n    inner part(\n    );\n    always @(*) begin\n{default}        if (c) begin\n            part$a = 1;\n        end\n    end\n"
        )
    };
    let modules = HashMap::from([("inner", inner)]);
    assert_eq!(mutual(&outer("        part$a = 0;\n"), &modules), ["part"]);
    assert!(mutual(&outer(""), &modules).is_empty());
}
