//! Converts a drawing in text characters to a puzzle, and prints the puzzle in the format `non`.

use nonogram_puzzles::{Format, read_from};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let drawing = "#-#\n###\n-#-\n";
    for puzzle in read_from(drawing.as_bytes(), "drawing.txt", Some(Format::Text))? {
        let file = Format::Non.write(&puzzle, None)?;
        print!("{}", String::from_utf8(file)?);
    }
    Ok(())
}
