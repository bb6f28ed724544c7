//! Rolls statements that repeat with other numbers into loops.
//! Interface: [`roll`] does so in the processes of a module.
//!
//! Statements repeat if they are equal but for bits, places and constants that grow or shrink by the same step, such as `mask[0] = index >
//! 4'd0` and `mask[1] = index > 4'd1`, or that are shifted. Constants that only the repeated statements use are no longer declared.

use std::collections::{HashMap, HashSet};

use super::arrays;
use nonogram_netlist::ir::Binary;
use nonogram_netlist::print;
use nonogram_netlist::tree::{
    Arm, Event, Expr, Item, ItemKind, Loop, Module, Number, Radix, Select, Statement, StatementKind,
};

/// Names of the variables, from the innermost loop outwards.
pub(super) const VARIABLES: [&str; 3] = ["i", "j", "k"];
/// The fewest repetitions of a loop.
pub(super) const FEWEST: usize = 3;
/// The most statements that a loop repeats.
const LONGEST: usize = 40;

/// Constants of a module: value and width.
pub(super) type Constants = HashMap<String, (u64, u32)>;

/// Rolls the statements of the module's processes into loops.
pub(super) fn roll(module: &mut Module) {
    let (constants, before) = (constants(module), occurrences(module));
    arrays::roll(module, &constants);
    arrays::select(module, &constants);
    module.items.iter_mut().for_each(|item| roll_item(item, &constants));
    drop_unused(module, &before);
}

/// Rolls the statements of a process.
pub(super) fn roll_item(item: &mut Item, constants: &Constants) {
    if let ItemKind::Always(Event::Any | Event::Posedge(_), statement) = &mut item.kind {
        inside(statement, constants);
    }
}

/// The constants of a module whose widths are declared.
fn constants(module: &Module) -> Constants {
    let mut found = Constants::new();
    for item in &module.items {
        let ItemKind::Localparam(_, constants) = &item.kind else {
            continue;
        };
        for (name, value) in constants {
            if let Expr::Number(Number { value, width: Some(width), .. }) = value {
                found.insert(name.clone(), (*value, *width));
            }
        }
    }
    found
}

/// Rolls the statements inside a statement.
fn inside(statement: &mut Statement, constants: &Constants) {
    match &mut statement.kind {
        StatementKind::Block(statements, _) => {
            for each in statements.iter_mut() {
                inside(each, constants);
            }
            list(statements, constants);
            join(statements);
        }
        StatementKind::If(_, then, otherwise) => {
            inside(then, constants);
            otherwise.iter_mut().for_each(|each| inside(each, constants));
        }
        StatementKind::Case(_, arms, _) => {
            arms.iter_mut().for_each(|arm| inside(&mut arm.body, constants));
        }
        StatementKind::For(_, body) => inside(body, constants),
        StatementKind::Blocking(..) | StatementKind::NonBlocking(..) | StatementKind::Assert(_) => {
        }
    }
}

/// Rolls the repetitions in a list of statements: at each place the one that saves the most lines.
fn list(statements: &mut Vec<Statement>, constants: &Constants) {
    let mut place = 0;
    while place < statements.len() {
        let rest = &statements[place..];
        let found = (1..=LONGEST.min(rest.len() / FEWEST)).filter_map(|period| {
            let (count, rolled) = repetition(rest, period, constants)?;
            let before = lines(&rest[..period * count]);
            let saved = before.saturating_sub(lines(std::slice::from_ref(&rolled)));
            (saved > 0).then_some((saved, period * count, rolled))
        });
        if let Some((_, count, rolled)) = found.max_by_key(|(saved, ..)| *saved) {
            statements.splice(place..place + count, [rolled]);
        }
        place += 1;
    }
}

/// Joins neighbouring loops over the same range that only assign registers, whose order does not matter, if one of them has several
/// statements.
fn join(statements: &mut Vec<Statement>) {
    let mut joined: Vec<Statement> = Vec::new();
    for mut each in std::mem::take(statements) {
        if let (Some(last), StatementKind::For(head, body)) = (joined.last_mut(), &mut each.kind)
            && let StatementKind::For(before, first) = &mut last.kind
            && before == head
            && [&**first, &**body].iter().any(|body| matches!(body.kind, StatementKind::Block(..)))
            && is_clocked(first)
            && is_clocked(body)
        {
            let mut all = parts(first);
            all.append(&mut parts(body));
            **first = together(all);
        } else {
            joined.push(each);
        }
    }
    *statements = joined;
}

/// The statements of a block, or the only one.
fn parts(statement: &mut Statement) -> Vec<Statement> {
    match &mut statement.kind {
        StatementKind::Block(inner, _) => std::mem::take(inner),
        _ => vec![statement.clone()],
    }
}

/// Whether a statement assigns registers at a clock edge and nothing else.
fn is_clocked(statement: &Statement) -> bool {
    match &statement.kind {
        StatementKind::Block(inner, _) => inner.iter().all(is_clocked),
        StatementKind::If(_, then, otherwise) => {
            is_clocked(then) && otherwise.as_deref().is_none_or(is_clocked)
        }
        StatementKind::NonBlocking(..) => true,
        _ => false,
    }
}

fn lines(statements: &[Statement]) -> usize {
    let lines = statements.iter().map(|each| match &each.kind {
        StatementKind::Block(inner, _) => 2 + lines(inner),
        StatementKind::If(_, then, otherwise) => {
            let branches = [Some(then), otherwise.as_ref()];
            let bodies = branches.into_iter().flatten().map(|each| match &each.kind {
                StatementKind::Block(inner, _) => 2 + lines(inner),
                _ => 1,
            });
            bodies.sum()
        }
        StatementKind::Case(_, arms, _) => {
            let bodies = arms.iter().map(|arm| lines(std::slice::from_ref(&arm.body)));
            2 + bodies.sum::<usize>()
        }
        StatementKind::For(_, body) => lines(std::slice::from_ref(body)),
        _ => 1,
    });
    lines.sum()
}

/// The number of times that the first `period` statements repeat, and their loop; `None` if they do not.
fn repetition(
    statements: &[Statement],
    period: usize,
    constants: &Constants,
) -> Option<(usize, Statement)> {
    let used: HashSet<String> = statements[..period].iter().flat_map(names).collect();
    let variable = VARIABLES.into_iter().find(|variable| !used.contains(*variable))?;
    let unify = |count: usize| {
        let groups: Vec<&[Statement]> = statements.chunks_exact(period).take(count).collect();
        unified(&groups, variable, constants).filter(|_| groups.len() == count)
    };
    let (mut count, mut body) = (FEWEST, unify(FEWEST)?);
    // Equal statements without the variable repeat by chance.
    if !body.iter().flat_map(names).any(|name| name == variable) {
        return None;
    }
    while let Some(more) = unify(count + 1) {
        (count, body) = (count + 1, more);
    }
    let head = head(variable, count as u64);
    Some((count, statement(StatementKind::For(head, together(body).into()))))
}

/// A loop of `count` repetitions.
pub(super) fn head(variable: &str, count: u64) -> Loop {
    Loop { variable: variable.to_owned(), first: number(0), end: number(count) }
}

/// Statements as one.
pub(super) fn together(mut statements: Vec<Statement>) -> Statement {
    match statements.len() {
        1 => statements.remove(0),
        _ => statement(StatementKind::Block(statements, Vec::new())),
    }
}

pub(super) fn statement(kind: StatementKind) -> Statement {
    Statement { notes: Vec::new(), line: 0, kind }
}

pub(super) fn number(value: u64) -> Expr {
    Expr::Number(Number { value, width: None, radix: Radix::Decimal })
}

/// The statements of the first repetition with the variable in place of the numbers that grow; `None` if the statements differ in more.
pub(super) fn unified(
    groups: &[&[Statement]],
    variable: &str,
    constants: &Constants,
) -> Option<Vec<Statement>> {
    let mut all: Vec<Vec<Statement>> = groups.iter().map(|group| group.to_vec()).collect();
    let mut leaves = Vec::new();
    for group in &mut all {
        group.iter_mut().for_each(with_lengths);
        let mut found = Vec::new();
        group.iter_mut().for_each(|each| {
            each_leaf(each, &mut |leaf, is_place| {
                found.push((std::mem::replace(leaf, number(0)), is_place));
            })
        });
        leaves.push(found);
    }
    if all.iter().any(|other| *other != all[0]) {
        return None;
    }
    let mut templates = Vec::new();
    for place in 0..leaves[0].len() {
        let is_place = leaves[0][place].1;
        let each = leaves.iter().map(|leaves| &leaves[place].0);
        templates.push(common(&each.collect::<Vec<_>>(), is_place, variable, constants)?);
    }
    let mut body = all.swap_remove(0);
    let mut templates = templates.into_iter();
    for each in &mut body {
        each_leaf(each, &mut |leaf, _| *leaf = templates.next().unwrap_or_else(|| leaf.clone()));
        with_ends(each);
    }
    Some(body)
}

/// One expression for a leaf in all repetitions: the leaf if it is the same, otherwise an expression of the variable. Only a place has no
/// width of its own.
fn common(all: &[&Expr], is_place: bool, variable: &str, constants: &Constants) -> Option<Expr> {
    if all.iter().all(|each| each == &all[0]) {
        return Some(all[0].clone());
    }
    let values: Option<Vec<(u64, Option<u32>)>> =
        all.iter().map(|each| value(each, constants)).collect();
    let values = values?;
    let (first, width) = values[0];
    let is = |each: &dyn Fn(u64) -> Option<u64>| {
        let mut places = (0..).zip(&values);
        places.all(|(place, value)| each(place).map(|each| (each, width)) == Some(*value))
    };
    let binary = |operator, left, right| Expr::Binary(operator, Box::new(left), Box::new(right));
    let place = Expr::Name(variable.to_owned());
    let steps = |step| {
        if step > 1 { binary(Binary::Mul, number(step), place.clone()) } else { place.clone() }
    };
    let (up, down) = (values[1].0.saturating_sub(first), first.saturating_sub(values[1].0));
    let grown = if up > 0 && is(&|place| Some(first + place * up)) {
        match first {
            0 => steps(up),
            first => binary(Binary::Add, steps(up), number(first)),
        }
    } else if down > 0 && is(&|place| first.checked_sub(place * down)) {
        binary(Binary::Sub, number(first), steps(down))
    } else {
        let bits = width?;
        let first_value = || Expr::Number(Number { value: first, width, radix: Radix::Decimal });
        if is(&|place| first.checked_shl(place as u32)) {
            return Some(binary(Binary::Shl, first_value(), place));
        }
        // Pairs that are exchanged, such as 2, 3, 0, 1.
        let is_mirrored = is(&|place| Some(first ^ place));
        return is_mirrored
            .then(|| binary(Binary::Xor, Expr::Cast(bits, place.into()), first_value()));
    };
    match width {
        Some(width) => Some(Expr::Cast(width, grown.into())),
        None => is_place.then_some(grown),
    }
}

/// The value and the width of a number or a constant.
fn value(expr: &Expr, constants: &Constants) -> Option<(u64, Option<u32>)> {
    match expr {
        Expr::Number(number) => Some((number.value, number.width)),
        Expr::Name(name) => constants.get(name).map(|&(value, width)| (value, Some(width))),
        _ => None,
    }
}

/// Calls `each` for the names and numbers in a statement, and whether they are places of bits.
fn each_leaf(statement: &mut Statement, each: &mut dyn FnMut(&mut Expr, bool)) {
    each_expr(statement, &mut |expr| leaves(expr, false, each));
}

fn leaves(expr: &mut Expr, is_place: bool, each: &mut dyn FnMut(&mut Expr, bool)) {
    match expr {
        Expr::Name(_) | Expr::Number(_) => each(expr, is_place),
        Expr::Select(word, select) => {
            leaves(word, false, each);
            match &mut **select {
                Select::Index(one) => leaves(one, true, each),
                Select::Range(one, other) | Select::Up(one, other) => {
                    leaves(one, true, each);
                    leaves(other, true, each);
                }
            }
        }
        expr => {
            for operand in expr.operands_mut() {
                leaves(operand, is_place, each);
            }
        }
    }
}

/// Calls `each` for the expressions of a statement.
pub(super) fn each_expr(statement: &mut Statement, each: &mut dyn FnMut(&mut Expr)) {
    match &mut statement.kind {
        StatementKind::Block(statements, _) => {
            statements.iter_mut().for_each(|inner| each_expr(inner, each));
        }
        StatementKind::Blocking(left, right) | StatementKind::NonBlocking(left, right) => {
            each(left);
            each(right);
        }
        StatementKind::If(condition, then, otherwise) => {
            each(condition);
            each_expr(then, each);
            otherwise.iter_mut().for_each(|inner| each_expr(inner, each));
        }
        StatementKind::Case(selector, arms, _) => {
            each(selector);
            for Arm { values, body, .. } in arms {
                values.iter_mut().for_each(&mut *each);
                each_expr(body, each);
            }
        }
        StatementKind::For(head, body) => {
            each(&mut head.first);
            each(&mut head.end);
            each_expr(body, each);
        }
        StatementKind::Assert(condition) => each(condition),
    }
}

/// Writes parts of words as their lowest bit and their length.
fn with_lengths(statement: &mut Statement) {
    selects(statement, &mut |select| {
        if let Select::Range(high, low) = select
            && let (Some((high, None)), Some((from, None))) = (bare(high), bare(low))
        {
            *select = Select::Up(low.clone(), number(high + 1 - from));
        }
    });
}

/// Writes parts of words whose lowest bit is a number as their ends.
fn with_ends(statement: &mut Statement) {
    selects(statement, &mut |select| {
        if let Select::Up(low, length) = select
            && let (Some((from, None)), Some((length, None))) = (bare(low), bare(length))
        {
            *select = Select::Range(number(from + length - 1), low.clone());
        }
    });
}

fn bare(expr: &Expr) -> Option<(u64, Option<u32>)> {
    value(expr, &Constants::new())
}

fn selects(statement: &mut Statement, each: &mut dyn FnMut(&mut Select)) {
    fn inside(expr: &mut Expr, each: &mut dyn FnMut(&mut Select)) {
        for operand in expr.operands_mut() {
            inside(operand, each);
        }
        if let Expr::Select(_, select) = expr {
            each(select);
        }
    }
    each_expr(statement, &mut |expr| inside(expr, each));
}

/// The names in a statement.
pub(super) fn names(statement: &Statement) -> Vec<String> {
    let mut found = Vec::new();
    each_leaf(&mut statement.clone(), &mut |leaf, _| {
        if let Expr::Name(name) = leaf {
            found.push(name.clone());
        }
    });
    found
}

/// How often each name occurs in the body of a module, declarations included.
pub(super) fn occurrences(module: &Module) -> HashMap<String, u32> {
    let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let mut found = HashMap::new();
    for word in print::items(&module.items).split(|letter| !is_word(letter)) {
        *found.entry(word.to_owned()).or_default() += 1;
    }
    found
}

/// Removes declarations of constants that only rolled statements read; `before` is how often names occurred.
fn drop_unused(module: &mut Module, before: &HashMap<String, u32>) {
    let after = occurrences(module);
    let is_unused = |name: &String| after.get(name) == Some(&1) && before.get(name) > Some(&1);
    let mut notes = Vec::new();
    module.items.retain_mut(|item| {
        if let ItemKind::Localparam(_, names) = &mut item.kind {
            names.retain(|(name, _)| !is_unused(name));
            if names.is_empty() {
                notes.append(&mut item.notes);
                return false;
            }
        }
        if item.notes.is_empty() {
            item.notes.append(&mut notes);
        }
        notes.clear();
        true
    });
}
