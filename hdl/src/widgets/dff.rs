//! D flip-flop.
//! Interface: `q` takes the value of `d` at each rising clock edge; power-on value 0. `d` is `q` unless the block assigns another value.

use crate::prelude::*;

/// Register for one value. In the Verilog it is a signal of the block, or an output if `D` is [`Out`].
#[derive(Default)]
pub struct Dff<T: Synth, D: Direction = Local> {
    /// Next value, sampled at the rising edge of the clock; without an assignment the register keeps its value.
    pub d: Signal<Local, T>,
    /// Current value; 0 at power-on.
    pub q: Signal<D, T>,
}

impl<T: Synth> Dff<T, Out> {
    /// Value of the output.
    pub fn val(&self) -> T {
        self.q.val()
    }
}

impl<T: Synth, D: Direction> Logic for Dff<T, D> {
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

impl<T: Synth, D: Direction> Block for Dff<T, D> {
    fn connect_all(&mut self) {
        self.connect();
    }

    fn update_all(&mut self) {
        self.update();
        self.d.update_all();
        self.q.update_all();
        // The enclosing block is updated before its registers.
        self.d.next = self.q.next;
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
