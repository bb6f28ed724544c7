//! A number and its noun in a message.
//!
//! Interface: [`counted`].

use std::fmt::Display;

/// A number and a noun, which is in the plural unless the number is 1.
///
/// ```
/// use nonogram_puzzles::counted;
///
/// assert_eq!(counted(1_usize, "cell"), "1 cell");
/// assert_eq!(counted(0_u64, "cell"), "0 cells");
/// ```
pub fn counted<N: Display + PartialEq + From<u8>>(count: N, noun: &str) -> String {
    let ending = if count == N::from(1) { "" } else { "s" };
    format!("{count} {noun}{ending}")
}
