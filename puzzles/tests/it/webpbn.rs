//! Tests of webpbn's XML: reading, writing and refusals.

use crate::common;

use nonogram_puzzles::{Format, Grid, Metadata, Puzzle, ReadError, read_from};
use proptest::prelude::*;

fn parse(text: &str, name: &str) -> Result<Vec<Puzzle>, ReadError> {
    read_from(text.as_bytes(), name, Some(Format::Webpbn))
}

fn write(puzzle: &Puzzle) -> String {
    String::from_utf8(Format::Webpbn.write(puzzle, None).unwrap()).unwrap()
}

fn sample() -> Puzzle {
    let goal = Grid::from_lines(&["#-#", "---", "-##"]).unwrap();
    Puzzle::from_grid(&goal).with_goal(goal).unwrap().with_metadata(Metadata {
        catalogue: Some("ours 1".into()),
        title: Some("Fish & <chips>".into()),
        by: Some("me".into()),
        copyright: Some("2026".into()),
        license: Some("CC0-1.0".into()),
    })
}

#[test]
fn written_file_has_metadata_colours_clues_and_goal() {
    insta::assert_snapshot!(write(&sample()));
}

#[test]
fn export_of_the_site_is_read() {
    let text = r##"<?xml version="1.0"?>
<!DOCTYPE pbn SYSTEM "https://webpbn.com/pbn-0.3.dtd">
<puzzleset><puzzle type="grid" defaultcolor="ink" backgroundcolor="paper">
<source>ours</source><id>#1</id><title> Two </title><author>me</author><authorid>you</authorid>
<color name="paper" char="o">fff</color><color name="ink" char="#">012</color>
<clues type="columns"><line><count color="ink">1</count></line><line><count>1</count></line></clues>
<clues type="rows"><line><count> 2 </count></line><line><count>0</count></line></clues>
<solution type="saved"><image>|??||??|</image></solution>
<solution type="goal"><image>
|##|
|oo|
</image></solution></puzzle>
<puzzle><solution><image>|X.| |.X|</image></solution></puzzle></puzzleset>"##;
    let puzzles = parse(text, "t.xml").unwrap();
    let lines: Vec<_> = puzzles.iter().map(|puzzle| puzzle.goal().unwrap().to_lines()).collect();
    assert_eq!(lines, [["##", "--"], ["#-", "-#"]]);
    assert_eq!(puzzles[0].metadata().catalogue.as_deref(), Some("ours #1"));
    assert_eq!(puzzles[0].metadata().title.as_deref(), Some("Two"));
    assert_eq!(read_from(text.as_bytes(), "<stdin>", None).unwrap(), puzzles);
}

#[test]
fn nesting_beyond_the_limit_is_refused() {
    let depth = 200_000;
    let text = "<a>".repeat(depth) + "<puzzle/>" + &"</a>".repeat(depth);
    let error = parse(&text, "t.xml").unwrap_err().to_string();
    assert!(error.starts_with("t.xml:1: elements nested more than 64 deep; "));
    let puzzle = "<puzzle><solution><image>|X|</image></solution></puzzle>";
    let nested = |depth| "<a>".repeat(depth) + puzzle + &"</a>".repeat(depth);
    assert_eq!(parse(&nested(61), "t.xml").unwrap().len(), 1);
    assert!(parse(&nested(62), "t.xml").is_err());
}

/// Regression test: frequent references to one long entity took gigabytes of memory, as did nested entities.
#[test]
fn entities_cannot_be_declared() {
    let long = format!("<!DOCTYPE p [<!ENTITY a \"{}\">]>", "A".repeat(100_000));
    let nested = "<!DOCTYPE p [<!ENTITY a \"AAAA\"><!ENTITY b \"&a;&a;&a;\">]>".to_owned();
    for head in [long, nested] {
        let text = format!("{head}\n<puzzle><title>{}</title></puzzle>", "&a;".repeat(40_000));
        let error = parse(&text, "t.xml").unwrap_err().to_string();
        assert!(error.starts_with("t.xml:1: a DOCTYPE with declarations of its own; expected"));
    }
    let error = parse("<puzzle>\n<title>&b;</title></puzzle>", "t.xml").unwrap_err();
    assert!(error.to_string().starts_with("t.xml:2: the reference \"&b;\"; expected"));
}

/// Regression test: reading many attributes took 40 seconds, because each was compared with all earlier ones.
#[test]
fn many_attributes_are_skipped() {
    let attributes = "a=\"\" ".repeat(400_000);
    let text = format!("<puzzle {attributes}><solution><image>|X|</image></solution></puzzle>");
    assert_eq!(parse(&text, "t.xml").unwrap().len(), 1);
}

#[test]
fn references_and_cdata_sections_are_text() {
    let text = "<puzzle><title>a &lt;&#98;&#x63; <![CDATA[&d;]]> <!-- no --> e</title><note>n</note>\
                <note>License: L &amp; M</note><solution><image>|X|</image></solution></puzzle>";
    let puzzles = parse(text, "t.xml").unwrap();
    assert_eq!(puzzles[0].metadata().title.as_deref(), Some("a <bc &d;  e"));
    assert_eq!(puzzles[0].metadata().license.as_deref(), Some("L & M"));
}

proptest! {
    #[test]
    fn any_words_are_written_as_xml(words in common::words()) {
        let text = write(&sample().with_metadata(words));
        let puzzles = parse(&text, "t.xml").unwrap();
        prop_assert_eq!(puzzles[0].goal().cloned(), sample().goal().cloned());
    }
}
