//! From a mark to the write of a finding: the units between the engines.

use crate::core::clue::interfaces::{ClueIn, FindingIn, FindingOut, WriteIn, WriteOut};
use crate::core::clue::{KnownCells, ToPlanes};
use crate::prelude::*;

/// The arbiter: grants the start of a visit to one engine per cycle.
/// Interface: `grants` is combinational: of the engines that request a visit, the one with the lowest number is granted. `prefer_column`
/// follows one cycle later.
///
/// The arbiter of `ENGINES` engines.
#[derive(LogicBlock, Default)]
pub struct Arbiter<const ENGINES: usize> {
    /// Starts a board: rows are preferred.
    pub begin_board: Signal<In, Bit>,
    /// Engines that request a visit: a line is marked and the engine can start; one bit per engine.
    pub wants: Signal<In, Bits<ENGINES>>,
    /// Engines whose candidate is a column, one bit per engine, with `wants`.
    pub candidate_columns: Signal<In, Bits<ENGINES>>,
    /// The engine that starts the visit of its candidate in this cycle, one-hot; 0 if none does.
    pub grants: Signal<Out, Bits<ENGINES>>,
    /// Columns are preferred: the line whose visit started last is a column.
    pub prefer_column: Dff<Bit, Out>,

    granted: Signal<Local, Bit>,
    grant: Signal<Local, Bit>,
    chosen: Signal<Local, Bits<ENGINES>>,
}

impl<const ENGINES: usize> Logic for Arbiter<ENGINES> {
    #[hdl_gen]
    fn update(&mut self) {
        self.granted.next = false;
        self.chosen.next = 0.into();
        for i in 0..ENGINES {
            self.grant.next = self.wants.val().get_bit(i) && !self.granted.val();
            self.granted.next = self.granted.val() || self.grant.val();
            self.chosen.next = self.chosen.val().replace_bit(i, self.grant.val());
            if self.grant.val() {
                self.prefer_column.d.next = self.candidate_columns.val().get_bit(i);
            }
        }
        if self.begin_board.val() {
            self.prefer_column.d.next = false;
        }
        self.grants.next = self.chosen.val();
    }
}

/// Selects the lines to mark for a visit, and reports whether line logic is quiet.
/// Interface: `mark_rows` and `mark_columns` are combinational; `quiet` follows one cycle later.
///
/// Marks of up to `SIDE` rows and columns.
#[derive(LogicBlock, Default)]
pub struct Marks<
    const SIDE: usize,
    const POSITION_BITS: usize,
    const COLOURS: usize,
    const VALUES: usize,
    const PLANES: usize,
    const GAPS: usize,
> {
    /// Starts a board: no clue has arrived yet.
    pub begin_board: Signal<In, Bit>,
    /// All visits and marks are discarded in this cycle.
    pub abort: Signal<In, Bit>,
    /// A clue that arrives.
    pub clue: ClueIn<SIDE, POSITION_BITS, COLOURS, GAPS>,
    /// Cells that are written in this cycle.
    pub write: WriteIn<SIDE, POSITION_BITS, VALUES, PLANES>,
    /// Cells are written from outside and mark lines in this cycle.
    pub outside: Signal<In, Bit>,
    /// A finding is written in this cycle.
    pub finding: Signal<In, Bit>,
    /// The line of the finding is a column, with `finding`.
    pub finding_column: Signal<In, Bit>,
    /// Cells of the finding that are written for the crossing lines, one bit per cell, with `finding`.
    pub crossing: Signal<In, Bits<SIDE>>,
    /// A line is marked or visited, or a finding is in the pipeline before the bus.
    pub busy: Signal<In, Bit>,

    /// Rows to mark, one bit per row.
    pub mark_rows: Signal<Out, Bits<SIDE>>,
    /// Columns to mark, one bit per column.
    pub mark_columns: Signal<Out, Bits<SIDE>>,
    /// No line is marked or visited, and no finding is pending.
    pub quiet: Signal<Out, Bit>,

    /// Rows whose clue has arrived, one bit per row.
    received_rows: Dff<Bits<SIDE>>,
    /// Columns whose clue has arrived, one bit per column.
    received_columns: Dff<Bits<SIDE>>,
    /// A line is marked or visited, or a finding is pending.
    stirs: Dff<Bit>,

    clue_bit: Signal<Local, Bits<SIDE>>,
    rows: Signal<Local, Bits<SIDE>>,
    columns: Signal<Local, Bits<SIDE>>,
    crossed: Signal<Local, Bits<SIDE>>,
}

impl<
    const SIDE: usize,
    const POSITION_BITS: usize,
    const COLOURS: usize,
    const VALUES: usize,
    const PLANES: usize,
    const GAPS: usize,
> Logic for Marks<SIDE, POSITION_BITS, COLOURS, VALUES, PLANES, GAPS>
{
    #[hdl_gen]
    fn update(&mut self) {
        self.clue_bit.next = bits::<SIDE>(1) << self.clue.position.val();
        self.rows.next = 0.into();
        self.columns.next = 0.into();
        if self.write.marks.val() && self.write.rows.val() {
            self.rows.next = self.write.mask.val() & self.received_rows.q.val();
        }
        if self.write.marks.val() && self.write.columns.val() {
            self.columns.next = self.write.mask.val() & self.received_columns.q.val();
        }
        if self.clue.valid.val() && !self.clue.column.val() {
            self.rows.next = self.rows.val() | self.clue_bit.val();
            self.received_rows.d.next = self.received_rows.q.val() | self.clue_bit.val();
        }
        if self.clue.valid.val() && self.clue.column.val() {
            self.columns.next = self.columns.val() | self.clue_bit.val();
            self.received_columns.d.next = self.received_columns.q.val() | self.clue_bit.val();
        }
        self.mark_rows.next = self.rows.val();
        self.mark_columns.next = self.columns.val();

        // A write from outside is not compared with the received lines, for timing: it always marks at least one line.
        self.crossed.next = self.crossing.val() & self.received_columns.q.val();
        if self.finding_column.val() {
            self.crossed.next = self.crossing.val() & self.received_rows.q.val();
        }
        self.stirs.d.next = self.busy.val()
            || self.clue.valid.val()
            || self.outside.val()
            || (self.finding.val() && self.crossed.val().any());
        self.quiet.next = !self.stirs.q.val();
        if self.begin_board.val() || self.abort.val() {
            self.stirs.d.next = false;
        }
        if self.begin_board.val() {
            self.received_rows.d.next = 0.into();
            self.received_columns.d.next = 0.into();
        }
    }
}

/// Selects the write of a cycle into the cells and the line state: the finding on the bus, or else the write from outside line logic and,
/// for the line state, a clue that arrives.
/// Interface: combinational.
///
/// Selects the write of a cycle, on boards of up to `SIDE` x `SIDE` cells.
#[derive(LogicBlock, Default)]
pub struct CrossWriter<
    const SIDE: usize,
    const POSITION_BITS: usize,
    const COLOURS: usize,
    const VALUES: usize,
    const PLANES: usize,
    const VALUE_BITS: usize,
    const GAPS: usize,
> {
    /// Cells of a line, padding included, one bit per cell.
    pub cell_mask: Signal<In, Bits<SIDE>>,
    /// The finding on the bus.
    pub finding: FindingIn<SIDE, POSITION_BITS, PLANES>,
    /// Cells of the finding that are written for the crossing lines, one bit per cell, with `finding.valid`.
    pub crossing: Signal<In, Bits<SIDE>>,
    /// Excluded values of the finding, one bit per cell, with `finding.valid`.
    pub finding_excluded: Array<Signal<In, Bits<SIDE>>, VALUES>,
    /// A clue that arrives: clears the planes of its line.
    pub clue: ClueIn<SIDE, POSITION_BITS, COLOURS, GAPS>,
    /// The write from outside line logic.
    pub outside: WriteIn<SIDE, POSITION_BITS, VALUES, PLANES>,
    /// The write of this cycle.
    pub write: WriteOut<SIDE, POSITION_BITS, VALUES, PLANES>,
    /// A finding is on the bus, and with it every cell of its line is known.
    pub full: Signal<Out, Bit>,

    known_cells: KnownCells<SIDE, VALUES, PLANES, VALUE_BITS>,
    after: Array<Signal<Local, Bits<SIDE>>, PLANES>,
    written: Array<Signal<Local, Bits<SIDE>>, PLANES>,
    writes_known: Signal<Local, Bit>,
    known_column: Signal<Local, Bit>,
    known_line: Signal<Local, Bits<POSITION_BITS>>,
}

impl<
    const SIDE: usize,
    const POSITION_BITS: usize,
    const COLOURS: usize,
    const VALUES: usize,
    const PLANES: usize,
    const VALUE_BITS: usize,
    const GAPS: usize,
> Logic for CrossWriter<SIDE, POSITION_BITS, COLOURS, VALUES, PLANES, VALUE_BITS, GAPS>
{
    #[hdl_gen]
    fn update(&mut self) {
        self.writes_known.next = self.outside.known.val();
        self.known_column.next = self.outside.line_column.val();
        self.known_line.next = self.outside.line.val();
        if self.clue.valid.val() {
            self.writes_known.next = true;
            self.known_column.next = self.clue.column.val();
            self.known_line.next = self.clue.position.val();
        }
        if self.finding.valid.val() {
            self.writes_known.next = true;
            self.known_column.next = self.finding.column.val();
            self.known_line.next = self.finding.position.val();
        }
        self.write.known.next = self.writes_known.val();
        self.write.line_column.next = self.known_column.val();
        self.write.line.next = self.known_line.val();
        for i in 0..PLANES {
            self.after[i].next = self.finding.before[i].val() | self.finding.learned[i].val();
            self.written[i].next = self.outside.planes[i].val();
            if self.clue.valid.val() {
                self.written[i].next = 0.into();
            }
            if self.finding.valid.val() {
                self.written[i].next = self.after[i].val();
            }
            self.write.planes[i].next = self.written[i].val();
            self.known_cells.stored[i].next = self.after[i].val();
        }
        for i in PLANES..VALUES {
            self.known_cells.stored[i].next = 0.into();
        }
        // A write from outside never completes a line.
        self.full.next =
            self.finding.valid.val() && (self.known_cells.known.val() == self.cell_mask.val());

        if self.finding.valid.val() {
            self.write.rows.next = self.finding.column.val();
            self.write.rows_value.next = true;
            self.write.columns.next = !self.finding.column.val();
            self.write.columns_value.next = true;
            self.write.position.next = self.finding.position.val();
            self.write.mask.next = self.crossing.val();
            self.write.marks.next = true;
        } else {
            self.write.rows.next = self.outside.rows.val();
            self.write.rows_value.next = self.outside.rows_value.val();
            self.write.columns.next = self.outside.columns.val();
            self.write.columns_value.next = self.outside.columns_value.val();
            self.write.position.next = self.outside.position.val();
            self.write.mask.next = self.outside.mask.val();
            self.write.marks.next = self.outside.marks.val();
        }
        for i in 0..VALUES {
            self.write.excluded[i].next = self.outside.excluded[i].val();
            if self.finding.valid.val() {
                self.write.excluded[i].next = self.finding_excluded[i].val();
            }
        }
    }
}

/// The pipeline from the engines to the bus for findings: at most one finding per cycle, with what it adds to its line.
/// Interface: `ends` marks a visit's last cycle; `settles` follows one cycle later (the line's planes are read), `gathers` two cycles later
/// (the finding is sampled), and `finding` three cycles later.
///
/// The pipeline of findings on lines of up to `SIDE` cells.
#[derive(LogicBlock, Default)]
pub struct FindingPipeline<
    const SIDE: usize,
    const POSITION_BITS: usize,
    const VALUES: usize,
    const PLANES: usize,
> {
    /// Discards all pending findings and contradictions.
    pub clear: Signal<In, Bit>,
    /// A visit is in its last cycle.
    pub ends: Signal<In, Bit>,
    /// The line whose visit ends is a column, with `ends`.
    pub ends_column: Signal<In, Bit>,
    /// Position of the line whose visit ends, with `ends`.
    pub ends_line: Signal<In, Bits<POSITION_BITS>>,
    /// A visit found a contradiction in the previous cycle.
    pub contradicts: Signal<In, Bit>,
    /// Cells of a line, padding included, one bit per cell.
    pub cell_mask: Signal<In, Bits<SIDE>>,

    /// A visit ended in the previous cycle.
    pub settles: Dff<Bit, Out>,
    /// The line whose visit ended in the previous cycle is a column, with `settles`.
    pub settles_column: Dff<Bit, Out>,
    /// Position of the line whose visit ended in the previous cycle, with `settles`.
    pub settles_line: Dff<Bits<POSITION_BITS>, Out>,
    /// The finding of a visit is sampled in this cycle.
    pub gathers: Dff<Bit, Out>,
    /// Values that the visit excludes, one bit per cell, with `gathers`.
    pub found: Array<Signal<In, Bits<SIDE>>, VALUES>,
    /// Cells from which the visit excludes a value that was not excluded when it was read, one bit per cell, with `gathers`.
    pub found_fresh: Signal<In, Bits<SIDE>>,
    /// Planes of the line in `LineState`, one bit per cell, with `gathers`.
    pub found_before: Array<Signal<In, Bits<SIDE>>, PLANES>,

    /// A visit found a contradiction two cycles ago; a finding on the bus is dropped.
    pub conflict: Dff<Bit, Out>,
    /// A finding is on the bus, even if a contradiction drops it.
    pub taken: Dff<Bit, Out>,
    /// The finding on the bus.
    pub finding: FindingOut<SIDE, POSITION_BITS, PLANES>,
    /// Cells that the finding adds to and that are fresh, which are written for the crossing lines; one bit per cell, with `finding.valid`.
    pub crossing: Dff<Bits<SIDE>, Out>,
    /// Excluded values of the finding, one bit per cell, with `finding.valid`.
    pub excluded: Array<Dff<Bits<SIDE>, Out>, VALUES>,

    to_planes: ToPlanes<SIDE, VALUES, PLANES>,
    gathered_column: Dff<Bit>,
    gathered_line: Dff<Bits<POSITION_BITS>>,
    shown_column: Dff<Bit>,
    shown_line: Dff<Bits<POSITION_BITS>>,
    shown_learned: Array<Dff<Bits<SIDE>>, PLANES>,
    shown_before: Array<Dff<Bits<SIDE>>, PLANES>,
    added: Array<Signal<Local, Bits<SIDE>>, PLANES>,
    adds: Signal<Local, Bits<SIDE>>,
}

impl<const SIDE: usize, const POSITION_BITS: usize, const VALUES: usize, const PLANES: usize> Logic
    for FindingPipeline<SIDE, POSITION_BITS, VALUES, PLANES>
{
    #[hdl_gen]
    fn update(&mut self) {
        self.settles.d.next = self.ends.val();
        self.settles_column.d.next = self.ends_column.val();
        self.settles_line.d.next = self.ends_line.val();
        self.gathers.d.next = self.settles.q.val();
        self.gathered_column.d.next = self.settles_column.q.val();
        self.gathered_line.d.next = self.settles_line.q.val();
        self.conflict.d.next = self.contradicts.val();
        self.taken.d.next = self.gathers.q.val();
        self.shown_column.d.next = self.gathered_column.q.val();
        self.shown_line.d.next = self.gathered_line.q.val();
        for i in 0..VALUES {
            self.excluded[i].d.next = self.found[i].val();
            self.to_planes.excluded[i].next = self.found[i].val();
        }
        self.adds.next = 0.into();
        for i in 0..PLANES {
            self.added[i].next = self.to_planes.planes[i].val() & self.cell_mask.val();
            self.added[i].next = self.added[i].val() & !self.found_before[i].val();
            self.adds.next = self.adds.val() | self.added[i].val();
            self.shown_learned[i].d.next = self.added[i].val();
            self.shown_before[i].d.next = self.found_before[i].val();
            self.finding.learned[i].next = self.shown_learned[i].q.val();
            self.finding.before[i].next = self.shown_before[i].q.val();
        }
        self.crossing.d.next = self.adds.val() & self.found_fresh.val();
        if self.clear.val() {
            self.settles.d.next = false;
            self.gathers.d.next = false;
            self.taken.d.next = false;
            self.conflict.d.next = false;
        }

        self.finding.valid.next = self.taken.q.val() && !self.conflict.q.val();
        self.finding.column.next = self.shown_column.q.val();
        self.finding.position.next = self.shown_line.q.val();
    }
}

/// Reorders a word of one bit per line so that the bits of each slot's lines are adjacent.
/// Interface: combinational; the bits of slot n start at bit n * `LINES`.
///
/// `SIDE` lines for slots of `LINES` lines each: the lines of a slot are `SIDE / LINES` apart.
#[derive(LogicBlock, Default)]
pub struct SlotOrder<const SIDE: usize, const LINES: usize> {
    /// One bit per line.
    pub word: Signal<In, Bits<SIDE>>,
    /// Bits of `word`, slot by slot.
    pub ordered: Signal<Out, Bits<SIDE>>,
    /// The first line of slot n is n + `_turn`, modulo the number of slots.
    _turn: usize,
}

impl<const SIDE: usize, const LINES: usize> SlotOrder<SIDE, LINES> {
    /// The reordering in which the first line of slot n is line n + `turn`, modulo the number of slots.
    pub fn turned(turn: usize) -> Self {
        Self { _turn: turn, ..Self::default() }
    }

    /// Line of each bit of `ordered`, lowest bit first.
    fn lines(&self) -> impl Iterator<Item = usize> + use<SIDE, LINES> {
        let (slots, turn) = (SIDE / LINES, self._turn);
        (0..SIDE).map(move |bit| (bit / LINES + turn) % slots + bit % LINES * slots)
    }
}

impl<const SIDE: usize, const LINES: usize> Logic for SlotOrder<SIDE, LINES> {
    fn update(&mut self) {
        let word = self.word.val();
        let ordered = (self.lines().enumerate())
            .fold(0, |ordered, (bit, line)| ordered | u64::from(word.get_bit(line)) << bit);
        self.ordered.next = ordered.into();
    }

    fn connect(&mut self) {
        self.ordered.connect();
    }

    fn hdl(&self) -> Verilog {
        let mut bits: Vec<String> = self.lines().map(|line| format!("word[{line}]")).collect();
        bits.reverse();
        Verilog::Custom(format!("assign ordered = {{{}}};\n", bits.join(", ")))
    }
}
