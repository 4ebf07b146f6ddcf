//! What is missing from the conditions, item by item of the list of contents.

use rulebook::{Rule, rule};

use super::Conditions;
use super::file::{ConditionsFile, Kind, SessionConditions};
use super::finding::{Finding, FindingKind, Missing, Severity};
use super::values::{Item, SessionPlayers, SessionStart, StartAt};
use crate::terms::Terms;

/// Collects the missing items.
struct ContentsCheck<'a> {
    file: &'a ConditionsFile,
    terms: &'a Terms,
    findings: Vec<Finding>,
}

/// The items of the list of contents that are not answered, in the order of the list. What is answered wrongly
/// is found elsewhere.
pub(super) fn find_missing(conditions: &Conditions) -> Vec<Finding> {
    let mut check =
        ContentsCheck { file: conditions.file(), terms: conditions.terms(), findings: Vec::new() };
    check.check_start();
    check.check_fee();
    check.check_sessions();
    check.check_further_play();
    check.check_points();
    check.check_repechage();
    check.check_rebuys();
    check.check_chips();
    check.check_players();
    check.check_prizes();
    check.findings
}

impl ContentsCheck<'_> {
    /// Adds a missing item of the list: refused if the leading book makes the list mandatory; otherwise a
    /// warning, or no start if the machine cannot do without it (`needed_to_run`).
    fn push_missing(&mut self, field: &str, missing: Missing, rule: Rule, needed_to_run: bool) {
        let severity = if self.terms.list_is_mandatory {
            Severity::Refused
        } else if needed_to_run {
            Severity::Start
        } else {
            Severity::Warning
        };
        self.push(field, missing, rule, severity);
    }

    /// Adds a missing item under the leading book with a severity that the caller has settled. `field` is the
    /// key in the file and `rule` the one whose clauses are cited.
    fn push(&mut self, field: &str, missing: Missing, rule: Rule, severity: Severity) {
        self.findings.push(Finding {
            severity,
            field: field.to_owned(),
            book: self.terms.book.id().to_owned(),
            rules: vec![rule],
            kind: FindingKind::Missing(missing),
        });
    }

    /// Adds a missing item that only mandatory lists require; under other books it is not missed at all.
    fn push_missing_in_list(&mut self, field: &str, missing: Missing, rule: Rule) {
        if self.terms.list_is_mandatory {
            self.push(field, missing, rule, Severity::Refused);
        }
    }

    /// Checks item (i): when the tournament starts, how it is entered and who may enter.
    fn check_start(&mut self) {
        let start = &self.file.start;
        let rule = rule::CONDITIONS_STATE_THE_START;
        if start.at.is_none() {
            self.push_missing("start.at", Missing::StartAt, rule, false);
        }
        if start.method.is_none() {
            self.push_missing_in_list("start.method", Missing::StartMethod, rule);
        }
        if start.eligible.is_none() {
            self.push_missing_in_list("start.eligible", Missing::Eligible, rule);
        }
    }

    /// Checks item (ii): entry fee and commission. Without them no entry can be sold.
    fn check_fee(&mut self) {
        let rule = rule::CONDITIONS_STATE_THE_FEES;
        if self.file.fee.entry.is_none() {
            self.push_missing("fee.entry", Missing::EntryFee, rule, true);
        }
        if self.file.fee.commission.is_none() {
            self.push_missing("fee.commission", Missing::Commission, rule, true);
        }
    }

    /// Checks item (iii): that there are sessions, what each of them needs, and that every structure has a
    /// level.
    fn check_sessions(&mut self) {
        if self.file.session.is_empty() {
            self.push_missing("session", Missing::Session, rule::CONDITIONS_STATE_THE_SESSIONS, true);
        }
        let file = self.file;
        for session in &file.session {
            self.check_session(session);
        }
        for name in file.structures() {
            let lines = file.levels(name).unwrap_or_default();
            if !lines.iter().any(|line| line.stakes.is_some()) {
                let field = format!("levels.{name}");
                self.push_missing(&field, Missing::NoLevel, rule::CONDITIONS_STATE_THE_LEVELS, true);
            }
        }
    }

    /// Checks what one session needs to be played: kind, end, game, tables, seats, start and levels; with
    /// several sessions also who plays it and with which chips.
    fn check_session(&mut self, session: &SessionConditions) {
        let field = format!("session {}", session.id);
        let several = self.file.session.len() > 1;
        let sit_and_go = matches!(self.file.start.at, Some(StartAt::SitAndGo(_)));
        let ids = rule::CONDITIONS_STATE_THE_SESSIONS;
        let tables = rule::CONDITIONS_STATE_THE_TABLES;
        if session.kind.is_none() {
            self.push_missing(&field, Missing::SessionKind, ids, true);
        }
        if session.end.is_none() {
            self.push_missing(&field, Missing::SessionEnd, ids, true);
        }
        if session.game.is_none() {
            self.push_missing(&field, Missing::SessionGame, rule::CONDITIONS_STATE_THE_LEVELS, true);
        }
        if session.tables.is_none() {
            self.push_missing(&field, Missing::SessionTables, tables, true);
        }
        if session.seats.is_none() {
            self.push_missing(&field, Missing::SessionSeats, tables, true);
        }
        let starts = match session.start {
            None => false,
            Some(SessionStart::After(_)) => !sit_and_go || !session.after.is_empty(),
            Some(SessionStart::Players { .. } | SessionStart::Minutes { .. } | SessionStart::At(_)) => true,
        };
        if !starts {
            self.push_missing(&field, Missing::SessionStart, tables, true);
        }
        if session.levels.is_none() {
            self.push_missing(&field, Missing::SessionLevels, rule::CONDITIONS_STATE_THE_LEVELS, true);
        }
        if several {
            if session.who.is_none() && !self.file.is_skipped(Item::D) {
                self.push_missing(&field, Missing::SessionWho, rule::CONDITIONS_STATE_THE_PROGRESSION, true);
            }
            if session.stack.is_none() {
                self.push_missing(&field, Missing::SessionStack, rule::CONDITIONS_STATE_THE_CHIPS, true);
            }
            self.check_progress(session, &field);
        }
        if session.kind == Some(Kind::Repechage)
            && !matches!(session.who, Some(SessionPlayers::EliminatedIn(_)))
        {
            self.push_missing(&field, Missing::RepechageWho, rule::CONDITIONS_STATE_THE_REPECHAGE, true);
        }
    }

    /// Checks who goes out of a session, how its places are decided and who goes on; asked only if there are
    /// several sessions.
    fn check_progress(&mut self, session: &SessionConditions, field: &str) {
        let file = self.file;
        let points = !session.points.is_empty();
        let goes_on = file
            .session
            .iter()
            .any(|later| later.after.contains(&session.id) && later.who == Some(SessionPlayers::Advanced));
        if session.out.is_none() {
            if points {
                self.push_missing(field, Missing::SessionOut, rule::CONDITIONS_STATE_WHO_GOES_OUT, true);
            } else if !file.is_skipped(Item::Viii) {
                self.push_missing(field, Missing::ProgressOut, rule::CONDITIONS_STATE_PROGRESS_OUT, true);
            }
        }
        if session.places.is_none() {
            self.push_missing(field, Missing::SessionPlaces, rule::CONDITIONS_STATE_SESSION_PLACES, true);
        }
        if goes_on && session.advance.is_none() {
            self.push_missing(field, Missing::Advance, rule::CONDITIONS_STATE_PROGRESS_NUMBER, true);
        }
        let competes = file.session.iter().any(|session| session.who == Some(SessionPlayers::Advanced));
        if !competes && !file.is_skipped(Item::Viii) && session.advance.is_none() {
            self.push_missing_in_list(field, Missing::Advance, rule::CONDITIONS_STATE_PROGRESS_NUMBER);
        }
    }

    /// Checks item (C): how tables are balanced and broken, asked only if a session may have more than one
    /// table.
    fn check_further_play(&mut self) {
        if !self.file.has_several_tables() {
            return;
        }
        let rule = rule::CONDITIONS_STATE_FURTHER_PLAY;
        if self.file.balance.is_none() {
            self.push_missing_in_list("balance.method", Missing::BalanceMethod, rule);
        }
        if self.file.breaking.is_none() {
            self.push_missing_in_list("break.when", Missing::BreakWhen, rule);
        }
    }

    /// Checks the answers about points and about going on from session to session (items D, E and viii), which
    /// a file with one session answers for the whole tournament.
    fn check_points(&mut self) {
        if self.file.is_for_points() {
            if self.file.points.and_then(|points| points.tie).is_none() {
                self.push_missing(
                    "points.tie",
                    Missing::PointsTie,
                    rule::CONDITIONS_STATE_EQUAL_POINTS,
                    true,
                );
            }
        } else if !self.file.is_skipped(Item::E) {
            self.push_missing_in_list("points", Missing::Points, rule::CONDITIONS_STATE_THE_POINTS);
        }
        let one = self.file.session.len() <= 1;
        if one && !self.file.is_skipped(Item::D) {
            self.push_missing_in_list("session", Missing::SessionWho, rule::CONDITIONS_STATE_THE_PROGRESSION);
        }
        if one && !self.file.is_skipped(Item::Viii) {
            self.push_missing_in_list("session", Missing::Advance, rule::CONDITIONS_STATE_PROGRESS_NUMBER);
        }
    }

    /// Checks item (F): whether there is a repechage, or that the file marks the item not applicable.
    fn check_repechage(&mut self) {
        if self.file.repechage.is_none() && !self.file.is_skipped(Item::F) {
            self.push_missing_in_list("repechage", Missing::Repechage, rule::CONDITIONS_STATE_THE_REPECHAGE);
        }
    }

    /// Checks items (G) and (H): whether re-buys and add-ons are sold, and if so when, how often and for how
    /// much.
    fn check_rebuys(&mut self) {
        let (rebuys, add_ons) = (rule::CONDITIONS_STATE_THE_RE_BUYS, rule::CONDITIONS_STATE_THE_ADD_ONS);
        match &self.file.rebuy {
            None if self.file.is_skipped(Item::G) => {}
            None => self.push_missing_in_list("rebuy.allowed", Missing::Rebuy, rebuys),
            Some(rebuy) => {
                let sold = rebuy.allowed == Some(true);
                let (no_end, no_cost) = (rebuy.until.is_none(), rebuy.cost.is_none());
                let no_most = rebuy.most.is_none();
                if rebuy.allowed.is_none() {
                    self.push_missing("rebuy.allowed", Missing::Rebuy, rebuys, true);
                }
                if sold && no_end {
                    self.push_missing("rebuy.until", Missing::RebuyUntil, rebuys, true);
                }
                if sold && no_cost {
                    self.push_missing("rebuy.cost", Missing::RebuyCost, rebuys, true);
                }
                if sold && no_most {
                    self.push_missing("rebuy.most", Missing::RebuyMost, rebuys, true);
                }
            }
        }
        match &self.file.addon {
            None if self.file.is_skipped(Item::H) => {}
            None => self.push_missing_in_list("addon.allowed", Missing::AddOn, add_ons),
            Some(addon) => {
                let sold = addon.allowed == Some(true);
                let (no_time, no_cost) = (addon.at.is_none(), addon.cost.is_none());
                if addon.allowed.is_none() {
                    self.push_missing("addon.allowed", Missing::AddOn, add_ons, true);
                }
                if sold && no_time {
                    self.push_missing("addon.at", Missing::AddOnAt, add_ons, true);
                }
                if sold && no_cost {
                    self.push_missing("addon.cost", Missing::AddOnCost, add_ons, true);
                }
            }
        }
    }

    /// Checks item (iv): the chips for an entry, and for a re-buy and an add-on if they are sold.
    fn check_chips(&mut self) {
        let rule = rule::CONDITIONS_STATE_THE_CHIPS;
        let chips = self.file.chips;
        if chips.entry.is_none() {
            self.push_missing("chips.entry", Missing::EntryChips, rule, true);
        }
        if self.file.rebuy.as_ref().is_some_and(|rebuy| rebuy.allowed == Some(true)) && chips.rebuy.is_none()
        {
            self.push_missing("chips.rebuy", Missing::RebuyChips, rule, true);
        }
        if self.file.addon.is_some_and(|addon| addon.allowed == Some(true)) && chips.addon.is_none() {
            self.push_missing("chips.addon", Missing::AddOnChips, rule, true);
        }
    }

    /// Checks items (v) and (vi): the smallest and the largest number of players, and restrictions on groups.
    fn check_players(&mut self) {
        let players = &self.file.players;
        let (no_number, no_groups) =
            (players.min.is_none() || players.max.is_none(), players.groups.is_none());
        if no_number {
            self.push_missing("players", Missing::Players, rule::CONDITIONS_STATE_THE_PLAYERS, false);
        }
        if no_groups {
            self.push_missing("players.groups", Missing::Groups, rule::CONDITIONS_STATE_THE_GROUPS, false);
        }
    }

    /// Checks items (ix) and (x): the breakdown, when and where prizes are paid, and the statement that the
    /// rules prevail, where the leading book makes the list mandatory.
    fn check_prizes(&mut self) {
        if self.file.prizes.is_none() {
            self.push_missing("prizes", Missing::Prizes, rule::CONDITIONS_STATE_THE_PRIZES, true);
        }
        let pay = self.file.pay.as_ref();
        if pay.is_none_or(|pay| pay.when.is_none() || pay.place.is_none()) {
            self.push_missing_in_list("pay", Missing::Pay, rule::CONDITIONS_STATE_THE_PAYMENT);
        }
        if !self.file.statement && self.terms.list_is_mandatory {
            let severity = Severity::Refused;
            self.push("statement", Missing::Statement, rule::RULES_PREVAIL_OVER_CONDITIONS, severity);
        }
    }
}
