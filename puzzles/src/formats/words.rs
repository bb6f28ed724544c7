//! Names for the parts of a puzzle in headings, keys and data.
//!
//! [`Word::of`] ignores case, digits, spaces and punctuation, and accepts synonyms: `rowClues`, `ROW_HINTS` and `rows` mean the same.

use super::error::Side;
use crate::Metadata;

/// A part of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Word {
    /// Clues, or their number.
    Lines(Side),
    /// The number of lines of a side, under a key such as `height`.
    Size(Side),
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
    Whole,
}

/// Words that may precede or follow the name of a side without changing its meaning.
const CLUES: &str = "clues clue hints hint rules rule numbers constraints runs blocks headers";

impl Word {
    /// The part that a word names; `None` if the word is unknown.
    pub(crate) fn of(word: &str) -> Option<Self> {
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
            "background" => Self::Background,
            "title" | "name" => Self::Title,
            "by" | "author" | "creator" => Self::Author,
            "catalogue" | "catalog" => Self::Catalogue,
            "copyright" => Self::Copyright,
            "license" | "licence" => Self::License,
            "clues" | "clue" | "hints" | "hint" | "constraints" | "puzzle" | "puzzles"
            | "nonogram" | "nonograms" | "level" | "levels" | "data" => Self::Whole,
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
        assert_eq!(Word::of("clues"), Some(Word::Whole));
        assert_eq!(Word::of("name"), Some(Word::Title));
        assert_eq!(Word::of("row_rule_len"), None);
    }
}
