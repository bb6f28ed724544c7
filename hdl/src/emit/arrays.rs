//! Rolls the instances of an array into a loop, and makes arrays of signals that loops select from.
//! Interface: [`roll`] and [`select`] do so in a module.
//!
//! Instances such as `slots_0` to `slots_3` become the loop `slots` if they are equal but for numbers that grow and for signals that each
//! of them has: `slots_0_wants` to `slots_3_wants` become the array `slots_wants`.
//! [`select`] makes the array `known` of `known_0` to `known_10`.

use std::collections::{BTreeMap, HashMap, HashSet};

use nonogram_netlist::tree::{
    Connection, Declared, Expr, Instance, Item, ItemKind, Module, Range, Select, Statement,
    StatementKind,
};
use nonogram_netlist::verilog::joined;

use super::loops::{self, Constants, FEWEST, head, number, occurrences, statement, together};

/// The variable of the loops.
const VARIABLE: &str = "i";

/// Elements that become arrays: for the name of each, that of the array and the index.
pub(super) type Elements = HashMap<String, (String, u64)>;

/// Rolls the instances of arrays. The instance in a loop has no name yet.
pub(super) fn roll(module: &mut Module, constants: &Constants) {
    let mut place = 0;
    while place < module.items.len() {
        if let Some((count, label)) = array(&module.items[place..])
            && let Some((elements, rolled)) = rolled(module, place, count, &label, constants)
        {
            let kind = ItemKind::For(
                loops::head(VARIABLE, count as u64),
                label,
                vec![item(ItemKind::Instance(rolled))],
            );
            let notes = std::mem::take(&mut module.items[place].notes);
            let rolled = Item { notes, ..item(kind) };
            module.items.splice(place..place + count, [rolled]);
            declare(module, &elements);
            for item in &mut module.items {
                each_expr(item, &mut |expr| index(expr, &elements));
            }
        }
        place += 1;
    }
}

fn item(kind: ItemKind) -> Item {
    Item { notes: Vec::new(), line: 0, attributes: Vec::new(), kind }
}

fn instance(item: &Item) -> Option<&Instance> {
    match &item.kind {
        ItemKind::Instance(instance) => Some(instance),
        _ => None,
    }
}

/// The number of instances that begin an array, and the name of the array; `None` if there are fewer than two.
fn array(items: &[Item]) -> Option<(usize, String)> {
    let first = instance(items.first()?)?;
    let label = first.name.strip_suffix("_0")?;
    let others = items.iter().zip(0..).take_while(|(item, number)| {
        instance(item).is_some_and(|other| {
            other.name == format!("{label}_{number}")
                && (&other.module, &other.parameters) == (&first.module, &first.parameters)
        })
    });
    let count = others.count();
    (count > 1).then(|| (count, label.to_owned()))
}

/// The signals that become arrays, and the instance of the loop; `None` if the instances differ in more.
fn rolled(
    module: &Module,
    place: usize,
    count: usize,
    label: &str,
    constants: &Constants,
) -> Option<(Elements, Instance)> {
    let instances: Vec<&Instance> =
        module.items[place..place + count].iter().filter_map(instance).collect();
    let widths = widths(module);
    let mut elements = Elements::new();
    for name in module.items[place..place + count].iter().flat_map(used).collect::<HashSet<_>>() {
        if let Some(array) = array_of(&name, label, count, &widths)
            && is_driven_alike(module, &array)
        {
            elements.extend((array.elements.into_iter().zip(0..)).map(|(element, index)| {
                let array = array.name.clone();
                (element, (array, index))
            }));
        }
    }
    let pins = |elements: &Elements| {
        let groups: Vec<Vec<Statement>> = (instances.iter())
            .map(|instance| {
                let mut pins: Vec<Statement> = instance.ports.iter().map(pin).collect();
                for pin in &mut pins {
                    loops::each_expr(pin, &mut |expr| index(expr, elements));
                }
                pins
            })
            .collect();
        let groups: Vec<&[Statement]> = groups.iter().map(Vec::as_slice).collect();
        loops::unified(&groups, VARIABLE, constants)
    };
    // Only arrays of which each instance has an element are needed.
    let mut indexed = HashSet::new();
    for mut pin in pins(&elements)? {
        loops::each_expr(&mut pin, &mut |expr| selected(expr, &mut indexed));
    }
    elements.retain(|_, (array, _)| indexed.contains(array));
    let pins = pins(&elements)?;
    let ports = (instances[0].ports.iter().zip(pins))
        .map(|(port, pin)| Connection { value: value(pin), ..port.clone() });
    let rolled = Instance { name: String::new(), ports: ports.collect(), ..instances[0].clone() };
    Some((elements, rolled))
}

/// Collects the arrays that an expression indexes with the variable of a loop.
pub(super) fn selected(expr: &Expr, into: &mut HashSet<String>) {
    if let Expr::Select(array, select) = expr
        && let (Expr::Name(array), Select::Index(index)) = (&**array, &**select)
        && names(index).iter().any(|name| loops::VARIABLES.contains(&name.as_str()))
    {
        into.insert(array.clone());
    }
    expr.operands().into_iter().for_each(|each| selected(each, into));
}

/// A connection as an assignment to the name of its port; that of an open port is empty.
fn pin(connection: &Connection) -> Statement {
    let name = Expr::Text(connection.name.clone());
    statement(match &connection.value {
        Some(value) => StatementKind::Blocking(name, value.clone()),
        None => StatementKind::Block(Vec::new(), Vec::new()),
    })
}

fn value(pin: Statement) -> Option<Expr> {
    match pin.kind {
        StatementKind::Blocking(_, value) => Some(value),
        _ => None,
    }
}

/// An array and its elements.
struct Array {
    name: String,
    elements: Vec<String>,
}

/// The array of `count` signals of equal width to which the signal `name` belongs; `None` if there is none.
fn array_of(
    name: &str,
    label: &str,
    count: usize,
    widths: &HashMap<String, Option<Range>>,
) -> Option<Array> {
    // `slots_0_wants` or `waiting_0`: each number in the name may be the index, first the one behind the label.
    let words: Vec<&str> = name.split('_').collect();
    let numbers = (1..words.len()).filter(|&place| words[place].parse::<usize>().is_ok());
    let mut splits: Vec<(String, String)> = numbers
        .map(|place| {
            let behind = words[place + 1..].iter().map(|word| format!("_{word}"));
            (words[..place].join("_"), behind.collect())
        })
        .collect();
    splits.sort_by_key(|(before, _)| before != label);
    splits.into_iter().find_map(|(before, behind)| {
        let element = |number: usize| format!("{before}_{number}{behind}");
        let elements: Vec<String> = (0..count).map(element).collect();
        let array = format!("{before}{behind}");
        let width = widths.get(&elements[0])?;
        let are_equal = (elements.iter()).all(|element| widths.get(element) == Some(width));
        let is_whole = !widths.contains_key(&element(count));
        let is_free = !widths.contains_key(&array);
        let is_element = elements.iter().any(|element| element == name);
        (are_equal && is_whole && is_free && is_element).then_some(Array { name: array, elements })
    })
}

/// The ranges of the signals that are declared in a module, but not of its ports and memories.
pub(super) fn widths(module: &Module) -> HashMap<String, Option<Range>> {
    let mut found = HashMap::new();
    for item in &module.items {
        if let ItemKind::Net(_, range, names) = &item.kind
            && item.attributes.is_empty()
        {
            let signals = names.iter().filter(|declared| declared.words.is_none());
            found.extend(signals.map(|declared| (declared.name.clone(), range.clone())));
        }
    }
    found
}

/// Whether processes assign all elements or none: an array has one kind of driver.
fn is_driven_alike(module: &Module, array: &Array) -> bool {
    let mut assigned = HashSet::new();
    for item in &module.items {
        if let ItemKind::Always(_, statement) | ItemKind::Initial(statement) = &item.kind {
            assigned_in(statement, &mut assigned);
        }
    }
    let count = (array.elements.iter()).filter(|element| assigned.contains(*element)).count();
    count == 0 || count == array.elements.len()
}

/// Collects the names of the signals that a statement assigns.
pub(super) fn assigned_in(statement: &Statement, into: &mut HashSet<String>) {
    match &statement.kind {
        StatementKind::Block(statements, _) => {
            statements.iter().for_each(|each| assigned_in(each, into));
        }
        StatementKind::Blocking(left, _) | StatementKind::NonBlocking(left, _) => {
            targets(left, into);
        }
        StatementKind::If(_, then, otherwise) => {
            assigned_in(then, into);
            otherwise.iter().for_each(|each| assigned_in(each, into));
        }
        StatementKind::Case(_, arms, _) => {
            arms.iter().for_each(|arm| assigned_in(&arm.body, into));
        }
        StatementKind::For(_, body) => assigned_in(body, into),
        StatementKind::Assert(_) => {}
    }
}

fn targets(left: &Expr, into: &mut HashSet<String>) {
    match left {
        Expr::Name(name) => {
            into.insert(name.clone());
        }
        Expr::Select(word, _) => targets(word, into),
        Expr::Concat(parts) => parts.iter().for_each(|part| targets(part, into)),
        _ => {}
    }
}

/// Declares arrays in place of their first elements.
pub(super) fn declare(module: &mut Module, elements: &Elements) {
    let count = |array: &str| elements.values().filter(|(other, _)| other == array).count();
    for item in &mut module.items {
        let ItemKind::Net(_, _, names) = &mut item.kind else {
            continue;
        };
        names.retain_mut(|declared| match elements.get(&declared.name) {
            Some((array, 0)) => {
                *declared = Declared {
                    name: array.clone(),
                    words: Some(Range { first: number(count(array) as u64 - 1), last: number(0) }),
                    value: None,
                };
                true
            }
            Some(_) => false,
            None => true,
        });
    }
    module
        .items
        .retain(|item| !matches!(&item.kind, ItemKind::Net(_, _, names) if names.is_empty()));
}

/// Replaces elements by their array and index.
pub(super) fn index(expr: &mut Expr, elements: &Elements) {
    if let Expr::Name(name) = expr {
        if let Some((array, index)) = elements.get(name) {
            let array = Expr::Name(array.clone());
            *expr = Expr::Select(array.into(), Select::Index(number(*index)).into());
        }
        return;
    }
    for operand in expr.operands_mut() {
        index(operand, elements);
    }
}

/// The names in an item.
fn used(item: &Item) -> Vec<String> {
    let mut found = Vec::new();
    each_expr(&mut item.clone(), &mut |expr| found.extend(names(expr)));
    found
}

/// The names in an expression.
fn names(expr: &Expr) -> Vec<String> {
    if let Expr::Name(name) = expr {
        return vec![name.clone()];
    }
    expr.operands().into_iter().flat_map(names).collect()
}

/// Calls `each` for the expressions of an item.
pub(super) fn each_expr(item: &mut Item, each: &mut dyn FnMut(&mut Expr)) {
    match &mut item.kind {
        ItemKind::Localparam(..) | ItemKind::Net(..) => {}
        ItemKind::Assign(left, right) => {
            each(left);
            each(right);
        }
        ItemKind::Always(_, statement) | ItemKind::Initial(statement) => {
            loops::each_expr(statement, each);
        }
        ItemKind::Instance(instance) => {
            let pins = instance.ports.iter_mut();
            pins.filter_map(|pin| pin.value.as_mut()).for_each(each);
        }
        ItemKind::For(_, _, items) => items.iter_mut().for_each(|item| each_expr(item, each)),
        ItemKind::Ifdef(ifdef) => {
            let items = ifdef.then.iter_mut().chain(&mut ifdef.otherwise);
            items.for_each(|item| each_expr(item, each));
        }
    }
}

/// Makes arrays of the signals that rolled statements would select from. The statements are not rolled yet.
pub(super) fn select(module: &mut Module, constants: &Constants) {
    let mut elements = numbered(module);
    let mut indexed = HashSet::new();
    for item in &module.items {
        if let ItemKind::Always(..) = item.kind {
            let mut rolled = item.clone();
            each_expr(&mut rolled, &mut |expr| index(expr, &elements));
            loops::roll_item(&mut rolled, constants);
            each_expr(&mut rolled, &mut |expr| selected(expr, &mut indexed));
        }
    }
    elements.retain(|_, (array, _)| indexed.contains(array));
    if elements.is_empty() {
        return;
    }
    for item in &mut module.items {
        if let ItemKind::Initial(values) = &mut item.kind {
            power_on(values, &elements);
        }
        each_expr(item, &mut |expr| index(expr, &elements));
    }
    declare(module, &elements);
}

/// The signals of a module whose names end with consecutive numbers from 0, and that one process assigns.
///
/// If two processes assigned elements of an array that both read, event-driven simulators would evaluate both again and again.
fn numbered(module: &Module) -> Elements {
    let (widths, words) = (widths(module), occurrences(module));
    // For each signal, the processes that assign it.
    let mut writers: HashMap<String, Vec<usize>> = HashMap::new();
    for (item, place) in module.items.iter().zip(0..) {
        if let ItemKind::Always(_, body) = &item.kind {
            let mut assigned = HashSet::new();
            assigned_in(body, &mut assigned);
            assigned.into_iter().for_each(|name| writers.entry(name).or_default().push(place));
        }
    }
    let mut arrays: BTreeMap<&str, Vec<u64>> = BTreeMap::new();
    for name in widths.keys() {
        if let Some((array, place)) = name.rsplit_once('_')
            && let Ok(place) = place.parse()
        {
            arrays.entry(array).or_default().push(place);
        }
    }
    let is_free = |array: &str| {
        !words.contains_key(array) && module.ports.iter().all(|port| port.name != array)
    };
    let mut elements = Elements::new();
    for (array, places) in arrays {
        let names: Vec<String> =
            (0..places.len()).map(|place| format!("{array}_{place}")).collect();
        let are_alike = names.iter().all(|name| {
            widths.get(name).is_some_and(|width| *width == widths[&names[0]])
                && writers.get(name).is_some_and(|places| *places == writers[&names[0]])
        });
        if names.len() >= FEWEST && are_alike && is_free(array) {
            let names = names.into_iter().zip(0..);
            elements.extend(names.map(|(name, place)| (name, (array.to_owned(), place))));
        }
    }
    elements
}

/// Sets the values of arrays at power-on by loops.
fn power_on(values: &mut Statement, elements: &Elements) {
    let mut zeros = Vec::new();
    let mut arrays: BTreeMap<&str, u64> = BTreeMap::new();
    let mut rest = Vec::new();
    let inner = match &mut values.kind {
        StatementKind::Block(inner, _) => std::mem::take(inner),
        _ => vec![values.clone()],
    };
    for each in inner {
        let signals = match &each.kind {
            StatementKind::Blocking(Expr::Concat(signals), _) => signals.clone(),
            StatementKind::Blocking(signal, value) if *value == number(0) => vec![signal.clone()],
            _ => {
                rest.push(each);
                continue;
            }
        };
        for signal in signals {
            match &signal {
                Expr::Name(name) if elements.contains_key(name) => {
                    *arrays.entry(&elements[name].0).or_default() += 1;
                }
                _ => zeros.push(signal),
            }
        }
    }
    let assign = |left| statement(StatementKind::Blocking(left, number(0)));
    let mut bodies: BTreeMap<u64, Vec<Statement>> = BTreeMap::new();
    for (array, count) in arrays {
        let place = Select::Index(Expr::Name(VARIABLE.to_owned()));
        let element = Expr::Select(Expr::Name(array.to_owned()).into(), place.into());
        bodies.entry(count).or_default().push(assign(element));
    }
    rest.extend(bodies.into_iter().map(|(count, body)| {
        statement(StatementKind::For(head(VARIABLE, count), together(body).into()))
    }));
    rest.extend(joined(zeros).into_iter().map(assign));
    *values = together(rest);
}
