//! Reduction of colours by k-means (Lloyd, seeded by k-means++ of Arthur and Vassilvitskii 2007).
//!
//! Interface: [`few`]. The seeds are fixed, so the result is reproducible.

use kmeans_colors::{Calculate, get_kmeans};
use rand::Rng;

use crate::Rgb;

/// Seeds of the random starts; the result with the lowest error is used.
const SEEDS: std::ops::Range<u64> = 0..4;

/// Maximum number of iterations, and the sum of squared movements of the centres at which they end early.
const ITERATIONS: usize = 32;
const STILL: f32 = 0.01;

/// Weights of red, green and blue in a difference: the "redmean" distance at a medium red.
const WEIGHTS: [f32; 3] = [1.58, 2.0, 1.58];

/// A colour or mean of colours, as a point in a space of perceived differences.
#[derive(Clone, Copy, Debug, Default)]
struct Point([f32; 3]);

impl From<Rgb> for Point {
    fn from(rgb: Rgb) -> Self {
        let parts = [rgb.red, rgb.green, rgb.blue].map(f32::from);
        Self(std::array::from_fn(|part| parts[part] * WEIGHTS[part]))
    }
}

impl From<Point> for Rgb {
    fn from(point: Point) -> Self {
        let part = |part: usize| (point.0[part] / WEIGHTS[part]).round() as u8;
        Self::new(part(0), part(1), part(2))
    }
}

impl Point {
    fn nearest(&self, centres: &[Self]) -> usize {
        let distances = centres.iter().map(|centre| Self::difference(self, centre));
        let nearest = distances
            .enumerate()
            .min_by(|(_, a), (_, b)| a.total_cmp(b));
        nearest.map_or(0, |(place, _)| place)
    }
}

impl Calculate for Point {
    fn get_closest_centroid(points: &[Self], centres: &[Self], indices: &mut Vec<u8>) {
        indices.extend(points.iter().map(|point| point.nearest(centres) as u8));
    }

    /// A centre without points keeps its position.
    fn recalculate_centroids(
        _: &mut impl Rng,
        points: &[Self],
        centres: &mut [Self],
        indices: &[u8],
    ) {
        let mut sums = vec![([0.0f64; 3], 0.0); centres.len()];
        for (point, &place) in points.iter().zip(indices) {
            let (sum, count) = &mut sums[usize::from(place)];
            for (total, part) in sum.iter_mut().zip(point.0) {
                *total += f64::from(part);
            }
            *count += 1.0;
        }
        for (centre, (sum, count)) in centres.iter_mut().zip(sums) {
            if count > 0.0 {
                centre.0 = sum.map(|part| (part / count) as f32);
            }
        }
    }

    fn check_loop(centres: &[Self], before: &[Self]) -> f32 {
        let pairs = centres.iter().zip(before);
        pairs.map(|(one, other)| Self::difference(one, other)).sum()
    }

    fn create_random(random: &mut impl Rng) -> Self {
        Rgb::new(random.random(), random.random(), random.random()).into()
    }

    fn difference(one: &Self, other: &Self) -> f32 {
        let parts = one.0.iter().zip(other.0);
        parts.map(|(one, other)| (one - other).powi(2)).sum()
    }
}

/// Finds at most `count` colours that approximate all of `colours`.
pub(super) fn few(colours: &[Rgb], count: usize) -> Vec<Rgb> {
    let points: Vec<Point> = colours.iter().copied().map(Point::from).collect();
    let error = |centres: &[Point]| -> f32 {
        let nearest = |point: &Point| Point::difference(point, &centres[point.nearest(centres)]);
        points.iter().map(nearest).sum()
    };
    let tries = SEEDS.map(|seed| {
        let found = get_kmeans(count, ITERATIONS, STILL, false, &points, seed);
        (error(&found.centroids), found.centroids)
    });
    let best = tries.min_by(|(one, _), (other, _)| one.total_cmp(other));
    let centres = best.map_or_else(Vec::new, |(_, centres)| centres);
    let mut found: Vec<Rgb> = centres.into_iter().map(Rgb::from).collect();
    found.sort();
    found.dedup();
    found
}

/// The colour of `choice` that is nearest to `colour`; `colour` itself if `choice` is empty.
pub(super) fn nearest(colour: Rgb, choice: &[Rgb]) -> Rgb {
    let nearest = choice.iter().min_by_key(|other| colour.distance(**other));
    nearest.copied().unwrap_or(colour)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Shades around three colours, one of them rare.
    fn shades() -> Vec<Rgb> {
        let around = |red: u8, green: u8, blue: u8, count: u8| {
            (0..count).map(move |n| Rgb::new(red + n % 5, green + n % 3, blue + n % 7))
        };
        let all = around(200, 20, 20, 90).chain(around(20, 20, 200, 80));
        all.chain(around(20, 200, 20, 3)).collect()
    }

    #[test]
    fn each_cluster_of_shades_becomes_one_colour() {
        let found = few(&shades(), 3);
        let expected = [
            Rgb::new(21, 201, 21),
            Rgb::new(22, 21, 203),
            Rgb::new(202, 21, 23),
        ];
        assert_eq!(found, expected);
        assert_eq!(found, few(&shades(), 3), "the result is reproducible");
        assert_eq!(nearest(Rgb::new(220, 0, 0), &found), expected[2]);
    }

    #[test]
    fn colours_within_the_limit_are_kept() {
        let two = [Rgb::new(255, 0, 0), Rgb::new(0, 0, 255)];
        assert_eq!(few(&two, 5), [two[1], two[0]]);
        assert_eq!(few(&[two[0]; 9], 4), [two[0]]);
    }
}
