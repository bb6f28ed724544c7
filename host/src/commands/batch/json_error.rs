//! Why a text is not the JSON that was expected, in JSON's terms; the JSON library uses Rust's, such as "sequence" and "usize".

use nonogram_puzzles::Excerpt;

/// What was found, or what is wrong. Callers state what they expect.
pub(super) fn found(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let text = text.rsplit_once(" at line ").map_or(&*text, |(text, _)| text);
    let value = ["invalid type: ", "invalid value: "];
    let value = value.into_iter().find_map(|kind| text.strip_prefix(kind));
    match value.and_then(|text| text.rsplit_once(", expected ")) {
        Some((found, _)) => Excerpt(&in_words(found)).to_string(),
        None => match text.strip_prefix("expected ") {
            Some(mark) if mark.starts_with('`') => format!("no {mark}"),
            Some(_) => "not a JSON value".to_owned(),
            None => text.to_owned(),
        },
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
            found(&read.unwrap_err())
        };
        for (text, expected) in [
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
            assert_eq!(fault(text), expected, "{text}");
        }
        let found = fault(&format!("\"{}\"", "x".repeat(400)));
        assert!(found.chars().count() == 81 && found.ends_with('…'), "{found}");
    }
}
