//! Puzzle files in many formats, and damaged copies of them.

use std::path::Path;

use nonogram_puzzles::{Format, Grid, Puzzle, library};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Name and content of the files to damage: those of `cases/field` and `cases/misread`, and a drawing in each format that can be written.
pub fn seeds() -> Vec<(String, Vec<u8>)> {
    let mut seeds: Vec<(String, Vec<u8>)> = Vec::new();
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases");
    let folders = ["field", "misread"].into_iter();
    let mut files: Vec<_> =
        folders.flat_map(|folder| library::files(cases.join(folder)).unwrap_or_default()).collect();
    files.sort();
    for file in files {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        seeds.push((name, std::fs::read(&file).expect("a file of the project")));
    }
    let grid = Grid::from_fn(9, 12, |row, column| (row * column + row) % 3 == 0 || column == 4);
    let puzzle = Puzzle::from_grid(&grid).with_goal(grid).expect("its own clues");
    for format in Format::ALL.iter().filter(|format| format.is_written()) {
        let name = format!("drawing.{}", format.extensions()[0]);
        seeds.push((name, format.write(&puzzle, None).expect("a puzzle with a goal")));
    }
    seeds
}

/// Bytes that readers may treat specially, with `|` between them.
const TOKENS: &[u8] =
    b"0|99999999999999999999|4095|4096|-1|\n|\r\n|\0|\xff|;|[|]|{|\"|rows|columns:|\
    1 1 1 1 1 1 1 1 1 1|====|<puzzle>|\xe2\x96\x88";

/// One of `seeds` after one to eight random changes. The result depends only on `seeds` and `number`.
pub fn mutant(seeds: &[(String, Vec<u8>)], number: u64) -> (String, Vec<u8>) {
    let mut random = ChaCha8Rng::seed_from_u64(number);
    let (name, mut bytes) = seeds.choose(&mut random).expect("there are files").clone();
    for _ in 0..random.random_range(1..=8) {
        let at = random.random_range(0..=bytes.len());
        let end = (at + random.random_range(0..=16)).min(bytes.len());
        match random.random_range(0..6) {
            0 => bytes.truncate(at),
            1 => drop(bytes.drain(at..end)),
            2 => {
                let tokens: Vec<&[u8]> = TOKENS.split(|byte| *byte == b'|').collect();
                let token = tokens.choose(&mut random).expect("there are tokens");
                drop(bytes.splice(at..at, token.iter().copied()));
            }
            3 => {
                let part = bytes[at..end].repeat(random.random_range(1..200));
                drop(bytes.splice(at..at, part));
            }
            4 => bytes[at..end].iter_mut().for_each(|byte| *byte = random.random()),
            _ => bytes[at..end].iter_mut().for_each(|byte| *byte ^= 1 << random.random_range(0..8)),
        }
    }
    (name, bytes)
}

/// Reads a mutant in the detected format and in the format of its extension. An error message must be short and on one line.
pub fn read_all((name, bytes): &(String, Vec<u8>)) {
    let named = Path::new(name)
        .extension()
        .and_then(|extension| Format::from_extension(extension.to_str()?));
    for format in [None, named] {
        if let Err(error) = nonogram_puzzles::read_from(&bytes[..], name, format) {
            let text = error.to_string();
            assert!(text.len() < 1000 && !text.contains('\n'), "{name}: {text}");
        }
    }
}
