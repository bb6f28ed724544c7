//! Replay of the stream top: its inputs in every cycle, with random pauses on both sides and resets, and its outputs.
//! Interface: [`StreamSource`] produces the inputs, [`StreamRecording`] records a run of the compiled design, and compares it with the Verilog in
//! another simulator.

use std::collections::VecDeque;
use std::path::Path;

use nonogram_verilog::{Build, Parameters, Top, fast_verilog};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{ReplayError, compiled, simulate};
use crate::design::{Beat, Design, StreamDesign};
use crate::files;
use crate::tools::Simulator;

/// The inputs of the stream top in one cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StreamInputs {
    /// The design is reset.
    pub reset: bool,
    /// The beat that is offered.
    pub beat: Option<Beat>,
    /// The receiver of replies is ready.
    pub ready: bool,
}

impl StreamInputs {
    /// Sets the inputs of a design.
    pub fn apply(&self, design: &mut dyn StreamDesign) {
        design.set_reset(self.reset);
        design.offer(self.beat);
        design.set_ready(self.ready);
    }

    /// The inputs as the test bench reads them.
    fn line(&self) -> String {
        let beat = self.beat.unwrap_or_default();
        let [reset, valid, last, user, ready] =
            [!self.reset, self.beat.is_some(), beat.last, beat.damaged, self.ready].map(u8::from);
        format!("{reset}{valid}{:08b}{last}{user}{ready}", beat.byte)
    }
}

/// A source of inputs: packets of bytes with pauses at random before each byte, a receiver that is ready at random, and rare resets.
#[derive(Clone, Debug)]
pub struct StreamSource {
    beats: VecDeque<Beat>,
    random: ChaCha8Rng,
    now: StreamInputs,
    /// Share of the cycles in which each side goes on, which changes from time to time.
    pace: [f64; 2],
    resets: bool,
    /// Cycles that are left after the last byte.
    left: usize,
}

/// Cycles after the last byte, which suffice for the reply to a small board.
const AFTER: usize = 1_000;
/// Mean number of cycles between two changes of the pace.
const CHANGE: u32 = 200;
/// Mean number of cycles between two resets.
const RESET: u32 = 1_500;

impl StreamSource {
    /// A source of these packets.
    pub fn new(packets: &[Vec<u8>], resets: bool, seed: u64) -> Self {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut beats = VecDeque::new();
        for packet in packets {
            let marked = random.random_bool(0.5);
            let damaged = (random.random_bool(0.1)).then(|| random.random_range(0..packet.len()));
            beats.extend(packet.iter().enumerate().map(|(place, &byte)| Beat {
                byte,
                last: marked && place + 1 == packet.len(),
                damaged: damaged == Some(place),
            }));
        }
        Self {
            beats,
            random,
            now: StreamInputs { reset: false, beat: None, ready: false },
            pace: [1.0; 2],
            resets,
            left: AFTER,
        }
    }

    /// Whether all inputs have been produced.
    pub fn is_done(&self) -> bool {
        self.left == 0
    }

    /// The inputs of the next cycle, given whether the design accepts the beat that it is offered now.
    pub fn next(&mut self, takes: bool) -> StreamInputs {
        let Self { random, now, .. } = self;
        if now.beat.is_some() && takes && !now.reset {
            now.beat = None;
        }
        if random.random_ratio(1, CHANGE) {
            self.pace = [(); 2].map(|()| [0.1, 0.5, 1.0][random.random_range(0..3)]);
        }
        if now.beat.is_none() && random.random_bool(self.pace[0]) {
            now.beat = self.beats.pop_front();
        }
        now.ready = random.random_bool(self.pace[1]);
        now.reset = self.resets && random.random_ratio(1, RESET);
        if self.beats.is_empty() && now.beat.is_none() {
            self.left = self.left.saturating_sub(1);
        }
        *now
    }
}

/// The inputs of a run of the stream top, and the outputs of the compiled design.
#[derive(Clone, Debug)]
pub struct StreamRecording {
    build: &'static Build,
    inputs: Vec<StreamInputs>,
    /// The outputs in each cycle, before its clock edge, as the test bench compares them.
    outputs: Vec<String>,
    /// The beats of the replies.
    pub received: Vec<Beat>,
}

impl StreamRecording {
    /// Records the compiled design of a build on these inputs.
    ///
    /// # Panics
    /// The Verilog of the design cannot be compiled, which is a fault of the project.
    pub fn new(build: &'static Build, mut source: StreamSource) -> Self {
        let netlist = build.netlist(Top::Stream, &Parameters::default().fast());
        let netlist = netlist.unwrap_or_else(|error| panic!("{}: {error}", build.name));
        let mut design = compiled(build, netlist, Top::Stream);
        let mut recording =
            Self { build, inputs: Vec::new(), outputs: Vec::new(), received: Vec::new() };
        let mut inputs = source.next(false);
        while !source.is_done() {
            inputs.apply(&mut design);
            design.settle();
            let sent = design.sends();
            recording.inputs.push(inputs);
            recording.outputs.push(outputs(&design));
            recording.received.extend(sent.filter(|_| inputs.ready));
            inputs = source.next(design.takes());
            design.rise();
        }
        recording
    }

    /// Runs the Verilog of the design in the folder `work`, and compares every cycle.
    ///
    /// # Errors
    /// Returns the first difference, or an error if a program is missing or fails, the test bench ends early, or a file cannot be written.
    ///
    /// # Panics
    /// The Verilog of the design cannot be read, which is a fault of the project.
    pub fn replay(&self, simulator: Simulator, work: &Path) -> Result<(), ReplayError> {
        let verilog = fast_verilog(self.build.name);
        let verilog = verilog.unwrap_or_else(|error| panic!("{}: {error}", self.build.name));
        self.replay_text(simulator, &verilog, work)
    }

    /// Runs `verilog`, a variant of the design, as [`StreamRecording::replay`] does.
    ///
    /// # Errors
    /// Returns the errors of [`StreamRecording::replay`].
    pub fn replay_text(
        &self,
        simulator: Simulator,
        verilog: &str,
        work: &Path,
    ) -> Result<(), ReplayError> {
        let lines = |lines: Vec<String>| lines.join("\n") + "\n";
        let inputs = self.inputs.iter().map(StreamInputs::line).collect();
        files::write(work.join("stimulus.mem"), lines(inputs))?;
        files::write(work.join("expected.mem"), lines(self.outputs.clone()))?;
        let printed = simulate(simulator, verilog, &self.testbench(), work)?;
        let mut words = printed.split_whitespace();
        match (words.next(), words.next(), words.next()) {
            (Some("equal"), ..) => Ok(()),
            (Some("differs"), Some(cycle), Some(found)) => {
                let place: usize = cycle.parse().unwrap_or_default();
                Err(ReplayError::Differs {
                    build: self.build.name,
                    model: Some(format!("{cycle} {}", self.outputs[place])),
                    verilog: Some(format!("{cycle} {found}")),
                })
            }
            _ => Err(ReplayError::BrokenOff(printed)),
        }
    }

    /// The test bench: it reads the inputs and the expected outputs of each cycle, and stops at the first difference.
    fn testbench(&self) -> String {
        let [design, suffix] = [self.build.top(), Top::Stream.suffix().to_owned()];
        format!(
            "\
`timescale 1ns / 1ps
module testbench;
    reg clock = 0;
    reg aresetn, s_valid, s_last, s_user, m_ready;
    reg [7:0] s_data;
    wire s_ready, m_valid, m_last, solving, launched, decided, replying;
    wire [7:0] m_data;
    wire [2:0] status;
    reg [12:0] stimulus [0:{last}];
    reg [{top}:0] expected [0:{last}];
    wire [{top}:0] now = {{s_ready, m_valid, m_data & {{8{{m_valid}}}}, m_last & m_valid, solving, launched, decided, replying, status}};
    integer i, wrong;
    {design}{suffix} uut(.aclk(clock), .aresetn(aresetn), .s_axis_tvalid(s_valid), .s_axis_tdata(s_data), .s_axis_tlast(s_last),
        .s_axis_tuser(s_user), .s_axis_tready(s_ready), .m_axis_tvalid(m_valid), .m_axis_tdata(m_data), .m_axis_tlast(m_last),
        .m_axis_tready(m_ready), .solving(solving), .launched(launched), .decided(decided), .replying(replying), .status(status));

    initial begin
        $readmemb(\"stimulus.mem\", stimulus);
        $readmemb(\"expected.mem\", expected);
        wrong = 0;
        for (i = 0; i <= {last} && wrong == 0; i = i + 1) begin
            {{aresetn, s_valid, s_data, s_last, s_user, m_ready}} = stimulus[i];
            #5 if (now !== expected[i]) begin
                $display(\"differs %0d %b\", i, now);
                wrong = 1;
            end
            clock = 1;
            #5 clock = 0;
        end
        if (wrong == 0) $display(\"equal\");
        $finish(0);
    end
endmodule
",
            top = OUTPUT_BITS - 1,
            last = self.inputs.len() - 1,
        )
    }
}

/// Number of compared output bits.
const OUTPUT_BITS: usize = 18;

/// The outputs of a settled design, as the test bench compares them.
fn outputs(design: &(impl StreamDesign + ?Sized)) -> String {
    let sent = design.sends();
    let Beat { byte, last, .. } = sent.unwrap_or_default();
    let events = design.events();
    let flag = u8::from;
    format!(
        "{}{}{byte:08b}{}{}{}{}{}{:03b}",
        flag(design.takes()),
        flag(sent.is_some()),
        flag(last),
        flag(events.solving),
        flag(events.launched),
        flag(events.decided),
        flag(events.replying),
        design.status(),
    )
}
