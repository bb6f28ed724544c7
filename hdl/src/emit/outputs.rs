//! Lets outputs take the place of the signals that they copy: in rust-hdl a register and an output are two signals.
//! Interface: [`adopt`] does so in a module.

use std::collections::{BTreeMap, HashMap, HashSet};

use nonogram_netlist::ir::{Expr, Kind, Lvalue, Module, Process, SignalId, Statement, visit_exprs};

use super::wiring::{rename, replace};

/// Replaces each signal of the module that an output copies by the output. If several outputs copy it, the others copy the first. Signals
/// with which a process computes several values stay.
pub(super) fn adopt(module: &mut Module) {
    let reused: HashSet<SignalId> = module.processes.iter().flat_map(reused).collect();
    let mut outputs = BTreeMap::new();
    module.processes.retain(|process| {
        let Some((to, from)) = copy(process) else {
            return true;
        };
        let [output, signal] = [to, from].map(|id| &module.signals[id as usize]);
        let is_adopted = output.kind == Kind::Output
            && matches!(signal.kind, Kind::Local | Kind::Hidden)
            && output.width == signal.width
            && !reused.contains(&from)
            && !outputs.contains_key(&from);
        if is_adopted {
            outputs.insert(from, to);
        }
        !is_adopted
    });
    let reads: HashMap<SignalId, SignalId> =
        outputs.iter().map(|(&from, &to)| (from, to)).collect();
    for process in &mut module.processes {
        let (Process::Combinational(statements) | Process::Clocked(statements)) = process;
        for statement in statements {
            replace(statement, &reads);
            rename(statement, &outputs);
        }
    }
    for (signal, _) in &mut module.initial {
        *signal = outputs.get(signal).copied().unwrap_or(*signal);
    }
    for (from, to) in outputs {
        module.signals[to as usize].states =
            std::mem::take(&mut module.signals[from as usize].states);
        // Nothing reads this signal, so that it is not printed.
        module.signals[from as usize].kind = Kind::Constant(0);
    }
}

/// The signals of a process that is a copy: the copy and the original.
fn copy(process: &Process) -> Option<(SignalId, SignalId)> {
    let Process::Combinational(statements) = process else {
        return None;
    };
    match &statements[..] {
        [Statement::Assign(Lvalue::Signal(to), Expr::Signal(from))] => Some((*to, *from)),
        _ => None,
    }
}

/// The signals to which a process assigns a new value more than once.
fn reused(process: &Process) -> Vec<SignalId> {
    let (Process::Combinational(statements) | Process::Clocked(statements)) = process;
    let (mut seen, mut again) = (HashSet::new(), Vec::new());
    for statement in statements {
        let Statement::Assign(Lvalue::Signal(signal), value) = statement else {
            continue;
        };
        let mut reads_itself = false;
        visit_exprs(std::slice::from_ref(statement), &mut |expr| {
            reads_itself |= *expr == Expr::Signal(*signal);
        });
        let is_new = !reads_itself && !matches!(value, Expr::Replace(..));
        if is_new && !seen.insert(*signal) {
            again.push(*signal);
        }
    }
    again
}
