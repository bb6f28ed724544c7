//! A fake board behind a pseudo-terminal, built with nonogram-protocol and the software solver.
//!
//! The test supplies the bytes of each reply, so that it can simulate faults of the board and of the link.

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use nonogram_protocol::{BoardDecoder, BoardEvent, BoardMessage, Reply, ReplyStream, Status};
use nonogram_puzzles::Puzzle;
use nonogram_solver::{LineOutcome, propagate};
use rustix::fs::{Mode, OFlags};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};

/// A pseudo-terminal with a fake board behind it; dropping it removes the board.
pub struct FakeBoard {
    /// The path to open as a serial port.
    pub port: String,
    /// The boards that arrived, in order.
    pub boards: Receiver<BoardMessage>,
    // The host's end, kept open so that the pseudo-terminal stays alive when the command under test closes the port.
    _near: OwnedFd,
}

/// Opens a pseudo-terminal in raw mode; returns the device's end, the path of the host's end, and the host's end.
pub fn pty() -> (OwnedFd, String, OwnedFd) {
    // Closed on exec, because a child process of a test that runs at the same time must not keep this end open.
    let far =
        openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).expect("a pty");
    grantpt(&far).expect("a granted pty");
    unlockpt(&far).expect("an unlocked pty");
    let path = ptsname(&far, Vec::new())
        .expect("a name")
        .into_string()
        .expect("UTF-8");
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

impl FakeBoard {
    /// A fake board that sends the bytes that `answer` returns for each board it receives.
    pub fn new(mut answer: impl FnMut(&BoardMessage) -> Vec<u8> + Send + 'static) -> Self {
        let (far, port, near) = pty();
        let mut far = File::from(far);
        let (arrived, boards) = channel();
        thread::spawn(move || {
            let mut decoder = BoardDecoder::new();
            let mut buffer = [0; 4096];
            // Reading fails once every host end is closed; the thread then ends.
            while let Ok(count) = far.read(&mut buffer) {
                for &byte in &buffer[..count] {
                    if let Ok(Some(BoardEvent::Board(board))) = decoder.push(byte) {
                        let reply = answer(&board);
                        // Sending fails if the test has ended already.
                        let _ = arrived.send(board);
                        let _ = far.write_all(&reply);
                    }
                }
            }
        });
        Self {
            port,
            boards,
            _near: near,
        }
    }

    /// The next board that arrives; panics if none arrives within 60 s.
    pub fn board(&self) -> BoardMessage {
        self.boards
            .recv_timeout(Duration::from_secs(60))
            .expect("a board")
    }
}

/// The correct reply to a board, from the software solver's line logic.
pub fn solve(board: &BoardMessage) -> Reply {
    let mut rows = board.clues().expect("options of clues");
    let columns = rows.split_off(board.rows);
    let clues = |lines: Vec<Vec<usize>>| lines.into_iter().map(Into::into).collect();
    let puzzle = Puzzle::new(clues(rows), clues(columns)).expect("clues that fit");
    let (status, grid) = match propagate(&puzzle) {
        LineOutcome::Solved(grid) => (Status::Solved, Some(grid)),
        LineOutcome::Stalled(grid) => (Status::Stalled, Some(grid)),
        LineOutcome::Contradiction { .. } => (Status::Unsolvable, None),
    };
    let cells = grid.map_or(Vec::new(), |grid| {
        let places = (0..board.rows).flat_map(|r| (0..board.columns).map(move |c| (r, c)));
        places.map(|(r, c)| grid.get(r, c).value()).collect()
    });
    Reply {
        rows: board.rows,
        columns: board.columns,
        cells,
        status,
        seed: board.check.map(|_| 0),
    }
}

/// The bytes of a reply, with one message per known cell.
pub fn bytes(reply: &Reply) -> Vec<u8> {
    let [rows, columns] = [reply.rows, reply.columns].map(|n| u16::try_from(n).expect("12 bits"));
    ReplyStream::new(rows, columns, &reply.cells, reply.status)
        .with_seed(reply.seed)
        .bytes()
        .collect()
}
