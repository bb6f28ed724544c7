//! What the diagram shows of a watched FPGA: which blocks are at work, and what signals of a block hold.
//! Interface: [`Observer::observe`] takes them, [`Observer::restart`] begins a step, [`Observer::shown`] gives what is drawn.
//! Where no block is observed, a clock costs nothing more.

use nonogram_hdl::design::Design;
use nonogram_sim::signals::{self, Selection, Signal};
use serde::Serialize;

use super::wave::{in_words, place};

/// Blocks and signals of a design.
#[derive(Default)]
pub(super) struct Observer {
    observes: bool,
    signals: Vec<Signal>,
    selection: Selection,
    /// Clocks when the step began.
    begin: u64,
}

/// What they did in a step, and hold after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Observed {
    /// Clocks of the step.
    pub clocks: u64,
    /// Of each block, the clocks in which a register or memory in it, or in a block below it, changed.
    pub changes: Vec<u64>,
    /// What each signal holds: a state's name, or a number in hexadecimal digits.
    pub values: Vec<String>,
}

impl Observer {
    /// Observes these blocks, and these signals, in place of others; nothing without blocks.
    pub(super) fn observe(
        &mut self,
        design: &dyn Design,
        clocks: u64,
        blocks: &[String],
        names: &[String],
    ) -> Result<(), String> {
        let all = match names {
            [] => Vec::new(),
            _ => signals::list(design.block()),
        };
        let places = names.iter().map(|name| place(&all, name));
        let places: Vec<usize> = places.collect::<Result<_, _>>()?;
        design.count_changes(blocks);
        // The step that is counted goes on.
        if !self.observes {
            self.begin = clocks;
        }
        self.observes = !blocks.is_empty();
        self.signals = places.iter().map(|&place| all[place].clone()).collect();
        self.selection = Selection::new(&places);
        Ok(())
    }

    /// A step begins.
    pub(super) fn restart(&mut self, design: &dyn Design, clocks: u64) {
        design.reset_changes();
        self.begin = clocks;
    }

    /// What is observed; `None` if nothing is.
    pub(super) fn shown(&self, design: &dyn Design, clocks: u64) -> Option<Observed> {
        if !self.observes {
            return None;
        }
        let values = self.selection.read(design.block());
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
