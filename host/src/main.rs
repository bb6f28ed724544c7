//! The program `nonogram`; the library has all of it.

use std::process::ExitCode;

fn main() -> ExitCode {
    nonogram_host::run()
}
