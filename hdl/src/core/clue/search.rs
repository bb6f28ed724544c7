//! The search: probing with selective repeat, branching, and the verdict.
//! Interface: `start` begins; it reads and writes the board through `look` and `put`, and ends with `done` and `status`.
//! Full probing as in Wu et al., "An efficient approach to solving nonograms" (2013); selective repeat as in the ICGA Journal, 2018.

use crate::widgets::{Dff, Ram, constant, inputs};
use nonogram_protocol::Status;
use rust_hdl::prelude::*;
use smart_default::SmartDefault;
use std::array::from_fn;

/// What the machine does in a clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, LogicState)]
pub enum State {
    /// No search.
    Idle,
    /// Waits until nothing is dirty.
    Propagate,
    /// Reads the row of a cell to write.
    Fetch,
    /// Writes the cell for its column, and reads that.
    WriteRow,
    /// Writes the cell for its row.
    WriteColumn,
    /// Notes what a consistent probe has shown, row by row.
    Harvest,
    /// Reads the top of the trail.
    UndoFetch,
    /// Takes entries back.
    Undo,
    /// Reads a row.
    ScanFetch,
    /// Looks for the next cell to probe, row by row.
    Scan,
    /// Notes a decision on the trail.
    Decide,
    /// Keeps the picture, row by row.
    Save,
}

/// Why entries are taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, LogicState)]
pub enum Undoing {
    /// A probe is over.
    Probe,
    /// A probe is refuted: the opposite holds.
    Refuted,
    /// A decision is exhausted: the opposite holds.
    Decision,
    /// The search ends.
    All,
}

/// The search on boards of up to `S` x `S` cells, with a trail of 2^`A` entries.
#[derive(LogicBlock, SmartDefault)]
pub struct Search<const S: usize, const A: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// End without a result.
    pub clear: Signal<In, Bit>,
    /// The board is complete.
    pub start: Signal<In, Bit>,
    /// With it: 0 full proof, 1 line logic only, 2 first solution.
    pub mode: Signal<In, Bits<2>>,
    /// With it: the limit in units of 1024 clocks, 0 for none.
    pub limit: Signal<In, Bits<26>>,
    /// End with what is certain.
    pub cancel: Signal<In, Bit>,
    /// From the clock after `start` to the one before `done`.
    pub running: Signal<Out, Bit>,
    /// The search has ended.
    pub done: Signal<Out, Bit>,
    /// Its status.
    pub status: Signal<Out, Bits<3>>,

    /// The board's rows.
    pub rows: Signal<In, Bits<6>>,
    /// Cells of a line, padding included.
    pub padded: Signal<In, Bits<6>>,
    /// A bit for each row.
    pub row_bits: Signal<In, Bits<S>>,
    /// A bit for each column.
    pub column_bits: Signal<In, Bits<S>>,
    /// A bit for each cell of a line, padding included.
    pub cells: Signal<In, Bits<S>>,

    /// A finding is on the bus.
    pub bus: Signal<In, Bit>,
    /// Its line.
    pub bus_line: Signal<In, Bits<6>>,
    /// Cells known now that were not known to the line before.
    pub learned: Signal<In, Bits<S>>,
    /// Cells known to the line before.
    pub known_before: Signal<In, Bits<S>>,
    /// Nothing is marked or under way.
    pub quiet: Signal<In, Bit>,
    /// A contradiction was found.
    pub conflict: Signal<In, Bit>,
    /// Rows of which every cell is known.
    pub complete: Signal<In, Bits<S>>,
    /// The known cells of the line that `look` named in the clock before.
    pub look_known: Signal<In, Bits<S>>,
    /// The filled cells of that row.
    pub look_filled: Signal<In, Bits<S>>,

    /// Line to read.
    pub look: Signal<Out, Bits<6>>,
    /// Forget visits and marks.
    pub abort: Signal<Out, Bit>,
    /// Tell the rows.
    pub put_rows: Signal<Out, Bit>,
    /// Tell the columns.
    pub put_columns: Signal<Out, Bit>,
    /// Tell values; else that nothing is known.
    pub put_value: Signal<Out, Bit>,
    /// At this position.
    pub put_position: Signal<Out, Bits<5>>,
    /// Which of them.
    pub put_mask: Signal<Out, Bits<S>>,
    /// The filled cells.
    pub put_filled: Signal<Out, Bits<S>>,
    /// Put a line's known cells back.
    pub put_known: Signal<Out, Bit>,
    /// The line.
    pub put_line: Signal<Out, Bits<6>>,
    /// Its known cells.
    pub put_word: Signal<Out, Bits<S>>,

    /// Row of the picture to show in the next clock.
    pub picture_row: Signal<In, Bits<5>>,
    /// Its filled cells.
    pub picture_filled: Signal<Out, Bits<S>>,
    /// A value of a cell is being probed.
    pub is_probing: Signal<Out, Bit>,
    /// A decision is made in this clock.
    pub decides: Signal<Out, Bit>,
    /// The trail gets shorter in this clock.
    pub undoes: Signal<Out, Bit>,

    state: Dff<State>,
    undoing: Dff<Undoing>,
    asked: Dff<Bits<2>>,
    limited: Dff<Bit>,
    units: Dff<Bits<26>>,
    fine: Dff<Bits<10>>,
    stop: Dff<Bit>,
    top: Dff<Bits<A>>,
    level: Dff<Bits<A>>,
    mark: Dff<Bits<A>>,
    probing: Dff<Bit>,
    resume: Dff<Bit>,
    second: Dff<Bit>,
    row: Dff<Bits<5>>,
    column_bit: Dff<Bits<S>>,
    value: Dff<Bit>,
    touched: Dff<Bits<S>>,
    noted: Dff<Bits<S>>,
    old_news_rows: Dff<Bits<S>>,
    old_news_columns: Dff<Bits<S>>,
    news_rows: Dff<Bits<S>>,
    news_columns: Dff<Bits<S>>,
    scan: Dff<Bits<6>>,
    /// The same as a bit: the way from a row to its cells is long.
    scan_bit: Dff<Bits<S>>,
    any: Dff<Bit>,
    gain: Dff<Bits<8>>,
    gain_before: Dff<Bits<8>>,
    best_valid: Dff<Bit>,
    best_least: Dff<Bits<8>>,
    best_most: Dff<Bits<8>>,
    best_row: Dff<Bits<5>>,
    best_column: Dff<Bits<S>>,
    best_value: Dff<Bit>,
    found: Dff<Bit>,
    saves_end: Dff<Bit>,
    saves_status: Dff<Bits<3>>,
    ended: Dff<Bit>,
    ended_status: Dff<Bits<3>>,
    harvest: Dff<Bit>,
    harvest_row: Dff<Bits<5>>,
    harvest_fresh: Dff<Bit>,
    trail_meta: Ram<8, A>,
    trail_word: Ram<S, A>,
    consistent_filled: Ram<S, 5>,
    consistent_blank: Ram<S, 5>,
    picture: Ram<S, 5>,

    column: Signal<Local, Bits<5>>,
    row_bit: Signal<Local, Bits<S>>,
    scan_bit_next: Signal<Local, Bits<S>>,
    bus_bit: Signal<Local, Bits<S>>,
    all_complete: Signal<Local, Bit>,
    certain: Signal<Local, Bit>,
    notes: Signal<Local, Bit>,
    push: Signal<Local, Bit>,
    push_meta: Signal<Local, Bits<8>>,
    push_word: Signal<Local, Bits<S>>,
    top_noted: Signal<Local, Bits<A>>,
    top_less: Signal<Local, Bits<A>>,
    top_less_two: Signal<Local, Bits<A>>,
    trail_address: Signal<Local, Bits<A>>,
    grown: Signal<Local, Bits<A>>,
    gain_now: Signal<Local, Bits<8>>,
    least: Signal<Local, Bits<8>>,
    most: Signal<Local, Bits<8>>,
    better: Signal<Local, Bit>,
    noted_here: Signal<Local, Bit>,
    filled_noted: Signal<Local, Bits<S>>,
    blank_noted: Signal<Local, Bits<S>>,
    news_here: Signal<Local, Bits<S>>,
    eligible: Signal<Local, Bits<S>>,
    below: Signal<Local, Bits<S>>,
    hit: Signal<Local, Bits<S>>,
    hit_filled: Signal<Local, Bit>,
    hit_blank: Signal<Local, Bit>,
    scan_next: Signal<Local, Bits<6>>,
    touched_below: Signal<Local, Bits<S>>,
    touched_bit: Signal<Local, Bits<S>>,
    touched_row: Signal<Local, Bits<5>>,
    look_row: Signal<Local, Bits<5>>,
    new_pass: Signal<Local, Bit>,
    undo_for: Signal<Local, Bit>,
    backtracks: Signal<Local, Bit>,
    saves: Signal<Local, Bit>,
    save_status: Signal<Local, Bits<3>>,
    ends: Signal<Local, Bit>,
    end_status: Signal<Local, Bits<3>>,
    is_decision: Signal<Local, Bit>,
    scan_less: Signal<Local, Bits<6>>,

    #[default(constant(0))]
    none: Constant<Bits<S>>,
    #[default(constant(1))]
    first: Constant<Bits<S>>,
    #[default(constant((1 << S) - 1))]
    all: Constant<Bits<S>>,
    #[default(constant(0))]
    bottom: Constant<Bits<A>>,
    #[default(constant(1))]
    one: Constant<Bits<A>>,
    #[default(constant(2))]
    two: Constant<Bits<A>>,
    #[default(constant((1 << A) - 64))]
    nearly_full: Constant<Bits<A>>,
    #[default(constant((1 << A) - 1 - 64))]
    nearly_full_less: Constant<Bits<A>>,
    #[default(constant(255))]
    most_grown: Constant<Bits<A>>,
    #[default(constant(255))]
    most_gain: Constant<Bits<8>>,
    #[default(constant(0))]
    no_gain: Constant<Bits<8>>,
    #[default(constant(0))]
    no_meta: Constant<Bits<8>>,
    #[default(constant(0))]
    no_position: Constant<Bits<5>>,
    #[default(constant(0))]
    no_line: Constant<Bits<6>>,
    #[default(constant(1))]
    one_line: Constant<Bits<6>>,
    #[default(constant(0))]
    no_units: Constant<Bits<26>>,
    #[default(constant(1))]
    one_unit: Constant<Bits<26>>,
    #[default(constant(0))]
    no_fine: Constant<Bits<10>>,
    #[default(constant(1))]
    one_fine: Constant<Bits<10>>,
    #[default(constant(1))]
    line_logic: Constant<Bits<2>>,
    #[default(constant(2))]
    first_solution: Constant<Bits<2>>,
    #[default(constant(Status::Solved as u64))]
    solved: Constant<Bits<3>>,
    #[default(constant(Status::Unsolvable as u64))]
    unsolvable: Constant<Bits<3>>,
    #[default(constant(Status::Stalled as u64))]
    undecided: Constant<Bits<3>>,
    #[default(constant(Status::Multiple as u64))]
    multiple: Constant<Bits<3>>,
    #[default(from_fn(|number| constant(number as u64)))]
    positions: [Constant<Bits<5>>; S],
}

inputs!(Search<S, A>, [const S: usize, const A: usize]:
    clear, start, mode, limit, cancel, rows, padded, row_bits, column_bits, cells, bus, bus_line, learned, known_before, quiet,
    conflict, complete, look_known, look_filled, picture_row);

impl<const S: usize, const A: usize> Logic for Search<S, A> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            state,
            undoing,
            asked,
            limited,
            units,
            fine,
            stop,
            top,
            level,
            mark,
            probing,
            resume,
            second,
            row,
            column_bit,
            value,
            touched,
            noted,
            old_news_rows,
            old_news_columns,
            news_rows,
            news_columns,
            scan,
            scan_bit,
            any,
            gain,
            gain_before,
            best_valid,
            best_least,
            best_most,
            best_row,
            best_column,
            best_value,
            found,
            saves_end,
            saves_status,
            ended,
            ended_status,
            harvest,
            harvest_row,
            harvest_fresh
        );
        clock!(
            self,
            clock,
            trail_meta,
            trail_word,
            consistent_filled,
            consistent_blank,
            picture
        );

        // Numbers as bits, and bits as numbers.
        self.column.next = self.no_position.val();
        self.row_bit.next = self.none.val();
        self.bus_bit.next = self.none.val();
        self.touched_below.next = self.touched.q.val() - self.first.val();
        self.touched_bit.next = self.touched.q.val() & !self.touched_below.val();
        self.touched_row.next = self.no_position.val();
        for i in 0..S {
            if self.column_bit.q.val().get_bit(i) {
                self.column.next = self.column.val() | self.positions[i].val();
            }
            if self.touched_bit.val().get_bit(i) {
                self.touched_row.next = self.touched_row.val() | self.positions[i].val();
            }
            if self.row.q.val() == self.positions[i].val() {
                self.row_bit.next = self.row_bit.val().replace_bit(i, true);
            }
            if bit_cast::<5, 6>(self.bus_line.val()) == self.positions[i].val() {
                self.bus_bit.next = self.bus_bit.val().replace_bit(i, true);
            }
        }
        self.all_complete.next = (self.complete.val() & self.row_bits.val()) == self.row_bits.val();
        self.certain.next = (self.level.q.val() == self.bottom.val()) && !self.probing.q.val();

        // A finding goes onto the trail.
        self.notes.next =
            self.bus.val() && (self.state.q.val() != State::Idle) && self.learned.val().any();
        self.push.next = self.notes.val();
        self.push_meta.next = bit_cast::<8, 6>(self.bus_line.val());
        self.push_word.next = self.known_before.val();
        self.top_noted.next = self.top.q.val();
        if self.notes.val() {
            self.top_noted.next = self.top.q.val() + self.one.val();
            if self.probing.q.val() {
                if !self.bus_line.val().get_bit(5) {
                    self.touched.d.next = self.touched.q.val() | self.bus_bit.val();
                }
            } else {
                if self.bus_line.val().get_bit(5) {
                    self.news_columns.d.next = self.news_columns.q.val() | self.bus_bit.val();
                    self.news_rows.d.next = self.news_rows.q.val() | self.learned.val();
                } else {
                    self.news_rows.d.next = self.news_rows.q.val() | self.bus_bit.val();
                    self.news_columns.d.next = self.news_columns.q.val() | self.learned.val();
                }
            }
        }
        self.top.d.next = self.top_noted.val();
        self.top_less.next = self.top.q.val() - self.one.val();
        self.top_less_two.next = self.top.q.val() - self.two.val();
        self.trail_address.next = self.top_less.val();

        // The limit, and a trail that is nearly full.
        if self.limited.q.val() {
            self.fine.d.next = self.fine.q.val() - self.one_fine.val();
            if self.fine.q.val() == self.no_fine.val() {
                self.units.d.next = self.units.q.val() - self.one_unit.val();
            }
            if (self.units.q.val() == self.no_units.val())
                && (self.fine.q.val() == self.one_fine.val())
            {
                self.stop.d.next = true;
                self.limited.d.next = false;
            }
        }
        // Said of the old top: a finding comes late in the clock.
        if (self.top.q.val() >= self.nearly_full.val())
            || (self.notes.val() && (self.top.q.val() == self.nearly_full_less.val()))
        {
            self.stop.d.next = true;
        }
        if self.cancel.val() {
            self.stop.d.next = true;
        }

        // What a probe has brought, and the best cell for a decision.
        self.grown.next = self.top.q.val() - self.mark.q.val();
        self.gain_now.next = bit_cast::<8, A>(self.grown.val());
        if self.grown.val() >= self.most_grown.val() {
            self.gain_now.next = self.most_gain.val();
        }
        self.least.next = self.gain.q.val();
        self.most.next = self.gain_before.q.val();
        if self.gain_before.q.val() < self.gain.q.val() {
            self.least.next = self.gain_before.q.val();
            self.most.next = self.gain.q.val();
        }
        self.better.next = !self.best_valid.q.val()
            || (self.least.val() > self.best_least.q.val())
            || ((self.least.val() == self.best_least.q.val())
                && (self.most.val() > self.best_most.q.val()));

        // A row's cells to probe.
        self.noted_here.next = (self.noted.q.val() & self.scan_bit.q.val()).any();
        self.filled_noted.next = self.none.val();
        self.blank_noted.next = self.none.val();
        if self.noted_here.val() {
            self.filled_noted.next = self.consistent_filled.read_data.val();
            self.blank_noted.next = self.consistent_blank.read_data.val();
        }
        self.news_here.next = self.old_news_columns.q.val();
        if (self.old_news_rows.q.val() & self.scan_bit.q.val()).any() {
            self.news_here.next = self.all.val();
        }
        self.news_here.next =
            self.news_here.val() & !(self.filled_noted.val() & self.blank_noted.val());
        if self.any.q.val() {
            self.news_here.next = self.all.val();
        }
        self.eligible.next = self.column_bits.val() & !self.look_known.val();
        self.eligible.next = self.eligible.val() & self.news_here.val();
        self.below.next = self.eligible.val() - self.first.val();
        self.hit.next = self.eligible.val() & !self.below.val();
        self.hit_filled.next = (self.hit.val() & self.filled_noted.val()).any();
        self.hit_blank.next = (self.hit.val() & self.blank_noted.val()).any();
        self.scan_next.next = self.scan.q.val() + self.one_line.val();
        self.scan_less.next = self.scan.q.val() - self.one_line.val();
        self.scan_bit_next.next = self.none.val();
        for i in 1..S {
            self.scan_bit_next.next = self
                .scan_bit_next
                .val()
                .replace_bit(i, self.scan_bit.q.val().get_bit(i - 1));
        }

        // Defaults of what the states drive.
        self.look_row.next = self.row.q.val();
        self.look.next = bit_cast::<6, 5>(self.look_row.val());
        self.abort.next = false;
        self.put_rows.next = false;
        self.put_columns.next = false;
        self.put_value.next = true;
        self.put_position.next = self.row.q.val();
        self.put_mask.next = self.column_bit.q.val();
        self.put_filled.next = self.none.val();
        self.put_known.next = false;
        self.put_line.next = bit_cast::<6, 8>(self.trail_meta.read_data.val());
        self.put_word.next = self.trail_word.read_data.val();
        self.is_decision.next = self.trail_meta.read_data.val().get_bit(6);
        self.new_pass.next = false;
        self.undo_for.next = false;
        self.backtracks.next = false;
        self.saves.next = false;
        self.save_status.next = self.undecided.val();
        self.ends.next = false;
        self.end_status.next = self.saves_status.q.val();
        self.decides.next = false;
        self.undoes.next = false;
        self.harvest.d.next = false;
        self.harvest_row.d.next = self.touched_row.val();
        self.harvest_fresh.d.next = !(self.noted.q.val() & self.touched_bit.val()).any();
        self.picture.write_enable.next = false;

        match self.state.q.val() {
            State::Idle => {}
            State::Propagate => {
                if self.stop.q.val() && !self.certain.val() {
                    self.abort.next = true;
                    self.undo_for.next = true;
                    self.undoing.d.next = Undoing::All;
                } else if self.conflict.val() {
                    self.abort.next = true;
                    if self.probing.q.val() {
                        self.undo_for.next = true;
                        self.undoing.d.next = Undoing::Refuted;
                    } else {
                        self.backtracks.next = true;
                    }
                } else if self.quiet.val() {
                    if self.probing.q.val() {
                        if self.all_complete.val()
                            && (self.asked.q.val() == self.first_solution.val())
                        {
                            self.saves.next = true;
                            self.save_status.next = self.solved.val();
                        } else {
                            self.gain.d.next = self.gain_now.val();
                            self.gain_before.d.next = self.gain.q.val();
                            self.state.d.next = State::Harvest;
                        }
                    } else if self.all_complete.val() {
                        if self.found.q.val() {
                            self.ends.next = true;
                            self.end_status.next = self.multiple.val();
                        } else {
                            self.saves.next = true;
                            self.save_status.next = self.solved.val();
                            if !self.certain.val()
                                && (self.asked.q.val() != self.first_solution.val())
                            {
                                self.found.d.next = true;
                            }
                        }
                    } else if self.asked.q.val() == self.line_logic.val() {
                        self.saves.next = true;
                    } else {
                        self.state.d.next = State::ScanFetch;
                        self.new_pass.next = !self.resume.q.val();
                        if self.level.q.val() == self.bottom.val() {
                            self.top.d.next = self.bottom.val();
                        }
                    }
                }
            }
            State::Fetch => {
                self.state.d.next = State::WriteRow;
            }
            State::WriteRow => {
                self.look.next = bit_cast::<6, 5>(self.column.val());
                self.look.next = self.look.val().replace_bit(5, true);
                self.put_columns.next = true;
                if self.value.q.val() {
                    self.put_filled.next = self.column_bit.q.val();
                }
                self.push.next = true;
                self.push_meta.next = bit_cast::<8, 5>(self.row.q.val());
                self.push_word.next = self.look_known.val();
                self.top.d.next = self.top.q.val() + self.one.val();
                self.state.d.next = State::WriteColumn;
            }
            State::WriteColumn => {
                self.put_rows.next = true;
                self.put_position.next = self.column.val();
                self.put_mask.next = self.row_bit.val();
                if self.value.q.val() {
                    self.put_filled.next = self.row_bit.val();
                }
                self.push.next = true;
                self.push_meta.next = bit_cast::<8, 5>(self.column.val());
                self.push_meta.next = self.push_meta.val().replace_bit(5, true);
                self.push_word.next = self.look_known.val();
                self.top.d.next = self.top.q.val() + self.one.val();
                self.state.d.next = State::Propagate;
            }
            State::Harvest => {
                self.look.next = bit_cast::<6, 5>(self.touched_row.val());
                if self.touched.q.val().any() {
                    self.harvest.d.next = true;
                    self.touched.d.next = self.touched.q.val() & self.touched_below.val();
                    self.noted.d.next = self.noted.q.val() | self.touched_bit.val();
                } else {
                    self.undo_for.next = true;
                    self.undoing.d.next = Undoing::Probe;
                }
            }
            State::UndoFetch => {
                self.state.d.next = State::Undo;
            }
            State::Undo => {
                self.trail_address.next = self.top_less_two.val();
                self.top.d.next = self.top_less.val();
                self.undoes.next = true;
                if !self.is_decision.val() {
                    self.put_rows.next = self.trail_meta.read_data.val().get_bit(5);
                    self.put_columns.next = !self.trail_meta.read_data.val().get_bit(5);
                    self.put_value.next = false;
                    self.put_position.next = bit_cast::<5, 8>(self.trail_meta.read_data.val());
                    self.put_mask.next = self.cells.val() & !self.trail_word.read_data.val();
                    self.put_known.next = true;
                } else if self.undoing.q.val() == Undoing::Decision {
                    self.level.d.next = self.level.q.val() - self.one.val();
                    self.news_rows.d.next = self.none.val();
                    self.news_columns.d.next = self.none.val();
                    self.resume.d.next = false;
                    self.row.d.next = bit_cast::<5, 8>(self.trail_meta.read_data.val());
                    self.column_bit.d.next = self.trail_word.read_data.val();
                    self.value.d.next = !self.trail_meta.read_data.val().get_bit(7);
                    self.state.d.next = State::Fetch;
                }
                if (self.undoing.q.val() == Undoing::Probe)
                    && (self.top_less.val() == self.mark.q.val())
                {
                    if self.second.q.val() {
                        self.second.d.next = false;
                        self.value.d.next = !self.value.q.val();
                        self.state.d.next = State::Fetch;
                    } else {
                        self.probing.d.next = false;
                        self.state.d.next = State::ScanFetch;
                        if self.better.val() {
                            self.best_valid.d.next = true;
                            self.best_least.d.next = self.least.val();
                            self.best_most.d.next = self.most.val();
                            self.best_row.d.next = self.row.q.val();
                            self.best_column.d.next = self.column_bit.q.val();
                            self.best_value.d.next =
                                self.value.q.val() ^ (self.gain_before.q.val() > self.gain.q.val());
                        }
                    }
                }
                if (self.undoing.q.val() == Undoing::Refuted)
                    && (self.top_less.val() == self.mark.q.val())
                {
                    self.probing.d.next = false;
                    self.value.d.next = !self.value.q.val();
                    self.state.d.next = State::Fetch;
                }
                if (self.undoing.q.val() == Undoing::All)
                    && (self.top_less.val() == self.bottom.val())
                {
                    self.level.d.next = self.bottom.val();
                    self.probing.d.next = false;
                    self.saves.next = true;
                }
            }
            State::ScanFetch => {
                self.look.next = self.scan.q.val();
                if self.stop.q.val() {
                    if self.certain.val() {
                        self.saves.next = true;
                    } else {
                        self.undo_for.next = true;
                        self.undoing.d.next = Undoing::All;
                    }
                } else {
                    self.state.d.next = State::Scan;
                }
            }
            State::Scan => {
                self.look.next = self.scan_next.val();
                if self.eligible.val().any() {
                    self.row.d.next = bit_cast::<5, 6>(self.scan.q.val());
                    self.column_bit.d.next = self.hit.val();
                    self.value.d.next = !self.hit_filled.val() || self.any.q.val();
                    if self.any.q.val() {
                        self.state.d.next = State::Decide;
                    } else {
                        self.second.d.next = !self.hit_filled.val() && !self.hit_blank.val();
                        self.gain.d.next = self.no_gain.val();
                        self.gain_before.d.next = self.no_gain.val();
                        self.mark.d.next = self.top.q.val();
                        self.probing.d.next = true;
                        self.state.d.next = State::Fetch;
                    }
                } else if self.scan_next.val() < self.rows.val() {
                    self.scan.d.next = self.scan_next.val();
                    self.scan_bit.d.next = self.scan_bit_next.val();
                } else if self.news_rows.q.val().any() || self.news_columns.q.val().any() {
                    self.new_pass.next = true;
                    self.state.d.next = State::ScanFetch;
                } else if self.best_valid.q.val() {
                    self.row.d.next = self.best_row.q.val();
                    self.column_bit.d.next = self.best_column.q.val();
                    self.value.d.next = self.best_value.q.val();
                    self.state.d.next = State::Decide;
                } else {
                    self.any.d.next = true;
                    self.scan.d.next = self.no_line.val();
                    self.scan_bit.d.next = self.first.val();
                    self.state.d.next = State::ScanFetch;
                }
            }
            State::Decide => {
                self.decides.next = true;
                self.push.next = true;
                self.push_meta.next = bit_cast::<8, 5>(self.row.q.val());
                self.push_meta.next = self.push_meta.val().replace_bit(6, true);
                self.push_meta.next = self.push_meta.val().replace_bit(7, self.value.q.val());
                self.push_word.next = self.column_bit.q.val();
                self.top.d.next = self.top.q.val() + self.one.val();
                self.level.d.next = self.level.q.val() + self.one.val();
                self.news_rows.d.next = self.none.val();
                self.news_columns.d.next = self.none.val();
                self.resume.d.next = false;
                self.state.d.next = State::Fetch;
            }
            State::Save => {
                self.look.next = self.scan.q.val();
                self.picture.write_enable.next = self.scan.q.val().any();
                self.scan.d.next = self.scan_next.val();
                if self.scan.q.val() == self.padded.val() {
                    if self.saves_end.q.val() {
                        self.ends.next = true;
                    } else {
                        self.backtracks.next = true;
                    }
                }
            }
            _ => {
                self.state.d.next = State::Idle;
            }
        }

        // Ways that several states take.
        if self.backtracks.val() {
            if self.level.q.val() == self.bottom.val() {
                self.ends.next = true;
                self.end_status.next = self.unsolvable.val();
                if self.found.q.val() {
                    self.end_status.next = self.solved.val();
                }
            } else {
                self.undo_for.next = true;
                self.undoing.d.next = Undoing::Decision;
            }
        }
        if self.undo_for.val() {
            self.state.d.next = State::UndoFetch;
        }
        if self.saves.val() {
            self.saves_status.d.next = self.save_status.val();
            self.saves_end.d.next = (self.save_status.val() == self.undecided.val())
                || (self.asked.q.val() == self.first_solution.val())
                || self.certain.val();
            self.scan.d.next = self.no_line.val();
            self.scan_bit.d.next = self.first.val();
            self.state.d.next = State::Save;
            if self.found.q.val() {
                self.ends.next = true;
                self.end_status.next = self.save_status.val();
            }
        }
        if self.ends.val() {
            self.state.d.next = State::Idle;
            self.ended_status.d.next = self.end_status.val();
        }
        self.ended.d.next = self.ends.val();
        if self.new_pass.val() {
            self.old_news_rows.d.next = self.news_rows.q.val();
            self.old_news_columns.d.next = self.news_columns.q.val();
            self.news_rows.d.next = self.none.val();
            self.news_columns.d.next = self.none.val();
            self.noted.d.next = self.none.val();
            self.scan.d.next = self.no_line.val();
            self.scan_bit.d.next = self.first.val();
            self.any.d.next = false;
            self.best_valid.d.next = false;
            self.resume.d.next = true;
        }

        // Memories.
        self.trail_meta.read_enable.next = true;
        self.trail_meta.read_address.next = self.trail_address.val();
        self.trail_meta.write_enable.next = self.push.val();
        self.trail_meta.write_address.next = self.top.q.val();
        self.trail_meta.write_data.next = self.push_meta.val();
        self.trail_word.read_enable.next = true;
        self.trail_word.read_address.next = self.trail_address.val();
        self.trail_word.write_enable.next = self.push.val();
        self.trail_word.write_address.next = self.top.q.val();
        self.trail_word.write_data.next = self.push_word.val();
        self.consistent_filled.read_enable.next = true;
        self.consistent_filled.read_address.next = bit_cast::<5, 6>(self.look.val());
        self.consistent_filled.write_enable.next = self.harvest.q.val();
        self.consistent_filled.write_address.next = self.harvest_row.q.val();
        self.consistent_filled.write_data.next = self.look_known.val() & self.look_filled.val();
        self.consistent_blank.read_enable.next = true;
        self.consistent_blank.read_address.next = bit_cast::<5, 6>(self.look.val());
        self.consistent_blank.write_enable.next = self.harvest.q.val();
        self.consistent_blank.write_address.next = self.harvest_row.q.val();
        self.consistent_blank.write_data.next = self.look_known.val() & !self.look_filled.val();
        if !self.harvest_fresh.q.val() {
            self.consistent_filled.write_data.next = self.consistent_filled.read_data.val()
                | (self.look_known.val() & self.look_filled.val());
            self.consistent_blank.write_data.next = self.consistent_blank.read_data.val()
                | (self.look_known.val() & !self.look_filled.val());
        }
        self.picture.read_enable.next = true;
        self.picture.read_address.next = self.picture_row.val();
        self.picture.write_address.next = bit_cast::<5, 6>(self.scan_less.val());
        self.picture.write_data.next = self.look_filled.val();
        self.picture_filled.next = self.picture.read_data.val();

        self.running.next = self.state.q.val() != State::Idle;
        self.done.next = self.ended.q.val();
        self.status.next = self.ended_status.q.val();
        self.is_probing.next = self.probing.q.val();

        if self.start.val() {
            self.state.d.next = State::Propagate;
            self.asked.d.next = self.mode.val();
            self.limited.d.next = self.limit.val().any();
            self.units.d.next = self.limit.val();
            self.fine.d.next = self.no_fine.val();
            self.stop.d.next = false;
            self.top.d.next = self.bottom.val();
            self.level.d.next = self.bottom.val();
            self.probing.d.next = false;
            self.resume.d.next = false;
            self.found.d.next = false;
            self.touched.d.next = self.none.val();
            self.news_rows.d.next = self.all.val();
            self.news_columns.d.next = self.all.val();
        }
        if self.clear.val() {
            self.state.d.next = State::Idle;
            self.ended.d.next = false;
        }
    }
}
