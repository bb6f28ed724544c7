//! The three stages of a message: it is decoded in its first cycle, judged in the second and executed in the third.
//! Interface: `offered` is high while a message is present and may be executed; `execute` is high in the third consecutive such cycle.
//! Source: own; a message that is no longer offered restarts at the first stage.

use crate::widgets::Dff;
use rust_hdl::prelude::*;

/// The stage registers.
#[derive(LogicBlock, Default)]
pub struct Stages {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Returns to the first stage.
    pub reset: Signal<In, Bit>,
    /// A message is present, and the parser can execute it.
    pub offered: Signal<In, Bit>,
    /// The message is executed in this cycle.
    pub execute: Signal<Out, Bit>,

    decoded: Dff<Bit>,
    judged: Dff<Bit>,
    executes: Signal<Local, Bit>,
    pending: Signal<Local, Bit>,
}

impl Logic for Stages {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, decoded, judged);
        self.executes.next = self.judged.q.val() && self.offered.val();
        self.pending.next = self.offered.val() && !self.executes.val();
        self.decoded.d.next = self.pending.val();
        self.judged.d.next = self.pending.val() && self.decoded.q.val();
        if self.reset.val() {
            self.decoded.d.next = false;
            self.judged.d.next = false;
        }
        self.execute.next = self.executes.val();
    }
}
