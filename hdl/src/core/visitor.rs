//! The visitor of the classic core, and the accumulator of the options of a line.
//! Interface: `Visitor` reads and rewrites the options of a line; `Survivors` counts and intersects those that survive.

use super::{COLUMN_FLAG, FLAG, LINE, LINE_FLAG, LINES, POSITION, Verdict};
use crate::prelude::*;

/// Visits the lines that circulate in the option store, one word per cycle, and decides how the board ends.
/// Interface: `start` with the store filled; `visited` once per visit; `done` with `status` once per board, unless `reset` aborts it.
///
/// Line visitor for lines of up to `S` cells, a store of 2^`AW` words (`PW` = `AW` + 1) and counts of `CW` bits.
///
/// Stages: fetch (store address), queue (fetched word), W (header or option, line selection),
/// K (compare the option with the known cells), A (accumulate and write back), D (write the board, commit the line),
/// E (count lines, decide). A column header waits in W until the rows before it have reached D, and vice versa, so that
/// each visit uses all cells that the visits before it found.
#[derive(LogicBlock, SmartDefault)]
pub struct Visitor<const S: usize, const AW: usize, const PW: usize, const CW: usize> {
    /// Aborts the board.
    #[default({ const { assert!(PW == AW + 1) }; Signal::default() })]
    pub reset: Signal<In, Bit>,
    /// Solves the board in the first `words` words of the store: high for one cycle.
    pub start: Signal<In, Bit>,
    /// Number of words in the store, sampled with `start`.
    pub words: Signal<In, Bits<PW>>,
    /// Number of lines in the store, sampled with `start`.
    pub lines: Signal<In, Bits<LINES>>,
    /// Cells that exist in a row, one bit per cell; stable while `running`.
    pub row_mask: Signal<In, Bits<S>>,
    /// Cells that exist in a column, one bit per cell; stable while `running`.
    pub column_mask: Signal<In, Bits<S>>,
    /// A visit has ended; the cells and the option counts include its result.
    pub visited: Dff<Bit, Out>,
    /// The board has a verdict: high for one cycle.
    pub done: Signal<Out, Bit>,
    /// Verdict, valid with `done`: solved, unsolvable or stalled.
    pub status: Signal<Out, Bits<3>>,
    /// The visitor is solving a board.
    pub running: Dff<Bit, Out>,

    /// Store: reads the word at `read_address`.
    pub read: Signal<Out, Bit>,
    /// Store: address of the word to read, valid with `read`.
    pub read_address: Signal<Out, Bits<AW>>,
    /// Store: moves the word read last into its output register.
    pub advance: Signal<Out, Bit>,
    /// Store: word in its output register.
    pub word: Signal<In, Bits<16>>,
    /// Store: write enable.
    pub write: Signal<Out, Bit>,
    /// Store: address of the word to write, valid with `write`.
    pub write_address: Signal<Out, Bits<AW>>,
    /// Store: word to write, valid with `write`.
    pub write_data: Dff<Bits<16>, Out>,

    /// Option counts: read enable.
    pub count_read: Signal<Out, Bit>,
    /// Option counts: line to read, valid with `count_read`.
    pub count_read_line: Signal<Out, Bits<LINE>>,
    /// Option counts: count of the line read last.
    pub count: Signal<In, Bits<CW>>,
    /// Option counts: write enable.
    pub count_write: Dff<Bit, Out>,
    /// Option counts: line to write, valid with `count_write`.
    pub count_write_line: Dff<Bits<LINE>, Out>,
    /// Option counts: options that stay in the store, 0 unless two different ones are left; valid with `count_write`.
    pub new_count: Signal<Out, Bits<CW>>,

    /// Board: fetches the line at `select_position`.
    pub select: Signal<Out, Bit>,
    /// Board: position of the line to fetch, valid with `select`.
    pub select_position: Signal<Out, Bits<POSITION>>,
    /// Board: the line to fetch is a column, valid with `select`.
    pub select_column: Signal<Out, Bit>,
    /// Board: known cells of the line fetched last, cell 0 in bit 0.
    pub known: Signal<In, Bits<S>>,
    /// Board: filled cells among `known`.
    pub assigned: Signal<In, Bits<S>>,
    /// Board: writes the cells that the visit found.
    pub learn: Signal<Out, Bit>,
    /// Board: position of the visited line, valid with `learn`.
    pub learn_position: Signal<Out, Bits<POSITION>>,
    /// Board: the visited line is a column, valid with `learn`.
    pub learn_column: Signal<Out, Bit>,
    /// Board: cells with the same value in all survivors, valid with `learn`.
    pub learn_known: Signal<Out, Bits<S>>,
    /// Board: cells that are filled in all survivors, valid with `learn`.
    pub learn_assigned: Signal<Out, Bits<S>>,

    read_pointer: Dff<Bits<PW>>,
    write_pointer: Dff<Bits<PW>>,
    commit: Dff<Bits<PW>>,

    queue_valid: Dff<Bit>,
    word_valid: Dff<Bit>,
    at_header: Dff<Bit>,
    at_first: Dff<Bit>,
    left: Dff<Bits<CW>>,
    in_columns: Dff<Bit>,

    k_valid: Dff<Bit>,
    k_header: Dff<Bit>,
    k_last: Dff<Bit>,
    k_word: Dff<Bits<16>>,

    a_valid: Dff<Bit>,
    a_header: Dff<Bit>,
    a_keep: Dff<Bit>,
    a_last: Dff<Bit>,

    survivors: Survivors<S, CW>,
    known_before: Dff<Bits<S>>,

    e_any: Dff<Bit>,
    e_many: Dff<Bit>,
    e_productive: Dff<Bit>,
    verdict: Verdict,

    hold: Signal<Local, Bit>,
    pass: Signal<Local, Bit>,
    pass_header: Signal<Local, Bit>,
    other_kind: Signal<Local, Bit>,
    remaining: Signal<Local, Bits<CW>>,
    last: Signal<Local, Bit>,
    a_line: Signal<Local, Bits<LINE>>,
    difference: Signal<Local, Bits<S>>,
    conflict: Signal<Local, Bit>,
    put_pointer: Signal<Local, Bits<PW>>,
    fresh: Signal<Local, Bits<S>>,
    mask: Signal<Local, Bits<S>>,

    #[default(constant(COLUMN_FLAG))]
    column_flag: Constant<Bits<FLAG>>,
    #[default(constant(LINE_FLAG))]
    line_flag: Constant<Bits<FLAG>>,
}

impl<const S: usize, const AW: usize, const PW: usize, const CW: usize> Logic
    for Visitor<S, AW, PW, CW>
{
    #[hdl_gen]
    fn update(&mut self) {
        // W: a header stalls until the preceding lines of the other kind have reached D, where they write the cells that they found.
        self.other_kind.next =
            self.word.val().get_bit(self.column_flag.val().index()) ^ self.in_columns.q.val();
        self.pass_header.next = self.word_valid.q.val() && self.at_header.q.val();
        self.hold.next = self.pass_header.val()
            && self.other_kind.val()
            && (self.k_valid.q.val() || self.a_valid.q.val());
        self.pass.next = self.word_valid.q.val() && !self.hold.val();
        self.pass_header.next = self.pass.val() && self.at_header.q.val();

        // Fetch, and the output register of the store, which is the register of stage W.
        self.read.next = self.running.q.val()
            && !self.hold.val()
            && (self.read_pointer.q.val() != self.commit.q.val());
        self.advance.next = !self.hold.val();
        self.read_address.next = bit_cast::<AW, PW>(self.read_pointer.q.val());
        if self.read.val() {
            self.read_pointer.d.next = self.read_pointer.q.val() + 1;
        }
        if !self.hold.val() {
            self.queue_valid.d.next = self.read.val();
            self.word_valid.d.next = self.queue_valid.q.val();
        }

        // W: the line's count separates headers from options.
        self.count_read_line.next =
            bit_cast::<LINE, POSITION>(bit_cast::<POSITION, 16>(self.word.val())).replace_bit(
                self.line_flag.val().index(),
                self.word.val().get_bit(self.column_flag.val().index()),
            );
        self.select.next = self.pass_header.val();
        self.select_position.next = bit_cast::<POSITION, 16>(self.word.val());
        self.select_column.next = self.word.val().get_bit(self.column_flag.val().index());
        self.count_read.next = self.pass_header.val();
        self.remaining.next = self.left.q.val();
        if self.at_first.q.val() {
            self.remaining.next = self.count.val();
        }
        self.last.next = self.remaining.val() == 1;
        if self.pass.val() {
            self.left.d.next = self.remaining.val() - 1;
            self.at_first.d.next = self.at_header.q.val();
            self.at_header.d.next = !self.at_header.q.val() && self.last.val();
        }
        if self.pass_header.val() {
            self.in_columns.d.next = self.word.val().get_bit(self.column_flag.val().index());
        }
        self.k_valid.d.next = self.pass.val();
        self.k_header.d.next = self.at_header.q.val();
        self.k_last.d.next = !self.at_header.q.val() && self.last.val();
        self.k_word.d.next = self.word.val();

        // K: an option survives if it contradicts no known cell.
        self.difference.next = bit_cast::<S, 16>(self.k_word.q.val()) ^ self.assigned.val();
        self.difference.next = self.difference.val() & self.known.val();
        self.conflict.next = self.difference.val().any();
        self.a_valid.d.next = self.k_valid.q.val();
        self.a_header.d.next = self.k_valid.q.val() && self.k_header.q.val();
        self.a_keep.d.next = self.k_valid.q.val() && !self.k_header.q.val() && !self.conflict.val();
        self.a_last.d.next = self.k_valid.q.val() && self.k_last.q.val();
        self.write_data.d.next = self.k_word.q.val();
        self.known_before.d.next = self.known.val();

        // A: write header and survivors back; discard a line without two different options left.
        self.write.next = self.a_header.q.val() || self.a_keep.q.val();
        self.put_pointer.next = self.write_pointer.q.val();
        if self.count_write.q.val() && !self.survivors.many.val() {
            self.put_pointer.next = self.commit.q.val();
        }
        self.write_address.next = bit_cast::<AW, PW>(self.put_pointer.val());
        self.write_pointer.d.next = self.put_pointer.val();
        if self.write.val() {
            self.write_pointer.d.next = self.put_pointer.val() + 1;
        }

        // A: accumulate what all survivors have in common.
        self.a_line.next =
            bit_cast::<LINE, POSITION>(bit_cast::<POSITION, 16>(self.write_data.q.val()))
                .replace_bit(
                    self.line_flag.val().index(),
                    self.write_data.q.val().get_bit(self.column_flag.val().index()),
                );
        self.mask.next = self.row_mask.val();
        if self.write_data.q.val().get_bit(self.column_flag.val().index()) {
            self.mask.next = self.column_mask.val();
        }
        if self.a_header.q.val() {
            self.count_write_line.d.next = self.a_line.val();
        }
        self.survivors.clear.next = self.a_header.q.val();
        self.survivors.mask.next = self.mask.val();
        self.survivors.valid.next = self.a_valid.q.val();
        self.survivors.keep.next = self.a_keep.q.val();
        self.survivors.option.next = bit_cast::<S, 16>(self.write_data.q.val());
        self.count_write.d.next = self.a_last.q.val();

        // D: write the board and the count; a line with different options stays in the store.
        self.learn_known.next = self.survivors.always1.val() | self.survivors.always0.val();
        self.fresh.next = self.learn_known.val() & !self.known_before.q.val();
        self.learn.next = self.count_write.q.val() && self.survivors.any.val();
        self.learn_position.next = bit_cast::<POSITION, LINE>(self.count_write_line.q.val());
        self.learn_column.next =
            self.count_write_line.q.val().get_bit(self.line_flag.val().index());
        self.learn_assigned.next = self.survivors.always1.val();
        self.new_count.next = 0.into();
        if self.survivors.many.val() {
            self.new_count.next = self.survivors.count.val();
        }
        if self.count_write.q.val() && self.survivors.many.val() {
            self.commit.d.next = self.write_pointer.q.val();
        }
        self.visited.d.next = self.count_write.q.val();
        self.e_any.d.next = self.survivors.any.val();
        self.e_many.d.next = self.survivors.many.val();
        self.e_productive.d.next =
            self.fresh.val().any() || self.survivors.dropped.val() || !self.survivors.many.val();

        // E: decide whether the board has ended.
        self.verdict.start.next = self.start.val();
        self.verdict.lines.next = self.lines.val();
        self.verdict.visit.next = self.visited.q.val();
        self.verdict.any.next = self.e_any.q.val();
        self.verdict.many.next = self.e_many.q.val();
        self.verdict.productive.next = self.e_productive.q.val();
        self.done.next = self.verdict.ended.val();
        self.status.next = self.verdict.status.val();

        if self.start.val() {
            self.running.d.next = true;
            self.read_pointer.d.next = 0.into();
            self.write_pointer.d.next = self.words.val();
            self.commit.d.next = self.words.val();
            self.at_header.d.next = true;
            self.at_first.d.next = false;
            self.in_columns.d.next = false;
        }
        if self.done.val() || self.reset.val() {
            self.running.d.next = false;
            self.queue_valid.d.next = false;
            self.word_valid.d.next = false;
            self.k_valid.d.next = false;
            self.a_valid.d.next = false;
            self.a_header.d.next = false;
            self.a_keep.d.next = false;
            self.a_last.d.next = false;
            self.count_write.d.next = false;
            self.visited.d.next = false;
        }
    }
}

/// Counts the options of a line that survive a visit, and intersects them.
/// Interface: `clear` with a line's header, then one option per cycle while `valid`; the outputs cover the options of earlier cycles.
///
/// The surviving options of a line of up to `S` cells, counted in `CW` bits.
#[derive(LogicBlock, Default)]
pub struct Survivors<const S: usize, const CW: usize> {
    /// A line begins: resets the outputs.
    pub clear: Signal<In, Bit>,
    /// Cells that exist in the line, one bit per cell; valid with `clear`.
    pub mask: Signal<In, Bits<S>>,
    /// An option, or the header of a line, is present.
    pub valid: Signal<In, Bit>,
    /// The option survives; only with `valid`.
    pub keep: Signal<In, Bit>,
    /// Filled cells of the option, cell 0 in bit 0; valid with `keep`.
    pub option: Signal<In, Bits<S>>,

    /// Cells that are filled in all survivors since `clear`; all cells if there is none.
    pub always1: Dff<Bits<S>, Out>,
    /// Cells that are blank in all survivors since `clear`; all cells of the line if there is none.
    pub always0: Dff<Bits<S>, Out>,
    /// Number of survivors since `clear`.
    pub count: Dff<Bits<CW>, Out>,
    /// At least one option has survived since `clear`.
    pub any: Dff<Bit, Out>,
    /// At least two different options have survived since `clear`.
    pub many: Dff<Bit, Out>,
    /// At least one option has been eliminated since `clear`.
    pub dropped: Dff<Bit, Out>,

    difference: Signal<Local, Bits<S>>,
    differs: Signal<Local, Bit>,
}

impl<const S: usize, const CW: usize> Logic for Survivors<S, CW> {
    #[hdl_gen]
    fn update(&mut self) {
        // While all survivors are equal, `ones` is their common value.
        self.difference.next = self.always1.q.val() ^ self.option.val();
        self.differs.next = self.difference.val().any();
        if self.clear.val() {
            self.always1.d.next = !bits::<S>(0);
            self.always0.d.next = self.mask.val();
            self.count.d.next = 0.into();
            self.any.d.next = false;
            self.many.d.next = false;
            self.dropped.d.next = false;
        } else if self.keep.val() {
            self.always1.d.next = self.always1.q.val() & self.option.val();
            self.always0.d.next = self.always0.q.val() & !self.option.val();
            self.count.d.next = self.count.q.val() + 1;
            self.any.d.next = true;
            self.many.d.next = self.many.q.val() || (self.any.q.val() && self.differs.val());
        } else if self.valid.val() {
            self.dropped.d.next = true;
        }
    }
}
