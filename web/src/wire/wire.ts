// What goes over the socket and about tables over HTTP. Written from crates/server/src/wire: `CARDROOM_WRITE=1 cargo test -p server --test it typescript` writes it anew.

/**
 * Why a second auditor agrees.
 */
export type AgreeWish = { 
/**
 * Why: 1 to 200 characters.
 */
reason: string, };

/**
 * The answer to an `ask` or a `say`.
 */
export type Answer = Done | RefusedAnswer;

/**
 * The key of an ask. An answer has it as it was sent; in capitals or not it is the same key.
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
 * The largest; none without a limit.
 */
most: Chips | null, };

/**
 * A card as it is written: rank, then suit, as in `As` and `Td`; the joker is `Jo`.
 */
export type Card = string;

/**
 * Somebody's chair.
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
 * A program plays.
 */
machine: boolean, 
/**
 * What is in front of the seat now, without what is bet.
 */
stack: Chips, 
/**
 * Gets no cards.
 */
away: boolean, 
/**
 * Waits for the last blind, or until it posts.
 */
waits: boolean, 
/**
 * Leaves when the round is over.
 */
leaving: boolean, 
/**
 * Has a line to the room.
 */
connected: boolean, 
/**
 * What is left of the time that the book gives a lost connection in this round, in milliseconds; not there for who is
 * connected, and where the book gives none.
 */
disconnect_ms?: number, 
/**
 * Gets no cards any more once the last blind comes round. Not there otherwise.
 */
out_at_blind?: boolean, };

/**
 * What was said at a table, and whether anybody may talk there now.
 */
export type Chat = { 
/**
 * The number of the table.
 */
table: number, 
/**
 * The lines, oldest first; none where only `off` has changed.
 */
lines: Array<ChatLine>, 
/**
 * Why nobody may talk at the table now; nothing while talk is open.
 */
off: Refused | null, };

/**
 * A line that somebody said.
 */
export type ChatLine = { 
/**
 * Its number at the table: later lines have higher ones, also after the room has started again.
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
 * The seat it was said from; nothing for the rail.
 */
seat: Seat | null, 
/**
 * The number of the hand that was played or was the last; 0 before the first.
 */
hand: number, 
/**
 * When, in milliseconds since 1970.
 */
at: number, 
/**
 * The words, without line breaks.
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
 * The name of the reason, which stays.
 */
reason: string, 
/**
 * The values that help, by their names.
 */
numbers: { [key in string]: Figure }, 
/**
 * In words.
 */
why: string, 
/**
 * The name of the rule.
 */
rule: string, 
/**
 * Where the table's book says so: clauses, then decided readings.
 */
clauses: Array<string>, 
/**
 * The decided readings among them.
 */
readings: Array<string>, };

/**
 * Other stakes that are announced.
 */
export type Coming = { 
/**
 * What is played by and for then.
 */
stakes: Stakes, 
/**
 * The first hand for which they hold.
 */
hand: number, };

/**
 * What was published before the first card left the deck.
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
 * The cut of a deck with all that went into it.
 */
export type Cut = { 
/**
 * How many cards the deck has.
 */
cards: number, 
/**
 * How many cards were taken off: the place of the first card dealt.
 */
position: number, 
/**
 * The room's part.
 */
part: string, 
/**
 * What the players added, by seat.
 */
values: Array<SeatValue>, };

/**
 * What is dealt in a game: enough to draw a table of any game.
 */
export type Deal = { 
/**
 * How many hole cards each player gets.
 */
hole_cards: number, 
/**
 * How many of them a hand must use with the board; none where any number may be used.
 */
must_use: number | null, 
/**
 * The betting rounds, first one first.
 */
streets: Array<Street>, };

/**
 * Somebody has dealt with a report.
 */
export type Dealt = { 
/**
 * Who.
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
 * What was done about a report.
 */
export type DealtWish = { 
/**
 * In words, for the record: 1 to 200 characters.
 */
note: string, };

/**
 * Which deck of which table.
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
 * Which attempt to deal it; 0 unless a deal was declared void.
 */
attempt: number, };

/**
 * It was done and is stored.
 */
export type Done = { 
/**
 * The number of the table.
 */
table: number, 
/**
 * The key of the frame that asked.
 */
key: string, 
/**
 * Always true.
 */
ok: true, 
/**
 * The number of the table's record that holds it; of the line, for a `say`.
 */
number: number, };

/**
 * A player dealt in.
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
 * A program plays.
 */
machine: boolean, 
/**
 * What is in front of the seat, before blinds and antes.
 */
stack: Chips, };

/**
 * One fact, with what it rests on.
 */
export type Event = { 
/**
 * The name of the rule it rests on; `null` for what is the room's own.
 */
rule: string | null, 
/**
 * Where the table's book says so, as rows of the register of clauses.
 */
clauses: Array<string>, } & ({ "e": "sat", 
/**
 * Which seat.
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
 * A program plays.
 */
machine: boolean, 
/**
 * The stake.
 */
stack: Chips, 
/**
 * Waits for the last blind, or until it posts.
 */
waits: boolean, } | { "e": "left", 
/**
 * Which seat.
 */
seat: Seat, 
/**
 * The stake that went back to the wallet.
 */
stack: Chips, } | { "e": "leaving", 
/**
 * Which seat.
 */
seat: Seat, } | { "e": "removal_decided", 
/**
 * Which seat.
 */
seat: Seat, 
/**
 * Why.
 */
reason: string, 
/**
 * Shut out of the game until an official lifts it.
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
 * The seat that was wanted.
 */
seat: Seat, 
/**
 * The stake that was wanted.
 */
stack: Chips, 
/**
 * What the person had taken away.
 */
took: Chips, } | { "e": "rejoin_decided", 
/**
 * The number of the person.
 */
person: number, 
/**
 * May come back.
 */
allowed: boolean, } | { "e": "time_told", 
/**
 * In milliseconds since 1970.
 */
at: number, } | { "e": "table_opened", 
/**
 * What it is played by and for.
 */
stakes: Stakes, 
/**
 * What the sign says.
 */
sign: Sign, } | { "e": "held_back", 
/**
 * Which seat.
 */
seat: Seat, } | { "e": "sat_out", 
/**
 * Which seat.
 */
seat: Seat, } | { "e": "out_at_blind", 
/**
 * Which seat.
 */
seat: Seat, 
/**
 * It is wished.
 */
wished: boolean, } | { "e": "sat_in", 
/**
 * Which seat.
 */
seat: Seat, 
/**
 * Waits for the last blind, or until it posts.
 */
waits: boolean, 
/**
 * Posts what is owed with the next hand.
 */
posts: boolean, } | { "e": "bought", 
/**
 * Which seat.
 */
seat: Seat, 
/**
 * How many.
 */
amount: Chips, } | { "e": "determined", 
/**
 * What is played for from then on.
 */
stakes: Stakes, 
/**
 * The first hand for which they hold.
 */
from_hand: number, 
/**
 * The game is declared anew. Not there otherwise.
 */
anew?: boolean, } | { "e": "sign_changed", 
/**
 * What it says then.
 */
sign: Sign, 
/**
 * The first hand for which it holds.
 */
from_hand: number, 
/**
 * When the notice was given, in milliseconds since 1970.
 */
at: number | null, } | { "e": "button_placed", 
/**
 * Where it stands.
 */
seat: Seat, } | { "e": "cards_replaced", 
/**
 * Which.
 */
cards: Array<Card>, 
/**
 * Why.
 */
reason: string, } | { "e": "cards_checked", 
/**
 * The supervisor did it; the dealer otherwise.
 */
by_supervisor: boolean, 
/**
 * The new cards that were found.
 */
cards: Array<Card>, 
/**
 * How many cards the deck has with them.
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
 * Which seat.
 */
seat: Seat, 
/**
 * It was the last blind.
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
 * The players dealt in, with what is in front of them.
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
 * Whose turn it is.
 */
seat: Seat, 
/**
 * How many seconds there are to act.
 */
seconds: number, } | { "e": "time_ran_out", 
/**
 * Whose time it was.
 */
seat: Seat, } | { "e": "voided", 
/**
 * Why.
 */
reason: VoidReason, } | { "e": "refunded", 
/**
 * To whom.
 */
seat: Seat, 
/**
 * How much.
 */
amount: Chips, } | { "e": "posted", 
/**
 * Who paid.
 */
seat: Seat, 
/**
 * What for.
 */
kind: PostKind, 
/**
 * How much.
 */
amount: Chips, 
/**
 * It was the whole stack.
 */
all_in: boolean, } | { "e": "hole_dealt", 
/**
 * To whom.
 */
seat: Seat, 
/**
 * The card; `null` to everybody but its player.
 */
card: Card | null, 
/**
 * Its place in the committed deck, from 0.
 */
slot: number | null, } | { "e": "burned", 
/**
 * Its place in the committed deck, from 0.
 */
slot: number | null, } | { "e": "board_dealt", 
/**
 * The card; `null` while it lies face down.
 */
card: Card | null, 
/**
 * Its place in the committed deck, from 0.
 */
slot: number | null, 
/**
 * To which board, from 0. Not there where it is the first.
 */
board?: number, 
/**
 * How many cards of the first board lie on this one too, before its own. Not there where none does.
 */
shares?: number, } | { "e": "betting_opened", 
/**
 * Which one, from 0.
 */
round: number, 
/**
 * Who opens it.
 */
seat: Seat, } | { "e": "betting_skipped", 
/**
 * Which one, from 0.
 */
round: number, } | { "e": "folded", 
/**
 * Whose.
 */
seat: Seat, } | { "e": "checked", 
/**
 * Whose.
 */
seat: Seat, 
/**
 * A call of nothing with a blind, in a betting round in which nobody checks. Not there otherwise.
 */
stands?: boolean, } | { "e": "called", 
/**
 * Whose.
 */
seat: Seat, 
/**
 * What was added.
 */
amount: Chips, 
/**
 * It was the rest of the stack.
 */
all_in: boolean, } | { "e": "bet", 
/**
 * Whose.
 */
seat: Seat, 
/**
 * The total.
 */
to: Chips, 
/**
 * It reached the smallest bet.
 */
full: boolean, 
/**
 * It was the rest of the stack.
 */
all_in: boolean, } | { "e": "raised", 
/**
 * Whose.
 */
seat: Seat, 
/**
 * The total.
 */
to: Chips, 
/**
 * It reached the smallest raise.
 */
full: boolean, 
/**
 * It was the rest of the stack.
 */
all_in: boolean, } | { "e": "betting_closed", 
/**
 * Which one, from 0.
 */
round: number, } | { "e": "returned", 
/**
 * To whom.
 */
seat: Seat, 
/**
 * How much.
 */
amount: Chips, } | { "e": "hands_tabled", 
/**
 * Whose is first.
 */
first: Seat, } | { "e": "showdown_opened", 
/**
 * Who shows first.
 */
first: Seat, 
/**
 * Betting ended before the board was complete.
 */
early: boolean, } | { "e": "shown", 
/**
 * Whose.
 */
seat: Seat, 
/**
 * Its cards.
 */
cards: Array<Card | null>, } | { "e": "mucked", 
/**
 * Whose.
 */
seat: Seat, } | { "e": "cards_shown", 
/**
 * Whose.
 */
seat: Seat, 
/**
 * Those cards in the places in which they were dealt; `null` before them for each that stays face down.
 */
cards: Array<Card | null>, } | { "e": "pot_formed", 
/**
 * Which pot; the main pot is 0.
 */
pot: number, 
/**
 * How much is in it.
 */
amount: Chips, 
/**
 * The seats that can win it.
 */
eligible: Array<Seat>, } | { "e": "commission_taken", 
/**
 * From which pot.
 */
pot: number, 
/**
 * How much.
 */
amount: Chips, 
/**
 * With the last one of a round: less was taken than is due, for only whole chips can be taken.
 */
short_of_due?: boolean, } | { "e": "commission_capped", 
/**
 * What the percentage came to.
 */
due: Chips, 
/**
 * What was taken instead.
 */
taken: Chips, } | { "e": "no_commission", 
/**
 * From which pot; not there where it is so of the whole round.
 */
pot?: number, 
/**
 * Why.
 */
reason: NoCommission, } | { "e": "awarded", 
/**
 * Which pot.
 */
pot: number, 
/**
 * The board that decided, from 0. Not there where it is the first.
 */
board?: number, 
/**
 * What part of it.
 */
half: Half, 
/**
 * By whom.
 */
seat: Seat, 
/**
 * How much.
 */
amount: Chips, } | { "e": "odd_chips", 
/**
 * Of which pot.
 */
pot: number, 
/**
 * The board that decided, from 0. Not there where it is the first.
 */
board?: number, 
/**
 * Of what part of it.
 */
half: Half, 
/**
 * Who got them.
 */
seat: Seat, 
/**
 * How many.
 */
amount: Chips, } | { "e": "closed", } | { "e": "deck", 
/**
 * The round it is for.
 */
hand: number, 
/**
 * What binds the room to the order.
 */
commitment: Commitment, } | { "e": "cut", 
/**
 * The place, and all that went into it.
 */
cut: Cut, } | { "e": "opening", 
/**
 * The proof.
 */
opening: Opening, } | { "e": "standing", 
/**
 * What holds now.
 */
standing: Standing, } | { "e": "time_bank", 
/**
 * Which seat.
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
 * A frame from the room. A client passes over kinds and fields that it does not know.
 */
export type Frame = { "t": "welcome", 
/**
 * The version of the protocol.
 */
protocol: number, 
/**
 * Who is signed in; nobody for a spectator without an account.
 */
you: You | null, 
/**
 * Since when the room is open, in milliseconds since 1970: it rises with every start of the program.
 */
since?: number, 
/**
 * The session that the line brought has ended: it goes on as a spectator's. Not there otherwise.
 */
signed_out?: boolean, } | { "t": "pong", 
/**
 * Its number.
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
 * There is a line.
 */
connected: boolean, 
/**
 * Without one: what is left of the time that the book gives a lost connection in this round, in milliseconds; not
 * there where it gives none.
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
 * Why, in a sentence, for whoever has no words for the reason.
 */
why: string, 
/**
 * The name of the reason, which stays.
 */
reason: string, 
/**
 * The values that help, by their names.
 */
numbers: { [key in string]: Figure }, } | { "t": "error", 
/**
 * One word for machines.
 */
code: string, 
/**
 * What is wrong and what would do.
 */
why: string, 
/**
 * The name of the reason, which stays: finer than the code.
 */
reason: string, 
/**
 * The values that help, by their names.
 */
numbers: { [key in string]: Figure }, };

/**
 * What part of a pot is paid.
 */
export type Half = "whole" | "high" | "low";

/**
 * The kind of a made hand.
 */
export type HandKind = "royal_flush" | "five_of_a_kind" | "straight_flush" | "four_of_a_kind" | "full_house" | "flush" | "straight" | "three_of_a_kind" | "two_pairs" | "one_pair" | "high_card" | "no_pair";

/**
 * A hand that is over, in short, for one who was dealt in.
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
 * What was played by and for.
 */
stakes: Stakes, 
/**
 * Who was dealt in.
 */
players: Array<SeatName>, 
/**
 * The player's own seat.
 */
own: Seat, 
/**
 * The player's own cards; `null` where the room cannot read them any more.
 */
cards: Array<Card | null>, 
/**
 * The board.
 */
board: Array<Card>, 
/**
 * The boards after the first, with the cards that they share with it. Not there where there is one board.
 */
more_boards?: Array<Array<Card>>, 
/**
 * All pots, before commission.
 */
pot: Chips, 
/**
 * What the player put into the pots and did not get back uncalled.
 */
paid: Chips, 
/**
 * What the player was awarded.
 */
won: Chips, 
/**
 * What was won less what was paid.
 */
net: number, 
/**
 * Hands were shown down.
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
 * It is over.
 */
over: boolean, 
/**
 * The seat of the button.
 */
button: Seat, 
/**
 * The betting round, from 0: between two, the one to come. Their number when hands are shown and when the hand is over.
 */
round: number, 
/**
 * The players dealt in, first left of the button first.
 */
players: Array<PlayerView>, 
/**
 * The board; `null` for a card face down.
 */
board: Array<Card | null>, 
/**
 * The boards after the first, with the cards that they share with it. Not there where there is one board.
 */
more_boards?: Array<Array<Card | null>>, 
/**
 * All chips in the middle.
 */
pot: Chips, 
/**
 * What was published before the first card.
 */
commitment: Commitment | null, 
/**
 * The cut.
 */
cut: Cut | null, 
/**
 * The proofs of the cards that the viewer saw.
 */
openings: Array<Opening>, 
/**
 * What the hands that the viewer sees make with the board: the viewer's own and those turned up.
 */
made?: Array<Made>, 
/**
 * The pots in the middle, main pot first, without the bets of this round; none of a hand that is over.
 */
pots?: Array<Pot>, 
/**
 * With what the pots of a hand that is over were won, where hands were compared.
 */
won?: Array<Won>, };

/**
 * Bytes that are written in hexadecimal digits, two a byte.
 */
export type Hex = string;

/**
 * A dealer who is not the software.
 */
export type HumanDealer = "person";

/**
 * A line of the lobby.
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
 * What it is played by and for.
 */
stakes: Stakes, 
/**
 * House bots play here.
 */
practice: boolean, 
/**
 * A person deals. Not there where the software does.
 */
dealer?: HumanDealer, 
/**
 * Who sits where.
 */
seated: Array<Seated>, 
/**
 * Whether it is played at.
 */
standing: Standing, 
/**
 * The number of the hand that is played or was the last; 0 before the first.
 */
hand: number, };

/**
 * What a hand makes with the board, in what is played for.
 */
export type Made = { 
/**
 * Whose.
 */
seat: Seat, 
/**
 * On which board, from 0. Not there where it is the first.
 */
board?: number, 
/**
 * The high hand; none where none is played for.
 */
high: Named | null, 
/**
 * The low hand; none where none is played for, or this one does not count.
 */
low: Named | null, };

/**
 * The acts that are open, ready to be drawn as buttons. It is exactly what is accepted.
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
 * The check is a stand: a call of nothing with a blind, in a betting round in which nobody checks. Not there
 * otherwise.
 */
stands?: boolean, 
/**
 * What a call adds; none where there is nothing to call.
 */
call: Chips | null, 
/**
 * Paying the call and folding is allowed.
 */
call_and_fold: boolean, 
/**
 * What that costs, where it is not what a call adds: the last blind is all-in for less.
 */
fold_costs?: Chips, 
/**
 * The bets or raises that are allowed; none where there are none.
 */
raise: RaiseMenu | null, 
/**
 * Why there is no raise, where a rule forbids one and it is not for want of chips.
 */
closed?: Closed, 
/**
 * How many more raises the cap allows in this betting round; not there without a cap.
 */
raises_left?: number, };

/**
 * A made hand, as a value and as a dealer announces it.
 */
export type Named = { 
/**
 * `full house, kings full of deuces`; the ranks of a low hand: `8-6-4-3-2`. For people alone: all that it says stands
 * in the other fields.
 */
name: string, 
/**
 * Its kind.
 */
kind: HandKind, 
/**
 * The ranks that name it, in the order in which they are compared, each by its letter: `["K", "4"]` of two pair, kings
 * and fours. None of a royal flush; all five of a low hand.
 */
ranks: Array<string>, 
/**
 * The ranks of the cards that are compared after those, highest first: kickers, or the other four of a flush. Not there
 * where there are none.
 */
side?: Array<string>, 
/**
 * The five cards in the order in which they are compared; none while there are not five.
 */
cards: Array<Card>, 
/**
 * The card that the joker among them stands for. Not there without a joker.
 */
joker?: Card, };

/**
 * Why nothing was taken from the pots of a round, or from one of them.
 */
export type NoCommission = "equal_hands" | "blinds_only" | "no_board_card" | "small_pots" | "rounded_down" | "no_pot" | "by_time";

/**
 * A hand with every card of its deck. Each was compared with what was published before the first card.
 */
export type OpenedHand = { 
/**
 * How it came to be opened.
 */
opening: OpeningLine, 
/**
 * Who was dealt in.
 */
players: Array<OpenedSeat>, 
/**
 * The board.
 */
board: Array<Card>, 
/**
 * The boards after the first, with the cards that they share with it. Not there where there is one board.
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
 * The digest that was published before the first card, in hexadecimal digits.
 */
commitment: string, };

/**
 * The cards of somebody who was dealt in.
 */
export type OpenedSeat = { 
/**
 * The seat.
 */
seat: Seat, 
/**
 * Who.
 */
player: Somebody, 
/**
 * The cards, shown or not.
 */
cards: Array<Card>, };

/**
 * One card with the proof that it lay in its place when the deck was committed.
 */
export type Opening = { 
/**
 * Its place in the committed deck, from 0.
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
 * The hashes beside the way to the root, lowest first.
 */
path: Array<string>, };

/**
 * An opening that was asked for.
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
 * Who asked.
 */
asked: Signature, 
/**
 * Who agreed, if somebody has.
 */
agreed: Signature | null, 
/**
 * Until when somebody may agree, or the two may look, in milliseconds since 1970.
 */
until: number, 
/**
 * It is over before that time, for good: the role or the way in of one of the two has changed since.
 */
lapsed: boolean, };

/**
 * A hand that an auditor wants opened.
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
 * Why: 1 to 200 characters.
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
 * Ask with `before` at this number for earlier ones; nothing at the end.
 */
next: number | null, };

/**
 * An over-blind that the viewer may post now, with `over_blind`: the first card waits for it.
 */
export type OverBlind = { 
/**
 * The number of the hand.
 */
hand: number, 
/**
 * How many commands the hand has taken.
 */
acts: number, 
/**
 * What it costs: `facing` of the turn that names this moment.
 */
amount: Chips, 
/**
 * What was left of the moment when this was sent, in milliseconds.
 */
left_ms: number, 
/**
 * The name of the rule that offers it.
 */
rule: string, 
/**
 * Where the table's book says so.
 */
clauses: Array<string>, };

/**
 * What a seat owes that waits for the last blind, or will have to: posted, it is dealt in with the next hand.
 */
export type Owed = { 
/**
 * The seat.
 */
seat: Seat, 
/**
 * What counts as the seat's bet.
 */
live: Chips, 
/**
 * What goes to the pot and counts as nobody's bet.
 */
dead: Chips, 
/**
 * It is posted with the next hand; otherwise the seat waits.
 */
posts: boolean, 
/**
 * The name of the rule that asks for it.
 */
rule: string, 
/**
 * Where the table's book says so.
 */
clauses: Array<string>, };

/**
 * Somebody's own hands, newest first.
 */
export type OwnHands = { 
/**
 * The hands. There may be fewer than were asked for, and none, while there are more.
 */
hands: Array<HandSummary>, 
/**
 * Where to go on, as `before` of the next request; none when there are no more.
 */
before: string | null, 
/**
 * Times at tables of which something cannot be read: it is left out, also where no more comes. Not there where all can
 * be read that was looked at.
 */
unread?: Array<UnreadSitting>, };

/**
 * Somebody's part in a hand.
 */
export type PlayerView = { 
/**
 * The seat.
 */
seat: Seat, 
/**
 * What is bet in this betting round.
 */
in_round: Chips, 
/**
 * What was put in during the hand, this round and dead money included, less what came back uncalled. It stays when the
 * pots are paid and when the hand is void.
 */
in_hand: Chips, 
/**
 * Folded, or thrown away.
 */
folded: boolean, 
/**
 * Takes no further part in the betting, and did not fold.
 */
all_in: boolean, 
/**
 * Turned up.
 */
shown: boolean, 
/**
 * The hole cards; `null` for those the viewer may not see.
 */
cards: Array<Card | null>, };

/**
 * The net of a session after a hand.
 */
export type Point = { 
/**
 * The number of the hand at its table.
 */
hand: number, 
/**
 * When it was over, in milliseconds since 1970.
 */
at: number, 
/**
 * The net since sitting down.
 */
net: number, };

/**
 * What there is to do at a table now, as the viewer may know it: a snapshot says it, and so does each update.
 */
export type Position = { 
/**
 * Whose turn it is.
 */
turn: TurnView | null, 
/**
 * The viewer's acts, when it is the viewer's turn to bet.
 */
menu: Menu | null, 
/**
 * When it is the viewer's turn to show: whether the hand may be thrown away unseen instead.
 */
may_muck: boolean | null, 
/**
 * The viewer's own cards that may be turned up now, the hand being out of the play; not there when there are none.
 */
may_show?: Array<Card>, 
/**
 * The over-blind that the viewer may post now; not there when there is none.
 */
over_blind?: OverBlind, 
/**
 * What the seats that are not dealt in owe; not there when it is nothing.
 */
owed?: Array<Owed>, };

/**
 * What a payment before the deal is.
 */
export type PostKind = { "is": "ante", } | { "is": "dead", } | { "is": "blind", 
/**
 * Which one; 0 is the first.
 */
number: number, } | { "is": "over_blind", } | { "is": "live", };

/**
 * A pot in the middle.
 */
export type Pot = { 
/**
 * Which pot; the main pot is 0.
 */
pot: number, 
/**
 * What is in it.
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
 * The setting; `name`, `book` or `bots` of what is asked for beside them.
 */
setting: string, 
/**
 * The value that was given; empty where none was.
 */
given: string, 
/**
 * The room's own code for it, where it has one.
 */
code?: string, 
/**
 * The name of the reason, which stays.
 */
reason: string, 
/**
 * The values that help, by their names: bounds as `at_least` and `at_most`, other settings by name.
 */
numbers: { [key in string]: Figure }, 
/**
 * What is wrong.
 */
what: string, 
/**
 * What would do; empty where nothing can be said.
 */
would_do: string, 
/**
 * The rule behind it.
 */
rule: string | null, 
/**
 * The clauses behind it, then the decided readings.
 */
clauses: Array<string>, 
/**
 * The decided readings among them.
 */
readings: Array<string>, };

/**
 * The totals of this street that may be bet or raised to: from `min` to `max` in steps of `unit`, and `all_in`
 * whatever the step where it lies between them.
 */
export type RaiseMenu = { 
/**
 * The first bet of the round, not a raise.
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
 * The total of every chip.
 */
all_in: Chips, };

/**
 * Why something was not done.
 */
export type Refused = { 
/**
 * One word for machines.
 */
code: string, 
/**
 * The name of the reason, which stays: finer than the code, one for each sentence.
 */
reason: string, 
/**
 * The values that help, by their names.
 */
numbers: { [key in string]: Figure }, 
/**
 * The sentence: what is wrong and what to do instead, for whoever has no words for the reason.
 */
why: string, 
/**
 * The name of the rule it rests on; `null` where it is the room's own.
 */
rule: string | null, 
/**
 * Where the table's book says so: clauses, then decided readings.
 */
clauses: Array<string>, 
/**
 * The decided readings among them.
 */
readings: Array<string>, 
/**
 * Of choices for a table, every reason with the setting it stands at; not there where no setting is at fault.
 */
problems?: Array<ProblemLine>, };

/**
 * It was not done, and nothing has changed.
 */
export type RefusedAnswer = { 
/**
 * The number of the table.
 */
table: number, 
/**
 * The key of the frame that asked.
 */
key: string, 
/**
 * Always false.
 */
ok: false, 
/**
 * One word for machines.
 */
code: string, 
/**
 * The name of the reason, which stays: finer than the code, one for each sentence.
 */
reason: string, 
/**
 * The values that help, by their names.
 */
numbers: { [key in string]: Figure }, 
/**
 * The sentence: what is wrong and what to do instead, for whoever has no words for the reason.
 */
why: string, 
/**
 * The name of the rule it rests on; `null` where it is the room's own.
 */
rule: string | null, 
/**
 * Where the table's book says so: clauses, then decided readings.
 */
clauses: Array<string>, 
/**
 * The decided readings among them.
 */
readings: Array<string>, 
/**
 * Of choices for a table, every reason with the setting it stands at; not there where no setting is at fault.
 */
problems?: Array<ProblemLine>, };

/**
 * A hand that is over, as one viewer saw it, record by record.
 */
export type Replay = { 
/**
 * The table just before the hand was opened, in the form of a snapshot of the socket. It has no hand, and everybody
 * counts as connected.
 */
before: TableView, 
/**
 * What each record of the hand said to the viewer, in the form of the socket's updates, without what was left of the
 * time.
 */
updates: Array<Update>, 
/**
 * Who shared it; none where nobody did.
 */
by: string | null, 
/**
 * How it is shared; none where it is looked at by who asked for it.
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
 * Who made it.
 */
by: Somebody, 
/**
 * Who is reported.
 */
about: Somebody, 
/**
 * The number of the table.
 */
table: number, 
/**
 * The number of the hand that was played or was the last; 0 before the first.
 */
hand: number, 
/**
 * What happened, in the words of whoever reported it.
 */
reason: string, 
/**
 * The last lines that were said at the table before the report, oldest first; 50 at most.
 */
lines: Array<ChatLine>, 
/**
 * What became of it; nothing while it waits.
 */
dealt: Dealt | null, };

/**
 * Who is reported, and why.
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
 * A report was kept.
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
 * How many wait to be dealt with, of all there are.
 */
waiting: number, 
/**
 * Ask with `before` at this number for older ones; nothing where there are none.
 */
next: number | null, };

/**
 * A frame from a client.
 */
export type Request = { "t": "ping", 
/**
 * Any number that the client likes.
 */
n: number, } | { "t": "watch", 
/**
 * The number of the table.
 */
table: number, 
/**
 * The number of the last update that the client has: what came after is sent, or a snapshot when that is too
 * much. Without it a snapshot comes, and with 0 the updates of the hand so far and then a snapshot.
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
 * 32 hexadecimal digits that the client makes for each thing it asks: sent again, they get the first answer.
 */
key: AskKey, 
/**
 * The position that an act of a hand answers, as the last turn named it.
 */
turn?: TurnName | null, 
/**
 * What is asked.
 */
wish: Wish, } | { "t": "say", 
/**
 * The number of the table.
 */
table: number, 
/**
 * 32 hexadecimal digits that the client makes for each line: sent again, it is said once.
 */
key: AskKey, 
/**
 * The words: 1 to 200 characters.
 */
text: string, };

/**
 * What somebody's evenings came to, the newest first.
 */
export type Results = { 
/**
 * From sitting down to leaving, table by table. There may be fewer than were asked for, and none, while there are
 * more.
 */
sessions: Array<Session>, 
/**
 * Where to go on, as `before` of the next request; none when there are no more.
 */
before: string | null, 
/**
 * Times at tables of which something cannot be read: it is left out, also where no more comes. Not there where all can
 * be read that was looked at.
 */
unread?: Array<UnreadSitting>, };

/**
 * A seat by its number on the felt, from 1.
 */
export type Seat = number;

/**
 * Somebody in a seat.
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
 * What one seat added to the cut.
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
 * Somebody at a table of the lobby.
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
 * A program plays.
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
 * What was played by and for, last.
 */
stakes: Stakes, 
/**
 * When the player sat down, in milliseconds since 1970.
 */
from: number, 
/**
 * When the player left; none for who still sits there.
 */
until: number | null, 
/**
 * Hands in which the player was dealt in, and which are over.
 */
hands: number, 
/**
 * Chips from the wallet.
 */
brought: Chips, 
/**
 * Chips back to the wallet.
 */
took: Chips, 
/**
 * What was taken, or is in front of who still sits there, less what was brought. Chips that are bet in a hand that is
 * played are not in front.
 */
net: number, 
/**
 * The net after each hand; of many hands 200, the last among them.
 */
points: Array<Point>, };

/**
 * A link to a hand. It is shown once.
 */
export type ShareLink = { 
/**
 * What opens it.
 */
token: string, 
/**
 * Where the page shows it.
 */
path: string, 
/**
 * By what it is named in the list of links: `DELETE /api/shared/{id}` takes it back as well.
 */
id: string, };

/**
 * A hand that is to be shared.
 */
export type ShareWish = { 
/**
 * With the own cards; without them it shows what a spectator saw.
 */
own_cards: boolean, };

/**
 * How a hand is shared.
 */
export type SharedAs = { 
/**
 * With the cards of who shares it.
 */
own_cards: boolean, };

/**
 * A hand that is shared.
 */
export type SharedHand = { 
/**
 * What names the link, and opens nothing: the SHA-256 of its token.
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
 * With the cards of who shares it.
 */
own_cards: boolean, 
/**
 * When the link was made, in milliseconds since 1970.
 */
made: number, };

/**
 * The links of whoever asks, newest first.
 */
export type SharedPage = { 
/**
 * The links.
 */
shared: Array<SharedHand>, 
/**
 * How many there may be.
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
 * One of the two who open a hand.
 */
export type Signature = { 
/**
 * Who.
 */
by: Somebody, 
/**
 * Why.
 */
reason: string, 
/**
 * When, in milliseconds since 1970.
 */
at: number, };

/**
 * Something that happened, in words.
 */
export type SignificantEvent = { 
/**
 * The number of its record in the room.
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
 * Who caused it; nobody where it was the room itself.
 */
by: Somebody | null, 
/**
 * The role in which they did; `nobody` where it was the room itself.
 */
role: string, 
/**
 * What kind of event it is, in a word.
 */
kind: string, 
/**
 * The person that it is about, where it is about one.
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
 * Ask with `before` at this number for earlier ones; nothing at the end.
 */
before: number | null, 
/**
 * Every kind there is, to ask for one.
 */
kinds: Array<string>, };

/**
 * Somebody by number and by the name that others see.
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
 * What a table is played by and for, in short: its sign in the lobby (4.1).
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
 * The game, as the settings name it: `holdem`.
 */
game: string, 
/**
 * What is dealt in it, and when.
 */
deal: Deal, 
/**
 * The structure of bets: `fixed`, `spread`, `double`, `half_pot`, `full_pot` or `no_limit`.
 */
limit: string, 
/**
 * The blinds, first blind first; none in a game with antes only.
 */
blinds: Array<Chips>, 
/**
 * The ante of each player, or the one of the last blind for all; none without antes.
 */
ante: Chips | null, 
/**
 * The smallest and largest bet or raise of each betting round, where the structure or the house names them.
 */
bets: Array<Bounds>, 
/**
 * The smallest stake to sit down with.
 */
min_buy_in: Chips, 
/**
 * The largest one; none without a limit.
 */
max_buy_in: Chips | null, 
/**
 * How many seats there are.
 */
seats: number, 
/**
 * Amounts are multiples of this, all-in excepted.
 */
smallest_chip: Chips, 
/**
 * What a chip is worth, in cents; play chips are worth nothing whatever it says.
 */
chip_cents: number, 
/**
 * What the table calls a blind that is posted over the last one before the cards: `over-blind` or `straddle`; not
 * there where none may be posted.
 */
over_blind_word?: string, };

/**
 * Whether a table is played at.
 */
export type Standing = { "is": "open", } | { "is": "paused", 
/**
 * Why.
 */
reason: string, } | { "is": "closing", 
/**
 * Why.
 */
reason: string, } | { "is": "closed", 
/**
 * Why.
 */
reason: string, } | { "is": "stopped", 
/**
 * What, in a sentence, for whoever has no words for the reason.
 */
why: string, 
/**
 * The name of the reason, which stays.
 */
reason: string, 
/**
 * The values that help, by their names: `reference`, under which the room's log has the rest.
 */
numbers: { [key in string]: Figure }, };

/**
 * A betting round.
 */
export type Street = { 
/**
 * Its name: `preflop`, `flop`, `turn` and `river`, or `first` to `fifth` where the board comes card by card.
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
 * The number of its last record: the next update has the next number.
 */
number: number, 
/**
 * Its name.
 */
name: string, 
/**
 * What it is played by and for: what the hand on the table is played by, and between hands what the next one is.
 */
stakes: Stakes, 
/**
 * What is announced for later. Not there when nothing is.
 */
coming?: Coming, 
/**
 * House bots play here.
 */
practice: boolean, 
/**
 * A person deals, from a deck that the room does not know: no hand has a commitment, a cut or openings. Not there where
 * the software deals.
 */
dealer?: HumanDealer, 
/**
 * Whether it is played at.
 */
standing: Standing, 
/**
 * The room stops when the hands that are played are over: stacks are saved. Not there otherwise.
 */
draining?: boolean, 
/**
 * The seat of the button in the last round opened.
 */
button: Seat | null, 
/**
 * Every seat that is taken.
 */
chairs: Array<Chair>, 
/**
 * The viewer's own seat.
 */
own: Seat | null, 
/**
 * The hand that is played, or the last one.
 */
hand: HandView | null, 
/**
 * The number of the hand for whose cut the room takes the viewer's value now.
 */
contribute: number | null, 
/**
 * Whose turn it is.
 */
turn: TurnView | null, 
/**
 * The viewer's acts, when it is the viewer's turn to bet.
 */
menu: Menu | null, 
/**
 * When it is the viewer's turn to show: whether the hand may be thrown away unseen instead.
 */
may_muck: boolean | null, 
/**
 * The viewer's own cards that may be turned up now, the hand being out of the play; not there when there are none.
 */
may_show?: Array<Card>, 
/**
 * The over-blind that the viewer may post now; not there when there is none.
 */
over_blind?: OverBlind, 
/**
 * What the seats that are not dealt in owe; not there when it is nothing.
 */
owed?: Array<Owed>, };

/**
 * The position that an act answers: for another position the act is refused.
 */
export type TurnName = { 
/**
 * The number of the hand at its table.
 */
hand: number, 
/**
 * How many commands the hand had taken.
 */
acts: number, 
/**
 * What there was to call, in chips.
 */
facing: Chips, };

/**
 * Whose turn it is, and how long.
 */
export type TurnView = { 
/**
 * Whose.
 */
seat: Seat, 
/**
 * The number of the hand.
 */
hand: number, 
/**
 * How many commands the hand has taken.
 */
acts: number, 
/**
 * What there is to call.
 */
facing: Chips, 
/**
 * A hand is to be shown or thrown away; otherwise it is time to bet.
 */
showing: boolean, 
/**
 * What was left of the time when this was sent, in milliseconds; none without a clock.
 */
left_ms: number | null, 
/**
 * The whole time of the decision, in milliseconds.
 */
whole_ms: number | null, 
/**
 * What is left in the seat's time bank, in milliseconds.
 */
bank_ms: number, 
/**
 * The time that runs is that of a lost connection. Not there otherwise.
 */
disconnected?: boolean, 
/**
 * The name of the rule that grants the time.
 */
rule: string | null, 
/**
 * Where the table's book says so.
 */
clauses: Array<string>, };

/**
 * A time at a table of which something cannot be read, as its records are damaged.
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
 * Under which the log of the room has what is damaged.
 */
reference: string, };

/**
 * What one record of a table says to this viewer. Every viewer of a table counts the same numbers.
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
 * The number of the hand it belongs to: the one that is played or was the last; 0 before the first.
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
 * What the hands that the viewer sees make with the board now; absent where it is as before.
 */
made?: Array<Made>, 
/**
 * The pots in the middle now, without the bets of this round; absent where they are as before.
 */
pots?: Array<Pot>, 
/**
 * With what the pots were won that are paid in it, where hands were compared; not there otherwise.
 */
won?: Array<Won>, 
/**
 * Whose turn it is.
 */
turn: TurnView | null, 
/**
 * The viewer's acts, when it is the viewer's turn to bet.
 */
menu: Menu | null, 
/**
 * When it is the viewer's turn to show: whether the hand may be thrown away unseen instead.
 */
may_muck: boolean | null, 
/**
 * The viewer's own cards that may be turned up now, the hand being out of the play; not there when there are none.
 */
may_show?: Array<Card>, 
/**
 * The over-blind that the viewer may post now; not there when there is none.
 */
over_blind?: OverBlind, 
/**
 * What the seats that are not dealt in owe; not there when it is nothing.
 */
owed?: Array<Owed>, };

/**
 * Why a round is void.
 */
export type VoidReason = "unrest" | "fire" | "robbery" | "disturbance" | "cannot_go_on" | "fraud";

/**
 * What can be asked of a table. The seat is always that of the person who asks.
 */
export type Wish = { "do": "sit", 
/**
 * Which seat.
 */
seat: Seat, 
/**
 * The stake, in chips.
 */
stack: Chips, } | { "do": "leave", } | { "do": "top_up", 
/**
 * How many.
 */
amount: Chips, } | { "do": "sit_out", } | { "do": "sit_out_at_blind", 
/**
 * `false` takes it back.
 */
wished: boolean, } | { "do": "sit_in", 
/**
 * Posts what is owed with the next hand; otherwise waits for the last blind.
 */
posts: boolean, } | { "do": "fold", } | { "do": "check", } | { "do": "call", } | { "do": "call_and_fold", } | { "do": "raise", 
/**
 * The total of this street.
 */
to: Chips, } | { "do": "all_in", } | { "do": "show", } | { "do": "muck", } | { "do": "show_cards", 
/**
 * Which of them; none named: all.
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
 * For the record, and shown to everybody.
 */
reason: string, } | { "do": "resume", } | { "do": "close", 
/**
 * For the record, and shown to everybody.
 */
reason: string, } | { "do": "remove", 
/**
 * The number of the person.
 */
person: number, 
/**
 * For the record, and shown to everybody.
 */
reason: string, } | { "do": "determine", 
/**
 * Names of settings with their values.
 */
settings: { [key in string]: string }, 
/**
 * The game is declared anew by them, while no round is played: deck and joker change in no other way.
 */
anew?: boolean, };

/**
 * With what one player won a pot or a half of it, where hands were compared for it: each winner has one of their own.
 */
export type Won = { 
/**
 * Which pot; the main pot is 0.
 */
pot: number, 
/**
 * The board that decided, from 0. Not there where it is the first.
 */
board?: number, 
/**
 * The whole of what was played for on it, or a half.
 */
half: Half, 
/**
 * Whose hand it is.
 */
seat: Seat, 
/**
 * Who won: several where hands are equal.
 */
seats: Array<Seat>, 
/**
 * What this player holds; the high hand where it is the whole of a pot played for high and low.
 */
hand: Named, 
/**
 * The low hand that won the whole of a pot together with the high one. Not there otherwise.
 */
low?: Named, 
/**
 * The ranks of its side cards that decided against the best other hand that was shown for the pot: the last of them is
 * higher than that of the other hand. Not there where none did.
 */
deciding?: Array<string>, 
/**
 * The ranks of the same side cards of that other hand.
 */
beaten?: Array<string>, };

/**
 * Who is signed in.
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
export type Reasons = { accounts_full: { at_most: number }, all_others_all_in: { to_call: number }, already_seated: { seat: number }, anew_by_an_official: Record<never, never>, auditor_was_dealt_in: Record<never, never>, awaits_an_official: { took: number }, ban_hours: { at_least: number, at_most: number }, bank_empty: Record<never, never>, banned: Record<never, never>, banned_longer: Record<never, never>, banned_longer_until: { until: number }, banned_until: { until: number }, before_auditor: Record<never, never>, bet_to_answer: { to_call: number }, bet_too_small: { to: number, at_least: number }, bets_too_large: { round: number, amount: number, limit: number, measure: string, at_most: number }, blind_to_answer: { to_call: number }, blinds_too_large: { over_blind: boolean, amount: number, limit: number, measure: string, at_most: number }, body_broken_off: Record<never, never>, body_list: { field: string, expected: string }, body_missing: { field: string, expected: string }, body_no_json: { line: number, column: number }, body_no_text: { line: number, column: number }, body_number_too_large: { field: string, at_least: number, at_most: number }, body_number_too_small: { field: string, at_least: number, at_most: number }, body_too_deep: { at_most: number }, body_too_large: { at_most: number }, body_twice: { field: string }, body_unfinished: { line: number, column: number }, body_unfit: { field: string, expected: string, line: number, column: number }, body_unknown: { field: string, fields: string }, bots: { seats: number, at_most: number }, bots_see_no_cardboard: Record<never, never>, button_on_empty_seat: { seat: number }, card_already_dealt: { card: string }, card_named_twice: { card: string }, card_not_in_deck: { card: string }, cards_are_out: Record<never, never>, cards_are_up: { seat: number }, cards_before_link: Record<never, never>, cards_needed: Record<never, never>, cards_of_the_hand: { named: number, needed: number }, cards_of_the_street: { named: number, needed: number }, changed: { from: number, to: number }, chat_off: Record<never, never>, check_is_free: Record<never, never>, checks_for_both: Record<never, never>, checks_no_cards: Record<never, never>, chips_full: { at_most: number }, chips_only: Record<never, never>, clock_is_on: { seat: number }, clock_not_called: { seat: number }, clock_not_in_use: Record<never, never>, closed: Record<never, never>, closed_because: { because: string }, closing: Record<never, never>, cut_by_hand: Record<never, never>, cut_due: Record<never, never>, cut_too_near_the_end: { after: number, at_least: number, at_most: number }, dealer_enters_cards: Record<never, never>, dealer_sits_here: Record<never, never>, dealt_with: Record<never, never>, deck_is_cut: Record<never, never>, deck_is_fixed: Record<never, never>, deck_is_shuffled: Record<never, never>, disk_free: { free: number, keep: number }, disk_nearly_full: Record<never, never>, done_before: Record<never, never>, door_busy: Record<never, never>, draining: Record<never, never>, elsewhere: Record<never, never>, empty: Record<never, never>, excluded: Record<never, never>, file_busy: Record<never, never>, foreign_origin: Record<never, never>, frame_list: { field: string, expected: string }, frame_missing: { field: string, expected: string }, frame_no_json: { line: number, column: number }, frame_no_text: { line: number, column: number }, frame_number_too_large: { field: string, at_least: number, at_most: number }, frame_number_too_small: { field: string, at_least: number, at_most: number }, frame_too_deep: { at_most: number }, frame_too_long: { length: number, at_most: number }, frame_twice: { field: string }, frame_unfit: { field: string, expected: string }, frame_unknown: { field: string, fields: string }, frames_too_fast: { at_once: number, a_second: number, retry_after_ms: number }, hand_before_link: Record<never, never>, hand_from_before: Record<never, never>, hand_is_dead: { seat: number }, hand_is_over: Record<never, never>, hands_are_tabled: Record<never, never>, hands_end: Record<never, never>, header_twice: { header: string }, header_unfit: { header: string, digits: number }, in_play_hand: { table: number, hand: number }, in_play_seat: { table: number }, is_all_in: { seat: number }, is_leaving: { seat: number }, key_busy: { at_most: number }, key_unanswered: Record<never, never>, key_used: Record<never, never>, last_administrator: Record<never, never>, late: Record<never, never>, late_for_the_cut: Record<never, never>, line_busy: { at_most: number }, line_too_long: { length: number, at_most: number }, line_watches: { at_most: number }, lines_too_fast: { seconds: number }, lineup: Record<never, never>, link_opens_nothing: Record<never, never>, link_shown: Record<never, never>, live_hand: { seat: number }, login_length: { at_least: number, at_most: number }, login_letters: Record<never, never>, login_taken: Record<never, never>, machines_sit: Record<never, never>, more_than_the_stack: { to: number, at_most: number }, must_show: Record<never, never>, name_length: { at_least: number, at_most: number }, name_reserved: Record<never, never>, name_taken: Record<never, never>, name_unseen: Record<never, never>, new_cards_unchecked: Record<never, never>, no_betting_now: Record<never, never>, no_blind_to_follow: Record<never, never>, no_blinds: Record<never, never>, no_book: { book: string }, no_call_and_fold: Record<never, never>, no_card_named: Record<never, never>, no_card_needed: { seat: number }, no_chance: Record<never, never>, no_check_now: Record<never, never>, no_chips_off: { small_purchases: boolean }, no_clock_for_software: Record<never, never>, no_machines: Record<never, never>, no_more_over_blinds: { most: number }, no_new_cards: Record<never, never>, no_over_blinds: Record<never, never>, no_raise: { price: number }, no_role_may: Record<never, never>, no_role_talks: Record<never, never>, no_round: Record<never, never>, no_sealed_deck: Record<never, never>, no_sharing: Record<never, never>, no_showdown_now: Record<never, never>, no_showing_of_cards: Record<never, never>, no_spectators: Record<never, never>, no_such_clause: { near: string }, no_such_hand: { table: number, hand: number }, no_such_link: Record<never, never>, no_such_opening: Record<never, never>, no_such_person: Record<never, never>, no_such_report: Record<never, never>, no_such_role: { role: string }, no_such_seat: { seat: number, seats: number }, no_such_session: Record<never, never>, no_such_share: Record<never, never>, no_such_table: { table: number }, no_table: { table: number }, no_time_runs: Record<never, never>, no_turn: Record<never, never>, no_void_rounds: Record<never, never>, nobody_raises_over_all_in: { all_in: number, to_call: number, opens: boolean }, not_allowed: Record<never, never>, not_an_official: Record<never, never>, not_banned: Record<never, never>, not_begun: Record<never, never>, not_for_the_opener: { setting: string }, not_for_the_operator: Record<never, never>, not_in_the_cut: Record<never, never>, not_in_the_hand: { seat: number }, not_next_to_the_last_blind: { seat: number, next: number }, not_on_turn: { turn: number }, not_paused: Record<never, never>, not_poker: { book: string, books: string }, not_referred: Record<never, never>, not_reopened: { all_in: number, to_call: number, opens: boolean }, not_seated: Record<never, never>, not_signed_in: Record<never, never>, not_to_show: { turn: number }, not_whole_chips: { to: number, unit: number }, not_your_card: { card: string }, not_your_seat: Record<never, never>, not_yours: Record<never, never>, nothing_bought: { at_least: number }, nothing_to_call: Record<never, never>, nothing_to_check: Record<never, never>, nothing_to_post: { seat: number }, one_auditor: Record<never, never>, one_seat: { at: string, here: string }, oneself: Record<never, never>, only_who_deals: Record<never, never>, opened: Record<never, never>, opener_must_bet: { at_least: number }, opener_must_pay: { to_call: number }, opener_must_raise: Record<never, never>, opening_agreed: Record<never, never>, opening_lapsed: Record<never, never>, opening_of_others: Record<never, never>, opening_over: Record<never, never>, opening_withdrawn: Record<never, never>, other_cards_next: { next: string }, over_blind_seat_has_posted: { next: number }, own_second_factor: Record<never, never>, password_common: Record<never, never>, password_is_name: Record<never, never>, password_long: { at_most: number }, password_short: { at_least: number }, path_unfit: { field: string, at_most: number }, paused: { because: string }, person_not_seated: Record<never, never>, piled_marks: { at_most: number }, posts_due: { seat: number }, query_number_too_large: { field: string, at_least: number, at_most: number }, query_number_too_small: { field: string, at_least: number, at_most: number }, query_twice: { field: string }, query_unfit: { field: string, expected: string }, query_unknown: { field: string, fields: string }, raise_too_small: { to: number, at_least: number }, raises_are_used_up: { cap: number }, reason_length: { at_least: number, at_most: number }, reason_needed: Record<never, never>, reason_too_long: { most: number }, reports_too_fast: { seconds: number }, role_conflict: { role: string, has: string }, role_held: { role: string }, role_needed: { role: string }, role_not_held: { role: string }, room_full: Record<never, never>, round_running: Record<never, never>, seat_empty: { seat: number }, seat_goes_away: { seat: number, seats: number }, seat_taken: { seat: number }, seated: Record<never, never>, seats_taken: { seats: number, at_least: number }, second_factor: Record<never, never>, second_factor_due: { role: string }, second_factor_not_set: Record<never, never>, second_factor_set: Record<never, never>, seen_name_length: { at_least: number, at_most: number }, seen_name_letters: Record<never, never>, settings_too_many: { count: number, at_most: number }, shared_by_others: Record<never, never>, shares_full: { at_most: number }, short: { has: number, needs: number }, shown_after_the_round: Record<never, never>, shuffle_due: Record<never, never>, sign_up_closed: Record<never, never>, signed_in_alone: Record<never, never>, sits_here: Record<never, never>, sitting_down: Record<never, never>, software_deals: Record<never, never>, stack_too_small: { stack: number, needed: number }, stake_too_large: { stack: number, at_most: number }, stake_too_small: { stack: number, at_least: number }, stopped: { reference: string }, store_broken: Record<never, never>, table_busy: Record<never, never>, table_closed: { table: number }, table_name_taken: { table: number }, table_watched_by_many: { at_most: number }, tables_full: { at_most: number }, throttled: { seconds: number }, time_is_announced: Record<never, never>, time_unfit: { seconds: number, at_least: number, at_most: number }, too_large: { to: number, at_most: number }, too_many_cards: { most: number }, too_many_from_address: Record<never, never>, too_many_own_cards: { named: number }, too_many_own_lines: Record<never, never>, too_many_tables: { at_most: number }, too_often: { seconds: number }, too_slow: Record<never, never>, twice: Record<never, never>, unseen_character: { character: string }, wrong_code: Record<never, never>, wrong_credentials: Record<never, never>, wrong_deck: { cards: number, needed: number }, wrong_host: Record<never, never>, };

/**
 * The reasons why a choice for a table is refused, each with its values.
 */
export type Problems = { above_approved: { at_most: number }, ante_needed: { at_least: number }, below_last_blind: { at_least: number }, below_smallest_bet: { at_least: number }, below_smallest_stake: { at_least: number }, bets_by_round_need_limit: Record<never, never>, blinds_fall: { from: number, to: number }, blinds_listed: { listed: number, count: number }, blinds_needed: Record<never, never>, cap_at_ten_above_five: { ten: number, at_most: number }, cap_needed: Record<never, never>, cap_without_percent: { percent: string }, charge_needed: Record<never, never>, chosen_twice: { first: string }, commission_is_by_time: Record<never, never>, commission_is_from_pots: Record<never, never>, commission_needs_change: { counted_in: number, chip: number }, commission_rounded_to_chips: { counted_in: number, unit: number }, deck_serves: { cards: number, at_most: number, hole_cards: number }, fixed_by_the_book: { value: string }, fixed_limit_has_one_bet: { from: number, to: number }, follows_another: { by: string }, has_antes: Record<never, never>, has_blinds: { beside: boolean }, is_the_smallest_bet: { amount: number }, kill_wager_needed: Record<never, never>, largest_below_smallest: { largest: number, smallest: number }, largest_bet_needed: Record<never, never>, largest_bet_needs_limit: Record<never, never>, last_blind_below_bet: { blind: number, at_least: number }, must_be_chosen: Record<never, never>, nobody_is_low: { cards: number, ace_is_low: boolean }, not_a_multiple: { amount: number, unit: number }, not_offered: Record<never, never>, not_played_yet: { expected: string }, not_used: Record<never, never>, nothing_given: Record<never, never>, one_opening_option: Record<never, never>, only_beside: { needs: string, value: string, wanted: string }, only_up_to: { needs: string, value: string, at_most: number }, over_blind_needs_blinds: Record<never, never>, play_below_antes: { play: number, at_least: number }, rounds_listed: { listed: number, rounds: number }, smallest_bet_needed: Record<never, never>, so_many_blinds: { count: string }, too_high: { at_most: number }, unknown_setting: { meant: string }, };

/**
 * What bounds an amount beyond the choices of a setting, by its name.
 */
export type Bound = "from_min_buy_in" | "from_min_bet" | "from_last_blind" | "to_last_blind" | "to_approved" | "approved" | "to_deck";
