//! Equality, hash and text of a grid. Colour planes without a set bit, which remain when a colour is no longer used, are ignored.

use std::fmt;
use std::hash::{Hash, Hasher};

use super::Grid;

impl PartialEq for Grid {
    fn eq(&self, other: &Self) -> bool {
        let shared = self.colours.len().min(other.colours.len());
        let (ours, theirs) = (&self.colours[..shared], &other.colours[..shared]);
        let rest = self.colours[shared..]
            .iter()
            .chain(&other.colours[shared..]);
        (self.rows, self.columns) == (other.rows, other.columns)
            && (&self.known, &self.filled) == (&other.known, &other.filled)
            && ours == theirs
            && rest.into_iter().all(|plane| plane.is_empty())
    }
}

impl Eq for Grid {}

impl Hash for Grid {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.rows, self.columns).hash(state);
        (&self.known, &self.filled).hash(state);
        for plane in self.colours.iter().filter(|plane| !plane.is_empty()) {
            plane.hash(state);
        }
    }
}

/// The rows of [`Grid::to_lines`], separated by newlines.
impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_lines().join("\n"))
    }
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Grid {}x{}\n{self}", self.rows, self.columns)
    }
}
