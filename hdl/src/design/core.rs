//! Simulation access to each core: visits, cells, option counts and events.

use nonogram_sim::design::{ClueEvents, Probe, lines};
use rust_hdl::prelude::*;

use crate::core::clue::ClueCore;
use crate::core::{Classic, POSITION, Parallel};
use crate::widgets::{Dff, Ram};

/// State and events of a core, for [`Design`](nonogram_sim::design::Design).
pub(super) trait Core {
    fn visited(&self) -> bool;
    fn ending(&self) -> [u32; 2];
    fn probe(&self) -> Probe;
    fn clue_events(&self) -> Option<ClueEvents> {
        None
    }
}

/// Values of the registers of a board, one word per row.
fn rows<const S: usize>(registers: &[Dff<Bits<S>>]) -> Vec<u32> {
    registers.iter().map(|row| row.q.val().to_u32()).collect()
}

impl<const S: usize, const AW: usize, const PW: usize, const CW: usize> Core
    for Classic<S, AW, PW, CW>
{
    fn visited(&self) -> bool {
        self.visitor.visited.val()
    }

    fn ending(&self) -> [u32; 2] {
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
            counts: (0..S)
                .map(count)
                .chain((columns..columns + S).map(count))
                .collect(),
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

    fn ending(&self) -> [u32; 2] {
        [&self.rows, &self.columns].map(|side| {
            if side.ended.val() {
                side.e_line.q.val().to_u32()
            } else {
                0
            }
        })
    }

    fn probe(&self) -> Probe {
        let count = |side: &crate::core::parallel::Side<S, L, OW, LW>, line: usize| {
            side.lanes
                .iter()
                .map(|lane| lane.counts.words()[line].to_u32())
                .sum()
        };
        Probe {
            known: rows(&self.cells.known),
            assigned: rows(&self.cells.assigned),
            counts: (0..S)
                .map(|line| count(&self.rows, line))
                .chain((0..S).map(|line| count(&self.columns, line)))
                .collect(),
        }
    }
}

/// The first `S` words of a memory with one word of `S` bits per line.
fn words<const S: usize, const A: usize>(memory: &Ram<S, A>) -> Vec<u32> {
    let words = memory.words().iter().take(S);
    words.map(|word| word.to_u32()).collect()
}

impl<
    const SIDE: usize,
    const CELLS_PER_STEP: usize,
    const GROUPS: usize,
    const GROUP_BITS: usize,
    const LINES: usize,
    const ENGINES: usize,
    const TRAIL_BITS: usize,
> Core for ClueCore<SIDE, CELLS_PER_STEP, GROUPS, GROUP_BITS, LINES, ENGINES, TRAIL_BITS>
{
    fn visited(&self) -> bool {
        self.visited.val()
    }

    fn ending(&self) -> [u32; 2] {
        let visit = self.clue_events().and_then(|events| events.visit);
        visit.map_or([0; 2], |(is_column, position, _)| {
            lines(is_column, position.into())
        })
    }

    fn probe(&self) -> Probe {
        let state = &self.lines.state;
        Probe {
            known: words(&state.rows),
            assigned: words(&state.filled),
            counts: Vec::new(),
        }
    }

    fn clue_events(&self) -> Option<ClueEvents> {
        /// Column flag of a line's number on the bus.
        const COLUMN: u8 = 1 << 5;
        let line = self.visited_line.val().to_u8();
        Some(ClueEvents {
            begin: (self.begin_board.val())
                .then(|| (self.rows.val().to_u8(), self.columns.val().to_u8())),
            block: self.block.val().then(|| self.block_length.val().to_u8()),
            line_end: (self.line_end.val())
                .then(|| (self.block_column.val(), self.block_position.val().to_u8())),
            start: (self.start.val()).then(|| (self.mode.val().to_u8(), self.limit.val().to_u32())),
            cancel: self.cancel.val(),
            ready: self.ready.val(),
            quiet: self.quiet.val(),
            visit: self.visited.val().then(|| {
                let learned = self.visited_learned.val().to_u32();
                (line & COLUMN != 0, line & !COLUMN, learned)
            }),
        })
    }
}
