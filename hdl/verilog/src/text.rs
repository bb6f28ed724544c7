//! The text of designs, and the netlists read from it.
//! Interface: [`Build::netlist`] and [`netlist_of`] elaborate a design, [`verilog`] returns its text with other parameters.

use nonogram_netlist::ir::Netlist;
use nonogram_netlist::{NetlistError, elaborate, read};

use crate::{HZ_PER_KHZ, Parameters};

/// The instance in the top module that is the design without UART.
const SOLVER: &str = "solver";

/// The netlist of a design's Verilog with these parameters, with serial pins or without UART.
///
/// # Errors
/// Returns [`NetlistError`] if the text is not Verilog, or not that of a design.
pub fn netlist_of(
    text: &str,
    has_pins: bool,
    parameters: &Parameters,
) -> Result<Netlist, NetlistError> {
    let Parameters {
        clock_hz,
        baud,
        bit_sixteenths,
        pause_clocks,
    } = *parameters;
    let source = read::source(text)?;
    let missing = |name: &str| NetlistError::Missing(name.to_owned());
    let top = source.modules.first().ok_or_else(|| missing("top"))?;
    let (top, values) = match has_pins {
        true => (
            top.name.clone(),
            vec![
                ("CLOCK_HZ", clock_hz),
                ("BAUD", baud),
                ("BIT_SIXTEENTHS", bit_sixteenths),
                ("PAUSE_CLOCKS", pause_clocks),
            ],
        ),
        false => (
            (top.instances()
                .into_iter()
                .find(|instance| instance.name == SOLVER))
            .ok_or_else(|| missing(SOLVER))?
            .module,
            vec![
                ("CLOCK_KHZ", clock_hz / HZ_PER_KHZ),
                ("BAUD", baud),
                ("PAUSE_CLOCKS", pause_clocks),
            ],
        ),
    };
    let values: Vec<(&str, u64)> = (values.into_iter())
        .map(|(name, value)| (name, value.into()))
        .collect();
    elaborate::netlist(&source, &top, &values)
}

#[cfg(feature = "text")]
mod embedded {
    use nonogram_netlist::ir::Netlist;
    use nonogram_netlist::tree::{Expr, Number, Radix};
    use nonogram_netlist::{NetlistError, print, read};

    use super::netlist_of;
    use crate::{Build, HZ_PER_KHZ, Parameters, UnknownDesign, find};

    impl Build {
        /// The netlist of the design with these parameters, with serial pins or without UART.
        ///
        /// # Errors
        /// Returns [`NetlistError`] if the text of the design cannot be read, which is a fault of this crate.
        pub fn netlist(
            &self,
            has_pins: bool,
            parameters: &Parameters,
        ) -> Result<Netlist, NetlistError> {
            netlist_of(self.text, has_pins, parameters)
        }
    }

    /// The Verilog of a design, with these default values of the top module's parameters.
    ///
    /// # Errors
    /// Returns [`UnknownDesign`] if the name is not in [`BUILDS`].
    ///
    /// # Panics
    /// Panics if the text of the design cannot be read, which is a fault of this crate.
    pub fn verilog(name: &str, parameters: &Parameters) -> Result<String, UnknownDesign> {
        let build = find(name)?;
        if *parameters == Parameters::default() {
            return Ok(build.text.to_owned());
        }
        let mut source = read::source(build.text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let derived = Parameters::of(parameters.clock_hz, parameters.baud);
        for module in &mut source.modules {
            let is_top = module.name == build.top();
            for parameter in &mut module.parameters {
                // In the top, the bit period and the pause follow from clock and baud rate, unless they have other values. The other
                // modules receive their values from the top.
                let value = match parameter.name.as_str() {
                    "CLOCK_HZ" => Some(parameters.clock_hz),
                    "CLOCK_KHZ" => Some(parameters.clock_hz / HZ_PER_KHZ),
                    "BAUD" => Some(parameters.baud),
                    "BIT_SIXTEENTHS" => Some(parameters.bit_sixteenths)
                        .filter(|&bit| !is_top || bit != derived.bit_sixteenths),
                    "PAUSE_CLOCKS" => Some(parameters.pause_clocks)
                        .filter(|&pause| !is_top || pause != derived.pause_clocks),
                    _ => None,
                };
                if let Some(value) = value {
                    parameter.value = Expr::Number(Number {
                        value: value.into(),
                        width: None,
                        radix: Radix::Decimal,
                    });
                }
            }
        }
        Ok(print::source(&source))
    }

    /// A design's Verilog with [`Parameters::fast`] as the default values of its parameters, for simulation.
    ///
    /// # Errors
    /// Returns [`UnknownDesign`] if the name is not in [`BUILDS`].
    pub fn fast_verilog(name: &str) -> Result<String, UnknownDesign> {
        verilog(name, &Parameters::default().fast())
    }
}

#[cfg(feature = "text")]
pub use embedded::{fast_verilog, verilog};
