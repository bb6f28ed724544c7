//! What only the whole text decides: numbers of lines, brackets around single lengths, and empty lines within a list.

use std::borrow::Cow;

use super::code::numbers;
use super::part::{Form, List, ListClue, Parts};
use super::scan::commented;
use crate::counted;
use crate::excerpt::Excerpt;
use crate::formats::error::{Fault, Side, refuse};

impl<'a> Parts<'a> {
    pub(super) fn finish(&mut self) -> Result<(), Fault> {
        if let Some(list) = self.lists.iter().find(|list| list.is_separated)
            && self
                .lists
                .iter()
                .any(|other| other.side.or(list.side).is_none() && !other.is_separated)
        {
            let shown = Excerpt(&list.clues[0].text);
            let what = format!("{shown:?} in a line with separators beside lines without");
            let expected = "one clue per line, or separators in all lines";
            let help = "correct it, or add headings";
            return refuse(list.clues[0].line, what, expected, help);
        }
        let are_lines = |list: &List| [Form::Lines, Form::Inline].contains(&list.form);
        if let Some((line, remark)) = self.commented.filter(|_| self.lists.iter().any(are_lines)) {
            return Err(Fault::at(line, commented(remark)));
        }
        for list in &mut self.lists {
            list.drop_numbers()?;
        }
        self.matrix = match &self.lists[..] {
            [list] if list.side.is_none() && list.form == Form::Whole => list.as_matrix(),
            _ => None,
        };
        self.settle_headings();
        self.settle_sizes()?;
        self.spread_lengths()?;
        for side in [Side::Rows, Side::Columns] {
            self.settle_gaps(side)?;
        }
        Ok(())
    }

    /// Takes clues below the sizes of both sides, as in `rows = 4` and `columns = 5`, for those of both sides.
    fn settle_headings(&mut self) {
        let ([list], Some(height), Some(width)) =
            (&mut self.lists[..], self.sizes.height, self.sizes.width)
        else {
            return;
        };
        if self.doubtful.is_some()
            && list.form == Form::Lines
            && list.labels.is_none()
            && list.clues.len() == height + width
        {
            list.side = None;
            self.doubtful = None;
        }
    }

    /// Takes the number after a heading for the only clue of its side, if all lists are of the other side.
    fn settle_sizes(&mut self) -> Result<(), Fault> {
        let Some((line, side, text)) = self.doubtful else {
            return Ok(());
        };
        if self.lists.is_empty()
            || self
                .lists
                .iter()
                .any(|list| list.side.is_none_or(|known| known == side))
        {
            return Ok(());
        }
        *self.sizes.of(side) = None;
        self.side = Some(side);
        self.is_apart = true;
        self.clue(line, text, Form::Lines)
    }

    /// Replaces one clue by its lengths where these are the clues of a side: `[2, 1, 2]` beside a list with inner brackets, and the only
    /// clue of each side.
    fn spread_lengths(&mut self) -> Result<(), Fault> {
        let is_long =
            |list: &List| list.clues.len() == 1 && numbers(&list.clues[0].text).nth(1).is_some();
        let is_only = |form| move |list: &List| list.form == form && is_long(list);
        let is_pair = self.lists.len() == 2;
        let beside_whole = self
            .lists
            .iter()
            .any(|list| [Form::Whole, Form::Flat].contains(&list.form));
        if let [list] = &mut self.lists[..]
            && list.side.is_none()
            && [Form::Leaves, Form::Whole].contains(&list.form)
            && list.clues.len() == 2
        {
            let second = List {
                clues: list.clues.split_off(1),
                ..list.like()
            };
            self.lists.push(second);
            self.lists.iter_mut().for_each(List::spread);
            return Ok(());
        }
        for form in [Form::Leaves, Form::Inline] {
            if is_pair && self.lists.iter().all(is_only(form)) {
                self.lists.iter_mut().for_each(List::spread);
                return Ok(());
            }
        }
        // The other side may show that each pair of brackets is a clue.
        let are_clues = self
            .lists
            .iter()
            .any(|list| list.form == Form::Leaves && (list.clues.len() > 1 || list.is_singular));
        for list in self
            .lists
            .iter_mut()
            .filter(|list| is_only(Form::Leaves)(list) && !list.is_singular)
        {
            if are_clues && !beside_whole {
                continue;
            }
            if !beside_whole {
                let clue = &list.clues[0];
                let what = format!("{:?} may be one clue or several", Excerpt(&clue.text));
                let expected = "a list of lists such as [[3, 1]]";
                return refuse(clue.line, what, expected, "add brackets around the list");
            }
            list.spread();
        }
        Ok(())
    }

    /// Decides whether empty lines between the clues of a heading are spacing or clues without blocks: numbers of lines or the declared
    /// size decide.
    fn settle_gaps(&mut self, side: Side) -> Result<(), Fault> {
        let declared = *self.sizes.of(side);
        let crossed = self
            .sizes
            .crossed
            .map(|(first, second)| [first, second])
            .unwrap_or_default();
        let fits = |count: usize| declared.map_or(crossed.contains(&count), |size| size == count);
        for list in self.lists.iter_mut().filter(|list| list.side == Some(side)) {
            let later = || list.clues.iter().skip(1);
            let gaps: usize = later().map(|clue| clue.gap).sum();
            let count = list.clues.len();
            if gaps == 0 || fits(count) || list.labels.is_some() {
                continue;
            }
            if !fits(count + gaps) {
                let line = later()
                    .find(|clue| clue.gap > 0)
                    .map_or(1, |clue| clue.line - 1);
                let what = format!("an empty line between the clues of the {}", side.lines());
                let expected = "clues without empty lines between them, or the size of the puzzle";
                let help = "write 0 for a blank line, or remove the empty line";
                return refuse(line, what, expected, help);
            }
            let clues = std::mem::take(&mut list.clues);
            for (index, clue) in clues.into_iter().enumerate() {
                let blank = ListClue {
                    line: clue.line,
                    text: Cow::Borrowed(""),
                    gap: 0,
                };
                let gap = if index > 0 { clue.gap } else { 0 };
                list.clues.extend(std::iter::repeat_n(blank, gap));
                list.clues.push(clue);
            }
        }
        Ok(())
    }
}

impl<'a> List<'a> {
    /// Line and rows of the list as a drawing; `None` if its clues are not equally many 0 and 1.
    fn as_matrix(&self) -> Option<(usize, Vec<String>)> {
        let rows = self
            .clues
            .iter()
            .map(|clue| numbers(&clue.text).collect::<Vec<_>>());
        let are_cells = rows
            .clone()
            .flatten()
            .all(|word| ["0", "1"].contains(&word));
        let width = rows.clone().next()?.len();
        let is_even = width > 0 && rows.clone().all(|row| row.len() == width);
        (are_cells && is_even)
            .then(|| (self.clues[0].line, rows.map(|row| row.join(",")).collect()))
    }

    /// Replaces each clue by its lengths.
    fn spread(&mut self) {
        let clues = std::mem::take(&mut self.clues);
        for clue in clues {
            let texts: Vec<String> = numbers(&clue.text).map(str::to_owned).collect();
            let line = clue.line;
            if texts.is_empty() {
                self.clues.push(clue);
                continue;
            }
            self.clues.extend(texts.into_iter().map(|text| ListClue {
                line,
                text: Cow::Owned(text),
                gap: 0,
            }));
        }
        self.form = Form::Flat;
    }

    /// Removes the numbers of lines in the form `1. 3 1` if each clue of the list has one. An error if only some clues of the list have numbers of another form.
    fn drop_numbers(&mut self) -> Result<(), Fault> {
        if let Some((first, last)) = self.labels {
            let expected = last - first + 1;
            if expected == self.clues.len() {
                return Ok(());
            }
            let (found, line) = (self.clues.len(), self.clues[0].line);
            let what = format!(
                "{} with numbers in a list of {found}",
                counted(expected, "clue")
            );
            let help = "add the missing ones, or remove all";
            return refuse(line, what, "numbers before all clues of a list", help);
        }
        let rest =
            |index: usize, clue: &ListClue| after_number(&clue.text, index + 1).map(str::to_owned);
        if self
            .clues
            .iter()
            .enumerate()
            .all(|(index, clue)| rest(index, clue).is_some())
        {
            for (index, clue) in self.clues.iter_mut().enumerate() {
                clue.text = Cow::Owned(rest(index, clue).unwrap_or_default());
            }
        }
        Ok(())
    }
}

/// The text after `number`, a dot, and a space or tab, as in `1. 3 1`; `None` if the text does not start with them.
fn after_number(text: &str, number: usize) -> Option<&str> {
    let (found, rest) = text.split_once('.')?;
    let rest = rest.strip_prefix([' ', '\t'])?;
    (found.parse() == Ok(number)).then_some(rest)
}
