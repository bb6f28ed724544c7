//! The lines of a text with their numbers, as an iterator that does not store them.
//!
//! [`Lines`] is a position in a text; a copy of it iterates over the same lines again.

/// A line of a file and its number, from 1.
pub(crate) type Numbered<'a> = (usize, &'a str);

/// Whether a line has no text: it is empty or consists of white space.
pub(crate) fn is_empty(line: &Numbered) -> bool {
    line.1.trim().is_empty()
}

/// The lines of a piece of a file, split like [`str::lines`].
#[derive(Clone, Copy)]
pub(crate) struct Lines<'a> {
    rest: &'a str,
    /// Number of the next line.
    number: usize,
}

impl<'a> Lines<'a> {
    /// All lines of a file, without its byte order mark.
    pub(crate) fn of(text: &'a str) -> Self {
        Self {
            rest: text.strip_prefix('\u{feff}').unwrap_or(text),
            number: 1,
        }
    }

    /// Consumes and returns the lines before the first one for which `ends` is true, or all lines if there is none.
    pub(crate) fn take_until(&mut self, mut ends: impl FnMut(&str) -> bool) -> Self {
        let start = *self;
        let mut ahead = start;
        while let Some((_, line)) = ahead.next() {
            if ends(line) {
                break;
            }
            *self = ahead;
        }
        let taken = start.rest.len() - self.rest.len();
        Self {
            rest: &start.rest[..taken],
            number: start.number,
        }
    }

    /// The pieces between lines for which `border` is true, except pieces without text.
    pub(crate) fn split(mut self, border: impl Fn(&str) -> bool) -> impl Iterator<Item = Self> {
        std::iter::from_fn(move || {
            while !self.rest.is_empty() {
                let piece = self.take_until(&border);
                self.next();
                if !piece.is_blank() {
                    return Some(piece);
                }
            }
            None
        })
    }

    /// Whether none of the lines has text.
    pub(crate) fn is_blank(self) -> bool {
        self.rest.trim().is_empty()
    }

    /// The lines with text.
    pub(crate) fn written(self) -> impl Iterator<Item = Numbered<'a>> + Clone {
        self.filter(|line| !is_empty(line))
    }

    /// Number of the last line with text; `None` if no line has text.
    pub(crate) fn last_written(self) -> Option<usize> {
        self.written().last().map(|(number, _)| number)
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = Numbered<'a>;

    fn next(&mut self) -> Option<Numbered<'a>> {
        if self.rest.is_empty() {
            return None;
        }
        let (line, rest) = match self.rest.split_once('\n') {
            Some((line, rest)) => (line.strip_suffix('\r').unwrap_or(line), rest),
            None => (self.rest, ""),
        };
        let number = self.number;
        self.number += 1;
        self.rest = rest;
        Some((number, line))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn pieces_lie_between_borders() {
        let lines = Lines::of("\u{feff}==\na\n\n==\n \n==\r\nb\n==");
        let pieces = lines.split(|line| line == "==");
        let pieces: Vec<Vec<Numbered>> = pieces.map(Iterator::collect).collect();
        assert_eq!(pieces, [vec![(2, "a"), (3, "")], vec![(7, "b")]]);
        assert_eq!(lines.last_written(), Some(8));
        assert_eq!(Lines::of("\n \n").last_written(), None);
    }

    proptest! {
        #[test]
        fn lines_equal_those_of_the_standard_library(text in "[ab\r\n]{0,20}") {
            let lines: Vec<_> = Lines::of(&text).collect();
            prop_assert_eq!(lines, (1..).zip(text.lines()).collect::<Vec<_>>());
        }

        #[test]
        fn taking_leaves_the_rest(text in "[ab\r\n]{0,20}") {
            let mut rest = Lines::of(&text);
            let taken = rest.take_until(|line| line == "b");
            prop_assert!(taken.clone().all(|(_, line)| line != "b"));
            prop_assert!(rest.clone().next().is_none_or(|(_, line)| line == "b"));
            prop_assert_eq!(taken.chain(rest).collect::<Vec<_>>(), Lines::of(&text).collect::<Vec<_>>());
        }
    }
}
