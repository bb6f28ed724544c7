//! Requests sent to a clue core without waiting for replies, with random pauses of sender and receiver: each gets the reply that it gets
//! alone, also after a reset at a random time. Proofs are compared with a software engine instead, because a picture of several solutions
//! depends on the course of the search.

use crate::common::{clue_bytes, plus};
use nonogram_protocol::{
    ClueStream, IDENTITY_REQUEST, Message, ReplyStream, SearchMode, SearchRequest, Status,
    board_check, decode_reply,
};
use nonogram_puzzles::{Cell, Colour, Grid, Puzzle};
use nonogram_sim::answer::{compare, grid_of};
use nonogram_sim::design::{Beat, StreamDesign};
use nonogram_sim::wire::colours_of;
use nonogram_sim::{Engine, Lockstep, lockstep_of};
use nonogram_verilog::{Parameters, build};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Cycles without activity after which an exchange has ended.
const QUIET: u32 = 60;
/// Cycles of an exchange after which it counts as hung.
const LONGEST: u32 = 1_000_000;

/// A design behind streams, in lockstep with the reference.
struct Board {
    design: Box<dyn StreamDesign>,
    lockstep: Box<dyn Lockstep>,
}

impl Board {
    fn new(name: &str) -> Self {
        let build = build(name).expect("in the table");
        let parameters = Parameters::default().without_uart();
        Self {
            design: (Engine::COMPILED.stream)(build, &parameters).expect("a design"),
            lockstep: lockstep_of(build),
        }
    }

    /// Runs a cycle; returns whether the offered byte was taken, and the byte that was sent.
    fn step(&mut self, offered: Option<u8>, ready: bool) -> (bool, Option<u8>) {
        let design = &mut self.design;
        design.offer(offered.map(Beat::from));
        design.set_ready(ready);
        assert!(design.settle());
        let taken = offered.filter(|_| design.takes());
        let sent = design.sends().filter(|_| ready);
        let checked = self.lockstep.observe(&**design);
        checked.unwrap_or_else(|error| panic!("{error}"));
        taken.into_iter().for_each(|byte| self.lockstep.sent(byte));
        assert!(design.rise());
        (taken.is_some(), sent.map(|beat| beat.byte))
    }

    fn reset(&mut self) {
        self.design.set_reset(true);
        self.step(None, false);
        self.design.set_reset(false);
    }

    /// Sends bytes, and returns the bytes of all replies. Sender and receiver pause after `pause` cycles on average, or never if it is 0;
    /// frequent pauses are short.
    fn exchange(&mut self, bytes: &[u8], random: &mut ChaCha8Rng, pause: u32) -> Vec<u8> {
        let (mut bytes, mut received) = (bytes.iter().copied().peekable(), Vec::new());
        let (mut quiet, mut cycles) = (0, 0);
        let [mut sender_waits, mut receiver_waits] = [0_u32; 2];
        let longest = if pause < 10 { 4 } else { 200 };
        let mut wait = |left: &mut u32| {
            if *left == 0 && pause > 0 && random.random_ratio(1, pause) {
                *left = random.random_range(1..=longest);
            }
            *left = left.saturating_sub(1);
            *left > 0
        };
        while quiet < QUIET {
            let offered = bytes.peek().copied();
            // A byte that is offered stays until it is taken.
            let offered = offered.filter(|_| sender_waits == 0);
            let (taken, sent) = self.step(offered, !wait(&mut receiver_waits));
            if taken {
                bytes.next();
            }
            if taken || offered.is_none() {
                wait(&mut sender_waits);
            }
            received.extend(sent);
            let events = self.design.events();
            let is_busy = events.solving || events.replying || self.design.sends().is_some();
            quiet = if is_busy || bytes.peek().is_some() { 0 } else { quiet + 1 };
            cycles += 1;
            assert!(cycles < LONGEST, "no end after {received:02x?}");
        }
        received
    }
}

/// Splits the bytes of replies and identities behind their end boards.
fn replies(bytes: &[u8]) -> Vec<Vec<u8>> {
    let messages: Vec<&[u8]> = bytes.chunks(2).collect();
    let replies = messages.split_inclusive(|message| message[0] == 0);
    replies.map(|reply| reply.concat()).collect()
}

/// Bytes that get one or two replies.
struct Request {
    bytes: Vec<u8>,
    puzzle: Puzzle,
    /// The first reply is that to the proof of the puzzle.
    is_proof: bool,
}

fn puzzle(random: &mut ChaCha8Rng, colours: usize) -> Puzzle {
    let [rows, columns] = [(); 2].map(|()| random.random_range(1..=10));
    let colours = random.random_range(1..=colours);
    let percent = [100, random.random_range(20..70)][usize::from(random.random_ratio(4, 5))];
    let grid = Grid::from_cells(rows, columns, |_, _| {
        let colour = Colour::new(random.random_range(0..colours));
        let is_filled = random.random_ratio(percent, 100);
        colour.filter(|_| is_filled).map_or(Cell::Blank, Cell::Colour)
    });
    let puzzle = Puzzle::from_grid(&grid);
    let mut clues = puzzle.columns().to_vec();
    if random.random_ratio(1, 4) {
        clues.swap(0, random.random_range(0..columns));
    }
    let palette = puzzle.palette().clone();
    Puzzle::in_colours(puzzle.rows().to_vec(), clues, palette).expect("the clues fit")
}

fn request(random: &mut ChaCha8Rng, colours: usize) -> Request {
    let puzzle = puzzle(random, colours);
    let kind = random.random_range(0..12);
    let mode = if (4..7).contains(&kind) { SearchMode::LineLogic } else { SearchMode::Proof };
    let check = kind < 7 && random.random_bool(0.5);
    let whole = clue_bytes(&puzzle, check, SearchRequest { mode, limit: 0 });
    let (start, rest) = whole.split_at(4);
    let bytes = match kind {
        0..7 => whole,
        // A line too many, a block that does not fit, an unknown request, a size that does not fit, and a board that is cut off.
        7 => [start, &[0x80, 0x01], rest].concat(),
        8 => [start, &[0x9f, 0xdf], rest].concat(),
        9 => [start, &[0x43, 0x08], rest].concat(),
        10 => [&[0xe0, 0xc8, 0xe0, 0x02], rest, &IDENTITY_REQUEST].concat(),
        _ => [start, &[0x80, 0x01], &whole].concat(),
    };
    Request { bytes, puzzle, is_proof: kind < 4 || kind == 11 }
}

/// Checks a reply, given that to the request alone; returns its status, or `None` for the identity.
fn check(request: &Request, reply: &[u8], alone: &[u8]) -> Option<Status> {
    let Request { bytes, puzzle, is_proof } = request;
    if !is_proof {
        assert_eq!(reply, alone, "{bytes:02x?}");
    }
    if reply.ends_with(&Message::EndBoard(6).to_bytes()) {
        return None;
    }
    let decoded = decode_reply(reply.to_vec());
    let decoded = decoded.unwrap_or_else(|error| panic!("{puzzle:?}: {error}: {reply:02x?}"));
    if *is_proof {
        let size = (puzzle.row_count(), puzzle.column_count());
        assert_eq!((decoded.rows, decoded.columns), size);
        assert_eq!(decoded.seed, board_check(bytes));
        let status = compare(puzzle, decoded.status, &grid_of(&decoded));
        status.unwrap_or_else(|error| panic!("{puzzle:?}: {error}"));
    }
    // The reply has no message too many.
    let [rows, columns] = [decoded.rows, decoded.columns].map(|size| size as u16);
    let encoded = ReplyStream::new(rows, columns, &decoded.cells, decoded.status)
        .with_seed(decoded.seed)
        .with_packed_colours(colours_of(puzzle) as u8);
    assert_eq!(reply, encoded.bytes().collect::<Vec<u8>>(), "{bytes:02x?}");
    Some(decoded.status)
}

/// The designs, each with its number of colours.
const BUILDS: [(&str, usize); 2] = [("clue10", 1), ("clue16c3", 3)];

#[test]
fn each_request_gets_the_reply_that_it_gets_alone() {
    let mut random = ChaCha8Rng::seed_from_u64(17);
    for (build, colours) in BUILDS {
        let [mut board, mut alone] = [(); 2].map(|()| Board::new(build));
        let mut counts = [0; 8];
        for pause in [0, 2, 3, 20, 200] {
            let requests: Vec<Request> = (0..20).map(|_| request(&mut random, colours)).collect();
            let sent: Vec<u8> = requests.iter().flat_map(|each| each.bytes.clone()).collect();
            let received = replies(&board.exchange(&sent, &mut random, pause));
            let mut left = received.iter();
            for request in &requests {
                alone.reset();
                for expected in replies(&alone.exchange(&request.bytes, &mut random, 0)) {
                    let reply = left.next().expect("a reply to each request");
                    if let Some(status) = check(request, reply, &expected) {
                        counts[usize::from(status.index())] += 1;
                    }
                }
            }
            assert_eq!(left.len(), 0);
        }
        let [solved, unsolvable, undecided, _, large, malformed, _, multiple] = counts;
        let fewest = [unsolvable, undecided, large, malformed, multiple];
        assert!(solved > 10 && fewest.into_iter().all(|count| count > 0), "{build}: {counts:?}");
    }
}

#[test]
fn a_reset_at_any_time_leaves_nothing_behind() {
    let mut random = ChaCha8Rng::seed_from_u64(18);
    for (build, colours) in BUILDS {
        let [mut board, mut alone] = [(); 2].map(|()| Board::new(build));
        for _ in 0..30 {
            let mut bytes = [(); 3]
                .map(|()| request(&mut random, colours).bytes)
                .concat()
                .into_iter()
                .peekable();
            for _ in 0..random.random_range(0..1200) {
                let (taken, _) = board.step(bytes.peek().copied(), random.random_ratio(1, 8));
                if taken {
                    bytes.next();
                }
            }
            board.reset();
            alone.reset();
            let request = request(&mut random, colours);
            let [received, expected] = [&mut board, &mut alone]
                .map(|board| replies(&board.exchange(&request.bytes, &mut random, 0)));
            assert_eq!(received.len(), expected.len());
            for (reply, expected) in received.iter().zip(&expected) {
                check(&request, reply, expected);
            }
        }
    }
}

/// A board of 5 x 5 cells, of which line logic finds none: the last message of each plane has one cell.
fn undecided() -> Vec<u8> {
    let clues = vec![vec![1]; 5];
    let stream = ClueStream::new(&clues, &clues).expect("a small board");
    let request = SearchRequest { mode: SearchMode::LineLogic, limit: 0 };
    stream.with_request(request).bytes().collect()
}

#[test]
fn the_pace_of_the_receiver_changes_no_reply() {
    let sent = undecided();
    let mut board = Board::new("clue10");
    let expected = board.exchange(&sent, &mut ChaCha8Rng::seed_from_u64(19), 0);
    let reply = decode_reply(expected.clone()).expect("a reply");
    assert_eq!(reply.status, Status::Stalled);
    for period in 1..=16 {
        for phase in 0..period {
            board.reset();
            let (mut bytes, mut received) = (sent.iter().copied().peekable(), Vec::new());
            for cycle in 0..200 + expected.len() * period {
                let is_ready = cycle % period == phase;
                let (taken, byte) = board.step(bytes.peek().copied(), is_ready);
                if taken {
                    bytes.next();
                }
                received.extend(byte);
            }
            assert_eq!(received, expected, "one of {period} cycles, {phase}");
        }
    }
}

#[test]
fn a_board_is_taken_during_a_reply_that_does_not_read_the_board() {
    let solved = clue_bytes(&plus(), true, SearchRequest::default());
    for (first, taken) in [(solved.clone(), solved.len()), (undecided(), 0)] {
        let mut board = Board::new("clue10");
        let mut bytes = [&first[..], &solved].concat().into_iter().peekable();
        for _ in 0..1000 {
            if board.step(bytes.peek().copied(), false).0 {
                bytes.next();
            }
        }
        // The framer holds the first byte of a message that waits.
        let held = usize::from(taken == 0);
        assert_eq!(bytes.len(), solved.len() - taken - held);
    }
}
