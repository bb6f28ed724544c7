//! Runs yosys and yosys-smtbmc on a proof.
//! Interface: [`Model::new`] translates Verilog to SMT-LIB, [`Model::solve`] asks z3 about it.
//! Source: the programs `yosys`, `yosys-smtbmc` and `z3`.

use super::{Method, Proof};
use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Why a proof did not succeed.
#[derive(Debug, thiserror::Error)]
pub enum ProofError {
    /// A property does not hold, or a state is not reached.
    #[error("{proof}: refuted: {finding}")]
    Refuted {
        /// The proof's name.
        proof: &'static str,
        /// The solver's line about the statement, with its place in the wrapper.
        finding: String,
    },
    /// A tool cannot be run.
    #[error("{tool} cannot be run ({reason}): install the Debian packages yosys and z3")]
    Tool {
        /// The program.
        tool: &'static str,
        /// What the system says.
        reason: String,
    },
    /// A tool fails.
    #[error("{tool} fails on {proof}: {output}")]
    Failed {
        /// The program.
        tool: &'static str,
        /// The proof's name.
        proof: &'static str,
        /// What it printed.
        output: String,
    },
    /// A file cannot be written.
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

/// What stands between yosys-smtbmc and z3.
const FILTER: &str = include_str!("../../proofs/z3.py");

/// A proof as SMT-LIB, in a folder.
pub(super) struct Model<'a> {
    proof: &'static str,
    work: &'a Path,
    file: PathBuf,
}

impl<'a> Model<'a> {
    /// Translates the modules and the proof's wrapper.
    pub(super) fn new(proof: &Proof, verilog: &str, work: &'a Path) -> Result<Self, ProofError> {
        let Proof {
            name,
            wrapper,
            method,
            ..
        } = *proof;
        fs::write(work.join("modules.v"), verilog)?;
        fs::write(work.join(format!("{name}.v")), wrapper)?;
        fs::create_dir_all(work.join("bin"))?;
        fs::write(work.join("bin/z3"), FILTER)?;
        fs::set_permissions(work.join("bin/z3"), fs::Permissions::from_mode(0o755))?;
        let any_start = match method {
            Method::FromAnyState { .. } => "setattr -unset init w:*; ",
            Method::Induction { .. } => "",
        };
        // Memories become registers before the hierarchy goes, so that a wrapper can look at their words.
        let script = format!(
            "read_verilog -formal modules.v {name}.v; hierarchy -check -top {name}_proof; proc; \
             memory -nomap; memory_map; flatten; opt -keepdc; async2sync; dffunmap; opt_clean; \
             {any_start}write_smt2 -wires {name}.smt2"
        );
        let model = Self {
            proof: name,
            work,
            file: format!("{name}.smt2").into(),
        };
        let (fine, output) = model.call("yosys", &["-q", "-p", &script])?;
        if fine {
            Ok(model)
        } else {
            Err(ProofError::Failed {
                tool: "yosys",
                proof: name,
                output,
            })
        }
    }

    /// Runs z3 to a depth, `first:size:last` or just the last; the mode is empty (bounded), `-i` (induction step) or
    /// `-c` (cover).
    pub(super) fn solve(&self, depth: &str, mode: &[&str]) -> Result<(), ProofError> {
        let file = self.file.to_string_lossy();
        // The filter wants each state's terms by name (--unroll), and one question a run of z3 (--noincr).
        let options = [
            "--noprogress",
            "--unroll",
            "--noincr",
            "-s",
            "z3",
            "-t",
            depth,
        ];
        let (fine, output) =
            self.call("yosys-smtbmc", &[&options[..], mode, &[&*file]].concat())?;
        if fine && output.contains("Status: PASSED") {
            return Ok(());
        }
        if output.contains("z3") && output.contains("No such file") {
            return Err(ProofError::Tool {
                tool: "z3",
                reason: output,
            });
        }
        let finding = output
            .lines()
            .find(|line| line.contains("Assert failed") || line.contains("Unreached cover"));
        Err(match finding {
            Some(finding) => ProofError::Refuted {
                proof: self.proof,
                finding: finding.trim_start_matches(['#', ' ']).into(),
            },
            None => ProofError::Failed {
                tool: "yosys-smtbmc",
                proof: self.proof,
                output,
            },
        })
    }

    /// The folder of the filter, and after it where programs are found.
    fn search_path(&self) -> OsString {
        let mut path = self.work.join("bin").into_os_string();
        path.push(":");
        path.push(std::env::var_os("PATH").unwrap_or_default());
        path
    }

    fn call(&self, tool: &'static str, arguments: &[&str]) -> Result<(bool, String), ProofError> {
        let output = Command::new(tool)
            .args(arguments)
            .current_dir(self.work)
            .env("PATH", self.search_path())
            .output()
            .map_err(|error| ProofError::Tool {
                tool,
                reason: error.to_string(),
            })?;
        let printed = [output.stdout, output.stderr].concat();
        Ok((
            output.status.success(),
            String::from_utf8_lossy(&printed).into_owned(),
        ))
    }
}
