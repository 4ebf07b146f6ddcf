//! Alters each rule and each setting in turn and runs the cases that claim it, then, for changes that no case
//! notices, the tests of the room and the table: a change that none of them notices is a rule that could be
//! wrong without a test failing.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::sync::Arc;

use rulebook::setting::{GameFamily, Setting, SettingKind};
use rulebook::{Area, Book, Determination, Rule};
use script::{Case, HouseChange, RunOptions};
use table::House;

use crate::altered::{self, Survivor};
use crate::run::{StepResult, root};
use crate::tidy::RepoFiles;

/// A case, with the file it is in.
struct ClaimedCase {
    file: String,
    case: Case,
    /// The rules that it expects to be cited or says it proves, with clauses resolved to their rules.
    rules: BTreeSet<Rule>,
    /// The settings that it chooses, alters or says it proves.
    settings: BTreeSet<String>,
    /// The default table of its book.
    defaults: Option<Determination>,
}

impl ClaimedCase {
    /// Whether the case is known to play with this value, by its own lines or else by its book: altering the
    /// setting to it would change nothing.
    fn plays_with(&self, setting: &Setting, value: &str) -> bool {
        let named = |(name, _): &(&str, &str)| name.replace('-', "_") == setting.name;
        if let Some((_, chosen)) = self.case.choices().filter(named).last() {
            return setting.canonical(chosen).is_ok_and(|chosen| chosen == value);
        }
        // The game line decides these.
        let of_the_game = [
            "limit_structure",
            "blinds",
            "blind_count",
            "min_bet",
            "ante",
            "forced_bets",
            "antes_with_blinds",
        ];
        !of_the_game.contains(&setting.name.as_str())
            && self.defaults.as_ref().is_some_and(|defaults| defaults.text(&setting.name) == value)
    }

    /// Whether the case fails with a change that it should notice. One that can no longer be read does not
    /// count as noticing.
    fn notices(&self, change: HouseChange) -> NoticeResult {
        let changes = [change];
        let report = script::run(&self.case, &RunOptions { changes: &changes, ..RunOptions::default() });
        match (report.has_passed(), report.is_unreadable()) {
            (true, _) => NoticeResult::No,
            (false, true) => NoticeResult::CannotBePlayed,
            (false, false) => NoticeResult::Yes,
        }
    }
}

/// Whether a case notices a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NoticeResult {
    Yes,
    No,
    CannotBePlayed,
}

/// Rules and settings that do not affect play, with the reason. If a test notices one after all, the run
/// fails, so that the list stays true.
const CHANGE_NOTHING: &[(&str, &str)] = &[(
    "idle_rounds",
    "no seat is marked after so many rounds: officials see how long a seat is away, and decide (HE-19.5, AMB-135)",
)];

/// What to alter: everything, or only what was named.
struct Selection<'a>(&'a [&'a str]);

impl Selection<'_> {
    /// Whether a rule or setting is to be altered: everything is, if nothing was named.
    fn contains(&self, name: &str) -> bool {
        self.0.is_empty()
            || self.0.iter().any(|named| named.split_once('=').map_or(*named, |(name, _)| name) == name)
    }

    /// The values named for this setting as `setting=value`; empty means all that make a difference.
    fn values_of(&self, setting: &Setting) -> Vec<String> {
        let named = self.0.iter().filter_map(|named| named.split_once('='));
        named.filter(|(name, _)| *name == setting.name).map(|(_, value)| value.to_owned()).collect()
    }

    /// Checks that everything named exists, so that a misspelt name does not pass as no survivor.
    fn check(&self) -> StepResult {
        for named in self.0 {
            let found = match named.split_once('=') {
                None => {
                    Rule::all().any(|rule| rule.name() == *named)
                        || Setting::named(GameFamily::Poker, named).is_some()
                }
                Some((name, value)) => Setting::named(GameFamily::Poker, name).is_some_and(|setting| {
                    setting.canonical(value).is_ok_and(|canonical| canonical == value)
                }),
            };
            if !found {
                return Err(format!("{named}: neither a rule nor a setting, alone or as setting=value"));
            }
        }
        Ok(())
    }
}

/// `cargo xtask mutants-of-rules`: alters every rule and every setting, or only the named ones, and prints
/// the survivors. An error if there is one that is not listed as changing nothing.
pub fn of_rules(names: &[&str]) -> StepResult {
    let named = Selection(names);
    named.check()?;
    let cases = load_cases()?;
    println!(
        "{} cases in {} files",
        cases.len(),
        cases.iter().map(|case| &case.file).collect::<BTreeSet<_>>().len()
    );
    let mut survivors = unnoticed_rules(&cases, &named);
    survivors.extend(unnoticed_settings(&cases, &named));
    let unnoticed: Vec<String> = survivors.iter().map(|survivor| survivor.name().to_owned()).collect();
    println!(
        "{} changes that no case notices are left to the tests of the room and the table",
        unnoticed.len()
    );
    let (survivors, noticed) = altered::split_by_notice(survivors)?;
    println!("{} of {} are noticed there", noticed.len(), unnoticed.len());
    for (name, why) in CHANGE_NOTHING.iter().filter(|(name, _)| named.contains(name)) {
        let went_unnoticed = unnoticed.iter().any(|change| change == name);
        if !went_unnoticed || noticed.iter().any(|change| change.name() == *name) {
            return Err(format!(
                "{name} is listed as changing nothing, but is noticed: remove it from that list"
            ));
        }
        println!("changes nothing: {name}: {why}");
    }
    let changes_nothing = |name: &str| CHANGE_NOTHING.iter().any(|(exempt, _)| *exempt == name);
    let survivors: Vec<Survivor> =
        survivors.into_iter().filter(|survivor| !changes_nothing(survivor.name())).collect();
    if survivors.is_empty() {
        println!("no survivor");
        return Ok(());
    }
    for survivor in &survivors {
        println!("survives: {}", survivor.to_variable());
    }
    Err(format!("nothing notices {} changes", survivors.len()))
}

/// Every case of every crate's case files, with what each claims. All of them must pass unaltered, else the
/// error names the first that does not.
fn load_cases() -> Result<Vec<ClaimedCase>, String> {
    let files = RepoFiles::committed()?;
    let mut cases = Vec::new();
    for file in files.iter().filter(|file| file.path.starts_with("crates/") && file.path.ends_with(".hands"))
    {
        let text = fs::read_to_string(root().join(&file.path))
            .map_err(|error| format!("cannot read {}: {error}", file.path))?;
        let script = script::parse(&text).map_err(|problem| format!("{} {problem}", file.path))?;
        for case in script.cases {
            let report = script::run(&case, &RunOptions::default());
            if let Some(failure) = report.failures.first() {
                return Err(format!("{} {failure}, in `{}`, unaltered", file.path, case.title));
            }
            let book = Book::named(&report.book);
            let cites = |rule: &Rule, claim: &str| {
                rule.name() == claim
                    || book.is_some_and(|book| book.cites(*rule).iter().any(|id| id == claim))
            };
            let claims: BTreeSet<&str> = case.claims().collect();
            let claimed = |rule: &Rule| claims.iter().any(|claim| cites(rule, claim));
            let rules = Rule::all().filter(claimed).collect();
            let known = |name: &&str| Setting::named(GameFamily::Poker, name).is_some();
            let settings =
                case.settings().chain(claims.iter().copied().filter(known)).map(str::to_owned).collect();
            let defaults = book.and_then(|book| book.determine(&[]).ok());
            cases.push(ClaimedCase { file: file.path.clone(), case, rules, settings, defaults });
        }
    }
    Ok(cases)
}

/// The rules of play whose removal no case notices, or that no case claims. Prints each of them and the
/// totals.
fn unnoticed_rules(cases: &[ClaimedCase], named: &Selection) -> Vec<Survivor> {
    let mut survivors = Vec::new();
    let (mut killed, mut played) = (0, 0);
    let mut names_only = Vec::new();
    // No hand shows how people behave.
    let of_play = |rule: &Rule| !matches!(rule.area(), Area::Conduct | Area::Tournament);
    for rule in Rule::all().filter(|rule| of_play(rule) && named.contains(rule.name())) {
        let claiming: Vec<&ClaimedCase> = cases.iter().filter(|case| case.rules.contains(&rule)).collect();
        let noticed = |change: HouseChange| {
            claiming.iter().any(|case| case.notices(change.clone()) == NoticeResult::Yes)
        };
        if claiming.is_empty() {
            println!("rule {rule}: no script case claims it");
            survivors.push(Survivor::Rule(rule));
        } else if noticed(HouseChange::Without(rule)) {
            killed += 1;
            // A removed rule is no longer cited, which alone makes a case fail; whether play changes is
            // checked separately.
            if noticed(HouseChange::Ignored(rule)) {
                played += 1;
            } else {
                names_only.push(rule.name());
            }
        } else {
            println!("rule {rule}: removed, and its cases still pass");
            survivors.push(Survivor::Rule(rule));
        }
    }
    println!("{killed} of {} rules are noticed when they are removed", Rule::COUNT);
    println!("{played} of them change what is played when the machine ignores them");
    println!(
        "the others name what the machine does anyway, and only their citations are missed: {}",
        names_only.join(", ")
    );
    survivors
}

/// The values of settings that no case distinguishes from its own. Prints each of them and the totals.
fn unnoticed_settings(cases: &[ClaimedCase], named: &Selection) -> Vec<Survivor> {
    let mut survivors = Vec::new();
    let mut not_read = Vec::new();
    let (mut killed, mut tried) = (0, 0);
    let contexts = contexts();
    for setting in GameFamily::Poker.settings().iter().filter(|setting| named.contains(&setting.name)) {
        let named_values = named.values_of(setting);
        let read = if named_values.is_empty() { read_values(setting, &contexts) } else { named_values };
        if read.is_empty() {
            not_read.push(setting.name.as_str());
            continue;
        }
        let claiming: Vec<&ClaimedCase> =
            cases.iter().filter(|case| case.settings.contains(&setting.name)).collect();
        for value in read {
            // Skip a value that every claiming case already has.
            if !claiming.is_empty() && claiming.iter().all(|case| case.plays_with(setting, &value)) {
                continue;
            }
            tried += 1;
            let change = HouseChange::With { setting: setting.name.clone(), value: value.clone() };
            if claiming.iter().any(|case| case.notices(change.clone()) == NoticeResult::Yes) {
                killed += 1;
            } else {
                let why = if claiming.is_empty() { "no case claims it" } else { "its cases still pass" };
                println!("setting {} = {value}: {why}", setting.name);
                survivors.push(Survivor::Setting { name: setting.name.clone(), value: value.clone() });
            }
        }
    }
    println!("{killed} of {tried} values of settings are distinguished from the others");
    println!("not read by the machine yet: {}", not_read.join(", "));
    survivors
}

/// Tables under which a setting might matter: every book with each limit, each kind of forced bet, and each
/// way to share and to charge.
fn contexts() -> Vec<Determination> {
    let mut contexts = Vec::new();
    let variations: &[&[(&str, &str)]] = &[
        &[],
        &[("limit_structure", "fixed")],
        &[("limit_structure", "spread"), ("max_bet", "40")],
        &[("limit_structure", "full_pot"), ("pot_limit_blinds", "nominal")],
        &[("forced_bets", "antes"), ("ante", "1"), ("limit_structure", "fixed")],
        &[("antes_with_blinds", "big_blind"), ("ante", "1")],
        &[("over_blinds", "1")],
        &[("odd_chip", "highest_hole_card"), ("showdown_mode", "high_low"), ("low_qualifier", "eight")],
        &[("commission_method", "pot"), ("commission_percent", "10"), ("commission_cap", "1000")],
        &[("deck_cards", "36"), ("reduced_deck_order", "flush_above_full_house")],
        &[("joker", "true")],
    ];
    for book in Book::built_in().filter(|book| book.family() == GameFamily::Poker) {
        let Ok(default) = book.determine(&[]) else { continue };
        // A book of a game that is not played yet still has all the settings.
        let default = default.with_value("games", "holdem");
        for variation in variations {
            let vary =
                |table: Determination, (setting, value): &(&str, &str)| table.with_value(setting, value);
            let varied = variation.iter().fold(default.clone(), vary);
            if House::of(&varied).is_ok() {
                contexts.push(varied);
            }
        }
    }
    contexts
}

/// The values of a setting that change some house, which are the values that the machine reads. None if the
/// setting is not played yet.
fn read_values(setting: &Setting, contexts: &[Determination]) -> Vec<String> {
    let mut values: BTreeMap<String, bool> = BTreeMap::new();
    for context in contexts {
        let Ok(house) = House::of(context) else { continue };
        let before = house_text(&house, &house);
        for value in other_values(setting, context.text(&setting.name)) {
            if let Ok(changed) = House::of(&context.with_value(&setting.name, &value)) {
                *values.entry(value).or_default() |= house_text(&changed, &house) != before;
            }
        }
    }
    // A value that makes no difference anywhere cannot be distinguished from the others.
    values.into_iter().filter(|(_, differs)| *differs).map(|(value, _)| value).collect()
}

/// The text of a house without the texts it was made from, for comparing two houses; `of` is the one that is
/// compared with.
fn house_text(house: &House, of: &House) -> String {
    let mut plain = house.clone();
    plain.determined = Arc::clone(&of.determined);
    let determined = format!("{:?}", plain.determined);
    format!("{:?} {:?}", plain.ranking.choice(), plain).replace(&determined, "")
}

/// Other values that a setting can have: every word, and one number close to the current one, which stands
/// for all.
fn other_values(setting: &Setting, now: &str) -> Vec<String> {
    let mut values: Vec<String> = setting.words.clone();
    let first: Option<u64> = now.split([' ', '-', ':']).next().and_then(|number| number.parse().ok());
    let numbers = match setting.kind {
        SettingKind::Number | SettingKind::ByBettingRound | SettingKind::ByPercentage => {
            let number = first.unwrap_or(setting.min);
            vec![(number + 1).to_string(), (number * 2 + 2).to_string()]
        }
        SettingKind::Numbers | SettingKind::Limits => {
            vec!["2 4".to_owned(), "3 6".to_owned(), "2 4 4 8".to_owned()]
        }
        SettingKind::Word | SettingKind::Words | SettingKind::Text | SettingKind::Date => Vec::new(),
    };
    // One number represents all of them.
    let differing = |value: &String| value != now && setting.canonical(value).as_ref() == Ok(value);
    values.extend(numbers.into_iter().find(differing));
    values.retain(differing);
    values
}
