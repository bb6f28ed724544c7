//! Instances, with their parameters and the connections of their ports.
//! Interface: [`Elaborator::instance`].

use super::scope::Scope;
use super::{Elaborator, Overrides, Result};
use crate::ir::{self, Kind, Lvalue, Process, Signal, SignalId};
use crate::tree::{Connection, Expr, Instance, Module};

impl<'a> Elaborator<'a> {
    /// Elaborates an instance with this name, and connects its ports in the module around it.
    pub(super) fn instance(
        &mut self,
        scope: &mut Scope,
        instance: &'a Instance,
        name: &str,
    ) -> Result<()> {
        let line = scope.line;
        let Some(&tree) = self.modules.get(instance.module.as_str()) else {
            return scope.fail(format!("module {} is not in the text", instance.module));
        };
        let values = overrides(scope, tree, &instance.parameters)?;
        let module = self.module(tree, &values)?;
        scope.line = line;
        let is_taken = |other: &ir::Instance| other.name == name;
        if scope.module.instances.iter().any(is_taken) {
            return scope.fail(format!("{name} is instantiated twice"));
        }
        let number = scope.module.instances.len() as u32;
        scope.module.instances.push(ir::Instance {
            name: name.to_owned(),
            module,
            parameters: Vec::new(),
        });
        for each in &instance.ports {
            scope.line = each.line;
            let is_it = |other: &&Connection| other.name == each.name;
            if !tree.ports.iter().any(|port| port.name == each.name) {
                let module = &instance.module;
                return scope.fail(format!("module {module} has no port {}", each.name));
            }
            if instance.ports.iter().filter(is_it).count() > 1 {
                return scope.fail(format!("port {} is connected twice", each.name));
            }
        }
        let mut statements = Vec::new();
        let below = &self.netlist.modules[module as usize].signals;
        for (port, id) in below.iter().zip(0..) {
            if !matches!(port.kind, Kind::Input | Kind::Output | Kind::Clock) {
                continue;
            }
            let mut connections = instance.ports.iter();
            let connection = connections.find(|each| each.name == port.name);
            scope.line = connection.map_or(line, |each| each.line);
            let value = connection.and_then(|each| each.value.as_ref());
            let own = format!("{name}${}", port.name);
            connect(scope, &own, port, (number, id), value, &mut statements)?;
        }
        if !statements.is_empty() {
            let process = Process::Combinational(statements);
            scope.module.processes.push(process);
        }
        Ok(())
    }
}

/// The values of an instance's parameters.
fn overrides<'a>(
    scope: &mut Scope,
    tree: &Module,
    parameters: &'a [Connection],
) -> Result<Overrides<'a>> {
    let mut values = Overrides::default();
    for each in parameters {
        scope.line = each.line;
        let name = &each.name;
        if !tree.parameters.iter().any(|known| known.name == *name) {
            return scope.fail(format!("module {} has no parameter {name}", tree.name));
        }
        let Some(value) = &each.value else {
            return scope.fail(format!("parameter {name} has no value"));
        };
        let expr = scope.expr(value)?;
        let width = scope.module.width(&expr);
        let value = scope.evaluate(&expr, width)?;
        let value = (value, Some(width), each.line);
        if values.insert(name, value).is_some() {
            return scope.fail(format!("parameter {name} is given twice"));
        }
    }
    Ok(values)
}

/// Connects a port, which gets a signal named `own` in the module around the instance.
fn connect(
    scope: &mut Scope,
    own: &str,
    port: &Signal,
    place: (u32, SignalId),
    value: Option<&Expr>,
    statements: &mut Vec<ir::Statement>,
) -> Result<()> {
    let kind = Kind::Port(place.0, place.1);
    let is_output = port.kind == Kind::Output;
    if value.is_none() && !is_output {
        return scope.fail(format!(
            "the input {} is not connected",
            own.replace('$', ".")
        ));
    }
    if port.kind == Kind::Clock {
        let Some(Expr::Name(name)) = value else {
            return scope.fail("expected an input port of the module as the clock");
        };
        scope.clock(name)?;
    }
    let id = scope.module.signals.len() as SignalId;
    if let Some(value) = value {
        statements.push(match is_output {
            true => ir::Statement::Assign(scope.lvalue(value)?, ir::Expr::Signal(id)),
            false => ir::Statement::Assign(Lvalue::Signal(id), scope.expr(value)?),
        });
    }
    scope.module.signals.push(Signal {
        name: own.to_owned(),
        kind,
        ..port.clone()
    });
    Ok(())
}
