//! Compares the clue core's line engine with complete line logic: every clue and every set of known cells of short lines, and random
//! lines of up to 32 cells.

use nonogram_hdl::core::clue::Engine;
use rust_hdl::prelude::*;

/// Known cells of a line: the filled and the blank ones, cell 0 in bit 0.
type Cells = (u64, u64);

/// Cells that can be filled, and cells that can be blank, over all placements of the blocks that agree with `cells`.
fn reference(clue: &[usize], length: usize, cells: Cells) -> Cells {
    // Backward: whether the blocks from `block` on fit into the cells from `at` on.
    let fits_filled =
        |at: usize, block: usize| at + block <= length && cells.1 >> at & ((1 << block) - 1) == 0;
    let is_free = |at: usize| at >= length || cells.0 >> at & 1 == 0;
    let mut fits = vec![vec![false; clue.len() + 1]; length + 2];
    for at in (0..length + 2).rev() {
        for block in 0..=clue.len() {
            fits[at][block] = if at >= length {
                block == clue.len()
            } else {
                let skip = is_free(at) && fits[at + 1][block];
                let put = block < clue.len()
                    && fits_filled(at, clue[block])
                    && is_free(at + clue[block])
                    && fits[at + clue[block] + 1][block + 1];
                skip || put
            };
        }
    }
    // Forward: over all prefixes that can be completed.
    let (mut can_fill, mut can_blank) = (0_u64, 0_u64);
    let mut reached = vec![vec![false; clue.len() + 1]; length + 2];
    reached[0][0] = fits[0][0];
    for at in 0..length {
        for block in 0..=clue.len() {
            if !reached[at][block] {
                continue;
            }
            if is_free(at) && fits[at + 1][block] {
                can_blank |= 1 << at;
                reached[at + 1][block] = true;
            }
            if block < clue.len()
                && fits_filled(at, clue[block])
                && is_free(at + clue[block])
                && fits[at + clue[block] + 1][block + 1]
            {
                can_fill |= ((1 << clue[block]) - 1) << at;
                can_blank |= 1 << (at + clue[block]);
                reached[at + clue[block] + 1][block + 1] = true;
            }
        }
    }
    let line = (1_u64 << length) - 1;
    (can_fill & line, can_blank & line)
}

/// An engine under test.
struct Bench<
    const SIDE: usize,
    const CELLS_PER_STEP: usize,
    const GROUPS: usize,
    const GROUP_BITS: usize,
> {
    engine: Engine<SIDE, CELLS_PER_STEP, GROUPS, GROUP_BITS>,
}

impl<const SIDE: usize, const CELLS_PER_STEP: usize, const GROUPS: usize, const GROUP_BITS: usize>
    Bench<SIDE, CELLS_PER_STEP, GROUPS, GROUP_BITS>
{
    fn new() -> Self {
        let mut engine = Engine::default();
        engine.connect_all();
        Self { engine }
    }

    fn clock(&mut self) {
        for level in [true, false] {
            self.engine.clock.next = level.into();
            assert!(simulate(&mut self.engine, 100), "the engine never settles");
        }
    }

    fn settle(&mut self) {
        assert!(simulate(&mut self.engine, 100), "the engine never settles");
    }

    /// Runs one visit: returns the known, filled and newly known cells, or `None` on a conflict.
    fn visit(&mut self, clue: &[usize], length: usize, cells: Cells) -> Option<[u64; 3]> {
        let groups = length.div_ceil(CELLS_PER_STEP);
        let (mut ones, mut at) = (0_u64, 1_u64);
        for (number, &block) in clue.iter().enumerate() {
            at <<= u64::from(number > 0);
            ones |= ((1 << block) - 1) * at;
            at <<= block;
        }
        let pad = (1 << (CELLS_PER_STEP * groups)) - (1 << length);
        let (filled, blank) = (cells.0, cells.1 | pad);
        let group = |word: u64, number: u64| {
            (word >> (CELLS_PER_STEP as u64 * number) & ((1 << CELLS_PER_STEP) - 1)).into()
        };
        self.engine.groups.next = (groups as u64).into();
        self.engine.start.next = true;
        self.clock();
        self.engine.start.next = false;
        self.engine.filled_symbols.next = (ones & ((1 << SIDE) - 1)).into();
        self.engine.last_symbol.next = (at & ((1 << SIDE) - 1)).into();
        self.engine.last_is_top.next = at >> SIDE != 0;
        let (mut conflict, mut clocks) = (false, 0);
        loop {
            self.settle();
            let front = self.engine.front_group.val().to_u64();
            let back = self.engine.back_group.val().to_u64();
            self.engine.front_filled.next = group(filled, front);
            self.engine.front_blank.next = group(blank, front);
            self.engine.back_filled.next = group(filled, back);
            self.engine.back_blank.next = group(blank, back);
            self.settle();
            assert!(self.engine.busy.val());
            conflict |= self.engine.conflict.val();
            clocks += 1;
            let ends = self.engine.ends.val();
            self.clock();
            if ends {
                break;
            }
        }
        assert_eq!(clocks, groups + 2, "cycles of a visit");
        self.settle();
        conflict |= self.engine.conflict.val();
        assert!(!self.engine.busy.val());
        self.clock();
        self.settle();
        let line = (1_u64 << length) - 1;
        let found = [&self.engine.known, &self.engine.filled, &self.engine.fresh]
            .map(|word| word.val().to_u64() & line);
        (!conflict).then_some(found)
    }

    fn check(&mut self, clue: &[usize], length: usize, cells: Cells) {
        let (can_fill, can_blank) = reference(clue, length, cells);
        let expected = (can_fill | can_blank != 0).then(|| {
            let known = can_fill ^ can_blank;
            [known, can_fill & known, known & !(cells.0 | cells.1)]
        });
        assert_eq!(
            self.visit(clue, length, cells),
            expected,
            "{clue:?} {length} {cells:?}"
        );
    }
}

/// The clue of a line with these filled cells.
fn clue_of(picture: u64, length: usize) -> Vec<usize> {
    let mut clue = vec![0];
    for at in 0..length {
        match picture >> at & 1 {
            1 => *clue.last_mut().expect("never empty") += 1,
            _ if *clue.last().expect("never empty") > 0 => clue.push(0),
            _ => {}
        }
    }
    clue.retain(|&block| block > 0);
    clue
}

#[test]
fn engine_is_complete_on_all_short_lines() {
    every_line::<6, 2, 3, 2>();
}

#[test]
fn wide_engine_is_complete_on_all_short_lines() {
    every_line::<8, 4, 2, 1>();
}

/// Checks lines of up to 6 cells with all clues and all sets of known cells.
fn every_line<
    const SIDE: usize,
    const CELLS_PER_STEP: usize,
    const GROUPS: usize,
    const GROUP_BITS: usize,
>() {
    let mut bench = Bench::<SIDE, CELLS_PER_STEP, GROUPS, GROUP_BITS>::new();
    for length in 1..=6 {
        let mut clues: Vec<_> = (0..1 << length)
            .map(|picture| clue_of(picture, length))
            .collect();
        clues.sort();
        clues.dedup();
        for clue in clues {
            for known in 0..1_u64 << length {
                for value in 0..1_u64 << length {
                    if value & !known == 0 {
                        bench.check(&clue, length, (value, known & !value));
                    }
                }
            }
        }
    }
}

#[test]
fn engine_is_complete_on_random_lines_of_up_to_32_cells() {
    random_lines::<32, 4, 8, 3>();
}

#[test]
fn engine_is_complete_on_random_lines_of_up_to_16_cells() {
    random_lines::<16, 2, 8, 3>();
}

fn random_lines<
    const SIDE: usize,
    const CELLS_PER_STEP: usize,
    const GROUPS: usize,
    const GROUP_BITS: usize,
>() {
    let mut random = Random(1);
    let mut bench = Bench::<SIDE, CELLS_PER_STEP, GROUPS, GROUP_BITS>::new();
    for _ in 0..1000 {
        let length = 1 + random.below(SIDE as u64) as usize;
        let line = (1_u64 << length) - 1;
        let percent = random.below(101);
        let mut word = |percent: u64| {
            (0..length).fold(0, |word, _| {
                word << 1 | u64::from(random.below(100) < percent)
            })
        };
        let picture = word(percent);
        let (known, wrong) = (word(40), word(1));
        let seen = (picture ^ wrong) & line;
        bench.check(
            &clue_of(picture, length),
            length,
            (seen & known, !seen & known & line),
        );
    }
}

/// SplitMix64 (Steele, Lea and Flood, 2014).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let word = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        (word ^ word >> 31) % bound
    }
}
