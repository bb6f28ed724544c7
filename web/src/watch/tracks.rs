//! The signals that a reader has chosen, in the last clocks.
//! Interface: [`Tracks::choose`] takes names, [`Tracks::sample`] a clock, [`Tracks::shown`] gives what is drawn.
//! Where none is chosen, a clock costs nothing more.

use std::collections::VecDeque;

use nonogram_hdl::design::Design;
use nonogram_sim::signals::{Selection, Signal};
use serde::Serialize;

/// Signals at a time.
pub(super) const MOST: usize = 32;

#[derive(Default)]
pub(super) struct Tracks {
    chosen: Vec<Track>,
    selection: Selection,
}

struct Track {
    signal: Signal,
    /// Its last values, the newest last.
    values: VecDeque<u64>,
}

/// A signal as it is drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Shown {
    /// Its name.
    pub name: String,
    /// Bits.
    pub width: usize,
    /// What it holds are states, by their names.
    pub states: bool,
    /// From which clock of the trace on it holds what: a state's name, or a number in hexadecimal digits.
    pub changes: Vec<(usize, String)>,
}

impl Tracks {
    /// Takes the signals of these names; what was seen of those that were chosen already stays.
    pub(super) fn choose(&mut self, all: &[Signal], names: &[String]) -> Result<(), String> {
        if names.len() > MOST {
            return Err(format!(
                "{} signals; expected at most {MOST}: remove some",
                names.len()
            ));
        }
        let mut places: Vec<usize> = Vec::new();
        for name in names {
            let place = place(all, name)?;
            if !places.contains(&place) {
                places.push(place);
            }
        }
        let chosen = places.iter().map(|&place| {
            let before = self
                .chosen
                .iter_mut()
                .find(|track| track.signal == all[place]);
            Track {
                signal: all[place].clone(),
                values: before
                    .map(|track| std::mem::take(&mut track.values))
                    .unwrap_or_default(),
            }
        });
        self.chosen = chosen.collect();
        self.selection = Selection::new(&places);
        Ok(())
    }

    /// Keeps what they hold now, and of this and the clocks before `most` at most.
    pub(super) fn sample(&mut self, design: &dyn Design, most: usize) {
        if self.chosen.is_empty() {
            return;
        }
        for (track, value) in self
            .chosen
            .iter_mut()
            .zip(self.selection.read(design.block()))
        {
            if track.values.len() == most {
                track.values.pop_front();
            }
            track.values.push_back(value);
        }
    }

    /// What is drawn of them, beside a trace of that many clocks.
    pub(super) fn shown(&self, clocks: usize) -> Vec<Shown> {
        let shown = |track: &Track| {
            let mut changes = Vec::new();
            let mut last = None;
            for (clock, &value) in (clocks - track.values.len()..).zip(&track.values) {
                if last != Some(value) {
                    changes.push((clock, in_words(&track.signal, value)));
                    last = Some(value);
                }
            }
            Shown {
                name: track.signal.name.clone(),
                width: track.signal.width,
                states: track.signal.states.is_some(),
                changes,
            }
        };
        self.chosen.iter().map(shown).collect()
    }
}

fn in_words(signal: &Signal, value: u64) -> String {
    match &signal.states {
        Some(states) => states
            .get(value as usize)
            .map_or("?", |state| state)
            .to_owned(),
        None => format!("{value:0digits$x}", digits = signal.width.div_ceil(4)),
    }
}

/// The signal of that name, or the only one whose path ends so.
fn place(all: &[Signal], name: &str) -> Result<usize, String> {
    if let Some(place) = all.iter().position(|signal| signal.name == name) {
        return Ok(place);
    }
    let ending = format!(".{name}");
    let ends: Vec<usize> = (0..all.len())
        .filter(|&place| all[place].name.ends_with(&ending))
        .collect();
    match *ends {
        [place] => Ok(place),
        [] => Err(format!("no signal is named {name}; choose one of the list")),
        [first, second, ..] => Err(format!(
            "{} signals are named {name}, such as {} and {}; type more of the one you mean",
            ends.len(),
            all[first].name,
            all[second].name
        )),
    }
}
