//! Constructors of the designs in rust-hdl. The table of the designs, with their Verilog, is in the crate nonogram-verilog.
//! Interface: [`designs`] returns the constructors of a row of the table, whose sizes are the parameters of the types.

use crate::core::parallel::PLACE;
use crate::design::{Pins, Running, ready};
use crate::emit::design_verilog;
use crate::{ClueTop, ParallelTop};
use nonogram_sim::Engine;
use nonogram_sim::design::Design;
use nonogram_sim::simulation::Simulation;
use nonogram_verilog::{BUILDS, Build, Parameters, Top};

/// rust-hdl's simulation of the design's source, which is the reference for the compiled simulation of its Verilog.
pub const ENGINE: Engine = Engine {
    name: "rust-hdl",
    design: |build, top, parameters| {
        let simulation = (designs(build).simulate)(build, top, parameters);
        Ok(Design::new(build, top, simulation)?)
    },
};

/// Constructors of a design in rust-hdl: of its simulation below a top, and of its Verilog.
pub(crate) struct Designs {
    simulate: fn(&Build, Top, &Parameters) -> Box<dyn Simulation>,
    pub(crate) emit: fn(&Build, &Parameters) -> String,
}

impl Designs {
    const fn of<D: Pins>() -> Self {
        Self {
            simulate: |build, top, parameters| {
                let identity = build.identity(parameters);
                match top {
                    Top::Uart => Box::new(Running::new(ready::<D>(&identity, parameters))),
                    Top::Stream => {
                        Box::new(Running::new(ready::<D::Stream>(&identity, parameters)))
                    }
                }
            },
            emit: |build, parameters| {
                let design = ready::<D>(&build.identity(parameters), parameters);
                design_verilog(build, &design, parameters)
            },
        }
    }
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

/// The number of bits of a number.
const fn bits(number: u64) -> usize {
    number.ilog2() as usize + 1
}

/// The row of the table with this name.
const fn row(name: &str) -> &'static Build {
    let mut place = 0;
    loop {
        let (row, mut same) = (BUILDS[place].name.as_bytes(), 0);
        while same < row.len() && same < name.len() && row[same] == name.as_bytes()[same] {
            same += 1;
        }
        if same == row.len() && same == name.len() {
            return &BUILDS[place];
        }
        place += 1;
    }
}

macro_rules! classic {
    ($row:expr) => {{
        const SIDE: usize = $row.side();
        const MOST: u64 = $row.most_options();
        const ADDRESS: usize = $row.store_words().ilog2() as usize;
        Designs::of::<crate::Top<SIDE, ADDRESS, { ADDRESS + 1 }, { bits(MOST) }, MOST>>()
    }};
}

macro_rules! parallel {
    ($row:expr) => {{
        const SIDE: usize = $row.side();
        const MOST: u64 = $row.most_options();
        const ADDRESS: usize = $row.store_words().ilog2() as usize;
        const LANES: usize = $row.lanes();
        // The reader addresses up to two words past a lane's last word.
        const OFFSET: usize = bits(MOST.div_ceil(LANES as u64) + 2);
        Designs::of::<
            ParallelTop<
                SIDE,
                ADDRESS,
                { ADDRESS + 1 },
                { bits(MOST) },
                MOST,
                LANES,
                OFFSET,
                { OFFSET + PLACE },
            >,
        >()
    }};
}

macro_rules! clue {
    ($row:expr) => {{
        const SIDE: usize = $row.side();
        const COLOURS: usize = $row.colours();
        const WIDTHS: ClueWidths = clue_widths(SIDE, COLOURS);
        const GROUPS: usize = SIDE / $row.cells;
        Designs::of::<
            ClueTop<
                SIDE,
                { WIDTHS.position_bits },
                COLOURS,
                { WIDTHS.values },
                { WIDTHS.planes },
                { WIDTHS.value_bits },
                { WIDTHS.gaps },
                { WIDTHS.tag_bits },
                { $row.cells },
                GROUPS,
                { GROUPS.next_power_of_two().ilog2() as usize },
                { SIDE / $row.lanes() },
                { $row.lanes() },
                { $row.trail_depth.ilog2() as usize },
            >,
        >()
    }};
}

macro_rules! designs {
    ($build:expr; $($name:literal: $core:ident,)+) => {
        match $build.name {
            $($name => {
                const ROW: &Build = row($name);
                $core!(ROW)
            })+
            name => panic!("the design {name} has no constructors in hdl/src/builds.rs: add them"),
        }
    };
}

/// The constructors of a design.
///
/// # Panics
/// Panics if the table has a design that this crate lacks.
pub(crate) fn designs(build: &Build) -> Designs {
    designs! { build;
        "classic11": classic,
        "classic16": classic,
        "parallel11x4": parallel,
        "parallel16x4": parallel,
        "clue10": clue,
        "clue16": clue,
        "clue16c3": clue,
        "clue32": clue,
        "clue32c3": clue,
        "clue64": clue,
        "clue64c7": clue,
    }
}
