//! The open flow: turns a board's Verilog into a bitstream with yosys, nextpnr and the packer of the family.
//!
//! A [`Design`] is synthesised in a folder, then placed, then packed; nonogram-sim finds the programs. JSON reports are
//! read, never logs.

mod recipe;
mod reports;

use std::borrow::Cow;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use tempfile::TempDir;

use crate::exit::{Exit, Failure, OrExit, failure};
use crate::interrupt::{self, Tidy};
use crate::stop::{self, Guard};
use crate::targets::Target;
use crate::{output, progress};
use nonogram_sim::tools::Found;
use nonogram_verilog::{Build, Parameters};
pub use recipe::Recipe;
pub use reports::{Cells, RouteReport};

/// The extension of the board's bitstream file.
///
/// # Errors
/// The open flow does not support the board.
pub fn extension(target: &Target) -> Result<&'static str, Failure> {
    target
        .family
        .open
        .map(|flow| flow.extension)
        .ok_or_else(|| not_ours(target))
}

/// The failure for a board whose bitstreams Vivado builds.
fn not_ours(target: &Target) -> Failure {
    let name = &target.name;
    failure!(
        Exit::Usage,
        "{name} belongs to the Vivado flow; expected a board of the open flow: use `nonogram vivado --board {name} \
             --output DIR`"
    )
}

/// A folder for the files of the programs. It is removed with all its content when this value is dropped, or by Ctrl-C.
pub struct Workplace {
    folder: (TempDir, Tidy),
    _guard: Guard,
}

impl Workplace {
    /// A new folder in `parent`, whose name starts with `prefix`. `parent` must not be /tmp, because the programs of the PyPI
    /// wheels have a /tmp of their own.
    ///
    /// # Errors
    /// The folder cannot be created.
    pub fn new(parent: &Path, prefix: &str) -> Result<Self, Failure> {
        let guard = stop::guard();
        let create = || tempfile::Builder::new().prefix(prefix).tempdir_in(parent);
        let folder = interrupt::temporary(create)
            .map_err(output::without_path)
            .with_context(|| output::no_folder(parent))
            .or_exit(Exit::Fault)?;
        Ok(Self {
            folder,
            _guard: guard,
        })
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        self.folder.0.path()
    }
}

/// A synthesised design for a board, in a folder.
pub struct Design<'a> {
    recipe: Recipe<'a>,
    parameters: Parameters,
    nextpnr: Found,
    packer: Found,
    work: &'a Path,
    versions: Vec<String>,
}

/// A placed and routed design.
pub struct Placed {
    /// The file of nextpnr's report.
    pub file: PathBuf,
    /// The content of nextpnr's report.
    pub report: RouteReport,
}

impl<'a> Design<'a> {
    /// Synthesises a design with the board's wrapper. The programs run in the folder `work`, and leave their files there.
    ///
    /// # Errors
    /// The open flow does not support the board, a program is missing (exit code 6) or fails, or a file cannot be written.
    pub fn synthesise(
        target: &'a Target,
        build: &'static Build,
        parameters: Parameters,
        work: &'a Path,
    ) -> Result<Self, Failure> {
        let recipe = Recipe::new(target, build)?;
        let flow = recipe.flow;
        // All programs are found first, so that a missing packer is reported before synthesis.
        let (yosys, nextpnr, packer) = (flow.yosys.find()?, flow.place.find()?, flow.pack.find()?);
        let verilog = nonogram_verilog::verilog(build.name, &parameters).or_exit(Exit::Usage)?;
        write(work, "design.sv", &verilog)?;
        write(work, &target.wrapper_name(), &target.wrapper(build)?)?;
        write(work, &target.constraints, target.constraint_text()?)?;
        let step = progress::step(&format!("{}: 1 of 3, synthesis (yosys)", target.name));
        yosys.call(&recipe.synthesis(&parameters), work)?;
        drop(step);
        Ok(Self {
            recipe,
            parameters,
            versions: vec![yosys.version(), nextpnr.version()],
            nextpnr,
            packer,
            work,
        })
    }

    /// The names and versions of yosys and nextpnr.
    pub fn versions(&self) -> &[String] {
        &self.versions
    }

    /// The cells of the design, by type.
    ///
    /// # Errors
    /// The statistics of yosys cannot be read.
    pub fn cells(&self) -> Result<Cells, Failure> {
        Cells::read(
            &self.work.join("stat.json"),
            &self.recipe.target.family.cells,
        )
    }

    /// Places and routes the design for a clock of `goal_hz`; the report states whether that frequency was reached.
    ///
    /// # Errors
    /// nextpnr fails, for example because the design does not fit, or a file cannot be read or written.
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

    /// The name of the constraint file for this goal. For some families, the board's own file constrains the oscillator, from which
    /// nextpnr derives the core's clock. If the goal differs from that clock, a copy without the constraint is written, because the
    /// constraint would take precedence over the goal.
    fn constraints(&self, goal_hz: u64) -> Result<Cow<'a, str>, Failure> {
        let target = self.recipe.target;
        let board = &target.constraints;
        let Some(rate) = self
            .recipe
            .flow
            .rate
            .filter(|_| goal_hz != u64::from(self.parameters.clock_hz))
        else {
            return Ok(board.into());
        };
        let pins = without_rates(target.constraint_text()?, rate);
        let name = format!("goal-{board}");
        write(self.work, &name, &pins)?;
        Ok(name.into())
    }

    /// Makes the bitstream of the last placed design, and returns its path.
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

/// The constraints without the clock constraints, which are the lines whose first word is `rate`.
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

    /// A clock constraint would take precedence over the frequency of `report --goal`.
    #[test]
    fn clock_constraint_is_removed_for_another_goal() {
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
