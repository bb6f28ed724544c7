//! The values of a JSON text, read on demand: a list or an object is read member by member, and nothing but its text is stored.
//!
//! A [`Node`] is a value with its line. The text of a list or an object is valid JSON, because it was checked with the value around it.

use std::borrow::Cow;
use std::collections::BTreeSet;

use serde_json::StreamDeserializer;
use serde_json::de::StrRead;
use serde_json::value::RawValue;

use super::wrong;
use crate::Excerpt;
use crate::formats::error::Fault;

/// A value in a text.
#[derive(Clone, Copy)]
pub(super) struct Node<'a> {
    /// The value as it is written, without the space around it.
    text: &'a str,
    /// Line of the file on which it begins.
    pub(super) line: usize,
}

/// The content of a value.
pub(super) enum Value<'a> {
    Null,
    Bool(bool),
    /// The digits of a number as they are written.
    Number(&'a str),
    Text(Cow<'a, str>),
    List,
    Object,
}

/// The key and the value of each member of an object.
pub(super) type Members<'a> = Vec<(Cow<'a, str>, Node<'a>)>;

impl<'a> Node<'a> {
    pub(super) fn value(self) -> Result<Value<'a>, Fault> {
        Ok(match self.text.as_bytes()[0] {
            b'{' => Value::Object,
            b'[' => Value::List,
            b'"' if self.text.contains('\\') => match serde_json::from_str(self.text) {
                Ok(text) => Value::Text(Cow::Owned(text)),
                Err(error) => return broken(self.line, &error),
            },
            b'"' => Value::Text(Cow::Borrowed(self.inside())),
            b'n' => Value::Null,
            b't' => Value::Bool(true),
            b'f' => Value::Bool(false),
            _ => Value::Number(self.text),
        })
    }

    /// The text between brackets or quotes.
    fn inside(self) -> &'a str {
        &self.text[1..self.text.len() - 1]
    }

    pub(super) fn is_list(self) -> bool {
        self.text.starts_with('[')
    }

    pub(super) fn is_object(self) -> bool {
        self.text.starts_with('{')
    }

    pub(super) fn is_text(self) -> bool {
        self.text.starts_with('"')
    }

    /// The values in a list; none in other values.
    pub(super) fn items(self) -> impl Iterator<Item = Node<'a>> + Clone {
        let rest = if self.is_list() { self.inside() } else { "" };
        let line = self.line;
        let marks = ",";
        Nodes { rest, line, marks }.map_while(Result::ok)
    }

    /// The two values in a list; `None` if there are not two.
    pub(super) fn pair(self) -> Option<(Node<'a>, Node<'a>)> {
        let mut items = self.items();
        match (items.next(), items.next(), items.next()) {
            (Some(first), Some(second), None) => Some((first, second)),
            _ => None,
        }
    }

    /// The members of an object; none in other values. A key that appears twice is an error.
    pub(super) fn members(self) -> Result<Members<'a>, Fault> {
        let rest = if self.is_object() { self.inside() } else { "" };
        let line = self.line;
        let marks = ",:";
        let mut nodes = Nodes { rest, line, marks }.map_while(Result::ok);
        let mut seen: BTreeSet<Cow<str>> = BTreeSet::new();
        let mut members = Vec::new();
        while let Some((key, value)) = nodes.next().zip(nodes.next()) {
            let Value::Text(name) = key.value()? else {
                return key.refuse("the name of a member");
            };
            if !seen.insert(name.clone()) {
                return twice(key.line, &name);
            }
            members.push((name, value));
        }
        Ok(members)
    }

    /// Refuses this value in place of what was `expected`.
    pub(super) fn refuse<T>(self, expected: &str) -> Result<T, Fault> {
        let what = match self.text.as_bytes()[0] {
            b'{' => "an object".to_owned(),
            b'[' => "a list".to_owned(),
            b'"' => format!("the string {}", Excerpt(self.text)),
            b'n' | b't' | b'f' => self.text.to_owned(),
            _ => format!("the number {}", Excerpt(self.text)),
        };
        wrong(self.line, what, expected)
    }
}

/// The values of a text one after the other. An error is the last item.
#[derive(Clone)]
pub(super) struct Nodes<'a> {
    rest: &'a str,
    line: usize,
    /// The marks between two values, besides white space.
    marks: &'static str,
}

impl<'a> Nodes<'a> {
    /// The values of a file.
    pub(super) fn of(text: &'a str) -> Self {
        Self {
            rest: text,
            line: 1,
            marks: "",
        }
    }

    /// Advances by `bytes` bytes.
    fn pass(&mut self, bytes: usize) {
        let (passed, rest) = self.rest.split_at(bytes);
        self.line += passed.bytes().filter(|&byte| byte == b'\n').count();
        self.rest = rest;
    }
}

impl<'a> Iterator for Nodes<'a> {
    type Item = Result<Node<'a>, Fault>;

    fn next(&mut self) -> Option<Self::Item> {
        let is_space = |c| " \t\r\n".contains(c) || self.marks.contains(c);
        let space = self.rest.len() - self.rest.trim_start_matches(is_space).len();
        self.pass(space);
        let line = self.line;
        let json = serde_json::Deserializer::from_str(self.rest);
        let mut values: StreamDeserializer<StrRead<'a>, &RawValue> = json.into_iter();
        match values.next()? {
            Ok(raw) => {
                self.pass(values.byte_offset());
                let text = raw.get();
                Some(Ok(Node { text, line }))
            }
            Err(error) => {
                self.rest = "";
                Some(broken(line, &error))
            }
        }
    }
}

/// Refuses a key that was given before.
pub(super) fn twice<T>(line: usize, key: &str) -> Result<T, Fault> {
    let key = Excerpt(key);
    let what = format!("{key:?} appears twice, perhaps under another name");
    wrong(line, what, "it once")
}

/// Refuses a text that begins on `line` of the file and is not JSON.
fn broken<T>(line: usize, error: &serde_json::Error) -> Result<T, Fault> {
    let found = JsonFault::from(error).found;
    let expected = "an object such as {\"rows\": [[1]], \"columns\": [[1]]}";
    wrong(line + error.line().saturating_sub(1), found, expected)
}

/// Why a text is not the JSON that was expected, in JSON's terms; the JSON library uses Rust's, such as "sequence" and "usize".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonFault {
    /// What was found, or what is wrong.
    pub found: String,
}

impl From<&serde_json::Error> for JsonFault {
    fn from(error: &serde_json::Error) -> Self {
        let text = error.to_string();
        let text = text
            .rsplit_once(" at line ")
            .map_or(&*text, |(text, _)| text);
        let value = ["invalid type: ", "invalid value: "];
        let value = value.into_iter().find_map(|kind| text.strip_prefix(kind));
        // Callers state what they expect.
        let found = match value.and_then(|text| text.rsplit_once(", expected ")) {
            Some((found, _)) => Excerpt(&in_words(found)).to_string(),
            None => match text.strip_prefix("expected ") {
                Some(mark) if mark.starts_with('`') => format!("no {mark}"),
                Some(_) => "not a JSON value".to_owned(),
                None => text.to_owned(),
            },
        };
        Self { found }
    }
}

/// Translates the library's description of a value into JSON's terms.
fn in_words(value: &str) -> String {
    let quoted = |kind| value.strip_prefix(kind).map(|text| text.trim_matches('`'));
    let number = quoted("integer ").or_else(|| quoted("floating point "));
    match (value, number, quoted("boolean ")) {
        ("map", ..) => "an object".to_owned(),
        ("sequence", ..) => "a list".to_owned(),
        ("unit value", ..) => "null".to_owned(),
        (_, Some(number), _) => format!("the number {number}"),
        (_, _, Some(boolean)) => boolean.to_owned(),
        _ if value.starts_with("string ") => format!("the {value}"),
        _ => value.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_of_rust_are_not_named_and_long_strings_are_cut() {
        let fault = |text: &str| {
            let read: Result<Vec<usize>, _> = serde_json::from_str(text);
            JsonFault::from(&read.unwrap_err()).found
        };
        for (text, found) in [
            ("{}", "an object"),
            ("null", "null"),
            ("[[]]", "a list"),
            ("[-1]", "the number -1"),
            ("[1.5]", "the number 1.5"),
            ("true", "true"),
            (r#"[", expected "]"#, r#"the string ", expected ""#),
            ("[1", "EOF while parsing a list"),
            ("[x]", "not a JSON value"),
            ("[1 2]", "no `,` or `]`"),
        ] {
            assert_eq!(fault(text), found, "{text}");
        }
        let found = fault(&format!("\"{}\"", "x".repeat(400)));
        assert!(
            found.chars().count() == 81 && found.ends_with('…'),
            "{found}"
        );
    }
}
