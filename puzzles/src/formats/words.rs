//! The names of the parts of a puzzle in headings, keys, variables and elements.

use super::error::Side;
use crate::Metadata;

/// A part of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Word {
    /// Clues, or their number.
    Lines(Side),
    /// The number of lines of a side, under a key such as `height`.
    Size(Side),
    /// Both sizes.
    Sizes,
    /// The picture.
    Picture,
    /// The colours.
    Palette,
    /// The colour of the background.
    Background,
    /// The title; the four words below are also fields of the metadata.
    Title,
    Author,
    Catalogue,
    Copyright,
    License,
    /// The object that contains the parts, or several of these objects.
    Puzzle,
}

/// Words that may precede or follow the name of a side without changing its meaning.
const CLUES: &str = "clues clue hints hint rules rule numbers constraints runs blocks headers";

impl Word {
    /// The part that a word names: `rowClues`, `ROW_HINTS` and `rows` mean the same. `None` if the word is unknown or has a digit, as `row1`.
    pub(crate) fn of(word: &str) -> Option<Self> {
        if word.contains(|c: char| c.is_ascii_digit()) {
            return None;
        }
        let letters = word.chars().filter(|c| c.is_alphabetic());
        let plain: String = letters.flat_map(char::to_lowercase).collect();
        let ends = CLUES.split(' ').find_map(|clues| plain.strip_suffix(clues));
        let starts = CLUES.split(' ').find_map(|clues| plain.strip_prefix(clues));
        let side = |name: &str| match name {
            "row" | "rows" | "r" | "hor" | "horiz" | "horizontal" | "horizontals" | "left"
            | "across" | "zeilen" | "reihen" | "lignes" | "filas" | "righe" | "linhas"
            | "rijen" | "wiersze" | "строки" | "行" => Some(Side::Rows),
            "col" | "cols" | "column" | "columns" | "c" | "ver" | "vert" | "vertical"
            | "verticals" | "top" | "down" | "spalten" | "colonnes" | "columnas" | "colonne"
            | "colunas" | "kolommen" | "kolumny" | "столбцы" | "列" => Some(Side::Columns),
            _ => None,
        };
        let names = [Some(plain.as_str()), ends, starts];
        if let Some(side) = names.into_iter().flatten().find_map(side) {
            return Some(Self::Lines(side));
        }
        Some(match plain.as_str() {
            "height" | "h" | "rowcount" | "nrows" | "numrows" | "numberofrows" => {
                Self::Size(Side::Rows)
            }
            "width" | "w" | "colcount" | "columncount" | "ncols" | "numcols" | "ncolumns"
            | "numberofcolumns" => Self::Size(Side::Columns),
            "grid" | "goal" | "solution" | "picture" | "drawing" | "cells" | "image" | "mask"
            | "pixels" | "bitmap" | "board" => Self::Picture,
            "palette" | "colours" | "colors" => Self::Palette,
            "background" | "backgroundcolor" | "backgroundcolour" => Self::Background,
            "size" | "dimensions" | "shape" => Self::Sizes,
            "title" | "name" => Self::Title,
            "by" | "author" | "creator" => Self::Author,
            "catalogue" | "catalog" => Self::Catalogue,
            "copyright" => Self::Copyright,
            "license" | "licence" => Self::License,
            "clues" | "clue" | "hints" | "hint" | "constraints" | "puzzle" | "puzzles"
            | "nonogram" | "nonograms" | "level" | "levels" | "data" => Self::Puzzle,
            _ => return None,
        })
    }

    /// The field of the metadata that a word names, if it names one.
    pub(crate) fn field(self, metadata: &mut Metadata) -> Option<&mut Option<String>> {
        match self {
            Self::Title => Some(&mut metadata.title),
            Self::Author => Some(&mut metadata.by),
            Self::Catalogue => Some(&mut metadata.catalogue),
            Self::Copyright => Some(&mut metadata.copyright),
            Self::License => Some(&mut metadata.license),
            _ => None,
        }
    }
}

/// Beginnings of words that state that clues are in another order.
const CHANGES: [&str; 8] =
    ["transpos", "revers", "rotat", "flip", "mirror", "sorted", "swap", "columnsfirst"];

/// Whether a name may state that clues are in another order than usual.
pub(crate) fn changes_order(name: &str) -> bool {
    let letters = name.chars().filter(|c| c.is_alphabetic());
    let plain: String = letters.flat_map(char::to_lowercase).collect();
    CHANGES.iter().any(|change| plain.contains(change))
}

/// Whether a text mentions rows or columns, so that it may state which clues are the rows. Words such as `down` have other meanings.
pub(crate) fn names_a_side(text: &str) -> bool {
    let words = text.split(|c: char| !c.is_alphabetic());
    let is_side = |word: &str| {
        let has_other = ["down", "top", "left", "across", "r", "c"];
        matches!(Word::of(word), Some(Word::Lines(_)))
            && !has_other.iter().any(|other| word.eq_ignore_ascii_case(other))
    };
    words.into_iter().any(is_side)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_are_recognised_in_many_spellings() {
        let rows = "rows|ROWS|row|rowClues|row_hints|hor|Horizontal clues|cluesRow|Zeilen|行";
        let columns = "columns|COLS|col|col_rules|ver|Vertical|down|Colonnes";
        for (side, words) in [(Side::Rows, rows), (Side::Columns, columns)] {
            for word in words.split('|') {
                assert_eq!(Word::of(word), Some(Word::Lines(side)), "{word}");
            }
        }
        assert_eq!(Word::of("clues"), Some(Word::Puzzle));
        assert_eq!(Word::of("name"), Some(Word::Title));
        assert_eq!((Word::of("row_rule_len"), Word::of("row1")), (None, None));
        assert!(names_a_side("the columns, then the rows") && !names_a_side("Top down"));
        assert!(changes_order("isTransposed") && !changes_order("order"));
    }
}
