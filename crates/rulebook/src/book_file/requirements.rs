//! Reads which choices a book allows only together with another one.

use super::*;

impl BookReader {
    /// Reads the entries of `only_with`, the choices that need another choice; a book without any has those
    /// of its base.
    pub(super) fn requirements(
        &mut self,
        table: &DeTable<'_>,
        family: GameFamily,
        base: Option<&BookData>,
    ) -> Vec<SettingRequirement> {
        let Some(value) = table.get("only_with") else {
            return base.map(|base| base.requirements.clone()).unwrap_or_default();
        };
        let DeValue::Array(items) = value.get_ref() else {
            self.add_problem(&value.span(), "only_with", "", "not a list", "[[only_with]]");
            return Vec::new();
        };
        items.iter().filter_map(|item| self.requirement(item, family)).collect()
    }

    /// Reads one entry of `only_with`; `None` with a problem added if it is not valid. Without a rule of its
    /// own it belongs to `operator-may-choose`.
    fn requirement(&mut self, item: &TomlValue<'_>, family: GameFamily) -> Option<SettingRequirement> {
        const PARTS: [&str; 6] = ["setting", "value", "needs", "at_most_cents", "has", "rule"];
        let DeValue::Table(parts) = item.get_ref() else {
            self.add_problem(&item.span(), "only_with", "", "not a table", "[[only_with]]");
            return None;
        };
        self.check_keys("only_with", parts, &PARTS, "setting, value, needs, at_most_cents or has, rule");
        let mut named = |key: &str| -> Option<&'static Setting> {
            let Some(name) = self.text(parts, key) else {
                self.add_problem(
                    &item.span(),
                    "only_with",
                    "",
                    format!("{key} is missing"),
                    format!("{key} = \"SETTING\""),
                );
                return None;
            };
            let found = Setting::named(family, &name);
            if found.is_none() {
                let line = self.lines.line_number(&key_span(parts, key));
                self.problems.push(unknown_setting(family, &name, "").at_line(line));
            }
            found
        };
        let (setting, needs) = (named("setting"), named("needs"));
        let (setting, needs) = (setting?, needs?);
        let value = match parts.get("value") {
            Some(value) => {
                let given = self.value_text("only_with", value)?;
                self.canonical(setting, &value.span(), &given)?
            }
            None => {
                self.add_problem(&item.span(), "only_with", "", "value is missing", "value = VALUE");
                return None;
            }
        };
        let rule = match self.text(parts, "rule") {
            None => crate::rule::OPERATOR_MAY_CHOOSE,
            Some(name) => match Rule::named(&name) {
                Some(rule) => rule,
                None => {
                    let meant = nearest(&name, Rule::all().map(Rule::name)).unwrap_or_default();
                    self.add_problem(&key_span(parts, "rule"), "only_with", &name, "unknown rule", meant);
                    return None;
                }
            },
        };
        let condition = match (parts.get("at_most_cents"), parts.get("has")) {
            (Some(cents), None) => {
                let given = self.value_text("only_with", cents)?;
                let Some(cents) = parse_whole(&given) else {
                    self.add_problem(
                        &cents.span(),
                        "at_most_cents",
                        &given,
                        "not an amount",
                        "a whole number of cents",
                    );
                    return None;
                };
                Condition::AtMostCents(cents)
            }
            (None, Some(word)) => {
                let given = self.value_text("only_with", word)?;
                Condition::Has(self.canonical(needs, &word.span(), &given)?)
            }
            (None, None) | (Some(_), Some(_)) => {
                let what = "it does not say what the other setting must be";
                self.add_problem(&item.span(), "only_with", "", what, "either at_most_cents or has");
                return None;
            }
        };
        Some(SettingRequirement {
            setting: setting.name.clone(),
            value,
            needs: needs.name.clone(),
            condition,
            rule,
        })
    }
}
