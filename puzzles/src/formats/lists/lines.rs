//! Copied clues as lines: headings, one clue per line or several with separators, sizes, metadata and comments.

use std::borrow::Cow;

use crate::formats::clues::{Lines, is_number, whole_number};
use crate::formats::error::{Fault, OnLine, ParseErrorKind, Side, refuse, syntax};
use crate::formats::members::{Others, Parts};
use crate::formats::notation::{Node, Value, is_remark, not_understood, remark, twice};
use crate::formats::text::Sizes;
use crate::formats::words::Word;
use crate::{Clue, Excerpt, MAX_SIDE};

use super::split::is_flat;

/// Separators between clues on one line.
const SEPARATORS: [char; 3] = [';', '/', '|'];

/// How a clue is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// Alone on its line.
    Line,
    /// After a bullet.
    Item,
    /// After the number of its line.
    Numbered,
    /// Between separators.
    Separated,
}

/// Consecutive clues.
struct List<'a> {
    /// The side that a heading states, if there is one.
    side: Option<Side>,
    /// Line of the heading or of the first clue.
    line: usize,
    form: Option<Form>,
    clues: Vec<Node<'a>>,
    /// The number after the heading, which is the size of the side or its only clue.
    number: Option<&'a str>,
    /// First and last number of the clues that have one, as in `1: 3 1`.
    labels: Option<(usize, usize)>,
    /// The first empty line between the clues.
    gap: Option<usize>,
}

/// What was read so far.
struct Reader<'a> {
    parts: Parts<'a>,
    /// The lists. An empty line, an empty comment and a line with separators end a list without a heading; a heading ends any list.
    lists: Vec<List<'a>>,
    /// Whether the next clue starts a list if the last list has no heading.
    is_apart: bool,
    /// The empty line above.
    gap: Option<usize>,
}

pub(super) fn expected_clues(what: String) -> ParseErrorKind {
    let expected = "the clues of the rows and those of the columns, such as 3 1, one per line";
    let help = "correct it, or put headings such as Rows and Columns above the lists";
    syntax(what, expected, help)
}

/// The text of a line before a comment, and the comment.
fn split_remark(line: &str) -> (&str, &str) {
    let begins = |&(at, c): &(usize, char)| {
        (at == 0 && is_remark(line)) || (c.is_whitespace() && is_remark(&line[at + c.len_utf8()..]))
    };
    let at = line.char_indices().find(begins).map_or(line.len(), |(at, _)| at);
    let (plain, remark) = line.split_at(at);
    (plain.trim(), remark.trim())
}

/// Whether a line has brackets or quotes around more than a clue. Round brackets may also stand around a size in a heading such as
/// `Rows (5): 3 1`, or around a remark in a title.
fn is_code(line: &str) -> bool {
    let mut before = ' ';
    let has_quote = line.chars().any(|c| {
        let before = std::mem::replace(&mut before, c);
        ['"', '`'].contains(&c) || (c == '\'' && !before.is_alphanumeric())
    });
    let has_round = line.contains('(') && line.contains('=') || line.contains("((");
    has_quote || has_round || line.contains(['[', ']', '{', '}'])
}

/// Whether a text is source code rather than lines of clues, of which each may be in brackets or quotes.
pub(super) fn are_code(text: &str) -> bool {
    let is_fence = |line: &str| line.trim().starts_with("```");
    let mut lines = Lines::of(text).map(|(_, line)| split_remark(line).0);
    lines
        .any(|line| line.contains("/*") || is_code(line) && !is_fence(line) && bare(line).is_none())
}

/// The text in the brackets or quotes around a line.
fn bare(line: &str) -> Option<&str> {
    let line = bulleted(line).unwrap_or(line).trim_end_matches([',', ';']).trim();
    let pairs = [('[', ']'), ('"', '"'), ('\'', '\'')];
    let inner = |(open, close)| line.strip_prefix(open)?.strip_suffix(close);
    let inner = pairs.into_iter().find_map(inner)?;
    (!is_code(inner) && !inner.contains(['(', ')', '\''])).then_some(inner)
}

/// The text after a bullet.
fn bulleted(line: &str) -> Option<&str> {
    ["- ", "* ", "• "].into_iter().find_map(|mark| line.strip_prefix(mark))
}

/// Reads the parts of a text.
pub(super) fn read(text: &str) -> Result<Parts<'_>, Fault> {
    let parts = Parts::new(1, Others::Refused);
    let mut reader = Reader { parts, lists: Vec::new(), is_apart: false, gap: None };
    for (number, line) in Lines::of(text) {
        let line = line.trim();
        if line.starts_with("```") && !line.contains(|c: char| c.is_ascii_digit()) {
            reader.border(number);
            continue;
        }
        let (plain, comment) = split_remark(line);
        let comment = if comment.is_empty() { "" } else { remark(number, comment)? };
        if plain.is_empty() {
            reader.alone(number, line, comment)?;
            continue;
        }
        if plain.len() < line.len() {
            if comment.is_empty() {
                return Err(Fault::at(number, unknown(line)));
            }
            reader.parts.note(number, comment)?;
        }
        reader.line(number, plain)?;
    }
    reader.finish()
}

impl<'a> Reader<'a> {
    fn border(&mut self, number: usize) {
        self.is_apart = true;
        self.gap.get_or_insert(number);
    }

    /// Handles a line without clues: an empty one, also in a comment, is a border, and a comment in the form of a heading is one, because
    /// the language that the lists were copied from may have no other way to write it.
    fn alone(&mut self, number: usize, line: &str, comment: &'a str) -> Result<(), Fault> {
        if comment.is_empty() {
            self.is_apart = true;
            if line.is_empty() {
                self.gap.get_or_insert(number);
            }
            return Ok(());
        }
        let (name, rest) = split_name(comment);
        let rest = rest.trim_matches([':', '(', ')', ' ']);
        let is_side = matches!(Word::of(name), Some(Word::Lines(_)));
        if is_side && (rest.is_empty() || is_number(rest)) {
            return self.line(number, comment);
        }
        self.parts.note(number, comment)
    }

    fn line(&mut self, number: usize, line: &'a str) -> Result<(), Fault> {
        let item = bulleted(line);
        if let Some(text) = bare(line) {
            if text.is_empty() && !line.contains('[') {
                let what = format!("{line:?}, which may repeat the line above or be blank");
                return refuse(number, what, "a clue", "write 0 for a blank line");
            }
            let form = if item.is_some() { Form::Item } else { Form::Line };
            return self.clue(number, text, form);
        }
        if let Some(sizes) = sizes(line) {
            if !self.lists.is_empty() {
                let what = format!("the size {:?} below clues", Excerpt(line));
                return Err(Fault::at(number, expected_clues(what)));
            }
            return self.parts.sizes.cross(sizes).on(number);
        }
        if line.starts_with(char::is_alphabetic) {
            return self.word(number, line);
        }
        if let Some(item) = item {
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
                return self.parts.sizes.declare(side, text).on(number);
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
        let field = Word::of(head).and_then(|word| word.field(&mut self.parts.metadata));
        if let Some(place) = field.filter(|_| is_text && !rest.trim().is_empty()) {
            *place = Some(rest.trim_matches(['"', ' ', '\t']).to_owned());
            return Ok(());
        }
        // The first text above all clues and headings is the title.
        if self.lists.is_empty() && self.parts.metadata.title.is_none() && is_title(line) {
            self.parts.metadata.title = Some(line.to_owned());
            return Ok(());
        }
        Err(Fault::at(number, unknown(line)))
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
                return self.parts.sizes.declare(side, digits).on(number);
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
            self.parts.sizes.declare(side, size).on(number)?;
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
    fn begin(&mut self, number: usize, side: Side, name: &str) -> Result<(), Fault> {
        if self.lists.iter().any(|list| list.side == Some(side)) {
            return twice(number, name);
        }
        self.lists.push(List::new(Some(side), number));
        self.gap = None;
        Ok(())
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
                let next = next.map_or("0 or 1".to_owned(), |next| next.to_string());
                let expected = format!("{next}, because the numbers of lines are consecutive");
                let help = "add the missing clue, or correct the number";
                return refuse(number, what, expected, help);
            }
        };
        self.gap = None;
        self.is_apart = is_first;
        self.clue(number, text, Form::Numbered)?;
        self.lists.last_mut().expect("a list was begun").labels = Some((first, label));
        Ok(())
    }

    fn clue(&mut self, line: usize, text: &'a str, form: Form) -> Result<(), Fault> {
        let text = text.trim();
        // Dots may also separate lengths, if nothing else does; two of them are a range.
        let has_dots = text.contains('.')
            && !text.contains([' ', ',', '\t'])
            && text.split('.').all(|part| !part.is_empty());
        let text = if has_dots { Cow::Owned(text.replace('.', " ")) } else { Cow::Borrowed(text) };
        let continues = self.lists.last().is_some_and(|list| list.side.is_some() || !self.is_apart);
        if !continues {
            self.lists.push(List::new(None, line));
        }
        self.is_apart = false;
        let list = self.lists.last_mut().expect("a list was begun");
        let is_second =
            form == Form::Separated && list.clues.last().is_some_and(|last| last.line != line);
        if is_second || *list.form.get_or_insert(form) != form {
            let what = format!("{:?}, written differently from the clues above", Excerpt(&text));
            return Err(Fault::at(line, expected_clues(what)));
        }
        if list.clues.len() > 2 * MAX_SIDE + 2 {
            let what = format!("more than {} clues", 2 * MAX_SIDE);
            let expected = format!("at most {MAX_SIDE} for each side");
            let help = "remove the lines that are not clues, or split the puzzle";
            return refuse(line, what, expected, help);
        }
        let gap = self.gap.take().filter(|_| !list.clues.is_empty());
        list.gap = list.gap.or(gap);
        list.clues.push(Node::text(line, text));
        Ok(())
    }

    /// The parts of the text. A number after a heading is a size if clues follow, and else the only clue.
    fn finish(mut self) -> Result<Parts<'a>, Fault> {
        let mut lists = std::mem::take(&mut self.lists);
        let is_headed = lists.iter().any(|list| list.side.is_some());
        let first = lists.first_mut().filter(|list| list.side.is_none() && is_headed);
        // Two sizes may stand above both headings.
        if let Some(sizes) = first.and_then(|list| two_numbers(&list.clues)) {
            self.parts.sizes.cross(sizes).on(lists[0].line)?;
            lists.remove(0);
        }
        let is_separated = |list: &List| list.form == Some(Form::Separated);
        let open = || lists.iter().filter(|list| list.side.is_none());
        if let Some(list) = open().find(|list| is_separated(list))
            && !open().all(is_separated)
        {
            let what = "a line with separators beside lines without";
            let expected = "one clue per line, or separators in all lines";
            return refuse(list.line, what, expected, "correct it, or add headings");
        }
        if let [one, other] = &lists[..] {
            check_separated(one, other.clues.len(), &mut self.parts.sizes)?;
            check_separated(other, one.clues.len(), &mut self.parts.sizes)?;
        }
        self.parts.line = lists.first().map_or(1, |list| list.line);
        for mut list in lists {
            let Some(side) = list.side else {
                let value = Value::List(list.clues);
                self.parts.open.push(Node { line: list.line, value });
                continue;
            };
            match list.number {
                Some(number) if list.clues.is_empty() => {
                    list.clues.push(Node::text(list.line, number))
                }
                Some(number) => self.parts.sizes.declare(side, number).on(list.line)?,
                None => {}
            }
            if let (Some(gap), None, None) = (list.gap, *self.parts.sizes.of(side), list.labels) {
                let what = format!("an empty line between the clues of the {}", side.lines());
                let expected = "clues without empty lines between them, or the size of the puzzle";
                let help = "write 0 for a blank line, or remove the empty line";
                return refuse(gap, what, expected, help);
            }
            let node = Node { line: list.line, value: Value::List(list.clues) };
            *side.of(&mut self.parts.rows, &mut self.parts.columns) = Some(node);
        }
        Ok(self.parts)
    }
}

impl List<'_> {
    fn new(side: Option<Side>, line: usize) -> Self {
        Self { side, line, form: None, clues: Vec::new(), number: None, labels: None, gap: None }
    }
}

/// An error if single lengths with separators, such as `1; 1`, may also be one clue, which fits the `length` of its line.
fn check_separated(list: &List, length: usize, sizes: &mut Sizes) -> Result<(), Fault> {
    let lengths = list.clues.iter().map(|clue| whole_number(clue.word()?.trim()));
    let lengths = lengths.collect::<Option<Vec<usize>>>().unwrap_or_default();
    let is_sized = list.side.is_some_and(|side| sizes.of(side).is_some());
    let is_open = list.form == Some(Form::Separated) && lengths.len() > 1 && !is_sized;
    if is_open && !lengths.contains(&0) && Clue::new(lengths).min_length() <= length {
        return is_flat(list.line);
    }
    Ok(())
}

/// Two numbers alone on a line, or on two lines.
fn two_numbers(clues: &[Node]) -> Option<(usize, usize)> {
    let text = clues.iter().take(3).map(|clue| clue.word()).collect::<Option<Vec<_>>>()?.join(" ");
    let mut numbers = text.split_whitespace().map(whole_number);
    match (numbers.next(), numbers.next(), numbers.next()) {
        (Some(first), Some(second), None) => first.zip(second),
        _ => None,
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
    let is_whole = words.next().and_then(Word::of) == Some(Word::Puzzle);
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

/// The error for text without a meaning.
fn unknown(text: &str) -> ParseErrorKind {
    if text.ends_with([';', '{']) || text.contains(['=', '(']) {
        return not_understood(text);
    }
    expected_clues(format!("{:?} is neither a heading nor a clue", Excerpt(text)))
}
