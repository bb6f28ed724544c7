//! Access to single signals of a running design by name.
//! Interface: [`read`] finds signals by the ends of their paths, such as `queue.used`; [`list`] returns all signals but constants; a
//! [`Selection`] reads some of them, fast enough for every cycle.

use crate::design::{Design, Listed};

/// The current value of a signal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// The bits as a number.
    pub value: u64,
    /// The name of the state, if the signal belongs to a state machine and its value is that of a state.
    pub state: Option<String>,
}

/// The name of a state without that of its type.
pub fn short_state(name: &str) -> String {
    name.rsplit(':').next().unwrap_or_default().to_owned()
}

/// For each end of a path, the first signal that matches it; `None` if the design has no such signal.
pub fn read(design: &dyn Design, wanted: &[&str]) -> Vec<Option<Reading>> {
    let signals = list(design);
    let mut values = Vec::new();
    design.read(&mut values);
    let find = |end: &&str| {
        let is_it = |signal: &&Signal| {
            let rest = signal.name.strip_suffix(end);
            rest.is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
        };
        let signal = signals.iter().find(is_it)?;
        let value = values.get(signal.net).copied().unwrap_or_default();
        let names = signal.states.as_ref();
        let state = names.and_then(|names| names.get(value as usize).cloned());
        Some(Reading { value, state })
    };
    wanted.iter().map(find).collect()
}

/// A signal of a design.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signal {
    /// The path as in a waveform, without the top, such as `parser.control.state`.
    pub name: String,
    /// Width in bits.
    pub width: usize,
    /// The names of the states, if the signal belongs to a state machine.
    pub states: Option<Vec<String>>,
    /// The number of its net.
    pub net: usize,
}

/// All signals of a design but its constants, in the order of [`Design::list`].
pub fn list(design: &(impl Design + ?Sized)) -> Vec<Signal> {
    let mut path: Vec<String> = Vec::new();
    let mut found = Vec::new();
    for entry in design.list() {
        match entry {
            Listed::Scope(name) => path.push(name),
            Listed::End => {
                path.pop();
            }
            Listed::Signal { name, width, states, net } => {
                let scopes = path.iter().skip(1).map(String::as_str);
                found.push(Signal {
                    name: scopes.chain([&*name]).collect::<Vec<_>>().join("."),
                    width,
                    states: (!states.is_empty()).then_some(states),
                    net,
                });
            }
        }
    }
    found
}

/// Some signals of a design, for frequent reads.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    nets: Vec<usize>,
}

impl Selection {
    /// Selects signals of [`list`].
    pub fn new<'a>(signals: impl IntoIterator<Item = &'a Signal>) -> Self {
        Self { nets: signals.into_iter().map(|signal| signal.net).collect() }
    }

    /// The current values of the signals, in the order in which they were selected.
    pub fn read(&self, design: &(impl Design + ?Sized)) -> Vec<u64> {
        if self.nets.is_empty() {
            return Vec::new();
        }
        let mut values = Vec::new();
        design.read(&mut values);
        let nets = self.nets.iter();
        nets.map(|&net| values.get(net).copied().unwrap_or_default()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Drive, SimBoard};

    #[test]
    fn signals_are_found_by_the_ends_of_their_paths() {
        let board = SimBoard::new("classic11", Drive::Pins).unwrap();
        let block = board.design();
        let found = read(block, &["parser.control.state", "queue.used", "queue.nothing"]);
        assert_eq!(found[0].as_ref().unwrap().state.as_deref(), Some("Idle"));
        assert_eq!(found[1], Some(Reading::default()));
        assert_eq!(found[2], None);
    }

    #[test]
    fn names_are_unique_and_signals_have_at_most_64_bits() {
        for build in ["classic11", "parallel11x4", "clue16"] {
            let board = SimBoard::new(build, Drive::Pins).unwrap();
            let signals = list(board.design());
            let names: std::collections::HashSet<_> =
                signals.iter().map(|signal| &signal.name).collect();
            assert_eq!(names.len(), signals.len(), "{build}");
            assert!(names.iter().all(|name| !name.contains('$')));
            let widest = signals.iter().map(|signal| signal.width).max();
            assert!(widest.is_some_and(|widest| widest <= 64), "{build}: {widest:?}");
        }
    }
}
