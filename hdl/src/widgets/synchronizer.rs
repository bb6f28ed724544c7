//! Two flip-flops in a row, for a signal that comes from another clock domain or from a pin.
//! Interface: `pin` shows at `stable` two clock edges later.
//! Source: standard practice against metastability.

use super::{inputs, note_state_change, rises};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// Two-flop synchroniser of one bit. Both flops start at 0.
#[derive(LogicBlock, SmartDefault)]
pub struct Synchronizer {
    /// Clock of the receiving side.
    pub clock: Signal<In, Clock>,
    /// The asynchronous signal.
    pub pin: Signal<In, Bit>,
    /// The same, two clocks later.
    pub stable: Signal<Out, Bit>,
    _first: bool,
}

inputs!(Synchronizer: pin);

impl Logic for Synchronizer {
    fn update(&mut self) {
        if rises(&self.clock) {
            if self.stable.next != self._first {
                self.stable.next = self._first;
                note_state_change();
            }
            if self._first != self.pin.val() {
                self._first = self.pin.val();
                note_state_change();
            }
        }
    }

    fn connect(&mut self) {
        self.stable.connect();
    }

    fn hdl(&self) -> Verilog {
        // No tool may merge the flip-flops with others, move logic between them, or make a shift register of them; Vivado
        // (`ASYNC_REG`) puts them next to each other. `keep` is for yosys and Vivado, `syn_preserve` for Synplify and LSE (Diamond).
        const FLOP: &str = "(* ASYNC_REG = \"TRUE\", keep = \"true\", syn_preserve = 1 *) reg";
        Verilog::Custom(format!(
            "\
{FLOP} first;
{FLOP} second;

always @(*) stable = second;

always @(posedge clock) begin
   first <= pin;
   second <= first;
end

initial begin
   first = 1'b0;
   second = 1'b0;
end
"
        ))
    }

    fn timing(&self) -> Vec<TimingInfo> {
        vec![TimingInfo {
            name: "synchronizer".into(),
            clock: "clock".into(),
            inputs: vec!["pin".into()],
            outputs: vec!["stable".into()],
        }]
    }
}
