//! The open flow: a board's Verilog to a bitstream, by yosys, nextpnr and the packer of the family.
//!
//! A [`Design`] is synthesised in a folder, then placed, then packed; programs are found by nonogram-sim's finder.
//! JSON reports are read, never logs.

mod cells;
mod recipe;
mod route_report;

use std::borrow::Cow;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use tempfile::TempDir;

use crate::exit::{Exit, Failure, OrExit};
use crate::interrupt::{self, Guard, Tidy};
use crate::targets::Target;
use crate::{output, progress};
pub use cells::Cells;
use nonogram_hdl::Build;
use nonogram_sim::emulator::EmulatorError;
use nonogram_sim::tools::{Failed, Found, Missing};
pub use recipe::Recipe;
pub use route_report::RouteReport;

impl From<Missing> for Failure {
    fn from(missing: Missing) -> Self {
        Self::Error(Exit::Tool, missing.into())
    }
}

impl From<Failed> for Failure {
    fn from(failed: Failed) -> Self {
        // Whatever it says, it was ended by us.
        if interrupt::requested() {
            return Self::Interrupted;
        }
        Self::Error(Exit::Fault, failed.into())
    }
}

impl From<EmulatorError> for Failure {
    fn from(error: EmulatorError) -> Self {
        if interrupt::requested() {
            return Self::Interrupted;
        }
        let exit = match error {
            EmulatorError::Missing(_) => Exit::Tool,
            _ => Exit::Fault,
        };
        Self::Error(exit, error.into())
    }
}

/// The extension of the board's bitstream file.
///
/// # Errors
/// The open flow makes none for this board.
pub fn extension(target: &Target) -> Result<&'static str, Failure> {
    target
        .family
        .open
        .map(|flow| flow.extension)
        .ok_or_else(|| not_ours(target))
}

fn not_ours(target: &Target) -> Failure {
    let name = &target.name;
    Failure::new(
        Exit::Usage,
        format!("{name} is built by Vivado: use `nonogram vivado --board {name} --output DIR`"),
    )
}

/// A folder for the files of the programs, removed with all its content when it is dropped, or by Ctrl-C.
pub struct Workplace {
    folder: TempDir,
    _tidy: Tidy,
    _guard: Guard,
}

impl Workplace {
    /// A new one in `parent`, its name led by `prefix`. Not in /tmp: the wheels' programs see no other /tmp than
    /// their own.
    ///
    /// # Errors
    /// The folder cannot be made.
    pub fn new(parent: &Path, prefix: &str) -> Result<Self, Failure> {
        let guard = interrupt::guard();
        let folder = tempfile::Builder::new()
            .prefix(prefix)
            .tempdir_in(parent)
            .map_err(output::without_path)
            .with_context(|| output::no_folder(parent))
            .or_exit(Exit::Fault)?;
        Ok(Self {
            _tidy: interrupt::tidy(folder.path()),
            folder,
            _guard: guard,
        })
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// A synthesised design for a board, in a folder.
pub struct Design<'a> {
    recipe: Recipe<'a>,
    core_hz: u64,
    nextpnr: Found,
    packer: Found,
    work: &'a Path,
    versions: Vec<String>,
}

/// A placed and routed design.
pub struct Placed {
    /// nextpnr's report.
    pub file: PathBuf,
    /// The same, read.
    pub report: RouteReport,
}

impl<'a> Design<'a> {
    /// Synthesises a build with the board's wrapper, in the folder `work`.
    ///
    /// # Errors
    /// The board is not one of the open flow, or a program is missing (exit code 6) or fails.
    pub fn synthesise(
        target: &'a Target,
        build: &'static Build,
        work: &'a Path,
    ) -> Result<Self, Failure> {
        let recipe = Recipe::new(target)?;
        let flow = recipe.flow;
        // All of them first: a missing packer is reported before synthesis, not after it.
        let (yosys, nextpnr, packer) = (flow.yosys.find()?, flow.place.find()?, flow.pack.find()?);
        let verilog = nonogram_hdl::verilog(build.name).or_exit(Exit::Usage)?;
        write(work, "design.v", &verilog)?;
        write(work, &target.wrapper_name(), &target.wrapper()?)?;
        write(work, &target.constraints, target.constraint_text()?)?;
        let step = progress::step(&format!("{}: 1 of 3, synthesis (yosys)", target.name));
        yosys.call(&recipe.synthesis(build), work)?;
        drop(step);
        Ok(Self {
            recipe,
            core_hz: target.core_hz(build),
            versions: vec![yosys.version(), nextpnr.version()],
            nextpnr,
            packer,
            work,
        })
    }

    /// The programs, by name and version.
    pub fn versions(&self) -> &[String] {
        &self.versions
    }

    /// What it takes, cell type by cell type.
    ///
    /// # Errors
    /// yosys left no count.
    pub fn cells(&self) -> Result<Cells, Failure> {
        Cells::read(
            &self.work.join("stat.json"),
            &self.recipe.target.family.cells,
        )
    }

    /// Places and routes for a clock of `goal_hz`; whether that was reached is in the report.
    ///
    /// # Errors
    /// nextpnr fails: the design does not fit, say.
    pub fn place(&self, seed: u32, goal_hz: u64) -> Result<Placed, Failure> {
        let constraints = self.constraints(goal_hz)?;
        let arguments = self.recipe.placing(seed, goal_hz, &constraints);
        let name = self.recipe.flow.place.name;
        let board = &self.recipe.target.name;
        let _step = progress::step(&format!(
            "{board}: 2 of 3, place and route, seed {seed} ({name})"
        ));
        self.nextpnr.call(&arguments, self.work)?;
        let file = self.work.join("report.json");
        Ok(Placed {
            report: RouteReport::read(&file)?,
            file,
        })
    }

    /// The file of the pins. The rate of the board's oscillator stands in it, and gives the core's through the clock
    /// generator: for another goal it has to go, else nextpnr would aim at the board's.
    fn constraints(&self, goal_hz: u64) -> Result<Cow<'a, str>, Failure> {
        let target = self.recipe.target;
        let board = &target.constraints;
        let Some(rate) = self.recipe.flow.rate.filter(|_| goal_hz != self.core_hz) else {
            return Ok(board.into());
        };
        let pins = without_rates(target.constraint_text()?, rate);
        let name = format!("goal-{board}");
        write(self.work, &name, &pins)?;
        Ok(name.into())
    }

    /// Makes the bitstream of what was placed last.
    ///
    /// # Errors
    /// The packer fails.
    pub fn pack(&self) -> Result<PathBuf, Failure> {
        let name = self.recipe.flow.pack.name;
        let board = &self.recipe.target.name;
        let _step = progress::step(&format!("{board}: 3 of 3, bitstream ({name})"));
        self.packer.call(&self.recipe.packing(), self.work)?;
        Ok(self.work.join(self.recipe.bitstream()))
    }
}

/// A file of pins without the rates of clocks, whose lines begin with the word `rate`.
fn without_rates(constraints: &str, rate: &str) -> String {
    let lines = constraints
        .lines()
        .filter(|line| line.split_whitespace().next() != Some(rate));
    lines.flat_map(|line| [line, "\n"]).collect()
}

fn write(work: &Path, name: &str, text: &str) -> Result<(), Failure> {
    let path = work.join(name);
    fs::write(&path, text)
        .with_context(|| format!("{}: cannot write; check the disk", path.display()))
        .or_exit(Exit::Fault)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `report --goal` aimed at the board's rate, whatever it was given.
    #[test]
    fn no_rate_is_left_for_another_goal() {
        for (board, rate) in [("ulx3s", "FREQUENCY"), ("hx8k_breakout", "set_frequency")] {
            let target = crate::targets::find(board).expect("a board");
            let text = target.constraint_text().expect("its pins");
            assert_eq!(text.matches(rate).count(), 1);
            let pins = without_rates(text, rate);
            assert!(!pins.contains(rate), "{pins}");
            assert_eq!(pins.lines().count(), text.lines().count() - 1);
        }
    }
}
