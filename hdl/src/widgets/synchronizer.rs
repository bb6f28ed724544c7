//! Two-flop synchroniser, for a signal from a pin or from another clock domain.
//! Interface: `pin` appears on `stable` two clock edges later.

use crate::prelude::*;

/// Two-flop synchroniser for one bit. Both flip-flops power up at 0, or at 1 in [`Synchronizer::high`].
#[derive(LogicBlock, Default)]
pub struct Synchronizer {
    /// Asynchronous input.
    pub pin: Signal<In, Bit>,
    /// `pin`, synchronised to `clock`; two cycles of latency.
    pub stable: Signal<Out, Bit>,
    _first: bool,
    _high: bool,
}

impl Synchronizer {
    /// A synchroniser whose flip-flops power up at 1.
    pub fn high() -> Self {
        Self { _first: true, _high: true, ..Self::default() }
    }
}

impl Logic for Synchronizer {
    fn update(&mut self) {
        if rises() {
            self.stable.next = self._first;
            self._first = self.pin.val();
        }
    }

    fn connect(&mut self) {
        self.stable.connect();
        self.stable.next = self._high;
    }

    fn hdl(&self) -> Verilog {
        // No tool may merge these flip-flops with others, move logic between them, or infer a shift register. Vivado's `ASYNC_REG`
        // also places them next to each other. yosys and Vivado obey `keep`; Synplify and LSE (Diamond) obey `syn_preserve`.
        const FLOP: &str = "(* ASYNC_REG = \"TRUE\", keep = \"true\", syn_preserve = 1 *) reg";
        Verilog::Custom(format!(
            "\
{FLOP} first;
{FLOP} second;

assign stable = second;

always @(posedge clock) begin
   first <= pin;
   second <= first;
end

initial begin
   first = 1'b{initial};
   second = 1'b{initial};
end
",
            initial = u8::from(self._high)
        ))
    }
}
