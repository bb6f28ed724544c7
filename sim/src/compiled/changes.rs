//! Which parts of a design are at work: for each module, the clocks in which something stored in it, or below it, changed.
//! Interface: [`Changes::tick`] begins a clock, [`Changes::note`] a change in it, [`Changes::counts`] has the counts.

use nonogram_netlist::ir::Netlist;

/// Counts of clocks, by module.
pub(super) struct Changes {
    /// The module that each one is in; the top's is itself.
    above: Vec<u32>,
    /// The last clock in which each module changed.
    last: Vec<u64>,
    counts: Vec<u64>,
    clock: u64,
}

impl Changes {
    /// None so far.
    pub(super) fn new(netlist: &Netlist) -> Self {
        let count = netlist.modules.len();
        let mut above = vec![0; count];
        for (module, number) in netlist.modules.iter().zip(0..) {
            for instance in &module.instances {
                above[instance.module as usize] = number;
            }
        }
        Self {
            above,
            last: vec![0; count],
            counts: vec![0; count],
            clock: 0,
        }
    }

    /// A clock begins.
    pub(super) fn tick(&mut self) {
        self.clock += 1;
    }

    /// A register or memory of a module changes in this clock.
    pub(super) fn note(&mut self, module: u32) {
        let mut place = module as usize;
        // Where a module is noted already, so are those above it.
        while self.last[place] != self.clock {
            self.last[place] = self.clock;
            self.counts[place] += 1;
            place = self.above[place] as usize;
        }
    }

    /// Clocks in which each module changed since the counts were last reset.
    pub(super) fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// Counts from 0 again.
    pub(super) fn reset(&mut self) {
        self.counts.fill(0);
    }
}
