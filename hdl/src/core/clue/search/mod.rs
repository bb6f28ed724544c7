//! The search: probing with selective repeat, branching, and the verdict; here its states, with the parts that they drive.
//! Interface: `start` begins; it reads and writes the board through `look` and `put`, and ends with `done` and `status`.
//! Longer than 400 lines for its ports and one machine of states. Full probing as in Wu et al., "An efficient approach to solving nonograms"
//! (2013); selective repeat as in the ICGA Journal, 2018.

mod gains;
mod harvest;
mod limit;
mod news;
mod picture;
mod scanner;
mod trail;

use crate::widgets::{Dff, constant, inputs};
pub use gains::Gains;
pub use harvest::Harvest;
pub use limit::Limit;
pub use news::News;
pub use picture::Picture;
pub use scanner::Scanner;
pub use trail::Trail;

use nonogram_protocol::Status;
use rust_hdl::prelude::*;
use smart_default::SmartDefault;
use std::array::from_fn;

/// Entries of the trail that are kept free when it says that it is full: what comes in while the search ends.
const RESERVE: u64 = 64;

/// What the machine does in a clock; in this order the row to read follows from the number's upper bits.
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
    /// Notes what a consistent probe has shown, row by row.
    Harvest,
    /// Writes the cell for its row.
    WriteColumn,
    /// Reads the trail, once a finding on its way has been noted.
    UndoFetch,
    /// Takes entries back.
    Undo,
    /// Reads a row.
    ScanFetch,
    /// Reads the next one.
    ScanRead,
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
    /// The known cells of the row that `look` named in the clock before.
    pub look_known: Signal<In, Bits<S>>,
    /// Its filled cells.
    pub look_filled: Signal<In, Bits<S>>,
    /// The known cells of the column that `look_column` named in the clock before.
    pub look_column_known: Signal<In, Bits<S>>,

    /// Row to read: without a search, the one of the picture.
    pub look: Signal<Out, Bits<5>>,
    /// Column to read.
    pub look_column: Signal<Out, Bits<5>>,
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
    /// Of every `of` + 1 diagonals, a power of two, the one whose cells this search probes.
    pub share: Signal<In, Bits<2>>,
    /// That number.
    pub of: Signal<In, Bits<2>>,
    /// What is certain is settled.
    pub settled: Signal<Out, Bit>,
    /// All searches are settled.
    pub together: Signal<In, Bit>,
    /// A probe is refuted: that of the cell.
    pub refutes: Signal<Out, Bit>,
    /// The row of the cell.
    pub cell_row: Signal<Out, Bits<5>>,
    /// Its column, as a bit.
    pub cell_column: Signal<Out, Bits<S>>,
    /// Its value.
    pub cell_value: Signal<Out, Bit>,
    /// A probe is refuted in one of the searches, from the clock after to the one in which all are settled.
    pub told: Signal<In, Bit>,
    /// Its row.
    pub told_row: Signal<In, Bits<5>>,
    /// Its column, as a bit.
    pub told_column: Signal<In, Bits<S>>,
    /// Its value.
    pub told_value: Signal<In, Bit>,
    /// The search has nothing left to probe in this pass.
    pub exhausted: Signal<Out, Bit>,
    /// No search has.
    pub all_exhausted: Signal<In, Bit>,
    /// The search has a cell to branch on.
    pub best: Signal<Out, Bit>,
    /// What its poorer value has brought.
    pub best_least: Signal<Out, Bits<8>>,
    /// What its better value has brought.
    pub best_most: Signal<Out, Bits<8>>,
    /// Its row.
    pub best_row: Signal<Out, Bits<5>>,
    /// Its column, as a bit.
    pub best_column: Signal<Out, Bits<S>>,
    /// Its better value.
    pub best_value: Signal<Out, Bit>,
    /// There is a cell to branch on, the best of all searches.
    pub branch: Signal<In, Bit>,
    /// Its row.
    pub branch_row: Signal<In, Bits<5>>,
    /// Its column, as a bit.
    pub branch_column: Signal<In, Bits<S>>,
    /// Its better value.
    pub branch_value: Signal<In, Bit>,
    /// A value of a cell is being probed.
    pub is_probing: Signal<Out, Bit>,
    /// A decision is made in this clock.
    pub decides: Signal<Out, Bit>,
    /// The trail gets shorter in this clock.
    pub undoes: Signal<Out, Bit>,

    trail: Trail<S, A, RESERVE>,
    limits: Limit,
    news: News<S>,
    harvest: Harvest<S>,
    scanner: Scanner<S>,
    gains: Gains<S, A>,
    picture: Picture<S>,

    state: Dff<State>,
    undoing: Dff<Undoing>,
    asked: Dff<Bits<2>>,
    stop: Dff<Bit>,
    level: Dff<Bits<A>>,
    /// It is not 0.
    decided: Dff<Bit>,
    mark: Dff<Bits<A>>,
    mark_above: Dff<Bits<A>>,
    probing: Dff<Bit>,
    resume: Dff<Bit>,
    second: Dff<Bit>,
    unsettled: Dff<Bit>,
    any: Dff<Bit>,
    exhausts: Dff<Bit>,
    /// It has written the cell that it was told.
    taken: Dff<Bit>,
    row: Dff<Bits<5>>,
    column_bit: Dff<Bits<S>>,
    /// The same as a number, a clock later.
    column: Dff<Bits<5>>,
    value: Dff<Bit>,
    /// What is put in this clock, known in the one before: the way to all cells of all engines is long.
    puts_rows: Dff<Bit>,
    puts_columns: Dff<Bit>,
    puts_value: Dff<Bit>,
    puts_position: Dff<Bits<5>>,
    puts_mask: Dff<Bits<S>>,
    all_complete: Dff<Bit>,
    found: Dff<Bit>,
    saves_end: Dff<Bit>,
    saves_status: Dff<Bits<3>>,
    ended: Dff<Bit>,
    ended_status: Dff<Bits<3>>,
    /// Rows and columns with an entry on the trail since the last cell was fetched to be written: one will do to undo all of them.
    entered_rows: Dff<Bits<S>>,
    entered_columns: Dff<Bits<S>>,
    notes: Dff<Bit>,
    note_again: Dff<Bit>,
    note_line: Dff<Bits<6>>,
    note_before: Dff<Bits<S>>,
    note_learned: Dff<Bits<S>>,

    column_number: Signal<Local, Bits<5>>,
    row_bit: Signal<Local, Bits<S>>,
    note_bit: Signal<Local, Bits<S>>,
    bus_bit: Signal<Local, Bits<S>>,
    certain: Signal<Local, Bit>,
    is_told: Signal<Local, Bit>,
    takes: Signal<Local, Bit>,
    push: Signal<Local, Bit>,
    push_meta: Signal<Local, Bits<8>>,
    push_word: Signal<Local, Bits<S>>,
    forgets: Signal<Local, Bit>,
    new_pass: Signal<Local, Bit>,
    restart: Signal<Local, Bit>,
    keeps: Signal<Local, Bit>,
    probes: Signal<Local, Bit>,
    ends_probe: Signal<Local, Bit>,
    empties: Signal<Local, Bit>,
    undo_for: Signal<Local, Bit>,
    backtracks: Signal<Local, Bit>,
    saves: Signal<Local, Bit>,
    save_status: Signal<Local, Bits<3>>,
    ends: Signal<Local, Bit>,
    end_status: Signal<Local, Bits<3>>,

    #[default(constant(0))]
    none: Constant<Bits<S>>,
    #[default(constant(0))]
    bottom: Constant<Bits<A>>,
    #[default(constant(1))]
    one: Constant<Bits<A>>,
    #[default(constant(0))]
    no_position: Constant<Bits<5>>,
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
    conflict, complete, look_known, look_filled, look_column_known, picture_row, share, of, together, told, told_row, told_column,
    told_value, all_exhausted, branch, branch_row, branch_column, branch_value);

impl<const S: usize, const A: usize> Logic for Search<S, A> {
    #[cfg_attr(feature = "native", hdl_gen)]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            state,
            undoing,
            asked,
            stop,
            level,
            decided,
            mark,
            mark_above,
            probing,
            resume,
            second,
            unsettled,
            any,
            exhausts,
            taken,
            row,
            column_bit,
            column,
            value,
            puts_rows,
            puts_columns,
            puts_value,
            puts_position,
            puts_mask,
            all_complete,
            found,
            saves_end,
            saves_status,
            ended,
            ended_status,
            entered_rows,
            entered_columns,
            notes,
            note_again,
            note_line,
            note_before,
            note_learned
        );
        clock!(
            self, clock, trail, limits, news, harvest, scanner, gains, picture
        );

        // Numbers as bits, and bits as numbers.
        self.column_number.next = self.no_position.val();
        self.row_bit.next = self.none.val();
        self.note_bit.next = self.none.val();
        self.bus_bit.next = self.none.val();
        for i in 0..S {
            if self.column_bit.q.val().get_bit(i) {
                self.column_number.next = self.column_number.val() | self.positions[i].val();
            }
            if self.row.q.val() == self.positions[i].val() {
                self.row_bit.next = self.row_bit.val().replace_bit(i, true);
            }
            if bit_cast::<5, 6>(self.note_line.q.val()) == self.positions[i].val() {
                self.note_bit.next = self.note_bit.val().replace_bit(i, true);
            }
            if bit_cast::<5, 6>(self.bus_line.val()) == self.positions[i].val() {
                self.bus_bit.next = self.bus_bit.val().replace_bit(i, true);
            }
        }
        self.column.d.next = self.column_number.val();
        self.is_told.next = self.told.val() && !self.taken.q.val();
        if !self.told.val() {
            self.taken.d.next = false;
        }
        self.certain.next = !self.decided.q.val() && !self.probing.q.val();
        // Of the clock before: whatever changes it is noted in this one, and the search waits for that.
        self.all_complete.d.next =
            (self.complete.val() & self.row_bits.val()) == self.row_bits.val();

        // A finding goes onto the trail a clock after it was on the bus.
        self.notes.d.next = self.bus.val() && self.learned.val().any();
        self.note_line.d.next = self.bus_line.val();
        self.note_before.d.next = self.known_before.val();
        self.note_learned.d.next = self.learned.val();
        self.note_again.d.next = (self.entered_rows.q.val() & self.bus_bit.val()).any();
        if self.bus_line.val().get_bit(5) {
            self.note_again.d.next = (self.entered_columns.q.val() & self.bus_bit.val()).any();
        }
        self.push.next = self.notes.q.val() && !self.note_again.q.val();
        if self.notes.q.val() && self.note_line.q.val().get_bit(5) {
            self.entered_columns.d.next = self.entered_columns.q.val() | self.note_bit.val();
        }
        if self.notes.q.val() && !self.note_line.q.val().get_bit(5) {
            self.entered_rows.d.next = self.entered_rows.q.val() | self.note_bit.val();
        }
        self.push_meta.next = bit_cast::<8, 6>(self.note_line.q.val());
        self.push_word.next = self.note_before.q.val();

        // The end asked for, the limit, and a trail that is nearly full.
        if self.trail.full.val() || self.limits.expires.val() || self.cancel.val() {
            self.stop.d.next = true;
        }

        // Defaults of what the states drive. Where no row is read, `look` is what spares the choice a bit of the state.
        self.look.next = bit_cast::<5, 6>(self.picture.look.val());
        self.abort.next = false;
        self.puts_rows.d.next = false;
        self.puts_columns.d.next = false;
        self.puts_value.d.next = true;
        self.put_known.next = false;
        self.forgets.next = false;
        self.new_pass.next = false;
        self.restart.next = false;
        self.keeps.next = false;
        self.probes.next = false;
        self.ends_probe.next = false;
        self.empties.next = false;
        self.undo_for.next = false;
        self.backtracks.next = false;
        self.saves.next = false;
        self.save_status.next = self.undecided.val();
        self.ends.next = false;
        self.end_status.next = self.saves_status.q.val();
        self.decides.next = false;
        self.undoes.next = false;
        self.unsettled.d.next = false;
        self.settled.next = false;
        self.refutes.next = false;
        self.takes.next = false;

        match self.state.q.val() {
            State::Idle => {
                self.look.next = self.picture_row.val();
            }
            State::Propagate => {
                self.look.next = self.picture_row.val();
                // A new pass scans from the first row. That it begins is known late in the clock; until it does, nothing scans.
                self.restart.next = !self.resume.q.val();
                if self.stop.q.val() && !self.certain.val() {
                    self.abort.next = true;
                    self.undo_for.next = true;
                    self.undoing.d.next = Undoing::All;
                } else if self.conflict.val() {
                    self.abort.next = true;
                    if self.probing.q.val() {
                        self.refutes.next = true;
                        self.undo_for.next = true;
                        self.undoing.d.next = Undoing::Refuted;
                    } else {
                        self.backtracks.next = true;
                    }
                } else if self.probing.q.val() && self.is_told.val() {
                    self.abort.next = true;
                    self.undo_for.next = true;
                    self.undoing.d.next = Undoing::Refuted;
                } else if self.quiet.val() && !self.notes.q.val() {
                    if self.probing.q.val() {
                        if self.all_complete.q.val()
                            && (self.asked.q.val() == self.first_solution.val())
                        {
                            self.saves.next = true;
                            self.save_status.next = self.solved.val();
                        } else {
                            self.ends_probe.next = true;
                            self.state.d.next = State::Harvest;
                        }
                    } else if self.all_complete.q.val() {
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
                        self.settled.next = true;
                        if self.together.val() {
                            self.state.d.next = State::ScanFetch;
                            self.new_pass.next = !self.resume.q.val();
                            self.empties.next = !self.decided.q.val();
                        }
                    }
                }
            }
            State::Fetch => {
                self.look.next = self.row.q.val();
                self.puts_columns.d.next = true;
                self.puts_position.d.next = self.row.q.val();
                self.puts_mask.d.next = self.column_bit.q.val();
                self.entered_rows.d.next = self.none.val();
                self.entered_columns.d.next = self.none.val();
                if self.unsettled.q.val() {
                    self.value.d.next = self.scanner.chosen_blank.val();
                    self.second.d.next =
                        !self.scanner.chosen_filled.val() && !self.scanner.chosen_blank.val();
                }
                self.state.d.next = State::WriteRow;
            }
            State::WriteRow => {
                self.look.next = self.row.q.val();
                self.puts_rows.d.next = true;
                self.puts_position.d.next = self.column.q.val();
                self.puts_mask.d.next = self.row_bit.val();
                self.push.next = true;
                self.push_meta.next = bit_cast::<8, 5>(self.row.q.val());
                self.push_word.next = self.look_known.val();
                self.entered_rows.d.next = self.row_bit.val();
                self.state.d.next = State::WriteColumn;
            }
            State::WriteColumn => {
                self.look.next = self.harvest.row.val();
                self.push.next = true;
                self.push_meta.next = bit_cast::<8, 5>(self.column.q.val());
                self.push_meta.next = self.push_meta.val().replace_bit(5, true);
                self.push_word.next = self.look_column_known.val();
                self.entered_columns.d.next = self.column_bit.q.val();
                self.state.d.next = State::Propagate;
            }
            State::Harvest => {
                self.look.next = self.harvest.row.val();
                if !self.harvest.any.val() {
                    self.undo_for.next = true;
                    self.undoing.d.next = Undoing::Probe;
                }
            }
            State::UndoFetch => {
                self.look.next = self.harvest.row.val();
                if !self.notes.q.val() {
                    self.state.d.next = State::Undo;
                }
                if self.is_told.val() && (self.undoing.q.val() == Undoing::Probe) {
                    self.undoing.d.next = Undoing::Refuted;
                }
            }
            State::Undo => {
                self.look.next = self.harvest.row.val();
                self.undoes.next = true;
                self.puts_value.d.next = false;
                self.puts_position.d.next = bit_cast::<5, 8>(self.trail.meta.val());
                self.puts_mask.d.next = self.cells.val() & !self.trail.word.val();
                if !self.trail.meta.val().get_bit(6) {
                    self.puts_rows.d.next = self.trail.meta.val().get_bit(5);
                    self.puts_columns.d.next = !self.trail.meta.val().get_bit(5);
                    self.put_known.next = true;
                } else if self.undoing.q.val() == Undoing::Decision {
                    self.level.d.next = self.level.q.val() - self.one.val();
                    self.decided.d.next = self.level.q.val() != self.one.val();
                    self.forgets.next = true;
                    self.resume.d.next = false;
                    self.row.d.next = bit_cast::<5, 8>(self.trail.meta.val());
                    self.column_bit.d.next = self.trail.word.val();
                    self.value.d.next = !self.trail.meta.val().get_bit(7);
                    self.state.d.next = State::Fetch;
                }
                if self.is_told.val() && (self.undoing.q.val() == Undoing::Probe) {
                    self.undoing.d.next = Undoing::Refuted;
                }
                if (self.undoing.q.val() == Undoing::Probe)
                    && (self.trail.top.val() == self.mark_above.q.val())
                {
                    if self.second.q.val() {
                        self.second.d.next = false;
                        self.value.d.next = !self.value.q.val();
                        self.state.d.next = State::Fetch;
                    } else {
                        self.probing.d.next = false;
                        self.keeps.next = true;
                        self.state.d.next = State::ScanFetch;
                    }
                }
                if (self.undoing.q.val() == Undoing::Refuted)
                    && (self.trail.top.val() == self.mark_above.q.val())
                {
                    self.probing.d.next = false;
                    self.takes.next = true;
                }
                if (self.undoing.q.val() == Undoing::All)
                    && (self.trail.top.val() == self.one.val())
                {
                    self.level.d.next = self.bottom.val();
                    self.decided.d.next = false;
                    self.probing.d.next = false;
                    self.saves.next = true;
                }
            }
            State::ScanFetch => {
                self.look.next = bit_cast::<5, 6>(self.scanner.look.val());
                if self.is_told.val() {
                    self.takes.next = true;
                } else if self.stop.q.val() {
                    if self.certain.val() {
                        self.saves.next = true;
                    } else {
                        self.undo_for.next = true;
                        self.undoing.d.next = Undoing::All;
                    }
                } else {
                    self.state.d.next = State::ScanRead;
                }
            }
            State::ScanRead => {
                self.look.next = bit_cast::<5, 6>(self.scanner.look.val());
                self.state.d.next = State::Scan;
                if self.is_told.val() {
                    self.takes.next = true;
                }
            }
            State::Scan => {
                self.look.next = bit_cast::<5, 6>(self.scanner.look.val());
                if self.is_told.val() {
                    self.takes.next = true;
                } else if self.scanner.hits.val() && !self.exhausts.q.val() {
                    self.row.d.next = bit_cast::<5, 6>(self.scanner.row.val());
                    self.column_bit.d.next = self.scanner.column_bit.val();
                    if self.any.q.val() {
                        self.value.d.next = true;
                        self.state.d.next = State::Decide;
                    } else {
                        self.unsettled.d.next = true;
                        self.probes.next = true;
                        self.mark.d.next = self.trail.top.val();
                        self.mark_above.d.next = self.trail.top.val() + self.one.val();
                        self.probing.d.next = true;
                        self.state.d.next = State::Fetch;
                    }
                } else if self.scanner.widens.val() {
                    self.state.d.next = State::ScanFetch;
                } else if self.scanner.last.val() {
                    self.exhausts.d.next = !self.all_exhausted.val();
                    if self.all_exhausted.val() {
                        if self.news.any.val() {
                            self.new_pass.next = true;
                            self.restart.next = true;
                            self.state.d.next = State::ScanFetch;
                        } else if self.branch.val() {
                            self.row.d.next = self.branch_row.val();
                            self.column_bit.d.next = self.branch_column.val();
                            self.value.d.next = self.branch_value.val();
                            self.state.d.next = State::Decide;
                        } else {
                            self.any.d.next = true;
                            self.restart.next = true;
                            self.state.d.next = State::ScanFetch;
                        }
                    }
                }
            }
            State::Decide => {
                self.look.next = bit_cast::<5, 6>(self.scanner.look.val());
                self.decides.next = true;
                self.push.next = true;
                self.push_meta.next = bit_cast::<8, 5>(self.row.q.val());
                self.push_meta.next = self.push_meta.val().replace_bit(6, true);
                self.push_meta.next = self.push_meta.val().replace_bit(7, self.value.q.val());
                self.push_word.next = self.column_bit.q.val();
                self.level.d.next = self.level.q.val() + self.one.val();
                self.decided.d.next = true;
                self.forgets.next = true;
                self.resume.d.next = false;
                self.state.d.next = State::Fetch;
            }
            State::Save => {
                if self.picture.saved.val() {
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
        if self.takes.val() {
            self.restart.next = true;
            self.exhausts.d.next = false;
            self.taken.d.next = true;
            self.value.d.next = !self.value.q.val();
            if self.told.val() {
                self.row.d.next = self.told_row.val();
                self.column_bit.d.next = self.told_column.val();
                self.value.d.next = !self.told_value.val();
            }
            self.state.d.next = State::Fetch;
        }
        if self.backtracks.val() {
            if !self.decided.q.val() {
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
            self.any.d.next = false;
            self.resume.d.next = true;
        }

        // The parts.
        self.look_column.next = self.column.q.val();
        self.put_rows.next = self.puts_rows.q.val();
        self.put_columns.next = self.puts_columns.q.val();
        self.put_value.next = self.puts_value.q.val();
        self.put_position.next = self.puts_position.q.val();
        self.put_mask.next = self.puts_mask.q.val();
        self.put_filled.next = self.none.val();
        if self.value.q.val() {
            self.put_filled.next = self.puts_mask.q.val();
        }
        self.trail.clear.next = self.start.val() || self.empties.val();
        self.trail.push.next = self.push.val();
        self.trail.push_meta.next = self.push_meta.val();
        self.trail.push_word.next = self.push_word.val();
        self.trail.pop.next = self.state.q.val() == State::Undo;
        self.put_line.next = bit_cast::<6, 8>(self.trail.meta.val());
        self.put_word.next = self.trail.word.val();
        self.limits.start.next = self.start.val();
        self.limits.limit.next = self.limit.val();
        self.limits.running.next = self.state.q.val() != State::Idle;
        self.news.start.next = self.start.val();
        self.news.forget.next = self.forgets.val();
        self.news.pass.next = self.new_pass.val();
        self.news.note.next = self.notes.q.val() && !self.probing.q.val();
        self.news.note_column.next = self.note_line.q.val().get_bit(5);
        self.news.note_bit.next = self.note_bit.val();
        self.news.note_learned.next = self.note_learned.q.val();
        self.news.row_bit.next = self.scanner.look_bit.val();
        self.harvest.start.next = self.start.val();
        self.harvest.pass.next = self.new_pass.val();
        self.harvest.touched.next = self.none.val();
        if self.notes.q.val() && self.probing.q.val() && !self.note_line.q.val().get_bit(5) {
            self.harvest.touched.next = self.note_bit.val();
        }
        self.harvest.take.next = self.state.q.val() == State::Harvest;
        self.harvest.scanned.next = bit_cast::<5, 6>(self.scanner.look.val());
        self.harvest.look_known.next = self.look_known.val();
        self.harvest.look_filled.next = self.look_filled.val();
        self.harvest.row_bit.next = self.scanner.look_bit.val();
        self.scanner.restart.next = self.restart.val();
        self.scanner.scans.next = (self.state.q.val() == State::ScanFetch)
            || (self.state.q.val() == State::ScanRead)
            || (self.state.q.val() == State::Scan);
        self.scanner.judge.next = self.state.q.val() == State::Scan;
        self.scanner.any.next = self.any.q.val();
        self.scanner.rows.next = self.rows.val();
        self.scanner.share.next = self.share.val();
        self.scanner.of.next = self.of.val();
        self.scanner.column_bits.next = self.column_bits.val();
        self.scanner.look_known.next = self.look_known.val();
        self.scanner.news.next = self.news.here.val();
        self.scanner.filled.next = self.harvest.filled.val();
        self.scanner.blank.next = self.harvest.blank.val();
        self.scanner.chosen.next = self.column_bit.q.val();
        self.gains.pass.next = self.new_pass.val();
        self.gains.reset.next = self.probes.val();
        self.gains.take.next = self.ends_probe.val();
        self.gains.grown.next = self.trail.top.val() - self.mark.q.val();
        self.gains.keep.next = self.keeps.val();
        self.gains.row.next = self.row.q.val();
        self.gains.column_bit.next = self.column_bit.q.val();
        self.gains.value.next = self.value.q.val();
        self.picture.keep.next = self.saves.val();
        self.picture.save.next = self.state.q.val() == State::Save;
        self.picture.rows.next = self.padded.val();
        self.picture.look_filled.next = self.look_filled.val();
        self.picture.row.next = self.picture_row.val();
        self.picture_filled.next = self.picture.filled.val();

        self.running.next = self.state.q.val() != State::Idle;
        self.done.next = self.ended.q.val();
        self.status.next = self.ended_status.q.val();
        self.cell_row.next = self.row.q.val();
        self.cell_column.next = self.column_bit.q.val();
        self.cell_value.next = self.value.q.val();
        self.exhausted.next = self.exhausts.q.val();
        self.best.next = self.gains.best.val();
        self.best_least.next = self.gains.best_least.val();
        self.best_most.next = self.gains.best_most.val();
        self.best_row.next = self.gains.best_row.val();
        self.best_column.next = self.gains.best_column.val();
        self.best_value.next = self.gains.best_value.val();
        self.is_probing.next = self.probing.q.val();

        if self.start.val() {
            self.state.d.next = State::Propagate;
            self.asked.d.next = self.mode.val();
            self.stop.d.next = false;
            self.level.d.next = self.bottom.val();
            self.decided.d.next = false;
            self.probing.d.next = false;
            self.resume.d.next = false;
            self.found.d.next = false;
            self.exhausts.d.next = false;
            self.taken.d.next = false;
        }
        if self.clear.val() {
            self.puts_rows.d.next = false;
            self.puts_columns.d.next = false;
            self.state.d.next = State::Idle;
            self.ended.d.next = false;
        }
    }
}
