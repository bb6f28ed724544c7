//! Encodes a puzzle as the bytes that a clue core receives, then decodes a sample reply to a picture.

use nonogram_protocol::{ClueStream, ReplyStream, Status, decode_reply};

fn main() {
    let rows = [vec![1, 1], vec![3], vec![1]];
    let columns = [vec![2], vec![2], vec![2]];
    let board = ClueStream::new(&rows, &columns).expect("a board that the protocol can encode");
    let board: Vec<u8> = board.with_check(true).bytes().collect();
    println!("{} bytes: {}", board.len(), hexadecimal(&board));

    // A sample reply, in the form in which the classic and the parallel core send it.
    let picture = [1, 0, 1, 1, 1, 1, 0, 1, 0].map(Some);
    let answer = ReplyStream::new(3, 3, &picture, Status::Solved);
    let reply = decode_reply(answer.bytes()).expect("a whole reply");
    for row in reply.cells.chunks(reply.columns) {
        let characters = row.iter().map(|cell| match cell {
            Some(1..) => '#',
            Some(0) => '-',
            None => '?',
        });
        println!("{}", characters.collect::<String>());
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
