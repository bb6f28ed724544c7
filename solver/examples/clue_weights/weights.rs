//! Weights of lines, which conflicts raise, and the heaviest line of a mask.
//! Interface: [`LineWeights::raise`] is called at a conflict. [`LineWeights::heaviest`] would take one cycle per bit of a weight in
//! hardware that stores the weights as bit planes, one memory word per bit.
//! Source: Boussemart, Hemery, Lecoutre and Sais, "Boosting systematic search by weighting constraints" (2004).

use nonogram_solver::model::clue::{LineId, SIDE};

/// Number of bits per weight.
pub const BITS: u32 = 8;

/// The weights of rows and columns.
#[derive(Clone, Debug, Default)]
pub struct LineWeights {
    weights: [[u32; SIDE]; 2],
}

impl LineWeights {
    /// The weight of a line.
    pub fn of(&self, line: LineId) -> u32 {
        self.weights[usize::from(line.column)][line.position]
    }

    /// Raises the weight of a line after a conflict. On overflow all weights are halved.
    pub fn raise(&mut self, line: LineId) {
        let weight = &mut self.weights[usize::from(line.column)][line.position];
        *weight += 1;
        if *weight >> BITS > 0 {
            for weight in self.weights.iter_mut().flatten() {
                *weight >>= 1;
            }
        }
    }

    /// The heaviest row or column in `mask`, which must not be 0. Of equally heavy lines, it is the last if `last`, else the first.
    pub fn heaviest(&self, column: bool, mask: u32, last: bool) -> LineId {
        let mut left = mask;
        for bit in (0..BITS).rev() {
            let plane = (0..SIDE)
                .filter(|&position| self.of(LineId { column, position }) >> bit & 1 == 1)
                .fold(0, |plane, position| plane | 1 << position);
            if left & plane != 0 {
                left &= plane;
            }
        }
        let position = match last {
            true => SIDE as u32 - 1 - left.leading_zeros(),
            false => left.trailing_zeros(),
        } as usize;
        LineId { column, position }
    }
}
