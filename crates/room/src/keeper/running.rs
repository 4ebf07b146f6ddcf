//! Who runs a table: its opener, within bounds, and the officials. No official rules over a table where they sit.

use std::sync::Arc;

use chips::Chips;
use rulebook::rule;
use table::{By, House, Person, Role, TableAct};

use super::Keeper;
use crate::ask::Refused;

/// Blinds of an opener are at most this part of what a player may bring.
const BLINDS_IN_A_STAKE: u32 = 10;

impl Keeper {
    /// Who may pause, resume and close a table between hands, with a reason that everybody is told: who opened it, and
    /// officials as long as they do not sit there.
    pub(super) fn runs_the_table(&self, by: By) -> Result<(), Refused> {
        if self.is_opener(by.person) { Ok(()) } else { self.rules_here(by) }
    }

    /// Who may rule over a table: those who run the room, and officials who decide for the operator (AMB-015), as long as
    /// they do not sit there.
    pub(super) fn rules_here(&self, by: By) -> Result<(), Refused> {
        if by.role == Role::Administrator || self.state.table.house().decides_for_operator(by.role) {
            return self.sits_elsewhere(by);
        }
        Err(Refused::plain("not_allowed", "only who runs this table or the room may do this"))
    }

    fn is_opener(&self, person: Person) -> bool {
        person == self.state.opener && person != Person::HOUSE
    }

    fn sits_elsewhere(&self, by: By) -> Result<(), Refused> {
        if self.state.seat_of(by.person).is_none() {
            return Ok(());
        }
        let why =
            "you sit at this table, and nobody rules over a table where they sit: leave your seat first";
        Err(Refused::plain("sits_here", why))
    }

    /// What changes the choices of 4.2 for rounds to come. Officials choose what the book offers. The opener, who may sit
    /// there, chooses within bounds: what the sign shows and what is determined before a round (4.1, 4.2), never fewer seats
    /// than are taken, and no blinds out of proportion to the stakes. Notice is given of all of it.
    pub(super) fn determine(
        &self,
        by: By,
        settings: &[(String, String)],
        anew: bool,
    ) -> Result<TableAct, Refused> {
        if !self.is_opener(by.person) {
            self.rules_here(by)?;
            return Ok(TableAct::Determine { house: self.determined(settings)?, anew });
        }
        let house = self.determined(settings)?;
        for (name, _) in settings {
            let name = name.replace('-', "_");
            let setting = house.determined.values().find(|(setting, _)| setting.name == name);
            if setting.is_some_and(|(setting, _)| !setting.is_determined_before_a_round()) {
                let why = format!(
                    "{name} is for an official: whoever opened a table changes what its sign shows and what is determined before a round of play"
                );
                return Err(bound(&house, Refused::plain("not_for_the_opener", why)));
            }
        }
        self.keeps_the_seats(&house)?;
        keeps_proportion(&house)?;
        Ok(TableAct::Determine { house, anew })
    }

    /// Every seat that is taken is still there.
    fn keeps_the_seats(&self, house: &Arc<House>) -> Result<(), Refused> {
        let Some(last) = self.state.table.chairs().map(|(seat, _)| seat.number()).max() else {
            return Ok(());
        };
        if house.seats >= last {
            return Ok(());
        }
        let why = format!("seats = {}: seat {last} is taken, expected {last} or more", house.seats);
        Err(bound(house, Refused::plain("seats_taken", why)))
    }
}

/// Blinds and ante of an opener are at most a tenth of the most that a player may bring, or of ten times the least where
/// there is no most.
fn keeps_proportion(house: &Arc<House>) -> Result<(), Refused> {
    let (what, stake) = match house.max_buy_in {
        Some(most) => ("max_buy_in", most),
        None => {
            ("ten times min_buy_in", house.min_buy_in.times(BLINDS_IN_A_STAKE.into()).unwrap_or(Chips::MAX))
        }
    };
    let forced = house.largest_forced_bet();
    if forced.times(BLINDS_IN_A_STAKE.into()).unwrap_or(Chips::MAX) <= stake {
        return Ok(());
    }
    let why = format!(
        "a blind or ante of {forced} is more than a tenth of {stake}, which is {what}: expected {} or less",
        stake.get() / u64::from(BLINDS_IN_A_STAKE)
    );
    Err(bound(house, Refused::plain("blinds_too_large", why)))
}

/// What bounds an opener rests on the rule by which the operator determines a table.
fn bound(house: &House, refused: Refused) -> Refused {
    let rule = rule::OPERATOR_MAY_CHOOSE;
    Refused { rule: Some(rule), clauses: house.determined.cites(rule).to_vec(), ..refused }
}
