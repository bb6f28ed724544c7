//! Generates the page's JavaScript bindings and final WebAssembly module.
//! Interface: `nonogram-web-bindgen MODULE.wasm FOLDER`.
//! Source: the crate wasm-bindgen-cli-support, the generator of wasm-bindgen.

use anyhow::Context;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let usage = "usage: nonogram-web-bindgen MODULE.wasm FOLDER";
    let module = arguments.next().context(usage)?;
    let folder = arguments.next().context(usage)?;
    Bindgen::new()
        .input_path(&module)
        .web(true)?
        .typescript(true)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate(&folder)
        .with_context(|| {
            let expected = "expected a WebAssembly module built with the same wasm-bindgen version";
            format!("{module}: cannot generate bindings; {expected}: run `make page`")
        })
}
