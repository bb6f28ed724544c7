//! The emitter: registers, connections, merged modules, documentation and names.

use nonogram_hdl::block_verilog;
use nonogram_hdl::widgets::{Dff, Synchronizer};
use nonogram_verilog::build;
use rust_hdl::prelude::*;

/// A one-bit and a two-bit counter with a common enable.
#[derive(LogicBlock, Default)]
struct Counter {
    count: Signal<In, Bit>,
    odd: Signal<Out, Bit>,
    low: Dff<Bit>,
    total: Dff<Bits<2>>,
}

impl Logic for Counter {
    #[hdl_gen]
    fn update(&mut self) {
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
    count: Signal<In, Bit>,
    odd: Signal<Out, Bit>,
    counters: [Counter; 2],
    rx_sync: Synchronizer,
}

impl Logic for Pair {
    #[hdl_gen]
    fn update(&mut self) {
        self.rx_sync.pin.next = self.count.val();
        self.counters[0].count.next = self.rx_sync.stable.val();
        self.counters[1].count.next = self.counters[0].odd.val();
        self.odd.next = self.counters[1].odd.val();
    }
}

#[test]
fn registers_are_in_place_and_equal_modules_are_merged() {
    insta::assert_snapshot!(block_verilog("pair", Pair::default()), @r#"
    module pair(
        input wire clock, count,
        output logic odd
    );
        logic counters_0_odd, rx_sync_stable;

        pair_counters counters_0(
            .clock, .count(rx_sync_stable), .odd(counters_0_odd)
        );
        pair_counters counters_1(
            .clock, .count(counters_0_odd), .odd
        );
        pair_synchronizer rx_sync(
            .clock, .pin(count), .stable(rx_sync_stable)
        );
    endmodule // pair

    module pair_counters(
        input wire clock, count,
        output logic odd
    );
        logic [1:0] total;

        always @(posedge clock) if (count) begin
            odd <= ~odd;
            total <= total + 2'd1;
        end
        initial {odd, total} = 0;
    endmodule // pair_counters

    // Synchronizer (src/widgets/synchronizer.rs): Two-flop synchroniser, for a signal from a pin or from another clock
    // domain.
    // Interface: pin appears on stable two clock edges later.
    module pair_synchronizer(
        input wire clock, // Clock.
        input wire pin, // Asynchronous input.
        output logic stable // pin, synchronised to clock; two cycles of latency.
    );
        (* ASYNC_REG = "TRUE", keep = "true", syn_preserve = 1 *)
        logic first;
        (* ASYNC_REG = "TRUE", keep = "true", syn_preserve = 1 *)
        logic second;

        assign stable = second;

        always @(posedge clock) begin
            first <= pin;
            second <= first;
        end

        initial begin
            first = 1'b0;
            second = 1'b0;
        end
    endmodule // pair_synchronizer
    "#);
}

/// The register `low`, whose next value is read, and the register `low_d`, whose name that value would have.
#[derive(LogicBlock, Default)]
struct Clash {
    seen: Signal<Out, Bit>,
    low: Dff<Bit>,
    low_d: Dff<Bit>,
}

impl Logic for Clash {
    #[hdl_gen]
    fn update(&mut self) {
        self.low.d.next = !self.low.q.val();
        self.low_d.d.next = self.low.q.val();
        self.seen.next = self.low_d.q.val() ^ self.low.d.val();
    }
}

#[test]
fn register_whose_next_value_has_a_taken_name_keeps_its_own() {
    let text = block_verilog("clash", Clash::default());
    for line in
        ["logic low, low_d;", "low_d <= low;", "low <= low_d_;", "assign seen = low_d ^ low_d_;"]
    {
        assert!(text.contains(line), "{line}: {text}");
    }
}

#[test]
fn statements_that_repeat_become_a_loop_and_their_constants_go() {
    let text = build("parallel11x4").expect("a design").fast_verilog();
    let loops = [
        "for (int i = 0; i < 11; i = i + 1) next_mask[i] = index > 12'(i);",
        "for (int i = 0; i < 11; i = i + 1) if (candidate[i]) number = number | 4'(i);",
    ];
    for rolled in loops {
        assert!(text.contains(rolled), "{rolled}");
    }
    assert!(!text.contains("places_10"));
}

#[test]
fn comment_line_has_at_most_120_bytes() {
    let verilog = build("clue16").expect("a design").fast_verilog();
    let is_comment = |line: &&str| line.trim_start().starts_with("//");
    for line in verilog.lines().filter(is_comment) {
        assert!(line.len() <= 120, "{} bytes: {line}", line.len());
    }
}
