//! Metadata of a puzzle: catalogue entry, title, author, copyright and licence.
//!
//! Source: the fields are those of the `.non` format with the nonogram-db extensions.

/// Metadata of a puzzle. Solvers do not use it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Metadata {
    /// Catalogue entry, such as a collection and a number.
    pub catalogue: Option<String>,
    /// Title of the puzzle.
    pub title: Option<String>,
    /// Author of the puzzle.
    pub by: Option<String>,
    /// Copyright notice.
    pub copyright: Option<String>,
    /// Licence, as an SPDX identifier if there is one.
    pub license: Option<String>,
}
