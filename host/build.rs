//! Boards are part of the program: a new file in `constraints/` makes a new program.

fn main() {
    println!("cargo::rerun-if-changed=../constraints");
}
