//! A puzzle with the name of its file, and the answer to it, from a device or a software engine.
//!
//! [`Answer::verdict`] and [`Answer::end`] are what the software engines report, and what a device's reply becomes once it is accepted; they
//! determine the status in JSON objects and the exit code.

use std::path::Path;

use nonogram_protocol::CoreKind;
use nonogram_puzzles::{Grid, Puzzle};
use nonogram_solver::{End, Report, SolveOptions, Unfit, Verdict, fit};

use crate::device::Traffic;
use crate::exit::harmless_name;

/// A puzzle, and the file that it comes from.
#[derive(Clone, Debug)]
pub struct Source {
    /// The file as named on the command line; for a puzzle without a file, a name for messages.
    pub file: String,
    /// The puzzle's position, from 1, in a file of several puzzles; `None` for the only puzzle of a file.
    pub number: Option<usize>,
    /// The puzzle.
    pub puzzle: Puzzle,
}

impl Source {
    /// The name of the puzzle for people: its file, without control characters, and its position in a file of several puzzles.
    pub fn name(&self) -> String {
        harmless_name(&self.given_name())
    }

    /// The name of the puzzle for programs: its file as it was named, and its position in a file of several puzzles.
    pub fn given_name(&self) -> String {
        match self.number {
            Some(number) => format!("{}, puzzle {number}", self.file),
            None => self.file.clone(),
        }
    }

    /// The name of the puzzle without the folders of its file.
    pub fn short_name(&self) -> String {
        let name = self.name();
        let short = Path::new(&name).file_name();
        short.map_or(name.clone(), |short| short.to_string_lossy().into_owned())
    }
}

/// The option that limits the time of a search, as it is spelled.
pub const TIME_LIMIT: &str = "--time-limit";
/// The option that restricts a core that searches to line logic, as it is spelled.
pub const LINE_LOGIC: &str = "--line-logic";
/// The option that limits decisions, as it is spelled.
pub const NODE_LIMIT: &str = "--node-limit";

/// The answer to one puzzle.
#[derive(Clone, Debug)]
pub struct Answer {
    /// A solution; the known cells if none was found, or if the solutions were reported one by one before. If the puzzle is unsolvable,
    /// a software engine leaves every cell unknown, and the cells of a device's reply have no meaning.
    pub grid: Grid,
    /// The verdict on the puzzle.
    pub verdict: Verdict,
    /// Why the run ended.
    pub end: End,
    /// From a device: the transmission of the board and its reply; `None` if nothing was sent.
    pub traffic: Option<Traffic>,
    /// From a software engine or a core that searches: the further results of its search; otherwise `None`.
    pub search: Option<SearchResult>,
}

/// The result of a search besides the first solution.
#[derive(Clone, Debug, Default)]
pub struct SearchResult {
    /// Number of solutions that were reported one by one before the answer, if several were requested; otherwise 0.
    pub listed: usize,
    /// The limit of the engine that the puzzle exceeds, if this is why the engine did not search.
    pub unfit: Option<Unfit>,
}

impl Answer {
    /// A device's answer.
    pub fn of_device(verdict: Verdict, grid: Grid, traffic: Traffic) -> Self {
        let end = match verdict {
            Verdict::Unique | Verdict::Unsolvable => End::Complete,
            Verdict::Solved | Verdict::Multiple => End::Enough,
            Verdict::Stalled => traffic.end_of_search(),
        };
        let is_clue_core = traffic.plan.core() == Some(CoreKind::Clue);
        let search = is_clue_core.then(SearchResult::default);
        Self { grid, verdict, end, traffic: Some(traffic), search }
    }

    /// The answer of the software engine of `options`, from its report; `listed` of its solutions were reported before.
    pub fn of_software(
        puzzle: &Puzzle,
        options: &SolveOptions,
        report: Report,
        listed: usize,
    ) -> Self {
        let Report { verdict, end, .. } = report;
        let grid = report.solutions.into_iter().next();
        let grid = grid.unwrap_or_else(|| {
            if verdict == Verdict::Unsolvable {
                Grid::new(puzzle.row_count(), puzzle.column_count())
            } else {
                report.lines
            }
        });
        let unfit = || fit::check_search(puzzle, options.engine).err();
        let unfit = if end == End::Unfit { unfit() } else { None };
        let search = SearchResult { listed, unfit };
        Self { grid, verdict, end, traffic: None, search: Some(search) }
    }

    /// The answer for one of several solutions.
    pub fn one_of_several(solution: &Grid) -> Self {
        Self {
            grid: solution.clone(),
            verdict: Verdict::Multiple,
            end: End::Enough,
            traffic: None,
            search: Some(SearchResult::default()),
        }
    }

    /// The answer "unsolvable" for a puzzle whose sums of row and column clues differ, found without sending or searching.
    pub fn impossible(puzzle: &Puzzle) -> Self {
        Self {
            grid: Grid::new(puzzle.row_count(), puzzle.column_count()),
            verdict: Verdict::Unsolvable,
            end: End::Complete,
            traffic: None,
            search: None,
        }
    }

    /// Whether the solutions were reported one by one before this answer.
    pub fn is_listed(&self) -> bool {
        self.search.as_ref().is_some_and(|search| search.listed > 0)
    }

    /// The option that ended the search early, if one did.
    pub fn limit(&self) -> Option<&'static str> {
        match self.end {
            End::TimeLimit => Some(TIME_LIMIT),
            End::NodeLimit => Some(NODE_LIMIT),
            End::LineLogic => Some(LINE_LOGIC),
            End::Complete | End::Enough | End::Stalled | End::Unfit | End::MemoryFull => None,
        }
    }

    /// Clock cycles from the end of the board to the verdict, if a device reports them.
    pub fn cycles(&self) -> Option<u64> {
        self.traffic.and_then(|traffic| traffic.cycles)
    }

    /// The name of the device's core, if it is known.
    pub fn core(&self) -> Option<&'static str> {
        self.traffic.and_then(|traffic| traffic.plan.core()).map(CoreKind::name)
    }
}
