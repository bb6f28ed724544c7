//! D flip-flop.
//! Interface: `q` takes the value of `d` at each rising clock edge; power-on value 0.
//! Source: rust-hdl's flip-flop; this one also reports each change of state to [`SkipWhenIdle`](super::SkipWhenIdle).

use super::skip_when_idle::{note_state_change, rises};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// Register for one value.
#[derive(LogicBlock, SmartDefault)]
pub struct Dff<T: Synth> {
    /// Next value, sampled at the rising edge of `clock`.
    pub d: Signal<In, T>,
    /// Current value; 0 at power-on.
    pub q: Signal<Out, T>,
    /// Clock.
    pub clock: Signal<In, Clock>,
}

impl<T: Synth> Logic for Dff<T> {
    fn update(&mut self) {
        // The cheaper condition is tested first.
        if self.q.next != self.d.val() && rises(&self.clock) {
            self.q.next = self.d.val();
            note_state_change();
        }
    }

    fn connect(&mut self) {
        self.q.connect();
    }

    fn hdl(&self) -> Verilog {
        Verilog::Custom(format!(
            "initial q = {:x};\n\nalways @(posedge clock) q <= d;",
            T::default().verilog()
        ))
    }

    fn timing(&self) -> Vec<TimingInfo> {
        vec![TimingInfo {
            name: "dff".into(),
            clock: "clock".into(),
            inputs: vec!["d".into()],
            outputs: vec!["q".into()],
        }]
    }
}

/// Connects registers to the clock, and makes each keep its value unless the block assigns another. It replaces rust-hdl's
/// macro of the same name, for which `hdl_gen` emits the same Verilog.
#[macro_export]
macro_rules! dff_setup {
    ($self:ident, $clock:ident, $($register:ident),+) => {
        $(
            $self.$register.clock.next = $self.$clock.val();
            $self.$register.d.next = $self.$register.q.val();
        )+
    };
}
