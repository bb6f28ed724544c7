//! Clue boards on the simulated board, in lockstep with the reference: verdicts and pictures, search requests, cancelled searches, refused
//! boards.

use std::fmt::Write;

use crate::common;

use crate::trials::{Trial, count_of_boards, nth_board, trials};
use common::{Written, clue_bytes, reply, send};
use nonogram_protocol::{
    Block, CANCEL, IDENTITY_REQUEST, LIMIT_UNIT, Message, OneBlock, Received, ReplyDecoder,
    SearchMode, SearchRequest, Status, board_check,
};
use nonogram_puzzles::{Cell, Clue, Colour, Grid, Puzzle};
use nonogram_sim::answer::{compare, grid_of};
use nonogram_sim::random::mixed;
use nonogram_sim::search::{Tracer, What};
use nonogram_sim::{Drive, SimBoard, Waveform};
use nonogram_solver::{SolveOptions, Verdict, solve};
use nonogram_verilog::{Parameters, Top, netlist_of};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn board(build: &str, drive: Drive) -> SimBoard {
    let board = SimBoard::new(build, drive).expect("in the table");
    board.with_lockstep()
}

/// Sends a puzzle, compares the verdict with that of a software engine, and checks the picture.
fn check(board: &mut SimBoard, puzzle: &Puzzle) -> Status {
    let (rows, columns) = (puzzle.row_count(), puzzle.column_count());
    let sent = clue_bytes(puzzle, true, SearchRequest::default());
    let answer = reply(board, &sent);
    assert_eq!(answer.seed, board_check(&sent));
    assert_eq!((answer.rows, answer.columns), (rows, columns));
    compare(puzzle, answer.status, &grid_of(&answer))
        .unwrap_or_else(|error| panic!("{puzzle:?}: {error}"))
}

#[test]
fn small_boards_have_the_verdicts_and_pictures_of_software() {
    let mut board = board("clue16", Drive::Bytes);
    let mut counts = [0; 8];
    for puzzle in mixed(1, 1..=9).take(150) {
        counts[usize::from(check(&mut board, &puzzle).index())] += 1;
    }
    assert_eq!(board.lockstep().expect("in lockstep").boards(), 150);
    let [solved, unsolvable, .., multiple] = counts;
    assert!(solved > 20 && unsolvable > 10 && multiple > 20, "{counts:?}");
}

/// A board is received while the reply to the board before it is sent, unless that reply reads the board.
#[test]
fn boards_sent_without_waiting_get_their_own_replies() {
    let mut random = ChaCha8Rng::seed_from_u64(16);
    for (build, colours) in [("clue16", 1), ("clue16c3", 3)] {
        let mut board = board(build, Drive::Pins);
        let pictures = (4..=16).map(|side| {
            let grid = picture(&mut random, (side, 20 - side), colours, 60);
            Puzzle::from_grid(&grid)
        });
        let puzzles: Vec<Puzzle> =
            mixed(5, 1..=9).zip(pictures).flat_map(|(small, picture)| [small, picture]).collect();
        let sent: Vec<Vec<u8>> = puzzles
            .iter()
            .map(|puzzle| clue_bytes(puzzle, true, SearchRequest::default()))
            .collect();
        let mut decoder = ReplyDecoder::new();
        let mut replies = Vec::new();
        for byte in send(&mut board, &sent.concat()).reply {
            if let Some(Received::Reply(reply)) = decoder.push(byte).expect("in order") {
                replies.push(reply);
            }
        }
        assert_eq!(replies.len(), puzzles.len());
        let mut counts = [0; 8];
        for ((puzzle, sent), reply) in puzzles.iter().zip(&sent).zip(&replies) {
            assert_eq!(reply.seed, board_check(sent));
            let status = compare(puzzle, reply.status, &grid_of(reply));
            let status = status.unwrap_or_else(|error| panic!("{puzzle:?}: {error}"));
            counts[usize::from(status.index())] += 1;
        }
        let [solved, unsolvable, .., multiple] = counts;
        assert!(solved > 5 && unsolvable > 0 && multiple > 2, "{build}: {counts:?}");
    }
}

#[test]
fn the_candidates_in_a_waveform_end_with_the_picture() {
    let colours =
        [Cell::Blank, Cell::Colour(Colour::FIRST), Cell::Colour(Colour::new(1).expect("a colour"))];
    for (build, count) in [("clue10", 2), ("clue16c3", 3)] {
        let cells = [[1, 2, 2, 0], [1, 0, 2, 1], [1, 0, 2, 2]];
        let grid = Grid::from_cells(3, 4, |row, column| colours[cells[row][column] % count]);
        let written = Written::default();
        let board = board(build, Drive::Bytes);
        let side = board.build().side();
        let mut board = board.with_waveform(Waveform::new(Box::new(written.clone()), 1_000_000));
        assert_eq!(check(&mut board, &Puzzle::from_grid(&grid)), Status::Solved);
        let text = String::from_utf8(written.0.take()).expect("text");
        let (header, changes) = text.split_once("$enddefinitions").expect("a header");
        let (_, scope) = header.split_once("$scope module candidates $end").expect("the scope");
        let mut rows = 0;
        for line in scope.lines().filter(|line| line.starts_with("$var")) {
            let words: Vec<&str> = line.split_whitespace().collect();
            assert_eq!(words[2], side.to_string(), "{line}");
            let (code, name) = (words[3], words[4]);
            let values = changes.lines().filter_map(|line| line.strip_suffix(&format!(" {code}")));
            let values: Vec<u64> = values
                .map(|value| u64::from_str_radix(&value[1..], 2).expect("a binary number"))
                .collect();
            let (row, value) =
                name.strip_prefix("row_").and_then(|name| name.split_once('_')).expect("a row");
            let row: usize = row.parse().expect("a number");
            let value = match value.strip_prefix("colour_") {
                None => 0,
                Some(colour) => colour.parse().expect("a number"),
            };
            rows += 1;
            if row >= grid.rows() {
                continue;
            }
            assert!(values.len() > 1, "{name}: {values:?}");
            let expected = (0..grid.columns())
                .filter(|column| colours.get(value) == Some(&grid.get(row, *column)));
            let expected = expected.fold(0, |word, column| word | 1 << column);
            let last = values.last().expect("a value") & ((1 << grid.columns()) - 1);
            assert_eq!(last, expected, "{build}: {name}");
        }
        assert_eq!(rows, side * (1 + board.build().colours()), "{build}");
    }
}

/// The bytes of a puzzle's board that requests line logic and states this number of colours.
fn stating(colours: u16, puzzle: &Puzzle) -> Vec<u8> {
    let sizes = [puzzle.row_count(), puzzle.column_count()];
    let mut messages: Vec<Message> = sizes.map(|size| Message::StartBoard(size as u16)).into();
    messages.extend([0x101, 0x300 | colours].map(Message::Request));
    for (_, clue) in puzzle.lines() {
        let blocks = clue.iter().map(|&length| Some(Block::filled(length)));
        let blocks: Vec<Option<Block>> = blocks.collect();
        let blocks = if blocks.is_empty() { vec![None] } else { blocks };
        for (place, &block) in blocks.iter().enumerate() {
            let last = place + 1 == blocks.len();
            messages.push(Message::Cells(OneBlock { block, last }.payload()));
        }
    }
    messages.push(Message::EndBoard(0));
    messages.into_iter().flat_map(Message::to_bytes).collect()
}

#[test]
fn board_that_states_one_colour_gets_the_reply_of_the_plain_board() {
    let request = SearchRequest { mode: SearchMode::LineLogic, limit: 0 };
    for (build, sides) in [("clue10", 1..=10), ("clue16", 9..=16), ("clue32", 17..=32)] {
        let mut board = board(build, Drive::Bytes);
        for puzzle in mixed(7, sides).take(12) {
            let plain = reply(&mut board, &clue_bytes(&puzzle, false, request));
            assert_eq!(reply(&mut board, &stating(1, &puzzle)), plain);
            // The designs so far have one colour.
            let refused = reply(&mut board, &stating(2, &puzzle));
            assert_eq!(refused.status, Status::TooLarge);
        }
    }
}

#[test]
fn every_board_up_to_two_by_two_has_the_right_verdict() {
    let mut board = board("clue16", Drive::Bytes);
    for (rows, columns) in [(1, 1), (1, 2), (2, 1), (2, 2)] {
        for number in 0..count_of_boards(rows, columns, 1) {
            check(&mut board, &nth_board(rows, columns, 1, number));
        }
    }
}

#[test]
fn boards_of_20_by_20_that_need_search_are_settled() {
    let mut random = ChaCha8Rng::seed_from_u64(2);
    let mut board = board("clue32", Drive::Pins);
    for _ in 0..3 {
        let grid = Grid::from_fn(20, 20, |_, _| random.random_bool(0.5));
        check(&mut board, &Puzzle::from_grid(&grid));
    }
    // A board with the longest lines, 32 cells, leaves no state behind for a board of one cell.
    let grid = Grid::from_fn(32, 32, |_, _| random.random_bool(0.7));
    check(&mut board, &Puzzle::from_grid(&grid));
    check(&mut board, &Puzzle::from_grid(&Grid::from_fn(1, 1, |_, _| true)));
}

/// A 16 x 16 board with one solution that line logic alone does not find.
pub fn hard() -> Puzzle {
    let mut random = ChaCha8Rng::seed_from_u64(7);
    loop {
        let grid = Grid::from_fn(16, 16, |_, _| random.random_bool(0.45));
        let puzzle = Puzzle::from_grid(&grid);
        let report = solve(&puzzle, &SolveOptions::default());
        if report.verdict == Verdict::Unique && report.lines.known_cells() < 100 {
            return puzzle;
        }
    }
}

#[test]
fn a_search_stops_as_requested() {
    let puzzle = hard();
    let solution = solve(&puzzle, &SolveOptions::default());
    let solution = solution.solutions.first().expect("a solution").clone();
    let mut board = board("clue32", Drive::Bytes);
    let mut ask = |mode, limit| {
        let request = SearchRequest { mode, limit };
        let bytes = clue_bytes(&puzzle, true, request);
        let exchange = send(&mut board, &bytes);
        let answer = nonogram_protocol::decode_reply(exchange.reply).expect("a reply");
        let grid = grid_of(&answer);
        for (row, column) in (0..16).flat_map(|row| (0..16).map(move |column| (row, column))) {
            let cell = grid.get(row, column);
            assert!(cell == Cell::Unknown || cell == solution.get(row, column));
        }
        (answer.status, grid.known_cells(), exchange.cycles.expect("a decided board"))
    };
    let (status, certain, _) = ask(SearchMode::LineLogic, 0);
    assert_eq!(status, Status::Stalled);
    assert!(certain < 100, "line logic finds {certain} of 256 cells");
    let (status, known, all) = ask(SearchMode::Proof, 0);
    assert_eq!((status, known), (Status::Solved, 256));
    let (status, known, first) = ask(SearchMode::FirstSolution, 0);
    assert_eq!((status, known), (Status::Solved, 256));
    assert!(first <= all);
    let (status, known, clocks) = ask(SearchMode::Proof, 1);
    assert_eq!(status, Status::Stalled);
    assert!(known >= certain && clocks >= u64::from(LIMIT_UNIT) && clocks < all);
}

#[test]
fn a_cancelled_search_ends_and_the_next_board_is_solved() {
    let puzzle = hard();
    let mut board = board("clue32", Drive::Bytes);
    let whole = clue_bytes(&puzzle, true, SearchRequest::default());
    let expected = send(&mut board, &whole).reply;
    let cancelled = [&whole[..], &CANCEL.to_bytes()].concat();
    assert_eq!(reply(&mut board, &cancelled).status, Status::Stalled);
    assert_eq!(send(&mut board, &whole).reply, expected);
    // An identity request also ends the search, and is answered after the reply.
    let asked = [&whole[..], &IDENTITY_REQUEST].concat();
    let answer = send(&mut board, &asked).reply;
    let identity = board.identity().bytes();
    assert!(answer.ends_with(&identity));
    let ended = nonogram_protocol::decode_reply(answer[..answer.len() - identity.len()].to_vec());
    assert_eq!(ended.expect("a reply").status, Status::Stalled);
    assert_eq!(send(&mut board, &whole).reply, expected);
    // A second board waits for the verdict of the first.
    let both = send(&mut board, &[&whole[..], &whole[..]].concat()).reply;
    assert_eq!(both, [&expected[..], &expected[..]].concat());
}

#[test]
fn boards_too_large_or_for_another_core_are_refused_with_a_status() {
    let mut board = board("clue16", Drive::Bytes);
    let clues = |count: usize, clue: &[usize]| vec![clue.to_vec(); count];
    let send_raw = |board: &mut SimBoard, rows: &[Vec<usize>], columns: &[Vec<usize>]| {
        let stream = nonogram_protocol::ClueStream::new(rows, columns).expect("a small board");
        reply(board, &stream.bytes().collect::<Vec<u8>>()).status
    };
    let wide = send_raw(&mut board, &clues(17, &[1]), &clues(17, &[1]));
    assert_eq!(wide, Status::TooLarge);
    // A clue core does not accept option boards.
    let options = common::bytes(&common::plus(), true);
    assert_eq!(reply(&mut board, &options).status, Status::Malformed);
    let plus = clue_bytes(&common::plus(), true, SearchRequest::default());
    assert_eq!(reply(&mut board, &plus).status, Status::Solved);
}

/// The bytes of a hexadecimal file in `tests/undecided`.
fn undecided(name: &str) -> Vec<u8> {
    let file = format!("{}/tests/undecided/{name}.hex", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(file).expect("a file");
    let byte = |place| u8::from_str_radix(&text[place..place + 2], 16).expect("hexadecimal");
    (0..text.trim().len()).step_by(2).map(byte).collect()
}

#[test]
fn a_board_with_a_missing_line_and_a_matching_check_gets_a_reply() {
    let sent = undecided("no-reply");
    let answer = reply(&mut board("clue16", Drive::Bytes), &sent);
    assert_eq!((answer.rows, answer.columns), (4, 3));
    assert_eq!((answer.status, answer.seed), (Status::Malformed, board_check(&sent)));
}

#[test]
fn the_last_two_of_three_start_boards_count_though_the_first_is_too_large() {
    let answer = reply(&mut board("clue16", Drive::Bytes), &undecided("three-start-boards"));
    assert_eq!((answer.rows, answer.columns), (4, 7));
    assert_eq!((answer.status, answer.seed), (Status::Multiple, None));
}

/// The order and the cycles of the search, which the reference does not prescribe: a change shows up in review.
#[test]
fn courses_of_searches_are_unchanged() {
    let mut random = ChaCha8Rng::seed_from_u64(11);
    let mut puzzle = |side: usize, percent: u32| {
        Puzzle::from_grid(&Grid::from_fn(side, side, |_, _| random.random_ratio(percent, 100)))
    };
    let boards =
        [(puzzle(10, 45), 0), (puzzle(10, 35), 0), (puzzle(9, 30), 12), (puzzle(10, 60), 0)];
    let mut courses = String::new();
    for name in ["clue10", "clue16", "clue32"] {
        let mut board = board(name, Drive::Bytes);
        for (number, (puzzle, limit)) in boards.iter().enumerate() {
            for mode in SearchMode::ALL {
                let limit = *limit;
                let bytes = clue_bytes(puzzle, true, SearchRequest { mode, limit });
                let (mut bytes, mut tracer) = (bytes.into_iter(), Tracer::default());
                let mut idle = 0;
                while idle < 100 {
                    board.step(&mut || bytes.next()).expect("in lockstep");
                    tracer.observe(board.clocks(), board.design());
                    let rests = bytes.len() == 0 && board.is_idle();
                    idle = if rests { idle + 1 } else { 0 };
                }
                let cycles = board.cycles().expect("a verdict");
                let visits = board.lockstep().expect("in lockstep").visits();
                let counts = tracer.replay().counts();
                writeln!(
                    courses,
                    "{name}, board {number}, {mode:?}: {cycles} cycles, {visits} visits, {counts:?}"
                )
                .expect("text");
            }
        }
    }
    insta::assert_snapshot!(courses);
}

/// Boards that reach every part of a clue core of at least 10 x 10 cells.
fn stimulus() -> Vec<Trial> {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    let mut board = |rows, columns, percent| {
        Puzzle::from_grid(&Grid::from_fn(rows, columns, |_, _| random.random_ratio(percent, 100)))
    };
    let diagonal = Puzzle::from_grid(&Grid::from_fn(10, 10, |row, column| row == column));
    let large = [
        (board(10, 10, 45), SearchMode::Proof, 0),
        (board(9, 10, 35), SearchMode::Proof, 6),
        (board(10, 7, 40), SearchMode::FirstSolution, 0),
        (board(10, 10, 60), SearchMode::Proof, 0),
        (diagonal, SearchMode::FirstSolution, 0),
    ];
    let large = large.map(|(puzzle, mode, limit)| Trial {
        puzzle,
        request: SearchRequest { mode, limit },
        cancel: None,
    });
    trials(77).take(30).chain(large).collect()
}

/// A fault that changes an answer to these trials, or its cycles, is found even if the answer is correct.
#[test]
fn answers_to_the_stimulus_of_seeded_faults_are_unchanged() {
    let mut board = board("clue10", Drive::Pins);
    let mut lines = String::new();
    for trial in stimulus() {
        let answer = trial.send(&mut board).expect("in lockstep");
        let (reply, cycles) = answer.expect("an end");
        let cycles = cycles.expect("a verdict");
        writeln!(lines, "{cycles} cycles, {reply:02x?}").expect("text");
    }
    insta::assert_snapshot!(lines);
}

/// A board with one block of 1 in each line, which has `side`! solutions.
fn permutations(side: usize) -> Puzzle {
    let clues = vec![Clue::from([1]); side];
    Puzzle::new(clues.clone(), clues).expect("the clues fit")
}

#[test]
fn boards_with_very_many_solutions_are_settled_by_a_dive() {
    let expected =
        [(SearchMode::Proof, Status::Multiple), (SearchMode::FirstSolution, Status::Solved)];
    for (build, side) in [("clue16", 16), ("clue32", 32), ("clue64", 64)] {
        let puzzle = permutations(side);
        let mut board = board(build, Drive::Bytes);
        for (mode, status) in expected {
            let sent = clue_bytes(&puzzle, true, SearchRequest { mode, limit: 0 });
            let answer = reply(&mut board, &sent);
            assert_eq!(answer.status, status, "{build}, {mode:?}");
            assert!(puzzle.is_solved_by(&grid_of(&answer)));
            let cycles = board.cycles().expect("a verdict");
            assert!(cycles < 200_000, "{build}, {mode:?}: {cycles} cycles");
        }
    }
}

#[test]
fn a_dive_that_fills_the_trail_is_undone_and_the_search_goes_on() {
    let puzzle = permutations(64);
    let mut board = board("clue64c7", Drive::Bytes);
    let request = SearchRequest { mode: SearchMode::FirstSolution, limit: 60_000 / LIMIT_UNIT };
    let mut tracer = Tracer::default();
    let mut bytes = clue_bytes(&puzzle, false, request).into_iter().peekable();
    let [mut decisions, mut withdrawals, mut probes_after] = [0; 3];
    let mut ended = false;
    while !ended {
        board.step(&mut || bytes.next()).expect("in lockstep");
        for event in tracer.observe(board.clocks(), board.design()) {
            match event.what {
                What::Decision { .. } => decisions += 1,
                What::Withdrawal => withdrawals += 1,
                What::Probe { .. } => {
                    assert_eq!(event.level, 0);
                    probes_after += 1;
                }
                What::Verdict { status } => {
                    assert_eq!(status, Some(Status::Stalled));
                    ended = true;
                }
                _ => {}
            }
        }
    }
    assert!(decisions > 15, "{decisions} decisions");
    assert_eq!(decisions, withdrawals);
    assert!(probes_after > 10, "{probes_after} probes");
}

/// A random picture in up to `colours` colours; a cell is filled with a probability of `percent` %.
fn picture(random: &mut ChaCha8Rng, size: (usize, usize), colours: usize, percent: u32) -> Grid {
    Grid::from_cells(size.0, size.1, |_, _| {
        let colour = Colour::new(random.random_range(0..colours));
        let is_filled = random.random_ratio(percent, 100);
        colour.filter(|_| is_filled).map_or(Cell::Blank, Cell::Colour)
    })
}

#[test]
fn lines_and_blocks_of_up_to_64_cells_are_solved() {
    let mut random = ChaCha8Rng::seed_from_u64(64);
    for (build, colours) in [("clue64", 1), ("clue64c7", 7)] {
        let mut board = board(build, Drive::Bytes);
        // Blocks as long as the line, or one shorter.
        for length in [33, 48, 63, 64] {
            for blank in [None, Some(0), Some(length - 1)] {
                let grid = Grid::from_fn(1, length, |_, column| Some(column) != blank);
                assert_eq!(check(&mut board, &Puzzle::from_grid(&grid)), Status::Solved);
                let grid = Grid::from_fn(length, 1, |row, _| Some(row) != blank);
                assert_eq!(check(&mut board, &Puzzle::from_grid(&grid)), Status::Solved);
            }
            let stripes = Grid::from_fn(length, length, |row, column| (row + column) % 2 == 0);
            check(&mut board, &Puzzle::from_grid(&stripes));
        }
        for size in [(33, 33), (48, 64), (63, 63), (64, 64), (64, 5), (2, 64)] {
            let grid = picture(&mut random, size, colours, 80);
            check(&mut board, &Puzzle::from_grid(&grid));
        }
    }
}

#[test]
fn a_lost_last_symbol_is_found() {
    let design = nonogram_verilog::build("clue64").expect("in the table");
    let verdict = |good: &str, bad: &str| {
        assert_eq!(design.text.matches(good).count(), 1, "{good}");
        let text = design.text.replace(good, bad);
        let netlist =
            netlist_of(&text, Top::Uart, &Parameters::default().fast()).expect("a netlist");
        let mut board = SimBoard::of_netlist(design, netlist).expect("a board");
        let puzzle = Puzzle::from_grid(&Grid::from_fn(1, 64, |_, _| true));
        let sent = clue_bytes(&puzzle, true, SearchRequest::default());
        let answer = reply(&mut board, &sent);
        compare(&puzzle, answer.status, &grid_of(&answer)).map_err(|error| error.to_string())
    };
    let symbols = "clue_symbols_0 <= clue_symbols_0 | (reached & ~preceding);";
    assert_eq!(verdict(symbols, symbols), Ok(Status::Solved));
    // Symbol 64, the last cell of a block as long as the line, and symbol 65, the blank behind it.
    assert_ne!(
        verdict(symbols, "clue_symbols_0 <= clue_symbols_0 | (reached & ~preceding & ~last);"),
        Ok(Status::Solved)
    );
    let top = "clue_last_is_top = |(reached & last);";
    assert_ne!(verdict(top, "clue_last_is_top = 1'b0;"), Ok(Status::Solved));
}

#[test]
fn boards_in_each_number_of_colours_are_solved() {
    let mut random = ChaCha8Rng::seed_from_u64(7);
    for (build, side, most) in [("clue16c3", 16, 3), ("clue32c3", 32, 3), ("clue64c7", 40, 7)] {
        let mut board = board(build, Drive::Bytes);
        for colours in 1..=most {
            let grid = picture(&mut random, (side, side - 3), colours, 75);
            check(&mut board, &Puzzle::from_grid(&grid));
        }
    }
}
