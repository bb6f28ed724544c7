//! A board: how a puzzle is encoded for a core, what it requires of the build that receives it, and whether the reply to it is accepted.
//!
//! [`Board::new`] encodes a puzzle; [`Traffic::accept`] accepts or rejects the reply, with the checks of [`accept`], which do not depend on
//! the device. [`check_size`] announces a board that takes long to transmit, and the largest boards need `--force`: a
//! line of 48 cells can have more than 2 billion options, so a board of options can have gigabytes.

use std::fmt;
use std::time::Duration;

use nonogram_protocol::{
    BoardSize, BuildIdentity, CoreKind, EncodeError, LIMIT_UNIT, MESSAGE_BYTES, Reply, SearchMode,
    SearchRequest, packed_reply_messages, reply_messages, wire_seconds,
};
use nonogram_puzzles::{Grid, Puzzle};
use nonogram_sim::search::Letters;
use nonogram_sim::wire::encode;
use nonogram_solver::{End, LineOutcome, Verdict, propagate};

use super::fault::FaultKind;
use super::{DEFAULT_BAUD, Fault};
use crate::accept::{Rejection, accept};
use crate::exit::{Exit, Failure};

/// What host and device agree on for one board: its sizes, what it requires of a build, and what its reply must satisfy.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// The size of the board.
    pub size: BoardSize,
    /// The letters of the cells' values.
    pub letters: Letters,
    /// Bytes of a reply with every cell.
    pub reply_bytes: u64,
    /// Whether the board is of clues, for a core that searches, which delays the verdict.
    pub searches: bool,
    /// Whether board and reply have check messages.
    pub check: bool,
    /// The request to a core that searches.
    pub request: SearchRequest,
    /// The build that receives the board, if it is known.
    pub build: Option<BuildIdentity>,
    /// The number of times that the board was transmitted before.
    pub retries: u32,
}

/// A board to send.
pub struct Board<'a> {
    /// Its sizes, requirements and terms.
    pub plan: Plan,
    /// Its bytes.
    pub bytes: Box<dyn Iterator<Item = u8> + 'a>,
}

impl<'a> Board<'a> {
    /// The board of a puzzle for a core, with or without a check message. A device that does not report its core counts as a published
    /// one, which receives options and ignores `request`: every request includes line logic, and these cores do nothing else.
    ///
    /// # Errors
    /// The puzzle cannot be encoded (see [`EncodeError`]).
    pub fn new(
        puzzle: &'a Puzzle,
        core: Option<CoreKind>,
        check: bool,
        request: SearchRequest,
    ) -> Result<Self, EncodeError> {
        let core = core.unwrap_or(CoreKind::Classic);
        let board = encode(puzzle, core, check, request)?;
        let size = board.size;
        let searches = core == CoreKind::Clue;
        let cells = size.rows * size.columns;
        let replies = if searches {
            packed_reply_messages(cells, size.colours as u8, check)
        } else {
            reply_messages(cells, check)
        };
        let plan = Plan {
            size,
            letters: Letters::of(puzzle),
            reply_bytes: MESSAGE_BYTES as u64 * replies,
            searches,
            check,
            request,
            build: None,
            retries: 0,
        };
        Ok(Self { plan, bytes: Box::new(board.bytes()) })
    }
}

/// The least fraction of the time limit after which the end of a search counts as caused by the limit. It is below 1 because the
/// clocks of host and device differ.
const LEAST_PART: f64 = 0.9;

impl Plan {
    /// Bytes of the board and of a reply with every cell.
    pub fn total_bytes(&self) -> u64 {
        self.size.bytes.saturating_add(self.reply_bytes)
    }

    /// The device's core, if it is known.
    pub fn core(&self) -> Option<CoreKind> {
        self.build.and_then(|build| build.core_kind())
    }

    /// The time limit of the search that the board requests; `None` without a limit. An unknown clock counts as the lowest that an
    /// identity can state, as in the request.
    fn search_limit(&self) -> Option<Duration> {
        let clocks = f64::from(self.request.limit) * f64::from(LIMIT_UNIT);
        let clock_khz = self.build.map_or(1, |build| build.clock_khz.max(1));
        let longest = Duration::try_from_secs_f64(clocks / (f64::from(clock_khz) * 1e3)).ok();
        longest.filter(|_| self.request.limit > 0)
    }

    /// The longest time that the core may search for the verdict; [`Duration::MAX`] without a limit; `None` if the core does not search.
    pub fn longest_search(&self) -> Option<Duration> {
        self.searches.then(|| self.search_limit().unwrap_or(Duration::MAX))
    }
}

/// The transmission of a board and its reply: bytes, time and cycles.
#[derive(Clone, Copy, Debug)]
pub struct Traffic {
    /// The board.
    pub plan: Plan,
    /// Bytes of the board that were sent: fewer than all if the link failed, or the port accepted no more bytes, after the reply arrived.
    pub bytes_sent: u64,
    /// The value of the board's check; `None` if it has none, or was not sent completely.
    pub check: Option<u16>,
    /// Bytes of the reply.
    pub bytes_received: u64,
    /// Time from the start of the board until it is sent and its reply is complete; on a simulated board, until the simulation ends.
    pub elapsed: Duration,
    /// Clock cycles from the end of the board to the verdict, if the device reports them.
    pub cycles: Option<u64>,
    /// Clock cycles of the whole exchange, including idle time such as that after the reply, if the device reports them.
    pub clocks: Option<u64>,
}

impl Traffic {
    /// Why the core ended without a verdict. A search did so because of its request, which was for line logic only or had a limit, or
    /// else because the core's memory was full, or because of stray bytes.
    pub fn end_of_search(&self) -> End {
        let Plan { searches, request, .. } = self.plan;
        if !searches {
            return End::Stalled;
        }
        if request.mode == SearchMode::LineLogic {
            return End::LineLogic;
        }
        let is_late = match (self.cycles, self.plan.search_limit()) {
            (_, None) => false,
            (Some(cycles), _) => cycles >= u64::from(request.limit) * u64::from(LIMIT_UNIT),
            (None, Some(longest)) => self.elapsed >= longest.mul_f64(LEAST_PART),
        };
        if is_late { End::TimeLimit } else { End::MemoryFull }
    }

    /// Whether stray bytes may have ended a search without a verdict. They cannot if the request explains the end, or if the device is
    /// simulated, because its link has no noise: only simulated devices report cycles.
    fn may_be_noise(&self) -> bool {
        self.cycles.is_none() && self.end_of_search() == End::MemoryFull
    }

    /// The verdict and the picture of a reply, verified against the puzzle. `unconfirmed` is the verdict of an earlier reply to this board
    /// that was not accepted alone; the same verdict again is accepted. A search that ends early twice has probably filled its trail,
    /// which a retransmission cannot avoid.
    ///
    /// # Errors
    /// The reply is rejected, it states that the board is too large, noise may have ended the search, or nothing proves that the verdict
    /// belongs to this board.
    pub fn accept(
        &self,
        puzzle: &Puzzle,
        reply: &Reply,
        unconfirmed: Option<Verdict>,
    ) -> Result<(Verdict, Grid), Fault> {
        let Plan { build, searches, request, .. } = self.plan;
        let binds_replies = build.is_some_and(|build| build.binds_replies);
        let bound = self.check.filter(|_| binds_replies);
        let seed = self.plan.check.then(|| bound.unwrap_or(0));
        let accepted = accept(puzzle, reply, seed, searches.then_some(request.mode));
        let (verdict, grid) = accepted.map_err(|why| match why {
            // It fits, so the link corrupted the board.
            Rejection::TooLarge
                if build.is_some_and(|build| build.excess(&self.plan.size).is_none()) =>
            {
                let message = "the device received a larger board than was sent (status 4); check the cable and solve again";
                Fault::link(FaultKind::Broken, message)
            }
            Rejection::TooLarge => {
                let message = format!(
                    "the board is too large for this build (status 4): {}; expected a smaller one: use a larger build, or \
                     `--on software`",
                    self.plan
                );
                Fault::new(FaultKind::Permanent, Exit::Usage, message)
            }
            why => why.into(),
        })?;
        if !searches || unconfirmed == Some(verdict) {
            return Ok((verdict, grid));
        }
        match verdict {
            Verdict::Stalled if self.may_be_noise() => {
                let message = "the search ended early, without a verdict (status 2); check the cable and solve again, or use \
                               `--on software`";
                Err(Fault::link(FaultKind::Unconfirmed(verdict), message))
            }
            Verdict::Stalled | Verdict::Unsolvable
                if !binds_replies
                    && !matches!(propagate(puzzle), LineOutcome::Contradiction { .. }) =>
            {
                let message = format!(
                    "the verdict \"{}\" awaits confirmation, because the device's replies do not name their board; solve again, \
                     with --retries 1 or more",
                    verdict.status()
                );
                Err(Fault::link(FaultKind::Unconfirmed(verdict), message))
            }
            _ => Ok((verdict, grid)),
        }
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BoardSize { rows, columns, colours, most_options, store_words, .. } = self.size;
        write!(f, "{rows} x {columns}")?;
        if colours > 1 {
            write!(f, ", {colours} colours")?;
        }
        if !self.searches {
            write!(f, ", up to {most_options} options per line, {store_words} words")?;
        }
        Ok(())
    }
}

/// The extent of a search and its time limit; cores without search ignore both.
#[derive(Clone, Copy, Debug, Default)]
pub struct SearchTerms {
    /// Extent of the search.
    pub mode: SearchMode,
    /// Time after which the search is ended; `None` for no limit.
    pub time_limit: Option<Duration>,
}

impl SearchTerms {
    /// The request for a core with a clock of `clock_khz`. A time limit is rounded up to units of [`LIMIT_UNIT`] cycles, and is 1 to
    /// `MAX_LIMIT` units; without one, the limit of the request is 0. A clock of 0 counts as the lowest that an identity can state.
    pub fn request(&self, clock_khz: u32) -> SearchRequest {
        let units = |limit: Duration| {
            let units =
                limit.as_secs_f64() * f64::from(clock_khz.max(1)) * 1e3 / f64::from(LIMIT_UNIT);
            // In a request, 0 means no limit.
            (units.ceil() as u32).clamp(1, nonogram_protocol::MAX_LIMIT)
        };
        SearchRequest { mode: self.mode, limit: self.time_limit.map_or(0, units) }
    }
}

/// The largest board that is sent to a port, or written, without `--force`, in bytes.
pub const MOST_BYTES: u64 = 64 << 20;

/// Boards whose transmission takes longer than this are announced, in seconds.
const LONG: f64 = 600.0;

/// Refuses a board of more than [`MOST_BYTES`], or more than its way to the device can carry; returns the announcement of a board that
/// takes long. `baud` is that of a serial line; `most` has the limit in bytes and the way that has it, such as "over UDP".
///
/// # Errors
/// The board is larger than `most`; or it is refused, unless `force` is set, and the message names the alternative `instead`.
pub fn check_size(
    bytes: u64,
    baud: Option<u32>,
    most: Option<(u64, &str)>,
    force: bool,
    instead: &str,
) -> Result<Option<String>, Fault> {
    let described = match baud {
        Some(baud) => format!("{}, {} on the wire at {baud} baud", size(bytes), time(bytes, baud)),
        None => size(bytes),
    };
    if let Some((most, way)) = most.filter(|&(most, _)| bytes > most) {
        let most = size(most);
        return Err(Fault::too_large(&format!("{described}; expected at most {most} {way}")));
    }
    if bytes > MOST_BYTES && !force {
        let most = size(MOST_BYTES);
        let message = format!(
            "the board takes {described}; expected at most {most}: {instead}, or use --force"
        );
        return Err(Fault::new(FaultKind::Board, Exit::Usage, message));
    }
    let is_long = baud.is_some_and(|baud| wire_seconds(bytes, baud) > LONG);
    Ok(is_long.then(|| format!("the board takes {described}")))
}

/// The transmission time of a board in the largest unit of which there are several.
fn time(bytes: u64, baud: u32) -> String {
    let seconds = wire_seconds(bytes, baud);
    let units = [("days", 86400.0), ("hours", 3600.0), ("minutes", 60.0)];
    let unit = units.into_iter().find(|(_, unit)| seconds > 1.5 * unit);
    let (unit, length) = unit.unwrap_or(("seconds", 1.0));
    format!("{} {unit}", (seconds / length).round())
}

/// A number of bytes in the largest binary unit of which there is at least one.
fn size(bytes: u64) -> String {
    const UNITS: [&str; 7] = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    let power = bytes.max(1).ilog2() / 10;
    let number = bytes as f64 / f64::from(1024_u32).powi(power.cast_signed());
    format!("{number:.2} {}", UNITS[power as usize])
}

/// Checks that the protocol can express a puzzle's board for a core and, if the core receives options, the size of the board; returns the
/// announcement of a board that takes long to transmit.
///
/// # Errors
/// The protocol cannot express the board, or a board of options is larger than 64 MiB and `force` is not set.
pub fn check_board(
    puzzle: &Puzzle,
    core: CoreKind,
    force: bool,
) -> Result<Option<String>, Failure> {
    let check = || {
        let board = encode(puzzle, core, false, SearchRequest::default())?;
        if core == CoreKind::Clue {
            return Ok(None);
        }
        let instead = "encode it for the clue core with --core clue";
        check_size(board.size.bytes, Some(DEFAULT_BAUD), None, force, instead)
    };
    check().map_err(|fault: Fault| fault.into())
}

#[cfg(test)]
mod tests {
    use nonogram_protocol::MAX_LIMIT;
    use nonogram_puzzles::Clue;
    use nonogram_verilog::Parameters;

    use super::*;

    const KHZ: u32 = 50_000;

    fn terms(seconds: f64) -> SearchTerms {
        SearchTerms { time_limit: Some(Duration::from_secs_f64(seconds)), ..SearchTerms::default() }
    }

    /// The plan of a board of one cell for a clue build with a clock of [`KHZ`].
    fn plan(request: SearchRequest) -> Plan {
        let clues = || vec![Clue::from([1])];
        let puzzle = Puzzle::new(clues(), clues()).unwrap();
        let build = nonogram_verilog::build("clue10").unwrap();
        let board = Board::new(&puzzle, Some(CoreKind::Clue), false, request).unwrap();
        Plan { build: Some(build.identity(&Parameters::default())), ..board.plan }
    }

    #[test]
    fn seconds_become_units_of_cycles() {
        assert_eq!(SearchTerms::default().request(KHZ).limit, 0);
        assert_eq!(terms(0.0).request(KHZ).limit, 1);
        assert_eq!(terms(1.0).request(KHZ).limit, 48_829);
        assert_eq!(terms(1e9).request(KHZ).limit, MAX_LIMIT);
        let unlimited = plan(SearchRequest::default()).longest_search();
        assert_eq!(unlimited, Some(Duration::MAX));
        let limit = plan(terms(2.0).request(KHZ)).longest_search().unwrap();
        assert!((2.0..2.001).contains(&limit.as_secs_f64()));
    }

    #[test]
    fn large_board_is_announced_refused_or_forced() {
        let check = |bytes, baud, most, force| {
            let result = check_size(bytes, baud, most, force, "make it smaller");
            result.map_err(|fault| fault.to_string())
        };
        let most = Some((100_000_000, "over UDP"));
        assert_eq!(check(500_000, Some(9600), None, false), Ok(None));
        let note = "the board takes 976.56 KiB, 17 minutes on the wire at 9600 baud".to_owned();
        assert_eq!(check(1_000_000, Some(9600), None, false), Ok(Some(note)));
        assert_eq!(check(1_000_000, None, most, false), Ok(None));
        let refused = check(90_000_000, None, most, false).unwrap_err();
        assert!(
            refused.contains("at most 64.00 MiB: make it smaller, or use --force"),
            "{refused}"
        );
        assert_eq!(check(100_000_000, None, most, true), Ok(None));
        for force in [false, true] {
            let refused = check(100_000_001, None, most, force).unwrap_err();
            assert!(refused.contains("expected at most 95.37 MiB over UDP;"), "{refused}");
        }
        assert!(check(100_000_001, Some(9600), None, true).is_ok());
    }

    #[test]
    fn search_that_ends_before_its_limit_was_not_ended_by_the_limit() {
        let traffic = |plan, seconds: f64, cycles| Traffic {
            plan,
            bytes_sent: 0,
            check: None,
            bytes_received: 0,
            elapsed: Duration::from_secs_f64(seconds),
            cycles,
            clocks: None,
        };
        let limited = |seconds, cycles| traffic(plan(terms(1.0).request(KHZ)), seconds, cycles);
        let unlimited = |seconds, cycles| traffic(plan(SearchRequest::default()), seconds, cycles);
        // Noise may end a search early on a serial line; on a simulated link, only a full memory does.
        for (traffic, end, noise) in [
            (limited(1.0, None), End::TimeLimit, false),
            (limited(0.5, None), End::MemoryFull, true),
            (limited(0.0, Some(50_000_896)), End::TimeLimit, false),
            (limited(2.0, Some(49_000_000)), End::MemoryFull, false),
            (unlimited(9.0, None), End::MemoryFull, true),
            (unlimited(0.5, Some(49_000_000)), End::MemoryFull, false),
        ] {
            assert_eq!(traffic.end_of_search(), end, "{traffic:?}");
            assert_eq!(traffic.may_be_noise(), noise, "{traffic:?}");
        }
    }
}
