//! What the measuring examples share: arguments, and random boards by seed.

mod random;

pub use random::random;

/// The argument at a place, or what it is without one.
pub fn argument<T: std::str::FromStr>(place: usize, usual: T) -> T {
    let given = std::env::args().nth(place);
    given.and_then(|text| text.parse().ok()).unwrap_or(usual)
}
