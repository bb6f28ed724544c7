//! What a puzzle file holds besides the puzzle: its title, its author, the terms of its use.
//!
//! The fields are those of the `.non` format with the nonogram-db extensions.

/// The words that come with a puzzle. None of them takes part in solving.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Metadata {
    /// Where it is listed, such as a collection and a number.
    pub catalogue: Option<String>,
    /// Its name.
    pub title: Option<String>,
    /// Its author.
    pub by: Option<String>,
    /// The copyright notice.
    pub copyright: Option<String>,
    /// The licence, as an SPDX identifier where there is one.
    pub license: Option<String>,
}
