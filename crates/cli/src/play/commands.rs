//! What the player types, as short keys or full words.

use chips::Chips;

/// The size of a bet or raise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BetSize {
    /// The smallest allowed.
    Least,
    /// A total for this street.
    To(Chips),
    /// Half the pot after calling.
    HalfPot,
    /// The pot after calling.
    Pot,
}

/// What a typed line means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypedCommand {
    /// An empty line.
    Nothing,
    Fold,
    /// The key `c`: check or call, whichever is open.
    CheckOrCall,
    Check,
    Call,
    PayAndFold,
    Raise(BetSize),
    AllIn,
    /// Buys chips after this hand; without an amount, enough to fill up to the usual stack.
    Buy(Option<Chips>),
    Why,
    Rules,
    Log,
    /// The log of the previous hand.
    Last,
    Table,
    Help,
    Quit,
    /// Not understood; says what to type instead.
    Unclear(String),
}

/// What a typed line means, by short keys or full words, upper or lower case; the help text lists them. Never
/// fails: what is not understood comes back as `Unclear` with what to type instead. Whether an act is legal
/// is not decided here.
pub fn parse_command(line: &str) -> TypedCommand {
    let typed = without_keys(line);
    if typed.trim().is_empty() && typed.len() < line.len() {
        return TypedCommand::Unclear(
            "arrow keys do nothing here: type one of the keys above, or help".to_owned(),
        );
    }
    let line = typed.trim().to_lowercase();
    let words: Vec<&str> = line.split_whitespace().filter(|word| *word != "to").collect();
    let amount = |words: &[&str]| match words {
        [] => Ok(None),
        [number] => match number.replace([',', '_'], "").parse::<Chips>() {
            Ok(chips) => Ok(Some(chips)),
            Err(error) => Err(TypedCommand::Unclear(error.to_string())),
        },
        _ => {
            Err(TypedCommand::Unclear(format!("`{line}` has too many words: expected one amount, as in r 6")))
        }
    };
    let alone = |command: TypedCommand| {
        if words.len() == 1 { command } else { TypedCommand::Unclear(unclear_text(&line)) }
    };
    match words[..] {
        [] => TypedCommand::Nothing,
        ["all", "in"] => TypedCommand::AllIn,
        [verb, ref rest @ ..] => match verb {
            "f" | "fold" => alone(TypedCommand::Fold),
            "c" => alone(TypedCommand::CheckOrCall),
            "k" | "x" | "check" | "stand" => alone(TypedCommand::Check),
            // An amount after `call` adds nothing: everybody knows what it is.
            "call" => TypedCommand::Call,
            "p" | "pay" => TypedCommand::PayAndFold,
            "r" | "raise" | "b" | "bet" => match rest {
                ["pot"] => TypedCommand::Raise(BetSize::Pot),
                ["half"] | ["half", "pot"] => TypedCommand::Raise(BetSize::HalfPot),
                ["all"] | ["all-in"] | ["allin"] | ["all", "in"] => TypedCommand::AllIn,
                _ => match amount(rest) {
                    Ok(Some(to)) => TypedCommand::Raise(BetSize::To(to)),
                    Ok(None) => TypedCommand::Raise(BetSize::Least),
                    Err(unclear) => unclear,
                },
            },
            "a" | "all" | "allin" | "all-in" => alone(TypedCommand::AllIn),
            "buy" | "topup" | "top-up" | "rebuy" => {
                amount(rest).map_or_else(|unclear| unclear, TypedCommand::Buy)
            }
            "w" | "why" => alone(TypedCommand::Why),
            "rules" => alone(TypedCommand::Rules),
            "l" | "log" => alone(TypedCommand::Log),
            "last" => alone(TypedCommand::Last),
            "t" | "table" => alone(TypedCommand::Table),
            "h" | "?" | "help" => TypedCommand::Help,
            "q" | "quit" | "exit" | "leave" => TypedCommand::Quit,
            _ => TypedCommand::Unclear(unclear_text(&line)),
        },
    }
}

/// The typed line without the escape sequences that arrows and other movement keys leave in it (ECMA-48), so
/// that they do not spoil a command.
fn without_keys(line: &str) -> String {
    let mut typed = String::with_capacity(line.len());
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        if letter != '\u{1b}' {
            typed.push(letter);
            continue;
        }
        // ECMA-48: after `[`, parameters and a final letter or tilde; after `O`, one letter.
        match letters.next() {
            Some('[') => while letters.next().is_some_and(|next| !('@'..='~').contains(&next)) {},
            Some('O') => drop(letters.next()),
            Some(_) | None => {}
        }
    }
    typed
}

/// The reply to a line that is not understood, with at most 40 characters of it and none that control the
/// terminal.
fn unclear_text(line: &str) -> String {
    let line: String = line.chars().filter(|letter| !letter.is_control()).take(40).collect();
    format!("`{line}` is not understood: type one of the keys above, or help")
}

/// The text of `help`.
pub const HELP: &str = "  f fold              give up the hand
  c check, c call     whichever is open (also k, check, call)
  r 6, raise to 6     bet or raise to 6 in all on this street (also b 6, bet 6);
                      r alone is the smallest, r half and r pot go by the pot
  a all-in            every chip
  buy 50              buys chips after this hand; buy alone fills up the stack
  why                 the rule and the clause behind the last refusal or result
  rules               the rules of this table
  log                 everything that happened in this hand, with clauses
  last                the log of the previous hand
  table               draws the table again
  quit                leaves the table";

#[cfg(test)]
mod tests {
    use super::*;

    /// What is expected for a raise to a total of so many chips.
    fn to(amount: u64) -> TypedCommand {
        TypedCommand::Raise(BetSize::To(Chips::new(amount).expect("small")))
    }

    #[test]
    fn keys_and_words_mean_the_same() {
        for line in ["r 6", "raise 6", "raise to 6", "b 6", "BET 6", "  bet   to 6 "] {
            assert_eq!(parse_command(line), to(6), "{line}");
        }
        for line in ["a", "all in", "all-in", "allin", "raise all in"] {
            assert_eq!(parse_command(line), TypedCommand::AllIn, "{line}");
        }
        assert_eq!(parse_command("r 1,000"), to(1000));
        assert_eq!(parse_command("r"), TypedCommand::Raise(BetSize::Least));
        assert_eq!(parse_command("q"), parse_command("quit"));
        assert_eq!(parse_command(""), TypedCommand::Nothing);
    }

    #[test]
    fn what_is_not_understood_is_said_to_be_so() {
        for line in ["rase 6", "r six", "r 6 7", "fold now", "r -5", "\u{7}"] {
            assert!(matches!(parse_command(line), TypedCommand::Unclear(_)), "{line}");
        }
    }

    #[test]
    fn arrows_leave_nothing_in_a_line() {
        for line in ["\u{1b}[A", "\u{1b}[A\u{1b}[B ", "\u{1b}OA", "\u{1b}[3~", "\u{1b}"] {
            let TypedCommand::Unclear(what) = parse_command(line) else { panic!("{line:?}") };
            assert_eq!(what, "arrow keys do nothing here: type one of the keys above, or help");
        }
        assert_eq!(parse_command("\u{1b}[Dr 6\u{1b}[1;5C"), to(6));
    }
}
