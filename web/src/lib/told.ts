// What a room may say of hands and pots besides what happened. A room that does not say it is drawn without.

/** A hand as a dealer announces it. */
export interface Named {
  /** `full house, kings full of deuces`; the ranks of a low hand: `8-6-4-3-2`. */
  name: string;
  /** The five cards in the order in which they are compared; none while there are not five. */
  cards: string[];
}

/** What a hand makes with the board, in what is played for. */
export interface Made {
  seat: number;
  high: Named | null;
  low: Named | null;
}

/** A pot in the middle. */
export interface Pot {
  pot: number;
  amount: number;
  eligible: number[];
}

/** What goes with a position: what the hands that the viewer sees make, and the pots without the bets of this round. */
export interface Told {
  made?: Made[];
  pots?: Pot[];
}
