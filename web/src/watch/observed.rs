//! Data of the block diagram: which blocks of a watched FPGA are active, and the values of signals.
//! Interface: [`Observer::observe`] chooses blocks and signals, [`Observer::restart`] begins a step, [`Observer::shown`] returns the data.
//! If no blocks are observed, there is no overhead per cycle.

use nonogram_sim::design::Design;
use nonogram_sim::signals::{self, Selection, Signal};
use serde::Serialize;

use super::wave::{in_words, place};

/// Observes blocks and signals of a design.
#[derive(Default)]
pub(super) struct Observer {
    observes: bool,
    signals: Vec<Signal>,
    selection: Selection,
    /// Cycle in which the step began.
    begin: u64,
}

/// Activity of the observed blocks in a step, and values of the observed signals after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Observed {
    /// Length of the step, in cycles.
    pub clocks: u64,
    /// For each block, the number of cycles in which a register or memory in it or in its sub-blocks changed.
    pub changes: Vec<u64>,
    /// For each signal, its value: the name of a state, or a number in hexadecimal.
    pub values: Vec<String>,
}

impl Observer {
    /// Chooses the observed blocks and signals; replaces the previous choice. If `blocks` is empty, nothing is observed.
    pub(super) fn observe(
        &mut self,
        design: &dyn Design,
        clocks: u64,
        blocks: &[String],
        names: &[String],
    ) -> Result<(), String> {
        let all = match names {
            [] => Vec::new(),
            _ => signals::list(design),
        };
        let places = names.iter().map(|name| place(&all, name));
        let places: Vec<usize> = places.collect::<Result<_, _>>()?;
        design.count_changes(blocks);
        // If blocks were observed before, their step continues.
        if !self.observes {
            self.begin = clocks;
        }
        self.observes = !blocks.is_empty();
        self.signals = places.iter().map(|&place| all[place].clone()).collect();
        self.selection = Selection::new(places.iter().map(|&place| &all[place]));
        Ok(())
    }

    /// Begins a step: restarts the counts of changes.
    pub(super) fn restart(&mut self, design: &dyn Design, clocks: u64) {
        design.reset_changes();
        self.begin = clocks;
    }

    /// The data of the current step; `None` if nothing is observed.
    pub(super) fn shown(&self, design: &dyn Design, clocks: u64) -> Option<Observed> {
        if !self.observes {
            return None;
        }
        let values = self.selection.read(design);
        let words = self.signals.iter().zip(values);
        Some(Observed {
            clocks: clocks - self.begin,
            changes: design.changes(),
            values: words
                .map(|(signal, value)| in_words(signal, value))
                .collect(),
        })
    }
}
