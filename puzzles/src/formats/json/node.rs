//! The values of a JSON text, read on demand: a list or an object is read member by member, and nothing but its text is stored.
//!
//! A [`Node`] is a value with its line; [`Items`] and [`Members`] are the values in a list or an object.

use std::borrow::Cow;
use std::collections::BTreeSet;

use serde::Deserialize;
use serde_json::StreamDeserializer;
use serde_json::de::StrRead;
use serde_json::value::RawValue;

use super::{JsonFault, syntax};
use crate::excerpt::Excerpt;
use crate::formats::error::ParseErrorKind;
use crate::formats::section::Fault;

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
    List(Items<'a>),
    Object(Members<'a>),
}

impl<'a> Node<'a> {
    pub(super) fn value(self) -> Result<Value<'a>, Fault> {
        let inside = || &self.text[1..self.text.len() - 1];
        Ok(match self.text.as_bytes()[0] {
            b'{' => Value::Object(Members {
                rest: Items::within(inside(), self.line),
                seen: BTreeSet::new(),
            }),
            b'[' => Value::List(Items::within(inside(), self.line)),
            b'"' => Value::Text(match self.text.contains('\\') {
                false => Cow::Borrowed(inside()),
                true => Cow::Owned(
                    serde_json::from_str(self.text).map_err(|error| broken(self.line, &error))?,
                ),
            }),
            b'n' => Value::Null,
            b't' => Value::Bool(true),
            b'f' => Value::Bool(false),
            _ => Value::Number(self.text),
        })
    }

    /// Whether the value is a list, or an object.
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
    pub(super) fn items(self) -> Items<'a> {
        match self.is_list() {
            true => Items::within(&self.text[1..self.text.len() - 1], self.line),
            false => Items::within("", self.line),
        }
    }

    /// The error for this value in place of what was `expected`.
    pub(super) fn refuse(self, expected: &str) -> Fault {
        let what = match self.text.as_bytes()[0] {
            b'{' => "an object".to_owned(),
            b'[' => "a list".to_owned(),
            b'"' => format!("the string {}", Excerpt(self.text)),
            b'n' | b't' | b'f' => self.text.to_owned(),
            _ => format!("the number {}", Excerpt(self.text)),
        };
        (self.line, syntax(what, expected))
    }
}

/// The values in a list, or those of a text one after the other. An error is the last item.
#[derive(Clone)]
pub(super) struct Items<'a> {
    rest: &'a str,
    line: usize,
    /// The mark between two values.
    comma: Option<char>,
}

impl<'a> Items<'a> {
    /// The values of a text, which are separated by white space.
    pub(super) fn of(text: &'a str) -> Self {
        Self {
            rest: text,
            line: 1,
            comma: None,
        }
    }

    /// The values of a valid list, without its brackets.
    fn within(text: &'a str, line: usize) -> Self {
        Self {
            rest: text,
            line,
            comma: Some(','),
        }
    }

    /// Advances by `bytes` bytes.
    fn pass(&mut self, bytes: usize) {
        let (passed, rest) = self.rest.split_at(bytes);
        self.line += passed.bytes().filter(|&byte| byte == b'\n').count();
        self.rest = rest;
    }

    /// Skips white space and `mark`.
    fn pass_space(&mut self, mark: Option<char>) {
        let rest = self
            .rest
            .trim_start_matches(|c| " \t\r\n".contains(c) || Some(c) == mark);
        self.pass(self.rest.len() - rest.len());
    }

    /// Reads a value of the type `T`; `None` at the end.
    fn parse<T: Deserialize<'a>>(&mut self) -> Option<Result<T, Fault>> {
        let json = serde_json::Deserializer::from_str(self.rest);
        let mut values: StreamDeserializer<StrRead<'a>, T> = json.into_iter();
        match values.next()? {
            Ok(value) => {
                self.pass(values.byte_offset());
                Some(Ok(value))
            }
            Err(error) => {
                let fault = broken(self.line, &error);
                self.rest = "";
                Some(Err(fault))
            }
        }
    }
}

impl<'a> Iterator for Items<'a> {
    type Item = Result<Node<'a>, Fault>;

    fn next(&mut self) -> Option<Self::Item> {
        self.pass_space(self.comma);
        let line = self.line;
        let raw: Result<&RawValue, Fault> = self.parse()?;
        Some(raw.map(|raw| Node {
            text: raw.get(),
            line,
        }))
    }
}

/// The keys and values of an object. A key that appears twice is an error. An error is the last item.
pub(super) struct Members<'a> {
    rest: Items<'a>,
    seen: BTreeSet<Cow<'a, str>>,
}

impl<'a> Iterator for Members<'a> {
    type Item = Result<(Cow<'a, str>, Node<'a>), Fault>;

    fn next(&mut self) -> Option<Self::Item> {
        let key = match self.rest.next()? {
            Ok(key) => key,
            Err(fault) => return Some(Err(fault)),
        };
        let Ok(Value::Text(name)) = key.value() else {
            self.rest.rest = "";
            return Some(Err(key.refuse("the name of a member")));
        };
        if !self.seen.insert(name.clone()) {
            self.rest.rest = "";
            return Some(Err((key.line, twice(&name))));
        }
        self.rest.pass_space(Some(':'));
        let value = self.rest.next()?;
        Some(value.map(|value| (name, value)))
    }
}

/// The error for a key that was given before.
pub(super) fn twice(key: &str) -> ParseErrorKind {
    let what = format!(
        "{:?} appears twice, perhaps under another name",
        Excerpt(key)
    );
    syntax(what, "it once")
}

/// The error for JSON that begins on `line` of the file.
fn broken(line: usize, error: &serde_json::Error) -> Fault {
    let found = JsonFault::from(error).found;
    let expected = "an object such as {\"rows\": [[1]], \"columns\": [[1]]}";
    (
        line + error.line().saturating_sub(1),
        syntax(found, expected),
    )
}
