//! Values of signals, cycle by cycle: the events, and the chosen signals.
//! Interface: [`Wave::choose`] chooses signals, [`Wave::sample`] records a cycle, and [`Wave::window`] returns the values to draw.
//! If no signals are chosen, only the events are recorded. [`Recording`] repeats the run of a board and returns every signal as VCD, in parts.

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;

use nonogram_puzzles::Puzzle;
use nonogram_sim::SimBoard;
use nonogram_sim::simulation::{Signal, Simulation};
use serde::Serialize;

/// Maximum number of chosen signals.
pub(super) const MOST: usize = 32;

/// Maximum number of stored changes per signal; beyond it the older half is discarded.
const KEPT: usize = 1 << 18;

/// Names of the events, which are always recorded.
const EVENTS: [&str; 7] =
    ["byte in", "launch", "solving", "visit", "decided", "replying", "byte out"];

/// The events of a cycle, in the order of [`EVENTS`].
pub(super) type Happened = [bool; EVENTS.len()];

/// Changes of a signal: the cycle of each, and the new value.
#[derive(Clone, Default)]
struct History(Vec<(u64, u64)>);

impl History {
    fn sample(&mut self, clock: u64, value: u64) {
        if self.0.last().is_some_and(|&(_, last)| last == value) {
            return;
        }
        if self.0.len() == KEPT {
            self.0.drain(..KEPT / 2);
        }
        self.0.push((clock, value));
    }

    /// The changes from cycle `from` to before `to`. The first entry is the value at `from`, if it was recorded. In each of `parts` equal
    /// parts only the first and the last change are returned.
    fn window(&self, from: u64, to: u64, parts: u64) -> Vec<(u64, u64)> {
        let begin = self.0.partition_point(|&(clock, _)| clock <= from);
        let end = self.0.partition_point(|&(clock, _)| clock < to);
        let before = begin.checked_sub(1).map(|place| (from, self.0[place].1));
        let mut values: Vec<(u64, u64)> = before.into_iter().collect();
        let part = |clock: u64| (clock - from) * parts / (to - from).max(1);
        let changes = self.0.get(begin..end).unwrap_or_default();
        for alike in changes.chunk_by(|one, next| part(one.0) == part(next.0)) {
            values.extend(alike.first());
            if alike.len() > 1 {
                values.extend(alike.last());
            }
        }
        values
    }
}

/// The recorded signals of a watched FPGA.
#[derive(Default)]
pub(super) struct Wave {
    events: [History; EVENTS.len()],
    chosen: Vec<Chosen>,
    /// The nets of the chosen signals.
    nets: Vec<usize>,
}

struct Chosen {
    signal: Signal,
    history: History,
}

/// An event or a chosen signal, as it is drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Signal"))]
pub struct Shown {
    /// Name of the event or signal.
    pub name: String,
    /// Width, in bits; 1 for an event.
    pub width: usize,
    /// Whether this is a chosen signal; false for an event.
    pub chosen: bool,
    /// Whether the values are names of states.
    pub states: bool,
    /// Cycles and values: the value at the first cycle, if recorded, then at most two changes per column. Numbers are hexadecimal.
    pub changes: Vec<(u64, String)>,
}

impl Wave {
    /// Chooses the named signals; signals that were already chosen keep their history.
    pub(super) fn choose(&mut self, all: &[Signal], names: &[String]) -> Result<(), String> {
        if names.len() > MOST {
            return Err(format!("{} signals; expected at most {MOST}: remove some", names.len()));
        }
        let mut places: Vec<usize> = Vec::new();
        for name in names {
            let place = place(all, name)?;
            if !places.contains(&place) {
                places.push(place);
            }
        }
        let chosen = places.iter().map(|&place| {
            let before = (self.chosen.iter_mut()).find(|chosen| chosen.signal == all[place]);
            Chosen {
                signal: all[place].clone(),
                history: before
                    .map(|chosen| std::mem::take(&mut chosen.history))
                    .unwrap_or_default(),
            }
        });
        self.chosen = chosen.collect();
        self.nets = places.iter().map(|&place| all[place].net).collect();
        Ok(())
    }

    /// Records the events of a cycle and the values of the chosen signals.
    pub(super) fn sample(&mut self, clock: u64, happened: Happened, simulation: &dyn Simulation) {
        for (history, happens) in self.events.iter_mut().zip(happened) {
            history.sample(clock, happens.into());
        }
        if self.chosen.is_empty() {
            return;
        }
        let values = simulation.values(&self.nets);
        for (chosen, value) in self.chosen.iter_mut().zip(values) {
            chosen.history.sample(clock, value);
        }
    }

    /// Names of the chosen signals.
    pub(super) fn chosen(&self) -> Vec<String> {
        let names = self.chosen.iter().map(|chosen| &chosen.signal.name);
        names.cloned().collect()
    }

    /// Values from cycle `from` to before `to`, for a waveform of `parts` columns: events, then chosen signals.
    pub(super) fn window(&self, from: u64, to: u64, parts: u64) -> Vec<Shown> {
        let events = EVENTS.iter().zip(&self.events).map(|(name, history)| Shown {
            name: (*name).to_owned(),
            width: 1,
            chosen: false,
            states: false,
            changes: (history.window(from, to, parts).into_iter())
                .map(|(clock, value)| (clock, value.to_string()))
                .collect(),
        });
        let chosen = self.chosen.iter().map(|Chosen { signal, history }| Shown {
            name: signal.name.clone(),
            width: signal.width,
            chosen: true,
            states: !signal.states.is_empty(),
            changes: (history.window(from, to, parts).into_iter())
                .map(|(clock, value)| (clock, signal.in_words(value)))
                .collect(),
        });
        events.chain(chosen).collect()
    }
}

/// Index of the signal with the given name, or of the only signal whose path ends with that name; an error if there is none,
/// or if there are several.
pub(super) fn place(all: &[Signal], name: &str) -> Result<usize, String> {
    if let Some(place) = all.iter().position(|signal| signal.name == name) {
        return Ok(place);
    }
    let ending = format!(".{name}");
    let ends: Vec<usize> =
        (0..all.len()).filter(|&place| all[place].name.ends_with(&ending)).collect();
    match *ends {
        [place] => Ok(place),
        [] => Err(format!("no signal is named {name}; choose one from the list")),
        [first, second, ..] => Err(format!(
            "{} signals are named {name}, such as {} and {}; type more of the path",
            ends.len(),
            all[first].name,
            all[second].name
        )),
    }
}

/// Observes blocks and signals of a design.
#[derive(Default)]
pub(super) struct Observer {
    observes: bool,
    signals: Vec<Signal>,
    /// The nets of the signals.
    nets: Vec<usize>,
    /// Cycle in which the step began.
    begin: u64,
}

/// Activity of the observed blocks in a step, and values of the observed signals after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Observed {
    /// Length of the step, in cycles.
    pub clocks: u64,
    /// For each block, the number of cycles in which a register or memory in it or in its sub-blocks changed.
    pub changes: Vec<u64>,
    /// For each signal, its value: the name of a state, or a number in hexadecimal.
    pub values: Vec<String>,
}

impl Observer {
    /// Chooses the observed blocks and signals; replaces the previous choice. If `blocks` is empty, nothing is observed.
    pub(super) fn observe(
        &mut self,
        simulation: &mut dyn Simulation,
        clocks: u64,
        blocks: &[String],
        names: &[String],
    ) -> Result<(), String> {
        let all = match names {
            [] => Vec::new(),
            _ => simulation.signals(),
        };
        let places = names.iter().map(|name| place(&all, name));
        let places: Vec<usize> = places.collect::<Result<_, _>>()?;
        simulation.count_changes(blocks);
        // If blocks were observed before, their step continues.
        if !self.observes {
            self.begin = clocks;
        }
        self.observes = !blocks.is_empty();
        self.signals = places.iter().map(|&place| all[place].clone()).collect();
        self.nets = self.signals.iter().map(|signal| signal.net).collect();
        Ok(())
    }

    /// Begins a step: restarts the counts of changes.
    pub(super) fn restart(&mut self, simulation: &mut dyn Simulation, clocks: u64) {
        simulation.reset_changes();
        self.begin = clocks;
    }

    /// The data of the current step; `None` if nothing is observed.
    pub(super) fn shown(&self, simulation: &dyn Simulation, clocks: u64) -> Option<Observed> {
        if !self.observes {
            return None;
        }
        let values = simulation.values(&self.nets);
        let words = self.signals.iter().zip(values);
        Some(Observed {
            clocks: clocks - self.begin,
            changes: simulation.changes(),
            values: words.map(|(signal, value)| signal.in_words(value)).collect(),
        })
    }
}

/// Bytes of the VCD that have not been returned yet.
#[derive(Clone, Default)]
struct Written(Rc<RefCell<Vec<u8>>>);

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The run of a board in a simulated FPGA from power-on, cycle for cycle, with every signal recorded as VCD.
/// Up to the last recorded cycle, the VCD is identical to that of `nonogram sim --core CORE --check --vcd FILE`.
pub struct Recording {
    board: SimBoard,
    bytes: std::vec::IntoIter<u8>,
    written: Written,
}

impl Recording {
    /// Powers on the first build of the table with the named core that fits a puzzle, from its Verilog.
    pub fn new(core: &str, puzzle: &Puzzle, verilog: &str) -> Result<Self, String> {
        let (board, bytes) = super::power_on(core, puzzle, verilog)?;
        let written = Written::default();
        let board = board.with_waveform(Box::new(written.clone()));
        Ok(Self { board, bytes: bytes.into_iter(), written })
    }

    /// Runs `clocks` cycles; returns the part of the VCD that they add.
    pub fn run(&mut self, clocks: u32) -> Result<Vec<u8>, String> {
        let Self { board, bytes, .. } = self;
        for _ in 0..clocks {
            board.step(&mut || bytes.next()).map_err(|error| error.to_string())?;
        }
        Ok(std::mem::take(&mut *self.written.0.borrow_mut()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_has_the_value_at_its_start_and_at_most_two_changes_per_part() {
        let mut history = History::default();
        for clock in 0..1000 {
            history.sample(clock, clock / 10);
        }
        assert_eq!(history.0.len(), 100);
        assert_eq!(history.window(15, 31, 100), [(15, 1), (20, 2), (30, 3)]);
        // Each part has 200 cycles with 20 changes.
        let far = history.window(0, 1000, 5);
        assert_eq!(far.len(), 11);
        assert_eq!(far[..3], [(0, 0), (10, 1), (190, 19)]);
        assert_eq!(history.window(2000, 2100, 10), [(2000, 99)]);
        assert_eq!(History::default().window(0, 10, 10), []);
    }

    #[test]
    fn the_older_half_is_discarded_when_there_are_too_many_changes() {
        let mut history = History::default();
        for clock in 0..=KEPT as u64 {
            history.sample(clock, clock);
        }
        assert_eq!(history.0.len(), KEPT / 2 + 1);
        assert_eq!(history.window(0, 10, 10), []);
        let last = KEPT as u64;
        assert_eq!(history.window(last, last + 1, 1), [(last, last)]);
    }
}
