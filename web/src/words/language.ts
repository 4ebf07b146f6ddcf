// The catalogue: every text of the page that people read or hear is in this folder and nowhere else. How it
// is used:
//
// - One module for each area of the page, imported whole by what draws it: `import * as words from
//   '../words/enter.ts'`. No module gathers the others, so that a screen loads its own words and no more.
// - A fixed text is a constant, a text with values a function that returns the whole sentence: the page never
//   joins pieces into a sentence, nor changes the case of one. What depends on a kind is a record by kind.
// - Amounts, cards and times are passed as texts already written (money.ts, cards.ts and clock.ts write
//   them), counts as numbers, and their plural forms are in `plural`. Names from the room (tables, books,
//   clauses, refusals) are not words of the page.
// - A sentence with something drawn in it, a link or a bold number, is a list of `Part`, drawn by
//   parts/Phrase.svelte.
// - The modules import nothing but this one and each other. Another language is a second folder with the same
//   exports.

/** The language, as the browser's own `Intl` knows it: used for plurals and sorting. */
export const language = 'en';
const RULES = new Intl.PluralRules(language);

/**
 * The plural form for a count, by the rules of the language: `plural(3, { one: 'seat', other: 'seats' })`.
 */
export function plural(count: number, forms: { readonly one: string; readonly other: string }): string {
  return RULES.select(count) === 'one' ? forms.one : forms.other;
}

/**
 * A piece of a sentence: plain text, or the name under which the page draws it and the text it is drawn with.
 * The order is up to the language: `['New here? ', ['link', 'Sign up']]`.
 */
export type Part<Name extends string = string> = string | readonly [name: Name, text: string];
