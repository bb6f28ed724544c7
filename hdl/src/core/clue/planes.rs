//! What is stored of a cell, and its conversion to values.
//!
//! The engines and the cells that they read have one *excluded* bit per value: the cell cannot have that value. The line state, the trail
//! and the findings have planes, one word of a bit per cell each. A design of one colour has a single plane, the known cells, because a cell
//! from which one of two values is excluded is known; its value is stored apart, and stays as long as the cell is known. A design of
//! several colours has one plane per value: the cells from which it is excluded.

use crate::prelude::*;

/// Converts the excluded values of a line to its planes.
/// Interface: combinational.
///
/// `VALUES` words of `SIDE` cells to `PLANES` planes.
#[derive(LogicBlock, Default)]
pub struct ToPlanes<const SIDE: usize, const VALUES: usize, const PLANES: usize> {
    /// Excluded values, one bit per cell.
    pub excluded: Array<Signal<In, Bits<SIDE>>, VALUES>,
    /// Planes, one bit per cell.
    pub planes: Array<Signal<Out, Bits<SIDE>>, PLANES>,
}

impl<const SIDE: usize, const VALUES: usize, const PLANES: usize> Logic
    for ToPlanes<SIDE, VALUES, PLANES>
{
    #[hdl_gen]
    fn update(&mut self) {
        self.planes[0].next = self.excluded[0].val() ^ self.excluded[1].val();
        for i in 1..PLANES {
            self.planes[0].next = self.excluded[0].val();
            self.planes[i].next = self.excluded[i].val();
        }
    }
}

/// The values of the cells that an entry of the trail restores, and the cells that must be written to restore them.
/// Interface: combinational.
///
/// `PLANES` planes of `SIDE` cells, of `VALUES` values.
#[derive(LogicBlock, Default)]
pub struct FromPlanes<const SIDE: usize, const VALUES: usize, const PLANES: usize> {
    /// Planes, one bit per cell.
    pub planes: Array<Signal<In, Bits<SIDE>>, PLANES>,
    /// Cells that need not be written, one bit per cell: those that the planes show as known.
    pub kept: Signal<Out, Bits<SIDE>>,
    /// Excluded values of the other cells, one bit per cell.
    pub excluded: Array<Signal<Out, Bits<SIDE>>, VALUES>,
}

impl<const SIDE: usize, const VALUES: usize, const PLANES: usize> Logic
    for FromPlanes<SIDE, VALUES, PLANES>
{
    #[hdl_gen]
    fn update(&mut self) {
        self.kept.next = self.planes[0].val();
        for v in 0..VALUES {
            self.excluded[v].next = 0.into();
        }
        for i in 1..PLANES {
            self.kept.next = 0.into();
            self.excluded[0].next = self.planes[0].val();
            self.excluded[i].next = self.planes[i].val();
        }
    }
}

/// The known cells of a line, and their values.
/// Interface: combinational.
///
/// `VALUES` words of `SIDE` cells. With one plane, these are the known cells and the filled cells; otherwise they are the planes.
#[derive(LogicBlock, Default)]
pub struct KnownCells<
    const SIDE: usize,
    const VALUES: usize,
    const PLANES: usize,
    const VALUE_BITS: usize,
> {
    /// What is stored of the line, one bit per cell.
    pub stored: Array<Signal<In, Bits<SIDE>>, VALUES>,
    /// Known cells, one bit per cell.
    pub known: Signal<Out, Bits<SIDE>>,
    /// Values of the known cells, one word per bit of the value.
    pub values: Array<Signal<Out, Bits<SIDE>>, VALUE_BITS>,
}

impl<const SIDE: usize, const VALUES: usize, const PLANES: usize, const VALUE_BITS: usize> Logic
    for KnownCells<SIDE, VALUES, PLANES, VALUE_BITS>
{
    fn update(&mut self) {
        if PLANES == 1 {
            self.known.next = self.stored[0].val();
            self.values[0].next = self.stored[1].val();
            return;
        }
        // Known is a cell with one possible value.
        let (mut one, mut more) = (Bits::default(), Bits::default());
        let mut values = [Bits::default(); VALUE_BITS];
        for (value, excluded) in self.stored.iter().enumerate() {
            let possible = !excluded.val();
            more = more | (one & possible);
            one = one | possible;
            for (bit, word) in values.iter_mut().enumerate() {
                if value >> bit & 1 == 1 {
                    *word = *word | possible;
                }
            }
        }
        self.known.next = one & !more;
        for (port, word) in self.values.iter_mut().zip(values) {
            port.next = word;
        }
    }

    fn connect(&mut self) {
        self.known.connect();
        self.values.iter_mut().for_each(Logic::connect);
    }

    fn hdl(&self) -> Verilog {
        if PLANES == 1 {
            return Verilog::Custom(
                "assign known = stored$0;\nassign values$0 = stored$1;\n".to_owned(),
            );
        }
        let possible = |values: &mut dyn Iterator<Item = usize>| {
            let words: Vec<String> = values.map(|value| format!("~stored${value}")).collect();
            words.join(" | ")
        };
        // Known is a cell with a possible value from which, for each value, that value or all others are excluded.
        let others = (0..VALUES).map(|value| {
            let words: Vec<String> = (0..VALUES)
                .filter(|&other| other != value)
                .map(|other| format!("stored${other}"))
                .collect();
            format!("({})", words.join(" & "))
        });
        let single: Vec<String> = others.collect();
        let mut text = format!(
            "assign known = ({}) & ({});\n",
            single.join(" | "),
            possible(&mut (0..VALUES))
        );
        for bit in 0..VALUE_BITS {
            let mut with = (0..VALUES).filter(|value| value >> bit & 1 == 1);
            text += &format!("assign values${bit} = {};\n", possible(&mut with));
        }
        Verilog::Custom(text)
    }
}
