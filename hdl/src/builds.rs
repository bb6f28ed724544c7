//! Constructors of the designs in rust-hdl. The table of the designs, with their Verilog, is in the crate nonogram-verilog.
//! Interface: [`designs`] returns the constructors of a row of the table.

use crate::core::clue::CellRam;
use crate::emit::design_verilog;
use crate::{ClueStreamTop, ClueTop, ParallelStreamTop, ParallelTop, StreamTop, Top};
use nonogram_sim::Engine;
use nonogram_sim::design::{PinDesign, StreamDesign};
use nonogram_verilog::{Build, Parameters};

/// rust-hdl's simulation of the design's source, which is the reference for the compiled simulation of its Verilog.
pub const ENGINE: Engine = Engine {
    name: "rust-hdl",
    pins: |build, parameters| Ok(designs(build).pins(parameters)),
    stream: |build, parameters| Ok(designs(build).stream(parameters)),
};

/// Constructors of a design in rust-hdl, and of its Verilog.
#[derive(Clone, Copy, Debug)]
pub struct Designs {
    build: &'static Build,
    pins: fn(&Build, &Parameters) -> Box<dyn PinDesign>,
    stream: fn(&Build, &Parameters) -> Box<dyn StreamDesign>,
    emit: fn(&Build, &Parameters) -> String,
}

impl Designs {
    /// The design with its pins, exactly as it is emitted.
    pub fn pins(&self, parameters: &Parameters) -> Box<dyn PinDesign> {
        (self.pins)(self.build, parameters)
    }

    /// The design behind AXI4-Streams.
    pub fn stream(&self, parameters: &Parameters) -> Box<dyn StreamDesign> {
        (self.stream)(self.build, parameters)
    }

    /// The Verilog of the design with its pins.
    pub(crate) fn emit(&self, parameters: &Parameters) -> String {
        (self.emit)(self.build, parameters)
    }
}

/// [`Designs`] from the types of the design behind a UART and behind streams, and a function that completes the former for emission.
macro_rules! designs {
    ($build:ident, $pins:ty, $stream:ty $(, $complete:expr)?) => {
        Designs {
            build: $build,
            pins: |build, parameters| {
                Box::new(<$pins>::ready(&build.identity(parameters), parameters))
            },
            stream: |build, parameters| {
                Box::new(<$stream>::ready(&build.identity(parameters), parameters))
            },
            emit: |build, parameters| {
                #[allow(unused_mut, reason = "some designs need no completion")]
                let mut design = <$pins>::ready(&build.identity(parameters), parameters);
                $($complete(&mut design);)?
                design_verilog(build, &design, parameters)
            },
        }
    };
}

/// The classic core: side, options per line in a number of bits. The store has 2^`aw` words; its pointers are one bit wider than its
/// addresses.
macro_rules! classic {
    ($build:ident, side $side:literal, options $max:literal in $cw:literal bits,
     store address $aw:literal / $pw:literal bits) => {
        designs!(
            $build,
            Top<$side, $aw, $pw, $cw, $max>,
            StreamTop<$side, $aw, $pw, $cw, $max>
        )
    };
}

/// The parallel core. Each lane has 2^`ow` words per line for its share of the line's options; `lw` is the address width of a lane.
macro_rules! parallel {
    ($build:ident, side $side:literal, options $max:literal in $cw:literal bits,
     board address $aw:literal / $pw:literal bits, lanes $lanes:literal of $ow:literal / $lw:literal bits) => {{
        // The reader addresses up to two words past a lane's last word.
        const _: () = assert!(u64::div_ceil($max, $lanes) + 2 < 1 << $ow);
        designs!(
            $build,
            ParallelTop<$side, $aw, $pw, $cw, $max, $lanes, $ow, $lw>,
            ParallelStreamTop<$side, $aw, $pw, $cw, $max, $lanes, $ow, $lw>
        )
    }};
}

/// The widths of a clue core that follow from its side and its number of colours.
pub const fn clue_widths(side: usize, colours: usize) -> ClueWidths {
    let values = colours + 1;
    let position_bits = nonogram_verilog::position_bits(side);
    let value_bits = values.next_power_of_two().ilog2() as usize;
    ClueWidths {
        position_bits,
        values,
        planes: nonogram_verilog::planes(colours),
        value_bits,
        gaps: (colours > 1) as usize,
        tag_bits: position_bits + 2 + value_bits,
    }
}

/// See [`clue_widths`].
#[derive(Clone, Copy, Debug)]
pub struct ClueWidths {
    /// Width of a position.
    pub position_bits: usize,
    /// Values of a cell: blank and the colours.
    pub values: usize,
    /// Words that are stored of a line.
    pub planes: usize,
    /// Width of a value.
    pub value_bits: usize,
    /// 1 if blocks of different colours can touch, else 0.
    pub gaps: usize,
    /// Width of the tag of a trail entry.
    pub tag_bits: usize,
}

/// Whether the row of the design in the table of the crate nonogram-verilog has these parameters of a clue core.
fn build_has(
    build: &Build,
    side: usize,
    colours: usize,
    engines: usize,
    cells: usize,
    trail: usize,
) -> bool {
    let row = (build.side(), build.colours(), build.lanes(), build.cells, build.trail_depth);
    row == (side, colours, engines, cells, trail)
}

/// The clue core, for boards of `colours` colours, with `engines` line engines and a trail of 2^`trail` entries. An engine serves `lines`
/// rows and `lines` columns, and processes `cells` cells per cycle in each direction, which are in RAM of this kind.
macro_rules! clue {
    ($build:ident, side $side:literal, colours $colours:literal, engines $engines:literal of $lines:literal lines,
     cells $cells:literal in $ram:ident RAM, trail $trail:literal bits) => {{
        const WIDTHS: ClueWidths = clue_widths($side, $colours);
        const POSITION_BITS: usize = WIDTHS.position_bits;
        const VALUES: usize = WIDTHS.values;
        const PLANES: usize = WIDTHS.planes;
        const VALUE_BITS: usize = WIDTHS.value_bits;
        const GAPS: usize = WIDTHS.gaps;
        const TAG_BITS: usize = WIDTHS.tag_bits;
        const GROUPS: usize = $side / $cells;
        const GROUP: usize = GROUPS.next_power_of_two().ilog2() as usize;
        assert!(
            build_has($build, $side, $colours, $engines, $cells, 1 << $trail),
            "the tables of hdl/verilog/src/lib.rs and hdl/src/builds.rs differ for {}",
            $build.name
        );
        type Design = ClueTop<
            $side, POSITION_BITS, $colours, VALUES, PLANES, VALUE_BITS, GAPS, TAG_BITS, $cells, GROUPS, GROUP, $lines, $engines, $trail,
        >;
        designs!(
            $build,
            Design,
            ClueStreamTop<
                $side, POSITION_BITS, $colours, VALUES, PLANES, VALUE_BITS, GAPS, TAG_BITS, $cells, GROUPS, GROUP, $lines, $engines,
                $trail,
            >,
            |top: &mut Design| top.solver.core.lines.set_ram(CellRam::$ram)
        )
    }};
}

/// The constructors of a design.
///
/// # Panics
/// Panics if the table has a design that this crate lacks.
pub fn designs(build: &'static Build) -> Designs {
    match build.name {
        "classic11" => classic!(build, side 11, options 84 in 7 bits, store address 11 / 12 bits),
        "classic16" => classic!(build, side 16, options 792 in 10 bits, store address 15 / 16 bits),
        "parallel11x4" => {
            parallel!(build, side 11, options 84 in 7 bits, board address 12 / 13 bits, lanes 4 of 5 / 9 bits)
        }
        "parallel16x4" => {
            parallel!(build, side 16, options 792 in 10 bits, board address 15 / 16 bits, lanes 4 of 8 / 12 bits)
        }
        "clue10" => {
            clue!(build, side 10, colours 1, engines 1 of 10 lines, cells 2 in Block RAM, trail 9 bits)
        }
        "clue16" => {
            clue!(build, side 16, colours 1, engines 2 of 8 lines, cells 2 in Block RAM, trail 9 bits)
        }
        "clue32" => {
            clue!(build, side 32, colours 1, engines 4 of 8 lines, cells 4 in Distributed RAM, trail 11 bits)
        }
        "clue16c3" => {
            clue!(build, side 16, colours 3, engines 2 of 8 lines, cells 2 in Block RAM, trail 9 bits)
        }
        "clue32c3" => {
            clue!(build, side 32, colours 3, engines 4 of 8 lines, cells 4 in Distributed RAM, trail 11 bits)
        }
        "clue64" => {
            clue!(build, side 64, colours 1, engines 4 of 16 lines, cells 4 in Distributed RAM, trail 13 bits)
        }
        "clue64c7" => {
            clue!(build, side 64, colours 7, engines 2 of 32 lines, cells 4 in Distributed RAM, trail 11 bits)
        }
        name => panic!("the design {name} has no constructors in hdl/src/builds.rs: add them"),
    }
}
