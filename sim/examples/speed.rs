//! Clocks a second of the simulation.
use nonogram_protocol::BoardStream;
use nonogram_sim::*;
fn main() {
    let clue: Vec<Vec<usize>> = vec![vec![1, 1, 1]; 11];
    for drive in [Drive::Bytes, Drive::Pins] {
        let stream = BoardStream::new(&clue, &clue).unwrap();
        let size = stream.size();
        let mut board = SimBoard::new("classic11", drive).unwrap().with_lock_step();
        let t = std::time::Instant::now();
        let e = board.exchange(&mut stream.bytes(), &mut |_, _| {}).unwrap();
        let s = t.elapsed().as_secs_f64();
        println!(
            "{drive:?}: {} bytes {} clocks {:?} cycles, {} reply bytes, {:?}; {:.0} clocks/s",
            size.bytes,
            e.clocks,
            e.cycles,
            e.reply.len(),
            nonogram_protocol::decode_reply(e.reply.iter().copied()).map(|r| r.status),
            e.clocks as f64 / s
        );
        let p: Vec<Vec<usize>> = vec![vec![1], vec![3], vec![1]];
        let stream = BoardStream::new(&p, &p).unwrap().with_check(true);
        let e = board.exchange(&mut stream.bytes(), &mut |_, _| {}).unwrap();
        println!(
            "{:?} {:?}",
            e,
            nonogram_protocol::decode_reply(e.reply.iter().copied())
        );
    }
}
