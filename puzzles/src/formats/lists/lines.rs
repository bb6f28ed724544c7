//! The parts of copied clues: lists, sizes, metadata and a drawing, each character of the text accounted for.
//!
//! [`Parts::read`] returns them in the order of the file. Lines without brackets are read here, statements in [`super::statement`].

use std::borrow::Cow;

use super::scan::{Piece, Scanner, not_understood};
use crate::formats::clues::{check_count, is_number, size, whole_number};
use crate::formats::draft::Word;
use crate::formats::error::{Fault, OnLine, ParseErrorKind, Side, refuse, syntax};
use crate::formats::text::Sizes;
use crate::{Excerpt, MAX_SIDE, Metadata};

/// Separators between clues on one line.
const SEPARATORS: [char; 3] = [';', '/', '|'];

/// A clue as it is written.
#[derive(Clone, Debug)]
pub(super) struct Entry<'a> {
    pub(super) line: usize,
    pub(super) text: Cow<'a, str>,
}

impl<'a> Entry<'a> {
    pub(super) fn new(line: usize, text: impl Into<Cow<'a, str>>) -> Self {
        Self { line, text: text.into() }
    }
}

/// How the clues of a list are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// One clue per line.
    Line,
    /// One clue per line, after a bullet.
    Item,
    /// One clue per line, after its number.
    Numbered,
    /// Several clues per line, with separators between them.
    Separated,
    /// Nested brackets.
    Brackets,
    /// One pair of brackets around single lengths.
    Numbers,
}

/// Consecutive clues.
#[derive(Debug)]
pub(super) struct List<'a> {
    /// The side that a heading or name states, if there is one.
    pub(super) side: Option<Side>,
    /// Line of the heading or of the first clue.
    pub(super) line: usize,
    /// The form of the clues; `None` before the first one.
    pub(super) form: Option<Form>,
    pub(super) clues: Vec<Entry<'a>>,
    /// The number after the heading, which is the size of the side or its only clue.
    number: Option<&'a str>,
    /// First and last number of the clues that have one, as in `1: 3 1`.
    labels: Option<(usize, usize)>,
    /// The first empty line between the clues.
    gap: Option<usize>,
}

/// The parts of the text.
#[derive(Default)]
pub(super) struct Parts<'a> {
    /// The lists. An empty line, an empty comment and a line with separators end a list without a heading; a heading ends any list.
    pub(super) lists: Vec<List<'a>>,
    pub(super) sizes: Sizes,
    pub(super) metadata: Metadata,
    /// The rows of a drawing, and its line in the file.
    pub(super) picture: Option<(usize, String)>,
    /// A title or comment that names the columns first, and its line.
    pub(super) columns_first: Option<(usize, &'a str)>,
    /// Whether the next clue starts a list if the last list has no heading.
    pub(super) is_apart: bool,
    /// Whether the next clue starts a list in any case.
    pub(super) is_ended: bool,
    /// The empty line above.
    pub(super) gap: Option<usize>,
    /// Number of clues.
    count: usize,
}

pub(super) fn expected_clues(what: String) -> ParseErrorKind {
    let expected = "the clues of the rows and those of the columns, such as 3 1, one per line";
    let help = "correct it, or put headings such as Rows and Columns above the lists";
    syntax(what, expected, help)
}

impl<'a> Parts<'a> {
    /// Reads the parts of a text.
    pub(super) fn read(text: &'a str) -> Result<Self, Fault> {
        let mut parts = Self::default();
        for piece in Scanner::new(text) {
            match piece? {
                (number, Piece::Plain(line)) => parts.line(number, line)?,
                (number, Piece::Remark(remark)) => parts.remark(number, remark)?,
                (_, Piece::Statement(atoms)) => parts.statement(&atoms)?,
            }
        }
        parts.settle_numbers()?;
        parts.lists.iter().try_for_each(|list| list.check(&mut parts.sizes))?;
        Ok(parts)
    }

    /// Handles a comment: an empty one is a border, and one in the form of a heading is a heading, because the language that the
    /// lists were copied from may have no other way to write it.
    fn remark(&mut self, number: usize, remark: &'a str) -> Result<(), Fault> {
        if remark.is_empty() {
            self.is_apart = true;
            return Ok(());
        }
        let (name, rest) = split_name(remark);
        let rest = rest.trim_matches([':', '(', ')', ' ']);
        let is_side = matches!(Word::of(name), Some(Word::Lines(_)));
        if is_side && (rest.is_empty() || is_number(rest)) {
            return self.line(number, remark);
        }
        self.note_order(number, remark);
        Ok(())
    }

    /// Notes whether a text names the columns before the rows.
    fn note_order(&mut self, number: usize, text: &'a str) {
        let words = text.split(|c: char| !c.is_alphabetic());
        let words = words.filter(|word| word.len() > 3 && !word.eq_ignore_ascii_case("down"));
        let mut words = words.filter_map(Word::of);
        let first = words.find(|word| matches!(word, Word::Lines(_)));
        if first == Some(Word::Lines(Side::Columns)) {
            self.columns_first.get_or_insert((number, text));
        }
    }

    fn line(&mut self, number: usize, line: &'a str) -> Result<(), Fault> {
        if line.is_empty() {
            self.is_apart = true;
            self.gap.get_or_insert(number);
            return Ok(());
        }
        // Markdown around code.
        if line.starts_with("```") && !line.contains(|c: char| c.is_ascii_digit()) {
            return Ok(());
        }
        if let Some(sizes) = sizes(line) {
            if !self.lists.is_empty() {
                let what = format!("the size {:?} below clues", Excerpt(line));
                return Err(Fault::at(number, expected_clues(what)));
            }
            return match self.sizes.crossed.replace(sizes) {
                Some(known) if known != sizes => second_size(number, line),
                _ => Ok(()),
            };
        }
        if line.starts_with(char::is_alphabetic) {
            return self.word(number, line);
        }
        if let Some(item) = ["- ", "* ", "• "].into_iter().find_map(|mark| line.strip_prefix(mark))
        {
            return self.clue(number, item, Form::Item);
        }
        let (digits, rest) = split_digits(line);
        match label_end(rest).filter(|_| !digits.is_empty()) {
            Some(text) => self.labelled(number, digits, text),
            None => self.clues(number, line),
        }
    }

    /// Handles a line that starts with a letter.
    fn word(&mut self, number: usize, line: &'a str) -> Result<(), Fault> {
        let (name, rest) = split_name(line);
        match Word::of(name) {
            Some(Word::Lines(side)) => return self.heading(number, side, name, rest, line),
            Some(Word::Size(side)) => {
                let text = rest.trim_start_matches([':', '=', ' ']).trim_end_matches(';');
                return self.size(side, text, number);
            }
            _ => {}
        }
        let with_mark = line.split_once([':', '=']);
        let named = with_mark.filter(|(head, _)| Word::of(head).is_some());
        let (head, rest) =
            named.or_else(|| line.split_once(char::is_whitespace)).unwrap_or((line, ""));
        // Without a colon, a number is no name.
        let is_text =
            rest.contains(char::is_alphabetic) || line[head.len()..].starts_with([':', '=']);
        if is_text && self.describe(head, rest) {
            return Ok(());
        }
        // The first text above all clues and headings is the title.
        if self.lists.is_empty() && self.metadata.title.is_none() && is_title(line) {
            self.note_order(number, line);
            self.metadata.title = Some(line.to_owned());
            return Ok(());
        }
        Err(Fault::at(number, unknown(line)))
    }

    /// Adds the text of a key of the metadata; false if the key has another meaning.
    pub(super) fn describe(&mut self, key: &str, text: &str) -> bool {
        if key.contains(|c: char| c.is_ascii_digit()) || text.trim().is_empty() {
            return false;
        }
        let field = Word::of(key).and_then(|word| word.field(&mut self.metadata));
        let Some(place) = field else {
            return false;
        };
        *place = Some(text.trim_matches(['"', ' ', '\t']).to_owned());
        true
    }

    /// Handles the heading `name`, which `rest` of the line follows: a size, a clue or several, or nothing.
    fn heading(
        &mut self,
        number: usize,
        side: Side,
        name: &str,
        rest: &'a str,
        line: &'a str,
    ) -> Result<(), Fault> {
        let (digits, tail) = split_digits(rest);
        if !digits.is_empty() {
            if let Some(text) = label_end(tail) {
                let continues = self.lists.last().is_some_and(|list| {
                    list.side == Some(side) && (list.clues.is_empty() || list.labels.is_some())
                });
                if !continues {
                    self.begin(number, side, name)?;
                }
                return self.labelled(number, digits, text);
            }
            let is_apart = line[name.len()..].starts_with(char::is_whitespace);
            if tail.trim().is_empty() && is_apart {
                self.begin(number, side, name)?;
                return self.size(side, digits, number);
            }
            let what = format!(
                "{:?}, which may be a heading with sizes, the number of a line, or a clue",
                Excerpt(line)
            );
            let expected = "a colon between a heading or the number of a line and its clues";
            return refuse(number, what, expected, "add the colon");
        }
        self.begin(number, side, name)?;
        let size = rest.strip_prefix('(').and_then(|rest| rest.split_once(')'));
        if let Some((size, _)) = size {
            self.size(side, size, number)?;
        }
        let tail = size.map_or(rest, |(_, tail)| tail.trim_start());
        match tail.strip_prefix([':', '=']).map(str::trim) {
            None if tail.is_empty() => Ok(()),
            None if size.is_none() => Err(Fault::at(number, unknown(line))),
            Some("") => Ok(()),
            Some(text) if is_number(text.trim_end_matches(';')) => {
                let list = self.lists.last_mut().expect("a list was begun");
                list.number = Some(text.trim_end_matches(';'));
                Ok(())
            }
            inline => self.clues(number, inline.unwrap_or(tail)),
        }
    }

    /// Begins the clues of a side. A second list for a side is refused.
    pub(super) fn begin(&mut self, number: usize, side: Side, name: &str) -> Result<(), Fault> {
        if self.lists.iter().any(|list| list.side == Some(side)) {
            let (lines, name) = (side.lines(), Excerpt(name));
            let what = format!("a second list of clues for the {lines}, {name:?}");
            let expected = "one list for the rows and one for the columns";
            let help = "put each puzzle into its own file, or remove the second list";
            return refuse(number, what, expected, help);
        }
        self.lists.push(List::new(Some(side), number));
        (self.gap, self.is_ended) = (None, false);
        Ok(())
    }

    pub(super) fn size(&mut self, side: Side, text: &str, number: usize) -> Result<(), Fault> {
        let size = size(text.trim(), side).on(number)?;
        match self.sizes.of(side).replace(size) {
            Some(known) if known != size => second_size(number, text),
            _ => Ok(()),
        }
    }

    /// Handles the clues of a line: one, or several with separators.
    fn clues(&mut self, number: usize, text: &'a str) -> Result<(), Fault> {
        let Some(marks) = separators(text) else {
            if !text.contains(|c: char| c.is_ascii_digit()) {
                return Err(Fault::at(number, unknown(text)));
            }
            return self.clue(number, text, Form::Line);
        };
        self.is_apart = true;
        let text = text.trim().strip_suffix(marks).unwrap_or(text);
        for part in text.split(marks) {
            if part.trim().is_empty() {
                let what = format!("nothing between two separators in {:?}", Excerpt(text));
                let help = "write 0 for a blank line, or remove a separator";
                return refuse(number, what, "a clue", help);
            }
            self.clue(number, part, Form::Separated)?;
        }
        self.is_apart = true;
        Ok(())
    }

    /// Handles a clue with the number of its line, as in `1: 3 1`. The numbers of a list are consecutive from 0 or 1.
    fn labelled(&mut self, number: usize, label: &str, text: &'a str) -> Result<(), Fault> {
        let label = label.parse().unwrap_or(usize::MAX);
        let last = self.lists.last();
        let labels = last.and_then(|list| list.labels);
        let is_headed = last.is_some_and(|list| list.side.is_some());
        let next = labels.map(|(_, last)| last + 1);
        let (first, is_first) = match labels {
            Some((first, _)) if Some(label) == next => (first, false),
            Some((first, _)) if label == first && !is_headed => (first, true),
            None if label <= 1 => (label, true),
            _ => {
                let what = format!("number {label} before the clue {:?}", Excerpt(text.trim()));
                let expected = format!(
                    "{}, because the numbers of lines are consecutive",
                    next.map_or("0 or 1".to_owned(), |next| next.to_string())
                );
                return refuse(
                    number,
                    what,
                    expected,
                    "add the missing clue, or correct the number",
                );
            }
        };
        self.gap = None;
        self.is_apart = is_first;
        self.clue(number, text, Form::Numbered)?;
        self.lists.last_mut().expect("a list was begun").labels = Some((first, label));
        Ok(())
    }

    /// Handles a clue on a line.
    pub(super) fn clue(&mut self, line: usize, text: &'a str, form: Form) -> Result<(), Fault> {
        let text = text.trim();
        // Dots may also separate lengths, if nothing else does; two of them are a range.
        let has_dots = text.contains('.')
            && !text.contains([' ', ',', '\t'])
            && text.split('.').all(|part| !part.is_empty());
        let text = if has_dots { Cow::Owned(text.replace('.', " ")) } else { Cow::Borrowed(text) };
        self.add(Entry { line, text }, form)
    }

    pub(super) fn add(&mut self, clue: Entry<'a>, form: Form) -> Result<(), Fault> {
        self.count += 1;
        if self.count > 2 * MAX_SIDE + 2 {
            let what = format!("more than {} clues", 2 * MAX_SIDE);
            let expected = format!("at most {MAX_SIDE} for each side");
            let help = "remove the lines that are not clues, or split the puzzle";
            return refuse(clue.line, what, expected, help);
        }
        let last = self.lists.last();
        let continues =
            last.is_some_and(|list| !self.is_ended && (list.side.is_some() || !self.is_apart));
        if !continues {
            self.lists.push(List::new(None, clue.line));
        }
        (self.is_apart, self.is_ended) = (false, false);
        let list = self.lists.last_mut().expect("a list was begun");
        if *list.form.get_or_insert(form) != form {
            let what =
                format!("{:?}, written differently from the clues above", Excerpt(&clue.text));
            return Err(Fault::at(clue.line, expected_clues(what)));
        }
        let gap = self.gap.take().filter(|_| !list.clues.is_empty());
        list.gap = list.gap.or(gap);
        list.clues.push(clue);
        Ok(())
    }

    /// Decides whether numbers after headings are sizes or clues: they are sizes if clues follow, or if the clues below the second
    /// heading are those of both sides.
    fn settle_numbers(&mut self) -> Result<(), Fault> {
        let numbers: Vec<usize> =
            self.lists.iter().filter_map(|list| list.number?.parse().ok()).collect();
        if let ([_, both], [one, other]) = (&mut self.lists[..], &numbers[..])
            && both.form == Some(Form::Line)
            && one.checked_add(*other) == Some(both.clues.len())
            && self.lists[0].clues.is_empty()
        {
            let lists = std::mem::take(&mut self.lists);
            for list in lists {
                if let (Some(side), Some(number)) = (list.side, list.number) {
                    self.size(side, number, list.line)?;
                }
                self.lists.extend((!list.clues.is_empty()).then_some(List { side: None, ..list }));
            }
            return Ok(());
        }
        for index in 0..self.lists.len() {
            let list = &mut self.lists[index];
            let (Some(side), Some(number)) = (list.side, list.number) else {
                continue;
            };
            if list.clues.is_empty() {
                list.form = Some(Form::Line);
                list.clues.push(Entry::new(list.line, number));
            } else {
                let line = list.line;
                self.size(side, number, line)?;
            }
        }
        Ok(())
    }
}

impl List<'_> {
    fn new(side: Option<Side>, line: usize) -> Self {
        Self { side, line, form: None, clues: Vec::new(), number: None, labels: None, gap: None }
    }

    /// Checks a list with a heading: its clues are as many as declared, or have no empty lines between them, which may be spacing or
    /// clues without blocks.
    fn check(&self, sizes: &mut Sizes) -> Result<(), Fault> {
        let Some(side) = self.side else {
            return Ok(());
        };
        let (count, size) = (self.clues.len(), *sizes.of(side));
        if count == 0 {
            return Err(Fault::at(self.line, ParseErrorKind::no_clues(side)));
        }
        // What is missing is reported at the last clue.
        let at = size.map_or(0, |size| size.min(count - 1));
        check_count(side, count, size).on(self.clues[at].line)?;
        match self.gap.filter(|_| size.is_none() && self.labels.is_none()) {
            Some(gap) => {
                let what = format!("an empty line between the clues of the {}", side.lines());
                let expected = "clues without empty lines between them, or the size of the puzzle";
                let help = "write 0 for a blank line, or remove the empty line";
                refuse(gap, what, expected, help)
            }
            None => Ok(()),
        }
    }
}

/// The separators between the clues of a line; `None` if it is one clue. Commas separate clues if a clue has spaces.
fn separators(text: &str) -> Option<&'static [char]> {
    if text.contains(SEPARATORS) {
        return Some(&SEPARATORS);
    }
    let has_spaces = |part: &str| part.split_whitespace().nth(1).is_some();
    (text.contains(',') && text.split(',').any(has_spaces)).then_some(&[','])
}

/// The letters at the start of a line, with spaces, `_` and `-` between them, and the rest.
fn split_name(line: &str) -> (&str, &str) {
    let is_name = |c: char| c.is_alphabetic() || [' ', '_', '-', '\t'].contains(&c);
    let (name, rest) = line.split_at(line.find(|c| !is_name(c)).unwrap_or(line.len()));
    (name.trim_end(), rest)
}

fn split_digits(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| !c.is_ascii_digit());
    text.split_at(end.unwrap_or(text.len()))
}

/// The text after the sign that ends the number of a line, as in `1: 3 1`, `1) 3 1` or `1. 3 1`.
fn label_end(rest: &str) -> Option<&str> {
    let rest = rest.trim_start();
    rest.strip_prefix([':', '=', ')']).or_else(|| rest.strip_prefix(". "))
}

/// Whether a line may be a title: it is not source code, and not a clue with another name.
fn is_title(line: &str) -> bool {
    let mut words = line.split([' ', '\t', ':', ',']).filter(|word| !word.is_empty());
    let is_whole = words.next().and_then(Word::of) == Some(Word::Whole);
    let has_number = line.contains(|c: char| c.is_ascii_digit());
    let has_words = words.any(|word| word.contains(char::is_alphabetic));
    !line.contains(['=', ';', '|', '{', '}', '<', '>', '[', ']'])
        && (!has_number || has_words || is_whole)
}

/// The two numbers of a size such as `5x8`; `None` for other lines.
fn sizes(line: &str) -> Option<(usize, usize)> {
    let (word, rest) = line.split_at_checked(4).unwrap_or_default();
    let is_word = word.eq_ignore_ascii_case("size");
    let line = if is_word { rest } else { line };
    let (first, second) = line.trim_start_matches([':', '=', ' ']).split_once(['x', 'X', '×'])?;
    Some((whole_number(first.trim())?, whole_number(second.trim())?))
}

fn second_size<T>(line: usize, text: &str) -> Result<T, Fault> {
    let what = format!("a second size, {:?}", Excerpt(text));
    let help = "correct one, or put each puzzle into its own file";
    refuse(line, what, "sizes that agree", help)
}

/// The error for text without a meaning.
fn unknown(text: &str) -> ParseErrorKind {
    if text.ends_with([';', '{']) || text.contains(['=', '(']) {
        return not_understood(text);
    }
    expected_clues(format!("{:?} is neither a heading nor a clue", Excerpt(text)))
}
