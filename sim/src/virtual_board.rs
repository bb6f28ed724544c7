//! A simulated board behind a pseudo-terminal, for programs that open a serial port.
//! Interface: [`Port::open`] creates the pseudo-terminal, [`serve`] runs the board on it until `stop` is set.
//! Source: POSIX pseudo-terminals, through `rustix`.

use std::collections::VecDeque;
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};

use crate::serial_line::{Noise, Symbol};
use crate::{SimBoard, SimError};

/// A pseudo-terminal that other programs open as a serial port.
pub struct Port {
    board_end: File,
    path: PathBuf,
    /// Kept open, so that the pseudo-terminal stays alive when other programs close it.
    _host_end: File,
}

impl Port {
    /// Opens a pseudo-terminal in raw mode, without conversion or echo.
    ///
    /// # Errors
    /// The system has no free pseudo-terminal, or denies access.
    pub fn open() -> io::Result<Self> {
        let board_end: OwnedFd = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY)?;
        grantpt(&board_end)?;
        unlockpt(&board_end)?;
        let name = ptsname(&board_end, Vec::new())?;
        let path = PathBuf::from(name.to_string_lossy().into_owned());
        let host_end = OpenOptions::new().read(true).write(true).open(&path)?;
        let mut settings = tcgetattr(&host_end)?;
        settings.make_raw();
        tcsetattr(&host_end, OptionalActions::Now, &settings)?;
        fcntl_setfl(&board_end, fcntl_getfl(&board_end)? | OFlags::NONBLOCK)?;
        Ok(Self { board_end: File::from(board_end), path, _host_end: host_end })
    }

    /// The path that other programs open.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Reads the bytes that are available, without blocking.
    fn receive(&mut self, bytes: &mut VecDeque<u8>) -> io::Result<()> {
        let mut buffer = [0; QUEUE];
        match self.board_end.read(&mut buffer) {
            Ok(count) => bytes.extend(&buffer[..count]),
            Err(error) if error.kind() == ErrorKind::WouldBlock => {}
            Err(error) => return Err(error),
        }
        Ok(())
    }

    /// Writes as many bytes as the pseudo-terminal accepts.
    fn send(&mut self, bytes: &mut VecDeque<u8>) -> io::Result<()> {
        while !bytes.is_empty() {
            match self.board_end.write(bytes.make_contiguous()) {
                Ok(count) => drop(bytes.drain(..count)),
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Waits for bytes, for at most 10 ms.
    fn wait(&self) -> io::Result<()> {
        const WAIT: Timespec = Timespec { tv_sec: 0, tv_nsec: 10_000_000 };
        let mut ends = [PollFd::from_borrowed_fd(self.board_end.as_fd(), PollFlags::IN)];
        match poll(&mut ends, Some(&WAIT)) {
            Ok(_) | Err(rustix::io::Errno::INTR) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}

/// Largest number of cycles between two accesses to the port while the board is busy.
const BUSY_CYCLES: u64 = 10_000;

/// Cycles per wait of 10 ms while the serial line is idle: about as many as pass in 10 ms at 9600 baud with four cycles per bit, so that
/// a pause lasts about as long as on a real board.
const IDLE_CYCLES: u64 = 400;

/// Bytes that wait for the serial line besides one read of the port, as in an adapter; the rest waits in the pseudo-terminal, from which
/// the next program on the port removes it.
const QUEUE: usize = 512;

/// Bit times of a break: two bytes.
const BREAK_BITS: u64 = 20;

/// The two directions of the serial line, each with its own faults.
#[derive(Clone, Debug)]
pub struct Line {
    /// Bytes from the host to the board.
    pub to_board: Noise,
    /// Bytes from the board to the host. A break arrives as a byte 0, as on a terminal in raw mode.
    pub to_host: Noise,
}

impl Line {
    /// A serial line with faults in both directions; `rate` is the probability of a fault per byte.
    pub fn noisy(rate: f64, seed: u64) -> Self {
        Self {
            to_board: Noise::new(rate, seed),
            // The inverted seed gives the other direction its own sequence.
            to_host: Noise::new(rate, !seed),
        }
    }
}

/// Runs `board` behind `port` until `stop` is set. The board's clock also runs while the serial line is idle.
///
/// # Errors
/// The pseudo-terminal or the simulation fails.
pub fn serve(
    board: &mut SimBoard,
    port: &mut Port,
    line: &mut Line,
    stop: &AtomicBool,
) -> Result<(), SimError> {
    let (mut received, mut incoming) = (VecDeque::new(), VecDeque::new());
    let mut outgoing = VecDeque::new();
    while !stop.load(Ordering::Relaxed) {
        if incoming.len() < QUEUE {
            port.receive(&mut received)?;
        }
        incoming.extend(received.drain(..).flat_map(|byte| line.to_board.pass(byte)));
        let is_idle = incoming.is_empty() && board.is_idle();
        for _ in 0..if is_idle { IDLE_CYCLES } else { BUSY_CYCLES } {
            if incoming.front() == Some(&Symbol::Break) {
                incoming.pop_front();
                board.send_break(BREAK_BITS);
            }
            let byte = board.step(&mut || match incoming.front() {
                Some(&Symbol::Byte(byte)) => {
                    incoming.pop_front();
                    Some(byte)
                }
                _ => None,
            })?;
            for symbol in byte.into_iter().flat_map(|byte| line.to_host.pass(byte)) {
                outgoing.push_back(match symbol {
                    Symbol::Byte(byte) => byte,
                    Symbol::Break => 0,
                });
            }
            if !is_idle && incoming.is_empty() && board.is_idle() {
                break;
            }
        }
        port.send(&mut outgoing)?;
        if is_idle {
            port.wait()?;
        }
    }
    Ok(())
}
