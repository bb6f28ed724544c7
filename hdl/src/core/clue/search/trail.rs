//! The trail, and the unit that writes it.

use crate::core::clue::interfaces::{CurrentIn, FindingIn, NoteOut};
use crate::prelude::*;

/// The trail: a stack of previous planes of lines, and of decisions; its top entry is in registers.
/// Interface: one `push` or `pop` per cycle; the ports without `push_` are the top entry. A pop is at least two cycles after a push.
///
/// A trail of 2^`TRAIL_BITS` entries with `PLANES` words of `SIDE` bits each; `full` is asserted while at most `RESERVE` are free.
/// `TAG_BITS` is `POSITION_BITS` + 2 + `VALUE_BITS`.
#[derive(LogicBlock, SmartDefault)]
pub struct Trail<
    const SIDE: usize,
    const POSITION_BITS: usize,
    const PLANES: usize,
    const VALUE_BITS: usize,
    const TAG_BITS: usize,
    const TRAIL_BITS: usize,
    const RESERVE: u64,
> {
    /// Removes all entries.
    #[default({ const { assert!(TAG_BITS == POSITION_BITS + 2 + VALUE_BITS) }; Signal::default() })]
    pub clear: Signal<In, Bit>,
    /// Pushes an entry.
    pub push: Signal<In, Bit>,
    /// Position of the new entry's line, or row of the decision, with `push`.
    pub push_position: Signal<In, Bits<POSITION_BITS>>,
    /// The new entry's line is a column, with `push`.
    pub push_column: Signal<In, Bit>,
    /// The new entry is a decision, with `push`.
    pub push_decision: Signal<In, Bit>,
    /// Value of the decision, with `push_decision`.
    pub push_value: Signal<In, Bits<VALUE_BITS>>,
    /// Previous planes of the line, or in the first word the decision's column, one-hot; with `push`.
    pub push_words: Array<Signal<In, Bits<SIDE>>, PLANES>,
    /// Removes the top entry; only while `top` is not 0, and never with `push`.
    pub pop: Signal<In, Bit>,
    /// Number of entries.
    pub top: Dff<Bits<TRAIL_BITS>, Out>,
    /// Position of the top entry's line, or row of the decision, valid while the trail has entries.
    pub position: Signal<Out, Bits<POSITION_BITS>>,
    /// The top entry's line is a column, valid while the trail has entries.
    pub column: Signal<Out, Bit>,
    /// The top entry is a decision, valid while the trail has entries.
    pub decision: Signal<Out, Bit>,
    /// Value of the decision, valid while `decision`.
    pub value: Signal<Out, Bits<VALUE_BITS>>,
    /// Words of the top entry, valid while the trail has entries.
    pub words: Array<Dff<Bits<SIDE>, Out>, PLANES>,
    /// At most `RESERVE` entries are free.
    pub full: Signal<Out, Bit>,

    /// Tag of the top entry: position, `column`, `decision`, value.
    top_tag: Dff<Bits<TAG_BITS>>,
    tag_memory: Ram<TAG_BITS, TRAIL_BITS>,
    word_memories: Array<Ram<SIDE, TRAIL_BITS>, PLANES>,
    below: Signal<Local, Bits<TRAIL_BITS>>,
    tag: Signal<Local, Bits<TAG_BITS>>,
    top_value: Signal<Local, Bits<VALUE_BITS>>,

    #[default(constant((1 << TRAIL_BITS) - RESERVE))]
    limit: Constant<Bits<TRAIL_BITS>>,
}

impl<
    const SIDE: usize,
    const POSITION_BITS: usize,
    const PLANES: usize,
    const VALUE_BITS: usize,
    const TAG_BITS: usize,
    const TRAIL_BITS: usize,
    const RESERVE: u64,
> Logic for Trail<SIDE, POSITION_BITS, PLANES, VALUE_BITS, TAG_BITS, TRAIL_BITS, RESERVE>
{
    #[hdl_gen]
    fn update(&mut self) {
        // rust-hdl computes positions from loop variables and literals only, so the width of a position has its own loop.
        self.tag.next = bit_cast::<TAG_BITS, POSITION_BITS>(self.push_position.val());
        self.position.next = bit_cast::<POSITION_BITS, TAG_BITS>(self.top_tag.q.val());
        self.top_value.next = 0.into();
        for flags in POSITION_BITS..(POSITION_BITS + 1) {
            self.tag.next = self.tag.val().replace_bit(flags, self.push_column.val());
            self.tag.next = self.tag.val().replace_bit(flags + 1, self.push_decision.val());
            self.column.next = self.top_tag.q.val().get_bit(flags);
            self.decision.next = self.top_tag.q.val().get_bit(flags + 1);
            for i in 0..VALUE_BITS {
                self.tag.next =
                    self.tag.val().replace_bit(flags + 2 + i, self.push_value.val().get_bit(i));
                self.top_value.next = self
                    .top_value
                    .val()
                    .replace_bit(i, self.top_tag.q.val().get_bit(flags + 2 + i));
            }
        }
        self.value.next = self.top_value.val();

        // The memories hold the entries below the top; the entry that a pop uncovers is read in the previous cycle.
        self.below.next = self.top.q.val() - 2;
        if self.pop.val() {
            self.below.next = self.top.q.val() - 3;
            self.top.d.next = self.top.q.val() - 1;
            self.top_tag.d.next = self.tag_memory.read_data.val();
        }
        if self.push.val() {
            self.top.d.next = self.top.q.val() + 1;
            self.top_tag.d.next = self.tag.val();
        }
        if self.clear.val() {
            self.top.d.next = 0.into();
        }
        self.tag_memory.read_enable.next = true;
        self.tag_memory.read_address.next = self.below.val();
        self.tag_memory.write_enable.next = self.push.val();
        self.tag_memory.write_address.next = self.top.q.val() - 1;
        self.tag_memory.write_data.next = self.top_tag.q.val();
        for i in 0..PLANES {
            if self.pop.val() {
                self.words[i].d.next = self.word_memories[i].read_data.val();
            }
            if self.push.val() {
                self.words[i].d.next = self.push_words[i].val();
            }
            self.word_memories[i].read_enable.next = true;
            self.word_memories[i].read_address.next = self.below.val();
            self.word_memories[i].write_enable.next = self.push.val();
            self.word_memories[i].write_address.next = self.top.q.val() - 1;
            self.word_memories[i].write_data.next = self.words[i].q.val();
        }

        self.full.next = self.top.q.val() >= self.limit.val();
    }
}

/// Pushes entries onto the trail for written cells, findings and decisions, and counts the decisions.
/// Interface: a finding with newly known cells is in `note` one cycle after it was on the bus, when it pushes an entry if its line has none
/// yet; commands push in the same cycle.
///
/// Entries for boards of up to `SIDE` x `SIDE` cells and a trail of 2^`TRAIL_BITS` entries.
#[derive(LogicBlock, Default)]
pub struct TrailWriter<
    const SIDE: usize,
    const POSITION_BITS: usize,
    const PLANES: usize,
    const VALUE_BITS: usize,
    const TRAIL_BITS: usize,
> {
    /// Starts a search: the trail has no decision.
    pub start: Signal<In, Bit>,

    /// The finding on the bus.
    pub finding: FindingIn<SIDE, POSITION_BITS, PLANES>,
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
    /// Entries pushed from now on belong to a probe or a dive.
    pub set_mark: Signal<In, Bit>,
    /// The current cell.
    pub cell: CurrentIn<SIDE, POSITION_BITS, VALUE_BITS>,
    /// Value of the decision, with `decide`.
    pub decision_value: Signal<In, Bits<VALUE_BITS>>,
    /// Planes of the current cell's row, valid with `write_row`.
    pub row_planes: Array<Signal<In, Bits<SIDE>>, PLANES>,
    /// Planes of the current cell's column, valid with `write_column`.
    pub column_planes: Array<Signal<In, Bits<SIDE>>, PLANES>,
    /// Number of entries on the trail.
    pub top: Signal<In, Bits<TRAIL_BITS>>,

    /// Pushes an entry in this cycle.
    pub push: Signal<Out, Bit>,
    /// Position of the entry's line, or row of the decision, with `push`.
    pub push_position: Signal<Out, Bits<POSITION_BITS>>,
    /// The entry's line is a column, with `push`.
    pub push_column: Signal<Out, Bit>,
    /// The entry is a decision, with `push`.
    pub push_decision: Signal<Out, Bit>,
    /// Value of the decision, with `push_decision`.
    pub push_value: Signal<Out, Bits<VALUE_BITS>>,
    /// Previous planes of the line, or the decision's column, one-hot; with `push`.
    pub push_words: Array<Signal<Out, Bits<SIDE>>, PLANES>,
    /// The finding of the previous cycle; it pushes an entry in this cycle if its line has none yet.
    pub note: NoteOut<SIDE>,
    /// The trail holds a decision.
    pub decided: Dff<Bit, Out>,
    /// The entry on top of the trail is the first of the current probe or dive; valid during one.
    pub at_mark: Signal<Out, Bit>,
    /// The trail has exactly one entry.
    pub at_first: Signal<Out, Bit>,
    /// Number of entries of the current probe on the trail, valid during a probe.
    pub grown: Signal<Out, Bits<TRAIL_BITS>>,

    decisions: Dff<Bits<TRAIL_BITS>>,
    /// Number of entries at `set_mark`.
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
    noted_column: Dff<Bit>,
    noted_line: Dff<Bits<POSITION_BITS>>,
    note_before: Array<Dff<Bits<SIDE>>, PLANES>,
    note_news: Dff<Bits<SIDE>>,

    finding_bit: Signal<Local, Bits<SIDE>>,
    noted_bit: Signal<Local, Bits<SIDE>>,
    news: Signal<Local, Bits<SIDE>>,
    words: Array<Signal<Local, Bits<SIDE>>, PLANES>,
}

impl<
    const SIDE: usize,
    const POSITION_BITS: usize,
    const PLANES: usize,
    const VALUE_BITS: usize,
    const TRAIL_BITS: usize,
> Logic for TrailWriter<SIDE, POSITION_BITS, PLANES, VALUE_BITS, TRAIL_BITS>
{
    #[hdl_gen]
    fn update(&mut self) {
        self.finding_bit.next = bits::<SIDE>(1) << self.finding.position.val();
        self.noted_bit.next = bits::<SIDE>(1) << self.noted_line.q.val();

        // A finding.
        self.news.next = 0.into();
        for i in 0..PLANES {
            self.news.next = self.news.val() | self.finding.learned[i].val();
        }
        self.notes.d.next = self.finding.valid.val() && self.news.val().any();
        self.noted_column.d.next = self.finding.column.val();
        self.noted_line.d.next = self.finding.position.val();
        self.note_news.d.next = self.news.val();
        self.note_again.d.next = (self.entered_rows.q.val() & self.finding_bit.val()).any();
        if self.finding.column.val() {
            self.note_again.d.next = (self.entered_columns.q.val() & self.finding_bit.val()).any();
        }
        if self.notes.q.val() && self.noted_column.q.val() {
            self.entered_columns.d.next = self.entered_columns.q.val() | self.noted_bit.val();
        }
        if self.notes.q.val() && !self.noted_column.q.val() {
            self.entered_rows.d.next = self.entered_rows.q.val() | self.noted_bit.val();
        }
        self.push.next = (self.notes.q.val() && !self.note_again.q.val())
            || self.write_row.val()
            || self.write_column.val()
            || self.decide.val();
        self.push_position.next = self.noted_line.q.val();
        self.push_column.next = self.noted_column.q.val();

        // The current cell.
        if self.fetch.val() {
            self.entered_rows.d.next = 0.into();
            self.entered_columns.d.next = 0.into();
        }
        if self.write_row.val() {
            self.push_position.next = self.cell.row.val();
            self.push_column.next = false;
            self.entered_rows.d.next = self.cell.row_bit.val();
        }
        if self.write_column.val() {
            self.push_position.next = self.cell.column.val();
            self.push_column.next = true;
            self.entered_columns.d.next = self.cell.column_bit.val();
        }
        if self.decide.val() {
            self.push_position.next = self.cell.row.val();
            self.push_column.next = false;
            self.decisions.d.next = self.decisions.q.val() + 1;
            self.decided.d.next = true;
        }
        self.push_decision.next = self.decide.val();
        self.push_value.next = self.decision_value.val();
        for i in 0..PLANES {
            self.note_before[i].d.next = self.finding.before[i].val();
            self.words[i].next = self.note_before[i].q.val();
            if self.write_row.val() {
                self.words[i].next = self.row_planes[i].val();
            }
            if self.write_column.val() {
                self.words[i].next = self.column_planes[i].val();
            }
            if self.decide.val() {
                self.words[i].next = self.cell.column_bit.val();
            }
            self.push_words[i].next = self.words[i].val();
        }

        if self.pop_decision.val() {
            self.decisions.d.next = self.decisions.q.val() - 1;
            self.decided.d.next = self.decisions.q.val() != 1;
        }
        if self.start.val() {
            self.decisions.d.next = 0.into();
            self.decided.d.next = false;
        }
        if self.set_mark.val() {
            self.mark.d.next = self.top.val();
            self.mark_above.d.next = self.top.val() + 1;
        }

        self.note.valid.next = self.notes.q.val();
        self.note.column.next = self.noted_column.q.val();
        self.note.position_bit.next = self.noted_bit.val();
        self.note.learned.next = self.note_news.q.val();
        self.at_mark.next = self.top.val() == self.mark_above.q.val();
        self.at_first.next = self.top.val() == 1;
        self.grown.next = self.top.val() - self.mark.q.val();
    }
}
