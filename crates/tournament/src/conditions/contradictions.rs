//! What contradicts a rule, and what needs a record before entries are sold.

use chips::Cents;
use rulebook::{BookSetting, Rule, rule};

use super::file::{BalanceMethod, Ballot, BreakOrder, Deals, PayWhen, RebuyAt, RebuyPlace};
use super::finding::{Finding, FindingKind, Severity};
use super::values::{EntriesUntil, HandForHandClock, Item, SessionEnding};
use super::{Conditions, prizes_check, session_order_check, structure_check};
use crate::terms::{BallotAt, Terms};

/// Collects findings, each under the book it concerns.
pub(super) struct FindingCollector<'a> {
    pub(super) conditions: &'a Conditions,
    findings: &'a mut Vec<Finding>,
}

impl FindingCollector<'_> {
    /// Adds a finding under the book of `terms`, for findings about a session that may have a book of its own.
    /// `field` is the key in the file; the clauses of `rules` are cited.
    pub(super) fn push(
        &mut self,
        severity: Severity,
        terms: &Terms,
        field: &str,
        rules: &[Rule],
        fault: FindingKind,
    ) {
        self.findings.push(Finding {
            severity,
            field: field.to_owned(),
            book: terms.book.id().to_owned(),
            rules: rules.to_vec(),
            kind: fault,
        });
    }

    /// Adds a finding under the leading book, which entries, money and prizes follow.
    pub(super) fn push_by_leading_book(
        &mut self,
        severity: Severity,
        field: &str,
        rules: &[Rule],
        fault: FindingKind,
    ) {
        self.push(severity, self.conditions.terms(), field, rules, fault);
    }
}

/// Adds everything that contradicts a rule, and the records that are needed, to what is missing already; the
/// order of the calls is the order in which findings are listed.
pub(super) fn find_contradictions(conditions: &Conditions, findings: &mut Vec<Finding>) {
    let mut found = FindingCollector { conditions, findings };
    check_items(&mut found);
    check_settings(&mut found);
    check_money(&mut found);
    check_entries(&mut found);
    check_seats(&mut found);
    session_order_check::find_order_faults(&mut found);
    structure_check::find_structure_faults(&mut found);
    prizes_check::find_prize_faults(&mut found);
    find_not_played(&mut found);
    check_records(&mut found);
}

/// Finds what the file can say but the machine does not play yet: it is refused by name, never ignored. A field
/// that becomes played leaves this list.
fn find_not_played(found: &mut FindingCollector<'_>) {
    let file = found.conditions.file();
    let method = file.balance.map(|balance| balance.method);
    let fields = [
        ("prizes.bounty", file.prizes.as_ref().is_some_and(|prizes| prizes.bounty.is_some())),
        ("draws.player_values", file.draws.player_values),
        ("session.prizes", file.session.iter().any(|session| session.prizes.is_some())),
        ("balance.method", matches!(method, Some(BalanceMethod::SamePosition | BalanceMethod::Draw))),
        ("break.order", file.breaking.is_some_and(|breaking| breaking.order == BreakOrder::Draw)),
        ("hand_for_hand.clock", matches!(file.hand_for_hand.clock, Some(HandForHandClock::Seconds { .. }))),
        ("rebuy.place", file.rebuy.as_ref().is_some_and(|rebuy| rebuy.place == RebuyPlace::Own)),
        ("repechage.must", file.repechage.is_some_and(|repechage| repechage.must)),
    ];
    for (field, _) in fields.into_iter().filter(|(_, written)| *written) {
        found.push_by_leading_book(Severity::Refused, field, &[], FindingKind::NotPlayed);
    }
}

/// The rule that requires an item of the list, to be cited when the item is marked not applicable wrongly.
const fn rule_of(item: Item) -> Rule {
    match item {
        Item::I => rule::CONDITIONS_STATE_THE_START,
        Item::Ii => rule::CONDITIONS_STATE_THE_FEES,
        Item::Iii | Item::A => rule::CONDITIONS_STATE_THE_SESSIONS,
        Item::B => rule::CONDITIONS_STATE_THE_TABLES,
        Item::C => rule::CONDITIONS_STATE_FURTHER_PLAY,
        Item::D => rule::CONDITIONS_STATE_THE_PROGRESSION,
        Item::E => rule::CONDITIONS_STATE_THE_POINTS,
        Item::F => rule::CONDITIONS_STATE_THE_REPECHAGE,
        Item::G => rule::CONDITIONS_STATE_THE_RE_BUYS,
        Item::H => rule::CONDITIONS_STATE_THE_ADD_ONS,
        Item::Iv => rule::CONDITIONS_STATE_THE_CHIPS,
        Item::V => rule::CONDITIONS_STATE_THE_PLAYERS,
        Item::Vi => rule::CONDITIONS_STATE_THE_GROUPS,
        Item::Vii => rule::CONDITIONS_STATE_THE_LEVELS,
        Item::Viii => rule::CONDITIONS_STATE_THE_PROGRESS,
        Item::Ix => rule::CONDITIONS_STATE_THE_PRIZES,
        Item::X => rule::CONDITIONS_STATE_THE_PAYMENT,
    }
}

/// Finds items that are marked not applicable although they must be answered, or although the file describes
/// them.
fn check_items(found: &mut FindingCollector<'_>) {
    let file = found.conditions.file();
    let described = [
        (Item::G, "rebuy", file.rebuy.as_ref().is_some_and(|rebuy| rebuy.allowed != Some(false))),
        (Item::H, "addon", file.addon.is_some_and(|addon| addon.allowed != Some(false))),
        (Item::F, "repechage", file.repechage.is_some()),
        (Item::E, "points", file.is_for_points()),
    ];
    for item in &file.not_applicable {
        if !item.may_be_skipped() {
            let fault = FindingKind::MayNotBeSkipped { item: *item };
            found.push_by_leading_book(Severity::Refused, "not_applicable", &[rule_of(*item)], fault);
        }
    }
    for (item, field, described) in described {
        if described && file.is_skipped(item) {
            found.push_by_leading_book(
                Severity::Refused,
                field,
                &[rule_of(item)],
                FindingKind::AnsweredTwice { item },
            );
        }
    }
}

/// Finds settings of sessions that their book fixes differently or does not offer: refused where the rules
/// prevail, a warning where approved conditions do.
fn check_settings(found: &mut FindingCollector<'_>) {
    for (at, session) in found.conditions.file().session.iter().enumerate() {
        let terms = found.conditions.session_terms(at).clone();
        let field = format!("session {}", session.id);
        for (setting, value) in &session.settings {
            let (setting, given) = (setting.clone(), value.clone());
            let cell = terms.book.settings().find(|(known, _)| known.name == setting);
            let book_has = match cell {
                None | Some((_, BookSetting::NotUsed)) => {
                    let rules = [rule::CONDITIONS_STATE_THE_LEVELS];
                    found.push(
                        Severity::Refused,
                        &terms,
                        &field,
                        &rules,
                        FindingKind::UnknownSetting { setting },
                    );
                    continue;
                }
                Some((_, BookSetting::Fixed(fixed))) if *fixed == given => continue,
                Some((_, BookSetting::Fixed(fixed))) => fixed.clone(),
                Some((known, BookSetting::Operator { choices, .. })) if choices.allows(known, &given) => {
                    continue;
                }
                Some((known, BookSetting::Operator { choices, .. })) => choices.expected(known),
                Some((_, BookSetting::Depends { .. })) => continue,
            };
            if terms.conditions_prevail {
                let rules = [rule::APPROVED_CONDITIONS_PREVAIL];
                found.push(Severity::Warning, &terms, &field, &rules, FindingKind::OverridesRule { setting });
            } else {
                let rules = [rule::RULES_PREVAIL_OVER_CONDITIONS];
                let fault = FindingKind::ContradictsSetting { setting, value: given, book_has };
                found.push(Severity::Refused, &terms, &field, &rules, fault);
            }
        }
    }
}

/// Finds fees, commission, re-buys, add-ons, refunds and deals that the leading book does not allow.
fn check_money(found: &mut FindingCollector<'_>) {
    let file = found.conditions.file();
    let terms = found.conditions.terms().clone();
    if let (Some(fee), Some(commission)) = (file.fee.entry, file.fee.commission)
        && commission > fee
    {
        let fault = FindingKind::CommissionAboveFee { commission, fee };
        found.push_by_leading_book(Severity::Refused, "fee", &[rule::ENTRY_FEE_AND_COMMISSION], fault);
    }
    let rebuy = file.rebuy.as_ref().filter(|rebuy| rebuy.allowed == Some(true));
    let sold = rebuy.is_some() || file.addon.is_some_and(|addon| addon.allowed == Some(true));
    if sold && !terms.rebuys_offered {
        let rules = [rule::CONDITIONS_STATE_THE_RE_BUYS];
        found.push_by_leading_book(Severity::Refused, "rebuy", &rules, FindingKind::RebuysNotOffered);
    }
    if sold && terms.needs_approval {
        found.push_by_leading_book(
            Severity::Warning,
            "rebuy",
            &[rule::ONE_ENTRY_A_PLAYER],
            FindingKind::RebuyNotApproved,
        );
    }
    if let Some(rebuy) = rebuy {
        // If the book takes commission only from entry fees, all of a re-buy goes to the pool.
        let fees_alone = terms.has_clause(rule::ENTRY_FEE_AND_COMMISSION);
        if rebuy.commission > Cents::ZERO
            && (fees_alone || rebuy.cost.is_none_or(|cost| rebuy.commission > cost))
        {
            let fault = FindingKind::CommissionOnRebuy {
                commission: rebuy.commission,
                cost: rebuy.cost.unwrap_or(Cents::ZERO),
            };
            let rules = [rule::WHOLE_POOL_IS_PAID, rule::ENTRY_FEE_AND_COMMISSION];
            found.push_by_leading_book(Severity::Refused, "rebuy", &rules, fault);
        }
        if rebuy.at == RebuyAt::AtMostStart && terms.list_is_mandatory {
            let rules = [rule::CONDITIONS_STATE_THE_RE_BUYS, rule::NO_CHANGE_OF_CHIPS];
            found.push_by_leading_book(Severity::Refused, "rebuy", &rules, FindingKind::RebuyWithChips);
        }
    }
    if file.refunds.is_some() && !terms.refunds_by_conditions {
        found.push_by_leading_book(Severity::Refused, "refunds", &[rule::NO_REFUNDS], FindingKind::Refunds);
    }
    if matches!(file.deals, Some(Deals::From { .. } | Deals::Allowed(true))) && !terms.deals {
        let rules = [rule::CONDITIONS_STATE_THE_PRIZES];
        found.push_by_leading_book(Severity::Refused, "deals", &rules, FindingKind::DealsOfTheConditions);
    }
}

/// Finds late entries that the leading book does not allow, and numbers of players that cannot be: fewer than
/// two, or a smallest above the largest.
fn check_entries(found: &mut FindingCollector<'_>) {
    let file = found.conditions.file();
    let terms = found.conditions.terms();
    let late = matches!(file.start.entries_until, Some(EntriesUntil::Level { .. } | EntriesUntil::At(_)));
    if late && !terms.late_entries {
        let rules = [rule::SEATS_BY_BALLOT, rule::SEAT_OFFERED_TO_A_RESERVE, rule::LATE_ENTRY];
        found.push_by_leading_book(Severity::Refused, "start", &rules, FindingKind::LateEntries);
    }
    let (min, max) = (file.players.min, file.players.max);
    if let (Some(min), Some(max)) = (min, max)
        && (min > max || min < 2)
    {
        let fault = FindingKind::MinAboveMax { min, max };
        found.push_by_leading_book(
            Severity::Refused,
            "players",
            &[rule::CONDITIONS_STATE_THE_PLAYERS],
            fault,
        );
    }
}

/// Finds draws that the leading book fixes differently, and moves and ends of sessions that a session's book
/// allows only with approval.
fn check_seats(found: &mut FindingCollector<'_>) {
    let file = found.conditions.file();
    if let Some(ballot) = file.seating.ballot {
        let of_the_book = match found.conditions.terms().ballot {
            BallotAt::FirstSession => Ballot::FirstSession,
            BallotAt::EachSession => Ballot::EachSession,
        };
        if ballot != of_the_book && found.conditions.terms().has_clause(rule::SEATS_BY_BALLOT) {
            let rules = [rule::SEATS_BY_BALLOT];
            found.push_by_leading_book(
                Severity::Refused,
                "seating.ballot",
                &rules,
                FindingKind::BallotOfTheBook,
            );
        }
    }
    let moves = file.balance.is_some_and(|balance| balance.method != BalanceMethod::None)
        || file.breaking.is_some_and(|breaking| !matches!(breaking.when, super::values::BreakWhen::Never(_)));
    for (at, session) in file.session.iter().enumerate() {
        let terms = found.conditions.session_terms(at).clone();
        let field = format!("session {}", session.id);
        let several = !matches!(session.tables, Some(super::values::Tables::Number(1)));
        if moves && several && terms.moves_need_approval {
            found.push(
                Severity::Warning,
                &terms,
                &field,
                &[rule::TABLES_ARE_BROKEN],
                FindingKind::MovesInside,
            );
        }
        if matches!(session.end, Some(SessionEnding::Players { .. })) && !terms.ends_by_players {
            let rules = [rule::SESSION_HAS_ITS_END];
            found.push(Severity::Warning, &terms, &field, &rules, FindingKind::EndByPlayers);
        }
    }
}

/// Adds the records that are needed before entries are sold (notice, approval, a review of each free sentence),
/// and finds prizes paid too early and programs where the book seats people only.
fn check_records(found: &mut FindingCollector<'_>) {
    let conditions = found.conditions;
    let file = conditions.file();
    let needs_notice = |terms: &Terms| terms.has_clause(rule::CONDITIONS_ARE_NOTIFIED);
    if let Some(terms) = conditions.all_terms().find(|terms| needs_notice(terms)) {
        let rules = [rule::CONDITIONS_ARE_NOTIFIED];
        found.push(Severity::Record, terms, "conditions", &rules, FindingKind::RecordNotice);
    }
    if let Some(terms) = conditions.all_terms().find(|terms| terms.needs_approval) {
        let rules = [rule::CONDITIONS_ARE_APPROVED, rule::WHOLE_POOL_IS_PAID];
        found.push(Severity::Record, terms, "conditions", &rules, FindingKind::RecordApproval);
    }
    for text in 1..=file.text.len() {
        let field = format!("text {text}");
        let rules = [rule::CONDITIONS_STATE_FURTHER_PLAY];
        found.push_by_leading_book(Severity::Record, &field, &rules, FindingKind::RecordReview { text });
    }
    let early = file.pay.as_ref().and_then(|pay| pay.when).is_some_and(|when| when != PayWhen::AfterFinal);
    if early {
        let rules = [rule::CANCELLATION_RETURNS_EVERYTHING];
        found.push_by_leading_book(Severity::Warning, "pay", &rules, FindingKind::PayEarly);
    }
    if file.start.machine_players && !conditions.terms().machine_players {
        found.push_by_leading_book(
            Severity::Refused,
            "start",
            &[rule::ENTRY_BY_THE_CONDITIONS],
            FindingKind::Bots,
        );
    }
}
