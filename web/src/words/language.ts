// The catalogue: every text of the page that people read or hear lies in this folder and nowhere else. How it is used:
//
// - One module an area of the page, imported whole by what draws it: `import * as words from '../words/enter.ts'`. No
//   module gathers the others, so that a screen loads its own words and no more.
// - A fixed text is a constant, a text with values a function that gives the whole sentence: the page never joins pieces
//   to a sentence, nor changes the case of one. What depends on a kind is a record by that kind.
// - Amounts, cards and times come as texts already written (money.ts, cards.ts and clock.ts write them), counts come as
//   numbers, and what is counted stands in `plural`. Names from the room (tables, books, clauses, refusals) are no words of the page.
// - A sentence with something drawn in it, a link or a bold number, is a list of `Part`, drawn by parts/Phrase.svelte.
// - The modules import nothing but this one and each other. Another language is a second folder with the same exports.

/** The language, as the browser's own `Intl` knows it: by it things are counted and sorted. */
export const language = 'en';
const RULES = new Intl.PluralRules(language);

/** The form of what is counted, by the rules of the language: `plural(3, { one: 'seat', other: 'seats' })`. */
export function plural(count: number, forms: { readonly one: string; readonly other: string }): string {
  return RULES.select(count) === 'one' ? forms.one : forms.other;
}

/**
 * A piece of a sentence: plain text, or the name under which the page draws it and the text it is drawn with. The order is
 * the language's: `['New here? ', ['link', 'Sign up']]`.
 */
export type Part<Name extends string = string> = string | readonly [name: Name, text: string];
