//! What becomes of rust-hdl's text.

use nonogram_hdl::widgets::{Dff, Synchronizer};
use nonogram_hdl::{block_verilog, dff_setup};
use rust_hdl::prelude::*;

/// A counter of a bit and of two, and its input from a pin.
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

/// Two counters, the second counts when the first is odd.
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
fn registers_stand_in_place_and_each_module_once() {
    let mut pair = Pair::default();
    pair.clock.connect();
    pair.count.connect();
    pair.connect_all();
    insta::assert_snapshot!(block_verilog(&pair), @r#"
    module top(clock, count, odd);
        // Module arguments
        input wire clock;
        input wire count;
        output reg odd;

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

    module top$counter(clock, count, odd);
        // Module arguments
        input wire clock;
        input wire count;
        output reg odd;

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

    module top$synchronizer(clock, pin, stable);
        // Module arguments
        input wire clock;
        input wire pin;
        output reg stable;

        // Update code
        (* ASYNC_REG = "TRUE", keep = "true", syn_preserve = 1 *) reg first;
        (* ASYNC_REG = "TRUE", keep = "true", syn_preserve = 1 *) reg second;

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

/// A register called as another's next value.
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
fn a_name_is_not_given_twice() {
    let mut clash = Clash::default();
    clash.clock.connect();
    clash.connect_all();
    block_verilog(&clash);
}
