//! The houses of the evenings: every book, limit, deck, forced bet and showdown that is played, clocks and
//! commissions.

use room::keeper::Pace;

/// A table of an evening.
pub struct House {
    /// The name shown when something differs.
    pub name: &'static str,
    pub book: &'static str,
    pub settings: &'static [(&'static str, &'static str)],
    /// How many programs play.
    pub bots: u8,
    pub pace: Pace,
    /// The stakes that people bring.
    pub stakes: (u64, u64),
    /// Everybody calls, so that hands are compared.
    pub calls: bool,
    /// What its opener changes now and then.
    pub changes: &'static [&'static [(&'static str, &'static str)]],
}

/// Every stop of the dealer is a moment of its own.
const STEPS: Pace = Pace { between_hands: 50, cut: 5, over_blind: 5, street: 5, show: 5, bot: 2 };

const BLINDS: &[&[(&str, &str)]] = &[&[("blinds", "1 2")], &[("blinds", "2 4")], &[("blinds", "1 3")]];

const PLAIN: House = House {
    name: "",
    book: "standard",
    settings: &[],
    bots: 0,
    pace: STEPS,
    stakes: (40, 200),
    calls: false,
    changes: BLINDS,
};

const CANBERRA: House = House { book: "canberra-holdem-2018", stakes: (100, 400), ..PLAIN };

pub const HOUSES: &[House] = &[
    House { name: "no limit", ..PLAIN },
    House {
        name: "fixed limit with antes, dealt at once",
        settings: &[("limit_structure", "fixed"), ("antes_with_blinds", "each_player"), ("ante", "1")],
        pace: Pace::AT_ONCE,
        ..PLAIN
    },
    House {
        name: "over-blinds and a commission",
        settings: &[
            ("over_blinds", "2"),
            ("commission_method", "pot"),
            ("commission_cap", "3"),
            ("chip_cents", "100"),
        ],
        ..PLAIN
    },
    House { name: "programs", book: "practice", bots: 3, ..PLAIN },
    House { name: "pot limit", settings: &[("limit_structure", "full_pot")], ..CANBERRA },
    House {
        name: "antes and half pot, dealt at once",
        settings: &[("forced_bets", "antes"), ("ante", "1"), ("limit_structure", "half_pot")],
        pace: Pace::AT_ONCE,
        changes: &[&[("ante", "2")], &[("ante", "1")]],
        ..CANBERRA
    },
    House {
        name: "a short deck with a joker and without burns",
        settings: &[("deck_cards", "32"), ("joker", "true"), ("burn", "false")],
        ..CANBERRA
    },
    House {
        name: "high and low with a commission of one pot",
        settings: &[
            ("showdown_mode", "high_low"),
            ("commission_method", "pot"),
            ("commission_cap", "500"),
            ("smallest_chip", "1"),
        ],
        ..CANBERRA
    },
    House {
        name: "hands turned up early, and a commission of which little is taken",
        settings: &[("all_in_hands_tabled", "true"), ("commission_method", "pot"), ("commission_cap", "3")],
        ..CANBERRA
    },
    House {
        name: "Dunedin with a straddle",
        book: "dunedin-17.7",
        settings: &[("over_blinds", "1")],
        ..PLAIN
    },
    House {
        name: "high and low, pot limit",
        settings: &[("showdown_mode", "high_low"), ("limit_structure", "full_pot")],
        ..PLAIN
    },
    House {
        name: "bomb pots, and returning players bring as much",
        settings: &[("bomb_pot", "4"), ("rejoin_window_minutes", "60")],
        ..PLAIN
    },
    House {
        name: "programs, high and low",
        book: "practice",
        settings: &[("showdown_mode", "high_low"), ("over_blinds", "1")],
        bots: 2,
        ..PLAIN
    },
    House {
        name: "everybody calls with a short deck and an odd ante",
        settings: &[("deck_cards", "36"), ("antes_with_blinds", "big_blind"), ("ante", "1")],
        stakes: (150, 200),
        calls: true,
        changes: &[],
        ..PLAIN
    },
    House {
        name: "double limit and the low hand",
        settings: &[("limit_structure", "double_limit"), ("showdown_mode", "low")],
        ..CANBERRA
    },
    House {
        name: "spread limit, no time for a lost connection",
        settings: &[
            ("limit_structure", "spread"),
            ("max_bet", "10"),
            ("disconnect_seconds", "0"),
            ("time_bank_seconds", "0"),
        ],
        ..PLAIN
    },
];
