//! A table that waits while the room does, for disk space or for a restart: although no record says so, every
//! viewer and the lobby learn of it.

use room::keeper::{KeeperInput, Pace, WatcherId};
use room::requests::{FactView, OfficialWish, Outbound, Standing, Wish};

use crate::keeper::bench::{Bench, house};
use crate::keeper::recovery::act;

fn two_play() -> Bench {
    let mut bench = Bench::new(&house("standard", &[]), Pace::AT_ONCE, 2);
    bench.seat_all(2, 150);
    bench
}

/// The table's standing for a viewer who goes by what was sent, as one word.
fn seen(bench: &Bench, viewer: WatcherId, before: &str) -> String {
    let mut seen = before.to_owned();
    for what in bench.sent.get(&viewer).into_iter().flatten() {
        match what {
            Outbound::Snapshot(view) => seen = word(&view.standing),
            Outbound::Update(update) => {
                for fact in &update.facts {
                    if let FactView::Standing(standing) = fact {
                        seen = word(standing);
                    }
                }
            }
            Outbound::Presence { .. } | Outbound::Chat(_) | Outbound::Elsewhere | Outbound::Ended { .. } => {}
        }
    }
    seen
}

/// A standing in one word, by its reason where there is one.
fn word(standing: &Standing) -> String {
    match standing {
        Standing::Open => "open".to_owned(),
        Standing::Paused { reason } if reason.contains("disk is nearly full") => "no space".to_owned(),
        Standing::Paused { reason } if reason.contains("restarts") => "restarts".to_owned(),
        Standing::Paused { .. } => "paused".to_owned(),
        Standing::Closing { .. } => "closing".to_owned(),
        Standing::Closed { .. } => "closed".to_owned(),
        Standing::Stopped { .. } => "stopped".to_owned(),
    }
}

fn listed(bench: &Bench) -> String {
    word(&bench.keeper.listing().standing)
}

/// A viewer whose connection was lost comes back and names the last record they have.
fn comes_back(bench: &mut Bench, from: u64, before: &str) -> String {
    let viewer = bench.watch(None, Some(from));
    let seen = seen(bench, viewer, before);
    bench.unwatch(viewer);
    seen
}

fn acts(bench: &mut Bench) {
    let (person, wish) = act(bench).expect("a turn");
    bench.does(person, wish);
}

/// Proves DIS-04 for the disk: every connected viewer and the lobby learn that no hand begins, and later that
/// hands begin again.
#[test]
fn open_lines_and_the_lobby_learn_that_there_is_little_space_and_that_there_is_more() {
    let mut bench = two_play();
    let (player, rail) = (bench.watch(Some(1), None), bench.watch(None, None));
    for (held, expected) in [(true, "no space"), (false, "open"), (true, "no space")] {
        bench.input(KeeperInput::Hold(held));
        assert_eq!([player, rail].map(|viewer| seen(&bench, viewer, "")), [expected; 2], "held: {held}");
        assert_eq!(listed(&bench), expected, "held: {held}");
    }
    // What is in the records comes first.
    bench.does(1, Wish::Official(OfficialWish::Pause { reason: "a look at the cards".to_owned() }));
    assert_eq!([seen(&bench, rail, ""), listed(&bench)], ["paused"; 2]);
    // Resuming the table makes no space on the disk.
    bench.does(1, Wish::Official(OfficialWish::Resume));
    assert_eq!([seen(&bench, player, ""), seen(&bench, rail, ""), listed(&bench)], ["no space"; 3]);
    bench.input(KeeperInput::Hold(false));
    assert_eq!([seen(&bench, player, ""), seen(&bench, rail, ""), listed(&bench)], ["open"; 3]);
}

#[test]
fn whoever_comes_back_learns_what_changed_meanwhile_in_no_record() {
    let mut bench = two_play();
    let before = bench.keeper.count();
    bench.input(KeeperInput::Hold(true));
    assert_eq!(comes_back(&mut bench, before, "open"), "no space");
    // Records written since then do not change that.
    acts(&mut bench);
    assert!(bench.keeper.count() > before);
    assert_eq!(comes_back(&mut bench, before, "open"), "no space");
    let held = bench.keeper.count();
    bench.input(KeeperInput::Hold(false));
    assert_eq!(comes_back(&mut bench, held, "no space"), "open");
    assert_eq!(comes_back(&mut bench, before, "open"), "open");
    // A viewer with a later record was there, and is sent only what they missed and who is connected now.
    acts(&mut bench);
    let after = bench.keeper.count();
    acts(&mut bench);
    let viewer = bench.watch(None, Some(after));
    let sent = bench.sent.get(&viewer).expect("something was sent");
    let missed = |what: &Outbound| matches!(what, Outbound::Update(_) | Outbound::Presence { .. });
    assert!(sent.iter().all(missed), "{sent:?}");
    bench.input(KeeperInput::Drain);
    assert_eq!(listed(&bench), "restarts");
    let drained = bench.keeper.count();
    assert_eq!(comes_back(&mut bench, drained, "open"), "restarts");
    let now = bench.now;
    bench.keeper.stop(now, "a check failed");
    assert_eq!(comes_back(&mut bench, drained, "restarts"), "stopped");
}
