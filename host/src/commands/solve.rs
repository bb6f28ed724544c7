//! `nonogram solve FILE…`: solves puzzles on any back end.
//!
//! Results are printed in the order of the puzzles; the exit code is the highest of all puzzles. With `--count`, the solutions of each puzzle
//! are counted without printing or storing them.

use std::io::IsTerminal;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use clap::Args;
use nonogram_kit::device::{Designs, Device, Traffic};
use nonogram_kit::{Answer, Counted, Source, count, may_be_more, sums_in_words};
use nonogram_protocol::{CoreKind, wire_seconds};
use nonogram_puzzles::{Grid, Puzzle};
use nonogram_solver::{End, Engine, Verdict, fit};
use serde::Serialize;

use crate::backend::{Backend, Choice, Reported, Software};
use crate::exit::{self, Exit, Failure, Outcome, refuse};
use crate::input::{Image, Input, Unread};
use crate::output::{self, Pattern};
use crate::picture::{self, Files, Pictures};
use crate::screen::Bar;
use crate::solve_record::{ErrorRecord, SolveRecord};

/// Solve puzzles and print their pictures
#[derive(Args)]
#[command(after_help = "\
Examples:
  nonogram solve puzzle.non
  nonogram solve --on software --all puzzle.non
  nonogram solve --on /dev/ttyUSB1 --json puzzle.non
  nonogram solve --output picture.svg puzzle.non")]
#[command(after_long_help = "\
Examples:
  nonogram solve puzzle.non
  nonogram solve --core clue --time-limit 0.01 puzzle.non
  nonogram solve --on /dev/ttyUSB1 --json puzzle.non
  nonogram solve --on /dev/ttyUSB1 --baud 3000000 --retries 20 puzzles/*.non
  nonogram solve --on udp://192.168.1.50:5000 puzzle.non
  nonogram solve --on software --output picture.svg puzzle.non
  nonogram solve --on software --all --output 'solution-%d.txt' puzzle.non
  nonogram solve --on software --count puzzle.non
  nonogram solve --on software --engine placements puzzle.non
  nonogram solve --on software --engine lines puzzle.non

Prints one line per row: `#` filled (in several colours, the letter of the colour), `-` blank, `?` unknown; on a terminal, the largest \
drawing that fits. An empty line separates pictures. The clue core and the software engines also report whether the \
solution is unique (exit code 4 if it is not), unless --max-solutions 1 is given or a limit ends the search first.")]
pub struct Solve {
    /// Print one JSON object per puzzle, one per line
    #[arg(long, conflicts_with = "style", help_heading = "Output")]
    json: bool,

    /// In software: print the number of solutions instead of the solutions
    #[arg(long, conflicts_with_all = ["all", "output", "style", "to"], help_heading = "Output")]
    count: bool,

    #[command(flatten, next_help_heading = "Output")]
    pictures: Pictures,

    // After the output: help lists headings in the order of their options.
    #[command(flatten, next_help_heading = OPTIONS)]
    choice: Choice,

    #[command(flatten, next_help_heading = OPTIONS)]
    input: Input,
}

/// The default heading of clap, for the options without a heading of their own.
const OPTIONS: Option<&str> = None;

impl Solve {
    pub fn run(mut self) -> Outcome {
        self.choice.check_effect(self.count)?;
        self.choice.find_port()?;
        let files = self.pictures.files()?;
        let to = self.pictures.on_stdout().is_some();
        refuse(
            &[("--to", to && self.json && files.is_none())],
            "with --json, only with --output FILE",
        )?;
        let pattern = files.as_ref().map(|files| &files.pattern);
        self.input.protect_inputs(pattern.map(Pattern::name))?;
        if self.count {
            return count_all(&self.input, &self.choice, self.json);
        }
        let mut backend = self.choice.open(&self.input)?;
        let mut session = Session {
            solve: &self,
            reported: self.choice.reported(),
            files: files.as_ref(),
            waiting: Vec::new(),
            shown: 0,
            worst: Exit::Solved,
        };
        let exit = self.input.for_each_file(Image::default(), pattern, |item| match item {
            Ok(source) => session.take(&mut backend, source),
            Err(Unread { file, failure }) => {
                session.solve(&mut backend)?;
                session.no_result(&file, None, &failure)?;
                Err(failure)
            }
        })?;
        session.solve(&mut backend)?;
        Ok(exit.max(session.worst))
    }
}

/// The state of one run over all puzzles.
struct Session<'a> {
    solve: &'a Solve,
    /// The back end of the current puzzles: the chosen one, or software for puzzles that no design takes.
    reported: Reported<'a>,
    /// The files for pictures; `None` for stdout.
    files: Option<&'a Files>,
    /// Puzzles that wait to be solved together.
    waiting: Vec<Source>,
    /// The highest exit code so far.
    worst: Exit,
    /// Number of pictures drawn so far.
    shown: usize,
}

impl Session<'_> {
    /// Adds a puzzle to those that wait, and solves them when there are enough for a batch. A puzzle whose row and column clues have
    /// different sums does not wait: it is reported after those that do.
    fn take(&mut self, backend: &mut Backend, source: Source) -> Outcome {
        if !source.puzzle.sums_agree() {
            self.solve(backend)?;
            self.refuse(&source)?;
            return Ok(Exit::Solved);
        }
        self.waiting.push(source);
        if self.waiting.len() >= backend.batch() {
            self.solve(backend)?;
        }
        Ok(Exit::Solved)
    }

    /// Solves the waiting puzzles, and shows the results in their order.
    fn solve(&mut self, backend: &mut Backend) -> Result<(), Failure> {
        let sources = std::mem::take(&mut self.waiting);
        match backend {
            Backend::Device(device) => self.on_device(device, &sources),
            Backend::Software(software) => self.in_software(software, &sources),
            Backend::Either(device, software) => {
                for source in &sources {
                    let one = std::slice::from_ref(source);
                    let Some(why) = device.misfit(&source.puzzle) else {
                        self.on_device(device, one)?;
                        continue;
                    };
                    let name = source.name();
                    say!("nonogram: {name}: solved in software, because it fits no design: {why}");
                    self.reported = software.options.reported();
                    self.in_software(software, one)?;
                    self.reported = self.solve.choice.reported();
                }
                Ok(())
            }
        }
    }

    fn on_device(&mut self, device: &mut Device, sources: &[Source]) -> Result<(), Failure> {
        let mut bar = Bar::new(&match sources {
            [] => return Ok(()),
            [source] => source.name(),
            sources => format!("{} puzzles", sources.len()),
        });
        let mut start = Instant::now();
        device.solve_all(sources, &mut |event| bar.on_event(event), &mut |source, result| {
            let elapsed = std::mem::replace(&mut start, Instant::now()).elapsed();
            // Boards in a stream overlap; each has its own elapsed time.
            let traffic = result.as_ref().ok().and_then(|answer| answer.traffic);
            let traffic = traffic.filter(|_| sources.len() > 1);
            let elapsed = traffic.map_or(elapsed, |traffic| traffic.elapsed);
            self.report(source, result.map(|answer| (None, answer)), elapsed)
        })
    }

    fn in_software(&mut self, software: &mut Software, sources: &[Source]) -> Result<(), Failure> {
        for source in sources {
            let start = Instant::now();
            let mut listed = Ok(ControlFlow::Continue(()));
            let result = software.solve(source, &mut |number, answer| {
                listed = self.list(source, number, answer, start.elapsed());
                *listed.as_ref().unwrap_or(&ControlFlow::Break(()))
            });
            // No answer follows a solution that cannot be shown.
            if listed?.is_continue() {
                self.report(source, result, start.elapsed())?;
            }
        }
        Ok(())
    }

    /// Shows the answer to a puzzle, with its number if several solutions were requested, or reports why there is none.
    fn report(
        &mut self,
        source: &Source,
        result: Result<(Option<usize>, Answer), Failure>,
        elapsed: Duration,
    ) -> Result<(), Failure> {
        let name = source.name();
        let result =
            result.map_err(|failure| failure.within(&name)).and_then(|(number, answer)| {
                explain(source, &answer, self.solve.choice.has_known_cells());
                // The solutions of a listed answer have been shown.
                if !answer.is_listed() {
                    self.show(source, number, &answer, elapsed)?;
                }
                self.sum_up(source, &answer, elapsed);
                Ok(self.exit(&answer))
            });
        self.note(source, result)
    }

    /// Shows one of several solutions.
    fn list(
        &mut self,
        source: &Source,
        number: usize,
        answer: &Answer,
        elapsed: Duration,
    ) -> Result<ControlFlow<()>, Failure> {
        match self.show(source, Some(number), answer, elapsed) {
            Ok(()) => Ok(ControlFlow::Continue(())),
            Err(failure) => {
                self.note(source, Err(failure))?;
                Ok(ControlFlow::Break(()))
            }
        }
    }

    /// Reports a puzzle whose row and column clues have different sums as unsolvable.
    fn refuse(&mut self, source: &Source) -> Result<(), Failure> {
        let sums = sums_in_words(&source.puzzle).unwrap_or_default();
        let unsent = if self.solve.choice.is_software() { "" } else { ", nothing was sent" };
        say!(
            "nonogram: {}: unsolvable{unsent}: {sums}; expected the same sum: correct the clues",
            source.name()
        );
        let answer = Answer::impossible(&source.puzzle);
        let result = self.show(source, None, &answer, Duration::ZERO);
        self.note(source, result.map(|()| self.exit(&answer)))
    }

    /// Records the result of a puzzle, and reports a failure. Returns an error only if the run was interrupted or stdout cannot be
    /// written to.
    fn note(&mut self, source: &Source, result: Outcome) -> Result<(), Failure> {
        match result {
            Ok(exit) => self.worst = self.worst.max(exit),
            Err(failure @ (Failure::StdoutClosed | Failure::Interrupted)) => return Err(failure),
            Err(failure) => {
                exit::report(&failure);
                self.worst = self.worst.max(failure.exit());
                self.no_result(&source.file, source.number, &failure)?;
            }
        }
        Ok(())
    }

    /// Prints, with `--json`, the object of a puzzle or a file without a result.
    fn no_result(
        &self,
        file: &str,
        puzzle: Option<usize>,
        failure: &Failure,
    ) -> Result<(), Failure> {
        if self.solve.json {
            output::json(&ErrorRecord::new(file, puzzle, failure))?;
        }
        Ok(())
    }

    /// The exit code of an answer. A search for several solutions that ends with the first one has not settled their number.
    fn exit(&self, answer: &Answer) -> Exit {
        if self.solve.choice.wants_several() {
            Exit::of_number(answer.verdict, answer.end)
        } else {
            Exit::of_solution(answer.verdict, answer.end)
        }
    }

    /// Shows an answer, with the number of its solution if several were requested.
    fn show(
        &mut self,
        source: &Source,
        number: Option<usize>,
        answer: &Answer,
        elapsed: Duration,
    ) -> Result<(), Failure> {
        if self.solve.json {
            let Reported { backend, core, engine, baud } = self.reported;
            let seconds = elapsed.as_secs_f64();
            let mut record = SolveRecord::new(source, answer, backend, baud, seconds);
            record.core = record.core.or(core);
            record.engine = engine;
            let on_port = answer.traffic.filter(|_| self.solve.choice.is_port());
            if let Some(Traffic { plan, .. }) = on_port {
                record.retries = Some(plan.retries);
                record.check = Some(plan.check);
            }
            record.solution = number;
            output::json(&record)?;
        }
        if answer.verdict.status().has_cells() { self.draw(source, &answer.grid) } else { Ok(()) }
    }

    /// Prints a summary line on stderr for a puzzle on the simulated board, if stderr is a terminal and `--json` is not given.
    fn sum_up(&self, source: &Source, answer: &Answer, elapsed: Duration) {
        let traffic = answer.traffic.filter(|_| self.solve.choice.is_sim());
        let (Some(traffic), Some(baud)) = (traffic, self.reported.baud) else {
            return;
        };
        if self.solve.json || !std::io::stderr().is_terminal() {
            return;
        }
        let Traffic { bytes_sent, bytes_received, cycles, .. } = traffic;
        let core = answer.core().unwrap_or_default();
        say!(
            "{}: {}, {core} core, {} cycles, {:.3} s wire, {:.3} s elapsed",
            source.short_name(),
            answer.verdict.status(),
            cycles.map_or("no".to_owned(), |cycles| cycles.to_string()),
            wire_seconds(bytes_sent + bytes_received, baud),
            elapsed.as_secs_f64(),
        );
    }

    /// Writes one picture to its file or, without `--json`, to stdout.
    fn draw(&mut self, source: &Source, grid: &Grid) -> Result<(), Failure> {
        self.shown += 1;
        let puzzle = &source.puzzle;
        match self.files {
            Some(files) => {
                let path = files.pattern.next(self.shown, &source.name())?;
                let drawn = picture::draw(files.format, puzzle, grid);
                let drawn = drawn.map_err(|failure| failure.within(&source.name()))?;
                output::file(&path, drawn)
            }
            None if self.solve.json => Ok(()),
            None => {
                let apart = self.shown > 1;
                let pictures = &self.solve.pictures;
                pictures.show(&source.name(), puzzle, grid, apart)
            }
        }
    }
}

/// Reports on stderr why a picture is missing or incomplete, that it is not unique, or that a limit ended the search.
fn explain(source: &Source, answer: &Answer, has_known_cells: bool) {
    let name = source.name();
    match (answer.verdict, answer.limit()) {
        (Verdict::Unique | Verdict::Solved, None) => {}
        (Verdict::Unique | Verdict::Solved, Some(limit)) => {
            say!("nonogram: {name}: stopped by {limit}: there may be further solutions");
        }
        (Verdict::Multiple, None) => {
            say!("nonogram: {name}: not unique: there is more than one solution");
        }
        (Verdict::Multiple, Some(limit)) => {
            say!("nonogram: {name}: not unique, and stopped by {limit}: there may be more");
        }
        (Verdict::Unsolvable, _) if has_known_cells => {
            say!(
                "nonogram: {name}: unsolvable: no picture has the given cells and satisfies every clue"
            );
        }
        (Verdict::Unsolvable, _) => {
            say!("nonogram: {name}: unsolvable: no picture satisfies every clue");
        }
        (Verdict::Stalled, limit) => {
            let cells = answer.grid.rows() * answer.grid.columns();
            let known = answer.grid.known_cells();
            let unfit = answer.search.as_ref().and_then(|search| search.unfit.as_ref());
            let certain = format!("{known} of {cells} cells are certain");
            let by_lines = format!("line logic determines {known} of {cells} cells");
            let (knows, why) = match answer.end {
                End::TimeLimit | End::NodeLimit | End::LineLogic => {
                    (certain, format!("{} stopped the search", limit.unwrap_or_default()))
                }
                End::MemoryFull => {
                    let why = "the core's memory for the search is full: use `--on software`";
                    (certain, why.to_owned())
                }
                End::Unfit => (by_lines, unfit.map(ToString::to_string).unwrap_or_default()),
                End::Complete | End::Enough | End::Stalled => {
                    let searching = searching(&source.puzzle);
                    (
                        by_lines,
                        format!("the puzzle needs search, or has several solutions{searching}"),
                    )
                }
            };
            say!("nonogram: {name}: stalled: {knows}; {why}");
        }
    }
}

/// The back ends to use for a puzzle that needs search: those that accept its size and colours.
fn searching(puzzle: &Puzzle) -> String {
    let clue = Designs { core: Some(CoreKind::Clue), ..Designs::default() };
    let (_, clue) = clue.design(puzzle);
    let portfolio = fit::check_search(puzzle, Engine::Portfolio);
    match (clue, portfolio) {
        (Some(_), _) => ": use `--on sim --core clue` or `--on software --engine portfolio`".into(),
        (None, Ok(())) => ": use `--on software --engine portfolio`".into(),
        (None, Err(_)) => format!("; no back end searches more than {} cells", fit::MAX_SEARCHED),
    }
}

/// The keys of `--json` besides those of the puzzle.
#[derive(Serialize)]
struct CountRecord<'a> {
    #[serde(flatten)]
    counted: Counted,
    engine: Option<&'a str>,
    elapsed_seconds: f64,
}

/// Counts the solutions of each puzzle; the exit code is the highest of all puzzles.
fn count_all(input: &Input, choice: &Choice, json: bool) -> Outcome {
    input.for_each(|source| {
        let options = choice.to_count(input, &source)?;
        let start = Instant::now();
        let counted = count(&source.puzzle, &options);
        if json {
            let record = CountRecord {
                counted,
                engine: choice.reported().engine,
                elapsed_seconds: start.elapsed().as_secs_f64(),
            };
            output::record(&source, &record)?;
        } else {
            output::stdout(format!("{}\n", counted.solutions))?;
        }
        if !counted.complete {
            let why = may_be_more(counted.solutions);
            say!("nonogram: {}: {why}", source.name());
        }
        Ok(Exit::of_number(counted.verdict, counted.end))
    })
}
