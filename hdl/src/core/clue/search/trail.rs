//! The trail, and the unit that writes it.
//! Interface: each unit states its own.

use crate::core::clue::interfaces::{CurrentIn, FindingIn, NoteOut};
use crate::widgets::{Dff, Ram, constant};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// The trail: a stack of previously known cells of lines, and of decisions; its top entry is in registers.
/// Interface: one `push` or `pop` per cycle; `tag` and `word` are the top entry. A pop is at least two cycles after a push.
///
/// A trail of 2^`TRAIL_BITS` entries with a word of `SIDE` bits each; `full` is asserted while at most `RESERVE` are free.
#[derive(LogicBlock, SmartDefault)]
pub struct Trail<const SIDE: usize, const TRAIL_BITS: usize, const RESERVE: u64> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Removes all entries.
    pub clear: Signal<In, Bit>,
    /// Pushes an entry.
    pub push: Signal<In, Bit>,
    /// Tag of the new entry, valid with `push`.
    pub push_tag: Signal<In, Bits<8>>,
    /// Word of the new entry, valid with `push`.
    pub push_word: Signal<In, Bits<SIDE>>,
    /// Removes the top entry.
    pub pop: Signal<In, Bit>,
    /// Number of entries.
    pub top: Signal<Out, Bits<TRAIL_BITS>>,
    /// Tag of the top entry, valid while the trail has entries.
    pub tag: Signal<Out, Bits<8>>,
    /// Word of the top entry, valid while the trail has entries.
    pub word: Signal<Out, Bits<SIDE>>,
    /// At most `RESERVE` entries are free.
    pub full: Signal<Out, Bit>,

    count: Dff<Bits<TRAIL_BITS>>,
    top_tag: Dff<Bits<8>>,
    top_word: Dff<Bits<SIDE>>,
    tags: Ram<8, TRAIL_BITS>,
    words: Ram<SIDE, TRAIL_BITS>,
    below: Signal<Local, Bits<TRAIL_BITS>>,

    #[default(constant(0))]
    none: Constant<Bits<TRAIL_BITS>>,
    #[default(constant(1))]
    one: Constant<Bits<TRAIL_BITS>>,
    #[default(constant(2))]
    two: Constant<Bits<TRAIL_BITS>>,
    #[default(constant(3))]
    three: Constant<Bits<TRAIL_BITS>>,
    #[default(constant((1 << TRAIL_BITS) - RESERVE))]
    limit: Constant<Bits<TRAIL_BITS>>,
}

impl<const SIDE: usize, const TRAIL_BITS: usize, const RESERVE: u64> Logic
    for Trail<SIDE, TRAIL_BITS, RESERVE>
{
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, count, top_tag, top_word);
        clock!(self, clock, tags, words);

        // The memories hold the entries below the top; the entry that a pop uncovers is read in the previous cycle.
        self.below.next = self.count.q.val() - self.two.val();
        if self.pop.val() {
            self.below.next = self.count.q.val() - self.three.val();
            self.count.d.next = self.count.q.val() - self.one.val();
            self.top_tag.d.next = self.tags.read_data.val();
            self.top_word.d.next = self.words.read_data.val();
        }
        if self.push.val() {
            self.count.d.next = self.count.q.val() + self.one.val();
            self.top_tag.d.next = self.push_tag.val();
            self.top_word.d.next = self.push_word.val();
        }
        if self.clear.val() {
            self.count.d.next = self.none.val();
        }
        self.tags.read_enable.next = true;
        self.tags.read_address.next = self.below.val();
        self.tags.write_enable.next = self.push.val();
        self.tags.write_address.next = self.count.q.val() - self.one.val();
        self.tags.write_data.next = self.top_tag.q.val();
        self.words.read_enable.next = true;
        self.words.read_address.next = self.below.val();
        self.words.write_enable.next = self.push.val();
        self.words.write_address.next = self.count.q.val() - self.one.val();
        self.words.write_data.next = self.top_word.q.val();

        self.top.next = self.count.q.val();
        self.tag.next = self.top_tag.q.val();
        self.word.next = self.top_word.q.val();
        self.full.next = self.count.q.val() >= self.limit.val();
    }
}

/// Pushes entries onto the trail for written cells, findings and decisions, and counts the decisions.
/// Interface: a finding with newly known cells is in `note` one cycle after it was on the bus, when it pushes an entry if its line has none
/// yet; commands push in the same cycle.
///
/// Entries for boards of up to `SIDE` x `SIDE` cells and a trail of 2^`TRAIL_BITS` entries.
#[derive(LogicBlock, SmartDefault)]
pub struct TrailWriter<const SIDE: usize, const TRAIL_BITS: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Starts a search: the trail has no decision.
    pub start: Signal<In, Bit>,

    /// The finding on the bus.
    pub finding: FindingIn<SIDE>,
    /// The current cell is written in the next cycles: from now on each line may push one entry.
    pub fetch: Signal<In, Bit>,
    /// Pushes the entry of the current cell's row.
    pub write_row: Signal<In, Bit>,
    /// Pushes the entry of the current cell's column.
    pub write_column: Signal<In, Bit>,
    /// Pushes the current cell as a decision.
    pub decide: Signal<In, Bit>,
    /// A decision is popped in this cycle.
    pub pop_decision: Signal<In, Bit>,
    /// All decisions have been undone: clears their count.
    pub forget_decisions: Signal<In, Bit>,
    /// Begins the probes of a cell: entries pushed from now on belong to them.
    pub begin_probe: Signal<In, Bit>,
    /// The current cell.
    pub cell: CurrentIn<SIDE>,
    /// Known cells of the current cell's row, valid with `write_row`.
    pub row_known: Signal<In, Bits<SIDE>>,
    /// Known cells of the current cell's column, valid with `write_column`.
    pub column_known: Signal<In, Bits<SIDE>>,
    /// Number of entries on the trail.
    pub top: Signal<In, Bits<TRAIL_BITS>>,

    /// Pushes an entry in this cycle.
    pub push: Signal<Out, Bit>,
    /// Tag of the entry, valid with `push`: bits 5..0 are the line; if bit 6 is set, bits 4..0 are a decision's row and bit 7 its value.
    pub push_tag: Signal<Out, Bits<8>>,
    /// Previously known cells of the line, or the decision's column, one-hot; valid with `push`.
    pub push_word: Signal<Out, Bits<SIDE>>,
    /// The finding of the previous cycle; it pushes an entry in this cycle if its line has none yet.
    pub note: NoteOut<SIDE>,
    /// The trail holds a decision.
    pub decided: Signal<Out, Bit>,
    /// The entry on top of the trail is the first of the current probe; valid during a probe.
    pub at_mark: Signal<Out, Bit>,
    /// The trail has exactly one entry.
    pub at_first: Signal<Out, Bit>,
    /// Number of entries of the current probe on the trail, valid during a probe.
    pub grown: Signal<Out, Bits<TRAIL_BITS>>,

    decisions: Dff<Bits<TRAIL_BITS>>,
    /// `decisions` is not 0.
    has_decision: Dff<Bit>,
    /// Number of entries at `begin_probe`.
    mark: Dff<Bits<TRAIL_BITS>>,
    /// `mark` + 1; registered, for timing.
    mark_above: Dff<Bits<TRAIL_BITS>>,
    /// Rows with an entry since the last `fetch`, one bit per row.
    entered_rows: Dff<Bits<SIDE>>,
    /// Columns with an entry since the last `fetch`, one bit per column.
    entered_columns: Dff<Bits<SIDE>>,
    notes: Dff<Bit>,
    /// The line of the finding has an entry already.
    note_again: Dff<Bit>,
    note_line: Dff<Bits<6>>,
    note_before: Dff<Bits<SIDE>>,
    note_news: Dff<Bits<SIDE>>,

    finding_bit: Signal<Local, Bits<SIDE>>,
    noted_bit: Signal<Local, Bits<SIDE>>,
    tag: Signal<Local, Bits<8>>,

    #[default(constant(0))]
    none: Constant<Bits<SIDE>>,
    #[default(constant(0))]
    no_entry: Constant<Bits<TRAIL_BITS>>,
    #[default(constant(1))]
    one: Constant<Bits<TRAIL_BITS>>,
    /// The first position, one-hot.
    #[default(constant(1))]
    first: Constant<Bits<SIDE>>,
}

impl<const SIDE: usize, const TRAIL_BITS: usize> Logic for TrailWriter<SIDE, TRAIL_BITS> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            decisions,
            has_decision,
            mark,
            mark_above,
            entered_rows,
            entered_columns,
            notes,
            note_again,
            note_line,
            note_before,
            note_news
        );
        self.finding_bit.next = self.first.val() << bit_cast::<5, 6>(self.finding.line.val());
        self.noted_bit.next = self.first.val() << bit_cast::<5, 6>(self.note_line.q.val());

        // A finding.
        self.notes.d.next = self.finding.valid.val() && self.finding.learned.val().any();
        self.note_line.d.next = self.finding.line.val();
        self.note_before.d.next = self.finding.known_before.val();
        self.note_news.d.next = self.finding.learned.val();
        self.note_again.d.next = (self.entered_rows.q.val() & self.finding_bit.val()).any();
        if self.finding.line.val().get_bit(5) {
            self.note_again.d.next = (self.entered_columns.q.val() & self.finding_bit.val()).any();
        }
        if self.notes.q.val() && self.note_line.q.val().get_bit(5) {
            self.entered_columns.d.next = self.entered_columns.q.val() | self.noted_bit.val();
        }
        if self.notes.q.val() && !self.note_line.q.val().get_bit(5) {
            self.entered_rows.d.next = self.entered_rows.q.val() | self.noted_bit.val();
        }
        self.push.next = (self.notes.q.val() && !self.note_again.q.val())
            || self.write_row.val()
            || self.write_column.val()
            || self.decide.val();
        self.tag.next = bit_cast::<8, 6>(self.note_line.q.val());
        self.push_word.next = self.note_before.q.val();

        // The current cell.
        if self.fetch.val() {
            self.entered_rows.d.next = self.none.val();
            self.entered_columns.d.next = self.none.val();
        }
        if self.write_row.val() {
            self.tag.next = bit_cast::<8, 5>(self.cell.row.val());
            self.push_word.next = self.row_known.val();
            self.entered_rows.d.next = self.cell.row_bit.val();
        }
        if self.write_column.val() {
            self.tag.next = bit_cast::<8, 5>(self.cell.column.val());
            self.tag.next = self.tag.val().replace_bit(5, true);
            self.push_word.next = self.column_known.val();
            self.entered_columns.d.next = self.cell.column_bit.val();
        }
        if self.decide.val() {
            self.tag.next = bit_cast::<8, 5>(self.cell.row.val());
            self.tag.next = self.tag.val().replace_bit(6, true);
            self.tag.next = self.tag.val().replace_bit(7, self.cell.value.val());
            self.push_word.next = self.cell.column_bit.val();
            self.decisions.d.next = self.decisions.q.val() + self.one.val();
            self.has_decision.d.next = true;
        }
        self.push_tag.next = self.tag.val();

        if self.pop_decision.val() {
            self.decisions.d.next = self.decisions.q.val() - self.one.val();
            self.has_decision.d.next = self.decisions.q.val() != self.one.val();
        }
        if self.forget_decisions.val() || self.start.val() {
            self.decisions.d.next = self.no_entry.val();
            self.has_decision.d.next = false;
        }
        if self.begin_probe.val() {
            self.mark.d.next = self.top.val();
            self.mark_above.d.next = self.top.val() + self.one.val();
        }

        self.note.valid.next = self.notes.q.val();
        self.note.column.next = self.note_line.q.val().get_bit(5);
        self.note.position_bit.next = self.noted_bit.val();
        self.note.learned.next = self.note_news.q.val();
        self.decided.next = self.has_decision.q.val();
        self.at_mark.next = self.top.val() == self.mark_above.q.val();
        self.at_first.next = self.top.val() == self.one.val();
        self.grown.next = self.top.val() - self.mark.q.val();
    }
}
