//! Prints the Verilog of the build named on the command line.
fn main() {
    let n = std::env::args().nth(1).unwrap();
    print!("{}", nonogram_hdl::verilog(&n).unwrap());
}
