//! The waveform of a simulated FPGA, as VCD.
//! Interface: [`Recording`] repeats the run of a board from power-on, cycle for cycle, and returns the VCD in parts.
//! Up to the last recorded cycle, the VCD is identical to that of `nonogram sim --core CORE --check --vcd FILE`.

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;

use nonogram_puzzles::Puzzle;
use nonogram_sim::{SimBoard, Waveform};

use crate::watch;

/// Bytes of the VCD that have not been returned yet.
#[derive(Clone, Default)]
struct Written(Rc<RefCell<Vec<u8>>>);

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The run of a board in a simulated FPGA, with every signal recorded.
pub struct Recording {
    board: SimBoard,
    bytes: std::vec::IntoIter<u8>,
    written: Written,
}

impl Recording {
    /// Powers on the first build of the table with the named core that fits a puzzle, from its Verilog.
    ///
    /// # Errors
    /// Returns a message under the same conditions as [`watch::Watch::new`].
    pub fn new(core: &str, puzzle: &Puzzle, verilog: &str) -> Result<Self, String> {
        let (board, bytes) = watch::power_on(core, puzzle, verilog)?;
        let written = Written::default();
        let waveform = Waveform::new(
            Box::new(written.clone()),
            board.parameters().clock_hz.into(),
        );
        Ok(Self {
            board: board.with_waveform(waveform),
            bytes: bytes.into_iter(),
            written,
        })
    }

    /// Runs `clocks` cycles; returns the part of the VCD that they add.
    ///
    /// # Errors
    /// Returns a message if the simulation fails.
    pub fn run(&mut self, clocks: u32) -> Result<Vec<u8>, String> {
        let Self { board, bytes, .. } = self;
        for _ in 0..clocks {
            board
                .step(&mut || bytes.next())
                .map_err(|error| error.to_string())?;
        }
        Ok(std::mem::take(&mut *self.written.0.borrow_mut()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nonogram_puzzles::Grid;

    #[test]
    fn parts_of_a_recording_add_up_to_the_whole_file() {
        let puzzle = Puzzle::from_grid(&Grid::from_lines(&["-#-", "###", "-#-"]).unwrap());
        for core in ["classic", "clue"] {
            let verilog = watch::tests::verilog(core, &puzzle);
            let record = || Recording::new(core, &puzzle, verilog).unwrap();
            let whole = record().run(500).unwrap();
            let mut recording = record();
            let parts = [1, 0, 99, 400].map(|clocks| recording.run(clocks).unwrap());
            assert_eq!(parts.concat(), whole);
            let text = String::from_utf8(whole).unwrap();
            assert!(text.starts_with("$timescale"), "{core}");
            assert!(text.contains("$scope module parser $end"), "{core}");
        }
    }
}
