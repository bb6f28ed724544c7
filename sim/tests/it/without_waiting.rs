//! Requests sent to a clue core without waiting for replies, with random pauses of sender and receiver: each gets the reply that it gets
//! alone, also after a reset at a random time. Proofs are compared with a software engine instead, because a picture of several solutions
//! depends on the course of the search.

use crate::common::{clue_bytes, plus};
use nonogram_protocol::{
    ClueStream, IDENTITY_REQUEST, Message, ReplyStream, SearchMode, SearchRequest, Status,
    board_check, decode_reply,
};
use nonogram_puzzles::Puzzle;
use nonogram_sim::answer::grid_of;
use nonogram_sim::wire::colours_of;
use nonogram_sim::{Drive, SimBoard};
use nonogram_test_support::trials::{exchanged, picture};
use nonogram_test_support::verdict::compare;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Cycles without activity after which an exchange has ended.
const QUIET: u32 = 60;
/// Cycles of an exchange after which it counts as hung.
const LONGEST: u64 = 1_000_000;

fn board(build: &str) -> SimBoard {
    SimBoard::new(build, Drive::Bytes).expect("in the table").with_lockstep()
}

/// Sends bytes, and returns the bytes of all replies. Sender and receiver pause after `pause` cycles on average, or never if it is 0;
/// frequent pauses are short.
fn exchange(board: &mut SimBoard, bytes: &[u8], random: &mut ChaCha8Rng, pause: u32) -> Vec<u8> {
    let (mut bytes, mut received) = (bytes.iter().copied(), Vec::new());
    let (mut quiet, begin) = (0, board.clocks());
    let [mut sender_waits, mut receiver_waits] = [0_u32; 2];
    let longest = if pause < 10 { 4 } else { 200 };
    let mut waits = |left: &mut u32| {
        if *left == 0 && pause > 0 && random.random_ratio(1, pause) {
            *left = random.random_range(1..=longest);
        }
        *left = left.saturating_sub(1);
        *left > 0
    };
    while quiet < QUIET {
        board.set_ready(!waits(&mut receiver_waits));
        let offers = !waits(&mut sender_waits);
        let sent = board.step(&mut || if offers { bytes.next() } else { None });
        received.extend(sent.unwrap_or_else(|error| panic!("{error}")));
        quiet = if bytes.len() == 0 && board.is_idle() { quiet + 1 } else { 0 };
        assert!(board.clocks() - begin < LONGEST, "no end after {received:02x?}");
    }
    board.set_ready(true);
    received
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
    exchanged(&picture(random, (rows, columns), colours, percent), random)
}

fn request(random: &mut ChaCha8Rng, colours: usize) -> Request {
    let puzzle = puzzle(random, colours);
    let kind = random.random_range(0..12);
    let mode = if (4..7).contains(&kind) { SearchMode::LineLogic } else { SearchMode::Proof };
    let check = kind < 7 && random.random_bool(0.5);
    let board = clue_bytes(&puzzle, check, SearchRequest { mode, limit: 0 });
    let (start, rest) = board.split_at(4);
    let bytes = match kind {
        0..7 => board,
        // A line too many, a block that does not fit, an unknown request, a size that does not fit, and a board that is cut off.
        7 => [start, &[0x80, 0x01], rest].concat(),
        8 => [start, &[0x9f, 0xdf], rest].concat(),
        9 => [start, &[0x43, 0x08], rest].concat(),
        10 => [&[0xe0, 0xc8, 0xe0, 0x02], rest, &IDENTITY_REQUEST].concat(),
        _ => [start, &[0x80, 0x01], &board].concat(),
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
        let [mut board, mut alone] = [(); 2].map(|()| board(build));
        let mut counts = [0; 8];
        for pause in [0, 2, 3, 20, 200] {
            let requests: Vec<Request> = (0..20).map(|_| request(&mut random, colours)).collect();
            let sent: Vec<u8> = requests.iter().flat_map(|each| each.bytes.clone()).collect();
            let received = replies(&exchange(&mut board, &sent, &mut random, pause));
            let mut left = received.iter();
            for request in &requests {
                alone.reset(1).expect("runs");
                for expected in replies(&exchange(&mut alone, &request.bytes, &mut random, 0)) {
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
        let [mut board, mut alone] = [(); 2].map(|()| board(build));
        for _ in 0..30 {
            let bytes = [(); 3].map(|()| request(&mut random, colours).bytes).concat();
            let mut bytes = bytes.into_iter();
            for _ in 0..random.random_range(0..1200) {
                board.set_ready(random.random_ratio(1, 8));
                board.step(&mut || bytes.next()).expect("in lockstep");
            }
            board.reset(1).expect("runs");
            alone.reset(1).expect("runs");
            let request = request(&mut random, colours);
            let [received, expected] = [&mut board, &mut alone]
                .map(|board| replies(&exchange(board, &request.bytes, &mut random, 0)));
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
    let mut board = board("clue10");
    let expected = exchange(&mut board, &sent, &mut ChaCha8Rng::seed_from_u64(19), 0);
    let reply = decode_reply(expected.clone()).expect("a reply");
    assert_eq!(reply.status, Status::Stalled);
    for period in 1..=16 {
        for phase in 0..period {
            board.reset(1).expect("runs");
            let (mut bytes, mut received) = (sent.iter().copied(), Vec::new());
            for cycle in 0..200 + expected.len() * period {
                board.set_ready(cycle % period == phase);
                received.extend(board.step(&mut || bytes.next()).expect("in lockstep"));
            }
            assert_eq!(received, expected, "one of {period} cycles, {phase}");
        }
    }
}

#[test]
fn a_board_is_taken_during_a_reply_that_does_not_read_the_board() {
    let solved = clue_bytes(&plus(), true, SearchRequest::default());
    // While a message waits, the framer holds its first byte, and the second one is offered.
    for (first, left) in [(solved.clone(), 0), (undecided(), solved.len() - 2)] {
        let mut board = board("clue10");
        board.set_ready(false);
        let mut bytes = [&first[..], &solved].concat().into_iter();
        for _ in 0..1000 {
            board.step(&mut || bytes.next()).expect("in lockstep");
        }
        assert_eq!(bytes.len(), left);
    }
}
