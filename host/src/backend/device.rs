//! The back end for a device behind a link: sends boards, receives replies, retransmits boards after a fault.
//!
//! On a link that streams, boards follow each other without waiting for each reply. [`super::verify`] accepts or rejects each reply.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::time::Duration;

use nonogram_protocol::BuildIdentity;
use nonogram_puzzles::Puzzle;

use super::fault::Fault;
use super::search::{SearchTerms, ended_by_request};
use super::verify::Terms;
use super::{Answer, Backend, EachFound, Found, RoundTrip, Verdict, Weight};
use crate::exit::Failure;
use crate::input::Source;
use crate::link::{Link, LinkError, Outgoing, Plan};
use crate::observer::Observer;

/// Factor by which the number of boards per round grows after a round without a fault.
const GROWTH: usize = 4;

/// The maximum number of times that a board is retransmitted to a device that has never sent anything.
const RETRIES_INTO_SILENCE: u32 = 1;

/// A device that implements the protocol.
pub struct Device {
    name: String,
    link: Box<dyn Link>,
    /// Whether check messages are used; `None` to use them if the device reports its identity.
    check: Option<bool>,
    /// Whether the identity may be requested from the device.
    asks: bool,
    search: SearchTerms,
    /// The maximum number of times that a board is retransmitted.
    retries: u32,
    /// The serial line; `None` for a simulated device.
    line: Option<Line>,
    /// Whether the device has sent anything so far.
    heard: bool,
}

/// The properties of a serial line.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    /// The baud rate.
    pub baud: u32,
    /// Whether boards are sent regardless of their size.
    pub force: bool,
}

/// A puzzle whose result has not been reported yet.
struct Pending<'a> {
    source: &'a Source,
    /// The number of times that its board was retransmitted.
    retries: u32,
    /// Whether the size of its board was checked.
    weighed: bool,
    /// The verdict of an earlier reply that must be confirmed by another one.
    unconfirmed: Option<Verdict>,
    result: Option<Result<Answer, Failure>>,
}

impl Device {
    /// The device behind `link`, called `name` in errors, with or without check messages.
    pub fn new(name: String, link: Box<dyn Link>, check: bool) -> Self {
        Self {
            name,
            link,
            check: Some(check),
            asks: false,
            search: SearchTerms::default(),
            retries: 0,
            line: None,
            heard: false,
        }
    }

    /// The same device, with these terms for a core that searches.
    #[must_use]
    pub fn with_search(mut self, search: SearchTerms) -> Self {
        self.search = search;
        self
    }

    /// The same device on a serial line, on which large boards are announced or refused.
    #[must_use]
    pub fn with_line(mut self, line: Line) -> Self {
        self.line = Some(line);
        self
    }

    /// The same device, whose identity is requested unless `check` is `Some(false)`, which permits only messages of the published
    /// protocol. A board is retransmitted up to `retries` times.
    #[must_use]
    pub fn with_retries(mut self, check: Option<bool>, retries: u32) -> Self {
        self.check = check;
        self.asks = check != Some(false);
        self.retries = retries;
        self
    }

    /// Sets the time limit for searches of the core; `None` for no limit.
    pub fn limit_search(&mut self, limit: Option<Duration>) {
        self.search.time_limit = limit;
    }

    /// Solves one puzzle.
    ///
    /// # Errors
    /// The board cannot be sent, the device gives no valid answer (see [`Fault`]), or Ctrl-C was pressed.
    pub fn solve(
        &mut self,
        source: &Source,
        observer: &mut dyn Observer,
    ) -> Result<Answer, Failure> {
        let mut answer = Ok(Answer::impossible(&source.puzzle));
        self.solve_all(std::slice::from_ref(source), observer, &mut |_, found| {
            if let Found::Answer(result) = found {
                answer = result.map(|answer| *answer);
            }
            Ok(ControlFlow::Continue(()))
        })?;
        answer
    }

    /// Sends the boards of these puzzles one after the other until the first fault, and stores the accepted answers in the puzzles; after
    /// a fault, only those with the verdict solved. Returns the fault and its puzzle; `None` if there was no fault. A board that cannot
    /// be sent ends the round before it, and is a fault only as the first board of a round.
    fn round<'p, 'a>(
        &mut self,
        puzzles: impl IntoIterator<Item = &'p mut Pending<'a>>,
        observer: &mut dyn Observer,
    ) -> Option<(&'p mut Pending<'a>, Fault)> {
        let mut puzzles = puzzles.into_iter();
        let identity = match self.identify() {
            Ok(identity) => identity,
            Err(error) => return puzzles.next().map(|first| (first, error.into())),
        };
        let mut waiting: VecDeque<(&mut Pending, Terms, Plan)> = VecDeque::new();
        let mut boards = Vec::new();
        for pending in puzzles {
            let terms = self.terms(&pending.source.puzzle, identity);
            let board = terms.board(&pending.source.puzzle);
            match board.and_then(|board| self.weigh(board, pending)) {
                Ok(board) => {
                    waiting.push_back((pending, terms, board.plan));
                    boards.push(board);
                }
                // The boards before this one are sent first; this one will be the first board of the next round.
                Err(_) if !boards.is_empty() => break,
                Err(fault) => return Some((pending, fault)),
            }
        }
        let bytes = boards.iter().map(|board| board.plan.total_bytes());
        observer.begin(bytes.fold(0, u64::saturating_add));
        let (mut answered, mut refused, mut heard) = (Vec::new(), None, false);
        let result = self.link.stream(boards, observer, &mut |reply, traffic| {
            heard = true;
            let Some((pending, terms, plan)) = waiting.pop_front() else {
                return ControlFlow::Break(());
            };
            let unconfirmed = pending.unconfirmed;
            match terms.judge(&pending.source.puzzle, &plan, &reply, &traffic, unconfirmed) {
                Ok((verdict, grid)) => {
                    let trip = RoundTrip {
                        traffic,
                        retries: pending.retries,
                        check: terms.check,
                        core: terms.core,
                        request: terms.request,
                    };
                    let limited = ended_by_request(terms.request, terms.clock_khz, &traffic);
                    answered.push((pending, Answer::of_device(verdict, grid, trip, limited)));
                    ControlFlow::Continue(())
                }
                Err(fault) => {
                    pending.unconfirmed = fault.verdict().or(unconfirmed);
                    refused = Some((pending, fault.into()));
                    ControlFlow::Break(())
                }
            }
        });
        self.heard |= heard;
        if let Err(error) = result {
            self.heard |= matches!(
                error,
                LinkError::BrokenOff { .. }
                    | LinkError::OnlyIdentities { .. }
                    | LinkError::LateIdentity
            );
            refused = waiting
                .pop_front()
                .map(|(pending, ..)| (pending, error.into()));
        }
        for (pending, answer) in answered {
            // A solved picture is verified against the clues. Any other verdict could belong to the next board, if the reply
            // to this one was lost, so it is accepted only if the whole round has been answered.
            if refused.is_none() || answer.verdict == Verdict::Solved {
                pending.result = Some(Ok(answer));
            }
        }
        refused
    }

    /// On a serial line, checks the size of a board once, before it is sent.
    ///
    /// # Errors
    /// The board needs `--force`.
    fn weigh<'b>(
        &self,
        board: Outgoing<'b>,
        pending: &mut Pending<'_>,
    ) -> Result<Outgoing<'b>, Fault> {
        if let Some(Line { baud, force }) = self.line.filter(|_| !pending.weighed) {
            let bytes = board.plan.bytes;
            let instead = "use a clue core or `--on software`";
            Weight { bytes, baud }.check(&pending.source.name(), force, instead)?;
            pending.weighed = true;
        }
        Ok(board)
    }

    /// The terms for a puzzle on a device with this identity.
    fn terms(&self, puzzle: &Puzzle, identity: Option<BuildIdentity>) -> Terms {
        let (codec, build) = self.link.design(puzzle);
        let clock_khz = build.map_or(0, |build| build.clock_khz);
        Terms {
            codec,
            check: self.check.unwrap_or(identity.is_some()),
            binds_replies: build.is_some_and(|build| build.binds_replies),
            identity,
            request: self.search.request(clock_khz),
            core: build.and_then(|build| build.core_kind()),
            clock_khz,
        }
    }

    /// The identity of the device; `None` if it must not be requested, or the device does not report one.
    fn identify(&mut self) -> Result<Option<BuildIdentity>, LinkError> {
        let identity = if self.asks {
            self.link.identify()?
        } else {
            None
        };
        self.heard |= identity.is_some();
        Ok(identity)
    }

    /// The maximum number of times that a board is retransmitted, in view of what the device has sent so far.
    fn limit(&self) -> u32 {
        if self.heard {
            self.retries
        } else {
            self.retries.min(RETRIES_INTO_SILENCE)
        }
    }
}

impl Backend for Device {
    fn batch(&self) -> usize {
        self.link.batch()
    }

    fn solve_all(
        &mut self,
        sources: &[Source],
        observer: &mut dyn Observer,
        each: EachFound<'_>,
    ) -> Result<(), Failure> {
        let mut queue: VecDeque<Pending> = (sources.iter())
            .map(|source| Pending {
                source,
                retries: 0,
                weighed: false,
                unconfirmed: None,
                result: None,
            })
            .collect();
        let mut burst = queue.len();
        while !queue.is_empty() {
            let open = queue.iter_mut().filter(|pending| pending.result.is_none());
            match self.round(open.take(burst), observer) {
                None => burst = burst.saturating_mul(GROWTH),
                // The device has an identity after all; nothing was lost.
                Some((_, Fault::Link(LinkError::LateIdentity))) => {}
                Some((pending, fault)) => {
                    burst = 1;
                    let again = fault.is_transient() && pending.retries < self.limit();
                    let failure = fault.at(&self.name);
                    if let Failure::Interrupted = failure {
                        return Err(failure);
                    }
                    if again {
                        pending.retries += 1;
                        let name = pending.source.name();
                        let limit = self.heard.then_some(self.retries);
                        observer.again(&name, &failure.cause(), pending.retries, limit);
                    } else {
                        pending.result = Some(Err(failure));
                    }
                }
            }
            while let Some(pending) = queue.pop_front() {
                match pending.result {
                    Some(result) => {
                        // The answer is the last item for its puzzle, so there is nothing to break off.
                        let _ = each(pending.source, Found::Answer(result.map(Box::new)))?;
                    }
                    None => {
                        queue.push_front(pending);
                        break;
                    }
                }
            }
        }
        Ok(())
    }
}
