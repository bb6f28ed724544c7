//! The options `--clock` and `--baud` of a design.
//!
//! [`Timing::parameters`] returns the design's parameters, given the default clock and baud rate.

use clap::Args;
use nonogram_verilog::Parameters;

use crate::exit::{Exit, Failure, OrExit};

/// The options for a design's clock frequency and baud rate.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct Timing {
    /// The design's clock frequency, such as 12e6 [default: 50e6; for a board, the frequency that its wrapper generates]
    #[arg(long, value_name = "HZ", value_parser = hertz)]
    pub clock: Option<u64>,

    /// The design's baud rate [default: 9600; for a board, the rate of its description]
    #[arg(long, value_name = "N", value_parser = hertz)]
    pub baud: Option<u64>,
}

impl Timing {
    /// The parameters of a design; `default` has the values of options that are not given.
    ///
    /// # Errors
    /// The designs do not support this clock frequency and baud rate.
    pub fn parameters(&self, default: &Parameters) -> Result<Parameters, Failure> {
        let clock_hz = self.clock.unwrap_or(default.clock_hz.into());
        let baud = self.baud.unwrap_or(default.baud.into());
        Parameters::new(clock_hz, baud).or_exit(Exit::Usage)
    }

    /// The baud rate, or `default` without the option.
    pub fn baud_or(&self, default: u32) -> u32 {
        let baud = self.baud.and_then(|baud| u32::try_from(baud).ok());
        baud.unwrap_or(default)
    }
}

/// A whole number above 0, also with an exponent, such as `100e6`.
fn hertz(text: &str) -> Result<u64, String> {
    let number = text.parse::<f64>().ok();
    let whole = number.filter(|number| number.fract() == 0.0 && (1.0..1e12).contains(number));
    match whole {
        Some(number) => Ok(number as u64),
        None => Err("expected a whole number such as 50000000 or 50e6".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frequencies_may_have_an_exponent() {
        assert_eq!(hertz("100e6"), Ok(100_000_000));
        assert_eq!(hertz("9600"), Ok(9600));
        for wrong in ["", "0", "-1", "1.5", "12 MHz", "inf", "nan"] {
            assert!(hertz(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn options_replace_the_defaults() {
        let timing = Timing {
            clock: None,
            baud: Some(3_000_000),
        };
        let parameters = timing.parameters(&Parameters::default()).expect("in range");
        assert_eq!(parameters.clock_hz, 50_000_000);
        assert_eq!(parameters.bit_sixteenths, 267);
    }

    #[test]
    fn unsupported_rates_are_refused() {
        let timing = Timing {
            clock: Some(1_000_000),
            baud: Some(1_000_000),
        };
        let failure = timing
            .parameters(&Parameters::default())
            .expect_err("too fast");
        assert_eq!(failure.exit(), Exit::Usage);
    }
}
