//! The registers between the probers of a core. Each prober probes its share of the cells; one refuted probe at a time is broadcast to
//! all probers.
//!
//! Interface: [`Peers::clock`] takes the reports of a cycle; [`Peers::broadcast`] returns what all probers then receive.
//! Source: own. Cells are assigned by diagonals, so that neighbours in a line are probed at the same time.

use super::cells::SIDE;
use super::search::{Branch, Cell};

/// The share of cells that a search probes: those on every `of`th diagonal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// Number of this search, from 0.
    pub number: usize,
    /// Number of searches.
    pub of: usize,
}

impl Default for Share {
    /// All cells, for a single search.
    fn default() -> Self {
        Self { number: 0, of: 1 }
    }
}

impl Share {
    /// Cells of this share in a row, one bit per cell.
    pub(super) fn of_row(self, row: usize) -> u32 {
        (0..SIDE)
            .filter(|column| (row + column) % self.of == self.number)
            .fold(0, |cells, column| cells | 1 << column)
    }
}

/// Report of one search in one cycle.
#[derive(Clone, Copy, Debug, Default)]
pub struct PeerReport {
    /// Whether the search is ready to scan: line logic is at its fixpoint outside a probe, and the board is incomplete.
    pub(super) settled: bool,
    /// The probe that this search has refuted in this cycle, if any.
    pub(super) refuted: Option<Cell>,
    /// Whether nothing is left to probe in this pass.
    pub(super) exhausted: bool,
    /// The best cell of this search to branch on; `None` if it has found none in this pass.
    pub(super) best: Option<Branch>,
}

/// Signals that all searches receive.
#[derive(Clone, Copy, Debug)]
pub struct Broadcast {
    /// Whether all searches are settled.
    pub(super) all_settled: bool,
    /// The refuted probe, if any, broadcast until all searches are settled.
    pub(super) fact: Option<Cell>,
    /// Whether all searches are exhausted.
    pub(super) all_exhausted: bool,
    /// The best cell of all searches to branch on; `None` if they have found none. A search without peers uses its own.
    pub(super) branch: Option<Branch>,
}

impl Default for Broadcast {
    /// The broadcast to a single search, which never waits for peers.
    fn default() -> Self {
        Self {
            all_settled: true,
            fact: None,
            all_exhausted: true,
            branch: None,
        }
    }
}

/// The registers between the probers.
#[derive(Clone, Copy, Debug, Default)]
pub struct Peers {
    broadcast: Broadcast,
    unshared: u64,
}

impl Peers {
    /// Creates the registers for `searches` searches.
    pub fn new(searches: usize) -> Self {
        let alone = searches == 1;
        Self {
            broadcast: Broadcast {
                all_settled: alone,
                all_exhausted: alone,
                ..Broadcast::default()
            },
            unshared: 0,
        }
    }

    /// The broadcast that all searches receive in this cycle.
    pub fn broadcast(&self) -> Broadcast {
        self.broadcast
    }

    /// Number of refuted probes that were not broadcast because another one was.
    pub fn unshared(&self) -> u64 {
        self.unshared
    }

    /// Runs one cycle with the reports of all searches. A single search needs no registers.
    pub fn clock(&mut self, reports: &[PeerReport]) {
        if reports.len() == 1 {
            return;
        }
        let pending = self.broadcast.fact.filter(|_| !self.broadcast.all_settled);
        let refuted = reports.iter().filter(|report| report.refuted.is_some());
        let refuted = refuted.count() as u64;
        self.unshared += refuted.saturating_sub(u64::from(pending.is_none()));
        let mut branch: Option<Branch> = None;
        for best in reports.iter().filter_map(|report| report.best) {
            if branch.is_none_or(|branch| best.gains > branch.gains) {
                branch = Some(best);
            }
        }
        self.broadcast = Broadcast {
            all_settled: reports.iter().all(|report| report.settled),
            fact: pending.or_else(|| reports.iter().find_map(|report| report.refuted)),
            all_exhausted: reports.iter().all(|report| report.exhausted),
            branch,
        };
    }
}
