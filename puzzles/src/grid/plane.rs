//! One bit per cell.

const BITS: usize = u64::BITS as usize;

/// A bit for each cell of a grid, row by row.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Plane {
    /// The bits, the first one in the lowest bit of the first word. Bits beyond the last cell are zero.
    words: Vec<u64>,
    cells: usize,
}

impl Plane {
    /// A plane of zeros.
    pub(super) fn new(cells: usize) -> Self {
        Self {
            words: vec![0; cells.div_ceil(BITS)],
            cells,
        }
    }

    /// The bit of a cell.
    #[inline]
    pub(super) fn get(&self, cell: usize) -> bool {
        self.words[cell / BITS] >> (cell % BITS) & 1 == 1
    }

    /// Sets the bit of a cell to `bit`.
    #[inline]
    pub(super) fn set(&mut self, cell: usize, bit: bool) {
        let (word, mask) = (&mut self.words[cell / BITS], 1 << (cell % BITS));
        *word = (*word & !mask) | if bit { mask } else { 0 };
    }

    /// Combines `bits` by bitwise OR with the bits from cell `at` on. Bits beyond the last cell must be zero.
    #[inline]
    pub(super) fn put(&mut self, at: usize, bits: u64) {
        let (word, shift) = (at / BITS, at % BITS);
        let rest = bits.checked_shr((BITS - shift) as u32).unwrap_or(0);
        if bits != 0 {
            self.words[word] |= bits << shift;
        }
        if rest != 0 {
            self.words[word + 1] |= rest;
        }
    }

    /// Number of ones.
    pub(super) fn count(&self) -> usize {
        let ones = self.words.iter().map(|word| word.count_ones() as usize);
        ones.sum()
    }

    /// Whether every bit is one.
    pub(super) fn is_full(&self) -> bool {
        self.count() == self.cells
    }

    /// Whether every bit is zero.
    pub(super) fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// The cells whose bits are one.
    pub(super) fn ones(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.cells).filter(|&cell| self.get(cell))
    }
}
