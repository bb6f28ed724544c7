//! Faster simulation in rust-hdl: idle blocks are skipped, and a rising clock edge takes one pass. The emitted Verilog is unaffected.
//! Interface: `SkipWhenIdle<B>` replaces a sub-block `B`; `B` lists its inputs through [`Inputs`], and the list is checked when the block is
//! connected.
//! [`rising_edge`] simulates a clock edge in a settled block and leaves the clock signals unchanged; registers and memories call [`rises`].
//! Source: event-driven simulators skip idle logic in the same way.

use super::{Interfaces, Planes};
use rust_hdl::prelude::*;
use std::cell::Cell;
use std::ops::{Deref, DerefMut};

thread_local! {
    static STATE_CHANGES: Cell<u64> = const { Cell::new(0) };
}

/// Records that a clock edge has changed a register or written a memory.
#[inline]
pub(crate) fn note_state_change() {
    STATE_CHANGES.with(|count| count.set(count.get() + 1));
}

/// The inputs of a block.
pub trait Inputs {
    /// Names of all inputs except the clock; the port of an interface is `INTERFACE.PORT`, and an array has one name.
    const NAMES: &'static [&'static str];
    /// The block's clock.
    fn clock(&self) -> &Signal<In, Clock>;
    /// Whether an input other than the clock has changed since the block was last updated.
    fn pending(&self) -> bool;
}

/// An input, or an array of inputs, whose value may be about to change.
pub trait Changing {
    /// Whether a value has been assigned that the block has not seen yet.
    fn is_changing(&self) -> bool;
}

impl<T: Synth> Changing for Signal<In, T> {
    fn is_changing(&self) -> bool {
        self.next != self.val()
    }
}

impl<T: Synth, const N: usize> Changing for [Signal<In, T>; N] {
    fn is_changing(&self) -> bool {
        self.iter().any(Changing::is_changing)
    }
}

impl<T: Synth, const N: usize> Changing for Planes<In, T, N> {
    fn is_changing(&self) -> bool {
        (0..N).any(|plane| self[plane].is_changing())
    }
}

/// Implements [`Inputs`] for a block, given all its inputs except the clock; the ports of interfaces are listed one by one. The clock is
/// `clock` unless it is named.
macro_rules! inputs {
    ($block:ty $(, [$($generics:tt)*])?: $($($input:ident).+),+) => {
        inputs!($block $(, [$($generics)*])?, clock clock: $($($input).+),+);
    };
    ($block:ty $(, [$($generics:tt)*])?, clock $clock:ident: $($($input:ident).+),+) => {
        impl $(<$($generics)*>)? crate::widgets::Inputs for $block {
            const NAMES: &'static [&'static str] = &[$(concat!($(".", stringify!($input)),+)),+];

            fn clock(&self) -> &Signal<In, Clock> {
                &self.$clock
            }

            fn pending(&self) -> bool {
                $(crate::widgets::Changing::is_changing(&self.$($input).+))||+
            }
        }
    };
}
pub(crate) use inputs;

/// Whether a signal that a probe visits is a clock.
pub(crate) fn is_clock(atom: &dyn Atom) -> bool {
    atom.descriptor().name == Clock::descriptor().name
}

/// Lists the inputs of the block that it visits, except the clock.
#[derive(Default)]
struct Listed {
    depth: usize,
    interfaces: Interfaces,
    names: Vec<String>,
}

impl Probe for Listed {
    fn visit_start_scope(&mut self, _: &str, _: &dyn Block) {
        self.depth += 1;
    }

    fn visit_end_scope(&mut self, _: &str, _: &dyn Block) {
        self.depth -= 1;
    }

    fn visit_start_namespace(&mut self, name: &str, _: &dyn Block) {
        self.interfaces.enter(name);
    }

    fn visit_end_namespace(&mut self, _: &str, _: &dyn Block) {
        self.interfaces.leave();
    }

    fn visit_atom(&mut self, name: &str, atom: &dyn Atom) {
        if self.depth == 1 && atom.kind() == AtomKind::InputParameter && !is_clock(atom) {
            // The elements of an array share its name.
            let array = name.split('$').next().unwrap_or_default();
            self.names.push(format!(".{}", self.interfaces.full(array, '.')));
        }
    }
}

/// A sub-block that the simulator skips while it is steady and, between two edges, once it has settled.
///
/// A block is steady when the last rising edge changed no register and wrote no memory, and no input has changed since: further
/// edges then change nothing. No edge is skipped when the clock signal itself is driven, as in rust-hdl's own simulation.
#[derive(Default)]
pub struct SkipWhenIdle<B> {
    /// Boxed, because a whole design is too large for a thread's stack.
    inner: Box<B>,
    steady: bool,
    settled: bool,
    changed: bool,
}

impl<B> SkipWhenIdle<B> {
    /// The sub-block, which has not been updated yet.
    pub fn new(inner: B) -> Self {
        Self { inner: Box::new(inner), steady: false, settled: false, changed: false }
    }
}

impl<B> Deref for SkipWhenIdle<B> {
    type Target = B;

    fn deref(&self) -> &B {
        &self.inner
    }
}

impl<B> DerefMut for SkipWhenIdle<B> {
    fn deref_mut(&mut self) -> &mut B {
        &mut self.inner
    }
}

impl<B: Block> Logic for SkipWhenIdle<B> {
    fn update(&mut self) {
        self.inner.update();
    }

    fn connect(&mut self) {
        self.inner.connect();
    }

    fn hdl(&self) -> Verilog {
        self.inner.hdl()
    }

    fn timing(&self) -> Vec<TimingInfo> {
        self.inner.timing()
    }
}

impl<B: Block + Inputs> Block for SkipWhenIdle<B> {
    /// # Panics
    /// Panics if the block's list of inputs is not complete.
    fn connect_all(&mut self) {
        let mut listed = Listed::default();
        self.inner.accept("", &mut listed);
        let mut names = listed.names.iter();
        let missing = names.find(|name| !B::NAMES.contains(&name.as_str()));
        let block = std::any::type_name::<B>();
        assert_eq!(missing, None, "an input of {block} that `inputs!` lacks");
        self.inner.connect_all();
    }

    fn update_all(&mut self) {
        let clock = self.inner.clock();
        let wakes = self.inner.pending() || clock.next.clk != clock.val().clk;
        let rises = edge_passes();
        if !wakes && (self.steady || self.settled && !rises) {
            self.changed = false;
            return;
        }
        let before = STATE_CHANGES.with(Cell::get);
        self.inner.update_all();
        self.changed = self.inner.has_changed();
        let kept = before == STATE_CHANGES.with(Cell::get);
        self.settled = !self.changed;
        self.steady = rises && kept && self.settled;
    }

    fn has_changed(&self) -> bool {
        self.changed
    }

    fn accept(&self, name: &str, probe: &mut dyn Probe) {
        self.inner.accept(name, probe);
    }
}

thread_local! {
    static RISES: Cell<bool> = const { Cell::new(false) };
}

/// Whether the current pass is a rising edge.
#[inline]
fn edge_passes() -> bool {
    RISES.with(Cell::get)
}

/// Whether a register or memory on this clock samples its inputs in the current pass.
#[inline]
pub(crate) fn rises(clock: &Signal<In, Clock>) -> bool {
    edge_passes() || clock.pos_edge()
}

/// Ends the pass when dropped, also on a panic.
struct Pass;

impl Drop for Pass {
    fn drop(&mut self) {
        RISES.with(|rises| rises.set(false));
    }
}

/// Simulates a rising edge of the clock of a block whose signals have settled, then lets them settle again in up to `passes`
/// passes. Returns whether they have settled.
///
/// A pass updates a block before its signals, so every register and memory samples the values from before the edge.
pub fn rising_edge<B: Block>(block: &mut B, passes: usize) -> bool {
    {
        let _pass = Pass;
        RISES.with(|rises| rises.set(true));
        block.update_all();
    }
    !block.has_changed() || simulate(block, passes)
}
