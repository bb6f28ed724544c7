//! The scan of a pass: selects, row by row, the next cell to probe or, with `any`, to decide. This block defines the probing order.
//! Interface: while `scan`, one row per cycle is read; it is judged two cycles later, while `judge`, until `hit`, `widens` or `last_row`.
//!
//! Cells with known neighbours on both sides in their row are probed first, then those with a known neighbour on one side,
//! then all others: in decreasing order of the expected gain.

use crate::core::clue::COUNT_BITS;
use crate::prelude::*;

/// Number of parts of a row; each part has a register that flags a candidate.
const PARTS: usize = 4;

/// Scans up to `SIDE` rows and columns, of cells with `VALUES` values.
#[derive(LogicBlock, SmartDefault)]
pub struct RowScanner<const SIDE: usize, const VALUES: usize> {
    /// Restarts the scan: at the first row, for cells with known neighbours on both sides.
    pub rewind: Signal<In, Bit>,
    /// Holds the scan at its start before a new pass.
    pub hold: Signal<In, Bit>,
    /// Reads one row per cycle.
    pub scan: Signal<In, Bit>,
    /// Judges one row per cycle.
    pub judge: Signal<In, Bit>,
    /// Every unknown cell is a candidate.
    pub any: Signal<In, Bit>,
    /// Number of rows of the board.
    pub rows: Signal<In, Bits<COUNT_BITS>>,
    /// Columns of the board, one bit per column.
    pub column_mask: Signal<In, Bits<SIDE>>,

    /// Row to read.
    pub read_row: Dff<Bits<COUNT_BITS>, Out>,
    /// Row to read, one-hot.
    pub read_row_bit: Dff<Bits<SIDE>, Out>,
    /// Known cells of the row read, one bit per cell, one cycle after `read_row`.
    pub row_known: Signal<In, Bits<SIDE>>,
    /// Cells of the row read whose row or column had news when the pass began, one bit per cell, one cycle after `read_row`.
    pub news: Signal<In, Bits<SIDE>>,
    /// Cells of the row read for which a value is known to be consistent, one word per value, one cycle after `read_row`.
    pub consistent: Array<Signal<In, Bits<SIDE>>, VALUES>,
    /// Cells of the row read from which a value is excluded, one word per value, one cycle after `read_row`; needed only for unknown cells.
    pub excluded: Array<Signal<In, Bits<SIDE>>, VALUES>,

    /// The judged row has a candidate, valid with `judge`.
    pub hit: Signal<Out, Bit>,
    /// The judged row is the board's last, valid with `judge`.
    pub last_row: Dff<Bit, Out>,
    /// The judged row is the board's last, and the scan does not yet accept every cell: if the row has no candidate, the scan restarts for
    /// cells with fewer known neighbours; valid with `judge`.
    pub widens: Signal<Out, Bit>,
    /// Number of the judged row, valid with `judge`.
    pub row: Dff<Bits<COUNT_BITS>, Out>,
    /// Column of the first candidate, one-hot, valid with `hit`.
    pub column_bit: Signal<Out, Bits<SIDE>>,
    /// Column of the current cell, one-hot.
    pub chosen: Signal<In, Bits<SIDE>>,
    /// Values to try for the current cell, not excluded, nor consistent unless `any`; one signal per value, valid one cycle after `hit`.
    pub open: Array<Signal<Out, Bit>, VALUES>,

    /// The row to judge, one-hot.
    judged_bit: Dff<Bits<SIDE>>,
    /// Number of the row before the board's last; registered, for timing.
    before_last: Dff<Bits<COUNT_BITS>>,
    /// The board has a single row; registered, for timing.
    only_row: Dff<Bit>,
    /// Known neighbours that a candidate needs: on both sides (3), on one side (1), or none (0).
    beside: Dff<Bits<2>>,
    eligible: Dff<Bits<SIDE>>,
    /// Parts of the row that have candidates, one bit per part; registered, for timing.
    eligible_parts: Dff<Bits<PARTS>>,
    /// Cells of the judged row for which a value needs no probe, one word per value.
    closed_judged: Array<Dff<Bits<SIDE>>, VALUES>,
    /// Cells of the row judged in the previous cycle for which a value needs no probe, one word per value.
    closed_chosen: Array<Dff<Bits<SIDE>>, VALUES>,

    closed: Array<Signal<Local, Bits<SIDE>>, VALUES>,
    all_closed: Signal<Local, Bits<SIDE>>,
    wanted: Signal<Local, Bits<SIDE>>,
    known: Signal<Local, Bits<SIDE>>,
    left_known: Signal<Local, Bits<SIDE>>,
    right_known: Signal<Local, Bits<SIDE>>,
    near: Signal<Local, Bits<SIDE>>,
    found: Signal<Local, Bits<SIDE>>,
    found_parts: Signal<Local, Bits<PARTS>>,
    below: Signal<Local, Bits<SIDE>>,
    begins: Signal<Local, Bit>,

    #[default(constant(1 << (SIDE - 1)))]
    last_cell: Constant<Bits<SIDE>>,
    #[default(from_fn(|part| constant(part_of_row(SIDE, part))))]
    parts: [Constant<Bits<SIDE>>; PARTS],
    #[default(constant(3))]
    both_sides: Constant<Bits<2>>,
}

/// The cells of part `part` of a row of `cells` cells, one bit per cell.
fn part_of_row(cells: usize, part: usize) -> u64 {
    (0..cells).filter(|cell| cell * PARTS / cells == part).fold(0, |bits, cell| bits | 1 << cell)
}

impl<const SIDE: usize, const VALUES: usize> Logic for RowScanner<SIDE, VALUES> {
    #[hdl_gen]
    fn update(&mut self) {
        // Reading.
        self.read_row.d.next = self.row.q.val();
        self.read_row_bit.d.next = self.judged_bit.q.val();
        if self.scan.val() {
            self.read_row.d.next = self.read_row.q.val() + 1;
            self.read_row_bit.d.next = self.read_row_bit.q.val() << 1;
        }
        // The neighbours of each cell; cells beyond the board's edge count as known.
        self.known.next = self.row_known.val() | !self.column_mask.val();
        self.left_known.next = (self.known.val() << 1) | 1;
        self.right_known.next = (self.known.val() >> 1) | self.last_cell.val();
        self.near.next = !bits::<SIDE>(0);
        if self.beside.q.val() == self.both_sides.val() {
            self.near.next = self.left_known.val() & self.right_known.val();
        }
        if self.beside.q.val() == 1 {
            self.near.next = self.left_known.val() | self.right_known.val();
        }
        self.all_closed.next = !bits::<SIDE>(0);
        for v in 0..VALUES {
            // A decision may try a value that is known to be consistent, which needs no probe.
            self.closed[v].next = self.excluded[v].val();
            if !self.any.val() {
                self.closed[v].next = self.consistent[v].val() | self.excluded[v].val();
            }
            self.all_closed.next = self.all_closed.val() & self.closed[v].val();
            self.closed_judged[v].d.next = self.closed[v].val();
            self.closed_chosen[v].d.next = self.closed_judged[v].q.val();
            self.open[v].next = !(self.chosen.val() & self.closed_chosen[v].q.val()).any();
        }
        self.wanted.next = self.near.val() & self.news.val() & !self.all_closed.val();
        if self.any.val() {
            self.wanted.next = !bits::<SIDE>(0);
        }
        self.wanted.next = self.wanted.val() & self.column_mask.val();
        self.found.next = self.wanted.val() & !self.row_known.val();
        self.found_parts.next = 0.into();
        for i in 0..PARTS {
            self.found_parts.next = self
                .found_parts
                .val()
                .replace_bit(i, (self.found.val() & self.parts[i].val()).any());
        }
        self.eligible.d.next = self.found.val();
        self.eligible_parts.d.next = self.found_parts.val();

        // Judging.
        self.hit.next = self.eligible_parts.q.val().any();
        self.below.next = self.eligible.q.val() - 1;
        self.column_bit.next = self.eligible.q.val() & !self.below.val();
        self.widens.next = self.last_row.q.val() && !self.any.val() && (self.beside.q.val() != 0);
        self.before_last.d.next = self.rows.val() - 2;
        self.only_row.d.next = self.rows.val() == 1;
        if self.judge.val() && !self.hit.val() && !self.last_row.q.val() {
            self.row.d.next = self.row.q.val() + 1;
            self.judged_bit.d.next = self.judged_bit.q.val() << 1;
            self.last_row.d.next = self.row.q.val() == self.before_last.q.val();
        }
        self.begins.next = self.rewind.val() || self.hold.val();
        if self.judge.val() && !self.hit.val() && self.widens.val() {
            self.begins.next = true;
            self.beside.d.next = 0.into();
            if self.beside.q.val() == self.both_sides.val() {
                self.beside.d.next = 1.into();
            }
        }
        if self.rewind.val() || self.hold.val() {
            self.beside.d.next = self.both_sides.val();
        }
        if self.begins.val() {
            self.read_row.d.next = 0.into();
            self.read_row_bit.d.next = 1.into();
            self.row.d.next = 0.into();
            self.judged_bit.d.next = 1.into();
            self.last_row.d.next = self.only_row.q.val();
        }
    }
}
