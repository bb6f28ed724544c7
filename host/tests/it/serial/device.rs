//! A fake device of either kind of core behind a pseudo-terminal, with an identity or without, whose output a test can disturb.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use nonogram_protocol::{
    BoardDecoder, BoardEvent, BuildIdentity, ClueDecoder, CoreKind, IDENTITY_REQUEST, ReplyStream,
    SearchRequest, Status, board_check,
};
use nonogram_puzzles::{Grid, Puzzle};
use nonogram_solver::{LineOutcome, SolveOptions, Verdict, propagate, solve};

use crate::common::fake::pty;

/// An identity with limits that every test puzzle meets.
pub const fn identity(core: CoreKind, binds_replies: bool) -> BuildIdentity {
    BuildIdentity {
        core: core.number(),
        lanes: 1,
        version: [0, 3, 0],
        binds_replies,
        side: 32,
        most_options: 5000,
        store_words: 100_000,
        clock_khz: 50_000,
        baud: 1_000_000,
    }
}

/// Bytes to send, after the pause.
pub struct Output {
    pub pause: Duration,
    pub bytes: Vec<u8>,
}

impl From<Vec<u8>> for Output {
    fn from(bytes: Vec<u8>) -> Self {
        let pause = Duration::ZERO;
        Self { pause, bytes }
    }
}

/// A board that arrived.
pub struct Arrived {
    pub clues: Vec<Vec<usize>>,
    pub rows: usize,
    /// The request to a core that searches.
    pub request: SearchRequest,
    /// Whether the board has a check.
    pub check: bool,
}

/// A fake device; dropping it removes the port.
pub struct FakeDevice {
    /// The path to open as a serial port.
    pub port: String,
    /// The boards that arrived, in order.
    pub boards: Receiver<Arrived>,
    _near: OwnedFd,
}

impl FakeDevice {
    /// A device with this identity, or a published one. It is busy for `busy`, then sends `before`, and then answers in order what it has
    /// received. `disturb` returns what it sends in place of a correct reply.
    pub fn new(
        identity: Option<BuildIdentity>,
        busy: Duration,
        before: Vec<u8>,
        mut disturb: impl FnMut(Vec<u8>) -> Vec<Output> + Send + 'static,
    ) -> Self {
        let (far, port, near) = pty();
        let mut far = File::from(far);
        let mut output = far.try_clone().expect("a second handle");
        let (answers, queue) = channel::<Vec<Output>>();
        let (arrived, boards) = channel();
        thread::spawn(move || {
            let start = Instant::now();
            let mut first = Some(before).filter(|before| !before.is_empty());
            for answer in queue {
                thread::sleep(busy.saturating_sub(start.elapsed()));
                let answer = first.take().map(Output::from).into_iter().chain(answer);
                for Output { pause, bytes } in answer {
                    thread::sleep(pause);
                    // Sending fails if the test has ended.
                    let _ = output.write_all(&bytes);
                }
            }
        });
        thread::spawn(move || {
            let core = identity.and_then(|identity| identity.core_kind());
            let mut receiver = Decoder::new(core);
            let mut byte = [0];
            while let Ok(1) = far.read(&mut byte) {
                let answer = match receiver.push(byte[0]) {
                    Received::Nothing => continue,
                    Received::Request => {
                        identity.map(|identity| vec![identity.bytes().to_vec().into()])
                    }
                    Received::Board(board, check) => {
                        let puzzle = board.puzzle();
                        // The board is recorded before its reply, which can end the command. Sending fails if the test has ended.
                        let _ = arrived.send(board);
                        let binds = identity.is_some_and(|identity| identity.binds_replies);
                        let seed = check.map(|check| if binds { check } else { 0 });
                        Some(disturb(reply(&puzzle, core, seed)))
                    }
                };
                let _ = answers.send(answer.unwrap_or_default());
            }
        });
        Self {
            port,
            boards,
            _near: near,
        }
    }
}

enum Received {
    Nothing,
    /// An identity request.
    Request,
    /// A board, and the value of its check.
    Board(Arrived, Option<u16>),
}

impl Arrived {
    /// The puzzle of the board.
    fn puzzle(&self) -> Puzzle {
        let (rows, columns) = self.clues.split_at(self.rows);
        let clues = |lines: &[Vec<usize>]| lines.iter().cloned().map(Into::into).collect();
        Puzzle::new(clues(rows), clues(columns)).expect("clues that fit")
    }
}

/// Decodes what the host sends.
struct Decoder {
    searches: bool,
    options: BoardDecoder,
    clues: ClueDecoder,
    last: VecDeque<u8>,
}

impl Decoder {
    fn new(core: Option<CoreKind>) -> Self {
        Self {
            searches: core == Some(CoreKind::Clue),
            options: BoardDecoder::new(),
            clues: ClueDecoder::new(),
            last: VecDeque::from([0; 4]),
        }
    }

    fn push(&mut self, byte: u8) -> Received {
        self.last.pop_front();
        self.last.push_back(byte);
        if self.last == IDENTITY_REQUEST {
            *self = Self::new(self.searches.then_some(CoreKind::Clue));
            return Received::Request;
        }
        let board = if self.searches {
            match self.clues.push(byte) {
                Ok(Some(BoardEvent::Board(board))) => {
                    Some((board.clues, board.rows, board.request))
                }
                _ => None,
            }
        } else {
            match self.options.push(byte) {
                Ok(Some(BoardEvent::Board(board))) => {
                    let clues = board.clues().expect("options of clues");
                    Some((clues, board.rows, SearchRequest::default()))
                }
                _ => None,
            }
        };
        let Some((clues, rows, request)) = board else {
            return Received::Nothing;
        };
        let check = board_check(self.last.make_contiguous());
        let board = Arrived {
            clues,
            rows,
            request,
            check: check.is_some(),
        };
        Received::Board(board, check)
    }
}

/// The verdict of a core on a puzzle, and its picture: that of line logic, or of a whole search.
pub fn verdict(puzzle: &Puzzle, core: Option<CoreKind>) -> (Status, Option<Grid>) {
    if core == Some(CoreKind::Clue) {
        let found = solve(puzzle, &SolveOptions::default());
        let status = match found.verdict {
            Verdict::Unique => Status::Solved,
            Verdict::Multiple => Status::Multiple,
            Verdict::None => Status::Unsolvable,
            Verdict::Unsettled => panic!("a small puzzle is settled"),
        };
        return (status, found.solutions.into_iter().next());
    }
    match propagate(puzzle) {
        LineOutcome::Solved(grid) => (Status::Solved, Some(grid)),
        LineOutcome::Stalled(grid) => (Status::Stalled, Some(grid)),
        LineOutcome::Contradiction { .. } => (Status::Unsolvable, None),
    }
}

/// The correct reply to a board.
pub fn reply(puzzle: &Puzzle, core: Option<CoreKind>, seed: Option<u16>) -> Vec<u8> {
    let (status, grid) = verdict(puzzle, core);
    let [rows, columns] = [puzzle.row_count(), puzzle.column_count()].map(|count| count as u16);
    let cells: Vec<Option<bool>> = grid.map_or(Vec::new(), |grid| {
        let rows = 0..grid.rows();
        rows.flat_map(|row| grid.row(row).map(|cell| cell.value()).collect::<Vec<_>>())
            .collect()
    });
    ReplyStream::new(rows, columns, &cells, status)
        .with_seed(seed)
        .with_packed_cells(core == Some(CoreKind::Clue))
        .bytes()
        .collect()
}
