//! Groups of ports, and the full names of their signals for probes.
//! Interface: `ports!` declares a group of ports; [`Interfaces`] returns the full name of each signal that a probe visits.
//! Source: rust-hdl's `LogicInterface`. Its probes name a port without its interface, so the full name is assembled here.

use std::borrow::Cow;

/// The type of a port of `ports!`: a signal, or as many signals as a parameter says.
macro_rules! port {
    ($direction:ident, [$count:ident] $type:ty) => { Array<Signal<$direction, $type>, $count> };
    ($direction:ident, $type:ty) => { Signal<$direction, $type> };
}

/// Declares a group of ports as two types: one of outputs, for the block that drives them, and one of inputs, for the blocks that
/// receive them. The literals repeat the names of the types, because rust-hdl's derive requires string literals. `NAME[N]` declares a
/// port of N signals.
macro_rules! ports {
    (@declare [$($generics:tt)*] $(#[$about:meta])* $output:ident $from:literal, $input:ident $to:literal, {
        $($(#[$meaning:meta])* $port:ident $([$count:ident])?: $type:ty,)+
    }) => {
        $(#[$about])*
        #[derive(LogicInterface, Default)]
        #[join = $to]
        pub struct $output $($generics)* {
            $($(#[$meaning])* pub $port: port!(Out, $([$count])? $type),)+
        }

        $(#[$about])*
        #[derive(LogicInterface, Default)]
        #[join = $from]
        pub struct $input $($generics)* {
            $($(#[$meaning])* pub $port: port!(In, $([$count])? $type),)+
        }
    };
    ($(#[$about:meta])* $output:ident $(<$($size:ident),+>)? $from:literal, $input:ident $(<$($same:ident),+>)? $to:literal, $ports:tt) => {
        ports! { @declare [$(<$(const $size: usize),+>)?] $(#[$about])* $output $from, $input $to, $ports }
    };
}

/// Names of the interfaces that enclose the signal that a probe visits, the innermost last.
#[derive(Clone, Debug, Default)]
pub struct Interfaces(Vec<String>);

impl Interfaces {
    /// Enters an interface.
    pub fn enter(&mut self, name: &str) {
        self.0.push(name.to_owned());
    }

    /// Leaves the innermost interface.
    pub fn leave(&mut self) {
        self.0.pop();
    }

    /// The names of the interfaces, joined by `separator`.
    pub fn path(&self, separator: char) -> String {
        self.0.join(&separator.to_string())
    }

    /// The name of a signal, prefixed with the names of its interfaces, each followed by `separator`.
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
