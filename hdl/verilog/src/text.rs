//! The text of designs, and the netlists read from it.
//! Interface: [`Build::netlist`] and [`netlist_of`] elaborate a design, [`Build::verilog`] returns its text with other parameters,
//! [`Build::stream_verilog`] that of its stream top.

use nonogram_netlist::ir::Netlist;
use nonogram_netlist::{NetlistError, elaborate, read};

use crate::{HZ_PER_KHZ, Parameters, Top};

/// The netlist of a design's Verilog below this top, with these parameters.
///
/// # Errors
/// Returns [`NetlistError`] if the text is not Verilog, or not that of a design.
pub fn netlist_of(text: &str, top: Top, parameters: &Parameters) -> Result<Netlist, NetlistError> {
    let Parameters { clock_hz, baud, bit_sixteenths, pause_clocks } = *parameters;
    let source = read::source(text)?;
    let first = source.modules.first();
    let first = first.ok_or_else(|| NetlistError::Missing("top".to_owned()))?;
    let (name, values) = match top {
        Top::Uart => (
            first.name.clone(),
            vec![
                ("CLOCK_HZ", clock_hz),
                ("BAUD", baud),
                ("BIT_SIXTEENTHS", bit_sixteenths),
                ("PAUSE_CLOCKS", pause_clocks),
            ],
        ),
        Top::Stream => (
            format!("{}{}", first.name, top.suffix()),
            vec![
                ("CLOCK_KHZ", clock_hz / HZ_PER_KHZ),
                ("BAUD", baud),
                ("PAUSE_CLOCKS", pause_clocks),
            ],
        ),
    };
    let values: Vec<(&str, u64)> =
        (values.into_iter()).map(|(name, value)| (name, value.into())).collect();
    elaborate::netlist(&source, &name, &values)
}

#[cfg(feature = "text")]
mod embedded {
    use nonogram_netlist::ir::Netlist;
    use nonogram_netlist::tree::{Expr, Note, Number, Radix, Source};
    use nonogram_netlist::{NetlistError, print, read};

    use super::netlist_of;
    use crate::{Build, HZ_PER_KHZ, Parameters, Top};

    impl Build {
        /// The netlist of the design below this top, with these parameters.
        ///
        /// # Errors
        /// Returns [`NetlistError`] if the text of the design cannot be read, which is a fault of this crate.
        pub fn netlist(&self, top: Top, parameters: &Parameters) -> Result<Netlist, NetlistError> {
            netlist_of(self.text, top, parameters)
        }

        /// The Verilog, with these default values of the top module's parameters.
        ///
        /// # Panics
        /// Panics if the text of the design cannot be read, which is a fault of this crate.
        pub fn verilog(&self, parameters: &Parameters) -> String {
            if *parameters == Parameters::default() {
                return self.text.to_owned();
            }
            let mut source = self.read(self.text);
            // A stream top has 0 baud.
            let derived = Parameters::of(parameters.clock_hz, parameters.baud.max(1));
            for module in &mut source.modules {
                let is_top = module.name == self.top();
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
            print::source(&source)
        }

        /// The Verilog of the stream top and the modules in it, with these default values of its parameters.
        ///
        /// # Panics
        /// Panics if the text of the design cannot be read, which is a fault of this crate.
        pub fn stream_verilog(&self, parameters: &Parameters) -> String {
            let mut source = self.read(&self.verilog(parameters));
            let mut reached = vec![self.top() + Top::Stream.suffix()];
            let mut place = 0;
            while let Some(module) = reached.get(place).and_then(|name| source.module(name)) {
                for instance in module.instances() {
                    if !reached.contains(&instance.module) {
                        reached.push(instance.module);
                    }
                }
                place += 1;
            }
            // The title is the first paragraph of the comment before the first module.
            let is_title = |note: &&Note| !matches!(note, Note::Blank);
            let title = source.modules[0].notes.iter().take_while(is_title);
            let title: Vec<Note> = title.cloned().collect();
            source.modules.retain(|module| reached.contains(&module.name));
            source.modules[0].notes.splice(0..0, title);
            print::source(&source)
        }

        /// The Verilog with [`Parameters::fast`] as the default values of its parameters, for simulation.
        pub fn fast_verilog(&self) -> String {
            self.verilog(&Parameters::default().fast())
        }

        fn read(&self, text: &str) -> Source {
            read::source(text).unwrap_or_else(|error| panic!("{}: {error}", self.name))
        }
    }
}
