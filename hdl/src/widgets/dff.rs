//! D flip-flop.
//! Interface: `q` takes `d` at each rising clock edge; power-on value 0.
//! Source: rust-hdl's flip-flop, with a note of each change of state for [`SkipWhenIdle`](super::SkipWhenIdle).

use super::rising_edge::rises;
use super::skip_when_idle::note_state_change;
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// Register of one value.
#[derive(LogicBlock, SmartDefault)]
pub struct Dff<T: Synth> {
    /// Next value.
    pub d: Signal<In, T>,
    /// Value.
    pub q: Signal<Out, T>,
    /// Clock.
    pub clock: Signal<In, Clock>,
}

impl<T: Synth> Logic for Dff<T> {
    fn update(&mut self) {
        // The cheaper question first.
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

/// Connects registers to the clock, and has each keep its value unless the block assigns another: what `hdl_gen` writes for
/// the macro of this name, rust-hdl's, for which this one stands.
#[macro_export]
macro_rules! dff_setup {
    ($self:ident, $clock:ident, $($register:ident),+) => {
        $(
            $self.$register.clock.next = $self.$clock.val();
            $self.$register.d.next = $self.$register.q.val();
        )+
    };
}
