//! A single showdown: the strength of every hand, and who wins.

use cards::{Card, LowStrength, Ranking, ShowdownMode, Strength};

/// The hands on one board and the winners. Players count from 0 in the order given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShowdownResult {
    /// Each player's best high hand, even if only low hands win.
    pub high: Vec<Strength>,
    /// Each player's best low hand; `None` if it does not qualify or low hands do not count.
    pub low: Vec<Option<LowStrength>>,
    /// The players with the winning high hand; empty if high hands do not count.
    pub high_winners: Vec<usize>,
    /// The players with the winning low hand; empty if none qualifies or low hands do not count.
    pub low_winners: Vec<usize>,
}

impl ShowdownResult {
    /// Evaluates every player's hand on a complete board and finds the winners, high and low. Nothing is
    /// checked: all cards must be distinct and in the ranking's deck, as
    /// [`check_showdown`](crate::check_showdown) makes sure.
    ///
    /// ```
    /// use cards::{Choice, Ranking};
    /// use odds::{ShowdownResult, parse_cards};
    /// let ranking = Ranking::of(Choice::default()).unwrap();
    /// let board = parse_cards("Kd Kc 4h 4s 8d").unwrap();
    /// let holes = ["As 2s", "Jc Th", "Ac 3c"].map(|hole| parse_cards(hole).unwrap());
    /// assert_eq!(ShowdownResult::of(&ranking, &board, &holes).high_winners, [0, 2]);
    /// ```
    pub fn of<H: AsRef<[Card]>>(ranking: &Ranking, board: &[Card], holes: &[H]) -> ShowdownResult {
        let shared = ranking.board(board);
        let high: Vec<Strength> = holes.iter().map(|hole| shared.high(hole.as_ref())).collect();
        let low: Vec<Option<LowStrength>> = holes.iter().map(|hole| shared.low(hole.as_ref())).collect();
        let high_winners = match ranking.choice().mode {
            ShowdownMode::High | ShowdownMode::HighLow => players_with(&high, high.iter().max()),
            ShowdownMode::Low => Vec::new(),
        };
        let best_low = low.iter().max().filter(|best| best.is_some());
        let low_winners = players_with(&low, best_low);
        ShowdownResult { high, low, high_winners, low_winners }
    }
}

/// The players whose strength equals the best one, counted from 0 in their order: all of them tie. None without
/// a best one.
fn players_with<T: PartialEq>(all: &[T], best: Option<&T>) -> Vec<usize> {
    let mine = |(player, strength): (usize, &T)| (Some(strength) == best).then_some(player);
    all.iter().enumerate().filter_map(mine).collect()
}
