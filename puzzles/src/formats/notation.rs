//! Values as JSON and programming languages write them, each with its line.
//!
//! One rule for all of them: an item is a value, or a name, a sign such as `=` or `:` and a value. A value is a number, a word such as `null`,
//! a text in quotes, or brackets with items. Words, signs and empty or sized square brackets before a name, or between it and the sign, are
//! its type, where no value could be meant; a type may also stand before braces, as in `[][]int{{3, 1}, {5}}`. Everything else is refused.
//!
//! [`Scanner::item`] reads the items of a text one after the other.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::clues::{is_number, may_be_clues};
use super::error::{Fault, ParseErrorKind, refuse, syntax};
use super::words::Word;
use crate::{Excerpt, MAX_SIDE};

/// Maximum depth of brackets.
const DEPTH: usize = 32;

/// Signs that begin a comment up to the end of the line.
const REMARKS: [&str; 4] = ["//", "#", "--", "%"];

/// Characters of these signs, and others that often follow them.
const REMARK_SIGNS: [char; 6] = ['/', '#', '-', '%', ';', '!'];

/// Signs in types and before names.
const SIGNS: [&str; 11] = [".", ":", "::", "*", "&", "$", "@", "?", "!", "<", ">"];

/// A value, and the line on which it begins.
#[derive(Clone, Debug)]
pub(crate) struct Node<'a> {
    pub(crate) line: usize,
    pub(crate) value: Value<'a>,
}

#[derive(Clone, Debug)]
pub(crate) enum Value<'a> {
    /// A number or a word such as `true`, as it is written.
    Bare(&'a str),
    /// Text in quotes.
    Text(Cow<'a, str>),
    /// Values without names in brackets.
    List(Vec<Node<'a>>),
    /// Values with names in brackets.
    Object(Vec<Member<'a>>),
}

/// A name and its value.
pub(crate) type Member<'a> = (Cow<'a, str>, Node<'a>);

impl<'a> Node<'a> {
    pub(crate) fn text(line: usize, text: impl Into<Cow<'a, str>>) -> Self {
        Self { line, value: Value::Text(text.into()) }
    }

    /// The values in a list; none in other values.
    pub(crate) fn items(&self) -> &[Self] {
        match &self.value {
            Value::List(items) => items,
            _ => &[],
        }
    }

    pub(crate) fn is_list(&self) -> bool {
        matches!(self.value, Value::List(_))
    }

    /// A text, number or word.
    pub(crate) fn word(&self) -> Option<&str> {
        match &self.value {
            Value::Bare(word) => Some(word),
            Value::Text(text) => Some(text),
            Value::List(_) | Value::Object(_) => None,
        }
    }

    /// Refuses this value in place of what was `expected`.
    pub(crate) fn refuse<T>(&self, expected: &str) -> Result<T, Fault> {
        let what = match &self.value {
            Value::Bare(word) if word.starts_with(char::is_alphabetic) => (*word).to_owned(),
            Value::Bare(number) => format!("the number {}", Excerpt(number)),
            Value::Text(text) => format!("the text {:?}", Excerpt(text)),
            Value::List(_) => "a list".to_owned(),
            Value::Object(_) => "an object".to_owned(),
        };
        refuse(self.line, what, expected, "correct it")
    }
}

/// The smallest part of an item.
struct Token<'a> {
    line: usize,
    /// Text in the file, with its quotes or brackets.
    text: &'a str,
    kind: Kind<'a>,
}

enum Kind<'a> {
    Word,
    Sign,
    Value(Value<'a>),
}

impl Token<'_> {
    fn is(&self, sign: &str) -> bool {
        matches!(self.kind, Kind::Sign) && self.text == sign
    }

    fn is_object(&self) -> bool {
        matches!(self.kind, Kind::Value(Value::Object(_)))
    }

    /// Whether it is a sign between a name and its value, other than a colon.
    fn is_assign(&self) -> bool {
        ["=", ":=", "=>"].iter().any(|sign| self.is(sign))
    }

    fn is_word(&self) -> bool {
        matches!(self.kind, Kind::Word)
    }

    fn is_list(&self) -> bool {
        matches!(self.kind, Kind::Value(Value::List(_)))
    }

    fn is_number(&self) -> bool {
        matches!(self.kind, Kind::Value(Value::Bare(_)))
    }

    fn refuse<T>(&self) -> Result<T, Fault> {
        Err(Fault::at(self.line, not_understood(self.text)))
    }
}

/// A value, and its name if it has one.
pub(crate) type Item<'a> = (Option<Cow<'a, str>>, Node<'a>);

/// A position in a text.
pub(crate) struct Scanner<'a> {
    text: &'a str,
    at: usize,
    line: usize,
    /// Whether there may be comments.
    has_remarks: bool,
    /// The comments so far, with their lines.
    pub(crate) remarks: Vec<(usize, &'a str)>,
}

impl<'a> Scanner<'a> {
    pub(crate) fn new(text: &'a str, has_remarks: bool) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        Self { text, at: 0, line: 1, has_remarks, remarks: Vec::new() }
    }

    pub(crate) fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Consumes `bytes` bytes.
    fn pass(&mut self, bytes: usize) -> &'a str {
        let passed = &self.rest()[..bytes];
        self.line += passed.bytes().filter(|&byte| byte == b'\n').count();
        self.at += bytes;
        passed
    }

    /// Consumes white space, line ends only if `lines`, and comments. A carriage return is white space only before a line end.
    pub(crate) fn skip(&mut self, lines: bool) -> Result<(), Fault> {
        loop {
            let rest = self.rest();
            let is_end = lines && rest.starts_with('\n');
            if is_end || rest.starts_with([' ', '\t']) || rest.starts_with("\r\n") {
                self.pass(1);
            } else if !self.has_remarks {
                return Ok(());
            } else if rest.starts_with("/*") {
                let Some(end) = rest.find("*/") else {
                    let what = "a comment that begins with /* and does not end";
                    return refuse(self.line, what, "*/ at its end", "add it");
                };
                let line = self.line;
                self.add_remark(line, &rest[2..end])?;
                self.pass(end + 2);
            } else if is_remark(rest) || rest.starts_with("```") {
                let remark = rest.split('\n').next().unwrap_or_default();
                self.add_remark(self.line, remark)?;
                self.pass(remark.len());
            } else {
                return Ok(());
            }
        }
    }

    fn add_remark(&mut self, line: usize, text: &'a str) -> Result<(), Fault> {
        self.remarks.push((line, remark(line, text)?));
        Ok(())
    }

    /// The next item, which ends with its line, a separator or, after an object, before another one; `None` at the end of the text.
    pub(crate) fn item(&mut self) -> Result<Option<Item<'a>>, Fault> {
        self.skip(true)?;
        let mut tokens: Vec<Token> = Vec::new();
        loop {
            self.skip(tokens.last().is_some_and(Token::is_assign))?;
            match self.rest().chars().next() {
                None | Some('\n') => break,
                // An object right behind another one.
                Some('{') if matches!(&tokens[..], [only] if only.is_object()) => break,
                Some(',' | ';') if !tokens.is_empty() => {
                    self.pass(1);
                    break;
                }
                Some(c) => tokens.push(self.token(c, 0)?),
            }
            // A colon at the end of a line has its value below.
            if tokens.last().is_some_and(|last| last.is(":")) {
                self.skip(true)?;
            }
        }
        if tokens.is_empty() { Ok(None) } else { item(tokens).map(Some) }
    }

    /// Consumes `[` if a list of objects begins here.
    pub(crate) fn enter(&mut self) -> bool {
        let inner = self.rest().strip_prefix('[').map(|rest| rest.trim_start());
        let enters = inner.is_some_and(|inner| inner.starts_with('{'));
        self.pass(usize::from(enters));
        enters
    }

    /// The next item of a list that was entered, and whether it is the last one.
    pub(crate) fn element(&mut self) -> Result<(Item<'a>, bool), Fault> {
        let (tokens, end) = self.tokens(']', 1)?;
        if tokens.is_empty() {
            return refuse(self.line, "no value between two signs", "a value", "correct it");
        }
        let is_last = end == ']' || {
            self.skip(true)?;
            self.rest().starts_with(']') && !self.pass(1).is_empty()
        };
        Ok((item(tokens)?, is_last))
    }

    /// The tokens up to a separator or the bracket `close`, and which it is.
    fn tokens(&mut self, close: char, depth: usize) -> Result<(Vec<Token<'a>>, char), Fault> {
        let (begin, mut tokens) = (self.line, Vec::new());
        loop {
            self.skip(true)?;
            match self.rest().chars().next() {
                Some(c) if c == close || [',', ';'].contains(&c) => {
                    self.pass(1);
                    return Ok((tokens, c));
                }
                Some(_) if tokens.len() > 2 * MAX_SIDE => {
                    let what = "thousands of values without a comma";
                    return refuse(begin, what, "a comma behind each", "correct it");
                }
                Some(c) => tokens.push(self.token(c, depth)?),
                None => {
                    let what = "a bracket that is not closed before the end";
                    let help = "add it, or check that the file is complete";
                    return refuse(begin, what, format!("{close:?}"), help);
                }
            }
        }
    }

    /// Reads the token that begins with `c`.
    fn token(&mut self, c: char, depth: usize) -> Result<Token<'a>, Fault> {
        let (line, rest, start) = (self.line, self.rest(), self.at);
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let is_numeric = |c: char| is_part(c) || c == '.';
        let digits = rest.strip_prefix('-').unwrap_or(rest);
        let (length, kind) = if digits.starts_with(|c: char| c.is_ascii_digit()) {
            let sign = rest.len() - digits.len();
            let mut end = sign + digits.find(|c| !is_numeric(c)).unwrap_or(digits.len());
            if rest[..end].ends_with(['e', 'E']) && rest[end..].starts_with(['+', '-']) {
                end += 1 + rest[end + 1..].find(|c| !is_part(c)).unwrap_or(rest.len() - end - 1);
            }
            (end, Kind::Value(Value::Bare(&rest[..end])))
        } else if is_part(c) {
            (rest.find(|c| !is_part(c)).unwrap_or(rest.len()), Kind::Word)
        } else if let Some(close) = closing(c) {
            if depth == DEPTH {
                let what = format!("brackets nested more than {DEPTH} deep");
                let help = "remove what is not part of the clues";
                return refuse(line, what, "lists of clues", help);
            }
            self.pass(1);
            let value = if c == '[' && self.rest().starts_with('|') {
                self.pass(1);
                self.matrix(depth + 1)?
            } else {
                self.group(close, depth + 1)?
            };
            return Ok(Token { line, text: &self.text[start..self.at], kind: Kind::Value(value) });
        } else if ['"', '\'', '`'].contains(&c) {
            let (length, text) = quoted(line, c, rest)?;
            (length, Kind::Value(Value::Text(text)))
        } else if [']', ')', '}'].contains(&c) {
            let what =
                format!("{c:?} without an opening bracket, or before another bracket is closed");
            return refuse(line, what, "brackets in pairs", "correct it");
        } else {
            let pair = [":=", "=>", "::"].iter().find(|pair| rest.starts_with(**pair));
            (pair.map_or(c.len_utf8(), |pair| pair.len()), Kind::Sign)
        };
        Ok(Token { line, text: self.pass(length), kind })
    }

    /// The value of the brackets that end with `close`.
    fn group(&mut self, close: char, depth: usize) -> Result<Value<'a>, Fault> {
        let (mut list, mut members) = (Vec::new(), Vec::new());
        let mut names = BTreeSet::new();
        loop {
            let line = self.line;
            let (tokens, end) = self.tokens(close, depth)?;
            let is_only = list.is_empty() && members.is_empty() && end == close;
            if tokens.is_empty() && end != close {
                let what = format!("nothing before {:?}", end.to_string());
                let help = "write 0 for a blank line, or remove the separator";
                return refuse(line, what, "a value", help);
            }
            // Numbers or lists beside each other, as NumPy prints them.
            let are_elements =
                tokens.iter().all(Token::is_number) || tokens.iter().all(Token::is_list);
            if is_only && close != '|' && tokens.len() > 1 && are_elements {
                list.extend(tokens.into_iter().filter_map(|token| match token.kind {
                    Kind::Value(value) => Some(Node { line: token.line, value }),
                    Kind::Word | Kind::Sign => None,
                }));
            } else if !tokens.is_empty() {
                let (line, text) = (tokens[0].line, tokens[0].text);
                // In Perl a list of one element, in Python the element itself.
                if is_only && close == ')' && tokens[0].is_list() {
                    return tokens[0].refuse();
                }
                match item(tokens)? {
                    (Some(name), node) => {
                        if !names.insert(name.clone()) {
                            return twice(line, &name);
                        }
                        members.push((name, node));
                    }
                    (None, node) => list.push(node),
                }
                if !list.is_empty() && !members.is_empty() {
                    let what = format!("{:?} beside values with and without a name", Excerpt(text));
                    return refuse(line, what, "names for all values, or for none", "correct it");
                }
            }
            if end == close {
                list.shrink_to_fit();
                let is_list = members.is_empty();
                return Ok(if is_list { Value::List(list) } else { Value::Object(members) });
            }
        }
    }

    /// The value of `[| 3, 1 | 5, 1 |]`, in MiniZinc a list of lists.
    fn matrix(&mut self, depth: usize) -> Result<Value<'a>, Fault> {
        let mut rows: Vec<Node> = Vec::new();
        loop {
            let line = self.line;
            rows.push(Node { line, value: self.group('|', depth)? });
            let width = |row: usize| rows[row].items().len();
            if width(rows.len() - 1) != width(0) {
                return rows[rows.len() - 1].refuse("rows of equal length, with | between them");
            }
            if rows.len() > MAX_SIDE {
                let what = format!("a matrix of more than {MAX_SIDE} rows");
                return refuse(line, what, format!("at most {MAX_SIDE}"), "check the file");
            }
            self.skip(true)?;
            if self.rest().starts_with(']') {
                self.pass(1);
                return Ok(Value::List(rows));
            }
        }
    }
}

/// The length of the text in quotes with which `rest` begins, and its characters.
fn quoted(line: usize, quote: char, rest: &str) -> Result<(usize, Cow<'_, str>), Fault> {
    let mut is_escaped = false;
    let end = rest[1..].find(|c: char| {
        let ends = (c == quote && !is_escaped) || c == '\n';
        is_escaped = c == '\\' && !is_escaped;
        ends
    });
    let Some(end) = end.filter(|&end| rest[1 + end..].starts_with(quote)) else {
        let line_rest = rest.split('\n').next().unwrap_or_default();
        let what = format!("{:?} has an opening quote only", Excerpt(line_rest.trim()));
        return refuse(line, what, "quotes at both ends", "add the closing quote");
    };
    let inner = &rest[1..=end];
    if !inner.contains('\\') {
        return Ok((end + 2, Cow::Borrowed(inner)));
    }
    match serde_json::from_str(&rest[..end + 2]) {
        Ok(text) => Ok((end + 2, Cow::Owned(text))),
        Err(_) => {
            let what = format!("{:?}, a text with a backslash", Excerpt(inner));
            refuse(line, what, "a text as in JSON, such as \"a\\nb\"", "correct it")
        }
    }
}

/// The item of some tokens, at least one.
fn item(mut tokens: Vec<Token<'_>>) -> Result<Item<'_>, Fault> {
    let assign = tokens.iter().position(Token::is_assign);
    let mut value = match assign.or_else(|| tokens.iter().position(|token| token.is(":"))) {
        Some(at) => tokens.split_off(at),
        None => std::mem::take(&mut tokens),
    };
    let (mut name, mut size) = (None, None);
    let first = value.first().map_or(0, |token| token.line);
    if value.first().is_some_and(|token| token.is_assign() || token.is(":")) {
        let sign = value.remove(0);
        if tokens.is_empty() || value.is_empty() {
            return sign.refuse();
        }
        (name, size) = named(&tokens)?;
    }
    let Some(last) = value.pop() else {
        return refuse(first, "no value", "a value", "correct it");
    };
    let line = tokens.first().or(value.first()).map_or(last.line, |token| token.line);
    let node = |value| Node { line, value };
    let is_typed = !value.is_empty();
    // The name of a type, as in `List[List[int]]`.
    if let ([word], None) = (&value[..], &name)
        && word.is_word()
        && is_type(&last)
    {
        return Ok((None, node(Value::Bare("a type"))));
    }
    if !is_typed {
        return match last.kind {
            Kind::Word => Ok((name, node(Value::Bare(last.text)))),
            Kind::Sign => last.refuse(),
            Kind::Value(value) => {
                check_size(line, &value, size)?;
                Ok((name, node(value)))
            }
        };
    }
    if let ([call], Kind::Value(Value::List(items))) = (&value[..], &last.kind)
        && call.text == "array2d"
    {
        let Some(matrix) = matrix_of(items) else {
            return refuse(line, "numbers and ranges that disagree", "a matrix", "correct it");
        };
        return Ok((name, node(matrix)));
    }
    // Only braces and calls with names have a type before them, and only a word shows that empty brackets are a type.
    if !((last.is_object() || last.text.starts_with('{')) && value.iter().any(Token::is_word)) {
        if value.iter().all(|token| matches!(token.kind, Kind::Value(_))) {
            let what = format!("two values beside each other, {:?}", Excerpt(value[0].text));
            return refuse(
                line,
                what,
                "a comma between two values",
                "add it, or correct the brackets",
            );
        }
        let is_value = matches!(last.kind, Kind::Value(Value::List(_) | Value::Object(_)));
        return if is_value { value[0].refuse() } else { last.refuse() };
    }
    let of_value = type_of(&value)?;
    let Kind::Value(value) = last.kind else {
        return last.refuse();
    };
    check_size(line, &value, size)?;
    check_size(line, &value, of_value)?;
    Ok((name, node(value)))
}

/// The name in the tokens before a sign such as `=`, and the size in its type. The name is the only word with a meaning, or else the last.
fn named<'a>(head: &[Token<'a>]) -> Result<(Option<Cow<'a, str>>, Option<usize>), Fault> {
    if let [Token { kind: Kind::Value(Value::Text(text)), .. }] = head {
        return Ok((Some(text.clone()), None));
    }
    let size = type_of(head)?;
    let words = || head.iter().filter(|token| token.is_word());
    let is_part =
        |token: &&Token| Word::of(token.text).is_some_and(|word| !matches!(word, Word::Puzzle));
    let mut parts = words().filter(is_part);
    let name = match (parts.next(), parts.next()) {
        (_, Some(second)) => return second.refuse(),
        (name, None) => name.or_else(|| words().next_back()),
    };
    let Some(name) = name else {
        return head[0].refuse();
    };
    // `rows[0]`, `rows[]` and `rows.first` are elements, unless a word is the type of an array.
    let mut behind = head.iter().skip_while(|token| !std::ptr::eq(*token, name)).skip(1);
    if let Some(sign) = behind.next()
        && (sign.is(".") || sign.text.starts_with('[') && words().count() == 1)
    {
        return sign.refuse();
    }
    Ok((Some(Cow::Borrowed(name.text)), size))
}

/// The size in a type: words, signs, and square brackets around nothing, a size or a type of elements.
fn type_of(tokens: &[Token]) -> Result<Option<usize>, Fault> {
    let mut size = None;
    let mut is_first = true;
    for token in tokens {
        match &token.kind {
            Kind::Word if super::words::changes_order(token.text) => return token.refuse(),
            Kind::Word => {}
            Kind::Sign if SIGNS.contains(&token.text) => {}
            Kind::Value(Value::List(items)) if token.text.starts_with('[') => {
                match &items[..] {
                    [Node { value: Value::Bare(number), .. }] if is_number(number) => {
                        size = size.or(number.parse().ok().filter(|_| is_first));
                    }
                    items if items.iter().all(is_element_type) => {}
                    _ => return token.refuse(),
                }
                is_first = false;
            }
            _ => return token.refuse(),
        }
    }
    Ok(size)
}

/// Whether a token is square brackets around types.
fn is_type(token: &Token) -> bool {
    let Kind::Value(Value::List(items)) = &token.kind else {
        return false;
    };
    token.text.starts_with('[') && items.iter().all(is_element_type)
}

/// Whether the content of square brackets is a type, as in `[[Int]]`.
fn is_element_type(node: &Node) -> bool {
    match &node.value {
        Value::Bare(word) => word.starts_with(char::is_alphabetic),
        Value::List(items) => items.iter().all(is_element_type),
        _ => false,
    }
}

/// An error if a list has more or fewer elements than its type declares.
fn check_size(line: usize, value: &Value, size: Option<usize>) -> Result<(), Fault> {
    match (value, size) {
        (Value::List(items), Some(size)) if items.len() != size => {
            let what = format!("a list of {} in a type of size {size}", items.len());
            let help = "correct the size, or add what is missing";
            refuse(line, what, format!("{size} elements"), help)
        }
        _ => Ok(()),
    }
}

/// The list of lists of `array2d(1..2, 1..3, [3, 1, 0, 5, 1, 0])`; `None` if the numbers disagree with the ranges.
fn matrix_of<'a>(items: &[Node<'a>]) -> Option<Value<'a>> {
    let [height, width, numbers] = items else {
        return None;
    };
    let length = |range: &Node| {
        let (first, last) = range.word()?.split_once("..")?;
        let (first, last): (usize, usize) = (first.parse().ok()?, last.parse().ok()?);
        last.checked_add(1)?.checked_sub(first)
    };
    let (height, width) = (length(height)?, length(width)?);
    if width == 0 || height.checked_mul(width) != Some(numbers.items().len()) {
        return None;
    }
    let row = |row: &[Node<'a>]| Node { line: row[0].line, value: Value::List(row.to_vec()) };
    Some(Value::List(numbers.items().chunks(width).map(row).collect()))
}

/// Refuses a name that was given before.
pub(crate) fn twice<T>(line: usize, name: &str) -> Result<T, Fault> {
    let what = format!("{:?} appears twice, perhaps under another name", Excerpt(name));
    refuse(line, what, "it once", "put each puzzle into its own file, or remove one")
}

/// The bracket that closes `open`.
fn closing(open: char) -> Option<char> {
    match open {
        '[' => Some(']'),
        '(' => Some(')'),
        '{' => Some('}'),
        _ => None,
    }
}

/// Whether a comment begins here.
pub(crate) fn is_remark(text: &str) -> bool {
    REMARKS.iter().any(|sign| match text.strip_prefix(sign) {
        // A minus sign may be a symbol of a drawing, or part of a line of signs.
        Some(rest) if *sign == "--" => {
            rest.is_empty() || rest.starts_with(|c: char| c.is_whitespace() || c.is_alphabetic())
        }
        Some(rest) if *sign == "#" => !is_colour(rest),
        Some(_) => true,
        None => false,
    })
}

/// Whether a text behind `#` is a colour such as `f00` or `ff0000`.
fn is_colour(text: &str) -> bool {
    let digits = text.chars().take(7).take_while(char::is_ascii_alphanumeric).count();
    [3, 6].contains(&digits) && text[..digits].bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// A comment without its signs. One of numbers only may be a clue, and one of several signs the line of a drawing; both are refused.
pub(crate) fn remark(line: usize, text: &str) -> Result<&str, Fault> {
    let inner = text.trim_start_matches(REMARK_SIGNS).trim();
    let is_border = REMARKS.contains(&text.trim()) || text.trim().is_empty();
    let has_words = inner.contains(char::is_alphabetic);
    if may_be_clues(inner) || !(is_border || has_words || text.starts_with("```")) {
        let what = format!(
            "{:?}, a comment without words, which may be clues or a drawing",
            Excerpt(text.trim())
        );
        let help = "remove the comment, or the sign before the clue";
        return refuse(line, what, "comments with words", help);
    }
    Ok(inner)
}

/// The error for text that is not part of a list.
pub(crate) fn not_understood(text: &str) -> ParseErrorKind {
    let what = format!(
        "{:?} is not part of a list of clues, or source code that is not understood",
        Excerpt(text)
    );
    let expected = "lists such as rows = [[1, 1], [3]] and columns = [[2], [1], [2]]";
    let help = "remove it, or write each clue on a line below the headings Rows and Columns";
    syntax(what, expected, help)
}
