//! Tests of puzzles with several colours: engines are compared with an enumeration of all pictures, with each other and with known
//! results.

use std::collections::{BTreeSet, HashMap};

use nonogram_puzzles::{Cell, Clue, Colour, Grid, Palette, Puzzle, read_from};
use nonogram_solver::{End, Engine, Report, SolveOptions, Verdict, fit, solve};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The engines for several colours.
fn coloured() -> impl Iterator<Item = Engine> {
    Engine::ALL.into_iter().filter(|engine| engine.takes_colours())
}

fn by(engine: Engine, max_solutions: usize) -> SolveOptions {
    SolveOptions { engine, max_solutions, ..SolveOptions::default() }
}

/// The picture whose cells are the digits of `code` in base `values`.
fn picture(rows: usize, columns: usize, values: usize, code: usize) -> Grid {
    let mut rest = code;
    Grid::from_cells(rows, columns, |_, _| {
        let value = rest % values;
        rest /= values;
        match value.checked_sub(1).and_then(Colour::new) {
            None => Cell::Blank,
            Some(colour) => Cell::Colour(colour),
        }
    })
}

fn pictures(report: &Report) -> BTreeSet<String> {
    let pictures: BTreeSet<String> = report.solutions.iter().map(Grid::to_string).collect();
    assert_eq!(pictures.len(), report.count, "each solution is found once");
    pictures
}

/// The pictures for each combination of row and column clues.
type Solutions = HashMap<(Vec<Clue>, Vec<Clue>), BTreeSet<String>>;

fn all_pictures(rows: usize, columns: usize) -> Solutions {
    let mut solutions = Solutions::new();
    for code in 0..3usize.pow((rows * columns) as u32) {
        let grid = picture(rows, columns, 3, code);
        let puzzle = Puzzle::from_grid(&grid);
        let clues = (puzzle.rows().to_vec(), puzzle.columns().to_vec());
        solutions.entry(clues).or_default().insert(grid.to_string());
    }
    solutions
}

fn two_colours(rows: &[Clue], columns: &[Clue]) -> Puzzle {
    Puzzle::in_colours(rows.to_vec(), columns.to_vec(), Palette::standard(2)).unwrap()
}

#[test]
fn engines_find_all_solutions_of_every_3_x_3_puzzle_in_two_colours() {
    for ((rows, columns), expected) in all_pictures(3, 3) {
        let puzzle = two_colours(&rows, &columns);
        for engine in coloured() {
            let report = solve(&puzzle, &by(engine, usize::MAX));
            if !engine.decides() && report.end == End::Stalled {
                assert!(expected.len() > 1 || !report.lines.is_complete());
                continue;
            }
            assert_eq!(pictures(&report), expected, "{engine}");
            assert_eq!(report.end, End::Complete);
        }
    }
}

/// A random picture of `colours` colours. Each cell is filled with a probability of `percent` %.
fn random(side: usize, colours: usize, percent: u32, seed: u64) -> Grid {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    Grid::from_cells(side, side, |_, _| {
        let colour = Colour::new(random.random_range(0..colours));
        if random.random_ratio(percent, 100) { Cell::Colour(colour.unwrap()) } else { Cell::Blank }
    })
}

/// Random boards, and the same boards with two column clues swapped, which often have no solution.
fn boards() -> impl Iterator<Item = Puzzle> {
    (0..60).flat_map(|seed| {
        let (side, colours) = (4 + seed as usize % 5, 2 + seed as usize % 3);
        let puzzle = Puzzle::from_grid(&random(side, colours, 30 + 10 * (seed as u32 % 4), seed));
        let mut columns = puzzle.columns().to_vec();
        columns.swap(1, side - 1);
        let exchanged = Puzzle::new(puzzle.rows().to_vec(), columns).unwrap();
        [puzzle, exchanged]
    })
}

#[test]
fn engines_agree_on_random_boards() {
    const MANY: usize = 40;
    for puzzle in boards().filter(|puzzle| puzzle.palette().is_coloured()) {
        let portfolio = solve(&puzzle, &by(Engine::Portfolio, MANY));
        for engine in coloured() {
            let report = solve(&puzzle, &by(engine, MANY));
            assert!(report.solutions.iter().all(|grid| puzzle.is_solved_by(grid)), "{engine}");
            if engine.decides() {
                assert_eq!(
                    (report.count, report.end),
                    (portfolio.count, portfolio.end),
                    "{engine}"
                );
            }
            if report.end == End::Complete {
                assert_eq!(report.verdict, portfolio.verdict, "{engine}");
                assert_eq!(pictures(&report), pictures(&portfolio), "{engine}");
            }
        }
        let again = solve(&puzzle, &by(Engine::Portfolio, MANY));
        assert_eq!(again.solutions, portfolio.solutions);
        assert_eq!(again.counts, portfolio.counts);
    }
}

/// A puzzle whose lines are written as `1a 1b|0`.
fn clues(rows: &str, columns: &str) -> Puzzle {
    let lines = |text: &str| {
        let line = |line: &str| line.trim().replace(' ', ",") + "\n";
        text.split('|').map(line).collect::<String>()
    };
    let count = |text: &str| text.split('|').count();
    let text = format!(
        "width {}\nheight {}\nrows\n{}columns\n{}",
        count(columns),
        count(rows),
        lines(rows),
        lines(columns)
    );
    read_from(text.as_bytes(), "t.non", None).unwrap().remove(0)
}

/// Small puzzles with the right verdict and, if it is unique, the picture.
#[test]
fn small_coloured_puzzles_have_the_right_verdict() {
    let cases = [
        ("1a 1b 1a", "1a|1b|1a", Verdict::Unique, "aba"),
        ("1a|1b|0|1b|1a", "1a 1b 1b 1a", Verdict::Unique, "a/b/-/b/a"),
        ("2a|1b", "1a 1b|1b", Verdict::Unsolvable, ""),
        ("1a 1b|1a 1b", "1a 1b|1a 1b", Verdict::Unsolvable, ""),
        ("1a|1b", "1a|1b", Verdict::Unique, "a-/-b"),
        ("1a|1a|2b", "1a 1b|1a 1b", Verdict::Multiple, ""),
        ("1a 1b|0|2b", "1a|1b 1b|1b", Verdict::Unique, "ab-/---/-bb"),
    ];
    for (rows, columns, verdict, expected) in cases {
        let puzzle = clues(rows, columns);
        for engine in coloured().filter(|engine| engine.decides()) {
            let report = solve(&puzzle, &by(engine, 10));
            assert_eq!(report.verdict, verdict, "{rows} / {columns} by {engine}");
            if verdict == Verdict::Unique {
                let picture = puzzle.palette().to_lines(&report.solutions[0]).join("/");
                assert_eq!(picture, expected);
            }
        }
    }
    let two = solve(&clues("1a|1a|2b", "1a 1b|1a 1b"), &by(Engine::Portfolio, 10));
    assert_eq!(two.count, 2);
    let differ = solve(&clues("2a|1b", "1a 1b|1b"), &by(Engine::Portfolio, 10));
    assert_eq!(differ.counts.visits, 0, "no line is visited");
}

#[test]
fn engines_for_one_colour_refuse_several() {
    let puzzle = clues("1a 1b", "1a|1b");
    for engine in Engine::ALL {
        assert_eq!(fit::check(&puzzle, engine).is_ok(), engine.takes_colours());
        let report = solve(&puzzle, &by(engine, 2));
        assert_eq!(report.end == End::Unfit, !engine.takes_colours());
    }
    let message = fit::check(&puzzle, Engine::Dnf).unwrap_err().to_string();
    assert_eq!(
        message,
        "the engine dnf would need to distinguish 2 colours; expected black and white; choose another engine"
    );
}

#[test]
fn given_cells_restrict_the_solutions() {
    let puzzle = clues("1a|1a|2b", "1a 1b|1a 1b");
    let given = puzzle.palette().to_grid(&["a?", "??", "??"]).unwrap();
    let options = SolveOptions { fixed: Some(given), ..by(Engine::Portfolio, usize::MAX) };
    let report = solve(&puzzle, &options);
    assert_eq!(report.verdict, Verdict::Unique);
    assert_eq!(report.solutions[0].to_lines(), ["a-", "-a", "bb"]);
    let none = SolveOptions {
        fixed: Some(puzzle.palette().to_grid(&["b?", "??", "??"]).unwrap()),
        ..options
    };
    assert_eq!(solve(&puzzle, &none).verdict, Verdict::Unsolvable);
}
