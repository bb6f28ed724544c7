//! The names of ports in interfaces, for what walks over a design.
//! Interface: a probe passes its namespaces on, and gets the full name of each signal.
//! Source: rust-hdl's probes, which name a port of an interface without the interface.

use std::borrow::Cow;

/// The interfaces around the signal that a probe has reached, the innermost last.
#[derive(Clone, Debug, Default)]
pub struct Interfaces(Vec<String>);

impl Interfaces {
    /// An interface begins.
    pub fn enter(&mut self, name: &str) {
        self.0.push(name.to_owned());
    }

    /// The innermost interface ends.
    pub fn leave(&mut self) {
        self.0.pop();
    }

    /// A signal's name with those of its interfaces.
    pub fn full<'a>(&self, name: &'a str, separator: char) -> Cow<'a, str> {
        if self.0.is_empty() {
            return name.into();
        }
        let mut full = String::new();
        for interface in &self.0 {
            full.extend(interface.chars().chain([separator]));
        }
        (full + name).into()
    }
}
