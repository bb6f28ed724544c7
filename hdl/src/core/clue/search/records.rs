//! What the search records of findings: news, harvests and gains.

use crate::core::clue::interfaces::{CellOut, CurrentIn, NoteIn};
use crate::prelude::*;

/// News: the rows and columns in which cells became known outside probes and dives since the last pass began or, if later, since the last decision
/// was made or inverted; when a search starts, all rows and columns.
/// Interface: `note` outside a probe records a finding; `pass` moves the record to the pass that begins; `row_news` follows `row_bit` one
/// cycle later.
///
/// News of up to `SIDE` rows and columns.
#[derive(LogicBlock, Default)]
pub struct News<const SIDE: usize> {
    /// Starts a search: every line has news.
    pub start: Signal<In, Bit>,
    /// Clears the news of all lines.
    pub forget: Signal<In, Bit>,
    /// Begins a pass: it probes the cells of the lines with news, and a new record starts.
    pub pass: Signal<In, Bit>,
    /// The finding of the previous cycle.
    pub note: NoteIn<SIDE>,
    /// The finding belongs to a probe or a dive and is not recorded, with `note.valid`.
    pub probing: Signal<In, Bit>,
    /// In the previous cycle at least one line had news for the next pass.
    pub any: Dff<Bit, Out>,
    /// The row that is scanned, one-hot.
    pub row_bit: Signal<In, Bits<SIDE>>,
    /// Cells of the scanned row whose row or column had news when the pass began, one bit per cell, one cycle after `row_bit`.
    pub row_news: Signal<Out, Bits<SIDE>>,

    rows: Dff<Bits<SIDE>>,
    columns: Dff<Bits<SIDE>>,
    pass_rows: Dff<Bits<SIDE>>,
    pass_columns: Dff<Bits<SIDE>>,
    row_has: Dff<Bit>,
}

impl<const SIDE: usize> Logic for News<SIDE> {
    #[hdl_gen]
    fn update(&mut self) {
        if self.note.valid.val() && !self.probing.val() {
            if self.note.column.val() {
                self.columns.d.next = self.columns.q.val() | self.note.position_bit.val();
                self.rows.d.next = self.rows.q.val() | self.note.learned.val();
            } else {
                self.rows.d.next = self.rows.q.val() | self.note.position_bit.val();
                self.columns.d.next = self.columns.q.val() | self.note.learned.val();
            }
        }
        if self.pass.val() {
            self.pass_rows.d.next = self.rows.q.val();
            self.pass_columns.d.next = self.columns.q.val();
        }
        if self.pass.val() || self.forget.val() {
            self.rows.d.next = 0.into();
            self.columns.d.next = 0.into();
        }
        if self.start.val() {
            self.rows.d.next = !bits::<SIDE>(0);
            self.columns.d.next = !bits::<SIDE>(0);
        }
        self.any.d.next = self.rows.q.val().any() || self.columns.q.val().any();

        self.row_has.d.next = (self.pass_rows.q.val() & self.row_bit.val()).any();
        self.row_news.next = self.pass_columns.q.val();
        if self.row_has.q.val() {
            self.row_news.next = !bits::<SIDE>(0);
        }
    }
}

/// Records the values that consistent probes of this pass have set: these values are consistent, too, and need no probe.
/// Interface: `note` with a finding of a row during a probe records the row; `take` reads one recorded row per cycle from the board and
/// stores its values in the next cycle; `consistent` shows a stored row one cycle after `scanned`.
///
/// Values of the cells of up to `SIDE` rows and columns.
#[derive(LogicBlock, Default)]
pub struct Harvest<
    const SIDE: usize,
    const POSITION_BITS: usize,
    const VALUES: usize,
    const VALUE_BITS: usize,
> {
    /// Starts a search: no row is recorded.
    pub start: Signal<In, Bit>,
    /// Begins a pass: discards all stored values.
    pub pass: Signal<In, Bit>,
    /// The finding of the previous cycle; findings of rows are recorded.
    pub note: NoteIn<SIDE>,
    /// The finding belongs to a probe, with `note.valid`.
    pub probing: Signal<In, Bit>,
    /// Rows are left to store.
    pub rows_left: Signal<Out, Bit>,
    /// Takes the next row: reads it in this cycle and stores its values one cycle later.
    pub take: Signal<In, Bit>,
    /// Number of the next row to store, for the read port of the board.
    pub row: Dff<Bits<POSITION_BITS>, Out>,
    /// Known cells of the row read, one bit per cell, one cycle after `row`.
    pub row_known: Signal<In, Bits<SIDE>>,
    /// Values of the cells of the row read, one word per bit of the value, one cycle after `row`; valid for the cells in `row_known`.
    pub row_values: Array<Signal<In, Bits<SIDE>>, VALUE_BITS>,
    /// Number of the row that is scanned.
    pub scanned: Signal<In, Bits<POSITION_BITS>>,
    /// The row that is scanned, one-hot.
    pub row_bit: Signal<In, Bits<SIDE>>,
    /// Cells of the scanned row for which a value is known to be consistent, one word per value, one cycle after `scanned`.
    pub consistent: Array<Signal<Out, Bits<SIDE>>, VALUES>,

    rows: Dff<Bits<SIDE>>,
    /// The first recorded row, one-hot.
    first_bit: Dff<Bits<SIDE>>,
    noted: Dff<Bits<SIDE>>,
    noted_here: Dff<Bit>,
    writes: Dff<Bit>,
    write_row: Dff<Bits<POSITION_BITS>>,
    fresh: Dff<Bit>,
    memories: Array<Ram<SIDE, POSITION_BITS>, VALUES>,

    touched: Signal<Local, Bits<SIDE>>,
    left: Signal<Local, Bits<SIDE>>,
    below: Signal<Local, Bits<SIDE>>,
    number: Signal<Local, Bits<POSITION_BITS>>,
    seen: Signal<Local, Bit>,
    takes: Signal<Local, Bit>,
    has_value: Array<Signal<Local, Bits<SIDE>>, VALUES>,
    written: Array<Signal<Local, Bits<SIDE>>, VALUES>,
    read_row: Signal<Local, Bits<POSITION_BITS>>,
    shown: Signal<Local, Bits<SIDE>>,
}

impl<const SIDE: usize, const POSITION_BITS: usize, const VALUES: usize, const VALUE_BITS: usize>
    Logic for Harvest<SIDE, POSITION_BITS, VALUES, VALUE_BITS>
{
    #[hdl_gen]
    fn update(&mut self) {
        // The first row is found one cycle before it is taken: no row is recorded in the cycle before a harvest.
        self.takes.next = self.take.val() && self.rows.q.val().any();
        self.rows_left.next = self.rows.q.val().any();
        self.touched.next = 0.into();
        if self.note.valid.val() && self.probing.val() && !self.note.column.val() {
            self.touched.next = self.note.position_bit.val();
        }
        self.left.next = self.rows.q.val();
        if self.take.val() {
            self.left.next = self.rows.q.val() & !self.first_bit.q.val();
        }
        self.below.next = self.left.val() - 1;
        self.first_bit.d.next = self.left.val() & !self.below.val();
        self.rows.d.next = self.left.val() | self.touched.val();
        if self.start.val() {
            self.rows.d.next = 0.into();
        }
        self.number.next = 0.into();
        self.seen.next = false;
        for i in 0..SIDE {
            if self.left.val().get_bit(i) && !self.seen.val() {
                self.number.next = self.number.val() | i.to_bits();
            }
            self.seen.next = self.seen.val() || self.left.val().get_bit(i);
        }
        self.row.d.next = self.number.val();
        self.writes.d.next = self.takes.val();
        self.write_row.d.next = self.row.q.val();
        self.fresh.d.next = !(self.noted.q.val() & self.first_bit.q.val()).any();
        if self.takes.val() {
            self.noted.d.next = self.noted.q.val() | self.first_bit.q.val();
        }
        if self.pass.val() {
            self.noted.d.next = 0.into();
        }

        self.read_row.next = self.scanned.val();
        if self.take.val() {
            self.read_row.next = self.row.q.val();
        }
        self.noted_here.d.next = (self.noted.q.val() & self.row_bit.val()).any();
        // Each output is assigned once; otherwise this block and the search would trigger each other endlessly in simulation.
        self.shown.next = 0.into();
        if self.noted_here.q.val() {
            self.shown.next = !bits::<SIDE>(0);
        }
        for v in 0..VALUES {
            self.has_value[v].next = self.row_known.val();
            for i in 0..VALUE_BITS {
                if v.to_bits::<VALUE_BITS>().get_bit(i) {
                    self.has_value[v].next = self.has_value[v].val() & self.row_values[i].val();
                } else {
                    self.has_value[v].next = self.has_value[v].val() & !self.row_values[i].val();
                }
            }
            self.memories[v].read_enable.next = true;
            self.memories[v].read_address.next = self.read_row.val();
            self.memories[v].write_enable.next = self.writes.q.val();
            self.memories[v].write_address.next = self.write_row.q.val();
            self.written[v].next = self.has_value[v].val();
            if !self.fresh.q.val() {
                self.written[v].next = self.memories[v].read_data.val() | self.has_value[v].val();
            }
            self.memories[v].write_data.next = self.written[v].val();
            self.consistent[v].next = self.memories[v].read_data.val() & self.shown.val();
        }
    }
}

/// Measures the gains of probes, and keeps the best cell to branch on: largest minimum gain and, on a tie, largest maximum gain.
/// Interface: `reset` before a cell's probes, `take` at the end of each consistent probe, `keep` after the last; `best` is the best cell so
/// far.
///
/// The best cell of a pass, on boards of up to `SIDE` columns, with a trail of 2^`TRAIL_BITS` entries.
#[derive(LogicBlock, SmartDefault)]
pub struct Gains<
    const SIDE: usize,
    const POSITION_BITS: usize,
    const VALUE_BITS: usize,
    const TRAIL_BITS: usize,
> {
    /// Begins a pass: discards the best cell.
    pub pass: Signal<In, Bit>,
    /// Begins the probes of a cell: discards the gains of the previous one.
    pub reset: Signal<In, Bit>,
    /// Only one value of the cell is probed, because the others are consistent: their gains count as 0. After `reset`, before `take`.
    pub only_value: Signal<In, Bit>,
    /// A probe has ended without contradiction.
    pub take: Signal<In, Bit>,
    /// Number of trail entries that the probe has pushed, valid with `take`.
    pub grown: Signal<In, Bits<TRAIL_BITS>>,
    /// Keeps the current cell if it is better than the best cell so far; three or more cycles after the last `take`.
    pub keep: Signal<In, Bit>,
    /// The current cell, with the value of the probe with `take`.
    pub cell: CurrentIn<SIDE, POSITION_BITS, VALUE_BITS>,

    /// The best cell of the pass so far, with the value of the largest gain, on a tie the one probed last.
    pub best: CellOut<SIDE, POSITION_BITS, VALUE_BITS>,

    gain: Dff<Bits<8>>,
    /// `gain` is that of a probe that ended in the previous cycle.
    took: Dff<Bit>,
    took_value: Dff<Bits<VALUE_BITS>>,
    least: Dff<Bits<8>>,
    most: Dff<Bits<8>>,
    most_value: Dff<Bits<VALUE_BITS>>,
    better: Dff<Bit>,
    valid: Dff<Bit>,
    valid_least: Dff<Bits<8>>,
    valid_most: Dff<Bits<8>>,
    valid_row: Dff<Bits<POSITION_BITS>>,
    valid_column: Dff<Bits<SIDE>>,
    valid_value: Dff<Bits<VALUE_BITS>>,
    gain_now: Signal<Local, Bits<8>>,

    #[default(constant(255))]
    most_grown: Constant<Bits<TRAIL_BITS>>,
    #[default(constant(255))]
    most_gain: Constant<Bits<8>>,
}

impl<
    const SIDE: usize,
    const POSITION_BITS: usize,
    const VALUE_BITS: usize,
    const TRAIL_BITS: usize,
> Logic for Gains<SIDE, POSITION_BITS, VALUE_BITS, TRAIL_BITS>
{
    #[hdl_gen]
    fn update(&mut self) {
        self.gain_now.next = bit_cast::<8, TRAIL_BITS>(self.grown.val());
        if self.grown.val() >= self.most_grown.val() {
            self.gain_now.next = self.most_gain.val();
        }
        self.gain.d.next = self.gain_now.val();
        self.took.d.next = self.take.val();
        self.took_value.d.next = self.cell.value.val();

        // A gain is compared in the cycle after its probe has ended, and the cell in the next.
        if self.took.q.val() && (self.gain.q.val() < self.least.q.val()) {
            self.least.d.next = self.gain.q.val();
        }
        if self.took.q.val() && (self.gain.q.val() >= self.most.q.val()) {
            self.most.d.next = self.gain.q.val();
            self.most_value.d.next = self.took_value.q.val();
        }
        if self.only_value.val() {
            self.least.d.next = 0.into();
        }
        if self.reset.val() {
            self.least.d.next = self.most_gain.val();
            self.most.d.next = 0.into();
        }
        self.better.d.next = !self.valid.q.val()
            || (self.least.q.val() > self.valid_least.q.val())
            || ((self.least.q.val() == self.valid_least.q.val())
                && (self.most.q.val() > self.valid_most.q.val()));
        if self.keep.val() && self.better.q.val() {
            self.valid.d.next = true;
            self.valid_least.d.next = self.least.q.val();
            self.valid_most.d.next = self.most.q.val();
            self.valid_row.d.next = self.cell.row.val();
            self.valid_column.d.next = self.cell.column_bit.val();
            self.valid_value.d.next = self.most_value.q.val();
        }
        if self.pass.val() {
            self.valid.d.next = false;
        }
        self.best.valid.next = self.valid.q.val();
        self.best.row.next = self.valid_row.q.val();
        self.best.column_bit.next = self.valid_column.q.val();
        self.best.value.next = self.valid_value.q.val();
    }
}
