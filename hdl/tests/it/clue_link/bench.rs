//! A bench for the clue core's link: a simulated core replaces the core, and the pins of every cycle are recorded.
//! Interface: [`Bench::send`] sends bytes and returns the reply; [`Bench::given`] returns the events that the core received.

use nonogram_hdl::widgets::{Parameter, rising_edge};
use nonogram_protocol::{Block as ClueBlock, BuildIdentity, CoreKind, Status};
use rust_hdl::prelude::*;
use std::collections::VecDeque;

use super::link::ClueLink;

/// Largest side of the boards.
pub const SIDE: usize = 64;
/// Largest number of colours of the boards, fewer than a request can state.
pub const COLOURS: usize = 5;
/// Idle cycles after which the link discards an incomplete message, or a first start board without a second one.
pub const PAUSE: u64 = 300;
/// Largest number of cycles that [`Bench::send`] runs; it suffices for every board of the tests.
const PATIENCE: usize = 200_000;
/// The colour that the core reports of an unknown cell, which must not reach the reply.
const JUNK: u8 = 7;
/// Latency from a cell's address to its value, in cycles.
const READ_CYCLES: usize = 3;
/// Passes within which the link settles.
const SETTLE: usize = 100;

pub type Link = ClueLink<SIDE, COLOURS>;

pub const IDENTITY: BuildIdentity = BuildIdentity {
    core: CoreKind::Clue.number(),
    lanes: 8,
    version: [0, 1, 0],
    binds_replies: true,
    side: SIDE as u16,
    most_options: 0,
    colours: COLOURS as u8,
    store_words: 0,
    clock_khz: 50_000,
    baud: 9600,
};

/// An event on the core's inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    Begin { rows: u32, columns: u32 },
    Block { column: bool, position: u32, length: u32, colour: u32 },
    LineEnd { column: bool, position: u32 },
    Start { mode: u32, limit: u32 },
    Cancel,
}

/// The verdict of the simulated core on a board.
#[derive(Clone, Debug)]
pub struct Decision {
    pub status: u16,
    /// Colours of the cells in row-major order, 0 for a blank cell.
    pub cells: Vec<Option<u8>>,
    /// Duration of the search in cycles; `None` if the search runs until it is cancelled.
    pub clocks: Option<u32>,
}

/// The simulated core.
#[derive(Clone, Debug)]
pub struct Core {
    pub decision: Decision,
    /// Cycles after each block and each end of a line in which the core is not ready.
    pub busy: u32,
    /// Columns of the last board that began, and of the last one that was started, whose picture is read.
    columns: usize,
    picture_columns: usize,
    rest: u32,
    running: Option<u32>,
    done: bool,
    cancelled: bool,
    reads: VecDeque<Option<u8>>,
}

/// The link, the simulated core, and a record of both.
pub struct Bench {
    pub link: Link,
    pub core: Core,
    /// The transmitter accepts a byte in every `send_every`-th cycle.
    pub send_every: usize,
    /// Whether the next byte carries an error mark, as after an overrun of the queue.
    pub marks_next: bool,
    pub events: Vec<Event>,
    /// The cycle of each event since the bench was created; `given` does not clear this list.
    pub clocks: Vec<usize>,
    /// The pins in each cycle: inputs, then outputs.
    pub pins: Vec<(String, String)>,
    /// Bytes queued in front of the link.
    queue: VecDeque<u8>,
    received: Vec<u8>,
    /// Cells that the blocks of the current line need so far, and the colour of the last one.
    reached: Option<(u32, u32)>,
}

fn bits(value: u32, width: usize) -> String {
    format!("{value:0width$b}")
}

fn bit(value: bool) -> String {
    bits(u32::from(value), 1)
}

pub fn link() -> Link {
    let mut link = Link::default();
    link.assembler.set_identity(&IDENTITY);
    link.framer.pause_clocks = Parameter::new(PAUSE as u32);
    link.clock.connect();
    link.reset.connect();
    link.rx_valid.connect();
    link.rx_data.connect();
    link.rx_error.connect();
    link.tx_ready.connect();
    link.core_ready.connect();
    link.core_done.connect();
    link.core_status.connect();
    link.keeps_board.connect();
    link.read_known.connect();
    link.read_code.connect();
    link.connect_all();
    simulate(&mut link, SETTLE);
    link
}

impl Core {
    fn clock(&mut self, events: &[Event], read: (u32, u32)) {
        self.rest = self.rest.saturating_sub(1);
        self.done = false;
        if let Some(left) = self.running {
            let over = self.cancelled || (self.decision.clocks.is_some() && left == 0);
            self.running = (!over).then(|| left.saturating_sub(1));
            self.done = over;
        }
        for event in events {
            match *event {
                Event::Begin { columns, .. } => self.columns = columns as usize,
                Event::Start { .. } => {
                    self.running = Some(self.decision.clocks.unwrap_or(0));
                    self.picture_columns = self.columns;
                    self.cancelled = false;
                }
                Event::Cancel => self.cancelled = true,
                Event::Block { .. } | Event::LineEnd { .. } => self.rest = self.busy,
            }
        }
        let (row, column) = (read.0 as usize, read.1 as usize);
        let cell = self.decision.cells.get(row * self.picture_columns + column);
        self.reads.push_back(cell.copied().flatten());
        self.reads.pop_front();
    }
}

impl Bench {
    pub fn new(decision: Decision) -> Self {
        Self {
            link: link(),
            core: Core {
                decision,
                busy: 0,
                columns: 0,
                picture_columns: 0,
                rest: 0,
                running: None,
                done: false,
                cancelled: false,
                reads: VecDeque::from([None; READ_CYCLES]),
            },
            send_every: 1,
            marks_next: false,
            events: Vec::new(),
            clocks: Vec::new(),
            pins: Vec::new(),
            queue: VecDeque::new(),
            received: Vec::new(),
            reached: None,
        }
    }

    /// Simulates one cycle, with the queue's first byte offered; returns whether it is accepted. A reset empties the queue.
    pub fn clock(&mut self, reset: bool) -> bool {
        let byte = self.queue.front().copied();
        let clock = self.pins.len();
        let read = self.core.reads[0];
        let link = &mut self.link;
        link.reset.next = reset;
        link.rx_valid.next = byte.is_some();
        link.rx_data.next = u64::from(byte.unwrap_or(0)).into();
        link.rx_error.next = self.marks_next && byte.is_some();
        link.tx_ready.next = clock.is_multiple_of(self.send_every);
        link.core_ready.next = self.core.rest == 0;
        link.core_done.next = self.core.done;
        link.core_status.next = u64::from(self.core.decision.status).into();
        let keeps_board = self.core.decision.status != Status::Solved as u16;
        link.keeps_board.next = keeps_board;
        link.read_known.next = read.is_some();
        link.read_code.next = u64::from(read.unwrap_or(JUNK)).into();
        let inputs = [
            bit(reset),
            bit(byte.is_some()),
            bits(u32::from(byte.unwrap_or(0)), 8),
            bit(self.marks_next && byte.is_some()),
            bit(clock.is_multiple_of(self.send_every)),
            bit(self.core.rest == 0),
            bit(self.core.done),
            bits(u32::from(self.core.decision.status), 3),
            bit(keeps_board),
            bit(read.is_some()),
            bits(u32::from(read.unwrap_or(JUNK)), 3),
        ];
        assert!(simulate(link, SETTLE), "the link settles");

        let place = (link.block_column.val(), link.block_position.val().to_u32());
        let mut events = Vec::new();
        let mut event = |happens: bool, event: Event| {
            if happens {
                events.push(event);
            }
        };
        let (rows, columns) = (link.rows.val().to_u32(), link.columns.val().to_u32());
        event(link.begin_board.val(), Event::Begin { rows, columns });
        let (column, position) = place;
        let end = link.block_end.val().to_u32();
        let colour = link.block_colour.val().to_u32();
        let before = self.reached.map_or(0, |(reached, last)| reached + u32::from(last == colour));
        if link.block.val() {
            self.reached = Some((end, colour));
        }
        if link.line_end.val() || link.begin_board.val() {
            self.reached = None;
        }
        event(
            link.block.val(),
            Event::Block { column, position, length: end.wrapping_sub(before), colour },
        );
        event(link.line_end.val(), Event::LineEnd { column, position });
        let (mode, limit) = (link.mode.val().to_u32(), link.limit.val().to_u32());
        event(link.start.val(), Event::Start { mode, limit });
        event(link.cancel.val(), Event::Cancel);
        let read = (link.read_row.val().to_u32(), link.read_column.val().to_u32());
        let sends = link.tx_valid.val();
        if sends && clock.is_multiple_of(self.send_every) {
            self.received.push(link.tx_data.val().to_u8());
        }
        let outputs = [
            bit(link.rx_ready.val()),
            bit(sends),
            bits(link.tx_data.val().to_u32(), 8),
            bit(link.begin_board.val()),
            bits(rows, 7),
            bits(columns, 7),
            bit(link.block.val()),
            bits(end, 7),
            bits(colour, 3),
            bit(column),
            bits(position, 6),
            bit(link.line_end.val()),
            bit(link.start.val()),
            bits(mode, 2),
            bits(limit, 26),
            bit(link.cancel.val()),
            bits(read.0, 6),
            bits(read.1, 6),
            bit(link.replying.val()),
            bits(link.status.val().to_u32(), 3),
        ];
        let taken = link.rx_ready.val() && byte.is_some();
        if taken {
            self.queue.pop_front();
            self.marks_next = false;
        }
        if reset {
            self.queue.clear();
        }
        self.pins.push((inputs.concat(), outputs.concat()));
        assert!(rising_edge(link, SETTLE), "the link settles");

        self.core.clock(&events, read);
        self.clocks.extend(events.iter().map(|_| clock));
        self.events.extend(events);
        taken
    }

    /// Simulates `clocks` cycles.
    pub fn idle(&mut self, clocks: u64) {
        for _ in 0..clocks {
            self.clock(false);
        }
    }

    /// Offers the bytes as fast as they are accepted, and returns the bytes that the link has sent once it has been idle for more than 100
    /// cycles. A search that runs until it is cancelled counts as idle.
    pub fn send(&mut self, bytes: &[u8]) -> Vec<u8> {
        self.queue.extend(bytes);
        let mut quiet = 0;
        for _ in 0..PATIENCE {
            let had = self.received.len();
            let taken = self.clock(false);
            let active = taken
                || self.received.len() > had
                || self.link.replying.val()
                || (self.core.running.is_some() && self.core.decision.clocks.is_some());
            quiet = if active { 0 } else { quiet + 1 };
            if quiet > 100 {
                break;
            }
        }
        std::mem::take(&mut self.received)
    }

    /// The events since the last call.
    pub fn given(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }

    /// The events expected for a board with these clues.
    pub fn expected(
        rows: &[Vec<ClueBlock>],
        columns: &[Vec<ClueBlock>],
        mode: u32,
        limit: u32,
    ) -> Vec<Event> {
        let (m, n) = (rows.len() as u32, columns.len() as u32);
        let mut events = vec![Event::Begin { rows: m, columns: n }];
        for (column, clues) in [(false, rows), (true, columns)] {
            for (position, clue) in (0..).zip(clues) {
                let block = |block: &ClueBlock| Event::Block {
                    column,
                    position,
                    length: block.length as u32,
                    colour: u32::from(block.colour),
                };
                events.extend(clue.iter().map(block));
                events.push(Event::LineEnd { column, position });
            }
        }
        events.push(Event::Start { mode, limit });
        events
    }
}
