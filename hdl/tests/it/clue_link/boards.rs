//! Whole boards: the events that the core receives and their cycles, the replies, and the status of boards that the link answers without a
//! search.

use nonogram_protocol::{
    BlockPair, ClueStream, MAX_LIMIT, Message, SearchMode, SearchRequest, Status, board_check,
    decode_clue_board, decode_reply,
};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::bench::{Bench, Decision, Event, SIDE};
use super::{board, plus, plus_cells, solves_plus};

fn runs(cells: impl Iterator<Item = bool>) -> Vec<usize> {
    let cells: Vec<bool> = cells.collect();
    let runs = cells.chunk_by(|a, b| a == b);
    runs.filter(|run| run[0]).map(<[bool]>::len).collect()
}

/// A random picture with its clues.
fn picture(
    random: &mut ChaCha8Rng,
    rows: usize,
    columns: usize,
) -> (Vec<bool>, Vec<Vec<usize>>, Vec<Vec<usize>>) {
    let density = random.random_range(0.3..0.9);
    let cells: Vec<bool> = (0..rows * columns)
        .map(|_| random.random_bool(density))
        .collect();
    let row_clues = cells
        .chunks(columns)
        .map(|row| runs(row.iter().copied()))
        .collect();
    let column = |column| runs((0..rows).map(|row| cells[row * columns + column]));
    (cells.clone(), row_clues, (0..columns).map(column).collect())
}

#[test]
fn blocks_reach_the_core_and_pictures_come_back() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut bench = solves_plus();
    let sizes = [
        (1, 1),
        (1, SIDE),
        (SIDE, 1),
        (3, 4),
        (4, 3),
        (5, 7),
        (11, 11),
        (SIDE, SIDE),
    ];
    for (round, (rows, columns)) in sizes.into_iter().cycle().take(24).enumerate() {
        let (cells, row_clues, column_clues) = picture(&mut random, rows, columns);
        let statuses = [
            Status::Solved,
            Status::Multiple,
            Status::Stalled,
            Status::Unsolvable,
        ];
        let status = statuses[random.random_range(0..statuses.len())];
        let known = |cell| (status != Status::Stalled || random.random_bool(0.8)).then_some(cell);
        let cells: Vec<Option<bool>> = cells.into_iter().map(known).collect();
        bench.core.decision = Decision {
            status: status.index(),
            cells: cells.clone(),
            clocks: Some(9),
        };
        // In most rounds, there are cycles in which the core or the transmitter is not ready.
        bench.core.busy = round as u32 % 4;
        bench.send_every = 1 + round % 3;
        let check = round % 2 == 0;
        let whole = board(&row_clues, &column_clues, check);
        let reply = decode_reply(bench.send(&whole));
        let reply = reply.unwrap_or_else(|error| panic!("{rows} x {columns}, {status}: {error}"));
        assert_eq!(
            (reply.rows, reply.columns, reply.status),
            (rows, columns, status)
        );
        assert_eq!(reply.seed, board_check(&whole));
        assert_eq!(
            reply.cells,
            if status.has_cells() {
                cells
            } else {
                Vec::new()
            }
        );
        assert_eq!(
            bench.given(),
            Bench::expected(&row_clues, &column_clues, 0, 0)
        );
    }
}

#[test]
fn events_arrive_in_the_cycles_that_the_model_assumes() {
    let mut bench = solves_plus();
    bench.send(&board(&[vec![1, 2], vec![4]], &vec![vec![1]; 4], false));
    // A message becomes valid when its second byte is offered and the CRC of the previous message is complete, 17 cycles after that
    // message was accepted.
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
    // A message is accepted two cycles after it is valid; 17 cycles later the next one is valid.
    let valid = begins - 3;
    let next = valid + 2 + 17;
    assert_eq!(first_blocks, next + 4);
    assert_eq!(bench.clocks[1..4], [next + 4, next + 6, next + 7]);
    let start = bench.clocks.len() - 1;
    assert!(matches!(bench.events[start], Event::Start { .. }));
    let last_line_end = bench.clocks[start - 1];
    assert_eq!(bench.clocks[start] - 3, last_line_end - 7 + 2 + 17);
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
                Bench::expected(&plus(), &plus(), mode as u32, limit)
            );
        }
    }
    // The request of a board does not apply to the next board.
    bench.send(&board(&plus(), &plus(), false));
    assert_eq!(bench.given(), Bench::expected(&plus(), &plus(), 0, 0));
}

fn pair(first: u8, second: u8, last: bool) -> Message {
    Message::Cells(
        BlockPair {
            first,
            second,
            last,
        }
        .payload(),
    )
}

/// The status of the reply to a 2 x 2 board with these messages between its start boards and its end board.
fn status_of(bench: &mut Bench, middle: &[Message]) -> u16 {
    let start = [Message::StartBoard(2); 2];
    let end = [Message::EndBoard(0)];
    let messages = start.iter().chain(middle).chain(&end);
    let bytes: Vec<u8> = messages.flat_map(|message| message.to_bytes()).collect();
    let reply = bench.send(&bytes);
    u16::from(reply[reply.len() - 1]) >> 1
}

#[test]
fn invalid_boards_are_refused_with_a_status() {
    use Message::{Assignment, Cells, Check, EndLine, NextOption, Request, StartLine};
    let mut bench = solves_plus();
    bench.core.decision = Decision {
        status: 0,
        cells: vec![Some(true); 4],
        clocks: Some(1),
    };
    let line = pair(2, 0, true);
    let good = [line; 4];
    let (unsolvable, bad_check, malformed) = (1, 3, 5);
    let option = Assignment {
        index: 0,
        value: true,
    };
    let boards: &[(u16, &[Message])] = &[
        (0, &good),
        // Blocks in several messages, with empty halves.
        (
            0,
            &[
                pair(0, 0, false),
                pair(0, 2, true),
                line,
                line,
                pair(2, 0, false),
                Cells(1),
            ],
        ),
        // A line whose blocks do not fit has no option; the other messages of the board do not matter, unless a check does not match.
        (unsolvable, &[pair(3, 0, true), line, line, line]),
        (unsolvable, &[pair(1, 1, true), line, line, line]),
        (
            unsolvable,
            &[pair(1, 0, false), pair(1, 0, true), line, line, line],
        ),
        (unsolvable, &[line, line, line, pair(63, 0, true)]),
        (
            unsolvable,
            &[
                line,
                line,
                line,
                pair(1, 0, false),
                pair(2, 0, true),
                line,
                StartLine,
            ],
        ),
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
        // Requests that are unknown, too late, or beyond 26 bits.
        (malformed, &[Request(0x103), line, line, line, line]),
        (malformed, &[Request(0x300), line, line, line, line]),
        (malformed, &[line, Request(0x101), line, line, line]),
        (
            malformed,
            &[
                Request(0x27f),
                Request(0x27f),
                Request(0x27f),
                Request(0x27f),
                Request(0x200),
                line,
            ],
        ),
        // A check that does not match, between lines and after them; it takes precedence over other faults.
        (bad_check, &[line, line, Check(0x1f1f)]),
        (bad_check, &[line, line, line, line, Check(1)]),
        (bad_check, &[pair(3, 0, true), line, line, line, Check(1)]),
    ];
    for (status, middle) in boards {
        assert_eq!(status_of(&mut bench, middle), *status, "{middle:?}");
        let starts = bench
            .given()
            .iter()
            .filter(|event| matches!(event, Event::Start { .. }))
            .count();
        assert_eq!(starts, usize::from(*status == 0), "{middle:?}");
    }
    // The link accepts the next valid board.
    assert_eq!(status_of(&mut bench, &good), 0);
}

#[test]
fn sizes_beyond_the_build_are_too_large() {
    let mut bench = solves_plus();
    for (rows, columns) in [(SIDE + 1, 1), (1, SIDE + 1), (40, 40), (1000, 2)] {
        let clues = |lines: usize| vec![vec![1]; lines];
        let reply = decode_reply(bench.send(&board(&clues(rows), &clues(columns), true))).unwrap();
        assert_eq!(
            (reply.status, reply.rows, reply.columns),
            (Status::TooLarge, rows, columns)
        );
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
    bench.core.decision = Decision {
        status: 1,
        cells: Vec::new(),
        clocks: Some(1),
    };
    let mut whole = 0;
    for round in 0..600 {
        let size = [random.random_range(1..4_u16), random.random_range(1..4)];
        let mut messages: Vec<Message> = size.map(Message::StartBoard).to_vec();
        let lines = size[0] + size[1];
        while random.random_bool(0.1) {
            messages.push(Message::Request(
                [0x101, 0x102, 0x205, 0x27f][random.random_range(0..4)],
            ));
        }
        for _ in 0..lines + u16::from(random.random_bool(0.05)) {
            while random.random_bool(0.2) {
                messages.push(pair(random.random_range(0..2), 0, false));
            }
            messages.push(pair(
                random.random_range(0..3),
                random.random_range(0..2),
                true,
            ));
        }
        if random.random_bool(0.2) {
            let place = random.random_range(2..messages.len());
            messages[place] = [
                Message::StartLine,
                Message::EndLine,
                Message::Request(0x101),
                Message::Check(3),
            ][random.random_range(0..4)];
        }
        messages.push(Message::EndBoard(0));
        let bytes: Vec<u8> = messages
            .iter()
            .flat_map(|message| message.to_bytes())
            .collect();
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
                let started = given
                    .iter()
                    .any(|event| matches!(event, Event::Start { .. }));
                assert!(!started, "seed 2, round {round}: {other:?}: {bytes:02x?}");
            }
        }
    }
    assert!(
        (20..580).contains(&whole),
        "expected both valid and invalid boards: {whole} of 600 are valid"
    );
}
