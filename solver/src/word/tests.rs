//! Tests of every implementation of [`Word`] against a cell-by-cell implementation.

use super::*;
use proptest::prelude::*;

fn set_of<W: Word>(cells: &[bool]) -> W {
    let mut set = W::zero(cells.len());
    cells
        .iter()
        .enumerate()
        .filter(|(_, c)| **c)
        .for_each(|(i, _)| set.insert(i));
    set
}

/// Compares every operation with a cell-by-cell implementation.
fn agrees_with_cells<W: Word>(a: &[bool], b: &[bool], n: usize) {
    let length = a.len();
    let (x, y) = (set_of::<W>(a), set_of::<W>(b));
    let within = |set: W| -> Vec<bool> { (0..length).map(|i| set.has(i)).collect() };
    let each = |f: &dyn Fn(usize) -> bool| -> Vec<bool> { (0..length).map(f).collect() };
    assert_eq!(within(x.and(&y)), each(&|i| a[i] && b[i]));
    assert_eq!(within(x.or(&y)), each(&|i| a[i] || b[i]));
    assert_eq!(within(x.without(&y)), each(&|i| a[i] && !b[i]));
    assert_eq!(within(x.up(n)), each(&|i| i >= n && a[i - n]));
    assert_eq!(within(x.down(n)), each(&|i| i + n < length && a[i + n]));
    assert_eq!(within(x.below_all()), each(&|i| !a[..=i].contains(&true)));
    assert_eq!(within(x.above_all()), each(&|i| !a[i..].contains(&true)));
    assert_eq!(within(x.up_within(n % length)), within(x.up(n % length)));
    assert_eq!(
        within(x.down_within(n % length)),
        within(x.down(n % length))
    );
    assert_eq!(x.count(), a.iter().filter(|c| **c).count());
    assert_eq!(x.is_empty(), a.iter().all(|c| !c));
    assert_eq!(x.lowest(), a.iter().position(|c| *c));
    assert_eq!(x.highest(), a.iter().rposition(|c| *c));
    let part = |n: usize| (64 * n..length.min(64 * n + 64)).filter(|&i| a[i]);
    let bits = |n: usize| part(n).fold(0u64, |bits, i| bits | 1 << (i % 64));
    assert!((0..=length / 64).all(|n| x.part(n) == bits(n)));
    assert!(x.cells().eq((0..length).filter(|&i| a[i])));
    let mut fewer = x.clone();
    fewer.remove(n % length);
    assert_eq!(within(fewer), each(&|i| i != n % length && a[i]));
    assert!((0..length).all(|i| W::ones(length).has(i)));
    assert_eq!(within(W::from_fn(length, |i| a[i])), a);
    assert_eq!(within(x.if_true(true)), a);
    assert!(x.if_true(false).is_empty());
    let first = n.min(length);
    assert_eq!(within(x.and(&W::ones(first))), each(&|i| i < first && a[i]));
    assert_eq!(
        within(x.without(&W::ones(first))),
        each(&|i| i >= first && a[i])
    );
    let mut wet = false;
    let spread: Vec<bool> = (0..length)
        .map(|i| {
            wet = a[i] && (wet || b[i]);
            wet
        })
        .collect();
    assert_eq!(within(x.flood(&x.and(&y))), spread);
    let runs_to_seed = |i: usize| (i..length).take_while(|&k| a[k]).any(|k| b[k]);
    assert_eq!(
        within(x.flood_down(&x.and(&y), length)),
        each(&runs_to_seed)
    );
    let within_reach = |i: usize| (i..length.min(i + 4)).take_while(|&k| a[k]).any(|k| b[k]);
    assert_eq!(within(x.flood_down(&x.and(&y), 3)), each(&within_reach));
}

proptest! {
    #[test]
    fn every_width_agrees_with_cells(
        pairs in prop::collection::vec((any::<bool>(), any::<bool>()), 1..=200),
        n in 0usize..220,
    ) {
        let (a, b): (Vec<bool>, Vec<bool>) = pairs.into_iter().unzip();
        if a.len() <= 64 { agrees_with_cells::<u64>(&a, &b, n); }
        if a.len() <= 128 { agrees_with_cells::<u128>(&a, &b, n); }
        agrees_with_cells::<Wide<4>>(&a, &b, n);
        agrees_with_cells::<Long>(&a, &b, n);
    }
}
