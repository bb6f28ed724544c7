//! Tests of the watched FPGA: phases, steps, cycles, refusals, recorded signals, observed blocks and signals.

use super::*;
use nonogram_puzzles::Grid;

/// The Verilog of the first design with the named core that fits the puzzle; empty if none fits.
fn verilog(core: &str, puzzle: &Puzzle) -> &'static str {
    build(core, puzzle).map_or("", |(build, _)| build.text)
}

fn watch(core: &str, puzzle: Puzzle) -> Result<Watch, String> {
    let verilog = verilog(core, &puzzle);
    Watch::new(core, puzzle, verilog)
}

fn cross() -> Puzzle {
    Puzzle::from_grid(&Grid::from_lines(&["-#-", "###", "-#-"]).unwrap())
}

#[test]
fn a_board_is_watched_to_its_end() {
    for core in ["classic", "parallel", "clue"] {
        let mut watch = watch(core, cross()).unwrap();
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
        assert_eq!((&*state.cells, state.status.as_deref()), ("-#-###-#-", Some("solved")));
        assert_eq!(state.fault, None);
    }
}

#[test]
fn each_visit_reports_its_lines() {
    for core in ["classic", "parallel", "clue"] {
        let mut watch = watch(core, cross()).unwrap();
        watch.run(u32::MAX, Until::Phase);
        let mut seen = [false; 6];
        while watch.phase() == Phase::Solving {
            let visits = watch.visits;
            watch.run(u32::MAX, Until::Visit);
            let lines = watch.state().visited;
            assert!(watch.visits == visits || !lines.is_empty(), "{core}");
            assert!(lines.len() <= 2, "{core}: {lines:?}");
            lines.iter().for_each(|&line| seen[line] = true);
        }
        // The parallel core and the clue core already visit lines while they receive the board.
        assert!(core != "classic" || seen == [true; 6], "{core}: {seen:?}");
    }
}

#[test]
fn unknown_cores_and_large_boards_are_refused() {
    let error = |core, puzzle: &Puzzle| build(core, puzzle).err().unwrap();
    let unknown = error("serial", &cross());
    assert_eq!(unknown, "no core is named serial; expected classic, parallel or clue");
    let wide = Puzzle::from_grid(&Grid::from_fn(17, 3, |_, _| true));
    assert!(error("classic", &wide).contains(": 17 x 3 cells; expected at most 16 x 16"));
    let coloured = Puzzle::from_grid(&crate::sheet::grid(1, 2, "#b").unwrap());
    assert!(error("parallel", &coloured).contains("2 colours"));
}

#[test]
fn the_picture_at_the_end_is_that_of_the_reply() {
    // The puzzle has two solutions, and the core continues after it has found the first one.
    let two = Puzzle::from_grid(&Grid::from_lines(&["#-", "-#"]).unwrap());
    let mut watch = watch("clue", two).unwrap();
    watch.run(u32::MAX, Until::Clocks);
    let state = watch.state();
    assert_eq!(state.status.as_deref(), Some("multiple"));
    assert_eq!(state.verified, Some(true));
    let reply = watch.reply.as_ref().unwrap();
    let sent: String =
        reply.cells.iter().map(|cell| if cell.unwrap() > 0 { '#' } else { '-' }).collect();
    assert_eq!(state.cells, sent);
}

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

#[test]
fn chosen_signals_are_recorded_cycle_by_cycle() {
    for core in ["classic", "parallel", "clue"] {
        let mut watch = watch(core, cross()).unwrap();
        watch.run(500, Until::Clocks);
        watch.choose(&names(&["parser.control.state"])).unwrap();
        let is_state =
            |name: &str| name == "parser.control.state" || name.ends_with(".parser.control.state");
        assert!(watch.signals().iter().any(|signal| is_state(&signal.name)), "{core}");
        let mut seen = Vec::new();
        for _ in 0..100 {
            watch.run(1, Until::Clocks);
            seen.push(watch.state().parser);
        }
        watch.choose(&names(&["solving", "parser.control.state"])).unwrap();
        for _ in 0..20 {
            watch.run(1, Until::Clocks);
            seen.push(watch.state().parser);
        }
        let wave = watch.wave(0, 620, 620);
        assert_eq!(wave.iter().filter(|shown| shown.chosen).count(), 2);
        let [.., solving, parser] = &*wave else {
            panic!("two were chosen");
        };
        assert_eq!(*solving.changes, [(600, "0".to_owned())]);
        assert!(is_state(&parser.name));
        let at = |clock| {
            let before = parser.changes.iter().rev().find(|(from, _)| *from <= clock);
            before.map(|(_, value)| value)
        };
        assert_eq!(at(499), None, "earlier cycles are not recorded");
        for (clock, value) in (500..).zip(&seen) {
            assert_eq!(at(clock), Some(value), "{core}, cycle {clock}");
        }
        // Events are recorded from power-on: one cycle per byte.
        let bytes =
            watch.wave(0, 620, 620)[0].changes.iter().filter(|(_, value)| value == "1").count();
        assert_eq!(bytes, watch.state().sent, "{core}");
        watch.choose(&[]).unwrap();
        assert!(watch.state().chosen.is_empty());
        assert!(watch.wave(0, 620, 620).iter().all(|shown| !shown.chosen));
    }
}

#[test]
fn unknown_signals_are_refused_and_the_choice_is_kept() {
    let mut watch = watch("classic", cross()).unwrap();
    watch.choose(&names(&["queue.used", "queue.used"])).unwrap();
    for (wanted, words) in
        [("nothing", "no signal is named nothing"), ("state", "signals are named state")]
    {
        let error = watch.choose(&names(&[wanted])).unwrap_err();
        assert!(error.contains(words), "{error}");
    }
    let all: Vec<String> = watch.signals().into_iter().map(|signal| signal.name).collect();
    assert!(watch.choose(&all[..wave::MOST + 1]).unwrap_err().contains("remove some"));
    assert_eq!(watch.state().chosen.len(), 1);
    watch.choose(&all[..wave::MOST]).unwrap();
    assert_eq!(watch.state().chosen.len(), wave::MOST);
}

#[test]
fn damaged_verilog_and_verilog_of_another_design_are_refused() {
    let text = verilog("classic", &cross());
    let half = &text[..text.len() / 2];
    let error = Watch::new("classic", cross(), half).err().unwrap();
    assert!(error.contains("Verilog of classic11 is damaged"), "{error}");
    assert!(error.contains("line"), "{error}");
    // Another design has other signals.
    let other = verilog("parallel", &cross());
    assert!(Watch::new("classic", cross(), other).is_err());
}

/// The length of the step in cycles, and the number of cycles in which each block changed.
fn at_work(watch: &Watch, blocks: &[&str]) -> (u64, Vec<u64>) {
    let observed = watch.state().observed.unwrap();
    assert_eq!(observed.changes.len(), blocks.len());
    (observed.clocks, observed.changes)
}

#[test]
fn cycles_in_which_stored_values_of_a_block_change_are_counted() {
    let blocks = ["uart_rx", "queue", "solver", "solver.core", "uart_tx"];
    let mut watch = watch("classic", cross()).unwrap();
    assert_eq!(watch.state().observed, None);
    watch.observe(&names(&blocks), &[]).unwrap();
    // Pipelines fill after power-on.
    watch.run(50, Until::Clocks);
    watch.step();
    watch.run(200, Until::Clocks);
    let (clocks, changes) = at_work(&watch, &blocks);
    assert_eq!(clocks, 200);
    // A byte arrives: the receiver is active, and the transmitter and the core are idle.
    assert!(changes[0] > 0 && changes[0] <= clocks, "{changes:?}");
    assert_eq!((changes[3], changes[4]), (0, 0));
    watch.run(u32::MAX, Until::Phase);
    // The core is active; a block that contains the core is active in every cycle in which the core is active.
    watch.step();
    watch.run(1, Until::Visit);
    watch.run(u32::MAX, Until::Visit);
    let (clocks, changes) = at_work(&watch, &blocks);
    assert!(changes[3] > 0 && changes[3] <= changes[2], "{changes:?}");
    assert!(changes[2] <= clocks);
    // A new choice of blocks continues the same step.
    watch.observe(&names(&["solver.core", "nothing"]), &[]).unwrap();
    let after = at_work(&watch, &["solver.core", "nothing"]);
    assert_eq!(after, (clocks, vec![changes[3], 0]));
    watch.observe(&[], &[]).unwrap();
    assert_eq!(watch.state().observed, None);
}

#[test]
fn observed_signals_have_the_values_of_the_snapshot() {
    let mut watch = watch("classic", cross()).unwrap();
    let wanted = names(&["parser.control.state", "queue.used"]);
    watch.observe(&names(&["queue"]), &wanted).unwrap();
    for _ in 0..300 {
        watch.run(1, Until::Clocks);
        let state = watch.state();
        let values = state.observed.unwrap().values;
        assert_eq!(values[0], state.parser);
        assert_eq!(u64::from_str_radix(&values[1], 16), Ok(state.queue));
    }
    let error = watch.observe(&names(&["queue"]), &names(&["nothing"]));
    assert!(error.unwrap_err().contains("no signal is named nothing"));
}
