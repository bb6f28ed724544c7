//! Whole boards: the events that the core receives and their cycles, the replies, and the status of boards that the link answers without a
//! search.

use nonogram_protocol::{
    Block, BlockPair, ClueStream, MAX_LIMIT, Message, OneBlock, SearchMode, SearchRequest, Status,
    board_check, colour_planes, decode_clue_board, decode_reply,
};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::bench::{Bench, COLOURS, Decision, Event, SIDE};
use super::{board, filled, plus, plus_cells, solves_plus};

fn runs(cells: impl Iterator<Item = u8>) -> Vec<Block> {
    let cells: Vec<u8> = cells.collect();
    let runs = cells.chunk_by(|a, b| a == b).filter(|run| run[0] > 0);
    let block = |run: &[u8]| Block { length: run.len(), colour: run[0] };
    runs.map(block).collect()
}

/// A random picture in this number of colours with its clues.
fn picture(
    random: &mut ChaCha8Rng,
    rows: usize,
    columns: usize,
    colours: u8,
) -> (Vec<u8>, Vec<Vec<Block>>, Vec<Vec<Block>>) {
    let density = random.random_range(0.3..0.9);
    let mut cell = |_| match random.random_bool(density) {
        true => random.random_range(1..=colours),
        false => 0,
    };
    let cells: Vec<u8> = (0..rows * columns).map(&mut cell).collect();
    let row_clues = cells.chunks(columns).map(|row| runs(row.iter().copied())).collect();
    let column = |column| runs((0..rows).map(|row| cells[row * columns + column]));
    (cells.clone(), row_clues, (0..columns).map(column).collect())
}

#[test]
fn blocks_reach_the_core_and_pictures_come_back() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut bench = solves_plus();
    let sizes = [(1, 1), (1, SIDE), (SIDE, 1), (3, 4), (4, 3), (5, 7), (11, 11), (33, 9)];
    let boards = sizes.into_iter().cycle().take(32).chain([(SIDE, SIDE)]);
    for (round, (rows, columns)) in boards.enumerate() {
        let colours = 1 + (round / 2 % COLOURS) as u8;
        let (cells, row_clues, column_clues) = picture(&mut random, rows, columns, colours);
        let statuses = [Status::Solved, Status::Multiple, Status::Stalled, Status::Unsolvable];
        let status = statuses[random.random_range(0..statuses.len())];
        let known = |cell| (status != Status::Stalled || random.random_bool(0.8)).then_some(cell);
        let cells: Vec<Option<u8>> = cells.into_iter().map(known).collect();
        bench.core.decision =
            Decision { status: status.index(), cells: cells.clone(), clocks: Some(9) };
        // In most rounds, there are cycles in which the core or the transmitter is not ready.
        bench.core.busy = round as u32 % 4;
        bench.send_every = 1 + round % 3;
        let stream = ClueStream::coloured(&row_clues, &column_clues, colours);
        let stream = stream.expect("a board that can be sent").with_check(round % 2 == 0);
        let whole: Vec<u8> = stream.bytes().collect();
        let reply = decode_reply(bench.send(&whole));
        let reply = reply.unwrap_or_else(|error| panic!("{rows} x {columns}, {status}: {error}"));
        assert_eq!((reply.rows, reply.columns, reply.status), (rows, columns, status));
        assert_eq!(reply.seed, board_check(&whole));
        if status.has_cells() {
            assert_eq!((reply.cells, reply.planes), (cells, colour_planes(colours)));
        } else {
            assert_eq!(reply.cells, []);
        }
        assert_eq!(bench.given(), Bench::expected(&row_clues, &column_clues, 0, 0));
    }
}

#[test]
fn blocks_of_63_and_64_reach_the_core() {
    let mut bench = solves_plus();
    bench.core.decision.status = Status::Unsolvable.index();
    for length in [63, SIDE] {
        // One row of 64 cells, with a block that leaves at most one cell blank.
        let row = filled(&[vec![length]]);
        let columns: Vec<Vec<Block>> =
            (0..SIDE).map(|c| vec![Block::filled(1); usize::from(c < length)]).collect();
        for (rows, columns) in [(&row, &columns), (&columns, &row)] {
            let stream = ClueStream::coloured(rows, columns, 1).unwrap();
            bench.send(&stream.bytes().collect::<Vec<u8>>());
            assert_eq!(bench.given(), Bench::expected(rows, columns, 0, 0));
        }
    }
}

#[test]
fn events_arrive_in_the_cycles_that_the_model_assumes() {
    let mut bench = solves_plus();
    bench.send(&board(&[vec![1, 2], vec![4]], &vec![vec![1]; 4], false));
    // A message becomes valid when its second byte is offered, two cycles after the previous message was accepted.
    let (begins, first_blocks) = (bench.clocks[0], bench.clocks[1]);
    assert!(matches!(
        bench.events[..4],
        [
            Event::Begin { .. },
            Event::Block { length: 1, .. },
            Event::Block { length: 2, .. },
            Event::LineEnd { .. }
        ]
    ));
    // A message is accepted two cycles after it is valid; two cycles later the next one is valid.
    let valid = begins - 3;
    let next = valid + 2 + 2;
    // From the cycle after its acceptance on, the blocks and the end of the line follow, one per cycle.
    assert_eq!(first_blocks, next + 3);
    assert_eq!(bench.clocks[1..4], [next + 3, next + 4, next + 5]);
    let start = bench.clocks.len() - 1;
    assert!(matches!(bench.events[start], Event::Start { .. }));
    let last_line_end = bench.clocks[start - 1];
    // The end board waits for the end of the last line, and starts the core three cycles later.
    assert_eq!(bench.clocks[start], last_line_end + 3);
}

#[test]
fn requests_reach_the_core() {
    let mut bench = solves_plus();
    for mode in SearchMode::ALL {
        for limit in [0, 1, 127, 128, 1 << 20, MAX_LIMIT] {
            let stream = ClueStream::new(&plus(), &plus()).unwrap().with_check(true);
            let stream = stream.with_request(SearchRequest { mode, limit });
            let reply = decode_reply(bench.send(&stream.bytes().collect::<Vec<u8>>())).unwrap();
            assert_eq!(reply.status, Status::Solved);
            assert_eq!(
                bench.given(),
                Bench::expected(&filled(&plus()), &filled(&plus()), mode as u32, limit)
            );
        }
    }
    // The request of a board does not apply to the next board.
    bench.send(&board(&plus(), &plus(), false));
    let plus = filled(&plus());
    assert_eq!(bench.given(), Bench::expected(&plus, &plus, 0, 0));
}

fn pair(first: u8, second: u8, last: bool) -> Message {
    Message::Cells(BlockPair { first, second, last }.payload())
}

fn block(length: usize, colour: u8, last: bool) -> Message {
    let block = Some(Block { length, colour });
    Message::Cells(OneBlock { block, last }.payload())
}

/// The status of the reply to a 2 x 2 board with these messages between its start boards and its end board.
fn status_of(bench: &mut Bench, middle: &[Message]) -> u16 {
    let start = [Message::StartBoard(2); 2];
    let end = [Message::EndBoard(0)];
    let messages = start.iter().chain(middle).chain(&end);
    let bytes: Vec<u8> = messages.flat_map(|message| message.to_bytes()).collect();
    let reply = bench.send(&bytes);
    let last = reply.last();
    u16::from(*last.unwrap_or_else(|| panic!("no reply to {middle:?}"))) >> 1
}

#[test]
fn invalid_boards_are_refused_with_a_status() {
    use Message::{Assignment, Cells, Check, EndLine, NextOption, Request, StartLine};
    let mut bench = solves_plus();
    bench.core.decision = Decision { status: 0, cells: vec![Some(1); 4], clocks: Some(1) };
    let line = pair(2, 0, true);
    let good = [line; 4];
    let (unsolvable, bad_check, too_large, malformed) = (1, 3, 4, 5);
    let colours = |number: u16| Request(0x300 | number);
    let whole = block(2, 1, true);
    let option = Assignment { index: 0, value: true };
    let boards: &[(u16, &[Message])] = &[
        (0, &good),
        // Blocks in several messages, with empty halves.
        (0, &[pair(0, 0, false), pair(0, 2, true), line, line, pair(2, 0, false), Cells(1)]),
        // A line whose blocks do not fit has no option; the other messages of the board do not matter, unless a check does not match.
        (unsolvable, &[pair(3, 0, true), line, line, line]),
        (unsolvable, &[pair(1, 1, true), line, line, line]),
        (unsolvable, &[pair(1, 0, false), pair(1, 0, true), line, line, line]),
        (unsolvable, &[line, line, line, pair(63, 0, true)]),
        (unsolvable, &[line, line, line, pair(1, 0, false), pair(2, 0, true), line, StartLine]),
        // Missing, incomplete or surplus lines.
        (malformed, &[]),
        (malformed, &[line; 3]),
        (malformed, &[line, line, line, pair(2, 0, false)]),
        (malformed, &[line; 5]),
        // Messages of option boards.
        (malformed, &[StartLine, option, EndLine]),
        (malformed, &[line, option, line, line, line]),
        (malformed, &[line, NextOption, line, line, line]),
        (malformed, &[line, line, line, line, EndLine]),
        // Boards with a number of colours: blocks of different colours need no blank.
        (0, &[colours(1), whole, whole, whole, whole]),
        (0, &[colours(5), block(1, 1, false), block(1, 5, true), whole, whole, whole]),
        (0, &[colours(5), Cells(1), Cells(1), Cells(1), Cells(1)]),
        (unsolvable, &[colours(5), block(1, 5, false), block(1, 5, true), whole, whole, whole]),
        (unsolvable, &[colours(5), block(2, 4, false), block(1, 5, true), whole, whole, whole]),
        (unsolvable, &[colours(2), block(64, 1, true), whole, whole, whole]),
        // More colours than the build takes; a fault before it decides.
        (too_large, &[colours(6), whole, whole, whole, whole]),
        (too_large, &[colours(7), colours(1), whole]),
        (malformed, &[colours(5), colours(7), whole, whole, whole, whole]),
        // A number of colours of 0 or above 7, twice, or after a block; bits beyond its value.
        (malformed, &[colours(0), whole, whole, whole, whole]),
        (malformed, &[colours(8), whole, whole, whole, whole]),
        (malformed, &[colours(2), colours(2), whole, whole, whole, whole]),
        (malformed, &[line, colours(1), line, line, line]),
        // A colour that the board does not have, and messages without a block beside others of their line.
        (malformed, &[colours(2), block(1, 3, true), whole, whole, whole]),
        (malformed, &[colours(5), block(1, 33, true), whole, whole, whole]),
        (malformed, &[colours(2), block(2, 0, true), whole, whole, whole]),
        (malformed, &[colours(2), Cells(0), Cells(1), Cells(1), Cells(1), Cells(1)]),
        (malformed, &[colours(2), block(1, 1, false), Cells(1), whole, whole, whole]),
        (0, &[colours(2), Request(0x102), whole, whole, whole, whole]),
        // Requests that are unknown, too late, or beyond 26 bits.
        (malformed, &[Request(0x103), line, line, line, line]),
        (malformed, &[Request(0x400), line, line, line, line]),
        (malformed, &[line, Request(0x101), line, line, line]),
        (
            malformed,
            &[Request(0x27f), Request(0x27f), Request(0x27f), Request(0x27f), Request(0x200), line],
        ),
        // A check that does not match, between lines and after them; it takes precedence over other faults.
        (bad_check, &[line, line, Check(0x1f1f)]),
        (bad_check, &[line, line, line, line, Check(1)]),
        (bad_check, &[pair(3, 0, true), line, line, line, Check(1)]),
    ];
    for (status, middle) in boards {
        assert_eq!(status_of(&mut bench, middle), *status, "{middle:?}");
        let starts =
            bench.given().iter().filter(|event| matches!(event, Event::Start { .. })).count();
        assert_eq!(starts, usize::from(*status == 0), "{middle:?}");
    }
    // The link accepts the next valid board.
    assert_eq!(status_of(&mut bench, &good), 0);
}

#[test]
fn sizes_beyond_the_build_are_too_large() {
    let mut bench = solves_plus();
    for (rows, columns) in
        [(SIDE + 1, 1), (1, SIDE + 1), (100, 100), (1000, 2), (128, 1), (129, 64)]
    {
        let clues = |lines: usize| vec![vec![1]; lines];
        let reply = decode_reply(bench.send(&board(&clues(rows), &clues(columns), true))).unwrap();
        assert_eq!((reply.status, reply.rows, reply.columns), (Status::TooLarge, rows, columns));
        assert_eq!(bench.given(), []);
    }
    let reply = decode_reply(bench.send(&board(&plus(), &plus(), true))).unwrap();
    assert_eq!((reply.status, reply.cells), (Status::Solved, plus_cells()));
}

/// Random sequences of messages: the link and the software decoder agree on which of them form a valid board.
#[test]
fn the_link_and_the_decoder_agree_on_any_messages() {
    let mut random = ChaCha8Rng::seed_from_u64(2);
    let mut bench = solves_plus();
    bench.core.decision = Decision { status: 1, cells: Vec::new(), clocks: Some(1) };
    let mut whole = 0;
    for round in 0..300 {
        let size = [random.random_range(1..4_u16), random.random_range(1..4)];
        let mut messages: Vec<Message> = size.map(Message::StartBoard).to_vec();
        let lines = size[0] + size[1];
        let colours = random.random_range(0..=COLOURS as u16);
        if colours > 0 {
            messages.push(Message::Request(0x300 | colours));
        }
        while random.random_bool(0.1) {
            messages
                .push(Message::Request([0x101, 0x102, 0x205, 0x27f][random.random_range(0..4)]));
        }
        for _ in 0..lines + u16::from(random.random_bool(0.05)) {
            let blocks = |last, random: &mut ChaCha8Rng| {
                let (first, second) = (random.random_range(0..3), random.random_range(0..2));
                match colours {
                    0 if last => pair(first, second, true),
                    0 => pair(second, 0, false),
                    _ => block(1 + usize::from(second), first, last),
                }
            };
            while random.random_bool(0.2) {
                messages.push(blocks(false, &mut random));
            }
            messages.push(blocks(true, &mut random));
        }
        if random.random_bool(0.2) {
            let place = random.random_range(2..messages.len());
            messages[place] = [
                Message::StartLine,
                Message::EndLine,
                Message::Request(0x101),
                Message::Check(3),
                Message::Request(0x302),
                Message::Cells(1),
            ][random.random_range(0..6)];
        }
        messages.push(Message::EndBoard(0));
        let bytes: Vec<u8> = messages.iter().flat_map(|message| message.to_bytes()).collect();
        bench.send(&bytes);
        let given = bench.given();
        match decode_clue_board(bytes.iter().copied()) {
            Ok(board) if board.check != Some(false) => {
                whole += 1;
                let (rows, columns) = board.clues.split_at(board.rows);
                let (mode, limit) = (board.request.mode as u32, board.request.limit);
                assert_eq!(
                    given,
                    Bench::expected(rows, columns, mode, limit),
                    "seed 2, round {round}"
                );
            }
            other => {
                let started = given.iter().any(|event| matches!(event, Event::Start { .. }));
                assert!(!started, "seed 2, round {round}: {other:?}: {bytes:02x?}");
            }
        }
    }
    assert!(
        (20..580).contains(&whole),
        "expected both valid and invalid boards: {whole} of 600 are valid"
    );
}
