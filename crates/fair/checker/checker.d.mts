// The types of checker.mjs. The records are described in docs/fairness.md.

/** The result of a check: whether it holds, and if not, what does not match. */
export interface Answer {
  holds: boolean;
  why: string;
}

/** A commitment as the room publishes it. */
export interface Commitment {
  deck: { table: number; hand: number; attempt: number };
  cards: number;
  root: string;
  cut: string;
  commitment: string;
}

/** A card that was shown, with the proof that it was there from the start. */
export interface Opening {
  slot: number;
  card: string;
  salt: string;
  path: string[];
}

/** A cut with everything that determined it. */
export interface Cut {
  cards: number;
  position: number;
  part: string;
  values: { seat: number; value: string }[];
}

export function checkCommitment(commitment: Commitment): Answer;
export function checkOpening(commitment: Commitment, opening: Opening): Answer;
export function checkCut(commitment: Commitment, cut: Cut): Answer;
export function checkValue(cut: Cut, seat: number, value: string): Answer;
export function dealtSlot(cut: Pick<Cut, 'cards' | 'position'>, k: number): number | null;
export function sha256(...parts: ArrayLike<number>[]): Uint8Array;
