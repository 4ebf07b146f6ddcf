//! Checks between the settings of a table. Each check belongs to a rule and is skipped if the book does not
//! have it.

mod requirements;

use crate::book::{BookSetting, Condition};
use crate::determination::{NOT_USED, amount_at_percentage, parse_ranges};
use crate::determination_builder::DeterminationBuilder;
use crate::problem::join_with_or;
use crate::setting::parse_whole;
use crate::{Rule, rule};

/// A hand needs two players.
const MIN_PLAYERS: u64 = 2;

impl DeterminationBuilder<'_> {
    /// Refuses more chips than [`crate::MAX_CHOSEN_CHIPS`], whatever the book offers, as a room must be able
    /// to count all its chips; the amount is taken out of the values, so that later checks skip it.
    pub(crate) fn check_payable_amounts(&mut self) {
        for (at, setting) in self.settings.iter().enumerate() {
            let past = self.values[at].as_deref().and_then(|value| setting.exceeded_max(value));
            let Some(most) = past else { continue };
            let given = self.given_text(at);
            let what = format!("numbers go up to {most}");
            let expected = format!("{most} {} or less", setting.unit);
            self.values[at] = None;
            self.add_problem(setting.rule, setting, &given, what, expected)
                .with_reason("too_high")
                .with_value("at_most", most);
        }
    }

    /// Works out the number of blinds from a list of blinds, or the list from a number, and refuses the two
    /// if they do not match (`number-of-blinds`). Runs before the checks, which need both.
    ///
    /// A single blind is the last of the book's list; a third blind is twice the second.
    pub(crate) fn derive_blinds(&mut self) {
        let (Some(count_at), Some(blinds_at)) =
            (self.book.family().index("blind_count"), self.book.family().index("blinds"))
        else {
            return;
        };
        let count_chosen = self.chosen[count_at].is_some();
        match (count_chosen, self.chosen[blinds_at].is_some()) {
            (false, true) => {
                let Some(listed) = self.list("blinds") else { return };
                let count = listed.len().to_string();
                let setting = &self.settings[count_at];
                let offered = match &self.book.data.settings[count_at] {
                    BookSetting::Fixed(fixed) => (*fixed == count, fixed.clone()),
                    BookSetting::Operator { choices, .. } => {
                        (choices.allows(setting, &count), choices.expected(setting))
                    }
                    BookSetting::NotUsed | BookSetting::Depends { .. } => {
                        (false, "another length".to_owned())
                    }
                };
                if offered.0 || self.book.is_struck(rule::NUMBER_OF_BLINDS) {
                    self.values[count_at] = Some(count);
                } else {
                    let given = self.given_text(blinds_at);
                    let what = format!("that is {count} {}", if count == "1" { "blind" } else { "blinds" });
                    let expected = format!("a list of {}", offered.1);
                    self.values[blinds_at] = None;
                    self.add_problem(
                        Some(rule::NUMBER_OF_BLINDS),
                        &self.settings[blinds_at],
                        &given,
                        what,
                        expected,
                    )
                    .with_reason("so_many_blinds")
                    .with_value("count", count);
                }
            }
            (true, false) => {
                let (Some(count), Some(mut listed)) = (self.number("blind_count"), self.list("blinds"))
                else {
                    return;
                };
                let count = usize::try_from(count).unwrap_or(usize::MAX);
                while listed.len() > count {
                    listed.remove(0);
                }
                if let (true, Some(last)) = (listed.len() + 1 == count, listed.last().copied()) {
                    listed.extend(last.checked_mul(2));
                }
                if listed.len() == count {
                    let listed: Vec<String> = listed.iter().map(u64::to_string).collect();
                    self.values[blinds_at] = Some(listed.join(" "));
                }
            }
            (true, true) | (false, false) => {}
        }
        if let (Some(count), Some(listed)) = (self.number("blind_count"), self.list("blinds"))
            && count != listed.len() as u64
            && self.has_rule(rule::NUMBER_OF_BLINDS)
        {
            let given = count.to_string();
            let what = format!("{} blinds are listed", listed.len());
            let expected = format!("{} or a list of {count}", listed.len());
            self.add_problem(Some(rule::NUMBER_OF_BLINDS), &self.settings[count_at], &given, what, expected)
                .with_reason("blinds_listed")
                .with_value("listed", listed.len())
                .with_value("count", count);
        }
    }

    /// Adds a problem for a game without blinds or antes, and for settings that do not go with the one it has
    /// (`blinds-or-antes`, `opening-option-is-fixed`).
    pub(crate) fn check_forced_bets(&mut self) {
        let antes = self.is("forced_bets", "antes");
        let ante = self.number("ante");
        if self.has_rule(rule::BLINDS_OR_ANTES) {
            let rule = Some(rule::BLINDS_OR_ANTES);
            let beside =
                self.value("antes_with_blinds").is_some_and(|value| value != "off" && value != NOT_USED);
            let in_tournaments =
                self.value("tournament_antes").is_some_and(|value| value != "off" && value != NOT_USED);
            let offers_beside = self.offers_more_than("antes_with_blinds", "off");
            if antes && ante == Some(0) {
                self.add_problem_by_name(
                    rule,
                    "ante",
                    "a game with antes needs one",
                    "an ante of 1 or more chips",
                )
                .with_reason("ante_needed")
                .with_value("at_least", 1_u64);
            }
            if self.is("forced_bets", "blinds") {
                if ante.is_some_and(|ante| ante > 0) && !beside && !in_tournaments {
                    let expected = if offers_beside {
                        "forced_bets = antes without blinds, antes_with_blinds, or an ante of 0"
                    } else {
                        "forced_bets = antes without blinds, or an ante of 0"
                    };
                    self.add_problem_by_name(rule, "ante", "the game has blinds", expected)
                        .with_reason("has_blinds")
                        .with_value("beside", offers_beside);
                }
                if beside && ante == Some(0) {
                    let what = "the ante is 0";
                    self.add_problem_by_name(rule, "antes_with_blinds", what, "an ante of 1 or more chips")
                        .with_reason("ante_needed")
                        .with_value("at_least", 1_u64);
                }
                if self.value("blinds") == Some("none") {
                    self.add_problem_by_name(
                        rule,
                        "blinds",
                        "a game with blinds needs them",
                        "a list of one to three blinds",
                    )
                    .with_reason("blinds_needed");
                }
            }
            // If the smallest bet is the last blind, a game of antes needs blinds to state its bets.
            let names_the_bets = self.is("min_bet", "last_blind");
            if antes && self.is_chosen("blinds") && self.value("blinds") != Some("none") && !names_the_bets {
                self.add_problem_by_name(
                    rule,
                    "blinds",
                    "the game has antes",
                    "forced_bets = blinds, or no blinds",
                )
                .with_reason("has_antes");
            }
            if antes && self.number("over_blinds").is_some_and(|count| count > 0) {
                let what = "an over-blind follows the last blind, and the game has antes";
                self.add_problem_by_name(rule, "over_blinds", what, "forced_bets = blinds, or 0")
                    .with_reason("over_blind_needs_blinds");
            }
        }
        if antes && self.is_chosen("opening_option") && self.has_rule(rule::OPENING_OPTION_IS_FIXED) {
            let rule = Some(rule::OPENING_OPTION_IS_FIXED);
            self.add_problem_by_name(
                rule,
                "opening_option",
                "the opener of a game with antes has one option",
                "no choice here",
            )
            .with_reason("one_opening_option");
        }
    }

    /// Adds a problem for blinds that fall, do not reach the smallest bet or are not whole multiples of the
    /// smallest chip, as the other forced bets must be too (`blind-levels`). Amounts are in chips.
    pub(crate) fn check_blind_levels(&mut self) {
        if !self.has_rule(rule::BLIND_LEVELS) {
            return;
        }
        let rule = Some(rule::BLIND_LEVELS);
        let chip = self.number("smallest_chip").unwrap_or(1).max(1);
        if self.is("forced_bets", "blinds") {
            let blinds = self.list("blinds").unwrap_or_default();
            if let Some(pair) = blinds.windows(2).find(|pair| pair[1] < pair[0]) {
                let what = format!("it falls from {} to {}", pair[0], pair[1]);
                self.add_problem_by_name(rule, "blinds", what, "amounts that do not fall")
                    .with_reason("blinds_fall")
                    .with_value("from", pair[0])
                    .with_value("to", pair[1]);
            }
            if let Some(odd) = blinds.iter().find(|blind| *blind % chip != 0) {
                let what = format!("{odd} is not a multiple of the smallest chip of {chip}");
                self.add_problem_by_name(rule, "blinds", what, format!("multiples of {chip}"))
                    .with_reason("not_a_multiple")
                    .with_value("amount", *odd)
                    .with_value("unit", chip);
            }
            if let (Some(last), Some(smallest)) = (blinds.last().copied(), self.smallest_first_bet())
                && last < smallest
            {
                let what = format!("the last blind of {last} is below the smallest bet of {smallest}");
                let expected =
                    format!("a last blind of {smallest} or more, or a smallest bet of {last} or less");
                self.add_problem_by_name(rule, "blinds", what, expected)
                    .with_reason("last_blind_below_bet")
                    .with_value("blind", last)
                    .with_value("at_least", smallest);
            }
            if let (Some(last), Some(level)) = (blinds.last().copied(), self.number("over_blind_level"))
                && level < last
            {
                let what = format!("it is below the last blind of {last}");
                self.add_problem_by_name(rule, "over_blind_level", what, format!("x2, or {last} or more"))
                    .with_reason("below_last_blind")
                    .with_value("at_least", last);
            }
        }
        for setting in ["over_blind_level", "ante", "bomb_pot", "kill_chips"] {
            if let Some(amount) = self.number(setting).filter(|amount| amount % chip != 0) {
                let what = format!("{amount} is not a multiple of the smallest chip of {chip}");
                self.add_problem_by_name(rule, setting, what, format!("a multiple of {chip}"))
                    .with_reason("not_a_multiple")
                    .with_value("amount", amount)
                    .with_value("unit", chip);
            }
        }
    }

    /// Adds a problem for bets, or lists of them by round, that do not fit the limit structure or the
    /// smallest chip (`limits-are-determined`). Amounts are in chips.
    pub(crate) fn check_limits(&mut self) {
        if !self.has_rule(rule::LIMITS_ARE_DETERMINED) {
            return;
        }
        let rule = Some(rule::LIMITS_ARE_DETERMINED);
        let chip = self.number("smallest_chip").unwrap_or(1).max(1);
        let (fixed, spread) = (self.is("limit_structure", "fixed"), self.is("limit_structure", "spread"));
        for setting in ["min_bet", "max_bet"] {
            if let Some(amount) = self.number(setting).filter(|amount| amount % chip != 0) {
                let what = format!("{amount} is not a multiple of the smallest chip of {chip}");
                self.add_problem_by_name(rule, setting, what, format!("a multiple of {chip}"))
                    .with_reason("not_a_multiple")
                    .with_value("amount", amount)
                    .with_value("unit", chip);
            }
        }
        let smallest = self.smallest_bet();
        let largest = self.number("max_bet");
        let listed = self.value("limits_per_betting_round").and_then(parse_ranges);
        if let (Some(smallest), Some(largest)) = (smallest, largest) {
            if largest < smallest {
                let what = format!("it is below the smallest bet of {smallest}");
                self.add_problem_by_name(rule, "max_bet", what, format!("none, or {smallest} or more"))
                    .with_reason("below_smallest_bet")
                    .with_value("at_least", smallest);
            } else if fixed && largest != smallest {
                let what = format!("in fixed limit it is the smallest bet, {smallest}");
                self.add_problem_by_name(rule, "max_bet", what, format!("none or {smallest}"))
                    .with_reason("is_the_smallest_bet")
                    .with_value("amount", smallest);
            }
        }
        if largest.is_some() && self.value("limit_structure").is_some() && !fixed && !spread {
            self.add_problem_by_name(
                rule,
                "max_bet",
                "only fixed and spread limit have a largest bet",
                "none",
            )
            .with_reason("largest_bet_needs_limit");
        }
        if spread && largest.is_none() && listed.is_none() && self.value("max_bet").is_some() {
            let what = "spread limit needs a largest bet";
            self.add_problem_by_name(
                rule,
                "max_bet",
                what,
                "an amount, or limits_per_betting_round as a list of ranges",
            )
            .with_reason("largest_bet_needed");
        }
        let rounds = self.max_betting_rounds();
        if let Some(listed) = listed {
            if self.value("limit_structure").is_some() && !fixed && !spread {
                let what = "only fixed and spread limit have bets by betting round";
                self.add_problem_by_name(rule, "limits_per_betting_round", what, "same")
                    .with_reason("bets_by_round_need_limit");
            }
            self.check_list_length(rule, "limits_per_betting_round", listed.len(), rounds);
            if let Some((low, high)) = listed.iter().find(|(low, high)| fixed && low != high) {
                let what = format!("{low}-{high} is a range, and fixed limit has one bet a round");
                self.add_problem_by_name(
                    rule,
                    "limits_per_betting_round",
                    what,
                    "one amount for each betting round",
                )
                .with_reason("fixed_limit_has_one_bet")
                .with_value("from", *low)
                .with_value("to", *high);
            }
            if let Some((low, high)) = listed.iter().find(|(low, high)| low % chip != 0 || high % chip != 0) {
                let what = format!("{low}-{high} is not a multiple of the smallest chip of {chip}");
                self.add_problem_by_name(
                    rule,
                    "limits_per_betting_round",
                    what,
                    format!("multiples of {chip}"),
                )
                .with_reason("not_a_multiple")
                .with_value("amount", if low % chip == 0 { *high } else { *low })
                .with_value("unit", chip);
            }
        }
        if let Some(caps) = self.list("raise_cap").filter(|caps| caps.len() > 1) {
            self.check_list_length(rule, "raise_cap", caps.len(), rounds);
        }
    }

    /// Adds a problem for a list that does not have one entry for each of these betting rounds; none while
    /// the games are not known (`rounds` is `None`).
    fn check_list_length(&mut self, rule: Option<Rule>, setting: &str, length: usize, rounds: Option<usize>) {
        if let Some(rounds) = rounds.filter(|rounds| *rounds != length) {
            let what = format!("it lists {length}, and the game has {rounds} betting rounds");
            self.add_problem_by_name(rule, setting, what, format!("a list of {rounds}"))
                .with_reason("rounds_listed")
                .with_value("listed", length)
                .with_value("rounds", rounds);
        }
    }

    /// Adds a problem for a largest stake below the smallest (`stake-within-limits`), and for a kill pot
    /// without its kill wager. In chips.
    pub(crate) fn check_stakes(&mut self) {
        if let (true, Some(least), Some(most)) =
            (self.has_rule(rule::STAKE_WITHIN_LIMITS), self.number("min_buy_in"), self.number("max_buy_in"))
            && most < least
        {
            let what = format!("it is below the smallest stake of {least}");
            let expected = format!("none, or {least} or more");
            self.add_problem_by_name(Some(rule::STAKE_WITHIN_LIMITS), "max_buy_in", what, expected)
                .with_reason("below_smallest_stake")
                .with_value("at_least", least);
        }
        if let (true, Some("half" | "full"), None) =
            (self.has_rule(rule::OPERATOR_MAY_CHOOSE), self.value("kill"), self.number("kill_chips"))
        {
            let rule = Some(rule::OPERATOR_MAY_CHOOSE);
            self.add_problem_by_name(
                rule,
                "kill_chips",
                "a kill pot needs the kill wager",
                "an amount of chips",
            )
            .with_reason("kill_wager_needed");
        }
    }

    /// Adds a problem unless commission is taken in one way, with what that way needs, within the approved
    /// amounts in cents (`commission-is-charged`, `commission-cap-is-approved`, `time-charge-is-approved`).
    pub(crate) fn check_commission(&mut self) {
        let (pot, time) = (self.is("commission_method", "pot"), self.is("commission_method", "time"));
        if self.has_rule(rule::COMMISSION_IS_CHARGED) {
            let rule = Some(rule::COMMISSION_IS_CHARGED);
            for setting in ["time_charge_cents", "time_charge_minutes"] {
                if pot && self.is_chosen(setting) {
                    let what = "commission is taken from the pots, and only one way is allowed";
                    self.add_problem_by_name(
                        rule,
                        setting,
                        what,
                        "no choice here, or commission_method = time",
                    )
                    .with_reason("commission_is_from_pots");
                }
            }
            for setting in ["commission_percent", "commission_cap"] {
                if time && self.is_chosen(setting) {
                    let what = "commission is charged by time, and only one way is allowed";
                    self.add_problem_by_name(
                        rule,
                        setting,
                        what,
                        "no choice here, or commission_method = pot",
                    )
                    .with_reason("commission_is_by_time");
                }
            }
        }
        if self.has_rule(rule::COMMISSION_CAP_IS_APPROVED) {
            let rule = Some(rule::COMMISSION_CAP_IS_APPROVED);
            let cap = self.value("commission_cap").map(str::to_owned);
            let percent = self.value("commission_percent").map(str::to_owned);
            match (&cap, &percent) {
                (None, _) if pot && !self.has_problem("commission_cap") => {
                    let what = "commission from the pot needs its approved largest amount";
                    self.add_problem_by_name(
                        rule,
                        "commission_cap",
                        what,
                        "an amount in cents, or a list such as 5:1000 10:800",
                    )
                    .with_reason("cap_needed");
                }
                (Some(cap), _) if pot && cap == "none" => {
                    let what = "commission from the pot needs its approved largest amount";
                    self.add_problem_by_name(
                        rule,
                        "commission_cap",
                        what,
                        "an amount in cents, or a list such as 5:1000 10:800",
                    )
                    .with_reason("cap_needed");
                }
                (Some(cap), Some(percent))
                    if pot && cap.contains(':') && amount_at_percentage(cap, percent).is_none() =>
                {
                    let what = format!("it has no amount for {percent} percent");
                    self.add_problem_by_name(
                        rule,
                        "commission_cap",
                        what,
                        format!("a list with {percent}:AMOUNT"),
                    )
                    .with_reason("cap_without_percent")
                    .with_value("percent", percent.as_str());
                }
                (None | Some(_), None | Some(_)) => {}
            }
            if let Some(cap) = &cap
                && let (Some(five), Some(ten)) =
                    (amount_at_percentage(cap, "5"), amount_at_percentage(cap, "10"))
                && ten > five
            {
                let what =
                    format!("the largest amount at 10 percent, {ten}, is above that at 5 percent, {five}");
                self.add_problem_by_name(
                    rule,
                    "commission_cap",
                    what,
                    format!("at most {five} at 10 percent"),
                )
                .with_reason("cap_at_ten_above_five")
                .with_value("ten", ten)
                .with_value("at_most", five);
            }
        }
        if self.has_rule(rule::TIME_CHARGE_IS_APPROVED)
            && let (Some(charge), Some(most)) =
                (self.number("time_charge_cents"), self.number("time_charge_maximum_cents"))
            && charge > most
        {
            let what = format!("it is above the approved maximum of {most}");
            let expected = format!("at most {most}");
            self.add_problem_by_name(
                Some(rule::TIME_CHARGE_IS_APPROVED),
                "time_charge_cents",
                what,
                expected,
            )
            .with_reason("above_approved")
            .with_value("at_most", most);
        }
        if time && self.value("time_charge_cents").is_none() && !self.has_problem("time_charge_cents") {
            let rule = Some(rule::DETERMINED_BEFORE_THE_ROUND);
            if self.has_rule(rule::DETERMINED_BEFORE_THE_ROUND) {
                self.add_problem_by_name(
                    rule,
                    "time_charge_cents",
                    "the charge has no default",
                    "an amount in cents",
                )
                .with_reason("charge_needed");
            }
        }
    }

    /// Adds a problem for more seats than the deck serves to the end of a hand (`deck-bounds-the-players`),
    /// in the game with the most hole cards; a number of seats that nobody chose is lowered instead.
    pub(crate) fn check_deck(&mut self) {
        if !self.has_rule(rule::DECK_BOUNDS_THE_PLAYERS) {
            return;
        }
        let (Some(seats), Some(deck), Some(games)) =
            (self.number("seats"), self.number("deck_cards"), self.value("games"))
        else {
            return;
        };
        let of_omaha = self.number("omaha_hole_cards").unwrap_or(4);
        let hole_cards = games.split(' ').map(|game| hole_cards(game, of_omaha)).max().unwrap_or(2);
        let cards = deck + u64::from(self.is("joker", "true"));
        // Five board cards, and one burn each before the flop, the turn and the river.
        let board = 5 + if self.is("burn", "true") { 3 } else { 0 };
        let most = cards.saturating_sub(board) / hole_cards;
        if seats > most && !self.is_chosen("seats") && most >= MIN_PLAYERS {
            self.set("seats", most.to_string());
        } else if seats > most {
            let what = format!("{cards} cards serve {most} players of {hole_cards} hole cards");
            self.add_problem_by_name(
                Some(rule::DECK_BOUNDS_THE_PLAYERS),
                "seats",
                what,
                format!("at most {most}"),
            )
            .with_reason("deck_serves")
            .with_value("cards", cards)
            .with_value("at_most", most)
            .with_value("hole_cards", hole_cards);
        }
    }

    /// Adds a problem for a smallest wager above the largest, and for a largest play wager below four times
    /// the largest ante. Only in Ultimate Texas Hold'em; amounts are in cents.
    pub(crate) fn check_house_wagers(&mut self) {
        for setting in ["ante_limits_cents", "blind_limits_cents", "trips_limits_cents", "play_limits_cents"]
        {
            if let Some([low, high]) = self.list(setting).as_deref()
                && high < low
            {
                let what = format!("the largest, {high}, is below the smallest, {low}");
                self.add_problem_by_name(None, setting, what, "the smallest first")
                    .with_reason("largest_below_smallest")
                    .with_value("largest", *high)
                    .with_value("smallest", *low);
            }
        }
        if let (Some([_, ante]), Some([_, play])) =
            (self.list("ante_limits_cents").as_deref(), self.list("play_limits_cents").as_deref())
        {
            let least = ante.saturating_mul(4);
            if *play < least {
                let what = format!("the largest play wager, {play}, is below 4 times the largest ante");
                self.add_problem_by_name(
                    None,
                    "play_limits_cents",
                    what,
                    format!("a largest play wager of {least} or more"),
                )
                .with_reason("play_below_antes")
                .with_value("play", *play)
                .with_value("at_least", least);
            }
        }
    }

    /// The smallest bet of a hand, in chips, for the checks: the last blind if `min_bet` says so. `None`
    /// while it is not known or is wrong.
    fn smallest_bet(&self) -> Option<u64> {
        match self.value("min_bet")? {
            "last_blind" => self.list("blinds")?.last().copied(),
            amount => parse_whole(amount),
        }
    }

    /// The smallest bet of the first betting round, in chips, which a list by betting round may state; the
    /// last blind must reach it.
    fn smallest_first_bet(&self) -> Option<u64> {
        let listed = self.value("limits_per_betting_round").and_then(parse_ranges);
        listed.and_then(|listed| listed.first().map(|(low, _)| *low)).or_else(|| self.smallest_bet())
    }

    /// The number of betting rounds that lists by round must have entries for: the most among `games`. `None`
    /// while the games are not known.
    fn max_betting_rounds(&self) -> Option<usize> {
        self.value("games").map(|games| games.split(' ').map(betting_rounds).max().unwrap_or(4))
    }
}

/// The hole cards dealt to each player in a game, by its word in the setting `games`, any that are discarded
/// later included; `of_omaha` is the table's choice for Omaha.
fn hole_cards(game: &str, of_omaha: u64) -> u64 {
    match game {
        "omaha" => of_omaha,
        "manila" | "pineapple" | "crazy_pineapple" => 3,
        _ => 2,
    }
}

/// The betting rounds of a game, by its word in the setting `games`: five in Three Card Manila, else four.
fn betting_rounds(game: &str) -> usize {
    if game == "manila" { 5 } else { 4 }
}
