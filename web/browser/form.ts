// The form of every message: what happened, what was done with chips or cards, what to do; in complete
// sentences, with no word that blames and no code meant only for programs.

/** Words that no message may contain. */
const NEVER = /\b(invalid|oops|illegal|forbidden|undefined|null|NaN|exception|sorry|please try)\b|\[object/i;
/** What only programs read: names with underscores, and HTTP status codes. */
const CODE = /\b[a-z]+_[a-z_]+\b|\b(HTTP|status) ?[45]\d\d\b/;
/** A message that consists of a code and nothing else. */
const BARE = /^(E-)?[\w.-]+\.?$/;
/** Phrases that say where chips and cards stand, or that none were at stake. */
const CHIPS =
  /nothing (was|is|more was) (taken|changed|sent|done|asked)|(seat|chips?|stacks?|bets?|hands?|cards) (is|are|was|were|goes?|go|continues)\b|you (get|keep|put in|were|won|have)|the maximum is|at (least|most)|put away|your (wallet|stack) (holds|is)|not (said|sent|yours)/i;

/** How a message breaks the form; empty where it follows it. */
export function formFaults(text: string): string[] {
  const message = text.replaceAll(/\s+/g, ' ').trim();
  const faults: string[] = [];
  // A count is not a sentence: "3 hands, there are more".
  if (!/[.?…]["”)]?$|\b\d[\d,]* \p{L}+(, there are more)?$/u.test(message)) faults.push('has no end');
  if (message.includes('!')) faults.push('cries out');
  const word = NEVER.exec(message);
  if (word) faults.push(`says "${word[0]}"`);
  const code = CODE.exec(message);
  if (code) faults.push(`has the code "${code[0]}"`);
  if (BARE.test(message) && !/^[\p{L}]+\.$/u.test(message)) faults.push('is a code alone');
  return faults.map((fault) => `${fault}: ${message}`);
}

/**
 * How a refusal at a table breaks the form: as any message may, or because it does not say what became of
 * chips.
 */
export function refusalFaults(text: string): string[] {
  const faults = formFaults(text);
  // Other messages may begin with a name, which is written as its owner writes it.
  if (!/^[“"(+−\d\p{Lu}]/u.test(text.trim())) faults.push(`does not begin as a sentence: ${text}`);
  return CHIPS.test(text) ? faults : [...faults, `leaves the chips open: ${text}`];
}
