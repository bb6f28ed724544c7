//! Runs yosys and yosys-abc on a proof.
//! Interface: [`Model::new`] translates Verilog to and-inverter graphs; [`Model::prove`], [`Model::search`] and [`Model::cover`] run ABC on
//! them.
//! Source: Bradley's property-directed reachability (`pdr`), induction (`ind`) and bounded model checking (`bmc3`), as implemented in ABC.

use super::proof::{Method, Proof};
use nonogram_netlist::verilog::CHECKS;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Nothing, or what is refuted: a statement with its position in the wrapper, and the cycle or the depth of the search.
pub(super) type Verdict = Result<(), String>;

/// ABC's message if there is no counterexample within the depth.
const NONE_FOUND: &str = "No output asserted in";

/// Turns cover statements into assertions that they are never reached.
const NEVER: &str = "(* techmap_celltype = \"$cover\" *)
module never(input A, EN);
    \\$assert _TECHMAP_REPLACE_ (.A(~A), .EN(EN));
endmodule
";

/// Replaces arbitrary constants of a wrapper by values.
fn with(wrapper: &str, constants: &[(&str, &str)]) -> String {
    constants.iter().fold(wrapper.to_owned(), |text, (name, value)| {
        let declares =
            |line: &&str| line.contains("(* anyconst *)") && line.ends_with(&format!(" {name};"));
        let line = text.lines().find(declares).expect("an arbitrary constant");
        let constant = line.replace("(* anyconst *) reg", "wire");
        text.replace(line, &constant.replace(';', &format!(" = {value};")))
    })
}

/// The kinds of statement in a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Statements {
    /// Assertions only.
    Assertions,
    /// Assertions and cover statements.
    All,
}

/// A proof as and-inverter graphs in a folder: `assert.aig` and, with [`Statements::All`], `cover.aig`, each with the list of its
/// statements.
pub(super) struct Model<'a> {
    proof: &'static str,
    work: &'a Path,
}

impl<'a> Model<'a> {
    /// Translates the modules and the proof's wrapper; `constants` gives values to arbitrary constants of the wrapper.
    ///
    /// # Panics
    /// Like the other functions, panics if a tool fails or reaches no result.
    pub(super) fn new(
        proof: &Proof,
        constants: &[(&str, &str)],
        verilog: &str,
        statements: Statements,
        work: &'a Path,
    ) -> Self {
        let Proof { name, wrapper, method, .. } = *proof;
        fs::write(work.join("modules.sv"), verilog).expect("a writable folder");
        fs::write(work.join(format!("{name}.v")), with(wrapper, constants))
            .expect("a writable folder");
        fs::write(work.join("never.v"), NEVER).expect("a writable folder");
        let any_start = match method {
            Method::FromAnyState { .. } => "setattr -unset init w:*;",
            Method::ForAllTime | Method::Induction => "",
        };
        // Most of any states are unreachable, and the assertions of the modules do not hold in them.
        let checks = match method {
            Method::FromAnyState { .. } => String::new(),
            Method::ForAllTime | Method::Induction => format!("-D{CHECKS}"),
        };
        // For both kinds of statement, a graph of each; otherwise the cover statements are removed at once.
        let (assertions, both, cover) = match statements {
            Statements::Assertions => ("chformal -cover -remove;", "", ""),
            Statements::All => (
                "",
                "design -save both; chformal -cover -remove;",
                "design -load both; chformal -assert -remove; techmap -map never.v t:$cover; aigmap; \
                 select -write cover.txt t:$assert; write_aiger -zinit cover.aig",
            ),
        };
        // With `checks`, the assertions of the modules are part of the proof, in the cycle of the edge that they wait for (-early).
        // Memories become registers before the hierarchy is flattened, so that a wrapper can read their words.
        // Undefined values are arbitrary, including those of registers without an initial value (-zinit).
        // Yosys simplifies little, because ABC simplifies the graph faster (structural hashing).
        let script = format!(
            "read_verilog -sv -formal {checks} modules.sv; read_verilog -formal {name}.v; hierarchy -check -top {name}_proof; proc; chformal -early; \
             memory_dff; memory_collect; memory_map; flatten; {assertions} opt_clean -purge; async2sync; dffunmap; {any_start} \
             setundef -undriven -anyseq; opt_expr -fine -keepdc; techmap; opt_expr -keepdc; \
             setundef -anyseq; aigmap; {both} select -write assert.txt t:$assert; write_aiger -zinit assert.aig; {cover}"
        );
        let model = Self { proof: name, work };
        model.call("yosys", &["-q", "-p", &script]);
        model
    }

    /// Returns an error if an assertion fails in a run of at most `depth` cycles, or if ABC fails.
    pub(super) fn search(&self, depth: usize) -> Verdict {
        self.all_hold(&format!("bmc3 -F {depth}"), NONE_FOUND)
    }

    /// Proves every assertion by `method`.
    pub(super) fn prove(&self, method: Method) -> Verdict {
        let questions = match method {
            // Nodes that are equal in every cycle are merged first (`scorr`), without which one proof takes 60 times as long.
            Method::ForAllTime => vec![("scorr; pdr".to_owned(), "Property proved.")],
            // The step proves all properties at once, so that each may use the others. `ind -F 2` assumes them in one cycle.
            Method::Induction => vec![
                ("bmc3 -F 1".to_owned(), NONE_FOUND),
                ("orpos; strash; ind -F 2 -C 0".to_owned(), "Networks are equivalent."),
            ],
            Method::FromAnyState { depth } => vec![(format!("bmc3 -F {depth}"), NONE_FOUND)],
        };
        questions.iter().try_for_each(|(question, proven)| self.all_hold(question, proven))
    }

    /// Runs ABC on the assertions; its output contains `proven` if they hold.
    fn all_hold(&self, question: &str, proven: &str) -> Verdict {
        let output = self.ask("assert", &format!("strash; {question}"));
        if let Some((place, cycle)) = asserted(&output).next() {
            return Err(format!("{} fails in cycle {cycle}", self.statement("assert", place)));
        }
        assert!(output.contains(proven), "yosys-abc fails on {}: {output}", self.proof);
        Ok(())
    }

    /// Returns an error unless every cover statement is reached within `depth` cycles.
    pub(super) fn cover(&self, depth: usize) -> Verdict {
        // All outputs in one search (-a), without the runs that reach them (-x), with which ABC crashes on some graphs.
        let output = self.ask("cover", &format!("strash; bmc3 -a -x -F {depth}"));
        let reached: Vec<usize> = asserted(&output).map(|(place, _)| place).collect();
        match (0..self.statements("cover").len()).find(|place| !reached.contains(place)) {
            None => Ok(()),
            Some(place) => {
                let statement = self.statement("cover", place);
                Err(format!("{statement} is not reached in {depth} cycles: {output}"))
            }
        }
    }

    /// Runs ABC on a graph with its assumptions folded in.
    fn ask(&self, graph: &str, question: &str) -> String {
        let script = format!("read_aiger {graph}.aig; fold; {question}; print_status");
        self.call("yosys-abc", &["-c", &script])
    }

    /// The names of a graph's statements, which contain their files and lines.
    fn statements(&self, graph: &str) -> Vec<String> {
        let list = fs::read_to_string(self.work.join(format!("{graph}.txt"))).expect("a list");
        list.lines().map(|name| name.replace('$', " ").trim().to_owned()).collect()
    }

    fn statement(&self, graph: &str, place: usize) -> String {
        let name = self.statements(graph).into_iter().nth(place);
        name.unwrap_or_else(|| "a statement".to_owned())
    }

    fn call(&self, tool: &str, arguments: &[&str]) -> String {
        let output = Command::new(tool).args(arguments).current_dir(self.work).output();
        let output = output.unwrap_or_else(|error| {
            panic!("{tool} cannot be run ({error}): install the Debian package yosys")
        });
        let printed = [output.stdout, output.stderr].concat();
        let printed = String::from_utf8_lossy(&printed).into_owned();
        assert!(output.status.success(), "{tool} fails on {}: {printed}", self.proof);
        printed
    }
}

/// The outputs that ABC found high, and the cycles, from `Output 3 of miter "assert" was asserted in frame 12.` and, with `-a`,
/// `Output  3 was asserted in frame  12 (solved  1 out of 26 outputs).`
fn asserted(output: &str) -> impl Iterator<Item = (usize, usize)> {
    output.lines().filter_map(|line| {
        let (before, after) = line.split_once("was asserted in frame")?;
        let place = before.split_once("Output ")?.1.split_whitespace().next()?;
        let cycle = after.trim().split(|character: char| !character.is_ascii_digit()).next()?;
        Some((place.parse().ok()?, cycle.parse().ok()?))
    })
}
