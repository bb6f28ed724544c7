//! Access to single signals of a running design by name.
//! Interface: [`read`] finds signals by the ends of their paths, such as `queue.used`; [`list`] returns all signals but constants; a
//! [`Selection`] reads some of them by position, fast enough for every cycle.
//! Source: own; it walks the design with rust-hdl's [`Probe`].

use nonogram_hdl::widgets::Interfaces;
use rust_hdl::prelude::{Atom, AtomKind, Block, Probe, TypeKind};

/// The current value of a signal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// The bits as a number.
    pub value: u64,
    /// The name of the state, if the signal belongs to a state machine and its value is that of a state.
    pub state: Option<String>,
}

impl Reading {
    /// The current value of a signal.
    fn of(signal: &dyn Atom) -> Self {
        let value = number(signal);
        let state = states(signal).and_then(|names| names.into_iter().nth(value as usize));
        Self { value, state }
    }
}

/// The names of the states of a state machine's signal, without the name of their type; `None` for another signal.
pub(crate) fn states(signal: &dyn Atom) -> Option<Vec<String>> {
    let TypeKind::Enum(names) = signal.descriptor().kind else {
        return None;
    };
    Some(names.iter().map(|name| short_state(name)).collect())
}

/// The name of a state without that of its type.
pub(crate) fn short_state(name: &str) -> String {
    name.rsplit(':').next().unwrap_or_default().to_owned()
}

/// Largest width for which rust-hdl returns a value as a number; it returns wider values as text only.
const DIRECT: usize = 32;

/// The value of a signal of up to 64 bits as a number.
pub(crate) fn number(signal: &dyn Atom) -> u64 {
    let literal = signal.verilog();
    if signal.bits() <= DIRECT {
        return literal.as_usize() as u64;
    }
    // rust-hdl prints the value as "40'hff".
    let text = format!("{literal:x}");
    let digits = text.rsplit('h').next().unwrap_or_default();
    u64::from_str_radix(digits, 16).unwrap_or_default()
}

/// For each end of a path, the first signal that matches it; `None` if the design has no such signal.
pub fn read(design: &dyn Block, wanted: &[&str]) -> Vec<Option<Reading>> {
    let mut search = Search {
        wanted,
        path: Vec::new(),
        found: vec![None; wanted.len()],
        interfaces: Interfaces::default(),
    };
    design.accept("top", &mut search);
    search.found
}

struct Search<'a> {
    wanted: &'a [&'a str],
    path: Vec<String>,
    found: Vec<Option<Reading>>,
    interfaces: Interfaces,
}

impl Probe for Search<'_> {
    fn visit_start_scope(&mut self, name: &str, _: &dyn Block) {
        self.path.push(name.to_owned());
    }

    fn visit_end_scope(&mut self, _: &str, _: &dyn Block) {
        self.path.pop();
    }

    fn visit_start_namespace(&mut self, name: &str, _: &dyn Block) {
        self.interfaces.enter(name);
    }

    fn visit_end_namespace(&mut self, _: &str, _: &dyn Block) {
        self.interfaces.leave();
    }

    fn visit_atom(&mut self, name: &str, signal: &dyn Atom) {
        let name = &*self.interfaces.full(name, '_');
        for (wanted, found) in self.wanted.iter().zip(&mut self.found) {
            let mut parts = wanted.rsplit('.');
            let is_it = parts.next() == Some(name)
                && parts.eq(self
                    .path
                    .iter()
                    .rev()
                    .map(String::as_str)
                    .take(wanted.matches('.').count()));
            if found.is_none() && is_it {
                *found = Some(Reading::of(signal));
            }
        }
    }
}

/// A signal of a design.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signal {
    /// The path as in a waveform, without the top; a register has the name of its block, such as `parser.state`.
    pub name: String,
    /// Width in bits.
    pub width: usize,
    /// The names of the states, if the signal belongs to a state machine.
    pub states: Option<Vec<String>>,
}

/// All signals of a design but its constants, in the order in which a [`Probe`] visits them.
pub fn list(design: &dyn Block) -> Vec<Signal> {
    let mut names = Names {
        path: Vec::new(),
        found: Vec::new(),
        interfaces: Interfaces::default(),
    };
    design.accept("top", &mut names);
    names.found
}

struct Names {
    path: Vec<String>,
    found: Vec<Signal>,
    interfaces: Interfaces,
}

impl Probe for Names {
    fn visit_start_scope(&mut self, name: &str, _: &dyn Block) {
        self.path.push(name.replace('$', "_"));
    }

    fn visit_end_scope(&mut self, _: &str, _: &dyn Block) {
        self.path.pop();
    }

    fn visit_start_namespace(&mut self, name: &str, _: &dyn Block) {
        self.interfaces.enter(name);
    }

    fn visit_end_namespace(&mut self, _: &str, _: &dyn Block) {
        self.interfaces.leave();
    }

    fn visit_atom(&mut self, name: &str, signal: &dyn Atom) {
        let name = &*self.interfaces.full(name, '_');
        if signal.kind() == AtomKind::Constant {
            return;
        }
        let own = (name != REGISTERED).then_some(name);
        let scopes = self.path[1..].iter().map(String::as_str);
        self.found.push(Signal {
            name: scopes.chain(own).collect::<Vec<_>>().join("."),
            width: signal.bits(),
            states: states(signal),
        });
    }
}

/// The name of a register's output.
const REGISTERED: &str = "q";

/// Some signals of a design, for frequent reads, which find the signals by position instead of by name.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// Positions in [`list`] in ascending order, each with its position in the selection.
    places: Vec<(usize, usize)>,
}

impl Selection {
    /// The signals at these positions of [`list`]; no position may be given twice.
    pub fn new(places: &[usize]) -> Self {
        let mut places: Vec<_> = places.iter().copied().zip(0..).collect();
        places.sort_unstable();
        Self { places }
    }

    /// The current values of the signals, in the order in which they were selected.
    pub fn read(&self, design: &dyn Block) -> Vec<u64> {
        let mut reader = Reader {
            left: &self.places,
            next: 0,
            values: vec![0; self.places.len()],
        };
        if !self.places.is_empty() {
            design.accept("top", &mut reader);
        }
        reader.values
    }
}

struct Reader<'a> {
    left: &'a [(usize, usize)],
    /// The number of the next signal.
    next: usize,
    values: Vec<u64>,
}

impl Probe for Reader<'_> {
    fn visit_atom(&mut self, _: &str, signal: &dyn Atom) {
        let Some(&(place, slot)) = self.left.first() else {
            return;
        };
        if signal.kind() == AtomKind::Constant {
            return;
        }
        if place == self.next {
            self.values[slot] = number(signal);
            self.left = &self.left[1..];
        }
        self.next += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Drive, SimBoard};

    #[test]
    fn signals_are_found_by_the_ends_of_their_paths() {
        let board = SimBoard::new("classic11", Drive::Pins).unwrap();
        let block = board.design().block();
        let found = read(block, &["parser.state.q", "queue.used", "queue.nothing"]);
        assert_eq!(found[0].as_ref().unwrap().state.as_deref(), Some("Idle"));
        assert_eq!(found[1], Some(Reading::default()));
        assert_eq!(found[2], None);
    }

    #[test]
    fn a_selection_reads_the_signals_at_its_positions() {
        let mut board = SimBoard::new("classic11", Drive::Pins).unwrap();
        let signals = list(board.design().block());
        let place = |name: &str| {
            let found: Vec<_> = (0..signals.len())
                .filter(|&place| signals[place].name.ends_with(name))
                .collect();
            assert_eq!(found.len(), 1, "{name}");
            found[0]
        };
        let (state, used) = (place("parser.state"), place("queue.used"));
        assert!(state > used || used > state);
        let states = signals[state].states.as_ref().unwrap();
        assert!(states.contains(&"Idle".to_owned()));
        assert_eq!(signals[used].states, None);
        let selection = Selection::new(&[state, used]);
        let turned = Selection::new(&[used, state]);
        let mut bytes = [0xe0, 0x02, 0xe0].into_iter();
        let mut seen = std::collections::HashSet::new();
        for _ in 0..3_000 {
            board.step(&mut || bytes.next()).unwrap();
            let block = board.design().block();
            let values = selection.read(block);
            assert!(turned.read(block).iter().rev().eq(&values));
            let found = read(block, &["parser.state.q", "queue.used"]);
            let [at, in_queue] = [0, 1].map(|nth| found[nth].clone().unwrap());
            assert_eq!(values, [at.value, in_queue.value]);
            assert_eq!(at.state.as_ref(), states.get(at.value as usize));
            seen.insert(at.value);
        }
        assert!(seen.len() > 1);
    }

    #[test]
    fn names_are_unique_and_signals_have_at_most_64_bits() {
        for build in ["classic11", "parallel11x4", "clue12"] {
            let board = SimBoard::new(build, Drive::Pins).unwrap();
            let signals = list(board.design().block());
            let names: std::collections::HashSet<_> =
                signals.iter().map(|signal| &signal.name).collect();
            assert_eq!(names.len(), signals.len(), "{build}");
            assert!(names.iter().all(|name| !name.contains('$')));
            let widest = signals.iter().map(|signal| signal.width).max();
            assert!(
                widest.is_some_and(|widest| widest <= 64),
                "{build}: {widest:?}"
            );
        }
    }
}
