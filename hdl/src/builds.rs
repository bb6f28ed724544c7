//! The table of builds: every configuration of the design that is emitted, simulated and synthesised.
//! Interface: [`BUILDS`] is the table; [`build`] finds a row by name, [`build_for`] by core and board size. With the feature
//! `native`, each row has the constructors of its design.
//! Source: own; `classic11` has the parameters of the published design (11 x 11, 16 x 2048 store, 50 MHz, 9600 baud).

use crate::uart::PARTS;
#[cfg(feature = "native")]
use crate::{
    ClueSolver, ClueTop, ParallelSolver, ParallelTop, Solver, Top,
    design::{ByteDesign, PinDesign},
    emit::block_verilog,
};
use nonogram_protocol::{BuildIdentity, CoreKind};

/// One configuration of the design.
#[derive(Clone, Copy, Debug)]
pub struct Build {
    /// Name, as in `nonogram verilog --build NAME`.
    pub name: &'static str,
    /// Identity that the design reports: core, lanes, version, limits, clock and baud rate.
    pub identity: BuildIdentity,
    /// Clue core: number of probers. Other cores: 1.
    pub probers: usize,
    /// Clue core: cells that a line engine processes per cycle in each direction. Other cores: 0.
    pub cells: usize,
    /// Clue core: entries of the trail of each prober. Other cores: 0.
    pub trail_depth: usize,
    /// Clock cycles per bit of the serial line, rounded to the nearest integer.
    pub clocks_per_bit: u64,
    /// Constructors of the design in rust-hdl.
    #[cfg(feature = "native")]
    pub designs: Designs,
}

/// Constructors of a build's design in rust-hdl, and of its Verilog.
#[cfg(feature = "native")]
#[derive(Clone, Copy, Debug)]
pub struct Designs {
    /// The design with its pins, exactly as it is emitted.
    pub pins: fn() -> Box<dyn PinDesign>,
    /// The design with its pins and [`SIM_CLOCKS_PER_BIT`] cycles per bit of the serial line, for faster simulation.
    pub fast_pins: fn() -> Box<dyn PinDesign>,
    /// The design without its UART.
    pub bytes: fn() -> Box<dyn ByteDesign>,
    pub(crate) emit: fn() -> String,
    pub(crate) emit_fast: fn() -> String,
}

/// [`Designs`] with this identity, from the types of the design with pins, with fast pins and without UART.
#[cfg(feature = "native")]
macro_rules! designs {
    ($identity:ident, $pins:ty, $fast_pins:ty, $bytes:ty) => {
        Designs {
            pins: || Box::new(<$pins>::ready(&$identity)),
            fast_pins: || Box::new(<$fast_pins>::ready(&$identity)),
            bytes: || Box::new(<$bytes>::ready(&$identity)),
            emit: || block_verilog(&<$pins>::ready(&$identity)),
            emit_fast: || block_verilog(&<$fast_pins>::ready(&$identity)),
        }
    };
}

impl Build {
    /// Idle cycles after which [`Designs::pins`] discards half a message. Approximate: computed from the rounded [`Self::clocks_per_bit`].
    #[cfg(feature = "native")]
    pub const fn pause_clocks(&self) -> u64 {
        pause(self.clock_hz(), PARTS * self.clocks_per_bit)
    }

    /// Whether the identities of the builds differ at most in clock and baud rate; their Verilog then differs only in constants and title.
    pub fn has_design_of(&self, other: &Self) -> bool {
        let [this, other] = [self, other].map(|build| BuildIdentity {
            clock_khz: 0,
            baud: 0,
            ..build.identity
        });
        this == other
    }

    /// Kind of core.
    pub const fn core(&self) -> CoreKind {
        CoreKind::ALL[self.identity.core as usize]
    }

    /// Parallel core: options of a line that each side processes per cycle. Classic core: 1. Clue core: line engines of all probers.
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

    /// Maximum number of words of a board (a line takes one word per option and one for its header); 0 for a clue core.
    pub const fn store_words(&self) -> u64 {
        self.identity.store_words as u64
    }

    /// Clock frequency, Hz.
    pub const fn clock_hz(&self) -> u64 {
        self.identity.clock_khz as u64 * HZ_PER_KHZ
    }

    /// Baud rate of the serial line.
    pub const fn baud(&self) -> u64 {
        self.identity.baud as u64
    }
}

/// Hertz per kilohertz, the unit of the clock frequency in an identity.
const HZ_PER_KHZ: u64 = 1000;

/// Idle time after which half a message is discarded, in bit times of the serial line (107 ms at 9600 baud). In hardware the time is at
/// least 100 ms, so that short gaps left by a USB-UART or a busy host are tolerated.
pub const PAUSE_BITS: u64 = 1024;
#[cfg(feature = "native")]
const PAUSES_PER_SECOND: u64 = 10;

/// Clock cycles per bit of [`Designs::fast_pins`]: the fewest that the UART supports.
pub const SIM_CLOCKS_PER_BIT: u64 = 4;

/// Idle cycles after which [`Designs::fast_pins`] discards half a message.
pub const FAST_PAUSE: u64 = PAUSE_BITS * SIM_CLOCKS_PER_BIT;
/// Idle cycles after which [`Designs::bytes`] discards half a message. A short pause suffices, because bytes are offered without gaps.
pub const BYTES_PAUSE: u64 = 256;

/// Bit period of [`Designs::fast_pins`], in sixteenths of a cycle.
#[cfg(feature = "native")]
const FAST_BIT: u64 = PARTS * SIM_CLOCKS_PER_BIT;

/// Bit period in sixteenths of a clock cycle, rounded.
const fn bit(clock: u64, baud: u64) -> u64 {
    (PARTS * clock + baud / 2) / baud
}

/// Idle cycles after which half a message is discarded.
#[cfg(feature = "native")]
const fn pause(clock: u64, bit: u64) -> u64 {
    let (bits, time) = (PAUSE_BITS * bit / PARTS, clock / PAUSES_PER_SECOND);
    if bits > time { bits } else { time }
}

/// Identity of a row of the table, with the version of this crate.
const fn identity(
    core: CoreKind,
    lanes: u8,
    side: u16,
    most_options: u16,
    store_words: u32,
    clock_hz: u64,
    baud: u32,
) -> BuildIdentity {
    assert!(
        clock_hz.is_multiple_of(HZ_PER_KHZ),
        "the clock frequency must be a whole number of kHz"
    );
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
        store_words,
        clock_khz: (clock_hz / HZ_PER_KHZ) as u32,
        baud,
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

/// A row of the table for the classic core. The store has 2^`aw` words; its pointers are one bit wider than its addresses.
macro_rules! classic {
    ($name:literal, side $side:literal, options $max:literal in $cw:literal bits,
     store address $aw:literal / $pw:literal bits, clock $clock:literal, baud $baud:literal) => {{
        const BIT: u64 = bit($clock, $baud);
        const IDENTITY: BuildIdentity =
            identity(CoreKind::Classic, 1, $side, $max, 1 << $aw, $clock, $baud);
        Build {
            name: $name,
            identity: IDENTITY,
            probers: 1,
            cells: 0,
            trail_depth: 0,
            clocks_per_bit: (BIT + PARTS / 2) / PARTS,
            #[cfg(feature = "native")]
            designs: {
                const PAUSE: u64 = pause($clock, BIT);
                designs!(
                    IDENTITY,
                    Top<$side, $aw, $pw, $cw, $max, PAUSE, BIT>,
                    Top<$side, $aw, $pw, $cw, $max, FAST_PAUSE, FAST_BIT>,
                    Solver<$side, $aw, $pw, $cw, $max, BYTES_PAUSE>
                )
            },
        }
    }};
}

/// A row of the table for the parallel core. Each lane has 2^`ow` words per line for its share of the line's options; `lw` is the address
/// width of a lane.
macro_rules! parallel {
    ($name:literal, side $side:literal, options $max:literal in $cw:literal bits,
     board address $aw:literal / $pw:literal bits, lanes $lanes:literal of $ow:literal / $lw:literal bits,
     clock $clock:literal, baud $baud:literal) => {{
        const BIT: u64 = bit($clock, $baud);
        // The reader addresses up to two words past a lane's last word.
        const _: () = assert!(u64::div_ceil($max, $lanes) + 2 < 1 << $ow);
        const IDENTITY: BuildIdentity = identity(
            CoreKind::Parallel,
            $lanes,
            $side,
            $max,
            1 << $aw,
            $clock,
            $baud,
        );
        Build {
            name: $name,
            identity: IDENTITY,
            probers: 1,
            cells: 0,
            trail_depth: 0,
            clocks_per_bit: (BIT + PARTS / 2) / PARTS,
            #[cfg(feature = "native")]
            designs: {
                const PAUSE: u64 = pause($clock, BIT);
                designs!(
                    IDENTITY,
                    ParallelTop<$side, $aw, $pw, $cw, $max, PAUSE, $lanes, $ow, $lw, BIT>,
                    ParallelTop<$side, $aw, $pw, $cw, $max, FAST_PAUSE, $lanes, $ow, $lw, FAST_BIT>,
                    ParallelSolver<$side, $aw, $pw, $cw, $max, BYTES_PAUSE, $lanes, $ow, $lw>
                )
            },
        }
    }};
}

/// A row of the table for the clue core. Each of the `probers` has `engines` line engines and a trail of 2^`trail` entries. An engine
/// serves `lines` rows and `lines` columns, and processes `cells` cells per cycle in each direction.
macro_rules! clue {
    ($name:literal, side $side:literal, probers $probers:literal, engines $engines:literal of $lines:literal lines, cells $cells:literal, trail $trail:literal bits,
     clock $clock:literal, baud $baud:literal) => {{
        const BIT: u64 = bit($clock, $baud);
        const IDENTITY: BuildIdentity = identity(
            CoreKind::Clue,
            $probers * $engines,
            $side,
            0,
            0,
            $clock,
            $baud,
        );
        Build {
            name: $name,
            identity: IDENTITY,
            probers: $probers,
            cells: $cells,
            trail_depth: 1 << $trail,
            clocks_per_bit: (BIT + PARTS / 2) / PARTS,
            #[cfg(feature = "native")]
            designs: {
                const PAUSE: u64 = pause($clock, BIT);
                const GROUPS: usize = $side / $cells;
                const GROUP: usize = GROUPS.next_power_of_two().ilog2() as usize;
                designs!(
                    IDENTITY,
                    ClueTop<$side, $cells, GROUPS, GROUP, $lines, $engines, $trail, $probers, PAUSE, BIT>,
                    ClueTop<$side, $cells, GROUPS, GROUP, $lines, $engines, $trail, $probers, FAST_PAUSE, FAST_BIT>,
                    ClueSolver<$side, $cells, GROUPS, GROUP, $lines, $engines, $trail, $probers, BYTES_PAUSE>
                )
            },
        }
    }};
}

/// All builds. The first build of a core that fits a board is the one to prefer: among the builds of a core, those at 50 MHz and 9600 baud
/// with one prober come first, by side, and those with more lanes before those with fewer.
pub static BUILDS: &[Build] = &[
    classic!("classic11", side 11, options 84 in 7 bits, store address 11 / 12 bits,
        clock 50_000_000, baud 9600),
    classic!("classic16", side 16, options 792 in 10 bits, store address 15 / 16 bits,
        clock 50_000_000, baud 9600),
    parallel!("parallel11x4", side 11, options 84 in 7 bits, board address 12 / 13 bits,
        lanes 4 of 5 / 9 bits, clock 50_000_000, baud 9600),
    parallel!("parallel11x2", side 11, options 84 in 7 bits, board address 12 / 13 bits,
        lanes 2 of 6 / 10 bits, clock 50_000_000, baud 9600),
    parallel!("parallel11", side 11, options 84 in 7 bits, board address 12 / 13 bits,
        lanes 1 of 7 / 11 bits, clock 50_000_000, baud 9600),
    parallel!("parallel16x4", side 16, options 792 in 10 bits, board address 15 / 16 bits,
        lanes 4 of 8 / 12 bits, clock 50_000_000, baud 9600),
    clue!("clue12", side 12, probers 1, engines 2 of 6 lines, cells 2, trail 9 bits, clock 50_000_000, baud 9600),
    clue!("clue16", side 16, probers 1, engines 2 of 8 lines, cells 2, trail 9 bits, clock 50_000_000, baud 9600),
    clue!("clue32", side 32, probers 1, engines 4 of 8 lines, cells 4, trail 11 bits, clock 50_000_000, baud 9600),
    parallel!("parallel11x4-3m", side 11, options 84 in 7 bits, board address 12 / 13 bits,
        lanes 4 of 5 / 9 bits, clock 50_000_000, baud 3_000_000),
    parallel!("parallel16x4-3m", side 16, options 792 in 10 bits, board address 15 / 16 bits,
        lanes 4 of 8 / 12 bits, clock 50_000_000, baud 3_000_000),
    clue!("clue12-3m", side 12, probers 1, engines 2 of 6 lines, cells 2, trail 9 bits, clock 50_000_000, baud 3_000_000),
    clue!("clue16-3m", side 16, probers 1, engines 2 of 8 lines, cells 2, trail 9 bits, clock 50_000_000, baud 3_000_000),
    clue!("clue32-3m", side 32, probers 1, engines 4 of 8 lines, cells 4, trail 11 bits, clock 50_000_000, baud 3_000_000),
    classic!("classic11-12mhz", side 11, options 84 in 7 bits, store address 11 / 12 bits,
        clock 12_000_000, baud 9600),
    classic!("classic11-100mhz", side 11, options 84 in 7 bits, store address 11 / 12 bits,
        clock 100_000_000, baud 9600),
    parallel!("parallel11x4-100mhz", side 11, options 84 in 7 bits, board address 12 / 13 bits,
        lanes 4 of 5 / 9 bits, clock 100_000_000, baud 9600),
    clue!("clue16-100mhz", side 16, probers 1, engines 2 of 8 lines, cells 2, trail 9 bits, clock 100_000_000, baud 9600),
    clue!("clue32-100mhz", side 32, probers 1, engines 4 of 8 lines, cells 4, trail 11 bits, clock 100_000_000, baud 9600),
    clue!("clue32x2", side 32, probers 2, engines 4 of 8 lines, cells 4, trail 11 bits, clock 50_000_000, baud 9600),
    clue!("clue32x4", side 32, probers 4, engines 4 of 8 lines, cells 4, trail 11 bits, clock 50_000_000, baud 9600),
    clue!("clue10-12mhz", side 10, probers 1, engines 1 of 10 lines, cells 2, trail 9 bits, clock 12_000_000, baud 9600),
];

/// The build with this name, if there is one.
pub fn build(name: &str) -> Option<&'static Build> {
    BUILDS.iter().find(|build| build.name == name)
}

/// The first build of each design; the other builds of the design differ from it only in clock or baud rate.
pub fn distinct_builds() -> impl Iterator<Item = &'static Build> {
    BUILDS.iter().filter(|build| {
        let first = BUILDS.iter().find(|other| other.has_design_of(build));
        first.is_some_and(|first| first.name == build.name)
    })
}

/// The first build in [`BUILDS`] with this core that fits a board of `rows` x `columns`; `None` if none fits.
pub fn build_for(core: CoreKind, rows: usize, columns: usize) -> Option<&'static Build> {
    BUILDS
        .iter()
        .find(|build| build.core() == core && rows.max(columns) <= build.side())
}
