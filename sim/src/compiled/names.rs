//! The netlist paths of the signals and memories that the observers of a board read.
//! Interface: [`Names::of`] for a build; its methods return the paths of signals and memories, and decode their values.

use nonogram_protocol::CoreKind;
use nonogram_verilog::{Build, Top};

use crate::design::{Probe, lines};
use crate::search::Sizes;
use crate::search::steps::paths;

/// Width of a line's position on the buses of a core, in bits; the next bit is set for a column.
const POSITION: usize = 5;

/// The layout of a build's observed signals.
pub(super) struct Names {
    core: CoreKind,
    /// The prefix of the solver's signals.
    solver: &'static str,
    side: usize,
    lanes: usize,
    colours: usize,
}

/// Number of event signals, which every core has.
pub(super) const EVENTS: usize = 7;

impl Names {
    /// The names of a build below this top.
    pub(super) fn of(build: &Build, top: Top) -> Self {
        Self {
            core: build.core(),
            solver: match top {
                Top::Uart => "solver.",
                Top::Stream => "",
            },
            side: build.side(),
            lanes: build.lanes(),
            colours: build.colours(),
        }
    }

    fn in_solver(&self, names: &[&str]) -> Vec<String> {
        let names = names.iter();
        names.map(|name| format!("{}{name}", self.solver)).collect()
    }

    /// The event signals: launched, visited, decided, status of the core, solving, replying, reset of the core.
    pub(super) fn events(&self) -> Vec<String> {
        let visited = match self.core {
            CoreKind::Classic => "core.visitor.visited",
            CoreKind::Parallel | CoreKind::Clue => "core.visited",
        };
        self.in_solver(&[
            "launched",
            visited,
            "decided",
            "core.status",
            "solving",
            "replying",
            "core.reset",
        ])
    }

    /// The signals from which [`Names::lines`] derives the lines whose visits end; empty for a clue core.
    pub(super) fn ending(&self) -> Vec<String> {
        self.in_solver(match self.core {
            CoreKind::Classic => &["core.visitor.count_write", "core.visitor.count_write_line"],
            CoreKind::Parallel => &[
                "core.rows.ended",
                "core.rows.e_line",
                "core.columns.ended",
                "core.columns.e_line",
            ],
            CoreKind::Clue => &[],
        })
    }

    /// The rows and the columns whose visits end, one bit per line, from the values of [`Names::ending`].
    pub(super) fn lines(&self, words: &[u64]) -> [u64; 2] {
        match *words {
            [1, line] => {
                let (column, position) = (line >> POSITION, line % (1 << POSITION));
                lines(column != 0, position as usize)
            }
            [row, rows, column, columns] => [row * rows, column * columns],
            _ => [0; 2],
        }
    }

    /// The sizes of a clue core.
    pub(super) fn sizes(&self) -> Sizes {
        Sizes {
            engines: self.lanes,
            colours: self.colours,
        }
    }

    /// The signals from which the steps of a clue core are derived; empty for an option core.
    pub(super) fn observed(&self) -> Vec<String> {
        match self.core {
            CoreKind::Clue => paths(self.sizes())
                .iter()
                .map(|path| format!("{}core.{path}", self.solver))
                .collect(),
            CoreKind::Classic | CoreKind::Parallel => Vec::new(),
        }
    }

    /// The registers `known` of all rows, then the registers `assigned`; empty for a clue core.
    pub(super) fn cells(&self) -> Vec<String> {
        if self.core == CoreKind::Clue {
            return Vec::new();
        }
        let rows =
            |name: &'static str| (0..self.side).map(move |row| format!("core.cells.{name}_{row}"));
        let names: Vec<String> = rows("known").chain(rows("assigned")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        self.in_solver(&names)
    }

    /// What a clue core stores of the rows: known and filled cells, or with several colours the excluded values; in an option core the option
    /// counts, rows first.
    pub(super) fn memories(&self) -> Vec<String> {
        let names: Vec<String> = match self.core {
            CoreKind::Classic => vec!["core.counts.mem".to_owned()],
            CoreKind::Parallel => ["rows", "columns"]
                .iter()
                .flat_map(|side| {
                    let lanes = 0..self.lanes;
                    lanes.map(move |lane| format!("core.{side}.lanes_{lane}.counts.mem"))
                })
                .collect(),
            CoreKind::Clue => (0..=self.colours)
                .map(|value| format!("core.lines.state.rows_{value}.mem"))
                .collect(),
        };
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        self.in_solver(&names)
    }

    /// The core's state, from the values of [`Names::cells`] and the words of [`Names::memories`].
    pub(super) fn probe(&self, cells: &[u64], memories: &[&[u64]]) -> Probe {
        if self.core == CoreKind::Clue {
            return Probe::of_planes(memories, self.colours, self.side);
        }
        let (known, assigned) = cells.split_at(self.side);
        Probe {
            known: known.to_vec(),
            assigned: assigned.to_vec(),
            counts: self.counts(memories),
            ..Probe::default()
        }
    }

    /// The option counts, rows first, from the words of [`Names::memories`].
    fn counts(&self, memories: &[&[u64]]) -> Vec<u32> {
        let columns = 1 << POSITION;
        match self.core {
            CoreKind::Classic => {
                let lines = (0..self.side).chain(columns..columns + self.side);
                lines.map(|line| memories[0][line] as u32).collect()
            }
            CoreKind::Parallel => {
                let sides = memories.chunks(self.lanes);
                let count = |lanes: &[&[u64]], line: usize| {
                    lanes.iter().map(|words| words[line] as u32).sum()
                };
                let side = |lanes| (0..self.side).map(move |line| count(lanes, line));
                sides.flat_map(side).collect()
            }
            CoreKind::Clue => Vec::new(),
        }
    }
}
