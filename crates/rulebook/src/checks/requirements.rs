//! Checks choices that need another choice, and settings that need a value.

use super::*;

impl DeterminationBuilder<'_> {
    /// Checks choices that the book allows only together with another one (`only_with` in its file); each
    /// belongs to the rule named there.
    pub(crate) fn check_requirements(&mut self) {
        for requirement in &self.book.data.requirements {
            // A low qualifier that is only the book's default needs nothing beside it until it is used.
            let counts = self.is_chosen(&requirement.setting) || requirement.setting != "low_qualifier";
            if !self.has_rule(requirement.rule)
                || !counts
                || self.value(&requirement.setting) != Some(&requirement.value)
            {
                continue;
            }
            if requirement.setting == "commission_percent" && !self.is("commission_method", "pot") {
                continue;
            }
            let Some(needed) = self.value(&requirement.needs).map(str::to_owned) else { continue };
            let (holds, expected, wanted) = match &requirement.condition {
                Condition::Has(word) => {
                    let holds = needed.split(' ').any(|part| part == word);
                    (holds, format!("{} = {word}", requirement.needs), Err(word))
                }
                Condition::AtMostCents(cents) => {
                    let chip = self.number("chip_cents").unwrap_or(1).max(1);
                    let worth = parse_whole(&needed).and_then(|chips| chips.checked_mul(chip));
                    let most = cents / chip;
                    (
                        worth.is_some_and(|worth| worth <= *cents),
                        format!("{} of {most} chips or less", requirement.needs),
                        Ok(most),
                    )
                }
            };
            if !holds {
                let what = format!("it is not for {} = {needed}", requirement.needs);
                let refused =
                    self.add_problem_by_name(Some(requirement.rule), &requirement.setting, what, expected);
                refused.with_value("needs", requirement.needs.as_str()).with_value("value", needed);
                match wanted {
                    Err(word) => refused.with_reason("only_beside").with_value("wanted", word.as_str()),
                    Ok(most) => refused.with_reason("only_up_to").with_value("at_most", most),
                };
            }
        }
    }

    /// Checks that settings without a default are chosen, where they are needed whatever else is chosen;
    /// those needed with one choice only belong to the checks of that choice.
    pub(crate) fn check_required_settings(&mut self) {
        /// Needed with one choice only, where another check asks for them.
        const ASKED: [&str; 3] = ["commission_cap", "kill_chips", "time_charge_cents"];
        for at in 0..self.settings.len() {
            let setting = &self.settings[at];
            let open = matches!(&self.book.data.settings[at], BookSetting::Operator { default: None, .. });
            if open && self.chosen[at].is_none() && !ASKED.contains(&setting.name.as_str()) {
                let expected = setting.expected();
                self.add_problem(
                    None,
                    setting,
                    "",
                    "it has no default and must be chosen".to_owned(),
                    expected,
                )
                .with_reason("must_be_chosen");
            }
        }
    }

    /// Checks that a setting that follows another has a value for the value of that one; the problem is with
    /// the setting that is followed.
    pub(crate) fn check_dependent_settings(&mut self) {
        for at in 0..self.settings.len() {
            let BookSetting::Depends { by, at: values } = &self.book.data.settings[at] else { continue };
            let Some(decides) = self.value(by).map(str::to_owned) else { continue };
            if !values.iter().any(|(when, _)| *when == decides) {
                let known: Vec<String> = values.iter().map(|(when, _)| when.clone()).collect();
                let what = format!("the book has no {} for it", self.settings[at].name);
                self.add_problem_by_name(None, by, what, join_with_or(&known));
            }
        }
    }
}
