// What goes over the socket and about tables over HTTP. Written from crates/wire/src: `CARDROOM_WRITE=1 cargo test -p server --test it typescript` writes it anew.

/**
 * A second auditor's consent.
 */
export type AgreeWish = { 
/**
 * The reason: 1 to 200 characters.
 */
reason: string, };

/**
 * The answer to an `ask` or a `say`.
 */
export type Answer = Done | RefusedAnswer;

/**
 * The key of a request. The answer repeats it as it was sent; it is the same key in upper or lower case.
 */
export type AskKey = string;

/**
 * The smallest and largest bet or raise of a betting round.
 */
export type Bounds = { 
/**
 * The smallest.
 */
least: Chips, 
/**
 * The largest; absent without a limit.
 */
most: Chips | null, };

/**
 * A card by its code: rank, then suit, as in `As` and `Td`; the joker is `Jo`.
 */
export type Card = string;

/**
 * A player's chair.
 */
export type Chair = { 
/**
 * The seat.
 */
seat: Seat, 
/**
 * The number of the person.
 */
person: number, 
/**
 * The name that others see.
 */
name: string, 
/**
 * The player is a program.
 */
machine: boolean, 
/**
 * The current stack of the seat, without its bets.
 */
stack: Chips, 
/**
 * Sits out.
 */
away: boolean, 
/**
 * Waits for the last blind, or until the player posts.
 */
waits: boolean, 
/**
 * Will leave after this hand.
 */
leaving: boolean, 
/**
 * Has a connection to the room.
 */
connected: boolean, 
/**
 * What is left of the time that the book gives a lost connection in this hand, in milliseconds; absent
 * if the player is connected, or the book gives none.
 */
disconnect_ms?: number, 
/**
 * Will sit out from the next last blind on. Absent otherwise.
 */
out_at_blind?: boolean, };

/**
 * Chat at a table, and whether anybody may chat there now.
 */
export type Chat = { 
/**
 * The number of the table.
 */
table: number, 
/**
 * The lines, oldest first; empty if only `off` has changed.
 */
lines: Array<ChatLine>, 
/**
 * Why nobody may chat at the table now; absent while chat is open.
 */
off: Refused | null, };

/**
 * A line of chat.
 */
export type ChatLine = { 
/**
 * Its number at the table: later lines have higher ones, even after a restart of the room.
 */
n: number, 
/**
 * The number of the person who said it.
 */
person: number, 
/**
 * The name of that person.
 */
name: string, 
/**
 * The seat it was said from; absent for the rail.
 */
seat: Seat | null, 
/**
 * The number of the current hand or the last one; 0 before the first.
 */
hand: number, 
/**
 * When, in milliseconds since 1970.
 */
at: number, 
/**
 * The text, without line breaks.
 */
text: string, };

/**
 * A whole amount of chips, from 0.
 */
export type Chips = number;

/**
 * Why nobody may raise here.
 */
export type Closed = { 
/**
 * The name of the reason, which never changes.
 */
reason: string, 
/**
 * The values that help, by name.
 */
numbers: { [key in string]: Figure }, 
/**
 * The reason as a sentence.
 */
why: string, 
/**
 * The name of the rule.
 */
rule: string, 
/**
 * The clauses of the table's book behind it, followed by the decided readings.
 */
clauses: Array<string>, 
/**
 * The decided readings among the clauses.
 */
readings: Array<string>, };

/**
 * New stakes that are announced.
 */
export type Coming = { 
/**
 * The stakes and the game from then on.
 */
stakes: Stakes, 
/**
 * The first hand to which they apply.
 */
hand: number, };

/**
 * The commitment that was published before the first card left the deck.
 */
export type Commitment = { 
/**
 * The deck.
 */
deck: DeckName, 
/**
 * How many cards it has.
 */
cards: number, 
/**
 * The root of the hash tree over its salted cards, in their order.
 */
root: string, 
/**
 * The hash of the room's part of the cut.
 */
cut: string, 
/**
 * The hash over all of these.
 */
commitment: string, };

/**
 * The cut of a deck with everything that went into it.
 */
export type Cut = { 
/**
 * How many cards the deck has.
 */
cards: number, 
/**
 * How many cards were taken off: the slot of the first card dealt.
 */
position: number, 
/**
 * The room's part.
 */
part: string, 
/**
 * The values that players added, by seat.
 */
values: Array<SeatValue>, };

/**
 * What a game deals: enough to draw a table of any game.
 */
export type Deal = { 
/**
 * How many hole cards each player gets.
 */
hole_cards: number, 
/**
 * How many of them a hand must use with the board; absent if any number may be used.
 */
must_use: number | null, 
/**
 * The betting rounds, first round first.
 */
streets: Array<Street>, };

/**
 * How a report was dealt with.
 */
export type Dealt = { 
/**
 * The person who dealt with it.
 */
by: Somebody, 
/**
 * When, in milliseconds since 1970.
 */
at: number, 
/**
 * What was done.
 */
note: string, };

/**
 * How a report is dealt with.
 */
export type DealtWish = { 
/**
 * A note for the record: 1 to 200 characters.
 */
note: string, };

/**
 * Names a deck of a table.
 */
export type DeckName = { 
/**
 * The number of the table.
 */
table: number, 
/**
 * The number of the hand at its table.
 */
hand: number, 
/**
 * Which attempt to deal the hand; 0 unless a deal was declared void.
 */
attempt: number, };

/**
 * It was carried out and is stored.
 */
export type Done = { 
/**
 * The number of the table.
 */
table: number, 
/**
 * The key of the request.
 */
key: string, 
/**
 * Always true.
 */
ok: true, 
/**
 * The number of the table's record that holds it; for a `say`, the number of the line.
 */
number: number, };

/**
 * A player who was dealt in.
 */
export type Entrant = { 
/**
 * The seat.
 */
seat: Seat, 
/**
 * The number of the person.
 */
person: number, 
/**
 * The name that others see.
 */
name: string, 
/**
 * The player is a program.
 */
machine: boolean, 
/**
 * The stack of the seat, before blinds and antes.
 */
stack: Chips, };

/**
 * One fact, with the rule and clauses it rests on.
 */
export type Event = { 
/**
 * The name of the rule it rests on; `null` for a fact of the room's own.
 */
rule: string | null, 
/**
 * The clauses of the table's book behind it, as rows of the register of clauses.
 */
clauses: Array<string>, } & ({ "e": "sat", 
/**
 * The seat.
 */
seat: Seat, 
/**
 * The number of the person.
 */
person: number, 
/**
 * The name that others see.
 */
name: string, 
/**
 * The player is a program.
 */
machine: boolean, 
/**
 * The stake.
 */
stack: Chips, 
/**
 * The player waits for the last blind, or until they post.
 */
waits: boolean, } | { "e": "left", 
/**
 * The seat.
 */
seat: Seat, 
/**
 * The stake that went back to the wallet.
 */
stack: Chips, } | { "e": "leaving", 
/**
 * The seat.
 */
seat: Seat, } | { "e": "removal_decided", 
/**
 * The seat.
 */
seat: Seat, 
/**
 * The reason.
 */
reason: string, 
/**
 * Excluded from the game until an official readmits them.
 */
excluded: boolean, } | { "e": "readmitted", 
/**
 * The number of the person.
 */
person: number, } | { "e": "rejoin_referred", 
/**
 * The number of the person.
 */
person: number, 
/**
 * The seat that they wanted.
 */
seat: Seat, 
/**
 * The stake that they wanted.
 */
stack: Chips, 
/**
 * The stake that they had taken away.
 */
took: Chips, } | { "e": "rejoin_decided", 
/**
 * The number of the person.
 */
person: number, 
/**
 * Whether they may come back.
 */
allowed: boolean, } | { "e": "time_told", 
/**
 * In milliseconds since 1970.
 */
at: number, } | { "e": "table_opened", 
/**
 * The stakes of the table.
 */
stakes: Stakes, 
/**
 * What the sign says.
 */
sign: Sign, } | { "e": "held_back", 
/**
 * The seat.
 */
seat: Seat, } | { "e": "sat_out", 
/**
 * The seat.
 */
seat: Seat, } | { "e": "out_at_blind", 
/**
 * The seat.
 */
seat: Seat, 
/**
 * Whether they want it.
 */
wished: boolean, } | { "e": "sat_in", 
/**
 * The seat.
 */
seat: Seat, 
/**
 * The player waits for the last blind, or until they post.
 */
waits: boolean, 
/**
 * The player posts what they owe with the next hand.
 */
posts: boolean, } | { "e": "bought", 
/**
 * The seat.
 */
seat: Seat, 
/**
 * The number of chips.
 */
amount: Chips, } | { "e": "determined", 
/**
 * The stakes from then on.
 */
stakes: Stakes, 
/**
 * The first hand to which they apply.
 */
from_hand: number, 
/**
 * The game is declared anew. Absent otherwise.
 */
anew?: boolean, } | { "e": "sign_changed", 
/**
 * The new text of the sign.
 */
sign: Sign, 
/**
 * The first hand to which it applies.
 */
from_hand: number, 
/**
 * When the notice was given, in milliseconds since 1970.
 */
at: number | null, } | { "e": "button_placed", 
/**
 * The seat where it stands.
 */
seat: Seat, } | { "e": "cards_replaced", 
/**
 * The new cards.
 */
cards: Array<Card>, 
/**
 * The reason.
 */
reason: string, } | { "e": "cards_checked", 
/**
 * Whether a supervisor did it, rather than the dealer.
 */
by_supervisor: boolean, 
/**
 * The new cards that were found.
 */
cards: Array<Card>, 
/**
 * The number of cards in the deck, including them.
 */
counted: number, } | { "e": "positions", 
/**
 * The seat of the button.
 */
button: Seat, 
/**
 * The seats of the blinds, first blind first; `null` for a blind that nobody posts.
 */
blinds: Array<Seat | null>, } | { "e": "blind_missed", 
/**
 * The seat.
 */
seat: Seat, 
/**
 * Whether it was the last blind.
 */
last: boolean, } | { "e": "opened", 
/**
 * The number of the hand at its table.
 */
hand: number, 
/**
 * The seat of the button.
 */
button: Seat, 
/**
 * The players dealt in, with their stacks.
 */
players: Array<Entrant>, } | { "e": "deck_shuffled", 
/**
 * How many cards it has.
 */
cards: number, } | { "e": "deck_cut", 
/**
 * How many cards were taken off.
 */
after: number, } | { "e": "clock_called", 
/**
 * The seat on action.
 */
seat: Seat, 
/**
 * How many seconds the player has to act.
 */
seconds: number, } | { "e": "time_ran_out", 
/**
 * The seat whose time ran out.
 */
seat: Seat, } | { "e": "voided", 
/**
 * The reason.
 */
reason: VoidReason, } | { "e": "refunded", 
/**
 * The seat that receives it.
 */
seat: Seat, 
/**
 * The amount.
 */
amount: Chips, } | { "e": "posted", 
/**
 * The seat that paid.
 */
seat: Seat, 
/**
 * What the payment is for.
 */
kind: PostKind, 
/**
 * The amount.
 */
amount: Chips, 
/**
 * Whether it was the whole stack.
 */
all_in: boolean, } | { "e": "hole_dealt", 
/**
 * The seat that it was dealt to.
 */
seat: Seat, 
/**
 * The card; `null` for everybody except its player.
 */
card: Card | null, 
/**
 * Its slot in the committed deck, from 0.
 */
slot: number | null, } | { "e": "burned", 
/**
 * Its slot in the committed deck, from 0.
 */
slot: number | null, } | { "e": "board_dealt", 
/**
 * The card; `null` while it lies face down.
 */
card: Card | null, 
/**
 * Its slot in the committed deck, from 0.
 */
slot: number | null, 
/**
 * The board it was dealt to, from 0. Absent for the first.
 */
board?: number, 
/**
 * How many cards of the first board also belong to this one, before its own. Absent if none do.
 */
shares?: number, } | { "e": "betting_opened", 
/**
 * Its number, from 0.
 */
round: number, 
/**
 * The seat that acts first.
 */
seat: Seat, } | { "e": "betting_skipped", 
/**
 * Its number, from 0.
 */
round: number, } | { "e": "folded", 
/**
 * The seat.
 */
seat: Seat, } | { "e": "checked", 
/**
 * The seat.
 */
seat: Seat, 
/**
 * The player stood: called nothing with a blind, in a betting round in which nobody checks. Absent
 * otherwise.
 */
stands?: boolean, } | { "e": "called", 
/**
 * The seat.
 */
seat: Seat, 
/**
 * The chips added.
 */
amount: Chips, 
/**
 * Whether it was the rest of the stack.
 */
all_in: boolean, } | { "e": "bet", 
/**
 * The seat.
 */
seat: Seat, 
/**
 * The total of the street.
 */
to: Chips, 
/**
 * Whether it reached the smallest bet.
 */
full: boolean, 
/**
 * Whether it was the rest of the stack.
 */
all_in: boolean, } | { "e": "raised", 
/**
 * The seat.
 */
seat: Seat, 
/**
 * The total of the street.
 */
to: Chips, 
/**
 * Whether it reached the smallest raise.
 */
full: boolean, 
/**
 * Whether it was the rest of the stack.
 */
all_in: boolean, } | { "e": "betting_closed", 
/**
 * Its number, from 0.
 */
round: number, } | { "e": "returned", 
/**
 * The seat that receives it.
 */
seat: Seat, 
/**
 * The amount.
 */
amount: Chips, } | { "e": "hands_tabled", 
/**
 * The seat that tables first.
 */
first: Seat, } | { "e": "showdown_opened", 
/**
 * The seat that shows first.
 */
first: Seat, 
/**
 * Whether betting ended before the board was complete.
 */
early: boolean, } | { "e": "shown", 
/**
 * The seat.
 */
seat: Seat, 
/**
 * Its cards.
 */
cards: Array<Card | null>, } | { "e": "mucked", 
/**
 * The seat.
 */
seat: Seat, } | { "e": "cards_shown", 
/**
 * The seat.
 */
seat: Seat, 
/**
 * Those cards at the places where they were dealt; `null` at each earlier place whose card stays
 * face down.
 */
cards: Array<Card | null>, } | { "e": "pot_formed", 
/**
 * The number of the pot; the main pot is 0.
 */
pot: number, 
/**
 * The amount in it.
 */
amount: Chips, 
/**
 * The seats that can win it.
 */
eligible: Array<Seat>, } | { "e": "commission_taken", 
/**
 * The pot it was taken from.
 */
pot: number, 
/**
 * The amount.
 */
amount: Chips, 
/**
 * For the last commission of a hand: less was taken than is due, because only whole chips can be
 * taken.
 */
short_of_due?: boolean, } | { "e": "commission_capped", 
/**
 * The amount that the percentage comes to.
 */
due: Chips, 
/**
 * The amount taken instead.
 */
taken: Chips, } | { "e": "no_commission", 
/**
 * The pot it concerns; absent if it is the whole hand.
 */
pot?: number, 
/**
 * The reason.
 */
reason: NoCommission, } | { "e": "awarded", 
/**
 * The pot.
 */
pot: number, 
/**
 * The board that decided it, from 0. Absent for the first.
 */
board?: number, 
/**
 * Which part of the pot.
 */
half: Half, 
/**
 * The seat that won it.
 */
seat: Seat, 
/**
 * The amount.
 */
amount: Chips, } | { "e": "odd_chips", 
/**
 * The pot.
 */
pot: number, 
/**
 * The board that decided it, from 0. Absent for the first.
 */
board?: number, 
/**
 * Which part of the pot.
 */
half: Half, 
/**
 * The seat that received them.
 */
seat: Seat, 
/**
 * The number of chips.
 */
amount: Chips, } | { "e": "closed", } | { "e": "deck", 
/**
 * The number of the hand it is for.
 */
hand: number, 
/**
 * The commitment that binds the room to this order.
 */
commitment: Commitment, } | { "e": "cut", 
/**
 * The cut.
 */
cut: Cut, } | { "e": "opening", 
/**
 * The proof.
 */
opening: Opening, } | { "e": "standing", 
/**
 * The state from now on.
 */
standing: Standing, } | { "e": "time_bank", 
/**
 * The seat.
 */
seat: Seat, 
/**
 * How much, in milliseconds.
 */
taken: number, });

/**
 * A value that helps to understand a refusal.
 */
export type Figure = number | boolean | string;

/**
 * A frame from the room. A client must ignore kinds and fields that it does not know.
 */
export type Frame = { "t": "welcome", 
/**
 * The version of the protocol.
 */
protocol: number, 
/**
 * The person who is signed in; absent for a spectator without an account.
 */
you: You | null, 
/**
 * When the room was opened, in milliseconds since 1970: it rises with every start of the program.
 */
since?: number, 
/**
 * The session of this connection has ended: it continues as a spectator's. Absent otherwise.
 */
signed_out?: boolean, } | { "t": "pong", 
/**
 * The number of that `ping`.
 */
n: number, } | { "t": "snapshot" } & TableView | { "t": "update" } & Update | { "t": "presence", 
/**
 * The number of the table.
 */
table: number, 
/**
 * The number of the person.
 */
person: number, 
/**
 * Whether the player has a connection.
 */
connected: boolean, 
/**
 * Without a connection: what is left of the time that the book gives a lost connection in this hand,
 * in milliseconds; absent if it gives none.
 */
disconnect_ms?: number, } | { "t": "answer" } & Answer | { "t": "chat" } & Chat | { "t": "elsewhere", 
/**
 * The number of the table.
 */
table: number, } | { "t": "ended", 
/**
 * The number of the table.
 */
table: number, 
/**
 * The reason as a sentence, for clients without words of their own for it.
 */
why: string, 
/**
 * The name of the reason, which never changes.
 */
reason: string, 
/**
 * The values that help, by name.
 */
numbers: { [key in string]: Figure }, } | { "t": "error", 
/**
 * The code: one word for programs.
 */
code: string, 
/**
 * What is wrong and what was expected.
 */
why: string, 
/**
 * The name of the reason, which never changes: finer than the code.
 */
reason: string, 
/**
 * The values that help, by name.
 */
numbers: { [key in string]: Figure }, };

/**
 * Which part of a pot is paid.
 */
export type Half = "whole" | "high" | "low";

/**
 * The kind of a made hand.
 */
export type HandKind = "royal_flush" | "five_of_a_kind" | "straight_flush" | "four_of_a_kind" | "full_house" | "flush" | "straight" | "three_of_a_kind" | "two_pairs" | "one_pair" | "high_card" | "no_pair";

/**
 * A finished hand in short, for a player who was dealt in.
 */
export type HandSummary = { 
/**
 * The number of the table.
 */
table: number, 
/**
 * The table's name.
 */
name: string, 
/**
 * The number of the hand at its table.
 */
hand: number, 
/**
 * When it began, in milliseconds since 1970.
 */
at: number, 
/**
 * The stakes and the game.
 */
stakes: Stakes, 
/**
 * The players who were dealt in.
 */
players: Array<SeatName>, 
/**
 * The player's own seat.
 */
own: Seat, 
/**
 * The player's own cards; `null` for those that the room can no longer read.
 */
cards: Array<Card | null>, 
/**
 * The board.
 */
board: Array<Card>, 
/**
 * The boards after the first, including the cards that they share with it. Absent if there is one board.
 */
more_boards?: Array<Array<Card>>, 
/**
 * All pots, before commission.
 */
pot: Chips, 
/**
 * What the player put into the pots, without uncalled bets that went back.
 */
paid: Chips, 
/**
 * What the player was awarded.
 */
won: Chips, 
/**
 * What was won minus what was paid.
 */
net: number, 
/**
 * There was a showdown.
 */
showdown: boolean, };

/**
 * A hand as one viewer sees it.
 */
export type HandView = { 
/**
 * The number of the hand at its table.
 */
hand: number, 
/**
 * Whether it is over.
 */
over: boolean, 
/**
 * The seat of the button.
 */
button: Seat, 
/**
 * The betting round, from 0; between two rounds, the next one. Equal to the number of betting rounds at
 * the showdown and after the hand.
 */
round: number, 
/**
 * The players dealt in, starting left of the button.
 */
players: Array<PlayerView>, 
/**
 * The board; `null` for a card face down.
 */
board: Array<Card | null>, 
/**
 * The boards after the first, including the cards that they share with it. Absent if there is one board.
 */
more_boards?: Array<Array<Card | null>>, 
/**
 * All chips in the middle.
 */
pot: Chips, 
/**
 * The commitment that was published before the first card.
 */
commitment: Commitment | null, 
/**
 * The cut.
 */
cut: Cut | null, 
/**
 * The openings of the cards that the viewer saw.
 */
openings: Array<Opening>, 
/**
 * What the hands visible to the viewer make with the board: the viewer's own and those turned up.
 */
made?: Array<Made>, 
/**
 * The pots in the middle, main pot first, without the bets of this betting round; empty after the hand.
 */
pots?: Array<Pot>, 
/**
 * The hands that won the pots of a finished hand, if hands were compared.
 */
won?: Array<Won>, };

/**
 * Bytes written in hexadecimal, two digits per byte.
 */
export type Hex = string;

/**
 * A dealer who is not the software.
 */
export type HumanDealer = "person";

/**
 * A table in the lobby.
 */
export type Listing = { 
/**
 * The number of the table.
 */
table: number, 
/**
 * Its name.
 */
name: string, 
/**
 * The stakes and the game.
 */
stakes: Stakes, 
/**
 * House bots play here.
 */
practice: boolean, 
/**
 * A person deals. Absent if the software does.
 */
dealer?: HumanDealer, 
/**
 * The occupied seats.
 */
seated: Array<Seated>, 
/**
 * Whether it is in play.
 */
standing: Standing, 
/**
 * The number of the hand in progress or the last one; 0 before the first.
 */
hand: number, };

/**
 * What a hand makes with the board, for the high and low that are played for.
 */
export type Made = { 
/**
 * The seat.
 */
seat: Seat, 
/**
 * The board, from 0. Absent for the first.
 */
board?: number, 
/**
 * The high hand; absent if the game has none.
 */
high: Named | null, 
/**
 * The low hand; absent if the game has none, or this one does not qualify.
 */
low: Named | null, };

/**
 * The acts that are open, ready to be drawn as buttons: exactly those that would be accepted.
 */
export type Menu = { 
/**
 * Folding is allowed.
 */
fold: boolean, 
/**
 * Checking, or standing on a blind, is allowed.
 */
check: boolean, 
/**
 * The check is a stand: a call of nothing with a blind, in a betting round in which nobody checks.
 * Absent otherwise.
 */
stands?: boolean, 
/**
 * What a call adds; absent if there is nothing to call.
 */
call: Chips | null, 
/**
 * Paying the call and folding is allowed.
 */
call_and_fold: boolean, 
/**
 * What that costs, if it differs from what a call adds: the last blind is all-in for less.
 */
fold_costs?: Chips, 
/**
 * The bets or raises that are allowed; absent if there are none.
 */
raise: RaiseMenu | null, 
/**
 * Why no raise is possible, if a rule forbids it rather than a lack of chips.
 */
closed?: Closed, 
/**
 * How many more raises the cap allows in this betting round; absent without a cap.
 */
raises_left?: number, };

/**
 * A made hand, as a value and as a dealer announces it.
 */
export type Named = { 
/**
 * `full house, kings full of deuces`; for a low hand its ranks: `8-6-4-3-2`. For people only: the other
 * fields say all of it.
 */
name: string, 
/**
 * Its kind.
 */
kind: HandKind, 
/**
 * The ranks that name it, in the order in which they are compared, each by its letter: `["K", "4"]` for
 * two pair, kings and fours. Empty for a royal flush; all five for a low hand.
 */
ranks: Array<string>, 
/**
 * The ranks of the cards that are compared after those, highest first: kickers, or the other four of a
 * flush. Absent if there are none.
 */
side?: Array<string>, 
/**
 * The five cards in the order in which they are compared; empty while there are fewer than five.
 */
cards: Array<Card>, 
/**
 * The card that the joker among them stands for. Absent without a joker.
 */
joker?: Card, };

/**
 * Why no commission was taken from the pots of a hand, or from one of them.
 */
export type NoCommission = "equal_hands" | "blinds_only" | "no_board_card" | "small_pots" | "rounded_down" | "no_pot" | "by_time";

/**
 * A hand with every card of its deck. Each card was compared with the commitment published before the first
 * card.
 */
export type OpenedHand = { 
/**
 * The opening that shows it.
 */
opening: OpeningLine, 
/**
 * The players who were dealt in.
 */
players: Array<OpenedSeat>, 
/**
 * The board.
 */
board: Array<Card>, 
/**
 * The boards after the first, including the cards that they share with it. Absent if there is one board.
 */
more_boards?: Array<Array<Card>>, 
/**
 * The deck as it was committed, slot by slot from 0.
 */
deck: Array<Card>, 
/**
 * The slot that was dealt first, after the cut.
 */
first: number | null, 
/**
 * The digest that was published before the first card, in hexadecimal.
 */
commitment: string, };

/**
 * The cards of a player who was dealt in.
 */
export type OpenedSeat = { 
/**
 * The seat.
 */
seat: Seat, 
/**
 * The player.
 */
player: Somebody, 
/**
 * The cards, shown or not.
 */
cards: Array<Card>, };

/**
 * One card with the proof that it lay in its slot when the deck was committed.
 */
export type Opening = { 
/**
 * Its slot in the committed deck, from 0.
 */
slot: number, 
/**
 * The card.
 */
card: Card, 
/**
 * Its salt.
 */
salt: string, 
/**
 * The sibling hashes on the path to the root, lowest first.
 */
path: Array<string>, };

/**
 * The receipt for a requested opening.
 */
export type OpeningAsked = { 
/**
 * Its number.
 */
opening: number, };

/**
 * A hand that two auditors open.
 */
export type OpeningLine = { 
/**
 * Its number.
 */
opening: number, 
/**
 * The table.
 */
table: number, 
/**
 * The hand at its table.
 */
hand: number, 
/**
 * The auditor who requested it.
 */
asked: Signature, 
/**
 * The auditor who agreed, if one has.
 */
agreed: Signature | null, 
/**
 * Until when another auditor may agree, or the two may look, in milliseconds since 1970.
 */
until: number, 
/**
 * It ended before that time, for good: the role of one of the two auditors, or the way they sign in, has
 * changed since.
 */
lapsed: boolean, };

/**
 * A hand that an auditor wants to open.
 */
export type OpeningWish = { 
/**
 * The table.
 */
table: number, 
/**
 * The hand at its table; it has to be over.
 */
hand: number, 
/**
 * The reason: 1 to 200 characters.
 */
reason: string, };

/**
 * Openings, newest first.
 */
export type Openings = { 
/**
 * The openings.
 */
openings: Array<OpeningLine>, 
/**
 * Request earlier ones with `before` set to this number; absent at the end.
 */
next: number | null, };

/**
 * An over-blind that the viewer may post now, with `over_blind`: the first card waits for the decision.
 */
export type OverBlind = { 
/**
 * The number of the hand.
 */
hand: number, 
/**
 * How many commands the hand has taken so far.
 */
acts: number, 
/**
 * What it costs: the `facing` of the turn for this moment.
 */
amount: Chips, 
/**
 * What was left of the time when this was sent, in milliseconds.
 */
left_ms: number, 
/**
 * The name of the rule that offers it.
 */
rule: string, 
/**
 * The clauses of the table's book behind it.
 */
clauses: Array<string>, };

/**
 * What a seat owes that waits for the last blind, or will have to: once it is posted, the seat is dealt in
 * with the next hand.
 */
export type Owed = { 
/**
 * The seat.
 */
seat: Seat, 
/**
 * The part that counts as the seat's bet.
 */
live: Chips, 
/**
 * The part that goes to the pot and counts as nobody's bet.
 */
dead: Chips, 
/**
 * It will be posted with the next hand; otherwise the seat waits.
 */
posts: boolean, 
/**
 * The name of the rule that requires it.
 */
rule: string, 
/**
 * The clauses of the table's book behind it.
 */
clauses: Array<string>, };

/**
 * A player's own hands, newest first.
 */
export type OwnHands = { 
/**
 * The hands. There may be fewer than requested, or none, although there are more.
 */
hands: Array<HandSummary>, 
/**
 * Where the next page starts, as `before` of the next request; none if there are no more.
 */
before: string | null, 
/**
 * Times at tables of which something cannot be read: that part is left out, even if no more comes.
 * Absent if everything on this page could be read.
 */
unread?: Array<UnreadSitting>, };

/**
 * A player's part in a hand.
 */
export type PlayerView = { 
/**
 * The seat.
 */
seat: Seat, 
/**
 * The bet in this betting round.
 */
in_round: Chips, 
/**
 * What the player put in during the hand, including this betting round and dead money, minus what came
 * back uncalled. It stays when the pots are paid and when the hand is void.
 */
in_hand: Chips, 
/**
 * Folded, or mucked.
 */
folded: boolean, 
/**
 * All-in: takes no further part in the betting, and did not fold.
 */
all_in: boolean, 
/**
 * Turned up.
 */
shown: boolean, 
/**
 * The hole cards; `null` for those that the viewer may not see.
 */
cards: Array<Card | null>, };

/**
 * The net of a sitting after a hand.
 */
export type Point = { 
/**
 * The number of the hand at its table.
 */
hand: number, 
/**
 * When the hand ended, in milliseconds since 1970.
 */
at: number, 
/**
 * The net since sitting down.
 */
net: number, };

/**
 * What there is to do at a table now, as far as the viewer may know: part of each snapshot and each update.
 */
export type Position = { 
/**
 * The seat on action, with its time.
 */
turn: TurnView | null, 
/**
 * The viewer's acts, if it is their turn to bet.
 */
menu: Menu | null, 
/**
 * If it is the viewer's turn to show: whether they may muck the hand unseen instead.
 */
may_muck: boolean | null, 
/**
 * The viewer's own cards that may be turned up now that the hand is out of play; absent if there are
 * none.
 */
may_show?: Array<Card>, 
/**
 * The over-blind that the viewer may post now; absent if there is none.
 */
over_blind?: OverBlind, 
/**
 * What the seats that are not dealt in owe; absent if nothing.
 */
owed?: Array<Owed>, };

/**
 * The kind of a payment before the deal.
 */
export type PostKind = { "is": "ante", } | { "is": "dead", } | { "is": "blind", 
/**
 * Which blind; 0 is the first.
 */
number: number, } | { "is": "over_blind", } | { "is": "live", };

/**
 * A pot in the middle.
 */
export type Pot = { 
/**
 * The number of the pot; the main pot is 0.
 */
pot: number, 
/**
 * The amount in it.
 */
amount: Chips, 
/**
 * The seats that can win it.
 */
eligible: Array<Seat>, };

/**
 * One reason why a table cannot be played.
 */
export type ProblemLine = { 
/**
 * The setting; or `name`, `book` or `bots` for the other fields of the request.
 */
setting: string, 
/**
 * The value that was given; empty if there was none.
 */
given: string, 
/**
 * The room's own code for it, if it has one.
 */
code?: string, 
/**
 * The name of the reason, which never changes.
 */
reason: string, 
/**
 * The values that help, by name: bounds as `at_least` and `at_most`, other settings by their names.
 */
numbers: { [key in string]: Figure }, 
/**
 * What is wrong.
 */
what: string, 
/**
 * What was expected; empty if there is nothing to say.
 */
would_do: string, 
/**
 * The rule behind it.
 */
rule: string | null, 
/**
 * The clauses behind it, followed by the decided readings.
 */
clauses: Array<string>, 
/**
 * The decided readings among the clauses.
 */
readings: Array<string>, };

/**
 * The totals of the street that may be bet or raised to: from `min` to `max` in steps of `unit`, and
 * `all_in` whatever the step if it lies between them.
 */
export type RaiseMenu = { 
/**
 * Whether it is the first bet of the betting round, rather than a raise.
 */
is_bet: boolean, 
/**
 * The smallest total.
 */
min: Chips, 
/**
 * The largest total.
 */
max: Chips, 
/**
 * Totals are multiples of this.
 */
unit: Chips, 
/**
 * The total of going all-in.
 */
all_in: Chips, };

/**
 * Why something was refused.
 */
export type Refused = { 
/**
 * The code: one word for programs.
 */
code: string, 
/**
 * The name of the reason, which never changes: finer than the code, with one name per sentence.
 */
reason: string, 
/**
 * The values that help, by name.
 */
numbers: { [key in string]: Figure }, 
/**
 * The sentence: what is wrong and what to do instead, for clients without words of their own for the
 * reason.
 */
why: string, 
/**
 * The name of the rule it rests on; `null` if it is the room's own.
 */
rule: string | null, 
/**
 * The clauses of the table's book behind it, followed by the decided readings.
 */
clauses: Array<string>, 
/**
 * The decided readings among the clauses.
 */
readings: Array<string>, 
/**
 * For choices of a table, every reason with the setting that it concerns; absent if no setting is at
 * fault.
 */
problems?: Array<ProblemLine>, };

/**
 * It was refused, and nothing has changed.
 */
export type RefusedAnswer = { 
/**
 * The number of the table.
 */
table: number, 
/**
 * The key of the request.
 */
key: string, 
/**
 * Always false.
 */
ok: false, 
/**
 * The code: one word for programs.
 */
code: string, 
/**
 * The name of the reason, which never changes: finer than the code, with one name per sentence.
 */
reason: string, 
/**
 * The values that help, by name.
 */
numbers: { [key in string]: Figure }, 
/**
 * The sentence: what is wrong and what to do instead, for clients without words of their own for the
 * reason.
 */
why: string, 
/**
 * The name of the rule it rests on; `null` if it is the room's own.
 */
rule: string | null, 
/**
 * The clauses of the table's book behind it, followed by the decided readings.
 */
clauses: Array<string>, 
/**
 * The decided readings among the clauses.
 */
readings: Array<string>, 
/**
 * For choices of a table, every reason with the setting that it concerns; absent if no setting is at
 * fault.
 */
problems?: Array<ProblemLine>, };

/**
 * A finished hand, as one viewer saw it, record by record.
 */
export type Replay = { 
/**
 * The table just before the hand was opened, in the form of a snapshot of the socket. It has no hand,
 * and everybody counts as connected.
 */
before: TableView, 
/**
 * What the viewer was sent for each record of the hand, in the form of the socket's updates, without the
 * remaining times.
 */
updates: Array<Update>, 
/**
 * The name of the player who shared it; absent if nobody did.
 */
by: string | null, 
/**
 * How it is shared; absent if the viewer requested the hand themselves.
 */
shared: SharedAs | null, };

/**
 * A report, as it was when it was made.
 */
export type Report = { 
/**
 * The number of the report.
 */
report: number, 
/**
 * When it was made, in milliseconds since 1970.
 */
at: number, 
/**
 * The person who made it.
 */
by: Somebody, 
/**
 * The person it is about.
 */
about: Somebody, 
/**
 * The number of the table.
 */
table: number, 
/**
 * The number of the hand in progress or the last one; 0 before the first.
 */
hand: number, 
/**
 * What happened, in the words of the person who reported it.
 */
reason: string, 
/**
 * The last lines of chat at the table before the report, oldest first; at most 50.
 */
lines: Array<ChatLine>, 
/**
 * How it was dealt with; absent while it waits.
 */
dealt: Dealt | null, };

/**
 * A report to make: the person it is about, and why.
 */
export type ReportWish = { 
/**
 * The number of the person.
 */
person: number, 
/**
 * What happened: 1 to 200 characters.
 */
reason: string, };

/**
 * The receipt for a report.
 */
export type Reported = { 
/**
 * The number of the report.
 */
report: number, };

/**
 * Reports, newest first.
 */
export type Reports = { 
/**
 * The reports.
 */
reports: Array<Report>, 
/**
 * How many reports wait to be dealt with, in total.
 */
waiting: number, 
/**
 * Request older ones with `before` set to this number; absent if there are none.
 */
next: number | null, };

/**
 * A frame from a client.
 */
export type Request = { "t": "ping", 
/**
 * Any number that the client chooses.
 */
n: number, } | { "t": "watch", 
/**
 * The number of the table.
 */
table: number, 
/**
 * The number of the last update that the client has: the updates after it are sent, or a snapshot if
 * that is too much. Without it a snapshot is sent; with 0, the updates of the hand so far and then a
 * snapshot.
 */
from?: number | null, } | { "t": "unwatch", 
/**
 * The number of the table.
 */
table: number, } | { "t": "ask", 
/**
 * The number of the table.
 */
table: number, 
/**
 * 32 hexadecimal digits that the client makes for each request: sent again, they get the first
 * answer.
 */
key: AskKey, 
/**
 * The position that an act of a hand answers, as the last turn gave it.
 */
turn?: TurnName | null, 
/**
 * The request itself.
 */
wish: Wish, } | { "t": "say", 
/**
 * The number of the table.
 */
table: number, 
/**
 * 32 hexadecimal digits that the client makes for each line: a line sent again is said once.
 */
key: AskKey, 
/**
 * The text: 1 to 200 characters.
 */
text: string, };

/**
 * The results of a player's sittings, newest first.
 */
export type Results = { 
/**
 * Each from sitting down to leaving, table by table. There may be fewer than requested, or none,
 * although there are more.
 */
sessions: Array<Session>, 
/**
 * Where the next page starts, as `before` of the next request; none if there are no more.
 */
before: string | null, 
/**
 * Times at tables of which something cannot be read: that part is left out, even if no more comes.
 * Absent if everything on this page could be read.
 */
unread?: Array<UnreadSitting>, };

/**
 * A seat by its number on the felt, from 1.
 */
export type Seat = number;

/**
 * A player in a seat.
 */
export type SeatName = { 
/**
 * The seat.
 */
seat: Seat, 
/**
 * The name that others see.
 */
name: string, };

/**
 * The value that one seat added to the cut.
 */
export type SeatValue = { 
/**
 * The seat.
 */
seat: number, 
/**
 * Its value.
 */
value: string, };

/**
 * A player at a table in the lobby.
 */
export type Seated = { 
/**
 * The seat.
 */
seat: Seat, 
/**
 * The number of the person.
 */
person: number, 
/**
 * The name that others see.
 */
name: string, 
/**
 * The player is a program.
 */
machine: boolean, };

/**
 * A time at a table, from sitting down to leaving.
 */
export type Session = { 
/**
 * The number of the table.
 */
table: number, 
/**
 * The table's name.
 */
name: string, 
/**
 * The stakes and the game, at the end.
 */
stakes: Stakes, 
/**
 * When the player sat down, in milliseconds since 1970.
 */
from: number, 
/**
 * When the player left; absent while they still sit there.
 */
until: number | null, 
/**
 * Finished hands in which the player was dealt in.
 */
hands: number, 
/**
 * Chips brought from the wallet.
 */
brought: Chips, 
/**
 * Chips taken back to the wallet.
 */
took: Chips, 
/**
 * What was taken, or the current stack if the player still sits there, minus what was brought. Chips bet
 * in a hand in progress do not belong to the stack.
 */
net: number, 
/**
 * The net after each hand; after many hands, a selection of 200 that includes the last.
 */
points: Array<Point>, };

/**
 * A link to a hand. It is shown once.
 */
export type ShareLink = { 
/**
 * The token that opens it.
 */
token: string, 
/**
 * The path where the page shows it.
 */
path: string, 
/**
 * Its name in the list of links: `DELETE /api/shared/{id}` revokes it as well.
 */
id: string, };

/**
 * A request to share a hand.
 */
export type ShareWish = { 
/**
 * With the player's own cards; otherwise it shows what a spectator saw.
 */
own_cards: boolean, };

/**
 * How a hand is shared.
 */
export type SharedAs = { 
/**
 * With the cards of the player who shares it.
 */
own_cards: boolean, };

/**
 * A shared hand.
 */
export type SharedHand = { 
/**
 * The SHA-256 of the link's token: it names the link, but gives no access.
 */
id: string, 
/**
 * The number of the table.
 */
table: number, 
/**
 * The number of the hand at its table.
 */
hand: number, 
/**
 * With the cards of the player who shares it.
 */
own_cards: boolean, 
/**
 * When the link was made, in milliseconds since 1970.
 */
made: number, };

/**
 * The caller's links, newest first.
 */
export type SharedPage = { 
/**
 * The links.
 */
shared: Array<SharedHand>, 
/**
 * How many links there may be.
 */
most: number, };

/**
 * What the sign at a table says (4.1).
 */
export type Sign = { 
/**
 * The smallest stake to sit down with.
 */
minimum_stake: Chips, 
/**
 * The smallest bet of the first betting round.
 */
minimum_bet: Chips, };

/**
 * One of the two auditors who open a hand.
 */
export type Signature = { 
/**
 * The auditor.
 */
by: Somebody, 
/**
 * The reason.
 */
reason: string, 
/**
 * When, in milliseconds since 1970.
 */
at: number, };

/**
 * Something that happened, in plain words.
 */
export type SignificantEvent = { 
/**
 * The room-wide number of its record.
 */
sequence: number, 
/**
 * The stream of the record: `room`, `people`, or `table/12`.
 */
stream: string, 
/**
 * When, in milliseconds since 1970.
 */
at: number, 
/**
 * Who caused it; absent if the room itself did.
 */
by: Somebody | null, 
/**
 * The role in which they acted; `nobody` if it was the room itself.
 */
role: string, 
/**
 * The kind of event, as one word.
 */
kind: string, 
/**
 * The person whom it concerns, if it concerns one.
 */
person: Somebody | null, 
/**
 * What happened.
 */
words: string, };

/**
 * Significant events, newest first.
 */
export type SignificantEvents = { 
/**
 * The events. There may be few or none although there are more: `before` tells.
 */
events: Array<SignificantEvent>, 
/**
 * Request earlier ones with `before` set to this number; absent at the end.
 */
before: number | null, 
/**
 * Every kind there is, for filtering by one.
 */
kinds: Array<string>, };

/**
 * A person by number and by the name that others see.
 */
export type Somebody = { 
/**
 * The number of the person.
 */
person: number, 
/**
 * The name.
 */
name: string, };

/**
 * The stakes and the game of a table, in short: its sign in the lobby (4.1).
 */
export type Stakes = { 
/**
 * The name of the rule book.
 */
book: string, 
/**
 * Its version.
 */
book_version: string, 
/**
 * The game by its name in the settings: `holdem`.
 */
game: string, 
/**
 * What the game deals, and when.
 */
deal: Deal, 
/**
 * The betting structure: `fixed`, `spread`, `double`, `half_pot`, `full_pot` or `no_limit`.
 */
limit: string, 
/**
 * The blinds, first blind first; empty in a game with antes only.
 */
blinds: Array<Chips>, 
/**
 * The ante of each player, or the one that the last blind pays for all; absent without antes.
 */
ante: Chips | null, 
/**
 * The smallest and largest bet or raise of each betting round, if the structure or the house sets them.
 */
bets: Array<Bounds>, 
/**
 * The smallest stake to sit down with.
 */
min_buy_in: Chips, 
/**
 * The largest stake; absent without a limit.
 */
max_buy_in: Chips | null, 
/**
 * The number of seats.
 */
seats: number, 
/**
 * Amounts are multiples of this, except when all-in.
 */
smallest_chip: Chips, 
/**
 * The value of a chip in cents; play chips are worth nothing, whatever this says.
 */
chip_cents: number, 
/**
 * The table's word for a voluntary blind above the last one, posted before the cards: `over-blind` or
 * `straddle`; absent if none may be posted.
 */
over_blind_word?: string, };

/**
 * Whether a table is in play.
 */
export type Standing = { "is": "open", } | { "is": "paused", 
/**
 * The reason.
 */
reason: string, } | { "is": "closing", 
/**
 * The reason.
 */
reason: string, } | { "is": "closed", 
/**
 * The reason.
 */
reason: string, } | { "is": "stopped", 
/**
 * What is wrong, as a sentence, for clients without words of their own for the reason.
 */
why: string, 
/**
 * The name of the reason, which never changes.
 */
reason: string, 
/**
 * The values that help, by name: `reference`, under which the room's log has the details.
 */
numbers: { [key in string]: Figure }, };

/**
 * A betting round.
 */
export type Street = { 
/**
 * Its name: `preflop`, `flop`, `turn` and `river`, or `first` to `fifth` if the board comes card by
 * card.
 */
name: string, 
/**
 * How many board cards are dealt before it.
 */
board: number, };

/**
 * A table as one viewer sees it.
 */
export type TableView = { 
/**
 * The number of the table.
 */
table: number, 
/**
 * The number of its last record: the next update has the number after it.
 */
number: number, 
/**
 * Its name.
 */
name: string, 
/**
 * The stakes and the game: those of the hand in progress, and between hands those of the next one.
 */
stakes: Stakes, 
/**
 * Stakes announced for later. Absent if there are none.
 */
coming?: Coming, 
/**
 * House bots play here.
 */
practice: boolean, 
/**
 * A person deals, from a deck that the room does not know: no hand has a commitment, a cut or openings.
 * Absent if the software deals.
 */
dealer?: HumanDealer, 
/**
 * Whether it is in play.
 */
standing: Standing, 
/**
 * The room will stop after the current hands: stacks are saved. Absent otherwise.
 */
draining?: boolean, 
/**
 * The seat of the button in the last hand that was opened.
 */
button: Seat | null, 
/**
 * Every occupied seat.
 */
chairs: Array<Chair>, 
/**
 * The viewer's own seat.
 */
own: Seat | null, 
/**
 * The hand in progress, or the last one.
 */
hand: HandView | null, 
/**
 * The number of the hand for whose cut the room now accepts a value from the viewer.
 */
contribute: number | null, 
/**
 * The seat on action, with its time.
 */
turn: TurnView | null, 
/**
 * The viewer's acts, if it is their turn to bet.
 */
menu: Menu | null, 
/**
 * If it is the viewer's turn to show: whether they may muck the hand unseen instead.
 */
may_muck: boolean | null, 
/**
 * The viewer's own cards that may be turned up now that the hand is out of play; absent if there are
 * none.
 */
may_show?: Array<Card>, 
/**
 * The over-blind that the viewer may post now; absent if there is none.
 */
over_blind?: OverBlind, 
/**
 * What the seats that are not dealt in owe; absent if nothing.
 */
owed?: Array<Owed>, };

/**
 * The position that an act answers: in any other position, the act is refused.
 */
export type TurnName = { 
/**
 * The number of the hand at its table.
 */
hand: number, 
/**
 * How many commands the hand had taken so far.
 */
acts: number, 
/**
 * What there was to call, in chips.
 */
facing: Chips, };

/**
 * Whose turn it is, and how much time is left.
 */
export type TurnView = { 
/**
 * The seat.
 */
seat: Seat, 
/**
 * The number of the hand.
 */
hand: number, 
/**
 * How many commands the hand has taken so far.
 */
acts: number, 
/**
 * The amount to call.
 */
facing: Chips, 
/**
 * Time to show or muck a hand; otherwise to bet.
 */
showing: boolean, 
/**
 * What was left of the time when this was sent, in milliseconds; absent without a clock.
 */
left_ms: number | null, 
/**
 * The whole time for the decision, in milliseconds.
 */
whole_ms: number | null, 
/**
 * What is left in the seat's time bank, in milliseconds.
 */
bank_ms: number, 
/**
 * The time that runs is that of a lost connection. Absent otherwise.
 */
disconnected?: boolean, 
/**
 * The name of the rule that grants the time.
 */
rule: string | null, 
/**
 * The clauses of the table's book behind it.
 */
clauses: Array<string>, };

/**
 * A time at a table of which something cannot be read because its records are damaged.
 */
export type UnreadSitting = { 
/**
 * The number of the table.
 */
table: number, 
/**
 * When the player sat down, in milliseconds since 1970.
 */
from: number, 
/**
 * The reference under which the room's log has what is damaged.
 */
reference: string, };

/**
 * The content of one record of a table, for this viewer. Every viewer of a table counts the same numbers.
 */
export type Update = { 
/**
 * The number of the table.
 */
table: number, 
/**
 * The number of the record: one more than the one before.
 */
number: number, 
/**
 * The number of the hand it belongs to: the current hand or the last one; 0 before the first.
 */
hand: number, 
/**
 * When it was recorded, in milliseconds since 1970.
 */
at: number, 
/**
 * What happened, in order.
 */
events: Array<Event>, 
/**
 * What the hands visible to the viewer make with the board now; absent if unchanged.
 */
made?: Array<Made>, 
/**
 * The pots in the middle now, without the bets of this betting round; absent if unchanged.
 */
pots?: Array<Pot>, 
/**
 * The hands that won the pots paid in this update, if hands were compared; absent otherwise.
 */
won?: Array<Won>, 
/**
 * The seat on action, with its time.
 */
turn: TurnView | null, 
/**
 * The viewer's acts, if it is their turn to bet.
 */
menu: Menu | null, 
/**
 * If it is the viewer's turn to show: whether they may muck the hand unseen instead.
 */
may_muck: boolean | null, 
/**
 * The viewer's own cards that may be turned up now that the hand is out of play; absent if there are
 * none.
 */
may_show?: Array<Card>, 
/**
 * The over-blind that the viewer may post now; absent if there is none.
 */
over_blind?: OverBlind, 
/**
 * What the seats that are not dealt in owe; absent if nothing.
 */
owed?: Array<Owed>, };

/**
 * Why a hand is void.
 */
export type VoidReason = "unrest" | "fire" | "robbery" | "disturbance" | "cannot_go_on" | "fraud";

/**
 * The requests to a table. The seat is always that of the person who sends the request.
 */
export type Wish = { "do": "sit", 
/**
 * The seat.
 */
seat: Seat, 
/**
 * The stake, in chips.
 */
stack: Chips, } | { "do": "leave", } | { "do": "top_up", 
/**
 * The number of chips.
 */
amount: Chips, } | { "do": "sit_out", } | { "do": "sit_out_at_blind", 
/**
 * `false` withdraws it.
 */
wished: boolean, } | { "do": "sit_in", 
/**
 * Post what is owed with the next hand; otherwise wait for the last blind.
 */
posts: boolean, } | { "do": "fold", } | { "do": "check", } | { "do": "call", } | { "do": "call_and_fold", } | { "do": "raise", 
/**
 * The total of the street.
 */
to: Chips, } | { "do": "all_in", } | { "do": "show", } | { "do": "muck", } | { "do": "show_cards", 
/**
 * The cards; none means all.
 */
cards: Array<Card>, } | { "do": "over_blind", } | { "do": "use_time_bank", } | { "do": "contribute", 
/**
 * The number of the hand.
 */
hand: number, 
/**
 * 64 hexadecimal digits.
 */
value: Hex, } | { "do": "pause", 
/**
 * The reason, for the record and shown to everybody.
 */
reason: string, } | { "do": "resume", } | { "do": "close", 
/**
 * The reason, for the record and shown to everybody.
 */
reason: string, } | { "do": "remove", 
/**
 * The number of the person.
 */
person: number, 
/**
 * The reason, for the record and shown to everybody.
 */
reason: string, } | { "do": "determine", 
/**
 * Names of settings with their values.
 */
settings: { [key in string]: string }, 
/**
 * Declare the game anew with these choices, while no hand is in progress: this is the only way to
 * change deck and joker.
 */
anew?: boolean, };

/**
 * The hand with which one player won a pot or a half of it, if hands were compared for it: each winner has
 * an entry.
 */
export type Won = { 
/**
 * The number of the pot; the main pot is 0.
 */
pot: number, 
/**
 * The board that decided it, from 0. Absent for the first.
 */
board?: number, 
/**
 * The part won on that board: the whole of what was played for, or a half.
 */
half: Half, 
/**
 * The seat whose hand it is.
 */
seat: Seat, 
/**
 * The winning seats: several if hands are equal.
 */
seats: Array<Seat>, 
/**
 * The hand of this player; the high hand if it won the whole of a pot played for high and low.
 */
hand: Named, 
/**
 * The low hand that won the whole pot together with the high hand. Absent otherwise.
 */
low?: Named, 
/**
 * The ranks of its side cards that decided it against the best other hand shown for the pot: the last of
 * them is higher than that of the other hand. Absent if none decided.
 */
deciding?: Array<string>, 
/**
 * The ranks of the same side cards in that other hand.
 */
beaten?: Array<string>, };

/**
 * The person who is signed in.
 */
export type You = { 
/**
 * The number of the person.
 */
person: number, 
/**
 * The name that others see.
 */
name: string, };

/**
 * The reasons of refusals, each with its values.
 */
export type Reasons = { accounts_full: { at_most: number }, all_others_all_in: { to_call: number }, already_seated: { seat: number }, anew_by_an_official: Record<never, never>, auditor_was_dealt_in: Record<never, never>, awaits_an_official: { took: number }, ban_hours: { at_least: number, at_most: number }, bank_empty: Record<never, never>, banned: Record<never, never>, banned_longer: Record<never, never>, banned_longer_until: { until: number }, banned_until: { until: number }, before_auditor: Record<never, never>, bet_to_answer: { to_call: number }, bet_too_small: { to: number, at_least: number }, bets_too_large: { round: number, amount: number, limit: number, measure: string, at_most: number }, blind_to_answer: { to_call: number }, blinds_too_large: { over_blind: boolean, amount: number, limit: number, measure: string, at_most: number }, body_broken_off: Record<never, never>, body_list: { field: string, expected: string }, body_missing: { field: string, expected: string }, body_no_json: { line: number, column: number }, body_no_text: { line: number, column: number }, body_number_too_large: { field: string, at_least: number, at_most: number }, body_number_too_small: { field: string, at_least: number, at_most: number }, body_too_deep: { at_most: number }, body_too_large: { at_most: number }, body_too_slow: { seconds: number }, body_twice: { field: string }, body_unfinished: { line: number, column: number }, body_unfit: { field: string, expected: string, line: number, column: number }, body_unknown: { field: string, fields: string }, bots: { seats: number, at_most: number }, bots_see_no_cardboard: Record<never, never>, button_on_empty_seat: { seat: number }, card_already_dealt: { card: string }, card_named_twice: { card: string }, card_not_in_deck: { card: string }, cards_are_out: Record<never, never>, cards_are_up: { seat: number }, cards_before_link: Record<never, never>, cards_needed: Record<never, never>, cards_of_the_hand: { named: number, needed: number }, cards_of_the_street: { named: number, needed: number }, changed: { from: number, to: number }, chat_off: Record<never, never>, check_is_free: Record<never, never>, checks_for_both: Record<never, never>, checks_no_cards: Record<never, never>, chips_full: { at_most: number }, chips_only: Record<never, never>, clock_is_on: { seat: number }, clock_not_called: { seat: number }, clock_not_in_use: Record<never, never>, closed: Record<never, never>, closed_because: { because: string }, closing: Record<never, never>, cut_by_hand: Record<never, never>, cut_due: Record<never, never>, cut_too_near_the_end: { after: number, at_least: number, at_most: number }, dealer_enters_cards: Record<never, never>, dealer_sits_here: Record<never, never>, dealt_with: Record<never, never>, deck_is_cut: Record<never, never>, deck_is_fixed: Record<never, never>, deck_is_shuffled: Record<never, never>, disk_free: { free: number, keep: number }, disk_nearly_full: Record<never, never>, done_before: Record<never, never>, door_busy: Record<never, never>, draining: Record<never, never>, elsewhere: Record<never, never>, empty: Record<never, never>, excluded: Record<never, never>, file_busy: Record<never, never>, foreign_origin: Record<never, never>, frame_list: { field: string, expected: string }, frame_missing: { field: string, expected: string }, frame_no_json: { line: number, column: number }, frame_no_text: { line: number, column: number }, frame_number_too_large: { field: string, at_least: number, at_most: number }, frame_number_too_small: { field: string, at_least: number, at_most: number }, frame_too_deep: { at_most: number }, frame_too_long: { length: number, at_most: number }, frame_twice: { field: string }, frame_unfit: { field: string, expected: string }, frame_unknown: { field: string, fields: string }, frames_too_fast: { at_once: number, a_second: number, retry_after_ms: number }, hand_before_link: Record<never, never>, hand_from_before: Record<never, never>, hand_is_dead: { seat: number }, hand_is_over: Record<never, never>, hands_are_tabled: Record<never, never>, hands_end: Record<never, never>, header_twice: { header: string }, header_unfit: { header: string, digits: number }, in_play_hand: { table: number, hand: number }, in_play_seat: { table: number }, is_all_in: { seat: number }, is_leaving: { seat: number }, key_busy: { at_most: number }, key_unanswered: Record<never, never>, key_used: Record<never, never>, last_administrator: Record<never, never>, late: Record<never, never>, late_for_the_cut: Record<never, never>, line_busy: { at_most: number }, line_too_long: { length: number, at_most: number }, line_watches: { at_most: number }, lines_too_fast: { seconds: number }, lineup: Record<never, never>, link_opens_nothing: Record<never, never>, link_shown: Record<never, never>, live_hand: { seat: number }, login_length: { at_least: number, at_most: number }, login_letters: Record<never, never>, login_taken: Record<never, never>, machines_sit: Record<never, never>, more_than_the_stack: { to: number, at_most: number }, must_show: Record<never, never>, name_length: { at_least: number, at_most: number }, name_reserved: Record<never, never>, name_taken: Record<never, never>, name_unseen: Record<never, never>, new_cards_unchecked: Record<never, never>, no_betting_now: Record<never, never>, no_blind_to_follow: Record<never, never>, no_blinds: Record<never, never>, no_book: { book: string }, no_call_and_fold: Record<never, never>, no_card_named: Record<never, never>, no_card_needed: { seat: number }, no_chance: Record<never, never>, no_check_now: Record<never, never>, no_chips_off: { small_purchases: boolean }, no_clock_for_software: Record<never, never>, no_machines: Record<never, never>, no_more_over_blinds: { most: number }, no_new_cards: Record<never, never>, no_over_blinds: Record<never, never>, no_raise: { price: number }, no_role_may: Record<never, never>, no_role_talks: Record<never, never>, no_round: Record<never, never>, no_sealed_deck: Record<never, never>, no_sharing: Record<never, never>, no_showdown_now: Record<never, never>, no_showing_of_cards: Record<never, never>, no_spectators: Record<never, never>, no_such_clause: { near: string }, no_such_hand: { table: number, hand: number }, no_such_link: Record<never, never>, no_such_opening: Record<never, never>, no_such_person: Record<never, never>, no_such_report: Record<never, never>, no_such_role: { role: string }, no_such_seat: { seat: number, seats: number }, no_such_session: Record<never, never>, no_such_share: Record<never, never>, no_such_table: { table: number }, no_table: { table: number }, no_time_runs: Record<never, never>, no_turn: Record<never, never>, no_void_rounds: Record<never, never>, nobody_raises_over_all_in: { all_in: number, to_call: number, opens: boolean }, not_allowed: Record<never, never>, not_an_official: Record<never, never>, not_banned: Record<never, never>, not_begun: Record<never, never>, not_for_the_opener: { setting: string }, not_for_the_operator: Record<never, never>, not_in_the_cut: Record<never, never>, not_in_the_hand: { seat: number }, not_next_to_the_last_blind: { seat: number, next: number }, not_on_turn: { turn: number }, not_paused: Record<never, never>, not_poker: { book: string, books: string }, not_referred: Record<never, never>, not_reopened: { all_in: number, to_call: number, opens: boolean }, not_seated: Record<never, never>, not_signed_in: Record<never, never>, not_to_show: { turn: number }, not_whole_chips: { to: number, unit: number }, not_your_card: { card: string }, not_your_seat: Record<never, never>, not_yours: Record<never, never>, nothing_bought: { at_least: number }, nothing_to_call: Record<never, never>, nothing_to_check: Record<never, never>, nothing_to_post: { seat: number }, one_auditor: Record<never, never>, one_seat: { at: string, here: string }, oneself: Record<never, never>, only_who_deals: Record<never, never>, opened: Record<never, never>, opener_must_bet: { at_least: number }, opener_must_pay: { to_call: number }, opener_must_raise: Record<never, never>, opening_agreed: Record<never, never>, opening_lapsed: Record<never, never>, opening_of_others: Record<never, never>, opening_over: Record<never, never>, opening_withdrawn: Record<never, never>, other_cards_next: { next: string }, over_blind_seat_has_posted: { next: number }, own_second_factor: Record<never, never>, password_common: Record<never, never>, password_is_name: Record<never, never>, password_long: { at_most: number }, password_short: { at_least: number }, path_unfit: { field: string, at_most: number }, paused: { because: string }, person_not_seated: Record<never, never>, piled_marks: { at_most: number }, posts_due: { seat: number }, query_number_too_large: { field: string, at_least: number, at_most: number }, query_number_too_small: { field: string, at_least: number, at_most: number }, query_twice: { field: string }, query_unfit: { field: string, expected: string }, query_unknown: { field: string, fields: string }, raise_too_small: { to: number, at_least: number }, raises_are_used_up: { cap: number }, reason_length: { at_least: number, at_most: number }, reason_needed: Record<never, never>, reason_too_long: { most: number }, reports_too_fast: { seconds: number }, role_conflict: { role: string, has: string }, role_held: { role: string }, role_needed: { role: string }, role_not_held: { role: string }, room_full: Record<never, never>, round_running: Record<never, never>, seat_empty: { seat: number }, seat_goes_away: { seat: number, seats: number }, seat_taken: { seat: number }, seated: Record<never, never>, seats_taken: { seats: number, at_least: number }, second_factor: Record<never, never>, second_factor_due: { role: string }, second_factor_not_set: Record<never, never>, second_factor_set: Record<never, never>, seen_name_length: { at_least: number, at_most: number }, seen_name_letters: Record<never, never>, settings_too_many: { count: number, at_most: number }, shared_by_others: Record<never, never>, shares_full: { at_most: number }, short: { has: number, needs: number }, shown_after_the_round: Record<never, never>, shuffle_due: Record<never, never>, sign_up_closed: Record<never, never>, signed_in_alone: Record<never, never>, sits_here: Record<never, never>, sitting_down: Record<never, never>, software_deals: Record<never, never>, stack_too_small: { stack: number, needed: number }, stake_too_large: { stack: number, at_most: number }, stake_too_small: { stack: number, at_least: number }, stopped: { reference: string }, store_broken: Record<never, never>, table_busy: Record<never, never>, table_closed: { table: number }, table_name_taken: { table: number }, table_watched_by_many: { at_most: number }, tables_full: { at_most: number }, throttled: { seconds: number }, time_is_announced: Record<never, never>, time_unfit: { seconds: number, at_least: number, at_most: number }, too_large: { to: number, at_most: number }, too_many_cards: { most: number }, too_many_from_address: Record<never, never>, too_many_own_cards: { named: number }, too_many_own_lines: Record<never, never>, too_many_tables: { at_most: number }, too_often: { seconds: number }, too_slow: Record<never, never>, twice: Record<never, never>, unseen_character: { character: string }, wrong_code: Record<never, never>, wrong_credentials: Record<never, never>, wrong_deck: { cards: number, needed: number }, wrong_host: Record<never, never>, };

/**
 * The reasons why a choice for a table is refused, each with its values.
 */
export type Problems = { above_approved: { at_most: number }, ante_needed: { at_least: number }, below_last_blind: { at_least: number }, below_smallest_bet: { at_least: number }, below_smallest_stake: { at_least: number }, bets_by_round_need_limit: Record<never, never>, blinds_fall: { from: number, to: number }, blinds_listed: { listed: number, count: number }, blinds_needed: Record<never, never>, cap_at_ten_above_five: { ten: number, at_most: number }, cap_needed: Record<never, never>, cap_without_percent: { percent: string }, charge_needed: Record<never, never>, chosen_twice: { first: string }, commission_is_by_time: Record<never, never>, commission_is_from_pots: Record<never, never>, commission_needs_change: { counted_in: number, chip: number }, commission_rounded_to_chips: { counted_in: number, unit: number }, deck_serves: { cards: number, at_most: number, hole_cards: number }, fixed_by_the_book: { value: string }, fixed_limit_has_one_bet: { from: number, to: number }, follows_another: { by: string }, has_antes: Record<never, never>, has_blinds: { beside: boolean }, is_the_smallest_bet: { amount: number }, kill_wager_needed: Record<never, never>, largest_below_smallest: { largest: number, smallest: number }, largest_bet_needed: Record<never, never>, largest_bet_needs_limit: Record<never, never>, last_blind_below_bet: { blind: number, at_least: number }, must_be_chosen: Record<never, never>, nobody_is_low: { cards: number, ace_is_low: boolean }, not_a_multiple: { amount: number, unit: number }, not_offered: Record<never, never>, not_played_yet: { expected: string }, not_used: Record<never, never>, nothing_given: Record<never, never>, one_opening_option: Record<never, never>, only_beside: { needs: string, value: string, wanted: string }, only_up_to: { needs: string, value: string, at_most: number }, over_blind_needs_blinds: Record<never, never>, play_below_antes: { play: number, at_least: number }, rounds_listed: { listed: number, rounds: number }, smallest_bet_needed: Record<never, never>, so_many_blinds: { count: string }, too_high: { at_most: number }, unknown_setting: { meant: string }, };

/**
 * What bounds an amount beyond the choices of a setting, by its name.
 */
export type Bound = "from_min_buy_in" | "from_min_bet" | "from_last_blind" | "to_last_blind" | "to_approved" | "approved" | "to_deck";
