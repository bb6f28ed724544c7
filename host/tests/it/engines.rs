//! The published engines on the command line, and the record of the genetic engine.

use crate::common;

use common::{Folder, json_lines, pick, repository};
use serde_json::json;

#[test]
fn published_engines_report_solved_unsolvable_ambiguous_and_stalled() {
    let folder = Folder::of_puzzles();
    let solve = "solve --on software --engine";
    for engine in ["dnf", "placements", "permutations"] {
        folder.rows(&format!(
            r#"{solve} {engine} solvable.non      | 0 | =#-#/###/-#-/
               {solve} {engine} contradictory.non | 3 | """#
        ));
    }
    for engine in ["placements", "permutations"] {
        let solved = folder.run(&format!("{solve} {engine} --json --all ambiguous.non"));
        let records = json_lines(&solved.code(4));
        assert_eq!(records.len(), 2);
        assert_eq!(pick(&records[1], "solution engine"), json!([2, engine]));
    }
    folder.rows(&format!(
        "{solve} dnf ambiguous.non                    | 4 | =??/??/ | stalled
         {solve} genetic --rounds 1 contradictory.non | 4 | | --rounds stopped the search"
    ));
    let solved = folder.run(&format!("{solve} genetic --json solvable.non"));
    let record = &json_lines(&solved.success())[0];
    assert_eq!(pick(record, "status unique"), json!(["solved", null]));
}

#[test]
fn boards_too_large_for_an_engine_are_refused() {
    let folder = Folder::new();
    let large = repository("puzzles/library/64-search/no-two-alike.non");
    folder.file("large.non", std::fs::read(large).unwrap());
    folder.rows(
        r#"
        solve --on software --engine dnf large.non                       | 2 | "" | dnf would need a board of 35 x 35; expected at most 32 x 32
        solve --on software --engine placements --node-limit 0 large.non | 4 | | --node-limit stopped the search
        "#,
    );
}

#[test]
fn generations_are_recorded_and_reproduced() {
    let folder = Folder::new();
    let puzzle = repository("puzzles/library/11/pen-pal.non");
    folder.file("puzzle.non", std::fs::read(puzzle).unwrap());
    let run = |seed: &str, name: &str| {
        let options = format!("--seed {seed} --generations-csv {name}");
        let solve = format!("solve --on software --engine genetic {options} puzzle.non");
        folder.run(&solve).success();
        folder.read(name)
    };
    let seven = run("7", "seven.csv");
    assert_eq!(seven, run("7", "again.csv"));
    assert_ne!(seven, run("8", "eight.csv"));
    let (head, rows) = seven.split_once('\n').unwrap();
    assert!(head.starts_with("puzzle,round,generation,lines,weights,best,mean,"));
    assert!(rows.starts_with("1,1,0,rows,groups,"));
    let columns = head.split(',').count();
    assert!(rows.lines().all(|row| row.split(',').count() == columns));
    let per_generation = "one row per generation for each of the six experts";
    assert_eq!(rows.lines().count() % 6, 0, "{per_generation}");
}

#[test]
fn generations_are_drawn() {
    let folder = Folder::new();
    folder.file("puzzle.non", common::AMBIGUOUS);
    let options = "--max-solutions 3 --generations 2 --rounds 1 --generations-pictures g-%d.png";
    let solve = format!("solve --on software --engine genetic {options} puzzle.non");
    folder.run(&solve).code(4);
    let files = ["g-1.png", "g-2.png", "g-3.png", "puzzle.non"];
    assert_eq!(folder.names(), files);
    let picture = std::fs::read(folder.path("g-1.png")).unwrap();
    assert!(picture.starts_with(b"\x89PNG"));
}

#[test]
fn wrong_options_of_the_genetic_engine_are_refused() {
    Folder::of_puzzles().rows(
        "
        solve --on software --engine genetic --generations-pictures g.png ambiguous.non | 2 | | expected %d in the name
        solve --on software --engine lines --seed 1 ambiguous.non | 2 | | --seed has no effect with & --engine genetic
        solve --seed 1 ambiguous.non                              | 2
        ",
    );
}
