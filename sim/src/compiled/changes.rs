//! Activity of a design: for each module, the number of cycles in which a register or memory in it, or below it, changed.
//! Interface: [`Changes::tick`] starts a cycle, [`Changes::note`] records a change, [`Changes::counts`] returns the counts,
//! `Changes::reset` resets them.
//! Source: own.

use nonogram_netlist::ir::Netlist;

/// Cycle counts by module.
pub(super) struct Changes {
    /// The parent of each module; the top is its own parent.
    above: Vec<u32>,
    /// The last cycle in which each module changed.
    last: Vec<u64>,
    counts: Vec<u64>,
    clock: u64,
}

impl Changes {
    /// Counts for the modules of a netlist, all 0.
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

    /// Starts a cycle.
    pub(super) fn tick(&mut self) {
        self.clock += 1;
    }

    /// Records that a register or memory of a module changes in this cycle.
    pub(super) fn note(&mut self, module: u32) {
        let mut place = module as usize;
        // If a module is recorded already, so are its ancestors.
        while self.last[place] != self.clock {
            self.last[place] = self.clock;
            self.counts[place] += 1;
            place = self.above[place] as usize;
        }
    }

    /// The number of cycles in which each module changed, since the start or the last reset of the counts.
    pub(super) fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// Resets the counts to 0.
    pub(super) fn reset(&mut self) {
        self.counts.fill(0);
    }
}
