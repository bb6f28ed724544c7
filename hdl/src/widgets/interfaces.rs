//! Groups of ports, and the full names of their signals for probes.
//! Interface: `ports!` declares a group of ports, [`Planes`] a port of several signals; [`Interfaces`] returns the full name of each signal that a probe visits.
//! Source: rust-hdl's `LogicInterface`. Its probes name a port without its interface, so the full name is assembled here.

use rust_hdl::ast::VerilogLink;
use rust_hdl::prelude::*;
use std::borrow::Cow;
use std::ops::{Index, IndexMut};

/// `N` signals of one port of an interface, which rust-hdl's derive does not accept as an array.
/// Interface: an element is indexed like that of an array; its name is that of the port with the element's number.
#[derive(Debug)]
pub struct Planes<D: Direction, T: Synth, const N: usize>([Signal<D, T>; N]);

impl<D: Direction, T: Synth, const N: usize> Default for Planes<D, T, N> {
    fn default() -> Self {
        Self(std::array::from_fn(|_| Signal::default()))
    }
}

impl<D: Direction, T: Synth, const N: usize> Index<usize> for Planes<D, T, N> {
    type Output = Signal<D, T>;

    fn index(&self, plane: usize) -> &Signal<D, T> {
        &self.0[plane]
    }
}

impl<D: Direction, T: Synth, const N: usize> IndexMut<usize> for Planes<D, T, N> {
    fn index_mut(&mut self, plane: usize) -> &mut Signal<D, T> {
        &mut self.0[plane]
    }
}

impl<D: Direction, T: Synth, const N: usize> Logic for Planes<D, T, N> {
    fn update(&mut self) {}
}

impl<D: Direction, T: Synth, const N: usize> Block for Planes<D, T, N> {
    fn connect_all(&mut self) {}

    fn update_all(&mut self) {
        self.0.update_all();
    }

    fn has_changed(&self) -> bool {
        self.0.has_changed()
    }

    fn accept(&self, name: &str, probe: &mut dyn Probe) {
        self.0.accept(name, probe);
    }
}

/// The links of each element of a port with this name.
fn of_elements<const N: usize>(
    name: &str,
    links: impl Fn(&str) -> Vec<VerilogLink>,
) -> Vec<VerilogLink> {
    (0..N).flat_map(|plane| links(&format!("{name}${plane}"))).collect()
}

impl<D: Direction, T: Synth, const N: usize> LogicLink for Planes<D, T, N>
where
    Signal<D, T>: LogicLink,
{
    fn link(&mut self, other: &mut Self) {
        for (own, other) in self.0.iter_mut().zip(&mut other.0) {
            own.link(other);
        }
    }

    fn link_hdl(name: &str, this: &str, that: &str) -> Vec<VerilogLink> {
        of_elements::<N>(name, |name| Signal::<D, T>::link_hdl(name, this, that))
    }

    fn link_connect_source(&mut self) {
        self.0.iter_mut().for_each(LogicLink::link_connect_source);
    }

    fn link_connect_dest(&mut self) {
        self.0.iter_mut().for_each(LogicLink::link_connect_dest);
    }
}

impl<D: Direction, T: Synth, const N: usize> LogicJoin for Planes<D, T, N>
where
    Signal<D, T>: LogicJoin,
{
    fn join_connect(&mut self) {
        self.0.iter_mut().for_each(LogicJoin::join_connect);
    }
}

impl<T: Synth, const N: usize> Planes<In, T, N> {
    /// Connects these inputs to the outputs `other`.
    pub fn join(&mut self, other: &mut Planes<Out, T, N>) {
        for (own, other) in self.0.iter_mut().zip(&mut other.0) {
            own.join(other);
        }
    }

    /// The Verilog of [`Self::join`].
    pub fn join_hdl(name: &str, this: &str, that: &str) -> Vec<VerilogLink> {
        of_elements::<N>(name, |name| Signal::<In, T>::join_hdl(name, this, that))
    }
}

impl<T: Synth, const N: usize> Planes<Out, T, N> {
    /// Connects the inputs `other` to these outputs.
    pub fn join(&mut self, other: &mut Planes<In, T, N>) {
        other.join(self);
    }

    /// The Verilog of [`Self::join`].
    pub fn join_hdl(name: &str, this: &str, that: &str) -> Vec<VerilogLink> {
        of_elements::<N>(name, |name| Signal::<Out, T>::join_hdl(name, this, that))
    }
}

/// The type of a port of `ports!`: a signal, or as many signals as a parameter says.
macro_rules! port {
    ($direction:ident, [$count:ident] $type:ty) => { Planes<$direction, $type, $count> };
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
