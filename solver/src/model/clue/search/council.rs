//! The council of several probers: each probes its share of the cells on a board of its own, and what one refutes all are told.
//! Interface: [`Council::clock`] takes what the searches say in a clock; in the next [`Council::heard`] is what all hear.
//! Own; cells are dealt out in diagonals, as squares of a chessboard are.

use super::Cell;
use crate::model::clue::cells::SIDE;

/// The cells that a search probes: those of every `of`th diagonal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// Its number, from 0.
    pub number: usize,
    /// The number of searches.
    pub of: usize,
}

impl Default for Share {
    /// All cells.
    fn default() -> Self {
        Self { number: 0, of: 1 }
    }
}

impl Share {
    /// The cells of a row.
    pub(super) fn of_row(self, row: usize) -> u32 {
        (0..SIDE)
            .filter(|column| (row + column) % self.of == self.number)
            .fold(0, |cells, column| cells | 1 << column)
    }
}

/// The gains of a cell's probes, the poorer one first, and the cell with its better value.
pub(super) type Best = ([usize; 2], Cell);

/// What a search says in a clock.
#[derive(Clone, Copy, Debug, Default)]
pub struct Said {
    /// What is certain is settled, and a scan may begin.
    pub(super) settled: bool,
    /// This probe is refuted.
    pub(super) refutes: Option<Cell>,
    /// Nothing is left to probe.
    pub(super) exhausted: bool,
    /// The best cell to branch on.
    pub(super) best: Option<Best>,
}

/// What all searches hear.
#[derive(Clone, Copy, Debug)]
pub struct Heard {
    /// All are settled.
    pub(super) together: bool,
    /// A probe that is refuted; it is there until all are settled.
    pub(super) fact: Option<Cell>,
    /// No search has anything left to probe.
    pub(super) exhausted: bool,
    /// The best cell of all; of a search that is alone, its own.
    pub(super) best: Option<Best>,
}

impl Default for Heard {
    /// What a search hears that is alone: it need not wait.
    fn default() -> Self {
        Self {
            together: true,
            fact: None,
            exhausted: true,
            best: None,
        }
    }
}

/// What is heard in this clock.
#[derive(Clone, Copy, Debug, Default)]
pub struct Council {
    heard: Heard,
    untold: u64,
}

impl Council {
    /// The council of this number of searches.
    pub fn new(searches: usize) -> Self {
        let alone = searches == 1;
        Self {
            heard: Heard {
                together: alone,
                exhausted: alone,
                ..Heard::default()
            },
            untold: 0,
        }
    }

    /// What all hear in this clock.
    pub fn heard(&self) -> Heard {
        self.heard
    }

    /// Refuted probes that nobody was told of, for another one was told in that clock.
    pub fn untold(&self) -> u64 {
        self.untold
    }

    /// One clock. A search that is alone has nobody to ask.
    pub fn clock(&mut self, said: &[Said]) {
        if said.len() == 1 {
            return;
        }
        let pending = self.heard.fact.filter(|_| !self.heard.together);
        let refuted = said.iter().filter(|said| said.refutes.is_some()).count() as u64;
        self.untold += refuted.saturating_sub(u64::from(pending.is_none()));
        let mut best: Option<Best> = None;
        for (score, cell) in said.iter().filter_map(|said| said.best) {
            if best.is_none_or(|(most, _)| score > most) {
                best = Some((score, cell));
            }
        }
        self.heard = Heard {
            together: said.iter().all(|said| said.settled),
            fact: pending.or_else(|| said.iter().find_map(|said| said.refutes)),
            exhausted: said.iter().all(|said| said.exhausted),
            best,
        };
    }
}
