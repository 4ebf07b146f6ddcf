//! From a book with every choice made to a [`House`]: this is the one place where each setting is read by its
//! name.

use std::sync::{Arc, OnceLock};

use cards::{Ranking, ShowdownMode};
use chips::{Cents, Chips};
use rulebook::setting::GameFamily;
use rulebook::{Book, Determination, Rule, rule};
use seating::MAX_SEATS;

use crate::authority::Official;
use crate::game::{Game, MAX_ROUNDS};
use crate::house::{
    AnteOpener, Antes, BettingRules, Bounds, CapLift, ClockRules, CommissionAllocation, EqualHandsExemption,
    House, HouseProblem, HouseProblemKind, Limit, NotPoker, OddChip, OddChipTie, OpeningOption,
    OperatorDeputy, PotCommission, RaiseOverShort, RulesInForce, ShortAllIn, ShowdownRules, Stakes,
};
use crate::not_played;

/// Reads settings and collects what is wrong with them.
struct SettingsReader<'a> {
    determined: &'a Determination,
    problems: Vec<HouseProblem>,
}

impl SettingsReader<'_> {
    /// Adds a problem of a setting with its chosen value; reading goes on, so that all problems are reported
    /// together.
    fn add_problem(&mut self, setting: &'static str, kind: HouseProblemKind, rule: Rule) {
        let value = self.determined.text(setting).to_owned();
        self.problems.push(HouseProblem { setting, value, kind, rule });
    }

    /// Adds the problem of a value that the book has and the machine does not play, naming the values it
    /// plays.
    fn add_not_played_yet(&mut self, setting: &'static str, expected: &[&str]) {
        let value = self.determined.text(setting);
        self.problems.push(HouseProblem::not_played_yet(setting, value, expected));
    }

    /// A setting that is true or false; false where the book does not use it. No other word is reported.
    fn flag(&self, setting: &str) -> bool {
        self.determined.text(setting) == "true"
    }

    /// An amount of chips; `None` where the setting has a word instead, such as `none`.
    fn chips(&self, setting: &str) -> Option<Chips> {
        self.determined.amount(setting).and_then(Chips::new)
    }

    /// An amount of money in cents; `None` where the setting has a word instead, such as `none`.
    fn cents(&self, setting: &str) -> Option<Cents> {
        self.determined.amount(setting).and_then(Cents::new)
    }

    /// The setting's value, translated by this list of words; the first entry also stands for "not used", and
    /// for a word that is not in the list, which is reported.
    fn choice_of<T: Copy>(&mut self, setting: &'static str, words: &[(&str, T)]) -> T {
        let text = self.determined.text(setting);
        if let Some((_, value)) = words.iter().find(|(word, _)| *word == text) {
            return *value;
        }
        if text != "not_used" {
            let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            self.add_not_played_yet(setting, &known);
        }
        words[0].1
    }
}

impl House {
    /// Why nothing is dealt by a book: it is not one of poker. `None` where it is. Asked before a book is
    /// determined for a table.
    pub fn not_poker(book: &Book) -> Option<NotPoker> {
        (book.family() != GameFamily::Poker).then(|| NotPoker { title: book.title().to_owned() })
    }

    /// The built-in books by which tables are dealt, in their order, and after them the practice books derived
    /// from them: those of poker whose game is dealt at tables of a room. Lists and messages offer exactly
    /// these.
    ///
    /// ```
    /// use table::House;
    ///
    /// assert!(House::playable_books().iter().all(|book| House::not_poker(book).is_none()));
    /// ```
    pub fn playable_books() -> &'static [&'static Book] {
        static PLAYABLE: OnceLock<Vec<&'static Book>> = OnceLock::new();
        PLAYABLE.get_or_init(|| {
            let all = Book::built_in().chain(Book::derived_practice());
            let poker = all.filter(|book| House::not_poker(book).is_none());
            let playable =
                poker.filter(|book| match book.determine(&[]).map(|determined| House::of(&determined)) {
                    Ok(Err(problems)) => problems.iter().all(|problem| problem.setting != "games"),
                    // What a book asks for is asked for when a table is opened.
                    Ok(Ok(_)) | Err(_) => true,
                });
            playable.collect()
        })
    }

    /// The house of a determined book, for a table with real players or a recorded hand that is played again:
    /// hold'em only.
    ///
    /// # Errors
    /// Every setting that is not played there, by name.
    pub fn of(determined: &Determination) -> Result<House, Vec<HouseProblem>> {
        let house = House::of_any_game(determined);
        let game = determined.text("games");
        if game == Game::HOLDEM.name {
            return house;
        }
        let mut problems = house.err().unwrap_or_default();
        problems.retain(|problem| problem.setting != "games");
        problems.insert(0, HouseProblem::not_played_yet("games", game, &[Game::HOLDEM.name]));
        Err(problems)
    }

    /// The house of a determined book in any game that the machine deals; hand scripts use this one. As
    /// strict as [`House::of`] about everything but the game.
    ///
    /// # Errors
    /// Every setting that this machine does not play, by name.
    pub fn of_any_game(determined: &Determination) -> Result<House, Vec<HouseProblem>> {
        let house = House::of_stored(determined);
        let mut chosen = House::not_played(determined);
        if chosen.is_empty() {
            return house;
        }
        let mut problems = house.err().unwrap_or_default();
        problems.append(&mut chosen);
        Err(problems)
    }

    /// Every choice that hands are not played by yet, by the setting's name, with the expected value. Empty
    /// for a book's own values.
    pub fn not_played(determined: &Determination) -> Vec<HouseProblem> {
        not_played::problems(determined)
    }

    /// The house of a stored table, including choices that it may have made before they were refused: records
    /// must stay readable. The one place where each setting is read.
    ///
    /// # Errors
    /// Every setting that this machine cannot play, by name.
    pub(crate) fn of_stored(determined: &Determination) -> Result<House, Vec<HouseProblem>> {
        let mut read = SettingsReader { determined, problems: Vec::new() };
        let rules = RulesInForce::of(determined);
        let game = read_game(&mut read);
        let ranking = read_ranking(&mut read, game);
        let limit = read.choice_of(
            "limit_structure",
            &[
                ("no_limit", Limit::NoLimit),
                ("fixed", Limit::Fixed),
                ("spread", Limit::Spread),
                ("double_limit", Limit::Double),
                ("half_pot", Limit::HalfPot),
                ("full_pot", Limit::FullPot),
            ],
        );
        let stakes = read_stakes(&mut read, limit, &rules, game);
        let betting = read_betting(&mut read, limit);
        // Any other value of these settings is not played, and is reported as such.
        for (setting, played) in [
            ("newcomer_in_small_blind", "posts_big"),
            ("entry_blind", "last"),
            ("missed_blind_return", "wait_or_post"),
        ] {
            read.choice_of(setting, &[(played, ())]);
        }
        let house = House {
            rules,
            game,
            seats: determined.amount("seats").unwrap_or(10).min(MAX_SEATS as u64) as u8,
            burn: read.flag("burn"),
            stakes,
            betting,
            showdown: read_showdown(&mut read, &rules, ranking.choice().mode),
            clocks: read_clocks(&mut read),
            ranking,
            one_game_per_player: read.flag("one_game_per_player"),
            machine_players: read.choice_of("machine_players", &[("off", false), ("marked", true)]),
            for_operator: read.choice_of(
                "supervisor_acts_for_operator",
                &[
                    ("not_used", OperatorDeputy::ShiftManager),
                    ("true", OperatorDeputy::Supervisor),
                    ("false", OperatorDeputy::Nobody),
                ],
            ),
            authority: Official::of(determined.text("authority_ranks")),
            determined: Arc::new(determined.clone()),
        };
        if read.problems.is_empty() { Ok(house) } else { Err(read.problems) }
    }
}

/// The game that is dealt; hold'em stands in for one that is not played, and the problem is reported.
fn read_game(read: &mut SettingsReader<'_>) -> Game {
    let chosen = read.determined.text("games").to_owned();
    let game = Game::ALL.into_iter().find(|game| game.name == chosen);
    if game.is_none() {
        let names: Vec<&str> = Game::ALL.iter().map(|game| game.name).collect();
        read.add_not_played_yet("games", &names);
    }
    for setting in ["run_twice", "kill"] {
        let text = read.determined.text(setting);
        if text != "off" && text != "not_used" {
            read.add_not_played_yet(setting, &["off"]);
        }
    }
    game.unwrap_or(Game::HOLDEM)
}

/// The order of hands for the chosen deck, joker, ace and way of winning. Equal choices share one ranking.
fn read_ranking(read: &mut SettingsReader<'_>, game: Game) -> Arc<Ranking> {
    let mut choice = cards::Choice { hole_cards_used: game.used, ..cards::Choice::default() };
    let text = |setting: &str| read.determined.text(setting).to_owned();
    let mut wrong = Vec::new();
    match text("deck_cards").parse() {
        Ok(deck) => choice.deck = deck,
        Err(_) => wrong.push("deck_cards"),
    }
    choice.joker = text("joker") == "true";
    match text("ace").parse() {
        Ok(ace) => choice.ace = ace,
        Err(_) => wrong.push("ace"),
    }
    if let Ok(order) = text("reduced_deck_order").parse() {
        choice.reduced_order = order;
    }
    if let Ok(place) = text("five_of_a_kind").parse() {
        choice.five_of_a_kind = place;
    }
    if let Ok(mode) = text("showdown_mode").parse() {
        choice.mode = mode;
    }
    if choice.mode == ShowdownMode::HighLow
        && let Ok(qualifier) = text("low_qualifier").parse()
    {
        choice.low_qualifier = qualifier;
    }
    if let Ok(low_ace) = text("low_ace").parse() {
        choice.low_ace = low_ace;
    }
    choice.wild_may_copy_in_flush = text("wild_may_copy_in_flush") != "false";
    for setting in wrong {
        read.add_problem(setting, HouseProblemKind::NotPlayed, rule::OF_THE_PROGRAM);
    }
    match Ranking::of(choice) {
        Ok(ranking) => ranking,
        Err(error) => {
            read.add_problem("deck_cards", HouseProblemKind::NoRanking(error), rule::OF_THE_PROGRAM);
            // The default ranking always works; the problem recorded above keeps this house from being
            // played.
            Ranking::of(cards::Choice::default())
                .unwrap_or_else(|error| panic!("the default ranking: {error}"))
        }
    }
}

/// The part [`Stakes`] of the house: what is put in before anybody acts, the sizes of bets, and who the
/// button makes post. An ante game has no blinds, and an ante of zero is none.
fn read_stakes(read: &mut SettingsReader<'_>, limit: Limit, rules: &RulesInForce, game: Game) -> Stakes {
    let determined = read.determined;
    let levels: Vec<Chips> = determined.amounts("blinds").into_iter().filter_map(Chips::new).collect();
    let ante_game = determined.text("forced_bets") == "antes";
    let count = determined.amount("blind_count").map_or(levels.len(), |count| count as usize);
    let blinds = if ante_game { Vec::new() } else { levels.iter().copied().take(count).collect() };
    let ante = read.chips("ante").unwrap_or_default();
    let antes = if ante_game {
        Antes::EachPlayer(ante)
    } else {
        read.choice_of(
            "antes_with_blinds",
            &[
                ("off", Antes::Off),
                ("each_player", Antes::EachPlayer(ante)),
                ("big_blind", Antes::BigBlind(ante)),
            ],
        )
    };
    let antes = match antes {
        Antes::EachPlayer(amount) | Antes::BigBlind(amount) if amount.is_zero() => Antes::Off,
        Antes::Off | Antes::EachPlayer(_) | Antes::BigBlind(_) => antes,
    };
    let bets = read_bets(read, limit, &levels, rules, game);
    Stakes {
        smallest_chip: read.chips("smallest_chip").unwrap_or_default().max(Chips::new(1).unwrap_or_default()),
        chip_cents: read.determined.amount("chip_cents").unwrap_or(100).max(1),
        min_buy_in: read.chips("min_buy_in").unwrap_or_default(),
        max_buy_in: read.chips("max_buy_in"),
        short_stack_plays_on: read.choice_of("short_stack", &[("declared", false), ("plays_on", true)]),
        bets,
        blinds,
        antes,
        bomb_pot: read.chips("bomb_pot").filter(|amount| !amount.is_zero()),
        short_stack_posts_ante_first: read
            .choice_of("short_stack_posts_first", &[("ante", true), ("blind", false)]),
        full_blind_price: read.choice_of("short_blind_price", &[("full", true), ("posted", false)]),
        over_blinds: determined.amount("over_blinds").unwrap_or(0).min(MAX_SEATS as u64) as u8,
        over_blind_level: read.chips("over_blind_level"),
        over_blind_word: read.choice_of(
            "over_blind_word",
            &[("over-blind", "over-blind"), ("over_blind", "over-blind"), ("straddle", "straddle")],
        ),
        button_moves_over_empty_seats: read
            .choice_of("button_movement", &[("moving", true), ("dead", false)]),
        button_stays_after_void: read.choice_of("button_after_void", &[("stays", true), ("moves", false)]),
        heads_up_button_posts_first: read.flag("heads_up_button_posts_first"),
        heads_up_button_adjust: read.flag("heads_up_button_adjust"),
        missed_small_blind_live: read.choice_of("missed_small_blind", &[("dead", false), ("live", true)]),
        no_cards_without_the_blind: read
            .choice_of("blind_refusal", &[("incident", false), ("no_cards", true)]),
    }
}

/// The part [`BettingRules`] of the house: what a player on turn may do. A short blind or all-in has settings
/// of its own for limit games.
fn read_betting(read: &mut SettingsReader<'_>, limit: Limit) -> BettingRules {
    let ante_game = read.determined.text("forced_bets") == "antes";
    let raise_cap = read_caps(read, limit, ante_game);
    let over = &[
        ("add_bet", RaiseOverShort::AddBet),
        ("complete_under_half", RaiseOverShort::CompleteUnderHalf),
        ("complete", RaiseOverShort::Complete),
        ("next_level", RaiseOverShort::NextLevel),
    ];
    BettingRules {
        limit,
        raise_cap,
        cap_lifts: read.choice_of(
            "raise_cap_heads_up",
            &[
                ("moment_of_raise", CapLift::MomentOfRaise),
                ("before_cap", CapLift::BeforeCap),
                ("round_began", CapLift::RoundBegan),
                ("never", CapLift::Never),
            ],
        ),
        cap_counts_all_in: read.flag("raise_cap_counts_all_in_players"),
        pot_rounding: read.chips("pot_limit_rounding"),
        nominal_blinds_in_pot: read.choice_of("pot_limit_blinds", &[("posted", false), ("nominal", true)]),
        raise_into_all_in: read
            .choice_of("raise_into_all_in_players", &[("not_offered", false), ("offered", true)]),
        raise_over_over_blind_by_last_blind: read
            .choice_of("over_blind_min_raise", &[("over_blind", false), ("last_blind", true)]),
        stands_on_blinds: read.determined.has_rule(rule::LAST_BLIND_STANDS),
        opening: read.choice_of(
            "opening_option",
            &[("B", OpeningOption::B), ("A", OpeningOption::A), ("C", OpeningOption::C)],
        ),
        ante_opener: read.choice_of(
            "ante_opener",
            &[
                ("must_bet", AnteOpener::MustBet),
                ("may_fold", AnteOpener::MayFold),
                ("may_check", AnteOpener::MayCheck),
            ],
        ),
        short_all_in: read.choice_of(
            "short_all_in",
            &[
                ("nobody_raises", ShortAllIn::NobodyRaises),
                ("no_reopen", ShortAllIn::NoReopen),
                ("reopens", ShortAllIn::Reopens),
            ],
        ),
        short_all_ins_accumulate: read.flag("short_all_ins_accumulate"),
        half_counts: read.flag("short_all_in_half_counts"),
        short_bet_reopens_checkers: read.flag("short_bet_reopens_checkers"),
        raise_counts_from_last_full: read
            .choice_of("min_raise_over_short_all_in", &[("from_all_in", false), ("from_last_full", true)]),
        over_short_raise: read.choice_of("limit_raise_over_short_raise", over),
        over_short_bet: read.choice_of("limit_raise_over_short_bet", over),
        all_in_whole_bets: read.choice_of("all_in_unit", &[("all", false), ("whole_minimum_bets", true)]),
        fold_when_free: read.choice_of("fold_when_check_is_free", &[("allowed", true), ("refused", false)]),
    }
}

/// The part [`ShowdownRules`] of the house: how a hand is shown, won and paid. Commission by time means that
/// nothing is taken from the pots.
fn read_showdown(read: &mut SettingsReader<'_>, rules: &RulesInForce, mode: ShowdownMode) -> ShowdownRules {
    let odd_chip_tie = read.choice_of(
        "odd_chip_tiebreak",
        &[
            ("suit", OddChipTie::Suit),
            ("next_card", OddChipTie::NextCard),
            ("first_left_of_button", OddChipTie::FirstLeftOfButton),
        ],
    );
    let commission = read_commission(read, rules);
    ShowdownRules {
        mode,
        early_last_bettor_shows_first: read
            .choice_of("first_to_show_all_in_early", &[("last_bettor", true), ("left_of_button", false)]),
        side_pot_shows_first: read.flag("side_pot_players_show_first"),
        losers_may_muck: read.flag("later_hands_may_muck"),
        all_in_hands_tabled: read.flag("all_in_hands_tabled"),
        cards_shown_after: read.choice_of(
            "show_one_show_all",
            &[("off", false), ("after_round", true), ("at_once_if_seen", true)],
        ),
        odd_chip: read.choice_of(
            "odd_chip",
            &[
                ("first_left_takes_all", OddChip::FirstLeftTakesAll),
                ("one_each_from_left", OddChip::OneEachFromLeft),
                ("highest_hole_card", OddChip::HighestHoleCard(odd_chip_tie)),
            ],
        ),
        odd_chip_to_nearest_half: read
            .choice_of("odd_chip_between_halves", &[("high", false), ("nearest_button", true)]),
        pots_joined: read.choice_of("pots_divided", &[("each_pot", false), ("joined", true)]),
        commission,
        commission_by_time: commission.is_none() && read.determined.text("commission_method") == "time",
    }
}

/// The part [`ClockRules`] of the house, in seconds, minutes and hands as the settings say; zero stands for
/// "no time" where the clock may be left out.
fn read_clocks(read: &mut SettingsReader<'_>) -> ClockRules {
    let determined = read.determined;
    let above_zero = |setting: &str| determined.amount(setting).filter(|amount| *amount > 0);
    ClockRules {
        turn_seconds: above_zero("turn_seconds"),
        official_clock_seconds: above_zero("official_clock_seconds"),
        official_clock_is_automatic: read
            .choice_of("official_clock_call", &[("by_official", false), ("automatic", true)]),
        stands_with_bots_only: read.choice_of("clock_with_bots_only", &[("runs", false), ("stands", true)]),
        time_bank_seconds: above_zero("time_bank_seconds"),
        disconnect_seconds: determined.amount("disconnect_seconds").unwrap_or(0),
        check_when_out_of_time: read
            .choice_of("timeout_when_check_is_free", &[("fold", false), ("check", true)]),
        break_minutes: above_zero("break_minutes"),
        idle_rounds: above_zero("idle_rounds"),
        notice_rounds: determined.amount("notice_rounds").unwrap_or(1).max(1),
        rejoin_window_minutes: above_zero("rejoin_window_minutes"),
    }
}

/// The smallest and largest bets by betting round, in chips; a structure without a largest bet of its own has
/// `None`. Rounds that a game does not have are filled in too.
fn read_bets(
    read: &mut SettingsReader<'_>,
    limit: Limit,
    levels: &[Chips],
    rules: &RulesInForce,
    game: Game,
) -> [Bounds; MAX_ROUNDS] {
    let least = read.chips("min_bet").or(levels.last().copied()).unwrap_or_default();
    if least.is_zero() {
        read.add_problem("min_bet", HouseProblemKind::SmallestBetNeeded, rule::LIMITS_ARE_DETERMINED);
    }
    let most = match limit {
        Limit::Fixed | Limit::Spread => read.chips("max_bet"),
        Limit::Double | Limit::HalfPot | Limit::FullPot | Limit::NoLimit => None,
    };
    let same = Bounds { smallest: least, largest: most };
    let mut bets = [same; MAX_ROUNDS];
    let rounds = usize::from(game.rounds());
    match read.determined.text("limits_per_betting_round") {
        "same" | "not_used" => {}
        "doubled_late" => {
            if matches!(limit, Limit::Fixed | Limit::Spread) {
                for bounds in &mut bets[rounds - 2..] {
                    bounds.smallest = least + least;
                    bounds.largest = most.map(|most| most + most);
                }
            }
        }
        _ => {
            let listed = read.determined.ranges("limits_per_betting_round");
            for (round, bounds) in bets.iter_mut().enumerate() {
                if let Some((least, most)) = listed.get(round).or(listed.last()) {
                    let chips = |amount: u64| Chips::new(amount).unwrap_or_default();
                    let spread = most > least;
                    *bounds = Bounds {
                        smallest: chips(*least),
                        largest: if spread { Some(chips(*most)) } else { same.largest },
                    };
                }
            }
        }
    }
    if limit == Limit::Spread && bets.iter().any(|bounds| bounds.largest.is_none()) {
        read.add_problem("max_bet", HouseProblemKind::LargestBetNeeded, rule::LIMITS_ARE_DETERMINED);
    }
    if !rules.has(rule::LIMITS_OF_THE_ROUND) {
        bets = [bets[0]; MAX_ROUNDS];
    }
    bets
}

/// The most raises of each betting round, `None` for no cap: which of the three settings applies depends on
/// limit structure and forced bets.
fn read_caps(read: &mut SettingsReader<'_>, limit: Limit, ante_game: bool) -> [Option<u32>; MAX_ROUNDS] {
    let free = matches!(limit, Limit::HalfPot | Limit::FullPot | Limit::NoLimit);
    let by_structure = read.determined.text("raise_cap_antes") == "by_structure";
    let setting = match (ante_game, free) {
        (true, true) if by_structure => return [None; MAX_ROUNDS],
        (true, false) if by_structure => return [Some(3); MAX_ROUNDS],
        (true, _) => "raise_cap_antes",
        (false, true) => "raise_cap_pot_and_no_limit",
        (false, false) => "raise_cap",
    };
    let listed = read.determined.amounts(setting);
    let mut caps = [None; MAX_ROUNDS];
    for (round, cap) in caps.iter_mut().enumerate() {
        *cap = listed.get(round).or(listed.last()).map(|cap| u32::try_from(*cap).unwrap_or(u32::MAX));
    }
    caps
}

/// How commission is taken from the pots; `None` where nothing is. A book without the rule on time commission
/// has no other way to charge.
fn read_commission(read: &mut SettingsReader<'_>, rules: &RulesInForce) -> Option<PotCommission> {
    match read.determined.text("commission_method") {
        "pot" => {}
        "time" if !rules.has(rule::COMMISSION_BY_TIME) => {}
        _ => return None,
    }
    Some(PotCommission {
        percent: read.determined.amount("commission_percent").unwrap_or(0),
        cap: read.cents("commission_cap"),
        free_up_to: read.cents("commission_free_up_to_cents").unwrap_or_default(),
        rounding: read.cents("commission_rounding_cents").unwrap_or_default(),
        each_pot_threshold: read
            .choice_of("commission_threshold", &[("each_pot", true), ("round_total", false)]),
        allocation: read.choice_of(
            "commission_allocation",
            &[
                ("as_formed", CommissionAllocation::AsFormed),
                ("main_first", CommissionAllocation::MainFirst),
                ("proportional", CommissionAllocation::Proportional),
            ],
        ),
        equal_hands: read.choice_of(
            "commission_equal_hands_exempt",
            &[
                ("none", EqualHandsExemption::Pay),
                ("round", EqualHandsExemption::RoundExempt),
                ("each_pot", EqualHandsExemption::PotExempt),
            ],
        ),
        blinds_only_exempt: read.flag("commission_blinds_only_exempt"),
        no_flop_no_drop: read.flag("commission_no_flop_no_drop"),
        round_to_chip: read.flag("commission_round_to_chip"),
    })
}
