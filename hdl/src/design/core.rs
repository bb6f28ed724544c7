//! Simulation access to each core: visits, cells, option counts and events.

use nonogram_sim::design::{Probe, lines};
use rust_hdl::prelude::*;

use crate::core::clue::ClueCore;
use crate::core::{Classic, POSITION, Parallel};
use crate::widgets::{Dff, Ram};

/// State and events of a core, for [`Design`](nonogram_sim::design::Design).
pub(super) trait Core {
    fn visited(&self) -> bool;
    fn ending(&self) -> [u64; 2];
    fn probe(&self) -> Probe;
}

/// Values of the registers of a board, one word per row.
fn rows<const S: usize>(registers: &[Dff<Bits<S>>]) -> Vec<u64> {
    registers.iter().map(|row| row.q.val().to_u64()).collect()
}

impl<const S: usize, const AW: usize, const PW: usize, const CW: usize> Core
    for Classic<S, AW, PW, CW>
{
    fn visited(&self) -> bool {
        self.visitor.visited.val()
    }

    fn ending(&self) -> [u64; 2] {
        if !self.visitor.count_write.val() {
            return [0; 2];
        }
        let line = self.visitor.count_write_line.val().to_u32() as usize;
        lines(line >> POSITION != 0, line % (1 << POSITION))
    }

    fn probe(&self) -> Probe {
        let counts = self.counts.words();
        let columns = 1 << POSITION;
        let count = |line: usize| counts[line].to_u32();
        Probe {
            known: rows(&self.cells.known),
            assigned: rows(&self.cells.assigned),
            counts: (0..S).map(count).chain((columns..columns + S).map(count)).collect(),
            ..Probe::default()
        }
    }
}

impl<
    const S: usize,
    const AW: usize,
    const PW: usize,
    const CW: usize,
    const L: usize,
    const OW: usize,
    const LW: usize,
> Core for Parallel<S, AW, PW, CW, L, OW, LW>
{
    fn visited(&self) -> bool {
        self.visited.val()
    }

    fn ending(&self) -> [u64; 2] {
        [&self.rows, &self.columns]
            .map(|side| if side.ended.val() { side.e_line.q.val().to_u64() } else { 0 })
    }

    fn probe(&self) -> Probe {
        let count = |side: &crate::core::parallel::Side<S, L, OW, LW>, line: usize| {
            side.lanes.iter().map(|lane| lane.counts.words()[line].to_u32()).sum()
        };
        Probe {
            known: rows(&self.cells.known),
            assigned: rows(&self.cells.assigned),
            counts: (0..S)
                .map(|line| count(&self.rows, line))
                .chain((0..S).map(|line| count(&self.columns, line)))
                .collect(),
            ..Probe::default()
        }
    }
}

/// The first `S` words of a memory with one word of `S` bits per line.
fn words<const S: usize, const A: usize>(memory: &Ram<S, A>) -> Vec<u64> {
    let words = memory.words().iter().take(S);
    words.map(|word| word.to_u64()).collect()
}

impl<
    const SIDE: usize,
    const POSITION_BITS: usize,
    const COLOURS: usize,
    const VALUES: usize,
    const PLANES: usize,
    const VALUE_BITS: usize,
    const GAPS: usize,
    const TAG_BITS: usize,
    const CELLS_PER_STEP: usize,
    const GROUPS: usize,
    const GROUP_BITS: usize,
    const LINES: usize,
    const ENGINES: usize,
    const TRAIL_BITS: usize,
> Core
    for ClueCore<
        SIDE,
        POSITION_BITS,
        COLOURS,
        VALUES,
        PLANES,
        VALUE_BITS,
        GAPS,
        TAG_BITS,
        CELLS_PER_STEP,
        GROUPS,
        GROUP_BITS,
        LINES,
        ENGINES,
        TRAIL_BITS,
    >
{
    fn visited(&self) -> bool {
        self.visited.val()
    }

    fn ending(&self) -> [u64; 2] {
        if !self.visited.val() {
            return [0; 2];
        }
        lines(self.visited_column.val(), self.visited_line.val().to_u64() as usize)
    }

    fn probe(&self) -> Probe {
        let state = &self.lines.state;
        Probe::of_planes(&state.rows.each_ref().map(words), COLOURS, SIDE)
    }
}
