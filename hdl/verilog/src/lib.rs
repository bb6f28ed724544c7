//! The Verilog of the FPGA nonogram solver, and the table of its designs: every size of every core. Clock frequency and baud rate are
//! parameters of a design.
//! Interface: [`BUILDS`] is the table; [`build`] finds a row by name, [`build_for`] by core and board. [`Parameters`] has the values of
//! a design's parameters. [`Build::netlist`] reads the Verilog of a design, [`Build::verilog`] returns it with other parameters.
//! Source: `classic11` has the sizes of the published design (11 x 11, 16 x 2048 store), and the parameters' defaults are its clock
//! frequency and baud rate (50 MHz, 9600 baud).

mod text;

use nonogram_protocol::{BoardSize, BuildIdentity, CoreKind};
pub use text::netlist_of;

/// One design.
#[derive(Clone, Copy, Debug)]
pub struct Build {
    /// Name, as in `nonogram verilog --build NAME`.
    pub name: &'static str,
    /// Core, lanes, version and limits; clock frequency and baud rate are 0.
    identity: BuildIdentity,
    /// Clue core: cells that a line engine processes per cycle in each direction. Other cores: 0.
    pub cells: usize,
    /// Clue core: entries of the trail. Other cores: 0.
    pub trail_depth: usize,
    /// The Verilog.
    #[cfg(feature = "text")]
    pub text: &'static str,
}

/// A top module of a design.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Top {
    /// The design behind a UART, with serial pins.
    #[default]
    Uart,
    /// The design behind AXI4-Streams, which the other top contains.
    Stream,
}

impl Top {
    /// What follows the design's name in the name of the module.
    pub const fn suffix(self) -> &'static str {
        match self {
            Self::Uart => "",
            Self::Stream => "_stream",
        }
    }
}

/// Parts of a clock cycle in which a bit period is given.
pub const PARTS: u64 = 16;
/// The shortest bit period of the serial line, in parts of a cycle.
pub const SHORTEST_BIT: u64 = 4 * PARTS;
/// The longest bit period of the serial line, in parts of a cycle.
pub const LONGEST_BIT: u64 = (PARTS << 16) - 1;
/// The longest time after which half a message is discarded, in cycles.
pub const LONGEST_PAUSE: u64 = (1 << 24) - 1;

/// The values of a design's parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Parameters {
    /// Clock frequency, Hz; the design reports it in kHz, rounded down.
    pub clock_hz: u32,
    /// Baud rate of the serial line, which the design reports.
    pub baud: u32,
    /// Bit period of the serial line, in sixteenths of a clock cycle.
    pub bit_sixteenths: u32,
    /// Idle cycles after which half a message is discarded.
    pub pause_clocks: u32,
}

/// The clock frequency or baud rate is out of range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParameterError {
    /// The clock frequency is below 1 kHz or not below 2^32 Hz.
    #[error("a clock of {0} Hz: expected 1000 to 4294967295 Hz")]
    Clock(u64),
    /// A bit is too short or too long.
    #[error(
        "{baud} baud at {clock_hz} Hz: a bit would last {} cycles, expected 4 to 65535 (choose another baud rate)",
        clock_hz / baud.max(&1)
    )]
    Bit {
        /// Clock frequency, Hz.
        clock_hz: u64,
        /// Baud rate.
        baud: u64,
    },
}

/// Default clock frequency, Hz.
const CLOCK_HZ: u32 = 50_000_000;
/// Default baud rate.
const BAUD: u32 = 9600;
/// Hertz per kilohertz, the unit of the clock frequency in an identity.
pub(crate) const HZ_PER_KHZ: u32 = 1000;

/// Idle time after which half a message is discarded, in bit times of the serial line (107 ms at 9600 baud). In hardware the time is at
/// least 100 ms, so that short gaps left by a USB-UART or a busy host are tolerated.
pub const PAUSE_BITS: u64 = 1024;
/// The minimum time after which half a message is discarded, as a fraction of a second.
pub const PAUSES_PER_SECOND: u64 = 10;

/// Bytes in the receive FIFO of a design behind a UART: more than the longest reply of the designs for boards of up to 32 x 32, so that a
/// host can stream boards.
pub const QUEUE_BYTES: u64 = 1024;

/// Clock cycles per bit of [`Parameters::fast`]: the fewest that the UART supports.
pub const SIM_CLOCKS_PER_BIT: u64 = SHORTEST_BIT / PARTS;
/// Idle cycles after which half a message is discarded, with [`Parameters::fast`].
pub const FAST_PAUSE: u64 = PAUSE_BITS * SIM_CLOCKS_PER_BIT;
/// Idle cycles after which half a message is discarded, with [`Parameters::without_uart`]. A short pause suffices, because bytes are offered
/// without gaps.
pub const BYTES_PAUSE: u64 = 256;

/// A clock frequency in Hz that the designs support.
fn clock(hz: u64) -> Result<u32, ParameterError> {
    let clock = u32::try_from(hz).ok();
    let clock = clock.filter(|&clock| clock >= HZ_PER_KHZ);
    clock.ok_or(ParameterError::Clock(hz))
}

impl Default for Parameters {
    fn default() -> Self {
        Self::of(CLOCK_HZ, BAUD)
    }
}

impl Parameters {
    /// The parameters for a clock frequency in Hz and a baud rate above 0, which need not be in range.
    pub const fn of(clock_hz: u32, baud: u32) -> Self {
        let (clock, rate) = (clock_hz as u64, baud as u64);
        let bit = (PARTS * clock + rate / 2) / rate;
        let (bits, time) = (PAUSE_BITS / PARTS * bit, clock / PAUSES_PER_SECOND);
        let pause = if bits > time { bits } else { time };
        Self {
            clock_hz,
            baud,
            bit_sixteenths: bit as u32,
            pause_clocks: if pause > LONGEST_PAUSE { LONGEST_PAUSE } else { pause } as u32,
        }
    }

    /// The parameters for a clock frequency in Hz and a baud rate.
    ///
    /// # Errors
    /// Returns [`ParameterError`] if one of them is out of the range that the designs support.
    pub fn new(clock_hz: u64, baud: u64) -> Result<Self, ParameterError> {
        let clock = clock(clock_hz)?;
        let bit = ParameterError::Bit { clock_hz, baud };
        let rate = u32::try_from(baud).ok().filter(|&rate| rate > 0).ok_or(bit)?;
        let parameters = Self::of(clock, rate);
        if !(SHORTEST_BIT..=LONGEST_BIT).contains(&u64::from(parameters.bit_sixteenths)) {
            return Err(bit);
        }
        Ok(parameters)
    }

    /// The default values of a stream top for a clock frequency in Hz: 0 baud, because it has no serial line, and a pause of 100 ms, or of
    /// [`LONGEST_PAUSE`] cycles if they are shorter.
    ///
    /// # Errors
    /// Returns [`ParameterError::Clock`] if the clock frequency is out of range.
    pub fn of_stream(clock_hz: u64) -> Result<Self, ParameterError> {
        let clock_hz = clock(clock_hz)?;
        Ok(Self {
            clock_hz,
            baud: 0,
            bit_sixteenths: SHORTEST_BIT as u32,
            pause_clocks: (u64::from(clock_hz) / PAUSES_PER_SECOND).min(LONGEST_PAUSE) as u32,
        })
    }

    /// These parameters with [`SIM_CLOCKS_PER_BIT`] cycles per bit of the serial line, for faster simulation.
    #[must_use]
    pub const fn fast(self) -> Self {
        Self { bit_sixteenths: SHORTEST_BIT as u32, pause_clocks: FAST_PAUSE as u32, ..self }
    }

    /// These parameters for the stream top in simulations, which receives bytes without gaps.
    #[must_use]
    pub const fn without_uart(self) -> Self {
        Self { pause_clocks: BYTES_PAUSE as u32, ..self.fast() }
    }

    /// Clock cycles per bit of the serial line, rounded to the nearest integer.
    pub const fn clocks_per_bit(&self) -> u64 {
        (self.bit_sixteenths as u64 + PARTS / 2) / PARTS
    }

    const fn in_identity(&self, identity: BuildIdentity) -> BuildIdentity {
        BuildIdentity { clock_khz: self.clock_hz / HZ_PER_KHZ, baud: self.baud, ..identity }
    }
}

impl Build {
    /// The identity that the design reports with these parameters.
    pub const fn identity(&self, parameters: &Parameters) -> BuildIdentity {
        parameters.in_identity(self.identity)
    }

    /// The limit of the design that a board exceeds (see [`BuildIdentity::excess`]); `None` if the board fits.
    pub fn excess(&self, board: &BoardSize) -> Option<String> {
        self.identity.excess(board)
    }

    /// Name of the top module, which the names of the other modules begin with.
    pub fn top(&self) -> String {
        format!("nonogram_{}", self.name)
    }

    /// Kind of core.
    pub const fn core(&self) -> CoreKind {
        CoreKind::ALL[self.identity.core as usize]
    }

    /// Parallel core: options of a line that each side processes per cycle. Classic core: 1. Clue core: line engines.
    pub const fn lanes(&self) -> usize {
        self.identity.lanes as usize
    }

    /// Maximum number of rows, and of columns, of a board.
    pub const fn side(&self) -> usize {
        self.identity.side as usize
    }

    /// Maximum number of options per line; 0 for a clue core.
    pub const fn most_options(&self) -> u64 {
        self.identity.most_options as u64
    }

    /// Maximum number of colours of a board.
    pub const fn colours(&self) -> usize {
        self.identity.colours as usize
    }

    /// Words that a clue core stores of a line (see [`planes`]).
    pub const fn planes(&self) -> usize {
        planes(self.colours())
    }

    /// Width of a position in a line, in a clue core.
    pub const fn position_bits(&self) -> usize {
        position_bits(self.side())
    }

    /// Maximum number of words of a board (a line takes one word per option and one for its header); 0 for a clue core.
    pub const fn store_words(&self) -> u64 {
        self.identity.store_words as u64
    }
}

/// Words that a clue core of `colours` colours stores of a line: with one colour its known cells, with several the cells without each value.
pub const fn planes(colours: usize) -> usize {
    if colours == 1 { 1 } else { colours + 1 }
}

/// Width of a position in a line of a clue core with this side, in bits.
pub const fn position_bits(side: usize) -> usize {
    if side <= 32 { 5 } else { 6 }
}

/// Identity of a row of the table, with the version of this crate.
const fn identity(
    core: CoreKind,
    lanes: u8,
    side: u16,
    colours: u8,
    most_options: u16,
    store_words: u32,
) -> BuildIdentity {
    BuildIdentity {
        core: core.number(),
        lanes,
        version: [
            number(env!("CARGO_PKG_VERSION_MAJOR")),
            number(env!("CARGO_PKG_VERSION_MINOR")),
            number(env!("CARGO_PKG_VERSION_PATCH")),
        ],
        binds_replies: true,
        side,
        most_options,
        colours,
        store_words,
        clock_khz: 0,
        baud: 0,
    }
}

/// Parses a component of the version number.
const fn number(digits: &str) -> u8 {
    let digits = digits.as_bytes();
    let (mut number, mut place) = (0, 0);
    while place < digits.len() {
        number = 10 * number + (digits[place] - b'0');
        place += 1;
    }
    number
}

/// A row of the table.
macro_rules! design {
    ($name:literal: $core:ident, lanes $lanes:literal, side $side:literal, colours $colours:literal, options $options:literal, words $words:literal,
     cells $cells:literal, trail $trail:literal) => {
        Build {
            name: $name,
            identity: identity(CoreKind::$core, $lanes, $side, $colours, $options, $words),
            cells: $cells,
            trail_depth: $trail,
            #[cfg(feature = "text")]
            text: include_str!(concat!("../", $name, ".sv")),
        }
    };
}

/// All designs. The first design of a core that fits a board is the one to prefer: among the designs of a core, smaller ones come first.
pub static BUILDS: &[Build] = &[
    design!("classic11": Classic, lanes 1, side 11, colours 1, options 84, words 2048, cells 0, trail 0),
    design!("classic16": Classic, lanes 1, side 16, colours 1, options 792, words 32_768, cells 0, trail 0),
    design!("parallel11x4": Parallel, lanes 4, side 11, colours 1, options 84, words 4096, cells 0, trail 0),
    design!("parallel16x4": Parallel, lanes 4, side 16, colours 1, options 792, words 32_768, cells 0, trail 0),
    design!("clue10": Clue, lanes 1, side 10, colours 1, options 0, words 0, cells 2, trail 512),
    design!("clue16": Clue, lanes 2, side 16, colours 1, options 0, words 0, cells 2, trail 512),
    design!("clue16c3": Clue, lanes 2, side 16, colours 3, options 0, words 0, cells 2, trail 512),
    design!("clue32": Clue, lanes 4, side 32, colours 1, options 0, words 0, cells 4, trail 2048),
    design!("clue32c3": Clue, lanes 4, side 32, colours 3, options 0, words 0, cells 4, trail 2048),
    design!("clue64": Clue, lanes 4, side 64, colours 1, options 0, words 0, cells 4, trail 8192),
    design!("clue64c7": Clue, lanes 2, side 64, colours 7, options 0, words 0, cells 4, trail 2048),
];

/// No design of the table has the requested name.
#[derive(Debug, thiserror::Error)]
#[error("no design is named {name:?}: the designs are {known}")]
pub struct UnknownDesign {
    name: String,
    known: String,
}

/// The design with this name.
///
/// # Errors
/// Returns [`UnknownDesign`], whose message lists the designs, if there is none.
pub fn build(name: &str) -> Result<&'static Build, UnknownDesign> {
    BUILDS.iter().find(|build| build.name == name).ok_or_else(|| UnknownDesign {
        name: name.into(),
        known: BUILDS.iter().map(|build| build.name).collect::<Vec<_>>().join(", "),
    })
}

/// The first design in [`BUILDS`] with this core that a board fits.
///
/// # Errors
/// The board fits none. Returns the limit of the best design that it exceeds, as text: of the largest one that takes its colours, or of the
/// one with the most colours if none does.
pub fn build_for(core: CoreKind, board: &BoardSize) -> Result<&'static Build, String> {
    let builds = || BUILDS.iter().filter(|build| build.core() == core);
    let excess = |build: &Build| build.excess(board);
    if let Some(build) = builds().find(|build| excess(build).is_none()) {
        return Ok(build);
    }
    let size =
        |build: &&Build| (build.colours().min(board.colours), build.side(), build.most_options());
    Err(builds().max_by_key(size).and_then(excess).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_of_the_published_design_are_the_default() {
        let parameters = Parameters::new(50_000_000, 9600).expect("in range");
        assert_eq!(parameters, Parameters::default());
        assert_eq!(parameters.bit_sixteenths, 83_333);
        assert_eq!(parameters.clocks_per_bit(), 5208);
        assert_eq!(parameters.pause_clocks, 5_333_312);
    }

    #[test]
    fn fast_lines_keep_a_pause_of_a_tenth_of_a_second() {
        let parameters = Parameters::new(100_000_000, 3_000_000).expect("in range");
        assert_eq!(parameters.bit_sixteenths, 533);
        assert_eq!(parameters.pause_clocks, 10_000_000);
        // As long as its counter permits.
        let fast = Parameters::new(200_000_000, 9600).expect("in range");
        assert_eq!(u64::from(fast.pause_clocks), LONGEST_PAUSE);
    }

    #[test]
    fn parameters_out_of_range_are_refused() {
        for (clock_hz, baud) in [
            (0, 9600),
            (999, 9600),
            (1 << 32, 9600),
            (50_000_000, 0),
            (12_000_000, 4_000_000),
            (50_000_000, 300),
        ] {
            let result = Parameters::new(clock_hz, baud);
            assert!(result.is_err(), "{clock_hz} Hz, {baud} baud: {result:?}");
        }
    }
}

/// The example of the README, as a test.
#[cfg(all(doctest, feature = "text"))]
#[doc = include_str!("../README.md")]
struct Readme;
