//! Values of parameters.
//! Interface: [`Netlist::elaborate`] replaces parameters by constants. The expressions in the values of parameters are constant: numbers,
//! parameters, and operators.

use crate::NetlistError;
use crate::evaluate::mask;
use crate::ir::{Expr, Kind, Module, Netlist, SignalId};

impl Netlist {
    /// Replaces all parameters by constants: those of the top by the given values, by name, or else by their defaults, and those of the
    /// other modules by the values that the enclosing modules pass. A value is truncated to the width of its parameter.
    ///
    /// # Errors
    /// Returns [`NetlistError`] if the top has no parameter of a given name, or if a value is not a constant expression.
    pub fn elaborate(&mut self, values: &[(&str, u64)]) -> Result<(), NetlistError> {
        let Some(top) = self.modules.first() else {
            return Ok(());
        };
        let named = |&(name, value): &(&str, u64)| {
            let mut parameters = top.parameters.iter().map(|(signal, _)| *signal);
            let signal = parameters.find(|&id| top.signals[id as usize].name == name);
            match signal {
                Some(signal) => Ok((signal, value)),
                None => Err(NetlistError::NoParameter(name.to_owned())),
            }
        };
        let values = values.iter().map(named).collect::<Result<_, _>>()?;
        self.elaborate_module(0, values)
    }

    /// Replaces the parameters of a module and of the modules below it; `values` has the overridden parameters of the module.
    fn elaborate_module(
        &mut self,
        number: u32,
        values: Vec<(SignalId, u64)>,
    ) -> Result<(), NetlistError> {
        let module = &mut self.modules[number as usize];
        for (signal, default) in std::mem::take(&mut module.parameters) {
            let width = module.signals[signal as usize].width;
            let given = values.iter().find(|(given, _)| *given == signal);
            let value = match given {
                Some(&(_, value)) => value & mask(width),
                None => constant(module, &default, width)?,
            };
            module.signals[signal as usize].kind = Kind::Constant(value);
        }
        let instances = module.instances.iter_mut();
        let overrides: Vec<_> = instances
            .map(|instance| (instance.module, std::mem::take(&mut instance.parameters)))
            .collect();
        for (below, overrides) in overrides {
            let mut values = Vec::new();
            for (signal, value) in overrides {
                let width = self.modules[below as usize].signals[signal as usize].width;
                let value = constant(&self.modules[number as usize], &value, width)?;
                values.push((signal, value));
            }
            self.elaborate_module(below, values)?;
        }
        Ok(())
    }
}

/// The value of an expression that is assigned to a parameter of this width.
fn constant(module: &Module, expr: &Expr, width: u32) -> Result<u64, NetlistError> {
    let value = module.evaluate(expr, width, &|_| None);
    value.map_err(|reason| NetlistError::Unsupported(reason.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{Binary, Instance, Signal};
    use crate::verilog;

    fn parameter(name: &str) -> Signal {
        Signal {
            name: name.to_owned(),
            width: 32,
            kind: Kind::Parameter,
            states: Vec::new(),
        }
    }

    fn binary(operator: Binary, left: Expr, right: Expr) -> Expr {
        Expr::Binary(operator, left.into(), right.into())
    }

    /// A top with a clock frequency, a baud rate and the bit period in sixteenths of a cycle, and a module that receives the bit period.
    fn design() -> Netlist {
        let (clock, baud) = (|| Expr::Signal(0), || Expr::Signal(1));
        let parts = |of| binary(Binary::Mul, of, Expr::Number(16));
        let whole = parts(binary(Binary::Div, clock(), baud()));
        let half = binary(Binary::Div, baud(), Expr::Number(2));
        let rest = parts(binary(Binary::Rem, clock(), baud()));
        let sum = Expr::Paren(binary(Binary::Add, rest, half).into());
        let rounded = binary(Binary::Div, sum, baud());
        let top = Module {
            parameters: vec![
                (0, Expr::Number(50_000_000)),
                (1, Expr::Number(9600)),
                (2, binary(Binary::Add, whole, rounded)),
            ],
            signals: ["CLOCK_HZ", "BAUD", "BIT"].map(parameter).to_vec(),
            instances: vec![Instance {
                name: "uart".to_owned(),
                module: 1,
                parameters: vec![(0, Expr::Signal(2))],
            }],
            ..Module::default()
        };
        let uart = Module {
            parameters: vec![(0, Expr::Number(64))],
            signals: vec![parameter("BIT")],
            ..Module::default()
        };
        Netlist {
            modules: vec![top, uart],
        }
    }

    fn bit(values: &[(&str, u64)]) -> Kind {
        let mut netlist = design();
        netlist.elaborate(values).expect("constants");
        netlist.modules[1].signals[0].kind
    }

    #[test]
    fn defaults_are_computed_from_other_parameters() {
        assert_eq!(bit(&[]), Kind::Constant(83_333));
        assert_eq!(bit(&[("BAUD", 3_000_000)]), Kind::Constant(267));
    }

    #[test]
    fn sixteenths_of_a_fast_clock_do_not_overflow() {
        let values = [("CLOCK_HZ", 4_000_000_000), ("BAUD", 1_000_000)];
        assert_eq!(bit(&values), Kind::Constant(64_000));
    }

    #[test]
    fn overridden_parameters_do_not_evaluate_their_default() {
        assert_eq!(bit(&[("BIT", 64), ("BAUD", 0)]), Kind::Constant(64));
    }

    #[test]
    fn unknown_parameters_are_refused() {
        let error = design().elaborate(&[("BUAD", 1)]);
        assert_eq!(error, Err(NetlistError::NoParameter("BUAD".to_owned())));
    }

    #[test]
    fn division_by_zero_is_refused() {
        assert!(design().elaborate(&[("BAUD", 0)]).is_err());
    }

    #[test]
    fn elaboration_leaves_no_parameters() {
        let mut netlist = design();
        netlist.elaborate(&[]).expect("constants");
        let before = netlist.clone();
        netlist.elaborate(&[]).expect("nothing to do");
        assert_eq!(netlist, before);
        assert!(netlist.modules[0].parameters.is_empty());
        assert!(netlist.modules[0].instances[0].parameters.is_empty());
    }

    #[test]
    fn parameters_are_printed_in_header_and_instance() {
        let text = verilog::module(&design(), 0, &|_| "uart_rx".to_owned());
        let declarations: Vec<String> = text.parameters.iter().map(|p| p.declaration()).collect();
        assert_eq!(
            declarations,
            [
                "parameter [31:0] CLOCK_HZ = 50000000",
                "parameter [31:0] BAUD = 9600",
                "parameter [31:0] BIT = CLOCK_HZ / BAUD * 16 + (CLOCK_HZ % BAUD * 16 + BAUD / 2) / BAUD",
            ]
        );
        let instance = text
            .body
            .iter()
            .any(|line| line == "    uart_rx #(.BIT(BIT)) uart(");
        assert!(instance, "{:?}", text.body);
    }
}
