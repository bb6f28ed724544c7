//! Splits the process of a module: in rust-hdl one process assigns all signals of a block.
//! Interface: [`split`]. What is assigned once becomes a continuous assignment or a connection of an instance, registers are assigned at
//! the clock edge, and of the rest, the statements that belong together become a process.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::cycles::{Paths, cycles};
use super::docs::unnumbered;
use super::loops::FEWEST;
use super::statements::{adopt, choice, copy, join_bits};
use nonogram_netlist::ir::{
    Binary, Expr, Kind, Lvalue, Module, Netlist, Process, Signal, SignalId, Statement, Unary, visit,
};

/// Splits the processes of all modules.
pub(super) fn split(netlist: &mut Netlist) {
    let mut paths = Paths::default();
    // The modules below a module have greater numbers.
    for number in (0..netlist.modules.len()).rev() {
        split_module(netlist, number, &paths);
        paths.add(netlist, number);
    }
}

fn split_module(netlist: &mut Netlist, number: usize, paths: &Paths) {
    let module = &mut netlist.modules[number];
    if !module.items.is_empty() {
        return;
    }
    let mut statements = Vec::new();
    let mut registers = BTreeMap::new();
    for process in std::mem::take(&mut module.processes) {
        match process {
            Process::Combinational(mut more) => statements.append(&mut more),
            Process::Clocked(assigned) => {
                for statement in assigned {
                    if let Statement::Assign(Lvalue::Signal(value), Expr::Signal(next)) = statement
                    {
                        registers.insert(next, value);
                    }
                }
            }
        }
    }
    let mut statements = decided(statements);
    drop_dead(&mut statements);
    join_bits(&mut statements);
    let clocked = edges(&mut statements, &registers, &netlist.modules[number].signals);
    let parts = paths.instances(&netlist.modules[number]);
    let module = &mut netlist.modules[number];
    module.processes = processes(statements, &parts, &module.signals);
    if !clocked.is_empty() {
        module.processes.push(Process::Clocked(clocked));
    }
    join(netlist, number);
    adopt(&mut netlist.modules[number]);
}

/// The signals that a statement reads and assigns.
pub(super) struct Uses {
    pub(super) reads: BTreeSet<SignalId>,
    pub(super) writes: BTreeSet<SignalId>,
}

impl Uses {
    pub(super) fn of(statement: &Statement) -> Self {
        let (mut reads, mut writes) = (Vec::new(), Vec::new());
        visit(std::slice::from_ref(statement), &mut reads, &mut writes);
        Self { reads: reads.into_iter().collect(), writes: writes.into_iter().collect() }
    }
}

/// The statements that assign each signal.
fn writers(uses: &[Uses]) -> HashMap<SignalId, Vec<usize>> {
    let mut writers: HashMap<SignalId, Vec<usize>> = HashMap::new();
    for (place, uses) in uses.iter().enumerate() {
        for &signal in &uses.writes {
            writers.entry(signal).or_default().push(place);
        }
    }
    writers
}

/// Whether the signals that a statement at this place reads have their final values there.
fn reads_final(
    reads: &BTreeSet<SignalId>,
    place: usize,
    writers: &HashMap<SignalId, Vec<usize>>,
) -> bool {
    reads.iter().all(|signal| {
        let places = writers.get(signal).map_or(&[][..], Vec::as_slice);
        places.iter().all(|&other| other < place) || places.iter().all(|&other| other > place)
    })
}

/// Replaces statements whose condition is a number by the branch that is executed.
fn decided(statements: Vec<Statement>) -> Vec<Statement> {
    let each = |statement| match statement {
        Statement::If(Expr::Literal(0, _), _, otherwise) => decided(otherwise),
        Statement::If(Expr::Literal(..), then, _) => decided(then),
        Statement::If(condition, then, otherwise) => {
            vec![Statement::If(condition, decided(then), decided(otherwise))]
        }
        Statement::Case(selector, cases) => {
            let cases = cases.into_iter().map(|(value, inner)| (value, decided(inner)));
            vec![Statement::Case(selector, cases.collect())]
        }
        statement => vec![statement],
    };
    statements.into_iter().flat_map(each).collect()
}

/// Removes assignments that later ones replace before the value is read.
fn drop_dead(statements: &mut Vec<Statement>) {
    let mut place = 0;
    while place < statements.len() {
        let is_dead = match &statements[place] {
            Statement::Assign(Lvalue::Signal(signal), _) => {
                is_replaced(*signal, &statements[place + 1..])
            }
            _ => false,
        };
        if is_dead {
            statements.remove(place);
        } else {
            place += 1;
        }
    }
}

/// Whether the statements assign a signal before they read it.
fn is_replaced(signal: SignalId, statements: &[Statement]) -> bool {
    for statement in statements {
        if Uses::of(statement).reads.contains(&signal) {
            return false;
        }
        if assigns(signal, statement) {
            return true;
        }
    }
    false
}

/// Whether a statement assigns the whole signal in every case.
fn assigns(signal: SignalId, statement: &Statement) -> bool {
    let all = |statements: &[Statement]| statements.iter().any(|each| assigns(signal, each));
    match statement {
        Statement::Assign(Lvalue::Signal(other), value) => {
            *other == signal && !matches!(value, Expr::Replace(..))
        }
        Statement::Assign(..) => false,
        Statement::If(_, then, otherwise) => all(then) && all(otherwise),
        Statement::Case(_, cases) => {
            cases.iter().any(|(value, _)| value.is_none())
                && cases.iter().all(|(_, statements)| all(statements))
        }
    }
}

/// The part of a statement that assigns the signals that `is_in` accepts; `None` if there is none.
fn project(statement: &Statement, is_in: &dyn Fn(SignalId) -> bool) -> Option<Statement> {
    let inner = |statements: &[Statement]| -> Vec<Statement> {
        let parts = statements.iter().filter_map(|each| project(each, is_in));
        parts.collect()
    };
    match statement {
        Statement::Assign(Lvalue::Signal(signal) | Lvalue::Bits(signal, ..), _) => {
            is_in(*signal).then(|| statement.clone())
        }
        // rust-hdl assigns signals and their bits only.
        Statement::Assign(..) => is_in(SignalId::MAX).then(|| statement.clone()),
        Statement::If(condition, then, otherwise) => {
            let (then, otherwise) = (inner(then), inner(otherwise));
            match (then.is_empty(), otherwise.is_empty()) {
                (true, true) => None,
                (true, false) => Some(when(negated(condition), otherwise)),
                (false, true) => Some(when(condition.clone(), then)),
                (false, false) => Some(Statement::If(condition.clone(), then, otherwise)),
            }
        }
        Statement::Case(selector, cases) => {
            let mut cases: Vec<_> = (cases.iter())
                .map(|(value, statements)| (value.clone(), inner(statements)))
                .collect();
            // Without a default, cases that do nothing are not needed.
            let default = cases.iter().find(|(value, _)| value.is_none());
            if default.is_none_or(|(_, statements)| statements.is_empty()) {
                cases.retain(|(_, statements)| !statements.is_empty());
            }
            match &mut cases[..] {
                [] => None,
                [(Some(value), statements)] => {
                    let is_it = binary(Binary::Eq, selector.clone(), value.clone());
                    Some(when(is_it, std::mem::take(statements)))
                }
                _ => {
                    // Lint expects that a case has a default.
                    if cases.iter().all(|(value, _)| value.is_some()) {
                        cases.push((None, Vec::new()));
                    }
                    Some(Statement::Case(selector.clone(), cases))
                }
            }
        }
    }
}

/// Statements with a condition, which is joined with a condition that they consist of.
fn when(condition: Expr, mut statements: Vec<Statement>) -> Statement {
    match &mut statements[..] {
        [Statement::If(inner, then, otherwise)] if otherwise.is_empty() => {
            let both = binary(Binary::LogicalAnd, condition, inner.clone());
            Statement::If(both, std::mem::take(then), Vec::new())
        }
        _ => Statement::If(condition, statements, Vec::new()),
    }
}

/// The opposite of a condition of one bit.
fn negated(condition: &Expr) -> Expr {
    match condition {
        Expr::Unary(Unary::Not, inner) => (**inner).clone(),
        Expr::Binary(Binary::Eq, left, right) => {
            Expr::Binary(Binary::Ne, left.clone(), right.clone())
        }
        condition => Expr::Unary(Unary::Not, condition.clone().into()),
    }
}

fn binary(operator: Binary, left: Expr, right: Expr) -> Expr {
    Expr::Binary(operator, left.into(), right.into())
}

/// Removes from the statements the assignments of the next values of registers, and returns them as assignments of the registers. A next
/// value that is read, or computed from values that are not final, stays a signal; so do those of the other registers of its array.
fn edges(
    statements: &mut Vec<Statement>,
    registers: &BTreeMap<SignalId, SignalId>,
    signals: &[Signal],
) -> Vec<Statement> {
    let uses: Vec<Uses> = statements.iter().map(Uses::of).collect();
    let writers = writers(&uses);
    let mut direct: BTreeSet<SignalId> = registers.keys().copied().collect();
    for uses in &uses {
        direct.retain(|next| !uses.reads.contains(next));
    }
    direct.retain(|next| {
        let places = writers.get(next).map_or(&[][..], Vec::as_slice);
        places.iter().all(|&place| {
            let part = project(&statements[place], &|signal| signal == *next);
            part.is_none_or(|part| reads_final(&Uses::of(&part).reads, place, &writers))
        })
    });
    let array = |next: &SignalId| unnumbered(&signals[registers[next] as usize].name);
    let indirect = registers.keys().filter(|&next| !direct.contains(next));
    let indirect: BTreeSet<String> = indirect.map(array).collect();
    direct.retain(|next| !indirect.contains(&array(next)));
    let mut clocked = Vec::new();
    let mut rest = Vec::new();
    for statement in statements.drain(..) {
        if let Some(mut part) = project(&statement, &|signal| direct.contains(&signal)) {
            rename(&mut part, registers);
            let keeps = |statement: &Statement| matches!(statement, Statement::Assign(Lvalue::Signal(to), Expr::Signal(from)) if to == from);
            if !keeps(&part) {
                append(&mut clocked, part);
            }
        }
        rest.extend(project(&statement, &|signal| !direct.contains(&signal)));
    }
    *statements = rest;
    for (&next, &value) in registers {
        if !direct.contains(&next) {
            clocked.push(Statement::Assign(Lvalue::Signal(value), Expr::Signal(next)));
        }
    }
    clocked
}

/// Appends a statement; a condition equal to the one before it is joined with it.
fn append(statements: &mut Vec<Statement>, statement: Statement) {
    if let Statement::If(condition, then, otherwise) = &statement
        && otherwise.is_empty()
        && let Some(Statement::If(before, thens, elses)) = statements.last_mut()
        && before == condition
        && elses.is_empty()
    {
        for each in then {
            append(thens, each.clone());
        }
        return;
    }
    statements.push(statement);
}

/// Replaces assigned signals.
pub(super) fn rename(statement: &mut Statement, names: &BTreeMap<SignalId, SignalId>) {
    match statement {
        Statement::Assign(Lvalue::Signal(signal) | Lvalue::Bits(signal, ..), value) => {
            let renamed = names.get(signal).copied().unwrap_or(*signal);
            if let Expr::Replace(word, ..) = value
                && **word == Expr::Signal(*signal)
            {
                **word = Expr::Signal(renamed);
            }
            *signal = renamed;
        }
        Statement::Assign(..) => {}
        Statement::If(_, then, otherwise) => {
            then.iter_mut().chain(otherwise).for_each(|each| rename(each, names));
        }
        Statement::Case(_, cases) => {
            for (_, statements) in cases {
                statements.iter_mut().for_each(|each| rename(each, names));
            }
        }
    }
}

/// Processes of the statements: one for each assignment that is the only one of its signal, and one for each group of the others.
///
/// Signals that pass between two processes in both directions, directly or through instances, would make event-driven simulators evaluate
/// both again and again: such processes are one. `parts` are the paths through instances. Statements that assign the signals of an array are
/// in one process if it does not depend on itself thereby.
fn processes(
    statements: Vec<Statement>,
    parts: &[(SignalId, SignalId)],
    signals: &[Signal],
) -> Vec<Process> {
    let uses: Vec<Uses> = statements.iter().map(Uses::of).collect();
    let writers = writers(&uses);
    let mut groups = Groups((0..statements.len()).collect());
    for places in writers.values() {
        for &place in &places[1..] {
            groups.join(places[0], place);
        }
    }
    for (place, uses) in uses.iter().enumerate() {
        for signal in &uses.reads {
            let Some(places) = writers.get(signal) else {
                continue;
            };
            if !reads_final(&BTreeSet::from([*signal]), place, &writers) {
                groups.join(places[0], place);
            }
        }
    }
    // A group is a node behind the signals.
    let first_group = signals.len() as u32;
    let cycles = |groups: &Groups| {
        let mut edges = parts.to_vec();
        for (place, uses) in uses.iter().enumerate() {
            let group = first_group + groups.first(place) as u32;
            edges.extend(uses.reads.iter().map(|&signal| (signal, group)));
            edges.extend(uses.writes.iter().map(|&signal| (group, signal)));
        }
        cycles(&edges)
    };
    for cycle in cycles(&groups) {
        let mut members = cycle.into_iter().filter(|&node| node >= first_group);
        if let Some(first) = members.next() {
            for other in members {
                groups.join((first - first_group) as usize, (other - first_group) as usize);
            }
        }
    }
    for array in arrays(&statements, &writers, signals) {
        let mut joined = groups.clone();
        array.iter().for_each(|&place| joined.join(array[0], place));
        let group = first_group + joined.first(array[0]) as u32;
        let is_own = |node: u32| {
            let writes = |&place: &usize| first_group + joined.first(place) as u32 == group;
            node == group || writers.get(&node).is_some_and(|places| places.iter().all(writes))
        };
        let depends_on_itself =
            |cycle: &Vec<u32>| cycle.contains(&group) && !cycle.iter().all(|&node| is_own(node));
        if !cycles(&joined).iter().any(depends_on_itself) {
            groups = joined;
        }
    }
    let mut grouped: BTreeMap<usize, Vec<Statement>> = BTreeMap::new();
    for (place, statement) in statements.into_iter().enumerate() {
        grouped.entry(groups.first(place)).or_default().push(statement);
    }
    let groups = grouped.into_values();
    groups
        .map(|group| Process::Combinational(choice(&group).map_or(group, |one| vec![one])))
        .collect()
}

/// For each array of at least three signals, the statements that assign them. No output copies one of these signals.
fn arrays(
    statements: &[Statement],
    writers: &HashMap<SignalId, Vec<usize>>,
    signals: &[Signal],
) -> Vec<Vec<usize>> {
    let copied: BTreeSet<SignalId> = (statements.iter())
        .filter_map(|statement| match statement {
            Statement::Assign(Lvalue::Signal(to), Expr::Signal(from)) => {
                (signals[*to as usize].kind == Kind::Output).then_some(*from)
            }
            _ => None,
        })
        .collect();
    let mut arrays: BTreeMap<String, Vec<SignalId>> = BTreeMap::new();
    for &id in writers.keys() {
        let Signal { name, kind, .. } = &signals[id as usize];
        let array = unnumbered(name);
        if matches!(kind, Kind::Local | Kind::Hidden) && !copied.contains(&id) && array != *name {
            arrays.entry(array).or_default().push(id);
        }
    }
    let arrays = arrays.into_values().filter(|members| members.len() >= FEWEST);
    let places = arrays.map(|members| members.iter().flat_map(|id| writers[id].clone()).collect());
    // A process that reads constants only would not be evaluated.
    let is_constant =
        |&id: &SignalId| matches!(signals[id as usize].kind, Kind::Constant(_) | Kind::Parameter);
    let reads = |&place: &usize| !Uses::of(&statements[place]).reads.iter().all(is_constant);
    places.filter(|places: &Vec<usize>| places.iter().all(reads)).collect()
}

/// Sets of statements; each refers to an earlier one of its set, the first to itself.
#[derive(Clone)]
struct Groups(Vec<usize>);

impl Groups {
    fn first(&self, mut place: usize) -> usize {
        while self.0[place] != place {
            place = self.0[place];
        }
        place
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.first(one), self.first(other));
        self.0[one.max(other)] = one.min(other);
    }
}

/// Connects the outputs of instances directly to the signals to which they are assigned, and reads those signals instead.
fn join(netlist: &mut Netlist, number: usize) {
    let mut joined = HashMap::new();
    let module = &netlist.modules[number];
    for process in &module.processes {
        let Some((to, from)) = copy(process) else {
            continue;
        };
        let is_own = matches!(module.signals[to as usize].kind, Kind::Local | Kind::Output);
        if is_own && is_output(netlist, module, from) {
            joined.entry(from).or_insert(to);
        }
    }
    let module = &mut netlist.modules[number];
    for process in &mut module.processes {
        if copy(process).is_some_and(|(to, from)| joined.get(&from) == Some(&to)) {
            continue;
        }
        let (Process::Combinational(statements) | Process::Clocked(statements)) = process;
        for statement in statements {
            replace(statement, &joined);
        }
    }
}

/// Whether a signal is an output of an instance.
fn is_output(netlist: &Netlist, module: &Module, signal: SignalId) -> bool {
    let Kind::Port(instance, port) = module.signals[signal as usize].kind else {
        return false;
    };
    let below = module.instances[instance as usize].module;
    netlist.modules[below as usize].signals[port as usize].kind == Kind::Output
}

/// Replaces signals that a statement reads.
pub(super) fn replace(statement: &mut Statement, by: &HashMap<SignalId, SignalId>) {
    let inside = |statements: &mut Vec<Statement>| {
        statements.iter_mut().for_each(|each| replace(each, by));
    };
    match statement {
        Statement::Assign(_, value) => replace_in(value, by),
        Statement::If(condition, then, otherwise) => {
            replace_in(condition, by);
            inside(then);
            inside(otherwise);
        }
        Statement::Case(selector, cases) => {
            replace_in(selector, by);
            for (_, statements) in cases {
                inside(statements);
            }
        }
    }
}

fn replace_in(expr: &mut Expr, by: &HashMap<SignalId, SignalId>) {
    if let Expr::Signal(signal) = expr {
        *signal = by.get(signal).copied().unwrap_or(*signal);
    }
    for operand in expr.operands_mut() {
        replace_in(operand, by);
    }
}
