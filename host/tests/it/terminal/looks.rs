//! Pictures on a terminal: they fit its width and its locale, and have the requested style. A picture that is too wide is refused.

use super::{DRAWING, ROWS, Shown, argument, program};
use crate::common::{Folder, repository};

/// The lines of a picture wider than the terminal would wrap.
#[test]
fn a_picture_takes_no_more_columns_than_the_terminal_has() {
    let folder = Folder::new();
    let wide = folder.file("wide.txt", format!("{}\n", "#-".repeat(50)).repeat(4));
    let wide = argument(&wide);
    let at = |columns, options: &[&str]| {
        let arguments = [&["render"], options, &[wide]].concat();
        Shown::at(columns, 0, &arguments).screen()
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
    for (variable, is_ascii, symbols) in [
        ("C", true, "|####"),
        ("en_US.ISO-8859-1", true, "|####"),
        ("C.UTF-8", false, "│████"),
    ] {
        let mut command = program(&["solve", argument(&drawing)]);
        command.env("LC_ALL", variable);
        let shown = Shown::of((ROWS, 80), 0, &mut command).text;
        assert_eq!(shown.is_ascii(), is_ascii, "{variable}");
        assert!(shown.contains(symbols), "{shown}");
    }
}

#[test]
fn a_style_applies_in_a_pipe_too() {
    let folder = Folder::new();
    folder.file("drawing.non", std::fs::read(repository(DRAWING)).unwrap());
    let solve = "solve --on software drawing.non --style";
    folder.rows(&format!(
        "
        {solve} full          | 0 | ┘
        {solve} compact       | 0 | ▄
        {solve} ascii         | 0 | +---
        {solve} full --json   | 2 | | --style has no effect with
        {solve} full --to svg | 2 | | --style has no effect with
        {solve} full --count  | 2 | | --style has no effect with
        "
    ));
}

/// A terminal can report its columns, but 0 rows.
#[test]
fn the_width_of_a_terminal_without_a_height_is_used() {
    let folder = Folder::new();
    let wide = folder.file("wide.txt", format!("{}\n", "#-".repeat(50)).repeat(4));
    let mut command = program(&["render", argument(&wide)]);
    let shown = Shown::of((0, 40), 0, &mut command).text;
    assert!(shown.contains("and the terminal has 40"), "{shown}");
}
