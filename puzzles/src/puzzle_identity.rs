//! The identity of a puzzle: a hash of its clues, the same in every file format.
//!
//! Interface: [`Puzzle::identity`]. Metadata and goal do not affect it.

use std::fmt;

use hmac_sha256::Hash as Sha256;

use crate::{Block, Clue, Colour, Palette, Puzzle};

/// Number of bytes in [`PuzzleIdentity::short`].
const SHORT: usize = 8;

/// The SHA-256 of a puzzle's canonical text. Its text form is 64 lower-case hexadecimal digits.
///
/// The canonical text is ASCII. It starts with the height, a space, the width and a newline. One line per row, from the top, and
/// one per column, from the left, follow: the block lengths separated by commas, or `0` if there are none, and a newline. If the
/// clues use several colours, each length is followed by a letter: `a` for the colour of the first block, `b` for the next
/// different colour, and so on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PuzzleIdentity([u8; 32]);

impl PuzzleIdentity {
    /// The 32 bytes of the hash.
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The first 16 hex digits, for people and file names.
    pub fn short(&self) -> String {
        hex(&self.0[..SHORT])
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

impl fmt::Display for PuzzleIdentity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex(&self.0))
    }
}

impl Puzzle {
    /// The identity of the puzzle. Puzzles with equal clues have equal identities, regardless of everything else in their files,
    /// including the order and the RGB values of their colours.
    pub fn identity(&self) -> PuzzleIdentity {
        let mut hash = Sha256::new();
        hash.update(format!("{} {}\n", self.row_count(), self.column_count()));
        let blocks = self.lines().flat_map(|(_, clue)| clue.blocks());
        let mut colours: Vec<Colour> = Vec::new();
        for block in blocks {
            if !colours.contains(&block.colour) {
                colours.push(block.colour);
            }
        }
        let number = |block: Block| {
            let place = colours.iter().position(|&colour| colour == block.colour);
            let colour = place.and_then(Colour::new).unwrap_or_default();
            Block { colour, ..block }
        };
        let letters = Palette::standard(colours.len().max(1));
        for (_, clue) in self.lines() {
            let clue = Clue::of_blocks(clue.blocks().map(number));
            hash.update(format!("{}\n", letters.clue(&clue)));
        }
        PuzzleIdentity(hash.finalize())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Grid, Metadata};

    fn puzzle(lines: &[&str]) -> Puzzle {
        Puzzle::from_grid(&Grid::from_lines(lines).unwrap())
    }

    /// The expected hash is the output of `printf '2 3\n1,1\n0\n1\n0\n1\n' | sha256sum`.
    #[test]
    fn identity_is_the_hash_of_the_canonical_text() {
        let identity = puzzle(&["#-#", "---"]).identity();
        insta::assert_snapshot!(identity, @"04ea69af1f8e3a1a80dd05fb27597ddd56cf9d67ad26f506074d7c40895888c7");
        assert_eq!(identity.short(), identity.to_string()[..16]);
        assert_eq!(
            identity.as_bytes()[0],
            u8::from_str_radix(&identity.short()[..2], 16).unwrap()
        );
    }

    #[test]
    fn identity_depends_on_clues_only() {
        let plain = puzzle(&["#-", "-#"]);
        let words = Metadata {
            title: Some("x".into()),
            ..Metadata::default()
        };
        let goal = Grid::from_lines(&["-#", "#-"]).unwrap();
        let dressed = plain.clone().with_metadata(words).with_goal(goal).unwrap();
        assert_eq!(plain.identity(), dressed.identity());
        assert_ne!(puzzle(&["#-"]).identity(), puzzle(&["#", "-"]).identity());
    }
}
