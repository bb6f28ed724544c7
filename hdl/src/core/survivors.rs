//! Counts the options of a line that survive a visit, and intersects them.
//! Interface: `clear` with a line's header, then one option per cycle while `valid`; the outputs cover the options of earlier cycles.
//! Source: the known/assigned option elimination of the published design (docs/reference/classic-core.md).

use crate::widgets::{Dff, constant};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// The surviving options of a line of up to `S` cells, counted in `CW` bits.
#[derive(LogicBlock, SmartDefault)]
pub struct Survivors<const S: usize, const CW: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// A line begins: resets the outputs.
    pub clear: Signal<In, Bit>,
    /// Cells that exist in the line, one bit per cell; valid with `clear`.
    pub mask: Signal<In, Bits<S>>,
    /// An option, or the header of a line, is present.
    pub valid: Signal<In, Bit>,
    /// The option survives; only with `valid`.
    pub keep: Signal<In, Bit>,
    /// Filled cells of the option, cell 0 in bit 0; valid with `keep`.
    pub option: Signal<In, Bits<S>>,

    /// Cells that are filled in all survivors since `clear`; all cells if there is none.
    pub always1: Signal<Out, Bits<S>>,
    /// Cells that are blank in all survivors since `clear`; all cells of the line if there is none.
    pub always0: Signal<Out, Bits<S>>,
    /// Number of survivors since `clear`.
    pub count: Signal<Out, Bits<CW>>,
    /// At least one option has survived since `clear`.
    pub any: Signal<Out, Bit>,
    /// At least two different options have survived since `clear`.
    pub many: Signal<Out, Bit>,
    /// At least one option has been eliminated since `clear`.
    pub dropped: Signal<Out, Bit>,

    ones: Dff<Bits<S>>,
    zeros: Dff<Bits<S>>,
    kept: Dff<Bits<CW>>,
    has_one: Dff<Bit>,
    has_several: Dff<Bit>,
    has_dropped: Dff<Bit>,
    difference: Signal<Local, Bits<S>>,
    differs: Signal<Local, Bit>,

    #[default(constant((1_u64 << S) - 1))]
    all_cells: Constant<Bits<S>>,
    #[default(constant(0))]
    none: Constant<Bits<CW>>,
    #[default(constant(1))]
    one: Constant<Bits<CW>>,
}

impl<const S: usize, const CW: usize> Logic for Survivors<S, CW> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            ones,
            zeros,
            kept,
            has_one,
            has_several,
            has_dropped
        );
        // While all survivors are equal, `ones` is their common value.
        self.difference.next = self.ones.q.val() ^ self.option.val();
        self.differs.next = self.difference.val().any();
        if self.clear.val() {
            self.ones.d.next = self.all_cells.val();
            self.zeros.d.next = self.mask.val();
            self.kept.d.next = self.none.val();
            self.has_one.d.next = false;
            self.has_several.d.next = false;
            self.has_dropped.d.next = false;
        } else if self.keep.val() {
            self.ones.d.next = self.ones.q.val() & self.option.val();
            self.zeros.d.next = self.zeros.q.val() & !self.option.val();
            self.kept.d.next = self.kept.q.val() + self.one.val();
            self.has_one.d.next = true;
            self.has_several.d.next =
                self.has_several.q.val() || (self.has_one.q.val() && self.differs.val());
        } else if self.valid.val() {
            self.has_dropped.d.next = true;
        }
        self.always1.next = self.ones.q.val();
        self.always0.next = self.zeros.q.val();
        self.count.next = self.kept.q.val();
        self.any.next = self.has_one.q.val();
        self.many.next = self.has_several.q.val();
        self.dropped.next = self.has_dropped.q.val();
    }
}
