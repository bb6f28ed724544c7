//! Translates errors of the JSON library into JSON's terms; the library uses Rust's, such as "sequence" and "usize".

use crate::excerpt::Excerpt;

/// Why a text is not the JSON that was expected.
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
            .map_or(&text[..], |(text, _)| text);
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
        _ => match value.starts_with("string ") {
            true => format!("the {value}"),
            false => value.to_owned(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_of_rust_are_not_named() {
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
    }

    /// Regression test: messages contained the whole of a long string.
    #[test]
    fn long_strings_are_cut() {
        let fault = |text: &str| JsonFault::from(&serde_json::from_str::<usize>(text).unwrap_err());
        let found = fault(&format!("\"{}\"", "x".repeat(400))).found;
        assert!(
            found.chars().count() == 81 && found.ends_with('…'),
            "{found}"
        );
    }
}
