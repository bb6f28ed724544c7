//! The cells of a coloured picture. In a drawing, paper is blank, near-neutral ink is black (white if inverted), and other ink keeps its
//! colour. A photo has shades of grey as well: all its colours are treated alike, and the one nearest to paper is blank.
//!
//! [`Colours::of`] classifies the pixels and cells; [`few`] merges colours if there are more than the maximum.

use std::collections::{BTreeMap, BTreeSet};

use super::{CLEAR, ImageOptions, Picture, Pixels, lightest, span};
use crate::{Cell, Colour, Grid, MAX_COLOURS, Palette, Rgb};

/// Maximum number of colours by default.
const USUAL: usize = 8;

/// The mean of the lightest pixels is the colour of paper if its channels differ by less than [`TINT`] and its luma is at least
/// [`BRIGHT`].
const TINT: u8 = 96;
const BRIGHT: u8 = 128;

/// A picture is black and white if it has at least this many neutral ink pixels per pixel in a clear colour.
const RARE: usize = 200;

/// Maximum number of cells sampled to find the colours, evenly spaced.
const SAMPLE: usize = 1 << 14;

/// Squared distance below which colours are shades of the same colour, for example noise in a JPEG picture.
const SHADE: u32 = 60 * 60;

/// A picture is a photo if at least one cell in this many has a shade of grey between ink and paper, and these shades have at least
/// `LEVELS` of 16 levels.
const SHADED: usize = 8;
const LEVELS: u32 = 3;

/// Minimum squared distance of such a shade from ink and from paper, which may be unevenly lit.
const APART: u32 = 16 * SHADE;

/// Class of a pixel.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Paper,
    /// Ink without a clear colour.
    Neutral,
    Coloured,
}

/// Parameters that distinguish paper from ink.
struct Light {
    /// Red, green and blue of the paper; white if the picture has no paper.
    white: [u8; 3],
    threshold: u8,
    invert: bool,
}

impl Light {
    fn of(pixels: &[Rgb], options: ImageOptions) -> Self {
        let level = lightest(pixels.iter().map(|rgb| rgb.luma()));
        let paper = mean(pixels.iter().filter(|rgb| rgb.luma() >= level));
        let is_paper = chroma(paper) < TINT && paper.luma() >= BRIGHT;
        let white = if is_paper { paper } else { Rgb::WHITE };
        Self {
            white: [white.red, white.green, white.blue],
            threshold: options.threshold,
            invert: options.invert,
        }
    }

    fn kind(&self, rgb: Rgb) -> Kind {
        let balanced = |part: u8, white: u8| {
            let part = u32::from(part) * 255 / u32::from(white.max(1));
            part.min(255) as u8
        };
        let [red, green, blue] = self.white;
        let seen =
            Rgb::new(balanced(rgb.red, red), balanced(rgb.green, green), balanced(rgb.blue, blue));
        let is_dark = rgb.luma() < self.threshold;
        match chroma(seen) {
            CLEAR.. => Kind::Coloured,
            _ if is_dark == self.invert => Kind::Paper,
            _ => Kind::Neutral,
        }
    }

    /// Whether the ink of a picture has clear colours. A small share of clearly coloured pixels is regarded as noise.
    fn is_coloured(&self, pixels: &[Rgb]) -> bool {
        let (mut neutral, mut coloured) = (0, 0);
        for rgb in pixels {
            match self.kind(*rgb) {
                Kind::Paper => {}
                Kind::Neutral => neutral += 1,
                Kind::Coloured => coloured += 1,
            }
        }
        coloured > 0 && coloured * RARE > neutral
    }

    /// Whether the cells of a picture, given by their main colours, have so many shades of grey that it is a photo.
    fn is_photo(&self, cells: &[Rgb]) -> bool {
        let [red, green, blue] = self.white;
        let ends = [Rgb::BLACK, Rgb::WHITE, Rgb::new(red, green, blue)];
        let is_shade = |rgb: &&Rgb| {
            let is_apart = ends.iter().all(|end| rgb.distance(*end) >= APART);
            is_apart && self.kind(**rgb) != Kind::Coloured
        };
        let shades = || cells.iter().filter(is_shade);
        let levels = shades().fold(0u16, |levels, rgb| levels | 1 << (rgb.luma() >> 4));
        shades().count() * SHADED >= cells.len() && levels.count_ones() >= LEVELS
    }

    /// The cells of a photo, given by their main colours, in at most `wanted` colours, or [`USUAL`] by default, and the background: the
    /// lightest colour (the darkest if inverted). `None` if all cells have one colour.
    fn photo(
        &self,
        cells: &[Rgb],
        (rows, columns): (usize, usize),
        wanted: Option<usize>,
    ) -> Option<Colours> {
        let most = wanted.unwrap_or(USUAL).clamp(1, MAX_COLOURS);
        let few = fewer(cells, most + 1, wanted.is_none());
        let levels = few.iter().copied();
        let background = if self.invert {
            levels.min_by_key(|rgb| rgb.luma())?
        } else {
            levels.max_by_key(|rgb| rgb.luma())?
        };
        let cell = |rgb: &Rgb| Some(nearest(*rgb, &few)).filter(|rgb| *rgb != background);
        let drawn = Cells {
            rows,
            columns,
            cells: cells.iter().map(cell).collect(),
            ink: Rgb::BLACK,
            background,
        };
        let (grid, palette) = drawn.finish()?;
        Some(Colours { grid, palette, is_merged: true, is_full: false })
    }

    /// Colour of ink without a clear colour, and colour of the background.
    fn ink(&self) -> (Rgb, Rgb) {
        if self.invert {
            return (Rgb::WHITE, Rgb::BLACK);
        }
        (Rgb::BLACK, Rgb::WHITE)
    }
}

/// Difference between the strongest and the weakest channel: 0 is grey.
pub(super) fn chroma(rgb: Rgb) -> u8 {
    let parts = [rgb.red, rgb.green, rgb.blue];
    let [most, least] = [parts.iter().max(), parts.iter().min()].map(|part| *part.unwrap_or(&0));
    most - least
}

fn mean<'a>(colours: impl Iterator<Item = &'a Rgb>) -> Rgb {
    let (mut sums, mut count) = ([0u64; 3], 0);
    for rgb in colours {
        for (sum, part) in sums.iter_mut().zip([rgb.red, rgb.green, rgb.blue]) {
            *sum += u64::from(part);
        }
        count += 1;
    }
    let [red, green, blue] = sums.map(|sum| ((sum + count / 2) / count.max(1)) as u8);
    Rgb::new(red, green, blue)
}

/// Mean of the largest group of similar colours, so that pixels of a neighbouring cell do not change the colour.
fn main_colour(colours: &mut [Rgb]) -> Rgb {
    let similar = |rgb: &Rgb| [rgb.red, rgb.green, rgb.blue].map(|part| part >> 4);
    colours.sort_unstable_by_key(similar);
    let groups = colours.chunk_by(|one, other| similar(one) == similar(other));
    mean(groups.max_by_key(|group| group.len()).into_iter().flatten())
}

/// A picture in few colours.
pub(super) struct Colours {
    pub(super) grid: Grid,
    pub(super) palette: Palette,
    /// Whether colours were merged.
    pub(super) is_merged: bool,
    /// Whether the main colour of the edge became the background, because no cell was blank.
    pub(super) is_full: bool,
}

impl Colours {
    /// Converts a picture whose ink has clear colours to `rows` x `columns` cells; `None` for any other picture, or if every cell is blank.
    pub(super) fn of(
        picture: &Picture,
        (rows, columns): (usize, usize),
        options: ImageOptions,
    ) -> Option<Self> {
        let Pixels::Colour(pixels) = &picture.pixels else {
            return None;
        };
        let light = Light::of(pixels, options);
        if !light.is_coloured(pixels) {
            return None;
        }
        let (ink, background) = light.ink();
        let mut cells = Vec::with_capacity(rows * columns);
        let mut colours = Vec::with_capacity(rows * columns);
        for row in 0..rows {
            let lines = span(row, rows, picture.height);
            for column in 0..columns {
                let (left, right) = span(column, columns, picture.width);
                let lines = (lines.0..lines.1).map(|row| row * picture.width);
                let covered = lines.flat_map(|start| &pixels[start + left..start + right]);
                let mut covered: Vec<Rgb> = covered.copied().collect();
                cells.push(cell(&light, ink, &covered));
                colours.push(main_colour(&mut covered));
            }
        }
        if light.is_photo(&colours) {
            return light.photo(&colours, (rows, columns), options.colours);
        }
        let mut drawn = Cells { rows, columns, cells, ink, background };
        let is_full = drawn.find_background();
        let is_merged = drawn.merge(options.colours);
        let (grid, palette) = drawn.finish()?;
        Some(Self { grid, palette, is_merged, is_full })
    }
}

/// The colour of a cell: `None` (blank) if at least half of it is paper, `ink` if at least half of its ink is neutral, otherwise
/// the main colour of its coloured pixels.
fn cell(light: &Light, ink: Rgb, covered: &[Rgb]) -> Option<Rgb> {
    let (mut paper, mut neutral, mut colours) = (0, 0, Vec::new());
    for rgb in covered {
        match light.kind(*rgb) {
            Kind::Paper => paper += 1,
            Kind::Neutral => neutral += 1,
            Kind::Coloured => colours.push(*rgb),
        }
    }
    match &mut colours[..] {
        colours if paper >= neutral + colours.len() => None,
        colours if neutral >= colours.len() => Some(ink),
        colours => Some(main_colour(colours)),
    }
}

/// Cells in any number of colours; a blank cell is `None`.
struct Cells {
    rows: usize,
    columns: usize,
    cells: Vec<Option<Rgb>>,
    /// Colour of neutral ink, which is never merged with other colours.
    ink: Rgb,
    background: Rgb,
}

impl Cells {
    /// If no cell is blank and the cells differ in colour, makes the main colour of the edge the background, provided that at least
    /// half of the edge cells have about that colour. Returns whether it did.
    fn find_background(&mut self) -> bool {
        let (rows, columns) = (self.rows, self.columns);
        let first = self.cells.first().copied().flatten();
        if self.cells.contains(&None) || self.cells.iter().all(|cell| *cell == first) {
            return false;
        }
        let is_edge = |place: usize| {
            let (row, column) = (place / columns, place % columns);
            row == 0 || row + 1 == rows || column == 0 || column + 1 == columns
        };
        let places = (0..self.cells.len()).filter(|place| is_edge(*place));
        let mut edge: Vec<Rgb> = places.filter_map(|place| self.cells[place]).collect();
        let most = main_colour(&mut edge);
        let is_background = |rgb: Rgb| rgb.distance(most) < SHADE;
        if edge.iter().filter(|rgb| is_background(**rgb)).count() * 2 < edge.len() {
            return false;
        }
        for cell in &mut self.cells {
            *cell = cell.filter(|rgb| !is_background(*rgb));
        }
        self.background = most;
        true
    }

    /// Reduces the number of colours to at most `wanted`, or [`USUAL`] by default. Returns whether colours were merged.
    fn merge(&mut self, wanted: Option<usize>) -> bool {
        let most = wanted.unwrap_or(USUAL).clamp(1, MAX_COLOURS);
        let has_ink = self.cells.contains(&Some(self.ink));
        let most = most.saturating_sub(usize::from(has_ink)).max(1);
        let colours = || self.cells.iter().flatten().filter(|rgb| **rgb != self.ink);
        if colours().collect::<BTreeSet<_>>().len() <= most {
            return false;
        }
        let all: Vec<Rgb> = colours().copied().collect();
        let few = fewer(&all, most, wanted.is_none());
        for cell in &mut self.cells {
            *cell = cell.map(|rgb| {
                if rgb == self.ink {
                    return rgb;
                }
                nearest(rgb, &few)
            });
        }
        true
    }

    /// The grid and the palette of its colours, most frequent colour first; `None` if there are no colours or too many.
    fn finish(self) -> Option<(Grid, Palette)> {
        let mut counts: BTreeMap<Rgb, usize> = BTreeMap::new();
        for rgb in self.cells.iter().flatten() {
            *counts.entry(*rgb).or_default() += 1;
        }
        let mut inks: Vec<Rgb> = counts.keys().copied().collect();
        inks.sort_by_cached_key(|rgb| std::cmp::Reverse(counts[rgb]));
        let palette = Palette::of(inks.iter().copied()).ok()?;
        let place = |rgb: Rgb| inks.iter().position(|ink| *ink == rgb);
        let grid = Grid::from_cells(self.rows, self.columns, |row, column| {
            let rgb = self.cells[row * self.columns + column];
            let colour = rgb.and_then(place).and_then(Colour::new);
            colour.map_or(Cell::Blank, Cell::Colour)
        });
        Some((grid, palette.with_background(self.background)))
    }
}

/// Finds at most `most` colours that approximate all `colours`; shades of one colour are merged if `merges`.
fn fewer(colours: &[Rgb], most: usize, merges: bool) -> Vec<Rgb> {
    let step = colours.len().div_ceil(SAMPLE).max(1);
    let sample: Vec<Rgb> = colours.iter().step_by(step).copied().collect();
    let kept = few(&sample, most);
    if merges {
        return without_shades(&kept, &sample);
    }
    kept
}

/// Keeps only the most frequent colour of each group of shades of one colour.
fn without_shades(few: &[Rgb], sample: &[Rgb]) -> Vec<Rgb> {
    let nearest: Vec<Rgb> = sample.iter().map(|rgb| nearest(*rgb, few)).collect();
    let count = |rgb: &Rgb| nearest.iter().filter(|other| *other == rgb).count();
    let mut few = few.to_vec();
    few.sort_by_cached_key(|rgb| std::cmp::Reverse(count(rgb)));
    let mut kept: Vec<Rgb> = Vec::new();
    for rgb in few {
        if kept.iter().all(|other| rgb.distance(*other) >= SHADE) {
            kept.push(rgb);
        }
    }
    kept
}

/// Maximum number of iterations of k-means.
const ITERATIONS: usize = 32;

/// Finds at most `count` colours that approximate all of `colours` by k-means. The first centre is the mean, and each other centre the
/// colour with the largest difference from those before it.
fn few(colours: &[Rgb], count: usize) -> Vec<Rgb> {
    let mut centres = vec![mean(colours.iter())];
    let difference = |rgb: &Rgb, centres: &[Rgb]| nearest(*rgb, centres).distance(*rgb);
    while centres.len() < count {
        match colours.iter().max_by_key(|rgb| difference(rgb, &centres)) {
            Some(rgb) if difference(rgb, &centres) > 0 => centres.push(*rgb),
            _ => break,
        }
    }
    for _ in 0..ITERATIONS {
        let mut groups: BTreeMap<Rgb, Vec<Rgb>> = BTreeMap::new();
        for rgb in colours {
            groups.entry(nearest(*rgb, &centres)).or_default().push(*rgb);
        }
        let moved: Vec<Rgb> = groups.values().map(|group| mean(group.iter())).collect();
        if std::mem::replace(&mut centres, moved) == centres {
            break;
        }
    }
    centres.sort();
    centres.dedup();
    centres
}

/// The colour of `choice` that is nearest to `colour`; `colour` itself if `choice` is empty.
fn nearest(colour: Rgb, choice: &[Rgb]) -> Rgb {
    let nearest = choice.iter().min_by_key(|other| colour.distance(**other));
    nearest.copied().unwrap_or(colour)
}
