//! Compares the clue core's line engine with complete line logic: every clue and every set of possible values of short lines, and random
//! lines of up to 64 cells.

use std::ops::RangeInclusive;

use nonogram_hdl::core::clue::Engine;
use rust_hdl::prelude::*;

/// A block: length in cells, and colour from 1 on.
type Run = (usize, usize);

/// The possible values of each cell, one bit per value: bit 0 is blank, bit c is colour c.
type Line = Vec<u8>;

/// The possible values of each cell over all placements of the blocks that agree with `line`; `None` if there is no placement.
fn reference(clue: &[Run], line: &[u8]) -> Option<Line> {
    let length = line.len();
    let takes = |at: usize, (block, colour): Run| {
        at + block <= length && line[at..at + block].iter().all(|cell| cell >> colour & 1 == 1)
    };
    let is_free = |at: usize| at >= length || line[at] & 1 == 1;
    // Blocks of one colour have a blank between them.
    let needs_blank = |block: usize| block + 1 < clue.len() && clue[block].1 == clue[block + 1].1;
    // Backward: whether the blocks from `block` on fit into the cells from `at` on.
    let mut fits = vec![vec![false; clue.len() + 1]; length + 1];
    let after = |fits: &[Vec<bool>], at: usize, block: usize| {
        let end = at + clue[block].0;
        match needs_blank(block) {
            true => end < length && is_free(end) && fits[end + 1][block + 1],
            false => fits[end][block + 1],
        }
    };
    for at in (0..=length).rev() {
        for block in 0..=clue.len() {
            let ends = at == length && block == clue.len();
            let skips = at < length && is_free(at) && fits[at + 1][block];
            let puts = block < clue.len() && takes(at, clue[block]) && after(&fits, at, block);
            fits[at][block] = ends || skips || puts;
        }
    }
    // Forward: over all prefixes that can be completed.
    let mut possible = vec![0; length];
    let mut reached = vec![vec![false; clue.len() + 1]; length + 1];
    reached[0][0] = fits[0][0];
    for at in 0..length {
        for block in 0..=clue.len() {
            if !reached[at][block] {
                continue;
            }
            if is_free(at) && fits[at + 1][block] {
                possible[at] |= 1;
                reached[at + 1][block] = true;
            }
            if block < clue.len() && takes(at, clue[block]) && after(&fits, at, block) {
                let (cells, colour) = clue[block];
                for cell in &mut possible[at..at + cells] {
                    *cell |= 1 << colour;
                }
                let blank = usize::from(needs_blank(block));
                if blank == 1 {
                    possible[at + cells] |= 1;
                }
                reached[at + cells + blank][block + 1] = true;
            }
        }
    }
    fits[0][0].then_some(possible)
}

/// An engine under test.
struct Bench<
    const SIDE: usize,
    const COLOURS: usize,
    const VALUES: usize,
    const GAPS: usize,
    const CELLS_PER_STEP: usize,
    const GROUPS: usize,
    const GROUP_BITS: usize,
> {
    engine: Engine<SIDE, COLOURS, VALUES, GAPS, CELLS_PER_STEP, GROUPS, GROUP_BITS>,
}

impl<
    const SIDE: usize,
    const COLOURS: usize,
    const VALUES: usize,
    const GAPS: usize,
    const CELLS_PER_STEP: usize,
    const GROUPS: usize,
    const GROUP_BITS: usize,
> Bench<SIDE, COLOURS, VALUES, GAPS, CELLS_PER_STEP, GROUPS, GROUP_BITS>
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

    fn set_clue(&mut self, clue: &[Run]) {
        let (mut symbols, mut gaps, mut at) = ([0_u128; COLOURS], 0_u128, 1_u128);
        for (number, &(length, colour)) in clue.iter().enumerate() {
            if number > 0 && clue[number - 1].1 == colour {
                at <<= 1;
            } else if number > 0 {
                gaps |= at >> 1;
            }
            symbols[colour - 1] |= ((1 << length) - 1) * at;
            at <<= length;
        }
        for (port, word) in self.engine.colour_symbols.iter_mut().zip(symbols) {
            port.next = (word as u64).into();
        }
        for port in &mut self.engine.gap_symbols {
            port.next = (gaps as u64).into();
        }
        self.engine.last_symbol.next = ((at & ((1 << SIDE) - 1)) as u64).into();
        self.engine.last_is_top.next = at >> SIDE != 0;
    }

    /// Runs one visit: returns the possible values of the cells and the cells that are fresh, or `None` on a conflict.
    fn visit(&mut self, clue: &[Run], line: &[u8]) -> Option<(Line, u64)> {
        let groups = line.len().div_ceil(CELLS_PER_STEP);
        let excluded = |value: usize, group: u64| {
            let first = CELLS_PER_STEP * group as usize;
            let cells = (first..first + CELLS_PER_STEP).map(|at| line.get(at).unwrap_or(&1));
            let word = cells
                .enumerate()
                .fold(0_u64, |word, (at, cell)| word | u64::from(cell >> value & 1 == 0) << at);
            word.into()
        };
        self.engine.groups.next = (groups as u64).into();
        self.engine.start.next = true;
        self.clock();
        self.engine.start.next = false;
        self.set_clue(clue);
        let (mut conflict, mut clocks) = (false, 0);
        loop {
            self.settle();
            let front = self.engine.front_group.val().to_u64();
            let back = self.engine.back_group.val().to_u64();
            for value in 0..VALUES {
                self.engine.front_excluded[value].next = excluded(value, front);
                self.engine.back_excluded[value].next = excluded(value, back);
            }
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
        let words = self.engine.excluded.each_ref().map(|word| word.val());
        let possible = (0..line.len())
            .map(|at| {
                let values = words.iter().enumerate();
                values.fold(0, |cell, (value, word)| cell | u8::from(!word.get_bit(at)) << value)
            })
            .collect();
        let fresh = self.engine.fresh.val();
        let fresh = (0..line.len()).fold(0, |word, at| word | u64::from(fresh.get_bit(at)) << at);
        (!conflict).then_some((possible, fresh))
    }

    fn check(&mut self, clue: &[Run], line: &[u8]) {
        let expected = reference(clue, line).map(|possible| {
            let fresh = possible.iter().zip(line).enumerate();
            let fresh = fresh
                .fold(0, |word, (at, (after, before))| word | u64::from(after != before) << at);
            (possible, fresh)
        });
        assert_eq!(self.visit(clue, line), expected, "{clue:?} {line:?}");
    }
}

/// The clue of a line with these values.
fn clue_of(picture: &[usize]) -> Vec<Run> {
    let runs = picture.chunk_by(|left, right| left == right);
    runs.filter(|run| run[0] > 0).map(|run| (run.len(), run[0])).collect()
}

/// All sequences of `length` numbers below `bound`.
fn sequences(length: usize, bound: usize) -> impl Iterator<Item = Vec<usize>> {
    (0..bound.pow(length as u32)).map(move |mut number| {
        let mut digits = Vec::with_capacity(length);
        for _ in 0..length {
            digits.push(number % bound);
            number /= bound;
        }
        digits
    })
}

/// Checks lines of these lengths with all clues and all sets of possible values.
fn every_line<
    const SIDE: usize,
    const COLOURS: usize,
    const VALUES: usize,
    const GAPS: usize,
    const CELLS_PER_STEP: usize,
    const GROUPS: usize,
    const GROUP_BITS: usize,
>(
    lengths: RangeInclusive<usize>,
) {
    let mut bench = Bench::<SIDE, COLOURS, VALUES, GAPS, CELLS_PER_STEP, GROUPS, GROUP_BITS>::new();
    for length in lengths {
        let mut clues: Vec<_> =
            sequences(length, VALUES).map(|picture| clue_of(&picture)).collect();
        clues.sort();
        clues.dedup();
        for clue in clues {
            for sets in sequences(length, (1 << VALUES) - 1) {
                let line: Line = sets.iter().map(|&set| set as u8 + 1).collect();
                bench.check(&clue, &line);
            }
        }
    }
}

#[test]
fn engine_is_complete_on_all_short_lines() {
    every_line::<6, 1, 2, 0, 2, 3, 2>(1..=5);
}

#[test]
fn wide_engine_is_complete_on_all_short_lines() {
    every_line::<8, 1, 2, 0, 4, 2, 1>(1..=5);
}

#[test]
fn engine_of_two_colours_is_complete_on_all_short_lines() {
    every_line::<4, 2, 3, 1, 2, 2, 1>(1..=3);
}

#[test]
#[ignore = "takes seconds; make test-hardware runs it"]
fn engine_is_complete_on_all_lines_of_six_cells() {
    every_line::<6, 1, 2, 0, 2, 3, 2>(6..=6);
}

#[test]
#[ignore = "takes seconds; make test-hardware runs it"]
fn wide_engine_is_complete_on_all_lines_of_six_cells() {
    every_line::<8, 1, 2, 0, 4, 2, 1>(6..=6);
}

#[test]
fn engine_is_complete_on_random_lines_of_up_to_32_cells() {
    random_lines::<32, 1, 2, 0, 4, 8, 3>(1000);
}

#[test]
fn engine_is_complete_on_random_lines_of_up_to_16_cells() {
    random_lines::<16, 1, 2, 0, 2, 8, 3>(1000);
}

#[test]
fn engine_of_three_colours_is_complete_on_random_lines_of_up_to_16_cells() {
    random_lines::<16, 3, 4, 1, 4, 4, 2>(1000);
}

#[test]
fn engine_of_seven_colours_is_complete_on_random_lines_of_up_to_64_cells() {
    random_lines::<64, 7, 8, 1, 4, 16, 4>(20);
}

fn random_lines<
    const SIDE: usize,
    const COLOURS: usize,
    const VALUES: usize,
    const GAPS: usize,
    const CELLS_PER_STEP: usize,
    const GROUPS: usize,
    const GROUP_BITS: usize,
>(
    lines: usize,
) {
    let mut random = Random(1);
    let mut bench = Bench::<SIDE, COLOURS, VALUES, GAPS, CELLS_PER_STEP, GROUPS, GROUP_BITS>::new();
    for number in 0..lines {
        let length = if number % 8 == 0 { SIDE } else { 1 + random.below(SIDE as u64) as usize };
        let percent = random.below(101);
        let mut colour = 1;
        let picture: Vec<usize> = (0..length)
            .map(|_| {
                if random.below(3) == 0 {
                    colour = 1 + random.below(COLOURS as u64) as usize;
                }
                if random.below(100) < percent { colour } else { 0 }
            })
            .collect();
        let line: Line = picture
            .iter()
            .map(|&value| {
                let others = random.below(1 << VALUES) as u8 | random.below(1 << VALUES) as u8;
                let kept = if random.below(100) == 0 { 0 } else { 1 << value };
                (others | kept).max(1)
            })
            .collect();
        bench.check(&clue_of(&picture), &line);
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
