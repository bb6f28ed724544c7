//! The parts of copied clues: lists, sizes, metadata and a drawing, each character of the text accounted for.
//!
//! [`Parts::read`] returns them in the order of the file. Lines without brackets are read here, statements in [`super::code`], and
//! what only the whole text decides in [`super::finish`].

use std::borrow::Cow;

use super::code::is_in;
use super::scan::{Piece, Scanner};
use crate::formats::clues::{is_number, may_be_clues, size, whole_number};
use crate::formats::draft::Word;
use crate::formats::error::{Fault, OnLine, ParseErrorKind, Side, refuse, syntax};
use crate::formats::text::Sizes;
use crate::{Excerpt, MAX_SIDE, Metadata};

/// Separators between clues on one line.
const SEPARATORS: [char; 3] = [';', '/', '|'];

/// Words that begin a statement without clues, or a line of Markdown around code.
pub(super) const IGNORED: [&str; 8] =
    ["import", "from", "package", "using", "use", "module", "<?php", "?>"];

/// Words that begin a statement of a program other than a declaration.
const PROGRAM: &str = "for while if else def class fn func function fun public private static int void return print printf \
                       struct try switch const let var";

/// Words of titles that a number may follow.
const NUMBERED: &str = "puzzle nonogram picross griddler level no number page day";

#[derive(Clone, Debug)]
pub(super) struct ListClue<'a> {
    pub(super) line: usize,
    pub(super) text: Cow<'a, str>,
    /// Number of empty lines above it within its list.
    pub(super) gap: usize,
}

/// How a list is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Lines of numbers.
    Lines,
    /// One line of numbers after a heading.
    Inline,
    /// Numbers in brackets, one pair per clue or one pair for a list of single lengths.
    Leaves,
    /// Nested brackets.
    Whole,
    /// One pair of brackets around single lengths.
    Flat,
}

/// Consecutive clues.
#[derive(Debug)]
pub(super) struct List<'a> {
    /// The side that a heading names, if there is one.
    pub(super) side: Option<Side>,
    pub(super) form: Form,
    pub(super) clues: Vec<ListClue<'a>>,
    /// Whether separators are between the clues.
    pub(super) is_separated: bool,
    /// Whether a heading in the singular, such as `row 1:`, precedes each clue.
    pub(super) is_singular: bool,
    /// First and last number of the clues that have one, as in `1: 3 1`.
    pub(super) labels: Option<(usize, usize)>,
}

/// The parts of the text.
#[derive(Default)]
pub(super) struct Parts<'a> {
    /// The lists. An empty line, an empty comment, a heading, and a line with separators each end a list.
    pub(super) lists: Vec<List<'a>>,
    pub(super) sizes: Sizes,
    pub(super) metadata: Metadata,
    /// The rows of a drawing, and its line in the file.
    pub(super) picture: Option<(usize, Vec<String>)>,
    /// The rows of a list without a name that may be a drawing, and its line in the file.
    pub(super) matrix: Option<(usize, Vec<String>)>,
    /// The side of the last heading.
    pub(super) side: Option<Side>,
    /// Whether the next clue starts a new list.
    pub(super) is_apart: bool,
    /// A size after a heading and a colon, which may be a clue, and its line.
    pub(super) doubtful: Option<(usize, Side, &'a str)>,
    /// Whether a bullet is before the clue of the last line.
    has_bullets: Option<bool>,
    /// A title or comment that names the columns first, and its line.
    pub(super) columns_first: Option<(usize, &'a str)>,
    /// The first comment on a line of its own that has nothing but numbers.
    pub(super) commented: Option<(usize, &'a str)>,
    /// Whether separators are around the next clue.
    is_separated: bool,
    /// Number of empty lines above.
    gap: usize,
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
        let mut parts = Self { is_apart: true, ..Self::default() };
        for piece in Scanner::new(text) {
            match piece? {
                (number, Piece::Plain(line)) => parts.line(number, line)?,
                (number, Piece::Remark(remark)) => parts.remark(number, remark)?,
                (_, Piece::Statement(atoms)) => parts.statement(&atoms)?,
            }
        }
        parts.finish()?;
        Ok(parts)
    }

    /// Handles a comment: an empty one is a border, and one in the form of a heading is a heading, because the language that the
    /// lists were copied from may have no other way to write it.
    fn remark(&mut self, number: usize, remark: &'a str) -> Result<(), Fault> {
        if remark.is_empty() {
            self.is_apart = true;
            return Ok(());
        }
        if may_be_clues(remark) {
            self.commented.get_or_insert((number, remark));
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
            self.gap += 1;
            return Ok(());
        }
        let first = line.split_whitespace().next().unwrap_or_default();
        let is_ignored = line.starts_with("```") || IGNORED.contains(&first);
        if is_ignored && !line.contains(|c: char| c.is_ascii_digit()) {
            return Ok(());
        }
        if let Some(sizes) = sizes(line) {
            if !self.lists.is_empty() && line.starts_with(|c: char| c.is_ascii_digit()) {
                let what = format!("the size {:?} below clues", Excerpt(line));
                return Err(Fault::at(number, expected_clues(what)));
            }
            if self.sizes.crossed.is_some_and(|known| known != sizes) {
                return Err(Fault::at(number, second_size(line)));
            }
            self.sizes.crossed = Some(sizes);
            return Ok(());
        }
        if line.starts_with(char::is_alphabetic) {
            return self.word(number, line);
        }
        let mut bullets = ["- ", "* ", "• "].into_iter();
        let item = bullets.find_map(|bullet| line.strip_prefix(bullet));
        let line = item.map_or(line, str::trim_start);
        let known = self.has_bullets.replace(item.is_some());
        if known.is_some_and(|known| known != item.is_some()) {
            let shown = Excerpt(line);
            let what = format!("{shown:?} with a bullet beside lines without, or without one");
            let expected = "bullets before all clues, or before none";
            return refuse(number, what, expected, "correct it");
        }
        let (digits, rest) = split_digits(line);
        match rest.trim_start().strip_prefix([':', '=', ')']) {
            Some(rest) if !digits.is_empty() => self.labelled(number, digits, rest),
            _ => self.clues(number, line),
        }
    }

    /// Handles a line that starts with a letter.
    fn word(&mut self, number: usize, line: &'a str) -> Result<(), Fault> {
        let (name, rest) = split_name(line);
        match Word::of(name) {
            Some(Word::Lines(side)) => return self.heading(number, side, name, rest, line),
            Some(Word::Size(side)) => {
                return self.size(side, rest.trim_start_matches([':', '=', ' ']), number);
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
        let is_title = self.lists.is_empty()
            && self.metadata.title.is_none()
            && self.side.is_none()
            && is_title(line);
        if is_title {
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
        let is_singular = is_singular(name);
        let is_glued = line[name.len()..].len() == rest.len();
        let (digits, tail) = split_digits(rest);
        let after = tail.trim_start();
        if digits.is_empty() {
            let size = rest.strip_prefix('(').and_then(|rest| rest.split_once(')'));
            let tail = size.map_or(rest, |(_, tail)| tail.trim_start());
            if let Some((size, _)) = size {
                self.size(side, size, number)?;
            }
            let inline = match tail.strip_prefix([':', '=']) {
                Some(inline) => inline.trim(),
                None if tail.is_empty() || size.is_some() => tail,
                None => return Err(Fault::at(number, unknown(line))),
            };
            return match inline {
                "" => self.begin(number, side, is_singular, name),
                size if is_number(size) && !is_singular => {
                    self.begin(number, side, false, name)?;
                    self.doubtful = Some((number, side, size));
                    self.size(side, size, number)
                }
                _ => self.inline(number, side, is_singular, name, inline),
            };
        }
        let colon = after.strip_prefix([':', '=', ')']);
        let colon = colon.or_else(|| after.strip_prefix(". "));
        let is_line = is_glued && is_singular && !after.is_empty();
        if let Some(clue) = colon.or(is_line.then_some(after)) {
            self.begin(number, side, true, name)?;
            return self.labelled(number, digits, clue);
        }
        if after.is_empty() && !is_glued {
            self.begin(number, side, false, name)?;
            return self.size(side, digits, number);
        }
        if is_singular || is_glued {
            let shown = Excerpt(line);
            let what =
                format!("{shown:?}, in which the first number may be the number of the line");
            let expected = "a colon between the number of a line and its clue";
            return refuse(number, what, expected, "add colons");
        }
        if separators(rest).is_none() {
            let shown = Excerpt(line);
            let what = format!("{shown:?}, which may be a heading with sizes or with a clue");
            let expected = "a colon between a heading and its clues";
            return refuse(number, what, expected, "add the colon");
        }
        self.inline(number, side, false, name, rest)
    }

    /// Begins the clues of a side. A second list for a side is refused, unless each clue has its own heading.
    pub(super) fn begin(
        &mut self,
        number: usize,
        side: Side,
        is_singular: bool,
        name: &str,
    ) -> Result<(), Fault> {
        let is_again = self.lists.iter().any(|list| list.side == Some(side));
        let last = self.lists.last();
        let continues =
            last.is_some_and(|list| list.side == Some(side) && list.is_singular && is_singular);
        if is_again && !continues {
            let (lines, name) = (side.lines(), Excerpt(name));
            let what = format!("a second list of clues for the {lines}, {name:?}");
            let expected = "one list for the rows and one for the columns";
            let help = "put each puzzle into its own file, or remove the second list";
            return refuse(number, what, expected, help);
        }
        if !continues {
            (self.side, self.is_apart) = (Some(side), true);
        }
        self.gap = 0;
        Ok(())
    }

    /// Handles the clues of a side on the line of its heading.
    fn inline(
        &mut self,
        number: usize,
        side: Side,
        is_singular: bool,
        name: &str,
        text: &'a str,
    ) -> Result<(), Fault> {
        self.begin(number, side, is_singular, name)?;
        let is_one = separators(text).is_none();
        if is_singular && !is_one {
            let what = format!("several clues for one line, {:?}", Excerpt(text));
            let expected = "one clue after a heading such as Row";
            return refuse(number, what, expected, "correct it, or write Rows");
        }
        self.clues(number, text)?;
        let list = self.lists.last_mut().expect("a list was begun");
        list.is_singular = is_singular;
        if is_one && !is_singular && list.clues.len() == 1 {
            list.form = Form::Inline;
        }
        Ok(())
    }

    pub(super) fn size(&mut self, side: Side, text: &str, number: usize) -> Result<(), Fault> {
        let size = size(text.trim(), side).on(number)?;
        match self.sizes.of(side).replace(size) {
            Some(known) if known != size => Err(Fault::at(number, second_size(text))),
            _ => Ok(()),
        }
    }

    /// Handles the clues of a line: one, or several with separators.
    pub(super) fn clues(&mut self, number: usize, text: &'a str) -> Result<(), Fault> {
        let Some(marks) = separators(text) else {
            if !text.contains(|c: char| c.is_ascii_digit()) {
                return Err(Fault::at(number, unknown(text)));
            }
            return self.clue(number, text.trim(), Form::Lines);
        };
        (self.is_apart, self.is_separated) = (true, true);
        let text = text.trim().strip_suffix(marks).unwrap_or(text);
        for part in text.split(marks) {
            if part.trim().is_empty() {
                let what = format!("nothing between two separators in {:?}", Excerpt(text));
                let help = "write 0 for a blank line, or remove a separator";
                return refuse(number, what, "a clue", help);
            }
            self.clue(number, part.trim(), Form::Lines)?;
        }
        (self.is_apart, self.is_separated) = (true, false);
        Ok(())
    }

    /// Handles a clue with the number of its line, as in `1: 3 1`. The numbers of a list are consecutive from 0 or 1.
    pub(super) fn labelled(
        &mut self,
        number: usize,
        label: &str,
        text: &'a str,
    ) -> Result<(), Fault> {
        let label = label.parse().unwrap_or(usize::MAX);
        let last = self.lists.last().filter(|list| list.side == self.side);
        let known = last.map(|list| list.labels);
        let known = known.filter(|labels| !self.is_apart || labels.is_some());
        let what = format!("number {label} before the clue {:?}", Excerpt(text.trim()));
        match known.flatten() {
            Some((_, last)) if label == last + 1 => self.is_apart = false,
            Some((first, _)) if label == first && self.side.is_none() => self.is_apart = true,
            Some((_, last)) => {
                let expected =
                    format!("{}, because the numbers of lines are consecutive", last + 1);
                let help = "add the missing clue, or correct the number";
                return refuse(number, what, &expected, help);
            }
            None if label <= 1 && known.is_none() => self.is_apart = true,
            None => {
                let expected = "numbers from 1 for all lines of a list";
                let help = "add the missing ones, or remove all";
                return refuse(number, what, expected, help);
            }
        }
        self.gap = 0;
        let is_new = self.is_apart;
        self.clue(number, text.trim(), Form::Lines)?;
        let list = self.lists.last_mut().expect("a list was begun");
        let first = list.labels.filter(|_| !is_new);
        let first = first.map_or(label, |(first, _)| first);
        list.labels = Some((first, label));
        list.is_singular = self.side.is_some();
        Ok(())
    }

    pub(super) fn clue(
        &mut self,
        number: usize,
        text: impl Into<Cow<'a, str>>,
        form: Form,
    ) -> Result<(), Fault> {
        let clue = ListClue { gap: std::mem::take(&mut self.gap), ..ListClue::new(number, text) };
        let last = self.lists.last().filter(|list| list.side == self.side);
        // Empty lines within the clues of a heading do not end the list.
        let continues = last.is_some_and(|list| {
            !self.is_apart || (list.side.is_some() && list.form == Form::Lines && form == list.form)
        });
        self.is_apart = false;
        self.count += 1;
        if self.count > 2 * MAX_SIDE + 2 {
            let what = format!("more than {} clues", 2 * MAX_SIDE);
            let expected = format!("at most {MAX_SIDE} for each side");
            let help = "remove the lines that are not clues, or split the puzzle";
            return refuse(number, what, expected, help);
        }
        if !continues {
            self.lists.push(List {
                side: self.side,
                form,
                clues: vec![clue],
                is_separated: self.is_separated,
                is_singular: false,
                labels: None,
            });
            return Ok(());
        }
        let list = self.lists.last_mut().expect("it continues");
        // A bare number may stand among bracketed clues.
        let fits = match (list.form, form) {
            (Form::Inline, Form::Lines) => true,
            (Form::Leaves, Form::Lines) => is_number(&clue.text),
            (known, form) => known == form,
        };
        let is_other = list.is_separated != self.is_separated && form == Form::Lines;
        if !fits || is_other {
            let difference =
                if fits { "with other separators than" } else { "written differently from" };
            let text = Excerpt(&clue.text);
            let what = format!("{text:?}, {difference} the clues above");
            return Err(Fault::at(number, expected_clues(what)));
        }
        if list.form == Form::Inline {
            list.form = form;
        }
        list.clues.push(clue);
        Ok(())
    }

    /// Adds a list that is complete.
    pub(super) fn whole(
        &mut self,
        side: Option<Side>,
        number: usize,
        form: Form,
        clues: Vec<(usize, Cow<'a, str>)>,
    ) -> Result<(), Fault> {
        let before = std::mem::replace(&mut self.side, side);
        if let Some(side) = side {
            self.begin(number, side, false, side.lines())?;
        }
        self.is_apart = true;
        self.gap = 0;
        for (line, text) in clues {
            self.clue(line, text, form)?;
        }
        // A statement ends the clues of a heading above it only if it names a side itself.
        self.side = if side.is_some() { None } else { before };
        self.is_apart = true;
        Ok(())
    }
}

impl<'a> ListClue<'a> {
    /// A clue without empty lines above it.
    pub(super) fn new(line: usize, text: impl Into<Cow<'a, str>>) -> Self {
        Self { line, text: text.into(), gap: 0 }
    }
}

impl List<'_> {
    /// An empty list of the same form and side.
    pub(super) fn like(&self) -> Self {
        Self {
            side: self.side,
            form: self.form,
            clues: Vec::new(),
            is_separated: self.is_separated,
            is_singular: self.is_singular,
            labels: None,
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

/// Whether a heading stands for a single line.
pub(super) fn is_singular(name: &str) -> bool {
    let mut words = ["row", "r", "column", "col", "c"].into_iter();
    words.any(|word| name.eq_ignore_ascii_case(word))
}

/// Whether a line may be a title: it is not a clue with another name, and not source code.
fn is_title(line: &str) -> bool {
    if line.contains(['=', ';', '|', '{', '}', '<', '>', '[', ']']) {
        return false;
    }
    if !line.contains(|c: char| c.is_ascii_digit()) {
        return true;
    }
    let words = line.split([' ', '\t', ':', ',']);
    let mut words = words.filter(|word| !word.is_empty());
    let first = words.next().unwrap_or_default();
    let are_numbers = words.all(|word| !word.contains(char::is_alphabetic));
    !are_numbers || (is_in(NUMBERED, first) && line.split_whitespace().count() == 2)
}

/// The two numbers of a size such as `5x8`; `None` for other lines.
fn sizes(line: &str) -> Option<(usize, usize)> {
    let (word, rest) = line.split_at_checked(4).unwrap_or_default();
    let is_word = word.eq_ignore_ascii_case("size");
    let line = if is_word { rest } else { line };
    let (first, second) = line.trim_start_matches([':', '=', ' ']).split_once(['x', 'X', '×'])?;
    Some((whole_number(first.trim())?, whole_number(second.trim())?))
}

fn second_size(text: &str) -> ParseErrorKind {
    let what = format!("a second size, {:?}", Excerpt(text));
    let help = "correct one, or put each puzzle into its own file";
    syntax(what, "sizes that agree", help)
}

/// The error for text without a meaning.
pub(super) fn unknown(text: &str) -> ParseErrorKind {
    let text = text.trim();
    let mut words = text.split(|c: char| !c.is_alphabetic());
    let first = words.find(|word| !word.is_empty());
    let is_program = first.is_some_and(|word| PROGRAM.split(' ').any(|known| known == word));
    if is_program || text.ends_with([';', '{']) {
        return super::code::not_understood(text);
    }
    expected_clues(format!("{:?} is neither a heading nor a clue", Excerpt(text)))
}
