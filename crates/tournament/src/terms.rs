//! What a book fixes about tournaments; each setting is read by its name once.

use rulebook::{Book, BookSetting};

use crate::balance::ButtonRule;

/// The points on which books differ about tournaments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The book itself, which links rules to clauses.
    pub book: Book,
    /// Whether approved conditions take precedence over earlier rules; otherwise the rules take precedence.
    pub conditions_prevail: bool,
    /// Whether the regulator has to approve the conditions.
    pub needs_approval: bool,
    /// Whether every item of the list of contents must be answered.
    pub list_is_mandatory: bool,
    /// Whether a session may end at a number of remaining players.
    pub ends_by_players: bool,
    /// What happens to an entry that is not seated when its session starts.
    pub not_seated: UnseatedEntry,
    /// Whether the first buyer gets the fee back when a forfeited seat is sold again.
    pub resold_fee_returned: bool,
    /// When seats are drawn.
    pub ballot: BallotAt,
    /// Whether moves within a session need an approved condition.
    pub moves_need_approval: bool,
    /// Whether re-buys and add-ons may be offered at all.
    pub rebuys_offered: bool,
    /// Whether entries may be sold after the first session has started.
    pub late_entries: bool,
    /// Whether the conditions may permit refunds.
    pub refunds_by_conditions: bool,
    /// Whether the operator may add to the prize pool.
    pub added_value: bool,
    /// How players who go out in the same round are placed.
    pub out_together: OutTogether,
    /// Whether the first button is drawn at random.
    pub first_button_random: bool,
    /// How the button moves, and who posts first when two players are left.
    pub buttons: ButtonRule,
    /// The antes allowed in addition to blinds.
    pub antes: Vec<String>,
    /// Whether the table minimum of a game against the house is ante and blind together.
    pub minimum_is_ante_and_blind: bool,
    /// Whether marked programs may sit down.
    pub machine_players: bool,
    /// Whether the last players may agree on the prizes if the conditions say so.
    pub deals: bool,
}

/// What happens to an entry that is not seated when its session starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnseatedEntry {
    /// It is forfeited at that moment; nobody has a choice.
    Forfeited,
    /// The director either forfeits it or has it blinded off.
    Director,
}

/// When seats are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BallotAt {
    /// Before a player's first session.
    FirstSession,
    /// Before every session.
    EachSession,
}

/// How players who go out in the same round are placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutTogether {
    /// By chips put in, if one of them can win a prize.
    ForAPrize,
    /// By chips put in, if one of them can get a place.
    ForAPlace,
    /// The director places them; the machine proposes an order by chips put in.
    Director,
    /// The game has no pot to go by, so the conditions say how.
    Conditions,
}

impl Terms {
    /// Whether the book has a clause behind a rule. A requirement such as a notice, a named director or a draw
    /// of seats is enforced only then.
    pub fn has_clause(&self, rule: rulebook::Rule) -> bool {
        self.book.has_rule(rule) && !self.book.cites(rule).is_empty()
    }

    /// The terms of a book: its tournament settings, each read by its name here and nowhere else in the crate.
    /// Where a book lets the operator choose, its default counts.
    pub fn from_book(book: &Book) -> Terms {
        let own = |setting: &str| default_value(book, setting);
        let is = |setting: &str, value: &str| own(setting).as_deref() == Some(value);
        Terms {
            conditions_prevail: is("tournament_precedence", "conditions"),
            needs_approval: is("tournament_conditions_approval", "true"),
            list_is_mandatory: is("tournament_conditions_list", "mandatory"),
            ends_by_players: own("session_end")
                .is_some_and(|ends| ends.split(' ').any(|end| end == "players")),
            not_seated: if is("tournament_not_seated", "forfeited") {
                UnseatedEntry::Forfeited
            } else {
                UnseatedEntry::Director
            },
            resold_fee_returned: is("tournament_resold_fee", "returned"),
            ballot: if is("tournament_ballot", "each_session") {
                BallotAt::EachSession
            } else {
                BallotAt::FirstSession
            },
            moves_need_approval: is("tournament_table_moves", "conditions_only"),
            rebuys_offered: fixes_or_offers(book, "rebuys", "conditions"),
            late_entries: is("late_entries", "conditions"),
            refunds_by_conditions: is("tournament_refunds", "conditions"),
            added_value: is("added_value", "true"),
            out_together: match own("eliminated_together_needs").as_deref() {
                Some("prize") => OutTogether::ForAPrize,
                Some("place") => OutTogether::ForAPlace,
                Some("director") => OutTogether::Director,
                _ => OutTogether::Conditions,
            },
            first_button_random: is("tournament_first_button", "random"),
            buttons: ButtonRule {
                dead: is("button_movement", "dead"),
                heads_up_button_first: is("tournament_heads_up_button_posts_first", "true"),
            },
            antes: ["off", "each_player", "big_blind"]
                .into_iter()
                .filter(|value| fixes_or_offers(book, "tournament_antes", value))
                .map(str::to_owned)
                .collect(),
            minimum_is_ante_and_blind: !is("tournament_min_basis", "each_box"),
            machine_players: fixes_or_offers(book, "machine_players", "marked"),
            deals: book.has_rule(rulebook::rule::DEAL_BY_THE_CONDITIONS),
            book: book.clone(),
        }
    }
}

/// The value that a book fixes, or the default where the operator may choose; `None` if the book does not use
/// the setting or makes it depend on another.
fn default_value(book: &Book, setting: &str) -> Option<String> {
    match book.setting(setting)? {
        BookSetting::Fixed(value) => Some(value.clone()),
        BookSetting::Operator { default, .. } => default.clone(),
        BookSetting::Depends { .. } | BookSetting::NotUsed => None,
    }
}

/// Whether a book fixes this value of a setting or lets the operator choose it, so that conditions may use it.
fn fixes_or_offers(book: &Book, setting: &str, value: &str) -> bool {
    match book.setting(setting) {
        Some(BookSetting::Fixed(fixed)) => fixed == value,
        Some(BookSetting::Operator { choices, .. }) => {
            choices.offered.iter().any(|choice| *choice == rulebook::AllowedValue::Exactly(value.to_owned()))
        }
        Some(BookSetting::Depends { .. } | BookSetting::NotUsed) | None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The terms of a built-in book.
    fn terms(name: &str) -> Terms {
        Terms::from_book(Book::named(name).expect("built in"))
    }

    /// The table of differences, one column for each book.
    #[test]
    fn the_books_differ_as_their_texts_do() {
        let newer = terms("canberra-holdem-2018");
        assert!(newer.list_is_mandatory && !newer.conditions_prevail && !newer.needs_approval);
        assert_eq!((newer.not_seated, newer.ballot), (UnseatedEntry::Forfeited, BallotAt::FirstSession));
        assert!(newer.ends_by_players && newer.added_value && newer.refunds_by_conditions);
        assert_eq!(newer.out_together, OutTogether::ForAPrize);
        for older in ["canberra-omaha-2006", "canberra-manila-2006"] {
            let older = terms(older);
            assert!(!older.list_is_mandatory && older.conditions_prevail && older.needs_approval);
            assert_eq!((older.not_seated, older.ballot), (UnseatedEntry::Director, BallotAt::EachSession));
            assert!(!older.ends_by_players && !older.added_value && !older.refunds_by_conditions);
            assert!(older.resold_fee_returned && older.moves_need_approval && older.rebuys_offered);
            assert_eq!(older.out_together, OutTogether::ForAPlace);
        }
        let house = terms("canberra-ultimate-2019");
        assert!(house.list_is_mandatory && house.rebuys_offered && house.ends_by_players);
        assert_eq!(
            (house.not_seated, house.out_together),
            (UnseatedEntry::Forfeited, OutTogether::Conditions)
        );
        let dunedin = terms("dunedin-17.7");
        assert_eq!(dunedin.out_together, OutTogether::Director);
        assert!(dunedin.first_button_random && dunedin.late_entries && dunedin.buttons.dead);
        assert_eq!(newer.antes, ["off", "each_player"]);
        assert_eq!(terms("standard").antes, ["off", "each_player", "big_blind"]);
    }
}
