//! Lines of a batch: unusual ids, unknown keys, and lines that try to exhaust the memory or the stack.

use serde_json::json;

use super::batch;
use crate::common::piped;

#[test]
fn unusual_ids_are_returned_unchanged() {
    const IDS: [&str; 4] = [
        "123456789012345678901234567890",
        "18446744073709551616",
        "1.000000000000000000000001",
        r#"{"b": 1e400, "a": "\u00fc"}"#,
    ];
    let lines = IDS.map(|id| format!(r#"{{"id": {id}, "rows": [[1]], "columns": [[1]]}}"#));
    let assert = piped!(lines.join("\n"), "batch");
    let output = String::from_utf8(assert.success().get_output().stdout.clone()).unwrap();
    for id in IDS {
        assert!(
            output.contains(&format!(r#"{{"id":{id},"line":"#)),
            "{id}: {output}"
        );
    }
}

#[test]
fn unknown_keys_are_refused() {
    let lines = [
        r#"{"id": 1, "rows": [[1]], "colums": [[1]]}"#,
        r#"{"id": 2, "text": "1", "fromat": "non"}"#,
    ];
    let (code, answers) = batch(&lines.join("\n"), &[]);
    assert_eq!(code, 2);
    for (answer, key) in answers.iter().zip(["colums", "fromat"]) {
        let error = answer["error"].as_str().unwrap();
        assert!(error.contains(&format!("unknown key {key:?}")), "{error}");
    }
}

/// Lines that try to exhaust the memory or the stack get an error, and the lines after them are solved.
#[test]
fn a_bad_line_and_the_lines_after_it_are_answered() {
    let entity = "A".repeat(100_000);
    let references = "&a;".repeat(40_000);
    let bomb = format!("<!DOCTYPE p [<!ENTITY a \"{entity}\">]><puzzle>{references}</puzzle>");
    let attributes = format!("<puzzle {}/>", "a=\"\" ".repeat(200_000));
    let bad = [
        json!({"id": "entities", "text": bomb}).to_string(),
        json!({"id": "depth", "text": "<a>".repeat(400_000) + "<puzzle>"}).to_string(),
        json!({"id": "attributes", "text": attributes}).to_string(),
        json!({"id": "clue", "rows": [vec![1; 200_000]], "columns": [[1]]}).to_string(),
        json!({"id": "string", "rows": "x".repeat(400_000), "columns": [[1]]}).to_string(),
        format!("{{\"id\": \"deep\", \"rows\": {}", "[".repeat(400_000)),
    ];
    let good = json!({"id": "good", "rows": [[1]], "columns": [[1]]}).to_string();
    let lines: Vec<String> = bad
        .iter()
        .flat_map(|bad| [bad.clone(), good.clone()])
        .collect();
    let (code, answers) = batch(&lines.join("\n"), &[]);
    assert_eq!((code, answers.len()), (2, lines.len()));
    for answer in answers {
        match answer["id"].as_str() {
            Some("good") => assert_eq!(answer["status"], "solved"),
            _ => {
                let error = answer["error"].as_str().unwrap();
                assert!(error.contains("expected") && error.len() < 1000, "{error}");
            }
        }
    }
}
