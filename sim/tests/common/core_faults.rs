//! Single faults in the statements of a clue core's netlist, and the stimulus that is to reveal them.
//! Interface: [`Faults::of`] counts the faults of a netlist, [`Faults::seed`] seeds one, [`run`] returns the core's answers.

use nonogram_netlist::ir::{Binary, Expr, Lvalue, Netlist, Process, Statement};
use nonogram_protocol::{SearchMode, SearchRequest};
use nonogram_puzzles::{Grid, Puzzle};
use nonogram_sim::{SimBoard, SimError};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::trials::{Answer, Trial, trials};

/// The instance whose statements are changed, with those inside it.
const CORE: &str = "solver.core.";

/// The operator that replaces another one; `None` if the operator is kept.
fn replacement(operator: Binary) -> Option<Binary> {
    Some(match operator {
        Binary::Add => Binary::Sub,
        Binary::Sub => Binary::Add,
        Binary::LogicalAnd => Binary::LogicalOr,
        Binary::LogicalOr => Binary::LogicalAnd,
        Binary::And => Binary::Or,
        Binary::Or | Binary::Xor => Binary::And,
        Binary::Eq => Binary::Ne,
        Binary::Ne => Binary::Eq,
        Binary::Lt => Binary::Le,
        Binary::Le => Binary::Lt,
        Binary::Gt => Binary::Ge,
        Binary::Ge => Binary::Gt,
        _ => return None,
    })
}

/// Counts faults down to the one to seed.
struct Countdown(usize);

impl Countdown {
    /// Whether the fault at this place is the one to seed.
    fn is_now(&mut self) -> bool {
        self.0 = self.0.wrapping_sub(1);
        self.0 == usize::MAX
    }

    fn expression(&mut self, expr: &mut Expr) -> bool {
        match expr {
            Expr::Binary(operator, left, right) => {
                if let Some(other) = replacement(*operator)
                    && self.is_now()
                {
                    *operator = other;
                    return true;
                }
                self.expression(left) || self.expression(right)
            }
            Expr::Paren(inner) | Expr::Cast(inner, _) | Expr::Unary(_, inner) => {
                self.expression(inner)
            }
            _ => false,
        }
    }

    fn statements(&mut self, statements: &mut Vec<Statement>) -> bool {
        for place in 0..statements.len() {
            let found = match &mut statements[place] {
                // Without their power-on or default value, local signals would have none at all.
                Statement::Assign(Lvalue::Signal(_), value) => self.expression(value),
                Statement::Assign(_, value) => {
                    if self.is_now() {
                        statements.remove(place);
                        return true;
                    }
                    self.expression(value)
                }
                Statement::If(condition, then, otherwise) => {
                    if self.is_now() {
                        then.clear();
                        return true;
                    }
                    if !otherwise.is_empty() && self.is_now() {
                        std::mem::swap(then, otherwise);
                        return true;
                    }
                    self.expression(condition)
                        || self.statements(then)
                        || self.statements(otherwise)
                }
                Statement::Case(_, cases) => cases
                    .iter_mut()
                    .any(|(_, statements)| self.statements(statements)),
            };
            if found {
                return true;
            }
        }
        false
    }

    /// Seeds the fault; returns the path of its instance, or `None` if there are fewer faults.
    fn seed(&mut self, netlist: &mut Netlist) -> Option<String> {
        for number in 0..netlist.modules.len() {
            let path = netlist.path(number as u32);
            if !path.starts_with(CORE) {
                continue;
            }
            for process in &mut netlist.modules[number].processes {
                let (Process::Combinational(statements) | Process::Clocked(statements)) = process;
                if self.statements(statements) {
                    return Some(path);
                }
            }
        }
        None
    }
}

/// The faults of a netlist.
pub struct Faults {
    netlist: Netlist,
    count: usize,
}

impl Faults {
    /// The faults of a clue core with serial pins.
    pub fn of(netlist: Netlist) -> Self {
        let mut countdown = Countdown(usize::MAX);
        let unchanged = countdown.seed(&mut netlist.clone());
        assert_eq!(unchanged, None, "the countdown does not end");
        Self {
            netlist,
            count: usize::MAX - countdown.0,
        }
    }

    /// The number of faults.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The netlist with one fault, and the path of the changed instance.
    ///
    /// # Panics
    /// There are fewer faults.
    pub fn seed(&self, fault: usize) -> (Netlist, String) {
        let mut netlist = self.netlist.clone();
        let path = Countdown(fault).seed(&mut netlist);
        (netlist, path.expect("a fault with this number"))
    }
}

/// Boards that reach every part of a clue core of at least 10 x 10 cells.
pub fn stimulus() -> Vec<Trial> {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    let mut board = |rows, columns, percent| {
        Puzzle::from_grid(&Grid::from_fn(rows, columns, |_, _| {
            random.random_ratio(percent, 100)
        }))
    };
    let diagonal = Puzzle::from_grid(&Grid::from_fn(10, 10, |row, column| row == column));
    let large = [
        (board(10, 10, 45), SearchMode::Proof, 0),
        (board(9, 10, 35), SearchMode::Proof, 6),
        (board(10, 7, 40), SearchMode::FirstSolution, 0),
        (board(10, 10, 60), SearchMode::Proof, 0),
        (diagonal, SearchMode::FirstSolution, 0),
    ];
    let large = large.map(|(puzzle, mode, limit)| Trial {
        puzzle,
        request: SearchRequest { mode, limit },
        cancel: None,
    });
    trials(77).take(30).chain(large).collect()
}

/// The answers of a board to trials; `None` in place of the first answer that does not end, which is the last one.
///
/// # Errors
/// The board fails, or makes a wrong step.
pub fn run(board: &mut SimBoard, trials: &[Trial]) -> Result<Vec<Option<Answer>>, SimError> {
    let mut answers = Vec::new();
    for trial in trials {
        let answer = trial.send(board)?;
        let is_last = answer.is_none();
        answers.push(answer);
        if is_last {
            break;
        }
    }
    Ok(answers)
}
