//! D flip-flop.
//! Interface: `q` takes the value of `d` at each rising clock edge; power-on value 0. `d` is `q` unless the block assigns another value.

use super::rises;
use rust_hdl::prelude::*;

/// Register for one value. In the Verilog it is a signal of the block.
#[derive(Default)]
pub struct Dff<T: Synth> {
    /// Next value, sampled at the rising edge of the clock; without an assignment the register keeps its value.
    pub d: Signal<Local, T>,
    /// Current value; 0 at power-on.
    pub q: Signal<Local, T>,
}

impl<T: Synth> Logic for Dff<T> {
    fn update(&mut self) {
        if rises() {
            self.q.next = self.d.val();
        }
    }

    fn connect(&mut self) {
        self.q.connect();
    }

    fn hdl(&self) -> Verilog {
        Verilog::Custom("always @(posedge clock) q <= d;".to_owned())
    }
}

impl<T: Synth> Block for Dff<T> {
    fn connect_all(&mut self) {
        self.connect();
    }

    fn update_all(&mut self) {
        self.update();
        self.d.update_all();
        self.q.update_all();
        // The enclosing block is updated before its registers.
        self.d.next = self.q.val();
    }

    fn has_changed(&self) -> bool {
        self.d.has_changed() || self.q.has_changed()
    }

    fn accept(&self, name: &str, probe: &mut dyn Probe) {
        probe.visit_start_namespace(name, self);
        self.d.accept("d", probe);
        self.q.accept("q", probe);
        probe.visit_end_namespace(name, self);
    }
}

/// Whether a namespace that a probe visits is a register, not an interface.
pub(crate) fn is_register(namespace: &dyn Block) -> bool {
    matches!(namespace.hdl(), Verilog::Custom(_))
}
