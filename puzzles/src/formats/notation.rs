//! Values as JSON and programming languages write them, each with its line.
//!
//! One rule for all of them: an item is a value, or a name, a sign such as `=` or `:` and a value. A value is a number, a word such as `null`,
//! a text in quotes, or brackets with items. Words, signs and empty or sized square brackets before a name, or between it and the sign, are
//! its type, where no value could be meant; a type may also stand before braces, as in `[][]int{{3, 1}, {5}}`. Everything else is refused.
//!
//! [`Scanner::item`] reads the items of a text one after the other; [`item`] is the rule. JSON is read so, too, and not as a
//! `serde_json::Value`, which has no line numbers for errors and notes.

mod scanner;

use std::borrow::Cow;

use super::clues::is_number;
use super::error::{Fault, ParseErrorKind, refuse, syntax};
use super::words::Word;
use crate::Excerpt;
use scanner::{Kind, Token};
pub(crate) use scanner::{Scanner, is_remark, remark};

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

/// A value, and its name if it has one.
pub(crate) type Item<'a> = (Option<Cow<'a, str>>, Node<'a>);

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
