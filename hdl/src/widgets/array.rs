//! Arrays of signals, registers and blocks, with a default for every length.
//! Interface: an element is indexed like that of an array; its name is that of the array with the element's number.

use crate::prelude::*;
use rust_hdl::ast::VerilogLink;
use std::ops::{Deref, DerefMut};

/// `N` signals, registers or blocks. An array of signals can be a port of an interface.
#[derive(Debug)]
pub struct Array<B, const N: usize>([B; N]);

impl<B: Default, const N: usize> Default for Array<B, N> {
    fn default() -> Self {
        Self(std::array::from_fn(|_| B::default()))
    }
}

impl<B, const N: usize> Deref for Array<B, N> {
    type Target = [B; N];

    fn deref(&self) -> &[B; N] {
        &self.0
    }
}

impl<B, const N: usize> DerefMut for Array<B, N> {
    fn deref_mut(&mut self) -> &mut [B; N] {
        &mut self.0
    }
}

impl<B: Block, const N: usize> Logic for Array<B, N> {
    fn update(&mut self) {}

    fn connect(&mut self) {
        self.0.iter_mut().for_each(Logic::connect);
    }
}

impl<B: Block, const N: usize> Block for Array<B, N> {
    fn connect_all(&mut self) {
        self.0.connect_all();
    }

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
    (0..N).flat_map(|element| links(&format!("{name}${element}"))).collect()
}

impl<B: Block + LogicLink, const N: usize> LogicLink for Array<B, N> {
    fn link(&mut self, other: &mut Self) {
        for (own, other) in self.0.iter_mut().zip(&mut other.0) {
            own.link(other);
        }
    }

    fn link_hdl(name: &str, this: &str, that: &str) -> Vec<VerilogLink> {
        of_elements::<N>(name, |name| B::link_hdl(name, this, that))
    }

    fn link_connect_source(&mut self) {
        self.0.iter_mut().for_each(LogicLink::link_connect_source);
    }

    fn link_connect_dest(&mut self) {
        self.0.iter_mut().for_each(LogicLink::link_connect_dest);
    }
}

impl<B: Block + LogicJoin, const N: usize> LogicJoin for Array<B, N> {
    fn join_connect(&mut self) {
        self.0.iter_mut().for_each(LogicJoin::join_connect);
    }
}

impl<T: Synth, const N: usize> Array<Signal<In, T>, N> {
    /// Connects these inputs to the outputs `other`.
    pub fn join(&mut self, other: &mut Array<Signal<Out, T>, N>) {
        for (own, other) in self.0.iter_mut().zip(&mut other.0) {
            own.join(other);
        }
    }

    /// The Verilog of [`Self::join`].
    pub fn join_hdl(name: &str, this: &str, that: &str) -> Vec<VerilogLink> {
        of_elements::<N>(name, |name| Signal::<In, T>::join_hdl(name, this, that))
    }
}

impl<T: Synth, const N: usize> Array<Signal<Out, T>, N> {
    /// Connects the inputs `other` to these outputs.
    pub fn join(&mut self, other: &mut Array<Signal<In, T>, N>) {
        other.join(self);
    }

    /// The Verilog of [`Self::join`].
    pub fn join_hdl(name: &str, this: &str, that: &str) -> Vec<VerilogLink> {
        of_elements::<N>(name, |name| Signal::<Out, T>::join_hdl(name, this, that))
    }
}
