//! Pictures on a terminal: they fit its width and its locale, and have the requested style. A picture that is too wide is refused.

use super::{DRAWING, program, run_on_terminal, run_on_terminal_of, screen_of};
use crate::common::{Folder, nonogram, repository, run, stderr_of, stdout_of};

/// The lines of a picture wider than the terminal would wrap.
#[test]
fn a_picture_takes_no_more_columns_than_the_terminal_has() {
    let folder = Folder::new();
    let wide = folder.file("wide.txt", format!("{}\n", "#-".repeat(50)).repeat(4));
    let wide = wide.to_str().unwrap();
    let at = |columns, options: &[&str]| {
        let arguments = [&["render"], options, &[wide]].concat();
        screen_of(columns, 0, &mut program(&arguments))
    };
    let first = |screen: &str| screen.lines().next().unwrap().to_owned();
    assert!(at(450, &[]).contains('┘'));
    assert_eq!(first(&at(120, &[])), "█ ".repeat(50));
    assert_eq!(first(&at(80, &[])), "▌".repeat(50));
    assert_eq!(first(&at(80, &["--style", "compact"])), "▌".repeat(50));
    assert_eq!(
        at(40, &[]),
        format!(
            "nonogram: {wide}: the picture needs 50 columns, and the terminal has 40; widen the terminal, or \
             send stdout to a file"
        )
    );
    assert!(at(80, &["--style", "full"]).contains(" columns, and the terminal has 80"));
    assert!(at(80, &["--clues"]).contains(" columns, and the terminal has 80"));
    assert_eq!(first(&at(120, &["--style", "ascii"])), "#-".repeat(50));
}

#[test]
fn a_locale_without_utf_8_gets_ascii() {
    let drawing = repository(DRAWING);
    let drawing = drawing.to_str().unwrap();
    for (variable, is_ascii) in [("C", true), ("en_US.ISO-8859-1", true), ("C.UTF-8", false)] {
        let mut command = program(&["solve", drawing]);
        command.env("LC_ALL", variable);
        let (code, shown) = run_on_terminal(80, &mut command);
        assert_eq!((code, shown.is_ascii()), (Some(0), is_ascii), "{variable}");
        let shown = String::from_utf8(shown).unwrap();
        assert!(
            shown.contains(if is_ascii { "|####" } else { "│████" }),
            "{shown}"
        );
    }
}

#[test]
fn a_style_applies_in_a_pipe_too() {
    let drawing = repository(DRAWING);
    for (style, symbol) in [("full", "┘"), ("compact", "▄"), ("ascii", "+---")] {
        let mut command = nonogram();
        command.args(["solve", "--on", "software", "--style", style]);
        let done = command.arg(&drawing).assert().success();
        let text = stdout_of(&done);
        assert!(text.contains(symbol), "{text}");
    }
    for instead in [&["--json"][..], &["--to", "svg"], &["--count"]] {
        let refused = run!("solve --on software --style full", &instead, &drawing).code(2);
        let stderr = stderr_of(&refused);
        assert!(stderr.contains("--style has no effect with"), "{stderr}");
    }
}

/// A terminal can report its columns, but 0 rows.
#[test]
fn the_width_of_a_terminal_without_a_height_is_used() {
    let folder = Folder::new();
    let wide = folder.file("wide.txt", format!("{}\n", "#-".repeat(50)).repeat(4));
    let mut command = program(&["render", wide.to_str().unwrap()]);
    let (code, shown) = run_on_terminal_of((0, 40), &mut command);
    let shown = String::from_utf8(shown).unwrap();
    assert_eq!(code, Some(0));
    assert!(shown.contains("and the terminal has 40"), "{shown}");
}
