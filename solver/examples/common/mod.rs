//! Shared by several examples: command-line arguments, and random boards by seed.

mod random;

pub use random::random;

/// The argument at position `place`, or `usual` if it is missing or cannot be parsed.
pub fn argument<T: std::str::FromStr>(place: usize, usual: T) -> T {
    let given = std::env::args().nth(place);
    given.and_then(|text| text.parse().ok()).unwrap_or(usual)
}
