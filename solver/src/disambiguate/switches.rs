//! Switches of a drawing: sets of cells that can change together (in black and white, be inverted) while every line keeps its clue.
//! Interface: [`Switches::of`] finds switches of four cells, [`Switches::learn`] adds others, [`Switches::survive`] rules out edits.
//! Source: switching components of discrete tomography (Ryser 1957: interchanges), which here preserve clues instead of sums.

use std::collections::HashSet;

use nonogram_puzzles::{Cell, Grid, Puzzle};

/// Lines of a switch, rows first. An edit that touches none of these lines leaves the switch intact.
type Lines = Vec<bool>;

/// Known switches of a drawing. No switch covers all lines of another.
pub(super) struct Switches {
    rows: usize,
    columns: usize,
    found: Vec<Lines>,
}

impl Switches {
    /// Finds switches of four cells, the corners of a rectangle: two opposite corners are emptied, the other two are filled. Finds
    /// none in a coloured drawing, whose switches are learnt from solutions alone.
    pub(super) fn of(drawing: &Grid) -> Self {
        if Puzzle::from_grid(drawing).palette().is_coloured() {
            return Self {
                rows: drawing.rows(),
                columns: drawing.columns(),
                found: Vec::new(),
            };
        }
        let rows: Vec<_> = (0..drawing.rows())
            .map(|row| moves(drawing.row(row).collect()))
            .collect();
        let columns: Vec<HashSet<_>> = (0..drawing.columns())
            .map(|column| {
                moves(drawing.column(column).collect())
                    .into_iter()
                    .collect()
            })
            .collect();
        let mut switches = Self {
            rows: drawing.rows(),
            columns: drawing.columns(),
            found: Vec::new(),
        };
        for (first, moves_of_first) in rows.iter().enumerate() {
            for &(from, to) in moves_of_first {
                for &(_, second) in columns[from].iter().filter(|&&(row, _)| row == first) {
                    let closes = columns[to].contains(&(second, first));
                    if closes && rows[second].contains(&(to, from)) {
                        // Two of the four cells cover all lines of the switch.
                        switches.add(&[(first, from), (second, to)]);
                    }
                }
            }
        }
        switches
    }

    /// Learns from two solutions of the same puzzle: `other`, and `drawing`, in which the cells of `edit` are already changed.
    /// Parts of their difference that share no line are separate switches. They are also switches of the drawing without the
    /// edit if they share no line with it.
    pub(super) fn learn(&mut self, drawing: &Grid, other: &Grid, edit: &[(usize, usize)]) {
        let mut open: Vec<(usize, usize)> = (0..drawing.rows())
            .flat_map(|row| (0..drawing.columns()).map(move |column| (row, column)))
            .filter(|&(row, column)| drawing.get(row, column) != other.get(row, column))
            .collect();
        while let Some(cell) = open.pop() {
            let mut part = vec![cell];
            let mut reached = 0;
            while let Some(&(row, column)) = part.get(reached) {
                reached += 1;
                open.retain(|&cell| {
                    let shares = cell.0 == row || cell.1 == column;
                    if shares {
                        part.push(cell);
                    }
                    !shares
                });
            }
            let touches = |&(row, column): &(usize, usize)| {
                edit.iter().any(|&edit| edit.0 == row || edit.1 == column)
            };
            if !part.iter().any(touches) {
                self.add(&part);
            }
        }
    }

    /// Whether no switch is known.
    pub(super) fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// Whether some switch shares no line with `edit`. If so, there are several solutions, whatever the new values of these cells.
    pub(super) fn survive(&self, edit: &[(usize, usize)]) -> bool {
        let meets = |lines| edit.iter().any(|&cell| self.meets(lines, cell));
        self.found.iter().any(|lines| !meets(lines))
    }

    /// Whether `candidates` has another cell such that every known switch shares a line with this cell or with `cell`.
    pub(super) fn have_partner(&self, cell: (usize, usize), candidates: &[(usize, usize)]) -> bool {
        let left: Vec<_> = self
            .found
            .iter()
            .filter(|lines| !self.meets(lines, cell))
            .collect();
        let mut others = candidates.iter().filter(|&&other| other != cell);
        others.any(|&other| left.iter().all(|lines| self.meets(lines, other)))
    }

    /// Whether the cell is in one of these lines.
    fn meets(&self, lines: &Lines, (row, column): (usize, usize)) -> bool {
        lines[row] || lines[self.rows + column]
    }

    /// Adds the switch of these cells, unless it covers all lines of another one.
    fn add(&mut self, cells: &[(usize, usize)]) {
        let mut lines = vec![false; self.rows + self.columns];
        for &(row, column) in cells {
            lines[row] = true;
            lines[self.rows + column] = true;
        }
        if self.found.iter().any(|other| is_within(other, &lines)) {
            return;
        }
        self.found.retain(|other| !is_within(&lines, other));
        self.found.push(lines);
    }
}

/// Whether all lines of `inner` are lines of `outer`.
fn is_within(inner: &Lines, outer: &Lines) -> bool {
    inner.iter().zip(outer).all(|(inner, outer)| outer | !inner)
}

/// Pairs of a cell to empty and a cell to fill that keep the clue of a line. Either a block moves by one cell, or a block of length 1
/// disappears and another one appears, with only blocks of length 1 between them.
fn moves(line: Vec<Cell>) -> Vec<(usize, usize)> {
    let filled =
        |place: Option<usize>| place.is_some_and(|place| line.get(place) == Some(&Cell::Filled));
    let before = |place: usize| place.checked_sub(1);
    let mut found = Vec::new();
    let mut place = 0;
    while let Some(&cell) = line.get(place) {
        if cell != Cell::Filled {
            place += 1;
            continue;
        }
        let first = place;
        while filled(Some(place)) {
            place += 1;
        }
        let last = place - 1;
        if first == last {
            let stays = |place: Option<usize>| place != Some(first) && filled(place);
            let is_alone = |place| !stays(before(place)) && !stays(Some(place + 1));
            let up: &mut dyn Iterator<Item = usize> = &mut (place..line.len());
            let down: &mut dyn Iterator<Item = usize> = &mut (0..first).rev();
            for side in [up, down] {
                let passed = side.take_while(|&to| !filled(Some(to)) || is_alone(to));
                let free = passed.filter(|&to| !filled(Some(to)) && is_alone(to));
                found.extend(free.map(|to| (first, to)));
            }
            continue;
        }
        if place < line.len() && !filled(Some(place + 1)) {
            found.push((first, place));
        }
        if first > 0 && !filled(before(first - 1)) {
            found.push((last, first - 1));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn blocks_move_only_where_they_touch_no_other_block() {
        let line = |text: &str| {
            Grid::from_lines(&[text])
                .unwrap()
                .row(0)
                .collect::<Vec<_>>()
        };
        assert_eq!(moves(line("-##-")), [(1, 3), (2, 0)]);
        assert_eq!(moves(line("#-#")), []);
        assert_eq!(moves(line("#--#")), [(0, 1), (3, 2)]);
        assert_eq!(moves(line("#-#--")), [(0, 4), (2, 3), (2, 4)]);
        assert_eq!(moves(line("#-##---")), [(2, 4)]);
        assert_eq!(moves(line("##")), []);
        assert_eq!(moves(line("-##")), [(2, 0)]);
    }

    /// A switch that covers all lines of another one is redundant.
    #[test]
    fn only_the_smallest_switches_are_kept() {
        let mut switches = Switches {
            rows: 4,
            columns: 4,
            found: Vec::new(),
        };
        switches.add(&[(0, 0), (1, 1), (2, 2)]);
        assert_eq!(switches.found.len(), 1);
        switches.add(&[(0, 0), (1, 1), (2, 2)]);
        switches.add(&[(0, 0), (1, 1), (2, 2), (3, 2)]);
        assert_eq!(switches.found.len(), 1, "a redundant switch is not stored");
        switches.add(&[(0, 0), (3, 3)]);
        assert_eq!(switches.found.len(), 2);
        switches.add(&[(0, 0), (1, 1)]);
        assert_eq!(
            switches.found.len(),
            2,
            "the smaller switch replaces the larger one"
        );
        assert!(!switches.survive(&[(0, 3)]) && switches.survive(&[(1, 1)]));
    }

    proptest! {
        #[test]
        fn moves_keep_the_clue(cells in proptest::collection::vec(proptest::bool::ANY, 1..14)) {
            let line = |cells: &[bool]| Grid::from_fn(1, cells.len(), |_, column| cells[column]);
            let drawing = line(&cells);
            let clue = Puzzle::from_grid(&drawing).rows()[0].clone();
            for (from, to) in moves(drawing.row(0).collect()) {
                prop_assert!(cells[from] && !cells[to]);
                let mut moved = cells.clone();
                (moved[from], moved[to]) = (false, true);
                let puzzle = Puzzle::from_grid(&line(&moved));
                prop_assert_eq!(&puzzle.rows()[0], &clue);
            }
        }
    }

    #[test]
    fn parts_that_share_no_line_are_separate_switches() {
        let drawing = Grid::from_lines(&["#----", "-#---", "-----", "---#-", "----#"]).unwrap();
        let other = Grid::from_lines(&["-#---", "#----", "-----", "----#", "---#-"]).unwrap();
        assert_eq!(Puzzle::from_grid(&drawing), Puzzle::from_grid(&other));
        let mut learnt = Switches {
            rows: 5,
            columns: 5,
            found: Vec::new(),
        };
        learnt.learn(&drawing, &other, &[(0, 2)]);
        assert_eq!(
            learnt.found.len(),
            1,
            "the other part shares a line with the edit"
        );
        learnt.learn(&drawing, &other, &[]);
        assert_eq!(learnt.found.len(), 2);
        assert!(learnt.survive(&[(0, 0)]), "the other corner is untouched");
        assert!(learnt.survive(&[(2, 2)]));
        assert!(
            !learnt.survive(&[(0, 3)]),
            "the cell is in a row of one switch and a column of the other"
        );
        assert!(!learnt.survive(&[(0, 0), (4, 4)]));
        let candidates = [(0, 0), (4, 4), (2, 2)];
        assert!(learnt.have_partner((0, 0), &candidates));
        assert!(!learnt.have_partner((0, 0), &candidates[2..]));
        let all = Switches::of(&drawing);
        assert_eq!(
            all.found.len(),
            6,
            "any two of the four filled cells can exchange columns"
        );
        assert!(all.survive(&[(0, 3)]), "rows 1 and 4 are untouched");
    }
}
