//! Files that were once refused, lost or misread. Each stands for a kind of fault; the expected results
//! follow from its own lines.

use history::replay::{RecordReplayer, ReplayOutcome};
use history::{HandRecord, ReadError, phh, stars};
use rulebook::Book;

use crate::{data, one_phh, one_text};

/// Replays a record under the standard book; it must succeed.
fn played(record: &HandRecord) -> ReplayOutcome {
    let mut replayer =
        RecordReplayer::new(Book::named("standard").expect("the book"), &[]).expect("no choices");
    replayer.replay(record).unwrap_or_else(|refused| panic!("{}: {refused}", record.origin.hand))
}

/// What each seat won or lost, sorted by seat number.
fn net(record: &HandRecord) -> Vec<(u8, i64)> {
    let outcome = played(record);
    let mut net: Vec<(u8, i64)> = record
        .players
        .iter()
        .zip(&outcome.stacks)
        .map(|(player, stack)| (player.seat, stack.get() as i64 - player.stack.get() as i64))
        .collect();
    net.sort_unstable();
    net
}

fn text(name: &str) -> String {
    data(&format!("texts/{name}"))
}

#[test]
fn a_hand_that_was_cashed_out_is_won_by_the_rules_and_the_sale_is_a_note() {
    // Two players put in 10.42 each and the small blind 0.05: 20.89, less a rake of 1.00.
    let record = one_text(&text("cashed-out.txt")).expect("read");
    assert_eq!(net(&record), [(1, -1042), (3, 0), (4, -5), (5, 947), (6, 0)]);
    let outcome = played(&record);
    assert_eq!(outcome.commission.get(), 100);
    assert_eq!(
        outcome.notes,
        ["line 25: Dee cashed out for $15.82, fee $0.32: the pot is shared by the rules"]
    );
    // Two players put in 5.14 each and the big blind 0.05: 10.33, less 0.46. The loser sold the hand too.
    let record = one_text(&text("cashed-out-twice.txt")).expect("read");
    assert_eq!(net(&record), [(1, 0), (2, -514), (3, -5), (4, 473), (5, 0), (6, 0)]);
    assert_eq!(played(&record).notes.len(), 2);
}

#[test]
fn a_sold_hand_whose_summary_says_nothing_is_still_won_by_the_rules() {
    let text = text("cashed-out.txt").replace(" and won ($19.89)", "");
    assert_eq!(net(&one_text(&text).expect("read")), [(1, -1042), (3, 0), (4, -5), (5, 947), (6, 0)]);
}

#[test]
fn what_the_summary_says_a_sold_hand_won_is_compared_with_the_rules() {
    let text = text("cashed-out.txt").replace("won ($19.89)", "won ($18.89)");
    let record = one_text(&text).expect("read");
    let mut replayer =
        RecordReplayer::new(Book::named("standard").expect("the book"), &[]).expect("no choices");
    let refused = replayer.replay(&record).expect_err("refused");
    assert!(refused.to_string().contains("collect 1889"), "{refused}");
}

#[test]
fn a_hand_glued_behind_one_that_was_cut_off_is_found() {
    let text = text("glued.txt");
    let hands: Vec<_> = stars::hands(&text).collect();
    assert_eq!(hands.len(), 4);
    for at in [0, 2, 3] {
        // Three players put in 1.00 each; of the 3.00, the rake takes 0.14.
        let record = hands[at].as_ref().unwrap_or_else(|error| panic!("{at}: {error}"));
        assert_eq!(net(record), [(2, 186), (3, 0), (4, -100), (5, -100)], "{at}");
    }
    let broken = hands[1].as_ref().expect_err("cut off");
    assert!(!broken.is_foreign());
    assert_eq!(
        broken.to_string(),
        "line 44, hand 2: `TURN *** [Js 5c 2` has no cards in brackets, as in `[Kd 7s 2c]`"
    );
    // The glued hand begins on the line where the cut one ends.
    assert_eq!(hands[2].as_ref().expect("read").origin.line, 44);
}

#[test]
fn a_hand_is_found_wherever_the_one_before_it_was_cut_off() {
    let whole = text("glued.txt");
    let whole = &whole[..whole.find("\n\n\n").expect("the first hand")];
    for cut in (1..whole.len()).filter(|at| whole.is_char_boundary(*at)) {
        let glued = format!("{}{whole}\n", &whole[..cut]);
        let hands: Vec<Result<HandRecord, ReadError>> = stars::hands(&glued).collect();
        let last = hands.last().expect("a hand").as_ref().unwrap_or_else(|error| panic!("{cut}: {error}"));
        assert_eq!(net(last), [(2, 186), (3, 0), (4, -100), (5, -100)], "cut at {cut}");
        assert!(hands.len() <= 2, "cut at {cut}");
    }
}

/// Three players, blinds of 1 and 2, and a short hand number. Seat 2, all-in with its blind, wins 2 after the
/// button folds.
const SHORT: &str = "PokerStars Hand #1: Hold'em No Limit ($1/$2 USD) - 2020/01/01 0:00:00 ET\n\
    Table 'T' 6-max Seat #1 is the button\nSeat 1: A ($100 in chips)\nSeat 2: B ($1 in chips)\n\
    Seat 3: C ($100 in chips)\nB: posts small blind $1 and is all-in\nC: posts big blind $2\n\
    *** HOLE CARDS ***\nA: folds\nUncalled bet ($1) returned to C\n*** FLOP *** [2c 3d 4h]\n\
    *** TURN *** [2c 3d 4h] [9s]\n*** RIVER *** [2c 3d 4h 9s] [Kd]\n*** SHOW DOWN ***\n\
    B: shows [As Ad] (a pair of Aces)\nC: shows [7s 8d] (high card King)\nB collected $2 from pot\n\
    *** SUMMARY ***\nTotal pot $2 | Rake $0\nBoard [2c 3d 4h 9s Kd]\n";

/// Checks a text that ends with a complete [`SHORT`]: the hand cut off before it is named, and [`SHORT`] is
/// played.
fn cut_and_whole(text: &str) {
    let hands: Vec<Result<HandRecord, ReadError>> = stars::hands(text).collect();
    assert_eq!(hands.len(), 2, "{text}\n{hands:?}");
    let mut replayer =
        RecordReplayer::new(Book::named("standard").expect("the book"), &[]).expect("no choices");
    match &hands[0] {
        Err(broken) => assert!(!broken.is_foreign() && broken.hand.as_deref() == Some("1"), "{broken}"),
        Ok(cut) => assert!(cut.origin.hand == "1" && replayer.replay(cut).is_err(), "{text}"),
    }
    let whole = hands[1].as_ref().unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(whole.origin.hand, "2");
    assert_eq!(net(whole), [(1, 0), (2, 100), (3, -100)]);
}

#[test]
fn what_was_cut_off_before_a_hand_is_named_wherever_it_was_cut() {
    // The hand number may have one digit or twelve: a header that was cut off continues with the next header
    // on its line.
    for at in (1..SHORT.len() - 1).filter(|at| !SHORT[..*at].ends_with('\n')) {
        // A hand cut off after the showdown is complete, as is a hand without a summary.
        if SHORT.find("*** SHOW DOWN").is_some_and(|shown| at > shown) {
            continue;
        }
        cut_and_whole(&format!("{}{SHORT}", &SHORT[..at]));
    }
    // All lines of the cut hand run together into one.
    let flat = SHORT[..SHORT.find("*** FLOP").expect("a flop")].replace('\n', "");
    cut_and_whole(&format!("{flat}{SHORT}"));
}

#[test]
fn a_hand_whose_beginning_was_cut_off_is_named() {
    let lines: Vec<usize> = SHORT.match_indices('\n').map(|(at, _)| at + 1).collect();
    for at in lines.iter().filter(|at| **at < SHORT.len()) {
        cut_and_whole(&format!("{}{SHORT}", &SHORT[*at..]));
    }
    // The error names the line; other text before the first hand does not count as one.
    let text = format!("{}{SHORT}", &SHORT[lines[1]..]);
    assert_eq!(
        stars::hands(&text).next().expect("one").expect_err("cut off").to_string(),
        "line 1, hand 1: the beginning of the hand is cut off before `Seat 1: A ($100 in chips)`"
    );
    assert_eq!(stars::hands(&format!("Dear reader\n\n{SHORT}")).count(), 1);
    // Reading the text in two parts gives the same.
    let cut = text.find("PokerStars").expect("a hand");
    assert_eq!(in_two_parts(&text, cut, false), stars::hands(&text).collect::<Vec<_>>());
}

#[test]
fn a_hand_that_somebody_quotes_begins_none() {
    let header = "PokerStars Hand #141572573907:  Hold'em No Limit (€0.50/€1.00 EUR)";
    let text = text("glued.txt").replacen("Bo: folds ", &format!("Bo said, \"see {header}\"\nBo: folds"), 1);
    assert_eq!(stars::hands(&text).count(), 4);
    let text =
        data("reference.txt").replace("Cho: bets $100", &format!("a bird sings {header}\nCho: bets $100"));
    assert!(one_text(&text).is_ok(), "no table follows it");
}

#[test]
fn of_a_hand_shown_in_part_one_card_stays_hidden() {
    for hidden in ["XX", "xx", "??", "--"] {
        let record = one_text(&text("one-card-hidden.txt").replace("XX", hidden)).expect("read");
        assert_eq!(net(&record), [(1, 0), (2, 600), (3, -600)], "{hidden}");
    }
    // The card is known when another line shows the full hand.
    let shown = text("one-card-hidden.txt") + "Seat 2: Bo showed [Qs Qd] and won ($12)\n";
    assert_eq!(net(&one_text(&shown).expect("read")), [(1, 0), (2, 600), (3, -600)]);
    let other = text("one-card-hidden.txt") + "Seat 2: Bo showed [Ks Kd] and won ($12)\n";
    let failure = one_text(&other).expect_err("two ways");
    assert!(failure.kind.to_string().contains("the cards of Bo differ between two lines"), "{failure}");
}

#[test]
fn who_collects_may_show_a_part_of_the_hand_when_the_others_throw_theirs_away() {
    let text = data("reference.txt");
    let shown = text.find("*** SHOW DOWN ***").expect("a showdown");
    assert!(text[shown..].contains("Ana: shows [7h 7c]"), "{text}");
    let partly = text.replace("Ben: shows [Ks Kc]", "Ben: shows [Ks XX]");
    // Ana's sevens are known and Ben's hand is not: nothing says which is better.
    let record = one_text(&partly).expect("read");
    let mut replayer =
        RecordReplayer::new(Book::named("standard").expect("the book"), &[]).expect("no choices");
    if let Err(refused) = replayer.replay(&record) {
        assert!(refused.to_string().contains("are not known"), "{refused}");
    }
}

#[test]
fn indented_lines_are_read_as_if_they_were_not() {
    let plain = text("indented.txt");
    let deeper = plain.replace("\n ", "\n\t  ");
    let nested = plain.replace("\n Bo", "\n      Bo");
    let outside = plain.trim_start().to_owned();
    for text in [plain, deeper, nested, outside] {
        assert_eq!(net(&one_text(&text).expect("read")), [(1, 0), (2, -5), (3, 5)], "{text}");
    }
    let indented: String = data("reference.phh").lines().map(|line| format!("  {line}\n")).collect();
    assert_eq!(net(&one_phh(&indented).expect("read")), net(&one_phh(&data("reference.phh")).expect("read")));
}

#[test]
fn a_name_may_begin_with_a_blank() {
    let text = data("reference.txt").replace("Cho", " Cho");
    let names: Vec<String> =
        one_text(&text).expect("read").names.iter().map(|name| name.to_string()).collect();
    assert_eq!(names, ["Ana", "Ben", " Cho"]);
}

#[test]
fn texts_in_other_languages_and_of_a_club_app_are_named() {
    for (file, expected) in [
        (
            "portuguese.txt",
            "not read: a PokerStars hand history in Portuguese; only PokerStars text in English is",
        ),
        ("russian.txt", "not read: a PokerStars hand history in Russian; only PokerStars text in English is"),
        ("pppoker.txt", "not read: a PPPoker hand history; only PokerStars text is"),
    ] {
        let failure = one_text(&text(file)).expect_err("not read");
        assert!(failure.is_foreign(), "{file}");
        assert_eq!(failure.kind.to_string(), expected);
        assert_eq!(history::detect_format("hands", &text(file)), Some(history::FileFormat::SiteText));
    }
    let german = "PokerStars Hand #1287654321:  Hold'em No Limit ($2/$5 USD) - 2026/11/27 10:15:00 ET\n\
        Tisch '4' 9-max Platz #7 ist der Button\nPlatz 2: Ana ($400 in Chips)\n";
    assert_eq!(
        one_text(german).expect_err("not read").kind.to_string(),
        "not read: a PokerStars hand history in German; only PokerStars text in English is"
    );
}

#[test]
fn a_check_that_nobody_needs_is_read_with_a_note() {
    // Seat 3 is all-in for 2. In one file it wins 1 + 2 + 2, in the other the three blinds and the calls of
    // 2.
    for (file, stacks) in [("needless-check.phh", [99, 103, 0]), ("needless-check-river.phh", [98, 6, 98])] {
        let record = one_phh(&data(&format!("phh/{file}"))).expect("read");
        let outcome = played(&record);
        assert_eq!(outcome.stacks.iter().map(|stack| stack.get()).collect::<Vec<_>>(), stacks, "{file}");
        assert!(outcome.notes[0].ends_with("nobody is left to bet against: the check is not needed"));
        assert_eq!(outcome.notes.len(), 1, "{file}");
    }
}

/// Replays a three-handed hand with blinds 1/2, in which seat 3 has 2 chips.
fn short_third(acts: &str) -> Result<ReplayOutcome, String> {
    let record = one_phh(&format!(
        "variant = 'NT'\nantes = [0, 0, 0]\nblinds_or_straddles = [1, 2, 0]\nmin_bet = 2\n\
         starting_stacks = [100, 100, 2]\n\
         actions = ['d dh p1 7c2d', 'd dh p2 KsKh', 'd dh p3 QsQh', {acts}]\n"
    ))
    .expect("read");
    let mut replayer =
        RecordReplayer::new(Book::named("standard").expect("the book"), &[]).expect("no choices");
    replayer.replay(&record).map_err(|refused| refused.to_string())
}

#[test]
fn a_needless_check_is_one_of_a_live_hand_once_a_round_when_nothing_can_be_bet() {
    let board = "'d db 2c3c4c', 'd db 5d', 'd db 9h', 'p2 sm KsKh', 'p3 sm QsQh'";
    let checks = "'d db 2c3c4c', 'p2 cc', 'd db 5d', 'p2 cc', 'd db 9h', 'p2 cc', 'p2 sm KsKh', 'p3 sm QsQh'";
    assert_eq!(short_third(&format!("'p3 cc', 'p1 f', 'p2 cc', {board}")).expect("played").notes.len(), 1);
    assert_eq!(short_third(&format!("'p3 cc', 'p1 f', 'p2 cc', {checks}")).expect("played").notes.len(), 4);
    // The last player left, after all others have folded.
    assert_eq!(short_third("'p3 f', 'p1 f', 'p2 cc'").expect("played").notes.len(), 1);
    for acts in [
        "'p3 cc', 'p1 f', 'p2 cc', 'p2 cc', 'd db 2c3c4c'",
        "'p3 cc', 'p1 f', 'p1 cc', 'd db 2c3c4c'",
        "'p3 f', 'p1 cc', 'p2 cc', 'p2 cc', 'd db 2c3c4c'",
    ] {
        assert!(short_third(acts).is_err(), "{acts}");
    }
}

#[test]
fn a_header_glued_behind_a_hand_of_the_notation_is_found() {
    let hand = data("reference.phh");
    let hand = hand.trim_end();
    let whole = format!("[1]\n{hand}\n\n[2]\n{hand}\n\n[3]\n{hand}\n");
    assert!(phh::hands(&whole).all(|hand| hand.is_ok()));
    let second = whole.find("\n\n[2]").expect("the second");
    let third = whole.find("\n\n[3]").expect("the third");
    // Not inside a comment: a comment takes in everything up to the end of its line.
    let fields = second + whole[second..].find("variant").expect("the first field");
    let cuts: Vec<usize> = (fields..third).filter(|at| whole.is_char_boundary(*at)).step_by(7).collect();
    for cut in cuts {
        let glued = format!("{}{}", &whole[..cut], &whole[third + 2..]);
        let hands: Vec<_> = phh::hands(&glued).collect();
        let named: Vec<_> =
            hands.iter().filter_map(|hand| hand.as_ref().ok()).map(|hand| &hand.origin.hand).collect();
        assert!(
            named.contains(&&"1".to_owned()) && named.contains(&&"3".to_owned()),
            "cut at {cut}: {hands:?}"
        );
    }
}

/// Reads a text in two parts, cut where a hand begins, and returns every hand.
fn in_two_parts(text: &str, cut: usize, phh: bool) -> Vec<Result<HandRecord, ReadError>> {
    let (first, second) = text.split_at(cut);
    let mut all = Vec::new();
    if phh {
        let mut hands = phh::hands_from(first, phh::PhhCursor::default(), false);
        all.extend(&mut hands);
        all.extend(phh::hands_from(second, hands.cursor(), true));
    } else {
        let mut hands = stars::hands_from(first, stars::StarsCursor::default(), false);
        all.extend(&mut hands);
        all.extend(stars::hands_from(second, hands.cursor(), true));
    }
    all
}

#[test]
fn a_text_read_part_by_part_gives_the_hands_that_it_gives_as_a_whole() {
    let glued = text("glued.txt");
    let texts = format!("Dear reader\n{glued}\n\nBovada Hand #1 x\n{}\n{glued}", text("indented.txt"));
    let hand = data("reference.phh");
    let broken = hand.replace("min_bet = 5", "min_bet = five");
    let phhs = format!(
        "# hands\n[1]\n{hand}\n[two]\n{broken}\n  [3]\n# a remark\n{hand}\n[two]\n{hand}\n[4]\n{hand}"
    );
    for (whole, is_phh, least) in [(texts, false, 9), (phhs, true, 5)] {
        let expected: Vec<_> =
            if is_phh { phh::hands(&whole).collect() } else { stars::hands(&whole).collect() };
        assert!(expected.iter().any(Result::is_err) && expected.iter().any(Result::is_ok));
        let starts = whole.match_indices('\n').map(|(at, _)| at + 1);
        let begins = |at: &usize| {
            let rest = &whole[*at..];
            if is_phh {
                phh::is_hand_start(rest)
            } else {
                stars::is_hand_start(rest.lines().next().unwrap_or_default())
            }
        };
        let cuts: Vec<usize> = std::iter::once(0).chain(starts.filter(begins)).collect();
        assert!(cuts.len() >= least, "{cuts:?}");
        for cut in cuts {
            assert_eq!(in_two_parts(&whole, cut, is_phh), expected, "cut at {cut}");
        }
    }
    // A text without a hand says so once, at the end.
    assert_eq!(in_two_parts("a letter\n", 0, false).len(), 1);
    assert_eq!(in_two_parts("# nothing\n", 0, true).len(), 1);
}

/// Replays a text that must be refused, and returns the message.
fn refused(text: &str) -> String {
    let record = one_text(text).unwrap_or_else(|error| panic!("{error}"));
    let mut replayer =
        RecordReplayer::new(Book::named("standard").expect("the book"), &[]).expect("no choices");
    replayer.replay(&record).expect_err("refused").to_string()
}

#[test]
fn what_a_text_without_its_summary_collects_is_compared_with_the_rules() {
    // The main pot of 360.00 bore 10.00, which only the summary states.
    let whole = data("reference.txt");
    let cut = &whole[..whole.find("*** SUMMARY").expect("a summary")];
    let message = refused(cut);
    assert!(message.contains("collect 35000, the rules 36000: the summary"), "{message}");
    // Only the heading is missing: the lines of the summary are not lines of play.
    let message = refused(&whole.replace("*** SUMMARY ***\n", ""));
    assert!(message.contains("collect 35000, the rules 36000: the summary"), "{message}");
    // Without commission, a hand is complete without its summary, and one cut before anybody collects states
    // nothing wrong.
    for mark in ["*** SUMMARY", "B collected"] {
        let record = one_text(&SHORT[..SHORT.find(mark).expect("a line")]).expect("read");
        assert_eq!(net(&record), [(1, 0), (2, 100), (3, -100)], "{mark}");
    }
}

#[test]
fn games_without_a_button_are_refused_by_their_name() {
    for (game, name) in [
        ("7 Card Stud Limit", "fixed-limit seven-card stud"),
        ("7 Card Stud Hi/Lo Limit", "fixed-limit seven-card stud high/low"),
        ("Razz Limit", "fixed-limit razz"),
        ("HORSE (7 Card Stud Limit, ", "fixed-limit seven-card stud"),
    ] {
        let text = format!(
            "PokerStars Hand #208437646000:  {game} ($2/$4 USD) - 2020/01/08 10:00:00 ET\nTable 'X' 8-max\n\
             Seat 1: A ($40 in chips)\nSeat 3: B ($40 in chips)\nA: posts the ante $0.20\n"
        );
        assert_eq!(refused(&text), format!("not played yet: {name}; only hold'em is"));
    }
}

#[test]
fn an_amount_with_too_many_decimals_is_reported_with_its_line() {
    let hand = "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\n\
                starting_stacks = [100, 100.00001]\nactions = ['d dh p1 ????', 'd dh p2 ????', 'p2 f']\n";
    let message = phh::hands(hand).next().expect("one").expect_err("too many").to_string();
    assert_eq!(message, "line 5: an amount has more than 4 decimals: use a smaller unit");
}
