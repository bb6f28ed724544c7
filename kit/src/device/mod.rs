//! Devices that solve puzzles over the protocol: a board on a serial port or behind UDP, the simulated design, or its Verilog under another
//! simulator.
//!
//! [`Device::solve_all`] sends boards in rounds, accepts or rejects each reply, and retransmits boards after a fault. On a serial port,
//! boards follow each other without waiting for each reply. Nothing here prints: progress is reported as [`Event`]s.

mod board;
mod exchange;
mod fault;
mod port;
mod resync;
mod serial;
mod simulated;
mod udp;

use std::collections::VecDeque;
use std::io::Write;
use std::ops::ControlFlow;
use std::time::Duration;

use nonogram_protocol::{BuildIdentity, CoreKind, Reply};
use nonogram_puzzles::Puzzle;
use nonogram_sim::Engine;
use nonogram_solver::Verdict;

pub use board::{Board, Plan, SearchTerms, Traffic, check_board};
pub use fault::{Fault, FaultKind};
pub use port::{DEFAULT_BAUD, PortAddress, PortOptions, VARIABLE, available, named};
pub use serial::Serial;
pub use simulated::{Designs, Emulated, Simulated, Subject};
pub use udp::{UDP, Udp, UdpAddress};

use port::LIMIT_ON_PORT;
use udp::MOST_BYTES_OVER_UDP;

use crate::answer::{Answer, Source};
use crate::exit::{Exit, Failure, OrExit, refuse};

/// The name of the simulated board, in messages and as a value of options.
pub const SIM: &str = "sim";

/// Factor by which the number of boards per round grows after a round without a fault.
const GROWTH: usize = 4;

/// The maximum number of times that a board is retransmitted to a device that has never sent anything.
const RETRIES_INTO_SILENCE: u32 = 1;

/// What a device does, for a progress bar or for the user.
#[derive(Clone, Debug)]
pub enum Event {
    /// Boards are about to be sent; together with their replies they have at most this number of bytes.
    Begin(u64),
    /// Bytes of boards sent so far.
    Sent(u64),
    /// Bytes of replies received so far.
    Received(u64),
    /// The device has received a complete board, and searches for the verdict.
    Searching,
    /// A board will take long; the text names its puzzle.
    Slow(String),
    /// A board is retransmitted; the text names its puzzle and the cause.
    Retry(String),
}

/// Receives the events of a device.
pub type OnEvent<'a> = &'a mut dyn FnMut(Event);

/// Receives each reply and its traffic, and decides whether to continue.
pub type EachReply<'a> = &'a mut dyn FnMut(Reply, Traffic) -> ControlFlow<()>;

/// Receives the answer to each puzzle, in order, or the failure that explains why there is none.
pub type EachAnswer<'a> =
    &'a mut dyn FnMut(&Source, Result<Answer, Failure>) -> Result<(), Failure>;

/// The way to the device: how boards reach it and replies return.
#[allow(clippy::large_enum_variant, reason = "a device exists once")]
pub enum Transport {
    /// A board on a serial port.
    Serial(Serial),
    /// A board behind UDP.
    Udp(Udp),
    /// The simulated board in this process.
    Simulated(Simulated),
    /// A Verilog simulator with the design or a bitstream.
    Emulated(Emulated),
}

impl Transport {
    /// The core that a puzzle is encoded for, if it is known, and the build that receives the board, if it is known.
    fn design(&self, puzzle: &Puzzle) -> (Option<CoreKind>, Option<BuildIdentity>) {
        let designs = match self {
            &Self::Serial(Serial { identity, .. }) | &Self::Udp(Udp { identity, .. }) => {
                return (identity.and_then(|build| build.core_kind()), identity);
            }
            Self::Simulated(board) => &board.designs,
            Self::Emulated(board) => &board.designs,
        };
        let (core, build) = designs.design(puzzle);
        (Some(core), build.map(|build| build.identity(&designs.parameters)))
    }

    /// The identity of a device on a port, which is requested once; `None` if it does not report one, and for a simulated board.
    fn identify(&mut self) -> Result<Option<BuildIdentity>, Fault> {
        match self {
            Self::Serial(serial) => serial.identify(),
            Self::Udp(udp) => udp.identify().map(Some),
            Self::Simulated(_) | Self::Emulated(_) => Ok(None),
        }
    }

    /// Sends boards one after the other, and passes the replies to `each` in their order. On a serial port, the call after an error,
    /// or after `each` broke off, first resynchronises with the device.
    fn stream(
        &mut self,
        boards: Vec<Board<'_>>,
        on_event: OnEvent<'_>,
        each: EachReply<'_>,
    ) -> Result<(), Fault> {
        match self {
            Self::Serial(serial) => serial.stream(boards, on_event, each),
            Self::Udp(udp) => udp.stream(boards, on_event, each),
            Self::Simulated(simulated) => {
                one_by_one(boards, each, |board| simulated.exchange(board, on_event))
            }
            Self::Emulated(emulated) => {
                one_by_one(boards, each, |board| emulated.exchange(board, on_event))
            }
        }
    }
}

/// Sends each board with `exchange`, and passes its reply to `each`.
fn one_by_one<'a>(
    boards: Vec<Board<'a>>,
    each: EachReply<'_>,
    mut exchange: impl FnMut(Board<'a>) -> Result<(Reply, Traffic), Fault>,
) -> Result<(), Fault> {
    for board in boards {
        let (reply, traffic) = exchange(board)?;
        if each(reply, traffic).is_break() {
            break;
        }
    }
    Ok(())
}

/// A device that implements the protocol.
pub struct Device {
    /// The name in errors.
    name: String,
    transport: Transport,
    /// Whether check messages are used; `None` to use them if the device reports its identity. `Some(false)` permits only messages of the
    /// published protocol, so that the identity is not requested.
    check: Option<bool>,
    search: SearchTerms,
    retries: u32,
    /// Whether boards are sent to a port regardless of their size.
    force: bool,
    /// Whether the device has sent anything so far.
    has_replied: bool,
}

/// A puzzle whose result has not been reported yet.
struct Job<'a> {
    source: &'a Source,
    /// The number of times that its board was retransmitted.
    retries: u32,
    /// Whether the size of its board was checked.
    is_size_checked: bool,
    /// The verdict of an earlier reply that must be confirmed by another one.
    unconfirmed: Option<Verdict>,
    result: Option<Result<Answer, Failure>>,
}

impl Device {
    /// The simulated board with a build, or with the first build that fits each puzzle. The first build that is simulated writes its
    /// signals to `waveform`, as VCD.
    ///
    /// # Errors
    /// The build is unknown.
    pub fn of_build(
        build: Option<&str>,
        engine: Engine,
        waveform: Option<Box<dyn Write>>,
    ) -> Result<Self, Failure> {
        let build = build.map(nonogram_verilog::build).transpose().or_exit(Exit::Usage)?;
        let mut board = Simulated::new(Designs { build, ..Designs::default() });
        (board.engine, board.waveform) = (engine, waveform);
        Ok(Self::simulated(Transport::Simulated(board), false, SearchTerms::default()))
    }

    /// The board that `transport` simulates, with or without check messages, and with these terms for a core that searches.
    pub fn simulated(transport: Transport, check: bool, search: SearchTerms) -> Self {
        Self {
            name: SIM.to_owned(),
            transport,
            check: Some(check),
            search,
            retries: 0,
            force: false,
            has_replied: false,
        }
    }

    /// The number of puzzles to pass to [`Device::solve_all`] at once, so that boards can follow each other without a gap.
    pub fn batch(&self) -> usize {
        match &self.transport {
            Transport::Serial(_) | Transport::Udp(_) => 64,
            Transport::Simulated(_) | Transport::Emulated(_) => 1,
        }
    }

    /// Solves a puzzle, called `name` in errors, for programs other than the command. A core that searches ends its search after `limit`;
    /// the default limit is 60 s on a port, and none in simulation. Other cores need no limit, because they end with line logic. A puzzle
    /// whose row and column sums differ is unsolvable, and is not sent.
    ///
    /// # Errors
    /// A limit is given for a simulated build whose core does not search, or as for [`Device::solve`]; [`Failure::Interrupted`] after
    /// [`request`](crate::stop::request).
    pub fn solve_within(
        &mut self,
        puzzle: &Puzzle,
        name: &str,
        limit: Option<Duration>,
    ) -> Result<Answer, Failure> {
        let (requested, usual) = match &self.transport {
            Transport::Simulated(board) => (board.designs.requested_core(), None),
            _ => (None, Some(LIMIT_ON_PORT)),
        };
        if let Some(core) = requested.filter(|&core| core != CoreKind::Clue) {
            refuse(&[("limit", limit.is_some())], &format!("with the core {core}"))?;
        }
        if !puzzle.sums_agree() {
            return Ok(Answer::impossible(puzzle));
        }
        let source = Source { file: name.to_owned(), number: None, puzzle: puzzle.clone() };
        self.search.time_limit = limit.or(usual);
        self.solve(&source, &mut |_| {})
    }

    /// Solves one puzzle.
    ///
    /// # Errors
    /// The board cannot be sent, the device gives no valid answer (see [`Fault`]), or Ctrl-C was pressed.
    pub fn solve(&mut self, source: &Source, on_event: OnEvent<'_>) -> Result<Answer, Failure> {
        let mut answer = Ok(Answer::impossible(&source.puzzle));
        self.solve_all(std::slice::from_ref(source), on_event, &mut |_, result| {
            answer = result;
            Ok(())
        })?;
        answer
    }

    /// Solves puzzles whose row and column sums agree; the failure of one does not stop the others.
    ///
    /// # Errors
    /// `each` fails, or Ctrl-C was pressed.
    pub fn solve_all(
        &mut self,
        sources: &[Source],
        on_event: OnEvent<'_>,
        each: EachAnswer<'_>,
    ) -> Result<(), Failure> {
        let mut queue: VecDeque<Job> = (sources.iter())
            .map(|source| Job {
                source,
                retries: 0,
                is_size_checked: false,
                unconfirmed: None,
                result: None,
            })
            .collect();
        let mut burst = queue.len();
        while !queue.is_empty() {
            let open = queue.iter_mut().filter(|job| job.result.is_none());
            match self.round(open.take(burst), on_event) {
                None => burst = burst.saturating_mul(GROWTH),
                // The device has an identity after all; nothing was lost.
                Some((_, Fault { kind: FaultKind::LateIdentity, .. })) => {}
                Some((job, fault)) => {
                    burst = 1;
                    let again = fault.is_transient() && job.retries < self.limit();
                    let failure = fault.at(&self.name);
                    if let Failure::Interrupted = failure {
                        return Err(failure);
                    }
                    if again {
                        job.retries += 1;
                        on_event(Event::Retry(self.retry(job, &failure)));
                    } else {
                        job.result = Some(Err(failure));
                    }
                }
            }
            while let Some(job) = queue.pop_front() {
                let Some(result) = job.result else {
                    queue.push_front(job);
                    break;
                };
                each(job.source, result)?;
            }
        }
        Ok(())
    }

    /// The message that a board is retransmitted because of `failure`.
    fn retry(&self, job: &Job<'_>, failure: &Failure) -> String {
        let (name, cause) = (job.source.name(), failure.cause());
        if self.has_replied {
            let (retry, limit) = (job.retries, self.retries);
            format!("{name}: {cause}; retransmitted, retry {retry} of at most {limit}")
        } else {
            format!(
                "{name}: {cause}; retransmitted once, because the device has sent nothing of the protocol so far"
            )
        }
    }

    /// Sends the boards of these puzzles one after the other until the first fault, and stores the accepted answers in the puzzles; after
    /// a fault, only those with the verdict solved. Returns the fault and its puzzle; `None` if there was no fault. A board that cannot
    /// be sent ends the round before it, and is a fault only as the first board of a round.
    fn round<'j, 'a>(
        &mut self,
        jobs: impl IntoIterator<Item = &'j mut Job<'a>>,
        on_event: OnEvent<'_>,
    ) -> Option<(&'j mut Job<'a>, Fault)> {
        let mut jobs = jobs.into_iter();
        if self.check != Some(false) {
            match self.transport.identify() {
                Ok(identity) => self.has_replied |= identity.is_some(),
                Err(fault) => return jobs.next().map(|first| (first, fault)),
            }
        }
        let mut waiting: VecDeque<&mut Job> = VecDeque::new();
        let mut boards = Vec::new();
        for job in jobs {
            match self.board(job, on_event) {
                Ok(board) => {
                    waiting.push_back(job);
                    boards.push(board);
                }
                // The boards before this one are sent first; this one will be the first board of the next round.
                Err(_) if !boards.is_empty() => break,
                Err(fault) => return Some((job, fault)),
            }
        }
        let bytes = boards.iter().map(|board| board.plan.total_bytes());
        on_event(Event::Begin(bytes.fold(0, u64::saturating_add)));
        let (mut answered, mut refused, mut has_replied) = (Vec::new(), None, false);
        let result = (self.transport).stream(boards, on_event, &mut |reply, traffic| {
            has_replied = true;
            let Some(job) = waiting.pop_front() else {
                return ControlFlow::Break(());
            };
            match traffic.accept(&job.source.puzzle, &reply, job.unconfirmed) {
                Ok((verdict, grid)) => {
                    answered.push((job, Answer::of_device(verdict, grid, traffic)));
                    ControlFlow::Continue(())
                }
                Err(fault) => {
                    job.unconfirmed = fault.unconfirmed().or(job.unconfirmed);
                    refused = Some((job, fault));
                    ControlFlow::Break(())
                }
            }
        });
        self.has_replied |= has_replied;
        if let Err(fault) = result {
            self.has_replied |= fault.is_sign_of_life();
            refused = waiting.pop_front().map(|job| (job, fault));
        }
        for (job, answer) in answered {
            // A solved picture is verified against the clues. Any other verdict could belong to the next board, if the reply
            // to this one was lost, so it is accepted only if the whole round has been answered.
            if refused.is_none() || matches!(answer.verdict, Verdict::Unique | Verdict::Solved) {
                job.result = Some(Ok(answer));
            }
        }
        refused
    }

    /// Why no simulated design takes a puzzle, as text; `None` if one does, if a build is requested, or for a device on a port.
    pub fn misfit(&self, puzzle: &Puzzle) -> Option<String> {
        match &self.transport {
            Transport::Serial(_) | Transport::Udp(_) => None,
            Transport::Simulated(simulated) => simulated.designs.misfit(puzzle),
            Transport::Emulated(emulated) => emulated.designs.misfit(puzzle),
        }
    }

    /// The board of a puzzle, on the terms of this device.
    fn board<'a>(&self, job: &mut Job<'a>, on_event: OnEvent<'_>) -> Result<Board<'a>, Fault> {
        let source: &'a Source = job.source;
        let puzzle = &source.puzzle;
        let (core, build) = self.transport.design(puzzle);
        let check = self.check.unwrap_or(build.is_some());
        let request = self.search.request(build.map_or(0, |build| build.clock_khz));
        let mut board = Board::new(puzzle, core, check, request)?;
        (board.plan.build, board.plan.retries) = (build, job.retries);
        // The simulations choose the build for a board when they receive it.
        let (baud, most) = match &self.transport {
            Transport::Serial(serial) => (Some(serial.baud), None),
            Transport::Udp(_) => (None, Some((MOST_BYTES_OVER_UDP, "over UDP"))),
            Transport::Simulated(_) | Transport::Emulated(_) => return Ok(board),
        };
        if let Some(excess) = build.and_then(|build| build.excess(&board.plan.size)) {
            return Err(Fault::too_large(&excess));
        }
        if !job.is_size_checked {
            let instead = "use a clue core or `--on software`";
            let bytes = board.plan.size.bytes;
            if let Some(note) = board::check_size(bytes, baud, most, self.force, instead)? {
                on_event(Event::Slow(format!("{}: {note}", job.source.name())));
            }
            job.is_size_checked = true;
        }
        Ok(board)
    }

    /// The maximum number of times that a board is retransmitted, in view of what the device has sent so far.
    fn limit(&self) -> u32 {
        if self.has_replied { self.retries } else { self.retries.min(RETRIES_INTO_SILENCE) }
    }
}
