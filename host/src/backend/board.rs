//! The protocol's back end: boards out, replies in, and nothing believed that can be checked.
//!
//! Boards follow each other without waiting; one whose reply is bad, short or missing is sent again.
//! Which verdicts are believed is [`super::verify`]'s part.

use std::ops::ControlFlow;

use nonogram_protocol::{BoardStream, BuildIdentity};
use nonogram_puzzles::Puzzle;

use super::verify::{Trouble, judge};
use super::{Answer, Backend, Each, Observer, Trip, Verdict};
use crate::exit::{Exit, Failure, OrExit};
use crate::link::{Exchange, Link, LinkError, Outgoing, Plan};

/// Boards in the first round after one without a fault, for each in that round.
const GROWTH: usize = 4;

/// Times that a board is sent again to a far end that has never said anything.
const RETRIES_INTO_SILENCE: u32 = 1;

/// A board behind a link.
pub struct Board {
    name: String,
    link: Box<dyn Link>,
    /// Check messages or not; `None`: where the far end answers with one.
    check: Option<bool>,
    /// The far end may be asked which build it is.
    asks: bool,
    retries: u32,
    /// The far end has said something.
    heard: bool,
}

/// What a round of boards brought.
struct Round {
    /// Each puzzle's number, and its answer.
    answers: Vec<(usize, Answer)>,
    /// The puzzle at which it ended, if it did not come to its end, and why.
    trouble: Option<(usize, Trouble)>,
}

impl Board {
    /// The board behind `link`, called `name` in errors; with check messages or without.
    pub fn new(name: String, link: Box<dyn Link>, check: bool) -> Self {
        Self {
            name,
            link,
            check: Some(check),
            asks: false,
            retries: 0,
            heard: false,
        }
    }

    /// The same board, asked who it is unless `check` is off (then it gets nothing but the published
    /// messages). A board is sent again up to `retries` times.
    #[must_use]
    pub fn with_retries(mut self, check: Option<bool>, retries: u32) -> Self {
        self.check = check;
        self.asks = check != Some(false);
        self.retries = retries;
        self
    }

    fn trouble(&self, error: LinkError) -> Trouble {
        let passes = matches!(
            error,
            LinkError::Silent(_) | LinkError::BrokenOff { .. } | LinkError::Garbage(..)
        );
        let failure = error.at(&self.name);
        if passes {
            Trouble::Passing(failure)
        } else {
            Trouble::Lasting(failure)
        }
    }

    /// Sends these puzzles' boards one after the other, up to the first trouble.
    fn round(&mut self, puzzles: &[&Puzzle], todo: &[usize], observer: &mut dyn Observer) -> Round {
        let mut round = Round {
            answers: Vec::new(),
            trouble: None,
        };
        let identity = match self.identity() {
            Ok(identity) => identity,
            Err(error) => {
                round.trouble = Some((todo[0], self.trouble(error)));
                return round;
            }
        };
        let check = self.check.unwrap_or(identity.is_some());
        let mut plans = Vec::new();
        let mut boards = Vec::new();
        for &number in todo {
            match outgoing(puzzles[number], check, identity.as_ref()) {
                Ok(board) => {
                    plans.push(board.plan);
                    boards.push(board);
                }
                // The boards before it first: this one will be the first of its round.
                Err(_) if !boards.is_empty() => break,
                Err(error) => {
                    let failure = match error {
                        Refused::Link(error) => error.at(&self.name),
                        Refused::Other(failure) => failure,
                    };
                    round.trouble = Some((number, Trouble::Lasting(failure)));
                    return round;
                }
            }
        }
        let bytes = plans.iter().map(Plan::bytes).fold(0, u64::saturating_add);
        observer.begin(bytes);
        let (mut answers, mut trouble, mut heard) = (Vec::new(), None, self.heard);
        let name = &self.name;
        let mut place = 0;
        let result = self.link.stream(
            boards,
            &mut |progress| observer.progress(progress),
            &mut |exchange: Exchange| {
                let (number, plan) = (todo[place], &plans[place]);
                heard = true;
                match judge(
                    name,
                    puzzles[number],
                    plan,
                    check,
                    identity.as_ref(),
                    &exchange.reply,
                ) {
                    Ok((verdict, grid)) => answers.push((
                        number,
                        Answer {
                            verdict,
                            grid,
                            bytes_sent: exchange.bytes_sent,
                            bytes_received: exchange.bytes_received,
                            cycles: exchange.cycles,
                            clocks: exchange.clocks,
                            trip: Some(Trip {
                                retries: 0,
                                check,
                                core: identity.and_then(|identity| identity.core_name()),
                                elapsed: exchange.elapsed,
                            }),
                            ..Answer::impossible(puzzles[number])
                        },
                    )),
                    Err(found) => {
                        trouble = Some((number, found));
                        return ControlFlow::Break(());
                    }
                }
                place += 1;
                ControlFlow::Continue(())
            },
        );
        self.heard = heard;
        if let Err(error) = result {
            self.heard |= matches!(error, LinkError::BrokenOff { .. } | LinkError::Garbage(..));
            trouble = Some((todo[place], self.trouble(error)));
        }
        round.answers = answers;
        round.trouble = trouble;
        round
    }

    fn identity(&mut self) -> Result<Option<BuildIdentity>, LinkError> {
        let identity = if self.asks {
            self.link.identify()?
        } else {
            None
        };
        self.heard |= identity.is_some();
        Ok(identity)
    }

    /// How often a board may be sent again.
    fn limit(&self) -> u32 {
        if self.heard {
            self.retries
        } else {
            self.retries.min(RETRIES_INTO_SILENCE)
        }
    }
}

/// Why a board is not sent at all.
enum Refused {
    Link(LinkError),
    Other(Failure),
}

/// A puzzle's board, if the far end takes it.
fn outgoing<'a>(
    puzzle: &'a Puzzle,
    check: bool,
    identity: Option<&BuildIdentity>,
) -> Result<Outgoing<'a>, Refused> {
    let stream = BoardStream::new(puzzle.rows(), puzzle.columns())
        .or_exit(Exit::Usage)
        .map_err(Refused::Other)?;
    let plan = Plan::new(puzzle, check)
        .or_exit(Exit::Usage)
        .map_err(Refused::Other)?;
    if let Some(identity) = identity
        && !plan.fits(identity)
    {
        return Err(Refused::Link(LinkError::TooLarge {
            plan,
            limits: identity.to_string(),
        }));
    }
    Ok(Outgoing {
        plan,
        bytes: Box::new(stream.with_check(check).bytes()),
    })
}

impl Backend for Board {
    fn solve(&mut self, puzzle: &Puzzle, observer: &mut dyn Observer) -> Result<Answer, Failure> {
        let mut answer = None;
        self.solve_all(&[puzzle], observer, &mut |_, result| {
            answer = Some(result);
            Ok(())
        })?;
        // Every puzzle gets one result.
        answer.unwrap_or_else(|| Ok(Answer::impossible(puzzle)))
    }

    fn batch(&self) -> usize {
        self.link.batch()
    }

    fn solve_all(
        &mut self,
        puzzles: &[&Puzzle],
        observer: &mut dyn Observer,
        each: Each<'_>,
    ) -> Result<(), Failure> {
        let mut results: Vec<Option<Result<Answer, Failure>>> =
            puzzles.iter().map(|_| None).collect();
        let mut attempts = vec![0; puzzles.len()];
        let mut told = 0;
        let mut burst = puzzles.len();
        while told < puzzles.len() {
            let todo: Vec<usize> = (told..puzzles.len())
                .filter(|&number| results[number].is_none())
                .take(burst)
                .collect();
            let Round { answers, trouble } = self.round(puzzles, &todo, observer);
            for (number, mut answer) in answers {
                // A picture proves itself. Another verdict could be the next board's, if this one's
                // reply was lost: it counts once the whole round has been answered.
                if trouble.is_none() || answer.verdict == Verdict::Solved {
                    if let Some(trip) = &mut answer.trip {
                        trip.retries = attempts[number];
                    }
                    results[number] = Some(Ok(answer));
                }
            }
            match trouble {
                None => burst = burst.saturating_mul(GROWTH),
                Some((_, Trouble::Lasting(failure @ Failure::Interrupted))) => return Err(failure),
                Some((number, Trouble::Passing(failure))) if attempts[number] < self.limit() => {
                    attempts[number] += 1;
                    observer.again(number, &failure, attempts[number], self.limit());
                    burst = 1;
                }
                Some((number, Trouble::Passing(failure) | Trouble::Lasting(failure))) => {
                    results[number] = Some(Err(failure));
                    burst = 1;
                }
            }
            while let Some(result) = results.get_mut(told).and_then(Option::take) {
                each(told, result)?;
                told += 1;
            }
        }
        Ok(())
    }
}
