//! The officials that a book's `authority_ranks` lists, and the roles that their titles stand for.

/// One official of a book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookOfficial {
    /// The title that the book uses.
    pub title: String,
    /// The name of the room's role; `None` for a title without a role.
    pub role: Option<&'static str>,
    /// True if they have this position in tournaments only.
    pub in_tournaments: bool,
}

/// The titles that the books give their officials, each with its role in the room. The ladder is that of
/// AMB-015: dealer below supervisor below shift manager below operator, with the tournament director beside
/// it.
const TITLES: [(&str, &str); 11] = [
    ("Dealer", "dealer"),
    ("Supervisor", "supervisor"),
    ("Casino Supervisor", "supervisor"),
    ("Poker Supervisor", "supervisor"),
    ("Shift Manager", "shift_manager"),
    ("Gaming Shift Manager", "shift_manager"),
    ("Pit Boss", "shift_manager"),
    ("Operator", "operator"),
    ("Casino Operator", "operator"),
    ("Gaming Manager", "operator"),
    ("Tournament Director", "director"),
];

/// The officials of a book as the value of `authority_ranks` lists them, separated by commas or semicolons.
/// The order is the ladder of authority, lowest first. An unknown title gets no role.
///
/// ```
/// use rulebook::authority::officials;
/// let ladder = officials("Dealer, Supervisor, Tournament Director in tournaments");
/// assert_eq!(ladder[1].role, Some("supervisor"));
/// assert_eq!((ladder[2].title.as_str(), ladder[2].in_tournaments), ("Tournament Director", true));
/// ```
pub fn officials(text: &str) -> Vec<BookOfficial> {
    let parts = text.split([',', ';']).map(str::trim).filter(|part| !part.is_empty());
    parts
        .map(|part| {
            let shorter =
                part.strip_suffix(" in tournaments").or_else(|| part.strip_suffix(" (tournaments)"));
            let title = shorter.unwrap_or(part).trim().to_owned();
            let role = TITLES.iter().find(|(known, _)| *known == title).map(|(_, role)| *role);
            BookOfficial { title, role, in_tournaments: shorter.is_some() }
        })
        .collect()
}
