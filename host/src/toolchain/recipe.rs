//! The commands of the open flow: the arguments of each program for a build on a board.

use nonogram_verilog::{Build, Parameters};

use super::not_ours;
use crate::exit::{Exit, Failure, OrExit};
use crate::families::OpenFlow;
use crate::targets::{CORE_MHZ, Target};

/// The file of the routed design, which nextpnr writes in the folder of the design.
const ROUTED: &str = "routed.txt";

/// The recipe for a design on a board. The programs run in a folder with the design, the wrapper and the constraints.
#[derive(Clone, Copy)]
pub struct Recipe<'a> {
    /// The board.
    pub target: &'a Target,
    /// The design.
    build: &'static Build,
    /// The programs of the open flow.
    pub flow: OpenFlow,
    /// nextpnr's options for the device.
    options: &'a [String],
}

impl<'a> Recipe<'a> {
    /// The recipe for a design on a board.
    ///
    /// # Errors
    /// The open flow does not support the board.
    pub fn new(target: &'a Target, build: &'static Build) -> Result<Self, Failure> {
        let (Some(flow), Some(place)) = (target.family.open, &target.place) else {
            return Err(not_ours(target));
        };
        Ok(Self {
            target,
            build,
            flow,
            options: &place.arguments,
        })
    }

    /// The arguments of yosys.
    pub fn synthesis(&self, parameters: &Parameters) -> Vec<String> {
        let (name, wrapper) = (&self.target.name, self.target.wrapper_name());
        let clock = self.target.core_mhz(parameters);
        let clock = clock.map(|clock| format!("chparam -set {CORE_MHZ} {clock} {name}; "));
        let script = format!(
            "read_verilog -sv design.sv; read_verilog {wrapper}; {}{}{} -top {name} -json design.json; tee -q -o stat.json stat -json",
            clock.unwrap_or_default(),
            self.flow.synthesis,
            (self.flow.mapping)(self.build.core()),
        );
        ["-q", "-p", &script].map(str::to_owned).to_vec()
    }

    /// The arguments of nextpnr, for a clock of `goal_hz` and this constraint file.
    pub fn placing(&self, seed: u32, goal_hz: u64, constraints: &str) -> Vec<String> {
        let megahertz = format!("{}", goal_hz as f64 / 1e6);
        let [option, before] = self.flow.constraints;
        let (constraints, seed) = (format!("{before}{constraints}"), seed.to_string());
        let mut arguments: Vec<&str> = self.options.iter().map(String::as_str).collect();
        arguments.extend((self.flow.routing)(self.build));
        arguments.extend(["-q", "--json", "design.json", "--freq", &megahertz]);
        arguments.extend([option, &constraints]);
        arguments.extend([self.flow.routed, ROUTED, "--seed", &seed]);
        // With --timing-allow-fail, nextpnr reports by how much the timing is missed; without it, nextpnr only fails.
        arguments.extend(["--report", "report.json", "--timing-allow-fail"]);
        arguments.into_iter().map(str::to_owned).collect()
    }

    /// The arguments of the packer.
    pub fn packing(&self) -> Vec<String> {
        (self.flow.packing)(self.options, ROUTED, &self.bitstream())
    }

    /// The name of the bitstream in the folder of the design.
    pub fn bitstream(&self) -> String {
        format!("bitstream.{}", self.flow.extension)
    }

    /// The commands for a design in the syntax of a shell.
    ///
    /// # Errors
    /// An argument contains a NUL character.
    pub fn commands(&self, parameters: &Parameters, seed: u32) -> Result<String, Failure> {
        let placing = self.placing(seed, parameters.clock_hz.into(), &self.target.constraints);
        let commands = [
            (self.flow.yosys, self.synthesis(parameters)),
            (self.flow.place, placing),
            (self.flow.pack, self.packing()),
        ];
        let lines = commands.iter().map(|(tool, arguments)| {
            let words = arguments.iter().map(String::as_str);
            shlex::try_join([tool.name].into_iter().chain(words)).map(|line| line + "\n")
        });
        lines.collect::<Result<_, _>>().or_exit(Exit::Fault)
    }
}
