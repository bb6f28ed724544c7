//! Declares registers in the modules that use them. In rust-hdl each flip-flop is a module, with a signal for each of its ports.
//! Interface: [`in_place`] rewrites the modules of a design.

use std::collections::{BTreeMap, BTreeSet};

use super::modules::{Module, rename};

/// A register, from the module of its flip-flop.
#[derive(Clone, Debug)]
struct Register {
    /// Width in bits.
    width: u32,
    /// Value at power-on.
    initial: String,
}

/// Replaces the instances of flip-flop modules by registers: `name` is the register, `name_d` its next value.
///
/// # Panics
/// Panics if a flip-flop does not use the clock of the enclosing module, or if that module already has a signal `name_d`.
pub(super) fn in_place(modules: Vec<Module>) -> Vec<Module> {
    let registers: BTreeMap<String, Register> = modules
        .iter()
        .filter_map(|module| Some((module.name.clone(), register(module)?)))
        .collect();
    let rest = modules
        .into_iter()
        .filter(|module| !registers.contains_key(&module.name));
    rest.map(|module| take_in(module, &registers)).collect()
}

/// The register of a module that is a single flip-flop; `None` for other modules.
fn register(module: &Module) -> Option<Register> {
    let lines: Vec<&str> = module.body.iter().map(|line| line.trim()).collect();
    let names: Vec<&str> = module.ports.iter().map(|port| port.name.as_str()).collect();
    if names != ["d", "q", "clock"] || !lines.contains(&"always @(posedge clock) q <= d;") {
        return None;
    }
    let initial = |line: &&str| {
        line.strip_prefix("initial q = ")?
            .strip_suffix(';')
            .map(str::to_owned)
    };
    Some(Register {
        width: module.ports[1].width,
        initial: lines.iter().find_map(initial)?,
    })
}

/// The instance `NAME` of a line `NAME$clock = clock;`, which connects it to the module's clock; `None` for other lines.
fn clocked(line: &str) -> Option<&str> {
    line.trim().strip_suffix("$clock = clock;")
}

/// Replaces the flip-flops in a module by registers, and connects the module's clock directly to its other instances.
fn take_in(module: Module, registers: &BTreeMap<String, Register>) -> Module {
    let Module {
        name,
        parameters,
        ports,
        body,
    } = module;
    let clocked: BTreeSet<String> = body
        .iter()
        .filter_map(|line| clocked(line).map(str::to_owned))
        .collect();
    let mut names = BTreeMap::new();
    for instance in &clocked {
        names.insert(format!("{instance}$clock"), "clock".to_owned());
    }

    // Remove the instances of registers, and the signals of their ports.
    let mut own = Vec::new();
    let mut kept = Vec::new();
    let mut lines = body.into_iter();
    while let Some(line) = lines.next() {
        let instance = line
            .trim()
            .strip_suffix('(')
            .and_then(|line| line.split_once(' '));
        let Some((register, instance)) =
            instance.and_then(|(kind, instance)| Some((registers.get(kind)?, instance)))
        else {
            kept.push(line);
            continue;
        };
        assert!(
            clocked.contains(instance),
            "{name}: the register {instance} does not use the clock of its module"
        );
        names.insert(format!("{instance}$q"), instance.to_owned());
        names.insert(format!("{instance}$d"), format!("{instance}_d"));
        own.push((instance.to_owned(), register));
        // Skip the ports of the instance, up to the closing bracket.
        lines.by_ref().find(|line| line.trim() == ");");
    }
    let is_gone = |line: &String| {
        let declared = line.trim().strip_suffix(';').and_then(|line| {
            let mut words = line.split_whitespace();
            let kind = words.next()?;
            (kind == "reg" || kind == "wire").then(|| words.next_back())?
        });
        declared.is_some_and(|signal| names.contains_key(signal)) || self::clocked(line).is_some()
    };
    kept.retain(|line| !is_gone(line));
    for (instance, _) in &own {
        let next = format!("{instance}_d");
        let itself = BTreeMap::from([(next.clone(), String::new())]);
        let is_free = kept.iter().all(|line| rename(line, &itself) == *line)
            && own.iter().all(|(other, _)| *other != next);
        assert!(
            is_free,
            "{name}: {next} is taken, so {instance} cannot be declared: rename one of the two fields"
        );
    }
    let mut body: Vec<String> = kept.iter().map(|line| rename(line, &names)).collect();
    declare(&mut body, &own);
    Module {
        name,
        parameters,
        ports,
        body,
    }
}

/// Adds registers to a module: their declarations before its local signals, instances and code; the clocked block and the power-on values
/// at its end.
fn declare(body: &mut Vec<String>, registers: &[(String, &Register)]) {
    if registers.is_empty() {
        return;
    }
    let heads = [
        "// Local signals",
        "// Sub module instances",
        "// Update code",
    ];
    let place = body
        .iter()
        .position(|line| heads.contains(&line.trim()))
        .unwrap_or(body.len());
    let mut declarations = vec!["    // Registers, and their next values".to_owned()];
    for (name, Register { width, .. }) in registers {
        // Verilog does not allow a bit select of a scalar: a one-bit register whose bit 0 is selected is declared as a vector.
        let is_selected = body.iter().any(|line| line.contains(&format!("{name}[0]")));
        let range = match width {
            1 if !is_selected => String::new(),
            width => format!("[{}:0] ", width - 1),
        };
        declarations.push(format!("    reg {range}{name}, {name}_d;"));
    }
    declarations.push(String::new());
    body.splice(place..place, declarations);

    let mut add = |head: &str, lines: &mut dyn Iterator<Item = String>| {
        body.extend([String::new(), format!("    {head} begin")]);
        body.extend(lines.map(|line| format!("        {line}")));
        body.push("    end".to_owned());
    };
    add(
        "always @(posedge clock)",
        &mut registers
            .iter()
            .map(|(name, _)| format!("{name} <= {name}_d;")),
    );
    add(
        "initial",
        &mut registers
            .iter()
            .map(|(name, register)| format!("{name} = {};", register.initial)),
    );
}
