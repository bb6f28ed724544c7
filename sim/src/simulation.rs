//! A running simulation of a design, whatever its engine: its inputs, its clock, and its signals and memories by their paths.
//! Interface: [`Simulation`]; [`Signal`] describes a signal. A path is that of a waveform, without the top, such as
//! `parser.control.state`. It is looked up once, and then the signal, memory or input is read or set by its number.

/// A running simulation.
pub trait Simulation {
    /// All signals but constants, in the order of the hierarchy.
    fn signals(&self) -> Vec<Signal>;
    /// The number of the net of a signal; `None` if the design has no such signal.
    fn signal(&self, path: &str) -> Option<usize>;
    /// The number of a memory; `None` if the design has no such memory, or the simulation does not keep it.
    fn memory(&self, path: &str) -> Option<usize>;
    /// The number of an input of the top; `None` if it has no such input.
    fn input(&self, name: &str) -> Option<usize>;
    /// Reads nets: the value of each replaces the one at its place in `values`.
    fn read(&self, nets: &[usize], values: &mut [u64]);
    /// The lowest 64 bits of each word of a memory.
    fn words(&self, memory: usize) -> Vec<u64>;
    /// Sets an input (before a clock edge).
    fn set(&mut self, input: usize, value: u64);
    /// Lets the design settle after its inputs have been set; false if it does not settle.
    fn settle(&mut self) -> bool;
    /// Simulates a rising clock edge in a settled design, and lets it settle again; false if it does not settle.
    fn rise(&mut self) -> bool;
    /// Selects the blocks that [`Simulation::changes`] reports, by their paths, and starts to count the cycles in which blocks change,
    /// unless a count is already running. An empty list ends the count. A simulation that cannot count ignores the call.
    fn count_changes(&mut self, _blocks: &[String]) {}
    /// Resets all counts of changes to 0.
    fn reset_changes(&mut self) {}
    /// For each block selected by [`Simulation::count_changes`], the number of cycles, since the count began or was last reset, in which a
    /// register or memory in it, or in a block below it, changed; 0 for a block that the design does not have. Empty in a simulation that
    /// cannot count.
    fn changes(&self) -> Vec<u64> {
        Vec::new()
    }
}

impl dyn Simulation + '_ {
    /// The current values of nets.
    pub fn values(&self, nets: &[usize]) -> Vec<u64> {
        let mut values = vec![0; nets.len()];
        self.read(nets, &mut values);
        values
    }
}

/// A signal of a design.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signal {
    /// Its path.
    pub name: String,
    /// Width in bits.
    pub width: usize,
    /// The names of the states, if the signal belongs to a state machine; otherwise empty.
    pub states: Vec<String>,
    /// The number of its net. Signals that always have the same value, such as a port and the signal that it is connected to, can be one
    /// net.
    pub net: usize,
}

impl Signal {
    /// A value in words: the name of a state, `?` if no state has this value, or a number in hexadecimal.
    pub fn in_words(&self, value: u64) -> String {
        if self.states.is_empty() {
            return format!("{value:0digits$x}", digits = self.width.div_ceil(4));
        }
        self.states.get(value as usize).map_or("?", String::as_str).to_owned()
    }
}

/// The name of a state without that of its type.
pub fn short_state(name: &str) -> String {
    name.rsplit(':').next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use crate::{Drive, SimBoard};

    #[test]
    fn signals_and_memories_are_read_by_their_paths() {
        let board = SimBoard::new("classic11", Drive::Pins).unwrap();
        let simulation = board.design().simulation();
        let signals = simulation.signals();
        let state = signals.iter().find(|signal| signal.name == "solver.parser.control.state");
        let net = |path| simulation.signal(path).unwrap();
        assert_eq!(state.unwrap().net, net("solver.parser.control.state"));
        let values = simulation.values(&[net("queue.used"), state.unwrap().net, net("tx")]);
        assert_eq!(state.unwrap().in_words(values[1]), "Idle");
        assert_eq!((values[0], values[2]), (0, 1));
        assert_eq!(simulation.signal("queue.nothing"), None);
        let memory = simulation.memory("solver.core.counts.mem").unwrap();
        assert_eq!(simulation.words(memory), [0; 64]);
        assert_eq!(simulation.memory("solver.core.nothing.mem"), None);
        assert_eq!(simulation.input("nothing"), None);
    }

    #[test]
    fn names_are_unique_and_signals_have_at_most_64_bits() {
        for build in ["classic11", "parallel11x4", "clue16"] {
            let board = SimBoard::new(build, Drive::Pins).unwrap();
            let signals = board.design().simulation().signals();
            let names: std::collections::HashSet<_> =
                signals.iter().map(|signal| &signal.name).collect();
            assert_eq!(names.len(), signals.len(), "{build}");
            assert!(names.iter().all(|name| !name.contains('$')));
            let widest = signals.iter().map(|signal| signal.width).max();
            assert!(widest.is_some_and(|widest| widest <= 64), "{build}: {widest:?}");
        }
    }
}
