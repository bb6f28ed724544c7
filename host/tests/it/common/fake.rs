//! A fake device of either kind of core behind a pseudo-terminal, built with nonogram-protocol and the software solver. A test can change
//! or replace its replies, so that it can simulate faults of the device and of the link.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use nonogram_protocol::{
    Block, BoardDecoder, BuildIdentity, ClueDecoder, CoreKind, IDENTITY_REQUEST, Reply,
    ReplyStream, SearchRequest, Status, board_check,
};
use nonogram_puzzles::{Clue, Grid, Puzzle};
use nonogram_solver::{LineOutcome, SolveOptions, Verdict, propagate, solve};
use rustix::fs::{Mode, OFlags};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};

/// Opens a pseudo-terminal in raw mode; returns the device's end, the path of the host's end, and the host's end.
pub fn pty() -> (OwnedFd, String, OwnedFd) {
    // Closed on exec, because a child process of a test that runs at the same time must not keep this end open.
    let far =
        openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).expect("a pty");
    grantpt(&far).expect("a granted pty");
    unlockpt(&far).expect("an unlocked pty");
    let path = ptsname(&far, Vec::new()).expect("a name").into_string().expect("UTF-8");
    let near = rustix::fs::open(
        path.as_str(),
        OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC,
        Mode::empty(),
    )
    .expect("the near end");
    let mut raw = tcgetattr(near.as_fd()).expect("its settings");
    raw.make_raw();
    tcsetattr(near.as_fd(), OptionalActions::Now, &raw).expect("raw mode");
    (far, path, near)
}

/// An identity with limits that every test puzzle meets.
pub const fn identity(core: CoreKind, binds_replies: bool) -> BuildIdentity {
    BuildIdentity {
        core: core.number(),
        lanes: 1,
        version: [0, 3, 0],
        binds_replies,
        side: 32,
        most_options: 5000,
        colours: 1,
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
pub struct Board {
    pub clues: Vec<Vec<usize>>,
    pub rows: usize,
    /// The request to a core that searches.
    pub request: SearchRequest,
    /// The value of the check, if the board has one.
    pub check: Option<u16>,
}

/// A fake device; dropping it removes the port.
pub struct FakeDevice {
    /// The path to open as a serial port.
    pub port: String,
    /// The boards that arrived, in order.
    pub boards: Receiver<Board>,
    _near: OwnedFd,
}

impl FakeDevice {
    /// A device without an identity that answers each board with the bytes that `answer` returns.
    pub fn published(mut answer: impl FnMut(&Board) -> Vec<u8> + Send + 'static) -> Self {
        Self::start(None, Duration::ZERO, Vec::new(), move |board| vec![answer(board).into()])
    }

    /// A device with this identity, or a published one. It is busy for `busy`, then sends `before`, and then answers in order what it has
    /// received. `disturb` returns what it sends in place of a correct reply.
    pub fn new(
        identity: Option<BuildIdentity>,
        busy: Duration,
        before: Vec<u8>,
        mut disturb: impl FnMut(Vec<u8>) -> Vec<Output> + Send + 'static,
    ) -> Self {
        let core = identity.and_then(|identity| identity.core_kind());
        let binds = identity.is_some_and(|identity| identity.binds_replies);
        Self::start(identity, busy, before, move |board| {
            let seed = board.check.map(|check| if binds { check } else { 0 });
            disturb(reply(&board.puzzle(), core, seed))
        })
    }

    fn start(
        identity: Option<BuildIdentity>,
        busy: Duration,
        before: Vec<u8>,
        mut answer: impl FnMut(&Board) -> Vec<Output> + Send + 'static,
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
            let mut bytes = [0; 4096];
            // Reading fails once every end of the host is closed.
            while let Ok(count @ 1..) = far.read(&mut bytes) {
                for &byte in &bytes[..count] {
                    let answer = match receiver.push(byte) {
                        Received::Nothing => continue,
                        Received::Request => identity.map(|own| vec![own.bytes().to_vec().into()]),
                        Received::Board(board) => {
                            let answer = answer(&board);
                            // The board is recorded before its reply, which can end the command. Sending fails if the test has ended.
                            let _ = arrived.send(board);
                            Some(answer)
                        }
                    };
                    let _ = answers.send(answer.unwrap_or_default());
                }
            }
        });
        Self { port, boards, _near: near }
    }

    /// The next board that arrives; panics if none arrives within 60 s.
    pub fn board(&self) -> Board {
        let board = self.boards.recv_timeout(Duration::from_secs(60));
        board.expect("a board")
    }
}

enum Received {
    Nothing,
    /// An identity request.
    Request,
    Board(Board),
}

impl Board {
    /// The puzzle of the board.
    pub fn puzzle(&self) -> Puzzle {
        let (rows, columns) = self.clues.split_at(self.rows);
        let clues = |lines: &[Vec<usize>]| lines.iter().cloned().map(Clue::new).collect();
        Puzzle::new(clues(rows), clues(columns)).expect("clues that fit")
    }

    /// The correct reply of a device without an identity.
    pub fn reply(&self) -> Reply {
        correct(&self.puzzle(), None, self.check.map(|_| 0))
    }

    /// The bytes of [`Board::reply`].
    pub fn right(&self) -> Vec<u8> {
        bytes(&self.reply())
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
                Ok(Some(board)) => {
                    let lengths =
                        |clue: &Vec<Block>| clue.iter().map(|block| block.length).collect();
                    let clues = board.clues.iter().map(lengths).collect();
                    Some((clues, board.rows, board.request))
                }
                _ => None,
            }
        } else {
            match self.options.push(byte) {
                Ok(Some(board)) => {
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
        Received::Board(Board { clues, rows, request, check })
    }
}

/// The verdict of a core on a puzzle, and its picture: that of line logic, or of a whole search.
pub fn verdict(puzzle: &Puzzle, core: Option<CoreKind>) -> (Status, Option<Grid>) {
    if core == Some(CoreKind::Clue) {
        let found = solve(puzzle, &SolveOptions::default());
        let is_settled = !matches!(found.verdict, Verdict::Solved | Verdict::Stalled);
        assert!(is_settled, "a small puzzle is settled");
        return (found.verdict.status(), found.solutions.into_iter().next());
    }
    match propagate(puzzle) {
        LineOutcome::Solved(grid) => (Status::Solved, Some(grid)),
        LineOutcome::Stalled(grid) => (Status::Stalled, Some(grid)),
        LineOutcome::Contradiction { .. } => (Status::Unsolvable, None),
    }
}

fn correct(puzzle: &Puzzle, core: Option<CoreKind>, seed: Option<u16>) -> Reply {
    let (status, grid) = verdict(puzzle, core);
    let cells = grid.map_or(Vec::new(), |grid| {
        let rows = 0..grid.rows();
        rows.flat_map(|row| {
            grid.row(row).map(|cell| cell.value().map(u8::from)).collect::<Vec<_>>()
        })
        .collect()
    });
    Reply {
        rows: puzzle.row_count(),
        columns: puzzle.column_count(),
        cells,
        planes: 0,
        status,
        seed,
    }
}

/// The bytes of the correct reply to a board.
pub fn reply(puzzle: &Puzzle, core: Option<CoreKind>, seed: Option<u16>) -> Vec<u8> {
    let reply = correct(puzzle, core, seed);
    let stream = stream(&reply).with_packed_cells(core == Some(CoreKind::Clue));
    stream.bytes().collect()
}

/// The bytes of a reply, with one message per known cell.
pub fn bytes(reply: &Reply) -> Vec<u8> {
    stream(reply).bytes().collect()
}

fn stream(reply: &Reply) -> ReplyStream<'_> {
    let [rows, columns] = [reply.rows, reply.columns].map(|n| u16::try_from(n).expect("12 bits"));
    ReplyStream::new(rows, columns, &reply.cells, reply.status).with_seed(reply.seed)
}
