//! What must hold between the settings of a table. Each check belongs to a rule and goes with it.

use crate::book::{Cell, Condition};
use crate::choosing::Choosing;
use crate::determine::{NOT_USED, at_percentage, ranges};
use crate::problem::either;
use crate::setting::whole;
use crate::{Rule, rule};

/// A round needs two players.
const FEWEST_PLAYERS: u64 = 2;

impl Choosing<'_> {
    /// No amount of chips is beyond [`MOST_CHIPS`], whatever the book offers.
    pub(crate) fn amounts_can_be_paid(&mut self) {
        for (at, setting) in self.settings.iter().enumerate() {
            let past = self.values[at].as_deref().and_then(|value| setting.gone_past(value));
            let Some(most) = past else { continue };
            let given = self.written(at);
            let what = format!("numbers go up to {most}");
            let would_do = format!("{most} {} or less", setting.unit);
            self.values[at] = None;
            self.refuse(setting.rule, setting, &given, what, would_do)
                .because("too_high")
                .with("at_most", most);
        }
    }

    /// The number of blinds follows a list of blinds; a list follows a number.
    ///
    /// One blind is the last of the book's list; a third is twice the second.
    pub(crate) fn follow_the_blinds(&mut self) {
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
                let offered = match &self.book.pages.cells[count_at] {
                    Cell::Fixed(fixed) => (*fixed == count, fixed.clone()),
                    Cell::Operator { choices, .. } => {
                        (choices.allow(setting, &count), choices.would_do(setting))
                    }
                    Cell::NotUsed | Cell::Depends { .. } => (false, "another number".to_owned()),
                };
                if offered.0 || self.book.is_struck(rule::NUMBER_OF_BLINDS) {
                    self.values[count_at] = Some(count);
                } else {
                    let given = self.written(blinds_at);
                    let what = format!("that is {count} {}", if count == "1" { "blind" } else { "blinds" });
                    let would_do = format!("a list of {}", offered.1);
                    self.values[blinds_at] = None;
                    self.refuse(
                        Some(rule::NUMBER_OF_BLINDS),
                        &self.settings[blinds_at],
                        &given,
                        what,
                        would_do,
                    )
                    .because("so_many_blinds")
                    .with("count", count);
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
            && self.has(rule::NUMBER_OF_BLINDS)
        {
            let given = count.to_string();
            let what = format!("{} blinds are listed", listed.len());
            let would_do = format!("{} or a list of {count}", listed.len());
            self.refuse(Some(rule::NUMBER_OF_BLINDS), &self.settings[count_at], &given, what, would_do)
                .because("blinds_listed")
                .with("listed", listed.len())
                .with("count", count);
        }
    }

    /// Blinds or antes, and what goes with each.
    pub(crate) fn forced_bets(&mut self) {
        let antes = self.is("forced_bets", "antes");
        let ante = self.number("ante");
        if self.has(rule::BLINDS_OR_ANTES) {
            let rule = Some(rule::BLINDS_OR_ANTES);
            let beside =
                self.value("antes_with_blinds").is_some_and(|value| value != "off" && value != NOT_USED);
            let in_tournaments =
                self.value("tournament_antes").is_some_and(|value| value != "off" && value != NOT_USED);
            let offers_beside = self.offers_more_than("antes_with_blinds", "off");
            if antes && ante == Some(0) {
                self.refuse_named(rule, "ante", "a game with antes needs one", "an ante of 1 or more chips")
                    .because("ante_needed")
                    .with("at_least", 1_u64);
            }
            if self.is("forced_bets", "blinds") {
                if ante.is_some_and(|ante| ante > 0) && !beside && !in_tournaments {
                    let would_do = if offers_beside {
                        "forced_bets = antes without blinds, antes_with_blinds, or an ante of 0"
                    } else {
                        "forced_bets = antes without blinds, or an ante of 0"
                    };
                    self.refuse_named(rule, "ante", "the game has blinds", would_do)
                        .because("has_blinds")
                        .with("beside", offers_beside);
                }
                if beside && ante == Some(0) {
                    let what = "there is no ante to put in";
                    self.refuse_named(rule, "antes_with_blinds", what, "an ante of 1 or more chips")
                        .because("ante_needed")
                        .with("at_least", 1_u64);
                }
                if self.value("blinds") == Some("none") {
                    self.refuse_named(
                        rule,
                        "blinds",
                        "a game with blinds needs them",
                        "a list of one to three blinds",
                    )
                    .because("blinds_needed");
                }
            }
            // Where the smallest bet is the last blind, the blinds of an ante game name its bets.
            let names_the_bets = self.is("min_bet", "last_blind");
            if antes && self.was_chosen("blinds") && self.value("blinds") != Some("none") && !names_the_bets {
                self.refuse_named(rule, "blinds", "the game has antes", "forced_bets = blinds, or no blinds")
                    .because("has_antes");
            }
            if antes && self.number("over_blinds").is_some_and(|count| count > 0) {
                let what = "an over-blind follows the last blind, and the game has antes";
                self.refuse_named(rule, "over_blinds", what, "forced_bets = blinds, or 0")
                    .because("over_blind_needs_blinds");
            }
        }
        if antes && self.was_chosen("opening_option") && self.has(rule::OPENING_OPTION_IS_FIXED) {
            let rule = Some(rule::OPENING_OPTION_IS_FIXED);
            self.refuse_named(
                rule,
                "opening_option",
                "the opener of a game with antes has one option",
                "leaving it out",
            )
            .because("one_opening_option");
        }
    }

    /// Blinds do not fall, meet the smallest bet, and are whole multiples of the smallest chip.
    pub(crate) fn blind_levels(&mut self) {
        if !self.has(rule::BLIND_LEVELS) {
            return;
        }
        let rule = Some(rule::BLIND_LEVELS);
        let chip = self.number("smallest_chip").unwrap_or(1).max(1);
        if self.is("forced_bets", "blinds") {
            let blinds = self.list("blinds").unwrap_or_default();
            if let Some(pair) = blinds.windows(2).find(|pair| pair[1] < pair[0]) {
                let what = format!("it falls from {} to {}", pair[0], pair[1]);
                self.refuse_named(rule, "blinds", what, "amounts that do not fall")
                    .because("blinds_fall")
                    .with("from", pair[0])
                    .with("to", pair[1]);
            }
            if let Some(odd) = blinds.iter().find(|blind| *blind % chip != 0) {
                let what = format!("{odd} is no multiple of the smallest chip of {chip}");
                self.refuse_named(rule, "blinds", what, format!("multiples of {chip}"))
                    .because("not_a_multiple")
                    .with("amount", *odd)
                    .with("unit", chip);
            }
            if let (Some(last), Some(smallest)) = (blinds.last().copied(), self.smallest_first_bet())
                && last < smallest
            {
                let what = format!("the last blind of {last} is below the smallest bet of {smallest}");
                let would_do =
                    format!("a last blind of {smallest} or more, or a smallest bet of {last} or less");
                self.refuse_named(rule, "blinds", what, would_do)
                    .because("last_blind_below_bet")
                    .with("blind", last)
                    .with("at_least", smallest);
            }
            if let (Some(last), Some(level)) = (blinds.last().copied(), self.number("over_blind_level"))
                && level < last
            {
                let what = format!("it is below the last blind of {last}");
                self.refuse_named(rule, "over_blind_level", what, format!("x2, or {last} or more"))
                    .because("below_last_blind")
                    .with("at_least", last);
            }
        }
        for setting in ["over_blind_level", "ante", "bomb_pot", "kill_chips"] {
            if let Some(amount) = self.number(setting).filter(|amount| amount % chip != 0) {
                let what = format!("{amount} is no multiple of the smallest chip of {chip}");
                self.refuse_named(rule, setting, what, format!("a multiple of {chip}"))
                    .because("not_a_multiple")
                    .with("amount", amount)
                    .with("unit", chip);
            }
        }
    }

    /// Smallest and largest bets, and lists by betting round.
    pub(crate) fn limits(&mut self) {
        if !self.has(rule::LIMITS_ARE_DETERMINED) {
            return;
        }
        let rule = Some(rule::LIMITS_ARE_DETERMINED);
        let chip = self.number("smallest_chip").unwrap_or(1).max(1);
        let (fixed, spread) = (self.is("limit_structure", "fixed"), self.is("limit_structure", "spread"));
        for setting in ["min_bet", "max_bet"] {
            if let Some(amount) = self.number(setting).filter(|amount| amount % chip != 0) {
                let what = format!("{amount} is no multiple of the smallest chip of {chip}");
                self.refuse_named(rule, setting, what, format!("a multiple of {chip}"))
                    .because("not_a_multiple")
                    .with("amount", amount)
                    .with("unit", chip);
            }
        }
        let smallest = self.smallest_bet();
        let largest = self.number("max_bet");
        let listed = self.value("limits_per_betting_round").and_then(ranges);
        if let (Some(smallest), Some(largest)) = (smallest, largest) {
            if largest < smallest {
                let what = format!("it is below the smallest bet of {smallest}");
                self.refuse_named(rule, "max_bet", what, format!("none, or {smallest} or more"))
                    .because("below_smallest_bet")
                    .with("at_least", smallest);
            } else if fixed && largest != smallest {
                let what = format!("in fixed limit it is the smallest bet, {smallest}");
                self.refuse_named(rule, "max_bet", what, format!("none or {smallest}"))
                    .because("is_the_smallest_bet")
                    .with("amount", smallest);
            }
        }
        if largest.is_some() && self.value("limit_structure").is_some() && !fixed && !spread {
            self.refuse_named(rule, "max_bet", "only fixed and spread limit have a largest bet", "none")
                .because("largest_bet_needs_limit");
        }
        if spread && largest.is_none() && listed.is_none() && self.value("max_bet").is_some() {
            let what = "spread limit needs a largest bet";
            self.refuse_named(
                rule,
                "max_bet",
                what,
                "an amount, or limits_per_betting_round as a list of ranges",
            )
            .because("largest_bet_needed");
        }
        let rounds = self.betting_rounds();
        if let Some(listed) = listed {
            if self.value("limit_structure").is_some() && !fixed && !spread {
                let what = "only fixed and spread limit have bets by betting round";
                self.refuse_named(rule, "limits_per_betting_round", what, "same")
                    .because("bets_by_round_need_limit");
            }
            self.list_by_round(rule, "limits_per_betting_round", listed.len(), rounds);
            if let Some((low, high)) = listed.iter().find(|(low, high)| fixed && low != high) {
                let what = format!("{low}-{high} is a range, and fixed limit has one bet a round");
                self.refuse_named(
                    rule,
                    "limits_per_betting_round",
                    what,
                    "one amount for each betting round",
                )
                .because("fixed_limit_has_one_bet")
                .with("from", *low)
                .with("to", *high);
            }
            if let Some((low, high)) = listed.iter().find(|(low, high)| low % chip != 0 || high % chip != 0) {
                let what = format!("{low}-{high} is no multiple of the smallest chip of {chip}");
                self.refuse_named(rule, "limits_per_betting_round", what, format!("multiples of {chip}"))
                    .because("not_a_multiple")
                    .with("amount", if low % chip == 0 { *high } else { *low })
                    .with("unit", chip);
            }
        }
        if let Some(caps) = self.list("raise_cap").filter(|caps| caps.len() > 1) {
            self.list_by_round(rule, "raise_cap", caps.len(), rounds);
        }
    }

    fn list_by_round(&mut self, rule: Option<Rule>, setting: &str, length: usize, rounds: Option<usize>) {
        if let Some(rounds) = rounds.filter(|rounds| *rounds != length) {
            let what = format!("it lists {length}, and the game has {rounds} betting rounds");
            self.refuse_named(rule, setting, what, format!("a list of {rounds}"))
                .because("rounds_listed")
                .with("listed", length)
                .with("rounds", rounds);
        }
    }

    /// The largest stake is no less than the smallest.
    pub(crate) fn stakes(&mut self) {
        if let (true, Some(least), Some(most)) =
            (self.has(rule::STAKE_WITHIN_LIMITS), self.number("min_buy_in"), self.number("max_buy_in"))
            && most < least
        {
            let what = format!("it is below the smallest stake of {least}");
            let would_do = format!("none, or {least} or more");
            self.refuse_named(Some(rule::STAKE_WITHIN_LIMITS), "max_buy_in", what, would_do)
                .because("below_smallest_stake")
                .with("at_least", least);
        }
        if let (true, Some("half" | "full"), None) =
            (self.has(rule::OPERATOR_MAY_CHOOSE), self.value("kill"), self.number("kill_chips"))
        {
            let rule = Some(rule::OPERATOR_MAY_CHOOSE);
            self.refuse_named(rule, "kill_chips", "a kill pot needs the kill wager", "an amount of chips")
                .because("kill_wager_needed");
        }
    }

    /// Exactly one way of taking commission, with what it needs and within what was approved.
    pub(crate) fn commission(&mut self) {
        let (pot, time) = (self.is("commission_method", "pot"), self.is("commission_method", "time"));
        if self.has(rule::COMMISSION_IS_CHARGED) {
            let rule = Some(rule::COMMISSION_IS_CHARGED);
            for setting in ["time_charge_cents", "time_charge_minutes"] {
                if pot && self.was_chosen(setting) {
                    let what = "commission is taken from the pots, and only one way is allowed";
                    self.refuse_named(rule, setting, what, "leaving it out, or commission_method = time")
                        .because("commission_is_from_pots");
                }
            }
            for setting in ["commission_percent", "commission_cap"] {
                if time && self.was_chosen(setting) {
                    let what = "commission is charged by time, and only one way is allowed";
                    self.refuse_named(rule, setting, what, "leaving it out, or commission_method = pot")
                        .because("commission_is_by_time");
                }
            }
        }
        if self.has(rule::COMMISSION_CAP_IS_APPROVED) {
            let rule = Some(rule::COMMISSION_CAP_IS_APPROVED);
            let cap = self.value("commission_cap").map(str::to_owned);
            let percent = self.value("commission_percent").map(str::to_owned);
            match (&cap, &percent) {
                (None, _) if pot && !self.was_refused("commission_cap") => {
                    let what = "commission from the pot needs its approved largest amount";
                    self.refuse_named(
                        rule,
                        "commission_cap",
                        what,
                        "an amount in cents, or a list such as 5:1000 10:800",
                    )
                    .because("cap_needed");
                }
                (Some(cap), _) if pot && cap == "none" => {
                    let what = "commission from the pot needs its approved largest amount";
                    self.refuse_named(
                        rule,
                        "commission_cap",
                        what,
                        "an amount in cents, or a list such as 5:1000 10:800",
                    )
                    .because("cap_needed");
                }
                (Some(cap), Some(percent))
                    if pot && cap.contains(':') && at_percentage(cap, percent).is_none() =>
                {
                    let what = format!("it has no amount for {percent} percent");
                    self.refuse_named(rule, "commission_cap", what, format!("a list with {percent}:AMOUNT"))
                        .because("cap_without_percent")
                        .with("percent", percent.as_str());
                }
                (None | Some(_), None | Some(_)) => {}
            }
            if let Some(cap) = &cap
                && let (Some(five), Some(ten)) = (at_percentage(cap, "5"), at_percentage(cap, "10"))
                && ten > five
            {
                let what =
                    format!("the largest amount at 10 percent, {ten}, is above that at 5 percent, {five}");
                self.refuse_named(rule, "commission_cap", what, format!("at most {five} at 10 percent"))
                    .because("cap_at_ten_above_five")
                    .with("ten", ten)
                    .with("at_most", five);
            }
        }
        if self.has(rule::TIME_CHARGE_IS_APPROVED)
            && let (Some(charge), Some(most)) =
                (self.number("time_charge_cents"), self.number("time_charge_maximum_cents"))
            && charge > most
        {
            let what = format!("it is above the approved maximum of {most}");
            let would_do = format!("at most {most}");
            self.refuse_named(Some(rule::TIME_CHARGE_IS_APPROVED), "time_charge_cents", what, would_do)
                .because("above_approved")
                .with("at_most", most);
        }
        if time && self.value("time_charge_cents").is_none() && !self.was_refused("time_charge_cents") {
            let rule = Some(rule::DETERMINED_BEFORE_THE_ROUND);
            if self.has(rule::DETERMINED_BEFORE_THE_ROUND) {
                self.refuse_named(
                    rule,
                    "time_charge_cents",
                    "the charge has no default",
                    "an amount in cents",
                )
                .because("charge_needed");
            }
        }
    }

    /// No more seats than the deck can serve to the end of a round; a number nobody chose gives way.
    pub(crate) fn deck(&mut self) {
        if !self.has(rule::DECK_BOUNDS_THE_PLAYERS) {
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
        // Five cards of the board, and a burn before the first three, the fourth and the fifth.
        let board = 5 + if self.is("burn", "true") { 3 } else { 0 };
        let most = cards.saturating_sub(board) / hole_cards;
        if seats > most && !self.was_chosen("seats") && most >= FEWEST_PLAYERS {
            self.set("seats", most.to_string());
        } else if seats > most {
            let what = format!("{cards} cards serve {most} players of {hole_cards} hole cards");
            self.refuse_named(Some(rule::DECK_BOUNDS_THE_PLAYERS), "seats", what, format!("at most {most}"))
                .because("deck_serves")
                .with("cards", cards)
                .with("at_most", most)
                .with("hole_cards", hole_cards);
        }
    }

    /// Smallest wagers are no larger than the largest, and the play wager can follow the ante.
    pub(crate) fn wagers_against_the_house(&mut self) {
        for setting in ["ante_limits_cents", "blind_limits_cents", "trips_limits_cents", "play_limits_cents"]
        {
            if let Some([low, high]) = self.list(setting).as_deref()
                && high < low
            {
                let what = format!("the largest, {high}, is below the smallest, {low}");
                self.refuse_named(None, setting, what, "the smallest first")
                    .because("largest_below_smallest")
                    .with("largest", *high)
                    .with("smallest", *low);
            }
        }
        if let (Some([_, ante]), Some([_, play])) =
            (self.list("ante_limits_cents").as_deref(), self.list("play_limits_cents").as_deref())
        {
            let least = ante.saturating_mul(4);
            if *play < least {
                let what = format!("the largest play wager, {play}, is below 4 times the largest ante");
                self.refuse_named(
                    None,
                    "play_limits_cents",
                    what,
                    format!("a largest play wager of {least} or more"),
                )
                .because("play_below_antes")
                .with("play", *play)
                .with("at_least", least);
            }
        }
    }

    /// Choices that the book allows only beside another one.
    pub(crate) fn kept_together(&mut self) {
        for bond in &self.book.pages.only_with {
            // Of a qualifier that came with the book nothing need be shown before it is used.
            let counts = self.was_chosen(&bond.setting) || bond.setting != "low_qualifier";
            if !self.has(bond.rule) || !counts || self.value(&bond.setting) != Some(&bond.value) {
                continue;
            }
            if bond.setting == "commission_percent" && !self.is("commission_method", "pot") {
                continue;
            }
            let Some(needed) = self.value(&bond.needs).map(str::to_owned) else { continue };
            let (holds, would_do, wanted) = match &bond.condition {
                Condition::Has(word) => {
                    let holds = needed.split(' ').any(|part| part == word);
                    (holds, format!("{} = {word}", bond.needs), Err(word))
                }
                Condition::AtMostCents(cents) => {
                    let chip = self.number("chip_cents").unwrap_or(1).max(1);
                    let worth = whole(&needed).and_then(|chips| chips.checked_mul(chip));
                    let most = cents / chip;
                    (
                        worth.is_some_and(|worth| worth <= *cents),
                        format!("{} of {most} chips or less", bond.needs),
                        Ok(most),
                    )
                }
            };
            if !holds {
                let what = format!("it is not for {} = {needed}", bond.needs);
                let refused = self.refuse_named(Some(bond.rule), &bond.setting, what, would_do);
                refused.with("needs", bond.needs.as_str()).with("value", needed);
                match wanted {
                    Err(word) => refused.because("only_beside").with("wanted", word.as_str()),
                    Ok(most) => refused.because("only_up_to").with("at_most", most),
                };
            }
        }
    }

    /// What has no default and is needed whatever else is chosen.
    pub(crate) fn nothing_is_missing(&mut self) {
        /// These are needed with one choice only, and were asked for there.
        const ASKED: [&str; 3] = ["commission_cap", "kill_chips", "time_charge_cents"];
        for at in 0..self.settings.len() {
            let setting = &self.settings[at];
            let open = matches!(&self.book.pages.cells[at], Cell::Operator { default: None, .. });
            if open && self.chosen[at].is_none() && !ASKED.contains(&setting.name.as_str()) {
                let would_do = setting.would_do();
                self.refuse(None, setting, "", "it has no default and must be chosen".to_owned(), would_do)
                    .because("must_be_chosen");
            }
        }
    }

    /// A setting that follows another has a value for whatever that one is.
    pub(crate) fn followers_have_values(&mut self) {
        for at in 0..self.settings.len() {
            let Cell::Depends { by, at: values } = &self.book.pages.cells[at] else { continue };
            let Some(decides) = self.value(by).map(str::to_owned) else { continue };
            if !values.iter().any(|(when, _)| *when == decides) {
                let known: Vec<String> = values.iter().map(|(when, _)| when.clone()).collect();
                let what = format!("the book has no {} for it", self.settings[at].name);
                self.refuse_named(None, by, what, either(&known));
            }
        }
    }

    /// The smallest bet of a round; the last blind where the book says so.
    fn smallest_bet(&self) -> Option<u64> {
        match self.value("min_bet")? {
            "last_blind" => self.list("blinds")?.last().copied(),
            amount => whole(amount),
        }
    }

    /// The smallest bet of the first betting round.
    fn smallest_first_bet(&self) -> Option<u64> {
        let listed = self.value("limits_per_betting_round").and_then(ranges);
        listed.and_then(|listed| listed.first().map(|(low, _)| *low)).or_else(|| self.smallest_bet())
    }

    fn betting_rounds(&self) -> Option<usize> {
        self.value("games").map(|games| games.split(' ').map(betting_rounds).max().unwrap_or(4))
    }
}

fn hole_cards(game: &str, of_omaha: u64) -> u64 {
    match game {
        "omaha" => of_omaha,
        "manila" | "pineapple" | "crazy_pineapple" => 3,
        _ => 2,
    }
}

fn betting_rounds(game: &str) -> usize {
    if game == "manila" { 5 } else { 4 }
}
