//! The core file for FuseSoC: its targets lint, simulate and synthesise the golden Verilog.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The folder with `nonogram.core`.
fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Runs a target of the core file below `root`, in the folder `work`.
fn fusesoc(root: &Path, target: &str, work: &Path) -> Output {
    Command::new("fusesoc")
        .arg("--cores-root")
        .arg(root)
        .args(["run", "--build-root"])
        .arg(work.join("build"))
        .args(["--target", target, "nonogram"])
        .current_dir(work)
        // FuseSoC's settings and core library are private to this test.
        .env("XDG_CONFIG_HOME", work)
        .env("XDG_DATA_HOME", work)
        .env("XDG_CACHE_HOME", work)
        .output()
        .expect("fusesoc cannot be run: install it with `scripts/setup hardware`, and run the test through `make`, which sets PATH")
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&[&output.stdout[..], &output.stderr].concat()).into_owned()
}

fn runs(target: &str) -> (tempfile::TempDir, String) {
    let work = tempfile::tempdir().expect("a folder");
    let output = fusesoc(&repository().canonicalize().expect("a folder"), target, work.path());
    let said = said(&output);
    assert!(output.status.success(), "{target}: {said}");
    (work, said)
}

#[test]
fn the_design_is_linted_simulated_and_synthesised() {
    runs("lint");
    runs("stream_lint");
    let (_, said) = runs("sim");
    assert!(said.contains("the picture is correct"), "{said}");
    for (target, port) in [("synth", "tx"), ("stream", "m_axis_tlast")] {
        let (work, _) = runs(target);
        let name = concat!("nonogram_", env!("CARGO_PKG_VERSION"));
        let netlist = format!("build/{name}/{target}-yosys/{name}.json");
        let netlist = std::fs::read_to_string(work.path().join(netlist));
        let netlist = netlist.expect("a netlist");
        for part in ["TRELLIS_FF", "DP16KD", &format!("\"{port}\": {{")] {
            assert!(netlist.contains(part), "{target}: no {part}");
        }
    }
}

/// Lint fails without the waivers, which shows that the linter reads the Verilog and that its result is not ignored.
#[test]
fn lint_fails_without_the_waivers() {
    let root = tempfile::tempdir().expect("a folder");
    let core = std::fs::read_to_string(repository().join("nonogram.core")).expect("a core file");
    let [rtl, waivers] =
        ["parallel11x4.sv", "waivers.vlt"].map(|name| format!("hdl/verilog/{name}"));
    for name in [&rtl, &waivers, &"hdl/fusesoc/nonogram_tb.sv".to_owned()] {
        let file = root.path().join(name);
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("a writable folder");
        std::fs::copy(repository().join(name), file).expect("a file of the core");
    }
    std::fs::write(root.path().join("nonogram.core"), core).expect("a writable folder");
    std::fs::write(root.path().join(&waivers), "`verilator_config\n").expect("a writable folder");
    let work = tempfile::tempdir().expect("a folder");
    let output = fusesoc(root.path(), "lint", work.path());
    assert!(!output.status.success(), "{}", said(&output));
    assert!(said(&output).contains("UNUSED"), "{}", said(&output));
}

#[test]
fn core_file_has_the_version_of_the_crate() {
    let core = std::fs::read_to_string(repository().join("nonogram.core")).expect("a core file");
    let version = env!("CARGO_PKG_VERSION");
    assert!(core.contains(&format!("name: ::nonogram:{version}\n")), "{core}");
}
