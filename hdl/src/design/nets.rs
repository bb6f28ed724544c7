//! The nets of a design: signals that always have the same value, such as a port and the signal that it is connected to, are one net.
//! Interface: [`Nets`], for waveforms.

/// The nets of a running design.
pub trait Nets {
    /// All signals but constants, with the scopes that contain them, in the order of the hierarchy from the top's scope on.
    fn list(&self) -> Vec<Listed>;
    /// Replaces `values` by the current values of all nets, in the order of their numbers.
    fn read(&self, values: &mut Vec<u64>);
}

/// An entry in the list of a design's signals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Listed {
    /// A scope with this name begins.
    Scope(String),
    /// A signal.
    Signal {
        /// Name in its scope.
        name: String,
        /// Width in bits.
        width: usize,
        /// The names of the states, if the signal belongs to a state machine; otherwise empty.
        states: Vec<String>,
        /// The number of its net. The signals of a net have the same width and the same states.
        net: usize,
    },
    /// The scope that began last ends.
    End,
}
