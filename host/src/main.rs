//! The program `nonogram`, which calls the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    nonogram_host::run()
}
