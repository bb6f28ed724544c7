//! The watched FPGA: phases, steps, cycles, refusals.
//! No interface.
//!

use super::*;

fn cross() -> Puzzle {
    Puzzle::from_grid(&Grid::from_lines(&["-#-", "###", "-#-"]).unwrap())
}

#[test]
fn a_board_is_watched_to_its_end() {
    for core in ["classic", "parallel", "clue"] {
        let mut watch = Watch::new(core, cross()).unwrap();
        assert_eq!(watch.state().phase, Phase::Receiving);
        assert_eq!(watch.run(100, Until::Byte), 1);
        watch.run(u32::MAX, Until::Phase);
        assert_eq!(watch.phase(), Phase::Solving, "{core}");
        let state = watch.state();
        assert_eq!((state.sent, state.cycles), (state.total, None));
        watch.run(u32::MAX, Until::Phase);
        assert_eq!(watch.phase(), Phase::Replying);
        watch.run(1, Until::Clocks);
        assert!(watch.state().cycles.is_some());
        watch.run(u32::MAX, Until::Clocks);
        let state = watch.state();
        assert_eq!((state.phase, state.verified), (Phase::Done, Some(true)));
        assert_eq!(
            (&*state.cells, state.status.as_deref()),
            ("-#-###-#-", Some("solved"))
        );
        assert_eq!(state.fault, None);
    }
}

#[test]
fn the_cycles_are_those_of_the_board() {
    let mut watch = Watch::new("classic", cross()).unwrap();
    let bytes = watch.bytes.clone();
    watch.run(u32::MAX, Until::Clocks);
    let mut board = SimBoard::new("classic11", Drive::Pins).unwrap();
    let exchange = board
        .exchange(&mut bytes.into_iter(), &mut |_, _| {})
        .unwrap();
    assert_eq!(watch.state().cycles, exchange.cycles);
    assert_eq!(watch.received, exchange.reply);
}

#[test]
fn a_round_of_the_classic_core_visits_each_line_that_is_left() {
    let picture = [
        "#-#-#-#", "#######", "-#####-", "--###--", "--###--", "-#####-", "#######",
    ];
    let mut watch = Watch::new(
        "classic",
        Puzzle::from_grid(&Grid::from_lines(&picture).unwrap()),
    )
    .unwrap();
    watch.run(u32::MAX, Until::Phase);
    let (mut left, mut rounds) = (14, 0);
    loop {
        let visits = watch.visits;
        watch.run(u32::MAX, Until::Round);
        if watch.phase() != Phase::Solving {
            break;
        }
        rounds += 1;
        assert_eq!((watch.visits - visits, watch.rounds), (left, rounds));
        left = watch
            .options()
            .iter()
            .filter(|&&options| options > 1)
            .count() as u64;
        assert!(left > 0);
    }
    assert!(rounds > 0);
}

#[test]
fn rounds_end_in_every_core() {
    for core in ["parallel", "clue"] {
        let mut watch = Watch::new(core, cross()).unwrap();
        watch.run(u32::MAX, Until::Phase);
        let visits = watch.visits;
        watch.run(u32::MAX, Until::Round);
        let went_on = (watch.rounds, watch.visits - visits) == (1, 6);
        assert!(went_on || watch.phase() != Phase::Solving, "{core}");
    }
}

#[test]
fn large_boards_are_refused() {
    let puzzle = Puzzle::from_grid(&Grid::from_fn(17, 3, |_, _| true));
    assert!(
        Watch::new("classic", puzzle)
            .err()
            .unwrap()
            .contains("at most 16")
    );
}

#[test]
fn the_picture_at_the_end_is_that_of_the_reply() {
    // Two solutions: the core has left the first one for the second.
    let two = Puzzle::from_grid(&Grid::from_lines(&["#-", "-#"]).unwrap());
    let mut watch = Watch::new("clue", two).unwrap();
    watch.run(u32::MAX, Until::Clocks);
    let state = watch.state();
    assert_eq!(state.status.as_deref(), Some("multiple"));
    assert_eq!(state.verified, Some(true));
    let reply = watch.reply.as_ref().unwrap();
    let sent: String = reply
        .cells
        .iter()
        .map(|cell| if cell.unwrap() { '#' } else { '-' })
        .collect();
    assert_eq!(state.cells, sent);
}
