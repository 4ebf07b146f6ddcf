//! Pools and prizes: the register's cases, published results, and properties of every pool.

use chips::{Cents, Chips};
use proptest::prelude::*;
use rulebook::coverage::Evidence;
use rulebook::{Book, rule};
use tournament::exact::Share;
use tournament::places::{EliminatedEntry, EntryNumber, PlaceGroup, place_round, propose_places};
use tournament::prizes::{Breakdown, Pool, PrizeDeal, check_sum, judge_deal, share_prizes};
use tournament::{Terms, TournamentRefusalReason};

use crate::proofs::proves;

fn cents(count: u64) -> Cents {
    Cents::new(count).expect("small")
}

fn percent(shares: &[&str]) -> Vec<Share> {
    shares.iter().map(|share| Share::percent(share).expect("a percentage")).collect()
}

fn prizes(shares: &[&str], pool: u64, unit: u64) -> Vec<u64> {
    let prizes =
        Breakdown::Percent(percent(shares)).prizes(cents(pool), 10_000, cents(unit)).expect("prizes");
    prizes.into_iter().map(Cents::get).collect()
}

fn out(entry: EntryNumber, put_in: u64) -> EliminatedEntry {
    EliminatedEntry { entry, put_in: Chips::new(put_in).expect("small"), steps_from_button: 0 }
}

fn one(first: u32, entry: EntryNumber) -> PlaceGroup {
    PlaceGroup { first, entries: vec![entry] }
}

#[test]
fn the_pool_is_fees_less_commission_with_everything_that_was_bought() {
    // 40 entries of 110.00 with 10.00 commission, 12 re-buys of 100.00, 8 add-ons of 50.00.
    let pool =
        Pool { fees: cents(440_000), commission: cents(40_000), bought: cents(160_000), added: cents(0) };
    assert_eq!(pool.total(), Ok(cents(560_000)));
    let with_cash = Pool { added: cents(50_000), ..pool };
    assert_eq!(with_cash.total(), Ok(cents(610_000)));
    let too_much = Pool { fees: cents(11_000), commission: cents(11_100), ..Pool::default() };
    assert_eq!(too_much.total().expect_err("more than the fee").rule, rule::ENTRY_FEE_AND_COMMISSION);
    // 33 add-ons of 60.00 go to the pool in full; 100 entries at 110.00 and 40 re-buys at 100.00 make
    // 14,000.00.
    let add_ons = Pool { bought: cents(33 * 6_000), ..Pool::default() };
    assert_eq!(add_ons.total(), Ok(cents(198_000)));
    let many =
        Pool { fees: cents(1_100_000), commission: cents(100_000), bought: cents(400_000), added: cents(0) };
    assert_eq!(many.total(), Ok(cents(1_400_000)));
    // The pools of three published tournaments: entries, re-buys and add-ons at one price.
    for (sold, each, pool) in
        [(176 + 525 + 47, 200, 149_600), (91 + 264 + 13, 2_500, 920_000), (82, 13_650, 1_119_300)]
    {
        assert_eq!(Pool { bought: cents(sold * each), ..Pool::default() }.total(), Ok(cents(pool)));
    }
}

#[test]
fn percentages_are_rounded_down_to_the_unit_and_the_rest_goes_to_first() {
    proves(Evidence::Script, &["HE-20.3(a)(ix)"]);
    assert_eq!(prizes(&["50", "30", "20"], 560_000, 1), [280_000, 168_000, 112_000]);
    assert_eq!(prizes(&["50", "30", "20"], 1_234_500, 500), [618_000, 370_000, 246_500]);
    assert_eq!(
        prizes(&["30", "20", "15", "10", "8", "7", "5", "5"], 365_000, 500),
        [110_500, 73_000, 54_500, 36_500, 29_000, 25_500, 18_000, 18_000]
    );
    let short = Breakdown::Percent(percent(&["50", "30", "15"])).prizes(cents(100), 9, cents(1));
    assert_eq!(
        short.expect_err("95 per cent").why,
        TournamentRefusalReason::NotAHundredPerCent { sum: 950_000 }
    );
}

#[test]
fn one_cent_too_few_or_too_many_is_refused() {
    for (wrong, right) in [(559_900, false), (560_000, true), (560_100, false)] {
        let judged = check_sum(&[cents(wrong)], cents(560_000));
        assert_eq!(judged.is_ok(), right);
        if let Err(refusal) = judged {
            let cited = |book: &str| Book::named(book).expect("built in").cites(refusal.rule).to_vec();
            assert!(cited("canberra-holdem-2018").contains(&"HE-20.22(b)".to_owned()));
            assert_eq!(cited("canberra-omaha-2006")[0], "OM-20.18");
        }
    }
}

#[test]
fn a_table_of_prizes_goes_by_the_number_of_entries() {
    let table =
        Breakdown::Table(vec![(10, 18, percent(&["50", "30", "20"])), (19, 90, percent(&["60", "40"]))]);
    assert_eq!(table.prizes(cents(1_000), 18, cents(1)).expect("covered").len(), 3);
    assert_eq!(table.prizes(cents(1_000), 19, cents(1)).expect("covered").len(), 2);
    let refused = table.prizes(cents(1_000), 9, cents(1)).expect_err("nothing said");
    assert_eq!(refused.why, TournamentRefusalReason::NoBreakdown { entries: 9 });
}

#[test]
fn a_formula_gives_each_place_its_part_of_the_place_before() {
    let formula = Breakdown::Formula {
        paid: "1/4".parse().expect("a share"),
        ratio: "1/2".parse().expect("a share"),
        least: cents(5_000),
    };
    // 18 entries, five places: 90,000 cents above the minimum, in the ratio 16 8 4 2 1 of 31.
    let prizes = formula.prizes(cents(115_000), 18, cents(1)).expect("prizes");
    assert_eq!(
        prizes.into_iter().map(Cents::get).collect::<Vec<_>>(),
        [51_454, 28_225, 16_612, 10_806, 7_903]
    );
    assert!(formula.prizes(cents(24_999), 18, cents(1)).is_err(), "the least of five places is 25,000");
}

#[test]
fn those_who_go_out_together_get_what_their_places_pay() {
    let terms = Terms::from_book(Book::named("canberra-holdem-2018").expect("built in"));
    let pay = |prizes: &[u64], outs: &[EliminatedEntry], left: u32| {
        let mut groups: Vec<PlaceGroup> = (1..=left).map(|place| one(place, 100 + place)).collect();
        groups.extend(place_round(outs, left, &terms).expect("placed").groups);
        let prizes: Vec<Cents> = prizes.iter().map(|prize| cents(*prize)).collect();
        let paid = share_prizes(&prizes, &groups).expect("paid");
        let of = |out: &EliminatedEntry| {
            paid.iter().find(|(entry, _)| *entry == out.entry).expect("listed").1.get()
        };
        outs.iter().map(of).collect::<Vec<u64>>()
    };
    let four = [100_000, 80_000, 60_000, 40_000];
    assert_eq!(pay(&four, &[out(1, 3_000), out(2, 5_000)], 2), [40_000, 60_000]);
    assert_eq!(pay(&four, &[out(1, 3_000), out(2, 3_000)], 2), [50_000, 50_000]);
    // Places four and five, one of which is paid.
    assert_eq!(pay(&four, &[out(1, 3_000), out(2, 3_000)], 3), [20_000, 20_000]);
    let five = [100_000, 80_000, 60_000, 40_000, 20_000];
    assert_eq!(pay(&five, &[out(1, 3_000), out(2, 5_000), out(3, 5_000)], 2), [20_000, 50_000, 50_000]);
    // Four left and three paid; fifth and sixth in the money; a last hand of three.
    assert_eq!(pay(&[100_000, 60_000, 40_000], &[out(2, 3_000), out(3, 2_000)], 2), [40_000, 0]);
    let six = [200_000, 100_000, 60_000, 40_000, 30_000, 20_000];
    assert_eq!(pay(&six, &[out(2, 4_000), out(8, 4_000)], 4), [25_000, 25_000]);
    assert_eq!(pay(&[39_000, 21_000], &[out(2, 3_000), out(3, 2_000)], 1), [21_000, 0]);
}

#[test]
fn the_last_cents_of_a_shared_prize_go_clockwise_from_the_button() {
    let mut outs = [out(7, 500), out(3, 500), out(5, 500)];
    for (steps, out) in [2, 5, 1].into_iter().zip(&mut outs) {
        out.steps_from_button = steps;
    }
    let groups: Vec<PlaceGroup> = [one(1, 1)].into_iter().chain(propose_places(&outs, 1)).collect();
    // 101 cents for three players, whatever the unit of the prizes.
    let paid = share_prizes(&[cents(200), cents(101)], &groups).expect("paid");
    assert_eq!(paid, [(1, cents(200)), (5, cents(34)), (7, cents(34)), (3, cents(33))]);
}

#[test]
fn points_that_are_equal_share_two_prizes() {
    let groups = [one(1, 2), PlaceGroup { first: 2, entries: vec![1, 3] }, one(4, 4), one(5, 5), one(6, 6)];
    let paid = share_prizes(&[cents(30_000), cents(18_000), cents(12_000)], &groups).expect("paid");
    assert_eq!(paid[..3], [(2, cents(30_000)), (1, cents(15_000)), (3, cents(15_000))]);
}

#[test]
fn a_deal_needs_the_conditions_everybody_left_and_the_open_prizes_to_the_cent() {
    let open = [cents(60_000), cents(40_000)];
    let deal = PrizeDeal {
        amounts: vec![(1, cents(50_000)), (2, cents(40_000))],
        for_first: cents(10_000),
        agreed: vec![1, 2],
    };
    let tenth = Share::percent("10").ok();
    assert_eq!(judge_deal(&deal, &[1, 2], &open, tenth), Ok(()));
    let why = |deal: &PrizeDeal, keep| judge_deal(deal, &[1, 2], &open, keep).expect_err("refused").why;
    assert_eq!(why(&deal, None), TournamentRefusalReason::NoDeals);
    let alone = PrizeDeal { agreed: vec![1], ..deal.clone() };
    assert_eq!(why(&alone, tenth), TournamentRefusalReason::NotEverybodyAgrees { entry: 2 });
    let kept = TournamentRefusalReason::TooLittleForFirst { kept: cents(10_000), at_least: cents(10_001) };
    assert_eq!(why(&deal, Share::percent("10.001").ok()), kept);
    let more = PrizeDeal { for_first: cents(10_001), ..deal };
    assert!(matches!(why(&more, tenth), TournamentRefusalReason::PrizesAreNotThePool { .. }));
}

proptest! {
    #[test]
    fn prizes_are_the_pool_for_every_pool_unit_and_tie(
        pool in 0u64..1 << 50,
        unit in 1u64..5_000,
        weights in proptest::collection::vec(1u64..1_000, 1..30),
        ties in proptest::collection::vec(1usize..5, 1..30),
    ) {
        // Percentages with four decimals that add up to a hundred.
        let sum: u64 = weights.iter().sum();
        let mut parts: Vec<u64> = weights.iter().map(|weight| weight * 1_000_000 / sum).collect();
        parts[0] += 1_000_000 - parts.iter().sum::<u64>();
        let shares: Vec<Share> = parts.iter().map(|part| Share::new(*part, 1_000_000).unwrap()).collect();
        let places = shares.len();
        let prizes = Breakdown::Percent(shares).prizes(cents(pool), 100, cents(unit)).unwrap();
        prop_assert_eq!(prizes.iter().map(|prize| prize.get()).sum::<u64>(), pool);
        prop_assert!(prizes[1..].iter().all(|prize| prize.get() % unit == 0));
        let (mut groups, mut next) = (Vec::new(), 1u32);
        for tie in ties.iter().cycle() {
            if next as usize > places { break }
            let entries: Vec<EntryNumber> = (next..next + *tie as u32).collect();
            groups.push(PlaceGroup { first: next, entries });
            next += *tie as u32;
        }
        let paid = share_prizes(&prizes, &groups).unwrap();
        prop_assert_eq!(paid.iter().map(|(_, prize)| prize.get()).sum::<u64>(), pool);
        for group in &groups {
            let of: Vec<u64> = paid.iter().filter(|(e, _)| group.entries.contains(e)).map(|(_, p)| p.get()).collect();
            prop_assert!(of.iter().max().unwrap() - of.iter().min().unwrap() <= 1);
        }
    }
}
