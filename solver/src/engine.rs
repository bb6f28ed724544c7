//! The engines by name.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A way to solve a whole puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Engine {
    /// Line solving, then learning, then learning and SAT in turns: the one to use.
    #[default]
    Portfolio,
    /// Line solving alone; it may stall.
    Lines,
    /// Probing of every cell, then backtracking on the best one.
    Probing,
    /// Conflict-driven search over cells.
    Learning,
    /// CaDiCaL on an encoding of the puzzle.
    Sat,
}

impl Engine {
    /// Every engine, the default first.
    pub const ALL: [Self; 5] = [
        Self::Portfolio,
        Self::Lines,
        Self::Probing,
        Self::Learning,
        Self::Sat,
    ];

    /// The name that [`FromStr`] reads.
    pub fn name(self) -> &'static str {
        match self {
            Self::Portfolio => "portfolio",
            Self::Lines => "lines",
            Self::Probing => "probing",
            Self::Learning => "learning",
            Self::Sat => "sat",
        }
    }

    /// One line on how it works.
    pub fn description(self) -> &'static str {
        match self {
            Self::Portfolio => "line logic, then learning, then learning and SAT in turns",
            Self::Lines => "complete line logic alone: may stall",
            Self::Probing => "probing of every cell, then backtracking on the best one",
            Self::Learning => "conflict-driven search over cells, guided by belief propagation",
            Self::Sat => "CaDiCaL on an order encoding of the puzzle",
        }
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that no engine has.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("there is no engine {0:?}; expected one of {names}", names = names())]
pub struct UnknownEngine(pub String);

fn names() -> String {
    Engine::ALL.map(Engine::name).join(", ")
}

impl FromStr for Engine {
    type Err = UnknownEngine;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|engine| engine.name() == name)
            .ok_or_else(|| UnknownEngine(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for engine in Engine::ALL {
            assert_eq!(engine.to_string().parse(), Ok(engine));
            assert!(!engine.description().is_empty());
        }
        assert_eq!(
            "magic".parse::<Engine>().unwrap_err().to_string(),
            "there is no engine \"magic\"; expected one of portfolio, lines, probing, learning, sat"
        );
    }
}
