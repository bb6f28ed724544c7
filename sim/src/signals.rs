//! Single signals of a running design, by name.
//! Interface: [`read`] finds them by the ends of their paths, such as `queue.used`.
//!

use rust_hdl::prelude::{Atom, Block, Probe, TypeKind};

/// The value of a signal at this moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// Its bits as a number.
    pub value: u64,
    /// The name of a state machine's state.
    pub state: Option<String>,
}

impl Reading {
    /// What a signal holds.
    fn of(signal: &dyn Atom) -> Self {
        let value = number(signal);
        let state = match signal.descriptor().kind {
            TypeKind::Enum(names) => names
                .get(value as usize)
                .and_then(|name| name.rsplit(':').next().map(str::to_owned)),
            _ => None,
        };
        Self { value, state }
    }
}

/// Widths whose values rust-hdl gives as a number; wider ones only as text.
const DIRECT: usize = 32;

/// What a signal holds, as a number.
pub(crate) fn number(signal: &dyn Atom) -> u64 {
    let literal = signal.verilog();
    if signal.bits() <= DIRECT {
        return literal.as_usize() as u64;
    }
    // Prints as "40'hff".
    let text = format!("{literal:x}");
    let digits = text.rsplit('h').next().unwrap_or_default();
    u64::from_str_radix(digits, 16).unwrap_or_default()
}

/// The first signal for each of these ends of paths; `None` where the design has no such signal.
pub fn read(design: &dyn Block, wanted: &[&str]) -> Vec<Option<Reading>> {
    let mut search = Search {
        wanted,
        path: Vec::new(),
        found: vec![None; wanted.len()],
    };
    design.accept("top", &mut search);
    search.found
}

struct Search<'a> {
    wanted: &'a [&'a str],
    path: Vec<String>,
    found: Vec<Option<Reading>>,
}

impl Probe for Search<'_> {
    fn visit_start_scope(&mut self, name: &str, _: &dyn Block) {
        self.path.push(name.to_owned());
    }

    fn visit_end_scope(&mut self, _: &str, _: &dyn Block) {
        self.path.pop();
    }

    fn visit_atom(&mut self, name: &str, signal: &dyn Atom) {
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
}
